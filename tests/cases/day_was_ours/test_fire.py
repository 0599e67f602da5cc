"""9: who fires at what, the column and its shifts, and what follows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.games.day_was_ours.rules import fire
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.fire import (
    BATTERY,
    DEFENSIVE,
    FIREFIGHT,
    OPPORTUNITY,
    SUPERIOR,
    SUPPORT,
    VOLLEY,
    Volley,
    call_fire,
    number_text,
    shooters,
    volley,
)
from bullrun.games.day_was_ours.rules.ground import lead_candidates, stack
from bullrun.games.day_was_ours.rules.state import GUNS
from tests.cases.day_was_ours.scene import at, explain, given, names, options, place, play, rules, told, unit

GAME = "day-was-ours"


def worked_out(position: Day, kind: str, firers: str, target: str, short: bool = False) -> Volley:
    """The arithmetic of a fire; firers are divided by commas."""
    units = [unit(name.strip()) for name in firers.split(",")]
    there = place(target)
    lead = lead_candidates(position, stack(position, there))[0]
    return volley(position, kind, units, there, lead, short)


def strength(found: Volley) -> str:
    return number_text(sum(shot.parts for shot in found.shots))


def column(found: Volley) -> str:
    return rules().tables.combat.columns[found.column]


def start(found: Volley) -> str:
    return rules().tables.combat.columns[found.start]


def shifts(found: Volley) -> dict[str, int]:
    return {one.rule: one.by for one in found.shifts}


def result(reading: int, name: str) -> str:
    table = rules().tables.combat
    return table.result(reading, table.columns.index(name))


def burnside(*units: str, **more: object) -> Day:
    """Burnside's fire step under Attack, and nothing after it."""
    position = given(*units, phase="fire", brigade="Burnside", order="attack", **more)
    position.state.frames = [("fire step",)]
    return position


def guns(*units: str, who: str, side: str = "union", **more: object) -> Day:
    """A battery's step of the Artillery Phase, as far as fire goes."""
    position = given(*units, side=side, phase="fire", order="attack", units=[who], **more)
    position.state.order = GUNS
    return position


def options_of(position: Day, *batteries: str) -> list[str]:
    """What batteries may declare in their step."""
    found = fire.options(position, [unit(name) for name in batteries], BATTERY)
    return [" ".join(option) for option in found]


def fires(position: Day, name: str) -> set[str]:
    """The hexes at which a unit may fire now."""
    return names(fire.targets(position, position.state.at[unit(name)], [unit(name)], VOLLEY))


# --- strengths and ranges -----------------------------------------------------------------------------


@pytest.mark.rule(GAME, "2.2b")
@pytest.mark.rule(GAME, "9.1b")
@pytest.mark.rule(GAME, "9.1c")
def test_case_4_strengths_are_added_and_then_rounded_down() -> None:
    position = given("7 GA 2016 worn", "8 GA 2017", "2 RI 1816")
    found = worked_out(position, VOLLEY, "7 GA, 8 GA", "1816")
    assert strength(found) == "4" and start(found) == "4-5"


@pytest.mark.rule(GAME, "2.2b")
@pytest.mark.rule(GAME, "9.3.mixed")
def test_case_5_less_than_a_point_uses_column_c() -> None:
    position = given("Squires 2125 worn hits=1", "2 RI 1418")
    found = worked_out(position, BATTERY, "Squires", "1418")
    assert strength(found) == "1/4" and start(found) == "C"
    assert shifts(found)["9.3.mixed"] == -1 and column(found) == "B"


