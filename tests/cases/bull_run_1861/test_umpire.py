"""The umpire's answers for this game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.table.options import option_words
from bullrun.umpire import answer
from tests.cases import asking
from tests.cases.bull_run_1861.scene import goals, moves, play, scene, why


def ask(pieces, *questions, side="union", phase="movement", turn=3, **extra):
    spec = {
        "game": "bull-run-1861",
        "turn": turn,
        "side": side,
        "phase": phase,
        "pieces": pieces,
        "ask": list(questions),
        **extra,
    }
    return [next(iter(a.values())) for a in answer(spec)["answers"]]


DUEL = [{"id": "Keyes", "at": "Z37", "facing": "Z29"}, {"id": "Bee", "at": "Z29", "facing": "Z37"}]


def test_moves_have_exact_costs_and_paths():
    (rows,) = ask([{"id": "Keyes", "at": "Z58"}], {"moves": "Keyes"})
    by_place = {row["place"]: row for row in rows}
    assert by_place["Z46"]["cost"] == "3" and by_place["Z46"]["path"] == ["Z58", "Z57", "Z46"]
    for row in rows:
        assert sum(int(term["cost"]) for term in row["terms"]) == int(row["cost"])


def test_why_names_the_rule_and_what_would_open_the_way():
    pieces = [*DUEL, {"id": "McDowell", "at": "Z47"}]
    enemy, first, legal = ask(
        pieces, {"why": "move Keyes Z29"}, {"why": "move Keyes Z47"}, {"why": "activate Keyes"}
    )
    assert enemy["rule"] == "10.5.4" and enemy["legal"] is False
    assert first["rule"] == "7.3"
    assert first["facts"] == {"after": "activate Keyes", "cost": "1", "in_command": True}
    assert legal["legal"] is True


def test_combat_gives_every_modifier_and_odds_that_sum_to_one():
    (report,) = ask(DUEL, {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}})
    assert (report["attack"], report["defense"]) == ("4", "3")
    assert [(t["side"], t["value"], t["rule"]) for t in report["terms"]] == [("attack", 1, "11.2.1")]
    assert [(d["piece"], d["chance"], d["rule"]) for d in report["dice"]] == [("Bee", "1/3", "11.3.4")]
    assert sum(Fraction(chance) for chance in report["results"].values()) == 1
    bee = next(row for row in report["if_hit"] if row["piece"] == "Bee")
    assert (bee["retreat_chance"], bee["step_if_tried"]) == ("1/2", "1/2")


def test_legal_lists_the_actions():
    (legal,) = ask(DUEL, {"legal": True})
    assert legal["owner"] == "union" and legal["actions"] == ["activate Keyes", "done"]
    (acting,) = ask(DUEL, {"legal": True}, acting="Keyes", points=1)
    assert "force Keyes" in acting["actions"] and "attack Keyes Z29" not in acting["actions"]


@pytest.mark.rule("bull-run-1861", "11.1.3")
def test_combat_objects_to_a_sweep_that_leaves_an_enemy_out():
    pieces = [
        DUEL[0],
        *({"id": b, "at": z} for b, z in (("Bee", "Z29"), ("Bartow", "Z38"), ("Jones", "Z28"))),
    ]
    part = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee", "Bartow"]}}
    all_three = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee", "Bartow", "Jones"]}}
    one = {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}}
    found = [[o["rule"] for o in report["objections"]] for report in ask(pieces, part, all_three, one)]
    assert found == [["11.1.3"], [], []]
    (report,) = ask(pieces, part, attacked=["Z28"])
    assert report["objections"] == [], "a friend has attacked Jones"


@pytest.mark.rule("bull-run-1861", "10.3.4", "11.1.1")
def test_combat_over_the_unknown_farm_ford_is_no_objection():
    pieces = [{"id": "Keyes", "at": "Z67", "facing": "Z56"}, {"id": "Bee", "at": "Z56"}]
    (report,) = ask(pieces, {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}})
    assert report["objections"] == []
    (report,) = ask(pieces, {"combat": {"attackers": ["Bee"], "defenders": ["Keyes"]}})
    assert not [o for o in report["objections"] if "cannot attack" in o["says"]], "the South knows it"


def verbs_of(*pieces, **table):
    (legal,) = ask([*pieces, {"id": "McDowell", "at": "Z60"}], {"legal": True}, **table)
    return {action.split()[0] for action in legal["actions"] if "McDowell" not in action}


@pytest.mark.rule("bull-run-1861", "10.3.8")
def test_an_acting_brigade_with_an_attack_marker_does_not_march():
    pieces = ({"id": "US_Cav", "at": "Z37", "facing": "Z29", "attack": True}, DUEL[1])
    assert not verbs_of(*pieces, acting="US_Cav", points=4) & {"move", "extend", "face"}


@pytest.mark.rule("bull-run-1861", "10.3.5", "10.3.7")
def test_an_acting_brigade_that_has_marched_into_contact_stops():
    assert verbs_of(*DUEL, acting="Keyes", points=2) == {"attack", "extend", "done"}
    assert "move" in verbs_of(*DUEL, acting="Keyes"), "it starts there"


MARKED = {
    "Porter": {"at": "Z68", "operational": True},
    "Burnside": {"at": "Z68", "operational": True, "line": "second"},
    "Keyes": "Z69",
    "Evans": "Z57",
}


@pytest.mark.rule("bull-run-1861", "6.5", "9.1")
def test_moves_at_the_end_of_a_turn_are_those_of_operational_movement():
    position = scene(MARKED, phase="administration")
    told = moves(position, "Burnside")
    words = option_words(position, ("operate", "Porter")).says
    assert words == "Operational movement of Porter and Burnside"
    play(position, "operate Porter")
    assert (
        "together with Porter"
        in asking.explain(THE_GAME, position, "union", ("move", "Burnside", "Z59")).says
    )
    assert set(moves(position, "Porter")) == goals(position, "move", "Porter") and max(told.values()) == "8"
    assert told == moves(position, "Burnside") == moves(position, "Porter"), "they march together"
    assert "Z69" not in told and why(position, "move Porter Z69") == "9.1", "Keyes leaves room for one"
    assert why(position, "move Porter Z08") == "10.3.2"


@pytest.mark.rule("bull-run-1861", "6.5", "7.5", "9.1")
def test_why_not_move_at_the_end_of_a_turn_or_during_combat():
    position = scene(MARKED, phase="administration")
    assert why(position, "move Porter Z70") == "9.1" and why(position, "move Keyes Z70") == "6.5"
    pieces = {"Keyes": {"at": "Z37", "facing": "Z29", "attack": True}, "Bee": "Z29", "Porter": "Z68"}
    assert why(scene(pieces, phase="combat"), "move Porter Z69") == "7.5"


def test_recommended_options_exist():
    for scenario in THE_GAME.scenarios:
        named = THE_GAME.start(scenario, {}).rules.data["recommended"]
        assert set(named) <= set(THE_GAME.settings)
