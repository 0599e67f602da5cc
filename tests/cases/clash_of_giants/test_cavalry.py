"""14.3 Cavalry retreats before combat."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from tests.cases.clash_of_giants.fights import units
from tests.cases.clash_of_giants.scene import ID, at, options, owner, place, play, refusal, scene, told

GETTYSBURG = "gettysburg"


def attacked(pieces: dict[str, Any], target: str, *attackers: str, turn: int = 2) -> Clash:
    """The cavalry in a hex is attacked by these, and nothing comes after its retreat."""
    position = scene(GETTYSBURG, pieces, turn=turn)
    position.state.side = position.rules.roster.side[position.rules.roster.number[attackers[0]]]
    position.state.frames = [("cavalry_retreat", place(position, target), units(position, *attackers))]
    position.log = []
    return position


@pytest.mark.rule(ID, "14.3.how", "14.3.when")
def test_case_78_gamble_before_archer() -> None:
    position = attacked({"c-archer": "4409", "u-gamble-a": "4410"}, "4410", "c-archer")
    assert owner(position) == "union"
    ways = ["4111", "4212", "4312", "4413", "4512"]
    assert sorted(options(position)) == sorted(
        [f"retreat u-gamble-a {end}" for end in ways] + ["stand u-gamble-a"]
    )
    decision = position.decision()
    assert decision is not None and decision.about.fight is not None
    assert refusal(position, "union", "retreat u-gamble-a 4411").rule == "12.10.away"
    play(position, "retreat u-gamble-a 4312")
    assert position.is_over and at(position, "u-gamble-a") == "4312"
    assert told(position, "retreated") and not told(position, "step_lost"), "without loss"


@pytest.mark.rule(ID, "14.3.how")
def test_cavalry_may_stand_and_infantry_beside_it_stays() -> None:
    pieces = {"c-archer": "4409", "u-gamble-a": "4410", "u-gamble-b": "4410"}
    position = attacked(pieces, "4410", "c-archer")
    play(position, "stand u-gamble-a")
    assert {option.split()[1] for option in options(position)} == {"u-gamble-b"}, "each decides for itself"
    assert refusal(position, "union", "stand u-gamble-a").rule == "14.3.when"
    play(position, "stand u-gamble-b")
    assert position.is_over and at(position, "u-gamble-b") == "4410"
    position = attacked({"c-archer": "4409", "u-cutler": "4410"}, "4410", "c-archer")
    assert position.is_over


@pytest.mark.rule(ID, "14.3.when")
def test_cavalry_does_not_retreat_before_cavalry() -> None:
    pieces = {"c-fitz-lee": "2805", "u-buford": "2804"}
    position = scene("28-august", pieces, turn=10)
    position.state.side = 1
    position.state.frames = [("cavalry_retreat", place(position, "2804"), units(position, "c-fitz-lee"))]
    assert position.is_over
    position = scene("28-august", {"c-starke": "2805", "u-buford": "2804"}, turn=10)
    position.state.side = 1
    position.state.frames = [("cavalry_retreat", place(position, "2804"), units(position, "c-starke"))]
    assert "stand u-buford" in options(position)


@pytest.mark.rule(ID, "G7.2.cav")
def test_case_143_not_out_of_a_cut() -> None:
    position = attacked({"c-archer": "4612", "u-devin-b": "4511"}, "4511", "c-archer")
    assert position.is_over and at(position, "u-devin-b") == "4511"


@pytest.mark.rule(ID, "14.3.how", "12.6.cav")
def test_case_141_devin_leaves_davis_with_an_empty_hex() -> None:
    pieces = {"c-davis": "4409", "u-devin-a": "4410"}
    position = scene(GETTYSBURG, pieces, turn=1, side="confederate")
    position.state.side = 1
    target = place(position, "4410")
    position.state.frames = [("combat", target, units(position, "c-davis"), 0)]
    position.log = []
    play(position, "retreat u-devin-a 4413")
    assert options(position) == ["advance c-davis 4410", "stay"]
    assert not told(position, "rating") and not told(position, "check"), "no dice, and no rating for Davis"
