"""12. Scenarios: historical and free placement, lines, ranks and facings before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1861.rules.facing import all_facings, facings_to, place_options
from bullrun.games.bull_run_1861.rules.ground import (
    attach_legion,
    detach_legion,
    elements_in,
    face,
    full_zones,
    ground,
    is_extended,
    lead,
    put,
    settle_legion,
    take_off,
)
from bullrun.games.bull_run_1861.rules.movement import extension_zones
from bullrun.games.bull_run_1861.rules.state import NO_HOST, BullRunState
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

FAR = 99
"""More movement points than any way over the map costs."""
STEPS = ("place", "extend_lines", "stand")


@enforces("4.3", "4.4", "12.1")
def prepare(rules: Battlefield) -> BullRun:
    """The position before set-up: headquarters in their towns, and the brigades of a historical
    placement on their marks."""
    state = BullRunState(len(rules.roster.ids))
    position = BullRun(rules, state)
    state.last_turn = rules.turns
    state.northern = rules.northern_start
    for name, zone in rules.data["headquarters"].items():
        state.at[rules.roster.number[name]] = rules.board.place(zone)
    for group in rules.data.get("groups", ()):
        for name in group["brigades"]:
            put(position, rules.roster.number[name], rules.board.place(group["zone"]))
    state.frames = [("setup", 0)]
    return position


@enforces("12.2")
def ask_setup(position: BullRun, frame: Frame) -> None:
    """The South and then the North: place, extend lines, choose front lines and face. Then turn 1."""
    step: int = frame[1]
    if step == 2 * len(STEPS):
        position.goto("turn_of_play", 0)
        return
    side = CONFEDERATE if step < len(STEPS) else UNION
    position.state.active = side
    position.goto("setup", step + 1)
    position.call(STEPS[step % len(STEPS)], side, 0)


# --- placing --------------------------------------------------------------------------------------


def to_be_placed(position: BullRun, side: int) -> int | None:
    """The next brigade of a side that its player must place; None when all stand."""
    rules = position.rules
    later = {name for group in rules.data["reinforcements"] for name in group["brigades"]}
    for brigade in rules.roster.of_side[side]:
        waits = rules.chosen[brigade] and rules.roster.ids[brigade] not in later
        if waits and not position.state.at[brigade]:
            return brigade
    return None


def army_of(rules: Battlefield, side: int) -> Mapping[str, Any]:
    """What the scenario says of a side's free placement."""
    armies: list[Mapping[str, Any]] = rules.data.get("armies", [])
    return next((army for army in armies if army["side"] == SIDES[side]), {})


@enforces("12.2", "13.1")
def placement_zones(position: BullRun, brigade: int) -> PlaceSet:
    """Where a brigade may be placed: the 30th Virginia at most one zone from Beauregard, the others by
    the distances of free placement."""
    rules = position.rules
    roster = rules.roster
    side = roster.side[brigade]
    room = rules.banks[side] & ~full_zones(position, brigade)
    if roster.option[brigade]:
        hq = position.state.at[roster.commander[brigade]]
        return room & (rules.around[hq] | 1 << hq)
    army = army_of(rules, side)
    zones = area_of(rules, army, side)
    anywhere = army.get("anywhere")
    if anywhere and roster.army[brigade] == anywhere["army"]:
        beyond = [
            b
            for b in roster.of_side[side]
            if position.state.at[b] and b != brigade and not zones >> position.state.at[b] & 1
        ]
        if len(beyond) < anywhere["brigades"]:
            return (zones & room) | (room & ~zones & ~ground(position).held[side])
    return zones & room


def area_of(rules: Battlefield, army: Mapping[str, Any], side: int) -> PlaceSet:
    """Where most brigades of a side stand in free placement: on their bank, by distance from the town."""
    zones = distance_zones(rules, army, side) & rules.banks[side]
    return zones & ~rules.riverside if army["away_from_river"] else zones


