"""Plans of an army of 1861: which objectives its brigades go for, which brigade acts next, and what it does
with its activation."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from bullrun.board.places import PlaceId, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.memory import Memory
from bullrun.engine.state import Frame
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1861.rules.ground import control_zone, ground
from bullrun.games.bull_run_1861.rules.modifiers import combat_strength
from bullrun.games.bull_run_1861.thinking.judgment import WEIGHTS, ways_to
from bullrun.games.bull_run_1861.thinking.tactics import (
    Order,
    Use,
    chance_to_act,
    face_enemies,
    is_foreign,
    place_value,
    uses,
)
from bullrun.games.sides import SIDES
from bullrun.thinking.plan import Plan, Task

TOGETHER = 3
"""Objectives within this many movement points are gone for together."""
MAIN_PART = 60
"""In hundredths: how much of the army a main effort takes."""
STRIKE_REACH = 4
STRIKERS = 4
"""How many brigades a blow is planned with, and within how many movement points."""
EFFORTS = 2
"""Main efforts are proposed for at most this many groups of objectives, the most promising first."""
TIRED = 4
"""A rest is proposed when this many brigades are tired."""
WHIM = 30
"""By how much a whim may make a use of an activation seem better or worse."""
OFFENSIVE_CONTACTS = 4
"""A major offensive waits until this many brigades have met the enemy."""


# --- plans -----------------------------------------------------------------------------------------


def make_plans(position: BullRun, side: int, temper: int) -> list[Plan]:
    """Spread over all objectives; a main effort where the enemy's lie together; a blow at one of his
    brigades; a stand; a rest."""
    brigades = [b for b in position.rules.roster.of_side[side] if position.state.at[b]]
    if not brigades:
        return []
    wanted = _wanted(position, side)
    plans = [
        Plan(
            "take what is nearest, hold what counts",
            "Every objective gets brigades in proportion to its points and to the enemies near it.",
            ("4.3", "4.4"),
            _share_out(position, side, brigades, wanted),
            1000,
            temper,
        )
    ]
    plans += _main_efforts(position, side, brigades, wanted, temper)
    plans += _strikes(position, side, brigades, wanted, temper)
    plans += _stand(position, side, brigades, temper)
    plans += _rest(position, side, brigades, wanted, temper)
    return plans


def _main_efforts(
    position: BullRun, side: int, brigades: Sequence[int], wanted: Sequence[PlaceId], temper: int
) -> list[Plan]:
    """One for each group of enemy objectives that lie close together."""
    rules, at = position.rules, position.state.at
    plans = []
    left = [zone for zone in wanted if is_foreign(position, side, zone)]
    while left:
        table = ways_to(position, 1 << left[0])
        group = [zone for zone in left if table[zone] <= TOGETHER]
        left = [zone for zone in left if zone not in group]
        ways = ways_to(position, set_of(group))
        near = sorted(brigades, key=lambda b: (ways[at[b]], b))
        main = near[: max(2, len(near) * MAIN_PART // 100)]
        rest = [b for b in brigades if b not in main]
        names = _listed([rules.objective_names[zone] for zone in group])
        points = sum(rules.worth[zone] for zone in group)
        plans.append(
            Plan(
                f"main effort on {names}",
                f"Most brigades go for {names}; the others hold what we have.",
                ("4.3", "4.4", "10.3.2"),
                (
                    *_share_out(position, side, main, group),
                    *_share_out(position, side, rest, _own(position, side)),
                ),
                900 + 10 * points - ways[at[main[0]]],
                temper,
            )
        )
    return sorted(plans, key=lambda plan: -plan.promise)[:EFFORTS]


def _strikes(
    position: BullRun, side: int, brigades: Sequence[int], wanted: Sequence[PlaceId], temper: int
) -> list[Plan]:
    """A blow at the enemy brigade that promises most to those who can get at it."""
    rules, state, on = position.rules, position.state, ground(position)
    prospects = []
    for zone in places_in(on.held[1 - side]):
        table = ways_to(position, 1 << zone)
        near = sorted((table[state.at[b]], b) for b in brigades if table[state.at[b]] <= STRIKE_REACH)
        if len(near) < 2:
            continue
        foe = rules.roster.brigade_of(on.front[zone])
        weight = sum(rules.roster.combat[b] for _, b in near[:STRIKERS])
        cover = 2 * (rules.hills >> zone & 1) + (rules.woods >> zone & 1)
        weak = 2 * state.fatigue[foe] - cover - combat_strength(position, on.front[zone])
        prospects.append((weak * 2 + weight, -zone, [b for _, b in near[:STRIKERS]]))
    plans = []
    for score, zone, strikers in sorted(prospects, reverse=True)[:1]:
        foe_name = rules.roster.infos[rules.roster.brigade_of(on.front[-zone])].name
        others = [b for b in brigades if b not in strikers]
        plans.append(
            Plan(
                f"strike at {foe_name}",
                f"The brigades near {foe_name} attack it together; the others go on as before.",
                ("11.1.3", "11.2.1", "4.2"),
                (
                    Task("strike", tuple(rules.roster.ids[b] for b in strikers), (rules.board.names[-zone],)),
                    *_share_out(position, side, others, wanted),
                ),
                800 + score,
                temper,
            )
        )
    return plans


def _stand(position: BullRun, side: int, brigades: Sequence[int], temper: int) -> list[Plan]:
    own = _own(position, side)
    return [
        Plan(
            "stand on what we have",
            "Every brigade guards an objective of ours, the threatened ones first.",
            ("4.3", "4.4", "4.5"),
            _share_out(position, side, brigades, own),
            700,
            temper,
        )
    ]


def _rest(
    position: BullRun, side: int, brigades: Sequence[int], wanted: Sequence[PlaceId], temper: int
) -> list[Plan]:
    """Worth a thought when some are tired."""
    state, roster, names = position.state, position.rules.roster, position.rules.board.names
    tired = [b for b in brigades if state.fatigue[b]]
    if len(tired) < TIRED:
        return []
    fresh = [b for b in brigades if b not in tired]
    return [
        Plan(
            "rest and rally",
            "Tired brigades recover before they fight again; the others guard what counts.",
            ("7.4", "11.3.8"),
            (
                *(Task("rest", (roster.ids[b],), (names[state.at[b]],)) for b in tired),
                *_share_out(position, side, fresh, wanted),
            ),
            600,
            temper,
        )
    ]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _own(position: BullRun, side: int) -> list[PlaceId]:
    """Our objectives; all of them when we have none."""
    objectives = list(places_in(position.rules.objectives))
    return [zone for zone in objectives if not is_foreign(position, side, zone)] or objectives


def _wanted(position: BullRun, side: int) -> list[PlaceId]:
    """Objectives that the enemy holds, and our own that he stands near."""
    enemy = ground(position).held[1 - side]
    found = []
    for zone in places_in(position.rules.objectives):
        near = position.rules.board.within(zone, 3) & enemy
        if is_foreign(position, side, zone) or near:
            found.append(zone)
    return found or list(places_in(position.rules.objectives))


def _share_out(
    position: BullRun, side: int, brigades: Sequence[int], wanted: Sequence[PlaceId]
) -> tuple[Task, ...]:
    """One brigade after the other to the objective that is worth most for the way and has the fewest."""
    rules, state = position.rules, position.state
    enemy = ground(position).held[1 - side]
    nearest = {}
    for zone in wanted:
        table = ways_to(position, 1 << zone)
        nearest[zone] = sorted(((table[state.at[b]], b) for b in brigades), reverse=True)
    need = {zone: rules.worth[zone] + (rules.board.within(zone, 2) & enemy).bit_count() for zone in wanted}
    sent: dict[PlaceId, list[int]] = {zone: [] for zone in wanted}
    free = set(brigades)
    while free:
        offers = []
        for z, near in nearest.items():
            while near[-1][1] not in free:
                near.pop()
            way, b = near[-1]
            offers.append((way + 4 * len(sent[z]) * 4 // (need[z] + 1), b, z))
        _, brigade, zone = min(offers)
        free.remove(brigade)
        sent[zone].append(brigade)
    ids, names = rules.roster.ids, rules.board.names
    return tuple(
        Task(
            "hold" if not is_foreign(position, side, z) else "take", tuple(ids[b] for b in some), (names[z],)
        )
        for z, some in sent.items()
        if some
    )


# --- orders ----------------------------------------------------------------------------------------


class Told:
    """A plan at work: what each brigade is told, and what it was expected to gain by acting when it was last
    looked at in this phase."""

    def __init__(self, position: BullRun, plan: Plan) -> None:
        self.plan = plan
        self.orders: dict[int, Order] = {}
        self.phase: tuple[int, ...] = ()
        self.gains: dict[int, int] = {}
        board, number = position.rules.board, position.rules.roster.number
        dares = WEIGHTS["attack_by_temper"] * plan.temper
        for task in plan.tasks:
            zones = set_of(board.place(name) for name in task.where)
            targets = zones if task.does == "strike" else 0
            resting = task.does == "rest"
            order = Order(
                ways_to(position, zones),
                dares - WEIGHTS["rest"] if resting else dares,
                targets,
                WEIGHTS["rest"] if resting else 0,
            )
            for piece in task.who:
                self.orders[number[piece]] = order


_TOLD: WeakKeyDictionary[Battlefield, Memory[str, Told]] = WeakKeyDictionary()
MOST_TOLD = 60


def _told(position: BullRun, plan: Plan) -> Told:
    """What a plan tells the army. A plan is known by itself: another one of the same name starts anew."""
    known = _TOLD.setdefault(position.rules, Memory(MOST_TOLD))
    found = known.get(plan.name)
    if found is None or found.plan is not plan:
        found = known[plan.name] = Told(position, plan)
    return found


def _order(position: BullRun, plan: Plan, brigade: int) -> Order | None:
    return _told(position, plan).orders.get(brigade)


# --- small decisions -------------------------------------------------------------------------------


def group(position: BullRun) -> tuple[str, str]:
    """What one plan covers: a side's part of a movement phase."""
    state = position.state
    return f"{state.turn}.{state.movement_phase}", SIDES[state.active]


