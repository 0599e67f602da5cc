"""Computer players. They see what their side sees, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from bullrun.bots.greedy_bot import GreedyBot
from bullrun.bots.random_bot import RandomBot
from bullrun.bots.seat import Bot, Seat
from bullrun.engine.game import UnknownItem

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "Seat", "make_bot"]

BOTS: Mapping[str, tuple[type[RandomBot] | type[GreedyBot], str]] = {
    "random": (RandomBot, "takes any option, each as likely as the others"),
    "greedy": (GreedyBot, "looks one step ahead and takes what is worth most, dice averaged"),
}
"""Name -> (class, what it does)."""


def make_bot(name: str, seed: str) -> Bot:
    """A fresh bot; the seed settles all its choices."""
    found = BOTS.get(name)
    if found is None:
        raise UnknownItem(f"player {name!r}: no such bot; there are: {', '.join(BOTS)}")
    return found[0](seed)
