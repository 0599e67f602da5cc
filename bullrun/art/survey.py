"""What the draughtsman takes down from a board before drawing: shapes, lines and names, nothing of the rules.

The kinds of a board's lines and features become the few kinds the art can draw; an unknown kind of feature is
left out of the drawing, an unknown kind of line is drawn as a minor road.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bullrun.art.geometry import Point
from bullrun.art.hexes import Cell
from bullrun.board.features import Feature, Line
from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import places_in
from bullrun.board.zone_graph import ZoneBoard
from bullrun.errors import BullrunError

LINE_KINDS = {
    "river": "river",
    "stream": "stream",
    "creek": "stream",
    "road_major": "major",
    "pike": "major",
    "road_minor": "minor",
    "road": "minor",
    "trail": "trail",
    "railroad": "rail",
    "incomplete_rr": "unbuilt",
    "unfinished_rr": "unbuilt",
    "embankment": "embankment",
}
WATER = ("river", "stream")
ROADS = ("major", "minor", "trail")
CROSSING_KINDS = ("ford", "bridge", "trestle_site")
SIDE_KINDS = {
    "river": "river",
    "creek": "creek",
    "stream": "creek",
    "cut": "cut",
    "sunken_road": "sunken_road",
    "steep": "steep",
}
SETTLEMENTS = ("town", "village", "hamlet")

# Hills that the data describes rather than names.
_DESCRIBED = re.compile(r"\b(bluff|valley|slope|knoll)\b", re.IGNORECASE)
_HIGH = re.compile(r"\b(hill|mountain|mount|ridge|heights|lookout|top|knob)\b", re.IGNORECASE)
_OPEN_GROUND = re.compile(
    r"\b(woods?|fields?|wheatfield|orchard|road|lane|run|cut|den|grove)\b", re.IGNORECASE
)
_LEVEL = re.compile(r"(?:level|elevation)_?(\d+)")


@dataclass(frozen=True)
class CellPath:
    """A line as a chain of hexes."""

    kind: str
    name: str
    cells: tuple[Cell, ...]
    exits: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Site:
    """Something with a name (perhaps empty) in one hex or in several."""

    kind: str
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class SideSite:
    """Something on the hexside between two hexes."""

    kind: str
    name: str
    a: Cell
    b: Cell


@dataclass(frozen=True)
class HexSurvey:
    """Everything drawn on a hex map."""

    names: Mapping[Cell, str]  # the coordinate of every printed hex
    closed: frozenset[Cell] = frozenset()  # printed, but out of play
    areas: Mapping[str, frozenset[Cell]] = field(
        default_factory=dict
    )  # woods, hilltop, rocks, orchard, marsh ...
    levels: Mapping[Cell, int] = field(default_factory=dict)
    crests: tuple[tuple[Cell, Cell], ...] = ()  # hilltop, slope
    paths: tuple[CellPath, ...] = ()
    sides: tuple[
        SideSite, ...
    ] = ()  # creek, river, steep (the first hex is the higher), cut, sunken_road, ford, bridge
    crossings: tuple[Site, ...] = ()
    towns: tuple[Site, ...] = ()
    stars: tuple[Cell, ...] = ()
    hills: tuple[Site, ...] = ()
    places: tuple[Site, ...] = ()  # farms, churches, mills, hamlets, and bare names
    entries: tuple[Site, ...] = ()

    def area(self, kind: str) -> frozenset[Cell]:
        return self.areas.get(kind, frozenset())


@dataclass(frozen=True)
class ZoneBorder:
    """A straight piece of the border of two zones (b is "" on the rim of the map); metres, y to the north."""

    a: str
    b: str
    ends: tuple[Point, Point]
    river: str = ""
    crossing: str = ""
    crossing_name: str = ""
    high: str = ""
    """The zone on top of the escarpment that lies on this border, if one does."""


@dataclass(frozen=True)
class ZoneLine:
    kind: str
    name: str
    points: tuple[Point, ...]
    zones: tuple[str, ...] = ()


@dataclass(frozen=True)
class ZoneMark:
    """An objective (worth `words` points), a set-up code, or a settlement (called `words`), in a zone."""

    kind: str
    zone: str
    words: str
    side: str = ""
    """The side whose objective it is; "" if whoever holds it scores."""


@dataclass(frozen=True)
class ZoneSurvey:
    """Everything drawn on a zone map."""

    polygons: Mapping[str, tuple[Point, ...]]
    centres: Mapping[str, Point]
    names: Mapping[str, str]  # zone id to the printed name, "" where it has none
    areas: Mapping[str, frozenset[str]] = field(default_factory=dict)  # woods, hill
    borders: tuple[ZoneBorder, ...] = ()
    lines: tuple[ZoneLine, ...] = ()
    marks: tuple[ZoneMark, ...] = ()

    def area(self, kind: str) -> frozenset[str]:
        return self.areas.get(kind, frozenset())


def plain_name(words: str) -> str:
    """A name without the remark in brackets or after a comma that tells two stretches apart."""
    return words.split(" (")[0].split(", ")[0]


# ---------------------------------------------------------------- hex maps


def survey_hexes(board: HexBoard) -> HexSurvey:
    grid = board.grid
    cell_of = {place: grid.centre_at(column, row) for place, column, row in grid.cells()}
    names = {grid.centre_at(column, row): grid.name_at(column, row) for _, column, row in grid.cells()}
    playable = {cell_of[place] for place in board.places}

    def cells(places: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(cell_of[place] for place in places)

    areas = {kind: frozenset(cells(places_in(places))) for kind, places in sorted(board.terrain.items())}
    crest = board.borders.across("crest")
    features = [feature for feature in board.features if not feature.between]
    hills = tuple(Site("hill", hill.name, cells(hill.tops)) for hill in board.hills)
    return HexSurvey(
        names=names,
        closed=frozenset(names) - playable,
        areas=areas,
        levels=_levels(areas),
        crests=tuple((cell_of[a], cell_of[b]) for a in board.places for b in places_in(crest[a])),
        paths=tuple(_cell_path(line, cell_of) for line in board.lines),
        sides=tuple(
            SideSite(SIDE_KINDS.get(f.kind, f.kind), f.name, cell_of[f.places[0]], cell_of[f.places[1]])
            for f in board.features
            if f.between and (f.kind in SIDE_KINDS or f.kind in CROSSING_KINDS)
        ),
        crossings=tuple(Site(f.kind, f.name, cells(f.places)) for f in features if f.kind in CROSSING_KINDS),
        towns=tuple(Site(f.kind, f.name, cells(f.places)) for f in features if f.kind in SETTLEMENTS),
        stars=tuple(cell for f in features if f.kind in ("star", "objective") for cell in cells(f.places)),
        hills=tuple(hill for hill in hills if not _DESCRIBED.search(hill.name) and _HIGH.search(hill.name)),
        places=_named_places(board, cell_of, hills),
        entries=tuple(
            Site("entry", entry.name, (cell_of[entry.place],))
            for entry in board.entries
            if entry.name != board.name(entry.place)
        ),
    )


def _drawn_as(kind: str) -> str:
    """An unknown kind is an error: drawn as a road, it would lie to the players."""
    if kind not in LINE_KINDS:
        raise BullrunError(f"map line of kind {kind!r}: it can be drawn as {', '.join(LINE_KINDS)}")
    return LINE_KINDS[kind]


def _cell_path(line: Line, cell_of: Mapping[int, Cell]) -> CellPath:
    kind = _drawn_as(line.kind)
    return CellPath(
        kind, line.name, tuple(cell_of[p] for p in line.path), tuple(cell_of[p] for p in line.exits)
    )


def _levels(areas: Mapping[str, frozenset[Cell]]) -> dict[Cell, int]:
    """Elevation from kinds of terrain such as level_2."""
    return {
        cell: int(m[1]) for kind, cells in areas.items() if (m := _LEVEL.fullmatch(kind)) for cell in cells
    }


def _named_places(board: HexBoard, cell_of: Mapping[int, Cell], hills: tuple[Site, ...]) -> tuple[Site, ...]:
    """Printed names that are no hill's, no town's and no crossing's: most of them are houses."""
    lettered = " ".join(hill.name for hill in hills if _HIGH.search(hill.name))
    out = []
    for label in board.labels:
        if label.kind != "place" and label.kind not in ("house", "farm", "church", "mill"):
            continue
        if label.text in lettered and _HIGH.search(label.text):
            continue
        ground = _HIGH.search(label.text) or _OPEN_GROUND.search(label.text)
        kind = label.kind if label.kind != "place" else "name" if ground else "house"
        out.append(Site(kind, label.text, tuple(cell_of[p] for p in label.places)))
    return tuple(out)


