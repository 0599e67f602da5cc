"""Whole games by chance: they end, points agree with losses, and the same actions give the same game."""

from __future__ import annotations

import random

from bullrun.engine.action import Action
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from tests.cases.clash_of_giants.scene import GAME


def losses(position: Clash, side: int) -> int:
    """What the steps that a side has lost are worth."""
    roster, state = position.rules.roster, position.state
    return sum(
        (roster.steps[unit] - state.steps[unit]) * roster.formations[roster.formation[unit]].points_per_step
        for unit in range(roster.unit_count)
        if roster.side[unit] == side
    )


def test_a_game_by_chance_ends_and_its_points_agree_with_its_losses() -> None:
    chance = random.Random(2)
    position = GAME.start("gettysburg", {})
    actions: list[Action] = []
    turn = 0
    while (decision := position.decision()) is not None:
        choice = decision.options[chance.randrange(len(decision.options))]
        if ("declare",) in decision.options:
            choice = ("declare",)
        actions.append(choice)
        position.apply(choice)
        if position.state.turn > turn:
            turn = position.state.turn
            assert position.state.casualties == (losses(position, 1), losses(position, 0))
    assert position.state.outcome and sum(position.state.casualties) > 0
    again = GAME.start("gettysburg", {})
    for action in actions:
        again.decision()
        again.apply(action)
    assert again.decision() is None and again.state.digest() == position.state.digest()
