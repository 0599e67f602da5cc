"""Dice as chance decisions: every reading with its exact weight."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.mechanisms.dice import dice, die, pips, readings, tens_and_units, total


def test_two_dice_read_as_tens_and_units_show_36_numbers_and_no_others():
    decision = dice("Fire", "9.3")
    shown = [pips(option) for option in decision.options]
    assert decision.owner == CHANCE and set(decision.weights) == {1}
    assert shown == sorted(shown) and len(shown) == 36
    assert shown[0] == 11 and shown[5] == 16 and shown[6] == 21 and shown[-1] == 66
    assert not {n for n in shown if n % 10 in (0, 7, 8, 9)}


def test_a_sum_counts_the_ways_to_get_it():
    decision = dice("Test", "1", total)
    ways = dict(zip(map(pips, decision.options), decision.weights, strict=True))
    assert ways == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert Fraction(sum(w for n, w in ways.items() if n >= 10), sum(ways.values())) == Fraction(1, 6)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (2, 10)])
def test_no_throw_is_lost(count, sides):
    assert sum(readings(total, count, sides).values()) == sides**count


def test_one_die_is_as_it_was():
    assert [pips(option) for option in die("Roll", "1").options] == [1, 2, 3, 4, 5, 6]
    assert tens_and_units((3, 5)) == 35
