"""Plans of an army of 1862: how its divisions are shared out among the objectives, what each plan dares, and
how a small decision serves the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.memory import memory_of
from bullrun.engine.state import Frame
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun, zone_words
from bullrun.games.secession_1862.rules.ground import against, ground
from bullrun.games.secession_1862.rules.losses import combat_potential
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.sequence import phase
from bullrun.games.secession_1862.rules.victory import controlled, objective_step, score
from bullrun.games.secession_1862.thinking.judgment import Tolls, bridge_tolls, way_table
from bullrun.games.secession_1862.thinking.orders import Orders
from bullrun.games.secession_1862.thinking.prospects import WEIGHTS
from bullrun.thinking.plan import Plan, Task

NEAR = 24
"""Enemies within this many movement points of a zone count as near it, the nearer the more."""
CLOSE = 14
"""The same for enemies that call for a guard; and who is farther off is not called back to guard."""
LATER = 12
"""How many movement points nearer the first goal seems than the others."""
CROWDED = 12
"""How many movement points farther a goal seems for which there is enough already."""
LEAST_NEED = 10
"""How much strength may always be sent for a goal."""
LATE = 10
"""Action phases before the end in which a victory in hand is only guarded."""
PHASES = 4
"""Action phases of a turn, as a rule."""
LAST_PHASES = 2 * PHASES
"""Action phases before the end in which what is taken is mostly kept."""
TAKE, HOLD, STRIKE, LEAD = "take", "hold", "strike", "lead"


class Unit(NamedTuple):
    """A division on the map, or an independent brigade."""

    brigades: tuple[int, ...]
    strength: int


def phases_left(position: SecondBullRun) -> int:
    """About how many action phases are left to each side before the battle is scored."""
    state, days = position.state, position.rules.days
    turns = days[state.day].last_turn - state.turn
    turns += sum(day.last_turn - day.first_turn + 1 for day in days[state.day + 1 :])
    return PHASES * turns + max(0, PHASES - state.action_phase)


# --- who is there -----------------------------------------------------------------------------------


def units_of(position: SecondBullRun, side: int) -> list[Unit]:
    """A side's divisions and independent brigades on the map."""
    roster = position.rules.roster
    strength = dict(_strengths(position, side))
    groups = [d.brigades for d in roster.divisions if d.side == side]
    groups += [(b,) for b in roster.of_side[side] if roster.division[b] == NONE]
    found = []
    for group in groups:
        here = tuple(b for b in group if b in strength)
        if here:
            found.append(Unit(here, sum(strength[b] for b in here)))
    return found


def _strengths(position: SecondBullRun, side: int) -> list[tuple[int, int]]:
    """A side's brigades on the map with their strength; remembered, for all plans ask for it."""
    state, roster, memo = position.state, position.rules.roster, ground(position).memo
    key = ("strengths", side, bytes(state.losses))
    found: list[tuple[int, int]] | None = memo.get(key)
    if found is None:
        found = memo[key] = [
            (b, 1 if roster.is_artillery[b] or state.routed >> b & 1 else combat_potential(position, b))
            for b in roster.of_side[side]
            if state.at[b]
        ]
    return found


def pressure(position: SecondBullRun, side: int, zone: PlaceId, near: int = NEAR) -> int:
    """The strength of a side's brigades near a zone, each counting less the farther it is; remembered, for
    all plans ask for it."""
    at, memo = position.state.at, ground(position).memo
    key = ("pressure", side, zone, near, bytes(position.state.losses))
    found: int | None = memo.get(key)
    if found is None:
        table = way_table(position, zone)
        total = 0
        for brigade, strength in _strengths(position, side):
            way = table[at[brigade]]
            if way < near:
                total += strength * (near - way)
        found = memo[key] = total // near
    return found


# --- sharing out --------------------------------------------------------------------------------------


