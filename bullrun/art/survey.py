"""What the draughtsman takes down from a board before drawing: shapes, lines and names, nothing of the rules.

The kinds of a board's lines and features become the few kinds the art can draw; an unknown kind of feature in
a place is left out of the drawing, an unknown kind of line or hexside is an error: left out, it would lie to
the players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bullrun.art.geometry import Point
from bullrun.art.hexes import Cell, neighbours
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
    "road": "road",
    "trail": "trail",
    "railroad": "rail",
    "incomplete_rr": "unbuilt",
    "unfinished_rr": "unbuilt",
    "embankment": "embankment",
}
WATER = ("river", "stream")
ROADS = ("major", "road", "minor", "trail")
CROSSING_KINDS = ("ford", "bridge", "trestle_site")
SIDE_KINDS = {
    "river": "river",
    "creek": "creek",
    "stream": "creek",
    "cut": "cut",
    "sunken_road": "sunken_road",
    "embankment": "embankment",
    "slope": "slope",
    "steep": "steep",
    "ford": "ford",
    "bridge": "bridge",
    "burned_bridge": "burned_bridge",
}
SIDE_CROSSINGS = ("ford", "bridge", "burned_bridge")
SETTLEMENTS = ("town", "village", "hamlet")

# Hills that the data describes rather than names.
_DESCRIBED = re.compile(r"\b(bluff|valley|slope|knoll)\b", re.IGNORECASE)
_HIGH = re.compile(r"\b(hill|mountain|mount|ridge|heights|lookout|top|knob)\b", re.IGNORECASE)
_OPEN_GROUND = re.compile(
    r"\b(woods?|fields?|wheatfield|orchard|road|lane|run|cut|den|grove|forks|crossing)\b", re.IGNORECASE
)
_REMARK = re.compile(r" \([^)]*\)")
_KNOLL = re.compile(r"\b(knoll)\b", re.IGNORECASE)


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
class Goal:
    """A hex that counts for victory."""

    cell: Cell
    points: str = ""
    early: bool = False
    """It counts for a part of the game only, and not at the end."""


@dataclass(frozen=True)
class Gate:
    """A hex where pieces come in."""

    cell: Cell
    code: str = ""
    side: str = ""


@dataclass(frozen=True)
class HexSurvey:
    """Everything drawn on a hex map."""

    names: Mapping[Cell, str]  # the coordinate of every printed hex
    closed: frozenset[Cell] = frozenset()  # printed, but out of play
    areas: Mapping[str, frozenset[Cell]] = field(
        default_factory=dict
    )  # woods, hilltop, rocks, orchard, marsh ...
    levels: Mapping[Cell, int] = field(default_factory=dict)  # none where the map has no levels
    slopes: frozenset[tuple[Cell, Cell]] = frozenset()  # sides where the level changes: high, low
    steeps: frozenset[tuple[Cell, Cell]] = frozenset()
    crests: tuple[tuple[Cell, Cell], ...] = ()  # hilltop, slope
    paths: tuple[CellPath, ...] = ()
    main_streams: frozenset[str] = frozenset()  # those that matter to the rules; the others are for the eye
    sides: tuple[SideSite, ...] = ()  # as SIDE_KINDS, without slopes; the first hex of a cut is the cut
    crossings: tuple[Site, ...] = ()
    towns: tuple[Site, ...] = ()
    stars: tuple[Cell, ...] = ()
    goals: tuple[Goal, ...] = ()
    hills: tuple[Site, ...] = ()
    places: tuple[Site, ...] = ()  # farms, churches, mills, hamlets, and bare names
    gates: tuple[Gate, ...] = ()
    """Where pieces come in; without any, wherever a road leaves the map."""

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
    return _REMARK.sub("", words).split(", ")[0]


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
    levels = {cell_of[place]: board.levels[place] for place in board.places} if any(board.levels) else {}
    sides = [_side_site(f, cell_of, areas) for f in board.features if f.between]
    hills = tuple(Site("hill", hill.name, cells(hill.tops)) for hill in board.hills)
    return HexSurvey(
        names=names,
        closed=frozenset(names) - playable,
        areas=areas,
        levels=levels,
        slopes=_slopes(sides, levels),
        steeps=_downhill((side for side in sides if side.kind == "steep"), levels),
        crests=tuple((cell_of[a], cell_of[b]) for a in board.places for b in places_in(crest[a])),
        paths=tuple(_cell_path(line, cell_of) for line in board.lines),
        main_streams=frozenset(
            line.name
            for line in board.lines
            if LINE_KINDS[line.kind] == "stream" and line.places in board.regions.values()
        ),
        sides=tuple(side for side in sides if side.kind not in ("slope", "steep")),
        crossings=tuple(Site(f.kind, f.name, cells(f.places)) for f in features if f.kind in CROSSING_KINDS),
        towns=_towns([Site(f.kind, f.name, cells(f.places)) for f in features if f.kind in SETTLEMENTS]),
        stars=tuple(cell for f in features if f.kind == "star" for cell in cells(f.places)),
        goals=tuple(
            Goal(cell, str(f.value or ""), f.note.startswith("before") and "after" not in f.note)
            for f in features
            if f.kind == "objective"
            for cell in cells(f.places)
        ),
        hills=tuple(hill for hill in hills if not _DESCRIBED.search(hill.name) and _HIGH.search(hill.name))
        or _named_hills(board, cell_of, levels),
        places=_named_places(board, cell_of, hills),
        gates=tuple(
            Gate(cell, entry.name if len(entry.name) <= 3 else "", entry.side)
            for entry in board.entries
            if entry.name != board.name(entry.place)
            for cell in cells(entry.places)
        ),
    )


def _side_site(
    feature: Feature, cell_of: Mapping[int, Cell], areas: Mapping[str, frozenset[Cell]]
) -> SideSite:
    """Something on a hexside; the hex that is the cut comes first."""
    if feature.kind not in SIDE_KINDS:
        raise BullrunError(
            f"map hexside of kind {feature.kind!r}: it can be drawn as {', '.join(SIDE_KINDS)}"
        )
    a, b = (cell_of[place] for place in feature.places)
    if feature.kind == "cut" and b in areas.get("railroad_cut", ()) and a not in areas["railroad_cut"]:
        a, b = b, a
    return SideSite(SIDE_KINDS[feature.kind], feature.name, a, b)


def _downhill(sides: Iterable[SideSite], levels: Mapping[Cell, int]) -> frozenset[tuple[Cell, Cell]]:
    """(high, low) of each side; as the data has them where both lie on one level."""
    return frozenset(
        (side.b, side.a) if levels.get(side.b, 0) > levels.get(side.a, 0) else (side.a, side.b)
        for side in sides
    )


def _slopes(sides: Sequence[SideSite], levels: Mapping[Cell, int]) -> frozenset[tuple[Cell, Cell]]:
    """The slopes that the data names; on a map that names none, every change of level is one."""
    named = _downhill((side for side in sides if side.kind == "slope"), levels)
    if named:
        return named
    return frozenset(
        (cell, other)
        for cell, level in levels.items()
        for other in neighbours(cell)
        if levels.get(other, level) < level
    )


def _towns(sites: Sequence[Site]) -> tuple[Site, ...]:
    """Settlements by name; one without a name belongs to the named one that it touches."""
    named = [site for site in sites if site.name]
    for nameless in (site for site in sites if not site.name):
        around = {n for cell in nameless.cells for n in neighbours(cell)}
        for i, site in enumerate(named):
            if site.kind == nameless.kind and around & set(site.cells):
                named[i] = replace(site, cells=(*site.cells, *nameless.cells))
                break
        else:
            named.append(nameless)
    return tuple(named)


def _named_hills(
    board: HexBoard, cell_of: Mapping[int, Cell], levels: Mapping[Cell, int]
) -> tuple[Site, ...]:
    """Hills of a map that has only their names: each spans the hexes of its level around the name."""
    out = []
    for label in board.labels:
        text = plain_name(label.text)
        if label.kind != "place" or not (_HIGH.search(text) or _KNOLL.search(text)):
            continue
        cells = {cell_of[place] for place in label.places}
        if len(cells) == 1:
            (cell,) = cells
            cells |= {n for n in neighbours(cell) if levels.get(n) == levels.get(cell)}
        out.append(Site("hill", text, tuple(sorted(cells))))
    return tuple(out)


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


def _named_places(board: HexBoard, cell_of: Mapping[int, Cell], hills: tuple[Site, ...]) -> tuple[Site, ...]:
    """Printed names that are no hill's, no town's and no crossing's: most of them are houses."""
    lettered = " ".join(hill.name for hill in hills if _HIGH.search(hill.name))
    crossed = {feature.name for feature in board.features if feature.kind in SIDE_CROSSINGS}
    out: list[Site] = []
    for label in board.labels:
        if label.kind != "place" and label.kind not in ("house", "farm", "church", "mill"):
            continue
        is_high = _HIGH.search(label.text)
        if (is_high and (label.text in lettered or not hills)) or label.text in crossed:
            continue
        if not hills and _KNOLL.search(label.text):
            continue
        ground = is_high or _OPEN_GROUND.search(label.text)
        kind = label.kind if label.kind != "place" else "name" if ground else "house"
        text = label.text if hills else plain_name(label.text)
        if any(site.name == text for site in out):
            continue
        out.append(Site(kind, text, tuple(cell_of[p] for p in label.places)))
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
            yield ZoneMark("code", board.name(entry.place), entry.name, entry.side)
