"""What a page tells about a hex."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from tests.cases.bull_run_1983.scene import rules, scene

GAME = "bull-run-1983"


VA2 = "CSA-I-JA-2Va"


@pytest.mark.rule(GAME, "11.2", "M2.1")
@pytest.mark.parametrize(("stands", "says", "never"), [(True, "Bridge", "River"), (False, "River", "Bridge")])
def test_the_facts_of_uu28_follow_the_trestle(stands, says, never):
    position = scene({VA2: "AA32"}, trestle=stands, battlefield=rules())
    shown = {row["says"] for row in BULL_RUN.table.ground(position, "UU28")}
    assert says in shown and never not in shown
