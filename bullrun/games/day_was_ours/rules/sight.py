"""9.1e Lines of sight over seven levels: clear, obscured or blocked."""

from __future__ import annotations

from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.ledger import enforces
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.ground import anybody, occupied
from bullrun.mechanisms.levels import BLOCKED, CLEAR, GROUND, SCREEN, TARGET, UNIT, Ground, Lines, Seen, look


class Sight(NamedTuple):
    """What a line meets, as fire needs it."""

    result: str
    """CLEAR, OBSCURED or BLOCKED."""
    over_woods: bool
    over_units: bool
    over_friends: bool
    """Units between, of any side; of the firer's."""


def lines(rules: Battlefield) -> Lines:
    """All lines as far as any fire reaches, kept with the map."""
    reach = rules.tables.farthest
    kept = f"lines {reach}"
    found: Lines | None = rules.board.memo.get(kept)
    if found is None:
        found = rules.board.memo[kept] = Lines(rules.board, _ground(rules), reach)
    return found


def _ground(rules: Battlefield) -> Ground:
    return Ground(rules.board.levels, rules.woods)


@enforces("9.1e.same", "9.1e.up", "9.1e.down", "9.1e.woods", "9.1e.adjacent", "9.1e.corner", "9.1e.side")
def sight(position: Day, side: int, place: PlaceId, target: PlaceId) -> Sight:
    """The line from a hex of a side to another within range of any fire."""
    known, units = lines(position.rules), anybody(position)
    result = known.result(place, target, units)
    if result == BLOCKED:
        return Sight(BLOCKED, False, False, False)
    met = known.units_between(place, target, units)
    friends = bool(met & occupied(position, side))
    return Sight(result, known.over_screen(place, target), bool(met), friends)


def in_sight(position: Day, place: PlaceId, wanted: PlaceSet) -> PlaceSet:
    """Which of some hexes, within range of any fire, can be fired at from a hex as far as sight goes."""
    return lines(position.rules).seen_from(place, anybody(position), wanted)


# --- in words -----------------------------------------------------------------------------------------

CASES = {0: "9.1e.same", 1: "9.1e.up", -1: "9.1e.down"}
"""The rule that decides, by whether the target is level with the firer, higher or lower."""


def look_along(position: Day, place: PlaceId, target: PlaceId) -> Seen:
    """The line between any two hexes, with the hex that decides it."""
    rules = position.rules
    return look(rules.board, _ground(rules), anybody(position), place, target)


def sight_rule(rules: Battlefield, place: PlaceId, target: PlaceId, seen: Seen) -> str:
    """The rule that gives the result of a line."""
    if rules.board.adjacent(place, target):
        return "9.1e.woods" if seen.because == TARGET else "9.1e.adjacent"
    if seen.because == TARGET:
        return "9.1e.woods"
    levels = rules.board.levels
    higher = (levels[target] > levels[place]) - (levels[target] < levels[place])
    return CASES[higher]


def why_so(position: Day, place: PlaceId, target: PlaceId, seen: Seen) -> str:
    """The result of a line and the hex that decides it, as a sentence."""
    board = position.rules.board
    levels = board.levels
    at = f"{board.names[seen.at]} (level {levels[seen.at]})" if seen.at else ""
    first, last = levels[place], levels[target]
    if seen.because == GROUND:
        high = max(first, last)
        if levels[seen.at] > high:
            return f"Blocked: {at} is higher than both ends."
        if first < last:
            return f"Blocked: {at} is as high as the target, which stands back from the edge of its level."
        return f"Blocked: {at} is as high as the firer, who stands back from the edge of his level."
    if seen.because in (SCREEN, UNIT):
        what = "the woods" if seen.because == SCREEN else "the unit"
        if seen.result == BLOCKED:
            return f"Blocked: {what} in {at}, on the level of both ends."
        return f"Obscured: {what} in {at}, below the higher end."
    if seen.because == TARGET:
        return f"Obscured: the target, {at}, is in woods."
    return "Clear."


def sight_between(position: Day, a: str, b: str) -> dict[str, Any]:
    """What a unit in one hex sees of another: result, deciding hex and rule, and the range."""
    rules, board = position.rules, position.rules.board
    place, target = board.place(a), board.place(b)
    distance = board.distance(place, target)
    report: dict[str, Any] = {
        "from": a,
        "to": b,
        "distance": distance,
        "in_range": 0 < distance <= rules.tables.farthest,
    }
    if place == target:
        return report | {"sight": CLEAR, "reason": "It is the same hex.", "at": [], "rule": "9.1e.adjacent"}
    seen = look_along(position, place, target)
    return report | {
        "sight": seen.result,
        "reason": why_so(position, place, target, seen),
        "at": [board.names[seen.at]] if seen.at else [],
        "rule": sight_rule(rules, place, target, seen),
    }
