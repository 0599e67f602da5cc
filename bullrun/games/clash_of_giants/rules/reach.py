"""11. Where a unit can move in its activation: by road and then regularly, by reinforcement march, by
emergency withdrawal, and off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, place_list, places_in, set_of, union_of
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import memory_of
from bullrun.fast import Graph, Reach
from bullrun.games.clash_of_giants.rules import second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import ground, held_by, stackable_elsewhere
from bullrun.games.clash_of_giants.rules.state import ENTRY, MAP, MARCH, REGULAR, ROAD, STILL, WITHDRAWAL
from bullrun.games.clash_of_giants.rules.zones import next_to_enemies, zone
from bullrun.games.sides import SIDES
from bullrun.mechanisms.modes import Mode, joined_edges

OFF_MAP: PlaceId = 0
"""Where an exit over the edge of the map leads."""


class Leg(NamedTuple):
    """One way to an end: the mode of the last step, quarters of a point, the hexes entered, and whether the
    unit's move is over there whatever points are left."""

    mode: int
    cost: int
    path: tuple[PlaceId, ...]
    last: bool


class Ways(Mapping[PlaceId, Leg]):
    """The hexes where a move may end, each with the way there, which is worked out when somebody asks."""

    __slots__ = ("_way", "ends")

    def __init__(self, ends: PlaceSet, way: Callable[[PlaceId], Leg]) -> None:
        self.ends = ends
        self._way = way

    def __getitem__(self, end: PlaceId) -> Leg:
        if not self.ends >> end & 1:
            raise KeyError(end)
        return self._way(end)

    def __iter__(self) -> Iterator[PlaceId]:
        return places_in(self.ends)

    def __len__(self) -> int:
        return self.ends.bit_count()

    def __bool__(self) -> bool:
        return self.ends != 0

    def among(self, hexes: PlaceSet) -> Ways:
        """Those that end in a set of hexes."""
        return self if not self.ends & ~hexes else Ways(self.ends & hexes, self._way)


def listed(ways: dict[PlaceId, Leg]) -> Ways:
    """Ways that have been worked out."""
    return Ways(set_of(ways), ways.__getitem__) if ways else NO_WAYS


_NONE: dict[PlaceId, Leg] = {}
NO_WAYS = Ways(0, _NONE.__getitem__)


class Legs(NamedTuple):
    """All that a unit can do next, by the hex where it ends."""

    moves: Ways
    marches: Ways
    withdrawals: Ways
    exits: Ways

    def any(self) -> bool:
        """Whether there is anything."""
        return any(ways.ends for ways in self)


NOTHING = Legs(NO_WAYS, NO_WAYS, NO_WAYS, NO_WAYS)


# --- the limits of one unit


def is_out_of_command(position: Clash, unit: int) -> bool:
    """Whether an active unit is out of its formation's range (10.4)."""
    return not position.state.commanded >> unit & 1


def left_over(position: Clash, unit: int) -> int:
    """The quarters of a point that an active unit has left."""
    return position.state.allowance[unit] * QUARTER - position.state.spent[unit]


@enforces("11.2", "8.2.leave", "10.4.cm", "15.1.calm", "9.5")
def closed_to(position: Clash, unit: int) -> PlaceSet:
    """The hexes that a unit does not enter by road or regular movement: enemies and entry hexes; zones, if
    it began in one or at night; next to enemies, if it is out of command."""
    side = position.rules.roster.side[unit]
    shy = bool(position.state.zoned >> unit & 1) or is_calm(position)
    key = ("closed", side, shy, is_out_of_command(position, unit))
    memo = ground(position).memo
    found: PlaceSet | None = memo.get(key)
    if found is None:
        found = held_by(position, 1 - side) | position.rules.entry_hexes
        if shy:
            found |= zone(position, 1 - side)
        if is_out_of_command(position, unit):
            found |= next_to_enemies(position, side)
        memo[key] = found
    return found


def is_calm(position: Clash) -> bool:
    """Whether it is night, when nobody enters an enemy zone."""
    rules = position.rules
    return rules.is_night(position.state.turn) and not rules.has("night-combat")


@enforces("7.1.end")
def _stopping(position: Clash, unit: int) -> PlaceSet:
    """Where it may stop as far as friends go; its own hex is no end of a move."""
    return stackable_elsewhere(position, unit) & ~(1 << position.state.at[unit])


