"""10.2 and 10.4. Facing: fronts, the facing a brigade takes on arrival, and enemies that must turn to it."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PICK, PIECE, PLACE, TURN, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import (
    attach_legion,
    elements_in,
    face,
    fall_in_behind,
    ground,
    lead,
    others_in_stack,
    settle_legion,
)
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.fronts import facings_with_most

FREE, CONTACT, LEADS = 0, 1, 2
"""How a brigade takes its place: facing as it likes, or with the enemy it has met in its front; and,
added to that, when it is already settled that it leads its zone."""


@enforces("10.2.2")
def front_of(position: BullRun, element: int) -> PlaceSet:
    """The three zones (fewer at the edge of the map) that an element has in its front."""
    state = position.state
    return position.rules.fronts[state.at[element]][state.facing[element]]


def enemies_met(position: BullRun, zone: PlaceId, side: int) -> PlaceSet:
    """The zones with enemies that an element of a side in this zone is in contact with."""
    return position.rules.zoc[zone] & ground(position).held[1 - side]


def faces_an_enemy(position: BullRun, element: int) -> bool:
    """Whether an element has an enemy it is in contact with in its front."""
    side = position.rules.roster.side[element]
    return bool(front_of(position, element) & enemies_met(position, position.state.at[element], side))


def all_facings(position: BullRun, zone: PlaceId) -> PlaceSet:
    """Every facing: each neighbouring zone."""
    return position.rules.around[zone]


@enforces("10.4.2")
def facings_to(position: BullRun, zone: PlaceId, enemies: PlaceSet) -> PlaceSet:
    """The facings that bring as many of these zones as possible into the front."""
    return facings_with_most(position.rules.fronts[zone], dict.fromkeys(places_in(enemies), 1))


def place_options(
    position: BullRun,
    groups: list[tuple[Action, PlaceSet]],
    before: list[Action] | tuple[Action, ...] = (),
    after: list[Action] | tuple[Action, ...] = (),
) -> SetOptions:
    """Options that end in a zone, expanded only when looked at."""
    board = position.rules.board
    return SetOptions(board.names, board.find, groups, before, after)


# --- a brigade arrives ----------------------------------------------------------------------------


@enforces("10.4.1", "10.5.2", "10.5.5")
def ask_orient(position: BullRun, frame: Frame) -> Decision | None:
    """An element that has arrived takes its line and its facing."""
    _, element, manner = frame
    state = position.state
    roster = position.rules.roster
    zone = state.at[element]
    if not zone:
        position.end()
        return None
    side = roster.side[element]
    name = roster.ids[element]
    others = others_in_stack(position, element)
    if element == roster.legion and others:
        hosts = tuple(("attach", name, roster.ids[host]) for host in sorted(others))
        return Decision(
            SIDES[side], "Which brigade does the Legion join?", hosts, "10.5.5", about=About(piece=name)
        )
    if manner & CONTACT:
        met = enemies_met(position, zone, side)
        facings = facings_to(position, zone, met) if met else all_facings(position, zone)
    else:
        facings = all_facings(position, zone)
    groups: list[tuple[Action, PlaceSet]] = [(("face", name), facings)]
    after: list[Action] = []
    if others and not manner & LEADS:
        after.append(("second", name))
        if state.attacking >> others[0] & 1:
            groups = []
    rule = "10.4.2" if manner & CONTACT else "10.4.1"
    options = place_options(position, groups, (), after)
    return Decision(SIDES[side], "Which zone does it face?", options, rule, about=About(piece=name))


def answer_orient(position: BullRun, frame: Frame, action: Action) -> None:
    take_facing(position, frame[1], action)
    position.end()


def take_facing(position: BullRun, element: int, action: Action) -> None:
    """Carry out `face`, `second` or `attach`."""
    roster = position.rules.roster
    verb = action[0]
    name = roster.ids[element]
    if verb == "attach":
        attach_legion(position, roster.number[action[2]])
        position.emit("attached", "10.5.5", piece=name, host=action[2])
    elif verb == "second":
        fall_in_behind(position, element)
        position.emit("second_line", "10.5.2", piece=name)
    else:
        lead(position, element)
        face(position, element, position.rules.board.place(action[2]))
        position.emit("faced", "10.4.1", piece=name, zone=action[2])
    if verb != "attach":
        settle_legion(position, position.state.at[element])


@enforces("10.5.2")
def ask_rank(position: BullRun, frame: Frame) -> Decision:
    """Brigades that came to an empty zone together: which of them is the front line?"""
    roster = position.rules.roster
    elements = sorted(elements_in(position, frame[1]))
    if roster.legion in elements and len(elements) > 1:
        elements.remove(roster.legion)
    options = tuple(("front", roster.ids[element]) for element in elements)
    side = roster.side[elements[0]]
    return Decision(SIDES[side], "Which brigade is the front line?", options, "10.5.2")


def answer_rank(position: BullRun, frame: Frame, action: Action) -> None:
    element = position.rules.roster.number[action[1]]
    lead(position, element)
    settle_legion(position, frame[1])
    position.goto("orient", element, frame[2] | LEADS)


# --- enemies turn to it ---------------------------------------------------------------------------


@enforces("10.4.2")
def ask_turn(position: BullRun, frame: Frame) -> Decision | None:
    """Enemies that a brigade has met, and that have no enemy in their front, turn to it one by one."""
    _, zone, side = frame
    if not ground(position).held[side] >> zone & 1:
        position.end()
        return None
    on = ground(position)
    for enemy_zone in places_in(enemies_met(position, zone, side)):
        element = on.front[enemy_zone]
        if not faces_an_enemy(position, element):
            name = position.rules.roster.ids[element]
            facings = facings_to(position, enemy_zone, 1 << zone)
            options = place_options(position, [(("face", name), facings)])
            question = "It must turn to the enemy: which zone does it face?"
            return Decision(SIDES[1 - side], question, options, "10.4.2", about=About(piece=name))
    position.end()
    return None


def answer_turn(position: BullRun, frame: Frame, action: Action) -> None:
    element = position.rules.roster.number[action[1]]
    face(position, element, position.rules.board.place(action[2]))
    position.emit("turned", "10.4.2", piece=action[1], zone=action[2])


@enforces("6.8")
def lose_operational_markers(position: BullRun, enemy_zones: PlaceSet) -> None:
    """Marked brigades that the enemy has come into contact with go back to normal."""
    state = position.state
    if not state.operational:
        return
    roster = position.rules.roster
    on = ground(position)
    for zone in places_in(enemy_zones):
        for element in (on.front[zone], *on.rear.get(zone, ())):
            cancel_operational(position, roster.brigade_of(element))
            if element == state.host:
                cancel_operational(position, roster.legion)


def cancel_operational(position: BullRun, brigade: int, rule: str = "6.8") -> None:
    """Take the marker off a brigade."""
    state = position.state
    if state.operational >> brigade & 1:
        state.operational &= ~(1 << brigade)
        position.emit("marker_lost", rule, piece=position.rules.roster.ids[brigade])


def meet_enemies(position: BullRun, element: int) -> bool:
    """An element has come to its zone: if that is contact, call for both sides' facings. The frames are
    put on the stack so that the arriving element faces first."""
    zone = position.state.at[element]
    side = position.rules.roster.side[element]
    met = enemies_met(position, zone, side)
    if not met:
        return False
    lose_operational_markers(position, met)
    position.call("turn", zone, side)
    position.call("orient", element, CONTACT)
    return True


PROCEDURES = {
    "rank": Procedure(ask_rank, answer_rank),
    "orient": Procedure(ask_orient, answer_orient),
    "turn": Procedure(ask_turn, answer_turn),
}

VERBS = (
    Verb("face", TURN, (PIECE, PLACE), "{0} faces {1}", "10.4.1"),
    Verb("attach", CHOOSE, (PIECE, PIECE), "{0} joins {1}", "10.5.5"),
    Verb("front", PICK, (PIECE,), "{0} is the front line", "10.5.2"),
    Verb("second", CHOOSE, (PIECE,), "{0} stands in second line", "10.5.2"),
)

EVENTS = (
    Kind("attached", "{piece} joins {host}.", {"piece": PIECE, "host": PIECE}),
    Kind("second_line", "{piece} stands in second line.", {"piece": PIECE}),
    Kind("faced", "{piece} faces {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("turned", "{piece} must turn to face {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("marker_lost", "{piece} loses its operational movement.", {"piece": PIECE}),
)
