"""The arithmetic of a fight before it is fought."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.combat import RESULTS, distribution
from bullrun.games.secession_1862.rules.command import command_area, command_costs
from bullrun.games.secession_1862.rules.ground import control_zone, ground
from bullrun.games.secession_1862.rules.modifiers import assess
from bullrun.games.secession_1862.rules.movement import (
    attacking_zones,
)
from bullrun.games.secession_1862.rules.reach import is_isolated
from bullrun.games.secession_1862.rules.results import (
    combat_test_modifiers,
    combat_test_result,
    is_artillery_alone,
)
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.games.vaevictis.panels import (
    SIDE_WORDS,
    attack_panel,
    die_rows,
    term_rows,
)


def command_report(position: SecondBullRun, brigade: int) -> dict[str, Any]:
    """Who commands a brigade, how far he is, and whether it is isolated."""
    roster = position.rules.roster
    commander = roster.corps[brigade]
    if commander == NONE or not position.state.at[commander] or not position.state.at[brigade]:
        return {"commander": roster.ids[commander] if commander != NONE else "", "in_range": False}
    zone = position.state.at[brigade]
    return {
        "commander": roster.ids[commander],
        "range": position.rules.tables["command"]["range"],
        "distance": command_costs(position, commander).get(zone),
        "in_range": bool(command_area(position, commander) >> zone & 1),
        "isolated": is_isolated(position, brigade),
    }


def combat_report(
    position: SecondBullRun, attackers: Sequence[int], defenders: Sequence[int]
) -> dict[str, Any]:
    """Strengths, every modifier with its rule, the support dice, the exact chance of each result, and what a
    combat test would bring. What the rules have against the grouping is in `objections`."""
    target = _check_units(position, attackers, defenders)
    roster = position.rules.roster
    marked = tuple(sorted(b for b in attackers if not roster.is_artillery[b]))
    found = assess(position, marked, target)
    return {
        "zone": position.rules.board.names[target],
        "attack": str(found.strengths[ATTACK]),
        "defense": str(found.strengths[DEFENCE]),
        "automatic": found.automatic,
        "terms": term_rows(found.terms),
        "total": {name: found.total(side) for side, name in enumerate(SIDE_WORDS)},
        "dice": die_rows(found.dice, roster.ids),
        "results": distribution(position, found),
        "if_tested": [combat_test_report(position, b) for b in (*found.attackers, *found.defenders)],
        "objections": _objections(position, marked, target),
    }


def combat_test_report(position: SecondBullRun, brigade: int) -> dict[str, Any]:
    """What a combat test would bring a brigade after the fatigue of the same result."""
    copy = position.copy()
    most = position.rules.tables["fatigue"]["most"]
    if not position.rules.roster.is_artillery[brigade]:
        copy.state.fatigue[brigade] = min(most, copy.state.fatigue[brigade] + 1)
    terms = combat_test_modifiers(copy, brigade, is_artillery_alone(copy, brigade))
    total = sum(value for _, value, _ in terms)
    results: dict[str, Fraction] = {}
    for face in range(1, 7):
        result = combat_test_result(position, face + total)
        results[result] = results.get(result, Fraction(0)) + Fraction(1, 6)
    return {
        "piece": position.rules.roster.ids[brigade],
        "terms": [{"says": words, "value": value, "rule": rule} for words, value, rule in terms],
        "results": results,
    }


def _check_units(position: SecondBullRun, attackers: Sequence[int], defenders: Sequence[int]) -> PlaceId:
    roster, state = position.rules.roster, position.state
    for what, brigades in (("attackers", attackers), ("defenders", defenders)):
        for brigade in brigades:
            if brigade >= roster.brigades:
                raise BullrunError(f"combat: {what}: {roster.ids[brigade]} is a commander")
            if not state.at[brigade]:
                raise BullrunError(f"combat: {what}: {roster.ids[brigade]} is not on the map")
        if len({roster.side[brigade] for brigade in brigades}) != 1:
            raise BullrunError(f"combat: {what}: brigades of one side are needed")
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")
    if all(roster.is_artillery[b] for b in attackers):
        raise BullrunError("combat: artillery does not attack by itself [10.4.12]")
    zones = {state.at[b] for b in defenders}
    if len(zones) > 1:
        raise BullrunError("combat: the defenders must stand in one zone [10.1.1]")
    return zones.pop()


def _objections(position: SecondBullRun, marked: tuple[int, ...], target: PlaceId) -> list[dict[str, str]]:
    rules, state = position.rules, position.state
    roster, names = rules.roster, rules.board.names
    found = []
    for brigade in marked:
        if not rules.passable[target] >> state.at[brigade] & 1:
            says = f"{roster.ids[brigade]} cannot attack {names[target]} from where it is."
            found.append({"rule": "9.4.7", "says": says})
        if state.routed >> brigade & 1:
            found.append({"rule": "10.4.7", "says": f"{roster.ids[brigade]} is in rout."})
    zones = {state.at[b] for b in marked} | set(
        places_in(attacking_zones(position, target, roster.side[marked[0]]))
    )
    joined, waiting = {min(zones)}, zones - {min(zones)}
    while near := {w for w in waiting for j in joined if rules.near[j] >> w & 1}:
        joined |= near
        waiting -= near
    if waiting:
        says = "The attacking zones do not adjoin each other."
        found.append({"rule": "10.1.1", "says": says})
    return found


_OUTCOMES = {
    RESULTS[DEFENCE, True]: ("The defenders tire and take combat tests.", "good"),
    RESULTS[DEFENCE, False]: ("The defenders tire.", "fair"),
    RESULTS[ATTACK, False]: ("The attackers tire.", "poor"),
    RESULTS[ATTACK, True]: ("The attackers tire and take combat tests.", "bad"),
}


def attack_report(position: SecondBullRun, fight: Fight) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, outcomes, notes."""
    number = position.rules.roster.number
    attackers = [number[piece] for piece in (*fight.attackers, *fight.support)]
    defenders = [number[piece] for piece in fight.defenders]
    return attack_panel(combat_report(position, attackers, defenders), _OUTCOMES)


def threats(position: SecondBullRun, side: str) -> list[dict[str, Any]]:
    """For each stack of a side in contact: what an attack by all infantry and cavalry beside it would
    bring."""
    me = SIDES.index(side)
    rules = position.rules
    roster = rules.roster
    on = ground(position)
    rows = []
    for zone in places_in(on.held[me] & control_zone(position, 1 - me)):
        attackers = tuple(
            b
            for near in places_in(rules.passable[zone] & on.held[1 - me])
            for b in on.stacks[near]
            if not roster.is_artillery[b] and not position.state.routed >> b & 1
        )
        if attackers:
            found = assess(position, attackers, zone)
            rows.append(
                {
                    "at": rules.board.names[zone],
                    "says": "could be attacked by everything beside it",
                    "odds": f"{found.strengths[ATTACK]} : {found.strengths[DEFENCE]}",
                    "chance": str(distribution(position, found)[RESULTS[DEFENCE, True]]),
                    "attackers": [roster.ids[b] for b in attackers],
                    "defenders": [roster.ids[b] for b in on.stacks[zone]],
                }
            )
    return rows
