"""Questions to the umpire with a wrong value anywhere: always an answer or one clear error, never a crash."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from bullrun.errors import BullrunError
from bullrun.umpire import answer, answer_text

LONG = "9" * 5000
ODD: list[Any] = [
    None, True, False, 0, -1, 3, 2**70, 10**4000, 1.5, float("inf"), float("nan"), "", "x", "12", "٣", "²",
    LONG, "\ud800", "\x00", [], [None], [[]], [{}], ["x", "x"], {}, {"x": []}, {"union": 3},
]  # fmt: skip

QUESTIONS: list[dict[str, Any]] = [
    {
        "game": "bull-run-1983",
        "scenario": "july-21",
        "options": {"fog-of-war": "on"},
        "turn": "9:00 AM",
        "side": "union",
        "phase": "movement",
        "pieces": [
            {"id": "USA-L-0-McDowell", "at": "QQ9", "active": True},
            {"id": "USA-I-D-32NY", "at": "QQ9", "active": True, "moved": False, "spent": 0, "fought": False},
            {"id": "USA-A-D-G2US", "at": "QQ9", "face": "battle", "frozen": False, "struck": False},
            {
                "id": "USA-BG-SC-Schenck",
                "at": "CC9",
                "components": ["USA-I-SC-1Ohio", "USA-I-SC-2Ohio"],
            },
            {"id": "USA-I-W-4Mich", "box": "rally box"},
            {"id": "CSA-I-0-Hampton", "at": "EE34", "frozen": True},
        ],
        "abatis": ["Z9", "AA10"],
        "trestle": False,
        "ask": [
            {"moves": "USA-I-D-32NY"},
            {"why": "move USA-I-D-32NY QQ16"},
            {"sight": ["QQ9", "QQ16"]},
            {"combat": {"attackers": ["USA-I-D-32NY"], "defenders": ["CSA-I-0-Hampton"]}},
            {"legal": True},
            {"threats": "union"},
            {"overlay": {"name": "sight", "side": "union", "at": "QQ9"}},
            {"ground": "QQ9"},
        ],
    },
    {
        "game": "bull-run-1861",
        "options": {},
        "turn": "3",
        "side": "union",
        "phase": "movement",
        "pieces": [
            {"id": "Keyes", "at": "Z37", "facing": "Z29", "line": "front", "losses": 0, "fatigue": 1},
            {"id": "Bee", "at": "Z29", "acted": False, "operational": False, "attack": False},
            {"id": "Hampton", "at": "Z29", "with": "Bee"},
            {"id": "McDowell", "at": "Z47", "activated": False},
        ],
        "movement_phase": 1,
        "initiative": "union",
        "offensive": "union",
        "offensives_used": ["union"],
        "control": {},
        "farm_ford_known": False,
        "attacked": ["Z37"],
        "activations": 2,
        "acting": "Keyes",
        "points": 2,
        "ask": [
            {"moves": "Keyes"},
            {"why": "move Keyes Z47"},
            {"combat": {"attackers": ["Keyes"], "defenders": ["Bee"]}},
            {"legal": True},
            {"threats": "confederate"},
            {"overlay": {"name": "control"}},
            {"ground": "Z37"},
        ],
    },
    {
        "game": "secession-1862",
        "scenario": "30-august",
        "turn": 5,
        "side": "union",
        "phase": "action",
        "pieces": [
            {"id": "Meade", "at": "77", "losses": 0, "fatigue": 0, "routed": False, "acted": False},
            {"id": "Field", "at": "96", "facing": "97", "gone": False},
            {"id": "Pope", "at": "77", "activated": False},
        ],
        "day": 1,
        "action_phase": 1,
        "initiative": "union",
        "acting": "Meade",
        "points": 1,
        "taken": [],
        "arrivals": [],
        "counter_attack": 0,
        "tactics": {"union": "assault"},
        "jones": False,
        "ask": [
            {"moves": "Meade"},
            {"why": "move Meade 78"},
            {"combat": {"attackers": ["Meade"], "defenders": ["Field"]}},
            {"legal": True},
            {"threats": "union"},
            {"overlay": {"name": "command"}},
            {"ground": "77"},
        ],
    },
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside, and to itself."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*path, key))


def with_odd(question: dict[str, Any], path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    changed = copy.deepcopy(question)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = odd
    return changed


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["game"] for question in QUESTIONS])
def test_a_wrong_value_anywhere_is_refused_in_words(question: dict[str, Any]) -> None:
    answer(question)
    for path in places(question):
        for odd in ODD:
            try:
                answer(with_odd(question, path, odd))
            except BullrunError as error:
                assert 0 < len(str(error)) < 1000, (path, odd)
                assert str(error).isprintable(), (path, odd)


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["game"] for question in QUESTIONS])
def test_a_number_too_long_to_read_is_refused(question: dict[str, Any]) -> None:
    text = json.dumps({**question, "turn": 17}).replace("17", LONG)
    with pytest.raises(BullrunError, match="number"):
        answer_text(text)


@pytest.mark.parametrize("depth", [100, 800, 900, 950, 980, 2000, 100_000])
def test_a_question_nested_too_deeply_is_refused(depth: int) -> None:
    with pytest.raises(BullrunError, match=r"nested too deeply|expected"):
        answer_text("[" * depth + "]" * depth)


def test_the_umpire_answers_under_an_owners_charts():
    def combat(charts: dict[str, Any]) -> dict[str, Any]:
        asked = {
            "game": "bull-run-1983", "turn": 7, "side": "union", "phase": "combat", "charts": charts,
            "pieces": [{"id": "USA-I-S-69NYM", "at": "U20"}, {"id": "CSA-I-EV-4SC", "at": "U21"}],
            "ask": [{"combat": {"attackers": ["USA-I-S-69NYM"], "defenders": ["CSA-I-EV-4SC"]}}],
        }  # fmt: skip
        found: dict[str, Any] = answer(asked)["answers"][0]["combat"]
        return found

    plain = combat({})
    strong = combat({"counters.USA-I-S-69NYM.attack": 9})
    assert strong["attack"] == "9" != plain["attack"] and strong["column"] != plain["column"]

    rows = {f"tables.combat.{pip}": ["EX"] * 11 for pip in range(1, 7)}
    assert combat(rows)["results"] == {"EX": "1"}
    for charts, says in (
        ({"tables.combat.1": ["EX"]}, "chart tables.combat.1: expected a list of 11 entries"),
        ({"counters.Nobody.attack": 1}, "chart counters.Nobody.attack: there is no such counter"),
        ([], "charts: expected"),
    ):
        with pytest.raises(BullrunError) as refused:
            combat(charts)
        assert says in str(refused.value)
