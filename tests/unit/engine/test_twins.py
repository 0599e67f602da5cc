"""A twin of a position takes along what was derived from it, and goes its own way."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from bullrun.games.registry import load_game

GAMES = ("bull-run-1983", "bull-run-1861", "secession-1862")
LEFT_OUT = {"memo", "marches", "against"}
"""What a twin works out for itself, and what all positions share."""


def derived(position):
    """All that the position has derived, as it is now."""
    cache = position.cache
    return deepcopy({name: getattr(cache, name) for name in cache.__slots__ if name not in LEFT_OUT})


def play_on(position, seed, steps):
    random = Random(seed)
    asked = []
    for _ in range(steps):
        decision = position.decision()
        if decision is None:
            break
        asked.append(list(decision.options))
        position.apply(asked[-1][random.randrange(len(asked[-1]))])
    return asked


@pytest.mark.parametrize("game", GAMES)
def test_a_twin_is_a_copy_that_need_not_look_round(game):
    """It has the same derived, plays as a copy that starts without does, and leaves the first one alone."""
    found = load_game(game)
    for number, scenario in enumerate(found.scenarios):
        position, random = found.start(scenario, {}), Random(number)
        step = 0
        while (decision := position.decision()) is not None and step < 600:
            step += 1
            if step % 20 == 0 and position.cache is not None:
                before, state = derived(position), position.state.copy()
                twin, copy = position.twin(), position.copy()
                assert copy.cache is None and derived(twin) == before
                assert play_on(twin, step, 4) == play_on(copy, step, 4)
                assert twin.state == copy.state
                assert derived(position) == before and position.state == state
            position.apply(decision.options[random.randrange(len(decision.options))])
