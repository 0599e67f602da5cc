"""The bot that has sense but no eye: it leaves out what is plainly bad and draws among the rest."""

from __future__ import annotations

from random import Random

from bullrun.bots.judging import values
from bullrun.bots.plans import BALANCED
from bullrun.bots.seat import Imagination, Seat
from bullrun.engine.action import Action

BLUNDER = 0.2
"""So often it takes even what is only not among the worst."""
HAZY, CLEAR = 75, 50
"""How far below the best, in hundredths of the way down to the worst, an option still looks good."""
TRIED = 24


class RecruitBot:
    """Judges like the captain, but hazily: it draws among those that look good enough."""

    def __init__(self, seed: str, temper: int = BALANCED) -> None:
        self._random = Random(seed)
        self._temper = temper
        self._imagination = Imagination()

    def choose(self, seat: Seat) -> Action:
        """One of the options that are not plainly bad."""
        options = seat.decision.options
        position = self._imagination.world(seat, self._random)
        found = values(seat.game, position, seat.side, seat.decision, self._random, TRIED, self._temper)
        ranked = sorted(found, key=lambda item: -item[1])
        top, low = ranked[0][1], ranked[-1][1]
        share = HAZY if self._random.random() < BLUNDER else CLEAR
        # Nothing worse than this: an option near the bottom throws something away. In whole numbers and
        # fractions, for a rounded limit may lie above them all.
        good = [number for number, value in ranked if 100 * (top - value) <= share * (top - low)]
        return self._imagination.acts(options[self._random.choice(good)])
