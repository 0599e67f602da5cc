"""13: arrivals that fight, stand in the way or come late."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983 import reinforcements
from bullrun.games.bull_run_1983.state import CARD
from tests.cases.bull_run_1983.scene import at, options, play
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
