"""7.1-7.6 Strengths, odds, the roll, and the order in which things happen."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from bullrun.board.borders import Borders
from bullrun.errors import BullrunError
from bullrun.games.bull_run_1983.rules.strength import why_uphill
from bullrun.games.bull_run_1983.table.odds import combat_report
from tests.cases.bull_run_1983.scene import at, kinds, options, play, roll, rules, scene

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
VA2, VA4, VA5 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va"
STANARD = "CSA-A-JA-Stanard"


def report(position, attackers, defenders):
    number = position.rules.roster.number
    return combat_report(position, [number[p] for p in attackers], [number[p] for p in defenders])


def attack(pieces, side="union", **extra):
    """The report of everybody of one side against everybody of the other."""
    position = scene(pieces, side=side, **extra)
    mine = "USA" if side == "union" else "CSA"
    units = [p for p in pieces if "-L-" not in p]
    return report(
        position, [p for p in units if p.startswith(mine)], [p for p in units if not p.startswith(mine)]
    )


def uphill(high, low):
    board = rules().board
    return why_uphill(board, board.place(high), board.place(low))


def terms(found, piece):
    (row,) = [row for row in found["terms"] if row.get("piece") == piece]
    return row["strength"], [change["rule"] for change in row["changes"]]


# --- 7.1 ------------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.1")
def test_the_attacker_chooses_the_order_and_each_battle_ends_before_the_next():
    position = scene({NH2: "AA32", RI1: "EE32", VA2: "BB32", VA4: "FF32"})
    play(position, f"attack {VA2}")
    assert options(position) == [f"resolve {VA2}", f"resolve {VA4}"]
    play(position, f"resolve {VA4}")
    roll(position, 3)
    assert position.decision().owner == "confederate", "the retreat comes before the other roll"
    play(position, options(position)[0])
    play(position, "done")
    position.decision()
    assert kinds(position).count("battle") == 2


@pytest.mark.rule(GAME, "7.1")
def test_declared_fire_keeps_its_line_of_sight():
    """2 Va retreats into the line from the battery to 4 Va; the declared support fires all the same."""
    gun = "USA-A-S-E3US"
    position = scene(
        {NH2: "DD31", RI1: "AA30", gun: {"at": "AA34", "face": "battle"}, VA2: "CC31", VA4: "AA31"}
    )
    play(position, f"attack {VA4}", f"support {gun}", f"resolve {VA2}")
    roll(position, 3)
    play(position, f"retreat {VA2} AA32", "done")
    position.decision()
    fought = position.log[-1].facts
    assert fought["attackers"] == [RI1, gun] and fought["attack"] == "4" and fought["odds"] == "2-1"


@pytest.mark.rule(GAME, "7.1")
def test_who_retreats_onto_units_still_to_be_attacked_does_not_share_their_battle():
    """2 Va comes to 4 Va's hex before that is bombarded. It adds nothing to its defense and stays there."""
    gun = "USA-A-S-E3US"
    position = scene({NH2: "DD31", gun: {"at": "AA34", "face": "battle"}, VA2: "CC31", VA4: "AA31"})
    play(position, f"attack {VA2}", f"bombard {VA4}", f"resolve {VA2}")
    roll(position, 3)
    play(position, f"retreat {VA2} AA31", "done")
    position.decision()
    assert position.log[-1].facts["defenders"] == [VA4] and position.log[-1].facts["defense"] == "2"
    roll(position, 1)
    assert all(option.startswith(f"retreat {VA4}") for option in options(position))
    play(position, options(position)[0])
    assert at(position, VA2) == "AA31"


# --- 7.2 and 7.3 ------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.2", "7.3")
def test_strengths_add_up_and_odds_favour_the_defender():
    found = attack({NH2: "AA32", RI1: "AA32", RI2: "AA32", VA2: "BB32"})
    assert (found["attack"], found["defense"], found["odds"], found["column"]) == ("5", "2", "2-1", "2-1")
    assert sum(found["results"].values()) == 1
    assert found["results"] == {
        "DE": Fraction(1, 6),
        "EX": Fraction(2, 6),
        "DB2": Fraction(1, 6),
        "AB2": Fraction(1, 6),
        "AE AB2": Fraction(1, 6),
    }


