"""7.3 and 7.W: chits that are played in a fire or an assault."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.battlefield import Day
from tests.cases.day_was_ours.scene import at, given, options, play, told, unit

GAME = "day-was-ours"


def union_fire(*more: str, **options: str) -> Day:
    """Burnside's fire step, with chits in hands."""
    units = ("2 RI 2015", "71 NY 2115", "8 GA 2016", "7 GA 2017", *more)
    position = given(*units, phase="fire", brigade="Burnside", order="attack", options=options)
    position.state.frames = [("fire step",)]
    return position


@pytest.mark.rule(GAME, "7.W.fire")
@pytest.mark.rule(GAME, "7.3.friends.used")
@pytest.mark.rule(GAME, "7.3.friends.cancel")
def test_case_208_firing_on_friends_is_asked_before_the_dice_and_the_unit_has_fired() -> None:
    position = union_fire("wild-Firing-on-Friends in held-confederate")
    play(position, "fire 2016 USA-2-RI")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and decision.rule == "7.W.fire"
    assert told(position, "fire")[0]["column"] == "8-9", "the column is known"
    play(position, "play wild-Firing-on-Friends")
    assert told(position, "fire_result") == [] and told(position, "fire_cancelled")
    assert position.state.fired >> unit("2 RI") & 1
    assert at(position, "wild-Firing-on-Friends") is None, "used"
    play(position, "fire 2016 USA-71-NY", "11")
    assert told(position, "fire_result"), "it cancels one fire"


@pytest.mark.rule(GAME, "7.W.fire")
def test_who_lets_the_fire_go_on_keeps_firing_on_friends() -> None:
    position = union_fire("wild-Firing-on-Friends in held-confederate")
    play(position, "fire 2016 USA-2-RI", "pass", "11")
    assert told(position, "fire_result") and at(position, "wild-Firing-on-Friends") == "held-confederate"


@pytest.mark.rule(GAME, "7.W.fire")
def test_nobody_is_asked_who_does_not_hold_it() -> None:
    position = union_fire("wild-Firing-on-Friends in held-union")
    play(position, "fire 2016 USA-2-RI")
    decision = position.decision()
    assert decision is not None and decision.owner == "chance"
    hidden = union_fire(**{"held-chits": "hidden"})
    play(hidden, "fire 2016 USA-2-RI")
    decision = hidden.decision()
    assert decision is not None and decision.owner == "chance", "everybody knows who has it"


@pytest.mark.rule(GAME, "7.W.fired")
@pytest.mark.rule(GAME, "7.3.ammo")
def test_cases_171_and_235_low_ammo_after_the_fire_is_resolved() -> None:
    position = union_fire("CSA-event-Low-Ammo in held-confederate")
    play(position, "fire 2016 USA-2-RI USA-71-NY", "11")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and decision.rule == "7.W.fired"
    assert options(position) == [
        "pass",
        "play CSA-event-Low-Ammo USA-2-RI",
        "play CSA-event-Low-Ammo USA-71-NY",
    ]
    play(position, "play CSA-event-Low-Ammo USA-2-RI")
    assert position.state.low_ammo == 1 << unit("2 RI")
    assert at(position, "CSA-event-Low-Ammo") == "aside"


@pytest.mark.rule(GAME, "7.3.ammo")
def test_a_unit_has_one_low_ammo_marker_at_most() -> None:
    units = ("2 RI 2015 low_ammo", "8 GA 2016", "CSA-event-Low-Ammo in held-confederate")
    position = given(*units, phase="fire", brigade="Burnside", order="attack")
    position.state.frames = [("fire step",)]
    play(position, "fire 2016 USA-2-RI", "11")
    assert position.decision() is None, "nothing to lay it on, so nobody is asked"


@pytest.mark.rule(GAME, "7.3.chaos.events")
def test_case_157_an_enemy_event_may_be_laid_on_a_unit_under_chaos() -> None:
    units = ("2 RI 2015", "8 GA 2016", "CSA-event-Low-Ammo in held-confederate")
    position = given(*units, chaos="2015")
    position.state.frames = [
        ("fire", 3, "defensive fire", (unit("2 RI"),), position.state.at[unit("8 GA")], (), -1, False)
    ]
    play(position, "play CSA-event-Low-Ammo USA-2-RI")
    assert position.state.low_ammo >> unit("2 RI") & 1


@pytest.mark.rule(GAME, "7.W.fired")
def test_where_held_chits_are_hidden_the_question_tells_nothing() -> None:
    asked = []
    low_ammo, firefight = "CSA-event-Low-Ammo in", "CSA-event-Firefight in"
    for held, excluded in ((low_ammo, firefight), (firefight, low_ammo)):
        hands = f"{held} held-confederate", f"{excluded} excluded-confederate"
        position = union_fire(*hands, **{"held-chits": "hidden"})
        play(position, "fire 2016 USA-2-RI", "11")
        decision = position.decision()
        asked.append(decision is not None and decision.owner == "confederate")
    assert asked == [True, True]
    nothing = union_fire(**{"held-chits": "hidden"})
    play(nothing, "fire 2016 USA-2-RI", "11")
    decision = nothing.decision()
    assert decision is not None and decision.owner == "union", "a side without chits has nothing to hide"
