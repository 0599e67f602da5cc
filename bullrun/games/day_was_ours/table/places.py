"""The facts of a hex, and washes over the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import (
    is_supported,
    occupied,
    printed_strength,
    stack,
    under_chaos,
    zone,
)
from bullrun.games.day_was_ours.rules.lull import is_after_lull
from bullrun.games.day_was_ours.rules.sight import in_sight
from bullrun.games.day_was_ours.rules.tables import ROADS
from bullrun.games.sides import SIDE_NAMES, SIDES

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "engaged", "title": "Engaged hexes", "says": "Where enemies would be Engaged.", "key": "z",
     "rule": "10.3", "from_place": False, "sides": True},
    {"id": "sight", "title": "Line of sight", "says": "What is seen from a hex within range.", "key": "l",
     "rule": "9.1e.same", "from_place": True, "sides": False},
    {"id": "levels", "title": "Levels", "says": "How high each hex lies.", "key": "v",
     "rule": "2.10a", "from_place": False, "sides": False},
    {"id": "support", "title": "Unsupported units", "says": "Units of a side without support.", "key": "u",
     "rule": "12.4a", "from_place": False, "sides": True},
    {"id": "limits", "title": "Standing limits", "says": "Where bound units must stay.", "key": "b",
     "rule": "16.3.5", "from_place": False, "sides": False},
    {"id": "branch", "title": "Young's Branch", "says": "North, south and on the branch.", "key": "y",
     "rule": "16.3.12c", "from_place": False, "sides": False},
)  # fmt: skip


def overlay(position: Day, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    rules, board = position.rules, position.rules.board
    if name == "engaged":
        return _wash(position, {"a": zone(position, SIDES.index(side))}, "Enemies are Engaged here.")
    if name == "sight":
        place = board.place(at) if at else 0
        near = board.within(place, rules.tables.farthest) & ~(1 << place)
        return _wash(position, {"a": in_sight(position, place, near)}, "Clear or obscured lines.")
    if name == "levels":
        tones = {"a": 2, "b": 4, "c": 6, "d": 7}
        places = {
            board.names[p]: {
                "tone": next(t for t, top in tones.items() if board.levels[p] <= top),
                "text": str(board.levels[p]),
            }
            for p in board.places
        }
        return {"places": places, "lines": [], "says": "Level 1 lies lowest, level 7 highest."}
    if name == "support":
        alone = 0
        for place in places_in(occupied(position, SIDES.index(side))):
            if any(not is_supported(position, unit) for unit in stack(position, place)):
                alone |= 1 << place
        return _wash(position, {"c": alone}, "A unit here has one cohesion less.")
    if name == "limits":
        return _limits(position)
    regions = {"a": "young_north", "b": "young_on", "c": "young_south"}
    places_by_tone = {tone: board.regions[region] for tone, region in regions.items()}
    return _wash(position, places_by_tone, "The lull parts the armies at the branch.")


def _wash(position: Day, tones: Mapping[str, PlaceSet], says: str) -> dict[str, Any]:
    names = position.rules.board.names
    places = {names[p]: {"tone": tone, "text": ""} for tone, found in tones.items() for p in places_in(found)}
    return {"places": places, "lines": [], "says": says}


def _limits(position: Day) -> dict[str, Any]:
    board, found = position.rules.board, {}
    for tone, tie in zip("abcdabcd", position.rules.plan.ties, strict=False):
        for place in places_in(board.within(tie.centre, tie.within)):
            found[board.names[place]] = {"tone": tone, "text": ""}
    titles = ", ".join(tie.title for tie in position.rules.plan.ties)
    return {"places": found, "lines": [], "says": f"{titles}."}


_TERRAIN = {"clear": ("Clear", "10.4"), "woods": ("Woods", "2.10j"), "angled": ("Angled ground", "2.10i")}
_BORDERS = {
    "slope_up": ("Slope up to", "2.10l"),
    "slope_down": ("Slope down to", "2.10l"),
    "steep_up": ("Steep Slope up to", "2.10m"),
    "steep_down": ("Steep Slope down to", "2.10m"),
    "river": ("Bull Run, no crossing to", "2.10g"),
    "ford": ("Ford to", "2.10h"),
    "bridge": ("Bridge to", "2.10e"),
}
_ROAD_NAMES = {
    "pike": "Pike to",
    "road": "Road to",
    "trail": "Trail to",
    "unfinished_rr": "Unfinished Railroad to",
}


def place_facts(position: Day, place: str) -> list[dict[str, Any]]:
    """Level, terrain, hexsides, roads, stacking, points and what lies on a hex."""
    rules, board = position.rules, position.rules.board
    here = board.place(place)
    title, rule = _TERRAIN[rules.terrain(here)]
    rows = [_row("Level", str(board.levels[here]), "2.10a"), _row(title, "", rule)]
    around: dict[str, list[str]] = {}
    for to in board.neighbours[here]:
        for kind in (rules.slope(here, to), rules.water(here, to), rules.road(here, to)):
            if kind:
                around.setdefault(kind, []).append(board.names[to])
    for kind, (says, rule) in _BORDERS.items():
        if kind in around:
            rows.append(_row(says, ", ".join(around[kind]), rule))
    for kind in ROADS:
        if kind in around:
            rows.append(_row(_ROAD_NAMES[kind], ", ".join(around[kind]), "2.10k.pike"))
    points = sum(printed_strength(position, unit) for unit in stack(position, here))
    rows.append(_row("Strength points", f"{points} of {rules.tables.stacking}", "3.1"))
    if under_chaos(position, here):
        rows.append(_row("Battlefield Chaos", "", "7.3.chaos.place"))
    number = rules.plan.objective_at.get(here)
    if number is not None:
        rows.append(_objective(position, number))
    rows += [
        _row(tie.title, f"within {tie.within} of {board.names[tie.centre]}", tie.rule)
        for tie in rules.plan.ties
        if board.distance(tie.centre, here) <= tie.within
    ]
    return rows


def _objective(position: Day, number: int) -> dict[str, Any]:
    objective, held = position.rules.plan.objectives[number], position.state.control[number]
    after = is_after_lull(position)
    worth = objective.after if after else objective.before
    holder = SIDE_NAMES[SIDES[held]] if held >= 0 else "nobody"
    value = f"{worth[0]} Union, {worth[1]} Confederate a turn; held by {holder}"
    return _row(objective.name, value, "14.c")


def _row(says: str, value: str, rule: str) -> dict[str, Any]:
    return {"says": says, "value": value, "rule": rule}
