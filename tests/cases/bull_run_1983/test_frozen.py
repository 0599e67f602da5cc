"""4.8 Frozen pieces."""

from __future__ import annotations

import pytest

from bullrun.board.places import places_in
from bullrun.engine.given import ImpossiblePosition
from bullrun.engine.view import see_events, see_position
from bullrun.games.bull_run_1983.game import GAME as BULL_RUN
from bullrun.games.bull_run_1983.rules.brigades import form_options
from bullrun.games.bull_run_1983.rules.setup import prepare
from bullrun.games.sides import UNION
from tests.cases.bull_run_1983.combat import fight
from tests.cases.bull_run_1983.scene import at, names, options, play, roll, rules, scene
from tests.cases.bull_run_1983.test_command import SMITH, movers, waiting_smith
from tests.cases.bull_run_1983.test_setup import placing, start
from tests.cases.bull_run_1983.test_uncertain import TRAIN, rolling

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


FOG = rules(fog_of_war="on")


def command_phase(pieces, turn="9:00 AM"):
    position = scene(pieces, phase="command", turn=turn, battlefield=FOG)
    position.decision()
    return position


@pytest.mark.rule(GAME, "O2")
def test_union_pieces_start_frozen_and_face_down():
    position = start(fog_of_war="on")
    play(position, "done")
    frozen = names(position, position.state.frozen)
    assert {"USA-L-0-McDowell", "USA-I-B-2NH", "CSA-L-C-Cocke"} <= frozen
    seen = see_position(BULL_RUN, position, "confederate")
    known = {piece for piece, where in seen["pieces"].items() if where["at"] != "reinforcement"}
    assert known and not any(piece.startswith("USA") for piece in known)


@pytest.mark.rule(GAME, "O2")
def test_the_union_may_unfreeze_any_piece_in_its_command_phase_and_a_leader_frees_nobody_else():
    position = command_phase({"USA-L-0-McDowell": face_down("E5"), "USA-I-B-2NH": face_down("E15")})
    assert position.decision().rule == "O2" and position.decision().owner == "union"
    assert options(position) == ["unfreeze USA-L-0-McDowell", "unfreeze USA-I-B-2NH", "unfreeze-all", "done"]
    play(position, "unfreeze USA-L-0-McDowell", "done")
    assert any(o.startswith("move USA-L-0-McDowell") for o in options(position))
    assert names(position, position.state.frozen) == {"USA-I-B-2NH"}


@pytest.mark.rule(GAME, "O2")
def test_all_union_pieces_are_unfrozen_at_half_past_ten():
    position = command_phase(
        {"USA-L-0-McDowell": face_down("E5"), "USA-I-B-2NH": face_down("E15")}, "10:30 AM"
    )
    assert not position.state.frozen


