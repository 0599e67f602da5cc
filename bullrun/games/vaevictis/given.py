"""The clock of a position that is given by hand."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.engine.given import number


def turn_number(turn: int | str, hours: Sequence[str], first: int, last: int) -> int:
    """A turn by its number or by the hour at which it starts; `hours` is indexed by turn."""
    if isinstance(turn, str) and turn in hours[1:]:
        turn = hours.index(turn)
    if isinstance(turn, str) and turn.isdecimal() and len(turn) < 4:
        turn = int(turn)
    return number("turn", turn, first, last)