@pytest.mark.rule(GAME, "9.1c")
def test_cases_68_and_69_small_arms_by_range() -> None:
    near = given("2 RI 2015", "8 GA 2016")
    assert strength(worked_out(near, VOLLEY, "2 RI", "2016")) == "9"
    assert start(worked_out(near, VOLLEY, "2 RI", "2016")) == "8-9"
    far = given("2 RI 2014", "8 GA 2016")
    found = worked_out(far, VOLLEY, "2 RI", "2016")
    assert strength(found) == "4 1/2" and start(found) == "4-5"
    for name, points, named in (("2 VA", "2 1/4", "2"), ("8 GA", "2 1/2", "2")):
        found = worked_out(given(f"{name} 2016", "2 RI 2014"), VOLLEY, name, "2014")
        assert strength(found) == points and start(found) == named
    assert fires(burnside("2 NH 2014", "8 GA 2016"), "2 NH") == set()


@pytest.mark.rule(GAME, "9.1c")
def test_a_weapon_out_of_range_is_refused_with_its_rule() -> None:
    position = burnside("2 NH 2014", "2 RI 1914", "8 GA 2016", "7 GA 1915")
    refusal = explain(position, "fire 2016 USA-2-NH")
    assert refusal is not None and refusal.rule == "9.1c"


@pytest.mark.rule(GAME, "9.1b")
def test_case_70_combined_fire_needs_every_line() -> None:
    position = burnside("2 RI 2015", "1 RI 2014", "8 GA 2016")
    assert "fire 2016 USA-1-RI USA-2-RI" not in options(position)
    refusal = explain(position, "fire 2016 USA-1-RI USA-2-RI")
    assert refusal is not None and refusal.rule == "9.1e.same"
    assert "fire 2016 USA-1-RI" not in options(burnside("2 RI 2015", "1 RI 1914", "8 GA 2016"))
    position = burnside("2 RI 2015", "1 RI 1915", "8 GA 2016")
    assert "fire 2016 USA-1-RI USA-2-RI" in options(position)
    found = worked_out(position, VOLLEY, "1 RI, 2 RI", "2016")
    assert strength(found) == "17" and start(found) == "15-17"


@pytest.mark.rule(GAME, "9.1b")
def test_only_one_brigade_in_one_hex_or_two_adjacent_ones_fires_together() -> None:
    position = burnside("2 RI 2015", "1 RI 2115", "71 NY 1915", "8 GA 2016")
    found = options(position)
    assert "fire 2016 USA-1-RI USA-2-RI" in found and "fire 2016 USA-2-RI USA-71-NY" in found
    assert "fire 2016 USA-1-RI USA-71-NY" not in found, "1915 and 2115 are not adjacent"
    refusal = explain(position, "fire 2016 USA-1-RI USA-2-RI USA-71-NY")
    assert refusal is not None and refusal.rule == "9.1b"
    mixed = given(
        "2 RI 2015", "27 NY 2115", "8 GA 2016", phase="fire", order="attack", units=["2 RI", "27 NY"]
    )
    assert "fire 2016 USA-2-RI USA-27-NY" not in options(mixed)


@pytest.mark.rule(GAME, "9.1b")
def test_batteries_combine_in_one_hex_and_never_with_infantry() -> None:
    units = ("Reynolds 1914", "Martin 1914", "Griffin 1814", "8 GA 1916")
    position = given(*units, phase="fire", order="attack", units=["Reynolds", "Martin", "Griffin"])
    position.state.order = GUNS
    found = options_of(position, "Reynolds", "Martin", "Griffin")
    assert "fire 1916 USA-Reynolds USA-Martin" in found
    assert "fire 1916 USA-Griffin" in found and "fire 1916 USA-Reynolds USA-Griffin" not in found
    refusal = fire.why_not_fire(position, ("fire", "1916", "USA-Reynolds", "USA-Griffin"))
    assert refusal is not None and refusal.rule == "9.1b"
    both = given(
        "Arnold 1915", "71 NY 1914", "8 GA 1916", phase="fire", order="attack", units=["Arnold", "71 NY"]
    )
    assert not fire.may_combine(both, [unit("71 NY"), unit("Arnold")])


