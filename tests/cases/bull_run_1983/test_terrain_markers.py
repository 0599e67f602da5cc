"""11. Terrain markers: the TRESTLE and the four ABATIS."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1983.rules import setup
from bullrun.games.bull_run_1983.rules.rally import clear_options
from bullrun.games.bull_run_1983.rules.reach import reach_report
from bullrun.games.bull_run_1983.rules.retreat import safe_ends
from tests.cases.bull_run_1983.scene import explain, options, play, rules, scene
from tests.cases.bull_run_1983.test_setup import play_at_random

GAME = "bull-run-1983"


def setting_up(question):
    """A Confederate set-up by hand that has come to this rule's question."""
    position = setup.prepare(rules(confederate_setup="free"))
    position.log = []
    return play_at_random(position, 2, lambda p: p.decision().rule == question)


def why(position, action):
    return explain(position, position.decision().owner, tuple(action.split())).rule


# --- TRESTLE --------------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "1.25", "11.1")
@pytest.mark.parametrize("choice, stands", [("stands", 1), ("destroyed", 0)])
def test_the_confederate_decides_once_whether_the_trestle_stands(choice, stands):
    position = setting_up("11.1")
    assert position.decision().owner == "confederate"
    assert options(position) == ["trestle stands", "trestle destroyed"]
    play(position, f"trestle {choice}")
    assert position.state.trestle == stands
    assert position.decision().rule != "11.1", "and never again"


@pytest.mark.rule(GAME, "11.2")
def test_the_trestle_is_a_bridge_that_joins_the_railroad():
    field = rules()
    site = field.board.place("UU28")
    assert field.bridges(1) >> site & 1 and not field.rivers(1) >> site & 1
    assert field.rivers(0) >> site & 1 and not field.bridges(0) >> site & 1
    crossing = {"USA-I-K-1Conn": {"at": "VV27", "active": True}}
    with_it = options(scene(crossing, phase="movement", trestle=True))
    without = options(scene(crossing, phase="movement"))
    assert "move USA-I-K-1Conn UU28" in with_it and "move USA-I-K-1Conn TT28" in with_it
    assert "move USA-I-K-1Conn UU28" not in without and "move USA-I-K-1Conn TT28" not in without


@pytest.mark.rule(GAME, "M2", "M2.1", "M2.2")
def test_river_bridge_and_ford_hexes_exclude_each_other():
    field = rules()
    board = field.board
    for trestle in (0, 1):
        rivers, bridges = field.rivers(trestle), field.bridges(trestle)
        assert not rivers & bridges and not rivers & field.fords and not bridges & field.fords
    for name in ("KK5", "I4", "Q4", "O1", "TT34", "II18"):
        assert field.rivers(0) >> board.place(name) & 1, name
    for name in ("KK4", "I5"):
        assert not field.rivers(0) >> board.place(name) & 1, name
    for name in (
        "JJ10",
        "II11",
        "JJ15",
        "Y8",
        "AA13",
        "DD13",
        "EE17",
        "JJ18",
        "MM19",
        "QQ19",
        "TT22",
        "WW30",
    ):
        assert field.fords >> board.place(name) & 1, name
    assert field.bridges(0) >> board.place("Y10") & 1


@pytest.mark.rule(GAME, "M3")
def test_a_hex_with_stream_and_river_is_a_river_hex():
    field = rules()
    streams = field.board.terrain["stream"]
    water = 0
    for line in field.board.lines:
        if line.kind == "stream":
            water |= line.places
    assert water & field.rivers(0), "streams do run into the rivers"
    assert not streams & field.rivers(0)
    assert water & ~field.rivers(0) & ~field.fords & ~field.bridges(0) == streams


# --- placing ABATIS -------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "11.3", "1.24")
def test_four_abatis_in_four_hexes_near_the_stone_bridge_or_farm_ford():
    position = setting_up("11.3")
    board = position.rules.board
    places = [board.place(option[1]) for option in position.decision().options]
    near = (board.place("Y10"), board.place("Y8"))
    assert all(min(board.distance(place, n) for n in near) <= 3 for place in places)
    assert max(min(board.distance(place, n) for n in near) for place in places) == 3
    assert why(position, "abatis Y10") == "1.12" and why(position, "abatis E25") == "11.3"
    play(position, "abatis Z9")
    assert "abatis Z9" not in options(position) and why(position, "abatis Z9") == "1.24"
    play(position, "abatis AA10", "abatis Z8", "abatis AA9")
    assert position.decision().rule == "11.1", "there are four"
    assert sorted(board.names_of(position.state.abatis)) == ["AA10", "AA9", "Z8", "Z9"]


@pytest.mark.rule(GAME, "11.4")
def test_nothing_moves_an_abatis():
    position = scene({"USA-L-0-McDowell": "E5", "USA-L-K-Keyes": "E5"}, phase="movement", abatis=["E6"])
    play(position, "move USA-L-K-Keyes E6", "move USA-L-0-McDowell E6")
    assert position.rules.board.names_of(position.state.abatis) == ["E6"]
    assert not any(option.startswith("abatis") for option in options(position))


# --- effects --------------------------------------------------------------------------------------


def cost(pieces, piece, to, **more):
    position = scene(pieces, phase="movement", **more)
    rows = reach_report(position, position.rules.roster.number[piece])
    return {row["place"]: row["cost"] for row in rows}.get(to)


