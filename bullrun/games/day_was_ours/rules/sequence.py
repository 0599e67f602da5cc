"""4. Sequence of play: the start of a turn and its four phases."""

from __future__ import annotations

from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import PIECE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.roster import EVENT
from bullrun.games.day_was_ours.rules.state import (
    ARTILLERY_PHASE,
    ASIDE,
    CHIT_DRAW,
    COMMAND,
    END_TURN,
    MIX,
    NOBODY_ACTS,
    PHASES,
)
from bullrun.games.day_was_ours.rules.victory import finish
from bullrun.games.sides import SIDES

OPENING, LAST = 0, 5
STEPS = {1: COMMAND, 2: ARTILLERY_PHASE, 3: CHIT_DRAW, 4: END_TURN}
"""Step of a turn -> its phase; the procedure of a phase is called by the phase's name."""


@enforces("4")
def ask_turn(position: Day, frame: Frame) -> Decision | None:
    """Frame: (turn, step). The next step of the turn; after the fourth phase the next turn, or the end."""
    state = position.state
    step: int = frame[1]
    if step == LAST:
        _pass_the_turn(position)
        return None
    position.goto("turn", step + 1)
    if step == OPENING:
        position.emit("turn", "4", turn=position.rules.track[state.turn])
        add_new_chits(position)
        position.call("lull")
        return None
    state.phase = STEPS[step]
    position.emit("phase", "4", phase=PHASES[state.phase])
    position.call(PHASES[state.phase])
    return None


@enforces("2.9")
def _pass_the_turn(position: Day) -> None:
    """Half an hour is gone; after the last turn of the scenario the game is decided."""
    if position.state.turn == position.rules.plan.last_turn:
        finish(position)
        return
    position.state.turn += 1
    position.goto("turn", OPENING)


@enforces("16.3.schedule", "16.1.cup")
def add_new_chits(position: Day) -> None:
    """Chits that the schedule adds: events to the mix of their side, leaders beside the cup."""
    roster, state = position.rules.roster, position.state
    for chit in position.rules.plan.new_chits.get(state.turn, ()):
        state.at[chit] = MIX[roster.side[chit]] if roster.kind[chit] == EVENT else ASIDE
        position.emit("new_chit", "16.3.schedule", piece=roster.ids[chit])


def phase(position: Day) -> tuple[str, str, str]:
    """(turn, side, phase); the side is that of an activation in progress, "" where both act."""
    state = position.state
    side = "" if state.acting == NOBODY_ACTS else SIDES[state.acting]
    return position.rules.track[state.turn], side, PHASES[state.phase]


PROCEDURES = {"turn": Procedure(ask_turn)}

EVENTS = (
    Kind("turn", "{turn}.", {"turn": WORDS}, level=1),
    Kind("phase", "{phase} phase.", {"phase": WORDS}, level=2),
    Kind("new_chit", "{piece} joins the chits.", {"piece": PIECE}),
)
