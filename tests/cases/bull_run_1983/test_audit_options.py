"""O1-O4: optional rules where they meet the others."""

from __future__ import annotations

from itertools import combinations

import pytest

from bullrun.games.bull_run_1983.rules.ground import place_of, points_in, put
from bullrun.games.bull_run_1983.rules.losses import can_rally_from
from bullrun.games.bull_run_1983.rules.retreat import safe_ends
from bullrun.games.bull_run_1983.rules.state import CARD, DUE, MAP, UNDER_DUMMY
from tests.cases.bull_run_1983.scene import at, options, play, roll, rules, scene
from tests.cases.bull_run_1983.test_options import rolling
from tests.cases.bull_run_1983.test_setup import start

GAME = "bull-run-1983"


def hidden_under_burnside(*more):
    position = start(fog_of_war="on")
    play(position, "dummy USA-X-B-Burnside", *(f"hide {piece}" for piece in more), "done", "done")
    position.decision()
    return position


@pytest.mark.rule(GAME, "O2.1", "7.83")
def test_nobody_retreats_on_top_of_what_a_dummy_hides_beyond_the_limit():
    """Burnside's hex holds 11 points, all of them under his dummy: a unit of 2 has no room, a leader has."""
    units = ("USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM", "USA-A-B-71NYM")
    position = hidden_under_burnside(*units)
    roster, board = position.rules.roster, position.rules.board
    r2 = board.place("R2")
    assert points_in(position, r2) == 11
    for piece, fits in (("USA-I-D-16NY", False), ("USA-I-P-MAR", True), ("USA-L-D-Davies", True)):
        number = roster.number[piece]
        position.state.frozen &= ~(1 << number)
        put(position, number, board.place("T3"))
        assert bool(safe_ends(position, number) >> r2 & 1) == fits, piece


@pytest.mark.rule(GAME, "O2.1", "14.21")
def test_a_leader_in_a_brigade_under_a_dummy_is_still_in_his_hex():
    """Richardson's brigade piece under his dummy: the 3 Mich, outside, is lost within four hexes of him."""
    position = start(fog_of_war="on")
    play(position, "dummy USA-X-R-Richardson", "done", "done")
    position.decision()
    number = position.rules.roster.number
    board = position.rules.board
    leader = number["USA-L-R-Richardson"]
    assert board.name(place_of(position, leader)) == "QQ15"
    unit = number["USA-I-R-3Mich"]
    assert can_rally_from(position, unit, board.place("QQ19"))
    assert not can_rally_from(position, unit, board.place("QQ20"))


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


