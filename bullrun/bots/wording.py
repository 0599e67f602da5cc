"""Options in words, where the game has them."""

from __future__ import annotations

from typing import Any

from bullrun.engine.action import Action, action_text
from bullrun.engine.game import Game
from bullrun.engine.position import Position


def option_says(game: Game, position: Position[Any, Any], action: Action) -> str:
    """An option of this position as a player reads it."""
    if game.table.option is None:
        return action_text(action)
    words = game.table.option(position, action)
    return str(words if isinstance(words, str) else words["says"])
