"""5. Movement: the phase, and what a piece meets on its march; how far it gets is in reach.py. Forming and
breaking brigades, changing battery pieces, entering and automatic victories are chosen in the same phase and
live in their own chapters."""

from __future__ import annotations

from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal, first_refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.events import listed
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, MARCH, NUMBER, PATH, PIECE, PLACE, Kind, Verb
from bullrun.fast import Reach
from bullrun.games.bull_run_1983.rules import (
    artillery,
    automatic_victory,
    brigades,
    reinforcements,
    uncertain,
)
from bullrun.games.bull_run_1983.rules.battlefield import MASSED, SIXTH, YIELDING, BullRun
from bullrun.games.bull_run_1983.rules.fords import count_ford_entry
from bullrun.games.bull_run_1983.rules.frozen import sees_frozen, watch
from bullrun.games.bull_run_1983.rules.ground import (
    control_zone,
    ground,
    ids,
    name,
    near_lone_leaders,
    points_in,
    put,
)
from bullrun.games.bull_run_1983.rules.leaders import pass_by, remove_unescorted
from bullrun.games.bull_run_1983.rules.reach import (
    MOVER,
    Marches,
    barred_from,
    breaks_in,
    budget,
    closed_fords,
    entry_of,
    entry_targets,
    halts,
    marches_of,
    movable,
    points_text,
    reach_of,
)
from bullrun.games.bull_run_1983.rules.roster import BRIGADE_RANK
from bullrun.games.sides import SIDES

END_MOVEMENT = ("end-movement",)

# --- the phase ------------------------------------------------------------------------------------


def ask_movement(position: BullRun, frame: Frame) -> Decision | None:
    """Ask for the next move. Frame: (movement, stage) with stage begin, move or rolled."""
    state = position.state
    stage = frame[1] if len(frame) > 1 else "begin"
    if stage == "begin":
        # A unit that rallies or clears an ABATIS must have begun the phase out of enemy control.
        free = ~control_zone(position, 1 - state.side)
        state.settled = 0
        for piece in places_in(position.rules.roster.of_side[state.side]):
            place = state.at[piece]
            if place and free >> place & 1:
                state.settled |= 1 << piece
        position.goto("movement", "move")
        reinforcements.arrive_by_rail(position)
        return None
    options = _options(position, whole=stage == "move")
    last = (
        "Or end the Movement phase." if options.after else "Reinforcements must enter before the phase ends."
    )
    return Decision(SIDES[state.side], f"Which piece moves, and where? {last}", options, "5.1", stage=stage)


def answer_movement(position: BullRun, frame: Frame, action: Action) -> None:
    """Apply a choice of the Movement phase."""
    verb = action[0]
    roster, board = position.rules.roster, position.rules.board
    if verb == "move":
        _march(position, roster.number[action[1]], board.place(action[2]))
    elif verb == "enter":
        _enter(position, roster.number[action[1]], board.place(action[2]))
    elif verb == "form":
        brigades.form(position, action)
        _regroup(position, roster.number[action[1]])
    elif verb == "break":
        brigades.break_up(position, roster.number[action[1]])
        _regroup(position, roster.number[action[1]])
    elif verb == "change":
        artillery.change(position, action)
        _turned_over(position, roster.number[action[1]], action)
    elif verb == "av":
        automatic_victory.begin(position, action)
    else:
        _end_phase(position, frame[1])


def _end_phase(position: BullRun, stage: str) -> None:
    if stage == "move" and uncertain.rolls_due(position):
        # O1: the rolls come after all other movement; what they release may still move.
        position.state.halted |= position.rules.roster.of_side[position.state.side]
        position.goto("movement", "rolled")
        position.call("uncertain")
        return
    ground(position).marches = None
    position.end()


# --- options --------------------------------------------------------------------------------------


