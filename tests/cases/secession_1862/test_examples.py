"""The four worked examples of the rulebook, on the real map, with its dice."""

from __future__ import annotations

import pytest

from bullrun.games.secession_1862.rules.command import command_area, isolated_brigades
from bullrun.games.secession_1862.rules.ground import front_of
from tests.cases import asking
from tests.cases.secession_1862.scene import (
    GAME,
    ID,
    asked,
    at,
    column,
    facing,
    last,
    number,
    options,
    play,
    roll,
    scene,
    settle,
    terms,
    why,
)

# --- 1. Chain of command -----------------------------------------------------------------------------

CHAIN = {
    "Pope": "109",
    "McDowell": "102",
    "Meade": "99",
    "Seymour": "98",
    "Hardin": "130",
    "Gibbon": "119",
    "Doubleday": "120",
    "Milroy": "132",
    "Duryea": "186",
    "Tower": "187",
    "Lawton": "128",
}


@pytest.mark.rule(ID, "6.1.1", "9.1.1", "11.1.2")
def test_example_1_mcdowell_is_in_range_of_pope_and_gets_one_division_for_a_2() -> None:
    position = scene(CHAIN, phase="action")
    assert command_area(position, number("Pope")) >> position.rules.board.place("102") & 1
    roll(position, 2)  # McDowell is the only corps commander on the map
    assert last(position, "activation")["number"] == 1


@pytest.mark.rule(ID, "9.1.3", "9.2.1")
def test_example_1_hardin_is_isolated_and_the_rest_of_reynolds_in_command() -> None:
    position = scene(CHAIN, commander="McDowell", divisions=1)
    division = position.rules.roster.division_number["DIV-Reynolds"]
    isolated = isolated_brigades(position, division, number("McDowell"))
    assert isolated == 1 << number("Hardin")
    play(position, "activate DIV-Reynolds")
    assert asked(position).question == "Which brigade acts?"
    play(position, "act Hardin")
    assert asked(position).facts["points"] == 4


@pytest.mark.rule(ID, "9.2.1")
def test_example_1_hatch_acts_without_a_test() -> None:
    position = scene(CHAIN, commander="McDowell", divisions=1)
    play(position, "activate DIV-Hatch")
    assert {"act Gibbon", "act Doubleday"} <= set(options(position))


@pytest.mark.rule(ID, "9.2.1", "9.2.2")
def test_example_1_ricketts_needs_a_command_test() -> None:
    position = scene(CHAIN, commander="McDowell", divisions=1)
    play(position, "activate DIV-Ricketts")
    assert asked(position).question == "Command test"
    roll(position, 3)
    assert {"act Duryea", "act Tower"} <= set(options(position))


@pytest.mark.rule(ID, "6.2.2")
def test_example_1_milroy_goes_with_hatch_but_not_with_reynolds() -> None:
    position = scene(CHAIN, commander="McDowell", divisions=2)
    play(position, "activate DIV-Reynolds")
    assert "act Milroy" not in options(position)  # only Hardin, who is isolated, is near
    play(position, "done", "activate DIV-Hatch")
    assert "act Milroy" in options(position)


@pytest.mark.rule(ID, "6.1.4")
def test_example_1_milroy_in_place_of_a_division() -> None:
    position = scene(CHAIN, commander="McDowell", divisions=1)
    play(position, "activate Milroy")
    assert asked(position).about.piece == "Milroy"  # in range of McDowell: no test


# --- 2. Facing ---------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.3.1", "9.3.3")
def test_example_2_seymour_faces_103() -> None:
    position = scene({"Seymour": {"at": "105", "facing": "103"}})
    front = front_of(position, number("Seymour"))
    assert set(position.rules.board.names_of(front)) == {"103", "104", "119"}
    control = position.rules.zoc[position.rules.board.place("105")]
    assert set(position.rules.board.names_of(control)) == {"103", "104", "119", "106", "107", "120"}
    assert set(position.rules.board.names_of(control & ~front)) == {"106", "107", "120"}


