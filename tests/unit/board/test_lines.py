from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.lines import Passage, Passed, Trace, trace, trace_slow
from bullrun.board.places import places_in

BOARD = HexBoard(HexGrid("A1", "CCC35", "odd"))
SMALL_ODD = HexBoard(HexGrid("A1", "K9", "odd"))
SMALL_EVEN = HexBoard(HexGrid("1000", "2008", "even"))

places = st.sampled_from(BOARD.places)


def line(a: str, b: str) -> Trace:
    return trace(BOARD, BOARD.place(a), BOARD.place(b))


def in_words(step: Passed) -> list[tuple[str, list[str]]]:
    """("L14", ["K15|L14"]): each hex of the step with the hexsides crossed."""
    return [
        (BOARD.name(passage.place), [f"{BOARD.name(a)}|{BOARD.name(b)}" for a, b in passage.sides])
        for passage in step.passages
    ]


def test_neighbours_have_nothing_between_them() -> None:
    found = line("K15", "L14")
    assert found.steps == ()
    assert in_words(found.arrival) == [("L14", ["K15|L14"])]


def test_a_straight_line_down_a_column() -> None:
    found = line("K15", "K18")
    assert [in_words(step) for step in found.steps] == [[("K16", ["K15|K16"])], [("K17", ["K16|K17"])]]
    assert in_words(found.arrival) == [("K18", ["K17|K18"])]


def test_along_a_hexside_both_hexes_are_returned_with_the_sides_each_choice_crosses() -> None:
    found = line("K15", "M15")
    assert [in_words(step) for step in found.steps] == [
        [("L14", ["K15|L14", "L14|M15"]), ("L15", ["K15|L15", "L15|M15"])]
    ]
    assert in_words(found.arrival) == [("M15", [])]


def test_the_tie_of_the_rulebook_example_lies_between_k17_and_l17() -> None:
    """Rule 9.3's picture: the same shot may be traced through K17 or through L17."""
    (step,) = line("K18", "L16").steps
    assert [BOARD.name(passage.place) for passage in step.passages] == ["K17", "L17"]


def test_a_line_that_clips_a_hex_crosses_the_side_between_two_hexes_of_one_column() -> None:
    found = line("A5", "E6")
    assert [in_words(step)[0] for step in found.steps] == [
        ("B5", ["A5|B5"]),
        ("C5", ["B5|C5"]),
        ("C6", ["C5|C6"]),
        ("D5", ["C6|D5"]),
    ]


def test_a_line_through_a_corner_tells_which_hex_it_touches() -> None:
    """It leaves B10 where B10, C10 and C11 meet, and D10 where D10, D11 and E11 meet."""
    found = line("A10", "F11")
    assert [in_words(step)[0][0] for step in found.steps] == ["B10", "C11", "D10", "E11"]
    touched = [[BOARD.name(place) for place in step.touched] for step in (*found.steps, found.arrival)]
    assert touched == [[], ["C10"], [], ["D11"], []]


def test_along_the_edge_of_the_map_only_one_hex_exists_and_the_step_says_so() -> None:
    (step,) = line("A1", "C1").steps
    assert in_words(step) == [("B1", ["A1|B1", "B1|C1"])]
    assert step.off_map
    (step,) = line("B35", "D35").steps
    assert in_words(step) == [("C35", ["B35|C35", "C35|D35"])]
    assert step.off_map
    assert not any(step.off_map for step in line("A2", "C2").steps)


def test_a_hex_out_of_play_is_no_passage() -> None:
    grid = HexGrid("A1", "E5", "odd")
    board = HexBoard(grid, [grid.id_of("C3")])
    found = trace(board, board.place("C2"), board.place("C4"))
    assert found.steps == (Passed((), (), True),)
    assert found.arrival == Passed((Passage(board.place("C4"), ()),), (), False)


def test_a_line_needs_two_hexes() -> None:
    with pytest.raises(ValueError, match="K15: a line needs two different hexes"):
        line("K15", "K15")


