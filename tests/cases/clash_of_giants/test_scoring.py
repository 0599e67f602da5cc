"""B4.1.1, B4.2.2 Steps, points and control."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules.scoring import eliminate, enter, lose_steps, restore_step
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.clash_of_giants.scene import ID, at, place, scene, told, unit


@pytest.mark.rule(ID, "B4.1.1.cas", "G4.1.1.cas", "3.2.steps")
def test_case_160_a_point_for_each_step_and_two_for_vi_corps() -> None:
    pieces = {"u-shaler": "2822", "u-ames": {"at": "2823", "steps": 1}, "c-law": "1909"}
    position = scene("gettysburg", pieces, turn=9)
    position.log = []
    eliminate(position, unit(position, "u-shaler"), "15.3.vp")
    assert position.state.casualties == (0, 4) and at(position, "u-shaler") == "lost"
    assert lose_steps(position, unit(position, "u-ames"), 1, "12.9.step")
    assert position.state.casualties == (0, 5)
    assert not lose_steps(position, unit(position, "c-law"), 1, "12.9.step"), "he has a step left"
    assert position.state.casualties == (1, 5) and at(position, "c-law") == "1909"
    assert told(position, "step_lost") == [{"piece": "c-law", "at": "1909", "points": 1, "side": "union"}]


@pytest.mark.rule(ID, "9.6.vp", "B4.1.1.repl")
def test_a_step_that_comes_back_is_taken_off_the_enemys_points_but_never_below_0() -> None:
    pieces = {"u-shaler": {"at": "2822", "steps": 1}, "u-ames": {"at": "2823", "steps": 1}}
    position = scene("gettysburg", pieces, turn=11, casualties={"confederate": 3})
    restore_step(position, unit(position, "u-ames"), "9.6.vp")
    assert position.state.casualties == (0, 2) and position.state.steps[unit(position, "u-ames")] == 2
    position.state.casualties = (0, 1)
    restore_step(position, unit(position, "u-shaler"), "9.6.vp")
    assert position.state.casualties == (0, 0)


@pytest.mark.rule(ID, "B4.2.2", "14.2")
def test_case_154_only_infantry_takes_control_also_in_passing() -> None:
    position = scene("28-august", {"c-fitz-lee": "4404", "c-hays": "4405"}, turn=9, control={"4504": "union"})
    fitz, hays = unit(position, "c-fitz-lee"), unit(position, "c-hays")
    centreville, beyond = place(position, "4504"), place(position, "4604")
    enter(position, fitz, [centreville, beyond])
    assert position.state.control[2] == UNION and at(position, "c-fitz-lee") == "4604"
    enter(position, hays, [centreville, place(position, "4505")])
    assert position.state.control[2] == CONFEDERATE and at(position, "c-hays") == "4505"


@pytest.mark.rule(ID, "G4.2.2", "14.2")
def test_at_gettysburg_too_infantry_alone_takes_control_and_keeps_it_when_it_goes_on() -> None:
    position = scene("gettysburg", {"c-law": "2015", "u-gamble-a": "2918"}, turn=6, control={"2016": "union"})
    law, gamble = unit(position, "c-law"), unit(position, "u-gamble-a")
    hill = place(position, "2016")
    index = position.rules.victory_hexes.index(hill)
    enter(position, law, [hill, place(position, "2116")])
    assert position.state.control[index] == CONFEDERATE
    enter(position, gamble, [hill])
    assert position.state.control[index] == CONFEDERATE
