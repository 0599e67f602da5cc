"""A game between bots, one decision after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from bullrun.bots.seat import Bot, Seat
from bullrun.engine import chance
from bullrun.engine.action import Action
from bullrun.engine.game import Game
from bullrun.engine.position import Position

Roll = Callable[[Position[Any, Any], Sequence[int]], int]
"""The number of the option that chance takes, by their weights."""


def keyed(key: bytes) -> Roll:
    """The dice of a record's key: the same key, the same dice."""
    return lambda position, weights: chance.draw(key, position.state.draws, weights)


def drawn(random: Random) -> Roll:
    """Dice of the moment."""
    return lambda position, weights: chance.weighted_index(weights, random.randrange(sum(weights)))


def decisions(
    game: Game, position: Position[Any, Any], bots: Mapping[str, Bot], roll: Roll
) -> Iterator[tuple[str, Action]]:
    """Who decides what, to the end of the game; each is carried out when the next one is asked for."""
    while (decision := position.decision()) is not None:
        owner, options = decision.owner, decision.options
        if decision.weights is not None:
            action = options[roll(position, decision.weights)]
        else:
            action = bots[owner].choose(Seat(game, position, decision))
        yield owner, action
        position.apply(action)
