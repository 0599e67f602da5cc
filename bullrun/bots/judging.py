"""How one option is judged against another: by what the game says it gains at once, or by trying it; and what
a player's temper adds to those that seek a fight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Protocol, runtime_checkable

from bullrun.bots.plans import BALANCED
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position

MOST_TRIED = 256
"""So many options are tried one by one; of a longer list, a random sample of this size."""
MOST_ROLLS = 3
"""So many chance decisions in a row are expanded; a longer chain is judged where it stands then."""

Values = list[tuple[int, int | Fraction]]
"""(number of the option, what it is worth)."""


@runtime_checkable
class Gains(Protocol):
    """A game that can tell what each option gains without trying them all."""

    def gains(self, position: Position[Any, Any], side: str, decision: Decision) -> Sequence[int] | None:
        """What each option adds to the side's worth, parallel to the options; None to have them tried."""


@runtime_checkable
class Daring(Protocol):
    """A game that can tell which options seek a fight."""

    def daring(self, position: Position[Any, Any], side: str, decision: Decision) -> Sequence[int] | None:
        """How much more each option is worth to a bold player than it is, parallel to the options; a
        cautious one finds it worth less by as much. None where no option seeks or shuns a fight."""


def values(
    game: Game,
    position: Position[Any, Any],
    side: str,
    decision: Decision,
    random: Random,
    most: int = MOST_TRIED,
    temper: int = BALANCED,
) -> Values:
    """What each option is worth to the side; of a long list that must be tried, a random sample."""
    found = _plain_values(game, position, side, decision, random, most)
    if temper == BALANCED or not isinstance(game, Daring):
        return found
    dares = game.daring(position, side, decision)
    if dares is None:
        return found
    return [(number, value + temper * dares[number]) for number, value in found]


@cache
def _judge_of(game: Any) -> Gains | None:
    return game if isinstance(game, Gains) else None


def _plain_values(
    game: Any, position: Position[Any, Any], side: str, decision: Decision, random: Random, most: int
) -> Values:
    judge = _judge_of(game)
    if judge is not None:
        found = judge.gains(position, side, decision)
        if found is not None:
            return list(enumerate(found))
    position.decision()  # asked once, for all copies
    numbers: Sequence[int] = range(len(decision.options))
    if len(numbers) > most:
        numbers = sorted(random.sample(numbers, most))
    tried: Values = []
    for number in numbers:
        after = position.twin()
        after.apply(decision.options[number])
        tried.append((number, expected_worth(game, after, side)))
    return tried


def best(found: Values, random: Random) -> int:
    """The number of the best option, equals drawn by lot."""
    top = max(value for _, value in found)
    return random.choice([number for number, value in found if value == top])


def expected_worth(game: Game, position: Position[Any, Any], side: str, rolls: int = MOST_ROLLS) -> Fraction:
    """The worth at the next decision of a player, averaged exactly over the chance before it."""
    decision = position.decision()
    if decision is None or decision.weights is None or rolls == 0:
        return Fraction(game.worth(position, side))
    total = Fraction(0)
    for outcome, weight in zip(decision.options, decision.weights, strict=True):
        after = position.twin()
        after.apply(outcome)
        total += weight * expected_worth(game, after, side, rolls - 1)
    return total / sum(decision.weights)
