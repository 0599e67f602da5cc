"""What a bot sits on: one side's chair. Everything it can learn comes through the redaction gate."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.view import cannot_tell_apart, hides_from, imagine


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

    def sees_all(self) -> bool:
        """Whether nothing is hidden from the side."""
        return not hides_from(self.game, self._position, self.side)

    def may_be(self, world: Position[Any, Any]) -> bool:
        """Whether the side cannot tell this world from the real position."""
        return cannot_tell_apart(self.game, self._position, world, self.side)


class Imagination:
    """The world in which a player thinks. What it cannot see it imagines once; its world goes along with what
    it does, and is imagined anew when it sees that things are otherwise or when others have acted."""

    __slots__ = ("_acted", "_world")

    def __init__(self) -> None:
        self._world: Position[Any, Any] | None = None
        self._acted: Action = ()

    def world(self, seat: Seat, random: Random) -> Position[Any, Any]:
        """The world to think in now."""
        world, self._world = self._world, None
        if seat.sees_all():
            return seat.imagine(random)
        if world is None or not _goes_on(world, self._acted) or not seat.may_be(world):
            world = seat.imagine(random)
        self._world = world
        return world

    def acts(self, action: Action) -> Action:
        """The player does this: its world is to go along."""
        self._acted = action
        return action


def _goes_on(world: Position[Any, Any], action: Action) -> bool:
    """Take a world one action on, if that can be done there."""
    decision = world.decision()
    if decision is None or action not in decision.options:
        return False
    world.apply(action)
    return True


class Bot(Protocol):
    """A player. The same bot with the same seed makes the same choices."""

    def choose(self, seat: Seat) -> Action:
        """One of the options of `seat.decision`."""
