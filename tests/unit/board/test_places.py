from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bullrun.board.hex_grid import HexBoard, HexGrid
from bullrun.board.places import UnknownPlace, bit, places_in, set_of, union_of
from bullrun.errors import BullrunError

sets_of_ids = st.sets(st.integers(1, 2100), max_size=400)


@given(sets_of_ids)
def test_a_set_gives_back_its_places_in_ascending_order(ids: set[int]) -> None:
    assert list(places_in(set_of(ids))) == sorted(ids)


def test_large_sets_are_scanned_like_small_ones() -> None:
    ids = list(range(1, 2000, 3))
    assert list(places_in(set_of(ids))) == ids


@given(sets_of_ids)
def test_a_union_holds_the_sets_of_all_its_places(ids: set[int]) -> None:
    doubled = [bit(2 * place) for place in range(2101)]
    assert list(places_in(union_of(doubled, set_of(ids)))) == sorted(2 * place for place in ids)


@pytest.fixture(scope="module")
def board() -> HexBoard:
    grid = HexGrid("A1", "CCC35", "odd")
    return HexBoard(grid, [grid.id_of("TT35")])


def test_names_and_ids_are_one_to_one(board: HexBoard) -> None:
    assert len(board.places) == 55 * 35 - 1
    assert all(board.place(board.name(place)) == place for place in board.places)
    assert min(board.places) > 0
    assert board.size == max(board.places) + 1 == len(board.names)


def test_an_unknown_name_is_answered_with_near_ones(board: HexBoard) -> None:
    with pytest.raises(UnknownPlace, match=r"'u17' is not a place on this map; did you mean U17"):
        board.place("u17")
    assert issubclass(UnknownPlace, BullrunError)


def test_a_hex_out_of_play_says_so(board: HexBoard) -> None:
    with pytest.raises(UnknownPlace, match="TT35 is printed on this map but is not in play"):
        board.place("TT35")


@pytest.mark.parametrize("place", [0, -1, 10_000])
def test_an_id_that_is_no_place_has_no_name(board: HexBoard, place: int) -> None:
    with pytest.raises(UnknownPlace):
        board.name(place)


def test_sets_by_name(board: HexBoard) -> None:
    places = board.set_named(["B2", "A1"])
    assert places == bit(board.place("A1")) | bit(board.place("B2"))
    assert board.names_of(places) == ["A1", "B2"]


def test_a_map_without_contents_has_no_terrain_and_no_borders(board: HexBoard) -> None:
    assert board.terrain["woods"] == 0
    assert board.borders.across("river") == (0,) * board.size
    assert board.lines == () and board.labels == ()
