"""What the family's counters have in common: nothing is hidden, and no markers lie in zones."""

from __future__ import annotations

from bullrun.art.counters import CounterFace

MARKERS: dict[str, str] = {}
"""Keys of the public table whose lists of places hold a marker, and its symbol."""


def hidden_face(side: str) -> CounterFace:
    """The back of a counter."""
    return CounterFace(cloth="blue" if side == "union" else "grey", face_down=True)


def marker_face(kind: str) -> CounterFace:
    """A marker by its symbol."""
    return CounterFace(cloth="plain", symbol=kind)