@pytest.mark.rule(GAME, "11.5", "11.51")
def test_an_abatis_costs_one_more_to_enter_and_to_leave():
    walker = {"USA-I-K-1Conn": {"at": "K13", "active": True}}
    field = rules()
    clear = [
        name
        for name in ("K12", "L12", "L13", "J12", "J13")
        if not (field.board.terrain["woods"] | field.board.terrain["stream"]) >> field.board.place(name) & 1
    ]
    to = clear[0]
    assert cost(walker, "USA-I-K-1Conn", to) == "1"
    assert cost(walker, "USA-I-K-1Conn", to, abatis=[to]) == "2"
    assert cost(walker, "USA-I-K-1Conn", to, abatis=["K13"]) == "2"
    assert cost(walker, "USA-I-K-1Conn", to, abatis=["K13", to]) == "3"


@pytest.mark.rule(GAME, "11.51")
def test_from_an_abatis_to_a_ford_costs_three():
    # X7 is no road hex of Farm Ford: 1 for the terrain, 1 for the ford, 1 for the ABATIS.
    field = rules()
    ford = field.board.place("Y8")
    roads = [field.board.borders.across(kind)[ford] for kind in ("road_major", "road_minor")]
    beside = next(
        name
        for name in (field.board.names[n] for n in field.board.neighbours[ford])
        if setup.dry_land(field) >> field.board.place(name) & 1
        and not any(road >> field.board.place(name) & 1 for road in roads)
    )
    walker = {"USA-I-K-1Conn": {"at": beside, "active": True}}
    assert cost(walker, "USA-I-K-1Conn", "Y8") == "2"
    assert cost(walker, "USA-I-K-1Conn", "Y8", abatis=[beside]) == "3"


@pytest.mark.rule(GAME, "11.52", "5.7")
def test_an_abatis_cancels_the_roads_in_its_hex():
    walker = {"USA-I-K-1Conn": {"at": "BB9", "active": True}}
    assert cost(walker, "USA-I-K-1Conn", "AA10") == "1/2", "the turnpike"
    assert cost(walker, "USA-I-K-1Conn", "AA10", abatis=["AA10"]) == "2", "clear ground and the felled trees"


@pytest.mark.rule(GAME, "11.53", "8.52")
def test_no_brigade_piece_enters_an_abatis():
    brigade = {"USA-BG-K-Keyes": {"at": "E26", "active": True}}
    assert cost(brigade, "USA-BG-K-Keyes", "E25") is not None
    assert cost(brigade, "USA-BG-K-Keyes", "E25", abatis=["E25"]) is None


@pytest.mark.rule(GAME, "11.54", "7.83")
def test_a_retreat_may_end_on_an_abatis_but_not_go_through_it():
    def ends(*abatis):
        position = scene({"USA-I-K-1Conn": "E26", "CSA-I-K-2SC": "E27"}, abatis=abatis)
        unit = position.rules.roster.number["USA-I-K-1Conn"]
        return set(position.rules.board.names_of(safe_ends(position, unit)))

    assert "E24" in ends()
    assert "E24" not in ends("E25"), "the only way leads through the ABATIS"
    assert "E24" in ends("E24")


# --- removal --------------------------------------------------------------------------------------


def clears(pieces, **more):
    return [" ".join(o) for o in clear_options(scene(pieces, phase="rally", abatis=["E25"], **more))]


@pytest.mark.rule(GAME, "11.6")
def test_rested_infantry_removes_an_abatis_in_the_rally_phase_even_before_noon():
    position = scene({"USA-I-K-1Conn": "E25"}, phase="rally", turn="9:00 AM", abatis=["E25", "E20"])
    assert options(position) == ["clear E25", "end-rally"]
    play(position, "clear E25")
    assert position.rules.board.names_of(position.state.abatis) == ["E20"]


@pytest.mark.rule(GAME, "11.6")
def test_the_unit_need_not_be_active():
    position = scene({"USA-I-K-1Conn": "E25"}, phase="rally", abatis=["E25"])
    assert not position.state.active and options(position) == ["clear E25", "end-rally"]


@pytest.mark.rule(GAME, "11.6")
@pytest.mark.parametrize("deed", ["moved", "fought"])
def test_who_moved_or_fought_removes_nothing(deed):
    assert clears({"USA-I-K-1Conn": {"at": "E25", deed: True}}) == []


@pytest.mark.rule(GAME, "11.6")
def test_only_infantry_out_of_enemy_control():
    assert clears({"USA-I-K-1Conn": "E25"}) == ["clear E25"]
    assert clears({"USA-C-P-Palmer": "E25"}) == []
    assert clears({"USA-A-P-D5US": "E25"}) == []
    assert clears({"USA-L-K-Keyes": "E25"}) == []
    assert clears({"USA-I-K-1Conn": "E25", "CSA-I-K-2SC": "E26"}) == []
    assert clears({"USA-I-K-1Conn": "E26"}) == [], "not from the next hex"


@pytest.mark.rule(GAME, "11.5", "11.6")
def test_either_side_may_remove_it_and_then_it_has_no_effect():
    position = scene({"CSA-I-K-2SC": "E25"}, side="confederate", phase="rally", abatis=["E25"])
    play(position, "clear E25")
    assert position.state.abatis == 0
    walker = {"USA-I-K-1Conn": {"at": "BB9", "active": True}}
    assert cost(walker, "USA-I-K-1Conn", "AA10", abatis=[]) == "1/2"
