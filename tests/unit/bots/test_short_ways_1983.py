"""What the players of Bull Run (1983) work out by a short way must be what the long way brings: on positions
of random games, each against the obvious version."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bullrun.board.places import places_in, set_of
from bullrun.games.bull_run_1983 import judgment
from bullrun.games.bull_run_1983.battlefield import OTHER, BullRun
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.ground import ground
from bullrun.games.bull_run_1983.marching import FAR, LONGEST, march_table, way_round
from bullrun.games.bull_run_1983.planning import watched_crossings
from bullrun.games.bull_run_1983.strength import (
    ASSAULT,
    BOMBARDMENT,
    bombardment_table,
    column_of,
    combat_table,
    sums,
)
from bullrun.mechanisms.movement import search


def positions(seed: int, every: int, scenario: str = "july-21") -> Iterator[BullRun]:
    """Positions of a random game, one in so many."""
    random = Random(seed)
    position = GAME.start(scenario, {})
    number = 0
    while (decision := position.decision()) is not None:
        if number % every == 0:
            yield position
        number += 1
        position.apply(decision.options[random.randrange(len(decision.options))])


@pytest.mark.parametrize("side", (0, 1))
def test_one_hex_is_worth_what_the_table_of_the_map_says(side):
    for position in positions(1, 60):
        table = judgment._make_place_worth(position, side)
        found = [
            judgment._worth_of_place(position, side, place) for place in range(position.rules.board.size)
        ]
        assert found == table


def by_the_table(position, attackers, support, defenders):
    """What a battle is expected to gain, added up result by result."""
    totals = sums(position, attackers, support, defenders)
    mine = sum(worth for _, worth in totals.attackers)
    theirs = sum(worth for _, worth in totals.defenders)
    column = column_of(ASSAULT if attackers else BOMBARDMENT, totals.odds)
    if column < 0:
        return -judgment.POINT * mine // 2
    swing = {
        "DE": min(mine, theirs), "AE": -min(mine, theirs), "DB2": theirs // 3, "AB2": -mine // 3, "DL1": 4,
    }  # fmt: skip
    table = combat_table() if attackers else bombardment_table()
    gain = sum(
        chance * swing.get(word, 0)
        for result, chance in table.distribution(column).items()
        for word in result.split()
    )
    return int(gain * judgment.POINT / 2)


def test_a_battle_is_worth_the_same_when_it_is_asked_about_again():
    random = Random(2)
    asked = 0
    for position in positions(3, 7):
        roster, state = position.rules.roster, position.state
        units = [[u for u in places_in(roster.all_units & of) if state.at[u]] for of in roster.of_side]
        side = random.randrange(2)
        if not all(units):
            continue
        for _ in range(3):
            attackers = random.sample(units[side], min(len(units[side]), random.randrange(4)))
            guns = [u for u in units[side] if roster.batteries >> u & 1 and u not in attackers]
            support = guns[: random.randrange(3)]
            defenders = random.sample(units[1 - side], min(len(units[1 - side]), 2))
            if attackers or support:
                for _ in range(2):
                    found = judgment._worth_of_battle(position, attackers, support, defenders)
                    assert found == by_the_table(position, attackers, support, defenders)
                asked += 1
    assert asked > 100


def test_a_march_is_as_far_as_the_shortest_way_from_each_goal():
    random = Random(4)
    for position in positions(5, 150):
        edges = position.rules.edges(OTHER, position.state)
        places = position.rules.board.places
        goals = set_of(random.sample(places, random.randint(1, 4)))
        closed = set_of(random.sample(places, random.choice((0, 40))))
        expected = [FAR] * position.rules.board.size
        for goal in places_in(goals):
            shut = list(places_in(closed & ~(1 << goal)))
            for place, cost in search(edges, goal, LONGEST, closed=shut).costs.items():
                expected[place] = min(expected[place], cost)
        assert march_table(position, goals, closed) == expected


def test_the_way_round_is_the_better_of_both_ways():
    for position in positions(6, 60):
        for side in (0, 1):
            watched = watched_crossings(position, side)
            goals = ground(position).units[1 - side] or position.rules.stars
            plain, free = march_table(position, goals), march_table(position, goals, watched)
            expected = [min(a + 9, b) for a, b in zip(plain, free, strict=True)] if watched else plain
            for _ in range(2):
                assert way_round(position, goals, watched, 9) == expected
