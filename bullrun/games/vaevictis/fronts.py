"""Facing on a zone map: which neighbours a brigade has in its front; all others are its flank.

A brigade faces one neighbouring zone. Its front is that zone with the next one on either side in the
ring of neighbours; at the edge of the map the front ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.board.zone_graph import ZoneBoard

Fronts = dict[PlaceId, PlaceSet]
"""For each zone that can be faced, the zones of that front."""


def fronts_of(board: ZoneBoard, zone: PlaceId) -> Fronts:
    """The front for each facing of a brigade in a zone."""
    fronts: Fronts = {}
    for faced in board.ring(zone):
        front = 1 << faced
        for beside in (board.anticlockwise(zone, faced), board.clockwise(zone, faced)):
            if beside is not None:
                front |= 1 << beside
        fronts[faced] = front
    return fronts


def front_tables(board: ZoneBoard) -> list[Fronts]:
    """The fronts of every zone, indexed by zone."""
    tables: list[Fronts] = [{} for _ in range(board.size)]
    for zone in board.places:
        tables[zone] = fronts_of(board, zone)
    return tables


def facings_with_most(fronts: Fronts, weights: Mapping[PlaceId, int]) -> PlaceSet:
    """The facings whose front holds as much as possible; a zone counts as much as its weight."""
    most, best = -1, 0
    for faced, front in fronts.items():
        count = 0
        for zone, weight in weights.items():
            if front >> zone & 1:
                count += weight
        if count > most:
            most, best = count, 1 << faced
        elif count == most:
            best |= 1 << faced
    return best
