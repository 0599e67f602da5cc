"""10. How far units go: allowances, what each step costs, and the hexes in reach of a unit or of a stack that
moves together. Movement points are counted in halves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import memory_of
from bullrun.fast import Graph, Reach
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day, Term
from bullrun.games.day_was_ours.rules.ground import (
    ground,
    is_shaken,
    mode,
    occupied,
    printed_strength,
    under_chaos,
    zone,
)
from bullrun.games.day_was_ours.rules.limits import (
    bridge_is_open,
    ford_is_open,
    hexes_within,
    is_beyond,
    may_try_bridge,
    tie_of,
)
from bullrun.games.day_was_ours.rules.lull import in_lull, is_last_lull_turn
from bullrun.games.day_was_ours.rules.plan import Tie
from bullrun.games.day_was_ours.rules.stacking import full_for
from bullrun.games.day_was_ours.rules.state import (
    ATTACK,
    FREE_MOVE,
    GUNS,
    LIMITED,
    MANEUVER,
    NO_ORDER,
    ORDERS,
    REGROUP,
)
from bullrun.games.day_was_ours.rules.tables import GUN, HALF
from bullrun.games.sides import UNION

FAR = 400
"""More than any way over the map costs, in halves."""


# --- 10.1 allowances ----------------------------------------------------------------------------------


@enforces("10.1", "8.1.attack", "8.1.fired", "8.1.defend", "8.1.maneuver", "8.1.regroup", "6.4")
def allowance(position: Day, unit: int) -> int:
    """The movement points of a unit under the order of its activation, in halves. Shaken and exhausted units
    have half, rounded down one after the other."""
    state, rules = position.state, position.rules
    moves = mode(position, unit)
    if state.order == GUNS:
        found = rules.tables.gun_allowance[rules.roster.side[unit]] if moves == GUN else 0
    elif state.order in (NO_ORDER, LIMITED, FREE_MOVE) or moves == GUN:
        found = 0
    else:
        order = rules.tables.orders[ORDERS[state.order]]
        found = (order.fired if state.fired >> unit & 1 else order.allowance)[moves]
    points = found // HALF
    if is_shaken(position, unit):
        points //= 2
    if state.exhausted:
        points = int(points * rules.tables.exhaustion)
    return points * HALF


def left(position: Day, unit: int) -> int:
    """What a unit can still spend."""
    return max(0, allowance(position, unit) - position.state.spent[unit])


# --- 10.4, 10.5 steps ---------------------------------------------------------------------------------


class Steps(NamedTuple):
    """All steps of units that move alike."""

    plain: Graph
    """At the cheaper of the road's rate and the ground's cost."""
    crowded: Graph
    """The same on two layers: to place p as node p at that cost, and as node p + size at what it costs
    where the hex would hold more than the limit."""
    size: int
    least: int
    """What the cheapest step costs."""
    key: tuple[int, bool, bool, bool]
    """Mode, in March Column or not, Farm Ford open or not, the Stone Bridge open or not."""

    def last_start(self, budget: int) -> int:
        """How far away a hex can be from which units with such a budget still go on."""
        return max(0, budget - 1) // self.least if self.least else FAR


@enforces("10.4", "10.5b", "2.10k.rate", "2.10g", "16.3.10b", "16.3.4")
def steps(rules: Battlefield, moves: int, marching: bool, ford: bool, bridge: bool) -> Steps:
    """The steps of a mode, in March Column or not, with Farm Ford and the Stone Bridge open or closed."""
    kept = memory_of(rules.memo, "steps", 64)
    key = (moves, marching, ford, bridge)
    found: Steps | None = kept.get(key)
    if found is None:
        found = kept[key] = _work_out(rules, moves, marching, ford, bridge)
    return found


def _work_out(rules: Battlefield, moves: int, marching: bool, ford: bool, bridge: bool) -> Steps:
    size = rules.board.size
    plain: list[tuple[tuple[PlaceId, int], ...]] = []
    layered: list[tuple[tuple[PlaceId, int], ...]] = []
    for place, steps_from in enumerate(_step_costs(rules, moves, marching)):
        easy, hard = [], []
        for to, cost, crowded in steps_from:
            if is_closed(rules, place, to, ford, bridge):
                continue
            if cost is not None:
                easy.append((to, cost))
            if crowded is not None:
                hard.append((to + size, crowded))
        plain.append(tuple(sorted(easy, key=_by_cost)))
        layered.append(tuple(sorted(easy + hard, key=_by_cost)))
    least = min(cost for row in plain for _, cost in row)
    return Steps(Graph(plain), Graph(layered + layered), size, least, (moves, marching, ford, bridge))


Costs = list[list[tuple[PlaceId, int | None, int | None]]]
"""By place: its neighbours, with what a step costs, and what it costs into a hex over the limit."""


def _step_costs(rules: Battlefield, moves: int, marching: bool) -> Costs:
    """What all steps cost, crossings open or not; kept with the map, for it is the same in every scenario."""
    kept = memory_of(rules.board.memo, "step costs", 64)
    key = (rules.tables, moves, marching, rules.options["ford-on-road"])
    found: Costs | None = kept.get(key)
    if found is None:
        found = kept[key] = [
            [(to, *step_cost(rules, moves, place, to, marching)) for to in rules.board.neighbours[place]]
            for place in range(rules.board.size)
        ]
    return found


def _by_cost(step: tuple[PlaceId, int]) -> tuple[int, PlaceId]:
    return step[1], step[0]


def is_closed(rules: Battlefield, place: PlaceId, to: PlaceId, ford: bool, bridge: bool) -> bool:
    """Whether nobody passes a hexside: Bull Run, or a ford or bridge that is closed."""
    if not rules.rivers[place] >> to & 1:
        return False
    if not rules.crossings[place] >> to & 1:
        return True
    if {place, to} == set(rules.plan.farm_ford):
        return not ford
    return rules.plan.bridge is not None and {place, to} == set(rules.plan.bridge) and not bridge


def step_cost(
    rules: Battlefield, moves: int, place: PlaceId, to: PlaceId, marching: bool
) -> tuple[int | None, int | None]:
    """What a step costs, and what it costs into a hex over the limit; None where it cannot be made so."""
    by_road = rules.road_terms(moves, place, to, marching)
    over_ground = rules.ground_terms(moves, place, to)
    over_limit = rules.crowded_terms(moves, place, to) if by_road is not None else over_ground
    costs = [_total(terms) for terms in (by_road, over_ground) if terms is not None]
    return min(costs, default=None), None if over_limit is None else _total(over_limit)


def _total(terms: Iterable[Term]) -> int:
    return sum(term.cost for term in terms)


def step_terms(
    rules: Battlefield, moves: int, place: PlaceId, to: PlaceId, marching: bool, crowded: bool
) -> list[Term]:
    """The parts of what a step costs: at the road's rate where that is cheaper and the limit holds."""
    by_road = rules.road_terms(moves, place, to, marching)
    over_ground = rules.ground_terms(moves, place, to)
    if crowded and by_road is not None:
        return rules.crowded_terms(moves, place, to) or []
    if by_road is None or (over_ground is not None and _total(over_ground) < _total(by_road)):
        return over_ground or []
    return by_road


