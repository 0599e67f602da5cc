"""Combat arithmetic of the family: terms with their rules, support dice, the rounded strength ratio, and the
exact spread of bonuses that dice can bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

ATTACK, DEFENCE = 0, 1
ATTACKER, DEFENDER = "attacker", "defender"
"""The side that rolls a combat die."""


class Term(NamedTuple):
    """One bonus or penalty of a side, in words, with its rule."""

    side: int
    words: str
    value: int
    rule: str


class SupportDie(NamedTuple):
    """A die that gives a side +1 when it does not roll above `needed`."""

    side: int
    element: int
    """The piece that rolls; -1 when several roll as one."""
    needed: int
    words: str
    rule: str


def total_of(terms: Iterable[Term], side: int) -> int:
    """The sum of a side's terms."""
    return sum(term.value for term in terms if term.side == side)


def rounded_ratio(rows: Sequence[dict[str, Any]], upper: int, lower: int) -> tuple[str, int] | None:
    """(ratio, bonus) of the greatest printed ratio that is not above upper/lower; None below the first.
    Rows go from the smallest ratio to the greatest."""
    found = None
    for row in rows:
        above, below = row["ratio"].split("/")
        if upper * int(below) >= lower * int(above):
            found = (row["ratio"], row["bonus"])
    return found


def bonus_spread(dice: Iterable[SupportDie]) -> dict[tuple[int, int], Fraction]:
    """The exact chance of each (attack, defence) bonus that support dice bring."""
    spread: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for support in dice:
        chance = Fraction(min(6, support.needed), 6)
        wider: dict[tuple[int, int], Fraction] = {}
        for (attack, defence), weight in spread.items():
            gained = (attack + 1, defence) if support.side == ATTACK else (attack, defence + 1)
            for bonus, share in ((gained, chance), ((attack, defence), 1 - chance)):
                if share:
                    wider[bonus] = wider.get(bonus, Fraction(0)) + weight * share
        spread = wider
    return spread
