"""9. Artillery: the two pieces, long-range fire in support, and bombardment. Sight has its own file."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.table.odds import combat_report
from tests.cases.bull_run_1983.combat import facts, fight
from tests.cases.bull_run_1983.scene import at, kinds, names, options, play, refused, scene

GAME = "bull-run-1983"

NH2, RI1, RI2 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
JACKSON = "CSA-L-JA-Jackson"
E3US, D5US, RI2GUN = "USA-A-S-E3US", "USA-A-P-D5US", "USA-A-B-2RI"
STANARD = "CSA-A-JA-Stanard"


def gun(place, face="battle"):
    return {"at": place, "face": face}


# --- the two pieces -------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.1", "9.11", "9.12")
def test_a_battery_changes_pieces_before_it_moves_and_only_its_factors_change():
    position = scene({E3US: {"at": "AA32", "active": True}}, phase="movement")
    assert f"change {E3US}" in options(position) and f"move {E3US} AA30" in options(position)
    play(position, f"change {E3US}")
    assert position.state.face[position.rules.roster.number[E3US]] == 1
    assert f"change {E3US}" not in options(position), "once a phase"
    assert f"move {E3US} AA31" in options(position) and f"move {E3US} AA30" not in options(position), (
        "MF 1 now"
    )
    assert at(position, E3US) == "AA32"


@pytest.mark.rule(GAME, "9.12")
def test_a_battery_that_has_moved_does_not_change():
    position = scene({E3US: {"at": "AA32", "active": True}}, phase="movement")
    play(position, f"move {E3US} AA31")
    assert f"change {E3US}" not in options(position)
    assert refused(position, f"change {E3US}").rule == "9.12"


@pytest.mark.rule(GAME, "9.12", "4.12")
def test_inactive_batteries_and_batteries_in_enemy_control_may_change():
    position = scene({E3US: {"at": "AA32", "active": False}, VA2: "BB32"}, phase="movement")
    assert f"change {E3US}" in options(position)
    assert refused(position, f"change {NH2}").rule == "9.1"
    assert refused(position, f"change {STANARD}").rule == "9.12"
    position = scene({E3US: "AA32", STANARD: "BB34"}, phase="movement", side="confederate")
    assert refused(position, f"change {E3US}", "confederate").rule == "9.12", "only in its own Movement phase"


@pytest.mark.rule(GAME, "9.11")
def test_both_pieces_fire_at_long_range():
    for face, attack in (("mobile", "1"), ("battle", "3")):
        position = scene({E3US: gun("AA32", face), VA2: "AA35"})
        play(position, f"bombard {VA2}")
        assert facts(position, "battle")[0]["attack"] == attack


# --- who fires at what ----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.2", "9.6")
def test_range_is_three_hexes():
    assert options(scene({E3US: gun("AA32"), VA2: "AA35"})) == [f"bombard {VA2}", "end-declaration"]
    position = scene({E3US: gun("AA31"), VA2: "AA35"})
    position.decision()
    assert "phase" in kinds(position), "four hexes are too far: the phase is over"


@pytest.mark.rule(GAME, "9.3")
def test_a_target_out_of_sight_cannot_be_fired_at():
    """1 RI in AA33 is in the way of E/3 US but not of D/5 US."""
    position = scene({E3US: gun("AA32"), RI1: "AA33", D5US: gun("CC33"), VA4: "AA35"})
    play(position, f"bombard {VA4}")
    assert [declared["attackers"] for declared in facts(position, "bombardment_declared")] == [[D5US]]


@pytest.mark.rule(GAME, "9.41", "9.2")
def test_a_battery_in_enemy_control_attacks_adjacent_enemies_like_any_unit():
    """E/3 US touches 2 Va; it must attack it and cannot fire at 4 Va three hexes away."""
    position = scene({E3US: gun("AA32"), VA2: "AA31", VA4: "AA35"})
    position.decision()
    assert facts(position, "attack_declared") == [{"attackers": [E3US], "defenders": [VA2], "at": ["AA31"]}]
    assert position.decision().owner == "chance" and "bombardment_declared" not in kinds(position)
    position = scene({E3US: gun("AA32"), VA2: "AA31", VA5: "AA31", VA4: "AA35"})
    assert refused(position, f"bombard {VA4}").rule == "9.3", "no free battery sees it"


@pytest.mark.rule(GAME, "9.4")
def test_fire_is_declared_with_the_other_attacks_and_made_once():
    position = scene({E3US: gun("AA32"), VA2: "AA35", VA4: "CC33"})
    play(position, f"bombard {VA2}", "commit")
    assert facts(position, "bombardment_declared") and "end-declaration" not in options(position)
    position = scene({E3US: {**gun("AA32"), "fought": True}, VA2: "AA35"})
    position.decision()
    assert "battle" not in kinds(position), "it has attacked this turn"


@pytest.mark.rule(GAME, "9.42", "9.43")
def test_every_battery_attacks_every_defender_of_its_battle():
    """E/3 US reaches AA35 but not CC35; the batteries in BB33 reach both."""
    position = scene({E3US: gun("AA32"), D5US: gun("BB33"), RI2GUN: gun("BB33"), VA2: "AA35", VA4: "CC35"})
    play(position, f"bombard {VA2}", f"with {D5US}", f"also {VA4}")
    assert options(position) == [f"with {RI2GUN}", "commit"]
    assert refused(position, f"with {E3US}").rule == "9.43"
    position = scene({E3US: gun("AA32"), D5US: gun("BB33"), RI2GUN: gun("BB33"), VA2: "AA35", VA4: "CC35"})
    play(position, f"bombard {VA2}", f"with {E3US}")
    assert refused(position, f"also {VA4}").rule == "9.43"


# --- support --------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.5", "9.4")
def test_support_adds_its_attack_factor():
    position = fight({NH2: "AA30", RI1: "AA30", E3US: gun("AA34"), VA2: "AA31"}, 1)
    assert facts(position, "battle")[0]["attack"] == "7"
    assert facts(position, "support_declared") == [{"batteries": [E3US]}]


@pytest.mark.rule(GAME, "9.51")
def test_support_counts_no_more_than_the_adjacent_attackers():
    pieces = {NH2: "AA30", E3US: gun("AA34"), D5US: gun("AA34"), VA2: "AA31"}
    position = scene(pieces)
    number = position.rules.roster.number
    report = combat_report(position, [number[p] for p in (NH2, E3US, D5US)], [number[VA2]])
    assert (report["adjacent"], report["fire"], report["attack"], report["odds"]) == ("2", "6", "4", "2-1")
    assert [row["rule"] for row in report["terms"] if "rule" in row] == ["9.51"]
    play(position, f"support {E3US}", f"support {D5US}")
    assert facts(position, "battle")[0]["attack"] == "4", "the excess may fire but adds nothing"


@pytest.mark.rule(GAME, "9.51")
def test_adjacent_batteries_are_not_limited():
    position = scene({NH2: "AA30", E3US: gun("AA30"), D5US: gun("AA30"), VA2: "AA31"})
    number = position.rules.roster.number
    assert combat_report(position, [number[p] for p in (NH2, E3US, D5US)], [number[VA2]])["attack"] == "8"


@pytest.mark.rule(GAME, "9.51")
def test_the_limit_counts_terrain():
    """2 NH on Sudley Ford is worth 1, so support counts 1."""
    position = scene({NH2: "Q3", E3US: gun("R1"), VA2: "P2"})
    number = position.rules.roster.number
    report = combat_report(position, [number[NH2], number[E3US]], [number[VA2]])
    assert report["adjacent"] == "1" and report["attack"] == "2"


@pytest.mark.rule(GAME, "9.52")
@pytest.mark.parametrize("pip", [4, 5, 6, 2])
def test_supporting_batteries_suffer_nothing(pip):
    """At 1-1: AB2, AE AB2 and EX."""
    position = fight({RI2: "AA30", E3US: gun("AA34"), VA2: "AA31"}, pip)
    while position.decision() is not None and position.state.phase == 3:
        play(position, options(position)[0])
    assert at(position, E3US) == "AA34"


# --- bombardment ----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "9.6")
def test_the_bombardment_table_as_printed():
    table = scene({}).rules.bombardment_table
    rows = [[table.result(pip, column) for column in range(7)] for pip in range(1, 7)]
    assert rows[0] == ["DB2", "DB2", "DL1", "DL1", "DL1", "DL1", "DL1"]
    assert rows[1] == ["-"] * 5 + ["DB2", "DB2"]
    assert rows[3] == ["-"] * 3 + ["DB2"] * 3 + ["DL1"]
    assert rows[5] == ["-"] * 3 + ["DL1"] * 4


@pytest.mark.rule(GAME, "9.6")
def test_one_to_three_or_worse_has_no_effect_and_no_roll():
    position = scene({E3US: gun("AA32", "mobile"), VA2: "AA35", VA4: "AA35"})
    play(position, f"bombard {VA2}", f"also {VA4}")
    position.decision()
    assert "no_effect" in kinds(position) and "battle_result" not in kinds(position)
    assert at(position, E3US) == "AA32", "and it costs the battery nothing"


@pytest.mark.rule(GAME, "9.61")
def test_a_target_next_to_an_able_enemy_cannot_be_bombarded():
    position = scene({NH2: "BB34", RI1: "BB34", E3US: gun("AA32"), VA2: "AA35", VA4: "AA35"})
    assert not any(option.startswith("bombard") for option in options(position))
    assert refused(position, f"bombard {VA2}").rule == "9.61"


@pytest.mark.rule(GAME, "9.61", "7.93", "10.5")
def test_units_that_have_fought_do_not_prevent_bombardment():
    position = scene({NH2: {"at": "BB34", "fought": True}, E3US: gun("AA32"), VA2: "AA35"})
    assert f"bombard {VA2}" in options(position)


@pytest.mark.rule(GAME, "9.61")
def test_long_range_fire_makes_no_soak_off_by_itself():
    """Two defenders next to two attackers: each battle needs one of the attackers."""
    position = scene({NH2: "AA32", E3US: gun("AA34"), VA2: "AA31", VA4: "AA31"})
    play(position, f"attack {VA2}")
    assert "commit" not in options(position), "4 Va would be left to the battery alone"


@pytest.mark.rule(GAME, "9.62")
def test_any_unit_of_a_hex_may_be_bombarded_alone_but_no_leader():
    position = scene({E3US: gun("AA32"), D5US: gun("AA32"), VA2: "AA35", STANARD: "AA35", JACKSON: "AA35"})
    assert options(position) == [f"bombard {VA2}", f"bombard {STANARD}", "end-declaration"]
    assert refused(position, f"bombard {JACKSON}").rule == "12.2"
    play(position, f"bombard {STANARD}", f"with {E3US}", "commit")
    assert f"bombard {VA2}" in options(position), "the other battery may take the infantry"
    play(position, f"bombard {VA2}")
    assert len(facts(position, "bombardment_declared")) == 2


@pytest.mark.rule(GAME, "9.62", "8.5")
def test_a_brigade_piece_is_bombarded_whole():
    position = scene({E3US: gun("AA32"), "CSA-BG-BA-Bartow": "AA35"})
    assert options(position) == ["bombard CSA-BG-BA-Bartow", "end-declaration"]
    assert refused(position, "bombard CSA-I-BA-7Ga").rule == "8.5"


@pytest.mark.rule(GAME, "9.63")
def test_nobody_is_doubled_in_a_bombardment_but_woods_and_fords_halve():
    position = scene({E3US: gun("Y16"), VA2: "Y19"})
    number = position.rules.roster.number
    assert combat_report(position, [number[E3US]], [number[VA2]])["defense"] == "2", (
        "the hilltop does not double"
    )
    position = scene({E3US: gun("S3"), VA2: "Q3"})
    assert combat_report(position, [number[E3US]], [number[VA2]])["defense"] == "1", "the ford halves"
    position = scene({E3US: gun("T17"), VA2: "U18", VA4: "U19"})
    assert combat_report(position, [number[E3US]], [number[VA4]])["attack"] == "1 1/2", (
        "so do the woods it fires from"
    )


@pytest.mark.rule(GAME, "9.64", "4.32")
def test_bombardment_wakes_the_leaders_of_the_target_hex_but_not_the_target():
    position = fight(
        {E3US: gun("AA32"), VA2: "AA35", JACKSON: "AA35", "CSA-L-BE-Bee": "CC34", VA4: "CC34"}, 2
    )
    position.decision()
    number = position.rules.roster.number
    struck = position.state.struck
    woken = facts(position, "leaders_woken")
    assert [JACKSON] in [f["pieces"] for f in woken]
    assert not struck >> number[VA2] & 1


@pytest.mark.rule(GAME, "9.64")
def test_a_bombardment_without_effect_wakes_the_leader_inside_a_brigade_piece_too():
    position = scene({E3US: gun("AA32", "mobile"), "CSA-BG-JA-Jackson": "AA35"})
    play(position, "bombard CSA-BG-JA-Jackson")
    assert "no_effect" in kinds(position) or position.decision()
    assert facts(position, "leaders_woken") == [{"pieces": [JACKSON], "at": "AA35"}]


@pytest.mark.rule(GAME, "9.6", "7.9")
def test_nobody_advances_after_a_bombardment():
    guns = {p: gun("AA33") for p in (E3US, D5US, RI2GUN)}
    position = fight({**guns, VA5: "AA35"}, 1)
    position.decision()
    assert facts(position, "battle_result")[0]["result"] == "DL1" and not at(position, VA5)
    assert "advanced" not in kinds(position)


@pytest.mark.rule(GAME, "9.6", "9.64", "4.32")
def test_a_gun_without_attack_strength_does_nothing_but_wake_leaders():
    position = scene(
        {
            "CSA-A-K-Kemper": {"at": "AA31", "face": "mobile"},
            "USA-I-D-16NY": "AA33",
            "USA-L-D-Davies": "AA33",
        },
        side="confederate",
    )
    play(position, "bombard USA-I-D-16NY")
    assert len(facts(position, "no_effect")) == 1, "no roll"
    assert position.state.side == 0 and "USA-L-D-Davies" in names(position, position.state.active), (
        "in his next Command phase"
    )


@pytest.mark.rule(GAME, "9.5", "9.51")
def test_an_empty_gun_in_support_adds_nothing_and_suffers_nothing():
    position = fight(
        {"CSA-A-K-Kemper": "AA30", "CSA-I-JA-2Va": "AA31", "USA-I-D-16NY": "AA32", "CSA-C-K-Munford": "A1"},
        6,
        side="confederate",
    )
    assert facts(position, "battle")[0]["attack"] == "2"
