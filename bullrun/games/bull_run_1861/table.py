"""The table as players see it: the clock, each counter's present state, tracks and markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.games.bull_run_1861.battlefield import BullRun, load_board
from bullrun.games.bull_run_1861.modifiers import artillery_strength, cavalry_strength, combat_strength
from bullrun.games.bull_run_1861.roster import SIDES, UNION
from bullrun.games.bull_run_1861.state import MOVEMENT, NO_HOST, PHASES, SETUP, BullRunState
from bullrun.games.bull_run_1861.victory import score, steps_lost, victory_points
from bullrun.games.vaevictis.points import point_rows


def phase(position: BullRun) -> tuple[str, str, str]:
    """(turn, side, phase): the turn by its number, the phase as in PHASES."""
    state = position.state
    return str(state.turn), SIDES[state.active], PHASES[state.phase]


def place_of(state: BullRunState, piece: int) -> str | None:
    """The zone of a counter; None off the map."""
    zone = state.at[piece]
    return load_board().names[zone] if zone else None


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
