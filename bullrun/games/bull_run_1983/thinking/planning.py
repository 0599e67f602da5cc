"""Plans of a Bull Run army: where each brigade goes and why, which attacks it makes this turn, and how the
moves of the turn follow from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, place_list, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.games.bull_run_1983 import HOME
from bullrun.games.bull_run_1983.rules.battle import Battle
from bullrun.games.bull_run_1983.rules.battlefield import SIXTH, BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, place_of, units_in
from bullrun.games.bull_run_1983.rules.movement import END_MOVEMENT
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, LEADER, MOBILE
from bullrun.games.bull_run_1983.rules.sequence import phase
from bullrun.games.bull_run_1983.rules.state import MAP
from bullrun.games.bull_run_1983.thinking.assaults import Assault, Front, find_assaults
from bullrun.games.bull_run_1983.thinking.marching import distances_from, march_table, way_round
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.plan import Plan, Task
from bullrun.thinking.weights import load_weights

DASH = 16
"""An enemy within this many movement points of a base makes it need a guard."""
DANGER_RANGE = 5
PICKET = 4
"""Defense points that watch a place where no blow is expected."""
LATE = 4
"""In this many last turns the Union must take what it can get."""
SUPERIOR = 112
"""Hundredths of the Confederates' defense points on the map that make the Union's army the superior one."""
PROMISING = 75
"""Hundredths of what its best main effort promises that another must promise to be worth a try then."""

WEIGHTS = load_weights(files(HOME) / "data" / "weights.toml")


class Group(NamedTuple):
    """A brigade, or a unit on its own: what is sent somewhere together."""

    pieces: tuple[int, ...]
    points: int
    at: PlaceId
    active: bool


class Objective(NamedTuple):
    """Something to hold or to take."""

    name: str
    places: PlaceSet
    need: int
    """Defense points to send."""


# --- what there is ---------------------------------------------------------------------------------


def groups_of(position: BullRun, side: int) -> list[Group]:
    """The side's brigades and single units on the map, leaders with their brigades."""
    state, roster = position.state, position.rules.roster
    members: dict[str, list[int]] = {}
    for piece in places_in(roster.of_side[side]):
        if state.box[piece] == MAP and (roster.all_units >> piece & 1 or roster.kind[piece] == LEADER):
            members.setdefault(roster.brigade[piece] or roster.ids[piece], []).append(piece)
    found = []
    for pieces in members.values():
        units = [p for p in pieces if roster.all_units >> p & 1]
        if not units:
            continue
        main = max(units, key=lambda p: (roster.defense[p], -p))
        found.append(
            Group(
                tuple(pieces),
                sum(roster.defense[p] for p in units),
                state.at[main],
                any(state.active >> p & 1 for p in units),
            )
        )
    return found


def _threat(position: BullRun, enemy: int, table: Sequence[int], reach: int) -> int:
    """Enemy attack points near a place, those far off counting less, in hundredths."""
    state, roster = position.state, position.rules.roster
    total = 0
    for piece in places_in(roster.of_side[enemy] & roster.all_units):
        if state.box[piece] == MAP:
            cost = table[state.at[piece]]
            if cost < reach:
                total += max(roster.attack[piece]) * 100 * (reach - cost) // reach
    return total


def _stars(position: BullRun) -> list[tuple[str, PlaceSet]]:
    board = position.rules.board
    return [(f"the star in {board.names[p]}", 1 << p) for p in places_in(position.rules.stars)]


# --- plans -----------------------------------------------------------------------------------------


def make_plans(position: BullRun, side: int, temper: int) -> list[Plan]:
    """The plans of a side for its turn. None before the battle has begun."""
    if position.state.phase < 0:
        return []
    groups = groups_of(position, side)
    if not groups:
        return []
    plans = _union_plans(position, groups) if side == UNION else _confederate_plans(position, groups)
    return [plan._replace(temper=temper) for plan in plans]


