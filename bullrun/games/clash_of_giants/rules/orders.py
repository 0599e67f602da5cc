"""B8.7 Pope's Orders: on 28 August most Union formations march along roads to Centreville or New Market, a
lead unit in front and the others behind it, until something releases them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import memory_of
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import MARCH, PIECE, PLACE, PLACES, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import ground, held_by, in_play, may_stack, name, stackable
from bullrun.games.clash_of_giants.rules.movement import walk
from bullrun.games.clash_of_giants.rules.reach import Leg, closed_to, left_over, may_march, reached
from bullrun.games.clash_of_giants.rules.roster import KINDS
from bullrun.games.clash_of_giants.rules.state import MARCH as MARCHING
from bullrun.games.clash_of_giants.rules.state import REGULAR, ROAD, STILL
from bullrun.games.clash_of_giants.rules.zones import next_to_enemies, zone
from bullrun.games.sides import SIDES

Path = tuple[PlaceId, ...]


class Roads(NamedTuple):
    """The roads that Orders leave open, and how far each of their hexes is from the goal."""

    goal: PlaceId
    links: tuple[PlaceSet, ...]
    far: dict[PlaceId, int]


# --- who owes what


@enforces("B8.7.who4504", "B8.7.who3214")
def goal_of(rules: Battlefield, formation: int) -> PlaceId | None:
    """The hex to which a formation is ordered; None for those that nobody orders anywhere."""
    if "orders" not in rules.data or rules.without_orders:
        return None
    called = rules.roster.formations[formation].id
    for goal, formations in rules.data["orders"]["goals"].items():
        if called in formations:
            return rules.place(goal)
    return None


@enforces("B8.7.free.d")
def owes(position: Clash, formation: int) -> bool:
    """Whether a formation is under Orders now."""
    rules, state = position.rules, position.state
    if goal_of(rules, formation) is None or state.free >> formation & 1:
        return False
    return bool(state.turn <= rules.data["orders"]["last_turn"])


@enforces("B8.7.road", "B8.7.ban", "B8.7.count")
def roads_to(rules: Battlefield, goal: PlaceId) -> Roads:
    """All roads but the forbidden one and the burned bridge, with the road hexes to the goal: fords and
    enemies do not matter."""
    key = f"orders {goal}"
    found: Roads | None = rules.memo.get(key)
    if found is None:
        banned = _banned(rules)
        links = tuple(
            rules.roads[place] & ~rules.closed_sides[place] & ~banned.get(place, 0)
            for place in range(rules.board.size)
        )
        far, front = {goal: 0}, [goal]
        for place in front:
            for to in places_in(links[place]):
                if to not in far:
                    far[to] = far[place] + 1
                    front.append(to)
        found = rules.memo[key] = Roads(goal, links, far)
    return found


def _banned(rules: Battlefield) -> dict[PlaceId, PlaceSet]:
    found: dict[PlaceId, PlaceSet] = {}
    for line in rules.board.lines:
        if line.name == rules.data["orders"]["banned_road"]:
            for a, b in zip(line.path, line.path[1:], strict=False):
                found[a] = found.get(a, 0) | 1 << b
                found[b] = found.get(b, 0) | 1 << a
    return found


# --- one step along a road


class Walker(NamedTuple):
    """A unit that goes along a road, and what is around it: the same for all steps of its move."""

    friends: PlaceSet
    zones: PlaceSet
    closed: PlaceSet
    """To road and regular movement."""
    closed_to_marches: PlaceSet
    regular: dict[tuple[PlaceId, PlaceId], int]
    """What its steps cost in regular movement."""
    left: int
    """In quarters of a point."""


def _walker(position: Clash, unit: int) -> Walker:
    rules = position.rules
    side = rules.roster.side[unit]
    friends = held_by(position, side) & ~(1 << position.state.at[unit])
    enemies = held_by(position, 1 - side) | next_to_enemies(position, side)
    return Walker(
        friends,
        zone(position, 1 - side),
        closed_to(position, unit),
        friends | enemies | rules.entry_hexes,
        rules.costs[KINDS[rules.roster.kind[unit]]],
        left_over(position, unit),
    )


def _step(rules: Battlefield, walker: Walker, place: PlaceId, to: PlaceId, leg: Leg) -> Leg | None:
    """A leg with one more road hex at its end, in its own mode or, where the road rate ends, at the regular
    rate; None where the unit cannot go there."""
    last = False
    if leg.mode == MARCHING:
        near = walker.friends & rules.board.neighbour_set[to] & rules.road_names[place, to]
        if walker.closed_to_marches >> to & 1 or (near and not rules.town >> to & 1):
            return None
        mode, cost, last = MARCHING, rules.costs["march"].get((place, to)), bool(near)
    elif walker.closed >> to & 1:
        return None
    elif leg.mode == ROAD and not (walker.friends | walker.zones) >> to & 1:
        mode, cost = ROAD, rules.costs["road"].get((place, to))
    else:
        mode, cost, last = REGULAR, walker.regular.get((place, to)), bool(walker.zones >> to & 1)
    if cost is None or leg.cost + cost > walker.left:
        return None
    return Leg(mode, leg.cost + cost, (*leg.path, to), last)


def _beginnings(position: Clash, unit: int) -> Iterator[Leg]:
    """The kinds of movement that a unit can begin, or is in the middle of."""
    mode = position.state.mode[unit]
    if may_march(position, unit):
        yield Leg(MARCHING, 0, (), False)
    if mode != MARCHING:
        yield Leg(ROAD if mode in (STILL, ROAD) else REGULAR, 0, (), False)


# --- the lead


def lead_moves(position: Clash, unit: int, goal: PlaceId) -> dict[Path, Leg]:
    """The paths of which the lead takes one; units of one division that stand together have the same."""
    state, roster, memo = position.state, position.rules.roster, ground(position).memo
    key = (
        *("lead", goal, state.turn, state.at[unit], state.been[unit], state.mode[unit], state.arrival[unit]),
        *(roster.division[unit], left_over(position, unit), state.commanded >> unit & 1),
    )
    found: dict[Path, Leg] | None = memo.get(key)
    if found is None:
        found = memo[key] = _lead_moves(position, unit, goal)
    return found


@enforces("B8.7.closer", "B8.7.back", "B8.7.far", "B8.7.any", "B8.7.zoc")
def _lead_moves(position: Clash, unit: int, goal: PlaceId) -> dict[Path, Leg]:
    """Paths without a hex that it has entered before, full, nearer to the goal at the end, not the beginning
    of a longer one, and into a zone only if no way as short avoids it."""
    roads, start = roads_to(position.rules, goal), position.state.at[unit]
    found: dict[Path, Leg] = {}
    for beginning in _beginnings(position, unit):
        for leg in _full_moves(position, unit, roads, beginning):
            cut = _last_stop(position, unit, leg)
            if cut is None or roads.far[cut.path[-1]] >= roads.far[start]:
                continue
            if cut.path not in found or cut.cost < found[cut.path].cost:
                found[cut.path] = cut
    begun = {path[:number] for path in found for number in range(1, len(path))}
    full = {path: leg for path, leg in found.items() if path not in begun}
    zones = zone(position, 1 - position.rules.roster.side[unit])
    length = {path: len(path) + roads.far[path[-1]] for path in full}
    calm = [length[path] for path in full if not zones & set_of(path)]
    best = min(calm, default=None)
    return {
        path: leg
        for path, leg in sorted(full.items())
        if not zones & set_of(path) or best is None or best > length[path]
    }


def _full_moves(position: Clash, unit: int, roads: Roads, beginning: Leg) -> Iterator[Leg]:
    """Every way along the roads until no further hex can be entered that leaves a way to the goal."""
    start, walker = position.state.at[unit], _walker(position, unit)
    entered = position.state.been[unit] | 1 << start
    open_ends = [(start, beginning, entered)]
    steps = memory_of(position.rules.memo, f"steps to {roads.goal}", 4_000)
    while open_ends:
        place, leg, seen = open_ends.pop()
        more = False
        if place != roads.goal and not leg.last:
            key = (place, seen)
            if key not in steps:
                steps[key] = _steps_that_lead_on(roads, place, seen)
            for to in places_in(steps[key]):
                longer = _step(position.rules, walker, place, to, leg)
                if longer is not None:
                    more = True
                    open_ends.append((to, longer, seen | 1 << to))
        if leg.path and not more:
            yield leg


def _steps_that_lead_on(roads: Roads, place: PlaceId, seen: PlaceSet) -> PlaceSet:
    """The road hexes next to a hex from which the goal can be reached over hexes not yet entered."""
    reached_back = front = 1 << roads.goal & ~seen
    while front:
        spread = 0
        for here in places_in(front):
            spread |= roads.links[here]
        front = spread & ~seen & ~reached_back
        reached_back |= front
    return roads.links[place] & reached_back


def _last_stop(position: Clash, unit: int, leg: Leg) -> Leg | None:
    """A leg cut back to the last hex where the unit may stop."""
    place, along = position.state.at[unit], leg._replace(path=(), cost=0, last=False)
    walker = _walker(position, unit)
    along = along if leg.mode == MARCHING else next(_not_marching(position, unit))
    found = None
    for to in leg.path:
        longer = _step(position.rules, walker, place, to, along)
        assert longer is not None
        place, along = to, longer
        if may_stack(position, unit, to):
            found = along
    return found


def _not_marching(position: Clash, unit: int) -> Iterator[Leg]:
    return (leg for leg in _beginnings(position, unit) if leg.mode != MARCHING)


# --- those who follow


@enforces("B8.7.follow", "B8.7.far")
def follow_move(position: Clash, unit: int, roads: Roads) -> Leg | None:
    """How a unit follows the lead: by the shortest road to the lead's path, on its track if that leads there,
    and along it, in the mode that takes it farthest, to the last hex where it may stop."""
    best: Leg | None = None
    route = _route(position, unit, roads)
    for beginning in _beginnings(position, unit):
        found = _along(position, unit, route, beginning, roads.goal)
        if found is not None and (best is None or len(found.path) > len(best.path)):
            best = found
    return best


def _along(position: Clash, unit: int, route: Path, beginning: Leg, goal: PlaceId) -> Leg | None:
    place, along, found = position.state.at[unit], beginning, None
    walker = _walker(position, unit)
    for to in route:
        longer = _step(position.rules, walker, place, to, along)
        if longer is None:
            break
        place, along = to, longer
        if may_stack(position, unit, to):
            found = along
        if along.last or to == goal:
            break
    return found


@enforces("B8.7.follow", "B8.7.back")
def _route(position: Clash, unit: int, roads: Roads) -> Path:
    """The road hexes before a unit: to the lead's path, and along it to its end."""
    state = position.state
    start, path = state.at[unit], state.lead[1:]
    seen = state.been[unit] & ~(1 << start)
    for track in (state.been[state.lead[0]] | set_of(path), position.rules.board.all):
        joined = _shortest(roads, start, set_of(path), track & ~seen)
        if joined is not None:
            onward = path[path.index(joined[-1] if joined else start) + 1 :]
            rest: Path = ()
            for place in onward:
                if seen >> place & 1:
                    break
                rest = (*rest, place)
            return (*joined, *rest)
    return ()