@pytest.mark.parametrize("board", [SMALL_ODD, SMALL_EVEN])
def test_the_shifted_pattern_equals_the_slow_search(board: HexBoard) -> None:
    for a in board.places[::3]:
        for b in board.places:
            if a != b:
                assert trace(board, a, b) == trace_slow(board, a, b)


@given(places, places)
def test_the_shifted_pattern_equals_the_slow_search_across_the_whole_map(a: int, b: int) -> None:
    if a != b:
        assert trace(BOARD, a, b) == trace_slow(BOARD, a, b)


@given(places, places, places)
def test_a_line_depends_only_on_how_its_ends_lie_to_each_other(a: int, b: int, elsewhere: int) -> None:
    (qa, ra), (qb, rb), (qe, re) = BOARD.axial(a), BOARD.axial(b), BOARD.axial(elsewhere)
    ends = {BOARD.axial(place): place for place in BOARD.places}
    target = ends.get((qe + qb - qa, re + rb - ra))
    if a == b or target is None:
        return
    here, there = trace(BOARD, a, b), trace(BOARD, elsewhere, target)
    shift = elsewhere - a
    for one, other in zip((*here.steps, here.arrival), (*there.steps, there.arrival), strict=True):
        if not one.off_map and not other.off_map:
            moved = [
                (p.place + shift, tuple((x + shift, y + shift) for x, y in p.sides)) for p in one.passages
            ]
            assert moved == [(p.place, p.sides) for p in other.passages]


@given(places, places)
def test_a_line_is_the_same_from_either_end(a: int, b: int) -> None:
    if a == b:
        return
    forth, back = trace(BOARD, a, b), trace(BOARD, b, a)

    def hexes(steps: tuple[Passed, ...]) -> list[set[int]]:
        return [{passage.place for passage in step.passages} for step in steps]

    def sides(found: Trace) -> set[frozenset[int]]:
        steps = (*found.steps, found.arrival)
        return {frozenset(side) for step in steps for passage in step.passages for side in passage.sides}

    def touched(found: Trace) -> set[int]:
        return {place for step in (*found.steps, found.arrival) for place in step.touched}

    assert hexes(forth.steps) == hexes(back.steps)[::-1]
    assert sides(forth) == sides(back)
    assert touched(forth) == touched(back)


@given(places, places)
def test_every_side_named_is_between_neighbours_and_joins_the_chain(a: int, b: int) -> None:
    if a == b:
        return
    found = trace(BOARD, a, b)
    for step in (*found.steps, found.arrival):
        for passage in step.passages:
            assert all(BOARD.adjacent(x, y) for x, y in passage.sides)
            assert all(passage.place in side for side in passage.sides)
        assert len(step.passages) <= 2


def nearest(x: int, y: int, scale: int) -> set[int]:
    """Hexes near K15 whose centre is nearest to the point (x, y) / scale: regular hexes are just that.

    In the board's coordinates a true distance is 3 dy^2 + dx^2 (times a constant).
    """
    best: dict[int, set[int]] = {}
    for place in places_in(BOARD.within(BOARD.place("K15"), 9)):
        cx, cy = BOARD.centre(place)
        away = 3 * (y - cy * scale) ** 2 + (x - cx * scale) ** 2
        best.setdefault(away, set()).add(place)
    return best[min(best)]


@pytest.mark.parametrize("b", ["M15", "L17", "N16", "K19", "O17", "P18", "R14", "G13", "H20"])
def test_points_along_a_line_lie_in_the_hexes_named_in_order(b: str) -> None:
    start, end = BOARD.place("K15"), BOARD.place(b)
    found = trace(BOARD, start, end)
    chain = [{start}, *({p.place for p in step.passages} for step in found.steps), {end}]
    (ax, ay), (bx, by) = BOARD.centre(start), BOARD.centre(end)
    samples, at = 89, 0  # a prime, so that no sample falls on a corner
    for k in range(1, samples):
        around = nearest(ax * samples + (bx - ax) * k, ay * samples + (by - ay) * k, samples)
        while around != chain[at]:
            at += 1
            assert at < len(chain), f"{b}: {[BOARD.name(p) for p in around]} is not met where it should be"
    assert at == len(chain) - 1
