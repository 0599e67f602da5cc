"""Plans compared by play-outs: budgets are kept, cores change nothing, and what is better wins."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bullrun.bots import Seat, make_bot
from bullrun.bots.colonel_bot import GeneralBot
from bullrun.bots.levels import at_the_table
from bullrun.bots.plans import answer, group_of, is_turn_of, planning_of, propose, rolled_for
from bullrun.bots.playing import decisions, drawn
from bullrun.bots.search import (
    Budget,
    Dice,
    Hands,
    Judged,
    OutOfTime,
    compare,
    error_of,
    interval_of,
    is_better,
    play_alike,
    worlds_of,
)
from bullrun.engine.chance import weighted_index
from bullrun.games.registry import game_ids, load_game
from bullrun.thinking.outlook import CERTAIN

PLANNED = [name for name in game_ids() if planning_of(load_game(name)) is not None]
"""Games in which plans can be made."""


def seat_of(name, decisions=30, seed=1):
    """A seat some way into a game between captains, where plans are to be had."""
    game = load_game(name)
    position = game.start(next(iter(game.scenarios)), {})
    dice = Random(seed)
    bots = {side: make_bot("captain", side) for side in game.sides}
    taken = 0
    while (decision := position.decision()) is not None:
        if decision.weights is not None:
            drawn = dice.randrange(sum(decision.weights))
            position.apply(decision.options[weighted_index(decision.weights, drawn)])
            continue
        seat = Seat(game, position, decision)
        if taken >= decisions and len(propose(game, position, decision.owner)) > 1:
            return seat
        position.apply(bots[decision.owner].choose(seat))
        taken += 1
    raise AssertionError("no plans in this game")


def plans_of(seat):
    return propose(seat.game, seat.imagine(Random(1)), seat.side)


@pytest.mark.parametrize("name", PLANNED)
def test_the_number_of_play_outs_is_kept_to(name):
    seat = seat_of(name)
    for nodes in (4, 9):
        judged = compare(seat, plans_of(seat)[:4], Budget(nodes), Random(3))
        assert 0 < sum(len(one.results) for one in judged) <= nodes


@pytest.mark.parametrize("name", PLANNED)
def test_results_are_chances_to_win(name):
    seat = seat_of(name)
    for one in compare(seat, plans_of(seat)[:3], Budget(6), Random(3)):
        assert all(0 <= result <= CERTAIN for result in one.results)


def test_more_cores_play_the_same_worlds():
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:3]
    alone = compare(seat, plans, Budget(12), Random(3), Hands(1))
    hands = Hands(2)
    try:
        together = compare(seat, plans, Budget(12), Random(3), hands)
    finally:
        hands.close()
    assert [(one.plan.name, one.results) for one in alone] == [
        (one.plan.name, one.results) for one in together
    ]


def test_a_plan_must_be_better_by_more_than_chance():
    first = Judged(None, [5000, 5000, 5000, 5000])
    lucky = Judged(None, [9000, 9000, 2000, 1500])
    firm = Judged(None, [5600, 5500, 5700, 5400])
    assert not is_better(lucky, first)
    assert is_better(firm, first)
    assert not is_better(Judged(None, [9000]), first)  # one world tells nothing


def test_nothing_at_stake_ends_the_search(monkeypatch):
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    monkeypatch.setattr("bullrun.bots.search.play_ahead", lambda *args: 5000)
    judged = compare(seat, plans, Budget(400), Random(3))
    assert sum(len(one.results) for one in judged) <= 200
    assert judged[0].plan is plans[0]

    gain = 2 * seat.game.thinking.planning.stake

    def second_is_better(game, position, side, plan, dice, deadline=None):
        return 5000 + gain * (plan == plans[1])

    monkeypatch.setattr("bullrun.bots.search.play_ahead", second_is_better)
    assert compare(seat, plans, Budget(400), Random(3))[0].plan is plans[1]


def test_a_world_in_which_nothing_happens_tells_no_plans_apart(monkeypatch):
    """A poor activation die in the first world, say: all come to the same. A second world is tried before
    any is left out; who does the same there, too, is."""
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    played = []

    def first_world_is_mute(game, position, side, plan, dice, deadline=None):
        played.append(plan)
        return 5000 if len(played) <= 4 else 5000 + 500 * min(2, plans.index(plan))

    monkeypatch.setattr("bullrun.bots.search.play_ahead", first_world_is_mute)
    judged = {one.plan: one for one in compare(seat, plans, Budget(400), Random(3))}
    assert [judged[plan].is_repeat for plan in plans] == [False, False, False, True]
    assert len(judged[plans[2]].results) > 2 == len(judged[plans[3]].results)


def staked(seat, stake):
    """The same seat in a game in which less, or more, is worth a thought."""
    planning = seat.game.thinking.planning._replace(stake=stake)
    game = replace(seat.game, thinking=seat.game.thinking._replace(planning=planning))
    return Seat(game, seat._position, seat.decision)


def test_what_is_at_stake_is_the_games_to_say(monkeypatch):
    """Where everything moves the chance to win by little, little is worth a thought."""
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    monkeypatch.setattr(
        "bullrun.bots.search.play_ahead",
        lambda game, position, side, plan, dice, deadline=None: 5000 + plans.index(plan),
    )
    short = compare(staked(seat, 5), plans, Budget(400), Random(3))
    long = compare(staked(seat, 1), plans, Budget(400), Random(3))
    assert sum(len(one.results) for one in short) <= 200 < sum(len(one.results) for one in long)


def test_the_clock_ends_a_search():
    """A clock that has run out before the first world: the general still has his plan."""
    seat = seat_of("bull-run-1861")
    bot = GeneralBot("1", budget=Budget(1_000_000, 1e-9))
    assert bot.choose(seat) in seat.decision.options
    assert all(not one.results for one in bot.judged)


def test_what_the_clock_leaves_is_kept(monkeypatch):
    """The clock ends in the middle of the second world: plans done with it keep their result."""
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:3]
    played = 0

    def some(*args):
        nonlocal played
        played += 1
        if played > 4:
            raise OutOfTime
        return 5000 + played

    monkeypatch.setattr("bullrun.bots.search.play_ahead", some)
    eager = staked(seat, -CERTAIN)
    judged = {one.plan.name: one.results for one in compare(eager, plans, Budget(8), Random(3))}
    assert [judged[plan.name] for plan in plans] == [[5001, 5004], [5002], [5003]]


def test_plans_that_do_the_same_are_played_once(monkeypatch):
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    results = dict(zip(plans, (5000, 5000, 5400, 5400), strict=True))
    monkeypatch.setattr("bullrun.bots.search.play_ahead", lambda *args: results[args[3]])
    found = {one.plan: len(one.results) for one in compare(seat, plans, Budget(20), Random(3))}
    assert [found[plan] for plan in plans] == [9, 1, 9, 1]


def test_plans_that_lose_the_same_battle_are_not_taken_for_the_same(monkeypatch):
    """All lose in the first world, and the last wins in all others: it is found."""
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    played = []

    def first_world_is_lost(game, position, side, plan, dice, deadline=None):
        played.append(plan)
        return CERTAIN * (len(played) > len(plans) and plan == plans[3])

    monkeypatch.setattr("bullrun.bots.search.play_ahead", first_world_is_lost)
    assert compare(seat, plans, Budget(40), Random(3))[0].plan is plans[3]


def rolls_of(name, number):
    """Some rolls of a game between captains: the position, and what chance is asked."""
    game = load_game(name)
    position = game.start(next(iter(game.scenarios)), {})
    bots = {side: make_bot("captain", side) for side in game.sides}
    rolls = []
    for _ in decisions(game, position, bots, drawn(Random(2))):
        asked = position.decision()
        if asked is not None and asked.weights is not None:
            rolls.append((position.copy(), asked))
        if len(rolls) == number:
            break
    return game, rolls


def test_the_same_roll_falls_the_same_under_every_plan():
    """Dice depend on what they are thrown for, not on what was thrown before."""
    game, rolls = rolls_of("bull-run-1861", 40)
    causes = [rolled_for(game, position, asked) for position, asked in rolls]
    thrown = [(asked, cause) for (_, asked), cause in zip(rolls, causes, strict=True)]
    forwards, backwards = Dice(7), Dice(7)
    one = [forwards.roll(*roll) for roll in thrown]
    other = [backwards.roll(*roll) for roll in reversed(thrown)]
    alone = [n for n, cause in enumerate(causes) if causes.count(cause) == 1]
    assert len(alone) > 5
    assert [one[n] for n in alone] == [other[::-1][n] for n in alone]
    again = Dice(7)
    assert len({again.roll(*thrown[0]) for _ in range(40)}) > 1  # the next throw is another one


@pytest.mark.parametrize(
    "name, attackers", [("bull-run-1983", 4), ("bull-run-1861", 1), ("secession-1862", 2)]
)
def test_a_battle_is_rolled_alike_whoever_attacks(name, attackers):
    """What distinguishes the attacks of two plans on the same place does not change the dice."""
    game, rolls = rolls_of(name, 400)
    battles = [(position, asked) for position, asked in rolls if position.state.frames[-1][0] == "battle"]
    causes = set()
    for position, asked in battles:
        cause = rolled_for(game, position, asked)
        frame = list(position.state.frames[-1])
        frame[attackers] = (*frame[attackers], *frame[attackers])
        position.state.frames[-1] = tuple(frame)
        assert rolled_for(game, position, asked) == cause
        causes.add(cause)
    assert len(causes) > 2


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_rolled_for_does_not_depend_on_how_it_is_asked(name):
    """Another wording changes no die, and no two questions of one procedure are taken for the same."""
    game, rolls = rolls_of(name, 400)
    asked_as = {}
    for position, asked in rolls:
        cause = (game.phase(position)[:2], rolled_for(game, position, asked))
        if position.state.frames[-1][0] != "battle" or name != "bull-run-1983":  # there odds are in the words
            assert asked_as.setdefault(cause, asked.question) == asked.question
        asked.question = "Otherwise?"
        assert (game.phase(position)[:2], rolled_for(game, position, asked)) == cause
    assert asked_as


def test_a_stretch_of_play_in_which_both_act_is_everybodys():
    assert is_turn_of(("turn 1", "union"), "union") and not is_turn_of(("turn 1", "union"), "confederate")
    assert is_turn_of(("turn 1", ""), "union") and is_turn_of(("turn 1", ""), "confederate")


def test_mirrored_dice_show_the_other_side():
    game, rolls = rolls_of("secession-1862", 30)
    opposite = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}
    plain, mirrored = Dice(5), Dice(5, is_mirror=True)
    for position, asked in rolls:
        cause = rolled_for(game, position, asked)
        assert mirrored.roll(asked, cause)[1] == opposite[plain.roll(asked, cause)[1]]


def test_every_world_is_followed_by_its_mirror():
    seat = seat_of("bull-run-1983")
    first, second, third = islice(worlds_of(seat, Random(1)), 3)
    assert second == first._replace(is_mirror=True) and not first.is_mirror
    assert third.dice != first.dice and not third.is_mirror


def test_a_world_and_its_mirror_are_one_to_the_error():
    """They stray in opposite ways: where each pair brings the same, the average is sure."""
    assert error_of([1, 9, 3, 7, 8, 2]) == 0
    assert error_of([1, 9, 3, 11]) == 1
    assert error_of([4, 8]) == 2  # too few for pairs
    assert error_of([4]) == float("inf")


def test_a_few_worlds_that_agree_prove_nothing():
    assert interval_of([700] * 5) is None
    assert interval_of([700] * 40) is None
    assert interval_of([1, 9, 3, 11]) is None  # two pairs
    low, high = interval_of([1, 9, 3, 11, 5, 13])
    assert low == pytest.approx(7 - 4.30 * error_of([1, 9, 3, 11, 5, 13])) and high == pytest.approx(14 - low)
    few, many = (interval_of([0, 2, 4, 6] * n) for n in (2, 20))
    assert many[1] - many[0] < few[1] - few[0]


def test_plans_that_are_set_against_each_other_meet_the_same_worlds(monkeypatch):
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:3]
    worlds = {plan: [] for plan in plans}

    def told(game, world, side, plan, deadline):
        worlds[plan].append((world.dice, world.is_mirror))
        return 5000 - 4000 * plans.index(plan)

    monkeypatch.setattr("bullrun.bots.search._play", told)
    judged = play_alike(seat, plans, Budget(20), Random(1))
    assert [len(one.results) for one in judged] == [6, 6, 6]  # however poor, none drops out
    assert worlds[plans[0]] == worlds[plans[1]] == worlds[plans[2]]
    assert len(set(worlds[plans[0]])) == 6


def test_a_general_tries_his_plan_in_other_ways(monkeypatch):
    """Where the game has whims they are tried, and the better way of doing the same is taken."""
    seat = seat_of("bull-run-1861")
    tried = []

    def one_whim_is_good(game, position, side, plan, dice, deadline=None):
        tried.append(plan)
        return 5000 + plan.whim % 7 * 3 * seat.game.thinking.planning.stake

    monkeypatch.setattr("bullrun.bots.search.play_ahead", one_whim_is_good)
    bot = GeneralBot("1", budget=Budget(200))
    bot.choose(seat)
    whims = {plan.whim for plan in tried} - {0}
    assert len(whims) == seat.game.thinking.planning.whims
    assert bot.plan.whim in whims
    assert bot.plan.whim % 7 == max(whim % 7 for whim in whims)
    assert {plan.name for plan in tried if plan.whim} == {tried[0].name}
    assert {plan.temper for plan in tried if plan.name == tried[0].name} == {
        0,
        *seat.game.thinking.planning.moods,
    }


def test_who_is_curious_gets_firm_figures_where_nothing_is_at_stake(monkeypatch):
    """A general stops thinking there; a player who asks for a hint wants to know what a plan is worth."""
    seat = seat_of("bull-run-1861")
    plans = plans_of(seat)[:4]
    worths = {plan.name: 5000 - number for number, plan in enumerate(plans)}
    monkeypatch.setattr(
        "bullrun.bots.search.play_ahead", lambda game, position, side, plan, *more: worths[plan.name]
    )
    short = compare(seat, plans, Budget(60), Random(1))
    long = compare(seat, plans, Budget(60), Random(1), is_curious=True)
    assert sum(len(one.results) for one in short) < 40 < 50 < sum(len(one.results) for one in long)


@pytest.mark.parametrize("nodes, most", [(11, 0), (36, 3), (100_000, 8)])
def test_a_general_with_few_play_outs_tries_few_whims(monkeypatch, nodes, most):
    """More ways than he can compare would only drown the plans."""
    tried = []

    def compared(seat, plans, budget, random, hands):
        tried.extend(plans)
        return [Judged(plan) for plan in plans]

    monkeypatch.setattr("bullrun.bots.colonel_bot.compare", compared)
    GeneralBot("1", budget=Budget(nodes)).choose(seat_of("bull-run-1861"))
    assert sum(plan.whim > 0 for plan in tried) == most


def test_a_general_thinks_again_before_each_part_of_a_stretch_of_play(monkeypatch):
    """First about plans and leaders; then, before each division that the die has allowed, about ways to carry
    out the plan. All thoughts together keep to the budget."""
    game = load_game("secession-1862")
    thoughts = {}

    def compared(seat, plans, budget, random, hands):
        position = seat.imagine(Random(0))
        thoughts.setdefault(group_of(game, position), []).append(
            (game.thinking.planning.parts_left(position), [plan.whim > 0 for plan in plans], budget.nodes)
        )
        return [Judged(plan) for plan in plans]

    monkeypatch.setattr("bullrun.bots.colonel_bot.compare", compared)
    position = game.start("30-august", {})
    bots = {"union": GeneralBot("1", budget=Budget(200)), "confederate": make_bot("captain", "2")}
    for _ in decisions(game, position, bots, drawn(Random(4))):
        if position.state.turn == 6:
            break
    assert len(thoughts) > 10
    for known in thoughts.values():
        first, *later = [left for left, _, _ in known]
        assert first == 0 and later == sorted(set(later), reverse=True)
        assert [any(whims) for _, whims, _ in known] == [False] + [True] * len(later)
        assert sum(nodes for _, _, nodes in known) <= 200
    assert max(len(known) for known in thoughts.values()) > 2
    one_division = [known for known in thoughts.values() if [left for left, _, _ in known] == [0, 1]]
    assert one_division and all(
        known[1][1].count(True) == game.thinking.planning.whims for known in one_division
    )


def test_a_share_of_a_budget_is_one_of_play_outs_and_of_time():
    assert Budget(100, 2.0, 2).share(0.25) == Budget(25, 0.5, 2)
    assert Budget(100).share(0.5) == Budget(50)


def test_at_the_table_a_general_has_two_seconds_on_all_cores():
    budget = at_the_table()
    assert budget.seconds == 2.0
    assert budget.cores >= 1
    assert make_bot("general", "1", budget)._budget == budget
    assert make_bot("general:8", "1", budget)._budget == Budget(8, None, budget.cores)


def test_helpers_leave_with_a_thinker_that_is_killed(tmp_path):
    """The general's other processes end when his own is killed outright."""
    script = tmp_path / "thinker.py"
    script.write_text(
        "import os, signal\n"
        "from random import Random\n"
        "from bullrun.bots.search import Budget, Hands, compare\n"
        "from tests.unit.bots.test_search import plans_of, seat_of\n"
        "if __name__ == '__main__':\n"
        "    seat = seat_of('bull-run-1861')\n"
        "    hands = Hands(2)\n"
        "    compare(seat, plans_of(seat)[:2], Budget(4), Random(1), hands)\n"
        "    print(*hands._pool._processes, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n",
        encoding="utf-8",
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    helpers = [int(word) for word in done.stdout.split()]
    assert helpers, done.stderr
    for _ in range(400):
        if not any(is_running(pid) for pid in helpers):
            return
        time.sleep(0.05)
    raise AssertionError(f"still there: {[pid for pid in helpers if is_running(pid)]}")


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("name", [name for name in PLANNED if planning_of(load_game(name)).whims])
def test_whims_lead_to_other_steps(name):
    """Through a game a plan with a whim does now and then something else, and something legal."""
    game = load_game(name)
    position = game.start(next(iter(game.scenarios)), {})
    bots = {side: make_bot("colonel", side) for side in game.sides}
    same = other = 0
    for _ in decisions(game, position, bots, drawn(Random(3))):
        decision = position.decision()
        if decision is None or decision.weights is not None or len(decision.options) < 2:
            continue
        plan = bots[decision.owner].plan
        if plan is None:
            continue
        plain = answer(game, position, decision.owner, decision, plan._replace(whim=0))
        leaning = answer(game, position, decision.owner, decision, plan._replace(whim=5))
        assert leaning is None or leaning in decision.options
        same += plain == leaning
        other += plain != leaning
        if same + other == 400:
            break
    assert same > other > 10
