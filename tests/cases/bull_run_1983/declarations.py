"""Every legal declaration of a Combat phase, listed the slow and obvious way: all groupings are tried and
each is held against the words of the rules. The quick decisions of the game are compared with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules import brigades
from bullrun.games.bull_run_1983.rules.artillery import windows
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, CAVALRY, INFANTRY
from bullrun.mechanisms.sight import look

Battle = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Declaration = frozenset[Battle]


def groupings(items: list[int]) -> Iterator[list[list[int]]]:
    """Every way to divide items into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for groups in groupings(rest):
        yield [[first], *groups]
        for index in range(len(groups)):
            yield [*groups[:index], [first, *groups[index]], *groups[index + 1 :]]


def best_pairing(batteries: list[int], places: list[int]) -> int:
    """The most batteries that find an infantry place of their own in the same battle. A battery is given as
    its battle, an infantry unit as its battle."""

    @cache
    def best(index: int, taken: frozenset[int]) -> int:
        if index == len(batteries):
            return 0
        found = best(index + 1, taken)
        for slot, battle in enumerate(places):
            if slot not in taken and battle == batteries[index]:
                found = max(found, 1 + best(index + 1, taken | {slot}))
        return found

    return best(0, frozenset())


class Slow:
    def __init__(self, position: BullRun) -> None:
        self.position = position
        state, roster = position.state, position.rules.roster
        self.at, self.kind = state.at, roster.kind
        self.distance = position.rules.board.distance
        on_map = [u for u in range(len(roster.ids)) if state.at[u] and roster.all_units >> u & 1]
        able = [u for u in on_map if roster.side[u] == state.side and not state.fought >> u & 1]
        foes = [u for u in on_map if roster.side[u] != state.side]
        self.attackers = [u for u in able if any(self.adjacent(u, f) for f in foes)]
        self.defenders = [f for f in foes if any(self.adjacent(u, f) for u in able)]
        self.guns = [
            u
            for u in able
            if self.kind[u] == BATTERY and not any(self.distance(self.at[u], self.at[f]) <= 1 for f in foes)
        ]
        self.far = [f for f in foes if f not in self.defenders]
        self.occupied = 0
        for unit in on_map:
            self.occupied |= 1 << self.at[unit]

    def adjacent(self, a: int, b: int) -> bool:
        return self.distance(self.at[a], self.at[b]) == 1

    def fires_at(self, gun: int, target: int) -> bool:
        a, b = self.at[gun], self.at[target]
        view = windows(self.position.rules.board)
        return self.distance(a, b) <= 3 and look(view.board, view.policy, self.occupied, a, b).clear

    def screened(self, groups: list[list[int]]) -> bool:
        """Each battery that can be is in one battle with an infantry unit of its hex (6.8)."""
        for place in {self.at[d] for d in self.defenders}:
            batteries: list[int] = []
            foot: list[int] = []
            for index, group in enumerate(groups):
                for unit in group:
                    if self.at[unit] != place:
                        continue
                    if self.kind[unit] == BATTERY:
                        batteries.append(index)
                    elif self.kind[unit] == INFANTRY:
                        foot.append(index)
                    elif self.kind[unit] == BRIGADE:
                        foot += [index] * (len(brigades.components(self.position, unit)) - 1)
            if best_pairing(batteries, foot) < min(len(batteries), len(foot)):
                return False
        return True

    def all(self) -> set[Declaration]:
        found: set[Declaration] = set()
        for groups in groupings(self.defenders):
            if not self.screened(groups):
                continue
            count = len(groups)
            for who in product(range(count), repeat=len(self.attackers)):
                joined = [
                    [a for a, g in zip(self.attackers, who, strict=True) if g == i] for i in range(count)
                ]
                if not all(joined):
                    continue
                if not all(self.adjacent(a, d) for i in range(count) for a in joined[i] for d in groups[i]):
                    continue
                found |= set(self.with_fire(groups, joined))
        return found

    def with_fire(self, groups: list[list[int]], joined: list[list[int]]) -> Iterator[Declaration]:
        """Batteries support a battle, bombard, or stay silent."""
        for some in subsets(self.far):
            for targets in groupings(some):
                whole = groups + targets
                for who in product(range(-1, len(whole)), repeat=len(self.guns)):
                    fire = [
                        [g for g, i in zip(self.guns, who, strict=True) if i == n] for n in range(len(whole))
                    ]
                    if not all(fire[len(groups) :]):
                        continue
                    if all(
                        self.fires_at(g, d) for n, group in enumerate(whole) for g in fire[n] for d in group
                    ):
                        yield frozenset(
                            (
                                tuple(sorted(joined[n])) if n < len(groups) else (),
                                tuple(sorted(fire[n])),
                                tuple(sorted(group)),
                            )
                            for n, group in enumerate(whole)
                        )


