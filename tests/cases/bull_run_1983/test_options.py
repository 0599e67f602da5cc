"""Optional rules 1 to 4."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.engine.decision import CHANCE
from bullrun.engine.view import see_position
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules import reinforcements, setup, uncertain
from bullrun.games.bull_run_1983.rules.dummies import hidden_under
from bullrun.games.bull_run_1983.rules.frozen import release
from bullrun.games.bull_run_1983.rules.ground import points_in
from bullrun.games.bull_run_1983.rules.state import CARD, DUE, MAP, UNDER_DUMMY
from tests.cases.bull_run_1983.scene import at, options, play, roll, rules, scene
from tests.cases.bull_run_1983.test_setup import after_setup, hexes, play_at_random, start, why

GAME = "bull-run-1983"


def names(position, pieces):
    return {position.rules.roster.ids[p] for p in places_in(pieces)}


# --- O1 uncertain times ---------------------------------------------------------------------------

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


# --- O2 fog of war --------------------------------------------------------------------------------

FOG = rules(fog_of_war="on")


def down(place):
    return {"at": place, "frozen": True}


def command_phase(pieces, turn="9:00 AM"):
    position = scene(pieces, phase="command", turn=turn, battlefield=FOG)
    position.decision()
    return position


@pytest.mark.rule(GAME, "O2")
def test_union_pieces_start_frozen_and_face_down():
    position = start(fog_of_war="on")
    play(position, "done")
    frozen = names(position, position.state.frozen)
    assert {"USA-L-0-McDowell", "USA-I-B-2NH", "CSA-L-C-Cocke"} <= frozen
    seen = see_position(BULL_RUN, position, "confederate")
    known = {piece for piece, where in seen["pieces"].items() if where["at"] != "reinforcement"}
    assert known and not any(piece.startswith("USA") for piece in known)


@pytest.mark.rule(GAME, "O2")
def test_the_union_may_unfreeze_any_piece_in_its_command_phase_and_a_leader_frees_nobody_else():
    position = command_phase({"USA-L-0-McDowell": down("E5"), "USA-I-B-2NH": down("E15")})
    assert position.decision().rule == "O2" and position.decision().owner == "union"
    assert options(position) == ["unfreeze USA-L-0-McDowell", "unfreeze USA-I-B-2NH", "unfreeze-all", "done"]
    play(position, "unfreeze USA-L-0-McDowell", "done")
    assert any(o.startswith("move USA-L-0-McDowell") for o in options(position))
    assert names(position, position.state.frozen) == {"USA-I-B-2NH"}


@pytest.mark.rule(GAME, "O2")
def test_all_union_pieces_are_unfrozen_at_half_past_ten():
    position = command_phase({"USA-L-0-McDowell": down("E5"), "USA-I-B-2NH": down("E15")}, "10:30 AM")
    assert not position.state.frozen


@pytest.mark.rule(GAME, "O2", "4.82")
def test_a_confederate_within_recon_range_unfreezes_what_it_sees_and_no_more():
    position = scene(
        {
            "CSA-L-JA-Jackson": "E5",
            "USA-L-F-Franklin": down("E11"),
            "USA-I-B-2NH": down("E20"),
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
        battlefield=FOG,
    )
    play(position, "move CSA-L-JA-Jackson E7")
    assert names(position, position.state.frozen) == {"USA-I-B-2NH"}


def with_dummy(*hidden):
    """A Union set-up in which Burnside's dummy hides him and these pieces."""
    position = start(fog_of_war="on")
    play(position, "dummy USA-X-B-Burnside", *(f"hide {piece}" for piece in hidden), "done", "done")
    position.decision()
    return position


@pytest.mark.rule(GAME, "O2.1")
def test_a_dummy_replaces_its_leader_and_any_pieces_in_his_hex():
    position = start(fog_of_war="on")
    play(position, "dummy USA-X-B-Burnside")
    assert at(position, "USA-X-B-Burnside") == "R2" and at(position, "USA-L-B-Burnside") == ""
    hidden = {o.split()[1] for o in options(position) if o.startswith("hide")}
    assert hidden == {"USA-I-B-2NH", "USA-I-B-71NYM", "USA-I-B-1RI", "USA-I-B-2RI", "USA-A-B-71NYM"}
    play(position, "hide USA-I-B-2NH", "done")
    number = position.rules.roster.number
    assert position.state.box[number["USA-I-B-2NH"]] == UNDER_DUMMY
    assert "dummy USA-X-B-Burnside" not in options(position)
    assert "dummy USA-X-P-Porter" in options(position)


