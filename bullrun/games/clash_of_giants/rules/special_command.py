"""6.3.3, B5, G5 Special markers: when each can be played, the dice of Lee and Longstreet, the markers played
before the draw, and the windows at a drawn marker. What an activation does is in command.py."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, PICK, PIECE, PLACE, SIDE, WORD, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.command import INTERRUPT as INTERRUPT_WINDOW
from bullrun.games.clash_of_giants.rules.command import RIDE, SWAP, activate
from bullrun.games.clash_of_giants.rules.ground import ground, in_play, name, stack
from bullrun.games.clash_of_giants.rules.roster import (
    ALONG,
    FIRST,
    IN_PLACE,
    INTERRUPT,
    SECOND,
    SPECIAL,
    Special,
)
from bullrun.games.clash_of_giants.rules.scoring import controls
from bullrun.games.clash_of_giants.rules.second_bull_run import release_wing
from bullrun.games.clash_of_giants.rules.state import ASIDE, GONE, NOBODY, READY, SPENT
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.offers import Window, offer

# --- which are at hand this turn


@enforces("15.1.scm", "B5.1", "G5.1.scm", "G5.1.howard", "G5.1.hancock", "G5.2.ewell", "G5.2.l3.when")
def ask_ready(position: Clash, frame: Frame) -> Decision | None:
    """By day, each marker on the turns that are named for it; Lee must roll first."""
    state, roster = position.state, position.rules.roster
    rolling = -1
    for special in roster.specials:
        if state.box[special.piece] == GONE:
            continue
        if state.turn > special.last_turn:
            state.box[special.piece] = GONE
        elif state.turn >= special.first_turn:
            if special.how == IN_PLACE and special.die:
                state.box[special.piece] = ASIDE
                rolling = special.piece
            else:
                state.box[special.piece] = READY
    position.end()
    if rolling >= 0:
        position.call("special_die", rolling)
    return None


@enforces("G5.2.lee.die", "B5.2.longstreet.turn")
def ask_die(position: Clash, frame: Frame) -> Decision | None:
    """One die a turn for a marker that needs one."""
    roster = position.rules.roster
    special = roster.special_of[frame[1]]
    rule = "G5.2.lee.die" if special.how == IN_PLACE else "B5.2.longstreet.turn"
    question = f"{roster.infos[special.piece].name} comes on a {special.die}"
    return die(question, rule, about=About(roll="special marker"))


def answer_die(position: Clash, frame: Frame, action: Action) -> None:
    """The right number makes the marker available, for this turn; Longstreet is played at once then."""
    state, roster = position.state, position.rules.roster
    special = roster.special_of[frame[1]]
    position.end()
    came = pips(action) == special.die
    rule = "G5.2.lee.die" if special.how == IN_PLACE else "B5.2.longstreet.turn"
    position.emit(
        "special_die",
        rule,
        piece=roster.ids[special.piece],
        die=pips(action),
        result="available" if came else "not available",
        side=SIDES[special.side],
    )
    state.box[special.piece] = READY if came else ASIDE
    if came and special.how == FIRST:
        _declare(position, special, special.serves)


# --- played before anything is drawn


@enforces("6.3.3.first", "B5.2.longstreet.once", "G5.2.l2.when", "G5.2.l3.when")
def ask_declare(position: Clash, frame: Frame) -> Decision | None:
    """The owner of a marker that can be played first says whether it is, before the cup is filled."""
    state, roster = position.state, position.rules.roster
    ready = [special for special in roster.specials if _may_be_first(position, special)]
    if state.first != NOBODY or not ready:
        position.end()
        return None
    options: list[Action] = [PASS, *(("play", roster.ids[special.piece]) for special in ready)]
    side = SIDES[ready[0].side]
    return Decision(side, "Is a special marker played before the draw?", options, "6.3.3.first")


def _may_be_first(position: Clash, special: Special) -> bool:
    """Whether it is at hand and has somebody to activate."""
    state, roster = position.state, position.rules.roster
    if special.how != FIRST or special.forced or state.box[special.piece] != READY:
        return False
    if special.formations:
        return bool(choices(position, special))
    return bool(in_play(position, roster.units_of(special.serves)))


def answer_declare(position: Clash, frame: Frame, action: Action) -> None:
    """It is declared, or first its die is rolled or its formations are chosen."""
    rules, state = position.rules, position.state
    position.end()
    if action == PASS:
        return
    special = rules.roster.special_of[rules.roster.number[action[1]]]
    if special.die and state.turn < special.no_die_from:
        position.call("special_die", special.piece)
    elif special.formations:
        position.call("choose_formations", special.piece, ())
    else:
        _declare(position, special, special.serves)


def _declare(position: Clash, special: Special, formations: Sequence[int]) -> None:
    state, roster = position.state, position.rules.roster
    state.first, state.chosen = special.piece, tuple(formations)
    position.emit(
        "special_first",
        "6.3.3.first",
        piece=roster.ids[special.piece],
        side=SIDES[special.side],
        formations=", ".join(roster.formations[one].name for one in formations),
    )


@enforces("G5.2.l3.who")
def choices(position: Clash, special: Special) -> list[tuple[int, ...]]:
    """The sets of formations that a marker for several could activate: all their units within the given hexes
    of each other, those in entry hexes by that hex (R9)."""
    state, rules = position.state, position.rules
    at = {
        formation: {state.at[unit] for unit in in_play(position, rules.roster.formations[formation].units)}
        for formation in special.serves
    }

    def close(one: int, other: int) -> bool:
        return all(rules.board.distance(a, b) <= special.within for a in at[one] for b in at[other])

    compact = [formation for formation in special.serves if at[formation] and close(formation, formation)]
    near = {pair for pair in combinations(compact, 2) if close(*pair)}
    return [
        several
        for several in combinations(compact, special.formations)
        if all(pair in near for pair in combinations(several, 2))
    ]


def ask_formations(position: Clash, frame: Frame) -> Decision | None:
    """The owner names the formations one after the other."""
    roster = position.rules.roster
    special, chosen = roster.special_of[frame[1]], frame[2]
    if len(chosen) == special.formations:
        position.end()
        _declare(position, special, sorted(chosen))
        return None
    sets = [several for several in choices(position, special) if set(chosen) <= set(several)]
    left = sorted({formation for several in sets for formation in several} - set(chosen))
    options: list[Action] = [("choose", roster.formations[formation].id) for formation in left]
    called = roster.infos[special.piece].name
    return Decision(SIDES[special.side], f"Which formation does {called} activate?", options, "G5.2.l3.who")


def answer_formations(position: Clash, frame: Frame, action: Action) -> None:
    """One more."""
    formation = position.rules.roster.formation_index(action[1])
    position.goto("choose_formations", frame[1], (*frame[2], formation))


def ask_first(position: Clash, frame: Frame) -> Decision | None:
    """The markers of the opening, then the one that was declared."""
    position.goto("first_specials", 0)
    return None


@enforces(
    "G3.1.3.first", "G5.2.archer", "6.3.3.first", "B5.2.longstreet.all", "B5.2.stuart.not", "G5.2.l2.who"
)
def ask_specials(position: Clash, frame: Frame) -> Decision | None:
    """Each is a whole activation of its units before anything is drawn, which nobody rides along with; the
    Union may interrupt one of the Confederates."""
    state, rules = position.state, position.rules
    roster = rules.roster
    number: int = frame[1]
    pieces = [roster.number[called] for called in rules.data.get("opening", {}).get("specials", ())]
    pieces = [piece for piece in pieces if roster.special_of[piece].last_turn >= state.turn]
    if state.first != NOBODY:
        pieces.append(state.first)
    if number == len(pieces):
        position.end()
        return None
    position.goto("first_specials", number + 1)
    special = roster.special_of[pieces[number]]
    if state.box[special.piece] != READY:
        return None
    formations = state.chosen if special.piece == state.first else special.serves
    units = special.units or roster.units_of(formations)
    _spend(position, special)
    if in_play(position, units):
        activate(position, special.piece, units)
        offer(position, INTERRUPT_WINDOW, special.piece)
    return None


@enforces("B5.2.longstreet.once", "G5.1.warren.again", "G5.2.l3.cm", "B8.6.rel3")
def _spend(position: Clash, special: Special) -> None:
    """A marker that is played is spent for this turn, or for good; Longstreet's releases his wing."""
    roster, rules = position.rules.roster, position.rules
    called = roster.ids[special.piece]
    position.state.box[special.piece] = GONE if special.per_game else SPENT
    position.emit("special_played", _rule(special), piece=called, side=SIDES[special.side])
    for release in rules.data.get("longstreet_limit", {}).get("released_by", ()):
        if release.get("special") == called:
            release_wing(position, "B8.6.rel3")


