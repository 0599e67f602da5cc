"""The tables that players look things up in, as they are in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bullrun.board.places import places_in
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield
from bullrun.games.clash_of_giants.rules.roster import ALONG, FIRST, IN_PLACE, INTERRUPT, SECOND, Roster
from bullrun.games.clash_of_giants.rules.scoring import RULES
from bullrun.games.sides import SIDE_NAMES, SIDES

PIPS = range(1, 7)
_TERRAIN_RULES = {"clear": "11.3.clear", "woods": "11.3.clear", "town": "11.3.town", "rocks": "G7.4.cost"}
_ADDED_RULES = {
    "uphill": "11.3.up",
    "creek": "11.3.creek",
    "ford": "B7.3.cost",
    "bridge": "B7.3.cost",
    "exit": "G4.1.2.cost",
}
_DEFENCE_RULES = {
    "uphill": "12.11.1",
    "ford": "B7.3.def",
    "bridge": "B7.3.def",
    "embankment": "B7.2.def",
    "sunken_road": "G7.3.def",
    "steep": "G7.6.def",
    "town": "12.11.5",
    "railroad_cut": "G7.2.def",
}
_NAMES = {"rocks": "Devil's Den", "uphill": "higher ground", "exit": "leaving the map"}


def tables(rules: Battlefield) -> list[dict[str, Any]]:
    """Every one of them, with those that hold for this battle only."""
    found = rules.tables
    return [
        _odds(found),
        _defence(found),
        _movement(rules),
        _costs(found),
        _arrivals(rules),
        _groups(rules),
        _markers(rules),
        _guns(rules),
        _replacements(found),
    ]


def _table(
    called: str,
    title: str,
    rule: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    note: str,
    *charts: str,
) -> dict[str, Any]:
    return {
        "id": called,
        "title": title,
        "rule": rule,
        "head": list(head),
        "rows": [list(row) for row in rows],
        "note": note,
        "charts": list(charts),
    }


def _word(kind: str) -> str:
    return _NAMES.get(kind, kind.replace("_", " ")).capitalize()


def _odds(found: dict[str, Any]) -> dict[str, Any]:
    odds = found["odds"]
    rows = [
        [column, f"{modifier:+}" if modifier else "0", f"{-modifier:+}" if modifier else "0"]
        for column, modifier in zip(odds["columns"], odds["modifier"], strict=True)
    ]
    note = (
        "A die above the rating costs a step; a natural 1 never does. A defender that lives goes back by as"
        " many hexes as the die is above its rating. A flank attack lowers the defenders' ratings by two."
    )
    head = ["Odds", "Defenders' dice", "Attackers' dice"]
    return _table("odds", "Odds", "12.9.table", head, rows, note, "tables.odds.modifier")


def _defence(found: dict[str, Any]) -> dict[str, Any]:
    rows = [
        [_word(kind), f"{entry['adds']:+}", entry["when"].capitalize(), _DEFENCE_RULES[kind]]
        for kind, entry in found["defence"].items()
        if kind in _DEFENCE_RULES
    ]
    note = (
        "Added to the strength of the whole stack; all that apply add up. An artillery marker adds its own."
    )
    return _table("defence", "Ground in combat", "12.11.1", ["Ground", "Defence", "When", "Rule"], rows, note)


def _movement(rules: Battlefield) -> dict[str, Any]:
    rows = []
    for row, points in rules.tables["movement_rows"].items():
        who = [formation.name for formation in rules.roster.formations if formation.row == row]
        if who and isinstance(points, list):
            rows.append([row.capitalize(), *(str(value) for value in points), ", ".join(who)])
    head = ["Row", *(str(pip) for pip in PIPS), "Formations"]
    note = "A special marker adds one to the die, unless it says otherwise."
    charts = [f"tables.movement_rows.{row[0].lower()}" for row in rows]
    return _table("movement", "Command roll: movement points", "10.2.row", head, rows, note, *charts)


def _costs(found: dict[str, Any]) -> dict[str, Any]:
    rows = [
        [_word(kind), found["terrain_cost"][kind], "to enter", rule] for kind, rule in _TERRAIN_RULES.items()
    ]
    rows += [[_word(kind), found["added_cost"][kind], "added", rule] for kind, rule in _ADDED_RULES.items()]
    rate = found["road_rate"]
    rows.append(["By road", rate["road"], "in place of all but fords and bridges", "11.7.rate"])
    rows.append(["March", rate["march"], "the same, in the turn of arrival", "11.6.rate"])
    head = ["Ground", "Points", "", "Rule"]
    return _table("costs", "Movement costs", "11.3.clear", head, rows, "Going down costs nothing.")


def _turns(value: int) -> str:
    if not value:
        return "on its turn"
    return "a turn early" if value < 0 else f"{value} turn{'s' if value > 1 else ''} late"


def _arrivals(rules: Battlefield) -> dict[str, Any]:
    found = rules.tables["arrivals"]
    rows = [
        ["On its turn", *(_turns(value) for value in found["on_time"])],
        ["Tried early", *(_turns(value) for value in found["early"])],
    ]
    double = " Delay points count double on turns 1 to 4." if RULES[rules.battle] == "G" else ""
    late = ", ".join(f"{points} for {turns}" for turns, points in enumerate(found["delay_points"]) if points)
    note = (
        "Every group comes on its printed turn: no dice."
        if rules.historical
        else f"Delay points by turns late: {late}; none after an early attempt.{double}"
    )
    head = ["Die", *(str(pip) for pip in PIPS)]
    charts = ("tables.arrivals.on_time", "tables.arrivals.early")
    return _table("arrivals", "Arrivals", "9.4.time", head, rows, note, *charts)


def _groups(rules: Battlefield) -> dict[str, Any]:
    rows = [
        [
            str(group.turn) if group.turn else "if bought",
            group.entry,
            group.title[:1].upper() + group.title[1:],
            SIDE_NAMES[SIDES[group.side]],
            ", ".join(rules.roster.infos[unit].name for unit in group.units),
        ]
        for group in sorted(rules.groups, key=lambda group: (group.turn or 99, -group.side))
    ]
    head = ["Turn", "Entry", "Group", "Side", "Units"]
    return _table("groups", "Who comes when", "9.1.place", head, rows, "The printed turns and entry hexes.")


def _served(roster: Roster, side: int, formations: Sequence[int]) -> str:
    if len(formations) == sum(formation.side == side for formation in roster.formations):
        return "any of its side"
    return ", ".join(roster.formations[one].name for one in formations)


_HOW = {
    FIRST: "played first in a turn",
    SECOND: "played first in a turn, after the enemy's",
    IN_PLACE: "in place of a drawn marker",
    ALONG: "rides along with a drawn marker",
    INTERRUPT: "interrupts an enemy activation",
}


def _markers(rules: Battlefield) -> dict[str, Any]:
    roster = rules.roster
    rows = []
    for special in roster.specials:
        info = roster.infos[special.piece]
        serves = _served(roster, special.side, special.serves) or "one stack"
        if special.units:
            serves = ", ".join(roster.infos[unit].name for unit in places_in(special.units))
        die = f"on a {special.die}" if special.die else ""
        turns = f"{special.first_turn} to {special.last_turn}"
        rows.append([info.name, SIDE_NAMES[info.side], _HOW[special.how], serves, turns, die])
    head = ["Marker", "Side", "Played", "Activates", "Turns", "Die"]
    note = "None at night. Each adds one to the command roll, unless it gives points without one."
    return _table("special", "Special markers", "6.3.3.place", head, rows, note)


def _guns(rules: Battlefield) -> dict[str, Any]:
    roster = rules.roster
    rows = []
    for guns in roster.guns:
        info = roster.infos[guns.piece]
        serves = _served(roster, guns.side, guns.formations)
        notes = [
            says
            for says, holds in (
                ("not in the cup", not guns.in_cup),
                ("defence only", guns.defence_only),
                ("once a game", guns.once_a_game),
                (f"defends within {guns.defends_within} hexes", guns.defends_within > 0),
            )
            if holds
        ]
        value = "1/2" if guns.halves == 1 else str(guns.halves // 2)
        rows.append([info.name, SIDE_NAMES[info.side], f"+{value}", serves, str(guns.turn), ", ".join(notes)])
    head = ["Marker", "Side", "Strength", "Serves", "From turn", ""]
    note = "Each turn half of those in the cup are drawn; one a side in a combat."
    return _table("artillery", "Artillery markers", "13.2", head, rows, note)


def _replacements(found: dict[str, Any]) -> dict[str, Any]:
    most = found["replacements"]
    rows = [["A unit", str(most["per_unit"])], ["A formation", str(most["per_formation"])]]
    note = "At night each side gets back as many steps as its die says, within these limits."
    charts = ("tables.replacements.per_unit", "tables.replacements.per_formation")
    return _table("replacements", "Replacements", "9.6.die", ["At most for", "Steps"], rows, note, *charts)
