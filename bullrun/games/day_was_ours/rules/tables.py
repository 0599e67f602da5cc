"""The tables T1 to T9 and the numbers of the rules, read from their file and checked: most are rebuilt, and
whoever owns the printed charts may put his own in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from bullrun.games.day_was_ours.rules.roster import GUN_WEAPONS, WEAPONS
from bullrun.games.day_was_ours.rules.state import BROKEN_TRACK
from bullrun.games.sheet import Sheet, read_fraction
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import readings, tens_and_units
from bullrun.mechanisms.tables import ColumnTable, table_by_bounds

HALF = 2
"""Movement points are counted in halves."""
PARTS = 96
"""Strength is counted in parts of a point: halves, quarters and thirds of them, taken several times, stay
exact."""

FOOT, HORSE, GUN = range(3)
MODES = ("inf", "cav", "gun")
"""How a unit moves: FOOT is infantry and dismounted cavalry, HORSE mounted cavalry, GUN a battery."""
ALL_UNITS = 99
"""What T7 says for "all"."""

ROADS = ("pike", "road", "trail", "unfinished_rr")
TERRAIN = ("clear", "woods", "angled", "woods_road_over_limit")
HEXSIDES = ("slope_up", "slope_down", "steep_up", "steep_down", "ford", "bridge", "river")
BY_ROAD, NO_WAY, CLIMB = -1, -2, -3
"""In a table of costs: only along a road; not at all; a gun's climb (6.5b)."""
_WORDS = {"road": BY_ROAD, "no": NO_WAY, "climb": CLIMB}

CANISTER, SHORT, LONG, EXTREME = range(4)
BANDS = ("canister", "short", "long", "extreme")

CHAOS, WAYWARD, CASUALTY, FRIENDS = "chaos", "wayward", "casualty", "friends"
FOG_RESULTS = (*(f"{side} {what}" for what in (CHAOS, WAYWARD) for side in SIDES), CASUALTY, FRIENDS)
"""The lines of T5."""
NO_EFFECT = "no effect"

CLOSE_COMBAT = "close combat"
AFTER_FIRE = "after defensive fire"
"""The kinds of such a fight, beside those of fire: from its beginning, or when the Defensive Fire is over."""
FIRE_TEST, CLOSE_TEST, REPULSE_TEST = "fire", "close", "repulse"
TESTS = (FIRE_TEST, CLOSE_TEST, REPULSE_TEST)
FIRE_SHIFTS = (
    "target_in_woods", "over_woods", "over_units", "cavalry_target", "low_ammo", "smoothbore_canister",
    "flanking_fire", "mixed_at_distance", "superior_artillery",
)  # fmt: skip
CLOSE_SHIFTS = (
    "guns", "better_cohesion", "worse_cohesion", "slope", "steep", "smooth_attacker", "smooth_defender",
    "rebel_yell", "flanking_attack", "cavalry_defender", "charge",
)  # fmt: skip


class Order(NamedTuple):
    """T1: what an order allows."""

    name: str
    allowance: tuple[int, int]
    """Movement points in halves, on foot and mounted."""
    fired: tuple[int, int]
    """The same for a unit that has fired."""
    fire: bool
    engage: bool
    close_combat: bool
    rally: int | None
    """What is added to the rally die; None where the order does not rally."""
    march_column: bool
    enters: bool


class SmallArms(NamedTuple):
    """T2: one weapon of infantry and cavalry."""

    name: str
    at: tuple[Fraction, ...]
    """The part of the strength that counts at one hex, at two and so on."""
    smooth: bool


class Shift(NamedTuple):
    """A column shift, to the right if above zero, and its rule."""

    by: int
    rule: str


class Test(NamedTuple):
    """How a cohesion test is passed."""

    adds_n: bool
    more: int
    natural_one: bool
    failed: str


class Effect(NamedTuple):
    """One line of T9."""

    hits: int = 0
    shaken: bool = False
    worn: bool = False
    broken: bool = False
    panic: bool = False
    retreat: int = 0


class Casualty(NamedTuple):
    """T6: what readings of the dice do to a general."""

    first: int
    last: int
    name: str
    back: bool
    """True where the normal chit returns."""


