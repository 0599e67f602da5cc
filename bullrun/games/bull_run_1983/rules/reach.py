"""5.3 to 5.8: where a piece can go with the movement points it has, at what cost, and what stops it. What one
decision of the phase works out is kept for the next (`Marches`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Check, first_refusal
from bullrun.engine.decision import SetsOff
from bullrun.engine.ledger import enforces
from bullrun.fast import Reach
from bullrun.games.bull_run_1983.rules import artillery, brigades, reinforcements
from bullrun.games.bull_run_1983.rules.battlefield import SIXTH, YIELDING, BullRun
from bullrun.games.bull_run_1983.rules.fords import ford_room
from bullrun.games.bull_run_1983.rules.frozen import foretold, watched_by_frozen
from bullrun.games.bull_run_1983.rules.ground import Ground, control_zone, ground, name, points_in
from bullrun.games.bull_run_1983.rules.state import DUE, FORMED, LOST, MAP, MOVEMENT, RALLY

# --- who moves ------------------------------------------------------------------------------------


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


@enforces("4.1", "4.12", "5.1")
def movable(position: BullRun, among: int = -1) -> list[int]:
    """Pieces on the map that may still move: active and not halted (5.1, 5.2); all, or those of a set."""
    state = position.state
    box = state.box
    ready = state.active & ~state.halted & position.rules.roster.of_side[state.side] & among
    return [piece for piece in places_in(ready) if box[piece] == MAP]


def budget(position: BullRun, piece: int) -> int:
    """Movement factor of the face in play, in sixths (5.3)."""
    return position.rules.sixths[piece][position.state.face[piece]]


def points_text(sixths: int) -> str:
    """Movement points as an exact fraction: "1 1/2"."""
    whole, rest = divmod(sixths, SIXTH)
    part = Fraction(rest, SIXTH)
    if not rest:
        return str(whole)
    return f"{whole} {part}" if whole else str(part)


# --- how far ----------------------------------------------------------------------------------------


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
            for piece in movable(position):
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
        _, targets = reach_of(position, self, piece)
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
        """Hexes where a piece of this many defense points would overstack."""
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
            now = closed_fords(position, points)
            if now != closed:
                self.closed[points] = now
                for piece in movable(position, position.rules.roster.of_defense[points]):
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
                for piece in movable(position, rules.roster.of_defense[points]):
                    self.add(position, piece)


def marches_of(position: BullRun) -> Marches:
    """The kept reaches; made anew when enemy control or markers have changed."""
    state = position.state
    on: Ground = ground(position)
    key = (
        halts(position),
        state.abatis,
        state.trestle,
        state.side,
    )
    found: Marches | None = on.marches
    if found is None or found.key != key:
        found = on.marches = Marches(position, key)
    return found


@enforces("4.84")
def halts(position: BullRun) -> PlaceSet:
    """Hexes where a moving piece stops: in enemy control for good (5.81), and within recon range of a
    frozen enemy until it is turned up. So nobody's options tell what lies face down."""
    side = position.state.side
    return control_zone(position, 1 - side) | watched_by_frozen(position, side)


def free_reach(position: BullRun, place: PlaceId, kind: int) -> Reach:
    state = position.state
    key = (place, kind, state.abatis, state.trestle)
    found = position.rules.known_free.get(key)
    if found is None:
        edges = position.rules.edges(kind, state)
        found = position.rules.known_free[key] = edges.search(place, position.rules.longest[kind]).compact()
    return found


@enforces("5.82")
def barred_from(position: BullRun, side: int, place: PlaceId) -> PlaceSet:
    """Where a piece of a side cannot step straight from a hex: every hex of the enemy zones it is in."""
    board = position.rules.board
    return board.spread(ground(position).units[1 - side] & board.within(place, 1))


