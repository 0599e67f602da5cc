"""Straight lines between hex centres, in whole numbers only.

A line meets the hexes between its ends in one of four ways, and all are told apart:
it passes through a hex; it runs along the side between two hexes (a tie: both are returned, and the
rules of a game say who chooses); it goes from one hex to the next through a common corner, only
touching a third; or it passes outside the map. Nothing is nudged, so a line depends only on where its
ends lie relative to each other, and is the same from either end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId

Side = tuple[PlaceId, PlaceId]  # a hexside, as (the hex left, the hex entered)
Point = tuple[int, int]


class Passage(NamedTuple):
    """One hex a line may be said to pass through, with the hexsides it then crosses.

    The sides are those crossed to enter the hex. A tied hex also has the side by which it is left,
    because the step that follows cannot know which of the two was chosen.
    """

    place: PlaceId
    sides: tuple[Side, ...]


class Passed(NamedTuple):
    passages: tuple[Passage, ...]  # one; two in a tie; fewer where the ground is off the map
    touched: tuple[PlaceId, ...]  # hexes met only in a corner while entering this step
    off_map: bool  # the line runs (in a tie: may be said to run) where there is no playable hex


class Trace(NamedTuple):
    """A line from its first hex to its last. `steps` has neither end; `arrival` enters the last hex."""

    steps: tuple[Passed, ...]
    arrival: Passed


class _Meeting(NamedTuple):
    """Hexes a line enters at one point: one, or two in a tie; and those it only touches there."""

    entered: tuple[PlaceId, ...]
    touched: tuple[PlaceId, ...]


def _shared_stretch(start: Point, end: Point, centre: Point) -> tuple[int, int] | None:
    """Where the line from start to end enters and leaves the (closed) hex around centre, or None.

    A point (x, y) belongs to a hex centred on (0, 0) when |y| <= 1, |x + y| <= 2 and |x - y| <= 2.
    Positions along the line are whole numbers of a unit so small that no division leaves a rest; the
    unit depends on start and end alone. A hex touched in a corner is left where it is entered.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    cx, cy = centre[0] - start[0], centre[1] - start[1]
    bands = ((dy, cy, 1), (dx + dy, cx + cy, 2), (dx - dy, cx - cy, 2))
    length = 1
    for change, _, _ in bands:
        length *= abs(change) or 1
    enters, leaves = 0, length
    for change, middle, limit in bands:
        if change == 0:
            if abs(middle) > limit:
                return None
        else:
            one = (middle - limit) * length // change
            other = (middle + limit) * length // change
            enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    return (enters, leaves) if enters <= leaves else None


def _meetings(start: Point, end: Point, hexes: Iterable[tuple[int, Point]]) -> list[_Meeting]:
    """Every hex that the line meets after leaving its first one, in order; `hexes` are (id, centre)."""
    entered: dict[int, list[int]] = {}
    touched: dict[int, list[int]] = {}
    for place, centre in hexes:
        stretch = _shared_stretch(start, end, centre)
        if stretch and centre != start:
            enters, leaves = stretch
            (entered if enters < leaves else touched).setdefault(enters, []).append(place)
    return [
        _Meeting(tuple(sorted(entered[at])), tuple(sorted(touched.get(at, ())))) for at in sorted(entered)
    ]


def _trace(start: PlaceId, meetings: Iterable[_Meeting], playable: Callable[[PlaceId], bool]) -> Trace:
    steps: list[Passed] = []
    *between, last = meetings
    before: PlaceId | None = start  # None when the hex left is a tie or off the map
    for index, meeting in enumerate((*between, last)):
        places = [place for place in meeting.entered if playable(place)]
        tied = len(meeting.entered) == 2
        passages = []
        for place in places:
            sides = [] if before is None else [(before, place)]
            if tied:
                # After a tie the line always goes into one hex.
                (after,) = (*between, last)[index + 1].entered
                if playable(after):
                    sides.append((place, after))
            passages.append(Passage(place, tuple(sides)))
        touched = tuple(place for place in meeting.touched if playable(place))
        steps.append(Passed(tuple(passages), touched, len(places) < len(meeting.entered)))
        before = places[0] if places and not tied else None
    return Trace(tuple(steps[:-1]), steps[-1])


def trace_slow(board: HexBoard, a: PlaceId, b: PlaceId) -> Trace:
    """The line from a to b, found by asking every hex of the grid. For tests and for reading."""
    grid = board.grid
    rows = range(grid.first_row - 1, grid.first_row + grid.rows + 1)  # with a rim above and below
    columns = range(grid.first_column, grid.first_column + grid.columns)
    hexes: list[tuple[int, Point]] = []
    off_map = 0
    for column in columns:
        for row in rows:
            place = grid.id_at(column, row)
            if place is None or not board.all >> place & 1:
                off_map -= 1
                place = off_map
            hexes.append((place, grid.centre_at(column, row)))
    return _trace(a, _meetings(board.centre(a), board.centre(b), hexes), lambda place: place > 0)


_patterns: dict[tuple[int, int, int], list[_Meeting]] = {}


def _pattern(q: int, r: int, stride: int) -> list[_Meeting]:
    """The line to an axial offset, as differences of ids. One pattern serves every place of a grid."""
    found = _patterns.get((q, r, stride))
    if found is None:
        hexes = [
            (dq * stride + dr, (3 * dq, 2 * dr + dq))
            for dq in range(min(0, q) - 1, max(0, q) + 2)
            for dr in range(min(0, r) - 1, max(0, r) + 2)
        ]
        found = _patterns[q, r, stride] = _meetings((0, 0), (3 * q, 2 * r + q), hexes)
    return found


def offsets_between(q: int, r: int, stride: int) -> tuple[int, ...]:
    """The hexes between a place and the one at an axial offset, as differences of ids in the line's order; in
    a tie both. Off the map too: such an id is no hex."""
    *between, _ = _pattern(q, r, stride)
    return tuple(offset for meeting in between for offset in meeting.entered)


def trace(board: HexBoard, a: PlaceId, b: PlaceId) -> Trace:
    """The line from the centre of a to the centre of b, remembered once found."""
    found = board.traces.get((a, b))
    if found is None:
        if a == b:
            raise ValueError(f"{board.name(a)}: a line needs two different hexes")
        (qa, ra), (qb, rb) = board.axial(a), board.axial(b)
        shifted = [
            _Meeting(tuple(a + d for d in meeting.entered), tuple(a + d for d in meeting.touched))
            for meeting in _pattern(qb - qa, rb - ra, board.grid.stride)
        ]
        playable = board.all
        # A line never leaves the grid by more than the rim row, whose ids belong to no hex.
        found = _trace(a, shifted, lambda place: place > 0 and bool(playable >> place & 1))
        board.traces[a, b] = found
    return found
