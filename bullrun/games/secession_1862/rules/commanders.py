"""6.3 Commanders: their own move after the brigades, and 9.4 how enemy brigades push them back."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import BEGIN, CHOOSE, DIE, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.fast import CLOSED
from bullrun.games.secession_1862.rules.battlefield import March, SecondBullRun
from bullrun.games.secession_1862.rules.ground import (
    cheapest_ways,
    control_zone,
    danger_map,
    ground,
    gun_zone,
    touched_zone,
    trouble_zone,
)
from bullrun.games.secession_1862.rules.state import COMBAT, COMMANDERS
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.displacement import displacement_zones
from bullrun.mechanisms.dice import die

DONE: Action = ("done",)


@enforces("6.3.2")
def barred_to_commanders(position: SecondBullRun, side: int) -> PlaceSet:
    """The zones that a side's commanders cannot enter: those with enemy brigades, and those next to one
    without a friendly brigade."""
    held = ground(position).held
    return (touched_zone(position, 1 - side) & ~held[side]) | held[1 - side]


def commander_reach(position: SecondBullRun, side: int, start: PlaceId, points: int) -> PlaceSet:
    """The zones a commander gets to. He pays as a brigade does, but no zone of control stops him."""
    rules = position.rules
    barred = barred_to_commanders(position, side)
    area = rules.area(start, points)
    if not area & (barred | trouble_zone(position, 1 - side)):
        return area & ~(1 << start)
    control = control_zone(position, 1 - side)
    guns = gun_zone(position, 1 - side)
    return rules.step_sets.in_reach(start, points, 0, barred, 0, control, guns)


def commander_march(position: SecondBullRun, side: int, start: PlaceId, points: int) -> March:
    """The cheapest ways of a commander, with their cost."""
    rules = position.rules
    danger = danger_map(position, 1 - side)[:]
    for zone in places_in(barred_to_commanders(position, side)):
        danger[zone] |= CLOSED
    return cheapest_ways(rules, start, points, danger, 0)


@enforces("6.3.1")
def ask_commanders(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The designated corps commander may move, and the army commander may try to. `frame[1]` tells who has
    moved already: bit 0 the corps commander, bit 1 the army commander; bit 2 that his test was passed."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    state.phase = COMMANDERS
    side = state.active
    flags: int = frame[1] if len(frame) > 1 else 0
    before: list[Action] = []
    groups: list[tuple[Action, PlaceSet]] = []
    points = roster.points["commander"]
    corps, army = state.designated, roster.army_commander[side]
    if not flags & 1 and corps >= 0 and state.at[corps]:
        reach = commander_reach(position, side, state.at[corps], points)
        if reach:
            groups.append((rules.move_prefix[corps], reach))
    if state.at[army]:
        if flags & 4:
            reach = commander_reach(position, side, state.at[army], points)
            if reach and not flags & 2:
                groups.append((rules.move_prefix[army], reach))
        elif not state.turned >> army & 1:
            before.append(("test", roster.ids[army]))
    if not groups and not before:
        go_to_combat(position)
        return None
    options = rules.zone_options(groups, before, (DONE,))
    return Decision(SIDES[side], "Move a commander?", options, "6.3.1")


def answer_commanders(position: SecondBullRun, frame: Frame, action: Action) -> None:
    flags: int = frame[1] if len(frame) > 1 else 0
    if action == DONE:
        go_to_combat(position)
        return
    if action[0] == "test":
        position.call("movement_test", position.rules.roster.number[action[1]], flags)
        return
    state = position.state
    commander = position.rules.roster.number[action[1]]
    move_commander(position, commander, position.rules.board.place(action[2]))
    position.emit("commander_moved", "6.3.1", piece=action[1], zone=action[2])
    position.goto("commanders", flags | (1 if commander == state.designated else 2))


def move_commander(position: SecondBullRun, commander: int, zone: PlaceId) -> None:
    """Bring a commander to a zone."""
    position.state.at[commander] = zone
    memo = ground(position).memo
    if memo:
        memo.clear()


def ask_movement_test(position: SecondBullRun, frame: Frame) -> Decision:
    """An army commander moves when a die does not exceed his value."""
    commander = frame[1]
    roster = position.rules.roster
    needed = roster.movement_test[commander]
    return die("Movement test", "6.3.1", about=About(piece=roster.ids[commander]), needed=needed)


def answer_movement_test(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, commander, flags = frame
    roster = position.rules.roster
    passed = int(action[1]) <= roster.movement_test[commander]
    position.state.turned |= 1 << commander
    piece = roster.ids[commander]
    position.emit("movement_test", "6.3.1", piece=piece, die=int(action[1]), passed=passed)
    position.end()
    position.goto("commanders", flags | 4 if passed else flags)


def go_to_combat(position: SecondBullRun) -> None:
    """All have moved: the combats follow."""
    position.state.phase = COMBAT
    position.goto("combat")


# --- pushed back ----------------------------------------------------------------------------------


def lone_commanders(position: SecondBullRun, side: int) -> PlaceSet:
    """The zones where a side has a commander but no brigade."""
    at = position.state.at
    zones = 0
    for commander in position.rules.roster.commanders[side]:
        zones |= 1 << at[commander]
    return zones & ~1 & ~ground(position).held[side]


def push_commanders(position: SecondBullRun, zone: PlaceId, side: int) -> bool:
    """Call for the displacement of every lone commander of a side that an enemy brigade in a zone touches."""
    near = position.rules.near[zone] & lone_commanders(position, side)
    if not near:
        return False
    at = position.state.at
    for commander in reversed(position.rules.roster.commanders[side]):
        if near >> at[commander] & 1:
            position.call("displace", commander)
    return True


def push_all(position: SecondBullRun) -> None:
    """Call for the displacement of every commander who has been left alone next to an enemy brigade."""
    at = position.state.at
    for side in (1, 0):
        alone = lone_commanders(position, side) & touched_zone(position, 1 - side)
        if alone:
            for commander in reversed(position.rules.roster.commanders[side]):
                if alone >> at[commander] & 1:
                    position.call("displace", commander)


@enforces("9.4.6")
def ask_displace(position: SecondBullRun, frame: Frame) -> Decision | None:
    """The owner moves a lone commander one or two zones, out of contact or to a friendly brigade."""
    commander = frame[1]
    state = position.state
    rules = position.rules
    roster = rules.roster
    side = roster.side[commander]
    here = 1 << state.at[commander]
    if not here & touched_zone(position, 1 - side) & lone_commanders(position, side):
        position.end()
        return None
    enemy = ground(position).held[1 - side]
    zones = rules.tables["march"]["displaced"]
    goals = displacement_zones(
        rules.passable, state.at[commander], enemy, barred_to_commanders(position, side), zones
    )
    name = roster.ids[commander]
    if not goals:
        state.turned |= 1 << commander
        position.emit("commander_trapped", "9.4.6", piece=name)
        position.end()
        return None
    options = rules.zone_options([(("displace", name), goals)])
    return Decision(SIDES[side], "Where does the commander go?", options, "9.4.6", about=About(piece=name))


def answer_displace(position: SecondBullRun, frame: Frame, action: Action) -> None:
    commander = frame[1]
    position.state.turned |= 1 << commander
    move_commander(position, commander, position.rules.board.place(action[2]))
    position.emit("commander_displaced", "9.4.6", piece=action[1], zone=action[2])
    position.end()


PROCEDURES = {
    "commanders": Procedure(ask_commanders, answer_commanders),
    "movement_test": Procedure(ask_movement_test, answer_movement_test),
    "displace": Procedure(ask_displace, answer_displace),
}

VERBS = (
    Verb("test", BEGIN, (PIECE,), "{0} tries to move", "6.3.1", "commanders"),
    Verb("displace", CHOOSE, (PIECE, PLACE), "{0} goes to {1}", "9.4.6"),
)

EVENTS = (
    Kind("commander_moved", "{piece} rides to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind(
        "movement_test",
        "Movement test of {piece}: {die}, {passed}.",
        {"piece": PIECE, "die": DIE, "passed": WORDS},
    ),
    Kind("commander_displaced", "{piece} is driven to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("commander_trapped", "{piece} has nowhere to go and stays.", {"piece": PIECE}),
)
