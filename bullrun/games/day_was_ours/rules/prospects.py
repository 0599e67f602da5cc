"""What a fire or a close combat may do to a unit: the exact chance of every end, with the tests that
follow."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.cohesion import captured_from, spread_of
from bullrun.games.day_was_ours.rules.ground import cohesion, is_gun
from bullrun.games.day_was_ours.rules.morale import Nerve, after, nerve_of
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, test_of

HOLDS, HITS, SHAKEN, RETREATS, WORN, BROKEN = "holds", "hit", "Shaken", "retreats", "Battleworn", "broken"
ENDS = (HOLDS, HITS, SHAKEN, RETREATS, WORN, BROKEN)
"""From mild to grave; an end is called by the gravest thing in it."""


class Fate(NamedTuple):
    """How a unit comes out of a test. Where a retreat leads, and what it meets there, is not looked at."""

    nerve: Nerve
    retreat: int = 0
    panic: bool = False
    may_fall_back: bool = False
    """Its owner may retreat a hex instead of taking the Morale Hit."""

    @property
    def leaves(self) -> bool:
        """Whether its hex is lost to it."""
        return self.nerve.gone or bool(self.retreat)


def fates_of_test(position: Day, unit: int, kind: str, n: int) -> dict[Fate, Fraction]:
    """Every end of a test that a unit would take now, with its exact chance."""
    tables, now = position.rules.tables, nerve_of(position, unit)
    found: dict[Fate, Fraction] = {}

    def add(fate: Fate, chance: Fraction) -> None:
        if chance:
            found[fate] = found.get(fate, Fraction(0)) + chance

    for (passed, effect), chance in spread_of(tables, kind, n, cohesion(position, unit)).items():
        line = tables.panic if effect.panic else effect
        nerve = after(tables, now, line)
        goes = effect.broken or effect.panic or line.retreat
        if kind == CLOSE_TEST and not passed and goes and is_gun(position, unit):
            captured = Fraction(7 - captured_from(position, unit), 6) * chance
            add(Fate(now._replace(gone=True)), captured)
            chance -= captured
        choice = passed and kind == FIRE_TEST and bool(effect.hits) and bool(tables.or_retreat)
        add(Fate(nerve, 0 if nerve.gone else line.retreat, effect.panic, choice), chance)
    return found


def fates(position: Day, unit: int, kind: str, column: int) -> dict[Fate, Fraction]:
    """Every end of the combat dice in a column for the unit that would test, with its exact chance."""
    found: dict[Fate, Fraction] = {}
    for result, chance in position.rules.tables.combat.distribution(column).items():
        n = test_of(result)
        ends = {Fate(nerve_of(position, unit)): Fraction(1)}
        if n is not None:
            ends = fates_of_test(position, unit, kind, n)
        for fate, part in ends.items():
            found[fate] = found.get(fate, Fraction(0)) + chance * part
    return found


def end_of(now: Nerve, fate: Fate) -> str:
    """What an end is called, by the gravest thing in it."""
    if fate.nerve.gone:
        return BROKEN
    if fate.nerve.worn and not now.worn:
        return WORN
    if fate.retreat:
        return RETREATS
    if fate.nerve.shaken and not now.shaken:
        return SHAKEN
    return HITS if fate.nerve.hits > now.hits else HOLDS


def by_end(now: Nerve, found: Mapping[Fate, Fraction]) -> dict[str, Fraction]:
    """The chance of each end by its name, from mild to grave; they add up to one."""
    chances = dict.fromkeys(ENDS, Fraction(0))
    for fate, chance in found.items():
        chances[end_of(now, fate)] += chance
    return chances


def chance_to_leave(found: Mapping[Fate, Fraction]) -> Fraction:
    """The chance that the unit does not hold its hex."""
    return sum((chance for fate, chance in found.items() if fate.leaves), Fraction(0))
