"""The bot that looks one step ahead: it takes the option after which its position is worth most, with
the exact expectation over chance."""

from __future__ import annotations

from random import Random

from bullrun.bots.judging import best, values
from bullrun.bots.plans import BALANCED
from bullrun.bots.seat import Imagination, Seat
from bullrun.engine.action import Action


class GreedyBot:
    """One step ahead; equally good options are drawn by lot."""

    def __init__(self, seed: str, temper: int = BALANCED) -> None:
        self._random = Random(seed)
        self._temper = temper
        self._imagination = Imagination()

    def choose(self, seat: Seat) -> Action:
        """The best option by worth."""
        position = self._imagination.world(seat, self._random)
        found = values(seat.game, position, seat.side, seat.decision, self._random, temper=self._temper)
        return self._imagination.acts(seat.decision.options[best(found, self._random)])
