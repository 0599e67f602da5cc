"""Positions given by hand."""

from __future__ import annotations

import pytest

from bullrun.errors import BullrunError
from bullrun.umpire import answer
from tests.cases.bull_run_1861.scene import roll, scene


def ask(pieces, *questions, side="union", phase="movement", turn=3, **extra):
    spec = {
        "game": "bull-run-1861",
        "turn": turn,
        "side": side,
        "phase": phase,
        "pieces": pieces,
        "ask": list(questions),
        **extra,
    }
    return [next(iter(a.values())) for a in answer(spec)["answers"]]


@pytest.mark.parametrize(
    ("pieces", "extra", "says"),
    [
        ([{"id": "Grant", "at": "Z37"}], {}, "unknown piece 'Grant'"),
        ([{"id": "Keyes", "at": "Z99"}], {}, "'Z99' is not a place"),
        ([{"id": "Keyes", "at": "Z37", "morale": 3}], {}, "unknown key 'morale'"),
        ([{"id": "Keyes", "at": "Z37", "fatigue": 3}], {}, "fatigue: expected a number from 0 to 2"),
        ([{"id": "Keyes", "at": "Z37", "facing": "Z60"}], {}, "Z60 is not next to Z37"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Bee", "at": "Z37"}], {}, "Bee: an enemy brigade is in Z37"),
        (
            [{"id": "Keyes", "at": "Z37", "line": "front"}, {"id": "Howard", "at": "Z37", "line": "front"}],
            {},
            "Z37: two front lines",
        ),
        (
            [{"id": "Keyes", "at": "Z37"}, {"id": "Keyes-line", "at": "Z60"}],
            {},
            "its line must be in a zone next",
        ),
        (
            [{"id": "Keyes", "at": "Z60", "operational": True}, {"id": "Keyes-line", "at": "Z59"}],
            {},
            "not marked for operational movement",
        ),
        ([{"id": "Militia", "at": "Z71"}], {}, "needs the option"),
        ([{"id": "Keyes", "at": "Z37"}], {"weather": "rain"}, "unknown key 'weather'"),
        ([{"id": "Keyes", "at": "Z37"}, {"id": "Beauregard", "at": "Z47"}], {}, "in contact with the enemy"),
        ([{"id": "Keyes", "at": "Z37"}], {"turn": 9}, "turn: expected a number from 1 to 7"),
        ([{"id": "Keyes", "at": "Z37"}], {"phase": "rally"}, "'rally' is none of"),
    ],
)
def test_errors_name_what_is_wrong(pieces, extra, says):
    with pytest.raises(BullrunError) as error:
        ask(pieces, {"legal": True}, **extra)
    assert says in str(error.value)


def test_three_in_a_zone_are_too_many():
    with pytest.raises(BullrunError, match=r"more than 2 brigades \[10.5.1\]"):
        scene({"Keyes": "Z72", "Howard": "Z72", "Sherman": "Z72"})


@pytest.mark.rule("bull-run-1861", "13.4", "10.5.1")
def test_but_not_at_centreville_once_the_northern_reinforcements_have_come():
    options = {"northern-reinforcements": "on"}
    three = ("Militia", "Volunteers", "McCunn")
    scene(dict.fromkeys(three, "Z71"), options=options, turn=4)
    for zone, turn in (("Z71", 3), ("Z72", 4)):
        with pytest.raises(BullrunError, match=r"more than 2 brigades \[10.5.1\]"):
            scene(dict.fromkeys(three, zone), options=options, turn=turn)


@pytest.mark.rule("bull-run-1861", "8.1")
def test_the_continuation_phase_comes_after_three_movement_phases_or_more():
    position = scene({"Keyes": "Z72"}, phase="continuation")
    assert position.state.movement_phase == 3
    roll(position, 4)
    assert position.state.movement_phase == 4, "1 to 4 brings a fourth"
    with pytest.raises(BullrunError, match="movement_phase: expected a number from 3 to 5"):
        scene({"Keyes": "Z72"}, phase="continuation", movement_phase=2)
