"""What bears on a fight at a zone, as a key: play-outs come to the same fights again and again, and what one
promises is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from bullrun.board.places import PlaceId, places_in
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1861.rules.ground import ground
from bullrun.games.bull_run_1861.thinking.judgment import WEIGHTS

RADIUS = 3
"""Zones around a fight that bear on it: the enemies next to it, who else can get at them, and flanks."""
MOST = 200_000
"""No more is remembered than this."""


def surroundings(position: BullRun, zone: PlaceId) -> tuple[int, ...]:
    """Who stands around a zone, in what order, facing where, how tired and worn, with which markers."""
    state, on = position.state, ground(position)
    near = position.rules.board.within(zone, RADIUS)
    known = _known_stands(position)
    found = [zone, state.northern, state.attacked & near, state.host, state.turn, state.farm_ford]
    for place in places_in((on.held[0] | on.held[1]) & near):
        stand = known.get(place)
        if stand is None:
            stand = known[place] = _stand(position, place)
        found += stand
    return tuple(found)


def _known_stands(position: BullRun) -> dict[PlaceId, list[int]]:
    """Who stands in each zone, as far as it has been asked for since anything about anybody changed."""
    state, memo = position.state, ground(position).memo
    key = (
        state.acted, state.attacking, bytes(state.at), bytes(state.facing), bytes(state.fatigue),
        bytes(state.losses),
    )  # fmt: skip
    known: tuple[Any, dict[PlaceId, list[int]]] | None = memo.get("stands")
    if known is None or known[0] != key:
        known = memo["stands"] = (key, {})
    return known[1]


def _stand(position: BullRun, place: PlaceId) -> list[int]:
    """A number for each element in a zone, front line first."""
    state, on, brigades = position.state, ground(position), position.rules.roster.brigades
    found = []
    for element in (on.front[place], *on.rear.get(place, ())):
        brigade = element if element < brigades else element - brigades
        marks = (state.acted >> brigade & 1) | (state.attacking >> element & 1) << 1
        marks |= bool(state.at[brigade + brigades]) << 2
        found.append(
            place << 40
            | element << 32
            | state.facing[element] << 24
            | state.fatigue[brigade] << 16
            | state.losses[brigade] << 8
            | marks
        )
    return found


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
