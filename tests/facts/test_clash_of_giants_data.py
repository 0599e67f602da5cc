"""The data of Clash of Giants against the facts of its battle book, read without the game's own loaders."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bullrun
from bullrun.engine.ledger import load_ledger
from bullrun.engine.settings import load_settings
from tests.facts.clash_of_giants_ground import BULL_RUN, GETTYSBURG, Field

DATA = Path(bullrun.__file__).parent / "games" / "clash_of_giants" / "data"
GAME = "clash-of-giants"
BATTLES = ("second-bull-run", "gettysburg")
SCENARIOS = ("28-august", "29-august", "gettysburg")
SIDES = ("union", "confederate")
FIELDS = {"second-bull-run": BULL_RUN, "gettysburg": GETTYSBURG}

Table = dict[str, Any]


def read(name: str) -> Table:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def by_id(entries: list[Table]) -> dict[str, Table]:
    return {entry["id"]: entry for entry in entries}


def scenario(name: str) -> Table:
    """A scenario completed by the one it is like."""
    data = read(f"scenarios/{name}.toml")
    return {**read(f"scenarios/{data['like']}.toml"), **data} if "like" in data else data


PIECES = {battle: read(f"pieces-{battle}.toml") for battle in BATTLES}
UNITS = {battle: by_id(PIECES[battle]["units"]) for battle in BATTLES}
FORMATIONS = {battle: by_id(PIECES[battle]["formations"]) for battle in BATTLES}
SCENARIO = {name: scenario(name) for name in SCENARIOS}
TABLES = read("tables.toml")
RULES: dict[str, Table] = read("rules.toml")["rules"]
OPTIONS = by_id(read("options.toml")["option"])
KINDS = ("formations", "units", "commands", "specials", "artillery", "markers")


def of(battle: str, formation: str) -> list[str]:
    return [i for i, unit in UNITS[battle].items() if unit["formation"] == formation]


def first_turn(battle: str, formation: str) -> int:
    """The printed turn of a formation's first units; 1 for those that start on the map."""
    codes = [UNITS[battle][i]["code"] for i in of(battle, formation)]
    return min(turn_of(code) for code in codes)


def turn_of(code: str) -> int:
    printed = code.split("/")[0]
    return int(printed[:-1]) if printed and printed[-1].isalpha() else 1


def is_woods_without_road(field: Field, name: str) -> bool:
    return field.has("woods", name) and not field.roads_from(name)


# ---------------------------------------------------------------- counters


@pytest.mark.parametrize(
    ("battle", "side", "units", "steps"),
    [
        ("second-bull-run", "union", 44, 82),
        ("second-bull-run", "confederate", 31, 60),
        ("gettysburg", "union", 55, 96),
        ("gettysburg", "confederate", 37, 70),
    ],
)
def test_units_and_steps(battle: str, side: str, units: int, steps: int) -> None:
    mine = [unit for unit in UNITS[battle].values() if unit["side"] == side]
    assert (len(mine), sum(unit["steps"] for unit in mine)) == (units, steps)


def test_numbers_of_formations_and_markers() -> None:
    assert {battle: [len(PIECES[battle][kind]) for kind in KINDS] for battle in BATTLES} == {
        "second-bull-run": [20, 75, 18, 3, 23, 6],
        "gettysburg": [17, 92, 17, 9, 26, 8],
    }


FIELDS_OF = {
    "formations": "id side name army command row points_per_step badge source",
    "units": "id side name formation division kind steps strength rating rating_by_die code source",
    "commands": "id side name formation turn bought note source",
    "specials": """
    id side name how serves units rides_with formations within of needs_control allowance first_turn last_turn
    die no_die_from forced per_turn per_game modifier range_waived commands source""",
    "artillery": """
    id side name turn serves strength scope in_cup defence_only once_a_game defends_within needs grand_battery
    source""",
    "markers": "id side name source",
}


@pytest.mark.parametrize("battle", BATTLES)
def test_ids_are_single_words_and_unique_and_fields_are_known(battle: str) -> None:
    assert set(PIECES[battle]) == set(KINDS)
    ids = [entry["id"] for kind in KINDS if kind != "formations" for entry in PIECES[battle][kind]]
    assert len(ids) == len(set(ids)) and len(FORMATIONS[battle]) == len(PIECES[battle]["formations"])
    assert all(i.isascii() and i.isprintable() and " " not in i for i in ids)
    for kind in KINDS:
        for entry in PIECES[battle][kind]:
            assert set(entry) <= set(FIELDS_OF[kind].split()), entry
            assert entry.get("side", "union") in SIDES, entry
            assert entry["source"].split(":")[0] in ("rulebook", "deduced", "reconstructed"), entry
            assert entry["name"].strip() == entry["name"] != "", entry


@pytest.mark.rule(GAME, "3.2.formation", "3.2.types", "3.2.steps", "3.2.ter")
@pytest.mark.parametrize("battle", BATTLES)
def test_units_belong_to_formations_and_have_steps_and_ratings(battle: str) -> None:
    for i, unit in UNITS[battle].items():
        formation = FORMATIONS[battle][unit["formation"]]
        assert (
            formation["side"] == unit["side"] and i[:2] == {"union": "u-", "confederate": "c-"}[unit["side"]]
        )
        assert unit["kind"] in ("infantry", "cavalry") and unit["steps"] in (1, 2) and unit["division"]
        assert ("rating" in unit) != ("rating_by_die" in unit), i
        assert all(rating in (2, 3, 4, 5) for rating in unit.get("rating_by_die", [unit.get("rating")])), i
        assert unit["kind"] == "infantry" or unit["steps"] == 1
    divisions: dict[tuple[str, str], set[str]] = {}
    for unit in UNITS[battle].values():
        divisions.setdefault((unit["side"], unit["division"]), set()).add(unit["formation"])
    assert all(len(formations) == 1 for formations in divisions.values()), "a division lies in one formation"


@pytest.mark.rule(GAME, "G8.1.die", "G8.2")
def test_two_ratings_are_decided_by_a_die() -> None:
    rolled = {i: unit["rating_by_die"] for i, unit in UNITS["gettysburg"].items() if "rating_by_die" in unit}
    assert rolled == {"c-davis": [2, 2, 3, 3, 4, 5], "u-vermont": [2, 3, 3, 4, 4, 5]}
    assert not [i for i, unit in UNITS["second-bull-run"].items() if "rating_by_die" in unit]
    assert {m["id"] for m in PIECES["gettysburg"]["markers"]} >= {"mark-rating-davis", "mark-rating-vermont"}


@pytest.mark.rule(GAME, "G8.4.half", "G4.1.1.buford")
def test_buford_at_gettysburg() -> None:
    """Two brigades of two units, one step each, strength one half; the marker too."""
    cavalry = [unit for unit in UNITS["gettysburg"].values() if unit["kind"] == "cavalry"]
    assert [(unit["formation"], unit["steps"], unit["strength"]) for unit in cavalry] == [
        ("buford", 1, "1/2")
    ] * 4
    assert Counter(unit["division"] for unit in cavalry) == {"Gamble": 2, "Devin": 2}
    assert [i for battle in BATTLES for i, unit in UNITS[battle].items() if "strength" in unit] == of(
        "gettysburg", "buford"
    )
    assert by_id(PIECES["gettysburg"]["artillery"])["am-buford"]["strength"] == "1/2"


@pytest.mark.rule(GAME, "B4.1.1.cas", "G4.1.1.cas")
@pytest.mark.parametrize("battle", BATTLES)
def test_only_vi_corps_counts_double(battle: str) -> None:
    assert [i for i, f in FORMATIONS[battle].items() if f.get("points_per_step", 1) != 1] == ["vi-corps"]
    assert FORMATIONS[battle]["vi-corps"]["points_per_step"] == 2


