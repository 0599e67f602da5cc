"""10.8 Reinforcements: when they are due, where they come in, and what their first hex costs."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import arrivals
from bullrun.games.day_was_ours.rules.battlefield import Day
from tests.cases.day_was_ours.scene import given, names, place, unit

GAME = "day-was-ours"


def entering(*units: str, turn: str, brigade: str, order: str = "maneuver", side: str = "union") -> Day:
    return given(*units, turn=turn, side=side, phase="movement", brigade=brigade, order=order)


@pytest.mark.rule(GAME, "10.8", "16.3.schedule")
def test_case_215_units_are_due_from_their_turn_on() -> None:
    for turn, due in (("11:30 AM", False), ("12:00 PM", True), ("3:00 PM", True)):
        position = given("2 RI 1914", turn=turn)
        for name in ("11 NY", "38 NY", "1 MI", "Pelham", "Squires"):
            assert arrivals.is_due(position, unit(name)) == due
    position = given("2 RI 1914", turn="11:30 AM")
    assert arrivals.is_due_next(position, unit("11 NY")) and not arrivals.is_due_next(position, unit("3 ME"))
    assert names(arrivals.entry_hexes(position, unit("11 NY"))[0]) == {"1800"}
    assert names(arrivals.entry_hexes(position, unit("Pelham"))[0]) == {"4035"}
    assert names(arrivals.entry_hexes(position, unit("Carlisle"))[0]) == {"4022"}
    assert names(arrivals.entry_hexes(position, unit("1 VA Cav"))[0]) == {"1940"}


@pytest.mark.rule(GAME, "10.8")
def test_who_is_on_the_map_or_broken_is_not_due() -> None:
    position = given("2 RI 1914", "1 RI in broken-2", turn="10:00 AM")
    assert not arrivals.is_due(position, unit("2 RI")) and not arrivals.is_due(position, unit("1 RI"))
    assert arrivals.is_due(position, unit("71 NY"))


@pytest.mark.rule(GAME, "16.3.11")
def test_case_174_keyes_comes_the_turn_after_the_ford_is_found() -> None:
    for turn, due in (("11:00 AM", False), ("11:30 AM", True), ("12:00 PM", True)):
        position = given("13 NY 4016", turn=turn, ford_found="11:00 AM")
        assert arrivals.is_due(position, unit("2 ME")) == due
        assert arrivals.is_in_play(position, position.rules.roster.marker["Keyes"]) == due
    assert not arrivals.is_due(given("13 NY 4016", turn="4:00 PM"), unit("2 ME"))


@pytest.mark.rule(GAME, "16.3.11")
def test_case_175_keyes_comes_the_turn_after_the_confederates_cross() -> None:
    position = given("13 NY 4016", turn="10:30 AM", crossed="10:00 AM")
    assert arrivals.is_due(position, unit("2 ME"))
    assert names(arrivals.entry_hexes(position, unit("2 ME"))[0]) == {"4022"}
    assert not arrivals.is_due(given("13 NY 4016", turn="10:00 AM", crossed="10:00 AM"), unit("2 ME"))


def test_a_brigade_is_in_play_with_a_unit_on_the_map_or_due() -> None:
    position = given("14 NY in broken-3", "8 GA 2016", turn="9:00 AM")
    marker = position.rules.roster.marker
    assert arrivals.is_in_play(position, marker["Bartow"]) and arrivals.is_in_play(
        position, marker["Burnside"]
    )
    assert not arrivals.is_in_play(position, marker["Porter"])
    assert not arrivals.is_in_play(position, marker["Jackson"])


@pytest.mark.rule(GAME, "10.8b")
def test_case_41_next_to_an_enemy_the_nearest_edge_hex_of_the_bank_is_used() -> None:
    position = entering("13 NY 4036", turn="10:30 AM", brigade="Jackson", side="confederate")
    found, by_road = arrivals.entry_hexes(position, unit("2 VA"))
    assert names(found) == {"4034"} and not by_road
    assert arrivals.entry_cost(position, unit("2 VA"), place("4034")) == 2  # Clear, off the road


@pytest.mark.rule(GAME, "10.8b")
def test_an_enemy_in_the_entry_hex_blocks_it_and_four_hexes_are_too_far() -> None:
    position = entering("13 NY 4035", turn="10:30 AM", brigade="Jackson", side="confederate")
    found, by_road = arrivals.entry_hexes(position, unit("2 VA"))
    assert names(found) == {"4033", "4037"} and not by_road
    shut = ("13 NY 4035", "69 NY 4037", "79 NY 4033", "2 WI 4039")
    position = entering(*shut, turn="10:30 AM", brigade="Jackson", side="confederate")
    assert arrivals.entry_hexes(position, unit("2 VA")) == (0, False)


@pytest.mark.rule(GAME, "10.8b", "3.1a")
def test_guns_do_not_come_in_through_woods() -> None:
    """Around 4022 the edge is partly wooded."""
    position = given("8 GA 4022", turn="9:30 AM", side="union", phase="artillery")
    woods = position.rules.woods
    for name in ("Carlisle", "2 ME"):
        found, _ = arrivals.entry_hexes(position, unit(name))
        assert not found & (1 << place("4022") | 1 << place("4021") | 1 << place("4023"))
        if name == "Carlisle":
            assert not found & woods


@pytest.mark.rule(GAME, "10.8", "10.5a")
def test_the_entry_hex_costs_its_road_rate() -> None:
    maneuver = entering("8 GA 2016", turn="9:00 AM", brigade="Burnside")
    defend = entering("8 GA 2016", turn="9:00 AM", brigade="Burnside", order="defend")
    assert arrivals.entry_cost(maneuver, unit("2 RI"), place("1800")) == 1
    assert arrivals.entry_cost(defend, unit("2 RI"), place("1800")) == 2
    assert arrivals.entry_cost(maneuver, unit("Reynolds"), place("1800")) == 1


@pytest.mark.rule(GAME, "10.5b", "6.5c")
def test_over_the_road_limit_the_entry_hex_costs_its_other_terrain() -> None:
    position = entering("1 RI 1800", "8 GA 2016", turn="9:00 AM", brigade="Burnside")
    assert arrivals.entry_cost(position, unit("2 RI"), place("1800")) == 2  # 17 points: Clear
    assert arrivals.entry_cost(position, unit("Martin"), place("1800")) == 1  # 10 points: the road
