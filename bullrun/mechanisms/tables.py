"""Results tables read with a die and odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bullrun.errors import BullrunError
from bullrun.mechanisms.odds import Odds, parse_odds, rank

OPEN_END = "+"
"""Stands after the last column: it also serves all better odds."""


class OddsTable:
    """One column for each odds without gaps, worst first; one row for each face of the die."""

    def __init__(self, name: str, data: Mapping[str, Any], sides: int = 6) -> None:
        self.name = name
        columns = data.get("columns")
        if not isinstance(columns, list) or not columns:
            raise BullrunError(f"table {name}: columns must be a list of odds such as 1-2")
        self.columns: tuple[str, ...] = tuple(columns)
        try:
            ranks = [rank(parse_odds(column.removesuffix(OPEN_END))) for column in self.columns]
        except ValueError as error:
            raise BullrunError(f"table {name}: columns: {error}") from error
        if ranks != list(range(ranks[0], ranks[0] + len(ranks))):
            raise BullrunError(f"table {name}: columns must go from worst to best odds without a gap")
        self._worst = ranks[0]
        self._last = len(ranks) - 1
        self._rows: list[tuple[str, ...]] = []
        for pip in range(1, sides + 1):
            row = data.get(str(pip))
            if not isinstance(row, list) or len(row) != len(self.columns):
                raise BullrunError(f"table {name}: row {pip} must have {len(self.columns)} results")
            self._rows.append(tuple(row))

    def column(self, ratio: Odds) -> int:
        """The index of the column for these odds; -1 when they are worse than the first."""
        return max(-1, min(rank(ratio) - self._worst, self._last))

    @property
    def best(self) -> int:
        """The index of the last column."""
        return self._last

    def result(self, pip: int, column: int) -> str:
        """What stands in the table."""
        return self._rows[pip - 1][column]

    def distribution(self, column: int) -> dict[str, Fraction]:
        """Every result of a column with its exact chance, most likely first."""
        faces = len(self._rows)
        counts: dict[str, int] = {}
        for row in self._rows:
            counts[row[column]] = counts.get(row[column], 0) + 1
        return {
            result: Fraction(count, faces)
            for result, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        }
