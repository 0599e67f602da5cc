"""Results tables: columns from worst to best, a row for each reading of the dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bullrun.engine.charts import Kind, shown
from bullrun.errors import BullrunError
from bullrun.mechanisms.odds import Odds, parse_odds, rank

OPEN_END = "+"
"""Stands after the last column: it also serves all better odds."""
_NUMBERS = re.compile(r"(\d+)(?:-(\d+)|\+)?")


class ColumnTable:
    """Columns in order, worst first, and what each reading of the dice gives in each of them."""

    def __init__(
        self,
        name: str,
        columns: Sequence[str],
        rows: Mapping[int, Sequence[str]],
        ways: Mapping[int, int] | None = None,
    ) -> None:
        self.name = name
        self.columns: tuple[str, ...] = tuple(columns)
        self._rows = {reading: tuple(row) for reading, row in rows.items()}
        self._ways = ways or dict.fromkeys(self._rows, 1)
        """How many throws give a reading."""
        self._last = len(self.columns) - 1
        self._floors = [
            (int(numbers[1]), index)
            for index, column in enumerate(self.columns)
            if (numbers := _NUMBERS.fullmatch(column))
        ]

    @property
    def best(self) -> int:
        """The index of the last column."""
        return self._last

    def shift(self, column: int, by: int) -> int:
        """The column that many to the right, or to the left if negative; the end columns are never passed."""
        return max(0, min(column + by, self._last))

    def column_for(self, points: int) -> int:
        """The column of a strength, where columns are headed by numbers such as 3, 4-5 or 30+; a strength
        below all of them has the column before, if there is one."""
        found = max(0, self._floors[0][1] - 1)
        for floor, index in self._floors:
            if points >= floor:
                found = index
        return found

    def result(self, reading: int, column: int) -> str:
        """What stands in the table."""
        return self._rows[reading][column]

    def distribution(self, column: int) -> dict[str, Fraction]:
        """Every result of a column with its exact chance, most likely first."""
        throws = sum(self._ways.values())
        counts: dict[str, int] = {}
        for reading, row in self._rows.items():
            counts[row[column]] = counts.get(row[column], 0) + self._ways[reading]
        return {
            result: Fraction(count, throws)
            for result, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        }


class OddsTable(ColumnTable):
    """One column for each odds without gaps, worst first; one row for each face of the die."""

    def __init__(self, name: str, data: Mapping[str, Any], sides: int = 6) -> None:
        columns = _columns(name, data, "odds such as 1-2")
        try:
            ranks = [rank(parse_odds(column.removesuffix(OPEN_END))) for column in columns]
        except ValueError as error:
            raise BullrunError(f"table {name}: columns: {error}") from error
        if ranks != list(range(ranks[0], ranks[0] + len(ranks))):
            raise BullrunError(f"table {name}: columns must go from worst to best odds without a gap")
        self._worst = ranks[0]
        rows: dict[int, Sequence[str]] = {}
        for pip in range(1, sides + 1):
            row = data.get(str(pip))
            if not isinstance(row, list) or len(row) != len(columns):
                raise BullrunError(f"table {name}: row {pip} must have {len(columns)} results")
            rows[pip] = row
        super().__init__(name, columns, rows)

    def column(self, ratio: Odds) -> int:
        """The index of the column for these odds; -1 when they are worse than the first."""
        return max(-1, min(rank(ratio) - self._worst, self._last))


def table_by_bounds(name: str, data: Mapping[str, Any], ways: Mapping[int, int]) -> ColumnTable:
    """A table printed as ranges: `columns`, `results` from mildest to worst, and under `from` for each column
    the lowest reading of each result, the mildest first; a result that a column lacks is "" there. `ways`
    are the readings of the dice. Errors name the table, the column and what is wrong."""
    columns = _columns(name, data, "names")
    results = data.get("results")
    if not isinstance(results, list) or not results or not all(isinstance(r, str) for r in results):
        raise BullrunError(f"table {name}: results must be a list of names")
    bounds = data.get("from")
    if not isinstance(bounds, Mapping) or set(bounds) != set(columns):
        raise BullrunError(f"table {name}: from must have a row for each of {', '.join(columns)}")
    rows: dict[int, list[str]] = {reading: [] for reading in ways}
    lowest = min(ways)
    for column in columns:
        where = f"table {name}: from.{column}"
        row = bounds[column]
        if not isinstance(row, list) or len(row) != len(results):
            raise BullrunError(f"{where}: expected {len(results)} readings, one for each result")
        given = [(floor, result) for floor, result in zip(row, results, strict=True) if floor != ""]
        for floor, _ in given:
            if isinstance(floor, bool) or not isinstance(floor, int) or floor not in ways:
                raise BullrunError(f"{where}: {floor!r} is not a reading of the dice")
        floors = [floor for floor, _ in given]
        if floors != sorted(set(floors)) or not floors or floors[0] != lowest:
            raise BullrunError(f"{where}: readings must rise from {lowest}")
        for reading, cells in rows.items():
            cells.append(next(result for floor, result in reversed(given) if reading >= floor))
    return ColumnTable(name, columns, rows, ways)


def bounds_row(ways: Mapping[int, int]) -> Kind:
    """What an owner's charts may hold in a row of `table_by_bounds`: for each result its lowest reading of
    the dice, "" where the column lacks it, rising from the lowest there is."""
    lowest = min(ways)
    says = f'readings of the dice that rise from {lowest}, one for each result, "" where there is none'

    def why_not(value: Any, own: Any) -> str:
        if not isinstance(value, list) or len(value) != len(own):
            return f"expected {len(own)} {says}, got {shown(value)}"
        floors = [floor for floor in value if floor != ""]
        known = all(type(floor) is int and floor in ways for floor in floors)
        if not known or not floors or floors[0] != lowest or floors != sorted(set(floors)):
            return f"expected {says}, got {shown(value)}"
        return ""

    return Kind(says, why_not)


def _columns(name: str, data: Mapping[str, Any], of: str) -> tuple[str, ...]:
    columns = data.get("columns")
    if not isinstance(columns, list) or not columns or not all(isinstance(c, str) for c in columns):
        raise BullrunError(f"table {name}: columns must be a list of {of}")
    return tuple(columns)
