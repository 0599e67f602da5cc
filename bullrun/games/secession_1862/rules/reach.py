"""Where a piece can move, with costs and ways."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.state import Frame
from bullrun.games.secession_1862.rules.battlefield import March, SecondBullRun
from bullrun.games.secession_1862.rules.command import isolated_brigades, present
from bullrun.games.secession_1862.rules.commanders import commander_march
from bullrun.games.secession_1862.rules.ground import cheapest_ways, control_zone, gun_zone
from bullrun.games.secession_1862.rules.movement import (
    ENGAGED,
    HALTED,
    ISOLATED,
    MOUNTED,
    MOVED,
    march,
    march_goals,
    movement_points,
    rush_costs,
    rush_goals,
)
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.vaevictis.panels import way_row

FARTHEST = 100
"""More movement points than the longest way over the map takes."""


def is_isolated(position: SecondBullRun, brigade: int) -> bool:
    """Whether a brigade stands apart from its division, as things are now."""
    roster = position.rules.roster
    division = roster.division[brigade]
    if division == NONE or not position.state.at[brigade] or len(present(position, division)) < 2:
        return False
    commander = roster.divisions[division].corps
    return bool(isolated_brigades(position, division, commander) >> brigade & 1)


def acting_frame(position: SecondBullRun, brigade: int) -> Frame:
    """The brigade's frame when it is acting; otherwise one as if it started to act now."""
    for frame in reversed(position.state.frames):
        if frame[0] == "act" and frame[1] == brigade:
            return frame
    isolated = is_isolated(position, brigade)
    return ("act", brigade, movement_points(position, brigade, isolated), ISOLATED if isolated else 0)


def reach_report(position: SecondBullRun, piece: int) -> list[dict[str, Any]]:
    """Every zone a counter can move to with the points it has: cost, the way, whether it must stop there, and
    what each step costs by which rule. A forced march is not counted; a step from front to front is listed
    with its loss."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    start = state.at[piece]
    if not start:
        return []
    side = roster.side[piece]
    if piece >= roster.brigades:
        found = commander_march(position, side, start, roster.points["commander"])
        return [_row(position, piece, found, zone, False) for zone in sorted(found.costs) if zone != start]
    _, _, points, flags = acting_frame(position, piece)
    if state.routed >> piece & 1 or flags & (HALTED | ENGAGED | MOUNTED):
        return []
    control = control_zone(position, 1 - side)
    found = march(position, side, start, points, not flags & MOVED)
    goals = march_goals(position, piece, points, flags)
    rows = [_row(position, piece, found, zone, bool(control >> zone & 1)) for zone in places_in(goals)]
    if not flags & MOVED:
        steps = rush_costs(position, piece, points)
        for zone in places_in(rush_goals(position, piece, points)):
            step = March({start: 0, zone: steps[zone]}, {zone: start})
            row = _row(position, piece, step, zone, True)
            row["loss"] = {"losses": 1, "rule": "9.4.5"}
            rows.append(row)
    return rows


def way_report(position: SecondBullRun, piece: int, to: str) -> list[str]:
    """The cheapest way of a counter to a zone over any number of turns, whoever stands in it."""
    rules, start = position.rules, position.state.at[piece]
    goal = rules.board.place(to)
    if not start:
        return []
    free = cheapest_ways(rules, start, FARTHEST, bytes(rules.board.size), 0)
    return [rules.board.names[zone] for zone in (start, *free.path(goal))] if goal in free.costs else []


def _row(position: SecondBullRun, piece: int, found: March, zone: PlaceId, stops: bool) -> dict[str, Any]:
    path = [position.state.at[piece], *found.path(zone)]
    side = position.rules.roster.side[piece]
    steps = [step_words(position, side, left, entered) for left, entered in pairwise(path)]
    return way_row(position.rules.board.names, path, found.costs, stops, steps)


def step_words(position: SecondBullRun, side: int, left: PlaceId, entered: PlaceId) -> tuple[str, str]:
    """What a step of a side goes over, and the rule of its cost."""
    rules = position.rules
    words, rule = "zone", "9.4.2"
    if rules.board.borders.has("road", left, entered):
        tense = control_zone(position, 1 - side)
        words = "road in an enemy zone of control" if (tense >> left | tense >> entered) & 1 else "road"
    for says, dearer in (
        ("bridge", rules.crossing[left] >> entered & 1),
        ("escarpment", rules.board.borders.has("climb", left, entered)),
        ("front of artillery", gun_zone(position, 1 - side) >> entered & 1),
    ):
        if dearer:
            words, rule = f"{words} and {says}", "9.4.3"
    return words, rule
