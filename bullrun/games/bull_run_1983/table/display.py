"""The table as it lies: where pieces stand, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.display import Box, Clock, Display, Goal, Marker, Phase, Row
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import FAR, ground, hexes_from_base
from bullrun.games.bull_run_1983.rules.reach import budget, points_text
from bullrun.games.bull_run_1983.rules.roster import (
    BATTERY,
    BATTLE,
    BRIGADE,
    DUMMY,
    LEADER,
)
from bullrun.games.bull_run_1983.rules.state import (
    BOXES,
    DUE,
    FORMED,
    LOST,
    MAP,
    MOVEMENT,
    PHASES,
    RALLY,
    SETUP,
    WAITING,
)
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

SEEN_BOXES = (DUE, RALLY, LOST, WAITING)
"""Boxes whose counters lie open beside the map."""


def place_of(position: BullRun, piece: int) -> str | None:
    """The hex, or the box beside the map; None for what another counter stands for and unused counters."""
    state = position.state
    if state.box[piece] == MAP:
        return position.rules.board.names[state.at[piece]]
    return BOXES[state.box[piece]] if state.box[piece] in SEEN_BOXES else None


def describe(position: BullRun, piece: int) -> Mapping[str, Any]:
    """State of one piece, by the names the counters and rules use."""
    state, roster = position.state, position.rules.roster
    bit = 1 << piece
    facts: dict[str, Any] = {}
    kind = roster.kind[piece]
    if kind not in (LEADER, DUMMY):
        face = state.face[piece]
        facts["factors"] = (
            f"{roster.attack[piece][face]}-{roster.defense[piece]}-{roster.movement[piece][face]}"
        )
    if kind == BATTERY:
        facts["face"] = "battle" if state.face[piece] == BATTLE else "mobile"
    if kind == BRIGADE and state.box[piece] == MAP:
        facts["components"] = [
            roster.ids[p]
            for p, holder in enumerate(state.holder)
            if holder == piece and state.box[p] == FORMED
        ]
    if state.frozen & bit:
        facts["frozen"] = True
    if state.box[piece] == MAP and state.phase != SETUP and roster.side[piece] == state.side:
        facts["active"] = bool(state.active & bit)
        if state.phase >= MOVEMENT:
            if state.moved & bit:
                facts["moved"] = True
            if state.halted & bit:
                facts["halted"] = True
            if state.fought & bit:
                facts["fought"] = True
            if state.phase == MOVEMENT and facts["active"]:
                facts["movement_left"] = points_text(budget(position, piece) - state.spent[piece])
    return facts


BOX_RULES = {WAITING: "1.1", DUE: "13.1", RALLY: "14.21", LOST: "7.74"}
PHASE_ROWS = (Phase("set-up", "Set-up"), *(Phase(phase, phase.capitalize()) for phase in PHASES))


def display(position: BullRun) -> Display:
    """The clock, the boxes beside the map, ABATIS and TRESTLE, and how full the fords are."""
    state, rules = position.state, position.rules
    names = rules.board.names
    track, most = rules.track, rules.ford_entry
    markers = [Marker(names[p], "abatis", says="ABATIS", rule="11.5") for p in places_in(state.abatis)]
    if state.trestle:
        markers += [
            Marker(names[p], "trestle", says="TRESTLE", rule="11.2") for p in places_in(rules.trestle_site)
        ]
    return Display(
        Clock(track[state.turn], tuple(track), state.turn, PHASE_ROWS),
        boxes=tuple(Box(BOXES[box], BOXES[box].capitalize(), rule) for box, rule in BOX_RULES.items()),
        markers=tuple(markers),
        rows=tuple(
            Row(f"Defense points into {rules.board.called(names[ford])}", f"{points} of {most}", "5.52")
            for ford, points in state.ford_entries
        ),
        goals=goals(position),
    )


def goals(position: BullRun) -> tuple[Goal, ...]:
    """Stars at nightfall; and the enemy's base, which wins at once, by its nearest known unit."""
    rules = position.rules
    held = (ground(position).units[UNION] & rules.stars).bit_count()
    union, confederate = SIDES[UNION], SIDES[CONFEDERATE]
    stars = f"{held} of {rules.stars.bit_count()} stars"
    return (
        Goal(union, "Stars at nightfall", stars, "" if held else "one of them", "3.3", wins=held > 0),
        Goal(
            confederate,
            "Union units on stars",
            str(held),
            f"{held} to drive off" if held else "",
            "3.3",
            wins=not held,
        ),
        Goal(union, "A unit in Manassas wins at once", *_way_to_base(position, UNION), "3.1"),
        Goal(confederate, "A unit in Centreville wins at once", *_way_to_base(position, CONFEDERATE), "3.2"),
    )


def _way_to_base(position: BullRun, side: int) -> tuple[str, str]:
    """Whether a known unit stands in the enemy's base, and how far the nearest is from it."""
    gap = hexes_from_base(position, side)
    if gap >= FAR:
        return "none in sight", ""
    return ("there", "") if not gap else ("not there", f"{gap} more hexes")
