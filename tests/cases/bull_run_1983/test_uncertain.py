"""O1 Uncertain arrival and activation times."""

from __future__ import annotations

from itertools import combinations

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1983.rules import reinforcements, uncertain
from bullrun.games.bull_run_1983.rules.state import CARD, DUE
from tests.cases.bull_run_1983.scene import at, options, play, roll, rules, scene

GAME = "bull-run-1983"


UNCERTAIN = {
    "CSA-L-JA-Jackson": "E5",
    "CSA-L-L-Longstreet": {"at": "E25", "frozen": True},
    "USA-I-D-16NY": "CCC20",
}


def rolling(turn, side="confederate", pieces=UNCERTAIN, battlefield=None):
    battlefield = battlefield or rules(uncertain_times="on")
    position = scene(pieces, side=side, phase="movement", turn=turn, battlefield=battlefield)
    for group in reinforcements.groups(position.rules):
        for piece in group.pieces:
            position.state.box[piece] = DUE
    position.state.box[position.rules.roster.number["USA-I-W-4Mich"]] = CARD
    return position


@pytest.mark.rule(GAME, "O1")
def test_rolls_begin_two_turns_before_the_hour():
    for turn, titles in (
        ("9:00 AM", []),
        ("9:30 AM", ["the unfreezing"]),
        ("10:00 AM", ["the unfreezing", "Smith's brigade and the 6th North Carolina"]),
    ):
        position = rolling(turn)
        assert [event.title for event in uncertain.due(position)] == titles, turn


@pytest.mark.rule(GAME, "O1")
def test_at_ten_a_two_unfreezes_and_a_one_brings_the_reinforcements():
    position = rolling("10:00 AM")
    play(position, "end-movement")
    decision = position.decision()
    assert decision.owner == CHANCE and decision.facts["needs"] == 2
    roll(position, 2)
    assert not position.state.frozen
    assert position.decision().facts["needs"] == 1
    roll(position, 2)
    assert at(position, "CSA-L-S-Smith") == "" and not position.state.events_done >> 2 & 1


@pytest.mark.rule(GAME, "O1", "13.41")
def test_a_rolled_arrival_by_rail_is_on_schedule():
    position = rolling("10:00 AM")
    play(position, "end-movement")
    roll(position, 6, 1)
    assert position.state.frozen
    assert at(position, "CSA-L-S-Smith") == "EE34"


@pytest.mark.rule(GAME, "O1")
def test_what_a_roll_sets_free_may_move_in_the_same_phase_and_nobody_else():
    position = rolling("9:30 AM", pieces=UNCERTAIN | {"CSA-I-K-2SC": {"at": "E30", "frozen": True}})
    play(position, "move CSA-L-JA-Jackson E6", "end-movement")
    roll(position, 1)
    offered = options(position)
    assert any(o.startswith("move CSA-L-L-Longstreet") for o in offered)
    assert any(o.startswith("move CSA-I-K-2SC") for o in offered), "with or without a leader"
    assert not any(o.startswith("move CSA-L-JA-Jackson") for o in offered)
    play(position, "end-movement")
    position.decision()
    assert position.rules.track[position.state.turn] == "10:00 AM", "no second roll this turn"


@pytest.mark.rule(GAME, "O1", "4.82")
def test_without_a_good_roll_half_past_ten_passes():
    position = scene(UNCERTAIN, phase="rally", turn="10:30 AM", battlefield=rules(uncertain_times="on"))
    position.decision()
    assert position.state.frozen
    assert uncertain.tries(position, uncertain.events(position.rules)[0]) == 3, (
        "the third try needs 3 or less"
    )


@pytest.mark.rule(GAME, "O1")
def test_the_union_rolls_for_its_own_reinforcements_and_others_come_on_time():
    pieces = {"USA-L-0-McDowell": "E5", "CSA-L-JA-Jackson": "E25"}
    position = rolling("3:30 PM", side="union", pieces=pieces)
    titles = [event.title for event in uncertain.due(position)]
    assert titles == ["Runyon's regiments"]
    play(position, "end-movement")
    roll(position, 2)
    offered = options(position)
    assert "enter USA-I-0-1NJM CCC2" in offered and "end-movement" not in offered
    early = rolling("3:00 PM", side="union", pieces=pieces)
    assert "enter USA-I-0-1NJM CCC2" not in options(early)
    group = next(g for g in reinforcements.groups(early.rules) if g.title == "4th Michigan")
    assert not group.uncertain


@pytest.mark.rule(GAME, "O1")
def test_without_the_option_nobody_rolls():
    position = scene(UNCERTAIN, side="confederate", phase="movement", turn="10:00 AM")
    assert not uncertain.rolls_due(position)


