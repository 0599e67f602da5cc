"""1. Setting up the game."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules import reinforcements, setup
from bullrun.games.bull_run_1983.rules.ground import ground, points_in, put
from bullrun.games.bull_run_1983.rules.state import CARD, DUE, MAP, SETUP, WAITING
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from tests.cases.bull_run_1983.scene import at, explain, names, options, play, rules

GAME = "bull-run-1983"


def start(scenario="july-21", **chosen):
    position = setup.prepare(rules(scenario, **chosen))
    position.log = []
    position.decision()
    return position


MARKERS = ("abatis Z9", "abatis AA10", "abatis Z8", "abatis AA9", "trestle destroyed")


def placing(*formed, **chosen):
    """A Confederate set-up by hand that has come to placing the pieces, with these brigades formed."""
    position = start(confederate_setup="free", **chosen)
    play(position, *MARKERS, *formed, "done")
    return position


def hexes(position, piece):
    """Where a piece may be placed now."""
    number = position.rules.roster.number[piece]
    return set(position.rules.board.names_of(setup.area_of(position, number)))


def why(position, side, action):
    return explain(position, side, tuple(action.split())).rule


def play_at_random(position, seed, stop):
    random = Random(seed)
    while not stop(position):
        decision = position.decision()
        position.apply(decision.options[random.randrange(len(decision.options))])
    return position


def after_setup(position):
    return position.state.phase != SETUP


def union_to_place(position):
    position.decision()
    return position.state.side == UNION or after_setup(position)


# --- Confederates ---------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "1.1", "1.2")
def test_the_confederates_set_up_first():
    position = start(confederate_setup="free", union_setup="free")
    assert position.decision().owner == "confederate"
    play_at_random(position, 1, union_to_place)
    assert position.decision().owner == "union"
    assert not any(
        position.state.box[p] == WAITING for p in places_in(position.rules.roster.of_side[CONFEDERATE])
    )
    assert ground(position).units[UNION] == 0


@pytest.mark.rule(GAME, "1.21")
def test_pieces_in_a_hex_are_put_there_and_nobody_takes_their_room():
    position = placing()
    bee = ("CSA-L-BE-Bee", "CSA-I-BE-4Ala", "CSA-A-BE-Imboden", "CSA-L-BA-Bartow", "CSA-I-BA-8Ga")
    assert {at(position, piece) for piece in bee} == {"CC20"}
    assert at(position, "CSA-I-0-Hampton") == "EE34"
    cc20 = position.rules.board.place("CC20")
    assert points_in(position, cc20) == 12
    assert "CC20" not in hexes(position, "CSA-C-0-1Va"), "Stuart is within four hexes of Island Ford there"
    assert why(position, "confederate", "place CSA-C-0-1Va CC20") == "1.11"
    assert why(position, "confederate", "place CSA-I-0-Hampton EE33") == "1.1", "already placed"


@pytest.mark.rule(GAME, "1.22")
def test_behind_a_ford_is_within_four_hexes_on_the_confederate_bank():
    position = placing()
    board = position.rules.board
    found = hexes(position, "CSA-L-0-Johnston")
    mclean = board.place("TT22")
    assert max(board.distance(mclean, board.place(h)) for h in found) == 4
    assert all(board.regions["confederate_bank"] >> board.place(h) & 1 for h in found)
    assert "QQ23" in found
    assert why(position, "confederate", "place CSA-L-0-Johnston UU21") == "1.22", "the Union bank"


@pytest.mark.rule(GAME, "1.23", "1.34")
def test_at_a_ford_is_within_three_hexes_on_either_bank():
    position = placing()
    board = position.rules.board
    found = hexes(position, "CSA-I-L-5NC")
    ford = board.place("QQ19")
    assert max(board.distance(ford, board.place(h)) for h in found) == 3
    banks = [board.regions[bank] for bank in ("union_bank", "confederate_bank")]
    assert all(any(bank >> board.place(h) & 1 for h in found) for bank in banks)
    assert why(position, "confederate", "place CSA-I-L-5NC QQ23") == "1.23"
    play(position, "place CSA-I-L-5NC QQ20", "place CSA-I-L-1Va QQ17")
    assert at(position, "CSA-I-L-1Va") == "QQ17", "the same brigade on the other bank"


@pytest.mark.rule(GAME, "1.23")
def test_cocke_may_stand_at_any_of_three_fords():
    position = placing()
    found = hexes(position, "CSA-I-C-18Va")
    assert {"CC14", "AA14", "DD17"} <= found


@pytest.mark.rule(GAME, "1.12", "1.23")
def test_nothing_starts_in_the_water():
    position = placing()
    field = position.rules
    wet = field.fords | field.rivers(0) | field.bridges(1)
    for group in setup.groups(field):
        assert not group.area & wet, group.title
    assert why(position, "confederate", "place CSA-L-EV-Evans Y10") == "1.12"
    assert why(position, "confederate", "place CSA-L-EV-Evans Y8") == "1.12"


@pytest.mark.rule(GAME, "1.11")
def test_twelve_points_fill_a_hex_and_leaders_still_fit():
    position = placing()
    for unit in ("5NC", "1Va", "11Va", "17Va", "24Va"):
        play(position, f"place CSA-I-L-{unit} QQ20")
    play(position, "place CSA-A-L-Garnett battle QQ20")
    assert points_in(position, position.rules.board.place("QQ20")) == 11
    assert "QQ20" not in hexes(position, "CSA-I-JO-17Miss")
    assert "QQ20" in hexes(position, "CSA-L-L-Longstreet")


@pytest.mark.rule(GAME, "1.13")
def test_reinforcements_stay_on_their_card():
    position = start()
    box, number = position.state.box, position.rules.roster.number
    assert box[number["CSA-L-S-Smith"]] == DUE and box[number["USA-I-W-4Mich"]] == DUE
    free = start(confederate_setup="free")
    assert why(free, "confederate", "place CSA-L-S-Smith EE34") == "1.13"


@pytest.mark.rule(GAME, "1.14", "9.12")
def test_batteries_start_with_either_piece():
    position = start(confederate_setup="free")
    play(position, *MARKERS)
    assert "change CSA-A-BE-Imboden" in options(position), "a battery without a choice of hex"
    play(position, "change CSA-A-BE-Imboden")
    assert "change CSA-A-BE-Imboden" not in options(position)
    play(position, "done")
    assert "place CSA-A-K-Kemper battle JJ19" in options(position)
    assert why(position, "confederate", "place CSA-A-K-Kemper JJ19") == "1.14"
    play(position, "place CSA-A-K-Kemper battle JJ19", "place CSA-A-C-Latham mobile CC14")
    number, face = position.rules.roster.number, position.state.face
    assert [face[number[f"CSA-A-{b}"]] for b in ("K-Kemper", "C-Latham", "BE-Imboden")] == [1, 0, 1]


@pytest.mark.rule(GAME, "1.14", "8.2", "8.52")
def test_a_brigade_piece_sets_up_in_place_of_its_parts():
    position = placing(
        "form CSA-BG-K-Kershaw CSA-I-K-2SC CSA-I-K-8SC", "form CSA-BG-EV-Evans CSA-I-EV-LaSp CSA-I-EV-4SC"
    )
    offered = {option[1] for option in position.decision().options}
    assert "CSA-BG-K-Kershaw" in offered and not offered & {"CSA-L-K-Kershaw", "CSA-I-K-2SC", "CSA-I-K-8SC"}
    assert hexes(position, "CSA-BG-K-Kershaw") == hexes(position, "CSA-C-K-Munford")
    assert "Z9" in hexes(position, "CSA-C-EV-Terry")
    assert "Z9" not in hexes(position, "CSA-BG-EV-Evans"), "no brigade on an ABATIS"
    play(position, "place CSA-BG-K-Kershaw JJ19")
    assert at(position, "CSA-BG-K-Kershaw") == "JJ19" and at(position, "CSA-I-K-2SC") == ""
    assert position.state.frozen >> position.rules.roster.number["CSA-BG-K-Kershaw"] & 1


@pytest.mark.rule(GAME, "1.14")
def test_bee_and_bartow_may_form_in_their_hex():
    position = placing("form CSA-BG-BE-Bee CSA-I-BE-4Ala CSA-I-BE-2Miss CSA-I-BE-1Miss")
    assert at(position, "CSA-BG-BE-Bee") == "CC20" and at(position, "CSA-L-BE-Bee") == ""


@pytest.mark.rule(GAME, "1.11", "1.14")
def test_single_units_leave_the_room_that_brigade_pieces_need():
    position = placing("form CSA-BG-L-Longstreet CSA-I-L-5NC CSA-I-L-1Va CSA-I-L-11Va CSA-I-L-17Va")
    area = hexes(position, "CSA-BG-L-Longstreet")
    for place in sorted(area)[1:]:
        ground(position).points[position.rules.board.place(place)] = 5
    ground(position).memo.clear()
    last = sorted(area)[0]
    assert hexes(position, "CSA-BG-L-Longstreet") == {last}
    assert last not in hexes(position, "CSA-I-L-24Va")


@pytest.mark.rule(GAME, "1.2")
def test_frozen_pieces_are_face_down_and_the_others_open():
    position = placing()
    play(position, "place CSA-I-C-18Va CC14", "place CSA-L-EV-Evans X9")
    hidden = position.rules.concealed_by_side(position.state)[UNION]
    number = position.rules.roster.number
    assert hidden >> number["CSA-I-C-18Va"] & 1 and not hidden >> number["CSA-L-EV-Evans"] & 1


# --- Union ----------------------------------------------------------------------------------------


def with_confederates(**places):
    """A Union set-up by hand against these Confederates alone."""
    position = setup.prepare(rules(union_setup="free"))
    position.log = []
    state = position.state
    for piece in places_in(position.rules.roster.of_side[CONFEDERATE]):
        if state.box[piece] == WAITING:
            state.box[piece] = CARD
    for piece, place in places.items():
        put(
            position, position.rules.roster.number[piece.replace("_", "-")], position.rules.board.place(place)
        )
    state.side = UNION
    state.frames = [("sequence", 0), ("place",)]
    return position


@pytest.mark.rule(GAME, "1.3", "1.33")
def test_union_pieces_stand_on_or_next_to_a_road_on_their_bank():
    position = with_confederates(CSA_L_EV_Evans="A35")
    found = hexes(position, "USA-L-K-Keyes")
    assert {"QQ5", "RR5", "R1", "R2", "DD1", "II6"} <= found
    assert "P2" not in found and why(position, "union", "place USA-L-K-Keyes P2") == "1.3"
    assert "S3" in found, "next to the road at R2"
    assert "U3" not in found and why(position, "union", "place USA-L-K-Keyes U3") == "1.3"


@pytest.mark.rule(GAME, "1.31")
def test_a_march_route_enters_no_ford():
    position = with_confederates(CSA_L_EV_Evans="A35")
    ends = setup.group_of(position.rules)[position.rules.roster.number["USA-L-K-Keyes"]].ends
    routes = setup.march_routes(position, ends, 0, True)
    assert not routes & position.rules.fords
    names = set(position.rules.board.names_of(routes))
    assert "II7" in names, "the bridge over Cub Run"
    assert "R2" in names and "P2" not in names


@pytest.mark.rule(GAME, "1.32")
def test_terrys_recon_range_keeps_keyes_and_his_route_away():
    """Terry before the Stone Bridge: Keyes may come by II7 as far as the fifth hex."""
    position = with_confederates(CSA_C_EV_Terry="Z9")
    board = position.rules.board
    found = hexes(position, "USA-L-K-Keyes")
    terry = board.place("Z9")
    assert min(board.distance(terry, board.place(h)) for h in found) == 5
    assert why(position, "union", "place USA-L-K-Keyes DD8") == "1.32"
    assert "EE8" in found


@pytest.mark.rule(GAME, "1.32")
def test_a_route_cut_by_recon_range_leads_nowhere_beyond():
    open_road = hexes(with_confederates(CSA_L_EV_Evans="A35"), "USA-L-K-Keyes")
    watched = hexes(with_confederates(CSA_C_EV_Terry="S3"), "USA-L-K-Keyes")
    assert "R1" in open_road and "R1" not in watched
    assert "DD1" in watched, "still reached from Centreville"
    # Munford watches the turnpike east of Cub Run: west of it only R1 and the link to DD1 feed the roads.
    board = rules().board
    position = with_confederates(CSA_C_K_Munford="KK8")
    far = board.distance(board.place("KK8"), board.place("CC9"))
    assert far >= 5 and "CC9" in hexes(position, "USA-L-K-Keyes"), "by R1, DD1 and the flank-march road"
    position = with_confederates(CSA_C_K_Munford="KK8", CSA_C_EV_Terry="S3")
    assert "CC9" not in hexes(position, "USA-L-K-Keyes"), "both ways are cut"
    assert why(position, "union", "place USA-L-K-Keyes CC9") == "1.3"


@pytest.mark.rule(GAME, "1.32", "11.3")
def test_markers_do_not_hinder_march_routes():
    position = with_confederates(CSA_L_EV_Evans="A35")
    before = hexes(position, "USA-L-K-Keyes")
    position.state.abatis = position.rules.board.set_named(("Z9", "AA10", "Z8", "AA9"))
    assert hexes(position, "USA-L-K-Keyes") == before


@pytest.mark.rule(GAME, "1.33")
def test_only_the_third_division_comes_by_ccc35():
    """A piece in ZZ31 leaves only BBB35 and CCC35 to pieces that come that way (designer's note 1)."""
    position = with_confederates(CSA_C_EW_Harrison="ZZ31")
    third = hexes(position, "USA-L-F-Franklin")
    other = hexes(position, "USA-L-K-Keyes")
    assert third - other == {"BBB35", "CCC35"}


@pytest.mark.rule(GAME, "1.33")
def test_r1_and_dd1_are_joined_north_of_the_map():
    position = with_confederates(CSA_L_EV_Evans="A35")
    board = position.rules.board
    centreville = (board.place("QQ5"),)
    assert setup.march_routes(position, centreville, 0, True) >> board.place("R1") & 1
    assert not setup.march_routes(position, centreville, 0, False) >> board.place("R1") & 1


@pytest.mark.rule(GAME, "1.34", "1.11")
def test_union_brigades_may_be_split_and_stack_to_twelve():
    position = with_confederates(CSA_L_EV_Evans="A35")
    play(position, "place USA-L-K-Keyes R1", "place USA-I-K-1Conn QQ5", "place USA-I-K-2Conn CCC2")
    for unit in ("S-13NY", "S-69NYM", "B-2NH", "B-1RI"):
        play(position, f"place USA-I-{unit} RR5")
    assert "RR5" not in hexes(position, "USA-I-P-MAR")
    assert why(position, "union", "place USA-I-P-MAR RR5") == "1.11"


# --- ready positions and dead ends ----------------------------------------------------------------


@pytest.mark.rule(GAME, "1.1")
@pytest.mark.parametrize("scenario", ["july-21", "july-20"])
def test_the_historical_set_up_needs_no_decision_and_keeps_every_rule(scenario):
    position = start(scenario)
    assert position.state.phase != SETUP
    field = position.rules
    fresh = setup.prepare(field)
    for side in (CONFEDERATE, UNION):
        places = field.data["historical"][SIDES[side]]["places"]
        named = {field.roster.number[p] for p in places}
        assert named == {p for g in setup.groups(field) if g.side == side for p in g.pieces}
        for piece, place in places.items():
            area = setup.area_of(fresh if side == CONFEDERATE else position, field.roster.number[piece])
            full = points_in(position, field.board.place(place)) > 12
            assert not full
            if side == CONFEDERATE:
                assert area >> field.board.place(place) & 1, (piece, place)
        formed = field.data["historical"][SIDES[side]]["formed"]
        assert all(position.state.box[field.roster.number[b]] == MAP for b in formed)


@pytest.mark.rule(GAME, "1.32")
def test_a_bold_confederate_set_up_displaces_only_the_union_pieces_it_watches():
    position = placing()
    play(position, "place CSA-C-EV-Terry AA8")
    play_at_random(position, 5, union_to_place)
    play(position, "done")
    decision = position.decision()
    assert decision.owner == "union" and decision.rule == "1.3"
    assert at(position, "USA-L-0-Miles") == "QQ5"
    waiting = {option[1] for option in decision.options}
    assert "USA-L-SC-Schenck" in waiting, "CC9 is watched by Terry in AA8"


@pytest.mark.rule(GAME, "1.1", "1.11")
@pytest.mark.parametrize("scenario", ["july-21", "july-20"])
def test_no_area_can_be_filled_up(scenario):
    """A piece of 3 DP finds no room in an area only if every hex holds 10: more than the side has."""
    field = rules(scenario)
    total = [
        sum(field.roster.defense[p] for g in setup.groups(field) if g.side == side for p in g.pieces)
        for side in (UNION, CONFEDERATE)
    ]
    for group in setup.groups(field):
        if group.side == CONFEDERATE and not group.fixed:
            assert group.area.bit_count() * 10 > total[CONFEDERATE], group.title
    # The Union, if every hex that any Confederate may take were taken.
    worst = setup.prepare(rules(scenario, union_setup="free"))
    ground(worst).units[CONFEDERATE] = 0
    for group in setup.groups(field):
        ground(worst).units[CONFEDERATE] |= group.area
    for group in setup.groups(field):
        if group.side == UNION:
            assert setup.march_area(worst, group).bit_count() * 10 > total[UNION], group.title


@pytest.mark.rule(GAME, "1.1", "1.12")
@pytest.mark.parametrize("seed", range(3))
def test_set_up_at_random_always_ends_and_keeps_the_rules(seed):
    position = start(confederate_setup="free", union_setup="free")
    play_at_random(position, seed, after_setup)
    state, field = position.state, position.rules
    assert not any(box == WAITING for box in state.box)
    assert all(points <= 12 for points in ground(position).points.values())
    assert not any(state.at[p] and not setup.dry_land(field) >> state.at[p] & 1 for p in range(len(state.at)))
    board = field.board
    csa = [state.at[p] for p in places_in(field.roster.of_side[CONFEDERATE]) if state.at[p]]
    usa = [state.at[p] for p in places_in(field.roster.of_side[UNION]) if state.at[p]]
    assert min(board.distance(a, b) for a in csa for b in usa) >= 5
    assert state.side == UNION and state.turn == 0


@pytest.mark.rule(GAME, "O3")
def test_who_can_only_have_come_by_r1_is_remembered():
    position = start(exhaustion="on")
    tired = names(position, position.state.from_r1)
    assert {"USA-I-B-2NH", "USA-I-P-REG", "USA-I-F-5Mass", "USA-I-W-1Mich"} <= tired
    assert not tired & {"USA-I-S-13NY", "USA-I-H-3Me", "USA-I-R-1Mass", "USA-I-D-16NY"}


@pytest.mark.rule(GAME, "O4", "O4.1u")
def test_july_20th_changes_the_union_army():
    position = start("july-20")
    box, number = position.state.box, position.rules.roster.number
    for piece in ("USA-L-M-McCunn", "USA-I-M-15NY", "USA-A-BL-Bookwood"):
        assert box[number[piece]] == CARD, piece
    for piece in ("USA-A-K-Varian", "USA-I-F-4Pa"):
        assert box[number[piece]] == MAP, piece
    assert box[number["USA-I-0-1NJM"]] == DUE and box[number["USA-I-W-4Mich"]] == DUE


@pytest.mark.rule(GAME, "O4.1u")
def test_on_july_20th_no_march_route_goes_to_r1():
    position = start("july-20", union_setup="free")
    for piece in ("USA-L-K-Keyes", "USA-L-F-Franklin"):
        found = hexes(position, piece)
        assert "QQ5" in found and "DD1" in found and "R1" not in found and "R2" not in found
    assert why(position, "union", "place USA-L-K-Keyes R1") == "1.3"
    assert not play_at_random(position, 1, after_setup).state.from_r1


@pytest.mark.rule(GAME, "O4", "O4.1c")
def test_july_20th_changes_the_confederate_army():
    position = start("july-20")
    assert not position.state.frozen
    box, number = position.state.box, position.rules.roster.number
    assert at(position, "CSA-I-BA-7Ga") == "EE34"
    for piece in ("CSA-I-0-Hampton", "CSA-L-S-Smith", "CSA-I-BE-6NC"):
        assert box[number[piece]] == CARD, piece
    due = {group.title: position.rules.track[group.turn] for group in reinforcements.groups(position.rules)}
    assert due["Bee's brigade and Johnston"] == due["The Shenandoah guns and Stuart"] == "NOON"
    assert due["13th Mississippi"] == "4:00 PM"
    assert setup.group_of(position.rules)[number["CSA-L-JA-Jackson"]].rule == "1.22"


@pytest.mark.rule(GAME, "1.31", "1.32")
def test_keyes_route_runs_by_ii7_to_centreville_outside_terrys_range():
    position = with_confederates(CSA_C_EV_Terry="Z9")
    board = position.rules.board
    centreville = (board.place("QQ5"), board.place("RR5"))
    watched = setup.kept_away(position)
    assert watched == board.within(board.place("Z9"), 4), "all hexes to which he can trace, over any terrain"
    routes = setup.march_routes(position, centreville, watched, north=False)
    assert routes >> board.place("EE8") & 1 and not routes & watched
    cut = setup.march_routes(position, centreville, watched | 1 << board.place("II7"), north=False)
    assert not cut >> board.place("EE8") & 1, "II7 is the only way"
    assert "EE8" in hexes(position, "USA-L-K-Keyes")


@pytest.mark.rule(GAME, "1.3")
def test_no_union_piece_starts_on_the_confederate_bank_though_roads_lead_there():
    """The turnpike crosses the Stone Bridge; nobody is near; still nobody may stand beyond it."""
    position = with_confederates(CSA_L_EV_Evans="A35")
    board = position.rules.board
    ends = setup.group_of(position.rules)[position.rules.roster.number["USA-L-K-Keyes"]].ends
    routes = setup.march_routes(position, ends, setup.kept_away(position), True)
    beyond = routes & board.regions["confederate_bank"]
    assert beyond, "the road goes on"
    found = hexes(position, "USA-L-K-Keyes")
    assert not found & set(board.names_of(board.regions["confederate_bank"]))
    name = board.names_of(beyond & setup.dry_land(position.rules))[0]
    assert why(position, "union", f"place USA-L-K-Keyes {name}") == "1.3"


@pytest.mark.rule(GAME, "1.32", "1.3")
def test_frozen_and_formed_pieces_and_lone_leaders_all_keep_march_routes_away():
    for piece in ("CSA-L-K-Kershaw", "CSA-I-K-2SC", "CSA-A-K-Kemper", "CSA-C-K-Munford"):
        position = with_confederates(**{piece.replace("-", "_"): "MM18"})
        assert why(position, "union", "place USA-L-K-Keyes MM14") == "1.32", piece


@pytest.mark.rule(GAME, "1.33")
def test_the_third_division_may_use_all_three_ends_and_reinforcements_none():
    field = rules()
    board, number = field.board, field.roster.number
    groups = setup.group_of(field)
    assert set(board.names_of(sum(1 << e for e in groups[number["USA-L-H-Howard"]].ends))) == {
        "QQ5",
        "RR5",
        "R1",
        "CCC35",
    }
    others = [g for g in setup.groups(field) if g.side == 0 and "3rd" not in g.title]
    assert all(board.place("CCC35") not in g.ends for g in others) and len(others) == 4
    assert number["USA-I-W-4Mich"] not in groups, "it comes by CCC35 at nine"
