"""16. What a scenario says, under the options in force: turns, set-up, schedule, chits, objectives and
standing limits, read from its file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId, PlaceSet, UnknownPlace, set_of
from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.roster import DIVISION, EVENT, Roster
from bullrun.games.day_was_ours.rules.state import NEVER, ORDERS, REORGANIZE, TO_SET_UP
from bullrun.games.day_was_ours.rules.tables import Tables
from bullrun.games.sheet import Sheet
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

DECLARED, OVER, NO_LULL = "declared", "over", "none"
WHAT_IFS = ("barnard", "march", "courier", "bridge", "patterson", "skirmisher")
"""The options of the rulebook, for the whole battle only; the first two are values of one."""


class SetupGroup(NamedTuple):
    """Units of one entry of the set-up."""

    title: str
    side: int
    rule: str
    area: PlaceSet
    box: int
    """TO_SET_UP, or REORGANIZE for a unit that begins on the Broken Track."""
    units: tuple[int, ...]


class RandomState(NamedTuple):
    """Units that chance picks before set-up (16.2.states)."""

    title: str
    rule: str
    draw: int
    box: int
    """TO_SET_UP: they are Battleworn; REORGANIZE: they begin on the Broken Track."""
    among: tuple[int, ...]


class Arrival(NamedTuple):
    """When and where a unit may enter."""

    turn: int
    """NEVER for Keyes, who comes by a rule of his own."""
    place: PlaceId
    title: str


class Objective(NamedTuple):
    """A hex that scores at a turn's end, by side, before the lull and after it."""

    place: PlaceId
    name: str
    before: tuple[int, int]
    after: tuple[int, int]


class Tie(NamedTuple):
    """A standing limit (20.4): units that stay near a hex until they are freed."""

    id: str
    title: str
    says: str
    rule: str
    units: int
    """A set."""
    centre: PlaceId
    within: int
    released_of: PlaceId
    """A retreat that ends beyond `released_within` of this hex frees a unit; 0 where none does."""
    released_within: int
    ends: tuple[str, ...]
    """crossing, retreat, broken, lull."""
    removes: bool
    """A retreat that enters a hex beyond takes the unit out of the game (16.3.9)."""


