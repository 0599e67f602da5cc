"""Who has a firmer grip on a zone: strength near it, the nearer the more."""

from __future__ import annotations

from collections.abc import Iterable

Near = Iterable[tuple[int, int]]
"""Of each brigade of a side: what it is fit for, and the movement points to the zone."""


def grip(union: Near, confederate: Near, reach: int) -> int:
    """From -100 (all Confederate) to 100 (all Union); what is out of reach does not count."""
    ours, theirs = (1 + sum(fit * max(0, reach - way) for fit, way in side) for side in (union, confederate))
    return 100 * (ours - theirs) // (ours + theirs)
