"""3. Stacking."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import stacking
from bullrun.games.sides import UNION
from tests.cases.day_was_ours.scene import given, names, place, unit

GAME = "day-was-ours"


@pytest.mark.rule(GAME, "3.1")
def test_case_9_ten_points_to_a_hex():
    position = given("1 RI 1914", "Martin 2514", "Arnold 2515")
    assert stacking.fits(position, [unit("Martin")], place("1914"))
    assert not stacking.fits(position, [unit("Arnold")], place("1914"))


@pytest.mark.rule(GAME, "3.1c")
def test_case_10_a_large_unit_stands_alone():
    position = given("69 NY 4016", "Martin 4017")
    assert not stacking.is_over(position, [unit("69 NY")])
    assert stacking.fits(position, [unit("69 NY")], place("4015"))
    assert not stacking.fits(position, [unit("Martin")], place("4016"))
    assert names(stacking.full_for(position, UNION, 2)) == {"4016"}


@pytest.mark.rule(GAME, "3.1", "2.2a")
def test_the_printed_strength_of_the_side_that_is_up_counts():
    position = given("6 NC 2623 worn", "Hampton's Legion 2623 worn hits=1")
    assert not stacking.is_over(position, [unit("6 NC"), unit("Hampton's Legion")])
    position.state.worn = 0
    assert stacking.is_over(position, [unit("6 NC"), unit("Hampton's Legion")])
