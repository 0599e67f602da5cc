"""What a page shows beyond the options: clock and boxes, options in words, overlays, the facts of a hex,
tables, scores for the report, threats and luck. Every number comes from the chapters that rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.events import Event, listed
from bullrun.games.bull_run_1983.artillery import seen_from
from bullrun.games.bull_run_1983.battlefield import BullRun, load_tables
from bullrun.games.bull_run_1983.combat_report import combat_report
from bullrun.games.bull_run_1983.command import command_range
from bullrun.games.bull_run_1983.ground import control_zone, ground, place_of, points_in, units_in
from bullrun.games.bull_run_1983.roster import BATTLE, SIDES, load_roster
from bullrun.games.bull_run_1983.state import BOXES, DUE, LOST, PHASES, RALLY, WAITING
from bullrun.games.bull_run_1983.strength import (
    bombardment_table,
    column_of,
    combat_table,
    is_automatic_victory,
    sums,
)
from bullrun.games.bull_run_1983.words import piece_name

# --- the top bar ----------------------------------------------------------------------------------------

BOX_RULES = {WAITING: "1.1", DUE: "13.1", RALLY: "14.21", LOST: "7.74"}


def outline(position: BullRun) -> dict[str, Any]:
    """Turns, phases and boxes."""
    phases = [{"id": "set-up", "title": "Set-up"}]
    phases += [{"id": phase, "title": phase.capitalize()} for phase in PHASES]
    return {
        "turns": position.rules.track,
        "turn": position.state.turn,
        "phases": phases,
        "boxes": [
            {"id": BOXES[box], "title": BOXES[box].capitalize(), "rule": rule}
            for box, rule in BOX_RULES.items()
        ],
    }


# --- options in words -----------------------------------------------------------------------------------

_PLAIN = {
    "end-movement": "End the Movement phase",
    "end-declaration": "No more attacks",
    "end-rally": "End the Rally phase",
    "commit": "Attack so",
    "strike": "Strike",
    "keep": "Keep the brigades formed",
    "done": "Done",
    "stay": "The others stay",
    "unfreeze-all": "Turn up all",
}
_NAMED = {
    "move": "Move {0} to {1}",
    "enter": "{0} enters and goes to {1}",
    "break": "Break up {0}",
    "av": "Automatic victory on {all}",
    "join": "{0} takes part",
    "attack": "Attack {0}",
    "bombard": "Bombard {0}",
    "with": "{0} attacks",
    "support": "{0} supports from a distance",
    "also": "{0} is attacked too",
    "resolve": "Fight the battle against {0}",
    "lose": "Lose {0}",
    "retreat": "{0} retreats to {1}",
    "by": "By {0}",
    "perish": "{0} is eliminated, counted in {1}",
    "advance": "{0} advances to {1}",
    "follow": "{0} goes along",
    "abatis": "An ABATIS in {0}",
    "trestle": "The TRESTLE {0}",
    "unfreeze": "Turn up {0}",
    "dummy": "Use {0}",
    "hide": "Hide {0}",
    "clear": "Remove the ABATIS in {0}",
    "give-up": "Give up {0}",
    "rally": "Rally {0}",
    "roll": "Roll {0}",
}


def option_words(position: BullRun, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    verb, nouns = action[0], [piece_name(word) for word in action[1:]]
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "form":
        return f"Form {nouns[0]} from {listed(nouns[1:])}"
    if verb == "change":
        piece = load_roster().number[action[1]]
        to = "mobile" if position.state.face[piece] == BATTLE else "battle"
        return f"{nouns[0]} changes to its {to} piece"
    if verb == "place":
        return f"Place {nouns[0]} in {nouns[-1]}" + (f", {nouns[1]} piece" if len(nouns) == 3 else "")
    template = _NAMED.get(verb)
    if template is None:
        return " ".join([verb, *nouns])
    return template.format(*nouns, "", all=listed(nouns))


_LAST = frozenset(
    {"attack", "bombard", "with", "support", "also", "commit", "end-declaration", "keep", "end-movement"}
)
"""What may be the last thing to decide before a battle."""


def begins(position: BullRun, action: Action) -> list[Event]:
    """The battles that begin with a choice: what is forced after it is not asked any more (6.3)."""
    state = position.state
    if action[0] not in _LAST:
        return []
    if action[0] == "end-movement" and not (
        ground(position).units[state.side] & control_zone(position, 1 - state.side)
    ):
        return []
    branch, log = position.copy(), list[Event]()
    branch.log = log
    branch.apply(action)
    branch.decision()
    return [event for event in log if event.kind == "battle"]


# --- overlays and places --------------------------------------------------------------------------------

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


# --- tables ---------------------------------------------------------------------------------------------


@cache
def tables() -> list[dict[str, Any]]:
    """The tables as the game uses them."""
    data = load_tables()
    found = []
    for key, title, rule in (
        ("combat", "Combat results", "7.3"),
        ("bombardment", "Bombardment", "9.6"),
    ):
        head = ["Die", *data[key]["columns"]]
        rows = [[str(pip), *data[key][str(pip)]] for pip in range(1, 7)]
        found.append(
            {"id": key, "title": title, "rule": rule, "head": head, "rows": rows, "note": _NOTES[key]}
        )
    let = [[str(pip), data["leader_elimination"][str(pip)]] for pip in range(1, 7)]
    found.append(
        {"id": "leaders", "title": "Leader elimination", "rule": "12.5", "head": ["Die", "Result"],
         "rows": let, "note": "LB2 the leader retreats two hexes, LE he is eliminated."}
    )  # fmt: skip
    costs = [
        [kind.replace("_", " and "), cost] for kind, cost in data["terrain_cost"].items() if kind != "source"
    ]
    costs += [[f"{kind}: to enter or leave", f"+{cost}"] for kind, cost in data["terrain_penalty"].items()
              if kind != "source"]  # fmt: skip
    found.append(
        {"id": "terrain", "title": "Movement costs", "rule": "5.31", "head": ["Hex", "Points"], "rows": costs,
         "note": "Along a road the road rate stands in place of the hex's cost, never of the extra points."}
    )  # fmt: skip
    rate = data["road_rate"]
    found.append(
        {"id": "roads", "title": "Road rates", "rule": "5.6", "head": ["Road", "Battery", "Other"],
         "rows": [[road, rate[road]["battery"], rate[road]["other"]] for road in ("major", "minor")],
         "note": "Railroads are minor roads. Brigade pieces use no roads."}
    )  # fmt: skip
    chart = [[row["leader"], *row["printed"].split(" / ", 1)] for row in data["command"]]
    found.append(
        {"id": "command", "title": "Command", "rule": "4.4", "head": ["Leader", "In range", "In his hex"],
         "rows": chart, "note": "Only active leaders activate."}
    )  # fmt: skip
    return found


_NOTES = {
    "combat": "AE, DE: attacker or defender loses; EX: both; AB2, DB2: retreat. Below 1-6 the attack fails.",
    "bombardment": "DL1 one unit is lost, DB2 retreat. 1-3 and worse: no effect.",
}


# --- attacks --------------------------------------------------------------------------------------------

_RESULTS: dict[str, tuple[str, str]] = {
    "DE": ("The defender loses points equal to the adjacent attackers'.", "good"),
    "DE DB2": ("The defender loses points, and what is left retreats.", "good"),
    "DL1": ("One defending unit is lost.", "good"),
    "DB2": ("The defenders retreat two hexes.", "fair"),
    "EX": ("Both lose as much as the weaker side has.", "even"),
    "-": ("No effect.", "even"),
    "AB2": ("The attackers retreat two hexes.", "poor"),
    "AE": ("The attacker loses points equal to the defenders'.", "bad"),
    "AE AB2": ("The attacker loses points, and what is left retreats.", "bad"),
    "attackers eliminated": ("All adjacent attackers are lost, without a roll.", "bad"),
}


def attack_report(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, the ladder of columns, outcomes."""
    report = combat_report(position, attackers, defenders)
    table = bombardment_table() if report["kind"] == "bombardment" else combat_table()
    for term in report["terms"]:
        if "piece" in term:
            changes = [change["says"] for change in term["changes"]]
            term["says"] = f"{piece_name(term['piece'])} in {term['at']}" + "".join(f", {c}" for c in changes)
            term["rule"] = term["changes"][0]["rule"] if changes else "7.2"
        term["value"] = term["strength"]
    outcomes = []
    for name, chance in report["results"].items():
        says, tone = _RESULTS.get(name, (name, "even"))
        outcomes.append({"name": name, "says": says, "chance": str(Fraction(chance)), "tone": tone})
    return report | {
        "figures": [
            {"value": report["attack"], "says": "attack"},
            {"value": report["defense"], "says": "defense"},
            {"value": report["odds"], "says": "odds"},
        ],
        "ladder": [{"name": column, "on": column == report["column"]} for column in table.columns],
        "outcomes": outcomes,
        "notes": [{"says": o["says"], "rule": o["rule"]} for o in report["objections"]],
    }


