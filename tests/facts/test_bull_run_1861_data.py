"""What the rulebook of Bull Run 1861 says of its counters, tables and scenarios, against the data files."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bullrun.board.map_file import load_map
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1861.rules.charts import load_roster
from bullrun.games.bull_run_1861.rules.roster import Roster

DATA = files("bullrun.games.bull_run_1861") / "data"
SOURCES = ("rulebook", "deduced", "reconstructed")


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


PIECES, TABLES, OPTIONS, RULES = (read(f"{n}.toml") for n in ("pieces", "tables", "options", "rules"))
HISTORICAL, FREE = (read(f"scenarios/{n}.toml") for n in ("historical", "free"))
BRIGADES = PIECES["brigades"]
BOARD = load_map(DATA / "map.toml")

NORTH = {
    "Keyes", "Schenck", "Sherman", "Richardson", "Porter", "Burnside", "Franklin", "Willcox", "Howard",
    "Blenker", "Davies", "US_Cav",
}  # fmt: skip
SOUTH = {
    "Evans", "Cocke", "Bonham", "Longstreet", "Jones", "Early", "Ewell", "Holmes", "Hampton", "Stuart",
    "Jackson", "Bee", "Bartow",
}  # fmt: skip


# --- counters -----------------------------------------------------------------------------------------


def test_every_brigade_of_the_lists_exists_on_its_side() -> None:
    assert {b for b, e in BRIGADES.items() if e["side"] == "union" and "option" not in e} == NORTH
    south = {b for b, e in BRIGADES.items() if e["side"] == "confederate" and "option" not in e}
    assert south == SOUTH | {"Smith"}
    options = {b: e["option"] for b, e in BRIGADES.items() if "option" in e}
    assert options == {
        "Militia": "northern_reinforcements",
        "Volunteers": "northern_reinforcements",
        "McCunn": "northern_reinforcements",
        "30th_Virginia": "thirtieth_virginia",
    }


def test_three_headquarters_with_their_ranges_and_six_points() -> None:
    ranges = {hq: (e["side"], e["command_range"]) for hq, e in PIECES["headquarters"].items()}
    assert ranges == {
        "McDowell": ("union", 8),
        "Beauregard": ("confederate", 6),
        "Johnston": ("confederate", 6),
    }
    movement = {kind: points for kind, points in PIECES["movement"].items() if kind != "source"}
    assert movement == {"infantry": 4, "cavalry": 6, "headquarters": 6}


def test_the_two_southern_armies() -> None:
    shenandoah = {b for b, e in BRIGADES.items() if e["army"] == "shenandoah"}
    assert shenandoah == {"Stuart", "Jackson", "Bee", "Bartow", "Smith"}


def test_strengths_fit_the_counters_and_markers() -> None:
    assert all(1 <= e["combat"] <= 6 for e in BRIGADES.values()), (
        "the flip and markers 1 to 4 show five losses"
    )
    assert BRIGADES["Hampton"]["combat"] == 1, "its first loss removes it"
    assert [b for b, e in BRIGADES.items() if e.get("legion")] == ["Hampton"]


def test_only_southern_brigades_of_the_potomac_army_have_a_cavalry_potential() -> None:
    bearers = {b for b, e in BRIGADES.items() if e["cavalry"]}
    assert bearers and all(BRIGADES[b]["army"] == "potomac" for b in bearers)
    assert all(BRIGADES[b]["kind"] == "infantry" for b in bearers)


def test_cavalry_brigades_are_those_the_rulebook_calls_so() -> None:
    assert {b for b, e in BRIGADES.items() if e["kind"] == "cavalry"} == {"US_Cav", "Stuart", "30th_Virginia"}


def test_every_item_says_where_it_comes_from() -> None:
    items = [
        *BRIGADES.values(),
        *PIECES["headquarters"].values(),
        *OPTIONS["option"],
        *RULES["rules"].values(),
    ]
    items += [table for name, table in TABLES.items()] + [HISTORICAL, FREE]
    for item in items:
        assert item["source"].split(":")[0] in SOURCES, item


def test_a_broken_counter_is_named() -> None:
    broken = {**PIECES, "brigades": {**BRIGADES, "Keyes": {**BRIGADES["Keyes"], "combat": "four"}}}
    with pytest.raises(BullrunError, match=r"pieces.toml: Keyes: combat must be a number"):
        Roster(broken, "pieces.toml")
    broken = {**PIECES, "brigades": {**BRIGADES, "Keyes": {**BRIGADES["Keyes"], "army": "potomac"}}}
    with pytest.raises(BullrunError, match=r"Keyes: army potomac is not of side union"):
        Roster(broken, "pieces.toml")


# --- tables -------------------------------------------------------------------------------------------


def test_the_activation_table_as_printed() -> None:
    assert TABLES["activation"]["union"] == [2, 2, 3, 3, 4, 4]
    assert TABLES["activation"]["confederate"] == [2, 3, 3, 3, 3, 4]


def test_the_ratio_table_rises() -> None:
    rows = [(row["ratio"], row["bonus"]) for row in TABLES["ratio"]["bonus"]]
    assert rows == [("1/1", 1), ("3/2", 2), ("2/1", 3), ("3/1", 4)]


def test_the_historic_result_is_possible() -> None:
    """Eight points to five: ten on the map and three for losses."""
    on_map = sum(feature.value for feature in BOARD.features if feature.kind == "objective")
    assert on_map + max(row["points"] for row in TABLES["victory"]["loss_difference"]) == 8 + 5


def test_loss_rows_go_from_the_greatest_difference_down() -> None:
    steps = [row["more_than"] for row in TABLES["victory"]["loss_difference"]]
    assert steps == [5, 2] and all(a > b for a, b in pairwise(steps))


# --- scenarios ----------------------------------------------------------------------------------------


def test_the_historical_groups_stand_on_the_printed_marks() -> None:
    marks = {entry.name: BOARD.name(entry.place) for entry in BOARD.entries}
    groups = {group["mark"]: group for group in HISTORICAL["groups"]}
    assert {mark: group["zone"] for mark, group in groups.items()} == marks
    assert groups["7"]["brigades"] == ["Bee", "Jackson", "Hampton"]
    assert groups["6"]["brigades"] == ["Jones", "Early"] and groups["9"]["brigades"] == ["Ewell", "Holmes"]
    assert [m for m, g in groups.items() if g.get("operational")] == ["A", "B"]
    assert [m for m, g in groups.items() if g.get("extended")] == ["2"]


def test_every_brigade_starts_or_arrives_exactly_once() -> None:
    placed = [b for group in HISTORICAL["groups"] for b in group["brigades"]]
    later = [b for group in HISTORICAL["reinforcements"] for b in group["brigades"]]
    assert sorted(placed) == sorted(NORTH | SOUTH)
    assert sorted(later) == ["McCunn", "Militia", "Smith", "Volunteers"]
    assert HISTORICAL["reinforcements"] == FREE["reinforcements"]
    assert HISTORICAL["headquarters"] == FREE["headquarters"]


def test_reinforcements_come_at_the_end_of_turns_two_and_three() -> None:
    rows = [(group["turn"], group["zone"], group["rule"]) for group in HISTORICAL["reinforcements"]]
    assert rows == [(2, "Z08", "12.3"), (3, "Z71", "13.4")]


def test_six_optional_rules_and_the_disputed_rulings() -> None:
    by_group: dict[str, list[str]] = {}
    for option in OPTIONS["option"]:
        by_group.setdefault(option["group"], []).append(option["rule"])
    assert by_group["optional rule"] == ["13.1", "13.2", "13.3", "13.4", "13.5", "13.6"]
    assert by_group["ruling"] == ["12.2", "11.3.1", "10.3.3", "7.1", "10.3.1", "11.3.7"]


# --- the ledger ---------------------------------------------------------------------------------------


def test_the_ledger_has_every_rule_in_order() -> None:
    chapters = {"2": 3, "4": 5, "5": 1, "6": 8, "7": 6, "8": 2, "9": 2, "10": 28, "11": 23, "12": 3, "13": 6}
    ids = list(RULES["rules"])
    assert {c: sum(rule.split(".")[0] == c for rule in ids) for c in chapters} == chapters
    assert ids == sorted(ids, key=lambda rule: [int(part) for part in rule.split(".")])
    assert len(ids) == 87


def test_the_rulings_are_numbered_without_a_gap_and_cite_known_rules() -> None:
    text = (Path(__file__).parents[2] / "docs" / "bull-run-1861" / "rulings.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert [int(row[1]) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 35
    for row in rows:
        for rule in row[2].replace(",", " ").split():
            assert rule in RULES["rules"] or rule in {"1", "2"}, f"ruling {row[1].strip()}: no rule {rule}"


def test_the_roster_numbers_brigades_lines_and_headquarters() -> None:
    roster = load_roster()
    assert roster.brigades == len(BRIGADES) == 30
    assert len(roster.ids) == 2 * 30 + 3
    assert roster.ids[roster.number["Cocke"] + roster.brigades] == "Cocke-line"
