"""Fog of war (O2.1, O2.2): dummies that hide a brigade leader and what stands with him."""

from __future__ import annotations

from collections.abc import Iterator

from bullrun.board.places import places_in
from bullrun.engine.frames import Procedure
from bullrun.engine.rules import enforces
from bullrun.games.bull_run_1983.battlefield import BullRun
from bullrun.games.bull_run_1983.ground import put, take_off
from bullrun.games.bull_run_1983.roster import DUMMY, UNION, Roster
from bullrun.games.bull_run_1983.state import CARD, MAP, UNDER_DUMMY


def all_dummies(roster: Roster) -> list[int]:
    """Every dummy of the counter sheet."""
    return [piece for piece in places_in(roster.of_side[UNION]) if roster.kind[piece] == DUMMY]


def hidden_under(position: BullRun, dummy: int) -> list[int]:
    """What a dummy stands for."""
    state = position.state
    return [p for p, holder in enumerate(state.holder) if holder == dummy and state.box[p] == UNDER_DUMMY]


@enforces("O2.1")
def uncover(position: BullRun, dummy: int) -> list[int]:
    """The dummy is unfrozen: all that it hides comes back to its hex, unfrozen, together."""
    state = position.state
    back = hidden_under(position, dummy)
    for piece in back:
        state.holder[piece] = -1
        put(position, piece, state.at[dummy])
        state.frozen &= ~(1 << piece)
        for part in places_in(state.frozen):
            if state.holder[part] == piece:
                state.frozen &= ~(1 << part)
    return back


def uncovered(position: BullRun) -> Iterator[int]:
    """Dummies that were unfrozen and still lie on the map."""
    if not position.rules.has("fog-of-war") or position.state.side != UNION:
        return
    state = position.state
    for dummy in all_dummies(position.rules.roster):
        if state.box[dummy] == MAP and not state.frozen >> dummy & 1:
            yield dummy


@enforces("O2.2")
def remove_uncovered(position: BullRun) -> None:
    """At the end of the Union Command phase an unfrozen dummy has done its work and leaves play."""
    for dummy in list(uncovered(position)):
        take_off(position, dummy, CARD)
        position.emit("dummy_removed", "O2.2", piece=position.rules.roster.ids[dummy])


PROCEDURES: dict[str, Procedure] = {}

WORDS = {"dummy_removed": "The dummy {piece} has done its work and leaves play."}