@pytest.mark.rule(GAME, "9.1d")
@pytest.mark.parametrize(
    "hexes, points, named",
    [
        (2, "12", "12-14"),
        (5, "6", "6-7"),
        (10, "3", "3"),
        (11, "1 1/2", "1"),
        (15, "1 1/2", "1"),
        (16, None, ""),
    ],
)
def test_case_71_bands_of_rifled_guns(hexes: int, points: str | None, named: str) -> None:
    tables = rules().tables
    band = tables.band("R", hexes)
    if points is None:
        assert band is None
        return
    assert band is not None
    strong = 6 * tables.band_factor[band]
    assert strong == Fraction(sum(Fraction(part) for part in points.split()))
    assert tables.combat.columns[tables.combat.column_for(int(strong))] == named


@pytest.mark.rule(GAME, "9.1d")
@pytest.mark.rule(GAME, "9.3.mixed")
def test_cases_72_and_73_mixed_and_smoothbore_guns_at_a_distance() -> None:
    tables = rules().tables
    assert [tables.band("MX", hexes) for hexes in (9, 10, 12, 13)] == [2, 3, 3, None]
    assert [tables.band("S", hexes) for hexes in (8, 9)] == [2, None]
    found = worked_out(given("Ricketts 2125", "8 GA 1921"), BATTERY, "Ricketts", "1921")
    assert strength(found) == "6", "range 5 is Short"
    far = given("Ricketts 1418", "8 GA 2125")
    found = worked_out(far, BATTERY, "Ricketts", "2125")
    assert strength(found) == "1 1/2" and start(found) == "1" and column(found) == "C"


@pytest.mark.rule(GAME, "9.1d")
@pytest.mark.rule(GAME, "9.3.canister")
def test_case_74_smoothbores_with_canister() -> None:
    position = given("Pelham 2325", "Squires 2325", "2 RI 2125")
    found = worked_out(position, BATTERY, "Pelham, Squires", "2125")
    assert strength(found) == "18" and start(found) == "18-20"
    assert shifts(found)["9.3.canister"] == 1 and column(found) == "21-24"


@pytest.mark.rule(GAME, "9.3.mixed")
def test_case_75_less_than_half_mixed_guns_do_not_shift() -> None:
    position = given("Griffin 2125", "Ricketts 2125 worn", "8 GA 1518")
    assert position.rules.board.distance(place("2125"), place("1518")) == 10
    found = worked_out(position, BATTERY, "Griffin, Ricketts", "1518")
    assert strength(found) == "4" and "9.3.mixed" not in shifts(found)


@pytest.mark.rule(GAME, "9.1f")
@pytest.mark.rule(GAME, "6.5d")
def test_case_76_a_battery_in_woods_gives_no_defensive_fire() -> None:
    position = given("Griffin 1707", "8 GA 1607")
    assert shooters(position, place("1707"), DEFENSIVE, place("1607")) == ()
    angled = given("Griffin 3216", "8 GA 3116")
    assert shooters(angled, place("3216"), DEFENSIVE, place("3116")) == ()


@pytest.mark.rule(GAME, "9.1g")
def test_case_77_an_engaged_unit_fires_at_adjacent_enemies_only() -> None:
    position = given(
        "27 NY 2015", "8 GA 2016", "7 GA 2116", "4 AL 1816",
        phase="fire", brigade="Porter", order="attack",
    )  # fmt: skip
    assert fires(position, "27 NY") == {"2016"}
    refusal = explain(position, "fire 1816 USA-27-NY")
    assert refusal is not None and refusal.rule == "9.1g"


@pytest.mark.rule(GAME, "9.1g")
def test_mounted_cavalry_fires_only_in_defense_and_at_half() -> None:
    position = given("1 VA Cav 1927", "11 NY 1926")
    riders = unit("1 VA Cav")
    assert shooters(position, place("1927"), OPPORTUNITY, place("1926")) == ()
    assert shooters(position, place("1927"), FIREFIGHT, place("1926")) == ()
    assert shooters(position, place("1927"), DEFENSIVE, place("1926")) == (riders,)
    found = worked_out(position, DEFENSIVE, "1 VA Cav", "1926")
    assert strength(found) == "2 1/2"
    under = given("1 VA Cav 1927", "11 NY 1926", chaos="1927")
    assert strength(worked_out(under, DEFENSIVE, "1 VA Cav", "1926")) == "1 1/4"


