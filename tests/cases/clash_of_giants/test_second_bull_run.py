"""B8.5 to B8.8, B9.4 Who is held back at Second Bull Run."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules import second_bull_run as limits
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.clash_of_giants.scene import ID, hexes, rules, scene, unit


@pytest.mark.rule(ID, "B8.8.no", "B8.8.lift")
def test_no_confederate_combat_action_on_the_first_day_until_a_unit_is_lost_in_defence() -> None:
    for turn, allowed in [(1, False), (5, False), (7, True)]:
        position = scene("28-august", {"c-early": "2907"}, turn=turn)
        assert limits.may_declare(position, CONFEDERATE) is allowed
        assert limits.may_declare(position, UNION)
    position = scene("28-august", {"c-early": "2907", "u-carr": "2906"}, turn=4)
    limits.lost_in_defence(position, unit(position, "u-carr"))
    assert not limits.may_declare(position, CONFEDERATE)
    limits.lost_in_defence(position, unit(position, "c-early"))
    assert limits.may_declare(position, CONFEDERATE)


@pytest.mark.rule(ID, "B8.5.limit", "B8.5.attack")
def test_jacksons_wing_keeps_east_of_column_23_on_the_first_day() -> None:
    pieces = {"c-early": "2407", "c-fitz-lee": "2306", "c-hood": "2510", "u-carr": "2906"}
    for turn, bound in [(5, {"c-early", "c-fitz-lee"}), (6, set())]:
        position = scene("28-august", pieces, turn=turn)
        assert {name for name in pieces if limits.west_of_limit(position, unit(position, name))} == bound
    position = scene("28-august", pieces, turn=1)
    west = hexes(position, limits.west_of_limit(position, unit(position, "c-early")))
    assert "2201" in west and "2301" not in west
    free = scene("28-august", pieces, turn=1, options={"stuart-with-jackson": "off"})
    assert not limits.west_of_limit(free, unit(free, "c-fitz-lee"))


@pytest.mark.rule(ID, "B9.4.col21", "B9.4.enter")
def test_no_union_unit_goes_west_of_column_21_on_the_first_turns_of_the_29th() -> None:
    pieces = {"u-carr": "2906", "u-tower": "1915", "c-early": "2111"}
    position = scene("29-august", pieces, turn=7)
    carr, tower = (
        hexes(position, limits.west_closed(position, unit(position, n))) for n in ("u-carr", "u-tower")
    )
    assert "2015" in carr and "2115" not in carr
    assert tower == [], "who arrives west of it may go on east; nothing lies farther west than he"
    assert not limits.west_closed(position, unit(position, "c-early"))
    later = scene("29-august", pieces, turn=9)
    assert not limits.west_closed(later, unit(later, "u-carr"))
    campaign = scene("28-august", pieces, turn=7)
    assert not limits.west_closed(campaign, unit(campaign, "u-carr"))


@pytest.mark.rule(ID, "B8.6.one", "B8.6.rel3")
def test_the_first_formation_of_longstreets_wing_to_attack_freely_is_the_one_that_fights() -> None:
    position = scene("28-august", {"c-hood": "2510", "c-toombs": "2511", "c-early": "2407"}, turn=9)
    early, hood, toombs = (unit(position, name) for name in ("c-early", "c-hood", "c-toombs"))
    assert limits.wing_barred(position) == 0
    limits.attacked_freely(position, early)
    assert limits.wing_barred(position) == 0, "Jackson's men are none of the wing"
    limits.attacked_freely(position, hood)
    assert limits.wing_barred(position) >> toombs & 1 and not limits.wing_barred(position) >> hood & 1
    limits.release_wing(position, "B8.6.rel3")
    assert limits.wing_barred(position) == 0


def test_nothing_of_it_holds_at_gettysburg() -> None:
    position = scene("gettysburg", {"c-law": "1909", "u-ward": "2012"}, turn=4)
    law = unit(position, "c-law")
    assert limits.may_declare(position, CONFEDERATE) and not limits.frozen_units(position)
    assert not limits.west_of_limit(position, law) and not limits.west_closed(position, law)
    assert limits.wing(rules("gettysburg")) == () and not limits.wing_barred(position)