@enforces("12.2")
def distance_zones(rules: Battlefield, army: Mapping[str, Any], side: int) -> PlaceSet:
    """The zones within (or, as an option, from) the distance of the side's town."""
    state = BullRunState(0)
    state.farm_ford = 1
    state.turn = 2
    town: PlaceId = rules.board.place(army["town"])
    costs = rules.steps(side, state).search(town, FAR).costs
    limit: int = army["distance"]
    within = rules.has("free-setup-distance", "within")
    return sum(1 << zone for zone, cost in costs.items() if (cost <= limit if within else cost >= limit))


def ask_place(position: BullRun, frame: Frame) -> Decision | None:
    """Place the brigades of a side one after the other, in the order of the roster."""
    side: int = frame[1]
    brigade = to_be_placed(position, side)
    if brigade is None:
        position.end()
        return None
    name = position.rules.roster.ids[brigade]
    options = place_options(position, [(("place", name), placement_zones(position, brigade))])
    rule = "13.1" if position.rules.roster.option[brigade] else "12.2"
    return Decision(SIDES[side], "Where does it start?", options, rule, about=About(piece=name))


def answer_place(position: BullRun, frame: Frame, action: Action) -> None:
    rules = position.rules
    put(position, rules.roster.number[action[1]], rules.board.place(action[2]))
    position.emit("placed", "12.2", piece=action[1], zone=action[2])


# --- extended lines -------------------------------------------------------------------------------


@enforces("10.6.1", "12.1", "12.2")
def ask_extend_lines(position: BullRun, frame: Frame) -> Decision | None:
    """Lines that the scenario prescribes are drawn as it has them; in free placement any Southern brigade may
    start extended. A line keeps to the zones where its brigade could be placed: inside the area, or anywhere
    but alone."""
    side: int = frame[1]
    rules = position.rules
    roster = rules.roster
    for brigade, zone in prescribed_lines(rules, side):
        extend(position, brigade, zone)
    army = army_of(rules, side)
    if not army.get("extended"):
        position.end()
        return None
    area = area_of(rules, army, side)
    alone = rules.banks[side] & ~area & ~ground(position).held[side]
    groups: list[tuple[Action, PlaceSet]] = []
    for brigade in roster.of_side[side]:
        if position.state.at[brigade] and brigade != roster.legion and not is_extended(position, brigade):
            inside = area >> position.state.at[brigade] & 1
            zones = extension_zones(position, brigade) & (area if inside else area | alone)
            if zones:
                groups.append((("extend", roster.ids[brigade]), zones))
    if not groups:
        position.end()
        return None
    options = place_options(position, groups, (), (("done",),))
    return Decision(SIDES[side], "Extend a line?", options, "12.2")


def answer_extend_lines(position: BullRun, frame: Frame, action: Action) -> None:
    if action[0] == "done":
        position.end()
        return
    rules = position.rules
    extend(position, rules.roster.number[action[1]], rules.board.place(action[2]))


def prescribed_lines(rules: Battlefield, side: int) -> list[tuple[int, PlaceId]]:
    """The brigades of a side that start in an extended line, and where its second zone usually is."""
    number = rules.roster.number
    found = [
        (number[name], rules.board.place(group["line"]))
        for group in rules.data.get("groups", ())
        for name in group["brigades"]
        if "line" in group
    ]
    return [(brigade, zone) for brigade, zone in found if rules.roster.side[brigade] == side]


def extend(position: BullRun, brigade: int, zone: PlaceId) -> None:
    """Put the second half of a brigade's line into a zone."""
    rules = position.rules
    put(position, brigade + rules.roster.brigades, zone)
    name = rules.roster.ids[brigade]
    position.emit("extended", "10.6.1", piece=name, zone=rules.board.names[zone])


# --- lines and facings ----------------------------------------------------------------------------


