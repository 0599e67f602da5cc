"""What the bots of Second Bull Run 1862 think: combats by expectation, plans, and the sensible thing to do in
plain situations."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from bullrun.bots import make_bot
from bullrun.bots.colonel_bot import GeneralBot
from bullrun.bots.hints import hints
from bullrun.bots.plans import best_plan
from bullrun.bots.playing import decisions, keyed
from bullrun.bots.search import Budget, Dice, play_ahead
from bullrun.bots.seat import Seat
from bullrun.engine.decision import CHANCE
from bullrun.games.secession_1862.game import GAME
from bullrun.games.secession_1862.rules.combat import RESULTS, distribution
from bullrun.games.secession_1862.rules.ground import ground
from bullrun.games.secession_1862.rules.modifiers import assess, zones_of
from bullrun.games.secession_1862.rules.victory import score
from bullrun.games.secession_1862.thinking import prospects
from bullrun.games.secession_1862.thinking.judgment import bridge_tolls, gains, way_table
from bullrun.games.secession_1862.thinking.orders import Orders
from bullrun.games.secession_1862.thinking.outlook import SIGNS, signs
from bullrun.games.secession_1862.thinking.planning import (
    answer,
    goals_of,
    guards,
    make_plans,
    phases_left,
    prizes_of,
    shared_out,
    units_of,
    variants,
)
from bullrun.games.secession_1862.thinking.prospects import (
    EAGER,
    WEIGHTS,
    WHOLE,
    Placed,
    chances,
    menace,
    promise,
)
from bullrun.games.secession_1862.thinking.prospects import test_of as combat_test
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.thinking.plan import Plan, Task
from tests.cases.secession_1862.scene import asked, at, number, play, roll, scene, start

TAKE_95 = Plan("take", "Take it.", ("3.1",), (Task("take", ("Meade", "Hardin", "Seymour"), ("95",)),), 0)


def placed(position, *names: str) -> list[Placed]:
    return [Placed(number(name), position.state.at[number(name)]) for name in names]


def zone(position, name: str) -> int:
    return position.rules.board.place(name)


# --- combats ------------------------------------------------------------------------------------------


FIGHT = {
    "Meade": {"at": "97", "facing": "96"},
    "Hardin": {"at": "98", "facing": "96"},
    "Field": {"at": "96", "facing": "97", "fatigue": 1},
    "McDowell": "99",
    "Jackson": "142",
}


def test_chances_are_those_of_the_rules():
    """The quick odds against the exact distribution that the umpire reports."""
    position = scene(FIGHT)
    target = zone(position, "96")
    who = (number("Meade"), number("Hardin"))
    found = assess(position, who, target)
    exact = distribution(position, found)
    needed = [0, 0]
    for die in found.dice:
        needed[die.side] += die.needed
    quick = chances(
        position.rules.charts, found.total(ATTACK), found.total(DEFENCE), (needed[0], needed[1]), (0, 0)
    )
    assert quick.defence_tested == int(WHOLE * exact[RESULTS[DEFENCE, True]])
    assert quick.attack_tested == int(WHOLE * exact[RESULTS[ATTACK, True]])


def test_two_brigades_promise_more_than_one_and_a_hopeless_attack_costs():
    position = scene(FIGHT)
    target = zone(position, "96")
    alone = promise(position, placed(position, "Hardin"), target, 1 << target)
    together = promise(position, placed(position, "Hardin", "Meade"), target, 1 << target)
    assert together > alone
    position = scene({**FIGHT, "Hardin": {"at": "98", "losses": 5}, "Archer": {"at": "96", "facing": "97"}})
    assert promise(position, placed(position, "Hardin"), target, 1 << target) < 0


def test_a_prize_makes_an_attack_worth_more():
    position = scene(FIGHT)
    target = zone(position, "96")
    who = placed(position, "Hardin", "Meade")
    plain = promise(position, who, target, 1 << target)
    assert promise(position, who, target, 1 << target, prize=600) > plain


def test_enemies_who_are_attacked_menace_nobody():
    position = scene(FIGHT)
    target = zone(position, "96")
    assert menace(position, CONFEDERATE, 0) >> zone(position, "97") & 1
    assert not menace(position, CONFEDERATE, 1 << target)


@pytest.mark.parametrize("by", ["attacking", "enemy"])
def test_fronts_count_as_the_players_agreed(by):
    """Two attacking zones under one front, and one under two: what a promise reckons with is the umpire's."""
    one = {"Meade": "98", "Hardin": "116", "Field": "115", "Pender": {"at": "99", "facing": "98"}}
    two = {
        "Meade": "98",
        "Field": "115",
        "Pender": {"at": "96", "facing": "98"},
        "Archer": {"at": "116", "facing": "98"},
    }
    for pieces in (one, two):
        position = scene(pieces, options={"unattacked-fronts": by})
        target = zone(position, "115")
        who = tuple(number(name) for name in ("Meade", "Hardin") if name in pieces)
        value = sum(t.value for t in assess(position, who, target).terms if "not attacked" in t.words)
        times = prospects.times_menaced(position, CONFEDERATE, 1 << target, zones_of(position, who))
        assert value == -2 * times and times == 1 + ((by == "attacking") == (pieces is one))


