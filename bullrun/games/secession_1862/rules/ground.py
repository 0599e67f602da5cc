"""Who stands where: stacks, zones of control and fronts, derived from the state and kept up to date by
the few functions through which counters change place, facing and order."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in, union_of
from bullrun.engine.ledger import enforces
from bullrun.fast import CLOSED, SHELLED, TENSE
from bullrun.games.secession_1862.rules.battlefield import Battlefield, March, SecondBullRun
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.state import NOWHERE

MOST = 10
"""No march is longer than this many movement points."""


class Ground:
    """Derived occupancy of one position."""

    __slots__ = (
        "against",
        "control",
        "danger",
        "fronts",
        "guns",
        "held",
        "memo",
        "packed",
        "single",
        "stacks",
        "touched",
        "trouble",
    )

    def __init__(self, position: SecondBullRun) -> None:
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
        self.packed: PlaceSet = 0
        """The zones with two brigades or more."""
        self.single: dict[int, PlaceSet] = {}
        """For each corps of either side the zones with one brigade, which is of that corps."""
        for zone, brigades in stacks.items():
            if len(brigades) > 1:
                self.packed |= 1 << zone
            else:
                corps = roster.corps[brigades[0]]
                self.single[corps] = self.single.get(corps, 0) | 1 << zone
        self.control: list[PlaceSet | None] = [None, None]
        self.touched: list[PlaceSet | None] = [None, None]
        self.fronts: list[PlaceSet | None] = [None, None]
        self.guns: list[PlaceSet | None] = [None, None]
        self.danger: list[bytearray | None] = [None, None]
        self.trouble: list[PlaceSet | None] = [None, None]
        self.against: list[dict[Any, Any] | None] = [None, None]
        """What is known against each side: see the function of that name."""
        self.memo: dict[Any, Any] = {}
        """What has been worked out for this position."""

    def copy(self) -> Ground:
        """The same for a copy of the position, without what others derived from it."""
        new = object.__new__(Ground)
        new.stacks = self.stacks.copy()
        new.held = self.held[:]
        new.packed = self.packed
        new.single = self.single.copy()
        new.control = self.control[:]
        new.touched = self.touched[:]
        new.fronts = self.fronts[:]
        new.guns = self.guns[:]
        new.danger = self.danger[:]
        new.trouble = self.trouble[:]
        new.against = self.against[:]
        new.memo = {}
        return new

    def moved(self, side: int) -> None:
        """Forget what depended on where a side's brigades stand."""
        self.control[side] = self.touched[side] = None
        self.turned(side)

    def turned(self, side: int) -> None:
        """Forget what depended on how a side's brigades face."""
        self.fronts[side] = self.guns[side] = self.danger[side] = self.trouble[side] = None
        self.against[side] = None
        if self.memo:
            self.memo.clear()


def ground(position: SecondBullRun) -> Ground:
    """The derived occupancy of a position."""
    found: Ground | None = position.cache
    if found is None:
        found = position.cache = Ground(position)
    return found


def against(position: SecondBullRun, side: int) -> dict[Any, Any]:
    """What has been worked out from where a side's brigades stand, how they face and who of them is routed,
    and from nothing else: the marches of its enemy, say. All positions in which they stand so share it, for
    play-outs come from the same position."""
    on = ground(position)
    found = on.against[side]
    if found is None:
        state, own = position.state, position.rules.numbers[side]
        key = (side, bytes(state.at[own]), bytes(state.facing[own]), state.routed)
        known = position.rules.known_against
        found = known.get(key)
        if found is None:
            found = known[key] = {}
        on.against[side] = found
    return found


def stack(position: SecondBullRun, zone: PlaceId) -> tuple[int, ...]:
    """The brigades in a zone."""
    return ground(position).stacks.get(zone, ())


# --- control and fronts -----------------------------------------------------------------------------


@enforces("9.3.1")
def control_zone(position: SecondBullRun, side: int) -> PlaceSet:
    """The zones of control of a side: every zone around its brigades, never across Bull Run; nothing that
    the other side has there takes it away."""
    on = ground(position)
    zones = on.control[side]
    if zones is None:
        zones = on.control[side] = union_of(position.rules.zoc, on.held[side])
    return zones


def touched_zone(position: SecondBullRun, side: int) -> PlaceSet:
    """The zones with a side's brigades and all next to them, also across Bull Run."""
    on = ground(position)
    zones = on.touched[side]
    if zones is None:
        zones = on.touched[side] = union_of(position.rules.near, on.held[side])
    return zones


@enforces("9.3.3")
def front_of(position: SecondBullRun, brigade: int) -> PlaceSet:
    """The three zones (fewer at the edge of the map) in a brigade's front; none for a routed one."""
    state = position.state
    if state.routed >> brigade & 1:
        return 0
    return position.rules.fronts[state.at[brigade]][state.facing[brigade]]


def fronts_of_side(position: SecondBullRun, side: int) -> PlaceSet:
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


def gun_zone(position: SecondBullRun, side: int) -> PlaceSet:
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


def trouble_zone(position: SecondBullRun, side: int) -> PlaceSet:
    """The zones that a side's brigades hold, control or have under their guns: where they trouble a march."""
    on = ground(position)
    zones = on.trouble[side]
    if zones is None:
        zones = on.trouble[side] = on.held[side] | control_zone(position, side) | gun_zone(position, side)
    return zones


