"""5, 7, 8 and 9. The sequence of play: initiative, three to five movement phases, administration."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, PIECES, WORDS, Kind
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.reinforcements import bring_reinforcements
from bullrun.games.bull_run_1861.rules.state import (
    ADMINISTRATION,
    CONTINUATION,
    MOVEMENT,
    PHASES,
)
from bullrun.games.bull_run_1861.rules.victory import end_of_turn
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.sequence import DONE, PHASE, PLAYER
from bullrun.mechanisms.dice import die, pips

# The four parts of a turn, in order; the number is the local of the "turn" frame.
INITIATIVE_PART, MOVEMENT_PART, ADMINISTRATION_PART, END_PART = range(4)


@enforces("5.1")
def ask_turn_of_play(position: BullRun, frame: Frame) -> None:
    """Go on with the next part of the turn."""
    part: int = frame[1]
    state = position.state
    position.goto("turn_of_play", part + 1)
    if part == INITIATIVE_PART:
        state.offensive = -1
        state.movement_phase = 0
        position.emit("turn", "5.1", turn=state.turn, hour=position.rules.hours[state.turn])
        position.emit("phase", "5.1", phase="Initiative phase")
        position.call("offensive", UNION)
    elif part == MOVEMENT_PART:
        position.call("movement_phase")
    elif part == ADMINISTRATION_PART:
        state.phase = ADMINISTRATION
        position.emit("phase", "5.1", phase="Administration phase")
        position.call("recovery")
        position.call("operations", 1 - state.first)
        position.call("operations", state.first)
    else:
        end_of_turn(position)


@enforces("5.1", "7.5")
def ask_movement_phase(position: BullRun, frame: Frame) -> None:
    """The next movement phase: player 1, then player 2, then the question whether there is another."""
    state = position.state
    state.movement_phase += 1
    position.emit("movement_phase", "7.5", number=state.movement_phase)
    calendar = position.rules.tables["calendar"]
    if state.movement_phase >= calendar["movement_phases"]:
        position.goto("continuation")
    position.call("player_phase", 1 - state.first)
    position.call("player_phase", state.first)


@enforces("7.3", "11.1.2")
def ask_player_phase(position: BullRun, frame: Frame) -> None:
    """One player's movement phase: activation, headquarters, combat follow one another."""
    state = position.state
    state.active = frame[1]
    state.phase = MOVEMENT
    state.acted = state.attacking = state.attacked = 0
    position.emit("player", "7.5", side=SIDES[state.active])
    position.goto("activation")


@enforces("8.1")
def ask_continuation(position: BullRun, frame: Frame) -> Decision | None:
    """After the third and the fourth movement phase a die decides whether another one follows."""
    state = position.state
    state.phase = CONTINUATION
    if state.movement_phase >= position.rules.tables["calendar"]["last_movement_phase"]:
        position.end()
        return None
    return die("Continuation die", "8.1")


@enforces("8.2", "13.5")
def continuation_modifiers(position: BullRun) -> list[tuple[str, int, str]]:
    """What changes the continuation die: (words, modifier, rule)."""
    state = position.state
    table = position.rules.tables["continuation"]
    found = []
    if state.offensive >= 0:
        found.append(("major offensive", table["major_offensive"], "8.2"))
    if state.turn == 1 or state.turn > position.rules.turns - 2:
        found.append(("first or one of the last two turns", table["early_or_late_turn"], "8.2"))
    return found


def answer_continuation(position: BullRun, frame: Frame, action: Action) -> None:
    table = position.rules.tables["continuation"]
    state = position.state
    needed = table["fourth"] if state.movement_phase == 3 else table["fifth"]
    total = pips(action) + sum(modifier for _, modifier, _ in continuation_modifiers(position))
    goes_on = total <= needed
    position.emit("continuation", "8.1", die=pips(action), total=total, goes_on=goes_on)
    if goes_on:
        position.goto("movement_phase")
    else:
        position.end()


@enforces("9.2")
def ask_recovery(position: BullRun, frame: Frame) -> None:
    """Fatigue falls by one level, headquarters become available, reinforcements arrive."""
    state = position.state
    rested = []
    for brigade in range(position.rules.roster.brigades):
        if state.fatigue[brigade]:
            state.fatigue[brigade] -= 1
            rested.append(position.rules.roster.ids[brigade])
    state.turned = 0
    state.operational = 0
    if rested:
        position.emit("recovered", "9.2", pieces=rested)
    position.end()
    bring_reinforcements(position)


def phase(position: BullRun) -> tuple[str, str, str]:
    """(turn, side, phase): the turn by its number, the phase as in PHASES."""
    state = position.state
    return str(state.turn), SIDES[state.active], PHASES[state.phase]


PROCEDURES = {
    "turn_of_play": Procedure(ask_turn_of_play),
    "movement_phase": Procedure(ask_movement_phase),
    "player_phase": Procedure(ask_player_phase),
    "continuation": Procedure(ask_continuation, answer_continuation),
    "recovery": Procedure(ask_recovery),
}

VERBS = DONE

EVENTS = (
    Kind("turn", "Turn {turn}, {hour}.", {"turn": NUMBER, "hour": WORDS}, level=1),
    PHASE,
    Kind("movement_phase", "Movement phase {number}.", {"number": NUMBER}, level=2),
    PLAYER,
    Kind(
        "continuation",
        "Another movement phase? {die}, in all {total}: {goes_on}.",
        {"die": DIE, "total": NUMBER, "goes_on": WORDS},
    ),
    Kind("recovered", "{pieces} recover.", {"pieces": PIECES}),
)
