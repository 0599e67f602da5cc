"""Plans of the machine players, how small decisions serve them, and that they play with sense."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots import make_bot
from bullrun.bots.seat import Seat
from bullrun.games.clash_of_giants.game import GAME
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Clash
from bullrun.games.clash_of_giants.thinking.at_once import gains
from bullrun.games.clash_of_giants.thinking.judgment import (
    danger,
    is_ahead,
    lead,
    promised,
    ways_to,
    worth,
)
from bullrun.games.clash_of_giants.thinking.orders import HOLD, TAKE
from bullrun.games.clash_of_giants.thinking.outlook import PLAIN, SIGNS, signs
from bullrun.games.clash_of_giants.thinking.planning import (
    answer,
    best_plan,
    group,
    make_plans,
    orders_of,
)
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.thinking.contract import chance_to_win
from bullrun.thinking.outlook import CERTAIN
from tests.cases.clash_of_giants.scene import Where, place, scene, unit

SCENARIOS = ("28-august", "29-august", "gettysburg")
ARMIES: Where = {"u-meade": "2812", "u-seymour": "2812", "c-archer": "2605", "c-gregg": "2605"}


def played(scenario: str, decisions: int, key: str = "a") -> Clash:
    """A game between colonels so far; every answer is one of the options."""
    position: Clash = GAME.start(scenario, {})
    bots = {side: make_bot("colonel", f"{key} {side}") for side in SIDES}
    chance = Random(key)
    for _ in range(decisions):
        decision = position.decision()
        if decision is None:
            break
        if decision.weights is not None:
            position.apply(chance.choices(decision.options, decision.weights)[0])
            continue
        action = bots[decision.owner].choose(Seat(GAME, position, decision))
        assert action in decision.options, (action, decision)
        position.apply(action)
    return position


# --- judgment


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_good_for_one_side_is_bad_for_the_other(scenario: str) -> None:
    position = played(scenario, 120)
    assert worth(position, UNION) == -worth(position, CONFEDERATE)


def test_points_steps_and_hexes_count() -> None:
    plain = scene("29-august", ARMIES, turn=9)
    ahead = scene("29-august", ARMIES, turn=9, casualties={"union": 5})
    assert worth(ahead, UNION) > worth(plain, UNION) and lead(ahead) > lead(plain)
    weak = scene("29-august", {**ARMIES, "u-meade": {"at": "2812", "steps": 1}}, turn=9)
    assert worth(weak, UNION) < worth(plain, UNION)
    hexes = scene("29-august", ARMIES, turn=9, control={"4504": "confederate"})
    assert promised(hexes) == promised(plain) - 6 and worth(hexes, UNION) < worth(plain, UNION)
    assert is_ahead(plain, UNION) and is_ahead(hexes, CONFEDERATE)


def test_ways_are_counted_along_roads_where_there_are_some() -> None:
    position = scene("28-august", {"u-robinson": "4316"})
    table = ways_to(position.rules, place(position, "4504"))
    # Fourteen road hexes and the ford.
    assert table[place(position, "4316")] <= 15 * QUARTER
    assert table[place(position, "4504")] == 0 < table[place(position, "4505")]


def test_a_unit_alone_before_a_stronger_enemy_is_in_danger_and_a_pair_less_so() -> None:
    pieces: Where = {
        "u-meade": "2812", "c-hood": "2612", "c-law": "2612", "c-corse": "2713", "c-jenkins": "2713",
    }  # fmt: skip
    position = scene("29-august", pieces, turn=9)
    here, alone = place(position, "2812"), 1 << unit(position, "u-meade")
    far = place(position, "4504")
    assert danger(position, UNION, here, alone) > 0 == danger(position, UNION, far, alone)


# --- plans


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plans_name_themselves_give_a_reason_and_give_no_unit_two_jobs(scenario: str) -> None:
    position = played(scenario, 200)
    for side in (UNION, CONFEDERATE):
        plans = make_plans(position, side, 0)
        assert len({plan.name for plan in plans}) == len(plans) > 1
        best = best_plan(position, side, 0)
        assert best is not None and best.promise == max(plan.promise for plan in plans)
        for plan in plans:
            who = [piece for task in plan.tasks for piece in task.who]
            assert plan.says.endswith(".") and plan.rules and len(set(who)) == len(who) > 0


def test_who_goes_for_a_hex_of_ours_holds_it() -> None:
    position = scene("29-august", ARMIES, turn=9)
    for task in make_plans(position, UNION, 0)[0].tasks:
        assert task.does == (TAKE if task.where == ("2507",) else HOLD)


def test_an_army_that_would_lose_every_hex_thinks_of_nothing_else() -> None:
    lost = dict.fromkeys(("2507", "3823", "4504"), "confederate")
    position = scene("28-august", {**ARMIES, "u-grover": "3722"}, turn=4, control=lost)
    best = best_plan(position, UNION, 0)
    assert best is not None and best.name == "main effort on 3823"
    early = scene("28-august", {**ARMIES, "u-grover": "3722"}, turn=1, control=lost)
    other = best_plan(early, UNION, 0)
    assert other is not None and not other.name.endswith("3823")


def test_cavalry_takes_nothing_but_stays_about_what_is_ours() -> None:
    position = scene("29-august", {**ARMIES, "c-fitz-lee": "2804"}, turn=9)
    best = best_plan(position, CONFEDERATE, 0)
    assert best is not None
    order = orders_of(position, CONFEDERATE, best).units[unit(position, "c-fitz-lee")]
    assert (order.does, order.goal) == (HOLD, place(position, "2507"))


def test_a_plan_covers_the_set_up_or_a_turn() -> None:
    assert group(played("29-august", 0))[0] == "set-up"
    assert group(scene("29-august", ARMIES, turn=9))[0] == "turn 9"


# --- serving


def test_no_combat_action_is_declared_where_it_promises_nothing() -> None:
    strong: Where = {"c-hood": "2411", "c-law": "2411", "u-meade": "2511"}
    for side, declares in (("confederate", True), ("union", False)):
        marker = "cm-hood" if side == "confederate" else "cm-reynolds"
        position = scene("29-august", strong, turn=9, side=side, phase="combat", marker=marker, cup=())
        me = SIDES.index(side)
        decision, plan = position.decision(), best_plan(position, me, 0)
        assert decision is not None and plan is not None and ("declare",) in decision.options
        assert answer(position, me, decision, plan) == (("declare",) if declares else ("hold",))


def test_a_captain_finds_a_value_for_every_option() -> None:
    position: Clash = GAME.start("29-august", {})
    chance = Random(4)
    asked = set()
    for _ in range(400):
        decision = position.decision()
        if decision is None:
            break
        if decision.weights is None:
            asked.add(position.state.frames[-1][0])
            found = gains(position, SIDES.index(decision.owner), decision)
            assert found is not None and len(found) == len(decision.options), decision
        position.apply(decision.options[chance.randrange(len(decision.options))])
    assert {"moves", "focus", "place_units", "offer"} <= asked


# --- the outlook


def test_each_sign_is_good_for_whom_it_counts() -> None:
    assert set(PLAIN) <= set(SIGNS)
    plain = scene("29-august", ARMIES, turn=14)
    better = scene("29-august", ARMIES, turn=14, casualties={"union": 9})
    assert len(signs(plain).values) == len(SIGNS)
    chances = [chance_to_win(GAME, position, "union") for position in (plain, better)]
    assert chances[0] is not None and chances[1] is not None and chances[0] < chances[1] < CERTAIN
    assert chance_to_win(GAME, plain, "confederate") == CERTAIN - chances[0]
