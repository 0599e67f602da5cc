"""Marches over a zone map in movement points: how far command reaches, and every zone a march can lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bullrun.board.places import PlaceId, PlaceSet, places_in

Steps = list[tuple[tuple[PlaceId, int], ...]]
"""For each zone the neighbours that can be entered, with the cost in movement points."""


def flood(steps: Steps, start: PlaceId, points: int, barred: PlaceSet) -> dict[PlaceId, int]:
    """The cost to every zone within so many points, going round barred zones."""
    costs = {start: 0}
    buckets: list[list[PlaceId]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for spent in range(points + 1):
        for zone in buckets[spent]:
            if costs[zone] != spent:
                continue
            for to, cost in steps[zone]:
                total = spent + cost
                if total <= points and not barred >> to & 1 and total < costs.get(to, 999):
                    costs[to] = total
                    buckets[total].append(to)
    return costs


StepSets = Sequence[tuple[PlaceSet, PlaceSet, PlaceSet, PlaceSet]]
"""For each zone the zones it leads to: along a road (1 point), over ground (2), and both again with one more
point to pay (2 and 3)."""


def zones_in_reach(
    sets: StepSets,
    start: PlaceId,
    points: int,
    stops: PlaceSet,
    closed: PlaceSet,
    barred_at_start: PlaceSet = 0,
    tense: PlaceSet = 0,
    shelled: PlaceSet = 0,
) -> PlaceSet:
    """Every zone that a march of so many points can lead to, the start left out; one set for each number of
    points spent. Option lists need no more than this.

    `stops` are entered and not left again, `closed` not entered, `barred_at_start` not entered straight from
    the start. A step into or out of `tense` zones has no road rate; `shelled` zones cost one point more.
    """
    due = [0] * (points + 5)
    due[0] = reached = 1 << start
    enterable = ~(closed | barred_at_start)
    fresh = due[0]
    for spent in range(points):
        if spent:
            fresh = due[spent] & ~reached
            reached |= fresh
            fresh &= ~stops
        road = over = dear_road = dear_over = 0
        hemmed = fresh & tense
        fresh ^= hemmed
        while fresh:
            low = fresh & -fresh
            a, b, c, d = sets[low.bit_length() - 1]
            road |= a
            over |= b
            dear_road |= c
            dear_over |= d
            fresh ^= low
        if road & tense or dear_road & tense:
            over |= road & tense
            dear_over |= dear_road & tense
            road &= ~tense
            dear_road &= ~tense
        while hemmed:
            low = hemmed & -hemmed
            a, b, c, d = sets[low.bit_length() - 1]
            over |= a | b
            dear_over |= c | d
            hemmed ^= low
        one, two, three = road & enterable, (over | dear_road) & enterable, dear_over & enterable
        if shelled:
            due[spent + 4] |= three & shelled
            three = three & ~shelled | two & shelled
            two = two & ~shelled | one & shelled
            one &= ~shelled
        due[spent + 1] |= one
        due[spent + 2] |= two
        due[spent + 3] |= three
        enterable = ~closed
    return (reached | due[points]) & ~(1 << start)


def force_passes(
    points: int,
    forced: int,
    dearest_step: int,
    goals: PlaceSet,
    halts: PlaceSet,
    *,
    zones: Callable[[int], PlaceSet],
    ends: Callable[[int], PlaceSet],
    onward: Callable[[PlaceId, int], PlaceSet],
) -> bool:
    """Whether a forced march leads where a brigade with points left for any step cannot get with a stop:
    there are zones on the way, full ones for instance, in which it may not stop.

    `goals` are the zones where it may stop with its points; in `halts` its march is over. `zones` gives what
    so many points lead to, `ends` where it may stop with so many, `onward` what they lead to from a stop.
    """
    near, reached = zones(points - dearest_step), zones(points)
    if not reached & ~goals & ~near:
        return False
    beyond = ends(points + forced) & ~goals
    if not beyond:
        return False
    with_some_left = [zones(points - spare) for spare in range(1, dearest_step)]
    for stop in places_in(goals & reached & ~near & ~halts):
        left = sum(reach >> stop & 1 for reach in with_some_left)
        beyond &= ~onward(stop, forced + left)
        if not beyond:
            return False
    return True
