"""Plans of an army of 1862: how its divisions are shared out among the objectives, what each plan dares, and
how a small decision serves the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.plan import Plan, Task
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.ground import ground
from bullrun.games.secession_1862.judgment import FAR, controlled, way_table
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.secession_1862.orders import Orders
from bullrun.games.secession_1862.prospects import WEIGHTS
from bullrun.games.secession_1862.roster import NONE
from bullrun.games.secession_1862.victory import score

NEAR = 24
"""Enemies so many movement points from an objective count as near it, the nearer the more."""
LEAST_GUARD = 4
LEAST_EFFORT = 10
TAKE, HOLD, STRIKE = "take", "hold", "strike"


class Unit(NamedTuple):
    """A division on the map, or an independent brigade."""

    brigades: tuple[int, ...]
    strength: int


class Need(NamedTuple):
    """An objective and the strength that it calls for."""

    zone: PlaceId
    does: str
    strength: int
    value: int


# --- who is there -----------------------------------------------------------------------------------


def units_of(position: Battle, side: int) -> list[Unit]:
    """A side's divisions and independent brigades on the map."""
    roster, at = position.rules.roster, position.state.at
    groups = [d.brigades for d in roster.divisions if d.side == side]
    groups += [(b,) for b in roster.of_side[side] if roster.division[b] == NONE]
    found = []
    for group in groups:
        here = tuple(b for b in group if at[b])
        if here:
            found.append(Unit(here, sum(_strength(position, b) for b in here)))
    return found


def _strength(position: Battle, brigade: int) -> int:
    if position.rules.roster.is_artillery[brigade] or position.state.routed >> brigade & 1:
        return 1
    return combat_potential(position, brigade)


def pressure(position: Battle, side: int, zone: PlaceId) -> int:
    """The strength of a side's brigades near a zone, each counting less the farther it is."""
    table = way_table(position, zone)
    at = position.state.at
    total = 0
    for brigade in position.rules.roster.of_side[side]:
        if at[brigade]:
            way = table[at[brigade]]
            if way < NEAR:
                total += _strength(position, brigade) * (NEAR - way)
    return total // NEAR


# --- sharing out --------------------------------------------------------------------------------------


