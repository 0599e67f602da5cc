"""Odds before the dice: what a question says of the fights its options lead to, and the umpire's answer."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from bullrun.engine.action import Action, action_text
from bullrun.engine.decision import CHANCE
from bullrun.engine.game import Game
from bullrun.engine.view import AnyPosition
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.service.outgoing import question_view
from tests.cases.asking import ask

PREPARES = {"bull-run-1861": ("attack", "attack-ford"), "secession-1862": ("attack",)}
RESOLVES = {"bull-run-1861": ("strike", "sweep"), "secession-1862": ("resolve",)}


def fight_of(words: dict[str, Any], option: Action) -> dict[str, Any] | None:
    """What the question says of the fight of an option."""
    found: dict[str, Any] | None = words[action_text(option)].get("fight")
    return found


def odds(game: Game, position: AnyPosition, viewer: str, fight: dict[str, Any]) -> dict[str, Any]:
    """The umpire's answer; chances must be whole."""
    found: dict[str, Any] = ask(game, position, viewer, {"combat": fight})["combat"]
    assert sum(Fraction(o["chance"]) for o in found["outcomes"]) == 1
    return found


@pytest.mark.parametrize("name", sorted(PREPARES))
def test_every_attack_can_be_reckoned_before_it_is_made(name: str) -> None:
    game = load_game(name)
    assert game.table.option is not None
    random = Random(5)
    position = game.start(next(iter(game.scenarios)), {})
    prepared = resolved = joint = 0
    for _ in range(20_000):
        decision = position.decision()
        if prepared > 9 and resolved > 5 and joint:
            break
        if decision is None:
            position = game.start(next(iter(game.scenarios)), {})
            continue
        options = list(decision.options)
        choice = random.choice(options)
        if decision.owner != CHANCE:
            view = question_view(game, position, decision.owner)
            assert view is not None
            for option in options:
                if option[0] not in (*PREPARES[name], *RESOLVES[name]):
                    continue
                fight = fight_of(view["words"], option)
                if option[0] in RESOLVES[name]:
                    assert fight is not None and "after" not in fight
                    assert not odds(game, position, decision.owner, fight)["objections"]
                    resolved += 1
                elif fight is not None:
                    assert fight["after"] == action_text(option) and option[1] in fight["attackers"]
                    before = position.state.copy()
                    report = odds(game, position, decision.owner, fight)
                    assert not report["objections"]
                    assert position.state == before, "asking changes nothing"
                    prepared += 1
                    joint += len(fight["attackers"]) > 1
                    choice = option
        position.apply(choice)
    assert prepared > 9 and resolved > 5 and joint


def test_what_comes_after_is_told_only_of_ones_own_options() -> None:
    game = load_game("secession-1862")
    position = game.start("29-august", {})
    pieces = {side: next(p.id for p in game.data.pieces("pieces") if p.side == side) for side in game.sides}
    sides = {"attackers": [pieces["union"]], "defenders": [pieces["confederate"]]}
    for side in game.sides:
        with pytest.raises(BullrunError, match="after"):
            ask(game, position, side, {"combat": {**sides, "after": "attack nobody nowhere"}})
        with pytest.raises(BullrunError, match="after"):
            ask(game, position, side, {"combat": {**sides, "after": 3}})
        with pytest.raises(BullrunError, match="expected"):
            ask(game, position, side, {"combat": {**sides, "before": "x"}})