def is_road_rate(rules: Battlefield, moves: int, place: PlaceId, to: PlaceId, marching: bool) -> bool:
    """Whether a step into a hex with room is made at the rate of a road."""
    return step_terms(rules, moves, place, to, marching, False) == rules.road_terms(
        moves, place, to, marching
    )


# --- where units get to -------------------------------------------------------------------------------


class Way(NamedTuple):
    """How a hex is reached: every hex entered, and the cost."""

    path: tuple[PlaceId, ...]
    costs: tuple[int, ...]
    """What has been paid in each of them."""
    ends: bool = False
    """The move is over: the one hex that a unit may always go (10.1b)."""
    extended: bool = False
    """By an extended march (10.6)."""

    @property
    def cost(self) -> int:
        """What the whole way costs."""
        return self.costs[-1] if self.costs else 0


class March:
    """The hexes in reach of units that stand together, with the way to each."""

    __slots__ = ("_reaches", "_single", "_size", "start", "targets")

    def __init__(self, start: PlaceId, size: int) -> None:
        self.start, self._size = start, size
        self.targets: PlaceSet = 0
        """Where they may stop."""
        self._reaches: list[tuple[PlaceSet, Reach, bool]] = []
        self._single: dict[PlaceId, Way] = {}

    def add(self, reach: Reach, targets: PlaceSet, extended: bool = False) -> None:
        """Hexes that a search has found, but those that are in reach already."""
        first_layer = (1 << self._size) - 1  # on the second are hexes that can only be passed
        fresh = targets & reach.mask & first_layer & ~self.targets & ~(1 << self.start)
        self._reaches.append((fresh, reach, extended))
        self.targets |= fresh

    def add_step(self, to: PlaceId, cost: int, ends: bool = False) -> None:
        """The hex next to the start, at a price of its own."""
        if self.targets >> to & 1 and self.way(to).cost <= cost:
            return
        self._single[to] = Way((to,), (cost,), ends)
        self.targets |= 1 << to

    def keep(self, targets: PlaceSet) -> None:
        """Only some of the hexes are allowed."""
        self.targets &= targets

    def way(self, to: PlaceId) -> Way:
        """How a hex in reach is reached."""
        if to in self._single:
            return self._single[to]
        for targets, reach, extended in self._reaches:
            if targets >> to & 1:
                nodes = reach.path(to)
                path = tuple(node % self._size for node in nodes)
                return Way(path, tuple(reach.costs[node] for node in nodes), False, extended)
        raise KeyError(to)


