"""16.1.vp, 16.2.vp, 16.3.vp: points and winning."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import victory
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import given

GAME = "day-was-ours"


def after_turns(scenario, turns, *units, start=None, options=None, **more):
    """Points after turns with these controls, each a text such as "union 2021, confederate 2125"; the last
    control of a hex holds on."""
    points, controls = start, {}
    for turn, says in turns.items():
        for words in says.split(", ") if says else ():
            side, hexes = words.split(" ", 1)
            controls |= dict.fromkeys(hexes.split(), side)
        given_points = {} if points is None else {"points": {"union": points[0], "confederate": points[1]}}
        position = given(
            *units, scenario=scenario, turn=turn, control=controls, options=options, **given_points, **more
        )
        victory.score_objectives(position)
        points = position.state.points
    return position


LOST = {
    "union": ("14 NY", "27 NY", "8 NY", "71 NY"),
    "confederate": ("8 VA", "18 VA", "19 VA", "28 VA"),
}


def lost(union, confederate):
    names = (*LOST["union"][:union], *LOST["confederate"][:confederate])
    return [f"{name} in broken-2" for name in names]


@pytest.mark.rule(GAME, "16.1.vp", "16.1.win")
def test_case_189_the_morning():
    turns = {
        "9:00 AM": "confederate 2514 1914 2021",
        "9:30 AM": "",
        "10:00 AM": "union 1914",
        "10:30 AM": "union 2514",
        "11:00 AM": "",
        "11:30 AM": "union 2021",
    }
    for broken, points, winner in ((3, (13, 11), "union"), (2, (12, 11), "draw")):
        # two regiments of Cocke have been released: two points for the Union
        position = after_turns("matthews-hill", turns, *lost(1, broken), start=(2, 0))
        victory.finish(position)
        assert position.state.points == points
        assert position.state.outcome[:2] == (winner, "16.1.win")


@pytest.mark.rule(GAME, "16.2.vp", "16.2.win", "16.2.start")
def test_case_190_the_afternoon():
    track = ("1:30", "2:00", "2:30", "3:00", "3:30", "4:00", "4:30", "5:00")
    turns = {f"{t} PM": "" for t in track}
    turns |= {
        "1:30 PM": "confederate 2125 2623, union 2021",
        "3:00 PM": "union 2125 1022",
        "4:30 PM": "confederate 2125",
    }
    position = after_turns("henry-house-hill", turns, *lost(2, 4))
    victory.finish(position)
    assert position.state.points == (23, 24)
    assert position.state.outcome[0] == "draw"


@pytest.mark.rule(GAME, "16.3.vp", "16.3.win")
def test_case_191_nothing_is_scored_in_the_lull():
    before = after_turns(
        "whole-battle",
        {
            "9:00 AM": "confederate 2514 1914 2021",
            "9:30 AM": "",
            "10:00 AM": "union 1914",
            "10:30 AM": "",
            "11:00 AM": "union 2514",
        },
        start=(1, 0),
    )
    assert before.state.points == (1 + 4, 11)
    lull = {"11:30 AM": "", "12:00 PM": "", "12:30 PM": ""}
    during = after_turns("whole-battle", lull, start=before.state.points, lull="11:30 AM")
    assert during.state.points == (5, 11)
    track = ("1:00", "1:30", "2:00", "2:30", "3:00", "3:30", "4:00", "4:30", "5:00")
    turns = {f"{t} PM": "" for t in track} | {"1:00 PM": "confederate 2125 2623, union 2021"}
    after = after_turns("whole-battle", turns, *lost(4, 3), start=(5, 11), lull="11:30 AM")
    victory.finish(after)
    assert after.state.points == (17, 42)
    assert after.state.outcome[:2] == ("confederate", "16.3.win")


@pytest.mark.rule(GAME, "16.2.control", "16.2.start")
def test_case_219_nobody_has_moved_at_the_end_of_half_past_one():
    position = given(scenario="henry-house-hill", turn="1:30 PM")
    victory.score_objectives(position)
    assert position.state.points == (1, 7)


@pytest.mark.rule(GAME, "O.barnard", "O.march")
def test_case_222_points_before_the_lull_under_two_options():
    control = {"9:30 AM": "confederate 2514 2021, union 1914"}
    assert after_turns("whole-battle", control, options={"morning": "barnard"}).state.points == (2, 4)
    assert after_turns("whole-battle", control, options={"morning": "march"}).state.points == (1, 4)


@pytest.mark.rule(GAME, "10.12", "16.3.9")
def test_what_counts_as_a_loss():
    units = ("14 NY in reorganize", "27 NY in eliminated", "8 NY in left-map", "Griffin in due", "2 RI 1914")
    assert victory.losses(given(*units, turn="9:30 AM"), UNION) == 3
    assert victory.losses(given(*units, turn="9:30 AM", options={"left-map-scores": "no"}), UNION) == 2
    assert victory.losses(given("Rogers in removed", "Latham in eliminated"), CONFEDERATE) == 1
