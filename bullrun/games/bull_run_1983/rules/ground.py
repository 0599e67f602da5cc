"""Who stands where: stacks, zones of control and defense points by hex, derived from the state, kept up
to date as pieces are put on and taken off the map, and rebuilt for a copy when first asked for."""

from __future__ import annotations

from bisect import insort
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.roster import LEADER
from bullrun.games.bull_run_1983.rules.state import MAP, NOWHERE, UNDER_DUMMY

FAR = 60
"""Farther than any hex is from another: no unit is known."""


class Ground:
    """Derived occupancy of one position. `memo` holds what other chapters derive from it; it is
    emptied whenever a piece is put on, moved over or taken off the map."""

    __slots__ = ("_near_lone", "_zoc", "leaders", "marches", "memo", "points", "stacks", "units")

    def __init__(self, position: BullRun) -> None:
        roster = position.rules.roster
        self.stacks: dict[PlaceId, list[int]] = {}
        self.units: list[PlaceSet] = [0, 0]
        """For each side the hexes that hold its combat units."""
        self.leaders: list[PlaceSet] = [0, 0]
        self.points: dict[PlaceId, int] = {}
        """Defense points in each hex."""
        self._zoc: list[PlaceSet | None] = [None, None]
        self._near_lone: list[tuple[PlaceSet, PlaceSet]] = [(0, 0), (0, 0)]
        """For each side the hexes of leaders without a unit, when last asked, and all next to them."""
        self.memo: dict[Any, Any] = {}
        self.marches: Any = None
        """What the Movement phase keeps between decisions; it looks after itself."""
        box = position.state.box
        for piece, place in enumerate(position.state.at):
            if place != NOWHERE and box[piece] == MAP:
                self._add(roster, piece, place)
        if UNDER_DUMMY in box:
            # What a dummy hides takes its room in the hex (O2.1).
            for piece, holder in enumerate(position.state.holder):
                if box[piece] == UNDER_DUMMY:
                    place = position.state.at[holder]
                    self.points[place] = self.points.get(place, 0) + roster.defense[piece]

    def copy(self) -> Ground:
        """The same for a copy of the position, without what others derived from it."""
        new = object.__new__(Ground)
        new.stacks = {place: stack[:] for place, stack in self.stacks.items()}
        new.units = self.units[:]
        new.leaders = self.leaders[:]
        new.points = self.points.copy()
        new._zoc = self._zoc[:]
        new._near_lone = self._near_lone[:]
        new.memo = {}
        new.marches = None
        return new

    @enforces("12.2")
    def _add(self, roster: Any, piece: int, place: PlaceId) -> None:
        """Units and leaders apart: leaders control nothing, hinder nobody, and neither attack nor defend."""
        stack = self.stacks.setdefault(place, [])
        insort(stack, piece)
        side = roster.side[piece]
        if roster.all_units >> piece & 1:
            self.units[side] |= 1 << place
            self.points[place] = self.points.get(place, 0) + roster.defense[piece]
            self._zoc[side] = None
        elif roster.kind[piece] == LEADER:
            self.leaders[side] |= 1 << place

    def _remove(self, roster: Any, piece: int, place: PlaceId) -> None:
        stack = self.stacks[place]
        stack.remove(piece)
        side = roster.side[piece]
        if roster.all_units >> piece & 1:
            self.points[place] -= roster.defense[piece]
            if not any(roster.all_units >> p & 1 and roster.side[p] == side for p in stack):
                self.units[side] &= ~(1 << place)
            self._zoc[side] = None
        elif roster.kind[piece] == LEADER and not any(
            roster.kind[p] == LEADER and roster.side[p] == side for p in stack
        ):
            self.leaders[side] &= ~(1 << place)
        if not stack:
            del self.stacks[place]


def ground(position: BullRun) -> Ground:
    """The derived occupancy of a position."""
    found: Ground | None = position.cache
    if found is None:
        found = position.cache = Ground(position)
    return found


@enforces("5.8")
def control_zone(position: BullRun, side: int) -> PlaceSet:
    """The zones of control of a side: each combat unit's hex and the six around it. Leaders have none,
    and neither terrain nor units change it."""
    on = ground(position)
    zone = on._zoc[side]
    if zone is None:
        zone = on._zoc[side] = position.rules.board.spread(on.units[side])
    return zone


def near_lone_leaders(position: BullRun, side: int) -> PlaceSet:
    """The hexes of a side's leaders who stand without a unit of their own, and all next to them: an enemy
    unit there has caught one (12.3)."""
    on = ground(position)
    alone = on.leaders[side] & ~on.units[side]
    known, near = on._near_lone[side]
    if alone != known:
        near = position.rules.board.spread(alone)
        on._near_lone[side] = (alone, near)
    return near


def stack(position: BullRun, place: PlaceId) -> list[int]:
    """The pieces on the map in a hex, by piece number."""
    return ground(position).stacks.get(place, [])


def units_in(position: BullRun, place: PlaceId, side: int) -> list[int]:
    """The combat units of a side in a hex."""
    roster = position.rules.roster
    return [p for p in stack(position, place) if roster.all_units >> p & 1 and roster.side[p] == side]


def leaders_in(position: BullRun, place: PlaceId, side: int) -> list[int]:
    """The leaders of a side that stand in a hex as pieces of their own."""
    roster = position.rules.roster
    return [p for p in stack(position, place) if roster.kind[p] == LEADER and roster.side[p] == side]


def points_in(position: BullRun, place: PlaceId) -> int:
    """Defense points in a hex."""
    return ground(position).points.get(place, 0)


def place_of(position: BullRun, piece: int) -> PlaceId:
    """The hex of a piece, also of one that a brigade piece or dummy stands for; NOWHERE off the map."""
    state = position.state
    while state.holder[piece] >= 0:
        piece = state.holder[piece]
    return state.at[piece]


def put(position: BullRun, piece: int, place: PlaceId) -> None:
    """Put a piece on the map, or move it there from another hex."""
    state = position.state
    on = ground(position)
    roster = position.rules.roster
    if state.at[piece] != NOWHERE:
        on._remove(roster, piece, state.at[piece])
    state.at[piece] = place
    state.box[piece] = MAP
    on._add(roster, piece, place)
    on.memo.clear()


def take_off(position: BullRun, piece: int, box: int) -> None:
    """Take a piece off the map into a box."""
    state = position.state
    on = ground(position)
    if state.at[piece] != NOWHERE:
        on._remove(position.rules.roster, piece, state.at[piece])
        state.at[piece] = NOWHERE
    state.box[piece] = box
    on.memo.clear()


def name(position: BullRun, place: PlaceId) -> str:
    """The coordinate of a hex."""
    return position.rules.board.names[place]


def ids(position: BullRun, pieces: Any) -> list[str]:
    """The ids of pieces, for events and actions."""
    names = position.rules.roster.ids
    return [names[p] for p in pieces]


def hexes_from_base(position: BullRun, side: int) -> int:
    """How far the nearest unit of a side is from the enemy's base."""
    zone: PlaceSet = position.rules.base[1 - side]
    units = ground(position).units[side]
    for distance in range(FAR):
        if zone & units:
            return distance
        zone = position.rules.board.spread(zone)
    return FAR