def test_units_the_book_names_belong_where_it_puts_them() -> None:
    second = UNITS["second-bull-run"]
    assert len(of("second-bull-run", "ix-corps")) == 6 and "u-scammon" in of("second-bull-run", "ix-corps")
    assert (second["u-milroy"]["division"], second["u-milroy"]["formation"]) == ("Schurz", "i-corps")
    schenck = [i for i, unit in second.items() if unit["division"] == "Schenck"]
    assert schenck == ["u-stahel", "u-mclean"], "the only two"
    assert of("second-bull-run", "williams") == ["u-crawford", "u-gordon"]
    assert of("second-bull-run", "hooker") == ["u-grover", "u-carr", "u-excelsior"]
    assert of("second-bull-run", "kearny") == ["u-robinson", "u-birney", "u-poe"]
    gettysburg = UNITS["gettysburg"]
    robinson = [i for i, unit in gettysburg.items() if unit["division"] == "Robinson"]
    assert robinson == ["u-paul", "u-baxter"], "two brigades"
    assert {"c-archer", "c-davis", "c-pettigrew", "c-brockenbrough"} == set(of("gettysburg", "heth"))
    assert {"c-hoke", "c-hays", "c-gordon", "c-smith"} == set(of("gettysburg", "early"))
    assert {"u-vincent", "u-burbank", "u-tilton", "u-sweitzer"} <= set(of("gettysburg", "v-corps"))


# What the dice and losses of the examples imply: steps, and the least and greatest rating.
IMPLIED = {
    "u-smyth": (1, 2, 3),  # 2 + 2 removes him
    "c-stonewall": (2, 3, 5),  # 5 - 2 passes
    "u-harrow": (2, 2, 5),
    "c-nichols": (2, 2, 4),  # flipped by a 5
    "u-hall": (1, 2, 4),  # removed by a 5
    "u-philadelphia": (2, 3, 3),  # 4 fails by one hex
    "c-jones": (2, 2, 5),
    "u-carroll": (1, 4, 5),  # passes on a 4
    "c-steuart": (2, 4, 5),
    "u-paul": (2, 4, 4),  # 5 fails by one hex; a step, then eliminated for another point
    "c-perrin": (2, 4, 5),
    "u-iron-brigade": (2, 5, 5),  # 6 fails by one
    "c-archer": (2, 3, 5),
    "c-thomas": (2, 2, 5),
    "u-cutler": (2, 2, 5),
    "c-scales": (2, 2, 4),  # 5 costs a step
    "u-zouaves": (2, 4, 4),  # rating 2 after a flank
    "u-ruger": (2, 4, 4),
    "u-mcdougall": (2, 4, 4),  # survives on 3 or less at 2 to 1
    "c-barksdale": (2, 2, 5),
    "c-law": (2, 2, 5),
    "c-robertson": (2, 2, 5),
}


@pytest.mark.parametrize("unit", IMPLIED)
def test_steps_and_ratings_that_the_examples_imply(unit: str) -> None:
    steps, least, most = IMPLIED[unit]
    assert UNITS["gettysburg"][unit]["steps"] == steps
    assert least <= UNITS["gettysburg"][unit]["rating"] <= most


@pytest.mark.parametrize("unit", ["u-carr", "u-excelsior", "u-doubleday", "c-stonewall", "c-taliaferro"])
def test_brigades_of_two_steps_at_second_bull_run(unit: str) -> None:
    """They surrender for two points, or start reduced."""
    assert UNITS["second-bull-run"][unit]["steps"] == 2


# ---------------------------------------------------------------- markers


@pytest.mark.rule(GAME, "10.2.row", "6.3.cup")
@pytest.mark.parametrize("battle", BATTLES)
def test_every_formation_has_a_row_and_all_but_two_a_command_marker(battle: str) -> None:
    rows = {name for name in TABLES["movement_rows"] if name != "source"}
    assert {f["row"] for f in FORMATIONS[battle].values()} <= rows
    commanded = [command["formation"] for command in PIECES[battle]["commands"]]
    assert len(commanded) == len(set(commanded))
    without = {"buford", "stuart"} if battle == "second-bull-run" else set()
    assert set(commanded) == set(FORMATIONS[battle]) - without


@pytest.mark.rule(GAME, "9.4.marks")
@pytest.mark.parametrize("battle", BATTLES)
def test_command_markers_are_printed_with_the_turn_of_the_first_group(battle: str) -> None:
    for command in PIECES[battle]["commands"]:
        assert command["side"] == FORMATIONS[battle][command["formation"]]["side"]
        assert command["turn"] == first_turn(battle, command["formation"]), command
    assert [c["id"] for c in PIECES[battle]["commands"] if c.get("bought")] == (
        ["cm-williams"] if battle == "second-bull-run" else []
    )


@pytest.mark.rule(GAME, "13.2", "B6.1.form", "B6.2.wing", "G6.1.form", "G6.2.corps")
@pytest.mark.parametrize("battle", BATTLES)
def test_artillery_markers_serve_formations_of_their_side_and_come_no_earlier(battle: str) -> None:
    for marker in PIECES[battle]["artillery"]:
        assert marker["scope"] in ("formation", "corps", "any")
        if marker["scope"] == "any":
            assert marker["serves"] == "any" and marker["side"] == "union"
            continue
        assert {FORMATIONS[battle][f]["side"] for f in marker["serves"]} == {marker["side"]}, marker
        assert marker["turn"] >= min(first_turn(battle, f) for f in marker["serves"]), marker
        assert (len(marker["serves"]) > 1) == (marker["scope"] == "corps"), marker
        commands = {
            (FORMATIONS[battle][f]["army"], FORMATIONS[battle][f]["command"]) for f in marker["serves"]
        }
        assert len(commands) == 1, marker
        if marker["scope"] == "corps":
            ((army, command),) = commands
            whole = [i for i, f in FORMATIONS[battle].items() if (f["army"], f["command"]) == (army, command)]
            assert sorted(marker["serves"]) == sorted(whole), "any unit of that corps or wing"


@pytest.mark.rule(GAME, "B6.2.six", "B6.2.horse", "B3.1.3")
def test_artillery_with_rules_of_its_own_at_second_bull_run() -> None:
    guns = by_id(PIECES["second-bull-run"]["artillery"])
    horse = guns["am-stuart-horse"]
    assert (horse["turn"], horse["in_cup"], horse["serves"]) == (1, False, ["stuart"])
    assert {i for i, gun in guns.items() if gun.get("defends_within") == 6} == {
        "am-stuart-horse",
        "am-sd-lee",
    }
    assert guns["am-sd-lee"]["serves"] == guns["am-longstreets-wing"]["serves"]
    assert [i for i, gun in guns.items() if not gun.get("in_cup", True)] == ["am-stuart-horse"]


@pytest.mark.rule(GAME, "G6.1.reserve", "G6.1.sharp", "G6.2.grand")
def test_artillery_with_rules_of_its_own_at_gettysburg() -> None:
    guns = by_id(PIECES["gettysburg"]["artillery"])
    reserve = [gun for gun in guns.values() if gun["name"].startswith("Reserve")]
    assert len(reserve) == 5 and all(gun["scope"] == "any" and not gun["in_cup"] for gun in reserve)
    sharp = guns["am-us-sharpshooters"]
    assert (
        sharp["serves"] == ["v-corps"]
        and sharp["defence_only"]
        and sharp["once_a_game"]
        and not sharp["in_cup"]
    )
    corps = [i for i, gun in guns.items() if gun.get("grand_battery")]
    assert corps == SCENARIO["gettysburg"]["grand_battery"]["markers"] and len(corps) == 3
    assert all(guns[i]["scope"] == "corps" and guns[i]["side"] == "confederate" for i in corps)


