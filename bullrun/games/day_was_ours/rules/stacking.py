"""3. Stacking: ten strength points to a hex, as printed on the side that lies up."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import ground, printed_strength, printed_strengths, stack


@enforces("3.1", "3.1c")
def is_over(position: Day, units: Iterable[int]) -> bool:
    """Whether these units together are more than a hex holds; a single unit never is."""
    found = list(units)
    points = sum(printed_strength(position, unit) for unit in found)
    return len(found) > 1 and points > position.rules.tables.stacking


@enforces("3.1", "3.1d")
def fits(position: Day, units: Iterable[int], place: PlaceId) -> bool:
    """Whether these units may end in a hex with those of their side that are there."""
    found = list(units)
    others = [unit for unit in stack(position, place) if unit not in found]
    return not others or not is_over(position, [*found, *others])


def full_for(position: Day, side: int, points: int) -> PlaceSet:
    """The hexes of a side's units that have no room for these points more."""
    memo, key = ground(position).memo, ("full", side, points, position.state.worn)
    found: PlaceSet | None = memo.get(key)
    if found is None:
        room = position.rules.tables.stacking - points
        full = [place for place, held in _points_held(position)[side].items() if held > room]
        found = memo[key] = set_of(full)
    return found


def _points_held(position: Day) -> tuple[dict[PlaceId, int], ...]:
    """By side: what its hexes hold, kept as long as nobody moves or is turned over."""
    on, roster = ground(position), position.rules.roster
    key = ("points held", position.state.worn)
    known: tuple[dict[PlaceId, int], ...] | None = on.memo.get(key)
    if known is not None:
        return known
    found: tuple[dict[PlaceId, int], dict[PlaceId, int]] = ({}, {})
    points = printed_strengths(position)
    for place, units in on.stacks.items():
        held = points[units[0]] if len(units) == 1 else sum(points[unit] for unit in units)
        found[roster.side[units[0]]][place] = held
    on.memo[key] = found
    return found
