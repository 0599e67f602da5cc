"""The data of The Day Was Ours against the facts of its rulebook, read without the game's own loaders."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bullrun
from bullrun.engine.ledger import load_ledger
from bullrun.engine.settings import load_settings
from bullrun.mechanisms.dice import readings, tens_and_units
from bullrun.mechanisms.tables import table_by_bounds
from tests.facts.day_was_ours_ground import (
    BOARD,
    PIKE_AND_ROADS,
    ROADS,
    at,
    crossing,
    distance,
    engaged,
    has,
    inside,
    is_ground_for_guns,
    road,
    side_has,
    uphill,
)

DATA = Path(bullrun.__file__).parent / "games" / "day_was_ours" / "data"
GAME = "day-was-ours"
SIDES = ("union", "confederate")
SOURCES = ("rulebook", "deduced", "published", "reconstructed")
NAMES = ("matthews-hill", "henry-house-hill", "whole-battle")


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def scenario(name: str) -> dict[str, Any]:
    """A scenario, completed by the one it is like."""
    data = read(f"scenarios/{name}.toml")
    return {**read(f"scenarios/{data['like']}.toml"), **data} if "like" in data else data


PIECES = read("pieces.toml")
TABLES = read("tables.toml")
RULES: dict[str, dict[str, str]] = read("rules.toml")["rules"]
OPTIONS: dict[str, dict[str, Any]] = {option["id"]: option for option in read("options.toml")["option"]}
SCENARIO = {name: scenario(name) for name in NAMES}
BATTLE = SCENARIO["whole-battle"]
TRACK: list[str] = TABLES["turns"]["track"]
UNITS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in PIECES["units"]}
BRIGADES: dict[str, dict[str, Any]] = {brigade["name"]: brigade for brigade in PIECES["brigades"]}
LEADERS: dict[str, dict[str, Any]] = {chit["id"]: chit for chit in PIECES["division_chits"]}
EVENTS: dict[str, dict[str, Any]] = {chit["id"]: chit for chit in PIECES["event_chits"]}
WILD: dict[str, dict[str, Any]] = {chit["id"]: chit for chit in PIECES["wild_chits"]}


def strength(unit: str) -> int:
    return int(UNITS[unit]["fresh"]["strength"])


def is_gun(unit: str) -> bool:
    return bool(UNITS[unit]["kind"] == "artillery")


def printed(unit: dict[str, Any]) -> str:
    """Both sides as the rulebook writes them: "8R 3 / 5R 2"."""
    weapon = unit["weapon"]
    sides = [unit["fresh"], unit["battleworn"]]
    return " / ".join(f"{side['strength']}{weapon} {side['cohesion']}" for side in sides)


def tables_in(data: Any) -> Iterator[dict[str, Any]]:
    """Every table of a file, however deep."""
    if isinstance(data, dict):
        yield data
        data = list(data.values())
    if isinstance(data, list):
        for value in data:
            yield from tables_in(value)


# ---------------------------------------------------------------- where things come from

FILES = ["pieces.toml", "tables.toml", "options.toml", "rules.toml", *(f"scenarios/{n}.toml" for n in NAMES)]


@pytest.mark.parametrize("name", FILES)
def test_every_source_is_one_of_four_words(name: str) -> None:
    found = [(key, table[key]) for table in tables_in(read(name)) for key in table if key.endswith("source")]
    assert found
    for key, source in found:
        assert source.split(":")[0] in SOURCES, (key, source)


def test_every_piece_chit_and_marker_has_a_source() -> None:
    for kind, items in PIECES.items():
        for item in items:
            assert item["source"], (kind, item["id"])
    assert all(unit["worn_source"] == "reconstructed" for unit in UNITS.values())
    assert all(("fragile" in unit) == ("fragile_source" in unit) for unit in UNITS.values())
    assert all(chit["effect_source"] for chit in EVENTS.values())
    assert all(chit["casualty_source"] == "reconstructed" for chit in LEADERS.values())
    assert all(brigade["entry_source"] for brigade in BRIGADES.values())


def test_every_table_has_a_source_or_each_of_its_rows_has() -> None:
    for name, table in TABLES.items():
        rows = [row for row in table.values() if isinstance(row, dict)]
        assert "source" in table or (rows and all("source" in row for row in rows)), name


@pytest.mark.parametrize("name", NAMES)
def test_every_item_of_a_scenario_has_a_source(name: str) -> None:
    data = SCENARIO[name]
    for key in ("setup", "reinforcements", "new_chits", "objectives", "random_states"):
        assert all("source" in item for item in data.get(key, [])), key
    for key in ("cup", "mix", "control", "victory", "lull_rules"):
        assert "source" in data[key], key
    for key in ("limit", "options", "historical"):
        assert all("source" in item for item in data[key].values()), key
    assert "source" in data


# ---------------------------------------------------------------- counters and chits

COUNTERS = """
Burnside 1 RI: 8R 3 / 5R 2; 2 RI: 9R 4 / 6R 3; 2 NH: 8S 2 / 5S 1; 71 NY: 7R 2 / 4R 1
Porter 14 NY: 10R 2 / 6R 1; 27 NY: 9R 2 / 6R 1; 8 NY: 9S 2 / 6S 1; USMC Bn: 6R 2 / 4R 1
Porter US Inf Bn: 12R 5 / 8R 4
Franklin 5 MA: 11R 2 / 7R 1; 11 MA: 10R 2 / 6R 1; 1 MN: 12S 4 / 8S 3
Willcox 11 NY: 9R 2 / 6R 1; 38 NY: 10S 3 / 6S 2; 1 MI: 7S 2 / 4S 1
Howard 3 ME: 10S 2 / 6S 1; 4 ME: 11S 3 / 7S 2; 5 ME: 11S 2 / 7S 1; 2 VT: 12R 3 / 8R 2
Sherman 13 NY: 12R 3 / 8R 2; 69 NY: 15S 4 / 10S 3; 79 NY: 14S 3 / 9S 2; 2 WI: 14S 3 / 9S 2
Schenck 2 NY: 11S 2 / 7S 1; 1 OH: 12S 3 / 8S 2; 2 OH: 12S 2 / 8S 1
Keyes 2 ME: 11S 3 / 7S 2; 1 CT: 11R 2 / 7R 1; 2 CT: 11R 2 / 7R 1; 3 CT: 11R 2 / 7R 1
Bartow 7 GA: 10MX 3 / 6MX 2; 8 GA: 10MX 3 / 6MX 2
Bee 2 MS: 11R 2 / 7R 1; 11 MS: 3S 2 / 2S 1; 4 AL: 10S 3 / 6S 2; 6 NC: 6R 3 / 4R 2
Jackson 2 VA: 9RS 3 / 6RS 2; 4 VA: 8RS 3 / 5RS 2; 5 VA: 8S 4 / 5S 3; 27 VA: 8S 3 / 5S 2; 33 VA: 7R 4 / 4R 3
Hampton Hampton's Legion: 10R 4 / 6R 3
Stuart 1 VA Cav: 5CC 3 / 3CC 2
Evans 4 SC a: 7S 4 / 4S 3; 4 SC b: 4S 3 / 2S 2; 1 LA Bn: 7R 4 / 4R 3
Cocke 8 VA: 7S 3 / 4S 2; 18 VA: 12S 3 / 8S 2; 19 VA: 11S 3 / 7S 2; 28 VA: 10S 3 / 6S 2; 49 VA b: 4S 4 / 2S 3
Bonham 2 SC: 11S 4 / 7S 3; 8 SC: 9S 3 / 6S 2
Elzey 1 MD: 8R 4 / 5R 3; 3 TN: 10S 3 / 6S 2; 10 VA: 10S 3 / 6S 2
Early 7 VA: 6S 3 / 4S 2; 7 LA: 10S 3 / 6S 2; 13 MS: 8S 2 / 5S 1
"""
BATTERIES = """
union Reynolds: 6R 5 / 4R 4; Martin: 2S 3 / 1S 2; Carlisle: 6MX 4 / 4MX 3; Ricketts: 6MX 4 / 4MX 3
union Griffin: 6R 4 / 4R 3; Arnold: 4MX 4 / 2MX 3; Ayres: 6MX 4 / 4MX 3
confederate Imboden: 4S 3 / 2S 2; Rockbridge: 4S 3 / 2S 2; Pelham: 5S 3 / 3S 2; Squires: 4MX 4 / 2MX 3
confederate Rogers: 4S 3 / 2S 2; Latham: 2S 3 / 1S 2; Davidson: 2S 3 / 1S 2; Kemper: 4S 3 / 2S 2
confederate Beckham: 4S 3 / 2S 2
"""
PRINTED_IN_THE_RULEBOOK = """
1 RI; 2 RI; 2 NH; 71 NY; 14 NY; 27 NY; 8 NY; USMC Bn; US Inf Bn; 5 MA; 11 MA; 1 MN; 11 NY; 38 NY; 1 MI; 7 GA;
8 GA; 2 MS; 11 MS; 4 AL; 6 NC; 2 VA; 4 VA; 5 VA; 33 VA; 27 VA; Hampton's Legion; 1 VA Cav; Reynolds; Martin;
Carlisle; Ricketts; Griffin; Imboden; Rockbridge; Pelham; Squires
"""


def listed(text: str) -> list[tuple[str, str, str]]:
    """(first word of the line, name, values)."""
    found = []
    for line in text.strip().splitlines():
        group, _, units = line.partition(" ")
        for unit in units.split(";"):
            name, _, values = unit.strip().partition(": ")
            found.append((group, name, values))
    return found


@pytest.mark.rule(GAME, "2.1a", "2.1d")
def test_every_counter_in_the_order_of_the_roster() -> None:
    foot = [(u["brigade"], u["name"], printed(u)) for u in UNITS.values() if u["kind"] != "artillery"]
    assert foot == listed(COUNTERS)


@pytest.mark.rule(GAME, "2.1b")
def test_every_battery() -> None:
    guns = [unit for unit in UNITS.values() if unit["kind"] == "artillery"]
    assert [(u["side"], u["name"], printed(u)) for u in guns] == listed(BATTERIES)
    assert not any("brigade" in unit for unit in guns)


def test_which_values_are_the_rulebooks() -> None:
    names = {name.strip() for name in PRINTED_IN_THE_RULEBOOK.split(";")}
    assert {unit["name"] for unit in UNITS.values() if unit["source"] == "rulebook"} == names


def test_ids_are_unique_single_words() -> None:
    ids = [item["id"] for items in PIECES.values() for item in items]
    assert len(ids) == len(set(ids))
    assert all(name.isascii() and name.isprintable() and " " not in name for name in ids)
    assert (len(UNITS), len(BRIGADES), len(LEADERS), len(EVENTS), len(WILD)) == (75, 18, 5, 17, 3)


UNIT_FIELDS = {
    "id", "side", "kind", "name", "brigade", "battery", "army", "weapon", "fresh", "battleworn", "fragile",
    "fragile_source", "source", "worn_source", "note",
}  # fmt: skip


def test_unit_fields_are_known() -> None:
    for unit in UNITS.values():
        assert set(unit) <= UNIT_FIELDS, unit["id"]
        assert unit["side"] in SIDES and unit["kind"] in ("infantry", "cavalry", "artillery")
        assert unit["weapon"] in (TABLES["artillery"] if is_gun(unit["id"]) else TABLES["small_arms"])
        assert unit["id"].startswith("USA-" if unit["side"] == "union" else "CSA-")
        for side in (unit["fresh"], unit["battleworn"]):
            assert set(side) == {"strength", "cohesion"} and min(side.values()) >= 1


@pytest.mark.rule(GAME, "2.1d")
def test_the_battleworn_side_has_two_thirds_of_the_strength_and_one_less_cohesion() -> None:
    part = Fraction(TABLES["values"]["battleworn_strength"])
    less = TABLES["values"]["battleworn_cohesion"]
    for unit in UNITS.values():
        fresh, worn = unit["fresh"], unit["battleworn"]
        assert worn["strength"] == max(1, int(fresh["strength"] * part)), unit["id"]
        assert worn["cohesion"] == max(1, fresh["cohesion"] + less), unit["id"]


@pytest.mark.rule(GAME, "2.1d")
def test_six_units_are_fragile() -> None:
    fragile = {unit["name"] for unit in UNITS.values() if unit.get("fragile")}
    assert fragile == {"11 MS", "4 SC b", "49 VA b", "Martin", "Latham", "Davidson"}


@pytest.mark.rule(GAME, "2.1a")
def test_the_only_cavalry_is_stuarts() -> None:
    assert [u["name"] for u in UNITS.values() if u["kind"] == "cavalry"] == ["1 VA Cav"]


DIVISIONS = {
    "Tyler": ("union", {"Schenck", "Sherman", "Keyes"}),
    "Hunter": ("union", {"Burnside", "Porter"}),
    "Heintzelman": ("union", {"Franklin", "Willcox", "Howard"}),
    "Beauregard": ("confederate", {"Evans", "Cocke", "Hampton", "Stuart", "Bonham", "Early"}),
    "Johnston": ("confederate", {"Bartow", "Bee", "Jackson", "Elzey"}),
}


@pytest.mark.rule(GAME, "2.1a", "2.1c", "2.5a")
def test_divisions_and_their_brigades() -> None:
    for name, (side, brigades) in DIVISIONS.items():
        assert {b["name"] for b in BRIGADES.values() if b["division"] == name} == brigades
        assert {BRIGADES[brigade]["side"] for brigade in brigades} == {side}
    assert {chit["name"]: chit["side"] for chit in LEADERS.values()} == {
        name: side for name, (side, _) in DIVISIONS.items()
    }
    armies = {"Beauregard": "Potomac", "Johnston": "Shenandoah"}
    for unit in UNITS.values():
        if "brigade" in unit:
            division = BRIGADES[unit["brigade"]]["division"]
            assert unit["army"] == armies.get(division, "Union"), unit["id"]
            assert unit["side"] == BRIGADES[unit["brigade"]]["side"]


def test_attack_coordination_ratings() -> None:
    ratings = {name: brigade["coordination"] for name, brigade in BRIGADES.items()}
    in_the_rulebook = {
        "Burnside": 5, "Porter": 4, "Bartow": 3, "Bee": 4, "Hampton": 4, "Jackson": 5, "Willcox": 3,
        "Stuart": 4,
    }  # fmt: skip
    assert in_the_rulebook.items() <= ratings.items()
    assert {name for name, b in BRIGADES.items() if b["source"] == "rulebook"} == set(in_the_rulebook)
    assert ratings == in_the_rulebook | {
        "Franklin": 3, "Sherman": 4, "Keyes": 3, "Schenck": 2, "Howard": 3, "Evans": 5, "Cocke": 3,
        "Bonham": 3, "Elzey": 4, "Early": 4,
    }  # fmt: skip
    assert set(ratings.values()) <= set(TABLES["coordination"]["ratings"])


@pytest.mark.rule(GAME, "2.5a", "2.5c")
def test_command_ratings_and_casualty_versions_one_lower() -> None:
    ratings = {chit["name"]: chit["rating"] for chit in LEADERS.values()}
    assert ratings == {"Tyler": 3, "Hunter": 4, "Heintzelman": 4, "Beauregard": 4, "Johnston": 4}
    assert all(chit["casualty_rating"] == chit["rating"] - 1 for chit in LEADERS.values())


@pytest.mark.rule(GAME, "2.5b")
def test_wild_chits_belong_to_nobody_and_firing_on_friends_never_lies_in_the_cup() -> None:
    assert {chit["side"] for chit in WILD.values()} == {"neutral"}
    assert [chit["name"] for chit in WILD.values() if chit["cup"]] == ["Fog of War", "Fortunes of War"]
    assert [chit["name"] for chit in WILD.values() if not chit["cup"]] == ["Firing on Friends"]


def test_when_event_chits_may_be_played() -> None:
    windows = {chit["name"]: tuple(chit["windows"]) for chit in EVENTS.values()}
    assert windows == {
        "Blackberries": ("passed",),
        "Command Confusion": ("passed",),
        "Firefight": ("gap",),
        "Rally!": ("gap", "end"),
        "Regulars Forward": ("gap",),
        "Rebel Yell!": ("assault",),
        "Signal Station": ("gap",),
        "Superior Artillery": ("gap",),
        "Exhaustion": ("order",),
        "Low Ammo": ("fired",),
    }
    (friends,) = (chit for chit in WILD.values() if "windows" in chit)
    assert friends["windows"] == ["fire", "assault"]


def test_chits_that_leave_the_game() -> None:
    gone = {(chit["name"], chit["removed"]) for chit in EVENTS.values() if "removed" in chit}
    assert gone == {("Blackberries", "success"), ("Signal Station", "success"), ("Regulars Forward", "uses")}


def test_chits_of_one_name_are_alike_and_cite_their_rule() -> None:
    for chit in (*EVENTS.values(), *WILD.values(), *PIECES["markers"]):
        assert chit["rule"] in RULES, chit["id"]
    for chit in EVENTS.values():
        assert chit["says"].endswith(".")
        twins = [other for other in EVENTS.values() if other["name"] == chit["name"]]
        assert {other["says"] for other in twins} == {chit["says"]}


# ---------------------------------------------------------------- tables

CRT = """
A      11-63  64-65  66     -      -
B      11-61  62-64  65-66  -      -
C      11-55  56-63  64-65  66     -
1      11-53  54-62  63-65  66     -
2      11-51  52-56  61-64  65-66  -
3      11-45  46-55  56-63  64-65  66
4-5    11-43  44-53  54-62  63-65  66
6-7    11-41  42-51  52-61  62-64  65-66
8-9    11-35  36-46  51-56  61-64  65-66
10-11  11-33  34-44  45-54  55-63  64-66
12-14  11-31  32-42  43-53  54-62  63-66
15-17  11-25  26-36  41-51  52-61  62-66
18-20  11-23  24-34  35-45  46-56  61-66
21-24  11-21  22-32  33-43  44-54  55-66
25-29  11-15  16-26  31-41  42-52  53-66
30+    11-13  14-23  24-34  35-46  51-66
Z      11     12-21  22-31  32-43  44-66
"""
RESULTS = ["no effect", "CT 0", "CT 1", "CT 2", "CT 3"]
DICE = readings(tens_and_units)
COMBAT = table_by_bounds("combat", TABLES["combat"], DICE)


def test_combat_results_range_by_range() -> None:
    lines = [line.split() for line in CRT.strip().splitlines()]
    assert [line[0] for line in lines] == list(COMBAT.columns)
    for column, (_, *ranges) in enumerate(lines):
        for result, bounds in zip(RESULTS, ranges, strict=True):
            low, _, high = bounds.partition("-")
            expected = [n for n in DICE if low and int(low) <= n <= int(high or low)]
            assert [n for n in DICE if COMBAT.result(n, column) == result] == expected, (
                lines[column][0],
                result,
            )


def test_strength_finds_its_column_and_shifts_stop_at_the_ends() -> None:
    def column(points: int, shift: int = 0) -> str:
        return COMBAT.columns[COMBAT.shift(COMBAT.column_for(points), shift)]

    assert [column(n) for n in (0, 1, 3, 4, 5, 9, 14, 17, 29, 30, 55)] == [
        "C", "1", "3", "4-5", "4-5", "8-9", "12-14", "15-17", "25-29", "30+", "30+",
    ]  # fmt: skip
    assert (column(0, -4), column(30, 6), column(9, 2), column(6, -3)) == ("A", "Z", "12-14", "2")


def test_every_result_of_the_combat_table_is_likelier_to_the_right() -> None:
    last = [0] * len(RESULTS)
    for column in range(len(COMBAT.columns)):
        worse = [
            sum(RESULTS.index(COMBAT.result(n, column)) >= least for n in DICE)
            for least in range(len(RESULTS))
        ]
        assert all(now >= before for now, before in zip(worse, last, strict=True)), COMBAT.columns[column]
        last = worse


def test_attack_coordination_table() -> None:
    table = TABLES["coordination"]
    assert [" ".join(table[die]) for die in "123456"] == [
        "1 1 1 1 2 3",
        "1 1 2 2 3 3",
        "1 2 2 3 3 4",
        "2 2 3 3 4 all",
        "2 3 3 4 all all",
        "3 3 4 all all all",
    ]
    assert table["1"][table["ratings"].index(5)] == "2", "the example of the rulebook"


def test_orders() -> None:
    orders = TABLES["orders"]
    assert {name: (o["allowance"]["inf"], o["allowance"]["cav"]) for name, o in orders.items()} == {
        "attack": (4, 6),
        "defend": (2, 3),
        "maneuver": (8, 12),
        "regroup": (2, 4),
    }
    assert {name: (o["fired"]["inf"], o["fired"]["cav"]) for name, o in orders.items() if o["fire"]} == {
        "attack": (2, 3),
        "defend": (2, 3),
    }
    assert [name for name, o in orders.items() if o["engage"] or o["close_combat"]] == ["attack"]
    assert [name for name, o in orders.items() if o["march_column"]] == ["maneuver"]
    assert [name for name, o in orders.items() if o["enters"]] == ["defend", "maneuver"]
    assert {name: o["rally"] for name, o in orders.items() if "rally" in o} == {
        "attack": 1,
        "defend": 1,
        "regroup": 0,
    }


def test_small_arms() -> None:
    arms = {weapon: row["at"] for weapon, row in TABLES["small_arms"].items()}
    assert arms == {"R": ["1", "1/2"], "RS": ["1", "1/4"], "MX": ["1", "1/4"], "S": ["1"], "CC": ["1"]}
    assert [weapon for weapon, row in TABLES["small_arms"].items() if row["smooth"]] == ["MX", "S"]


def test_artillery() -> None:
    table = TABLES["artillery"]
    assert dict(zip(table["bands"], table["factor"], strict=True)) == {
        "canister": "2", "short": "1", "long": "1/2", "extreme": "1/4",
    }  # fmt: skip
    assert (table["R"], table["MX"], table["S"]) == ([2, 5, 10, 15], [2, 5, 9, 12], [2, 5, 8, 0])
    assert [TABLES["artillery_allowance"][side] for side in SIDES] == [8, 6]


def test_fog_of_war() -> None:
    table = TABLES["fog_of_war"]
    assert [table[die] for die in "123456"] == [
        "union chaos", "confederate chaos", "union wayward", "confederate wayward", "casualty", "friends",
    ]  # fmt: skip
    assert [TABLES["firing_on_friends"][die] for die in "123456"] == ["confederate"] * 3 + ["union"] * 3


def test_general_casualty() -> None:
    found = {
        (side, what, name): tuple(bounds)
        for side in SIDES
        for what in ("hit", "back")
        for name, bounds in TABLES["general_casualty"][side][what].items()
    }
    assert found == {
        ("union", "hit", "Tyler"): (11, 13),
        ("union", "hit", "Hunter"): (14, 22),
        ("union", "hit", "Heintzelman"): (23, 31),
        ("union", "back", "Tyler"): (54, 56),
        ("union", "back", "Hunter"): (61, 63),
        ("union", "back", "Heintzelman"): (64, 66),
        ("confederate", "hit", "Johnston"): (11, 14),
        ("confederate", "hit", "Beauregard"): (15, 22),
        ("confederate", "back", "Johnston"): (61, 63),
        ("confederate", "back", "Beauregard"): (64, 66),
    }
    for side in SIDES:
        ranges = [bounds for (s, _, _), bounds in found.items() if s == side]
        hits = Counter(n for low, high in ranges for n in DICE if low <= n <= high)
        assert set(hits.values()) == {1} and all(low in DICE and high in DICE for low, high in ranges)
        leaders = {name for s, _, name in found if s == side}
        assert leaders == {chit["name"] for chit in LEADERS.values() if chit["side"] == side}


COHESION = """
hit                             | hit, retreat 1
hit                             | hit, retreat 1
shaken                          | shaken, retreat 1
hit, retreat 1                  | hit, shaken, retreat 2
shaken, retreat 2               | battleworn, retreat 2
battleworn, retreat 2           | battleworn, shaken, retreat 3
battleworn, shaken, retreat 3   | battleworn, shaken, retreat 3
panic                           | panic
broken                          | broken
"""


def test_cohesion_tables() -> None:
    table = TABLES["cohesion"]
    rows = [[cell.strip() for cell in line.split("|")] for line in COHESION.strip().splitlines()]
    assert [", ".join(line) for line in table["fire"]] == [row[0] for row in rows]
    assert [", ".join(line) for line in table["close"]] == [row[1] for row in rows]
    assert table["pass"] == [[], [], [], [], ["hit"], ["hit"]] and table["or_retreat"] == 1
    assert table["panic"] == ["battleworn", "shaken", "retreat 4"] and table["neighbours_test"] == "CT 0"
    tests = {n: (t["adds_n"], t["more"], t["natural_one"], t["failed"]) for n, t in TABLES["tests"].items()}
    assert tests == {
        "fire": (True, 0, True, "fire"),
        "close": (True, 2, False, "close"),
        "repulse": (False, 0, True, "close"),
    }


def test_fire_shifts() -> None:
    assert {name: row["shift"] for name, row in TABLES["fire_shifts"].items()} == {
        "target_in_woods": -2,
        "over_woods": -1,
        "over_units": -1,
        "cavalry_target": 2,
        "low_ammo": -2,
        "smoothbore_canister": 1,
        "flanking_fire": 1,
        "mixed_at_distance": -1,
        "superior_artillery": 2,
    }


def test_close_combat_shifts() -> None:
    table = TABLES["close_shifts"]
    assert {name: row["shift"] for name, row in table.items() if isinstance(row, dict)} == {
        "guns": 4,
        "better_cohesion": 1,
        "worse_cohesion": -1,
        "slope": -2,
        "steep": -3,
        "smooth_attacker": 1,
        "smooth_defender": -1,
        "rebel_yell": 2,
        "flanking_attack": 2,
        "cavalry_defender": -3,
        "charge": 2,
    }
    odds = {row.get("at_least") or row["at_most"]: row["shift"] for row in table["odds"]}
    assert odds == {"3-1": 3, "2-1": 2, "3-2": 1, "1-3": -3, "1-2": -2, "2-3": -1}
    assert all(("at_least" in row) == (row["shift"] > 0) for row in table["odds"])


def test_numbers_of_tables_cite_rules_of_the_ledger() -> None:
    cited = [table["rule"] for table in tables_in(TABLES) if "rule" in table]
    cited.append(TABLES["close_shifts"]["odds_rule"])
    assert len(cited) > 30 and [rule for rule in cited if rule not in RULES] == []


def numbers(table: str) -> dict[str, Any]:
    """The rows of a table without their rule and source."""
    rows = {name: row for name, row in TABLES[table].items() if isinstance(row, dict)}
    return {name: [v for k, v in row.items() if k not in ("rule", "source")] for name, row in rows.items()}


def test_numbers_of_movement_close_combat_and_events() -> None:
    assert numbers("movement") == {
        "leave_map": ["1"],
        "engaged_to_engaged": ["1"],
        "mount": ["2"],
        "climb_hits": [1],
        "entry_search": [3],
        "opportunity_fire": ["1/2"],
        "extended_march": [2, 4, 5],
        "artillery_withdrawal": [2, [1, 3], 1],
    }
    assert numbers("close_combat") == {
        "flank_apart": [2],
        "flank_hexes": [2],
        "support_fire_within": [2],
        "chaos_defensive_fire": ["1/2"],
        "mounted_defensive_fire": ["1/2"],
        "charge_hexes": [2],
        "evasion_hexes": [2],
        "others_retreat": [1],
    }
    assert numbers("events") == {
        "blackberries_to": [4],
        "exhaustion_factor": ["1/2"],
        "low_ammo_markers": [1],
    }
    flank = TABLES["flanking_fire"]
    assert [flank[key] for key in ("within", "apart_adjacent", "apart_distant", "hexes")] == [2, 2, 3, 3]


def test_values_under_hits_want_of_support_and_shaken() -> None:
    values = TABLES["values"]
    assert values["morale_hit"] == {"strength": -1, "cohesion": -1}
    assert values["no_support"] == values["shaken"] == {"cohesion": -1}
    assert (values["least_strength"], values["least_cohesion"]) == ("1/2", 0)
    assert (TABLES["rally"]["natural_success"], TABLES["rally"]["flip_on"]) == (1, 1)


def test_limits_and_boxes() -> None:
    assert TABLES["stacking"]["hex"] == 10
    assert (TABLES["morale"]["most_hits"], TABLES["morale"]["engaged_retreat_hits"]) == (2, 1)
    assert (TABLES["morale"]["capture_fresh"], TABLES["morale"]["capture_worn"]) == (4, 3)
    track = TABLES["broken_track"]
    assert track["boxes"] == ["3", "2", "1", "Reorganize"]
    boxes = {name: row["box"] for name, row in track.items() if isinstance(row, dict)}
    assert boxes == {
        "broken": "2", "panicked": "3", "own_edge": "1", "no_way": "2", "exploded": "3",
        "available": "Reorganize",
    }  # fmt: skip
    assert (TABLES["rebuild"]["within"], TABLES["rebuild"]["rally_chit"]) == (3, -1)
    for side in SIDES:
        assert set(TABLES["retreat"][side]["edges"]) <= set(BOARD.regions)
        assert set(TABLES["retreat"][side]["toward"]) <= set(BOARD.grid.directions)


@pytest.mark.rule(GAME, "16.3.1", "2.9")
def test_turns_are_half_hours_from_7_to_5() -> None:
    assert len(TRACK) == 21
    for index, name in enumerate(TRACK):
        hour, half = divmod(index + 14, 2)
        assert name == f"{(hour - 1) % 12 + 1}:{'30' if half else '00'} {'AM' if hour < 12 else 'PM'}"


# ---------------------------------------------------------------- costs on the map

HALF = Fraction(1, 2)


def cost(
    a: str,
    b: str,
    kind: str,
    *,
    marching: bool = False,
    there: int = 0,
    own: int = 0,
    union: bool = False,
    ford: bool = True,
) -> Fraction | str | None:
    """10.4 by the tables: points to enter b from a; None where that is closed, "climb" for a gun going up.

    `there` is the friendly strength in b, `own` that of the unit.
    """
    over = crossing(a, b)
    if over == "river" or (over == "Farm Ford" and not ford) or (over == "Stone Bridge" and union):
        return None
    sides = TABLES["hexside_cost"]
    water = "bridge" if over == "Stone Bridge" else "ford" if over else ""
    extra = Fraction(sides[water][kind]) if water else Fraction(0)
    way = road(a, b)
    if way and (not there or there + own <= TABLES["stacking"]["hex"]):
        rate = TABLES["road_cost"][way]
        return Fraction(rate["marching" if marching and kind != "gun" else kind]) + extra
    terrain = TABLES["terrain_cost"]
    if terrain["woods"][kind] == "road" and (has("woods", a) or has("woods", b)):
        return Fraction(terrain["woods_road_over_limit"][kind]) + extra if way else None
    ground = next((name for name in ("woods", "angled") if has(name, b)), "clear")
    points = Fraction(terrain[ground][kind]) + extra
    for slope in ("slope", "steep"):
        if side_has(slope, a, b):
            step = sides[f"{slope}_{'up' if uphill(slope, a, b) else 'down'}"][kind]
            if step == "climb":
                return "climb"
            points += Fraction(step)
    return points


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (cost("1710", "1711", "inf", marching=True, there=7, own=9), 1),
        (cost("1710", "1711", "inf", marching=True), HALF),
        (cost("3935", "3836", "inf", marching=True, there=4, own=6), HALF),
        (cost("1607", "1707", "gun", there=8, own=6), 3),
        (cost("1607", "1707", "gun", there=4, own=6), HALF),
        (cost("1607", "1707", "inf", marching=True, there=8, own=9), 2),
        (cost("1707", "1608", "gun"), None),
        (cost("1707", "1708", "gun"), HALF),
        (cost("2121", "2222", "inf"), 1),
        (cost("2121", "2222", "inf", marching=True), HALF),
        (cost("2121", "2222", "gun"), HALF),
        (cost("1814", "1914", "gun"), 1),
        (cost("1814", "1914", "inf", marching=True), 1),
        (cost("1504", "1405", "gun"), 1),
        (cost("1504", "1405", "inf", marching=True), 1),
        (cost("2021", "2020", "inf"), 2),
        (cost("2021", "2020", "gun"), 2),
        (cost("2020", "2021", "inf"), 1),
        (cost("1122", "1121", "inf"), 1),
        (cost("2122", "2123", "inf"), 3),
        (cost("2122", "2123", "cav"), 3),
        (cost("2123", "2122", "inf"), 1),
        (cost("2123", "2122", "cav"), 2),
        (cost("2123", "2122", "gun"), 2),
        (cost("2223", "2224", "gun"), "climb"),
        (cost("2622", "2623", "gun"), 1),
        (cost("3116", "3216", "inf"), 1),
        (cost("3116", "3216", "gun"), 3),
        (cost("3116", "3216", "cav"), 3),
        (cost("3416", "3316", "inf"), 3),
        (cost("3316", "3317", "inf"), 3),
        (cost("3416", "3316", "inf", ford=False), None),
        (cost("3416", "3316", "gun"), None),
        (cost("3416", "3316", "cav"), None),
        (cost("3530", "3630", "inf"), 2),
        (cost("3530", "3630", "gun"), 3),
        (cost("1800", "1700", "inf", marching=True), Fraction(3, 2)),
        (cost("1800", "1700", "gun"), Fraction(5, 2)),
        (cost("3721", "3822", "inf", marching=True), HALF),
        (cost("3822", "3721", "inf", union=True), None),
        (cost("3721", "3821", "inf"), None),
        (cost("2015", "2115", "inf"), 1),
        (cost("2015", "2014", "inf"), 1),
        (cost("1929", "1928", "cav"), 1),
        (cost("1928", "1927", "cav"), 1),
        (cost("2021", "2022", "inf"), 1),
        (cost("2026", "2125", "inf"), 1),
        (cost("2116", "2217", "inf"), 2),
    ],
)
def test_costs_of_a_step(found: Fraction | str | None, expected: Fraction | str | None) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("line", "points", "kind", "end"),
    [
        ("Sudley Road", 8, "inf", "1711"),
        ("Sudley Road", 8, "gun", "1709"),
        ("Ball's Ford road", 6, "gun", "2938"),
        ("Ball's Ford road", 8, "inf", "2538"),
    ],
)
def test_how_far_reinforcements_march(line: str, points: int, kind: str, end: str) -> None:
    """They pay the road rate of the entry hex, half a point, and go on along the road."""
    path = [BOARD.name(place) for place in BOARD.line(line).path]
    spent, reached = HALF, path[0]
    for a, b in pairwise(path):
        step = cost(a, b, kind, marching=True)
        assert isinstance(step, Fraction)
        spent += step
        if spent > points:
            break
        reached = b
    assert reached == end


def test_costs_by_kind_of_unit() -> None:
    """Infantry, mounted cavalry, artillery."""
    found = {
        name: " ".join(row[kind] for kind in ("inf", "cav", "gun"))
        for table in ("terrain_cost", "hexside_cost", "road_cost")
        for name, row in TABLES[table].items()
    }
    assert found == {
        "clear": "1 1 1",
        "woods": "2 road road",
        "angled": "1 3 3",
        "woods_road_over_limit": "2 3 3",
        "slope_up": "1 1 1",
        "slope_down": "0 0 0",
        "steep_up": "2 2 climb",
        "steep_down": "0 1 1",
        "ford": "1 1 2",
        "bridge": "0 0 0",
        "river": "no no no",
        "pike": "1 1 1/2",
        "road": "1 1 1/2",
        "trail": "1 1 1",
        "unfinished_rr": "1 1 1",
    }


@pytest.mark.rule(GAME, "2.10k.pike")
def test_every_kind_of_road_on_the_map_has_its_rate() -> None:
    rates = TABLES["road_cost"]
    assert set(rates) == set(ROADS)
    assert {kind for kind in rates if rates[kind]["counts_as"] == "road"} == set(PIKE_AND_ROADS)


# ---------------------------------------------------------------- ledger

RULEBOOK_ORDER = """
2.1a 2.1b 2.1c 2.1d 2.2a 2.2b 2.2c 2.2d 2.3a 2.3b 2.5a 2.5b 2.5c 2.9 2.10a 2.10b 2.10c 2.10e 2.10g 2.10h
2.10i 2.10j 2.10k.pike 2.10k.rate 2.10k.guns 2.10l 2.10m
3.1 3.1a 3.1b 3.1c 3.1d 3.1e
4
5.1 5.2 5.2r 5.3 5.3u 5.4 5.5.key 5.5.excluded 5.5.regulars 5.5.open
6.1 6.2 6.2b 6.2c 6.3 6.4 6.5a 6.5b 6.5b.road 6.5c 6.5d 6.6 6.7 6.8 6.9
7.1 7.2 7.3.div.pick 7.3.div.roll 7.3.div.return 7.3.div.none 7.3.event 7.3.event.end 7.3.regulars
7.3.regulars.uses 7.3.regulars.void 7.3.blackberries 7.3.signal 7.3.fortunes 7.3.fortunes.div 7.3.fog
7.3.chaos.place 7.3.chaos.act 7.3.chaos.events 7.3.chaos.support 7.3.chaos.end 7.3.wayward
7.3.wayward.limits 7.3.casualty 7.3.casualty.swap 7.3.casualty.back 7.3.friends 7.3.friends.cancel
7.3.friends.used 7.3.fog.discard 7.3.confusion 7.3.firefight 7.3.rally 7.3.rally.rebuild 7.3.yell
7.3.superior 7.3.exhaustion 7.3.ammo 7.W.gap 7.W.passed 7.W.order 7.W.fire 7.W.fired 7.W.assault 7.W.end
7.W.scope
8.1.attack 8.1.fired 8.1.defend 8.1.maneuver 8.1.regroup 8.1.limited 8.2 8.3
9.1a 9.1b 9.1b.line 9.1b.hex 9.1c 9.1d 9.1e.same 9.1e.up 9.1e.down 9.1e.woods 9.1e.adjacent 9.1e.corner
9.1e.side 9.1e.over 9.1f 9.1g 9.1h 9.3 9.3.woods 9.3.over 9.3.units 9.3.cavalry 9.3.ammo 9.3.canister
9.3.mixed 9.3c 9.3.column 9.3.ends
10.1 10.1b 10.2 10.3 10.3b 10.3c 10.3d 10.3e 10.4 10.5a 10.5b 10.5c 10.6 10.7 10.7b 10.7c 10.7d 10.8 10.8b
10.9 10.12
11.1 11.2 11.3a 11.3a.chaos 11.3a.drop 11.3a.support 11.3a.shift 11.3b 11.3c.odds 11.3c.guns 11.3c.cr
11.3c.slope 11.3c.smooth 11.3c.yell 11.3c.flank 11.3c.cavalry 11.3c.charge 11.3d 11.3d.others
11.3d.advance 11.3d.repulse 11.4 11.4.charge
12.1.fire 12.1.pass 12.1.fail 12.1.close 12.1.repulse 12.1.six 12.1.one 12.1.panic 12.2 12.3.path
12.3.away 12.3.cause 12.3.engaged 12.3.hit 12.3.stack 12.3.direction 12.3.none 12.3.guns 12.3.edge 12.4a
12.4a.stuart 12.4a.hampton 12.4b 12.4c 12.4d 12.4e 12.4iv 12.5 12.5b 12.6 12.7 12.8
13.1 13.2 13.2b 13.3 13.3b 13.3c
14 14.c
16.1.setup 16.1.turns 16.1.cup 16.1.regulars 16.1.vp 16.1.win 16.2.setup 16.2.control 16.2.states
16.2.turns 16.2.cup 16.2.regulars 16.2.burnside 16.2.start 16.2.free 16.2.vp 16.2.win 16.3.setup
16.x.setup 16.3.1 16.3.2 16.3.3 16.3.schedule 16.3.4 16.3.5 16.3.5b 16.3.6 16.3.7 16.3.8 16.3.8b 16.3.8c
16.3.9 16.3.10 16.3.10a 16.3.10b 16.3.11 16.3.x 16.3.12 16.3.12a 16.3.12b 16.3.12c 16.3.12d 16.3.12w
16.3.12p 16.3.12y 16.3.12e 16.3.vp 16.3.win
O.barnard O.march O.courier O.bridge O.patterson O.skirmish
"""
REBUILT_WHOLE = """
2.2a 2.2b 2.2d 2.5c 3.1d 5.5.open 6.2 6.2b 6.2c 6.3 6.7 6.8 6.9 7.1 7.2 7.3.div.return 7.3.div.none
7.3.event.end 7.3.friends.used 7.W.gap 7.W.passed 7.W.order 7.W.fire 7.W.fired 7.W.assault 7.W.end
7.W.scope 8.1.fired 8.1.limited 8.3 9.1a 9.1b 9.1b.line 9.1b.hex 9.1c 9.1e.adjacent 9.1e.corner 9.1g 9.1h
9.3.ends 10.1 10.1b 10.2 10.3b 10.3c 10.3d 10.6 10.7b 10.7c 10.7d 10.8b 10.9 11.3a.drop 11.3a.shift 11.3b
11.3d 11.3d.others 11.3d.advance 11.3d.repulse 11.4.charge 12.1.fire 12.1.pass 12.1.fail 12.1.close
12.1.repulse 12.1.six 12.1.one 12.2 12.3.away 12.3.cause 12.3.engaged 12.3.hit 12.3.stack 12.3.none 12.4b
12.4c 12.4d 12.4e 12.5b 12.6 13.2 13.2b 13.3b 13.3c 16.2.control 16.2.vp 16.2.win 16.x.setup 16.3.x
O.skirmish
"""
REBUILT_IN_PART = """
2.1d 2.2c 3.1e 4 5.1 5.5.key 5.5.regulars 6.5b.road 7.3.div.roll 7.3.event 7.3.regulars 7.3.blackberries
7.3.signal 7.3.fortunes 7.3.fortunes.div 7.3.confusion 7.3.firefight 7.3.rally 7.3.superior 7.3.exhaustion
7.3.ammo 8.1.attack 8.1.defend 8.1.maneuver 8.1.regroup 8.2 9.1d 9.3 9.3c 9.3.column 10.3 10.3e 10.4 10.7
10.8 11.2 11.3a 11.3a.support 11.4 12.1.panic 12.3.path 12.3.guns 12.4a 12.5 12.7 12.8 13.1 13.3 14 14.c
16.2.setup 16.3.schedule 16.3.10b 16.3.12p
"""
CHAPTERS = {
    "2": "2 Counters, chits and ground",
    "3": "3 Stacking",
    "4": "4 Sequence of play",
    "5": "5 Command Decision Phase",
    "6": "6 Artillery Phase",
    "7": "7 Chit Draw Phase",
    "8": "8 Orders",
    "9": "9 Fire",
    "10": "10 Movement",
    "11": "11 Close combat",
    "12": "12 Cohesion",
    "13": "13 Rally",
    "14": "14 End of the turn",
    "16": "16 Scenarios",
    "O": "O Options",
}


def test_ledger_holds_every_rule_in_order() -> None:
    assert len(RULEBOOK_ORDER.split()) == 279
    assert list(RULES) == RULEBOOK_ORDER.split()
    assert list(load_ledger(DATA / "rules.toml")) == list(RULES)


def test_ledger_entries_are_whole() -> None:
    titles = Counter(rule["title"] for rule in RULES.values())
    assert [title for title, times in titles.items() if times > 1] == []
    for number, rule in RULES.items():
        assert set(rule) == {"title", "says", "chapter", "source"}, number
        assert rule["says"].endswith(".") and "\n" not in rule["says"], number
        assert rule["chapter"] == CHAPTERS[number.split(".")[0]], number


def test_ledger_tells_what_is_rebuilt() -> None:
    for number, rule in RULES.items():
        word, _, note = rule["source"].partition(": ")
        assert (word == "reconstructed") == (number in REBUILT_WHOLE.split()), number
        assert (word == "rulebook" and bool(note)) == (number in REBUILT_IN_PART.split()), number


# ---------------------------------------------------------------- options

RULINGS = {
    "lull-combat": "wrong-side none",
    "lull-union-south": "forbidden printed",
    "farm-ford-users": "everyone sherman-keyes",
    "general-casualty": "both one",
    "division-chit": "returns returns-on-success",
    "held-chits": "open hidden",
    "firing-on-friends": "until-used this-turn",
    "cavalry-target": "mounted always",
    "ford-on-road": "extra free",
    "schenck-centre": "3820 3821",
    "left-map-scores": "yes no",
    "rally-in-combat-orders": "yes no",
    "fragile": "six none",
}
OPTIONAL_RULES = {
    "courier": "O.courier",
    "bridge": "O.bridge",
    "patterson": "O.patterson",
    "skirmisher": "O.skirmish",
    "artillery-withdrawal": "6.8",
    "extended-march": "10.6",
}


def test_options_and_what_is_played_without_choosing() -> None:
    assert set(OPTIONS) == {*RULINGS, *OPTIONAL_RULES, "morning", "union-setup", "confederate-setup"}
    assert list(OPTIONS["morning"]["choices"]) == ["off", "barnard", "march"]
    for name, values in RULINGS.items():
        assert list(OPTIONS[name]["choices"]) == values.split(), name
        assert OPTIONS[name]["default"] == values.split()[0] and OPTIONS[name]["group"] == "ruling"
    for name, rule in OPTIONAL_RULES.items():
        assert list(OPTIONS[name]["choices"]) == ["off", "on"] and OPTIONS[name]["default"] == "off"
        assert OPTIONS[name]["rule"] == rule and OPTIONS[name]["group"] == "optional rule"
    for side in SIDES:
        assert list(OPTIONS[f"{side}-setup"]["choices"]) == ["historical", "free"]


def test_options_are_told_in_sentences_and_cite_rules() -> None:
    assert set(load_settings(DATA / "options.toml")) == set(OPTIONS)
    for name, option in OPTIONS.items():
        assert option["rule"] in RULES, name
        assert all(says.endswith(".") for says in [option["says"], *option["choices"].values()]), name
        assert set(option.get("scenarios", NAMES)) <= set(NAMES), name


def test_the_six_options_of_the_rulebook_are_for_the_whole_battle_only() -> None:
    six = ["barnard", "march", "courier", "bridge", "patterson", "skirmisher"]
    assert list(BATTLE["options"]) == six
    assert all(OPTIONS[name]["scenarios"] == ["whole-battle"] for name in ("morning", *six[2:]))
    assert SCENARIO["matthews-hill"]["options"] == SCENARIO["henry-house-hill"]["options"] == {}


# ---------------------------------------------------------------- scenarios


def due(row: dict[str, Any], option: str = "") -> str:
    """When reinforcements come, "" for those without a turn of their own."""
    turns: dict[str, str] = BATTLE["options"][option].get("turns", {}) if option else {}
    return turns.get(row["title"], row.get("turn", ""))


def coming(name: str) -> list[dict[str, Any]]:
    """Reinforcements on the schedule of a scenario, options apart."""
    data = SCENARIO[name]
    first, last = (TRACK.index(data["schedule"][key]) for key in ("from", "until"))
    rows = [row for row in data["reinforcements"] if "option" not in row and "turn" in row]
    return [row for row in rows if first <= TRACK.index(row["turn"]) <= last]


def set_up(name: str, side: str | None = None) -> list[str]:
    return [u for group in SCENARIO[name]["setup"] if side in (None, group["side"]) for u in group["units"]]


def mix(name: str, side: str, turn: str) -> Counter[str]:
    """The names of a side's Event chits on a turn."""
    data = SCENARIO[name]
    chits = list(data["mix"][side])
    first, last = data["schedule"]["from"], data["schedule"]["until"]
    for row in data["new_chits"]:
        new = TRACK.index(row["turn"])
        if TRACK.index(first) <= new <= min(TRACK.index(last), TRACK.index(turn)):
            chits += [chit for chit in row["chits"] if chit in EVENTS and EVENTS[chit]["side"] == side]
    return Counter(EVENTS[chit]["name"] for chit in chits)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_scenario_is_unknown(name: str) -> None:
    data = SCENARIO[name]
    assert data["id"] == name and data["rule"] in RULES
    pieces = {item["id"] for items in PIECES.values() for item in items}
    for table in tables_in(data):
        for key in ("units", "chits", "leaders", "wild", "never", "among"):
            assert set(table.get(key, [])) <= pieces, (key, table)
        for key in ("of", "hex", "watched"):
            if key in table:
                BOARD.place(table[key])
        if isinstance(table.get("at"), str):
            BOARD.place(table["at"])
        for key in ("region", "branch"):
            assert key not in table or table[key] in BOARD.regions
        for key in ("turn", "first_turn", "last_turn", "not_before", "first", "last", "until"):
            assert key not in table or table[key] in TRACK, (key, table)
        if "rule" in table:
            assert table["rule"] in RULES, table["rule"]
    for hex_name in set(data["control"]) - {"source"}:
        BOARD.place(hex_name)
        assert data["control"][hex_name] in SIDES
    assert set(data["standing"]) <= set(data["limit"])
    assert set(data["lull_rules"]["wrong_side"].values()) <= set(BOARD.regions)
    for side in SIDES:
        assert set(data["mix"][side]) <= set(EVENTS)
        assert set(data["lull_rules"]["orders"][side]) <= set(TABLES["orders"])


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_set_up_or_comes_once_and_on_its_own_side(name: str) -> None:
    rows = coming(name)
    listed_units = Counter([*set_up(name), *(unit for row in rows for unit in row["units"])])
    assert [unit for unit, times in listed_units.items() if times > 1] == []
    for group in (*SCENARIO[name]["setup"], *SCENARIO[name]["reinforcements"]):
        assert {UNITS[unit]["side"] for unit in group["units"]} == {group["side"]}, group["title"]


