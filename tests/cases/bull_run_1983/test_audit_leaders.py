"""12, 7.8: leaders who are passed, left and rolled for; retreats whose way matters."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, options, play, scene

GAME = "bull-run-1983"

JACKSON = "CSA-BG-JA-Jackson"


def face_down(place):
    return {"at": place, "frozen": True}


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


@pytest.mark.rule(GAME, "7.8", "4.82")
def test_the_owner_says_by_which_hex_a_piece_retreats_when_that_turns_up_frozen_pieces():
    position = driven_back(CSA_I_K_2SC=face_down("R22"))
    play(position, "retreat USA-I-B-2NH V25")
    assert options(position) == ["by V24", "by W25"]
    other = position.copy()
    play(position, "by V24")
    assert at(position, "USA-I-B-2NH") == "V25" and not position.state.frozen, "V24 is four hexes from R22"
    play(other, "by W25")
    assert at(other, "USA-I-B-2NH") == "V25" and other.state.frozen
    position = driven_back()
    play(position, "retreat USA-I-B-2NH V25")
    assert at(position, "USA-I-B-2NH") == "V25", "nothing to be met: nobody is asked"
    position = driven_back(CSA_I_K_2SC=face_down("R24"))
    play(position, "retreat USA-I-B-2NH V25")
    assert at(position, "USA-I-B-2NH") == "V25" and not position.state.frozen, "V25 sees it, whatever the way"


@pytest.mark.rule(GAME, "4.82")
def test_a_retreat_turns_up_what_comes_into_range_on_the_way():
    position = driven_back(CSA_L_K_Kershaw=face_down("W30"), CSA_I_H_1Ark=face_down("A34"))
    assert (
        not position.rules.board.within(position.rules.board.place("W24"), 4)
        >> position.state.at[position.rules.roster.number["CSA-L-K-Kershaw"]]
        & 1
    )
    play(position, "retreat USA-I-B-2NH W26")
    assert not position.state.frozen, "a frozen leader within four hexes frees the army"


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


@pytest.mark.rule(GAME, "14.32", "12.5")
def test_a_leader_who_had_to_retreat_does_not_rally_in_the_same_turn():
    """Burnside loses the 2 NH, escapes to the 1 RI, which has kept still, and has moved himself."""
    pieces = {
        "USA-L-B-Burnside": "W24",
        "USA-I-B-2NH": "W24",
        "USA-I-B-1RI": "W26",
        "USA-I-B-71NYM": {"box": "rally box"},
        "CSA-BG-JA-Jackson": "W23",
    }
    position = fight(pieces, 2, 1, side="union", turn="NOON")
    play(position, "retreat USA-L-B-Burnside W26")
    assert at(position, "USA-L-B-Burnside") == "W26"
    assert not any(option.startswith("rally") for option in options(position))
    assert position.state.side == 1 or position.state.phase != 4, "the Rally phase offers nothing"


@pytest.mark.rule(GAME, "4.82", "7.9")
def test_an_advance_turns_up_what_comes_into_range():
    position = fight(
        {"USA-BG-S-Sherman": "W24", "CSA-C-EV-Terry": "W25", "CSA-I-K-2SC": face_down("W29")},
        1,
        turn="9:00 AM",
    )
    assert position.state.frozen
    play(position, "advance USA-BG-S-Sherman W25")
    assert not position.state.frozen


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
    pieces = {"USA-I-P-MAR": "W24", "USA-L-P-Porter": "W24", JACKSON: "W23"}
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
