"""Victory points of the family: terms with their rules, summed by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Points(NamedTuple):
    """Some victory points of a side, and why."""

    side: int
    points: int
    words: str
    rule: str


def sum_of_points(terms: Iterable[Points]) -> tuple[int, int]:
    """The victory points of the Union and of the Confederates."""
    points = [0, 0]
    for term in terms:
        points[term.side] += term.points
    return points[0], points[1]


def point_rows(terms: Iterable[Points], sides: Sequence[str]) -> list[dict[str, Any]]:
    """Every term of a score, as the table shows it."""
    return [
        {"side": sides[term.side], "points": term.points, "says": term.words, "rule": term.rule}
        for term in terms
    ]