@pytest.mark.rule(GAME, "16.3.schedule")
def test_in_the_whole_battle_every_unit_has_its_place_or_turn() -> None:
    named = [*set_up("whole-battle"), *(unit for row in BATTLE["reinforcements"] for unit in row["units"])]
    assert sorted(named) == sorted(UNITS)


@pytest.mark.rule(GAME, "16.2.setup")
def test_henry_house_hill_has_all_but_the_late_ones() -> None:
    late = {unit for row in coming("henry-house-hill") for unit in row["units"]}
    assert {UNITS[unit].get("brigade", UNITS[unit]["name"]) for unit in late} == {
        "Bonham", "Elzey", "Early", "Kemper", "Beckham",
    }  # fmt: skip
    assert set(UNITS) - set(set_up("henry-house-hill")) - late == {"USA-Ayres"}


@pytest.mark.rule(GAME, "16.1.turns", "16.2.turns", "16.3.1")
def test_turns_of_the_scenarios() -> None:
    for name, first, last, count in (
        ("matthews-hill", "9:00 AM", "11:30 AM", 6),
        ("henry-house-hill", "1:30 PM", "5:00 PM", 8),
        ("whole-battle", "9:00 AM", "5:00 PM", 17),
    ):
        data = SCENARIO[name]
        assert (data["first_turn"], data["last_turn"]) == (first, last)
        assert TRACK.index(last) - TRACK.index(first) + 1 == count


