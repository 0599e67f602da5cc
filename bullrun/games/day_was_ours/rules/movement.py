"""10. Movement: units go one at a time, or together where that matters, to where they can get; units
that are due enter the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    MARCH,
    PIECE,
    PIECES,
    PLACE,
    Kind,
    Verb,
)
from bullrun.games.day_was_ours.rules.arrivals import entry_cost, entry_hexes
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import (
    engaging,
    ids,
    is_gun,
    is_mounted,
    mode,
    name,
    put,
    under_chaos,
)
from bullrun.games.day_was_ours.rules.limits import (
    is_bridge,
    may_try_bridge,
)
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.opportunity import opportunity, reacting_hexes, still_going
from bullrun.games.day_was_ours.rules.reach import (
    March,
    climbs,
    left,
    march_of,
)
from bullrun.games.day_was_ours.rules.special_moves import why_not_change, why_not_leave_map
from bullrun.games.day_was_ours.rules.stacking import fits
from bullrun.games.day_was_ours.rules.state import (
    DUE,
    GUNS,
    ORDERS,
)
from bullrun.games.day_was_ours.rules.walking import finish, finish_moves, is_stopped, walk
from bullrun.games.sides import SIDES

DONE: Action = ("done",)
OVER = "over"


# --- the step -----------------------------------------------------------------------------------------


@enforces("10.1", "8.2", "16.3.12p")
def ask_movement(position: Day, frame: Frame) -> Decision | None:
    """Frame: (movement step), then (movement step, over) while the last moves are finished. Asks for the
    next move; a unit that must go back across Young's Branch goes before the step ends."""
    if frame[-1] == OVER:
        position.end()
        return None
    state = position.state
    movers = may_move(position)
    before, groups = choices(position, movers)
    if not before and not groups:
        end_step(position)
        return None
    after = () if any(must_go_home(position, unit) for unit in movers) else (DONE,)
    board = position.rules.board
    return Decision(
        SIDES[state.acting],
        "Which unit moves, and where?",
        SetOptions(board.names, board.find, groups, before, after),
        f"8.1.{ORDERS[state.order]}",
    )


def answer_movement(position: Day, frame: Frame, action: Action) -> None:
    """A move, or the end of the step."""
    if action == DONE:
        end_step(position)
    else:
        take(position, action)


def end_step(position: Day) -> None:
    """The step is over, and so are all moves."""
    position.goto(position.state.frames[-1][0], OVER)
    finish_moves(position)


@enforces("7.3.chaos.act", "10.3b", "2.3b")
def may_move(position: Day) -> list[int]:
    """Units of the present activation that may still move or enter."""
    state = position.state
    busy = state.fired | state.rallied if state.order == GUNS else 0  # a battery does one thing (6.3)
    found = places_in(state.active & ~state.halted & ~state.driven & ~busy)
    return [
        unit
        for unit in found
        if state.at[unit] == DUE or (state.at[unit] > 0 and not under_chaos(position, state.at[unit]))
    ]


def choices(position: Day, units: Sequence[int]) -> tuple[list[Action], list[tuple[Action, PlaceSet]]]:
    """What these units can do in a movement step: single actions, and hexes by what goes before them."""
    ids_of = position.rules.roster.ids
    before: list[Action] = []
    groups: list[tuple[Action, PlaceSet]] = []
    for unit in units:
        piece = ids_of[unit]
        if position.state.at[unit] == DUE:
            groups.append((("enter", piece), entry_targets(position, unit)))
            continue
        groups.append((("move", piece), march_of(position, (unit,)).targets))
        if is_gun(position, unit):
            groups.append((("climb", piece), climbs(position, unit)))
        if why_not_change(position, unit) is None:
            before.append(("dismount" if is_mounted(position, unit) else "mount", piece))
        if why_not_leave_map(position, unit) is None:
            before.append(("leave", piece))
    for together in stacks(position, units):
        targets = march_of(position, together).targets
        before += [("together", name(position, to), *ids(position, together)) for to in places_in(targets)]
    return before, [(prefix, targets) for prefix, targets in groups if targets]


@enforces("10.1")
def stacks(position: Day, units: Iterable[int]) -> list[tuple[int, ...]]:
    """Units that may move together: they start in one hex and move alike. It is offered where an enemy
    could fire at them as they leave; elsewhere it comes to the same to move one after the other."""
    state = position.state
    at: dict[tuple[PlaceId, int], list[int]] = {}
    for unit in units:
        if state.at[unit] > 0 and not state.moved >> unit & 1:
            at.setdefault((state.at[unit], mode(position, unit)), []).append(unit)
    found: list[tuple[int, ...]] = []
    for (place, _), here in sorted(at.items()):
        if len(here) > 1 and reacting_hexes(position, here[0], place):
            for size in range(2, len(here) + 1):
                found += combinations(here, size)
    return found


