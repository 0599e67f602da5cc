"""What a position is worth: points won and to be won, regiments and their nerve, the way to the
objectives; and what the options of a question add to that, where it can be told without trying them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import PASS, Decision
from bullrun.engine.memory import memory_of
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.close_combat import clash
from bullrun.games.day_was_ours.rules.fire import BATTERY, OPPORTUNITY, VOLLEY, shooters, targets, volley
from bullrun.games.day_was_ours.rules.ground import (
    engaging,
    is_engaged,
    is_gun,
    lead_candidates,
    occupied,
    on_map,
    printed_strength,
    stack,
    strength,
    zone,
)
from bullrun.games.day_was_ours.rules.lull import in_lull, is_after_lull
from bullrun.games.day_was_ours.rules.plan import DECLARED
from bullrun.games.day_was_ours.rules.reach import FAR, steps
from bullrun.games.day_was_ours.rules.state import (
    ATTACK,
    BROKEN_TRACK,
    DEFEND,
    DUE,
    MANEUVER,
    NEVER,
    ORDERS,
    REGROUP,
)
from bullrun.games.day_was_ours.rules.tables import FOOT, PARTS
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

WIN = 1_000_000
POINT = 300
"""A victory point in hand."""
PROMISE = 60
"""A point that a controlled objective will pay at the end of a turn still to come."""
SOLDIERS = 8
"""A strength point on the map."""
NERVE, TREMOR = 35, 45
"""A Morale Hit; being Shaken."""
OUT = 250
"""A unit that is lost, besides its strength; on the Broken Track half of that."""
WAY = 2
"""Half a movement point nearer to an objective, for a unit of ten points."""
WANTED, GUARDED = 60, 34
"""How far an objective draws units for each point that it pays, as halves of a movement point."""
CONTACT, BAD_CONTACT = 30, -25
"""To stand next to an enemy who is weaker, or stronger, than those who could attack him."""
LEAVING = -18
"""To turn the back on an enemy who may fire."""
COLUMN = 9
"""A column of fire more."""
ASSAULT = 22
"""A column of close combat above an even one."""
EVEN = 8
"""The column in which a close combat begins to pay: a regiment of eight or nine points, no shift."""


def worth(position: Day, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None and outcome[0] in SIDES:
        return WIN if outcome[0] == SIDES[side] else -WIN
    union, confederate = position.state.points
    value = POINT * (union - confederate)
    for number, owner in enumerate(position.state.control):
        if owner >= 0:
            promise = PROMISE * to_come(position, number, owner)
            value += promise if owner == UNION else -promise
    value += _army(position, UNION) - _army(position, CONFEDERATE)
    return value if side == UNION else -value


def to_come(position: Day, number: int, side: int) -> int:
    """The points that an objective would still pay a side that keeps it."""
    plan, state = position.rules.plan, position.state
    objective = plan.objectives[number]
    left = plan.last_turn - state.turn + 1
    if plan.lull != DECLARED or is_after_lull(position):
        return left * (objective.after if is_after_lull(position) else objective.before)[side]
    before = max(0, (plan.lull_first + plan.lull_last) // 2 - state.turn) if state.lull == NEVER else 0
    after = max(0, left - before - plan.lull_turns)
    return before * objective.before[side] + after * objective.after[side]


def _army(position: Day, side: int) -> int:
    state, roster = position.state, position.rules.roster
    table = place_worth(position, side)
    total = 0
    for unit in places_in(roster.units & roster.of_side[side]):
        at = state.at[unit]
        if at > 0:
            total += SOLDIERS * printed_strength(position, unit) - NERVE * state.hits[unit]
            total -= TREMOR * (state.shaken >> unit & 1)
            total += table[at] * printed_strength(position, unit) // 10
        elif at in BROKEN_TRACK:
            total -= OUT // 2
        elif at != DUE and at < 0:
            total -= OUT
    return total


# --- the ground ---------------------------------------------------------------------------------------


def place_worth(position: Day, side: int) -> list[int]:
    """By place: what it adds for a unit of ten points to stand there, that much nearer to the objectives."""
    rules, state = position.rules, position.state
    goals = []
    for number, objective in enumerate(rules.plan.objectives):
        pays = max(objective.after) if is_after_lull(position) else max(objective.before)
        if in_lull(position):
            pays = max(objective.after)
        if pays and not (side == CONFEDERATE and not objective.after[side] and is_after_lull(position)):
            draws = GUARDED if state.control[number] == side else WANTED
            goals.append((objective.place, draws * pays))
    ford = state.ford_found != NEVER
    kept = memory_of(rules.memo, "worth of places", 500)
    key = (side, tuple(goals), ford)
    found: list[int] | None = kept.get(key)
    if found is None:
        found = [-FAR] * rules.board.size
        for goal, draws in goals:
            for place, cost in enumerate(ways_to(position, goal, side)):
                found[place] = max(found[place], WAY * (draws - cost))
        kept[key] = found
    return found


def ways_to(position: Day, goal: PlaceId, side: int) -> list[int]:
    """By place: what infantry on the march pays for the way to a hex, in halves of a movement point."""
    rules, ford = position.rules, position.state.ford_found != NEVER
    kept = memory_of(rules.memo, "ways to a place", 200)
    key = (goal, ford, side)
    found: list[int] | None = kept.get(key)
    if found is None:
        graph = steps(rules, FOOT, True, ford, side == CONFEDERATE).plain
        found = kept[key] = graph.costs_to_nearest(1 << goal, FAR - 1, 0, FAR)
    return found


def contact(position: Day, unit: int, place: PlaceId) -> int:
    """What it is worth to come next to an enemy: with more than he has, good; with less, bad."""
    side = position.rules.roster.side[unit]
    enemies = engaging(position, place, side)
    if not enemies:
        return 0
    best = -FAR
    for at in places_in(enemies):
        near = position.rules.assaultable[at] & occupied(position, side) & ~(1 << position.state.at[unit])
        own = strength(position, unit) + sum(
            strength(position, other)
            for friend in places_in(near)
            for other in stack(position, friend)
            if not is_gun(position, other)
        )
        against = sum(strength(position, other) for other in stack(position, at))
        guns = all(is_gun(position, other) for other in stack(position, at))
        best = max(best, CONTACT * own // max(against, 1) if own > against or guns else BAD_CONTACT)
    return best


# --- options ------------------------------------------------------------------------------------------


def gains(position: Day, side: int, decision: Decision) -> Sequence[int] | None:
    """What each option adds to the worth of the position; None where only trying tells."""
    found = []
    for option in decision.options:
        judge = _JUDGES.get(option[0])
        if judge is None:
            return None
        found.append(judge(position, side, option))
    return found


def _nothing(position: Day, side: int, option: Action) -> int:
    return 0


def _move(position: Day, side: int, option: Action) -> int:
    rules, state = position.rules, position.state
    unit, to = rules.roster.number[option[1]], rules.board.place(option[2])
    return _going(position, side, unit, state.at[unit], to)


def _together(position: Day, side: int, option: Action) -> int:
    rules, state = position.rules, position.state
    to = rules.board.place(option[1])
    units = [rules.roster.number[piece] for piece in option[2:]]
    return sum(_going(position, side, unit, state.at[unit], to) for unit in units)


def _going(position: Day, side: int, unit: int, start: PlaceId, to: PlaceId) -> int:
    table = place_worth(position, side)
    found = table[to] - (table[start] if start > 0 else -FAR)
    found = found * printed_strength(position, unit) // 10
    if start > 0 and engaging(position, start, side):
        found += LEAVING
    if is_gun(position, unit):
        return found // 2 if start > 0 else found
    if position.state.order == ATTACK:
        found += contact(position, unit, to) - (contact(position, unit, start) if start > 0 else 0)
    return found


def _climb(position: Day, side: int, option: Action) -> int:
    return _move(position, side, option) - NERVE


def _leave(position: Day, side: int, option: Action) -> int:
    return -OUT - POINT


def _change(position: Day, side: int, option: Action) -> int:
    return -1


def _fire(position: Day, side: int, option: Action) -> int:
    rules = position.rules
    target, units = rules.board.place(option[1]), [rules.roster.number[piece] for piece in option[2:]]
    kind = BATTERY if is_gun(position, units[0]) else VOLLEY
    lead = lead_candidates(position, stack(position, target))[0]
    return 5 + COLUMN * volley(position, kind, units, target, lead, option[0] == "short").column


def _react(position: Day, side: int, option: Action) -> int:
    frame = position.state.frames[-1]
    movers, place = frame[2]
    at = position.rules.board.place(option[1])
    firers = shooters(position, at, OPPORTUNITY, place)
    lead = lead_candidates(position, on_map(position, movers))[0]
    return COLUMN * volley(position, OPPORTUNITY, firers, place, lead, False).column


def _assault(position: Day, side: int, option: Action) -> int:
    rules = position.rules
    target, origin = rules.board.place(option[1]), rules.board.place(option[2])
    units = [rules.roster.number[piece] for piece in option[3:]]
    lead = lead_candidates(position, stack(position, target))[0]
    found = clash(position, units, origin, target, lead)
    prize = 40 if target in rules.plan.objective_at else 0
    return ASSAULT * (found.column - EVEN) + prize


def _guns(position: Day, side: int, option: Action) -> int:
    """Batteries that could fire act first."""
    place = position.rules.board.place(option[1])
    units = [unit for unit in stack(position, place) if is_gun(position, unit)]
    return 10 + COLUMN * bool(units and targets(position, place, units, BATTERY))


def _order(position: Day, side: int, option: Action) -> int:
    """By what most of the brigade can do now."""
    order, state, rules = ORDERS.index(option[1]), position.state, position.rules
    marker = next((frame[1] for frame in reversed(state.frames) if frame[0] == "order"), state.brigade)
    units = on_map(position, rules.roster.members[marker])
    table = place_worth(position, side)
    near = rules.board.spread(rules.board.spread(zone(position, 1 - side)))
    close = [unit for unit in units if near >> state.at[unit] & 1 and not state.shaken >> unit & 1]
    worn_out = sum(state.hits[unit] + 2 * (state.shaken >> unit & 1) for unit in units)
    if order == ATTACK:
        able = sum(strength(position, unit) for unit in close) // PARTS
        enemies = occupied(position, 1 - side) & _around(position, [state.at[unit] for unit in close], 3)
        against = sum(strength(position, other) for at in places_in(enemies) for other in stack(position, at))
        return 12 + 3 * (able - against // PARTS // 2) if close and enemies else -50
    if order == DEFEND:
        return 10 + 4 * sum(is_engaged(position, unit) for unit in units) if close else -10
    if order == MANEUVER:
        waiting = sum(state.at[unit] == DUE for unit in rules.roster.members[marker])
        distance = sum(table[unit_at] < 0 for unit_at in (state.at[unit] for unit in units))
        return 20 + 10 * waiting + 4 * distance - 14 * len(close)
    return 9 * worn_out - 8 * len(close) if order == REGROUP else 0


def _around(position: Day, hexes: Sequence[PlaceId], steps_away: int) -> int:
    found = 0
    for at in hexes:
        found |= position.rules.board.within(at, steps_away)
    return found


def _activate(position: Day, side: int, option: Action) -> int:
    """First the brigade that is nearest to the enemy."""
    rules, marker = position.rules, position.rules.roster.number[option[1]]
    enemies = occupied(position, 1 - side)
    units = on_map(position, rules.roster.members[marker])
    if not units or not enemies:
        return 0
    distance = rules.board.distance
    return -min(distance(position.state.at[u], at) for u in units for at in places_in(enemies))


def _lose(position: Day, side: int, option: Action) -> int:
    return -_activate(position, side, option)


def _name(position: Day, side: int, option: Action) -> int:
    """For an attack first those who stand near an enemy, then the strong."""
    unit = position.rules.roster.number[option[1]]
    near = position.rules.board.spread(zone(position, 1 - side))
    return strength(position, unit) // PARTS + 20 * (near >> max(position.state.at[unit], 0) & 1)


def _rally(position: Day, side: int, option: Action) -> int:
    return 30


def _play(position: Day, side: int, option: Action) -> int:
    return 15


def _declare(position: Day, side: int, option: Action) -> int:
    """The withdrawal is worth it when the first objectives are lost for the most part."""
    own = sum(
        objective.before[CONFEDERATE]
        for objective, owner in zip(position.rules.plan.objectives, position.state.control, strict=True)
        if owner == CONFEDERATE
    )
    return 20 if own <= 1 else -20


def _release(position: Day, side: int, option: Action) -> int:
    return release_worth(position)


def release_worth(position: Day) -> int:
    """A regiment of Cocke's costs a point; in the afternoon it is worth that."""
    return 40 if is_after_lull(position) or in_lull(position) else -POINT


def _key(position: Day, side: int, option: Action) -> int:
    return chit_worth(position, side, option[1])


def chit_worth(position: Day, side: int, chit: str) -> int:
    """Chits that do most, whenever they come."""
    liked = ("Regulars", "Signal", "Superior", "Rebel", "Firefight", "Command", "Blackberries")
    return sum(10 * (len(liked) - n) for n, word in enumerate(liked) if word in chit)


_JUDGES: dict[str, Callable[[Day, int, Action], int]] = {
    "done": _nothing,
    PASS[0]: _nothing,
    "fight_on": _nothing,
    "declare": _declare,
    "move": _move,
    "enter": _move,
    "together": _together,
    "climb": _climb,
    "leave": _leave,
    "mount": _change,
    "dismount": _change,
    "fire": _fire,
    "short": _fire,
    "react": _react,
    "assault": _assault,
    "guns": _guns,
    "bring": _guns,
    "order": _order,
    "activate": _activate,
    "lose": _lose,
    "name": _name,
    "rally": _rally,
    "play": _play,
    "release": _release,
    "key": _key,
}
"""Verbs whose gain can be told; questions with another one are tried out."""
