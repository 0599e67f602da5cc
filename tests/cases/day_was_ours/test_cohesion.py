"""12.1, 12.2, 12.5 to 12.8: cohesion tests and what becomes of units."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bullrun.games.day_was_ours.rules import cohesion, morale
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.cohesion import effect_of, effect_words, passes, spread_of
from bullrun.games.day_was_ours.rules.tables import CLOSE_TEST, FIRE_TEST, REPULSE_TEST, Effect
from tests.cases.day_was_ours.scene import at, given, options, place, play, rules, told, unit

GAME = "day-was-ours"


def after_dice(
    *units: str, who: str, n: int, dice: str, kind: str = FIRE_TEST, cause: str = "2015", **more: object
) -> Day:
    """A position in which one unit takes a test with these dice."""
    position = given(*units, **more)
    position.state.frames = []
    cohesion.test(position, unit(who), kind, n, place(cause))
    return play(position, *dice.split())


def hits(position: Day, name: str) -> int:
    return position.state.hits[unit(name)]


def is_set(flags: int, name: str) -> bool:
    return bool(flags >> unit(name) & 1)


@pytest.mark.rule(GAME, "12.1.fire")
@pytest.mark.rule(GAME, "12.1.pass")
def test_case_109_a_passed_fire_test_stands_firm_or_takes_a_hit_or_falls_back() -> None:
    tables = rules().tables
    assert passes(tables, FIRE_TEST, 0, 3, 3) and effect_of(tables, FIRE_TEST, 0, True, 4) == Effect()
    assert passes(tables, FIRE_TEST, 1, 2, 3) and not passes(tables, FIRE_TEST, 1, 3, 3)
    units = ("8 GA 2016", "7 GA 2017", "2 RI 2015")
    position = after_dice(*units, who="8 GA", n=1, dice="2 5")
    assert options(position) == ["take_hit CSA-8-GA", "fall_back CSA-8-GA"]
    hit = play(position.copy(), "take_hit CSA-8-GA")
    assert hits(hit, "8 GA") == 1 and at(hit, "8 GA") == "2016"
    back = play(position.copy(), "fall_back CSA-8-GA")
    assert hits(back, "8 GA") == 0 and at(back, "8 GA") == "1916", "2017 has no room for it"


@pytest.mark.rule(GAME, "12.1.pass")
def test_without_a_way_back_a_passed_fire_test_costs_the_hit_without_asking() -> None:
    position = after_dice(
        "4 SC a 3721", "1 OH 3822", "13 NY 3621", "69 NY 3622", who="4 SC a", n=0, dice="1 6", cause="3621"
    )
    assert hits(position, "4 SC a") == 1 and at(position, "4 SC a") == "3721"


@pytest.mark.rule(GAME, "12.1.pass")
def test_only_a_fire_test_lets_the_owner_choose() -> None:
    position = after_dice("US Inf Bn 2015", who="US Inf Bn", n=0, dice="1 5", kind=REPULSE_TEST, cause="2016")
    assert hits(position, "US Inf Bn") == 1 and at(position, "US Inf Bn") == "2015"


@pytest.mark.rule(GAME, "12.1.fail")
def test_case_110_lines_of_a_failed_fire_test() -> None:
    tables = rules().tables
    assert not passes(tables, FIRE_TEST, 1, 2, 2)
    assert [effect_words(effect_of(tables, FIRE_TEST, 1, False, second)) for second in range(1, 7)] == [
        "a Morale Hit",
        "Shaken",
        "a Morale Hit, retreat 1",
        "Shaken, retreat 2",
        "Battleworn, retreat 2",
        "Battleworn, Shaken, retreat 3",
    ]
    position = after_dice("27 NY 2015", "14 NY 2014", "8 GA 2016", who="27 NY", n=1, dice="2 6", cause="2016")
    assert is_set(position.state.worn, "27 NY") and is_set(position.state.shaken, "27 NY")


@pytest.mark.rule(GAME, "12.1.six")
def test_case_111_a_natural_6_fails_whatever_the_cohesion() -> None:
    assert passes(rules().tables, FIRE_TEST, 0, 5, 5)
    assert not passes(rules().tables, FIRE_TEST, 0, 6, 5)
    for kind in (FIRE_TEST, CLOSE_TEST, REPULSE_TEST):
        assert not passes(rules().tables, kind, 0, 6, 20)


@pytest.mark.rule(GAME, "12.1.one")
def test_case_112_a_natural_1_passes_fire_and_repulse_tests_only() -> None:
    tables = rules().tables
    assert passes(tables, FIRE_TEST, 3, 1, 0) and passes(tables, REPULSE_TEST, 0, 1, 0)
    assert passes(tables, CLOSE_TEST, 2, 1, 5), "by the sum"
    assert not passes(tables, CLOSE_TEST, 2, 1, 4)


@pytest.mark.rule(GAME, "12.1.panic")
@pytest.mark.rule(GAME, "12.1.fail")
def test_case_113_panic_tests_the_neighbours_before_the_unit_goes() -> None:
    position = after_dice(
        "27 NY 2015", "14 NY 2014", "8 NY 2114", "8 GA 2016", who="27 NY", n=3, dice="4 5", cause="2016"
    )
    assert told(position, "panic") == [{"piece": "USA-27-NY", "at": "2015"}]
    assert at(position, "27 NY") == "2015", "it has not gone yet"
    assert is_set(position.state.worn, "27 NY") and is_set(position.state.shaken, "27 NY")
    assert options(position) == ["next USA-14-NY", "next USA-8-NY"], "each friend next to it tests"
    play(position, "next USA-14-NY", "1", "1", "1", "1")
    assert [facts["piece"] for facts in told(position, "test")][1:] == ["USA-14-NY", "USA-8-NY"]
    for _ in range(3):
        decision = position.decision()
        assert decision is not None and decision.about.piece == "USA-27-NY"
        position.apply(decision.options[0])
    while (decision := position.decision()) is not None:
        position.apply(decision.options[0])
    assert [len(facts["path"]) - 1 for facts in told(position, "retreat")] == [4]


@pytest.mark.rule(GAME, "12.1.panic")
def test_case_114_a_neighbour_takes_a_fire_test_ct_0_and_panic_does_not_run_on() -> None:
    tables = rules().tables
    assert tables.neighbours_test == 0
    effects = [effect_of(tables, FIRE_TEST, 0, False, second) for second in range(1, 7)]
    assert not any(effect.panic for effect in effects)
    assert effect_words(effects[5]) == "Battleworn, retreat 2"
    position = after_dice("27 NY 2015", "14 NY 2014", "8 GA 2016", who="27 NY", n=3, dice="4 5", cause="2016")
    play(position, "5", "6")
    assert is_set(position.state.worn, "14 NY")
    steps = [words for words in options(position) if words.startswith("retreat")]
    assert steps and all("USA-14-NY" in words for words in steps)


@pytest.mark.rule(GAME, "12.1.panic")
def test_the_owner_orders_the_hexes_that_test_in_a_panic() -> None:
    units = ("27 NY 2015", "14 NY 2014", "8 NY 1914", "USMC Bn 2115", "8 GA 2016")
    position = after_dice(*units, who="27 NY", n=3, dice="4 5", cause="2016")
    assert set(options(position)) == {"next USA-14-NY", "next USA-8-NY", "next USA-USMC-Bn"}
    play(position, "next USA-USMC-Bn", "1", "1")
    assert set(options(position)) == {"next USA-14-NY", "next USA-8-NY"}


@pytest.mark.rule(GAME, "12.1.panic")
def test_panic_does_not_cross_uncrossable_bull_run() -> None:
    units = ("4 SC a 3721", "1 LA Bn 3821", "8 VA 3822", "2 RI 3621")
    position = after_dice(*units, who="4 SC a", n=3, dice="5 5", cause="3621")
    play(position, "1", "1")
    tested = [facts["piece"] for facts in told(position, "test")]
    assert tested == ["CSA-4-SC-a", "CSA-8-VA"], "the bridge carries panic, the stream does not"


@pytest.mark.rule(GAME, "12.1.fail")
@pytest.mark.rule(GAME, "12.8")
def test_case_115_line_9_breaks_a_unit_and_eliminates_guns_and_fragile_ones() -> None:
    position = after_dice("14 NY 2015", "8 GA 2016", who="14 NY", n=3, dice="5 6", cause="2016")
    assert at(position, "14 NY") == "broken-2"
    position = after_dice("Griffin 2015", "8 GA 2016", who="Griffin", n=3, dice="5 6", cause="2016")
    assert at(position, "Griffin") == "eliminated"
    position = after_dice("11 MS 2015", "2 RI 2016", who="11 MS", n=3, dice="5 6", cause="2016")
    assert at(position, "11 MS") == "eliminated"


@pytest.mark.rule(GAME, "12.2")
@pytest.mark.rule(GAME, "12.8")
def test_case_116_panic_breaks_a_battleworn_unit_to_box_3_and_its_neighbours_test() -> None:
    position = after_dice(
        "27 NY 2015 worn", "14 NY 2014", "8 GA 2016", who="27 NY", n=3, dice="4 5", cause="2016"
    )
    assert at(position, "27 NY") == "broken-3"
    assert told(position, "test")[-1]["piece"] == "USA-27-NY"
    play(position, "1", "1")
    assert told(position, "test")[-1]["piece"] == "USA-14-NY"
    assert position.decision() is None


@pytest.mark.rule(GAME, "12.1.close")
def test_case_117_a_battleworn_defender_that_is_turned_again_is_broken() -> None:
    assert not passes(rules().tables, CLOSE_TEST, 2, 1, 2)
    position = after_dice(
        "8 GA 2016 worn", "7 GA 2017", "2 RI 2015", who="8 GA", n=2, dice="1 4", kind=CLOSE_TEST, cause="2015"
    )
    assert at(position, "8 GA") == "broken-2"


@pytest.mark.rule(GAME, "12.1.repulse")
def test_a_repulse_test_adds_nothing_to_either_die() -> None:
    tables = rules().tables
    assert passes(tables, REPULSE_TEST, 3, 4, 4) and not passes(tables, REPULSE_TEST, 0, 5, 4)
    assert effect_words(effect_of(tables, REPULSE_TEST, 3, False, 2)) == "a Morale Hit, retreat 1"


@pytest.mark.rule(GAME, "12.5")
@pytest.mark.rule(GAME, "12.5b")
def test_case_118_a_third_hit_turns_a_unit_or_breaks_it() -> None:
    position = given("27 NY 2015 hits=2", "8 NY 1914 worn hits=2", "11 MS 2017 hits=2")
    for name in ("27 NY", "8 NY", "11 MS"):
        morale.hit(position, unit(name))
    assert is_set(position.state.worn, "27 NY") and hits(position, "27 NY") == 0
    assert at(position, "27 NY") == "2015"
    assert at(position, "8 NY") == "broken-2"
    assert at(position, "11 MS") == "eliminated"


@pytest.mark.rule(GAME, "12.6")
def test_case_119_shaken_again_is_a_morale_hit() -> None:
    position = given("27 NY 2015 shaken")
    morale.shake(position, unit("27 NY"))
    assert is_set(position.state.shaken, "27 NY") and hits(position, "27 NY") == 1


@pytest.mark.rule(GAME, "2.1d")
@pytest.mark.rule(GAME, "12.2")
def test_case_8_battleworn_turns_a_unit_without_its_hits_and_eliminates_a_fragile_one() -> None:
    position = given("14 NY 2015 hits=1", "4 SC b 3721")
    for name in ("14 NY", "4 SC b"):
        position.state.frames = [("effects", unit(name), tuple(Effect(worn=True, retreat=2)), place("2016"))]
        while (decision := position.decision()) is not None:
            position.apply(decision.options[0])
    assert is_set(position.state.worn, "14 NY") and hits(position, "14 NY") == 0
    retreat = told(position, "retreat")
    assert [len(facts["path"]) - 1 for facts in retreat] == [2]
    assert at(position, "4 SC b") == "eliminated"


@pytest.mark.rule(GAME, "2.1d")
def test_where_no_unit_is_fragile_small_ones_have_two_sides() -> None:
    position = given("4 SC b 3721", options={"fragile": "none"})
    morale.wear(position, unit("4 SC b"))
    assert is_set(position.state.worn, "4 SC b") and at(position, "4 SC b") == "3721"


@pytest.mark.rule(GAME, "12.2")
def test_a_flip_keeps_shaken_and_low_ammo_and_leaving_the_map_takes_all_markers() -> None:
    position = given("14 NY 2015 hits=1 shaken low_ammo", "27 NY 2014 worn hits=1 shaken low_ammo")
    morale.wear(position, unit("14 NY"))
    assert is_set(position.state.shaken, "14 NY") and is_set(position.state.low_ammo, "14 NY")
    morale.wear(position, unit("27 NY"))
    assert at(position, "27 NY") == "broken-2" and hits(position, "27 NY") == 0
    assert not is_set(position.state.shaken, "27 NY") and not is_set(position.state.low_ammo, "27 NY")


@pytest.mark.rule(GAME, "12.2")
def test_a_unit_that_breaks_in_the_middle_of_a_result_does_not_do_the_rest() -> None:
    line = Effect(worn=True, shaken=True, retreat=3)
    assert morale.after(rules().tables, morale.Nerve(0, False, True, False), line).gone
    position = given("27 NY 2015 worn")
    position.state.frames = [("effects", unit("27 NY"), tuple(line), place("2016"))]
    assert position.decision() is None
    assert at(position, "27 NY") == "broken-2" and told(position, "retreat") == []


@pytest.mark.rule(GAME, "16.3.5b")
@pytest.mark.rule(GAME, "12.8")
def test_the_broken_track_frees_a_unit_of_schencks() -> None:
    position = given("1 OH 3820", "2 OH 3821")
    morale.break_up(position, unit("1 OH"), morale.BROKEN)
    assert is_set(position.state.freed, "1 OH") and not is_set(position.state.freed, "2 OH")


@pytest.mark.rule(GAME, "12.7")
@pytest.mark.parametrize(
    "battery, die, lost",
    [
        ("Griffin 2125", 4, True),
        ("Griffin 2125", 3, False),
        ("Griffin 2125 worn", 3, True),
        ("Griffin 2125 worn", 2, False),
        ("Martin 2125", 3, True),
        ("Martin 2125", 2, False),
    ],
)
def test_a_battery_that_must_leave_a_close_combat_is_captured_by_a_die(
    battery: str, die: int, lost: bool
) -> None:
    name = battery.split()[0]
    position = after_dice(battery, "33 VA 2226", who=name, n=0, dice="6", kind=CLOSE_TEST, cause="2226")
    decision = position.decision()
    assert decision is not None and decision.rule == "12.7", "before anything else of its result"
    play(position, str(die))
    assert (at(position, name) == "eliminated") == lost
    assert (position.decision() is None) == lost, "not captured: its result is carried out"


@pytest.mark.rule(GAME, "12.7")
def test_a_battery_is_captured_only_out_of_a_close_combat() -> None:
    position = after_dice("Griffin 2125", "33 VA 2226", who="Griffin", n=0, dice="6 4", cause="2226")
    assert told(position, "overrun") == []


def test_the_spread_of_a_test_is_what_the_dice_give() -> None:
    tables = rules().tables
    for kind in (FIRE_TEST, CLOSE_TEST, REPULSE_TEST):
        for n in range(4):
            for value in range(7):
                spread = spread_of(tables, kind, n, value)
                assert sum(spread.values()) == 1
                passed = sum((chance for (ok, _), chance in spread.items() if ok), Fraction(0))
                assert passed == Fraction(sum(passes(tables, kind, n, d, value) for d in range(1, 7)), 6)
