"""A position sent to another process is the same game there, with the compiled part or without it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random

import pytest

from bullrun.engine.position import Position
from bullrun.games.registry import game_ids, load_game

PLAY_ON = """
import pickle, sys
from tests.unit.fast.test_sent import play
position = pickle.load(sys.stdin.buffer)
play(position, 60, 2)
print(position.state.digest())
"""


def play(position: Position, decisions: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(decisions):
        decision = position.decision()
        if decision is None:
            return
        position.apply(decision.options[random.randrange(len(decision.options))])


@pytest.mark.parametrize("game_id", game_ids())
def test_a_position_goes_on_in_another_process_as_it_would_here(game_id):
    game = load_game(game_id)
    position = game.start(next(iter(game.scenarios)), {})
    play(position, 120, 1)
    position.decision()
    sent = pickle.dumps(position)
    play(position, 60, 2)
    for pure in ("", "1"):
        there = subprocess.run(
            [sys.executable, "-c", PLAY_ON],
            input=sent,
            env=os.environ | {"BULLRUN_PURE": pure},
            capture_output=True,
            check=True,
        )
        assert there.stdout.decode().strip() == position.state.digest()