def guards(position: SecondBullRun, side: int, share: int) -> dict[PlaceId, list[Unit]]:
    """For each objective that we hold and that enemies are near, the units that guard it: the nearest ones,
    until they match a share (in hundredths) of the enemies near it. Never more than a third of the army."""
    at = position.state.at
    free = units_of(position, side)
    most = sum(unit.strength for unit in free) // 3
    wanted = []
    for zone in places_in(controlled(position, side)):
        enemies = pressure(position, 1 - side, zone, CLOSE)
        if enemies:
            wanted.append((-enemies, zone))
    found: dict[PlaceId, list[Unit]] = {}
    for enemies, zone in sorted(wanted):
        table = way_table(position, zone)
        need = share * -enemies // 100
        near = sorted(free, key=lambda unit: (min(table[at[b]] for b in unit.brigades), unit.brigades))
        for unit in near:
            if need <= 0 or most <= 0 or min(table[at[b]] for b in unit.brigades) > CLOSE:
                break
            found.setdefault(zone, []).append(unit)
            free.remove(unit)
            need -= unit.strength
            most -= unit.strength
    return found


def shared_out(
    position: SecondBullRun, side: int, units: Sequence[Unit], goals: Sequence[PlaceId], first: PlaceId = 0
) -> dict[PlaceId, list[Unit]]:
    """Which units go for which goal: the nearest one, but the more strength a goal has already for the
    enemies near it, the farther it seems. Otherwise all would crowd around one. The first goal seems near."""
    at = position.state.at
    tolls = bridge_tolls(position, side)
    ways: dict[tuple[Unit, PlaceId], int] = {}
    needs, found = {}, {}
    for zone in goals:
        table = way_table(position, zone, tolls)
        needs[zone] = max(LEAST_NEED, pressure(position, 1 - side, zone)) * WEIGHTS["enough"] // 100
        for unit in units:
            ways[unit, zone] = sum(table[at[b]] for b in unit.brigades) // len(unit.brigades)
        found[zone] = list[Unit]()
    loads = dict.fromkeys(goals, 0)
    left = list(units)
    while left and goals:
        _, unit, zone = min(
            (
                ways[unit, zone] + CROWDED * loads[zone] // needs[zone] - LATER * (zone == first),
                unit,
                zone,
            )
            for unit in left
            for zone in goals
        )
        found[zone].append(unit)
        loads[zone] += unit.strength
        left.remove(unit)
    return found


def tasks_of(
    position: SecondBullRun,
    side: int,
    posted: Mapping[PlaceId, Sequence[Unit]],
    does: str,
    goals: Sequence[PlaceId],
    first: PlaceId = 0,
) -> tuple[Task, ...]:
    """Guards at their posts; everybody else is shared out among the goals."""
    ids, names = position.rules.roster.ids, position.rules.board.names

    def task(verb: str, units: Sequence[Unit], zone: PlaceId) -> Task:
        return Task(verb, tuple(ids[b] for unit in units for b in unit.brigades), (names[zone],))

    tasks = [task(HOLD, units, zone) for zone, units in posted.items()]
    busy = [unit for units in posted.values() for unit in units]
    free = [unit for unit in units_of(position, side) if unit not in busy]
    for zone, units in shared_out(position, side, free, goals, first).items():
        if units:
            tasks.append(task(does, units, zone))
    return tuple(tasks)


# --- plans ----------------------------------------------------------------------------------------------


class Draft(NamedTuple):
    """A plan before the divisions have goals."""

    name: str
    says: str
    rules: tuple[str, ...]
    promise: int
    does: str
    goals: Sequence[PlaceId]
    first: PlaceId = 0
    """The goal of the main effort."""
    dare: int = 0


STRIKE_PROMISE = 800


def make_plans(position: SecondBullRun, side: int, temper: int) -> list[Plan]:
    """All objectives at once; a main effort on each that can be had; stand; or strike at the enemy's weakest
    part. The most promising first."""
    return list(proposals(position, side, temper))


