"""Where a unit can go: each way with its mode, its exact cost and the terms of that."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId
from bullrun.games.clash_of_giants.rules import orders
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import name
from bullrun.games.clash_of_giants.rules.movement import RATES, in_points
from bullrun.games.clash_of_giants.rules.reach import Leg, legs_of
from bullrun.games.clash_of_giants.rules.state import ENTRY, MAP, MARCH, MODES, ROAD

Step = tuple[PlaceId, PlaceId]


def reach_report(position: Clash, unit: int) -> list[dict[str, Any]]:
    """Every hex that a unit can move to now: of several ways the cheapest, and the mode in which it ends."""
    rows: dict[PlaceId, tuple[Leg, dict[str, Any]]] = {}
    for leg in _ways(position, unit):
        end = leg.path[-1]
        if end not in rows or leg.cost < rows[end][0].cost:
            rows[end] = leg, _row(position, unit, leg)
    return [rows[end][1] for end in sorted(rows)]


def _ways(position: Clash, unit: int) -> Iterable[Leg]:
    state, rules = position.state, position.rules
    if unit >= rules.roster.unit_count or state.box[unit] not in (MAP, ENTRY):
        return []
    if state.halted >> unit & 1 or not state.active >> unit & 1:
        return []
    formation = rules.roster.formation[unit]
    goal = orders.goal_of(rules, formation)
    if goal is not None and orders.owes(position, formation):
        return orders.ways(position, unit, goal)
    legs = legs_of(position, unit)
    return [leg for ends in (legs.moves, legs.marches, legs.withdrawals) for leg in ends.values()]


def _row(position: Clash, unit: int, leg: Leg) -> dict[str, Any]:
    rules, state = position.rules, position.state
    path = (state.at[unit], *leg.path)
    cavalry = rules.roster.cavalry >> unit & 1
    terms = [
        {"at": name(position, to), "says": says, "cost": in_points(cost), "rule": rule}
        for (_, to), found in zip(pairwise(path), _terms(rules, cavalry, leg, path), strict=True)
        for says, cost, rule in found
    ]
    return {
        "place": name(position, leg.path[-1]),
        "cost": in_points(leg.cost),
        "path": [name(position, place) for place in path],
        "stops": leg.last,
        "mode": MODES[leg.mode],
        "terms": terms,
    }


def _terms(
    rules: Battlefield, cavalry: int, leg: Leg, path: tuple[PlaceId, ...]
) -> list[list[tuple[str, int, str]]]:
    """The terms of each step. A way that is regular at its end may have begun by road: the longest beginning
    that adds up to the cost. What adds up to nothing took the whole allowance (G7.5)."""
    steps = list(pairwise(path))
    by_road = len(steps) if leg.mode in (MARCH, ROAD) else 0
    kind = "march" if leg.mode == MARCH else "road"
    for count in (by_road,) if by_road else range(len(steps), -1, -1):
        found = _terms_with(rules, cavalry, kind, steps, count)
        if found is not None and sum(cost for step in found for _, cost, _ in step) == leg.cost:
            return found
    return [*([] for _ in steps[1:]), [("the whole allowance", leg.cost, "G7.5")]]


def _terms_with(
    rules: Battlefield, cavalry: int, kind: str, steps: list[Step], by_road: int
) -> list[list[tuple[str, int, str]]] | None:
    found = []
    for number, (here, there) in enumerate(steps):
        if number < by_road:
            cost = rules.road_cost(kind, here, there)
            if cost is None:
                return None
            crossing = rules.crossing_terms(here, there)
            rate = cost - sum(one for _, one, _ in crossing)
            found.append([(kind, rate, RATES[MARCH if kind == "march" else ROAD]), *crossing])
        else:
            terms = rules.step_terms(cavalry, here, there)
            if terms is None:
                return None
            found.append(terms)
    return found
