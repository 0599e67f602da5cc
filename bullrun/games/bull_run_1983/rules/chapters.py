"""The chapters that have procedures, words or reasons of their own."""

from __future__ import annotations

from bullrun.games.bull_run_1983.rules import (
    advance,
    artillery,
    automatic_victory,
    battle,
    brigades,
    command,
    declaration,
    dummies,
    frozen,
    leaders,
    losses,
    movement,
    rally,
    reinforcements,
    retreat,
    sequence,
    setup,
    uncertain,
    victory,
)

CHAPTERS = (
    setup,
    sequence,
    victory,
    command,
    frozen,
    movement,
    brigades,
    declaration,
    battle,
    artillery,
    losses,
    retreat,
    advance,
    automatic_victory,
    leaders,
    reinforcements,
    rally,
    uncertain,
    dummies,
)
"""In rulebook order."""
