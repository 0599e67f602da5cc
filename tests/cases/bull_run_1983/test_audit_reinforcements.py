"""13: arrivals that fight, stand in the way or come late."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules import reinforcements
from bullrun.games.bull_run_1983.rules.state import CARD
from tests.cases.bull_run_1983.scene import at, kinds, options, play, rules
from tests.cases.bull_run_1983.test_reinforcements import ELSEWHERE, waiting

GAME = "bull-run-1983"


@pytest.mark.rule(GAME, "13.42", "9.2")
def test_a_battery_off_the_cars_may_bombard():
    """The 16 NY stands three hexes from Manassas Junction, in nobody's control."""
    position = waiting({"CSA-L-JA-Jackson": "E5", "USA-I-D-16NY": "HH33"}, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-A-S-Beckham") == "EE34"
    play(position, "end-movement")
    assert options(position) == ["bombard USA-I-D-16NY", "end-declaration"]


@pytest.mark.rule(GAME, "13.2", "8.2")
def test_pieces_off_the_cars_form_brigade_only_in_the_next_turn():
    position = waiting(ELSEWHERE, "confederate", "11:00 AM")
    assert not any(option.startswith("form CSA-BG-S") for option in options(position))
    play(position, "end-movement")
    while position.state.side == 0 or position.state.turn < 5:
        if position.decision() and position.state.turn == 5 and position.state.side == 1:
            break
        play(position, options(position)[-1])
    assert any(option.startswith("form CSA-BG-S") for option in options(position))


@pytest.mark.rule(GAME, "13.3", "13.12", "5.4")
def test_a_full_entry_hex_is_passed_through():
    """Twelve points in CCC2: the newcomers cannot stop there but must come and go on."""
    units = ("S-13NY", "S-69NYM", "R-1Mass", "R-12NY")
    stack = {f"USA-I-{unit}": {"at": "CCC2", "active": False} for unit in units}
    position = waiting({**stack, "CSA-L-JA-Jackson": "E5"}, "union", "4:00 PM")
    for piece in ("USA-I-W-4Mich", "USA-L-M-McCunn", "USA-I-M-15NY", "USA-I-M-37NY"):
        position.state.box[position.rules.roster.number[piece]] = CARD
    ends = {option.split()[2] for option in options(position) if option.startswith("enter USA-I-0-1NJM")}
    assert ends and "CCC2" not in ends
    assert "end-movement" not in options(position)
    end = sorted(ends)[0]
    play(position, f"enter USA-I-0-1NJM {end}")
    assert at(position, "USA-I-0-1NJM") == end


@pytest.mark.rule(GAME, "13.1")
def test_nobody_comes_before_the_hour():
    for turn, due in (("3:30 PM", 0), ("4:00 PM", 3), ("5:30 PM", 3), ("6:00 PM", 6)):
        position = waiting(ELSEWHERE, "union", turn)
        position.state.box[position.rules.roster.number["USA-I-W-4Mich"]] = CARD
        assert len(reinforcements.entering(position)) == due, turn


LONE = {"USA-L-0-Tyler": "L24", "USA-L-0-Hunter": "EE33", "USA-L-0-Miles": "EE34", "USA-L-0-McDowell": "GG34"}
"""On the line, next to where it ends, at its end, and two hexes off."""


@pytest.mark.rule(GAME, "12.3", "12.2", "13.41")
def test_a_train_catches_the_lone_leaders_next_to_its_way():
    position = waiting(ELSEWHERE | LONE, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-I-S-1Md") == "EE34", "leaders do not stop it"
    assert {leader for leader in LONE if at(position, leader)} == {"USA-L-0-McDowell"}
    assert kinds(position).count("leader_lost") == 3


@pytest.mark.rule(GAME, "12.3", "13.41")
def test_a_train_harms_nobody_beyond_the_hex_where_it_stops():
    """The 1 Conn in Q27 stops it in O27: Tyler is passed, the others are not."""
    position = waiting(ELSEWHERE | LONE | {"USA-I-K-1Conn": "Q27"}, "confederate", "11:00 AM")
    position.decision()
    assert at(position, "CSA-I-S-1Md") == "O27"
    assert {leader for leader in LONE if not at(position, leader)} == {"USA-L-0-Tyler"}


@pytest.mark.rule(GAME, "12.2", "12.3")
def test_a_leader_alone_on_the_train_catches_nobody():
    position = waiting(ELSEWHERE | LONE, "confederate", "11:00 AM")
    for group in reinforcements.groups(position.rules):
        for piece in group.pieces:
            if position.rules.roster.defense[piece]:
                position.state.box[piece] = CARD
    position.decision()
    assert at(position, "CSA-L-S-Smith") == "EE34"
    assert all(at(position, leader) for leader in LONE)


@pytest.mark.rule(GAME, "12.3", "13.41")
def test_the_trains_of_july_20th_catch_lone_leaders_too():
    position = waiting(ELSEWHERE | LONE, "confederate", "NOON", rules("july-20"))
    position.decision()
    assert "arrived_by_rail" in kinds(position)
    assert at(position, "USA-L-0-Tyler") == ""
