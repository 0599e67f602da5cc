"""What players think of a hex depends on the position alone, not on what was asked before."""

from __future__ import annotations

from bullrun.games.bull_run_1983.thinking.judgment import worth
from bullrun.games.sides import UNION
from tests.cases.bull_run_1983.scene import scene

PIECES = {"USA-I-S-69NYM": "U20", "CSA-I-EV-4SC": "U23"}
BLOCKED = ["U21", "T21", "V21", "T20", "V20", "U19", "T19", "V19"]


def judged(abatis):
    return worth(scene(PIECES, abatis=abatis), UNION)


def test_the_way_to_the_objectives_is_that_of_the_positions_own_abatis():
    """Whoever asked first used to settle the ways of everybody in the same process."""
    open_first = judged([]), judged(BLOCKED)
    assert open_first[0] != open_first[1]
    assert (judged([]), judged(BLOCKED)) == open_first
