"""5, 4.84: the rulebook's pictures of movement, and the limits hit exactly."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1983.scene import at, explain, options, play, scene
from tests.cases.bull_run_1983.test_movement import march, moves

GAME = "bull-run-1983"

HARRISON = "CSA-C-EW-Harrison"


def face_down(place):
    return {"at": place, "frozen": True, "active": False}


def ends(position, piece):
    return {option.split()[2] for option in options(position) if option.startswith(f"move {piece} ")}


@pytest.mark.rule(GAME, "5.3", "5.31", "5.6", "5.4")
def test_harrison_pays_the_road_rate_only_along_the_road_and_passes_a_full_hex():
    """He comes to the Union Mills road, follows it through woods, leaves it, and rides over 12 points."""
    full = {f"CSA-I-{unit}": {"at": "QQ31", "active": False} for unit in ("JA-2Va", "JA-4Va", "JA-5Va")}
    full |= {f"CSA-I-{unit}": {"at": "QQ31", "active": False} for unit in ("JA-27Va", "JA-33Va", "BE-2Miss")}
    position = march({HARRISON: "UU31", **full}, side="confederate")
    found = moves(position, HARRISON)
    costs = [found[place]["cost"] for place in ("UU30", "TT30", "SS31", "RR31")]
    assert costs == ["1", "3/2", "2", "5/2"], "clear, then half a point a hex, woods or not"
    assert found["TT31"]["cost"] == "2", "into the woods beside the road at the full price"
    assert found["RR32"]["cost"] == "9/2", "off the road into woods: two points more"
    assert found["QQ30"]["cost"] == "9/2" and found["QQ30"]["path"][-2] == "QQ31", "over the full hex"
    assert "QQ31" not in ends(position, HARRISON)
    assert explain(position, "confederate", ("move", HARRISON, "QQ31")).rule == "5.4"


@pytest.mark.rule(GAME, "5.52", "5.32")
def test_crossing_at_sudley_as_pictured():
    """Battery, 2 NH and Palmer take the 8 points of Sudley Ford; Palmer and the 2 RI infantry, which began in
    the ford and does not count, have the 1 1/2 points for Sudley Springs Ford; the 71 NYM stays behind."""
    position = march(
        {
            "USA-A-B-2RI": "R1",
            "USA-I-B-2NH": "S3",
            "USA-C-P-Palmer": "R2",
            "USA-I-B-71NYM": "R2",
            "USA-I-B-2RI": "Q3",
        }
    )
    assert moves(position, "USA-I-B-2RI")["P2"]["cost"] == "3/2"
    assert moves(position, "USA-I-B-2RI")["P3"]["cost"] == "3"
    play(position, "move USA-I-B-2RI P3", "move USA-A-B-2RI P2", "move USA-I-B-2NH P2")
    assert position.state.spent[position.rules.roster.number["USA-A-B-2RI"]] == 18
    assert position.state.spent[position.rules.roster.number["USA-I-B-2NH"]] == 24
    assert "P3" not in ends(position, "USA-I-B-2NH"), "all its points are spent"
    assert "P2" in ends(position, "USA-I-B-71NYM"), "two points could still follow, but not with Palmer"
    play(position, "move USA-C-P-Palmer P3")
    assert not ends(position, "USA-I-B-71NYM") & {"Q3", "P2"}
    assert explain(position, "union", ("move", "USA-I-B-71NYM", "Q3")).rule == "5.52"
    play(position, "end-movement")
    position.decision()
    assert position.state.ford_entries == (), "the next player-turn has 8 points of its own"


@pytest.mark.rule(GAME, "5.4")
def test_exactly_twelve_points_may_stack_and_exactly_eight_in_a_ford():
    nine = {f"USA-I-{unit}": {"at": "U22", "active": False} for unit in ("S-13NY", "S-69NYM", "R-1Mass")}
    position = march({**nine, "USA-I-B-2NH": "U21"})
    assert "U22" in ends(position, "USA-I-B-2NH"), "9 and 3 are 12"
    six = {f"USA-I-{unit}": {"at": "Q3", "active": False} for unit in ("B-2NH", "B-1RI")}
    position = march({**six, "USA-C-P-Palmer": "R2"})
    assert "Q3" in ends(position, "USA-C-P-Palmer"), "6 and 2 are 8"


@pytest.mark.rule(GAME, "5.8", "5.81", "5.83")
def test_the_2_conn_must_stop_next_to_the_8_va_and_must_attack():
    position = march({"USA-I-K-2Conn": "U22", "CSA-I-C-8Va": {"at": "U25", "active": False}})
    play(position, "move USA-I-K-2Conn U24")
    decision = position.decision()
    assert decision.owner == "chance", "nothing else can move, and there is one attack only"
    assert [event.facts["attackers"] for event in position.log if event.kind == "battle"] == [
        ["USA-I-K-2Conn"]
    ]


@pytest.mark.rule(GAME, "4.84")
def test_no_move_leads_past_the_first_hex_in_range_of_a_face_down_counter():
    """Without the counter the rider goes deep into its four hexes; with it he stops at the fourth."""
    rider = {"USA-C-P-Palmer": "FF28"}
    board = march(rider).rules.board
    hidden = board.place("FF34")
    free = ends(march(rider), "USA-C-P-Palmer")
    assert min(board.distance(hidden, board.place(place)) for place in free) == 0
    watched = ends(march({**rider, "CSA-I-K-2SC": face_down("FF34")}), "USA-C-P-Palmer")
    assert min(board.distance(hidden, board.place(place)) for place in watched) == 4
    assert {place for place in free if board.distance(hidden, board.place(place)) > 4} >= {
        place for place in watched if board.distance(hidden, board.place(place)) > 4
    }


@pytest.mark.rule(GAME, "4.84", "5.61")
def test_after_the_pause_the_move_goes_on_with_the_points_that_are_left():
    position = march({"USA-C-P-Palmer": "FF28", "CSA-I-K-2SC": face_down("FF34")})
    play(position, "move USA-C-P-Palmer FF30")
    spent = position.state.spent[position.rules.roster.number["USA-C-P-Palmer"]]
    assert 0 < spent < 36 and at(position, "USA-C-P-Palmer") == "FF30"
    assert not position.state.frozen
    again = ends(position, "USA-C-P-Palmer")
    assert "FF31" in again and "FF29" in again
    assert explain(position, "union", ("move", "USA-C-P-Palmer", "U10")).rule == "5.3"


@pytest.mark.rule(GAME, "5.82", "5.81")
def test_a_leader_in_enemy_control_moves_by_the_same_rules():
    """With an escort he may leave, may not go on in the same unit's control, and stops in another's."""
    position = march(
        {
            "USA-L-B-Burnside": "U22",
            "USA-I-B-2NH": {"at": "U22", "active": False},
            "CSA-I-C-8Va": {"at": "U23", "active": False},
        }
    )
    found = moves(position, "USA-L-B-Burnside")
    assert found["U21"]["cost"] == "1"
    assert found["V22"]["path"] == ["U22", "V21", "V22"], "not straight from one to the other"
    assert found["V22"]["stops"]


@pytest.mark.rule(GAME, "12.3", "5.2")
def test_a_leader_cannot_be_taken_from_zone_to_zone_by_one_unit():
    """Pieces move one by one: whoever goes last leaves him, or whoever goes first has left him alone."""
    pieces = {"USA-L-B-Burnside": "U22", "USA-I-B-2NH": "U22", "CSA-I-C-8Va": {"at": "U23", "active": False}}
    position = march(pieces)
    play(position, "move USA-I-B-2NH U21")
    assert at(position, "USA-L-B-Burnside") == ""
    position = march(pieces)
    play(position, "move USA-L-B-Burnside U21", "move USA-I-B-2NH U21")
    assert at(position, "USA-L-B-Burnside") == "U21", "out of control the leader goes first"


@pytest.mark.rule(GAME, "8.52", "11.2")
def test_the_trestle_bears_units_but_no_brigade_and_without_it_nobody():
    pieces = {"CSA-BG-EW-Ewell": "UU29", "CSA-I-JA-2Va": "UU29"}
    with_it = march(pieces, side="confederate", trestle=True)
    assert "UU28" in ends(with_it, "CSA-I-JA-2Va") and "UU28" not in ends(with_it, "CSA-BG-EW-Ewell")
    assert explain(with_it, "confederate", ("move", "CSA-BG-EW-Ewell", "UU28")).rule == "8.52"
    without = march(pieces, side="confederate")
    assert "UU28" not in ends(without, "CSA-I-JA-2Va")
    assert explain(without, "confederate", ("move", "CSA-I-JA-2Va", "UU28")).rule == "5.5"


@pytest.mark.rule(GAME, "4.12", "9.12", "8.22")
def test_what_inactive_pieces_may_do_in_the_movement_phase():
    idle = {"at": "U22", "active": False}
    position = scene(
        {"USA-L-SC-Schenck": idle, "USA-I-SC-2NYM": idle, "USA-I-SC-2Ohio": idle, "USA-A-SC-E2US": idle},
        phase="movement",
    )
    assert options(position) == [
        "form USA-BG-SC-Schenck USA-I-SC-2NYM USA-I-SC-2Ohio",
        "change USA-A-SC-E2US",
        "end-movement",
    ]


@pytest.mark.rule(GAME, "9.12")
def test_a_battery_that_has_moved_does_not_change_when_the_choices_are_listed_anew():
    position = march({"USA-A-SC-E2US": "U22", "USA-A-S-E3US": "U24"})
    play(position, "move USA-A-SC-E2US U21", "change USA-A-S-E3US")
    assert not any(option.startswith("change") for option in options(position))
    assert explain(position, "union", ("change", "USA-A-SC-E2US")).rule == "9.12"