@pytest.mark.rule(GAME, "9.1h")
def test_case_33_fire_across_bull_run_is_allowed() -> None:
    position = given("2 OH 3821", "4 SC b 3721", phase="fire", brigade="Schenck", order="defend")
    assert "fire 3721 USA-2-OH" in options(position)


@pytest.mark.rule(GAME, "9.1a")
@pytest.mark.rule(GAME, "8.2")
def test_case_78_no_answer_to_fire_and_each_unit_fires_once() -> None:
    position = burnside("2 RI 2015", "71 NY 2014", "8 GA 2016")
    play(position, "fire 2016 USA-2-RI", "11")
    assert [facts["attackers"] for facts in told(position, "fire")] == [["USA-2-RI"]]
    assert not any("USA-2-RI" in words for words in options(position) if words.startswith("fire"))
    refusal = fire.why_not_fire(position, ("fire", "2016", "USA-2-RI"))
    assert refusal is not None and refusal.rule == "9.1a"


@pytest.mark.rule(GAME, "12.6")
def test_a_shaken_unit_fires_at_adjacent_enemies_only() -> None:
    position = burnside("2 RI 2014 shaken", "1 RI 1915", "8 GA 2016")
    assert fires(position, "2 RI") == set()
    refusal = explain(position, "fire 2016 USA-2-RI")
    assert refusal is not None and refusal.rule == "12.6"


@pytest.mark.rule(GAME, "8.1.limited")
def test_case_150_a_limited_activation_fires_at_adjacent_enemies_only() -> None:
    position = given(
        "2 RI 2015", "1 RI 2014", "8 GA 2016", "7 GA 2116", phase="fire", brigade="Burnside", order="limited"
    )
    assert all("USA-1-RI" not in words for words in options(position))
    assert "fire 2016 USA-2-RI" in options(position)
    far = given(
        "2 RI 2015", "1 RI 1814", "8 GA 2016", "7 GA 1816", phase="fire", brigade="Burnside", order="limited"
    )
    refusal = explain(far, "fire 1816 USA-1-RI")
    assert refusal is not None and refusal.rule == "8.1.limited"


@pytest.mark.rule(GAME, "7.3.chaos.act")
def test_case_156_units_under_chaos_begin_no_fire() -> None:
    position = burnside("2 RI 2015", "71 NY 2115", "8 GA 2016", chaos="2015")
    assert fires(position, "2 RI") == set() and fires(position, "71 NY") == {"2016"}
    refusal = explain(position, "fire 2016 USA-2-RI")
    assert refusal is not None and refusal.rule in ("7.3.chaos.act", "9.1a")
    assert shooters(position, place("2015"), OPPORTUNITY, place("2016")) == ()
    found = worked_out(position, DEFENSIVE, "2 RI", "2016")
    assert strength(found) == "4 1/2" and start(found) == "4-5"


@pytest.mark.rule(GAME, "9.1e.over")
def test_case_66_infantry_never_fires_over_friends_and_guns_not_with_canister() -> None:
    units = ("11 NY 1926", "38 NY 2026", "33 VA 2125")
    position = given(*units, phase="fire", brigade="Willcox", order="attack")
    assert "2125" not in fires(position, "11 NY")
    refusal = fire.why_no_aim(position, unit("11 NY"), place("2125"))
    assert refusal is not None and refusal.rule == "9.1e.over"
    found = worked_out(given("Griffin 1926", "38 NY 2026", "33 VA 2125"), BATTERY, "Griffin", "2125")
    assert strength(found) == "6"


@pytest.mark.rule(GAME, "9.1e.side")
def test_blocked_fire_is_refused_with_the_hex_that_blocks() -> None:
    position = given(
        "2 RI 1914", "8 GA 2021", "Griffin 1915", phase="fire", order="attack", units=["Griffin"]
    )
    position.state.order = GUNS
    refusal = fire.why_no_aim(position, unit("Griffin"), place("2021"))
    assert refusal is not None and refusal.rule == "9.1e.down" and "1916" in refusal.says