SCHEDULE = """
9:00 AM   union        1800  Burnside 4
9:00 AM   confederate  4035  Bartow 2
9:00 AM   confederate  4035  Bee 4
9:30 AM   union        1800  Porter 5
9:30 AM   union        1800  Reynolds and Martin 2
9:30 AM   union        4022  Carlisle 1
9:30 AM   confederate  4035  Hampton 1
9:30 AM   confederate  4035  Imboden 1
10:00 AM  union        1800  Ricketts and Griffin 2
10:30 AM  confederate  4035  Jackson 5
10:30 AM  confederate  4035  Rockbridge 1
11:30 AM  union        1800  Franklin 3
11:30 AM  confederate  1940  Stuart 1
12:00 PM  union        1800  Willcox 3
12:00 PM  confederate  4035  Pelham and Squires 2
12:30 PM  union        1800  Howard 4
12:30 PM  union        1800  Arnold 1
1:30 PM   confederate  4035  Bonham 2
1:30 PM   confederate  4035  Kemper 1
2:00 PM   confederate  1940  Elzey 3
2:30 PM   confederate  4035  Early 3
3:00 PM   confederate  4035  Beckham 1
"""


@pytest.mark.rule(GAME, "16.3.schedule")
def test_schedule_of_the_whole_battle() -> None:
    rows = [
        f"{row['turn']:9} {row['side']:12} {row['at']}  {row['title']} {len(row['units'])}"
        for row in coming("whole-battle")
    ]
    assert rows == SCHEDULE.strip().splitlines()
    others = [row for row in BATTLE["reinforcements"] if row not in coming("whole-battle")]
    assert [(row["title"], row.get("turn"), row["at"], row.get("option")) for row in others] == [
        ("Ayres", "3:00 PM", "4022", ["barnard", "march"]),
        ("Keyes", None, "4022", None),
    ]


