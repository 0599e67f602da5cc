"""The table as it lies: where pieces stand, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.modifiers import (
    artillery_strength,
    cavalry_strength,
    combat_strength,
)
from bullrun.games.bull_run_1861.rules.state import MOVEMENT, NO_HOST, PHASES, SETUP
from bullrun.games.bull_run_1861.rules.victory import score, steps_lost, victory_points
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.points import point_rows


def place_of(position: BullRun, piece: int) -> str | None:
    """The zone of a counter; None off the map."""
    zone = position.state.at[piece]
    return position.rules.board.names[zone] if zone else None


def describe(position: BullRun, piece: int) -> Mapping[str, Any]:
    """Strengths, losses, fatigue, facing and markers of a counter."""
    state = position.state
    roster = position.rules.roster
    names = position.rules.board.names
    if piece >= 2 * roster.brigades:
        return {"activated": bool(state.turned >> piece & 1)}
    brigade = roster.brigade_of(piece)
    stands_for = state.host if brigade == roster.legion and state.host != NO_HOST else piece
    facts: dict[str, Any] = {
        "facing": names[state.facing[stands_for]],
        "line": "second" if state.second >> stands_for & 1 else "front",
        "combat": combat_strength(position, piece),
        "artillery": artillery_strength(position, piece),
        "cavalry": cavalry_strength(position, piece),
        "losses": state.losses[brigade],
        "fatigue": state.fatigue[roster.brigade_of(stands_for)],
    }
    if stands_for != piece:
        facts["with"] = roster.ids[stands_for]
    if state.attacking >> piece & 1:
        facts["attack"] = True
    if piece != brigade:
        return facts
    if state.operational >> brigade & 1:
        facts["operational"] = True
    if state.phase >= MOVEMENT and state.acted >> brigade & 1:
        facts["acted"] = True
    return facts


def public(position: BullRun) -> Mapping[str, Any]:
    """The clock, initiative, offensives, control and the score as it stands."""
    state = position.state
    rules = position.rules
    union, confederate = score(position)
    controlled = {
        rules.objective_names[zone]: SIDES[UNION if state.northern >> zone & 1 else 1 - UNION]
        for zone in places_in(rules.objectives)
    }
    return {
        "clock": {"turn": state.turn, "of": state.last_turn, "time": rules.hours[state.turn]},
        "movement_phase": state.movement_phase,
        "initiative": SIDES[state.first] if state.phase != SETUP else "",
        "offensive": SIDES[state.offensive] if state.offensive >= 0 else "",
        "offensives_used": [SIDES[side] for side in places_in(state.launched)],
        "control": controlled,
        "losses": {side: steps_lost(position, number) for number, side in enumerate(SIDES)},
        "points": {"union": union, "confederate": confederate},
        "points_terms": point_rows(victory_points(position), SIDES),
        "farm_ford_known": bool(state.farm_ford),
        "over_sudley_ford": [rules.roster.ids[brigade] for brigade in places_in(state.flanked)],
    }


def outline(position: BullRun) -> dict[str, Any]:
    """Turns and phases; this game has no boxes beside the map."""
    turns = position.rules.hours[1 : position.state.last_turn + 1]
    phases = [{"id": phase, "title": phase.capitalize()} for phase in PHASES]
    return {"turns": turns, "turn": position.state.turn - 1, "phases": phases, "boxes": []}
