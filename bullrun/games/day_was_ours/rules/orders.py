"""8. Brigade orders: the steps of an activation."""

from __future__ import annotations

from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, Kind, Verb
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import LIMITED, ORDERS, REGROUP

FIRE, MOVE, ASSAULT, RALLY = range(4)
STEPS = ("fire step", "movement step", "assault step", "rally step")
"""The procedures of an activation, in their order."""


@enforces("8.2")
def ask_activation(position: Day, frame: Frame) -> Decision | None:
    """Frame: (activation, step). First all fire, then all movement, then all close combats, then rallying;
    the chapter of a step asks what is done in it, until its owner says so or nothing is left."""
    step: int = frame[1]
    if step == len(STEPS):
        activation.end(position)
        position.end()
        position.emit("activation_over", "8.2")
        return None
    position.goto("activation", step + 1)
    if has_step(position, step):
        position.call(STEPS[step])
    return None


@enforces("8.1.attack", "8.1.defend", "8.1.maneuver", "8.1.regroup", "8.1.limited")
@enforces("7.3.exhaustion", "13.1")
def has_step(position: Day, step: int) -> bool:
    """Whether the order of the present activation has this step."""
    state = position.state
    if state.order == LIMITED:
        return step == FIRE
    order = position.rules.tables.orders[ORDERS[state.order]]
    if step == FIRE:
        return order.fire
    if step == MOVE:
        return True
    if step == ASSAULT:
        return order.close_combat and not state.exhausted
    if order.rally is None:
        return False
    return state.order == REGROUP or position.rules.has("rally-in-combat-orders", "yes")


PROCEDURES = {"activation": Procedure(ask_activation)}

VERBS = (Verb("done", END, (), "End this step", "8.2"),)

EVENTS = (Kind("activation_over", "The activation is over."),)
