"""Plans of an army: which formations go for which hex, who holds what, and what a turn dares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import NEUTRAL
from bullrun.games.clash_of_giants.rules.arrivals import next_to_roll
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Clash
from bullrun.games.clash_of_giants.rules.ground import ground, in_play
from bullrun.games.clash_of_giants.rules.scoring import controls
from bullrun.games.clash_of_giants.rules.state import OPERATIONS
from bullrun.games.clash_of_giants.thinking.fights import WEIGHTS
from bullrun.games.clash_of_giants.thinking.judgment import is_ahead, pressure, ways_to
from bullrun.games.clash_of_giants.thinking.orders import HOLD, STRIKE, TAKE, Order, Orders, serve
from bullrun.thinking.plan import Plan, Task

LEAST_NEED = 4
"""How many steps may always be sent for a goal."""
FAR_AWAY = 8 * QUARTER
"""Nobody who is farther from a hex to strike at is sent there."""
ENOUGH = 3
"""How many times the enemy's strength near a hex to strike at is enough."""
HASTE = 4
"""Turns before an automatic victory is judged in which a side thinks of nothing but preventing it."""
LATE = 60
"""Hundredths of the game after which who is ahead may just stand."""


class Body(NamedTuple):
    """A formation, or what is left of it: on the map or in an entry hex."""

    formation: int
    units: tuple[int, ...]
    at: PlaceId
    steps: int


def group(position: Clash) -> tuple[str, str]:
    """What one plan covers, in which both sides act: from the operations of a turn to those of the next, when
    everybody knows who has come; before the first, the set-up."""
    state = position.state
    turn = state.turn if state.phase >= OPERATIONS else state.turn - 1
    return f"turn {turn}" if turn >= position.rules.first_turn else "set-up", NEUTRAL


def rolled_for(position: Clash, decision: Decision) -> object:
    """What is rolled, for whom, and for a fight: at which hex."""
    about, frame = decision.about, position.state.frames[-1]
    if frame[0] == "arrival_dice":
        return frame[0], next_to_roll(position)
    if frame[0] == "checks":
        return frame[:2], decision.rule, about.piece
    return frame[:2], decision.rule, about.piece, about.roll


def bodies_of(position: Clash, side: int) -> list[Body]:
    """The formations of a side that are in play; each counts as where most of it is."""
    rules, state = position.rules, position.state
    found = []
    for number, formation in enumerate(rules.roster.formations):
        if formation.side != side:
            continue
        units = in_play(position, formation.units)
        if units:
            at = min(
                (state.at[unit] for unit in units),
                key=lambda here: (sum(rules.board.distance(here, state.at[u]) for u in units), here),
            )
            found.append(Body(number, tuple(units), at, sum(state.steps[unit] for unit in units)))
    return found


