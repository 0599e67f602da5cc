"""10. Command, and the operations of 6.3: the cup of command markers, the draw, and one activation from its
focus to its combat. Special markers are offered by special_command.py; moves, Orders and combat are
procedures of their own chapters."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, PICK, PIECE, PIECES, SIDE, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules import second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ids, in_play
from bullrun.games.clash_of_giants.rules.roster import COMMAND, SPECIAL
from bullrun.games.clash_of_giants.rules.state import ASIDE, CUP, NOBODY
from bullrun.games.clash_of_giants.rules.zones import in_enemy_zone
from bullrun.games.sides import SIDES
from bullrun.mechanisms.cup import draw
from bullrun.mechanisms.dice import die, pips
from bullrun.mechanisms.offers import offer

BEGIN, FOCUS, ROLL, ORDERS, MOVE, FIGHT, FINISH = range(7)
"""The stages of an activation."""
SWAP, RIDE, INTERRUPT = "swap", "ride", "interrupt"
"""The windows at a drawn marker, in their order (R55); special_command.py says what can be played in them."""


# --- 6.3 the cup


@enforces("6.3.cup", "6.3.empty", "B5.2.longstreet.cm", "G5.2.l2.cm", "G5.2.l3.cm")
def ask_cup(position: Clash, frame: Frame) -> Decision | None:
    """The command marker of each formation with a unit on the map or in an entry hex goes into the cup, but
    for those that a special marker played first keeps out."""
    state, roster = position.state, position.rules.roster
    left_out: tuple[int, ...] = ()
    if state.first != NOBODY and not roster.special_of[state.first].commands_in_cup:
        left_out = state.chosen
    for number, formation in enumerate(roster.formations):
        marker = formation.marker
        waits = marker >= 0 and state.box[marker] == ASIDE and number not in left_out
        if waits and in_play(position, formation.units):
            state.box[marker] = CUP
    position.emit("cup", "6.3.cup", pieces=ids(position, _in_cup(position)))
    position.end()
    return None


def _in_cup(position: Clash) -> list[int]:
    box = position.state.box
    return [marker for marker in position.rules.roster.commands if box[marker] == CUP]


@enforces("6.3.draw", "6.3.once")
def ask_draws(position: Clash, frame: Frame) -> Decision | None:
    """One marker after the other, until the cup is empty."""
    chits = _in_cup(position)
    if not chits:
        position.end()
        return None
    return draw(
        position, chits, "Which command marker is drawn?", "6.3.draw", about=About(roll="command cup")
    )


def answer_draws(position: Clash, frame: Frame, action: Action) -> None:
    """It is out for the turn; its formation will act."""
    state, roster = position.state, position.rules.roster
    marker = roster.number[action[1]]
    state.box[marker] = ASIDE
    state.drawn, state.swap, state.rider = marker, NOBODY, NOBODY
    position.emit("drawn", "6.3.draw", side=SIDES[roster.side[marker]], piece=action[1])
    position.call("drawn", 0)


@enforces("6.3.order", "6.3.3.place", "6.3.3.along")
def ask_drawn(position: Clash, frame: Frame) -> Decision | None:
    """The windows at a drawn marker, then the activation, under the special marker if one was swapped in."""
    state, roster = position.state, position.rules.roster
    windows = (SWAP, RIDE, INTERRUPT)
    number: int = frame[1]
    if number < len(windows):
        position.goto("drawn", number + 1)
        offer(position, windows[number], state.drawn)
        return None
    if number == len(windows):
        units = roster.formations[roster.formation[state.drawn]].units
        riders = roster.formations[state.rider].units if state.rider != NOBODY else 0
        position.goto("drawn", number + 1)
        activate(position, state.drawn if state.swap == NOBODY else state.swap, units, riders)
        return None
    state.drawn = state.swap = state.rider = NOBODY
    position.end()
    return None


# --- one activation


def activate(position: Clash, marker: int, units: int, riders: int = 0) -> None:
    """Put an activation on the stack: a marker, the units it activates, and who rides along."""
    position.call("activation", marker, units, riders, BEGIN)


def is_special(position: Clash) -> bool:
    """Whether the units that act now do so under a special marker."""
    state = position.state
    return state.marker != NOBODY and position.rules.roster.kind[state.marker] == SPECIAL


def formations_in(position: Clash, units: int) -> list[int]:
    """The formations that a set of units belongs to, in the order of the list."""
    formations = position.rules.roster.formations
    return [number for number, formation in enumerate(formations) if formation.units & units]


@enforces("6.3.order", "6.3.3.all", "6.3.3.dice", "6.3.3.attack", "6.3.3.noaction", "O.action", "15.1.calm")
def ask_activation(position: Clash, frame: Frame) -> Decision | None:
    """Focus and die for each formation, all moves, then the combat of a command marker or the attacks of a
    special one; riders have their own focus and die."""
    _, marker, units, riders, stage = frame
    state, rules = position.state, position.rules
    position.goto("activation", marker, units, riders, stage + 1)
    if stage == BEGIN:
        begin(position, marker, units, riders)
    elif stage in (FOCUS, ROLL):
        for formation in reversed(formations_in(position, state.active)):
            position.call("focus" if stage == FOCUS else "command_roll", formation)
    elif stage == ORDERS:
        if "orders" in rules.data and rules.roster.kind[marker] == COMMAND:
            position.call("orders", rules.roster.formation[marker])
    elif stage == MOVE:
        position.call("moves")
    elif stage == FIGHT:
        special = rules.roster.kind[marker] == SPECIAL
        if not rules.is_night(state.turn) or rules.has("night-combat"):
            if not special or rules.has("action-after-special"):
                position.call("combat_window")
            if special:
                position.call("special_attacks")
    else:
        finish(position)
        position.end()
    return None


def begin(position: Clash, marker: int, units: int, riders: int = 0) -> None:
    """The units of an activation that are in play and not frozen are active; nobody is in command yet."""
    state, roster = position.state, position.rules.roster
    state.marker, state.side = marker, roster.side[marker]
    for formation in formations_in(position, units | riders):
        second_bull_run.thaw(position, formation)
    held = second_bull_run.frozen_units(position)
    state.active = sum(1 << unit for unit in in_play(position, (units | riders) & ~held))
    state.riders = riders & state.active
    state.commanded = state.focus = state.halted = 0
    state.moving, state.lead = NOBODY, ()
    state.zoned = sum(1 << unit for unit in places_in(state.active) if in_enemy_zone(position, unit))
    for column in (state.allowance, state.spent, state.mode):
        column[:] = bytes(len(column))
    position.emit(
        "activated",
        "6.3.order",
        side=SIDES[state.side],
        piece=roster.ids[marker],
        pieces=ids(position, places_in(state.active)),
    )


def finish(position: Clash) -> None:
    """The activation is over, and what it has brought about counts from now on (B8.7.end)."""
    state = position.state
    state.free |= state.freed
    state.freed = 0
    state.active = state.riders = state.commanded = state.focus = state.halted = state.zoned = 0
    state.marker = state.side = state.moving = NOBODY
    state.lead = ()


# --- 10.3 and 10.4 focus and range


@enforces("10.3", "6.3.3.dice", "G5.1.reynolds", "G5.1.warren.stack")
def ask_focus(position: Clash, frame: Frame) -> Decision | None:
    """The owner names one unit of the formation; a marker that waives the range has all of it in command."""
    state, rules = position.state, position.rules
    formation: int = frame[1]
    units = rules.roster.formations[formation].units & state.active
    special = rules.roster.special_of.get(state.marker)
    if special is not None and (special.stack or _waived(position)):
        state.commanded |= units & ~state.riders
        position.end()
        return None
    side, called = SIDES[state.side], rules.roster.formations[formation].name
    options: list[Action] = [("focus", unit) for unit in ids(position, places_in(units))]
    return Decision(side, f"Which unit is the focus of {called}?", options, "10.3")


def _waived(position: Clash) -> bool:
    special = position.rules.roster.special_of[position.state.marker]
    return special.range_waived and position.rules.has("reynolds-range", "waived")


def answer_focus(position: Clash, frame: Frame, action: Action) -> None:
    """Who is farther than four hexes away is out of command."""
    position.end()
    take_focus(position, position.rules.roster.number[action[1]])


@enforces("10.4.range", "10.4.count", "6.3.3.range")
def take_focus(position: Clash, unit: int) -> None:
    """The active units of its formation within range are in command, whatever lies between; a unit in an
    entry hex counts by that hex. Under a special marker, and of riders, the others do nothing."""
    state, rules = position.state, position.rules
    formation = rules.roster.formation[unit]
    units = rules.roster.formations[formation].units & state.active
    near = rules.board.within(state.at[unit], rules.tables["command"]["range"])
    in_range = sum(1 << one for one in places_in(units) if near >> state.at[one] & 1)
    out = units & ~in_range
    state.focus |= 1 << unit
    state.commanded |= in_range
    if is_special(position) or state.riders >> unit & 1:
        state.halted |= out
    else:
        state.strayed |= out
    position.emit("focus", "10.3", piece=rules.roster.ids[unit], out=ids(position, places_in(out)))


# --- 10.2 the command roll


@enforces("10.2.roll", "G5.1.warren.stack")
def ask_roll(position: Clash, frame: Frame) -> Decision | None:
    """One die for a formation, unless it has points without one."""
    state, rules = position.state, position.rules
    formation: int = frame[1]
    special = rules.roster.special_of.get(state.marker)
    fixed = second_bull_run.entry_allowance(position, formation)
    if special is not None and special.allowance:
        fixed = special.allowance
    if fixed:
        position.end()
        give_points(position, formation, fixed)
        return None
    called = rules.roster.formations[formation].name
    side = SIDES[rules.roster.formations[formation].side]
    return die(f"Command roll of {called}", "10.2.roll", about=About(roll="command roll"), side=side)


@enforces("6.3.3.drm", "10.2.row", "10.2.clamp", "6.3.3.rider")
def answer_roll(position: Clash, frame: Frame, action: Action) -> None:
    """The modified die, at least 1 and at most 6, is the place in the formation's row. Riders get no
    bonus."""
    state, rules = position.state, position.rules
    formation: int = frame[1]
    position.end()
    limits = rules.tables["command"]
    modifier = second_bull_run.command_penalty(position, formation)
    special = rules.roster.special_of.get(state.marker)
    if special is not None and not rules.roster.formations[formation].units & state.riders:
        modifier += special.modifier
    read = max(limits["lowest_die"], min(limits["highest_die"], pips(action) + modifier))
    row = rules.tables["movement_rows"][rules.roster.formations[formation].row]
    position.emit(
        "command_roll",
        "10.2.row",
        formation=rules.roster.formations[formation].name,
        die=pips(action),
        modifier=modifier,
        points=row[read - 1],
    )
    give_points(position, formation, row[read - 1])


def give_points(position: Clash, formation: int, points: int) -> None:
    """All active units of a formation have this many movement points."""
    state = position.state
    for unit in places_in(position.rules.roster.formations[formation].units & state.active):
        state.allowance[unit] = points


def why_not_focus(position: Clash, action: Action) -> Refusal | None:
    """Why a unit cannot be the focus."""
    roster, state = position.rules.roster, position.state
    unit = roster.number.get(action[1]) if len(action) == 2 else None
    if unit is None or unit >= roster.unit_count:
        return Refusal("10.3", "Name one unit of the formation: focus UNIT.")
    if not state.active >> unit & 1:
        return Refusal("10.3", f"{action[1]} is not activated now.")
    return Refusal("10.3", f"{action[1]} is not of the formation whose focus is asked for.")


PROCEDURES = {
    "command_cup": Procedure(ask_cup),
    "draws": Procedure(ask_draws, answer_draws),
    "drawn": Procedure(ask_drawn),
    "activation": Procedure(ask_activation),
    "focus": Procedure(ask_focus, answer_focus),
    "command_roll": Procedure(ask_roll, answer_roll),
}
VERBS = (Verb("focus", PICK, (PIECE,), "Make {0} the focus", "10.3", "operations"),)
EVENTS = (
    Kind("cup", "Into the cup: {pieces}.", {"pieces": PIECES}),
    Kind("drawn", "{piece} ({side}) is drawn.", {"piece": PIECE, "side": SIDE}),
    Kind(
        "activated",
        "{piece} activates {pieces}.",
        {"side": SIDE, "piece": PIECE, "pieces": PIECES},
        level=3,
    ),
    Kind("focus", "Focus is {piece}; out of command: {out}.", {"piece": PIECE, "out": PIECES}),
    Kind(
        "command_roll",
        "{formation} rolls {die}, modifier {modifier}: {points} movement points.",
        {"formation": WORDS, "die": DIE, "modifier": NUMBER, "points": NUMBER},
    ),
)
WHY_NOT = {"focus": why_not_focus}
