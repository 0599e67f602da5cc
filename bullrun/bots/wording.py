"""Options in words, where the game has them."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from bullrun.engine.action import Action, action_text
from bullrun.engine.game import Game
from bullrun.engine.position import Position


@runtime_checkable
class Worded(Protocol):
    """A game that has words for options."""

    def option_words(self, position: Position[Any, Any], action: Action) -> Any:
        """A sentence, or a mapping with one under "says" and perhaps a fight under "attack"."""


def option_says(game: Game, position: Position[Any, Any], action: Action) -> str:
    """An option of this position as a player reads it."""
    if not isinstance(game, Worded):
        return action_text(action)
    words = game.option_words(position, action)
    return str(words if isinstance(words, str) else words["says"])
