"""The two maps of Clash of Giants and what the book's examples ask of them: costs, roads, distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise

from bullrun.board.hex_grid import HexBoard
from bullrun.board.map_file import load_map
from bullrun.board.places import places_in

GROUND = ("clear", "woods", "town", "rocks")
ROADS = ("road", "pike")
CROSSINGS = {"ford", "bridge"}
COST = {"clear": 1, "woods": 2, "town": 1, "rocks": 2}


class Field:
    """One of the maps, asked by hex numbers."""

    def __init__(self, name: str) -> None:
        board = load_map(files("bullrun.games.clash_of_giants") / "data" / f"map-{name}.toml")
        assert isinstance(board, HexBoard)
        self.board = board
        self.hexes = [board.name(place) for place in board.places]
        self.gates = {board.name(place) for entry in board.entries for place in entry.places}
        self.entries = {entry.name: [board.name(p) for p in entry.places] for entry in board.entries}

    def at(self, name: str) -> int:
        return self.board.place(name)

    def has(self, kind: str, name: str) -> bool:
        return bool(self.board.terrain[kind] >> self.at(name) & 1)

    def all_of(self, kind: str) -> set[str]:
        return set(self.board.names_of(self.board.terrain[kind]))

    def ground(self, name: str) -> str:
        (kind,) = [kind for kind in GROUND if self.has(kind, name)]
        return kind

    def clear(self, *names: str) -> bool:
        return all(self.has("clear", name) for name in names)

    def level(self, name: str) -> int:
        return self.board.levels[self.at(name)]

    def touch(self, a: str, b: str) -> bool:
        return self.board.adjacent(self.at(a), self.at(b))

    def bearing(self, a: str, b: str) -> str:
        return self.board.bearing(self.at(a), self.at(b))

    def around(self, name: str) -> list[str]:
        return [self.board.name(place) for place in self.board.neighbours[self.at(name)]]

    def distance(self, a: str, b: str) -> int:
        return self.board.distance(self.at(a), self.at(b))

    def within(self, name: str, n: int) -> set[str]:
        return set(self.board.names_of(self.board.within(self.at(name), n)))

    def sides(self, a: str, b: str) -> set[str]:
        """What lies on the side between two hexes, roads and railroads apart."""
        lines = {*ROADS, "railroad", "unfinished_rr"}
        return set(self.board.borders.between(self.at(a), self.at(b))) - lines

    def pairs(self, kind: str) -> set[tuple[str, str]]:
        """Both hexes of every side of a kind, in the order of the map file."""
        name = self.board.name
        return {
            (name(f.places[0]), name(f.places[1]))
            for f in self.board.features
            if f.between and f.kind == kind
        }

    def edges(self, name: str) -> set[str]:
        """The edges of the map that a hex lies on, by the direction in which the neighbours are missing."""
        grid = self.board.grid
        column, row = self.board.col_row(self.at(name))
        upright = grid.directions[0] == "N"
        west_east, north_south = (column, row) if upright else (row, column)
        columns = (grid.first_column, grid.first_column + grid.columns - 1)
        rows = (grid.first_row, grid.first_row + grid.rows - 1)
        (west, east), (low, high) = (columns, rows) if upright else (rows, columns)
        north, south = (low, high) if upright else (high, low)
        found = {"W": west_east == west, "E": west_east == east, "N": north_south == north}
        return {edge for edge, is_there in {**found, "S": north_south == south}.items() if is_there}

    # Roads

    def roads_from(self, name: str) -> list[str]:
        place = self.at(name)
        linked = 0
        for kind in ROADS:
            linked |= self.board.borders.across(kind)[place]
        return self.board.names_of(linked)

    def road(self, *names: str) -> bool:
        return all(b in self.roads_from(a) for a, b in pairwise(names))

    def named_road(self, name: str) -> list[str]:
        return [self.board.name(place) for place in self.board.line(name).path]

    def road_hexes(self, start: str, without: Iterable[frozenset[str]] = ()) -> dict[str, int]:
        """Distances in road hexes; rivers are crossed at fords and bridges."""
        banned = set(without)
        found, fresh = {start: 0}, [start]
        for name in fresh:
            for there in self.roads_from(name):
                if there in found or frozenset((name, there)) in banned:
                    continue
                if self.open_side(name, there):
                    found[there] = found[name] + 1
                    fresh.append(there)
        return found

    # Costs (11.3, 11.6, 11.7)

    def open_side(self, a: str, b: str) -> bool:
        sides = self.sides(a, b)
        if "river" in sides and not sides & CROSSINGS:
            return False
        return "cut" not in sides and ("embankment" not in sides or self.road(a, b))

    def step(self, a: str, b: str) -> int | None:
        """Regular movement of infantry; None across a closed side."""
        if not self.open_side(a, b):
            return None
        sides = self.sides(a, b)
        crossing = bool(sides & CROSSINGS)
        return COST[self.ground(b)] + (self.level(b) > self.level(a)) + ("creek" in sides) + crossing

    def cost(self, *names: str) -> int:
        steps = [self.step(a, b) for a, b in pairwise(names)]
        assert None not in steps, names
        return sum(step for step in steps if step is not None)

    def by_road(self, *names: str) -> int:
        assert self.road(*names), names
        return sum(1 + bool(self.sides(a, b) & CROSSINGS) for a, b in pairwise(names))

    def march(self, *names: str) -> Fraction:
        assert self.road(*names), names
        return sum(
            (Fraction(1, 4) + bool(self.sides(a, b) & CROSSINGS) for a, b in pairwise(names)), Fraction(0)
        )

    def reach(
        self, start: str, points: int, step: Callable[[str, str], int | None], stops: Iterable[str] = ()
    ) -> dict[str, int]:
        """Cheapest costs within so many points; `stops` may be entered but not left."""
        stopped = set(stops)
        best, fresh = {start: 0}, [start]
        while fresh:
            fresh.sort(key=lambda name: -best[name])
            name = fresh.pop()
            if name in stopped and name != start:
                continue
            for there in self.around(name):
                cost = step(name, there)
                if cost is not None and best[name] + cost <= min(points, best.get(there, points + 1) - 1):
                    best[there] = best[name] + cost
                    fresh.append(there)
        return best

    def flood(self, start: str, may: Callable[[str, str], bool]) -> set[str]:
        found, fresh = {start}, [start]
        while fresh:
            name = fresh.pop()
            for there in self.around(name):
                if there not in found and may(name, there):
                    found.add(there)
                    fresh.append(there)
        return found

    def region(self, name: str) -> set[str]:
        return {self.board.name(place) for place in places_in(self.board.regions[name])}


BULL_RUN = Field("second-bull-run")
GETTYSBURG = Field("gettysburg")