def danger_map(position: SecondBullRun, side: int) -> bytearray:
    """What a side's brigades make of each zone for their enemy: TENSE, SHELLED and CLOSED, added up."""
    on = ground(position)
    found = on.danger[side]
    if found is None:
        found = bytearray(position.rules.board.size)
        for zone in places_in(control_zone(position, side)):
            found[zone] = TENSE
        for zone in places_in(gun_zone(position, side)):
            found[zone] |= SHELLED
        for zone in places_in(on.held[side]):
            found[zone] |= CLOSED
        on.danger[side] = found
    return found


def cheapest_ways(
    rules: Battlefield,
    start: PlaceId,
    points: int,
    danger: bytes | bytearray,
    stops: int,
    barred_first: PlaceSet = 0,
) -> March:
    """The cheapest ways over a map of dangers. Closed zones are not entered, a zone of control voids the road
    rate of the steps into and out of it, the front of artillery costs more, and zones of the kinds in `stops`
    are not left again."""
    return March(*rules.march_map.ways(start, points, danger, stops, barred_first))


def quiet_march(rules: Battlefield, start: PlaceId) -> March:
    """The cheapest ways from a zone when no enemy is about."""
    found = rules.quiet_marches.get(start)
    if found is None:
        found = rules.quiet_marches[start] = cheapest_ways(rules, start, MOST, bytes(rules.board.size), 0)
    return found


def enemies_met(position: SecondBullRun, zone: PlaceId, side: int) -> PlaceSet:
    """The zones with enemies that a brigade of a side in this zone is in contact with."""
    return position.rules.zoc[zone] & ground(position).held[1 - side]


def in_contact(position: SecondBullRun, zone: PlaceId, side: int) -> bool:
    """Whether a brigade of a side in this zone is next to an enemy on its bank."""
    return bool(position.rules.zoc[zone] & ground(position).held[1 - side])


# --- stacking (9.6) ---------------------------------------------------------------------------------


@enforces("9.6.1")
def full_zones(position: SecondBullRun, brigade: int) -> PlaceSet:
    """The zones where a brigade may not end: two are there already, or one of another corps. Independent
    brigades stack with anybody; commanders never count."""
    on = ground(position)
    corps = position.rules.roster.corps[brigade]
    if corps == NONE:
        return on.packed
    single = on.single
    others = (on.held[0] | on.held[1]) & ~(single.get(corps, 0) | single.get(NONE, 0))
    return on.packed | others


def may_share(one: int, other: int) -> bool:
    """Whether brigades of two corps may stand together."""
    return one in (other, NONE) or other == NONE


def may_stay(position: SecondBullRun, brigade: int) -> bool:
    """Whether a brigade may end where it stands."""
    roster = position.rules.roster
    there = stack(position, position.state.at[brigade])
    return len(there) <= position.rules.tables["stacking"]["brigades"] and all(
        may_share(roster.corps[brigade], roster.corps[other]) for other in there
    )


def mates_in_zone(position: SecondBullRun, brigade: int) -> list[int]:
    """The brigades stacked with a brigade."""
    return [b for b in stack(position, position.state.at[brigade]) if b != brigade]


# --- changes ----------------------------------------------------------------------------------------


def put(position: SecondBullRun, brigade: int, zone: PlaceId) -> None:
    """Bring a brigade to a zone. It faces like those that are there, or anywhere until it is turned."""
    state = position.state
    on = ground(position)
    roster = position.rules.roster
    side = roster.side[brigade]
    if state.at[brigade]:
        _lift(position, on, brigade, side)
    state.at[brigade] = zone
    there = on.stacks.get(zone, ())
    here = 1 << zone
    if not there:
        on.stacks[zone] = (brigade,)
        on.held[side] |= here
        corps = roster.corps[brigade]
        on.single[corps] = on.single.get(corps, 0) | here
        state.facing[brigade] = position.rules.board.neighbours[zone][0]
    else:
        on.stacks[zone] = tuple(sorted((*there, brigade)))
        if len(there) == 1:
            on.single[roster.corps[there[0]]] &= ~here
            on.packed |= here
        state.facing[brigade] = state.facing[there[0]]
    on.moved(side)


def take_off(position: SecondBullRun, brigade: int) -> None:
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


def _lift(position: SecondBullRun, on: Ground, brigade: int, side: int) -> None:
    corps = position.rules.roster.corps
    zone = position.state.at[brigade]
    here = 1 << zone
    left = tuple(b for b in on.stacks[zone] if b != brigade)
    if left:
        on.stacks[zone] = left
        if len(left) == 1:
            on.packed &= ~here
            on.single[corps[left[0]]] = on.single.get(corps[left[0]], 0) | here
    else:
        del on.stacks[zone]
        on.held[side] &= ~here
        on.single[corps[brigade]] &= ~here


@enforces("9.6.2")
def face(position: SecondBullRun, brigade: int, faced: PlaceId) -> None:
    """Turn a brigade and all that stand with it."""
    state = position.state
    on = ground(position)
    for other in on.stacks[state.at[brigade]]:
        state.facing[other] = faced
    on.turned(position.rules.roster.side[brigade])


def set_routed(position: SecondBullRun, brigade: int, routed: bool) -> None:
    """Place or remove a rout marker."""
    state = position.state
    state.routed = state.routed | 1 << brigade if routed else state.routed & ~(1 << brigade)
    ground(position).turned(position.rules.roster.side[brigade])
