"""14. Rallying replacements. Which units reach the RALLY box is also proved with losses (7.74)."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules.losses import eliminate
from bullrun.games.bull_run_1983.rules.rally import rally_options
from bullrun.games.bull_run_1983.rules.state import LOST, RALLY
from tests.cases.bull_run_1983.combat import box, fight
from tests.cases.bull_run_1983.scene import at, explain, options, play, rules, scene

GAME = "bull-run-1983"

BOX = {"box": "rally box"}
KEYES = {"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX}


def rally(pieces, turn="NOON", **more):
    return scene(pieces, phase="rally", turn=turn, **more)


def offers(position):
    """The units that can be revived now."""
    assert position.state.phase == 4
    return [" ".join(option) for option in rally_options(position)]


def why(position, action):
    decision = position.decision()
    assert decision is not None
    return explain(position, decision.owner, tuple(action.split())).rule


def eliminated(position, piece, place=None):
    number = position.rules.roster.number[piece]
    eliminate(position, number, position.rules.board.place(place) if place else position.state.at[number])
    return position.state.box[number]


@pytest.mark.rule(GAME, "14.1", "14.3", "14.33")
def test_a_leader_with_infantry_of_his_brigade_revives_a_unit_in_his_hex():
    position = rally(KEYES)
    assert offers(position) == ["rally USA-I-K-2Conn"]
    play(position, "rally USA-I-K-2Conn")
    assert at(position, "USA-I-K-2Conn") == "E25"


@pytest.mark.rule(GAME, "14.1", "14.4")
def test_nobody_rallies_before_noon():
    assert offers(rally(KEYES, turn="11:30 AM")) == []
    assert offers(rally(KEYES, turn="NOON"))


@pytest.mark.rule(GAME, "14.4")
def test_one_unit_a_player_turn():
    position = rally(KEYES | {"USA-I-K-3Conn": BOX})
    assert len(offers(position)) == 2
    play(position, "rally USA-I-K-2Conn")
    assert offers(position) == [] and at(position, "USA-I-K-3Conn") == ""


@pytest.mark.rule(GAME, "14.4")
def test_a_chance_not_used_is_lost():
    position = rally(KEYES | {"USA-I-K-3Conn": BOX, "CSA-L-JA-Jackson": "E5"})
    play(position, "end-rally")
    position.decision()
    assert position.state.side == 1 and position.state.rallied == 0


@pytest.mark.rule(GAME, "14.31", "12.1")
def test_only_the_unit_s_own_leader_with_his_own_infantry():
    assert offers(rally({"USA-L-0-Tyler": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX})) == []
    assert offers(rally({"USA-L-K-Keyes": "E25", "USA-I-S-13NY": "E25", "USA-I-K-2Conn": BOX})) == []
    assert offers(rally({"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": "E26", "USA-I-K-2Conn": BOX})) == []
    assert offers(rally({"USA-L-SC-Schenck": "E25", "USA-A-SC-E2US": "E25", "USA-I-SC-1Ohio": BOX})) == []


@pytest.mark.rule(GAME, "14.31")
def test_a_brigade_without_its_leader_rallies_no_more():
    assert offers(rally({"USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX})) == []


@pytest.mark.rule(GAME, "14.3", "14.32")
@pytest.mark.parametrize("piece", ["USA-L-K-Keyes", "USA-I-K-1Conn"])
@pytest.mark.parametrize("deed", ["moved", "fought"])
def test_leader_and_unit_must_neither_move_nor_fight(piece, deed):
    position = rally(KEYES | {piece: {"at": "E25", deed: True}})
    assert offers(position) == []


@pytest.mark.rule(GAME, "14.3", "14.32")
def test_not_in_enemy_control():
    assert offers(rally(KEYES | {"CSA-I-K-2SC": "E26"})) == []


@pytest.mark.rule(GAME, "14.3")
def test_they_must_have_begun_the_movement_phase_out_of_enemy_control():
    position = rally(KEYES)
    position.state.settled = 0
    assert offers(position) == []


@pytest.mark.rule(GAME, "14.32", "8.3")
def test_a_leader_in_a_formed_brigade_rallies_and_may_be_inactive():
    position = rally(
        {
            "USA-BG-K-Keyes": {"at": "E25", "components": ["USA-I-K-1Conn", "USA-I-K-2Conn"]},
            "USA-I-K-2Me": BOX,
        }
    )
    assert not position.state.active
    assert offers(position) == ["rally USA-I-K-2Me"]
    play(position, "rally USA-I-K-2Me")
    assert at(position, "USA-I-K-2Me") == "E25"


@pytest.mark.rule(GAME, "14.32")
def test_forming_brigade_in_the_same_turn_does_not_hinder():
    position = scene(
        {"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": "E25", "USA-I-K-2Me": BOX},
        phase="movement",
    )
    play(position, "form USA-BG-K-Keyes USA-I-K-1Conn USA-I-K-2Conn", "end-movement")
    position.decision()
    assert offers(position) == ["rally USA-I-K-2Me"]


@pytest.mark.rule(GAME, "14.33", "5.4")
def test_the_leader_s_hex_must_have_room():
    crowd = {"USA-I-S-13NY": "E25", "USA-I-S-69NYM": "E25", "USA-I-B-2NH": "E25"}
    position = rally(KEYES | crowd | {"USA-L-D-Davies": "E5", "USA-I-D-16NY": "E5", "USA-I-D-18NY": BOX})
    assert offers(position) == ["rally USA-I-D-18NY"], "11 DP stand with Keyes"
    assert why(position, "rally USA-I-K-2Conn") == "5.4"


@pytest.mark.rule(GAME, "14.2", "14.21")
def test_infantry_lost_within_four_hexes_of_its_leader_goes_to_the_box():
    for place, goes_to in (("E29", RALLY), ("E30", LOST)):
        position = scene({"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": place}, phase="combat")
        assert eliminated(position, "USA-I-K-1Conn") == goes_to, place


@pytest.mark.rule(GAME, "14.2", "14.22")
def test_the_distance_is_measured_over_any_terrain_from_the_last_hex():
    position = scene({"USA-L-K-Keyes": "S3", "USA-I-K-1Conn": "S9"}, phase="combat")
    assert eliminated(position, "USA-I-K-1Conn", "S7") == RALLY, "four hexes, across the river"
    position = scene({"USA-L-K-Keyes": "S3", "USA-I-K-1Conn": "S7"}, phase="combat")
    assert eliminated(position, "USA-I-K-1Conn", "S8") == LOST


@pytest.mark.rule(GAME, "14.23")
def test_cavalry_batteries_leaders_and_units_without_brigade_are_gone_for_good():
    pieces = {
        "USA-L-P-Porter": "E25",
        "USA-C-P-Palmer": "E25",
        "USA-A-P-D5US": "E25",
        "USA-I-0-1NJM": "E25",
    }
    for piece in pieces:
        position = scene(pieces, phase="combat")
        assert eliminated(position, piece) == LOST, piece
    position = rally(KEYES)
    assert why(position, "rally USA-C-P-Palmer") == "14.23"
    assert why(position, "rally USA-I-0-1NJM") == "14.23"
    assert why(position, "rally USA-I-K-3Conn") == "14.2"


@pytest.mark.rule(GAME, "14.21")
def test_a_brigade_piece_is_never_in_the_box():
    position = scene({"USA-BG-K-Keyes": "E25"}, phase="combat")
    number = position.rules.roster.number
    eliminate(position, number["USA-BG-K-Keyes"], position.state.at[number["USA-BG-K-Keyes"]])
    assert position.state.box[number["USA-BG-K-Keyes"]] not in (RALLY, LOST)


@pytest.mark.rule(GAME, "14.5")
def test_a_rallied_unit_is_as_good_as_new_and_can_be_rallied_again():
    position = rally(KEYES)
    play(position, "rally USA-I-K-2Conn")
    position.decision()
    number = position.rules.roster.number["USA-I-K-2Conn"]
    assert not position.state.halted >> number & 1, "from the next turn on"
    assert eliminated(position, "USA-I-K-2Conn") == RALLY


@pytest.mark.rule(GAME, "O3")
def test_exhaustion_lets_who_marched_by_r1_rally_once():
    for option, again in (("off", True), ("on", False)):
        position = rally(KEYES, battlefield=rules(exhaustion=option))
        bit = 1 << position.rules.roster.number["USA-I-K-2Conn"]
        position.state.from_r1 |= bit
        assert offers(position), "the first time"
        position = rally(KEYES, battlefield=rules(exhaustion=option))
        position.state.from_r1 |= bit
        position.state.revived |= bit
        assert bool(offers(position)) == again
    position = rally(KEYES, battlefield=rules(exhaustion="on"))
    position.state.revived |= bit
    assert offers(position), "who came from Centreville rallies as always"


UNION = {"USA-L-K-Keyes": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX, "USA-I-K-3Conn": BOX}


CONFEDERATE = {"CSA-L-JA-Jackson": "E5", "CSA-I-JA-2Va": "E5", "CSA-I-JA-4Va": BOX}


@pytest.mark.rule(GAME, "14.4")
def test_each_player_has_his_own_chance_and_every_turn_a_new_one():
    position = scene(UNION | CONFEDERATE, phase="rally")
    play(position, "rally USA-I-K-2Conn")
    assert options(position)[-1] == "end-movement", "one a turn: the Union Rally phase is over"
    play(position, "end-movement", "rally CSA-I-JA-4Va")
    play(position, "end-movement", "rally USA-I-K-3Conn")
    assert {at(position, f"USA-I-K-{unit}") for unit in ("2Conn", "3Conn")} == {"E25"}


@pytest.mark.rule(GAME, "14.32", "11.6")
def test_whoever_came_into_enemy_control_during_the_turn_neither_rallies_nor_clears():
    pieces = {**UNION, "CSA-I-JA-2Va": "E26"}
    position = scene(pieces, phase="rally", abatis=("E25",))
    for piece in places_in(position.rules.roster.of_side[0]):
        position.state.settled |= 1 << piece
    assert not any(option.split()[0] in ("rally", "clear") for option in options(position))


@pytest.mark.rule(GAME, "9.12")
def test_a_battery_may_change_again_in_the_next_turn():
    position = scene(
        {"USA-A-S-E3US": {"at": "E25", "active": False}, "CSA-L-JA-Jackson": "E5"}, phase="movement"
    )
    play(position, "change USA-A-S-E3US")
    while position.state.side == 0:
        position.decision()
        if position.state.side == 0:
            play(position, options(position)[-1])
    play(position, "end-movement")
    assert "change USA-A-S-E3US" in options(position)


@pytest.mark.rule(GAME, "14.32", "11.6")
def test_one_unit_clears_an_abatis_in_the_turn_in_which_its_leader_rallies():
    position = scene(UNION, phase="rally", abatis=("E25",))
    assert options(position) == ["clear E25", "rally USA-I-K-2Conn", "rally USA-I-K-3Conn", "end-rally"]
    play(position, "clear E25", "rally USA-I-K-3Conn")
    assert position.state.abatis == 0 and box(position, "USA-I-K-3Conn") == "map"


@pytest.mark.rule(GAME, "14.31")
def test_a_division_leader_rallies_nobody():
    position = scene({"USA-L-0-Tyler": "E25", "USA-I-K-1Conn": "E25", "USA-I-K-2Conn": BOX}, phase="rally")
    assert not any(option.startswith("rally") for option in options(position))


@pytest.mark.rule(GAME, "14.31")
def test_cavalry_and_guns_of_the_brigade_are_no_company_to_rally_with():
    position = scene(
        {"USA-L-P-Porter": "E25", "USA-C-P-Palmer": "E25", "USA-A-P-D5US": "E25", "USA-I-P-MAR": BOX},
        phase="rally",
    )
    assert not any(option.startswith("rally") for option in options(position))


@pytest.mark.rule(GAME, "14.32", "12.5")
def test_a_leader_who_had_to_retreat_does_not_rally_in_the_same_turn():
    """Burnside loses the 2 NH, escapes to the 1 RI, which has kept still, and has moved himself."""
    pieces = {
        "USA-L-B-Burnside": "W24",
        "USA-I-B-2NH": "W24",
        "USA-I-B-1RI": "W26",
        "USA-I-B-71NYM": {"box": "rally box"},
        "CSA-BG-JA-Jackson": "W23",
    }
    position = fight(pieces, 2, 1, side="union", turn="NOON")
    play(position, "retreat USA-L-B-Burnside W26")
    assert at(position, "USA-L-B-Burnside") == "W26"
    assert not any(option.startswith("rally") for option in options(position))
    assert position.state.side == 1 or position.state.phase != 4, "the Rally phase offers nothing"


JACKSON = "CSA-BG-JA-Jackson"


@pytest.mark.rule(GAME, "14.33", "5.52")
def test_nobody_is_revived_beyond_the_eight_points_of_a_ford():
    pieces = {
        "USA-L-B-Burnside": "Q3",
        "USA-I-B-2NH": "Q3",
        "USA-I-B-1RI": "Q3",
        "USA-I-B-71NYM": {"box": "rally box"},
    }
    assert "rally USA-I-B-71NYM" in options(scene(pieces, phase="rally")), "6 and 2 are 8"
    full = scene({**pieces, "USA-I-P-MAR": "Q3"}, phase="rally")
    assert not any(option.startswith("rally") for option in options(full))


@pytest.mark.rule(GAME, "14.23")
def test_the_1_njm_is_never_revived():
    position = fight({"USA-I-0-1NJM": "W24", "USA-L-M-McCunn": "W24", JACKSON: "W23"}, 1, side="confederate")
    position.decision()
    assert box(position, "USA-I-0-1NJM") == "lost"
