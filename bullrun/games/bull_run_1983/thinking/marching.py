"""How far it is to march from any hex to some goal: tables of the map, kept across turns and games."""

from __future__ import annotations

from functools import lru_cache

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.memory import Memory
from bullrun.games.bull_run_1983.rules.battlefield import OTHER, SIXTH, BullRun, load_board

LONGEST = 150 * SIXTH
"""A hex that is farther off than this is out of reach."""
FAR = 999 * SIXTH

_MARCH: Memory[tuple[PlaceSet, PlaceSet, PlaceSet, int], list[int]] = Memory(3_000)
_ROUND: Memory[tuple[PlaceSet, PlaceSet, PlaceSet, int, int], list[int]] = Memory(500)


def march_table(position: BullRun, goals: PlaceSet, closed: PlaceSet = 0) -> list[int]:
    """For each hex the marching cost in sixths to the nearest of these hexes, without entering closed ones.
    Tables depend on the map and on what is closed; they are kept across turns and games."""
    state = position.state
    key = (goals, closed, state.abatis, state.trestle)
    found = _MARCH.get(key)
    if found is None:
        edges = position.rules.edges(OTHER, state)
        found = _MARCH[key] = edges.costs_to_nearest(goals, LONGEST, closed & ~goals, FAR)
    return found


def way_round(position: BullRun, goals: PlaceSet, watched: PlaceSet, worth: int) -> list[int]:
    """The marching cost to the nearest of these hexes for who would rather go so far round than over a
    watched crossing."""
    plain = march_table(position, goals)
    if not watched:
        return plain
    key = (goals, watched, position.state.abatis, position.state.trestle, worth)
    found = _ROUND.get(key)
    if found is None:
        free = march_table(position, goals, watched)
        found = _ROUND[key] = list(map(min, map(worth.__add__, plain), free))
    return found


@lru_cache(maxsize=2_000)
def distances_from(spot: PlaceId) -> bytes:
    """For each hex how many hexes it is from this one, whatever lies between; twelve are as far as any."""
    board = load_board()
    distances = bytearray(board.size)
    for place in board.places:
        distances[place] = min(12, board.distance(spot, place))
    return bytes(distances)
