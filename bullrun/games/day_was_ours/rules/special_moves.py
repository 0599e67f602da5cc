"""Moves of another kind: guns that climb, cavalry that mounts, units that leave the map, hurry, go astray,
or step on a bridge that blows up."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    CHOOSE,
    DIE,
    END,
    LOSS,
    MARCH,
    PIECE,
    PLACE,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.day_was_ours.rules.arrivals import map_edge
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import (
    is_gun,
    is_mounted,
    mode,
    name,
    occupied,
    put,
    zone,
)
from bullrun.games.day_was_ours.rules.limits import (
    tie_of,
    why_closed,
    within_limit,
)
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.morale import break_up, hit, lose_markers
from bullrun.games.day_was_ours.rules.opportunity import opportunity, reacting_hexes, still_going
from bullrun.games.day_was_ours.rules.reach import (
    climbs,
    left,
    points_text,
)
from bullrun.games.day_was_ours.rules.stacking import fits
from bullrun.games.day_was_ours.rules.state import (
    LEFT_MAP,
)
from bullrun.games.day_was_ours.rules.tables import GUN, HORSE
from bullrun.games.day_was_ours.rules.walking import finish, walk
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips

# --- 6.5b a gun climbs --------------------------------------------------------------------------------


@enforces("6.5b", "12.5")
def ask_climbing(position: Day, frame: Frame) -> Decision | None:
    """Frame: (climbing, gun, to, watched, who was Shaken then). A battery goes up a Steep Slope with its
    whole allowance and takes a Morale Hit in the new hex."""
    _, gun, to, watched, shaken = frame
    if not still_going(position, (gun,), shaken) or not climbs(position, gun) >> to & 1:
        position.end()
        return None
    here = position.state.at[gun]
    if watched != here and reacting_hexes(position, gun, here):
        position.goto("climbing", gun, to, here, position.state.shaken)
        opportunity(position, (gun,), here)
        return None
    position.end()
    walk(position, (gun,), (to,), left(position, gun))
    finish(position, (gun,))
    for _ in range(position.rules.tables.climb_hits):
        hit(position, gun, "6.5b")
    return None


# --- 10.9 cavalry -------------------------------------------------------------------------------------


@enforces("10.9", "3.1a")
def why_not_change(position: Day, unit: int) -> Refusal | None:
    """Why a unit cannot mount or dismount now."""
    state, rules = position.state, position.rules
    if not rules.roster.cavalry >> unit & 1:
        return Refusal("10.9", "Only cavalry mounts and dismounts.")
    if state.at[unit] <= 0:
        return Refusal("10.9", "It is not on the map.")
    if state.changed >> unit & 1:
        return Refusal("10.9", "It has mounted or dismounted in this activation.")
    if left(position, unit) < rules.tables.mount:
        cost, points = points_text(rules.tables.mount), points_text(left(position, unit))
        return Refusal("10.9", f"That costs {cost} movement points; {points} are left.")
    if in_lull(position) and state.wrong_side >> unit & 1:
        return Refusal("16.3.12p", "It must go back across Young's Branch as fast as possible.")
    if not is_mounted(position, unit) and not rules.may_stand(HORSE, state.at[unit]):
        return Refusal("3.1a", "Mounted cavalry stands in woods only on a road or trail.")
    return None


@enforces("10.9", "10.7")
def ask_mounting(position: Day, frame: Frame) -> Decision | None:
    """Frame: (mounting, unit, watched, who was Shaken then). An enemy next to it may fire first."""
    _, unit, watched, shaken = frame
    if not still_going(position, (unit,), shaken) or why_not_change(position, unit) is not None:
        position.end()
        return None
    state, rules = position.state, position.rules
    here = state.at[unit]
    if watched != here and reacting_hexes(position, unit, here):
        position.goto("mounting", unit, here, state.shaken)
        opportunity(position, (unit,), here)
        return None
    position.end()
    kind = "dismounted" if is_mounted(position, unit) else "mounted"
    state.spent[unit] += rules.tables.mount
    state.dismounted ^= 1 << unit
    state.changed |= 1 << unit
    state.moved |= 1 << unit
    state.run_up[unit] = 0
    state.charging &= ~(1 << unit)
    position.emit(kind, "10.9", piece=rules.roster.ids[unit], at=name(position, here))
    return None


# --- 10.12 off the map --------------------------------------------------------------------------------


@enforces("10.12")
def why_not_leave_map(position: Day, unit: int) -> Refusal | None:
    """Why a unit cannot leave the map from where it stands."""
    state, rules = position.state, position.rules
    if state.at[unit] <= 0 or not map_edge(rules) >> state.at[unit] & 1:
        return Refusal("10.12", "A unit leaves the map from a hex at its edge.")
    tie = tie_of(position, unit)
    if tie is not None:
        return Refusal(tie.rule, tie.says)
    if left(position, unit) < rules.tables.leave_map:
        cost, points = points_text(rules.tables.leave_map), points_text(left(position, unit))
        return Refusal("10.12", f"That costs {cost} movement points; {points} are left.")
    if in_lull(position) and state.wrong_side >> unit & 1:
        return Refusal("16.3.12p", "It must go back across Young's Branch as fast as possible.")
    return None


@enforces("10.12", "10.7")
def ask_leaving(position: Day, frame: Frame) -> Decision | None:
    """Frame: (leaving map, unit, watched, who was Shaken then). Out of the game for good."""
    _, unit, watched, shaken = frame
    if not still_going(position, (unit,), shaken) or why_not_leave_map(position, unit) is not None:
        position.end()
        return None
    state, here = position.state, position.state.at[unit]
    if watched != here and reacting_hexes(position, unit, here):
        position.goto("leaving map", unit, here, state.shaken)
        opportunity(position, (unit,), here)
        return None
    position.end()
    put(position, unit, LEFT_MAP)
    lose_markers(position, unit)
    position.emit("left_map", "10.12", piece=position.rules.roster.ids[unit], at=name(position, here))
    return None


# --- 10.6 extended march, O.bridge --------------------------------------------------------------------


def ask_extended(position: Day, frame: Frame) -> Decision | None:
    """Frame: (extended march, unit). Does the hurry tell?"""
    unit = frame[1]
    piece = position.rules.roster.ids[unit]
    return die(
        f"{position.rules.pieces[unit].name} has hurried",
        "10.6",
        about=About(piece=piece, roll="extended march"),
        side=SIDES[position.rules.roster.side[unit]],
        unit=piece,
    )


@enforces("10.6")
def answer_extended(position: Day, frame: Frame, action: Action) -> None:
    """On a high die it takes a Morale Hit."""
    unit, rolled = frame[1], pips(action)
    position.end()
    position.state.extended &= ~(1 << unit)
    tired = rolled >= position.rules.tables.extended_hit_from
    result = "it is worn out" if tired else "it is none the worse"
    position.emit("extended", "10.6", piece=position.rules.roster.ids[unit], die=rolled, result=result)
    if tired:
        hit(position, unit, "10.6")


def ask_blown_up(position: Day, frame: Frame) -> Decision | None:
    """Frame: (blown up, unit). The regiment on the bridge is broken."""
    position.end()
    break_up(position, frame[1], "exploded", "O.bridge")
    return None


# --- 7.3 wayward moves --------------------------------------------------------------------------------


@enforces("7.3.wayward.limits")
def wayward_hexes(position: Day, unit: int) -> PlaceSet:
    """Where a unit can be led astray: one hex in any direction that is not prohibited to it, with room, on
    the map, not over a standing limit; no gun that is not Engaged comes next to an enemy, and none up a
    Steep Slope."""
    rules, here = position.rules, position.state.at[unit]
    return set_of(to for to in rules.board.neighbours[here] if why_not_wayward(position, unit, to) is None)


def why_not_wayward(position: Day, unit: int, to: PlaceId) -> Refusal | None:
    """Why a unit cannot be led astray into a neighbouring hex."""
    rules, here = position.rules, position.state.at[unit]
    side, moves = rules.roster.side[unit], mode(position, unit)
    refusal = why_prohibited(position, unit, here, to)
    if refusal is not None:
        return refusal
    if rules.is_climb(moves, here, to):
        return Refusal("6.5b", "A battery is not led up a Steep Slope.")
    if not fits(position, (unit,), to):
        return Refusal("3.1", "There is no room for it.")
    if not within_limit(position, unit, to):
        tie = tie_of(position, unit)
        return Refusal(tie.rule if tie else "7.3.wayward.limits", "Its standing limit holds.")
    engaged = zone(position, 1 - side)
    if moves == GUN and engaged >> to & 1 and not engaged >> here & 1:
        return Refusal("7.3.wayward.limits", "A battery that is not Engaged is not led next to an enemy.")
    return None


def wayward(position: Day, unit: int, to: PlaceId) -> None:
    """A unit goes astray; it costs nothing, and an enemy whom it leaves may fire."""
    position.call("straying", unit, to, 0, position.state.shaken)


@enforces("7.3.wayward", "10.7")
def ask_straying(position: Day, frame: Frame) -> Decision | None:
    """Frame: (straying, unit, to, watched, who was Shaken then)."""
    _, unit, to, watched, shaken = frame
    if not still_going(position, (unit,), shaken) or why_not_wayward(position, unit, to) is not None:
        position.end()
        return None
    here = position.state.at[unit]
    if watched != here and reacting_hexes(position, unit, here):
        position.goto("straying", unit, to, here, position.state.shaken)
        opportunity(position, (unit,), here)
        return None
    position.end()
    put(position, unit, to)
    position.emit(
        "strayed",
        "7.3.wayward",
        piece=position.rules.roster.ids[unit],
        to=name(position, to),
        start=name(position, here),
    )
    return None


# --- what is prohibited ---------------------------------------------------------------------------------


@enforces("10.2", "3.1a", "2.10g")
def why_prohibited(position: Day, unit: int, here: PlaceId, to: PlaceId) -> Refusal | None:
    """Why a unit may never step into a neighbouring hex as things stand, whatever it could pay."""
    rules = position.rules
    if occupied(position, 1 - rules.roster.side[unit]) >> to & 1:
        return Refusal("10.2", "An enemy is there: no unit moves into his hex.")
    refusal = why_closed(position, unit, here, to)
    if refusal is not None:
        return refusal
    if rules.needs_road(mode(position, unit), here, to) and not rules.roads[here] >> to & 1:
        rule = "6.5a" if is_gun(position, unit) else "10.5c"
        return Refusal(rule, "Guns and mounted cavalry enter and leave woods only along a road or trail.")
    return None


PROCEDURES = {
    "climbing": Procedure(ask_climbing),
    "mounting": Procedure(ask_mounting),
    "leaving map": Procedure(ask_leaving),
    "straying": Procedure(ask_straying),
    "extended march": Procedure(ask_extended, answer_extended),
    "blown up": Procedure(ask_blown_up),
}

VERBS = (
    Verb("climb", MARCH, (PIECE, PLACE), "{0} climbs to {1}, with a Morale Hit", "6.5b"),
    Verb("mount", CHOOSE, (PIECE,), "{0} mounts", "10.9"),
    Verb("dismount", CHOOSE, (PIECE,), "{0} dismounts", "10.9"),
    Verb("leave", END, (PIECE,), "{0} leaves the map", "10.12", confirm="It will not come back."),
)

EVENTS = (
    Kind("mounted", "{piece} mounts in {at}.", {"piece": PIECE, "at": PLACE}),
    Kind("dismounted", "{piece} dismounts in {at}.", {"piece": PIECE, "at": PLACE}),
    Kind("left_map", "{piece} leaves the map at {at}.", {"piece": PIECE, "at": PLACE}, LOSS),
    Kind(
        "strayed", "{piece} goes astray from {start} to {to}.", {"piece": PIECE, "to": PLACE, "start": PLACE}
    ),
    Kind(
        "extended",
        "{piece} has hurried: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
    ),
)
