"""Victory points of the family: terms with their rules, summed by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bullrun.engine.display import Goal, Row
from bullrun.games.sides import SIDE_NAMES, SIDES


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


def point_rows(terms: Sequence[Points], rule: str) -> list[Row]:
    """The score as it stands and every term of it, as the table shows them."""
    rows = [Row("Victory points", by_side(sum_of_points(terms)), rule)]
    return rows + [
        Row(term.words, f"{SIDE_NAMES[SIDES[term.side]]} {term.points}", term.rule) for term in terms
    ]


def point_goals(points: Sequence[int], needs: Sequence[int], rule: str) -> tuple[Goal, ...]:
    """The score of each side and what it is short of."""
    return tuple(
        Goal(
            SIDES[side],
            "Victory points",
            str(points[side]),
            f"{short} more" if short > 0 else "",
            rule,
            wins=short <= 0,
        )
        for side, short in enumerate(needs)
    )


def by_side(values: Sequence[int]) -> str:
    """A number of each side."""
    return ", ".join(f"{SIDE_NAMES[side]} {value}" for side, value in zip(SIDES, values, strict=True))