class Tables:
    """All numbers of the rules."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        sheet = Sheet(data, source)
        self.track = sheet.table("turns").texts("track")
        self.stacking = sheet.table("stacking").number("hex", 1, 99)
        self._read_values(sheet)
        self._read_orders(sheet)
        self._read_weapons(sheet)
        self._read_costs(sheet)
        self._read_shifts(sheet)
        self._read_chits(sheet)
        self._read_cohesion(sheet)
        self._read_rally(sheet)

    # --- 2.2 values

    def _read_values(self, sheet: Sheet) -> None:
        values = sheet.table("values")
        self.least_strength = parts(values, "least_strength")
        self.least_cohesion = values.number("least_cohesion", 0, 6)
        self.hit_strength = values.table("morale_hit").number("strength", -9, 0)
        self.hit_cohesion = values.table("morale_hit").number("cohesion", -9, 0)
        self.no_support = values.table("no_support").number("cohesion", -9, 0)
        self.shaken = values.table("shaken").number("cohesion", -9, 0)

    # --- T1 orders, T2 small arms, T3 artillery

    def _read_orders(self, sheet: Sheet) -> None:
        self.orders: dict[str, Order] = {}
        """By the word of the order: attack, defend, maneuver, regroup."""
        orders = sheet.table("orders")
        for name in ("attack", "defend", "maneuver", "regroup"):
            order = orders.table(name)
            allowance = _points(order, "allowance")
            self.orders[name] = Order(
                order.text("name"),
                allowance,
                _points(order, "fired") if "fired" in order else allowance,
                order.flag("fire"),
                order.flag("engage"),
                order.flag("close_combat"),
                order.number("rally", 0, 6) if "rally" in order else None,
                order.flag("march_column"),
                order.flag("enters"),
            )
        guns = sheet.table("artillery_allowance")
        self.gun_allowance = tuple(HALF * guns.number(side, 1, 40) for side in SIDES)
        """Movement points of batteries in halves, by side."""

    def _read_weapons(self, sheet: Sheet) -> None:
        self.small_arms: dict[str, SmallArms] = {}
        arms = sheet.table("small_arms")
        for weapon in WEAPONS:
            row = arms.table(weapon)
            factors = tuple(_factor(row, "at", text) for text in row.texts("at"))
            if not factors:
                raise row.wrong("at", "expected a part for each hex of range")
            self.small_arms[weapon] = SmallArms(row.text("name"), factors, row.flag("smooth"))
        guns = sheet.table("artillery")
        if guns.texts("bands") != BANDS:
            raise guns.wrong("bands", f"expected {', '.join(BANDS)}")
        self.band_factor = tuple(_factor(guns, "factor", text) for text in guns.texts("factor"))
        if len(self.band_factor) != len(BANDS):
            raise guns.wrong("factor", f"expected {len(BANDS)} factors")
        self.band_ends: dict[str, tuple[int, ...]] = {}
        """The last hex of each band by weapon, 0 where it lacks the band."""
        for weapon in GUN_WEAPONS:
            ends = guns.numbers(weapon, len(BANDS), 0, 99)
            reached = [end for end in ends if end]
            if reached != sorted(set(reached)):
                raise guns.wrong(weapon, f"the bands must end one after the other, got {list(ends)}")
            self.band_ends[weapon] = ends
        self.farthest = max(max(ends) for ends in self.band_ends.values())
        """The greatest number of hexes that any fire reaches."""

    def band(self, weapon: str, hexes: int) -> int | None:
        """The band of a battery's weapon at a distance; None out of range."""
        for band, end in enumerate(self.band_ends[weapon]):
            if hexes <= end:
                return band
        return None

    # --- T4 costs, in halves

    def _read_costs(self, sheet: Sheet) -> None:
        self.terrain_cost = {name: _costs(sheet.table("terrain_cost"), name) for name in TERRAIN}
        self.hexside_cost = {name: _costs(sheet.table("hexside_cost"), name) for name in HEXSIDES}
        roads = sheet.table("road_cost")
        self.road_cost = {name: _costs(roads, name) for name in ROADS}
        self.march_cost = {name: in_halves(roads.table(name), "marching") for name in ROADS}
        """Of infantry and cavalry in March Column (10.5a)."""
        self.is_trail = {name: roads.table(name).text("counts_as") == "trail" for name in ROADS}
        moves = sheet.table("movement")
        self.leave_map = in_halves(moves.table("leave_map"), "cost")
        self.engaged_to_engaged = in_halves(moves.table("engaged_to_engaged"), "cost")
        self.mount = in_halves(moves.table("mount"), "cost")
        self.climb_hits = moves.table("climb_hits").number("hits", 0, 9)
        self.entry_search = moves.table("entry_search").number("hexes", 0, 99)
        fire = moves.table("opportunity_fire")
        self.opportunity_fire = _factor(fire, "factor", fire.text("factor"))
        march = moves.table("extended_march")
        self.extended_more = HALF * march.number("more", 0, 40)
        self.extended_beyond = march.number("enemy_beyond", 0, 99)
        self.extended_hit_from = march.number("hit_from", 1, 7)
        guns = moves.table("artillery_withdrawal")
        self.withdrawal_within = guns.number("enemy_within", 0, 99)
        self.withdrawal_hexes = guns.numbers("retreat", 2, 1, 9)
        self.withdrawal_hits = guns.number("hits", 0, 9)

    # --- 9.3 and 11.3c shifts, T8

    def _read_shifts(self, sheet: Sheet) -> None:
        self.fire_shifts = {name: _shift(sheet.table("fire_shifts"), name) for name in FIRE_SHIFTS}
        flank = sheet.table("flanking_fire")
        self.flank_within = flank.number("within", 1, 99)
        self.flank_apart = (flank.number("apart_adjacent", 1, 99), flank.number("apart_distant", 1, 99))
        """Between a firing hex next to the target, or farther away, and a friendly hex next to it."""
        self.flank_hexes = flank.number("hexes", 1, 99)
        close = sheet.table("close_shifts")
        self.close_shifts = {name: _shift(close, name) for name in CLOSE_SHIFTS}
        self.odds_rule = close.text("odds_rule")
        self.odds: list[tuple[int, int, bool, int]] = []
        """(attackers, defenders, whether at least these odds or at most, shift), the first that holds
        counts."""
        for row in close.tables("odds"):
            at_least = "at_least" in row
            text = row.text("at_least" if at_least else "at_most")
            numbers = re.fullmatch(r"([1-9])-([1-9])", text)
            if numbers is None:
                raise row.wrong("at_least" if at_least else "at_most", f"{text!r} is not odds such as 3-2")
            self.odds.append((int(numbers[1]), int(numbers[2]), at_least, row.number("shift", -16, 16)))
        rules = sheet.table("close_combat")
        self.attack_apart = rules.table("flank_apart").number("hexes", 1, 99)
        self.attack_flanks = rules.table("flank_hexes").number("hexes", 1, 6)
        self.support_within = rules.table("support_fire_within").number("hexes", 1, 99)
        self.chaos_fire = _factor_of(rules, "chaos_defensive_fire")
        self.mounted_fire = _factor_of(rules, "mounted_defensive_fire")
        self.charge_hexes = rules.table("charge_hexes").number("hexes", 1, 99)
        self.evasion_hexes = rules.table("evasion_hexes").number("hexes", 1, 9)
        self.others_retreat = rules.table("others_retreat").number("hexes", 1, 9)
        combat = sheet.table("combat")
        results = combat.texts("results")
        if results[0] != NO_EFFECT or any(test_of(r) is None for r in results[1:]):
            raise combat.wrong("results", 'expected "no effect", then tests such as "CT 2"')
        self.combat: ColumnTable = table_by_bounds("combat", combat.data, readings(tens_and_units))
        """T8; a result is NO_EFFECT or read by `test_of`."""

    # --- T5, T6, T7

    def _read_chits(self, sheet: Sheet) -> None:
        fog = sheet.table("fog_of_war")
        self.fog: dict[int, tuple[str, int]] = {}
        """T5: die -> (result, side it affects or -1)."""
        friends = sheet.table("firing_on_friends")
        self.friends: dict[int, int] = {}
        """Die -> the side that receives Firing on Friends."""
        for die in range(1, 7):
            side, _, result = fog.one_of(str(die), FOG_RESULTS).rpartition(" ")
            self.fog[die] = (result, SIDES.index(side) if side else -1)
            self.friends[die] = SIDES.index(friends.one_of(str(die), SIDES))
        self.casualties = tuple(_casualties(sheet.table("general_casualty").table(side)) for side in SIDES)
        """T6 by side."""
        grid = sheet.table("coordination")
        if grid.numbers("ratings", 6, 1, 6) != (1, 2, 3, 4, 5, 6):
            raise grid.wrong("ratings", "expected 1 to 6")
        self.coordination: dict[int, tuple[int, ...]] = {}
        """T7: die -> units by rating (index 0 for rating 1), ALL_UNITS for all."""
        for die in range(1, 7):
            cells = grid.texts(str(die))
            if len(cells) != 6 or not all(re.fullmatch(r"\d|all", cell) for cell in cells):
                raise grid.wrong(str(die), f"expected six numbers or all, got {list(cells)}")
            self.coordination[die] = tuple(ALL_UNITS if cell == "all" else int(cell) for cell in cells)
        events = sheet.table("events")
        self.blackberries_to = events.table("blackberries_to").number("die", 0, 6)
        self.exhaustion = _factor_of(events, "exhaustion_factor")
        self.most_low_ammo = events.table("low_ammo_markers").number("most", 1, 1)

    def casualty(self, side: int, reading: int) -> Casualty | None:
        """What the combat dice do to a general of a side; None for nothing."""
        for row in self.casualties[side]:
            if row.first <= reading <= row.last:
                return row
        return None

    # --- T9

    def _read_cohesion(self, sheet: Sheet) -> None:
        tests = sheet.table("tests")
        self.tests: dict[str, Test] = {}
        for name in TESTS:
            row = tests.table(name)
            self.tests[name] = Test(
                row.flag("adds_n"),
                row.number("more", -6, 6),
                row.flag("natural_one"),
                row.one_of("failed", ("fire", "close")),
            )
        cohesion = sheet.table("cohesion")
        self.passed = _lines(cohesion, "pass", 6)
        """By die, index 0 for a 1."""
        self.or_retreat = cohesion.number("or_retreat", 0, 9)
        self.failed = {name: _lines(cohesion, name, 9) for name in ("fire", "close")}
        """By die + n, index 0 for a sum of 1; sums beyond the last line count as the last."""
        self.panic = _effect(cohesion, "panic", cohesion.texts("panic"))
        neighbours = test_of(cohesion.text("neighbours_test"))
        if neighbours is None:
            raise cohesion.wrong("neighbours_test", 'expected a test such as "CT 0"')
        self.neighbours_test: int = neighbours
        morale = sheet.table("morale")
        self.most_hits = morale.number("most_hits", 1, 9)
        self.engaged_retreat_hits = morale.number("engaged_retreat_hits", 0, 9)
        self.capture_from = (morale.number("capture_fresh", 1, 7), morale.number("capture_worn", 1, 7))
        retreat = sheet.table("retreat")
        self.toward = tuple(retreat.table(side).texts("toward") for side in SIDES)
        self.own_edges = tuple(retreat.table(side).texts("edges") for side in SIDES)

    # --- 12.8, 13

    def _read_rally(self, sheet: Sheet) -> None:
        track = sheet.table("broken_track")
        boxes = track.texts("boxes")
        if boxes != ("3", "2", "1", "Reorganize"):
            raise track.wrong("boxes", "expected 3, 2, 1 and Reorganize")
        self.track_box = dict(zip(boxes, BROKEN_TRACK, strict=True))
        """The boxes of the Broken Track by their printed names."""
        self.box_for: dict[str, int] = {
            how: self.track_box[track.table(how).one_of("box", boxes)]
            for how in ("broken", "panicked", "own_edge", "no_way", "exploded", "available")
        }
        """Where a unit goes that leaves the map in one of these ways."""
        rally = sheet.table("rally")
        self.rally_natural = rally.number("natural_success", 0, 6)
        self.rally_flip = rally.number("flip_on", 0, 6)
        rebuild = sheet.table("rebuild")
        self.rebuild_within = rebuild.number("within", 0, 99)
        self.rebuild_rally = rebuild.number("rally_chit", -6, 0)