def cup(battle: str, turn: int, out: tuple[str, ...] = (), withheld: int = 0) -> tuple[int, int]:
    """Markers in the artillery cup with all groups on time, and how many are drawn."""
    guns = [g for g in PIECES[battle]["artillery"] if g.get("in_cup", True) and g["turn"] <= turn]
    inside = len([gun for gun in guns if gun["id"] not in out]) - withheld
    return inside, int(inside * Fraction(TABLES["artillery"]["drawn"]))


@pytest.mark.rule(GAME, "6.2.cup", "6.2.half", "B3.1.3", "G3.1.3.am", "G6.3", "G6.4")
def test_cases_8_to_12_the_artillery_cup() -> None:
    assert cup("second-bull-run", 1) == (5, 2)
    assert cup("second-bull-run", 8) == (18, 9) and cup("second-bull-run", 13) == (21, 10)
    assert cup("gettysburg", 1) == (3, 1)
    assert cup("gettysburg", 4, withheld=1) == (12, 6) and cup("gettysburg", 4) == (13, 6)
    corps = SCENARIO["gettysburg"]["grand_battery"]["markers"]
    assert cup("gettysburg", 14, ("am-buford", *corps), withheld=1) == (15, 7)


@pytest.mark.rule(
    GAME, "B5.1", "B5.2.jackson", "B5.2.stuart.ride", "B5.2.longstreet.once", "B5.2.longstreet.turn"
)
def test_special_markers_of_second_bull_run() -> None:
    special = by_id(PIECES["second-bull-run"]["specials"])
    assert {s["side"] for s in special.values()} == {"confederate"}
    wings = {
        wing: [i for i, f in FORMATIONS["second-bull-run"].items() if f["command"] == wing]
        for wing in ("Jackson's Wing", "Longstreet's Wing")
    }
    jackson, stuart, longstreet = (special[f"scm-{name}"] for name in ("jackson", "stuart", "longstreet"))
    assert (jackson["how"], jackson["per_turn"], jackson["modifier"]) == ("in-place", 1, 1)
    assert jackson["serves"] == wings["Jackson's Wing"] == ["taliaferro", "ewell", "light"]
    assert (stuart["how"], stuart["serves"], stuart["per_turn"]) == ("along", ["stuart"], 1)
    assert (longstreet["how"], longstreet["per_game"], longstreet["modifier"]) == ("first", 1, 1)
    assert longstreet["serves"] == wings["Longstreet's Wing"] and longstreet["commands"] == "in the cup"
    assert [longstreet[key] for key in ("first_turn", "last_turn", "die", "no_die_from")] == [9, 17, 1, 16]


@pytest.mark.rule(GAME, "G5.1.scm", "G5.1.reynolds", "G5.1.howard", "G5.1.hancock", "G5.1.warren.stack")
def test_special_markers_of_the_union_at_gettysburg() -> None:
    special = {s["name"]: s for s in PIECES["gettysburg"]["specials"] if s["side"] == "union"}
    turns = {name: (s["how"], s["first_turn"], s["last_turn"]) for name, s in special.items()}
    assert turns == {
        "Reynolds": ("second", 1, 1),
        "Howard": ("in-place", 2, 3),
        "Hancock": ("in-place", 4, 4),
        "Warren": ("interrupt", 8, 16),
    }
    assert special["Reynolds"]["serves"] == ["i-corps"] and special["Reynolds"]["forced"]
    warren = special["Warren"]
    assert [warren[key] for key in ("needs_control", "of", "within", "allowance", "per_game")] == [
        "2016",
        "2016",
        6,
        8,
        1,
    ]
    assert all(s.get("modifier") == 1 for name, s in special.items() if name != "Warren")


@pytest.mark.rule(
    GAME, "G5.2.lee.die", "G5.2.archer", "G5.2.ewell", "G5.2.l2.when", "G5.2.l2.cm", "G5.2.l3.who"
)
def test_special_markers_of_the_confederates_at_gettysburg() -> None:
    special = {s["name"]: s for s in PIECES["gettysburg"]["specials"] if s["side"] == "confederate"}
    assert {name: (s["how"], s["first_turn"], s["last_turn"]) for name, s in special.items()} == {
        "Archer/Davis": ("first", 1, 1),
        "Lee": ("in-place", 2, 16),
        "Ewell": ("in-place", 2, 4),
        "Longstreet (2 July)": ("first", 9, 10),
        "Longstreet (3 July)": ("first", 14, 16),
    }
    assert special["Archer/Davis"]["units"] == ["c-archer", "c-davis"] and special["Archer/Davis"]["forced"]
    assert special["Lee"]["die"] == 1 and special["Lee"]["serves"] == "any"
    corps = {
        name: [
            i
            for i, f in FORMATIONS["gettysburg"].items()
            if (f["side"], f["command"]) == ("confederate", name)
        ]
        for name in ("I Corps", "II Corps")
    }
    assert special["Ewell"]["serves"] == corps["II Corps"]
    assert special["Longstreet (2 July)"]["serves"] == corps["I Corps"]
    third = special["Longstreet (3 July)"]
    assert (third["serves"], third["formations"], third["within"]) == ("any", 3, 12)
    assert {special[f"Longstreet ({day} July)"]["commands"] for day in (2, 3)} == {"out of the cup"}
    assert all(s["modifier"] == 1 for s in special.values())


def test_specials_serve_formations_of_their_side() -> None:
    for battle in BATTLES:
        for special in PIECES[battle]["specials"]:
            assert special["how"] in ("first", "second", "in-place", "along", "interrupt")
            assert ("per_turn" in special) != ("per_game" in special), special["id"]
            if isinstance(special["serves"], list):
                assert {FORMATIONS[battle][f]["side"] for f in special["serves"]} == {special["side"]}
            assert all(i in UNITS[battle] for i in special.get("units", []))


# ---------------------------------------------------------------- tables


@pytest.mark.rule(GAME, "10.2.row", "10.2.clamp", "B5.2.jackson", "B8.7.v")
@pytest.mark.parametrize(
    ("battle", "formation", "die", "modifier", "points"),
    [
        ("gettysburg", "v-corps", 2, 0, 4),  # the book's three
        ("gettysburg", "ii-corps", 3, 0, 6),
        ("second-bull-run", "ix-corps", 4, 0, 6),
        ("second-bull-run", "light", 5, 1, 10),  # C022 to C025
        ("second-bull-run", "light", 5, 0, 8),
        ("second-bull-run", "ewell", 6, 1, 8),
        ("second-bull-run", "v-corps", 1, -2, 4),
        ("second-bull-run", "v-corps", 2, -2, 4),
        ("second-bull-run", "v-corps", 5, -2, 6),
        ("second-bull-run", "v-corps", 5, 0, 8),
        ("gettysburg", "rodes", 6, 0, 10),
        ("gettysburg", "xi-corps", 3, 0, 4),
    ],
)
def test_movement_points(battle: str, formation: str, die: int, modifier: int, points: int) -> None:
    limits = TABLES["command"]
    at = min(limits["highest_die"], max(limits["lowest_die"], die + modifier))
    assert TABLES["movement_rows"][FORMATIONS[battle][formation]["row"]][at - 1] == points


