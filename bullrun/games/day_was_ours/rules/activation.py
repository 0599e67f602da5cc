"""Who acts now: the columns of one activation, begun and ended here for brigades, batteries and events alike.

What is allowed once an activation is counted from `begin`: a brigade's activation, a battery step, what
Regulars Forward, Signal Station, a Firefight, Superior Artillery and a wayward move do are one each.
"""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import places_in, set_of
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.state import NO_BRIGADE, NO_ORDER, NOBODY_ACTS


def begin(position: Day, side: int, order: int, units: Iterable[int], brigade: int = NO_BRIGADE) -> None:
    """A side begins to act with these units."""
    state, rules = position.state, position.rules
    _clear(position)
    state.acting, state.order, state.brigade = side, order, brigade
    state.active = set_of(units)
    if in_lull(position):
        wrong = rules.plan.wrong_side[side]
        state.wrong_side = sum(
            1 << unit
            for unit in places_in(state.active)
            if state.at[unit] > 0 and wrong >> state.at[unit] & 1
        )


def end(position: Day) -> None:
    """Nobody acts any more."""
    _clear(position)
    state = position.state
    state.acting, state.order, state.brigade = NOBODY_ACTS, NO_ORDER, NO_BRIGADE


def _clear(position: Day) -> None:
    state = position.state
    state.active = state.fired = state.moved = state.halted = state.attacked = state.rallied = 0
    state.driven = state.changed = state.charging = state.reacted = state.supported = state.wrong_side = 0
    state.spent[:] = bytes(len(state.spent))
    state.run_up[:] = bytes(len(state.run_up))
    state.approached = state.extended = 0
    state.exhausted = state.assaulted = state.superior = state.stopped = state.yell = 0
    state.confused = state.delayed = 0


def may_act(position: Day, unit: int) -> bool:
    """Whether a unit of the present activation is on the map and not done with it by a result."""
    state = position.state
    return bool((state.active & ~state.driven) >> unit & 1) and state.at[unit] > 0
