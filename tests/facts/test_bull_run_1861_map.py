"""What the rulebook of Bull Run 1861 says of its map, and what must hold for the game to be playable."""

from __future__ import annotations

import heapq
from itertools import pairwise

import pytest

from bullrun.board.features import Feature
from bullrun.board.places import bit, places_in
from tests.facts import zone_checks

BOARD = zone_checks.load_zones("bull_run_1861")
MARKS = {entry.name: entry.place for entry in BOARD.entries}
OBJECTIVES = {feature.name: feature for feature in BOARD.features if feature.kind == "objective"}
CROSSINGS = {feature.name: feature for feature in BOARD.features if feature.kind in ("ford", "bridge")}
MANASSAS, CENTREVILLE = (OBJECTIVES[name].places[0] for name in ("Manassas Junction", "Centreville"))
SOUTH, NORTH = BOARD.regions["south_bank"], BOARD.regions["north_bank"]


def costs_from(start: int, only_crossing: Feature | None = None) -> dict[int, int]:
    """Cheapest movement points: a road costs 1, other ground 2, any crossing 2."""
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        for neighbour in places_in(zone_checks.passable(BOARD, place)):
            kinds = BOARD.borders.between(place, neighbour)
            if "river" in kinds and only_crossing and set(only_crossing.places) != {place, neighbour}:
                continue
            step = 1 if "road" in kinds and "river" not in kinds else 2
            if cost + step < best.get(neighbour, 1_000):
                best[neighbour] = cost + step
                heapq.heappush(queue, (cost + step, neighbour))
    return best


def test_every_zone_is_as_written_down_zone_by_zone() -> None:
    zone_checks.check_zone_by_zone(BOARD, "bull_run_1861_zones.txt")


def test_there_are_87_zones() -> None:
    assert [BOARD.name(place) for place in BOARD.places] == [f"Z{n:02}" for n in range(1, 88)]


def test_zones_tile_the_map() -> None:
    zone_checks.check_zones_tile_the_map(BOARD)


def test_neighbours_share_a_visible_border() -> None:
    zone_checks.check_neighbours_share_a_visible_border(BOARD)


def test_bull_run_parts_the_banks() -> None:
    zone_checks.check_bull_run_parts_the_banks(BOARD, {"ford", "bridge"})


def test_bull_run_is_one_line_from_edge_to_edge() -> None:
    zone_checks.check_bull_run_is_one_line_from_edge_to_edge(BOARD)


def test_every_zone_can_be_reached() -> None:
    zone_checks.check_every_zone_can_be_reached(BOARD)


# Set-up marks (12.1)


def test_the_south_has_nine_numbers_and_the_north_eight_letters_each_in_a_zone_of_its_own() -> None:
    assert "".join(MARKS) == "123456789ABCDEFGH"
    assert len(set(MARKS.values())) == 17


@pytest.mark.parametrize("mark", MARKS)
def test_each_mark_lies_on_its_own_side_of_bull_run(mark: str) -> None:
    assert (SOUTH if mark.isdigit() else NORTH) >> MARKS[mark] & 1


@pytest.mark.parametrize(
    ("crossing", "mark"),
    [
        ("Stone Bridge", "1"),
        ("Stone Bridge", "D"),
        ("Ball's Ford", "2"),
        ("Island Ford", "3"),
        ("Mitchell's Ford", "4"),
        ("Blackburn's Ford", "5"),
        ("Blackburn's Ford", "H"),
        ("McLean's Ford", "6"),
        ("Union Mills Ford", "9"),
    ],
)
def test_marks_stand_at_the_crossings_they_watch(crossing: str, mark: str) -> None:
    assert MARKS[mark] in CROSSINGS[crossing].places


def test_sherman_starts_next_to_the_northern_end_of_farm_ford() -> None:
    (north,) = (place for place in CROSSINGS["Farm Ford"].places if NORTH >> place & 1)
    assert BOARD.adjacent(MARKS["D"], north)


def test_cocke_can_extend_his_line_into_a_southern_zone_next_to_his() -> None:
    assert BOARD.neighbour_set[MARKS["2"]] & SOUTH & bit(BOARD.place("Z48"))


@pytest.mark.parametrize("mark", ["A", "B"])
def test_the_flank_march_can_cross_sudley_ford_in_one_operational_move_but_starts_away_from_it(
    mark: str,
) -> None:
    """12.1, 13: 8 points of operational movement must suffice."""
    ford = CROSSINGS["Sudley Ford"]
    (south,) = (place for place in ford.places if SOUTH >> place & 1)
    assert 5 <= costs_from(MARKS[mark], ford)[south] <= 8


