"""12.1, 12.7 Cohesion tests: three kinds of them, the second die, panic, and batteries that are overrun."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, LOSS, NUMBER, PICK, PIECE, PLACE, RESULT, WORDS, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import cohesion, ids, is_fragile, is_gun, name, occupied, stack
from bullrun.games.day_was_ours.rules.morale import BROKEN, PANICKED, eliminate, suffer
from bullrun.games.day_was_ours.rules.retreat import has_way, retreat
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, REPULSE_TEST, Effect, Tables
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips

RULE = {FIRE_TEST: "12.1.fire", CLOSE_TEST: "12.1.close", REPULSE_TEST: "12.1.repulse"}
ONE, SIX = 1, 6
"""Natural results that decide a test whatever the sum."""


# --- the tables ---------------------------------------------------------------------------------------


@enforces("12.1.fire", "12.1.close", "12.1.repulse", "12.1.six", "12.1.one")
def passes(tables: Tables, kind: str, n: int, rolled: int, value: int) -> bool:
    """Whether a test with CT n is passed by a unit of this modified cohesion."""
    if rolled == SIX:
        return False
    if rolled == ONE and tables.tests[kind].natural_one:
        return True
    return rolled + added(tables, kind, n) <= value


def added(tables: Tables, kind: str, n: int) -> int:
    """What is added to the first die of a test."""
    how = tables.tests[kind]
    return (n if how.adds_n else 0) + how.more


@enforces("12.1.pass", "12.1.fail")
def effect_of(tables: Tables, kind: str, n: int, passed: bool, rolled: int) -> Effect:
    """What the second die does."""
    if passed:
        return tables.passed[rolled - 1]
    how = tables.tests[kind]
    lines = tables.failed[how.failed]
    return lines[min(rolled + (n if how.adds_n else 0), len(lines)) - 1]


def spread_of(tables: Tables, kind: str, n: int, value: int) -> dict[tuple[bool, Effect], Fraction]:
    """Every result of a test, whether passed and what it does, with its exact chance."""
    found: dict[tuple[bool, Effect], Fraction] = {}
    for first in range(1, 7):
        passed = passes(tables, kind, n, first, value)
        for second in range(1, 7):
            key = passed, effect_of(tables, kind, n, passed, second)
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 36)
    return found


def _always_goes(tables: Tables, kind: str, n: int) -> bool:
    """Whether a unit that fails this test leaves its hex whatever the second die."""
    effects = [effect_of(tables, kind, n, False, rolled) for rolled in range(1, 7)]
    return all(_goes(effect) for effect in effects)


def _goes(effect: Effect) -> bool:
    return bool(effect.retreat) or effect.broken or effect.panic


# --- a test -------------------------------------------------------------------------------------------


def test(position: Day, unit: int, kind: str, n: int, cause: PlaceId) -> None:
    """A unit takes a test now; `cause` is the hex from which a retreat leads away (12.3.cause)."""
    position.call("test", unit, kind, n, cause)


def ask_test(position: Day, frame: Frame) -> Decision | None:
    """Frame: (test, unit, kind, n, cause). The first die; the unit's cohesion counts as it is now."""
    _, unit, kind, n, _ = frame
    roster = position.rules.roster
    plus = f" with {n} added" if n and position.rules.tables.tests[kind].adds_n else ""
    return die(
        f"{_called(position, unit)} takes a {kind} test{plus}",
        RULE[kind],
        about=About(piece=roster.ids[unit], roll="test"),
        side=SIDES[roster.side[unit]],
    )


def answer_test(position: Day, frame: Frame, action: Action) -> None:
    """Passed or failed; a battery that fails in close combat may be overrun before anything else."""
    _, unit, kind, n, cause = frame
    value, rolled = cohesion(position, unit), pips(action)
    passed = passes(position.rules.tables, kind, n, rolled, value)
    position.emit(
        "test",
        RULE[kind],
        piece=position.rules.roster.ids[unit],
        how=kind,
        die=rolled,
        adds=added(position.rules.tables, kind, n),
        needs=value,
        result="passed" if passed else "failed",
    )
    position.goto("second", unit, kind, n, cause, passed)
    overrun = not passed and kind == CLOSE_TEST and is_gun(position, unit)
    if overrun and _always_goes(position.rules.tables, kind, n):
        position.call("capture", unit)


