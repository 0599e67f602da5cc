"""The table as it lies: where counters are, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import face, is_mounted, printed_cohesion, printed_strength
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.roster import CAVALRY, DIVISION, WORN
from bullrun.games.day_was_ours.rules.state import NEVER, NOWHERE, ORDERS, box_name
from bullrun.games.sides import SIDES


def place_of(position: Day, piece: int) -> str | None:
    """The hex, or the box beside the map; None for what is not in this game."""
    at = position.state.at[piece]
    if at == NOWHERE:
        return None
    return position.rules.board.names[at] if at > 0 else box_name(at)


def describe(position: Day, piece: int) -> Mapping[str, Any]:
    """State of one counter, by the names that counters and rules use."""
    state, roster = position.state, position.rules.roster
    if roster.kind[piece] == DIVISION:
        return {"casualty": True} if state.wounded >> piece & 1 else {}
    if not roster.units >> piece & 1:
        return {}
    strength, cohesion = printed_strength(position, piece), printed_cohesion(position, piece)
    facts: dict[str, Any] = {"values": f"{strength}{roster.weapon[piece]} {cohesion}"}
    if face(position, piece) == WORN:
        facts["battleworn"] = True
    if state.hits[piece]:
        facts["hits"] = state.hits[piece]
    for fact, flags in (("shaken", state.shaken), ("low ammo", state.low_ammo)):
        if flags >> piece & 1:
            facts[fact] = True
    if roster.kind[piece] == CAVALRY:
        facts["mounted"] = is_mounted(position, piece)
    return facts


def public(position: Day) -> Mapping[str, Any]:
    """Clock, points, control and what goes on."""
    state, rules = position.state, position.rules
    plan, names = rules.plan, rules.board.names
    found: dict[str, Any] = {
        "clock": {
            "turn": state.turn - plan.first_turn + 1,
            "of": plan.last_turn - plan.first_turn + 1,
            "time": rules.track[state.turn],
        },
        "points": dict(zip(SIDES, state.points, strict=True)),
        "control": {
            names[objective.place]: SIDES[side] if side >= 0 else ""
            for objective, side in zip(plan.objectives, state.control, strict=True)
        },
        "ford found": state.ford_found != NEVER,
        "lull": in_lull(position),
        "regulars used": state.regulars_used,
    }
    if state.order:
        found["order"] = ORDERS[state.order]
    return found