@pytest.mark.rule(GAME, "16.3.schedule")
def test_reinforcements_come_as_whole_brigades_at_their_entry_or_as_batteries() -> None:
    entries = {BOARD.name(entry.place) for entry in BOARD.entries}
    for row in BATTLE["reinforcements"]:
        assert row["at"] in entries, row["title"]
        guns = {is_gun(unit) for unit in row["units"]}
        assert len(guns) == 1
        if guns == {False}:
            members = {u for u in UNITS if UNITS[u].get("brigade") == row["title"]}
            assert set(row["units"]) == members, row["title"]
            assert BRIGADES[row["title"]]["entry"] == row["at"]
    assert {name: BRIGADES[name]["entry"] for name in ("Schenck", "Sherman", "Evans", "Cocke")} == {
        "Schenck": "4022", "Sherman": "4022", "Evans": "4035", "Cocke": "4035",
    }  # fmt: skip


@pytest.mark.rule(GAME, "16.1.setup")
def test_matthews_hill_has_the_reinforcements_to_10() -> None:
    assert [row["title"] for row in coming("matthews-hill")] == [
        "Burnside", "Bartow", "Bee", "Porter", "Reynolds and Martin", "Carlisle", "Hampton", "Imboden",
        "Ricketts and Griffin",
    ]  # fmt: skip
    assert set_up("matthews-hill") == set_up("whole-battle")


