"""Positions as they are given: for the umpire, for players of the cardboard game, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.given import (
    ImpossiblePosition,
    by_name,
    flag,
    number,
    one_of,
    only_known,
    piece_entries,
    text,
    texts,
)
from bullrun.games.clash_of_giants.rules import command, gettysburg
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import ground, in_play, may_stack, put, stack, wait_in
from bullrun.games.clash_of_giants.rules.roster import ARTILLERY, COMMAND, SPECIAL
from bullrun.games.clash_of_giants.rules.sequence import NUMBER_OF, STEPS
from bullrun.games.clash_of_giants.rules.state import (
    ARRIVALS,
    ASIDE,
    CUP,
    DUE,
    EXITED,
    GONE,
    LOST,
    NOBODY,
    OPERATIONS,
    PHASES,
    READY,
    SAVED,
    SPENT,
    ClashState,
)
from bullrun.games.sides import SIDES

PIECE_KEYS = ("arrived", "at", "box", "id", "moved", "rating", "steps")
UNIT_BOXES = {"lost": LOST, "left the map": EXITED, "saved": SAVED, "to come": DUE}
BATTERY = ("not yet", "declared", "firing", "over")
MOVEMENT, COMBAT = "movement", "combat"
"""Moments within the operations: units of a marker are about to move, or have moved."""
MOMENTS = (*PHASES, MOVEMENT, COMBAT)
EXTRA = (
    "acted", "available", "bar_lifted", "battery", "bufords", "casualties", "control", "cup", "delays", "due",
    "focus", "marker", "out", "points", "released", "riders", "spent", "thawed", "wing_released", "williams",
)  # fmt: skip


def given_position(
    rules: Battlefield,
    *,
    turn: int | str,
    side: str,
    phase: str,
    pieces: Sequence[Mapping[str, Any]],
    **extra: Any,
) -> Clash:
    """The position with exactly these units in play, at the start of this phase. In "movement" and "combat"
    the units of `marker` act, with `points` to move; all are in command unless a `focus` is named. Units
    that are not listed come later if their group does, and are out of the game otherwise."""
    only_known("position", extra, EXTRA)
    state = ClashState(len(rules.pieces))
    position = Clash(rules, state)
    state.turn = _turn(rules, turn)
    one_of("side", side, SIDES)
    one_of("phase", phase, MOMENTS)
    state.sites = (0,) * len(rules.setups)
    for unit, entry in piece_entries(pieces, rules.roster.number, PIECE_KEYS):
        _place(position, unit, entry)
    _check(position)
    state.phase = PHASES.index(phase) if phase in PHASES else OPERATIONS
    _groups(position, by_name("due", extra.get("due", {})))
    _points(position, extra)
    _markers(position, extra)
    _history(position, extra)
    if phase in (MOVEMENT, COMBAT):
        _activation(position, SIDES.index(side), phase, extra)
    elif phase == PHASES[OPERATIONS]:
        state.frames = [("turn", NUMBER_OF["draws"])]
    else:
        first = next(n for n, step in enumerate(STEPS) if step.phase == state.phase)
        state.frames = [("turn", first)]
    return position


def _turn(rules: Battlefield, turn: int | str) -> int:
    if isinstance(turn, str):
        word = turn.removeprefix("turn ")
        turn = int(word) if word.isdecimal() else turn
    return number("turn", turn, rules.first_turn, rules.last_turn)


def _place(position: Clash, unit: int, entry: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    roster = rules.roster
    called = roster.ids[unit]
    if unit >= roster.unit_count:
        raise ImpossiblePosition(f"{called}: is a marker; name it in cup, available or spent")
    full = roster.steps[unit]
    state.steps[unit] = number(f"{called}: steps", entry.get("steps", full), 0, full)
    if "box" in entry:
        box = text(f"{called}: box", entry["box"])
        if box not in UNIT_BOXES:
            raise ImpossiblePosition(f"{called}: box: {box!r} is none of {', '.join(UNIT_BOXES)}")
        state.box[unit] = UNIT_BOXES[box]
        if state.box[unit] == LOST:
            state.steps[unit] = 0
        return
    if state.steps[unit] == 0:
        raise ImpossiblePosition(f"{called}: a unit without steps is lost: box lost [3.2.steps]")
    place = rules.board.place(text(f"{called}: at", entry.get("at")))
    waits = rules.entry_hexes >> place & 1
    came = entry.get("arrived", state.turn if waits else 0)
    state.arrival[unit] = number(f"{called}: arrived", came, 0, state.turn)
    if waits:
        wait_in(position, unit, place)
    else:
        put(position, unit, place)
    if flag(f"{called}: moved", entry.get("moved", False)):
        state.moved |= 1 << unit
    if "rating" in entry:
        if unit not in roster.rating_by_die:
            raise ImpossiblePosition(f"{called}: rating: it is printed on the counter [3.2.ter]")
        state.rating[unit] = number(f"{called}: rating", entry["rating"], 1, 6)


def _check(position: Clash) -> None:
    """Nobody stands where he could not."""
    rules = position.rules
    roster = rules.roster
    for place in sorted(ground(position).stacks):
        units, here = stack(position, place), rules.board.names[place]
        if len({roster.side[unit] for unit in units}) > 1:
            raise ImpossiblePosition(f"{here}: units of both sides in one hex [11.2]")
        for unit in units:
            if not may_stack(position, unit, place):
                limit = rules.tables["stacking"]["units"]
                rule = "7.1.two" if len(units) > limit else "7.1.division"
                raise ImpossiblePosition(f"{roster.ids[unit]}: cannot stand with others in {here} [{rule}]")
            rough = (rules.woods | rules.rocks) >> place & 1 and not rules.roads[place]
            if rough and roster.cavalry >> unit & 1:
                raise ImpossiblePosition(f"{roster.ids[unit]}: no road takes cavalry into {here} [11.8.cav]")


def _groups(position: Clash, due: Mapping[str, Any]) -> None:
    """A group of which a unit is listed has come; one that was due before and of which none is will not. Of
    those that come this turn, the phase says whether they were due before."""
    rules, state = position.rules, position.state
    last = state.turn if state.phase > ARRIVALS else state.turn - 1
    only_known("due", due, [group.id for group in rules.groups])
    turns = []
    for index, group in enumerate(rules.groups):
        turn = 0 if group.bought else group.turn
        if group.id in due:
            turn = number(f"due: {group.id}", due[group.id], 0, rules.last_turn)
            state.settled |= 1 << index
        turns.append(turn)
        listed = [unit for unit in group.units if state.steps[unit] or state.box[unit] != DUE]
        if listed or 0 < turn <= last:
            state.here |= 1 << index
    state.due = tuple(turns)
    coming = sum(
        1 << unit
        for index, group in enumerate(rules.groups)
        if not state.here >> index & 1
        for unit in group.units
    )
    for unit in range(rules.roster.unit_count):
        if coming >> unit & 1:
            state.steps[unit] = rules.roster.steps[unit]
        elif state.box[unit] == DUE:
            state.box[unit] = GONE


def _sides(what: str, value: Any, most: int) -> tuple[int, int]:
    found = by_name(what, value)
    only_known(what, found, SIDES)
    union, confederate = (number(f"{what}: {side}", found.get(side, 0), 0, most) for side in SIDES)
    return union, confederate


def _points(position: Clash, extra: Mapping[str, Any]) -> None:
    rules, state = position.rules, position.state
    state.casualties = _sides("casualties", extra.get("casualties", {}), 999)
    state.delays = _sides("delays", extra.get("delays", {}), 999)
    state.williams = number("williams", extra.get("williams", 0), 0, 2)
    state.bufords = number("bufords", extra.get("bufords", 0), 0, 2)
    names = [rules.board.names[place] for place in rules.victory_hexes]
    control = by_name("control", extra.get("control", {}))
    only_known("control", control, names)
    holders = []
    for place, called in zip(rules.victory_hexes, names, strict=True):
        units = stack(position, place)
        holder = rules.roster.side[units[0]] if units else NOBODY
        if called in control:
            holder = one_of(f"control: {called}", control[called], SIDES)
        elif not units and rules.data["start"]["control"][called] in SIDES:
            holder = SIDES.index(rules.data["start"]["control"][called])
        holders.append(holder)
    state.control = tuple(holders)


def _markers(position: Clash, extra: Mapping[str, Any]) -> None:
    """Markers of formations in play are in play; those that are named lie where they are said to lie."""
    rules, state = position.rules, position.state
    roster = rules.roster
    for formation in roster.formations:
        if formation.marker >= 0 and in_play(position, formation.units):
            state.box[formation.marker] = ASIDE
    for guns in roster.guns:
        come = any(
            state.box[unit] not in (DUE, GONE) for unit in places_in(guns.serves)
        )  # 13.6: also if lost
        if guns.turn <= state.turn and (not guns.in_cup or come):
            state.box[guns.piece] = ASIDE
    for special in roster.specials:
        if special.first_turn <= state.turn <= special.last_turn:
            state.box[special.piece] = ASIDE
    if "buford" in rules.data and state.turn > rules.data["buford"]["leaves_after"]:
        for marker in gettysburg.bufords_markers(rules):
            state.box[marker] = GONE
    both = (SPECIAL, ARTILLERY)
    kinds = {"cup": (COMMAND, ARTILLERY), "available": both, "spent": both, "out": both}
    for key, box in (("cup", CUP), ("available", READY), ("spent", SPENT), ("out", GONE)):
        for called in texts(key, extra.get(key, ())):
            piece = roster.number.get(called)
            if piece is None or roster.kind[piece] not in kinds[key]:
                raise ImpossiblePosition(f"{key}: {called!r} is no marker that can lie there")
            state.box[piece] = box


def _history(position: Clash, extra: Mapping[str, Any]) -> None:
    """What has happened before and still counts."""
    rules, state = position.rules, position.state
    for key, column in (("released", "free"), ("thawed", "thawed")):
        for called in texts(key, extra.get(key, ())):
            formation = one_of(key, called, rules.roster.formation_ids)
            setattr(state, column, getattr(state, column) | 1 << formation)
    for called in texts("acted", extra.get("acted", ())):
        state.acted |= 1 << one_of("acted", called, SIDES)
    if "battery" in extra:
        state.battery = one_of("battery", extra["battery"], BATTERY)
    for key in ("bar_lifted", "wing_released"):
        setattr(state, key, int(flag(key, extra.get(key, False))))


def _activation(position: Clash, side: int, phase: str, extra: Mapping[str, Any]) -> None:
    """The units of a marker act."""
    rules, state = position.rules, position.state
    roster = rules.roster
    called = text("marker", extra.get("marker"))
    marker = roster.number.get(called)
    if marker is None or roster.kind[marker] not in (COMMAND, SPECIAL) or roster.side[marker] != side:
        raise ImpossiblePosition(f"marker: {called!r} is no command or special marker of that side")
    if roster.kind[marker] == COMMAND:
        units = roster.formations[roster.formation[marker]].units
    else:
        special = roster.special_of[marker]
        units = special.units or roster.units_of(special.serves)
    riders = 0
    for name in texts("riders", extra.get("riders", ())):
        riders |= roster.formations[one_of("riders", name, roster.formation_ids)].units
    command.begin(position, marker, units, riders)
    points = number("points", extra.get("points", 0), 0, 20)
    for formation in command.formations_in(position, state.active):
        command.give_points(position, formation, points)
    focus = texts("focus", extra.get("focus", ()))
    state.commanded = state.active
    for unit in (roster.number.get(name, -1) for name in focus):
        if unit < 0 or not state.active >> unit & 1:
            raise ImpossiblePosition(f"focus: {', '.join(focus)}: each must be a unit that acts now [10.3]")
        state.commanded &= ~roster.formations[roster.formation[unit]].units
    for unit in (roster.number[name] for name in focus):
        command.take_focus(position, unit)
    if roster.kind[marker] == COMMAND:
        state.drawn = marker
    stage = command.FIGHT if phase == COMBAT else command.ORDERS
    state.frames = [
        ("turn", NUMBER_OF["draws"] + 1),
        ("draws",),
        ("drawn", 4),
        ("activation", marker, units, riders, stage),
    ]
    if phase == COMBAT:
        state.halted |= state.active