RULES = {
    FIRST: "6.3.3.first",
    SECOND: "G3.1.3.first",
    IN_PLACE: "6.3.3.place",
    ALONG: "6.3.3.along",
    INTERRUPT: "G5.1.warren.when",
}


def _rule(special: Special) -> str:
    return RULES[special.how]


# --- the windows at a drawn marker


def _by_owner(position: Clash, marker: int) -> list[str]:
    return [SIDES[position.rules.roster.side[marker]]]


def _by_opponent(position: Clash, marker: int) -> list[str]:
    return [SIDES[1 - position.rules.roster.side[marker]]]


@enforces("15.1.scm")
def _at_hand(position: Clash, how: str, side: int) -> list[Special]:
    """A side's special markers of one sort that can be played now: never at night."""
    state, rules = position.state, position.rules
    if rules.is_night(state.turn):
        return []
    return [
        special
        for special in rules.roster.specials
        if special.how == how and special.side == side and state.box[special.piece] == READY
    ]


@enforces("6.3.3.place", "6.3.3.single", "B5.2.jackson", "B8.8.jackson", "G5.2.lee.use", "G5.2.ewell")
@enforces("G5.1.howard", "G5.1.hancock")
def in_place(position: Clash, side: str, marker: int) -> list[Action]:
    """One of those that serve the formation that was drawn, whoever may declare a Combat Action."""
    roster = position.rules.roster
    formation = roster.formation[marker]
    return [
        ("play", roster.ids[special.piece])
        for special in _at_hand(position, IN_PLACE, SIDES.index(side))
        if formation in special.serves
    ]


