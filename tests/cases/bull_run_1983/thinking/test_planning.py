"""What a colonel of Bull Run (1983) must see: a base that lies open, odds worth having, a base to guard."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.bots import Seat, make_bot
from bullrun.bots.colonel_bot import GeneralBot
from bullrun.bots.plans import contenders
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.rules.battlefield import SIXTH
from bullrun.games.bull_run_1983.rules.strength import ASSAULT, column_of
from bullrun.games.bull_run_1983.thinking.assaults import Front, exchange, find_assaults
from bullrun.games.bull_run_1983.thinking.marching import march_table, way_round
from bullrun.games.bull_run_1983.thinking.planning import (
    PICKET,
    Orders,
    make_plans,
    promising,
    stars_to_hold,
    watched_crossings,
)
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.mechanisms.odds import odds
from bullrun.thinking.plan import Plan
from tests.cases.bull_run_1983.scene import scene


def answer(position, side="union"):
    decision = position.decision()
    assert decision.owner == side
    return make_bot("colonel", "1").choose(Seat(GAME, position, decision))


def test_an_open_base_is_entered():
    """3.1: a Union unit in Manassas when the Confederates panic wins at once."""
    position = scene(
        {"USA-L-S-Sherman": "FF30", "USA-I-S-13NY": "FF30", "CSA-I-EW-5Ala": "S29"},
        side="union", phase="movement", turn="NOON",
    )  # fmt: skip
    action = answer(position)
    assert action[0] == "move" and action[1] == "USA-I-S-13NY" and action[2] in ("FF32", "GG32")


def test_good_odds_gain_and_bad_odds_cost():
    rules = GAME.rules("july-21", {})
    table = rules.combat_table
    good, even = column_of(rules, ASSAULT, odds(6, 1)), column_of(rules, ASSAULT, odds(1, 1))
    assert exchange(table, good, 12, 4, 0) > 0 > exchange(table, even, 4, 4, 0)


def test_an_attack_brings_units_from_where_they_stand():
    position = scene(
        {
            "USA-L-S-Sherman": "T20",
            "USA-I-S-13NY": "T20",
            "USA-I-S-69NYM": "T20",
            "USA-I-S-79NYM": "T20",
            "CSA-I-EW-5Ala": "T23",
        },
        side="union", phase="movement", turn="NOON",
    )  # fmt: skip
    decision = position.decision()
    roster = position.rules.roster
    reach = {
        roster.number[prefix[1]]: targets
        for prefix, targets in decision.options.groups
        if roster.all_units >> roster.number[prefix[1]] & 1
    }
    found = find_assaults(Front(position, UNION, reach), 1, [0] * position.rules.board.size)
    target = position.rules.board.place("T23")
    for assault in found:
        assert assault.targets == 1 << target and assault.gain >= 1
        for unit, place in assault.moves:
            assert reach[unit] >> place & 1 and position.rules.board.distance(place, target) == 1


def test_every_plan_of_either_side_guards_its_base():
    position = GAME.start("july-21", {})
    position.decision()
    for side in (UNION, CONFEDERATE):
        base = {position.rules.board.names[p] for p in places_in(position.rules.base[side])}
        for plan in make_plans(position, side, 0):
            assert any(task.does == "hold" and set(task.where) == base for task in plan.tasks), plan.name


def test_marching_tables_of_several_goals_are_the_nearest():
    position = GAME.start("july-21", {})
    goals = position.rules.stars
    single = [march_table(position, 1 << goal) for goal in places_in(goals)]
    assert march_table(position, goals) == [min(costs) for costs in zip(*single, strict=True)]


def test_a_crossing_next_to_the_enemy_is_watched():
    """Who comes over it is halved (7.51) and must fight (5.83); one that we stand on is ours to use."""
    position = scene({"CSA-I-EV-4SC": "X9", "USA-I-S-13NY": "AA10"})
    names = {position.rules.board.names[p] for p in places_in(watched_crossings(position, UNION))}
    assert names == {"Y10"}
    assert not watched_crossings(scene({"CSA-I-EV-4SC": "X9", "USA-I-S-13NY": "Y10"}), UNION)


def test_a_march_goes_round_a_watched_crossing_if_that_is_not_too_far():
    """From the Stone Bridge the next open way to S29 is by another ford; who is over already marches on."""
    position = scene({"CSA-I-EV-4SC": "X9", "USA-I-S-13NY": "AA10"})
    board = position.rules.board
    star = 1 << board.place("S29")
    watched = watched_crossings(position, UNION)
    plain, free = march_table(position, star), march_table(position, star, watched)
    here, across = board.place("AA10"), board.place("V12")
    assert free[here] > plain[here] and free[across] == plain[across]
    longer = free[here] - plain[here]
    assert way_round(position, star, watched, longer + SIXTH)[here] == free[here]
    assert way_round(position, star, watched, longer - SIXTH)[here] == plain[here] + longer - SIXTH
    assert way_round(position, star, 0, SIXTH) == plain


def test_an_army_held_up_at_a_bridge_looks_for_another():
    """The brigade does not wait across from those who watch the Stone Bridge: it counts by the open way."""
    position = scene(
        {"USA-L-S-Sherman": "AA10", "USA-I-S-13NY": "AA10", "CSA-I-EV-4SC": "X9", "CSA-I-C-8Va": "X10"},
        phase="movement",
    )
    board = position.rules.board
    plan = next(p for p in make_plans(position, UNION, 0) if p.name == "main effort on the star in S29")
    plan = plan._replace(tasks=tuple(t._replace(does="take", where=("S29",)) for t in plan.tasks))
    unit = position.rules.roster.number["USA-I-S-13NY"]
    table = Orders(position, UNION, plan).table[unit]
    free = march_table(position, 1 << board.place("S29"), watched_crossings(position, UNION))
    assert table[board.place("AA10")] == free[board.place("AA10")]


def test_only_a_star_with_enemies_near_needs_more_than_a_picket():
    """Whoever guards all stars against enemies a day's march away is weak at the one they go for."""

    def needs(at: str) -> list[int]:
        pieces = {f"USA-I-S-{name}": at for name in ("13NY", "69NYM", "79NYM")}
        return [star.need for star in stars_to_hold(scene({**pieces, "CSA-I-EV-4SC": "FF31"}))]

    near, far = needs("R26"), needs("U17")
    assert near[0] > PICKET and near[1:] == [PICKET, PICKET]
    assert far == [PICKET] * 3