def test_rows_never_fall_and_stay_between_4_and_10() -> None:
    for name, row in TABLES["movement_rows"].items():
        if name != "source":
            assert len(row) == 6 and row == sorted(row) and row[0] >= 4 and row[-1] <= 10, name
    givers = {"heth": 4, "early": 6, "kearny": 8}
    for formation, points in givers.items():
        battle = "second-bull-run" if formation == "kearny" else "gettysburg"
        assert points in TABLES["movement_rows"][FORMATIONS[battle][formation]["row"]], "as in the examples"


@pytest.mark.rule(GAME, "9.4.time", "9.4.early", "9.4.vp", "9.4.novp")
@pytest.mark.parametrize(
    ("table", "die", "turn"),
    [
        ("early", 2, 2),
        ("early", 4, 3),
        ("early", 6, 4),
        ("on_time", 4, 3),
        ("on_time", 5, 4),
        ("on_time", 6, 5),
    ],
)
def test_cases_13_to_18_arrivals_of_a_group_of_turn_3(table: str, die: int, turn: int) -> None:
    arrivals = TABLES["arrivals"]
    assert 3 + arrivals[table][die - 1] == turn
    late = arrivals["on_time"][die - 1]
    assert arrivals["delay_points"][late] == late and len(arrivals[table]) == 6


@pytest.mark.rule(
    GAME, "11.3.clear", "11.3.up", "11.3.creek", "11.6.rate", "11.7.rate", "B7.3.cost", "G7.4.cost"
)
def test_movement_costs() -> None:
    assert {k: v for k, v in TABLES["terrain_cost"].items() if k != "source"} == {
        "clear": "1",
        "woods": "2",
        "town": "1",
        "rocks": "2",
    }
    assert {k: v for k, v in TABLES["added_cost"].items() if k != "source"} == {
        "uphill": "1",
        "creek": "1",
        "ford": "1",
        "bridge": "1",
        "exit": "1",
    }
    assert Fraction(TABLES["road_rate"]["march"]) == Fraction(1, 4) and TABLES["road_rate"]["road"] == "1"


@pytest.mark.rule(GAME, "12.9.table", "12.9.more", "12.9.less")
def test_odds_table() -> None:
    odds = TABLES["odds"]
    assert dict(zip(odds["columns"], odds["modifier"], strict=True)) == {
        "1-4": -3,
        "1-3": -2,
        "1-2": -1,
        "1-1": 0,
        "2-1": 1,
        "3-1": 2,
        "4-1": 3,
        "5-1": 4,
    }
    assert (odds["worst"], odds["best"]) == (odds["columns"][0], odds["columns"][-1])


@pytest.mark.rule(GAME, "12.11.1", "12.11.5", "B7.2.def", "B7.3.def", "G7.2.def", "G7.3.def", "G7.6.def")
def test_what_terrain_does_in_defence() -> None:
    adds = {kind: entry["adds"] for kind, entry in TABLES["defence"].items() if kind != "source"}
    assert adds == {
        "uphill": 1,
        "ford": 1,
        "bridge": 1,
        "embankment": 1,
        "sunken_road": 1,
        "steep": 1,
        "town": -1,
        "railroad_cut": -1,
    }
    assert TABLES["embankment"]["attackers"] == ["S", "SE", "NE"]


@pytest.mark.rule(GAME, "7.1.two", "10.4.range", "12.12.ter", "6.3.4.four", "12.10.1", "14.3.how")
def test_limits() -> None:
    assert TABLES["stacking"]["units"] == 2 and TABLES["command"]["range"] == 4
    assert TABLES["flank"]["rating"] == -2
    assert (TABLES["retreat"]["required"], TABLES["retreat"]["town"]) == (4, 3)
    assert TABLES["cavalry"]["retreat_before_combat"] == 3 and TABLES["check"]["always_passes"] == 1
    assert (TABLES["replacements"]["per_unit"], TABLES["replacements"]["per_formation"]) == (1, 2)


def test_tables_speak_of_kinds_that_the_maps_have() -> None:
    sides = {kind for field in FIELDS.values() for kind in field.board.borders.kinds}
    ground = {kind for field in FIELDS.values() for kind in field.board.terrain}
    closed = {k: v for k, v in TABLES["closed_sides"].items() if k != "source"}
    assert set(closed) | {kind for entry in closed.values() for kind in entry["unless"]} <= sides
    zones = TABLES["zones"]
    assert {*zones["not_across"], *zones["not_out_of"].values(), *zones["not_into_across"].values()} <= sides
    assert {*zones["not_into"], *zones["not_into_or_out_of"], *zones["not_out_of"]} <= ground
    assert {
        *TABLES["cavalry"]["by_road"],
        *TABLES["cavalry"]["never"],
        *TABLES["cavalry"]["not_from"],
    } <= ground
    assert set(TABLES["whole_allowance"]["terrain"]) | set(TABLES["artillery"]["not_in"]) <= ground
    assert set(TABLES["artillery"]["not_across"]) <= sides and TABLES["artillery"]["targets"] == ["clear"]
    assert set(TABLES["terrain_cost"]) - {"source"} <= ground
    for name, table in TABLES.items():
        assert table["source"].split(":")[0] in ("rulebook", "deduced", "reconstructed"), name


# ---------------------------------------------------------------- ledger