# --- 3. Movement -------------------------------------------------------------------------------------

MARCH = {
    "McDowell": "100",
    "Seymour": "97",
    "Meade": "77",
    "Hardin": "130",
    "Buford": "79",
    "Trimble": {"at": "115", "facing": "98"},
    "Lawton": {"at": "128", "facing": "116"},
    "Art_Ewell": "128",
}


@pytest.mark.rule(ID, "9.4.3", "9.4.7", "9.5.2", "9.1.2", "9.1.3", "9.4.1", "9.4.2", "9.4.8", "6.2.2")
def test_example_3_a_to_d() -> None:
    position = scene(MARCH, commander="McDowell", divisions=1)
    play(position, "activate DIV-Reynolds")

    # A: Seymour climbs to 96 for 3, faces 115, Trimble may turn, and he attacks.
    play(position, "act Seymour", "move Seymour 96")
    assert last(position, "moved")["cost"] == 3
    assert "face Seymour 115" in options(position)
    play(position, "face Seymour 115")
    assert asked(position).owner == "confederate" and asked(position).rule == "9.5.2"
    play(position, "face Trimble 98")
    assert asked(position).facts["points"] == 3
    play(position, "attack Seymour 115")
    assert position.rules.board.names[position.state.target[number("Seymour")]] == "115"

    # B: Meade by road to 99 and on to 98; Trimble cannot turn any more.
    play(position, "act Meade", "move Meade 99")
    assert last(position, "moved")["cost"] == 1
    play(position, "move Meade 98")
    assert last(position, "moved")["cost"] == 2
    play(position, "face Meade 115")
    assert asked(position).owner == "union"
    play(position, "attack Meade 115")

    # C: Hardin has 4 points, pays 3 for 129, and can neither attack nor force his march.
    play(position, "act Hardin")
    assert asked(position).facts["points"] == 4
    play(position, "move Hardin 129")
    assert last(position, "moved")["cost"] == 3
    settle(position)
    assert options(position) == ["act Buford", "done"]
    assert column(position, "target", "Hardin") == 0 and column(position, "fatigue", "Hardin") == 0
    division = position.rules.roster.division_number["DIV-Reynolds"]
    assert isolated_brigades(position, division, number("McDowell")) == 0

    # D: Buford 1 + 1 + 3, and 2 to dismount.
    play(position, "act Buford", "move Buford 116")
    assert last(position, "moved") == {"piece": "Buford", "path": ["77", "99", "116"], "cost": 5}
    play(position, "face Buford 128")
    settle(position)
    assert asked(position).facts["points"] == 3
    play(position, "dismount Buford")
    assert column(position, "dismounted", "Buford")


@pytest.mark.rule(ID, "9.1.3", "9.4.7")
def test_example_3_why_hardin_neither_attacks_nor_forces() -> None:
    position = scene(MARCH, commander="McDowell", divisions=1, acting="Hardin")
    assert why(position, "force Hardin") == "9.1.3"
    assert why(position, "attack Hardin 128") == "9.4.7"


