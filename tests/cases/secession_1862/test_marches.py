"""Fast against slow: floods of sets, kept occupancy and areas against the obvious functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from bullrun.board.places import places_in, set_of
from bullrun.engine.decision import CHANCE
from bullrun.fast import TENSE
from bullrun.games.secession_1862.rules.command import (
    alone_among,
    command_area,
    is_in_range,
    near_zones,
    present,
)
from bullrun.games.secession_1862.rules.ground import (
    Ground,
    cheapest_ways,
    control_zone,
    danger_map,
    fronts_of_side,
    full_zones,
    ground,
    gun_zone,
    may_share,
)
from bullrun.games.secession_1862.rules.movement import (
    DEAREST_STEP,
    ENGAGED,
    HALTED,
    MOUNTED,
    MOVED,
    _force_passes,
    cohesive_zones,
    march,
    march_goals,
    march_mask,
    movement_points,
)
from tests.cases.secession_1862.scene import SecondBullRun, number, scene, start


def after_some_play(scenario: str, seed: int, actions: int) -> SecondBullRun:
    """A position from the middle of a random game."""
    position = start(scenario)
    random = Random(seed)
    for _ in range(actions):
        decision = position.decision()
        if decision is None:
            break
        position.apply(decision.options[random.randrange(len(decision.options))])
    return position


@pytest.mark.parametrize("seed", range(6))
def test_the_flood_of_sets_finds_the_zones_of_the_cheapest_ways(seed: int) -> None:
    position = after_some_play("30-august", seed, 60 + 90 * seed)
    rules = position.rules
    random = Random(seed)
    for side in (0, 1):
        control, guns = control_zone(position, 1 - side), gun_zone(position, 1 - side)
        danger = danger_map(position, 1 - side)
        held = ground(position).held[1 - side]
        for _ in range(60):
            zone, points = random.choice(rules.board.places), random.randint(1, 10)
            barred = random.choice((0, fronts_of_side(position, 1 - side)))
            for stops, mask in ((TENSE, control), (0, 0)):
                slow = cheapest_ways(rules, zone, points, danger, stops, barred).costs
                fast = rules.step_sets.in_reach(zone, points, mask, held, barred, control, guns)
                assert set(places_in(fast)) == set(slow) - {zone}


@pytest.mark.parametrize("seed", range(4))
def test_a_march_is_the_same_whether_the_ground_is_quiet_or_not(seed: int) -> None:
    position = after_some_play("29-august", seed, 200 + 60 * seed)
    danger = [danger_map(position, side) for side in (0, 1)]
    for side in (0, 1):
        for zone in position.rules.board.places[::7]:
            slow = cheapest_ways(position.rules, zone, 6, danger[1 - side], TENSE)
            assert set(places_in(march_mask(position, side, zone, 6, False))) == set(slow.costs) - {zone}
            quick = march(position, side, zone, 6, False)
            assert all(quick.costs[to] == cost for to, cost in slow.costs.items())


@pytest.mark.parametrize("seed", range(4))
def test_kept_occupancy_is_what_the_state_says(seed: int) -> None:
    position = start("both-days")
    random = Random(seed)
    for count in range(700):
        decision = position.decision()
        assert decision is not None
        if count % 25 == 0:
            kept, fresh = ground(position), Ground(position)
            assert (kept.held, kept.packed) == (fresh.held, fresh.packed)
            assert kept.stacks == fresh.stacks
            assert {c: z for c, z in kept.single.items() if z} == {c: z for c, z in fresh.single.items() if z}
            again = SecondBullRun(position.rules, position.state)
            for side in (0, 1):
                for found in (control_zone, gun_zone, fronts_of_side):
                    assert found(position, side) == found(again, side)
        position.apply(decision.options[random.randrange(len(decision.options))])


def test_full_zones_are_those_where_stacking_forbids_to_end() -> None:
    position = after_some_play("30-august", 3, 250)
    roster = position.rules.roster
    for brigade in range(roster.brigades):
        side = roster.side[brigade]
        slow = 0
        for zone, there in ground(position).stacks.items():
            if roster.side[there[0]] == side and (
                len(there) > 1 or not may_share(roster.corps[brigade], roster.corps[there[0]])
            ):
                slow |= 1 << zone
        assert full_zones(position, brigade) & ground(position).held[side] == slow


def test_range_by_the_direct_way_is_the_range_of_the_whole_area() -> None:
    position = after_some_play("30-august", 5, 300)
    for side in (0, 1):
        for commander in position.rules.roster.commanders[side]:
            if position.state.at[commander]:
                area = command_area(position, commander)
                for zone in position.rules.board.places:
                    assert is_in_range(position, commander, zone) == bool(area >> zone & 1)


def test_random_play_asks_chance_with_six_faces() -> None:
    position = after_some_play("29-august", 1, 40)
    decision = position.decision()
    while decision is not None and decision.owner != CHANCE:
        position.apply(decision.options[0])
        decision = position.decision()
    assert decision is not None and decision.weights == (1,) * 6


@pytest.mark.parametrize("seed", range(8))
def test_a_division_holds_together_where_trying_all_zones_of_all_brigades_says_so(seed: int) -> None:
    random = Random(seed)
    rules = scene({}).rules
    names = rules.board.names
    first, *others = ("Kemper", "Pickett", "Jenkins")
    around = list(places_in(rules.zones_within[2][random.choice(rules.board.places)]))
    zones = random.sample(around, 4)
    pieces = {piece: names[zone] for piece, zone in zip((first, *others, "Longstreet"), zones, strict=True)}
    position = scene(pieces, side="confederate", acting=first)
    ((isolated, bound),) = (frame[2:4] for frame in position.state.frames if frame[0] == "brigades")
    division = [number(piece) for piece in (first, *others)]
    reach = []
    for brigade in division:
        points = movement_points(position, brigade, bool(isolated >> brigade & 1))
        here = position.state.at[brigade]
        reach.append(list(places_in(march_mask(position, 1, here, points, True) | 1 << here)))
    held = [index for index, brigade in enumerate(division) if bound >> brigade & 1]
    near = rules.near_on_foot
    slow = {
        at[0]
        for at in product(*reach)
        if all(any(near[at[one]] >> at[other] & 1 for other in range(3) if other != one) for one in held)
    }
    fast = cohesive_zones(position, division[0], sum(1 << zone for zone in reach[0]))
    assert set(places_in(fast)) == slow


def acting(seed: int, decisions: int) -> Iterator[tuple[SecondBullRun, int, int, int]]:
    """Brigades about to act in a random game: the position, who, with how many points, what it has done."""
    position = start("30-august")
    random = Random(seed)
    for _ in range(decisions):
        decision = position.decision()
        if decision is None:
            return
        frame = position.state.frames[-1]
        if frame[0] == "act":
            yield position, *frame[1:]
        position.apply(decision.options[random.randrange(len(decision.options))])


@pytest.mark.parametrize("seed", range(3))
def test_zones_are_judged_alike_one_by_one_and_all_at_once(seed: int) -> None:
    some = 0
    for position, brigade, _, _ in acting(seed, 500):
        everywhere = position.rules.board.all
        whole = cohesive_zones(position, brigade, everywhere)
        again = position.copy()
        single = [zone for zone in position.rules.board.places if cohesive_zones(again, brigade, 1 << zone)]
        assert set_of(single) == whole == cohesive_zones(position, brigade, everywhere)
        assert cohesive_zones(position.copy(), brigade, everywhere) == whole
        some += 0 != whole != everywhere
    assert some > 5


@pytest.mark.parametrize("seed", range(3))
def test_brigades_are_alone_among_others_where_no_other_is_near(seed: int) -> None:
    position = after_some_play("30-august", seed, 250)
    random, roster = Random(seed), position.rules.roster
    for division in range(len(roster.divisions)):
        members = present(position, division)
        for _ in range(10):
            among = [member for member in members if random.random() < 0.7]
            bound = sum(1 << member for member in members if random.random() < 0.8)
            slow = [
                member
                for member in among
                if bound >> member & 1
                and not position.state.routed >> member & 1
                and not any(
                    near_zones(position, member) >> position.state.at[other] & 1
                    for other in among
                    if other != member
                )
            ]
            assert alone_among(position, among, bound) == slow


def test_a_forced_march_passes_where_no_stop_leads_as_far() -> None:
    """The obvious way: every zone that only the forced march leads to, against every stop on the way."""
    passes = 0
    for position, brigade, points, flags in (case for seed in range(3) for case in acting(seed, 700)):
        if points < DEAREST_STEP or flags & (HALTED | ENGAGED | MOUNTED):
            continue
        rules, here = position.rules, position.state.at[brigade]
        side, forced = rules.roster.side[brigade], rules.tables["march"]["forced"]
        control = control_zone(position, 1 - side)
        goals = march_goals(position, brigade, points, flags)
        costs = {
            zone: least
            for least in range(points, -1, -1)
            for zone in places_in(march_mask(position, side, here, least, not flags & MOVED))
        }
        crowded = any(not goals >> zone & 1 for zone, cost in costs.items() if cost > points - DEAREST_STEP)
        beyond = march_goals(position, brigade, points + forced, flags) & ~goals
        for stop, cost in costs.items():
            if goals >> stop & 1 and not control >> stop & 1 and cost > points - DEAREST_STEP:
                beyond &= ~march_mask(position, side, stop, forced + points - cost, False)
        expected = crowded and bool(beyond)
        assert _force_passes(position, brigade, points, flags, goals) is expected
        passes += expected
    assert passes > 3
