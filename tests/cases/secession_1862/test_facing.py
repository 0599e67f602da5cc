"""9.3, 9.5 and 9.6. Zones of control, facing, stacking."""

from __future__ import annotations

import pytest

from bullrun.games.secession_1862.rules.facing import arrive_in_retreat
from bullrun.games.secession_1862.rules.ground import control_zone, front_of, put
from tests.cases.secession_1862.scene import (
    ID,
    SecondBullRun,
    asked,
    at,
    ends,
    facing,
    number,
    play,
    scene,
    settle,
    verbs,
    why,
)


def controlled(position: SecondBullRun, side: int) -> set[str]:
    return set(position.rules.board.names_of(control_zone(position, side)))


# --- 9.3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.3.1")
def test_all_zones_around_are_controlled_but_none_across_the_river() -> None:
    position = scene({"Gregg": "137"})
    zone = controlled(position, 1)
    around = set(position.rules.board.names_of(position.rules.around[137]))
    assert around - zone == {"138", "151"}  # across Bull Run, the Stone Bridge notwithstanding


@pytest.mark.rule(ID, "9.3.1")
def test_friends_do_not_cancel_an_enemy_zone_of_control() -> None:
    position = scene({"Trimble": "115", "Meade": "98", "Seymour": "99"})
    assert "98" in controlled(position, 1) and "98" in controlled(position, 0) | {"98"}
    assert "116" in controlled(position, 0) & controlled(position, 1)


@pytest.mark.rule(ID, "9.3.2")
def test_a_brigade_that_enters_a_zone_of_control_stops_but_may_face_and_attack() -> None:
    position = scene({"Meade": "77", "Trimble": {"at": "115", "facing": "98"}}, acting="Meade")
    assert "96" in ends(position, "move Meade") and "114" not in ends(position, "move Meade")
    play(position, "move Meade 98")
    assert "face Meade 115" in {f"face Meade {z}" for z in ends(position, "face Meade")}
    play(position, "face Meade 115", "face Trimble 98")
    assert asked(position).facts["points"] == 3
    assert not ends(position, "move Meade") and ends(position, "attack Meade") == {"115"}
    assert why(position, "move Meade 96") == "9.3.2"


@pytest.mark.rule(ID, "9.3.3")
def test_the_front_is_three_zones_and_two_at_the_edge_of_the_map() -> None:
    position = scene({"Meade": {"at": "105", "facing": "107"}, "Gregg": {"at": "203", "facing": "201"}})
    front = position.rules.board.names_of(front_of(position, number("Meade")))
    assert set(front) == {"120", "107", "106"}
    edge = position.rules.board.names_of(front_of(position, number("Gregg")))
    assert set(edge) == {"201", "202"}  # beyond 201 the map ends


# --- 9.5 ---------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.5.1")
def test_out_of_contact_any_facing_will_do() -> None:
    position = scene({"Meade": "103"}, acting="Meade")
    assert ends(position, "face Meade") == {"119", "105", "104", "102", "101", "118"}


@pytest.mark.rule(ID, "9.5.1")
def test_in_contact_the_most_enemy_brigades_must_be_in_front() -> None:
    # around 116: 115 and 128 on one side, 99 alone on the other
    position = scene({"Meade": "117", "Trimble": "115", "Lawton": "128", "Early": "99"}, acting="Meade")
    play(position, "move Meade 116")
    assert ends(position, "face Meade") == {"98", "115", "128"}  # two of the three
    assert why(position, "face Meade 117") == "9.5.1"


@pytest.mark.rule(ID, "9.5.1")
def test_two_brigades_in_a_zone_count_twice() -> None:
    pieces = {"Meade": "99", "Trimble": {"at": "115", "facing": "98"}, "Lawton": "117", "Early": "117"}
    position = scene(pieces, acting="Meade")
    play(position, "move Meade 116")
    fronts = position.rules.fronts[116]
    for faced in ends(position, "face Meade"):
        assert fronts[position.rules.board.place(faced)] >> 117 & 1


