"""10. Movement: allowances, costs, engagement, entering, leaving, cavalry, limits and the lull."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bullrun.games.day_was_ours.rules import activation, reach
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import ARTILLERY_PHASE, GUNS
from bullrun.games.day_was_ours.rules.tables import FOOT, GUN
from bullrun.games.day_was_ours.rules.why_not_move import reach_report
from tests.cases.day_was_ours.scene import at, explain, given, options, place, play, told, unit

GAME = "day-was-ours"
FAR_AWAY = "28 VA 3331"
"""A Confederate far from everything."""


def moving(*units: str, brigade: str = "Burnside", order: str = "maneuver", **more: Any) -> Day:
    """The movement step of a brigade's activation, and nothing after it."""
    position = given(*units, phase="movement", brigade=brigade, order=order, **more)
    position.state.frames = [("movement step",)]
    return position


def rebels(*units: str, brigade: str, order: str = "maneuver", **more: Any) -> Day:
    return moving(*units, brigade=brigade, order=order, side="confederate", **more)


def guns(*units: str, of: str, side: str = "union", **more: Any) -> Day:
    """A step of the Artillery Phase in which one battery acts."""
    position = given(*units, side=side, phase="artillery", **more)
    activation.begin(position, ("union", "confederate").index(side), GUNS, [unit(of)])
    position.state.phase = ARTILLERY_PHASE
    position.state.frames = [("movement step",)]
    return position


def rows(position: Day, name: str) -> dict[str, dict[str, Any]]:
    """Where a unit can go, by hex."""
    return {row["place"]: row for row in reach_report(position, unit(name))}


def cost(position: Day, name: str, to: str) -> str | None:
    """What the cheapest way to a hex costs; None out of reach."""
    row = rows(position, name).get(to)
    return row["cost"] if row else None


def targets(position: Day, name: str) -> set[str]:
    piece = position.rules.roster.ids[unit(name)]
    return {text.split()[2] for text in options(position) if text.startswith(f"move {piece} ")}


def refused(position: Day, action: str, side: str = "") -> str:
    """The rule against an action."""
    refusal = explain(position, action, side)
    assert refusal is not None, f"{action} is an option"
    return refusal.rule


# --- allowances ---------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "10.1", "8.1.attack", "8.1.fired", "8.1.defend", "8.1.maneuver", "8.1.regroup")
@pytest.mark.parametrize(
    ("order", "state", "foot", "horse"),
    [
        ("attack", "", 4, 6), ("attack", "fired", 2, 3), ("defend", "", 2, 3), ("defend", "fired", 2, 3),
        ("maneuver", "", 8, 12), ("regroup", "", 2, 4),
        ("maneuver", "shaken", 4, 6), ("defend", "shaken", 1, 1),
    ],
)  # fmt: skip
def test_case_237_allowances_by_order_and_kind(order: str, state: str, foot: int, horse: int) -> None:
    union = moving(f"2 RI 1914 {state}", FAR_AWAY, order=order)
    assert reach.allowance(union, unit("2 RI")) == 2 * foot
    mounted = rebels(f"1 VA Cav 1931 {state}", "2 RI 1914", brigade="Stuart", order=order)
    assert reach.allowance(mounted, unit("1 VA Cav")) == 2 * horse
    dismounted = rebels(f"1 VA Cav 1931 dismounted {state}", "2 RI 1914", brigade="Stuart", order=order)
    assert reach.allowance(dismounted, unit("1 VA Cav")) == 2 * foot


@pytest.mark.rule(GAME, "7.3.exhaustion")
def test_case_170_exhaustion_halves_the_allowance() -> None:
    for order, points in (("maneuver", 4), ("attack", 2)):
        position = rebels("4 AL 2117", "2 RI 1914", brigade="Bee", order=order)
        position.state.exhausted = 1
        assert reach.allowance(position, unit("4 AL")) == 2 * points
    tired = rebels("4 AL 2117 fired", "2 RI 1914", brigade="Bee", order="attack")
    tired.state.exhausted = 1
    assert reach.allowance(tired, unit("4 AL")) == 2


@pytest.mark.rule(GAME, "6.4")
def test_guns_have_eight_points_or_six() -> None:
    assert reach.allowance(guns("Griffin 1914", FAR_AWAY, of="Griffin"), unit("Griffin")) == 16
    position = guns("Imboden 3935", "2 RI 1914", of="Imboden", side="confederate")
    assert reach.allowance(position, unit("Imboden")) == 12
    shaken = guns("Griffin 1914 shaken", FAR_AWAY, of="Griffin")
    assert reach.allowance(shaken, unit("Griffin")) == 8