def march_of(position: Day, units: Sequence[int], start: PlaceId = 0, paid: int = 0) -> March:
    """Where units that stand together can go now. `start` and `paid`: they come from off the map and have
    paid this for their entry hex. Who is asked where he moves has been told so already: it is kept until
    anybody moves or anything changes on which it depends."""
    state, memo = position.state, ground(position).memo
    key = (
        "march", tuple(units), start, paid, state.order, state.brigade, state.exhausted, bytes(state.spent),
        state.shaken, state.worn, state.dismounted, state.fired, state.moved, state.changed, state.approached,
        state.freed, state.wrong_side, state.turn, state.lull, state.crossed, state.ford_found, state.bridge,
        state.at[position.rules.roster.fog],
    )  # fmt: skip
    found: March | None = memo.get(key)
    if found is None:
        found = memo[key] = _march(position, units, start, paid)
    return found


@enforces("3.1b", "3.1d", "3.1e", "6.6", "10.2", "10.3b")
def _march(position: Day, units: Sequence[int], start: PlaceId, paid: int) -> March:
    """The same, worked out. Friends are passed freely off the road, and at its rate where the limit holds;
    only an attack goes next to an enemy, a battery never does."""
    state, rules = position.state, position.rules
    first = units[0]
    side = rules.roster.side[first]
    place = start or state.at[first]
    march = March(place, rules.board.size)
    if not start and under_chaos(position, place):
        return march
    budget = min(left(position, unit) for unit in units) - paid
    enemies, engaged = occupied(position, 1 - side), zone(position, 1 - side)
    points = sum(printed_strength(position, unit) for unit in units)
    full = full_for(position, side, points) & ~(1 << place)
    closed = enemies | engaged & full | barred(position, units, place)
    on = steps_of(position, units, place)
    driven_home = in_lull(position) and all(state.wrong_side >> unit & 1 for unit in units)
    if driven_home:
        _go_home(position, march, units, on, budget, closed, full)
        return march
    stops = _stops(position, units, engaged)
    may_engage = state.order == ATTACK
    if not may_engage:
        closed |= engaged
    is_held = bool(engaged >> place & 1)
    if budget > 0:
        near = _graph(position, on, place, budget, full)
        narrow = _narrowed(position, units, place, near, on, budget)
        reach = _search(narrow, place, budget, stops, closed, full, on.size, engaged if is_held else 0)
        march.add(reach, ~full)
        _extend(position, march, units, on, budget, closed, stops, full)
    _first_steps(position, march, units, on, budget, closed | full, engaged if is_held else 0)
    march.keep(~full & _lull_ends(position, side, march, place))
    return march


