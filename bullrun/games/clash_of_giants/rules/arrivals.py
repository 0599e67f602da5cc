"""9.1 and 9.4 Arrivals: attempts to come early, the dice, and groups put into their entry hexes; the markers
that come into play with them."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, NUMBER, PIECE, PIECES, PLACE, SIDE, WORD, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Clash, Group
from bullrun.games.clash_of_giants.rules.ground import ids, in_play, name, wait_in
from bullrun.games.clash_of_giants.rules.roster import FORMATION, Guns
from bullrun.games.clash_of_giants.rules.scoring import add, own_rule
from bullrun.games.clash_of_giants.rules.state import ASIDE, DUE
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips


def ask_arrivals(position: Clash, frame: Frame) -> Decision | None:
    """Attempts first, Union before Confederates, then all dice, then all groups that come."""
    bring_markers(position)
    position.goto("hurry", 0)
    return None


# --- a turn early


@enforces("9.4.early", "9.4.none", "9.4.once")
def may_hurry(position: Clash, index: int) -> bool:
    """Whether a group can be tried a turn early: it is due next turn, by a die that has not been thrown."""
    state, rules = position.state, position.rules
    group = rules.groups[index]
    waits = not (state.settled | state.here | state.hurried) >> index & 1
    return waits and group.die and not rules.historical and state.due[index] == state.turn + 1


def ask_hurry(position: Clash, frame: Frame) -> Decision | None:
    """The owner names the groups that he tries to bring in early."""
    rules = position.rules
    side: int = frame[1]
    groups = [
        group for index, group in enumerate(rules.groups) if group.side == side and may_hurry(position, index)
    ]
    if not groups:
        _next_side(position, side)
        return None
    options: list[Action] = [PASS, *(("hurry", group.id) for group in groups)]
    return Decision(SIDES[side], "Which group tries to come a turn early?", options, "9.4.early")


def answer_hurry(position: Clash, frame: Frame, action: Action) -> None:
    """Its die is thrown with the others; whoever names no more leaves the rest to their printed turns."""
    side: int = frame[1]
    if action == PASS:
        _next_side(position, side)
        return
    index = _index(position, action[1])
    position.state.hurried |= 1 << index
    position.emit("hurried", "9.4.early", side=SIDES[side], group=position.rules.groups[index].title)


def _next_side(position: Clash, side: int) -> None:
    if side + 1 < len(SIDES):
        position.goto("hurry", side + 1)
    else:
        position.goto("arrival_dice")


def _index(position: Clash, name: str) -> int:
    return next(index for index, group in enumerate(position.rules.groups) if group.id == name)


# --- the dice


@enforces("9.4.group", "9.4.none", "9.4.fixed", "O.fixed", "B8.2.how", "B9.3.marks")
def _rolls(position: Clash, index: int) -> bool:
    """Whether a group's die is to be thrown now: it tries to come early or is due, and needs one."""
    state, rules = position.state, position.rules
    if (state.settled | state.here) >> index & 1 or rules.historical or not rules.groups[index].die:
        return False
    return bool(state.hurried >> index & 1) or state.due[index] == state.turn


def next_to_roll(position: Clash) -> int | None:
    """The group whose die is thrown next, by index: one for each, in the order of the list."""
    return next((index for index in range(len(position.rules.groups)) if _rolls(position, index)), None)


def ask_dice(position: Clash, frame: Frame) -> Decision | None:
    """One die for each group."""
    index = next_to_roll(position)
    if index is None:
        position.goto("put_down")
        return None
    group = position.rules.groups[index]
    return die(f"Arrival of {group.title}", "9.4.group", about=About(roll="arrival"), side=SIDES[group.side])


@enforces("9.4.time", "9.4.early", "9.4.once")
def answer_dice(position: Clash, frame: Frame, action: Action) -> None:
    """The die says how many turns after its printed one the group comes, and there is no other."""
    state, rules = position.state, position.rules
    index = next_to_roll(position)
    assert index is not None
    group, early = rules.groups[index], bool(state.hurried >> index & 1)
    late = rules.tables["arrivals"]["early" if early else "on_time"][pips(action) - 1]
    turn = group.turn + late
    state.due = (*state.due[:index], turn, *state.due[index + 1 :])
    state.settled |= 1 << index
    rule = "9.4.early" if early else "9.4.time"
    position.emit("arrival_roll", rule, group=group.title, die=pips(action), turn=turn)
    if late > 0 and not early:
        _score_delay(position, group, late)


@enforces("9.4.vp", "9.4.novp", "B4.1.1.delay", "G4.1.1.delay")
def _score_delay(position: Clash, group: Group, late: int) -> None:
    """The owner of a late group scores at once, twice on the turns that the battle names; nothing for an
    early attempt that failed; by agreement only for the first late group of a formation."""
    state, rules = position.state, position.rules
    if rules.has("delay-points-once") and state.late >> group.formation & 1:
        return
    state.late |= 1 << group.formation
    points = rules.tables["arrivals"]["delay_points"][late]
    if state.turn in rules.data["delay"]["doubled"]:
        points *= 2
    state.delays = add(state.delays, group.side, points)
    rule = own_rule(position, "4.1.1.delay")
    position.emit("delayed", rule, side=SIDES[group.side], group=group.title, points=points)


# --- into the entry hexes


