"""16. Setting up: what chance picks first, then the Union, then the Confederates, inside the printed areas.
Either side may take its ready positions instead."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, LOSS, PIECE, PLACE, SIDE, WORDS, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.ground import mode, name, occupied, printed_strength, put, zone
from bullrun.games.day_was_ours.rules.roster import NOBODY
from bullrun.games.day_was_ours.rules.stacking import full_for
from bullrun.games.day_was_ours.rules.state import (
    ASIDE,
    DUE,
    MIX,
    NOBODY_ACTS,
    READY,
    REORGANIZE,
    SETUP,
    TO_SET_UP,
    DayState,
)
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.cup import draw

SETTING = ("union-setup", "confederate-setup")


@enforces(
    "16.1.setup", "16.2.setup", "16.3.setup", "16.2.start", "16.2.control", "16.1.cup", "16.2.cup", "16.3.2"
)
def prepare(rules: Battlefield) -> Day:
    """The table before anything is decided: units to be set up or due, markers ready, chits in their
    mixes."""
    state, plan, roster = DayState(len(rules.roster.ids)), rules.plan, rules.roster
    for unit, group in plan.group_of.items():
        state.at[unit] = group.box
        if group.box == REORGANIZE:
            state.worn |= 1 << unit
    for unit in plan.arrivals:
        state.at[unit] = DUE
    for unit in places_in(roster.units):
        if state.at[unit] and roster.brigade[unit] != NOBODY:
            state.at[roster.brigade[unit]] = READY
    for chit in (*plan.leaders, *plan.wild):
        state.at[chit] = ASIDE
    for side in (UNION, CONFEDERATE):
        for chit in plan.mix[side]:
            state.at[chit] = MIX[side]
    state.turn, state.phase = plan.first_turn, SETUP
    state.points, state.control = plan.points, plan.control
    if plan.ford_is_known:
        state.ford_found = plan.first_turn
    state.frames = [("turn", 0), ("setup", 0)]
    return Day(rules, state)


@enforces("16.x.setup", "16.2.setup")
def ask_setup(position: Day, frame: Frame) -> Decision | None:
    """Frame: (setup, step). First what chance picks, then one side after the other."""
    rules, state = position.rules, position.state
    step: int = frame[1]
    position.goto("setup", step + 1)
    if step == 0:
        position.call("states", 0, 0)
    elif step <= len(rules.plan.setup_order):
        side = rules.plan.setup_order[step - 1]
        state.acting = side
        if rules.has(SETTING[side], "historical"):
            _set_historically(position, side)
        position.call("place", side)
    else:
        state.acting = NOBODY_ACTS
        position.end()
    return None


# --- what chance picks --------------------------------------------------------------------------------


@enforces("16.2.states")
def ask_states(position: Day, frame: Frame) -> Decision | None:
    """Frame: (states, which, how many of it are drawn). Each unit at most once, among those with two
    sides."""
    _, which, drawn = frame
    rules, state = position.rules, position.state
    states = rules.plan.states
    if which == len(states):
        position.end()
        return None
    asked = states[which]
    if drawn == asked.draw:
        position.goto("states", which + 1, 0)
        return None
    left = [
        unit
        for unit in asked.among
        if not (state.worn | rules.fragile) >> unit & 1 and state.at[unit] == TO_SET_UP
    ]
    return draw(position, left, f"Which unit is drawn ({asked.title})?", asked.rule)


def answer_states(position: Day, frame: Frame, action: Action) -> None:
    """A unit begins Battleworn, or on the Broken Track."""
    _, which, drawn = frame
    asked = position.rules.plan.states[which]
    unit = position.rules.roster.number[action[1]]
    position.state.worn |= 1 << unit
    position.state.at[unit] = asked.box
    position.emit("begins_broken" if asked.box == REORGANIZE else "begins_worn", asked.rule, piece=action[1])
    position.goto("states", which, drawn + 1)


# --- placing ------------------------------------------------------------------------------------------


@enforces("16.x.setup", "3.1d", "3.1a")
def area_of(position: Day, unit: int) -> PlaceSet:
    """Where a unit may be placed now: in its area, where it may stand, with room, and not next to an
    enemy."""
    rules = position.rules
    side, moves = rules.roster.side[unit], mode(position, unit)
    area = rules.plan.group_of[unit].area & ~zone(position, 1 - side) & ~occupied(position, 1 - side)
    area &= ~full_for(position, side, printed_strength(position, unit))
    return area if moves == 0 else set_of(p for p in places_in(area) if rules.may_stand(moves, p))


def _place(position: Day, unit: int, place: PlaceId) -> None:
    put(position, unit, place)
    group, roster = position.rules.plan.group_of[unit], position.rules.roster
    position.emit(
        "placed", group.rule, piece=roster.ids[unit], at=name(position, place), side=SIDES[roster.side[unit]]
    )


def _set_historically(position: Day, side: int) -> None:
    """Put every unit where it stands ready. What the enemy's own set-up makes impossible is placed by
    hand."""
    plan = position.rules.plan
    for unit, place in plan.historical[side].items():
        if position.state.at[unit] == TO_SET_UP and area_of(position, unit) >> place & 1:
            put(position, unit, place)
    position.emit("set_up_historically", "16.x.setup", side=SIDES[side], title=plan.ready_title[side])


def ask_place(position: Day, frame: Frame) -> Decision | None:
    """Frame: (place, side). Which unit, and where? Each unit is seen as it is placed."""
    side: int = frame[1]
    roster, board, at = position.rules.roster, position.rules.board, position.state.at
    waiting = [u for u in places_in(roster.units & roster.of_side[side]) if at[u] == TO_SET_UP]
    groups: list[tuple[Action, PlaceSet]] = [
        (("place", roster.ids[unit]), area) for unit in waiting if (area := area_of(position, unit))
    ]
    if not groups:
        position.end()
        return None
    return Decision(
        SIDES[side],
        "Which unit do you place, and where?",
        SetOptions(board.names, board.find, groups),
        "16.x.setup",
    )


def answer_place(position: Day, frame: Frame, action: Action) -> None:
    """Place one unit."""
    _place(position, position.rules.roster.number[action[1]], position.rules.board.place(action[2]))


def why_not_place(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot be placed in a hex."""
    rules = position.rules
    roster, board = rules.roster, rules.board
    if len(action) != 3 or action[1] not in roster.number or board.find(action[2]) is None:
        return Refusal("16.x.setup", "Placing names a unit and a hex: place UNIT HEX.")
    unit, place = roster.number[action[1]], board.place(action[2])
    facts = {"piece": action[1], "at": action[2]}
    if position.state.at[unit] != TO_SET_UP:
        return Refusal("16.x.setup", "It is not waiting to be placed.", facts)
    group, side = rules.plan.group_of[unit], roster.side[unit]
    if not group.area >> place & 1:
        return Refusal(group.rule, f"The hex lies outside the area of {group.title}.", facts)
    if not rules.may_stand(mode(position, unit), place):
        return Refusal("3.1a", "Artillery and cavalry stand in woods only on a road or trail.", facts)
    if (zone(position, 1 - side) | occupied(position, 1 - side)) >> place & 1:
        return Refusal("16.x.setup", "No unit is set up on or next to an enemy.", facts)
    if full_for(position, side, printed_strength(position, unit)) >> place & 1:
        return Refusal("3.1", f"A hex holds {rules.tables.stacking} strength points, or one unit.", facts)
    return None


WHY_NOT = {"place": why_not_place}

PROCEDURES = {
    "setup": Procedure(ask_setup),
    "states": Procedure(ask_states, answer_states),
    "place": Procedure(ask_place, answer_place),
}

VERBS = (Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}", "16.x.setup", "set-up"),)

EVENTS = (
    Kind(
        "placed",
        "{piece} sets up in {at}.",
        {"piece": PIECE, "at": PLACE, "side": SIDE},
        join=Join(("piece", "at"), "Set up: {piece in at}."),
    ),
    Kind("set_up_historically", "{side}: {title}, the ready set-up.", {"side": SIDE, "title": WORDS}),
    Kind("begins_worn", "{piece} begins Battleworn.", {"piece": PIECE}, LOSS),
    Kind("begins_broken", "{piece} begins on the Broken Track.", {"piece": PIECE}, LOSS),
)
