"""The arena: swapped sides, shared dice, ratings, and the same result on any number of processes."""

from __future__ import annotations

import pytest

from bullrun.errors import BullrunError
from bullrun.games import registry
from bullrun.lab.arena import Ended, Match, Standing, Tournament, bradley_terry, run
from bullrun.lab.play_out import play_out
from tests.unit.engine.toy import GAME


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "toy", "tests.unit.engine.toy")


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


def test_a_file_is_gone_on_from(tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    run(tournament(games=2), 1, file=file)
    played = []
    whole = run(tournament(games=6), 1, played.append, file).to_json()
    assert len(played) == 12
    assert whole == run(tournament(games=6), 1).to_json()
    with pytest.raises(BullrunError, match="another tournament"):
        run(tournament(seed=4), 1, file=file)


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
