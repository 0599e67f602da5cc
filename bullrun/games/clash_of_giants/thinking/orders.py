"""How small decisions serve a plan: where units go, what is attacked and when, which markers are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import PASS, Decision, SetOptions
from bullrun.games.clash_of_giants.rules import reach
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Clash
from bullrun.games.clash_of_giants.rules.combat import gun_halves
from bullrun.games.clash_of_giants.rules.declaration import STOP
from bullrun.games.clash_of_giants.rules.ground import ground, in_play, on_map, rating, strength
from bullrun.games.clash_of_giants.rules.movement import DONE, KINDS
from bullrun.games.clash_of_giants.rules.roster import ANY, FORMATION, HALF
from bullrun.games.clash_of_giants.rules.scoring import controls
from bullrun.games.clash_of_giants.rules.second_bull_run import frozen_units
from bullrun.games.clash_of_giants.rules.state import CUP, EXITED, MAP, STILL
from bullrun.games.clash_of_giants.rules.zones import targets, zone
from bullrun.games.clash_of_giants.thinking.fights import (
    UNKNOWN,
    WEIGHTS,
    best_attacks,
    exchange,
    failures,
    prize,
    step_worth,
)
from bullrun.games.clash_of_giants.thinking.judgment import (
    FAR,
    danger,
    enemies_near,
    enemies_of,
    is_overlooked,
    pressure,
    slope,
    ways_to,
)
from bullrun.games.sides import CONFEDERATE

TAKE, HOLD, STRIKE = "take", "hold", "strike"
WITHIN = 3
"""Hexes around its goal within which a formation that holds it may stand anywhere."""
CONTACT = 6
"""Hexes within which a formation may come into a fight this turn."""
WHIM = 8
"""How much a whim adds or takes at most."""
READY = 40
"""What attacks must promise for a marker to be played for them."""


class Order(NamedTuple):
    """What a unit is to do, and where."""

    does: str
    goal: PlaceId


class Orders(NamedTuple):
    """What all units of a side are to do. `looks`: whether the enemy's reply is thought of."""

    units: Mapping[int, Order]
    temper: int = 0
    looks: bool = True
    whim: Callable[[object, int], int] = lambda step, most: 0


# --- a unit in a hex ------------------------------------------------------------------------------


def stand(position: Clash, side: int, unit: int, place: PlaceId, orders: Orders) -> int:
    """What it is worth that a unit ends its move in a hex."""
    rules, state, on = position.rules, position.state, ground(position)
    w, order = WEIGHTS, orders.units.get(unit)
    size = state.steps[unit]
    value = 0
    if order is not None:
        value -= w["way"] * size * _way(position, order, place) // (QUARTER * 2)
    if rules.victory_set >> place & 1 and not rules.roster.cavalry >> unit & 1:
        others = [u for u in on.stacks.get(place, ()) if u != unit]
        if not controls(position, side, place):
            value += w["take"]
        elif not others and enemies_around(position, side, place):
            value += w["guard"]
    near = rules.board.neighbour_set[place]
    foes = near & on.units[1 - side]
    if foes:
        value += prospects(position, side, unit, place, foes, orders)
    if orders.looks:
        value += _safety(position, side, unit, place)
    elif enemies_near(position, side, place) and rules.levels[place]:
        value += w["height"]
    return value


def _way(position: Clash, order: Order, place: PlaceId) -> int:
    """The quarters that are left to the goal; nothing near one that is to be held."""
    far = ways_to(position.rules, order.goal)[place]
    return max(0, far - WITHIN * QUARTER) if order.does == HOLD else far


def enemies_around(position: Clash, side: int, place: PlaceId) -> bool:
    """Whether an enemy may come to a hex within two turns or so."""
    return bool(position.rules.board.within(place, 12) & ground(position).units[1 - side])


