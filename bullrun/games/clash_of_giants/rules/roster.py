"""3.2 The counters of a battle: units, and the command, special and artillery markers, as columns by piece
number. Units come first, so that a number below `unit_count` is a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bullrun.engine.game import PieceInfo
from bullrun.engine.ledger import enforces
from bullrun.errors import BullrunError
from bullrun.games.sheet import Sheet
from bullrun.games.sides import SIDES

INFANTRY, CAVALRY, COMMAND, SPECIAL, ARTILLERY = range(5)
KINDS = ("infantry", "cavalry", "command", "special", "artillery")

FIRST, SECOND, IN_PLACE, ALONG, INTERRUPT = "first", "second", "in-place", "along", "interrupt"
HOWS = (FIRST, SECOND, IN_PLACE, ALONG, INTERRUPT)
"""When a special marker is played (6.3.3)."""
ANY, STACK = "any", "stack"
FORMATION, CORPS = "formation", "corps"

HALF = 2
"""Strengths are counted in halves: Buford's men at Gettysburg have one half each (G8.4)."""
NONE = -1


class Formation(NamedTuple):
    """All units of one colour: they are activated together (3.2.3)."""

    id: str
    side: int
    name: str
    army: str
    command: str
    """Its corps or wing."""
    row: str
    """Its row of the movement table (10.2)."""
    points_per_step: int
    badge: str
    """The corps badge that its men wore; "" in armies that had none."""
    units: int
    """The bit set of its units."""
    marker: int
    """Its command marker; NONE for a formation that only rides along."""


class Special(NamedTuple):
    """A special command marker (6.3.3)."""

    piece: int
    side: int
    how: str
    serves: tuple[int, ...]
    """Formations, by index; all of its side where it serves any, none where it serves a stack."""
    stack: bool
    """It activates the units of one hex (Warren)."""
    units: int
    """The only units that it activates; 0 for all of the formations."""
    formations: int
    """How many formations at once, chosen by the owner; 0 where that is not asked."""
    within: int
    of: str
    """The units must be within this many hexes of this one, or with "" of each other."""
    needs_control: str
    allowance: int
    """Movement points without a die; 0 where a die is rolled."""
    first_turn: int
    last_turn: int
    die: int
    """Only on this roll; 0 for no roll."""
    no_die_from: int
    forced: bool
    per_turn: int
    per_game: int
    modifier: int
    range_waived: bool
    commands_in_cup: bool
    """Whether the command markers of its formations stay in the cup in that turn."""


class Guns(NamedTuple):
    """An artillery marker (13)."""

    piece: int
    side: int
    turn: int
    serves: int
    """The bit set of units that it serves."""
    formations: tuple[int, ...]
    scope: str
    """FORMATION, CORPS or ANY."""
    halves: int
    in_cup: bool
    defence_only: bool
    once_a_game: bool
    defends_within: int
    """In defence it also serves any unit within this many hexes of one that it serves; 0 for no such use."""
    needs_cavalry: bool
    """Available only while cavalry of its side is on the map (B6.2)."""
    grand_battery: bool


UNIT_FIELDS = (
    "id", "side", "name", "formation", "division", "kind", "steps", "strength", "rating", "rating_by_die",
    "code", "source",
)  # fmt: skip
FORMATION_FIELDS = ("id", "side", "name", "army", "command", "row", "points_per_step", "badge", "source")
COMMAND_FIELDS = ("id", "side", "name", "formation", "turn", "bought", "note", "source")
SPECIAL_FIELDS = (
    "id", "side", "name", "how", "serves", "units", "rides_with", "formations", "within", "of",
    "needs_control", "allowance", "first_turn", "last_turn", "die", "no_die_from", "forced", "per_turn",
    "per_game", "modifier", "range_waived", "commands", "source",
)  # fmt: skip
ARTILLERY_FIELDS = (
    "id", "side", "name", "turn", "serves", "strength", "scope", "in_cup", "defence_only", "once_a_game",
    "defends_within", "needs", "grand_battery", "source",
)  # fmt: skip
MARKER_FIELDS = ("id", "side", "name", "source")
HIDDEN_FIELDS = ("id", "side", "name", "kind", "source", "note")
"""What a counter's facts leave out."""


