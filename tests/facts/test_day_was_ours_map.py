"""What the rulebook of The Day Was Ours says of its map, and what must hold for the game to be playable."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path

import pytest

from bullrun.board.places import PlaceSet, bit, places_in
from bullrun.mechanisms.levels import Ground, Lines, look
from tests.facts.day_was_ours_ground import (
    BOARD,
    PIKE_AND_ROADS,
    ROADS,
    TRAILS,
    at,
    between,
    crossing,
    distance,
    engaged,
    has,
    inside,
    is_ground_for_guns,
    level,
    neighbours,
    reach,
    retreat_step,
    road,
    side_has,
    sight,
    uphill,
    zone,
)

GAME = "day-was-ours"
NAMES = [BOARD.name(place) for place in BOARD.places]
PAIRS = [(a, b) for a in NAMES for b in neighbours(a).values()]
EDGES = {"N": "north_edge", "E": "east_edge", "S": "south_edge", "W": "west_edge"}


def roads(place: int, kinds: tuple[str, ...] = ROADS) -> PlaceSet:
    found = 0
    for kind in kinds:
        found |= BOARD.borders.across(kind)[place]
    return found


def described(name: str) -> str:
    """One hex in the words of day_was_ours_hexes.txt."""
    young = next((way for way in ("north", "on", "south") if inside(f"young_{way}", name)), "-")
    ground = next((kind for kind in ("angled", "woods") if has(kind, name)), "clear")
    bank = "east" if inside("east_bank", name) else "west"
    first = [name, str(level(name)), bank, young, ground, *(["stream"] if has("stream", name) else [])]
    sides: dict[str, list[str]] = {}
    for kind in BOARD.borders.kinds:
        for other in BOARD.names_of(BOARD.borders.across(kind)[at(name)]):
            word = f"{kind} {'up' if uphill(kind, name, other) else 'down'}" if kind in SLOPES else kind
            if kind != "stream":
                sides.setdefault(word, []).append(other)
    parts = [" ".join(first), *(" ".join([kind, *sorted(sides[kind])]) for kind in sorted(sides))]
    parts += [f"building {f.name}" for f in BOARD.features if f.kind in BUILDINGS and at(name) in f.places]
    edges = [edge for edge, region in EDGES.items() if inside(region, name)]
    parts += [f"exit {edge}" for line in BOARD.lines if at(name) in line.exits for edge in edges]
    if edges:
        parts.append(" ".join(["edge", *sorted(edges)]))
    return " | ".join(parts)


SLOPES = ("slope", "steep")
BUILDINGS = ("house", "church", "mill", "hamlet")


def test_every_hex_is_as_written_down_hex_by_hex() -> None:
    text = (Path(__file__).parent / "day_was_ours_hexes.txt").read_text(encoding="utf-8")
    expected = [line for line in text.splitlines() if not line.startswith("#")]
    assert [described(name) for name in sorted(NAMES)] == expected


# The grid


def test_columns_10_to_40_rows_00_to_41_and_one_row_less_in_odd_columns() -> None:
    rows = {column: 42 - column % 2 for column in range(10, 41)}
    assert sorted(NAMES) == sorted(f"{c}{r:02}" for c, count in rows.items() for r in range(count))
    assert len(NAMES) == 1287


def test_odd_columns_lie_half_a_hex_lower() -> None:
    """The bridge joins 3822 and 3721; in the other layout they do not touch."""
    assert distance("3822", "3721") == 1
    assert neighbours("1815") == {
        "N": "1814",
        "NE": "1914",
        "SE": "1915",
        "S": "1816",
        "SW": "1715",
        "NW": "1714",
    }
    assert neighbours("1914")["SW"] == "1815" and neighbours("1914")["NE"] == "2014"


@pytest.mark.parametrize("pair", ["3822 3721", "3416 3316", "2622 2621", "3530 3630", "3721 3821"])
def test_hexes_the_rulebook_treats_as_adjacent(pair: str) -> None:
    assert distance(*pair.split()) == 1


@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("1800", "N"),
        ("4022", "E"),
        ("4035", "E"),
        ("1940", "S"),
        ("3641", "S"),
        ("1008", "W"),
        ("1023", "W"),
        ("1038", "W"),
        ("1022", "W"),
    ],
)
def test_hexes_at_the_edge(name: str, edge: str) -> None:
    assert inside(EDGES[edge], name)


def test_an_edge_hex_is_one_with_a_neighbour_missing() -> None:
    edges = 0
    for region in EDGES.values():
        edges |= BOARD.regions[region]
    assert edges == sum(bit(at(name)) for name in NAMES if len(neighbours(name)) < 6)
    assert all(inside("north_edge", name) == (name[2:] == "00") for name in NAMES)
    assert all(inside("west_edge", name) == (name[:2] == "10") for name in NAMES)
    assert all(inside("east_edge", name) == (name[:2] == "40") for name in NAMES)
    assert all(inside("south_edge", name) == ("S" not in neighbours(name)) for name in NAMES)


# Levels and slopes


@pytest.mark.rule(GAME, "2.10a")
@pytest.mark.parametrize(
    ("name", "height"),
    [("3641", 1), ("3426", 2), ("2519", 3), ("2416", 4), ("2130", 5), ("1631", 6), ("1137", 7)],
)
def test_the_levels_the_rulebook_names(name: str, height: int) -> None:
    assert level(name) == height


@pytest.mark.rule(GAME, "2.10a")
def test_levels_are_1_to_7_and_all_are_used() -> None:
    assert Counter(level(name) for name in NAMES) == {1: 15, 2: 163, 3: 203, 4: 262, 5: 337, 6: 249, 7: 58}


def test_a_slope_is_one_level_a_steep_slope_two_or_more() -> None:
    for a, b in PAIRS:
        change = abs(level(a) - level(b))
        assert not side_has("slope", a, b) or (change == 1 and not side_has("steep", a, b)), (a, b)
        assert not side_has("steep", a, b) or change >= 2, (a, b)
        if change >= 2 and crossing(a, b) != "river":
            assert side_has("steep", a, b), (a, b)


def test_slopes_are_met_from_both_sides_and_many_changes_of_level_have_none() -> None:
    for kind, count in (("slope", 327), ("steep", 16)):
        assert all(side_has(kind, b, a) for a, b in PAIRS if side_has(kind, a, b))
        assert sum(side_has(kind, a, b) for a, b in PAIRS) == 2 * count
    changes = sum(level(a) > level(b) for a, b in PAIRS)
    assert changes == 1142
    assert level("1122") != level("1121") and not side_has("slope", "1122", "1121")


def test_no_slope_lies_on_a_side_of_bull_run_that_nobody_can_cross() -> None:
    for a, b in PAIRS:
        if crossing(a, b) == "river":
            assert not side_has("slope", a, b) and not side_has("steep", a, b), (a, b)


def test_slopes_of_the_worked_cases() -> None:
    assert uphill("slope", "2021", "2020") and not uphill("slope", "2020", "2021")
    assert uphill("steep", "2122", "2123") and not uphill("steep", "2123", "2122")
    assert uphill("steep", "2223", "2224") and uphill("steep", "3316", "3317")


def test_the_one_road_over_a_steep_slope_is_the_lane_at_the_robinson_house() -> None:
    assert {frozenset((a, b)) for a, b in PAIRS if side_has("steep", a, b) and road(a, b)} == {
        frozenset(("2622", "2623"))
    }


# Bull Run

CROSSINGS = {
    "Sudley Ford": ("ford", {"1800", "1700"}),
    "Poplar Ford": ("ford", {"2807", "2808"}),
    "Farm Ford": ("ford", {"3416", "3316"}),
    "Stone Bridge": ("bridge", {"3822", "3721"}),
    "Lewis Ford": ("ford", {"3530", "3630"}),
}


def test_bull_run_parts_the_banks_and_lies_nowhere_else() -> None:
    for a, b in PAIRS:
        assert side_has("river", a, b) == (inside("east_bank", a) != inside("east_bank", b)), (a, b)
    assert BOARD.regions["east_bank"] | BOARD.regions["west_bank"] == BOARD.all
    assert BOARD.regions["east_bank"] & BOARD.regions["west_bank"] == 0


def test_bull_run_is_one_chain_of_124_hexsides_from_the_north_edge_to_the_east_edge() -> None:
    """Each hexside follows the one before: they share a hex, and the other two hexes touch."""
    path = [f.places for f in BOARD.features if f.kind == "river"]
    assert len(path) == len(set(map(frozenset, path))) == 124
    for (west, east), (next_west, next_east) in pairwise(path):
        assert west == next_west or east == next_east
        assert BOARD.adjacent(west, next_west) or BOARD.adjacent(east, next_east)
    first, last = ([BOARD.name(place) for place in path[index]] for index in (0, -1))
    assert first == ["1700", "1800"] and last == ["4033", "4032"]


def test_one_bridge_and_four_fords() -> None:
    found = {
        f.name: (f.kind, {BOARD.name(place) for place in f.places})
        for f in BOARD.features
        if f.kind in ("ford", "bridge")
    }
    assert found == CROSSINGS
    for kind, pair in CROSSINGS.values():
        a, b = sorted(pair)
        assert side_has(kind, a, b) and side_has(kind, b, a) and side_has("river", a, b)


def test_the_crossings_join_the_banks_and_nothing_else_does() -> None:
    river, fords, bridge = (BOARD.borders.across(kind) for kind in ("river", "ford", "bridge"))
    dry = reach("1914", lambda place: BOARD.neighbour_set[place] & ~river[place])
    assert dry == BOARD.regions["west_bank"]
    over = reach("1914", lambda p: BOARD.neighbour_set[p] & (~river[p] | fords[p] | bridge[p]))
    assert over == BOARD.all


@pytest.mark.parametrize("name", ["3820", "3821", "3822", "4016", "4022", "3416", "3630", "1800"])
def test_hexes_east_of_bull_run(name: str) -> None:
    assert inside("east_bank", name)


@pytest.mark.parametrize(
    "name",
    [
        "3721",
        "3316",
        "3530",
        "3426",
        "4035",
        "1940",
        "1914",
        "2514",
        "2021",
        "1921",
        "2125",
        "3641",
        "1008",
        "1023",
        "1038",
        "4033",
        "4041",
    ],
)
def test_hexes_west_of_bull_run(name: str) -> None:
    assert inside("west_bank", name)


# Young's Branch

BRANCH = [BOARD.name(place) for place in BOARD.line("Young's Branch").path]


def test_youngs_branch_runs_from_1023_to_bull_run() -> None:
    assert BRANCH[0] == "1023" and "2519" in BRANCH
    assert BOARD.borders.across("river")[at(BRANCH[-1])]
    assert all(has("stream", name) for name in BRANCH)


def test_youngs_branch_splits_the_west_bank_in_two_that_never_touch() -> None:
    north, on, south = (BOARD.regions[f"young_{way}"] for way in ("north", "on", "south"))
    assert on == BOARD.line("Young's Branch").places
    assert north | on | south == BOARD.regions["west_bank"]
    assert north & on == on & south == north & south == 0
    touching = [(a, b) for a, b in PAIRS if inside("young_north", a) and inside("young_south", b)]
    assert [pair for pair in touching if not crossing(*pair)] == []


@pytest.mark.parametrize("name", ["1914", "2514", "2021", "1921", "1816", "3316", "3721", "1008", "1916"])
def test_hexes_north_of_youngs_branch(name: str) -> None:
    assert inside("young_north", name)


@pytest.mark.parametrize(
    "name",
    [
        "2125",
        "2226",
        "1940",
        "4035",
        "3530",
        "2130",
        "1631",
        "1137",
        "1224",
        "2124",
    ],
)
def test_hexes_south_of_youngs_branch(name: str) -> None:
    assert inside("young_south", name)


def test_2022_lies_on_the_branch_and_3416_has_no_north_and_south() -> None:
    assert inside("young_on", "2022")
    assert not any(inside(f"young_{way}", "3416") for way in ("north", "on", "south"))


# Pike, roads and trails


def test_each_road_crosses_a_hexside_from_both_sides_and_one_class_only() -> None:
    for a, b in PAIRS:
        classes = [kind for kind in ROADS if side_has(kind, a, b)]
        assert len(classes) <= 1, (a, b)
        assert classes == [kind for kind in ROADS if side_has(kind, b, a)], (a, b)


def test_a_road_crosses_bull_run_at_a_ford_or_bridge_only() -> None:
    assert [(a, b) for a, b in PAIRS if road(a, b) and crossing(a, b) == "river"] == []


@pytest.mark.rule(GAME, "2.10k.pike")
def test_the_pike_crosses_the_middle_of_the_map_and_the_bridge() -> None:
    path = [BOARD.name(place) for place in BOARD.line("Warrenton Pike").path]
    assert path[0] == "1022" and path[-1] == "4022"
    assert ("3721", "3822") in pairwise(path) and ("1921", "2021") in pairwise(path)
    assert all(15 <= int(name[2:]) <= 26 for name in path)
    assert {line.name for line in BOARD.lines if line.kind == "pike"} == {"Warrenton Pike"}


@pytest.mark.rule(GAME, "2.10k.pike")
def test_there_are_three_roads_between_the_ends_that_the_rulebook_names() -> None:
    assert {line.name for line in BOARD.lines if line.kind == "road"} == {
        "Sudley Road",
        "Groveton-Sudley road",
        "Ball's Ford road",
    }
    road_net = BOARD.borders.across("road")
    sudley = reach("1800", lambda place: road_net[place])
    assert all(sudley >> at(name) & 1 for name in ("1940", "1402", "1008"))
    assert reach("4035", lambda place: road_net[place]) >> at("1038") & 1
    assert at("1402") in BOARD.line("Groveton-Sudley road").path, "by Sudley Mills"
    assert BOARD.line("Groveton-Sudley road").path[0] in BOARD.line("Sudley Road").path


@pytest.mark.rule(GAME, "2.10k.pike")
def test_all_else_is_a_trail_and_the_unfinished_railroad_counts_as_one() -> None:
    assert {line.kind for line in BOARD.lines} == {"pike", "road", "stream", *TRAILS}
    assert [line.name for line in BOARD.lines if line.kind == "unfinished_rr"] == ["Unfinished Railroad"]
    assert road("1504", "1405") == "unfinished_rr"


def test_the_road_net_is_one_net() -> None:
    net = reach("1800", roads)
    assert [BOARD.name(place) for place in BOARD.places if roads(place) and not net >> place & 1] == []


def test_no_road_leads_to_farm_ford_and_no_gun_crosses_there() -> None:
    assert not road("3416", "3316")
    assert has("woods", "3316") and roads(at("3316")) == 0
    assert all(
        crossing("3316", b) or has("woods", b) or side_has("steep", "3316", b)
        for b in neighbours("3316").values()
    )


def test_the_entries_are_edge_hexes_with_the_pike_or_a_road() -> None:
    assert {BOARD.name(entry.place) for entry in BOARD.entries} == {"1800", "4022", "4035", "1940"}
    for entry in BOARD.entries:
        assert entry.places == (entry.place,)
        assert roads(entry.place, PIKE_AND_ROADS) and len(BOARD.neighbours[entry.place]) < 6
        assert any(entry.place in line.exits for line in BOARD.lines if line.kind in PIKE_AND_ROADS)
    assert [line.name for line in BOARD.lines if at("1022") in line.exits] == ["Warrenton Pike"]


# Houses, ground


def test_named_places() -> None:
    named = {f.name: [BOARD.name(p) for p in f.places] for f in BOARD.features if f.kind in BUILDINGS}
    assert named["Matthews House"] == ["1914"] and named["New Market"] == ["1940"]
    assert named["Henry House"] == ["2125"] and named["Stone House"] == ["2021"]
    assert named["Robinson House"] == ["2623"] and named["Pittsylvania"] == ["2514"]
    assert {"Sudley Church", "Van Pelt House", "Chinn House", "Sudley Mills", "Portici"} <= set(named)
    labels = {label.text: BOARD.name(label.places[0]) for label in BOARD.labels}
    assert labels["Matthews Hill"] == "1816" and labels["Henry House Hill"] == "2226"


@pytest.mark.rule(GAME, "2.10b")
def test_a_hex_has_one_terrain() -> None:
    assert BOARD.terrain["woods"] & BOARD.terrain["angled"] == 0
    assert has("woods", "1110")


def test_angled_ground_lies_on_the_bluffs_of_bull_run() -> None:
    river = sum(bit(place) for place in BOARD.places if BOARD.borders.across("river")[place])
    assert BOARD.terrain["angled"].bit_count() == 8
    assert BOARD.terrain["angled"] & ~BOARD.spread(river) == 0


def test_woods_cover_about_a_third_of_the_map() -> None:
    assert BOARD.terrain["woods"].bit_count() == 378


def test_the_objectives_drawn_on_the_map() -> None:
    found = {BOARD.name(f.places[0]): f.value for f in BOARD.features if f.kind == "objective"}
    assert found == {"2514": 1, "1914": 1, "2021": 1, "2125": 2, "2623": 1, "1022": 1}


# Room for the set-up areas and ways for the guns

AREAS = [
    ("3821", 3, "east_bank", 8, 4),  # Schenck
    ("4016", 3, "", 8, 2),  # Sherman
    ("3721", 3, "west_bank", 6, 4),  # Evans
    ("3530", 3, "west_bank", 8, 4),  # Cocke
    ("3316", 5, "young_north", 10, 0),  # Keyes
    ("1914", 3, "", 20, 12),  # Sherman, Porter, Burnside and the guns
    ("1921", 4, "young_north", 15, 8),  # Howard, Franklin, Willcox
]


@pytest.mark.parametrize(("name", "radius", "region", "hexes", "guns"), AREAS)
def test_there_is_room_in_the_set_up_areas(
    name: str, radius: int, region: str, hexes: int, guns: int
) -> None:
    area = BOARD.names_of(zone(name, radius, region))
    assert len(area) >= hexes and sum(map(is_ground_for_guns, area)) >= guns


def test_there_is_room_east_of_henry_house_hill() -> None:
    area = [name for name in BOARD.names_of(BOARD.regions["young_south"]) if int(name[:2]) > 21]
    assert len(area) >= 100 and sum(map(is_ground_for_guns, area)) >= 50


@pytest.mark.rule(GAME, "16.3.setup")
def test_shermans_area_lies_wholly_east_of_bull_run() -> None:
    assert zone("4016", 3) & ~BOARD.regions["east_bank"] == 0


def test_carlisle_enters_inside_his_limit() -> None:
    assert distance("4022", "3821") == 2 and distance("3821", "3820") == 1


@pytest.mark.parametrize(
    ("start", "goals"),
    [
        ("1800", "1914 2021 2125 2514"),
        ("4035", "2125 2021 1914 3721"),
        ("1940", "2125 1921"),
        ("4022", "3821"),
    ],
)
def test_guns_can_march(start: str, goals: str) -> None:
    def passable(place: int) -> PlaceSet:
        a, found = BOARD.name(place), 0
        for b in neighbours(a).values():
            off_road = not has("woods", a) and not has("woods", b) and not uphill("steep", a, b)
            if crossing(a, b) != "river" and (road(a, b) or off_road):
                found |= bit(at(b))
        return found

    reached = reach(start, passable)
    assert all(reached >> at(goal) & 1 for goal in goals.split())


# The real ground: latitude and longitude fitted to the grid by turning and scaling alone

STRAIGHT = ((1.00004, -0.27538), (0.27538, 1.00004)), (32.2798, 21.2962)
REAL = [
    ("Stone Bridge", 38.8249, -77.50354, "3822 3721"),
    ("Sudley Ford", 38.84378, -77.53673, "1800 1700"),
    ("Matthews House", 38.828, -77.5305, "1914"),
    ("New Market", 38.7985, -77.5185, "1940"),
    ("Farm Ford", 38.82792, -77.50935, "3416 3316"),
    ("Lewis Ford", 38.8142, -77.50165, "3530 3630"),
    ("Henry House", 38.81478, -77.52287, "2125"),
    ("Stone House", 38.81889, -77.52613, "2021"),
]


@pytest.mark.parametrize(("place", "latitude", "longitude", "hexes"), REAL, ids=[row[0] for row in REAL])
def test_named_places_lie_where_the_ground_has_them(
    place: str, latitude: float, longitude: float, hexes: str
) -> None:
    """Within 1.5 hexes of 150 yards (137.16 metres)."""
    east, south = (longitude + 77.5035) * 86731.5 / 137.16, -(latitude - 38.8247) * 111000.0 / 137.16
    ((a, b), (c, d)), (x0, y0) = STRAIGHT
    x, y = a * east + b * south + x0, c * east + d * south + y0
    names = hexes.split()
    hex_x = sum(int(name[:2]) for name in names) / len(names) * sqrt(3) / 2
    hex_y = sum(int(name[2:]) + int(name[:2]) % 2 / 2 for name in names) / len(names)
    assert hypot(x - hex_x, y - hex_y) < 1.5


# The geometry of worked positions


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("2013", "2016", 3),
        ("1913", "2016", 3),
        ("1912", "2016", 4),
        ("2112", "2016", 4),
        ("2014", "2016", 2),
        ("4034", "4036", 2),
        ("2015", "2116", 2),
        ("2015", "2115", 1),
        ("2015", "1915", 1),
        ("2014", "2116", 3),
        ("3532", "3530", 2),
        ("4022", "3821", 2),
    ],
)
def test_distances(a: str, b: str, steps: int) -> None:
    assert distance(a, b) == steps


LINES = [
    ("2016", "1816", 2, "", "clear"),
    ("2017", "1816", 2, "", "clear"),
    ("1816", "2018", 3, "", "clear"),
    ("1816", "2018", 3, "1916", "blocked"),
    ("1816", "2018", 3, "1917", "blocked"),
    ("1627", "2028", 4, "", "obscured"),
    ("1912", "1811", 2, "", "blocked"),
    ("2427", "2124", 4, "", "blocked"),
    ("2021", "2125", 5, "", "clear"),
    ("2021", "2125", 5, "2123", "obscured"),
    ("2020", "1914", 6, "", "blocked"),
    ("1424", "1325", 2, "", "blocked"),
    ("3416", "3217", 2, "", "obscured"),
    ("2325", "2125", 2, "", "blocked"),
    ("2125", "2021", 5, "", "clear"),
    ("2125", "2021", 5, "2022", "obscured"),
    ("1418", "1921", 6, "", "blocked"),
    ("2216", "2416", 2, "", "obscured"),
    ("1418", "2125", 11, "", "clear"),
    ("2016", "2217", 2, "", "blocked"),
    ("2018", "2417", 4, "", "obscured"),
    ("3316", "3317", 1, "", "clear"),
    ("3620", "3820", 2, "", "clear"),
    ("3620", "3820", 2, "3719", "blocked"),
    ("3620", "3820", 2, "3720", "blocked"),
    ("1926", "2125", 2, "2026", "obscured"),
    ("1914", "2021", 7, "", "blocked"),
    ("2021", "1914", 7, "", "blocked"),
    ("2014", "2016", 2, "2015", "blocked"),
    ("1914", "2016", 2, "2015", "blocked"),
    ("2014", "2016", 2, "", "clear"),
    ("1816", "2015", 2, "2016", "clear"),
    ("2017", "2015", 2, "2016", "blocked"),
    ("1914", "1416", 5, "1714", "clear"),
    ("2215", "2416", 2, "", "clear"),
    ("2226", "1923", 4, "", "blocked"),
    ("2226", "1825", 4, "", "blocked"),
    ("2125", "1923", 3, "", "clear"),
    ("2427", "2125", 3, "", "blocked"),
    ("2427", "1921", 8, "", "blocked"),
    ("2427", "2021", 8, "", "blocked"),
]


GROUND = Ground(BOARD.levels, BOARD.terrain["woods"])


@cache
def all_lines() -> Lines:
    return Lines(BOARD, GROUND, 15)


@pytest.mark.parametrize(("a", "b", "steps", "units", "result"), LINES)
def test_lines_of_sight(a: str, b: str, steps: int, units: str, result: str) -> None:
    """Told hex by hex, and by the mechanism that games use."""
    assert distance(a, b) == steps
    assert sight(a, b, units.split()) == result
    occupied = BOARD.set_named(units.split())
    assert look(BOARD, GROUND, occupied, at(a), at(b)).result == result
    assert all_lines().result(at(a), at(b), occupied) == result


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("1627", "2028", "1727 1827 1828 1927"),
        ("1912", "1811", "1812 1911"),
        ("2021", "2125", "2022 2023 2123 2124"),
        ("2325", "2125", "2225 2226"),
        ("2125", "2021", "2124 2123 2023 2022"),
        ("2216", "2416", "2315 2316"),
        ("2016", "2217", "2116"),
        ("2018", "2417", "2117 2217 2218 2317"),
        ("3620", "3820", "3719 3720"),
        ("1914", "1416", "1815 1715 1615 1515"),
    ],
)
def test_hexes_between(a: str, b: str, hexes: str) -> None:
    assert between(a, b) == set(hexes.split())


def test_henry_house_hill_is_three_hexes_of_level_seven() -> None:
    hill = BOARD.within(at("2226"), 4)
    assert [BOARD.name(place) for place in places_in(hill) if BOARD.levels[place] == 7] == [
        "2125",
        "2126",
        "2226",
    ]


def test_bull_run_its_fords_and_the_bridge_do_not_engage() -> None:
    assert not engaged("3721", {"3822", "3821"}) and not engaged("3530", {"3630"})
    assert engaged("2015", {"2016"})


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (retreat_step("2016", "2015", "confederate", {"2015"}), "2017 1916"),
        (retreat_step("2016", "2015", "confederate", {"2015"}, {"2017": 10}, 7), "1916"),
        (retreat_step("2016", "2015", "confederate", {"2015", "2117"}), "1916"),
        (retreat_step("2016", "2015", "confederate", {"2015", "1917"}), "2116"),
        (retreat_step("2016", "2015", "confederate", {"2015", "2117", "1917"}), "2017 1916"),
        (retreat_step("2125", "2226", "union", {"2226", "2325"}), "2124"),
        (retreat_step("4035", "3935", "confederate", {"3935"}), "4034"),
        (retreat_step("3721", "3821", "confederate", {"3821"}), "3622 3621"),
        (retreat_step("3721", "3622", "confederate", {"3622", "3621"}), "3822"),
        (retreat_step("3721", "3622", "confederate", {"3622", "3621", "3822"}), ""),
        (retreat_step("1707", "1607", "union", {"1607"}, by_road=True), "1708"),
        (
            retreat_step("2016", "2015", "confederate", {"2015", "1916", "2116"}, {"2017": 10}, 7),
            "2017",
        ),
        (
            retreat_step("2017", "2015", "confederate", {"2015", "1916", "2116"}, {}, 7, been={"2016"}),
            "2018",
        ),
    ],
)
def test_ways_of_retreat(found: set[str], expected: str) -> None:
    assert found == set(expected.split())