class Plan:
    """A scenario under the options in force. Sides by number, turns by their index on the track."""

    def __init__(
        self,
        data: Mapping[str, Any],
        source: str,
        board: HexBoard,
        roster: Roster,
        tables: Tables,
        options: Mapping[str, str],
    ) -> None:
        self._board, self._roster, self._tables = board, roster, tables
        self.source = source
        sheet = Sheet(data, source)
        whatifs = sheet.table("options")
        self.what_if: dict[str, Sheet] = {
            name: whatifs.table(name)
            for name in WHAT_IFS
            if name in whatifs and (options.get(name) == "on" or options["morning"] == name)
        }
        """The options of the rulebook that are on, where this scenario has them."""
        self._read_turns(sheet)
        self._read_setup(sheet)
        self._read_arrivals(sheet)
        self._read_chits(sheet)
        self._read_objectives(sheet)
        self._read_lull(sheet)
        self._read_limits(sheet, options)

    # --- words of the file ----------------------------------------------------------------------

    def turn(self, sheet: Sheet, key: str) -> int:
        """A turn by its name on the track."""
        return self._tables.track.index(sheet.one_of(key, self._tables.track))

    def _place(self, sheet: Sheet, key: str, name: str | None = None) -> PlaceId:
        try:
            return self._board.place(sheet.text(key) if name is None else name)
        except UnknownPlace as error:
            raise sheet.wrong(key, str(error)) from None

    def _pieces(self, sheet: Sheet, key: str) -> tuple[int, ...]:
        number = self._roster.number
        found = []
        for name in sheet.texts(key):
            if name not in number:
                raise sheet.wrong(key, f"{name!r} is no counter of this game")
            found.append(number[name])
        return tuple(found)

    def _units(self, sheet: Sheet, key: str = "units", side: int | None = None) -> tuple[int, ...]:
        units = self._pieces(sheet, key)
        for unit in units:
            if not self._roster.units >> unit & 1:
                raise sheet.wrong(key, f"{self._roster.ids[unit]} is no unit")
            if side is not None and self._roster.side[unit] != side:
                raise sheet.wrong(key, f"{self._roster.ids[unit]} is of the other side")
        return units

    def _region(self, sheet: Sheet, key: str) -> PlaceSet:
        return self._board.regions[sheet.one_of(key, tuple(self._board.regions))]

    def _marker(self, sheet: Sheet, key: str = "brigade") -> int:
        return self._roster.marker[sheet.one_of(key, tuple(self._roster.marker))]

    # --- turns and set-up -----------------------------------------------------------------------

    @enforces("16.1.turns", "16.2.turns", "16.3.1", "O.barnard", "O.march")
    def _read_turns(self, sheet: Sheet) -> None:
        self.first_turn, self.last_turn = self.turn(sheet, "first_turn"), self.turn(sheet, "last_turn")
        for effect in self.what_if.values():
            if "first_turn" in effect:
                self.first_turn = self.turn(effect, "first_turn")
        if self.first_turn > self.last_turn:
            raise sheet.wrong("last_turn", "comes before first_turn")
        order = sheet.texts("setup_order", SIDES)
        if sorted(order) != sorted(SIDES):
            raise sheet.wrong("setup_order", "expected both sides once")
        self.setup_order = tuple(SIDES.index(side) for side in order)

    @enforces("16.1.setup", "16.2.setup", "16.3.setup")
    def _read_setup(self, sheet: Sheet) -> None:
        self.groups: tuple[SetupGroup, ...] = tuple(self._group(item) for item in sheet.tables("setup"))
        self.group_of: dict[int, SetupGroup] = {}
        for group in self.groups:
            for unit in group.units:
                if unit in self.group_of:
                    raise sheet.wrong("setup", f"{self._roster.ids[unit]} is set up twice")
                self.group_of[unit] = group
        self.states: tuple[RandomState, ...] = tuple(
            self._random(item) for item in (sheet.tables("random_states") if "random_states" in sheet else [])
        )
        self.historical: tuple[dict[int, PlaceId], ...] = tuple(
            self._ready(sheet.table("historical").table(side), number) for number, side in enumerate(SIDES)
        )
        """The ready set-up of each side: unit -> hex."""
        self.ready_title = tuple(sheet.table("historical").table(side).text("title") for side in SIDES)

    def _group(self, item: Sheet) -> SetupGroup:
        side = SIDES.index(item.one_of("side", SIDES))
        area = self._board.all
        if "of" in item:
            area &= self._board.within(self._place(item, "of"), item.number("within", 0, 99))
        if "columns" in item:
            first, last = item.numbers("columns", 2, 0, 99)
            area &= set_of(p for p in self._board.places if first <= int(self._board.names[p][:2]) <= last)
        if "region" in item:
            area &= self._region(item, "region")
        box = TO_SET_UP
        if "state" in item and item.one_of("state", ("map", "Reorganize")) == "Reorganize":
            box = REORGANIZE
        if not area:
            raise item.wrong("of", "no hex of the map is left")
        return SetupGroup(
            item.text("title"), side, item.text("rule"), area, box, self._units(item, "units", side)
        )

    @enforces("16.2.states")
    def _random(self, item: Sheet) -> RandomState:
        among = self._units(item, "among")
        box = REORGANIZE if item.one_of("state", ("battleworn", "Reorganize")) == "Reorganize" else TO_SET_UP
        draw = item.number("draw", 1, len(among))
        return RandomState(item.text("title"), item.text("rule"), draw, box, among)

    def _ready(self, sheet: Sheet, side: int) -> dict[int, PlaceId]:
        places = sheet.table("places")
        found = {}
        for name in places.data:
            unit = self._roster.number.get(name)
            if unit is None or unit not in self.group_of or self._roster.side[unit] != side:
                raise places.wrong(name, "is not set up by this side")
            found[unit] = self._place(places, name)
            if not self.group_of[unit].area >> found[unit] & 1:
                raise places.wrong(name, f"{places.data[name]} lies outside its area")
        for unit, group in self.group_of.items():
            if group.side == side and group.box == TO_SET_UP and unit not in found:
                raise places.wrong(self._roster.ids[unit], "is missing")
        return found

    # --- schedule -------------------------------------------------------------------------------

    @enforces("16.1.setup", "16.3.schedule", "O.barnard", "O.march", "O.courier", "O.patterson")
    def _read_arrivals(self, sheet: Sheet) -> None:
        span = sheet.table("schedule")
        self._span = (self.turn(span, "from"), self.turn(span, "until"))
        out = [name for effect in self.what_if.values() if "out" in effect for name in effect.texts("out")]
        self.standing = sheet.texts("standing")
        self.arrivals: dict[int, Arrival] = {}
        """Of each unit that enters: when and where."""
        titles = set()
        for item in sheet.tables("reinforcements"):
            title, turn = item.text("title"), NEVER
            titles.add(title)
            if "turn" in item:
                turn = self.turn(item, "turn")
                if not self._span[0] <= turn <= self._span[1]:
                    continue
            elif "keyes" not in self.standing:
                continue
            wants = item.texts("option", WHAT_IFS) if "option" in item else ()
            if title in out or (wants and not any(name in self.what_if for name in wants)):
                continue
            side = SIDES.index(item.one_of("side", SIDES))
            arrival = Arrival(self._moved(title, turn), self._place(item, "at"), title)
            for unit in self._units(item, "units", side):
                if unit in self.arrivals or unit in self.group_of:
                    raise item.wrong("units", f"{self._roster.ids[unit]} is in the game already")
                self.arrivals[unit] = arrival
        for name in out:
            if name not in titles:
                raise sheet.wrong("options", f"out: {name!r} is no entry of the reinforcements")

    def _moved(self, title: str, turn: int) -> int:
        """The turn of an entry or chit, as options change it."""
        for effect in self.what_if.values():
            if "turns" in effect and title in effect.table("turns"):
                turn = self.turn(effect.table("turns"), title)
        return turn

    @enforces("16.1.cup", "16.2.cup", "16.3.2", "16.3.schedule", "O.courier")
    @enforces("16.1.regulars", "16.2.regulars", "16.3.3", "2.5c")
    def _read_chits(self, sheet: Sheet) -> None:
        roster = self._roster
        cup = sheet.table("cup")
        self.leaders = self._chits(cup, "leaders", DIVISION)
        self.wild = self._pieces(cup, "wild")
        drawn = cup.table("drawn")
        self._drawn = tuple(drawn.number(side, 0, 20) for side in SIDES)
        self._three_from = NEVER
        if "union_draws_three_from" in cup:
            self._three_from = self.turn(cup, "union_draws_three_from")
        self.regulars_uses = cup.number("regulars_forward", 0, 99)
        mix = sheet.table("mix")
        self.mix = tuple(self._chits(mix, side, EVENT, number) for number, side in enumerate(SIDES))
        """The event chits of each side at the start."""
        self.new_chits: dict[int, tuple[int, ...]] = {}
        """Turn -> chits that join at its start: events the mix of their side, leaders the cup."""
        for item in sheet.tables("new_chits"):
            turn = self.turn(item, "turn")
            if self._span[0] <= turn <= self._span[1]:
                for chit in self._pieces(item, "chits"):
                    when = self._moved(roster.ids[chit], turn)
                    self.new_chits[when] = (*self.new_chits.get(when, ()), chit)
        self.rating = {chit: roster.rating[chit] for chit in roster.leaders}
        """Command Ratings, and those of the Casualty versions, by division chit."""
        for effect in self.what_if.values():
            ratings = effect.table("ratings") if "ratings" in effect else None
            for name in ratings.data if ratings else ():
                assert ratings is not None
                row = ratings.table(name)
                found = (row.number("rating", 0, 6), row.number("casualty_rating", 0, 6))
                self.rating[roster.number[name]] = found
        self.denied: dict[int, tuple[int, ...]] = {}
        """Orders that a brigade never takes, by its marker (16.2.burnside)."""
        for name in sheet.table("orders_denied").data if "orders_denied" in sheet else ():
            denied = sheet.table("orders_denied")
            if name not in roster.marker:
                raise denied.wrong(name, "is no brigade")
            self.denied[roster.marker[name]] = tuple(ORDERS.index(o) for o in denied.texts(name, ORDERS))
        self.free_activation: tuple[int, int] | None = None
        """(side, turn) of an activation before the first draw (16.2.free)."""
        if "free_activation" in sheet:
            free = sheet.table("free_activation")
            self.free_activation = (SIDES.index(free.one_of("side", SIDES)), self.turn(free, "turn"))

    def _chits(self, sheet: Sheet, key: str, kind: int, side: int | None = None) -> tuple[int, ...]:
        chits = self._pieces(sheet, key)
        for chit in chits:
            if self._roster.kind[chit] != kind or (side is not None and self._roster.side[chit] != side):
                raise sheet.wrong(key, f"{self._roster.ids[chit]} is no such chit")
        return chits

    @enforces("5.3u", "16.2.cup")
    def drawn(self, side: int, turn: int) -> int:
        """How many event chits a side draws besides its Key Chit."""
        more = side == UNION and self._three_from != NEVER and turn >= self._three_from
        return 3 if more else self._drawn[side]

    # --- victory --------------------------------------------------------------------------------

    @enforces("16.1.vp", "16.2.vp", "16.3.vp", "O.barnard", "O.march", "O.courier", "O.patterson")
    def _read_objectives(self, sheet: Sheet) -> None:
        found: dict[PlaceId, Objective] = {}
        for item in sheet.tables("objectives"):
            place, when = self._place(item, "hex"), item.one_of("when", ("before", "after"))
            points = self._points(item, when, [item.number(side, 0, 99) for side in SIDES])
            old = found.get(place, Objective(place, item.text("name"), (0, 0), (0, 0)))
            found[place] = old._replace(before=points) if when == "before" else old._replace(after=points)
        self.objectives = tuple(found.values())
        self.objective_at = {objective.place: n for n, objective in enumerate(self.objectives)}
        control = sheet.table("control")
        for name in control.data:
            if name != "source" and self._board.find(name) not in found:
                raise control.wrong(name, "is no objective")
        names = [self._board.names[objective.place] for objective in self.objectives]
        self.control = tuple(SIDES.index(control.one_of(n, SIDES)) if n in control else -1 for n in names)
        victory = sheet.table("victory")
        self.margin = victory.number("margin", 1, 99)
        self.for_each_loss = victory.number("for_each_loss", 0, 99)
        start = victory.table("start")
        self.points = (start.number("union", 0, 99), start.number("confederate", 0, 99))
        self.watched: PlaceId = 0
        """The hex where the Union must show itself (O.patterson), and until which die it costs a point."""
        self.watched_from, self.watched_to = NEVER, 0
        if "patterson" in self.what_if:
            effect = self.what_if["patterson"]
            self.watched = self._place(effect, "watched")
            self.watched_from = self.turn(effect, "from")
            self.watched_to = effect.number("scores_to", 0, 6)

    def _points(self, item: Sheet, when: str, points: list[int]) -> tuple[int, int]:
        for effect in self.what_if.values():
            if when == "before" and "points_before" in effect:
                table = effect.table("points_before")
                points = [table.number(side, 0, 99) for side in SIDES]
            if when == "before" and "confederate_points_before" in effect:
                points[CONFEDERATE] *= effect.number("confederate_points_before", 0, 99)
            if when == "after" and "confederate_points_after" in effect and points[CONFEDERATE]:
                points[CONFEDERATE] += effect.number("confederate_points_after", 0, 99)
            if "union_points" in effect and item.text("hex") in effect.table("union_points"):
                points[UNION] = effect.table("union_points").number(item.text("hex"), 0, 99)
        return points[UNION], points[CONFEDERATE]

    # --- the lull and the limits ----------------------------------------------------------------

    @enforces("16.3.12", "16.3.12a")
    def _read_lull(self, sheet: Sheet) -> None:
        self.lull = sheet.one_of("lull", (DECLARED, OVER, NO_LULL))
        rules = sheet.table("lull_rules")
        self.lull_first, self.lull_last = self.turn(rules, "first"), self.turn(rules, "last")
        self.lull_turns = rules.number("turns", 1, 99)
        chits, orders, wrong = rules.table("event_chits"), rules.table("orders"), rules.table("wrong_side")
        self.lull_chits = tuple(self._chits(chits, side, EVENT, n) for n, side in enumerate(SIDES))
        self.lull_orders = tuple(
            tuple(ORDERS.index(order) for order in orders.texts(side, ORDERS)) for side in SIDES
        )
        self.wrong_side: tuple[PlaceSet, ...] = tuple(self._region(wrong, side) for side in SIDES)
        """By side: the hexes across Young's Branch."""
        self.branch = self._region(rules, "branch")

    def _read_limits(self, sheet: Sheet, options: Mapping[str, str]) -> None:
        limits = sheet.table("limit")
        self.ties: tuple[Tie, ...] = ()
        self.bridge: tuple[PlaceId, PlaceId] | None = None
        """The hexside that the Union may not cross (16.3.4)."""
        self.not_before: dict[int, int] = {}
        """Marker -> the first turn in which the brigade may be activated (16.3.8, 16.3.10)."""
        self.finds: dict[int, int] = {}
        """Turn -> the die from which Sherman finds the ford; later turns need none (16.3.10a)."""
        self.searcher, self.follower = -1, -1
        """The markers of Sherman, who searches, and of Keyes, who enters `follows` turns later."""
        self.follows = 0
        self.cocke = -1
        self.price, self.remain, self.never = 0, 0, 0
        """Cocke: points for each regiment released, how many others stay, and the set that never goes."""
        self.ford_is_known = sheet.one_of("farm_ford", ("hidden", "found")) == "found"
        ford = [f for f in self._board.features if f.name == "Farm Ford"]
        if len(ford) != 1 or len(ford[0].places) != 2:
            raise sheet.wrong("farm_ford", "the map has no Farm Ford")
        self.farm_ford: tuple[PlaceId, PlaceId] = (ford[0].places[0], ford[0].places[1])
        for name in self.standing:
            if name not in limits:
                raise sheet.wrong("standing", f"{name!r} is no limit")
            self._limit(name, limits.table(name), options)

    def _limit(self, name: str, item: Sheet, options: Mapping[str, str]) -> None:
        if name == "stone-bridge":
            ends = item.texts("hexside")
            self.bridge = (self._place(item, "hexside", ends[0]), self._place(item, "hexside", ends[1]))
        elif name == "sherman":
            self.searcher = self._marker(item)
            self.not_before[self.searcher] = self.turn(item, "not_before")
            finds = item.table("finds")
            for turn in finds.data:
                if turn not in self._tables.track:
                    raise finds.wrong(turn, "is no turn")
                self.finds[self._tables.track.index(turn)] = finds.number(turn, 1, 7)
        elif name == "keyes":
            self.follower, self.follows = self._marker(item), item.number("turns_later", 0, 99)
        else:
            self.ties = (*self.ties, self._tie(name, item, options))
            if name == "cocke":
                self.cocke = self._marker(item)
                self.not_before[self.cocke] = self.turn(item, "not_before")
                self.price, self.remain = item.number("price", 0, 99), item.number("remain", 0, 99)
                self.never = set_of(self._units(item, "never"))

    def _tie(self, name: str, item: Sheet, options: Mapping[str, str]) -> Tie:
        centre = self._place(item, "of")
        if name == "schenck":
            centre = self._place(item, "of", options["schenck-centre"])
        released_of, released_within = 0, 0
        if "released_beyond" in item:
            beyond = item.table("released_beyond")
            released_of, released_within = self._place(beyond, "of"), beyond.number("within", 0, 99)
        return Tie(
            name,
            item.text("title"),
            item.text("says"),
            item.text("rule"),
            set_of(self._units(item)),
            centre,
            item.number("within", 0, 99),
            released_of,
            released_within,
            item.texts("ends", ("crossing", "retreat", "broken", "lull")),
            item.flag("removed_beyond") if "removed_beyond" in item else False,
        )
