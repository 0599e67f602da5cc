"""The rules in force: board, counters, tables, scenario and options, with what follows from them and
never changes during play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.ledger import enforces
from bullrun.engine.position import Position
from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules.charts import roster_of, tables_of
from bullrun.games.day_was_ours.rules.hidden import concealed
from bullrun.games.day_was_ours.rules.plan import Plan
from bullrun.games.day_was_ours.rules.roster import WINDOWS as CHIT_WINDOWS
from bullrun.games.day_was_ours.rules.roster import Roster
from bullrun.games.day_was_ours.rules.state import DayState
from bullrun.games.day_was_ours.rules.tables import (
    CLIMB,
    FOOT,
    GUN,
    ROADS,
    Tables,
)
from bullrun.games.loading import Agreed, RulesInForce, data_map
from bullrun.mechanisms.offers import Window


@cache
@enforces("2.10a")
def load_board() -> HexBoard:
    """The map."""
    return data_map(HOME, HexBoard)


class Term(NamedTuple):
    """A part of what one step costs, in halves of a movement point."""

    says: str
    cost: int
    rule: str


class Battlefield(RulesInForce):
    """A `Rules` for the engine."""

    def __init__(self, agreed: Agreed, windows: Mapping[str, Window]) -> None:
        super().__init__(agreed)
        self.board = load_board()
        self.roster: Roster = roster_of(self.charts)
        self.pieces = self.roster.infos
        self.tables: Tables = tables_of(self.charts)
        self.track = self.tables.track
        self.plan = Plan(
            self.data, f"{self.scenario}.toml", self.board, self.roster, self.tables, self.options
        )
        # Who holds a chit face down is asked whether it can be played or not, in every window of chits.
        hidden = self.has("held-chits", "hidden")
        self.windows = {
            name: window._replace(always_ask=True) if hidden and name in CHIT_WINDOWS else window
            for name, window in windows.items()
        }
        self.fragile = 0
        """The units with one side only."""
        if self.has("fragile", "six"):
            self.fragile = set_of(p for p, is_fragile in enumerate(self.roster.fragile) if is_fragile)
        terrain, borders = self.board.terrain, self.board.borders
        self.woods: PlaceSet = terrain["woods"]
        self.angled: PlaceSet = terrain["angled"]
        roads = [borders.across(kind) for kind in ROADS]
        self.roads = [sum_of(road[place] for road in roads) for place in range(self.board.size)]
        """By place: the neighbours to which a pike, road or trail leads."""
        self.road_hexes: PlaceSet = set_of(p for p in self.board.places if self.roads[p])
        self.rivers = borders.across("river")
        """By place: the neighbours across Bull Run, fords and bridges included."""
        self.banks = tuple(self.board.regions[bank] for bank in ("west_bank", "east_bank"))
        self.assaultable = [
            around & ~river for around, river in zip(self.board.neighbour_set, self.rivers, strict=True)
        ]
        """By place: the neighbours that it engages, and that can be assaulted from it (10.3e, 11.1)."""
        self.crossings = [
            a | b for a, b in zip(borders.across("ford"), borders.across("bridge"), strict=True)
        ]
        """By place: the neighbours across a ford or bridge."""
        self.joined = [
            around & ~(river & ~crossing)
            for around, river, crossing in zip(
                self.board.neighbour_set, self.rivers, self.crossings, strict=True
            )
        ]
        """By place: the neighbours not cut off by uncrossable Bull Run (12.4d, 12.1.panic)."""

    # --- ground ---------------------------------------------------------------------------------

    @enforces("2.10b")
    def terrain(self, place: PlaceId) -> str:
        """The one terrain of a hex; houses and dry streams are none."""
        return "woods" if self.woods >> place & 1 else "angled" if self.angled >> place & 1 else "clear"

    @enforces("2.10k.pike")
    def road(self, place: PlaceId, to: PlaceId) -> str:
        """The kind of road over a hexside: pike, road, trail, unfinished_rr, or "" for none."""
        if not self.roads[place] >> to & 1:
            return ""
        return next(kind for kind in ROADS if self.board.borders.has(kind, place, to))

    @enforces("2.10l", "2.10m")
    def slope(self, place: PlaceId, to: PlaceId) -> str:
        """The slope that a step goes over: slope_up, slope_down, steep_up, steep_down, or "" for none."""
        for kind in ("steep", "slope"):
            if self.board.borders.has(kind, place, to):
                up = self.board.levels[to] > self.board.levels[place]
                return f"{kind}_{'up' if up else 'down'}"
        return ""

    @enforces("2.10e", "2.10g", "2.10h")
    def water(self, place: PlaceId, to: PlaceId) -> str:
        """What lies on a hexside of Bull Run: ford, bridge, river where nobody crosses, or "" for none."""
        if not self.rivers[place] >> to & 1:
            return ""
        if not self.crossings[place] >> to & 1:
            return "river"
        return "ford" if self.board.borders.has("ford", place, to) else "bridge"

    @enforces("2.10j", "3.1a", "12.3.guns")
    def may_stand(self, mode: int, place: PlaceId) -> bool:
        """Whether the ground lets a unit of this mode be in a hex: guns and cavalry in woods only on a
        road."""
        return mode == FOOT or not (self.woods & ~self.road_hexes) >> place & 1

    @enforces("3.1a", "6.5a", "10.5c", "12.3.guns")
    def needs_road(self, mode: int, place: PlaceId, to: PlaceId) -> bool:
        """Guns and mounted cavalry enter and leave woods along a connected road or trail only."""
        return mode != FOOT and bool((self.woods >> place | self.woods >> to) & 1)

    @enforces("6.5b", "6.5b.road")
    def is_climb(self, mode: int, place: PlaceId, to: PlaceId) -> bool:
        """A gun goes up a Steep Slope where no road leads: its whole move, and a Morale Hit."""
        return (
            mode == GUN
            and self.slope(place, to) == "steep_up"
            and not self.roads[place] >> to & 1
            and self.tables.hexside_cost["steep_up"][GUN] == CLIMB
        )

    @enforces("10.4", "2.10c", "2.10i", "2.10j", "2.10l", "2.10m", "2.10e", "2.10g", "2.10h")
    def ground_terms(self, mode: int, place: PlaceId, to: PlaceId) -> list[Term] | None:
        """What a step costs off the road; None where it cannot be made so. A gun's climb is no such step: see
        `is_climb`. Closed fords and bridges and the enemy are not looked at."""
        if self.needs_road(mode, place, to):
            return None
        terrain = self.terrain(to)
        rule = {"woods": "2.10j", "angled": "2.10i"}.get(terrain, "10.4")
        terms = [
            Term(terrain, self.tables.terrain_cost[terrain][mode], rule),
            *self._hexside(mode, place, to),
        ]
        return None if any(term.cost < 0 for term in terms) else terms

    def _hexside(self, mode: int, place: PlaceId, to: PlaceId) -> list[Term]:
        """What slope and water add; below zero where nobody passes."""
        slope, water = self.slope(place, to), self.water(place, to)
        terms = []
        for side, rule in ((slope, "2.10m" if slope[:5] == "steep" else "2.10l"), (water, "2.10h")):
            more = self.tables.hexside_cost[side][mode] if side else 0
            if more:
                terms.append(Term(side.replace("_", " "), more, rule))
        return terms

    @enforces("2.10k.rate", "2.10k.guns", "10.5a", "2.10h")
    def road_terms(self, mode: int, place: PlaceId, to: PlaceId, marching: bool) -> list[Term] | None:
        """What a step costs at the rate of a connected road, whatever ground and slope; None where there is
        no road. `marching`: in March Column, under Maneuver. A ford costs its extra here too, but for an
        option."""
        kind = self.road(place, to)
        if not kind:
            return None
        if marching and mode != GUN:
            terms = [Term(f"{kind}, march column", self.tables.march_cost[kind], "10.5a")]
        else:
            rule = "2.10k.guns" if mode == GUN else "2.10k.rate"
            terms = [Term(kind, self.tables.road_cost[kind][mode], rule)]
        if self.water(place, to) == "ford" and self.has("ford-on-road", "extra"):
            terms.append(Term("ford", self.tables.hexside_cost["ford"][mode], "2.10h"))
        return terms

    @enforces("6.5c", "10.5b", "10.5c")
    def crowded_terms(self, mode: int, place: PlaceId, to: PlaceId) -> list[Term] | None:
        """What a step along a road costs when the hex would hold more than the limit: its other terrain and
        the hexside, but in woods guns and cavalry, which cannot leave the road, pay a price of their own."""
        terrain = self.terrain(to)
        if terrain == "woods" and mode != FOOT:
            return [Term("crowded road", self.tables.terrain_cost["woods_road_over_limit"][mode], "6.5c")]
        terms = [
            Term(terrain, self.tables.terrain_cost[terrain][mode], "10.5b"),
            *self._hexside(mode, place, to),
        ]
        return None if any(term.cost < 0 for term in terms) else terms

    # --- secrets --------------------------------------------------------------------------------

    def concealed_by_side(self, state: DayState) -> tuple[int, int]:
        """For each side the counters that it may not know."""
        return concealed(self.roster, state, self.options["held-chits"] == "hidden")


def sum_of(sets: Any) -> PlaceSet:
    """The union of some sets of places."""
    found = 0
    for places in sets:
        found |= places
    return found


Day = Position[DayState, Battlefield]
"""A position of this game, as its chapters use it."""
