"""The odds that a page shows are those of the rules."""

from __future__ import annotations

from fractions import Fraction

from bullrun.games.bull_run_1983.game import GAME
from tests.cases import asking
from tests.cases.bull_run_1983.scene import scene

DUEL = {"USA-I-B-2NH": "S4", "USA-I-B-1RI": "S4", "CSA-I-EV-4SC": "T4"}


def test_the_panel_shows_the_umpires_numbers():
    position = scene(DUEL)
    report = asking.combat(GAME, position, ["USA-I-B-2NH", "USA-I-B-1RI"], ["CSA-I-EV-4SC"])
    assert report["odds"] == "1-1" and report["figures"][2]["value"] == "1-1"
    assert [step["name"] for step in report["ladder"] if step["on"]] == ["1-1"]
    assert sum(Fraction(outcome["chance"]) for outcome in report["outcomes"]) == 1


def test_threats_are_what_the_enemy_beside_could_roll():
    (threat,) = GAME.table.threats(scene(DUEL), "confederate")
    assert threat["at"] == "T4" and threat["odds"] == "1-1" and Fraction(threat["chance"]) == Fraction(1, 2)
