"""5. Movement."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.movement import why_not_move
from bullrun.games.bull_run_1983.rules.reach import points_text, reach_report
from tests.cases.bull_run_1983.scene import at, explain, kinds, options, play, refused, scene
from tests.cases.bull_run_1983.test_frozen import face_down

GAME = "bull-run-1983"


def moves(position, piece):
    number = position.rules.roster.number[piece]
    return {row["place"]: row for row in reach_report(position, number)}


def why(position, piece, to):
    rules = position.rules
    return why_not_move(position, rules.roster.number[piece], rules.board.place(to))


def march(pieces, **extra):
    given = {
        p: {"at": v, "active": True} if isinstance(v, str) else {"active": True, **v}
        for p, v in pieces.items()
    }
    return scene(given, phase="movement", **extra)


@pytest.mark.rule(GAME, "5.1")
def test_only_active_pieces_move_and_as_many_as_the_player_wishes():
    position = scene(
        {"USA-I-B-2NH": {"at": "P7", "active": True}, "USA-I-B-1RI": {"at": "P7", "active": False}},
        phase="movement",
    )
    offered = options(position)
    assert any(o.startswith("move USA-I-B-2NH") for o in offered)
    assert not any(o.startswith("move USA-I-B-1RI") for o in offered)
    assert why(position, "USA-I-B-1RI", "P8").rule == "5.1"
    assert "end-movement" in offered, "no piece has to move"


@pytest.mark.rule(GAME, "5.2")
def test_a_piece_finishes_before_the_next_one_moves():
    position = march({"USA-I-B-2NH": "P7", "USA-I-B-1RI": "P7"})
    play(position, "move USA-I-B-2NH P8")
    assert any(o.startswith("move USA-I-B-2NH") for o in options(position)), "it may go on with what is left"
    play(position, "move USA-I-B-1RI P8")
    assert not any(o.startswith("move USA-I-B-2NH") for o in options(position))
    assert why(position, "USA-I-B-2NH", "P9").rule == "5.2"


@pytest.mark.rule(GAME, "5.3", "5.31")
def test_terrain_costs_by_the_hex_entered():
    position = march({"USA-I-B-2NH": "U17"})
    costs = moves(position, "USA-I-B-2NH")
    assert costs["T17"]["cost"] == "2", "woods"
    assert [t["says"] for t in costs["T17"]["terms"]] == ["woods"]
    assert costs["V17"]["cost"] == "3", "stream and woods cost 3, not 4"
    assert moves(march({"USA-I-B-2NH": "L16"}), "USA-I-B-2NH")["K16"]["cost"] == "2", "stream"


@pytest.mark.rule(GAME, "5.3", "5.33")
def test_movement_factor_is_the_limit_and_nothing_is_saved():
    position = march({"USA-I-B-2NH": "U17"})
    play(position, "move USA-I-B-2NH V17")
    assert position.state.spent[position.rules.roster.number["USA-I-B-2NH"]] == 18
    refusal = why(position, "USA-I-B-2NH", "V16")
    assert refusal.rule == "5.3" and refusal.facts["left"] == "1" and refusal.facts["cost"] == "2"
    play(position, "end-movement")
    position.decision()
    assert not any(position.state.spent), "the next turn starts afresh"


@pytest.mark.rule(GAME, "5.32", "5.6", "5.61")
def test_sudley_example_by_exact_fractions():
    """Battery R1-R2-Q3-P2 and 2 NH from beside the road use all their points; others have 1 1/2 left."""
    position = march({"USA-A-B-2RI": "R1", "USA-I-B-2NH": "S3", "USA-C-P-Palmer": "R2"})
    assert moves(position, "USA-A-B-2RI")["P2"]["cost"] == "3"
    assert moves(position, "USA-I-B-2NH")["P2"]["cost"] == "4"
    palmer = moves(position, "USA-C-P-Palmer")
    assert palmer["P2"]["cost"] == "3" and palmer["P3"]["cost"] == "9/2"
    assert "P3" not in moves(position, "USA-A-B-2RI")


@pytest.mark.rule(GAME, "5.52")
def test_only_eight_points_enter_a_ford_in_a_player_turn():
    """Battery 3, 2 NH 3 and Palmer 2 fill Sudley Ford; the 71 NYM stays; the 2 RI starts in it."""
    position = march(
        {
            "USA-A-B-2RI": "R1",
            "USA-I-B-2NH": "R3",
            "USA-C-P-Palmer": "R2",
            "USA-I-B-71NYM": "R2",
            "USA-I-B-2RI": "Q3",
        }
    )
    play(position, "move USA-A-B-2RI P2", "move USA-I-B-2NH P2", "move USA-C-P-Palmer P3")
    assert not any(
        o.startswith("move USA-I-B-71NYM Q3") or o == "move USA-I-B-71NYM P2" for o in options(position)
    )
    assert why(position, "USA-I-B-71NYM", "Q3").rule == "5.52"
    assert any(o.startswith("move USA-I-B-2RI") for o in options(position)), "units in the ford may leave it"


@pytest.mark.rule(GAME, "5.52")
def test_fords_hold_eight_points_not_twelve():
    position = march({"USA-I-B-2NH": "Q3", "USA-I-B-1RI": "Q3", "USA-I-B-2RI": "R2", "USA-I-B-71NYM": "R2"})
    assert "move USA-I-B-2RI Q3" in options(position)
    play(position, "move USA-I-B-2RI Q3")
    assert "move USA-I-B-71NYM Q3" not in options(position)
    assert why(position, "USA-I-B-71NYM", "Q3").rule == "5.52"


@pytest.mark.rule(GAME, "5.4")
def test_twelve_points_may_be_passed_but_not_joined():
    full = {"USA-I-S-13NY": "U22", "USA-I-S-69NYM": "U22", "USA-I-R-1Mass": "U22", "USA-I-R-12NY": "U22"}
    given = {p: {"at": v, "active": False} for p, v in full.items()}
    position = march({**given, "USA-I-B-2NH": "U21", "USA-L-B-Burnside": "U21"})
    offered = options(position)
    assert "move USA-I-B-2NH U22" not in offered and moves(position, "USA-I-B-2NH")["U23"]["cost"] == "2"
    refusal = why(position, "USA-I-B-2NH", "U22")
    assert refusal.rule == "5.4" and refusal.facts["held"] == 12
    assert "move USA-L-B-Burnside U22" in offered, "leaders have no defense points"


@pytest.mark.rule(GAME, "5.5")
def test_rivers_are_entered_only_at_fords_and_bridges():
    position = march({"USA-I-B-2NH": "R3"})
    assert why(position, "USA-I-B-2NH", "Q2").rule == "5.5"
    assert "move USA-I-B-2NH Q3" in options(position)


@pytest.mark.rule(GAME, "5.51")
def test_bridges_are_clear_terrain_without_brigades():
    position = march({"USA-I-B-2NH": "Z10", "USA-BG-K-Keyes": "Z9"})
    assert moves(position, "USA-I-B-2NH")["Y10"]["terms"][-1]["says"] in ("bridge", "major road")
    assert "move USA-BG-K-Keyes Y10" not in options(position)
    assert why(position, "USA-BG-K-Keyes", "Y10").rule == "8.52"


@pytest.mark.rule(GAME, "5.6")
def test_the_road_rate_holds_only_across_road_hexsides():
    position = march({"USA-I-B-2NH": "U16"})
    assert moves(position, "USA-I-B-2NH")["U17"]["cost"] == "1", (
        "there is a road in U17, but not on this hexside"
    )
    assert moves(march({"USA-I-B-2NH": "T16"}), "USA-I-B-2NH")["U17"]["cost"] == "1/2"


@pytest.mark.rule(GAME, "5.61")
def test_rates_by_piece_and_road_without_rounding():
    major = march({"USA-I-B-2NH": "T16", "USA-A-B-2RI": "T16"})
    assert moves(major, "USA-I-B-2NH")["U18"]["cost"] == "1"
    assert moves(major, "USA-A-B-2RI")["U18"]["cost"] == "2/3"
    minor = march({"USA-I-B-2NH": "Z8", "USA-A-B-2RI": "Z8"})
    assert moves(minor, "USA-I-B-2NH")["AA9"]["cost"] == "1"
    assert moves(minor, "USA-A-B-2RI")["AA9"]["cost"] == "1/2"
    assert points_text(9) == "1 1/2" and points_text(2) == "1/3" and points_text(12) == "2"


@pytest.mark.rule(GAME, "5.62", "M4")
def test_railroads_are_minor_roads():
    position = march({"USA-A-B-2RI": "FF33", "USA-I-B-2NH": "FF33"})
    row = moves(position, "USA-A-B-2RI")["EE34"]
    assert row["cost"] == "1/2" and row["terms"][0]["rule"] == "5.62"
    assert moves(position, "USA-I-B-2NH")["EE34"]["cost"] == "1"


@pytest.mark.rule(GAME, "5.62")
def test_the_incomplete_railroad_is_no_road():
    position = march({"USA-A-B-2RI": "N6"})
    board = position.rules.board
    assert board.borders.across("incomplete_rr")[board.place("N6")] >> board.place("O6") & 1
    row = moves(position, "USA-A-B-2RI")["O6"]
    assert row["cost"] in ("1", "2"), "terrain cost, not the road's"


@pytest.mark.rule(GAME, "5.63", "8.53")
def test_brigade_pieces_never_use_roads():
    position = march({"USA-BG-K-Keyes": "T16", "USA-I-B-2NH": "T16"})
    assert moves(position, "USA-BG-K-Keyes")["U17"]["cost"] == "1"


@pytest.mark.rule(GAME, "5.7", "11.51", "11.52", "5.32")
def test_abatis_costs_on_entering_and_leaving_and_cancels_roads():
    position = march({"USA-I-B-2NH": "T16"}, abatis=["U17"])
    assert moves(position, "USA-I-B-2NH")["U17"]["cost"] == "2", "1 clear + 1 abatis, no road"
    leaving = march({"USA-I-B-2NH": "U17"}, abatis=["U17"])
    assert moves(leaving, "USA-I-B-2NH")["T16"]["cost"] == "2"


@pytest.mark.rule(GAME, "11.51", "5.32")
def test_from_abatis_to_ford_costs_three():
    position = march({"USA-I-B-2NH": "R2"}, abatis=["R2"])
    row = moves(position, "USA-I-B-2NH")["Q3"]
    assert row["cost"] == "3" and sorted(t["says"] for t in row["terms"]) == [
        "entering ford",
        "ford",
        "leaving abatis",
    ]


@pytest.mark.rule(GAME, "11.53", "8.52")
def test_no_brigade_piece_on_an_abatis():
    position = march({"USA-BG-K-Keyes": "T16"}, abatis=["U17"])
    assert why(position, "USA-BG-K-Keyes", "U17").rule == "8.52"


@pytest.mark.rule(GAME, "5.8", "5.81")
def test_a_piece_stops_on_entering_enemy_control():
    position = march({"USA-I-B-2NH": "U21", "CSA-I-C-8Va": {"at": "U25", "active": False}})
    rows = moves(position, "USA-I-B-2NH")
    assert rows["U24"]["stops"] and not rows["U23"]["stops"]
    play(position, "move USA-I-B-2NH U24")
    assert not any(o.startswith("move USA-I-B-2NH") for o in options(position))


@pytest.mark.rule(GAME, "5.8")
def test_control_covers_the_hex_and_six_neighbours_whatever_the_terrain_and_leaders_have_none():
    from bullrun.games.bull_run_1983.rules.ground import control_zone

    position = march({"USA-I-B-2NH": "A10", "CSA-I-C-8Va": {"at": "Z8", "active": False}})
    board = position.rules.board
    zone = control_zone(position, 1)
    assert zone == board.within(board.place("Z8"), 1), "across Bull Run as well"
    leader = march({"USA-I-B-2NH": "P7", "CSA-L-C-Cocke": {"at": "P9", "active": False}})
    assert control_zone(leader, 1) == 0


@pytest.mark.rule(GAME, "5.82")
def test_from_control_into_another_unit_s_control_but_not_the_same_one_s():
    """A battle piece has one movement point: it can only step straight."""
    enemies = {"CSA-I-C-8Va": {"at": "U25", "active": False}, "CSA-I-C-1Va": {"at": "U21", "active": False}}
    position = march({"USA-A-B-2RI": {"at": "U24", "face": "battle"}, **enemies})
    board = position.rules.board
    same = [
        board.name(p) for p in board.neighbours[board.place("U24")] if board.adjacent(p, board.place("U25"))
    ]
    assert len(same) == 2 and not any(f"move USA-A-B-2RI {place}" in options(position) for place in same)
    assert why(position, "USA-A-B-2RI", "U25").rule == "5.82"
    assert "move USA-A-B-2RI U23" in options(position)
    nearer = march(
        {"USA-A-B-2RI": {"at": "U24", "face": "battle"}, **enemies, "CSA-I-C-1Va": "U22"}, turn="NOON"
    )
    assert moves(nearer, "USA-A-B-2RI")["U23"]["stops"], "straight into another unit's control"


@pytest.mark.rule(GAME, "5.81")
def test_starting_in_control_it_may_leave_and_must_stop_in_the_next():
    position = march({"USA-I-B-2NH": "U24", "CSA-I-C-8Va": {"at": "U25", "active": False}})
    play(position, "move USA-I-B-2NH U22")
    assert at(position, "USA-I-B-2NH") == "U22" and "moved" in kinds(position)


@pytest.mark.rule(GAME, "5.83")
def test_control_forces_combat():
    position = march({"USA-I-B-2NH": "P8", "CSA-I-C-8Va": {"at": "P9", "active": False}})
    play(position, "end-movement")
    assert "end-declaration" not in options(position), "2 NH must attack the 8 Va"


@pytest.mark.rule(GAME, "12.3")
def test_a_leader_left_alone_in_enemy_control_is_gone_and_not_offered_any_more():
    position = march(
        {
            "USA-I-B-2NH": "U24",
            "USA-L-B-Burnside": "U24",
            "CSA-I-C-8Va": {"at": "U25", "active": False},
        }
    )
    assert any(o.startswith("move USA-L-B-Burnside") for o in options(position))
    play(position, "move USA-I-B-2NH U22")
    assert at(position, "USA-L-B-Burnside") == ""
    assert not any(o.startswith("move USA-L-B-Burnside") for o in options(position))


@pytest.mark.rule(GAME, "12.3")
def test_a_unit_that_passes_a_lone_leader_eliminates_him():
    lone = {"CSA-L-C-Cocke": {"at": "V22", "active": False}}
    position = march({"USA-I-B-2NH": "U21", **lone})
    assert at(position, "CSA-L-C-Cocke") == "V22"
    play(position, "move USA-I-B-2NH U24")
    assert at(position, "CSA-L-C-Cocke") == "", "the way led through U22 and U23, next to him"
    escorted = march({"USA-L-B-Burnside": "U21", **lone})
    play(escorted, "move USA-L-B-Burnside U24")
    assert at(escorted, "CSA-L-C-Cocke") == "V22", "a leader has no control"


HARRISON = "CSA-C-EW-Harrison"


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


NH2 = "USA-I-B-2NH"


RI1 = "USA-I-B-1RI"


VA2 = "CSA-I-JA-2Va"


@pytest.mark.rule(GAME, "5.81")
def test_who_has_entered_enemy_control_is_stopped_by_that():
    position = scene({NH2: "AA30", RI1: "AA29", VA2: "AA32"}, phase="movement")
    play(position, f"move {NH2} AA31")
    assert refused(position, f"move {NH2} AA30").rule == "5.81"


@pytest.mark.rule(GAME, "5.2")
def test_who_has_let_another_piece_move_is_done():
    position = scene({NH2: "AA29", RI1: "AA29", VA2: "AA33"}, phase="movement")
    play(position, f"move {NH2} AA30", f"move {RI1} AA30")
    assert refused(position, f"move {NH2} AA29").rule == "5.2"


@pytest.mark.rule(GAME, "5.81", "5.82")
def test_from_zone_to_zone_is_cited_only_for_a_step_within_one_zone():
    """XX28 is free, but the slow G/1 US gets there only by the road through XX29, which the 2 Va controls."""
    position = scene({"USA-A-R-G1US": "YY29", VA2: "YY30"}, phase="movement")
    assert refused(position, "move USA-A-R-G1US XX29").rule == "5.82"
    assert refused(position, "move USA-A-R-G1US XX28").rule == "5.81"
