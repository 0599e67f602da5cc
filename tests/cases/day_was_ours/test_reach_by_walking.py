"""Where units get to, against a walk step by step that asks the words of the rules at each of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bullrun.games.day_was_ours.rules import activation, reach
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.state import GUNS
from tests.cases.day_was_ours.scene import given, unit
from tests.facts import day_was_ours_ground as ground

FOOT, HORSE, GUN = "foot", "horse", "gun"
ALLOWANCE = {
    "attack": {FOOT: 4, HORSE: 6}, "defend": {FOOT: 2, HORSE: 3}, "maneuver": {FOOT: 8, HORSE: 12},
    "regroup": {FOOT: 2, HORSE: 4}, "guns": {GUN: 8},
}  # fmt: skip
UPHILL = {FOOT: 2, HORSE: 2}


def step(kind: str, order: str, here: str, to: str, crowded: bool) -> Fraction | None:
    """T4: what a step costs; None where it cannot be made. Farm Ford is found, the bridge barred."""
    water = ground.crossing(here, to)
    if water in ("river", "Stone Bridge"):
        return None
    road, woods = ground.road(here, to), ground.has("woods", here) or ground.has("woods", to)
    ford = Fraction(2 if kind == GUN else 1) if "Ford" in water else Fraction(0)
    ways = []
    if road and not crowded:
        fast = road in ground.PIKE_AND_ROADS and (kind == GUN or order == "maneuver")
        ways.append((Fraction(1, 2) if fast else Fraction(1)) + ford)
    if road and crowded and kind != FOOT and ground.has("woods", to):
        ways.append(Fraction(3))
    elif kind == FOOT or not woods:
        cost = Fraction(
            2 if ground.has("woods", to) else 3 if kind != FOOT and ground.has("angled", to) else 1
        )
        cost += ford + (1 if ground.uphill("slope", here, to) else 0)
        climbs = ground.uphill("steep", here, to)
        if ground.uphill("steep", to, here) and kind != FOOT:
            cost += 1
        if not (climbs and kind == GUN):
            ways.append(cost + (UPHILL[kind] if climbs else 0))
    return min(ways) if ways else None


def walk(
    kind: str, order: str, start: str, points: int, friends: dict[str, int], enemies: set[str]
) -> set[str]:
    """Every hex where a unit of 8 strength points can stop, found by relaxing until nothing changes."""
    names = [ground.BOARD.names[p] for p in ground.BOARD.places]
    nearest = {name: min(ground.distance(name, enemy) for enemy in enemies) for name in names}
    held = ground.engaged(start, enemies)
    best = {start: Fraction(0)}
    fresh = [start]
    while fresh:
        here = fresh.pop()
        if here != start and ground.engaged(here, enemies):
            continue
        for to in ground.neighbours(here).values():
            engaged, full = ground.engaged(to, enemies), friends.get(to, 0) + 8 > 10 and to in friends
            if to in enemies or to == start or (engaged and (order != "attack" or full)):
                continue
            if order == "regroup" and nearest[to] < max(nearest[here], 2):
                continue
            cost = step(kind, order, here, to, full)
            if cost is None:
                continue
            if engaged and held and here == start:
                cost += 1
            total = best[here] + cost
            if total > points and here == start:
                total = Fraction(points)  # the one hex that is always allowed, and the end of the move
                if to not in best:
                    best[to] = total + 1000
                continue
            if total <= points and total < best.get(to, Fraction(10**6)):
                best[to] = total
                fresh.append(to)
    return {to for to in best if to != start and not (to in friends and friends[to] + 8 > 10)}


def has_road(name: str) -> bool:
    return any(ground.road(name, other) for other in ground.neighbours(name).values())


def scattered(random: Random, order: str) -> tuple[Day, str, str, dict[str, int], set[str]]:
    """A unit of 8 points among friends and enemies."""
    names = [ground.BOARD.names[p] for p in ground.BOARD.places if ground.BOARD.names[p] != "4041"]
    clear = [name for name in names if not ground.has("woods", name) or has_road(name)]
    kind = GUN if order == "guns" else FOOT
    near = random.choice(clear)
    around = [n for n in clear if ground.distance(n, near) <= 5 and n != near]
    spots = random.sample(around, min(len(around), 8))
    friends = dict(zip(("14 NY", "27 NY", "71 NY"), spots[:3], strict=False))
    foes = dict(zip(("7 GA", "8 GA", "4 AL"), spots[3:6], strict=False))
    who = "Griffin" if kind == GUN else "1 RI"
    units = [f"{who} {near}", *(f"{n} {at}" for n, at in (*friends.items(), *foes.items())), "28 VA 4041"]
    strength = {"14 NY": 10, "27 NY": 9, "71 NY": 7}
    if kind == GUN:
        position = given(*units, phase="artillery", ford_found="10:30 AM")
        activation.begin(position, 0, GUNS, [unit(who)])
    else:
        position = given(
            *units, phase="movement", brigade="Burnside", order=order, units=[who], ford_found="10:30 AM"
        )
    held = {at: strength[n] for n, at in friends.items()}
    return position, who, near, held, {*foes.values(), "4041"}


@pytest.mark.parametrize("order", ["attack", "defend", "maneuver", "regroup", "guns"])
def test_reach_equals_a_walk_step_by_step(order: str) -> None:
    random = Random(f"walk {order}")
    seen = 0
    for _ in range(12):
        position, who, start, friends, enemies = scattered(random, order)
        if order == "guns":  # Griffin has 6 points
            friends = {at: held - 2 for at, held in friends.items()}
        kind = GUN if order == "guns" else FOOT
        expected = walk(kind, order, start, ALLOWANCE[order][kind], friends, enemies)
        march = reach.march_of(position, (unit(who),))
        found = set(position.rules.board.names_of(march.targets))
        assert found == expected, (start, sorted(found ^ expected), friends, enemies)
        seen += len(found)
    assert seen > 20
