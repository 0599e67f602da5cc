from __future__ import annotations

from dataclasses import replace

import pytest

from bullrun.board.places import bit
from bullrun.board.zone_graph import BadZones, Zone, ZoneBoard, turns

# Three by three squares of ten metres; the middle one is "M", the others are named by the compass.
NAMES = ["SW", "S", "SE", "W", "M", "E", "NW", "N", "NE"]
RINGS = {
    "SW": "W S |",
    "S": "M SE | SW",
    "SE": "E | S",
    "W": "NW M SW |",
    "M": "N E S W",
    "E": "NE | SE M",
    "NW": "N W |",
    "N": "NE M NW |",
    "NE": "E N |",
}


def square(name: str) -> Zone:
    row, column = divmod(NAMES.index(name), 3)
    x, y = 10 * column, 10 * row
    corners = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    return Zone(name, (x + 5, y + 5), corners, tuple(RINGS[name].split()), "reconstructed")


ZONES = [square(name) for name in NAMES]


@pytest.fixture
def board() -> ZoneBoard:
    return ZoneBoard(ZONES)


def changed(name: str, **fields: object) -> list[Zone]:
    return [replace(zone, **fields) if zone.name == name else zone for zone in ZONES]  # type: ignore[arg-type]


def named(board: ZoneBoard, place: int | None) -> str | None:
    return None if place is None else board.name(place)


def test_ids_count_from_one_in_the_order_of_the_file(board: ZoneBoard) -> None:
    assert [board.name(place) for place in board.places] == NAMES
    assert board.places == tuple(range(1, 10)) and board.size == 10


def test_neighbours_stand_in_ring_order_without_the_edge(board: ZoneBoard) -> None:
    assert [board.name(place) for place in board.ring(board.place("M"))] == ["N", "E", "S", "W"]
    assert [board.name(place) for place in board.neighbours[board.place("SE")]] == ["E", "S"]


def test_going_round_a_zone_stops_at_the_edge_of_the_map(board: ZoneBoard) -> None:
    place = board.place
    assert named(board, board.clockwise(place("M"), place("W"))) == "N"
    assert named(board, board.anticlockwise(place("M"), place("N"))) == "W"
    assert named(board, board.clockwise(place("S"), place("SW"))) == "M"
    assert board.clockwise(place("S"), place("SE")) is None
    assert board.anticlockwise(place("S"), place("SW")) is None


def test_distance_discs_and_spreading_agree(board: ZoneBoard) -> None:
    corner, middle = board.place("SW"), board.place("M")
    assert [board.distance(corner, board.place(name)) for name in NAMES] == [0, 1, 2, 1, 2, 3, 2, 3, 4]
    for n in range(5):
        assert board.within(corner, n) == sum(
            bit(place) for place in board.places if board.distance(corner, place) <= n
        )
    assert sorted(board.names_of(board.spread(bit(middle)))) == ["E", "M", "N", "S", "W"]


def test_shared_borders_for_drawing(board: ZoneBoard) -> None:
    assert board.shared_border(board.place("M"), board.place("E")) == (((20, 10), (20, 20)),)
    assert board.shared_border(board.place("M"), board.place("SE")) == ()
    assert board.extent == (30, 30)


def test_a_ring_can_start_anywhere() -> None:
    assert turns(["a", "b", "c"]) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert ZoneBoard(changed("M", ring=("S", "W", "N", "E"))).size == 10


@pytest.mark.parametrize(
    ("zones", "reason"),
    [
        ([*ZONES, square("M")], "zone M is listed twice"),
        (
            changed("M", ring=("N", "S", "E", "W")),
            "zone M: the ring is given as N S E W, but the polygons show",
        ),
        (changed("S", ring=("M", "SE", "SW")), "zone S: the ring is given as M SE SW, but the polygons show"),
        (changed("M", ring=("N", "E", "S", "X")), "zone M: neighbour X is not a zone"),
        (changed("M", polygon=((10, 10), (20, 10))), "zone M: a polygon needs three corners"),
        (
            changed("M", polygon=((10, 10), (10, 20), (20, 20), (20, 10))),
            "zone M: its centre must lie inside",
        ),
        (changed("M", centre=(25, 15)), "zone M: its centre must lie inside"),
        (
            changed("NE", polygon=ZONES[NAMES.index("E")].polygon, centre=(25, 15)),
            "both lie across one of its sides",
        ),
    ],
)
def test_zones_that_do_not_fit_are_refused_by_name(zones: list[Zone], reason: str) -> None:
    with pytest.raises(BadZones, match=reason.replace("|", r"\|")):
        ZoneBoard(zones)
