"""16.3.12 The lull: when it is declared, how long it lasts, and who may do what in it."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, WORDS, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.plan import DECLARED, OVER
from bullrun.games.day_was_ours.rules.state import ATTACK, DEFEND, MANEUVER, NEVER, REGROUP
from bullrun.games.sides import CONFEDERATE, SIDES

ANY_ORDER = (ATTACK, DEFEND, MANEUVER, REGROUP)


@enforces("16.3.12a")
def in_lull(position: Day) -> bool:
    """The turn in which it is declared and the two after it."""
    state = position.state
    return state.lull != NEVER and state.turn < state.lull + position.rules.plan.lull_turns


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


# --- declaring it -------------------------------------------------------------------------------------


@enforces("16.3.12")
def ask_lull(position: Day, frame: Frame) -> Decision | None:
    """At the start of a turn the Confederates may declare the withdrawal; in the last turn that is open to
    them the lull begins by itself."""
    plan, state = position.rules.plan, position.state
    if state.lull != NEVER and state.turn == state.lull + plan.lull_turns:
        position.emit("lull_over", "16.3.12a")
    is_open = plan.lull == DECLARED and state.lull == NEVER and plan.lull_first <= state.turn
    if is_open and state.turn < plan.lull_last:
        options: list[Action] = [("declare",), ("fight_on",)]
        return Decision(SIDES[CONFEDERATE], "Do you declare the withdrawal?", options, "16.3.12")
    if is_open:
        _begin(position)
    position.end()
    return None


def answer_lull(position: Day, frame: Frame, action: Action) -> None:
    """Begin the lull, or not yet."""
    if action == ("declare",):
        _begin(position)
    position.end()


def _begin(position: Day) -> None:
    state = position.state
    state.lull = state.turn
    position.emit("lull", "16.3.12", turn=position.rules.track[state.turn])


# --- what it forbids ----------------------------------------------------------------------------------


def is_on_wrong_side(position: Day, unit: int) -> bool:
    """Whether a unit stands across Young's Branch, lull or not; hexes on the branch are neither side."""
    at, side = position.state.at[unit], position.rules.roster.side[unit]
    return at > 0 and bool(position.rules.plan.wrong_side[side] >> at & 1)


@enforces("16.3.12c", "16.3.12d", "16.3.12w")
def orders_allowed(position: Day, marker: int) -> tuple[int, ...]:
    """The orders that the lull leaves to a brigade: those of its side, and with a unit on the wrong side
    Maneuver alone."""
    if not in_lull(position):
        return ANY_ORDER
    roster = position.rules.roster
    if any(is_on_wrong_side(position, unit) for unit in roster.members[marker]):
        return (MANEUVER,)
    return position.rules.plan.lull_orders[roster.side[marker]]


@enforces("16.3.12w")
def may_fight(position: Day, unit: int) -> bool:
    """Whether the lull lets a unit fire or attack, in whatever way: not on the wrong side, nor after
    beginning its activation there; by an option nobody fights."""
    if not in_lull(position):
        return True
    if position.rules.has("lull-combat", "none"):
        return False
    return not position.state.wrong_side >> unit & 1 and not is_on_wrong_side(position, unit)


PROCEDURES = {"lull": Procedure(ask_lull, answer_lull)}

VERBS = (
    Verb("declare", CHOOSE, (), "Declare the withdrawal", "16.3.12", confirm="The lull begins at once."),
    Verb("fight_on", END, (), "Fight on", "16.3.12"),
)

EVENTS = (
    Kind("lull", "{turn}: the Confederates fall back, and the battle pauses.", {"turn": WORDS}),
    Kind("lull_over", "The lull is over."),
)
