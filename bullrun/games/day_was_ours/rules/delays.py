"""7.W.passed, 7.W.order Chits that hinder an enemy brigade: Blackberries, Command Confusion, Exhaustion."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, PIECE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.events import could_hold, holds, spend
from bullrun.games.day_was_ours.rules.ground import is_engaged, on_map
from bullrun.games.day_was_ours.rules.state import USED_UP
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.offers import Window

BLACKBERRIES, CONFUSION, EXHAUSTION = "Blackberries", "Command Confusion", "Exhaustion"


def _enemy_of(position: Day, marker: int) -> int:
    return 1 - position.rules.roster.side[marker]


def has_engaged(position: Day, marker: int) -> bool:
    """Whether a unit of a brigade is Engaged."""
    return any(is_engaged(position, unit) for unit in on_map(position, position.rules.roster.members[marker]))


# --- 7.W.passed ---------------------------------------------------------------------------------------


@enforces("7.W.passed")
def passed_order(position: Day, marker: int) -> Sequence[str]:
    """The enemy of the brigade."""
    enemy = _enemy_of(position, marker)
    can = any(could_hold(position, enemy, event) for event in (BLACKBERRIES, CONFUSION))
    return (SIDES[enemy],) if can else ()


@enforces("7.3.blackberries", "7.3.confusion")
def passed_playable(position: Day, side: str, marker: int) -> Sequence[Action]:
    """Blackberries on a brigade without an Engaged unit, Command Confusion; one may follow on the other, but
    a brigade that is delayed cannot be hindered more."""
    state, ids, own = position.state, position.rules.roster.ids, SIDES.index(side)
    found: list[Action] = []
    berries, confusion = holds(position, own, BLACKBERRIES), holds(position, own, CONFUSION)
    if berries is not None and not state.delayed and not has_engaged(position, marker):
        found.append(("play", ids[berries]))
    if confusion is not None and not state.delayed and not state.confused:
        found.append(("play", ids[confusion]))
    return found


@enforces("7.3.confusion")
def passed_play(position: Day, side: str, action: Action, marker: int) -> None:
    """The brigade will be limited, or a die is rolled for it."""
    chit = position.rules.roster.number[action[1]]
    spend(position, SIDES.index(side), chit)
    if position.rules.roster.event[chit] == CONFUSION:
        position.state.confused = 1
    else:
        position.call("blackberries", chit, marker)


def ask_blackberries(position: Day, frame: Frame) -> Decision | None:
    """Frame: (blackberries, chit, marker). Do they stop to pick?"""
    marker: int = frame[2]
    roster = position.rules.roster
    return die(
        f"{roster.infos[marker].name}'s men come to the blackberries",
        "7.3.blackberries",
        about=About(piece=roster.ids[marker], roll="blackberries"),
        side=SIDES[_enemy_of(position, marker)],
    )


@enforces("7.3.blackberries")
def answer_blackberries(position: Day, frame: Frame, action: Action) -> None:
    """The brigade does nothing and the chit leaves the game, or neither."""
    _, chit, marker = frame
    delayed = pips(action) <= position.rules.tables.blackberries_to
    position.end()
    position.emit(
        "blackberries",
        "7.3.blackberries",
        piece=position.rules.roster.ids[marker],
        die=pips(action),
        result="delayed" if delayed else "not delayed",
    )
    if delayed:
        position.state.delayed = 1
        position.state.at[chit] = USED_UP


# --- 7.W.order ----------------------------------------------------------------------------------------


@enforces("7.W.order")
def order_order(position: Day, marker: int) -> Sequence[str]:
    """The enemy of the brigade."""
    enemy = _enemy_of(position, marker)
    return (SIDES[enemy],) if could_hold(position, enemy, EXHAUSTION) else ()


@enforces("7.3.exhaustion")
def order_playable(position: Day, side: str, marker: int) -> Sequence[Action]:
    """Exhaustion, once."""
    chit = holds(position, SIDES.index(side), EXHAUSTION)
    if chit is None or position.state.exhausted:
        return []
    return [("play", position.rules.roster.ids[chit])]


@enforces("7.3.exhaustion")
def order_play(position: Day, side: str, action: Action, marker: int) -> None:
    """Half the movement, and no close combat."""
    position.state.exhausted = 1
    spend(position, SIDES.index(side), position.rules.roster.number[action[1]])


def show_brigade(position: Day, marker: int) -> About:
    """The brigade that is activated."""
    return About(piece=position.rules.roster.ids[marker])


WINDOWS = {
    "passed": Window(
        "passed",
        "7.W.passed",
        "Do you hinder this brigade?",
        passed_order,
        passed_playable,
        passed_play,
        repeats=True,
        shows=show_brigade,
    ),
    "order": Window(
        "order",
        "7.W.order",
        "Is this brigade exhausted?",
        order_order,
        order_playable,
        order_play,
        shows=show_brigade,
    ),
}

PROCEDURES = {"blackberries": Procedure(ask_blackberries, answer_blackberries)}

EVENTS = (
    Kind(
        "blackberries",
        "{piece} comes to the blackberries: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
    ),
)