# Set-up areas


def area(group: dict[str, Any]) -> list[str]:
    """The hexes where a group may be set up."""
    places = BOARD.all
    if "of" in group:
        places &= BOARD.within(at(group["of"]), group["within"])
    if "region" in group:
        places &= BOARD.regions[group["region"]]
    low, high = group.get("columns", (10, 40))
    return [name for name in BOARD.names_of(places) if low <= int(name[:2]) <= high]


PRINTED_AREAS = """
matthews-hill, whole-battle | Schenck | 3821 3 east_bank
matthews-hill, whole-battle | Sherman | 4016 3
matthews-hill, whole-battle | Evans | 3721 3 west_bank
matthews-hill, whole-battle | Cocke | 3530 3 west_bank
henry-house-hill | Schenck | 3821 3 east_bank
henry-house-hill | Keyes | 3316 5 young_north
henry-house-hill | Sherman | 1914 3
henry-house-hill | Porter | 1914 3
henry-house-hill | Burnside | 1914 3
henry-house-hill | Howard | 1921 4 young_north
henry-house-hill | Franklin | 1921 4 young_north
henry-house-hill | Willcox | 1921 4 young_north
henry-house-hill | Cocke | 3530 3 west_bank
henry-house-hill | Bee | young_south
henry-house-hill | Bartow | young_south
henry-house-hill | Evans | young_south
henry-house-hill | Jackson | 2427 3 young_south
henry-house-hill | Hampton | 2623 3 young_south
henry-house-hill | Stuart | 1932 3
"""


