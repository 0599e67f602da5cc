"""Dice as chance decisions."""

from __future__ import annotations

from functools import cache
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, chance


@cache
def _faces(sides: int) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    return tuple(("roll", str(pip)) for pip in range(1, sides + 1)), (1,) * sides


def die(question: str, rule: str, sides: int = 6, **facts: Any) -> Decision:
    """One fair die: the options are ("roll", "1") and so on."""
    outcomes, weights = _faces(sides)
    return chance(question, rule, outcomes, weights, **facts)


def pips(action: Action) -> int:
    """What the die of such an option shows."""
    return int(action[1])