@pytest.mark.parametrize("choice", ["fire", "front"])
@pytest.mark.parametrize("guns", [{"facing": "98"}, {"facing": "128"}, {"facing": "98", "routed": True}])
def test_attacked_guns_fire_as_the_players_agreed(choice, guns):
    """What a promise expects of the defender's artillery is what the umpire announces."""
    pieces = {"Meade": {"at": "98", "facing": "115"}, "Field": "115", "Art_Hill": {"at": "115", **guns}}
    position = scene(pieces, options={"attacked-guns": choice})
    target, who = zone(position, "115"), (number("Meade"),)
    dice = [d.needed for d in assess(position, who, target).dice if d.side == 1]
    defenders, from_zones = ground(position).stacks[target], zones_of(position, who)
    assert [prospects._defence(position, defenders, target, from_zones, UNION)[1]] == (dice or [0])


@pytest.mark.parametrize("level", ["recruit", "captain", "general"])
def test_who_may_stand_with_his_back_to_the_enemy_turns_to_him(level):
    """9.5.3 lets him stand as he is when he rests."""
    position = scene(
        {"Meade": {"at": "98", "facing": "76", "fatigue": 2}, "Trimble": {"at": "115", "facing": "98"}},
        acting="Meade",
    )
    play(position, "rest Meade")
    bot = make_bot(level, 1)
    assert bot.choose(Seat(GAME, position, asked(position)))[2] in ("96", "115", "116")


def test_a_tired_and_beaten_brigade_does_worse_in_its_test():
    charts = GAME.rules("29-august", {}).charts
    assert combat_test(charts, 0) == (3, 5, 0, 1)
    assert combat_test(charts, -3).routs == 2 and combat_test(charts, -3).melees == 0


# --- plans --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_plans_differ_and_cite_rules(scenario, side):
    position = start("30-august" if scenario != "29-august" else scenario)
    plans = make_plans(position, side, 0)
    if not plans:  # the Union has nobody on the map at dawn of the 29th
        assert scenario == "29-august" and side == UNION
        return
    assert 3 <= len(plans) <= 6 and len({plan.name for plan in plans}) == len(plans)
    assert [plan.promise for plan in plans] == sorted((plan.promise for plan in plans), reverse=True)
    for plan in plans:
        assert plan.says and plan.tasks and all(rule in GAME.ledger for rule in plan.rules)
        pieces = [piece for task in plan.tasks for piece in task.who]
        assert len(pieces) == len(set(pieces)), "nobody has two jobs"


def test_whatever_a_plan_answers_is_offered():
    """A whole day with a plan of every kind in turn."""
    position = start("29-august")
    random = Random(7)
    kinds = set()
    answered = 0
    for step in range(700):
        decision = position.decision()
        if decision is None:
            break
        if decision.weights is not None:
            position.apply(random.choice(decision.options))
            continue
        side = GAME.sides.index(decision.owner)
        plans = make_plans(position, side, 0)
        found = None
        if plans:
            plan = plans[step % len(plans)]
            kinds.add(plan.name.split()[0])
            found = answer(position, side, decision, plan)
        if found is not None:
            answered += 1
            assert found in decision.options
        position.apply(found or random.choice(decision.options))
    assert answered > 200 and {"all", "main", "stand", "strike"} <= kinds


def test_a_threatened_objective_gets_a_guard_from_nearby():
    quiet = {
        "Meade": "84",
        "Hardin": "84",
        "Grover": "186",
        "Taylor": "186",
        "Jackson": "142",
        "Field": "200",
    }
    assert zone(scene(quiet), "84") not in guards(scene(quiet), UNION, 50)
    position = scene({**quiet, "Hood": "81", "Law": "81"})
    posted = guards(position, UNION, 50)
    names = {GAME.data.pieces("pieces")[b].id for unit in posted[zone(position, "84")] for b in unit.brigades}
    assert names == {"Meade", "Hardin"}, "the division that is near, not the one at Sudley"