def shared_out(
    position: Clash, side: int, goals: Sequence[PlaceId], first: PlaceId = 0
) -> dict[PlaceId, list[Body]]:
    """Which formations go for which goal: the nearest, but a goal for which there is enough already seems
    farther, and the first goal nearer."""
    w, rules = WEIGHTS, position.rules
    left = bodies_of(position, side)
    found: dict[PlaceId, list[Body]] = {goal: [] for goal in goals}
    loads = dict.fromkeys(goals, 0)
    needs = {goal: max(LEAST_NEED, pressure(position, 1 - side, goal) * w["enough"] // 100) for goal in goals}
    while left and goals:
        _, number, goal = min(
            (
                ways_to(rules, goal)[body.at]
                + QUARTER * w["crowded"] * loads[goal] // needs[goal]
                - QUARTER * w["main"] * (goal == first),
                number,
                goal,
            )
            for number, body in enumerate(left)
            for goal in goals
        )
        body = left.pop(number)
        found[goal].append(body)
        loads[goal] += body.steps
    return found


def _tasks(position: Clash, side: int, goals: Sequence[PlaceId], first: PlaceId = 0) -> tuple[Task, ...]:
    """Everybody shared out among the goals; who goes for one that is ours holds it."""
    rules = position.rules
    tasks = []
    for goal, bodies in shared_out(position, side, goals, first).items():
        who = tuple(rules.roster.ids[unit] for body in bodies for unit in body.units)
        if who:
            ours = controls(position, side, goal)
            tasks.append(Task(HOLD if ours else TAKE, who, (rules.board.names[goal],)))
    return tuple(tasks)


def make_plans(position: Clash, side: int, temper: int) -> list[Plan]:
    """All victory hexes; a main effort on each that the enemy holds; a stand; a blow at the enemy's weakest
    part."""
    return list(proposals(position, side, temper))


def best_plan(position: Clash, side: int, temper: int) -> Plan | None:
    """The plan that promises most."""
    return max(proposals(position, side, temper), key=lambda plan: plan.promise, default=None)


def proposals(position: Clash, side: int, temper: int) -> Iterator[Plan]:
    """The plans one by one."""
    rules, state = position.rules, position.state
    rule = rules.data["victory"]["rule"]
    goals = list(rules.victory_hexes)
    everything = _tasks(position, side, goals)
    if not everything:
        return
    own = [goal for goal in goals if controls(position, side, goal)]
    ahead = is_ahead(position, side)
    gone = 100 * (state.turn - rules.first_turn) // (rules.last_turn - rules.first_turn + 1)
    yield Plan(
        "all victory hexes",
        "The formations share out the victory hexes by distance and enemies, and hold what is ours.",
        (rule,),
        everything,
        1000,
        temper,
    )
    urgent = _must_win(position, side)
    for goal in goals:
        if goal in own:
            continue
        name = rules.board.names[goal]
        strong = pressure(position, side, goal) - pressure(position, 1 - side, goal)
        yield Plan(
            f"main effort on {name}",
            f"Whoever is free goes for {name} before all else.",
            (rule,),
            _tasks(position, side, goals, goal),
            1200 if goal == urgent else 870 + min(150, max(-150, 12 * strong)) + (0 if ahead else 60),
            temper,
        )
    if own:
        yield Plan(
            "stand",
            "Everybody guards the victory hexes that are ours, and strikes only what comes too near.",
            (rule,),
            _tasks(position, side, own),
            1100 if ahead and gone >= LATE else 700 if not ahead else 960,
            temper - 1,
        )
    yield from _strike(position, side, temper, goals, ahead)


def _must_win(position: Clash, side: int) -> PlaceId:
    """When the enemy is about to win by holding every victory hex: the one that can be won back most easily;
    0 where nothing of the kind threatens."""
    rules, state = position.rules, position.state
    victory = rules.data["victory"]
    check = min((turn for turn in victory["checks"] if turn >= state.turn), default=0)
    held = any(controls(position, side, goal) for goal in rules.victory_hexes)
    if not victory["all_hexes"] or held or check - state.turn > HASTE:
        return 0
    bodies = bodies_of(position, side)

    def effort(goal: PlaceId) -> int:
        table = ways_to(rules, goal)
        nearest = min((table[body.at] for body in bodies), default=0)
        return nearest + QUARTER * pressure(position, 1 - side, goal)

    return min(rules.victory_hexes, key=effort)


def _strike(position: Clash, side: int, temper: int, goals: Sequence[PlaceId], ahead: bool) -> Iterator[Plan]:
    """At the enemy hex where our strength near it outweighs his most, by those who are near."""
    prey = _prey(position, side)
    if not prey:
        return
    rules = position.rules
    table = ways_to(rules, prey)
    near: list[Body] = []
    needed = ENOUGH * pressure(position, 1 - side, prey)
    for body in sorted(bodies_of(position, side), key=lambda body: (table[body.at], body)):
        if table[body.at] <= FAR_AWAY and sum(one.steps for one in near) < needed:
            near.append(body)
    if not near:
        return
    who = tuple(rules.roster.ids[unit] for body in near for unit in body.units)
    name = rules.board.names[prey]
    strong = sum(body.steps for body in near) - 2 * pressure(position, 1 - side, prey)
    yield Plan(
        f"strike at {name}",
        f"The enemy in {name} is weak for what we have near him: everybody near goes for him.",
        ("12.4.joint", "12.9.table"),
        (Task(STRIKE, who, (name,)), *_without(_tasks(position, side, goals), who)),
        860 + min(160, max(-200, 14 * strong)) + (0 if ahead else 40),
        temper,
    )


def _prey(position: Clash, side: int) -> PlaceId:
    """The enemy hex where we outweigh him most, cavalry apart, which only leads astray; 0 where there is
    none."""
    cavalry, on = position.rules.roster.cavalry, ground(position)
    foes = [
        at for at in places_in(on.units[1 - side]) if any(not cavalry >> unit & 1 for unit in on.stacks[at])
    ]
    return max(
        foes,
        key=lambda at: (pressure(position, side, at) - pressure(position, 1 - side, at), -at),
        default=0,
    )


def _without(tasks: Iterable[Task], who: Iterable[str]) -> list[Task]:
    """The tasks of the others."""
    busy = set(who)
    found = [task._replace(who=tuple(piece for piece in task.who if piece not in busy)) for task in tasks]
    return [task for task in found if task.who]


# --- serving a plan -----------------------------------------------------------------------------------


def orders_of(position: Clash, side: int, plan: Plan) -> Orders:
    """A plan as orders by unit. Who came after it was made goes for the nearest goal of it."""
    rules = position.rules
    number, board = rules.roster.number, rules.board
    units = {
        number[piece]: Order(task.does, board.place(task.where[0]))
        for task in plan.tasks
        for piece in task.who
    }
    goals = [Order(task.does, board.place(task.where[0])) for task in plan.tasks if task.does != STRIKE]
    own = [goal for goal in rules.victory_hexes if controls(position, side, goal)] or rules.victory_hexes
    for unit in in_play(position, rules.roster.of_side[side]):
        if unit not in units and goals:
            at = position.state.at[unit]
            units[unit] = min(goals, key=lambda order: ways_to(rules, order.goal)[at])
        if rules.roster.cavalry >> unit & 1:
            # Too few to take anything, and dear to lose: it stays about what is ours.
            at = position.state.at[unit]
            units[unit] = Order(HOLD, min(own, key=lambda goal: ways_to(rules, goal)[at]))
    return Orders(units, plan.temper, True, plan.leaning)


def answer(position: Clash, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves the plan; None where the plan has nothing to say."""
    return serve(position, side, decision, orders_of(position, side, plan)) if plan.tasks else None


def without_plan(position: Clash, side: int) -> Orders:
    """What a player does who has no plan: everybody goes for the nearest victory hex of the enemy's, and
    nobody thinks of the reply."""
    rules = position.rules
    wanted = [goal for goal in rules.victory_hexes if not controls(position, side, goal)]
    does = TAKE if wanted else HOLD
    found = {}
    for unit in in_play(position, rules.roster.of_side[side]):
        at = position.state.at[unit]
        goal = min(wanted or rules.victory_hexes, key=lambda hex_: ways_to(rules, hex_)[at])
        found[unit] = Order(does, goal)
    return Orders(found, 0, False)
