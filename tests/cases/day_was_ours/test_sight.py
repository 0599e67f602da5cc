"""9.1e Lines of sight: the worked cases, the deciding hex, and the table of all lines against slow ones."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.sight import in_sight, lines, look_along, sight, sight_between
from bullrun.mechanisms.levels import BLOCKED, CLEAR, GROUND, OBSCURED, SCREEN, TARGET, UNIT, look
from tests.cases.day_was_ours.scene import given, names, place, rules
from tests.facts import day_was_ours_ground as slow

GAME = "day-was-ours"
UNION_UNITS = ("1 RI", "2 RI", "2 NH", "71 NY")


def scene(*hexes: str) -> Day:
    """Union regiments in these hexes."""
    return given(*(f"{unit} {at}" for unit, at in zip(UNION_UNITS, hexes, strict=False)))


def result(a: str, b: str, *hexes: str) -> str:
    """The result by the table, which the function that looks hex by hex must share."""
    position = scene(*hexes)
    found = sight(position, 0, place(a), place(b)).result
    assert look_along(position, place(a), place(b)).result == found
    return found


def because(a: str, b: str, *hexes: str) -> tuple[str, str]:
    seen = look_along(scene(*hexes), place(a), place(b))
    return seen.because, rules().board.names[seen.at] if seen.at else ""


@pytest.mark.rule(GAME, "9.1e.same")
def test_case_49_on_one_level_units_of_their_level_block() -> None:
    assert result("1816", "2018") == CLEAR
    for at in ("1916", "1917"):
        assert result("1816", "2018", at) == BLOCKED
        assert because("1816", "2018", at) == (UNIT, at)


@pytest.mark.rule(GAME, "9.1e.same")
def test_case_50_woods_below_both_obscure() -> None:
    assert result("1627", "2028") == OBSCURED
    assert because("1627", "2028") == (SCREEN, "1828")


@pytest.mark.rule(GAME, "9.1e.same", "9.1e.side")
def test_case_51_along_a_side_the_woods_of_the_worse_hex_block() -> None:
    assert result("1912", "1811") == result("1811", "1912") == BLOCKED
    assert because("1912", "1811") == (SCREEN, "1911")


@pytest.mark.rule(GAME, "9.1e.same")
def test_case_52_ground_higher_than_both_blocks() -> None:
    assert result("2427", "2124") == BLOCKED
    assert because("2427", "2124") == (GROUND, "2226")


@pytest.mark.rule(GAME, "9.1e.up")
def test_case_53_uphill_lower_ground_is_clear_and_a_unit_on_it_obscures() -> None:
    assert result("2021", "2125") == CLEAR
    assert result("2021", "2125", "2123") == OBSCURED
    assert because("2021", "2125", "2123") == (UNIT, "2123")


@pytest.mark.rule(GAME, "9.1e.up")
def test_case_54_a_hex_on_the_target_s_level_blocks() -> None:
    assert result("2020", "1914") == BLOCKED
    kind, at = because("2020", "1914")
    assert kind == GROUND and slow.level(at) == slow.level("1914") == 6


@pytest.mark.rule(GAME, "9.1e.up")
def test_case_55_a_hex_along_the_line_higher_than_both_blocks() -> None:
    assert result("1424", "1325") == BLOCKED
    assert because("1424", "1325") == (GROUND, "1324")


@pytest.mark.rule(GAME, "9.1e.up", "9.1e.woods")
def test_case_56_woods_between_and_a_target_in_woods() -> None:
    assert result("3416", "3217") == OBSCURED
    found = sight(scene(), 0, place("3416"), place("3217"))
    assert found.over_woods and not found.over_units


@pytest.mark.rule(GAME, "9.1e.up", "9.1e.side")
def test_case_57_along_a_side_the_hex_of_the_target_s_level_blocks() -> None:
    assert result("2325", "2125") == BLOCKED
    assert because("2325", "2125") == (GROUND, "2226")


@pytest.mark.rule(GAME, "9.1e.down")
def test_case_58_downhill_lower_ground_is_clear_and_a_unit_on_it_obscures() -> None:
    assert result("2125", "2021") == CLEAR
    assert result("2125", "2021", "2022") == OBSCURED
    assert sight(scene("2022"), 0, place("2125"), place("2021")).over_units


@pytest.mark.rule(GAME, "9.1e.down")
def test_case_59_who_stands_back_from_the_edge_of_his_level_sees_nothing_below() -> None:
    assert result("1418", "1921") == BLOCKED
    assert because("1418", "1921") == (GROUND, "1518")


@pytest.mark.rule(GAME, "9.1e.down", "9.1e.side")
def test_case_60_along_a_side_the_woods_below_obscure() -> None:
    assert result("2216", "2416") == OBSCURED
    assert because("2216", "2416") == (SCREEN, "2316")


@pytest.mark.rule(GAME, "9.1e.up")
def test_case_61_hexes_on_the_lower_end_s_level_only_screen_with_woods_or_units() -> None:
    assert result("1418", "2125") == CLEAR
    assert result("1418", "2125", "1519") == OBSCURED


@pytest.mark.rule(GAME, "9.1e.woods", "9.1e.side")
def test_case_62_blocked_beats_obscured() -> None:
    assert result("2016", "2217") == BLOCKED


@pytest.mark.rule(GAME, "9.1e.down")
def test_case_63_two_woods_hexes_below_obscure_no_more_than_one() -> None:
    assert result("2018", "2417") == OBSCURED
    assert sight(scene(), 0, place("2018"), place("2417")).over_woods


@pytest.mark.rule(GAME, "9.1e.adjacent")
def test_case_64_neighbours_always_see_each_other() -> None:
    assert result("3316", "3317") == CLEAR
    assert result("3317", "3316") == OBSCURED  # the target is in woods
    for a in ("2125", "3316", "1911", "2122"):
        around = rules().board.neighbour_set[place(a)]
        assert in_sight(scene(), place(a), around) == around


@pytest.mark.rule(GAME, "9.1e.side")
def test_case_65_along_a_side_a_unit_in_either_hex_blocks() -> None:
    assert result("3620", "3820") == CLEAR
    assert result("3620", "3820", "3719") == result("3620", "3820", "3720") == BLOCKED


@pytest.mark.rule(GAME, "9.1e.same")
def test_case_67_the_reverse_slope_of_matthews_hill() -> None:
    assert result("1914", "2021") == result("2021", "1914") == BLOCKED


@pytest.mark.rule(GAME, "9.1e.corner")
def test_case_205_a_corner_is_not_touched() -> None:
    assert result("1914", "1416", "1714", "1616") == CLEAR


@pytest.mark.rule(GAME, "9.1e.woods")
def test_own_woods_do_not_screen_the_target_s_do() -> None:
    assert result("1911", "1912") == CLEAR
    assert because("1912", "1911") == (TARGET, "1911")


def test_friends_between_are_told_from_enemies() -> None:
    position = given("11 NY 1926", "2 VA 2026", "38 NY 2225")
    a, b = place("1926"), place("2125")
    assert sight(position, 0, a, b).over_units and not sight(position, 0, a, b).over_friends
    assert sight(position, 1, a, b).over_friends


def test_the_table_of_all_lines_equals_the_function_that_looks_hex_by_hex() -> None:
    """Every line from some hexes, the edges of the map among them, with units all over the field."""
    board, table = rules().board, lines(rules())
    random = Random(1861)
    units = sum(1 << at for at in random.sample(board.places, 120))
    starts = [place(a) for a in ("1000", "4041", "1800", "4035", "2125", "1914", "3316", "1622")]
    compared = 0
    for a in starts + random.sample(board.places, 6):
        for b in places_in(board.within(a, 15) & ~(1 << a)):
            seen = look(board, table.ground, units, a, b)
            assert table.result(a, b, units) == seen.result, (board.names[a], board.names[b])
            compared += 1
    assert compared > 4000


def test_lines_equal_those_worked_out_with_fractions_hexside_ties_included() -> None:
    board, table, random = rules().board, lines(rules()), Random(7)
    tied = [("1816", "1616"), ("2427", "2127"), ("3620", "3820"), ("2016", "2616"), ("2020", "2617")]
    pairs = tied + [(board.names[a], board.names[b]) for a, b in _pairs(random, 40)]
    for a, b in pairs:
        near = [board.names[p] for p in places_in(board.within(place(a), 4))]
        occupied = [name for name in random.sample(near, 6) if name not in (a, b)]
        units = board.set_named(occupied)
        assert table.result(place(a), place(b), units) == slow.sight(a, b, occupied), (a, b, occupied)


def _pairs(random: Random, count: int) -> list[tuple[int, int]]:
    board = rules().board
    found = []
    for a in random.sample(board.places, count):
        found.append((a, random.choice(list(places_in(board.within(a, 15) & ~(1 << a))))))
    return found


def test_what_is_in_sight_of_henry_hill() -> None:
    """Level 7 is three hexes only: from 2226 nothing lower to the west is seen, from 2125 it is."""
    position = scene()
    lower = rules().board.set_named(["1823", "1924", "2023"])
    assert not in_sight(position, place("2226"), lower)
    assert names(in_sight(position, place("2125"), lower)) >= {"2023"}


def test_the_report_names_the_deciding_hex_its_level_and_the_rule() -> None:
    report = sight_between(scene(), "2021", "1914")
    assert report["sight"] == BLOCKED and report["rule"] == "9.1e.up" and report["distance"] == 7
    assert report["at"] and report["at"][0] in report["reason"] and "level 6" in report["reason"]
    clear = sight_between(scene(), "2125", "2021")
    assert clear["sight"] == CLEAR and clear["at"] == [] and clear["rule"] == "9.1e.down"
    assert sight_between(scene(), "1912", "1911")["rule"] == "9.1e.woods"
    far = sight_between(scene(), "1000", "4041")
    assert not far["in_range"] and far["distance"] > 15
    assert sight_between(scene(), "1914", "1914")["sight"] == CLEAR