# --- 4. Combat ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    ID, "10.3.1", "10.3.2", "10.3.3", "10.3.4", "10.3.5", "10.3.6", "10.4.1", "10.4.3", "10.4.5", "10.4.6",
    "10.4.10", "10.4.11", "11.1.1",
)  # fmt: skip
@pytest.mark.parametrize("by", ["attacking", "enemy"])
def test_example_4_combat_1(by: str) -> None:
    position = scene(
        {
            "Hardin": {"at": "97", "facing": "96", "target": "96"},
            "Art_Reynolds": "97",
            "Meade": {"at": "98", "facing": "96", "target": "96"},
            "Field": {"at": "96", "facing": "98", "losses": 1, "fatigue": 1},
            "Pender": {"at": "115", "facing": "98"},
        },
        phase="combat",
        options={"unattacked-fronts": by},  # one zone of Pender's, one attacking zone: it agrees with both
    )
    found = asking.combat(GAME, position, ["Hardin", "Meade"], ["Field"])
    assert (found["attack"], found["defense"]) == ("12", "5")
    assert terms(position, ["Hardin", "Meade"], ["Field"]) == {
        "attack 10.3.1": 2,
        "attack 10.3.3": 1,
        "attack 10.3.6": 1 - 2,
        "defence 10.3.5": 2,
        "defence 10.3.4": -1,
    }
    assert [(d["side"], d["needs"]) for d in found["dice"]] == [("attack", 4)]
    roll(position, 3)  # artillery: +1
    roll(position, 6, 3)
    assert (last(position, "combat_result")["attack"], last(position, "combat_result")["defence"]) == (9, 4)
    assert column(position, "losses", "Field") == 2 and column(position, "fatigue", "Field") == 2
    roll(position, 2)
    assert last(position, "combat_test") == {"piece": "Field", "die": 2, "total": 1, "result": "disorder"}
    settle(position, "retreat")
    settle(position)
    assert column(position, "losses", "Field") == 3 and at(position, "Field") == "126"
    assert {"advance Hardin 96", "advance Meade 96", "halt"} == set(options(position))


@pytest.mark.rule(ID, "10.4.5")
def test_example_4_a_second_marker_would_have_meant_half_the_brigade() -> None:
    position = scene({"Field": {"at": "96", "losses": 3, "fatigue": 2}, "Meade": "98"}, phase="combat")
    report = asking.combat(GAME, position, ["Meade"], ["Field"])["if_tested"][1]
    assert {(t["says"], t["value"]) for t in report["terms"]} == {
        ("Jackson's corps", 1), ("fatigue 2", -1), ("loss marker", -1), ("half of it lost", -2),
    }  # fmt: skip


@pytest.mark.rule(ID, "10.3.1", "10.3.2", "10.3.2b", "10.3.4", "10.3.6", "10.4.1", "10.4.2", "10.4.4")
def test_example_4_combat_2() -> None:
    position = scene(
        {
            "Gibbon": {"at": "116", "target": "128", "fatigue": 1},
            "Doubleday": {"at": "116", "target": "128", "fatigue": 1},
            "Milroy": {"at": "129", "target": "128"},
            "Sullivan": {"at": "115", "target": "128"},
            "Lawton": {"at": "128", "facing": "129"},
            "Art_Ewell": "128",
        },
        phase="combat",
    )
    attackers = ["Gibbon", "Doubleday", "Milroy", "Sullivan"]
    found = asking.combat(GAME, position, attackers, ["Lawton", "Art_Ewell"])
    assert (found["attack"], found["defense"]) == ("22", "6")
    assert terms(position, attackers, ["Lawton", "Art_Ewell"]) == {
        "attack 10.3.1": 3,
        "attack 10.3.3": 1,
        "attack 10.3.6": 2,
        "attack 10.3.4": -2,
        "defence 10.3.5": 2,
        "defence 10.3.6": -1,
    }
    roll(position, 3)  # one gun point: no effect
    roll(position, 4)  # five gun points of the defender: +1
    roll(position, 2)  # Sullivan's sharpshooters: +1
    roll(position, 1, 4)
    assert (last(position, "combat_result")["attack"], last(position, "combat_result")["defence"]) == (6, 6)
    assert last(position, "combat_result")["loser"] == "attack"
    levels = {piece: column(position, "fatigue", piece) for piece in attackers}
    assert levels == {"Gibbon": 2, "Doubleday": 1, "Milroy": 1, "Sullivan": 0}


def test_the_examples_keep_their_facings() -> None:
    position = scene(MARCH)
    assert facing(position, "Lawton") == facing(position, "Art_Ewell") == "116"
    assert asked(position).question == "Activation die"
