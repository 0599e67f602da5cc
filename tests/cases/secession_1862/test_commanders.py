"""6.3 and 9.4. Commanders: their own move, and how they are driven off."""

from __future__ import annotations

import pytest

from tests.cases.secession_1862.scene import (
    ID,
    asked,
    at,
    column,
    ends,
    options,
    play,
    roll,
    scene,
    settle,
    verbs,
    why,
)

STAFF = {"McDowell": "100", "Pope": "109", "Sigel": "111", "Meade": "99", "Seymour": "99"}


@pytest.mark.rule(ID, "6.3.1")
def test_the_designated_corps_commander_moves_without_a_test() -> None:
    position = scene(STAFF, phase="commanders", commander="McDowell")
    assert "77" in ends(position, "move McDowell")
    assert not ends(position, "move Sigel") and not ends(position, "move Pope")
    assert why(position, "move Sigel 109") == "6.3.1"
    play(position, "move McDowell 77")
    assert at(position, "McDowell") == "77" and not ends(position, "move McDowell")


@pytest.mark.rule(ID, "6.3.1")
def test_the_army_commander_moves_after_passing_his_test_and_is_activated() -> None:
    position = scene(STAFF, phase="commanders", commander="McDowell")
    play(position, "test Pope", "3")
    assert column(position, "turned", "Pope")
    play(position, "move Pope 107")
    assert at(position, "Pope") == "107"


@pytest.mark.rule(ID, "6.3.1")
def test_a_failed_test_activates_him_as_well_and_he_tries_no_more() -> None:
    position = scene(STAFF, phase="commanders", commander="McDowell")
    play(position, "test Pope", "4")
    assert column(position, "turned", "Pope")
    assert not ends(position, "move Pope") and "test" not in verbs(position)
    used = scene(
        {**STAFF, "Pope": {"at": "109", "activated": True}}, phase="commanders", commander="McDowell"
    )
    assert "test" not in verbs(used)


@pytest.mark.rule(ID, "6.3.2")
def test_commanders_have_8_points_and_pay_like_brigades() -> None:
    position = scene({"McDowell": "109"}, phase="commanders", commander="McDowell")
    reach = ends(position, "move McDowell")
    assert "74" in reach and "73" not in reach  # eight road zones on the turnpike, not nine
    assert why(position, "move McDowell 54") == "6.3.2"


@pytest.mark.rule(ID, "6.3.2")
def test_they_do_not_go_next_to_an_enemy_brigade_unless_a_friend_is_there() -> None:
    alone = scene({"McDowell": "77", "Trimble": "115"}, phase="commanders", commander="McDowell")
    assert not {"96", "98", "116", "115"} & ends(alone, "move McDowell")
    assert why(alone, "move McDowell 98") == "6.3.2"
    friend = scene(
        {"McDowell": "77", "Meade": "98", "Trimble": "115"}, phase="commanders", commander="McDowell"
    )
    assert "98" in ends(friend, "move McDowell")
    across = scene({"McDowell": "111", "Gregg": "138"}, phase="commanders", commander="McDowell")
    assert "137" not in ends(across, "move McDowell")  # the enemy is across Bull Run, but next to it


# --- 9.4.6 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.4.6")
def test_a_lone_commander_is_moved_one_or_two_zones_out_of_contact_and_activated() -> None:
    position = scene({"Jackson": "126", "Meade": "96", "Seymour": "96"}, acting="Meade")
    play(position, "move Meade 114")
    assert asked(position).owner == "confederate" and asked(position).rule == "9.4.6"
    goals = ends(position, "displace Jackson")
    assert "140" in goals and not {"95", "96", "126", "127"} & goals  # these are next to 114
    distance = position.rules.board.distance
    place = position.rules.board.place
    assert {distance(place("126"), place(zone)) for zone in goals} <= {1, 2}
    play(position, "displace Jackson 140")
    assert at(position, "Jackson") == "140" and column(position, "turned", "Jackson")


@pytest.mark.rule(ID, "9.4.6")
def test_even_across_the_river() -> None:
    position = scene({"Jackson": "138", "Meade": "123"}, acting="Meade")
    play(position, "move Meade 137")
    assert verbs(position) == {"displace"}
    assert "112" not in ends(position, "displace Jackson")


@pytest.mark.rule(ID, "9.4.6")
def test_a_commander_with_a_brigade_stays() -> None:
    position = scene({"Jackson": "126", "Starke": "126", "Meade": "96"}, acting="Meade")
    play(position, "move Meade 114")
    settle(position)
    assert at(position, "Jackson") == "126" and not column(position, "turned", "Jackson")


@pytest.mark.rule(ID, "9.4.6")
def test_the_march_goes_on_when_he_is_gone() -> None:
    position = scene({"Jackson": "100", "Meade": "105"}, acting="Meade")
    play(position, "move Meade 103")
    assert at(position, "Meade") == "103"
    far = scene({"Jackson": "101", "Meade": "104"}, acting="Meade")
    play(far, "move Meade 77")  # by 102, next to 101
    assert at(far, "Meade") == "102" and verbs(far) == {"displace"}
    play(far, next(o for o in options(far) if o.endswith(" 117")))
    assert "77" in ends(far, "move Meade")


@pytest.mark.rule(ID, "9.4.6")
def test_one_left_alone_by_his_brigades_is_driven_off_too() -> None:
    position = scene(
        {
            "Jackson": "96",
            "Field": {"at": "96", "losses": 5},
            "Meade": {"at": "98", "target": "96"},
            "Hardin": {"at": "97", "target": "96"},
        },
        phase="combat",
    )
    roll(position, 6, 1)  # the six eliminates Field
    assert at(position, "Field") == ""
    play(position, "halt")
    assert verbs(position) == {"displace"}
