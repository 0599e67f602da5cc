"""Named things on a map, each with the word of where it comes from. Art and help read these."""

from __future__ import annotations

from dataclasses import dataclass, field

from bullrun.board.borders import Borders


class PlaceSets(dict[str, int]):
    """Sets of places by kind; asking for a kind that the map lacks gives the empty set."""

    def __missing__(self, kind: str) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Line:
    """A road, railroad, river or stream as a chain of neighbouring places.

    One that matters only to the eye has no path and is only drawn.
    """

    name: str
    kind: str
    path: tuple[int, ...]
    exits: tuple[int, ...]  # ends where it goes on beyond the edge of the map
    source: str
    drawn: tuple[tuple[int, int], ...] = ()  # its true course, where the map tells more than the places

    @property
    def places(self) -> int:
        result = 0
        for place in self.path:
            result |= 1 << place
        return result


@dataclass(frozen=True, slots=True)
class Feature:
    """Something at a place (ford, town, star) or, with two places and `between`, on their border."""

    kind: str
    name: str
    places: tuple[int, ...]
    source: str
    between: bool = False
    note: str = ""
    side: str = ""  # the side printed with it, for example that which holds an objective at the start
    value: int = 0  # the number printed with it, for example victory points


@dataclass(frozen=True, slots=True)
class Ground:
    """Places that a map file lists together: a kind of terrain or a height ("level 2")."""

    kind: str
    places: int  # a set
    source: str


@dataclass(frozen=True, slots=True)
class Hill:
    name: str
    tops: tuple[int, ...]
    slopes: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Label:
    """A printed name. `kind` is that of the feature it names, or "place"."""

    text: str
    kind: str
    places: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A place, or several that serve alike, where pieces start, arrive or leave."""

    name: str
    places: tuple[int, ...]
    note: str
    source: str
    side: str = ""  # whose it is; "" where both use it

    @property
    def place(self) -> int:
        """The first of its places, for most entries the only one."""
        return self.places[0]


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything on a board except its shape."""

    borders: Borders
    title: str = ""
    levels: tuple[int, ...] = ()  # by place
    terrain: PlaceSets = field(default_factory=PlaceSets)
    ground: tuple[Ground, ...] = ()
    regions: dict[str, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    features: tuple[Feature, ...] = ()
    hills: tuple[Hill, ...] = ()
    labels: tuple[Label, ...] = ()
    entries: tuple[Entry, ...] = ()
    digest: str = ""  # changes with every fact of the map file
