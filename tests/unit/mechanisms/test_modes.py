"""Movement in modes against walking every way there is."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bullrun.fast import Graph
from bullrun.mechanisms.modes import Mode, costs_by_mode, search_modes

# Places 0 to 4 in a row; a road runs from 0 to 3.
REGULAR = Graph((((1, 4),), ((0, 4), (2, 4)), ((1, 4), (3, 4)), ((2, 4), (4, 4)), ((3, 4),)))
ROAD = Graph((((1, 1),), ((0, 1), (2, 1)), ((1, 1), (3, 1)), ((2, 1),), ()))
MODES = (Mode("road", ROAD, (1,)), Mode("regular", REGULAR))


def test_a_move_may_leave_the_road_but_never_take_it_again():
    found = search_modes(MODES, 0, 8)
    assert found.costs == {0: 0, 1: 1, 2: 2, 3: 3, 4: 7}
    assert found.arrival(4) == (7, "regular", ((1, "road"), (2, "road"), (3, "road"), (4, "regular")))
    assert found.arrival(3).mode == "road" and found.mask == 0b11110
    back = search_modes(MODES, 4, 8)
    assert back.costs == {4: 0, 3: 4, 2: 8}, "off the road the rest is paid in full"


def test_a_place_can_be_asked_for_by_mode():
    found = search_modes(MODES, 0, 8)
    assert found.in_mode(2, "regular").cost == 5 and found.in_mode(4, "road") is None
    assert costs_by_mode(MODES, 0, 4, 20) == {"road": None, "regular": 16}


def test_stops_and_closed_places_hold_in_every_mode():
    assert search_modes(MODES, 0, 20, stops=1 << 2).costs == {0: 0, 1: 1, 2: 2}
    assert search_modes(MODES, 0, 20, closed=1 << 2).costs == {0: 0, 1: 1}


def walk(modes, start, budget):
    """The least cost of every place, by trying every way."""
    best = {}
    ways = [(0, start, 0)]
    while ways:
        cost, place, mode = ways.pop()
        if cost > budget or best.get((place, mode), budget + 1) <= cost:
            continue
        best[place, mode] = cost
        for after in (mode, *modes[mode].then):
            ways += [(cost + step, to, after) for to, step in modes[after].edges.rows[place]]
    found = {}
    for (place, _), cost in best.items():
        found[place] = min(cost, found.get(place, cost))
    return found


@settings(max_examples=200)
@given(st.integers(0, 10**9))
def test_the_search_equals_walking(seed):
    random = Random(seed)
    size = random.randrange(2, 9)

    def edges():
        return Graph(
            tuple(
                sorted(
                    (
                        (to, random.randrange(1, 5))
                        for to in range(size)
                        if to != place and random.random() < 0.4
                    ),
                    key=lambda step: step[1],
                )
            )
            for place in range(size)
        )

    modes = (Mode("march", edges(), (1, 2)), Mode("road", edges(), (2,)), Mode("regular", edges()))
    budget = random.randrange(1, 12)
    found = search_modes(modes, 0, budget)
    assert found.costs == walk(modes, 0, budget)
    for place, cost in found.costs.items():
        arrival, at, mode, paid = found.arrival(place), 0, 0, 0
        for to, name in arrival.path:
            after = [m.name for m in modes].index(name)
            assert after == mode or after in modes[mode].then
            paid += min(step for other, step in modes[after].edges.rows[at] if other == to)
            at, mode = to, after
        assert at == place and paid == cost == arrival.cost
