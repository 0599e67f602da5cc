"""Map data files (TOML) to boards. Everything is checked; an error names the file, the item and why.

A map file states what a person would point at on the printed map (named rivers, roads, hills, fords,
woods); which hexes are river hexes, which hexsides are crests, and which land lies on which bank
follow from that here. Each `read_` function below reads one kind of table. Lists of places are text
("U17 U18 U19"), and every item says where it comes from in `source`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any

from bullrun.board.borders import Borders
from bullrun.board.features import Contents, Entry, Feature, Ground, Hill, Label, Line, PlaceSets
from bullrun.board.hex_grid import DIRECTIONS, HexBoard, HexGrid
from bullrun.board.places import Board, PlaceId, PlaceSet, UnknownPlace, bit, places_in, set_of
from bullrun.board.zone_graph import BadZones, Zone, ZoneBoard
from bullrun.errors import BullrunError

SOURCES = ("rulebook", "deduced", "published", "reconstructed")
"""In the rulebook; following from it; in other printed or public matter; made up to fit."""


class MapError(BullrunError):
    """A map file that cannot be used."""


class Item:
    """One table of the file, read field by field; anything left unread is a mistake."""

    def __init__(self, file: str, where: str, fields: Mapping[str, Any]) -> None:
        self.file, self.where = file, where
        self._fields = dict(fields)

    def wrong(self, reason: str) -> MapError:
        return MapError(f"{self.file}: {self.where}: {reason}")

    def has(self, key: str) -> bool:
        return key in self._fields

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        if key not in self._fields:
            if default is None:
                raise self.wrong(f"{key} is missing")
            return default
        value = self._fields.pop(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            wanted = {
                str: "text",
                int: "a whole number",
                list: "a list",
                dict: "a table",
                bool: "true or false",
            }
            raise self.wrong(f"{key} must be {wanted[kind]}, not {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value: str = self.take(key, str, default)
        return value

    def words(self, key: str, default: str | None = None) -> list[str]:
        """Names separated by blanks or line ends."""
        return self.text(key, default).split()

    def source(self) -> str:
        """Where the item comes from: one of SOURCES, with a note after a colon if there is more to say."""
        source = self.text("source")
        if source.split(":")[0] not in SOURCES:
            raise self.wrong(f"source must start with {', '.join(SOURCES)}, not {source!r}")
        return source

    def tables(self, key: str) -> Iterator[Item]:
        """The items of an array of tables, each called by its name or place in error messages."""
        for index, fields in enumerate(self.take(key, list, [])):
            if not isinstance(fields, dict):
                raise self.wrong(f"{key} must be a list of tables")
            called = fields.get("name") or fields.get("text") or fields.get("at") or f"number {index + 1}"
            yield Item(self.file, f"{key}: {called}", fields)

    def table(self, key: str, default: dict[str, Any] | None = None) -> Item:
        return Item(self.file, key, self.take(key, dict, default))

    def rest(self) -> Iterator[tuple[str, Item]]:
        """All remaining fields, each of which must be a table, or a list of tables: its parts."""
        for key in list(self._fields):
            if not isinstance(self._fields[key], list):
                yield key, Item(self.file, f"{self.where}: {key}", self.take(key, dict))
                continue
            for index, fields in enumerate(self.take(key, list)):
                if not isinstance(fields, dict):
                    raise self.wrong(f"{key} must be a table or a list of tables")
                yield key, Item(self.file, f"{self.where}: {key}: number {index + 1}", fields)

    def remaining_words(self) -> Iterator[tuple[str, list[str]]]:
        for key in list(self._fields):
            yield key, self.words(key)

    def done(self) -> None:
        if self._fields:
            raise self.wrong(f"unknown field {', '.join(sorted(self._fields))}")


class Reader:
    """Reads what lies on a board whose places are already known."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.levels: tuple[int, ...] = ()
        self.ground: list[Ground] = []
        self.terrain = PlaceSets()
        self.across: dict[str, list[PlaceSet]] = {}
        self.lines: list[Line] = []
        self.features: list[Feature] = []
        self.hills: list[Hill] = []
        self.labels: list[Label] = []
        self.entries: list[Entry] = []
        self.regions: dict[str, PlaceSet] = {}

    def place(self, item: Item, name: str) -> PlaceId:
        try:
            return self.board.place(name)
        except UnknownPlace as error:
            raise item.wrong(str(error)) from None

    def places(self, item: Item, names: Iterable[str]) -> tuple[PlaceId, ...]:
        found = tuple(self.place(item, name) for name in names)
        if not found:
            raise item.wrong("no place is named")
        for index, place in enumerate(found):
            if place in found[:index]:
                raise item.wrong(f"{self.board.name(place)} is listed twice")
        return found

    def mark(self, kind: str, places: PlaceSet) -> None:
        self.terrain[kind] |= places

    def border(self, item: Item, kind: str, a: PlaceId, b: PlaceId, *, one_way: bool = False) -> None:
        if not self.board.adjacent(a, b):
            raise item.wrong(f"{self.board.name(a)} and {self.board.name(b)} are not adjacent")
        across = self.across.setdefault(kind, [0] * self.board.size)
        across[a] |= bit(b)
        if not one_way:
            across[b] |= bit(a)

    def listed(self, item: Item) -> tuple[PlaceId, ...]:
        """All that is left of an item: rows of hexes by column ("1-3 7"), or `at` with plain names."""
        names = item.words("at", "")
        for column, rows in item.remaining_words():
            names += [f"{column}{row}" for row in expand_rows(item, column, rows)]
        return self.places(item, names)

    # Each reader below takes one kind of table, in the order of a map file.

    def read_levels(self, top: Item) -> None:
        """[levels.3]: the places on level 3. Each place stands on one level; those that no table names are
        on the level `rest`, and without `rest` none may be left out. [[levels.3]] where parts of them come
        from different sources.
        """
        if not top.has("levels"):
            return
        table = top.table("levels")
        rest = table.take("rest", int) if table.has("rest") else None
        levels: dict[PlaceId, int] = {}
        for name, item in table.rest():
            if not name.isdecimal() or not name.isascii():
                raise item.wrong("a level is a whole number")
            source, places = item.source(), self.listed(item)
            self.ground.append(Ground(f"level {name}", set_of(places), source))
            for place in places:
                if place in levels:
                    raise item.wrong(f"{self.board.name(place)} is on level {levels[place]} already")
                levels[place] = int(name)
        missing = [self.board.name(place) for place in self.board.places if place not in levels]
        if rest is None and missing:
            raise table.wrong(f"no level for {' '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}")
        self.levels = tuple(levels.get(place, rest or 0) for place in range(self.board.size))

    def read_terrain(self, top: Item) -> None:
        """[terrain.woods]: the places that have woods; [[terrain.woods]] where parts of them come from
        different sources.
        """
        for kind, item in top.table("terrain", {}).rest():
            source, places = item.source(), self.listed(item)
            for place in places:
                if self.terrain[kind] >> place & 1:
                    raise item.wrong(f"{self.board.name(place)} is listed twice")
            self.mark(kind, set_of(places))
            self.ground.append(Ground(kind, set_of(places), source))

    def read_lines(self, top: Item) -> None:
        for item in top.tables("lines"):
            name, kind, source = item.text("name"), item.text("kind"), item.source()
            path = tuple(self.place(item, place) for place in item.words("path", ""))
            exits = tuple(self.place(item, place) for place in item.words("exits", ""))
            drawn = read_points(item, "drawn") if item.has("drawn") else ()
            item.done()
            if any(line.name == name for line in self.lines):
                raise item.wrong("another line has this name")
            if len(path) < 2 and not (drawn and not path):
                raise item.wrong("a path needs two places or more")
            for end in exits:
                if end not in (path[0], path[-1]):
                    raise item.wrong(f"exit {self.board.name(end)} is not an end of the path")
                if isinstance(self.board, HexBoard) and len(self.board.neighbours[end]) == 6:
                    raise item.wrong(f"exit {self.board.name(end)} is not at the edge of the map")
            for a, b in pairwise(path):
                self.border(item, kind, a, b)
            self.lines.append(Line(name, kind, path, exits, source, drawn))

    def read_features(self, top: Item) -> None:
        for item in top.tables("features"):
            kind, name, source = item.text("kind"), item.text("name", ""), item.source()
            note, side, value = item.text("note", ""), item.text("side", ""), item.take("value", int, 0)
            places = self.places(item, item.words("at"))
            item.done()
            self.mark(kind, set_of(places))
            self.features.append(Feature(kind, name, places, source, note=note, side=side, value=value))
            if name:
                self.labels.append(Label(name, kind, places, source))

    def read_borders(self, top: Item) -> None:
        """Features that lie on the border of two places rather than in one.

        `one_way` features are met only from the first place of a pair to the second; `marks` names a
        terrain that the second place then has. `drop` says by how many levels the second place lies lower:
        "1" by exactly one, "2+" by two or more.
        """
        for item in top.tables("borders"):
            kind, name, source = item.text("kind"), item.text("name", ""), item.source()
            note = item.text("note", "")
            one_way, marks = item.take("one_way", bool, False), item.text("marks", "")
            if marks and not one_way:
                raise item.wrong("marks needs one_way, so that one place of each pair is meant")
            drop = item.text("drop", "")
            if drop and not drop.removesuffix("+").isdecimal():
                raise item.wrong(f"drop must be a number of levels such as 1 or 2+, not {drop!r}")
            for pair in item.words("between"):
                a, separator, b = pair.partition("-")
                if not separator:
                    raise item.wrong(f"{pair!r} must be two places joined by a hyphen")
                ends = self.place(item, a), self.place(item, b)
                self.border(item, kind, *ends, one_way=one_way)
                if drop:
                    self._check_drop(item, drop, *ends)
                if marks:
                    self.mark(marks, bit(ends[1]))
                self.features.append(Feature(kind, name, ends, source, between=True, note=note))
            item.done()

    def _check_drop(self, item: Item, drop: str, high: PlaceId, low: PlaceId) -> None:
        levels = self.levels or (0,) * self.board.size
        fall, least = levels[high] - levels[low], int(drop.removesuffix("+"))
        if fall < least or (fall > least and not drop.endswith("+")):
            names = (
                f"{self.board.name(high)} on level {levels[high]}, {self.board.name(low)} on {levels[low]}"
            )
            raise item.wrong(f"the drop should be {drop}: {names}")

    def read_line_terrain(self, top: Item) -> None:
        """[line_terrain.river] unless = "ford bridge": hexes along a line take its name as terrain."""
        for kind, item in top.table("line_terrain", {}).rest():
            exempt = item.words("unless", "")
            item.done()
            places = 0
            for line in self.lines:
                if line.kind == kind:
                    places |= line.places
            if not places:
                raise item.wrong("no line is of this kind")
            for other in exempt:
                if not self.terrain[other]:
                    raise item.wrong(f"unless {other}: no place has this terrain; kinds are read in order")
                places &= ~self.terrain[other]
            self.mark(kind, places)

    def read_hills(self, top: Item) -> None:
        for item in top.tables("hills"):
            name, source = item.text("name"), item.source()
            tops = self.places(item, item.words("tops"))
            slopes = self.places(item, item.words("slopes"))
            item.done()
            around = self.board.neighbour_set
            for top_place in tops:
                if not around[top_place] & set_of(slopes):
                    raise item.wrong(f"hilltop {self.board.name(top_place)} has no slope beside it")
            for slope in slopes:
                if slope in tops:
                    raise item.wrong(f"{self.board.name(slope)} is both hilltop and slope")
                if not around[slope] & set_of(tops):
                    raise item.wrong(f"slope {self.board.name(slope)} has no hilltop beside it")
                for top_place in tops:
                    if self.board.adjacent(top_place, slope):
                        self.border(item, "crest", top_place, slope, one_way=True)
                        self.border(item, "uphill", slope, top_place, one_way=True)
            self.mark("hilltop", set_of(tops))
            self.mark("slope", set_of(slopes))
            self.hills.append(Hill(name, tops, slopes, source))

    def read_labels(self, top: Item) -> None:
        for item in top.tables("labels"):
            text, source = item.text("text"), item.source()
            places = self.places(item, item.words("at"))
            item.done()
            self.labels.append(Label(text, "place", places, source))

    def read_entries(self, top: Item) -> None:
        for item in top.tables("entries"):
            places = self.places(item, item.words("at"))
            if len(places) > 1 and not item.has("name"):
                raise item.wrong("an entry of several places needs a name")
            name, note = item.text("name", self.board.name(places[0])), item.text("note")
            source, side = item.source(), item.text("side", "")
            item.done()
            if any(entry.name == name for entry in self.entries):
                raise item.wrong(f"another entry is called {name}")
            self.entries.append(Entry(name, places, note, source, side))

    def read_regions(self, top: Item) -> None:
        """A list of places; those of one line (`along`, its name); or all that is reached from a place
        without entering certain lines (`within`, their names) or without crossing certain borders
        (`not_across`, their kinds).
        """
        for item in top.tables("regions"):
            name = item.text("name")
            item.source()
            if name in self.regions:
                raise item.wrong("another region has this name")
            if item.has("at"):
                region = set_of(self.places(item, item.words("at")))
            elif item.has("along"):
                region = self._line(item, "along", item.text("along")).places
            else:
                region = self._flood(item)
            item.done()
            self.regions[name] = region

    def _line(self, item: Item, field: str, name: str) -> Line:
        for line in self.lines:
            if line.name == name:
                return line
        raise item.wrong(f"{field}: no line is called {name!r}")

    def _flood(self, item: Item) -> PlaceSet:
        start = self.place(item, item.text("from"))
        walls = 0
        for bound in item.take("within", list, []):
            walls |= self._line(item, "within", bound).places
        if walls >> start & 1:
            raise item.wrong(f"{self.board.name(start)} lies on the line that bounds the region")
        barriers = item.words("not_across", "")
        for kind in barriers:
            if kind not in self.across:
                raise item.wrong(f"not_across: no border is of the kind {kind!r}")
        region, fresh = bit(start), [start]
        while fresh:
            place = fresh.pop()
            ahead = self.board.neighbour_set[place] & ~walls & ~region
            for kind in barriers:
                ahead &= ~self.across[kind][place]
            region |= ahead
            fresh.extend(places_in(ahead))
        return region

    def contents(self, title: str, digest: str) -> Contents:
        return Contents(
            borders=Borders(self.board.size, self.across),
            title=title,
            levels=self.levels,
            terrain=self.terrain,
            ground=tuple(self.ground),
            regions=self.regions,
            lines=tuple(self.lines),
            features=tuple(self.features),
            hills=tuple(self.hills),
            labels=tuple(self.labels),
            entries=tuple(self.entries),
            digest=digest,
        )