# --- roads and stacking -------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "3.1b", "10.5b", "3.1e")
def test_case_11_over_the_road_limit_a_unit_pays_the_ground_and_passes_on() -> None:
    position = moving("2 RI 1710", "71 NY 1711", FAR_AWAY)
    assert cost(position, "2 RI", "1711") is None
    row = rows(position, "2 RI")["1812"]
    assert row["path"] == ["1710", "1711", "1812"]
    assert [(term["at"], term["cost"]) for term in row["terms"]] == [("1711", "1"), ("1812", "1/2")]
    assert refused(position, "move USA-2-RI 1711") == "3.1"
    empty = moving("2 RI 1710", "71 NY 1611", FAR_AWAY)
    assert cost(empty, "2 RI", "1711") == "1/2"


@pytest.mark.rule(GAME, "10.5b")
def test_case_12_ten_points_keep_the_road_rate() -> None:
    position = rebels("6 NC 3935", "Imboden 3836", "2 RI 1914", brigade="Bee")
    assert cost(position, "6 NC", "3836") == "1/2"


@pytest.mark.rule(GAME, "6.5c", "10.5c")
def test_case_13_a_gun_pays_three_for_a_crowded_road_in_woods() -> None:
    # 1608 and 1708 are open ground; where an enemy watches 1608 the road is the only way.
    position = guns("Griffin 1606", "1 RI 1707", "8 GA 1509", "4 AL 1809", of="Griffin")
    found = rows(position, "Griffin")
    assert "1707" not in found
    assert reach.step_cost(position.rules, GUN, place("1607"), place("1707"), False) == (1, 6)
    through = [row for row in found.values() if "1707" in row["path"]]
    for row in through:
        assert [t["cost"] for t in row["terms"] if t["at"] == "1707"] == ["3"]
    assert cost(guns("Griffin 1607", "Arnold 1707", FAR_AWAY, of="Griffin"), "Griffin", "1707") == "1/2"


@pytest.mark.rule(GAME, "10.5b", "10.4")
def test_case_14_infantry_pays_the_woods() -> None:
    position = moving("2 RI 1607", "1 RI 1707", FAR_AWAY, units=["2 RI"])
    assert reach.step_cost(position.rules, FOOT, place("1607"), place("1707"), True) == (1, 4)
    assert cost(position, "2 RI", "1707") is None


@pytest.mark.rule(GAME, "3.1a", "6.5a")
def test_case_15_a_gun_leaves_woods_along_its_road_only() -> None:
    position = guns("Griffin 1707", FAR_AWAY, of="Griffin")
    first = {row["path"][1] for row in rows(position, "Griffin").values()}
    assert first == {"1607", "1708"}


@pytest.mark.rule(GAME, "2.10k.rate", "2.10k.guns", "10.5a")
@pytest.mark.parametrize(
    ("order", "pike"), [("attack", "1"), ("defend", "1"), ("maneuver", "1/2"), ("regroup", "1")]
)
def test_case_16_the_pike_by_order_and_the_trail_for_all(order: str, pike: str) -> None:
    position = moving("2 RI 2121", "1 RI 1814", "28 VA 1000", order=order)
    assert cost(position, "2 RI", "2222") == pike
    assert cost(position, "1 RI", "1914") == "1"


@pytest.mark.rule(GAME, "2.10k.guns", "2.10k.rate", "2.10k.pike")
def test_cases_16_and_229_guns_on_pike_and_trail() -> None:
    assert cost(guns("Griffin 2121", FAR_AWAY, of="Griffin"), "Griffin", "2222") == "1/2"
    assert cost(guns("Griffin 1814", FAR_AWAY, of="Griffin"), "Griffin", "1914") == "1"
    assert cost(guns("Griffin 1504", FAR_AWAY, of="Griffin"), "Griffin", "1405") == "1"
    assert cost(moving("2 RI 1504", FAR_AWAY), "2 RI", "1405") == "1"


@pytest.mark.rule(GAME, "3.1c", "2.10k.rate")
def test_case_17_a_single_large_unit_uses_the_road() -> None:
    position = moving("US Inf Bn 2121", FAR_AWAY, brigade="Porter")
    assert cost(position, "US Inf Bn", "2222") == "1/2"


