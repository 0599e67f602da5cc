"""How far it is to march from any hex to some goal: tables of the map, kept across turns and games."""

from __future__ import annotations

from bullrun.board.places import PlaceSet, places_in
from bullrun.games.bull_run_1983.battlefield import OTHER, SIXTH, BullRun
from bullrun.mechanisms.movement import search

FAR = 999 * SIXTH

_MARCH: dict[tuple[PlaceSet, PlaceSet, int], list[int]] = {}
_MOST_TABLES = 3_000


def march_table(position: BullRun, goals: PlaceSet) -> list[int]:
    """For each hex the marching cost in sixths to the nearest of these hexes. Tables of single hexes depend
    on the map alone and are kept across turns and games."""
    state = position.state
    key = (goals, state.abatis, state.trestle)
    found = _MARCH.get(key)
    if found is None:
        if goals & (goals - 1):
            found = list(map(min, *(march_table(position, 1 << goal) for goal in places_in(goals))))
        else:
            found = [FAR] * position.rules.board.size
            for goal in places_in(goals):
                for place, cost in search(position.rules.edges(OTHER, state), goal, 900).costs.items():
                    found[place] = cost
        if len(_MARCH) > _MOST_TABLES:
            _MARCH.clear()
        _MARCH[key] = found
    return found
