"""Whole games played at random, with a taste for fighting: what must be true of any position stays true."""

from __future__ import annotations

import json
from random import Random

import pytest

from bullrun.engine.action import Action
from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.position import Position
from bullrun.engine.why_not import why_not
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import DayState
from bullrun.games.sides import SIDES
from tests.cases.day_was_ours.invariants import check

FIGHTING = ("fire", "short", "assault", "support", "react", "evade", "slip", "play", "rally")
LONGEST = 20_000
MORE = {
    "skirmisher": "on", "artillery-withdrawal": "on", "extended-march": "on", "bridge": "on",
    "patterson": "on", "fragile": "none", "held-chits": "hidden", "lull-combat": "none",
    "cavalry-target": "always",
}  # fmt: skip
OTHERS = {
    "morning": "barnard", "courier": "on", "division-chit": "returns-on-success", "general-casualty": "one",
    "firing-on-friends": "this-turn", "rally-in-combat-orders": "no", "union-setup": "free",
    "confederate-setup": "free", "farm-ford-users": "sherman-keyes", "ford-on-road": "free",
}  # fmt: skip


def choice(decision: Decision, random: Random) -> Action:
    options = list(decision.options)
    if decision.owner == CHANCE:
        return random.choices(options, decision.weights)[0]
    fights = [option for option in options if option[0] in FIGHTING or option[1:] == ("attack",)]
    return random.choice(fights if fights and random.random() < 0.8 else options)


def refused_with_a_rule(position: Day, past: list[Action], random: Random) -> None:
    """What was possible once is an option now or is refused with a rule of the ledger, for either side."""
    decision = position.decision()
    assert decision is not None
    for action in random.sample(past, min(8, len(past))):
        for side in SIDES:
            refusal = why_not(GAME.play.guide, position, side, action)
            if decision.owner == side and action in decision.options:
                assert refusal is None
            else:
                assert refusal is not None and refusal.says and refusal.rule in GAME.ledger, action


def same_from_json(position: Day) -> None:
    """A position read back from its record asks the same."""
    state = DayState.from_json(json.loads(json.dumps(position.state.to_json())))
    again: Day = Position(position.rules, state)
    first, second = position.decision(), again.decision()
    assert first is not None and second is not None
    assert (first.question, list(first.options)) == (second.question, list(second.options))
    assert again.state.digest() == position.state.digest()


@pytest.mark.parametrize(
    "scenario, options, seed",
    [
        ("matthews-hill", {}, 1),
        ("henry-house-hill", {}, 2),
        ("henry-house-hill", {"held-chits": "hidden"}, 3),
        ("whole-battle", MORE, 4),
        ("whole-battle", OTHERS, 5),
    ],
)
def test_a_game_at_random_keeps_the_rules_of_the_table(
    scenario: str, options: dict[str, str], seed: int
) -> None:
    random = Random(seed)
    position: Day = GAME.start(scenario, options)
    position.log = []
    past: list[Action] = []
    ledger, kinds = GAME.ledger, GAME.vocabulary.kinds
    for step in range(LONGEST):
        decision = position.decision()
        if decision is None:
            break
        assert decision.rule in ledger
        check(position)
        assert len(set(decision.options)) == len(decision.options), "an option twice"
        if step % 50 == 0:
            same_from_json(position)
            refused_with_a_rule(position, past, random)
        action = choice(decision, random)
        if decision.owner != CHANCE:
            past.append(action)
        position.apply(action)
    assert position.is_over and position.state.outcome
    for event in position.log:
        assert event.rule in ledger and event.kind in kinds
        assert GAME.table.words(position.rules, event)
