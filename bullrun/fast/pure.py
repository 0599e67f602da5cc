"""The reference in plain Python: what the compiled functions do, and what runs where they are not built.

A place is a small positive int, and a set of places is an int used as a bit set.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, count
from typing import TypeVar

PlaceId = int
PlaceSet = int
Row = tuple[tuple[PlaceId, int], ...]
"""The places that can be entered from one, with the cost of the step."""

TENSE, SHELLED, CLOSED = 1, 2, 4
"""What a zone is on a map of dangers: under control, in the front of guns, occupied."""

_DIGIT_VALUES = bytes.maketrans(b"01", b"\0\1")
_ONE = ord("1")
_CLOSED = -1

Word = TypeVar("Word")

# --- sets -----------------------------------------------------------------------------------------


def set_of(places: Iterable[PlaceId], /) -> PlaceSet:
    """The set of these places."""
    result = 0
    for place in places:
        result |= 1 << place
    return result


def places_in(places: PlaceSet, /) -> Iterator[PlaceId]:
    """The places of a set in ascending order."""
    if places.bit_count() > 250:
        # For large sets it is much faster to read the number off as digits.
        yield from compress(count(), bin(places)[:1:-1].encode().translate(_DIGIT_VALUES))
        return
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def union_of(sets: Sequence[PlaceSet], places: PlaceSet, /) -> PlaceSet:
    """All places in the sets that belong to these places; `sets` is indexed by place."""
    found = 0
    while places:
        lowest = places & -places
        found |= sets[lowest.bit_length() - 1]
        places ^= lowest
    return found


def nth_member(members: int, n: int, /) -> int:
    """The n-th number of a bit set, ascending from 0, by halving the set."""
    if not 0 <= n < members.bit_count():
        raise IndexError(f"a set of {members.bit_count()} has no member {n}")
    base, width = 0, members.bit_length()
    while width > 1:
        half = width >> 1
        low = members & ((1 << half) - 1)
        below = low.bit_count()
        if n < below:
            members, width = low, half
        else:
            n -= below
            members >>= half
            base += half
            width -= half
    return base


def expanded(prefix: tuple[Word, ...], members: int, names: Sequence[Word], /) -> list[tuple[Word, ...]]:
    """The prefix followed by each name whose number is in a bit set, ascending."""
    return [prefix + (names[member],) for member in _listed(members)]  # noqa: RUF005 (unpacking is slower)


@lru_cache(maxsize=4_096)
def _listed(members: int) -> tuple[int, ...]:
    """A set that comes up again and again, as it does in one list of options after the other."""
    return tuple(places_in(members))


# --- the bucket search ----------------------------------------------------------------------------


class Reach:
    """Where a piece can get to: the least cost of each place, cheapest first, and the way there."""

    __slots__ = ("_before", "_levels", "_masks", "costs", "mask", "start")

    def __init__(
        self,
        start: PlaceId,
        costs: dict[PlaceId, int],
        before: list[PlaceId] | dict[PlaceId, PlaceId],
        mask: PlaceSet,
    ) -> None:
        self.start = start
        self.costs = costs
        self._before = before
        self.mask = mask
        """All places but the start."""
        self._levels: list[int] | None = None
        self._masks: list[PlaceSet] = []

    def within(self, budget: int, /) -> PlaceSet:
        """The places that a part of the budget is enough for, the start left out."""
        levels = self._levels
        if levels is None:
            levels, mask = [], 0
            for place, cost in self.costs.items():
                if not levels or cost > levels[-1]:
                    levels.append(cost)
                    self._masks.append(mask)
                if place != self.start:
                    mask |= 1 << place
                self._masks[-1] = mask
            self._levels = levels
        return self._masks[bisect_right(levels, budget) - 1] if budget >= 0 else 0

    def cost(self, to: PlaceId, /) -> int:
        """The least cost of a place."""
        return self.costs[to]

    def path(self, to: PlaceId, /) -> list[PlaceId]:
        """The way to a place, start left out, the place itself last."""
        if to not in self.costs:
            raise KeyError(to)
        steps = []
        while to != self.start:
            steps.append(to)
            to = self._before[to]
        steps.reverse()
        return steps

    def compact(self) -> Reach:
        """The same with as little memory as it needs, for a reach that is kept for long."""
        before = self._before
        self._before = {place: before[place] for place in self.costs if place != self.start}
        return self


class Graph:
    """For each place the steps that can be made from it, with their cost in whole units."""

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[Row], /) -> None:
        self.rows: tuple[Row, ...] = tuple(rows)

    def search(
        self,
        start: PlaceId,
        budget: int,
        stops: PlaceSet = 0,
        closed: PlaceSet = 0,
        barred_at_start: PlaceSet = 0,
        /,
    ) -> Reach:
        """All places within the budget. `stops` may be entered but not left, `closed` not be entered;
        `barred_at_start` cannot be entered straight from the start. Of equally cheap ways the first one found
        stands, and steps are tried in their own order, so the same question has the same answer everywhere.
        """
        edges = self.rows
        size = len(edges)
        costs = [budget + 1] * size  # too dear already, so that no step need be held against the budget
        before = [start] * size
        for place in places_in(closed):
            costs[place] = _CLOSED
        costs[start] = 0
        buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
        for to, cost in edges[start]:
            if cost < costs[to] and not barred_at_start >> to & 1:
                costs[to] = cost
                buckets[cost].append(to)
        known = {start: 0}
        digits = bytearray(b"0") * size  # the set in binary: much quicker than adding up single places
        for cost, bucket in enumerate(buckets):
            for place in bucket:
                if costs[place] != cost:
                    continue
                known[place] = cost
                digits[~place] = _ONE
                if stops >> place & 1:
                    continue
                for to, step in edges[place]:
                    if (total := cost + step) < costs[to]:
                        costs[to] = total
                        before[to] = place
                        buckets[total].append(to)
        return Reach(start, known, before, int(digits, 2))

    def costs_to_nearest(self, goals: PlaceSet, budget: int, closed: PlaceSet, too_far: int, /) -> list[int]:
        """For each place the least cost from any of the goals within the budget, `too_far` for all others, in
        one search from all goals at once. `closed` cannot be entered."""
        edges = self.rows
        costs = [budget + 1] * len(edges)
        for place in places_in(closed):
            costs[place] = _CLOSED
        buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
        for place in places_in(goals):
            costs[place] = 0
            buckets[0].append(place)
        found = [too_far] * len(edges)
        for cost, bucket in enumerate(buckets):
            for place in bucket:
                if costs[place] != cost:
                    continue
                found[place] = cost
                for to, step in edges[place]:
                    if (total := cost + step) < costs[to]:
                        costs[to] = total
                        buckets[total].append(to)
        return found

    def flood(self, start: PlaceId, budget: int, barred: PlaceSet, /) -> dict[PlaceId, int]:
        """The cost of every place within the budget, going round barred ones, in the order in which they were
        first found."""
        edges = self.rows
        costs = {start: 0}
        buckets: list[list[PlaceId]] = [[] for _ in range(budget + 1)]
        buckets[0].append(start)
        for spent, bucket in enumerate(buckets):
            for place in bucket:
                if costs[place] != spent:
                    continue
                for to, cost in edges[place]:
                    total = spent + cost
                    if total <= budget and not barred >> to & 1 and total < costs.get(to, budget + 1):
                        costs[to] = total
                        buckets[total].append(to)
        return costs

    def nearest_of(self, start: PlaceId, wanted: PlaceSet, budget: int, barred: PlaceSet, /) -> PlaceSet:
        """Those of the wanted places that are nearest to the start, going round barred ones; none beyond the
        budget."""
        edges = self.rows
        costs = {start: 0}
        buckets: dict[int, list[PlaceId]] = {0: [start]}
        for spent in range(budget + 1):
            reached = 0
            for place in buckets.pop(spent, ()):
                if costs[place] == spent:
                    reached |= 1 << place
                    for to, cost in edges[place]:
                        total = spent + cost
                        if total < costs.get(to, budget + 1) and not barred >> to & 1:
                            costs[to] = total
                            buckets.setdefault(total, []).append(to)
            if reached & wanted or not buckets:
                return reached & wanted
        return 0


# --- floods over zones ----------------------------------------------------------------------------


class StepSets:
    """For each zone the zones it leads to: along a road (1 point), over ground (2), and both again with one
    more point to pay (2 and 3)."""

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[tuple[PlaceSet, PlaceSet, PlaceSet, PlaceSet]], /) -> None:
        self.rows: tuple[tuple[PlaceSet, PlaceSet, PlaceSet, PlaceSet], ...] = tuple(rows)

    def in_reach(
        self,
        start: PlaceId,
        points: int,
        stops: PlaceSet,
        closed: PlaceSet,
        barred_at_start: PlaceSet = 0,
        tense: PlaceSet = 0,
        shelled: PlaceSet = 0,
        /,
    ) -> PlaceSet:
        """Every zone that a march of these points can lead to, the start left out; one set for each number
        of points spent. Option lists need no more than this.

        `stops` are entered and not left again, `closed` not entered, `barred_at_start` not entered straight
        from the start. A step into or out of `tense` zones has no road rate; `shelled` zones cost one point
        more.
        """
        sets = self.rows
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


class MarchMap:
    """For each zone the neighbours that can be entered, with the cost on a quiet march and the cost when
    an enemy controls one of the two; and what the front of guns costs more."""

    __slots__ = ("extra", "rows")

    def __init__(self, rows: Iterable[tuple[tuple[PlaceId, int, int], ...]], extra: int, /) -> None:
        self.rows: tuple[tuple[tuple[PlaceId, int, int], ...], ...] = tuple(rows)
        self.extra = extra

    def ways(
        self,
        start: PlaceId,
        points: int,
        danger: bytes | bytearray,
        stops: int,
        barred_at_start: PlaceSet = 0,
        /,
    ) -> tuple[dict[PlaceId, int], dict[PlaceId, PlaceId]]:
        """The cheapest ways over a map of dangers: the cost of each zone and the zone before it. Closed zones
        are not entered, a zone of control voids the road rate of the steps into and out of it, the front of
        guns costs more, and zones of the kinds in `stops` are not left again."""
        edges, extra = self.rows, self.extra
        costs = {start: 0}
        known = costs.get
        before: dict[PlaceId, PlaceId] = {}
        buckets: list[list[PlaceId]] = [[] for _ in range(points + 1)]
        tense = danger[start] & TENSE
        for to, quiet_cost, tense_cost in edges[start]:
            kind = danger[to]
            if kind & CLOSED or barred_at_start >> to & 1:
                continue
            cost = tense_cost if tense or kind & TENSE else quiet_cost
            if kind & SHELLED:
                cost += extra
            if cost <= points and cost < known(to, points + 1):
                costs[to] = cost
                before[to] = start
                buckets[cost].append(to)
        for spent in range(1, points):
            for zone in buckets[spent]:
                kind = danger[zone]
                if costs[zone] != spent or kind & stops:
                    continue
                tense = kind & TENSE
                for to, cost, tense_cost in edges[zone]:
                    kind = danger[to]
                    if kind:
                        if kind & CLOSED:
                            continue
                        total = spent + (tense_cost if tense or kind & TENSE else cost)
                        if kind & SHELLED:
                            total += extra
                    else:
                        total = spent + (tense_cost if tense else cost)
                    if total <= points and total < known(to, points + 1):
                        costs[to] = total
                        before[to] = zone
                        buckets[total].append(to)
        return costs, before
