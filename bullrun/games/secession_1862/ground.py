"""Who stands where: stacks, zones of control and fronts, derived from the state and kept up to date by
the few functions through which counters change place, facing and order."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.rules import enforces
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.roster import NONE
from bullrun.games.secession_1862.state import NOWHERE


class Ground:
    """Derived occupancy of one position."""

    __slots__ = ("control", "fronts", "full", "guns", "held", "memo", "stacks", "touched")

    def __init__(self, position: Battle) -> None:
        at = position.state.at
        roster = position.rules.roster
        stacks: dict[PlaceId, tuple[int, ...]] = {}
        self.stacks = stacks
        """The brigades of each occupied zone."""
        self.held: list[PlaceSet] = [0, 0]
        """The zones that each side occupies with brigades."""
        for side in (0, 1):
            held = 0
            for brigade in roster.of_side[side]:
                zone = at[brigade]
                if zone:
                    held |= 1 << zone
                    stacks[zone] = (*stacks.get(zone, ()), brigade)
            self.held[side] = held
        self.control: list[PlaceSet | None] = [None, None]
        self.touched: list[PlaceSet | None] = [None, None]
        self.fronts: list[PlaceSet | None] = [None, None]
        self.guns: list[PlaceSet | None] = [None, None]
        self.full: dict[tuple[int, int], PlaceSet] = {}
        self.memo: dict[Any, Any] = {}
        """What a chapter has worked out for this position."""

    def moved(self, side: int) -> None:
        """Forget what depended on where a side's brigades stand."""
        self.control[side] = self.touched[side] = self.fronts[side] = self.guns[side] = None
        if self.full:
            self.full.clear()
        if self.memo:
            self.memo.clear()

    def turned(self, side: int) -> None:
        """Forget what depended on how a side's brigades face."""
        self.fronts[side] = self.guns[side] = None
        if self.memo:
            self.memo.clear()


def ground(position: Battle) -> Ground:
    """The derived occupancy of a position."""
    found: Ground | None = position.cache
    if found is None:
        found = position.cache = Ground(position)
    return found


def stack(position: Battle, zone: PlaceId) -> tuple[int, ...]:
    """The brigades in a zone."""
    return ground(position).stacks.get(zone, ())


# --- control and fronts -----------------------------------------------------------------------------


@enforces("9.3.1")
def control_zone(position: Battle, side: int) -> PlaceSet:
    """The zones of control of a side: every zone around its brigades, never across Bull Run; nothing that
    the other side has there takes it away."""
    on = ground(position)
    zones = on.control[side]
    if zones is None:
        zones = 0
        table = position.rules.zoc
        for zone in places_in(on.held[side]):
            zones |= table[zone]
        on.control[side] = zones
    return zones


def touched_zone(position: Battle, side: int) -> PlaceSet:
    """The zones with a side's brigades and all next to them, also across Bull Run."""
    on = ground(position)
    zones = on.touched[side]
    if zones is None:
        zones = 0
        table = position.rules.near
        for zone in places_in(on.held[side]):
            zones |= table[zone]
        on.touched[side] = zones
    return zones


@enforces("9.3.3")
def front_of(position: Battle, brigade: int) -> PlaceSet:
    """The three zones (fewer at the edge of the map) in a brigade's front; none for a routed one."""
    state = position.state
    if state.routed >> brigade & 1:
        return 0
    return position.rules.fronts[state.at[brigade]][state.facing[brigade]]


def fronts_of_side(position: Battle, side: int) -> PlaceSet:
    """The zones in the front of at least one brigade of a side, on its bank of Bull Run."""
    on = ground(position)
    zones = on.fronts[side]
    if zones is None:
        zones = 0
        state, rules = position.state, position.rules
        fronts, zoc, facing, routed = rules.fronts, rules.zoc, state.facing, state.routed
        stacks = on.stacks
        for zone in places_in(on.held[side]):
            for brigade in stacks[zone]:
                if not routed >> brigade & 1:
                    zones |= fronts[zone][facing[brigade]] & zoc[zone]
                    break
        on.fronts[side] = zones
    return zones