def expand_rows(item: Item, column: str, rows: list[str]) -> Iterator[str]:
    """ "1-3 7" to 1, 2, 3, 7 (keeping two digits where the map prints two)."""
    for part in rows:
        first, _, last = part.partition("-")
        if not first.isdigit() or not (last or first).isdigit() or int(last or first) < int(first):
            raise item.wrong(f"{column}: {part!r} is not a row or a range of rows")
        for row in range(int(first), int(last or first) + 1):
            yield str(row).zfill(len(first))


def read_points(item: Item, key: str) -> tuple[tuple[int, int], ...]:
    """Points as text, "1531,0 1681,1712"."""
    points = []
    for word in item.words(key):
        x, _, y = word.partition(",")
        try:
            points.append((int(x), int(y)))
        except ValueError:
            raise item.wrong(f"{key}: {word!r} must be two whole numbers joined by a comma") from None
    return tuple(points)


def read_hex_shape(top: Item) -> tuple[HexGrid, list[PlaceId]]:
    """[grid] and [[unplayable]]. `directions` names the six neighbours of a hex clockwise, first the one
    in the same column with the lower row number; without it that one lies north."""
    item = top.table("grid")
    item.source()
    first, last, raised = item.text("first"), item.text("last"), item.text("raised_columns")
    directions = tuple(item.words("directions", " ".join(DIRECTIONS)))
    item.done()
    try:
        grid = HexGrid(first, last, raised, directions)
    except BullrunError as error:
        raise item.wrong(str(error)) from None
    closed = []
    for item in top.tables("unplayable"):
        item.source()
        for name in item.words("at"):
            try:
                closed.append(grid.id_of(name))
            except BullrunError as error:
                raise item.wrong(str(error)) from None
        item.done()
    return grid, closed