def _shortest(roads: Roads, start: PlaceId, goals: PlaceSet, allowed: PlaceSet) -> Path | None:
    """The shortest road from a hex to one of some hexes; of several the one with the lower hexes first."""
    paths: dict[PlaceId, Path] = {start: ()}
    front = [start]
    for place in front:
        if goals >> place & 1:
            return paths[place]
        for to in places_in(roads.links[place] & allowed):
            if to not in paths:
                paths[to] = (*paths[place], to)
                front.append(to)
    return None


# --- B8.7.free.e


@enforces("B8.7.free.e")
def free_ends(position: Clash, unit: int, legs: Iterable[Leg]) -> dict[PlaceId, Leg]:
    """Where a unit in its turn of arrival may end once one of these ways has brought it next to a lead that
    was stopped in a zone this turn: it is free for the rest of its move."""
    state, board = position.state, position.rules.board
    if state.arrival[unit] != state.turn:
        return {}
    beside: PlaceSet = 0
    for lead in in_play(position, state.stopped & ~(1 << unit)):
        beside |= board.neighbour_set[state.at[lead]]
    stops = stackable(position, unit)
    found: dict[PlaceId, Leg] = {}
    for leg in legs:
        before = _up_to(position, unit, leg, beside)
        if before is None or before.mode == MARCHING:
            continue
        ways = {before.path[-1]: before}
        if not before.last:
            for end, on in reached(position, unit, before).items():
                ways[end] = Leg(on.mode, before.cost + on.cost, (*before.path, *on.path), True)
        for end, way in ways.items():
            if stops >> end & 1 and (end not in found or way.cost < found[end].cost):
                found[end] = way
    return dict(sorted(found.items()))