def _graph(position: Day, on: Steps, place: PlaceId, budget: int, full: PlaceSet) -> Graph:
    """The graph for a search: on two layers only if a road in reach leads through a full hex."""
    rules = position.rules
    crowded = full & rules.road_hexes and rules.board.within(place, on.last_start(budget) + 1) & full
    return on.crowded if crowded & rules.road_hexes else on.plain


def _search(
    graph: Graph,
    start: PlaceId,
    budget: int,
    stops: PlaceSet,
    closed: PlaceSet,
    full: PlaceSet,
    size: int,
    barred_at_start: PlaceSet = 0,
) -> Reach:
    """A search over one layer or two: on the second are the hexes that would hold too much."""
    if len(graph.rows) == size:
        return graph.search(start, budget, stops, closed, barred_at_start)
    everywhere = (1 << size) - 1
    shut = closed | full | (closed | everywhere & ~full) << size
    return graph.search(start, budget, stops | stops << size, shut, barred_at_start | barred_at_start << size)


def steps_of(position: Day, units: Sequence[int], place: PlaceId) -> Steps:
    """The steps that are open to units now."""
    state, rules = position.state, position.rules
    first = units[0]
    marching = state.order == MANEUVER
    ford = all(ford_is_open(position, unit) for unit in units)
    bridge = bridge_is_open(position, rules.roster.side[first]) or tries_bridge(position, units)
    return steps(rules, mode(position, first), marching, ford, bridge)


def tries_bridge(position: Day, units: Sequence[int]) -> bool:
    """Whether a regiment, alone, may try the Stone Bridge."""
    return len(units) == 1 and may_try_bridge(position, units[0])


def _stops(position: Day, units: Sequence[int], engaged: PlaceSet) -> PlaceSet:
    """Hexes where a move, or a part of it, ends: next to an enemy (10.3b), under Chaos, and on a bridge
    that may blow up."""
    state, rules = position.state, position.rules
    found = engaged
    fog = state.at[rules.roster.fog]
    if fog > 0:
        found |= 1 << fog
    if rules.plan.bridge is not None and tries_bridge(position, units):
        found |= 1 << rules.plan.bridge[0] | 1 << rules.plan.bridge[1]
    return found


@enforces("16.3.5", "16.3.6", "16.3.7", "16.3.8b", "16.3.9", "16.3.12c", "16.3.12d")
def barred(position: Day, units: Iterable[int], place: PlaceId) -> PlaceSet:
    """Hexes that units may not enter of their own will: beyond a standing limit, and in the lull across
    Young's Branch. Who stands beyond his limit may still come nearer: see `_narrowed`."""
    rules = position.rules
    found = 0
    for unit in units:
        tie = tie_of(position, unit)
        if tie is not None and not is_beyond(position, tie, place):
            found |= rules.board.all & ~hexes_within(position, tie)
        side = rules.roster.side[unit]
        if in_lull(position) and not position.state.wrong_side >> unit & 1 and _keeps_side(position, side):
            found |= rules.plan.wrong_side[side]
    return found


def _keeps_side(position: Day, side: int) -> bool:
    """Whether a side may not cross Young's Branch in the lull; by an option the Union may, as printed."""
    return side != UNION or position.rules.has("lull-union-south", "forbidden")


def _narrowed(
    position: Day, units: Sequence[int], place: PlaceId, graph: Graph, on: Steps, budget: int
) -> Graph:
    """The steps that are left to who regroups, or comes back inside a limit."""
    limits: list[Callable[[PlaceId], PlaceSet]] = []
    if position.state.order == REGROUP:
        limits.append(_keeps_away(position, position.rules.roster.side[units[0]]))
    for unit in units:
        tie = tie_of(position, unit)
        if tie is not None and is_beyond(position, tie, place):
            limits.append(_comes_nearer(position, tie))
    if not limits:
        return graph
    rows: list[tuple[tuple[int, int], ...]] = [()] * len(graph.rows)
    for here in places_in(position.rules.board.within(place, on.last_start(budget))):
        allowed = -1
        for limit in limits:
            allowed &= limit(here)
        for node in range(here, len(rows), on.size):
            rows[node] = tuple(step for step in graph.rows[node] if allowed >> step[0] % on.size & 1)
    return Graph(rows)


