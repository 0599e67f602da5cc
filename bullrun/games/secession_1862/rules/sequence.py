"""4 and 7. The sequence of play: initiative, three to five action phases, administration."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, WORDS, Kind
from bullrun.games.secession_1862.rules.administration import ARRIVALS, ROUT
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.state import (
    ACTION,
    ADMINISTRATION,
    CONTINUATION,
    PHASES,
)
from bullrun.games.secession_1862.rules.victory import end_of_turn
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.sequence import DONE, PHASE, PLAYER
from bullrun.mechanisms.dice import die

# The parts of a turn, in order; the number is the local of the "turn_of_play" frame.
INITIATIVE_PART, ACTION_PART, ADMINISTRATION_PART, END_PART = range(4)


@enforces("4.1")
def ask_turn_of_play(position: SecondBullRun, frame: Frame) -> None:
    """Go on with the next part of the turn; a turn of entry has its arrivals only."""
    part: int = frame[1]
    state = position.state
    day = position.rules.days[state.day]
    entry_only = state.turn in day.entry_turns
    position.goto("turn_of_play", part + 1)
    if part == INITIATIVE_PART:
        position.emit("turn", "4.1", date=day.date, turn=state.turn, hour=position.rules.hours[state.turn])
        state.action_phase = phases_passed(position)
        state.tactics = (0, 0)
        if not entry_only:
            position.emit("phase", "4.1", phase="Initiative phase")
            position.call("initiative", 0)
    elif part == ACTION_PART:
        if not entry_only:
            position.call("action_phase")
    elif part == ADMINISTRATION_PART:
        state.phase = ADMINISTRATION
        position.emit("phase", "4.1", phase="Administration phase")
        position.call("administration", ARRIVALS if entry_only else ROUT)
    else:
        end_of_turn(position)


@enforces("11.2.3")
def phases_passed(position: SecondBullRun) -> int:
    """The action phases that are over when a turn begins: none, but the last turn of the first day starts
    late."""
    turn, first, _ = position.rules.days[position.state.day].late
    return first - 1 if turn == position.state.turn else 0


@enforces("6.1.6")
def ask_action_phase(position: SecondBullRun, frame: Frame) -> None:
    """The next action phase: player 1 with all his movement and then his combats, then player 2."""
    state = position.state
    state.action_phase += 1
    position.emit("action_phase", "6.1.6", number=state.action_phase)
    if state.action_phase >= position.rules.tables["calendar"]["action_phases"]:
        position.goto("continuation")
    position.call("player", 1 - state.first)
    position.call("player", state.first)


def ask_player(position: SecondBullRun, frame: Frame) -> None:
    """One player's part of an action phase: designation, movement, commanders and combat follow."""
    state = position.state
    state.active = frame[1]
    state.phase = ACTION
    state.acted = state.fired = state.struck = state.selected = 0
    state.designated = -1
    position.emit("player", "6.1.6", side=SIDES[state.active])
    position.goto("designate")


@enforces("7.1")
def ask_continuation(position: SecondBullRun, frame: Frame) -> Decision | None:
    """After the third and the fourth action phase a die decides whether another one follows."""
    state = position.state
    state.phase = CONTINUATION
    if state.action_phase >= position.rules.tables["calendar"]["last_action_phase"]:
        position.end()
        return None
    return die("Continuation die", "7.1")


def answer_continuation(position: SecondBullRun, frame: Frame, action: Action) -> None:
    table = position.rules.tables["continuation"]
    needed = table["fourth"] if position.state.action_phase == 3 else table["fifth"]
    goes_on = int(action[1]) <= needed
    position.emit("continuation", "7.1", die=int(action[1]), needed=needed, goes_on=goes_on)
    if goes_on:
        position.goto("action_phase")
    else:
        position.end()


def phase(position: SecondBullRun) -> tuple[str, str, str]:
    """(turn, side, phase): the turn by its number, with the day where there are two."""
    state = position.state
    turn = str(state.turn)
    if len(position.rules.days) > 1:
        turn = f"{position.rules.days[state.day].date.split()[0]}/{turn}"
    return turn, SIDES[state.active], PHASES[state.phase]


PROCEDURES = {
    "turn_of_play": Procedure(ask_turn_of_play),
    "action_phase": Procedure(ask_action_phase),
    "player": Procedure(ask_player),
    "continuation": Procedure(ask_continuation, answer_continuation),
}

VERBS = DONE

EVENTS = (
    Kind("turn", "Turn {turn}, {hour} on {date}.", {"turn": NUMBER, "hour": WORDS, "date": WORDS}, level=1),
    PHASE,
    Kind("action_phase", "Action phase {number}.", {"number": NUMBER}, level=2),
    PLAYER,
    Kind(
        "continuation",
        "Continuation die {die}, {needed} or less needed: {goes_on}.",
        {"die": DIE, "needed": NUMBER, "goes_on": WORDS},
    ),
)