def best_plan(position: SecondBullRun, side: int, temper: int) -> Plan | None:
    """The plan that promises most, without working out the others."""
    return next(proposals(position, side, temper), None)


def group(position: SecondBullRun) -> tuple[str, str]:
    """What one plan covers: a side's part of an action phase."""
    turn, side, _ = phase(position)
    return f"{turn}.{position.state.action_phase}", side


def parts_left(position: SecondBullRun) -> int:
    """The divisions that may still be activated."""
    frame = position.state.frames[-1]
    return int(frame[1]) if frame[0] == "divisions" else 0


def proposals(position: SecondBullRun, side: int, temper: int) -> Iterator[Plan]:
    """The plans one by one: a caller that takes the first does not wait for the others."""
    if not units_of(position, side):
        return
    rules = position.rules
    points = score(position)
    ahead = points[side] - points[1 - side]
    lead = rules.data["victory"]["margin"] - objective_step(rules)
    posted = guards(position, side, WEIGHTS["guard"] * (2 if ahead >= lead else 1))

    def plan(draft: Draft) -> Iterator[Plan]:
        guarding = guards(position, side, 2 * WEIGHTS["guard"]) if draft.does == HOLD else posted
        tasks = tasks_of(position, side, guarding, draft.does, draft.goals, draft.first)
        if tasks:
            yield Plan(draft.name, draft.says, draft.rules, tasks, draft.promise, temper + draft.dare)

    drafts = sorted(_drafts(position, side, ahead), key=lambda draft: -draft.promise)
    for draft in drafts:
        if draft.promise >= STRIKE_PROMISE:
            yield from plan(draft)
    strike = _strike(position, side)
    if strike is not None:
        yield from plan(strike)
    for draft in drafts:
        if draft.promise < STRIKE_PROMISE:
            yield from plan(draft)


def _drafts(position: SecondBullRun, side: int, ahead: int) -> Iterator[Draft]:
    """All plans but the strike: to find the enemy's weakest part takes time."""
    rules = position.rules
    rule = rules.data["rule"]
    own = controlled(position, side)
    wanted = list(places_in(rules.all_objectives & ~own))
    yield Draft(
        "all objectives",
        "The divisions share out the objectives by distance and enemies; those we hold keep a guard.",
        ("3.1", rule),
        1000,
        TAKE,
        wanted,
    )
    for zone in wanted:
        name = rules.objective_names[zone]
        yield Draft(
            f"main effort on {name}",
            f"The divisions that are free go for {name} before all others; what we hold keeps a guard.",
            ("3.1", "10.3.1", rule),
            900 + pressure(position, side, zone) - pressure(position, 1 - side, zone),
            TAKE,
            wanted,
            first=zone,
        )
    in_hand = ahead >= rules.data["victory"]["margin"] and phases_left(position) <= LATE
    yield Draft(
        "stand",
        "Everybody guards the objectives we hold, rests, and strikes only what comes too near.",
        ("3.1", "10.3.5", "6.1.5"),
        1500 if in_hand else 700,
        HOLD,
        list(places_in(own)),
        dare=-1,
    )


def _strike(position: SecondBullRun, side: int) -> Draft | None:
    prey = weakest_part(position, side)
    if not prey:
        return None
    name = position.rules.board.names[prey]
    return Draft(
        f"strike at {name}",
        f"The enemy around {zone_words(name)} is weak for our strength there: mass against him.",
        ("10.3.1", "10.3.6", position.rules.data["rule"]),
        STRIKE_PROMISE,
        STRIKE,
        [prey],
        dare=1,
    )


