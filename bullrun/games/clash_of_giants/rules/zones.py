"""8. Zones of control, and what stands over whom: the ground decides where a zone reaches (battlefield.py),
the units on the map where there is one."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in, union_of
from bullrun.engine.ledger import enforces
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground
from bullrun.games.clash_of_giants.rules.state import MAP


@enforces("8.2.friend", "14.2")
def zone(position: Clash, side: int) -> PlaceSet:
    """The hexes in the zones of control of a side's units, cavalry like infantry. Friends cancel nothing for
    movement."""
    on = ground(position)
    found = on.zones[side]
    if found is None:
        found = on.zones[side] = union_of(position.rules.zones, on.units[side])
    return found


@enforces("8.4")
def uncancelled(position: Clash, side: int) -> PlaceSet:
    """The hexes in enemy zones that no friend of this side cancels, for retreats and surrender paths. A unit
    does not cancel the zone on its own hex by leaving it: ask with the unit lifted where it matters."""
    return zone(position, 1 - side) & ~ground(position).units[side]


def in_enemy_zone(position: Clash, unit: int) -> bool:
    """Whether a unit on the map stands in an enemy zone."""
    state = position.state
    side = position.rules.roster.side[unit]
    return state.box[unit] == MAP and bool(zone(position, 1 - side) >> state.at[unit] & 1)


def next_to_enemies(position: Clash, side: int) -> PlaceSet:
    """The hexes next to an enemy of this side, whatever lies between; the enemies' own hexes are left out."""
    on = ground(position)
    key = ("next to enemies", side)
    found: PlaceSet | None = on.memo.get(key)
    if found is None:
        enemies = on.units[1 - side]
        found = on.memo[key] = union_of(position.rules.board.neighbour_set, enemies) & ~enemies
    return found


@enforces("6.3.4.who", "6.3.4.zone", "6.3.4.excuse", "6.3.4.hill", "12.5.friend", "12.5.terrain")
def overlooking(position: Clash, place: PlaceId, side: int) -> PlaceSet:
    """The enemy hexes that overlook a hex where this side stands: both in clear, the enemy higher and with a
    zone on it, and no friend next to that enemy at its height or above. Required retreats and mandatory
    attacks are both judged by this."""
    rules, on = position.rules, ground(position)
    if not rules.clear >> place & 1:
        return 0
    levels, board = rules.levels, rules.board
    found = 0
    for enemy in places_in(board.neighbour_set[place] & on.units[1 - side] & rules.clear):
        height = levels[enemy]
        if height <= levels[place] or not rules.zones[enemy] >> place & 1:
            continue
        friends = board.neighbour_set[enemy] & on.units[side]
        if not any(levels[friend] >= height for friend in places_in(friends)):
            found |= 1 << enemy
    return found


@enforces("12.2.adjacent", "12.3", "G7.4.cav")
def targets(position: Clash, unit: int) -> PlaceSet:
    """The enemy hexes that a unit on the map could attack: adjacent, across any side but an unbridged river;
    cavalry never attacks Devil's Den."""
    rules, place = position.rules, position.state.at[unit]
    found = rules.board.neighbour_set[place] & ground(position).units[1 - rules.roster.side[unit]]
    found &= ~rules.unattackable[place]
    return found & ~rules.rocks if rules.roster.cavalry >> unit & 1 else found


def enemies_in_zone(position: Clash, unit: int) -> PlaceSet:
    """The enemy hexes in a unit's own zone (12.4)."""
    rules = position.rules
    return rules.zones[position.state.at[unit]] & ground(position).units[1 - rules.roster.side[unit]]