@pytest.mark.rule(ID, "9.5.2")
def test_enemies_not_in_contact_turn_to_the_newcomer() -> None:
    position = scene({"Meade": "77", "Trimble": {"at": "115", "facing": "127"}}, acting="Meade")
    play(position, "move Meade 98")
    settle_own(position)
    assert asked(position).owner == "confederate" and asked(position).rule == "9.5.2"
    fronts = position.rules.fronts[115]
    assert all(fronts[int(faced)] >> 98 & 1 for faced in ends(position, "face Trimble"))
    assert why(position, "face Trimble 127", "confederate") == "9.5.2"


@pytest.mark.rule(ID, "9.5.2")
def test_enemies_already_in_contact_do_not_turn() -> None:
    pieces = {"Milroy": "77", "Seymour": {"at": "96"}, "Trimble": {"at": "115", "facing": "96"}}
    position = scene(pieces, acting="Milroy")
    play(position, "move Milroy 98")
    settle_own(position)
    assert asked(position).owner == "union" and facing(position, "Trimble") == "96"


@pytest.mark.rule(ID, "9.5.2", "9.4.5")
@pytest.mark.parametrize(("start", "turns"), [("99", False), ("74", True)])
def test_who_steps_from_the_front_of_an_enemy_to_his_flank_gets_behind_him(start: str, turns: bool) -> None:
    """From 99 Meade has been in contact with Field already, so Field does not turn after him; to one who
    comes up from 74 he does."""
    pieces = {"McDowell": "102", "Meade": {"at": start}, "Field": {"at": "98", "facing": "116"}}
    position = scene(pieces, commander="McDowell", acting="Meade")
    assert not front_of(position, number("Field")) >> position.rules.board.place("76") & 1
    play(position, "move Meade 76")
    settle_own(position)
    assert asked(position).question.startswith("It turns to the enemy") is turns
    assert facing(position, "Field") == "116", "he stands until his owner has chosen"


@pytest.mark.rule(ID, "9.5.2", "10.4.7")
def test_routed_enemies_do_not_turn() -> None:
    position = scene({"Meade": "77", "Trimble": {"at": "115", "routed": True}}, acting="Meade")
    play(position, "move Meade 98")
    settle_own(position)
    assert asked(position).owner == "union"


def settle_own(position: SecondBullRun) -> None:
    while (
        asked(position).owner == "union"
        and verbs(position) == {"face"}
        and "Which" in asked(position).question
    ):
        position.apply(asked(position).options[0])


@pytest.mark.rule(ID, "9.5.3")
@pytest.mark.parametrize("does", ["", "rest Meade", "attack Meade 115"])
def test_who_stays_rests_or_attacks_in_place_may_turn_to_the_enemies_or_stand_as_he_is(does: str) -> None:
    pieces = {"Meade": {"at": "98", "facing": "76", "fatigue": 1}, "Trimble": {"at": "115", "facing": "98"}}
    toward = {"116", "115", "96"}
    position = scene(pieces, acting="Meade")
    if does:
        play(position, does)
    assert ends(position, "face Meade") == toward | {"76"}
    assert why(position, "face Meade 99") == "9.5.3", "who turns has the enemy in front"
    play(position, "face Meade 76")
    assert facing(position, "Meade") == "76"


@pytest.mark.rule(ID, "9.5.1", "9.5.3")
def test_who_moves_to_the_enemy_must_turn_to_him() -> None:
    pieces = {"Meade": {"at": "77", "facing": "76"}, "Trimble": {"at": "115", "facing": "98"}}
    position = scene(pieces, acting="Meade")
    play(position, "move Meade 98")
    assert ends(position, "face Meade") == {"116", "115", "96"}
    assert why(position, "face Meade 76") == "9.5.1"


@pytest.mark.rule(ID, "9.5.3", "10.3.2")
def test_artillery_in_contact_keeps_the_attack_it_is_to_support_in_front() -> None:
    """Two brigades stand on one side of the guns, one on the other: they may go on facing the one."""
    pieces = {
        "Art_Reynolds": {"at": "116", "facing": "99"},
        "Seymour": {"at": "116"},
        "Early": {"at": "99", "facing": "116"},
        "Trimble": {"at": "115", "facing": "116"},
        "Lawton": {"at": "128", "facing": "116"},
    }
    position = scene(pieces, acting="Art_Reynolds")
    assert ends(position, "face Art_Reynolds") == {"98", "115", "128", "99"}
    play(position, "face Art_Reynolds 99")
    assert facing(position, "Seymour") == "99"


