"""An action is a verb and its nouns: a small tuple of words with a text form and a total order."""

from __future__ import annotations

from bullrun.errors import BullrunError

Action = tuple[str, ...]


class MalformedAction(BullrunError):
    """The text is not a verb and nouns."""


def action_text(action: Action) -> str:
    """`("move", "A-1", "P2")` -> `"move A-1 P2"`."""
    return " ".join(action)


def parse_action(text: str) -> Action:
    """The inverse of `action_text`; refuses what could not have come from it."""
    words = tuple(text.split())
    if not words:
        raise MalformedAction("action: expected a verb and its nouns, got nothing")
    if len(text) > 2000:
        raise MalformedAction(f"action: expected at most 2000 characters, got {len(text)}")
    for word in words:
        if not word.isprintable():
            raise MalformedAction(f"action: unprintable characters in {word!r}")
    return words
