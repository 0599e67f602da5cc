"""Area maps: zones of any shape, each with its neighbours in ring order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bullrun.board.features import Contents
from bullrun.board.places import Board, PlaceId, PlaceSet, bit, places_in
from bullrun.errors import BullrunError

Point = tuple[int, int]


class BadZones(BullrunError):
    """Zones that do not fit together."""


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    centre: Point  # metres east and north of the south-west corner of the map
    polygon: tuple[Point, ...]
    ring: tuple[str, ...]  # neighbours clockwise, the first being the one nearest to north going clockwise
    source: str


class ZoneBoard(Board):
    kind = "zone"

    def __init__(self, zones: Sequence[Zone], contents: Contents | None = None) -> None:
        ids = {zone.name: index for index, zone in enumerate(zones, start=1)}
        if len(ids) != len(zones):
            names = [zone.name for zone in zones]
            raise BadZones(f"zone {next(name for name in names if names.count(name) > 1)} is listed twice")
        self._zones: dict[PlaceId, Zone] = dict(enumerate(zones, start=1))
        rings: list[tuple[PlaceId, ...]] = [()]
        for zone in zones:
            for neighbour in zone.ring:
                if neighbour not in ids:
                    raise BadZones(f"zone {zone.name}: neighbour {neighbour} is not a zone")
                if neighbour == zone.name or zone.ring.count(neighbour) > 1:
                    raise BadZones(f"zone {zone.name}: {neighbour} stands wrongly in its ring")
                if zone.name not in zones[ids[neighbour] - 1].ring:
                    raise BadZones(f"zone {zone.name}: {neighbour} does not name it as a neighbour in turn")
            if len(zone.polygon) < 3:
                raise BadZones(f"zone {zone.name}: a polygon needs three corners or more")
            rings.append(tuple(ids[neighbour] for neighbour in zone.ring))
        super().__init__(["", *ids], ids.values(), rings, contents)
        self._distances: dict[PlaceId, list[int]] = {}

    def spread(self, places: PlaceSet) -> PlaceSet:
        result = places
        for place in places_in(places):
            result |= self.neighbour_set[place]
        return result

    def distance(self, a: PlaceId, b: PlaceId) -> int:
        return self._distances_from(a)[b]

    def _distances_from(self, place: PlaceId) -> list[int]:
        """Steps to every zone; -1 where no chain of zones leads."""
        found = self._distances.get(place)
        if found is None:
            found = [-1] * self.size
            reached, steps = bit(place), 0
            edge = reached
            while edge:
                for zone in places_in(edge):
                    found[zone] = steps
                wider = self.spread(edge) | reached
                edge, reached, steps = wider & ~reached, wider, steps + 1
            self._distances[place] = found
        return found

    def _disc(self, place: PlaceId, radius: int) -> PlaceSet:
        reached = bit(place)
        for _ in range(radius):
            reached = self.spread(reached)
        return reached

    def centre(self, place: PlaceId) -> Point:
        return self._zones[place].centre

    def polygon(self, place: PlaceId) -> tuple[Point, ...]:
        return self._zones[place].polygon

    def source(self, place: PlaceId) -> str:
        return self._zones[place].source

    def ring(self, place: PlaceId) -> tuple[PlaceId, ...]:
        """Neighbours clockwise; the last is followed by the first."""
        return self.neighbours[place]

    def index_in_ring(self, place: PlaceId, neighbour: PlaceId) -> int:
        if not self.adjacent(place, neighbour):
            raise ValueError(f"{self.name(neighbour)} does not border {self.name(place)}")
        return self.neighbours[place].index(neighbour)
