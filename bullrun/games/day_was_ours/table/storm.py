"""A close combat from the Defensive Fire to its end: the exact chances before it is declared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from bullrun.board.places import PlaceId
from bullrun.games.day_was_ours.rules import close_combat, fire, prospects
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import lead_candidates
from bullrun.games.day_was_ours.rules.morale import Nerve, nerve_of
from bullrun.games.day_was_ours.rules.prospects import Fate
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, REPULSE_TEST


class Storm(NamedTuple):
    """The chances of everything that can come of it; they add up to one with `stopped`."""

    ends: dict[Fate, Fraction]
    """Of the defending Lead Unit, where it comes to the assault."""
    stopped: Fraction
    """Nobody is left in the Assaulting Hex after the Defensive Fire."""
    thrown_back: Fraction
    """The defender holds, and the Lead Unit of the Assaulting Hex is driven off."""

    @property
    def taken(self) -> Fraction:
        """The chance that the hex is emptied."""
        return prospects.chance_to_leave(self.ends)


def defensive_fire(position: Day, front: Sequence[int], origin: PlaceId, target: PlaceId) -> int | None:
    """The column of the Defensive Fire; None where nobody can give it."""
    firers = fire.shooters(position, target, fire.DEFENSIVE, origin)
    if not firers:
        return None
    lead = lead_candidates(position, front)[0]
    return fire.volley(position, fire.DEFENSIVE, firers, origin, lead, False).column


def storm(
    position: Day, units: Sequence[int], origin: PlaceId, target: PlaceId, lead: int, fired: bool
) -> Storm:
    """What comes of an assault. Not reckoned are what a retreat meets on its way, what a panic does to
    others, and what the other side may do by choice: Support Fire, evasion, chits. `fired`: the Defensive
    Fire is over."""
    front = [unit for unit in units if position.state.at[unit] == origin]
    first = lead_candidates(position, front)[0]
    column = None if fired else defensive_fire(position, front, origin, target)
    met = {Fate(nerve_of(position, first)): Fraction(1)}
    if column is not None:
        met = prospects.fates(position, first, FIRE_TEST, column)
    ends: dict[Fate, Fraction] = {}
    stopped = thrown_back = Fraction(0)
    for (nerve, drops_out), chance in _after_fire(met, nerve_of(position, first)).items():
        here = [unit for unit in units if unit != first or not drops_out]
        if not any(unit in here for unit in front):
            stopped += chance
            continue
        then = _with(position, first, nerve)
        clash = close_combat.clash(then, here, origin, target, lead)
        leader = lead_candidates(then, [unit for unit in front if unit in here])[0]
        fails = prospects.chance_to_leave(prospects.fates_of_test(then, leader, REPULSE_TEST, 0))
        for fate, part in prospects.fates(then, lead, CLOSE_TEST, clash.column).items():
            ends[fate] = ends.get(fate, Fraction(0)) + chance * part
            if not fate.leaves:
                thrown_back += chance * part * fails
    return Storm(ends, stopped, thrown_back)


def _after_fire(met: dict[Fate, Fraction], before: Nerve) -> dict[tuple[Nerve, bool], Fraction]:
    """How the first attacker comes out of the fire, and whether it drops out; with a choice it takes the
    hit."""
    found: dict[tuple[Nerve, bool], Fraction] = {}
    for fate, chance in met.items():
        drops_out = fate.leaves or (fate.nerve.shaken and not before.shaken)
        key = before if drops_out else fate.nerve, drops_out
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def _with(position: Day, unit: int, nerve: Nerve) -> Day:
    """The position with a unit in this state."""
    then: Day = position.copy()
    state, bit = then.state, 1 << unit
    state.hits[unit] = nerve.hits
    state.worn = state.worn | bit if nerve.worn else state.worn & ~bit
    state.shaken = state.shaken | bit if nerve.shaken else state.shaken & ~bit
    return then
