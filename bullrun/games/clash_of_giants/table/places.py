"""The facts of a hex, and washes over the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.events import listed
from bullrun.games.clash_of_giants.rules import orders
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import held_by, name, stack
from bullrun.games.clash_of_giants.rules.scoring import own_rule
from bullrun.games.clash_of_giants.rules.state import NOBODY
from bullrun.games.clash_of_giants.rules.zones import overlooking, zone
from bullrun.games.sides import SIDE_NAMES, SIDES

OVERLAYS: Sequence[Mapping[str, Any]] = (
    {"id": "zones", "title": "Zones of control", "says": "Where a side's units have zones.", "key": "z",
     "rule": "8.1", "from_place": False, "sides": True},
    {"id": "overlooked", "title": "Overlooked units", "says": "Units under enemies on higher clear ground.",
     "key": "u", "rule": "6.3.4.who", "from_place": False, "sides": True},
    {"id": "levels", "title": "Levels", "says": "How high each hex lies.", "key": "v",
     "rule": "11.3.up", "from_place": False, "sides": False},
    {"id": "range", "title": "Command range", "says": "How far a focus in this hex commands.", "key": "r",
     "rule": "10.4.range", "from_place": True, "sides": False},
    {"id": "roads", "title": "Orders", "says": "Who is under Pope's Orders.",
     "key": "o", "rule": "B8.7.road", "from_place": False, "sides": False},
)  # fmt: skip
LEVEL_TONES = ("", "a", "b", "c", "d")


def overlay(position: Clash, called: str, side: str, at: str | None) -> dict[str, Any]:
    """A wash over the map."""
    rules, board = position.rules, position.rules.board
    if called == "zones":
        return _wash(position, {"a": zone(position, SIDES.index(side))}, "Entering one of these ends a move.")
    if called == "overlooked":
        return _overlooked(position, SIDES.index(side))
    if called == "levels":
        places = {
            board.names[place]: {
                "tone": LEVEL_TONES[min(rules.levels[place], 4)],
                "text": str(rules.levels[place]),
            }
            for place in board.places
            if rules.levels[place]
        }
        return {
            "places": places,
            "lines": [],
            "says": "What is unmarked lies lowest; only the order matters.",
        }
    if called == "range":
        reach = rules.tables["command"]["range"]
        near = board.within(board.place(at), reach) if at else 0
        return _wash(position, {"a": near}, f"Within {reach} hexes, whatever lies between.")
    return _orders(position)


def _wash(position: Clash, tones: Mapping[str, PlaceSet], says: str) -> dict[str, Any]:
    names = position.rules.board.names
    places = {names[p]: {"tone": tone, "text": ""} for tone, found in tones.items() for p in places_in(found)}
    return {"places": places, "lines": [], "says": says}


def _overlooked(position: Clash, side: int) -> dict[str, Any]:
    below = above = 0
    for place in places_in(held_by(position, side)):
        enemies = overlooking(position, place, side)
        if enemies:
            below |= 1 << place
            above |= enemies
    says = "Who is overlooked must attack in a Combat Action and retreat when the turn ends."
    return _wash(position, {"b": above, "c": below}, says)


def _orders(position: Clash) -> dict[str, Any]:
    """Each unit on the map under Orders, with the road hexes that it has before it."""
    rules, state = position.rules, position.state
    places: dict[str, dict[str, str]] = {}
    under = []
    for number, formation in enumerate(rules.roster.formations):
        goal = orders.goal_of(rules, number)
        if goal is None or not orders.owes(position, number):
            continue
        under.append(f"{formation.name} to {rules.board.called(rules.board.names[goal])}")
        far = orders.roads_to(rules, goal).far
        for unit in places_in(formation.units):
            if state.at[unit]:
                text = str(far.get(state.at[unit], ""))
                places[name(position, state.at[unit])] = {"tone": "b", "text": text}
        places[name(position, goal)] = {"tone": "d", "text": ""}
    return {
        "places": places,
        "lines": [],
        "says": f"{'; '.join(under)}." if under else "Nobody is under Orders.",
    }


_TERRAIN = (
    ("town", "Town", "11.3.town"),
    ("rocks", "Devil's Den", "G7.4.cost"),
    ("woods", "Woods", "11.3.clear"),
    ("clear", "Clear", "11.3.clear"),
)


def _sides(rules: Battlefield) -> list[tuple[str, tuple[PlaceSet, ...], str]]:
    across = rules.board.borders.across
    return [
        ("River, no crossing to", rules.unattackable, "11.3.river"),
        ("Ford to", across("ford"), "B7.3.cost"),
        ("Bridge to", across("bridge"), "B7.3.cost"),
        ("Creek to", rules.creeks, "11.3.creek"),
        ("Embankment to", rules.embankments, "B7.2.move"),
        ("Cut side to", rules.cuts, "G7.2.move"),
        ("Sunken road to", rules.sunken, "G7.3.zoc"),
        ("Steep side to", rules.steep, "G7.6.zoc"),
    ]


def place_facts(position: Clash, place: str) -> list[dict[str, Any]]:
    """Height, terrain, sides, roads, entry, control and who has a zone on a hex."""
    rules, board = position.rules, position.rules.board
    here = board.place(place)
    title, rule = next(
        (title, rule) for kind, title, rule in _TERRAIN if getattr(rules, kind) >> here & 1 or kind == "clear"
    )
    rows = [_row("Level", str(rules.levels[here]), "11.3.up"), _row(title, "", rule)]
    for says, sides, side_rule in _sides(rules):
        if sides[here]:
            rows.append(_row(says, listed(sorted(board.names_of(sides[here]))), side_rule))
    roads = [line.name for line in board.lines if line.kind in ("road", "pike") and line.places >> here & 1]
    if roads:
        rows.append(_row("Road", ", ".join(dict.fromkeys(one for one in roads if one)), "11.7.rate"))
    for mark, says, found_rule in (
        (rules.round_top, "Big Round Top: the whole allowance to climb it", "G7.5"),
        (rules.exit_zone, "Confederates may leave the map here", "G4.1.2.zone"),
    ):
        if mark >> here & 1:
            rows.append(_row(says, "", found_rule))
    letters = [letter for letter, places in rules.entries.items() if here in places]
    if letters:
        rows.append(_row("Entry hex", letters[0], "9.1.place"))
    if here in rules.victory_hexes:
        holder = position.state.control[rules.victory_hexes.index(here)]
        held = SIDE_NAMES[SIDES[holder]] if holder != NOBODY else "nobody"
        rows.append(_row("Victory hex", f"held by {held}", own_rule(position, "4.2.2")))
    zones = [SIDE_NAMES[called] for side, called in enumerate(SIDES) if zone(position, side) >> here & 1]
    if zones:
        rows.append(_row("In a zone of", listed(zones), "8.1"))
    limit = rules.tables["stacking"]["units"]
    rows.append(_row("Units", f"{len(stack(position, here))} of {limit}", "7.1.two"))
    return rows


def _row(says: str, value: str, rule: str) -> dict[str, Any]:
    return {"says": says, "value": value, "rule": rule}
