"""The facts of a place, and washes over the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules.artillery import seen_from
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.command import command_range
from bullrun.games.bull_run_1983.rules.ground import control_zone, points_in
from bullrun.games.sides import SIDES

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "control", "title": "Zones of control", "says": "Each unit's hex and those around it.", "key": "z",
     "rule": "5.8", "from_place": False, "sides": True},
    {"id": "command", "title": "Command range", "says": "Four hexes, not over the river.", "key": "c",
     "rule": "4.5", "from_place": True, "sides": False},
    {"id": "recon", "title": "Recon range", "says": "Four hexes over any ground.", "key": "r",
     "rule": "4.82", "from_place": True, "sides": False},
    {"id": "sight", "title": "Line of sight", "says": "What a battery in this hex could fire at.", "key": "l",
     "rule": "9.3", "from_place": True, "sides": False},
)  # fmt: skip


def overlay(position: BullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    rules, board = position.rules, position.rules.board
    place = board.place(at) if at else 0
    if name == "control":
        places, says = control_zone(position, SIDES.index(side)), "Enemies stop here and must attack."
    elif name == "command":
        places, says = command_range(rules, place, position.state.trestle), "A command path reaches these."
    elif name == "recon":
        places, says = (
            board.within(place, rules.tables["range"]["recon"]),
            "Frozen pieces here are turned up.",
        )
    else:
        near = board.within(place, rules.tables["range"]["long_range_fire"]) & ~(1 << place)
        places, says = seen_from(position, place, near), "In range and in sight."
    return {
        "places": {board.names[p]: {"tone": "a", "text": ""} for p in places_in(places)},
        "lines": [],
        "says": says,
    }


_TERRAIN = (
    ("woods", "Woods", "M4"), ("stream", "Stream", "M3"), ("river", "River", "M2"), ("ford", "Ford", "M2.2"),
    ("bridge", "Bridge", "M2.1"), ("hilltop", "Hilltop", "M5.1"), ("slope", "Slope", "M5"),
    ("town", "Town", "M6"), ("star", "Victory star", "3.3"),
)  # fmt: skip


_ROADS = (
    ("road_major", "Major road to", "5.6"), ("road_minor", "Minor road to", "5.6"),
    ("railroad", "Railroad to", "5.62"), ("stream", "Stream runs to", "7.41"),
    ("crest", "Crest towards", "M5.1"),
)  # fmt: skip


def place_facts(position: BullRun, place: str) -> list[dict[str, Any]]:
    """Terrain, hexsides, markers and stacking of a hex."""
    rules, board, state = position.rules, position.rules.board, position.state
    here = board.place(place)
    rows: list[dict[str, Any]] = []
    # The TRESTLE makes a bridge hex of a river hex (11.2).
    ground_now = dict(board.terrain) | {
        "river": rules.rivers(state.trestle),
        "bridge": rules.bridges(state.trestle),
    }
    kinds = [(title, rule) for kind, title, rule in _TERRAIN if ground_now[kind] >> here & 1]
    for title, rule in kinds or [("Clear", "5.31")]:
        rows.append({"says": title, "value": "", "rule": rule})
    for kind, title, rule in _ROADS:
        to = board.borders.across(kind)[here]
        if to:
            rows.append({"says": title, "value": ", ".join(board.names_of(to)), "rule": rule})
    if state.abatis >> here & 1:
        rows.append({"says": "ABATIS", "value": "", "rule": "11.5"})
    if not rules.rivers(state.trestle) >> here & 1:
        rows.append(
            {
                "says": "Defense points",
                "value": f"{points_in(position, here)} of {rules.stack_limit(here)}",
                "rule": "5.52" if rules.fords >> here & 1 else "5.4",
            }
        )
    if rules.fords >> here & 1:
        entered = dict(state.ford_entries).get(here, 0)
        rows.append(
            {"says": "Entered this turn", "value": f"{entered} of {rules.ford_entry}", "rule": "5.52"}
        )
    return rows
