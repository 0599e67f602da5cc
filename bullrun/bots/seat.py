"""What a bot sits on: one side's chair. Everything it can learn comes through the redaction gate."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.view import imagine


class Hurried(Exception):
    """Raised in the middle of a bot's thinking when it must answer at once. It may answer with the best it
    has found so far; a bot that lets it pass is answered for."""


class Seat:
    """One side at the moment it must decide."""

    __slots__ = ("_position", "decision", "game", "side")

    def __init__(self, game: Game, position: Position[Any, Any], decision: Decision) -> None:
        self.game = game
        self.side = decision.owner
        self.decision = decision
        """The side's own question, which it may read in full."""
        self._position = position

    def imagine(self, random: Random) -> Position[Any, Any]:
        """A position of its own to think in, which the side cannot tell from the real one."""
        return imagine(self.game, self._position, self.side, random)


class Bot(Protocol):
    """A player. The same bot with the same seed makes the same choices."""

    def choose(self, seat: Seat) -> Action:
        """One of the options of `seat.decision`."""
