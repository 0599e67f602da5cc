"""Bots of every level that needs no plans play every game legally, and the same for a seed."""

from __future__ import annotations

import pytest

from bullrun.bots import Seat, levels_for, make_bot
from bullrun.engine.decision import CHANCE
from tests.conformance.subjects import Subject, random_game, subjects


@pytest.mark.parametrize("subject", subjects(), ids=str)
def test_bots_play_legally_and_the_same_for_a_seed(subject: Subject):
    game = subject.game
    for name in [level for level in ("random", "captain") if level in levels_for(game)]:
        position = subject.start()
        first, second = (make_bot(name, "seed") for _ in range(2))
        for count, decision in enumerate(random_game(position, f"bots {name}")):
            if decision.owner == CHANCE or count % 20:
                continue
            choices = [bot.choose(Seat(game, position, decision)) for bot in (first, second)]
            assert choices[0] == choices[1] and choices[0] in decision.options
