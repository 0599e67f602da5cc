"""The umpire's answers: where a counter can go and at what cost, who commands it, and the odds of a
combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.state import Frame
from bullrun.errors import BullrunError
from bullrun.games.secession_1862.battlefield import Battle, March
from bullrun.games.secession_1862.combat import distribution
from bullrun.games.secession_1862.command import (
    command_area,
    command_costs,
    isolated_brigades,
    present,
)
from bullrun.games.secession_1862.commanders import commander_march
from bullrun.games.secession_1862.ground import control_zone, gun_zone
from bullrun.games.secession_1862.modifiers import assess
from bullrun.games.secession_1862.movement import (
    ENGAGED,
    HALTED,
    ISOLATED,
    MOUNTED,
    MOVED,
    attacking_zones,
    march,
    march_goals,
    movement_points,
    rush_costs,
    rush_goals,
)
from bullrun.games.secession_1862.results import combat_test_modifiers, combat_test_result, is_artillery_alone
from bullrun.games.secession_1862.roster import NONE
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.games.vaevictis.panels import SIDE_WORDS, die_rows, term_rows, way_row


def is_isolated(position: Battle, brigade: int) -> bool:
    """Whether a brigade stands apart from its division, as things are now."""
    roster = position.rules.roster
    division = roster.division[brigade]
    if division == NONE or not position.state.at[brigade] or len(present(position, division)) < 2:
        return False
    commander = roster.divisions[division].corps
    return bool(isolated_brigades(position, division, commander) >> brigade & 1)


def acting_frame(position: Battle, brigade: int) -> Frame:
    """The brigade's frame when it is acting; otherwise one as if it started to act now."""
    for frame in reversed(position.state.frames):
        if frame[0] == "act" and frame[1] == brigade:
            return frame
    isolated = is_isolated(position, brigade)
    return ("act", brigade, movement_points(position, brigade, isolated), ISOLATED if isolated else 0)


# --- movement -------------------------------------------------------------------------------------


def reach_report(position: Battle, piece: int) -> list[dict[str, Any]]:
    """Every zone a counter can move to with the points it has: cost, the way, whether it must stop there, and
    what each step costs by which rule. A forced march is not counted; a step from front to front is listed
    with its loss."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    start = state.at[piece]
    if not start:
        return []
    side = roster.side[piece]
    if piece >= roster.brigades:
        found = commander_march(position, side, start, roster.points["commander"])
        return [_row(position, piece, found, zone, False) for zone in sorted(found.costs) if zone != start]
    _, _, points, flags = acting_frame(position, piece)
    if state.routed >> piece & 1 or flags & (HALTED | ENGAGED | MOUNTED):
        return []
    control = control_zone(position, 1 - side)
    found = march(position, side, start, points, not flags & MOVED)
    goals = march_goals(position, piece, points, flags)
    rows = [_row(position, piece, found, zone, bool(control >> zone & 1)) for zone in places_in(goals)]
    if not flags & MOVED:
        steps = rush_costs(position, piece, points)
        for zone in places_in(rush_goals(position, piece, points)):
            step = March({start: 0, zone: steps[zone]}, {zone: start})
            row = _row(position, piece, step, zone, True)
            row["loss"] = {"losses": 1, "rule": "9.4.5"}
            rows.append(row)
    return rows


def _row(position: Battle, piece: int, found: March, zone: PlaceId, stops: bool) -> dict[str, Any]:
    path = [position.state.at[piece], *found.path(zone)]
    side = position.rules.roster.side[piece]
    steps = [step_words(position, side, left, entered) for left, entered in pairwise(path)]
    return way_row(position.rules.board.names, path, found.costs, stops, steps)


def step_words(position: Battle, side: int, left: PlaceId, entered: PlaceId) -> tuple[str, str]:
    """What a step of a side goes over, and the rule of its cost."""
    rules = position.rules
    words, rule = "zone", "9.4.2"
    if rules.board.borders.has("road", left, entered):
        tense = control_zone(position, 1 - side)
        words = "road in an enemy zone of control" if (tense >> left | tense >> entered) & 1 else "road"
    for says, dearer in (
        ("bridge", rules.crossing[left] >> entered & 1),
        ("escarpment", rules.board.borders.has("climb", left, entered)),
        ("front of artillery", gun_zone(position, 1 - side) >> entered & 1),
    ):
        if dearer:
            words, rule = f"{words} and {says}", "9.4.3"
    return words, rule


def command_report(position: Battle, brigade: int) -> dict[str, Any]:
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


# --- combat ---------------------------------------------------------------------------------------


def combat_report(position: Battle, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
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


def combat_test_report(position: Battle, brigade: int) -> dict[str, Any]:
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


def _check_units(position: Battle, attackers: Sequence[int], defenders: Sequence[int]) -> PlaceId:
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


def _objections(position: Battle, marked: tuple[int, ...], target: PlaceId) -> list[dict[str, str]]:
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
