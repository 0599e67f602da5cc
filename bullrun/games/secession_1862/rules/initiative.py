"""5. The initiative phase, with the tactical option of 29 August (11.2.1) and the counter-attack (11.2.2)."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DICE, DIE, NUMBER, SIDE, WORDS, Kind
from bullrun.games.secession_1862.rules.activation import counter_attacking
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.state import ASSAULT, INITIATIVE, MANEUVER
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die


def automatic_initiative(position: SecondBullRun) -> int | None:
    """The side that has the initiative without dice."""
    if counter_attacking(position):
        return CONFEDERATE
    side, turns = position.rules.days[position.state.day].automatic
    return side if position.state.turn in turns else None


def wins_ties(position: SecondBullRun) -> int:
    """The side that has the initiative with equal dice: after their counter-attack the Confederates."""
    if position.state.counter_attack:
        return CONFEDERATE
    return position.rules.days[position.state.day].tie


@enforces("5.1")
def ask_initiative(position: SecondBullRun, frame: Frame) -> Decision | None:
    """One die a side, the Union's first, unless the scenario gives the initiative away."""
    position.state.phase = INITIATIVE
    given = automatic_initiative(position)
    if given is not None:
        _take_initiative(position, given)
        return None
    side = CONFEDERATE if frame[1] else UNION
    return die(f"Initiative die of the {SIDES[side].title()}", "5.1", side=SIDES[side])


def answer_initiative(position: SecondBullRun, frame: Frame, action: Action) -> None:
    rolled = int(action[1])
    if not frame[1]:
        position.goto("initiative", rolled)
        return
    bonus = position.rules.days[position.state.day].initiative
    union, confederate = frame[1] + bonus[UNION], rolled + bonus[CONFEDERATE]
    position.emit("initiative_dice", "5.1", dice=[frame[1], rolled], union=union, confederate=confederate)
    if union == confederate:
        _take_initiative(position, wins_ties(position))
    else:
        _take_initiative(position, UNION if union > confederate else CONFEDERATE)


def _take_initiative(position: SecondBullRun, side: int) -> None:
    position.state.first = side
    position.emit("initiative", "5.1", side=SIDES[side])
    position.goto("tactics", UNION)


# --- tactical option --------------------------------------------------------------------------------


@enforces("11.2.1b")
def ask_tactics(position: SecondBullRun, frame: Frame) -> Decision | None:
    """With the optional rule each army commander in play rolls for his tactics, on 29 August only."""
    side: int = frame[1]
    rules = position.rules
    if side > CONFEDERATE or not rules.has("tactical-option") or not rules.days[position.state.day].tactics:
        position.end()
        return None
    commander = rules.roster.army_commander[side]
    if not position.state.at[commander]:
        position.goto("tactics", side + 1)
        return None
    return die("Tactical option", "11.2.1b", about=About(piece=rules.roster.ids[commander]))


def answer_tactics(position: SecondBullRun, frame: Frame, action: Action) -> None:
    side: int = frame[1]
    table = position.rules.tables["tactics"]
    total = int(action[1]) + table[SIDES[side]]
    chosen = ASSAULT if total >= table["assault_from"] else MANEUVER
    tactics = list(position.state.tactics)
    tactics[side] = chosen
    position.state.tactics = (tactics[0], tactics[1])
    name = "assault" if chosen == ASSAULT else "manoeuvre"
    position.emit("tactics", "11.2.1b", side=SIDES[side], die=int(action[1]), total=total, option=name)
    position.goto("tactics", side + 1)


PROCEDURES = {
    "initiative": Procedure(ask_initiative, answer_initiative),
    "tactics": Procedure(ask_tactics, answer_tactics),
}

EVENTS = (
    Kind(
        "initiative_dice",
        "Initiative dice {dice}: Union {union}, Confederate {confederate}.",
        {"dice": DICE, "union": NUMBER, "confederate": NUMBER},
    ),
    Kind("initiative", "{side} has the initiative.", {"side": SIDE}),
    Kind(
        "tactics",
        "Tactics of the {side}: {die}, in all {total}: {option}.",
        {"side": SIDE, "die": DIE, "total": NUMBER, "option": WORDS},
    ),
)
