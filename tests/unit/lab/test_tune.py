"""Tuning: a climb finds the better weight, goes on where it stopped, and writes its provenance."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bullrun.engine.game import Scenario
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.tune import Climb, duel, tune, weights_toml
from bullrun.thinking.weights import Weights, load_weights
from tests.toys.ford import GAME, variant


def learner(**more):
    """Plays its strongest counter the more readily, the larger its weight."""
    weights = Weights({"nerve": 100, "idle": 50}, {"nerve": "n", "idle": "i"}, "by hand")

    def gains(position, side, decision):
        top = len(decision.options) - 1
        return [weights["nerve"] * n + (97 if n == 0 else 0) * top for n in range(top + 1)]

    return variant(weights=weights, gains=gains, **more)


def undecided():
    """A draw before anybody could move; the first side stands better."""
    over = SimpleNamespace(state=SimpleNamespace(outcome=("draw", "1", "even")), decision=lambda: None)
    return learner(start=lambda rules: over, worth=lambda position, side: -4_000 if side else 4_000)


def climb(file=None, seed=1):
    return Climb.open(learner(), ["ford"], {"face": "up"}, "captain", 2, seed, file)


def test_a_stopped_climb_ends_where_it_would_have(tmp_path):
    file = tmp_path / "climb.json"
    tune(climb(file), 3, None, file)
    again = climb(file)
    tune(again, 3, None, file)
    whole = climb()
    tune(whole, 6)
    assert again.to_json() == whole.to_json() and whole.games == 24


@pytest.mark.parametrize("seed", range(4))
def test_the_climb_finds_the_better_weight(seed):
    """Who has less nerve than 97 leaves his best counter at home and loses; idleness matters to nobody."""
    careful = climb(seed=seed)
    tune(careful, 8)
    bold = Climb.open(learner(), ["ford"], {"face": "up"}, "captain", 2, seed, None, rate=0.5, shake=1.0)
    tune(bold, 8)
    assert 110 < careful.weights["nerve"] < bold.weights["nerve"]


def test_pairs_are_shared_out_among_scenarios():
    game, played = undecided(), []
    play = game.play._replace(
        rules=lambda scenario, options, charts: scenario,
        start=lambda scenario: played.append(scenario) or undecided().play.start(None),
    )
    battles = {name: Scenario(name, name, name, "1") for name in ("day", "night")}
    game = replace(game, play=play, data=game.data._replace(scenarios=lambda: battles))
    tune(Climb.open(game, ["day", "night"], {}, "captain", 3, 1, None), 1)
    assert played == ["day", "day", "night", "night", "day", "day"]


def test_a_file_of_another_climb_is_refused(tmp_path):
    file = tmp_path / "climb.json"
    tune(climb(file), 1, None, file)
    with pytest.raises(BullrunError, match="seed is 1, this climb has 2"):
        climb(file, seed=2)


def test_the_weights_in_force_are_left_alone():
    found = climb()
    tune(found, 2)
    assert dict(found.game.thinking.weights) == {"nerve": 100, "idle": 50}


def test_tuned_weights_are_data_with_provenance(tmp_path):
    found = climb()
    tune(found, 1)
    data = tomllib.loads(weights_toml(found))
    assert "SPSA, 1 steps, 4 games" in data["source"]
    file = tmp_path / "weights.toml"
    file.write_text(weights_toml(found))
    assert set(load_weights(file)) == {"nerve", "idle"}


def test_a_game_without_weights_says_so():
    with pytest.raises(BullrunError, match="no weights to tune"):
        Climb.open(GAME, ["ford"], {}, "captain", 1, 1, None)


def test_bad_weights_are_named(tmp_path):
    file = tmp_path / "weights.toml"
    file.write_text('source = "x"\n[weights.a]\nvalue = "much"\n')
    with pytest.raises(BullrunError, match=r"weights\.a\.value: expected a whole number"):
        load_weights(file)


def test_a_drawn_game_counts_by_its_last_position():
    assert duel(undecided(), "ford", {}, "captain", ({}, {}), "x") == pytest.approx(0.2)


def test_more_processes_climb_the_same_way():
    alone = Climb.open(load_game("bull-run-1861"), ["historical"], {}, "random", 2, 1, None)
    shared = Climb.open(load_game("bull-run-1861"), ["historical"], {}, "random", 2, 1, None)
    tune(alone, 2)
    tune(shared, 2, workers=2)
    assert alone.to_json() == shared.to_json()


def test_only_the_weights_named_are_moved():
    found = Climb.open(learner(), ["ford"], {"face": "up"}, "captain", 2, 1, None, ["nerve"])
    tune(found, 4)
    assert found.weights["idle"] == 50 and found.weights["nerve"] != 100


def test_an_unknown_weight_is_named():
    with pytest.raises(BullrunError, match=r"weight 'luck': .* has nerve, idle"):
        Climb.open(learner(), ["ford"], {}, "captain", 1, 1, None, ["luck"])
