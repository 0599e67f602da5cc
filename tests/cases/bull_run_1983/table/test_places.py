"""What a page tells about a hex."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.game import GAME
from tests.cases.bull_run_1983.scene import rules, scene

DUEL = {"USA-I-B-2NH": "S4", "USA-I-B-1RI": "S4", "CSA-I-EV-4SC": "T4"}

VA2 = "CSA-I-JA-2Va"


@pytest.mark.rule("bull-run-1983", "11.2", "M2.1")
@pytest.mark.parametrize(("stands", "says", "never"), [(True, "Bridge", "River"), (False, "River", "Bridge")])
def test_the_facts_of_uu28_follow_the_trestle(stands, says, never):
    position = scene({VA2: "AA32"}, trestle=stands, battlefield=rules())
    shown = {row["says"] for row in GAME.table.ground(position, "UU28")}
    assert says in shown and never not in shown


def test_overlays_and_facts():
    position = scene(DUEL, phase="movement")
    for overlay in GAME.table.overlays:
        shown = GAME.table.overlay(position, overlay["id"], "union", "S4")
        assert shown["places"] and shown["says"]
    control = GAME.table.overlay(position, "control", "confederate", None)["places"]
    assert set(control) == {"T4", "T3", "T5", "S4", "S5", "U4", "U5"}
    facts = {row["says"]: row["value"] for row in GAME.table.ground(position, "S4")}
    assert facts["Defense points"] == "6 of 12"
    assert {row["says"] for row in GAME.table.ground(position, "Q3")} >= {"Ford", "Entered this turn"}
