"""7. The movement phase: how many brigades act, and which."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import BEGIN, DIE, NUMBER, PIECE, SIDE, WORDS, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.command import in_command
from bullrun.games.bull_run_1861.rules.facing import cancel_operational
from bullrun.games.bull_run_1861.rules.initiative import offensive_bonus
from bullrun.games.bull_run_1861.rules.movement import STAYS
from bullrun.games.bull_run_1861.rules.operational import must_operate
from bullrun.games.bull_run_1861.rules.state import NO_HOST
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips


@enforces("7.1", "7.2")
def ask_activation(position: BullRun, frame: Frame) -> Decision | None:
    """The activation die; on turn 1 one brigade acts without it."""
    state = position.state
    if state.turn == 1:
        _set_number(position, position.rules.tables["activation"]["first_turn"])
        return None
    side = SIDES[state.active]
    return die(f"Activation die of the {side.title()}", "7.1", side=side)


@enforces("6.3", "7.1")
def answer_activation(position: BullRun, frame: Frame, action: Action) -> None:
    side = position.state.active
    total = pips(action) + offensive_bonus(position, side, "activation")
    position.emit("activation_die", "7.1", side=SIDES[side], die=pips(action), total=total)
    column = position.rules.tables["activation"][SIDES[side]]
    _set_number(position, column[min(total, len(column)) - 1])


def _set_number(position: BullRun, number: int) -> None:
    kind = "activation" if position.rules.has("activations", "may") else "activation_due"
    position.emit(kind, "7.1", side=SIDES[position.state.active], number=number)
    position.goto("choose", number)


@enforces("7.1", "7.3", "12.1")
def ask_choose(position: BullRun, frame: Frame) -> Decision | None:
    """Choose the next brigade to act, up to the number rolled, or fewer if the players have agreed so; each
    acts at most once, and those that owe an operational movement keep their markers."""
    state = position.state
    rules = position.rules
    left: int = frame[1]
    options: list[Action] = []
    if left:
        at = state.at
        barred = state.acted | state.operational & must_operate(position)
        options = [
            rules.activate_action[b]
            for b in rules.roster.of_side[state.active]
            if at[b] and not barred >> b & 1
        ]
    if not options:
        position.goto("headquarters")
        return None
    if not rules.has("activations", "may"):
        return Decision(SIDES[state.active], "Which brigade is activated?", options, "7.1", left=left)
    options.append(("done",))
    return Decision(SIDES[state.active], "Activate a brigade?", options, "7.3", left=left)


@enforces("6.5", "7.3", "10.1.4", "10.5.5")
def answer_choose(position: BullRun, frame: Frame, action: Action) -> None:
    if action[0] == "done":
        position.goto("headquarters")
        return
    state = position.state
    roster = position.rules.roster
    brigade = roster.number[action[1]]
    state.acted |= 1 << brigade
    flags = 0
    if state.host == brigade or (state.host != NO_HOST and state.host == brigade + roster.brigades):
        if state.acted >> roster.legion & 1:
            flags = STAYS
        state.acted |= 1 << roster.legion
        cancel_operational(position, roster.legion, "6.5")
    cancel_operational(position, brigade, "6.5")
    commanded = in_command(position, brigade)
    position.emit("activated", "7.3", piece=action[1], in_command=commanded)
    position.goto("choose", frame[1] - 1)
    if commanded:
        position.call("act", brigade, roster.movement[brigade], state.at[brigade], flags)
    else:
        position.call("test", brigade, flags)


PROCEDURES = {
    "activation": Procedure(ask_activation, answer_activation),
    "choose": Procedure(ask_choose, answer_choose),
}

VERBS = (Verb("activate", BEGIN, (PIECE,), "Activate {0}", "7.3", "movement"),)

EVENTS = (
    Kind(
        "activation_die",
        "Activation die of the {side}: {die}, in all {total}.",
        {"side": SIDE, "die": DIE, "total": NUMBER},
    ),
    Kind("activation", "{side} may activate {number}.", {"side": SIDE, "number": NUMBER}),
    Kind("activation_due", "{side} must activate {number}.", {"side": SIDE, "number": NUMBER}),
    Kind("activated", "{piece} is activated.", {"piece": PIECE, "in_command": WORDS}),
)
