"""Who stands where: front lines, second lines and zones of control, derived from the state and rebuilt
when first asked for after a change; and the few functions through which counters change place."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, union_of
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.state import NO_HOST, NOWHERE


class Ground:
    """Derived occupancy of one position. An attached Legion is part of its host and not listed."""

    __slots__ = ("control", "front", "held", "memo", "rear", "touched")

    def __init__(self, position: BullRun) -> None:
        state = position.state
        roster = position.rules.roster
        attached = roster.legion if state.host != NO_HOST else -1
        self.front: dict[PlaceId, int] = {}
        """The front-line element of each occupied zone."""
        self.rear: dict[PlaceId, list[int]] = {}
        """The elements in second line, by zone."""
        self.held: list[PlaceSet] = [0, 0]
        """The zones that each side occupies."""
        self.control: list[PlaceSet | None] = [None, None]
        self.touched: list[PlaceSet | None] = [None, None]
        self.memo: dict[Any, Any] = {}
        """What other chapters derive from it; emptied whenever an element changes place."""
        at, second = state.at, state.second
        front, rear = self.front, self.rear
        for side in (0, 1):
            held = 0
            for element in roster.elements[side]:
                zone = at[element]
                if zone and element != attached:
                    held |= 1 << zone
                    if second >> element & 1:
                        rear.setdefault(zone, []).append(element)
                    else:
                        front[zone] = element
            self.held[side] = held

    def copy(self) -> Ground:
        """The same for a copy of the position, without what others derived from it."""
        new = object.__new__(Ground)
        new.front = self.front.copy()
        new.rear = {zone: elements[:] for zone, elements in self.rear.items()}
        new.held = self.held[:]
        new.control = self.control[:]
        new.touched = self.touched[:]
        new.memo = {}
        return new

    def moved(self, element: int, side: int, left: PlaceId, entered: PlaceId) -> int:
        """Keep up with an element that has gone from one zone to the second line (or, if nobody is there,
        the front line) of another. Returns the element that the zone left has as its new front line
        instead, -1 for none."""
        promoted = -1
        rear = self.rear.get(left)
        if self.front.get(left) == element:
            if rear:
                promoted = self.front[left] = rear.pop(0)
            else:
                del self.front[left]
                self.held[side] &= ~(1 << left)
        elif rear:
            rear.remove(element)
        if rear == []:
            del self.rear[left]
        if entered in self.front:
            stack = self.rear.setdefault(entered, [])
            stack.append(element)
            stack.sort()
        else:
            self.front[entered] = element
            self.held[side] |= 1 << entered
        self.control[side] = self.touched[side] = None
        self.memo.clear()
        return promoted

    def led_by(self, zone: PlaceId, element: int) -> None:
        """Keep up with an element of a zone that has become its front line."""
        leader = self.front[zone]
        if leader != element:
            self.front[zone] = element
            self.rear[zone] = sorted({leader, *self.rear[zone]} - {element})
            self.memo.clear()


def ground(position: BullRun) -> Ground:
    """The derived occupancy of a position."""
    found: Ground | None = position.cache
    if found is None:
        found = position.cache = Ground(position)
    return found


@enforces("10.2.1")
def control_zone(position: BullRun, side: int) -> PlaceSet:
    """The zones of control of a side: every zone around its elements, never across Bull Run; the other
    side's presence takes nothing away."""
    on = ground(position)
    zones = on.control[side]
    if zones is None:
        zones = on.control[side] = union_of(position.rules.zoc, on.held[side])
    return zones


def touched_zone(position: BullRun, side: int) -> PlaceSet:
    """The zones next to a side's elements, also across Bull Run: where enemy headquarters cannot be."""
    on = ground(position)
    zones = on.touched[side]
    if zones is None:
        zones = on.touched[side] = on.held[side] | union_of(position.rules.around, on.held[side])
    return zones


def elements_in(position: BullRun, zone: PlaceId) -> list[int]:
    """The elements in a zone, front line first; an attached Legion is not listed."""
    on = ground(position)
    front = on.front.get(zone)
    rear = on.rear.get(zone, [])
    return list(rear) if front is None else [front, *rear]


def others_in_stack(position: BullRun, element: int) -> list[int]:
    """The brigades that share an element's zone, front line first; never the Legion."""
    legion = position.rules.roster.legion
    zone = position.state.at[element]
    return [e for e in elements_in(position, zone) if e not in (element, legion)]


@enforces("10.5.1", "10.5.5", "10.6.1")
def brigades_in(position: BullRun, zone: PlaceId) -> int:
    """How many brigades count for stacking in a zone: line markers do, the Legion does not."""
    on = ground(position)
    legion = position.rules.roster.legion
    front = on.front.get(zone)
    count = len(on.rear.get(zone, ())) + (front is not None)
    if count and position.state.host == NO_HOST and position.state.at[legion] == zone:
        count -= 1
    return count