# --- terrain ------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "2.10l", "2.10m", "10.4", "2.10c", "2.10j")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("2021", "2020", "2"), ("2020", "2021", "1"),  # 19
        ("1122", "1121", "1"),  # 20
        ("2122", "2123", "3"), ("2123", "2122", "1"),  # 21
        ("2021", "2022", "1"), ("2026", "2125", "2"),  # 227: a dry stream; the house on its slope
        ("2116", "2217", "2"),  # 228
        ("3116", "3216", "1"),  # 24
    ],
)  # fmt: skip
def test_cases_19_to_24_infantry_and_the_ground(start: str, to: str, points: str) -> None:
    position = moving(f"2 RI {start}", "28 VA 4040", order="attack")
    slope = position.rules.slope(place(start), place(to))
    if (start, to) == ("2026", "2125"):
        points = "2" if slope == "slope_up" else "1"
    assert cost(position, "2 RI", to) == points


@pytest.mark.rule(GAME, "2.10i", "2.10l", "2.10m", "10.4")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [("2021", "2020", "2"), ("2123", "2122", "2"), ("3116", "3216", "3"), ("2622", "2623", "1")],
)
def test_cases_19_to_24_guns_and_the_ground(start: str, to: str, points: str) -> None:
    assert cost(guns(f"Griffin {start}", "28 VA 4040", of="Griffin"), "Griffin", to) == points


@pytest.mark.rule(GAME, "2.10i", "2.10m", "10.4")
@pytest.mark.parametrize(
    ("start", "to", "points"), [("2122", "2123", "3"), ("2123", "2122", "2"), ("3116", "3216", "3")]
)
def test_cases_21_and_24_mounted_cavalry_and_the_ground(start: str, to: str, points: str) -> None:
    position = rebels(f"1 VA Cav {start}", "2 RI 1000", brigade="Stuart", order="attack")
    assert cost(position, "1 VA Cav", to) == points


@pytest.mark.rule(GAME, "6.5b", "12.5")
def test_case_22_a_gun_climbs_with_its_whole_allowance_and_takes_a_hit() -> None:
    position = guns("Rockbridge 2223", "2 RI 1914", of="Rockbridge", side="confederate")
    assert "2224" not in {row["path"][1] for row in rows(position, "Rockbridge").values()}
    play(position, "climb CSA-Rockbridge 2224")
    gun = unit("Rockbridge")
    assert at(position, "Rockbridge") == "2224" and position.state.hits[gun] == 1
    assert position.state.spent[gun] == 12 and options(position) == []


@pytest.mark.rule(GAME, "6.5b")
def test_a_gun_that_has_moved_does_not_climb() -> None:
    position = guns("Rockbridge 2222", "2 RI 1914", of="Rockbridge", side="confederate")
    play(position, "move CSA-Rockbridge 2223")
    assert refused(position, "climb CSA-Rockbridge 2224") == "6.5b"


@pytest.mark.rule(GAME, "6.5b.road", "2.10k.rate")
def test_case_23_along_the_trail_there_is_no_climb() -> None:
    position = guns("Imboden 2622", "2 RI 1914", of="Imboden", side="confederate")
    assert refused(position, "climb CSA-Imboden 2623") == "6.5b.road"
    play(position, "move CSA-Imboden 2623")
    assert position.state.hits[unit("Imboden")] == 0 and position.state.spent[unit("Imboden")] == 2


@pytest.mark.rule(GAME, "2.10h", "10.4", "16.3.10b")
def test_case_25_over_farm_ford_and_up_the_bluff() -> None:
    position = moving("13 NY 3416", "28 VA 4040", brigade="Sherman", ford_found="10:30 AM")
    assert cost(position, "13 NY", "3316") == "3" and cost(position, "13 NY", "3317") == "6"


@pytest.mark.rule(GAME, "16.3.10b", "2.10g")
def test_case_26_farm_ford_is_closed_until_found() -> None:
    position = moving("13 NY 3416", "28 VA 4040", brigade="Sherman")
    assert refused(position, "move USA-13-NY 3316") == "16.3.10b"


@pytest.mark.rule(GAME, "3.1a")
def test_case_27_no_gun_and_no_horse_at_farm_ford() -> None:
    position = guns("Carlisle 3416 freed", "28 VA 4040", of="Carlisle", ford_found="10:30 AM")
    assert refused(position, "move USA-Carlisle 3316") == "3.1a"
    horse = rebels("1 VA Cav 3416", "2 RI 1000", brigade="Stuart", ford_found="10:30 AM")
    assert refused(horse, "move CSA-1-VA-Cav 3316") == "3.1a"