@enforces("5.3", "5.33")
def reach_of(
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
        closed = marches.closed[points] = closed_fords(position, points)
    key = (place, kind, left, closed)
    found = marches.reaches.get(key)
    if found is None:
        free = free_reach(position, place, kind)
        mask = free.within(left)
        halts = marches.key[0]
        if closed or halts & (mask | 1 << place):
            barred = barred_from(position, rules.roster.side[piece], place)
            near = (key, halts & (mask | 1 << place), barred, state.abatis, state.trestle)
            stopped = rules.known_stopped.get(near)
            if stopped is None:
                stopped = rules.edges(kind, state).search(place, left, halts, closed, barred)
                rules.known_stopped[near] = stopped.compact()
            free, mask = stopped, stopped.mask
        found = marches.reaches[key] = (free, mask)
    return found


def closed_fords(position: BullRun, points: int) -> PlaceSet:
    return set_of(place for place, _ in position.state.ford_entries if points > ford_room(position, place))


@enforces("8.52")
def breaks_in(position: BullRun, place: PlaceId) -> bool:
    """Whether a brigade piece may not stand in a hex, so that one which marches in breaks up there."""
    state = position.state
    return bool(position.rules.no_brigades(state.abatis, state.trestle) >> place & 1)


# --- reinforcements ---------------------------------------------------------------------------------


def entry_of(position: BullRun, piece: int) -> tuple[PlaceId, int] | None:
    """The entry hex of a piece that must come on now, and what it pays for it."""
    for due, entry, cost in reinforcements.entering(position):
        if due == piece:
            return entry, cost
    return None


def entry_targets(position: BullRun, marches: Marches) -> Iterator[tuple[int, PlaceSet]]:
    """For each piece that must enter now: where it may stop, the entry hex included."""
    for piece, entry, cost in reinforcements.entering(position):
        _, mask = reach_of(position, marches, piece, entry, cost)
        full = marches.full_for(position, position.rules.roster.defense[piece])
        yield piece, (mask | 1 << entry) & ~full


# --- report -----------------------------------------------------------------------------------------

FARTHEST = 200 * SIXTH
"""More movement points than the longest way over the map takes."""
BROKEN = "No brigade piece may stand in a ford, on a bridge or on an ABATIS: its units stand there instead."


def way_report(position: BullRun, piece: int, to: str) -> list[str]:
    """The cheapest way of a piece to a hex over any number of turns, whoever stands in it."""
    rules, state = position.rules, position.state
    start, goal = state.at[piece], rules.board.place(to)
    if not start:
        return []
    free = rules.edges(rules.movement_class(piece), state).search(start, FARTHEST)
    return [name(position, place) for place in (start, *free.path(goal))] if goal in free.costs else []


def reach_report(position: BullRun, piece: int) -> list[dict[str, Any]]:
    """Every hex a piece can move to, or enter and go to: exact cost, the way, whether it must stop there,
    the terms, and what it would turn up on the way."""
    rules, state = position.rules, position.state
    entry = entry_of(position, piece) if state.phase == MOVEMENT else None
    if entry is None and first_refusal(MOVER, position, piece) is not None:
        return []
    marches = marches_of(position)
    start, paid, spent = (*entry, entry[1]) if entry else (state.at[piece], 0, state.spent[piece])
    reach, mask = reach_of(position, marches, piece, start, spent)
    if entry:
        mask |= 1 << start
    kind = rules.movement_class(piece)
    targets = mask & ~marches.full_for(position, rules.roster.defense[piece])
    foreseen: dict[PlaceId, dict[str, Any]] = {}

    def seen(place: PlaceId) -> dict[str, Any]:
        if place not in foreseen:
            off = foretold(position, rules.roster.side[piece], place)
            if off is None and kind == YIELDING and breaks_in(position, place):
                off = SetsOff("breaks", "The brigade breaks up there", BROKEN, "8.52")
            foreseen[place] = off.to_json() if off else {}
        return foreseen[place]

    rows = []
    for place in places_in(targets):
        path = [start, *reach.path(place)]
        steps = [(start, ("road onto the map", paid, "13.3"))] if entry else []
        for here, there in pairwise(path):
            terms = rules.step_terms(kind, here, there, state.abatis, state.trestle) or ()
            steps += [(there, term) for term in terms]
        met = next((off for p in path if (p != start or entry) and (off := seen(p))), None)
        rows.append(
            {
                "place": name(position, place),
                "cost": str(Fraction(paid + reach.costs[place], SIXTH)),
                "path": [name(position, p) for p in path],
                "stops": bool(marches.stops >> place & 1)
                or (kind == YIELDING and breaks_in(position, place)),
                "terms": [
                    {
                        "at": name(position, there),
                        "says": words,
                        "cost": str(Fraction(cost, SIXTH)),
                        "rule": rule,
                    }
                    for there, (words, cost, rule) in steps
                ],
                **({"sets_off": met} if met else {}),
            }
        )
    return rows