@enforces("B8.5.limit", "B8.5.except", "B8.5.back")
def _within_limit(position: Clash, unit: int, legs: Legs) -> Legs:
    """Jackson's wing ends its moves in column 23 or east of it. Who has been thrown back west of it goes
    there if he can, and otherwise as far east as he gets; who can only withdraw to the west may do that."""
    west = second_bull_run.west_of_limit(position, unit)
    if not west:
        return legs
    column, at = position.rules.column, position.state.at[unit]
    if not west >> at & 1:
        moves = legs.moves.among(~west)
        withdrawals = legs.withdrawals.among(~west) or legs.withdrawals
        return legs._replace(moves=moves, marches=legs.marches.among(~west), withdrawals=withdrawals)
    kinds = (legs.moves, legs.marches, legs.withdrawals)
    if any(kind.ends & ~west for kind in kinds):
        wanted = ~west
    else:
        farthest = max((column(end) for kind in kinds for end in kind), default=0)
        if farthest <= column(at):
            return legs._replace(moves=NO_WAYS, marches=NO_WAYS)
        wanted = set_of(end for kind in kinds for end in kind if column(end) == farthest)
    moves, marches, withdrawals = (kind.among(wanted) for kind in kinds)
    return legs._replace(moves=moves, marches=marches, withdrawals=withdrawals)


@enforces("B8.5.back")
def must_return(position: Clash, unit: int) -> bool:
    """Whether a unit stands west of Jackson's limit and can go east: then it has to, before others move."""
    state = position.state
    if state.halted >> unit & 1 or not second_bull_run.west_of_limit(position, unit) >> state.at[unit] & 1:
        return False
    legs, column = legs_of(position, unit), position.rules.column
    ends = (end for kind in (legs.moves, legs.marches, legs.withdrawals) for end in kind)
    return any(column(end) > column(state.at[unit]) for end in ends)


# --- 11.7 and 11.2 road movement, then regular movement


@enforces("11.7.then")
def _edges(rules: Battlefield, kind: int, turned: bool) -> Graph:
    """Road steps and then regular steps as one graph: a regular step leads out of the road mode for good. No
    step leads onto Big Round Top from outside it; where the west is closed (`turned`), none back there."""
    key = f"steps {kind} {turned}"
    found: Graph | None = rules.memo.get(key)
    if found is None:
        road = Mode("road", _allowed(rules, rules.road_steps, turned), (1,))
        regular = Mode("regular", _allowed(rules, rules.regular[kind], turned))
        found = rules.memo[key] = joined_edges((road, regular), rules.board.size)
    return found


@enforces("G7.5", "B9.4.col21")
def _allowed(rules: Battlefield, steps: Graph, turned: bool) -> Graph:
    limit = rules.data["west_limit"]["column"] if turned else 0
    top, column = rules.round_top, rules.column

    def stays(place: PlaceId, to: PlaceId) -> bool:
        if top >> to & 1 and not top >> place & 1:
            return False
        return not turned or column(to) >= limit or column(to) >= column(place)

    rows: list[tuple[tuple[PlaceId, int], ...]] = [()] * rules.board.size
    for place in rules.board.places:
        rows[place] = tuple((to, cost) for to, cost in steps.rows[place] if stays(place, to))
    return Graph(rows)


