"""The environments pass their frameworks' own tests and keep hidden things hidden."""

from __future__ import annotations

import warnings
from random import Random

import pytest

pytest.importorskip("pettingzoo")
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from bullrun.engine.view import imagine
from bullrun.env import BullrunSolo, make_env
from bullrun.env.aec import offered
from bullrun.games.registry import game_ids


@pytest.mark.parametrize("game", game_ids())
def test_the_api_of_pettingzoo(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make_env(game), num_cycles=150)


@pytest.mark.parametrize("game", game_ids())
def test_seeds_settle_everything(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: make_env(game), num_cycles=60)


@pytest.mark.parametrize("game", game_ids())
def test_gymnasium_s_own_checker_accepts_the_solo_game(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Other render modes are tried only on environments that are made through the registry.
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(BullrunSolo(game, opponent="random", most_steps=60))


def test_a_sample_is_an_option_of_the_present():
    env = BullrunSolo("bull-run-1861", opponent="random", most_steps=30)
    env.reset(seed=3)
    over = cut = False
    while not (over or cut):
        action = env.action_space.sample()
        _, reward, over, cut, info = env.step(action)
        assert info["action_mask"].sum() > 0 and reward in (-1, 0, 1)


def test_the_solo_game_is_the_same_for_the_same_seed():
    env = BullrunSolo("bull-run-1861", most_steps=40)
    first, info = env.reset(seed=5)
    assert env.observation_space.contains(first) and info["action_mask"].sum() > 0
    again, _ = BullrunSolo("bull-run-1861", most_steps=40).reset(seed=5)
    assert np.array_equal(first["observation"], again["observation"])
    cut = over = False
    while not (cut or over):
        seen, _, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.observation_space.contains(seen)


def test_an_observation_shows_only_what_the_side_may_know():
    """Worlds that a side cannot tell apart give it equal rows."""
    env = make_env("bull-run-1983")
    env.reset(seed=1)
    seen = env.observe("union")
    real = env.position
    for seed in range(5):
        env.position = type(real)(real.rules, imagine(env.game, real, "union", Random(seed)).state)
        assert np.array_equal(env.observe("union")["observation"], seen["observation"])


def test_a_long_list_is_thinned_evenly():
    options = [(str(n),) for n in range(10)]
    assert offered(options, 10) == options
    assert offered(options, 4) == [("0",), ("3",), ("6",), ("9",)]


def test_wrong_actions_are_refused():
    env = make_env("bull-run-1861", most_options=8)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected 0 to"):
        env.step(8)


def test_an_environment_is_played_with_an_owners_charts():
    charts = {"counters.brigades.Keyes.combat": 6}
    env = make_env("bull-run-1861", charts=charts)
    for _ in range(2):
        env.reset(seed=1)
        roster = env.position.rules.roster
        assert roster.combat[roster.number["Keyes"]] == 6
    assert BullrunSolo("bull-run-1861", charts=charts).env.charts == charts