@pytest.mark.parametrize("mark", list("CDEFGH"))
def test_the_other_northern_marks_are_within_mcdowells_reach(mark: str) -> None:
    assert costs_from(CENTREVILLE)[MARKS[mark]] <= 8


def test_most_southern_marks_are_within_reach_of_manassas() -> None:
    reach = costs_from(MANASSAS)
    assert sum(reach[MARKS[mark]] <= 6 for mark in "345678") >= 4


def test_free_placement_has_room_on_both_banks() -> None:
    """12.2: five points or more from the own town; the North also away from the river."""
    river = BOARD.borders.across("river")
    north, south = costs_from(CENTREVILLE), costs_from(MANASSAS)
    assert any(north[place] >= 5 and not river[place] for place in places_in(NORTH))
    assert sum(south[place] >= 5 for place in places_in(SOUTH)) >= 8


# Victory zones (4)


def test_six_hills_give_one_point_and_only_mountain_view_starts_northern() -> None:
    hills = [feature for feature in OBJECTIVES.values() if feature.value == 1]
    assert len(hills) == 6
    for feature in hills:
        (place,) = feature.places
        assert BOARD.terrain["hill"] >> place & 1
        northern = feature.name == "Mountain View"
        assert feature.side == ("union" if northern else "confederate")
        assert (NORTH if northern else SOUTH) >> place & 1
    assert "Mountain View" in OBJECTIVES


def test_the_two_towns_give_two_points_and_each_side_starts_with_its_own() -> None:
    towns = {feature.name: feature.side for feature in OBJECTIVES.values() if feature.value == 2}
    assert towns == {"Manassas Junction": "confederate", "Centreville": "union"}
    assert SOUTH >> MANASSAS & 1 and NORTH >> CENTREVILLE & 1
    villages = {feature.name for feature in BOARD.features if feature.kind == "village"}
    assert villages == set(towns)


def test_ten_points_lie_on_the_map() -> None:
    """With the 3 for losses that makes the 13 of the historical result, 8 to 5."""
    assert sum(feature.value for feature in OBJECTIVES.values()) == 10


def test_all_other_hills_are_at_centreville() -> None:
    worth_nothing = BOARD.terrain["hill"]
    for feature in OBJECTIVES.values():
        if feature.value == 1:
            worth_nothing &= ~bit(feature.places[0])
    assert worth_nothing.bit_count() >= 2
    assert worth_nothing & ~BOARD.within(CENTREVILLE, 1) == 0


# Crossings and roads


def test_bull_run_has_one_bridge_and_nine_fords() -> None:
    kinds = {name: feature.kind for name, feature in CROSSINGS.items()}
    assert kinds.pop("Stone Bridge") == "bridge"
    assert set(kinds.values()) == {"ford"}
    assert set(kinds) == {
        "Sudley Ford",
        "Farm Ford",
        "Lewis Ford",
        "Ball's Ford",
        "Island Ford",
        "Mitchell's Ford",
        "Blackburn's Ford",
        "McLean's Ford",
        "Union Mills Ford",
    }


def test_poplar_ford_is_drawn_but_not_open() -> None:
    a, b = BOARD.place("Z56"), BOARD.place("Z66")
    assert BOARD.borders.has("optional_ford", a, b)
    assert not zone_checks.passable(BOARD, a) >> b & 1


def test_the_turnpike_crosses_at_the_stone_bridge() -> None:
    path = BOARD.line("Warrenton Turnpike").path
    crossed = [(a, b) for a, b in pairwise(path) if BOARD.borders.has("river", a, b)]
    assert [set(pair) for pair in crossed] == [set(CROSSINGS["Stone Bridge"].places)]


def test_roads_are_chains_of_neighbours_with_a_course_to_draw() -> None:
    roads = [line for line in BOARD.lines if line.kind == "road"]
    assert len(roads) == 11
    for line in roads:
        assert all(BOARD.borders.has("road", a, b) for a, b in pairwise(line.path))
        assert len(line.drawn) >= 2


@pytest.mark.parametrize(
    ("point", "zone"),
    [
        ((11_363, 11_322), "Z71"),  # Centreville
        ((7_590, 1_388), "Z08"),  # Manassas Junction
        ((2_993, 8_924), "Z46"),  # Stone House
        ((3_322, 8_547), "Z47"),  # Henry House
        ((2_602, 9_935), "Z55"),  # Matthews Hill
    ],
)
def test_places_known_from_the_real_ground_fall_in_their_zones(point: tuple[int, int], zone: str) -> None:
    assert zone_checks.nearest_zone(BOARD, *point) == zone