@pytest.mark.rule(GAME, "O2", "4.82")
def test_a_confederate_within_recon_range_unfreezes_what_it_sees_and_no_more():
    position = scene(
        {
            "CSA-L-JA-Jackson": "E5",
            "USA-L-F-Franklin": face_down("E11"),
            "USA-I-B-2NH": face_down("E20"),
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
        battlefield=FOG,
    )
    play(position, "move CSA-L-JA-Jackson E7")
    assert names(position, position.state.frozen) == {"USA-I-B-2NH"}


@pytest.mark.rule(GAME, "O2", "4.84")
def test_a_confederate_pauses_where_it_comes_near_a_face_down_union_piece():
    position = scene(
        {
            "CSA-C-0-1Va": {"at": "FF28", "active": True},
            "USA-I-D-16NY": {"at": "FF34", "frozen": True},
            "USA-L-D-Davies": {"at": "FF35", "frozen": True},
        },
        side="confederate",
        phase="movement",
        turn="9:00 AM",
        battlefield=rules(fog_of_war="on"),
    )
    board = position.rules.board
    ends = [option.split()[2] for option in options(position) if option.startswith("move CSA-C-0-1Va")]
    assert min(board.distance(board.place(end), board.place("FF34")) for end in ends) == 4
    play(position, "move CSA-C-0-1Va FF30")
    frozen = position.state.frozen
    number = position.rules.roster.number
    assert not frozen >> number["USA-I-D-16NY"] & 1
    assert frozen >> number["USA-L-D-Davies"] & 1, "five hexes off, and no Union leader frees the others"


@pytest.mark.rule(GAME, "O2")
def test_a_frozen_union_piece_does_not_move_though_it_is_red():
    position = scene(
        {"USA-L-0-McDowell": {"at": "FF28", "frozen": True}, "USA-L-0-Tyler": "FF30"},
        phase="command",
        turn="9:00 AM",
        battlefield=rules(fog_of_war="on"),
    )
    play(position, "done")
    offered = options(position)
    assert not any(option.startswith("move USA-L-0-McDowell") for option in offered)
    assert any(option.startswith("move USA-L-0-Tyler") for option in offered)


@pytest.mark.rule(GAME, "O2")
def test_the_union_unfreezes_in_its_own_command_phase_only():
    pieces = {"USA-I-D-16NY": {"at": "E30", "frozen": True}, "CSA-L-JA-Jackson": "E5"}
    fog = rules(fog_of_war="on")
    theirs = scene(pieces, side="confederate", phase="command", turn="9:00 AM", battlefield=fog)
    assert theirs.decision().owner == "confederate"
    ours = scene(pieces, side="union", phase="command", turn="9:00 AM", battlefield=fog)
    assert options(ours) == ["unfreeze USA-I-D-16NY", "unfreeze-all", "done"]


def by_rail_in_the_fog(**pieces):
    """The group of 11 AM comes an hour early."""
    fog = rules(fog_of_war="on", uncertain_times="on")
    union = {piece.replace("_", "-"): {"at": place, "frozen": True} for piece, place in pieces.items()}
    position = rolling("10:00 AM", pieces=TRAIN | union, battlefield=fog)
    play(position, "end-movement")
    roll(position, 1)
    assert at(position, "CSA-I-S-1Md") == "EE34"
    return {piece for piece in union if position.state.frozen >> position.rules.roster.number[piece] & 1}


@pytest.mark.rule(GAME, "O2", "O1", "4.82", "4.84")
def test_a_train_turns_up_what_it_passes_within_four_hexes():
    """N22 is three hexes from the line at N25, N21 four, N20 five; EE34 is far from all of them."""
    assert by_rail_in_the_fog(USA_I_K_1Conn="N22", USA_L_K_Keyes="N21", USA_I_K_2Conn="N20") == {
        "USA-I-K-2Conn"
    }


def driven_back(**others):
    """The 2 NH in W24 must retreat from Jackson in W23."""
    pieces = {
        "USA-I-B-2NH": "W24",
        "CSA-BG-JA-Jackson": "W23",
        **{k.replace("_", "-"): v for k, v in others.items()},
    }
    return fight(pieces, 3, side="confederate", turn="9:00 AM")


@pytest.mark.rule(GAME, "4.82")
def test_a_retreat_turns_up_what_comes_into_range_on_the_way():
    position = driven_back(CSA_L_K_Kershaw=face_down("W30"), CSA_I_H_1Ark=face_down("A34"))
    assert (
        not position.rules.board.within(position.rules.board.place("W24"), 4)
        >> position.state.at[position.rules.roster.number["CSA-L-K-Kershaw"]]
        & 1
    )
    play(position, "retreat USA-I-B-2NH W26")
    assert not position.state.frozen, "a frozen leader within four hexes frees the army"


@pytest.mark.rule(GAME, "4.82", "7.9")
def test_an_advance_turns_up_what_comes_into_range():
    position = fight(
        {"USA-BG-S-Sherman": "W24", "CSA-C-EV-Terry": "W25", "CSA-I-K-2SC": face_down("W29")},
        1,
        turn="9:00 AM",
    )
    assert position.state.frozen
    play(position, "advance USA-BG-S-Sherman W25")
    assert not position.state.frozen


SCHENCK_PIECE = "USA-BG-SC-Schenck"


@pytest.mark.rule(GAME, "O2", "8.22")
def test_face_down_and_face_up_pieces_do_not_form_together():
    down = {"at": "U22", "frozen": True}
    up = {"at": "U22"}
    fog = rules(fog_of_war="on")
    units = ("I-SC-2NYM", "I-SC-2Ohio")
    mixed = scene(
        {"USA-L-SC-Schenck": down, **{f"USA-{u}": up for u in units}}, phase="movement", battlefield=fog
    )
    assert form_options(mixed, UNION) == []
    alike = scene(
        {"USA-L-SC-Schenck": down, **{f"USA-{u}": down for u in units}}, phase="movement", battlefield=fog
    )
    assert form_options(alike, UNION) == [("form", SCHENCK_PIECE, "USA-I-SC-2NYM", "USA-I-SC-2Ohio")]


@pytest.mark.rule(GAME, "4.81", "8.41")
def test_a_red_regiment_of_a_frozen_brigade_stays_inactive():
    position = waiting_smith(frozen=True)
    play(position, f"break {SMITH}")
    assert movers(position) == {"CSA-I-0-Hampton"}
