"""10.8 Reinforcements: which units are due, where they come in, and what that costs."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.ground import mode, occupied, printed_strength, zone
from bullrun.games.day_was_ours.rules.limits import tie_of
from bullrun.games.day_was_ours.rules.stacking import full_for
from bullrun.games.day_was_ours.rules.state import DUE, MANEUVER, NEVER
from bullrun.games.day_was_ours.rules.tables import GUN, ROADS

EDGES = ("north_edge", "east_edge", "south_edge", "west_edge")


@enforces("16.3.11", "16.3.schedule")
def due_turn(position: Day, unit: int) -> int:
    """The first turn in which a unit may enter; NEVER where it does not come or is not yet known. Keyes
    comes the turn after Sherman has found the ford or the Confederates have crossed Bull Run."""
    plan, state = position.rules.plan, position.state
    arrival = plan.arrivals.get(unit)
    if arrival is None:
        return NEVER
    if arrival.turn != NEVER:
        return arrival.turn
    signs = [turn for turn in (state.ford_found, state.crossed) if turn != NEVER]
    return min(signs) + plan.follows if signs else NEVER


@enforces("10.8")
def is_due(position: Day, unit: int) -> bool:
    """Whether a unit waits off the map and its turn has come."""
    turn = due_turn(position, unit)
    return position.state.at[unit] == DUE and turn != NEVER and turn <= position.state.turn


def is_due_next(position: Day, unit: int) -> bool:
    """Whether a unit waits off the map for the next turn (7.3.signal)."""
    return position.state.at[unit] == DUE and due_turn(position, unit) == position.state.turn + 1


def is_in_play(position: Day, marker: int) -> bool:
    """Whether a brigade has a unit on the map or due."""
    return any(
        position.state.at[unit] > 0 or is_due(position, unit)
        for unit in position.rules.roster.members[marker]
    )


# --- where --------------------------------------------------------------------------------------------


def map_edge(rules: Battlefield) -> PlaceSet:
    """All hexes at an edge of the map."""
    found = 0
    for edge in EDGES:
        found |= rules.board.regions[edge]
    return found


@enforces("10.8", "10.8b", "6.9")
def entry_hexes(position: Day, unit: int) -> tuple[PlaceSet, bool]:
    """Where a unit may come in now, and whether at the rate of its road. Where an enemy holds or engages
    its hex it comes in at the nearest edge hex within three, on the same bank, where neither is so and
    where it may stand; if there is none, it waits."""
    rules = position.rules
    arrival = rules.plan.arrivals[unit]
    side = rules.roster.side[unit]
    shut = occupied(position, 1 - side) | zone(position, 1 - side)
    if not shut >> arrival.place & 1:
        return 1 << arrival.place, True
    bank = next(bank for bank in rules.banks if bank >> arrival.place & 1)
    moves = mode(position, unit)
    tie = tie_of(position, unit)
    open_hexes = map_edge(rules) & bank & ~shut
    if tie is not None:
        open_hexes &= rules.board.within(tie.centre, tie.within)
    for away in range(1, rules.tables.entry_search + 1):
        ring = open_hexes & rules.board.within(arrival.place, away)
        found = set_of(place for place in places_in(ring) if rules.may_stand(moves, place))
        if found:
            return found, False
    return 0, False


@enforces("10.8", "10.5a", "10.5b", "6.5c")
def entry_cost(position: Day, unit: int, place: PlaceId) -> int:
    """What a unit pays for the hex where it comes in: the rate of its road where that holds, or the hex's
    other terrain; in halves."""
    rules, tables, moves = position.rules, position.rules.tables, mode(position, unit)
    terrain = rules.terrain(place)
    by_road = entry_hexes(position, unit)[1]
    full = full_for(position, rules.roster.side[unit], printed_strength(position, unit)) >> place & 1
    kinds = [kind for kind in ROADS if rules.board.borders.across(kind)[place]]
    if by_road and kinds and not full:
        if position.state.order == MANEUVER and moves != GUN:
            return min(tables.march_cost[kind] for kind in kinds)
        return min(tables.road_cost[kind][moves] for kind in kinds)
    cost = tables.terrain_cost[terrain][moves]
    return cost if cost >= 0 else tables.terrain_cost["woods_road_over_limit"][moves]