def threats(position: BullRun, side: str) -> list[dict[str, Any]]:
    """For each stack of a side next to enemy units: the odds if all of them attacked it together."""
    me = SIDES.index(side)
    board = position.rules.board
    on = ground(position)
    rows = []
    for place in places_in(on.units[me] & board.spread(on.units[1 - me])):
        attackers = [u for near in board.neighbours[place] for u in units_in(position, near, 1 - me)]
        defenders = units_in(position, place, me)
        totals = sums(position, attackers, (), defenders)
        column = column_of("assault", totals.odds)
        chances = combat_table().distribution(column) if column >= 0 else {}
        hit = sum(
            (c for result, c in chances.items() if result.startswith("D") or result == "EX"), Fraction(0)
        )
        rows.append(
            {
                "at": board.names[place],
                "says": "could be attacked by everything beside it",
                "odds": "8-1" if is_automatic_victory(totals) else _column_name(column),
                "chance": str(hit),
                "attackers": [position.rules.roster.ids[u] for u in attackers],
                "defenders": [position.rules.roster.ids[u] for u in defenders],
            }
        )
    return rows


def _column_name(column: int) -> str:
    return combat_table().columns[column] if column >= 0 else "worse than 1-6"


# --- the report -----------------------------------------------------------------------------------------


