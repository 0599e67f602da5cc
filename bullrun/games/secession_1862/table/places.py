"""The facts of a place, and washes over the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.command import command_area
from bullrun.games.secession_1862.rules.ground import control_zone, front_of, ground, gun_zone, stack
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.panels import facings, wash

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "control", "title": "Zones of control", "says": "Every zone around a brigade, on its bank.",
     "key": "z", "rule": "9.3.1", "from_place": False, "sides": True},
    {"id": "facing", "title": "Facings", "says": "Where each stack faces, and its front.", "key": "f",
     "rule": "9.3.3", "from_place": False, "sides": True},
    {"id": "guns", "title": "Fronts of artillery", "says": "Dearer to enter, and under fire.", "key": "g",
     "rule": "9.4.3", "from_place": False, "sides": True},
    {"id": "command", "title": "Command ranges", "says": "The zones in range of a side's corps commanders.",
     "key": "c", "rule": "9.1.1", "from_place": False, "sides": True},
    {"id": "objectives", "title": "Objectives", "says": "The stars, and who controls them.", "key": "o",
     "rule": "3.1", "from_place": False, "sides": False},
)  # fmt: skip


def overlay(position: SecondBullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    me = SIDES.index(side) if side in SIDES else UNION
    rules = position.rules
    if name == "facing":
        return _facings(position, me)
    if name == "objectives":
        return _objectives(position)
    if name == "control":
        zones, says = control_zone(position, me), "Enemies stop here."
    elif name == "guns":
        zones, says = gun_zone(position, me), "One movement point more for the enemy."
    else:
        zones, says = 0, "Divisions elsewhere need a command test."
        for commander in rules.roster.corps_commanders[me]:
            if position.state.at[commander]:
                zones |= command_area(position, commander)
    return {"places": wash(position.rules.board, zones, "a"), "lines": [], "says": says}


def _facings(position: SecondBullRun, side: int) -> dict[str, Any]:
    fronts: PlaceSet = 0
    faced = []
    for zone in places_in(ground(position).held[side]):
        for brigade in stack(position, zone):
            front = front_of(position, brigade)
            if front:
                fronts |= front
                faced.append((zone, position.state.facing[brigade]))
                break
    return facings(position.rules.board, fronts, faced)


def _objectives(position: SecondBullRun) -> dict[str, Any]:
    rules, taken = position.rules, position.state.taken
    worth = str(rules.data["victory"]["objective"])
    every = rules.has("objectives-counted", "all")
    says = "A star counts only for the side it is an objective of."
    if every:
        says = "Every star counts for the side that controls it."
    places = {}
    for side in (0, 1):
        for zone in places_in(rules.objectives[side]):
            holder = side if taken >> zone & 1 else 1 - side
            text = worth if holder == side or every else ""
            places[rules.board.names[zone]] = {"tone": "a" if holder == UNION else "b", "text": text}
    return {"places": places, "lines": [], "says": says}


def place_facts(position: SecondBullRun, place: str) -> list[dict[str, Any]]:
    """Terrain, borders, points and stacking of a zone."""
    rules = position.rules
    board = rules.board
    zone = board.place(place)
    rows: list[dict[str, Any]] = []

    def add(says: str, value: str, rule: str) -> None:
        rows.append({"says": says, "value": value, "rule": rule})

    for zones, title in (
        (rules.woods, "Woods"),
        (rules.village, "Village"),
        (rules.embankment, "Embankment"),
    ):
        if zones >> zone & 1:
            add(title, "defender +1", "10.3.5")
    if rules.escarpment >> zone & 1:
        only = " if climbed" if rules.has("escarpment", "climbed") else ""
        add("Escarpment", f"defender +1{only}", "10.3.5")
    if not rules.favourable >> zone & 1:
        add("Open ground", "", "10.3.5")
    climb = [
        board.names[other] for other in board.neighbours[zone] if board.borders.has("climb", other, zone)
    ]
    if climb:
        add("Climbed from", ", ".join(climb), "9.4.3")
    if rules.crossing[zone]:
        add("Bridge to", ", ".join(board.names_of(rules.crossing[zone])), "9.4.3")
    river = board.borders.across("river")[zone] & ~rules.crossing[zone]
    if river:
        add("Bull Run parts it from", ", ".join(board.names_of(river)), "9.4.4")
    road = board.borders.across("road")[zone]
    if road:
        add("Road to", ", ".join(board.names_of(road)), "9.4.2")
    for letter, entry in rules.entries.items():
        if entry == zone:
            add("Entry", letter, "8.E2")
    if zone in rules.objective_names:
        side = 0 if rules.objectives[0] >> zone & 1 else 1
        holder = side if position.state.taken >> zone & 1 else 1 - side
        add(
            f"{rules.objective_names[zone]}: objective of the {SIDES[side]} side",
            f"held: {SIDES[holder]}",
            "3.1",
        )
    add("Brigades", f"{len(stack(position, zone))} of {rules.tables['stacking']['brigades']}", "9.6.1")
    return rows