# --- reading single values ----------------------------------------------------------------------------


def test_of(result: str) -> int | None:
    """The number of a cohesion test: 2 of "CT 2"; None for no effect."""
    found = re.fullmatch(r"CT ([0-9])", result)
    return int(found[1]) if found else None


def parts(sheet: Sheet, key: str) -> int:
    """A strength in parts."""
    value = sheet.fraction(key) * PARTS
    if value.denominator != 1:
        raise sheet.wrong(key, f"{value / PARTS} is no number of quarters or thirds")
    return value.numerator


def in_halves(sheet: Sheet, key: str) -> int:
    """Movement points in halves."""
    value = sheet.fraction(key) * HALF
    if value.denominator != 1:
        raise sheet.wrong(key, f"{sheet.data[key]!r} is no number of halves")
    return value.numerator


def _factor(sheet: Sheet, key: str, text: str) -> Fraction:
    value = read_fraction(text, sheet.where, key)
    if (value * 12).denominator != 1:
        raise sheet.wrong(key, f"{text!r} is no number of quarters or thirds")
    return value


def _factor_of(sheet: Sheet, key: str) -> Fraction:
    table = sheet.table(key)
    return _factor(table, "factor", table.text("factor"))


def _points(order: Sheet, key: str) -> tuple[int, int]:
    table = order.table(key)
    return HALF * table.number("inf", 0, 40), HALF * table.number("cav", 0, 40)


