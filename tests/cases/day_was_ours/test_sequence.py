"""4. Sequence of play."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import activation, sequence
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.state import ASIDE, MANEUVER, MIX_UNION, NOWHERE
from bullrun.games.sides import CONFEDERATE
from tests.cases.day_was_ours.scene import given, told, unit

GAME = "day-was-ours"


@pytest.mark.rule(GAME, "16.3.schedule")
def test_new_chits_join_the_mix_and_a_leader_comes_beside_the_cup():
    for turn, chit, box in (
        ("11:00 AM", "USA-event-Superior-Artillery-1", MIX_UNION),
        ("11:30 AM", "USA-chit-Heintzelman", ASIDE),
    ):
        position = given(turn=turn)
        number = load_roster().number[chit]
        assert position.state.at[number] == NOWHERE
        sequence.add_new_chits(position)
        assert position.state.at[number] == box
        assert told(position, "new_chit") == [{"piece": chit}]


@pytest.mark.rule(GAME, "16.1.cup")
def test_case_220_no_chits_join_in_the_morning():
    position = given(scenario="matthews-hill", turn="11:30 AM")
    sequence.add_new_chits(position)
    assert not told(position, "new_chit")


@pytest.mark.rule(GAME, "4")
def test_the_phases_come_in_their_order():
    position = given(turn="9:30 AM")
    position.state.frames = [("turn", 0)]
    called = []
    for _ in range(5):
        sequence.ask_turn(position, position.state.frames[-1])
        called.append(position.state.frames.pop()[0])
    assert called == ["lull", "command decision", "artillery", "chit draw", "end turn"]
    sequence.ask_turn(position, position.state.frames[-1])
    assert position.rules.track[position.state.turn] == "10:00 AM"
    assert position.state.frames == [("turn", 0)]


@pytest.mark.rule(GAME, "16.3.1", "16.1.turns")
def test_case_223_the_last_turn_ends_the_game():
    for scenario, turn in (("matthews-hill", "11:30 AM"), ("whole-battle", "5:00 PM")):
        position = given(scenario=scenario, turn=turn)
        position.state.frames = [("turn", sequence.LAST)]
        sequence.ask_turn(position, position.state.frames[-1])
        assert position.state.outcome is not None


@pytest.mark.rule(GAME, "16.3.12w")
def test_an_activation_remembers_who_began_it_on_the_wrong_side():
    position = given("4 SC a 1916", "1 LA Bn 2524", turn="11:00 AM", lull="11:00 AM")
    activation.begin(position, CONFEDERATE, MANEUVER, [unit("4 SC a"), unit("1 LA Bn")])
    assert position.state.wrong_side == 1 << unit("4 SC a")
    assert activation.may_act(position, unit("1 LA Bn"))
    position.state.driven |= 1 << unit("1 LA Bn")
    assert not activation.may_act(position, unit("1 LA Bn"))
    activation.end(position)
    assert not activation.may_act(position, unit("4 SC a"))
    assert position.state.wrong_side == 0
