"""What tells who wins: the regression finds what was put in, and a fit goes from games to a data file."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from bullrun.engine.outlook import Signs
from bullrun.games.registry import game_ids, load_game
from bullrun.lab.fit import Sample, fit, gather, regress, regress_plain, row_of, solve


def test_equations_are_solved():
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == pytest.approx([3.0, 2.0])


def test_regression_finds_the_weights_that_made_the_games():
    random = Random(3)
    rows, won = [], []
    for _ in range(6000):
        row = (1.0, random.gauss(0, 1), random.gauss(0, 5))
        chance = 1 / (1 + exp(-(0.5 * row[0] - 1.0 * row[1] + 0.2 * row[2])))
        rows.append(row)
        won.append(float(random.random() < chance))
    assert regress(rows, won) == pytest.approx([0.5, -1.0, 0.2], abs=0.12)


def test_a_plain_sign_never_speaks_against_its_side():
    """The second column would get a negative weight; called plain it gets none, and the others theirs."""
    random = Random(3)
    rows, won = [], []
    for _ in range(3000):
        row = (1.0, random.uniform(-2, 2), random.uniform(-5, 5))
        rows.append(row)
        won.append(float(random.random() < 1 / (1 + exp(-(0.5 - 1.0 * row[1] + 0.2 * row[2])))))
    free = regress_plain(rows, won, ())
    assert free == regress(rows, won)
    assert free[1] < -0.8
    bound = regress_plain(rows, won, (1, 2))
    assert bound[1] == 0
    assert bound[0] > 0.2
    assert bound[2] > 0.1


@pytest.mark.parametrize("name", game_ids())
def test_the_plain_signs_of_a_game_speak_for_their_side(name):
    game = load_game(name)
    assert set(game.plain_signs) <= set(game.sign_names)
    for sign in game.plain_signs:
        assert min(game.fitted_outlook.weights[sign]) >= 0


def test_a_row_holds_every_sign_for_every_stage():
    assert row_of(Signs(250, (6,))) == (0.5, 0.5, 0, 3.0, 3.0, 0)


def test_signs_that_tell_the_winner_beat_the_base_rate():
    game = load_game("bull-run-1861")
    random = Random(4)
    samples = []
    for number in range(200):
        won = number % 2
        signs = [random.randint(-3, 3) for _ in game.sign_names]
        signs[0] = 4 if won else -4
        samples.append(Sample(number, row_of(Signs(500, tuple(signs))), float(won)))
    found = fit(game, samples, 200, 1)
    assert found.error < found.plain / 3
    assert found.outlook.weights["points"][1] > 0
    assert "200 games" in found.outlook.source


def test_games_are_played_and_noted_the_same_for_a_seed():
    game = load_game("bull-run-1861")
    first = gather(game, 1, seed=5)
    assert first == gather(game, 1, seed=5)
    assert {sample.won for sample in first} <= {0.0, 0.5, 1.0}
    assert len(first) > 30  # seven turns of at least three movement phases for two sides
