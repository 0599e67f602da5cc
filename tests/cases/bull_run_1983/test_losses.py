"""7.7 Losses: how much, who pays, and where the eliminated go."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.losses import eliminate, points
from tests.cases.bull_run_1983.combat import box, facts, fight
from tests.cases.bull_run_1983.scene import at, explain, options, play, scene

GAME = "bull-run-1983"

NH2, RI1, RI2, NYM71 = "USA-I-B-2NH", "USA-I-B-1RI", "USA-I-B-2RI", "USA-I-B-71NYM"
BURNSIDE = "USA-L-B-Burnside"
VA2, VA4, VA5, VA33 = "CSA-I-JA-2Va", "CSA-I-JA-4Va", "CSA-I-JA-5Va", "CSA-I-JA-33Va"
JACKSON = "CSA-L-JA-Jackson"


GUN = {"USA-A-S-E3US": {"at": "AA34", "face": "battle"}}
FOUR_SMALL_UNITS = ("CSA-C-EV-Terry", "CSA-I-C-1Va", "CSA-I-C-8Va", "CSA-I-C-49Va")


# --- how much -------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.71", "9.5", "9.52")
def test_de_costs_as_many_points_as_the_adjacent_attackers_have():
    """2 NH (3 DP) with a battery in support (3 DP) attacks four units of 1 DP at 1-1. DE DB2: three go, the
    fourth retreats; the battery adds nothing to the loss."""
    position = fight({NH2: "AA30", **GUN, **dict.fromkeys(FOUR_SMALL_UNITS, "AA31")}, 1)
    assert facts(position, "battle")[0]["odds"] == "1-1"
    assert options(position) == [f"lose {unit}" for unit in FOUR_SMALL_UNITS]
    assert position.decision().facts["due"] == "3"
    play(position, *[f"lose {unit}" for unit in FOUR_SMALL_UNITS[:3]])
    assert options(position) == [f"lose {FOUR_SMALL_UNITS[3]}", "done"]
    play(position, "done")
    assert options(position)[0].startswith(f"retreat {FOUR_SMALL_UNITS[3]}")


@pytest.mark.rule(GAME, "7.71", "7.7")
def test_who_cannot_pay_loses_all_he_has_in_the_battle_and_is_not_asked():
    position = fight({NH2: "AA32", VA2: "BB32"}, 1)
    assert options(position) == [f"advance {NH2} BB32", "done"]
    assert box(position, VA2) == "lost"


@pytest.mark.rule(GAME, "7.71", "7.73")
def test_ae_costs_as_many_points_as_the_defenders_have_and_the_loser_chooses():
    position = fight({NH2: "AA32", RI1: "AA32", RI2: "AA32", VA2: "BB32", VA4: "BB32"}, 6)
    assert facts(position, "battle_result")[0]["result"] == "AE AB2"
    assert position.decision().owner == "union" and position.decision().facts["due"] == "4"
    assert options(position) == [f"lose {NH2}", f"lose {RI1}", f"lose {RI2}"]
    play(position, f"lose {RI2}")
    assert position.decision().facts["due"] == "2"
    play(position, f"lose {NH2}", "done")
    assert options(position)[0].startswith(f"retreat {RI1}"), "what survives retreats"
    assert at(position, VA2) == at(position, VA4) == "BB32"


@pytest.mark.rule(GAME, "7.71")
def test_ex_costs_both_sides_and_the_weaker_one_everything():
    """2 NH and 1 RI (6 DP) on 2 Va (2 DP): the exchange kills 2 Va and costs one regiment of 3."""
    position = fight({NH2: "AA32", RI1: "AA32", VA2: "BB32"}, 2)
    assert options(position) == [f"lose {NH2}", f"lose {RI1}"] and position.decision().facts["due"] == "2"
    assert box(position, VA2) == "lost"
    play(position, f"lose {RI1}", "done")
    assert at(position, NH2) == "AA32" and not at(position, RI1)


@pytest.mark.rule(GAME, "7.71")
def test_equal_sides_destroy_each_other_in_an_exchange():
    position = fight({RI2: "AA32", VA5: "BB32"}, 2)
    position.decision()
    assert not at(position, RI2) and not at(position, VA5)


@pytest.mark.rule(GAME, "7.71")
def test_terrain_counts_in_what_is_inflicted_and_in_what_is_paid():
    doubled = fight({NH2: "Y18", RI1: "Y18", VA2: "Y19"}, 2)
    assert doubled.decision().facts["due"] == "4", "2 Va on its hilltop is worth four in the exchange"
    halved = fight({VA2: "P2", VA4: "P2", NH2: "Q3", RI1: "Q3"}, 2, side="confederate")
    assert halved.decision().facts["due"] == "3", "two threes in the ford inflict only three"
    assert not at(halved, NH2) and not at(halved, RI1), "and cannot pay four"


@pytest.mark.rule(GAME, "7.71")
def test_zero_strength_attackers_add_their_points_to_the_enemy_s_losses():
    """2 Va (2 DP) with Terry (0-1) and a battery in support against four points: DE costs three."""
    union = dict.fromkeys(("USA-I-P-MAR", "USA-A-B-71NYM", RI2), "AA31")
    walker = {"CSA-A-H-Walker": {"at": "AA34", "face": "battle"}}
    position = fight({VA2: "AA30", "CSA-C-EV-Terry": "AA30", **walker, **union}, 1, side="confederate")
    assert facts(position, "battle")[0]["attack"] == "4" and position.decision().facts["due"] == "3"


# --- who pays -------------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.72", "9.6")
def test_dl1_costs_one_unit_of_the_defender_s_choice():
    guns = {p: {"at": "AA32", "face": "battle"} for p in ("USA-A-S-E3US", "USA-A-P-D5US", "USA-A-B-2RI")}
    position = fight({**guns, VA2: "AA35", VA5: "AA35"}, 1)
    assert facts(position, "battle_result")[0]["result"] == "DL1"
    assert position.decision().owner == "confederate" and options(position) == [f"lose {VA2}", f"lose {VA5}"]
    play(position, f"lose {VA5}", "done")
    assert at(position, VA2) == "AA35"


@pytest.mark.rule(GAME, "7.72", "7.73", "8.42")
def test_a_brigade_can_break_up_and_lose_only_one_of_its_units():
    """The rulebook's example: a brigade piece that suffers a DL1."""
    guns = {p: {"at": "AA32", "face": "battle"} for p in ("USA-A-S-E3US", "USA-A-P-D5US", "USA-A-B-2RI")}
    position = fight({**guns, "CSA-BG-BA-Bartow": "AA34"}, 1)
    assert options(position) == ["lose CSA-BG-BA-Bartow", "break CSA-BG-BA-Bartow"]
    play(position, "break CSA-BG-BA-Bartow")
    assert options(position) == ["lose CSA-I-BA-7Ga", "lose CSA-I-BA-8Ga"]
    play(position, "lose CSA-I-BA-7Ga", "done")
    assert at(position, "CSA-I-BA-8Ga") == "AA34" and box(position, "CSA-I-BA-7Ga") == "rally box"