# ---------------------------------------------------------------- zone maps


def survey_zones(board: ZoneBoard) -> ZoneSurvey:
    polygons = {board.name(p): tuple((float(x), float(y)) for x, y in board.polygon(p)) for p in board.places}
    centres = {board.name(p): (float(board.centre(p)[0]), float(board.centre(p)[1])) for p in board.places}
    names = {board.name(p): "" for p in board.places}
    for label in board.labels:
        if label.kind in ("place", "zone"):
            names[board.name(label.places[0])] = label.text
    # Where a map has only one kind of road, it is drawn as the clearest one.
    one_kind_of_road = len({LINE_KINDS.get(line.kind) for line in board.lines} & set(ROADS)) == 1
    return ZoneSurvey(
        polygons=polygons,
        centres=centres,
        names=names,
        areas={kind: frozenset(board.names_of(places)) for kind, places in sorted(board.terrain.items())},
        borders=_zone_borders(board, polygons),
        lines=tuple(
            ZoneLine(
                _zone_line_kind(line.kind, one_kind_of_road),
                line.name,
                tuple((float(x), float(y)) for x, y in line.drawn)
                or tuple(centres[board.name(p)] for p in line.path),
                tuple(board.name(p) for p in line.path),
            )
            for line in board.lines
        ),
        marks=tuple(_zone_marks(board)),
    )


