"""Hints for a player: up to three plans with what they are expected to gain, and why, in words with rules."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bullrun.bots.plans import propose
from bullrun.bots.search import USUAL, Budget, compare
from bullrun.bots.seat import Seat

MOST = 3


class Hint(NamedTuple):
    """One plan as a player reads it."""

    name: str
    says: str
    reasons: tuple[str, ...]
    """One line for each rule that makes it worth trying."""
    gain: int
    """Worth expected after the turn and the reply, less that of the poorest plan compared."""
    error: int
    """The standard error of it."""
    play_outs: int


def hints(seat: Seat, seed: str, budget: Budget = USUAL) -> list[Hint]:
    """The best plans for the side that must decide, best first; none where the game proposes none."""
    random = Random(seed)
    plans = propose(seat.game, seat.imagine(random), seat.side, random)
    if not plans:
        return []
    judged = compare(seat, plans, budget, random)
    tried = [j for j in judged if j.results]
    floor = min((j.mean for j in tried), default=0.0)
    ledger = seat.game.ledger
    return [
        Hint(
            one.plan.name,
            one.plan.says,
            tuple(f"{rule} {ledger[rule].title}: {ledger[rule].says}" for rule in one.plan.rules),
            round(one.mean - floor) if one.results else 0,
            round(one.error) if len(one.results) > 1 else 0,
            len(one.results),
        )
        for one in judged[:MOST]
    ]
