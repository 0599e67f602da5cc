"""Who stands where, and what units are worth there: stacks, engagement, support, printed and modified values.
Derived from the state, kept up to date as units are put on and taken off the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import memory_of
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.roster import ARTILLERY, CAVALRY, FRESH, INFANTRY, NOBODY, WORN
from bullrun.games.day_was_ours.rules.state import NOWHERE
from bullrun.games.day_was_ours.rules.tables import FOOT, GUN, HORSE, PARTS
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.occupancy import Occupancy


def standing(position: Day) -> Occupancy:
    """Who stands where, worked out anew."""
    roster, at = position.rules.roster, position.state.at
    return Occupancy((roster.side[unit], unit, at[unit]) for unit in places_in(roster.units) if at[unit] > 0)


def ground(position: Day) -> Occupancy:
    """The derived occupancy of a position."""
    found: Occupancy | None = position.cache
    if found is None:
        found = position.cache = standing(position)
    return found


def put(position: Day, unit: int, place: int) -> None:
    """Put a unit into a hex, or with a box take it off the map; a hex that it enters is under its control."""
    state, side, on = position.state, position.rules.roster.side[unit], ground(position)
    if state.at[unit] > 0:
        on.remove(side, unit, state.at[unit])
    state.at[unit] = place
    if place > 0:
        on.add(side, unit, place)
        take_control(position, side, place)


@enforces("14.c")
def take_control(position: Day, side: int, place: PlaceId) -> None:
    """The last side to have a unit in an objective controls it, also by passing through: call it for every
    hex of a path."""
    state = position.state
    number = position.rules.plan.objective_at.get(place)
    if number is not None and state.control[number] != side:
        state.control = (*state.control[:number], side, *state.control[number + 1 :])
        board = position.rules.board
        position.emit("control", "14.c", at=board.names[place], side=SIDES[side])


# --- where units are ----------------------------------------------------------------------------------


def stack(position: Day, place: PlaceId) -> Sequence[int]:
    """The units in a hex."""
    return ground(position).stacks.get(place, ())


def occupied(position: Day, side: int) -> PlaceSet:
    """The hexes that hold units of a side."""
    return ground(position).units[side]


def anybody(position: Day) -> PlaceSet:
    """The hexes that hold any unit."""
    on = ground(position)
    return on.units[UNION] | on.units[CONFEDERATE]


def on_map(position: Day, units: Iterable[int]) -> list[int]:
    """Those of some units that stand on the map."""
    at = position.state.at
    return [unit for unit in units if at[unit] > 0]


def side_of(position: Day, place: PlaceId) -> int:
    """The side whose units stand in a hex; -1 when it is empty."""
    on = ground(position)
    return (
        UNION if on.units[UNION] >> place & 1 else CONFEDERATE if on.units[CONFEDERATE] >> place & 1 else -1
    )


@enforces("10.3", "10.3e")
def zone(position: Day, side: int) -> PlaceSet:
    """The hexes where units of the other side are Engaged by this one: next to any of its units, batteries
    and Shaken ones too, over a hexside that is not Bull Run's."""
    on = ground(position)
    found = on.zones[side]
    if found is None:
        found = 0
        around = position.rules.assaultable
        for place in places_in(on.units[side]):
            found |= around[place]
        on.zones[side] = found
    return found


def is_engaged(position: Day, unit: int) -> bool:
    """Whether a unit on the map is Engaged."""
    return bool(zone(position, 1 - position.rules.roster.side[unit]) >> position.state.at[unit] & 1)


def engaging(position: Day, place: PlaceId, side: int) -> PlaceSet:
    """The enemy hexes that engage a unit of this side in a hex."""
    return position.rules.assaultable[place] & occupied(position, 1 - side)


@enforces("7.3.chaos.place", "7.3.chaos.act")
def under_chaos(position: Day, place: PlaceId) -> bool:
    """Whether Battlefield Chaos lies on a hex; whoever is in it is under it."""
    return position.state.at[position.rules.roster.fog] == place > 0


# --- what units are -----------------------------------------------------------------------------------


def is_mounted(position: Day, unit: int) -> bool:
    """Cavalry that has not dismounted (10.9)."""
    return position.rules.roster.kind[unit] == CAVALRY and not position.state.dismounted >> unit & 1


def is_foot(position: Day, unit: int) -> bool:
    """Infantry, or cavalry that has dismounted and counts as infantry."""
    kind = position.rules.roster.kind[unit]
    return kind == INFANTRY or (kind == CAVALRY and bool(position.state.dismounted >> unit & 1))


def is_gun(position: Day, unit: int) -> bool:
    """A battery."""
    return position.rules.roster.kind[unit] == ARTILLERY


def mode(position: Day, unit: int) -> int:
    """How a unit moves: FOOT, HORSE or GUN."""
    if position.rules.roster.kind[unit] == ARTILLERY:
        return GUN
    return HORSE if is_mounted(position, unit) else FOOT


def is_shaken(position: Day, unit: int) -> bool:
    return bool(position.state.shaken >> unit & 1)


def is_fragile(position: Day, unit: int) -> bool:
    """A unit with one side only, eliminated where another would be turned or broken (2.1d)."""
    return bool(position.rules.fragile >> unit & 1)


# --- values -------------------------------------------------------------------------------------------


@enforces("2.1d")
def face(position: Day, unit: int) -> int:
    """FRESH, or WORN when it lies on its Battleworn side."""
    return WORN if position.state.worn >> unit & 1 else FRESH