# --- shifts -------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.3.woods")
def test_case_79_target_in_woods() -> None:
    found = worked_out(given("1 RI 2116", "8 GA 2217"), VOLLEY, "1 RI", "2217")
    assert shifts(found) == {"9.3.woods": -2} and column(found) == "4-5"
    assert result(44, "4-5") == "CT 0"


@pytest.mark.rule(GAME, "9.3.woods")
@pytest.mark.rule(GAME, "9.3.over")
def test_case_80_into_woods_over_woods() -> None:
    found = worked_out(given("13 NY 3416", "8 GA 3217"), VOLLEY, "13 NY", "3217")
    assert strength(found) == "6" and shifts(found) == {"9.3.woods": -2, "9.3.over": -1}
    assert column(found) == "2" and result(46, "2") == "no effect"


@pytest.mark.rule(GAME, "9.3.units")
@pytest.mark.rule(GAME, "9.1e.over")
def test_case_81_over_units() -> None:
    found = worked_out(given("Griffin 1926", "11 NY 2026", "33 VA 2125"), BATTERY, "Griffin", "2125")
    assert start(found) == "6-7" and shifts(found) == {"9.3.units": -1} and column(found) == "4-5"


@pytest.mark.rule(GAME, "9.3.cavalry")
def test_case_82_fire_at_mounted_cavalry() -> None:
    found = worked_out(given("2 RI 1926", "1 VA Cav 1927"), VOLLEY, "2 RI", "1927")
    assert shifts(found)["9.3.cavalry"] == 2 and column(found) == "12-14" and result(32, "12-14") == "CT 0"
    afoot = ("2 RI 1926", "1 VA Cav 1927 dismounted")
    assert "9.3.cavalry" not in shifts(worked_out(given(*afoot), VOLLEY, "2 RI", "1927"))
    always = given(*afoot, options={"cavalry-target": "always"})
    assert shifts(worked_out(always, VOLLEY, "2 RI", "1927"))["9.3.cavalry"] == 2


@pytest.mark.rule(GAME, "9.3.ammo")
def test_case_83_low_ammo_for_each_marker() -> None:
    found = worked_out(given("2 RI 2015 low_ammo", "8 GA 2016"), VOLLEY, "2 RI", "2016")
    assert column(found) == "4-5" and result(44, "4-5") == "CT 0"
    both = given("2 RI 2015 low_ammo", "1 RI 2115 low_ammo", "8 GA 2016")
    found = worked_out(both, VOLLEY, "2 RI, 1 RI", "2016")
    assert start(found) == "15-17" and shifts(found) == {"9.3.ammo": -4} and column(found) == "6-7"


@pytest.mark.rule(GAME, "9.3.canister")
def test_case_84_canister_of_smoothbores_and_none_over_friends() -> None:
    found = worked_out(given("Pelham 2325", "2 RI 2125"), BATTERY, "Pelham", "2125")
    assert start(found) == "10-11" and column(found) == "12-14" and result(43, "12-14") == "CT 1"
    position = given("Pelham 1926", "4 VA 2026", "2 RI 2125")
    found = worked_out(position, BATTERY, "Pelham", "2125")
    assert strength(found) == "5" and "9.3.canister" not in shifts(found) and column(found) == "3"


@pytest.mark.rule(GAME, "9.1d")
def test_a_battery_in_canister_range_may_fire_short() -> None:
    position = given("Pelham 2325", "2 RI 2125")
    found = worked_out(position, BATTERY, "Pelham", "2125", short=True)
    assert strength(found) == "5" and shifts(found) == {}
    near = guns("Imboden 1816", "2 RI 2015", who="Imboden", side="confederate")
    assert options_of(near, "Imboden") == ["fire 2015 CSA-Imboden", "short 2015 CSA-Imboden"]
    far = guns("Imboden 1816", "2 RI 2018", who="Imboden", side="confederate")
    assert options_of(far, "Imboden") == ["fire 2018 CSA-Imboden"]


