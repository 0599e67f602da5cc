"""Positions given by hand, as the umpire reads them."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun import umpire
from bullrun.errors import BullrunError
from tests.cases import asking
from tests.cases.secession_1862.scene import GAME, scene


def test_the_umpire_reads_a_question() -> None:
    question = {
        "game": "secession-1862",
        "scenario": "30-august",
        "turn": "11:00",
        "side": "union",
        "phase": "action",
        "acting": "Milroy",
        "pieces": [{"id": "Milroy", "at": "98"}, {"id": "Trimble", "at": "115", "facing": "98", "losses": 1}],
        "ask": [
            {"moves": "Milroy"},
            {"why": "move Milroy 115"},
            {"combat": {"attackers": ["Milroy"], "defenders": ["Trimble"]}},
            {"legal": True},
        ],
    }
    moves, refused, odds, legal = (
        next(iter(answer.values())) for answer in umpire.answer(question)["answers"]
    )
    assert {row["place"] for row in moves} >= {"99", "97", "116"}
    assert [row["loss"]["rule"] for row in moves if "loss" in row] == ["9.4.5", "9.4.5"]
    assert refused["rule"] == "9.6.3"
    assert odds["total"]["attack"] == 1 and odds["zone"] == "115"
    assert "attack Milroy 115" in legal["actions"]


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ({"Nobody": "98"}, "Nobody"),
        ({"Milroy": "999"}, "999"),
        ({"Milroy": {"at": "98", "facing": "77"}}, "98"),
        ({"Milroy": "98", "Field": "98"}, "98"),
        ({"Milroy": "98", "Meade": "98", "Seymour": "98"}, "98"),
        ({"Meade": "98", "Robinson": "98"}, "98"),
        ({"Milroy": {"at": "98", "losses": 6}}, "losses"),
        ({"Milroy": {"at": "98", "target": "99"}}, "99"),
        ({"Milroy": {"at": "98", "dismounted": True}}, "Milroy"),
        ({"Art_Union": {"at": "98", "fatigue": 1}}, "Art_Union"),
    ],
)
def test_impossible_positions_are_refused_by_name(pieces: dict[str, Any], words: str) -> None:
    with pytest.raises(BullrunError, match=words):
        scene(pieces)


def refused(position: Any, text: str, side: str = "union") -> tuple[str, str]:
    found = asking.why(GAME, position, side, text)
    assert not found["possible"]
    return found["rule"], found["says"]
