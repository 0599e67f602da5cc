"""The rules in force: map, counters, tables, scenario and options, with what follows from them and never
changes during play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of, union_of
from bullrun.board.zone_graph import ZoneBoard
from bullrun.engine.action import Action
from bullrun.engine.decision import SetOptions
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import Memory
from bullrun.engine.position import Position
from bullrun.fast import Graph, MarchMap, StepSets
from bullrun.games.loading import Agreed, RulesInForce, data_map
from bullrun.games.secession_1862 import HOME
from bullrun.games.secession_1862.rules.charts import roster_of
from bullrun.games.secession_1862.rules.roster import NONE, Roster
from bullrun.games.secession_1862.rules.state import BattleState
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.fronts import Fronts, front_tables

Groups = Sequence[tuple[Action, PlaceSet]]


@cache
def load_board() -> ZoneBoard:
    """The map."""
    return data_map(HOME, ZoneBoard)


def zone_words(name: str) -> str:
    """A zone by its name on the map; one that has none says that its number is a zone's."""
    called = load_board().called(name)
    return called if called != name else f"zone {name}"


class March(NamedTuple):
    """Where a march can lead: the cost to each zone, and the zone before it on the cheapest way."""

    costs: dict[PlaceId, int]
    before: dict[PlaceId, PlaceId]

    def path(self, goal: PlaceId) -> list[PlaceId]:
        """The zones entered, the goal last."""
        way = [goal]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return way[-2::-1]


class Day(NamedTuple):
    """One day of a scenario."""

    date: str
    first_turn: int
    last_turn: int
    entry_turns: tuple[int, ...]
    initiative: tuple[int, int]
    tie: int
    no_army_commander: int
    tactics: bool
    automatic: tuple[int, tuple[int, ...]]
    """(side, turns) of automatic initiative."""
    counter_attack: int
    """The first turn in which the Confederates may declare a counter-attack; 0 for never."""
    late: tuple[int, int, int]
    """(turn, first action phase, activation modifier) of an evening turn; turn 0 for none."""
    night: bool
    """Whether a night follows."""


class Group(NamedTuple):
    """What arrives together: a division, an independent brigade or a commander."""

    name: str
    side: int
    day: int
    turn: int
    pieces: tuple[int, ...]
    entries: tuple[str, ...]
    optional: bool
    """Division Jones: the owner decides whether it comes at all."""
    until: int
    """No die: the owner may hold it back until this turn; 0 for groups that roll."""
    night: bool
    """Only when it was moved out in the night."""


