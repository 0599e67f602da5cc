"""2.2 Values and the Lead Unit, 10.3 engagement, 12.4 support."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import ground
from bullrun.games.day_was_ours.rules.tables import PARTS
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.day_was_ours.scene import given, names, place, told, unit

GAME = "day-was-ours"


def values(position, name):
    """Modified strength and cohesion."""
    return ground.strength(position, unit(name)) / PARTS, ground.cohesion(position, unit(name))


def supported(*units, of, **more):
    return ground.is_supported(given(*units, **more), unit(of))


@pytest.mark.rule(GAME, "2.2a", "12.4a")
def test_case_1_a_morale_hit_and_no_support():
    assert values(given("2 RI 1914 hits=1"), "2 RI") == (8, 2)


@pytest.mark.rule(GAME, "2.2a", "12.4b")
def test_case_2_strength_never_falls_below_a_half():
    assert values(given("Martin 1914 hits=2", "1 RI 1914"), "Martin") == (0.5, 1)


@pytest.mark.rule(GAME, "2.2a", "12.6")
def test_case_3_cohesion_never_falls_below_zero():
    assert values(given("71 NY 1914 worn shaken hits=1"), "71 NY") == (3, 0)


@pytest.mark.rule(GAME, "2.2b")
def test_strengths_are_added_before_they_are_rounded_down():
    assert ground.whole_points(PARTS * 3 // 2 + PARTS * 5 // 2) == 4
    assert ground.whole_points(PARTS * 3 // 4) == 0


@pytest.mark.rule(GAME, "2.2c")
def test_case_6_the_lead_unit_has_the_highest_printed_strength():
    position = given("11 MS 2526", "6 NC 2526 hits=2")
    assert ground.lead_candidates(position, ground.stack(position, place("2526"))) == (unit("6 NC"),)


@pytest.mark.rule(GAME, "2.2c", "2.2d")
def test_case_7_the_owner_names_the_lead_unit_among_equals():
    position = given("6 NC 2326 worn", "Rockbridge 2326")
    found = ground.lead_candidates(position, ground.stack(position, place("2326")))
    assert set(found) == {unit("6 NC"), unit("Rockbridge")}


@pytest.mark.rule(GAME, "2.2d")
def test_equals_that_are_alike_in_everything_are_not_asked_about():
    position = given("Kemper 2326", "Beckham 2326", "Imboden 2327", "Rockbridge 2327 hits=1")
    assert ground.lead_candidates(position, ground.stack(position, place("2326"))) == (unit("Kemper"),)
    assert len(ground.lead_candidates(position, ground.stack(position, place("2327")))) == 2


@pytest.mark.rule(GAME, "10.3", "10.3e")
def test_case_36_bull_run_and_the_bridge_engage_nobody():
    position = given("4 SC b 3721", "1 OH 3822", "2 OH 3821")
    assert not any(ground.is_engaged(position, unit(name)) for name in ("4 SC b", "1 OH", "2 OH"))


@pytest.mark.rule(GAME, "10.3")
def test_every_unit_engages_batteries_and_shaken_ones_too():
    for enemy in ("Imboden 2016", "8 GA 2016 shaken"):
        position = given("2 RI 2015", enemy)
        assert ground.is_engaged(position, unit("2 RI"))
        assert {"2015", "2115", "1915", "2116", "2017", "1916"} == names(ground.zone(position, CONFEDERATE))
        assert names(ground.engaging(position, place("2015"), UNION)) == {"2016"}


@pytest.mark.rule(GAME, "12.4a", "12.4e")
def test_case_133_support_of_the_own_brigade():
    assert supported("2 RI 1914", "71 NY 1915", of="2 RI")
    assert not supported("2 RI 1914", "71 NY 1915 shaken", of="2 RI")
    # with another unit of Burnside on the map, so that it is not the last of its brigade
    assert not supported("2 RI 1914", "14 NY 1915", "1 RI 2514", of="2 RI")


@pytest.mark.rule(GAME, "12.4iv", "2.10j")
def test_case_134_no_support_in_woods():
    for name in ("2 RI", "71 NY"):
        assert not supported("2 RI 1911", "71 NY 1912", of=name)


@pytest.mark.rule(GAME, "12.4a.hampton")
def test_case_135_hampton_and_any_confederate():
    for name in ("Hampton's Legion", "4 AL"):
        assert supported("Hampton's Legion 2623", "4 AL 2624", "2 MS 3530", of=name)


@pytest.mark.rule(GAME, "12.4a.stuart", "12.4iv")
def test_case_136_stuart_is_always_supported_but_in_woods():
    assert supported("1 VA Cav 1931", of="1 VA Cav")
    assert not supported("1 VA Cav 1829", of="1 VA Cav")


@pytest.mark.rule(GAME, "12.4b")
def test_case_137_a_battery_needs_infantry():
    assert supported("Ricketts 2125", "11 NY 2124", of="Ricketts")
    assert not supported("Ricketts 2125", "11 NY 2124 shaken", of="Ricketts")
    assert not supported("Ricketts 2125", "Griffin 2124", of="Ricketts")


@pytest.mark.rule(GAME, "12.4c")
def test_case_138_the_last_unit_of_a_brigade_uses_its_division():
    assert supported("7 GA 2016", "2 MS 2017", of="7 GA")
    assert not supported("7 GA 2016", "2 MS 2017", "8 GA 2627", of="7 GA")
    assert not supported("7 GA 2016", "4 SC a 2017", of="7 GA")


@pytest.mark.rule(GAME, "12.4d")
def test_case_139_support_over_fords_but_not_over_bull_run():
    assert supported("8 VA 3530", "18 VA 3630", "19 VA 3331", of="8 VA")
    assert not supported("2 RI 3721", "71 NY 3821", "1 RI 2514", of="2 RI")


@pytest.mark.rule(GAME, "12.4a.hampton", "12.4a.stuart")
def test_case_217_hampton_takes_support_from_guns_and_stuart_gives_it_to_them():
    assert supported("Hampton's Legion 2623", "Imboden 2523", of="Hampton's Legion")
    assert supported("Hampton's Legion 2623", "Imboden 2523", of="Imboden")
    assert supported("1 VA Cav 1931", "Imboden 1932", of="Imboden")


@pytest.mark.rule(GAME, "7.3.chaos.support")
def test_case_156_no_support_given_or_received_under_chaos():
    for name in ("2 RI", "71 NY"):
        assert not supported("2 RI 1914", "71 NY 1915", of=name, chaos="1914")


@pytest.mark.rule(GAME, "14.c")
def test_control_goes_to_the_last_side_that_had_a_unit_in_the_hex():
    position = given("5 VA 2121", control={"2021": "union"})
    objective = position.rules.plan.objective_at[place("2021")]
    assert position.state.control[objective] == UNION
    ground.take_control(position, CONFEDERATE, place("2021"))
    assert position.state.control[objective] == CONFEDERATE
    assert told(position, "control") == [{"at": "2021", "side": "confederate"}]


def test_what_is_derived_follows_the_units():
    position = given("2 RI 2015", "6 NC 2016", "11 MS 2016")
    ground.ground(position)
    ground.put(position, unit("6 NC"), place("2018"))
    fresh = position.copy()
    for found in (position, fresh):
        assert names(ground.occupied(found, CONFEDERATE)) == {"2016", "2018"}
        assert ground.zone(found, CONFEDERATE) == ground.zone(fresh, CONFEDERATE)
        assert list(ground.stack(found, place("2016"))) == [unit("11 MS")]
