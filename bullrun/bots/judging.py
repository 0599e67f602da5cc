"""How one option is judged against another: by what the game says it gains at once, or by trying it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from bullrun.bots.greedy_bot import MOST_TRIED, Gains, expected_worth
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position

Values = list[tuple[int, int | Fraction]]
"""(number of the option, what it is worth)."""


def values(
    game: Game,
    position: Position[Any, Any],
    side: str,
    decision: Decision,
    random: Random,
    most: int = MOST_TRIED,
) -> Values:
    """What each option is worth to the side; of a long list that must be tried, a random sample."""
    if isinstance(game, Gains):
        found: Sequence[int] | None = game.gains(position, side, decision)
        if found is not None:
            return list(enumerate(found))
    numbers: Sequence[int] = range(len(decision.options))
    if len(numbers) > most:
        numbers = sorted(random.sample(numbers, most))
    tried: Values = []
    for number in numbers:
        after = position.copy()
        after.apply(decision.options[number])
        tried.append((number, expected_worth(game, after, side)))
    return tried


def best(found: Values, random: Random) -> int:
    """The number of the best option, equals drawn by lot."""
    top = max(value for _, value in found)
    return random.choice([number for number, value in found if value == top])