@pytest.mark.rule(GAME, "16.1.setup", "16.2.setup", "16.3.setup")
def test_set_up_areas_by_brigade() -> None:
    for line in PRINTED_AREAS.strip().splitlines():
        names, brigade, expected = (part.strip() for part in line.split("|"))
        members = {unit for unit in UNITS if UNITS[unit].get("brigade") == brigade}
        for name in names.split(", "):
            groups = [g for g in SCENARIO[name]["setup"] if members & set(g["units"]) and "state" not in g]
            (group,) = groups
            words = [group.get("of"), group.get("within"), group.get("region")]
            assert " ".join(str(word) for word in words if word) == expected, (name, brigade)
            unplaced = {u for g in SCENARIO[name]["setup"] if "state" in g for u in g["units"]}
            assert members - unplaced <= set(group["units"]), (name, brigade)


@pytest.mark.rule(GAME, "16.2.setup")
def test_east_of_the_hill_means_columns() -> None:
    columns = {g["title"]: g["columns"] for g in SCENARIO["henry-house-hill"]["setup"] if "columns" in g}
    assert columns == {"Evans' brigade": [23, 40], "Bee's brigade": [22, 40], "Bartow's brigade": [22, 40]}
    broken = [g["units"] for g in SCENARIO["henry-house-hill"]["setup"] if g.get("state") == "Reorganize"]
    assert broken == [["CSA-1-LA-Bn"]]
    assert SCENARIO["henry-house-hill"]["setup_order"] == ["union", "confederate"]
    assert SCENARIO["henry-house-hill"]["farm_ford"] == "found"


