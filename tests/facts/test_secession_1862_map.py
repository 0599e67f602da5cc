"""What the rulebook of Second Bull Run 1862 says of its map. Zone ids are the printed numbers."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from bullrun.board.places import places_in, set_of
from tests.facts import zone_checks

BOARD = zone_checks.load_zones("secession_1862")
ENTRIES = {entry.name: entry.place for entry in BOARD.entries}
RAILWAY = BOARD.line("Uncompleted railway").path
FRONT_OF_30_AUGUST = (95, 96, 115, 116, 129, 143, 159, 161, 183, 184)

# (brigades, zones) of each group that sets up together.
AUGUST_29 = [(5, (95, 113, 114, 127)), (3, (128, 142)), (7, (143, 157, 158, 179, 180, 181, 182)), (1, (175,))]
AUGUST_30_SOUTH = [
    (5, (95, 96, 115, 116)),
    (4, (129, 143, 158)),
    (7, (159, 179, 181, 161, 183, 184)),
    (1, (203,)),
    (1, (175,)),
    (3, (54, 56)),
    (1, (57,)),
    (3, (58, 73)),
    (2, (41, 59)),
    (3, (71, 72)),
]
AUGUST_30_NORTH = [
    (10, (122, 134, 135, 136, 149)),
    (10, (122, 134, 135, 109, 111)),
    (4, (82, 84)),
    (4, (82, 106)),
    (4, (164, 186)),
    (4, (148, 165)),
    (6, (120, 121, 133)),
    (7, (86, 87, 89, 108)),
]
QUOTED = """
5 37 38 41 54 56 57 58 59 71 72 73 77 82 84 86 87 89 95 96 98 99 103 104 106 107 108 109 111 113 114
115 116 119 120 122 126 127 128 129 133 134 135 136 142 143 148 149 155 157 158 159 161 164 165 175
179 180 181 182 183 184 186 193 202 203"""


def climbs(low: int, high: int) -> bool:
    return BOARD.borders.has("climb", low, high)


def front(place: int, faced: int) -> set[int]:
    """The faced zone with its neighbours to the left and right in the ring."""
    beside = (BOARD.anticlockwise(place, faced), faced, BOARD.clockwise(place, faced))
    return {zone for zone in beside if zone is not None}


def fronts(place: int) -> list[set[int]]:
    return [front(place, faced) for faced in BOARD.ring(place)]


def x(place: int) -> int:
    return BOARD.centre(place)[0]


def y(place: int) -> int:
    return BOARD.centre(place)[1]


def edges_of_map(place: int) -> str:
    width, height = BOARD.extent
    corners = BOARD.polygon(place)
    touches = {
        "N": sum(cy == height for _, cy in corners),
        "E": sum(cx == width for cx, _ in corners),
        "S": sum(cy == 0 for _, cy in corners),
        "W": sum(cx == 0 for cx, _ in corners),
    }
    return "".join(edge for edge, count in touches.items() if count >= 2)


def test_every_zone_is_as_written_down_zone_by_zone() -> None:
    zone_checks.check_zone_by_zone(BOARD, "secession_1862_zones.txt")


def test_zones_are_numbered_without_a_gap_and_ids_are_the_numbers() -> None:
    assert BOARD.places == tuple(range(1, 206))
    assert all(BOARD.name(place) == str(place) for place in BOARD.places)


def test_numbers_quoted_in_the_rulebook_are_marked_so() -> None:
    quoted = {place for place in BOARD.places if BOARD.source(place).startswith("rulebook")}
    assert quoted == {int(number) for number in QUOTED.split()}


def test_zones_tile_the_map() -> None:
    zone_checks.check_zones_tile_the_map(BOARD)


def test_neighbours_share_a_visible_border() -> None:
    zone_checks.check_neighbours_share_a_visible_border(BOARD)


def test_bull_run_parts_the_banks_and_is_crossed_by_bridges_only() -> None:
    zone_checks.check_bull_run_parts_the_banks(BOARD, {"bridge"})
    assert "ford" not in BOARD.borders.kinds
    assert BOARD.names_of(BOARD.named("Stone Bridge")) == ["137", "138"]


def test_bull_run_is_one_line_from_edge_to_edge() -> None:
    zone_checks.check_bull_run_is_one_line_from_edge_to_edge(BOARD)


def test_every_zone_can_be_reached() -> None:
    zone_checks.check_every_zone_can_be_reached(BOARD)


# Example 2: facing


def test_only_105_has_exactly_the_neighbours_of_seymours_zone() -> None:
    wanted = {103, 104, 106, 107, 119, 120}
    assert [place for place in BOARD.places if set(BOARD.neighbours[place]) == wanted] == [105]


def test_facing_103_the_front_is_103_104_119() -> None:
    assert front(105, 103) == {103, 104, 119}


# Example 3: movement


@pytest.mark.parametrize(("a", "b"), [(96, 115), (98, 115), (98, 99), (99, 116), (77, 99), (128, 129)])
def test_zones_of_the_movement_example_border_each_other(a: int, b: int) -> None:
    assert BOARD.adjacent(a, b)


def test_one_road_leads_from_77_over_99_to_116() -> None:
    assert any(
        {77, 99} <= set(line.path) and (99, 116) in pairwise(line.path) and (77, 99) in pairwise(line.path)
        for line in BOARD.lines
        if line.kind == "road"
    )


def test_no_escarpment_round_99() -> None:
    assert not any(climbs(a, b) for a, b in ((99, 98), (98, 99), (99, 116), (116, 99)))


def test_starts_exist_from_which_the_example_plays_as_printed() -> None:
    """Seymour climbs into 96, Meade comes by road to 99, Hardin enters 129; only Hardin is isolated."""
    seymour = [zone for zone in BOARD.neighbours[96] if climbs(zone, 96)]
    meade = [zone for zone in BOARD.neighbours[99] if BOARD.borders.has("road", zone, 99)]
    hardin = [zone for zone in BOARD.neighbours[129] if not climbs(zone, 129)]
    assert any(
        s != m and BOARD.distance(s, m) <= 2 and BOARD.distance(h, s) > 2 and BOARD.distance(h, m) > 2
        for s in seymour
        for m in meade
        for h in hardin
    )
    assert any(BOARD.borders.has("road", zone, 77) for zone in BOARD.neighbours[77] if zone != 99), "Buford"


def test_after_the_example_nobody_is_isolated() -> None:
    assert BOARD.distance(96, 98) <= 2
    assert min(BOARD.distance(129, 96), BOARD.distance(129, 98)) <= 2


def test_which_zones_the_confederates_in_115_and_128_reach() -> None:
    for outside in (77, 99):
        assert not BOARD.adjacent(outside, 115) and not BOARD.adjacent(outside, 128)
    assert not BOARD.adjacent(98, 128) and not BOARD.adjacent(96, 128)
    assert BOARD.adjacent(116, 115) or BOARD.adjacent(116, 128)
    assert any({129, 116} <= zones for zones in fronts(128))
    assert any({96, 98} <= zones for zones in fronts(115))


# Example 4: combat


def kinds_at(place: int) -> set[str]:
    return {kind for kind in BOARD.terrain if BOARD.terrain[kind] >> place & 1}


def test_terrain_of_the_two_attacked_zones() -> None:
    assert {"escarpment", "embankment"} <= kinds_at(96) and not kinds_at(96) & {"woods", "village"}
    assert {"escarpment", "woods"} <= kinds_at(128) and "embankment" not in kinds_at(128)


def test_96_can_be_attacked_from_two_adjoining_zones_below_it() -> None:
    pairs = [(a, b) for a, b in combinations(BOARD.neighbours[96], 2) if BOARD.adjacent(a, b)]
    assert any(climbs(a, 96) and climbs(b, 96) for a, b in pairs)
    assert any({*BOARD.neighbours[a], *BOARD.neighbours[b]} - {96, a, b} for a, b in pairs), "Pender's front"
    assert BOARD.distance(96, 126) == 2, "Field's retreat"


def test_128_can_be_attacked_from_three_adjoining_zones_below_it_one_on_the_flank() -> None:
    threes = [
        zones
        for zones in combinations(BOARD.neighbours[128], 3)
        if sum(BOARD.adjacent(a, b) for a, b in combinations(zones, 2)) >= 2
    ]
    assert any(len(set(zones) & ahead) == 2 for zones in threes for ahead in fronts(128))
    assert any(all(climbs(zone, 128) for zone in zones) for zones in threes)


# Terrain of 11.1


def test_groveton_is_the_only_village() -> None:
    assert BOARD.terrain["village"] == BOARD.named("Groveton")
    assert BOARD.terrain["village"].bit_count() == 1


def test_the_uncompleted_railway_is_one_chain_of_embankment_zones_with_jacksons_front_on_it() -> None:
    assert BOARD.terrain["embankment"] == set_of(RAILWAY)
    assert len(RAILWAY) > 8 and all(BOARD.adjacent(a, b) for a, b in pairwise(RAILWAY))
    assert set(FRONT_OF_30_AUGUST) <= set(RAILWAY)


def test_the_front_on_the_railway_runs_from_south_west_to_north_east() -> None:
    for a, b in pairwise(FRONT_OF_30_AUGUST):
        assert x(b) > x(a) - 20 and y(b) > y(a) - 60


def test_escarpment_zones_are_those_that_some_neighbour_must_climb() -> None:
    high = {b for a in BOARD.places for b in places_in(BOARD.borders.across("climb")[a])}
    assert BOARD.terrain["escarpment"] == set_of(high)


# Entries, retreats, objectives


def test_entries_run_clockwise_round_the_edge_in_alphabetical_order() -> None:
    width, height = BOARD.extent
    edge = dict(zip("ABCDEFGH", "NEEESSWW", strict=True))
    along = []
    for letter, place in ENTRIES.items():
        assert edge[letter] in edges_of_map(place), letter
        along.append(
            {"N": x(place), "E": width + height - y(place), "S": 2 * width + height - x(place)}.get(
                edge[letter], 2 * width + height + y(place)
            )
        )
    assert "".join(ENTRIES) == "ABCDEFGH"
    assert along == sorted(along)


@pytest.mark.parametrize(
    ("letter", "road"),
    [
        ("C", "Warrenton Turnpike"),
        ("H", "Warrenton Turnpike"),
        ("E", "Sudley-Manassas road"),
        ("F", "Manassas-Gainesville road"),
        ("G", "Manassas-Gainesville road"),
    ],
)
def test_main_roads_begin_at_entries(letter: str, road: str) -> None:
    path = BOARD.line(road).path
    assert ENTRIES[letter] in (path[0], path[-1])


@pytest.mark.parametrize("letter", list("ABCDEFGH"))
def test_every_entry_is_on_a_road(letter: str) -> None:
    assert BOARD.borders.across("road")[ENTRIES[letter]] & zone_checks.passable(BOARD, ENTRIES[letter])


def test_the_confederate_retreat_zone_is_at_the_edge_and_apart_from_a() -> None:
    assert BOARD.names_of(BOARD.terrain["retreat"]) == ["193"]
    assert edges_of_map(193) and BOARD.distance(193, ENTRIES["A"]) > 2


def test_each_side_has_stars_enough_to_lead_by_eight_points() -> None:
    holders = [feature.side for feature in BOARD.features if feature.kind == "objective"]
    assert holders.count("union") >= 3 and holders.count("confederate") >= 3


# Set-ups (11.2): groups fit their zones and are in command


@pytest.mark.parametrize(("brigades", "zones"), [*AUGUST_29, *AUGUST_30_SOUTH, *AUGUST_30_NORTH])
def test_a_group_fits_its_zones_two_to_each_and_hangs_together(brigades: int, zones: tuple[int, ...]) -> None:
    assert len(zones) <= brigades <= 2 * len(zones)
    joined, left = {zones[0]}, set(zones[1:])
    while near := {zone for zone in left if any(BOARD.distance(zone, other) <= 2 for other in joined)}:
        joined |= near
        left -= near
    assert not left


def test_the_armies_of_30_august_do_not_overlap() -> None:
    south = {zone for _, zones in AUGUST_30_SOUTH for zone in zones} | {5, 56, 142, 202}
    north = {zone for _, zones in AUGUST_30_NORTH for zone in zones} | {109}
    assert not south & north


@pytest.mark.parametrize(
    ("alone", "others"), [(5, (41, 59)), (202, (129, 143, 158)), (37, (128, 142)), (38, (128, 142))]
)
def test_brigades_marked_isolated_start_isolated(alone: int, others: tuple[int, ...]) -> None:
    assert all(BOARD.distance(alone, other) > 2 for other in others)


# The ground


def test_longstreet_stands_west_of_groveton_and_south_of_jackson() -> None:
    assert max(map(x, (41, 54, 56, 57, 58, 59, 71, 72, 73))) < x(77)
    assert max(map(y, (41, 54, 56, 57, 58, 59))) < y(95)


def test_the_union_line_stands_east_of_groveton() -> None:
    line = {zone for _, zones in AUGUST_30_NORTH for zone in zones} - {121}
    assert min(map(x, line)) > x(77)


def test_193_202_and_203_lie_north_of_sudley_church() -> None:
    assert min(map(y, (193, 202, 203))) > y(184)


@pytest.mark.parametrize(
    ("point", "zone"),
    [
        ((3_981, 3_530), 77),  # Groveton crossroads
        ((5_924, 4_296), 109),  # Stone House
        ((6_297, 3_852), 110),  # Henry House
        ((5_187, 3_397), 84),  # Chinn house
        ((3_600, 4_584), 116),  # Deep Cut
        ((4_927, 6_538), 184),  # Sudley Church
        ((4_450, 3_863), 102),  # Dogan house
        ((6_497, 2_209), 64),  # New Market
    ],
)
def test_places_known_from_the_real_ground_fall_in_or_next_to_their_zones(
    point: tuple[int, int], zone: int
) -> None:
    assert BOARD.distance(BOARD.place(zone_checks.nearest_zone(BOARD, *point)), zone) <= 1
