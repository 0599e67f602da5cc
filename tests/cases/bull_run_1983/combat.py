"""Battles for the case book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.state import BOXES
from tests.cases.bull_run_1983.scene import roll, scene


def fight(pieces: Mapping[str, Any], *pips: int, side: str = "union", **extra: Any) -> BullRun:
    """Everybody who can joins one battle against everybody who can be in it, and the dice are rolled."""
    position = scene(pieces, side=side, **extra)
    while True:
        decision = position.decision()
        assert decision is not None
        if decision.owner == CHANCE or position.state.frames[-1][0] not in ("before_combat", "declaration"):
            break
        choices = [option for option in decision.options if option[0] not in ("break", "commit")]
        position.apply(choices[0] if choices else ("commit",))
    roll(position, *pips)
    return position


def box(position: BullRun, piece: str) -> str:
    """Where a piece is: on the map, lost, in the rally box ..."""
    return BOXES[position.state.box[position.rules.roster.number[piece]]]


def facts(position: BullRun, kind: str) -> list[Mapping[str, Any]]:
    """The facts of all events of a kind."""
    position.decision()
    return [event.facts for event in position.log or [] if event.kind == kind]
