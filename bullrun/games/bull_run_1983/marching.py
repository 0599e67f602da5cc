"""How far it is to march from any hex to some goal: tables of the map, kept across turns and games."""

from __future__ import annotations

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.memory import Memory
from bullrun.games.bull_run_1983.battlefield import OTHER, SIXTH, BullRun
from bullrun.mechanisms.movement import search

FAR = 999 * SIXTH

_MARCH: Memory[tuple[PlaceSet, PlaceSet, PlaceSet, int], list[int]] = Memory(3_000)


def march_table(position: BullRun, goals: PlaceSet, closed: PlaceSet = 0) -> list[int]:
    """For each hex the marching cost in sixths to the nearest of these hexes, without entering closed ones.
    Tables of single hexes depend on the map and on what is closed; they are kept across turns and games."""
    state = position.state
    key = (goals, closed, state.abatis, state.trestle)
    found = _MARCH.get(key)
    if found is None:
        if goals & (goals - 1):
            found = list(map(min, *(march_table(position, 1 << goal, closed) for goal in places_in(goals))))
        else:
            found = [FAR] * position.rules.board.size
            edges, shut = position.rules.edges(OTHER, state), list(places_in(closed & ~goals))
            for goal in places_in(goals):
                for place, cost in search(edges, goal, 900, closed=shut).costs.items():
                    found[place] = cost
        _MARCH[key] = found
    return found


def way_round(position: BullRun, goals: PlaceSet, watched: PlaceSet, worth: int) -> list[int]:
    """The marching cost to the nearest of these hexes for who would rather go so far round than over a
    watched crossing."""
    plain = march_table(position, goals)
    if not watched:
        return plain
    return [
        min(cost + worth, free)
        for cost, free in zip(plain, march_table(position, goals, watched), strict=True)
    ]