@pytest.mark.rule(GAME, "2.10h", "10.4")
def test_case_28_lewis_ford_by_the_trail() -> None:
    assert cost(rebels("18 VA 3530", "2 RI 1914", brigade="Cocke", order="attack"), "18 VA", "3630") == "2"
    horse = rebels("1 VA Cav 3530", "2 RI 1914", brigade="Stuart", order="attack")
    assert cost(horse, "1 VA Cav", "3630") == "2"
    assert cost(guns("Imboden 3530", "2 RI 1914", of="Imboden", side="confederate"), "Imboden", "3630") == "3"
    free = rebels(
        "18 VA 3530", "2 RI 1914", brigade="Cocke", order="attack", options={"ford-on-road": "free"}
    )
    assert cost(free, "18 VA", "3630") == "1"


@pytest.mark.rule(GAME, "2.10e", "16.3.4")
def test_case_32_the_stone_bridge() -> None:
    assert cost(rebels("4 SC a 3721", "2 RI 1914", brigade="Evans"), "4 SC a", "3822") == "1/2"
    position = moving("1 OH 3822", "28 VA 4040", brigade="Schenck")
    assert refused(position, "move USA-1-OH 3721") == "16.3.4"


@pytest.mark.rule(GAME, "2.10g")
def test_case_33_nobody_moves_over_bull_run() -> None:
    position = rebels("4 SC a 3721", "2 RI 1914", brigade="Evans")
    assert rows(position, "4 SC a")["3821"]["path"] == ["3721", "3822", "3821"]
    blown = rebels("4 SC a 3721", "2 RI 1914", brigade="Evans", bridge="blown up", options={"bridge": "on"})
    assert refused(blown, "move CSA-4-SC-a 3821") == "2.10g"


@pytest.mark.rule(GAME, "10.1b", "7.3.exhaustion")
def test_case_34_a_unit_may_always_move_one_hex() -> None:
    position = moving("1 RI 2122 fired", "28 VA 4040", order="attack")
    position.state.exhausted = 1
    row = rows(position, "1 RI")["2123"]
    assert row["stops"] and any(term["rule"] == "10.1b" for term in row["terms"])
    play(position, "move USA-1-RI 2123")
    assert at(position, "1 RI") == "2123" and targets(position, "1 RI") == set()


@pytest.mark.rule(GAME, "10.1b")
def test_the_one_hex_is_the_first_of_the_activation() -> None:
    position = moving("1 RI 2121 fired", "28 VA 4040", order="attack")
    play(position, "move USA-1-RI 2122")
    assert "2123" not in targets(position, "1 RI")
    assert refused(position, "move USA-1-RI 2123") == "10.1"


@pytest.mark.rule(GAME, "10.12")
def test_case_35_a_unit_leaves_the_map_for_a_point() -> None:
    position = moving("13 NY 4022 hits=1", "28 VA 3331", brigade="Sherman", order="defend")
    play(position, "leave USA-13-NY")
    assert at(position, "13 NY") == "left-map" and position.state.hits[unit("13 NY")] == 0
    inland = moving("13 NY 3921", "28 VA 3331", brigade="Sherman")
    assert refused(inland, "leave USA-13-NY") == "10.12"


@pytest.mark.rule(GAME, "10.12", "16.3.5")
def test_a_tied_unit_does_not_leave_the_map() -> None:
    position = moving("1 OH 4022", "28 VA 3331", brigade="Schenck")
    assert refused(position, "leave USA-1-OH") == "16.3.5"


# --- engagement ---------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "10.3b", "8.1.attack")
def test_case_37_an_engaged_unit_stops() -> None:
    position = moving("2 RI 1814", "1 RI 1714", "8 GA 2016", order="attack")
    play(position, "move USA-2-RI 1915")
    assert at(position, "2 RI") == "1915" and position.state.spent[unit("2 RI")] < 8
    assert refused(position, "move USA-2-RI 1914") == "8.2"


@pytest.mark.rule(GAME, "10.3c", "8.1.fired")
def test_case_38_from_engaged_to_engaged_costs_one_more() -> None:
    position = moving("2 RI 2015 fired", "8 GA 2016", order="attack")
    assert cost(position, "2 RI", "2115") == "2"
    play(position, "move USA-2-RI 2115")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and "react 2016" in options(position)
    play(position, "pass")
    assert at(position, "2 RI") == "2115"


@pytest.mark.rule(GAME, "10.3d", "8.1.maneuver")
def test_case_39_under_maneuver_an_engaged_unit_only_leaves() -> None:
    position = moving("2 RI 2015", "8 GA 2016")
    assert cost(position, "2 RI", "2014") == "1" and cost(position, "2 RI", "2013") == "2"
    assert refused(position, "move USA-2-RI 2115") == "10.3d"
    play(position, "move USA-2-RI 2014", "pass")
    assert reach.left(position, unit("2 RI")) == 14 and targets(position, "2 RI")