def _up_to(position: Clash, unit: int, leg: Leg, beside: PlaceSet) -> Leg | None:
    """The part of a leg up to its first hex in a set."""
    place, along = position.state.at[unit], Leg(leg.mode, 0, (), False)
    walker = _walker(position, unit)
    if leg.mode != MARCHING:
        along = next(_not_marching(position, unit))
    for to in leg.path:
        longer = _step(position.rules, walker, place, to, along)
        if longer is None:
            return None
        place, along = to, longer
        if beside >> to & 1:
            return along
    return None


# --- the moves of a formation under Orders


def ask_orders(position: Clash, frame: Frame) -> Decision | None:
    """Who is off the road goes to it; then the lead moves, and then the others, the nearest to the goal
    first. Riders are none of it."""
    state, rules = position.state, position.rules
    formation: int = frame[1]
    goal = goal_of(rules, formation)
    units = in_play(
        position, rules.roster.formations[formation].units & state.active & ~state.riders & ~state.halted
    )
    if goal is None or not owes(position, formation) or not units:
        position.end()
        return None
    roads = roads_to(rules, goal)
    off = [unit for unit in units if state.at[unit] not in roads.far]
    if off:
        return _ask_back(position, off[0], roads)
    nearest = min(roads.far[state.at[unit]] for unit in units)
    first = [unit for unit in units if roads.far[state.at[unit]] == nearest]
    return _ask_follow(position, first, roads) if state.lead else _ask_lead(position, first, goal)


