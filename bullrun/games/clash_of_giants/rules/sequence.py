"""6. Sequence of play: the steps of a turn in order. Each step is a procedure of the chapter that rules it,
put on the stack by its name; a step that a battle or a night turn does not have is passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import WORDS, Kind
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.state import (
    ARRIVALS,
    ASIDE,
    CUP,
    END,
    MARKERS,
    NIGHT,
    NOBODY,
    OPERATIONS,
    PHASES,
    READY,
    RETREATS,
    SETUP,
    SPENT,
    START,
)
from bullrun.games.sides import SIDES


class Step(NamedTuple):
    """One step of a turn."""

    phase: int
    procedure: str
    when: Callable[[Battlefield, int], bool]
    """Whether a turn, by its number, has this step under some rules."""


@enforces("15.1.move")
def always(rules: Battlefield, turn: int) -> bool:
    """Arrivals, activations and required retreats go on by night."""
    return True


def by_day(rules: Battlefield, turn: int) -> bool:
    return not rules.is_night(turn)


@enforces("6.4", "15.2", "9.6.when")
def by_night(rules: Battlefield, turn: int) -> bool:
    """Replacements and surrender belong to night turns."""
    return rules.is_night(turn)


@enforces("15.1.calm", "O.night")
def with_artillery(rules: Battlefield, turn: int) -> bool:
    """No artillery at night, unless players agreed to fight then."""
    return by_day(rules, turn) or rules.has("night-combat")


@enforces("B8.2.when", "B8.7.variant")
def sells_williams(rules: Battlefield, turn: int) -> bool:
    """Williams can be bought at the start of two turns, and never without Pope's Orders."""
    prices = rules.data["williams"]["prices"] if "williams" in rules.data else ()
    return not rules.without_orders and any(price["turn"] == turn for price in prices)


def has_wing_limit(rules: Battlefield, turn: int) -> bool:
    return "longstreet_limit" in rules.data


def has_grand_battery(rules: Battlefield, turn: int) -> bool:
    return "grand_battery" in rules.data and by_day(rules, turn)


def buford_leaves(rules: Battlefield, turn: int) -> bool:
    return "buford" in rules.data and rules.data["buford"]["leaves_after"] == turn


STEPS = (
    Step(START, "releases", has_wing_limit),
    Step(START, "williams", sells_williams),
    Step(START, "grand_battery", has_grand_battery),
    Step(ARRIVALS, "arrivals", always),
    Step(MARKERS, "artillery_cup", with_artillery),
    Step(MARKERS, "special_dice", by_day),
    Step(OPERATIONS, "declare_first", by_day),
    Step(OPERATIONS, "command_cup", always),
    Step(OPERATIONS, "play_first", by_day),
    Step(OPERATIONS, "draws", always),
    Step(RETREATS, "buford_leaves", buford_leaves),
    Step(RETREATS, "required_retreats", always),
    Step(NIGHT, "replacements", by_night),
    Step(NIGHT, "surrender", by_night),
    Step(END, "turn_end", always),
)
NUMBER_OF = {step.procedure: number for number, step in enumerate(STEPS)}


@enforces("6.1.order")
def ask_turn(position: Clash, frame: Frame) -> Decision | None:
    """Go on with the next step that this turn has; after the last one the next turn begins."""
    state, rules = position.state, position.rules
    number: int = frame[1]
    if number == 0 and state.phase != START:
        _begin(position)
    while number < len(STEPS) and not STEPS[number].when(rules, state.turn):
        number += 1
    if number == len(STEPS):
        _clean_up(position)
        state.turn += 1
        state.phase = SETUP  # between two turns: the next one begins with its heading
        position.goto("turn", 0)
        return None
    step = STEPS[number]
    if step.phase != state.phase:
        state.phase = step.phase
        position.emit("phase", "6.1.order", phase=PHASES[step.phase])
    position.goto("turn", number + 1)
    position.call(step.procedure)
    return None


def _begin(position: Clash) -> None:
    state, rules = position.state, position.rules
    turn = rules.turns[state.turn]
    position.emit("turn", "6.1.order", turn=turn_name(rules, state.turn), date=turn.date, clock=turn.clock)
    state.phase = START
    position.emit("phase", "6.1.order", phase=PHASES[START])


@enforces("6.2.aside", "13.5", "12.1.once")
def _clean_up(position: Clash) -> None:
    """What holds for one turn is over: markers that were drawn, used or set aside lie ready for the next."""
    state, roster = position.state, position.rules.roster
    state.acted = state.moved = state.strayed = state.replaced = 0
    state.hurried = state.stopped = state.rode = 0
    state.wing_fights = NOBODY
    state.first, state.chosen = NOBODY, ()
    state.steps_back = (0, 0)
    for piece in range(roster.unit_count, len(roster.ids)):
        if state.box[piece] in (CUP, READY, SPENT):
            state.box[piece] = ASIDE


def turn_name(rules: Battlefield, turn: int) -> str:
    """A turn as it is spoken of."""
    return f"turn {turn}"


def phase(position: Clash) -> tuple[str, str, str]:
    """(turn, side, phase); also from a viewer's copy, which has no frames."""
    state = position.state
    name = "set-up" if state.phase == SETUP else PHASES[state.phase]
    return turn_name(position.rules, state.turn), "" if state.side == NOBODY else SIDES[state.side], name


PROCEDURES = {"turn": Procedure(ask_turn)}

EVENTS = (
    Kind("turn", "{turn}, {date}, {clock}.", {"turn": WORDS, "date": WORDS, "clock": WORDS}, level=1),
    Kind("phase", "{phase}.", {"phase": WORDS}, level=2),
)