def _comes_nearer(position: Day, tie: Tie) -> Callable[[PlaceId], PlaceSet]:
    """The hexes to which a step may lead: from beyond a limit nearer to its centre, until inside."""
    board = position.rules.board
    return lambda here: board.within(tie.centre, max(tie.within, board.distance(tie.centre, here) - 1))


@enforces("8.1.regroup")
def _keeps_away(position: Day, side: int) -> Callable[[PlaceId], PlaceSet]:
    """The same under Regroup: the way to the nearest enemy may not get shorter at any step, nor end next to
    one; counted over Bull Run, too."""
    rings = _rings(position, 1 - side)

    def allowed(here: PlaceId) -> PlaceSet:
        nearest = next((n for n, ring in enumerate(rings) if ring >> here & 1), None)
        if nearest is None:  # no enemy anywhere
            return -1
        nearer = max(nearest, 2) - 1
        return ~rings[nearer] if nearer < len(rings) else 0

    return allowed


def _rings(position: Day, side: int) -> list[PlaceSet]:
    """The hexes within 0, 1, 2 ... of any unit of a side, until they are all."""
    memo = ground(position).memo
    found: list[PlaceSet] | None = memo.get(("rings", side))
    if found is None:
        found = memo["rings", side] = [occupied(position, side)]
        while found[-1] and found[-1] != position.rules.board.all:
            found.append(position.rules.board.spread(found[-1]))
    return found


def _refit(graph: Graph, near: PlaceSet, size: int, cost_of: Callable[[PlaceId, PlaceId, int], int]) -> Graph:
    """The same graph near a place, with other costs."""
    rows: list[tuple[tuple[int, int], ...]] = [()] * len(graph.rows)
    for place in places_in(near):
        for node in range(place, len(rows), size):
            row = ((to, cost_of(place, to % size, cost)) for to, cost in graph.rows[node])
            rows[node] = tuple(sorted(row, key=_by_cost))
    return Graph(rows)


@enforces("10.1b", "10.3c")
def _first_steps(
    position: Day,
    march: March,
    units: Sequence[int],
    on: Steps,
    budget: int,
    closed: PlaceSet,
    engaged: PlaceSet,
) -> None:
    """Steps that only the first hex of a move can be: from one Engaged hex to another, at a price, and the
    one hex that a unit with any movement points may always go, whatever it costs."""
    state, rules = position.state, position.rules
    graph = _narrowed(position, units, march.start, on.plain, on, 1)
    whole = march.start == state.at[units[0]] and not any(
        (state.moved | state.changed) >> unit & 1 or state.spent[unit] for unit in units
    )
    for to, cost in graph.rows[march.start]:
        if closed >> to & 1:
            continue
        price = cost + (rules.tables.engaged_to_engaged if engaged >> to & 1 else 0)
        if price <= budget:
            if engaged >> to & 1:
                march.add_step(to, price)
        elif whole and budget > 0:
            march.add_step(to, budget, ends=True)


@enforces("10.6")
def _extend(
    position: Day,
    march: March,
    units: Sequence[int],
    on: Steps,
    budget: int,
    closed: PlaceSet,
    stops: PlaceSet,
    full: PlaceSet,
) -> None:
    """By an option, units under Maneuver that keep out of four hexes of any enemy go two points further."""
    state, rules = position.state, position.rules
    if state.order != MANEUVER or not rules.has("extended-march"):
        return
    side = rules.roster.side[units[0]]
    near = near_enemies(position, side)
    if near >> march.start & 1 or any(state.approached >> unit & 1 for unit in units):
        return
    more = budget + rules.tables.extended_more
    graph = _graph(position, on, march.start, more, full)
    graph = _narrowed(position, units, march.start, graph, on, more)
    reach = _search(graph, march.start, more, stops, closed | near, full, on.size)
    march.add(reach, ~full, extended=True)


def near_enemies(position: Day, side: int) -> PlaceSet:
    """The hexes so near to an enemy that a march through them is no extended one."""
    found = occupied(position, 1 - side)
    for _ in range(position.rules.tables.extended_beyond):
        found = position.rules.board.spread(found)
    return found


