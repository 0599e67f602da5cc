"""6. Who touches whom at the start of the Combat phase, and what a battle being declared forces.

Why that can be decided quickly: whether two units touch depends only on their hexes. Suppose every remaining
attacker in enemy control touches a remaining defender and the other way round. Then the hexes can be covered
by stars (one hex of attackers on several of defenders, or several on one), each remaining hex kept whole, and
that is a legal declaration of the rest as long as screening leaves room. So those conditions are all that a
closed battle must leave behind. For a battle still open, everything it forces is added until nothing more is
forced: attackers who would find nobody else to attack, defenders whom nobody else could attack, and whole
hexes that screening would not allow to be split. It can be completed exactly when all those fit together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, product

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1983.rules import brigades
from bullrun.games.bull_run_1983.rules.artillery import long_range_batteries, seen_from
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, units_in
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, INFANTRY

Units = int
"""A bit set of piece numbers."""

GUN, HORSE = -1, 0
"""What a defender is for screening: a battery, or neither; infantry by the number of units it represents."""


# --- screening ----------------------------------------------------------------------------------------

FITS, MUST_GROW, WHOLE = range(3)
"""How a part of a hex stands with screening: as it is; only with more units of the hex; only with all."""


def pairs(kinds: Iterable[int]) -> tuple[int, int]:
    """(batteries, infantry units) among these kinds."""
    guns = foot = 0
    for kind in kinds:
        if kind == GUN:
            guns += 1
        else:
            foot += kind
    return guns, foot


@cache
@enforces("6.8", "8.51")
def screening(needed: int, taken: tuple[int, ...], rest: tuple[int, ...]) -> int:
    """How a battle with the units `taken` of a hex stands, when `rest` are those of the hex not yet in any
    battle and `needed` pairs of battery and infantry are still to be kept together. Kinds are sorted."""

    def together(some: Iterable[int], others: Iterable[int]) -> int:
        return min(pairs(some)) + min(pairs(others))

    if together(taken, rest) >= needed:
        return FITS
    count = {kind: rest.count(kind) for kind in sorted(set(rest))}
    for keep in product(*(range(n + 1) for n in count.values())):
        if not any(keep):
            continue
        kept = list(chain.from_iterable([kind] * n for kind, n in zip(count, keep, strict=True)))
        added = chain.from_iterable([kind] * (count[kind] - n) for kind, n in zip(count, keep, strict=True))
        if together((*taken, *added), kept) >= needed:
            return MUST_GROW
    return WHOLE


@enforces("6.8", "8.51")
def left_out(needed: int, kind: Mapping[int, int], taken: Sequence[int], rest: Sequence[int]) -> list[int]:
    """The units of the rest that could pair units taken, when fewer than `needed` pairs are kept together:
    then one part has batteries to spare and the other infantry."""
    guns, foot = pairs(kind[unit] for unit in taken)
    if min(guns, foot) + min(pairs(kind[unit] for unit in rest)) >= needed:
        return []
    return [unit for unit in rest if (kind[unit] > HORSE if guns > foot else kind[unit] == GUN)]


def torn_apart(position: BullRun, place: PlaceId, chosen: Collection[int]) -> list[int]:
    """The defenders of a hex that an attack on the chosen ones alone would wrongly leave out."""
    units = units_in(position, place, position.rules.roster.side[next(iter(chosen))])
    kind = {unit: _kind(position, unit) for unit in units}
    taken = [unit for unit in units if unit in chosen]
    rest = [unit for unit in units if unit not in chosen]
    return left_out(min(pairs(kind.values())), kind, taken, rest)


# --- who faces whom -----------------------------------------------------------------------------------


class Muster:
    """Everybody concerned at the start of the phase. Nothing moves while battles are declared."""

    __slots__ = (
        "attackers", "beside", "defenders", "far", "far_seen", "front", "guns", "here", "kind", "left",
        "place", "seen", "there",
    )  # fmt: skip

    def __init__(self, position: BullRun) -> None:
        state, rules = position.state, position.rules
        board, side = rules.board, state.side
        on = ground(position)
        foes = on.units[1 - side]
        able = rules.roster.of_side[side] & rules.roster.all_units & ~state.fought
        self.here: list[Units] = []
        """Attackers by hex, for each hex next to an enemy."""
        self.front: list[int] = []
        """For each of those the indices (as bits) of the defending hexes next to it."""
        self.there: list[Units] = []
        """Defenders by hex."""
        self.beside: list[int] = []
        self.place: list[PlaceId] = []
        """The places of the defending hexes."""
        self.kind: dict[int, int] = {}
        self.left: dict[tuple[object, ...], Left] = {}
        places: list[PlaceId] = []
        for place in places_in(on.units[side] & board.spread(foes)):
            units = bits(u for u in units_in(position, place, side) if able >> u & 1)
            if units:
                places.append(place)
                self.here.append(units)
        near = 0
        for place in places:
            near |= board.neighbour_set[place]
        self.place = list(places_in(near & foes))
        for place in self.place:
            held = units_in(position, place, 1 - side)
            self.there.append(bits(held))
            self.beside.append(bits(x for x, p in enumerate(places) if board.adjacent(p, place)))
            for unit in held:
                self.kind[unit] = _kind(position, unit)
        for place in places:
            self.front.append(bits(y for y, p in enumerate(self.place) if board.adjacent(p, place)))
        self.attackers: Units = join(self.here)
        self.defenders: Units = join(self.there)
        self.guns: Units = 0
        self.seen: dict[int, int] = {}
        """For each long-range battery the indices of the defending hexes it can fire at."""
        self.far_seen: dict[int, PlaceSet] = {}
        """And the other enemy hexes it can fire at."""
        self.far: dict[int, PlaceId] = {}
        """Enemy units that can be bombarded, with their hexes."""
        for gun in long_range_batteries(position):
            seen = seen_from(position, state.at[gun], foes)
            if seen:
                self.guns |= 1 << gun
                self.seen[gun] = bits(y for y, p in enumerate(self.place) if seen >> p & 1)
                self.far_seen[gun] = seen & ~near
        for place in places_in(join(self.far_seen.values())):
            for unit in units_in(position, place, 1 - side):
                self.far[unit] = place


def bits(numbers: Iterable[int]) -> int:
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def join(sets: Iterable[int]) -> int:
    result = 0
    for one in sets:
        result |= one
    return result


def _kind(position: BullRun, unit: int) -> int:
    kind = position.rules.roster.kind[unit]
    if kind == BATTERY:
        return GUN
    if kind == INFANTRY:
        return 1
    return len(brigades.components(position, unit)) - 1 if kind == BRIGADE else HORSE


def muster(position: BullRun) -> Muster:
    """The muster of this phase, kept until a piece moves, fights or the turn passes."""
    memo = ground(position).memo
    state = position.state
    key = (state.turn, state.side, state.fought)
    found: tuple[object, Muster] | None = memo.get("muster")
    if found is None or found[0] != key:
        found = memo["muster"] = (key, Muster(position))
    return found[1]


# --- what closed battles leave ------------------------------------------------------------------------


class Left:
    """Who is in no closed battle, and how many pairs each hex must still keep together."""

    __slots__ = ("attackers", "defenders", "far", "guns", "hexes", "hosts", "muster", "needed")

    def __init__(
        self, field: Muster, battles: Iterable[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]
    ) -> None:
        used = 0
        parts: list[tuple[int, ...]] = []
        for attackers, support, defenders in battles:
            used |= bits((*attackers, *support, *defenders))
            parts.append(defenders)
        self.muster = field
        self.attackers: Units = field.attackers & ~used
        self.defenders: Units = field.defenders & ~used
        self.guns: Units = field.guns & ~used
        self.far: Units = bits(field.far) & ~used
        self.hosts = [
            (self.attackers & units, front, 1 << x)
            for x, (units, front) in enumerate(zip(field.here, field.front, strict=True))
            if self.attackers & units
        ]
        """Remaining attackers by hex, each with the defending hexes next to it and its own bit."""
        self.hexes = [
            (self.defenders & units, beside, 1 << y)
            for y, (units, beside) in enumerate(zip(field.there, field.beside, strict=True))
            if self.defenders & units
        ]
        self.needed: dict[int, int] = {}
        for y, units in enumerate(field.there):
            kept = min(pairs(field.kind[u] for u in places_in(units)))
            for part in parts:
                kept -= min(pairs(field.kind[u] for u in part if units >> u & 1))
            self.needed[1 << y] = kept


def left_over(position: BullRun) -> Left:
    """Who is left after the battles closed so far."""
    field = muster(position)
    battles = position.state.battles
    found = field.left.get(battles)
    if found is None:
        found = field.left[battles] = Left(field, battles)
    return found


# --- what an open battle forces -----------------------------------------------------------------------


def _kinds(field: Muster, units: Units) -> tuple[int, ...]:
    return tuple(sorted(field.kind[u] for u in places_in(units)))


def _screens(left: Left, taken: Units, bit: int, units: Units) -> int:
    """How the part of a hex that a battle has taken stands with screening."""
    needed = left.needed[bit]
    if needed <= 0:
        return FITS
    field = left.muster
    inside = taken & units
    return screening(needed, _kinds(field, inside), _kinds(field, units & ~inside))


@enforces("6.2", "6.3", "6.4", "6.5", "6.6", "9.42")
def closure(left: Left, attackers: Units, defenders: Units) -> tuple[Units, Units]:
    """The battle with everything it forces. An attacker left with nobody to attack must join, a defender
    left with nobody to attack it must be included, and so must the rest of a hex that screening does not
    allow to be split. Everybody is in one battle only, so what is in closed battles does not count."""
    while True:
        open_hexes = open_hosts = 0
        for units, _, bit in left.hexes:
            if units & ~defenders:
                open_hexes |= bit
        joined, included = attackers, defenders
        for units, front, bit in left.hosts:
            if units & ~attackers:
                if front & open_hexes:
                    open_hosts |= bit
                else:
                    joined |= units
        for units, beside, bit in left.hexes:
            if units & ~defenders and (
                not beside & open_hosts
                or (units & defenders and _screens(left, defenders, bit, units) == WHOLE)
            ):
                included |= units
        if included == defenders and joined == attackers:
            return attackers, defenders
        attackers, defenders = joined, included


def fits(left: Left, attackers: Units, defenders: Units, guns: Units) -> bool:
    """Whether an open battle can be completed so that everything else can be declared too."""
    attackers, defenders = closure(left, attackers, defenders)
    targets = 0
    for units, _, bit in left.hexes:
        if units & defenders:
            targets |= bit
    for units, front, _ in left.hosts:
        if units & attackers and targets & ~front:
            return False
    seen = left.muster.seen
    return not any(targets & ~seen[gun] for gun in places_in(guns))


def may_close(left: Left, attackers: Units, defenders: Units) -> bool:
    """Whether an open battle can be closed as it is."""
    if not attackers or closure(left, attackers, defenders) != (attackers, defenders):
        return False
    return all(
        _screens(left, defenders, bit, units) == FITS for units, _, bit in left.hexes if units & defenders
    )
