"""11: assaults, what the defender does about them, and who holds the hex."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules import close_combat
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.close_combat import Clash, clash, odds_shift
from bullrun.games.day_was_ours.rules.ground import lead_candidates, stack
from bullrun.games.day_was_ours.rules.tables import PARTS
from tests.cases.day_was_ours.scene import at, explain, given, options, place, play, rules, told, unit

GAME = "day-was-ours"
SUPPORTED = ("2 RI 2015", "1 RI 2014", "8 GA 2016", "7 GA 2017")
"""2 RI against 8 GA, both supported."""


def attack(
    *units: str, brigade: str = "Burnside", side: str = "union", order: str = "attack", **more: object
) -> Day:
    """A brigade's assault step, and nothing after it."""
    position = given(*units, side=side, phase="close combat", brigade=brigade, order=order, **more)
    position.state.frames = [("assault step",)]
    return position


def worked_out(position: Day, attackers: str, origin: str, target: str) -> Clash:
    units = [unit(name.strip()) for name in attackers.split(",")]
    lead = lead_candidates(position, stack(position, place(target)))[0]
    return clash(position, units, place(origin), place(target), lead)


def shifts(found: Clash) -> dict[str, int]:
    return {one.rule: one.by for one in found.shifts}


def column(found: Clash) -> str:
    return rules().tables.combat.columns[found.column]


def start(found: Clash) -> str:
    return rules().tables.combat.columns[found.start]


# --- the column ---------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3c.odds")
@pytest.mark.parametrize(
    "attacking, defending, by",
    [(9, 6, 1), (14, 7, 2), (21, 7, 3), (8, 10, 0), (14, 10, 0), (10, 15, -1), (7, 14, -2), (6, 18, -3)],
)
def test_case_89_one_odds_shift(attacking: int, defending: int, by: int) -> None:
    assert odds_shift(given(), attacking * PARTS, defending * PARTS) == by


@pytest.mark.rule(GAME, "11.3b")
@pytest.mark.rule(GAME, "11.3c.odds")
def test_case_90_the_column_comes_from_the_assaulting_hex_alone() -> None:
    position = given("2 RI 2015", "1 RI 2115", "6 NC 2016")
    found = worked_out(position, "2 RI, 1 RI", "2015", "2016")
    assert start(found) == "8-9" and shifts(found)["11.3c.odds"] == 2


@pytest.mark.rule(GAME, "11.3c.guns")
@pytest.mark.rule(GAME, "11.3c.cr")
def test_case_91_infantry_against_a_lone_battery() -> None:
    position = given("33 VA 2226", "2 VA 2227", "Griffin 2125")
    found = worked_out(position, "33 VA", "2226", "2125")
    assert start(found) == "6-7" and shifts(found) == {"11.3c.guns": 4, "11.3c.cr": 1}
    assert column(found) == "18-20"


@pytest.mark.rule(GAME, "11.3c.slope")
def test_case_92_uphill() -> None:
    for start_hex, target, by in (("2021", "2020", -2), ("2122", "2123", -3), ("2020", "2021", 0)):
        position = given(f"2 RI {start_hex}", f"8 GA {target}")
        assert shifts(worked_out(position, "2 RI", start_hex, target)).get("11.3c.slope", 0) == by


@pytest.mark.rule(GAME, "11.3c.smooth")
def test_case_93_smoothbores() -> None:
    for name, by in (("8 GA", 0), ("5 VA", 0), ("6 NC", 1)):
        position = given("2 NH 2015", "1 RI 2115", f"{name} 2016")
        found = worked_out(position, "2 NH, 1 RI", "2015", "2016")
        smooth = [one.by for one in found.shifts if one.rule == "11.3c.smooth"]
        assert sum(smooth) == by and smooth[0] == 1, "8 of 16 is half; the defender's counts against it"


@pytest.mark.rule(GAME, "11.3c.flank")
def test_case_95_flanking_attack() -> None:
    for flanks, by in ((("2115",), 0), (("2115", "1915"), 2), (("2116",), 2)):
        names = ("1 RI", "71 NY")[: len(flanks)]
        units = [f"{name} {hex_}" for name, hex_ in zip(names, flanks, strict=True)]
        position = given("2 RI 2015", *units, "8 GA 2016")
        found = worked_out(position, ", ".join(("2 RI", *names)), "2015", "2016")
        assert shifts(found).get("11.3c.flank", 0) == by


