"""11 Movement: road and regular, march, emergency withdrawal, zones, and the way off the map."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.movement import in_points
from bullrun.games.clash_of_giants.rules.reach import Leg, legs_of
from tests.cases.clash_of_giants.scene import ID, at, options, play, refusal, scene, told, unit

Costs = dict[str, str]
BULL_RUN, GETTYSBURG = "28-august", "gettysburg"


def moving(
    scenario: str, pieces: dict[str, Any], marker: str, points: int, turn: int = 10, **extra: Any
) -> Clash:
    """The units of a marker move, and nothing comes after it."""
    side = "union" if any(name.startswith("u-") for name in list(pieces)[:1]) else "confederate"
    position = scene(
        scenario, pieces, turn=turn, side=side, phase="movement", marker=marker, points=points, **extra
    )
    position.state.frames = [("moves",)]
    position.log = []
    return position


def _costs(position: Clash, legs: dict[int, Leg]) -> Costs:
    names = position.rules.board.names
    return {names[end]: in_points(leg.cost) for end, leg in legs.items()}


def moves(position: Clash, name: str) -> Costs:
    return _costs(position, legs_of(position, unit(position, name)).moves)


def marches(position: Clash, name: str) -> Costs:
    return _costs(position, legs_of(position, unit(position, name)).marches)


def withdrawals(position: Clash, name: str) -> Costs:
    return _costs(position, legs_of(position, unit(position, name)).withdrawals)


def part(costs: Costs, *hexes: str) -> list[str | None]:
    return [costs.get(place) for place in hexes]


# --- 11.1 and 10.4


@pytest.mark.rule(ID, "10.4.cm", "8.2.stop")
def test_case_27_out_of_command_nobody_moves_next_to_an_enemy() -> None:
    pieces = {"c-lawton": "2907", "c-trimble": "3310", "u-meade": "3312"}
    position = moving(BULL_RUN, pieces, "cm-ewell", 4, focus=["c-lawton"])
    near = ("3311", "3212", "3213", "3412")
    assert part(moves(position, "c-trimble"), *near) == [None] * 4
    assert refusal(position, "confederate", "move c-trimble 3311").rule == "10.4.cm"
    assert "3309" in moves(position, "c-trimble") and "3313" not in moves(position, "c-trimble")
    position = moving(BULL_RUN, pieces, "cm-ewell", 4)
    assert moves(position, "c-trimble")["3311"] == "1"


@pytest.mark.rule(ID, "11.1")
def test_units_move_one_at_a_time_and_who_follows_ends_the_move_before() -> None:
    position = moving(BULL_RUN, {"c-lawton": "2907", "c-trimble": "3010"}, "cm-ewell", 4)
    play(position, "move c-lawton 2906")
    assert moves(position, "c-lawton"), "it has points left and may go on"
    play(position, "move c-trimble 3011")
    assert refusal(position, "confederate", "move c-lawton 2905").rule == "11.1"
    play(position, "done")
    assert position.is_over and position.state.moved == sum(
        1 << unit(position, name) for name in ("c-lawton", "c-trimble")
    )


@pytest.mark.rule(ID, "11.1")
def test_what_a_unit_spends_on_one_leg_it_does_not_have_for_the_next() -> None:
    position = moving(GETTYSBURG, {"c-davis": "4605"}, "cm-heth", 2, turn=2)
    assert moves(position, "c-davis")["4607"] == "2"
    play(position, "move c-davis 4606")
    assert moves(position, "c-davis")["4607"] == "1"
    play(position, "move c-davis 4607")
    assert position.is_over, "no points are left"
    assert [fact["cost"] for fact in told(position, "moved")] == ["1", "1"]


# --- 11.3 costs


@pytest.mark.rule(ID, "11.3.creek", "11.3.up")
def test_case_28_over_willoughby_run() -> None:
    position = moving(GETTYSBURG, {"c-davis": "4408"}, "cm-heth", 4, turn=2)
    assert part(moves(position, "c-davis"), "4409", "4410") == ["1", "4"]
    position = moving(GETTYSBURG, {"c-davis": "4410"}, "cm-heth", 4, turn=2)
    assert moves(position, "c-davis")["4409"] == "2"


@pytest.mark.rule(ID, "11.3.up", "G7.6.zoc")
def test_case_29_up_little_round_top() -> None:
    position = moving(GETTYSBURG, {"c-law": "2014"}, "cm-hood", 4)
    assert part(moves(position, "c-law"), "2015", "2016") == ["2", "4"]


@pytest.mark.rule(ID, "G7.4.cost", "G7.4.cav")
def test_case_30_devils_den() -> None:
    assert moves(moving(GETTYSBURG, {"c-law": "1912"}, "cm-hood", 4), "c-law")["1913"] == "2"
    assert moves(moving(GETTYSBURG, {"c-law": "1914"}, "cm-hood", 3), "c-law")["1913"] == "3"
    position = moving(GETTYSBURG, {"u-gamble-a": "2014"}, "cm-buford", 4, turn=2)
    assert "1913" not in moves(position, "u-gamble-a")
    assert refusal(position, "union", "move u-gamble-a 1913").rule == "G7.4.cav"


@pytest.mark.rule(ID, "G7.5")
@pytest.mark.parametrize("points", [4, 8])
def test_case_31_big_round_top_takes_all_points(points: int) -> None:
    position = moving(GETTYSBURG, {"c-law": "1713", "c-benning": "1813"}, "cm-hood", points)
    assert moves(position, "c-law")["1614"] == str(points)
    assert "1614" not in moves(position, "c-benning")
    assert refusal(position, "confederate", "move c-benning 1614").rule == "G7.5"
    play(position, "move c-law 1614")
    assert refusal(position, "confederate", "move c-law 1713").rule == "11.1"


@pytest.mark.rule(ID, "G7.5")
def test_big_round_top_cannot_be_the_second_step() -> None:
    position = moving(GETTYSBURG, {"c-law": "1712"}, "cm-hood", 8)
    play(position, "move c-law 1713")
    assert "1614" not in moves(position, "c-law")


@pytest.mark.rule(ID, "11.3.clear", "11.3.up", "G7.5")
def test_case_64_book_round_tops_on_foot() -> None:
    position = moving(GETTYSBURG, {"u-zook": "1715", "u-hall": "1716", "u-cross": "1514"}, "cm-ii-corps", 6)
    assert moves(position, "u-zook")["1615"] == "6"
    assert part(moves(position, "u-hall"), "1816", "1915") == ["3", "6"]
    assert part(moves(position, "u-cross"), "1614", "1713", "1813") == ["2", "4", "6"]


# --- 11.7 road, then regular


@pytest.mark.rule(ID, "11.7.rate", "11.7.zone", "8.2.stop")
def test_case_32_the_road_rate_ends_at_a_zone() -> None:
    position = moving(GETTYSBURG, {"c-davis": "4605", "u-gamble-a": "4409"}, "cm-heth", 6, turn=2)
    found = moves(position, "c-davis")
    assert part(found, "4606", "4607", "4507", "4508", "4509") == ["1", "2", "3", "4", None]
    play(position, "move c-davis 4508")
    assert position.is_over, "a zone ends the move"
    assert told(position, "moved")[0]["path"] == ["4605", "4606", "4607", "4507", "4508"]


@pytest.mark.rule(ID, "11.7.friend", "11.7.then", "11.7.start")
def test_case_33_the_road_rate_ends_at_a_friend() -> None:
    position = moving(GETTYSBURG, {"u-zook": "2718", "u-cross": "2918"}, "cm-ii-corps", 6)
    found = moves(position, "u-zook")
    assert part(found, "2818", "2918", "3018", "3118", "3218", "3317") == ["1", "2", "3", "4", "5", None]
    position = moving(GETTYSBURG, {"u-zook": "2718"}, "cm-ii-corps", 6)
    assert moves(position, "u-zook")["3317"] == "6"


@pytest.mark.rule(ID, "11.7.then")
def test_the_road_rate_does_not_come_back_on_a_later_leg() -> None:
    position = moving(GETTYSBURG, {"u-zook": "2718", "u-cross": "2918"}, "cm-ii-corps", 6)
    play(position, "move u-zook 2918")
    assert part(moves(position, "u-zook"), "3218", "3317") == ["3", None]


@pytest.mark.rule(ID, "B7.2.move", "11.8.side")
def test_case_34_the_embankment_is_crossed_by_road() -> None:
    position = moving(
        BULL_RUN, {"u-nagle": "2608", "u-leasure": "2508", "u-christ": "2806"}, "cm-ix-corps", 1
    )
    assert moves(position, "u-nagle")["2609"] == "1" and "2708" not in moves(position, "u-nagle")
    assert "2509" not in moves(position, "u-leasure")
    assert moves(position, "u-christ")["2805"] == "1"
    assert refusal(position, "union", "move u-nagle 2708").rule == "B7.2.move"


@pytest.mark.rule(ID, "B7.1.river", "B7.1.burned", "11.3.river")
def test_case_36_the_river() -> None:
    position = moving(BULL_RUN, {"u-nagle": "3207", "u-leasure": "4917"}, "cm-ix-corps", 2)
    assert "3306" not in moves(position, "u-nagle") and "5017" not in moves(position, "u-leasure")
    assert refusal(position, "union", "move u-nagle 3306").rule == "11.3.river"


@pytest.mark.rule(ID, "11.8.cav", "14.2")
def test_case_37_cavalry_in_woods() -> None:
    pieces = {"u-buford": "2110", "u-gibbon": "2609"}
    position = moving(BULL_RUN, pieces, "cm-king", 3, riders=["buford"])
    found = moves(position, "u-buford")
    assert part(found, "2211", "2310", "2411", "2210", "2311") == ["1", "2", "3", None, None]
    assert refusal(position, "union", "move u-buford 2210").rule == "11.8.cav"


@pytest.mark.rule(ID, "11.8.cav", "11.8.side")
def test_case_66_book_roads_through_woods_and_embankments() -> None:
    pieces = {"c-fitz-lee": "2704", "c-starke": "2605", "c-taliaferro": "2708"}
    position = moving(BULL_RUN, pieces, "cm-taliaferro", 8, riders=["stuart"])
    found = moves(position, "c-fitz-lee")
    assert part(found, "2505", "2406", "2306") == ["3", "5", "6"] and "2405" not in found
    assert part(moves(position, "c-taliaferro"), "2609", "2608") == ["1", "4"]


@pytest.mark.rule(ID, "11.7.zone", "11.3.creek")
def test_case_40_a_zone_behind_a_creek() -> None:
    position = moving(GETTYSBURG, {"c-law": "1909", "u-graham": "2411"}, "cm-hood", 8)
    assert part(moves(position, "c-law"), "2009", "2109", "2210", "2310") == ["1", "2", "3", "5"]


@pytest.mark.rule(ID, "11.2", "7.1.end")
def test_nobody_moves_through_enemies_and_anybody_through_friends() -> None:
    pieces = {"c-lawton": "3010", "u-koltes": "3011", "c-starke": "3009"}
    position = moving(BULL_RUN, pieces, "cm-ewell", 3)
    assert refusal(position, "confederate", "move c-lawton 3011").rule == "11.2"
    pieces = {"c-lawton": "3010", "c-starke": "3009"}
    position = moving(BULL_RUN, pieces, "cm-ewell", 3)
    found = moves(position, "c-lawton")
    assert "3008" in found and "3009" not in found, "through another division, but not to stop there"
    assert refusal(position, "confederate", "move c-lawton 3009").rule == "7.1.end"


# --- 8.2 zones


@pytest.mark.rule(ID, "8.2.leave")
def test_case_41_who_starts_in_a_zone_enters_no_other() -> None:
    pieces = {"c-law": "2310", "u-graham": "2411", "u-ward": "2312"}
    position = moving(GETTYSBURG, pieces, "cm-hood", 4)
    found = moves(position, "c-law")
    assert part(found, "2311", "2410", "2309", "2210") == [None, None, "1", "1"]
    assert refusal(position, "confederate", "move c-law 2311").rule == "8.2.leave"
    play(position, "move c-law 2309")
    assert "2410" not in moves(position, "c-law"), "not even after it has left all zones"


@pytest.mark.rule(ID, "15.1.calm")
def test_case_146_at_night_zones_are_left_and_not_entered() -> None:
    pieces = {"c-law": "2309", "u-graham": "2411", "c-benning": "2310"}
    position = moving(GETTYSBURG, pieces, "cm-hood", 4, turn=5)
    assert refusal(position, "confederate", "move c-law 2410").rule == "15.1.calm"
    assert moves(position, "c-benning")["2210"] == "1"
    position = moving(GETTYSBURG, pieces, "cm-hood", 4, turn=5, options={"night-combat": "on"})
    assert "2410" in moves(position, "c-law")
    doors = {"u-graham": "2411", "u-ward": "2412", "c-kershaw": "2311", "c-barksdale": "2511"}
    assert withdrawals(moving(GETTYSBURG, doors, "cm-iii-corps", 4, turn=5), "u-graham")["2413"] == "2"


# --- 11.5 emergency withdrawal


@pytest.mark.rule(ID, "11.5.friend", "11.5.end", "11.5.compass", "11.5.start", "11.5.one")
def test_case_50_through_a_friend() -> None:
    pieces = {"u-graham": "2411", "u-ward": "2412", "c-kershaw": "2311", "c-barksdale": "2511"}
    position = moving(GETTYSBURG, pieces, "cm-iii-corps", 4)
    found = withdrawals(position, "u-graham")
    assert part(found, "2413", "2513", "2412") == ["2", "3", None]
    assert moves(position, "u-graham")["2410"] == "1" and "2412" not in moves(position, "u-graham")
    assert refusal(position, "union", "withdraw u-graham 2412").rule == "11.5.end"
    play(position, "withdraw u-graham 2413")
    assert at(position, "u-graham") == "2413"
    assert told(position, "moved")[0]["mode"] == "withdrawal"
    assert refusal(position, "union", "withdraw u-graham 2414").rule == "11.1"


@pytest.mark.rule(ID, "11.5.holder")
def test_who_held_the_door_may_move_afterwards() -> None:
    pieces = {"u-graham": "2411", "u-ward": "2412", "c-kershaw": "2311", "c-barksdale": "2511"}
    position = moving(GETTYSBURG, pieces, "cm-iii-corps", 4)
    play(position, "withdraw u-graham 2513")
    assert moves(position, "u-ward")


@pytest.mark.rule(ID, "11.5.ooc")
def test_out_of_command_nobody_withdraws() -> None:
    pieces = {
        "u-graham": "2411",
        "u-ward": "2412",
        "u-carr": "3016",
        "c-kershaw": "2311",
        "c-barksdale": "2511",
    }
    position = moving(GETTYSBURG, pieces, "cm-iii-corps", 4, focus=["u-carr"])
    assert not withdrawals(position, "u-graham")
    assert refusal(position, "union", "withdraw u-graham 2413").rule == "11.5.ooc"
    position = moving(GETTYSBURG, {"u-graham": "2411", "u-ward": "2412"}, "cm-iii-corps", 4)
    assert refusal(position, "union", "withdraw u-graham 2413").rule == "11.5.start"


@pytest.mark.rule(ID, "11.5.height")
def test_case_51_no_door_without_a_friend() -> None:
    pieces = {"u-graham": "2411", "c-kershaw": "2311", "c-barksdale": "2511"}
    assert not withdrawals(moving(GETTYSBURG, pieces, "cm-iii-corps", 8), "u-graham")


@pytest.mark.rule(ID, "11.5.friend", "11.5.compass")
def test_case_52_by_the_compass_only() -> None:
    pieces = {"u-gibbon": "2310", "u-doubleday": "2411", "c-law": "2309", "c-hood": "2410", "c-evans": "2210"}
    found = withdrawals(moving(BULL_RUN, pieces, "cm-king", 6), "u-gibbon")
    assert part(found, "2511", "2612", "2412") == ["3", "4", None]


@pytest.mark.rule(ID, "11.5.woods")
def test_case_53_through_woods() -> None:
    pieces = {"c-law": "2014", "u-ward": "2113", "u-graham": "2015"}
    found = withdrawals(moving(GETTYSBURG, pieces, "cm-hood", 6), "c-law")
    assert part(found, "1912", "2012") == ["5", "6"]
    assert not withdrawals(moving(GETTYSBURG, pieces, "cm-hood", 4), "c-law")


@pytest.mark.rule(ID, "11.5.height")
def test_case_54_over_a_height() -> None:
    pieces = {"c-archer": "4508", "u-cutler": "4509", "u-gamble-a": "4408"}
    found = withdrawals(moving(GETTYSBURG, pieces, "cm-heth", 4, turn=2), "c-archer")
    assert part(found, "4506", "4607") == ["3", "3"]
    pieces["u-gamble-a"] = "4407"
    assert not withdrawals(moving(GETTYSBURG, pieces, "cm-heth", 4, turn=2), "c-archer")


@pytest.mark.rule(ID, "11.5.height", "11.5.compass")
def test_case_65_book_hoke() -> None:
    pieces = {"c-hoke": "5111", "u-carr": "5211", "u-devin-a": "5011"}
    found = withdrawals(moving(GETTYSBURG, pieces, "cm-early", 6, turn=4), "c-hoke")
    assert "5109" in found and "5112" not in found
    pieces = {"c-hoke": "5110", "u-carr": "5211", "u-devin-b": "5010"}
    found = withdrawals(moving(GETTYSBURG, pieces, "cm-early", 6, turn=4), "c-hoke")
    assert "5209" in found and "5309" in found, "through the woods of 5210"
    pieces = {"c-davis": "4810", "c-archer": "4909", "u-paul": "4910", "u-baxter": "4709", "u-stone": "4808"}
    pieces |= {"u-cutler": "5010", "c-pettigrew": "5009"}
    found = withdrawals(moving(GETTYSBURG, pieces, "cm-heth", 4, turn=2), "c-davis")
    assert not {"5008", "5108"} & set(found), "it passes through one zone, not two"


# --- 11.6 march


@pytest.mark.rule(ID, "B8.4", "11.6.rate", "11.6.first")
def test_case_38_king_marches_eight_road_hexes() -> None:
    position = moving(BULL_RUN, {"u-gibbon": "1911"}, "cm-king", 2, turn=5)
    assert marches(position, "u-gibbon")["2709"] == "2"
    position = moving(BULL_RUN, {"u-gibbon": {"at": "1911", "arrived": 4}}, "cm-king", 2, turn=5)
    assert not marches(position, "u-gibbon") and moves(position, "u-gibbon")
    assert refusal(position, "union", "march u-gibbon 2709").rule == "11.6.first"


@pytest.mark.rule(ID, "11.6.enemy")
def test_case_39_a_march_keeps_away_from_enemies() -> None:
    position = moving(BULL_RUN, {"u-gibbon": "1911", "c-starke": "2410"}, "cm-king", 2, turn=5)
    found = marches(position, "u-gibbon")
    assert part(found, "2211", "2310", "2411", "2510") == ["3/4", None, None, None]
    assert "2312" in found
    assert refusal(position, "union", "march u-gibbon 2310").rule == "11.6.enemy"


@pytest.mark.rule(ID, "11.6.only")
def test_a_march_may_be_made_in_parts_but_is_all_that_a_unit_does() -> None:
    position = moving(BULL_RUN, {"u-gibbon": "1911"}, "cm-king", 2, turn=5)
    play(position, "march u-gibbon 2211")
    assert not moves(position, "u-gibbon") and marches(position, "u-gibbon")["2709"] == "1 1/4"
    assert refusal(position, "union", "move u-gibbon 2310").rule == "11.6.only"
    position = moving(BULL_RUN, {"u-gibbon": "1911"}, "cm-king", 2, turn=5)
    play(position, "move u-gibbon 2011")
    assert not marches(position, "u-gibbon")


@pytest.mark.rule(ID, "11.6.rate", "11.6.gap", "11.6.town", "11.6.other", "11.6.empty")
def test_case_56_book_v_corps_at_gettysburg() -> None:
    pieces: dict[str, Any] = dict.fromkeys(("u-vincent", "u-burbank", "u-tilton", "u-sweitzer"), "4127")
    pieces["u-von-gilsa"] = "4320"
    position = moving(GETTYSBURG, pieces, "cm-v-corps", 4, turn=6)
    assert marches(position, "u-vincent")["4313"] == "3 3/4"
    play(position, "march u-vincent 4313")
    assert refusal(position, "union", "march u-burbank 4313").rule == "11.6.empty"
    play(position, "march u-burbank 4215")
    assert "4216" in marches(position, "u-tilton"), "in the town it may close up"
    play(position, "march u-tilton 4216")
    found = marches(position, "u-sweitzer")
    assert found["4317"] == "2 3/4" and "4316" not in found


@pytest.mark.rule(ID, "11.6.rate", "11.6.gap")
def test_case_57_the_second_unit_keeps_a_gap() -> None:
    position = moving(GETTYSBURG, {"u-ames": "1318"}, "cm-xi-corps", 4, turn=2)
    found = marches(position, "u-ames")
    assert found["2918"] == "4"
    position = moving(GETTYSBURG, {"u-ames": "1318"}, "cm-xi-corps", 8, turn=2)
    assert marches(position, "u-ames")["4218"] == "7 1/4"
    position = moving(GETTYSBURG, {"u-ames": "2918", "u-coster": "1318"}, "cm-xi-corps", 4, turn=2)
    assert part(marches(position, "u-coster"), "2718", "2818") == ["3 1/2", None]
    assert refusal(position, "union", "march u-coster 2818").rule == "11.6.gap"


@pytest.mark.rule(ID, "11.6.enemy")
@pytest.mark.parametrize(("devin", "last", "beyond"), [("4817", "5017", "4917"), ("5016", "5217", "5117")])
def test_case_58_daniel_on_the_carlisle_road(devin: str, last: str, beyond: str) -> None:
    position = moving(GETTYSBURG, {"c-daniel": "5515", "u-devin-b": devin}, "cm-rodes", 10, turn=2)
    found = marches(position, "c-daniel")
    assert last in found and beyond not in found


@pytest.mark.rule(ID, "B7.3.cost", "11.6.rate", "11.7.rate")
def test_case_59_book_poe() -> None:
    position = moving(BULL_RUN, {"u-poe": "3225"}, "cm-kearny", 8, turn=2)
    assert part(marches(position, "u-poe"), "3311", "3508") == ["5", "7"]
    position = moving(BULL_RUN, {"u-poe": "3311"}, "cm-kearny", 8, turn=3)
    assert part(moves(position, "u-poe"), "3308", "3408") == ["3", "5"]


# --- entry hexes


@pytest.mark.rule(ID, "9.1.cost", "9.5", "11.7.start")
def test_the_entry_hex_costs_nothing_and_is_not_entered() -> None:
    position = moving(
        BULL_RUN, {"u-gibbon": {"at": "1911", "arrived": 4}, "u-hatch": "2011"}, "cm-king", 2, turn=5
    )
    assert all(cost != "0" for cost in moves(position, "u-gibbon").values())
    assert refusal(position, "union", "move u-hatch 1911").rule == "9.5"


# --- Second Bull Run: limits to the west


@pytest.mark.rule(ID, "B8.5.limit", "B8.5.back")
def test_jacksons_wing_stays_east_and_comes_back_when_it_can() -> None:
    position = moving(BULL_RUN, {"c-lawton": "2408"}, "cm-ewell", 4, turn=3)
    columns = {int(place[:2]) for place in moves(position, "c-lawton")}
    assert min(columns) == 23
    assert refusal(position, "confederate", "move c-lawton 2208").rule == "B8.5.limit"
    position = moving(BULL_RUN, {"c-lawton": "2112", "c-early": "2408"}, "cm-ewell", 6, turn=3)
    found = options(position)
    assert "done" not in found and all(one.startswith("move c-lawton 2") for one in found)
    assert min(int(one.split()[2][:2]) for one in found) >= 23
    position = moving(BULL_RUN, {"c-lawton": "2008"}, "cm-ewell", 1, turn=3)
    assert {one.split()[2][:2] for one in options(position)} == {"21"}, "as far east as it gets"
    position = moving(BULL_RUN, {"c-lawton": "2408"}, "cm-ewell", 4, turn=6)
    assert min(int(place[:2]) for place in moves(position, "c-lawton")) < 23


@pytest.mark.rule(ID, "B8.5.except")
def test_jacksons_wing_may_withdraw_west_if_it_withdraws_at_all() -> None:
    pieces = {"c-lawton": "2310", "c-early": "2210", "u-gibbon": "2411", "u-hatch": "2311"}
    found = withdrawals(moving(BULL_RUN, pieces, "cm-ewell", 8, turn=3), "c-lawton")
    assert found and max(int(place[:2]) for place in found) < 23


@pytest.mark.rule(ID, "B9.4.col21", "B9.4.enter")
def test_on_the_morning_of_the_29th_the_union_does_not_go_west() -> None:
    position = moving("29-august", {"u-gibbon": "2212"}, "cm-king", 4, turn=7)
    found = moves(position, "u-gibbon")
    assert min(int(place[:2]) for place in found) == 21
    assert refusal(position, "union", "move u-gibbon 2013").rule == "B9.4.col21"
    position = moving("29-august", {"u-gibbon": "2012"}, "cm-king", 4, turn=7)
    paths = [leg.path for leg in legs_of(position, unit(position, "u-gibbon")).moves.values()]
    column = position.rules.column
    for path in paths:
        columns = [20, *(column(place) for place in path)]
        assert all(b >= a or b >= 21 for a, b in pairwise(columns)), columns


# --- G4.1.2 off the map


@pytest.mark.rule(ID, "G4.1.2.cost", "G4.1.2.gone")
def test_case_42_leaving_the_map() -> None:
    pieces: dict[str, Any] = {
        "c-law": "1320",
        "c-benning": "2527",
        "c-robertson": "1317",
        "c-g-t-anderson": "2727",
    }
    position = moving(GETTYSBURG, pieces, "cm-hood", 1)
    found = options(position)
    assert [one for one in found if one.startswith("exit")] == [
        "exit c-law",
        "exit c-robertson 1318",
        "exit c-g-t-anderson 2627",
        "exit c-benning 2627",
        "exit c-benning",
    ], "1317 and 2727 are no edge of the exit zone, but lie next to I and H"
    assert refusal(position, "confederate", "exit c-robertson").rule == "G4.1.2.cost"
    position = moving(GETTYSBURG, {"c-law": "2626"}, "cm-hood", 1)
    assert "exit c-law 2627" in options(position)
    play(position, "exit c-law 2627")
    assert at(position, "c-law") == "left the map" and position.state.casualties == (0, 0)
    assert told(position, "exited") == [{"piece": "c-law", "at": "2627"}]
    position = moving(GETTYSBURG, {"c-law": "2626", "u-eustis": "2627"}, "cm-hood", 1)
    assert refusal(position, "confederate", "exit c-law 2627").rule == "G4.1.2.cost"
    position = moving(GETTYSBURG, {"u-eustis": "1320"}, "cm-vi-corps", 4)
    assert not any(one.startswith("exit") for one in options(position))


@pytest.mark.rule(ID, "G4.1.2.cost", "G4.1.2.zone")
def test_a_unit_moves_to_the_edge_and_off_but_not_out_of_a_zone_that_it_enters() -> None:
    position = moving(GETTYSBURG, {"c-law": "1421"}, "cm-hood", 4)
    play(position, "exit c-law")
    assert at(position, "c-law") == "left the map"
    position = moving(GETTYSBURG, {"c-law": "1421"}, "cm-hood", 2)
    assert legs_of(position, unit(position, "c-law")).exits
    position = moving(GETTYSBURG, {"c-law": "1421", "u-eustis": "1321"}, "cm-hood", 2)
    assert not legs_of(position, unit(position, "c-law")).exits, "the edge nearby lies in a zone"
    position = moving(GETTYSBURG, {"c-law": "1520", "u-eustis": "1321"}, "cm-hood", 3)
    assert "1320" in moves(position, "c-law")
    play(position, "exit c-law")
    assert told(position, "moved")[0]["path"] == ["1520", "1420", "1319"], "1320 lies in the zone"
    position = moving(GETTYSBURG, {"c-law": "1320", "u-eustis": "1321"}, "cm-hood", 1)
    assert "exit c-law" in options(position), "it has not entered the zone in this move"


@pytest.mark.rule(ID, "G4.1.2.exit", "G4.1.2.gone")
def test_case_156_the_tenth_brigade_that_leaves_ends_the_game_at_once() -> None:
    gone = ("c-kershaw", "c-barksdale", "c-semmes", "c-wofford", "c-perry", "c-posey", "c-wright", "c-mahone")
    pieces: dict[str, Any] = {"c-law": "1322", "c-benning": "1317"}
    pieces |= {name: {"box": "left the map"} for name in gone}
    position = moving(GETTYSBURG, pieces, "cm-hood", 4, turn=13)
    play(position, "exit c-law")
    assert position.state.outcome is None
    play(position, "exit c-benning 1318")
    assert position.is_over and position.state.outcome[:2] == ("confederate", "G4.1.2.exit")
