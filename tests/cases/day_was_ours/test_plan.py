"""Scenarios, counters and tables are checked when they are read, and options change what they say."""

from __future__ import annotations

import copy

import pytest

from bullrun.errors import BullrunError
from bullrun.games.day_was_ours import HOME
from bullrun.games.day_was_ours.rules.battlefield import load_board
from bullrun.games.day_was_ours.rules.charts import CHARTS, load_roster, load_tables
from bullrun.games.day_was_ours.rules.plan import Plan
from bullrun.games.day_was_ours.rules.roster import Roster
from bullrun.games.day_was_ours.rules.tables import Tables
from bullrun.games.loading import data_toml, scenario_toml
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import GAME as game
from tests.cases.day_was_ours.scene import rules, unit

GAME = "day-was-ours"


def turn(name):
    return load_tables().track.index(name)


def arrival(name, **options):
    found = rules(**options).plan.arrivals.get(unit(name))
    return None if found is None else load_tables().track[found.turn]


def spoiled(data, path, value):
    """A copy of a file with one value changed; a value of None takes it out."""
    data = copy.deepcopy(data)
    found = data
    for step in path[:-1]:
        found = found[step]
    if value is None:
        del found[path[-1]]
    else:
        found[path[-1]] = value
    return data


# --- options of the rulebook


@pytest.mark.rule(GAME, "16.3.schedule")
def test_the_schedule_as_printed():
    assert [arrival(name) for name in ("2 RI", "2 VA", "1 VA Cav", "Arnold", "13 MS", "Ayres")] == [
        "9:00 AM", "10:30 AM", "11:30 AM", "12:30 PM", "2:30 PM", None,
    ]  # fmt: skip
    plan = rules().plan
    chits = {when: [load_roster().ids[c] for c in found] for when, found in plan.new_chits.items()}
    assert chits[turn("11:30 AM")] == ["USA-chit-Heintzelman"]
    assert chits[turn("2:00 PM")] == ["USA-event-Exhaustion", "CSA-event-Exhaustion", "CSA-event-Low-Ammo"]


@pytest.mark.rule(GAME, "O.barnard")
def test_barnard_brings_the_union_two_hours_and_the_confederates_one_hour_earlier():
    plan = rules(morning="barnard").plan
    assert plan.first_turn == turn("7:00 AM")
    assert [arrival(n, morning="barnard") for n in ("2 RI", "1 MN", "8 GA", "1 MD", "Ayres")] == [
        "7:00 AM", "9:30 AM", "8:00 AM", "2:00 PM", "3:00 PM",
    ]  # fmt: skip
    assert {o.before for o in plan.objectives if o.before != (0, 0)} == {(2, 2)}
    heintzelman = load_roster().number["USA-chit-Heintzelman"]
    assert plan.new_chits[turn("9:30 AM")] == (heintzelman,)


@pytest.mark.rule(GAME, "O.march")
def test_march_discipline_brings_the_union_early_and_doubles_the_confederates():
    plan = rules(morning="march").plan
    assert [arrival(n, morning="march") for n in ("2 RI", "1 MN", "11 NY", "Arnold", "2 VT", "8 GA")] == [
        "7:00 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "9:00 AM",
    ]  # fmt: skip
    assert {o.before for o in plan.objectives if o.before != (0, 0)} == {(1, 2)}


@pytest.mark.rule(GAME, "O.courier", "2.5c")
def test_the_courier_keeps_bonham_and_early_away():
    plan = rules(courier="on").plan
    assert [arrival(n, courier="on") for n in ("2 SC", "Kemper", "7 VA")] == [None, None, None]
    points = {o.name: o.after for o in plan.objectives}
    assert points["Henry House"] == (2, 3)
    assert points["Western exit of the pike"] == (1, 0)
    assert plan.rating[load_roster().number["CSA-chit-Beauregard"]] == (3, 2)


@pytest.mark.rule(GAME, "O.patterson")
def test_patterson_keeps_elzey_away_and_takes_the_exit_from_the_union():
    plan = rules(patterson="on").plan
    assert arrival("1 MD", patterson="on") is None
    assert {o.name: o.after for o in plan.objectives}["Western exit of the pike"] == (0, 0)
    assert (plan.watched_from, plan.watched_to) == (turn("2:30 PM"), 3)


def test_the_options_of_the_whole_battle_mean_nothing_elsewhere():
    plain, chosen = rules("matthews-hill"), rules("matthews-hill", morning="barnard", courier="on")
    assert plain.plan.first_turn == chosen.plan.first_turn
    assert plain.plan.arrivals == chosen.plan.arrivals


# --- turns, chits, limits


