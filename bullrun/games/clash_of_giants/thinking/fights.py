"""What attacks promise: the exact exchange of steps in one attack, and the declaration that gains most."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.memory import memory_of
from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules import artillery, combat
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.declaration import chosen_in, defending
from bullrun.games.clash_of_giants.rules.ground import ground, rating
from bullrun.games.clash_of_giants.rules.legal_sets import (
    NO_TARGET,
    Chosen,
    Part,
    complete,
    field,
    strictness,
)
from bullrun.games.clash_of_giants.rules.scoring import controls
from bullrun.thinking.weights import load_weights

WEIGHTS = load_weights(files(HOME) / "data" / "weights.toml")
POINT = 100
"""A victory point; all values are in hundredths of one."""
PIPS = range(1, 7)
UNKNOWN = 3
"""About the rating of a unit whose die has not been thrown."""
THOUSAND = 1000


class Exchange(NamedTuple):
    """What an attack is expected to cost either side, and the chance, in thousandths, to empty the hex."""

    gain: int
    loss: int
    emptied: int


def step_worth(position: Clash, unit: int) -> int:
    """What a step of a unit is worth to its enemy."""
    roster = position.rules.roster
    return POINT * roster.formations[roster.formation[unit]].points_per_step


def failures(position: Clash, own: int, change: int, flank: bool) -> int:
    """On how many of the six sides of a die a unit loses a step."""
    kept = memory_of(position.rules.memo, "failures", 1_000)
    key = own, change, flank
    found: int | None = kept.get(key)
    if found is None:
        found = sum(combat.check(position, pip, own, change, flank).loses for pip in PIPS)
        kept[key] = found
    return found


def exchange(
    position: Clash,
    target: PlaceId,
    attackers: int,
    guns: tuple[int, int],
    places: Sequence[PlaceId] | None = None,
) -> Exchange:
    """The expectation of one attack with these halves of artillery, from where the attackers stand or from
    other places."""
    defenders = defending(position, target)
    if places is None:
        places = combat.places_of(position, attackers)
    odds = combat.odds(position, target, attackers, guns, sum(1 << unit for unit in defenders), places)
    trapped = combat.across_cut(position, target, places)
    gain, emptied = 0, THOUSAND
    for unit in defenders:
        fails = failures(position, rating(position, unit) or UNKNOWN, odds.modifier, odds.flank)
        steps = position.state.steps[unit] if trapped else 1
        gain += fails * steps * step_worth(position, unit) // len(PIPS)
        emptied = emptied * fails // len(PIPS)
    loss = 0
    for unit in places_in(attackers):
        fails = failures(position, rating(position, unit) or UNKNOWN, -odds.modifier, False)
        loss += fails * step_worth(position, unit) // len(PIPS)
    return Exchange(gain, loss, emptied)


def likely_guns(position: Clash, side: int, target: PlaceId, attackers: int) -> tuple[int, int]:
    """The halves of artillery that either side is likely to commit."""
    guns_of = position.rules.roster.guns_of
    return (
        max(
            (guns_of[g].halves for g in artillery.usable(position, side, target, attackers, True)), default=0
        ),
        max(
            (guns_of[g].halves for g in artillery.usable(position, 1 - side, target, attackers, False)),
            default=0,
        ),
    )


def prize(position: Clash, side: int, target: PlaceId) -> int:
    """What it is worth to drive the enemy out of a hex, besides his losses."""
    rules = position.rules
    if rules.victory_set >> target & 1 and not controls(position, side, target):
        return WEIGHTS["hex"]
    return WEIGHTS["driven"]


def attack_value(position: Clash, side: int, target: PlaceId, attackers: int, temper: int = 0) -> int:
    """What an attack is expected to gain, less what it costs; a bold player counts his losses for less."""
    found = exchange(position, target, attackers, likely_guns(position, side, target, attackers))
    loss = found.loss * (WEIGHTS["loss"] - WEIGHTS["dare"] * temper) // 100
    return found.gain + found.emptied * prize(position, side, target) // THOUSAND - loss


# --- whole declarations


class Attacks(NamedTuple):
    """A declaration: the units sent against each hex, what each attack promises, and all together."""

    units: dict[PlaceId, tuple[int, ...]]
    values: dict[PlaceId, int]
    total: int


def best_attacks(position: Clash, side: int, temper: int = 0) -> Attacks:
    """The declaration that promises most, of those that can be made from here: the legal completion of what
    is owed, made better step by step."""
    state, memo = position.state, ground(position).memo
    key = ("best attacks", state.eligible, state.fought, temper)
    found: Attacks | None = memo.get(key)
    if found is None or any(
        unit not in found.units.get(target, ()) for target, units in state.declared for unit in units
    ):
        found = memo[key] = _best_attacks(position, side, temper)
    return found


def _best_attacks(position: Clash, side: int, temper: int) -> Attacks:
    units: dict[PlaceId, tuple[int, ...]] = {}
    values: dict[PlaceId, int] = {}
    known: dict[tuple[PlaceId, int], int] = {}

    def value(target: PlaceId, attackers: int) -> int:
        found = known.get((target, attackers))
        if found is None:
            found = known[target, attackers] = attack_value(position, side, target, attackers, temper)
        return found

    for part in field(position):
        masks = _Climb(position, part, value).masks()
        for target, attackers in masks.items():
            units[target] = tuple(places_in(attackers))
            values[target] = value(target, attackers)
    return Attacks(units, values, sum(values.values()))


class _Climb:
    """The search for the best attacks of one part."""

    def __init__(self, position: Clash, part: Part, value: object) -> None:
        self.part = part
        self.value = value
        self.given = chosen_in(position, part)
        self.level, self.chosen = strictness(part, self.given)
        self.open = [index for index, target in enumerate(self.given) if target == NO_TARGET]
        self.best = self.worth(self.chosen)

    def masks(self) -> dict[PlaceId, int]:
        """By target the units that attack it."""
        self.climb()
        return self._masks(self.chosen)

    def _masks(self, chosen: Chosen) -> dict[PlaceId, int]:
        found: dict[PlaceId, int] = {}
        for one, target in zip(self.part.fighters, chosen, strict=True):
            if target >= 0 and one.target < 0:
                place = self.part.hexes[target]
                found[place] = found.get(place, 0) | 1 << one.unit
        return found

    def worth(self, chosen: Chosen) -> int:
        """What attacks promise together."""
        return sum(self.value(target, mask) for target, mask in self._masks(chosen).items())  # type: ignore[operator]

    def take(self, wish: Chosen) -> bool:
        """Take up attacks, completed to a legal whole, if that is better than what stands."""
        whole = complete(self.part, wish, 0, self.level)
        if whole is None:
            return False
        worth = self.worth(whole)
        if worth <= self.best:
            return False
        self.chosen, self.best = list(whole), worth
        return True

    def climb(self) -> None:
        """First everybody who can against one hex, or all from one place, alone or with what stands; then
        hex by hex what is better left, and unit by unit."""
        fighters = self.part.fighters
        owed = self.chosen[:]
        for target in range(len(self.part.hexes)):
            can = [index for index in self.open if fighters[index].open >> target & 1]
            idle = [index for index in can if self.chosen[index] < 0]
            wishes = [can, idle]
            wishes += [[i for i in can if fighters[i].place == at] for at in {fighters[i].place for i in can}]
            for who in wishes:
                for base in (self.chosen, owed) if who else ():
                    self.take([target if index in who else at for index, at in enumerate(base)])
        for _ in range(3):
            before = self.best
            for target in range(len(self.part.hexes)):
                self.take([g if at == target else at for g, at in zip(self.given, self.chosen, strict=True)])
            for index in self.open:
                for target in (NO_TARGET, *places_in(fighters[index].open)):
                    if target != self.chosen[index]:
                        wish = self.chosen[:]
                        wish[index] = target
                        self.take(wish)
            if self.best == before:
                return