@pytest.mark.rule(GAME, "7.73", "8.42")
def test_a_brigade_can_break_up_to_pay_points_with_its_parts():
    """Keyes' brigade (5 DP) and another regiment attack 2 Va: the exchange costs two points only."""
    position = fight({"USA-BG-K-Keyes": "AA32", VA2: "BB32"}, 2)
    assert options(position) == ["lose USA-BG-K-Keyes", "break USA-BG-K-Keyes"]
    play(position, "break USA-BG-K-Keyes")
    parts = options(position)
    assert len(parts) == 2 and all(option.startswith("lose USA-I-K-") for option in parts)
    play(position, parts[0], "done")
    assert at(position, parts[1].split()[1]) == "AA32"


@pytest.mark.rule(GAME, "7.73")
def test_extra_losses_are_allowed_once_the_debt_is_paid():
    position = fight({NH2: "AA32", RI1: "AA32", RI2: "AA32", VA2: "BB32"}, 2)
    play(position, f"lose {RI2}")
    assert options(position) == [f"lose {NH2}", f"lose {RI1}", "done"]
    play(position, f"lose {NH2}", "done")
    assert at(position, RI1) == "AA32" and not at(position, NH2)


# --- the fate of the eliminated -------------------------------------------------------------------------


@pytest.mark.rule(GAME, "7.74", "14.2", "14.21", "14.22")
@pytest.mark.parametrize(
    ("leader_at", "fate"), [("BB32", "rally box"), ("BB28", "rally box"), ("BB27", "lost")]
)
def test_infantry_near_its_brigade_leader_goes_to_the_rally_box(leader_at, fate):
    position = scene({VA2: "BB32", VA4: leader_at, JACKSON: leader_at}, side="confederate", phase="rally")
    eliminate(position, position.rules.roster.number[VA2], position.rules.board.place("BB32"))
    assert box(position, VA2) == fate


@pytest.mark.rule(GAME, "7.74", "14.21")
def test_rivers_do_not_lengthen_the_rally_range():
    position = scene({VA2: "R3", VA4: "P2", JACKSON: "P2"}, phase="rally")
    eliminate(position, position.rules.roster.number[VA2], position.rules.board.place("R3"))
    assert box(position, VA2) == "rally box"


@pytest.mark.rule(GAME, "7.74", "14.23")
@pytest.mark.parametrize("piece", ["CSA-A-JA-Stanard", "CSA-C-EV-Terry", "CSA-I-0-Hampton", "CSA-C-0-1Va"])
def test_batteries_cavalry_and_units_without_brigade_are_gone_for_good(piece):
    position = scene({piece: "BB32", JACKSON: "BB32", "CSA-L-EV-Evans": "BB32"}, phase="rally")
    eliminate(position, position.rules.roster.number[piece], position.rules.board.place("BB32"))
    assert box(position, piece) == "lost"


