"""Refusals name the rule that really forbids, and the fact behind it."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.engine.why_not import why_not
from tests.cases import asking
from tests.cases.secession_1862.scene import GAME, asked, scene, why


def test_refusals_name_what_is_wrong() -> None:
    position = scene({"McDowell": "100", "Meade": "99", "Seymour": "99", "Trimble": "115"}, acting="Meade")
    assert why(position, "move Meade") == "9.4.2"
    assert why(position, "move Trimble 98") == "6.1.1"
    assert why(position, "resolve 115") == "10.1.2"
    refusal = why_not(GAME.play.guide, position, "union", ("move", "Meade", "X9"))
    assert refusal is not None and "X9" in refusal.says
    other = why_not(GAME.play.guide, position, "confederate", ("act", "Trimble"))
    assert other is not None and "union" in other.says
    assert asked(position).owner == "union"
    fallen = scene({"Meade": "99", "Seymour": {"gone": True}}, acting="Meade")
    assert why(fallen, "move Seymour 98") == "10.4.11" and why(fallen, "move Hardin 98") == "8.E1"


def refused(position: Any, text: str, side: str = "union") -> tuple[str, str]:
    found = asking.why(GAME, position, side, text)
    assert not found["possible"]
    return found["rule"], found["says"]


@pytest.mark.rule("secession-1862", "11.2.2")
@pytest.mark.parametrize(
    ("turn", "scenario", "extra", "says"),
    [
        (2, "30-august", {}, "from turn 3"),
        (5, "30-august", {"counter_attack": 4}, "declared on turn 4"),
        (10, "30-august", {}, "No turn follows"),
        (5, "29-august", {}, "no counter-attack on"),
    ],
)
def test_a_counter_attack_out_of_its_time_is_refused_by_its_rule(
    turn: int, scenario: str, extra: dict[str, Any], says: str
) -> None:
    position = scene(
        {"Meade": "99"}, side="confederate", phase="administration", turn=turn, scenario=scenario, **extra
    )
    rule, words = refused(position, "counter-attack", "confederate")
    assert rule == "11.2.2" and says in words


@pytest.mark.rule("secession-1862", "9.6.1")
@pytest.mark.parametrize(
    ("there", "says"),
    [
        ({"Nagle": "101"}, "Nagle of another corps"),
        ({"Seymour": "101", "Hardin": "101"}, "2 brigades are in zone 101 already"),
    ],
)
def test_who_may_not_stack_is_told_with_whom(there: dict[str, str], says: str) -> None:
    position = scene({"McDowell": "100", "Meade": "100", **there}, acting="Meade")
    rule, words = refused(position, "move Meade 101")
    assert rule == "9.6.1" and says in words


@pytest.mark.rule("secession-1862", "6.3.1")
def test_an_army_commander_who_is_activated_takes_no_test() -> None:
    pieces = {"McDowell": "100", "Pope": {"at": "109", "activated": True}, "Meade": "100"}
    position = scene(pieces, phase="commanders", commander="McDowell")
    rule, words = refused(position, "test Pope")
    assert rule == "6.3.1" and "activated" in words
    rule, words = refused(position, "test McDowell")
    assert rule == "6.3.1" and "army commander" in words
