"""B4.1, G4.1 Automatic victory, ground and totals."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import EXITED
from bullrun.games.clash_of_giants.rules.victory import check_exit, target, toward_target
from tests.cases.clash_of_giants.scene import GAME, ID, play, scene, unit

BULL_RUN = ("2507", "3823", "4504")
SEVEN = ("2016", "2112", "2411", "3116", "3618", "3621", "4112")
UNION_HOLDS = dict.fromkeys(SEVEN, "union")


def ended(scenario: str, turn: int, **extra: Any) -> Clash:
    """The end of a turn; who stands where does not matter."""
    pieces = {"u-meade": "3411"} if scenario != "gettysburg" else {"u-cutler": "3914"}
    position = scene(scenario, pieces, turn=turn, phase="turn end", **extra)
    position.state.frames = [("turn_end",)]
    return position


def points(union: int, confederate: int) -> dict[str, int]:
    return {"union": union, "confederate": confederate}


def outcome(position: Clash) -> tuple[str, str] | None:
    """(winner, rule), or None while the game goes on."""
    assert position.decision() is None
    found = position.state.outcome
    return None if not found else (found[0], found[1])


def held(*sides: str) -> dict[str, str]:
    return dict(zip(BULL_RUN, sides, strict=True))


U, C = "union", "confederate"


@pytest.mark.rule(ID, "B4.1.2.target", "B4.1.1.williams", "6.5")
def test_case_109_delay_points_raise_the_opponents_target() -> None:
    position = ended("28-august", 12, casualties=points(0, 24), williams=2, delays=points(3, 0))
    assert target(position, 1) == 28 and toward_target(position, 1) == 26
    assert outcome(position) is None
    position = ended("28-august", 12, casualties=points(0, 26), williams=2, delays=points(3, 0))
    assert outcome(position) == (C, "B4.1.2.target")


@pytest.mark.rule(ID, "B4.1.2.hexes", "B4.1.2.when")
@pytest.mark.parametrize(("turn", "sides", "won"), [(11, (U, U, U), False), (12, (U, U, U), True),
                                                   (12, (U, U, C), False), (6, (C, C, C), True)])  # fmt: skip
def test_case_150_all_three_hexes_at_the_end_of_turns_6_and_12(
    turn: int, sides: tuple[str, ...], won: bool
) -> None:
    found = outcome(ended("28-august", turn, control=held(*sides), casualties=points(24, 24)))
    assert found == ((sides[0], "B4.1.2.hexes") if won else None)


@pytest.mark.rule(ID, "B4.1.2.hexes")
def test_all_three_hexes_trump_the_target() -> None:
    position = ended("28-august", 12, control=held(U, U, U), casualties=points(0, 60))
    assert outcome(position) == (U, "B4.1.2.hexes")


@pytest.mark.rule(ID, "B4.1.2.both", "B4.1.2.t17")
@pytest.mark.parametrize(("union", "confederate", "winner"), [(27, 25, U), (26, 26, U), (26, 27, C)])
def test_case_151_both_reach_their_targets(union: int, confederate: int, winner: str) -> None:
    position = ended(
        "28-august", 17, casualties=points(union, confederate), williams=1, delays=points(1, 1),
        control=held(U, C, C),
    )  # fmt: skip
    assert [target(position, side) for side in range(2)] == [26, 26]
    assert outcome(position) == (winner, "B4.1.2.both")


@pytest.mark.rule(ID, "B4.1.2.own")
def test_case_152_own_delay_points_do_not_count() -> None:
    position = ended("28-august", 12, casualties=points(0, 23), delays=points(0, 4))
    assert outcome(position) is None and target(position, 1) == 25


@pytest.mark.rule(ID, "B4.1.3", "B4.1.1.geo", "B4.1.2.t17")
@pytest.mark.parametrize(("union", "winner"), [(18, U), (17, U), (16, C)])
def test_case_153_the_totals_after_turn_17(union: int, winner: str) -> None:
    position = ended(
        "28-august", 17, casualties=points(union, 20), williams=1, delays=points(2, 1), control=held(C, U, U)
    )
    assert outcome(position) == (winner, "B4.1.3")
    assert position.state.grounds == (6, 3)


@pytest.mark.rule(ID, "B4.1.1.geo")
def test_a_hex_that_nobody_controls_scores_for_nobody() -> None:
    position = ended("28-august", 17, casualties=points(1, 2))
    assert outcome(position) == (C, "B4.1.3") and position.state.grounds == (0, 0)


@pytest.mark.rule(ID, "B4.1.2.when", "6.5")
@pytest.mark.parametrize("turn", range(1, 18))
def test_targets_are_checked_on_turns_6_12_and_17_only(turn: int) -> None:
    position = ended("28-august", turn, casualties=points(40, 0), control=held(U, C, C))
    assert outcome(position) == ((U, "B4.1.2.target") if turn in (6, 12, 17) else None)


@pytest.mark.rule(ID, "G4.1.1.geo")
@pytest.mark.parametrize(("pip", "scored"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_case_110_half_a_die_for_each_hex(pip: int, scored: int) -> None:
    position = ended("gettysburg", 16, control={**UNION_HOLDS, "2016": C})
    play(position, f"roll {pip}", *["roll 1"] * 6)
    assert position.state.grounds == (6, scored)
    assert outcome(position) == (U, "G4.1.3")


@pytest.mark.rule(ID, "G4.1.2.when", "G4.1.2.target", "6.5")
@pytest.mark.parametrize("turn", range(1, 17))
def test_case_157_the_target_is_checked_every_turn(turn: int) -> None:
    position = ended("gettysburg", turn, casualties=points(40, 39))
    assert outcome(position) == (U, "G4.1.2.target")


@pytest.mark.rule(ID, "G4.1.2.both", "G4.1.2.t16")
@pytest.mark.parametrize(("union", "confederate", "winner"), [(41, 42, C), (42, 42, U), (43, 42, U)])
def test_both_reach_their_targets_at_gettysburg(union: int, confederate: int, winner: str) -> None:
    position = ended("gettysburg", 16, casualties=points(union, confederate), delays=points(0, 1))
    assert outcome(position) == (winner, "G4.1.2.both"), "before the ground is rolled for"


@pytest.mark.rule(ID, "G4.1.3", "G4.1.1.geoav", "G4.1.2.t16")
def test_case_158_ground_does_not_count_for_automatic_victory() -> None:
    position = ended("gettysburg", 16, casualties=points(30, 38), control={**UNION_HOLDS, "4112": C})
    play(position, *["roll 1"] * 6, "roll 6")
    assert position.state.grounds == (6, 3) and target(position, 1) == 40
    assert outcome(position) == (C, "G4.1.3")


@pytest.mark.rule(ID, "G4.1.3", "G4.1.1.delay")
@pytest.mark.parametrize(("confederate", "winner"), [(20, U), (21, C)])
def test_all_points_are_added_and_the_union_wins_a_tie(confederate: int, winner: str) -> None:
    position = ended(
        "gettysburg", 16, casualties=points(10, confederate), delays=points(2, 0), bufords=1,
        control={**UNION_HOLDS},
    )  # fmt: skip
    play(position, *["roll 2"] * 7)
    assert outcome(position) == (winner, "G4.1.3")


@pytest.mark.rule(ID, "G4.1.2.exit", "G4.1.2.turns")
def test_case_156_the_tenth_brigade_ends_the_game_at_once() -> None:
    names = ("kershaw", "barksdale", "semmes", "wofford", "law", "robertson", "lane", "benning", "garnett")
    gone = {f"c-{name}": {"box": "left the map"} for name in names}
    position = scene("gettysburg", {**gone, "c-kemper": "1322"}, turn=13, casualties=points(45, 0))
    check_exit(position)
    assert not position.state.outcome
    position.state.box[unit(position, "c-kemper")] = EXITED
    check_exit(position)
    assert position.state.outcome[:2] == (C, "G4.1.2.exit")


@pytest.mark.rule(ID, "B8.7.variant")
def test_case_159_without_orders_only_three_hexes_win_for_the_union() -> None:
    off = {"popes-orders": "off"}
    leads = {"casualties": points(20, 5), "options": off}
    assert outcome(ended("28-august", 17, control=held(C, U, U), **leads)) == (C, "B8.7.variant")
    assert outcome(ended("28-august", 17, control=held(U, U, U), **leads)) == (U, "B4.1.2.hexes")
    assert outcome(ended("28-august", 12, control=held(U, U, U), **leads)) is None, "on turn 17 only"
    many = {"casualties": points(60, 5), "options": off}
    assert outcome(ended("28-august", 12, control=held(C, U, U), **many)) is None
    assert outcome(ended("28-august", 17, control=held(C, U, U), **many)) == (C, "B8.7.variant")


def test_the_table_shows_what_each_side_needs_and_all_points_that_are_kept_apart() -> None:
    position = ended("gettysburg", 9, casualties=points(4, 5), delays=points(2, 1), bufords=2)
    rows = {row.says: row.value for row in GAME.table.display(position).rows}
    assert rows["Automatic victory at"] == "Union 41, Confederate 42"
    assert rows["Points for Buford"] == "2" and "Points for ground" not in rows
    position.state.grounds = (3, 1)
    rows = {row.says: row.value for row in GAME.table.display(position).rows}
    assert rows["Points for ground"] == "Union 3, Confederate 1"
