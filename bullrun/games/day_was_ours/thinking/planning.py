"""Plans of an army of The Day Was Ours: which brigades go for which objective, and what a turn dares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import NEUTRAL
from bullrun.games.day_was_ours.rules.arrivals import is_due
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import is_gun, occupied, on_map, stack, strength
from bullrun.games.day_was_ours.rules.limits import may_be_activated, tie_of
from bullrun.games.day_was_ours.rules.lull import in_lull, is_after_lull
from bullrun.games.day_was_ours.rules.plan import DECLARED
from bullrun.games.day_was_ours.rules.state import CHIT_DRAW, DUE, END_TURN, NEVER, SETUP
from bullrun.games.day_was_ours.rules.tables import PARTS
from bullrun.games.day_was_ours.rules.victory import rule_of_points
from bullrun.games.day_was_ours.thinking.fights import WEIGHTS
from bullrun.games.day_was_ours.thinking.judgment import chit_worth, ways_to
from bullrun.games.day_was_ours.thinking.orders import DECLARE, HOLD, LEAD, STRIKE, TAKE, serve, stake_of
from bullrun.games.day_was_ours.thinking.outlook import lead, promise
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.plan import Plan, Task

NEAR = 40
"""Halves of a movement point within which strength counts as near a hex, the nearer the more."""
LEAST_NEED = 6
"""How much strength may always be sent for a goal."""
FAR_AWAY = 60
"""Nobody who is farther from a hex to strike at is sent there."""
A_MARCH = 16
"""Halves of a movement point that infantry marches in one activation."""
WEARY = 30
"""Hundredths of an army's units that are worn or shaken before a rest is worth a thought."""

MOST_KEYS = 2
"""How many other Key Chits a general thinks about."""


class Group(NamedTuple):
    """A brigade, or a battery by itself."""

    units: tuple[int, ...]
    at: PlaceId
    strength: int


def group(position: Day) -> tuple[str, str]:
    """What one plan covers, in which both sides act: set-up, the guns of a turn, or its brigades."""
    state = position.state
    if state.phase == SETUP:
        return "set-up", NEUTRAL
    part = "brigades" if state.phase in (CHIT_DRAW, END_TURN) else "guns"
    return f"{position.rules.track[state.turn]}, {part}", NEUTRAL


def rolled_for(position: Day, decision: Decision) -> object:
    """What is rolled, for whom, and for a fight: at which hex, whoever fights there."""
    about, frame = decision.about, position.state.frames[-1]
    if about.fight is not None:
        return frame[0], decision.rule, about.roll, about.fight.at, about.fight.kind
    return frame[:2], decision.rule, about.piece, about.roll


# --- who is there -----------------------------------------------------------------------------------


def groups_of(position: Day, side: int) -> list[Group]:
    """A side's brigades and batteries that are on the map or due, may act this turn and are free to go
    anywhere."""
    rules, state = position.rules, position.state
    roster, found = rules.roster, []
    bodies: list[Sequence[int]] = [
        roster.members[marker]
        for marker in roster.brigades
        if roster.side[marker] == side and may_be_activated(position, marker) is None
    ]
    bodies += [(unit,) for unit in places_in(roster.guns & roster.of_side[side])]
    for body in bodies:
        free = [unit for unit in body if state.at[unit] > 0 or state.at[unit] == DUE]
        free = [unit for unit in free if tie_of(position, unit) is None]
        here = on_map(position, free)
        at = state.at[here[0]] if here else _entry(position, free)
        if at:
            points = sum(strength(position, unit) for unit in free) // PARTS
            found.append(Group(tuple(free), at, points))
    return found


def _entry(position: Day, units: Sequence[int]) -> PlaceId:
    """Where units that are due, or will be next turn, come in; 0 for none."""
    arrivals, turn = position.rules.plan.arrivals, position.state.turn
    for unit in units:
        if unit in arrivals and (is_due(position, unit) or NEVER < arrivals[unit].turn <= turn + 1):
            return arrivals[unit].place
    return 0


def pressure(position: Day, side: int, place: PlaceId) -> int:
    """The strength of a side near a hex, each unit counting less the farther it is."""
    table, total = ways_to(position, place, side), 0
    for at in places_in(occupied(position, side)):
        if table[at] < NEAR:
            total += (NEAR - table[at]) * sum(strength(position, unit) for unit in stack(position, at))
    return total // (NEAR * PARTS)


# --- sharing out --------------------------------------------------------------------------------------