class Entry(Sheet):
    """One line of the file, with an id of its own and no field that is unknown."""

    def __init__(self, source: str, entry: Mapping[str, Any], known: Sequence[str]) -> None:
        name = entry.get("id")
        self.id: str = name if isinstance(name, str) else "an item without id"
        super().__init__(entry, f"{source}: {self.id}")
        if self.text("id") and (not self.id.isascii() or not self.id.isprintable() or " " in self.id):
            raise self.fault("id must be one printable word")
        unknown = sorted(set(entry) - set(known))
        if unknown:
            raise self.fault(f"unknown field {unknown[0]}")

    def names(self, field: str, known: Sequence[str]) -> tuple[int, ...]:
        """A list of known names, by their index; none where the field is missing."""
        return tuple(known.index(name) for name in self.texts(field, known)) if field in self else ()

    def halves(self, field: str) -> int:
        """ "1/2" -> 1; one where the field is missing."""
        value = self.fraction(field, "1") * HALF
        if value.denominator != 1 or value <= 0:
            raise self.wrong(field, f"expected a number of halves, got {self.data[field]!r}")
        return value.numerator


class Roster:
    """All counters of one battle, loaded once. Lists are indexed by piece number; bit sets hold piece
    numbers; formations and divisions are known by their index."""

    def __init__(self, data: Mapping[str, Any], rows: Sequence[str], source: str) -> None:
        self.source = source
        self.ids: list[str] = []
        self.infos: list[PieceInfo] = []
        self.side: list[int] = []
        self.kind: list[int] = []
        self.formation: list[int] = []
        """Of a unit and of a command marker; NONE for all others."""
        self.division: list[int] = []
        self.steps: list[int] = []
        """Of a full unit; 0 for markers."""
        self.halves: list[int] = []
        """Strength of one step, in halves (3.2)."""
        self.rating: list[int] = []
        """Efficiency; 0 where a die decides it at the first combat, and for markers."""
        self.rating_by_die: dict[int, tuple[int, ...]] = {}
        self.turn: list[int] = []
        """The turn printed on a marker; 0 for units."""
        self.divisions: list[int] = []
        """The units of each division, as bit sets."""
        for part in ("formations", "units", "commands", "specials", "artillery", "markers"):
            if not isinstance(data.get(part), list):
                raise BullrunError(f"{source}: {part} must be a list")
        entries = [Entry(source, entry, FORMATION_FIELDS) for entry in data["formations"]]
        self.formation_ids: list[str] = [entry.id for entry in entries]
        if len(set(self.formation_ids)) != len(self.formation_ids):
            raise BullrunError(f"{source}: a formation is given twice")
        self._formation_sides = [entry.index("side", SIDES) for entry in entries]
        self._read_units(data["units"])
        self.unit_count = len(self.ids)
        self.all_units = (1 << self.unit_count) - 1
        marker_of = self._read_commands(data["commands"])
        self.formations: tuple[Formation, ...] = tuple(
            self._formation(number, entry, rows, marker_of.get(number, NONE))
            for number, entry in enumerate(entries)
        )
        self.number: dict[str, int] = {piece: number for number, piece in enumerate(self.ids)}
        self.specials: tuple[Special, ...] = tuple(self._special(entry) for entry in data["specials"])
        self.guns: tuple[Guns, ...] = tuple(self._guns(entry) for entry in data["artillery"])
        for entry in data["markers"]:
            Entry(source, entry, MARKER_FIELDS).text("name")
        self.number = {piece: number for number, piece in enumerate(self.ids)}
        if len(self.number) != len(self.ids):
            twice = next(piece for number, piece in enumerate(self.ids) if self.number[piece] != number)
            raise BullrunError(f"{source}: {twice}: a piece id is given twice")
        self.of_side = tuple(self._set(lambda p, s=s: self.side[p] == s) for s in range(2))
        """The units of each side."""
        self.cavalry = self._set(lambda p: self.kind[p] == CAVALRY)
        self.special_of = {special.piece: special for special in self.specials}
        self.guns_of = {guns.piece: guns for guns in self.guns}
        self.commands = tuple(p for p in range(len(self.ids)) if self.kind[p] == COMMAND)
        for piece in range(len(self.ids)):
            self._tell_formation(piece)

    def _set(self, test: Any) -> int:
        """The units of which something is true."""
        return sum(1 << p for p in range(self.unit_count) if test(p))

    def formation_index(self, name: str) -> int:
        """A formation by its id; an unknown one is an error that names it."""
        if name not in self.formation_ids:
            raise BullrunError(f"{self.source}: there is no formation {name!r}")
        return self.formation_ids.index(name)

    def units_of(self, formations: Sequence[int]) -> int:
        """The units of several formations."""
        found = 0
        for formation in formations:
            found |= self.formations[formation].units
        return found

    # --- reading ----------------------------------------------------------------------------------

    def _add(self, entry: Entry, side: int, kind: int, formation: int = NONE, turn: int = 0) -> int:
        self.ids.append(entry.id)
        self.side.append(side)
        self.kind.append(kind)
        self.formation.append(formation)
        self.turn.append(turn)
        facts = {key: value for key, value in entry.data.items() if key not in HIDDEN_FIELDS}
        self.infos.append(PieceInfo(entry.id, SIDES[side], KINDS[kind], entry.text("name"), facts))
        return len(self.ids) - 1

    def _add_marker(self, entry: Entry, kind: int, formation: int = NONE, turn: int = 0) -> int:
        piece = self._add(entry, entry.index("side", SIDES), kind, formation, turn)
        for column in (self.division, self.steps, self.halves, self.rating):
            column.append(NONE if column is self.division else 0)
        return piece

    @enforces("3.2.formation", "3.2.types", "3.2.steps", "3.2.ter", "G8.4.half")
    def _read_units(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """One line a counter: formation and division, infantry or cavalry, steps, strength and rating."""
        divisions: dict[tuple[int, str], int] = {}
        for one in entries:
            entry = Entry(self.source, one, UNIT_FIELDS)
            side = entry.index("side", SIDES)
            formation = entry.index("formation", self.formation_ids)
            if self._formation_sides[formation] != side:
                raise entry.fault(f"formation {one['formation']!r} is of the other side")
            piece = self._add(entry, side, entry.index("kind", KINDS[:2]), formation)
            division = divisions.setdefault((side, entry.text("division")), len(divisions))
            if division == len(self.divisions):
                self.divisions.append(0)
            elif self.formation[self.divisions[division].bit_length() - 1] != formation:
                raise entry.fault(f"division {one['division']!r} lies in two formations")
            self.divisions[division] |= 1 << piece
            self.division.append(division)
            self.steps.append(entry.number("steps", 1, 2))
            self.halves.append(entry.halves("strength"))
            entry.text("code", "")
            if ("rating" in one) == ("rating_by_die" in one):
                raise entry.fault("needs rating or rating_by_die, and not both")
            if "rating" in one:
                self.rating.append(entry.number("rating", 1, 6))
                continue
            by_die = one["rating_by_die"]
            if not isinstance(by_die, list) or len(by_die) != 6 or any(type(r) is not int for r in by_die):
                raise entry.fault(f"rating_by_die must be six numbers, got {by_die!r}")
            self.rating.append(0)
            self.rating_by_die[piece] = tuple(by_die)

    def _read_commands(self, entries: Sequence[Mapping[str, Any]]) -> dict[int, int]:
        found: dict[int, int] = {}
        for one in entries:
            entry = Entry(self.source, one, COMMAND_FIELDS)
            formation = entry.index("formation", self.formation_ids)
            if self._formation_sides[formation] != entry.index("side", SIDES):
                raise entry.fault(f"formation {one['formation']!r} is of the other side")
            if formation in found:
                raise entry.fault(f"formation {one['formation']!r} has a command marker already")
            entry.flag("bought", False)
            found[formation] = self._add_marker(entry, COMMAND, formation, entry.number("turn", 1, 99))
        return found

    def _formation(self, number: int, entry: Entry, rows: Sequence[str], marker: int) -> Formation:
        return Formation(
            entry.id,
            self._formation_sides[number],
            entry.text("name"),
            entry.text("army"),
            entry.text("command"),
            rows[entry.index("row", rows)],
            entry.number("points_per_step", 1, 9, 1),
            entry.text("badge", ""),
            self._set(lambda p: self.formation[p] == number),
            marker,
        )

    def _served(self, entry: Entry, side: int) -> tuple[int, ...]:
        """The formations that a marker serves."""
        serves = entry.data.get("serves")
        if serves == STACK:
            return ()
        own = tuple(f for f, of in enumerate(self._formation_sides) if of == side)
        if serves == ANY:
            return own
        found = entry.names("serves", self.formation_ids)
        if not found or set(found) - set(own):
            raise entry.fault(f"serves must name formations of its side, got {serves!r}")
        return found

    def _tell_formation(self, piece: int) -> None:
        """What a counter's colours tell stands among its facts too: what all formations that it belongs to or
        serves have in common."""
        served: tuple[int, ...] = (self.formation[piece],)
        if piece in self.special_of:
            served = self.special_of[piece].serves
        elif piece in self.guns_of:
            served = self.guns_of[piece].formations
        own, info = [self.formations[number] for number in served], self.infos[piece]
        told = {}
        for fact, values in (
            ("formation_name", {formation.name for formation in own}),
            ("army", {formation.army for formation in own}),
            ("command", {formation.command for formation in own}),
            ("row", {formation.row for formation in own}),
            ("badge", {formation.badge for formation in own}),
        ):
            if len(values) == 1 and "" not in values:
                (told[fact],) = values
        self.infos[piece] = info._replace(facts={**info.facts, **told})

    def _special(self, one: Mapping[str, Any]) -> Special:
        entry = Entry(self.source, one, SPECIAL_FIELDS)
        how = HOWS[entry.index("how", HOWS)]
        piece = self._add_marker(entry, SPECIAL, NONE, entry.number("first_turn", 1, 99))
        side = self.side[piece]
        units = entry.names("units", self.ids[: self.unit_count])
        if ("per_turn" in one) == ("per_game" in one):
            raise entry.fault("needs per_turn or per_game, and not both")
        return Special(
            piece,
            side,
            how,
            self._served(entry, side),
            one.get("serves") == STACK,
            sum(1 << unit for unit in units),
            entry.number("formations", 0, 9, 0),
            entry.number("within", 0, 99, 0),
            entry.text("of", ""),
            entry.text("needs_control", ""),
            entry.number("allowance", 0, 20, 0),
            self.turn[piece],
            entry.number("last_turn", self.turn[piece], 99),
            entry.number("die", 0, 6, 0),
            entry.number("no_die_from", 0, 99, 0),
            entry.flag("forced", False),
            entry.number("per_turn", 0, 9, 0),
            entry.number("per_game", 0, 9, 0),
            entry.number("modifier", 0, 9, 0),
            entry.flag("range_waived", False),
            one.get("commands", "in the cup") == "in the cup",
        )

    def _guns(self, one: Mapping[str, Any]) -> Guns:
        entry = Entry(self.source, one, ARTILLERY_FIELDS)
        piece = self._add_marker(entry, ARTILLERY, NONE, entry.number("turn", 1, 99))
        scopes = (FORMATION, CORPS, ANY)
        formations = self._served(entry, self.side[piece])
        return Guns(
            piece,
            self.side[piece],
            self.turn[piece],
            self.units_of(formations),
            formations,
            scopes[entry.index("scope", scopes)],
            entry.halves("strength"),
            entry.flag("in_cup", True),
            entry.flag("defence_only", False),
            entry.flag("once_a_game", False),
            entry.number("defends_within", 0, 99, 0),
            entry.text("needs", "") == "cavalry on the map",
            entry.flag("grand_battery", False),
        )
