"""12. Leaders in combat."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.ground import control_zone, put
from bullrun.games.bull_run_1983.rules.leaders import remove_unescorted
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, kinds, options, play, refused, roll, scene

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


JACKSON_PIECE = "CSA-BG-JA-Jackson"


@pytest.mark.rule(GAME, "12.3")
def test_an_entering_unit_catches_a_lone_leader_at_its_entry():
    pieces = {"CSA-L-EW-Ewell": "BBB35"}
    position = scene(pieces, side="union", phase="movement", turn="9:00 AM")
    position.state.box[position.rules.roster.number["USA-I-W-4Mich"]] = 3  # due
    play(position, "enter USA-I-W-4Mich CCC34")
    board = position.rules.board
    assert board.distance(board.place("CCC34"), board.place("BBB35")) == 2
    assert at(position, "CSA-L-EW-Ewell") == "", "it came by CCC35, next to him"


def driven_back(**others):
    """The 2 NH in W24 must retreat from Jackson in W23."""
    pieces = {
        "USA-I-B-2NH": "W24",
        "CSA-BG-JA-Jackson": "W23",
        **{k.replace("_", "-"): v for k, v in others.items()},
    }
    return fight(pieces, 3, side="confederate", turn="9:00 AM")


@pytest.mark.rule(GAME, "12.3")
def test_a_retreating_unit_catches_lone_leaders_next_to_its_way():
    position = driven_back(CSA_L_C_Cocke="U24")
    play(position, "retreat USA-I-B-2NH V25", "by V24")
    assert box(position, "CSA-L-C-Cocke") == "lost"
    position = driven_back(CSA_L_C_Cocke="U24")
    play(position, "retreat USA-I-B-2NH V25", "by W25")
    assert at(position, "CSA-L-C-Cocke") == "U24"
    position = driven_back(CSA_L_C_Cocke="U24")
    play(position, "retreat USA-I-B-2NH X25")
    assert at(position, "CSA-L-C-Cocke") == "U24", "both ways are far from him"


@pytest.mark.rule(GAME, "12.3")
def test_a_unit_that_comes_next_to_an_escorted_leader_does_him_no_harm():
    position = scene(
        {
            "USA-I-B-2NH": {"at": "U21", "active": True},
            "CSA-L-C-Cocke": {"at": "U24", "active": False},
            "CSA-I-C-8Va": {"at": "U24", "active": False},
        },
        phase="movement",
    )
    play(position, "move USA-I-B-2NH U23")
    assert at(position, "CSA-L-C-Cocke") == "U24"


@pytest.mark.rule(GAME, "12.5", "7.81")
def test_a_leader_draws_away_from_the_batteries_that_fired_on_his_last_unit():
    """Jackson attacks from W23, Walker fires from Z24: of five ends one only is far from both."""
    pieces = {"USA-I-P-MAR": "W24", "USA-L-P-Porter": "W24", JACKSON_PIECE: "W23"}
    alone = fight(pieces, 1, 1, side="confederate")
    ends = {o.split()[2] for o in options(alone) if o.startswith("retreat USA-L-P-Porter")}
    board = alone.rules.board
    gun, start = board.place("Z24"), board.place("W24")
    far = [end for end in ends if board.distance(board.place(end), gun) >= board.distance(start, gun) + 2]
    assert len(ends) == 5 and len(far) == 1
    fired_on = fight({**pieces, "CSA-A-H-Walker": {"at": "Z24", "face": "battle"}}, 1, 1, side="confederate")
    fired_on.decision()
    assert at(fired_on, "USA-L-P-Porter") == far[0]


@pytest.mark.rule(GAME, "12.5", "12.3", "12.4")
def test_a_leader_left_by_a_retreating_survivor_does_not_roll():
    """AE AB2: the 13 NY pays, the 69 NYM retreats. Its leader could have gone along and is caught alone."""
    pieces = {
        "USA-I-S-13NY": "W24",
        "USA-I-S-69NYM": "W24",
        "USA-L-S-Sherman": "W24",
        "CSA-I-BE-4Ala": "W23",
    }
    position = fight(pieces, 6)
    assert facts(position, "battle_result")[0]["result"] == "AE AB2"
    play(position, "lose USA-I-S-13NY", "done", "retreat USA-I-S-69NYM W26", "stay")
    position.decision()
    assert not facts(position, "leader_roll")
    assert box(position, "USA-L-S-Sherman") == "lost"


@pytest.mark.rule(GAME, "12.4")
def test_why_a_leader_does_not_go_along():
    position = fight(
        {"USA-I-K-2Conn": "U20", "USA-I-K-1Conn": "U20", "CSA-C-EV-Terry": "U21", "USA-L-K-Keyes": "U20",
         "USA-L-S-Sherman": "U17"},
        1,
    )  # fmt: skip
    told = refused(position, "follow USA-L-S-Sherman")
    assert told.rule == "12.4" and told.says.startswith("No unit")
    play(position, "advance USA-I-K-1Conn U21")
    assert "follow USA-L-K-Keyes" in options(position)
    told = refused(position, "follow USA-L-S-Sherman")
    assert told.rule == "12.4" and "U20" in told.says


SCHENCK_PIECE = "USA-BG-SC-Schenck"


@pytest.mark.rule(GAME, "12.5", "14.21", "8.3")
def test_the_leader_of_a_brigade_destroyed_whole_rolls_and_its_units_can_rally():
    pieces = {"CSA-BG-JA-Jackson": "W23", "CSA-BG-L-Longstreet": "X24", SCHENCK_PIECE: "W24"}
    position = fight(pieces, 1, side="confederate")
    assert facts(position, "battle_result")[0]["result"] == "DE"
    decision = position.decision()
    assert decision.owner == "chance" and decision.about.piece == "USA-L-SC-Schenck"
    units = [
        u for u in ("USA-I-SC-2NYM", "USA-I-SC-1Ohio", "USA-I-SC-2Ohio") if box(position, u) == "rally box"
    ]
    assert len(units) == 2, "they were lost in their leader's own hex, before his fate was known"
    assert box(position, SCHENCK_PIECE) == "card"
    roll(position, 4)
    position.decision()
    assert box(position, "USA-L-SC-Schenck") == "lost"


@pytest.mark.rule(GAME, "12.5", "7.83", "M1.1")
def test_a_leader_with_no_way_out_is_eliminated_by_lb2():
    """Davies at the edge: off the map and into control are his only ways."""
    position = fight(
        {
            "USA-I-D-16NY": "A2",
            "USA-L-D-Davies": "A2",
            JACKSON_PIECE: "A3",
            "CSA-I-BE-4Ala": "B2",
        },
        1,
        side="confederate",
    )
    assert facts(position, "battle_result")[0]["result"] == "DE"
    roll(position, 1)
    position.decision()
    assert facts(position, "leader_roll")[0]["result"] == "LB2"
    assert box(position, "USA-L-D-Davies") == "lost"
