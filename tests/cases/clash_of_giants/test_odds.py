"""The report of a combat before it is fought: exact chances, compared with every throw of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.clash_of_giants.table.odds import combat_report, threats
from tests.cases.clash_of_giants.fights import falling_back, fighting
from tests.cases.clash_of_giants.scene import ID, at, place, play, scene, unit

Pieces = dict[str, Any]


def by_playing(
    scenario: str, pieces: Pieces, target: str, attackers: tuple[str, ...], **extra: Any
) -> tuple[Any, ...]:
    """Losses, and how often the hex is left, over all throws of the dice."""
    losses: dict[str, Fraction] = {}
    emptied = Fraction(0)
    first = fighting(scenario, pieces, target, *attackers, **extra)
    state = first.state
    before = bytes(state.steps)
    here = [u for u, where in enumerate(state.at) if where == place(first, target)]
    number = len(here) + len(attackers)
    for dice in product(range(1, 7), repeat=number):
        position = first.copy()
        position.rules = first.rules
        play(position, *(f"roll {pip}" for pip in dice))
        position.decision()
        lost = [
            sum(before[u] - position.state.steps[u] for u in units)
            for units in (here, [unit(position, name) for name in attackers])
        ]
        key = f"{lost[0]}:{lost[1]}"
        losses[key] = losses.get(key, Fraction(0)) + Fraction(1, 6**number)
        gone = [u for u in here if position.state.steps[u] == 0]
        if len(gone) + len(falling_back(position)) == len(here):
            emptied += Fraction(1, 6**number)
    return losses, emptied


CASES: list[tuple[str, Pieces, str, tuple[str, ...], int]] = [
    ("gettysburg", {"u-vincent": "2016", "c-law": "2015", "c-robertson": "2115"}, "2016",
     ("c-law", "c-robertson"), 9),
    ("gettysburg", {"u-ames": "4317", "u-von-gilsa": "4317", "c-doles": "4417"}, "4317", ("c-doles",), 3),
    ("gettysburg", {"u-paul": "4413", "c-perrin": "4513"}, "4413", ("c-perrin",), 3),
    ("28-august", {"u-koltes": "3010", "c-law": "2909", "c-evans": "3110"}, "3010", ("c-law", "c-evans"), 16),
    ("gettysburg", {"u-gamble-a": "4309", "c-archer": "4308"}, "4309", ("c-archer",), 2),
]  # fmt: skip


@pytest.mark.rule(ID, "12.9.step", "12.6.dice", "12.10.who")
@pytest.mark.parametrize("case", CASES)
def test_chances_are_those_of_playing_every_throw(
    case: tuple[str, Pieces, str, tuple[str, ...], int],
) -> None:
    scenario, pieces, target, attackers, turn = case
    losses, emptied = by_playing(scenario, pieces, target, attackers, turn=turn)
    defenders = tuple(name for name, where in pieces.items() if where == target)
    report = combat_report(scene(scenario, pieces, turn=turn), Fight(attackers, defenders))
    assert {row["name"]: Fraction(row["chance"]) for row in report["outcomes"]} == losses
    assert Fraction(report["emptied"]) == emptied
    assert sum(Fraction(row["chance"]) for row in report["outcomes"]) == 1


@pytest.mark.rule(ID, "12.7", "12.11.1", "G7.6.def")
def test_the_report_has_every_term_with_its_rule_and_the_column() -> None:
    position = scene("gettysburg", CASES[0][1], turn=9)
    report = combat_report(position, Fight(("c-law", "c-robertson"), ("u-vincent",)))
    assert [figure["value"] for figure in report["figures"]] == ["4", "4", "1-1"]
    assert [(term["value"], term["rule"]) for term in report["terms"]] == [
        ("2", "12.7"), ("2", "12.7"), ("2", "12.7"), ("1", "12.11.1"), ("1", "G7.6.def"),
    ]  # fmt: skip
    assert [column["name"] for column in report["ladder"] if column["on"]] == ["1-1"]


@pytest.mark.rule(ID, "12.12.ter", "12.10.1", "12.10.len")
def test_each_unit_has_its_chances_and_lengths_of_retreat() -> None:
    pieces: Pieces = {"u-koltes": "3010", "c-law": "2909", "c-evans": "3110"}
    report = combat_report(scene("28-august", pieces, turn=16), Fight(("c-law", "c-evans"), ("u-koltes",)))
    koltes, law, _ = report["units"]
    assert koltes["loses"] == "5/6" and law["loses"] == "1/6", "2:1, a flank, ratings 3 - 2 and 4"
    assert koltes["retreats"] == {str(n): "1/6" for n in range(2, 7)}
    town: Pieces = {"u-von-gilsa": "4317", "c-doles": "4417"}
    report = combat_report(scene("gettysburg", town, turn=3), Fight(("c-doles",), ("u-von-gilsa",)))
    assert min(int(hexes) for hexes in report["units"][0]["retreats"]) == 3


@pytest.mark.rule(ID, "13.1", "13.1.one", "13.2")
def test_markers_count_and_those_that_could_be_used_are_named() -> None:
    pieces: Pieces = {"u-gamble-a": "4309", "c-archer": "4308"}
    position = scene("gettysburg", pieces, turn=2, available=["am-buford", "am-heth"])
    report = combat_report(position, Fight(("c-archer",), ("u-gamble-a",), ("am-buford", "am-heth")))
    assert report["figures"][2]["value"] == "3-1"
    assert [note["says"] for note in report["notes"] if note["rule"] == "13.2"] == [
        "Artillery for the attack: Heth.",
        "Artillery for the defence: Buford.",
    ]


@pytest.mark.rule(ID, "G8.1.die")
def test_an_unknown_rating_is_a_mean_over_the_die() -> None:
    pieces: Pieces = {"c-davis": "4410", "u-cutler": "4411"}
    report = combat_report(scene("gettysburg", pieces, turn=6), Fight(("c-davis",), ("u-cutler",)))
    davis = report["units"][1]
    # Ratings 2, 2, 3, 3, 4, 5 at 1:1: 4, 4, 3, 3, 2 and 1 sixths.
    assert Fraction(davis["loses"]) == Fraction(4 + 4 + 3 + 3 + 2 + 1, 36)
    assert [note["rule"] for note in report["notes"] if "rating" in note["says"]] == ["G8.1.die"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "support", "says"),
    [
        ((), ("u-koltes",), (), "at least one unit"),
        (("c-law",), ("u-nobody",), (), "u-nobody is no unit"),
        (("c-drayton",), ("u-koltes",), (), "c-drayton is not on the map"),
        (("c-law", "c-law"), ("u-koltes",), (), "named twice"),
        (("c-law", "u-meade"), ("u-koltes",), (), "both sides"),
        (("u-meade",), ("u-koltes",), (), "same side"),
        (("c-law",), ("u-koltes", "u-meade"), (), "several hexes"),
        (("c-law",), ("u-meade",), (), "cannot attack 3212"),
        (("c-law",), ("u-koltes",), ("am-none",), "no artillery marker"),
        (("c-law",), ("u-koltes",), ("am-hood", "am-jones"), "one marker a side"),
    ],
)
def test_an_impossible_combat_is_an_error_that_names_it(
    attackers: tuple[str, ...], defenders: tuple[str, ...], support: tuple[str, ...], says: str
) -> None:
    pieces: Pieces = {"u-koltes": "3010", "c-law": "2909", "u-meade": "3212"}
    with pytest.raises(BullrunError, match=says):
        combat_report(scene("28-august", pieces, turn=16), Fight(attackers, defenders, support))


def test_threats_name_each_stack_next_to_enemies() -> None:
    pieces: Pieces = {"u-koltes": "3010", "c-law": "2909", "c-evans": "3110", "u-meade": "3212"}
    position = scene("28-august", pieces, turn=16)
    (row,) = threats(position, "union")
    assert (row["at"], row["odds"], row["chance"]) == ("3010", "2-1", "5/6")
    assert sorted(row["attackers"]) == ["c-evans", "c-law"] and row["defenders"] == ["u-koltes"]
    assert {row["at"] for row in threats(position, "confederate")} == {"2909", "3110"}
    assert at(position, "u-koltes") == "3010"
