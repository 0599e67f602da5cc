"""5, 8 and 9. Game turn, continuation and administration."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.rules.sequence import continuation_modifiers
from tests.cases.bull_run_1861.scene import GAME, fatigue, has, kinds, play, roll, scene

TWO = {"Keyes": "Z72", "Evans": "Z37"}


@pytest.mark.rule(GAME, "5.1")
def test_seven_turns_of_75_minutes_from_eight_o_clock():
    rules = scene(TWO).rules
    assert rules.turns == 7
    assert rules.hours[1:8] == ["8:00", "9:15", "10:30", "11:45", "13:00", "14:15", "15:30"]


@pytest.mark.rule(GAME, "5.1", "7.5")
def test_a_turn_goes_through_its_phases_in_order():
    position = scene(TWO, phase="initiative", turn=3)
    seen = []
    while position.state.turn == 3:
        decision = position.decision()
        assert decision is not None
        turn, side, phase = THE_GAME.phase(position)
        if turn == "3" and (not seen or seen[-1] != (side, phase)) and phase != "initiative":
            seen.append((side, phase))
        if decision.owner == CHANCE:
            # The North wins the initiative; there is no fourth movement phase.
            position.apply(("roll", "1" if decision.facts.get("side") == "confederate" else "6"))
        else:
            position.apply(decision.options[-1] if ("done",) in decision.options else decision.options[0])
    once = [
        ("union", "movement"),
        ("union", "headquarters"),
        ("confederate", "movement"),
        ("confederate", "headquarters"),
    ]
    assert seen[:12] == once * 3
    assert [phase for _, phase in seen[12:]] == ["continuation"]
    assert position.state.movement_phase in (0, 3)


def after_third(turn=3, **table):
    """The continuation die after three movement phases."""
    return scene(TWO, phase="continuation", movement_phase=3, turn=turn, **table)


def goes_on(position, pip):
    roll(position, pip)
    position.decision()
    return [event.facts["goes_on"] for event in position.log if event.kind == "continuation"][-1]


@pytest.mark.rule(GAME, "8.1")
@pytest.mark.parametrize(("pip", "fourth"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_fourth_movement_phase_on_one_to_four(pip, fourth):
    position = after_third()
    assert goes_on(position, pip) is fourth
    assert position.state.movement_phase == (4 if fourth else position.state.movement_phase)


@pytest.mark.rule(GAME, "8.1")
@pytest.mark.parametrize(("pip", "fifth"), [(1, True), (2, True), (3, False)])
def test_a_fifth_on_one_or_two(pip, fifth):
    assert goes_on(scene(TWO, phase="continuation", movement_phase=4), pip) is fifth


@pytest.mark.rule(GAME, "8.1", "5.1")
def test_the_fifth_is_the_last():
    position = scene(TWO, phase="continuation", movement_phase=5)
    position.decision()
    assert "continuation" not in kinds(position)


@pytest.mark.rule(GAME, "8.2")
@pytest.mark.parametrize(
    ("turn", "offensive", "modifier"),
    [(1, "", 2), (2, "", 0), (5, "", 0), (6, "", 2), (7, "", 2), (3, "union", -1), (7, "confederate", 1)],
)
def test_continuation_modifiers_add_up(turn, offensive, modifier):
    table = {"offensive": offensive} if offensive else {}
    assert sum(value for _, value, _ in continuation_modifiers(after_third(turn, **table))) == modifier


@pytest.mark.rule(GAME, "8.2")
def test_the_modifiers_count():
    assert goes_on(after_third(7), 2) is True
    assert goes_on(after_third(7), 3) is False
    assert goes_on(after_third(3, offensive="union"), 5) is True


@pytest.mark.rule(GAME, "9.2")
def test_fatigue_recovers_one_level_and_headquarters_are_turned_up():
    position = scene(
        {
            "Keyes": {"at": "Z72", "fatigue": 2},
            "Howard": {"at": "Z70", "fatigue": 1},
            "Evans": "Z37",
            "McDowell": {"at": "Z71", "activated": True},
        },
        phase="administration",
    )
    assert has(position, "turned", "McDowell")
    position.decision()
    assert position.state.turn == 4
    assert (fatigue(position, "Keyes"), fatigue(position, "Howard"), fatigue(position, "Evans")) == (1, 0, 0)
    assert not has(position, "turned", "McDowell")


@pytest.mark.rule(GAME, "9.2", "6.5")
def test_operational_fatigue_two_becomes_one_in_the_same_phase():
    position = scene({"Keyes": {"at": "Z72", "operational": True}, "Evans": "Z37"}, phase="administration")
    play(position, "operate Keyes", "move Keyes Z70", "done Keyes")
    assert fatigue(position, "Keyes") == 2
    play(position, "face Keyes Z71")
    position.decision()
    assert fatigue(position, "Keyes") == 1
