"""10.4 Retreat, disorder and rout: where a brigade goes back to, step by step."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, Kind, Verb
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.commanders import push_commanders
from bullrun.games.secession_1862.rules.facing import arrive_in_retreat
from bullrun.games.secession_1862.rules.ground import (
    control_zone,
    fronts_of_side,
    full_zones,
    ground,
    in_contact,
    may_stay,
    put,
)
from bullrun.games.secession_1862.rules.losses import eliminate, lose
from bullrun.games.secession_1862.rules.movement import pass_through
from bullrun.games.sides import SIDES


def begin_retreat(position: SecondBullRun, brigade: int, zones: int, threats: PlaceSet, rule: str) -> None:
    """Call for a retreat of this many zones away from the zones of the enemies that caused it."""
    position.call("retreat", brigade, zones, threats, 1 << position.state.at[brigade], rule)


@enforces("10.4.9", "11.1.4")
def priority(
    position: SecondBullRun, brigade: int, zone: PlaceId, to: PlaceId, threats: PlaceSet
) -> tuple[bool, bool, bool, bool]:
    """How bad a step is, by the four priorities in order: not away from the attackers, into an enemy front,
    into an enemy zone of control, not toward the side's zones of retreat."""
    rules = position.rules
    side = rules.roster.side[brigade]
    from_enemy = rules.distances(threats) if threats else None
    to_rally = rules.distances(rules.rally[side])
    return (
        from_enemy is not None and from_enemy[to] <= from_enemy[zone],
        bool(fronts_of_side(position, 1 - side) >> to & 1),
        bool(control_zone(position, 1 - side) >> to & 1),
        to_rally[to] >= to_rally[zone],
    )


def retreat_zones(
    position: SecondBullRun, brigade: int, threats: PlaceSet, visited: PlaceSet, last: bool
) -> PlaceSet:
    """The best zones for the next step. The last one must have room; if none of its zones has, any may be
    passed through."""
    rules = position.rules
    side = rules.roster.side[brigade]
    zone = position.state.at[brigade]
    ways = rules.passable[zone] & ~ground(position).held[1 - side] & ~visited
    if last:
        ways = ways & ~full_zones(position, brigade) or ways
    best: tuple[bool, bool, bool, bool] | None = None
    zones = 0
    for to in places_in(ways):
        rank = priority(position, brigade, zone, to, threats)
        if best is None or rank < best:
            best, zones = rank, 1 << to
        elif rank == best:
            zones |= 1 << to
    return zones


@enforces("10.4.8")
def ask_retreat(position: SecondBullRun, frame: Frame) -> Decision | None:
    """One zone after the other. A brigade without a way goes off the map if it stands at its edge; inside it
    stands at bay and suffers a loss."""
    _, brigade, left, threats, visited, rule = frame
    state = position.state
    rules = position.rules
    zone = state.at[brigade]
    if not zone:
        position.end()
        return None
    side = rules.roster.side[brigade]
    if (left == 0 or is_rout_over(position, brigade, rule)) and may_stay(position, brigade):
        position.end()
        arrive_in_retreat(position, brigade)
        return None
    zones = retreat_zones(position, brigade, threats, visited, left <= 1)
    name = rules.roster.ids[brigade]
    if not zones:
        position.end()
        _no_way(position, brigade)
        return None
    options = rules.zone_options([(("retreat", name), zones)])
    return Decision(SIDES[side], "Where does it retreat?", options, "10.4.9", about=About(piece=name))


@enforces("8.A")
def is_rout_over(position: SecondBullRun, brigade: int, rule: str) -> bool:
    """Whether a rout movement of the administrative phase ends early: the brigade is where its side retreats
    to and no enemy is next to it, if the players read it so. A retreat from combat goes its whole way."""
    rules = position.rules
    side, zone = rules.roster.side[brigade], position.state.at[brigade]
    return (
        rule == "8.A"
        and rules.has("rout-at-entry", "stays")
        and bool(rules.rally[side] >> zone & 1)
        and not in_contact(position, zone, side)
    )


def _no_way(position: SecondBullRun, brigade: int) -> None:
    state = position.state
    zone = state.at[brigade]
    name = position.rules.roster.ids[brigade]
    if position.rules.map_edge >> zone & 1:
        position.emit("left_the_map", "10.4.8", piece=name)
        state.exited |= 1 << brigade
        eliminate(position, brigade, "10.4.8")
    elif not may_stay(position, brigade):
        eliminate(position, brigade, "10.4.8")
    else:
        position.emit("at_bay", "10.4.8", piece=name)
        lose(position, brigade, "10.4.8")


def answer_retreat(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, brigade, left, threats, visited, rule = frame
    rules = position.rules
    zone = rules.board.place(action[2])
    side = rules.roster.side[brigade]
    in_front = fronts_of_side(position, 1 - side) >> zone & 1
    put(position, brigade, zone)
    pass_through(position, side, zone)
    position.emit("retreated", rule, piece=action[1], zone=action[2])
    position.goto("retreat", brigade, max(0, left - 1), threats, visited | 1 << zone, rule)
    if in_front:
        position.emit("through_front", "10.4.8", piece=action[1], zone=action[2])
        lose(position, brigade, "10.4.8")
    push_commanders(position, zone, 1 - side)


PROCEDURES = {"retreat": Procedure(ask_retreat, answer_retreat)}

VERBS = (Verb("retreat", CHOOSE, (PIECE, PLACE), "{0} retreats to {1}", "10.4.9"),)

EVENTS = (
    Kind("retreated", "{piece} goes back to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("through_front", "{piece} passes an enemy front in {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("left_the_map", "{piece} leaves the map.", {"piece": PIECE}),
    Kind("at_bay", "{piece} has no way to retreat.", {"piece": PIECE}),
)