@pytest.mark.rule(GAME, "8.1.maneuver", "8.1.defend")
def test_case_216_only_attack_leads_next_to_an_enemy() -> None:
    for order in ("maneuver", "defend"):
        position = moving("2 RI 2014", "8 GA 2016", order=order)
        assert refused(position, "move USA-2-RI 2015") == f"8.1.{order}"
    evans = rebels("4 SC a 2016 fired", "2 RI 2014", brigade="Evans", order="defend")
    assert cost(evans, "4 SC a", "2018") == "2" and refused(evans, "move CSA-4-SC-a 2015") == "8.1.defend"


@pytest.mark.rule(GAME, "8.1.regroup")
def test_case_40_regroup_never_leads_nearer_to_the_enemy() -> None:
    position = moving("71 NY 2013", "8 GA 2016", order="regroup")
    found = targets(position, "71 NY")
    assert {"1913", "1912", "2112"} <= found and "2014" not in found
    assert refused(position, "move USA-71-NY 2014") == "8.1.regroup"
    board, enemy = position.rules.board, place("2016")
    assert all(board.distance(place(to), enemy) >= 3 for to in found)


@pytest.mark.rule(GAME, "10.2")
def test_case_238_nobody_enters_the_hex_of_an_enemy_battery() -> None:
    position = moving("2 RI 2015", "Imboden 2016", order="attack")
    assert refused(position, "move USA-2-RI 2016") == "10.2"


@pytest.mark.rule(GAME, "6.6")
def test_case_197_a_gun_does_not_move_into_engagement() -> None:
    position = guns("Griffin 1914", "8 GA 2016", of="Griffin")
    for to in ("1915", "2015"):
        assert refused(position, f"move USA-Griffin {to}") == "6.6"


@pytest.mark.rule(GAME, "14.c")
def test_case_192_walking_through_an_objective_takes_it() -> None:
    position = rebels("5 VA 2022", "2 RI 1000", brigade="Jackson", control={"2021": "union"})
    play(position, "move CSA-5-VA 2021", "move CSA-5-VA 2121")
    assert position.state.control[position.rules.plan.objective_at[place("2021")]] == 1


@pytest.mark.rule(GAME, "14.c", "16.3.vp")
def test_case_203_control_by_walking_through_lasts_until_the_second_list_pays() -> None:
    position = moving("2 RI 2024", FAR_AWAY, turn="11:00 AM")
    number = position.rules.plan.objective_at[place("2125")]
    assert position.state.control[number] == 1
    play(position, "move USA-2-RI 2125", "move USA-2-RI 2026", "done")
    assert position.state.control[number] == 0 and at(position, "2 RI") == "2026"


@pytest.mark.rule(GAME, "8.2")
def test_case_200_once_movement_has_begun_nobody_fires() -> None:
    position = given(
        "2 RI 2014", "1 RI 1915", "8 GA 2016", "71 NY 1714", phase="fire", brigade="Burnside", order="attack"
    )
    play(position, "fire 2016 USA-2-RI", "11", "done", "move USA-2-RI 2015")
    assert not any(text.startswith("fire") for text in options(position))
    assert refused(position, "fire 2016 USA-1-RI") == "8.2"


@pytest.mark.rule(GAME, "8.2", "10.1")
def test_a_move_is_finished_before_the_next_begins() -> None:
    position = moving("2 RI 1914", "1 RI 1912", FAR_AWAY)
    play(position, "move USA-2-RI 1814")
    assert targets(position, "2 RI")  # it may go on
    play(position, "move USA-1-RI 1911")
    assert targets(position, "2 RI") == set()
    assert refused(position, "move USA-2-RI 1914") == "8.2"


@pytest.mark.rule(GAME, "7.3.chaos.act")
def test_under_chaos_nobody_moves_and_who_comes_in_stops() -> None:
    position = moving("2 RI 1914", "1 RI 1814", FAR_AWAY, chaos="1914")
    assert targets(position, "2 RI") == set() and refused(position, "move USA-2-RI 1915") == "7.3.chaos.act"
    other = moving("71 NY 1914", "1 RI 1714", "Martin 1814", FAR_AWAY, chaos="1814")
    play(other, "move USA-1-RI 1814")
    assert targets(other, "1 RI") == set()


@pytest.mark.rule(GAME, "2.3b")
def test_who_is_not_named_does_not_move() -> None:
    position = moving("2 RI 1914", "2 NH 1814", FAR_AWAY, order="attack", units=["2 RI"])
    assert refused(position, "move USA-2-NH 1815") == "2.3b"