def variants(position: SecondBullRun, side: int, plan: Plan) -> list[Plan]:
    """A plan with each of the corps commanders on the map designated for it: who leads makes more of a
    difference than anything else in an action phase. Nothing to settle once that is said."""
    roster, at = position.rules.roster, position.state.at
    if position.state.frames[-1][0] != "designate":
        return []
    present = [commander for commander in roster.corps_commanders[side] if at[commander]]
    if len(present) < 2:
        return []
    return [
        plan._replace(
            says=f"{plan.says} {roster.infos[commander].name} is designated.",
            rules=(*plan.rules, "6.1.1"),
            tasks=(*plan.tasks, Task(LEAD, (roster.ids[commander],), ())),
        )
        for commander in present
    ]


def weakest_part(position: SecondBullRun, side: int) -> PlaceId:
    """The enemy's zone where our strength near it outweighs his most; 0 if he is not on the map."""
    best: tuple[int, int] | None = None
    for zone in places_in(ground(position).held[1 - side]):
        rank = (pressure(position, side, zone) - pressure(position, 1 - side, zone), -zone)
        if best is None or rank > best:
            best = rank
    return -best[1] if best else 0


# --- serving a plan -----------------------------------------------------------------------------------


def goals_of(position: SecondBullRun, side: int, plan: Plan) -> Mapping[int, Sequence[int]]:
    """For each brigade how far its goal seems from each zone. It is asked at every decision, and the same
    while the enemy stays where he is."""
    left = min(MOST_LEFT, phases_left(position))
    known = against(position, 1 - side)
    key = ("goals", plan.tasks, left)
    found: Mapping[int, Sequence[int]] | None = known.get(key)
    if found is None:
        found = known[key] = _goals(position, side, plan, left)
    return found


def _goals(position: SecondBullRun, side: int, plan: Plan, left: int) -> dict[int, Sequence[int]]:
    """By the plan's tasks; a brigade that came after the plan was made goes to the nearest one."""
    rules = position.rules
    board, number = rules.board, rules.roster.number
    found: dict[int, Sequence[int]] = {}
    tolls = bridge_tolls(position, side)
    marching = [task for task in plan.tasks if task.does != LEAD]
    for task in marching:
        zones = [board.place(name) for name in task.where]
        table = pull_table(position, set_of(zones), left, tolls)
        for piece in task.who:
            found[number[piece]] = table
    forward = [task for task in marching if task.does != HOLD] or marching
    anywhere = set_of(board.place(name) for task in forward for name in task.where)
    table = pull_table(position, anywhere, left, tolls)
    for brigade in rules.roster.of_side[side]:
        if brigade not in found:
            found[brigade] = table
    return found


MOST_LEFT = 12
"""With more action phases left nobody is too far away to matter."""
STEP = 6
NEAR_WAY, MIDDLE_WAY = 12, 24


