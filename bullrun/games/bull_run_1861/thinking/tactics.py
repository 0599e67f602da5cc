"""What a brigade of 1861 can make of an activation: rest, stand, march or attack, each judged to its end, so
that no march is begun which leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.state import Frame
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.command import in_command, initiative_modifiers
from bullrun.games.bull_run_1861.rules.facing import enemies_met
from bullrun.games.bull_run_1861.rules.ground import control_zone, ground, lead, others_in_stack
from bullrun.games.bull_run_1861.rules.modifiers import combat_strength
from bullrun.games.bull_run_1861.rules.movement import (
    BUSY,
    ENGAGED,
    HALTED,
    answer_act,
    attackable,
    forced_marches,
    march_goals,
    march_reach,
    may_tire,
    unknown_ford,
)
from bullrun.games.bull_run_1861.rules.state import NO_HOST
from bullrun.games.bull_run_1861.thinking.judgment import FAR, WEIGHTS, expected_gain, ways_to
from bullrun.games.bull_run_1861.thinking.surroundings import remembered, surroundings
from bullrun.games.sides import UNION

CONTACTS = 3
"""At most this many zones next to the enemy are tried for a march, the most promising first."""
ATTACK_AT_BEST = 250
"""No attack promises more than about this: a march up to the enemy that is farther behind is not tried."""
NEAR = 8
"""An enemy within this many movement points threatens an objective."""


class Order(NamedTuple):
    """What a brigade is told: where to go, and how much to dare."""

    table: Sequence[int]
    """For each zone the movement points to the goal."""
    dares: int = 0
    """What it adds to the promise of an attack."""
    targets: PlaceSet = 0
    """Enemies it is to strike."""
    rests: int = 0
    """What it adds to a rest."""


class Use(NamedTuple):
    """One way to use an activation: what it comes to, and how it begins."""

    value: int
    begins: Action


def is_foreign(position: BullRun, side: int, zone: PlaceId) -> bool:
    """Whether the other side controls an objective."""
    return bool(position.state.northern >> zone & 1) != (side == UNION)


# --- places ----------------------------------------------------------------------------------------


def place_value(position: BullRun, brigade: int, zone: PlaceId, order: Order) -> int:
    """What it is worth to have the brigade in a zone, enemies next to it apart: the way to its goal, an
    objective to take or to guard."""
    rules = position.rules
    value = -WEIGHTS["way"] * order.table[zone] * max(2, rules.roster.combat[brigade]) // 4
    if rules.objectives >> zone & 1:
        side = rules.roster.side[brigade]
        if is_foreign(position, side, zone):
            value += WEIGHTS["point"] * rules.worth[zone]
        elif _is_threatened(position, side, zone) and not _others(position, brigade, zone):
            value += WEIGHTS["guard"] * rules.worth[zone]
    return value


def _is_threatened(position: BullRun, side: int, zone: PlaceId) -> bool:
    memo = ground(position).memo
    key = ("threatened", side, zone)
    found: bool | None = memo.get(key)
    if found is None:
        table = ways_to(position, 1 << zone)
        found = any(table[enemy] <= NEAR for enemy in places_in(ground(position).held[1 - side]))
        memo[key] = found
    return found


def _others(position: BullRun, brigade: int, zone: PlaceId) -> bool:
    """Whether the side has somebody else in a zone."""
    on = ground(position)
    if not on.held[position.rules.roster.side[brigade]] >> zone & 1:
        return False
    return on.front[zone] != brigade or bool(on.rear.get(zone))


def danger(position: BullRun, zone: PlaceId, side: int) -> int:
    """What the best attack on a side's front line in a zone promises the enemy."""
    if not position.rules.around[zone] & ground(position).held[1 - side]:
        return 0
    key = ("danger", side, surroundings(position, zone))
    return remembered(position, key, lambda: _danger(position, zone, side))


def _danger(position: BullRun, zone: PlaceId, side: int) -> int:
    on = ground(position)
    worst = 0
    for other in places_in(position.rules.around[zone] & on.held[1 - side]):
        if attackable(position, other, 1 - side) >> zone & 1:
            worst = max(worst, expected_gain(position, (on.front[other],), (zone,)))
    return worst * WEIGHTS["danger"] // 100


