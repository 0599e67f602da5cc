"""5.5 Who may know which chit, and what somebody may imagine who does not know it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.roster import Roster
from bullrun.games.day_was_ours.rules.state import CUP, EXCLUDED, HELD, MIX, NO_KEY, USED_UP, DayState
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

if TYPE_CHECKING:
    from bullrun.games.day_was_ours.rules.battlefield import Day


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


# --- what may be imagined -----------------------------------------------------------------------------


def imagine(position: Day, viewer: str, random: Random) -> DayState:
    """A state that looks the same to a viewer: the chits that it cannot know are dealt anew."""
    state, roster = position.state.copy(), position.rules.roster
    concealed = position.rules.concealed_by_side(position.state)
    hidden = concealed[SIDES.index(viewer)] if viewer in SIDES else concealed[UNION] | concealed[CONFEDERATE]
    for owner in (UNION, CONFEDERATE):
        unknown = [chit for chit in roster.events[owner] if hidden >> chit & 1]
        if viewer == SIDES[owner] or not state.dealt:
            _deal(state, unknown, [state.at[chit] for chit in unknown], random)
        else:
            _deal_with_key(roster, state, owner, unknown, random)
    return state


def _deal(state: DayState, chits: list[int], places: list[int], random: Random) -> None:
    """Lay these chits on these places in any order."""
    random.shuffle(places)
    for chit, place in zip(chits, places, strict=True):
        state.at[chit] = place


@enforces("5.5.key", "5.5.regulars")
def _deal_with_key(roster: Roster, state: DayState, owner: int, chits: list[int], random: Random) -> None:
    """Deal the chits of a side as its enemy may imagine them. One of those that have gone into the cup was
    the Key Chit: one that lies there or is held face down, or one that has come out openly. Regulars Forward
    has gone in only as the Key Chit."""
    places = [state.at[chit] for chit in chits]
    inside = [place for place in places if place in (CUP, HELD[owner])]
    outside = [place for place in places if place not in (CUP, HELD[owner])]
    regulars = roster.regulars_chit
    came_out = [chit for chit in roster.events[owner] if chit not in chits and state.at[chit] != USED_UP]
    keys = [*chits, *(NO_KEY for _ in came_out)] if inside else [NO_KEY]
    if regulars in chits and not outside:
        keys = [regulars]
    key = random.choice(keys) if keys else NO_KEY
    others = [chit for chit in chits if chit not in (key, regulars)]
    if key != NO_KEY:
        random.shuffle(inside)
        state.at[key] = inside.pop()
    set_key(state, owner, key if key != NO_KEY and state.at[key] == CUP else NO_KEY)
    if regulars in chits and key != regulars:
        random.shuffle(outside)
        state.at[regulars] = outside.pop()
    _deal(state, others, inside + outside, random)
