"""The arithmetic of a fight before it is fought."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.combat import targets_of
from bullrun.games.bull_run_1861.rules.command import command_costs, in_command, initiative_modifiers
from bullrun.games.bull_run_1861.rules.facing import front_of
from bullrun.games.bull_run_1861.rules.ground import face, ground
from bullrun.games.bull_run_1861.rules.modifiers import assess, distribution
from bullrun.games.bull_run_1861.rules.movement import (
    attack_facings,
    attackable,
    unknown_ford,
)
from bullrun.games.bull_run_1861.rules.results import must_retreat, retreat_modifiers, ways_out
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.games.vaevictis.panels import SIDE_WORDS, attack_panel, die_rows, term_rows


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


_OUTCOMES = {
    "defender: fatigue and hit": ("The defenders tire and are hit.", "good"),
    "defender: fatigue": ("The defenders tire.", "fair"),
    "attacker: fatigue": ("The attackers tire.", "poor"),
    "attacker: fatigue and hit": ("The attackers tire and are hit.", "bad"),
}


def attack_report(position: BullRun, fight: Fight) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, outcomes, notes."""
    number = position.rules.roster.number
    attackers = [number[piece] for piece in (*fight.attackers, *fight.support)]
    defenders = [number[piece] for piece in fight.defenders]
    return attack_panel(combat_report(position, attackers, defenders), _OUTCOMES)


def threats(position: BullRun, side: str) -> list[dict[str, Any]]:
    """For each stack of a side the worst single attack that a neighbouring enemy could make on it: he turns
    as his attack marker is placed (11.1.1)."""
    me = SIDES.index(side)
    rules = position.rules
    on = ground(position)
    rows = []
    for zone, defender in sorted(on.front.items()):
        if rules.roster.side[defender] != me:
            continue
        worst = None
        for near in places_in(rules.around[zone] & on.held[1 - me]):
            if attackable(position, near, 1 - me) >> zone & 1:
                attacker = on.front[near]
                chance = max(
                    _chance_of_hit(position, attacker, zone, faced)
                    for faced in places_in(attack_facings(position, near, 1 << zone))
                )
                if worst is None or chance > worst[0]:
                    worst = (chance, attacker)
        if worst is not None:
            rows.append(
                {
                    "at": rules.board.names[zone],
                    "says": "could be hit by its strongest neighbour",
                    "odds": "",
                    "chance": str(worst[0]),
                    "attackers": [rules.roster.ids[worst[1]]],
                    "defenders": [rules.roster.ids[defender]],
                }
            )
    return rows


def _chance_of_hit(position: BullRun, attacker: int, zone: int, faced: int) -> Fraction:
    then = position.copy()
    face(then, attacker, faced)
    return distribution(assess(then, (attacker,), (zone,)))[DEFENCE, True]
