"""Everything about one attack before it is made, for the umpire and for players: `combat_report`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bullrun.board.places import places_in, set_of
from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.rules import automatic_victory
from bullrun.games.bull_run_1983.rules.artillery import long_range_batteries, seen_from
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.contact import torn_apart
from bullrun.games.bull_run_1983.rules.ground import (
    ground,
    name,
    stack,
    units_in,
)
from bullrun.games.bull_run_1983.rules.losses import points
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BRIGADE, INFANTRY
from bullrun.games.bull_run_1983.rules.strength import (
    ASSAULT,
    BOMBARDMENT,
    Sums,
    column_of,
    is_automatic_victory,
    is_doubled,
    sums,
    table_of,
    total,
    why_halved,
    why_uphill,
)
from bullrun.games.bull_run_1983.table.words import piece_name
from bullrun.games.sides import SIDES
from bullrun.mechanisms.odds import odds_text


def combat_report(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> dict[str, Any]:
    """Everything about an attack by these units on those: strengths with every modifier and its rule, the
    odds, the column, and the exact chance of each result. Units next to every defender attack, the others
    fire from a distance. What the rules have against the grouping stands under `objections`."""
    _check_units(position, attackers, defenders)
    at = position.state.at
    around = position.rules.board.neighbour_set
    near = [u for u in attackers if all(around[at[u]] >> at[d] & 1 for d in defenders)]
    far = [u for u in attackers if u not in near]
    totals = sums(position, near, far, defenders)
    kind = ASSAULT if near else BOMBARDMENT
    column = column_of(position.rules, kind, totals.odds)
    table = table_of(position.rules, kind)
    if column >= 0:
        label, chances = table.columns[column], table.distribution(column)
    else:
        label, chances = f"worse than {table.columns[0]}", {_below(position, kind): Fraction(1)}
    objections = _objections(position, near, far, defenders)
    return {
        "kind": kind,
        "attack": points(totals.attack),
        "defense": points(totals.defense),
        "adjacent": points(totals.adjacent),
        "fire": points(totals.fire),
        "terms": _terms(position, near, far, defenders, totals),
        "odds": odds_text(totals.odds),
        "column": label,
        "table": "Combat Results Table" if near else "Bombardment Table",
        "losses": {
            "attackers_inflict": points(total(totals.attackers)),
            "defenders_inflict": points(total(totals.defenders)) if near else "0",
        },
        "results": chances,
        "automatic_victory": (
            bool(near)
            and not far
            and not objections
            and automatic_victory.is_allowed(position, near, defenders)
            and is_automatic_victory(position.rules, totals)
        ),
        "objections": objections,
    }


def _below(position: BullRun, kind: str) -> str:
    if kind == BOMBARDMENT:
        return "-"
    return "AE" if position.rules.has("hopeless-attacks-lose-by-points") else "attackers eliminated"


def _check_units(position: BullRun, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    roster, state = position.rules.roster, position.state
    for what, units in (("attackers", attackers), ("defenders", defenders)):
        if not units:
            raise BullrunError(f"combat: {what}: at least one unit is needed")
        for unit in units:
            if not roster.all_units >> unit & 1:
                raise BullrunError(f"combat: {what}: {roster.ids[unit]} is not a combat unit [12.2]")
            if not state.at[unit]:
                raise BullrunError(f"combat: {what}: {roster.ids[unit]} is not on the map")
        if len(set(units)) != len(units):
            raise BullrunError(f"combat: {what}: a unit is named twice")
        if len({roster.side[unit] for unit in units}) != 1:
            raise BullrunError(f"combat: {what}: units of both sides")
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")


def _terms(
    position: BullRun, near: Sequence[int], far: Sequence[int], defenders: Sequence[int], totals: Sums
) -> list[dict[str, Any]]:
    """Each unit's factor and what changes it; and the limit of support fire."""
    roster, state = position.rules.roster, position.state
    at = state.at
    targets = set_of(at[d] for d in defenders)
    stands = set_of(at[u] for u in near)
    rows: list[dict[str, Any]] = []
    for part, units in (
        ("attack", near),
        ("support" if near else "bombardment", far),
        ("defense", defenders),
    ):
        for unit in units:
            attacking = part != "defense"
            printed = roster.attack[unit][state.face[unit]] if attacking else roster.defense[unit]
            changes = []
            rule = why_halved(position, unit, targets if attacking else 0)
            factor = 2
            if rule:
                factor = 1
                changes.append({"says": "halved", "times": "1/2", "rule": rule})
            if not attacking and is_doubled(position.rules.board, at[unit], stands):
                factor *= 2
                low = sorted({why_uphill(position.rules.board, at[unit], at[u]) for u in near})
                changes.append(
                    {"says": "doubled: uphill of all adjacent attackers", "times": "2", "rule": low[0]}
                )
            rows.append(
                {
                    "piece": roster.ids[unit],
                    "at": name(position, at[unit]),
                    "part": part,
                    "printed": printed,
                    "changes": changes,
                    "strength": points(printed * factor),
                }
            )
    if near and totals.fire > totals.adjacent:
        rows.append(
            {
                "part": "support",
                "says": "support fire counts only as much as the adjacent attackers",
                "strength": points(totals.adjacent),
                "rule": "9.51",
            }
        )
    return rows


