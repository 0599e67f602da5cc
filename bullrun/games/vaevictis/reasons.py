"""What the family's refusals have in common: reading the words of an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.position import Position

NO_PIECE = -1

Actor = tuple[int, int, int]
"""(brigade or its line, movement points left, flags) of an acting brigade."""
WhyActing = Callable[[Any, Action, Actor], Refusal | None]
"""The reason of a verb that only an acting brigade has."""


def named_piece(position: Position[Any, Any], action: Action) -> int:
    """The piece that an action names first; NO_PIECE if it names none."""
    found: int = position.rules.roster.number.get(action[1], NO_PIECE) if len(action) > 1 else NO_PIECE
    return found


def named_zone(position: Position[Any, Any], action: Action, word: int = 2) -> PlaceId | None:
    """The zone that an action names, as a rule after a piece; None if it names none."""
    found: PlaceId | None = position.rules.board.find(action[word]) if len(action) > word else None
    return found
