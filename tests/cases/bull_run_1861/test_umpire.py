"""The umpire's answers for this game, and what a page shows of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bullrun.errors import BullrunError
from bullrun.games.bull_run_1861 import look, showing
from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.umpire import answer
from tests.cases.bull_run_1861.scene import scene


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


@pytest.mark.parametrize(
    ("pieces", "extra", "says"),
    [
        ([{"id": "Grant", "at": "Z37"}], {}, "unknown piece 'Grant'"),
        ([{"id": "Keyes", "at": "Z99"}], {}, "'Z99' is not a place"),
        ([{"id": "Keyes", "at": "Z37", "morale": 3}], {}, "unknown key 'morale'"),
        ([{"id": "Keyes", "at": "Z37", "fatigue": 3}], {}, "fatigue: expected a number from 0 to 2"),
        ([{"id": "Keyes", "at": "Z37", "facing": "Z60"}], {}, "Z60 is not next to Z37"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Bee", "at": "Z37"}], {}, "Bee: an enemy brigade is in Z37"),
        (
            [{"id": "Keyes", "at": "Z37", "line": "front"}, {"id": "Howard", "at": "Z37", "line": "front"}],
            {},
            "Z37: two front lines",
        ),
        (
            [{"id": "Keyes", "at": "Z37"}, {"id": "Keyes-line", "at": "Z60"}],
            {},
            "its line must be in a zone next",
        ),
        ([{"id": "Militia", "at": "Z71"}], {}, "needs the option"),
        ([{"id": "Keyes", "at": "Z37"}], {"weather": "rain"}, "unknown key 'weather'"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Beauregard", "at": "Z47"}], {}, "in contact with the enemy"),
        ([{"id": "Keyes", "at": "Z37"}], {"turn": 9}, "turn: expected a number from 1 to 7"),
        ([{"id": "Keyes", "at": "Z37"}], {"phase": "rally"}, "'rally' is none of"),
    ],
)
def test_errors_name_what_is_wrong(pieces, extra, says):
    with pytest.raises(BullrunError) as error:
        ask(pieces, {"legal": True}, **extra)
    assert says in str(error.value)


def test_three_in_a_zone_are_too_many():
    with pytest.raises(BullrunError, match=r"more than 2 brigades \[10.5.1\]"):
        scene({"Keyes": "Z72", "Howard": "Z72", "Sherman": "Z72"})


def test_there_are_no_lines_of_sight():
    with pytest.raises(BullrunError, match="no lines of sight"):
        ask(DUEL, {"sight": ["Z37", "Z29"]})


# --- what a page shows ----------------------------------------------------------------------------------


def test_a_page_can_show_every_option_piece_and_zone_of_a_game():
    random = Random("page")
    position = THE_GAME.start("historical", {})
    infos = THE_GAME.pieces
    step = 0
    while (decision := position.decision()) is not None:
        if step % 20 == 0:
            for option in decision.options:
                assert showing.option_words(position, option)
            for number, info in enumerate(infos):
                if THE_GAME.place_of(position.state, number) is not None:
                    shown = THE_GAME.describe(position, number)
                    look.face(info, shown)
                    look.badges(shown)
            for side in THE_GAME.sides:
                for layer in showing.OVERLAYS:
                    assert set(showing.overlay(position, layer["id"], side, None)) == {
                        "places",
                        "lines",
                        "says",
                    }
                for threat in showing.threats(position, side):
                    assert 0 <= Fraction(threat["chance"]) <= 1
            assert [row["id"] for row in showing.score(position)] == ["points", "strength", "losses"]
            assert showing.outline(position)["turn"] == position.state.turn - 1
            THE_GAME.public(position)
        position.apply(decision.options[int(random.random() * len(decision.options))])
        step += 1


def test_zone_facts_and_tables_cite_known_rules():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    for zone in position.rules.board.places:
        rows = showing.place_facts(position, position.rules.board.names[zone])
        assert rows and all(row["rule"] in THE_GAME.ledger for row in rows)
    for table in showing.tables():
        assert table["rule"] in THE_GAME.ledger
        assert all(len(row) == len(table["head"]) for row in table["rows"])
    hill = {row["says"] for row in showing.place_facts(position, "Z47")}
    assert "Hill" in hill and "Henry House Hill: victory points" in hill
