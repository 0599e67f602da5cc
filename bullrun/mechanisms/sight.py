"""Lines of sight on a hex board.

What terrain does to a line never changes, so it is worked out once for each pair of places and kept as a
`Window`: the sets of places that units must not fill. Whether units block is then a bit test. Where a
line runs between two hexes the viewer chooses, so it is blocked there only if both sides are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.lines import Passage, trace
from bullrun.board.places import PlaceId, PlaceSet, places_in

Window = tuple[PlaceSet, ...]
"""A line is blocked when all places of any one of these sets hold units. () is a line nothing blocks."""

WOODS, CREST, UNIT = "woods", "crest", "unit"


class SightPolicy(NamedTuple):
    """What a game's lines of sight meet."""

    woods: PlaceSet
    """Places that a line cannot pass through."""
    crest: Sequence[PlaceSet]
    """For each hilltop its slopes: a line over the side between them is blocked, either way; unless it
    starts or ends on that hilltop, when nothing blocks it."""
    open_to_units: PlaceSet
    """Places where units do not block."""


class Sight(NamedTuple):
    """Whether a line is clear, and what decided it."""

    clear: bool
    because: str
    """WOODS, CREST or UNIT for a blocked line; CREST for one that is clear over its own crest; else ""."""
    at: tuple[PlaceId, ...]
    """The hex, or the two hexes of the crest, that decided it."""


def _is_crest(policy: SightPolicy, a: PlaceId, b: PlaceId) -> bool:
    return bool(policy.crest[a] >> b & 1 or policy.crest[b] >> a & 1)


def own_crest(board: HexBoard, policy: SightPolicy, a: PlaceId, b: PlaceId) -> tuple[PlaceId, PlaceId] | None:
    """The crest of one of the end hexes that the line crosses, as (hilltop, slope)."""
    line = trace(board, a, b)
    for step in (*line.steps, line.arrival):
        for passage in step.passages:
            for left, entered in passage.sides:
                if left == a and policy.crest[a] >> entered & 1:
                    return a, entered
                if entered == b and policy.crest[b] >> left & 1:
                    return b, left
    return None


def _terrain_blocks(policy: SightPolicy, passage: Passage, is_end: bool) -> Sight | None:
    if not is_end and policy.woods >> passage.place & 1:
        return Sight(False, WOODS, (passage.place,))
    for left, entered in passage.sides:
        if _is_crest(policy, left, entered):
            return Sight(False, CREST, (left, entered))
    return None


def look(board: HexBoard, policy: SightPolicy, units: PlaceSet, a: PlaceId, b: PlaceId) -> Sight:
    """The line from a to b, step by step, with the reason. The obvious function: windows are tested
    against it."""
    over = own_crest(board, policy, a, b)
    if over is not None:
        return Sight(True, CREST, over)
    line = trace(board, a, b)
    for step in (*line.steps, line.arrival):
        is_end = step is line.arrival
        obstacles: list[Sight] = []
        open_ways = 1 if step.off_map else 0  # beyond the edge of the map nothing stands in the way
        for passage in step.passages:
            obstacle = _terrain_blocks(policy, passage, is_end)
            if obstacle is None and not is_end and units & ~policy.open_to_units & 1 << passage.place:
                obstacle = Sight(False, UNIT, (passage.place,))
            if obstacle is None:
                open_ways += 1
            else:
                obstacles.append(obstacle)
        if not open_ways:
            return obstacles[0]
    return Sight(True, "", ())


def window(board: HexBoard, policy: SightPolicy, a: PlaceId, b: PlaceId) -> Window | None:
    """What units would have to fill to block the line; None when terrain blocks it whatever they do."""
    if own_crest(board, policy, a, b) is not None:
        return ()
    line = trace(board, a, b)
    result: list[PlaceSet] = []
    for step in (*line.steps, line.arrival):
        is_end = step is line.arrival
        passages = [p for p in step.passages if _terrain_blocks(policy, p, is_end) is None]
        if not passages and not step.off_map:
            return None
        if is_end or step.off_map or any(policy.open_to_units >> p.place & 1 for p in passages):
            continue
        result.append(sum(1 << passage.place for passage in passages))
    return tuple(result)


def is_clear(through: Window, units: PlaceSet) -> bool:
    """Whether these units leave a window open."""
    for places in through:  # noqa: SIM110 - a plain loop is twice as quick as a generator
        if units & places == places:
            return False
    return True


class Windows:
    """The windows of one board within a range, each worked out when first looked through."""

    def __init__(self, board: HexBoard, policy: SightPolicy, reach: int) -> None:
        self.board = board
        self.policy = policy
        self.reach = reach
        self._windows: dict[tuple[PlaceId, PlaceId], Window | None] = {}

    def through(self, a: PlaceId, b: PlaceId) -> Window | None:
        """What units would have to fill to block the line from a to b."""
        try:
            return self._windows[a, b]
        except KeyError:
            found = self._windows[a, b] = window(self.board, self.policy, a, b)
            return found

    def seen_from(self, place: PlaceId, units: PlaceSet, wanted: PlaceSet) -> PlaceSet:
        """Which of the wanted places, within range, are in clear sight of a place."""
        result = wanted & self.board.within(place, self.reach) & ~(1 << place)
        for other in places_in(result):
            through = self.through(place, other)
            if through is None or not is_clear(through, units):
                result &= ~(1 << other)
        return result