@pytest.mark.rule(GAME, "O2", "4.84")
def test_a_confederate_pauses_where_it_comes_near_a_face_down_union_piece():
    position = scene(
        {
            "CSA-C-0-1Va": {"at": "FF28", "active": True},
            "USA-I-D-16NY": {"at": "FF34", "frozen": True},
            "USA-L-D-Davies": {"at": "FF35", "frozen": True},
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
        battlefield=rules(fog_of_war="on"),
    )
    board = position.rules.board
    ends = [option.split()[2] for option in options(position) if option.startswith("move CSA-C-0-1Va")]
    assert min(board.distance(board.place(end), board.place("FF34")) for end in ends) == 4
    play(position, "move CSA-C-0-1Va FF30")
    frozen = position.state.frozen
    number = position.rules.roster.number
    assert not frozen >> number["USA-I-D-16NY"] & 1
    assert frozen >> number["USA-L-D-Davies"] & 1, "five hexes off, and no Union leader frees the others"


@pytest.mark.rule(GAME, "O2")
def test_a_frozen_union_piece_does_not_move_though_it_is_red():
    position = scene(
        {"USA-L-0-McDowell": {"at": "FF28", "frozen": True}, "USA-L-0-Tyler": "FF30"},
        phase="command",
        turn="9:00 AM",
        battlefield=rules(fog_of_war="on"),
    )
    play(position, "done")
    offered = options(position)
    assert not any(option.startswith("move USA-L-0-McDowell") for option in offered)
    assert any(option.startswith("move USA-L-0-Tyler") for option in offered)


@pytest.mark.rule(GAME, "O4", "O4.1u", "O4.1c")
def test_july_20th_takes_out_and_puts_in_what_the_rule_says():
    position = start("july-20")
    state, number = position.state, position.rules.roster.number
    assert not state.frozen
    for piece in ("USA-L-M-McCunn", "USA-I-M-15NY", "USA-I-M-37NY", "USA-A-BL-Bookwood", "CSA-I-0-Hampton"):
        assert state.box[number[piece]] == CARD, piece
    for piece in ("CSA-L-S-Smith", "CSA-I-S-13Va", "CSA-I-BE-6NC"):
        assert state.box[number[piece]] == CARD, piece
    for piece in ("USA-A-K-Varian", "USA-I-F-4Pa"):
        assert state.box[number[piece]] == MAP, piece
    assert {at(position, p) for p in ("CSA-L-BA-Bartow", "CSA-I-BA-7Ga", "CSA-I-BA-8Ga")} <= {"EE34", ""}
    for piece in ("CSA-L-BE-Bee", "CSA-L-0-Johnston", "CSA-A-JA-Stanard", "CSA-C-0-1Va", "CSA-I-EA-13Miss"):
        assert state.box[number[piece]] == DUE, piece
    roster = position.rules.roster
    assert roster.brigade[number["USA-A-K-Varian"]] == "union K"
    assert roster.brigade[number["USA-I-F-4Pa"]] == "union F"


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


@pytest.mark.rule(GAME, "O2")
def test_the_union_unfreezes_in_its_own_command_phase_only():
    pieces = {"USA-I-D-16NY": {"at": "E30", "frozen": True}, "CSA-L-JA-Jackson": "E5"}
    fog = rules(fog_of_war="on")
    theirs = scene(pieces, side="confederate", phase="command", turn="9:00 AM", battlefield=fog)
    assert theirs.decision().owner == "confederate"
    ours = scene(pieces, side="union", phase="command", turn="9:00 AM", battlefield=fog)
    assert options(ours) == ["unfreeze USA-I-D-16NY", "unfreeze-all", "done"]


TRAIN = {"CSA-L-JA-Jackson": "E5", "CSA-I-0-Hampton": "SS34", "USA-I-D-16NY": "CCC20"}


@pytest.mark.rule(GAME, "O1", "12.3")
def test_a_rolled_arrival_by_rail_catches_a_lone_leader_on_its_way():
    position = rolling("10:00 AM", pieces={**TRAIN, "USA-L-0-Tyler": "L24"})
    play(position, "end-movement")
    roll(position, 1)
    assert at(position, "CSA-I-S-1Md") == "EE34"
    assert at(position, "USA-L-0-Tyler") == ""


def by_rail_in_the_fog(**pieces):
    """The group of 11 AM comes an hour early."""
    fog = rules(fog_of_war="on", uncertain_times="on")
    union = {piece.replace("_", "-"): {"at": place, "frozen": True} for piece, place in pieces.items()}
    position = rolling("10:00 AM", pieces=TRAIN | union, battlefield=fog)
    play(position, "end-movement")
    roll(position, 1)
    assert at(position, "CSA-I-S-1Md") == "EE34"
    return {piece for piece in union if position.state.frozen >> position.rules.roster.number[piece] & 1}


@pytest.mark.rule(GAME, "O2", "O1", "4.82", "4.84")
def test_a_train_turns_up_what_it_passes_within_four_hexes():
    """N22 is three hexes from the line at N25, N21 four, N20 five; EE34 is far from all of them."""
    assert by_rail_in_the_fog(USA_I_K_1Conn="N22", USA_L_K_Keyes="N21", USA_I_K_2Conn="N20") == {
        "USA-I-K-2Conn"
    }


@pytest.mark.rule(GAME, "O2.1", "13.41")
def test_a_train_stops_before_the_control_of_units_that_it_finds_under_a_dummy():
    """Burnside's dummy in Q27 controls nothing while it lies; turned up from far off, his units stop it."""
    position = rolling("10:00 AM", pieces=TRAIN, battlefield=rules(fog_of_war="on", uncertain_times="on"))
    roster, board = position.rules.roster, position.rules.board
    dummy, unit = roster.number["USA-X-B-Burnside"], roster.number["USA-I-B-2NH"]
    put(position, dummy, board.place("Q27"))
    position.state.frozen |= 1 << dummy
    position.state.box[unit], position.state.holder[unit] = UNDER_DUMMY, dummy
    play(position, "end-movement")
    roll(position, 1)
    assert at(position, "USA-I-B-2NH") == "Q27"
    assert at(position, "CSA-I-S-1Md") == "O27"