@enforces("B8.7.off")
def back_to_road(position: Clash, unit: int, roads: Roads) -> dict[PlaceId, Leg]:
    """The road hexes that a unit off the road gets to most cheaply; if there is none in reach, the hexes that
    bring it nearest to one."""
    board, start = position.rules.board, position.state.at[unit]
    stops = stackable(position, unit) & ~(1 << start)
    ways = {end: leg for end, leg in reached(position, unit).items() if stops >> end & 1}
    on_road = {end: leg for end, leg in ways.items() if end in roads.far}
    if on_road:
        cheapest = min(leg.cost for leg in on_road.values())
        return {end: leg for end, leg in sorted(on_road.items()) if leg.cost == cheapest}
    away = {end: min(board.distance(end, road) for road in roads.far) for end in (*ways, start)}
    nearest = min(away.values())
    return {end: leg for end, leg in sorted(ways.items()) if away[end] == nearest < away[start]}


def _ask_back(position: Clash, unit: int, roads: Roads) -> Decision | None:
    ways = back_to_road(position, unit, roads)
    if not ways:
        position.state.halted |= 1 << unit
        return None
    called = position.rules.roster.ids[unit]
    options: list[Action] = [("follow", called, name(position, end)) for end in ways]
    question = f"Where does {position.rules.roster.infos[unit].name} get to the road?"
    return Decision(SIDES[position.state.side], question, options, "B8.7.off")


def _ask_lead(position: Clash, first: list[int], goal: PlaceId) -> Decision | None:
    state, ids = position.state, position.rules.roster.ids
    options: list[Action] = []
    for unit in first:
        moves = lead_moves(position, unit, goal)
        options += [("lead", ids[unit], *(name(position, place) for place in path)) for path in moves]
        options += [("follow", ids[unit], name(position, end)) for end in _free(position, unit, moves)]
    if not options:
        state.lead = (first[0], state.at[first[0]])
        state.halted |= 1 << first[0]
        return None
    return Decision(SIDES[state.side], "Which way does the lead take?", options, "B8.7.closer")


