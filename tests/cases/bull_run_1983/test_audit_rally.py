"""11.6, 14: what one turn uses up and the next gives back."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from tests.cases.bull_run_1983.combat import box
from tests.cases.bull_run_1983.scene import at, options, play, scene

GAME = "bull-run-1983"

BOX = {"box": "rally box"}
UNION = {"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX, "USA-I-K-3Conn": BOX}
CONFEDERATE = {"CSA-L-JA-Jackson": "E5", "CSA-I-JA-2Va": "E5", "CSA-I-JA-4Va": BOX}


@pytest.mark.rule(GAME, "14.4")
def test_each_player_has_his_own_chance_and_every_turn_a_new_one():
    position = scene(UNION | CONFEDERATE, phase="rally")
    play(position, "rally USA-I-K-2Conn")
    assert options(position)[-1] == "end-movement", "one a turn: the Union Rally phase is over"
    play(position, "end-movement", "rally CSA-I-JA-4Va")
    play(position, "end-movement", "rally USA-I-K-3Conn")
    assert {at(position, f"USA-I-K-{unit}") for unit in ("2Conn", "3Conn")} == {"E25"}


@pytest.mark.rule(GAME, "14.32", "11.6")
def test_whoever_came_into_enemy_control_during_the_turn_neither_rallies_nor_clears():
    pieces = {**UNION, "CSA-I-JA-2Va": "E26"}
    position = scene(pieces, phase="rally", abatis=("E25",))
    for piece in places_in(position.rules.roster.of_side[0]):
        position.state.settled |= 1 << piece
    assert not any(option.split()[0] in ("rally", "clear") for option in options(position))


@pytest.mark.rule(GAME, "9.12")
def test_a_battery_may_change_again_in_the_next_turn():
    position = scene(
        {"USA-A-S-E3US": {"at": "E25", "active": False}, "CSA-L-JA-Jackson": "E5"}, phase="movement"
    )
    play(position, "change USA-A-S-E3US")
    while position.state.side == 0:
        position.decision()
        if position.state.side == 0:
            play(position, options(position)[-1])
    play(position, "end-movement")
    assert "change USA-A-S-E3US" in options(position)


@pytest.mark.rule(GAME, "14.32", "11.6")
def test_one_unit_clears_an_abatis_in_the_turn_in_which_its_leader_rallies():
    position = scene(UNION, phase="rally", abatis=("E25",))
    assert options(position) == ["clear E25", "rally USA-I-K-2Conn", "rally USA-I-K-3Conn", "end-rally"]
    play(position, "clear E25", "rally USA-I-K-3Conn")
    assert position.state.abatis == 0 and box(position, "USA-I-K-3Conn") == "map"


@pytest.mark.rule(GAME, "14.31")
def test_a_division_leader_rallies_nobody():
    position = scene({"USA-L-0-Tyler": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX}, phase="rally")
    assert not any(option.startswith("rally") for option in options(position))


@pytest.mark.rule(GAME, "14.31")
def test_cavalry_and_guns_of_the_brigade_are_no_company_to_rally_with():
    position = scene(
        {"USA-L-P-Porter": "E25", "USA-C-P-Palmer": "E25", "USA-A-P-D5US": "E25", "USA-I-P-MAR": BOX},
        phase="rally",
    )
    assert not any(option.startswith("rally") for option in options(position))