def gun_zone(position: Battle, side: int) -> PlaceSet:
    """The zones in the front of at least one artillery brigade of a side, across Bull Run too."""
    on = ground(position)
    zones = on.guns[side]
    if zones is None:
        zones = 0
        state, rules = position.state, position.rules
        at, facing, routed, fronts = state.at, state.facing, state.routed, rules.fronts
        for battery in rules.roster.batteries[side]:
            zone = at[battery]
            if zone and not routed >> battery & 1:
                zones |= fronts[zone][facing[battery]]
        on.guns[side] = zones
    return zones


def enemies_met(position: Battle, zone: PlaceId, side: int) -> PlaceSet:
    """The zones with enemies that a brigade of a side in this zone is in contact with."""
    return position.rules.zoc[zone] & ground(position).held[1 - side]


def in_contact(position: Battle, zone: PlaceId, side: int) -> bool:
    """Whether a brigade of a side in this zone is next to an enemy on its bank."""
    return bool(position.rules.zoc[zone] & ground(position).held[1 - side])


# --- stacking (9.6) ---------------------------------------------------------------------------------


@enforces("9.6.1")
def full_zones(position: Battle, brigade: int) -> PlaceSet:
    """The zones where a brigade may not end: two are there already, or one of another corps. Independent
    brigades stack with anybody; commanders never count."""
    rules = position.rules
    roster = rules.roster
    on = ground(position)
    side, corps = roster.side[brigade], roster.corps[brigade]
    full = on.full.get((side, corps))
    if full is None:
        full = 0
        limit = rules.tables["stacking"]["brigades"]
        for zone in places_in(on.held[side]):
            there = on.stacks[zone]
            if len(there) >= limit or any(not may_share(corps, roster.corps[b]) for b in there):
                full |= 1 << zone
        on.full[side, corps] = full
    return full


def may_share(one: int, other: int) -> bool:
    """Whether brigades of two corps may stand together."""
    return one in (other, NONE) or other == NONE


def may_stay(position: Battle, brigade: int) -> bool:
    """Whether a brigade may end where it stands."""
    roster = position.rules.roster
    there = stack(position, position.state.at[brigade])
    return len(there) <= position.rules.tables["stacking"]["brigades"] and all(
        may_share(roster.corps[brigade], roster.corps[other]) for other in there
    )


def mates_in_zone(position: Battle, brigade: int) -> list[int]:
    """The brigades stacked with a brigade."""
    return [b for b in stack(position, position.state.at[brigade]) if b != brigade]


# --- changes ----------------------------------------------------------------------------------------


def put(position: Battle, brigade: int, zone: PlaceId) -> None:
    """Bring a brigade to a zone. It faces like those who are there, or just anywhere until it is told."""
    state = position.state
    on = ground(position)
    side = position.rules.roster.side[brigade]
    if state.at[brigade]:
        _lift(position, on, brigade, side)
    state.at[brigade] = zone
    there = on.stacks.get(zone, ())
    on.stacks[zone] = tuple(sorted((*there, brigade)))
    on.held[side] |= 1 << zone
    state.facing[brigade] = state.facing[there[0]] if there else position.rules.board.neighbours[zone][0]
    on.moved(side)


def take_off(position: Battle, brigade: int) -> None:
    """Take a brigade off the map with all its markers but losses."""
    state = position.state
    on = ground(position)
    side = position.rules.roster.side[brigade]
    _lift(position, on, brigade, side)
    gone = ~(1 << brigade)
    state.at[brigade] = state.facing[brigade] = state.target[brigade] = NOWHERE
    state.fatigue[brigade] = 0
    state.routed &= gone
    state.dismounted &= gone
    on.moved(side)


def _lift(position: Battle, on: Ground, brigade: int, side: int) -> None:
    zone = position.state.at[brigade]
    left = tuple(b for b in on.stacks[zone] if b != brigade)
    if left:
        on.stacks[zone] = left
    else:
        del on.stacks[zone]
        on.held[side] &= ~(1 << zone)


@enforces("9.6.2")
def face(position: Battle, brigade: int, faced: PlaceId) -> None:
    """Turn a brigade and all that stand with it."""
    state = position.state
    on = ground(position)
    for other in on.stacks[state.at[brigade]]:
        state.facing[other] = faced
    on.turned(position.rules.roster.side[brigade])


def set_routed(position: Battle, brigade: int, routed: bool) -> None:
    """Place or remove a rout marker."""
    state = position.state
    state.routed = state.routed | 1 << brigade if routed else state.routed & ~(1 << brigade)
    ground(position).turned(position.rules.roster.side[brigade])
