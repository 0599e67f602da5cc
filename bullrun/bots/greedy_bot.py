"""The bot that looks one step ahead: it takes the option after which its position is worth most, with
the exact expectation over chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, Protocol, runtime_checkable

from bullrun.bots.seat import Seat
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position

MOST_TRIED = 256
"""So many options are tried one by one; of a longer list, a random sample of this size."""
MOST_ROLLS = 3
"""So many chance decisions in a row are expanded; a longer chain is judged where it stands then."""


@runtime_checkable
class Gains(Protocol):
    """A game that can tell what each option gains without trying them all."""

    def gains(self, position: Position[Any, Any], side: str, decision: Decision) -> Sequence[int] | None:
        """What each option adds to the side's worth, parallel to the options; None to have them tried."""


class GreedyBot:
    """One step ahead; equally good options are drawn by lot."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """The best option by worth."""
        options = seat.decision.options
        position = seat.imagine(self._random)
        found = None
        if isinstance(seat.game, Gains):
            found = seat.game.gains(position, seat.side, seat.decision)
        if found is not None:
            best = max(found)
            return options[self._random.choice([n for n, gain in enumerate(found) if gain == best])]
        return self._best_tried(seat, position, options)

    def _best_tried(self, seat: Seat, position: Position[Any, Any], options: Sequence[Action]) -> Action:
        position.decision()  # asked once, for all copies
        numbers: Sequence[int] = range(len(options))
        if len(options) > MOST_TRIED:
            numbers = sorted(self._random.sample(numbers, MOST_TRIED))
        best: Fraction | None = None
        chosen: list[Action] = []
        for number in numbers:
            after = position.copy()
            after.apply(options[number])
            value = expected_worth(seat.game, after, seat.side)
            if best is None or value > best:
                best, chosen = value, []
            if value == best:
                chosen.append(options[number])
        return self._random.choice(chosen)


def expected_worth(game: Game, position: Position[Any, Any], side: str, rolls: int = MOST_ROLLS) -> Fraction:
    """The worth at the next decision of a player, averaged exactly over the chance before it."""
    decision = position.decision()
    if decision is None or decision.weights is None or rolls == 0:
        return Fraction(game.worth(position, side))
    total = Fraction(0)
    for outcome, weight in zip(decision.options, decision.weights, strict=True):
        after = position.copy()
        after.apply(outcome)
        total += weight * expected_worth(game, after, side, rolls - 1)
    return total / sum(decision.weights)