def _safety(position: Clash, side: int, unit: int, place: PlaceId) -> int:
    """Ground, friends beside, and what the enemy's reply may cost."""
    if not enemies_near(position, side, place):
        return 0
    rules, on, w = position.rules, ground(position), WEIGHTS
    near = rules.board.neighbour_set[place]
    mates = [other for other in on.stacks.get(place, ()) if other != unit]
    value = w["pair"] * bool(mates)
    own_hex = 0 if len(on.stacks.get(position.state.at[unit], ())) > 1 else 1 << position.state.at[unit]
    friends = near & on.units[side] & ~own_hex
    value += w["line"] * min(3, friends.bit_count())
    if not rules.clear >> place & 1:
        value += w["cover"]
    foes = enemies_of(position, side).strengths
    for at in rules.board.neighbours[place]:
        if at in foes or zone(position, 1 - side) >> at & 1:
            value += w["height"] * slope(position, place, at) // (2 * HALF)
    units = 1 << unit
    for other in mates:
        units |= 1 << other
    cost = danger(position, side, place, units)
    if mates:
        cost -= danger(position, side, place, units & ~(1 << unit))
    value -= cost * w["danger"] // 100
    if is_overlooked(position, side, place):
        value -= w["overlooked"]
    return value


def prospects(position: Clash, side: int, unit: int, place: PlaceId, foes: PlaceSet, orders: Orders) -> int:
    """What attacks a unit makes possible by going next to enemies: with those beside them already and those
    of its activation that may still come."""
    rules, on, w = position.rules, ground(position), WEIGHTS
    best = -WIN_NOT
    flank = 0
    for foe in places_in(foes & ~rules.unattackable[place]):
        found = chance_at(position, side, unit, place, foe)
        order = orders.units.get(unit)
        if order is not None and order.does == STRIKE and order.goal == foe and found > 0:
            found += found // 2
        if found > best:
            best = found
        way = rules.board.direction(foe, place)
        behind = rules.board.step(foe, (way + 3) % 6)
        if behind is not None and on.units[side] >> behind & 1 and found > 0:
            flank = w["flank"]
    if best <= -WIN_NOT:
        return 0
    best += (w["dare"] * orders.temper) // 2
    if best < 0:
        return best * w["prospect"] // 100
    return best * w["prospect"] // 100 + flank


WIN_NOT = 10_000


