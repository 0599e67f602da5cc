"""Area maps: zones of any shape, each with its neighbours in ring order.

The ring of a zone lists its neighbours clockwise. Where the zone lies at the edge of the map the ring
has a gap, which matters to fronts: nobody stands beyond the edge, and the two zones on either side of
a gap are not next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bullrun.board.features import Contents
from bullrun.board.places import Board, PlaceId, PlaceSet, bit, places_in, union_of
from bullrun.errors import BullrunError

Point = tuple[int, int]
EDGE = "|"  # stands in a ring for the edge of the map


class BadZones(BullrunError):
    """Zones that do not fit together."""


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    centre: Point  # metres east and north of the south-west corner of the map
    polygon: tuple[Point, ...]  # corners, counter-clockwise
    ring: tuple[str, ...]  # neighbours clockwise, from the first one east of north; EDGE for a gap
    source: str


def turns(names: Sequence[str]) -> list[tuple[str, ...]]:
    """A ring written in every possible way, starting at each of its members."""
    return [(*names[start:], *names[:start]) for start in range(len(names))]


def sides(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise((*polygon, polygon[0])))


class ZoneBoard(Board):
    kind = "zone"

    def __init__(self, zones: Sequence[Zone], contents: Contents | None = None) -> None:
        ids: dict[str, PlaceId] = {}
        for zone in zones:
            if zone.name in ids:
                raise BadZones(f"zone {zone.name} is listed twice")
            ids[zone.name] = len(ids) + 1
        self._zones: tuple[Zone, ...] = tuple(zones)
        check_zones(self._zones)
        rings = [tuple(ids[name] for name in zone.ring if name != EDGE) for zone in zones]
        super().__init__(["", *ids], ids.values(), [(), *rings], contents)
        # (zone, neighbour) -> the next neighbour clockwise, unless the edge of the map comes first
        self._clockwise: dict[tuple[PlaceId, PlaceId], PlaceId] = {}
        self._anticlockwise: dict[tuple[PlaceId, PlaceId], PlaceId] = {}
        for zone in zones:
            for one, following in pairwise((*zone.ring, zone.ring[0])):
                if EDGE not in (one, following):
                    self._clockwise[ids[zone.name], ids[one]] = ids[following]
                    self._anticlockwise[ids[zone.name], ids[following]] = ids[one]
        self._distances: dict[PlaceId, list[int]] = {}

    def spread(self, places: PlaceSet) -> PlaceSet:
        return places | union_of(self.neighbour_set, places)

    def distance(self, a: PlaceId, b: PlaceId) -> int:
        found = self._distances.get(a)
        if found is None:
            found = self._distances[a] = self._distances_from(a)
        return found[b]

    def _distances_from(self, place: PlaceId) -> list[int]:
        found = [0] * self.size
        steps, reached, rim = 0, bit(place), bit(place)
        while rim:
            for zone in places_in(rim):
                found[zone] = steps
            wider = self.spread(rim) | reached
            steps, reached, rim = steps + 1, wider, wider & ~reached
        return found

    def _disc(self, place: PlaceId, radius: int) -> PlaceSet:
        reached = bit(place)
        for _ in range(radius):
            reached = self.spread(reached)
        return reached

    def centre(self, place: PlaceId) -> Point:
        return self._zones[place - 1].centre

    def polygon(self, place: PlaceId) -> tuple[Point, ...]:
        return self._zones[place - 1].polygon

    def source(self, place: PlaceId) -> str:
        return self._zones[place - 1].source

    def ring(self, place: PlaceId) -> tuple[PlaceId, ...]:
        """Neighbours clockwise. Gaps are not shown: ask `clockwise` what comes next."""
        return self.neighbours[place]

    def clockwise(self, place: PlaceId, neighbour: PlaceId) -> PlaceId | None:
        """The neighbour after this one going clockwise, or None where the edge of the map comes first."""
        return self._clockwise.get((place, neighbour))

    def anticlockwise(self, place: PlaceId, neighbour: PlaceId) -> PlaceId | None:
        return self._anticlockwise.get((place, neighbour))

    def shared_border(self, a: PlaceId, b: PlaceId) -> tuple[tuple[Point, Point], ...]:
        """The straight pieces of the border between two zones, for drawing."""
        theirs = {frozenset(side) for side in sides(self.polygon(b))}
        return tuple(side for side in sides(self.polygon(a)) if frozenset(side) in theirs)

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the map in metres."""
        corners = [corner for zone in self._zones for corner in zone.polygon]
        return max(x for x, _ in corners), max(y for _, y in corners)


def check_zones(zones: Sequence[Zone]) -> None:
    """Polygons must fit together, and each ring must be what the polygons show."""
    owners: dict[frozenset[Point], list[str]] = {}
    for zone in zones:
        if len(zone.polygon) < 3 or len(set(zone.polygon)) < len(zone.polygon):
            raise BadZones(f"zone {zone.name}: a polygon needs three corners or more, all different")
        x, y = zone.centre
        for (ax, ay), (bx, by) in sides(zone.polygon):
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0:
                raise BadZones(
                    f"zone {zone.name}: its centre must lie inside and its corners run counter-clockwise,"
                    f" which fails at the side {ax},{ay} to {bx},{by}"
                )
            owners.setdefault(frozenset({(ax, ay), (bx, by)}), []).append(zone.name)
    names = {zone.name for zone in zones}
    for zone in zones:
        for neighbour in zone.ring:
            if neighbour != EDGE and neighbour not in names:
                raise BadZones(f"zone {zone.name}: neighbour {neighbour} is not a zone")
        shown: list[str] = []
        for side in reversed(sides(zone.polygon)):
            others = [name for name in owners[frozenset(side)] if name != zone.name]
            if len(others) > 1:
                raise BadZones(f"zone {zone.name}: {' and '.join(others)} both lie across one of its sides")
            if not shown or shown[-1] != (others or [EDGE])[0]:
                shown += others or [EDGE]
        if len(shown) > 1 and shown[0] == shown[-1]:
            shown.pop()
        if zone.ring not in turns(shown):
            raise BadZones(
                f"zone {zone.name}: the ring is given as {' '.join(zone.ring)},"
                f" but the polygons show {' '.join(shown)}"
            )
