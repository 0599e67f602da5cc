"""The levels: names, tempers and budgets; legal, reproducible, on time, blind to what they may not know."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

from bullrun.bots import LEVELS, Seat, is_opponent, make_bot, opponents
from bullrun.bots.colonel_bot import GeneralBot
from bullrun.bots.hints import hints
from bullrun.bots.plans import Planner, propose
from bullrun.bots.search import Budget, compare
from bullrun.engine.chance import weighted_index
from bullrun.engine.game import UnknownItem
from bullrun.engine.view import imagine, see_position
from bullrun.games.registry import game_ids, load_game

NAMES = ["recruit", "captain", "colonel", "colonel:bold", "general:6"]
SCENARIOS = [(game, scenario) for game in game_ids() for scenario in load_game(game).scenarios]


def play(game, position, bots, decisions, seed=1):
    """Let bots play so many decisions; every one must be an option. Returns what was chosen."""
    dice = Random(seed)
    chosen = []
    while (decision := position.decision()) is not None and len(chosen) < decisions:
        if decision.weights is not None:
            drawn = dice.randrange(sum(decision.weights))
            position.apply(decision.options[weighted_index(decision.weights, drawn)])
            continue
        action = bots[decision.owner].choose(Seat(game, position, decision))
        assert action in decision.options
        chosen.append(action)
        position.apply(action)
    return chosen


# --- names --------------------------------------------------------------------------------------


def test_the_table_has_the_four_levels_and_two_yardsticks():
    assert list(LEVELS) == ["recruit", "captain", "colonel", "general", "random", "greedy"]
    assert {"colonel:bold", "colonel:cautious", "general:bold"} <= set(opponents())
    assert all(is_opponent(name) for name in opponents())


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("genius", "no such bot; there are: recruit, captain"),
        ("captain:bold", "captain takes no setting"),
        ("colonel:mad", "expected cautious or balanced or bold"),
        ("general:0", "expected cautious or balanced or bold or a number of play-outs or seconds"),
        ("general:-2s", "expected cautious"),
    ],
)
def test_wrong_names_say_what_is_wrong(name, says):
    with pytest.raises(UnknownItem, match=says):
        make_bot(name, "1")
    assert not is_opponent(name)


# --- play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
@pytest.mark.parametrize("name", ["recruit", "colonel"])
def test_every_scenario_is_played_legally(game, scenario, name):
    found = load_game(game)
    position = found.start(scenario, {})
    bots = {side: make_bot(name, side) for side in found.sides}
    assert play(found, position, bots, 60)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("name", NAMES)
def test_seed_and_node_budget_settle_everything(game, name):
    found = load_game(game)
    scenario = next(iter(found.scenarios))
    games = []
    for _ in range(2):
        bots = {side: make_bot(name, f"7 {side}") for side in found.sides}
        games.append(play(found, found.start(scenario, {}), bots, 25))
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["recruit", "captain", "colonel", "general:4"])
def test_worlds_that_look_the_same_get_the_same_choices(name):
    """On July 21st most Confederates lie face down: the Union may not act on what they are."""
    game = load_game("bull-run-1983")
    real = game.start("july-21", {})
    assert real.decision().owner == "union"
    worlds = [real.copy(), *(imagine(game, real, "union", Random(seed)) for seed in (1, 2, 3))]
    bots = [make_bot(name, "5") for _ in worlds]
    for _ in range(4):
        seen = [see_position(game, world, "union") for world in worlds]
        decisions = [world.decision() for world in worlds]
        if any(view != seen[0] for view in seen) or decisions[0].owner != "union":
            break  # a reveal: from here on the worlds may be told apart
        choices = [
            bot.choose(Seat(game, world, decision))
            for bot, world, decision in zip(bots, worlds, decisions, strict=True)
        ]
        assert len(set(choices)) == 1
        for world in worlds:
            world.apply(choices[0])


def test_a_general_keeps_to_his_time():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    bot = make_bot("general:0.4s", "1")
    decision = position.decision()
    bot.choose(Seat(game, position, decision))  # pays for tables made once
    late = GeneralBot("2", budget=Budget(1_000_000, 0.4))
    began = monotonic()
    late.choose(Seat(game, position, decision))
    # The clock is looked at before every decision of a play-out, so little can be added to the budget.
    assert monotonic() - began < 0.4 + 2.5


def test_a_budget_too_small_for_one_play_out_still_gives_a_plan():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    seat = Seat(game, position, position.decision())
    plans = propose(game, position, "union", Random(1))
    found = compare(seat, plans, Budget(10, 1e-9), Random(1))
    assert len(found) == len(plans) and found[0].plan is plans[0]


def test_more_play_outs_go_to_better_plans():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    seat = Seat(game, position, position.decision())
    plans = propose(game, position, "union", Random(1))
    found = compare(seat, plans, Budget(14), Random(1))
    counts = [len(judged.results) for judged in found]
    assert sum(counts) <= 14 and counts[0] == max(counts) > min(counts)


@pytest.mark.parametrize("game", [g for g in game_ids() if isinstance(load_game(g), Planner)])
def test_plans_name_real_pieces_places_and_rules(game):
    found = load_game(game)
    position = found.start(next(iter(found.scenarios)), {})
    bots = {side: make_bot("captain", side) for side in found.sides}
    play(found, position, bots, 40)
    ids = {piece.id for piece in found.pieces}
    for side in found.sides:
        for plan in propose(found, position, side, Random(1)):
            assert plan.says and all(rule in found.ledger for rule in plan.rules)
            for task in plan.tasks:
                assert set(task.who) <= ids and all(found.board.place(p) is not None for p in task.where)


def test_hints_are_plans_in_words_with_rules():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    found = hints(Seat(game, position, position.decision()), "1", Budget(8))
    assert 1 <= len(found) <= 3 and found[0].gain >= 0
    assert all(hint.says.endswith(".") and hint.reasons for hint in found)
    assert "Centreville" in found[0].says
