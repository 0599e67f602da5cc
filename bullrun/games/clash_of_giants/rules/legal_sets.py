"""12.4 and 12.5: which attacks are legal as a whole, and how attacks already chosen can be completed to one.
Every question is answered exactly: a set is refused only if no legal whole contains it.

The field is the declaration as it stands: units that have attacked (their attack is given) and units that may
still attack, with small bit sets over the enemy hexes in question. It falls into parts that share no hex;
each is searched by itself, duties first, so that the search is as deep as there are duties, not units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.games.clash_of_giants.rules import second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground, on_map, stack
from bullrun.games.clash_of_giants.rules.zones import enemies_in_zone, targets

Hexes = int
"""A bit set over the hexes of a part."""
NO_TARGET = -1
Chosen = list[int]
"""For each fighter of a part the hex that it attacks, by its number in the part, or NO_TARGET."""

# How much of the rules a whole must keep. Only if nothing keeps all of them does the next step hold: it can
# happen after retreats have brought new enemies before a unit that has duties.
FULL, WITHOUT_SPLIT, WITHOUT_CHOICE, WITHOUT_DUTY, NOTHING = range(5)

NEVER, LATELY, ALWAYS = range(3)
"""Whether a unit counts as free for a hex that would take a bound unit off its duty: one whose own duty has
lapsed in this action counts only against those who have not attacked yet."""


class Fighter(NamedTuple):
    """A unit that has attacked in this action or may."""

    unit: int
    place: PlaceId
    """Where it attacks from."""
    reach: Hexes
    """The enemy hexes that it could attack, those attacked already among them."""
    open: Hexes
    """Those that it may choose now."""
    zone: Hexes
    """The enemy hexes in its zone."""
    duty: Hexes
    """The enemy hexes that overlook it."""
    split: Hexes
    """Those of them that count for its stack (12.5.most)."""
    bound: bool
    free: int
    wing: int
    """Its formation while Longstreet's limit lets one of several fight; -1 for all others."""
    target: int
    """The hex that it has attacked, or NO_TARGET."""


class Part(NamedTuple):
    """Fighters that have to do with each other."""

    hexes: tuple[PlaceId, ...]
    fighters: tuple[Fighter, ...]
    kinds: tuple[int, ...]
    """For each fighter the first one that is like it in every respect here."""
    formations: tuple[int, ...]
    """Those of Longstreet's wing of which one may be chosen; (-1,) where that is no question."""
    shared: bool
    """Whether the longer reading of 12.4 holds (O.shared)."""
    free: tuple[int, ...]
    """The fighters that were never bound."""
    wanted: Hexes
    """All that joint attacks of bound fighters can want."""
    stacks: tuple[tuple[tuple[int, ...], Hexes], ...]
    """The bound fighters of each hex where two stand, and the hexes above them (12.5.most)."""
    alike: tuple[tuple[int, ...], ...]
    """Fighters of one kind, where there are several."""
    orders: dict[int, tuple[int, ...]]
    """The orders in which bound fighters have been looked at, by the hex in question."""

    def given(self) -> Chosen:
        """The attacks already made."""
        return [fighter.target for fighter in self.fighters]


