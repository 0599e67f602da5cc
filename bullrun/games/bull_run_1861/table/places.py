"""The facts of a place, and washes over the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.command import command_costs
from bullrun.games.bull_run_1861.rules.facing import front_of
from bullrun.games.bull_run_1861.rules.ground import brigades_in, control_zone, ground
from bullrun.games.bull_run_1861.table.words import piece_name
from bullrun.games.sides import SIDES, UNION
from bullrun.games.vaevictis.panels import facings, wash

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "control", "title": "Zones of control", "says": "Every zone around a brigade, on its bank.",
     "key": "z", "rule": "10.2.1", "from_place": False, "sides": True},
    {"id": "facing", "title": "Facings", "says": "Where each stack faces, and its front.", "key": "f",
     "rule": "10.2.2", "from_place": False, "sides": True},
    {"id": "command", "title": "Command range", "says": "The zones in command of each headquarters.",
     "key": "c", "rule": "10.1.1", "from_place": False, "sides": True},
    {"id": "objectives", "title": "Objectives", "says": "Hills and towns, and who controls them.", "key": "o",
     "rule": "4.3", "from_place": False, "sides": False},
)  # fmt: skip


def overlay(position: BullRun, name: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    me = SIDES.index(side) if side in SIDES else UNION
    board = position.rules.board
    if name == "facing":
        return _facings(position, me)
    if name == "objectives":
        places = {
            board.names[zone]: {
                "tone": "a" if position.state.northern >> zone & 1 else "b",
                "text": str(position.rules.worth[zone]),
            }
            for zone in places_in(position.rules.objectives)
        }
        return {"places": places, "lines": [], "says": "Victory points of each zone."}
    if name == "command":
        return _command(position, me)
    places = wash(position.rules.board, control_zone(position, me), "a")
    return {"places": places, "lines": [], "says": "Enemies stop here."}


def _command(position: BullRun, side: int) -> dict[str, Any]:
    """The ranges of a side's headquarters. Where there are two each has its tone and its initial, and zones
    of both have a third tone: a headquarters does nothing for the brigades of the other army (10.1.5)."""
    roster, names = position.rules.roster, position.rules.board.names
    headquarters = roster.headquarters[side]
    if len(headquarters) == 1:
        zones = sum(1 << zone for zone in command_costs(position, headquarters[0]))
        says = "Brigades elsewhere must test their initiative."
        return {"places": wash(position.rules.board, zones, "a"), "lines": [], "says": says}
    places: dict[str, dict[str, str]] = {}
    for tone, hq in zip("ab", headquarters, strict=True):
        initial = roster.ids[hq][0]
        for zone in command_costs(position, hq):
            if names[zone] in places:
                both = places[names[zone]]["text"] + initial
                places[names[zone]] = {"tone": "c", "text": both}
            else:
                places[names[zone]] = {"tone": tone, "text": initial}
    listed = ", ".join(f"{roster.ids[hq][0]} {piece_name(roster.ids[hq])}" for hq in headquarters)
    says = f"{listed}: each for its own army only, whose brigades elsewhere must test their initiative."
    return {"places": places, "lines": [], "says": says}


def _facings(position: BullRun, side: int) -> dict[str, Any]:
    fronts: PlaceSet = 0
    faced = []
    for zone, element in sorted(ground(position).front.items()):
        if position.rules.roster.side[element] == side:
            fronts |= front_of(position, element)
            faced.append((zone, position.state.facing[element]))
    return facings(position.rules.board, fronts, faced)


def place_facts(position: BullRun, place: str) -> list[dict[str, Any]]:
    """Terrain, borders, points and stacking of a zone."""
    rules = position.rules
    board = rules.board
    zone = board.place(place)
    rows: list[dict[str, Any]] = []

    def add(says: str, value: str, rule: str) -> None:
        rows.append({"says": says, "value": value, "rule": rule})

    if rules.hills >> zone & 1:
        add("Hill", "defender +2", "11.3.7")
    if rules.woods >> zone & 1:
        add("Woods", "defender +1", "11.3.7")
    if not (rules.hills | rules.woods) >> zone & 1:
        add("Open ground", "", "11.3.7")
    for feature in board.features:
        if zone in feature.places and feature.kind in ("village", "hamlet", "ford", "bridge"):
            across = [board.names[other] for other in feature.places if other != zone]
            add(feature.name, f"to {across[0]}" if across else feature.kind, "10.3.3")
    road = board.borders.across("road")[zone]
    if road:
        add("Road to", ", ".join(board.names_of(road)), "10.3.2")
    if zone in rules.worth:
        holder = SIDES[UNION if position.state.northern >> zone & 1 else 1 - UNION]
        add(f"{rules.objective_names[zone]}: victory points", f"{rules.worth[zone]}, {holder}", "4.5")
    add("Brigades", f"{brigades_in(position, zone)} of {rules.tables['stacking']['brigades']}", "10.5.1")
    return rows
