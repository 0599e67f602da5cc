"""1: the march route of the example, and what keeps a piece off the other bank."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules import setup
from tests.cases.bull_run_1983.scene import rules
from tests.cases.bull_run_1983.test_setup import hexes, why, with_confederates

GAME = "bull-run-1983"


@pytest.mark.rule(GAME, "1.31", "1.32")
def test_keyes_route_runs_by_ii7_to_centreville_outside_terrys_range():
    position = with_confederates(CSA_C_EV_Terry="Z9")
    board = position.rules.board
    centreville = (board.place("QQ5"), board.place("RR5"))
    watched = setup.kept_away(position)
    assert watched == board.within(board.place("Z9"), 4), "all hexes to which he can trace, over any terrain"
    routes = setup.march_routes(position, centreville, watched, north=False)
    assert routes >> board.place("EE8") & 1 and not routes & watched
    cut = setup.march_routes(position, centreville, watched | 1 << board.place("II7"), north=False)
    assert not cut >> board.place("EE8") & 1, "II7 is the only way"
    assert "EE8" in hexes(position, "USA-L-K-Keyes")


@pytest.mark.rule(GAME, "1.3")
def test_no_union_piece_starts_on_the_confederate_bank_though_roads_lead_there():
    """The turnpike crosses the Stone Bridge; nobody is near; still nobody may stand beyond it."""
    position = with_confederates(CSA_L_EV_Evans="A35")
    board = position.rules.board
    ends = setup.group_of(position.rules)[position.rules.roster.number["USA-L-K-Keyes"]].ends
    routes = setup.march_routes(position, ends, setup.kept_away(position), True)
    beyond = routes & board.regions["confederate_bank"]
    assert beyond, "the road goes on"
    found = hexes(position, "USA-L-K-Keyes")
    assert not found & set(board.names_of(board.regions["confederate_bank"]))
    name = board.names_of(beyond & setup.dry_land(position.rules))[0]
    assert why(position, "union", f"place USA-L-K-Keyes {name}") == "1.3"


@pytest.mark.rule(GAME, "1.32", "1.3")
def test_frozen_and_formed_pieces_and_lone_leaders_all_keep_march_routes_away():
    for piece in ("CSA-L-K-Kershaw", "CSA-I-K-2SC", "CSA-A-K-Kemper", "CSA-C-K-Munford"):
        position = with_confederates(**{piece.replace("-", "_"): "MM18"})
        assert why(position, "union", "place USA-L-K-Keyes MM14") == "1.32", piece


@pytest.mark.rule(GAME, "1.33")
def test_the_third_division_may_use_all_three_ends_and_reinforcements_none():
    field = rules()
    board, number = field.board, field.roster.number
    groups = setup.group_of(field)
    assert set(board.names_of(sum(1 << e for e in groups[number["USA-L-H-Howard"]].ends))) == {
        "QQ5",
        "RR5",
        "R1",
        "CCC35",
    }
    others = [g for g in setup.groups(field) if g.side == 0 and "3rd" not in g.title]
    assert all(board.place("CCC35") not in g.ends for g in others) and len(others) == 4
    assert number["USA-I-W-4Mich"] not in groups, "it comes by CCC35 at nine"