@pytest.mark.rule(GAME, "7.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        ([NH2], ["CSA-BG-JA-Jackson"], "1-4"),
        ([RI2], [VA2, VA4], "1-4"),
        ([NH2, "USA-BG-S-Sherman"], ["CSA-C-EV-Terry"], "6-1+"),
        ([NH2], [VA2], "1-1"),
    ],
)
def test_columns(attackers, defenders, column):
    found = attack({**dict.fromkeys(attackers, "AA32"), **dict.fromkeys(defenders, "BB32")})
    assert found["column"] == column


@pytest.mark.rule(GAME, "7.3", "7.7")
def test_worse_than_one_to_six_costs_every_adjacent_attacker_without_a_roll():
    pieces = {"CSA-C-EV-Terry": "AA32", "USA-I-B-2NH": "BB32"}
    position = scene(pieces, side="confederate")
    position.decision()
    assert at(position, "CSA-C-EV-Terry") == "" and "hopeless" in kinds(position)
    assert "battle_result" not in kinds(position) and at(position, NH2) == "BB32"
    assert attack(pieces, side="confederate")["results"] == {"attackers eliminated": 1}
    weak = attack({RI2: "AA32", "CSA-BG-JA-Jackson": "BB32"})
    assert weak["odds"] == "1-8" and weak["column"] == "worse than 1-6"


@pytest.mark.rule(GAME, "7.3")
def test_by_option_a_hopeless_attack_costs_points_only():
    field = rules(hopeless_attacks_lose_by_points="on")
    terry, munford = "CSA-C-EV-Terry", "CSA-C-K-Munford"
    position = scene(
        {terry: "AA32", munford: "AA32", "CSA-C-EW-Harrison": "AA32", "USA-A-B-71NYM": "BB32"},
        side="confederate",
        battlefield=field,
    )
    play(position, f"with {terry}", f"with {munford}")
    assert options(position) == [f"lose {terry}", f"lose {munford}", "lose CSA-C-EW-Harrison"]
    play(position, f"lose {terry}", "done")
    position.decision()
    assert at(position, munford) == "AA32" and "retreated" not in kinds(position)


@pytest.mark.rule(GAME, "7.3")
def test_zero_strength_may_join_others_but_cannot_attack_alone():
    found = attack({"CSA-C-EV-Terry": "AA32", VA2: "AA32", "USA-I-B-2RI": "BB32"}, side="confederate")
    assert found["attack"] == "2" and found["odds"] == "1-1"


# --- 7.4 doubling ----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.4", "7.42", "M5.2")
def test_a_hilltop_is_doubled_against_its_slopes_only_if_all_attackers_are_below():
    from_below = attack({NH2: "Y18", RI1: "X19", VA2: "Y19"})
    assert from_below["defense"] == "4" and terms(from_below, VA2) == ("4", ["7.42"])
    level = attack({NH2: "NN13", RI1: "NN11", VA2: "NN12"})
    assert level["defense"] == "2", "NN11 is as high as NN12"
    assert uphill("NN12", "NN13") == "7.42" and not uphill("NN13", "NN12") and not uphill("NN12", "NN11")


@pytest.mark.rule(GAME, "7.4")
def test_doubling_is_judged_for_each_defending_hex_and_ignores_other_battles():
    """The attacker in Y18 is below Y19 but level with Z17: only 2 Va is doubled."""
    found = attack({NH2: "Y18", VA2: "Y19", VA4: "Y17"})
    assert terms(found, VA2) == ("4", ["7.42"]) and terms(found, VA4) == ("2", [])
    position = scene({NH2: "NN13", RI1: "NN11", VA2: "NN12"})
    assert report(position, [NH2], [VA2])["defense"] == "4", "1 RI is in another battle"


