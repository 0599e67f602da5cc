"""Positions as they are given: for the umpire, for players of the cardboard game, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.given import ImpossiblePosition, by_name, flag, number, one_of, piece_entries, text, texts
from bullrun.errors import UnknownItem
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.arrivals import is_due
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.ground import mode, name, put, stack
from bullrun.games.day_was_ours.rules.roster import BRIGADE, DIVISION, EVENT, NOBODY
from bullrun.games.day_was_ours.rules.setup import prepare
from bullrun.games.day_was_ours.rules.stacking import is_over
from bullrun.games.day_was_ours.rules.state import (
    ACTIVATED,
    ARTILLERY_PHASE,
    ASIDE,
    BARRED,
    BLOWN_UP,
    BOXES,
    BROKEN_TRACK,
    CHIT_DRAW,
    COMMAND,
    CUP,
    DUE,
    ELIMINATED,
    END_TURN,
    EXCLUDED,
    GUNS,
    HELD,
    LEFT_MAP,
    MIX,
    NEVER,
    NO_ORDER,
    NOBODY_ACTS,
    NOWHERE,
    OPEN,
    ORDERS,
    READY,
    REMOVED,
    USED_UP,
)
from bullrun.games.day_was_ours.rules.tables import FOOT
from bullrun.games.sides import SIDES

STEPS = ("fire", "movement", "close combat", "rally")
"""Steps of an activation, in the order in which `orders` takes them."""
GIVEN_PHASES = ("command decision", "artillery", "chit draw", *STEPS, "end turn")
BRIDGES = ("barred", "open", "blown up")
UNIT_KEYS = (
    "attacked", "at", "box", "dismounted", "fired", "freed", "hits", "id", "low_ammo", "moved", "shaken",
    "worn", )  # fmt: skip
FLAGS = ("attacked", "dismounted", "fired", "freed", "low_ammo", "moved", "shaken", "worn")
UNIT_BOXES = (DUE, *BROKEN_TRACK, ELIMINATED, LEFT_MAP, REMOVED)


def given_position(
    rules: Battlefield,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    brigade: str = "",
    order: str = "",
    units: Sequence[str] = (),
    drawer: str = "",
    chaos: str = "",
    points: Mapping[str, int] | None = None,
    control: Mapping[str, str] | None = None,
    lull: int | str | None = None,
    ford_found: int | str | None = None,
    crossed: int | str | None = None,
    bridge: str = "barred",
    regulars_used: int = 0,
    **extra: Any,
) -> Day:
    """The position with exactly these units, at the start of a phase or of a step of an activation.

    A step ("fire", "movement", "close combat", "rally") is one of the side's activation of a `brigade` under
    an `order`, with the `units` that it names or all of the brigade on the map; instead of a brigade `units`
    alone may act. "artillery" is the side's turn to act with a hex, "chit draw" the gap before the next draw.
    Of units that are not listed those of the schedule are still due, the others are not in the game. Chits
    that are not listed lie in their mix, leaders and wild chits beside the cup.
    """
    if extra:
        known = "brigade, order, units, drawer, chaos, points, control, lull, ford_found, crossed, bridge"
        raise UnknownItem(f"{min(extra)!r}: unknown key; this game knows {known} and regulars_used")
    position = prepare(rules)
    state, roster = position.state, rules.roster
    state.turn = _turn(rules, "turn", turn)
    for unit in places_in(roster.units):
        if state.at[unit] != DUE:
            state.at[unit] = NOWHERE
    state.worn = 0
    for piece, entry in piece_entries(pieces, roster.number, UNIT_KEYS):
        _lay(position, piece, entry)
    _check(position)
    state.lull = _turn(rules, "lull", lull) if lull is not None else NEVER
    if ford_found is not None:
        state.ford_found = _turn(rules, "ford_found", ford_found)
    state.crossed = _turn(rules, "crossed", crossed) if crossed is not None else NEVER
    state.bridge = (BARRED, OPEN, BLOWN_UP)[one_of("bridge", bridge, BRIDGES)]
    state.regulars_used = number("regulars_used", regulars_used, 0, rules.plan.regulars_uses)
    state.drawer = one_of("drawer", drawer, SIDES) if drawer else NOBODY_ACTS
    for owner, tally in by_name("points", points or {}).items():
        held = list(state.points)
        held[one_of("points", owner, SIDES)] = number("points", tally, 0, 999)
        state.points = (held[0], held[1])
    for place, owner in by_name("control", control or {}).items():
        _control(position, place, owner)
    if chaos:
        state.at[roster.fog] = rules.board.place(text("chaos", chaos))
        if not stack(position, state.at[roster.fog]):
            raise ImpossiblePosition(f"chaos: nobody stands in {chaos} [7.3.chaos.place]")
    _begin(position, one_of("side", side, SIDES), phase, brigade, order, texts("units", units))
    return position


def _turn(rules: Battlefield, what: str, turn: int | str) -> int:
    """By name, or counted from the scenario's first turn."""
    plan, track = rules.plan, rules.track
    names = track[plan.first_turn : plan.last_turn + 1]
    if isinstance(turn, str) and turn in names:
        return track.index(turn)
    if isinstance(turn, int) and not isinstance(turn, bool) and 1 <= turn <= len(names):
        return plan.first_turn + turn - 1
    raise ImpossiblePosition(
        f"{what}: {turn!r} is neither a number from 1 to {len(names)} nor one of {', '.join(names)}"
    )


