"""8.E and 11.1.3. Reinforcements: dice, entries and the way in."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, END, MARCH, PATH, PIECE, PLACE, UNIT, WORDS, Kind, Verb
from bullrun.fast import CLOSED, TENSE
from bullrun.games.secession_1862.rules.battlefield import Group, March, SecondBullRun
from bullrun.games.secession_1862.rules.commanders import (
    barred_to_commanders,
    commander_reach,
    move_commander,
    push_commanders,
)
from bullrun.games.secession_1862.rules.ground import (
    against,
    control_zone,
    danger_map,
    full_zones,
    ground,
    gun_zone,
    put,
)
from bullrun.games.secession_1862.rules.movement import pass_through, search
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die

AUTOMATIC = 6
"""A die needs none when it cannot be higher than this."""


# --- who comes --------------------------------------------------------------------------------------


def is_due(position: SecondBullRun, number: int) -> bool:
    """Whether a group is to come and has not been settled."""
    state = position.state
    group = position.rules.groups[number]
    if (state.arrived | state.released) >> number & 1:
        return False
    if group.night and not state.away >> number & 1:
        return False
    return (group.day, group.turn) <= (state.day, state.turn)


@enforces("8.E1")
def needed_die(position: SecondBullRun, group: Group) -> int:
    """The highest die with which a group arrives now: harder on its turn than on the next ones.
    Commanders and groups without a test need none."""
    state = position.state
    if group.pieces[0] >= position.rules.roster.brigades or group.until or group.day < state.day:
        return AUTOMATIC
    dice = position.rules.arrival_dice[group.side]
    return dice[min(state.turn - group.turn, len(dice) - 1)]


@enforces("11.1.3")
def ask_arrivals(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The side's groups one by one: the owner decides about those that are his choice, the others roll."""
    _, side, number = frame
    rules = position.rules
    state = position.state
    while number < len(rules.groups) and (rules.groups[number].side != side or not is_due(position, number)):
        number += 1
    if number == len(rules.groups):
        position.goto("entering", side)
        return None
    group = rules.groups[number]
    position.goto("arrivals", side, number)
    if group.optional and not state.jones:
        options = (("take", group.name), ("decline", group.name))
        return Decision(SIDES[side], "Take the division?", options, "11.2.1a", unit=group.name)
    if group.until and state.turn < group.until:
        options = (("bring", group.name), ("hold", group.name))
        return Decision(SIDES[side], "Does it come now?", options, rules.data["rule"], unit=group.name)
    needed = needed_die(position, group)
    if needed >= AUTOMATIC:
        _release(position, number)
        return None
    return die("Arrival die", "11.1.3", unit=group.name, needed=needed)