# --- entering -----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "10.8", "10.5a", "2.10h")
def test_case_29_burnside_comes_to_1711_with_exactly_eight_points() -> None:
    position = moving("28 VA 3331", turn="9:00 AM")
    assert cost(position, "2 RI", "1711") == "8"
    play(position, "enter USA-2-RI 1711")
    assert at(position, "2 RI") == "1711" and position.state.spent[unit("2 RI")] == 16
    free = moving("28 VA 3331", turn="9:00 AM", options={"ford-on-road": "free"})
    assert cost(free, "2 RI", "1813") == "8"


@pytest.mark.rule(GAME, "6.9", "6.4", "2.10k.guns")
def test_case_30_reynolds_comes_to_1709() -> None:
    position = guns("28 VA 3331", of="Reynolds", turn="9:30 AM")
    assert cost(position, "Reynolds", "1709") == "8"
    assert cost(position, "Reynolds", "1710") is None


@pytest.mark.rule(GAME, "6.4", "10.8")
def test_case_31_imboden_and_bee_from_4035() -> None:
    position = guns("2 RI 1914", of="Imboden", side="confederate", turn="9:30 AM")
    assert cost(position, "Imboden", "2938") == "6" and cost(position, "Imboden", "2838") is None
    bee = rebels("2 RI 1914", brigade="Bee", turn="9:00 AM")
    assert cost(bee, "4 AL", "2538") == "8"


@pytest.mark.rule(GAME, "10.8b")
def test_case_41_a_blocked_entry() -> None:
    position = rebels("13 NY 4036", brigade="Jackson", turn="10:30 AM")
    row = rows(position, "2 VA")["4034"]
    assert row["cost"] == "1" and row["path"] == ["4034"]
    play(position, "enter CSA-2-VA 4034")
    assert told(position, "entered") == [{"piece": "CSA-2-VA", "at": "4034"}]


@pytest.mark.rule(GAME, "8.3")
def test_case_42_units_enter_under_maneuver_or_defend_only() -> None:
    for order, enters in (("maneuver", True), ("defend", True), ("attack", False), ("regroup", False)):
        position = rebels("2 RI 1914", "2 SC 3935", brigade="Bonham", order=order, turn="1:30 PM")
        assert any(text.startswith("enter CSA-8-SC") for text in options(position)) == enters
        if not enters:
            assert refused(position, "enter CSA-8-SC 4035") == "8.3"


@pytest.mark.rule(GAME, "10.8", "3.1d")
def test_a_full_entry_hex_is_passed_but_nobody_ends_there() -> None:
    position = moving("1 RI 1800", "28 VA 3331", turn="9:00 AM")
    assert refused(position, "enter USA-2-RI 1800") == "3.1"
    play(position, "enter USA-2-RI 1700")
    assert position.state.spent[unit("2 RI")] == 2 + 3  # Clear, then road and ford


# --- cavalry ------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "10.9")
def test_case_214_cavalry_dismounts_for_two_points_once() -> None:
    position = rebels("1 VA Cav 1929", "11 NY 1920", brigade="Stuart", order="attack")
    play(position, "move CSA-1-VA-Cav 1927", "dismount CSA-1-VA-Cav")
    horse = unit("1 VA Cav")
    assert position.state.spent[horse] == 8 and position.state.dismounted >> horse & 1
    assert told(position, "dismounted")
    assert reach.left(position, horse) == 0 and "mount CSA-1-VA-Cav" not in options(position)


@pytest.mark.rule(GAME, "10.9", "3.1a")
def test_cavalry_mounts_where_a_horse_may_stand() -> None:
    position = rebels("1 VA Cav 1931 dismounted", "2 RI 1000", brigade="Stuart")
    play(position, "mount CSA-1-VA-Cav")
    assert refused(position, "dismount CSA-1-VA-Cav") == "10.9"
    woods = rebels("1 VA Cav 2217 dismounted", "2 RI 1000", brigade="Stuart")
    assert refused(woods, "mount CSA-1-VA-Cav") == "3.1a"
    assert refused(moving("2 RI 1914", FAR_AWAY), "mount USA-2-RI") == "10.9"


@pytest.mark.rule(GAME, "11.4.charge")
def test_case_96_two_hexes_of_road_make_a_run_up() -> None:
    position = rebels("1 VA Cav 1929", "11 NY 1926", brigade="Stuart", order="attack")
    play(position, "move CSA-1-VA-Cav 1928")
    assert not position.state.charging
    play(position, "move CSA-1-VA-Cav 1927")
    assert position.state.charging >> unit("1 VA Cav") & 1