@pytest.mark.rule(GAME, "16.2.setup")
def test_hexes_on_the_branch_or_over_the_run_are_outside_the_areas() -> None:
    groups = {group["title"]: area(group) for group in SCENARIO["henry-house-hill"]["setup"]}
    assert "2021" in groups["Willcox's brigade"] and "2022" not in groups["Willcox's brigade"]
    assert "3417" in groups["Keyes' brigade"] and "3416" not in groups["Keyes' brigade"]


@pytest.mark.parametrize("name", NAMES)
def test_the_ready_set_up_is_legal(name: str) -> None:
    """In its area, within stacking, guns and horses on open ground, nobody Engaged."""
    data = SCENARIO[name]
    places: dict[str, str] = {}
    for side in SIDES:
        mine: dict[str, str] = data["historical"][side]["places"]
        waiting = {unit for group in data["setup"] if "state" in group for unit in group["units"]}
        assert set(mine) == set(set_up(name, side)) - waiting
        places |= mine
    for group in data["setup"]:
        for unit in group["units"]:
            if "state" not in group:
                assert places[unit] in area(group), unit
            if unit in places and UNITS[unit]["kind"] != "infantry":
                assert is_ground_for_guns(places[unit]), unit
    stacks: dict[str, list[str]] = {}
    for unit, place in places.items():
        stacks.setdefault(place, []).append(unit)
    for place, units in stacks.items():
        assert len(units) == 1 or sum(map(strength, units)) <= TABLES["stacking"]["hex"], place
        side = {UNITS[unit]["side"] for unit in units}
        assert len(side) == 1, place
        enemies = {places[unit] for unit in places if UNITS[unit]["side"] not in side}
        assert not engaged(place, enemies), place


