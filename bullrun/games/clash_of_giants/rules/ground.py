"""Who stands where: stacks by hex, derived from the state, kept up to date as units are put on and taken off
the map, and rebuilt for a copy when first asked for. Stacking (7). Units in entry hexes are off the map
(9.1)."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import ENTRY, LOST, MAP, NOWHERE
from bullrun.mechanisms.occupancy import Occupancy


def standing(position: Clash) -> Occupancy:
    """Who stands where, worked out anew."""
    roster, state = position.rules.roster, position.state
    return Occupancy(
        (roster.side[unit], unit, state.at[unit])
        for unit in range(roster.unit_count)
        if state.box[unit] == MAP
    )


def ground(position: Clash) -> Occupancy:
    """The derived occupancy of a position."""
    found: Occupancy | None = position.cache
    if found is None:
        found = position.cache = standing(position)
    return found


def stack(position: Clash, place: PlaceId) -> list[int]:
    """The units on the map in a hex, by number. All are of one side."""
    return ground(position).stacks.get(place, [])


def held_by(position: Clash, side: int) -> PlaceSet:
    """The hexes on the map that hold units of a side."""
    return ground(position).units[side]


def put(position: Clash, unit: int, place: PlaceId) -> None:
    """Put a unit on the map, or move it there from wherever it is. Who enters a hex by moving, retreating or
    advancing goes by `scoring.enter`, which also changes control."""
    on = ground(position)  # built before the unit stands there, so that it is not counted twice
    _lift(position, unit)
    state = position.state
    state.at[unit], state.box[unit] = place, MAP
    on.add(position.rules.roster.side[unit], unit, place)


def wait_in(position: Clash, unit: int, place: PlaceId) -> None:
    """Put a unit into an entry hex: off the map, whatever stands around it."""
    _lift(position, unit)
    state = position.state
    state.at[unit], state.box[unit] = place, ENTRY


def take_off(position: Clash, unit: int, box: int) -> None:
    """Take a unit off the map, or out of its entry hex, into a box."""
    _lift(position, unit)
    state = position.state
    state.at[unit], state.box[unit] = NOWHERE, box


def _lift(position: Clash, unit: int) -> None:
    state = position.state
    if state.box[unit] == MAP:
        ground(position).remove(position.rules.roster.side[unit], unit, state.at[unit])


def on_map(position: Clash, units: int) -> list[int]:
    """Those of a set of units that stand on the map."""
    box = position.state.box
    return [unit for unit in places_in(units) if box[unit] == MAP]


def in_play(position: Clash, units: int) -> list[int]:
    """Those of a set of units that stand on the map or wait in an entry hex."""
    box = position.state.box
    return [unit for unit in places_in(units) if box[unit] in (MAP, ENTRY)]


def strength(position: Clash, unit: int) -> int:
    """The strength of a unit in halves."""
    return position.state.steps[unit] * position.rules.roster.halves[unit]


def rating(position: Clash, unit: int) -> int:
    """Its efficiency; 0 while a die has still to decide it (G8.1)."""
    return position.rules.roster.rating[unit] or position.state.rating[unit]


# --- 7 stacking


@enforces("7.2", "7.2.single")
def is_last_of_division(position: Clash, unit: int) -> bool:
    """All other brigades of its division are eliminated, or it never had any: not merely absent (R36,
    R81)."""
    roster, box = position.rules.roster, position.state.box
    others = roster.divisions[roster.division[unit]] & ~(1 << unit)
    return all(box[other] == LOST for other in places_in(others))


@enforces("7.1.two", "7.1.division")
def may_stack(position: Clash, unit: int, place: PlaceId) -> bool:
    """Whether a unit may end in a hex as far as friends in it go: two units of one division, or of one
    formation if one of them is the last of its division. Enemies there are for the caller to see to."""
    roster = position.rules.roster
    others = [other for other in stack(position, place) if other != unit]
    if len(others) >= position.rules.tables["stacking"]["units"]:
        return False
    return all(
        roster.division[other] == roster.division[unit]
        or (
            roster.formation[other] == roster.formation[unit]
            and (is_last_of_division(position, other) or is_last_of_division(position, unit))
        )
        for other in others
    )


def stackable(position: Clash, unit: int) -> PlaceSet:
    """All hexes where `may_stack` lets a unit end; hexes that enemies hold are none of them."""
    found, at = stackable_elsewhere(position, unit), position.state.at[unit]
    if position.state.box[unit] != MAP:
        return found
    return found | 1 << at if may_stack(position, unit, at) else found & ~(1 << at)


def stackable_elsewhere(position: Clash, unit: int) -> PlaceSet:
    """The same, its own hex apart: the same for all units of a division."""
    rules, on = position.rules, ground(position)
    division, is_last = rules.roster.division[unit], is_last_of_division(position, unit)
    found: PlaceSet | None = on.memo.get(("stackable", division, is_last))
    if found is None:
        found = rules.board.all & ~(rules.entry_hexes | on.units[0] | on.units[1])
        # No hex with units of another formation, and none that is full: the same for all of the division.
        for mate in on_map(position, rules.roster.formations[rules.roster.formation[unit]].units):
            place = position.state.at[mate]
            full = len(on.stacks[place]) >= rules.tables["stacking"]["units"]
            alike = is_last or rules.roster.division[mate] == division or is_last_of_division(position, mate)
            if alike and not full:
                found |= 1 << place
        on.memo["stackable", division, is_last] = found
    return found


# --- names


def name(position: Clash, place: PlaceId) -> str:
    """The number of a hex."""
    return position.rules.board.names[place]


def ids(position: Clash, pieces: Iterable[int]) -> list[str]:
    """The ids of pieces, for events and actions."""
    names = position.rules.roster.ids
    return [names[piece] for piece in pieces]


def ids_in(position: Clash, pieces: int) -> list[str]:
    """The ids of a set of pieces."""
    return ids(position, places_in(pieces))
