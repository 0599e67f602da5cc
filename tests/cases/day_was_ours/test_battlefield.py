"""2.10 and 10.4: what a step costs, in movement points, and where nobody goes."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.tables import FOOT, GUN, HALF, HORSE
from tests.cases.day_was_ours.scene import place, rules

GAME = "day-was-ours"


def cost(terms):
    return None if terms is None else sum(term.cost for term in terms) / HALF


def off_road(way, mode=FOOT):
    a, b = way.split("-")
    return cost(rules().ground_terms(mode, place(a), place(b)))


def by_road(way, mode=FOOT, marching=False, **options):
    a, b = way.split("-")
    return cost(rules(**options).road_terms(mode, place(a), place(b), marching))


def crowded(way, mode=FOOT):
    a, b = way.split("-")
    return cost(rules().crowded_terms(mode, place(a), place(b)))


@pytest.mark.rule(GAME, "6.5c", "10.5b", "10.5c")
def test_cases_11_13_14_a_crowded_road_costs_its_other_terrain():
    assert crowded("1710-1711") == 1
    assert crowded("1607-1707", GUN) == crowded("1607-1707", HORSE) == 3
    assert crowded("1607-1707") == 2


@pytest.mark.rule(GAME, "3.1a", "6.5a", "10.5c")
def test_case_15_guns_and_cavalry_leave_woods_by_the_road_only():
    for mode in (GUN, HORSE):
        assert off_road("1707-1608", mode) is None
        assert by_road("1707-1608", mode) is None
        assert by_road("1707-1708", mode) is not None
    assert off_road("1707-1608") == 1


@pytest.mark.rule(GAME, "2.10k.rate", "2.10k.guns", "10.5a")
def test_case_16_pike_and_trail():
    assert by_road("2121-2222") == 1
    assert by_road("2121-2222", marching=True) == by_road("2121-2222", GUN) == 0.5
    assert {by_road("1814-1914", mode, marching) for mode in (FOOT, GUN) for marching in (True, False)} == {1}


@pytest.mark.rule(GAME, "2.10l", "10.4")
def test_case_19_a_slope_costs_going_up_only():
    assert [off_road("2021-2020", mode) for mode in (FOOT, HORSE, GUN)] == [2, 2, 2]
    assert [off_road("2020-2021", mode) for mode in (FOOT, HORSE, GUN)] == [1, 1, 1]


@pytest.mark.rule(GAME, "2.10l")
def test_case_20_a_change_of_level_without_a_slope_costs_nothing():
    assert off_road("1122-1121") == 1


@pytest.mark.rule(GAME, "2.10m", "6.5b")
def test_case_21_a_steep_slope_costs_guns_and_cavalry_going_down_too():
    assert [off_road("2122-2123", mode) for mode in (FOOT, HORSE, GUN)] == [3, 3, None]
    assert [off_road("2123-2122", mode) for mode in (FOOT, HORSE, GUN)] == [1, 2, 2]


@pytest.mark.rule(GAME, "6.5b", "6.5b.road")
def test_cases_22_23_a_gun_climbs_but_not_where_a_trail_leads_up():
    found = rules()
    assert found.is_climb(GUN, place("2223"), place("2224"))
    assert not found.is_climb(FOOT, place("2223"), place("2224"))
    assert not found.is_climb(GUN, place("2622"), place("2623"))
    assert by_road("2622-2623", GUN) == 1


@pytest.mark.rule(GAME, "2.10i")
def test_case_24_angled_ground():
    assert [off_road("3116-3216", mode) for mode in (FOOT, HORSE, GUN)] == [1, 3, 3]


@pytest.mark.rule(GAME, "2.10h", "10.4")
def test_case_25_over_farm_ford_and_up_the_bluff():
    assert off_road("3416-3316") == 3
    assert off_road("3316-3317") == 3


@pytest.mark.rule(GAME, "3.1a")
def test_case_27_no_gun_or_horse_enters_farm_ford():
    assert off_road("3416-3316", GUN) is None
    assert off_road("3416-3316", HORSE) is None
    assert not rules().may_stand(GUN, place("3316"))


@pytest.mark.rule(GAME, "2.10h", "10.4")
def test_case_28_a_ford_costs_its_extra_on_a_trail_too():
    assert [by_road("3530-3630", mode) for mode in (FOOT, HORSE, GUN)] == [2, 2, 3]
    assert by_road("3530-3630", GUN, ford_on_road="free") == 1


@pytest.mark.rule(GAME, "2.10e", "2.10g")
def test_cases_32_33_the_bridge_costs_nothing_and_bull_run_is_not_crossed():
    assert by_road("3721-3822", marching=True) == 0.5
    assert off_road("3721-3821") is None
    found = rules()
    assert [found.water(place("3721"), place(to)) for to in ("3822", "3821", "3621")] == [
        "bridge",
        "river",
        "",
    ]
    assert found.water(place("3530"), place("3630")) == "ford"


@pytest.mark.rule(GAME, "2.10b", "2.10c")
def test_case_227_streams_and_houses_have_no_effect():
    assert off_road("2021-2022") == 1
    assert off_road("2026-2125") == 1


@pytest.mark.rule(GAME, "2.10j")
def test_case_228_woods():
    assert off_road("2116-2217") == 2
    assert rules().terrain(place("2217")) == "woods"


@pytest.mark.rule(GAME, "2.10k.pike")
def test_case_229_the_unfinished_railroad_is_a_trail():
    assert by_road("1504-1405", GUN) == by_road("1504-1405", marching=True) == 1
    assert rules().tables.is_trail["unfinished_rr"]


@pytest.mark.rule(GAME, "2.10a")
def test_case_226_levels():
    board = rules().board
    hexes = ("3641", "3426", "2519", "2416", "2130", "1631", "1137")
    assert [board.levels[place(name)] for name in hexes] == [1, 2, 3, 4, 5, 6, 7]
