"""The loop: frames, forced steps, and copies that go their own way."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from tests.toys.ford import GAME


def fresh(**options):
    position = GAME.start("ford", options)
    position.log = []
    return position


def play(position, *texts):
    for text in texts:
        action = tuple(text.split())
        assert action in position.decision().options, text
        position.apply(action)


def test_the_loop_runs_to_the_first_decision():
    position = fresh()
    decision = position.decision()
    assert decision.owner == "blue" and decision.rule == "2.1" and decision.facts == {"round": 1}
    assert decision is position.decision(), "asked once, kept until it is answered"
    assert [event.kind for event in position.log] == ["round"]
    assert "blue" in repr(decision) and "4 options" in repr(decision)


def test_a_single_option_is_taken_by_itself():
    position = fresh()
    play(position, "send B-1")
    assert position.decision().owner == "red", "in the first round 'ready' is the only answer"


def test_frames_are_left_where_they_were_called_from():
    position = fresh()
    position.decision()
    assert position.state.frames == [("round",), ("fight",), ("march", 1), ("march", 0)]
    play(position, "send B-1", "send R-4")
    assert position.decision().owner == CHANCE
    assert position.state.frames == [("round",), ("fight", 0, 7)]


def test_chance_counts_its_draws():
    position = fresh()
    play(position, "send B-1", "send R-4", "roll 3", "roll 1")
    assert position.state.draws == 2


def test_a_copy_goes_its_own_way_and_asks_the_same():
    position = fresh()
    play(position, "send B-1")
    position.decision()
    before = position.state.to_json()
    copy = position.copy()
    assert copy.log is None and copy.decision().options == position.decision().options
    play(copy, "send R-4", "roll 1", "roll 1")
    assert position.state.to_json() == before
    play(position, "send R-4", "roll 1", "roll 1")
    assert position.state == copy.state


def test_the_end_clears_the_stack_and_names_winner_rule_and_reason():
    position = fresh(rounds="1")
    play(position, "send B-1", "send R-4", "roll 1", "roll 1")
    assert position.is_over and position.decision() is None
    assert position.state.outcome == ("red", "4", "blue lost 1, red lost 0")
    assert position.log[-1].kind == "game_over"
    with pytest.raises(AssertionError, match="over"):
        position.apply(("stay",))


def test_events_remember_what_each_side_could_not_know_then():
    position = fresh()
    play(position, "send B-1", "send R-4")
    position.decision()
    sent = [event for event in position.log if event.kind == "sent"]
    assert sent[0].concealed == (0b11110000, 0b00001111)
    turned = [event for event in position.log if event.kind == "turned_up"]
    assert all(event.reveals for event in turned)
    assert turned[1].concealed == (0b01110000, 0b00001110)
