"""Refusals cite the rule that really forbids, and the page names the ground as the rules take it."""

from __future__ import annotations

import pytest

from bullrun.engine.given import ImpossiblePosition
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from tests.cases import asking
from tests.cases.bull_run_1983.combat import fight
from tests.cases.bull_run_1983.scene import explain, options, play, roll, rules, scene
from tests.cases.bull_run_1983.test_reinforcements import waiting

GAME = "bull-run-1983"

BURNSIDE, NH2, RI1 = "USA-BG-B-Burnside", "USA-I-B-2NH", "USA-I-B-1RI"
VA2 = "CSA-I-JA-2Va"


def why(position, text, side="union"):
    refusal = explain(position, side, tuple(text.split()))
    assert refusal is not None, f"{text} is an option"
    return refusal


def opening():
    """The Union's first Movement phase of the 21st: the 4 Mich waits at CCC35."""
    position = BULL_RUN.start("july-21", {})
    assert position.decision().question.startswith("Which piece moves")
    return position


@pytest.mark.rule(GAME, "8.52", "7.9")
@pytest.mark.parametrize(
    ("attacker", "defender", "extra"),
    [("R2", "Q3", {}), ("Z10", "Y10", {}), ("AA31", "AA32", {"abatis": ["AA32"]})],
    ids=["ford", "bridge", "ABATIS"],
)
def test_a_brigade_piece_is_kept_out_by_what_it_is_not_by_want_of_room(attacker, defender, extra):
    position = fight({BURNSIDE: attacker, VA2: defender}, 1, **extra)
    assert f"break {BURNSIDE}" in options(position)
    assert why(position, f"advance {BURNSIDE} {defender}").rule == "8.52"


@pytest.mark.rule(GAME, "8.52", "7.83")
def test_a_brigade_piece_retreats_over_no_bridge_but_its_parts_do():
    """The Stone Bridge lies between X10 and Z9."""
    position = scene({BURNSIDE: "X10", "CSA-BG-JA-Jackson": "W10"}, side="confederate")
    play(position, "keep")
    roll(position, 3)
    assert position.decision().rule == "7.8"
    assert why(position, f"retreat {BURNSIDE} Z9").rule == "8.52"
    play(position, f"break {BURNSIDE}")
    assert f"retreat {NH2} Z9" in options(position)


@pytest.mark.rule(GAME, "8.5", "5.1")
def test_a_unit_in_a_brigade_piece_does_not_move_by_itself():
    position = scene({BURNSIDE: "R2"}, phase="movement")
    part = position.rules.roster.ids[position.state.holder.index(position.rules.roster.number[BURNSIDE])]
    refusal = why(position, f"move {part} R1")
    assert refusal.rule == "8.5" and "not on the map" not in refusal.says


@pytest.mark.rule(GAME, "8.5", "6.7")
def test_a_unit_in_a_brigade_piece_neither_attacks_nor_is_attacked_by_itself():
    position = scene({NH2: "AA32", "CSA-BG-JA-Jackson": "BB32", "CSA-I-0-Hampton": "BB32"})
    play(position, "keep")
    state, roster = position.state, position.rules.roster
    parts = [roster.ids[p] for p, h in enumerate(state.holder) if h == roster.number["CSA-BG-JA-Jackson"]]
    units = [part for part in parts if "-I-" in part]
    assert why(position, f"attack {units[0]}").rule == "8.5"


@pytest.mark.rule(GAME, "13.1", "7.74")
def test_who_is_off_the_map_is_told_why_he_cannot_move():
    position = opening()
    assert why(position, "move USA-I-W-4Mich CCC34").rule == "13.1"
    fallen = scene({NH2: "AA32", VA2: "AA34", RI1: {"box": "rally box"}}, phase="movement")
    assert why(fallen, f"move {RI1} AA31").rule == "7.74"


@pytest.mark.rule(GAME, "5.81")
def test_who_has_entered_enemy_control_is_stopped_by_that():
    position = scene({NH2: "AA30", RI1: "AA29", VA2: "AA32"}, phase="movement")
    play(position, f"move {NH2} AA31")
    assert why(position, f"move {NH2} AA30").rule == "5.81"


