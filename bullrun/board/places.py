"""Places and sets of places: what every board offers, whatever its shape.

A place is a small positive int and a set of places is an int used as a bit set, so that the set
algebra of rules (control zones, floods, discs) is a few machine operations. Id 0 is never a place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from bullrun.board.borders import Borders
from bullrun.board.features import Contents, Entry, Feature, Ground, Hill, Label, Line, PlaceSets
from bullrun.errors import BullrunError
from bullrun.fast import places_in as places_in
from bullrun.fast import set_of as set_of
from bullrun.fast import union_of as union_of

PlaceId = int
PlaceSet = int


class UnknownPlace(BullrunError):
    """A name or id that is no place of this board."""


def bit(place: PlaceId) -> PlaceSet:
    return 1 << place


@lru_cache(maxsize=50_000)
def place_list(places: PlaceSet) -> tuple[PlaceId, ...]:
    """The places of a set in ascending order, remembered: for sets that come up again and again."""
    return tuple(places_in(places))


class Board(ABC):
    """Places, who borders whom, and what lies on and between them. Never changes after loading."""

    kind: str

    def __init__(
        self,
        names: Sequence[str],
        playable: Iterable[PlaceId],
        neighbours: Sequence[tuple[PlaceId, ...]],
        contents: Contents | None = None,
    ) -> None:
        self.names: list[str] = list(names)
        self.size: int = len(self.names)
        self.places: tuple[PlaceId, ...] = tuple(sorted(playable))
        self.all: PlaceSet = set_of(self.places)
        self.neighbours: list[tuple[PlaceId, ...]] = list(neighbours)
        self.neighbour_set: list[PlaceSet] = [set_of(around) for around in self.neighbours]
        self._ids: dict[str, PlaceId] = {self.names[place]: place for place in self.places}
        self._discs: dict[tuple[PlaceId, int], PlaceSet] = {}
        contents = contents or Contents(borders=Borders(self.size, {}))
        self.contents: Contents = contents
        self.title: str = contents.title
        self.levels: tuple[int, ...] = contents.levels or (0,) * self.size
        """Height by place; all 0 where the map has no levels."""
        self.terrain: PlaceSets = contents.terrain
        self.ground: tuple[Ground, ...] = contents.ground
        self.borders: Borders = contents.borders
        self.regions: dict[str, PlaceSet] = contents.regions
        self.lines: tuple[Line, ...] = contents.lines
        self.features: tuple[Feature, ...] = contents.features
        self.hills: tuple[Hill, ...] = contents.hills
        self.labels: tuple[Label, ...] = contents.labels
        self.label_of: dict[str, str] = {}
        for label in self.labels:
            for place in label.places:
                self.label_of.setdefault(self.names[place], label.text)
        self.entries: tuple[Entry, ...] = contents.entries
        self.memo: dict[str, Any] = {}
        """What games have worked out from this map alone, by name; shared by all that is played on it."""

    def __getstate__(self) -> dict[str, Any]:
        """What another process makes it from again; it works out for itself what is in the memo."""
        return {**vars(self), "memo": {}}

    def place(self, name: str) -> PlaceId:
        try:
            return self._ids[name]
        except KeyError:
            raise UnknownPlace(self._why_unknown(name)) from None

    def find(self, name: str) -> PlaceId | None:
        """The place of this name; None when the map has no such place in play."""
        return self._ids.get(name)

    def name(self, place: PlaceId) -> str:
        if not 0 < place < self.size or not self.names[place]:
            raise UnknownPlace(f"{place} is not the id of a place on this map")
        return self.names[place]

    def called(self, name: str) -> str:
        """A place as a reader knows it: "Chinn Ridge (84)" where the map has a name for it."""
        label = self.label_of.get(name)
        return f"{label} ({name})" if label else name

    def set_named(self, names: Iterable[str]) -> PlaceSet:
        """The set of the places with these names."""
        return set_of(self.place(name) for name in names)

    def names_of(self, places: PlaceSet) -> list[str]:
        """Names of a set, in ascending order of the places' ids."""
        return [self.names[place] for place in places_in(places)]

    def line(self, name: str) -> Line:
        for line in self.lines:
            if line.name == name:
                return line
        raise KeyError(name)

    def named(self, name: str) -> PlaceSet:
        """The places of the feature (ford, bridge, town ...) with this name."""
        found = set_of(place for feature in self.features if feature.name == name for place in feature.places)
        if not found:
            raise KeyError(name)
        return found

    def adjacent(self, a: PlaceId, b: PlaceId) -> bool:
        return bool(self.neighbour_set[a] >> b & 1)

    @abstractmethod
    def spread(self, places: PlaceSet) -> PlaceSet:
        """The set together with all neighbours of its places."""

    @abstractmethod
    def distance(self, a: PlaceId, b: PlaceId) -> int:
        """Steps from a to b over the map, whatever the terrain."""

    @abstractmethod
    def _disc(self, place: PlaceId, radius: int) -> PlaceSet: ...

    @abstractmethod
    def centre(self, place: PlaceId) -> tuple[int, int]:
        """The centre of a place in the board's own whole-number coordinates."""

    def within(self, place: PlaceId, n: int) -> PlaceSet:
        """All places at distance n or less, the place itself included."""
        found = self._discs.get((place, n))
        if found is None:
            found = self._discs[place, n] = self._disc(place, n)
        return found

    def _why_unknown(self, name: str) -> str:
        if name in self.names and name:
            return f"{name} is printed on this map but is not in play"
        from difflib import get_close_matches  # costs import time that only an error should pay

        near = get_close_matches(name.upper(), self._ids, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return f"{name!r} is not a place on this map{hint}"