def shared_out(
    position: Day, side: int, goals: Sequence[PlaceId], first: PlaceId = 0
) -> dict[PlaceId, list[Group]]:
    """Which brigades go for which goal: the nearest with most at stake, but a goal for which there is enough
    already seems farther. The first goal seems near."""
    w = WEIGHTS
    left = groups_of(position, side)
    found: dict[PlaceId, list[Group]] = {goal: [] for goal in goals}
    loads = dict.fromkeys(goals, 0)
    needs, draws = {}, {}
    for goal in goals:
        needs[goal] = max(LEAST_NEED, pressure(position, 1 - side, goal) * w["enough"] // 100)
        draws[goal] = w["stake"] * stake_of(position, goal) + w["main"] * (goal == first)
    ways = {goal: ways_to(position, goal, side) for goal in goals}
    while left and goals:
        _, number, goal = min(
            (ways[goal][body.at] + w["crowded"] * loads[goal] // needs[goal] - draws[goal], number, goal)
            for number, body in enumerate(left)
            for goal in goals
        )
        body = left.pop(number)
        found[goal].append(body)
        loads[goal] += body.strength
    return found


def is_in_dispute(position: Day, side: int, goal: PlaceId) -> bool:
    """Whether enemies are so near to an objective that it takes a fight to win or keep it."""
    table = ways_to(position, goal, 1 - side)
    return any(table[at] <= A_MARCH for at in places_in(occupied(position, 1 - side)))


def errands(position: Day, side: int, goals: Iterable[PlaceId]) -> dict[int, PlaceId]:
    """One regiment, the nearest, for each objective that can be had for the walk: control lasts when it has
    gone on (14.c)."""
    found: dict[int, PlaceId] = {}
    foot = [body for body in groups_of(position, side) if not is_gun(position, body.units[0])]
    for goal in goals:
        table, at = ways_to(position, goal, side), position.state.at
        able = [
            (table[at[unit] if at[unit] > 0 else body.at], unit)
            for body in foot
            for unit in body.units
            if unit not in found
        ]
        if able:
            found[min(able)[1]] = goal
    return found


def _tasks(
    position: Day, side: int, goals: Sequence[PlaceId], does: str, first: PlaceId = 0
) -> tuple[Task, ...]:
    """Everybody shared out among the goals; who goes for one that is ours holds it. What can be had for the
    walk gets one regiment, what is ours and safe nobody, as long as others are in dispute."""
    rules, state = position.rules, position.state
    ids, names, number = rules.roster.ids, rules.board.names, rules.plan.objective_at
    tasks = []
    alone: dict[int, PlaceId] = {}
    disputed = [goal for goal in goals if goal == first or is_in_dispute(position, side, goal)]
    if does == TAKE and disputed:
        free = [goal for goal in goals if goal not in disputed and state.control[number[goal]] != side]
        alone, goals = errands(position, side, free), disputed
        tasks = [Task(TAKE, (ids[unit],), (names[goal],)) for unit, goal in alone.items()]
    for goal, bodies in shared_out(position, side, goals, first).items():
        who = tuple(ids[unit] for body in bodies for unit in body.units if unit not in alone)
        if who:
            ours = goal in number and state.control[number[goal]] == side
            tasks.append(Task(HOLD if ours else does, who, (names[goal],)))
    return tuple(tasks)


# --- plans ----------------------------------------------------------------------------------------------


def make_plans(position: Day, side: int, temper: int) -> list[Plan]:
    """All objectives; a main effort on each; a stand; a blow at the enemy's weakest part; a rest for an army
    that is worn; and for the Confederates, while they may, the withdrawal."""
    return list(proposals(position, side, temper))


def best_plan(position: Day, side: int, temper: int) -> Plan | None:
    """The plan that promises most."""
    return max(proposals(position, side, temper), key=lambda plan: plan.promise, default=None)


def proposals(position: Day, side: int, temper: int) -> Iterator[Plan]:
    """The plans one by one."""
    rule, rules = rule_of_points(position), position.rules
    if position.state.phase == SETUP:
        yield _set_up(position, side, temper)
        return
    goals = [one.place for one in rules.plan.objectives if stake_of(position, one.place)]
    own = [goal for goal in goals if position.state.control[rules.plan.objective_at[goal]] == side]
    everything = _tasks(position, side, goals, TAKE)
    if not everything:
        return
    yield Plan(
        "all objectives",
        "The brigades share out the objectives by distance, points and enemies, and hold what is ours.",
        (rule, "14.c"),
        everything,
        1000,
        temper,
    )
    for goal in goals:
        name = rules.plan.objectives[rules.plan.objective_at[goal]].name
        strong = pressure(position, side, goal) - pressure(position, 1 - side, goal)
        yield Plan(
            f"main effort on {name}",
            f"Whoever is free goes for {name} before all else.",
            (rule, "14.c"),
            _tasks(position, side, goals, TAKE, goal),
            800 + min(150, max(-150, 3 * strong)),
            temper,
        )
    ahead = (lead(position) + promise(position)) * (1 if side == UNION else -1)
    if own and own != goals:
        yield Plan(
            "stand",
            "Everybody guards the objectives that are ours, and strikes only what comes too near.",
            (rule, "8.1.defend"),
            _tasks(position, side, own, HOLD),
            1050 if ahead >= 2 * rules.plan.margin and _is_late(position) else 700,
            temper - 1,
        )
    yield from _strike(position, side, temper, goals)
    yield from _rest(position, side, temper, own or goals)
    yield from _withdrawal(position, side, temper, everything)


def _set_up(position: Day, side: int, temper: int) -> Plan:
    rules = position.rules
    says = "Everybody is placed as in the ready set-up."
    tasks = [
        Task(HOLD, (rules.roster.ids[unit],), (rules.board.names[place],))
        for unit, place in rules.plan.historical[side].items()
    ]
    return Plan("the ready set-up", says, ("16.x.setup",), tuple(tasks), 1000, temper)


def _is_late(position: Day) -> bool:
    return position.rules.plan.last_turn - position.state.turn < 2


def _strike(position: Day, side: int, temper: int, goals: Sequence[PlaceId]) -> Iterator[Plan]:
    """At the enemy hex where our strength near it outweighs his most, by those who are near."""
    if in_lull(position) or not occupied(position, 1 - side):
        return
    board, ids = position.rules.board, position.rules.roster.ids
    prey = max(
        places_in(occupied(position, 1 - side)),
        key=lambda at: (pressure(position, side, at) - pressure(position, 1 - side, at), -at),
    )
    table = ways_to(position, prey, side)
    near = [body for body in groups_of(position, side) if table[body.at] <= FAR_AWAY]
    if not near:
        return
    who = tuple(ids[unit] for body in near for unit in body.units)
    rest = _without(_tasks(position, side, goals, TAKE), who)
    name = board.names[prey]
    yield Plan(
        f"strike at {name}",
        f"The enemy in {name} is weak for what we have near him: everybody near goes for him.",
        ("11.1", "11.3c.odds"),
        (Task(STRIKE, who, (name,)), *rest),
        750,
        temper + 1,
    )


def _without(tasks: Iterable[Task], who: Iterable[str]) -> list[Task]:
    """The tasks of the others."""
    busy = set(who)
    found = [task._replace(who=tuple(piece for piece in task.who if piece not in busy)) for task in tasks]
    return [task for task in found if task.who]


def _rest(position: Day, side: int, temper: int, goals: Sequence[PlaceId]) -> Iterator[Plan]:
    """For an army of which many are worn or shaken."""
    state, roster = position.state, position.rules.roster
    units = on_map(position, places_in(roster.units & roster.of_side[side]))
    tired = [unit for unit in units if state.shaken >> unit & 1 or state.hits[unit] or state.worn >> unit & 1]
    if units and 100 * len(tired) >= WEARY * len(units):
        yield Plan(
            "fall back and rally",
            "Brigades that are worn go back out of reach and rally; the others hold.",
            ("13.1", "8.1.regroup"),
            _tasks(position, side, goals, HOLD),
            600,
            temper - 2,
        )


def _withdrawal(position: Day, side: int, temper: int, tasks: tuple[Task, ...]) -> Iterator[Plan]:
    """16.3.12: early, when the hills north of the branch pay the enemy more than ourselves."""
    plan, state = position.rules.plan, position.state
    if side != CONFEDERATE or position.state.frames[-1][0] != "lull":
        return
    if plan.lull != DECLARED or state.lull != NEVER or is_after_lull(position):
        return
    balance = sum(
        objective.before[owner] * (1 if owner == CONFEDERATE else -1)
        for objective, owner in zip(plan.objectives, state.control, strict=True)
        if owner >= 0
    )
    yield Plan(
        "declare the withdrawal",
        "The army goes back over Young's Branch and rallies for the afternoon.",
        ("16.3.12", "16.3.12a"),
        (*tasks, Task(DECLARE, (), ())),
        1200 if balance <= 0 else 500,
        temper,
    )


def variants(position: Day, side: int, plan: Plan) -> list[Plan]:
    """A plan with each of the best events as the Key Chit, while it is to be chosen."""
    frame, roster = position.state.frames[-1], position.rules.roster
    decision = position.decision()
    if frame[:2] != ("key", side) or decision is None:
        return []
    chits = sorted(
        (option[1] for option in decision.options), key=lambda chit: -chit_worth(position, side, chit)
    )
    return [
        plan._replace(
            says=f"{plan.says} The Key Chit is {roster.event[roster.number[chit]]}.",
            rules=(*plan.rules, "5.1"),
            tasks=(*plan.tasks, Task(LEAD, (chit,), ())),
        )
        for chit in chits[1 : 1 + MOST_KEYS]
    ]


def answer(position: Day, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves the plan; None where the plan has nothing to say."""
    return serve(position, side, decision, plan) if plan.tasks else None