BEHIND_BULL_RUN = {
    "Birney": "138",
    "Robinson": "138",
    "Poe": "151",
    "Heintzelman": "151",
    "Thomas": "137",
    "Pender": "137",
    "Jackson": "109",
}


def test_the_way_leads_round_by_the_other_bridge_when_the_enemy_holds_the_nearer_one():
    """From the far end of the Stone Bridge to Henry Hill: over it, or north over the Poplar Ford bridge."""
    for place, northward in (("137", True), ("95", False)):
        position = scene({**BEHIND_BULL_RUN, "Thomas": place, "Pender": place})
        ways = way_table(position, zone(position, "110"), bridge_tolls(position, UNION))
        assert (ways[zone(position, "188")] < ways[zone(position, "138")]) is northward
        plan = Plan("hill", "Take it.", ("3.1",), (Task("take", ("Birney",), ("110",)),), 0)
        pull = goals_of(position, UNION, plan)[number("Birney")]
        assert (pull[zone(position, "188")] < pull[zone(position, "138")]) is northward


def test_a_bridge_next_to_the_enemy_seems_longer_but_not_as_long_as_one_he_holds():
    held, watched, free = (
        sum(bridge_tolls(scene({"Birney": "138", "Thomas": place}), UNION)) for place in ("137", "136", "110")
    )
    assert held > watched > free == 0


def test_reinforcements_enter_where_the_plan_wants_them():
    """The Union of 29 August comes by D or E: who is to go to Sudley comes by the one nearer to it."""
    position = start("29-august")
    while asked(position).weights is not None:
        position.apply(("roll", "1"))
    play(position, "enter Milroy 66 65")
    while asked(position).question != "Which reinforcement enters, where, and how far?":
        position.apply(asked(position).options[0])
    plan = Plan("church", "Take it.", ("3.1",), (Task("take", ("Milroy",), ("184",)),), 0)
    decision = asked(position)
    found = answer(position, UNION, decision, plan)
    assert found in decision.options and found[2] == "66"


def test_divisions_are_shared_out_among_the_objectives():
    """All of them stand nearest to Sudley Church; but for one enemy brigade not all are needed there."""
    pieces = {"Archer": "184", "Jackson": "202", "Heintzelman": "164", "Reno": "164", "Sigel": "165"}
    for place, names in {
        "185": ("Birney", "Robinson"),
        "186": ("Grover", "Taylor"),
        "164": ("Nagle", "Ferrero"),
        "165": ("Schimmelfennig", "Koltes"),
    }.items():
        pieces.update(dict.fromkeys(names, place))
    position = scene(pieces)
    units = units_of(position, UNION)
    goals = [zone(position, name) for name in ("95", "142", "184")]
    found = shared_out(position, UNION, units, goals)
    assert sorted(b for group in found.values() for u in group for b in u.brigades) == sorted(
        b for unit in units for b in unit.brigades
    )
    assert sum(bool(group) for group in found.values()) > 1
    nearest = shared_out(position, UNION, units[:1], goals)
    assert nearest[zone(position, "184")] == units[:1]


def test_the_first_evening_of_two_days_is_not_the_end():
    evening, last = (
        phases_left(scene({"Meade": "77"}, scenario=scenario, turn=10))
        for scenario in ("both-days", "29-august")
    )
    assert evening > last


def test_an_objective_that_decides_is_dearer():
    """One more objective would make eight points with the five for losses."""
    even = scene({"Hood": "81", "Meade": "84"}, side="confederate")
    ahead = scene({"Hood": "81", "Meade": {"at": "84", "losses": 5}}, side="confederate")
    goal = zone(even, "84")
    assert prizes_of(ahead, CONFEDERATE)[goal] > prizes_of(even, CONFEDERATE)[goal]


def test_an_objective_is_dearer_when_little_time_is_left_to_take_it_back():
    pieces = {"Hood": "81", "Meade": "84"}
    early, late = (scene(pieces, side="confederate", turn=turn) for turn in (5, 10))
    goal = zone(early, "84")
    assert prizes_of(late, CONFEDERATE)[goal] > prizes_of(early, CONFEDERATE)[goal]


