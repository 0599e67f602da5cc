"""9.3 and 9.5. Facing: what a brigade may face, and enemies that turn when it comes up."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import PIECE, PLACE, TURN, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.ground import (
    enemies_met,
    face,
    front_of,
    ground,
    mates_in_zone,
    stack,
)
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.fronts import facings_with_most


@enforces("9.5.1")
def legal_facings(position: SecondBullRun, zone: PlaceId, side: int) -> PlaceSet:
    """Any facing for a brigade out of contact; in contact only those with the most enemy brigades in
    front."""
    rules = position.rules
    met = enemies_met(position, zone, side)
    if not met:
        return rules.around[zone]
    stacks = ground(position).stacks
    if not met & (met - 1):
        return rules.facings_to[zone][met.bit_length() - 1]
    weights = {enemy: len(stacks[enemy]) for enemy in places_in(met)}
    return facings_with_most(rules.fronts[zone], weights)


@enforces("9.5.3")
def facings_of(position: SecondBullRun, brigade: int, *, moved: bool) -> PlaceSet:
    """The facings a brigade may take where it stands. One that has not moved may turn as if it had come up,
    but it need not: it may also stand as it is."""
    state = position.state
    facings = legal_facings(position, state.at[brigade], position.rules.roster.side[brigade])
    return facings if moved else facings | 1 << state.facing[brigade]


def facing_groups(position: SecondBullRun, brigade: int, *, moved: bool) -> list[tuple[Action, PlaceSet]]:
    """The options to face for a brigade where it stands."""
    rules = position.rules
    facings = facings_of(position, brigade, moved=moved)
    if not rules.has("attack-direction", "any"):
        facings = keep_targets_in_front(position, position.state.at[brigade], facings)
    return [(rules.face_prefix[brigade], facings)]


def keep_targets_in_front(position: SecondBullRun, zone: PlaceId, facings: PlaceSet) -> PlaceSet:
    """The facings that keep the stack's prepared attack in front, when the players want it so."""
    for brigade in stack(position, zone):
        target = position.state.target[brigade]
        if target:
            facings &= position.rules.facings_to[zone].get(target, 0) or facings
    return facings


# --- a brigade arrives ----------------------------------------------------------------------------


def ask_orient(position: SecondBullRun, frame: Frame) -> Decision | None:
    """A brigade that has come to its zone faces; it turns those it joins along with it."""
    brigade: int = frame[1]
    state = position.state
    if not state.at[brigade] or state.routed >> brigade & 1:
        position.end()
        return None
    return _which_facing(position, brigade, "9.5.1", moved=True)


def ask_rested(position: SecondBullRun, frame: Frame) -> Decision:
    """A brigade that has rested may turn where it stands."""
    return _which_facing(position, frame[1], "9.5.3", moved=False)


def _which_facing(position: SecondBullRun, brigade: int, rule: str, *, moved: bool) -> Decision:
    roster = position.rules.roster
    options = position.rules.zone_options(facing_groups(position, brigade, moved=moved))
    side = SIDES[roster.side[brigade]]
    return Decision(side, "Which zone does it face?", options, rule, about=About(piece=roster.ids[brigade]))


def answer_orient(position: SecondBullRun, frame: Frame, action: Action) -> None:
    take_facing(position, frame[1], action)
    position.end()


def take_facing(position: SecondBullRun, brigade: int, action: Action) -> None:
    """Carry out `face`."""
    face(position, brigade, position.rules.board.place(action[2]))
    position.emit("faced", "9.5.1", piece=action[1], zone=action[2])


# --- enemies turn to it ---------------------------------------------------------------------------


@enforces("9.5.2")
def who_turns(position: SecondBullRun, zone: PlaceId, came_from: PlaceId, side: int) -> PlaceSet:
    """The enemy zones next to a brigade that has just come to a zone, and whose brigades had no contact
    with its side before, nor with itself in the zone it came from. Nobody turns to one who joins a friend
    there."""
    on = ground(position)
    rules = position.rules
    if len(on.stacks[zone]) > 1:
        return 0
    turning = 0
    others = on.held[side] & ~(1 << zone) | 1 << came_from
    for enemy in places_in(rules.zoc[zone] & on.held[1 - side]):
        if not rules.zoc[enemy] & others:
            turning |= 1 << enemy
    return turning


def ask_turn(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Each of these stacks turns so that the newcomer is in its front, as its owner likes."""
    _, zone, turning = frame
    state = position.state
    rules = position.rules
    on = ground(position)
    while turning:
        enemy = (turning & -turning).bit_length() - 1
        able = [b for b in on.stacks.get(enemy, ()) if not state.routed >> b & 1]
        if able:
            position.goto("turn", zone, turning)
            name = rules.roster.ids[able[0]]
            options = rules.zone_options([(rules.face_prefix[able[0]], rules.facings_to[enemy][zone])])
            side = SIDES[rules.roster.side[able[0]]]
            return Decision(
                side,
                "It turns to the enemy: which zone does it face?",
                options,
                "9.5.2",
                about=About(piece=name),
            )
        turning &= turning - 1
    position.end()
    return None


def answer_turn(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, zone, turning = frame
    brigade = position.rules.roster.number[action[1]]
    faced = position.rules.board.place(action[2])
    if position.state.facing[brigade] != faced:
        face(position, brigade, faced)
        position.emit("turned", "9.5.2", piece=action[1], zone=action[2])
    turning &= turning - 1
    if turning:
        position.goto("turn", zone, turning)
    else:
        position.end()


def meet_enemies(position: SecondBullRun, brigade: int, came_from: PlaceId) -> bool:
    """A brigade has come to its zone straight from another one: if that is contact, call for both sides'
    facings, its own first."""
    zone = position.state.at[brigade]
    side = position.rules.roster.side[brigade]
    if not enemies_met(position, zone, side):
        return False
    turning = who_turns(position, zone, came_from, side)
    if turning:
        position.call("turn", zone, turning)
    position.call("orient", brigade)
    return True


def arrive_in_retreat(position: SecondBullRun, brigade: int) -> None:
    """At the end of a retreat a brigade may face about, unless it joins others: then it faces as they do.
    Those in rout have no facing to share."""
    routed = position.state.routed
    if not routed >> brigade & 1 and all(routed >> mate & 1 for mate in mates_in_zone(position, brigade)):
        position.call("orient", brigade)


def flank_zones(position: SecondBullRun, zone: PlaceId) -> PlaceSet:
    """The zones around a stack that are in nobody's front there."""
    fronts = 0
    for brigade in stack(position, zone):
        fronts |= front_of(position, brigade)
    return position.rules.around[zone] & ~fronts


PROCEDURES = {
    "orient": Procedure(ask_orient, answer_orient),
    "rested": Procedure(ask_rested, answer_orient),
    "turn": Procedure(ask_turn, answer_turn),
}

VERBS = (Verb("face", TURN, (PIECE, PLACE), "{0} faces {1}", "9.5.1"),)

EVENTS = (
    Kind("faced", "{piece} faces {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("turned", "{piece} turns to {zone}.", {"piece": PIECE, "zone": PLACE}),
)
