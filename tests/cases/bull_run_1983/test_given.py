"""Positions given by hand: what they imply, and which are impossible."""

from __future__ import annotations

import pytest

from bullrun.engine.given import ImpossiblePosition
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from tests.cases import asking
from tests.cases.bull_run_1983.scene import options, rules, scene

GAME = "bull-run-1983"


@pytest.mark.rule(GAME, "5.3", "5.61")
def test_the_umpire_takes_no_piece_that_has_spent_more_than_its_factor():
    """Hampton has 4 points, 24 sixths."""
    spent = scene({"CSA-I-0-Hampton": {"at": "AA31", "spent": 24}}, side="confederate", phase="movement")
    assert asking.reach(BULL_RUN, spent, "CSA-I-0-Hampton") == []
    with pytest.raises(ImpossiblePosition, match=r"CSA-I-0-Hampton: spent .* 0 to 24, got 30"):
        scene({"CSA-I-0-Hampton": {"at": "AA31", "spent": 30}}, side="confederate", phase="movement")


@pytest.mark.rule(GAME, "9.64", "8.3")
def test_a_given_brigade_piece_that_was_bombarded_has_an_active_leader():
    """Franklin is not self-activating; struck in his brigade piece he is active, and it with him."""
    for struck in (True, False):
        pieces = {"USA-BG-F-Franklin": {"at": "U20", "struck": struck}, "CSA-I-0-Hampton": "CCC20"}
        position = scene(pieces, phase="command")
        moves = [o for o in options(position) if o.startswith("move USA-BG-F-Franklin")]
        assert bool(moves) == struck


@pytest.mark.rule(GAME, "14.23", "14.21")
def test_only_infantry_of_a_brigade_can_be_given_in_the_rally_box():
    for piece in ("USA-A-S-E3US", "USA-C-P-Palmer", "USA-I-0-1NJM", "USA-BG-K-Keyes", "USA-L-K-Keyes"):
        with pytest.raises(ImpossiblePosition, match=r"14\.23"):
            scene({piece: {"box": "rally box"}}, phase="rally")
    scene({"USA-I-K-1Conn": {"box": "rally box"}}, phase="rally")


@pytest.mark.rule(GAME, "4.8", "O2", "O4.1c")
def test_frozen_pieces_can_be_given_only_where_something_is_frozen():
    union, confederate = {"USA-I-K-1Conn": "E5"}, {"CSA-I-0-Hampton": "E5"}
    for pieces, field in ((union, rules()), (confederate, rules("july-20"))):
        with pytest.raises(ImpossiblePosition, match=r"4\.8"):
            scene({p: {"at": at, "frozen": True} for p, at in pieces.items()}, battlefield=field)
    for pieces, field in ((union, rules(fog_of_war="on")), (confederate, rules())):
        scene({p: {"at": at, "frozen": True} for p, at in pieces.items()}, battlefield=field)