@pytest.mark.rule(GAME, "11.3c.charge")
@pytest.mark.rule(GAME, "11.4.charge")
def test_case_96_a_cavalry_charge_and_shaken_afterwards() -> None:
    units = ("1 VA Cav 1927", "11 NY 1926", "38 NY 1925")
    position = attack(*units, brigade="Stuart", side="confederate")
    position.state.charging |= 1 << unit("1 VA Cav")
    found = worked_out(position, "1 VA Cav", "1927", "1926")
    assert start(found) == "4-5"
    assert shifts(found) == {"11.3c.odds": -1, "11.3c.cr": 1, "11.3c.charge": 2} and column(found) == "8-9"
    play(position, "assault 1926 1927 CSA-1-VA-Cav", "11", "11", "1", "1")
    assert position.state.shaken >> unit("1 VA Cav") & 1
    walking = attack(*units, brigade="Stuart", side="confederate")
    play(walking, "assault 1926 1927 CSA-1-VA-Cav", "11", "11", "1", "1")
    assert not walking.state.shaken >> unit("1 VA Cav") & 1, "no charge, not Shaken"


@pytest.mark.rule(GAME, "11.4.charge")
def test_a_charge_needs_a_clear_target_hex() -> None:
    position = given("1 VA Cav 2116", "11 NY 2217")
    position.state.charging |= 1 << unit("1 VA Cav")
    assert "11.3c.charge" not in shifts(worked_out(position, "1 VA Cav", "2116", "2217"))


@pytest.mark.rule(GAME, "11.3c.cavalry")
@pytest.mark.rule(GAME, "11.4")
def test_case_97_mounted_cavalry_may_evade_infantry() -> None:
    units = ("11 NY 1926", "38 NY 1925", "1 VA Cav 1927")
    position = attack(*units, brigade="Willcox")
    play(position, "assault 1927 1926 USA-11-NY")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and decision.rule == "11.4"
    gone = play(position.copy(), "evade CSA-1-VA-Cav", "3")
    while options(gone)[0].startswith("retreat"):
        play(gone, options(gone)[0])
    assert rules().board.distance(place("1926"), gone.state.at[unit("1 VA Cav")]) == 3
    assert options(gone) == ["advance USA-11-NY", "stay_back"]
    assert at(play(gone, "advance USA-11-NY"), "11 NY") == "1927"
    stood = play(position.copy(), "evade CSA-1-VA-Cav", "4", "11")
    found = worked_out(stood, "11 NY", "1926", "1927")
    assert shifts(found)["11.3c.cavalry"] == -3


@pytest.mark.rule(GAME, "11.4")
def test_cavalry_on_foot_does_not_evade() -> None:
    position = attack("11 NY 1926", "1 VA Cav 1927 dismounted", brigade="Willcox")
    play(position, "assault 1927 1926 USA-11-NY")
    decision = position.decision()
    assert decision is not None and decision.owner == "chance"
    assert "11.3c.cavalry" not in shifts(worked_out(position, "11 NY", "1926", "1927"))


@pytest.mark.rule(GAME, "11.4")
def test_when_the_cavalry_has_evaded_the_combat_goes_on_against_the_others() -> None:
    position = attack("11 NY 1926", "1 VA Cav 1927", "11 MS 1927", brigade="Willcox")
    play(position, "assault 1927 1926 USA-11-NY", "evade CSA-1-VA-Cav", "1")
    while options(position)[0].startswith("retreat"):
        play(position, options(position)[0])
    play(position, "11", "11", "1", "1")
    assert told(position, "assault_result")[0]["piece"] == "CSA-11-MS"


# --- the course of an assault -------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3a")
@pytest.mark.rule(GAME, "12.1.fire")
def test_case_98_defensive_fire_comes_first_and_without_asking() -> None:
    position = attack(*SUPPORTED)
    play(position, "assault 2016 2015 USA-2-RI", "45", "3", "2")
    (facts,) = told(position, "fire")
    assert (facts["how"], facts["strength"], facts["column"]) == ("defensive fire", "10", "10-11")
    assert told(position, "fire_result")[0]["result"] == "CT 1"
    assert told(position, "test")[0]["result"] == "passed" and told(position, "hit") == []


