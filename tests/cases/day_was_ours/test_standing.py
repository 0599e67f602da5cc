"""Standing answers in the moments in which this game asks: always, only here, never."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bullrun.engine.checks import Refused
from bullrun.engine.match import ASK, HERE, NEVER, Match
from bullrun.engine.record import TYPED
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from tests.cases.day_was_ours.scene import given

UNITS = ("27 NY 2015", "14 NY 2021", "8 NY 1818", "8 GA 2016", "4 SC a 2022", "7 GA 1817")
"""Three regiments, each next to an enemy; 2015 is far from 2021."""


def leaving() -> Match:
    """Porter maneuvers: every move away from an enemy may draw Opportunity Fire."""

    def start(rules: Battlefield) -> Day:
        position = given(*UNITS, phase="movement", brigade="Porter", order="maneuver")
        position.state.frames = [("movement step",)]
        return position

    arranged = replace(GAME, play=GAME.play._replace(start=start))
    return Match.new(arranged, "whole-battle", dice=TYPED, key=bytes(32))


def asked(match: Match) -> tuple[str, str, str]:
    decision = match.decision()
    assert decision is not None
    return decision.owner, decision.about.window, decision.about.at


@pytest.mark.rule("day-was-ours", "10.7")
def test_who_leaves_from_where_is_told_with_the_question() -> None:
    match = leaving()
    match.submit("union", "move USA-27-NY 2014")
    decision = match.decision()
    assert decision is not None and asked(match) == ("confederate", "opportunity", "2015")
    assert decision.about.piece == "USA-27-NY"


def test_only_here_lets_the_moment_go_by_everywhere_else() -> None:
    match = leaving()
    match.submit("union", "move USA-27-NY 2014")
    assert match.stand("confederate", "opportunity", HERE) is None
    assert asked(match)[1] == "opportunity", "the question now is not answered by it"
    match.submit("confederate", "pass")
    step = match.submit("union", "move USA-14-NY 2020")
    assert ("confederate", ("pass",)) in step.entries and asked(match)[0] == "union"
    match.stand("confederate", "opportunity", ASK)
    match.submit("union", "move USA-8-NY 1718")
    assert asked(match) == ("confederate", "opportunity", "1818")


def test_only_here_is_said_of_a_place_that_is_asked_about() -> None:
    match = leaving()
    with pytest.raises(Refused, match="only a question that is asked about a place"):
        match.stand("confederate", "opportunity", HERE)
    match.submit("union", "move USA-27-NY 2014")
    with pytest.raises(Refused, match="only a question that is asked about a place"):
        match.stand("confederate", "gap", HERE)


def test_what_is_passed_by_itself_looks_like_a_pass_of_ones_own() -> None:
    """The same actions and events, whether a side was asked or not: nobody learns which."""
    told = []
    for answer in (ASK, NEVER):
        match = leaving()
        if answer == NEVER:
            match.stand("confederate", "opportunity", NEVER)
        steps = [match.submit("union", "move USA-27-NY 2014")]
        if answer == ASK:
            steps.append(match.submit("confederate", "pass"))
        told.append(([e for s in steps for e in s.entries], [e for s in steps for e in s.events]))
        assert asked(match)[0] == "union"
    assert told[0] == told[1]
