"""B8.5 to B8.8, B9.4 Who is held back at Second Bull Run."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules import second_bull_run as limits
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.clash_of_giants.scene import (
    ID,
    hexes,
    options,
    owner,
    play,
    refusal,
    rules,
    scene,
    told,
    unit,
)


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


@pytest.mark.rule(ID, "B8.6.rel1", "B8.6.rel2", "B9.4.rest")
@pytest.mark.parametrize(
    ("scenario", "turn", "holders", "released"),
    [
        ("28-august", 9, ("union", "union", "confederate"), "B8.6.rel1"),
        ("28-august", 9, ("union", "confederate", "union"), "B8.6.rel1"),
        ("28-august", 8, ("union", "union", "confederate"), ""),
        ("28-august", 9, ("confederate", "union", "union"), ""),
        ("28-august", 8, ("union", "union", "union"), "B8.6.rel2"),
        ("28-august", 12, ("union", "union", "union"), "B8.6.rel2"),
        ("29-august", 9, ("confederate", "confederate", "union"), "B8.6.rel1"),
    ],
)
def test_cases_131_and_150_ground_releases_longstreets_wing_at_the_start_of_a_turn(
    scenario: str, turn: int, holders: tuple[str, ...], released: str
) -> None:
    control = dict(zip(("2507", "3823", "4504"), holders, strict=True))
    position = scene(scenario, {"c-hood": "2310"}, turn=turn, phase="turn start", control=control)
    position.state.frames = [("releases",)]
    position.log = []
    assert position.decision() is None
    assert [event.rule for event in position.log] == ([released] if released else [])
    assert bool(position.state.wing_released) == bool(released)


@pytest.mark.rule(ID, "B4.1.1.williams", "B8.2.when", "B8.2.how")
@pytest.mark.parametrize(("turn", "price"), [(7, 2), (13, 1)])
def test_williams_costs_two_points_on_turn_7_and_one_on_turn_13(turn: int, price: int) -> None:
    position = scene("28-august", {"u-meade": "3411"}, turn=turn, phase="turn start")
    position.state.frames = [("williams",)]
    position.log = []
    assert owner(position) == "union" and options(position) == ["decline", "buy"]
    play(position, "buy")
    assert position.decision() is None
    group = [one.id for one in position.rules.groups].index("williams")
    assert position.state.williams == price and position.state.due[group] == turn
    assert position.state.settled >> group & 1 and position.state.casualties == (0, 0)
    assert told(position, "williams") == [{"side": "confederate", "points": price}]
    position.state.turn, position.state.frames = 13, [("williams",)]
    assert position.decision() is None, "he is bought once"


@pytest.mark.rule(ID, "B8.2.when")
def test_williams_declined_on_turn_7_may_be_bought_on_turn_13() -> None:
    position = scene("28-august", {"u-meade": "3411"}, turn=7, phase="turn start")
    play(position, "decline")
    assert position.state.williams == 0 and refusal(position, "union", "buy").rule == "B8.2.when"
    position = scene("28-august", {"u-meade": "3411"}, turn=13, phase="turn start")
    assert options(position) == ["decline", "buy"]