@pytest.mark.rule(GAME, "11.4.charge", "10.9")
def test_dismounting_ends_a_run_up_and_woods_off_the_road_break_it() -> None:
    position = rebels("1 VA Cav 1929", "11 NY 1920", brigade="Stuart", order="attack")
    play(position, "move CSA-1-VA-Cav 1927")
    assert position.state.charging
    play(position, "dismount CSA-1-VA-Cav")
    assert not position.state.charging
    angled = rebels("1 VA Cav 3115", "2 RI 1000", brigade="Stuart")
    play(angled, "move CSA-1-VA-Cav 3215")
    assert not angled.state.charging and angled.state.run_up[unit("1 VA Cav")] == 0


# --- limits and the lull ------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "16.3.5")
def test_case_176_schenck_may_not_pass_beyond_three_hexes() -> None:
    position = moving("1 OH 3820", "28 VA 3331", brigade="Schenck")
    board, found = position.rules.board, rows(position, "1 OH")
    assert found and all(
        board.distance(place("3820"), place(a)) <= 3 for r in found.values() for a in r["path"]
    )
    assert refused(position, "move USA-1-OH 3816") == "16.3.5"


@pytest.mark.rule(GAME, "16.3.6")
def test_case_177_carlisle_moves_within_three_hexes_of_3821() -> None:
    position = guns("28 VA 3331", of="Carlisle", turn="9:30 AM")
    board, found = position.rules.board, rows(position, "Carlisle")
    assert found and all(board.distance(place("3821"), place(to)) <= 3 for to in found)


@pytest.mark.rule(GAME, "16.3.8b")
def test_who_was_driven_beyond_his_limit_only_comes_nearer() -> None:
    position = rebels("18 VA 3535", "2 RI 1914", brigade="Cocke")
    board, centre = position.rules.board, place("3530")
    for row in rows(position, "18 VA").values():
        steps = [board.distance(centre, place(a)) for a in row["path"]]
        assert all(b < a or b <= 3 for a, b in pairwise(steps))


@pytest.mark.rule(GAME, "16.3.x")
def test_case_175_walking_over_lewis_ford_is_the_crossing() -> None:
    position = rebels("Hampton's Legion 3530", "1 OH 3820", brigade="Hampton", turn="10:00 AM")
    play(position, "move CSA-Hampton-Legion 3630")
    assert position.state.crossed < 0  # its move is not over
    play(position, "done")
    assert position.rules.track[position.state.crossed] == "10:00 AM"


@pytest.mark.rule(GAME, "16.3.12w", "16.3.12p")
def test_case_182_who_stands_north_in_the_lull_goes_south_as_fast_as_he_can() -> None:
    position = rebels("4 SC a 1916", "2 RI 1915", brigade="Evans", turn="11:30 AM", lull="11:30 AM")
    assert "done" not in options(position)
    found = targets(position, "4 SC a")
    south = position.rules.board.regions["young_south"]
    best = reach.way_home(position, (unit("4 SC a"),))
    least = {best[place(to)] for to in found}
    assert len(least) == 1 and least.pop() < best[place("1916")]
    assert all(south >> place(to) & 1 for to in found) or min(best[place(to)] for to in found) > 0
    assert refused(position, "move CSA-4-SC-a 1816") == "16.3.12p"
    play(position, f"move CSA-4-SC-a {sorted(found)[0]}", "pass")
    assert at(position, "4 SC a") in found


@pytest.mark.rule(GAME, "16.3.12w", "10.7")
def test_on_the_way_home_engaged_hexes_may_be_passed_and_each_may_draw_fire() -> None:
    position = rebels(
        "4 SC a 1916", "2 RI 1915", "1 RI 2018", brigade="Evans", turn="11:30 AM", lull="11:30 AM",
        options={"lull-combat": "none"},
    )  # fmt: skip
    found = targets(position, "4 SC a")
    play(position, f"move CSA-4-SC-a {sorted(found)[0]}")
    assert at(position, "4 SC a") in found  # nobody fires in this lull


@pytest.mark.rule(GAME, "16.3.12c", "16.3.12d")
def test_case_183_nobody_crosses_young_s_branch_in_the_lull() -> None:
    union = moving("11 NY 2021", FAR_AWAY, brigade="Willcox", turn="12:00 PM", lull="12:00 PM")
    assert refused(union, "move USA-11-NY 2124") == "16.3.12d"
    rebel = rebels("5 VA 2124", "2 RI 1000", brigade="Jackson", turn="12:00 PM", lull="12:00 PM")
    assert refused(rebel, "move CSA-5-VA 2021") == "16.3.12c"
    assert "2022" in targets(rebel, "5 VA")
    printed = moving(
        "11 NY 2021", FAR_AWAY, brigade="Willcox", turn="12:00 PM", lull="12:00 PM",
        options={"lull-union-south": "printed"},
    )  # fmt: skip
    assert "2124" in targets(printed, "11 NY")