def read_zones(top: Item) -> tuple[list[Zone], list[tuple[str, str, str]]]:
    """The zones, and (text, zone, source) of the names printed in them."""
    zones, printed = [], []
    for item in top.tables("zones"):
        centre = read_points(item, "centre")
        if len(centre) != 1:
            raise item.wrong("centre must be one point")
        zone = Zone(
            name=item.text("name"),
            centre=centre[0],
            polygon=read_points(item, "polygon"),
            ring=tuple(item.words("ring")),
            source=item.source(),
        )
        zones.append(zone)
        if item.has("label"):
            printed.append((item.text("label"), zone.name, zone.source))
        item.done()
    return zones, printed


def load_map(path: Path | Traversable) -> Board:
    """Read a map file and build its board."""
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MapError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MapError(f"{path}: not a TOML file: {error}") from None
    return build_board(fields, str(path))


def build_board(fields: Mapping[str, Any], file: str) -> Board:
    top = Item(file, "map", fields)
    title, kind = top.text("title"), top.text("kind")
    if kind == "hex":
        grid, closed = read_hex_shape(top)
        reader = Reader(HexBoard(grid, closed))
    elif kind == "zone":
        zones, printed = read_zones(top)
        try:
            reader = Reader(ZoneBoard(zones))
        except BadZones as error:
            raise top.wrong(str(error)) from None
        for text, name, source in printed:
            reader.labels.append(Label(text, "zone", (reader.board.place(name),), source))
    else:
        raise top.wrong(f"kind must be 'hex' or 'zone', not {kind!r}")
    reader.read_levels(top)
    reader.read_terrain(top)
    reader.read_lines(top)
    reader.read_features(top)
    reader.read_borders(top)
    reader.read_line_terrain(top)
    reader.read_hills(top)
    reader.read_labels(top)
    reader.read_entries(top)
    reader.read_regions(top)
    top.done()
    facts = json.dumps(fields, sort_keys=True, default=str)
    contents = reader.contents(title, hashlib.sha256(facts.encode()).hexdigest())
    return HexBoard(grid, closed, contents) if kind == "hex" else ZoneBoard(zones, contents)