def test_a_superior_union_tries_no_main_effort_that_promises_far_less():
    """A colonel who goes for QQ23 or for Manassas on July 20th loses, but not within what a play-out sees.
    On July 21st the armies are equal, and it pays to look for something else."""
    position = GAME.start("july-20", {})
    position.decision()
    plans = make_plans(position, UNION, 0)
    names = {plan.name for plan in contenders(GAME, position, "union", plans)}
    assert "main effort on the star in S29" in names
    assert not {"main effort on the star in QQ23", "main effort on Manassas"} & names
    equal = GAME.start("july-21", {})
    equal.decision()
    plans = make_plans(equal, UNION, 0)
    assert contenders(GAME, equal, "union", plans) == plans


def test_promising_plans_are_near_the_best_also_when_none_is_good():
    plans = [Plan("", "", (), (), promise) for promise in (-40, -49, -51)]
    assert [plan.promise for plan in promising(plans)] == [-40, -49]


def test_confederate_plans_are_all_tried():
    """What they promise is a rank, and what comes of them shows within a few turns."""
    position = GAME.start("july-20", {})
    position.decision()
    plans = make_plans(position, CONFEDERATE, 0)
    assert len(plans) > 3 and contenders(GAME, position, "confederate", plans) == plans


def test_a_general_takes_up_no_plan_that_is_no_contender(monkeypatch):
    """What he is about is the plan to beat only as long as it is worth comparing."""
    position = GAME.start("july-20", {})
    while position.decision().owner != "union" or not make_plans(position, UNION, 0):
        position.apply(position.decision().options[0])
    bot = GeneralBot("1")
    compared = []
    monkeypatch.setattr(bot, "_best", lambda seat, plans, budget: compared.append(plans) or plans[0])
    bot.plan = next(p for p in make_plans(position, UNION, 0) if p.name == "main effort on Manassas")
    bot.choose(Seat(GAME, position, position.decision()))
    assert compared and "main effort on Manassas" not in {plan.name for plan in compared[0]}
    assert compared[0][0].promise == max(plan.promise for plan in compared[0])
