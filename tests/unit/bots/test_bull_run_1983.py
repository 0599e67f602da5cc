"""What a colonel of Bull Run (1983) must see: a base that lies open, odds worth having, a base to guard."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.bots import Seat, make_bot
from bullrun.games.bull_run_1983.assaults import Front, exchange, find_assaults
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.planning import make_plans, march_table
from bullrun.games.bull_run_1983.roster import CONFEDERATE, UNION
from bullrun.games.bull_run_1983.strength import ASSAULT, column_of
from bullrun.mechanisms.odds import odds
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
    good, even = column_of(ASSAULT, odds(6, 1)), column_of(ASSAULT, odds(1, 1))
    assert exchange(good, 12, 4, 0) > 0 > exchange(even, 4, 4, 0)


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