@pytest.mark.rule(GAME, "16.3.12y")
def test_case_183_in_the_last_lull_turn_no_move_ends_on_the_branch() -> None:
    position = rebels("5 VA 2124", "2 RI 1000", brigade="Jackson", turn="1:00 PM", lull="12:00 PM")
    assert "2022" not in targets(position, "5 VA")
    assert refused(position, "move CSA-5-VA 2022") == "16.3.12y"
    on_it = rebels("5 VA 2022", "2 RI 1000", brigade="Jackson", turn="1:00 PM", lull="12:00 PM")
    branch = on_it.rules.plan.branch
    assert all(not branch >> place(to) & 1 for to in targets(on_it, "5 VA"))
    assert "done" in options(on_it)


@pytest.mark.rule(GAME, "16.3.12p")
def test_guns_on_the_wrong_side_go_home_too() -> None:
    position = guns(
        "Imboden 1914", "2 RI 1000", of="Imboden", side="confederate", turn="12:00 PM", lull="12:00 PM"
    )
    best = reach.way_home(position, (unit("Imboden"),))
    found = targets(position, "Imboden")
    assert found and {best[place(to)] for to in found} == {min(best[place(to)] for to in found)}
    assert "done" not in options(position)


# --- options ------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "10.6")
def test_case_244_no_extended_march_by_default() -> None:
    position = moving("2 RI 1007", "28 VA 4040")
    assert all(reach_cost <= 16 for reach_cost in _halves(position, "2 RI"))


@pytest.mark.rule(GAME, "10.6")
def test_an_extended_march_goes_two_points_further_and_rolls_for_it() -> None:
    def position() -> Day:
        return moving("2 RI 1800", "28 VA 4040", options={"extended-march": "on"})

    found = rows(position(), "2 RI")
    farther = [to for to, row in found.items() if any(t["rule"] == "10.6" for t in row["terms"])]
    assert farther and max(_halves(position(), "2 RI")) <= 20
    for die, hits in (("4", 0), ("5", 1)):
        marched = play(position(), f"move USA-2-RI {farther[0]}", die)
        assert marched.state.hits[unit("2 RI")] == hits
        assert told(marched, "extended")


@pytest.mark.rule(GAME, "10.6")
def test_within_four_hexes_of_an_enemy_no_march_is_extended() -> None:
    position = moving("2 RI 1800", "8 GA 1804", options={"extended-march": "on"})
    assert all(not any(t["rule"] == "10.6" for t in row["terms"]) for row in rows(position, "2 RI").values())
    order = moving("2 RI 1800", "28 VA 4040", order="defend", options={"extended-march": "on"})
    assert max(_halves(order, "2 RI")) <= 4


def _halves(position: Day, name: str) -> list[int]:
    march = reach.march_of(position, (unit(name),))
    return [march.way(p).cost for p in range(position.rules.board.size) if march.targets >> p & 1]


@pytest.mark.rule(GAME, "O.bridge")
@pytest.mark.parametrize(("die", "where"), [("2", "broken-3"), ("3", "3721")])
def test_case_193_schenck_s_first_regiment_on_the_bridge(die: str, where: str) -> None:
    position = moving("1 OH 3822", "28 VA 3331", brigade="Schenck", turn="10:00 AM", options={"bridge": "on"})
    play(position, "move USA-1-OH 3721", die)
    assert at(position, "1 OH") == where
    if die == "3":
        assert targets(position, "1 OH")


@pytest.mark.rule(GAME, "10.1")
def test_the_report_has_the_terms_of_every_way() -> None:
    position = moving("2 RI 2021", FAR_AWAY, order="attack")
    row = rows(position, "2 RI")["2020"]
    assert row["path"] == ["2021", "2020"] and not row["stops"]
    assert [(t["says"], t["cost"], t["rule"]) for t in row["terms"]] == [
        ("clear", "1", "10.4"),
        ("slope up", "1", "2.10l"),
    ]


def test_bad_words_are_refused_with_the_form() -> None:
    position = moving("2 RI 1914", FAR_AWAY)
    for action in (
        "move",
        "move USA-2-RI",
        "enter USA-2-RI",
        "leave",
        "mount",
        "together 1914",
        "climb 1914",
    ):
        refusal = explain(position, action)
        assert refusal is not None and refusal.says
    assert refused(position, "move CSA-28-VA 3332", "union") == "10.1"
    assert refused(position, "enter USA-2-RI 1800") == "10.8"
