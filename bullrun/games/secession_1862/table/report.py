"""What a report says: the score, the battles and whose luck a roll was."""

from __future__ import annotations

from typing import Any

from bullrun.engine.events import Event
from bullrun.engine.game import Fought
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.charts import load_roster
from bullrun.games.secession_1862.rules.losses import combat_potential
from bullrun.games.secession_1862.rules.victory import losses_of
from bullrun.games.secession_1862.rules.victory import score as victory_score
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.panels import battle_row, combat_luck


def score(position: SecondBullRun) -> list[dict[str, Any]]:
    """Victory points, combat potential on the map and losses."""
    roster, state = position.rules.roster, position.state
    strength = dict.fromkeys(SIDES, 0)
    for brigade in range(roster.brigades):
        if state.at[brigade] and not roster.is_artillery[brigade]:
            strength[SIDES[roster.side[brigade]]] += combat_potential(position, brigade)
    lost = {side: losses_of(position, number) for number, side in enumerate(SIDES)}
    points = dict(zip(SIDES, victory_score(position), strict=True))
    return [
        {"id": "points", "title": "Victory points", "rule": "3.1", "values": points},
        {"id": "strength", "title": "Combat potential on the map", "rule": "2.1.1", "values": strength},
        {"id": "losses", "title": "Losses", "rule": "10.4.11", "values": lost},
    ]


def battle(event: Event) -> Fought | None:
    """The combats of the timeline, and how they ended."""
    if event.kind == "hopeless":
        return Fought("hopeless", won=False)
    if event.kind == "combat_result":
        won = event.facts["loser"] == "defence"
        says = "the defenders tire" if won else "the attackers tire"
        return Fought(says + " and are tested" * event.facts["tested"], won=won)
    if event.kind != "battle":
        return None
    roster = load_roster()
    attacker = roster.number[event.facts["attackers"][0]]
    return battle_row(event.facts, event.facts["zone"], SIDES[roster.side[attacker]])


luck = combat_luck
