"""Bit-set floods: how far a path of a number of places goes."""

from __future__ import annotations

from bullrun.board.places import Board, PlaceSet


def flood(board: Board, start: PlaceSet, steps: int, through: PlaceSet, ends: PlaceSet = 0) -> PlaceSet:
    """Every place that a path of at most `steps` places reaches from `start`, which is included.

    A path enters only places of `through` and `ends`; one of `ends` may be its first or its last place
    but never one in between.
    """
    enterable = through | ends
    seen = front = start
    for _ in range(steps):
        front = board.spread(front) & enterable & ~seen
        if not front:
            break
        seen |= front
        front &= ~ends
    return seen
