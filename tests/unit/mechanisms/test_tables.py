"""Tables by columns: shifts stop at the ends, strengths find their column, ranges become exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.errors import BullrunError
from bullrun.mechanisms.dice import readings, tens_and_units
from bullrun.mechanisms.tables import ColumnTable, table_by_bounds

WAYS = readings(tens_and_units)
DATA = {
    "columns": ["A", "C", "1", "2", "4-5", "30+"],
    "results": ["none", "CT 0", "CT 1"],
    "from": {
        "A": [11, 64, ""],
        "C": [11, 56, 64],
        "1": [11, 54, 63],
        "2": [11, 52, 61],
        "4-5": [11, 44, 54],
        "30+": ["", 11, 31],
    },
}


def table() -> ColumnTable:
    return table_by_bounds("fire", DATA, WAYS)


def test_a_shift_moves_along_the_columns_and_stops_at_the_ends():
    found = table()
    assert found.shift(2, 1) == 3 and found.shift(2, -2) == 0
    assert found.shift(1, -9) == 0 and found.shift(4, 9) == found.best == 5


@pytest.mark.parametrize(
    ("points", "column"),
    [(0, "C"), (1, "1"), (2, "2"), (3, "2"), (4, "4-5"), (29, "4-5"), (30, "30+"), (99, "30+")],
)
def test_a_strength_has_the_column_that_holds_it(points, column):
    found = table()
    assert found.columns[found.column_for(points)] == column


def test_ranges_are_read_by_their_lowest_number():
    found = table()
    assert [found.result(n, 2) for n in (11, 53, 54, 62, 63, 66)] == [
        "none", "none", "CT 0", "CT 0", "CT 1", "CT 1",
    ]  # fmt: skip
    assert found.result(66, 0) == "CT 0" and found.result(11, 5) == "CT 0"


@pytest.mark.parametrize("column", range(6))
def test_chances_are_exact_and_add_up(column):
    found = table()
    chances = found.distribution(column)
    assert sum(chances.values()) == 1
    for result, chance in chances.items():
        assert chance == Fraction(sum(found.result(n, column) == result for n in WAYS), 36)


def test_weights_of_readings_count():
    found = ColumnTable("sum", ["x"], {2: ["low"], 7: ["high"]}, {2: 1, 7: 6})
    assert found.distribution(0) == {"high": Fraction(6, 7), "low": Fraction(1, 7)}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"columns": []}, "columns"),
        ({"columns": ["A", 2]}, "columns"),
        ({"results": []}, "results"),
        ({"from": {"A": [11, 64, ""]}}, "a row for each of A, C"),
        ({"from": {**DATA["from"], "2": [11, 52]}}, r"from\.2: expected 3 readings"),
        ({"from": {**DATA["from"], "2": [11, 57, 61]}}, r"from\.2: 57 is not a reading"),
        ({"from": {**DATA["from"], "2": [11, True, 61]}}, r"from\.2: True is not a reading"),
        ({"from": {**DATA["from"], "2": [11, 61, 52]}}, r"from\.2: readings must rise"),
        ({"from": {**DATA["from"], "2": [12, 52, 61]}}, r"from\.2: readings must rise from 11"),
        ({"from": {**DATA["from"], "2": ["", "", ""]}}, r"from\.2: readings must rise from 11"),
    ],
)
def test_a_bad_table_is_refused_by_name(change, says):
    with pytest.raises(BullrunError, match=f"table fire: .*{says}"):
        table_by_bounds("fire", DATA | change, WAYS)
