"""Why a unit cannot move where somebody wants it, and where it can."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Check, Refusal, first_refusal
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import (
    engaging,
    is_gun,
    is_mounted,
    mode,
    name,
    occupied,
    printed_strength,
    under_chaos,
    zone,
)
from bullrun.games.day_was_ours.rules.limits import (
    tie_of,
    within_limit,
)
from bullrun.games.day_was_ours.rules.lull import in_lull, is_last_lull_turn
from bullrun.games.day_was_ours.rules.movement import entries, stacks
from bullrun.games.day_was_ours.rules.reach import (
    March,
    Way,
    allowance,
    barred,
    climbs,
    left,
    march_of,
    points_text,
    step_terms,
    steps_of,
)
from bullrun.games.day_was_ours.rules.special_moves import why_not_change, why_not_leave_map, why_prohibited
from bullrun.games.day_was_ours.rules.stacking import fits, full_for
from bullrun.games.day_was_ours.rules.state import (
    ATTACK,
    DUE,
    GUNS,
    MANEUVER,
    ORDERS,
    REGROUP,
)


def _is_busy(position: Day, gun: int) -> bool:
    """Whether a battery has fired or rallied in this step."""
    return bool((position.state.fired | position.state.rallied) >> gun & 1)


MOVER = (
    Check("10.1", "It is no unit.", lambda p, u: p.rules.roster.units >> u & 1 == 1),
    Check("10.1", "It is not this side's move.", lambda p, u: p.rules.roster.side[u] == p.state.acting),
    Check("10.1", "It is not on the map.", lambda p, u: p.state.at[u] > 0),
    Check(
        "2.1b", "Artillery moves in its own phase.", lambda p, u: p.state.order == GUNS or not is_gun(p, u)
    ),
    Check("6.1", "Only artillery acts in this phase.", lambda p, u: p.state.order != GUNS or is_gun(p, u)),
    Check(
        "6.3",
        "A battery does one thing in the phase.",
        lambda p, u: p.state.order != GUNS or not _is_busy(p, u),
    ),
    Check("8.1.limited", "A limited activation moves nobody.", lambda p, u: bool(allowance(p, u))),
    Check("2.3b", "It is not activated.", lambda p, u: p.state.active >> u & 1 == 1),
    Check("7.3.chaos.act", "Chaos lies on its hex.", lambda p, u: not under_chaos(p, p.state.at[u])),
    Check("8.2", "A result has moved it: it does nothing more.", lambda p, u: not p.state.driven >> u & 1),
    Check("8.2", "Its move is over.", lambda p, u: not p.state.halted >> u & 1),
)
"""Who may move at all."""


def _named(position: Day, action: Action, form: str) -> tuple[int, PlaceId] | Refusal:
    rules = position.rules
    if len(action) != 3 or action[1] not in rules.roster.number or rules.board.find(action[2]) is None:
        return Refusal("10.1", f"It names a unit and a hex: {form}.")
    return rules.roster.number[action[1]], rules.board.place(action[2])


def why_not_move(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot move to a hex."""
    named = _named(position, action, "move UNIT HEX")
    if isinstance(named, Refusal):
        return named
    unit, to = named
    facts = {"piece": action[1], "to": action[2]}
    refusal = first_refusal(MOVER, position, unit, **facts)
    if refusal is None and not march_of(position, (unit,)).targets >> to & 1:
        refusal = _why_out_of_reach(position, unit, position.state.at[unit], left(position, unit), to)
    return refusal._replace(facts=facts) if refusal is not None else None


def why_not_together(position: Day, action: Action) -> Refusal | None:
    """Why units cannot move together to a hex."""
    rules = position.rules
    units = [rules.roster.number.get(piece) for piece in action[2:]]
    to = rules.board.find(action[1]) if len(action) > 3 else None
    if to is None or None in units or len(set(units)) != len(units):
        return Refusal("10.1", "It names a hex and the units of one stack: together HEX UNIT UNIT.")
    known = [unit for unit in units if unit is not None]
    facts = {"pieces": list(action[2:]), "to": action[1]}
    for unit in known:
        refusal = first_refusal(MOVER, position, unit, **facts)
        if refusal is not None:
            return refusal
    places = {(position.state.at[unit], mode(position, unit)) for unit in known}
    if len(places) > 1:
        return Refusal("10.1", "Units that move together start in one hex and move alike.", facts)
    if tuple(sorted(known)) not in stacks(position, known):
        return Refusal(
            "10.1", "No enemy could fire at them as they go: they move one after the other.", facts
        )
    for unit in known:
        refusal = why_not_move(position, ("move", rules.roster.ids[unit], action[1]))
        if refusal is not None:
            return refusal._replace(facts=facts)
    if not march_of(position, tuple(sorted(known))).targets >> to & 1:
        return Refusal("3.1", "There is no room for all of them.", facts)
    return None