@pytest.mark.rule(ID, "9.4.7", "9.5.3")
def test_where_attacks_go_through_the_front_the_present_one_will_do() -> None:
    pieces = {
        "Milroy": {"at": "116", "facing": "99"},
        "Early": {"at": "99", "facing": "116"},
        "Trimble": {"at": "115", "facing": "116"},
        "Lawton": {"at": "128", "facing": "116"},
    }
    position = scene(pieces, acting="Milroy", options={"attack-direction": "front"})
    assert "99" in ends(position, "attack Milroy")
    play(position, "attack Milroy 99")
    fronts = position.rules.fronts[116]
    assert "99" in ends(position, "face Milroy")
    assert all(fronts[int(faced)] >> 99 & 1 for faced in ends(position, "face Milroy"))


# --- 9.6 ---------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.6.1")
def test_two_brigades_of_one_corps_and_no_third() -> None:
    position = scene(
        {"Meade": "77", "Gibbon": "99", "Doubleday": "100", "Patrick": "100", "McDowell": "100"},
        acting="Meade",
    )
    goals = ends(position, "move Meade")
    assert "99" in goals and "100" not in goals
    assert "102" in goals  # through 100, over the limit
    assert why(position, "move Meade 100") == "9.6.1"


@pytest.mark.rule(ID, "9.6.1")
def test_brigades_of_two_corps_do_not_stack_but_independents_do() -> None:
    position = scene({"Meade": "77", "Robinson": "99", "Milroy": "100"}, acting="Meade")
    goals = ends(position, "move Meade")
    assert "99" not in goals and "100" in goals
    other = scene({"Milroy": "77", "Robinson": "99"}, acting="Milroy")
    assert "99" in ends(other, "move Milroy")


@pytest.mark.rule(ID, "9.6.2")
def test_a_stack_shares_the_facing_that_the_last_to_arrive_chooses() -> None:
    position = scene({"Meade": "77", "Seymour": {"at": "99", "facing": "116"}}, acting="Meade")
    play(position, "move Meade 99", "face Meade 76")
    assert facing(position, "Seymour") == facing(position, "Meade") == "76"


@pytest.mark.rule(ID, "9.6.2", "10.4.8")
def test_after_a_retreat_the_newcomer_faces_as_the_others_do() -> None:
    position = scene(
        {
            "Meade": {"at": "98", "target": "115"},
            "Seymour": {"at": "96", "target": "115"},
            "Trimble": {"at": "115", "facing": "98", "fatigue": 2, "losses": 2},
            "Early": {"at": "127", "facing": "126"},
            "Lawton": {"at": "128", "facing": "142", "routed": False},
        },
        phase="combat",
    )
    while asked(position).owner == "chance" and asked(position).question != "Combat test":
        position.apply(("roll", "5" if "attacker" in asked(position).question else "1"))
    position.apply(("roll", "4"))
    settle(position, "retreat")
    zone = at(position, "Trimble")
    assert zone in ("127", "128")
    assert facing(position, "Trimble") == {"127": "126", "128": "142"}[zone]


@pytest.mark.rule(ID, "9.5.3", "10.4.7", "10.4.8")
def test_who_retreats_to_a_routed_brigade_faces_as_it_likes() -> None:
    """A brigade in rout has flanks only: there is no facing to share."""
    pieces = {"Field": {"at": "115", "losses": 4}, "Trimble": {"at": "127", "routed": True}}
    position = scene(pieces, side="confederate")
    put(position, number("Field"), position.rules.board.place("127"))
    arrive_in_retreat(position, number("Field"))
    assert asked(position).question == "Which zone does it face?"
    joined = scene({"Field": {"at": "127"}, "Trimble": {"at": "127", "facing": "141"}}, side="confederate")
    before = joined.state.frames
    arrive_in_retreat(joined, number("Field"))
    assert joined.state.frames == before


@pytest.mark.rule(ID, "9.6.3")
def test_enemy_zones_cannot_be_entered() -> None:
    position = scene({"Meade": "99", "Trimble": "116"}, acting="Meade")
    assert "116" not in ends(position, "move Meade") and why(position, "move Meade 116") == "9.6.3"
