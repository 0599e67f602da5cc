"""What bears on a fight at a zone, as a key: play-outs come to the same fights again and again, and what one
promises is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from bullrun.board.places import PlaceId, places_in
from bullrun.games.bull_run_1861.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1861.ground import ground
from bullrun.games.bull_run_1861.judgment import WEIGHTS

RADIUS = 3
"""Zones around a fight that bear on it: the enemies next to it, who else can get at them, and flanks."""
MOST = 200_000
"""No more is remembered than this."""


def surroundings(position: BullRun, zone: PlaceId) -> tuple[int, ...]:
    """Who stands around a zone, in what order, facing where, how tired and worn, with which markers."""
    state, rules, on = position.state, position.rules, ground(position)
    brigades = rules.roster.brigades
    near = rules.board.within(zone, RADIUS)
    at, facing, fatigue, losses = state.at, state.facing, state.fatigue, state.losses
    acted, attacking = state.acted, state.attacking
    found = [zone, state.northern, state.attacked & near, state.host, state.turn, state.farm_ford]
    for place in places_in((on.held[0] | on.held[1]) & near):
        for element in (on.front[place], *on.rear.get(place, ())):
            brigade = element if element < brigades else element - brigades
            marks = (
                (acted >> brigade & 1) | (attacking >> element & 1) << 1 | bool(at[brigade + brigades]) << 2
            )
            found.append(
                place << 40
                | element << 32
                | facing[element] << 24
                | fatigue[brigade] << 16
                | losses[brigade] << 8
                | marks
            )
    return tuple(found)


Found = TypeVar("Found")
_REMEMBERED: WeakKeyDictionary[Battlefield, dict[Hashable, Any]] = WeakKeyDictionary()


def remembered(position: BullRun, key: Hashable, work_out: Callable[[], Found]) -> Found:
    """What something around a zone comes to under the present weights; the key names it and what bears on it
    beside the weights."""
    known = _REMEMBERED.get(position.rules)
    if known is None or len(known) > MOST:
        known = _REMEMBERED[position.rules] = {}
    key = (key, *WEIGHTS.values())
    found: Found | None = known.get(key)
    if found is None:
        found = known[key] = work_out()
    return found
