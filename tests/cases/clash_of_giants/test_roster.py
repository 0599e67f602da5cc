"""The loaders: what they make of the files, and what they say of faults."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bullrun.errors import BullrunError
from bullrun.games.clash_of_giants import HOME
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield
from bullrun.games.clash_of_giants.rules.charts import load_roster
from bullrun.games.clash_of_giants.rules.roster import CAVALRY, Roster
from bullrun.games.loading import Agreed, data_toml, scenario_toml
from tests.cases.clash_of_giants.scene import GAME, ID, rules

FILE = "pieces-gettysburg"
Change = Callable[[dict[str, Any]], object]


@pytest.mark.rule(ID, "3.2.formation", "3.2.types", "3.2.steps", "3.2.ter")
def test_a_unit_has_formation_division_kind_steps_and_rating() -> None:
    roster = load_roster("pieces-second-bull-run")
    milroy, buford = roster.number["u-milroy"], roster.number["u-buford"]
    assert roster.formations[roster.formation[milroy]].id == "i-corps"
    schurz = roster.divisions[roster.division[milroy]]
    assert [roster.ids[p] for p in range(roster.unit_count) if schurz >> p & 1] == [
        "u-schimmelfennig",
        "u-krzyzanowski",
        "u-milroy",
    ]
    assert (roster.steps[milroy], roster.halves[milroy], roster.rating[milroy]) == (2, 2, 3)
    assert roster.kind[buford] == CAVALRY and roster.cavalry >> buford & 1
    assert roster.formations[roster.formation[buford]].marker == -1, "Buford has no marker of his own"


@pytest.mark.rule(ID, "G8.4.half", "G8.1.die", "G8.2")
def test_half_strengths_and_ratings_by_die() -> None:
    roster = load_roster(FILE)
    assert {roster.ids[p]: roster.halves[p] for p in range(roster.unit_count) if roster.halves[p] != 2} == {
        "u-gamble-a": 1,
        "u-gamble-b": 1,
        "u-devin-a": 1,
        "u-devin-b": 1,
    }
    assert roster.guns_of[roster.number["am-buford"]].halves == 1
    assert {roster.ids[p]: dice for p, dice in roster.rating_by_die.items()} == {
        "u-vermont": (2, 3, 3, 4, 4, 5),
        "c-davis": (2, 2, 3, 3, 4, 5),
    }


def test_units_come_first_then_commands_specials_and_artillery() -> None:
    for name in ("pieces-second-bull-run", FILE):
        roster = load_roster(name)
        kinds = [info.kind for info in roster.infos]
        order = ["infantry", "command", "special", "artillery"]
        assert [k for k in dict.fromkeys(kinds) if k != "cavalry"] == order
        assert not set(kinds[roster.unit_count :]) & {"infantry", "cavalry"}


def drop(part: str, index: int, field: str) -> Change:
    return lambda data: data[part][index].pop(field)


def change(part: str, index: int, field: str, value: Any) -> Change:
    return lambda data: data[part][index].update({field: value})


FAULTS: dict[str, tuple[Change, str]] = {
    "no steps": (drop("units", 0, "steps"), "u-gamble-a: steps: is missing"),
    "three steps": (change("units", 0, "steps", 3), "u-gamble-a: steps: expected 1 to 2, got 3"),
    "strength": (change("units", 0, "strength", "1/3"), "u-gamble-a: strength: expected a number of halves"),
    "not a fraction": (
        change("units", 0, "strength", "x"),
        "u-gamble-a: strength: 'x' is not a number such as 1/2",
    ),
    "kind": (change("units", 0, "kind", "guns"), "u-gamble-a: kind: 'guns' is none of infantry, cavalry"),
    "formation": (change("units", 0, "formation", "ix"), "u-gamble-a: formation: 'ix' is none of"),
    "other side": (
        change("units", 0, "formation", "heth"),
        "u-gamble-a: formation 'heth' is of the other side",
    ),
    "division": (change("units", 0, "division", "Wadsworth"), "division 'Wadsworth' lies in two formations"),
    "no rating": (drop("units", 0, "rating"), "u-gamble-a: needs rating or rating_by_die"),
    "unknown field": (change("units", 0, "stepps", 2), "u-gamble-a: unknown field stepps"),
    "two words": (change("units", 0, "id", "u gamble"), "u gamble: id must be one printable word"),
    "row": (change("formations", 0, "row", "quick"), "i-corps: row: 'quick' is none of slow"),
    "how": (change("specials", 0, "how", "soon"), "scm-reynolds: how: 'soon' is none of first"),
    "serves": (
        change("specials", 0, "serves", ["heth"]),
        "scm-reynolds: serves must name formations of its side",
    ),
    "served": (change("artillery", 0, "serves", ["x"]), "am-buford: serves: 'x' is none of"),
    "scope": (change("artillery", 0, "scope", "army"), "am-buford: scope: 'army' is none of formation"),
    "turn": (change("commands", 0, "turn", 0), "cm-buford: turn: expected 1 to 99, got 0"),
    "twice": (change("artillery", 0, "id", "am-i-corps"), "am-i-corps: a piece id is given twice"),
    "no list": (lambda data: data.pop("specials"), "specials must be a list"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_counters_is_named_with_file_item_and_reason(fault: str) -> None:
    spoil, says = FAULTS[fault]
    data = copy.deepcopy(data_toml(HOME, f"{FILE}.toml"))
    spoil(data)
    with pytest.raises(BullrunError) as error:
        Roster(data, ["slow", "standard", "good", "fast", "cavalry"], "pieces.toml")
    assert says in str(error.value) and str(error.value).startswith("pieces.toml: ")


SCENARIO_FAULTS: dict[str, tuple[Change, str]] = {
    "unknown unit": (
        lambda data: data["arrivals"][0]["pieces"].append("u-nobody"),
        "there is no unit 'u-nobody' in pieces-second-bull-run.toml",
    ),
    "entry of the other map": (
        lambda data: data["arrivals"][0].update(entry="K"),
        "Kearny's division: the map has no entry hex 'K'",
    ),
    "formation split": (
        lambda data: data["setup"][0]["pieces"].append("c-early"),
        "Taliaferro's division: c-early is of another formation",
    ),
    "hex": (lambda data: data["setup"][0].update(sites=["9999"]), "'9999' is not a place on this map"),
    "both": (
        lambda data: data["setup"][0].update(at=data["setup"][0]["ready"]),
        "Taliaferro's division: needs sites or at, and not both",
    ),
    "turns": (lambda data: data.update(last_turn=18), "first_turn and last_turn must be among the turns"),
}


@pytest.mark.parametrize("fault", SCENARIO_FAULTS)
def test_a_fault_in_a_scenario_is_named(fault: str) -> None:
    spoil, says = SCENARIO_FAULTS[fault]
    data = copy.deepcopy(scenario_toml(HOME, "28-august"))
    spoil(data)
    whole = rules("28-august")
    with pytest.raises(BullrunError) as error:
        Battlefield(Agreed("28-august", data, whole.options, {}, whole.charts), {})
    assert says in str(error.value) and str(error.value).startswith("scenarios/28-august.toml: ")


def test_each_scenario_names_its_map_and_counters() -> None:
    assert {name: (s.board, s.pieces) for name, s in GAME.scenarios.items()} == {
        "28-august": ("map-second-bull-run", "pieces-second-bull-run"),
        "29-august": ("map-second-bull-run", "pieces-second-bull-run"),
        "gettysburg": ("map-gettysburg", "pieces-gettysburg"),
    }
    assert list(GAME.boards) == ["map-second-bull-run", "map-gettysburg"]
    assert rules("29-august").board is rules("28-august").board is not rules("gettysburg").board


@pytest.mark.rule(ID, "B8.5.limit", "B9.4.freeze")
def test_fitz_lee_can_be_left_out_of_jacksons_limits() -> None:
    names = [f.id for f in rules("29-august").roster.formations]
    for section in ("jackson_limit", "freeze"):
        bound = [names[f] for f in rules("29-august").jacksons_men(section)]
        assert bound == ["taliaferro", "ewell", "light", "stuart"]
        free = [names[f] for f in rules("29-august", stuart_with_jackson="off").jacksons_men(section)]
        assert free == ["taliaferro", "ewell", "light"]


def test_an_owners_charts_are_in_force() -> None:
    charts = {"gettysburg.u-ames.rating": 5, "tables.movement_rows.slow": [4, 4, 4, 4, 4, 5]}
    own, typed = GAME.rules("gettysburg", {}), GAME.rules("gettysburg", {}, charts)
    ames = own.roster.number["u-ames"]
    assert (own.roster.rating[ames], typed.roster.rating[ames]) == (3, 5)
    assert typed.tables["movement_rows"]["slow"][5] == 5 and own.tables["movement_rows"]["slow"][5] == 8
    with pytest.raises(BullrunError, match=r"gettysburg\.u-ames\.steps"):
        GAME.rules("gettysburg", {}, {"gettysburg.u-ames.steps": 3})


def test_rules_travel_to_other_processes() -> None:
    again = pickle.loads(pickle.dumps(rules("gettysburg")))
    assert again.zones == rules("gettysburg").zones and again.roster.ids == rules("gettysburg").roster.ids
