"""Cups: chits are pieces that lie in a box, and drawing one is a chance decision over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, chance
from bullrun.engine.position import Position
from bullrun.engine.vocabulary import CHOOSE, PIECE, Verb


def draw(
    position: Position[Any, Any], chits: Iterable[int], question: str, rule: str, **facts: Any
) -> Decision:
    """One of these chits, each as likely as the others. The machine draws, even where people roll their own
    dice, if any of the chits is hidden from anybody: nobody may read the list of what could come."""
    numbers = sorted(chits)
    hidden = 0
    for concealed in position.rules.concealed_by_side(position.state):
        hidden |= concealed
    outcomes: list[Action] = [("draw", position.rules.pieces[number].id) for number in numbers]
    secret = any(hidden >> number & 1 for number in numbers)
    return chance(question, rule, outcomes, [1] * len(outcomes), secret=secret, **facts)


VERBS = (Verb("draw", CHOOSE, (PIECE,), "Draw {0}"),)
