"""The compiled functions against the plain ones, which say what is right."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import tracemalloc
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bullrun import fast
from bullrun.fast import pure

compiled = pytest.importorskip("bullrun.fast.compiled", reason="not built: there is no compiler here")
MODULES = (pure, compiled)

sets = st.integers(0, 2**70) | st.builds(
    lambda members: sum(1 << m for m in members), st.sets(st.integers(0, 2300), max_size=300)
)
seeds = st.integers(0, 10**9)


def some_set(random: Random, size: int) -> int:
    """Mostly few places of the map; at times none, most of it, one beyond it, or all without end."""
    kind = random.randrange(8)
    if kind == 0:
        return 0
    if kind == 1:
        return ~sum(1 << random.randrange(size) for _ in range(3))
    if kind == 2:
        return random.getrandbits(size + 70)
    return sum({1 << random.randrange(size) for _ in range(random.randrange(size // 3 + 1))})


def some_members(random: Random, size: int) -> int:
    """The same, but a set with an end."""
    return some_set(random, size) & ((1 << size) - 1)


def some_rows(random: Random, costs: int) -> list[tuple[tuple[int, ...], ...]]:
    size = random.choice((1, 2, 5, 40, 63, 64, 65, 130, 200))
    dearest = random.choice((1, 3, 12))
    return [
        tuple(
            (random.randrange(size), *(random.randint(1, dearest) for _ in range(costs)))
            for _ in range(random.randrange(7))
        )
        for _ in range(size)
    ]


# --- sets -------------------------------------------------------------------------------------------


@given(sets)
def test_sets_are_read_and_written_alike(members):
    places = list(compiled.places_in(members))
    assert places == list(pure.places_in(members))
    assert compiled.set_of(places) == compiled.set_of(iter(places)) == pure.set_of(places) == members


@given(sets, seeds)
def test_unions_members_and_option_lists_are_alike(members, seed):
    random = Random(seed)
    near = [random.getrandbits(random.choice((1, 40, 64, 300))) for _ in range(2400)]
    assert compiled.union_of(near, members) == pure.union_of(near, members)
    names = [f"P{number}" for number in range(2400)]
    prefix = ("move", "A")[: random.randrange(3)]
    assert compiled.expanded(prefix, members, names) == pure.expanded(prefix, members, names)
    count = members.bit_count()
    for n in {0, count - 1, count // 2, random.randrange(count + 1)} & set(range(count)):
        assert compiled.nth_member(members, n) == pure.nth_member(members, n)


# --- searches ---------------------------------------------------------------------------------------


def told(reach, budget):
    """All that a reach tells, orders included."""
    return (
        reach.start,
        list(reach.costs.items()),
        reach.mask,
        [reach.within(part) for part in range(-1, budget + 2)],
        [(place, reach.cost(place), reach.path(place)) for place in reach.costs],
    )


@settings(max_examples=300)
@given(seeds)
def test_reaches_are_alike(seed):
    random = Random(seed)
    rows = some_rows(random, 1)
    size = len(rows)
    start, budget = random.randrange(size), random.choice((-1, 0, 1, 5, 12, 60))
    around = [some_set(random, size), some_members(random, size), some_set(random, size)]
    around = around[: random.randrange(4)]
    found = [module.Graph(rows).search(start, budget, *around) for module in MODULES]
    assert told(found[1], budget) == told(found[0], budget)
    for module, reach in zip(MODULES, found, strict=True):
        beyond = next((place for place in range(size) if place not in reach.costs), size)
        for ask in (reach.cost, reach.path):
            with pytest.raises(KeyError):
                ask(beyond)
        kept, sent = reach.compact(), pickle.loads(pickle.dumps(reach))
        assert told(kept, budget) == told(sent, budget) == told(found[0], budget), module


@settings(max_examples=300)
@given(seeds)
def test_floods_and_distances_are_alike(seed):
    random = Random(seed)
    rows = some_rows(random, 1)
    size = len(rows)
    start, budget = random.randrange(size), random.choice((0, 1, 5, 12, 98))
    barred, closed = some_set(random, size), some_members(random, size)
    goals = some_members(random, size)
    plain, quick = (module.Graph(rows) for module in MODULES)
    assert quick.rows == plain.rows == tuple(rows)
    assert list(quick.flood(start, budget, barred).items()) == list(
        plain.flood(start, budget, barred).items()
    )
    nearest = plain.nearest_of(start, goals, budget, barred)
    assert quick.nearest_of(start, goals, budget, barred) == nearest
    costs = {place: cost for place, cost in plain.flood(start, budget, barred).items() if goals >> place & 1}
    least = min(costs.values(), default=0)
    assert nearest == pure.set_of(place for place, cost in costs.items() if cost == least)
    asked = (goals, budget, closed, 5994)
    assert quick.costs_to_nearest(*asked) == plain.costs_to_nearest(*asked)
    there = pickle.loads(pickle.dumps(quick))
    assert type(there) is fast.Graph and there.rows == quick.rows


@settings(max_examples=300)
@given(seeds)
def test_floods_over_zones_are_alike(seed):
    random = Random(seed)
    size = random.choice((1, 5, 63, 64, 65, 88, 206))
    rows = [tuple(some_members(random, size) for _ in range(4)) for _ in range(size)]
    start, points = random.randrange(size), random.choice((0, 1, 2, 6, 10, 40))
    around = [some_set(random, size) for _ in range(random.randint(2, 5))]
    plain, quick = (module.StepSets(rows) for module in MODULES)
    assert quick.rows == plain.rows == tuple(rows)
    assert quick.in_reach(start, points, *around) == plain.in_reach(start, points, *around)
    there = pickle.loads(pickle.dumps(quick))
    assert type(there) is fast.StepSets and there.rows == quick.rows


@settings(max_examples=300)
@given(seeds)
def test_ways_over_a_map_of_dangers_are_alike(seed):
    random = Random(seed)
    rows = some_rows(random, 2)
    size, extra = len(rows), random.randrange(3)
    danger = bytes(random.choice((0, 0, 1, 2, 3, 4, 7)) for _ in range(size))
    start, points, stops = random.randrange(size), random.choice((0, 1, 6, 10)), random.randrange(8)
    barred = (some_set(random, size),)[: random.randrange(2)]
    plain, quick = (module.MarchMap(rows, extra) for module in MODULES)
    for form in (bytes, bytearray):
        expected, found = (m.ways(start, points, form(danger), stops, *barred) for m in (plain, quick))
        assert [list(each.items()) for each in found] == [list(each.items()) for each in expected]
    there = pickle.loads(pickle.dumps(quick))
    assert type(there) is fast.MarchMap and there.rows == quick.rows
    again = there.ways(start, points, danger, stops, *barred)
    assert again == quick.ways(start, points, danger, stops, *barred)


# --- bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: compiled.places_in(-1), ValueError),
        (lambda: compiled.places_in(-(2**200)), ValueError),
        (lambda: compiled.places_in("A1"), TypeError),
        (lambda: compiled.set_of([-1]), ValueError),
        (lambda: compiled.set_of([None]), TypeError),
        (lambda: compiled.set_of(3), TypeError),
        (lambda: compiled.union_of([0], 0b100), IndexError),
        (lambda: compiled.union_of([0]), TypeError),
        (lambda: compiled.nth_member(0b101, 2), IndexError),
        (lambda: compiled.nth_member(0b101, -1), IndexError),
        (lambda: compiled.expanded(["move"], 1, ["A1"]), TypeError),
        (lambda: compiled.expanded(("move",), 2, ["A1"]), IndexError),
        (lambda: compiled.Reach(), TypeError),
        (lambda: compiled.Graph(), TypeError),
        (lambda: compiled.Graph([((1, 1),)]), IndexError),
        (lambda: compiled.Graph([((0, -1),)]), ValueError),
        (lambda: compiled.Graph([((0, 10**10),)]), (ValueError, OverflowError)),
        (lambda: compiled.Graph([((0, 1, 2),)]), TypeError),
        (lambda: compiled.Graph([[(0, 1)]]), TypeError),
        (lambda: compiled.Graph([()] * 70_000), ValueError),
        (lambda: compiled.Graph([()]).search(1, 5), IndexError),
        (lambda: compiled.Graph([()]).search(0, 10**12), OverflowError),
        (lambda: compiled.Graph([()]).search(0), TypeError),
        (lambda: compiled.Graph([()]).search(0, 5, frozenset()), TypeError),
        (lambda: compiled.Graph([()]).flood(0, 5, None), TypeError),
        (lambda: compiled.Graph([()]).costs_to_nearest(0, 5, "x", 9), TypeError),
        (lambda: compiled.StepSets([(0, 0, 0)]), TypeError),
        (lambda: compiled.StepSets([(0, 0, 0, "x")]), TypeError),
        (lambda: compiled.StepSets([(0, 0, 0, 0)]).in_reach(-1, 5, 0, 0), IndexError),
        (lambda: compiled.StepSets([(0, 0, 0, 0)]).in_reach(0, 5, 0, 1.5), TypeError),
        (lambda: compiled.MarchMap([()], -1), ValueError),
        (lambda: compiled.MarchMap([()], 1).ways(0, 5, b"", 0), ValueError),
        (lambda: compiled.MarchMap([()], 1).ways(0, 5, "x", 0), TypeError),
    ],
)
def test_bad_input_is_an_error_and_never_a_crash(ask, error):
    with pytest.raises(error):
        ask()


# --- memory -----------------------------------------------------------------------------------------


def test_memory_goes_with_its_owner():
    rows = [*(((place + 1, 1),) for place in range(80)), ((0, 3),)]

    def use():
        graph = compiled.Graph(rows)
        reach = graph.search(0, 9, 0, 2**100, 1)
        assert reach.costs and reach.mask and reach.compact().path(0) == [] and reach.within(3) >= 0
        pickle.loads(pickle.dumps((reach, graph)))
        graph.flood(0, 9, 0)
        graph.costs_to_nearest(1, 9, 0, 99)
        compiled.StepSets([(1, 0, 0, 2**90)]).in_reach(0, 200, 0, 0)
        compiled.MarchMap([((0, 1, 2),)], 1).ways(0, 6, b"\0", 0)
        list(compiled.places_in(compiled.set_of([5, 3000])))
        for bad in ([*rows, ((99, 1),)], [((0, "x"),)]):
            with pytest.raises((IndexError, TypeError)):
                compiled.Graph(bad)

    # Only what is allocated from here counts: other threads of the process allocate, too.
    here = (tracemalloc.Filter(True, __file__), tracemalloc.Filter(True, fast.pure.__file__))

    def kept() -> int:
        gc.collect()
        statistics = tracemalloc.take_snapshot().filter_traces(here).statistics("filename")
        return sum(statistic.count for statistic in statistics)

    def growth(rounds: int) -> int:
        before = kept()
        for _ in range(rounds):
            use()
        return kept() - before

    tracemalloc.start()
    try:
        growth(100)  # until all that Python keeps for the next time is there
        # What leaks leaves a block each time, and in every run.
        assert min(growth(100) for _ in range(3)) < 50
    finally:
        tracemalloc.stop()


# --- the choice -------------------------------------------------------------------------------------


def run(code: str, **environment: str) -> str:
    import os

    answer = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


ASK = "from bullrun import fast; print(fast.COMPILED, fast.Graph.__module__)"


def test_the_compiled_part_runs_unless_it_is_switched_off():
    assert run(ASK, BULLRUN_PURE="") == "True bullrun.fast.compiled"
    assert run(ASK, BULLRUN_PURE="1") == "False bullrun.fast.pure"


def test_the_command_says_which_runs():
    code = "from bullrun.cli.main import main; main(['--version'])"
    assert run(code, BULLRUN_PURE="").endswith(", with the compiled part")
    assert run(code, BULLRUN_PURE="1").endswith(", without the compiled part")
