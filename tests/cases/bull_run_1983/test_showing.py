"""What a page shows about a position agrees with the rules."""

from __future__ import annotations

from fractions import Fraction

from bullrun.engine.decision import About
from bullrun.engine.events import Event
from bullrun.engine.record import replay
from bullrun.games.bull_run_1983.game import GAME
from bullrun.lab.play_out import play_out
from bullrun.mechanisms.dice import die
from tests.cases import asking
from tests.cases.bull_run_1983.scene import options, scene

RULES = GAME.rules("july-21", {})
DUEL = {"USA-I-B-2NH": "S4", "USA-I-B-1RI": "S4", "CSA-I-EV-4SC": "T4"}


def test_every_option_of_a_whole_game_has_words():
    from random import Random

    random = Random(4)
    position = GAME.start("july-21", {"union-setup": "free", "fog-of-war": "on", "uncertain-times": "on"})
    verbs = set()
    for _ in range(700):
        decision = position.decision()
        if decision is None:
            break
        action = decision.options[random.randrange(len(decision.options))]
        if action[0] not in verbs:
            verbs.add(action[0])
            says = GAME.table.option(position, action).says
            assert says and not says.startswith(action[0])
        position.apply(action)
    assert {"place", "move", "end-movement"} <= verbs


def begun(position, *action):
    return [GAME.table.words(position.rules, event) for event in GAME.table.sets_off(position, action)]


def test_the_last_choice_before_the_die_foretells_the_battle():
    three = {**DUEL, "USA-I-B-71NYM": "T3"}
    position = scene(three)
    assert set(options(position)) == {f"with {unit}" for unit in three if unit.startswith("USA")}
    assert not begun(position, "with", "USA-I-B-2NH"), "others are still to choose"
    position.apply(("with", "USA-I-B-2NH"))
    # All three must attack (6.3): the third is not asked about, and the die is rolled.
    (battle,) = begun(position, "with", "USA-I-B-1RI")
    assert "against 4 SC" in battle and all(name in battle for name in ("2 NH", "71 NYM", "1 RI"))
    assert position.decision().options, "asking changes nothing"


def test_a_phase_whose_end_begins_a_battle_foretells_it():
    alone = {"USA-I-B-2NH": "S4", "CSA-I-EV-4SC": "T4"}
    (battle,) = begun(scene(alone, phase="movement"), "end-movement")
    assert "2 NH against 4 SC" in battle
    assert not begun(scene({**alone, "USA-I-B-2NH": "S9"}, phase="movement"), "end-movement")


def test_the_panel_shows_the_umpires_numbers():
    position = scene(DUEL)
    report = asking.combat(GAME, position, ["USA-I-B-2NH", "USA-I-B-1RI"], ["CSA-I-EV-4SC"])
    assert report["odds"] == "1-1" and report["figures"][2]["value"] == "1-1"
    assert [step["name"] for step in report["ladder"] if step["on"]] == ["1-1"]
    assert sum(Fraction(outcome["chance"]) for outcome in report["outcomes"]) == 1


def test_threats_are_what_the_enemy_beside_could_roll():
    (threat,) = GAME.table.threats(scene(DUEL), "confederate")
    assert threat["at"] == "T4" and threat["odds"] == "1-1" and Fraction(threat["chance"]) == Fraction(1, 2)


def test_overlays_and_facts():
    position = scene(DUEL, phase="movement")
    for overlay in GAME.table.overlays:
        shown = GAME.table.overlay(position, overlay["id"], "union", "S4")
        assert shown["places"] and shown["says"]
    control = GAME.table.overlay(position, "control", "confederate", None)["places"]
    assert set(control) == {"T4", "T3", "T5", "S4", "S5", "U4", "U5"}
    facts = {row["says"]: row["value"] for row in GAME.table.ground(position, "S4")}
    assert facts["Defense points"] == "6 of 12"
    assert {row["says"] for row in GAME.table.ground(position, "Q3")} >= {"Ford", "Entered this turn"}


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
