"""What players see besides the rules: tables, facts of hexes, washes, words of buttons."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.table.options import option_words, sets_off
from bullrun.games.day_was_ours.table.places import OVERLAYS, overlay, place_facts
from bullrun.games.day_was_ours.table.printed import tables
from tests.cases.day_was_ours.scene import given, rules


def printed(name: str) -> list[list[str]]:
    (found,) = [table for table in tables(rules()) if table["id"] == name]
    rows: list[list[str]] = found["rows"]
    return rows


def test_every_table_is_shown_with_a_rule_and_its_charts() -> None:
    shown = tables(rules())
    assert len({table["id"] for table in shown}) == len(shown)
    for table in shown:
        assert table["rule"] in GAME.ledger and table["charts"]
        assert all(len(row) == len(table["head"]) for row in table["rows"]), table["id"]


def test_tables_say_what_the_rules_use() -> None:
    assert ["8-9", "11–35", "36–46", "51–56", "61–64", "65–66"] in printed("combat")
    assert ["A", "11–63", "64–65", "66", "–", "–"] in printed("combat")
    assert ["1", "1", "1", "1", "1", "2", "3"] in printed("coordination")
    assert ["Attack", "4 / 6", "2 / 3", "yes", "yes", "yes", "die +1"] in printed("orders")
    assert ["R rifled muskets", "x 1", "x 1/2", "no"] in printed("small-arms")
    assert ["Long", "6–10", "6–9", "6–8", "x 1/2"] in printed("artillery")
    assert ["steep up", "2", "2", "climb"] in printed("hexsides")
    assert ["Target in woods", "2 L", "9.3.woods"] in printed("fire-shifts")
    assert ["Odds at least 3:1", "3 R", "11.3c.odds"] in printed("close-shifts")
    assert ["5", "Possible General Casualty", "Union"] in printed("fog")
    assert ["8", "panic", "panic"] in printed("failed")
    assert ["Close", "die + CT + 2", "no", "Close"] in printed("tests")


def test_the_facts_of_a_hex() -> None:
    position = given("2 RI 2125", chaos="2125", lull="11:00 AM")
    rows = {row["says"]: row for row in place_facts(position, "2125")}
    assert rows["Level"]["value"] == "7" and "Clear" in rows
    assert rows["Strength points"]["value"] == "9 of 10" and "Battlefield Chaos" in rows
    assert rows["Henry House"]["value"].startswith("2 Union, 2 Confederate a turn")
    bridge = {row["says"]: row["value"] for row in place_facts(position, "3721")}
    assert bridge["Bridge to"] == "3822" and "3821" in bridge["Bull Run, no crossing to"]
    for row in place_facts(position, "3721"):
        assert row["rule"] in GAME.ledger


@pytest.mark.parametrize("name", [wash["id"] for wash in OVERLAYS])
def test_washes_over_the_map(name: str) -> None:
    position = given("2 RI 2015", "8 GA 2016", "1 OH 3820")
    found = overlay(position, name, "union", "2015")
    assert found["says"] and found["places"]
    assert all(position.rules.board.find(place) for place in found["places"])


def test_washes_show_what_the_rules_say() -> None:
    position = given("2 RI 2015", "8 GA 2016", "1 OH 3822", "4 SC b 3721")
    engaged = overlay(position, "engaged", "union", None)["places"]
    assert "2016" in engaged and "3721" not in engaged, "the bridge does not engage"
    alone = overlay(position, "support", "union", None)["places"]
    assert set(alone) == {"2015", "3822"}
    assert overlay(position, "levels", "union", None)["places"]["2125"]["text"] == "7"
    assert "2021" not in overlay(position, "sight", "union", "1914")["places"], "reverse slope"


def test_buttons_speak_of_counters_by_name_and_of_the_fight_they_begin() -> None:
    position = given(
        "2 RI 2015", "71 NY 2115", "8 GA 2016", phase="close combat", brigade="Burnside", order="attack"
    )
    position.state.frames = [("assault step",)]
    said = option_words(position, ("assault", "2016", "2115", "USA-2-RI", "USA-71-NY"))
    assert said.says == "2 RI and 71 NY: assault 2016 from 2115"
    assert said.fight is not None and said.fight.attackers == ("USA-71-NY", "USA-2-RI")
    assert [event.kind for event in sets_off(position, ("assault", "2016", "2015", "USA-2-RI"))] == [
        "assault",
        "fire",
    ]
    said = option_words(position, ("recover", "USA-2-RI", "fresh"))
    assert said.says == "2 RI recovers: being Battleworn"
