"""Commanders alone in the way of the enemy: where they go."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, PlaceSet, union_of


def displacement_zones(
    passable: Sequence[PlaceSet], start: PlaceId, enemy: PlaceSet, bad: PlaceSet, zones: int = 2
) -> PlaceSet:
    """The zones one to `zones` steps away that are not `bad`, on ways free of enemies; if there are none,
    the nearest ones farther off. `passable` gives the neighbours that can be entered from each zone."""
    reached = edge = 1 << start
    goals, steps = 0, 0
    while edge and (steps < zones or not goals):
        edge = union_of(passable, edge) & ~reached & ~enemy
        reached |= edge
        steps += 1
        goals |= edge & ~bad
    return goals
