"""Plans of the machine players, and how brigades serve them."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots import make_bot
from bullrun.bots.playing import decisions, drawn
from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1861.rules.ground import control_zone, ground
from bullrun.games.bull_run_1861.thinking import tactics
from bullrun.games.bull_run_1861.thinking.judgment import WEIGHTS
from bullrun.games.bull_run_1861.thinking.outlook import SIGNS, signs
from bullrun.games.bull_run_1861.thinking.planning import (
    OFFENSIVE_CONTACTS,
    WHIM,
    _command,
    _order,
    answer,
    make_plans,
)
from bullrun.games.bull_run_1861.thinking.tactics import uses
from bullrun.games.registry import load_game
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.bull_run_1861.scene import fresh, play, scene


def plan_called(position, side, start):
    return next(plan for plan in make_plans(position, side, 0) if plan.name.startswith(start))


def who(plan, does):
    return {piece for task in plan.tasks if task.does == does for piece in task.who}


def served(position, side, plan):
    return " ".join(answer(position, side, position.decision(), plan))


def test_every_plan_names_itself_its_reason_and_rules_and_gives_no_brigade_two_jobs():
    position = fresh()
    position.decision()
    for side in (UNION, CONFEDERATE):
        plans = make_plans(position, side, 0)
        assert len({plan.name for plan in plans}) == len(plans) > 3
        for plan in plans:
            assert plan.says.endswith(".")
            assert plan.rules
            told = [piece for task in plan.tasks for piece in task.who]
            assert len(told) == len(set(told))


def test_a_main_effort_goes_for_objectives_that_lie_together():
    position = fresh()
    position.decision()
    plan = plan_called(position, UNION, "main effort on Dogan Ridge")
    assert "Chinn Ridge" in plan.name
    assert "Manassas" not in plan.name
    assert {"Sherman", "Schenck", "Keyes"} <= who(plan, "take")
    assert who(plan, "hold")


def test_a_strike_gathers_those_who_are_near():
    position = scene({"Keyes": "Z37", "Howard": "Z24", "Blenker": "Z72", "Bee": "Z29", "Early": "Z19"})
    plan = plan_called(position, UNION, "strike at Bee")
    assert who(plan, "strike") == {"Keyes", "Howard"}


def test_a_stand_sends_nobody_to_the_enemys_objectives():
    position = fresh()
    position.decision()
    plan = plan_called(position, CONFEDERATE, "stand")
    assert not who(plan, "take")


def test_rest_is_proposed_to_the_tired_and_they_take_it():
    tired = {
        "Keyes": {"at": "Z71", "fatigue": 2},
        "Howard": {"at": "Z61", "fatigue": 1},
        "Blenker": {"at": "Z71", "fatigue": 1},
        "Davies": {"at": "Z61", "fatigue": 1},
        "Early": "Z34",
    }
    position = scene(tired)
    plan = plan_called(position, UNION, "rest")
    assert who(plan, "rest") == {"Keyes", "Howard", "Blenker", "Davies"}
    chosen = served(position, UNION, plan)
    assert chosen.startswith("activate")
    play(position, chosen)
    assert served(position, UNION, plan).startswith("rest")
    rested = scene({"Keyes": "Z71", "Howard": "Z61", "Early": "Z34"})
    assert not [p for p in make_plans(rested, UNION, 0) if p.name.startswith("rest")]


def test_a_brigade_takes_an_open_objective():
    position = scene({"McDowell": "Z58", "Keyes": "Z46", "Early": "Z34"})
    plan = plan_called(position, UNION, "take what is nearest")
    play(position, served(position, UNION, plan))
    before = position.state.northern
    play(position, served(position, UNION, plan))
    assert position.state.northern.bit_count() > before.bit_count()


def test_a_fresh_second_line_relieves_a_worn_front_line():
    position = scene(
        {
            "McDowell": "Z58",
            "Sherman": {"at": "Z37", "facing": "Z29"},
            "Schenck": {"at": "Z37", "facing": "Z29", "fatigue": 2, "line": "front"},
            "Bee": {"at": "Z29", "facing": "Z37"},
        }
    )
    plan = plan_called(position, UNION, "take what is nearest")
    number = position.rules.roster.number["Sherman"]
    frame = ("act", number, 4, position.state.at[number], 0)
    stop, *others = uses(position, frame, _order(position, plan, number))
    relief = next(use for use in others if use.begins == ("lead", "Sherman"))
    assert relief.value > stop.value


def test_stopping_is_the_first_use_of_an_activation():
    position = scene({"McDowell": "Z58", "Keyes": "Z46", "Early": "Z34"})
    plan = plan_called(position, UNION, "take what is nearest")
    number = position.rules.roster.number["Keyes"]
    frame = ("act", number, 4, position.state.at[number], 0)
    stop, *others = uses(position, frame, _order(position, plan, number))
    assert stop.begins == ("done", "Keyes")
    assert max(use.value for use in others) > stop.value


# --- the small decisions of a whole battle ----------------------------------------------------------


SMALL = ("headquarters", "offensive", "mark", "operate")


@pytest.fixture(scope="module")
def battle():
    """Every decision that a plan answered in a game between colonels: (position, side, answer)."""
    game = load_game("bull-run-1861")
    position = game.start("historical", {})
    bots = {side: make_bot("colonel", f"planning {side}") for side in game.sides}
    seen = []
    for owner, action in decisions(game, position, bots, drawn(Random(4))):
        if owner != CHANCE and position.state.frames[-1][0] in (
            "headquarters",
            "offensive",
            "mark",
            "operate",
        ):
            seen.append((position.copy(), game.sides.index(owner), action))
    return seen


def asked(battle, frame):
    found = [case for case in battle if case[0].state.frames[-1][0] == frame]
    assert found, f"no {frame} in this battle"
    return found


def test_headquarters_move_only_to_command_better(battle):
    moves = [case for case in asked(battle, "headquarters") if case[2][0] == "move"]
    assert moves
    for position, side, action in moves:
        hq = position.rules.roster.number[action[1]]
        here = _command(position, side, hq, position.state.at[hq])
        assert _command(position, side, hq, position.rules.board.place(action[2])) > here


def test_a_major_offensive_waits_for_contact_or_the_last_turns(battle):
    for position, side, action in asked(battle, "offensive"):
        met = ground(position).held[side] & control_zone(position, 1 - side)
        late = position.state.turn >= position.rules.turns - 2
        assert (action == ("launch",)) == (late or met.bit_count() >= OFFENSIVE_CONTACTS)


def test_operational_movement_is_for_the_farthest_and_keeps_out_of_contact(battle):
    marked = [case for case in asked(battle, "mark") if case[2][0] == "mark"]
    assert marked
    for position, side, action in asked(battle, "operate"):
        if action[0] == "move":
            zone = position.rules.board.place(action[2])
            assert not control_zone(position, 1 - side) >> zone & 1


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_what_is_remembered_of_a_fight_is_what_would_be_worked_out(monkeypatch, scenario):
    """Fights that look the same all around come to the same, through whole games."""
    known = {}
    again = 0

    def checked(position, key, work_out):
        nonlocal again
        found = work_out()
        again += key in known
        assert known.setdefault(key, found) == found, key
        return found

    monkeypatch.setattr(tactics, "remembered", checked)
    game = load_game("bull-run-1861")
    for seed in range(2):
        position = game.start(scenario, {})
        bots = {side: make_bot("colonel", f"{seed} {side}") for side in game.sides}
        for _ in decisions(game, position, bots, drawn(Random(seed))):
            pass
    assert again > 500


def test_other_weights_are_not_answered_from_memory():
    position = scene({"Keyes": "Z37", "Howard": "Z24", "Bee": "Z29"})
    keyes = position.rules.roster.number["Keyes"]
    order = tactics.Order([0] * position.rules.board.size)
    before = tactics.best_attack(position, keyes, order)
    with WEIGHTS.replaced({"hit": 3 * WEIGHTS["hit"], "tired": 3 * WEIGHTS["tired"]}):
        assert tactics.best_attack(position, keyes, order)[0] > before[0] > 0
    assert tactics.best_attack(position, keyes, order) == before


def test_a_whim_leans_towards_some_steps_and_not_too_far():
    """Another way of doing the same: the same whim leans the same way, never by more than it may."""
    position = fresh()
    position.decision()
    plan = make_plans(position, UNION, 0)[0]
    most = WHIM
    steps = [("move", "Keyes", f"Z{n}") for n in range(40)]
    assert [plan.leaning(step, most) for step in steps] == [0] * 40
    whim = plan._replace(whim=77)
    leanings = [whim.leaning(step, most) for step in steps]
    assert leanings == [plan._replace(whim=77).leaning(step, most) for step in steps]
    assert leanings != [plan._replace(whim=78).leaning(step, most) for step in steps]
    assert all(-most <= leaning <= most for leaning in leanings)
    assert len(set(leanings)) > 20
    assert whim.leaning(("attack", "Keyes", "Z29"), 60) == 30  # on every machine


def sign(position, name):
    return dict(zip(SIGNS, signs(position).values, strict=True))[name]


def test_an_objective_under_our_feet_is_held():
    """Points count for who controls a place (4.3, 4.4); who stands on it holds it."""
    alone = scene({"McDowell": "Z58", "Keyes": "Z47", "Early": "Z34"})
    assert sign(alone, "held") == 1
    both = scene({"McDowell": "Z58", "Keyes": "Z47", "Early": "Z08"})
    assert sign(both, "held") == 1 - 2
    left = scene({"McDowell": "Z58", "Keyes": "Z46", "Early": "Z34"}, control={"Henry House Hill": "union"})
    assert sign(left, "held") == 0


def test_steps_and_fatigue_speak_for_the_enemy():
    fresh_ones = {"McDowell": "Z58", "Keyes": "Z47", "Early": "Z34"}
    worn = scene({**fresh_ones, "Keyes": {"at": "Z47", "losses": 2, "fatigue": 1}})
    assert (sign(worn, "steps"), sign(worn, "fatigue")) == (-2, -1)
    assert sign(worn, "grip") < sign(scene(fresh_ones), "grip")


READ_OTHERWISE = {"activations": "must", "forced-marches": "two", "ford-bonus": "any"}


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_players_cope_with_every_reading_of_the_rules(level):
    """The disputed rules read the other way: nobody is stuck, and nobody answers what is no option."""
    game = load_game("bull-run-1861")
    position = game.start("historical", READ_OTHERWISE)
    bots = {side: make_bot(level, 7) for side in game.sides}
    left = 0
    for count, (owner, action) in enumerate(decisions(game, position, bots, drawn(Random(7)))):
        asked = position.decision()
        assert action in asked.options
        left += owner != CHANCE and asked.rule == "7.1"
        if count > 250:
            break
    assert left > 5, "activations were due"


def test_who_must_activate_and_gains_nothing_leaves_the_marked_ones_alone():
    pieces = {"Keyes": "Z72", "Howard": {"at": "Z70", "operational": True}, "Evans": "Z08"}
    position = scene(pieces, activations=1, options={"activations": "must"})
    plan = make_plans(position, UNION, 0)[0]
    assert served(position, UNION, plan) == "activate Keyes"
