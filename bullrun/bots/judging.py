"""How one option is judged against another: by what the game says it gains at once, or by trying it; and what
a player's temper adds to those that seek a fight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from bullrun.bots.plans import BALANCED
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.thinking.contract import thinking_of

MOST_TRIED = 256
"""At most this many options are tried one by one; of a longer list, a random sample of this size."""
MOST_ROLLS = 3
"""At most this many chance decisions in a row are expanded; a longer chain is judged where it then stands."""

Values = list[tuple[int, int | Fraction]]
"""(number of the option, what it is worth)."""


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
    daring = thinking_of(game).daring
    if temper == BALANCED or daring is None:
        return found
    dares = daring(position, game.sides.index(side), decision)
    if dares is None:
        return found
    return [(number, value + temper * dares[number]) for number, value in found]


def _plain_values(
    game: Game, position: Position[Any, Any], side: str, decision: Decision, random: Random, most: int
) -> Values:
    gains = thinking_of(game).gains
    if gains is not None:
        found = gains(position, game.sides.index(side), decision)
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
        return Fraction(thinking_of(game).worth(position, game.sides.index(side)))
    total = Fraction(0)
    for outcome, weight in zip(decision.options, decision.weights, strict=True):
        after = position.twin()
        after.apply(outcome)
        total += weight * expected_worth(game, after, side, rolls - 1)
    return total / sum(decision.weights)