@enforces("13.12")
def _options(position: BullRun, whole: bool) -> SetOptions:
    """What comes before moving, entries and moves. After the rolls of O1 the phase is no longer `whole`: only
    what they have set free still forms, changes and moves."""
    board, state = position.rules.board, position.state
    marches = marches_of(position)
    marches.list_all(position)
    marches.sort()
    groups, sizes = list(marches.groups.values()), list(marches.sizes.values())
    entries = [
        (("enter", position.rules.roster.ids[piece]), reach)
        for piece, reach in entry_targets(position, marches)
        if reach
    ]
    before: list[Action] = []
    if ground(position).units[state.side] & control_zone(position, 1 - state.side):
        before = automatic_victory.options(position)
    if whole:
        before = before + marches.before
    else:
        before += [a for a in marches.before if a[0] == "break" or not _is_late(position, a)]
    if entries:
        groups = entries + groups
        sizes = [reach.bit_count() for _, reach in entries] + sizes
    after = () if entries else (END_MOVEMENT,)
    return SetOptions(board.names, board.find, groups, before, after, sizes)


def _is_late(position: BullRun, action: Action) -> bool:
    """Whether somebody who would form or change has had his time before the rolls of O1."""
    number, done = position.rules.roster.number, position.state.halted
    pieces = action[2:] if action[0] == "form" else action[1:]
    return any(done >> number[piece] & 1 for piece in pieces)


# --- going ----------------------------------------------------------------------------------------


def _march(position: BullRun, piece: int, to: PlaceId) -> None:
    """Walk the cheapest way, stopping at once where something hidden comes into sight (4.84)."""
    state = position.state
    start, fords, halted = state.at[piece], state.ford_entries, state.halted
    fresh = not state.moved >> piece & 1
    marches = marches_of(position)
    _walk(position, piece, reach_of(position, marches, piece)[0], to)
    if ground(position).marches is not marches or not marches.listed or marches.key[0] != halts(position):
        return
    if position.rules.roster.defense[piece]:
        marches.stacks_changed(position, start, state.at[piece])
    if state.ford_entries != fords:
        marches.fords_changed(position)
    for other in places_in(state.halted & ~halted):
        marches.drop(other)
    if not state.halted >> piece & 1:
        marches.add(position, piece)
    if fresh and marches.before:
        # A piece that has moved neither forms nor changes any more, and without its leader no brigade forms.
        roster = position.rules.roster
        gone = {roster.ids[piece]}
        if roster.rank[piece] == BRIGADE_RANK:
            gone.add(roster.ids[roster.brigade_piece[roster.brigade[piece]]])
        if not gone.isdisjoint(marches.named):
            marches.before = [a for a in marches.before if a[0] == "break" or gone.isdisjoint(a)]


def _turned_over(position: BullRun, battery: int, action: Action) -> None:
    """Bring the choices up to date after a battery has changed pieces: nobody else is concerned."""
    marches: Marches | None = ground(position).marches
    if marches is None or not marches.listed:
        return
    if movable(position, 1 << battery):
        marches.add(position, battery)
    marches.before = [other for other in marches.before if other != action]


def _regroup(position: BullRun, changed: int) -> None:
    """Bring the choices up to date after a piece was exchanged for others."""
    marches: Marches | None = ground(position).marches
    if marches is None or not marches.listed:
        return
    roster = position.rules.roster
    ready = set(movable(position))
    for piece in roster.brigade_members.get(roster.brigade[changed], (changed,)):
        if piece in ready:
            marches.add(position, piece)
        else:
            marches.drop(piece)
    marches.list_before(position)


