"""How far a piece can go: a bucket-queue search in whole cost units over steps prepared beforehand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bullrun.board.places import PlaceId, PlaceSet

Edges = Sequence[tuple[tuple[PlaceId, int], ...]]
"""For each place the places that can be entered from it, with the cost of the step."""


class Reach:
    """Where a piece can get to: the least cost of each place and the place before it on the way."""

    __slots__ = ("costs", "mask", "parents", "start")

    def __init__(self, start: PlaceId, costs: dict[PlaceId, int], parents: dict[PlaceId, PlaceId]) -> None:
        self.start = start
        self.costs = costs
        self.parents = parents
        mask = 0
        for place in costs:
            mask |= 1 << place
        self.mask: PlaceSet = mask & ~(1 << start)
        """All places but the start."""

    def path(self, to: PlaceId) -> list[PlaceId]:
        """The way to a place, start left out, the place itself last."""
        steps = []
        while to != self.start:
            steps.append(to)
            to = self.parents[to]
        steps.reverse()
        return steps


def search(
    edges: Edges,
    start: PlaceId,
    budget: int,
    stops: Collection[PlaceId] = (),
    closed: Collection[PlaceId] = (),
    barred_at_start: PlaceSet = 0,
) -> Reach:
    """All places within the budget. `stops` may be entered but not left, `closed` not be entered;
    `barred_at_start` cannot be entered straight from the start. Ties go to the way found first, and
    neighbours are tried in the board's own order, so the same question has the same answer everywhere."""
    costs = {start: 0}
    parents: dict[PlaceId, PlaceId] = {}
    buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
    for to, cost in edges[start]:
        if cost <= budget and not barred_at_start >> to & 1 and to not in closed:
            costs[to] = cost
            parents[to] = start
            buckets[cost].append(to)
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if costs[place] != cost or place in stops:
                continue
            for to, step in edges[place]:
                total = cost + step
                if total > budget:
                    continue
                known = costs.get(to)
                if known is None or total < known:
                    if to in closed:
                        continue
                    costs[to] = total
                    parents[to] = place
                    buckets[total].append(to)
    return Reach(start, costs, parents)
