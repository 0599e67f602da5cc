"""The rules in force: board, counters, tables, scenario and options, with what follows from them and never
changes during play. Which hexes and sides are what, who sees over whom, what a step costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, UnknownPlace, place_list, set_of
from bullrun.engine.ledger import enforces
from bullrun.engine.position import Position
from bullrun.errors import BullrunError
from bullrun.fast import Graph
from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules.charts import TABLES, roster_of
from bullrun.games.clash_of_giants.rules.roster import KINDS, Roster
from bullrun.games.clash_of_giants.rules.state import ClashState
from bullrun.games.loading import Agreed, RulesInForce, data_map
from bullrun.games.sides import SIDES
from bullrun.mechanisms.offers import Window

QUARTER = 4
"""Movement points are counted in quarters: a march costs one for each road hex (11.6)."""
ROADS = ("road", "pike")
"""One kind in the rules, two to the eye."""
INFANTRY_STEPS, CAVALRY_STEPS = 0, 1


class Turn(NamedTuple):
    """One box of the turn record track."""

    number: int
    date: str
    clock: str
    night: bool


class Group(NamedTuple):
    """Units of one formation that arrive together (9.4)."""

    id: str
    title: str
    side: int
    formation: int
    turn: int
    entry: str
    die: bool
    bought: bool
    units: tuple[int, ...]


class SetUp(NamedTuple):
    """One entry of the set-up list."""

    title: str
    side: int
    formation: int
    units: tuple[int, ...]
    sites: tuple[PlaceId, ...]
    """The whole formation stands near one of them; none where each unit has its hex."""
    within: int
    at: Mapping[int, PlaceId]
    reduced: int
    """The units that begin with a step less."""
    ready: Mapping[int, PlaceId]
    """The hexes of the historical set-up."""
    instead: tuple[int, PlaceId, str]
    """(formation, site, entry): if that formation stands at that site, this one is put into the entry hex."""


@cache
def load_board(name: str) -> HexBoard:
    """A map, by the name of its file."""
    return data_map(HOME, HexBoard, name)


@cache
def in_quarters(text: str) -> int:
    """ "1/4" -> 1."""
    value = Fraction(text) * QUARTER
    if value.denominator != 1:
        raise BullrunError(f"tables.toml: {text!r} is not a number of quarters")
    return value.numerator


def _binds(section: Any, turn: int) -> bool:
    """Whether a section of a scenario names the turns in which it holds, and this is one of them."""
    if not isinstance(section, Mapping) or "turns" not in section:
        return False
    first, last = section["turns"]
    return bool(first <= turn <= last)


class Battlefield(RulesInForce):
    """A `Rules` for the engine."""

    def __init__(self, agreed: Agreed, windows: Mapping[str, Window]) -> None:
        super().__init__(agreed)
        self.windows = windows
        data = self.data
        self.battle: str = data["battle"]
        self.tables: dict[str, Any] = self.charts.file(TABLES)
        self.board = load_board(data["board"])
        self.roster: Roster = roster_of(self.charts, data["pieces"])
        self.pieces = self.roster.infos
        self.source = f"scenarios/{self.scenario}.toml"
        self._read_ground()
        self.turns: dict[int, Turn] = {
            entry["number"]: Turn(entry["number"], entry["date"], entry["clock"], entry["night"])
            for entry in data["turns"]
        }
        self.first_turn: int = data["first_turn"]
        self.last_turn: int = data["last_turn"]
        if not {self.first_turn, self.last_turn} <= set(self.turns):
            raise self.fault("first_turn and last_turn must be among the turns")
        self.in_force: dict[int, frozenset[str]] = {
            turn: frozenset(name for name, part in data.items() if _binds(part, turn)) for turn in self.turns
        }
        """By turn the sections of the scenario that hold for some turns only, and for this one."""
        self.without_orders = "orders" in data and not self.has("popes-orders")
        """Whether players agreed to do without Pope's Orders (B8.7.variant)."""
        self.historical = self.has("arrivals", "historical") or self.without_orders
        """Whether every group comes on its printed turn (O.fixed)."""
        self.setups: tuple[SetUp, ...] = tuple(self._setup(entry) for entry in data["setup"])
        self.groups: tuple[Group, ...] = tuple(self._group(entry) for entry in data["arrivals"])
        self.compass: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.board.grid.directions.index(name) for name in data["compass"][side]) for side in SIDES
        )
        """For each side the directions of its retreat compass, by index (B2.2, G2.2)."""
        self.victory_hexes: tuple[PlaceId, ...] = tuple(self.place(name) for name in data["victory"]["hexes"])
        self.victory_set: PlaceSet = set_of(self.victory_hexes)

    def fault(self, what: str) -> BullrunError:
        """An error of the scenario file."""
        return BullrunError(f"{self.source}: {what}")

    # --- the scenario ---------------------------------------------------------------------------

    def is_night(self, turn: int) -> bool:
        """Whether a turn is a night turn (15)."""
        return self.turns[turn].night

    def place(self, name: str) -> PlaceId:
        """A hex that the scenario names."""
        try:
            return self.board.place(name)
        except UnknownPlace as error:
            raise self.fault(str(error)) from None

    def unit(self, name: str) -> int:
        """A unit that the scenario names."""
        number = self.roster.number.get(name)
        if number is None or number >= self.roster.unit_count:
            raise self.fault(f"there is no unit {name!r} in {self.roster.source}")
        return number

    def formations_named(self, names: Sequence[str]) -> tuple[int, ...]:
        """Formations that the scenario names, by index."""
        return tuple(self.roster.formation_index(name) for name in names)

    @enforces("B8.5.limit", "B9.4.freeze")
    def jacksons_men(self, section: str) -> tuple[int, ...]:
        """The formations that a limit on Jackson's wing binds, by the section of the scenario: Stuart too,
        unless players agreed that he is none of it (R15)."""
        names = self.data[section]["formations"] if section in self.data else ()
        return self.formations_named(
            [name for name in names if name != "stuart" or self.has("stuart-with-jackson")]
        )

    def _units_in(self, entry: Mapping[str, Any], side: int, formation: int) -> tuple[int, ...]:
        units = tuple(self.unit(name) for name in entry["pieces"])
        for unit in units:
            if self.roster.side[unit] != side or self.roster.formation[unit] != formation:
                raise self.fault(f"{entry['title']}: {self.roster.ids[unit]} is of another formation")
        return units

    def _hexes(self, entry: Mapping[str, Any], key: str, units: Sequence[int]) -> dict[int, PlaceId]:
        found = {self.unit(name): self.place(at) for name, at in entry.get(key, {}).items()}
        if found and set(found) != set(units):
            raise self.fault(f"{entry['title']}: {key} must name each of its pieces once")
        return found

    def _setup(self, entry: Mapping[str, Any]) -> SetUp:
        side = SIDES.index(entry["side"])
        formation = self.roster.formation_index(entry["formation"])
        units = self._units_in(entry, side, formation)
        names = entry.get("sites", ())
        if self.battle == "second-bull-run" and "like" in self.data:
            # The book prints Centreville with another number in the list of the 29th (R47).
            names = [self.options["centreville-setup"] if name == "4504" else name for name in names]
        sites = tuple(self.place(name) for name in names)
        at = self._hexes(entry, "at", units)
        if bool(sites) == bool(at):
            raise self.fault(f"{entry['title']}: needs sites or at, and not both")
        instead = entry.get("instead")
        return SetUp(
            entry["title"],
            side,
            formation,
            units,
            sites,
            entry.get("within", 0),
            at,
            sum(1 << self.unit(name) for name in entry.get("reduced", ())),
            self._hexes(entry, "ready", units),
            (self.roster.formation_index(instead["formation"]), self.place(instead["site"]), instead["entry"])
            if instead
            else (-1, 0, ""),
        )

    def _group(self, entry: Mapping[str, Any]) -> Group:
        side = SIDES.index(entry["side"])
        formation = self.roster.formation_index(entry["formation"])
        if entry["entry"] not in self.entries:
            raise self.fault(f"{entry['title']}: the map has no entry hex {entry['entry']!r}")
        return Group(
            entry["id"],
            entry["title"],
            side,
            formation,
            entry["turn"],
            entry["entry"],
            entry["die"],
            entry.get("bought", False),
            self._units_in(entry, side, formation),
        )

    # --- the ground -----------------------------------------------------------------------------

    @enforces("3.1.grid", "3.1.dirs", "3.1.within", "B7.1.burned", "G7.1")
    def _read_ground(self) -> None:
        """Sets of hexes and, by hex, of the neighbours across each kind of side. A burned bridge is none."""
        board = self.board
        terrain = board.terrain
        self.levels = board.levels
        self.clear: PlaceSet = terrain["clear"]
        """Ground that the rules call clear: no woods, no town, no rocks."""
        self.woods: PlaceSet = terrain["woods"]
        self.town: PlaceSet = terrain["town"]
        self.rocks: PlaceSet = terrain["rocks"]
        """Devil's Den."""
        self.cut_hexes: PlaceSet = terrain["railroad_cut"]
        self.sunken_hexes: PlaceSet = terrain["sunken_road"]
        self.round_top: PlaceSet = set_of(
            place for kind in self.tables["whole_allowance"]["terrain"] for place in place_list(terrain[kind])
        )
        self.entries: dict[str, tuple[PlaceId, ...]] = {entry.name: entry.places for entry in board.entries}
        self.entry_hexes: PlaceSet = set_of(place for places in self.entries.values() for place in places)
        self.exit_zone: PlaceSet = board.regions.get("exit_zone", 0)
        across = board.borders.across
        self.roads: tuple[PlaceSet, ...] = tuple(
            major | minor for major, minor in zip(*(across(kind) for kind in ROADS), strict=True)
        )
        """By hex the neighbours that a road leads to."""
        self.rivers = across("river")
        self.crossings: tuple[PlaceSet, ...] = tuple(
            ford | bridge for ford, bridge in zip(across("ford"), across("bridge"), strict=True)
        )
        """Fords and bridges."""
        self.creeks = across("creek")
        self.embankments = across("embankment")
        self.cuts = across("cut")
        self.sunken = across("sunken_road")
        self.steep = across("steep")
        self.road_names = self._road_names()
        self.closed_sides: tuple[PlaceSet, ...] = tuple(self._closed(place) for place in range(board.size))
        """By hex the neighbours that no unit moves, retreats or advances to."""
        self.unattackable: tuple[PlaceSet, ...] = tuple(
            river & ~crossing for river, crossing in zip(self.rivers, self.crossings, strict=True)
        )
        """By hex the neighbours across an unbridged river (12.3)."""
        self.zones: tuple[PlaceSet, ...] = tuple(self._zone(place) for place in range(board.size))
        """By hex, where a unit in it has its zone of control (8)."""
        self.regular: tuple[Graph, Graph] = (
            self._graph(lambda a, b: self.regular_cost(INFANTRY_STEPS, a, b)),
            self._graph(lambda a, b: self.regular_cost(CAVALRY_STEPS, a, b)),
        )
        """Regular movement of infantry and cavalry, in quarters; entry hexes can be left and not entered."""
        self.road_steps = self._graph(lambda a, b: self.road_cost("road", a, b))
        self.march_steps = self._graph(lambda a, b: self.road_cost("march", a, b))
        self.costs = {
            kind: {(place, to): cost for place, row in enumerate(steps.rows) for to, cost in row}
            for kind, steps in (
                ("march", self.march_steps),
                ("road", self.road_steps),
                *zip(KINDS[:2], self.regular, strict=True),
            )
        }
        """What single steps cost, by the kind of movement, or of unit in regular movement."""

    def _road_names(self) -> dict[tuple[PlaceId, PlaceId], PlaceSet]:
        """Each road link -> all hexes of the named roads that it belongs to (11.6)."""
        found: dict[tuple[PlaceId, PlaceId], PlaceSet] = {}
        for line in self.board.lines:
            if line.kind in ROADS:
                for a, b in zip(line.path, line.path[1:], strict=False):
                    for link in ((a, b), (b, a)):
                        found[link] = found.get(link, 0) | line.places
        return found

    @enforces("11.3.river", "B7.1.river", "B7.2.move", "G7.2.move", "11.8.side")
    def _closed(self, place: PlaceId) -> PlaceSet:
        """River without ford or bridge, embankment without a road, and every cut side."""
        river = self.rivers[place] & ~self.crossings[place]
        return river | self.embankments[place] & ~self.roads[place] | self.cuts[place]

    @enforces("8.1", "8.3.town", "8.3.river", "8.3.emb", "B7.3.zoc", "G7.2.zoc", "G7.3.zoc", "G7.4.zoc")
    @enforces("G7.6.zoc", "9.1.wait")
    def _zone(self, place: PlaceId) -> PlaceSet:
        """The six around, woods or not; not across river, ford, bridge or steep sides, not into a town, not
        into or out of Devil's Den, not out of a cut over its sides, not into the sunken road over its sides,
        and neither from nor into an entry hex."""
        if (self.rocks | self.entry_hexes) >> place & 1:
            return 0
        zone = self.board.neighbour_set[place]
        zone &= ~(self.rivers[place] | self.steep[place] | self.town | self.rocks | self.entry_hexes)
        if self.cut_hexes >> place & 1:
            zone &= ~self.cuts[place]
        return zone & ~(self.sunken[place] & self.sunken_hexes)

    @enforces("11.8.cav", "G7.4.cav", "12.10.cav", "12.13.cav")
    def cavalry_barred(self, place: PlaceId, to: PlaceId) -> bool:
        """Cavalry enters and leaves woods only by a road, and never enters Devil's Den."""
        if self.rocks >> to & 1:
            return True
        return bool((self.woods >> place | self.woods >> to) & 1) and not self.roads[place] >> to & 1

    def regular_cost(self, kind: int, place: PlaceId, to: PlaceId) -> int | None:
        """Quarters for one step of regular movement; None where it cannot be made. Big Round Top apart."""
        terms = self.step_terms(kind, place, to)
        return None if terms is None else sum(cost for _, cost, _ in terms)

    @enforces("11.3.clear", "11.3.up", "11.3.creek", "11.3.town", "B7.3.cost", "G7.4.cost", "9.5", "9.1.cost")
    def step_terms(self, kind: int, place: PlaceId, to: PlaceId) -> list[tuple[str, int, str]] | None:
        """What one step of regular movement costs, by terms: (words, quarters, rule). None where it cannot be
        made; entry hexes are left like any other and never entered."""
        closed = self.closed_sides[place] | self.entry_hexes
        if closed >> to & 1 or (kind == CAVALRY_STEPS and self.cavalry_barred(place, to)):
            return None
        ground, added = self.tables["terrain_cost"], self.tables["added_cost"]
        name, rule = next(
            (name, rule)
            for name, hexes, rule in (
                ("town", self.town, "11.3.town"),
                ("rocks", self.rocks, "G7.4.cost"),
                ("woods", self.woods, "11.3.clear"),
                ("clear", self.board.all, "11.3.clear"),
            )
            if hexes >> to & 1
        )
        terms = [(name, in_quarters(ground[name]), rule)]
        if self.levels[to] > self.levels[place]:
            terms.append(("uphill", in_quarters(added["uphill"]), "11.3.up"))
        if self.creeks[place] >> to & 1:
            terms.append(("creek", in_quarters(added["creek"]), "11.3.creek"))
        return terms + self.crossing_terms(place, to)

    def crossing_terms(self, place: PlaceId, to: PlaceId) -> list[tuple[str, int, str]]:
        """What a ford or bridge adds, in whatever mode."""
        for kind in ("ford", "bridge"):
            if self.board.borders.has(kind, place, to):
                return [(kind, in_quarters(self.tables["added_cost"][kind]), "B7.3.cost")]
        return []

    @enforces("11.6.rate", "11.7.rate", "11.7.start")
    def road_cost(self, mode: str, place: PlaceId, to: PlaceId) -> int | None:
        """Quarters for one step along a road by "road" or "march"; None where no road leads there."""
        if not self.roads[place] >> to & 1 or (self.closed_sides[place] | self.entry_hexes) >> to & 1:
            return None
        rate = in_quarters(self.tables["road_rate"][mode])
        return rate + sum(cost for _, cost, _ in self.crossing_terms(place, to))

    def _graph(self, cost: Callable[[PlaceId, PlaceId], int | None]) -> Graph:
        rows: list[tuple[tuple[PlaceId, int], ...]] = [()] * self.board.size
        for place in self.board.places:
            steps = [
                (to, found) for to in self.board.neighbours[place] if (found := cost(place, to)) is not None
            ]
            # Cheapest first: a search can stop at the first step beyond its budget.
            rows[place] = tuple(sorted(steps, key=lambda step: (step[1], step[0])))
        return Graph(rows)

    def column(self, place: PlaceId) -> int:
        """The printed column of a hex."""
        return self.board.col_row(place)[0]


Clash = Position[ClashState, Battlefield]
"""A position of this game, as its chapters use it."""
