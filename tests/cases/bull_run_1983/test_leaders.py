"""12. Leaders in combat."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.ground import control_zone, put
from bullrun.games.bull_run_1983.rules.leaders import remove_unescorted
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, kinds, options, play, roll, scene

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
BURNSIDE, HUNTER = "USA-L-B-Burnside", "USA-L-0-Hunter"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
JACKSON, BEE = "CSA-L-JA-Jackson", "CSA-L-BE-Bee"
DE, EX, DB2, AB2 = 1, 2, 3, 4
"""Dice at 1-1."""


# --- alone among enemies --------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "12.2")
def test_leaders_have_no_control_and_may_share_a_hex_with_enemy_leaders():
    position = scene({BURNSIDE: "AA32", JACKSON: "AA32", NH2: "AA29"})
    remove_unescorted(position)
    assert at(position, BURNSIDE) == at(position, JACKSON) == "AA32"
    assert not control_zone(position, 1)


@pytest.mark.rule(GAME, "12.2")
def test_a_leader_does_not_keep_a_hex_from_being_emptied():
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", JACKSON: "AA32"}, DE, 4)
    assert options(position) == [f"advance {NH2} AA32", f"advance {RI1} AA32", "done"]


@pytest.mark.rule(GAME, "12.3")
def test_a_leader_alone_in_enemy_control_is_eliminated():
    position = scene({NH2: "AA29", JACKSON: "AA32"})
    put(position, position.rules.roster.number[NH2], position.rules.board.place("AA31"))
    remove_unescorted(position)
    assert box(position, JACKSON) == "lost"


@pytest.mark.rule(GAME, "12.3")
def test_a_unit_in_his_hex_escorts_him_without_lifting_the_control():
    position = scene({NH2: "AA29", JACKSON: "AA32", VA2: "AA32"})
    put(position, position.rules.roster.number[NH2], position.rules.board.place("AA31"))
    remove_unescorted(position)
    assert (
        at(position, JACKSON) == "AA32"
        and control_zone(position, 0) >> position.rules.board.place("AA32") & 1
    )


@pytest.mark.rule(GAME, "12.3")
def test_moving_next_to_a_lone_leader_eliminates_him():
    position = scene({NH2: {"at": "AA29", "active": True}, JACKSON: "AA32", VA2: "EE30"}, phase="movement")
    play(position, f"move {NH2} AA31")
    assert box(position, JACKSON) == "lost"


@pytest.mark.rule(GAME, "12.3")
def test_a_unit_that_retreats_next_to_a_lone_leader_eliminates_him():
    position = fight({NH2: "AA31", VA2: "AA32", BURNSIDE: "AA35"}, DB2)
    play(position, f"retreat {VA2} AA34", "done")
    position.decision()
    assert box(position, BURNSIDE) == "lost"


# --- going along ----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "12.4")
def test_leaders_may_go_along_with_a_retreat():
    position = fight({NH2: "AA31", VA2: "AA32", JACKSON: "AA32", BEE: "AA32"}, DB2)
    play(position, f"retreat {VA2} AA34")
    assert options(position) == [f"follow {JACKSON}", f"follow {BEE}", "stay"]
    play(position, f"follow {JACKSON}", "stay", "done")
    position.decision()
    assert at(position, JACKSON) == "AA34"
    assert box(position, BEE) == "lost", "he stayed behind in enemy control (12.3)"


@pytest.mark.rule(GAME, "12.4")
def test_a_leader_may_wait_for_the_next_unit_of_his_hex():
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32", JACKSON: "AA32"}, DB2)
    play(position, f"retreat {VA2} AA34", "stay", f"retreat {VA4} Z33", f"follow {JACKSON}", "done")
    position.decision()
    assert at(position, JACKSON) == "Z33"


@pytest.mark.rule(GAME, "12.4")
def test_leaders_may_go_along_with_an_advance():
    position = fight({NH2: "AA31", RI1: "AA31", BURNSIDE: "AA31", VA2: "AA32"}, DE)
    play(position, f"advance {RI1} AA32")
    assert options(position) == [f"follow {BURNSIDE}", "stay"]
    play(position, f"follow {BURNSIDE}", "done")
    assert at(position, BURNSIDE) == "AA32"
    assert position.state.moved >> position.rules.roster.number[BURNSIDE] & 1


@pytest.mark.rule(GAME, "12.4")
def test_leaders_of_other_hexes_stay_where_they_are():
    position = fight({NH2: "AA31", VA2: "AA32", VA4: "AA34", JACKSON: "AA34"}, DB2)
    play(position, f"retreat {VA2} BB33")
    assert options(position) == [f"advance {NH2} AA32", "done"]


# --- the Leader Elimination Table -----------------------------------------------------------------------


@pytest.mark.rule(GAME, "12.5")
@pytest.mark.parametrize(
    ("pip", "survives"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)]
)
def test_when_the_last_unit_of_his_hex_is_eliminated_each_leader_rolls(pip, survives):
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", JACKSON: "AA32"}, DE, pip)
    if survives:
        assert all(option.startswith(f"retreat {JACKSON}") for option in options(position))
        play(position, f"retreat {JACKSON} AA34")
    position.decision()
    assert (at(position, JACKSON) == "AA34") == survives
    assert facts(position, "leader_roll") == [
        {"piece": JACKSON, "at": "AA32", "die": pip, "result": "LB2" if survives else "LE"}
    ]


@pytest.mark.rule(GAME, "12.5")
def test_each_leader_of_the_hex_rolls_for_himself():
    position = fight({NH2: "AA31", RI1: "AA31", VA2: "AA32", JACKSON: "AA32", BEE: "AA32"}, DE, 1)
    play(position, f"retreat {JACKSON} AA34")
    roll(position, 6)
    position.decision()
    assert at(position, JACKSON) == "AA34" and box(position, BEE) == "lost"


@pytest.mark.rule(GAME, "12.5")
def test_when_two_stacks_destroy_each_other_the_leaders_of_both_roll():
    position = fight({RI2: "AA31", BURNSIDE: "AA31", VA5: "AA32", JACKSON: "AA32"}, EX, 4, 4)
    position.decision()
    assert {fact["piece"] for fact in facts(position, "leader_roll")} == {BURNSIDE, JACKSON}


@pytest.mark.rule(GAME, "12.5")
def test_no_roll_while_another_unit_is_left_in_the_hex():
    position = fight({"USA-I-S-13NY": "AA31", VA2: "AA32", JACKSON: "AA32"}, 3)
    assert "leader_roll" not in kinds(position)
    divided = scene({NH2: "AA31", RI1: "AA31", VA2: "AA32", VA4: "AA32", JACKSON: "AA32"})
    play(divided, f"attack {VA2}", f"with {NH2}", "commit", f"resolve {VA2}")
    roll(divided, DE)
    divided.decision()
    assert "leader_roll" not in kinds(divided) and at(divided, JACKSON) == "AA32", "4 Va is still with him"


@pytest.mark.rule(GAME, "12.5", "8.3")
def test_the_leader_of_an_eliminated_brigade_piece_rolls():
    position = fight({"USA-BG-S-Sherman": "AA31", "CSA-BG-BA-Bartow": "AA32"}, DE, 5)
    position.decision()
    assert box(position, "CSA-L-BA-Bartow") == "lost" and box(position, "CSA-I-BA-7Ga") == "rally box"


@pytest.mark.rule(GAME, "12.5", "7.83")
def test_a_deadly_retreat_of_the_last_unit_makes_him_roll_too():
    position = fight({NH2: "AA31", RI1: "AA33", VA2: "AA32", JACKSON: "AA32"}, DB2)
    assert facts(position, "eliminated")[0]["piece"] == VA2
    roll(position, 3)
    position.decision()
    assert box(position, JACKSON) == "lost", "spared by the die, but enemy control is all around him"
    assert facts(position, "leader_lost")[0]["piece"] == JACKSON


@pytest.mark.rule(GAME, "12.5")
def test_leaders_of_a_hopeless_attack_roll():
    position = scene({"CSA-C-EV-Terry": "AA32", "CSA-L-EV-Evans": "AA32", NH2: "BB32"}, side="confederate")
    assert position.decision().owner == "chance"
    roll(position, 6)
    position.decision()
    assert box(position, "CSA-L-EV-Evans") == "lost"


@pytest.mark.rule(GAME, "12.5", "9.6")
def test_leaders_roll_when_a_bombardment_takes_the_last_unit():
    guns = {p: {"at": "AA33", "face": "battle"} for p in ("USA-A-S-E3US", "USA-A-P-D5US", "USA-A-B-2RI")}
    position = fight({**guns, VA5: "AA35", JACKSON: "AA35"}, 1, 2)
    assert options(position)[0].startswith(f"retreat {JACKSON}")