def _zone_line_kind(kind: str, one_kind_of_road: bool) -> str:
    drawn = _drawn_as(kind)
    return "major" if one_kind_of_road and drawn in ROADS else drawn


def _zone_borders(board: ZoneBoard, polygons: Mapping[str, tuple[Point, ...]]) -> tuple[ZoneBorder, ...]:
    """Each straight piece of border once: the sides of the polygons, matched in both directions."""
    owners: dict[tuple[Point, Point], list[str]] = {}
    for name, polygon in polygons.items():
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            low, high = sorted((a, b))
            owners.setdefault((low, high), []).append(name)
    between: dict[frozenset[str], list[Feature]] = {}
    for feature in board.features:
        if feature.between:
            between.setdefault(frozenset(board.name(p) for p in feature.places), []).append(feature)
    out = []
    for ends, names in owners.items():
        one, other = names[0], names[1] if len(names) > 1 else ""
        here = between.get(frozenset((one, other)), [])
        river = next((f.name or "river" for f in here if f.kind == "river"), "")
        crossing = next((f for f in here if f.kind in CROSSING_KINDS), None)
        hilltop = ""
        for foot, top in ((one, other), (other, one)):
            if other and board.borders.has("climb", board.place(foot), board.place(top)):
                hilltop = top
        out.append(
            ZoneBorder(
                one,
                other,
                ends,
                river,
                crossing.kind if crossing else "",
                crossing.name if crossing else "",
                hilltop,
            )
        )
    return tuple(out)


OTHER = {"union": "confederate", "confederate": "union"}


def _zone_marks(board: ZoneBoard) -> Iterable[ZoneMark]:
    for feature in board.features:
        if feature.between:
            continue
        for place in feature.places:
            if feature.kind in SETTLEMENTS:
                yield ZoneMark(feature.kind, board.name(place), feature.name)
            elif feature.kind in ("star", "objective"):
                # Without points of its own it is one side's to take from the side that holds it.
                wanted = "" if feature.value else OTHER.get(feature.side, "")
                yield ZoneMark("objective", board.name(place), str(feature.value or ""), wanted)
    for entry in board.entries:
        if len(entry.name) <= 2:
            yield ZoneMark("code", board.name(entry.place), entry.name)
