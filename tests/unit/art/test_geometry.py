"""Points, chains and regions: the ground under every drawing."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from bullrun.art.geometry import (
    Near,
    Region,
    area,
    chains,
    contains,
    distance,
    inset,
    outlines,
    roomiest_point,
    spaced,
    undirected_chains,
)
from bullrun.art.hexes import H, HexSheet, R, are_neighbours, neighbours
from bullrun.art.noise import noise, slow_noise

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
NEXT = [(10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)]


def test_noise_depends_on_its_key_alone_and_fills_the_unit_interval():
    values = [noise(i, 7) for i in range(2000)]
    assert values == [noise(i, 7) for i in range(2000)]
    assert min(values) >= 0 and max(values) < 1
    assert 0.45 < sum(values) / len(values) < 0.55
    assert 0 <= slow_noise((123.4, -56.7)) < 1


def test_shared_sides_vanish_from_an_outline():
    (ring,) = outlines([SQUARE, NEXT])
    assert area(ring) == 200
    assert set(ring) == set(SQUARE) | set(NEXT)


def test_a_hole_becomes_a_ring_of_its_own():
    cells = {(0, 0), *neighbours((0, 0))}
    sheet = HexSheet(cells, (0, 0))
    around = [sheet.corners(c) for c in sorted(cells - {(0, 0)})]
    rings = sorted(outlines(around), key=lambda ring: abs(area(ring)))
    assert len(rings) == 2
    assert len(rings[0]) == 6


def test_chains_keep_direction_and_close():
    sides = list(zip(SQUARE, SQUARE[1:] + SQUARE[:1], strict=True))
    (chain,) = chains(sides[::-1])
    assert chain.closed and len(chain.points) == 4
    (half,) = chains(sides[:2])
    assert not half.closed and half.points == SQUARE[:3]


def test_undirected_chains_break_where_three_sides_meet():
    fork = [((0.0, 0.0), (10.0, 0.0)), ((20.0, 0.0), (10.0, 0.0)), ((10.0, 0.0), (10.0, 10.0))]
    assert len(undirected_chains(fork)) == 3
    (line,) = undirected_chains(fork[:2])
    assert not line.closed and len(line.points) == 3


def test_spaced_points_are_even():
    line = spaced(SQUARE, 3.0, closed=True)
    steps = [distance(a, b) for a, b in zip(line, line[1:] + line[:1], strict=True)]
    assert max(steps) < 3.5 and len(line) == 13


def test_a_region_agrees_with_the_plain_test():
    region = Region([SQUARE, inset(spaced(SQUARE, 1, closed=True), 3)])
    for x in range(-2, 13):
        for y in range(-2, 13):
            p = (x + 0.31, y + 0.47)
            hole = contains(inset(spaced(SQUARE, 1, closed=True), 3), p)
            assert (p in region) == (contains(SQUARE, p) and not hole)


def test_near_finds_what_lies_within_the_radius():
    near = Near(5)
    near.add([(0.0, 0.0), (3.0, 4.0), (30.0, 40.0)], 2.0)
    assert near.weight((0.0, 0.0), 5.01) == 4.0
    assert near.weight((0.0, 0.0), 4.9) == 2.0
    assert near.any((30.0, 41.0), 1.5) and not near.any((15.0, 20.0), 10)


def test_the_roomiest_point_of_an_l_lies_in_its_corner():
    ell = [(0.0, 0.0), (100.0, 0.0), (100.0, 40.0), (60.0, 40.0), (60.0, 200.0), (0.0, 200.0)]
    p = roomiest_point(ell, 5.0)
    assert contains(ell, p)
    assert p[0] < 60


SHEET = HexSheet([(3 * q, 2 * r + q % 2) for q in range(9) for r in range(7)], (11.0, 23.0))


@given(st.floats(0, 1), st.floats(0, math.tau))
def test_a_point_belongs_to_the_hex_around_it(far: float, angle: float):
    for cell in ((0, 0), (12, 6), (24, 12), (9, 7)):
        x, y = SHEET.centre(cell)
        reach = far * H / 2 * 0.999
        assert SHEET.at((x + reach * math.cos(angle), y + reach * math.sin(angle))) == cell


def test_neighbours_share_a_side():
    for cell in ((0, 0), (9, 7)):
        for other in neighbours(cell):
            a, b = SHEET.side(cell, other)
            assert are_neighbours(cell, other) and math.isclose(distance(a, b), R)
            c, d = SHEET.side(other, cell)
            assert distance(a, d) < 1e-9 and distance(b, c) < 1e-9


def test_the_neat_line_holds_every_hex():
    for cell in SHEET.cells:
        assert all(SHEET.box.grown(1e-6).holds(p) for p in SHEET.corners(cell))