@pytest.mark.rule(GAME, "16.1.turns", "16.2.turns", "16.3.1")
def test_first_and_last_turns():
    spans = {
        name: (rules(name).plan.first_turn, rules(name).plan.last_turn)
        for name in ("matthews-hill", "henry-house-hill", "whole-battle")
    }
    assert spans == {
        "matthews-hill": (turn("9:00 AM"), turn("11:30 AM")),
        "henry-house-hill": (turn("1:30 PM"), turn("5:00 PM")),
        "whole-battle": (turn("9:00 AM"), turn("5:00 PM")),
    }


@pytest.mark.rule(GAME, "5.3u", "16.1.cup", "16.2.cup", "16.3.2")
def test_case_212_the_union_draws_three_from_half_past_one():
    plan = rules().plan
    assert [plan.drawn(UNION, turn(t)) for t in ("10:30 AM", "1:00 PM", "1:30 PM", "5:00 PM")] == [2, 2, 3, 3]
    assert plan.drawn(CONFEDERATE, turn("5:00 PM")) == 2
    assert rules("matthews-hill").plan.drawn(UNION, turn("11:30 AM")) == 2
    assert rules("henry-house-hill").plan.drawn(UNION, turn("1:30 PM")) == 3


@pytest.mark.rule(GAME, "16.1.regulars", "16.2.regulars", "16.3.3")
def test_case_242_uses_of_regulars_forward():
    assert [rules(n).plan.regulars_uses for n in ("matthews-hill", "henry-house-hill", "whole-battle")] == [
        2,
        1,
        3,
    ]


def test_standing_limits():
    plan, roster = rules().plan, load_roster()
    assert [tie.id for tie in plan.ties] == ["schenck", "carlisle", "4-sc-b", "cocke", "rogers-latham"]
    assert [tie.removes for tie in plan.ties] == [False, False, False, False, True]
    assert plan.never == 1 << unit("49 VA b")
    assert {roster.infos[m].name: t for m, t in plan.not_before.items()} == {
        "Cocke": turn("10:30 AM"),
        "Sherman": turn("10:30 AM"),
    }
    board = load_board()
    centre = {tie.id: board.names[tie.centre] for tie in rules(schenck_centre="3821").plan.ties}
    assert centre["schenck"] == "3821"
    assert rules("henry-house-hill").plan.ties[2].id == "cocke"


# --- every fault is named


