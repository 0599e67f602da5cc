"""Where a piece can move, with costs and ways."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.state import Frame
from bullrun.fast import Reach
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import control_zone, is_extended
from bullrun.games.bull_run_1861.rules.headquarters import headquarters_goals, headquarters_reach
from bullrun.games.bull_run_1861.rules.movement import (
    ENGAGED,
    HALTED,
    march_goals,
    march_reach,
    unknown_ford,
)
from bullrun.games.bull_run_1861.rules.operational import group_goals, operating_group
from bullrun.games.vaevictis.panels import way_row

FARTHEST = 100
"""More movement points than the longest way over the map takes."""


def acting_frame(position: BullRun, brigade: int) -> Frame:
    """The brigade's frame when it is acting; otherwise one as if it carried out its operational movement, or
    were activated, now."""
    for frame in reversed(position.state.frames):
        if frame[0] == "act" and frame[1] == brigade:
            return frame
    operating = operating_group(position, brigade)
    if operating is not None:
        _, points, start = operating
        return ("act", brigade, points, start, 0)
    zone = position.state.at[brigade]
    return ("act", brigade, position.rules.roster.movement[brigade], zone, 0)


def reach_report(position: BullRun, piece: int) -> list[dict[str, Any]]:
    """Every zone a counter can move to with the points it has: exact cost, the way, whether it must stop
    there, and what each step costs by which rule. A forced march is not counted."""
    state = position.state
    roster = position.rules.roster
    if not state.at[piece] or roster.brigades <= piece < 2 * roster.brigades:
        return []
    side = roster.side[piece]
    stops = control_zone(position, 1 - side)
    if piece >= roster.brigades:
        if state.turned >> piece & 1:
            return []
        reach, goals = headquarters_reach(position, piece), headquarters_goals(position, piece)
    else:
        _, _, points, start, flags = acting_frame(position, piece)
        if flags & (HALTED | ENGAGED) or is_extended(position, piece):
            return []
        ford = unknown_ford(position, side, state.at[piece], start)
        reach = march_reach(position, side, state.at[piece], points, ford)
        goals = march_goals(position, piece, points, ford)
        operating = operating_group(position, piece)
        if operating is not None:
            goals &= group_goals(position, *operating)
    return [_row(position, reach, zone, bool(stops >> zone & 1)) for zone in places_in(goals)]


def way_report(position: BullRun, piece: int, to: str) -> list[str]:
    """The cheapest way of a counter to a zone over any number of turns, whoever stands in it."""
    board, start = position.rules.board, position.state.at[piece]
    goal = board.place(to)
    if not start:
        return []
    free = position.rules.steps(position.rules.roster.side[piece], position.state).search(start, FARTHEST)
    return [board.name(zone) for zone in (start, *free.path(goal))] if goal in free.costs else []


def _row(position: BullRun, reach: Reach, zone: PlaceId, stops: bool) -> dict[str, Any]:
    path = [reach.start, *reach.path(zone)]
    steps = [step_words(position, left, entered) for left, entered in pairwise(path)]
    return way_row(position.rules.board.names, path, reach.costs, stops, steps)


def step_words(position: BullRun, left: PlaceId, entered: PlaceId) -> tuple[str, str]:
    """What a step goes over, and the rule of its cost."""
    rules = position.rules
    if rules.crossing[left] >> entered & 1:
        if {left, entered} == set(rules.farm_ford) and not position.state.farm_ford:
            return "Farm Ford, unknown so far", "10.3.4"
        return "ford or bridge", "10.3.3"
    if rules.board.borders.has("road", left, entered):
        return "road", "10.3.2"
    return "zone", "10.3.2"
