"""What an order would allow a brigade now, told before it is given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.engine.decision import Prospect
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.battlefield import Day
from tests.cases.day_was_ours.scene import given, options, play

UNITS = ("1 RI 1913", "2 RI 1914", "2 NH 1912", "71 NY 2013 hits=1", "8 GA 2016", "2 MS 2522")


def asked(*units: str) -> dict[str, Prospect]:
    """Each order that Burnside may be given, by its name."""
    position: Day = given(*units, "USA-chit-Hunter in cup")
    play(position, "activate USA-brigade-Burnside", "3")
    found = {}
    for option in options(position):
        said = GAME.said(position, tuple(option.split()))
        assert said.prospect is not None and said.rule in GAME.ledger
        found[said.says] = said.prospect
    return found


@pytest.mark.rule("day-was-ours", "2.3a")
def test_an_attack_tells_its_coordination_and_whom_it_can_reach() -> None:
    attack = asked(*UNITS)["Attack"]
    assert attack.chances == (
        ("2 act", Fraction(1, 6)),
        ("3 act", Fraction(1, 3)),
        ("all 4 act", Fraction(1, 2)),
    )
    assert (
        "4 units may fire, then move 4 (2 after firing), beside the enemy too, and then assault."
        in attack.says
    )
    assert "Can fire at 2016." in attack.says and "Within reach of an assault: 8 GA." in attack.says
    assert "2015" in attack.reach and "2016" in attack.targets


@pytest.mark.rule("day-was-ours", "8.1.maneuver")
def test_a_maneuver_reaches_farther_but_nobody_s_side() -> None:
    found = asked(*UNITS)
    assert len(found["Maneuver"].reach) > len(found["Defend"].reach)
    assert not {"2015", "2115", "1915"} & {*found["Maneuver"].reach, *found["Defend"].reach}
    assert "at half the cost along pike and road" in found["Maneuver"].says


@pytest.mark.rule("day-was-ours", "13.2")
def test_who_could_rally_and_how_likely_it_is() -> None:
    regroup = asked(*UNITS)["Regroup"]
    assert "Could rally: 71 NY." in regroup.says
    assert regroup.chances == (("71 NY rallies", Fraction(1, 6)),)


def test_an_order_that_could_do_nothing_says_so() -> None:
    found = asked("2 RI 1800", "8 GA 2016")
    assert all("nothing it could do" not in prospect.says for prospect in found.values())
    assert "No enemy is within reach of an assault." in found["Attack"].says
