"""Plans of an army of 1861: which objectives its brigades go for, which brigade acts next, and what it does
with its activation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bullrun.board.places import PlaceId, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.plan import Plan, Task
from bullrun.games.bull_run_1861.battlefield import BullRun
from bullrun.games.bull_run_1861.facing import enemies_met
from bullrun.games.bull_run_1861.ground import ground
from bullrun.games.bull_run_1861.judgment import FAR, WEIGHTS, expected_gain, ways_to, worth
from bullrun.games.bull_run_1861.movement import attackable, march_goals
from bullrun.games.bull_run_1861.roster import UNION

SHORT_LIST = 7
"""So many destinations of a march are tried, the nearest to the goal first."""


# --- plans -----------------------------------------------------------------------------------------


def make_plans(position: BullRun, side: int, temper: int) -> list[Plan]:
    """Spread over all objectives by need; or one main effort for each of the dearest."""
    brigades = [b for b in position.rules.roster.of_side[side] if position.state.at[b]]
    if not brigades:
        return []
    wanted = _wanted(position, side)
    plans = []
    everywhere = _share_out(position, side, brigades, wanted)
    plans.append(
        Plan(
            "take what is nearest, hold what counts",
            "Every objective gets brigades in proportion to its points and to the enemies near it.",
            ("4.3", "4.4"),
            everywhere,
            1000,
            temper,
        )
    )
    rules = position.rules
    dear = sorted((z for z in wanted if _foreign(position, side, z)), key=lambda z: (-rules.worth[z], z))[:3]
    for zone in dear:
        table = ways_to(position, 1 << zone)
        near = sorted(brigades, key=lambda b: (table[position.state.at[b]], b))
        main = near[: max(2, len(near) * 3 // 5)]
        rest = [b for b in brigades if b not in main]
        plans.append(
            Plan(
                f"main effort on {rules.objective_names[zone]}",
                f"Most brigades go for {rules.objective_names[zone]}; the others hold what we have.",
                ("4.3", "4.4", "10.3.2"),
                (
                    Task("take", tuple(rules.roster.ids[b] for b in main), (rules.board.names[zone],)),
                    *_share_out(position, side, rest, wanted),
                ),
                900 + 10 * rules.worth[zone] - min(table[position.state.at[b]] for b in main),
                temper,
            )
        )
    return plans


def _foreign(position: BullRun, side: int, zone: PlaceId) -> bool:
    return bool(position.state.northern >> zone & 1) != (side == UNION)


def _wanted(position: BullRun, side: int) -> list[PlaceId]:
    """Objectives that the enemy holds, and our own that he stands near."""
    enemy = ground(position).held[1 - side]
    found = []
    for zone in places_in(position.rules.objectives):
        near = position.rules.board.within(zone, 3) & enemy
        if _foreign(position, side, zone) or near:
            found.append(zone)
    return found or list(places_in(position.rules.objectives))


def _share_out(
    position: BullRun, side: int, brigades: Sequence[int], wanted: Sequence[PlaceId]
) -> tuple[Task, ...]:
    """One brigade after the other to the objective that is worth most for the way and has the fewest."""
    rules, state = position.rules, position.state
    enemy = ground(position).held[1 - side]
    tables = {zone: ways_to(position, 1 << zone) for zone in wanted}
    need = {zone: rules.worth[zone] + (rules.board.within(zone, 2) & enemy).bit_count() for zone in wanted}
    sent: dict[PlaceId, list[int]] = {zone: [] for zone in wanted}
    free = sorted(brigades)
    while free:
        _, brigade, zone = min(
            (tables[z][state.at[b]] + 4 * len(sent[z]) * 4 // (need[z] + 1), b, z)
            for b in free
            for z in wanted
        )
        free.remove(brigade)
        sent[zone].append(brigade)
    ids, names = rules.roster.ids, rules.board.names
    return tuple(
        Task("hold" if not _foreign(position, side, z) else "take", tuple(ids[b] for b in some), (names[z],))
        for z, some in sent.items()
        if some
    )


def _goals(position: BullRun, plan: Plan) -> dict[int, list[int]]:
    memo = position.rules.__dict__.setdefault("_plan_tables", {})
    found: tuple[Plan, dict[int, list[int]]] | None = memo.get(plan.name)
    if found is None or found[0] is not plan:
        tables: dict[int, list[int]] = {}
        board, number = position.rules.board, position.rules.roster.number
        for task in plan.tasks:
            table = ways_to(position, set_of(board.place(name) for name in task.where))
            for piece in task.who:
                tables[number[piece]] = table
        if len(memo) > 60:
            memo.clear()
        found = memo[plan.name] = (plan, tables)
    return found[1]


# --- who acts --------------------------------------------------------------------------------------


def serve(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    """The choice of a brigade and what it does follow the plan; all else is judged as it comes."""
    frame = position.state.frames[-1]
    if frame[0] == "choose":
        return _choose(position, side, decision, plan)
    if frame[0] == "act":
        return _act(position, side, decision, plan, frame[1])
    return None


def _choose(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    roster = position.rules.roster
    best: Action = ("done",)
    gain = WEIGHTS["idle"]
    for option in decision.options:
        if option[0] != "activate":
            continue
        found = _use_of(position, side, roster.number[option[1]], plan)
        if found > gain:
            best, gain = option, found
    return best


def _use_of(position: BullRun, side: int, brigade: int, plan: Plan) -> int:
    """What an activation of the brigade may gain: ground towards its goal, or an attack at good odds."""
    state, roster = position.state, position.rules.roster
    zone = state.at[brigade]
    table = _goals(position, plan).get(brigade)
    goals = march_goals(position, brigade, roster.movement[brigade])
    march = 0
    if table is not None and goals:
        nearer = table[zone] - min(table[z] for z in places_in(goals))
        march = nearer * WEIGHTS["way"] * roster.combat[brigade] // 4
        for place in places_in(goals & position.rules.objectives):
            if _foreign(position, side, place):
                march = max(march, WEIGHTS["point"] * position.rules.worth[place])
    attack, dares = 0, WEIGHTS["attack_by_temper"] * plan.temper
    in_front = ground(position).front.get(zone) == brigade
    for target in places_in(attackable(position, zone, side) if in_front else 0):
        if target in ground(position).front:
            attack = max(attack, expected_gain(position, (brigade,), (target,)) + dares)
    if enemies_met(position, zone, side) and state.fatigue[brigade] > 1:
        attack //= 2
    return max(march, attack)


# --- what it does ----------------------------------------------------------------------------------


def _act(position: BullRun, side: int, decision: Decision, plan: Plan, brigade: int) -> Action | None:
    table = _goals(position, plan).get(brigade)
    if table is None:
        return None
    best: tuple[Fraction | int, int] | None = None
    chosen: Action | None = None
    for number, option in enumerate(_short_list(position, decision, table)):
        after = position.copy()
        after.apply(option)
        after.decision()
        zone = after.state.at[brigade]
        value = worth(after, side) - WEIGHTS["way"] * (table[zone] if zone else FAR) * _weight(
            position, brigade
        )
        if best is None or (value, -number) > best:
            best, chosen = (value, -number), option
    return chosen


def _weight(position: BullRun, brigade: int) -> int:
    return max(1, position.rules.roster.combat[brigade] // 4)


def _short_list(position: BullRun, decision: Decision, table: Sequence[int]) -> list[Action]:
    """All options, but of a march only the nearest to the goal, objectives and contact included."""
    options = decision.options
    if not isinstance(options, SetOptions):
        return list(options)
    names = position.rules.board.names
    found = list(options.before)
    for prefix, zones in options.groups:
        places = list(places_in(zones))
        if prefix[0] == "move" and len(places) > SHORT_LIST:
            places = sorted(places, key=lambda z: (table[z], z))[:SHORT_LIST]
        found += [(*prefix, names[z]) for z in places]
    return found + list(options.after)
