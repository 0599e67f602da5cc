"""The umpire answers for the position that was asked about."""

from __future__ import annotations

import pytest

from bullrun.umpire import answer

GAME = "bull-run-1983"


def ask(turn, phase, pieces, *questions):
    """The umpire's answers for a Union position."""
    entries = [{"id": piece, **facts} for piece, facts in pieces.items()]
    spec = {"game": GAME, "turn": turn, "side": "union", "phase": phase, "pieces": entries}
    return [next(iter(one.values())) for one in answer({**spec, "ask": list(questions)})["answers"]]


KEYES = {"USA-L-K-Keyes": {"at": "E5"}, "USA-I-K-1Conn": {"at": "E5"}, "USA-I-K-2Conn": {"box": "rally box"}}


@pytest.mark.rule(GAME, "14.4", "14.32")
def test_the_umpire_answers_for_the_turn_that_was_asked_and_not_for_a_later_one():
    """Where nobody has a choice the game plays on by itself: the next Rally phase would allow it."""
    rally = {"why": "rally USA-I-K-2Conn"}
    (noon,) = ask("NOON", "rally", KEYES, rally)
    assert noon["legal"]
    early, offered = ask("11:30 AM", "rally", KEYES, rally, {"legal": True})
    assert not early["legal"] and early["rule"] == "14.4"
    assert offered["owner"] is None and offered["actions"] == []
    moved = KEYES | {"USA-I-K-1Conn": {"at": "E5", "moved": True}}
    (told,) = ask("NOON", "rally", moved, rally)
    assert not told["legal"] and told["rule"] == "14.32"


@pytest.mark.rule(GAME, "3.3")
def test_the_umpire_does_not_call_a_game_over_because_nobody_has_a_choice_before_its_end():
    still = {"USA-I-K-1Conn": {"at": "E5"}}
    (offered,) = ask("3:00 PM", "rally", still, {"legal": True})
    assert offered["owner"] is None and "over" not in offered["question"]
    (last,) = ask("8:00 PM", "rally", still, {"legal": True})
    assert last["question"] == "the game is over"


@pytest.mark.rule(GAME, "5.1")
def test_the_umpire_does_not_end_the_phase_for_a_side_whose_pieces_are_all_inactive():
    """To end the phase is all it can do; the engine would do so by itself and ask the enemy."""
    inactive = {"USA-I-S-69NYM": {"at": "U20", "active": False}, "CSA-I-EV-4SC": {"at": "A1"}}
    told, offered = ask(7, "movement", inactive, {"why": "move USA-I-S-69NYM U21"}, {"legal": True})
    assert not told["legal"] and told["rule"] == "5.1"
    assert offered["owner"] == "union" and offered["actions"] == ["end-movement"]
