"""5. Movement: who may move, how far, and what stops him. Forming and breaking brigades, changing battery
pieces, entering and automatic victories are chosen in the same phase and live in their own chapters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Check, Refusal, first_refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.events import listed
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.memory import Memory
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
from bullrun.games.bull_run_1983.rules.fords import count_ford_entry, ford_room
from bullrun.games.bull_run_1983.rules.frozen import sees_frozen, watch, watched_by_frozen
from bullrun.games.bull_run_1983.rules.ground import (
    Ground,
    control_zone,
    ground,
    ids,
    name,
    near_lone_leaders,
    points_in,
    put,
)
from bullrun.games.bull_run_1983.rules.leaders import pass_by, remove_unescorted
from bullrun.games.bull_run_1983.rules.roster import BRIGADE_RANK
from bullrun.games.bull_run_1983.rules.state import DUE, FORMED, LOST, MAP, MOVEMENT, RALLY
from bullrun.games.sides import SIDES

END_MOVEMENT = ("end-movement",)

# --- the phase ------------------------------------------------------------------------------------


def ask_movement(position: BullRun, frame: Frame) -> Decision | None:
    """Ask for the next move. Frame: (movement, stage) with stage begin, move or rolled."""
    state = position.state
    stage = frame[1] if len(frame) > 1 else "begin"
    if stage == "begin":
        # Who rallies or clears an ABATIS must have begun the phase out of enemy control.
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


class Marches:
    """Reaches and destinations of the phase, kept from decision to decision and rebuilt at need."""

    __slots__ = (
        "before",
        "closed",
        "full",
        "groups",
        "in_order",
        "key",
        "listed",
        "named",
        "reaches",
        "sizes",
    )

    def __init__(self, position: BullRun, key: tuple[Any, ...]) -> None:
        self.key = key
        self.reaches: dict[tuple[Any, ...], tuple[Reach, PlaceSet]] = {}
        self.closed: dict[int, PlaceSet] = {}
        self.full: dict[int, PlaceSet] = {}
        self.groups: dict[int, tuple[Action, PlaceSet]] = {}
        """For each piece that can move: its prefix and where it may stop; filled when first listed."""
        self.sizes: dict[int, int] = {}
        """How many hexes each of them has; counted once, for most stay as they are from move to move."""
        self.in_order = True
        """Whether `groups` and `sizes` stand in the order of the pieces."""
        self.before: list[Action] = []
        """Brigades to form or break up and batteries to change; a piece that moves drops out."""
        self.named: set[str] = set()
        """Whom forming and changing name: nobody else drops out of `before`."""
        self.listed = False

    @property
    def stops(self) -> PlaceSet:
        """Hexes where a move ends or pauses."""
        stops: PlaceSet = self.key[0]
        return stops

    def list_all(self, position: BullRun) -> None:
        """Work out every choice; from then on moves keep them up to date."""
        if not self.listed:
            self.listed = True
            state, rules = position.state, position.rules
            roster = rules.roster
            alike: dict[tuple[int, ...], PlaceSet] = {}
            for piece in _movable(position):
                # Pieces of a stack mostly have the same way to go.
                key = (
                    state.at[piece],
                    rules.classes[piece],
                    rules.sixths[piece][state.face[piece]] - state.spent[piece],
                    roster.defense[piece],
                )
                targets = alike.get(key)
                if targets is None:
                    self.add(position, piece)
                    group = self.groups.get(piece)
                    alike[key] = group[1] if group else 0
                elif targets:
                    self.put(position, piece, targets)
            self.list_before(position)

    def list_before(self, position: BullRun) -> None:
        """What may be done with pieces that have not moved yet."""
        side = position.state.side
        self.before = brigades.form_options(position, side)
        self.before += brigades.break_options(position, side)
        self.before += artillery.change_options(position)
        self.named = {word for action in self.before if action[0] != "break" for word in action[1:]}

    def add(self, position: BullRun, piece: int) -> None:
        """Work out where a piece may stop."""
        _, targets = _reach(position, self, piece)
        targets &= ~self.full_for(position, position.rules.roster.defense[piece])
        if targets:
            self.put(position, piece, targets)
        else:
            self.drop(piece)

    def put(self, position: BullRun, piece: int, targets: PlaceSet) -> None:
        """Note where a piece may stop."""
        groups = self.groups
        known = groups.get(piece)
        if known is None and groups and next(reversed(groups)) > piece:
            self.in_order = False
        if known is None or known[1] != targets:
            groups[piece] = (position.rules.roster.to_move[piece], targets)
            self.sizes[piece] = targets.bit_count()

    def drop(self, piece: int) -> None:
        """A piece moves no more."""
        if self.groups.pop(piece, None) is not None:
            del self.sizes[piece]

    def sort(self) -> None:
        """Bring the groups into the order of the pieces."""
        if not self.in_order:
            self.groups = dict(sorted(self.groups.items()))
            self.sizes = {piece: self.sizes[piece] for piece in self.groups}
            self.in_order = True

    @enforces("5.4")
    def full_for(self, position: BullRun, points: int) -> PlaceSet:
        """Hexes where a piece of so many defense points would overstack."""
        if points == 0:
            return 0
        full = self.full.get(points)
        if full is None:
            full = 0
            limit = position.rules.stack_limit
            for place, held in ground(position).points.items():
                # No ford takes more than 8 and no other hex more than 12: little is never too much.
                if held + points > 8 and held + points > limit(place):
                    full |= 1 << place
            self.full[points] = full
        return full

    def fords_changed(self, position: BullRun) -> None:
        """Work out anew the pieces for which a ford has filled up."""
        for points, closed in self.closed.items():
            now = _closed_fords(position, points)
            if now != closed:
                self.closed[points] = now
                for piece in _movable(position, position.rules.roster.of_defense[points]):
                    self.add(position, piece)

    def stacks_changed(self, position: BullRun, *places: PlaceId) -> None:
        """Bring the full hexes up to date after a move."""
        rules = position.rules
        room = [(1 << place, rules.stack_limit(place) - points_in(position, place)) for place in places]
        for points, full in self.full.items():
            now = full
            for place_bit, left in room:
                now = now | place_bit if points > left else now & ~place_bit
            if now != full:
                self.full[points] = now
                for piece in _movable(position, rules.roster.of_defense[points]):
                    self.add(position, piece)


def _marches(position: BullRun) -> Marches:
    """The kept reaches; made anew when enemy control or markers have changed."""
    state = position.state
    on: Ground = ground(position)
    key = (
        _halts(position),
        state.abatis,
        state.trestle,
        state.side,
    )
    found: Marches | None = on.marches
    if found is None or found.key != key:
        found = on.marches = Marches(position, key)
    return found


@enforces("4.84")
def _halts(position: BullRun) -> PlaceSet:
    """Hexes where a moving piece stops: in enemy control for good (5.81), and within recon range of a
    frozen enemy until it is turned up. So nobody's options tell what lies face down."""
    side = position.state.side
    return control_zone(position, 1 - side) | watched_by_frozen(position, side)


