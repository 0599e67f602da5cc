"""Sight over ground of several levels, with three results: clear, obscured, blocked.

A hex lies between if the line has more than a point of it, along a side both hexes do, and the worst of
them counts. Ground and woods never change, so a line is worked out once: its own result, and the sets of
places where units would block or obscure it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.lines import trace
from bullrun.board.places import PlaceId, PlaceSet

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
    """The line from a to b, hex by hex. The obvious function: kept lines are tested against it."""
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


class Line(NamedTuple):
    """What is known of a line whatever units do."""

    result: str
    over_screen: bool
    """A place between has screening terrain below the line."""
    blocking: PlaceSet
    """Units in any of these places block it."""
    obscuring: PlaceSet
    """Units in any of these places obscure it."""


def line_of(board: HexBoard, ground: Ground, a: PlaceId, b: PlaceId) -> Line:
    """A line, worked out for all sets of units at once."""
    level_a, level_b = ground.levels[a], ground.levels[b]
    high = max(level_a, level_b)
    blocking = obscuring = 0
    over_screen = False
    for place in between(board, a, b):
        level, screen = ground.levels[place], ground.screens >> place & 1
        if level > high or (level == high and (level_a != level_b or screen)):
            return Line(BLOCKED, False, 0, 0)
        if level == high:
            blocking |= 1 << place
        else:
            obscuring |= 1 << place
            over_screen = over_screen or bool(screen)
    result = OBSCURED if over_screen or ground.screens >> b & 1 else CLEAR
    return Line(result, over_screen, blocking, obscuring)


class Lines:
    """The lines of one board, each worked out when first looked along."""

    def __init__(self, board: HexBoard, ground: Ground) -> None:
        self.board = board
        self.ground = ground
        self._lines: dict[tuple[PlaceId, PlaceId], Line] = {}

    def line(self, a: PlaceId, b: PlaceId) -> Line:
        """What is known of the line from a to b whatever units do."""
        found = self._lines.get((a, b))
        if found is None:
            found = self._lines[a, b] = line_of(self.board, self.ground, a, b)
        return found

    def result(self, a: PlaceId, b: PlaceId, units: PlaceSet) -> str:
        """Clear, obscured or blocked, with units as they stand."""
        line = self.line(a, b)
        if line.result == BLOCKED or units & line.blocking:
            return BLOCKED
        return OBSCURED if units & line.obscuring else line.result