def chance_at(position: Clash, side: int, unit: int, place: PlaceId, foe: PlaceId) -> int:
    """About what an attack on an enemy hex would promise with this unit in this hex: at what odds, from how
    much ground, for the steps at stake. Shared among those who are to make it."""
    rules, state, on = position.rules, position.state, ground(position)
    beside = rules.board.neighbour_set[foe] & ~rules.unattackable[foe]
    own = strength(position, unit)
    steps = state.steps[unit]
    key = ("beside", side, foe)
    known: tuple[tuple[int, int, PlaceId], ...] | None = on.memo.get(key)
    if known is None:
        known = on.memo[key] = tuple(
            (other, strength(position, other), at)
            for at in places_in(beside & on.units[side])
            for other in on.stacks[at]
        )
    coming, lowest = 0, slope(position, foe, place)
    for other, halves, at in known:
        if other != unit:
            own += halves
            steps += state.steps[other]
            lowest = min(lowest, slope(position, foe, at))
    movers = state.active & ~state.halted & state.commanded & ~(1 << unit)
    for other in on_map(position, movers):
        far = rules.board.distance(state.at[other], foe)
        idle = state.mode[other] == STILL and not beside >> state.at[other] & 1
        if idle and far <= 1 + state.allowance[other] * 2 // 3:
            coming += strength(position, other)
    room = 2 * 2 * HALF * max(0, beside.bit_count() - len({at for _, _, at in known}) - 1)
    own += min(coming * 3 // 4, room)
    defence = max(1, enemies_of(position, side).strengths[foe] + lowest)
    modifier = min(4, own // defence - 1) if own >= defence else max(-3, 1 - -(-defence // own))
    gain, emptied = 0, 1000
    for enemy in on.stacks[foe]:
        fails = failures(position, rating(position, enemy) or UNKNOWN, modifier, False)
        gain += fails * step_worth(position, enemy) // 6
        emptied = emptied * fails // 6
    gain += prize(position, side, foe) * emptied // 1000
    fails = failures(position, rating(position, unit) or UNKNOWN, -modifier, False)
    loss = fails * step_worth(position, unit) * WEIGHTS["loss"] // 600
    number = max(1, own // (2 * HALF))
    return gain * 2 // (1 + number) - loss


# --- moves ----------------------------------------------------------------------------------------


def _moves(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The next unit that gains by moving goes where it gains most: those in front first."""
    state, roster = position.state, position.rules.roster
    units = [unit for unit in in_play(position, state.active & ~state.halted) if state.mode[unit] == STILL]
    must = [unit for unit in units if reach.must_return(position, unit)]
    far = {unit: _far(position, unit, orders) for unit in units}
    names = position.rules.board.names
    for unit in sorted(must or units, key=lambda unit: (far[unit], unit)):
        legs = reach.legs_of(position, unit)
        now = stand(position, side, unit, state.at[unit], orders) if state.box[unit] == MAP else -WIN_NOT
        if must:
            now = -2 * WIN_NOT
        best, action = now, None
        for verb, ways in zip(KINDS, legs, strict=True):
            for end in ways:
                if verb == "exit":
                    found = now + WEIGHTS["exit"] if can_exit(position) else -3 * WIN_NOT
                else:
                    found = stand(position, side, unit, end, orders) - 1
                    found += orders.whim((unit, end), WHIM)
                if found > best:
                    on_edge = verb == "exit" and end == reach.OFF_MAP
                    best = found
                    action = (verb, roster.ids[unit]) if on_edge else (verb, roster.ids[unit], names[end])
        if action is not None and action in decision.options:
            return action
    return DONE if DONE in decision.options else None


def _far(position: Clash, unit: int, orders: Orders) -> int:
    order = orders.units.get(unit)
    return FAR if order is None else ways_to(position.rules, order.goal)[position.state.at[unit]]


def can_exit(position: Clash) -> bool:
    """Whether enough brigades may get off the map to win by it: most are there or near the edge."""
    rules, state = position.rules, position.state
    if "exit" not in rules.data:
        return False
    gone = sum(1 for unit in range(rules.roster.unit_count) if state.box[unit] == EXITED)
    zone_hexes = list(places_in(rules.exit_zone))
    near = sum(
        1
        for unit in on_map(position, rules.roster.of_side[CONFEDERATE])
        if any(rules.board.distance(state.at[unit], at) <= 5 for at in zone_hexes)
    )
    return bool(gone + near >= rules.data["exit"]["brigades"])


# --- attacks --------------------------------------------------------------------------------------


def _window(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Declare the Combat Action when it promises enough, and more than enough while others of ours may still
    come into it."""
    after = position.twin()
    after.apply(("declare",))
    if after.state.frames[-1][0] != "attacks":
        return ("hold",)
    total = best_attacks(after, side, orders.temper).total
    least = WEIGHTS["least"] - 5 * orders.temper
    if total < least:
        return ("hold",)
    if total < WEIGHTS["wait"] and _others_to_come(position, side):
        return ("hold",)
    return ("declare",)


def _others_to_come(position: Clash, side: int) -> bool:
    """Whether a formation of ours that has still to act may come into a fight this turn."""
    rules, state = position.rules, position.state
    foes = ground(position).units[1 - side]
    for formation in rules.roster.formations:
        if formation.side == side and formation.marker >= 0 and state.box[formation.marker] == CUP:
            for unit in on_map(position, formation.units):
                if rules.board.within(state.at[unit], CONTACT) & foes and not targets(position, unit):
                    return True
    return False


def _attacks(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The attacks of the best declaration, the most promising first."""
    state, rules = position.state, position.rules
    options, names, ids = decision.options, rules.board.names, rules.roster.ids
    wanted = best_attacks(position, side, orders.temper)
    if decision.question.startswith("Who else"):
        target = state.declared[-1][0]
        going = {unit for at, units in state.declared for unit in units if at == target}
        for unit in wanted.units.get(target, ()):
            action = ("attack", ids[unit], names[target])
            if unit not in going and action in options:
                return action
        fight = ("fight", names[target])
        return fight if fight in options else options[0]
    ranked = sorted(wanted.units, key=lambda at: (-wanted.values[at], at))
    if wanted.total <= 0 and STOP in options:
        return STOP
    for target in ranked:
        for unit in wanted.units[target]:
            action = ("attack", ids[unit], names[target])
            if action in options:
                return action
    return STOP if STOP in options else options[0]


def _fights(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Attacks that were all declared first: in any order."""
    return decision.options[0]


# --- artillery, cavalry, retreats and advances ------------------------------------------------------


def _guns(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The narrowest marker, if it shifts the odds enough."""
    _, target, attackers, defends = position.state.frames[-1]
    guns_of, number = position.rules.roster.guns_of, position.rules.roster.number
    found = [guns_of[number[option[1]]] for option in decision.options if option[0] == "commit"]
    rank = {FORMATION: 0, ANY: 2}
    found.sort(key=lambda guns: (-guns.halves, rank.get(guns.scope, 1), guns.piece))
    now = gun_halves(position)
    before = exchange(position, target, attackers, now)
    for guns in found[:1]:
        more = (now[0], guns.halves) if defends else (guns.halves, now[1])
        after = exchange(position, target, attackers, more)
        change = (after.gain - after.loss) - (before.gain - before.loss)
        if (-change if defends else change) >= 10:
            return ("commit", position.rules.roster.ids[guns.piece])
    return PASS


def _rides_off(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Cavalry goes when standing would cost more than it does the enemy."""
    state, number = position.state, position.rules.roster.number
    attackers, target = state.frames[-1][3], state.frames[-1][2]
    found = exchange(position, target, attackers, gun_halves(position))
    first = number[decision.options[0][1]]
    if found.gain <= found.loss + 10:
        return ("stand", decision.options[0][1])
    ways = [option for option in decision.options if option[0] == "retreat" and number[option[1]] == first]
    if not ways:
        return None
    return max(ways, key=lambda option: _standing(position, side, option, orders))


def _standing(position: Clash, side: int, option: Action, orders: Orders) -> int:
    rules = position.rules
    return stand(position, side, rules.roster.number[option[1]], rules.board.place(option[2]), orders)


def _retreats(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Where the unit stands best afterwards."""
    return max(decision.options, key=lambda option: _standing(position, side, option, orders))


def _advances(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Who stands better in the hex that was emptied."""
    best, taken = 0, decision.options[-1]
    for option in decision.options[:-1]:
        unit = position.rules.roster.number[option[1]]
        found = _standing(position, side, option, orders)
        found -= stand(position, side, unit, position.state.at[unit], orders)
        if found > best:
            best, taken = found, option
    return taken


def _replaces(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Whoever is worth most and nearest to the enemy."""
    number = position.rules.roster.number

    def wants(option: Action) -> int:
        if option == PASS:
            return -1
        unit = number[option[1]]
        return step_worth(position, unit) + 10 * (rating(position, unit) or UNKNOWN) + 20 * (len(option) == 2)

    return max(decision.options, key=wants)


# --- command --------------------------------------------------------------------------------------


def _focus(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Whoever has most of the formation in range, those near the enemy twice."""
    rules, state = position.rules, position.state
    units = [rules.roster.number[option[1]] for option in decision.options]
    reach_ = rules.tables["command"]["range"]
    weigh = {
        unit: state.steps[unit] * (2 if enemies_near(position, side, state.at[unit]) else 1) for unit in units
    }

    def held(unit: int) -> int:
        near = rules.board.within(state.at[unit], reach_)
        return sum(weigh[other] for other in units if near >> state.at[other] & 1)

    return decision.options[max(range(len(units)), key=lambda n: (held(units[n]), -n))]


def expectation(position: Clash, side: int, units: int) -> int:
    """About what attacks of these units may promise this turn: on each enemy hex near them, with all that
    can get there."""
    rules, on, state = position.rules, ground(position), position.state
    here = on_map(position, units)
    found = 0
    for foe in places_in(on.units[1 - side]):
        near = [unit for unit in here if rules.board.distance(state.at[unit], foe) <= CONTACT - 1]
        if len(near) < 1:
            continue
        own = sum(strength(position, unit) for unit in near)
        places = rules.board.neighbours[foe]
        lowest = min((slope(position, foe, at) for at in places), default=0)
        defence = max(1, enemies_of(position, side).strengths[foe] + lowest)
        if own < 2 * defence:
            continue
        modifier = min(3, own // defence - 1)
        for enemy in on.stacks[foe]:
            fails = failures(position, rating(position, enemy) or UNKNOWN, modifier, False)
            found = max(found, fails * step_worth(position, enemy) // 6)
    return found


def _plays(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Special markers: those that ride along always; those in place of a drawn marker, and those before the
    draw, when their units can attack with profit or have far to go."""
    rules, state = position.rules, position.state
    roster = rules.roster
    for option in decision.options:
        if option == PASS:
            continue
        if option[0] == "ride":
            return option
        special = roster.special_of[roster.number[option[1]]]
        if special.stack:
            return _warren(position, side, decision)
        units = special.units or roster.units_of(special.serves)
        if special.how == "along":
            return option
        if special.how == "in-place":
            units = roster.formations[roster.formation[state.drawn]].units & ~frozen_units(position)
            if expectation(position, side, units) >= READY or _has_far_to_go(position, units, orders):
                return option
        elif special.how == "first":
            late = state.turn >= special.last_turn or state.turn >= rules.last_turn - 3
            best = expectation(position, side, units)
            ready = len([u for u in on_map(position, units) if enemies_near(position, side, state.at[u])])
            if (best >= READY and ready >= 4) or (late and best > 0):
                return option
    return PASS


def _has_far_to_go(position: Clash, units: int, orders: Orders) -> bool:
    """Whether a formation is on the way, with nobody to fight."""
    here = in_play(position, units)
    return bool(here) and min(_far(position, unit, orders) for unit in here) > 12 * QUARTER


def _warren(position: Clash, side: int, decision: Decision) -> Action:
    """The strongest stack beside the hill, when the enemy is near it."""
    rules, state = position.rules, position.state
    best: tuple[int, Action] = (0, PASS)
    for option in decision.options:
        if option == PASS:
            continue
        special = rules.roster.special_of[rules.roster.number[option[1]]]
        hill, place = rules.place(special.of), rules.board.place(option[2])
        if pressure(position, 1 - side, hill) < 6 and state.turn < rules.last_turn - 2:
            continue
        far = rules.board.distance(hill, place)
        force = sum(strength(position, unit) for unit in ground(position).stacks[place])
        if far > 1 and force * 10 - far > best[0]:
            best = force * 10 - far, option
    return best[1]


def _chooses(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The formations of a marker for several: those with most to attack."""
    roster = position.rules.roster

    def wants(option: Action) -> int:
        return expectation(position, side, roster.formations[roster.formation_index(option[1])].units)

    return max(decision.options, key=wants)


def _withholds(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The marker that serves most strength near the enemy."""
    rules, state = position.rules, position.state

    def serves(option: Action) -> int:
        if option == PASS:
            return 0
        guns = rules.roster.guns_of[rules.roster.number[option[1]]]
        near = [u for u in on_map(position, guns.serves) if enemies_near(position, side, state.at[u])]
        return 1 + guns.halves * len(near)

    return max(decision.options, key=serves)


def _masses(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The grand battery: on the last day, or when much of the army stands before the enemy."""
    rules, state = position.rules, position.state
    units = on_map(position, rules.roster.of_side[side])
    ready = len([unit for unit in units if enemies_near(position, side, state.at[unit])])
    return ("mass",) if state.turn >= rules.last_turn - 3 and ready >= 8 else ("wait",)


def _buys(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Two brigades of a step each are not worth what Williams costs."""
    return ("decline",)


def _hurries(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """A group is hurried when the enemy has clearly more on the field: a delay brings points, haste only
    time."""
    rules, state = position.rules, position.state
    own, foe = (
        sum(state.steps[unit] for unit in in_play(position, rules.roster.of_side[one]))
        for one in (side, 1 - side)
    )
    for option in decision.options:
        if option != PASS and 4 * own < 3 * foe:
            return option
    return PASS


def _enters(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The entry hex nearer to its goal."""

    def far(option: Action) -> int:
        unit = position.rules.roster.number[option[1]]
        order = orders.units.get(unit)
        place = position.rules.board.place(option[2])
        return 0 if order is None else ways_to(position.rules, order.goal)[place]

    return min(decision.options, key=far)


def _leads(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Under Orders: the way that ends nearest to where the plan wants the unit."""

    def ends(option: Action) -> int:
        unit = position.rules.roster.number[option[1]]
        return stand(position, side, unit, position.rules.board.place(option[-1]), orders)

    return max(decision.options, key=ends)


# --- set-up ---------------------------------------------------------------------------------------


def _sites(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The site where the formation would stand on the historical morning, or the one nearest to a victory
    hex."""
    rules = position.rules
    formation = rules.roster.formation_index(decision.options[0][1])
    entry = next(one for one in rules.setups if one.formation == formation)

    def far(option: Action) -> int:
        site = rules.board.place(option[2])
        if entry.ready:
            return sum(rules.board.distance(site, at) for at in entry.ready.values())
        return min(rules.board.distance(site, at) for at in rules.victory_hexes)

    return min(decision.options, key=far)


def _places(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """Where it stood on the historical morning; elsewhere on a road near its goal."""
    rules = position.rules
    ready = {unit: at for entry in rules.setups for unit, at in entry.ready.items()}
    assert isinstance(decision.options, SetOptions)
    prefix, members = decision.options.groups[0]
    unit = rules.roster.number[prefix[1]]
    goal = ready.get(unit)

    def value(place: PlaceId) -> int:
        found = 2 * bool(rules.roads[place]) + 3 * bool(rules.victory_set >> place & 1)
        return found - (10 * rules.board.distance(place, goal) if goal is not None else 0)

    best = max(places_in(members), key=value)
    return (*prefix, rules.board.names[best])


SERVE: dict[str, Callable[[Clash, int, Decision, Orders], Action | None]] = {
    "moves": _moves,
    "combat_window": _window,
    "attacks": _attacks,
    "fights": _fights,
    "guns": _guns,
    "riding_off": _rides_off,
    "retreats": _retreats,
    "required_of": _retreats,
    "advances": _advances,
    "restore": _replaces,
    "focus": _focus,
    "declare_first": _plays,
    "offer": _plays,
    "choose_formations": _chooses,
    "withhold": _withholds,
    "grand_battery": _masses,
    "williams": _buys,
    "hurry": _hurries,
    "put_down": _enters,
    "orders": _leads,
    "choose_sites": _sites,
    "place_units": _places,
}
"""Who answers what, by the procedure that asks."""


def serve(position: Clash, side: int, decision: Decision, orders: Orders) -> Action | None:
    """The option that serves the orders; None where they say nothing."""
    answer = SERVE.get(position.state.frames[-1][0])
    return None if answer is None else answer(position, side, decision, orders)