@enforces("4.1", "4.12", "5.1")
def _movable(position: BullRun, among: int = -1) -> list[int]:
    """Pieces on the map that may still move: active and not halted (5.1, 5.2); all, or those of a set."""
    state = position.state
    box = state.box
    ready = state.active & ~state.halted & position.rules.roster.of_side[state.side] & among
    return [piece for piece in places_in(ready) if box[piece] == MAP]


@enforces("13.12")
def _options(position: BullRun, whole: bool) -> SetOptions:
    """What comes before moving, entries and moves. After the rolls of O1 the phase is no longer `whole`: only
    what they have set free still forms, changes and moves."""
    board, state = position.rules.board, position.state
    marches = _marches(position)
    marches.list_all(position)
    marches.sort()
    groups, sizes = list(marches.groups.values()), list(marches.sizes.values())
    entries = [
        (("enter", position.rules.roster.ids[piece]), reach)
        for piece, reach in _entry_targets(position, marches)
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


def budget(position: BullRun, piece: int) -> int:
    """Movement factor of the face in play, in sixths (5.3)."""
    return position.rules.sixths[piece][position.state.face[piece]]


_FREE: Memory[tuple[Any, ...], Reach] = Memory(16_000)
"""How far a piece gets where no enemy is near: it depends on the map alone, so it is worked out once for
each hex and movement class, as far as any piece of the class can go, and kept across phases and games."""
_STOPPED: Memory[tuple[Any, ...], Reach] = Memory(4_000)
"""How far a piece gets among enemies: it depends on those of their hexes that it could come to. Who looks
ahead from one position in many ways asks this over and over."""


def _free_reach(position: BullRun, place: PlaceId, kind: int) -> Reach:
    state = position.state
    key = (place, kind, state.abatis, state.trestle)
    found = _FREE.get(key)
    if found is None:
        edges = position.rules.edges(kind, state)
        found = _FREE[key] = edges.search(place, position.rules.longest[kind]).compact()
    return found


@enforces("5.82")
def _barred(position: BullRun, side: int, place: PlaceId) -> PlaceSet:
    """Where a piece of a side cannot step straight from a hex: every hex of the enemy zones it is in."""
    board = position.rules.board
    return board.spread(ground(position).units[1 - side] & board.within(place, 1))


@enforces("5.3", "5.33")
def _reach(
    position: BullRun, marches: Marches, piece: int, start: PlaceId = 0, spent: int = -1
) -> tuple[Reach, PlaceSet]:
    """Where a piece can get with the movement points it has left: costs and ways, and the set of hexes.
    Enemy control stops it; from enemy control it cannot step straight into another hex controlled by
    the same unit."""
    state, rules = position.state, position.rules
    place = start or state.at[piece]
    left = rules.sixths[piece][state.face[piece]] - (state.spent[piece] if spent < 0 else spent)
    kind = rules.classes[piece]
    points = rules.roster.defense[piece]
    closed = marches.closed.get(points)
    if closed is None:
        closed = marches.closed[points] = _closed_fords(position, points)
    key = (place, kind, left, closed)
    found = marches.reaches.get(key)
    if found is None:
        free = _free_reach(position, place, kind)
        mask = free.within(left)
        halts = marches.key[0]
        if closed or halts & (mask | 1 << place):
            barred = _barred(position, rules.roster.side[piece], place)
            near = (key, halts & (mask | 1 << place), barred, state.abatis, state.trestle)
            stopped = _STOPPED.get(near)
            if stopped is None:
                stopped = rules.edges(kind, state).search(place, left, halts, closed, barred)
                _STOPPED[near] = stopped.compact()
            free, mask = stopped, stopped.mask
        found = marches.reaches[key] = (free, mask)
    return found


# --- fords ----------------------------------------------------------------------------------------


def _closed_fords(position: BullRun, points: int) -> PlaceSet:
    return set_of(place for place, _ in position.state.ford_entries if points > ford_room(position, place))


# --- going ----------------------------------------------------------------------------------------


def _march(position: BullRun, piece: int, to: PlaceId) -> None:
    """Walk the cheapest way, stopping at once where something hidden comes into sight (4.84)."""
    state = position.state
    start, fords, halted = state.at[piece], state.ford_entries, state.halted
    fresh = not state.moved >> piece & 1
    marches = _marches(position)
    _walk(position, piece, _reach(position, marches, piece)[0], to)
    if ground(position).marches is not marches or not marches.listed or marches.key[0] != _halts(position):
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
    if _movable(position, 1 << battery):
        marches.add(position, battery)
    marches.before = [other for other in marches.before if other != action]


def _regroup(position: BullRun, changed: int) -> None:
    """Bring the choices up to date after a piece was exchanged for others."""
    marches: Marches | None = ground(position).marches
    if marches is None or not marches.listed:
        return
    roster = position.rules.roster
    movable = set(_movable(position))
    for piece in roster.brigade_members.get(roster.brigade[changed], (changed,)):
        if piece in movable:
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
            marches = _marches(position)
            reach, _ = _reach(position, marches, piece, entry, cost)
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
    if rules.classes[piece] == YIELDING and _breaks_in(position, here):
        brigades.break_up(position, piece, "8.52")
        ground(position).marches = None


@enforces("8.52")
def _breaks_in(position: BullRun, place: PlaceId) -> bool:
    """Whether a brigade piece may not stand in a hex, so that one which marches in breaks up there."""
    state = position.state
    return bool(position.rules.no_brigades(state.abatis, state.trestle) >> place & 1)


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


def _entry_targets(position: BullRun, marches: Marches) -> Iterator[tuple[int, PlaceSet]]:
    """For each piece that must enter now: where it may stop, the entry hex included."""
    for piece, entry, cost in reinforcements.entering(position):
        _, mask = _reach(position, marches, piece, entry, cost)
        full = marches.full_for(position, position.rules.roster.defense[piece])
        yield piece, (mask | 1 << entry) & ~full


# --- words ----------------------------------------------------------------------------------------


def points_text(sixths: int) -> str:
    """Movement points as an exact fraction: "1 1/2"."""
    whole, rest = divmod(sixths, SIXTH)
    part = Fraction(rest, SIXTH)
    if not rest:
        return str(whole)
    return f"{whole} {part}" if whole else str(part)


MOVER = (
    Check("2.3", "It is not this side's turn.", lambda p, piece: p.rules.roster.side[piece] == p.state.side),
    Check("2.3", "Pieces move in the Movement phase.", lambda p, piece: p.state.phase == 2),
    Check("8.5", "Its brigade piece moves for it.", lambda p, piece: p.state.box[piece] != FORMED),
    Check("13.1", "It is a reinforcement still to enter.", lambda p, piece: p.state.box[piece] != DUE),
    Check("7.74", "It is eliminated.", lambda p, piece: p.state.box[piece] not in (RALLY, LOST)),
    Check("1.1", "The piece is not on the map.", lambda p, piece: p.state.box[piece] == MAP),
    Check("4.81", "The piece is frozen.", lambda p, piece: not p.state.frozen >> piece & 1),
    Check("5.1", "The piece is inactive this turn.", lambda p, piece: p.state.active >> piece & 1 == 1),
    Check(
        "10.6",
        "It has attacked this turn.",
        lambda p, piece: not p.state.halted & p.state.fought & 1 << piece,
    ),
    Check(
        "5.81",
        "It has entered enemy control and must stop.",
        lambda p, piece: (
            not (
                p.state.halted & p.state.moved & 1 << piece
                and control_zone(p, 1 - p.state.side) >> p.state.at[piece] & 1
            )
        ),
    ),
    Check(
        "5.2", "The piece has finished moving this turn.", lambda p, piece: not p.state.halted >> piece & 1
    ),
)
"""Who may move at all."""


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
    if kind == MASSED and _breaks_in(position, to):
        return Refusal(
            "8.52", "Brigade pieces may not enter a ford, bridge or ABATIS: break it up first.", facts
        )
    marches = _marches(position)
    _, mask = _reach(position, marches, piece)
    points = rules.roster.defense[piece]
    if mask >> to & 1:
        if marches.full_for(position, points) >> to & 1:
            held, room = points_in(position, to), rules.stack_limit(to)
            says = f"{held} DP are there already; {points} more would exceed the limit of {room}."
            return Refusal(
                "5.52" if rules.fords >> to & 1 else "5.4", says, facts | {"held": held, "limit": room}
            )
        return None
    if points and _closed_fords(position, points) >> to & 1:
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
    if _barred(position, state.side, start) & rules.board.neighbour_set[start] & 1 << to:
        return Refusal(
            "5.82", "It cannot step from one hex to another in the control of the same unit.", facts
        )
    if any(marches.stops >> place & 1 for place in (start, *free.path(to)[:-1])):
        if state.frozen and any(sees_frozen(position, state.side, place) for place in free.path(to)[:-1]):
            return Refusal("4.84", "It must pause on the way, where it comes near a face-down piece.", facts)
        return Refusal("5.81", "Enemy control on the way would stop it.", facts)
    return Refusal("5.52", "Ford limits bar the way.", facts)


def reach_report(position: BullRun, piece: int) -> list[dict[str, Any]]:
    """Every hex a piece can move to, or enter and go to: exact cost, the way, whether it must stop there,
    the terms."""
    rules, state = position.rules, position.state
    entry = _entry_of(position, piece) if state.phase == MOVEMENT else None
    if entry is None and first_refusal(MOVER, position, piece) is not None:
        return []
    marches = _marches(position)
    start, paid, spent = (*entry, entry[1]) if entry else (state.at[piece], 0, state.spent[piece])
    reach, mask = _reach(position, marches, piece, start, spent)
    if entry:
        mask |= 1 << start
    kind = rules.movement_class(piece)
    targets = mask & ~marches.full_for(position, rules.roster.defense[piece])
    rows = []
    for place in places_in(targets):
        path = [start, *reach.path(place)]
        steps = [(start, ("road onto the map", paid, "13.3"))] if entry else []
        for here, there in pairwise(path):
            terms = rules.step_terms(kind, here, there, state.abatis, state.trestle) or ()
            steps += [(there, term) for term in terms]
        rows.append(
            {
                "place": name(position, place),
                "cost": str(Fraction(paid + reach.costs[place], SIXTH)),
                "path": [name(position, p) for p in path],
                "stops": bool(marches.stops >> place & 1)
                or (kind == YIELDING and _breaks_in(position, place)),
                "terms": [
                    {
                        "at": name(position, there),
                        "says": words,
                        "cost": str(Fraction(cost, SIXTH)),
                        "rule": rule,
                    }
                    for there, (words, cost, rule) in steps
                ],
            }
        )
    return rows


def _entry_of(position: BullRun, piece: int) -> tuple[PlaceId, int] | None:
    """The entry hex of a piece that must come on now, and what it pays for it."""
    for due, entry, cost in reinforcements.entering(position):
        if due == piece:
            return entry, cost
    return None


def why_not_enter(position: BullRun, action: Action) -> Refusal | None:
    """Why a piece cannot enter the map and go to a hex now."""
    rules = position.rules
    if len(action) != 3 or action[1] not in rules.roster.number or rules.board.find(action[2]) is None:
        return Refusal("13.1", "Entering names a piece and a hex: enter PIECE HEX.")
    piece, to = rules.roster.number[action[1]], rules.board.place(action[2])
    facts = {"piece": action[1], "to": action[2]}
    refusal = reinforcements.why_not_now(position, piece, facts)
    entry = _entry_of(position, piece)
    if refusal is not None or entry is None:
        return refusal
    marches = _marches(position)
    _, mask = _reach(position, marches, piece, *entry)
    if not (mask | 1 << entry[0]) >> to & 1:
        return _why_out_of_reach(position, marches, piece, *entry, to, facts)
    if marches.full_for(position, rules.roster.defense[piece]) >> to & 1:
        return Refusal("5.4", f"{points_in(position, to)} DP are there already.", facts)
    return None


def why_not_end(position: BullRun, action: Action) -> Refusal | None:
    """Why the phase cannot end: reinforcements do not wait of their own will."""
    due = [piece for piece, targets in _entry_targets(position, _marches(position)) if targets]
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
