"""The chapters that have procedures, words or reasons of their own, and all that they declare."""

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
from bullrun.games.loading import vocabulary_of
from bullrun.mechanisms import dice

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

VOCABULARY = vocabulary_of(*CHAPTERS, dice)
