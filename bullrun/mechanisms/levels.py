"""Sight over ground of several levels, with three results: clear, obscured, blocked.

A hex lies between if the line has more than a point of it, along a side both hexes do, and the worst of
them counts. Ground and woods never change: what they do to lines is worked out once, for all lines together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.lines import offsets_between, trace
from bullrun.board.places import PlaceId, PlaceSet, places_in

CLEAR, OBSCURED, BLOCKED = "clear", "obscured", "blocked"
GROUND, SCREEN, UNIT, TARGET = "ground", "screen", "unit", "target"
_NOWHERE = 0


class Ground(NamedTuple):
    """What lines of sight meet on a map."""

    levels: Sequence[int]
    """By place."""
    screens: PlaceSet
    """Places whose terrain stands in the way, such as woods."""


class Seen(NamedTuple):
    """The result of a line, with the place that decides it and what is there."""

    result: str
    because: str = ""
    """GROUND, SCREEN or UNIT; TARGET when only the target's own terrain obscures; "" for a clear line."""
    at: PlaceId = _NOWHERE


def between(board: HexBoard, a: PlaceId, b: PlaceId) -> Iterator[PlaceId]:
    """The hexes between two others, from a to b; off the map there are none."""
    for step in trace(board, a, b).steps:
        for passage in step.passages:
            yield passage.place


def look(board: HexBoard, ground: Ground, units: PlaceSet, a: PlaceId, b: PlaceId) -> Seen:
    """The line from a to b, hex by hex. The obvious function: the table of all lines is tested
    against it."""
    level_a, level_b = ground.levels[a], ground.levels[b]
    high = max(level_a, level_b)
    obscured = Seen(CLEAR)
    for place in between(board, a, b):
        level = ground.levels[place]
        is_screen, is_unit = bool(ground.screens >> place & 1), bool(units >> place & 1)
        if level > high or (level == high and level_a != level_b):
            return Seen(BLOCKED, GROUND, place)
        if is_screen or is_unit:
            because = SCREEN if is_screen else UNIT
            if level == high:
                return Seen(BLOCKED, because, place)
            if obscured.result == CLEAR:
                obscured = Seen(OBSCURED, because, place)
    if obscured.result == CLEAR and ground.screens >> b & 1:
        return Seen(OBSCURED, TARGET, b)
    return obscured


_RIM = 64
"""Differences of ids below zero are bits of a mask, too; no hex between two lies further before the first."""


class Lines:
    """All lines of one board within a range, worked out at once when they are made.

    Lines of one direction and length meet the same hexes, seen from where they start: so the starts of
    those that the ground blocks are found together, by shifting sets.
    """

    def __init__(self, board: HexBoard, ground: Ground, reach: int) -> None:
        stride = board.grid.stride
        if 2 * reach >= stride:
            raise ValueError(f"lines of {reach} hexes cannot be distinguished on {board.grid.rows} rows")
        self.board, self.ground, self.reach = board, ground, reach
        heights = sorted({ground.levels[place] for place in board.places})
        at_level = dict.fromkeys(heights, 0)
        for place in board.places:
            at_level[ground.levels[place]] |= 1 << place
        self._at_level = at_level
        self._blocked: dict[int, PlaceSet] = {}
        """By difference of ids: the lower ends of the lines that the ground blocks."""
        self._over: dict[int, PlaceSet] = {}
        """The lower ends of the other lines that pass over a screen."""
        self._masks: dict[int, int] = {}
        """The hexes between, seen from the lower end."""
        above = {height: sum(at_level[h] for h in heights if h > height) for height in heights}
        for q in range(reach + 1):
            for r in range(-reach, reach + 1):
                step = q * stride + r
                if step > 0 and max(abs(q), abs(r), abs(q + r)) <= reach:
                    offsets = offsets_between(q, r, stride)
                    self._masks[step] = sum(1 << offset + _RIM for offset in offsets)
                    self._work_out(step, offsets, above)

    def _work_out(self, step: int, offsets: Sequence[int], above: Mapping[int, PlaceSet]) -> None:
        screens, at_level = self.ground.screens, self._at_level
        lower = {height: sum(at_level[h] for h in at_level if h < height) for height in at_level}
        blocked = 0
        for height, level in at_level.items():
            other = level >> step
            same = level & other
            uneven = (level & lower[height] >> step) | (lower[height] & other)
            if same:
                blocked |= same & _shifted(above[height] | level & screens, offsets)
            if uneven:
                blocked |= uneven & _shifted(above[height] | level, offsets)
        self._blocked[step] = blocked
        self._over[step] = _shifted(screens, offsets) & ~blocked

    def units_between(self, a: PlaceId, b: PlaceId, units: PlaceSet) -> PlaceSet:
        """Those of some places with units that lie between two others."""
        if a > b:
            a, b = b, a
        return self._masks[b - a] << a >> _RIM & units

    def over_screen(self, a: PlaceId, b: PlaceId) -> bool:
        """Whether a line that is not blocked passes over a screen, its ends left aside."""
        return bool(self._over[abs(b - a)] >> min(a, b) & 1)

    def result(self, a: PlaceId, b: PlaceId, units: PlaceSet) -> str:
        """Clear, obscured or blocked, with units as they stand."""
        low, step = (a, b - a) if a < b else (b, a - b)
        if self._blocked[step] >> low & 1:
            return BLOCKED
        met = self._masks[step] << low >> _RIM & units
        if met and met & self._at_level[max(self.ground.levels[a], self.ground.levels[b])]:
            return BLOCKED
        return OBSCURED if met or (self._over[step] >> low | self.ground.screens >> b) & 1 else CLEAR

    def seen_from(self, place: PlaceId, units: PlaceSet, wanted: PlaceSet) -> PlaceSet:
        """Which of the wanted places, within range, are not out of sight of a place."""
        found = wanted & self.board.within(place, self.reach) & ~(1 << place)
        for other in places_in(found):
            if self.result(place, other, units) == BLOCKED:
                found &= ~(1 << other)
        return found


def _shifted(places: PlaceSet, offsets: Sequence[int]) -> PlaceSet:
    """The places from which any of the offsets leads into a set."""
    found = 0
    for offset in offsets:
        found |= places >> offset if offset >= 0 else places << -offset
    return found
