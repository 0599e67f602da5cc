"""Who stands where: derived from a state, kept up as units come and go, and copied with a position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet


class Occupancy:
    """The units on the map by place, where no place holds units of both sides. `memo` holds what chapters
    derive from where units stand; it is emptied whenever one comes or goes, and must not depend on anything
    else."""

    __slots__ = ("memo", "stacks", "units", "zones")

    def __init__(self, standing: Iterable[tuple[int, int, PlaceId]]) -> None:
        """From side, unit and place of each unit on the map."""
        self.stacks: dict[PlaceId, list[int]] = {}
        """The units of each place, by number."""
        self.units: list[PlaceSet] = [0, 0]
        """For each side the places that hold its units."""
        self.zones: list[PlaceSet | None] = [None, None]
        """For each side its zones of control, once a game has worked them out."""
        self.memo: dict[Any, Any] = {}
        for side, unit, place in standing:
            self.add(side, unit, place)

    def copy(self) -> Occupancy:
        """The same for a copy of the position, without what others derived from it."""
        new = object.__new__(Occupancy)
        new.stacks = {place: stack[:] for place, stack in self.stacks.items()}
        new.units = self.units[:]
        new.zones = self.zones[:]
        new.memo = {}
        return new

    def add(self, side: int, unit: int, place: PlaceId) -> None:
        """A unit comes into a place."""
        insort(self.stacks.setdefault(place, []), unit)
        self.units[side] |= 1 << place
        self._changed(side)

    def remove(self, side: int, unit: int, place: PlaceId) -> None:
        """A unit leaves a place."""
        stack = self.stacks[place]
        stack.remove(unit)
        if not stack:
            del self.stacks[place]
            self.units[side] &= ~(1 << place)
        self._changed(side)

    def _changed(self, side: int) -> None:
        self.zones[side] = None
        self.memo.clear()
