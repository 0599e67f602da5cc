"""The chapters that have procedures, words, windows or reasons of their own, and all that they declare."""

from __future__ import annotations

from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules import (
    artillery,
    chits,
    close_combat,
    cohesion,
    command_decision,
    delays,
    end_turn,
    events,
    fire,
    gap,
    limits,
    lull,
    morale,
    movement,
    opportunity,
    orders,
    rally,
    retreat,
    sequence,
    setup,
    special_moves,
    victory,
    walking,
    why_not_move,
)
from bullrun.games.day_was_ours.rules.battlefield import Battlefield
from bullrun.games.day_was_ours.rules.charts import CHARTS
from bullrun.games.loading import Agreed, collected, rules_of, vocabulary_of
from bullrun.mechanisms import cup, dice, offers

CHAPTERS = (
    sequence,
    lull,
    command_decision,
    chits,
    events,
    gap,
    delays,
    orders,
    artillery,
    fire,
    movement,
    walking,
    opportunity,
    special_moves,
    why_not_move,
    close_combat,
    cohesion,
    morale,
    retreat,
    rally,
    end_turn,
    limits,
    victory,
    setup,
    offers,
)
"""In rulebook order, and the windows in which chits are played."""

VOCABULARY = vocabulary_of(*CHAPTERS, dice, cup)
WINDOWS = collected(CHAPTERS, "WINDOWS")


def in_force(agreed: Agreed) -> Battlefield:
    """The rules under a scenario and its options."""
    return Battlefield(agreed, WINDOWS)


rules = rules_of(HOME, CHAPTERS, in_force, CHARTS)