def ask_second(position: Day, frame: Frame) -> Decision | None:
    """Frame: (second, unit, kind, n, cause, passed). The second die, if the unit is still there."""
    _, unit, _, _, _, passed = frame
    if position.state.at[unit] <= 0:
        position.end()
        return None
    roster = position.rules.roster
    return die(
        f"{_called(position, unit)} has {'passed' if passed else 'failed'}: what does it do?",
        "12.1.pass" if passed else "12.1.fail",
        about=About(piece=roster.ids[unit], roll="test"),
        side=SIDES[roster.side[unit]],
    )


def answer_second(position: Day, frame: Frame, action: Action) -> None:
    """Read the line of the table; after a passed fire test its owner may have a choice."""
    _, unit, kind, n, cause, passed = frame
    tables, rolled = position.rules.tables, pips(action)
    effect = effect_of(tables, kind, n, passed, rolled)
    position.emit(
        "effect",
        "12.1.pass" if passed else "12.1.fail",
        piece=position.rules.roster.ids[unit],
        die=rolled,
        result=effect_words(effect),
    )
    if passed and kind == FIRE_TEST and effect.hits and tables.or_retreat and has_way(position, unit, cause):
        position.goto("choose hit", unit, effect.hits, cause)
        return
    position.goto("effects", unit, tuple(effect), cause)
    overrun = not passed and kind == CLOSE_TEST and is_gun(position, unit)
    if overrun and _goes(effect) and not _always_goes(tables, kind, n):
        position.call("capture", unit)


@enforces("12.1.pass")
def ask_choose_hit(position: Day, frame: Frame) -> Decision | None:
    """Frame: (choose hit, unit, hits, cause). After a passed fire test the owner may retreat instead of
    taking the Morale Hit."""
    unit = frame[1]
    piece = position.rules.roster.ids[unit]
    return Decision(
        SIDES[position.rules.roster.side[unit]],
        f"Does {_called(position, unit)} take a Morale Hit or fall back?",
        [("take_hit", piece), ("fall_back", piece)],
        "12.1.pass",
        about=About(piece=piece),
    )


def answer_choose_hit(position: Day, frame: Frame, action: Action) -> None:
    """A Morale Hit, or a hex of retreat."""
    _, unit, hits, cause = frame
    fall_back = Effect(retreat=position.rules.tables.or_retreat)
    effect = fall_back if action[0] == "fall_back" else Effect(hits=hits)
    position.goto("effects", unit, tuple(effect), cause)


@enforces("12.2", "12.1.panic", "12.8")
def ask_effects(position: Day, frame: Frame) -> Decision | None:
    """Frame: (effects, unit, effect, cause). Hits and flips, Shaken, then (after the neighbours in a panic)
    the retreat. A unit that breaks does not do the rest; its panic is seen all the same."""
    _, unit, line, cause = frame
    effect = Effect(*line)
    place = position.state.at[unit]
    position.end()
    if place <= 0:
        return None
    how = BROKEN
    if effect.panic:
        effect, how = position.rules.tables.panic, PANICKED
        position.emit("panic", "12.1.panic", piece=position.rules.roster.ids[unit], at=name(position, place))
    suffer(position, unit, effect, "12.2", how)
    if position.state.at[unit] > 0 and effect.retreat:
        retreat(position, unit, effect.retreat, cause)
    if how == PANICKED:
        _spread_panic(position, unit, place, cause)
    return None


# --- panic --------------------------------------------------------------------------------------------


@enforces("12.1.panic")
def _spread_panic(position: Day, unit: int, place: PlaceId, cause: PlaceId) -> None:
    """Each other friend in the hex and next to it, not over uncrossable Bull Run, takes a fire test."""
    side = position.rules.roster.side[unit]
    near = (position.rules.joined[place] | 1 << place) & occupied(position, side)
    units = tuple(other for at in places_in(near) for other in stack(position, at) if other != unit)
    if units:
        position.call("panic", units, 0, cause)