@pytest.mark.rule(GAME, "11.3d")
@pytest.mark.rule(GAME, "12.1.close")
@pytest.mark.rule(GAME, "12.1.one")
def test_case_99_the_lead_units_close_test_decides() -> None:
    position = attack(*SUPPORTED)
    play(position, "assault 2016 2015 USA-2-RI", "45", "3", "2", "52", "1", "3")
    (facts,) = told(position, "assault_result")
    assert facts["column"] == "8-9" and facts["result"] == "CT 1"
    assert told(position, "test")[-1]["result"] == "failed", "a natural 1 does not pass a close test"
    assert position.state.hits[unit("8 GA")] == 1 and position.state.shaken >> unit("8 GA") & 1


def driven_off() -> Day:
    """8 GA alone has been driven out of 2016."""
    position = attack("2 RI 2015", "1 RI 2014", "8 GA 2016", "7 GA 2017")
    play(position, "assault 2016 2015 USA-2-RI", "45", "3", "2", "52", "1", "3")
    while options(position) and options(position)[0].startswith("retreat"):
        play(position, options(position)[0])
    return position


@pytest.mark.rule(GAME, "11.3d.advance")
def test_case_100_the_attacker_must_advance_and_is_done() -> None:
    position = driven_off()
    assert at(position, "2 RI") == "2016", "one unit can: nobody is asked"
    assert told(position, "advanced") == [{"pieces": ["USA-2-RI"], "at": "2016"}]
    assert close_combat.assaultable(position, unit("2 RI")) == 0


@pytest.mark.rule(GAME, "11.3d.repulse")
@pytest.mark.rule(GAME, "12.1.repulse")
def test_case_101_an_assault_without_effect_is_repulsed() -> None:
    position = attack(*SUPPORTED)
    play(position, "assault 2016 2015 USA-2-RI", "45", "3", "2", "22", "5", "2")
    test = told(position, "test")[-1]
    assert (test["how"], test["needs"], test["result"]) == ("repulse", 4, "failed")
    assert position.state.hits[unit("2 RI")] == 1
    assert at(position, "2 RI") == "2114", "one hex from 2016; 2014 has no room"


@pytest.mark.rule(GAME, "11.3d.repulse")
def test_a_defender_that_holds_repulses_the_assault_too() -> None:
    position = attack("2 RI 2015", "1 RI 2014", "33 VA 2016", "2 VA 2017")
    play(position, "assault 2016 2015 USA-2-RI", "11", "36", "1", "1")
    assert told(position, "assault_result")[0]["result"] == "CT 0"
    assert told(position, "test")[0]["result"] == "passed"
    assert told(position, "repulsed") == [{"piece": "USA-2-RI", "at": "2016"}]


@pytest.mark.rule(GAME, "11.3a.chaos")
def test_case_102_defensive_fire_under_chaos_at_half() -> None:
    position = attack(*SUPPORTED, chaos="2016")
    play(position, "assault 2016 2015 USA-2-RI")
    (facts,) = told(position, "fire")
    assert facts["strength"] == "5" and facts["column"] == "4-5"
    found = worked_out(position, "2 RI", "2015", "2016")
    assert [one.says for one in found.shifts if one.rule == "11.3c.cr"] == ["cohesion 4 against 2"]


@pytest.mark.rule(GAME, "11.3a.support")
@pytest.mark.rule(GAME, "9.3.canister")
def test_case_103_defensive_support_fire() -> None:
    position = attack(*SUPPORTED, "Imboden 1816")
    play(position, "assault 2016 2015 USA-2-RI", "11")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate" and decision.rule == "11.3a.support"
    assert options(position) == ["pass", "support 1816", "support_short 1816"]
    play(position, "support 1816")
    facts = told(position, "fire")[-1]
    assert (facts["how"], facts["strength"], facts["column"]) == ("support fire", "8", "10-11")
    hidden = attack("2 RI 2015", "1 RI 2014", "8 GA 2016", "Imboden 2017")
    play(hidden, "assault 2016 2015 USA-2-RI", "11")
    decision = hidden.decision()
    assert decision is not None and decision.owner == "chance", "the line from 2017 is blocked"


