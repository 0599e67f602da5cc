"""16.3.12 The lull."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import lull
from bullrun.games.day_was_ours.rules.state import DEFEND, MANEUVER, NEVER, REGROUP
from tests.cases.day_was_ours.scene import given, options, play, rules, told, unit

GAME = "day-was-ours"


def asked(turn, scenario="whole-battle", **more):
    """The start of a turn, without what follows it."""
    position = given(turn=turn, scenario=scenario, **more)
    position.state.frames = [("lull",)]
    position.decision()
    return position


def orders(position, brigade):
    return lull.orders_allowed(position, rules().roster.marker[brigade])


@pytest.mark.rule(GAME, "16.3.12", "16.3.12a")
def test_case_180_declared_from_eleven_on_and_by_itself_at_one():
    assert options(asked("10:30 AM")) == []
    assert options(asked("11:00 AM")) == ["declare", "fight_on"]
    assert options(asked("12:30 PM")) == ["declare", "fight_on"]
    forced = asked("1:00 PM")
    assert options(forced) == []
    assert lull.in_lull(forced)
    assert told(forced, "lull") == [{"turn": "1:00 PM"}]
    assert play(asked("11:30 AM"), "fight_on").state.lull == NEVER
    declared = play(asked("11:30 AM"), "declare")
    assert declared.rules.track[declared.state.lull] == "11:30 AM"


@pytest.mark.rule(GAME, "16.3.12a")
def test_it_lasts_three_turns():
    found = {
        turn: (lull.in_lull(position), lull.is_last_lull_turn(position), lull.is_after_lull(position))
        for turn in ("11:30 AM", "12:00 PM", "12:30 PM", "1:00 PM")
        for position in [given(turn=turn, lull="11:30 AM")]
    }
    assert found == {
        "11:30 AM": (True, False, False),
        "12:00 PM": (True, False, False),
        "12:30 PM": (True, True, False),
        "1:00 PM": (False, False, True),
    }
    assert told(asked("1:00 PM", lull="11:30 AM"), "lull_over")
    assert not told(asked("12:30 PM", lull="11:30 AM"), "lull_over")


@pytest.mark.rule(GAME, "16.3.12")
def test_the_other_scenarios_have_no_lull():
    assert options(asked("11:00 AM", "matthews-hill")) == []
    afternoon = asked("1:30 PM", "henry-house-hill")
    assert options(afternoon) == []
    assert lull.is_after_lull(afternoon)


@pytest.mark.rule(GAME, "16.3.12c", "16.3.12d")
def test_case_181_orders_in_the_lull():
    position = given("8 GA 2524", "2 RI 1914", turn="11:00 AM", lull="11:00 AM")
    assert orders(position, "Bartow") == (MANEUVER, REGROUP)
    assert orders(position, "Burnside") == (DEFEND, MANEUVER)
    assert len(orders(given("8 GA 2524", turn="11:00 AM"), "Bartow")) == 4


@pytest.mark.rule(GAME, "16.3.12w", "16.3.12c")
def test_case_182_a_brigade_on_the_wrong_side_maneuvers_and_does_not_fight():
    position = given(
        "4 SC a 1916", "1 LA Bn 2524", "2 RI 1915", "1 RI 2021", turn="11:00 AM", lull="11:00 AM"
    )
    assert orders(position, "Evans") == (MANEUVER,)
    fighting = [name for name in ("4 SC a", "1 LA Bn", "2 RI") if lull.may_fight(position, unit(name))]
    assert fighting == ["1 LA Bn", "2 RI"]


@pytest.mark.rule(GAME, "16.3.12w")
def test_with_an_option_nobody_fights_in_the_lull():
    chosen = {"lull-combat": "none"}
    position = given("2 RI 1915", turn="11:00 AM", lull="11:00 AM", options=chosen)
    assert not lull.may_fight(position, unit("2 RI"))
    assert lull.may_fight(given("2 RI 1915", turn="10:30 AM", options=chosen), unit("2 RI"))