@enforces("4.7", "13.13")
def _enter(position: BullRun, piece: int, to: PlaceId) -> None:
    """A reinforcement comes on by road (13.3): the entry hex is its first step."""
    state = position.state
    for due, entry, cost in reinforcements.entering(position):
        if due == piece:
            marches = marches_of(position)
            reach, _ = reach_of(position, marches, piece, entry, cost)
            state.active |= 1 << piece
            put(position, piece, entry)
            count_ford_entry(position, entry, position.rules.roster.defense[piece])
            position.emit("entered", "13.1", piece=position.rules.roster.ids[piece], at=name(position, entry))
            state.spent[piece] = cost
            paused = watch(position, piece)
            if position.rules.roster.defense[piece]:
                pass_by(position, position.rules.roster.side[piece], [entry])
            if paused or to == entry:
                _arrived(position, piece)
            else:
                _walk(position, piece, reach, to)
            ground(position).marches = None
            return
    raise AssertionError("not a piece that enters now")


def _walk(position: BullRun, piece: int, reach: Reach, to: PlaceId) -> None:
    state, rules = position.state, position.rules
    points = rules.roster.defense[piece]
    side = rules.roster.side[piece]
    path = reach.path(to)
    hidden = state.frozen & rules.roster.of_side[1 - side]
    if hidden:
        for index, place in enumerate(path):
            if sees_frozen(position, side, place):
                path = path[: index + 1]
                break
    if points:
        for place in path:
            if place in rules.ford_places:
                count_ford_entry(position, place, points)
    here = path[-1]
    origin = state.at[piece]
    put(position, piece, here)
    state.spent[piece] += reach.cost(here)
    if position.log is not None:
        position.emit(
            "moved",
            "5.2",
            piece=rules.roster.ids[piece],
            start=name(position, origin),
            to=name(position, here),
            path=[name(position, place) for place in path],
            spent=points_text(state.spent[piece]),
            of=points_text(budget(position, piece)),
        )
    if hidden:
        watch(position, piece)
    if points:
        pass_by(position, side, path)
    _arrived(position, piece)
    if rules.classes[piece] == YIELDING and breaks_in(position, here):
        brigades.break_up(position, piece, "8.52")
        ground(position).marches = None


@enforces("5.2", "5.81")
def _arrived(position: BullRun, piece: int) -> None:
    """One piece moves at a time: when it goes, all that moved before it are done (5.2)."""
    state, rules = position.state, position.rules
    side = rules.roster.side[piece]
    mine = 1 << piece
    state.halted |= state.moved & ~mine
    state.moved |= mine
    on = ground(position)
    if control_zone(position, 1 - side) >> state.at[piece] & 1 or state.spent[piece] >= budget(
        position, piece
    ):
        state.halted |= mine
    if near_lone_leaders(position, 0) & on.units[1] or near_lone_leaders(position, 1) & on.units[0]:
        remove_unescorted(position)
        on.marches = None


# --- words ----------------------------------------------------------------------------------------


def why_not_move(position: BullRun, piece: int, to: PlaceId) -> Refusal | None:
    """Why a piece cannot move to a hex; None when it can."""
    rules, state = position.rules, position.state
    facts = {"piece": rules.roster.ids[piece], "to": name(position, to)}
    refusal = first_refusal(MOVER, position, piece, **facts)
    if refusal is not None:
        return refusal
    if state.at[piece] == to:
        return Refusal("5.2", "The piece stands there already.", facts)
    if rules.rivers(state.trestle) >> to & 1:
        return Refusal("5.5", "A river hex can be entered only at a ford or bridge.", facts)
    kind = rules.movement_class(piece)
    if kind == MASSED and breaks_in(position, to):
        return Refusal(
            "8.52", "Brigade pieces may not enter a ford, bridge or ABATIS: break it up first.", facts
        )
    marches = marches_of(position)
    _, mask = reach_of(position, marches, piece)
    points = rules.roster.defense[piece]
    if mask >> to & 1:
        if marches.full_for(position, points) >> to & 1:
            held, room = points_in(position, to), rules.stack_limit(to)
            says = f"{held} DP are there already; {points} more would exceed the limit of {room}."
            return Refusal(
                "5.52" if rules.fords >> to & 1 else "5.4", says, facts | {"held": held, "limit": room}
            )
        return None
    if points and closed_fords(position, points) >> to & 1:
        entered = dict(state.ford_entries)[to]
        return Refusal("5.52", f"{entered} DP have entered this ford this turn; at most 8 may.", facts)
    return _why_out_of_reach(position, marches, piece, state.at[piece], state.spent[piece], to, facts)


