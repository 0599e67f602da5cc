"""What players read: ways with mode and cost, buttons, facts of a hex, washes, tables, score and luck."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bullrun.engine.game import Fought
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from tests.cases.clash_of_giants.scene import GAME, ID, options, play, scene, told, unit

TABLE = GAME.table


def ways(position: Clash, called: str) -> dict[str, dict[str, Any]]:
    assert TABLE.reach is not None
    return {row["place"]: row for row in TABLE.reach(position, unit(position, called))}


def value(text: str) -> Fraction:
    return sum((Fraction(part) for part in text.split()), Fraction())


def says(position: Clash, action: str) -> str:
    return GAME.said(position, tuple(action.split())).says


def facts(position: Clash, hex_: str) -> dict[str, str]:
    assert TABLE.ground is not None
    return {row["says"]: row["value"] for row in TABLE.ground(position, hex_)}


def wash(position: Clash, called: str, side: str = "union", at: str | None = None) -> dict[str, Any]:
    assert TABLE.overlay is not None
    found: dict[str, Any] = TABLE.overlay(position, called, side, at)["places"]
    return found


# --- ways


@pytest.mark.rule(ID, "11.6.rate")
def test_a_march_tells_its_mode_and_a_quarter_for_each_road_hex() -> None:
    position = scene(
        "28-august", {"u-poe": "3225"}, turn=2, phase="movement", marker="cm-kearny", points=8,
        options={"popes-orders": "off"},
    )  # fmt: skip
    found = ways(position, "u-poe")
    row = next(row for row in found.values() if row["mode"] == "march" and len(row["path"]) == 5)
    assert row["cost"] == "1"
    assert [(term["says"], term["cost"], term["rule"]) for term in row["terms"]] == [
        ("march", "1/4", "11.6.rate")
    ] * 4


@pytest.mark.rule(ID, "11.7.then")
def test_a_way_by_road_and_then_over_the_fields_tells_each_part() -> None:
    position = scene(
        "gettysburg", {"u-gamble-a": "4606"}, turn=2, phase="movement", marker="cm-buford", points=6
    )
    found = ways(position, "u-gamble-a")
    assert {"road", "regular"} <= {row["mode"] for row in found.values()}
    for row in found.values():
        assert sum(value(term["cost"]) for term in row["terms"]) == value(row["cost"])
        assert row["path"][0] == "4606" and row["path"][-1] == row["place"]
    mixed = [row for row in found.values() if row["mode"] == "regular" and row["terms"][0]["says"] == "road"]
    assert mixed and all(any(term["says"] != "road" for term in row["terms"]) for row in mixed)


@pytest.mark.rule(ID, "G7.5")
def test_big_round_top_takes_the_whole_allowance() -> None:
    position = scene(
        "gettysburg", {"u-ward": "1715"}, turn=6, phase="movement", marker="cm-iii-corps", points=6
    )
    tops = [row for row in ways(position, "u-ward").values() if row["terms"][0]["rule"] == "G7.5"]
    assert tops and all((row["cost"], row["stops"]) == ("6", True) for row in tops)


@pytest.mark.rule(ID, "B8.7.closer")
def test_under_orders_the_ways_are_those_of_the_lead() -> None:
    position = scene("28-august", {"u-poe": "4316"}, turn=4, phase="movement", marker="cm-kearny", points=8)
    leads = {action.split()[-1] for action in options(position)}
    assert set(ways(position, "u-poe")) == leads


def test_who_does_not_act_goes_nowhere() -> None:
    position = scene(
        "gettysburg", {"u-gamble-a": "4606", "c-archer": "4505"}, turn=2, phase="movement",
        marker="cm-buford", points=6,
    )  # fmt: skip
    assert ways(position, "c-archer") == {} and ways(position, "cm-buford") == {}


# --- buttons, and what they set off


@pytest.mark.rule(ID, "12.2.order")
def test_attacks_say_who_is_attacked_and_fights_who_attacks() -> None:
    position = scene(
        "gettysburg", {"c-lane": "1419", "c-scales": "1420", "u-cutler": "1519"}, turn=3,
        side="confederate", phase="combat", marker="cm-pender",
    )  # fmt: skip
    play(position, "declare")
    assert says(position, "attack c-lane 1519") == "Attack Cutler in 1519 with Lane"
    fight = GAME.said(position, ("attack", "c-lane", "1519")).fight
    assert fight is not None and (fight.attackers, fight.defenders) == (("c-lane",), ("u-cutler",))
    assert TABLE.combat is not None and TABLE.combat(position, fight)["figures"]


def test_a_fight_sets_itself_off_where_nobody_has_guns_or_cavalry() -> None:
    pieces = {"c-lane": "1419", "c-scales": "1419", "u-cutler": "1519"}
    assert TABLE.sets_off is not None
    for markers, begins in (([], True), (["am-i-corps"], False)):
        position = scene(
            "gettysburg", pieces, turn=3, side="confederate", phase="combat", marker="cm-pender",
            available=markers,
        )  # fmt: skip
        play(position, "declare", "attack c-lane 1519")
        found = TABLE.sets_off(position, ("fight", "1519"))
        assert bool(found) == begins
        if begins:
            play(position, "fight 1519")
            assert found[0].facts["attackers"] == ["c-lane"]


def test_groups_and_formations_are_called_by_name() -> None:
    position = scene("28-august", {}, turn=2, phase="arrivals")
    assert says(position, "hurry ix-corps") == "Try IX Corps a turn early"
    assert says(position, "site taliaferro 3010") == "Set Taliaferro up at Henry House Hill (3010)"


# --- the facts of a hex, washes


@pytest.mark.rule(ID, "B4.2.2")
def test_the_facts_of_a_hex() -> None:
    position = scene("28-august", {"c-fitz-lee": "2507", "u-poe": "2607"}, turn=4)
    found = facts(position, "2507")
    assert found["Victory hex"] == "held by Confederate" and found["Units"] == "1 of 2"
    gettysburg = scene("gettysburg", {}, turn=4)
    assert "Devil's Den" in facts(gettysburg, "1913") and facts(gettysburg, "1318")["Entry hex"] == "I"
    assert "Town" in facts(gettysburg, "4216")


@pytest.mark.rule(ID, "8.1")
def test_washes() -> None:
    position = scene("gettysburg", {"u-hall": "3116", "c-garnett": "3015"}, turn=15)
    assert "3016" in wash(position, "zones", "union")
    assert wash(position, "range", at="3116")["3112"]["tone"] == "a" and "3111" not in wash(
        position, "range", at="3116"
    )
    levels = wash(position, "levels")
    assert levels["2016"]["text"] > "0" and "4110" not in wash(position, "overlooked", "confederate")
    orders = scene("28-august", {"u-poe": "4316"}, turn=4)
    assert wash(orders, "roads")["4316"]["text"] == "14" and "4504" in wash(orders, "roads")
    assert wash(position, "roads") == {}


# --- tables, score, luck


@pytest.mark.parametrize("scenario", ["28-august", "29-august", "gettysburg"])
def test_tables_are_rectangles_and_cite_rules(scenario: str) -> None:
    assert TABLE.tables is not None
    found = TABLE.tables(GAME.rules(scenario, {}))
    assert len({table["id"] for table in found}) == len(found)
    for table in found:
        assert table["rule"] in GAME.ledger
        assert all(len(row) == len(table["head"]) for row in table["rows"]), table["id"]


def test_a_table_shows_what_an_owner_typed_in() -> None:
    assert TABLE.tables is not None
    rules = GAME.rules("gettysburg", {}, {"tables.movement_rows.fast": [5, 6, 7, 8, 9, 10]})
    (movement,) = (table for table in TABLE.tables(rules) if table["id"] == "movement")
    assert ["Fast", "5", "6", "7", "8", "9", "10", "VI Corps, Rodes, Hood"] in movement["rows"]


@pytest.mark.rule(ID, "G4.1.3")
def test_the_score_counts_all_points() -> None:
    position = scene(
        "gettysburg", {"u-hall": "3116", "c-garnett": {"at": "3015", "steps": 1}}, turn=15,
        casualties={"union": 7, "confederate": 5}, delays={"confederate": 2}, bufords=1,
    )  # fmt: skip
    assert TABLE.score is not None
    found = {row["id"]: row["values"] for row in TABLE.score(position)}
    assert found["points"] == {"union": 8, "confederate": 7}
    assert found["casualties"] == {"union": 7, "confederate": 5}
    assert found["delays"] == {"union": 0, "confederate": 2}


def test_combats_of_the_report_and_the_luck_of_their_dice() -> None:
    position = scene(
        "gettysburg", {"c-lane": "1419", "u-cutler": "1519"}, turn=3, side="confederate", phase="combat",
        marker="cm-pender",
    )  # fmt: skip
    position.log = []
    play(position, "declare", "attack c-lane 1519")
    decision = position.decision()
    assert decision is not None and told(position, "odds")
    assert TABLE.battle is not None and TABLE.luck is not None
    fought = [found for event in position.log if (found := TABLE.battle(event)) is not None]
    assert isinstance(fought[0], Fought) and fought[0].by == "confederate" and fought[0].fight is not None
    low, high = (TABLE.luck(position.rules, decision, ("roll", pip)) for pip in ("1", "6"))
    assert low is not None and high is not None
    assert low["side"] == high["side"] == "union" and low["value"] > high["value"]


@pytest.mark.rule(ID, "13.1")
def test_a_marker_that_could_be_committed_shows_the_odds_with_it() -> None:
    position = scene(
        "gettysburg", {"c-lane": "1419", "u-cutler": "1519"}, turn=3, side="confederate", phase="combat",
        marker="cm-pender", available=["am-pender"],
    )  # fmt: skip
    play(position, "declare", "attack c-lane 1519")
    fight = GAME.said(position, tuple(options(position)[-1].split())).fight
    assert fight is not None and fight.support == ("am-pender",) and TABLE.combat is not None
    assert TABLE.combat(position, fight)["figures"][0] == {"value": "3", "says": "attack"}
