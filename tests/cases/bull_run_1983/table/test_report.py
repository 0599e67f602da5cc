"""Scores, tables, luck and battles as a report tells them."""

from __future__ import annotations

from bullrun.engine.decision import About
from bullrun.engine.events import Event
from bullrun.engine.record import replay
from bullrun.games.bull_run_1983.game import GAME
from bullrun.lab.play_out import play_out
from bullrun.mechanisms.dice import die
from tests.cases.bull_run_1983.scene import options, scene

RULES = GAME.rules("july-21", {})


DUEL = {"USA-I-B-2NH": "S4", "USA-I-B-1RI": "S4", "CSA-I-EV-4SC": "T4"}


def test_scores_and_tables():
    position = scene(DUEL, phase="movement")
    assert options(position)
    strength = GAME.table.score(position)[0]["values"]
    assert strength == {"union": 6, "confederate": 3}
    tables = GAME.table.tables(position.rules)
    assert all(len(row) == len(table["head"]) for table in tables for row in table["rows"])


def test_luck_is_measured_for_every_outcome():
    roll = die("Roll for it.", "7.3", odds="1-1", about=About(roll="assault"))
    values = [GAME.table.luck(RULES, roll, option)["value"] for option in roll.options]
    assert values == [2, 0, 1, -1, -2, -2]


def test_the_timeline_says_how_every_battle_ended():
    """Who won is told for each result of both tables; no effect and an exchange are nobody's."""

    def ended(kind, **facts):
        return GAME.table.battle(Event(kind, "7.3", facts, ()))

    tables = (RULES.combat_table, RULES.bombardment_table)
    results = {
        table.result(die, k) for table in tables for die in range(1, 7) for k in range(len(table.columns))
    }
    for result in results - {"-"}:
        assert ended("battle_result", result=result).says
    won = {
        result: ended("battle_result", result=result).won for result in ("DB2", "DE", "EX", "AB2", "AE AB2")
    }
    assert won == {"DB2": True, "DE": True, "EX": None, "AB2": False, "AE AB2": False}
    assert ended("battle_result", result="no effect").won is None and ended("no_effect").won is None
    assert ended("hopeless").won is False


def test_every_battle_of_a_game_is_settled_once():
    open_battles = []
    for step in replay(GAME, play_out(GAME, "july-21", {}, ["captain", "captain"], "timeline")[1]):
        for event in step.events:
            found = GAME.table.battle(event)
            if found is not None and found.fight is None:
                open_battles.pop()
            elif found is not None:
                open_battles.append(found)
                assert len(open_battles) == 1
    assert not open_battles
