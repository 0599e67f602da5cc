"""What a report says: the score, the battles and whose luck a roll was."""

from __future__ import annotations

from typing import Any

from bullrun.engine.events import Event
from bullrun.engine.game import Fought
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.charts import load_roster
from bullrun.games.bull_run_1861.rules.ground import ground
from bullrun.games.bull_run_1861.rules.modifiers import combat_strength
from bullrun.games.bull_run_1861.rules.victory import score as victory_score
from bullrun.games.bull_run_1861.rules.victory import steps_lost
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.panels import battle_row, combat_luck


def score(position: BullRun) -> list[dict[str, Any]]:
    """Victory points, strength on the map and steps lost."""
    on = ground(position)
    strength = dict.fromkeys(SIDES, 0)
    for element in on.front.values():
        strength[SIDES[position.rules.roster.side[element]]] += combat_strength(position, element)
    for elements in on.rear.values():
        for element in elements:
            strength[SIDES[position.rules.roster.side[element]]] += combat_strength(position, element)
    lost = {side: steps_lost(position, number) for number, side in enumerate(SIDES)}
    points = dict(zip(SIDES, victory_score(position), strict=True))
    return [
        {"id": "points", "title": "Victory points", "rule": "4.1", "values": points},
        {"id": "strength", "title": "Combat strength on the map", "rule": "2.1", "values": strength},
        {"id": "losses", "title": "Steps lost", "rule": "4.2", "values": lost},
    ]


def battle(event: Event) -> Fought | None:
    """The combats of the timeline, and how they ended."""
    if event.kind == "combat_result":
        won = event.facts["loser"] == "defence"
        says = "the defenders tire" if won else "the attackers tire"
        return Fought(says + " and are hit" * event.facts["hit"], won=won)
    if event.kind != "battle":
        return None
    roster = load_roster()
    attacker = roster.number[event.facts["attackers"][0]]
    return battle_row(event.facts, event.facts["zones"][0], SIDES[roster.side[attacker]])


luck = combat_luck