RULEBOOK_ORDER = """
3.1.grid 3.1.dirs 3.1.within 3.2.formation 3.2.types 3.2.steps 3.2.ter
6.1.order 6.2.cup 6.2.half 6.2.aside 6.3.cup 6.3.empty 6.3.draw 6.3.once 6.3.order 6.3.3.first 6.3.3.place
6.3.3.along 6.3.3.rider 6.3.3.single 6.3.3.drm 6.3.3.range 6.3.3.attack 6.3.3.all 6.3.3.dice 6.3.3.noaction
6.3.4.who 6.3.4.zone 6.3.4.excuse 6.3.4.hill 6.3.4.four 6.3.4.fail 6.3.4.simul 6.4 6.5
7.1.two 7.1.division 7.1.end 7.1.entry 7.2 7.2.single
8.1 8.2.stop 8.2.leave 8.2.friend 8.3.town 8.3.river 8.3.emb 8.4
9.1.place 9.1.cost 9.1.wait 9.4.group 9.4.time 9.4.early 9.4.once 9.4.vp 9.4.novp 9.4.none 9.4.marks
9.4.fixed 9.5 9.6.when 9.6.die 9.6.limit 9.6.unit 9.6.back 9.6.vp
10.2.roll 10.2.row 10.2.clamp 10.3 10.4.range 10.4.count 10.4.cm 10.4.sit 10.4.other
11.1 11.2 11.3.clear 11.3.up 11.3.creek 11.3.town 11.3.river 11.5.start 11.5.one 11.5.friend 11.5.height
11.5.woods 11.5.compass 11.5.end 11.5.holder 11.5.ooc 11.6.first 11.6.rate 11.6.only 11.6.enemy 11.6.empty
11.6.gap 11.6.town 11.6.other 11.7.start 11.7.rate 11.7.friend 11.7.zone 11.7.then 11.8.side 11.8.cav
12.1.once 12.1.when 12.1.all 12.1.free 12.2.adjacent 12.2.unit 12.2.hex 12.2.split 12.2.all 12.2.order
12.2.again 12.3 12.4.joint 12.4.anyone 12.4.single 12.4.refuse 12.4.first 12.4.scm 12.4.bar 12.5.bound
12.5.friend 12.5.terrain 12.5.choice 12.5.most 12.5.divert 12.5.vol 12.5.scm 12.5.ooc 12.6.am 12.6.cav
12.6.dice 12.7 12.8 12.9.table 12.9.more 12.9.less 12.9.step 12.9.one 12.10.who 12.10.len 12.10.away
12.10.dir 12.10.zone 12.10.hex 12.10.cav 12.10.stack 12.10.fail 12.10.1 12.11.1 12.11.2 12.11.5 12.12.opp
12.12.ter 12.12.high 12.12.part 12.13.adv 12.13.cav 12.13.stack 12.13.side
13.1 13.1.one 13.2 13.3.att 13.3.def 13.3.side 13.3.range 13.5 13.6
14.2 14.3.when 14.3.how
15.1.scm 15.1.calm 15.1.move 15.2 15.3.who 15.3.path 15.3.far 15.3.simul 15.3.vp
B2.2
B3.1.1.first B3.1.1.taliaferro B3.1.1.ewell B3.1.1.light B3.1.1.fitz B3.1.1.three B3.1.1.hex B3.1.2.e
B3.1.2.else B3.1.3
B4.1.1.cas B4.1.1.repl B4.1.1.geo B4.1.1.delay B4.1.1.williams B4.1.2.when B4.1.2.t17 B4.1.2.hexes
B4.1.2.target B4.1.2.own B4.1.2.both B4.1.3 B4.2.1 B4.2.2
B5.1 B5.2.longstreet.once B5.2.longstreet.turn B5.2.longstreet.all B5.2.longstreet.cm B5.2.stuart.ride
B5.2.stuart.not B5.2.jackson
B6.1.form B6.1.corps B6.2.div B6.2.wing B6.2.six B6.2.horse B6.3
B7.1.river B7.1.burned B7.2.def B7.2.move B7.3.def B7.3.cost B7.3.zoc B7.3.retreat
B8.1.csa B8.1.usa B8.1.t6 B8.2.when B8.2.how B8.3.who B8.3.once B8.4 B8.5.limit B8.5.except B8.5.back
B8.5.attack B8.6.one B8.6.must B8.6.rel1 B8.6.rel2 B8.6.rel3 B8.7.who4504 B8.7.who3214 B8.7.road B8.7.off
B8.7.back B8.7.closer B8.7.count B8.7.follow B8.7.far B8.7.any B8.7.zoc B8.7.ban B8.7.free.a B8.7.free.b
B8.7.free.not B8.7.free.c B8.7.free.d B8.7.free.e B8.7.end B8.7.v B8.7.variant B8.8.no B8.8.jackson
B8.8.lift
B9.2 B9.3.csa B9.3.usa B9.3.marks B9.4.vp B9.4.freeze B9.4.free B9.4.col21 B9.4.enter B9.4.rest
G2.2 G2.3
G3.1.1 G3.1.2 G3.1.3.am G3.1.3.first
G4.1.1.cas G4.1.1.delay G4.1.1.geo G4.1.1.geoav G4.1.1.buford G4.1.2.when G4.1.2.t16 G4.1.2.exit G4.1.2.cost
G4.1.2.gone G4.1.2.turns G4.1.2.zone G4.1.2.target G4.1.2.both G4.1.3 G4.2.1 G4.2.2
G5.1.scm G5.1.reynolds G5.1.howard G5.1.hancock G5.1.warren.when G5.1.warren.stack G5.1.warren.fight
G5.1.warren.again G5.2.lee.die G5.2.lee.use G5.2.archer G5.2.ewell G5.2.l2.when G5.2.l2.who G5.2.l2.cm
G5.2.l3.when G5.2.l3.who G5.2.l3.cm
G6.1.form G6.1.reserve G6.1.sharp G6.2.div G6.2.corps G6.2.grand G6.2.any G6.2.gone G6.3 G6.4
G7.1 G7.2.move G7.2.def G7.2.elim G7.2.zoc G7.2.cav G7.2.guns G7.3.zoc G7.3.def G7.4.cost G7.4.guns G7.4.zoc
G7.4.cav G7.5 G7.6.zoc G7.6.guns G7.6.def G7.7.a G7.7.d
G8.1.die G8.1.not G8.2 G8.3.csa G8.3.usa G8.4.half G8.4.norepl G8.4.leave G8.4.lost
O.fixed O.cut O.shortfall O.shared O.action O.night
"""
FORM_REBUILT = """
3.2.ter 6.1.order 6.3.empty 6.3.order 6.3.3.dice 6.3.3.noaction 6.3.4.zone 7.1.two 9.4.group 9.4.time
9.4.early 9.4.marks 9.6.when 9.6.die 9.6.limit 9.6.unit 9.6.back 9.6.vp 10.2.row 10.3 10.4.other
11.5.compass 11.5.ooc 12.3 12.5.divert 12.5.ooc 12.6.cav 12.8 12.9.more 12.9.one 12.10.len 12.10.fail
12.10.1 12.13.cav 14.3.when 14.3.how 15.2 B8.7.free.not B9.4.enter G3.1.1 G3.1.2 O.cut O.shared
"""
WHOLLY_REBUILT = """
6.3.3.rider 6.3.3.single 7.1.entry 7.2.single 8.2.friend 8.3.river 8.3.emb 9.1.cost 9.1.wait 9.4.once
10.4.count 11.3.town 11.6.empty 12.2.hex 12.4.bar 12.5.vol 12.9.less 12.10.away 12.10.cav 12.10.stack
12.11.2 12.13.stack 13.1.one 15.1.calm B3.1.1.hex B8.7.off B9.3.marks G4.1.2.zone O.shortfall O.action
O.night
"""
RULE_IDS = RULEBOOK_ORDER.split()


def test_ledger_holds_every_rule_in_order() -> None:
    assert len(RULE_IDS) == 373
    assert list(RULES) == RULE_IDS == list(load_ledger(DATA / "rules.toml"))


def test_ledger_entries_are_whole() -> None:
    form, whole = FORM_REBUILT.split(), WHOLLY_REBUILT.split()
    for number, rule in RULES.items():
        assert set(rule) == {"title", "says", "chapter", "source"}, number
        assert all(value.strip() for value in rule.values()), number
        assert rule["says"].endswith(".") and "\n" not in rule["says"], number
        assert rule["chapter"].split()[0] == number.split(".")[0], number
        if number in whole:
            assert rule["source"] == "reconstructed", number
        elif number in form:
            assert rule["source"] == "rulebook: its form or number is reconstructed", number
        else:
            assert rule["source"].split(":")[0] == "rulebook", number


def test_titles_of_a_chapter_differ() -> None:
    titles = Counter((rule["chapter"], rule["title"]) for rule in RULES.values())
    assert [title for title, times in titles.items() if times > 1] == []


# ---------------------------------------------------------------- options


def test_options_name_rules_and_are_whole() -> None:
    assert list(load_settings(DATA / "options.toml")) == list(OPTIONS)
    for name, option in OPTIONS.items():
        assert option["rule"] in RULES, name
        assert option["group"] in ("optional rule", "ruling", "set-up"), name
        assert set(option.get("battles", BATTLES)) <= set(BATTLES), name
        assert option["default"] in option["choices"] and len(option["choices"]) == 2, name
        assert all(says.endswith(".") for says in [option["says"], *option["choices"].values()]), name
        assert option["source"].split(":")[0] in ("rulebook", "reconstructed"), name


@pytest.mark.parametrize(
    ("rule", "option"),
    {
        "O.fixed": "arrivals",
        "O.cut": "cut-penalty",
        "O.shortfall": "short-retreats",
        "O.shared": "shared-hex",
        "O.action": "action-after-special",
        "O.night": "night-combat",
        "B8.7.variant": "popes-orders",
    }.items(),
)
def test_every_option_of_the_rule_list_can_be_chosen(rule: str, option: str) -> None:
    assert OPTIONS[option]["rule"] == rule