@enforces("12.1", "12.2")
def ask_stand(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (stand, side, whom its player has changed). Everybody faces the enemy; one answer leaves it so,
    and each line, front and facing may be changed once."""
    _, side, changed = frame
    rules, on = position.rules, ground(position)
    roster = rules.roster
    if not changed & SEEN:
        for zone in places_in(on.held[side]):
            settle_legion(position, zone)
            face(position, on.front[zone], toward_the_enemy(position, side, zone))
        position.goto("stand", side, SEEN)
        return None
    groups: list[tuple[Action, PlaceSet]] = []
    for brigade, _ in prescribed_lines(rules, side):
        marker = brigade + roster.brigades
        if not changed >> marker & 1:
            zones = extension_zones(position, brigade) & ~(1 << position.state.at[marker])
            groups.append((("extend", roster.ids[brigade]), zones))
    choices: list[Action] = [("as-they-stand",)]
    for zone in places_in(on.held[side]):
        front, *rear = elements_in(position, zone)
        if not changed >> front & 1:
            zones = all_facings(position, zone) & ~(1 << position.state.facing[front])
            groups.append((("face", roster.ids[front]), zones))
        if not any(changed >> element & 1 for element in (front, *rear)):
            choices += [("front", roster.ids[element]) for element in rear]
        choices += [("attach", *pair) for pair in _other_hosts(position, zone, changed)]
    options = place_options(position, groups, choices)
    if len(options) == 1:
        position.end()
        return None
    return Decision(SIDES[side], "Do they stand as they should?", options, "12.1")


SEEN = 1 << 62
"""In the changes of `stand`: that the player has been shown how they stand."""


def _other_hosts(position: BullRun, zone: PlaceId, changed: int) -> list[tuple[str, str]]:
    """The Legion with each other brigade of its zone that it could be part of."""
    roster, host = position.rules.roster, position.state.host
    if host == NO_HOST or position.state.at[roster.legion] != zone or changed >> roster.legion & 1:
        return []
    others = sorted(element for element in elements_in(position, zone) if element != host)
    return [(roster.ids[roster.legion], roster.ids[other]) for other in others]


def toward_the_enemy(position: BullRun, side: int, zone: PlaceId) -> PlaceId:
    """The facing that has as many enemies in front as can be, and looks to the nearest of them; before they
    stand, to the zones of their headquarters."""
    rules = position.rules
    enemies = ground(position).held[1 - side] or set_of(
        at for marker, at in enumerate(position.state.at) if at and rules.roster.side[marker] != side
    )
    met = rules.zoc[zone] & enemies
    facings = facings_to(position, zone, met) if met else all_facings(position, zone)

    def away(one: PlaceId, other: PlaceId) -> int:
        (x, y), (u, v) = rules.board.centre(one), rules.board.centre(other)
        return (x - u) ** 2 + (y - v) ** 2

    nearest = min(places_in(enemies), key=lambda enemy: (away(zone, enemy), enemy))
    return min(places_in(facings), key=lambda faced: (away(faced, nearest), faced))


def answer_stand(position: BullRun, frame: Frame, action: Action) -> None:
    _, side, changed = frame
    if action == ("as-they-stand",):
        position.end()
        return
    roster, board = position.rules.roster, position.rules.board
    element = roster.number[action[1]]
    if action[0] == "extend":
        marker = element + roster.brigades
        take_off(position, marker)
        extend(position, element, board.place(action[2]))
        zone = position.state.at[marker]
        if elements_in(position, zone) == [marker]:
            face(position, marker, toward_the_enemy(position, side, zone))
        element = marker
    elif action[0] == "front":
        lead(position, element)
        position.emit("leads", "10.5.2", piece=action[1])
        changed |= sum(1 << other for other in elements_in(position, position.state.at[element]))
        changed &= ~(1 << element)
        position.goto("stand", side, changed)
        return
    elif action[0] == "attach":
        detach_legion(position)
        attach_legion(position, roster.number[action[2]])
        position.emit("attached", "10.5.5", piece=action[1], host=action[2])
    else:
        face(position, element, board.place(action[2]))
        position.emit("faced", "10.4.1", piece=action[1], zone=action[2])
    position.goto("stand", side, changed | 1 << element)


PROCEDURES = {
    "setup": Procedure(ask_setup),
    "place": Procedure(ask_place, answer_place),
    "extend_lines": Procedure(ask_extend_lines, answer_extend_lines),
    "stand": Procedure(ask_stand, answer_stand),
}

VERBS = (
    Verb("place", CHOOSE, (PIECE, PLACE), "Place {0} in {1}", "12.2"),
    Verb("as-they-stand", CHOOSE, (), "All stand as shown", "12.1"),
)

EVENTS = (
    Kind("placed", "{piece} is placed in {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("leads", "{piece} is the front line.", {"piece": PIECE}),
)
