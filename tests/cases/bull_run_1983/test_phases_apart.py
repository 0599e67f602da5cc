"""What one phase derives from the map does not linger into the next when no piece has moved between."""

from __future__ import annotations

import pytest

from bullrun.engine.position import Position
from bullrun.games.bull_run_1983.rules.state import BullRunState
from tests.cases.bull_run_1983.scene import options, play, scene

GUNS = {
    "USA-A-S-E3US": {"at": "U22", "face": "battle"},
    "CSA-A-H-Walker": {"at": "U25", "face": "battle"},
}


@pytest.mark.rule("bull-run-1983", "9.6")
def test_two_batteries_bombard_each_other_in_turn_without_moving():
    position = scene(GUNS, phase="combat")
    assert "bombard CSA-A-H-Walker" in options(position)
    play(position, "end-declaration")
    while "end-movement" in options(position):
        play(position, "end-movement")
    assert position.state.side == 1
    assert options(position) == ["bombard USA-A-S-E3US", "end-declaration"]
    afresh = Position(position.rules, BullRunState.from_json(position.state.to_json()))
    assert options(afresh) == options(position)
