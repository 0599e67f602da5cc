"""5. Movement."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules.movement import points_text, reach_report, why_not_move
from tests.cases.bull_run_1983.scene import at, kinds, options, play, scene

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