@pytest.mark.rule(GAME, "11.3a.support")
@pytest.mark.parametrize("battery", ["Imboden 1816 shaken", "Rockbridge 1707"])
def test_support_fire_has_its_limits(battery: str) -> None:
    position = attack(*SUPPORTED, battery)
    assert close_combat.support_hexes(position, place("2016"), place("2015")) == []
    engaged = attack(*SUPPORTED, "Imboden 1816", "27 NY 1815")
    assert close_combat.support_hexes(engaged, place("2016"), place("2015")) == []
    chaotic = attack(*SUPPORTED, "Imboden 1816", chaos="1816")
    assert close_combat.support_hexes(chaotic, place("2016"), place("2015")) == []
    attacked = attack(*SUPPORTED, "Imboden 1816")
    attacked.state.assaulted = 1 << place("1816")
    assert close_combat.support_hexes(attacked, place("2016"), place("2015")) == []


@pytest.mark.rule(GAME, "11.3a.drop")
@pytest.mark.rule(GAME, "11.3a.shift")
def test_case_104_a_flanking_hex_goes_on_or_the_assault_is_called_off() -> None:
    position = attack("2 RI 2015", "71 NY 2115", "8 GA 2016", "7 GA 2017")
    play(position, "assault 2016 2015 USA-2-RI USA-71-NY", "34", "6", "3")
    assert position.state.shaken >> unit("2 RI") & 1 and at(position, "2 RI") == "2015"
    assert options(position) == ["go_on 2115", "call_off"]
    off = play(position.copy(), "call_off")
    assert told(off, "assault_result") == [] and off.decision() is None
    assert close_combat.assaultable(off, unit("71 NY")) == 0, "it has attacked"
    play(position, "go_on 2115", "11")
    (facts,) = told(position, "assault_result")
    assert facts["attack"] == "7", "2 RI has dropped out"
    assert len(told(position, "fire")) == 1, "no second Defensive Fire"


@pytest.mark.rule(GAME, "11.1")
@pytest.mark.rule(GAME, "2.10g")
@pytest.mark.rule(GAME, "2.10e")
@pytest.mark.rule(GAME, "2.10h")
def test_case_105_no_close_combat_over_bridge_ford_or_stream() -> None:
    for own, enemy, brigade in (
        ("1 OH 3822", "4 SC b 3721", "Schenck"),
        ("13 NY 3416", "8 GA 3316", "Sherman"),
    ):
        name, hex_ = own.rsplit(" ", 1)
        position = attack(own, enemy, brigade=brigade)
        assert close_combat.assaultable(position, unit(name)) == 0
        refusal = close_combat.why_not_assault(
            position, ("assault", enemy.split()[-1], hex_, rules().roster.ids[unit(name)])
        )
        assert refusal is not None and refusal.rule == "11.1"


@pytest.mark.rule(GAME, "11.1")
def test_case_106_who_never_attacks() -> None:
    for says, chaos in (("2 RI 2015 shaken", ""), ("2 RI 2015", "2015")):
        position = attack(says, "71 NY 1915", "8 GA 2016", chaos=chaos)
        assert close_combat.assaultable(position, unit("2 RI")) == 0
        assert close_combat.assaultable(position, unit("71 NY")) != 0
    named = attack("2 RI 2015", "71 NY 1915", "8 GA 2016", units=["71 NY"])
    assert "assault 2016 2015 USA-2-RI" not in options(named)
    refusal = explain(named, "assault 2016 2015 USA-2-RI")
    assert refusal is not None and refusal.rule == "11.2"
    guns = given("Griffin 2015", "8 GA 2016", phase="close combat", order="attack", units=["Griffin"])
    refusal = close_combat.why_no_attacker(guns, unit("Griffin"))
    assert refusal is not None and refusal.rule == "11.1"


@pytest.mark.rule(GAME, "11.1")
def test_close_combat_belongs_to_the_attack_order_and_exhaustion_forbids_it() -> None:
    for order in ("defend", "maneuver", "regroup"):
        position = attack("2 RI 2015", "8 GA 2016", order=order)
        assert position.decision() is None
    tired = attack("2 RI 2015", "8 GA 2016")
    tired.state.exhausted = 1
    refusal = close_combat.why_no_attacker(tired, unit("2 RI"))
    assert refusal is not None and refusal.rule == "7.3.exhaustion"