@enforces("2.2a")
def printed_strength(position: Day, unit: int) -> int:
    """For stacking and the choice of the Lead Unit."""
    return position.rules.roster.strength[unit][face(position, unit)]


def printed_strengths(position: Day) -> Sequence[int]:
    """The same of all counters; 0 for what is no unit."""
    rules, worn = position.rules, position.state.worn
    kept = memory_of(rules.memo, "printed strengths", 200)
    found: Sequence[int] | None = kept.get(worn)
    if found is None:
        found = kept[worn] = [
            faces[WORN if worn >> unit & 1 else FRESH] for unit, faces in enumerate(rules.roster.strength)
        ]
    return found


def printed_cohesion(position: Day, unit: int) -> int:
    """Of the side that lies up."""
    return position.rules.roster.cohesion[unit][face(position, unit)]


@enforces("2.2a")
def strength(position: Day, unit: int) -> int:
    """Modified strength in parts of a point (PARTS to the point): for all but stacking and the Lead Unit."""
    tables = position.rules.tables
    points = printed_strength(position, unit) + tables.hit_strength * position.state.hits[unit]
    return max(points * PARTS, tables.least_strength)


@enforces("2.2b")
def whole_points(parts: int) -> int:
    """A sum of parts in whole points, rounded down after adding; 0 uses the column for half a point."""
    return parts // PARTS


@enforces("2.2a", "12.6")
def cohesion(position: Day, unit: int, steady: bool = False) -> int:
    """Modified cohesion; `steady` leaves being Shaken aside, as a rally does (13.2)."""
    state, tables = position.state, position.rules.tables
    found = printed_cohesion(position, unit) + tables.hit_cohesion * state.hits[unit]
    if not is_supported(position, unit):
        found += tables.no_support
    if not steady and state.shaken >> unit & 1:
        found += tables.shaken
    return max(found, tables.least_cohesion)


@enforces("2.2c", "2.2d")
def lead_candidates(position: Day, units: Iterable[int]) -> tuple[int, ...]:
    """The units of highest printed strength, among which the owner names the Lead Unit. Of those that are
    alike in every value and marker only the first is listed, so that nobody is asked what makes no
    difference."""
    state, roster = position.state, position.rules.roster
    highest: list[int] = []
    best = 0
    for unit in units:
        points = printed_strength(position, unit)
        if points > best:
            highest, best = [unit], points
        elif points == best:
            highest.append(unit)
    if len(highest) == 1:
        return (highest[0],)
    found: dict[tuple[Any, ...], int] = {}
    for unit in highest:
        alike = (
            roster.kind[unit],
            roster.brigade[unit],
            roster.weapon[unit],
            roster.strength[unit],
            roster.cohesion[unit],
            state.hits[unit],
            *(flags >> unit & 1 for flags in (state.worn, state.shaken, state.low_ammo, state.dismounted)),
            *(flags >> unit & 1 for flags in (state.freed, state.fired, state.moved, state.attacked)),
            state.acted >> unit & 1,
            is_fragile(position, unit),
            tuple(tie.id for tie in position.rules.plan.ties if tie.units >> unit & 1),
            unit == roster.regulars,
        )
        found.setdefault(alike, unit)
    return tuple(found.values())


# --- 12.4 support -------------------------------------------------------------------------------------


@enforces("12.4a", "12.4a.stuart", "12.4a.hampton", "12.4b", "12.4c", "12.4d", "12.4e", "12.4iv")
@enforces("7.3.chaos.support", "2.10j")
def is_supported(position: Day, unit: int) -> bool:
    """Whether a unit has Unit Support now: in its hex or next to it, not over uncrossable Bull Run, stands a
    friend that gives it."""
    rules, at = position.rules, position.state.at[unit]
    if rules.woods >> at & 1 or under_chaos(position, at):
        return False
    if unit == rules.roster.stuart:
        return True
    friends = occupied(position, rules.roster.side[unit])
    near = (rules.joined[at] | 1 << at) & friends & ~rules.woods
    return any(
        other != unit and gives_support(position, other, unit)
        for place in places_in(near)
        if not under_chaos(position, place)
        for other in stack(position, place)
    )


def gives_support(position: Day, giver: int, unit: int) -> bool:
    """Whether a friend in the right place, out of woods and chaos, gives support to a unit."""
    rules, state = position.rules, position.state
    roster = rules.roster
    if state.shaken >> giver & 1:
        return False
    if giver in (roster.stuart, roster.hampton) or unit == roster.hampton:
        return True
    if roster.kind[giver] == ARTILLERY:
        return False
    if roster.kind[unit] == ARTILLERY:
        return is_foot(position, giver)
    if roster.brigade[giver] == roster.brigade[unit]:
        return True
    alone = len(on_map(position, roster.members[roster.brigade[unit]])) == 1
    return alone and division(rules, giver) == division(rules, unit)


def division(rules: Battlefield, unit: int) -> int:
    """The chit of a unit's division; NOBODY for a battery."""
    marker = rules.roster.brigade[unit]
    return NOBODY if marker == NOBODY else rules.roster.division[marker]


# --- names --------------------------------------------------------------------------------------------


def name(position: Day, place: PlaceId) -> str:
    """The name of a hex."""
    return position.rules.board.names[place]


def ids(position: Day, units: Iterable[int]) -> list[str]:
    """Units by id."""
    return [position.rules.roster.ids[unit] for unit in units]


def is_out(position: Day, unit: int) -> bool:
    """Whether a unit is not in this game at all."""
    return position.state.at[unit] == NOWHERE
