"""Floods against the obvious search over whole paths."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.places import bit, places_in, set_of
from bullrun.mechanisms.reach import flood

BOARD = HexBoard(HexGrid("A1", "J9", "odd"))


def by_paths(start, steps, through, ends):
    """Every place that some path reaches, found by walking all paths."""
    found = {start}
    paths = [(start,)]
    for _ in range(steps):
        longer = []
        for path in paths:
            if len(path) > 1 and ends >> path[-1] & 1:
                continue  # in and out of the same place is not allowed
            for to in BOARD.neighbours[path[-1]]:
                if (through | ends) >> to & 1:
                    longer.append((*path, to))
                    found.add(to)
        paths = longer
    return set_of(found)


@pytest.mark.parametrize("seed", range(20))
def test_a_flood_reaches_what_paths_reach(seed):
    random = Random(seed)
    through = set_of(p for p in BOARD.places if random.random() < 0.7)
    ends = set_of(p for p in BOARD.places if random.random() < 0.15) & ~through
    start = random.choice(BOARD.places)
    assert flood(BOARD, bit(start), 3, through, ends) == by_paths(start, 3, through, ends)


def test_several_starts_reach_what_each_of_them_reaches():
    random = Random("starts")
    through = set_of(p for p in BOARD.places if random.random() < 0.7)
    ends = set_of(p for p in BOARD.places if random.random() < 0.2) & ~through
    starts = set_of(random.sample(BOARD.places, 3))
    together = 0
    for start in places_in(starts):
        together |= by_paths(start, 3, through, ends)
    assert flood(BOARD, starts, 3, through, ends) == together


def test_a_place_that_only_ends_a_path_is_left_only_at_its_start():
    middle = BOARD.place("E5")
    ends = bit(middle)
    through = BOARD.all & ~ends
    north, south = BOARD.place("E4"), BOARD.place("E6")
    assert flood(BOARD, bit(north), 2, through, ends) >> middle & 1
    assert not flood(BOARD, bit(north), 2, set_of((north, south)), ends) >> south & 1
    assert flood(BOARD, ends, 1, through, ends) >> south & 1
