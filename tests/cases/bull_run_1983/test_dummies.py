"""O2.1, O2.2 Dummies."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.dummies import hidden_under
from bullrun.games.bull_run_1983.rules.frozen import release
from bullrun.games.bull_run_1983.rules.ground import place_of, points_in, put
from bullrun.games.bull_run_1983.rules.losses import can_rally_from
from bullrun.games.bull_run_1983.rules.retreat import safe_ends
from bullrun.games.bull_run_1983.rules.state import CARD, MAP, UNDER_DUMMY
from tests.cases.bull_run_1983.scene import at, options, play, roll, rules
from tests.cases.bull_run_1983.test_setup import start
from tests.cases.bull_run_1983.test_uncertain import TRAIN, rolling

GAME = "bull-run-1983"


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


@pytest.mark.rule(GAME, "O2.1", "7.83")
def test_nobody_retreats_on_top_of_what_a_dummy_hides_beyond_the_limit():
    """Burnside's hex holds 11 points, all of them under his dummy: a unit of 2 has no room, a leader has."""
    units = ("USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM", "USA-A-B-71NYM")
    position = with_dummy(*units)
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
