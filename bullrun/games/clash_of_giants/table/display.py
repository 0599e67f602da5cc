"""The table as it lies: where pieces stand, their state, points and clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.engine.display import Box, Clock, Display, Goal, Marker, Phase, Row
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import rating
from bullrun.games.clash_of_giants.rules.scoring import own_rule
from bullrun.games.clash_of_giants.rules.state import (
    ASIDE,
    BOXES,
    CUP,
    DUE,
    ENTRY,
    EXITED,
    GONE,
    LOST,
    MAP,
    MODES,
    NOBODY,
    PHASES,
    READY,
    SAVED,
    SPENT,
    TO_SET_UP,
)
from bullrun.games.clash_of_giants.rules.victory import target, total, toward_target
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION


def place_of(position: Clash, piece: int) -> str | None:
    """The hex, also the entry hex where a unit waits, or the box beside the map; None when out of the
    game."""
    state = position.state
    box = state.box[piece]
    if box in (MAP, ENTRY):
        return position.rules.board.names[state.at[piece]]
    return None if box == GONE else BOXES[box]


def describe(position: Clash, piece: int) -> Mapping[str, Any]:
    """State of one piece, by the names the counters and rules use."""
    state, roster = position.state, position.rules.roster
    if piece >= roster.unit_count:
        found = {"acting": state.marker == piece, "in_use": piece in state.support}
        return {fact: True for fact, is_so in found.items() if is_so}
    facts: dict[str, Any] = {"steps": state.steps[piece], "rating": rating(position, piece) or "by die"}
    if state.steps[piece] < roster.steps[piece]:
        facts["reduced"] = True
    code = position.rules.pieces[piece].facts.get("code", "")
    if state.box[piece] in (DUE, TO_SET_UP) and code:
        facts["comes"] = code
    if state.box[piece] == ENTRY:
        facts["waiting"] = True
    if any(piece in attackers for _, attackers in state.declared):
        facts["attacks"] = True
    if state.falling_back >> piece & 1:
        facts["must_retreat"] = state.lengths[piece]
    if state.active >> piece & 1:
        facts["active"] = True
        facts["in_command"] = bool(state.commanded >> piece & 1)
        facts["movement_points"] = state.allowance[piece]
        if state.mode[piece]:
            facts["moves_by"] = MODES[state.mode[piece]]
        if state.halted >> piece & 1:
            facts["halted"] = True
    return facts


PHASE_ROWS = (Phase("set-up", "Set-up"), *(Phase(phase, phase.capitalize()) for phase in PHASES))
BOX_RULES = {
    TO_SET_UP: "3.2.formation",
    DUE: "9.1.place",
    CUP: "6.3.cup",
    READY: "6.2.half",
    ASIDE: "6.2.aside",
    SPENT: "6.2.aside",
    LOST: "3.2.steps",
    EXITED: "3.1.grid",
    SAVED: "3.1.grid",
}
SHOWN_BOXES = tuple(
    Box(BOXES[box], BOXES[box].capitalize(), rule, is_cup=box == CUP) for box, rule in BOX_RULES.items()
)


def display(position: Clash) -> Display:
    """Clock, boxes, points and control."""
    state, rules = position.state, position.rules
    turn = rules.turns[state.turn]
    played = [one for number, one in rules.turns.items() if rules.first_turn <= number <= rules.last_turn]
    rows = [
        Row("Casualty points", _by_side(state.casualties)),
        Row("Delay points", _by_side(state.delays), "9.4.vp"),
    ]
    if state.williams:
        rows.append(Row("Points for Williams", str(state.williams), "B4.1.1.williams"))
    if state.bufords:
        rows.append(Row("Points for Buford", str(state.bufords), "G4.1.1.buford"))
    if any(state.grounds):
        rows.append(Row("Points for ground", _by_side(state.grounds), own_rule(position, "4.1.1.geo")))
    targets = [target(position, side) for side in range(len(SIDES))]
    rows.append(Row("Automatic victory at", _by_side(targets), own_rule(position, "4.1.2.target")))
    markers = []
    for place, holder in zip(rules.victory_hexes, state.control, strict=True):
        name = rules.board.names[place]
        held = "nobody" if holder == NOBODY else SIDE_NAMES[SIDES[holder]]
        rows.append(Row(rules.board.called(name), held))
        if holder != NOBODY:
            markers.append(
                Marker(name, "control", SIDES[holder], says=f"Controls {rules.board.called(name)}")
            )
    clock = Clock(
        f"Turn {turn.number}, {turn.date}, {turn.clock}",
        tuple(f"{one.date}, {one.clock}" for one in played),
        state.turn - rules.first_turn,
        PHASE_ROWS,
    )
    return Display(clock, SHOWN_BOXES, markers=tuple(markers), rows=tuple(rows), goals=goals(position))


def goals(position: Clash) -> tuple[Goal, ...]:
    """All points as they would be counted after the last turn, then the way to an automatic victory."""
    hexes = [
        Goal(
            SIDES[side],
            "All victory hexes",
            f"{held} of {len(position.rules.victory_hexes)}",
            "" if held == len(position.rules.victory_hexes) else "all of them",
            "B4.1.2.hexes",
        )
        for side, held in enumerate(map(position.state.control.count, range(len(SIDES))))
        if position.rules.data["victory"]["all_hexes"]
    ]
    if position.rules.without_orders:
        held_all = not hexes[UNION].needs
        return (
            hexes[UNION]._replace(rule="B8.7.variant", wins=held_all),
            hexes[CONFEDERATE]._replace(needs="", rule="B8.7.variant", wins=not held_all),
        )
    totals = [total(position, side) for side in range(len(SIDES))]
    found, by_target = [], []
    for side, points in enumerate(totals):
        short = totals[1 - side] - points + int(SIDES[side] != position.rules.data["victory"]["tie"])
        needs, rule = f"{short} more" if short > 0 else "", own_rule(position, "4.1.3")
        found.append(Goal(SIDES[side], "All points", str(points), needs, rule, wins=short <= 0))
        counted, needed = toward_target(position, side), target(position, side)
        left = f"{needed - counted} more" if counted < needed else ""
        rule = own_rule(position, "4.1.2.target")
        by_target.append(Goal(SIDES[side], "Automatic victory", f"{counted} of {needed}", left, rule))
    return (*found, *by_target, *hexes)


def _by_side(values: Sequence[int]) -> str:
    return ", ".join(f"{SIDE_NAMES[side]} {value}" for side, value in zip(SIDES, values, strict=True))
