"""10.7 Opportunity Fire, and 7.3 wayward moves, which draw it too."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.day_was_ours.rules import activation, special_moves
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import FREE_MOVE, GUNS, NEVER
from tests.cases.day_was_ours.scene import at, explain, given, names, options, place, play, told, unit

GAME = "day-was-ours"


def moving(*units: str, brigade: str = "Porter", order: str = "maneuver", **more: Any) -> Day:
    position = given(*units, phase="movement", brigade=brigade, order=order, **more)
    position.state.frames = [("movement step",)]
    return position


def owner(position: Day) -> str:
    decision = position.decision()
    assert decision is not None
    return decision.owner


@pytest.mark.rule(GAME, "10.7", "9.1b.hex")
def test_case_43_half_the_strength_fires_at_who_leaves() -> None:
    position = moving("27 NY 2015", "8 GA 2016")
    play(position, "move USA-27-NY 2014")
    assert owner(position) == "confederate" and options(position) == ["pass", "react 2016"]
    assert at(position, "27 NY") == "2015"
    play(position, "react 2016", "54")
    fire = told(position, "fire")[0]
    assert fire["at"] == "2015" and fire["defenders"] == ["USA-27-NY"] and fire["column"] == "4-5"
    assert told(position, "fire_result")[0]["result"] == "CT 1"


@pytest.mark.rule(GAME, "10.7b", "12.1.pass")
def test_case_44_a_hit_and_it_goes_on_or_it_gives_ground_and_the_move_is_over() -> None:
    def tested() -> Day:
        position = moving("27 NY 2015", "14 NY 2014", "8 GA 2016", units=["27 NY"])
        return play(position, "move USA-27-NY 1914", "react 2016", "54", "1", "6")

    endured = play(tested(), "take_hit USA-27-NY")
    assert at(endured, "27 NY") == "1914" and endured.state.hits[unit("27 NY")] == 1
    fled = play(tested(), "fall_back USA-27-NY")
    while fled.decision() is not None and owner(fled) == "union":
        play(fled, options(fled)[0])
    assert at(fled, "27 NY") not in ("1914", "2015") and not told(fled, "moved")


@pytest.mark.rule(GAME, "10.7b", "12.6")
def test_who_becomes_shaken_stays() -> None:
    position = moving("27 NY 2015", "8 NY 1714", "8 GA 2016")
    play(position, "move USA-27-NY 2014", "react 2016", "54", "6", "2")
    assert position.state.shaken >> unit("27 NY") & 1 and at(position, "27 NY") == "2015"
    refusal = explain(position, "move USA-27-NY 2014")
    assert refusal is not None and refusal.rule == "8.2"


@pytest.mark.rule(GAME, "10.7")
def test_case_45_a_battery_fires_canister() -> None:
    position = moving("27 NY 2015", "Imboden 2016")
    play(position, "move USA-27-NY 2014", "react 2016", "11")
    assert told(position, "fire")[0]["column"] == "6-7"


@pytest.mark.rule(GAME, "10.7c")
def test_case_46_each_unit_reacts_once_in_an_activation() -> None:
    position = moving("27 NY 2015 worn", "USMC Bn 2015 worn", "8 GA 2016", order="maneuver")
    play(position, "move USA-27-NY 2014", "react 2016", "11")
    play(position, "move USA-USMC-Bn 2013")
    assert at(position, "USMC Bn") == "2013"  # nobody is left to fire
    second = moving("27 NY 2015 worn", "USMC Bn 2015 worn", "8 GA 2016", "7 GA 1915")
    play(second, "move USA-27-NY 2014", "react 2016", "11", "move USA-USMC-Bn 2013")
    assert options(second) == ["pass", "react 1915"]


@pytest.mark.rule(GAME, "10.7d")
def test_case_47_mere_approach_draws_no_fire() -> None:
    position = moving("27 NY 2014", "8 GA 2016", order="attack")
    play(position, "move USA-27-NY 2015")
    assert at(position, "27 NY") == "2015" and not told(position, "fire")


@pytest.mark.rule(GAME, "10.7c", "7.3.chaos.act")
def test_case_48_none_under_chaos() -> None:
    position = moving("27 NY 2015", "8 GA 2016", chaos="2016")
    play(position, "move USA-27-NY 2014")
    assert at(position, "27 NY") == "2014"


@pytest.mark.rule(GAME, "10.7", "10.3e")
def test_none_over_bull_run() -> None:
    position = moving("13 NY 3416", "4 SC a 3316", brigade="Sherman", ford_found="10:30 AM")
    play(position, "move USA-13-NY 3415")
    assert at(position, "13 NY") == "3415" and not told(position, "fire")


@pytest.mark.rule(GAME, "10.7b", "10.1")
def test_of_a_stack_that_moves_together_one_is_hit_and_the_others_go_on() -> None:
    position = moving("14 NY 2015 worn", "USMC Bn 2015 worn", "8 NY 1714", "8 GA 2016")
    assert any(text.startswith("together 2014 ") for text in options(position))
    play(position, "together 2014 USA-14-NY USA-USMC-Bn", "react 2016", "54", "6", "2")
    assert {at(position, "14 NY"), at(position, "USMC Bn")} == {"2014", "2015"}
    assert told(position, "fire")[0]["defenders"] == ["USA-14-NY", "USA-USMC-Bn"]
    calm = moving("14 NY 2014 worn", "USMC Bn 2014 worn", "8 GA 2017")
    assert not any(text.startswith("together") for text in options(calm))
    refusal = explain(calm, "together 2013 USA-14-NY USA-USMC-Bn")
    assert refusal is not None and refusal.rule == "10.1"


@pytest.mark.rule(GAME, "10.7", "10.9")
def test_mounting_next_to_an_enemy_draws_fire() -> None:
    position = moving("1 VA Cav 2015", "2 RI 2016", brigade="Stuart", side="confederate")
    play(position, "dismount CSA-1-VA-Cav")
    assert options(position) == ["pass", "react 2016"] and owner(position) == "union"
    play(position, "pass")
    assert position.state.dismounted >> unit("1 VA Cav") & 1


@pytest.mark.rule(GAME, "6.7", "10.7")
def test_case_198_a_gun_that_leaves_draws_fire() -> None:
    position = given("Griffin 1915", "8 GA 2016", phase="artillery")
    activation.begin(position, 0, GUNS, [unit("Griffin")])
    position.state.frames = [("movement step",)]
    found = {text.split()[2] for text in options(position) if text.startswith("move")}
    assert "1914" in found and not found & {"2015", "1916"}
    play(position, "move USA-Griffin 1914")
    assert options(position) == ["pass", "react 2016"]


def test_a_hex_that_cannot_react_is_refused() -> None:
    position = moving("27 NY 2015", "8 GA 2016", "7 GA 2018")
    play(position, "move USA-27-NY 2014")
    far = explain(position, "react 2018")
    assert far is not None and far.rule == "10.7"
    assert explain(position, "react 9999") is not None
    quiet = moving("27 NY 2012", "8 GA 2016")
    never = explain(quiet, "react 2016", "confederate")
    assert never is not None


# --- wayward moves ------------------------------------------------------------------------------------


def stray(position: Day, name: str) -> set[str]:
    return names(special_moves.wayward_hexes(position, unit(name)))


@pytest.mark.rule(GAME, "7.3.wayward.limits")
def test_case_158_no_gun_into_engagement_and_nobody_over_the_barred_bridge() -> None:
    position = given("Griffin 1914", "1 OH 3822", "8 GA 2016")
    assert not stray(position, "Griffin") & {"1915", "2015"} and "1913" in stray(position, "Griffin")
    assert "3721" not in stray(position, "1 OH") and stray(position, "1 OH")


@pytest.mark.rule(GAME, "7.3.wayward.limits")
def test_no_full_hex_no_enemy_no_limit_no_climb_no_woods_off_the_road() -> None:
    position = given("2 RI 1914", "14 NY 1913", "18 VA 3533", "Rockbridge 2223", "Griffin 1707", "8 GA 1915")
    assert not stray(position, "2 RI") & {"1913", "1915"}
    board, centre = position.rules.board, place("3530")
    assert all(board.distance(place(to), centre) <= 3 for to in stray(position, "18 VA"))
    assert "2224" not in stray(position, "Rockbridge")
    assert stray(position, "Griffin") == {"1607", "1708"}


@pytest.mark.rule(GAME, "7.3.wayward", "7.3.wayward.limits", "10.7")
def test_case_159_a_wayward_unit_draws_fire_and_costs_nothing() -> None:
    position = given("27 NY 2015", "8 GA 2016")
    activation.begin(position, 0, FREE_MOVE, [unit("27 NY")])
    position.state.frames = []
    special_moves.wayward(position, unit("27 NY"), place("2014"))
    assert options(position) == ["pass", "react 2016"] and owner(position) == "confederate"
    play(position, "pass")
    assert at(position, "27 NY") == "2014" and told(position, "strayed")


@pytest.mark.rule(GAME, "16.3.x")
def test_a_wayward_move_over_the_run_is_no_crossing() -> None:
    position = given("Hampton's Legion 3530", "2 RI 1914", turn="10:00 AM")
    position.state.frames = []
    special_moves.wayward(position, unit("Hampton's Legion"), place("3630"))
    position.decision()
    assert at(position, "Hampton's Legion") == "3630" and position.state.crossed == NEVER
