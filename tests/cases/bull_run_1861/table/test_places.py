"""What a page shows of zones, threats and options."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bullrun.errors import BullrunError
from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.table import counters as look
from bullrun.games.bull_run_1861.table import display, odds, places, printed, report
from bullrun.games.bull_run_1861.table.options import option_words
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


def test_there_are_no_lines_of_sight():
    with pytest.raises(BullrunError, match="no lines of sight"):
        ask(DUEL, {"sight": ["Z37", "Z29"]})


def test_a_page_can_show_every_option_piece_and_zone_of_a_game():
    random = Random("page")
    position = THE_GAME.start("historical", {})
    infos = THE_GAME.data.pieces("pieces")
    step = 0
    while (decision := position.decision()) is not None:
        if step % 20 == 0:
            for option in decision.options:
                assert option_words(position, option).says
            for number, info in enumerate(infos):
                if THE_GAME.table.place_of(position, number) is not None:
                    shown = THE_GAME.table.describe(position, number)
                    look.face(info, shown)
                    look.badges(shown)
            for side in THE_GAME.sides:
                for layer in places.OVERLAYS:
                    assert set(places.overlay(position, layer["id"], side, None)) == {
                        "places",
                        "lines",
                        "says",
                    }
                for threat in odds.threats(position, side):
                    assert 0 <= Fraction(threat["chance"]) <= 1
            assert [row["id"] for row in report.score(position)] == ["points", "strength", "losses"]
            assert display.display(position).clock.turn == position.state.turn - 1
        position.apply(decision.options[int(random.random() * len(decision.options))])
        step += 1


@pytest.mark.rule("bull-run-1861", "11.1.1")
def test_a_threat_reckons_with_an_attacker_who_turns():
    bee = {"at": "Z29", "facing": "Z37"}
    turned = odds.threats(scene({"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": bee}), "confederate")
    away = odds.threats(scene({"Keyes": {"at": "Z37", "facing": "Z47"}, "Bee": bee}), "confederate")
    assert away == turned


def test_zone_facts_and_tables_cite_known_rules():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    for zone in position.rules.board.places:
        rows = places.place_facts(position, position.rules.board.names[zone])
        assert rows and all(row["rule"] in THE_GAME.ledger for row in rows)
    for table in printed.tables(position.rules):
        assert table["rule"] in THE_GAME.ledger
        assert all(len(row) == len(table["head"]) for row in table["rows"])
    hill = {row["says"] for row in places.place_facts(position, "Z47")}
    assert "Hill" in hill and "Henry House Hill: victory points" in hill


@pytest.mark.rule("bull-run-1861", "10.1.5")
def test_the_command_overlay_tells_the_two_southern_headquarters_apart():
    position = scene({"Jackson": "Z55", "Beauregard": "Z46", "Johnston": "Z08"}, side="confederate")
    shown = places.overlay(position, "command", "confederate", None)
    assert shown["places"]["Z55"] == {"tone": "a", "text": "B"}, "Jackson is Johnston's and must test"
    assert shown["places"]["Z47"] == {"tone": "c", "text": "BJ"}
    assert "own army" in shown["says"]
    north = places.overlay(position, "command", "union", None)["places"]
    assert {place["tone"] for place in north.values()} == {"a"}