def pull_table(position: SecondBullRun, zones: PlaceSet, left: int, tolls: Tolls) -> list[int]:
    """How far the nearest of some goals seems: the last movement points count in full, those far off less,
    and those that cannot be marched any more in the action phases left not at all."""
    known = memory_of(position.rules.memo, "pulls", 20_000)
    found: list[int] | None = known.get((zones, left, tolls))
    if found is None:
        most = left * STEP if left < MOST_LEFT else 99
        found = []
        for ways in zip(*(way_table(position, zone, tolls) for zone in places_in(zones)), strict=True):
            way = min(*ways, most + STEP)
            near, middle = min(way, NEAR_WAY), min(max(0, way - NEAR_WAY), MIDDLE_WAY - NEAR_WAY)
            found.append(near + middle // 2 + max(0, way - MIDDLE_WAY) // 4)
        known[zones, left, tolls] = found
    return found


def prizes_of(position: SecondBullRun, side: int) -> Mapping[PlaceId, int]:
    """What it is worth to step on each objective, or to be the one who stays on it while enemies are near. It
    is worth more when an objective more or less decides the battle, and towards the end of the day, when the
    enemy has little time left to take it back."""
    points = score(position)
    ahead = points[side] - points[1 - side]
    prize = WEIGHTS["prize"]
    if phases_left(position) <= LAST_PHASES:
        prize = prize * WEIGHTS["late_prize"] // 100
    dear = prize * WEIGHTS["near_win"] // 100
    # The rest depends on where the enemy stands, and he stands still while we move.
    known = against(position, 1 - side)
    key = ("prizes", position.state.taken, ahead, prize, dear)
    found: Mapping[PlaceId, int] | None = known.get(key)
    if found is None:
        found = known[key] = _prizes(position, side, ahead, prize, dear)
    return found


def _prizes(position: SecondBullRun, side: int, ahead: int, prize: int, dear: int) -> dict[PlaceId, int]:
    rules = position.rules
    own = controlled(position, side)
    enemy = ground(position).held[1 - side]
    margin, step = rules.data["victory"]["margin"], objective_step(rules)
    found = {}
    for zone in places_in(rules.all_objectives):
        if not own >> zone & 1:
            found[zone] = dear if ahead + step >= margin or -margin >= ahead > -margin - step else prize
        elif rules.zones_within[3][zone] & enemy:
            found[zone] = (dear if ahead - step <= -margin or margin + step > ahead >= margin else prize) // 3
    return found


def answer(position: SecondBullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves the plan; None where the plan has nothing to say."""
    if not plan.tasks:
        return None
    kind = position.state.frames[-1][0]
    if kind not in SERVED:
        return None
    if kind not in WEIGHTY:
        return _serve(position, side, decision, plan)
    known = position.rules.known_answers
    weights = tuple(WEIGHTS.values())
    key = (side, plan.tasks, plan.temper, plan.whim, weights, position.state.image())
    found = known.get(key)
    if found is None:
        found = known[key] = _serve(position, side, decision, plan)
    return found


def _serve(position: SecondBullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    frame = position.state.frames[-1]
    kind = frame[0]
    if kind in PLACELESS:
        orders = Orders(position, side, {}, {}, plan)
    else:
        prizes = prizes_of(position, side) if kind != "brigades" else {}
        orders = Orders(position, side, goals_of(position, side, plan), prizes, plan)
    return SERVED[kind](orders, decision, frame)


def _designate(orders: Orders, decision: Decision, frame: Frame) -> Action:
    """The corps commander whom the plan names, if he can be had."""
    named = {piece for task in orders.plan.tasks if task.does == LEAD for piece in task.who}
    for option in decision.options:
        if option[1] in named:
            return option
    return orders.corps(decision)


def _face(orders: Orders, decision: Decision, frame: Frame) -> Action | None:
    options = decision.options
    if not isinstance(options, SetOptions) or len(options.groups) != 1:
        return None
    prefix, zones = options.groups[0]
    brigade = orders.rules.roster.number[prefix[1]]
    return (*prefix, orders.rules.board.names[orders.best_facing(brigade, zones)])


SERVED: dict[str, Callable[[Orders, Decision, Frame], Action | None]] = {
    "act": lambda orders, decision, frame: orders.act(decision, frame),
    "designate": _designate,
    "divisions": lambda orders, decision, frame: orders.next_division(decision),
    "brigades": lambda orders, decision, frame: orders.next_brigade(decision),
    "commanders": lambda orders, decision, frame: orders.commanders(decision),
    "combat": lambda orders, decision, frame: orders.next_combat(decision),
    "advance": lambda orders, decision, frame: orders.advance(decision),
    "retreat": lambda orders, decision, frame: orders.retreat(decision, frame[1]),
    "entering": lambda orders, decision, frame: orders.enter(decision),
    "orient": _face,
    "rested": _face,
    "turn": _face,
}
"""The questions that a plan answers, and who answers them."""
WEIGHTY = frozenset(("act", "designate", "divisions", "commanders"))
"""Those of them that take long to answer. Play-outs of one plan differ only by dice, and few dice fall before
the combats: the answers are remembered."""
PLACELESS = frozenset(("orient", "rested", "turn", "commanders"))
"""Those of them that have nothing to do with goals."""