def why_not_enter(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot enter the map and go to a hex."""
    named = _named(position, action, "enter UNIT HEX")
    if isinstance(named, Refusal):
        return named
    unit, to = named
    state, rules = position.state, position.rules
    facts = {"piece": action[1], "to": action[2]}
    order = rules.tables.orders.get(ORDERS[state.order])
    if state.at[unit] != DUE:
        return Refusal("10.8", "It does not wait off the map.", facts)
    if not state.active >> unit & 1:
        return Refusal("10.8", "It does not enter now.", facts)
    if state.order != GUNS and (order is None or not order.enters):
        return Refusal("8.3", "Units enter under Maneuver or Defend only.", facts)
    ways = entries(position, unit)
    if not ways:
        return Refusal("10.8b", "Enemies hold its way onto the map: it waits.", facts)
    if any(march.targets >> to & 1 for _, march in ways):
        return None
    cost, march = ways[0]
    return _why_out_of_reach(position, unit, march.start, left(position, unit) - cost, to)._replace(
        facts=facts
    )


def _why_out_of_reach(position: Day, unit: int, start: PlaceId, points: int, to: PlaceId) -> Refusal:
    rules, state = position.rules, position.state
    side, moves = rules.roster.side[unit], mode(position, unit)
    if state.at[unit] == to:
        return Refusal("10.1", "It stands there already.")
    if occupied(position, 1 - side) >> to & 1:
        return Refusal("10.2", "An enemy is there: no unit moves into his hex.")
    if not rules.may_stand(moves, to):
        return Refusal("3.1a", "Artillery and cavalry stand in woods only on a road or trail.")
    if not fits(position, (unit,), to):
        return Refusal("3.1", f"A hex holds {rules.tables.stacking} strength points, or one unit.")
    tie = tie_of(position, unit)
    if tie is not None and not within_limit(position, unit, to):
        return Refusal(tie.rule, tie.says)
    if in_lull(position):
        if state.wrong_side >> unit & 1:
            return Refusal("16.3.12p", "It must go back across Young's Branch as fast as possible.")
        if barred(position, (unit,), start) >> to & 1:
            rule = "16.3.12c" if side else "16.3.12d"
            return Refusal(rule, "In the lull nobody crosses Young's Branch to the other side.")
        if is_last_lull_turn(position) and rules.plan.branch >> to & 1:
            return Refusal("16.3.12y", "No move ends the lull on Young's Branch if it can end elsewhere.")
    if zone(position, 1 - side) >> to & 1 and state.order != ATTACK:
        return _why_no_engagement(position, unit)
    if rules.board.adjacent(start, to):
        refusal = why_prohibited(position, unit, start, to)
        if refusal is not None:
            return refusal
        if rules.is_climb(moves, start, to):
            return Refusal("6.5b", "A battery climbs a Steep Slope with its whole allowance: climb UNIT HEX.")
    if state.order == REGROUP:
        return Refusal("8.1.regroup", "Under Regroup a unit never comes nearer to an enemy, nor next to one.")
    free = steps_of(position, (unit,), start).plain.search(start, 400, 0, occupied(position, 1 - side))
    if to not in free.costs:
        return Refusal("10.4", "No way leads there.")
    if free.costs[to] > points:
        cost, have = points_text(free.costs[to]), points_text(points)
        return Refusal("10.1", f"It costs {cost} movement points; {have} are left.")
    if any(zone(position, 1 - side) >> at & 1 for at in free.path(to)[:-1]):
        return Refusal("10.3b", "On the way it would become Engaged and stop.")
    return Refusal("10.5b", "Over full hexes on the way it costs more than it has left.")


def _why_no_engagement(position: Day, unit: int) -> Refusal:
    """Why the order keeps a unit from going next to an enemy."""
    state = position.state
    if is_gun(position, unit):
        return Refusal("6.6", "Artillery does not move next to an enemy.")
    if engaging(position, state.at[unit], state.acting):
        return Refusal("10.3d", "It may only leave the enemy's side, for a hex where it is not Engaged.")
    order = position.rules.tables.orders[ORDERS[state.order]]
    return Refusal(f"8.1.{ORDERS[state.order]}", f"{order.name} does not lead next to an enemy.")


def why_not_climb(position: Day, action: Action) -> Refusal | None:
    """Why a battery cannot climb to a hex."""
    named = _named(position, action, "climb BATTERY HEX")
    if isinstance(named, Refusal):
        return named
    unit, to = named
    facts = {"piece": action[1], "to": action[2]}
    refusal = first_refusal(MOVER, position, unit, **facts)
    if refusal is not None:
        return refusal
    here = position.state.at[unit]
    if not is_gun(position, unit) or not position.rules.board.adjacent(here, to):
        return Refusal("6.5b", "A battery climbs into the next hex.", facts)
    if position.state.moved >> unit & 1:
        return Refusal("6.5b", "It must start next to the Steep Slope.", facts)
    if position.rules.slope(here, to) != "steep_up":
        return Refusal("6.5b", "That is not up a Steep Slope.", facts)
    if position.rules.roads[here] >> to & 1:
        return Refusal("6.5b.road", "Along the road there is no climb: it moves.", facts)
    if climbs(position, unit) >> to & 1:
        return None
    return _why_out_of_reach(position, unit, here, left(position, unit), to)._replace(facts=facts)


def _single(position: Day, action: Action, form: str) -> int | Refusal:
    number = position.rules.roster.number
    if len(action) != 2 or action[1] not in number:
        return Refusal("10.1", f"It names a unit: {form}.")
    return number[action[1]]


def why_not_mount(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot mount, or dismount."""
    unit = _single(position, action, f"{action[0]} UNIT")
    if isinstance(unit, Refusal):
        return unit
    facts = {"piece": action[1]}
    refusal = first_refusal(MOVER, position, unit, **facts) or why_not_change(position, unit)
    if refusal is None and is_mounted(position, unit) != (action[0] == "dismount"):
        refusal = Refusal(
            "10.9", "It is mounted already." if is_mounted(position, unit) else "It is on foot already."
        )
    return refusal._replace(facts=facts) if refusal is not None else None


def why_not_leave(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot leave the map."""
    unit = _single(position, action, "leave UNIT")
    if isinstance(unit, Refusal):
        return unit
    facts = {"piece": action[1]}
    refusal = first_refusal(MOVER, position, unit, **facts) or why_not_leave_map(position, unit)
    return refusal._replace(facts=facts) if refusal is not None else None


# --- for whoever asks ---------------------------------------------------------------------------------


def reach_report(position: Day, unit: int) -> list[dict[str, Any]]:
    """Every hex that a unit can move to, or enter and go to: exact cost, way, whether its move ends there,
    and the terms of the cost."""
    state = position.state
    entering = state.at[unit] == DUE and bool(state.active >> unit & 1)
    if not entering and first_refusal(MOVER, position, unit) is not None:
        return []
    marches = entries(position, unit) if entering else [(0, march_of(position, (unit,)))]
    rows: dict[PlaceId, dict[str, Any]] = {}
    for paid, march in marches:
        for to in places_in(march.targets):
            if to not in rows:
                rows[to] = _row(position, unit, march, to, paid, entering)
    return [rows[to] for to in sorted(rows)]


def _row(position: Day, unit: int, march: March, to: PlaceId, paid: int, entering: bool) -> dict[str, Any]:
    rules, state = position.rules, position.state
    side, moves = rules.roster.side[unit], mode(position, unit)
    way = march.way(to) if to != march.start else Way((), ())
    path = (march.start, *way.path)
    full = full_for(position, side, printed_strength(position, unit))
    engaged = zone(position, 1 - side)
    terms: list[dict[str, Any]] = []
    if entering:
        terms.append(_term(position, march.start, "onto the map", paid, "10.8"))
    for here, there in pairwise(path):
        marching, crowded = state.order == MANEUVER, bool(full >> there & 1)
        for term in step_terms(rules, moves, here, there, marching, crowded):
            terms.append(_term(position, there, term.says, term.cost, term.rule))
        if engaged >> here & engaged >> there & 1:
            extra = rules.tables.engaged_to_engaged
            terms.append(_term(position, there, "from Engaged to Engaged", extra, "10.3c"))
    if way.ends:
        terms.append(_term(position, to, "the one hex that is always allowed", 0, "10.1b"))
    if way.extended:
        terms.append(_term(position, to, "extended march", 0, "10.6"))
    return {
        "place": name(position, to),
        "cost": points_text(paid + way.cost),
        "path": [name(position, at) for at in path],
        "stops": way.ends or bool(engaged >> to & 1),
        "terms": terms,
    }


def _term(position: Day, at: PlaceId, says: str, cost: int, rule: str) -> dict[str, Any]:
    return {"at": name(position, at), "says": says, "cost": points_text(cost), "rule": rule}


WHY_NOT = {
    "move": why_not_move,
    "together": why_not_together,
    "enter": why_not_enter,
    "climb": why_not_climb,
    "mount": why_not_mount,
    "dismount": why_not_mount,
    "leave": why_not_leave,
}