def share_out(position: Battle, side: int, needs: Sequence[Need]) -> tuple[Task, ...]:
    """Each unit to the objective that wants it most: by value, by what is still missing there, by the way."""
    at = position.state.at
    free = units_of(position, side)
    tables = {need.zone: way_table(position, need.zone) for need in needs}
    sent = {need.zone: 0 for need in needs}
    who: dict[PlaceId, list[int]] = {need.zone: [] for need in needs}
    ways = [
        {need.zone: min(tables[need.zone][at[b]] for b in unit.brigades) for need in needs} for unit in free
    ]
    left = list(range(len(free)))
    while left:
        best: tuple[int, int, int] | None = None
        for number in left:
            for index, need in enumerate(needs):
                missing = max(0, need.strength - sent[need.zone])
                worth = need.value * min(100, 100 * missing // max(1, need.strength)) // 100
                rank = (worth - 4 * ways[number][need.zone], -number, -index)
                if best is None or rank > best:
                    best = rank
        assert best is not None
        number, need = -best[1], needs[-best[2]]
        left.remove(number)
        who[need.zone] += free[number].brigades
        sent[need.zone] += free[number].strength
    ids, names = position.rules.roster.ids, position.rules.board.names
    return tuple(
        Task(need.does, tuple(ids[b] for b in who[need.zone]), (names[need.zone],))
        for need in needs
        if who[need.zone]
    )


def needs_of(position: Battle, side: int, take: PlaceSet, effort: int, guard: int) -> list[Need]:
    """What to take and what to guard, with the strength each calls for."""
    rules = position.rules
    own = controlled(position, side)
    found = []
    for zone in places_in(rules.all_objectives):
        enemies = pressure(position, 1 - side, zone)
        if not own >> zone & 1:
            if take >> zone & 1:
                found.append(Need(zone, TAKE, LEAST_EFFORT + effort * enemies // 100, 100))
        elif enemies:
            found.append(Need(zone, HOLD, LEAST_GUARD + guard * enemies // 100, 80))
    return found


# --- plans ----------------------------------------------------------------------------------------------


def make_plans(position: Battle, side: int, temper: int) -> list[Plan]:
    """All objectives at once; a main effort on each that can be had; stand; or strike at the enemy's weakest
    part. The most promising first."""
    if not units_of(position, side):
        return []
    rules = position.rules
    own = controlled(position, side)
    wanted = rules.all_objectives & ~own
    guard, effort = WEIGHTS["guard"], WEIGHTS["effort"]
    rule = rules.data["rule"]
    plans: list[Plan] = []
    points = score(position)
    ahead = points[side] - points[1 - side]
    margin = rules.data["victory"]["margin"]

    def add(
        name: str, says: str, cited: tuple[str, ...], needs: Sequence[Need], promise: int, dare: int
    ) -> None:
        if needs:
            tasks = share_out(position, side, needs)
            plans.append(Plan(name, says, cited, tasks, promise, temper + dare))

    add(
        "all objectives",
        "Every objective that counts gets divisions by the enemies near it; those we hold keep a guard.",
        ("3.1", rule),
        needs_of(position, side, wanted, effort, guard),
        1000,
        0,
    )
    for zone in places_in(wanted):
        enemies = pressure(position, 1 - side, zone)
        friends = pressure(position, side, zone)
        name = rules.objective_names[zone]
        add(
            f"main effort on {name}",
            f"The divisions near {name} go for it together; the others guard what we hold.",
            ("3.1", "10.3.1", rule),
            needs_of(position, side, 1 << zone, 2 * effort, guard),
            900 + 2 * (friends - enemies),
            0,
        )
    held = needs_of(position, side, 0, 0, 2 * guard)
    add(
        "stand",
        "Everybody guards the objectives we hold, rests, and strikes only what comes too near.",
        ("3.1", "10.3.5", "6.1.5"),
        held,
        1100 if ahead >= margin else 700,
        -1,
    )
    prey = weakest_part(position, side)
    if prey:
        needs = [Need(prey, STRIKE, 60, 100), *held]
        add(
            f"strike at {rules.board.names[prey]}",
            f"The enemy around {rules.board.names[prey]} is weak for our strength there: mass against him.",
            ("10.3.1", "10.3.6", rule),
            needs,
            800,
            1,
        )
    return sorted(plans, key=lambda plan: -plan.promise)


def weakest_part(position: Battle, side: int) -> PlaceId:
    """The enemy's zone where our strength near it outweighs his most; 0 if he is not on the map."""
    best: tuple[int, int] | None = None
    for zone in places_in(ground(position).held[1 - side]):
        rank = (pressure(position, side, zone) - pressure(position, 1 - side, zone), -zone)
        if best is None or rank > best:
            best = rank
    return -best[1] if best else 0


# --- serving a plan -----------------------------------------------------------------------------------


def goals_of(position: Battle, side: int, plan: Plan) -> dict[int, Sequence[int]]:
    """For each brigade the ways to its goal; who came after the plan was made goes to the nearest one."""
    rules = position.rules
    board, number = rules.board, rules.roster.number
    found: dict[int, Sequence[int]] = {}
    for task in plan.tasks:
        table = way_table(position, board.place(task.where[0]))
        for piece in task.who:
            found[number[piece]] = table
    everything = nearest_table(position, set_of(board.place(task.where[0]) for task in plan.tasks))
    for brigade in rules.roster.of_side[side]:
        if brigade not in found:
            found[brigade] = everything
    return found


_NEAREST: dict[PlaceSet, list[int]] = {}


def nearest_table(position: Battle, zones: PlaceSet) -> list[int]:
    """For each zone the way to the nearest of some zones."""
    found = _NEAREST.get(zones)
    if found is None:
        tables = [way_table(position, zone) for zone in places_in(zones)]
        found = (
            [min(ways) for ways in zip(*tables, strict=True)] if tables else [FAR] * position.rules.board.size
        )
        _NEAREST[zones] = found
    return found


def prizes_of(position: Battle, side: int) -> dict[PlaceId, int]:
    """What it is worth to step on each objective, or to stay on it while enemies are near."""
    rules = position.rules
    own = controlled(position, side)
    enemy = ground(position).held[1 - side]
    found = {}
    for zone in places_in(rules.all_objectives):
        if not own >> zone & 1:
            found[zone] = WEIGHTS["prize"]
        elif rules.zones_within[3][zone] & enemy:
            found[zone] = WEIGHTS["prize"] // 3
    return found


def serve(position: Battle, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves the plan; None where the plan has nothing to say."""
    if not plan.tasks:
        return None
    frame = position.state.frames[-1]
    kind = frame[0]
    if kind not in SERVED:
        return None
    orders = Orders(position, side, goals_of(position, side, plan), prizes_of(position, side), plan.temper)
    if kind == "act":
        return orders.act(decision, frame)
    if kind == "designate":
        return orders.corps(decision)
    if kind == "divisions":
        return orders.next_division(decision)
    if kind == "brigades":
        return orders.next_brigade(decision)
    if kind == "commanders":
        return orders.commanders(decision)
    if kind == "combat":
        return orders.next_combat(decision)
    if kind == "advance":
        return orders.advance(decision)
    if kind == "retreat":
        return orders.retreat(decision, frame[1])
    return _face(position, orders, decision)


SERVED = frozenset(
    (
        "act",
        "designate",
        "divisions",
        "brigades",
        "commanders",
        "combat",
        "advance",
        "retreat",
        "orient",
        "turn",
    )
)
"""The questions that a plan answers."""


def _face(position: Battle, orders: Orders, decision: Decision) -> Action | None:
    options = decision.options
    if not isinstance(options, SetOptions) or len(options.groups) != 1:
        return None
    prefix, zones = options.groups[0]
    brigade = position.rules.roster.number[prefix[1]]
    return (*prefix, position.rules.board.names[orders.best_facing(brigade, zones)])
