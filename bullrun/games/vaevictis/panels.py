"""How the family's combats look in reports and on a page: rows of terms and dice, outcomes, washes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bullrun.board.places import Board, PlaceId, PlaceSet
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, Fight
from bullrun.engine.game import Fought
from bullrun.games.vaevictis.odds import ATTACKER, DEFENDER, SupportDie, Term

SIDE_WORDS = ("attack", "defence")


def term_rows(terms: Iterable[Term]) -> list[dict[str, Any]]:
    """Every modifier of a combat with its rule."""
    return [{"side": SIDE_WORDS[t.side], "says": t.words, "value": t.value, "rule": t.rule} for t in terms]


def die_rows(dice: Iterable[SupportDie], ids: Sequence[str]) -> list[dict[str, Any]]:
    """Every support die, with the piece that rolls if it is one, and its chance."""
    rows = []
    for die in dice:
        needs = min(6, die.needed)
        row = {"side": SIDE_WORDS[die.side], "says": die.words, "needs": needs}
        if die.element >= 0:
            row["piece"] = ids[die.element]
        rows.append({**row, "chance": Fraction(needs, 6), "rule": die.rule})
    return rows


def attack_panel(report: Mapping[str, Any], outcomes: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """A combat report with the figures, outcomes (name -> words, tone) and notes that a panel shows."""
    total = report["total"]
    return {
        **report,
        "figures": [
            {"value": f"{report['attack']} : {report['defense']}", "says": "strengths"},
            {"value": f"{total['attack']:+}", "says": "attacker's modifiers"},
            {"value": f"{total['defence']:+}", "says": "defender's modifiers"},
        ],
        "outcomes": [
            {"name": name, "says": says, "chance": str(report["results"][name]), "tone": tone}
            for name, (says, tone) in outcomes.items()
        ],
        "notes": report["objections"],
    }


def wash(board: Board, zones: PlaceSet, tone: str) -> dict[str, dict[str, str]]:
    """Zones in one tone, for an overlay."""
    return {name: {"tone": tone, "text": ""} for name in board.names_of(zones)}


def facings(board: Board, fronts: PlaceSet, faced: Iterable[tuple[PlaceId, PlaceId]]) -> dict[str, Any]:
    """The overlay of all fronts of a side, with a line from each stack to the zone it faces."""
    lines = [{"path": [board.names[zone], board.names[to]], "tone": "a"} for zone, to in faced]
    return {"places": wash(board, fronts, "c"), "lines": lines, "says": "Fronts; all else is flank."}


def battle_row(facts: Mapping[str, Any], zone: str, by: str) -> Fought:
    """A combat of the timeline."""
    attack, defence = facts["strengths"]
    fight = Fight(tuple(facts["attackers"]), tuple(facts["defenders"]), at=zone)
    return Fought(f"{attack} against {defence}", fight, by)


def way_row(
    names: Sequence[str],
    path: Sequence[PlaceId],
    costs: Mapping[PlaceId, int],
    stops: bool,
    steps: Iterable[tuple[str, str]],
) -> dict[str, Any]:
    """A zone that a march can lead to, with the way there and its cost. `steps` says of each step what it
    goes over and by which rule it costs what it does."""
    terms = []
    for (left, entered), (says, rule) in zip(pairwise(path), steps, strict=True):
        cost = costs[entered] - costs[left]
        terms.append({"at": names[entered], "says": says, "cost": str(cost), "rule": rule})
    return {
        "place": names[path[-1]],
        "cost": str(costs[path[-1]]),
        "path": [names[place] for place in path],
        "stops": stops,
        "terms": terms,
    }


def combat_luck(rules: object, decision: Decision, action: Action) -> dict[str, Any] | None:
    """Combat dice: the higher the better for the side that rolls."""
    if decision.about.roll not in (ATTACKER, DEFENDER):
        return None
    return {"side": decision.about.roll, "measure": "combat dice", "value": int(action[1])}


def continuation_table(tables: Mapping[str, Any], rule: str) -> dict[str, Any]:
    """The highest die, modified, with which a further phase is played."""
    table = tables["continuation"]
    rows = [["4th phase", str(table["fourth"])], ["5th phase", str(table["fifth"])]]
    if "major_offensive" in table:
        rows.append(["major offensive", f"{table['major_offensive']:+} to the die"])
    return {
        "id": "continuation",
        "title": "Continuation",
        "rule": rule,
        "head": ["Phase", "Played up to"],
        "rows": rows,
        "note": "",
        "charts": ["tables.continuation"],
    }
