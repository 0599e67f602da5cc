"""Whole games by random play: what must hold at every decision, under every option."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.engine.why_not import why_not
from bullrun.games.bull_run_1861.game import GAME
from bullrun.games.bull_run_1861.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1861.rules.command import command_costs, in_command
from bullrun.games.bull_run_1861.rules.headquarters import (
    headquarters_goals,
    headquarters_reach,
    other_headquarters,
)
from bullrun.games.bull_run_1861.rules.movement import march_reach, march_zones, unknown_ford
from bullrun.games.bull_run_1861.rules.state import SETUP
from tests.cases.bull_run_1861.invariants import check


def play_out(scenario, options, seed, checked=True):
    random = Random(seed)
    position = GAME.start(scenario, options)
    position.log = []
    decisions = 0
    while (decision := position.decision()) is not None:
        choices = decision.options
        assert len(choices) > 0, (decision, position.state.frames)
        if checked:
            check(position)
            assert len(set(choices)) == len(choices), "an option twice"
        action = choices[int(random.random() * len(choices))]
        assert action in choices
        position.apply(action)
        decisions += 1
        assert decisions < 20_000, "endless"
    for event in position.log:
        assert GAME.table.words(position.rules, event)
        assert event.rule in GAME.ledger, event
    return position


def some_options(seed):
    random = Random(f"options {seed}")
    return {
        option.id: random.choice([choice.id for choice in option.choices])
        for option in GAME.settings.values()
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_random_games_end_and_break_nothing(scenario, seed):
    position = play_out(scenario, some_options(seed), f"{scenario} {seed}")
    assert position.state.outcome is not None
    assert position.state.outcome[1] in ("4.1", "13.6")


def test_copies_and_json_round_trips_play_on_alike():
    random = Random("round trip")
    position = GAME.start("historical", {})
    step = 0
    while (decision := position.decision()) is not None:
        action = decision.options[int(random.random() * len(decision.options))]
        if step % 25 == 0:
            state = GAME.play.state.from_json(position.state.to_json())
            assert state == position.state
            other = type(position)(position.rules, state)
            assert list(other.decision().options) == list(decision.options)
            other.apply(action)
            other.decision()
            copied = position.copy()
            copied.apply(action)
            copied.decision()
            assert copied.state == other.state
        position.apply(action)
        step += 1


def test_fast_reaches_agree_with_the_cheapest_ways():
    """Floods of sets against the search that finds costs and ways, in the middle of random games."""
    random = Random("reaches")
    compared = 0
    for seed in range(4):
        position = GAME.start("historical", some_options(seed))
        step = 0
        while (decision := position.decision()) is not None:
            if step % 10 == 0 and position.state.phase != SETUP:
                compared += compare_reaches(position, random)
            position.apply(decision.options[int(random.random() * len(decision.options))])
            step += 1
    assert compared > 500


def compare_reaches(position, random):
    state, roster = position.state, position.rules.roster
    compared = 0
    for brigade in range(roster.brigades):
        if not state.at[brigade]:
            continue
        side, zone = roster.side[brigade], state.at[brigade]
        points = random.randint(1, 12)
        ford = unknown_ford(position, side, zone, zone)
        reach = march_reach(position, side, zone, points, ford)
        assert march_zones(position, side, zone, points, ford) == reach.mask
        hq = roster.commander[brigade]
        assert in_command(position, brigade) is (zone in command_costs(position, hq))
        compared += 1
    for side in (0, 1):
        for hq in roster.headquarters[side]:
            free = ~other_headquarters(position, hq)
            assert headquarters_goals(position, hq) == headquarters_reach(position, hq).mask & free
    return compared


def test_every_refusal_cites_a_rule():
    """Any verb with any nouns: legal exactly when it is an option, and otherwise with a reason."""
    random = Random("why")
    position = GAME.start("historical", {})
    pieces = [piece.id for piece in GAME.data.pieces("pieces")]
    zones = [position.rules.board.names[zone] for zone in position.rules.board.places]
    verbs = list(VOCABULARY.verbs)
    step = 0
    while (decision := position.decision()) is not None:
        if step % 12 == 0:
            for _ in range(40):
                nouns = random.choice(
                    [
                        (),
                        (random.choice(pieces),),
                        (random.choice(pieces), random.choice(zones)),
                        (random.choice(zones),),
                    ]
                )
                action = (random.choice(verbs), *nouns)
                for side in GAME.sides:
                    refusal = why_not(GAME.play.guide, position, side, action)
                    is_option = decision.owner == side and action in decision.options
                    assert (refusal is None) is is_option, (action, refusal)
                    if refusal is not None:
                        assert refusal.rule in GAME.ledger, (action, refusal)
                        assert refusal.says.endswith((".", "?")), refusal
        position.apply(decision.options[int(random.random() * len(decision.options))])
        step += 1


def test_words_that_the_game_does_not_know_are_named():
    position = GAME.start("historical", {})
    refusal = why_not(GAME.play.guide, position, "confederate", ("move", "Grant", "Z37"))
    assert refusal is not None and "'Grant'" in refusal.says