class Battlefield(RulesInForce):
    """A `Rules` for the engine."""

    def __init__(self, agreed: Agreed) -> None:
        super().__init__(agreed)
        self.board = load_board()
        self.roster: Roster = roster_of(self.charts)
        self.pieces = self.roster.infos
        self.tables = self.charts.file("tables.toml")
        self._read_ground()
        self._read_costs()
        self._read_terrain()
        self._read_counters()
        self._read_days()
        self._read_arrivals()

    def _forget(self) -> None:
        super()._forget()
        self.known_against: Memory[Any, dict[Any, Any]] = Memory(500)
        """What is known against an army, for each way in which it can stand; kept by ground.py."""
        self.known_attacks: Memory[Any, dict[Any, int]] = Memory(5_000)
        """What attacks promise, for each circumstance; kept by prospects.py."""
        self.known_answers: Memory[Any, Action | None] = Memory(10_000)
        """How plans are served; kept by planning.py."""
        self.known_scores: Memory[Any, tuple[int, int]] = Memory(10_000)
        """Kept by victory.py."""

    def zone_options(
        self, groups: Groups, before: Sequence[Action] = (), after: Sequence[Action] = ()
    ) -> SetOptions:
        """Options that end in a zone, expanded only when looked at."""
        return SetOptions(self.board.names, self.zone_number, groups, before, after)

    # --- ground ---------------------------------------------------------------------------------

    @enforces("9.4.4")
    def _read_ground(self) -> None:
        """Zones of control, passable borders and zones nearby: never across Bull Run but at a bridge, and
        zones of control not even there."""
        board = self.board
        size = board.size
        self.zone_number: Callable[[str], PlaceId | None] = {
            board.names[zone]: zone for zone in board.places
        }.get
        self.around: list[PlaceSet] = board.neighbour_set
        self.near: list[PlaceSet] = [self.around[zone] | 1 << zone for zone in range(size)]
        """Each zone with all its neighbours, across the river too."""
        river = board.borders.across("river")
        across = board.borders.across
        self.crossing: list[PlaceSet] = [
            (across("bridge")[zone] | across("ford")[zone]) & self.around[zone] for zone in range(size)
        ]
        self.zoc: list[PlaceSet] = [self.around[zone] & ~river[zone] for zone in range(size)]
        self.bridges: tuple[PlaceSet, ...] = tuple(
            1 << zone | 1 << to for zone in range(size) for to in places_in(self.crossing[zone]) if zone < to
        )
        """Both ends of each bridge."""
        self.passable: list[PlaceSet] = [self.zoc[zone] | self.crossing[zone] for zone in range(size)]
        self.fronts: list[Fronts] = front_tables(board)
        self.facings_to: list[dict[PlaceId, PlaceSet]] = [{} for _ in range(size)]
        """[zone][neighbour] -> the facings that have the neighbour in front."""
        for zone in board.places:
            for faced, front in self.fronts[zone].items():
                for seen in places_in(front):
                    self.facings_to[zone][seen] = self.facings_to[zone].get(seen, 0) | 1 << faced
        self.zones_within: list[list[PlaceSet]] = [[1 << zone for zone in range(size)]]
        """[n][zone] -> the zones at most n zones away, counted over borders that can be passed."""
        for _ in range(3):
            last = self.zones_within[-1]
            self.zones_within.append([self._wider(last[zone]) for zone in range(size)])
        command = self.tables["command"]
        self.near_on_foot: list[PlaceSet] = self.zones_within[command["zones"]]
        self.near_mounted: list[PlaceSet] = self.zones_within[command["mounted_zones"]]
        ends = {ring_zone for ring_zone in board.places if self._at_edge(ring_zone)}
        self.map_edge: PlaceSet = sum(1 << zone for zone in ends)
        self._distances: Memory[PlaceSet, list[int]] = Memory(5_000)
        self._spreads: Memory[tuple[PlaceSet, PlaceSet], PlaceSet] = Memory(50_000)

    def _wider(self, zones: PlaceSet) -> PlaceSet:
        return zones | union_of(self.passable, zones)

    def spread(self, zones: PlaceSet, within: list[PlaceSet]) -> PlaceSet:
        """The zones near any of these; `within` is one of `zones_within`."""
        key = (zones, within[1])
        found = self._spreads.get(key)
        if found is None:
            found = self._spreads[key] = union_of(within, zones)
        return found

    def _at_edge(self, zone: PlaceId) -> bool:
        return any(self.board.clockwise(zone, other) is None for other in self.board.ring(zone))

    def distances(self, zones: PlaceSet) -> list[int]:
        """How many zones each zone is from the nearest of these, over borders that can be passed."""
        found = self._distances.get(zones)
        if found is None:
            found = [99] * self.board.size
            rim, reached, steps = zones, zones, 0
            while rim:
                for zone in places_in(rim):
                    found[zone] = steps
                wider = self._wider(rim)
                rim = wider & ~reached
                reached |= rim
                steps += 1
            self._distances[zones] = found
        return found

    @enforces("9.4.3")
    def _read_costs(self) -> None:
        """What a step costs: 2, or 1 along a road; 1 more over a bridge and up an escarpment."""
        board = self.board
        march = self.tables["march"]
        road, climb = board.borders.across("road"), board.borders.across("climb")
        edges: list[tuple[tuple[PlaceId, int, int], ...]] = [()] * board.size
        self.tense_cost: dict[tuple[PlaceId, PlaceId], int] = {}
        sets = [(0, 0, 0, 0)] * board.size
        for zone in board.places:
            found = []
            kinds = [0, 0, 0, 0]
            for to in board.ring(zone):
                if not self.passable[zone] >> to & 1:
                    continue
                extra = march["crossing"] if self.crossing[zone] >> to & 1 else 0
                extra += march["climb"] if climb[zone] >> to & 1 else 0
                quiet = march["road" if road[zone] >> to & 1 else "zone"] + extra
                found.append((to, quiet, march["zone"] + extra))
                kinds[(not road[zone] >> to & 1) + 2 * bool(extra)] |= 1 << to
                self.tense_cost[zone, to] = march["zone"] + extra
            edges[zone] = tuple(found)
            sets[zone] = (kinds[0], kinds[1], kinds[2], kinds[3])
        self._areas: dict[tuple[PlaceId, int], PlaceSet] = {}
        self.quiet_marches: dict[PlaceId, March] = {}
        """Kept by movement.py."""
        self.gun_front_cost: int = march["artillery_front"]
        self.march_map = MarchMap(edges, self.gun_front_cost)
        self.step_sets = StepSets(sets)
        """For each zone the zones it leads to along a road, over ground, along a road with an additional
        cost, and over ground with one."""
        self.quiet = Graph(tuple((to, quiet) for to, quiet, _ in steps) for steps in edges)
        """The steps as a commander's range and a quiet march count them."""
        self.attack_cost: int = march["attack"]

    def area(self, start: PlaceId, points: int) -> PlaceSet:
        """All zones within this many movement points of a zone when no enemy is about."""
        found = self._areas.get((start, points))
        if found is None:
            found = self._areas[start, points] = set_of(self.quiet.flood(start, max(0, points), 0))
        return found

    @enforces("11.1.5")
    def _read_terrain(self) -> None:
        """What the battle makes of its terrain: the railway is an embankment, Groveton the only village,
        and only bridges cross Bull Run."""
        board = self.board
        self.woods: PlaceSet = board.terrain["woods"]
        self.embankment: PlaceSet = board.terrain["embankment"]
        self.village: PlaceSet = board.terrain["village"]
        self.escarpment: PlaceSet = board.terrain["escarpment"]
        self.climbed_from: list[PlaceSet] = [0] * board.size
        """For each zone the neighbours from which it is entered up an escarpment."""
        climb = board.borders.across("climb")
        for zone in board.places:
            for to in places_in(climb[zone]):
                self.climbed_from[to] |= 1 << zone
        if not self.has("escarpment", "climbed"):
            self.climbed_from = [
                self.around[zone] if self.escarpment >> zone & 1 else 0 for zone in range(board.size)
            ]
        self.favourable: PlaceSet = self.woods | self.embankment | self.village | self.escarpment
        """Zones whose terrain helps a defender."""
        cover = (self.woods, self.embankment, self.village)
        self.cover: list[int] = [
            min(2, sum(terrain >> zone & 1 for terrain in cover)) for zone in range(board.size)
        ]
        """How well each zone hides who stands there: two kinds of terrain at most count."""
        self.objectives: tuple[PlaceSet, PlaceSet] = self._read_objectives()
        self.all_objectives: PlaceSet = self.objectives[0] | self.objectives[1]
        self.entries: dict[str, PlaceId] = {entry.name: entry.place for entry in board.entries}
        table = self.tables["retreat"]
        self.rally: tuple[PlaceSet, ...] = tuple(
            sum(1 << self.entries[letter] for letter in table["entries"][side])
            | board.set_named(table["zones"][side])
            for side in SIDES
        )
        """The zones that each side's retreats make for."""

    def _read_objectives(self) -> tuple[PlaceSet, PlaceSet]:
        """The objectives of each side: the other side holds them at the start."""
        found = [0, 0]
        self.objective_names: dict[PlaceId, str] = {}
        for feature in self.board.features:
            if feature.kind == "objective":
                holder = SIDES.index(feature.side)
                found[1 - holder] |= 1 << feature.places[0]
                self.objective_names[feature.places[0]] = feature.name
        return (found[0], found[1])

    # --- counters -------------------------------------------------------------------------------

    def _read_counters(self) -> None:
        """Movement points, and the option texts of every piece, made once."""
        roster = self.roster
        self.allowance: list[int] = [roster.points[kind] for kind in roster.kind]
        names = roster.ids
        self.numbers: tuple[slice, ...] = tuple(slice(of[0], of[-1] + 1) for of in roster.of_side)
        """From each side's first brigade to its last."""
        self.act_action: list[Action] = [("act", name) for name in names]
        self.activate_action: list[Action] = [("activate", name) for name in names]
        self.rest_action: list[Action] = [("rest", name) for name in names]
        self.force_action: list[Action] = [("force", name) for name in names]
        self.done_action: list[Action] = [("done", name) for name in names]
        self.move_prefix: list[Action] = [("move", name) for name in names]
        self.rush_prefix: list[Action] = [("rush", name) for name in names]
        self.attack_prefix: list[Action] = [("attack", name) for name in names]
        self.face_prefix: list[Action] = [("face", name) for name in names]
        self.white_bands: tuple[tuple[int, ...], ...] = tuple(
            tuple(b for b in of if roster.division[b] == NONE) for of in roster.of_side
        )
        """The independent brigades of each side."""
        self.divisions_under: dict[int, list[tuple[int, tuple[int, ...]]]] = {
            commander: [
                (number, division.brigades)
                for number, division in enumerate(roster.divisions)
                if division.side == side and division.corps in (commander, NONE)
            ]
            for side, of in enumerate(roster.corps_commanders)
            for commander in of
        }
        """For each corps commander the divisions he can activate: his own and independent ones."""
        self.division_action: list[Action] = [("activate", division.id) for division in roster.divisions]

    # --- scenario -------------------------------------------------------------------------------

    def _read_days(self) -> None:
        self.days: list[Day] = []
        for entry in self.data["days"]:
            first, last = entry["turns"]
            automatic = entry.get("automatic", {"side": "union", "turns": []})
            late = entry.get("late", {"turn": 0, "action_phase": 1, "activation": 0})
            self.days.append(
                Day(
                    entry["date"],
                    first,
                    last,
                    tuple(entry["entry_turns"]),
                    (entry["initiative"]["union"], entry["initiative"]["confederate"]),
                    SIDES.index(entry["tie"]),
                    entry.get("no_army_commander", 0),
                    entry.get("tactics", False),
                    (SIDES.index(automatic["side"]), tuple(automatic["turns"])),
                    entry.get("counter_attack", 0),
                    (late["turn"], late["action_phase"], late["activation"]),
                    entry.get("night", False),
                )
            )
        calendar = self.tables["calendar"]
        hour, minute = (int(part) for part in calendar["first_hour"].split(":"))
        last_turn = max(day.last_turn for day in self.days)
        self.hours: list[str] = [""]
        for turn in range(last_turn):
            minutes = hour * 60 + minute + turn * calendar["minutes_per_turn"]
            self.hours.append(f"{minutes // 60:02}:{minutes % 60:02}")
        number = self.roster.number
        self.start_losses: list[int] = [0] * self.roster.brigades
        for piece, losses in self.data["losses"].items():
            self.start_losses[number[piece]] = losses

    def _read_arrivals(self) -> None:
        """What is due, and the dice: one for each division or independent brigade, none for commanders."""
        roster = self.roster
        self.groups: list[Group] = []
        for entry in self.data["arrivals"]:
            pieces = tuple(roster.number[piece] for piece in entry["pieces"])
            name = f"DIV-{entry['division']}" if "division" in entry else entry["pieces"][0]
            optional = entry.get("optional", False)
            if optional and self.has("division-jones", "absent"):
                continue
            if entry["turn"] > self.days[0].last_turn:
                continue  # Anderson and Lee's guns are due in the evening, which one day alone does not have
            self.groups.append(
                Group(
                    name,
                    SIDES.index(entry["side"]),
                    0,
                    entry["turn"],
                    pieces,
                    tuple(entry["entries"]),
                    optional,
                    entry.get("until", 0),
                    False,
                )
            )
        if any(day.night for day in self.days):
            self._read_night_groups()
        table = self.tables["arrivals"][self.options["arrival-test"]]
        self.arrival_dice: tuple[list[int], ...] = tuple(table[side] for side in SIDES)

    def _read_night_groups(self) -> None:
        """Everything of the Union that can be moved out in the night, ready to come back."""
        roster = self.roster
        entries = tuple(letter for row in self.data["night_entries"] for letter in row["entries"])
        turn = min(row["turn"] for row in self.data["night_entries"])
        parts: list[tuple[str, tuple[int, ...]]] = [
            (roster.ids[commander], (commander,)) for commander in roster.corps_commanders[UNION]
        ]
        parts += [(d.id, d.brigades) for d in roster.divisions if d.side == UNION]
        parts += [(roster.ids[b], (b,)) for b in roster.of_side[UNION] if roster.division[b] == NONE]
        self.groups += [
            Group(name, UNION, 1, turn, pieces, entries, False, 99, True) for name, pieces in parts
        ]
        self.night_entries: dict[str, int] = {
            letter: row["turn"] for row in self.data["night_entries"] for letter in row["entries"]
        }


SecondBullRun = Position[BattleState, Battlefield]
"""A position of this game, as its chapters use it."""