@pytest.mark.rule(GAME, "9.3c")
def test_case_85_flanking_fire_from_two_sides() -> None:
    found = worked_out(given("2 RI 2015", "71 NY 2116", "8 GA 2016"), VOLLEY, "2 RI", "2016")
    assert shifts(found) == {"9.3c": 1} and column(found) == "10-11" and result(34, "10-11") == "CT 0"
    near = given("2 RI 2015", "71 NY 2115", "8 GA 2016")
    assert shifts(worked_out(near, VOLLEY, "2 RI", "2016")) == {}
    three = given("2 RI 2015", "71 NY 2115", "2 NH 1915", "8 GA 2016")
    assert shifts(worked_out(three, VOLLEY, "2 RI", "2016")) == {"9.3c": 1}


@pytest.mark.rule(GAME, "9.3c")
def test_case_86_flanking_fire_from_two_hexes_away() -> None:
    found = worked_out(given("2 RI 2014", "71 NY 2116", "8 GA 2016"), VOLLEY, "2 RI", "2016")
    assert strength(found) == "4 1/2" and shifts(found) == {"9.3c": 1} and column(found) == "6-7"
    shaken = given("2 RI 2014", "71 NY 2116 shaken", "8 GA 2016")
    assert shifts(worked_out(shaken, VOLLEY, "2 RI", "2016")) == {}
    chaotic = given("2 RI 2014", "71 NY 2116", "8 GA 2016", chaos="2116")
    assert shifts(worked_out(chaotic, VOLLEY, "2 RI", "2016")) == {}


@pytest.mark.rule(GAME, "9.3c")
def test_another_brigade_counts_for_flanking_fire_and_distant_guns_do_not_fire_it() -> None:
    found = worked_out(given("2 RI 2015", "14 NY 2116", "8 GA 2016"), VOLLEY, "2 RI", "2016")
    assert shifts(found) == {"9.3c": 1}
    far = given("Griffin 2013", "14 NY 2116", "27 NY 1915", "8 GA 2016")
    assert "9.3c" not in shifts(worked_out(far, BATTERY, "Griffin", "2016"))


@pytest.mark.rule(GAME, "9.3.ends")
@pytest.mark.rule(GAME, "9.3.column")
def test_case_87_shifts_end_at_the_first_and_last_column() -> None:
    table = rules().tables.combat
    assert table.columns[table.shift(table.columns.index("C"), -4)] == "A"
    assert table.columns[table.shift(table.columns.index("30+"), 6)] == "Z"


@pytest.mark.rule(GAME, "7.3.superior")
def test_case_88_superior_artillery_shifts_two_columns() -> None:
    position = given("Griffin 2125", "8 GA 1518")
    found = worked_out(position, SUPERIOR, "Griffin", "1518")
    assert start(found) == "3" and shifts(found)["7.3.superior"] == 2 and column(found) == "6-7"


@pytest.mark.rule(GAME, "9.1b.line")
@pytest.mark.rule(GAME, "9.1b")
def test_case_206_one_line_over_woods_is_enough() -> None:
    position = given("2 RI 2216", "1 RI 2215", "8 GA 2416")
    found = worked_out(position, VOLLEY, "2 RI, 1 RI", "2416")
    assert strength(found) == "8 1/2" and start(found) == "8-9"
    assert shifts(found) == {"9.3.over": -1} and column(found) == "6-7"


@pytest.mark.rule(GAME, "9.3")
def test_case_236_the_first_die_is_the_tens() -> None:
    position = burnside("2 RI 2015", "8 GA 2016")
    play(position, "fire 2016 USA-2-RI", "35")
    (facts,) = told(position, "fire_result")
    assert facts["dice"] == 35 and facts["result"] == "no effect" and facts["column"] == "8-9"


