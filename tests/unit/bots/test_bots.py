"""Bots: what they choose, from what they may know, and the same every time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bullrun.bots import Seat, make_bot
from bullrun.bots.judging import MOST_TRIED, expected_worth
from bullrun.engine.decision import Decision
from bullrun.errors import UnknownItem
from bullrun.lab.play_out import Failed, play_out, seated
from bullrun.lab.simulate import Order, simulate, spread, wilson
from tests.toys.ford import GAME, start, variant, worth
from tests.unit.engine.test_position import fresh, play


def seat(position, game=GAME):
    return Seat(game, position, position.decision())


def test_unknown_bots_are_named():
    with pytest.raises(UnknownItem, match="'genius': no such bot; there are: recruit, captain"):
        make_bot("genius", "1")


def test_the_random_bot_is_uniform():
    position = fresh()
    bot = make_bot("random", "1")
    counts = Counter(bot.choose(seat(position)) for _ in range(4000))
    assert len(counts) == 4 and all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("name", ["random", "recruit", "captain", "colonel", "general:4"])
def test_a_seed_settles_everything(name):
    results = [play_out(GAME, "ford", {}, [name, name], "9")[1].to_text() for _ in range(2)]
    assert results[0] == results[1]
    assert play_out(GAME, "ford", {}, [name, name], "10")[1].to_text() != results[0]


@pytest.mark.parametrize("parts", [3, 7, 11, 36])
@pytest.mark.parametrize("whole", [1, 10**6, 10**17 + 1])
def test_a_recruit_chooses_among_equal_fractions(parts, whole):
    """Worths are fractions; rounded, all of them may seem to lie below the best."""

    even = variant(gains=lambda position, side, decision: [Fraction(whole, parts)] * len(decision.options))
    position = fresh()
    bot = make_bot("recruit", "1")
    assert {bot.choose(seat(position, even)) for _ in range(60)} == set(position.decision().options)


def test_a_recruit_sees_half_and_sometimes_less():
    uneven = variant(gains=lambda position, side, decision: [0, 20, 40, 100][: len(decision.options)])
    position = fresh()
    options = position.decision().options
    bot = make_bot("recruit", "1")
    counts = Counter(bot.choose(seat(position, uneven)) for _ in range(1000))
    assert set(counts) == {options[2], options[3]}
    assert counts[options[3]] > 800


def test_expectation_over_chance_is_exact():
    position = fresh()
    play(position, "send B-2", "send R-2")
    position.decision()
    # Equal strengths, pips 1, 2, 3 with weights 1, 1, 2: the higher roll wins, a tie costs both.
    weights = {1: 1, 2: 1, 3: 2}
    total = Fraction(0)
    for blue, w in weights.items():
        for red, v in weights.items():
            lost = 0 if blue == red else 2 if blue > red else -2
            total += Fraction(w * v, 16) * lost
    assert expected_worth(GAME, position, "blue") == total == -expected_worth(GAME, position, "red")


def test_greedy_takes_the_best_reply():
    position = fresh(face="up")
    play(position, "send B-3")
    assert make_bot("greedy", "1").choose(seat(position)) == ("send", "R-4")


def test_greedy_uses_what_the_game_knows_without_trying():
    def unneeded(position, side):
        raise AssertionError("not needed")

    game = variant(
        gains=lambda _, side, decision: [n == 1 for n in range(len(decision.options))], worth=unneeded
    )
    position = game.start("ford", {})
    assert make_bot("greedy", "1").choose(seat(position, game)) == ("send", "B-2")


def test_greedy_thinks_only_in_an_imagined_position(monkeypatch):
    """It must not look at the real one: here every imagined world has another state than the truth."""
    position = fresh()
    play(position, "send B-1")
    worlds = []

    def watched(position, side):
        worlds.append(bytes(position.state.place[:4]))
        return worth(position, side)

    for seed in range(12):
        make_bot("greedy", str(seed)).choose(seat(position, variant(worth=watched)))
    assert len(set(worlds)) > 1


def test_a_long_list_is_sampled():
    tried = []

    def counted(position, side):
        tried.append(1)
        return 0

    position = fresh()
    options = list(position.decision().options) * 200
    many = Decision("blue", "?", options, "1")
    assert make_bot("greedy", "1").choose(Seat(variant(worth=counted), position, many)) in options
    assert len(tried) == MOST_TRIED


def test_one_bot_for_each_side():
    with pytest.raises(Exception, match="expected 2 names for blue, red, got 3"):
        seated(GAME, ["random"] * 3, "1")


def test_a_game_that_breaks_brings_its_record():
    def broken(rules):
        rules.procedures = {k: v for k, v in rules.procedures.items() if k != "ready"}
        return start(rules)

    with pytest.raises(Failed) as failed:
        play_out(variant(start=broken), "ford", {}, ["random", "random"], "1")
    assert len(failed.value.record.entries) == 1 and "KeyError" in failed.value.reason


# --- figures ------------------------------------------------------------------------------------


def test_wilson_intervals():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    assert round(low, 4) == 0.4038 and round(high, 4) == 0.5962
    assert wilson(0, 10)[0] == 0.0 and round(wilson(0, 10)[1], 4) == 0.2775
    assert round(wilson(10, 10)[0], 4) == 0.7225 and wilson(10, 10)[1] == 1.0


def test_spread():
    assert spread([3, 1, 2, 10]) == {"least": 1, "median": 2.5, "mean": 4.0, "most": 10}
    assert spread([]) == {"least": None, "median": None, "mean": None, "most": None}


def test_greedy_beats_random_where_everything_is_open(monkeypatch):
    from bullrun.games import registry

    monkeypatch.setitem(registry.GAMES, "toy", "tests.toys.ford")
    tally = simulate(Order("toy", "ford", {"face": "up"}, ("random", "greedy"), 200, 3)).to_json()
    assert tally["wins"]["red"]["interval95"][0] > tally["wins"]["blue"]["interval95"][1]
