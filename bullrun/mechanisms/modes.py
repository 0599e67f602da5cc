"""Movement in modes: a piece that moves in one way, and then perhaps in another, but never back.

Each mode has steps and costs of its own. A node is a place reached in a mode, so the search over nodes is
the search over places, and its answer is read off by place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.fast import Graph, Reach


class Mode(NamedTuple):
    """One way to move."""

    name: str
    edges: Graph
    then: tuple[int, ...] = ()
    """The modes, by index, in which the move may go on from any place."""


class Arrival(NamedTuple):
    """A place in reach: the cost, the mode of the last step, and the way with the mode of each step."""

    cost: int
    mode: str
    path: tuple[tuple[PlaceId, str], ...]


class ModalReach:
    """Where a piece can get to, in whichever mode is cheapest; of equal ones the earlier mode counts."""

    def __init__(self, modes: Sequence[Mode], size: int, reach: Reach) -> None:
        self._modes, self._size, self._reach = modes, size, reach
        self.start = reach.start % size
        self.costs: dict[PlaceId, int] = {}
        self._nodes: dict[PlaceId, int] = {}
        for node, cost in reach.costs.items():
            place = node % size
            if place not in self.costs or (cost, node) < (self.costs[place], self._nodes[place]):
                self.costs[place], self._nodes[place] = cost, node
        self.mask: PlaceSet = sum(1 << place for place in self.costs if place != self.start)

    def arrival(self, place: PlaceId) -> Arrival:
        """How a place in reach is reached."""
        return self._arrival(self._nodes[place])

    def in_mode(self, place: PlaceId, mode: str) -> Arrival | None:
        """The same with the last step in a given mode; None where that is out of reach."""
        for index, each in enumerate(self._modes):
            if each.name == mode and index * self._size + place in self._reach.costs:
                return self._arrival(index * self._size + place)
        return None

    def _arrival(self, node: int) -> Arrival:
        way = tuple((n % self._size, self._modes[n // self._size].name) for n in self._reach.path(node))
        return Arrival(self._reach.costs[node], self._modes[node // self._size].name, way)


def joined_edges(modes: Sequence[Mode], size: int) -> Graph:
    """The steps of all modes as one graph: from a node in its own mode and in those that may follow."""
    edges: list[tuple[tuple[int, int], ...]] = []
    for index, mode in enumerate(modes):
        for place in range(size):
            steps = [
                (after * size + to, cost)
                for after in (index, *mode.then)
                for to, cost in modes[after].edges.rows[place]
            ]
            edges.append(tuple(sorted(steps, key=lambda step: (step[1], step[0]))))
    return Graph(edges)


def search_modes(
    modes: Sequence[Mode],
    start: PlaceId,
    budget: int,
    stops: PlaceSet = 0,
    closed: PlaceSet = 0,
    edges: Graph | None = None,
) -> ModalReach:
    """All places within the budget. The first mode is the one a move begins in; `stops` may be entered but
    not left and `closed` not be entered, in any mode. `edges` are the joined ones where they are kept."""
    size = len(modes[0].edges.rows)
    offsets = range(0, len(modes) * size, size)
    joined = edges if edges is not None else joined_edges(modes, size)
    everywhere = [sum(places << offset for offset in offsets) for places in (stops, closed)]
    return ModalReach(modes, size, joined.search(start, budget, *everywhere))


def costs_by_mode(
    modes: Sequence[Mode], start: PlaceId, to: PlaceId, most: int, closed: PlaceSet = 0
) -> dict[str, int | None]:
    """What it would cost to get to a place by each mode alone, up to a limit; None where no way leads there
    in that mode: why a place is out of reach."""
    return {mode.name: mode.edges.search(start, most, 0, closed).costs.get(to) for mode in modes}
