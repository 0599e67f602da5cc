"""6. The initiative phase: major offensives and initiative. Operational movement has its own file."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DICE, END, NUMBER, SIDE, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.state import INITIATIVE
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die, pips

_OFFENSIVE = (("hold",), ("launch",))


@enforces("6.2")
def ask_offensive(position: BullRun, frame: Frame) -> Decision | None:
    """The North, and if it declines the South, may launch its one major offensive; never on turn 1."""
    state = position.state
    state.phase = INITIATIVE
    side: int = frame[1]
    if state.turn < position.rules.tables["major_offensive"]["first_possible_turn"]:
        position.goto("initiative", 0)
        return None
    if state.launched >> side & 1:
        _next_side(position, side)
        return None
    return Decision(SIDES[side], "Launch the major offensive this turn?", _OFFENSIVE, "6.2")


def answer_offensive(position: BullRun, frame: Frame, action: Action) -> None:
    side: int = frame[1]
    if action[0] == "launch":
        position.state.offensive = side
        position.state.launched |= 1 << side
        position.emit("offensive", "6.2", side=SIDES[side])
        position.goto("initiative", 0)
    else:
        _next_side(position, side)


def _next_side(position: BullRun, side: int) -> None:
    if side == UNION:
        position.goto("offensive", CONFEDERATE)
    else:
        position.goto("initiative", 0)


@enforces("6.3")
def offensive_bonus(position: BullRun, side: int, kind: str) -> int:
    """What a side's major offensive adds to its initiative or activation die."""
    if position.state.offensive != side:
        return 0
    bonus: int = position.rules.tables["major_offensive"][kind]
    return bonus


@enforces("6.1", "6.3")
def ask_initiative(position: BullRun, frame: Frame) -> Decision | None:
    """One die a side, the Union's first; on turn 1 the North has the initiative."""
    if position.state.turn == 1:
        _take_initiative(position, UNION)
        return None
    side = CONFEDERATE if frame[1] else UNION
    return die(f"Initiative die of the {SIDES[side].title()}", "6.1", side=SIDES[side])


def answer_initiative(position: BullRun, frame: Frame, action: Action) -> None:
    rolled = pips(action)
    if not frame[1]:
        position.goto("initiative", rolled)
        return
    union = frame[1] + offensive_bonus(position, UNION, "initiative")
    confederate = rolled + offensive_bonus(position, CONFEDERATE, "initiative")
    position.emit("initiative_dice", "6.1", dice=[frame[1], rolled], union=union, confederate=confederate)
    if union == confederate:
        position.goto("initiative", 0)
    else:
        _take_initiative(position, UNION if union > confederate else CONFEDERATE)


def _take_initiative(position: BullRun, side: int) -> None:
    """Player 2 marks his brigades for operational movement first, then player 1 (6.4)."""
    position.state.first = side
    position.emit("initiative", "6.1", side=SIDES[side])
    position.goto("mark", side)
    position.call("mark", 1 - side)


PROCEDURES = {
    "offensive": Procedure(ask_offensive, answer_offensive),
    "initiative": Procedure(ask_initiative, answer_initiative),
}

VERBS = (
    Verb("launch", CHOOSE, (), "Launch the major offensive", "6.2", "initiative"),
    Verb("hold", END, (), "Hold"),
)

EVENTS = (
    Kind("offensive", "{side} launches its major offensive.", {"side": SIDE}),
    Kind(
        "initiative_dice",
        "Initiative dice {dice}: Union {union}, Confederate {confederate}.",
        {"dice": DICE, "union": NUMBER, "confederate": NUMBER},
    ),
    Kind("initiative", "{side} has the initiative.", {"side": SIDE}),
)