def test_by_default_the_book_is_played() -> None:
    assert {name: option["default"] for name, option in OPTIONS.items()} == {
        "arrivals": "variable",
        "popes-orders": "on",
        "confederate-setup": "free",
        "union-setup": "free",
        "cut-penalty": "on",
        "short-retreats": "eliminated",
        "shared-hex": "off",
        "action-after-special": "off",
        "night-combat": "off",
        "six-always-fails": "off",
        "rider-attacks": "off",
        "reynolds-range": "waived",
        "stuart-with-jackson": "on",
        "delay-points-once": "off",
        "sharpshooters-any-ground": "off",
        "retreated-defend": "on",
        "declaration": "one-by-one",
        "centreville-setup": "4504",
    }


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_name_their_board_and_pieces(name: str) -> None:
    data = SCENARIO[name]
    assert data["id"] == name and data["battle"] in BATTLES
    for key, file in (("board", "map"), ("pieces", "pieces")):
        assert data[key] == f"{file}-{data['battle']}" and (DATA / f"{data[key]}.toml").is_file()
    assert data["rule"] in RULES and data["title"] and data["says"].endswith(".")
    for key, table in data.items():
        for entry in table if isinstance(table, list) else [table]:
            if isinstance(entry, dict) and key != "turns":
                assert entry["source"].split(":")[0] in ("rulebook", "deduced", "reconstructed"), key
                assert entry.get("rule", "6.4") in RULES, key


def test_scale() -> None:
    """B2.1, G2.1."""
    assert [SCENARIO[name]["yards_to_the_hex"] for name in SCENARIOS] == [500, 500, 270]