def _guard(position: BullRun, side: int) -> Objective:
    base = position.rules.base[side]
    threat = _threat(position, 1 - side, march_table(position, base), DASH * SIXTH) // 100
    name = "Centreville" if side == UNION else "Manassas"
    return Objective(
        name,
        base,
        max(
            WEIGHTS["least_guard"],
            6 + WEIGHTS["guard_per_threat"] * threat // 10 if side == UNION else threat,
        ),
    )


def _send(
    position: BullRun, groups: Sequence[Group], wanted: Sequence[Objective], rest: Objective
) -> list[tuple[Objective, list[Group]]]:
    """Share the groups out: the objective with the smallest part of its need gets the nearest group, until
    all needs are met; what is left goes to the rest."""
    tables = [march_table(position, o.places) for o in wanted]
    sent: list[list[Group]] = [[] for _ in wanted]
    have = [0] * len(wanted)
    free = list(groups)
    while free:
        short = [n for n, o in enumerate(wanted) if have[n] < o.need]
        if not short:
            break
        number = min(short, key=lambda n: (have[n] * 100 // wanted[n].need, n))
        group = min(free, key=lambda g: (tables[number][g.at], g.pieces))
        free.remove(group)
        sent[number].append(group)
        have[number] += group.points
    return [*zip(wanted, sent, strict=True), (rest, free)]


def _tasks(position: BullRun, sent: Iterable[tuple[Objective, list[Group]]]) -> tuple[Task, ...]:
    ids, names = position.rules.roster.ids, position.rules.board.names
    return tuple(
        Task(
            "hold" if objective.need else "take",
            tuple(ids[p] for g in groups for p in g.pieces),
            tuple(names[p] for p in places_in(objective.places)),
        )
        for objective, groups in sent
        if groups
    )


def _union_plans(position: BullRun, groups: list[Group]) -> list[Plan]:
    """One main effort a plan: a star or Manassas, with Centreville guarded."""
    rules = position.rules
    goals = [*_stars(position), ("Manassas", rules.base[CONFEDERATE])]
    left = len(rules.track) - position.state.turn
    guard = _guard(position, UNION)
    plans = []
    for name, places in goals:
        table = march_table(position, places)
        sent = _send(position, groups, [guard], Objective(name, places, 0))
        strength = sum(
            g.points * max(0, 100 - table[g.at] * 100 // (left * 4 * SIXTH + 1)) for g in sent[-1][1]
        )
        defence = _defence(position, CONFEDERATE, table)
        plans.append(
            Plan(
                f"main effort on {name}",
                f"Most of the army goes for {name}; {_points(sent[0][1])} points stay to guard Centreville.",
                ("3.1", "3.2") if name == "Manassas" else ("3.3", "3.2"),
                _tasks(position, sent),
                strength - defence,
            )
        )
    table = march_table(position, rules.stars)
    sent = _send(position, groups, [guard], Objective("the nearest star", rules.stars, 0))
    plans.append(
        Plan(
            "every brigade to the nearest star",
            "Each brigade takes the shortest way to a star, so that the enemy must be strong everywhere.",
            ("3.3", "3.2"),
            _tasks(position, sent),
            sum(g.points * max(0, 100 - table[g.at] * 100 // (left * 4 * SIXTH + 1)) for g in sent[-1][1])
            - _defence(position, CONFEDERATE, table),
        )
    )
    return plans


def is_superior(position: BullRun) -> bool:
    """Whether the Union has clearly more men: then the straight way wins, and who looks for another gives the
    enemy time. Between equals it pays to go where the enemy is not."""
    union, confederate = (_points(groups_of(position, side)) for side in (UNION, CONFEDERATE))
    return 100 * union >= SUPERIOR * confederate


def promising(plans: Sequence[Plan]) -> list[Plan]:
    """Without those that promise far less than the best. A main effort elsewhere takes half a day to come to
    nothing, and a play-out sees three turns."""
    best = max(plan.promise for plan in plans)
    least = best - abs(best) * (100 - PROMISING) // 100
    return [plan for plan in plans if plan.promise >= least]


def contenders(position: BullRun, side: int, plans: Sequence[Plan]) -> Sequence[Plan]:
    """A superior Union tries no main effort that promises far less than the best."""
    return promising(plans) if side == UNION and is_superior(position) else plans


def group(position: BullRun) -> tuple[str, str]:
    """What one plan covers: a player-turn."""
    turn, side, _ = phase(position)
    return turn, side


def rolled_for(position: BullRun, decision: Decision) -> object:
    """A battle is known by its kind and its hexes, whatever the odds."""
    frame = position.state.frames[-1]
    if frame[0] == "battle":
        battle = Battle(*frame[2:])
        return battle.kind, battle.targets
    return frame[:2], decision.rule, decision.about.piece, decision.about.roll


def _points(groups: Iterable[Group]) -> int:
    return sum(group.points for group in groups)


def _defence(position: BullRun, enemy: int, table: Sequence[int]) -> int:
    """Defense points of the enemy within a few turns of a place, in hundredths."""
    return _near(position, enemy, table, 16 * SIXTH)


def _confederate_plans(position: BullRun, groups: list[Group]) -> list[Plan]:
    """Stand on what must not be lost, hold the line of the run, strike back, or go for Centreville."""
    rules = position.rules
    guard = _guard(position, CONFEDERATE)
    objectives = [guard, *stars_to_hold(position)]
    mass = _enemy_mass(position, UNION)
    total = _points(groups)
    hold = _send(position, groups, objectives, Objective("the enemy", mass, 0))
    plans = [
        Plan(
            "stand on the stars and Manassas",
            "Brigades stand where the Union must come in the end, in proportion to what threatens; "
            "the rest goes against the nearest enemy.",
            ("3.1", "3.3", "7.4"),
            _tasks(position, hold),
            100 * total,
        )
    ]
    light = [o._replace(need=max(4, o.need // 2)) for o in objectives]
    strike = _send(position, groups, light, Objective("the enemy", mass, 0))
    plans.append(
        Plan(
            "strike back",
            "Light guards on the stars and Manassas; everybody else masses against the nearest enemy.",
            ("3.3", "6.2", "7.3"),
            _tasks(position, strike),
            90 * total,
        )
    )
    plans += [_all_to(position, groups, objectives, star) for star in objectives[1:]]
    line = _ford_line(position)
    fords = _send(
        position, groups, [o._replace(need=max(3, o.need // 3)) for o in objectives],
        Objective("the line of Bull Run", line, 0),
    )  # fmt: skip
    plans.append(
        Plan(
            "hold the line of Bull Run",
            "Stand behind the fords and bridges: who attacks from a ford or bridge is halved.",
            ("5.52", "7.51", "3.3"),
            _tasks(position, fords),
            70 * total,
        )
    )
    table = march_table(position, rules.base[UNION])
    own = _threat(position, CONFEDERATE, table, 16 * SIXTH)
    against = _defence(position, UNION, table)
    raid = _send(
        position, groups, [o._replace(need=max(4, o.need // 2)) for o in objectives],
        Objective("Centreville", rules.base[UNION], 0),
    )  # fmt: skip
    plans.append(
        Plan(
            "march on Centreville",
            "Light guards at home; everybody else goes for Centreville and ends the battle there.",
            ("3.2",),
            _tasks(position, raid),
            60 * total + 40 * (own - against) // 100,
        )
    )
    return plans


def stars_to_hold(position: BullRun) -> list[Objective]:
    """The stars, each with what must stand there: enemies that are a long way off threaten none."""
    found = []
    for name, places in _stars(position):
        table = march_table(position, places)
        threat = _threat(position, UNION, table, WEIGHTS["star_reach"] * SIXTH) // 100
        found.append(Objective(name, places, max(PICKET, WEIGHTS["star_per_threat"] * threat // 10)))
    return found


def _all_to(position: BullRun, groups: list[Group], objectives: Sequence[Objective], star: Objective) -> Plan:
    """Everybody where the blow will fall, and no more than pickets elsewhere."""
    threats = sum(o.need for o in objectives[1:])
    pickets = [o._replace(need=PICKET) for o in objectives if o is not star]
    sent = _send(position, groups, pickets, star._replace(need=0))
    share = 100 * star.need // max(1, threats)
    return Plan(
        f"all to {star.name}",
        f"Most brigades stand at {star.name}; pickets watch Manassas and the other stars.",
        ("3.3", "3.1", "7.4"),
        _tasks(position, sent),
        share * _points(groups),
    )


def _enemy_mass(position: BullRun, enemy: int) -> PlaceSet:
    return ground(position).units[enemy] or position.rules.base[enemy]


def _ford_line(position: BullRun) -> PlaceSet:
    """The dry hexes behind fords and bridges, seen from Manassas."""
    rules = position.rules
    water = rules.crossings(position.state.trestle)
    home = march_table(position, rules.base[CONFEDERATE])
    line: PlaceSet = 0
    for crossing in places_in(water):
        near = [
            p for p in places_in(rules.board.neighbour_set[crossing] & ~water)
            if not rules.rivers(position.state.trestle) >> p & 1
        ]  # fmt: skip
        if near:
            line |= 1 << min(near, key=lambda p: home[p])
    return line


def _near(position: BullRun, side: int, table: Sequence[int], reach: int) -> int:
    """Defense points of a side near a place, in hundredths."""
    state, roster = position.state, position.rules.roster
    return sum(
        roster.defense[piece] * 100 * (reach - cost) // reach
        for piece in places_in(roster.of_side[side] & roster.all_units)
        if state.box[piece] == MAP and (cost := table[state.at[piece]]) < reach
    )


# --- orders: a plan ready to be carried out --------------------------------------------------------


class Orders:
    """A plan with its tables: what each piece is to do in the Movement phase."""

    def __init__(self, position: BullRun, side: int, plan: Plan) -> None:
        self.side = side
        self.plan = plan
        self.turn = (position.state.turn, position.state.side)
        self.table: dict[int, list[int]] = {}
        self.goals: dict[int, PlaceSet] = {}
        self.holds: set[int] = set()
        number, board = position.rules.roster.number, position.rules.board
        watched = watched_crossings(position, side)
        for task in plan.tasks:
            goals = board.set_named(task.where)
            table = way_round(position, goals, watched, WEIGHTS["detour"] * SIXTH)
            for piece in task.who:
                self.table[number[piece]] = table
                self.goals[number[piece]] = goals
                if task.does == "hold":
                    self.holds.add(number[piece])
        self.assaults: list[Assault] | None = None
        self.moves: dict[int, PlaceId] = {}
        self.settled: set[int] = set()
        """Pieces that stay where they are: looked at once a turn."""
        self.seen: set[int] = set()
        """Pieces that have had their place in `line` or among `leaders`."""
        self.line: list[tuple[int, int]] = []
        """(way to go, unit), nearest to its goal first."""
        self.leaders: list[int] = []
        self.no_use: set[Action] = set()
        """Brigades to form and batteries to change that were no use with the enemy at `enemy_at`."""
        self.enemy_at: PlaceSet = 0
        self.pressure = _pressure(position, 1 - side)
        self.rest = march_table(position, position.rules.base[side])

    def plan_assaults(self, position: BullRun, reach: dict[int, PlaceSet]) -> None:
        """Decide which attacks are made this turn."""
        rules, state = position.rules, position.state
        last = len(rules.track) - 1 - state.turn
        kept = rules.base[self.side] | (rules.stars if self.side == CONFEDERATE else 0)
        reach = {p: r for p, r in reach.items() if p not in self.holds or not kept >> state.at[p] & 1}
        front = Front(position, self.side, reach)
        worth = [0] * rules.board.size
        wanted: PlaceSet = 0
        for place in places_in(rules.stars | rules.base[0] | rules.base[1]):
            worth[place] = 2
        if last < LATE:
            for place in places_in(rules.stars):
                worth[place] = 6 + 4 * (LATE - last)
        if self.side == CONFEDERATE and last == 0:
            wanted = rules.stars & ground(position).units[UNION]
        if self.side == UNION and last == 0:
            wanted = rules.stars & ground(position).units[CONFEDERATE]
        wanted |= rules.base[self.side] & ground(position).units[1 - self.side]
        least = WEIGHTS["least_gain"] - WEIGHTS["gain_by_temper"] * self.plan.temper
        if self.side == UNION and last < 2 * LATE:
            least -= WEIGHTS["late_gain"] * (2 * LATE - last)
        self.assaults = find_assaults(front, least, worth, wanted)
        for assault in self.assaults:
            for unit, place in assault.moves:
                self.moves[unit] = place


def watched_crossings(position: BullRun, side: int) -> PlaceSet:
    """The fords and bridges next to the enemy: a unit that crosses is halved (7.51) and must fight (5.83)."""
    rules = position.rules
    crossings = rules.crossings(position.state.trestle)
    return crossings & control_zone(position, 1 - side) & ~ground(position).units[side]


def _pressure(position: BullRun, enemy: int) -> list[int]:
    """For each hex the enemy attack points that stand within striking distance."""
    roster, board = position.rules.roster, position.rules.board
    found = [0] * board.size
    for place in places_in(ground(position).units[enemy]):
        attack = sum(max(roster.attack[u]) for u in units_in(position, place, enemy))
        if attack:
            for near in place_list(board.within(place, DANGER_RANGE)):
                found[near] += attack
    return found


def orders(position: BullRun, side: int, plan: Plan) -> Orders:
    """The orders of a plan for the present turn, made once: the same plan object means the same game."""
    key = f"orders {side}"
    memo = position.rules.memo
    found: Orders | None = memo.get(key)
    now = (position.state.turn, position.state.side)
    if found is None or found.plan is not plan or found.turn != now:
        found = memo[key] = Orders(position, side, plan)
    return found


# --- the Movement phase under a plan ---------------------------------------------------------------


def answer(position: BullRun, side: int, decision: Decision, plan: Plan) -> Action | None:
    """In the Movement phase the next move that the plan asks for, and the end of the phase when nothing is
    left to do; on all else the plan is silent."""
    options = decision.options
    if position.state.frames[-1][0] != "movement" or not isinstance(options, SetOptions):
        return None
    roster = position.rules.roster
    groups, number, to_move = options.groups, roster.number, roster.to_move
    if groups and groups[0][0][0] == "enter":
        return _enter(position, side, *groups[0])
    reach: dict[int, PlaceSet] = {number[words[1]]: targets for words, targets in groups}
    to_do = orders(position, side, plan)
    names = position.rules.board.names
    won = _winning_move(position, side, reach)
    if won is not None:
        return (*to_move[won[0]], names[won[1]])
    for option in options.before:
        if option[0] == "av":
            return option
    first = _formation(position, side, options.before, to_do)
    if first is not None:
        return first
    if to_do.assaults is None:
        units = {p: r for p, r in reach.items() if roster.all_units >> p & 1}
        to_do.plan_assaults(position, units)
    for piece, place in to_do.moves.items():
        if position.state.at[piece] != place and reach.get(piece, 0) >> place & 1:
            return (*to_move[piece], names[place])
    step = _march(position, side, reach, to_do)
    if step is not None:
        return (*to_move[step[0]], names[step[1]])
    return END_MOVEMENT if END_MOVEMENT in options.after else None


def _enter(position: BullRun, side: int, words: Action, targets: PlaceSet) -> Action:
    table = march_table(position, position.rules.base[side] if side == CONFEDERATE else position.rules.stars)
    place = min(places_in(targets), key=lambda p: (table[p], p))
    return (*words, position.rules.board.names[place])


def _winning_move(position: BullRun, side: int, reach: dict[int, PlaceSet]) -> tuple[int, PlaceId] | None:
    """A unit into the enemy's base, which wins when his turn begins; at nightfall onto a star."""
    rules, roster = position.rules, position.rules.roster
    zone = control_zone(position, 1 - side)
    goals = rules.base[1 - side]
    if ground(position).units[side] & goals & ~zone:
        return None
    if side == UNION and position.state.turn == len(rules.track) - 1:
        goals |= rules.stars
        if ground(position).units[side] & goals & ~zone:
            return None
    found: list[tuple[int, int, int, PlaceId]] = []
    for piece, targets in reach.items():
        if not targets & goals:
            continue
        here = position.state.at[piece]
        if not roster.all_units >> piece & 1 or (here and goals >> here & 1):
            continue
        for place in places_in(targets & goals):
            met = sum(
                roster.defense[u]
                for near in rules.board.neighbours[place]
                for u in units_in(position, near, 1 - side)
            )
            if met <= 2 * roster.attack[piece][position.state.face[piece]]:
                found.append((met, -roster.defense[piece], piece, place))
    return min(found)[2:] if found else None


def _formation(position: BullRun, side: int, before: Sequence[Action], to_do: Orders) -> Action | None:
    """Form and unlimber near the enemy; break up and limber for the march."""
    state, roster, rules = position.state, position.rules.roster, position.rules
    enemy = ground(position).units[1 - side]
    if enemy != to_do.enemy_at:
        to_do.enemy_at = enemy
        to_do.no_use.clear()
    for option in before:
        if option in to_do.no_use:
            continue
        verb = option[0]
        if verb not in ("form", "break", "change"):
            continue
        piece = roster.number[option[1]]
        if verb == "form":
            place = place_of(position, roster.brigade_leader[roster.brigade[piece]])
        else:
            place = state.at[piece]
        if not place:
            continue
        near = bool(enemy & rules.board.within(place, 4))
        if verb == "form":
            if near:
                return option
        elif verb == "break":
            table = to_do.table.get(piece)
            if not near and (table is None or table[place] > 2 * SIXTH):
                return option
        elif roster.kind[piece] == BATTERY:
            close = bool(enemy & rules.board.within(place, 3))
            if (close and state.face[piece] == MOBILE) or (not near and state.face[piece] == BATTLE):
                return option
        if verb != "break":
            # A piece that may form or change has not moved; a brigade piece may break up after it has.
            to_do.no_use.add(option)
    return None


def _march(
    position: BullRun, side: int, reach: dict[int, PlaceSet], to_do: Orders
) -> tuple[int, PlaceId] | None:
    """The next piece that is better off elsewhere, units before leaders."""
    state = position.state
    zone = control_zone(position, 1 - side)
    _line_up(position, reach, to_do)
    # The piece nearest to its goal goes first and leaves room on the road (5.4, 5.52).
    for _, piece in to_do.line:
        if _is_done(position, piece, reach, to_do):
            continue
        place = _best_place(position, side, piece, reach[piece], zone, to_do)
        if place != state.at[piece]:
            return piece, place
        to_do.settled.add(piece)
    for piece in to_do.leaders:
        if _is_done(position, piece, reach, to_do):
            continue
        place = _leader_place(position, side, piece, reach[piece], zone, to_do)
        if place != state.at[piece]:
            return piece, place
    return None


def _line_up(position: BullRun, reach: dict[int, PlaceSet], to_do: Orders) -> None:
    """Put pieces that were not there before in line. A piece that has not moved stands where it stood, so
    that the line is the same all turn."""
    if to_do.seen.issuperset(reach):
        return
    state, leaders = position.state, position.rules.roster.all_leaders
    to_do.seen.update(reach)
    to_do.leaders = sorted(piece for piece in to_do.seen if leaders >> piece & 1)
    to_do.line = sorted(
        (to_do.table.get(piece, to_do.rest)[state.at[piece]], piece)
        for piece in to_do.seen
        if not leaders >> piece & 1
    )


def _is_done(position: BullRun, piece: int, reach: dict[int, PlaceSet], to_do: Orders) -> bool:
    """Whether a piece in line has moved, has its orders, stays, or cannot move."""
    return bool(
        position.state.moved >> piece & 1
        or piece in to_do.settled
        or piece in to_do.moves
        or piece not in reach
    )


def _best_place(
    position: BullRun, side: int, piece: int, targets: PlaceSet, zone: PlaceSet, to_do: Orders
) -> PlaceId:
    """Nearer to the goal, out of contact, not alone under the enemy's guns, and together."""
    state, roster = position.state, position.rules.roster
    here = state.at[piece]
    table = to_do.table.get(piece, to_do.rest)
    points = ground(position).points
    pressure = to_do.pressure
    goals = to_do.goals.get(piece, 0)
    holds = piece in to_do.holds
    defense = roster.defense[piece]
    anchor = _anchor(position, piece)
    weak = position.rules.crossings(state.trestle)
    together, contact, fear = WEIGHTS["anchor"], WEIGHTS["contact"], WEIGHTS["danger"]

    def cost(place: PlaceId) -> int:
        total = table[place]
        if place != anchor and not holds:
            total += together
        if zone >> place & 1 and not (holds and goals >> place & 1):
            total += contact if place != here else contact // 2
        stack = points.get(place, 0) + (0 if place == here else defense)
        danger = pressure[place] - 2 * stack
        if danger > 0 and not goals >> place & 1:
            total += min(danger * fear // 10, 60)
        if weak >> place & 1:
            total += 8
        if holds and goals >> place & 1:
            # Every hex of the goal needs its men: the emptier one first.
            total += stack - 14
        return total

    best, least = here, cost(here)
    for place in places_in(targets):
        if table[place] > least + 14:
            continue
        found = cost(place)
        if found < least:
            best, least = place, found
    if best == here and zone >> here & 1:
        # Out of contact at any price: whoever stays must attack (5.83).
        free = list(places_in(targets & ~zone))
        if free:
            return min(free, key=lambda p: (cost(p), p))
    return best


def _anchor(position: BullRun, piece: int) -> PlaceId:
    """Where most of the piece's brigade has marched to this turn."""
    roster, state = position.rules.roster, position.state
    code = roster.brigade[piece]
    if not code:
        return -1
    weight: dict[PlaceId, int] = {}
    for mate in roster.brigade_members[code]:
        place = state.at[mate]
        if mate != piece and place and state.moved >> mate & 1 and roster.defense[mate]:
            weight[place] = weight.get(place, 0) + roster.defense[mate]
    return max(weight, key=lambda p: (weight[p], p)) if weight else state.at[piece]


def _leader_place(
    position: BullRun, side: int, piece: int, targets: PlaceSet, zone: PlaceSet, to_do: Orders
) -> PlaceId:
    """With the men he leads; a superior with most of the army's units that march with him."""
    roster, state, board = position.rules.roster, position.state, position.rules.board
    here = state.at[piece]
    code = roster.brigade[piece]
    if code and code in roster.brigade_members:
        led = [
            m for m in roster.brigade_members[code]
            if m != piece and state.box[m] == MAP and roster.defense[m]
        ]  # fmt: skip
    else:
        division = roster.division[piece]
        led = [
            m
            for m in places_in(roster.of_side[side] & roster.all_leaders)
            if m != piece and state.box[m] == MAP and (not division or roster.division[m] == division)
        ]
        led += [
            m
            for m in places_in(roster.of_side[side] & roster.brigades)
            if state.box[m] == MAP and (not division or roster.division[m] == division)
        ]
    if not led:
        led = [u for u in places_in(roster.of_side[side] & roster.all_units) if state.box[u] == MAP][:12]
    men = ground(position).units[side]
    spots: dict[PlaceId, int] = {}
    for mate in led:
        spots[state.at[mate]] = spots.get(state.at[mate], 0) + max(1, roster.defense[mate])

    away = [(weight, distances_from(board, spot)) for spot, weight in spots.items()]

    def cost(place: PlaceId) -> int:
        total = 4 * sum([weight * distances[place] for weight, distances in away])
        if not men >> place & 1:
            total += 20
            if zone >> place & 1:
                total += 10_000
        return total

    near = targets & (men | board.within(here, 1))
    best, least = here, cost(here)
    for place in places_in(near):
        found = cost(place)
        if found < least:
            best, least = place, found
    return best