def _free(position: Clash, unit: int, moves: dict[Path, Leg]) -> dict[PlaceId, Leg]:
    return free_ends(position, unit, moves.values())


def _ask_follow(position: Clash, first: list[int], roads: Roads) -> Decision | None:
    state, ids = position.state, position.rules.roster.ids
    options: list[Action] = []
    for unit in first:
        ends = follow_ends(position, unit, roads)
        options += [("follow", ids[unit], name(position, end)) for end in ends]
        if not ends:
            state.halted |= 1 << unit
    if not options:
        return None
    return Decision(SIDES[state.side], "Which unit follows the lead next?", options, "B8.7.follow")


def follow_ends(position: Clash, unit: int, roads: Roads) -> dict[PlaceId, Leg]:
    """Where a unit that follows may end: as far as it gets, or anywhere once it is free."""
    route = _route(position, unit, roads)
    ways = [_whole(position, unit, route, beginning) for beginning in _beginnings(position, unit)]
    free = free_ends(position, unit, ways)
    if free:
        return free
    leg = follow_move(position, unit, roads)
    return {} if leg is None else {leg.path[-1]: leg}


def _whole(position: Clash, unit: int, route: Path, beginning: Leg) -> Leg:
    """As much of a route as a unit can walk, whether it may stop there or not."""
    place, along = position.state.at[unit], beginning
    walker = _walker(position, unit)
    for to in route:
        longer = None if along.last else _step(position.rules, walker, place, to, along)
        if longer is None:
            break
        place, along = to, longer
    return along


def answer_orders(position: Clash, frame: Frame, action: Action) -> None:
    """The unit goes. The first is the lead, and the others follow its path."""
    state, rules = position.state, position.rules
    formation: int = frame[1]
    goal = goal_of(rules, formation)
    assert goal is not None
    roads, unit = roads_to(rules, goal), rules.roster.number[action[1]]
    start, path = state.at[unit], tuple(rules.board.place(word) for word in action[2:])
    if start not in roads.far:
        leg = back_to_road(position, unit, roads)[path[0]]
        _go(position, unit, formation, leg, leg.last or path[0] not in roads.far)
        return
    if state.lead:
        _go(position, unit, formation, follow_ends(position, unit, roads)[path[0]], True)
        return
    moves = lead_moves(position, unit, goal)
    leg = moves[path] if action[0] == "lead" else _free(position, unit, moves)[path[0]]
    _go(position, unit, formation, leg, True)
    state.lead = (unit, start, *leg.path)
    _note_stopped(position, unit, start, leg, roads)


@enforces("B8.7.free.a", "B8.7.free.c", "B8.7.end")
def _go(position: Clash, unit: int, formation: int, leg: Leg, over: bool) -> None:
    """It moves and remembers its hexes. At the goal or next to an enemy it releases its formation at the end
    of the activation."""
    state = position.state
    walk(position, unit, leg)
    state.been[unit] |= set_of(leg.path)
    if over:
        state.halted |= 1 << unit
    if state.at[unit] == goal_of(position.rules, formation):
        _release(position, formation, "B8.7.free.a", "it has arrived")
    elif next_to_enemies(position, position.rules.roster.side[unit]) >> state.at[unit] & 1:
        _release(position, formation, "B8.7.free.c", "it has met the enemy")


@enforces("B8.7.free.e")
def _note_stopped(position: Clash, unit: int, start: PlaceId, leg: Leg, roads: Roads) -> None:
    """The lead was stopped in a zone on a shortest route, in its turn of arrival."""
    state = position.state
    end = leg.path[-1]
    zones = zone(position, 1 - position.rules.roster.side[unit])
    shortest = end in roads.far and len(leg.path) + roads.far[end] == roads.far[start]
    if state.arrival[unit] == state.turn and leg.mode == REGULAR and zones >> end & 1 and shortest:
        state.stopped |= 1 << unit


@enforces("B8.7.end")
def _release(position: Clash, formation: int, rule: str, reason: str) -> None:
    """A formation is free of Orders from the end of the running activation."""
    state = position.state
    if not (state.free | state.freed) >> formation & 1:
        state.freed |= 1 << formation
        called = position.rules.roster.formations[formation].name
        position.emit("orders_freed", rule, formation=called, reason=reason)


