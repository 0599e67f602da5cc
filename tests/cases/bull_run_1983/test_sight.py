"""9.3 Line of sight on the map, and the quick answer against the obvious one."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from bullrun.board.places import places_in
from bullrun.games.bull_run_1983.rules.artillery import sight_report, windows
from bullrun.games.bull_run_1983.rules.battlefield import load_board
from bullrun.mechanisms.sight import is_clear, look, window
from tests.cases.bull_run_1983.scene import scene

GAME = "bull-run-1983"


def sight(pieces, a, b, **extra):
    position = scene(pieces, side="confederate", **extra)
    board = position.rules.board
    return sight_report(position, board.place(a), board.place(b))


@pytest.mark.rule(GAME, "9.3", "9.31", "M3")
def test_the_rulebook_s_example_at_k17_and_l17():
    """Latham looks at the 31 NY along the side between K17 and L17. The 24 Va blocks L17, but K17 is a
    stream hex, where even a unit would not block. Up the hill to the 2 Me the crest is in the way."""
    example = {"CSA-A-C-Latham": "L16", "CSA-I-L-24Va": "L17", "USA-I-D-31NY": "K18"}
    assert sight(example, "L16", "K18")["sight"] == "clear"
    assert sight({**example, "CSA-I-L-17Va": "K17"}, "L16", "K18")["sight"] == "clear"
    over = sight({"CSA-A-C-Latham": "L16", "USA-I-K-2Me": "L19"}, "L16", "L19")
    assert over == {
        "from": "L16",
        "to": "L19",
        "distance": 3,
        "in_range": True,
        "sight": "blocked",
        "reason": "the crest between L17 and L18 blocks the line",
        "at": ["L17", "L18"],
        "rule": "9.31",
    }


@pytest.mark.rule(GAME, "9.3")
def test_along_a_hexside_both_hexes_must_block():
    """From AA32 to CC32 the line runs between BB31 and BB32."""
    assert sight({"USA-I-B-2NH": "BB31"}, "AA32", "CC32")["sight"] == "clear"
    both = sight({"USA-I-B-2NH": "BB31", "CSA-I-JA-2Va": "BB32"}, "AA32", "CC32")
    assert both["sight"] == "blocked" and both["rule"] == "9.31" and both["at"] == ["BB31"]


@pytest.mark.rule(GAME, "9.31", "M4")
def test_woods_block_on_the_way_but_not_at_the_ends():
    through = sight({}, "T16", "T19")
    assert through["sight"] == "blocked" and through["at"] == ["T17"] and "woods" in through["reason"]
    assert sight({}, "T16", "T17")["sight"] == "clear", "into the woods"
    assert sight({}, "T18", "U19")["sight"] == "clear", "out of the woods"


@pytest.mark.rule(GAME, "9.31")
@pytest.mark.parametrize("unit", ["USA-I-B-2NH", "CSA-I-JA-2Va"])
def test_units_of_either_side_block_and_leaders_do_not(unit):
    assert sight({unit: "AA33"}, "AA32", "AA34")["sight"] == "blocked"
    assert sight({"CSA-L-JA-Jackson": "AA33"}, "AA32", "AA34")["sight"] == "clear"
    assert sight({unit: "AA34"}, "AA32", "AA34")["sight"] == "clear", "not in the end hexes"


@pytest.mark.rule(GAME, "9.31", "M2", "M2.1", "M2.2")
def test_units_in_ford_and_bridge_hexes_do_not_block():
    assert sight({"USA-I-B-2NH": "Y8"}, "Y7", "Y9")["sight"] == "clear", "Farm Ford"
    assert sight({"USA-I-B-2NH": "Y10"}, "Z10", "X10")["sight"] == "clear", "Stone Bridge"
    assert sight({"USA-I-B-2NH": "UU28"}, "UU27", "UU29", trestle=True)["sight"] == "clear", "the TRESTLE"
    assert sight({}, "R3", "R5")["sight"] == "clear", "across the river"


@pytest.mark.rule(GAME, "9.32", "M5", "M5.1")
def test_from_and_to_a_hilltop_over_its_crest_nothing_blocks():
    filled = {"USA-I-B-2NH": "Y18", "CSA-I-JA-2Va": "Y17"}
    for a, b in (("Y19", "Y16"), ("Y16", "Y19")):
        report = sight(filled, a, b)
        assert report["sight"] == "clear" and report["rule"] == "9.32" and report["at"] == ["Y19", "Y18"]
    over = sight({}, "Y17", "Y20")
    assert over["sight"] == "blocked" and over["at"] == ["Y18", "Y19"], "across the hill the crest blocks"


@pytest.mark.rule(GAME, "9.32")
def test_a_crest_of_another_hilltop_does_not_help():
    """NN14 is a hilltop over NN13; seen from MM12, a slope, the crest of NN12 on the way still blocks."""
    board = load_board()
    policy = windows(board).policy
    a, b = board.place("OO13"), board.place("MM11")
    assert not look(board, policy, 0, a, b).clear


STEPS = 60


def naive(units, board, policy, a, b):
    """The line walked in small exact steps. At each point it stands in one hex, or on a side between two."""
    (ax, ay), (bx, by) = board.centre(a), board.centre(b)
    centres = {place: board.centre(place) for place in places_in(board.within(a, 3))}
    walk = []
    for step in range(STEPS + 1):
        x, y = ax * STEPS + step * (bx - ax), ay * STEPS + step * (by - ay)
        here = set()
        for place, (cx, cy) in centres.items():
            dx, dy = x - cx * STEPS, y - cy * STEPS
            if abs(dy) <= STEPS and abs(dx + dy) <= 2 * STEPS and abs(dx - dy) <= 2 * STEPS:
                here.add(place)
        walk.append(here)
    # What lasts for two points is a hex passed or a side followed; the rest are corners and crossings.
    runs = []
    for here, after in pairwise(walk):
        if here == after and (not runs or runs[-1] != here):
            runs.append(here)
    assert runs[0] == {a} and runs[-1] == {b}
    ways = list(product(*runs))

    def crest(top, slope):
        return policy.crest[top] >> slope & 1

    if any(crest(a, way[1]) or crest(b, way[-2]) for way in ways):
        return True
    blocking = policy.woods | units & ~policy.open_to_units
    return any(
        not any(blocking >> place & 1 for place in way[1:-1])
        and not any(crest(p, q) or crest(q, p) for p, q in pairwise(way))
        for way in ways
    )


@pytest.mark.rule(GAME, "9.3", "9.31", "9.32")
def test_sight_against_a_line_walked_step_by_step():
    """Every pair within three hexes around a good part of the map's hills, woods and streams."""
    view = windows(load_board())
    board, policy = view.board, view.policy
    random = Random(1861)
    centres = [board.place(name) for name in ("Y19", "NN12", "L17", "V13", "R15", "AAA10", "MM33", "X9")]
    for a in centres:
        units = sum(1 << p for p in places_in(board.within(a, 4)) if random.random() < 0.3)
        for b in places_in(board.within(a, 3) & ~board.within(a, 1)):
            expected = naive(units, board, policy, a, b)
            assert look(board, policy, units, a, b).clear == expected, (board.name(a), board.name(b))


@pytest.mark.rule(GAME, "9.3")
def test_windows_equal_the_obvious_function_over_the_whole_map():
    view = windows(load_board())
    board, policy = view.board, view.policy
    random = Random(7)
    units = sum(1 << p for p in board.places if random.random() < 0.25)
    for a in board.places[::3]:
        near = board.within(a, 3) & ~(1 << a)
        expected = 0
        for b in places_in(near):
            through = window(board, policy, a, b)
            clear = look(board, policy, units, a, b).clear
            assert clear == (through is not None and is_clear(through, units))
            expected |= clear << b
        assert view.seen_from(a, units, board.all) == expected


@pytest.mark.rule(GAME, "9.2")
def test_the_report_tells_the_range():
    assert sight({}, "AA32", "AA35")["in_range"] and not sight({}, "AA29", "AA33")["in_range"]
    same = sight({}, "AA32", "AA32")
    assert same["sight"] == "clear" and not same["in_range"]