@pytest.mark.rule(GAME, "7.4")
def test_long_range_fire_does_not_undouble():
    found = attack({NH2: "Y18", "USA-A-S-E3US": "V17", VA2: "Y19"}, trestle=False)
    assert found["defense"] == "4"


@pytest.mark.rule(GAME, "7.41", "M3")
def test_streams_are_downhill_of_their_banks():
    found = attack({NH2: "K17", VA2: "L16"})
    assert terms(found, VA2) == ("4", ["7.41"])
    assert attack({NH2: "L16", VA2: "K17"})["defense"] == "2", "the stream is not uphill of the bank"
    assert attack({NH2: "K16", VA2: "K17"})["defense"] == "2", "the stream runs from one into the other"


@pytest.mark.rule(GAME, "7.41")
def test_stream_hexes_without_a_common_stream_are_uphill_of_each_other():
    assert uphill("P12", "Q13") == uphill("Q13", "P12") == "7.41"
    assert attack({NH2: "P12", VA2: "Q13"})["defense"] == "4"
    assert attack({NH2: "Q13", VA2: "P12"})["defense"] == "4"


@pytest.mark.rule(GAME, "7.41")
def test_bald_hill_acts_as_a_hill_because_streams_surround_it():
    assert [uphill("R15", low) for low in ("R14", "S15", "S16", "Q15")] == ["7.41"] * 4


@pytest.mark.rule(GAME, "7.42", "M5.2")
def test_a_stream_on_a_hilltop_makes_hilltop_and_slope_uphill_of_each_other():
    """No such hex is on this map, so two hexes are made up: 1 the hilltop with a stream, 2 its slope."""
    made_up = SimpleNamespace(
        terrain={"stream": 1 << 1}, borders=Borders(3, {"crest": [0, 1 << 2, 0], "stream": [0, 0, 0]})
    )
    assert why_uphill(made_up, 1, 2) == "7.42" and why_uphill(made_up, 2, 1) == "7.41"


# --- 7.5 halving -----------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.5", "7.51", "M2.1", "M2.2")
def test_units_on_fords_and_bridges_are_halved_in_attack_and_defense():
    out_of_ford = attack({NH2: "Q3", VA2: "P2"})
    assert terms(out_of_ford, NH2) == ("1", ["7.51"]) and out_of_ford["attack"] == "1"
    into_ford = attack({NH2: "R2", VA2: "Q3", VA5: "Q3"})
    assert into_ford["defense"] == "2" and terms(into_ford, VA2) == ("1", ["7.51"])
    assert attack({NH2: "Z10", "CSA-I-EV-4SC": "Y10"})["defense"] == "1 1/2", "the half is kept"
    on_trestle = scene({NH2: "UU28", VA2: "VV27"}, trestle=True)
    assert report(on_trestle, [NH2], [VA2])["attack"] == "1"


@pytest.mark.rule(GAME, "7.5")
def test_a_defender_on_a_ford_can_be_halved_and_doubled_at_once():
    """Lewis Ford is uphill of the stream hex Z13."""
    found = attack({NH2: "Z13", VA2: "AA13"})
    assert terms(found, VA2) == ("2", ["7.51", "7.41"])


@pytest.mark.rule(GAME, "7.5", "7.52", "9.7")
def test_no_unit_is_halved_twice():
    """The battery stands on a ford and fires into woods."""
    gun = {"USA-A-S-E3US": {"at": "MM19", "face": "battle"}}
    found = attack({**gun, VA2: "MM20"})
    assert terms(found, "USA-A-S-E3US") == ("1 1/2", ["7.51"])


