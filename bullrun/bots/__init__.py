"""Computer players. They see what their side sees, and nothing else."""

from __future__ import annotations

from bullrun.bots.levels import LEVELS, at_the_table, is_opponent, make_bot, opponents
from bullrun.bots.seat import Bot, Seat

__all__ = ["LEVELS", "Bot", "Seat", "at_the_table", "is_opponent", "make_bot", "opponents"]