def _costs(sheet: Sheet, name: str) -> tuple[int, ...]:
    """What a unit of each mode pays, in halves, or one of the words as a number below zero."""
    row = sheet.table(name)
    return tuple(_WORDS[row.text(m)] if row.text(m) in _WORDS else in_halves(row, m) for m in MODES)


def _shift(sheet: Sheet, name: str) -> Shift:
    row = sheet.table(name)
    return Shift(row.number("shift", -16, 16), row.text("rule"))


def _casualties(sheet: Sheet) -> tuple[Casualty, ...]:
    known = readings(tens_and_units)
    found: list[Casualty] = []
    for key in ("hit", "back"):
        table = sheet.table(key)
        for name in table.data:
            first, last = table.numbers(name, 2, 11, 66)
            if first not in known or last not in known or first > last:
                raise table.wrong(name, f"{first} to {last} are no readings of the dice")
            for other in found:
                if first <= other.last and other.first <= last:
                    raise table.wrong(name, f"{first} to {last} overlaps {other.name}")
            found.append(Casualty(first, last, name, key == "back"))
    return tuple(found)


def _lines(sheet: Sheet, key: str, count: int) -> tuple[Effect, ...]:
    lines = sheet.data.get(key)
    if not isinstance(lines, list) or len(lines) != count:
        raise sheet.wrong(key, f"expected {count} lines")
    return tuple(_effect(sheet, f"{key} line {n}", line) for n, line in enumerate(lines, 1))


def _effect(sheet: Sheet, key: str, words: Any) -> Effect:
    effect = Effect()
    if not isinstance(words, list | tuple):
        raise sheet.wrong(key, f"expected a list of effects, got {words!r}")
    for word in words:
        steps = re.fullmatch(r"retreat ([1-9])", word) if isinstance(word, str) else None
        if steps:
            effect = effect._replace(retreat=int(steps[1]))
        elif word == "hit":
            effect = effect._replace(hits=effect.hits + 1)
        elif word == "battleworn":
            effect = effect._replace(worn=True)
        elif word in ("shaken", "broken", "panic"):
            effect = effect._replace(**{word: True})
        else:
            known = "hit, shaken, battleworn, broken, panic or retreat and a number"
            raise sheet.wrong(key, f"{word!r} is none of {known}")
    return effect
