"""What the umpire, the page and the log say: for any position of random games, as plain JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bullrun import umpire
from bullrun.engine.decision import CHANCE
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError
from bullrun.games.secession_1862.table import counters as look
from tests.cases import asking
from tests.cases.secession_1862.scene import GAME, asked, scene, start, why


def plain(value: Any) -> None:
    """Fractions apart, everything must be JSON."""
    json.dumps(value, default=str)


@pytest.mark.parametrize("scenario", ["29-august", "30-august", "both-days"])
def test_every_hook_answers_in_any_position(scenario: str) -> None:
    position = start(scenario)
    random = Random(scenario)
    for count in range(900):
        decision = position.decision()
        if decision is None:
            break
        if count % 60 == 0:
            for side in GAME.sides:
                plain(GAME.table.threats(position, side))
                for wash in GAME.table.overlays:
                    plain(GAME.table.overlay(position, wash["id"], side, None))
            for place in random.sample(GAME.data.board("map").names[1:], 6):
                plain(GAME.table.ground(position, place))
            for hook in (GAME.table.score, GAME.phase):
                plain(hook(position))
            plain(GAME.table.display(position).to_json())
            for number, info in enumerate(GAME.data.pieces("pieces")):
                shown = GAME.table.describe(position, number)
                plain(shown)
                assert look.face(info, shown).cloth in ("blue", "grey")
                look.badges(shown)
                plain(asking.reach(GAME, position, info.id))
        for option in list(decision.options)[:40]:
            assert GAME.table.option(position, option).says
        for event in position.log or []:
            assert GAME.table.words(position.rules, event) and event.rule in GAME.ledger
            GAME.table.battle(event)
        (position.log or []).clear()
        if decision.owner != CHANCE:
            assert decision.rule in GAME.ledger, decision
        position.apply(decision.options[random.randrange(len(decision.options))])
    plain(GAME.table.tables(position.rules))


def test_the_turns_of_both_days_are_on_one_track() -> None:
    position = start("both-days")
    clock = GAME.table.display(position).clock
    assert len(clock.turns) == 11 + 9 and clock.turn == 0
    position.state.day, position.state.turn = 1, 2
    assert GAME.table.display(position).clock.turn == 11


def test_a_turn_of_entry_shows_no_phases_that_it_does_not_have() -> None:
    position = start("29-august")
    position.decision()
    assert [phase.id for phase in GAME.table.display(position).clock.phases] == ["set-up", "administration"]
    position.state.turn += 1
    assert len(GAME.table.display(position).clock.phases) == 8


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


def test_a_zone_says_when_its_escarpment_helps() -> None:
    for choice, words in (("climbed", "defender +1 if climbed"), ("zone", "defender +1")):
        position = scene({"Meade": "99"}, options={"escarpment": choice})
        facts = {row["says"]: row["value"] for row in GAME.table.ground(position, "96")}
        assert facts["Escarpment"] == words and facts["Embankment"] == "defender +1"


# --- refusals name the rule that really forbids, and the fact behind it ------------------------------


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
        ({"Seymour": "101", "Hardin": "101"}, "2 brigades already"),
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
