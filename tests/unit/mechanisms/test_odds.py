"""Odds, results tables and dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.errors import BullrunError
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.odds import odds, odds_text, parse_odds, rank
from bullrun.mechanisms.tables import OddsTable


@pytest.mark.parametrize(
    ("attack", "defense", "expected"),
    [
        (4, 2, "2-1"),
        (5, 2, "2-1"),
        (7, 8, "1-2"),
        (8, 8, "1-1"),
        (2, 7, "1-4"),
        (1, 7, "1-7"),
        (17, 2, "8-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack, defense, expected):
    assert odds_text(odds(attack, defense)) == expected


def test_rounded_odds_never_flatter_the_attacker():
    for attack in range(1, 60):
        for defense in range(1, 60):
            a, d = odds(attack, defense)
            assert 1 in (a, d)
            assert Fraction(a, d) <= Fraction(attack, defense)
            better = (a + 1, 1) if d == 1 else (1, d - 1)
            assert Fraction(*better) > Fraction(attack, defense), "and the next column would"


def test_no_attack_strength_is_worse_than_any_odds():
    assert odds(0, 1) == (0, 1)
    assert rank(odds(0, 1)) < rank(odds(1, 1000))


def test_no_odds_without_defense():
    with pytest.raises(ValueError, match="no odds"):
        odds(3, 0)


def test_odds_are_read_and_ranked():
    ranked = [rank(parse_odds(text)) for text in ("1-6", "1-2", "1-1", "2-1", "8-1")]
    assert ranked == [-5, -1, 0, 1, 7]
    for wrong in ("2-3", "0-1", "x-1", "3", ""):
        with pytest.raises(ValueError, match="not odds"):
            parse_odds(wrong)


TABLE = {"columns": ["1-2", "1-1", "2-1+"], "1": ["A", "-", "D"], "2": ["A", "A", "D"]}


def test_a_table_finds_its_column():
    table = OddsTable("test", TABLE, sides=2)
    assert [table.column(odds(a, d)) for a, d in ((1, 3), (1, 2), (3, 2), (2, 1), (9, 1))] == [-1, 0, 1, 2, 2]
    assert table.result(1, 1) == "-" and table.result(2, 1) == "A"
    assert table.best == 2


def test_distributions_are_exact_and_complete():
    table = OddsTable("test", TABLE, sides=2)
    assert table.distribution(1) == {"-": Fraction(1, 2), "A": Fraction(1, 2)}
    assert table.distribution(2) == {"D": Fraction(1)}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"columns": ["1-2", "2-1"]}, "without a gap"),
        ({"columns": ["1-2", "1-1", "two"]}, "not odds"),
        ({"columns": None}, "list of odds"),
        ({"2": ["A"]}, "row 2 must have 3"),
    ],
)
def test_a_bad_table_is_refused_by_name(change, says):
    with pytest.raises(BullrunError, match="table test") as caught:
        OddsTable("test", TABLE | change, sides=2)
    assert says in str(caught.value)


def test_a_die_is_fair_and_reads_back():
    decision = die("Roll.", "7.3", odds="2-1")
    assert decision.owner == CHANCE and list(decision.weights) == [1] * 6 and decision.facts["odds"] == "2-1"
    assert [pips(option) for option in decision.options] == [1, 2, 3, 4, 5, 6]
