"""A plan as plain data: who goes where to do what. Games propose them, bots choose among them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple
from zlib import crc32


class Task(NamedTuple):
    """One job of a plan: these pieces do this at one of these places."""

    does: str
    who: tuple[str, ...]
    where: tuple[str, ...]


class Plan(NamedTuple):
    """What a side is up to in its turn."""

    name: str
    says: str
    """One sentence for a player who asks for a hint."""
    rules: tuple[str, ...]
    """The rules that make it worth trying."""
    tasks: tuple[Task, ...]
    promise: int
    """What the game's judgment expects of it before anything is played out."""
    temper: int = 0
    """How much it dares: below 0 cautious, above 0 bold."""
    whim: int = 0
    """Which of about equal steps it prefers: the same plan carried out in another way. 0 for no whim."""

    def with_a_whim(self, random: Random) -> Plan:
        """The same plan carried out in another way."""
        return self._replace(whim=random.getrandbits(30) + 1)

    def leaning(self, step: object, most: int) -> int:
        """How much more, or less, the plan likes a step than it is worth: at most `most`. The same for the
        same whim and step on every machine."""
        if not self.whim:
            return 0
        return crc32(f"{self.whim} {step}".encode()) % (2 * most + 1) - most
