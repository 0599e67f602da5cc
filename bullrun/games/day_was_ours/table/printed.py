"""The tables T1 to T9 and the column shifts, as they are in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from bullrun.games.day_was_ours.rules.battlefield import Battlefield
from bullrun.games.day_was_ours.rules.cohesion import effect_words
from bullrun.games.day_was_ours.rules.fire import shift_text
from bullrun.games.day_was_ours.rules.tables import (
    ALL_UNITS,
    BANDS,
    BY_ROAD,
    CLIMB,
    CLOSE_SHIFTS,
    FIRE_SHIFTS,
    HALF,
    HEXSIDES,
    NO_WAY,
    ROADS,
    TERRAIN,
    Shift,
    Tables,
    test_of,
)
from bullrun.games.sides import SIDE_NAMES, SIDES

_COSTS = {BY_ROAD: "by road", NO_WAY: "no", CLIMB: "climb"}
_NO = "–"


def tables(rules: Battlefield) -> list[dict[str, Any]]:
    """Every table that players look things up in."""
    found = rules.tables
    return [
        _orders(found),
        _small_arms(found),
        _artillery(found),
        *_costs(found),
        *_shifts(found),
        _fog(found),
        _casualties(found),
        _coordination(found),
        _combat(found),
        *_cohesion(found),
    ]


def _table(
    name: str,
    title: str,
    rule: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    note: str,
    *charts: str,
) -> dict[str, Any]:
    return {
        "id": name,
        "title": title,
        "rule": rule,
        "head": list(head),
        "rows": [list(row) for row in rows],
        "note": note,
        "charts": [f"tables.{chart}" for chart in charts],
    }


def _points(halves: int) -> str:
    return _COSTS.get(halves) or str(Fraction(halves, HALF))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _orders(found: Tables) -> dict[str, Any]:
    rows = [
        [
            order.name,
            " / ".join(_points(points) for points in order.allowance),
            " / ".join(_points(points) for points in order.fired) if order.fire else _NO,
            _yes(order.fire),
            _yes(order.engage),
            _yes(order.close_combat),
            _NO if order.rally is None else f"die +{order.rally}" if order.rally else "yes",
        ]
        for order in found.orders.values()
    ]
    guns = " / ".join(_points(points) for points in found.gun_allowance)
    return _table(
        "orders",
        "T1 Orders",
        "8.2",
        ["Order", "Points on foot / mounted", "After firing", "Fire", "Engage", "Close combat", "Rally"],
        rows,
        f"Batteries move {guns} points (Union / Confederate) in the Artillery Phase.",
        "orders",
        "artillery_allowance",
    )


def _small_arms(found: Tables) -> dict[str, Any]:
    most = max(len(arms.at) for arms in found.small_arms.values())
    rows = [
        [
            f"{weapon} {arms.name}",
            *(f"x {arms.at[n]}" if n < len(arms.at) else _NO for n in range(most)),
            _yes(arms.smooth),
        ]
        for weapon, arms in found.small_arms.items()
    ]
    head = ["Weapon", *(f"{n + 1} hex{'es' if n else ''}" for n in range(most)), "Counts as S or MX"]
    return _table(
        "small-arms",
        "T2 Small arms",
        "9.1c",
        head,
        rows,
        "The part of the strength that counts.",
        "small_arms",
    )


def _artillery(found: Tables) -> dict[str, Any]:
    weapons = list(found.band_ends)
    rows = []
    for number, band in enumerate(BANDS):
        cells = []
        for weapon in weapons:
            ends = found.band_ends[weapon]
            first = max((end for end in ends[:number]), default=0) + 1
            cells.append(f"{first}–{ends[number]}" if ends[number] else _NO)
        rows.append([band.capitalize(), *cells, f"x {found.band_factor[number]}"])
    note = "Over friends a battery in canister range fires Short, and it may choose to."
    return _table(
        "artillery", "T3 Artillery", "9.1d", ["Band", *weapons, "Strength"], rows, note, "artillery"
    )


def _costs(found: Tables) -> list[dict[str, Any]]:
    head = ["", "On foot", "Mounted", "Guns"]
    ground = [
        [name.replace("_", " "), *(_points(cost) for cost in found.terrain_cost[name])] for name in TERRAIN
    ]
    sides = [
        [name.replace("_", " "), *(_points(cost) for cost in found.hexside_cost[name])] for name in HEXSIDES
    ]
    roads = [
        [
            name.replace("_", " "),
            *(_points(cost) for cost in found.road_cost[name]),
            _points(found.march_cost[name]),
        ]
        for name in ROADS
    ]
    note = "By road: only along a connected road or trail. Climb: the whole move and a Morale Hit."
    return [
        _table("terrain", "T4 Terrain", "10.4", ["To enter", *head[1:]], ground, note, "terrain_cost"),
        _table(
            "hexsides",
            "T4 Hexsides",
            "10.4",
            ["Over it", *head[1:]],
            sides,
            "Added to the hex.",
            "hexside_cost",
        ),
        _table(
            "roads",
            "T4 Roads",
            "10.5a",
            ["Along it", *head[1:], "March column"],
            roads,
            "In place of hex and hexside, but for a ford; ten strength points to the hex at all times.",
            "road_cost",
        ),
    ]


def _shifts(found: Tables) -> list[dict[str, Any]]:
    def rows(shifts: dict[str, Shift], names: Sequence[str]) -> list[list[str]]:
        return [
            [name.replace("_", " ").capitalize(), shift_text(shifts[name].by), shifts[name].rule]
            for name in names
        ]

    odds = [
        [f"Odds {'at least' if at_least else 'at most'} {a}:{d}", shift_text(by), found.odds_rule]
        for a, d, at_least, by in found.odds
    ]
    head = ["Condition", "Shift", "Rule"]
    return [
        _table(
            "fire-shifts",
            "Fire: column shifts",
            "9.3",
            head,
            rows(found.fire_shifts, FIRE_SHIFTS),
            "All that apply are added; R is to the right, better for the firer.",
            "fire_shifts",
        ),
        _table(
            "close-shifts",
            "Close combat: column shifts",
            "11.3c.odds",
            head,
            [*odds, *rows(found.close_shifts, CLOSE_SHIFTS)],
            "One odds shift at most; the others are added.",
            "close_shifts",
        ),
    ]


def _fog(found: Tables) -> dict[str, Any]:
    names = {
        "chaos": "Battlefield Chaos",
        "wayward": "Wayward Move",
        "casualty": "Possible General Casualty",
        "friends": "Firing on Friends",
    }
    rows = []
    for die, (result, side) in found.fog.items():
        whose = f"{SIDE_NAMES[SIDES[side]]} " if side >= 0 else ""
        rows.append([str(die), f"{whose}{names[result]}", SIDE_NAMES[SIDES[found.friends[die]]]])
    head = ["Die", "Fog of War", "Who receives Firing on Friends"]
    return _table("fog", "T5 Fog of War", "7.3.fog", head, rows, "", "fog_of_war", "firing_on_friends")


def _casualties(found: Tables) -> dict[str, Any]:
    rows = [
        [SIDE_NAMES[SIDES[side]], f"{row.first}–{row.last}", row.name, "returns" if row.back else "is hit"]
        for side, lines in enumerate(found.casualties)
        for row in lines
    ]
    note = "All other dice, and a general who is not in play: no effect."
    head = ["Side", "Dice", "General", ""]
    return _table("casualty", "T6 General Casualty", "7.3.casualty", head, rows, note, "general_casualty")


def _coordination(found: Tables) -> dict[str, Any]:
    rows = [
        [str(die), *("all" if units == ALL_UNITS else str(units) for units in line)]
        for die, line in found.coordination.items()
    ]
    head = ["Die", *(f"Rating {n}" for n in range(1, 7))]
    note = "How many units of the brigade are activated under Attack."
    return _table("coordination", "T7 Attack Coordination", "2.3a", head, rows, note, "coordination")


def _combat(found: Tables) -> dict[str, Any]:
    """Each column of strength as a row, with the dice of each result."""
    table = found.combat
    readings = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    results = list(dict.fromkeys(table.result(r, c) for c in range(len(table.columns)) for r in readings))
    results.sort(key=lambda result: -1 if test_of(result) is None else test_of(result) or 0)
    rows = []
    for column, heading in enumerate(table.columns):
        cells = []
        for result in results:
            dice = [reading for reading in readings if table.result(reading, column) == result]
            cells.append(_NO if not dice else str(dice[0]) if len(dice) == 1 else f"{dice[0]}–{dice[-1]}")
        rows.append([heading, *cells])
    note = "The first die is the tens. A, B and Z are reached by shifts only; C is less than a point."
    return _table("combat", "T8 Combat Results", "9.3", ["Strength", *results], rows, note, "combat")


def _cohesion(found: Tables) -> list[dict[str, Any]]:
    tests = [
        [
            name.capitalize(),
            f"die{' + CT' if test.adds_n else ''}{f' + {test.more}' if test.more else ''}",
            _yes(test.natural_one),
            test.failed.capitalize(),
        ]
        for name, test in found.tests.items()
    ]
    passed = [[str(die), effect_words(effect)] for die, effect in enumerate(found.passed, 1)]
    failed = [
        [str(line), *(effect_words(found.failed[kind][line - 1]) for kind in ("fire", "close"))]
        for line in range(1, len(found.failed["fire"]) + 1)
    ]
    return [
        _table(
            "tests",
            "T9 Cohesion tests",
            "12.1.fire",
            ["Test", "Must not exceed the cohesion", "A 1 passes", "Failed: column"],
            tests,
            "A natural 6 always fails.",
            "tests",
        ),
        _table(
            "passed",
            "T9 Passed: second die",
            "12.1.pass",
            ["Die", "Result"],
            passed,
            f"After a passed fire test its owner may retreat {found.or_retreat} instead of taking the hit.",
            "cohesion",
        ),
        _table(
            "failed",
            "T9 Failed: second die and CT",
            "12.1.fail",
            ["Sum", "Fire", "Close"],
            failed,
            f"Panic: {effect_words(found.panic)}; each friend next to the unit takes a fire test first.",
            "cohesion",
        ),
    ]