def take(position: Day, action: Action) -> None:
    """Carry out what was chosen in a movement step."""
    rules = position.rules
    verb = action[0]
    if verb == "together":
        units = tuple(rules.roster.number[piece] for piece in action[2:])
        start_move(position, units, rules.board.place(action[1]))
        return
    unit = rules.roster.number[action[1]]
    if verb == "move":
        start_move(position, (unit,), rules.board.place(action[2]))
    elif verb == "enter":
        position.call("entering", unit, rules.board.place(action[2]))
        finish_moves(position, 1 << unit)
    elif verb == "climb":
        position.call("climbing", unit, rules.board.place(action[2]), 0, position.state.shaken)
        finish_moves(position, 1 << unit)
    elif verb == "leave":
        position.call("leaving map", unit, 0, position.state.shaken)
        finish_moves(position, 1 << unit)
    else:
        position.call("mounting", unit, 0, position.state.shaken)
        finish_moves(position, 1 << unit)


def start_move(position: Day, units: tuple[int, ...], to: PlaceId) -> None:
    """Units set out; the moves of all others are over."""
    position.call("moving", units, to, 0, position.state.shaken)
    finish_moves(position, set_of(units))


# --- a move -------------------------------------------------------------------------------------------


@enforces("10.3b", "10.3c", "10.3d", "10.7")
def ask_moving(position: Day, frame: Frame) -> Decision | None:
    """Frame: (moving, units, to, hex that they were watched leaving, who was Shaken then). Before units
    leave an Engaged hex the enemy may fire at them; then they go on to the next such hex, or to where they
    want to be."""
    _, units, to, watched, shaken = frame
    going = still_going(position, units, shaken)
    if not going:
        position.end()
        return None
    march = march_of(position, going)
    if not march.targets >> to & 1:  # those who ran from the fire fill it up: choose again
        position.end()
        return None
    here, way = march.start, march.way(to)
    if watched != here and reacting_hexes(position, going[0], here):
        position.goto("moving", going, to, here, position.state.shaken)
        opportunity(position, going, here)
        return None
    if is_bridge(position, here, way.path[0]) and may_try_bridge(position, going[0]):
        position.call("bridge", going[0])
        return None
    side = position.rules.roster.side[going[0]]
    pause = next((n for n, at in enumerate(way.path[:-1]) if engaging(position, at, side)), None)
    if pause is not None:
        walk(position, going, way.path[: pause + 1], way.costs[pause], way.extended)
        position.goto("moving", going, to, 0, position.state.shaken)
        return None
    position.end()
    walk(position, going, way.path, way.cost, way.extended)
    if way.ends or is_stopped(position, going[0]):
        finish(position, going)
    return None


# --- entering (10.8, 8.3) -----------------------------------------------------------------------------


@enforces("10.8", "8.3")
def entry_targets(position: Day, unit: int) -> PlaceSet:
    """The hexes that a unit can come to as it enters the map."""
    found = 0
    for _, march in entries(position, unit):
        found |= march.targets
    return found


def entries(position: Day, unit: int) -> list[tuple[int, March]]:
    """For each hex where a unit may enter: what it pays for it, and where it can get to from there; the hex
    itself, where there is room, is one of those."""
    state, rules = position.state, position.rules
    order = rules.tables.orders.get(ORDERS[state.order])
    if not (state.order == GUNS or (order is not None and order.enters)):
        return []
    found = []
    for place in places_in(entry_hexes(position, unit)[0]):
        cost = entry_cost(position, unit, place)
        if cost > left(position, unit):
            continue
        march = march_of(position, (unit,), place, cost)
        if fits(position, (unit,), place):
            march.targets |= 1 << place
        found.append((cost, march))
    return found


def ask_entering(position: Day, frame: Frame) -> Decision | None:
    """Frame: (entering, unit, to). A unit comes onto the map and goes on."""
    _, unit, to = frame
    state, rules = position.state, position.rules
    ways = [
        (cost + (0 if march.start == to else march.way(to).cost), march.start, cost)
        for cost, march in entries(position, unit)
        if march.targets >> to & 1
    ]
    if not ways:  # what happened before it came left no room: choose again
        position.end()
        return None
    _, place, cost = min(ways)
    put(position, unit, place)
    state.spent[unit] += cost
    state.moved |= 1 << unit
    position.emit("entered", "10.8", piece=rules.roster.ids[unit], at=name(position, place))
    if place != to:
        position.goto("moving", (unit,), to, place, state.shaken)
        return None
    position.end()
    if is_stopped(position, unit):
        finish(position, (unit,))
    return None


# --- 16.3.12 the lull ---------------------------------------------------------------------------------


@enforces("16.3.12p")
def must_go_home(position: Day, unit: int) -> bool:
    """Whether a unit that began on the wrong side of Young's Branch can still come nearer to its own."""
    state = position.state
    if not in_lull(position) or not state.wrong_side >> unit & 1 or state.at[unit] <= 0:
        return False
    return bool(march_of(position, (unit,)).targets)


PROCEDURES = {
    "movement step": Procedure(ask_movement, answer_movement),
    "moving": Procedure(ask_moving),
    "entering": Procedure(ask_entering),
}

VERBS = (
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "10.1"),
    Verb("together", MARCH, (PLACE, PIECES), "Move to {0} together: {1}", "10.1"),
    Verb("enter", MARCH, (PIECE, PLACE), "{0} enters and goes to {1}", "10.8"),
)

EVENTS = (Kind("entered", "{piece} enters at {at}.", {"piece": PIECE, "at": PLACE}),)