def field(position: Clash) -> tuple[Part, ...]:
    """The declaration of the present action, in parts. It changes with every attack that is made, not with
    those that are being chosen."""
    state, memo = position.state, ground(position).memo
    key = (
        "field", state.eligible, state.fought, state.fell_back, state.special_attacks, state.wing_fights,
        state.wing_released,
    )  # fmt: skip
    found: tuple[Part, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = _parts(position)
    return found


class _Raw(NamedTuple):
    """A fighter with sets of hexes of the board."""

    unit: int
    place: PlaceId
    reach: PlaceSet
    open: PlaceSet
    zone: PlaceSet
    duty: PlaceSet
    split: PlaceSet
    bound: bool
    free: int
    wing: int
    target: PlaceId


@enforces("12.2.unit", "12.2.hex", "12.5.ooc", "12.4.bar")
def _fighters(position: Clash) -> Iterator[_Raw]:
    """Who has attacked, as he stood then, and who may: on the map, eligible, and next to an enemy hex that
    has not been attacked. A unit that is barred can only do its duty."""
    state, rules = position.state, position.rules
    side = state.side
    held = attackable(position, side)
    for unit, place, target, zone in state.fought:
        met = rules.board.neighbour_set[place] & ~rules.unattackable[place] & (held | state.struck)
        duty = state.duty[unit]
        free = NEVER if duty else ALWAYS
        split = duty & (held | 1 << target)
        yield _Raw(
            unit, place, met, 0, zone & (held | state.struck), duty & (held | state.struck), split,
            bool(duty), free, -1, target,
        )  # fmt: skip
    barred = second_bull_run.wing_barred(position)
    undecided = () if state.wing_released or state.wing_fights >= 0 else second_bull_run.wing(rules)
    for unit in on_map(position, state.eligible):
        met = targets(position, unit) & held
        duty = state.duty[unit] & held
        usable = duty if barred >> unit & 1 else met
        if not usable & ~state.struck:
            continue
        free = NEVER if duty or barred >> unit & 1 else LATELY if state.duty[unit] else ALWAYS
        formation = rules.roster.formation[unit]
        yield _Raw(
            unit, state.at[unit], usable, usable & ~state.struck, enemies_in_zone(position, unit) & held,
            duty, duty, bool(duty), free, formation if formation in undecided else -1, 0,
        )  # fmt: skip


def attackable(position: Clash, side: int) -> PlaceSet:
    """The hexes of the enemy of a side that an attack can be made on: by agreement not those that hold only
    units that have retreated in this action."""
    held = ground(position).units[1 - side]
    retreated = position.state.fell_back
    if not retreated or position.rules.has("retreated-defend"):
        return held
    for place in {position.state.at[unit] for unit in on_map(position, retreated)}:
        if not any(not retreated >> unit & 1 for unit in stack(position, place)):
            held &= ~(1 << place)
    return held


def _parts(position: Clash) -> tuple[Part, ...]:
    raw = list(_fighters(position))
    formations = sorted({one.wing for one in raw if one.wing >= 0 and one.open & ~one.duty})
    divided = len(formations) > 1
    groups: list[tuple[PlaceSet, list[_Raw]]] = []
    wing: PlaceSet = 0
    if divided:
        # Whoever of the wing attacks freely anywhere, attacks for all of it: its fronts belong together.
        for one in raw:
            wing |= one.reach | one.zone if one.wing >= 0 else 0
    for one in raw:
        touched = one.reach | one.zone | one.duty | (1 << one.target if one.target else 0)
        if divided and one.wing >= 0:
            touched |= wing
        members = [one]
        rest = []
        for hexes, others in groups:
            if hexes & touched:
                touched |= hexes
                members = others + members
            else:
                rest.append((hexes, others))
        groups = [*rest, (touched, members)]
    shared = bool(position.state.special_attacks) and position.rules.has("shared-hex")
    made = [_part(hexes, members, formations if divided else (), shared) for hexes, members in groups]
    return tuple(sorted(made, key=lambda part: part.fighters[0].unit))


def _part(hexes: PlaceSet, members: list[_Raw], formations: Sequence[int], shared: bool) -> Part:
    places = tuple(places_in(hexes))
    number = {place: index for index, place in enumerate(places)}

    def small(big: PlaceSet) -> Hexes:
        return sum(1 << number[place] for place in places_in(big))

    members = sorted(members, key=lambda one: one.unit)
    fighters = tuple(
        Fighter(
            one.unit, one.place, small(one.reach), small(one.open), small(one.zone), small(one.duty),
            small(one.split), one.bound, one.free, one.wing if formations else -1,
            number[one.target] if one.target else NO_TARGET,
        )
        for one in members
    )  # fmt: skip
    first: dict[tuple[object, ...], int] = {}
    kinds = tuple(first.setdefault(tuple(one[1:]), index) for index, one in enumerate(fighters))
    own = {one.wing for one in fighters}
    choices = tuple(formation for formation in formations if formation in own) or (-1,)
    numbers = range(len(fighters))
    wanted = 0
    stacks: dict[PlaceId, tuple[tuple[int, ...], Hexes]] = {}
    for index, one in enumerate(fighters):
        if one.bound:
            wanted |= one.zone
            mates, above = stacks.get(one.place, ((), 0))
            stacks[one.place] = (*mates, index), above | one.split
    same = (tuple(other for other in numbers if kinds[other] == index) for index in numbers)
    return Part(
        places,
        fighters,
        kinds,
        choices,
        shared,
        tuple(index for index in numbers if fighters[index].free == ALWAYS),
        wanted,
        tuple(entry for entry in stacks.values() if len(entry[0]) > 1),
        tuple(group for group in same if len(group) > 1),
        {},
    )


# --- the search


def bits(mask: int) -> Iterator[int]:
    """The numbers in a small bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Search:
    """One question about a part: can these attacks be completed? `closed` hexes take no more attackers."""

    __slots__ = (
        "alone", "chosen", "count", "failed", "fighters", "hint", "level", "open", "order", "part", "places",
        "wing", "zones",
    )  # fmt: skip

    def __init__(
        self,
        part: Part,
        given: Sequence[int],
        closed: Hexes,
        level: int,
        wing: int,
        near: int = 0,
        hint: Sequence[int] | None = None,
    ) -> None:
        self.part, self.level, self.wing = part, level, wing
        self.fighters = part.fighters
        self.order = _order(part, near)
        """The bound fighters, those near the hex in question first: what cannot be is found out soon."""
        self.hint = hint or [NO_TARGET] * len(part.fighters)
        """A whole that was legal without the step in question: far from it things may stay as they were."""
        self.open = [
            (one.open if one.wing < 0 or one.wing == wing else one.duty & one.open) & ~closed
            for one in part.fighters
        ]
        size = len(part.hexes)
        self.count = [0] * size
        """Attackers of each hex."""
        self.places: list[set[PlaceId]] = [set() for _ in range(size)]
        """The hexes from which each is attacked."""
        self.zones = [0] * size
        """What is in the zones of its attackers."""
        self.alone: Hexes = 0
        """Hexes with a bound unit taken off its duty: nobody else attacks them."""
        self.chosen: Chosen = [NO_TARGET] * len(part.fighters)
        self.failed: set[tuple[int, ...]] = set()
        for index, target in enumerate(given):
            if target >= 0:
                self._put(index, target)

    def _put(self, index: int, target: int) -> None:
        one = self.fighters[index]
        self.chosen[index] = target
        self.count[target] += 1
        self.places[target].add(one.place)
        self.zones[target] |= one.zone
        if one.bound and not one.duty >> target & 1:
            self.alone |= 1 << target

    def _take_back(self, index: int, kept: tuple[int, int, bool]) -> None:
        one, target = self.fighters[index], self.chosen[index]
        self.chosen[index] = NO_TARGET
        self.count[target] -= 1
        self.alone, self.zones[target], new = kept
        if new:
            self.places[target].discard(one.place)

    def _try(self, index: int, target: int) -> bool:
        """Whether the attacks with this one more can be completed; if so it stays chosen."""
        one = self.fighters[index]
        strays = one.bound and not one.duty >> target & 1
        if self.level < WITHOUT_CHOICE and (self.alone >> target & 1 or (strays and self.count[target])):
            return False
        kept = self.alone, self.zones[target], one.place not in self.places[target]
        self._put(index, target)
        if self.run():
            return True
        self._take_back(index, kept)
        return False

    def attacked(self) -> Hexes:
        """The hexes that somebody attacks."""
        return sum(1 << target for target, number in enumerate(self.count) if number)

    @enforces("12.4.joint", "12.4.single", "12.4.anyone", "12.4.scm", "O.shared")
    def wanted(self) -> Hexes:
        """The hexes that the joint attacks oblige to attack: all in the zone of any of their attackers. By
        agreement, under a special marker, also those in the zones of any two hexes that attack."""
        found = 0
        for target, places in enumerate(self.places):
            if len(places) > 1:
                found |= self.zones[target]
        if self.part.shared:
            once, seen = 0, set()
            for one, target in zip(self.fighters, self.chosen, strict=True):
                if target >= 0 and one.place not in seen:
                    seen.add(one.place)
                    found |= once & one.zone
                    once |= one.zone
        return found

    def run(self) -> bool:
        """Complete what is chosen, duties first; `chosen` is a legal whole afterwards if that is possible."""
        if self.level == NOTHING:
            return True
        key = self._key()
        if key in self.failed:
            return False
        if self._go_on():
            return True
        self.failed.add(key)
        return False

    def _key(self) -> tuple[int, ...]:
        """What is chosen, whoever of those that are alike has which part in it."""
        found = self.chosen[:]
        for group in self.part.alike:
            for index, target in zip(group, sorted(found[index] for index in group), strict=True):
                found[index] = target
        return tuple(found)

    def _go_on(self) -> bool:
        need = self.wanted() & ~self.attacked()
        if need:
            return self._meet(need)
        if self.level < WITHOUT_DUTY:
            if self.level < WITHOUT_CHOICE and self._is_hopeless():
                return False
            for index in self.order:
                if self.chosen[index] < 0:
                    return self._place(index)
        if self.level >= WITHOUT_CHOICE:
            return True
        faults = self._diversions()
        if faults is None:
            return self.level == WITHOUT_SPLIT or self._splits()
        return self._engage(faults)

    @enforces("12.4.refuse")
    def _meet(self, need: Hexes) -> bool:
        """Somebody must attack each of these hexes: the one with the fewest takers is tried first."""
        best: list[int] | None = None
        hex_ = 0
        for target in bits(need):
            can = [
                index
                for index, given in enumerate(self.chosen)
                if given < 0 and self.open[index] >> target & 1
            ]
            if best is None or len(can) < len(best):
                best, hex_ = can, target
                if not can:
                    return False
        assert best is not None
        tried = set()
        for index in sorted(best, key=lambda index: self.fighters[index].bound):
            kind = self.part.kinds[index]
            if kind not in tried:
                tried.add(kind)
                if self._try(index, hex_):
                    return True
        return False

    @enforces("12.5.bound", "12.5.choice")
    def _place(self, index: int) -> bool:
        """A bound unit attacks: one of those above it if it can, somebody else only if that is excused."""
        duty, can, hint = self.fighters[index].duty, self.open[index], self.hint[index]
        if hint >= 0 and can >> hint & 1:
            can &= ~(1 << hint)
            if self._try(index, hint):
                return True
        return any(self._try(index, target) for part in (can & duty, can & ~duty) for target in bits(part))

    def _is_hopeless(self) -> bool:
        """Whether somebody already taken off his duty can never be excused, whatever bound units not placed
        yet do."""
        for index in self.order if self.alone else ():
            target, one = self.chosen[index], self.fighters[index]
            if target >= 0 and one.target < 0 and not one.duty >> target & 1:
                if not any(self._may_want(index, duty, target) for duty in bits(one.duty)):
                    return True
                if any(self._stays_free(other, target) for other in self.part.free):
                    return True
        return self.level == FULL and not self._splits()

    def _stays_free(self, index: int, target: int) -> bool:
        """Whether a unit without a duty could take a hex whatever happens, because nothing that the duties
        may want can engage it."""
        one, at = self.fighters[index], self.chosen[index]
        if not one.reach >> target & 1 or not (one.wing < 0 or one.wing == self.wing) or at == target:
            return False
        engaged = self.open[index] & ~(1 << target) if at < 0 else 1 << at
        return not engaged & self.part.wanted

    def _may_want(self, moved: int, to: int, target: int) -> bool:
        """Whether joint attacks of bound units may come to want a hex, one of them put on another."""
        for index in self.order:
            one = self.fighters[index]
            if not one.zone >> target & 1:
                continue
            at = to if index == moved else self.chosen[index]
            mates = one.open if at < 0 else 1 << at
            for other in self.order:
                mate = self.fighters[other]
                if mate.place != one.place:
                    there = to if other == moved else self.chosen[other]
                    if mates & (self.open[other] if there < 0 else 1 << there):
                        return True
        return False

    @enforces("12.5.divert", "12.5.vol", "12.4.first")
    def _diversions(self) -> list[tuple[int, Hexes]] | None:
        """Bound units that attack somebody who is not above them: each may only if nobody else attacks that
        hex and, for one of its duties, the joint attacks of bound units alone would want the hex with the
        unit there and no free unit could take it. None when all may; otherwise, for the first that may not,
        each free unit with the hexes on which it would not be free any more."""
        for index, target in enumerate(self.chosen):
            one = self.fighters[index]
            if target < 0 or not one.bound or one.duty >> target & 1:
                continue
            helps: list[tuple[int, Hexes]] = []
            excused = False
            if self.count[target] == 1:
                for duty in bits(one.duty):
                    wanted = self._wanted_by_duties(index, duty)
                    if not wanted >> target & 1:
                        continue
                    free = self._free_for(index, target, wanted)
                    if not free:
                        excused = True
                        break
                    helps += [(other, wanted & ~(1 << target)) for other in free if self.chosen[other] < 0]
            if not excused:
                return helps
        return None

    def _wanted_by_duties(self, moved: int, to: int) -> Hexes:
        """What the joint attacks of bound units alone want, one of them put on another hex."""
        places: dict[int, PlaceId] = {}
        zones: dict[int, Hexes] = {}
        joint = 0
        for index, target in enumerate(self.chosen):
            one = self.fighters[index]
            if not one.bound or target < 0:
                continue
            if index == moved:
                target = to
            if places.setdefault(target, one.place) != one.place:
                joint |= 1 << target
            zones[target] = zones.get(target, 0) | one.zone
        found = 0
        for target in bits(joint):
            found |= zones[target]
        return found

    def _free_for(self, index: int, target: int, wanted: Hexes) -> list[int]:
        """Units without a duty that could take this hex: idle, or in an attack that is not wanted or that
        another unit makes too."""
        least = ALWAYS if self.fighters[index].target >= 0 else LATELY
        return [
            other
            for other, at in enumerate(self.chosen)
            if self.fighters[other].free >= least
            and (self.fighters[other].wing < 0 or self.fighters[other].wing == self.wing)
            and self.fighters[other].reach >> target & 1
            and at != target
            and not (at >= 0 and wanted >> at & 1 and self.count[at] == 1)
        ]

    def _engage(self, helps: Iterable[tuple[int, Hexes]]) -> bool:
        """A diversion may stand once a free unit has a hex of its own that the duties want."""
        tried = set()
        for index, wanted in helps:
            for target in bits(wanted & self.open[index]):
                if (index, target) not in tried:
                    tried.add((index, target))
                    if self._try(index, target):
                        return True
        return False

    @enforces("12.5.most")
    def _splits(self) -> bool:
        """A stack of bound units attacks as many of the hexes above it as it has units, or as there are, less
        those of it that are excused. A unit without a target yet may still do its part."""
        for members, above in self.part.stacks:
            hit = others = 0
            for index in members:
                target = self.chosen[index]
                if target < 0 or not self.fighters[index].duty >> target & 1:
                    others += 1
                else:
                    hit |= 1 << target
            if (hit & above).bit_count() + others < min(len(members), above.bit_count()):
                return False
        return True


def _order(part: Part, near: int) -> tuple[int, ...]:
    """The bound fighters of a part, those nearest to a hex first."""
    found: tuple[int, ...] | None = part.orders.get(near)
    if found is None:
        bound = [index for index, one in enumerate(part.fighters) if one.bound]
        order: list[int] = []
        seen: Hexes = 1 << near
        while bound:
            ready = [index for index in bound if part.fighters[index].reach & seen] or bound[:1]
            ready.sort(key=lambda index: part.fighters[index].open.bit_count())
            order += ready
            bound = [index for index in bound if index not in ready]
            for index in ready:
                seen |= part.fighters[index].reach
        found = part.orders[near] = tuple(order)
    return found


@enforces("B8.6.one", "B8.6.must")
def complete(
    part: Part,
    given: Sequence[int],
    closed: Hexes,
    level: int,
    near: int = 0,
    hint: Sequence[int] | None = None,
) -> Chosen | None:
    """A legal whole of a part that contains these attacks and no more on closed hexes; None if there is none.
    Of Longstreet's wing one formation attacks freely, the others only who is above them and count for nothing
    else."""
    free = {
        one.wing
        for one, target in zip(part.fighters, given, strict=True)
        if one.wing >= 0 and target >= 0 and not one.duty >> target & 1
    }
    if len(free) > 1:
        return None
    for wing in free or part.formations:
        search = Search(part, given, closed, level, wing, near, hint)
        if search.run():
            return search.chosen
    return None


def is_legal(part: Part, given: Sequence[int], level: int) -> bool:
    """Whether these attacks are a legal whole as they are."""
    return complete(part, given, -1, level) is not None


def strictness(part: Part, given: Sequence[int], near: int = 0) -> tuple[int, Chosen]:
    """The most of the rules that can be kept from here on, and a whole that keeps it."""
    for level in range(NOTHING):
        found = complete(part, given, 0, level, near)
        if found is not None:
            return level, found
    return NOTHING, list(given)


def possible_steps(
    part: Part, given: Sequence[int], only: Hexes = -1
) -> tuple[set[tuple[int, int]], int, Chosen]:
    """Every (fighter, hex) that can be added so that a legal whole is still possible, of the hexes of `only`;
    how much of the rules that whole keeps; and one such whole. Fighters that are alike are tried once, and a
    whole that is found answers for every step in it."""
    near = next(bits(only), 0) if only >= 0 else 0
    level, whole = strictness(part, given, near)
    steps: dict[tuple[int, int], bool] = {}

    def learn(found: Chosen) -> None:
        for index, target in enumerate(found):
            if given[index] < 0 <= target:
                steps[part.kinds[index], target] = True

    learn(whole)
    for index, one in enumerate(part.fighters):
        if given[index] >= 0:
            continue
        for target in bits(one.open & only):
            step = part.kinds[index], target
            if step not in steps:
                more = [*given]
                more[index] = target
                found = complete(part, more, 0, level, target, whole)
                steps[step] = found is not None
                if found is not None:
                    learn(found)
    return (
        {
            (index, target)
            for index, one in enumerate(part.fighters)
            if given[index] < 0
            for target in bits(one.open & only)
            if steps[part.kinds[index], target]
        },
        level,
        whole,
    )