# --- opportunity, defensive and support fire ----------------------------------------------------------


@pytest.mark.rule(GAME, "9.1b.hex")
@pytest.mark.rule(GAME, "10.7")
def test_cases_43_and_45_opportunity_fire_at_half_strength() -> None:
    found = worked_out(given("27 NY 2015", "8 GA 2016"), OPPORTUNITY, "8 GA", "2015")
    assert strength(found) == "5" and column(found) == "4-5" and result(54, "4-5") == "CT 1"
    found = worked_out(given("27 NY 2015", "Imboden 2016"), OPPORTUNITY, "Imboden", "2015")
    assert strength(found) == "4" and shifts(found)["9.3.canister"] == 1 and column(found) == "6-7"


@pytest.mark.rule(GAME, "10.7c")
def test_a_unit_gives_opportunity_fire_once_in_an_enemy_activation() -> None:
    position = given("27 NY 2015", "14 NY 2115", "8 GA 2016", "Rockbridge 2017")
    position.state.frames = []
    assert shooters(position, place("2016"), OPPORTUNITY, place("2015")) == (unit("8 GA"),)
    call_fire(position, OPPORTUNITY, [unit("8 GA")], place("2015"), [unit("27 NY")])
    play(position, "11")
    assert shooters(position, place("2016"), OPPORTUNITY, place("2115")) == ()
    assert not position.state.fired, "it is no fire of its own activation"


@pytest.mark.rule(GAME, "2.2c")
@pytest.mark.rule(GAME, "2.2d")
def test_the_owner_names_the_lead_unit_among_equals_before_the_dice() -> None:
    units = ("6 NC 2326 worn", "Rockbridge 2326", "2 RI 2325")
    position = given(*units, phase="fire", brigade="Burnside", order="attack")
    play(position, "fire 2326 USA-2-RI")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and decision.rule == "2.2d"
    assert options(position) == ["lead CSA-6-NC", "lead CSA-Rockbridge"]
    play(position, "lead CSA-Rockbridge", "66")
    assert told(position, "fire_result")[0]["piece"] == "CSA-Rockbridge"


@pytest.mark.rule(GAME, "2.2c")
def test_only_the_lead_unit_tests_and_a_mover_leads_among_movers() -> None:
    position = burnside("2 RI 2015", "11 MS 2016", "6 NC 2016")
    play(position, "fire 2016 USA-2-RI", "66", "1", "1")
    assert [facts["piece"] for facts in told(position, "test")] == ["CSA-6-NC"]
    moving = given("Martin 2015", "1 RI 2015", "8 GA 2016")
    moving.state.frames = []
    call_fire(moving, OPPORTUNITY, [unit("8 GA")], place("2015"), [unit("Martin")])
    play(moving, "66")
    assert told(moving, "fire_result")[0]["piece"] == "USA-Martin"


@pytest.mark.rule(GAME, "12.3.cause")
def test_case_131_the_stronger_firing_hex_is_the_cause() -> None:
    position = burnside("2 RI 2015", "71 NY 2115", "8 GA 2016")
    found = worked_out(position, VOLLEY, "2 RI, 71 NY", "2016")
    assert fire.cause_of(position, found.shots, place("2016")) == place("2015")
    equal = burnside("2 RI 2015 worn hits=2", "71 NY 2115 worn", "8 GA 2016")
    found = worked_out(equal, VOLLEY, "2 RI, 71 NY", "2016")
    assert fire.cause_of(equal, found.shots, place("2016")) == place("2015"), "the lower number"


@pytest.mark.rule(GAME, "11.3a.support")
def test_support_fire_is_given_by_batteries_once_an_activation() -> None:
    position = given("2 RI 2015", "8 GA 2016", "Imboden 1816")
    assert shooters(position, place("1816"), SUPPORT, place("2015")) == (unit("Imboden"),)
    position.state.supported |= 1 << unit("Imboden")
    assert shooters(position, place("1816"), SUPPORT, place("2015")) == ()