@pytest.mark.rule(GAME, "7.52", "9.7", "9.8", "M4")
def test_woods_halve_batteries_only():
    gun = "USA-A-S-E3US"
    assert terms(attack({gun: {"at": "U18", "face": "battle"}, VA2: "T18"}), gun) == ("1 1/2", ["9.7"]), (
        "into"
    )
    assert terms(attack({gun: {"at": "T18", "face": "battle"}, VA2: "U18"}), gun) == ("1 1/2", ["9.7"]), (
        "from"
    )
    assert terms(attack({NH2: "U18", VA2: "T18"}), NH2) == ("2", [])
    defending = attack({NH2: "U18", STANARD: "T18", VA2: "T18"})
    assert terms(defending, STANARD) == ("1", ["9.8"]) and terms(defending, VA2) == ("2", [])
    from_woods = attack({NH2: "T18", STANARD: "U18"})
    assert terms(from_woods, STANARD) == ("2", []), "attacked from woods it is not halved"


@pytest.mark.rule(GAME, "9.7")
def test_one_target_in_woods_halves_the_battery_against_all():
    gun = "USA-A-S-E3US"
    found = attack({gun: {"at": "U18", "face": "battle"}, VA2: "T18", VA4: "U19"})
    assert terms(found, gun) == ("1 1/2", ["9.7"])


@pytest.mark.rule(GAME, "7.6")
def test_roads_change_nothing():
    """L14 and Q13 are stream hexes that the turnpike crosses: still low ground."""
    assert uphill("L13", "L14") == "7.41"
    assert attack({NH2: "L14", VA2: "L13"})["defense"] == "4"
    assert attack({NH2: "Y10", VA2: "X10"})["attack"] == "1", "the pike over Stone Bridge does not help"


# --- the roll --------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.3")
def test_the_table_as_printed():
    table = scene({}).rules.combat_table
    assert [table.result(1, c) for c in range(11)] == ["AE AB2", "AE AB2", "AB2", "AB2", "DB2", "DE DB2"] + [
        "DE"
    ] * 5
    assert [table.result(6, c) for c in range(11)] == ["AE AB2"] * 7 + ["DE"] * 4
    assert [table.result(2, table.columns.index(c)) for c in ("1-2", "1-1", "5-1", "6-1+")] == [
        "EX",
        "EX",
        "DB2",
        "DB2",
    ]


@pytest.mark.rule(GAME, "7.2", "7.3")
def test_the_die_decides_and_the_log_tells_the_odds():
    position = scene({NH2: "AA32", RI1: "AA32", VA2: "BB32"})
    play(position, f"with {NH2}")
    decision = position.decision()
    assert decision.owner == "chance" and decision.facts["odds"] == "2-1"
    event = position.log[-1]
    assert (event.facts["attack"], event.facts["defense"], event.facts["odds"]) == ("4", "2", "2-1")
    roll(position, 4)
    assert [e.facts["result"] for e in position.log if e.kind == "battle_result"] == ["AB2"]


# --- the report ------------------------------------------------------------------------------------------


def test_the_report_names_what_the_rules_have_against_it():
    position = scene({NH2: "AA32", RI1: "Z30", "USA-A-S-E3US": "Z31", VA2: "BB32", VA4: "CC33"})
    found = report(position, [NH2, RI1], [VA2])
    assert [(o["piece"], o["rule"]) for o in found["objections"]] == [(RI1, "6.5")]
    assert "9.61" in [o["rule"] for o in report(position, ["USA-A-S-E3US"], [VA2])["objections"]]
    assert report(position, [VA2], [NH2])["objections"][0]["rule"] == "6.1"
    assert not report(position, [NH2], [VA2])["objections"]


@pytest.mark.rule(GAME, "6.8")
def test_the_report_objects_when_a_battery_is_attacked_without_its_screen():
    """6.8 binds as many pairs as the hex has; the rest may be attacked singly."""
    imboden, terry = "CSA-A-BE-Imboden", "CSA-C-EV-Terry"
    position = scene({NH2: "AA32", VA2: "BB32", STANARD: "BB32", terry: "BB32"})
    for alone, other in ((STANARD, VA2), (VA2, STANARD)):
        (objection,) = report(position, [NH2], [terry, alone])["objections"]
        assert (objection["piece"], objection["rule"]) == (alone, "6.8")
        assert other in objection["says"] and terry not in objection["says"]
    assert not report(position, [NH2], [VA2, STANARD])["objections"]
    assert not report(position, [NH2], [terry])["objections"]
    for spare in (imboden, VA4):
        position = scene({NH2: "AA32", VA2: "BB32", STANARD: "BB32", spare: "BB32"})
        assert not report(position, [NH2], [spare])["objections"]