def test_one_brigade_is_enough_to_stay_on_an_objective():
    """What is worth staying for counts for the brigade that is there, not for a second one beside it."""
    position = scene({"Meade": "84", "Hardin": "83", "Hood": "81"})
    goal = zone(position, "84")
    prizes = {goal: 10_000}
    orders = Orders(position, UNION, {}, prizes)
    assert orders.stand(number("Meade"), goal) > 5_000 > orders.stand(number("Hardin"), goal)


@pytest.mark.parametrize("level", ["captain", "colonel"])
def test_nobody_paces_up_and_down(level):
    """A brigade marches at most once in its action: it goes where it wants to be at once."""
    position = start("29-august")
    bots = {side: make_bot(level, f"5 {side}") for side in GAME.sides}
    random, marched, marches = Random(5), "", 0
    while position.state.turn < 5:
        decision = asked(position)
        if decision.weights is not None:
            position.apply(random.choice(decision.options))
            continue
        action = bots[decision.owner].choose(Seat(GAME, position, decision))
        if action[0] == "act":
            marched = ""
        elif action[0] == "move" and number(action[1]) < position.rules.roster.brigades:
            assert action[1] != marched, f"{action[1]} marches twice on turn {position.state.turn}"
            marched, marches = action[1], marches + 1
        position.apply(action)
    assert marches > 50


def test_a_victory_in_hand_is_guarded_at_the_end_only():
    pieces = {"Hood": "84", "Law": "84", "Meade": {"at": "110", "losses": 5}, "Seymour": "110"}
    early = scene(pieces, side="confederate", turn=5, taken=["Chinn Ridge"])
    late = scene(pieces, side="confederate", turn=10, taken=["Chinn Ridge"])
    assert score(late) == (0, 8)
    assert phases_left(late) < phases_left(early)
    assert make_plans(late, CONFEDERATE, 0)[0].name == "stand"
    assert make_plans(early, CONFEDERATE, 0)[0].name != "stand"


# --- small decisions ----------------------------------------------------------------------------------


def test_an_empty_objective_in_reach_is_taken():
    position = scene({"Meade": "77", "Hardin": "77", "McDowell": "77", "Field": "200", "Jackson": "201"})
    roll(position, 6)
    play(position, "activate DIV-Reynolds", "act Meade")
    plan = make_plans(position, UNION, 0)[0]
    for _ in range(6):
        decision = asked(position)
        if decision.question != "What does it do?" or decision.owner != "union":
            break
        position.apply(answer(position, UNION, decision, plan))
    assert at(position, "Meade") == "95" or position.state.taken, "Brawner Farm is two marches away"


def test_nobody_attacks_at_hopeless_odds():
    position = scene(
        {
            "Meade": {"at": "97", "losses": 4, "facing": "96"},
            "Hardin": {"at": "77", "losses": 4},
            "McDowell": "99",
            "Field": {"at": "96", "facing": "97"},
            "Gregg": {"at": "96", "facing": "97"},
            "Jackson": "142",
        }
    )
    roll(position, 6)
    play(position, "activate DIV-Reynolds", "act Meade")
    found = answer(position, UNION, asked(position), TAKE_95)
    assert found is not None and found[0] != "attack"


def test_two_brigades_go_in_together():
    position = scene(
        {
            "Meade": {"at": "97", "facing": "96"},
            "Hardin": {"at": "98", "facing": "96"},
            "McDowell": "99",
            "Starke": {"at": "96", "facing": "97", "fatigue": 2},
            "Jackson": "142",
        },
        taken=["Brawner Farm"],
    )
    roll(position, 6)
    while asked(position).question != "Move a commander?":
        decision = asked(position)
        side = GAME.sides.index(decision.owner)
        position.apply(answer(position, side, decision, TAKE_95))
    target = zone(position, "96")
    assert [position.state.target[number(name)] for name in ("Meade", "Hardin")] == [target, target]


PAIR = {
    "Meade": {"at": "97", "facing": "96"},
    "Hardin": {"at": "98", "facing": "96"},
    "McDowell": "99",
    "Field": {"at": "96", "facing": "97", "fatigue": 2},
    "Jackson": "142",
}


