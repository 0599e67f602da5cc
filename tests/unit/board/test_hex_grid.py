from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.board.hex_grid import (
    DIRECTIONS,
    SIDEWAYS,
    BadGrid,
    HexBoard,
    HexGrid,
    column_letters,
    read_hex_name,
)
from bullrun.board.places import UnknownPlace, bit, places_in, set_of

# The grids of the published games: extent, naming and which columns stand higher all differ.
GRIDS = [("A1", "CCC35", "odd"), ("1000", "4041", "even"), ("1901", "5225", "even"), ("1301", "5527", "even")]
BOARDS = [HexBoard(HexGrid(*facts)) for facts in GRIDS]
SMALL = [
    HexBoard(HexGrid("A1", last, raised)) for last in ("A1", "A5", "E1", "F7") for raised in ("odd", "even")
]


def names(board: HexBoard, places: tuple[int, ...]) -> list[str]:
    return [board.name(place) for place in places]


@pytest.mark.parametrize(
    ("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (52, "ZZ"), (53, "AAA"), (55, "CCC")]
)
def test_columns_repeat_their_letter(column: int, letters: str) -> None:
    assert column_letters(column) == letters
    assert read_hex_name(f"{letters}9") == (column, 9)


@pytest.mark.parametrize("name", ["", "A", "7", "AB3", "a1", "A01", "A-1", "123", "12345", "Ä1", "A١"])
def test_other_spellings_are_refused(name: str) -> None:
    with pytest.raises(BadGrid, match="is not a hex name"):
        read_hex_name(name)


def test_neighbours_clockwise_from_north_in_a_raised_and_a_low_column() -> None:
    board = BOARDS[0]
    assert names(board, board.neighbours[board.place("C3")]) == ["C2", "D2", "D3", "C4", "B3", "B2"]
    assert names(board, board.neighbours[board.place("D3")]) == ["D2", "E3", "E4", "D4", "C4", "C3"]


def test_neighbours_where_even_columns_are_raised() -> None:
    board = BOARDS[1]
    assert names(board, board.neighbours[board.place("3822")]) == [
        "3821",
        "3921",
        "3922",
        "3823",
        "3722",
        "3721",
    ]
    assert names(board, board.neighbours[board.place("3721")]) == [
        "3720",
        "3821",
        "3822",
        "3722",
        "3622",
        "3621",
    ]


def test_corners_have_the_neighbours_the_map_leaves_them() -> None:
    board = BOARDS[0]
    around = {
        name: names(board, board.neighbours[board.place(name)]) for name in ("A1", "A35", "CCC1", "CCC35")
    }
    assert around == {
        "A1": ["B1", "A2"],
        "A35": ["A34", "B34", "B35"],
        "CCC1": ["CCC2", "BBB1"],
        "CCC35": ["CCC34", "BBB35", "BBB34"],
    }


@pytest.mark.parametrize("board", BOARDS + SMALL, ids=lambda board: f"{board.name(board.places[-1])}")
def test_nothing_wraps_round_the_edge(board: HexBoard) -> None:
    for place in board.places:
        column, row = board.col_row(place)
        x, y = board.centre(place)
        for neighbour in board.neighbours[place]:
            assert place in board.neighbours[neighbour]
            beside, level = board.col_row(neighbour)
            assert abs(column - beside) <= 1 and abs(row - level) <= 1
            dx, dy = (one - other for one, other in zip(board.centre(neighbour), (x, y), strict=True))
            assert (abs(dx), abs(dy)) in {(0, 2), (3, 1)}
        assert board.spread(bit(place)) == board.neighbour_set[place] | bit(place)


def test_a_step_in_each_direction_and_back() -> None:
    board = BOARDS[0]
    start = board.place("U17")
    for direction in range(len(DIRECTIONS)):
        there = board.step(start, direction)
        assert there is not None
        assert board.direction(start, there) == direction
        assert board.step(there, (direction + 3) % 6) == start
    assert board.step(board.place("A1"), DIRECTIONS.index("N")) is None
    assert board.step(board.place("CCC35"), DIRECTIONS.index("SE")) is None
    with pytest.raises(ValueError, match="A1 and U17 are not adjacent"):
        board.direction(board.place("A1"), start)


def test_a_grid_names_its_own_directions() -> None:
    """Clash of Giants: the book's neighbours of a hex on each of its two maps."""
    upright = HexBoard(HexGrid("1901", "5225", "even"))
    start = upright.place("2608")
    assert {upright.bearing(start, there): upright.name(there) for there in upright.neighbours[start]} == {
        "N": "2607",
        "NE": "2707",
        "SE": "2708",
        "S": "2609",
        "SW": "2508",
        "NW": "2507",
    }
    lying = HexBoard(HexGrid("1301", "5527", "even", SIDEWAYS))
    start = lying.place("3116")
    assert {lying.bearing(start, there): lying.name(there) for there in lying.neighbours[start]} == {
        "W": "3115",
        "NW": "3216",
        "NE": "3217",
        "E": "3117",
        "SE": "3017",
        "SW": "3016",
    }
    for direction, name in enumerate(lying.grid.directions):
        there = lying.step(start, direction)
        assert there is not None and lying.bearing(start, there) == name
    with pytest.raises(ValueError, match="3116 and 3118 are not adjacent"):
        lying.bearing(start, lying.place("3118"))


@pytest.mark.parametrize(
    ("directions", "reason"),
    [
        (("N", "NE", "SE", "S", "SW"), "directions must be the six of N NE SE S SW NW or of W NW NE"),
        (("N", "NE", "E", "S", "SW", "W"), "not N NE E S SW W"),
        (("N", "NE", "SE", "S", "SW", "SW"), "not N NE SE S SW SW"),
        (("N", "NW", "SW", "S", "SE", "NE"), "directions N NW SW S SE NE do not go round clockwise"),
        (("W", "NE", "NW", "E", "SE", "SW"), "directions W NE NW E SE SW do not go round clockwise"),
    ],
)
def test_directions_that_are_no_ring_are_refused(directions: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadGrid, match=reason):
        HexGrid("1301", "5527", "even", directions)


@pytest.mark.parametrize("board", BOARDS[:2])
@given(data=st.data())
def test_spreading_a_set_adds_exactly_the_neighbours(board: HexBoard, data: st.DataObject) -> None:
    places = data.draw(st.sets(st.sampled_from(board.places), max_size=80))
    expected = places.union(*(board.neighbours[place] for place in places))
    assert board.spread(set_of(places)) == set_of(expected)


@pytest.mark.parametrize("board", BOARDS + SMALL, ids=lambda board: f"{board.name(board.places[-1])}")
def test_distance_counts_steps(board: HexBoard) -> None:
    for start in (board.places[0], board.places[len(board.places) // 2], board.places[-1]):
        reached, steps = bit(start), 0
        rim = reached
        while rim:
            assert all(
                board.distance(start, place) == steps == board.distance(place, start)
                for place in places_in(rim)
            )
            wider = board.spread(reached)
            rim, reached, steps = wider & ~reached, wider, steps + 1
        assert reached == board.all


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
def test_a_disc_is_all_that_is_near_enough(board: HexBoard, data: st.DataObject) -> None:
    centre = data.draw(st.sampled_from(board.places))
    radius = data.draw(st.integers(0, 70))
    expected = [place for place in board.places if board.distance(centre, place) <= radius]
    assert board.within(centre, radius) == set_of(expected)


def test_a_hex_out_of_play_is_nobodys_neighbour_but_does_not_bend_distances() -> None:
    grid = HexGrid("A1", "E5", "odd")
    board = HexBoard(grid, [grid.id_of("C3")])
    assert grid.id_of("C3") not in board.places
    assert board.neighbours[grid.id_of("C3")] == ()
    assert all(grid.id_of("C3") not in board.neighbours[place] for place in board.places)
    assert board.distance(board.place("C2"), board.place("C4")) == 2
    assert "C3" not in board.names_of(board.within(board.place("C2"), 1))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (("A1", "B2", "both"), "raised_columns must be 'odd' or 'even', not 'both'"),
        (("B2", "A1", "odd"), "last hex A1 does not lie south-east of first hex B2"),
        (("A1", "0202", "odd"), "named in different ways"),
        (("A1", "nowhere", "odd"), "'nowhere' is not a hex name"),
    ],
)
def test_bad_grid_facts_are_named(facts: tuple[str, str, str], reason: str) -> None:
    with pytest.raises(BadGrid, match=reason):
        HexGrid(*facts)


@pytest.mark.parametrize("name", ["D1", "A6", "0101"])
def test_a_hex_off_the_grid_is_unknown(name: str) -> None:
    with pytest.raises(UnknownPlace, match=f"{name} is off the grid A1 to C5"):
        HexGrid("A1", "C5", "odd").id_of(name)
