"""What tells who wins: the regression finds what was put in, and a fit goes from games to a data file."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from bullrun.games.registry import game_ids, load_game
from bullrun.lab.fit import Sample, fit, gather, regress, regress_plain, row_of, scaled_by_stage
from bullrun.thinking.outlook import CERTAIN, Signs


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


FORESIGHT = [n for n in game_ids() if (thinking := load_game(n).thinking) and thinking.foresight]


@pytest.mark.parametrize("name", FORESIGHT)
def test_the_plain_signs_of_a_game_speak_for_their_side(name):
    game = load_game(name)
    assert set(game.thinking.foresight.plain) <= set(game.thinking.foresight.names)
    for sign in game.thinking.foresight.plain:
        assert min(game.thinking.foresight.outlook().weights[sign]) >= 0


def test_a_row_holds_every_sign_for_every_stage():
    assert row_of(Signs(250, (6,))) == (0.5, 0.5, 0, 3.0, 3.0, 0)


def test_signs_that_tell_the_winner_beat_the_base_rate():
    game = load_game("bull-run-1861")
    random = Random(4)
    samples = []
    for number in range(200):
        won = number % 2
        signs = [random.randint(-3, 3) for _ in game.thinking.foresight.names]
        signs[0] = 4 if won else -4
        row = row_of(Signs(500, tuple(signs)))
        samples.append(Sample(number, row, row_of(Signs(450, (0,) * len(signs))), float(won), float(won)))
    found = fit(game, samples, 200, 1)
    assert found.error < found.plain / 3
    assert found.outlook.weights["points"][1] > 0
    assert "200 games" in found.outlook.source


def test_a_sign_gets_no_credit_for_what_was_known_before():
    """The first sign follows from an old lead that decides; the second is a gain of the moment."""
    game = load_game("bull-run-1861")
    random = Random(4)
    samples = []
    names = list(game.thinking.foresight.names)
    points, steps = names.index("points"), names.index("steps")
    for number in range(3000):
        lead, gain = random.gauss(0, 2), random.gauss(0, 2)
        now, before = [0.0] * len(names), [0.0] * len(names)
        before[points], now[points] = lead, lead + random.gauss(0, 1)
        now[steps] = gain
        won = float(random.random() < 1 / (1 + exp(-(lead + gain))))
        rows = [row_of(Signs(500, tuple(values))) for values in (now, before)]
        samples.append(Sample(number, rows[0], rows[1], won, won))
    weights = fit(game, samples, 3000, 1).outlook.weights
    assert weights["points"][1] < weights["steps"][1] / 4


def test_a_narrow_end_counts_less_than_a_clear_one():
    """All games are drawn; how clearly tells what a sign is worth."""
    game = load_game("secession-1862")
    random = Random(4)
    samples = []
    names = list(game.thinking.foresight.names)
    for number in range(1000):
        now = [0.0] * len(names)
        now[names.index("losses")] = losses = random.gauss(0, 5)
        row = row_of(Signs(500, tuple(now)))
        samples.append(Sample(number, row, row_of(Signs(500, (0,) * len(names))), 0.5, 0.5 + losses / 100))
    rows = [sample.row for sample in samples]
    midway = 3 * (1 + names.index("losses")) + 1
    assert regress(rows, [sample.won for sample in samples])[midway] == pytest.approx(0, abs=1e-6)
    assert regress(rows, [sample.credit for sample in samples])[midway] == pytest.approx(0.04, abs=0.01)


def test_the_lead_at_the_end_is_credited():
    """Every point counts alike, up to half as many again as the eight that win (11.2)."""
    credits = {}
    for lead in (-14, -12, -7, 0, 3, 6, 7, 12, 14):
        position = load_game("secession-1862").start("29-august", {})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "bullrun.games.secession_1862.thinking.outlook.score", lambda _, lead=lead: (lead, 0)
            )
            credits[lead] = load_game("secession-1862").thinking.foresight.share_of_win(position)
    assert credits[0] == CERTAIN // 2
    assert credits[7] + credits[-7] == pytest.approx(CERTAIN, abs=1)
    assert credits[6] - credits[3] == credits[3] - credits[0] == CERTAIN // 8
    assert credits[-14] == credits[-12] == 0
    assert credits[14] == credits[12] == CERTAIN


def test_scale_and_level_of_a_stage_are_fitted_to_the_games():
    """Weights that are right to each other and twice too large come back halved."""
    random = Random(3)
    rows, won = [], []
    for _ in range(6000):
        row = row_of(Signs(1000, (random.gauss(0, 2), random.gauss(0, 2))))
        chance = 1 / (1 + exp(-(0.3 + 1.0 * row[5] + 0.5 * row[8])))
        rows.append(row)
        won.append(float(random.random() < chance))
    twice = [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0]
    found = scaled_by_stage(twice, rows, won)
    assert [found[2], found[5], found[8]] == pytest.approx([0.3, 1.0, 0.5], abs=0.12)


def test_a_deciding_sign_is_weighed_by_who_has_won():
    """However little it told of how clearly games ended; the others keep their weights to each other."""
    random = Random(5)
    rows, won = [], []
    for _ in range(6000):
        row = row_of(Signs(1000, (random.gauss(0, 2), random.choice((-1, 0, 1)))))
        rows.append(row)
        won.append(float(random.random() < 1 / (1 + exp(-(0.4 * row[5] + 1.8 * row[8])))))
    weights = [0.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.1]
    usual = scaled_by_stage(weights, rows, won)
    assert usual[5] == pytest.approx(4 * usual[8])
    found = scaled_by_stage(weights, rows, won, deciding=(6, 7, 8))
    assert [found[2], found[5], found[8]] == pytest.approx([0.0, 0.4, 1.8], abs=0.15)


def test_at_the_end_of_a_day_of_1862_the_margin_counts_for_more_than_points():
    """Eight points more win, seven are a draw (11.2)."""
    outlook = load_game("secession-1862").thinking.foresight.outlook()
    names = list(outlook.names)

    def chance(lead):
        values = dict.fromkeys(names, 0) | {"points": lead, "enough": (lead >= 8) - (lead <= -8)}
        return outlook.chance(Signs(1000, tuple(values.values())))

    assert chance(8) - chance(7) > 2 * (chance(7) - chance(0))
    assert chance(-7) - chance(-8) > 2 * (chance(0) - chance(-7))


def test_games_are_played_and_noted_the_same_for_a_seed():
    game = load_game("bull-run-1861")
    first = gather(game, 1, seed=5)
    assert first == gather(game, 1, seed=5)
    assert {sample.won for sample in first} <= {0.0, 0.5, 1.0}
    assert len(first) > 30  # seven turns of at least three movement phases for two sides
