"""Where hexes lie on the sheet. A cell is its centre in the board's own units: columns 3 and rows 2 apart.

In these units the six neighbours are the same six steps for every column, and cells beyond the rim of a map,
which the board does not know, have coordinates like any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from bullrun.art.geometry import Box, Line, Point

Cell: TypeAlias = tuple[int, int]
Side: TypeAlias = frozenset[Cell]

R = 40.0  # centre to corner; all sizes in the art are in these units
H = R * math.sqrt(3)  # height of a hex
STEPS: tuple[Cell, ...] = (
    (3, 1),
    (0, 2),
    (-3, 1),
    (-3, -1),
    (0, -2),
    (3, -1),
)  # step i crosses side i, clockwise from SE
CORNERS: tuple[Point, ...] = tuple(
    (R * math.cos(math.pi / 3 * i), R * math.sin(math.pi / 3 * i)) for i in range(6)
)


def neighbour(cell: Cell, side: int) -> Cell:
    return (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]


def side_towards(a: Cell, b: Cell) -> int:
    return STEPS.index((b[0] - a[0], b[1] - a[1]))


def are_neighbours(a: Cell, b: Cell) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in STEPS


class HexSheet:
    """The cells of a map laid out from `origin`, the upper left corner of the neat line."""

    def __init__(self, cells: Iterable[Cell], origin: Point) -> None:
        self.cells = frozenset(cells)
        xs, ys = zip(*self.cells, strict=True)
        self._shift = (origin[0] + R - min(xs) * R / 2, origin[1] + H / 2 - min(ys) * H / 2)
        self.box = Box(
            origin[0],
            origin[1],
            origin[0] + (max(xs) - min(xs)) * R / 2 + 2 * R,
            origin[1] + (max(ys) - min(ys)) * H / 2 + H,
        )
        any_cell = min(self.cells)
        self._odd = (any_cell[1] - any_cell[0] // 3) % 2  # rows of column c are odd when c + _odd is
        self.columns = sorted(set(xs))
        self.top_row, self.bottom_row = min(ys), max(ys)

    def centre(self, cell: Cell) -> Point:
        return (self._shift[0] + cell[0] * R / 2, self._shift[1] + cell[1] * H / 2)

    def corners(self, cell: Cell) -> Line:
        """Clockwise from the east corner; side i lies between corners i and i + 1."""
        x, y = self.centre(cell)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def side(self, a: Cell, b: Cell) -> tuple[Point, Point]:
        """The two corners of the common hexside; a is on the right hand."""
        i, corner = side_towards(a, b), self.corners(a)
        return corner[i], corner[(i + 1) % 6]

    def at(self, p: Point) -> Cell:
        """The cell that holds a point, on the map or beyond it: the nearest centre of two columns."""
        x, y = (p[0] - self._shift[0]) / (1.5 * R), (p[1] - self._shift[1]) / (H / 2)
        west = math.floor(x)
        found = []
        for column in (west, west + 1):
            odd = (column + self._odd) % 2
            row = 2 * round((y - odd) / 2) + odd
            found.append((((x - column) * 1.5 * R) ** 2 + ((y - row) * H / 2) ** 2, (3 * column, row)))
        return min(found)[1]