PIECES, TABLES = data_toml(HOME, "pieces.toml"), data_toml(HOME, "tables.toml")
BATTLE = scenario_toml(HOME, "whole-battle")


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("units", 0, "weapon"), "Q", "pieces.toml: units USA-1-RI: weapon: 'Q' is none of R, RS"),
        (
            ("units", 0, "fresh", "strength"),
            "8",
            "pieces.toml: units USA-1-RI: fresh: strength: expected a whole",
        ),
        (("units", 0, "fresh", "cohesion"), 7, "cohesion: expected 0 to 6, got 7"),
        (("units", 0, "brigade"), "Burnsides", "units USA-1-RI: brigade: 'Burnsides' is none of"),
        (
            ("units", 0, "brigade"),
            "Bee",
            "units USA-1-RI: brigade: Bee or its army Union is of the other side",
        ),
        (("units", 1, "id"), "USA-1-RI", "units USA-1-RI: id: is given twice"),
        (("units", 1, "id"), "1 RI", "units 1 RI: id: expected letters"),
        (("units", 0, "battleworn"), None, "units USA-1-RI: battleworn: is missing"),
        (("brigades", 0, "division"), "Johnston", "division: Johnston is of the other side"),
        (("brigades", 0, "coordination"), True, "coordination: expected a whole number, got True"),
        (("division_chits", 0, "rating"), None, "division_chits USA-chit-Tyler: rating: is missing"),
        (("event_chits", 0, "windows"), ["noon"], "windows: 'noon' is none of"),
        (("wild_chits", 0, "name"), "Fog", "wild_chits: Fog of War is missing"),
    ],
)
def test_a_fault_in_the_counters_is_named(path, value, says):
    with pytest.raises(BullrunError) as error:
        Roster(spoiled(PIECES, path, value), "pieces.toml")
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("stacking", "hex"), "ten", "tables.toml: stacking: hex: expected a whole number"),
        (("orders", "attack", "allowance"), {"inf": 4}, "orders: attack: allowance: cav: is missing"),
        (("terrain_cost", "woods", "inf"), "1/3", "terrain_cost: woods: inf: '1/3' is no number of halves"),
        (("terrain_cost", "woods", "inf"), "-1", "'-1' is below zero"),
        (("small_arms", "R", "at"), [], "small_arms: R: at: expected a part"),
        (("artillery", "R"), [2, 5, 4, 15], "artillery: R: the bands must end one after the other"),
        (("fog_of_war", "3"), "rain", "fog_of_war: 3: 'rain' is none of"),
        (("general_casualty", "union", "hit", "Hunter"), [13, 22], "Hunter: 13 to 22 overlaps Tyler"),
        (("coordination", "1"), ["1"] * 5, "coordination: 1: expected six numbers"),
        (("combat", "from", "C"), [11, 57, 64, 66, ""], "table combat: from.C: 57 is not a reading"),
        (("cohesion", "fire"), [["hit"]], "cohesion: fire: expected 9 lines"),
        (("cohesion", "pass", 4), ["hurt"], "cohesion: pass line 5: 'hurt' is none of"),
        (("close_shifts", "odds", 0), {"at_least": "three", "shift": 3}, "'three' is not odds"),
        (("broken_track", "broken", "box"), "9", "broken_track: broken: box: '9' is none of"),
    ],
)
def test_a_fault_in_the_tables_is_named(path, value, says):
    with pytest.raises(BullrunError) as error:
        Tables(spoiled(TABLES, path, value), "tables.toml")
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("first_turn",), "6:00 AM", "whole-battle.toml: first_turn: '6:00 AM' is none of"),
        (("last_turn",), "7:00 AM", "last_turn: comes before first_turn"),
        (("setup", 0, "of"), "9999", "setup Schenck's brigade: of:"),
        (("setup", 0, "units"), ["USA-9-OH"], "units: 'USA-9-OH' is no counter of this game"),
        (("setup", 0, "units"), ["CSA-8-VA"], "units: CSA-8-VA is of the other side"),
        (("historical", "union", "places", "USA-1-OH"), "1914", "USA-1-OH: 1914 lies outside its area"),
        (("historical", "union", "places", "USA-1-OH"), None, "USA-1-OH: is missing"),
        (
            ("reinforcements", 0, "units"),
            ["USA-1-OH"],
            "reinforcements Burnside: units: USA-1-OH is in the game",
        ),
        (("objectives", 0, "hex"), "2515x", "objectives 1: hex:"),
        (("control", "1816"), "union", "control: 1816: is no objective"),
        (("mix", "union"), ["CSA-event-Rally"], "mix: union: CSA-event-Rally is no such chit"),
        (("standing",), ["schenk"], "standing: 'schenk' is no limit"),
        (("limit", "schenck", "ends"), ["rain"], "limit: schenck: ends: 'rain' is none of"),
    ],
)
def test_a_fault_in_a_scenario_is_named(path, value, says):
    settings = {name: setting.default for name, setting in game.settings.items()}
    with pytest.raises(BullrunError) as error:
        Plan(
            spoiled(BATTLE, path, value),
            "whole-battle.toml",
            load_board(),
            load_roster(),
            load_tables(),
            settings,
        )
    assert says in str(error.value)


# --- an owner's charts


def test_an_owners_charts_are_in_force_and_leave_the_games_own_alone():
    owners = {
        "units.USA-2-RI.fresh.strength": 11,
        "tables.terrain_cost.woods.inf": "3",
        "tables.combat.from.A": [11, 62, 65, "", ""],
    }
    charted = game.rules("whole-battle", {}, owners)
    assert charted.roster.strength[unit("2 RI")] == (11, 6)
    assert charted.tables.terrain_cost["woods"][0] == 6
    assert charted.tables.combat.result(62, 0) == "CT 0"
    assert rules().roster.strength[unit("2 RI")] == (9, 6)
    assert rules().tables.terrain_cost["woods"][0] == 4


def test_every_open_number_may_stand_as_the_game_has_it():
    for item in CHARTS.items.values():
        assert item.kind.why_not(item.value, item.value) == "", item.path
    assert len(CHARTS.items) > 500


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("units.USA-2-RI.fresh.strength", 0, "expected a whole number from 1 to 30"),
        ("units.USA-Griffin.weapon", "CC", "weapon: 'CC' is none of R, MX, S"),
        ("tables.fog_of_war.1", "chaos", "expected one of"),
        ("tables.cohesion.fire", [["hit"]] * 8, "expected a list of 9 entries"),
        ("tables.terrain_cost.clear.inf", "1/3", "expected movement points"),
        ("tables.general_casualty.union.hit.Hunter", [13, 22], "overlaps Tyler"),
        ("tables.orders.retreat.fire", True, "there is no such table to change"),
    ],
)
def test_a_chart_that_cannot_stand_is_named(path, value, says):
    with pytest.raises(BullrunError) as error:
        game.rules("whole-battle", {}, {path: value})
    assert all(word in str(error.value) for word in path.split("."))
    assert says in str(error.value)