def _why_out_of_reach(
    position: BullRun,
    marches: Marches,
    piece: int,
    start: PlaceId,
    spent: int,
    to: PlaceId,
    facts: dict[str, Any],
) -> Refusal:
    rules, state = position.rules, position.state
    edges = rules.edges(rules.movement_class(piece), state)
    limit = budget(position, piece)
    free = edges.search(start, 60 * SIXTH)
    if to not in free.costs:
        return Refusal("5.5", "No way leads there.", facts)
    cost, left = points_text(free.costs[to]), points_text(limit - spent)
    if free.costs[to] > limit - spent:
        return Refusal("5.3", f"It costs {cost} MP; {left} are left.", facts | {"cost": cost, "left": left})
    if barred_from(position, state.side, start) & rules.board.neighbour_set[start] & 1 << to:
        return Refusal(
            "5.82", "It cannot step from one hex to another in the control of the same unit.", facts
        )
    if any(marches.stops >> place & 1 for place in (start, *free.path(to)[:-1])):
        if state.frozen and any(sees_frozen(position, state.side, place) for place in free.path(to)[:-1]):
            return Refusal("4.84", "It must pause on the way, where it comes near a face-down piece.", facts)
        return Refusal("5.81", "Enemy control on the way would stop it.", facts)
    return Refusal("5.52", "Ford limits bar the way.", facts)


def why_not_enter(position: BullRun, action: Action) -> Refusal | None:
    """Why a piece cannot enter the map and go to a hex now."""
    rules = position.rules
    if len(action) != 3 or action[1] not in rules.roster.number or rules.board.find(action[2]) is None:
        return Refusal("13.1", "Entering names a piece and a hex: enter PIECE HEX.")
    piece, to = rules.roster.number[action[1]], rules.board.place(action[2])
    facts = {"piece": action[1], "to": action[2]}
    refusal = reinforcements.why_not_now(position, piece, facts)
    entry = entry_of(position, piece)
    if refusal is not None or entry is None:
        return refusal
    marches = marches_of(position)
    _, mask = reach_of(position, marches, piece, *entry)
    if not (mask | 1 << entry[0]) >> to & 1:
        return _why_out_of_reach(position, marches, piece, *entry, to, facts)
    if marches.full_for(position, rules.roster.defense[piece]) >> to & 1:
        return Refusal("5.4", f"{points_in(position, to)} DP are there already.", facts)
    return None


def why_not_end(position: BullRun, action: Action) -> Refusal | None:
    """Why the phase cannot end: reinforcements do not wait of their own will."""
    due = [piece for piece, targets in entry_targets(position, marches_of(position)) if targets]
    if not due:
        return None
    names = listed([position.rules.roster.infos[piece].name for piece in due])
    return Refusal("13.12", f"First {names} must enter.", {"pieces": ids(position, due)})


WHY_NOT = {"enter": why_not_enter, END_MOVEMENT[0]: why_not_end}

PROCEDURES = {"movement": Procedure(ask_movement, answer_movement)}

VERBS = (
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "5.1", "movement"),
    Verb("enter", MARCH, (PIECE, PLACE), "{0} enters and goes to {1}", "13.1", "movement"),
    Verb("end-movement", END, (), "End the Movement phase", "2.3", "movement"),
)

EVENTS = (
    Kind(
        "moved",
        "{piece} moves from {start} to {to}, {spent} of {of} MP spent.",
        {"piece": PIECE, "to": PLACE, "start": PLACE, "path": PATH, "spent": NUMBER, "of": NUMBER},
    ),
    Kind("entered", "{piece} enters at {at}.", {"piece": PIECE, "at": PLACE}),
)