def _control(position: Day, place: str, owner: Any) -> None:
    plan, held = position.rules.plan, list(position.state.control)
    found = plan.objective_at.get(position.rules.board.place(place))
    if found is None:
        raise ImpossiblePosition(f"control: {place} is no objective [14.c]")
    held[found] = -1 if owner == "" else one_of("control", owner, SIDES)
    position.state.control = tuple(held)


# --- counters -----------------------------------------------------------------------------------------


def _lay(position: Day, piece: int, entry: Mapping[str, Any]) -> None:
    roster = position.rules.roster
    if roster.units >> piece & 1:
        _lay_unit(position, piece, entry)
        return
    known = ("id", "box", "worn") if roster.kind[piece] == DIVISION else ("id", "box")
    for key in sorted(entry):
        if key not in known:
            raise ImpossiblePosition(f"{roster.ids[piece]}: {key} is only for units")
    box = _box(entry["id"], entry.get("box"))
    owner = roster.side[piece]
    if roster.kind[piece] == BRIGADE:
        allowed: tuple[int, ...] = (READY, ACTIVATED)
    elif piece == roster.friends:
        allowed = HELD
    elif roster.kind[piece] == EVENT:
        allowed = (MIX[owner], CUP, EXCLUDED[owner], HELD[owner], ASIDE, USED_UP)
    else:
        allowed = (CUP, ASIDE)
    if box not in allowed:
        boxes = ", ".join(BOXES[-1 - b] for b in allowed)
        raise ImpossiblePosition(f"{entry['id']}: box must be one of {boxes}, got {entry.get('box')!r}")
    position.state.at[piece] = box
    if box in EXCLUDED or (box == CUP and roster.kind[piece] == EVENT):
        position.state.dealt = 1
    if "worn" in entry and flag(f"{entry['id']}: worn", entry["worn"]):
        position.state.wounded |= 1 << piece


def _box(piece: str, box: Any) -> int:
    return -1 - one_of(f"{piece}: box", box, BOXES)