@pytest.mark.rule(GAME, "O2.1")
def test_what_a_dummy_hides_cannot_be_unfrozen_by_itself_and_comes_back_together():
    position = with_dummy("USA-I-B-2NH", "USA-I-B-1RI")
    offered = options(position)
    assert "unfreeze USA-X-B-Burnside" in offered and "unfreeze USA-I-B-2NH" not in offered
    assert "unfreeze USA-I-B-2RI" in offered
    play(position, "unfreeze USA-X-B-Burnside")
    assert {at(position, p) for p in ("USA-L-B-Burnside", "USA-I-B-2NH", "USA-I-B-1RI")} == {"R2"}
    assert position.state.frozen >> position.rules.roster.number["USA-I-B-2RI"] & 1


@pytest.mark.rule(GAME, "O2.1", "1.11")
def test_what_lies_under_a_dummy_keeps_its_room():
    position = with_dummy("USA-I-B-2NH", "USA-I-B-1RI")
    place = position.rules.board.place("R2")
    assert points_in(position, place) == points_in(position.copy(), place) == 11


@pytest.mark.rule(GAME, "O2.2")
def test_an_unfrozen_dummy_activates_its_hex_and_is_removed():
    position = with_dummy("USA-I-B-2NH")
    play(position, "unfreeze USA-X-B-Burnside", "unfreeze USA-I-B-71NYM", "done")
    position.decision()
    state, number = position.state, position.rules.roster.number
    assert state.box[number["USA-X-B-Burnside"]] == CARD
    for piece in ("USA-L-B-Burnside", "USA-I-B-2NH", "USA-I-B-71NYM"):
        assert state.active >> number[piece] & 1, piece
    assert not state.active >> number["USA-I-B-2RI"] & 1, "still frozen"


@pytest.mark.rule(GAME, "O2.2")
def test_a_dummy_unfrozen_by_the_enemy_waits_for_the_next_union_command_phase():
    position = with_dummy("USA-I-B-2NH")
    dummy = position.rules.roster.number["USA-X-B-Burnside"]
    state = position.state
    state.side = 1
    assert hidden_under(position, dummy)
    release(position, [dummy], "O2")
    assert state.box[dummy] == MAP and at(position, "USA-I-B-2NH") == "R2"
    state.side, state.frames = 0, [("sequence", 2), ("command",)]
    position._decision = None
    play(position, "done")
    position.decision()
    assert state.box[dummy] == CARD
    assert state.active >> position.rules.roster.number["USA-I-B-2NH"] & 1


# --- O3 exhaustion --------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "O3")
def test_who_can_only_have_come_by_r1_is_remembered():
    position = start(exhaustion="on")
    tired = names(position, position.state.from_r1)
    assert {"USA-I-B-2NH", "USA-I-P-REG", "USA-I-F-5Mass", "USA-I-W-1Mich"} <= tired
    assert not tired & {"USA-I-S-13NY", "USA-I-H-3Me", "USA-I-R-1Mass", "USA-I-D-16NY"}


# --- O4 July 20th ---------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "O4", "O4.1u")
def test_july_20th_changes_the_union_army():
    position = start("july-20")
    box, number = position.state.box, position.rules.roster.number
    for piece in ("USA-L-M-McCunn", "USA-I-M-15NY", "USA-A-BL-Bookwood"):
        assert box[number[piece]] == CARD, piece
    for piece in ("USA-A-K-Varian", "USA-I-F-4Pa"):
        assert box[number[piece]] == MAP, piece
    assert box[number["USA-I-0-1NJM"]] == DUE and box[number["USA-I-W-4Mich"]] == DUE


@pytest.mark.rule(GAME, "O4.1u")
def test_on_july_20th_no_march_route_goes_to_r1():
    position = start("july-20", union_setup="free")
    for piece in ("USA-L-K-Keyes", "USA-L-F-Franklin"):
        found = hexes(position, piece)
        assert "QQ5" in found and "DD1" in found and "R1" not in found and "R2" not in found
    assert why(position, "union", "place USA-L-K-Keyes R1") == "1.3"
    assert not play_at_random(position, 1, after_setup).state.from_r1


@pytest.mark.rule(GAME, "O4", "O4.1c")
def test_july_20th_changes_the_confederate_army():
    position = start("july-20")
    assert not position.state.frozen
    box, number = position.state.box, position.rules.roster.number
    assert at(position, "CSA-I-BA-7Ga") == "EE34"
    for piece in ("CSA-I-0-Hampton", "CSA-L-S-Smith", "CSA-I-BE-6NC"):
        assert box[number[piece]] == CARD, piece
    due = {group.title: position.rules.track[group.turn] for group in reinforcements.groups(position.rules)}
    assert due["Bee's brigade and Johnston"] == due["The Shenandoah guns and Stuart"] == "NOON"
    assert due["13th Mississippi"] == "4:00 PM"
    assert setup.group_of(position.rules)[number["CSA-L-JA-Jackson"]].rule == "1.22"
