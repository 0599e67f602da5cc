"""Questions about a position: what each viewer hears, and what is no question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bullrun.answers import ANSWERS, Asker, answer
from bullrun.engine.decision import Fight
from bullrun.engine.view import REFEREE, SPECTATOR
from bullrun.errors import BullrunError
from tests.toys.ford import GAME, phase

EVERYBODY = ("blue", "red", SPECTATOR, REFEREE)


def toy():
    position = GAME.start("ford", {})
    position.decision()
    return position


def ask(question: dict[str, Any], viewer: str = "blue", side: str = "", game=GAME):
    return answer(Asker(game, toy(), viewer, side or viewer), question)


def with_table(**parts: Any):
    return replace(GAME, table=GAME.table._replace(**parts))


def faults(question: dict[str, Any], viewer: str = "blue", **more: Any) -> str:
    with pytest.raises(BullrunError) as fault:
        ask(question, viewer, **more)
    return str(fault.value)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({}, "ask: expected exactly one of why, legal, reach"),
        ({"why": "stay", "legal": True}, "ask: expected exactly one of"),
        ({"odds": 1}, "ask: expected exactly one of"),
        ({"why": 3}, "ask.why: expected an action as text"),
        ({"why": " "}, "expected a verb"),
        ({"legal": 1}, "ask.legal: expected true"),
        ({"reach": ["B-1"]}, "ask.reach: no piece called"),
        ({"sight": "camp"}, "ask.sight: expected two places"),
        ({"sight": ["camp", 3]}, "ask.sight: expected the name of a place"),
        ({"sight": ["camp", "sea"]}, "unknown place 'sea'"),
        ({"combat": ["B-1"]}, "ask.combat: expected attackers and defenders"),
        ({"combat": {"attackers": ["B-1"]}}, "ask.combat: expected attackers and defenders"),
        ({"combat": {"attackers": ["B-1"], "defenders": []}}, "ask.combat.defenders: expected 1 to 60"),
        ({"combat": {"attackers": ["B-1", "B-1"], "defenders": ["B-2"]}}, "ask.combat.attackers: a piece is"),
        ({"combat": {"attackers": ["B-1"], "defenders": ["B-2"], "with": 1}}, "'with': unknown key"),
        ({"combat": {"attackers": ["B-1"], "defenders": ["B-2"], "support": "B-3"}}, "combat.support: exp"),
        ({"combat": {"attackers": ["B-1"], "defenders": ["B-2"], "at": 3}}, "ask.combat.at: expected a word"),
        ({"threats": "green"}, "ask.threats: expected one of blue, red"),
        ({"ground": 3}, "ask.ground: expected the name of a place"),
    ],
)  # fmt: skip
def test_what_is_no_question_is_named(question, says):
    assert says in faults(question)


@pytest.mark.parametrize(
    ("question", "field", "part"),
    [
        ({"reach": "B-1"}, "reach", "reach"),
        ({"sight": ["camp", "ford"]}, "sight", "sight"),
        ({"combat": {"attackers": ["B-1"], "defenders": ["B-2"]}}, "combat", "combat"),
        ({"threats": "blue"}, "threats", "threats"),
        ({"overlay": {"name": "fire"}}, "overlay", "overlay"),
        ({"ground": "camp"}, "ground", "ground"),
    ],
)
def test_what_a_game_does_not_have_is_said(question, field, part):
    game = with_table(**{part: None})
    assert faults(question, game=game).startswith(f"ask.{field}: this game has no ")


@pytest.mark.parametrize("place", ["attackers", "defenders"])
@pytest.mark.parametrize("viewer", ["blue", SPECTATOR])
def test_a_hidden_piece_and_none_at_all_get_the_same_answer(viewer, place):
    def fight(piece):
        return {"combat": {"attackers": ["B-1"], "defenders": ["B-1"], place: [piece]}}

    for question in (lambda piece: {"reach": piece}, fight):
        hidden, nobody = faults(question("R-2"), viewer), faults(question("R-9"), viewer)
        if viewer == "blue":
            assert "no piece called 'R-2' is known to you" in hidden
        assert hidden.replace("R-2", "R-9") == nobody
    assert ask({"reach": "R-2"}, "red") and ask({"reach": "R-2"}, REFEREE)


def test_a_side_reckons_with_what_it_knows():
    """Only its own moves come from the real position, as its options do."""
    seen = []

    def reach(position, piece):
        seen.append(list(position.state.sent_in))
        return []

    def combat(position, fight):
        seen.append((fight, list(position.state.place)))
        return {}

    game = with_table(reach=reach, combat=combat)
    position = toy()
    position.state.place[4] = position.state.sent_in[4] = 1  # R-1 stands face down at the ford
    position.state.face_down &= ~(1 << 5)  # R-2 lies open
    asker = Asker(game, position, "blue", "blue")
    answer(asker, {"reach": "B-1"})
    answer(asker, {"reach": "R-2"})
    assert seen[0][4] == 1 and seen[1][4] != 1
    answer(asker, {"combat": {"attackers": ["B-1", "B-2"], "defenders": ["R-2"]}})
    assert seen[2][0] == Fight(("B-1", "B-2"), ("R-2",)) and seen[2][1][4] != 1
    answer(asker._replace(viewer=REFEREE), {"combat": {"attackers": ["B-1"], "defenders": ["R-1"]}})
    assert seen[3][1][4] == 1


def test_what_comes_after_an_act_is_said_only_where_nothing_is_hidden():
    fight = {"attackers": ["B-1"], "defenders": ["B-2"]}
    later = {"combat": {**fight, "after": "send B-1"}}
    places = []
    game = with_table(combat=lambda position, *_: places.append(position.state.place[0]) or {})
    asker = Asker(game, toy(), REFEREE, "blue")
    before = asker.position.state.copy()
    answer(asker, {"combat": fight})
    answer(asker, later)
    assert places == [0, 1] and asker.position.state == before
    assert "is not said while something is hidden" in faults(later)
    for after in ("send R-1", "dance", 3):
        assert "after: " in faults({"combat": {**fight, "after": after}}, REFEREE, side="blue")
    assert "one of your options" in faults(later, REFEREE, side="red")


def test_only_the_owner_and_the_referee_are_told_the_options():
    for viewer in EVERYBODY:
        found = ask({"legal": True}, viewer)["legal"]
        assert found["owner"] == "blue"
        assert bool(found["actions"]) is (viewer in ("blue", REFEREE)) is bool(found["question"])


def test_only_a_side_can_act():
    for viewer in (SPECTATOR, REFEREE):
        found = ask({"why": "send B-1"}, viewer)["why"]
        assert found == {"possible": False, "rule": "", "says": "Only a side can act.", "facts": {}}


def test_people_with_real_dice_are_told_what_no_die_shows():
    position = toy()
    position.apply(("send", "B-1"))
    position.decision()
    position.apply(("send", "R-1"))
    assert position.decision().owner == "chance"
    asker = Asker(GAME, position, "blue", "chance")
    assert answer(asker, {"why": "roll 2"})["why"]["possible"]
    refused = answer(asker, {"why": "roll 9"})["why"]
    assert refused["rule"] == "3.2" and refused["says"] == "'roll 9' is not among the outcomes."
    assert (
        answer(asker._replace(side="blue"), {"why": "roll 2"})["why"]["says"]
        == "The die must be rolled first."
    )


def test_a_position_made_by_hand_is_answered_as_it_was_given():
    """Nobody is left in camp: blue can only stay, and the engine would go on without asking."""
    gone = [{"id": f"B-{n}", "at": "lost"} for n in (1, 2, 3, 4)]
    position = GAME.given("ford", {}, turn=2, side="blue", phase="march", pieces=gone)
    before, turn = position.state.copy(), phase(position)[0]
    asker = Asker(GAME, position, REFEREE, "blue")
    assert answer(asker, {"legal": True})["legal"]["actions"] == ["stay"]
    assert answer(asker, {"why": "stay"})["why"]["possible"]
    assert answer(asker, {"why": "send B-1"})["why"]["rule"] == "2.2"
    assert position.state == before and phase(position)[0] == turn, "asking changes nothing"


def test_every_question_is_answered_or_refused_for_every_viewer():
    for viewer in EVERYBODY:
        for kind in ANSWERS:
            for value in (None, True, 3, "", "camp", "blue", [], {}, {"name": 1}, ["camp", "ford"], "stay"):
                try:
                    assert list(ask({kind: value}, viewer)) == [kind]
                except BullrunError as fault:
                    assert str(fault)


def test_a_fight_is_asked_about_as_a_question_tells_of_it():
    """With every part of it, empty ones too; a part of the wrong shape never reaches a game."""
    seen = []
    game = with_table(combat=lambda position, fight: seen.append(fight) or {})
    whole = {"attackers": ["B-1", "B-2"], "defenders": ["B-4"], "support": ["B-3"], "kind": "fire"}
    ask({"combat": whole | {"at": "ford", "after": ""}}, game=game)
    ask({"combat": whole | {"support": [], "kind": ""}}, game=game)
    assert seen == [
        Fight(("B-1", "B-2"), ("B-4",), ("B-3",), "fire", "ford"),
        Fight(("B-1", "B-2"), ("B-4",)),
    ]
    for part, wrong in (("support", None), ("support", ["R-1"]), ("kind", 3), ("at", []), ("after", None)):
        assert f"ask.combat.{part}: " in faults({"combat": whole | {part: wrong}}, game=game)
