"""Flat-topped hexes in straight columns, every second column raised by half a hex.

Ids are laid out so that each of the six directions is one constant difference of ids, whatever the
column: a set moves one hex by one shift. Columns are separated by at least one bit that is no hex, so
a shifted set never runs over into the next column. The names of the six directions belong to the grid:
on one lying on its side (columns counted to the north) "north" below means towards lower row numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bullrun.board.features import Contents
from bullrun.board.places import Board, PlaceId, PlaceSet, UnknownPlace
from bullrun.errors import BullrunError

if TYPE_CHECKING:
    from bullrun.board.lines import Trace

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions of a grid whose rows are counted to the south, clockwise from the lower row number."""
SIDEWAYS = ("W", "NW", "NE", "E", "SE", "SW")
"""The same six where rows are counted to the east and columns to the north."""
# The same six in axial coordinates (column, diagonal row).
AXIAL_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class BadGrid(BullrunError):
    """Grid facts that describe no hex grid."""


def column_letters(column: int) -> str:
    """1 is A, 26 Z, 27 AA, 28 BB: the letter is repeated, as on the printed maps."""
    return chr(ord("A") + (column - 1) % 26) * ((column - 1) // 26 + 1)


def read_hex_name(name: str) -> tuple[int, int]:
    """Column and row of "BB7" (letters) or "3721" (two digits each)."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not letters and len(digits) == 4 and digits.isascii():
        return int(digits[:2]), int(digits[2:])
    repeated = letters.isascii() and letters.isupper() and letters == letters[0] * len(letters)
    if repeated and digits.isascii() and digits and digits[0] != "0":
        return (len(letters) - 1) * 26 + ord(letters[0]) - ord("A") + 1, int(digits)
    raise BadGrid(f"{name!r} is not a hex name such as U17, BB7 or 3721")


class HexGrid:
    """Extent, naming and bit layout of a hex grid, without anything on it."""

    def __init__(
        self, first: str, last: str, raised_columns: str, directions: tuple[str, ...] = DIRECTIONS
    ) -> None:
        self.first_column, self.first_row = read_hex_name(first)
        last_column, last_row = read_hex_name(last)
        self.columns = last_column - self.first_column + 1
        self.rows = last_row - self.first_row + 1
        if first.isdigit() != last.isdigit():
            raise BadGrid(f"first hex {first} and last hex {last} are named in different ways")
        if self.columns < 1 or self.rows < 1:
            raise BadGrid(f"last hex {last} does not lie south-east of first hex {first}")
        if raised_columns not in ("odd", "even"):
            raise BadGrid(f"raised_columns must be 'odd' or 'even', not {raised_columns!r}")
        if not any(sorted(directions) == sorted(ring) for ring in (DIRECTIONS, SIDEWAYS)):
            raise BadGrid(
                f"directions must be the six of {' '.join(DIRECTIONS)} or of {' '.join(SIDEWAYS)},"
                f" not {' '.join(directions)}"
            )
        ring = DIRECTIONS if "N" in directions else SIDEWAYS
        turn = ring.index(directions[0])
        if directions != ring[turn:] + ring[:turn]:
            raise BadGrid(f"directions {' '.join(directions)} do not go round clockwise")
        self.directions = directions
        self.numbered = first.isdigit()
        # 1 when the westmost column is a low one.
        self._low_start = int((self.first_column % 2 == 1) != (raised_columns == "odd"))
        self.stride = self.rows + 2
        step = self.stride
        self.shifts: tuple[int, ...] = tuple(dq * step + dr for dq, dr in AXIAL_STEPS)
        self.size = self._id(self.columns - 1, self.rows - 1) + 1

    def _id(self, q: int, row: int) -> PlaceId:
        """Id from column and row counted from 0; ids start at 1."""
        return q * self.stride + row - ((q + self._low_start) >> 1) + 1

    def id_at(self, column: int, row: int) -> PlaceId | None:
        """Id from printed column and row, or None off the grid."""
        q, r = column - self.first_column, row - self.first_row
        if 0 <= q < self.columns and 0 <= r < self.rows:
            return self._id(q, r)
        return None

    def id_of(self, name: str) -> PlaceId:
        place = self.id_at(*read_hex_name(name))
        if place is None or self.name_at(*read_hex_name(name)) != name:
            first = self.name_at(self.first_column, self.first_row)
            last = self.name_at(self.first_column + self.columns - 1, self.first_row + self.rows - 1)
            raise UnknownPlace(f"{name} is off the grid {first} to {last}")
        return place

    def name_at(self, column: int, row: int) -> str:
        return f"{column:02}{row:02}" if self.numbered else f"{column_letters(column)}{row}"

    def cells(self) -> list[tuple[PlaceId, int, int]]:
        """(id, column, row) of every hex, by ascending id; columns and rows as printed."""
        return [
            (self._id(q, r), q + self.first_column, r + self.first_row)
            for q in range(self.columns)
            for r in range(self.rows)
        ]

    def centre_at(self, column: int, row: int) -> tuple[int, int]:
        """Centre with columns 3 and rows 2 units apart, y growing to the south.

        In these units the corners lie at (+-2, 0) and (+-1, +-1) from the centre: a hex stretched
        along its axes, which changes no statement about straight lines.
        """
        q = column - self.first_column
        low = (q + self._low_start) % 2
        return 3 * q, 2 * (row - self.first_row) + low


class HexBoard(Board):
    kind = "hex"

    def __init__(
        self,
        grid: HexGrid,
        unplayable: Iterable[PlaceId] = (),
        contents: Contents | None = None,
    ) -> None:
        self.grid = grid
        closed = frozenset(unplayable)
        names = [""] * grid.size
        self._col_row: list[tuple[int, int]] = [(0, 0)] * grid.size
        self._q: list[int] = [0] * grid.size
        self._r: list[int] = [0] * grid.size
        cells = grid.cells()
        for place, column, row in cells:
            names[place] = grid.name_at(column, row)
            self._col_row[place] = (column, row)
            q = column - grid.first_column
            self._q[place] = q
            self._r[place] = place - q * grid.stride
        open_places = {place for place, _, _ in cells} - closed
        # Bits between the columns have no name, so a shifted id that left the map is never open.
        neighbours = [
            tuple(place + shift for shift in grid.shifts if place + shift in open_places)
            if place in open_places
            else ()
            for place in range(grid.size)
        ]
        super().__init__(names, open_places, neighbours, contents)
        self._stride = grid.stride
        self.traces: dict[tuple[PlaceId, PlaceId], Trace] = {}  # filled by lines.trace

    def spread(self, places: PlaceSet) -> PlaceSet:
        stride = self._stride
        diagonal = stride - 1
        return (
            places
            | places << 1
            | places >> 1
            | places << stride
            | places >> stride
            | places << diagonal
            | places >> diagonal
        ) & self.all

    def distance(self, a: PlaceId, b: PlaceId) -> int:
        dq = self._q[b] - self._q[a]
        dr = self._r[b] - self._r[a]
        if (dq < 0) == (dr < 0):
            return abs(dq + dr)
        return max(abs(dq), abs(dr))

    def _disc(self, place: PlaceId, radius: int) -> PlaceSet:
        """Column by column: in axial coordinates a disc is one unbroken run of hexes per column."""
        grid = self.grid
        q, result = self._q[place], 0
        for dq in range(-radius, radius + 1):
            column = q + dq
            if not 0 <= column < grid.columns:
                continue
            north = place + dq * grid.stride - radius + max(0, -dq)
            south = place + dq * grid.stride + radius - max(0, dq)
            top = grid._id(column, 0)
            north, south = max(north, top), min(south, top + grid.rows - 1)
            if north <= south:
                result |= ((1 << (south - north + 1)) - 1) << north
        return result & self.all

    def col_row(self, place: PlaceId) -> tuple[int, int]:
        return self._col_row[place]

    def centre(self, place: PlaceId) -> tuple[int, int]:
        return self.grid.centre_at(*self._col_row[place])

    def axial(self, place: PlaceId) -> tuple[int, int]:
        return self._q[place], self._r[place]

    def step(self, place: PlaceId, direction: int) -> PlaceId | None:
        """The neighbour in one of the grid's six directions (by index), or None at the edge of the map."""
        neighbour = place + self.grid.shifts[direction]
        return neighbour if neighbour > 0 and self.all >> neighbour & 1 else None

    def direction(self, a: PlaceId, b: PlaceId) -> int:
        """Index into the grid's directions of the neighbour b as seen from a."""
        if not self.adjacent(a, b):
            raise ValueError(f"{self.name(a)} and {self.name(b)} are not adjacent")
        return self.grid.shifts.index(b - a)

    def bearing(self, a: PlaceId, b: PlaceId) -> str:
        """The name of the direction in which the neighbour b lies from a, such as "NE"."""
        return self.grid.directions[self.direction(a, b)]
