"""The chapters that have procedures, words or reasons of their own, and all that they declare."""

from __future__ import annotations

from collections.abc import Mapping

from bullrun.games.clash_of_giants.rules import (
    advance,
    arrivals,
    artillery_markers,
    cavalry,
    combat,
    command,
    declaration,
    gettysburg,
    movement,
    night,
    orders,
    retreat,
    scoring,
    second_bull_run,
    sequence,
    setup,
    special_command,
    surrender,
    victory,
)
from bullrun.games.loading import collected, vocabulary_of
from bullrun.mechanisms import cup, dice, offers
from bullrun.mechanisms.offers import Window

CHAPTERS = (
    setup,
    sequence,
    scoring,
    victory,
    arrivals,
    artillery_markers,
    special_command,
    command,
    movement,
    declaration,
    combat,
    retreat,
    advance,
    cavalry,
    night,
    surrender,
    second_bull_run,
    orders,
    gettysburg,
    offers,
)
"""In rulebook order; windows are opened by the last."""

VOCABULARY = vocabulary_of(*CHAPTERS, cup, dice)
WINDOWS: Mapping[str, Window] = collected(CHAPTERS, "WINDOWS")
"""Every moment in which a side may play something, by name."""
