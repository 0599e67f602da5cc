"""Distances in movement points over a zone map: command ranges, headquarters, the nearest free zone."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet

Steps = list[tuple[tuple[PlaceId, int], ...]]
"""For each zone the neighbours that can be entered, with the cost in movement points."""


def flood(steps: Steps, start: PlaceId, points: int, barred: PlaceSet) -> dict[PlaceId, int]:
    """The cost to every zone within so many points, going round barred zones."""
    costs = {start: 0}
    buckets: list[list[PlaceId]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for spent in range(points + 1):
        for zone in buckets[spent]:
            if costs[zone] != spent:
                continue
            for to, cost in steps[zone]:
                total = spent + cost
                if total <= points and not barred >> to & 1 and total < costs.get(to, 999):
                    costs[to] = total
                    buckets[total].append(to)
    return costs