@enforces("8.2.stop", "11.7.friend", "11.7.zone", "11.7.start", "11.1")
def reached(position: Clash, unit: int, after: Leg | None = None) -> Ways:
    """All hexes that a unit gets to by road and regular movement with what it has left, or will have left
    after a leg, whether it may stop there or not. The road rate needs an empty hex outside enemy zones; an
    enemy zone ends the move."""
    rules, state = position.rules, position.state
    side, start = rules.roster.side[unit], state.at[unit]
    begun, cavalry = state.mode[unit], rules.roster.cavalry >> unit & 1
    budget = left_over(position, unit)
    if after is not None:
        start, begun, budget = after.path[-1], after.mode, budget - after.cost
    near = rules.board.within(start, max(budget, 0) // QUARTER)  # no step costs less than a point
    zones, closed = zone(position, 1 - side) & near, closed_to(position, unit) & near
    by_foot = held_by(position, side) & near
    turned = bool(second_bull_run.west_closed(position, unit))
    by_road, climbs = begun in (STILL, ROAD), begun == STILL and state.allowance[unit] > 0
    # What is farther away than the points reach changes nothing: most units go on as they were asked before.
    key = (cavalry, turned, start, budget, by_road, climbs, zones, closed, by_foot)
    kept = memory_of(rules.memo, "reached", 4_000)
    found: Ways | None = kept.get(key)
    if found is None:
        size = rules.board.size
        not_by_road = closed | zones | by_foot | (rules.rocks if cavalry else 0)
        search = _edges(rules, cavalry, turned).search(
            start if by_road else size + start,
            budget,
            zones << size & ~(1 << size + start),
            not_by_road | closed << size,
        )
        top = _up_round_top(rules, cavalry, start, closed) if climbs else 0
        ends = (search.mask | search.mask >> size) & rules.board.all & ~(1 << start)
        found = kept[key] = Ways(ends | top, _Walked(search, size, budget, zones, top).leg)
    return found


class _Walked(NamedTuple):
    """A search by road and then regularly, and what its ways need besides."""

    search: Reach
    size: int
    budget: int
    zones: PlaceSet
    top: PlaceSet
    """The hexes of Big Round Top that take all points."""

    def leg(self, place: PlaceId) -> Leg:
        """The cheapest way to a hex; of two that cost the same the one by road."""
        if self.top >> place & 1:
            return Leg(REGULAR, self.budget, (place,), True)
        costs = self.search.costs
        by_road, by_foot = costs.get(place), costs.get(place + self.size)
        if by_foot is None or (by_road is not None and by_road <= by_foot):
            node, mode = place, ROAD
        else:
            node, mode = place + self.size, REGULAR
        path = tuple(step % self.size for step in self.search.path(node))
        cost = costs[node]
        return Leg(mode, cost, path, cost == self.budget or bool(self.zones >> place & 1))


@enforces("G7.5")
def _up_round_top(rules: Battlefield, cavalry: int, start: PlaceId, closed: PlaceSet) -> PlaceSet:
    """The hexes of Big Round Top that a unit next to it can climb as its first step, with all its points."""
    if rules.round_top >> start & 1:
        return 0
    return set_of(to for to, _ in rules.regular[cavalry].rows[start]) & rules.round_top & ~closed


# --- 11.6 reinforcement march


@enforces("11.6.first", "11.6.only")
def may_march(position: Clash, unit: int) -> bool:
    """A unit in its entry hex in its turn of arrival, or in the middle of its march."""
    state = position.state
    if state.mode[unit] == MARCH:
        return True
    return state.box[unit] == ENTRY and state.mode[unit] == STILL and state.arrival[unit] == state.turn


@enforces("11.6.enemy", "11.6.empty", "11.6.gap", "11.6.town", "11.6.other")
def marches(position: Clash, unit: int) -> dict[PlaceId, Leg]:
    """Road hexes that a march leads to: never an occupied hex or one next to an enemy, nor next to a friend
    on the same road, but for a town hex where the march then ends. Those still in entry hexes do not count:
    they are off the map."""
    rules, state = position.rules, position.state
    side, start, budget = rules.roster.side[unit], state.at[unit], left_over(position, unit)
    friends = held_by(position, side) & ~(1 << start)
    closed = friends | held_by(position, 1 - side) | next_to_enemies(position, side) | rules.entry_hexes
    if rules.roster.cavalry >> unit & 1:
        closed |= rules.rocks
    steps = _allowed_marches(rules, bool(second_bull_run.west_closed(position, unit)))
    found: dict[PlaceId, Leg] = {}
    queue: list[tuple[int, PlaceId, tuple[PlaceId, ...]]] = [(0, start, ())]
    passed: set[PlaceId] = set()
    while queue:
        cost, place, path = heappop(queue)
        if place in passed:
            continue
        passed.add(place)
        for to, step in steps.rows[place]:
            total = cost + step
            if total > budget or closed >> to & 1 or to == start:
                continue
            near = friends & rules.board.neighbour_set[to] & rules.road_names[place, to]
            if near and not rules.town >> to & 1:
                continue
            last = bool(near) or total == budget
            if to not in found or total < found[to].cost or (found[to].last and not last):
                found[to] = Leg(MARCH, total, (*path, to), last)
            if not near:
                heappush(queue, (total, to, (*path, to)))
    return found


def _allowed_marches(rules: Battlefield, turned: bool) -> Graph:
    key = f"march {turned}"
    found: Graph | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = _allowed(rules, rules.march_steps, turned)
    return found


def _allowed_on_foot(rules: Battlefield, kind: int) -> Graph:
    key = f"regular {kind}"
    found: Graph | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = _allowed(rules, rules.regular[kind], False)
    return found


# --- 11.5 emergency withdrawal


def compass_steps(rules: Battlefield, side: int) -> tuple[PlaceSet, ...]:
    """By hex the neighbours in the directions of a side's retreat compass."""
    key = f"compass {side}"
    found: tuple[PlaceSet, ...] | None = rules.memo.get(key)
    if found is None:
        board = rules.board
        found = rules.memo[key] = tuple(
            set_of(
                to
                for direction in rules.compass[side]
                if board.all >> place & 1 and (to := board.step(place, direction)) is not None
            )
            for place in range(board.size)
        )
    return found


@enforces("11.5.friend", "11.5.height", "11.5.woods")
def is_door(position: Clash, unit: int, place: PlaceId) -> bool:
    """Whether a hex in an enemy zone lets a unit pass: a friend stands in it, or it is woods, or it is higher
    than the unit and no enemy at its height or above has a zone on it."""
    rules, state = position.rules, position.state
    side = rules.roster.side[unit]
    if (held_by(position, side) | rules.woods) >> place & 1:
        return True
    if rules.levels[place] <= rules.levels[state.at[unit]]:
        return False
    enemies = held_by(position, 1 - side) & rules.board.neighbour_set[place]
    return not any(
        rules.zones[enemy] >> place & 1 and rules.levels[enemy] >= rules.levels[place]
        for enemy in places_in(enemies)
    )


@enforces("11.5.start", "11.5.one", "11.5.compass", "11.5.end", "11.5.holder", "11.5.ooc")
def withdrawals(position: Clash, unit: int) -> dict[PlaceId, Leg]:
    """Who began in an enemy zone and is in command passes through one hex in a zone first, and through none
    after it; each step on the compass, at the regular cost; the end is next to no enemy. Who holds the door
    has not moved by that."""
    rules, state = position.rules, position.state
    side, start, budget = rules.roster.side[unit], state.at[unit], left_over(position, unit)
    if state.mode[unit] != STILL or not state.zoned >> unit & 1 or is_out_of_command(position, unit):
        return {}
    zones, near = zone(position, 1 - side), next_to_enemies(position, side)
    enemies, compass = held_by(position, 1 - side), compass_steps(rules, side)
    steps = _allowed_on_foot(rules, rules.roster.cavalry >> unit & 1)
    found: dict[PlaceId, Leg] = {}
    queue: list[tuple[int, PlaceId, tuple[PlaceId, ...]]] = [(0, start, ())]
    passed: set[PlaceId] = set()
    while queue:
        cost, place, path = heappop(queue)
        if place in passed:
            continue
        passed.add(place)
        if len(path) > 1 and not near >> place & 1:
            found[place] = Leg(WITHDRAWAL, cost, path, True)
        for to, step in steps.rows[place]:
            if cost + step > budget or not compass[place] >> to & 1 or enemies >> to & 1:
                continue
            if bool(zones >> to & 1) != (not path) or (not path and not is_door(position, unit, to)):
                continue
            heappush(queue, (cost + step, to, (*path, to)))
    return found


# --- G4.1.2 leaving the map


@enforces("G4.1.2.cost", "G4.1.2.zone")
def exits(position: Clash, unit: int, ways: Ways) -> dict[PlaceId, Leg]:
    """Off the map from an edge hex of the exit zone, or into H or I if no enemy waits there, for one point
    more; not out of a zone entered in this move, and not by march. Key OFF_MAP is the edge."""
    rules, state = position.rules, position.state
    if "exit" not in rules.data or SIDES[rules.roster.side[unit]] != rules.data["exit"]["side"]:
        return {}
    budget, start = left_over(position, unit), state.at[unit]
    enemies = places_in(rules.roster.of_side[1 - rules.roster.side[unit]])
    waiting = set_of(state.at[enemy] for enemy in enemies if state.box[enemy] == ENTRY)
    gates = set_of(place for letter in rules.data["exit"]["entries"] for place in rules.entries[letter])
    zones = zone(position, 1 - rules.roster.side[unit])
    found: dict[PlaceId, Leg] = {}
    here = {start: Leg(state.mode[unit] or REGULAR, 0, (), False)} if state.box[unit] == MAP else {}
    leads_out = rules.exit_zone | union_of(rules.board.neighbour_set, gates)
    for place, leg in (here | dict(ways.among(leads_out & ~zones).items())).items():
        if leg.cost + QUARTER > budget:
            continue
        ends = place_list(rules.board.neighbour_set[place] & gates & ~waiting & ~rules.closed_sides[place])
        for end in [*ends, *([OFF_MAP] if rules.exit_zone >> place & 1 else [])]:
            if end not in found or leg.cost + QUARTER < found[end].cost:
                found[end] = Leg(leg.mode, leg.cost + QUARTER, leg.path, True)
    return found


# --- all of it


def legs_of(position: Clash, unit: int) -> Legs:
    """All that an active unit can do next."""
    state, on = position.state, ground(position)
    if state.halted >> unit & 1 or not state.active >> unit & 1 or state.box[unit] not in (MAP, ENTRY):
        return NOTHING
    key = (
        *("legs", unit, state.turn, state.at[unit], state.box[unit], state.mode[unit], state.spent[unit]),
        *(state.allowance[unit], state.commanded >> unit & 1, state.zoned >> unit & 1),
    )
    found: Legs | None = on.memo.get(key)
    if found is None:
        found = on.memo[key] = _legs(position, unit)
    return found


def _legs(position: Clash, unit: int) -> Legs:
    stopping = _stopping(position, unit)
    marching = position.state.mode[unit] == MARCH
    ways = NO_WAYS if marching else reached(position, unit)
    legs = Legs(
        ways.among(stopping),
        listed(marches(position, unit)) if may_march(position, unit) else NO_WAYS,
        listed(withdrawals(position, unit)).among(stopping),
        NO_WAYS if marching else listed(exits(position, unit, ways)),
    )
    return _within_limit(position, unit, legs)
