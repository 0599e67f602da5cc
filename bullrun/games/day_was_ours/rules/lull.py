"""16.3.12 The lull: when it is, and who may then be where."""

from __future__ import annotations

from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.plan import DECLARED, OVER
from bullrun.games.day_was_ours.rules.state import NEVER


@enforces("16.3.12a")
def in_lull(position: Day) -> bool:
    """The turn in which it is declared and the two after it."""
    state = position.state
    return state.lull != NEVER and state.turn < state.lull + position.rules.plan.lull_turns


@enforces("16.3.12a")
def is_last_lull_turn(position: Day) -> bool:
    """The last turn of a lull."""
    state = position.state
    return state.lull != NEVER and state.turn == state.lull + position.rules.plan.lull_turns - 1


def is_after_lull(position: Day) -> bool:
    """The lull is over, in this game or before it."""
    plan, state = position.rules.plan, position.state
    if plan.lull == OVER:
        return True
    return plan.lull == DECLARED and state.lull != NEVER and not in_lull(position)
