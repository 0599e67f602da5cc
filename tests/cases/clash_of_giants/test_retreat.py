"""12.10 Retreats after combat, and the required retreats of 6.3.4."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.retreat import ends
from tests.cases.clash_of_giants.scene import ID, at, options, owner, play, refusal, scene, told, unit

BULL_RUN, GETTYSBURG = "28-august", "gettysburg"


def falling_back(
    scenario: str, pieces: dict[str, Any], lengths: dict[str, int], turn: int = 10, **extra: Any
) -> Clash:
    """Defenders have to retreat, and nothing comes after it."""
    position = scene(scenario, pieces, turn=turn, **extra)
    state, roster = position.state, position.rules.roster
    side = 0
    for name, hexes in lengths.items():
        number = unit(position, name)
        side = roster.side[number]
        state.falling_back |= 1 << number
        state.lengths[number] = hexes
    state.side = 1 - side
    state.frames = [("retreats", side)]
    position.log = []
    return position


def required(scenario: str, pieces: dict[str, Any], turn: int = 10, **extra: Any) -> Clash:
    """Required retreats are judged, and nothing comes after them."""
    position = scene(scenario, pieces, turn=turn, **extra)
    position.state.frames = [("required_retreats",)]
    position.log = []
    return position


def found(position: Clash, name: str, hexes: int) -> set[str]:
    names = position.rules.board.names
    return {names[end] for end in ends(position, unit(position, name), hexes)}


STONE = {"u-stone": "4311", "c-davis": "4410", "c-daniel": "4412"}


@pytest.mark.rule(ID, "12.10.dir", "12.10.zone", "12.10.away", "G2.2")
def test_case_83_stone_by_the_compass() -> None:
    position = scene(GETTYSBURG, STONE, turn=3)
    assert found(position, "u-stone", 1) == {"4212"}
    assert found(position, "u-stone", 2) == {"4112", "4213"}
    assert found(position, "u-stone", 3) == {"4013", "4113", "4214"}


@pytest.mark.rule(ID, "8.4", "12.10.zone")
def test_case_84_a_friend_cancels_a_zone() -> None:
    position = scene(GETTYSBURG, STONE | {"u-biddle": "4312"}, turn=3)
    assert found(position, "u-stone", 1) == {"4212", "4312"}
    assert "4313" in found(position, "u-stone", 2)


@pytest.mark.rule(ID, "12.10.hex", "12.10.fail", "B2.2")
def test_case_85_meade_against_the_river() -> None:
    pieces = {"u-meade": {"at": "3612", "steps": 1}, "c-toombs": "3512", "c-corse": "3613"}
    position = falling_back(BULL_RUN, pieces, {"u-meade": 1})
    assert position.is_over and at(position, "u-meade") == "lost"
    assert told(position, "eliminated")[0]["points"] == 1, "the step lost by the die was scored before"


@pytest.mark.rule(ID, "O.shortfall")
def test_by_agreement_a_retreat_that_is_cut_short_costs_a_step() -> None:
    pieces = {"u-meade": "3612", "c-toombs": "3512", "c-corse": "3613"}
    position = falling_back(BULL_RUN, pieces, {"u-meade": 1}, options={"short-retreats": "step"})
    assert position.is_over and at(position, "u-meade") == "3612"
    assert told(position, "step_lost") and not told(position, "eliminated")
    pieces = {"u-seymour": "3612", "c-law": "3611", "c-hood": "3814"}
    position = falling_back(BULL_RUN, pieces, {"u-seymour": 2}, options={"short-retreats": "step"})
    assert position.is_over and at(position, "u-seymour") == "3712", "it stops where it can"
    assert position.state.steps[unit(position, "u-seymour")] == 1


@pytest.mark.rule(ID, "B7.3.retreat")
def test_case_86_over_the_stone_bridge() -> None:
    position = scene(BULL_RUN, {"u-seymour": "3208", "c-law": "3108", "c-hood": "3209"}, turn=10)
    assert found(position, "u-seymour", 1) == {"3307"}
    assert found(position, "u-seymour", 2) == {"3407", "3408"}


@pytest.mark.rule(ID, "12.10.1")
def test_case_80_out_of_a_town_at_least_three_hexes() -> None:
    pieces = {"u-von-gilsa": "4317", "c-doles": "4417", "c-daniel": "4417"}
    position = falling_back(GETTYSBURG, pieces, {"u-von-gilsa": 2}, turn=3)
    where = {option.split()[2] for option in options(position)}
    assert {"4019", "4220", "4420"} <= where
    assert not where & {"4218", "4318"} and all(not _is_town(position, end) for end in where)
    assert refusal(position, "union", "retreat u-von-gilsa 4319").rule == "12.10.1"


def _is_town(position: Clash, name: str) -> bool:
    return bool(position.rules.town >> position.rules.board.place(name) & 1)


@pytest.mark.rule(ID, "12.10.1")
def test_case_100_book_philadelphia_out_of_the_town() -> None:
    position = scene(GETTYSBURG, {"u-philadelphia": "4217", "c-jones": "4317"}, turn=10)
    assert "4019" in found(position, "u-philadelphia", 2)


@pytest.mark.rule(ID, "12.10.stack")
def test_who_may_not_stop_goes_on() -> None:
    pieces = STONE | {"u-ames": "4212"}
    position = falling_back(GETTYSBURG, pieces, {"u-stone": 1}, turn=3)
    assert {option.split()[2] for option in options(position)} == {"4112", "4213"}
    assert refusal(position, "union", "retreat u-stone 4212").rule == "12.10.stack"
    play(position, "retreat u-stone 4112")
    assert told(position, "retreated") == [{"piece": "u-stone", "path": ["4311", "4212", "4112"]}]
    assert position.state.fell_back == position.state.moved == 1 << unit(position, "u-stone")


@pytest.mark.rule(ID, "12.10.cav")
def test_cavalry_retreats_into_woods_by_road_only() -> None:
    position = scene(BULL_RUN, {"c-fitz-lee": "2704", "u-buford": "2805"}, turn=10)
    assert "2505" in found(position, "c-fitz-lee", 2)
    infantry = scene(BULL_RUN, {"c-starke": "2704", "u-buford": "2805"}, turn=10)
    assert found(position, "c-fitz-lee", 2) < found(infantry, "c-starke", 2)


@pytest.mark.rule(ID, "12.10.dir")
def test_the_owner_chooses_the_order_and_the_defender_decides() -> None:
    pieces = {"u-iron-brigade": "4311", "u-stone": "4313", "c-davis": "4410"}
    position = falling_back(GETTYSBURG, pieces, {"u-iron-brigade": 1, "u-stone": 2}, turn=3)
    assert owner(position) == "union"
    assert {option.split()[1] for option in options(position)} == {"u-iron-brigade", "u-stone"}
    assert refusal(position, "union", "retreat u-stone 4513").rule == "12.10.dir"
    play(position, "retreat u-stone 4315")
    assert not position.is_over


@pytest.mark.rule(ID, "B8.5.except")
def test_jacksons_wing_retreats_west_of_its_limit_only_if_it_must() -> None:
    position = scene(BULL_RUN, {"c-lawton": "2410", "u-gibbon": "2511"}, turn=3)
    assert all(int(end[:2]) >= 23 for end in found(position, "c-lawton", 1))
    assert all(int(end[:2]) < 23 for end in found(position, "c-lawton", 2)) and found(position, "c-lawton", 2)


@pytest.mark.rule(ID, "12.10.fail", "B8.8.lift")
def test_a_confederate_lost_because_he_cannot_retreat_lifts_the_bar() -> None:
    pieces = {"c-lawton": "2410", "u-gibbon": "2310", "u-hatch": "2411", "u-patrick": "2210"}
    position = falling_back(BULL_RUN, pieces, {"c-lawton": 1}, turn=3)
    assert position.is_over and at(position, "c-lawton") == "lost"
    assert position.state.bar_lifted == 1


# --- 6.3.4


CEMETERY = {"u-o-smith": "3618", "c-lane": "3517", "c-thomas": "3617", "c-perrin": "3717"}


@pytest.mark.rule(ID, "6.3.4.who", "6.3.4.hill", "6.3.4.four")
def test_case_101_below_cemetery_hill() -> None:
    position = required(GETTYSBURG, CEMETERY)
    assert owner(position) == "confederate"
    where = options(position)
    assert {option.split()[1] for option in where} == {"c-lane", "c-thomas", "c-perrin"}
    assert {f"retreat c-lane {end}" for end in ("3513", "3414", "3115")} <= set(where)
    assert told(position, "must_retreat") == [{"pieces": ["c-perrin", "c-lane", "c-thomas"]}]
    play(position, "retreat c-lane 3513")
    assert at(position, "c-lane") == "3513"
    assert refusal(position, "confederate", "retreat c-lane 3512").rule == "12.10.who"


@pytest.mark.rule(ID, "6.3.4.excuse")
def test_case_102_nobody_has_to_go() -> None:
    assert required(GETTYSBURG, CEMETERY | {"c-scales": "3718"}).is_over


@pytest.mark.rule(ID, "6.3.4.four")
def test_case_103_below_henry_hill() -> None:
    position = required(BULL_RUN, {"u-koltes": "3010", "c-law": "2909", "c-drayton": "3009"})
    where = options(position)
    assert {option.split()[1] for option in where} == {"c-law", "c-drayton"}
    assert {option.split()[2] for option in where if "c-law" in option} == {"2509", "2510", "2511"}


@pytest.mark.rule(ID, "6.3.4.fail")
def test_case_104_no_way_of_four_hexes() -> None:
    pieces = {"c-law": "2909", "u-koltes": "3010", "u-nagle": "2708", "u-ferrero": "2710", "u-duryea": "2808"}
    position = required(BULL_RUN, pieces)
    assert position.is_over and at(position, "c-law") == "2909"
    assert position.state.steps[unit(position, "c-law")] == 1 and position.state.casualties == (1, 0)
    assert position.state.bar_lifted == 0


@pytest.mark.rule(ID, "6.3.4.simul")
def test_all_are_judged_at_once_and_hexes_that_the_enemy_held_stay_closed() -> None:
    position = required(GETTYSBURG, CEMETERY)
    state = position.state
    position.decision()
    smith = position.rules.board.place("3618")
    assert state.closed[1] >> smith & 1
    play(position, "retreat c-lane 3513")
    assert state.falling_back == sum(1 << unit(position, name) for name in ("c-thomas", "c-perrin"))
    for name in ("c-thomas", "c-perrin"):
        play(position, next(option for option in options(position) if name in option))
    assert position.is_over and state.closed == (0, 0) and state.falling_back == 0


@pytest.mark.rule(ID, "O.shortfall", "12.10.1")
def test_out_of_a_town_a_retreat_is_cut_short_only_below_three_hexes() -> None:
    pieces = {"u-von-gilsa": "4317", "c-doles": "4417", "c-iverson": "4320", "c-ramseur": "4120"}
    pieces |= {"c-o-neal": "4520", "c-daniel": "4220", "c-gordon": "4419", "c-hoke": "4119"}
    position = falling_back(GETTYSBURG, pieces, {"u-von-gilsa": 1}, turn=3)
    assert position.is_over and at(position, "u-von-gilsa") == "lost", "there is no way of three hexes"
    position = falling_back(
        GETTYSBURG, pieces, {"u-von-gilsa": 1}, turn=3, options={"short-retreats": "step"}
    )
    if not position.is_over:
        play(position, options(position)[0])
    assert position.is_over and at(position, "u-von-gilsa") not in ("4317", "lost"), "as far as it can"
    assert position.state.steps[unit(position, "u-von-gilsa")] == 1


@pytest.mark.rule(ID, "6.3.4.simul", "6.3.4.zone", "6.3.4.fail")
def test_case_105_book_three_go_smith_loses_a_step_and_gordon_is_excused_by_one_who_goes() -> None:
    confederates = {"c-mahone": "3424", "c-wright": "3717", "c-wilcox": "3818", "c-hoke": "3819"}
    confederates |= {"c-gordon": "3518", "c-iverson": "3719", "c-daniel": "3721", "c-smith": "3421"}
    union = {"u-ruger": "3718", "u-ames": "3619", "u-mcdougall": "3621", "u-greene": "3520"}
    union |= {"u-candy": "3220"}
    position = required(GETTYSBURG, confederates | union, turn=9)
    while not position.is_over:
        play(position, options(position)[0])
    gone = {fact["piece"] for fact in told(position, "retreated")}
    assert gone == {"c-wright", "c-wilcox", "c-iverson"}
    lost = told(position, "step_lost") + told(position, "eliminated")
    assert [(fact["piece"], fact["points"]) for fact in lost] == [("c-smith", 1)], "the one step that he has"
    stay = ("c-mahone", "c-hoke", "c-gordon", "c-daniel")
    assert all(at(position, name) == confederates[name] for name in stay)
