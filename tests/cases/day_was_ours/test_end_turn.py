"""14. End Turn Phase."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.hidden import set_key
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import at, given, options, play, told

GAME = "day-was-ours"


def ending(*units, turn="10:00 AM", **more):
    """The End Turn Phase and nothing after it."""
    position = given(*units, turn=turn, phase="end turn", **more)
    position.state.frames = [("end turn",)]
    return position


@pytest.mark.rule(GAME, "12.8", "13.3c")
def test_case_142_the_way_of_a_broken_unit():
    position = ending("8 NY in broken-2", "14 NY 1714")
    for box in ("broken-1", "reorganize"):
        position.state.frames = [("end turn",)]
        assert position.decision() is None
        assert at(position, "8 NY") == box
    position.state.frames = [("end turn",)]
    assert options(position)[0] == "roll 1", "the first die comes the turn after"
    assert [row["box"] for row in told(position, "track")] == ["broken-1", "reorganize"]


@pytest.mark.rule(GAME, "12.8", "13.3c")
def test_case_145_from_the_own_edge_to_reorganize_and_then_a_die():
    position = ending("14 NY in broken-1", "2 RI in broken-3", turn="2:00 PM")
    assert position.decision() is None
    assert (at(position, "14 NY"), at(position, "2 RI")) == ("reorganize", "broken-2")


@pytest.mark.rule(GAME, "14", "7.3.event.end", "7.3.chaos.end", "7.3.fog.discard")
def test_case_241_everything_goes_back_at_the_turn_s_end():
    position = ending(
        "2 RI 1914",
        "USA-event-Rally in held-union",
        "USA-event-Firefight in excluded-union",
        "USA-event-Blackberries in used-up",
        "CSA-event-Firefight in cup",
        "CSA-event-Rally in aside",
        "USA-chit-Tyler in cup",
        chaos="1914",
        drawer="union",
    )
    state = position.state
    marker = load_roster().marker["Burnside"]
    state.at[marker] = -11  # activated
    state.fortunes, state.drawn_rally, state.kept_rally = 1, 3, 2
    set_key(state, CONFEDERATE, load_roster().number["CSA-event-Firefight"])
    play(position)
    assert told(position, "scored"), "objectives come first"
    kinds = [event.kind for event in position.log]
    assert kinds.index("scored") < kinds.index("chaos_off") < kinds.index("chits_back")
    assert at(position, "wild-Fog-of-War") == "aside"
    assert at(position, "USA-event-Rally") == at(position, "USA-event-Firefight") == "mix-union"
    assert at(position, "CSA-event-Firefight") == at(position, "CSA-event-Rally") == "mix-confederate"
    assert at(position, "USA-event-Blackberries") == "used-up", "it has left the game"
    assert at(position, "USA-chit-Tyler") == "aside"
    assert at(position, load_roster().ids[marker]) == "ready"
    assert (state.dealt, state.fortunes, state.drawn_rally, state.kept_rally, state.drawer) == (
        0,
        0,
        0,
        0,
        -1,
    )
    assert (state.union_key, state.confederate_key) == (-1, -1)
    assert told(position, "chits_back") == [
        {"side": "union", "count": 4},
        {"side": "confederate", "count": 6},
    ]


@pytest.mark.rule(GAME, "7.3.event.end")
def test_case_172_a_chit_that_nobody_could_use_goes_back():
    position = ending("USA-event-Command-Confusion in held-union")
    assert position.decision() is None
    assert at(position, "USA-event-Command-Confusion") == "mix-union"


@pytest.mark.rule(GAME, "7.3.friends.used")
def test_firing_on_friends_is_kept_or_by_an_option_goes():
    position = play(ending("wild-Firing-on-Friends in held-union"))
    assert at(position, "wild-Firing-on-Friends") == "held-union"
    position = ending("wild-Firing-on-Friends in held-union", options={"firing-on-friends": "this-turn"})
    assert at(play(position), "wild-Firing-on-Friends") is None


@pytest.mark.rule(GAME, "7.W.end", "7.3.rally", "7.3.rally.rebuild")
def test_case_210_rally_is_asked_for_before_the_rebuild_dice():
    rally = "USA-event-Rally in held-union"
    position = ending("8 NY in reorganize", "14 NY 1714", rally)
    assert position.decision().owner == "union" and position.decision().about.window == "end"
    play(position, "play USA-event-Rally")
    assert position.state.kept_rally == 1 << UNION
    assert at(position, "USA-event-Rally") == "aside"
    assert ending("8 NY in broken-1", "14 NY 1714", rally).decision() is None, "nobody is in Reorganize"
    passed = play(ending("8 NY in reorganize", "14 NY 1714", rally), "pass")
    assert passed.state.kept_rally == 0


@pytest.mark.rule(GAME, "13.3", "7.3.rally.rebuild")
def test_case_143_a_kept_rally_lowers_the_die():
    units = ("8 NY in reorganize", "14 NY 1714", "USA-event-Rally in held-union")
    position = play(ending(*units), "pass", "2")
    assert told(position, "rebuild_roll")[0]["result"] != "rebuilt"
    assert at(position, "8 NY") == "reorganize"
    position = play(ending(*units), "play USA-event-Rally", "2")
    assert any(option.startswith("rebuild USA-8-NY") for option in options(position))


@pytest.mark.rule(GAME, "16.3.12e", "7.3.rally.rebuild")
def test_case_185_rally_helps_in_the_lull_and_not_after_it():
    units = ("8 NY in reorganize", "14 NY 1714", "USA-event-Rally in held-union")
    position = ending(*units, turn="11:30 AM", lull="11:00 AM")
    position.state.drawn_rally = 1 << UNION
    assert options(position)[0] == "roll 1", "nobody is asked"
    assert position.state.kept_rally == 1 << UNION
    for after in (
        ending(*units, turn="1:00 PM", lull="11:00 AM"),
        ending(*units, turn="2:00 PM", scenario="henry-house-hill"),
    ):
        assert options(after)[0] == "roll 1"
        assert after.state.kept_rally == 0


@pytest.mark.rule(GAME, "O.patterson")
def test_case_194_a_die_for_patterson():
    for die, points in (("3", 1), ("4", 0)):
        position = ending("2 RI 1914", turn="2:30 PM", lull="11:00 AM", options={"patterson": "on"})
        position.state.points = (0, 0)
        position.state.control = tuple(-1 for _ in position.state.control)
        play(position, die)
        assert position.state.points == (0, points)
        assert told(position, "patterson") == [{"die": int(die), "points": points}]
    there = ending("2 RI 1022", turn="2:30 PM", lull="11:00 AM", options={"patterson": "on"})
    assert there.decision() is None
    early = ending("2 RI 1914", turn="2:00 PM", lull="11:00 AM", options={"patterson": "on"})
    assert early.decision() is None, "only after 2:00"
    assert ending("2 RI 1914", turn="2:30 PM", lull="11:00 AM").decision() is None, "only by the option"
