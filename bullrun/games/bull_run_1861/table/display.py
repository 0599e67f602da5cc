"""The table as it lies: where pieces stand, their state, the clock and what lies beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.display import Clock, Display, Goal, Phase, Row
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.modifiers import (
    artillery_strength,
    cavalry_strength,
    combat_strength,
)
from bullrun.games.bull_run_1861.rules.state import MOVEMENT, NO_HOST, PHASES, SETUP
from bullrun.games.bull_run_1861.rules.victory import score, steps_lost, victory_points
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION
from bullrun.games.vaevictis.points import by_side, point_goals, point_rows


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


PHASE_ROWS = tuple(Phase(phase, phase.capitalize()) for phase in PHASES)


def display(position: BullRun) -> Display:
    """The clock, initiative, offensives and the score as it stands; no boxes beside the map."""
    state, rules = position.state, position.rules
    turns = rules.hours[1 : state.last_turn + 1]
    rows = []
    if state.movement_phase:
        rows.append(Row("Movement phase", str(state.movement_phase), "8.1"))
    if state.phase != SETUP:
        rows.append(Row("Initiative", SIDE_NAMES[SIDES[state.first]], "6.1"))
    if state.offensive >= 0:
        rows.append(Row("Major offensive", SIDE_NAMES[SIDES[state.offensive]], "6.3"))
    if state.launched:
        used = ", ".join(SIDE_NAMES[SIDES[side]] for side in places_in(state.launched))
        rows.append(Row("Major offensives used", used, "6.2"))
    rows += point_rows(victory_points(position), "4.1")
    lost = [steps_lost(position, side) for side in (UNION, CONFEDERATE)]
    rows.append(Row("Steps lost", by_side(lost), "4.2"))
    rows.append(Row("Farm Ford", "known" if state.farm_ford else "not yet found", "10.3.4"))
    if state.flanked:
        crossed = ", ".join(rules.pieces[brigade].name for brigade in places_in(state.flanked))
        rows.append(Row("Over Sudley Ford", crossed, "13.2"))
    clock = Clock(f"Turn {state.turn}, {rules.hours[state.turn]}", tuple(turns), state.turn - 1, PHASE_ROWS)
    return Display(clock, rows=tuple(rows), goals=goals(position))


def goals(position: BullRun) -> tuple[Goal, ...]:
    """The points of each side, and how many it is short of winning; a tie has its winner."""
    points = score(position)
    tied = SIDES.index(position.rules.tables["victory"]["tie"])
    short = [points[1 - side] - points[side] + int(side != tied) for side in (UNION, CONFEDERATE)]
    return point_goals(points, short, "4.1")