@enforces("10.5.1")
def full_zones(position: BullRun, mover: int) -> PlaceSet:
    """The zones where no further brigade may end its move."""
    limit: int = position.rules.tables["stacking"]["brigades"]
    if mover == position.rules.roster.legion:
        return 0
    full = 0
    on = ground(position)
    own = position.state.at[mover]
    side = on.held[position.rules.roster.side[mover]]
    for zone in on.rear:
        if side >> zone & 1 and zone != own and brigades_in(position, zone) >= limit:
            full |= 1 << zone
    return full


def is_extended(position: BullRun, brigade: int) -> bool:
    """Whether a brigade stands in an extended line."""
    return position.state.at[brigade + position.rules.roster.brigades] != NOWHERE


def in_contact(position: BullRun, zone: PlaceId, side: int) -> bool:
    """Whether a side's element in a zone is in an enemy zone of control."""
    return bool(control_zone(position, 1 - side) >> zone & 1)


def brigade_in_contact(position: BullRun, brigade: int) -> bool:
    """Whether a brigade, with either part if it stands in an extended line, is in contact with the enemy."""
    roster = position.rules.roster
    control = control_zone(position, 1 - roster.side[brigade])
    at = position.state.at
    return bool(control >> at[brigade] & 1 or control >> at[brigade + roster.brigades] & 1)


# --- changes of place -----------------------------------------------------------------------------


def put(position: BullRun, element: int, zone: PlaceId) -> None:
    """Bring an element to a zone, behind whoever is there already. An attached Legion comes along."""
    state = position.state
    left = state.at[element]
    on = ground(position)
    leader = on.front.get(zone)
    state.at[element] = zone
    if leader is None:
        state.second &= ~(1 << element)
        state.facing[element] = position.rules.board.neighbours[zone][0]
    else:
        state.second |= 1 << element
        state.facing[element] = state.facing[leader]
    if state.host == element:
        state.at[position.rules.roster.legion] = zone
    promoted = on.moved(element, position.rules.roster.side[element], left, zone)
    if promoted >= 0:
        state.second &= ~(1 << promoted)


def take_off(position: BullRun, element: int) -> None:
    """Take an element off the map; a Legion that was with it stays behind."""
    state = position.state
    zone = state.at[element]
    if state.host == element:
        detach_legion(position)
    gone = ~(1 << element)
    state.at[element] = state.facing[element] = NOWHERE
    state.second &= gone
    state.attacking &= gone
    position.cache = None
    close_ranks(position, zone)
    settle_legion(position, zone)


def close_ranks(position: BullRun, zone: PlaceId) -> None:
    """A zone without a front line gets one from its second line."""
    on = ground(position)
    if zone not in on.front and zone in on.rear:
        position.state.second &= ~(1 << on.rear[zone][0])
        position.cache = None


@enforces("10.5.2")
def lead(position: BullRun, element: int) -> None:
    """Make an element the front line of its zone."""
    state = position.state
    zone = state.at[element]
    for other in elements_in(position, zone):
        state.second |= 1 << other
    state.second &= ~(1 << element)
    ground(position).led_by(zone, element)


@enforces("10.5.2")
def fall_in_behind(position: BullRun, element: int) -> None:
    """Make an element the second line behind the others of its zone, and face as they do."""
    others = others_in_stack(position, element)
    if not others:
        return
    lead(position, others[0])
    position.state.facing[element] = position.state.facing[others[0]]


@enforces("10.5.3")
def face(position: BullRun, element: int, faced: PlaceId) -> None:
    """Turn an element and all that stand with it."""
    state = position.state
    for other in elements_in(position, state.at[element]):
        state.facing[other] = faced


# --- Hampton's Legion -----------------------------------------------------------------------------


@enforces("10.5.5")
def attach_legion(position: BullRun, host: int) -> None:
    """Join the Legion to an element of its zone; from now on it shares facing, line and fatigue."""
    position.state.host = host
    position.state.attacking &= ~(1 << position.rules.roster.legion)
    position.cache = None
    close_ranks(position, position.state.at[host])


def detach_legion(position: BullRun) -> None:
    """The Legion stands for itself again, with the facing and fatigue it had as part of its host."""
    state = position.state
    roster = position.rules.roster
    host = state.host
    legion = roster.legion
    state.fatigue[legion] = state.fatigue[roster.brigade_of(host)]
    state.facing[legion] = state.facing[host]
    state.second |= 1 << legion
    state.host = NO_HOST
    position.cache = None


def settle_legion(position: BullRun, zone: PlaceId) -> None:
    """A Legion that stands for itself in a zone with a brigade joins it; alone it is the front line."""
    state = position.state
    legion = position.rules.roster.legion
    if state.host != NO_HOST or state.at[legion] != zone:
        return
    others = others_in_stack(position, legion)
    if others:
        attach_legion(position, others[0])
    else:
        close_ranks(position, zone)
