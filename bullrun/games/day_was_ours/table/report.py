"""What a report says: the score, the fights and whose luck a roll was."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, Fight
from bullrun.engine.events import Event
from bullrun.engine.game import Fought
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.ground import printed_strength
from bullrun.games.day_was_ours.rules.tables import CLOSE_COMBAT, test_of
from bullrun.games.day_was_ours.rules.victory import losses, rule_of_points, rule_of_winning
from bullrun.games.sides import SIDES

COMBAT_DICE = ("fire", "combat")
LOW_IS_BETTER = ("test", "capture", "evasion", "rally", "rebuild")
"""Rolls of a unit that its owner wants low."""


def score(position: Day) -> list[dict[str, Any]]:
    """Points booked, enemy units lost so far, and strength on the map."""
    state, roster = position.state, position.rules.roster
    strengths, lost = {}, {}
    for side, called in enumerate(SIDES):
        units = places_in(roster.units & roster.of_side[side])
        strengths[called] = sum(printed_strength(position, unit) for unit in units if state.at[unit] > 0)
        lost[called] = losses(position, side)
    points = dict(zip(SIDES, state.points, strict=True))
    return [
        {"id": "points", "title": "Victory points", "rule": rule_of_points(position), "values": points},
        {"id": "losses", "title": "Units lost", "rule": rule_of_winning(position), "values": lost},
        {"id": "strength", "title": "Strength points on the map", "rule": "2.2a", "values": strengths},
    ]


def battle(event: Event) -> Fought | None:
    """The fires and assaults of the timeline, and how they ended."""
    facts = event.facts
    if event.kind == "fire":
        fight = Fight(tuple(facts["attackers"]), tuple(facts["defenders"]), kind=facts["how"], at=facts["at"])
        return Fought(f"{facts['how']} in column {facts['column']}", fight, _side(facts["attackers"][0]))
    if event.kind == "assault":
        fight = Fight(tuple(facts["attackers"]), tuple(facts["defenders"]), kind=CLOSE_COMBAT, at=facts["at"])
        return Fought(f"assault on {facts['at']}", fight, _side(facts["attackers"][0]))
    if event.kind == "fire_result":
        return Fought(facts["result"])
    if event.kind == "advanced":
        return Fought("the hex is taken", won=True)
    if event.kind in ("repulsed", "assault_off", "assault_cancelled", "fire_cancelled"):
        return Fought(event.kind.replace("_", " "), won=False)
    return None


def _side(piece: str) -> str:
    number = load_roster().number.get(piece, -1)
    return SIDES[load_roster().side[number]] if number >= 0 else ""


def luck(rules: Battlefield, decision: Decision, action: Action) -> dict[str, Any] | None:
    """How good a roll is for the side that makes it: what the combat dice call for, from nothing (0) to the
    hardest test; or a low die of a unit's own."""
    side, roll = decision.facts.get("side", ""), decision.about.roll
    if roll in COMBAT_DICE:
        table = rules.tables.combat
        n = test_of(table.result(int(action[1]), table.columns.index(decision.facts["column"])))
        return {"side": side, "measure": "combat rolls", "value": 0 if n is None else n + 1}
    if roll in LOW_IS_BETTER:
        return {"side": side, "measure": "units' own dice", "value": 7 - int(action[1])}
    return None
