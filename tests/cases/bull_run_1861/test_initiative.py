"""6. Initiative and major offensives."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from tests.cases.bull_run_1861.scene import GAME, fresh, kinds, options, owner, play, roll, scene, settle, why

TWO = {"Keyes": "Z72", "Evans": "Z37"}


def opening(turn=2, **table):
    return scene(TWO, phase="initiative", turn=turn, **table)


def initiative(position):
    position.decision()
    return [event.facts["side"] for event in position.log if event.kind == "initiative"]


@pytest.mark.rule(GAME, "6.1")
def test_the_higher_die_is_player_one():
    position = opening()
    play(position, "hold", "hold")
    roll(position, 2, 5)
    assert initiative(position) == ["confederate"]
    assert position.state.first == 1
    position = opening()
    play(position, "hold", "hold")
    roll(position, 4, 3)
    assert initiative(position) == ["union"]


@pytest.mark.rule(GAME, "6.1")
def test_ties_are_rolled_again():
    position = opening()
    play(position, "hold", "hold")
    roll(position, 4, 4)
    assert owner(position) == CHANCE and initiative(position) == []
    roll(position, 1, 2)
    assert initiative(position) == ["confederate"]


@pytest.mark.rule(GAME, "6.1")
def test_the_north_has_the_initiative_on_turn_one():
    position = opening(turn=1)
    position.decision()
    assert initiative(position) == ["union"]
    assert "initiative_dice" not in kinds(position)


@pytest.mark.rule(GAME, "6.2")
def test_the_north_decides_first_and_the_south_only_if_it_declines():
    position = opening()
    assert owner(position) == "union" and options(position) == ["hold", "launch"]
    play(position, "hold")
    assert owner(position) == "confederate" and options(position) == ["hold", "launch"]
    position = opening()
    play(position, "launch")
    assert owner(position) == CHANCE, "never two in one turn"
    assert position.state.offensive == 0


@pytest.mark.rule(GAME, "6.2")
def test_once_a_game_and_never_on_turn_one():
    position = opening(offensives_used=["union"])
    assert owner(position) == "confederate", "the North has had its offensive"
    position = opening(offensives_used=["union", "confederate"])
    assert owner(position) == CHANCE
    position = opening(turn=1)
    position.decision()
    assert "launch" not in options(position)
    assert why(position, "launch") == "6.2"


@pytest.mark.rule(GAME, "6.3")
def test_a_major_offensive_adds_two_to_the_initiative():
    position = opening()
    play(position, "launch")
    roll(position, 3, 4)
    assert initiative(position) == ["union"]
    position = opening()
    play(position, "hold", "launch")
    roll(position, 4, 3)
    assert initiative(position) == ["confederate"]


@pytest.mark.rule(GAME, "6.3", "7.1")
def test_and_to_the_activation_of_the_whole_turn():
    position = opening()
    play(position, "hold", "launch")
    roll(position, 1, 6)
    play(position, "done", "done")
    roll(position, 4)
    assert position.decision().facts["left"] == 4, "4 + 2 is read as 6"
    play(position, "done")
    settle(position, "movement")
    assert position.state.offensive == 1


@pytest.mark.rule(GAME, "6.3")
def test_it_helps_only_its_own_side():
    position = opening()
    play(position, "launch")
    roll(position, 1, 6)
    assert initiative(position) == ["confederate"]
    play(position, "done", "done")
    roll(position, 1)
    assert position.decision().facts["left"] == 2, "the South's die stays 1"


@pytest.mark.rule(GAME, "6.2")
def test_the_offensive_ends_with_the_turn():
    position = scene(TWO, phase="administration", turn=3, offensive="union")
    position.decision()
    assert position.state.turn == 4 and position.state.offensive == -1
    assert owner(position) == "confederate", "and the North cannot launch another"


@pytest.mark.rule(GAME, "6.1", "12.1")
def test_a_new_game_starts_with_the_northern_initiative():
    position = fresh()
    settle(position, "movement")
    assert position.state.first == 0 and position.state.turn == 1
