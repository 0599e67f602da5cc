"""What a position is worth: strength on the map, the way to the objectives, contact at good odds."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.decision import Decision, SetOptions
from bullrun.games.bull_run_1983.battlefield import OTHER, BullRun
from bullrun.games.bull_run_1983.ground import control_zone, ground, units_in
from bullrun.games.bull_run_1983.roster import BATTERY, BATTLE, CONFEDERATE, LEADER, UNION
from bullrun.games.bull_run_1983.state import MAP, RALLY
from bullrun.mechanisms.movement import search

POINT = 60
"""A defense point on the map."""
ATTACK = 20
RALLY_POINT = 25
LEADER_WORTH = 50
WIN = 100_000
BASE = 6_000
STAR = 150
FAR = 14
"""Beyond so many hexes an enemy is not looked for."""


def worth(position: BullRun, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None:
        return WIN if outcome[0] == ("union", "confederate")[side] else -WIN
    return _strength(position, side) - _strength(position, 1 - side)


def _strength(position: BullRun, side: int) -> int:
    state, roster = position.state, position.rules.roster
    total = 0
    table = _place_worth(position, side)
    for piece in places_in(roster.of_side[side]):
        box = state.box[piece]
        if box == MAP:
            total += _piece_worth(position, piece, table[state.at[piece]])
        elif box == RALLY:
            total += RALLY_POINT * roster.defense[piece]
    units = ground(position).units[side]
    total += BASE * bool(units & position.rules.base[1 - side])
    if side == UNION:
        total += STAR * (state.turn + 1) * (units & position.rules.stars).bit_count()
    return total


def _piece_worth(position: BullRun, piece: int, place_worth: int) -> int:
    roster = position.rules.roster
    if roster.kind[piece] == LEADER:
        return LEADER_WORTH + place_worth
    points = roster.defense[piece]
    return points * (POINT + place_worth) + ATTACK * roster.attack[piece][1]


def _place_worth(position: BullRun, side: int) -> list[int]:
    """For each hex what it adds for a unit of this side: near the objectives, near the enemy."""
    memo = ground(position).memo
    key = f"place worth {side}"
    found: list[int] | None = memo.get(key)
    if found is None:
        found = memo[key] = _make_place_worth(position, side)
    return found


def _make_place_worth(position: BullRun, side: int) -> list[int]:
    table = list(_way_to_objectives(position, side))
    zone: PlaceSet = ground(position).units[1 - side]
    board = position.rules.board
    for distance in range(FAR):
        nearer = board.spread(zone)
        for place in places_in(nearer & ~zone):
            table[place] += 2 * (FAR - distance) if side == CONFEDERATE else FAR - distance
        zone = nearer
    return table


_WAYS: dict[int, list[int]] = {}


def _way_to_objectives(position: BullRun, side: int) -> list[int]:
    """Minus the marching cost to the nearest objective, in half movement points. The Union goes for the
    stars and Manassas, the Confederates for Centreville, more gently: they also win by staying."""
    found = _WAYS.get(side)
    if found is None:
        rules = position.rules
        goals = rules.stars | rules.base[CONFEDERATE] if side == UNION else rules.base[UNION]
        edges = rules.edges(OTHER, position.state)
        best = [-240] * rules.board.size
        for goal in places_in(goals):
            for place, cost in search(edges, goal, 700).costs.items():
                best[place] = max(best[place], -cost // (3 if side == UNION else 9))
        found = _WAYS[side] = best
    return found


# --- without trying: what single choices of the Movement phase gain ---------------------------------


def gains(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """What each option gains at once; None where only trying tells."""
    options = decision.options
    if not isinstance(options, SetOptions):
        return None
    roster = position.rules.roster
    table = _place_worth(position, side)
    zone = control_zone(position, 1 - side)
    contact: dict[PlaceId, tuple[int, int]] = {}
    found: list[int] = []
    for option in options.before:
        found.append(_gain_of_form(position, side, option[0], roster.number.get(option[1], -1)))
    for prefix, targets in options.groups:
        piece = roster.number[prefix[1]]
        here = position.state.at[piece]
        weight = max(1, roster.defense[piece])
        start = table[here] if here else -1_000
        leader = roster.kind[piece] == LEADER
        now = _contact_gain(position, side, piece, here, contact) if here and zone >> here & 1 else 0
        for place in places_in(targets):
            gain = weight * (table[place] - start) - now
            if zone >> place & 1:
                if leader:
                    gain = gain if units_in(position, place, side) else -LEADER_WORTH * 2
                else:
                    gain += _contact_gain(position, side, piece, place, contact)
            found.append(gain)
    found += [0] * len(options.after)
    return found


def _contact_gain(
    position: BullRun, side: int, piece: int, place: PlaceId, known: dict[PlaceId, tuple[int, int]]
) -> int:
    """Standing next to the enemy is worth it at two to one, and dear at less than one to one."""
    roster, board = position.rules.roster, position.rules.board
    sums = known.get(place)
    if sums is None:
        defense = attack = 0
        touching: PlaceSet = 0
        for near in board.neighbours[place]:
            if ground(position).units[1 - side] >> near & 1:
                defense += sum(roster.defense[p] for p in units_in(position, near, 1 - side))
                touching |= board.neighbour_set[near]
        for near in places_in(touching & ground(position).units[side]):
            attack += sum(roster.attack[p][position.state.face[p]] for p in units_in(position, near, side))
        sums = known[place] = (attack, defense)
    attack, defense = sums
    if position.state.at[piece] != place:
        attack += roster.attack[piece][position.state.face[piece]]
    if attack >= 2 * defense:
        return 25 * defense
    if attack >= defense:
        return 5 * defense
    return -30 * (defense - attack)


def _gain_of_form(position: BullRun, side: int, verb: str, piece: int) -> int:
    """Form up and unlimber near the enemy, march in column far from him."""
    if verb == "av":
        return 400
    state = position.state
    place = state.at[piece] if piece >= 0 else 0
    if verb == "form":
        leader = position.rules.roster.brigade_leader[position.rules.roster.brigade[piece]]
        place = state.at[leader]
    near = bool(ground(position).units[1 - side] & position.rules.board.within(place, 5)) if place else False
    if verb == "form":
        return 30 if near else -10
    if verb == "break":
        return -30 if near else 20
    if verb == "change" and position.rules.roster.kind[piece] == BATTERY:
        return 15 if near == (state.face[piece] != BATTLE) else -15
    return 0