@enforces("9.1.place", "7.1.entry", "G7.7.d", "G2.3")
def ask_put_down(position: Clash, frame: Frame) -> Decision | None:
    """Groups that come are put into their entry hexes, in any number; where a letter has two hexes, the owner
    says for each unit in which."""
    state, rules = position.state, position.rules
    for index, group in enumerate(rules.groups):
        if state.due[index] != state.turn or state.here >> index & 1:
            continue
        places = rules.entries[_entry(position, group)]
        waiting = [unit for unit in group.units if state.box[unit] == DUE]
        if waiting and len(places) > 1:
            called = rules.roster.ids[waiting[0]]
            options: list[Action] = [("enter", called, name(position, place)) for place in places]
            question = f"Where does {rules.roster.infos[waiting[0]].name} arrive?"
            return Decision(SIDES[group.side], question, options, "G7.7.d", about=About(piece=called))
        for unit in waiting:
            _arrive(position, unit, places[0])
        state.here |= 1 << index
        for place in places:
            here = [unit for unit in group.units if state.at[unit] == place]
            if here:
                position.emit("arrived", "9.1.place", pieces=ids(position, here), at=name(position, place))
    bring_markers(position)
    position.end()
    return None


def answer_put_down(position: Clash, frame: Frame, action: Action) -> None:
    """The unit waits in that hex."""
    rules = position.rules
    _arrive(position, rules.roster.number[action[1]], rules.board.place(action[2]))


def _arrive(position: Clash, unit: int, place: PlaceId) -> None:
    wait_in(position, unit, place)
    position.state.arrival[unit] = position.state.turn


@enforces("G7.7.a")
def _entry(position: Clash, group: Group) -> str:
    """The letter at which a group arrives: its own, unless both sides come there this turn and it is of the
    side that gives way."""
    state, rules = position.state, position.rules
    conflict = rules.data.get("entry_conflict")
    if conflict is None or group.entry != conflict["entry"] or SIDES[group.side] != conflict["side"]:
        return group.entry
    met = any(
        other.side != group.side and other.entry == group.entry and state.due[index] == state.turn
        for index, other in enumerate(rules.groups)
    )
    instead: str = conflict["instead"]
    return instead if met else group.entry


# --- markers


@enforces("9.4.marks", "B9.3.marks", "9.4.none")
def bring_markers(position: Clash) -> None:
    """The command and artillery markers of formations that are in play come into play, and those that are
    due on a printed turn."""
    state, roster = position.state, position.rules.roster
    for formation in roster.formations:
        marker = formation.marker
        if marker >= 0 and state.box[marker] == DUE and in_play(position, formation.units):
            state.box[marker] = ASIDE
    for guns in roster.guns:
        if state.box[guns.piece] == DUE and _come(position, guns):
            state.box[guns.piece] = ASIDE


def _come(position: Clash, guns: Guns) -> bool:
    """A formation's guns come with its first unit, those of a corps not before their printed turn, and those
    that are never in the cup on that turn (R52)."""
    if not guns.in_cup:
        return guns.turn <= position.state.turn
    early = guns.scope == FORMATION or guns.turn <= position.state.turn
    return early and bool(in_play(position, guns.serves))


# --- why not


def why_not_hurry(position: Clash, action: Action) -> Refusal | None:
    """Why a group cannot be tried early."""
    state, rules = position.state, position.rules
    group = next((group for group in rules.groups if action[1:] == (group.id,)), None)
    if group is None:
        return Refusal("9.4.early", "Name one group of the list of arrivals: hurry GROUP.")
    index = rules.groups.index(group)
    if rules.historical:
        return Refusal("O.fixed", "All groups come on their printed turns.")
    if not group.die:
        return Refusal("9.4.none", f"{group.title} comes without a die.")
    if state.here >> index & 1:
        return Refusal("9.4.early", f"{group.title} has arrived.")
    if state.hurried >> index & 1:
        return Refusal("9.4.early", f"{group.title} tries already.")
    if state.settled >> index & 1:
        return Refusal("9.4.once", f"{group.title} comes on turn {state.due[index]} without another die.")
    if state.due[index] != state.turn + 1:
        return Refusal("9.4.early", f"{group.title} is due on turn {state.due[index]}, not on the next.")
    return Refusal("9.4.early", f"{group.title} belongs to the other side.")


def why_not_enter(position: Clash, action: Action) -> Refusal | None:
    """Why a unit cannot be put there."""
    return Refusal("G7.7.d", "Put the unit that is asked for into one of its entry hexes: enter UNIT HEX.")


PROCEDURES = {
    "arrivals": Procedure(ask_arrivals),
    "hurry": Procedure(ask_hurry, answer_hurry),
    "arrival_dice": Procedure(ask_dice, answer_dice),
    "put_down": Procedure(ask_put_down, answer_put_down),
}
VERBS = (
    Verb("hurry", CHOOSE, (WORD,), "Try {0} a turn early", "9.4.early", "arrivals"),
    Verb("enter", CHOOSE, (PIECE, PLACE), "Put {0} into {1}", "G7.7.d", "arrivals"),
)
EVENTS = (
    Kind("hurried", "{side} tries {group} a turn early.", {"side": SIDE, "group": WORDS}),
    Kind(
        "arrival_roll",
        "{group} rolls {die}: it comes on turn {turn}.",
        {"group": WORDS, "die": DIE, "turn": NUMBER},
    ),
    Kind(
        "delayed",
        "{group} is late: Delay points {side} +{points}.",
        {"side": SIDE, "group": WORDS, "points": NUMBER},
    ),
    Kind("arrived", "{pieces} arrive at {at}.", {"pieces": PIECES, "at": PLACE}),
)
WHY_NOT = {"hurry": why_not_hurry, "enter": why_not_enter}
