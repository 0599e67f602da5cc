"""What a game says of itself as a whole is met in play: secret draws, hidden things, every window."""

from __future__ import annotations

from itertools import count

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.engine.view import SPECTATOR, hides_from
from tests.conformance.subjects import Subject, random_game, subjects

MOST = 100_000
"""After this many decisions a short game has shown everything that it has, too."""
GAMES: dict[str, list[Subject]] = {}
for subject in subjects():
    GAMES.setdefault(subject.game_id, []).append(subject)

SECRET, HIDDEN = "draws in secret", "hides something"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_declared_is_met_and_what_is_met_is_declared(name: str) -> None:
    game = GAMES[name][0].game
    play = game.play
    declared = set(play.windows)
    declared |= {SECRET} if play.draws_in_secret else set()
    declared |= {HIDDEN} if play.imagine is not None else set()
    met: set[str] = set()
    decisions = 0
    for seed in count():
        for subject in GAMES[name]:
            position = subject.start()
            for decision in random_game(position, f"declared {seed}"):
                decisions += 1
                met |= {decision.about.window} - {""}
                if decision.owner == CHANCE and decision.secret:
                    met.add(SECRET)
                if HIDDEN not in met and hides_from(game, position, SPECTATOR):
                    met.add(HIDDEN)
        if met >= declared or decisions > MOST:
            break
    assert met == declared