@pytest.mark.rule(GAME, "11.1")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    position = attack("2 RI 2015", "71 NY 2115", "8 GA 2016", "7 GA 2116", "2 MS 2017")
    play(position, "assault 2016 2015 USA-2-RI", "11", "11", "1", "1")
    found = options(position)
    assert found and all("USA-2-RI" not in words for words in found)
    assert not any(words.startswith("assault 2016") for words in found)
    refusal = explain(position, "assault 2016 2115 USA-71-NY")
    assert refusal is not None and refusal.rule == "11.1"


@pytest.mark.rule(GAME, "12.7")
@pytest.mark.rule(GAME, "11.3d.others")
@pytest.mark.parametrize("die, lost", [(4, True), (3, False)])
def test_case_107_the_others_leave_and_guns_may_be_captured(die: int, lost: bool) -> None:
    position = attack("2 RI 2325", "1 RI 2324", "6 NC 2326", "Rockbridge 2326")
    position.state.frames = [("others leave", place("2326"), place("2325"))]
    play(position, "next CSA-Rockbridge", str(die))
    assert (at(position, "Rockbridge") == "eliminated") == lost
    while (decision := position.decision()) is not None:
        position.apply(decision.options[0])
    left = [facts["piece"] for facts in told(position, "retreat")]
    assert left == (["CSA-6-NC"] if lost else ["CSA-Rockbridge", "CSA-6-NC"])
    assert not stack(position, place("2326"))


@pytest.mark.rule(GAME, "11.3d.others")
def test_the_rest_of_the_hex_follows_its_lead_unit_and_the_attacker_takes_it() -> None:
    position = attack("2 RI 2325", "1 RI 2324", "6 NC 2326", "11 MS 2326")
    play(position, "assault 2326 2325 USA-2-RI", "11", "66", "6", "1")
    while (decision := position.decision()) is not None and decision.owner == "confederate":
        position.apply(decision.options[0])
    assert at(position, "6 NC") != "2326" and at(position, "11 MS") != "2326"
    assert at(position, "2 RI") == "2326"


@pytest.mark.rule(GAME, "11.3d.advance")
def test_case_108_who_may_not_stand_in_the_hex_does_not_advance() -> None:
    position = given("1 VA Cav 2116", side="confederate")
    position.state.frames = [("advance", place("2217"), place("2116"), (unit("1 VA Cav"),), True)]
    assert position.decision() is None and at(position, "1 VA Cav") == "2116"


@pytest.mark.rule(GAME, "11.3d.advance")
@pytest.mark.rule(GAME, "3.1d")
def test_as_many_advance_as_the_hex_holds_and_at_least_one() -> None:
    position = attack("71 NY 2015 worn", "2 NH 2015 worn", "8 GA 2116")
    position.state.frames = [("advance", place("2016"), place("2015"), (unit("2 NH"), unit("71 NY")), True)]
    assert set(options(position)) == {"advance USA-2-NH", "advance USA-71-NY", "advance USA-2-NH USA-71-NY"}
    refusal = explain(position, "stay_back")
    assert refusal is not None and refusal.rule == "11.3d.advance"


@pytest.mark.rule(GAME, "11.3d.advance")
def test_nobody_advances_beyond_a_standing_limit() -> None:
    position = given("1 OH 3818", "8 GA 3817", turn="10:00 AM")
    assert rules().board.distance(place("3820"), place("3817")) == 3
    assert close_combat.may_advance(position, unit("1 OH"), place("3818"), place("3817"))
    farther = given("1 OH 3817", "8 GA 3816", turn="10:00 AM")
    assert not close_combat.may_advance(farther, unit("1 OH"), place("3817"), place("3816"))


@pytest.mark.rule(GAME, "11.2")
def test_case_239_only_the_activated_brigade_attacks() -> None:
    position = attack("2 RI 2015", "14 NY 2115", "8 GA 2016")
    assert options(position) == ["assault 2016 2015 USA-2-RI", "done"]
    refusal = explain(position, "assault 2016 2015 USA-2-RI USA-14-NY")
    assert refusal is not None and refusal.rule == "11.2"
    found = worked_out(position, "2 RI", "2015", "2016")
    assert found.attack == 9 * PARTS


@pytest.mark.rule(GAME, "11.2")
def test_the_attacker_names_the_assaulting_hex_and_who_takes_part() -> None:
    position = attack("2 RI 2015", "71 NY 2115", "8 GA 2016")
    assert set(options(position)) == {
        "assault 2016 2015 USA-2-RI",
        "assault 2016 2115 USA-71-NY",
        "assault 2016 2015 USA-2-RI USA-71-NY",
        "assault 2016 2115 USA-2-RI USA-71-NY",
        "done",
    }