@pytest.mark.rule(GAME, "8.51", "6.8")
def test_the_report_pairs_a_brigade_piece_with_as_many_batteries_as_it_has_units():
    evans, imboden = "CSA-BG-EV-Evans", "CSA-A-BE-Imboden"
    position = scene({NH2: "AA32", evans: "BB32", STANARD: "BB32", imboden: "BB32"})
    (objection,) = report(position, [NH2], [evans, STANARD])["objections"]
    assert (objection["piece"], objection["rule"]) == (evans, "6.8") and imboden in objection["says"]
    assert not report(position, [NH2], [evans, STANARD, imboden])["objections"]


@pytest.mark.rule(GAME, "6.8", "9.62")
def test_the_report_of_a_bombardment_knows_no_screening():
    position = scene({"USA-A-S-E3US": {"at": "AA34", "face": "battle"}, VA2: "AA31", STANARD: "AA31"})
    assert not report(position, ["USA-A-S-E3US"], [STANARD])["objections"]


@pytest.mark.rule(GAME, "10.1", "10.2", "10.4")
def test_the_report_speaks_of_automatic_victory_only_where_there_can_be_one():
    """Richardson's brigade against Terry's company, 7 and more to 1."""
    strong, more, terry = "USA-BG-R-Richardson", "USA-I-S-13NY", "CSA-C-EV-Terry"

    def wins(pieces, defenders, phase="movement", **extra):
        position = scene({strong: "U20", more: "U20", **pieces}, phase=phase, **extra)
        return report(position, [strong, more], defenders)["automatic_victory"]

    assert wins({terry: "U21"}, [terry])
    assert not wins({terry: "U21"}, [terry], "combat"), "in the Combat phase there is none (10.1)"
    assert not wins({terry: "U21", "CSA-I-EV-4SC": "T20"}, [terry]), "the 4 SC is adjacent too (10.4)"
    assert not wins({terry: "U21", "CSA-I-EV-4SC": "U21"}, [terry]), "a hex is attacked whole (10.4)"
    assert not wins({terry: "U21"}, [terry], side="confederate"), "it is not their turn"


@pytest.mark.rule(GAME, "10.2")
def test_the_report_knows_no_automatic_victory_with_long_range_fire():
    gun = {"USA-A-S-E3US": {"at": "AA34", "face": "battle"}}
    position = scene({"USA-BG-S-Sherman": "AA30", "CSA-C-EV-Terry": "AA31", **gun}, phase="movement")
    assert report(position, ["USA-BG-S-Sherman"], ["CSA-C-EV-Terry"])["automatic_victory"]
    both = report(position, ["USA-BG-S-Sherman", "USA-A-S-E3US"], ["CSA-C-EV-Terry"])
    assert not both["automatic_victory"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "says"),
    [
        ([], [VA2], "attackers: at least one"),
        ([NH2], [], "defenders: at least one"),
        (["USA-L-B-Burnside"], [VA2], "not a combat unit"),
        ([RI1], [VA2], "not on the map"),
        ([NH2, NH2], [VA2], "twice"),
        ([NH2, VA2], [VA2], "both sides"),
        ([NH2], [NH2], "same side"),
    ],
)
def test_the_report_refuses_nonsense_by_name(attackers, defenders, says):
    position = scene({NH2: "AA32", "USA-L-B-Burnside": "AA32", VA2: "BB32"})
    with pytest.raises(BullrunError, match=says):
        report(position, attackers, defenders)
