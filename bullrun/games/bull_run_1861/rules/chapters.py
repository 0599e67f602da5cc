"""The chapters that have procedures, words or reasons of their own, and all that they declare."""

from __future__ import annotations

from bullrun.games.bull_run_1861.rules import (
    activation,
    combat,
    command,
    facing,
    headquarters,
    initiative,
    movement,
    operational,
    reinforcements,
    results,
    sequence,
    setup,
    victory,
)
from bullrun.games.loading import vocabulary_of
from bullrun.mechanisms import dice

CHAPTERS = (
    victory,
    sequence,
    initiative,
    operational,
    activation,
    headquarters,
    command,
    movement,
    facing,
    combat,
    results,
    setup,
    reinforcements,
)
"""In rulebook order."""

VOCABULARY = vocabulary_of(*CHAPTERS, dice)