@pytest.mark.parametrize(
    ("name", "first", "last", "nights", "days"),
    [
        ("28-august", 1, 17, [6, 12], {"28 August 1862": 6, "29 August 1862": 6, "30 August 1862": 5}),
        ("29-august", 7, 17, [6, 12], {"28 August 1862": 6, "29 August 1862": 6, "30 August 1862": 5}),
        ("gettysburg", 1, 16, [5, 11], {"1 July 1863": 5, "2 July 1863": 6, "3 July 1863": 5}),
    ],
)
def test_turn_tracks(name: str, first: int, last: int, nights: list[int], days: dict[str, int]) -> None:
    data = SCENARIO[name]
    assert (data["first_turn"], data["last_turn"]) == (first, last)
    assert [turn["number"] for turn in data["turns"]] == list(range(1, last + 1))
    assert [turn["number"] for turn in data["turns"] if turn["night"]] == nights
    assert Counter(turn["date"] for turn in data["turns"]) == days
    assert all((turn["clock"] == "night") == turn["night"] for turn in data["turns"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_has_one_place_in_a_scenario(name: str) -> None:
    data = SCENARIO[name]
    units = UNITS[data["battle"]]
    groups = data["setup"] + data["arrivals"]
    listed = Counter(i for group in groups for i in group["pieces"])
    assert listed == dict.fromkeys(units, 1)
    for group in groups:
        assert {(units[i]["side"], units[i]["formation"]) for i in group["pieces"]} == {
            (group["side"], group["formation"])
        }, group["title"]


@pytest.mark.rule(GAME, "9.4.group", "9.1.place")
@pytest.mark.parametrize("name", SCENARIOS)
def test_arrivals_are_groups_of_one_code_at_real_entry_hexes(name: str) -> None:
    data = SCENARIO[name]
    units, field = UNITS[data["battle"]], FIELDS[data["battle"]]
    assert len({group["id"] for group in data["arrivals"]}) == len(data["arrivals"])
    sides = [group["side"] for group in data["arrivals"]]
    assert sides == sorted(sides, reverse=True), "the Union's dice first"
    for group in data["arrivals"]:
        assert group["entry"] in field.entries, group["id"]
        assert data["first_turn"] <= group["turn"] <= data["last_turn"], group["id"]
        (code,) = {units[i]["code"] for i in group["pieces"]}
        assert code.split("/")[0] == f"{group['turn']}{group['entry']}", group["id"]
        same = [i for i in of(data["battle"], group["formation"]) if units[i]["code"] == code]
        assert group["pieces"] == same, "all units of the formation with that code"


@pytest.mark.rule(GAME, "9.4.none", "B8.2.how", "B8.2.when", "B4.1.1.williams")
@pytest.mark.parametrize("name", SCENARIOS)
def test_only_williams_comes_without_a_die(name: str) -> None:
    data = SCENARIO[name]
    without = [group["id"] for group in data["arrivals"] if not group["die"]]
    assert without == (["williams"] if data["battle"] == "second-bull-run" else [])
    if without:
        assert data["williams"]["group"] == "williams"
        assert [(p["turn"], p["points"]) for p in data["williams"]["prices"]] == [(7, 2), (13, 1)]
        (williams,) = [group for group in data["arrivals"] if group["id"] == "williams"]
        assert williams["entry"] == "E" and williams["bought"]
        assert {UNITS["second-bull-run"][i]["code"] for i in williams["pieces"]} == {"7E/13E"}


DICE_ORDER = {
    "28-august": """
    kearny 2E ix-corps 3E i-corps 3I reynolds 3I king 5I v-corps 7E ricketts 7H buford 7H williams 7E
    vi-corps 15B hood 8I kemper 8I jones 8I robertson 8J wilcox 9I anderson 13I""",
    "29-august": """
    v-corps 7E ricketts 7H buford 7H williams 7E vi-corps 15B
    hood 8I kemper 8I jones 8I robertson 8J wilcox 9I anderson 13I""",
    "gettysburg": """
    robinson 1J xi-corps 2I vermont 4J birney 4J xii-corps 4H humphreys 5A ii-corps 6I v-corps 6G lockwood 7H
    vi-corps 9H heth 1B pender 2B rodes 2D early 3E anderson 3B johnson 4B mclaws 5A hood 5A pickett 10B""",
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_groups_in_the_order_of_their_dice(name: str) -> None:
    groups = [word for g in SCENARIO[name]["arrivals"] for word in (g["id"], f"{g['turn']}{g['entry']}")]
    assert groups == DICE_ORDER[name].split()


@pytest.mark.rule(GAME, "G2.3", "G7.7.a", "G7.7.d")
def test_arrivals_at_gettysburg_that_the_book_speaks_of() -> None:
    groups = by_id(SCENARIO["gettysburg"]["arrivals"])
    twelfth = [g for g in groups.values() if g["formation"] == "xii-corps"]
    assert {g["entry"] for g in twelfth} == {"H"}, "not I, as printed"
    assert groups["v-corps"]["entry"] == "G"
    assert groups["robinson"]["turn"] == 1 and len(groups["robinson"]["pieces"]) == 2
    at_a = {g["side"] for g in groups.values() if g["entry"] == "A"}
    assert at_a == {"union", "confederate"}
    conflict = SCENARIO["gettysburg"]["entry_conflict"]
    assert (conflict["entry"], conflict["side"], conflict["instead"]) == ("A", "union", "J")
    assert len(groups["rodes"]["pieces"]) == 5 and groups["rodes"]["entry"] == "D"


def hexes_for(group: Table, field: Field) -> dict[str, set[str]]:
    """By site, the hexes in which a group may stand."""
    cavalry = group["formation"] == "stuart"
    return {
        site: {
            name
            for name in field.within(site, group["within"])
            if name not in field.gates and not (cavalry and is_woods_without_road(field, name))
        }
        for site in group["sites"]
    }


def stacks_are_legal(places: dict[str, str], battle: str) -> bool:
    """7.1, 7.2: at most two of one division, or a lone brigade with another of its formation."""
    stacks: dict[str, list[Table]] = {}
    for i, name in places.items():
        stacks.setdefault(name, []).append(UNITS[battle][i])
    return all(
        len(stack) <= 2 and len({unit["division"] for unit in stack}) == 1 for stack in stacks.values()
    )


@pytest.mark.rule(GAME, "B3.1.1.taliaferro", "B3.1.1.ewell", "B3.1.1.light", "B3.1.1.fitz", "B3.1.1.three")
def test_sites_of_28_august() -> None:
    data = SCENARIO["28-august"]
    assert data["setup_order"] == ["confederate", "union"]
    assert {group["formation"]: group["sites"] for group in data["setup"]} == {
        "taliaferro": ["3118", "3010"],
        "ewell": ["3823", "2907"],
        "light": ["2510", "4504"],
        "stuart": ["2507", "2805"],
        "hooker": ["3823"],
    }
    assert {group["within"] for group in data["setup"]} == {3}
    for group in data["setup"]:
        for site, room in hexes_for(group, BULL_RUN).items():
            assert 2 * len(room) >= len(group["pieces"]), (group["title"], site)


@pytest.mark.rule(GAME, "B3.1.2.e", "B3.1.2.else")
def test_hooker_starts_in_e_if_ewell_is_at_the_junction() -> None:
    (hooker,) = [group for group in SCENARIO["28-august"]["setup"] if group["formation"] == "hooker"]
    assert hooker["instead"] == {"formation": "ewell", "site": "3823", "entry": "E"}


@pytest.mark.rule(GAME, "B3.1.1.hex", "11.8.cav")
def test_cases_4_to_6_where_units_may_set_up() -> None:
    setup = {group["formation"]: group for group in SCENARIO["28-august"]["setup"]}
    assert "3820" in hexes_for(setup["ewell"], BULL_RUN)["3823"]
    assert not {"3819", "3525", "3424"} & hexes_for(setup["ewell"], BULL_RUN)["3823"]
    fitz = hexes_for(setup["stuart"], BULL_RUN)["2507"]
    assert "2506" not in fitz and {"2605", "2505"} <= fitz
    aug = {group["formation"]: group for group in SCENARIO["29-august"]["setup"]}
    assert "4507" in hexes_for(aug["ix-corps"], BULL_RUN)["4504"]
    assert "4508" not in hexes_for(aug["ix-corps"], BULL_RUN)["4504"]


@pytest.mark.rule(GAME, "B9.3.csa")
def test_jacksons_line_on_29_august() -> None:
    places: dict[str, str] = {}
    reduced: set[str] = set()
    for group in SCENARIO["29-august"]["setup"]:
        places |= group.get("at", {})
        reduced |= set(group.get("reduced", []))
    assert places == {
        "c-early": "2111",
        "c-hays": "2109",
        "c-lawton": "2608",
        "c-trimble": "2707",
        "c-archer": "2605",
        "c-branch": "2805",
        "c-fields": "2607",
        "c-gregg": "2705",
        "c-pender": "2606",
        "c-thomas": "2706",
        "c-garnett": "2409",
        "c-starke": "2409",
        "c-stonewall": "2508",
        "c-taliaferro": "2508",
        "c-fitz-lee": "2804",
    }
    assert reduced == {"c-stonewall", "c-taliaferro", "u-doubleday"}
    assert stacks_are_legal(places, "second-bull-run")
    assert not set(places.values()) & BULL_RUN.gates


@pytest.mark.rule(GAME, "B9.3.usa", "7.1.division")
def test_popes_army_on_29_august() -> None:
    groups = {
        group["formation"]: group for group in SCENARIO["29-august"]["setup"] if group["side"] == "union"
    }
    assert {formation: (group["sites"], group["within"]) for formation, group in groups.items()} == {
        "ix-corps": (["4504"], 3),
        "kearny": (["4504"], 3),
        "hooker": (["4504"], 3),
        "king": (["3823"], 1),
        "reynolds": (["2812"], 1),
        "i-corps": (["3010"], 1),
    }
    for formation, group in groups.items():
        divisions = Counter(UNITS["second-bull-run"][i]["division"] for i in group["pieces"])
        needed = sum(-(-brigades // 2) for brigades in divisions.values())
        (room,) = hexes_for(group, BULL_RUN).values()
        assert len(room) >= needed, formation
    (first,) = hexes_for(groups["i-corps"], BULL_RUN).values()
    assert first == {"3010", "3009", "3011", "3109", "3110", "2909", "2910"}, "C007"
    brigades = Counter(UNITS["second-bull-run"][i]["division"] for i in groups["i-corps"]["pieces"])
    assert sorted(brigades.values()) == [1, 2, 3]


@pytest.mark.parametrize("name", ["28-august", "29-august"])
def test_ready_positions_obey_the_set_up_rules(name: str) -> None:
    everybody: dict[str, str] = {}
    for group in SCENARIO[name]["setup"]:
        if "at" in group:
            assert set(group["at"]) == set(group["pieces"])
            everybody |= group["at"]
            continue
        ready: dict[str, str] = group["ready"]
        assert list(ready) == group["pieces"], group["title"]
        rooms = hexes_for(group, BULL_RUN).values()
        assert any(set(ready.values()) <= room for room in rooms), group["title"]
        everybody |= ready
    assert stacks_are_legal(everybody, "second-bull-run")
    side = {i: UNITS["second-bull-run"][i]["side"] for i in everybody}
    near = [
        (a, b)
        for a in everybody
        for b in everybody
        if side[a] < side[b] and BULL_RUN.distance(everybody[a], everybody[b]) <= 1
    ]
    assert near == []


@pytest.mark.rule(GAME, "G3.1.1", "G3.1.2")
def test_gettysburg_starts_in_the_printed_hexes() -> None:
    data = SCENARIO["gettysburg"]
    assert data["setup_order"] == ["union", "confederate"]
    places = {i: name for group in data["setup"] for i, name in group["at"].items()}
    assert places == {i: u["code"] for i, u in UNITS["gettysburg"].items() if u["code"].isdigit()}
    assert len(places) == 10 and stacks_are_legal(places, "gettysburg")
    for i, name in places.items():
        assert name not in GETTYSBURG.gates
        cavalry = UNITS["gettysburg"][i]["kind"] == "cavalry"
        assert not (cavalry and (GETTYSBURG.has("woods", name) or GETTYSBURG.has("rocks", name))), i
    sides = {side: [n for i, n in places.items() if UNITS["gettysburg"][i]["side"] == side] for side in SIDES}
    assert all(GETTYSBURG.distance(a, b) > 1 for a in sides["union"] for b in sides["confederate"])


# ---------------------------------------------------------------- what a battle has for itself


@pytest.mark.rule(GAME, "B2.2", "G2.2")
def test_retreat_compass() -> None:
    compass = {name: {side: SCENARIO[name]["compass"][side] for side in SIDES} for name in SCENARIOS}
    bull_run = {"union": ["NE", "SE"], "confederate": ["NW", "SW"]}
    assert compass == {
        "28-august": bull_run,
        "29-august": bull_run,
        "gettysburg": {"union": ["E", "NE", "SE"], "confederate": ["W", "NW", "SW"]},
    }
    for name in SCENARIOS:
        directions = FIELDS[SCENARIO[name]["battle"]].board.grid.directions
        assert all(set(compass[name][side]) <= set(directions) for side in SIDES)


@pytest.mark.rule(GAME, "B4.1.1.geo", "B4.1.2.when", "B4.1.2.target", "B4.1.2.hexes")
@pytest.mark.rule(GAME, "G4.1.1.geo", "G4.1.2.when", "G4.1.2.target")
def test_victory() -> None:
    for name in SCENARIOS:
        victory, field = SCENARIO[name]["victory"], FIELDS[SCENARIO[name]["battle"]]
        assert set(victory["hexes"]) == field.all_of("objective") == set(SCENARIO[name]["start"]["control"])
        assert victory["tie"] == "union"
    bull_run, gettysburg = SCENARIO["28-august"]["victory"], SCENARIO["gettysburg"]["victory"]
    assert (bull_run["hex_points"], bull_run["target"], bull_run["checks"]) == (3, 25, [6, 12, 17])
    assert bull_run["all_hexes"] and not gettysburg["all_hexes"]
    assert (gettysburg["target"], gettysburg["checks"]) == (40, list(range(1, 17)))
    half, least = Fraction(gettysburg["hex_die"]), gettysburg["hex_least"]
    assert [max(least, int(die * half)) for die in range(1, 7)] == [1, 1, 1, 2, 2, 3], "C110"


@pytest.mark.rule(GAME, "B4.2.1", "B9.4.vp", "G4.2.1")
def test_points_and_control_at_start() -> None:
    start = {name: SCENARIO[name]["start"] for name in SCENARIOS}
    assert start["28-august"]["points"] == start["gettysburg"]["points"] == {"union": 0, "confederate": 0}
    assert set(start["28-august"]["control"].values()) == {"occupied"}
    assert start["29-august"]["points"] == {"union": 2, "confederate": 1}
    assert start["29-august"]["control"] == {"2507": "confederate", "3823": "union", "4504": "union"}
    assert set(start["gettysburg"]["control"].values()) == {"union"}


@pytest.mark.rule(GAME, "B4.1.1.delay", "G4.1.1.delay")
def test_delay_points_count_twice_on_the_first_day_of_gettysburg_only() -> None:
    assert SCENARIO["gettysburg"]["delay"]["doubled"] == [1, 2, 3, 4]
    assert SCENARIO["28-august"]["delay"]["doubled"] == SCENARIO["29-august"]["delay"]["doubled"] == []


@pytest.mark.rule(GAME, "B8.1.csa", "B8.1.usa", "B8.1.t6", "G8.3.csa", "G8.3.usa", "G8.4.leave")
def test_paths_home_lead_to_entries_on_the_edges_of_the_rule() -> None:
    edges = {
        "second-bull-run": {"union": {"E"}, "confederate": {"W", "S"}},
        "gettysburg": {"union": {"E", "S"}, "confederate": {"W", "N"}},
    }
    for name in SCENARIOS:
        data = SCENARIO[name]
        field = FIELDS[data["battle"]]
        notes = {e.name: e.note.rpartition("; ")[2][0].upper() for e in field.board.entries}
        for side in SIDES:
            home = {letter for letter, edge in notes.items() if edge in edges[data["battle"]][side]}
            assert set(data["surrender"][side]) == home, (name, side)
    (also,) = SCENARIO["28-august"]["surrender"]["also"]
    assert also == {"turn": 6, "formations": ["reynolds", "ricketts", "i-corps"], "entries": ["H", "I", "J"]}
    assert SCENARIO["gettysburg"]["buford"]["entries"] == SCENARIO["gettysburg"]["surrender"]["union"]


@pytest.mark.rule(GAME, "B8.7.who4504", "B8.7.who3214", "B8.7.ban", "B8.7.free.d", "B8.7.v")
def test_popes_orders() -> None:
    orders = SCENARIO["28-august"]["orders"]
    assert orders["goals"] == {
        "4504": ["king", "ricketts", "hooker", "kearny", "v-corps", "ix-corps"],
        "3214": ["i-corps", "reynolds"],
    }
    union = {i for i, f in FORMATIONS["second-bull-run"].items() if f["side"] == "union"}
    assert union - {f for goal in orders["goals"].values() for f in goal} == {
        "vi-corps",
        "williams",
        "buford",
    }
    assert BULL_RUN.named_road(orders["banned_road"])[0] == "1908" and orders["last_turn"] == 6
    penalty = SCENARIO["28-august"]["command_penalty"]
    assert (penalty["formation"], penalty["modifier"], penalty["turns"]) == ("v-corps", -2, [7, 11])


@pytest.mark.rule(GAME, "B8.5.limit", "B8.8.no", "B8.8.lift", "B9.4.freeze", "B9.4.col21")
def test_limits_on_jackson_and_pope() -> None:
    data = SCENARIO["29-august"]
    limit, freeze, west = data["jackson_limit"], data["freeze"], data["west_limit"]
    assert limit["formations"] == freeze["formations"] == ["taliaferro", "ewell", "light", "stuart"]
    assert (limit["column"], limit["turns"]) == (23, [1, 5])
    assert (freeze["within"], freeze["turns"]) == (2, [7, 8])
    assert (west["side"], west["column"], west["turns"]) == ("union", 21, [7, 8])
    assert "freeze" not in SCENARIO["28-august"] and "west_limit" not in SCENARIO["28-august"]
    banned = SCENARIO["28-august"]["no_combat_action"]
    assert (banned["side"], banned["turns"], banned["lifted_on"]) == ("confederate", [1, 5], 7)


@pytest.mark.rule(GAME, "B8.6.one", "B8.6.rel1", "B8.6.rel2", "B8.6.rel3")
def test_longstreets_wing_and_its_releases() -> None:
    limit = SCENARIO["28-august"]["longstreet_limit"]
    wing = [i for i, f in FORMATIONS["second-bull-run"].items() if f["command"] == "Longstreet's Wing"]
    assert limit["formations"] == wing and limit["fighting"] == 1
    ground, lost, marker = limit["released_by"]
    assert ground == {"side": "confederate", "controls_any": ["3823", "4504"], "from_turn": 9}
    assert lost == {"side": "union", "controls_all": ["2507", "3823", "4504"], "from_turn": 1}
    assert marker == {"special": "scm-longstreet"}


@pytest.mark.rule(GAME, "B8.3.who", "B8.4", "B8.7.variant")
def test_buford_king_and_the_game_without_orders() -> None:
    data = SCENARIO["28-august"]
    army = [i for i, f in FORMATIONS["second-bull-run"].items() if f["army"] == "Army of Virginia"]
    assert data["riders"]["buford"] == [i for i in army if i not in ("i-corps", "buford")]
    assert data["entry_allowance"]["king"] == 2
    variant = data["without_orders"]
    assert variant["arrivals"] in OPTIONS["arrivals"]["choices"] and variant["williams"] is False
    assert variant["union_needs"] == data["victory"]["hexes"]


@pytest.mark.rule(GAME, "G4.1.2.exit", "G3.1.3.first", "G6.2.any", "G6.3", "G4.1.1.buford", "G8.4.norepl")
def test_rules_of_gettysburg_as_data() -> None:
    data = SCENARIO["gettysburg"]
    leave = data["exit"]
    assert (leave["side"], leave["brigades"], leave["entries"]) == ("confederate", 10, ["H", "I"])
    assert GETTYSBURG.region(leave["region"]) >= {"2627", "1318"}
    assert data["opening"]["specials"] == ["scm-archer-davis", "scm-reynolds"]
    assert data["grand_battery"]["within"] == 5
    assert (data["cemetery_hill"]["hex"], data["cemetery_hill"]["from_turn"]) == ("3618", 2)
    buford = data["buford"]
    assert (buford["leaves_after"], buford["points"]) == (7, 1)
    assert sorted(i for brigade in buford["brigades"] for i in brigade) == sorted(of("gettysburg", "buford"))
    assert data["no_replacements"]["formations"] == ["buford"]
