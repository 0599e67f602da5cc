"""The table as it lies: where counters are, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.display import Box, Clock, Display, Goal, Marker, Phase, Row
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.chits import rating
from bullrun.games.day_was_ours.rules.ground import face, is_mounted, printed_cohesion, printed_strength
from bullrun.games.day_was_ours.rules.lull import in_lull
from bullrun.games.day_was_ours.rules.roster import BRIGADE, CAVALRY, DIVISION, NOBODY, WORN
from bullrun.games.day_was_ours.rules.state import ACTIVATED, NEVER, NOWHERE, ORDERS, PHASES, box_name
from bullrun.games.day_was_ours.rules.victory import losses, rule_of_points, rule_of_winning
from bullrun.games.day_was_ours.table.tracks import tracks
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
        hurt = {"casualty": True} if state.wounded >> piece & 1 else {}
        return {"rating": rating(position, piece), **hurt}
    if roster.kind[piece] == BRIGADE:
        order = {"order": ORDERS[state.ordered[piece]]} if state.ordered[piece] else {}
        return {**_activation(position, piece, is_active=state.brigade == piece), **order}
    if not roster.units >> piece & 1:
        return {}
    strength, cohesion = printed_strength(position, piece), printed_cohesion(position, piece)
    facts: dict[str, Any] = {"values": f"{strength}{roster.weapon[piece]} {cohesion}"}
    if face(position, piece) == WORN:
        facts["battleworn"] = True
    if position.rules.fragile >> piece & 1:
        facts["fragile"] = True
    if state.hits[piece]:
        facts["hits"] = state.hits[piece]
    for fact, flags in (("shaken", state.shaken), ("low ammo", state.low_ammo)):
        if flags >> piece & 1:
            facts[fact] = True
    if roster.kind[piece] == CAVALRY:
        facts["mounted"] = is_mounted(position, piece)
    facts |= _activation(position, roster.brigade[piece], is_active=bool(state.active >> piece & 1))
    for fact, flags in (("fired", state.fired), ("moved", state.moved), ("acted", state.acted)):
        if flags >> piece & 1:
            facts[fact] = True
    return facts


def _activation(position: Day, marker: int, is_active: bool) -> dict[str, Any]:
    """The order of those who act now; of others, whether their brigade has acted this turn."""
    state = position.state
    if is_active:
        return {"order": ORDERS[state.order]}
    return {"activated": True} if marker != NOBODY and state.at[marker] == ACTIVATED else {}


BOX_TITLES = {
    "to-set-up": ("To set up", "16.x.setup"),
    "cup": ("The cup", "5.3"),
    "held-union": ("The Union's hand", "7.3.event"),
    "held-confederate": ("The Confederates' hand", "7.3.event"),
    "ready": ("Brigades still to act", "7.3.div.pick"),
    "activated": ("Activated brigades", "7.3.div.pick"),
    "broken-3": ("Broken Track 3", "12.8"),
    "broken-2": ("Broken Track 2", "12.8"),
    "broken-1": ("Broken Track 1", "12.8"),
    "reorganize": ("Reorganize", "13.3"),
    "due": ("Due to enter", "10.8"),
    "eliminated": ("Eliminated", "12.2"),
    "left-map": ("Left the map", "10.12"),
    "removed": ("Removed", "16.3.9"),
    "aside": ("Set aside this turn", "7.3.div.none"),
    "mix-union": ("Union chits", "5.2"),
    "mix-confederate": ("Confederate chits", "5.2"),
    "excluded-union": ("Union chits left out", "5.2"),
    "excluded-confederate": ("Confederate chits left out", "5.2"),
    "used-up": ("Out of the game", "7.3.regulars.uses"),
}
"""Titles and rules of the boxes, in the order in which players look at them."""
BROKEN = "Broken Track"
BOX_ROWS = tuple(
    Box(
        box,
        *titles,
        side=box.rpartition("-")[2] if box.endswith(SIDES) else "",
        is_cup=box == "cup",
        row=BROKEN if "12.8" in titles or box == "reorganize" else "",
    )
    for box, titles in BOX_TITLES.items()
)
PHASE_ROWS = tuple(Phase(phase, phase.capitalize()) for phase in PHASES)


def display(position: Day) -> Display:
    """The clock, the boxes beside the map, who controls the objectives, and the points."""
    state, rules = position.state, position.rules
    plan, names = rules.plan, rules.board.names
    markers = [
        Marker(names[objective.place], "control", SIDES[side], says=f"Controls {objective.name}", rule="14.c")
        for objective, side in zip(plan.objectives, state.control, strict=True)
        if side >= 0
    ]
    if state.ford_found != NEVER:
        place = names[plan.farm_ford[0]]
        markers.append(Marker(place, "ford", says="Farm Ford is found", rule="16.3.10b"))
    union, confederate = state.points
    rows = [
        Row("Victory points", f"Union {union}, Confederate {confederate}", rule_of_points(position)),
        Row("Regulars Forward", f"{state.regulars_used} of {plan.regulars_uses}", "7.3.regulars.uses"),
    ]
    if in_lull(position):
        rows.append(Row("Lull", "the armies rest", "16.3.12a"))
    if state.order:
        rows.append(Row("Order", ORDERS[state.order].capitalize(), "8.2"))
    turns = rules.track[plan.first_turn : plan.last_turn + 1]
    clock = Clock(rules.track[state.turn], turns, state.turn - plan.first_turn, PHASE_ROWS)
    return Display(clock, BOX_ROWS, tracks(position), tuple(markers), rows=tuple(rows), goals=goals(position))


def goals(position: Day) -> tuple[Goal, ...]:
    """The points of each side as they would be counted now, losses and all, and how many it is short of the
    margin."""
    plan = position.rules.plan
    counted = [
        held + losses(position, 1 - side) * plan.for_each_loss
        for side, held in enumerate(position.state.points)
    ]
    found = []
    for side, points in enumerate(counted):
        short = counted[1 - side] + plan.margin - points
        found.append(
            Goal(
                SIDES[side],
                "Points with losses",
                str(points),
                f"{short} more" if short > 0 else "",
                rule_of_winning(position),
                wins=short <= 0,
            )
        )
    return tuple(found)