def answer_arrivals(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, side, number = frame
    group = position.rules.groups[number]
    verb = action[0]
    if verb == "take":
        position.state.jones = 1
        position.emit("jones_taken", "11.2.1a", unit=group.name)
        if group.until:
            _release(position, number)
    elif verb == "decline":
        position.state.arrived |= 1 << number
        position.emit("jones_declined", "11.2.1a", unit=group.name)
    elif verb == "bring" or (verb == "roll" and int(action[1]) <= needed_die(position, group)):
        if verb == "roll":
            position.emit("arrival_die", "11.1.3", unit=group.name, die=int(action[1]), comes=True)
        _release(position, number)
    else:
        if verb == "roll":
            position.emit("arrival_die", "11.1.3", unit=group.name, die=int(action[1]), comes=False)
        position.goto("arrivals", side, number + 1)


def _release(position: SecondBullRun, number: int) -> None:
    position.state.released |= 1 << number
    position.emit("arrives", "8.E1", unit=position.rules.groups[number].name)


# --- the way in -------------------------------------------------------------------------------------


def outside(position: SecondBullRun, group: Group) -> list[int]:
    """The pieces of a group that are still off the map and alive."""
    state = position.state
    return [p for p in group.pieces if not state.at[p] and not state.eliminated >> p & 1]


@enforces("8.E2")
def open_entries(position: SecondBullRun, group: Group) -> list[PlaceId]:
    """The entry zones a group may use now; where the enemy holds or controls all of them, the nearest other
    entry that is free."""
    rules = position.rules
    side = group.side
    state = position.state
    letters = group.entries
    if group.night:
        letters = tuple(letter for letter in letters if rules.night_entries[letter] <= state.turn)
    closed = ground(position).held[1 - side] | control_zone(position, 1 - side)
    wanted = [rules.entries[letter] for letter in letters]
    found = [zone for zone in wanted if not closed >> zone & 1]
    if found:
        return found
    free = [zone for zone in rules.entries.values() if not closed >> zone & 1]
    nearest: set[PlaceId] = set()
    for zone in wanted:
        away = rules.distances(1 << zone)
        best = min((away[other] for other in free), default=99)
        nearest |= {other for other in free if away[other] == best}
    return sorted(nearest)


def entries_of(position: SecondBullRun, number: int) -> list[PlaceId]:
    """The entry that a group has begun to use, or those it may choose from."""
    side = position.rules.groups[number].side
    closed = ground(position).held[1 - side] | control_zone(position, 1 - side)
    for group, zone in position.state.entry_of:
        if group == number and not closed >> zone & 1:
            return [zone]
    return open_entries(position, position.rules.groups[number])


def entry_cost(position: SecondBullRun, zone: PlaceId) -> int:
    """The road into the entry zone, and 1 more for every two brigades that have come in there already."""
    rules = position.rules
    entered = dict(position.state.entered).get(zone, 0)
    dearer: int = entered // rules.tables["arrivals"]["brigades_per_point"]
    road: int = rules.tables["march"]["road"]
    return road + dearer


_TENSE_IS_CLOSED = bytes(CLOSED if kind & TENSE else kind for kind in range(256))


def entry_march(position: SecondBullRun, side: int, zone: PlaceId, points: int) -> March:
    """The ways of a brigade from an entry, without touching an enemy zone of control."""
    danger = danger_map(position, 1 - side).translate(_TENSE_IS_CLOSED)
    return search(position.rules, zone, points, danger, 0)


def entry_goals(position: SecondBullRun, piece: int, zone: PlaceId) -> PlaceSet:
    """The zones where a piece that enters here can end."""
    rules = position.rules
    roster = rules.roster
    side = roster.side[piece]
    if piece >= roster.brigades:
        if barred_to_commanders(position, side) >> zone & 1:
            return 0
        points = roster.points["commander"] - rules.tables["march"]["road"]
        return commander_reach(position, side, zone, points) | 1 << zone
    points = rules.allowance[piece] - entry_cost(position, zone)
    if points < 0:
        return 0
    known = against(position, 1 - side)
    goals: PlaceSet | None = known.get(("entry", zone, points))
    if goals is None:
        closed = ground(position).held[1 - side] | control_zone(position, 1 - side)
        guns = gun_zone(position, 1 - side)
        reach = rules.step_sets.in_reach(zone, points, 0, closed, 0, 0, guns)
        goals = known["entry", zone, points] = reach | 1 << zone
    return goals & ~full_zones(position, piece)


def ask_entering(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Every piece whose group has arrived comes in, in any order: by an entry, to a zone."""
    side: int = frame[1]
    state = position.state
    rules = position.rules
    groups: list[tuple[Action, PlaceSet]] = []
    names = rules.board.names
    for number in places_in(state.released):
        group = rules.groups[number]
        if group.side != side:
            continue
        pieces = outside(position, group)
        if not pieces:
            state.released &= ~(1 << number)
            state.arrived |= 1 << number
            continue
        for zone in entries_of(position, number):
            for piece in pieces:
                goals = entry_goals(position, piece, zone)
                if goals:
                    groups.append((("enter", rules.roster.ids[piece], names[zone]), goals))
    if not groups:
        position.end()
        return None
    options = rules.zone_options(groups)
    return Decision(SIDES[side], "Which reinforcement enters, where, and how far?", options, "8.E2")


def answer_entering(position: SecondBullRun, frame: Frame, action: Action) -> None:
    state = position.state
    rules = position.rules
    piece = rules.roster.number[action[1]]
    entry, goal = rules.board.place(action[2]), rules.board.place(action[3])
    (number,) = (n for n in places_in(state.released) if piece in rules.groups[n].pieces)
    if (number, entry) not in state.entry_of:
        others = tuple(chosen for chosen in state.entry_of if chosen[0] != number)
        state.entry_of = (*others, (number, entry))
    enter(position, piece, entry, goal)


def enter(position: SecondBullRun, piece: int, entry: PlaceId, goal: PlaceId) -> None:
    """Bring a piece in by an entry and on to a zone."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[piece]
    name = rules.roster.ids[piece]
    names = rules.board.names
    if piece >= rules.roster.brigades:
        position.emit("entered", "8.E2", piece=name, entry=names[entry], zone=names[goal])
        move_commander(position, piece, goal)
        return
    points = rules.allowance[piece] - entry_cost(position, entry)
    count = dict(state.entered)
    count[entry] = count.get(entry, 0) + 1
    state.entered = tuple(sorted(count.items()))
    way = [entry, *entry_march(position, side, entry, points).path(goal)]
    for zone in way:
        pass_through(position, side, zone)
    put(position, piece, goal)
    path = [names[zone] for zone in way]
    position.emit("entered", "8.E2", piece=name, entry=names[entry], zone=names[goal], path=path)
    position.call("orient", piece)
    push_commanders(position, goal, 1 - side)


PROCEDURES = {
    "arrivals": Procedure(ask_arrivals, answer_arrivals),
    "entering": Procedure(ask_entering, answer_entering),
}

VERBS = (
    Verb(
        "enter", MARCH, (PIECE, PLACE, PLACE), "{0} enters by {1} and goes to {2}", "8.E2", "administration"
    ),
    Verb("bring", CHOOSE, (UNIT,), "{0} comes now", "11.2.2", "administration"),
    Verb("hold", END, (UNIT,), "{0} is held back", "11.2.2", "administration"),
    Verb(
        "take",
        CHOOSE,
        (UNIT,),
        "Call {0} to the field",
        "11.2.1a",
        "administration",
        "The Union scores 2 points for this division.",
    ),
    Verb("decline", END, (UNIT,), "Leave {0} where it is", "11.2.1a", "administration"),
)

EVENTS = (
    Kind("jones_taken", "{unit} is called to the field.", {"unit": UNIT}),
    Kind("jones_declined", "{unit} stays away.", {"unit": UNIT}),
    Kind(
        "arrival_die",
        "Arrival die of {unit}: {die}, comes now: {comes}.",
        {"unit": UNIT, "die": DIE, "comes": WORDS},
    ),
    Kind("arrives", "{unit} arrives.", {"unit": UNIT}, join=Join(("unit",), "{unit} arrive.")),
    Kind(
        "entered",
        "{piece} enters by {entry} and goes to {zone}.",
        {"piece": PIECE, "zone": PLACE, "entry": PLACE, "path": PATH},
    ),
)
