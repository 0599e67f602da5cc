"""Owner's charts: everything that reads tables or counters reads those in force."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bullrun.engine.chart_file import look_through, write_charts
from bullrun.engine.charts import ChartError
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.rules.reach import reach_report
from bullrun.games.bull_run_1983.table.odds import combat_report, threats
from bullrun.games.bull_run_1983.thinking.assaults import exchange
from bullrun.games.bull_run_1983.thinking.judgment import _worth_of_battle
from tests.cases.bull_run_1983.scene import roll, scene

NH2, SC4 = "USA-I-B-2NH", "CSA-I-EV-4SC"
FIGHT = {NH2: "S4", SC4: "T4"}
LOST, WON = ({f"tables.combat.{pip}": [result] * 11 for pip in range(1, 7)} for result in ("AE", "DE"))


def charted(charts: dict[str, Any]) -> Any:
    return GAME.rules("july-21", {}, charts)


def test_results_are_those_of_the_table_in_force():
    for charts, result in ((LOST, "AE"), (WON, "DE")):
        position = scene(FIGHT, battlefield=charted(charts))
        number = position.rules.roster.number
        assert combat_report(position, [number[NH2]], [number[SC4]])["results"] == {result: 1}
        assert threats(position, "confederate")[0]["chance"] == ("1" if result == "DE" else "0")
        rows = {table["id"]: table for table in GAME.table.tables(position.rules)}
        assert rows["combat"]["rows"][0] == ["1", *[result] * 11]
        roll(position, 3)
        told = [event.facts["result"] for event in position.log if event.kind == "battle_result"]
        assert told == [result]


def test_bots_weigh_attacks_by_the_table_in_force():
    bad, good = (charted(charts).combat_table for charts in (LOST, WON))
    assert exchange(good, 5, 4, 4, 0) > 0 > exchange(bad, 5, 4, 4, 0)
    worth = []
    for charts in (LOST, WON):
        position = scene(FIGHT, battlefield=charted(charts))
        number = position.rules.roster.number
        worth.append(_worth_of_battle(position, [number[NH2]], (), [number[SC4]]))
    assert worth[0] < 0 < worth[1]


def test_counters_fight_and_march_by_their_own_numbers():
    strong = charted({f"counters.{NH2}.attack": 9, f"counters.{NH2}.movement": 8})
    position = scene(FIGHT, battlefield=strong)
    number = position.rules.roster.number
    assert combat_report(position, [number[NH2]], [number[SC4]])["attack"] == "9"
    assert GAME.table.describe(position, number[NH2])["factors"].startswith("9-")
    far = []
    for battlefield in (charted({}), strong, charted({})):
        position = scene({NH2: {"at": "S4", "active": True}}, phase="movement", battlefield=battlefield)
        report = reach_report(position, position.rules.roster.number[NH2])
        far.append(max(Fraction(row["cost"]) for row in report))
    assert far[0] == far[2] == 4 and far[1] == 8, "farther than any counter of the game, and not for others"


def test_the_red_oval_decides_who_is_always_active():
    keyes = "USA-L-K-Keyes"
    for red in (True, False):
        rules = charted({f"counters.{keyes}.red": red})
        assert rules.roster.red[rules.roster.number[keyes]] is red


def test_a_leader_is_lost_by_the_table_in_force():
    rules = charted({f"tables.leader_elimination.{pip}": "LE" for pip in range(1, 7)})
    assert set(rules.tables["leader_elimination"].values()) == {"LE", "rulebook"}


def test_a_brigade_that_its_infantry_cannot_make_up_is_refused_by_name():
    """8.21"""
    charts = {"counters.USA-BG-K-Keyes.defense": 1, "counters.USA-BG-SC-Schenck.defense": 1}
    with pytest.raises(ChartError, match=r"chart counters.USA-BG-K-Keyes.defense: no group of its infantry"):
        charted(charts)
    _, faults = look_through(GAME, write_charts(GAME, charts))
    assert [fault.path for fault in faults] == sorted(charts, key=lambda path: "SC" in path)
    assert all(fault.line for fault in faults)