# --- chits --------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3c.yell")
@pytest.mark.rule(GAME, "7.3.yell")
def test_case_94_rebel_yell_in_one_combat() -> None:
    units = ("8 GA 2016", "7 GA 2017", "2 RI 2015", "1 RI 2014")
    position = attack(
        *units, "CSA-event-Rebel-Yell in held-confederate", brigade="Bartow", side="confederate"
    )
    play(position, "assault 2015 2016 CSA-8-GA")
    assert options(position) == ["pass", "play CSA-event-Rebel-Yell"]
    play(position, "play CSA-event-Rebel-Yell", "11")
    found = worked_out(position, "8 GA", "2016", "2015")
    assert shifts(found)["11.3c.yell"] == 2
    play(position, "11", "1", "1")
    assert position.state.yell == 0 and at(position, "CSA-event-Rebel-Yell") == "aside"


@pytest.mark.rule(GAME, "7.3.yell")
def test_rebel_yell_is_spent_even_if_defensive_fire_stops_the_assault() -> None:
    units = ("8 GA 2016", "7 GA 2017", "2 RI 2015", "1 RI 2014")
    position = attack(
        *units, "CSA-event-Rebel-Yell in held-confederate", brigade="Bartow", side="confederate"
    )
    play(position, "assault 2015 2016 CSA-8-GA", "play CSA-event-Rebel-Yell", "36", "6", "3")
    assert told(position, "assault_off") and position.state.yell == 0
    assert at(position, "CSA-event-Rebel-Yell") == "aside"


@pytest.mark.rule(GAME, "7.3.friends")
@pytest.mark.rule(GAME, "7.3.friends.cancel")
@pytest.mark.rule(GAME, "7.3.friends.used")
def test_case_162_firing_on_friends_cancels_an_assault_before_any_fire() -> None:
    position = attack(*SUPPORTED, "wild-Firing-on-Friends in held-confederate", "Imboden 1816")
    play(position, "assault 2016 2015 USA-2-RI", "play wild-Firing-on-Friends")
    assert told(position, "fire") == [] and told(position, "assault_result") == []
    assert position.state.attacked >> unit("2 RI") & 1 and position.decision() is None


@pytest.mark.rule(GAME, "7.W.assault")
def test_case_209_firing_on_friends_first_then_rebel_yell() -> None:
    units = ("8 GA 2016", "7 GA 2017", "2 RI 2015", "1 RI 2014")
    chits = ("CSA-event-Rebel-Yell in held-confederate", "wild-Firing-on-Friends in held-union")
    position = attack(*units, *chits, brigade="Bartow", side="confederate")
    play(position, "assault 2015 2016 CSA-8-GA")
    decision = position.decision()
    assert decision is not None and decision.owner == "union"
    stopped = play(position.copy(), "play wild-Firing-on-Friends")
    assert at(stopped, "CSA-event-Rebel-Yell") == "held-confederate" and stopped.decision() is None
    play(position, "pass")
    decision = position.decision()
    assert decision is not None and decision.owner == "confederate"
    play(position, "pass")
    assert told(position, "fire")[0]["how"] == "defensive fire"


@pytest.mark.rule(GAME, "O.skirmish")
def test_skirmishers_slip_away_and_never_attack() -> None:
    units = ("2 RI 3521", "1 RI 3520", "4 SC b 3621")
    position = attack(*units, options={"skirmisher": "on"})
    play(position, "assault 3621 3521 USA-2-RI")
    assert options(position) == ["pass", "slip CSA-4-SC-b"]
    play(position, "slip CSA-4-SC-b")
    while options(position)[0].startswith("retreat"):
        play(position, options(position)[0])
    assert at(position, "4 SC b") != "3621" and options(position) == ["advance USA-2-RI", "stay_back"]
    own = attack(*units, brigade="Evans", side="confederate", options={"skirmisher": "on"})
    refusal = close_combat.why_no_attacker(own, unit("4 SC b"))
    assert refusal is not None and refusal.rule == "O.skirmish"
    plain = attack(*units)
    play(plain, "assault 3621 3521 USA-2-RI")
    decision = plain.decision()
    assert decision is not None and decision.owner == "chance"
