"""The chapters that have procedures, words or reasons of their own, and all that they declare."""

from __future__ import annotations

from bullrun.games.loading import vocabulary_of
from bullrun.games.secession_1862.rules import (
    activation,
    administration,
    arrivals,
    combat,
    command,
    commanders,
    facing,
    initiative,
    losses,
    movement,
    night,
    results,
    retreat,
    sequence,
    setup,
    victory,
)
from bullrun.mechanisms import dice

CHAPTERS = (
    victory,
    sequence,
    initiative,
    activation,
    commanders,
    administration,
    arrivals,
    command,
    movement,
    facing,
    combat,
    results,
    retreat,
    losses,
    setup,
    night,
)
"""In rulebook order."""

VOCABULARY = vocabulary_of(*CHAPTERS, dice)
