"""G6.2 the grand battery, G8.4 Buford."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules.state import DECLARED, GONE, OVER
from tests.cases.clash_of_giants.scene import ID, at, options, owner, play, refusal, scene, told, unit

CORPS = [f"am-confederate-{corps}-corps" for corps in ("iii", "ii", "i")]
MEN = {"c-archer": "4505", "c-hays": "4215", "c-law": "1909", "u-vincent": "2016"}


@pytest.mark.rule(ID, "G6.2.grand", "G6.2.gone")
def test_case_138_declared_at_the_start_of_a_turn_and_gone_at_its_end() -> None:
    position = scene("gettysburg", MEN, turn=15, phase="turn start")
    assert owner(position) == "confederate" and options(position) == ["wait", "mass"]
    position.log = []
    play(position, "mass")
    state = position.state
    assert state.battery == DECLARED and told(position, "battery_declared")[0]["pieces"] == CORPS
    state.frames = [("turn_end",)]
    assert position.decision() is None
    assert [state.box[unit(position, name)] for name in CORPS] == [GONE] * 3 and state.battery == OVER
    assert state.box[unit(position, "am-hood")] != GONE
    state.turn, state.frames = 16, [("grand_battery",)]
    assert position.decision() is None, "once a game"


@pytest.mark.rule(ID, "G6.2.grand")
def test_a_player_may_wait_and_needs_a_corps_marker() -> None:
    position = scene("gettysburg", MEN, turn=15, phase="turn start")
    play(position, "wait")
    assert position.state.battery != DECLARED
    assert refusal(position, "confederate", "mass").rule == "G6.2.grand"
    early = scene("gettysburg", {"c-archer": "4505"}, turn=1, phase="turn start")
    early.state.frames = [("grand_battery",)]
    assert early.decision() is None


@pytest.mark.rule(ID, "G6.2.gone")
def test_a_marker_that_comes_later_is_not_affected() -> None:
    position = scene("gettysburg", {"c-archer": "4505"}, turn=4, phase="turn end", battery="declared")
    position.state.frames = [("turn_end",)]
    assert position.decision() is None
    boxes = [position.state.box[unit(position, name)] for name in CORPS]
    assert boxes[0] == GONE and GONE not in boxes[1:]


BUFORD = {"u-gamble-a": "4418", "u-gamble-b": "2918", "u-devin-b": "2818"}


@pytest.mark.rule(ID, "G8.4.leave", "G4.1.1.buford")
def test_case_118_a_brigade_that_gets_away_whole_scores() -> None:
    position = scene("gettysburg", {**BUFORD, "u-devin-a": {"box": "lost"}}, turn=7)
    position.state.frames = [("buford_leaves",)]
    position.log = []
    assert position.decision() is None
    assert [at(position, name) for name in BUFORD] == ["saved"] * 3
    assert position.state.bufords == 1 and position.state.casualties == (0, 0)
    assert told(position, "saved") == [{"pieces": list(BUFORD), "points": 1}]
    for name in ("cm-buford", "am-buford"):
        assert position.state.box[unit(position, name)] == GONE


@pytest.mark.rule(ID, "G8.4.lost")
def test_units_without_a_path_are_eliminated_for_points() -> None:
    around = dict(zip(("c-law", "c-benning", "c-hays", "c-hoke", "c-gordon", "c-smith"),
                      ("4417", "4419", "4517", "4518", "4317", "4318"), strict=True))  # fmt: skip
    position = scene("gettysburg", {**BUFORD, **around}, turn=7)
    position.state.frames = [("buford_leaves",)]
    assert position.decision() is None
    assert at(position, "u-gamble-a") == "lost" and at(position, "u-gamble-b") == "saved"
    assert position.state.casualties == (0, 1) and position.state.bufords == 0
    assert position.state.box[unit(position, "cm-buford")] == GONE
