"""Positions by hand: what is wrong with one is said in one sentence that names it."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.errors import BullrunError
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import DUE, ENTRY, GONE, OVER, READY
from tests.cases.clash_of_giants.scene import at, scene, unit

FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "steps": (
        {"pieces": {"u-carr": {"at": "3823", "steps": 3}}},
        "u-carr: steps: expected a number from 0 to 2",
    ),
    "no steps": ({"pieces": {"u-carr": {"at": "3823", "steps": 0}}}, "u-carr: a unit without steps is lost"),
    "other map": ({"pieces": {"u-carr": "5515"}}, "'5515' is not a place on this map"),
    "other battle": ({"pieces": {"u-gamble-a": "3823"}}, "unknown piece 'u-gamble-a'"),
    "no hex": ({"pieces": {"u-carr": {}}}, "u-carr: at: expected a name, got None"),
    "both sides": ({"pieces": {"u-carr": "3823", "c-early": "3823"}}, "3823: units of both sides"),
    "three": (
        {"pieces": {"u-carr": "3823", "u-grover": "3823", "u-excelsior": "3823"}},
        "u-grover: cannot stand with others in 3823 [7.1.two]",
    ),
    "divisions": (
        {"pieces": {"u-carr": "3823", "u-poe": "3823"}},
        "cannot stand with others in 3823 [7.1.division]",
    ),
    "cavalry": ({"pieces": {"c-fitz-lee": "2506"}}, "c-fitz-lee: no road takes cavalry into 2506"),
    "turn": ({"pieces": {}, "turn": 18}, "turn: expected a number from 1 to 17"),
    "phase": ({"pieces": {}, "phase": "combats"}, "phase: 'combats' is none of"),
    "key": ({"pieces": {}, "abatis": []}, "position: unknown key 'abatis'"),
    "marker piece": ({"pieces": {"cm-hooker": "3823"}}, "cm-hooker: is a marker"),
    "marker": (
        {"pieces": {}, "phase": "movement", "marker": "am-hooker"},
        "marker: 'am-hooker' is no command",
    ),
    "rating": ({"pieces": {"u-carr": {"at": "3823", "rating": 5}}}, "u-carr: rating: it is printed"),
    "control": ({"pieces": {}, "control": {"3010": "union"}}, "control: unknown key '3010'"),
    "cup": ({"pieces": {}, "cup": ["scm-jackson"]}, "cup: 'scm-jackson' is no marker that can lie there"),
    "focus": (
        {"pieces": {"u-carr": "3823"}, "phase": "movement", "marker": "cm-hooker", "focus": ["u-poe"]},
        "focus: u-poe: each must be a unit that acts now",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    what, says = FAULTS[fault]
    with pytest.raises(BullrunError) as error:
        scene("28-august", what.pop("pieces") if "pieces" in what else {}, **what)
    assert says in str(error.value)


def groups_here(position: Clash) -> set[str]:
    return {group.id for n, group in enumerate(position.rules.groups) if position.state.here >> n & 1}


def test_units_that_are_not_listed_come_later_or_are_out() -> None:
    position = scene(
        "28-august", {"u-carr": "3225", "u-poe": {"box": "lost"}}, turn=3, available=["am-hooker"]
    )
    boxes = {
        name: position.state.box[unit(position, name)]
        for name in ("u-carr", "u-grover", "u-birney", "u-hatch")
    }
    assert boxes == {"u-carr": ENTRY, "u-grover": GONE, "u-birney": GONE, "u-hatch": DUE}
    assert position.state.arrival[unit(position, "u-carr")] == 3 and at(position, "u-poe") == "lost"
    assert position.state.box[unit(position, "am-hooker")] == READY
    assert groups_here(position) == {"kearny", "ix-corps", "i-corps", "reynolds"}
    assert groups_here(scene("28-august", {}, turn=3, phase="arrivals")) == {"kearny"}, (
        "the others may still come"
    )


def test_the_units_of_a_marker_are_about_to_move() -> None:
    pieces = {"c-law": "1909", "c-benning": "1813", "c-robertson": "2713"}
    position = scene(
        "gettysburg",
        pieces,
        turn=6,
        side="confederate",
        phase="movement",
        marker="cm-hood",
        points=6,
        focus=["c-law"],
    )
    state = position.state
    assert [state.allowance[unit(position, name)] for name in pieces] == [6, 6, 6]
    assert not state.commanded >> unit(position, "c-robertson") & 1
    assert state.commanded >> unit(position, "c-benning") & 1
    assert state.frames[-1][0] == "activation"


def test_the_grand_battery_markers_that_are_out_and_bufords_end() -> None:
    pieces = {"c-law": "1909", "u-vincent": "2016", "u-gamble-a": {"box": "saved"}}
    position = scene("gettysburg", pieces, turn=9, battery="over", out=["scm-warren"], bufords=1)
    state = position.state
    assert state.battery == OVER and state.bufords == 1
    for name in ("scm-warren", "cm-buford", "am-buford"):
        assert state.box[unit(position, name)] == GONE
    assert at(position, "u-gamble-a") == "saved"
    faults: tuple[dict[str, Any], ...] = ({"battery": "silent"}, {"out": ["u-vincent"]}, {"bufords": 3})
    for wrong in faults:
        with pytest.raises(BullrunError, match=next(iter(wrong))):
            scene("gettysburg", pieces, turn=9, **wrong)
