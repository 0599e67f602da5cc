"""Odds: the strength of an attack against that of a defense, rounded in the defender's favour."""

from __future__ import annotations

Odds = tuple[int, int]
"""(n, 1) for "n-1" and (1, n) for "1-n"; (0, 1) when there is no attack strength at all."""


def odds(attack: int, defense: int) -> Odds:
    """The simple ratio. Both strengths are whole numbers of one small unit, so fractions stay exact."""
    if defense <= 0 or attack < 0:
        raise ValueError(f"no odds for {attack} against {defense}")
    if attack >= defense:
        return attack // defense, 1
    if attack == 0:
        return 0, 1
    return 1, -(-defense // attack)


def odds_text(ratio: Odds) -> str:
    """ "3-1"."""
    return f"{ratio[0]}-{ratio[1]}"


def parse_odds(text: str) -> Odds:
    """The inverse of `odds_text`; one side must be 1."""
    left, _, right = text.partition("-")
    if (
        left.isdecimal()
        and right.isdecimal()
        and 1 in (int(left), int(right))
        and 0 not in (int(left), int(right))
    ):
        return int(left), int(right)
    raise ValueError(f"{text!r} is not odds such as 3-1 or 1-2")


def rank(ratio: Odds) -> int:
    """A whole number that grows with the odds: 1-3 is -2, 1-2 is -1, 1-1 is 0, 2-1 is 1."""
    return ratio[0] - ratio[1] if ratio[0] else -(1 << 30)
