"""How far it is to march from any hex to some goal: tables of the map, kept across turns and games."""

from __future__ import annotations

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.memory import memory_of
from bullrun.games.bull_run_1983.rules.battlefield import OTHER, SIXTH, BullRun

LONGEST = 150 * SIXTH
"""A hex that is farther off than this is out of reach."""
FAR = 999 * SIXTH


def march_table(position: BullRun, goals: PlaceSet, closed: PlaceSet = 0) -> list[int]:
    """For each hex the marching cost in sixths to the nearest of these hexes, without entering closed ones.
    Tables depend on the map and on what is closed; they are kept across turns and games."""
    state = position.state
    known = memory_of(position.rules.board.memo, "march tables", 3_000)
    key = (goals, closed, state.abatis, state.trestle)
    found: list[int] | None = known.get(key)
    if found is None:
        edges = position.rules.edges(OTHER, state)
        found = known[key] = edges.costs_to_nearest(goals, LONGEST, closed & ~goals, FAR)
    return found


def way_round(position: BullRun, goals: PlaceSet, watched: PlaceSet, worth: int) -> list[int]:
    """The marching cost to the nearest of these hexes for a piece to which a watched crossing seems `worth`
    farther."""
    plain = march_table(position, goals)
    if not watched:
        return plain
    known = memory_of(position.rules.board.memo, "ways round", 500)
    key = (goals, watched, position.state.abatis, position.state.trestle, worth)
    found: list[int] | None = known.get(key)
    if found is None:
        free = march_table(position, goals, watched)
        found = known[key] = list(map(min, map(worth.__add__, plain), free))
    return found


def distances_from(board: HexBoard, spot: PlaceId) -> bytes:
    """For each hex how many hexes it is from this one, whatever lies between; twelve are as far as any."""
    known = memory_of(board.memo, "distances", 2_000)
    found: bytes | None = known.get(spot)
    if found is None:
        distances = bytearray(board.size)
        for place in board.places:
            distances[place] = min(12, board.distance(spot, place))
        found = known[spot] = bytes(distances)
    return found