def play_in_place(position: Clash, side: str, action: Action, marker: int) -> None:
    """The formation acts under it instead; the drawn marker stays aside."""
    roster = position.rules.roster
    special = roster.special_of[roster.number[action[1]]]
    position.state.swap = special.piece
    _spend(position, special)


def riders_with(rules: Battlefield, formation: int) -> list[int]:
    """The formations without a marker of their own that may act with this one."""
    roster = rules.roster
    return [
        roster.formation_index(rider)
        for rider, hosts in rules.data.get("riders", {}).items()
        if rider in roster.formation_ids and roster.formations[formation].id in hosts
    ]


@enforces("B5.2.stuart.ride", "B5.2.stuart.not", "B8.3.who", "B8.3.once")
def along(position: Clash, side: str, marker: int) -> list[Action]:
    """Stuart with any drawn Confederate marker, not at night; Buford with those that he may ride with, at
    night too; each once a turn."""
    state, rules = position.state, position.rules
    roster = rules.roster
    found: list[Action] = [
        ("play", roster.ids[special.piece])
        for special in _at_hand(position, ALONG, SIDES.index(side))
        if in_play(position, roster.units_of(special.serves)) and not _rode(position, special.serves)
    ]
    return found + [
        ("ride", roster.formations[rider].id)
        for rider in riders_with(rules, roster.formation[marker])
        if in_play(position, roster.formations[rider].units) and not state.rode >> rider & 1
    ]


def _rode(position: Clash, formations: Sequence[int]) -> bool:
    return any(position.state.rode >> formation & 1 for formation in formations)


def play_along(position: Clash, side: str, action: Action, marker: int) -> None:
    """It acts with the drawn formation."""
    state, roster = position.state, position.rules.roster
    if action[0] == "play":
        special = roster.special_of[roster.number[action[1]]]
        _spend(position, special)
        state.rider = special.serves[0]
    else:
        state.rider = roster.formation_index(action[1])
        position.emit("rides", "B8.3.who", formation=roster.formations[state.rider].name, side=side)
    state.rode |= 1 << state.rider


@enforces("G5.1.warren.when", "G5.1.warren.stack")
def interruptions(position: Clash, side: str, marker: int) -> list[Action]:
    """Warren, while his side controls the hill: one stack near it."""
    rules = position.rules
    found: list[Action] = []
    for special in _at_hand(position, INTERRUPT, SIDES.index(side)):
        if not controls(position, special.side, rules.place(special.needs_control)):
            continue
        near = rules.board.within(rules.place(special.of), special.within)
        called = rules.roster.ids[special.piece]
        for place in places_in(ground(position).units[special.side] & near):
            found.append(("play", called, name(position, place)))
    return found


@enforces("G5.1.warren.fight", "G5.1.warren.again")
def interrupt(position: Clash, side: str, action: Action, marker: int) -> None:
    """The units of that hex act now, whether or not they have or will again, before the activation that they
    interrupt has its first die."""
    rules = position.rules
    special = rules.roster.special_of[rules.roster.number[action[1]]]
    units = sum(1 << unit for unit in stack(position, rules.board.place(action[2])))
    _spend(position, special)
    activate(position, special.piece, units)


WINDOWS = {
    SWAP: Window(
        SWAP, "6.3.3.place", "Is a special marker played in its place?", _by_owner, in_place, play_in_place
    ),
    RIDE: Window(RIDE, "6.3.3.along", "Does cavalry ride along?", _by_owner, along, play_along),
    INTERRUPT_WINDOW: Window(
        INTERRUPT_WINDOW,
        RULES[INTERRUPT],
        "Is this activation interrupted?",
        _by_opponent,
        interruptions,
        interrupt,
    ),
}
WINDOW_NAMES = {
    SWAP: "Special marker in place of a drawn one",
    RIDE: "Cavalry riding along",
    INTERRUPT_WINDOW: "Warren interrupting",
}


# --- why not


