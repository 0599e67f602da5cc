"""2. Sequence of play: the player-turn's five phases, in order, for the Union and then the Confederates."""

from __future__ import annotations

from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import SIDE, WORDS, Kind
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.frozen import start_of_turn
from bullrun.games.bull_run_1983.rules.state import (
    PHASES,
    SETUP,
)
from bullrun.games.bull_run_1983.rules.victory import end_of_last_turn
from bullrun.games.sides import CONFEDERATE, SIDES, UNION


@enforces("2.2", "2.3", "2.4")
def ask_sequence(position: BullRun, frame: Frame) -> Decision | None:
    """Start the next phase, or pass the turn when all five are done."""
    state = position.state
    following: int = frame[1]
    if following == len(PHASES):
        _pass_the_turn(position)
        return None
    if following == 0:
        position.emit("player_turn", "2.2", side=SIDES[state.side], turn=position.rules.track[state.turn])
        start_of_turn(position)
    state.phase = following
    position.goto("sequence", following + 1)
    position.call(PHASES[following])
    position.emit("phase", "2.3" if state.side == UNION else "2.4", phase=PHASES[following])
    return None


@enforces("2.1", "2.5")
def _pass_the_turn(position: BullRun) -> None:
    """A half hour is gone after the Confederate turn; after 8:00 PM the game is decided."""
    state = position.state
    state.active = state.moved = state.halted = state.fought = state.settled = state.changed = 0
    state.ford_entries = ()
    state.rallied = 0
    state.spent[:] = bytes(len(state.spent))
    if state.side == UNION:
        state.side = CONFEDERATE
    else:
        if state.turn == len(position.rules.track) - 1:
            end_of_last_turn(position)
            return
        state.turn += 1
        state.side = UNION
    position.goto("sequence", 0)


def phase(position: BullRun) -> tuple[str, str, str]:
    """(turn, side, phase)."""
    state = position.state
    name = "set-up" if state.phase == SETUP else PHASES[state.phase]
    return (position.rules.track[state.turn], SIDES[state.side], name)


PROCEDURES = {"sequence": Procedure(ask_sequence)}

EVENTS = (
    Kind("player_turn", "{turn}: {side} turn.", {"turn": WORDS, "side": SIDE}, level=1),
    Kind("phase", "{phase} phase.", {"phase": WORDS}, level=2),
)
