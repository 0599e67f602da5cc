"""The arena: swapped sides, shared dice, ratings, and the same result on any number of processes."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.errors import BullrunError
from bullrun.games import registry
from bullrun.lab.arena import Broken, Ended, Match, Standing, Tournament, bradley_terry, posterior, run
from bullrun.lab.play_out import play_out
from bullrun.lab.simulate import wilson
from tests.toys import ford as toy_module
from tests.toys.ford import GAME


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "toy", "tests.toys.ford")


def tournament(players=("random", "captain", "recruit"), games=6, seed=3):
    return Tournament("toy", "ford", {"face": "up"}, players, games, seed)


def test_sides_are_swapped_with_the_same_luck():
    first, second = Match("a", "b", 4), Match("a", "b", 5)
    assert first.luck == second.luck == 2
    assert first.players == ("a", "b") and second.players == ("b", "a")


def test_any_number_of_workers_gives_the_same():
    alone = run(tournament(), 1).to_json()
    assert alone == run(tournament(), 2).to_json()
    assert alone["games"] == 18 and [p["games"] for p in alone["pairings"]] == [6, 6, 6]


def test_a_game_of_the_arena_can_be_played_alone():
    standing = run(tournament(), 1)
    match = Match("random", "captain", 3)
    result, _ = play_out(GAME, "ford", {"face": "up"}, ("captain", "random"), "toy arena 3 1")
    assert standing.ended[match].side == result.winner


def test_the_better_player_is_rated_higher():
    found = run(tournament(("random", "captain"), 60), 1).to_json()
    assert found["ratings"][0]["player"] == "captain"
    low, high = found["ratings"][0]["interval95"]
    assert low <= found["ratings"][0]["rating"] <= high


def test_ratings_follow_the_model():
    """Three wins in four games are 10 ** (400 / 400 * log10(3)): about 191 points, less for the prior."""
    found = bradley_terry(["a", "b"], {("a", "b"): 3000.0, ("b", "a"): 1000.0})
    assert round(found["a"] - found["b"]) == 191
    assert abs(sum(found.values())) < 1e-6


def test_a_clean_sweep_has_a_finite_rating():
    found = bradley_terry(["a", "b"], {("a", "b"): 10.0})
    assert 300 < found["a"] - found["b"] < 800


def test_an_interval_that_cannot_vary_is_none():
    """Six wins to nothing leave open how much better the winner is: not that he is exactly so much better."""
    arena = tournament(("captain", "random"), 6)
    standing = Standing(arena, {match: Ended("captain", "blue", "captain") for match in arena.matches()})
    best, worst = standing.to_json()["ratings"]
    low, high = best["interval95"]
    assert best["player"] == "captain" and low + 100 < best["rating"] < high - 100
    assert [worst["interval95"], worst["rating"]] == [[-high, -low], -best["rating"]]


@pytest.mark.parametrize(("won", "lost"), [(6, 0), (3, 3), (60, 40), (500, 500), (90, 10)])
def test_intervals_of_ratings_agree_with_those_of_shares(won, lost):
    """Two players: the interval of the rating says about the same as Wilson's of the share of wins."""
    drawn = sorted(r["a"] for r in posterior("ab", {("a", "b"): won, ("b", "a"): lost}, Random(1)))
    low, high = wilson(won, won + lost)
    expected = [1 / (1 + 10 ** (-2 * rating / 400)) for rating in (drawn[100], drawn[-100])]
    assert abs(expected[0] - low) < 0.06 and abs(expected[1] - high) < 0.06


def test_a_sweep_among_others_is_not_narrowed_by_them():
    """a beats b and c always, while b and c are even: what is known of a is no more than six games tell."""
    points = {("a", "b"): 6.0, ("a", "c"): 6.0, ("b", "c"): 300.0, ("c", "b"): 300.0}
    drawn = list(posterior("abc", points, Random(1)))
    spread = [sorted(r[p] for r in drawn)[-100] - sorted(r[p] for r in drawn)[100] for p in "abc"]
    assert spread[0] > 300


def test_players_must_differ():
    with pytest.raises(BullrunError, match="at least two different"):
        run(tournament(("captain", "captain")), 1)


def test_draws_tell_who_stood_better():
    """A drawn game counts half for both; by side it is said who was ahead at its end."""
    arena = tournament(("random", "captain"), 4)
    standing = Standing(arena)
    for match, (winner, better) in zip(
        arena.matches(),
        [("random", "random"), ("", "captain"), ("", "random"), ("", "")],
        strict=True,
    ):
        standing.ended[match] = Ended(winner, "draw", better)
    (pair,) = standing.to_json()["pairings"]
    blue, grey = pair["first_player_as"].values()
    assert pair["draws"] == 3 and pair["share"] == 0.625
    assert pair["decided"]["games"] == 1 and pair["decided"]["share"] == 1.0
    assert (blue["draws"], blue["draws_ahead"], blue["draws_behind"]) == (1, 1, 0)
    assert (grey["draws"], grey["draws_ahead"], grey["draws_behind"]) == (2, 0, 1)


def test_a_finished_game_says_who_stood_better():
    result, _ = play_out(GAME, "ford", {"face": "up"}, ("captain", "random"), "toy arena 3 1")
    assert result.better == result.winner


def test_a_game_that_breaks_does_not_end_the_tournament(monkeypatch):
    march = toy_module.PROCEDURES["march"]

    def answer(position, frame, action):
        if position.state.round == 2 and action == ("send", "R-4"):
            raise RuntimeError("a bug")
        march.answer(position, frame, action)

    monkeypatch.setitem(toy_module.PROCEDURES, "march", march._replace(answer=answer))
    kept = {}
    standing = run(tournament(), 1, keep=kept.__setitem__)
    broken = {match: end for match, end in kept.items() if isinstance(end, Broken)}
    assert broken and len(standing.ended) + len(broken) == 18 and len(kept) == 18
    assert all("a bug" in end.reason and "\n# RuntimeError: a bug" in end.record for end in broken.values())
    found = standing.to_json()
    assert found["games"] == len(standing.ended) == sum(p["games"] for p in found["pairings"])
    assert [(tuple(f["players"]), f["game"]) for f in found["failed"]] == [
        (match.players, match.number) for match in broken
    ]
