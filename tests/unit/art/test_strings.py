"""Lines through doors: no drawn line enters a hex that its data does not name."""

from __future__ import annotations

import itertools

import pytest

from bullrun.art.geometry import distance
from bullrun.art.hexes import HexSheet, R
from bullrun.art.strings import TENSION, Tracer, meandered, runs_of_new_sides, stray_cells

SHEET = HexSheet([(3 * q, 2 * r + q % 2) for q in range(14) for r in range(12)], (0.0, 0.0))
ZIGZAG = [(3 * q, 10 + (q % 2)) for q in range(14)]
STAIRS = [(0, 0), (0, 2), (3, 3), (3, 5), (6, 6), (6, 8), (9, 9), (12, 8), (12, 6), (15, 5), (15, 3), (18, 4)]


@pytest.mark.parametrize("kind", sorted(TENSION))
@pytest.mark.parametrize("path", [ZIGZAG, STAIRS], ids=["zigzag", "stairs"])
def test_lines_of_every_kind_keep_to_their_hexes(kind: str, path: list[tuple[int, int]]):
    line = Tracer(SHEET, ()).trace(path, kind, kind, sway=0.5)
    assert stray_cells(SHEET, line, path) == []
    assert stray_cells(SHEET, meandered(line, 0.26), path) == []


def test_a_stray_is_noticed():
    straight = [SHEET.centre(ZIGZAG[0]), SHEET.centre((18, 2)), SHEET.centre(ZIGZAG[-1])]
    assert (18, 2) in stray_cells(SHEET, straight, ZIGZAG)


def test_a_taut_line_is_shorter_than_a_slack_one():
    def length(kind: str) -> float:
        line = Tracer(SHEET, ()).trace(ZIGZAG, kind, kind)
        return sum(distance(a, b) for a, b in itertools.pairwise(line))

    assert length("rail") < length("minor") <= length("river") + 1e-6


def test_lines_meet_in_one_spot_near_the_centre():
    cross = (9, 9)
    tracer = Tracer(SHEET, [cross])
    first = tracer.trace([(9, 5), (9, 7), cross, (9, 11)], "major", "road")
    second = tracer.trace([(6, 8), cross, (12, 8)], "minor", "road")
    spot = tracer.spots[cross]
    assert spot in first and spot in second
    assert distance(spot, SHEET.centre(cross)) <= 0.3 * R + 1e-6


def test_shared_stretches_are_drawn_once():
    drawn: set[frozenset[tuple[int, int]]] = set()
    a = [(0, 0), (0, 2), (0, 4), (0, 6)]
    assert runs_of_new_sides(a, drawn) == [a]
    b = [(3, 1), (0, 2), (0, 4), (3, 5)]
    assert runs_of_new_sides(b, drawn) == [[(3, 1), (0, 2)], [(0, 4), (3, 5)]]
    assert runs_of_new_sides(a, drawn) == []


def test_a_line_that_runs_out_reaches_the_frame():
    path = [(6, 4), (3, 3), (0, 4)]
    line = Tracer(SHEET, ()).trace(path, "major", "road", runs_out=[(0, 4)])
    assert line[-1][0] < SHEET.box.left
    assert line[0] == SHEET.centre((6, 4))
