"""What the family's counters have in common."""

from __future__ import annotations

from bullrun.art.counters import CounterFace


def back(side: str) -> CounterFace:
    """The back of a counter; nothing is hidden in these games."""
    return CounterFace(cloth="blue" if side == "union" else "grey", face_down=True)
