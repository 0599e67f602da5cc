"""3. Winning the game."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.victory import end_of_last_turn
from tests.cases.bull_run_1983.scene import play, scene

GAME = "bull-run-1983"


def outcome(position):
    position.decision()
    return position.state.outcome and position.state.outcome[:2]


@pytest.mark.rule(GAME, "3.1", "M6")
@pytest.mark.parametrize("town", ["FF32", "GG32"])
def test_a_union_unit_in_manassas_wins_in_the_confederate_panic_phase(town):
    pieces = {"USA-I-K-1Conn": town, "CSA-L-JA-Jackson": "E5"}
    assert outcome(scene(pieces, side="confederate", phase="panic")) == ("union", "3.1")
    assert outcome(scene(pieces, side="union", phase="panic")) is None, "not in the Union turn"


@pytest.mark.rule(GAME, "3.1")
def test_a_leader_frightens_nobody():
    pieces = {"USA-L-K-Keyes": "FF32", "CSA-L-JA-Jackson": "E5"}
    assert outcome(scene(pieces, side="confederate", phase="panic")) is None


@pytest.mark.rule(GAME, "3.1", "2.4")
def test_the_panicked_side_does_not_take_its_turn():
    position = scene({"USA-I-K-1Conn": "FF32", "CSA-L-JA-Jackson": "E5"}, phase="rally")
    assert outcome(position) == ("union", "3.1")
    assert position.decision() is None


@pytest.mark.rule(GAME, "3.2", "M6")
@pytest.mark.parametrize("town", ["QQ5", "RR5"])
def test_a_confederate_unit_in_centreville_wins_in_the_union_panic_phase(town):
    pieces = {"CSA-C-EV-Terry": town, "USA-L-0-McDowell": "E5"}
    assert outcome(scene(pieces, side="union", phase="panic")) == ("confederate", "3.2")
    leader = {"CSA-L-JA-Jackson": town, "USA-L-0-McDowell": "E5"}
    assert outcome(scene(leader, side="union", phase="panic")) is None


@pytest.mark.rule(GAME, "3.3")
@pytest.mark.parametrize("star", ["S29", "QQ23", "QQ32"])
def test_at_the_end_a_union_unit_on_a_star_wins(star):
    pieces = {"USA-I-K-1Conn": star, "CSA-I-K-2SC": "E5"}
    position = scene(pieces, side="confederate", phase="rally", turn="8:00 PM")
    assert outcome(position) == ("union", "3.3")


@pytest.mark.rule(GAME, "3.3")
def test_adjacent_confederates_make_no_difference_on_a_star():
    position = scene(
        {"USA-I-K-1Conn": "QQ23", "CSA-I-K-2SC": "QQ24"}, side="confederate", phase="rally", turn="8:00 PM"
    )
    end_of_last_turn(position)
    assert position.state.outcome[0] == "union"


@pytest.mark.rule(GAME, "3.3")
@pytest.mark.parametrize("piece, place", [("USA-L-K-Keyes", "QQ23"), ("USA-I-K-1Conn", "QQ22")])
def test_otherwise_the_confederates_win(piece, place):
    position = scene({piece: place, "CSA-I-K-2SC": "E5"}, side="confederate", phase="rally", turn="8:00 PM")
    assert outcome(position) == ("confederate", "3.3")


@pytest.mark.rule(GAME, "3.3", "2.1")
def test_the_game_goes_on_until_the_last_confederate_turn_is_over():
    pieces = {"USA-I-K-1Conn": "QQ23", "CSA-L-JA-Jackson": "E5"}
    position = scene(pieces, side="union", phase="rally", turn="8:00 PM")
    assert outcome(position) is None and position.decision().owner == "confederate"
    play(position, "end-movement")
    assert outcome(position) == ("union", "3.3")


@pytest.mark.rule(GAME, "3.3")
def test_stars_mean_nothing_earlier():
    pieces = {"USA-I-K-1Conn": "QQ23", "CSA-L-JA-Jackson": "E5", "USA-L-0-McDowell": "E9"}
    assert outcome(scene(pieces, side="confederate", phase="rally", turn="7:30 PM")) is None
