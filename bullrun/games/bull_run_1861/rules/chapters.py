"""The chapters that have procedures and words of their own."""

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
