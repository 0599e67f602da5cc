"""A plan as plain data: who goes where to do what. Games propose them, bots choose among them."""

from __future__ import annotations

from typing import NamedTuple


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
