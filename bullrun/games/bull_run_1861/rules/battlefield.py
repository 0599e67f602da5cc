"""The rules in force: map, counters, tables, scenario and options, with what follows from them and never
changes during play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.board.zone_graph import ZoneBoard
from bullrun.engine.action import Action
from bullrun.engine.ledger import enforces
from bullrun.engine.position import Position
from bullrun.errors import BullrunError
from bullrun.fast import Graph, Reach, StepSets
from bullrun.games.bull_run_1861 import HOME
from bullrun.games.bull_run_1861.rules.charts import roster_of
from bullrun.games.bull_run_1861.rules.roster import Roster
from bullrun.games.bull_run_1861.rules.state import BullRunState
from bullrun.games.loading import Agreed, RulesInForce, data_map
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.fronts import Fronts, front_tables

FARM_FORD, SUDLEY_FORD = "Farm Ford", "Sudley Ford"


@cache
def load_board() -> ZoneBoard:
    """The map."""
    return data_map(HOME, ZoneBoard)


class Battlefield(RulesInForce):
    """A `Rules` for the engine."""

    def __init__(self, agreed: Agreed) -> None:
        super().__init__(agreed)
        self.board = load_board()
        self.roster: Roster = roster_of(self.charts)
        self.pieces = self.roster.infos
        self.tables = self.charts.file("tables.toml")
        self._read_calendar()
        self._read_counters()
        self._read_ground()
        self._read_objectives()

    @enforces("5.1", "12.1")
    def _read_calendar(self) -> None:
        """Seven turns of an hour and a quarter from eight o'clock (an eighth as an option)."""
        calendar = self.tables["calendar"]
        self.turns: int = calendar["turns"]
        hour, minute = calendar["first_hour"].split(":")
        first = 60 * int(hour) + int(minute)
        self.hours: list[str] = [""]
        for turn in range(self.turns + 1):
            clock = first + turn * calendar["minutes_per_turn"]
            self.hours.append(f"{clock // 60}:{clock % 60:02}")
        self.data_operational: list[int] = [
            self.roster.number[brigade]
            for group in self.data.get("groups", ())
            if group.get("operational")
            for brigade in group["brigades"]
        ]
        """Brigades that the scenario marks for operational movement on turn 1."""
        self.activate_action: list[Action] = [("activate", piece) for piece in self.roster.ids]

    # --- counters -------------------------------------------------------------------------------

    @enforces("13.1")
    def _read_counters(self) -> None:
        """Printed values under the options: with the 30th Virginia regrouped no brigade has cavalry."""
        roster = self.roster
        regrouped = self.has("thirtieth-virginia")
        self.cavalry: Sequence[int] = [0] * roster.brigades if regrouped else roster.cavalry
        march = self.tables["march"]
        self.forced: list[int] = [
            march["forced"]["cavalry" if mounted else "infantry"] for mounted in roster.is_cavalry
        ]
        self.chosen: list[bool] = [
            not option or self.has(option.replace("_", "-")) for option in roster.option
        ]
        """Which brigades take part at all."""

    # --- ground ---------------------------------------------------------------------------------

    @enforces("10.2.1", "10.3.2", "10.3.3")
    def _read_ground(self) -> None:
        """Costs, banks and zones of control by zone."""
        board = self.board
        size = board.size
        borders = board.borders
        self.around: list[PlaceSet] = board.neighbour_set
        self.fronts: list[Fronts] = front_tables(board)
        river = borders.across("river")
        self.zoc: list[PlaceSet] = [self.around[zone] & ~river[zone] for zone in range(size)]
        """What an element in each zone controls: everything around it on its own bank."""
        bridged = [borders.across("ford")[zone] | borders.across("bridge")[zone] for zone in range(size)]
        if self.has("poplar-ford"):
            bridged = [bridged[zone] | borders.across("optional_ford")[zone] for zone in range(size)]
        self.crossing: list[PlaceSet] = [bridged[zone] & river[zone] for zone in range(size)]
        """The zones beyond a ford or bridge of each zone."""
        self.farm_ford = self._between(FARM_FORD)
        north, south = sorted(self._between(SUDLEY_FORD), key=lambda z: board.regions["south_bank"] >> z & 1)
        self.sudley_ford = (north, south)
        """The zones north and south of Sudley Ford."""
        no_farm_ford = self._without(self.crossing, self.farm_ford)
        none = [0] * size
        self._open: list[list[PlaceSet]] = []
        self._steps: list[Graph] = []
        self._step_sets: list[StepSets] = []
        for crossings in (self.crossing, no_farm_ford, none):
            passable = [self.zoc[zone] | crossings[zone] for zone in range(size)]
            self._open.append(passable)
            steps: list[tuple[tuple[PlaceId, int], ...]] = [()] * size
            for zone in board.places:
                ways = [to for to in board.ring(zone) if passable[zone] >> to & 1]
                costs = [(to, self._step_cost(zone, to)) for to in ways]
                steps[zone] = tuple(sorted(costs, key=lambda way: way[1]))
            self._steps.append(Graph(steps))
            sets = [
                (
                    sum(1 << to for to, cost in ways if cost == 1),
                    sum(1 << to for to, cost in ways if cost == 2),
                    0,
                    0,
                )
                for ways in steps
            ]
            self._step_sets.append(StepSets(sets))
        self.hills: PlaceSet = board.terrain["hill"]
        self.woods: PlaceSet = board.terrain["woods"]
        self.riverside: PlaceSet = sum(1 << zone for zone in board.places if river[zone])
        self.banks: tuple[PlaceSet, PlaceSet] = (board.regions["north_bank"], board.regions["south_bank"])
        """The bank of Bull Run that each side starts on."""
        self._reaches: dict[tuple[int, PlaceId, int], Reach] = {}

    @enforces("10.3.2", "10.3.3")
    def _step_cost(self, zone: PlaceId, to: PlaceId) -> int:
        """2 points a zone and 1 along a road, villages included; a crossing always costs 2."""
        borders = self.board.borders
        kind = "road" if borders.has("road", zone, to) else "zone"
        cost: int = self.tables["march"]["crossing" if borders.has("river", zone, to) else kind]
        return cost

    def _between(self, name: str) -> tuple[PlaceId, PlaceId]:
        for feature in self.board.features:
            if feature.name == name and feature.between:
                a, b = feature.places
                return (a, b)
        raise BullrunError(f"map.toml: no border is called {name!r}")

    @staticmethod
    def _without(sets: Sequence[PlaceSet], border: tuple[PlaceId, PlaceId]) -> list[PlaceSet]:
        a, b = border
        changed = list(sets)
        changed[a] &= ~(1 << b)
        changed[b] &= ~(1 << a)
        return changed

    @enforces("10.3.4", "13.2")
    def variant(self, side: int, state: BullRunState) -> int:
        """Which crossings a side may use now: all; all but an unknown Farm Ford; or none at all."""
        if side == UNION:
            return 0 if state.farm_ford else 1
        return 2 if state.turn == 1 and self.options["historical-maneuver"] == "on" else 0

    def open_sets(self, side: int, state: BullRunState) -> list[PlaceSet]:
        """For each zone the neighbours that a side can go to from there."""
        return self._open[self.variant(side, state)]

    def attack_sets(self, side: int, state: BullRunState) -> list[PlaceSet]:
        """For each zone the neighbours that a side can attack from there: a side that may not cross Bull
        Run can still attack over a crossing that it knows."""
        return self._open[1 if side == UNION and not state.farm_ford else 0]

    def steps(self, side: int, state: BullRunState) -> Graph:
        """Where a side can step from each zone, and at what cost."""
        return self._steps[self.variant(side, state)]

    def step_sets(self, side: int, state: BullRunState) -> StepSets:
        """For each zone the zones that a side can enter from there for 1 and for 2 movement points."""
        return self._step_sets[self.variant(side, state)]

    def free_reach(self, side: int, state: BullRunState, start: PlaceId, points: int) -> Reach:
        """Where a number of movement points lead from a zone when no enemy is about; worked out once."""
        key = (self.variant(side, state), start, points)
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = self._steps[key[0]].search(start, points).compact()
        return found

    # --- objectives -----------------------------------------------------------------------------

    @enforces("4.3", "4.4")
    def _read_objectives(self) -> None:
        """Six hills of one point and two towns of two, with the side that holds each at the start."""
        self.worth: dict[PlaceId, int] = {}
        self.northern_start: PlaceSet = 0
        self.objective_names: dict[PlaceId, str] = {}
        for feature in self.board.features:
            if feature.kind == "objective":
                zone = feature.places[0]
                self.worth[zone] = feature.value
                self.objective_names[zone] = feature.name
                if feature.side == SIDES[UNION]:
                    self.northern_start |= 1 << zone
        self.objectives: PlaceSet = sum(1 << zone for zone in self.worth)


BullRun = Position[BullRunState, Battlefield]
"""A position of this game, as its chapters use it."""
