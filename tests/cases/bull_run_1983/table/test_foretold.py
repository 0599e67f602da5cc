"""What a march turns up is told before it is made, and tells no more than the map shows."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME
from tests.cases.bull_run_1983.scene import scene

MARCHER = "USA-I-B-2NH"


def foretold(position, piece=MARCHER):
    number = position.rules.roster.number[piece]
    return {row["place"]: row["sets_off"] for row in GAME.table.reach(position, number) if "sets_off" in row}


def facing(**enemies):
    """A regiment in Q8, and Confederates that lie face down, in the movement phase of the first turn."""
    pieces = {MARCHER: "Q8"} | {piece.replace("_", "-"): at for piece, at in enemies.items()}
    entries = {
        p: {"at": at, "frozen": True} if p.startswith("CSA") else {"at": at, "active": True}
        for p, at in pieces.items()
    }
    return scene(entries, phase="movement", turn="9:00 AM")


@pytest.mark.rule("bull-run-1983", "4.82", "4.84")
def test_a_hex_within_four_of_face_down_pieces_says_that_it_turns_them_up():
    told = foretold(facing(CSA_I_EV_4SC="Q15"))
    board = facing().rules.board
    near = {name for name in told if board.distance(board.place(name), board.place("Q15")) <= 4}
    assert told
    assert set(told) == near
    off = next(iter(told.values()))
    assert (off["rule"], off["places"], off["asks"], off["final"]) == ("4.82", ["Q15"], True, True)
    assert "the whole Confederate army is freed" in off["says"]


@pytest.mark.rule("bull-run-1983", "4.82", "4.84")
def test_nobody_reads_from_it_whether_a_leader_lies_there():
    unit, leader = (facing(CSA_I_EV_4SC="Q15"), facing(CSA_L_EV_Evans="Q15"))
    assert foretold(unit) == foretold(leader)
    for place in foretold(unit):
        for position, frees in ((unit.copy(), False), (leader.copy(), True)):
            position.apply(("move", MARCHER, place))
            assert bool(position.state.unfrozen_all) == frees


@pytest.mark.rule("bull-run-1983", "4.82")
def test_what_lies_open_or_far_away_sets_nothing_off():
    assert not foretold(facing(CSA_I_EV_4SC="Q22"))
    assert not foretold(
        scene({MARCHER: {"at": "Q8", "active": True}, "CSA-I-EV-4SC": "Q15"}, phase="movement")
    )