MORNING = """
2 NY 3919, 1 OH 3820, 2 OH 3921, 13 NY 3916, 69 NY 4016, 79 NY 4017, 2 WI 4015, 4 SC a 3521, 4 SC b 3721,
1 LA Bn 3520, Davidson 3621, 8 VA 3430, 18 VA 3531, 19 VA 3431, 28 VA 3331, 49 VA b 3530, Rogers 3532,
Latham 3429
"""
AFTERNOON = """
2 NY 3919, 1 OH 3820, 2 OH 3921, Carlisle 3920, 2 ME 3219, 3 CT 3220, 1 CT 3118, 2 CT 3119, 69 NY 2016,
79 NY 1916, 13 NY 1917, 2 WI 2015, 14 NY 1716, 27 NY 1715, 8 NY 1714, USMC Bn 1815, US Inf Bn 1816, 1 RI 2013,
2 RI 2014, 2 NH 1913, 71 NY 1912, Reynolds 2115, Martin 2115, Ricketts 1616, Griffin 1615, Arnold 1814,
3 ME 1718, 4 ME 1719, 5 ME 1818, 2 VT 1819, 5 MA 1820, 11 MA 1821, 1 MN 1920, 11 NY 1921, 38 NY 2020,
1 MI 2021, 8 VA 3430, 18 VA 3531, 19 VA 3431, 28 VA 3331, 49 VA b 3530, Rogers 3532, Latham 3429, 4 SC a 2524,
4 SC b 2525, Davidson 2424, 2 MS 2527, 11 MS 2526, 6 NC 2526, 4 AL 2528, 7 GA 2626, 8 GA 2627,
2 VA 2125, Pelham 2126,
Squires 2126, 33 VA 2127, 4 VA 2226, 27 VA 2225, 5 VA 2324, Rockbridge 2325, Hampton's Legion 2623,
Imboden 2523, 1 VA Cav 1930
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [("matthews-hill", MORNING), ("whole-battle", MORNING), ("henry-house-hill", AFTERNOON)],
)
def test_where_units_stand_ready(name: str, text: str) -> None:
    expected = dict(entry.strip().rsplit(" ", 1) for entry in text.replace("\n", " ").split(","))
    ready = SCENARIO[name]["historical"]
    found = {UNITS[unit]["name"]: place for side in SIDES for unit, place in ready[side]["places"].items()}
    assert found == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_ready_set_up_keeps_the_standing_limits(name: str) -> None:
    data = SCENARIO[name]
    places = {**data["historical"]["union"]["places"], **data["historical"]["confederate"]["places"]}
    for limit in (data["limit"][key] for key in data["standing"]):
        for unit in limit.get("units", []):
            if unit in places:
                assert distance(places[unit], limit["of"]) <= limit["within"], unit


# Chits


@pytest.mark.parametrize(
    ("name", "leaders", "drawn", "chits"),
    [
        ("matthews-hill", "Tyler Hunter Beauregard Johnston", (2, 2), 12),
        ("henry-house-hill", "Tyler Hunter Heintzelman Beauregard Johnston", (3, 2), 14),
        ("whole-battle", "Tyler Hunter Beauregard Johnston", (2, 2), 12),
    ],
)
def test_what_goes_into_the_cup(name: str, leaders: str, drawn: tuple[int, int], chits: int) -> None:
    cup = SCENARIO[name]["cup"]
    assert [LEADERS[chit]["name"] for chit in cup["leaders"]] == leaders.split()
    assert [WILD[chit]["name"] for chit in cup["wild"]] == ["Fog of War", "Fortunes of War"]
    assert tuple(cup["drawn"][side] for side in SIDES) == drawn
    assert len(cup["leaders"]) + len(cup["wild"]) + 2 + sum(drawn) == chits
    assert cup.get("union_draws_three_from") == ("1:30 PM" if name == "whole-battle" else None)


def test_uses_of_regulars_forward() -> None:
    assert [SCENARIO[name]["cup"]["regulars_forward"] for name in NAMES] == [2, 1, 3]


MIXES = [
    ("whole-battle", "9:00 AM", 5, 6),
    ("whole-battle", "10:30 AM", 5, 6),
    ("whole-battle", "11:00 AM", 6, 6),
    ("whole-battle", "12:30 PM", 6, 6),
    ("whole-battle", "1:00 PM", 8, 6),
    ("whole-battle", "2:00 PM", 9, 8),
    ("whole-battle", "5:00 PM", 9, 8),
    ("matthews-hill", "9:00 AM", 5, 6),
    ("matthews-hill", "11:30 AM", 5, 6),
    ("henry-house-hill", "1:30 PM", 8, 6),
    ("henry-house-hill", "2:00 PM", 9, 8),
]


@pytest.mark.rule(GAME, "16.3.schedule")
@pytest.mark.parametrize(("name", "turn", "union", "confederate"), MIXES)
def test_how_many_chits_a_side_has(name: str, turn: str, union: int, confederate: int) -> None:
    assert [mix(name, side, turn).total() for side in SIDES] == [union, confederate]


@pytest.mark.rule(GAME, "16.3.schedule")
def test_which_chits_a_side_has() -> None:
    common = {"Blackberries": 1, "Command Confusion": 1, "Firefight": 1, "Rally!": 1}
    late = {"Superior Artillery", "Low Ammo", "Exhaustion"}
    for name in NAMES:
        for side, own in (
            ("union", {"Regulars Forward": 1}),
            ("confederate", {"Rebel Yell!": 1, "Signal Station": 1}),
        ):
            at_first = mix(name, side, SCENARIO[name]["first_turn"])
            assert Counter({chit: n for chit, n in at_first.items() if chit not in late}) == common | own
    assert mix("whole-battle", "union", "1:00 PM") - mix("whole-battle", "union", "9:00 AM") == Counter(
        {"Superior Artillery": 2, "Low Ammo": 1}
    )
    assert mix("whole-battle", "union", "2:00 PM") - mix("whole-battle", "union", "1:00 PM") == Counter(
        ["Exhaustion"]
    )
    assert mix("whole-battle", "confederate", "2:00 PM") - mix(
        "whole-battle", "confederate", "9:00 AM"
    ) == Counter(["Exhaustion", "Low Ammo"])
    assert not late & set(mix("matthews-hill", "union", "11:30 AM"))
    assert mix("henry-house-hill", "union", "1:30 PM") == mix("whole-battle", "union", "1:30 PM")


@pytest.mark.rule(GAME, "16.3.schedule")
def test_heintzelmans_chit_comes_with_franklin() -> None:
    rows = [row for row in BATTLE["new_chits"] if set(row["chits"]) & set(LEADERS)]
    assert [(row["turn"], row["chits"]) for row in rows] == [("11:30 AM", ["USA-chit-Heintzelman"])]
    franklin = next(row for row in BATTLE["reinforcements"] if row["title"] == "Franklin")
    assert franklin["turn"] == rows[0]["turn"]
    for option in ("barnard", "march"):
        turns = BATTLE["options"][option]["turns"]
        assert turns["USA-chit-Heintzelman"] == turns["Franklin"]


# Victory


def objectives(name: str, when: str) -> dict[str, tuple[int, int]]:
    rows = SCENARIO[name]["objectives"]
    return {row["hex"]: (row["union"], row["confederate"]) for row in rows if row["when"] == when}


def test_objectives_before_and_after_the_lull() -> None:
    for name in NAMES:
        assert objectives(name, "before") == {"2514": (1, 1), "1914": (1, 1), "2021": (1, 1)}
        assert objectives(name, "after") == {"2125": (2, 2), "2623": (1, 1), "2021": (1, 1), "1022": (1, 0)}
    assert [SCENARIO[name]["lull"] for name in NAMES] == ["none", "over", "declared"]
    on_the_map = {BOARD.name(f.places[0]) for f in BOARD.features if f.kind == "objective"}
    assert on_the_map == {row["hex"] for row in BATTLE["objectives"]}


def test_margins_and_points_at_the_start() -> None:
    assert [SCENARIO[name]["victory"]["margin"] for name in NAMES] == [2, 3, 3]
    assert [SCENARIO[name]["victory"]["start"]["confederate"] for name in NAMES] == [0, 4, 0]
    assert {SCENARIO[name]["victory"]["start"]["union"] for name in NAMES} == {0}
    assert {SCENARIO[name]["victory"]["for_each_loss"] for name in NAMES} == {1}


def test_control_at_the_start() -> None:
    for name in ("matthews-hill", "whole-battle"):
        held = {key: side for key, side in SCENARIO[name]["control"].items() if key != "source"}
        assert held == dict.fromkeys(["2514", "1914", "2021", "2125", "2623"], "confederate")
    afternoon = SCENARIO["henry-house-hill"]["control"]
    assert {key: side for key, side in afternoon.items() if key != "source"} == {
        "2021": "union", "2125": "confederate", "2623": "confederate",
    }  # fmt: skip


# Special rules


def test_random_states_of_the_afternoon() -> None:
    rows = [
        (row["draw"], row["state"], row["among"]) for row in SCENARIO["henry-house-hill"]["random_states"]
    ]

    def of(*brigades: str) -> list[str]:
        return [unit for unit in UNITS if UNITS[unit].get("brigade") in brigades]

    porter = [unit for unit in of("Porter") if unit != "USA-US-Inf-Bn"]
    shenandoah = {"CSA-7-GA", "CSA-8-GA", "CSA-2-MS", "CSA-11-MS", "CSA-4-AL", "CSA-6-NC"}
    assert [(count, state) for count, state, _ in rows] == [
        (1, "battleworn"), (2, "battleworn"), (1, "Reorganize"), (2, "battleworn"),
    ]  # fmt: skip
    assert rows[0][2] == porter and rows[1][2] == of("Burnside")
    assert set(rows[2][2]) == set(rows[3][2]) == shenandoah == set(of("Bee", "Bartow"))
    assert "random_states" not in BATTLE


def test_burnside_and_the_free_activation() -> None:
    data = SCENARIO["henry-house-hill"]
    assert data["orders_denied"] == {"Burnside": ["attack"]}
    assert (data["free_activation"]["side"], data["free_activation"]["turn"]) == ("union", "1:30 PM")
    assert "orders_denied" not in BATTLE and "free_activation" not in BATTLE


def test_standing_limits_by_scenario() -> None:
    common = ["stone-bridge", "schenck", "carlisle", "cocke", "rogers-latham"]
    assert sorted(SCENARIO["henry-house-hill"]["standing"]) == sorted(common)
    for name in ("matthews-hill", "whole-battle"):
        assert sorted(SCENARIO[name]["standing"]) == sorted([*common, "4-sc-b", "sherman", "keyes"])
        assert SCENARIO[name]["farm_ford"] == "hidden"


@pytest.mark.parametrize(
    ("key", "centre", "release", "ends"),
    [
        ("schenck", "3820", "3820", "crossing retreat broken"),
        ("carlisle", "3821", "3820", "crossing retreat"),
        ("4-sc-b", "3721", "3721", "retreat lull"),
        ("cocke", "3530", None, ""),
        ("rogers-latham", "3530", None, ""),
    ],
)
def test_limits_of_three_hexes(key: str, centre: str, release: str | None, ends: str) -> None:
    limit = BATTLE["limit"][key]
    assert (limit["of"], limit["within"]) == (centre, 3)
    assert limit.get("released_beyond") == ({"of": release, "within": 3} if release else None)
    assert limit["ends"] == ends.split()


def test_numbers_of_the_special_rules() -> None:
    limit = BATTLE["limit"]
    assert (
        set(limit["stone-bridge"]["hexside"]) == {"3822", "3721"} and limit["stone-bridge"]["side"] == "union"
    )
    assert crossing(*limit["stone-bridge"]["hexside"]) == "Stone Bridge"
    assert (limit["cocke"]["not_before"], limit["cocke"]["price"], limit["cocke"]["remain"]) == (
        "10:30 AM",
        1,
        1,
    )
    assert limit["cocke"]["never"] == ["CSA-49-VA-b"]
    assert limit["cocke"]["units"] == [unit for unit in UNITS if UNITS[unit].get("brigade") == "Cocke"]
    assert limit["schenck"]["units"] == [unit for unit in UNITS if UNITS[unit].get("brigade") == "Schenck"]
    assert limit["rogers-latham"]["removed_beyond"] is True
    assert (limit["sherman"]["not_before"], limit["sherman"]["finds"]) == (
        "10:30 AM",
        {"10:30 AM": 5, "11:00 AM": 3},
    )
    assert (limit["keyes"]["at"], limit["keyes"]["turns_later"]) == ("4022", 1)


def test_the_lull() -> None:
    lull = BATTLE["lull_rules"]
    assert (lull["first"], lull["last"], lull["turns"]) == ("11:00 AM", "1:00 PM", 3)
    assert lull["orders"] == {"union": ["defend", "maneuver"], "confederate": ["maneuver", "regroup"]}
    assert [EVENTS[chit]["name"] for side in SIDES for chit in lull["event_chits"][side]] == [
        "Rally!",
        "Rally!",
    ]
    assert lull["wrong_side"] == {"union": "young_south", "confederate": "young_north"}
    assert inside(lull["branch"], "1023")


def test_barnard_brings_the_union_two_hours_and_the_confederates_one_hour_earlier() -> None:
    option = BATTLE["options"]["barnard"]
    assert option["first_turn"] == "7:00 AM" and option["points_before"] == {"union": 2, "confederate": 2}
    for row in BATTLE["reinforcements"]:
        if "turn" not in row or row["title"] in ("Elzey", "Ayres"):
            assert due(row, "barnard") == row.get("turn", ""), row["title"]
        else:
            earlier = 4 if row["side"] == "union" else 2
            assert TRACK.index(row["turn"]) - TRACK.index(due(row, "barnard")) == earlier, row["title"]


def test_march_discipline() -> None:
    option = BATTLE["options"]["march"]
    assert option["first_turn"] == "7:00 AM" and option["confederate_points_before"] == 2
    moved = {
        row["title"]: due(row, "march") for row in BATTLE["reinforcements"] if due(row, "march") != due(row)
    }
    assert moved == {
        "Burnside": "7:00 AM",
        "Porter": "7:30 AM",
        "Reynolds and Martin": "7:30 AM",
        "Carlisle": "7:30 AM",
        "Ricketts and Griffin": "8:00 AM",
        "Franklin": "10:00 AM",
        "Willcox": "10:30 AM",
        "Arnold": "11:00 AM",
        "Howard": "11:30 AM",
    }


def test_the_other_options() -> None:
    titles = {row["title"] for row in BATTLE["reinforcements"]} | set(LEADERS)
    for option in BATTLE["options"].values():
        assert set(option.get("out", [])) | set(option.get("turns", {})) <= titles
        assert set(option.get("turns", {}).values()) <= set(TRACK)
        assert option.get("from", "2:30 PM") in TRACK
    courier = BATTLE["options"]["courier"]
    assert courier["out"] == ["Bonham", "Early", "Kemper"] and courier["confederate_points_after"] == 1
    assert courier["ratings"] == {"CSA-chit-Beauregard": {"rating": 3, "casualty_rating": 2}}
    bridge = BATTLE["options"]["bridge"]
    assert bridge["explodes_to"] == 2 and bridge["box"] == TABLES["broken_track"]["exploded"]["box"]
    patterson = BATTLE["options"]["patterson"]
    assert patterson["out"] == ["Elzey"] and patterson["union_points"] == {"1022": 0}
    assert (patterson["watched"], patterson["from"], patterson["scores_to"]) == ("1022", "2:30 PM", 3)
    skirmisher = BATTLE["options"]["skirmisher"]
    assert skirmisher["unit"] in UNITS and (skirmisher["fire_factor"], skirmisher["fire_at_it"]) == (
        "1/2",
        -2,
    )
