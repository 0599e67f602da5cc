"""What a position and a hex are worth: points won and to be won, steps on the map, the way to the goals, the
ground, whom one could attack from there and who could attack back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.memory import memory_of
from bullrun.fast import Graph
from bullrun.games.clash_of_giants.rules import combat
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import ground, in_play, rating, strength
from bullrun.games.clash_of_giants.rules.roster import HALF
from bullrun.games.clash_of_giants.rules.scoring import controls
from bullrun.games.clash_of_giants.rules.state import MAP, NOBODY
from bullrun.games.clash_of_giants.rules.victory import target, total
from bullrun.games.clash_of_giants.thinking.fights import POINT, UNKNOWN, failures, step_worth
from bullrun.games.sides import CONFEDERATE, SIDES

WIN = 1_000_000
FAR = 4_000
"""In quarters of a movement point: no way."""
MAN = 20
"""A step on the map, besides what the enemy scores for it."""
NEARER = 1
"""A point of movement nearer to a hex to be won, for a step."""
LOOK = 4
"""Hexes within which enemies may attack next."""
CLOSE = 3
"""Hexes around a goal within which whoever holds it may stand."""


# --- the whole position


def worth(position: Clash, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None and outcome[0] in SIDES:
        return WIN if outcome[0] == SIDES[side] else -WIN
    value = POINT * (lead(position) + promised(position)) + _army(position, 0) - _army(position, 1)
    return value if side == 0 else -value


def lead(position: Clash) -> int:
    """The Union's points less the Confederates' as they stand."""
    return total(position, 0) - total(position, 1)


def hex_points(rules: Battlefield) -> int:
    """About what a victory hex pays at the end."""
    return int(rules.data["victory"].get("hex_points", 2))


def promised(position: Clash) -> int:
    """What the victory hexes would pay the Union if nothing changed, less what they would pay the enemy."""
    if position.state.grounds != (0, 0):
        return 0
    pays = hex_points(position.rules)
    return sum(pays if owner == 0 else -pays for owner in position.state.control if owner != NOBODY)


def _army(position: Clash, side: int) -> int:
    rules, state = position.rules, position.state
    found = 0
    tables = [ways_to(rules, place) for place in rules.victory_hexes if not controls(position, side, place)]
    for unit in in_play(position, rules.roster.of_side[side]):
        found += MAN * state.steps[unit]
        if tables:
            far = min(table[state.at[unit]] for table in tables)
            found -= NEARER * min(far, 100) * state.steps[unit] // QUARTER
    return found


# --- the ground


def ways_to(rules: Battlefield, goal: PlaceId) -> list[int]:
    """By hex: the quarters of a point that infantry pays for the way to a hex, on roads where there are
    some."""
    kept = memory_of(rules.memo, "ways", 400)
    found: list[int] | None = kept.get(goal)
    if found is None:
        found = kept[goal] = _back(rules).costs_to_nearest(1 << goal, FAR - 1, 0, FAR)
    return found


def _back(rules: Battlefield) -> Graph:
    """All steps of infantry turned round, by road or not, whichever costs less."""
    found: Graph | None = rules.memo.get("steps back")
    if found is None:
        rows: list[dict[PlaceId, int]] = [{} for _ in range(rules.board.size)]
        for steps in (rules.regular[0], rules.road_steps):
            for place, row in enumerate(steps.rows):
                for to, cost in row:
                    rows[to][place] = min(cost, rows[to].get(place, FAR))
        found = rules.memo["steps back"] = Graph(tuple(sorted(row.items())) for row in rows)
    return found


def slope(position: Clash, place: PlaceId, enemy: PlaceId) -> int:
    """The halves that the ground adds to the defence of a hex against an enemy in the next one."""
    kept = memory_of(position.rules.memo, "slopes", 20_000)
    found: int | None = kept.get((place, enemy))
    if found is None:
        found = sum(halves for _, halves, _ in combat.advantages(position, place, [enemy]))
        kept[place, enemy] = found
    return found


# --- the armies


class Field(NamedTuple):
    """Where the enemies of a side stand, and what of that has been worked out."""

    strengths: Mapping[PlaceId, int]
    """In halves, by hex."""
    near: dict[PlaceId, int]


def enemies_of(position: Clash, side: int) -> Field:
    """The enemies of a side; the same object as long as they stand as they do."""
    on = ground(position)
    found: Field | None = on.memo.get(("enemies", side))
    if found is None:
        strengths = {
            place: sum(strength(position, unit) for unit in on.stacks[place])
            for place in places_in(on.units[1 - side])
        }
        kept = memory_of(position.rules.memo, "fields", 200)
        key = (side, tuple(strengths.items()))
        found = kept.get(key)
        if found is None:
            found = kept[key] = Field(strengths, {})
        on.memo["enemies", side] = found
    return found


def enemies_near(position: Clash, side: int, place: PlaceId) -> int:
    """The strength, in halves, of the enemies who may come next to a hex in one turn."""
    foes = enemies_of(position, side)
    found = foes.near.get(place)
    if found is None:
        near = position.rules.board.within(place, LOOK) & ground(position).units[1 - side]
        found = foes.near[place] = sum(foes.strengths[at] for at in places_in(near))
    return found


def danger(position: Clash, side: int, place: PlaceId, units: int) -> int:
    """What the enemy's best attack on units in a hex may cost them: he brings what is near, as far as there
    is room beside the hex."""
    threat = enemies_near(position, side, place)
    if not threat:
        return 0
    rules, on, state = position.rules, ground(position), position.state
    friends = on.units[side] & ~_only(position, units)
    room, own = 0, 0
    best = 99
    foes = enemies_of(position, side)
    for near in rules.board.neighbours[place]:
        if friends >> near & 1 or rules.unattackable[place] >> near & 1 or rules.entry_hexes >> near & 1:
            continue
        if near not in foes.strengths and not rules.board.within(near, LOOK - 1) & on.units[1 - side]:
            continue
        room += 1
        best = min(best, slope(position, place, near))
    if not room:
        return 0
    for unit in places_in(units):
        own += strength(position, unit)
    against = min(threat, room * 2 * 2 * HALF) * 3 // 4
    defence = max(1, own + best)
    modifier = (
        min(4, against // defence - 1) if against >= defence else max(-3, 1 - defence // max(1, against))
    )
    cost = 0
    for unit in places_in(units):
        fails = failures(position, rating(position, unit) or UNKNOWN, modifier, room > 3)
        cost += fails * step_worth(position, unit) // 6
        if state.steps[unit] == 1:
            cost += fails * MAN // 6
    return cost


def _only(position: Clash, units: int) -> int:
    """The hexes where nobody stands but these units."""
    on, found = ground(position), 0
    for unit in places_in(units):
        if position.state.box[unit] == MAP:
            place = position.state.at[unit]
            if all(units >> other & 1 for other in on.stacks[place]):
                found |= 1 << place
    return found


def is_overlooked(position: Clash, side: int, place: PlaceId) -> bool:
    """Whether an enemy above would drive a unit out of a hex (6.3.4), as friends stand now."""
    rules, on = position.rules, ground(position)
    if not rules.clear >> place & 1:
        return False
    for enemy in places_in(rules.board.neighbour_set[place] & on.units[1 - side] & rules.clear):
        height = rules.levels[enemy]
        if height > rules.levels[place] and rules.zones[enemy] >> place & 1:
            friends = rules.board.neighbour_set[enemy] & on.units[side]
            if not any(rules.levels[friend] >= height for friend in places_in(friends)):
                return True
    return False


def pressure(position: Clash, side: int, place: PlaceId) -> int:
    """The strength of a side near a hex in steps, each unit counting less the farther it is."""
    rules, state = position.rules, position.state
    table, found = ways_to(rules, place), 0
    reach = 16 * QUARTER
    for unit in in_play(position, rules.roster.of_side[side]):
        far = table[state.at[unit]]
        if far < reach:
            found += state.steps[unit] * (reach - far)
    return found // reach


def is_ahead(position: Clash, side: int) -> bool:
    """Whether a side would win if the game ended as things stand."""
    ahead = lead(position) + promised(position)
    return ahead < 0 if side == CONFEDERATE else ahead >= 0


def to_target(position: Clash, side: int) -> int:
    """The casualty points that a side still needs for an automatic victory."""
    return max(0, target(position, side) - position.state.casualties[side])
