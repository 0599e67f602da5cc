"""The rules in force: board, counters, tables, scenario and options, with what follows from them and
never changes during play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import Memory, memory_of
from bullrun.engine.position import Position
from bullrun.errors import BullrunError
from bullrun.fast import Graph, Reach
from bullrun.games.bull_run_1983 import HOME
from bullrun.games.bull_run_1983.rules.charts import roster_of
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, DUMMY, Roster
from bullrun.games.bull_run_1983.rules.state import CARD, FORMED, MAP, UNDER_DUMMY, WAITING, BullRunState
from bullrun.games.loading import Agreed, RulesInForce, data_map
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.mechanisms.odds import parse_odds, rank
from bullrun.mechanisms.tables import OddsTable

SIXTH = 6
"""Movement points are counted in sixths: thirds and halves of roads stay exact (5.61)."""

OTHER, GUNS, MASSED, YIELDING = range(4)
"""Movement classes: leaders and ordinary units; batteries; brigade pieces, which keep out of fords, bridges
and ABATIS or break up as they enter them."""


@cache
def load_board() -> HexBoard:
    """The map."""
    return data_map(HOME, HexBoard)


@cache
def in_sixths(text: str) -> int:
    """ "1/3" -> 2."""
    value = Fraction(text) * SIXTH
    if value.denominator != 1:
        raise BullrunError(f"tables.toml: {text!r} is not a number of sixths")
    return value.numerator


class Battlefield(RulesInForce):
    """A `Rules` for the engine."""

    def __init__(self, agreed: Agreed) -> None:
        self.board = load_board()
        super().__init__(agreed)
        self.roster: Roster = roster_of(self.charts)
        self.pieces = self.roster.infos
        self.tables = self.charts.file("tables.toml")
        self._read_results()
        self.track: list[str] = self.tables["turns"]["track"]
        terrain = self.board.terrain
        self.fords: PlaceSet = terrain["ford"]
        self.ford_places = frozenset(places_in(self.fords))
        self.classes = [self.movement_class(piece) for piece in range(len(self.roster.ids))]
        """Movement class of each piece."""
        self.sixths = [(mobile * SIXTH, battle * SIXTH) for mobile, battle in self.roster.movement]
        """Movement factor of each piece by face, in sixths."""
        self.longest = [
            max((max(f) for f, own in zip(self.sixths, self.classes, strict=True) if own == kind), default=0)
            for kind in (OTHER, GUNS, MASSED, YIELDING)
        ]
        """The largest movement factor of each movement class."""
        self.stacking: int = self.tables["stacking"]["hex"]
        self.ford_stacking: int = self.tables["stacking"]["ford"]
        self.ford_entry: int = self.tables["stacking"]["ford_entry_per_player_turn"]
        victory = self.tables["victory"]
        self.base: tuple[PlaceSet, PlaceSet] = (
            self.board.set_named(victory["union_base"]),
            self.board.set_named(victory["confederate_base"]),
        )
        self.stars: PlaceSet = self.board.set_named(victory["stars"])
        self.trestle_site: PlaceSet = terrain["trestle_site"]
        self._crossings = tuple(self.fords | self.bridges(trestle) for trestle in (0, 1))
        self.substitutes = tuple(p for p, kind in enumerate(self.roster.kind) if kind in (BRIGADE, DUMMY))

    def _forget(self) -> None:
        super()._forget()
        # What depends on the map and its markers alone is the same under every scenario and option.
        kept = self.board.memo
        self.known_edges: Memory[tuple[int, PlaceSet, int], Graph] = memory_of(kept, "edges", 200)
        """Steps by movement class, ABATIS and TRESTLE."""
        # They end where no counter can go farther: with an owner's counters, elsewhere.
        far: dict[str, Any] = self.charts.once("reaches", dict) if self.charts.owners else kept
        self.known_free: Memory[tuple[Any, ...], Reach] = memory_of(far, "free reaches", 16_000)
        """How far a piece gets where no enemy is near, for each hex and movement class, as far as any piece
        of the class can go; kept by reach.py."""
        self.known_stopped: Memory[tuple[Any, ...], Reach] = memory_of(kept, "stopped reaches", 4_000)
        """How far a piece gets among enemies, by those of their hexes that it could come to: a search that
        looks ahead from one position in many ways asks this over and over. Kept by reach.py."""

    @enforces("9.6")
    def _read_results(self) -> None:
        """The results tables, and what an automatic victory needs and counts as."""
        self.combat_table = OddsTable("combat", self.tables["combat"])
        self.bombardment_table = OddsTable("bombardment", self.tables["bombardment"])
        automatic = self.tables["odds"]
        self.enough_for_victory = rank(parse_odds(automatic["automatic_victory_needs"]))
        self.victory_column = self.combat_table.columns.index(automatic["automatic_victory_column"])

    # --- terrain that markers change ------------------------------------------------------------

    @enforces("M2.1", "11.2")
    def bridges(self, trestle: int) -> PlaceSet:
        """Bridge hexes; the TRESTLE makes UU28 one of them."""
        return self.board.terrain["bridge"] | (self.trestle_site if trestle else 0)

    def crossings(self, trestle: int) -> PlaceSet:
        """Fords and bridges."""
        return self._crossings[trestle]

    @enforces("M2", "M2.2")
    def rivers(self, trestle: int) -> PlaceSet:
        """River hexes: water without ford or bridge."""
        return self.board.terrain["river"] & ~(self.trestle_site if trestle else 0)

    @enforces("8.52", "11.53")
    def no_brigades(self, abatis: PlaceSet, trestle: int) -> PlaceSet:
        """Fords, bridges and ABATIS, where no brigade piece may be (8.52)."""
        return self.crossings(trestle) | abatis

    @enforces("5.4", "5.52")
    def stack_limit(self, place: PlaceId) -> int:
        """Defense points that may end a move in a hex (5.4, 5.52)."""
        return self.ford_stacking if self.fords >> place & 1 else self.stacking

    def movement_class(self, piece: int) -> int:
        """How a piece pays for roads, and for a brigade piece whether it may march to where it breaks up."""
        kind = self.roster.kind[piece]
        if kind == BRIGADE:
            return YIELDING if self.has("brigades-break-on-entry") else MASSED
        return GUNS if kind == BATTERY else OTHER

    def edges(self, movement_class: int, state: BullRunState) -> Graph:
        """Where a piece of this class can step from each hex, and at what cost in sixths."""
        return self._edges_of(movement_class, state.abatis, state.trestle)

    def _edges_of(self, movement_class: int, abatis: PlaceSet, trestle: int) -> Graph:
        key = (movement_class, abatis, trestle)
        found = self.known_edges.get(key)
        if found is None:
            found = self.known_edges[key] = self._make_edges(*key)
        return found

    def _make_edges(self, movement_class: int, abatis: PlaceSet, trestle: int) -> Graph:
        board = self.board
        if abatis:
            # Only steps into and out of an ABATIS differ from the bare map.
            edges = list(self._edges_of(movement_class, 0, trestle).rows)
            places = list(places_in(board.spread(abatis)))
        else:
            edges, places = [()] * board.size, list(board.places)
        for place in places:
            steps = []
            for to in board.neighbours[place]:
                cost = self.step_cost(movement_class, place, to, abatis, trestle)
                if cost is not None:
                    steps.append((to, cost))
            # Cheapest first: a search can stop at the first step beyond its budget.
            edges[place] = tuple(sorted(steps, key=lambda step: step[1]))
        return Graph(edges)

    def step_cost(
        self, movement_class: int, place: PlaceId, to: PlaceId, abatis: PlaceSet, trestle: int
    ) -> int | None:
        """Cost in sixths of one step; None where it cannot be made."""
        terms = self.step_terms(movement_class, place, to, abatis, trestle)
        return None if terms is None else sum(cost for _, cost, _ in terms)

    @enforces("5.31", "5.32", "5.5", "5.51", "5.6", "5.61", "5.62", "5.63", "5.7", "8.53")
    @enforces("11.5", "11.51", "11.52")
    def step_terms(
        self, movement_class: int, place: PlaceId, to: PlaceId, abatis: PlaceSet, trestle: int
    ) -> list[tuple[str, int, str]] | None:
        """What one step costs, by terms: (words, sixths, rule). None where it cannot be made."""
        board = self.board
        if self.rivers(trestle) >> to & 1:
            return None
        if movement_class in (MASSED, YIELDING):
            # A piece that yields to such a hex is broken up there and goes no farther.
            last = to if movement_class == MASSED else place
            if self.no_brigades(abatis, trestle) >> last & 1:
                return None
        terrain = board.terrain
        cost = self.tables["terrain_cost"]
        road = self._road(movement_class, place, to, abatis)
        if road is not None:
            terms = [road]
        elif self.fords >> to & 1:
            terms = [("ford", in_sixths(cost["ford"]), "5.31")]
        elif self.bridges(trestle) >> to & 1:
            terms = [("bridge", in_sixths(cost["bridge"]), "5.51")]
        else:
            stream, woods = terrain["stream"] >> to & 1, terrain["woods"] >> to & 1
            name = (
                "stream_woods" if stream and woods else "stream" if stream else "woods" if woods else "clear"
            )
            terms = [(name.replace("_", " and "), in_sixths(cost[name]), "5.31")]
        penalty = self.tables["terrain_penalty"]
        for words, hexes, rule in (("ford", self.fords, "5.32"), ("abatis", abatis, "11.51")):
            if hexes >> place & 1:
                terms.append((f"leaving {words}", in_sixths(penalty[words]), rule))
            if hexes >> to & 1:
                terms.append((f"entering {words}", in_sixths(penalty[words]), rule))
        return terms

    def _road(
        self, movement_class: int, place: PlaceId, to: PlaceId, abatis: PlaceSet
    ) -> tuple[str, int, str] | None:
        if movement_class in (MASSED, YIELDING) or (abatis >> place | abatis >> to) & 1:
            return None
        rate = self.tables["road_rate"]
        column = "battery" if movement_class == GUNS else "other"
        borders = self.board.borders
        if borders.across("road_major")[place] >> to & 1:
            return ("major road", in_sixths(rate["major"][column]), "5.6")
        if borders.across("road_minor")[place] >> to & 1:
            return ("minor road", in_sixths(rate["minor"][column]), "5.6")
        if borders.across("railroad")[place] >> to & 1:
            return ("railroad", in_sixths(rate["minor"][column]), "5.62")
        return None

    # --- hidden pieces --------------------------------------------------------------------------

    @enforces("2.6", "4.84")
    def concealed_by_side(self, state: BullRunState) -> tuple[int, int]:
        """Frozen pieces lie face down: the other side sees a counter, not which one it is."""
        frozen = state.frozen
        if not frozen:
            return (0, 0)
        hidden = 0
        box, holder = state.box, state.holder
        for piece in places_in(frozen):
            held = box[piece] in (FORMED, UNDER_DUMMY) and frozen >> holder[piece] & 1
            if held or box[piece] in (MAP, WAITING):
                hidden |= 1 << piece
        # The order-of-battle card stays closed too: whether a face-down leader's brigade piece, or a dummy,
        # is in use is not to be seen.
        for piece in self.substitutes:
            if box[piece] == CARD and hidden >> self.roster.brigade_leader[self.roster.brigade[piece]] & 1:
                hidden |= 1 << piece
        sides = self.roster.of_side
        return (hidden & sides[CONFEDERATE], hidden & sides[UNION])


BullRun = Position[BullRunState, Battlefield]
"""A position of this game, as its chapters use it."""
