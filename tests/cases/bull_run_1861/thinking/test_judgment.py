"""What players think of a zone depends on the rules in force, not on what was asked before."""

from __future__ import annotations

from bullrun.games.bull_run_1861.game import GAME
from bullrun.games.bull_run_1861.thinking.judgment import FAR, ways_to


def test_ways_are_those_of_the_fords_in_force():
    """With Poplar Ford ways over it are shorter; whoever asked first used to settle them for everybody."""
    plain = GAME.start("historical", {})
    with_ford = GAME.start("historical", {"poplar-ford": "on"})
    differ = 0
    for zone in plain.rules.board.places:
        for position in (plain, with_ford):
            worked_out = position.rules._steps[0].costs_to_nearest(1 << zone, FAR, 0, FAR)
            assert ways_to(position, 1 << zone) == worked_out
        differ += ways_to(plain, 1 << zone) != ways_to(with_ford, 1 << zone)
    assert differ
