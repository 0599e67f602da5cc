"""Dice as chance decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, chance
from bullrun.engine.vocabulary import CHOOSE, NUMBER, Verb

Reading = Callable[[Sequence[int]], int]
"""What dice mean together."""


def tens_and_units(pips: Sequence[int]) -> int:
    """Two dice read as a number from 11 to 66; the first is the tens."""
    return 10 * pips[0] + pips[1]


def total(pips: Sequence[int]) -> int:
    """The sum of all dice."""
    return sum(pips)


@cache
def _faces(sides: int) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    return tuple(("roll", str(pip)) for pip in range(1, sides + 1)), (1,) * sides


@cache
def readings(read: Reading, count: int = 2, sides: int = 6) -> dict[int, int]:
    """Every number that a number of dice can show, ascending, and in how many ways."""
    ways: dict[int, int] = {}
    for pips in product(range(1, sides + 1), repeat=count):
        ways[read(pips)] = ways.get(read(pips), 0) + 1
    return dict(sorted(ways.items()))


def die(question: str, rule: str, sides: int = 6, **facts: Any) -> Decision:
    """One fair die: the options are ("roll", "1") and so on."""
    outcomes, weights = _faces(sides)
    return chance(question, rule, outcomes, weights, **facts)


def dice(
    question: str, rule: str, read: Reading = tens_and_units, count: int = 2, sides: int = 6, **facts: Any
) -> Decision:
    """Several dice thrown at once: the options are ("roll", what they read)."""
    ways = readings(read, count, sides)
    return chance(question, rule, [("roll", str(number)) for number in ways], list(ways.values()), **facts)


def pips(action: Action) -> int:
    """What the dice of such an option show."""
    return int(action[1])


VERBS = (Verb("roll", CHOOSE, (NUMBER,), "Roll {0}"),)