@pytest.mark.rule(GAME, "5.2")
def test_who_has_let_another_piece_move_is_done():
    position = scene({NH2: "AA29", RI1: "AA29", VA2: "AA33"}, phase="movement")
    play(position, f"move {NH2} AA30", f"move {RI1} AA30")
    assert why(position, f"move {NH2} AA29").rule == "5.2"


@pytest.mark.rule(GAME, "10.6")
def test_who_has_won_an_automatic_victory_moves_no_more():
    position = scene(
        {"USA-BG-S-Sherman": "AA31", "USA-I-P-REG": "AA29", "CSA-C-EV-Terry": "AA32"}, phase="movement"
    )
    play(position, "av AA32")
    roll(position, 1)
    play(position, "done")
    assert why(position, "move USA-BG-S-Sherman AA30").rule == "10.6"


@pytest.mark.rule(GAME, "13.11")
def test_a_reinforcement_whose_hex_is_controlled_is_refused_for_that():
    position = waiting({VA2: "CCC34", "USA-L-0-McDowell": "AA31"}, "union", "9:00 AM")
    assert why(position, "enter USA-I-W-4Mich CCC35").rule == "13.11"


@pytest.mark.rule(GAME, "11.2", "M2.1")
@pytest.mark.parametrize(("stands", "says", "never"), [(True, "Bridge", "River"), (False, "River", "Bridge")])
def test_the_facts_of_uu28_follow_the_trestle(stands, says, never):
    position = scene({VA2: "AA32"}, trestle=stands, battlefield=rules())
    shown = {row["says"] for row in BULL_RUN.table.ground(position, "UU28")}
    assert says in shown and never not in shown


@pytest.mark.rule(GAME, "5.81", "5.82")
def test_from_zone_to_zone_is_cited_only_for_a_step_within_one_zone():
    """XX28 is free, but the slow G/1 US gets there only by the road through XX29, which the 2 Va controls."""
    position = scene({"USA-A-R-G1US": "YY29", VA2: "YY30"}, phase="movement")
    assert why(position, "move USA-A-R-G1US XX29").rule == "5.82"
    assert why(position, "move USA-A-R-G1US XX28").rule == "5.81"


@pytest.mark.rule(GAME, "5.3", "5.61")
def test_the_umpire_takes_no_piece_that_has_spent_more_than_its_factor():
    """Hampton has 4 points, 24 sixths."""
    spent = scene({"CSA-I-0-Hampton": {"at": "AA31", "spent": 24}}, side="confederate", phase="movement")
    assert asking.reach(BULL_RUN, spent, "CSA-I-0-Hampton") == []
    with pytest.raises(ImpossiblePosition, match=r"CSA-I-0-Hampton: spent .* 0 to 24, got 30"):
        scene({"CSA-I-0-Hampton": {"at": "AA31", "spent": 30}}, side="confederate", phase="movement")


@pytest.mark.rule(GAME, "6.1", "9.3", "9.61")
@pytest.mark.parametrize(
    ("pieces", "asked", "rule"),
    [
        ({NH2: "U17", VA2: "U25"}, f"attack {VA2}", "6.1"),
        ({NH2: "U17", VA2: "U25"}, f"bombard {VA2}", "9.3"),
        ({NH2: {"at": "U17", "fought": True}, VA2: "U18"}, f"attack {VA2}", "6.1"),
    ],
    ids=["nobody near", "no battery", "fought"],
)
def test_when_nothing_can_be_attacked_the_reason_is_not_the_moment(pieces, asked, rule):
    """The Combat phase has just begun: what is missing is an attacker, not the time to declare."""
    found = asking.why(BULL_RUN, scene(pieces), "union", asked)
    assert not found["possible"] and found["rule"] == rule


@pytest.mark.rule(GAME, "6.3")
def test_a_declaration_that_never_opened_is_not_ended():
    found = asking.why(BULL_RUN, scene({NH2: "U17", VA2: "U25"}), "union", "end-declaration")
    assert found["rule"] == "6.3" and "Nobody" in found["says"]