def score(position: BullRun) -> list[dict[str, Any]]:
    """Defense points on the map, lost so far, and the way of the nearest unit to the enemy's base."""
    state, roster = position.state, position.rules.roster
    on_map = dict.fromkeys(SIDES, 0)
    lost = dict.fromkeys(SIDES, 0)
    for piece, box in enumerate(state.box):
        if roster.all_units >> piece & 1 and piece not in roster.brigade_piece.values():
            if box in (RALLY, LOST):
                lost[SIDES[roster.side[piece]]] += roster.defense[piece]
            elif place_of(position, piece):
                on_map[SIDES[roster.side[piece]]] += roster.defense[piece]
    gaps = {side: _gap(position, SIDES.index(side)) for side in SIDES}
    return [
        {"id": "strength", "title": "Defense points on the map", "rule": "5.4", "values": on_map},
        {"id": "losses", "title": "Defense points lost", "rule": "7.7", "values": lost},
        {"id": "advance", "title": "Hexes from the enemy's base", "rule": "3.1", "values": gaps},
    ]


def _gap(position: BullRun, side: int) -> int:
    zone: PlaceSet = position.rules.base[1 - side]
    units = ground(position).units[side]
    for distance in range(60):
        if zone & units:
            return distance
        zone = position.rules.board.spread(zone)
    return 60


_WON = {"good": True, "fair": True, "poor": False, "bad": False}


def battle(event: Event) -> dict[str, Any] | None:
    """The battles of the timeline, and how they ended."""
    if event.kind == "hopeless":
        return {"settles": True, "won": False, "says": "the attackers lose without a roll"}
    if event.kind in ("battle_result", "no_effect"):
        result = event.facts.get("result", "no effect")
        says, tone = _RESULTS["-" if result == "no effect" else result]
        return {"settles": True, "won": _WON.get(tone), "says": says[0].lower() + says[1:].rstrip(".")}
    if event.kind != "battle":
        return None
    facts = event.facts
    side = load_roster().number.get(facts["attackers"][0], -1)
    return {
        "at": facts["at"],
        "attackers": facts["attackers"],
        "defenders": facts["defenders"],
        "by": SIDES[load_roster().side[side]] if side >= 0 else None,
        "won": None,
        "says": f"{facts['battle']} at {facts['odds']}",
    }


def luck(question: str, facts: Mapping[str, Any], action: Action) -> dict[str, Any] | None:
    """How good a roll is for the attacker: what the table gives, from all lost (-2) to all won (2)."""
    column = facts.get("odds")
    if not isinstance(column, str) or action[0] != "roll":
        return None
    table = bombardment_table() if "bombardment" in question else combat_table()
    if column not in table.columns:
        return None
    tone = _RESULTS.get(table.result(int(action[1]), table.columns.index(column)), ("", "even"))[1]
    value = {"good": 2, "fair": 1, "even": 0, "poor": -1, "bad": -2}[tone]
    return {"side": "attacker", "measure": "combat rolls", "value": value}


def hides(position: BullRun) -> bool:
    """Whether any piece lies face down."""
    return any(position.rules.concealed_by_side(position.state))
