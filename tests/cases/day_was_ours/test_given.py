"""Positions given by hand: what is impossible is refused by name."""

from __future__ import annotations

import pytest

from bullrun.board.places import UnknownPlace
from bullrun.engine.given import ImpossiblePosition
from bullrun.errors import BullrunError, UnknownItem
from bullrun.games.day_was_ours.game import GAME as game
from bullrun.games.day_was_ours.rules.state import ATTACK, DayState
from tests.cases.day_was_ours.scene import given, unit


def test_a_step_of_an_activation():
    position = given(
        "2 RI 2015", "71 NY 2014 fired", side="union", phase="movement", brigade="Burnside", order="attack"
    )
    state = position.state
    assert (state.order, state.acting) == (ATTACK, 0)
    assert state.active >> unit("2 RI") & 1
    assert state.fired == 1 << unit("71 NY")
    assert game.phase(position) == ("2:30 PM", "union", "chit draw")


def test_a_given_position_travels_as_json():
    position = given("2 RI 2015 worn hits=1", "8 NY in reorganize", chaos="2015", lull="11:00 AM")
    assert DayState.from_json(position.state.to_json()) == position.state


@pytest.mark.parametrize(
    ("units", "more", "error", "says"),
    [
        (["2 RI 2015", "8 GA 2015"], {}, ImpossiblePosition, "of the other side is in 2015 [10.2]"),
        (["14 NY 1914", "Martin 1914"], {}, ImpossiblePosition, "1914: more than 10 strength points [3.1]"),
        (["Arnold 3316"], {}, ImpossiblePosition, "may not stand in woods off the road [3.1a]"),
        (["4 SC b 3721 worn"], {}, ImpossiblePosition, "no Battleworn side [2.1d]"),
        (["2 RI 1914 dismounted"], {}, ImpossiblePosition, "only cavalry dismounts [10.9]"),
        (["2 RI 1914 hits=3"], {}, ImpossiblePosition, "hits: expected a number from 0 to 2"),
        (["Griffin in broken-2"], {}, ImpossiblePosition, "never come there [12.8]"),
        (["1 OH in due"], {}, ImpossiblePosition, "no reinforcement of this scenario"),
        (["2 RI in cup"], {}, ImpossiblePosition, "box must be one of due"),
        (["2 RI 9914"], {}, UnknownPlace, "'9914' is not a place"),
        (["2 RI 1914", "2 RI 1915"], {}, ImpossiblePosition, "USA-2-RI is listed twice"),
        (["USA-event-Rally in held-confederate"], {}, ImpossiblePosition, "box must be one of mix-union"),
        ([], {"turn": "7:00 AM"}, ImpossiblePosition, "turn: '7:00 AM' is neither"),
        ([], {"phase": "noon"}, ImpossiblePosition, "phase: 'noon' is none of"),
        ([], {"phase": "fire"}, ImpossiblePosition, "an activation needs a brigade or units"),
        ([], {"phase": "fire", "brigade": "Bee"}, ImpossiblePosition, "union has no brigade 'Bee'"),
        ([], {"chaos": "1914"}, ImpossiblePosition, "nobody stands in 1914"),
        ([], {"control": {"1816": "union"}}, ImpossiblePosition, "1816 is no objective"),
        ([], {"weather": "fine"}, UnknownItem, "'weather': unknown key"),
    ],
)  # fmt: skip
def test_what_is_impossible_is_named(units, more, error, says):
    assert issubclass(error, BullrunError)
    with pytest.raises(error) as found:
        given(*units, **more)
    assert says in str(found.value)
