"""The figures of the bench: each does its work and counts it."""

from __future__ import annotations

import pytest

from bullrun.bots.plans import planning_of
from bullrun.games.registry import game_ids, load_game
from bullrun.lab.bench import (
    OURS,
    Figure,
    colonels_games,
    crossroads,
    figures,
    hard_questions,
    measure,
    play_outs,
)
from tests.toys.cup import GAME as CUP


@pytest.mark.parametrize("game_id", [name for name in game_ids() if planning_of(load_game(name)) is not None])
def test_play_outs_start_where_a_side_has_a_plan_to_make(game_id):
    game = load_game(game_id)
    asked = crossroads(game)
    assert len(asked) >= 12
    for position, side, plan in asked:
        decision = position.decision()
        assert decision is not None and decision.owner == side and plan.tasks is not None
    assert {side for _, side, _ in asked} == set(game.sides)


def test_play_outs_and_games_are_counted():
    game = load_game(game_ids()[0])
    figure = Figure("a colonel's game", "games/s", {OURS: colonels_games(game)})
    measure(figure, 0.001, rounds=2)
    assert len(figure.rates[OURS]) == 2 and figure.rate(OURS) > 0
    assert play_outs(game)() == len(crossroads(game))


def test_a_play_out_leaves_the_position_as_it_was():
    game = load_game(game_ids()[0])
    work = play_outs(game)
    asked = work.__closure__[0].cell_contents
    before = [position.state.digest() for position, _, _ in asked]
    work()
    assert [position.state.digest() for position, _, _ in asked] == before


def test_a_game_without_plans_has_only_the_figures_of_play():
    names = [figure.name for figure in figures(CUP, with_peers=False)]
    assert "whole games at random" in names and not any("plans" in n or "colonels" in n for n in names)


def test_a_game_names_the_questions_that_take_long_and_they_are_asked_anew() -> None:
    (figure,) = hard_questions(load_game("clash-of-giants"))
    assert figure.unit == "questions/s" and figure.contenders[OURS]() == 1
    assert Figure("x", "y", {}, {}, figure.least, {OURS: [60.0]}).to_json()["least"] == 50
    assert not hard_questions(load_game("bull-run-1861"))
