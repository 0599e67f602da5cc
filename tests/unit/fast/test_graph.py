"""One search from all goals against a search from each of them."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.places import places_in, set_of
from bullrun.fast import Graph

BOARD = HexBoard(HexGrid("A1", "J9", "odd"))
TOO_FAR = 999


@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_goal_is_the_nearest_of_all(seed):
    random = Random(seed)
    edges = Graph(
        tuple(sorted(((to, random.randint(1, 9)) for to in around), key=lambda step: step[1]))
        for around in BOARD.neighbours
    )
    goals = set_of(random.sample(BOARD.places, random.randint(1, 5)))
    closed = set_of(random.sample(BOARD.places, 20)) & ~goals
    budget = random.choice((7, 20, 100))
    expected = [TOO_FAR] * BOARD.size
    for goal in places_in(goals):
        for place, cost in edges.search(goal, budget, 0, closed).costs.items():
            expected[place] = min(expected[place], cost)
    assert edges.costs_to_nearest(goals, budget, closed, TOO_FAR) == expected
