"""What a report says: the score, the combats and whose luck a roll was."""

from __future__ import annotations

from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, Fight
from bullrun.engine.events import Event
from bullrun.engine.game import Fought
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.charts import COUNTERS, load_roster
from bullrun.games.clash_of_giants.rules.scoring import own_rule
from bullrun.games.clash_of_giants.rules.victory import total
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import pips


def score(position: Clash) -> list[dict[str, Any]]:
    """All points, those for casualties and for delays, victory hexes and steps left."""
    state, roster = position.state, position.rules.roster
    totals = [total(position, side) for side in range(len(SIDES))]
    held = [state.control.count(side) for side in range(len(SIDES))]
    steps = [0, 0]
    for unit in range(roster.unit_count):
        steps[roster.side[unit]] += state.steps[unit]
    return [
        _line("points", "Victory points", own_rule(position, "4.1.3"), totals),
        _line("casualties", "Casualty points", own_rule(position, "4.1.1.cas"), list(state.casualties)),
        _line("delays", "Delay points", "9.4.vp", list(state.delays)),
        _line("hexes", "Victory hexes held", own_rule(position, "4.2.2"), held),
        _line("steps", "Steps left, with those still to come", "3.2.steps", steps),
    ]


def _line(name: str, title: str, rule: str, values: list[int]) -> dict[str, Any]:
    return {"id": name, "title": title, "rule": rule, "values": dict(zip(SIDES, values, strict=True))}


def battle(event: Event) -> Fought | None:
    """The combats of the timeline, and how they ended."""
    facts = event.facts
    if event.kind == "attack":
        fight = Fight(tuple(facts["attackers"]), tuple(facts["defenders"]), at=facts["at"])
        return Fought(f"attack on {facts['at']}", fight, _side(facts["attackers"][0]))
    if event.kind == "odds":
        return Fought(f"at {facts['odds']}")
    if event.kind == "advanced":
        return Fought("the hex is taken", won=True)
    return None


def _side(piece: str) -> str:
    for name in COUNTERS:
        roster = load_roster(name)
        if piece in roster.number:
            return SIDES[roster.side[roster.number[piece]]]
    return ""


def luck(rules: Battlefield, decision: Decision, action: Action) -> dict[str, Any] | None:
    """A low die is good for the unit that is checked, a high one for who moves or gets steps back, a low one
    for who waits for a formation."""
    roll, roster = decision.about.roll, rules.roster
    if roll == "combat":
        side = SIDES[roster.side[roster.number[decision.about.piece]]]
        return {"side": side, "measure": "combat checks", "value": 7 - pips(action)}
    side = decision.facts.get("side", "")
    if side and roll in ("command roll", "replacements"):
        return {"side": side, "measure": "command rolls and replacements", "value": pips(action)}
    if side and roll == "arrival":
        return {"side": side, "measure": "arrivals", "value": 7 - pips(action)}
    return None
