"""The games by id. A game is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bullrun.engine.game import Game

GAMES = {
    "bull-run-1983": "bullrun.games.bull_run_1983.game",
    "bull-run-1861": "bullrun.games.bull_run_1861.game",
    "secession-1862": "bullrun.games.secession_1862.game",
    "day-was-ours": "bullrun.games.day_was_ours.game",
    "clash-of-giants": "bullrun.games.clash_of_giants.game",
}
"""Game id -> the module that holds its `GAME`, in order of publication."""


def game_ids() -> tuple[str, ...]:
    """The ids of all games, in the order they are listed."""
    return tuple(GAMES)


def load_game(name: str) -> Game:
    """The game with this id."""
    module = GAMES.get(name)
    if module is None:
        from bullrun.errors import UnknownItem

        raise UnknownItem(f"game {name!r}: no such game; there are: {', '.join(GAMES)}")
    game: Game = import_module(module).GAME
    return game
