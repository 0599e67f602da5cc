"""Computer players. They see what their side sees, and nothing else."""

from __future__ import annotations

from bullrun.bots.levels import (
    LEVELS,
    at_the_table,
    can_play,
    check_player,
    is_opponent,
    levels_for,
    make_bot,
    opponents,
)
from bullrun.bots.seat import Bot, Seat

__all__ = [
    "LEVELS",
    "Bot",
    "Seat",
    "at_the_table",
    "can_play",
    "check_player",
    "is_opponent",
    "levels_for",
    "make_bot",
    "opponents",
]
