"""What a report says: the score, the battles and whose luck a roll was."""

from __future__ import annotations

from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, Fight
from bullrun.engine.events import Event
from bullrun.engine.game import Fought
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.charts import load_roster
from bullrun.games.bull_run_1983.rules.ground import hexes_from_base, place_of
from bullrun.games.bull_run_1983.rules.state import LOST, RALLY
from bullrun.games.bull_run_1983.rules.strength import ASSAULT, BOMBARDMENT, table_of
from bullrun.games.bull_run_1983.table.odds import _RESULTS
from bullrun.games.sides import SIDES


def score(position: BullRun) -> list[dict[str, Any]]:
    """Defense points on the map, lost so far, and the way of the nearest unit to the enemy's base."""
    state, roster = position.state, position.rules.roster
    on_map = dict.fromkeys(SIDES, 0)
    lost = dict.fromkeys(SIDES, 0)
    for piece, box in enumerate(state.box):
        if roster.all_units >> piece & 1 and piece not in roster.brigade_piece.values():
            if box in (RALLY, LOST):
                lost[SIDES[roster.side[piece]]] += roster.defense[piece]
            elif place_of(position, piece):
                on_map[SIDES[roster.side[piece]]] += roster.defense[piece]
    gaps = {side: hexes_from_base(position, SIDES.index(side)) for side in SIDES}
    return [
        {"id": "strength", "title": "Defense points on the map", "rule": "5.4", "values": on_map},
        {"id": "losses", "title": "Defense points lost", "rule": "7.7", "values": lost},
        {"id": "advance", "title": "Hexes from the enemy's base", "rule": "3.1", "values": gaps},
    ]


_WON = {"good": True, "fair": True, "poor": False, "bad": False}


def battle(event: Event) -> Fought | None:
    """The battles of the timeline, and how they ended."""
    if event.kind == "hopeless":
        return Fought("the attackers lose without a roll", won=False)
    if event.kind in ("battle_result", "no_effect"):
        result = event.facts.get("result", "no effect")
        says, tone = _RESULTS["-" if result == "no effect" else result]
        return Fought(says[0].lower() + says[1:].rstrip("."), won=_WON.get(tone))
    if event.kind != "battle":
        return None
    facts = event.facts
    side = load_roster().number.get(facts["attackers"][0], -1)
    fight = Fight(tuple(facts["attackers"]), tuple(facts["defenders"]), kind=facts["battle"])
    by = SIDES[load_roster().side[side]] if side >= 0 else ""
    return Fought(f"{facts['battle']} at {facts['odds']}", fight, by)


_WORTH = {"good": 2, "fair": 1, "even": 0, "poor": -1, "bad": -2}


def luck(rules: Battlefield, decision: Decision, action: Action) -> dict[str, Any] | None:
    """How good a roll is for the attacker: what the table gives, from all lost (-2) to all won (2)."""
    if decision.about.roll not in (ASSAULT, BOMBARDMENT):
        return None
    table = table_of(rules, decision.about.roll)
    column = table.columns.index(decision.facts["odds"])
    tone = _RESULTS.get(table.result(int(action[1]), column), ("", "even"))[1]
    return {"side": "attacker", "measure": "combat rolls", "value": _WORTH[tone]}
