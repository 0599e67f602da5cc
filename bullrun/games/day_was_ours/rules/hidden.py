"""5.5 Who may know which chit, and what somebody may imagine who does not know it."""

from __future__ import annotations

from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.roster import Roster
from bullrun.games.day_was_ours.rules.state import CUP, EXCLUDED, HELD, MIX, DayState
from bullrun.games.sides import CONFEDERATE, UNION


def key_of(state: DayState, side: int) -> int:
    """The Key Chit of a side while it lies in the cup."""
    return state.union_key if side == UNION else state.confederate_key


def set_key(state: DayState, side: int, chit: int) -> None:
    """Make it the Key Chit, or with NO_KEY say that it lies there no more."""
    if side == UNION:
        state.union_key = chit
    else:
        state.confederate_key = chit


@enforces("5.5.key", "5.5.excluded", "5.5.regulars", "5.5.open")
def concealed(roster: Roster, state: DayState, holds_hidden: bool) -> tuple[int, int]:
    """For each side the chits that it may not know.

    From the first choice of a Key Chit to the turn's end the Event chits in mix, cup and among the excluded
    lie face down for the enemy. Their owner knows his Key Chit and, the Union, Regulars Forward, which is
    either the Key Chit or excluded; the rest of what is mixed, in the cup or excluded he has not seen either.
    """
    found = [0, 0]
    for owner in (UNION, CONFEDERATE):
        key = key_of(state, owner)
        for chit in roster.events[owner]:
            at = state.at[chit]
            if at == HELD[owner]:
                if holds_hidden:
                    found[1 - owner] |= 1 << chit
            elif state.dealt and at in (CUP, MIX[owner], EXCLUDED[owner]):
                found[1 - owner] |= 1 << chit
                unseen = at != MIX[owner] or state.mixing
                if unseen and chit != key and chit != roster.regulars_chit:
                    found[owner] |= 1 << chit
    return (found[0], found[1])
