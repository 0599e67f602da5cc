"""9.1 and 9.2. Command range, cohesion, isolation, command tests."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.secession_1862.rules.command import command_area, isolated_brigades
from bullrun.games.secession_1862.rules.ground import gun_zone
from tests.cases.secession_1862.scene import (
    ID,
    SecondBullRun,
    asked,
    at,
    ends,
    last,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    start,
    verbs,
    why,
)


def in_range(position: SecondBullRun, commander: str, zone: str) -> bool:
    return bool(command_area(position, number(commander)) >> position.rules.board.place(zone) & 1)


def isolated(position: SecondBullRun, division: str, commander: str) -> set[str]:
    roster = position.rules.roster
    found = isolated_brigades(position, roster.division_number[division], number(commander))
    return {roster.ids[b] for b in range(roster.brigades) if found >> b & 1}


@pytest.mark.rule(ID, "9.1.1")
def test_the_range_is_8_movement_points() -> None:
    position = scene({"McDowell": "109"})
    assert in_range(position, "McDowell", "74") and not in_range(position, "McDowell", "73")


@pytest.mark.rule(ID, "9.1.1")
def test_it_goes_through_enemy_zones_of_control_with_roads_at_1() -> None:
    position = scene({"McDowell": "109", "Hood": "80"})  # controls 77, 100, 102
    assert in_range(position, "McDowell", "76")


@pytest.mark.rule(ID, "9.1.1")
def test_the_front_of_enemy_artillery_does_not_lengthen_it() -> None:
    position = scene({"McDowell": "109", "Art_Hood": {"at": "72", "facing": "74"}})
    assert gun_zone(position, 1) >> position.rules.board.place("74") & 1
    assert in_range(position, "McDowell", "74"), "8 points away, and no more under guns"


@pytest.mark.rule(ID, "9.1.1")
def test_it_does_not_go_through_enemy_brigades() -> None:
    position = scene({"McDowell": "109", "Hood": "100"})
    assert not in_range(position, "McDowell", "76") and not in_range(position, "McDowell", "100")


# --- 9.1.2 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.1.2")
def test_a_brigade_that_starts_near_another_ends_near_one() -> None:
    position = scene(
        {"McDowell": "100", "Meade": "99", "Seymour": {"at": "100", "acted": True}}, acting="Meade"
    )
    goals = ends(position, "move Meade")
    within = position.rules.zones_within[2][position.rules.board.place("100")]
    assert goals and goals <= set(position.rules.board.names_of(within))
    assert why(position, "move Meade 73") == "9.1.2"


@pytest.mark.rule(ID, "9.1.2")
def test_a_brigade_that_starts_alone_is_free() -> None:
    position = scene(
        {"McDowell": "100", "Meade": "99", "Seymour": {"at": "107", "acted": True}}, acting="Meade"
    )
    assert "73" in ends(position, "move Meade")


@pytest.mark.rule(ID, "9.1.2")
def test_it_may_go_ahead_when_another_can_still_come_up_and_that_one_then_must() -> None:
    position = scene({"McDowell": "100", "Meade": "77", "Seymour": "77"}, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds", "act Meade", "move Meade 73", "face Meade 71")
    assert "done" not in options(position)  # Seymour must follow
    near = set(
        position.rules.board.names_of(position.rules.zones_within[2][position.rules.board.place("73")])
    )
    assert ends(position, "move Seymour") and ends(position, "move Seymour") <= near
    assert "face" not in verbs(position)
    assert why(position, "face Seymour 76") == why(position, "rest Seymour") == "9.1.2"


@pytest.mark.rule(ID, "9.1.2")
def test_a_whole_division_may_follow_the_first_of_its_brigades_along_a_road() -> None:
    pieces = {"Porter": "109", "Roberts": "109", "Lansing": "109", "Art_Butterfield": "108"}
    position = scene(pieces, commander="Porter", divisions=1)
    play(position, "activate DIV-Butterfield", "act Roberts", "move Roberts 77", "face Roberts 76")
    assert "done" not in options(position)
    play(position, "act Art_Butterfield")
    assert ends(position, "move Art_Butterfield") and "face" not in verbs(position)
    play(position, "move Art_Butterfield 100", "face Art_Butterfield 77")
    # Those two hold together, but Lansing would be left behind.
    assert "77" in ends(position, "move Lansing") and "face" not in verbs(position)


@pytest.mark.rule(ID, "9.1.2")
def test_those_who_stay_together_need_not_wait_until_one_has_followed_another() -> None:
    pieces: dict[str, Any] = {"McDowell": "100", "Meade": "77", "Seymour": "77"}
    pieces |= {"Hardin": {"at": "100", "fatigue": 1}, "Art_Reynolds": "100"}
    position = scene(pieces, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds", "act Meade", "move Meade 71", "face Meade 70")
    assert "done" not in options(position) and why(position, "done") == "9.1.2"
    play(position, "act Hardin", "rest Hardin")  # Seymour can still come up to Meade
    settle(position)
    play(position, "act Art_Reynolds", "face Art_Reynolds 77")  # he still can, and now he must
    board = position.rules.board
    near = set(board.names_of(position.rules.zones_within[2][board.place("71")]))
    assert ends(position, "move Seymour") and ends(position, "move Seymour") <= near


@pytest.mark.rule(ID, "9.1.2")
def test_two_may_come_up_to_two_who_are_apart() -> None:
    pieces = {"Heintzelman": "148", "Taylor": "165", "Carr": "165", "Grover": "148", "Art_Hooker": "148"}
    position = scene(pieces, commander="Heintzelman", divisions=1)
    play(position, "activate DIV-Hooker", "act Carr", "move Carr 162", "face Carr 161")
    play(position, "act Taylor", "move Taylor 189", "face Taylor 188")  # Grover for him, the guns for Carr
    play(position, "act Grover", "move Grover 187", "face Grover 186")
    board, goals = position.rules.board, ends(position, "move Art_Hooker")
    near = set(board.names_of(position.rules.zones_within[2][board.place("162")]))
    assert goals and goals <= near and "face" not in verbs(position)


@pytest.mark.rule(ID, "9.1.2")
def test_an_isolated_brigade_that_was_counted_on_must_come_up() -> None:
    pieces = {"Longstreet": "87", "Kemper": "13", "Jenkins": "30", "Pickett": "87"}
    position = scene(pieces, side="confederate", commander="Longstreet", divisions=1)
    play(position, "activate DIV-Kemper", "act Jenkins", "move Jenkins 62", "face Jenkins 47")
    play(position, "act Kemper", "move Kemper 87", "face Kemper 89")  # Pickett alone can now come to Jenkins
    board = position.rules.board
    near = set(board.names_of(position.rules.zones_within[2][board.place("62")]))
    assert ends(position, "move Pickett") and ends(position, "move Pickett") <= near
    assert why(position, "move Pickett 30", "confederate") == "9.1.2" and "face" not in verbs(position)


@pytest.mark.rule(ID, "9.1.2")
def test_the_last_of_its_division_has_nobody_to_keep_near() -> None:
    pieces: dict[str, Any] = {"Reno": "100", "Ferrero": "77", "Nagle": {"at": "97", "losses": 4}}
    pieces["Trimble"] = {"at": "96", "facing": "97"}
    position = scene(pieces, commander="Reno", divisions=1)
    play(position, "activate DIV-Reno", "act Nagle")
    play(position, next(o for o in options(position) if o.startswith("rush")))
    assert not at(position, "Nagle")
    assert ends(position, "move Ferrero")


@pytest.mark.rule(ID, "9.1.2")
def test_nobody_leaves_a_brigade_that_has_acted_behind() -> None:
    position = scene(
        {
            "McDowell": "100",
            "Meade": "77",
            "Seymour": {"at": "77", "acted": True},
            "Hardin": {"at": "73", "acted": True},
        },
        acting="Meade",
    )
    assert "72" not in ends(position, "move Meade")  # near Hardin, but Seymour would be alone
    free = scene(
        {
            "McDowell": "100",
            "Meade": "77",
            "Seymour": {"at": "77", "routed": True},
            "Hardin": {"at": "73", "acted": True},
        },
        acting="Meade",
    )
    assert "72" in ends(free, "move Meade")  # a routed brigade is not bound


# --- 9.1.3 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.1.3")
def test_who_is_far_from_all_others_is_isolated() -> None:
    position = scene({"McDowell": "100", "Meade": "99", "Seymour": "98", "Hardin": "105"})
    assert isolated(position, "DIV-Reynolds", "McDowell") == {"Hardin"}


@pytest.mark.rule(ID, "9.1.3")
def test_a_chain_of_brigades_is_one_group() -> None:
    position = scene({"McDowell": "100", "Meade": "105", "Seymour": "103", "Hardin": "99"})
    assert isolated(position, "DIV-Reynolds", "McDowell") == set()


@pytest.mark.rule(ID, "9.1.3")
def test_of_several_groups_those_farther_from_the_corps_commander_are_isolated() -> None:
    pieces = {"Meade": "99", "Seymour": "99", "Hardin": "107", "Art_Reynolds": "107"}
    west = scene({"McDowell": "77", **pieces})
    east = scene({"McDowell": "109", **pieces})
    assert isolated(west, "DIV-Reynolds", "McDowell") == {"Hardin", "Art_Reynolds"}
    assert isolated(east, "DIV-Reynolds", "McDowell") == {"Meade", "Seymour"}


@pytest.mark.rule(ID, "9.1.3")
def test_an_isolated_brigade_has_2_points_fewer_and_no_forced_march() -> None:
    position = scene({"McDowell": "100", "Meade": "99", "Seymour": "98", "Hardin": "107"}, acting="Hardin")
    assert asked(position).facts["points"] == 4
    play(position, "move Hardin 111")
    assert "force" not in verbs(position) and why(position, "force Hardin") == "9.1.3"


# --- 9.2 ---------------------------------------------------------------------------------------------

FAR = {"McDowell": "109", "Meade": "54", "Seymour": "54"}


@pytest.mark.rule(ID, "9.1.3", "11.2.2")
def test_kemper_starts_isolated_on_30_august_although_he_is_nearest_to_longstreet() -> None:
    assert isolated(start("30-august"), "DIV-Kemper", "Longstreet") == {"Kemper"}


ALL_APART = {"McDowell": "109", "Meade": "111", "Seymour": "54", "Hardin": "5"}


@pytest.mark.rule(ID, "9.1.3")
@pytest.mark.parametrize(
    ("choice", "alone"),
    [("isolated", {"Meade", "Seymour", "Hardin"}), ("nearest", {"Seymour", "Hardin"})],
)
def test_where_all_stand_alone_all_are_isolated_or_all_but_the_nearest(choice: str, alone: set[str]) -> None:
    position = scene(ALL_APART, options={"lone-brigades": choice})
    assert isolated(position, "DIV-Reynolds", "McDowell") == alone


@pytest.mark.rule(ID, "9.1.3")
@pytest.mark.parametrize(("choice", "points"), [("isolated", 4), ("nearest", 6)])
def test_two_brigades_three_zones_apart(choice: str, points: int) -> None:
    """Each of them is more than 2 zones away from every other brigade of its division."""
    pieces = {"Reno": "99", "Nagle": "99", "Ferrero": "105"}
    position = scene(pieces, acting="Nagle", options={"lone-brigades": choice})
    board = position.rules.board
    assert board.distance(board.place("99"), board.place("105")) == 3
    assert asked(position).facts["points"] == points


@pytest.mark.rule(ID, "9.1.3", "9.2.1", "9.2.2", "6.2.2")
def test_a_division_that_is_all_isolated_takes_its_test_and_has_no_guest() -> None:
    pieces = {**ALL_APART, "Milroy": "111"}
    position = scene(pieces, commander="McDowell", divisions=2)
    play(position, "activate DIV-Reynolds")
    assert asked(position).question == "Command test", "none of it is in command, though Meade is in range"
    roll(position, 4)
    assert last(position, "command_test")["total"] == 4, "a division without cavalry is no cavalry division"
    passed = scene(pieces, commander="McDowell", divisions=2)
    play(passed, "activate DIV-Reynolds", "3")
    assert ends(passed, "act") == {"Meade", "Seymour", "Hardin"}
    read_otherwise = scene(pieces, commander="McDowell", divisions=2, options={"lone-brigades": "nearest"})
    play(read_otherwise, "activate DIV-Reynolds")
    assert ends(read_otherwise, "act") == {"Meade", "Seymour", "Hardin", "Milroy"}


@pytest.mark.rule(ID, "9.1.3")
def test_without_a_word_all_who_stand_alone_are_isolated() -> None:
    assert scene({}).rules.has("lone-brigades", "isolated")


@pytest.mark.rule(ID, "9.2.1")
def test_a_division_in_range_acts_without_a_test() -> None:
    position = scene({"McDowell": "100", "Meade": "99", "Seymour": "99"}, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")
    assert ends(position, "act") == {"Meade", "Seymour"}


@pytest.mark.rule(ID, "9.2.1")
def test_an_isolated_brigade_in_range_does_not_help() -> None:
    pieces = {"McDowell": "109", "Meade": "54", "Seymour": "54", "Hardin": {"at": "111", "routed": True}}
    position = scene({**pieces, "Art_Reynolds": "55"}, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")
    # Hardin is nearest to McDowell and in his range, but far from the three others: he is the isolated one
    assert asked(position).question == "Command test"
    far = scene(FAR, commander="McDowell", divisions=1)
    play(far, "activate DIV-Reynolds")
    assert asked(far).question == "Command test"


@pytest.mark.rule(ID, "9.2.2")
@pytest.mark.parametrize(("die", "acts"), [(3, True), (4, False)])
def test_the_command_test(die: int, acts: bool) -> None:
    position = scene(FAR, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")
    roll(position, die)
    assert (ends(position, "act") == {"Meade", "Seymour"}) is acts


@pytest.mark.rule(ID, "9.2.2")
def test_contact_helps_and_failure_counts_as_activated() -> None:
    pieces = {**FAR, "Wilcox": "56", "Sigel": "109"}
    position = scene({**pieces, "Meade": "55"}, commander="McDowell", divisions=3)
    play(position, "activate DIV-Reynolds", "4")  # 4 - 1 for contact
    assert "act Meade" in options(position)
    failed = scene(
        {**FAR, "Milroy": "109", "Gibbon": "107", "Doubleday": "107"}, commander="McDowell", divisions=3
    )
    play(failed, "activate DIV-Reynolds", "5")
    assert "activate DIV-Reynolds" not in options(failed) and why(failed, "activate DIV-Reynolds") == "6.1.3"
