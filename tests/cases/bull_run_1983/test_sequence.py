"""2. Sequence of play."""

from __future__ import annotations

import pytest

from bullrun.engine.view import see_position
from bullrun.engine.why_not import why_not
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from tests.cases.bull_run_1983.scene import options, play, rules, scene

GAME = "bull-run-1983"

BOTH = {"USA-L-0-McDowell": "E5", "CSA-L-JA-Jackson": "CCC20"}


def phases(position):
    return [
        (event.facts.get("phase") or event.facts["side"])
        for event in position.log
        if event.kind in ("phase", "player_turn")
    ]


@pytest.mark.rule(GAME, "2.1")
def test_the_game_runs_from_nine_to_eight_in_half_hours():
    track = rules().track
    assert track[0] == "9:00 AM" and track[-1] == "8:00 PM" and len(track) == 23
    assert track[:3] == ["9:00 AM", "9:30 AM", "10:00 AM"] and track[6] == "NOON"


@pytest.mark.rule(GAME, "2.2", "2.3", "2.4")
def test_the_union_turn_and_then_the_confederate_turn_each_with_five_phases():
    position = scene(BOTH, phase="panic", turn="9:00 AM")
    play(position, "end-movement")
    assert position.decision().owner == "confederate"
    play(position, "end-movement")
    assert position.decision().owner == "union"
    five = ["command", "movement", "combat", "rally"]
    assert phases(position) == [*five, "confederate", "panic", *five, "union", "panic", "command", "movement"]


@pytest.mark.rule(GAME, "2.3")
def test_a_phase_that_is_over_does_not_come_back():
    position = scene(BOTH, phase="movement")
    assert any(option.startswith("move") for option in options(position))
    play(position, "end-movement")
    assert position.decision().owner == "confederate"
    refusal = why_not(BULL_RUN.play.guide, position, "union", ("move", "USA-L-0-McDowell", "E6"))
    assert refusal is not None and refusal.rule == "2.2"


@pytest.mark.rule(GAME, "2.5")
def test_the_clock_moves_on_after_the_confederate_turn():
    position = scene(BOTH, phase="rally", side="union", turn="1:00 PM")
    position.decision()
    assert position.rules.track[position.state.turn] == "1:00 PM"
    position = scene(BOTH, phase="rally", side="confederate", turn="1:00 PM")
    position.decision()
    assert position.rules.track[position.state.turn] == "1:30 PM" and position.state.side == 0


@pytest.mark.rule(GAME, "2.5")
def test_what_was_done_is_forgotten_with_the_turn():
    position = scene(
        BOTH | {"USA-I-K-1Conn": {"at": "E6", "moved": True, "fought": True, "spent": 6}},
        phase="rally",
        turn="1:00 PM",
    )
    position.decision()
    state = position.state
    assert state.moved == state.fought == state.halted == 0 and not any(state.spent)


@pytest.mark.rule(GAME, "2.6")
def test_face_up_pieces_may_be_examined_by_both_sides():
    position = scene(BOTH, phase="movement")
    for viewer in ("union", "confederate", "spectator"):
        seen = see_position(BULL_RUN, position, viewer)["pieces"]
        assert {"USA-L-0-McDowell", "CSA-L-JA-Jackson"} <= set(seen)