@pytest.mark.rule(GAME, "7.74")
def test_without_its_leader_infantry_is_lost_and_another_leader_does_not_count():
    position = scene({VA2: "BB32", "CSA-L-BE-Bee": "BB32"}, phase="rally")
    eliminate(position, position.rules.roster.number[VA2], position.rules.board.place("BB32"))
    assert box(position, VA2) == "lost"


@pytest.mark.rule(GAME, "14.21", "7.74")
def test_an_eliminated_brigade_piece_breaks_up_and_its_leader_stays():
    position = scene({"CSA-BG-BA-Bartow": "BB32"}, phase="rally")
    eliminate(position, position.rules.roster.number["CSA-BG-BA-Bartow"], position.rules.board.place("BB32"))
    assert box(position, "CSA-BG-BA-Bartow") == "card"
    assert box(position, "CSA-I-BA-7Ga") == box(position, "CSA-I-BA-8Ga") == "rally box"
    assert at(position, "CSA-L-BA-Bartow") == "BB32"


@pytest.mark.rule(GAME, "9.1")
def test_losing_a_battery_removes_both_its_pieces():
    position = scene({"CSA-A-JA-Stanard": {"at": "BB32", "face": "battle"}}, phase="rally")
    eliminate(position, position.rules.roster.number["CSA-A-JA-Stanard"], position.rules.board.place("BB32"))
    assert box(position, "CSA-A-JA-Stanard") == "lost", "one piece number stands for both faces"


def test_points_are_written_with_halves():
    assert [points(halves) for halves in (0, 1, 2, 3, 8)] == ["0", "1/2", "1", "1 1/2", "4"]


@pytest.mark.rule(GAME, "7.71", "9.52")
def test_why_a_unit_cannot_pay():
    """Four adjacent small attackers owe two points; the battery in support cannot pay for them."""
    small = dict.fromkeys(FOUR_SMALL_UNITS, "AA30")
    walker = {"CSA-A-H-Walker": {"at": "AA34", "face": "battle"}}
    position = fight({**small, **walker, RI2: "AA31"}, 2, side="confederate")
    assert position.decision().rule == "7.73"
    refusal = explain(position, "confederate", ("lose", "CSA-A-H-Walker"))
    assert refusal is not None and refusal.rule == "7.71"


EVANS = "CSA-BG-EV-Evans"


@pytest.mark.rule(GAME, "7.71", "7.73")
def test_a_debt_of_just_what_one_has_is_paid_without_asking():
    """2 Ohio and 2 NYM, 5 points, against Evans' 5: a DE takes exactly all."""
    position = fight({EVANS: "U22", "USA-I-SC-2Ohio": "U23", "USA-I-SC-2NYM": "U23"}, 1, side="confederate")
    assert facts(position, "battle_result")[0]["result"] == "DE DB2"
    assert box(position, "USA-I-SC-2Ohio") != "map" and box(position, "USA-I-SC-2NYM") != "map"
    assert position.decision().question.startswith("Which attackers advance")


@pytest.mark.rule(GAME, "7.71", "7.4")
def test_an_exchange_with_a_doubled_defender_is_paid_and_inflicted_in_doubled_points():
    """The 8 Ga, 2 points, doubled on Y19 by its slopes: the attackers lose 4 points for it, and 4 points of
    attackers are not too few to destroy it."""
    crest = {"USA-I-B-2NH": "Y18", "USA-I-B-1RI": "Y18", "CSA-I-BA-8Ga": "Y19"}
    position = fight(crest, 2)
    assert facts(position, "battle")[0]["defense"] == "4"
    assert facts(position, "battle_result")[0]["result"] == "EX"
    assert box(position, "CSA-I-BA-8Ga") != "map", "6 points were against its 4"
    assert position.decision().facts["due"] == "4"
    play(position, "lose USA-I-B-2NH")
    position.decision()
    assert {box(position, u) for u in ("USA-I-B-2NH", "USA-I-B-1RI")} == {"lost"}, (
        "3 points were not enough, and the second 3 are more than owed"
    )


@pytest.mark.rule(GAME, "7.71", "7.51")
def test_a_unit_on_a_bridge_pays_and_inflicts_half():
    """2 Conn on the Stone Bridge: 3 defense points, halved, inflict and pay 1 1/2."""
    position = fight({"USA-I-K-2Conn": "Y10", "CSA-I-C-8Va": "X10", "CSA-I-C-49Va": "X10"}, 2)
    battle = facts(position, "battle")[0]
    assert (battle["attack"], battle["odds"]) == ("1", "1-2")
    assert facts(position, "battle_result")[0]["result"] == "EX"
    assert position.decision().facts["due"] == "1 1/2"
    play(position, "lose CSA-I-C-8Va")
    position.decision()
    assert box(position, "USA-I-K-2Conn") != "map", "1 1/2 points cannot pay for 2"
    assert box(position, "CSA-I-C-49Va") != "map", "one point does not cover 1 1/2: the second goes too"
