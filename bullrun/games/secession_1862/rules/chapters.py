"""The chapters that have procedures and words of their own."""

from __future__ import annotations

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
