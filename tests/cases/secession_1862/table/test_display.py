"""What the page shows in any position of random games, as plain JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.games.secession_1862.table import counters as look
from tests.cases import asking
from tests.cases.secession_1862.scene import GAME, scene, start


def plain(value: Any) -> None:
    """Fractions apart, everything must be JSON."""
    json.dumps(value, default=str)


@pytest.mark.parametrize("scenario", ["29-august", "30-august", "both-days"])
def test_every_hook_answers_in_any_position(scenario: str) -> None:
    position = start(scenario)
    random = Random(scenario)
    for count in range(900):
        decision = position.decision()
        if decision is None:
            break
        if count % 60 == 0:
            for side in GAME.sides:
                plain(GAME.table.threats(position, side))
                for wash in GAME.table.overlays:
                    plain(GAME.table.overlay(position, wash["id"], side, None))
            for place in random.sample(GAME.data.board("map").names[1:], 6):
                plain(GAME.table.ground(position, place))
            for hook in (GAME.table.score, GAME.phase):
                plain(hook(position))
            plain(GAME.table.display(position).to_json())
            for number, info in enumerate(GAME.data.pieces("pieces")):
                shown = GAME.table.describe(position, number)
                plain(shown)
                assert look.face(info, shown).cloth in ("blue", "grey")
                look.badges(shown)
                plain(asking.reach(GAME, position, info.id))
        for option in list(decision.options)[:40]:
            assert GAME.table.option(position, option).says
        for event in position.log or []:
            assert GAME.table.words(position.rules, event) and event.rule in GAME.ledger
            GAME.table.battle(event)
        (position.log or []).clear()
        if decision.owner != CHANCE:
            assert decision.rule in GAME.ledger, decision
        position.apply(decision.options[random.randrange(len(decision.options))])
    plain(GAME.table.tables(position.rules))


def test_the_turns_of_both_days_are_on_one_track() -> None:
    position = start("both-days")
    clock = GAME.table.display(position).clock
    assert len(clock.turns) == 11 + 9 and clock.turn == 0
    position.state.day, position.state.turn = 1, 2
    assert GAME.table.display(position).clock.turn == 11


def test_a_turn_of_entry_shows_no_phases_that_it_does_not_have() -> None:
    position = start("29-august")
    position.decision()
    assert [phase.id for phase in GAME.table.display(position).clock.phases] == ["set-up", "administration"]
    position.state.turn += 1
    assert len(GAME.table.display(position).clock.phases) == 8


def test_a_zone_says_when_its_escarpment_helps() -> None:
    for choice, words in (("climbed", "defender +1 if climbed"), ("zone", "defender +1")):
        position = scene({"Meade": "99"}, options={"escarpment": choice})
        facts = {row["says"]: row["value"] for row in GAME.table.ground(position, "96")}
        assert facts["Escarpment"] == words and facts["Embankment"] == "defender +1"
