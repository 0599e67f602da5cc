"""The levels: names, tempers and budgets; legal, reproducible, on time, blind to what they may not know."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bullrun.bots import LEVELS, Seat, can_play, is_opponent, levels_for, make_bot, opponents
from bullrun.bots.colonel_bot import GeneralBot
from bullrun.bots.hints import different, hints, telling
from bullrun.bots.plans import planning_of, propose
from bullrun.bots.playing import decisions, drawn
from bullrun.bots.search import Budget, Judged, compare
from bullrun.bots.seat import Hurried
from bullrun.engine.chance import weighted_index
from bullrun.engine.decision import CHANCE
from bullrun.errors import UnknownItem
from bullrun.games.registry import game_ids, load_game
from bullrun.thinking.plan import Plan, Task

NAMES = ["recruit", "captain", "colonel", "colonel:bold", "general:6"]


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
        ("random:bold", "random takes no setting"),
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


@pytest.mark.parametrize(
    ("name", "game"),
    [(n, g) for n in NAMES for g in game_ids() if can_play(load_game(g), n)],
)
def test_seed_and_node_budget_settle_everything(name, game):
    found = load_game(game)
    scenario = next(iter(found.scenarios))
    games = []
    for _ in range(2):
        bots = {side: make_bot(name, f"7 {side}") for side in found.sides}
        games.append(play(found, found.start(scenario, {}), bots, 25))
    assert games[0] == games[1]


def test_a_general_keeps_to_his_time(monkeypatch):
    """On a clock that goes on a millisecond whenever he looks at it: he looks often, and stops when told."""
    looks = 0

    def clock():
        nonlocal looks
        looks += 1
        return looks / 1000

    monkeypatch.setattr("bullrun.bots.search.monotonic", clock)
    game = load_game("bull-run-1983")
    patient = game.thinking.planning._replace(stake=-1_000_000)  # it thinks to the end
    game = replace(game, thinking=game.thinking._replace(planning=patient))
    position = game.start("july-21", {})
    decision = position.decision()
    bot = GeneralBot("2", budget=Budget(1_000_000, 4.0))
    assert bot.choose(Seat(game, position, decision)) in decision.options
    assert 3_500 < looks < 4_500
    assert 0 < sum(len(judged.results) for judged in bot.judged) < 50


def test_a_general_who_is_hurried_takes_the_best_he_has_found(monkeypatch):
    from bullrun.bots import search

    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    decision = position.decision()
    played = 0
    real = search.play_ahead

    def hurried(*args):
        nonlocal played
        played += 1
        if played == 30:
            raise Hurried
        return real(*args)

    monkeypatch.setattr(search, "play_ahead", hurried)
    bot = GeneralBot("2", budget=Budget(1_000_000))
    assert bot.choose(Seat(game, position, decision)) in decision.options
    assert played == 30 and bot.plan is bot.judged[0].plan and bot.judged[0].results


@pytest.mark.parametrize("nodes", [1, 6, 15])
def test_a_general_plays_out_no_more_than_his_budget(nodes):
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    bot = GeneralBot("2", budget=Budget(nodes))
    bot.choose(Seat(game, position, position.decision()))
    assert sum(len(judged.results) for judged in bot.judged) <= nodes


def test_a_budget_too_small_for_one_play_out_still_gives_a_plan():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    seat = Seat(game, position, position.decision())
    plans = propose(game, position, "union")
    found = compare(seat, plans, Budget(10, 1e-9), Random(1))
    assert len(found) == len(plans) and found[0].plan is plans[0]


def test_more_play_outs_go_to_better_plans(monkeypatch):
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    seat = Seat(game, position, position.decision())
    plans = propose(game, position, "union")
    worth = {plan.name: 4000 + 300 * number for number, plan in enumerate(plans)}
    monkeypatch.setattr("bullrun.bots.search.play_ahead", lambda *args: worth[args[3].name])
    found = compare(seat, plans, Budget(14), Random(1))
    counts = [len(judged.results) for judged in found]
    assert sum(counts) <= 14 and counts[0] == max(counts) > min(counts)
    assert found[0].plan is plans[-1]


@pytest.mark.parametrize("game", [g for g in game_ids() if planning_of(load_game(g))])
def test_plans_name_real_pieces_places_and_rules(game):
    found = load_game(game)
    position = found.start(next(iter(found.scenarios)), {})
    bots = {side: make_bot("captain", side) for side in found.sides}
    play(found, position, bots, 40)
    ids = {piece.id for piece in position.rules.pieces}
    for side in found.sides:
        for plan in propose(found, position, side):
            assert plan.says and all(rule in found.ledger for rule in plan.rules)
            for task in plan.tasks:
                assert set(task.who) <= ids and all(
                    position.rules.board.place(p) is not None for p in task.where
                )


def test_hints_without_a_plan_are_options_of_different_pieces():
    from tests.toys.ford import GAME as TOY

    position = TOY.start("ford", {})
    found = hints(Seat(TOY, position, position.decision()), "1")
    assert len({hint.action for hint in found}) == 3 and all(hint.reasons[0].rule == "2.1" for hint in found)
    assert found == hints(Seat(TOY, position, position.decision()), "1")


def test_hints_are_plans_in_words_with_rules():
    game = load_game("bull-run-1983")
    position = game.start("july-21", {})
    found = hints(Seat(game, position, position.decision()), "1", Budget(8))
    assert 1 <= len(found) <= 3 and found[0].gain == 0
    assert all(hint.says.endswith(".") and hint.reasons for hint in found)
    assert all(hint.action in position.decision().options and hint.tasks for hint in found)
    assert "Centreville" in found[0].says


def test_hints_say_no_more_than_play_outs_tell():
    assert telling([-700] * 5, 100) == "open"  # five that agree
    assert telling([-700] * 40, 100) == "same"
    assert telling([-700, -500, -600, -550, -650, -700, -620, -580], 100) == "worse"
    assert telling([-20, 10, -30, 20, 0, -10, 10, 20], 100) == "close"
    assert telling([-900, 700, 300, -1200, 800, 500, -400, -600], 100) == "open"


def test_hints_differ_in_what_one_can_see():
    def plan(name, where):
        return Plan(name, "", (), (Task("take", ("A",), (where,)),), 0)

    left, again, also, right, other = (
        Judged(plan(name, where), [result] * 4)
        for name, where, result in (
            ("left", "L", 5000),
            ("again", "L", 5000),
            ("also", "M", 5000),
            ("right", "R", 5000),
            ("other", "O", 1000),
        )
    )
    ranked = [left, again, also, right, other]
    served = {one.plan: ("move", "A", "X") for one in ranked}
    # Begins and aims like the first: nobody sees a difference.
    assert different(ranked, served) == [left, also, right]
    # What begins otherwise comes before other goals, unless it is plainly worse.
    served[again.plan] = ("move", "A", "Y")
    served[other.plan] = ("move", "A", "Z")
    assert different(ranked, served) == [left, again, also]


@pytest.mark.parametrize("name", ["bull-run-1983", "secession-1862"])
def test_plans_that_start_alike_say_where_they_part(name):
    game = load_game(name)
    position = game.start(next(iter(game.scenarios)), {})
    bots = {side: make_bot("captain", side) for side in game.sides}
    alike = []
    for taken, _ in enumerate(decisions(game, position, bots, drawn(Random(3)))):
        asked = position.decision()
        if taken < 40 or asked.weights is not None:
            continue
        found = hints(Seat(game, position, asked), "1", Budget(24))
        alike = [hint for hint in found[1:] if hint.starts_alike]
        if alike or taken > 60:
            break
    assert alike and all(hint.action == found[0].action for hint in alike)
    assert len({hint.says for hint in found}) == len(found)
    for hint in alike:
        assert hint.parting.after > 0 and hint.parting.words != hint.parting.instead_words


@pytest.mark.parametrize("name", ["bull-run-1983", "bull-run-1861"])
def test_a_plan_says_how_it_goes_on_until_dice_or_the_enemy(name):
    game = load_game(name)
    position = game.start(next(iter(game.scenarios)), {})
    while game.phase(position)[2] in ("setup", "initiative") or position.decision().weights is not None:
        position.apply(position.decision().options[0])
    asked = position.decision()
    first = hints(Seat(game, position, asked), "1", Budget(6))[0]
    assert first.line and (not first.action or first.line[0].action == first.action)
    here = position.copy()
    for step in first.line:
        assert here.decision().owner == asked.owner and step.action in here.decision().options
        assert step.words
        here.apply(step.action)


# --- tempers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["recruit", "captain"])
@pytest.mark.parametrize(
    ("game_id", "scenario"),
    [("bull-run-1983", "july-21"), ("bull-run-1861", "historical"), ("secession-1862", "30-august")],
)
def test_the_bold_seek_more_fights_than_the_cautious(game_id, scenario, level):
    """Over three games: one of a recruit's may go the other way."""
    game = load_game(game_id)

    def fights(temper, seed):
        position = game.start(scenario, {})
        bots = {side: make_bot(f"{level}:{temper}", f"{seed} {side}") for side in game.sides}
        sought = 0
        for owner, action in islice(decisions(game, position, bots, drawn(Random(seed + 1))), 6_000):
            if owner == CHANCE:
                continue
            decision = position.decision()
            dares = game.thinking.daring(position, game.sides.index(owner), decision)
            if dares is not None:
                sought += dares[list(decision.options).index(action)] > 0
        return sought

    cautious, bold = (sum(fights(temper, seed) for seed in (1, 2, 3)) for temper in ("cautious", "bold"))
    assert bold > cautious


def test_a_balanced_player_is_what_a_plain_name_means():
    game = load_game("bull-run-1861")
    choices = [
        play(game, game.start("historical", {}), {s: make_bot(name, f"3 {s}") for s in game.sides}, 120)
        for name in ("captain", "captain:balanced")
    ]
    assert choices[0] == choices[1]


def test_a_game_offers_only_the_levels_that_it_says_enough_to():
    from tests.toys import cup, ford

    assert list(levels_for(cup.GAME)) == ["random"]
    assert list(levels_for(ford.GAME)) == ["recruit", "captain", "random", "greedy"]
    assert list(levels_for(load_game("bull-run-1861"))) == list(LEVELS)
    assert can_play(ford.GAME, "captain:bold") and not can_play(ford.GAME, "colonel:bold")
    assert not can_play(ford.GAME, "nobody") and not can_play(cup.GAME, "captain")
    assert list(opponents(cup.GAME)) == ["random"]