def why_not_play(position: Clash, action: Action) -> Refusal | None:
    """Why a special marker cannot be played now."""
    state, rules = position.state, position.rules
    roster = rules.roster
    piece = roster.number.get(action[1]) if len(action) in (2, 3) else None
    if piece is None or roster.kind[piece] != SPECIAL:
        return Refusal("6.3.3.place", "Name one special marker: play MARKER, for Warren play MARKER HEX.")
    special, called = roster.special_of[piece], action[1]
    if rules.is_night(state.turn):
        return Refusal("15.1.scm", "No special marker is played at night.")
    if state.box[piece] == GONE:
        return Refusal(_rule(special), f"{called} is out of the game.")
    if not special.first_turn <= state.turn <= special.last_turn:
        turns = f"turns {special.first_turn} to {special.last_turn}"
        return Refusal(_rule(special), f"{called} is played on {turns} only.")
    if state.box[piece] != READY:
        return Refusal(_rule(special), f"{called} is not available this turn, or no longer.")
    if special.how == INTERRUPT:
        return _why_not_interrupt(position, special, action)
    if special.how == IN_PLACE and state.drawn != NOBODY:
        if state.swap != NOBODY:
            return Refusal("6.3.3.single", f"{roster.ids[state.drawn]} has been replaced already.")
        formation = roster.formation[state.drawn]
        if formation not in special.serves:
            return Refusal("6.3.3.place", f"{called} does not serve {roster.formations[formation].name}.")
    if special.how == FIRST and special.formations and not choices(position, special):
        reason = f"No {special.formations} formations have all units within {special.within} hexes."
        return Refusal("G5.2.l3.who", reason)
    return Refusal(_rule(special), f"This is not the moment for {called}.")


def _why_not_interrupt(position: Clash, special: Special, action: Action) -> Refusal:
    rules = position.rules
    place = rules.board.find(action[2]) if len(action) == 3 else None
    if not controls(position, special.side, rules.place(special.needs_control)):
        return Refusal(RULES[INTERRUPT], f"The Union does not control {special.needs_control}.")
    if place is None:
        return Refusal(RULES[INTERRUPT], "Name the hex of the stack too: play MARKER HEX.")
    distance = rules.board.distance(rules.place(special.of), place)
    if distance > special.within:
        return Refusal("G5.1.warren.stack", f"{action[2]} is {distance} hexes from {special.of}.")
    if not ground(position).units[special.side] >> place & 1:
        return Refusal("G5.1.warren.stack", f"No Union unit stands in {action[2]}.")
    return Refusal(RULES[INTERRUPT], "Warren interrupts a Confederate activation before its command roll.")


def why_not_ride(position: Clash, action: Action) -> Refusal | None:
    """Why a formation cannot ride along."""
    state, roster = position.state, position.rules.roster
    riders = [name for name in position.rules.data.get("riders", {}) if name in roster.formation_ids]
    if len(action) != 2 or action[1] not in riders:
        return Refusal("B8.3.who", "Name a formation that rides along: ride FORMATION.")
    if state.rode >> roster.formation_index(action[1]) & 1:
        return Refusal("B8.3.once", f"{action[1]} has acted this turn.")
    return Refusal("B8.3.who", f"{action[1]} does not act with what was drawn, or is not on the map.")


def why_not_choose(position: Clash, action: Action) -> Refusal | None:
    """Why a formation cannot be one of the three."""
    return Refusal("G5.2.l3.who", "All units of the three formations must be within 12 hexes of one another.")


PROCEDURES = {
    "special_dice": Procedure(ask_ready),
    "special_die": Procedure(ask_die, answer_die),
    "declare_first": Procedure(ask_declare, answer_declare),
    "choose_formations": Procedure(ask_formations, answer_formations),
    "play_first": Procedure(ask_first),
    "first_specials": Procedure(ask_specials),
}
VERBS = (
    Verb("play", PICK, (PIECE,), "Play {0}", "6.3.3.place", "operations"),
    Verb("play", PICK, (PIECE, PLACE), "Play {0} for {1}", "6.3.3.place", "operations"),
    Verb("ride", CHOOSE, (WORD,), "Let {0} ride along", "B8.3.who", "operations"),
    Verb("choose", CHOOSE, (WORD,), "Choose {0}", "G5.2.l3.who", "operations"),
)
EVENTS = (
    Kind(
        "special_die",
        "{piece} rolls {die}: {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS, "side": SIDE},
    ),
    Kind(
        "special_first",
        "{piece} is to be played first, for {formations}.",
        {"piece": PIECE, "side": SIDE, "formations": WORDS},
    ),
    Kind("special_played", "{side} plays {piece}.", {"piece": PIECE, "side": SIDE}),
    Kind("rides", "{formation} rides along.", {"formation": WORDS, "side": SIDE}),
)
WHY_NOT = {"play": why_not_play, "ride": why_not_ride, "choose": why_not_choose}
