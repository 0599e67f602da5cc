"""The bot that takes any option, each as likely as the others."""

from __future__ import annotations

from random import Random

from bullrun.bots.seat import Seat
from bullrun.engine.action import Action


class RandomBot:
    """Uniform over the options."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """Any option."""
        options = seat.decision.options
        return options[int(self._random.random() * len(options))]
