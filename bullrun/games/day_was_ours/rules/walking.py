"""10.1 Units on the march: what they pass and pay, and what follows when a move is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in, set_of
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import (
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    PLACE,
    Kind,
)
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import (
    engaging,
    ids,
    is_gun,
    mode,
    name,
    put,
    take_control,
    under_chaos,
)
from bullrun.games.day_was_ours.rules.limits import (
    note_move,
)
from bullrun.games.day_was_ours.rules.reach import (
    is_road_rate,
    left,
    near_enemies,
    points_text,
)
from bullrun.games.day_was_ours.rules.state import (
    MANEUVER,
)
from bullrun.games.day_was_ours.rules.tables import HORSE


@enforces("10.3b")
def is_stopped(position: Day, unit: int) -> bool:
    """Whether a unit that has come into a hex moves no further: it is Engaged, or in the chaos."""
    place = position.state.at[unit]
    side = position.rules.roster.side[unit]
    return bool(engaging(position, place, side)) or under_chaos(position, place) or not left(position, unit)


@enforces("14.c", "11.4.charge")
def walk(
    position: Day, units: Sequence[int], path: Sequence[PlaceId], cost: int, extended: bool = False
) -> None:
    """Units go along a path: they take control of what they pass, and pay."""
    state, rules = position.state, position.rules
    side, start = rules.roster.side[units[0]], state.at[units[0]]
    near = near_enemies(position, side) if rules.has("extended-march") else 0
    _run(position, units, (start, *path))
    for at in path[:-1]:
        take_control(position, side, at)
    bits = set_of(units)
    for unit in units:
        put(position, unit, path[-1])
        state.spent[unit] += cost
    state.moved |= bits
    if near & set_of((start, *path)):
        state.approached |= bits
    if extended:
        state.extended |= bits
    if position.log is None:  # nobody reads the names that it takes a while to put together
        return
    facts: dict[str, Any] = {
        "path": [name(position, at) for at in (start, *path)],
        "to": name(position, path[-1]),
        "cost": points_text(cost),
    }
    if len(units) == 1:
        position.emit("moved", "10.1", piece=rules.roster.ids[units[0]], **facts)
    else:
        position.emit("moved_together", "10.1", pieces=ids(position, units), **facts)


@enforces("11.4.charge")
def _run(position: Day, units: Sequence[int], path: Sequence[PlaceId]) -> None:
    """Count the hexes of a run-up: mounted cavalry that enters Clear hexes, or any at the rate of a road,
    one after the other."""
    state, rules = position.state, position.rules
    needed, marching = rules.tables.charge_hexes, state.order == MANEUVER
    for unit in units:
        if mode(position, unit) != HORSE:
            continue
        for here, to in pairwise(path):
            open_ground = rules.terrain(to) == "clear" or is_road_rate(rules, HORSE, here, to, marching)
            state.run_up[unit] = min(state.run_up[unit] + 1, needed) if open_ground else 0
        if state.run_up[unit] == needed:
            state.charging |= 1 << unit
        else:
            state.charging &= ~(1 << unit)


def finish_moves(position: Day, but: int = 0) -> None:
    """The moves that are under way are over, but for those of some units."""
    state = position.state
    units = [unit for unit in places_in(state.moved & ~state.halted & ~but) if state.at[unit] > 0]
    if units:
        finish(position, units)


def finish(position: Day, units: Iterable[int]) -> None:
    """A move is over: has the enemy crossed Bull Run, does an extended march tell, do batteries withdraw?"""
    state = position.state
    for unit in units:
        state.halted |= 1 << unit
        if state.at[unit] <= 0:
            continue
        note_move(position, unit)
        if position.rules.has("artillery-withdrawal") and not is_gun(position, unit):
            position.call("withdrawals", unit, ())
        if state.extended >> unit & 1:
            position.call("extended march", unit)


EVENTS = (
    Kind(
        "moved",
        "{piece} moves to {to} for {cost}.",
        {"piece": PIECE, "to": PLACE, "path": PATH, "cost": NUMBER},
    ),
    Kind(
        "moved_together",
        "{pieces} move together to {to} for {cost}.",
        {"pieces": PIECES, "to": PLACE, "path": PATH, "cost": NUMBER},
    ),
)