def test_who_has_no_plan_counts_on_the_rest_of_his_division():
    """What promises nothing to one brigade promises something to two: the first weighs the attack of both,
    the second what it adds to the attack that is prepared."""
    position = scene(PAIR)
    roll(position, 6)
    play(position, "activate DIV-Reynolds", "act Meade")
    target = zone(position, "96")
    meade, hardin = placed(position, "Meade"), placed(position, "Hardin")

    def worth(who):
        return promise(position, who, target, 1 << target, weights=EAGER)

    def weighed(name):
        orders = Orders(position, UNION, {}, {}, weights=EAGER)
        return orders.attack(number(name), position.state.at[number(name)], target, 0)

    both = worth(meade + hardin)
    assert both > 0 > worth(meade)
    assert weighed("Meade") > 0
    play(position, "attack Meade 96", "face Meade 96", "act Hardin")
    assert weighed("Hardin") == both - worth(meade)


def test_who_has_no_plan_expects_nobody_where_nobody_can_come():
    """Hardin is too far away to help, or has acted already."""
    for hardin, first in (({"at": "151"}, ()), (PAIR["Hardin"], ("act Hardin", "face Hardin 96"))):
        position = scene(PAIR | {"Hardin": hardin})
        roll(position, 6)
        play(position, "activate DIV-Reynolds")
        if asked(position).owner == CHANCE:
            roll(position, 1)  # far from each other both are isolated, and nobody is in command
        play(position, *first, "act Meade")
        target = zone(position, "96")
        orders = Orders(position, UNION, {}, {}, weights=EAGER)
        alone = promise(position, placed(position, "Meade"), target, 1 << target, weights=EAGER)
        assert orders.attack(number("Meade"), zone(position, "97"), target, 0) == alone


def test_who_has_no_plan_begins_with_the_brigade_next_to_the_enemy_and_ends_with_guns():
    """So that nobody stands in the way of those behind."""
    position = scene(PAIR | {"Hardin": "99", "Art_Reynolds": "97"})
    roll(position, 6)
    play(position, "activate DIV-Reynolds")
    decision = asked(position)
    found = dict(zip(decision.options, gains(position, UNION, decision), strict=True))
    order = sorted(found, key=lambda option: -found[option])
    assert order[:3] == [("act", "Meade"), ("act", "Hardin"), ("act", "Art_Reynolds")]


TWO_CORPS = {
    "Meade": {"at": "97", "facing": "96"},
    "Hardin": {"at": "98", "facing": "96"},
    "McDowell": "99",
    "Nagle": "138",
    "Ferrero": "138",
    "Reno": "138",
    "Starke": {"at": "96", "facing": "97", "fatigue": 2},
    "Jackson": "142",
}


def test_the_corps_with_business_is_designated():
    position = scene(TWO_CORPS)
    assert answer(position, UNION, asked(position), TAKE_95) == ("designate", "McDowell")


def test_a_plan_may_name_the_commander():
    """Against what the colonel would do; where only one is on the map there is nothing to settle."""
    position = scene(TWO_CORPS)
    plan = make_plans(position, UNION, 0)[0]
    found = variants(position, UNION, plan)
    served = [answer(position, UNION, asked(position), one) for one in found]
    assert served == [("designate", "McDowell"), ("designate", "Reno")]
    assert [one.says.removeprefix(plan.says) for one in found] == [
        " McDowell is designated.",
        " Reno is designated.",
    ]
    assert all("6.1.1" in one.rules and "6.1.1" in GAME.ledger for one in found)
    assert variants(position, CONFEDERATE, plan) == []
    position.apply(("designate", "McDowell"))
    roll(position, 6)
    assert variants(position, UNION, plan) == []


def test_hints_say_who_should_lead():
    """Plans that come to the same are shown once; another commander is another plan."""
    position = scene(TWO_CORPS)
    found = hints(Seat(GAME, position, asked(position)), "1", Budget(40))
    assert len({hint.says for hint in found}) == len(found) > 1
    assert {hint.action for hint in found} == {("designate", "McDowell"), ("designate", "Reno")}
    assert all(hint.play_outs > 1 for hint in found[:2])


def test_a_plan_with_a_commander_is_carried_out_like_the_plan():
    position = scene(TWO_CORPS)
    plan = make_plans(position, UNION, 0)[0]
    under_mcdowell = variants(position, UNION, plan)[0]
    position.apply(("designate", "McDowell"))
    roll(position, 6)
    for _ in range(8):
        decision = asked(position)
        if decision.weights is not None or decision.owner != "union":
            break
        usual = answer(position, UNION, decision, plan)
        assert answer(position, UNION, decision, under_mcdowell) == usual
        position.apply(usual)


def test_a_general_compares_commanders():
    position = scene(TWO_CORPS)
    bot = GeneralBot("7", budget=Budget(40))
    bot.choose(Seat(GAME, position, asked(position)))
    named = {who for one in bot.judged for task in one.plan.tasks if task.does == "lead" for who in task.who}
    assert named == {"McDowell", "Reno"}