@pytest.mark.rule(GAME, "7.3.firefight")
@pytest.mark.rule(GAME, "7.3.superior")
def test_events_fire_with_infantry_or_with_guns() -> None:
    position = given("2 RI 2015 worn", "Arnold 2015", "8 GA 2016")
    there = place("2016")
    assert shooters(position, place("2015"), FIREFIGHT, there) == (unit("2 RI"),)
    assert shooters(position, place("2015"), SUPERIOR, there) == (unit("Arnold"),)
    assert shooters(given("2 RI 2015", "8 GA 2016", chaos="2015"), place("2015"), FIREFIGHT, there) == ()


@pytest.mark.rule(GAME, "16.3.12w")
def test_in_the_lull_units_on_the_wrong_side_do_not_fire() -> None:
    lull = {"turn": "11:30 AM", "lull": "11:00 AM"}
    position = given("4 SC a 1916", "2 RI 1915", **lull)
    assert shooters(position, place("1916"), OPPORTUNITY, place("1915")) == ()
    assert shooters(position, place("1915"), OPPORTUNITY, place("1916")) == (unit("2 RI"),)
    nobody = given("4 SC a 1916", "2 RI 1915", options={"lull-combat": "none"}, **lull)
    assert shooters(nobody, place("1915"), OPPORTUNITY, place("1916")) == ()


@pytest.mark.rule(GAME, "O.skirmish")
def test_case_244_skirmish_order_is_an_option() -> None:
    units = ("4 SC b 3621", "2 RI 3521")
    plain, on = given(*units), given(*units, options={"skirmisher": "on"})
    assert strength(worked_out(plain, VOLLEY, "4 SC b", "3521")) == "4"
    assert strength(worked_out(on, VOLLEY, "4 SC b", "3521")) == "2"
    assert shifts(worked_out(plain, VOLLEY, "2 RI", "3621")) == {}
    assert shifts(worked_out(on, VOLLEY, "2 RI", "3621")) == {"O.skirmish": -2}


# --- what follows -------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.3")
def test_a_fire_without_effect_needs_no_test_and_a_test_goes_to_the_lead_unit() -> None:
    position = burnside("2 RI 2015", "8 GA 2016", "7 GA 2017")
    play(position, "fire 2016 USA-2-RI", "51", "4", "3")
    (facts,) = told(position, "test")
    assert (facts["piece"], facts["adds"], facts["needs"], facts["result"]) == ("CSA-8-GA", 1, 3, "failed")
    assert at(position, "8 GA") == "1916" and position.state.hits[unit("8 GA")] == 1


@pytest.mark.rule(GAME, "8.2")
def test_the_fire_step_ends_when_its_owner_says_so() -> None:
    position = burnside("2 RI 2015", "71 NY 2115", "8 GA 2016")
    assert options(position)[-1] == "done"
    play(position, "fire 2016 USA-2-RI", "11", "done")
    assert position.decision() is None


def test_orders_without_fire_refuse_it_with_their_rule() -> None:
    position = given("2 RI 2015", "8 GA 2016", phase="fire", brigade="Burnside", order="maneuver")
    refusal = fire.why_not_fire(position, ("fire", "2016", "USA-2-RI"))
    assert refusal is not None and refusal.rule == "8.1.maneuver"


def test_bad_fires_are_refused_and_nothing_changes() -> None:
    position = burnside("2 RI 2015", "1 RI 2115", "8 GA 2016")
    position.decision()
    before = position.state.digest()
    bad = (
        "fire 2016",
        "fire 9999 USA-2-RI",
        "fire 2016 CSA-8-GA",
        "fire 2015 USA-2-RI",
        "fire 2016 USA-9-X",
        "fire 2016 USA-2-RI USA-1-RI",
        "fire 2016 USA-2-RI USA-2-RI",
        "short 2016 USA-2-RI",
    )
    for words in bad:
        refusal = explain(position, words)
        assert refusal is not None and refusal.says
    assert position.state.digest() == before