# --- attacks ---------------------------------------------------------------------------------------


def best_attack(position: BullRun, element: int, order: Order) -> tuple[int, PlaceId]:
    """(what it promises, the target): the best attack of a front-line element from where it stands, with
    friends who attack the same zone already or could do so."""
    key = ("attack", element, order.dares, order.targets, surroundings(position, position.state.at[element]))
    return remembered(position, key, lambda: _best_attack(position, element, order))


def _best_attack(position: BullRun, element: int, order: Order) -> tuple[int, PlaceId]:
    rules, state = position.rules, position.state
    side = rules.roster.side[element]
    found = (-WEIGHTS["point"], 0)
    zone = state.at[element]
    for target in places_in(attackable(position, zone, side) & ~state.attacked):
        gain = expected_gain(position, (element,), (target,))
        mates = _mates(position, element, target)
        sworn = tuple(e for e in mates if state.attacking >> e & 1)
        if sworn:
            together = tuple(sorted((*sworn, element)))
            gain = expected_gain(position, together, (target,)) - max(
                0, expected_gain(position, sworn, (target,))
            )
        else:
            for mate in mates:
                if not state.acted >> rules.roster.brigade_of(mate) & 1:
                    pair = (element, mate) if element < mate else (mate, element)
                    gain = max(gain, expected_gain(position, pair, (target,)) // 2)
        if rules.objectives >> target & 1 and is_foreign(position, side, target):
            gain += WEIGHTS["clear"] * rules.worth[target]
        if order.targets >> target & 1:
            gain += WEIGHTS["clear"]
        found = max(found, (gain + order.dares, target))
    return found


def _mates(position: BullRun, element: int, target: PlaceId) -> list[int]:
    """Front-line friends next to an element who can attack the same zone."""
    on = ground(position)
    side = position.rules.roster.side[element]
    near = position.rules.around[position.state.at[element]] & position.rules.around[target] & on.held[side]
    return [on.front[z] for z in places_in(near) if attackable(position, z, side) >> target & 1]


def facing_for(position: BullRun, zone: PlaceId, side: int, target: PlaceId) -> PlaceId:
    """The facing that has the target in front and leaves the fewest enemies on the flanks."""
    met = enemies_met(position, zone, side)
    best: tuple[int, int] | None = None
    chosen = 0
    for faced, front in position.rules.fronts[zone].items():
        if front >> target & 1:
            key = (-(met & ~front).bit_count(), -faced)
            if best is None or key > best:
                best, chosen = key, faced
    return chosen


# --- uses of an activation -------------------------------------------------------------------------


def uses(position: BullRun, frame: Frame, order: Order) -> list[Use]:
    """Every use worth a thought of an activation as it stands; the first one is to stop here."""
    _, brigade, points, _, flags = frame
    state, rules = position.state, position.rules
    roster = rules.roster
    side, zone, name = roster.side[brigade], state.at[brigade], roster.ids[brigade]
    names = rules.board.names
    on = ground(position)
    leads = on.front.get(zone) == brigade
    risk = danger(position, zone, side) if leads else 0
    here = place_value(position, brigade, zone, order)
    worn = WEIGHTS["fatigue"] * forced_marches(flags)
    found = [Use(here - risk - worn, ("done", name))]
    if brigade == roster.legion and state.host != NO_HOST:
        return found
    if not flags & BUSY and state.fatigue[brigade]:
        found.append(Use(here - risk + WEIGHTS["rest"] + order.rests + risk // 3, ("rest", name)))
    may_force = may_tire(position, brigade, flags)
    if leads and not flags & ENGAGED and attackable(position, zone, side) & ~state.attacked:
        if points >= rules.tables["march"]["attack"]:
            gain, target = best_attack(position, brigade, order)
            if target:
                faced = facing_for(position, zone, side, target)
                found.append(Use(here - risk - worn + gain, ("attack", name, names[faced])))
        elif may_force:
            gain, target = best_attack(position, brigade, order)
            if target:
                value = here - risk - WEIGHTS["fatigue"] + gain - WEIGHTS["forced_attack"]
                found.append(Use(value, ("force", name)))
    if flags & ENGAGED:
        return found
    if not leads and points >= rules.tables["march"]["attack"] and attackable(position, zone, side):
        found.append(_relief(position, brigade, order, here - worn))
    line = state.at[brigade + roster.brigades]
    if line:
        for to in sorted((zone, line)):
            value = place_value(position, brigade, to, order) - risk + WEIGHTS["way"]
            found.append(Use(value, ("regroup", name, names[to])))
    elif not flags & HALTED:
        found += _marches(position, frame, order, may_force)
    return found


def _relief(position: BullRun, brigade: int, order: Order, here: int) -> Use:
    """A second line goes forward in place of its front line, and may attack (10.5.2)."""
    roster = position.rules.roster
    side, zone = roster.side[brigade], position.state.at[brigade]
    after = position.copy()
    lead(after, brigade)
    gain, _ = best_attack(after, brigade, order)
    saved = danger(position, zone, side) - danger(after, zone, side)
    return Use(here + saved + max(0, gain), ("lead", roster.ids[brigade]))


def _marches(position: BullRun, frame: Frame, order: Order, may_force: bool) -> list[Use]:
    _, brigade, points, start, flags = frame
    rules, state = position.rules, position.state
    roster, names = rules.roster, rules.board.names
    side, zone, name = roster.side[brigade], state.at[brigade], roster.ids[brigade]
    ford = unknown_ford(position, side, zone, start)
    goals = march_goals(position, brigade, points, ford)
    control = control_zone(position, 1 - side)
    worn = WEIGHTS["fatigue"] * forced_marches(flags)
    found = [
        Use(place_value(position, brigade, to, order) - worn, ("move", name, names[to]))
        for to in places_in(goals & ~control)
    ]
    contacts = sorted((place_value(position, brigade, to, order), -to) for to in places_in(goals & control))[
        -CONTACTS:
    ]
    quiet = max((use.value for use in found), default=-FAR * FAR)
    contacts = [(value, to) for value, to in contacts if value + ATTACK_AT_BEST > quiet]
    if contacts:
        reach = march_reach(position, side, zone, points, ford)
        for _, to in contacts:
            left = points - reach.costs[-to]
            found.append(_contact(position, frame, order, tuple(reach.path(-to)), left, may_force))
    if may_force:
        more = points + rules.forced[brigade]
        farther = march_goals(position, brigade, more, ford) & ~goals & ~control
        best = max(
            ((place_value(position, brigade, to, order), -to) for to in places_in(farther)), default=None
        )
        if best is not None and best[0] - WEIGHTS["fatigue"] > max(
            (use.value for use in found), default=-FAR * FAR
        ):
            first = _first_leg(position, frame, goals, -best[1], more)
            if first is not None:
                found.append(Use(best[0] - WEIGHTS["fatigue"] - worn, first))
    return found


def _first_leg(position: BullRun, frame: Frame, goals: PlaceSet, to: PlaceId, more: int) -> Action | None:
    """How a forced march to a zone begins: with the regular points as far as they go, or by forcing it."""
    _, brigade, points, start, _ = frame
    rules, zone = position.rules, position.state.at[brigade]
    side, name = rules.roster.side[brigade], rules.roster.ids[brigade]
    if points < rules.tables["march"]["zone"]:
        return ("force", name)
    reach = march_reach(position, side, zone, more, unknown_ford(position, side, zone, start))
    halts = [
        z
        for z in reach.path(to)
        if goals >> z & 1 and reach.costs[z] > points - rules.tables["march"]["zone"]
    ]
    return ("move", name, rules.board.names[halts[-1]]) if halts else None


def _contact(
    position: BullRun, frame: Frame, order: Order, way: tuple[PlaceId, ...], left: int, may_force: bool
) -> Use:
    """A march up to the enemy, with the attack that may follow."""
    brigade, flags = frame[1], frame[4]
    to = way[-1]
    rules = position.rules
    begins = ("move", rules.roster.ids[brigade], rules.board.names[to])
    value = place_value(position, brigade, to, order)
    value -= WEIGHTS["fatigue"] * forced_marches(flags)
    if ground(position).held[rules.roster.side[brigade]] >> to & 1:
        # Behind a friend: in support, and out of danger.
        return Use(value + WEIGHTS["support"], begins)
    state = position.state
    itself = (frame, way, state.at[brigade], state.fatigue[brigade], state.losses[brigade], left, may_force)
    enemy = 1 - rules.roster.side[brigade]
    headquarters = [state.at[hq] for hq in rules.roster.headquarters[enemy]]  # a march may displace one
    key = (itself, order.dares, order.targets, *headquarters, surroundings(position, to))
    gain = remembered(position, key, lambda: _gain_of_contact(position, frame, order, to, left, may_force))
    return Use(value + gain, begins)


def _gain_of_contact(
    position: BullRun, frame: Frame, order: Order, to: PlaceId, left: int, may_force: bool
) -> int:
    """What a brigade gains by meeting the enemy in a zone: an attack, and danger."""
    brigade = frame[1]
    rules = position.rules
    side = rules.roster.side[brigade]
    after = type(position)(rules, position.state.copy())
    if after.state.frames[-1] != frame:  # it is only thought of, and not activated yet
        after.call(*frame)
    answer_act(after, frame, ("move", rules.roster.ids[brigade], rules.board.names[to]))
    settle(after)
    if after.state.at[brigade] != to:
        return 0
    value = -danger(after, to, side)
    gain, target = best_attack(after, brigade, order)
    if target and left >= rules.tables["march"]["attack"]:
        value += max(0, gain)
    elif target and may_force:
        value += max(0, gain - WEIGHTS["fatigue"] - WEIGHTS["forced_attack"])
    return value


def settle(position: BullRun) -> None:
    """Take the facings that a march up to the enemy asks of both sides, and no decision after them."""
    frames, procedures = position.state.frames, position.rules.procedures
    while frames[-1][0] in ("orient", "turn"):
        procedure = procedures[frames[-1][0]]
        decision = procedure.ask(position, frames[-1])
        if decision is not None and procedure.answer is not None:
            procedure.answer(position, frames[-1], face_enemies(position, decision.options))


def face_enemies(position: BullRun, options: Sequence[Action]) -> Action:
    """The better brigade of a stack in front, with as many enemies before it as can be."""
    rules = position.rules
    best: Action = options[0]
    if best[0] not in ("face", "second") or len(options) == 1:
        return best
    element = rules.roster.number[best[1]]
    if options[-1][0] == "second" and not _is_better(position, element):
        return options[-1]
    zone, side = position.state.at[element], rules.roster.side[element]
    met = enemies_met(position, zone, side)
    enemy = ground(position).held[1 - side]
    key: tuple[int, int] | None = None
    for option in options:
        if option[0] == "face":
            faced = rules.board.place(option[2])
            count = (met & rules.fronts[zone][faced]).bit_count()
            away = 0 if met else min((rules.board.distance(faced, z) for z in places_in(enemy)), default=0)
            if key is None or (count, -away) > key:
                best, key = option, (count, -away)
    return best


def _is_better(position: BullRun, element: int) -> bool:
    """Whether an element would make a better front line than the one of its zone."""
    others = others_in_stack(position, element)
    return not others or _fitness(position, element) > _fitness(position, others[0])


def _fitness(position: BullRun, element: int) -> int:
    brigade = position.rules.roster.brigade_of(element)
    return combat_strength(position, element) - 2 * position.state.fatigue[brigade]


def chance_to_act(position: BullRun, brigade: int) -> int:
    """In sixths: whether an activation of the brigade comes off (10.1)."""
    if in_command(position, brigade):
        return 6
    modifiers = sum(modifier for _, modifier, _ in initiative_modifiers(position, brigade))
    needed: int = position.rules.tables["initiative_test"]["succeeds_at"] - modifiers
    return max(0, min(6, needed))