def _objections(
    position: BullRun, near: Sequence[int], far: Sequence[int], defenders: Sequence[int]
) -> list[dict[str, str]]:
    """Why the grouping would not be legal, as far as it shows in the attack itself."""
    state, roster = position.state, position.rules.roster
    found: list[dict[str, str]] = []

    def object_to(unit: int, rule: str, says: str) -> None:
        found.append({"piece": roster.ids[unit], "rule": rule, "says": says})

    able = set(long_range_batteries(position))
    for unit in (*near, *far):
        if roster.side[unit] != state.side:
            object_to(unit, "6.1", "it is not this side's turn to attack")
        elif state.fought >> unit & 1:
            object_to(unit, "6.4", "it has attacked or advanced already this turn")
    for unit in far:
        if roster.kind[unit] != BATTERY:
            object_to(unit, "6.5", "it is not adjacent to every defender")
        elif unit not in able:
            object_to(unit, "9.41", "it cannot use long-range fire now")
        else:
            for place in sorted({state.at[d] for d in defenders}):
                if not seen_from(position, state.at[unit], 1 << place):
                    object_to(unit, "9.43", f"it has no range or no clear line to {name(position, place)}")
    for place in sorted({state.at[d] for d in defenders}) if near else ():
        here = [d for d in defenders if state.at[d] == place]
        bound = torn_apart(position, place, here)
        if bound:
            who = ", ".join(roster.ids[unit] for unit in bound)
            alone = (INFANTRY, BRIGADE) if roster.kind[bound[0]] == BATTERY else (BATTERY,)
            unit = next(d for d in here if roster.kind[d] in alone)
            object_to(unit, "6.8", f"batteries and infantry of a hex are attacked in pairs; left out: {who}")
    if not near:
        around = position.rules.board.neighbour_set
        foes = roster.of_side[state.side] & roster.all_units & ~state.fought
        for defender in defenders:
            beside = [
                u
                for place in position.rules.board.neighbours[state.at[defender]]
                for u in stack(position, place)
                if foes >> u & 1
            ]
            if beside and around[state.at[defender]]:
                object_to(defender, "9.61", "a unit that can attack is adjacent, so it cannot be bombarded")
    return found


_NOTES = {
    "combat": "AE, DE: attacker or defender loses; EX: both; AB2, DB2: retreat. Below 1-6 the attack fails.",
    "bombardment": "DL1 one unit is lost, DB2 retreat. 1-3 and worse: no effect.",
}


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


def attack_report(position: BullRun, fight: Fight) -> dict[str, Any]:
    """The umpire's report with what a panel needs: figures, the ladder of columns, outcomes."""
    number = position.rules.roster.number
    attackers = [number[piece] for piece in (*fight.attackers, *fight.support)]
    defenders = [number[piece] for piece in fight.defenders]
    report = combat_report(position, attackers, defenders)
    table = table_of(position.rules, report["kind"])
    for term in report["terms"]:
        if "piece" in term:
            changes = [change["says"] for change in term["changes"]]
            term["says"] = f"{piece_name(term['piece'])} in {term['at']}" + "".join(f", {c}" for c in changes)
            term["rule"] = term["changes"][0]["rule"] if changes else "7.2"
        term["value"] = term["strength"]
    outcomes = []
    for result, chance in report["results"].items():
        says, tone = _RESULTS.get(result, (result, "even"))
        outcomes.append({"name": result, "says": says, "chance": str(Fraction(chance)), "tone": tone})
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
        column = column_of(position.rules, ASSAULT, totals.odds)
        chances = position.rules.combat_table.distribution(column) if column >= 0 else {}
        hit = sum(
            (c for result, c in chances.items() if result.startswith("D") or result == "EX"), Fraction(0)
        )
        is_certain = is_automatic_victory(position.rules, totals)
        rows.append(
            {
                "at": board.names[place],
                "says": "could be attacked by everything beside it",
                "odds": "8-1" if is_certain else _column_name(position, column),
                "chance": str(hit),
                "attackers": [position.rules.roster.ids[u] for u in attackers],
                "defenders": [position.rules.roster.ids[u] for u in defenders],
            }
        )
    return rows


def _column_name(position: BullRun, column: int) -> str:
    return position.rules.combat_table.columns[column] if column >= 0 else "worse than 1-6"
