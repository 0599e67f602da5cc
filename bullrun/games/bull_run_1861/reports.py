"""The umpire's answers: where a counter can go and at what cost, and the odds of a combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.state import Frame
from bullrun.errors import BullrunError
from bullrun.fast import Reach
from bullrun.games.bull_run_1861.battlefield import BullRun
from bullrun.games.bull_run_1861.combat import targets_of
from bullrun.games.bull_run_1861.command import command_costs, in_command, initiative_modifiers
from bullrun.games.bull_run_1861.facing import front_of
from bullrun.games.bull_run_1861.ground import control_zone, ground, is_extended
from bullrun.games.bull_run_1861.headquarters import headquarters_goals, headquarters_reach
from bullrun.games.bull_run_1861.modifiers import assess, distribution
from bullrun.games.bull_run_1861.movement import (
    ENGAGED,
    HALTED,
    attackable,
    march_goals,
    march_reach,
    unknown_ford,
)
from bullrun.games.bull_run_1861.operational import group_goals, operating_group
from bullrun.games.bull_run_1861.results import must_retreat, retreat_modifiers, ways_out
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.games.vaevictis.panels import SIDE_WORDS, die_rows, term_rows, way_row


def acting_frame(position: BullRun, brigade: int) -> Frame:
    """The brigade's frame when it is acting; otherwise one as if it carried out its operational movement, or
    were activated, now."""
    for frame in reversed(position.state.frames):
        if frame[0] == "act" and frame[1] == brigade:
            return frame
    operating = operating_group(position, brigade)
    if operating is not None:
        _, points, start = operating
        return ("act", brigade, points, start, 0)
    zone = position.state.at[brigade]
    return ("act", brigade, position.rules.roster.movement[brigade], zone, 0)


def reach_report(position: BullRun, piece: int) -> list[dict[str, Any]]:
    """Every zone a counter can move to with the points it has: exact cost, the way, whether it must stop
    there, and what each step costs by which rule. A forced march is not counted."""
    state = position.state
    roster = position.rules.roster
    if not state.at[piece] or roster.brigades <= piece < 2 * roster.brigades:
        return []
    side = roster.side[piece]
    stops = control_zone(position, 1 - side)
    if piece >= roster.brigades:
        if state.turned >> piece & 1:
            return []
        reach, goals = headquarters_reach(position, piece), headquarters_goals(position, piece)
    else:
        _, _, points, start, flags = acting_frame(position, piece)
        if flags & (HALTED | ENGAGED) or is_extended(position, piece):
            return []
        ford = unknown_ford(position, side, state.at[piece], start)
        reach = march_reach(position, side, state.at[piece], points, ford)
        goals = march_goals(position, piece, points, ford)
        operating = operating_group(position, piece)
        if operating is not None:
            goals &= group_goals(position, *operating)
    return [_row(position, reach, zone, bool(stops >> zone & 1)) for zone in places_in(goals)]


def _row(position: BullRun, reach: Reach, zone: PlaceId, stops: bool) -> dict[str, Any]:
    path = [reach.start, *reach.path(zone)]
    steps = [step_words(position, left, entered) for left, entered in pairwise(path)]
    return way_row(position.rules.board.names, path, reach.costs, stops, steps)


def step_words(position: BullRun, left: PlaceId, entered: PlaceId) -> tuple[str, str]:
    """What a step goes over, and the rule of its cost."""
    rules = position.rules
    if rules.crossing[left] >> entered & 1:
        if {left, entered} == set(rules.farm_ford) and not position.state.farm_ford:
            return "Farm Ford, unknown so far", "10.3.4"
        return "ford or bridge", "10.3.3"
    if rules.board.borders.has("road", left, entered):
        return "road", "10.3.2"
    return "zone", "10.3.2"


def command_report(position: BullRun, brigade: int) -> dict[str, Any]:
    """Whether a brigade is in command, and the die it needs if it is not."""
    rules = position.rules
    hq = rules.roster.commander[brigade]
    modifiers = initiative_modifiers(position, brigade)
    needed = rules.tables["initiative_test"]["succeeds_at"] - sum(value for _, value, _ in modifiers)
    return {
        "headquarters": rules.roster.ids[hq],
        "range": rules.roster.command_range[hq],
        "distance": command_costs(position, hq).get(position.state.at[brigade]),
        "in_command": in_command(position, brigade),
        "test_needs": needed,
        "test_terms": [{"says": words, "value": value, "rule": rule} for words, value, rule in modifiers],
    }


# --- combat ---------------------------------------------------------------------------------------


def combat_report(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """Strengths, every modifier with its rule, the support dice, and the exact chance of each result, with
    what a hit would mean for each brigade. What the rules have against the grouping is in `objections`."""
    _check_units(position, attackers, defenders)
    roster = position.rules.roster
    at = position.state.at
    targets = tuple(sorted({at[element] for element in defenders}))
    found = assess(position, tuple(attackers), targets)
    odds = distribution(found)
    results: dict[str, Fraction] = {}
    for side, name in ((ATTACK, "attacker"), (DEFENCE, "defender")):
        results[f"{name}: fatigue"] = odds[side, False]
        results[f"{name}: fatigue and hit"] = odds[side, True]
    attack_zones = tuple(sorted({at[element] for element in attackers}))
    return {
        "attack": str(found.strengths[ATTACK]),
        "defense": str(found.strengths[DEFENCE]),
        "terms": term_rows(found.terms),
        "total": {name: found.total(side) for side, name in enumerate(SIDE_WORDS)},
        "dice": die_rows(found.dice, roster.ids),
        "results": results,
        "if_hit": [
            *(hit_report(position, b, targets) for b in _brigades(position, attackers)),
            *(hit_report(position, b, attack_zones) for b in _brigades(position, defenders)),
        ],
        "objections": _objections(position, attackers, defenders, targets),
    }


def _brigades(position: BullRun, elements: Sequence[int]) -> list[int]:
    return sorted({position.rules.roster.brigade_of(element) for element in elements})


def hit_report(position: BullRun, brigade: int, away_from: tuple[PlaceId, ...]) -> dict[str, Any]:
    """What a hit on a brigade would mean: its choice, where it could go, and the retreat die."""
    rules = position.rules
    modifiers = retreat_modifiers(position, brigade)
    needed = rules.tables["retreat"]["succeeds_at"] - sum(value for _, value, _ in modifiers)
    way_out, fronts = ways_out(position, brigade, away_from)
    chance = Fraction(max(0, min(6, needed)), 6) if way_out else Fraction(0)
    return {
        "piece": rules.roster.ids[brigade],
        "must_try_to_retreat": bool(way_out) and must_retreat(position, brigade),
        "retreat_to": rules.board.names_of(way_out),
        "retreat_chance": chance,
        "step_if_tried": Fraction(1) if fronts else 1 - chance,
        "terms": [{"says": words, "value": value, "rule": rule} for words, value, rule in modifiers],
    }


def _check_units(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    roster, state = position.rules.roster, position.state
    for what, elements in (("attackers", attackers), ("defenders", defenders)):
        if not elements:
            raise BullrunError(f"combat: {what}: at least one brigade is needed")
        for element in elements:
            if element >= 2 * roster.brigades:
                raise BullrunError(f"combat: {what}: {roster.ids[element]} is a headquarters")
            if not state.at[element]:
                raise BullrunError(f"combat: {what}: {roster.ids[element]} is not on the map")
            if ground(position).front.get(state.at[element]) != element:
                raise BullrunError(f"combat: {what}: {roster.ids[element]} is not in the front line [11.3.1]")
        if len(set(elements)) != len(elements):
            raise BullrunError(f"combat: {what}: a brigade is named twice")
        if len({roster.side[element] for element in elements}) != 1:
            raise BullrunError(f"combat: {what}: brigades of both sides")
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")


def _objections(
    position: BullRun, attackers: Sequence[int], defenders: Sequence[int], targets: tuple[PlaceId, ...]
) -> list[dict[str, str]]:
    rules, state = position.rules, position.state
    roster, names = rules.roster, rules.board.names
    found = []

    def object_to(rule: str, says: str) -> None:
        found.append({"rule": rule, "says": says})

    if len(attackers) > 1 and len(targets) > 1:
        object_to("11.1.3", "Several brigades do not attack several zones together.")
    elif len(targets) > 1:
        left_out = targets_of(position, attackers[0]) & ~sum(1 << zone for zone in targets)
        if left_out:
            too = ", ".join(rules.board.names_of(left_out))
            object_to("11.1.3", f"{roster.ids[attackers[0]]} must attack {too} too, or one zone only.")
    for element in attackers:
        at, side = state.at[element], roster.side[element]
        reachable = attackable(position, at, side)
        for beyond, _ in unknown_ford(position, side, at, at):
            reachable |= 1 << beyond
        for zone in targets:
            if not reachable >> zone & 1:
                object_to("11.1.1", f"{roster.ids[element]} cannot attack {names[zone]} from where it is.")
            elif not front_of(position, element) >> zone & 1:
                object_to("11.1.1", f"{roster.ids[element]} does not have {names[zone]} in its front.")
    joined, waiting = {attackers[0]}, set(attackers[1:])
    while near := {w for w in waiting for j in joined if rules.around[state.at[j]] >> state.at[w] & 1}:
        joined |= near
        waiting -= near
    for element in sorted(waiting):
        object_to("11.1.3", f"{roster.ids[element]} is not next to the other attackers.")
    for zone in targets:
        if state.attacked >> zone & 1:
            object_to("11.1.2", f"{names[zone]} has been attacked in this movement phase.")
    return found