def _lay_unit(position: Day, unit: int, entry: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    roster, called = rules.roster, entry["id"]
    if ("at" in entry) == ("box" in entry):
        raise ImpossiblePosition(f"{called}: expected at or box, and not both")
    for key in FLAGS:
        if key in entry and flag(f"{called}: {key}", entry[key]):
            setattr(state, key, getattr(state, key) | 1 << unit)
    if state.worn >> unit & 1 and rules.fragile >> unit & 1:
        raise ImpossiblePosition(f"{called}: a fragile unit has no Battleworn side [2.1d]")
    if state.dismounted >> unit & 1 and not roster.cavalry >> unit & 1:
        raise ImpossiblePosition(f"{called}: only cavalry dismounts [10.9]")
    state.hits[unit] = number(f"{called}: hits", entry.get("hits", 0), 0, rules.tables.most_hits)
    marker = roster.brigade[unit]
    if marker != NOBODY and state.at[marker] == NOWHERE:
        state.at[marker] = READY
    if "at" in entry:
        _place(position, unit, rules.board.place(text(f"{called}: at", entry["at"])))
        return
    box = _box(called, entry["box"])
    if box not in UNIT_BOXES:
        boxes = ", ".join(BOXES[-1 - b] for b in UNIT_BOXES)
        raise ImpossiblePosition(f"{called}: box must be one of {boxes}, got {entry['box']!r}")
    if box in BROKEN_TRACK:
        if roster.guns >> unit & 1 or rules.fragile >> unit & 1:
            raise ImpossiblePosition(f"{called}: batteries and fragile units never come there [12.8]")
        state.worn |= 1 << unit
    if box == DUE and unit not in rules.plan.arrivals:
        raise ImpossiblePosition(f"{called}: is no reinforcement of this scenario [16.3.schedule]")
    state.at[unit] = box


def _place(position: Day, unit: int, place: PlaceId) -> None:
    rules, called = position.rules, position.rules.roster.ids[unit]
    there = stack(position, place)
    if there and rules.roster.side[there[0]] != rules.roster.side[unit]:
        other = rules.roster.ids[there[0]]
        raise ImpossiblePosition(f"{called}: {other} of the other side is in {name(position, place)} [10.2]")
    if mode(position, unit) != FOOT and not rules.may_stand(mode(position, unit), place):
        raise ImpossiblePosition(f"{called}: may not stand in woods off the road [3.1a]")
    held = position.state.control
    put(position, unit, place)
    position.state.control = held  # control is said by itself, not by where units are put


def _check(position: Day) -> None:
    seen: set[PlaceId] = set()
    for unit in places_in(position.rules.roster.units):
        place = position.state.at[unit]
        if place > 0 and place not in seen:
            seen.add(place)
            if is_over(position, stack(position, place)):
                limit = position.rules.tables.stacking
                raise ImpossiblePosition(f"{name(position, place)}: more than {limit} strength points [3.1]")


# --- who acts -----------------------------------------------------------------------------------------


def _begin(position: Day, side: int, phase: str, brigade: str, order: str, units: Sequence[str]) -> None:
    state = position.state
    one_of("phase", phase, GIVEN_PHASES)
    if phase in STEPS:
        _activate(position, side, brigade, order, units)
        state.phase = CHIT_DRAW
        if state.drawer == NOBODY_ACTS:
            state.drawer = side
        state.frames = [("turn", 4), ("draws", 0), ("activation", STEPS.index(phase))]
        return
    if brigade or order or units:
        raise ImpossiblePosition(f"brigade, order and units belong to {', '.join(STEPS)}")
    if phase == "command decision":
        state.phase, state.frames = COMMAND, [("turn", 1)]
    elif phase == "artillery":
        state.phase, state.frames = ARTILLERY_PHASE, [("turn", 3), ("guns", side, 0)]
    elif phase == "chit draw":
        state.phase, state.frames = CHIT_DRAW, [("turn", 4), ("draws", 0)]
        if state.drawer == NOBODY_ACTS:
            state.drawer = side
    else:
        state.phase, state.frames = END_TURN, [("turn", 4)]


def _activate(position: Day, side: int, brigade: str, order: str, units: Sequence[str]) -> None:
    state, roster = position.state, position.rules.roster
    marker = NOBODY
    if brigade:
        if brigade not in roster.marker or roster.side[roster.marker[brigade]] != side:
            raise ImpossiblePosition(f"brigade: {SIDES[side]} has no brigade {brigade!r}")
        marker = roster.marker[brigade]
        state.at[marker] = ACTIVATED
    elif not units:
        raise ImpossiblePosition("brigade: an activation needs a brigade or units")
    word = one_of("order", order, ORDERS)
    if word in (NO_ORDER, GUNS):
        raise ImpossiblePosition(f"order: {order!r} is no order of an activation")
    if marker != NOBODY:
        state.ordered[marker] = word
    named = []
    for unit in units:
        found = roster.number.get(unit)
        if found is None or not roster.units >> found & 1 or roster.side[found] != side:
            raise ImpossiblePosition(f"units: {unit!r} is no unit of {SIDES[side]}")
        if marker != NOBODY and roster.brigade[found] != marker:
            raise ImpossiblePosition(f"units: {unit} is not of {brigade}'s brigade")
        named.append(found)
    # What units have done already in this activation stays as it is given.
    done = state.fired, state.moved, state.attacked
    own = [unit for unit in roster.members.get(marker, ()) if state.at[unit] > 0 or is_due(position, unit)]
    activation.begin(position, side, word, named or own, marker)
    state.fired, state.moved, state.attacked = done
