"""Lines from hex to hex, drawn as strings through doors.

Each hexside that a line crosses is a door, of which only the middle part is open. Pulling the string (tension
near 1) makes a turnpike straight; a slack string keeps a river winding; and no line enters a hex that its
data does not name, which `stray_cells` proves.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bullrun.art.geometry import Line, Point, add, distance, left_of, mix, sampled, sub, unit
from bullrun.art.hexes import Cell, HexSheet, R, Side
from bullrun.art.noise import noise_at

OPEN = 0.62  # the open part of a hexside, either way from its middle
ROAM = 0.30  # how far a meeting spot may leave the centre of its hex, in R
PULLS = 24  # rounds of pulling; the string has settled long before

# How taut each kind of line is.
TENSION = {
    "major": 0.92,
    "minor": 0.72,
    "road": 0.72,
    "trail": 0.6,
    "rail": 0.96,
    "unbuilt": 0.96,
    "stream": 0.45,
    "river": 0.42,
}


@dataclass
class _Knot:
    """A point of the string: a door it goes through, or a spot in a hex."""

    rest: Point
    cells: tuple[Cell, ...]
    fixed: bool = False
    middle: Point = (0.0, 0.0)
    along: Point | None = None  # from the middle of the door to its end; None for a spot


class Tracer:
    """Traces lines one after another; where lines meet, the first one drawn fixes the spot."""

    def __init__(self, sheet: HexSheet, meetings: Iterable[Cell], shared_sides: Iterable[Side] = ()) -> None:
        self.sheet = sheet
        self.meetings = frozenset(meetings)
        self.shared_sides = frozenset(
            shared_sides
        )  # crossed by both a road and a stream, which then keep apart
        self.spots: dict[Cell, Point] = {}
        self._doors: dict[tuple[str, Side], Point] = {}

    def trace(
        self,
        cells: Sequence[Cell],
        kind: str,
        family: str,
        sway: float = 0.0,
        runs_out: Collection[Cell] = (),
    ) -> Line:
        """The points of one line. Lines of one family that share a hexside share the door's point too.

        `runs_out` names the end cells from which the line goes on to the frame.
        """
        knots = []
        for i, cell in enumerate(cells):
            if cell in self.spots:
                knots.append(_Knot(self.spots[cell], (cell,), fixed=True))
            elif cell in self.meetings or i in (0, len(cells) - 1):
                knots.append(_Knot(self.sheet.centre(cell), (cell,)))
            if i + 1 < len(cells):
                knots.append(self._door(cell, cells[i + 1], family, sway))
        points = _pulled(knots, TENSION[kind])
        for knot, p in zip(knots, points, strict=True):
            if knot.along is not None:
                self._doors[family, frozenset(knot.cells)] = p
            elif not knot.fixed and knot.cells[0] in self.meetings:
                self.spots[knot.cells[0]] = p
        if cells[0] in runs_out:
            points.insert(0, self._at_the_frame(points[0], points[1]))
        if cells[-1] in runs_out:
            points.append(self._at_the_frame(points[-1], points[-2]))
        return points

    def _door(self, a: Cell, b: Cell, family: str, sway: float) -> _Knot:
        side = frozenset((a, b))
        known = self._doors.get((family, side))
        if known:
            return _Knot(known, (a, b), fixed=True)
        low, high = sorted((a, b))
        c0, c1 = self.sheet.side(low, high)
        middle = mix(c0, c1)
        along = sub(c1, middle)
        wish = (noise_at(middle, 3) - 0.5) * 2 * sway
        if side in self.shared_sides:
            wish += 0.5 if family == "water" else -0.4
        return _Knot(add(middle, along, wish), (a, b), middle=middle, along=along)

    def _at_the_frame(self, last: Point, before: Point) -> Point:
        """Where a line that ends in a hex on the rim meets the nearest edge of the map."""
        box = self.sheet.box
        drift = unit(sub(last, before))
        reach = min(
            (last[0] - box.left, (box.left - 6, last[1] + drift[1] * 8)),
            (box.right - last[0], (box.right + 6, last[1] + drift[1] * 8)),
            (last[1] - box.top, (last[0] + drift[0] * 8, box.top - 6)),
            (box.bottom - last[1], (last[0] + drift[0] * 8, box.bottom + 6)),
        )
        return reach[1]


def _pulled(knots: Sequence[_Knot], tension: float) -> Line:
    points = [knot.rest for knot in knots]
    for _ in range(PULLS):
        for i in range(1, len(knots) - 1):
            knot = knots[i]
            if knot.fixed:
                continue
            if knot.along is None:
                wish = mix(knot.rest, mix(points[i - 1], points[i + 1]), min(1.0, tension + 0.2))
                off = sub(wish, knot.rest)
                points[i] = add(knot.rest, unit(off), min(math.hypot(*off), ROAM * R))
            else:
                points[i] = _through_door(knot, knot.along, points[i - 1], points[i + 1], tension)
    return points


def _through_door(knot: _Knot, along: Point, before: Point, after: Point, tension: float) -> Point:
    way = sub(after, before)
    cross = way[0] * along[1] - way[1] * along[0]
    if abs(cross) < 1e-6:
        return knot.rest
    to = sub(knot.middle, before)
    straight = (to[0] * way[1] - to[1] * way[0]) / cross
    off = sub(knot.rest, knot.middle)
    slack = (off[0] * along[0] + off[1] * along[1]) / (along[0] ** 2 + along[1] ** 2)
    t = max(-OPEN, min(OPEN, slack + (straight - slack) * tension))
    return add(knot.middle, along, t)


def meandered(points: Sequence[Point], swing: float) -> Line:
    """A string with a bend between every two knots: running water never goes straight."""
    out = [points[0]]
    for a, b in itertools.pairwise(points):
        middle = mix(a, b)
        out.append(add(middle, left_of(sub(b, a)), (noise_at(middle, 51) - 0.5) * distance(a, b) * swing))
        out.append(b)
    return out


def runs_of_new_sides(cells: Sequence[Cell], drawn: set[Side]) -> list[list[Cell]]:
    """Splits a path where it follows sides that an earlier path has drawn; notes the new ones in `drawn`."""
    run, out = [cells[0]], []
    for a, b in itertools.pairwise(cells):
        side = frozenset((a, b))
        if side in drawn:
            out.append(run)
            run = [b]
        else:
            drawn.add(side)
            run.append(b)
    return [r for r in [*out, run] if len(r) > 1]


def stray_cells(sheet: HexSheet, line: Sequence[Point], named: Iterable[Cell]) -> list[Cell]:
    """Hexes that a drawn line enters, by more than a graze, although its data does not name them."""
    allowed = set(named)
    strays: dict[Cell, int] = defaultdict(int)
    for p in sampled(line, 6):
        cell = sheet.at(p)
        if cell not in allowed and cell in sheet.cells:
            strays[cell] += 1
    return sorted(cell for cell, points in strays.items() if points > 1)
