"""The one die of the family."""

from __future__ import annotations

from typing import Any

from bullrun.engine.decision import CHANCE, Decision

FACES = tuple(("roll", str(face)) for face in range(1, 7))
_EVEN = (1,) * 6


def die(question: str, rule: str, **facts: Any) -> Decision:
    """One six-sided die."""
    return Decision(CHANCE, question, FACES, rule, _EVEN, **facts)