@enforces("B8.7.free.b", "B8.7.free.not")
def attacked(position: Clash, defenders: Iterable[int]) -> None:
    """An attack on units is declared: that releases their formations; an enemy next to them does not."""
    formation_of = position.rules.roster.formation
    for formation in sorted({formation_of[unit] for unit in defenders}):
        if owes(position, formation):
            _release(position, formation, "B8.7.free.b", "it is attacked")


def ways(position: Clash, unit: int, goal: PlaceId) -> list[Leg]:
    """Where a unit under Orders could go next: back to a road, as the lead, or after it."""
    roads = roads_to(position.rules, goal)
    if position.state.at[unit] not in roads.far:
        return list(back_to_road(position, unit, roads).values())
    if position.state.lead:
        return list(follow_ends(position, unit, roads).values())
    moves = lead_moves(position, unit, goal)
    return [*moves.values(), *_free(position, unit, moves).values()]


# --- why not


def why_not_lead(position: Clash, action: Action) -> Refusal | None:
    """Why a unit under Orders does not go that way."""
    rules, state, frame = position.rules, position.state, position.state.frames[-1]
    unit = rules.roster.number.get(action[1]) if len(action) > 2 else None
    places = [rules.board.find(word) for word in action[2:]]
    if unit is None or unit >= rules.roster.unit_count or None in places:
        return Refusal("B8.7.road", "Name a unit and its hexes: lead UNIT HEX HEX... or follow UNIT HEX.")
    facts = {"piece": action[1]}
    if frame[0] != "orders":
        return Refusal("B8.7.road", "Nobody moves under Orders now.", facts)
    goal = goal_of(rules, frame[1])
    if goal is None or not rules.roster.formations[frame[1]].units & state.active & 1 << unit:
        return Refusal("B8.7.road", f"{action[1]} does not move under Orders now.", facts)
    if state.halted >> unit & 1:
        return Refusal("11.1", f"{action[1]} has ended its move.", facts)
    return Refusal(*_why_not_path(position, unit, roads_to(rules, goal), action), facts)


def _why_not_path(position: Clash, unit: int, roads: Roads, action: Action) -> tuple[str, str]:
    rules, state = position.rules, position.state
    called, path = action[1], [rules.board.place(word) for word in action[2:]]
    start = state.at[unit]
    if start not in roads.far:
        return "B8.7.off", f"{called} first goes to the nearest road hex."
    if action[0] == "follow" or state.lead:
        return "B8.7.follow", f"{called} follows the lead's path as far as it can, in its turn."
    steps = list(zip([start, *path], path, strict=False))
    if any(rules.roads[a] >> b & 1 and _banned(rules).get(a, 0) >> b & 1 for a, b in steps):
        return "B8.7.ban", f"Nobody under Orders uses the {rules.data['orders']['banned_road']}."
    if not all(roads.links[a] >> b & 1 for a, b in steps):
        return "B8.7.road", f"{called} stays on roads, hex by hex."
    if len(set(path)) < len(path) or set_of(path) & (state.been[unit] | 1 << start):
        return "B8.7.back", f"{called} enters no hex twice under Orders."
    if roads.far[path[-1]] >= roads.far[start]:
        return "B8.7.closer", f"{called} has to end closer to {name(position, roads.goal)}."
    if zone(position, 1 - rules.roster.side[unit]) & set_of(path):
        return "B8.7.zoc", "A way into an enemy zone is taken only if none as short avoids it."
    return "B8.7.far", f"{called} goes by the kind of movement that takes it farthest, as far as it can."


PROCEDURES = {"orders": Procedure(ask_orders, answer_orders)}
VERBS = (
    Verb("lead", MARCH, (PIECE, PLACES), "Lead with {0}: {1}", "B8.7.closer", "operations"),
    Verb("follow", MARCH, (PIECE, PLACE), "Move {0} to {1}", "B8.7.follow", "operations"),
)
EVENTS = (
    Kind(
        "orders_freed",
        "{formation} is free of Pope's Orders: {reason}.",
        {"formation": WORDS, "reason": WORDS},
    ),
)
WHY_NOT = {"lead": why_not_lead, "follow": why_not_lead}