# --- 16.3.12 the lull ---------------------------------------------------------------------------------


@enforces("16.3.12y")
def _lull_ends(position: Day, side: int, march: March, place: PlaceId) -> PlaceSet:
    """In the last turn of the lull no move ends on Young's Branch if it can end elsewhere."""
    if not is_last_lull_turn(position):
        return -1
    branch = position.rules.plan.branch
    return ~branch if march.targets & ~branch or not branch >> place & 1 else -1


@enforces("16.3.12w", "16.3.12p")
def _go_home(
    position: Day,
    march: March,
    units: Sequence[int],
    on: Steps,
    budget: int,
    closed: PlaceSet,
    full: PlaceSet,
) -> None:
    """Who began on the wrong side of Young's Branch in a lull goes back as fast as possible: it may pass
    Engaged hexes, and ends where the way that is left is cheapest. Who cannot come nearer stays."""
    rules = position.rules
    side, place = rules.roster.side[units[0]], march.start
    engaged, extra = zone(position, 1 - side), rules.tables.engaged_to_engaged
    graph = _graph(position, on, place, budget, full)
    near = rules.board.within(place, on.last_start(budget))
    graph = _narrowed(position, units, place, graph, on, budget)
    graph = _refit(
        graph,
        near,
        on.size,
        lambda a, b, cost: cost + (extra if engaged >> a & engaged >> b & 1 else 0),
    )
    stops = _stops(position, units, 0)
    if budget > 0:
        march.add(_search(graph, place, budget, stops, closed, full, on.size), ~full)
    _first_steps(position, march, units, on, budget, closed | full, engaged if engaged >> place & 1 else 0)
    remaining = way_home(position, units)
    ends = {to: remaining[to] for to in places_in(march.targets)}
    best = min(ends.values(), default=FAR)
    if best >= remaining[place]:
        march.keep(0)
        return
    march.keep(sum(1 << to for to, cost in ends.items() if cost == best))


def way_home(position: Day, units: Sequence[int]) -> list[int]:
    """By place: the cheapest cost from there to a hex of the side's own half, walking over hexes without
    enemies, stacking and engagement left aside; FAR where no way leads."""
    rules = position.rules
    side = rules.roster.side[units[0]]
    on = steps_of(position, units, position.state.at[units[0]])
    back = _backward(rules, on)
    home = rules.plan.wrong_side[1 - side]
    return back.costs_to_nearest(home, FAR - 1, occupied(position, 1 - side), FAR)


def _backward(rules: Battlefield, on: Steps) -> Graph:
    """The same steps the other way round."""
    kept = memory_of(rules.memo, "steps back", 64)
    found: Graph | None = kept.get(on.key)
    if found is None:
        rows: list[list[tuple[int, int]]] = [[] for _ in range(on.size)]
        for place, row in enumerate(on.plain.rows):
            for to, cost in row:
                rows[to].append((place, cost))
        found = kept[on.key] = Graph(tuple(sorted(row, key=_by_cost)) for row in rows)
    return found


# --- 6.5 guns -----------------------------------------------------------------------------------------


@enforces("6.5b", "6.5b.road")
def climbs(position: Day, gun: int) -> PlaceSet:
    """Where a battery that has not moved yet can climb: up a Steep Slope next to it, with its whole
    allowance."""
    state, rules = position.state, position.rules
    place, side = state.at[gun], rules.roster.side[gun]
    if state.moved >> gun & 1 or not allowance(position, gun) or under_chaos(position, place):
        return 0
    full = full_for(position, side, printed_strength(position, gun))
    enemies = occupied(position, 1 - side) | zone(position, 1 - side)
    shut = enemies | full | barred(position, (gun,), place)
    return sum(
        1 << to
        for to in rules.board.neighbours[place]
        if rules.is_climb(GUN, place, to)
        and not shut >> to & 1
        and rules.may_stand(GUN, to)
        and not rules.needs_road(GUN, place, to)
    )


# --- in words -----------------------------------------------------------------------------------------


def points_text(halves: int) -> str:
    """Movement points: "2", "1/2" or "2 1/2"."""
    whole, half = divmod(halves, HALF)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