@pytest.mark.rule(GAME, "O1", "13.4")
def test_a_rolled_arrival_that_was_delayed_marches_even_at_its_printed_hour():
    """The roll of 10 AM brings Smith, but the 16 NY stands at A18. When he is gone at 11 AM, the hour printed
    on the card, the group has been delayed and comes by normal movement."""
    blocked = {"CSA-L-JA-Jackson": "E5", "USA-I-D-16NY": "B18"}
    position = rolling("10:00 AM", pieces=blocked)
    play(position, "end-movement")
    roll(position, 1)
    play(position, "end-movement")
    smith = position.rules.roster.number["CSA-L-S-Smith"]
    assert position.state.box[smith] == DUE
    at_eleven = rolling("11:00 AM", pieces={"CSA-L-JA-Jackson": "E5", "USA-I-D-16NY": "E30"})
    at_eleven.state.events_done = position.state.events_done
    offered = options(at_eleven)
    assert any(option.startswith("enter CSA-L-S-Smith") for option in offered), "by road, from A18"
    assert at(at_eleven, "CSA-L-S-Smith") == ""


@pytest.mark.rule(GAME, "O1")
def test_without_luck_the_roll_comes_back_every_turn_with_one_more_pip():
    for turn, needs in (("9:30 AM", 1), ("10:00 AM", 2), ("10:30 AM", 3), ("11:30 AM", 5), ("NOON", 6)):
        position = rolling(turn)
        play(position, "end-movement")
        assert position.decision().facts["needs"] == needs, turn


@pytest.mark.rule(GAME, "O1", "4.82")
def test_rolled_pieces_may_move_but_the_others_are_done():
    position = rolling("9:30 AM")
    assert any(option.startswith("move CSA-L-JA-Jackson") for option in options(position))
    play(position, "end-movement")
    roll(position, 1)
    offered = options(position)
    assert any(option.startswith("move CSA-L-L-Longstreet") for option in offered)
    assert not any(option.startswith("move CSA-L-JA-Jackson") for option in offered)
    assert not any(option.split()[0] in ("form", "change") for option in offered)


@pytest.mark.rule(GAME, "O1", "8.41", "9.12")
def test_what_a_roll_sets_free_may_form_break_and_change_first_and_nobody_else():
    down = {"frozen": True}
    free = {f"CSA-{p}": "E5" for p in ("L-EV-Evans", "I-EV-LaSp", "I-EV-4SC", "A-EV-Davidson")}
    kershaw = ("L-K-Kershaw", "I-K-2SC", "I-K-8SC", "A-K-Kemper")
    frozen = {f"CSA-{p}": {"at": "E20", **down} for p in kershaw}
    position = rolling(
        "10:00 AM",
        pieces={**free, **frozen, "CSA-BG-H-Holmes": {"at": "E30", **down}, "USA-I-D-16NY": "CCC20"},
    )
    verbs = ("form", "change", "break")
    before = [option for option in options(position) if option.split()[0] in verbs]
    assert len(before) == 5
    play(position, "end-movement")
    roll(position, 1, 6)
    after = [option for option in options(position) if option.split()[0] in verbs]
    assert after == [
        "form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC",
        "break CSA-BG-H-Holmes",
        "change CSA-A-K-Kemper",
    ], "Evans and his guns had their time"
    play(position, "form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC", "break CSA-BG-H-Holmes")
    moving = {option.split()[1] for option in options(position) if option.startswith("move")}
    assert {"CSA-BG-K-Kershaw", "CSA-L-H-Holmes", "CSA-I-H-1Ark", "CSA-A-K-Kemper"} <= moving
    assert not any("-EV-" in piece for piece in moving)


@pytest.mark.rule(GAME, "O1", "8.22")
def test_a_unit_that_was_free_before_the_roll_is_in_no_brigade_formed_after_it():
    """Cocke's piece takes any two of the three, wherever they stand on the roster."""
    for free in (("18Va", "19Va"), ("28Va", "18Va"), ("28Va",), ()):
        units = {
            f"CSA-I-C-{unit}": {"at": "E20", "frozen": unit not in free} for unit in ("18Va", "19Va", "28Va")
        }
        cocke = {"CSA-L-C-Cocke": {"at": "E20", "frozen": True}, "CSA-L-JA-Jackson": "E5"}
        position = rolling("10:00 AM", pieces={**cocke, **units, "USA-I-D-16NY": "CCC20"})
        play(position, "end-movement")
        roll(position, 1, 6)
        formed = [set(option.split()[2:]) for option in options(position) if option.startswith("form")]
        late = [unit for unit in ("18Va", "19Va", "28Va") if unit not in free]
        pairs = [{f"CSA-I-C-{a}", f"CSA-I-C-{b}"} for a, b in combinations(late, 2)]
        assert formed == pairs, free


TRAIN = {"CSA-L-JA-Jackson": "E5", "CSA-I-0-Hampton": "SS34", "USA-I-D-16NY": "CCC20"}


@pytest.mark.rule(GAME, "O1", "12.3")
def test_a_rolled_arrival_by_rail_catches_a_lone_leader_on_its_way():
    position = rolling("10:00 AM", pieces={**TRAIN, "USA-L-0-Tyler": "L24"})
    play(position, "end-movement")
    roll(position, 1)
    assert at(position, "CSA-I-S-1Md") == "EE34"
    assert at(position, "USA-L-0-Tyler") == ""