def test_the_colonel_is_quick_and_repeats_himself():
    """Equal seeds, equal choices; nothing is kept from an earlier game."""

    def moves() -> list[tuple[str, ...]]:
        position = start("30-august")
        bots = {side: make_bot("colonel", f"7 {side}") for side in GAME.sides}
        random, found = Random(3), []
        for _ in range(250):
            decision = asked(position)
            if decision.weights is not None:
                position.apply(random.choice(decision.options))
                continue
            found.append(bots[decision.owner].choose(Seat(GAME, position, decision)))
            position.apply(found[-1])
        return found

    assert moves() == moves()


# --- signs ----------------------------------------------------------------------------------------------


def sign(position, name: str) -> int:
    return dict(zip(SIGNS, signs(position).values, strict=True))[name]


def test_fatigue_and_routs_speak_for_the_enemy():
    calm = scene(FIGHT)
    assert sign(calm, "order") == 1  # Field is tired
    tired = scene({**FIGHT, "Meade": {"at": "97", "facing": "96", "fatigue": 2}})
    assert sign(tired, "order") == 1 - 2
    routed = scene({**FIGHT, "Meade": {"at": "97", "routed": True}})
    assert sign(routed, "order") == 1 - 3


def test_who_is_fit_and_near_has_the_better_grip():
    near = sign(scene(FIGHT), "grip")
    farther = sign(scene({**FIGHT, "Hardin": "164"}), "grip")
    worn = sign(scene({**FIGHT, "Hardin": {"at": "98", "facing": "96", "losses": 4}}), "grip")
    assert near > farther
    assert near > worn


def test_points_and_losses_are_the_unions_less_the_others():
    ahead = scene({**FIGHT, "Field": {"at": "96", "facing": "97", "losses": 3}})
    assert sign(ahead, "losses") == 3
    assert sign(ahead, "points") == 5  # half as many again, on 30 August
    assert sign(ahead, "enough") == 0


# --- what is remembered -------------------------------------------------------------------------------


def opening():
    """A battle of two colonels when both armies have met."""
    position = GAME.start("30-august", {})
    bots = {side: make_bot("colonel", f"remembered {side}") for side in GAME.sides}
    for _, _ in zip(range(700), decisions(GAME, position, bots, keyed(bytes(32))), strict=False):
        pass
    return position


def test_the_best_plan_is_the_first_of_all():
    position = opening()
    for side, name in ((UNION, "union"), (CONFEDERATE, "confederate")):
        assert best_plan(GAME, position, name) == make_plans(position, side, 0)[0]


def test_what_is_remembered_changes_no_play_out():
    """A play-out comes to the same for who has just seen others as for who knows nothing yet."""
    position = opening()
    side = GAME.sides[position.state.active]
    plans = make_plans(position, position.state.active, 0)
    plans += [plans[0].with_a_whim(Random(1)), plans[0]._replace(temper=2)]
    tries = [(plan, dice) for dice in range(3) for plan in plans]
    position.rules._forget()
    together = [play_ahead(GAME, position.copy(), side, plan, Dice(dice)) for plan, dice in tries]
    apart = []
    for plan, dice in tries:
        position.rules._forget()
        apart.append(play_ahead(GAME, position.copy(), side, plan, Dice(dice)))
    assert together == apart
    assert len(set(together)) > 3


def test_other_weights_are_not_answered_from_memory():
    """Tuning tries other weights on the same rules."""
    position = scene(FIGHT)
    orders = Orders(position, UNION, {}, {}, TAKE_95)
    attack = {zone(position, "96"): placed(position, "Meade", "Hardin")}
    before = orders.total(attack)
    with WEIGHTS.replaced({"loss": 3 * WEIGHTS["loss"]}):
        assert Orders(position, UNION, {}, {}, TAKE_95).total(attack) != before
    assert Orders(position, UNION, {}, {}, TAKE_95).total(attack) == before


def test_memories_stay_at_home_when_rules_go_to_another_process():
    rules = opening().rules
    memories = [name for name in vars(rules) if name.startswith("known_")]
    assert memories and all(getattr(rules, name) for name in memories)
    sent = pickle.loads(pickle.dumps(rules))
    assert [getattr(sent, name) for name in memories] == [{}] * len(memories)
    assert sent.all_objectives == rules.all_objectives
