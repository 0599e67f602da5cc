"""How far a piece can go: a bucket-queue search in whole cost units over steps prepared beforehand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence

from bullrun.board.places import PlaceId, PlaceSet, places_in

Edges = Sequence[tuple[tuple[PlaceId, int], ...]]
"""For each place the places that can be entered from it, with the cost of the step, cheapest first."""

_ONE = ord("1")
_CLOSED = -1


class Reach:
    """Where a piece can get to: the least cost of each place, cheapest first, and the way there."""

    __slots__ = ("_before", "_levels", "_masks", "costs", "mask", "start")

    def __init__(
        self, start: PlaceId, costs: dict[PlaceId, int], before: list[PlaceId], mask: PlaceSet
    ) -> None:
        self.start = start
        self.costs = costs
        self._before: list[PlaceId] | dict[PlaceId, PlaceId] = before
        self.mask = mask
        """All places but the start."""
        self._levels: list[int] | None = None
        self._masks: list[PlaceSet] = []

    def within(self, budget: int) -> PlaceSet:
        """The places that a part of the budget is enough for, the start left out."""
        levels = self._levels
        if levels is None:
            levels, mask = [], 0
            for place, cost in self.costs.items():
                if not levels or cost > levels[-1]:
                    levels.append(cost)
                    self._masks.append(mask)
                if place != self.start:
                    mask |= 1 << place
                self._masks[-1] = mask
            self._levels = levels
        return self._masks[bisect_right(levels, budget) - 1]

    def path(self, to: PlaceId) -> list[PlaceId]:
        """The way to a place, start left out, the place itself last."""
        steps = []
        while to != self.start:
            steps.append(to)
            to = self._before[to]
        steps.reverse()
        return steps

    def compact(self) -> Reach:
        """The same with as little memory as it needs, for a reach that is kept for long."""
        before = self._before
        self._before = {place: before[place] for place in self.costs}
        return self


def search(
    edges: Edges,
    start: PlaceId,
    budget: int,
    stops: Collection[PlaceId] = (),
    closed: Collection[PlaceId] = (),
    barred_at_start: PlaceSet = 0,
) -> Reach:
    """All places within the budget. `stops` may be entered but not left, `closed` not be entered;
    `barred_at_start` cannot be entered straight from the start. Of equally cheap ways the first one found
    stands, and steps are tried in their own order, so the same question has the same answer everywhere."""
    size = len(edges)
    costs = [budget + 1] * size  # too dear already, so that no step need be held against the budget
    before = [start] * size
    for place in closed:
        costs[place] = _CLOSED
    costs[start] = 0
    buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
    for to, cost in edges[start]:
        if cost < costs[to] and not barred_at_start >> to & 1:
            costs[to] = cost
            buckets[cost].append(to)
    known = {start: 0}
    digits = bytearray(b"0") * size  # the set in binary: much quicker than adding up single places
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if costs[place] != cost:
                continue
            known[place] = cost
            digits[-place] = _ONE
            if place in stops:
                continue
            for to, step in edges[place]:
                if (total := cost + step) < costs[to]:
                    costs[to] = total
                    before[to] = place
                    buckets[total].append(to)
    return Reach(start, known, before, int(digits, 2) << 1)


def costs_to_nearest(edges: Edges, goals: PlaceSet, budget: int, closed: PlaceSet, too_far: int) -> list[int]:
    """For each place the least cost from any of the goals within the budget, `too_far` for all others, in one
    search from all goals at once. `closed` cannot be entered."""
    costs = [budget + 1] * len(edges)
    for place in places_in(closed):
        costs[place] = _CLOSED
    buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
    for place in places_in(goals):
        costs[place] = 0
        buckets[0].append(place)
    found = [too_far] * len(edges)
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if costs[place] != cost:
                continue
            found[place] = cost
            for to, step in edges[place]:
                if (total := cost + step) < costs[to]:
                    costs[to] = total
                    buckets[total].append(to)
    return found