def subsets(items: list[int]) -> Iterator[list[int]]:
    for keep in product((False, True), repeat=len(items)):
        yield [item for item, kept in zip(items, keep, strict=True) if kept]


def reachable(position: BullRun, limit: int = 300_000) -> set[Declaration]:
    """Every declaration that the game's own decisions lead to; a decision without options is an error."""
    ask, answer = position.rules.procedures["declaration"]
    assert answer is not None
    found: set[Declaration] = set()
    seen = set()
    start = position.copy()
    start.state.frames = [("declaration",)]
    stack = [start]
    while stack:
        here = stack.pop()
        decision = ask(here, here.state.frames[-1]) if here.state.frames else None
        if decision is None:
            assert not here.state.frames, "neither a question nor the end"
            found.add(frozenset(here.state.battles))
            continue
        assert decision.options, "a dead end"
        assert len(set(decision.options)) == len(decision.options)
        for option in decision.options:
            after = here.copy()
            after.cache = here.cache  # nothing moves during the declaration
            answer(after, after.state.frames[-1], option)
            key = (frozenset(after.state.battles), *after.state.frames)
            if key not in seen:
                seen.add(key)
                assert len(seen) < limit
                stack.append(after)
    return found


def random_pieces(random: Random, rules: Battlefield, side: int) -> dict[str, str]:
    """A few units of both sides close together, with batteries farther off; not always a legal stack."""
    board, roster = rules.board, rules.roster
    dry = board.all & ~rules.rivers(0)
    centre = random.choice(board.places)
    near = list(places_in(board.within(centre, random.choice((1, 2, 2))) & dry))
    random.shuffle(near)
    first, second = random.randint(1, 3), random.randint(1, 3)
    hexes = {side: near[:first], 1 - side: near[first : first + second]}
    wide = [p for p in places_in(board.within(centre, 4) & dry) if p not in hexes[1 - side]]
    pieces: dict[str, str] = {}
    broken: set[str] = set()

    def add(owner: int, kinds: list[int], places: list[int]) -> None:
        kind = random.choice(kinds)
        units = [
            u
            for u in range(len(roster.ids))
            if roster.side[u] == owner
            and roster.kind[u] == kind
            and roster.ids[u] not in pieces
            and not (kind == BRIGADE and roster.brigade[u] in broken)
        ]
        if not units:
            return
        unit = random.choice(units)
        if kind == INFANTRY:
            broken.add(roster.brigade[unit])
        if places:
            pieces[roster.ids[unit]] = board.name(random.choice(places))

    kinds = [INFANTRY] * 4 + [BATTERY] * 4 + [CAVALRY, BRIGADE]
    for _ in range(random.randint(1, 5)):
        add(side, kinds, hexes[side])
    for _ in range(random.randint(1, 5)):
        add(1 - side, kinds, hexes[1 - side])
    for _ in range(random.randint(0, 2)):
        add(side, [BATTERY], wide)
    return pieces
