"""4.8 Frozen pieces."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.engine.given import ImpossiblePosition
from bullrun.engine.view import see_events, see_position
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules.setup import prepare
from tests.cases.bull_run_1983.scene import at, options, play, rules, scene
from tests.cases.bull_run_1983.test_setup import placing

GAME = "bull-run-1983"


def frozen(position):
    return {position.rules.roster.ids[p] for p in places_in(position.state.frozen)}


def face_down(place):
    return {"at": place, "frozen": True}


MARCH = {"USA-L-0-McDowell": "E5", "USA-C-P-Palmer": "E5"}


@pytest.mark.rule(GAME, "4.8", "1.2")
def test_the_confederates_of_the_frozen_area_start_frozen_and_no_union_piece_does():
    position = prepare(rules())
    position.decision()
    found = frozen(position)
    assert {"CSA-L-C-Cocke", "CSA-L-0-Johnston", "CSA-L-0-Beauregard", "CSA-A-P-Rockbridge"} <= found
    assert not found & {"CSA-L-EV-Evans", "CSA-L-W-Walton", "CSA-L-BE-Bee", "CSA-I-0-Hampton", "CSA-C-0-1Va"}
    assert all(piece.startswith("CSA") for piece in found)


@pytest.mark.rule(GAME, "4.81")
def test_frozen_pieces_are_never_active():
    position = scene(
        {
            "CSA-L-0-Johnston": face_down("E25"),
            "CSA-I-K-2SC": face_down("E25"),
            "CSA-I-0-Hampton": face_down("E30"),
            "CSA-L-JA-Jackson": "E26",
            "CSA-I-JA-2Va": face_down("E26"),
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
    )
    active = {position.rules.roster.ids[p] for p in places_in(position.state.active)}
    assert active == {"CSA-L-JA-Jackson"}


@pytest.mark.rule(GAME, "4.82")
def test_five_hexes_away_nothing_is_turned_up():
    position = scene(MARCH | {"CSA-I-K-2SC": face_down("E13")}, phase="movement", turn="9:00 AM")
    play(position, "move USA-L-0-McDowell E8")
    assert frozen(position) == {"CSA-I-K-2SC"}


@pytest.mark.rule(GAME, "4.82", "4.84")
def test_a_union_piece_within_four_hexes_unfreezes_that_unit_alone():
    position = scene(
        MARCH | {"CSA-I-K-2SC": face_down("E12"), "CSA-I-K-8SC": face_down("E20")},
        phase="movement",
        turn="9:00 AM",
    )
    play(position, "move USA-L-0-McDowell E8")
    assert frozen(position) == {"CSA-I-K-8SC"}
    event = next(e for e in position.log if e.kind == "unfrozen")
    assert event.facts == {"piece": "CSA-I-K-2SC", "at": "E12"} and event.reveals


@pytest.mark.rule(GAME, "4.82")
def test_recon_range_crosses_rivers():
    position = scene(
        {"USA-L-0-McDowell": "T2", "CSA-I-K-2SC": face_down("S7")}, phase="movement", turn="9:00 AM"
    )
    play(position, "move USA-L-0-McDowell S3")
    assert not frozen(position)


@pytest.mark.rule(GAME, "4.82")
def test_a_frozen_leader_in_range_frees_the_whole_army():
    position = scene(
        MARCH | {"CSA-L-K-Kershaw": face_down("E12"), "CSA-I-H-1Ark": face_down("SS31")},
        phase="movement",
        turn="9:00 AM",
    )
    play(position, "move USA-L-0-McDowell E8")
    assert not frozen(position) and position.state.unfrozen_all == 1


@pytest.mark.rule(GAME, "4.82", "8.3")
def test_a_frozen_brigade_piece_contains_its_leader():
    position = scene(
        MARCH | {"CSA-BG-K-Kershaw": face_down("E12"), "CSA-I-H-1Ark": face_down("SS31")},
        phase="movement",
        turn="9:00 AM",
    )
    play(position, "move USA-L-0-McDowell E8")
    assert not frozen(position), "its parts and everybody else"


@pytest.mark.rule(GAME, "4.84")
def test_a_move_pauses_where_something_is_turned_up_and_may_go_on():
    position = scene(
        {"USA-C-P-Palmer": {"at": "E5", "active": True}, "CSA-I-K-2SC": face_down("G11")},
        phase="movement",
        turn="9:00 AM",
    )
    first = {o.split()[2] for o in options(position) if o.startswith("move USA-C-P-Palmer")}
    board = position.rules.board
    assert all(board.distance(board.place(h), board.place("G11")) >= 4 for h in first), (
        "no move goes on past the first hex in range before the piece is turned up"
    )
    near = next(h for h in sorted(first) if board.distance(board.place(h), board.place("G11")) == 4)
    play(position, f"move USA-C-P-Palmer {near}")
    assert at(position, "USA-C-P-Palmer") == near and not frozen(position)
    assert any(o.startswith("move USA-C-P-Palmer") for o in options(position)), "it goes on with what is left"


@pytest.mark.rule(GAME, "4.84")
def test_options_do_not_tell_a_face_down_leader_from_a_unit():
    seen = []
    for piece in ("CSA-L-K-Kershaw", "CSA-I-K-2SC"):
        position = scene(
            {"USA-C-P-Palmer": {"at": "E5", "active": True}, piece: face_down("G11")},
            phase="movement",
            turn="9:00 AM",
        )
        seen.append(options(position))
    assert seen[0] == seen[1]


@pytest.mark.rule(GAME, "4.82")
def test_all_are_unfrozen_at_the_start_of_the_confederate_half_past_ten_turn():
    pieces = {"CSA-L-K-Kershaw": face_down("E25"), "USA-L-0-McDowell": "E5"}
    for turn, freed in (("10:00 AM", False), ("10:30 AM", True)):
        union = scene(pieces, phase="movement", turn=turn)
        union.decision()
        assert frozen(union) == {"CSA-L-K-Kershaw"}, "not in the Union turn"
        confederate = scene(pieces, phase="rally", turn=turn)
        confederate.decision()
        assert bool(frozen(confederate)) != freed, turn


@pytest.mark.rule(GAME, "4.83")
def test_freed_units_of_a_brigade_are_activated_while_others_stay_frozen():
    position = scene(
        {
            "CSA-L-EV-Evans": "E25",
            "CSA-I-EV-4SC": "E26",
            "CSA-I-EV-LaSp": face_down("E26"),
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
    )
    active = {position.rules.roster.ids[p] for p in places_in(position.state.active)}
    assert active == {"CSA-L-EV-Evans", "CSA-I-EV-4SC"}


@pytest.mark.rule(GAME, "2.6", "4.84")
def test_the_union_sees_counters_not_names():
    position = scene(
        MARCH
        | {"CSA-I-K-2SC": face_down("E25"), "CSA-L-K-Kershaw": face_down("E25"), "CSA-I-0-Hampton": "E30"},
        phase="movement",
        turn="9:00 AM",
    )
    seen = see_position(BULL_RUN, position, "union")
    assert seen["face_down"] == [{"side": "confederate", "at": "E25", "count": 2}]
    assert "CSA-I-0-Hampton" in seen["pieces"] and "CSA-I-K-2SC" not in seen["pieces"]
    own = see_position(BULL_RUN, position, "confederate")
    assert own["pieces"]["CSA-I-K-2SC"]["at"] == "E25" and own["face_down"] == []


@pytest.mark.rule(GAME, "1.2", "2.6")
def test_the_confederate_set_up_does_not_tell_the_union_who_lies_where():
    position = placing("form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC")
    assert not [
        e
        for e in see_events(BULL_RUN, position.rules, position.log, "union")
        if e.kind == "formed_for_set_up"
    ]
    play(position, "place CSA-I-C-18Va CC14", "place CSA-A-C-Latham battle CC14")
    placed = [
        e.facts for e in see_events(BULL_RUN, position.rules, position.log, "union") if e.kind == "placed"
    ]
    assert placed[-2:] == [{"piece": "?", "at": "CC14", "side": "confederate"}] * 2
    seen = see_position(BULL_RUN, position, "union")
    assert {"side": "confederate", "at": "CC14", "count": 2} in seen["face_down"]
    assert not any(p.startswith("CSA-I-C-") for p in seen["pieces"]), "nor who still waits to be placed"


@pytest.mark.rule(GAME, "4.82")
@pytest.mark.parametrize(
    ("piece", "place", "stands"),
    [
        ("CSA-I-L-5NC", "U22", True),
        ("CSA-I-L-5NC", "U21", False),
        ("CSA-L-L-Longstreet", "U21", False),
        ("CSA-L-L-Longstreet", "U18", False),
        ("CSA-BG-L-Longstreet", "U21", False),
    ],
)
def test_nothing_is_frozen_within_recon_range_of_a_union_piece(piece, place, stands):
    """Not in a position made by hand either: it would have been turned up when the Union piece came."""
    pieces = {"USA-I-B-2NH": "U17", piece: {"at": place, "frozen": True}}
    if stands:
        scene(pieces, phase="movement", turn=1)
    else:
        with pytest.raises(ImpossiblePosition, match=rf"{piece}: frozen in {place} .* USA-I-B-2NH.*\[4.82\]"):
            scene(pieces, phase="movement", turn=1)


@pytest.mark.rule(GAME, "O2")
def test_nor_a_union_piece_near_a_confederate_in_the_fog():
    pieces = {"USA-I-B-2NH": {"at": "U17", "frozen": True}, "CSA-I-L-5NC": "U21"}
    with pytest.raises(ImpossiblePosition, match=r"USA-I-B-2NH: frozen in U17 .*\[O2\]"):
        scene(pieces, phase="movement", turn=1, battlefield=rules(fog_of_war="on"))