def ask_panic(position: Day, frame: Frame) -> Decision | None:
    """Frame: (panic, units that have still to test, hex begun or 0, cause). Hex by hex, as the owner
    likes."""
    _, units, begun, _ = frame
    left = [unit for unit in units if position.state.at[unit] > 0]
    if not left:
        position.end()
        return None
    here = [unit for unit in left if position.state.at[unit] == begun] or left
    return Decision(
        SIDES[position.rules.roster.side[here[0]]],
        "Panic spreads: which unit tests next?",
        [("next", piece) for piece in ids(position, here)],
        "12.1.panic",
    )


def answer_panic(position: Day, frame: Frame, action: Action) -> None:
    """It tests."""
    _, units, _, cause = frame
    unit = position.rules.roster.number[action[1]]
    left = tuple(other for other in units if other != unit)
    position.goto("panic", left, position.state.at[unit], cause)
    test(position, unit, FIRE_TEST, position.rules.tables.neighbours_test, cause)


# --- 12.7 captured guns -------------------------------------------------------------------------------


def ask_capture(position: Day, frame: Frame) -> Decision | None:
    """Frame: (capture, battery). A battery that must leave a close combat may be lost with its guns."""
    unit = frame[1]
    roster = position.rules.roster
    return die(
        f"Are the guns of {_called(position, unit)} saved?",
        "12.7",
        about=About(piece=roster.ids[unit], roll="capture"),
        side=SIDES[roster.side[unit]],
    )


@enforces("12.7")
def captured_from(position: Day, unit: int) -> int:
    """The die from which a battery is captured: a lower one when it is Battleworn or Fragile."""
    fresh, worn = position.rules.tables.capture_from
    return worn if position.state.worn >> unit & 1 or is_fragile(position, unit) else fresh


def answer_capture(position: Day, frame: Frame, action: Action) -> None:
    """Captured, or free to carry out its result."""
    unit, rolled = frame[1], pips(action)
    position.end()
    lost = rolled >= captured_from(position, unit)
    piece = position.rules.roster.ids[unit]
    position.emit("overrun", "12.7", piece=piece, die=rolled, result="captured" if lost else "saved")
    if lost:
        eliminate(position, unit, "12.7")


# --- words --------------------------------------------------------------------------------------------


def _called(position: Day, unit: int) -> str:
    return position.rules.pieces[unit].name


def effect_words(effect: Effect) -> str:
    """A line of T9 in words."""
    if effect.broken:
        return "breaks"
    if effect.panic:
        return "panic"
    words: Sequence[str] = [
        *(["a Morale Hit" if effect.hits == 1 else f"{effect.hits} Morale Hits"] if effect.hits else []),
        *(["Battleworn"] if effect.worn else []),
        *(["Shaken"] if effect.shaken else []),
        *([f"retreat {effect.retreat}"] if effect.retreat else []),
    ]
    return ", ".join(words) or "stands firm"


PROCEDURES = {
    "test": Procedure(ask_test, answer_test),
    "second": Procedure(ask_second, answer_second),
    "choose hit": Procedure(ask_choose_hit, answer_choose_hit),
    "effects": Procedure(ask_effects),
    "panic": Procedure(ask_panic, answer_panic),
    "capture": Procedure(ask_capture, answer_capture),
}

VERBS = (
    Verb("take_hit", CHOOSE, (PIECE,), "{0} takes the Morale Hit", "12.1.pass"),
    Verb("fall_back", CHOOSE, (PIECE,), "{0} retreats a hex instead", "12.1.pass"),
    Verb("next", PICK, (PIECE,), "{0} is next"),
)

EVENTS = (
    Kind(
        "test",
        "{piece} takes a {how} test: {die} + {adds} against {needs}, {result}.",
        {"piece": PIECE, "how": WORDS, "die": DIE, "adds": NUMBER, "needs": NUMBER, "result": WORDS},
        RESULT,
    ),
    Kind("effect", "{piece}: {die}, {result}.", {"piece": PIECE, "die": DIE, "result": WORDS}, RESULT),
    Kind("panic", "{piece} panics in {at}.", {"piece": PIECE, "at": PLACE}, LOSS),
    Kind(
        "overrun",
        "The guns of {piece}: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
        RESULT,
    ),
)