def rolled_for(position: BullRun, decision: Decision) -> object:
    """A battle is known by the zones attacked, whoever attacks."""
    frame = position.state.frames[-1]
    if frame[0] == "battle":
        return frame[2], decision.rule, decision.about.roll
    return frame[:2], decision.rule, decision.about.piece, decision.about.roll


def answer(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    """Which brigade acts and how, which marches by night, and where headquarters stand; the rest is
    judged."""
    frame = position.state.frames[-1]
    found = _SERVES.get(frame[0])
    return found(position, side, decision, plan) if found else None


def _uses(position: BullRun, frame: Frame, plan: Plan, order: Order) -> list[Use]:
    """What a brigade may make of its activation, as the plan likes it."""
    found = uses(position, frame, order)
    if not plan.whim:
        return found
    return [use._replace(value=use.value + plan.leaning(use.begins, WHIM)) for use in found]


def _choose(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    """The brigade that gains most by acting. An activation changes little for brigades elsewhere: of those
    looked at before only the most promising is looked at again, and all of them before the phase is ended."""
    state, told = position.state, _told(position, plan)
    phase = (state.turn, state.movement_phase, state.active)
    if told.phase != phase:
        told.phase, told.gains = phase, {}
    number, gains = position.rules.roster.number, told.gains
    may_end = decision.options[-1] == ("done",)
    options = {number[option[1]]: option for option in decision.options if option[0] == "activate"}
    may_act = [brigade for brigade in options if brigade in told.orders]
    seen: set[int] = set()
    to_see = [brigade for brigade in may_act if brigade not in gains]
    while True:
        for brigade in to_see:
            gains[brigade] = _gain_by_acting(position, brigade, plan, told.orders[brigade])
        seen.update(to_see)
        best = max(may_act, key=lambda brigade: gains[brigade], default=None)
        if best is None:
            return decision.options[-1]
        if best not in seen:
            to_see = [best]
        elif gains[best] > WEIGHTS["idle"]:
            return options[best]
        elif len(seen) == len(may_act):
            return ("done",) if may_end else options[best]
        else:
            to_see = [brigade for brigade in may_act if brigade not in seen]


def _gain_by_acting(position: BullRun, brigade: int, plan: Plan, order: Order) -> int:
    """What an activation of a brigade gains, if it comes off."""
    state, roster = position.state, position.rules.roster
    frame = ("act", brigade, roster.movement[brigade], state.at[brigade], 0)
    stop, *others = _uses(position, frame, plan, order)
    if not others:
        return 0
    gain = (max(use.value for use in others) - stop.value) * chance_to_act(position, brigade) // 6
    return gain - WEIGHTS["marked"] if state.operational >> brigade & 1 else gain


def _act(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    frame = position.state.frames[-1]
    order = _order(position, plan, frame[1])
    if order is None:
        return None
    stop, *others = _uses(position, frame, plan, order)
    for use in sorted(others, key=lambda use: -use.value):
        if use.value <= stop.value:
            break
        if use.begins in decision.options:
            return use.begins
    return _stop(position, decision, frame[1])


def _stop(position: BullRun, decision: Decision, brigade: int) -> Action | None:
    name = position.rules.roster.ids[brigade]
    if ("done", name) in decision.options:
        return ("done", name)
    ends = [option for option in decision.options if option[0] in ("face", "second", "attach")]
    return face_enemies(position, ends) if ends else None


def _orient(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    return face_enemies(position, decision.options)


def _headquarters(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    """A headquarters goes where it commands more, and the nearer the better; otherwise it keeps its move."""
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    best: Action = ("done",)
    most = WEIGHTS["idle"]
    now: dict[int, int] = {}
    for option in decision.options:
        if option[0] != "move":
            continue
        hq = roster.number[option[1]]
        if hq not in now:
            now[hq] = _command(position, side, hq, state.at[hq])
        gain = _command(position, side, hq, board.place(option[2])) - now[hq]
        if gain > most:
            best, most = option, gain
    return best


def _command(position: BullRun, side: int, hq: int, zone: PlaceId) -> int:
    """How well a headquarters commands from a zone."""
    rules, state = position.rules, position.state
    roster = rules.roster
    costs = rules.free_reach(side, state, zone, roster.command_range[hq]).costs
    total = 0
    for brigade in roster.of_side[side]:
        there = state.at[brigade]
        if there and roster.commander[brigade] == hq:
            cost = costs.get(there)
            total += WEIGHTS["command"] - cost if cost is not None else 0
    return total


def _offensive(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    """The major offensive comes when enough brigades have met the enemy."""
    met = ground(position).held[side] & control_zone(position, 1 - side)
    late = position.state.turn >= position.rules.turns - 2
    return ("launch",) if met.bit_count() >= OFFENSIVE_CONTACTS or late else ("hold",)


def _mark(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    """Operational movement for those who are farthest from their goals."""
    roster, state = position.rules.roster, position.state
    orders = _told(position, plan).orders
    best: Action = ("done",)
    most = 0
    for option in decision.options:
        if option[0] != "mark":
            continue
        brigade = roster.number[option[1]]
        order = orders.get(brigade)
        if order is None:
            continue
        way = order.table[state.at[brigade]] - roster.movement[brigade]
        if way > most:
            best, most = option, way
    return best


def _operations(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action:
    return decision.options[0]


def _operate(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    """As near to the goal as can be, out of the enemy's reach: the march leaves the brigades worn out."""
    leader = position.state.frames[-1][1][0]
    order = _order(position, plan, leader)
    name = position.rules.roster.ids[leader]
    if order is None:
        return None
    control = control_zone(position, 1 - side)
    best: Action | None = ("done", name) if ("done", name) in decision.options else None
    most = place_value(position, leader, position.state.at[leader], order) + WEIGHTS["fatigue"] * (
        not position.state.frames[-1][4]
    )
    for option in decision.options:
        if option[0] != "move":
            continue
        zone = position.rules.board.place(option[2])
        if control >> zone & 1:
            continue
        value = place_value(position, leader, zone, order)
        if best is None or value > most:
            best, most = option, value
    return best


_SERVES = {
    "choose": _choose,
    "act": _act,
    "orient": _orient,
    "turn": _orient,
    "headquarters": _headquarters,
    "offensive": _offensive,
    "mark": _mark,
    "operations": _operations,
    "operate": _operate,
}
"""Which question is answered how."""
