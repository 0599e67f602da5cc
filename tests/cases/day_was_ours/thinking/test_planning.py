"""Plans of the machine players, and how brigades serve them."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.bots import make_bot
from bullrun.bots.plans import BOLD, CAUTIOUS
from bullrun.bots.playing import decisions, drawn
from bullrun.bots.seat import Seat
from bullrun.games.day_was_ours.game import GAME, SCENARIOS
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import ARTILLERY_PHASE
from bullrun.games.day_was_ours.thinking.fights import WEIGHTS
from bullrun.games.day_was_ours.thinking.orders import DECLARE, HOLD, STRIKE, VALUES, Orders
from bullrun.games.day_was_ours.thinking.outlook import PLAIN, SIGNS, lead, promise, signs
from bullrun.games.day_was_ours.thinking.planning import (
    answer,
    best_plan,
    group,
    make_plans,
    pressure,
    variants,
)
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.thinking.contract import chance_to_win
from bullrun.thinking.outlook import CERTAIN
from bullrun.thinking.plan import Plan
from tests.cases.day_was_ours.scene import given, place, start

JACKSON = ("2 VA 2226", "4 VA 2227", "5 VA 2326", "27 VA 2327", "33 VA 2225")


def called(position: Day, side: int, name: str) -> Plan:
    return next(plan for plan in make_plans(position, side, 0) if plan.name.startswith(name))


def who(plan: Plan, does: str) -> set[str]:
    return {piece for task in plan.tasks if task.does == does for piece in task.who}


def sent_to(plan: Plan, place_name: str) -> set[str]:
    return {piece for task in plan.tasks if task.where == (place_name,) for piece in task.who}


def served(position: Day, plan: Plan) -> str:
    decision = position.decision()
    assert decision is not None
    found = answer(position, SIDES.index(decision.owner), decision, plan)
    assert found is not None and found in decision.options
    return " ".join(found)


# --- plans ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plans_name_themselves_give_a_reason_and_give_no_unit_two_jobs(scenario: str) -> None:
    position = start(scenario)
    position.decision()
    for side in (UNION, CONFEDERATE):
        plans = make_plans(position, side, 0)
        assert plans and len({plan.name for plan in plans}) == len(plans)
        for plan in plans:
            assert plan.says.endswith(".") and all(rule in GAME.ledger for rule in plan.rules)
            told = [piece for task in plan.tasks for piece in task.who]
            assert told and len(told) == len(set(told))
        best = best_plan(position, side, 0)
        assert best is not None and best.promise == max(plan.promise for plan in plans)


def test_units_bound_to_a_ford_get_no_goal_elsewhere() -> None:
    position = given("8 VA 3430", "18 VA 3531", "4 SC a 2016", "2 RI 1914", turn="10:30 AM")
    told = {piece for task in called(position, CONFEDERATE, "all").tasks for piece in task.who}
    assert "CSA-4-SC-a" in told and not told & {"CSA-8-VA", "CSA-18-VA"}


def test_a_main_effort_draws_brigades_that_would_go_elsewhere() -> None:
    position = given(*JACKSON, "2 RI 2021", "1 RI 2020", control={"2021": "union", "2125": "confederate"})
    stone = called(position, CONFEDERATE, "main effort on Stone House")
    assert "CSA-2-VA" in sent_to(stone, "2021") - sent_to(called(position, CONFEDERATE, "all"), "2021")


def test_a_stand_sends_nobody_to_the_enemys_objectives() -> None:
    position = given(*JACKSON, "2 RI 2021", control={"2021": "union", "2125": "confederate"})
    stand = called(position, CONFEDERATE, "stand")
    assert not sent_to(stand, "2021") and sent_to(stand, "2125") and who(stand, HOLD)


def test_a_strike_goes_for_the_weak_part_of_the_enemy() -> None:
    position = given(*JACKSON, "11 NY 2124", "2 RI 1915", "1 RI 1914", "71 NY 1916", side="confederate")
    strike = called(position, CONFEDERATE, "strike at")
    assert strike.name == "strike at 2124" and {"CSA-2-VA", "CSA-33-VA"} <= who(strike, STRIKE)


def test_rest_is_proposed_to_a_worn_army_only() -> None:
    fresh = given(*JACKSON, "2 RI 2021")
    assert not any(plan.name == "fall back and rally" for plan in make_plans(fresh, CONFEDERATE, 0))
    worn = given(*(f"{unit} shaken" for unit in JACKSON), "2 RI 2021")
    assert any(plan.name == "fall back and rally" for plan in make_plans(worn, CONFEDERATE, 0))


@pytest.mark.parametrize(("owner", "wanted"), [("union", "declare"), ("confederate", "fight_on")])
def test_the_withdrawal_is_declared_when_the_morning_pays_the_enemy(owner: str, wanted: str) -> None:
    control = dict.fromkeys(("2514", "1914", "2021"), owner)
    position = given("2 RI 1914", "8 GA 2016", turn="11:00 AM", control=control)
    position.state.frames = [("lull",)]
    plan = best_plan(position, CONFEDERATE, 0)
    assert plan is not None and any(task.does == DECLARE for task in plan.tasks) == (wanted == "declare")
    assert served(position, plan) == wanted


def test_who_chooses_a_key_chit_may_think_of_others() -> None:
    position = start("matthews-hill")
    while position.state.frames[-1][0] != "key":
        decision = position.decision()
        assert decision is not None
        if position.state.frames[-1][0] != "key":
            position.apply(decision.options[0])
    plan = called(position, UNION, "all")
    keys = {served(position, one) for one in (plan, *variants(position, UNION, plan))}
    assert len(keys) == 3 and variants(position, CONFEDERATE, plan) == []


def test_one_regiment_takes_what_no_enemy_is_near() -> None:
    army = ("2 RI 2020", "1 RI 2019", "71 NY 2119")
    far = given(*army, "2 VA 2226", lull="11:00 AM", turn="3:00 PM", control={"2021": "union"})
    plan = called(far, UNION, "all")
    assert sent_to(plan, "1022") == {"USA-2-RI"} and {"USA-1-RI", "USA-71-NY"} <= sent_to(plan, "2125")


def test_who_may_not_act_yet_is_not_counted_on() -> None:
    for turn, told in (("10:00 AM", False), ("10:30 AM", True)):
        position = given("69 NY 4016", "2 RI 1915", "8 GA 2016", turn=turn)
        assert (
            ("USA-69-NY") in {one for task in called(position, UNION, "all").tasks for one in task.who}
        ) == told


# --- serving one ----------------------------------------------------------------------------------------


def test_every_verb_has_a_value() -> None:
    ours = set(GAME.vocabulary.verbs) - {"roll", "draw"}
    assert ours <= set(VALUES)


def test_a_brigade_far_from_its_goal_marches_and_a_shaken_one_rallies() -> None:
    far = given(*(unit.replace(" 2", " 3") for unit in JACKSON), "2 RI 1914", side="confederate")
    far.state.frames = [("order", far.rules.roster.marker["Jackson"], 0, 0, 0)]
    assert served(far, called(far, CONFEDERATE, "main effort on Stone House")) == "order maneuver"
    shaken = given(*(f"{unit} shaken hits=1" for unit in JACKSON), "2 RI 1914", side="confederate")
    shaken.state.frames = [("order", shaken.rules.roster.marker["Jackson"], 0, 0, 0)]
    assert served(shaken, called(shaken, CONFEDERATE, "fall back")) == "order regroup"


def test_a_brigade_with_a_long_road_before_it_marches_though_enemies_stand_across_the_run() -> None:
    position = given(
        "4 SC a 3521", "1 LA Bn 3520", "4 SC b 3721", "1 OH 3820", "2 NY 3919", "2 RI 1900", turn="9:00 AM"
    )
    position.state.frames = [("order", position.rules.roster.marker["Evans"], 0, 0, 0)]
    assert served(position, called(position, CONFEDERATE, "all")) == "order maneuver"


def test_a_battery_that_has_nowhere_to_go_stays() -> None:
    position = given("Latham 3229", "2 RI 1914", side="confederate", phase="artillery", turn="9:00 AM")
    while (decision := position.decision()) is not None and position.state.phase == ARTILLERY_PHASE:
        if decision.owner == SIDES[CONFEDERATE] and "done" in {option[0] for option in decision.options}:
            assert served(position, called(position, CONFEDERATE, "all")) == "done"
            return
        position.apply(decision.options[0])
    raise AssertionError("the battery was not asked")


def test_a_battery_does_not_go_alone_where_enemies_are_near() -> None:
    plan = called(given("2 RI 1914", "8 GA 2016"), UNION, "all")
    alone = Orders(given("Reynolds 1708", "8 GA 2016"), UNION, plan)
    gun, near = alone.unit("USA-Reynolds"), place("1914")
    assert alone.is_exposed(gun, near) and not alone.is_exposed(gun, place("1708"))
    guarded = Orders(given("Reynolds 1708", "2 RI 1914", "8 GA 2016"), UNION, plan)
    assert not guarded.is_exposed(gun, near) and guarded.stand(gun, near) > alone.stand(gun, near)


def test_strong_brigades_attack_weak_enemies_next_to_them() -> None:
    position = given(*JACKSON, "11 NY 2125 worn shaken", side="confederate", control={"2125": "union"})
    position.state.frames = [("order", position.rules.roster.marker["Jackson"], 0, 0, 0)]
    assert served(position, called(position, CONFEDERATE, "all")) == "order attack"


def test_an_objective_in_reach_is_entered() -> None:
    position = given(
        "33 VA 2127",
        "2 RI 1914",
        side="confederate",
        phase="movement",
        brigade="Jackson",
        order="maneuver",
        control={"2125": "union"},
    )
    assert served(position, called(position, CONFEDERATE, "main effort on Henry")) == "move CSA-33-VA 2125"


def test_a_lone_battery_is_assaulted_and_a_hopeless_fight_is_not_begun() -> None:
    battery = given(
        "33 VA 2226",
        "Griffin 2125",
        side="confederate",
        phase="close combat",
        brigade="Jackson",
        order="attack",
    )
    assert served(battery, called(battery, CONFEDERATE, "all")).startswith("assault 2125")
    hopeless = given("71 NY 2122 worn", "2 MS 2123", phase="close combat", brigade="Burnside", order="attack")
    assert served(hopeless, called(hopeless, UNION, "all")) == "done"


def test_a_bold_plan_attacks_where_a_cautious_one_does_not() -> None:
    position = given("2 RI 2015", "8 GA 2016", phase="close combat", brigade="Burnside", order="attack")
    plan = called(position, UNION, "all")
    tempers = [served(position, plan._replace(temper=temper)) for temper in (6 * CAUTIOUS, 6 * BOLD)]
    assert tempers[0] == "done" and tempers[1].startswith("assault")


def test_the_last_morale_hit_is_not_taken_where_a_step_back_costs_less() -> None:
    most = given("2 RI 2015").rules.tables.most_hits
    for hits, wanted in ((0, "take_hit"), (most, "fall_back")):
        position = given(f"2 RI 1715 hits={hits}", "8 GA 2016")
        unit = position.rules.roster.number["USA-2-RI"]
        position.state.frames = [("choose hit", unit, 1, place("2016"))]
        assert served(position, called(position, UNION, "all")) == f"{wanted} USA-2-RI"


# --- the outlook ------------------------------------------------------------------------------------------


def test_signs_are_named_and_a_lead_is_a_better_chance() -> None:
    even = given("2 RI 1914", "8 GA 2016")
    assert len(signs(even).values) == len(SIGNS) and set(PLAIN) <= set(SIGNS)
    ahead = given("2 RI 1914", "8 GA 2016", points={"union": 5})
    broken = given("2 RI 1914", "8 GA in broken-3")
    holding = given("2 RI 1914", "8 GA 2016", control={"2125": "union"})
    plain = chance_to_win(GAME, even, "union")
    assert plain is not None and 0 < plain < CERTAIN
    for better in (ahead, broken, holding):
        found = chance_to_win(GAME, better, "union")
        assert found is not None and found > plain
        other = chance_to_win(GAME, better, "confederate")
        assert other == CERTAIN - found
    assert (
        lead(ahead) == lead(even) + 5 and lead(broken) == lead(even) + 1 and promise(holding) > promise(even)
    )


def test_strength_near_a_hex_counts_more_the_nearer_it_is() -> None:
    near, far = given("2 RI 1915", "8 GA 2627"), given("2 RI 1808", "8 GA 2627")
    assert pressure(near, UNION, place("1914")) > pressure(far, UNION, place("1914")) > 0


# --- whole games ------------------------------------------------------------------------------------------


def test_weights_say_where_they_come_from() -> None:
    assert WEIGHTS.source and all(WEIGHTS.says.values()) and GAME.thinking.weights is WEIGHTS
    assert "by hand" in GAME.thinking.foresight.outlook().source


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("planner", SIDES)
def test_a_colonel_plays_every_scenario_from_either_side_to_its_end(scenario: str, planner: str) -> None:
    position = start(scenario)
    bots = {side: make_bot("colonel" if side == planner else "random", side) for side in SIDES}
    for owner, action in decisions(GAME, position, bots, drawn(Random(7))):
        decision = position.decision()
        assert decision is not None and owner == decision.owner and action in decision.options
    assert position.state.outcome is not None and position.state.outcome[0] == planner


@pytest.mark.parametrize("planner", SIDES)
def test_a_general_plays_from_either_side(planner: str) -> None:
    position = start("matthews-hill")
    bots = {side: make_bot("general:4" if side == planner else "random", side) for side in SIDES}
    for _, action in decisions(GAME, position, bots, drawn(Random(3))):
        decision = position.decision()
        assert decision is not None and action in decision.options
    assert position.state.outcome is not None and position.state.outcome[0] == planner


@pytest.mark.parametrize("level", ["colonel", "colonel:bold", "general:4"])
def test_the_same_seed_chooses_the_same(level: str) -> None:
    def first_actions() -> list[tuple[str, ...]]:
        position = start("henry-house-hill")
        bots = {side: make_bot(level, side) for side in SIDES}
        found = []
        for _, action in decisions(GAME, position, bots, drawn(Random(5))):
            found.append(action)
            if len(found) == 120:
                break
        return found

    assert first_actions() == first_actions()


def test_set_up_by_hand_is_the_ready_one() -> None:
    position = start("matthews-hill", union_setup="free", confederate_setup="free")
    bots = {side: make_bot("colonel", side) for side in SIDES}
    for _, action in decisions(GAME, position, bots, drawn(Random(5))):
        if action[0] not in ("place", "roll", "draw"):
            break
    plan = position.rules.plan
    for ready in plan.historical:
        for unit, at in ready.items():
            assert position.state.at[unit] == at


def test_a_side_plans_by_what_it_sees() -> None:
    """Another Key Chit of the enemy changes nothing: a side cannot see it."""
    found = set()
    for enemy_key in (0, 1):
        position = start("henry-house-hill")
        decision = position.decision()
        while decision is not None and (decision.owner != "union" or decision.options[0][0] == "key"):
            is_key = decision.options[0][0] == "key" and decision.owner == "confederate"
            position.apply(decision.options[enemy_key if is_key else 0])
            decision = position.decision()
        assert decision is not None and group(position)[0].endswith("guns")
        found.add(make_bot("colonel", "1").choose(Seat(GAME, position, decision)))
    assert len(found) == 1
