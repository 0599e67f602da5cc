"""What a fire or a close combat promises: exact chances, weighed, and remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import NamedTuple

from bullrun.board.places import PlaceId
from bullrun.engine.memory import memory_of
from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.close_combat import clash, odds_shift
from bullrun.games.day_was_ours.rules.cohesion import captured_from
from bullrun.games.day_was_ours.rules.fire import DEFENSIVE, shooters, volley
from bullrun.games.day_was_ours.rules.ground import (
    cohesion,
    is_gun,
    lead_candidates,
    printed_strength,
    stack,
    strength,
    whole_points,
)
from bullrun.games.day_was_ours.rules.morale import Nerve, nerve_of
from bullrun.games.day_was_ours.rules.prospects import Fate, chance_to_leave, fates, fates_of_test
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, REPULSE_TEST
from bullrun.thinking.weights import load_weights

WEIGHTS = load_weights(files(HOME) / "data" / "weights.toml")
STRENGTH = 8
"""What a strength point that is gone counts."""
THOUSAND = 1000
FLANKED = 2
"""About the columns that a second hex of attackers adds."""


class Harm(NamedTuple):
    """What a result is expected to cost the owner of a unit."""

    cost: int
    leaves: int
    """The chance that it does not hold its hex, in thousandths."""


def harm(position: Day, unit: int, kind: str, column: int) -> Harm:
    """Of the combat dice in a column."""
    return _harm(position, unit, kind, column, False)


def harm_of_repulse(position: Day, unit: int) -> Harm:
    """Of the test after a close combat that took nothing."""
    return _harm(position, unit, REPULSE_TEST, 0, True)


def _harm(position: Day, unit: int, kind: str, number: int, is_test: bool) -> Harm:
    points = printed_strength(position, unit)
    gun = captured_from(position, unit) if kind == CLOSE_TEST and is_gun(position, unit) else 0
    key = (kind, number, nerve_of(position, unit), cohesion(position, unit), gun)
    kept = memory_of(position.rules.memo, "harm", 50_000)
    found: tuple[int, ...] | None = kept.get(key)
    if found is None:
        ends = (fates_of_test if is_test else fates)(position, unit, kind, number)
        found = kept[key] = _expected(nerve_of(position, unit), ends)
    gone, worn, shaken, hits, driven, panic, leaves = found
    w = WEIGHTS
    cost = gone * (w["gone"] + STRENGTH * points) + worn * w["worn"] + shaken * w["shaken"]
    cost += hits * w["hit"] + driven * w["driven"] + panic * w["panic"]
    return Harm(cost // THOUSAND, leaves)


def _expected(now: Nerve, ends: Mapping[Fate, Fraction]) -> tuple[int, ...]:
    """In thousandths: gone, newly worn, newly Shaken, hits, driven back, in panic, and not in its hex."""
    sums = [Fraction(0)] * 6
    for fate, chance in ends.items():
        after = fate.nerve
        if after.gone:
            sums[0] += chance
            continue
        sums[1] += chance * (after.worn and not now.worn)
        sums[2] += chance * (after.shaken and not now.shaken)
        sums[3] += chance * max(0, after.hits - now.hits)
        sums[4] += chance * bool(fate.retreat)
        sums[5] += chance * fate.panic
    return tuple(round(THOUSAND * one) for one in (*sums, chance_to_leave(ends)))


def fire_value(
    position: Day, kind: str, units: Sequence[int], target: PlaceId, short: bool, prize: int
) -> int:
    """What a fire is expected to cost the enemy; `prize`: what it is worth that he leaves the hex."""
    lead = lead_candidates(position, stack(position, target))[0]
    found = harm(position, lead, FIRE_TEST, volley(position, kind, units, target, lead, short).column)
    return found.cost + found.leaves * prize // THOUSAND


def assault_value(position: Day, units: Sequence[int], origin: PlaceId, target: PlaceId, prize: int) -> int:
    """What a close combat is expected to gain: Defensive Fire, the combat dice and the repulse in it."""
    at = position.state.at
    lead = lead_candidates(position, stack(position, target))[0]
    column = clash(position, units, origin, target, lead).column
    front = [unit for unit in units if at[unit] == origin]
    ours = lead_candidates(position, front)[0]
    answer = Harm(0, 0)
    firers = shooters(position, target, DEFENSIVE, origin)
    if firers:
        fired = volley(position, DEFENSIVE, firers, origin, ours, False)
        answer = harm(position, ours, FIRE_TEST, fired.column)
    others = len(stack(position, target)) - 1
    return _promise(position, ours, lead, column, answer, prize + others * WEIGHTS["driven"])


def _promise(position: Day, ours: int, lead: int, column: int, answer: Harm, prize: int) -> int:
    struck = harm(position, lead, CLOSE_TEST, column)
    back = harm_of_repulse(position, ours)
    gain = struck.cost + struck.leaves * prize // THOUSAND
    gain -= (THOUSAND - struck.leaves) * back.cost // THOUSAND
    return (THOUSAND - answer.leaves) * gain // THOUSAND - answer.cost


def likely_assault(
    position: Day, unit: int, helpers: int, flanks: bool, slope: int, target: PlaceId, prize: int
) -> int:
    """About what a close combat would gain for a unit that goes next to a hex, with this strength (in
    parts) of others beside it."""
    tables, defenders = position.rules.tables, stack(position, target)
    against = sum(strength(position, other) for other in defenders)
    own = strength(position, unit)
    lead = lead_candidates(position, defenders)[0]
    shift = slope + odds_shift(position, own + helpers, against) + FLANKED * flanks
    if all(is_gun(position, other) for other in defenders):
        shift += tables.close_shifts["guns"][0]
    column = tables.combat.shift(tables.combat.column_for(whole_points(own)), shift)
    answered = tables.combat.column_for(whole_points(against))
    return _promise(position, unit, lead, column, harm(position, unit, FIRE_TEST, answered), prize)
