"""What the battle book of Clash of Giants says of its two maps, and what must hold for a playable game.

An example is an illustrated one of the book; each states costs, neighbours or heights that the map must have.
Cases C001 and on are the worked cases of the game's tests.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from bullrun.board.map_file import SOURCES
from bullrun.board.places import places_in
from tests.facts.clash_of_giants_ground import BULL_RUN, CROSSINGS, GETTYSBURG, GROUND, ROADS, Field

GAME = "clash-of-giants"
FIELDS = {"second_bull_run": BULL_RUN, "gettysburg": GETTYSBURG}
EXTENT = {"second_bull_run": (19, 52, 1, 25), "gettysburg": (13, 55, 1, 27)}
HAYMARKET = "Sudley Springs-Haymarket Road"
UNION, CONFEDERATE = {"E", "NE", "SE"}, {"W", "NW", "SW"}
"""The retreat compass of Gettysburg (G2.2)."""
OPPOSITE = {"E": "W", "W": "E", "NE": "SW", "SW": "NE", "SE": "NW", "NW": "SE"}


def pairs(text: str) -> list[tuple[str, str]]:
    found = []
    for word in text.split():
        a, _, b = word.partition("-")
        found.append((a, b))
    return found


def hexes(text: str) -> set[str]:
    return set(text.split())


def described(field: Field, name: str) -> str:
    """One hex in the words of the hex lists."""
    board, place = field.board, field.at(name)
    kinds = sorted(kind for kind in board.terrain if board.terrain[kind] >> place & 1)
    parts = [" ".join([name, str(board.levels[place]), *kinds])]
    for kind in board.borders.kinds:
        if across := board.borders.across(kind)[place]:
            parts.append(" ".join([kind, *board.names_of(across)]))
    parts += [f"entry {entry.name}" for entry in board.entries if place in entry.places]
    return " | ".join(parts)


@pytest.mark.parametrize("name", FIELDS)
def test_every_hex_is_as_written_down_hex_by_hex(name: str) -> None:
    text = (Path(__file__).parent / f"clash_of_giants_{name}_hexes.txt").read_text(encoding="utf-8")
    expected = [line for line in text.splitlines() if not line.startswith("#")]
    assert [described(FIELDS[name], hex_) for hex_ in FIELDS[name].hexes] == expected


# Both maps


@pytest.mark.rule(GAME, "3.1.grid")
@pytest.mark.parametrize("name", FIELDS)
def test_every_hex_of_the_grid_is_in_play(name: str) -> None:
    first_column, last_column, first_row, last_row = EXTENT[name]
    columns, rows = range(first_column, last_column + 1), range(first_row, last_row + 1)
    assert set(FIELDS[name].hexes) == {f"{column:02}{row:02}" for column in columns for row in rows}


@pytest.mark.rule(GAME, "3.1.grid", "3.1.dirs")
def test_odd_columns_lie_half_a_hex_further_along_the_rows() -> None:
    for field in FIELDS.values():
        assert set(field.around("3116")) == {"3115", "3117", "3216", "3217", "3016", "3017"}
        assert set(field.around("2608")) == {"2607", "2609", "2707", "2708", "2507", "2508"}


@pytest.mark.rule(GAME, "3.1.dirs")
def test_case_1_and_2_the_six_directions() -> None:
    assert {GETTYSBURG.bearing("3116", there): there for there in GETTYSBURG.around("3116")} == {
        "W": "3115",
        "NW": "3216",
        "NE": "3217",
        "E": "3117",
        "SE": "3017",
        "SW": "3016",
    }
    assert {BULL_RUN.bearing("2608", there): there for there in BULL_RUN.around("2608")} == {
        "N": "2607",
        "NE": "2707",
        "SE": "2708",
        "S": "2609",
        "SW": "2508",
        "NW": "2507",
    }


@pytest.mark.rule(GAME, "3.1.within")
@pytest.mark.parametrize(
    ("field", "start", "distances"),
    [
        # C003, C004, C006, C026, C112 to C117
        (BULL_RUN, "2510", {"2812": 3, "2813": 4}),
        (GETTYSBURG, "2016", {"2611": 8, "2610": 9, "2618": 6, "2022": 6, "2218": 3}),
        (BULL_RUN, "3823", {"3820": 3, "3819": 4, "3525": 4, "3424": 4}),
        (BULL_RUN, "4504", {"4507": 3, "4508": 4}),
        (BULL_RUN, "4503", {"4507": 4}),
        (GETTYSBURG, "1909", {"2311": 4, "1905": 4, "1904": 5}),
        (BULL_RUN, "2907", {"3309": 4, "3310": 5}),
        (GETTYSBURG, "2410", {"3612": 12, "3712": 13}),
        (GETTYSBURG, "2816", {"3316": 5, "3417": 6}),
        (BULL_RUN, "2310", {"2608": 4}),
        (BULL_RUN, "2212", {"2707": 7, "2508": 5}),
        (BULL_RUN, "2409", {"2510": 2, "2611": 3}),
        (BULL_RUN, "2608", {"2709": 2, "2710": 3}),
        (BULL_RUN, "2109", {"2311": 3}),
        (BULL_RUN, "2111", {"2313": 3}),
    ],
)
def test_distances_of_the_worked_cases(field: Field, start: str, distances: dict[str, int]) -> None:
    assert {there: field.distance(start, there) for there in distances} == distances


@pytest.mark.parametrize("name", FIELDS)
def test_each_hex_has_one_kind_of_ground(name: str) -> None:
    field = FIELDS[name]
    for hex_ in field.hexes:
        assert sum(field.has(kind, hex_) for kind in GROUND) == 1, hex_
    assert {field.level(hex_) for hex_ in field.hexes} == ({0, 1} if field is BULL_RUN else {0, 1, 2})


@pytest.mark.parametrize("name", FIELDS)
def test_everything_on_a_map_says_where_it_comes_from(name: str) -> None:
    board = FIELDS[name].board
    sources = [
        item.source
        for items in (board.ground, board.lines, board.features, board.labels, board.entries)
        for item in items
    ]
    assert {source.split(":")[0] for source in sources} == {"rulebook", "deduced", "reconstructed"}
    assert set(SOURCES) >= {"rulebook", "deduced", "reconstructed"}


@pytest.mark.parametrize("name", FIELDS)
def test_borders_lie_between_two_hexes_seen_from_both(name: str) -> None:
    board = FIELDS[name].board
    for kind in board.borders.kinds:
        for place in board.places:
            for there in places_in(board.borders.across(kind)[place]):
                assert board.adjacent(place, there) and board.borders.has(kind, there, place), kind


@pytest.mark.rule(GAME, "9.1.place")
@pytest.mark.parametrize("name", FIELDS)
def test_entry_hexes_lie_on_their_edge_and_on_a_road_that_goes_on(name: str) -> None:
    board = FIELDS[name].board
    assert [entry.name for entry in board.entries] == list("ABCDEFGHIJ")
    exits = {place for line in board.lines if line.kind in ROADS for place in line.exits}
    for entry in board.entries:
        edge = entry.note.rpartition("; ")[2].removesuffix(" edge")[0].upper()
        for place in entry.places:
            assert edge in FIELDS[name].edges(board.name(place)), entry
            assert FIELDS[name].roads_from(board.name(place)), entry
            assert place in exits, entry


@pytest.mark.parametrize("name", FIELDS)
def test_every_hex_can_be_reached_on_foot(name: str) -> None:
    field = FIELDS[name]
    assert field.flood("3116", lambda a, b: field.step(a, b) is not None) == set(field.hexes)


# Second Bull Run: places


@pytest.mark.parametrize(
    ("hex_", "place"),
    {
        "2507": "Stony Ridge",
        "3823": "Manassas Junction",
        "4504": "Centreville",
        "3118": "Bethlehem Church",
        "3010": "Henry House Hill",
        "2907": "Matthews Hill",
        "2510": "Groveton",
        "2805": "Sudley Church",
        "3214": "New Market",
        "2812": "Five Forks",
        "2903": "Sudley Springs",
    }.items(),
)
def test_places_the_book_names_at_second_bull_run(hex_: str, place: str) -> None:
    assert BULL_RUN.board.label_of[hex_] == place


@pytest.mark.rule(GAME, "B4.1.1.geo")
def test_three_victory_hexes() -> None:
    assert BULL_RUN.all_of("objective") == {"2507", "3823", "4504"}
    stars = [feature for feature in BULL_RUN.board.features if feature.kind == "objective"]
    assert {star.value for star in stars} == {3}


def test_villages_have_no_effect_and_centreville_has_both_its_numbers() -> None:
    assert BULL_RUN.all_of("village") == {"2510", "2903", "3214", "3823", "4503", "4504"}
    assert not BULL_RUN.all_of("town")


@pytest.mark.rule(GAME, "B2.2", "3.1.dirs")
def test_no_hex_of_second_bull_run_has_a_neighbour_due_east_or_west() -> None:
    assert BULL_RUN.board.grid.directions == ("N", "NE", "SE", "S", "SW", "NW")


@pytest.mark.parametrize(
    ("a", "b"),
    pairs("""
    3311-3411 3411-3410 3410-3509 3509-3508 3308-3408 3307-3407 3307-3408 3506-3407 3506-3505 3406-3407
    3114-3015 3215-3315 2704-2605 2605-2505 2505-2406 2406-2306 2406-2305 2609-2608 4120-4221 4021-4120
    3323-3423 3423-3522 3722-3721 4314-4313 4312-4412 4512-4412 4613-4512 4913-5013"""),
)
def test_hexes_that_touch_in_the_examples_of_second_bull_run(a: str, b: str) -> None:
    assert BULL_RUN.touch(a, b)


@pytest.mark.parametrize(
    ("a", "b"), pairs("4313-4412 3308-3407 3721-3521 3423-3521 3623-3521 3722-3521 4411-4312 4411-4512")
)
def test_hexes_that_cannot_touch_there(a: str, b: str) -> None:
    assert not BULL_RUN.touch(a, b)


def test_the_book_sends_robinson_northeast_northwest_and_straight_north() -> None:
    there = [BULL_RUN.bearing("4316", name) for name in ("4416", "4216", "4315")]
    assert there == ["NE", "NW", "N"]
    assert BULL_RUN.bearing("2704", "2605") == "SW", "Fitz Lee"


@pytest.mark.rule(GAME, "B8.5.limit", "B9.4.col21")
def test_there_are_hexes_west_of_the_columns_that_bar_the_way() -> None:
    columns = {int(name[:2]) for name in BULL_RUN.hexes}
    assert {19, 20, 21, 22, 23} <= columns


# Second Bull Run: roads


@pytest.mark.rule(GAME, "B8.7.ban")
def test_the_haymarket_road_runs_straight_from_1908_to_2903() -> None:
    road = BULL_RUN.named_road(HAYMARKET)
    assert " ".join(road) == "1908 2008 2107 2207 2306 2406 2505 2605 2704 2804 2903"
    assert {BULL_RUN.bearing(a, b) for a, b in pairwise(road)} == {"NE"}


@pytest.mark.rule(GAME, "11.8.cav", "11.3.clear")
def test_example_fitz_lee_rides_through_the_woods() -> None:
    assert BULL_RUN.road("2704", "2605", "2505", "2406", "2306")
    assert [BULL_RUN.step(a, b) for a, b in pairs("2704-2605 2605-2505 2505-2406")] == [1, 2, 2]
    assert BULL_RUN.clear("2704", "2605", "2305") and not BULL_RUN.road("2406", "2305")
    assert BULL_RUN.ground("2505") == BULL_RUN.ground("2406") == "woods"


@pytest.mark.rule(GAME, "11.8.side", "11.3.up", "B7.2.move")
def test_example_taliaferro_crosses_the_embankment_by_the_road() -> None:
    assert BULL_RUN.sides("2608", "2609") == {"embankment"} and BULL_RUN.road("2608", "2609")
    assert BULL_RUN.clear("2609") and BULL_RUN.ground("2608") == "woods"
    assert BULL_RUN.level("2608") > BULL_RUN.level("2609") and BULL_RUN.step("2609", "2608") == 3


@pytest.mark.rule(GAME, "11.6.rate", "11.7.rate", "B7.3.cost")
def test_example_poe_crosses_the_fords() -> None:
    assert BULL_RUN.road_hexes("3225")["3311"] == 20
    assert BULL_RUN.march("3311", "3411", "3410", "3509") == Fraction(3, 4)
    assert BULL_RUN.march("3509", "3508") == Fraction(5, 4)
    beyond = BULL_RUN.road_hexes("3508", [frozenset(("3509", "3508"))])
    assert max(beyond.values()) >= 4
    assert BULL_RUN.by_road("3311", "3310", "3309", "3308") == 3
    assert BULL_RUN.by_road("3308", "3408") == 2


def test_pope_1_roads_from_entry_e() -> None:
    roads = BULL_RUN.road_hexes("3225")
    assert roads["3722"] == 6 and roads["3623"] == 5 and roads["3323"] == 2
    regular = BULL_RUN.reach("3225", 6, lambda a, b: BULL_RUN.step(a, b) if BULL_RUN.road(a, b) else None)
    assert regular["3722"] == 6 and regular["3623"] == 5 and "3522" in regular
    assert roads["4021"] <= 24 and roads["3721"] <= 24, "within a march of six points"
    assert BULL_RUN.road("3921", "4021", "4120", "4221")


def test_pope_1_stonewall_stands_in_3521_and_stops_a_march_in_3721() -> None:
    zone = set(BULL_RUN.around("3521"))
    assert "3522" in zone
    assert not zone & hexes("3323 3423 3523 3623 3722 3721 3822 3921 4021")
    assert BULL_RUN.road("3722", "3721") and set(BULL_RUN.roads_from("3721")) - {"3722"} <= zone


def test_pope_1_the_shortest_way_to_centreville() -> None:
    to_centreville = BULL_RUN.road_hexes("4504")
    from_e = BULL_RUN.road_hexes("3225")
    assert to_centreville["3323"] == to_centreville["3225"] - 2
    assert to_centreville["3423"] == to_centreville["3225"] - 3
    assert to_centreville["3522"] + from_e["3522"] > to_centreville["3225"]
    without = BULL_RUN.road_hexes("4504", [frozenset(("3722", "3721"))])
    assert 7 + without["3721"] >= to_centreville["3225"], "by 3721 it is not shorter"
    assert max(to_centreville["4021"], to_centreville["3721"]) < to_centreville["3225"]
    assert BULL_RUN.road_hexes("4504", haymarket())["3225"] == 30


def test_pope_1_with_stonewall_in_3522_units_are_free_from_3323_on() -> None:
    zone = BULL_RUN.around("3522")
    assert "3423" in zone and "3323" not in zone and BULL_RUN.touch("3323", "3423")
    reached = BULL_RUN.reach("3225", 6, BULL_RUN.step, zone)
    assert "3422" in reached and "3623" in reached


def test_pope_1_the_book_means_3822_where_it_prints_3921() -> None:
    """The second unit may not stand next to 4021, which 3921 does under any numbering."""
    assert BULL_RUN.touch("3921", "4021") and not BULL_RUN.touch("3822", "4021")
    assert BULL_RUN.road("3822", "3921")


def test_pope_2_road_hexes_to_centreville() -> None:
    roads = BULL_RUN.road_hexes("4504")
    assert (roads["4316"], roads["3813"], roads["4512"], roads["5013"]) == (14, 17, 10, 11)
    only_4216 = [frozenset(("4316", there)) for there in BULL_RUN.roads_from("4316") if there != "4216"]
    assert BULL_RUN.road("4316", "4216") and BULL_RUN.road_hexes("4316", only_4216)["3813"] == 8
    assert roads["4412"] < 14


BLACKBURN = ("4316", "4416", "4515", "4615", "4614", "4613", "4512")
MCLEAN = ("4316", "4416", "4515", "4615", "4714", "4814", "4913", "5013")


def test_pope_2_by_blackburns_ford() -> None:
    assert BULL_RUN.by_road(*BLACKBURN) == 7 and BULL_RUN.road("4512", "4412")
    assert 7 + BULL_RUN.cost("4512", "4412") == 9
    assert len(BULL_RUN.roads_from("4615")) >= 3
    assert BULL_RUN.by_road("4317", *BLACKBURN[:-1]) + BULL_RUN.cost("4613", "4512") <= 8, "Poe"
    assert BULL_RUN.by_road("4319", "4318", "4317", *BLACKBURN[:-1]) == 8, "Birney ends in 4613"


def test_pope_2_by_mcleans_ford() -> None:
    assert BULL_RUN.by_road(*MCLEAN) == 8 and BULL_RUN.level("4913") > BULL_RUN.level("4814")
    assert BULL_RUN.by_road("4317", *MCLEAN[:-1]) == 8, "Poe ends in 4913"
    assert BULL_RUN.by_road("4319", "4318", "4317", *MCLEAN[:5]) == 7, "Birney ends in 4714"
    assert BULL_RUN.by_road("4714", "4814") == 2


def test_pope_2_straight_north() -> None:
    assert BULL_RUN.road("4316", "4315", "4314", "4313", "4312", "4412")
    assert BULL_RUN.ground("4313") == "woods" and BULL_RUN.step("4314", "4313") == 3
    assert BULL_RUN.step("4312", "4412") == 2
    assert BULL_RUN.by_road("4316", "4315", "4314") + BULL_RUN.cost("4314", "4313", "4312", "4412") == 8
    assert BULL_RUN.by_road("4317", "4316", "4315", "4314") + BULL_RUN.cost("4314", "4313", "4312") == 7
    assert BULL_RUN.touch("4411", "4412"), "the Confederate whose zone is met"


def haymarket() -> list[frozenset[str]]:
    return [frozenset(pair) for pair in pairwise(BULL_RUN.named_road(HAYMARKET))]


@pytest.mark.rule(GAME, "B8.7.ban")
@pytest.mark.parametrize("letter", list("EHI"))
def test_formations_under_orders_reach_their_goals_without_the_haymarket_road(letter: str) -> None:
    roads = BULL_RUN.road_hexes(BULL_RUN.entries[letter][0], haymarket())
    assert "4504" in roads and "3214" in roads
    if letter == "I":
        assert roads["3214"] == 13


@pytest.mark.parametrize("letter", list("ABCDEFGHIJ"))
def test_roads_lead_from_every_entry_to_the_victory_hexes(letter: str) -> None:
    roads = BULL_RUN.road_hexes(BULL_RUN.entries[letter][0])
    assert {"3823", "4504", "3214"} <= set(roads)
    assert set(BULL_RUN.around("2507")) & set(roads)


def test_named_places_lie_on_roads_and_five_forks_has_five() -> None:
    for name in sorted(hexes("3118 3214 2510 2812 3823 4504 2805 2907 3010")):
        assert BULL_RUN.roads_from(name), name
    assert len(BULL_RUN.roads_from("2812")) == 5


# Second Bull Run: the river


@pytest.mark.rule(GAME, "B7.1.river", "11.3.river")
def test_bull_run_divides_the_map() -> None:
    west, east = BULL_RUN.region("west_bank"), BULL_RUN.region("east_bank")
    assert not west & east and west | east == set(BULL_RUN.hexes)
    assert hexes("3307 3407 3408 3406 3505 3506 3508 4313 4312 4412 4512 4814 4913 5013 4504 2903") <= east
    assert hexes("3308 3311 3411 3410 3509 3813 4216 4314 4316 4613 4615 4714 3823 3722 4221 2804") <= west


def test_fords_and_bridges_lie_on_the_river() -> None:
    for kind in ("ford", "bridge", "burned_bridge"):
        for a, b in BULL_RUN.pairs(kind):
            assert "river" in BULL_RUN.sides(a, b), (a, b)


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("Lewis Ford", ("3308", "3408")),
        ("Ball's Ford", ("3509", "3508")),
        ("Mitchell's Ford", ("4314", "4313")),
        ("Blackburn's Ford", ("4613", "4512")),
        ("McLean's Ford", ("4714", "4814")),
        ("Stone Bridge", ("3208", "3307")),
        ("Sudley Springs Ford", ("2804", "2903")),
        ("Farm Ford", ("3205", "3305")),
    ],
)
def test_where_the_run_is_crossed(name: str, sides: tuple[str, str]) -> None:
    (crossing,) = [f for f in BULL_RUN.board.features if f.between and f.name == name]
    assert {BULL_RUN.board.name(place) for place in crossing.places} == set(sides)
    assert BULL_RUN.sides(*sides) & CROSSINGS and BULL_RUN.step(*sides) is not None


@pytest.mark.rule(GAME, "B7.1.burned")
def test_case_36_union_mills_bridge_is_burned_and_the_river_closed() -> None:
    ((a, b),) = BULL_RUN.pairs("burned_bridge")
    assert {a, b} == {"4917", "5017"} and BULL_RUN.step(a, b) is None
    assert BULL_RUN.step("3207", "3306") is None
    assert not BULL_RUN.road("4917", "5017")


@pytest.mark.rule(GAME, "B7.3.cost")
def test_case_35_the_stone_bridge() -> None:
    assert BULL_RUN.by_road("3108", "3208", "3307") == 3
    assert BULL_RUN.march("3108", "3208", "3307") == Fraction(3, 2)
    assert BULL_RUN.step("3208", "3307") == 2


def test_interaction_1_jackson_is_on_the_far_bank_with_3408() -> None:
    assert "river" not in BULL_RUN.sides("3307", "3408") and "river" in BULL_RUN.sides("3307", "3308")


# Second Bull Run: the embankment, ground and heights

LINE = hexes("2309 2409 2508 2608 2707 2706 2705 2805")


@pytest.mark.rule(GAME, "B7.2.def")
def test_defenders_lie_north_northwest_or_southwest_of_the_embankment() -> None:
    sides = BULL_RUN.pairs("embankment")
    assert len(sides) == 16
    for a, b in sides:
        assert (a in LINE) != (b in LINE)
        inner, outer = (a, b) if a in LINE else (b, a)
        assert BULL_RUN.bearing(inner, outer) in {"S", "SE", "NE"}
    assert {a if a in LINE else b for a, b in sides} == LINE


@pytest.mark.rule(GAME, "B7.2.move")
def test_the_embankment_is_crossed_by_roads_only() -> None:
    for a, b in BULL_RUN.pairs("embankment"):
        assert (BULL_RUN.step(a, b) is not None) == BULL_RUN.road(a, b)
    assert [BULL_RUN.step(a, b) for a, b in pairs("2608-2609 2608-2708 2508-2509 2806-2805")] == [
        1,
        None,
        None,
        1,
    ]


@pytest.mark.rule(GAME, "B9.3.csa")
def test_the_line_of_29_august_stands_on_the_west_bank_and_behind_the_embankment() -> None:
    listed = hexes("2111 2109 2608 2707 2605 2805 2607 2705 2606 2706 2409 2508 2804")
    assert listed <= BULL_RUN.region("west_bank")
    assert LINE - {"2309"} <= listed
    assert BULL_RUN.clear("2804"), "Fitz Lee's cavalry"


def test_interaction_1_heights() -> None:
    level = BULL_RUN.level
    assert BULL_RUN.clear("3307", "3407", "3506")
    assert level("3407") > level("3307") and level("3407") > level("3506")
    assert level("3406") >= level("3407"), "a Union unit there lifts every mandatory attack"
    assert level("3408") <= level("3307") and level("3505") <= level("3506"), "these oblige nobody"


def test_surrender_example_heights() -> None:
    assert BULL_RUN.clear("3015", "3114") and BULL_RUN.level("3015") > BULL_RUN.level("3114")
    assert BULL_RUN.touch("3215", "3315") and BULL_RUN.touch("3114", "3015")
    assert not {"3015", "3315"} & set(BULL_RUN.around("3214")), "Grover in 3214 touches nobody"


@pytest.mark.parametrize(
    "name", sorted(hexes("3224 3323 3423 3522 3523 3623 3722 3422 3424 3524 3624 4312 4512"))
)
def test_clear_hexes_of_pope_s_march(name: str) -> None:
    assert BULL_RUN.clear(name)


def test_entries_of_second_bull_run_lie_clockwise_from_the_northeast() -> None:
    edges = {"E": "ABCD", "S": "EFG", "W": "HIJ"}
    for edge, letters in edges.items():
        for letter in letters:
            assert edge in BULL_RUN.edges(BULL_RUN.entries[letter][0])
    assert BULL_RUN.entries["J"] == ["1908"] and BULL_RUN.entries["E"] == ["3225"]


# Gettysburg: places


@pytest.mark.parametrize(
    ("hex_", "place"),
    {
        "2016": "Little Round Top",
        "3618": "Cemetery Hill",
        "1913": "Devil's Den",
        "1514": "Big Round Top",
        "3614": "Sunken Road (Long Lane)",
        "3621": "Culp's Hill",
        "2411": "Peach Orchard",
        "5213": "Oak Hill",
    }.items(),
)
def test_places_of_gettysburg(hex_: str, place: str) -> None:
    assert GETTYSBURG.board.label_of[hex_] == place


@pytest.mark.rule(GAME, "G4.1.1.geo", "G4.2.1")
def test_seven_victory_hexes_union_at_start() -> None:
    assert GETTYSBURG.all_of("objective") == hexes("2016 2112 2411 3116 3618 3621 4112")
    stars = [feature for feature in GETTYSBURG.board.features if feature.kind == "objective"]
    assert {star.side for star in stars} == {"union"}


@pytest.mark.rule(GAME, "G2.2", "3.1.dirs")
def test_no_hex_of_gettysburg_has_a_neighbour_due_north_or_south() -> None:
    assert GETTYSBURG.board.grid.directions == ("W", "NW", "NE", "E", "SE", "SW")


@pytest.mark.parametrize(
    ("a", "b"),
    pairs("""
    1715-1615 1716-1816 1816-1915 1514-1614 1614-1713 1713-1813 2018-2117 2117-2218 2218-2318 2318-2418
    4810-4809 4809-4908 4908-5008 4810-4909 4909-5009 5009-5108 5009-5008 4508-4507 4507-4506 5111-5110
    5110-5109 5110-5210 5210-5209 5210-5309 5111-5112 3713-3613 3713-3814 2217-2317 2217-2316 2216-2316
    2216-2315 2215-2315 2215-2214 4912-4911 4912-4913 5411-5412 5113-5213 5212-5213 5212-5112 3820-3719
    3819-3719 3819-3718 3215-3216 3315-3216 3315-3316 4318-4319 4219-4319 4318-4419 4115-4216 4115-4116
    4513-4413 4610-4510 4611-4510 4611-4511 4612-4511 4510-4511 4413-4313 3518-3619 3619-3719 3717-3718
    3818-3718 3719-3718 3721-3621 4219-4318 4316-4216 4316-4217 4316-4317"""),
)
def test_hexes_that_touch_in_the_examples_of_gettysburg(a: str, b: str) -> None:
    assert GETTYSBURG.touch(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    pairs("4220-4318 1716-1615 1716-1614 1716-1514 2214-2216 2214-2217 4115-4217 3115-3315 3814-3712"),
)
def test_hexes_that_do_not_touch_in_them(a: str, b: str) -> None:
    assert not GETTYSBURG.touch(a, b)


@pytest.mark.rule(GAME, "G2.2", "11.5.compass")
def test_withdrawals_of_the_examples_follow_the_confederate_compass() -> None:
    steps = """
    4810-4809 4809-4908 4908-5008 5110-5109 5110-5210 5210-5209 5210-5309 5111-5110 4810-4909 4909-5009
    5009-5108 5009-5008"""
    assert {GETTYSBURG.bearing(a, b) for a, b in pairs(steps)} <= CONFEDERATE
    assert GETTYSBURG.bearing("5111", "5112") not in CONFEDERATE


def test_philadelphia_reaches_4019_by_three_steps_on_the_union_compass() -> None:
    """Town example; 4019 lies outside the town."""
    assert GETTYSBURG.distance("4116", "4019") == 3 and not GETTYSBURG.has("town", "4019")
    ends = {"4116"}
    for _ in range(3):
        ends = {b for a in ends for b in GETTYSBURG.around(a) if GETTYSBURG.bearing(a, b) in UNION}
    assert "4019" in ends


def test_wilcox_and_mahone_stand_on_opposite_sides_of_the_zouaves() -> None:
    """Flank example 1."""
    assert {GETTYSBURG.bearing("3713", "3613"), GETTYSBURG.bearing("3713", "3814")} == {"SW", "NE"}


# Gettysburg: entries


@pytest.mark.rule(GAME, "G4.1.2.cost", "G7.7.d")
def test_entry_hexes_the_book_gives() -> None:
    assert GETTYSBURG.entries["H"] == ["2627"] and GETTYSBURG.entries["I"] == ["1318"]
    assert GETTYSBURG.entries["D"] == ["5515", "5516"] and GETTYSBURG.touch("5515", "5516")
    assert GETTYSBURG.entries["A"] == ["3201"] and GETTYSBURG.entries["J"] == ["1307"]


@pytest.mark.rule(GAME, "G8.3.csa", "G8.3.usa")
def test_entries_a_to_e_lie_west_and_north_and_f_to_j_east_and_south() -> None:
    for letter, hexes in GETTYSBURG.entries.items():
        for name in hexes:
            assert GETTYSBURG.edges(name) & ({"W", "N"} if letter in "ABCDE" else {"E", "S"}), letter
    assert "E" in GETTYSBURG.edges("2627") and "S" in GETTYSBURG.edges("1318")
    notes = {entry.note.rpartition("; ")[2] for entry in GETTYSBURG.board.entries}
    assert notes == {"west edge", "north edge", "east edge", "south edge"}


@pytest.mark.rule(GAME, "G4.1.2.exit")
def test_the_exit_zone_runs_along_the_edge_from_baltimore_pike_to_taneytown_road() -> None:
    zone = GETTYSBURG.region("exit_zone")
    east = [f"{column}27" for column in range(26, 12, -1)]
    south = [f"13{row}" for row in range(26, 17, -1)]
    assert zone == {*east, *south} and len(zone) == 23
    assert all(GETTYSBURG.edges(name) & {"E", "S"} for name in zone)
    assert all(GETTYSBURG.touch(a, b) for a, b in pairwise(east + south))
    assert GETTYSBURG.named_road("Baltimore Pike")[-1] == "2627"
    assert GETTYSBURG.named_road("Taneytown Road")[-1] == "1318"
    assert {"1320", "2527"} <= zone and not {"1317", "2727"} & zone and GETTYSBURG.touch("2626", "2627")


VICTORY_HEXES = ("2016", "2112", "2411", "3116", "3618", "3621", "4112")


@pytest.mark.parametrize("letter", list("ABCDEFGHIJ"))
def test_roads_lead_from_every_entry_to_the_town_and_close_to_the_victory_hexes(letter: str) -> None:
    for start in GETTYSBURG.entries[letter]:
        roads = GETTYSBURG.road_hexes(start)
        assert "4218" in roads
        for star in VICTORY_HEXES:
            assert min(GETTYSBURG.distance(star, name) for name in roads) <= 2, star


# Gettysburg: roads


@pytest.mark.rule(GAME, "11.6.rate", "11.6.other")
def test_example_v_corps_marches_from_g() -> None:
    roads = GETTYSBURG.road_hexes("4127")
    assert [roads[name] for name in ("4224", "4220", "4216", "4215", "4313", "4317")] == [
        4,
        8,
        12,
        13,
        15,
        11,
    ]
    assert GETTYSBURG.road(*(f"42{row}" for row in range(24, 14, -1)))
    assert len(GETTYSBURG.roads_from("4215")) == 3, "a fork"
    assert GETTYSBURG.touch("4214", "4313") and GETTYSBURG.road("4215", "4214", "4313")
    assert GETTYSBURG.has("town", "4216") and GETTYSBURG.road("4218", "4317")
    assert not GETTYSBURG.roads_from("4316"), "out of Sweitzer's reach"


def test_example_the_march_ignores_a_climb_or_a_creek() -> None:
    path = ["4127", "4227", "4226", "4225", *(f"42{row}" for row in range(24, 13, -1)), "4313"]
    assert GETTYSBURG.road(*path)
    assert any(
        "creek" in GETTYSBURG.sides(a, b) or GETTYSBURG.level(b) > GETTYSBURG.level(a)
        for a, b in pairwise(path)
    )


def test_example_von_gilsa_stands_beside_4220_on_another_road_that_joins() -> None:
    hanover, york = (GETTYSBURG.named_road(name) for name in ("Hanover Road", "York Pike"))
    assert "4319" in york and "4319" not in hanover
    assert GETTYSBURG.touch("4319", "4220") and set(york) & set(hanover) == {"4219"}


@pytest.mark.rule(GAME, "11.7.rate", "11.7.friend")
def test_example_zook_takes_the_road() -> None:
    assert GETTYSBURG.road("2018", "2117", "2218", "2318", "2418")
    assert (GETTYSBURG.ground("2117") == "woods") != (GETTYSBURG.ground("2218") == "woods")
    assert GETTYSBURG.step("2218", "2318") == 2 and GETTYSBURG.step("2318", "2418") == 2
    assert GETTYSBURG.by_road("2018", "2117", "2218") == 2


# Gettysburg: ground and heights


@pytest.mark.rule(GAME, "11.3.clear", "11.3.up", "G7.5")
def test_example_ii_corps_climbs_the_round_tops() -> None:
    level = GETTYSBURG.level
    assert GETTYSBURG.all_of("big_round_top") == {"1514", "1614", "1615"}
    assert GETTYSBURG.touch("1715", "1615"), "Cross"
    assert not set(GETTYSBURG.around("1716")) & {"1514", "1614", "1615"}, "the Irish Brigade"
    assert [GETTYSBURG.step("1716", "1816"), GETTYSBURG.step("1816", "1915")] == [3, 3]
    assert level("1915") > level("1816") > level("1716")
    assert [GETTYSBURG.step(a, b) for a, b in pairs("1514-1614 1614-1713 1713-1813")] == [2, 2, 2]
    assert level("1514") >= level("1614") > level("1713") >= level("1813")
    assert all(GETTYSBURG.ground(name) == "woods" for name in ("1816", "1915", "1614", "1713", "1813"))


@pytest.mark.rule(GAME, "G7.4.cost")
def test_devils_den_costs_two_at_least() -> None:
    assert GETTYSBURG.all_of("rocks") == {"1913"}
    costs = [GETTYSBURG.step(there, "1913") for there in GETTYSBURG.around("1913")]
    assert all(cost is not None and cost >= 2 for cost in costs)
    assert GETTYSBURG.step("1912", "1913") == 2 and GETTYSBURG.step("1914", "1913") == 3, "C030"


@pytest.mark.rule(GAME, "11.3.creek", "11.3.up")
def test_cases_28_and_29_creeks_and_climbs() -> None:
    assert GETTYSBURG.cost("4408", "4409", "4410") == 4 and GETTYSBURG.step("4409", "4410") == 3
    assert GETTYSBURG.step("4410", "4409") == 2
    assert GETTYSBURG.step("2014", "2015") == 2 and GETTYSBURG.step("2015", "2016") == 2


@pytest.mark.rule(GAME, "G7.1")
def test_all_water_is_creeks() -> None:
    assert not {"river", "ford", "bridge", "stream"} & set(GETTYSBURG.board.borders.kinds)
    assert GETTYSBURG.pairs("creek")


def test_example_heth_withdraws() -> None:
    assert GETTYSBURG.cost("4810", "4809", "4908", "5008") == 3
    assert GETTYSBURG.touch("4709", "4809") and GETTYSBURG.touch("4709", "4810"), "the Iron Brigade"
    assert not GETTYSBURG.touch("4709", "4908")
    level = GETTYSBURG.level
    assert level("5110") > level("5111") and level("5112") > level("5111")
    assert GETTYSBURG.ground("5210") == "woods"


def test_example_hoke_and_smith_below_5110() -> None:
    level = GETTYSBURG.level
    assert level("5110") > max(level("5211"), level("5011")), "Hoke escapes over the height"
    beside = [n for n in GETTYSBURG.around("5110") if not GETTYSBURG.touch(n, "5111") and n != "5111"]
    assert any(level(name) >= level("5110") for name in beside), "a Union unit there shuts Smith's way"
    assert level("4507") == level("4407") > level("4508"), "C054"


@pytest.mark.rule(GAME, "11.6.rate")
def test_marches_of_the_worked_cases() -> None:
    assert BULL_RUN.road_hexes("1911")["2709"] == 8, "C038: King's two points"
    xi_corps = GETTYSBURG.road_hexes("1318")
    assert (xi_corps["2718"], xi_corps["2918"], xi_corps["4218"]) == (14, 16, 29), "C057"
    assert GETTYSBURG.road("5515", "5416", "5316", "5217", "5116", "5017", "4917"), "C058"
    kearny = BULL_RUN.road_hexes("3225")
    assert (kearny["4316"], kearny["4314"], kearny["4312"]) == (16, 18, 20), "C060"
    to_new_market = BULL_RUN.road_hexes("3214", haymarket())
    assert to_new_market["2312"] == to_new_market["2310"] == 9 and to_new_market["2413"] == 8, "C061, C062"


def test_flank_1_cross_overlooks_wilcox_and_wright() -> None:
    level = GETTYSBURG.level
    assert GETTYSBURG.clear("3713", "3613", "3712", "3813")
    assert level("3713") <= max(level("3613"), level("3814")), "the Zouaves have no height"
    assert (
        GETTYSBURG.touch("3712", "3613")
        and GETTYSBURG.touch("3712", "3813")
        and GETTYSBURG.touch("3813", "3713")
    )
    assert level("3712") > level("3613") and level("3712") > level("3813")


def test_flank_2_and_3_there_is_ground_for_both() -> None:
    """Clear hills: one with low ground W, NW and SE of it, one with a level neighbour opposite a low one."""

    def flat(name: str, level: int) -> bool:
        return GETTYSBURG.clear(name) and GETTYSBURG.level(name) == level

    def beside(name: str, direction: str) -> str | None:
        there = GETTYSBURG.board.step(GETTYSBURG.at(name), GETTYSBURG.board.grid.directions.index(direction))
        return GETTYSBURG.board.name(there) if there else None

    hills = [name for name in GETTYSBURG.hexes if flat(name, 1)]
    second = []
    third = []
    for hill in hills:
        low = {d for d in OPPOSITE if (n := beside(hill, d)) and flat(n, 0)}
        high = {d for d in OPPOSITE if (n := beside(hill, d)) and flat(n, 1)}
        second += [hill] if {"W", "NW", "SE"} <= low else []
        third += [hill for d in high if OPPOSITE[d] in low and len(low) >= 2]
    assert second and third


def test_combined_attacks_example() -> None:
    assert GETTYSBURG.ground("2217") == GETTYSBURG.ground("2317") == "woods"
    assert GETTYSBURG.clear("2316", "2216") and not GETTYSBURG.clear("2315")
    assert GETTYSBURG.level("2316") <= max(GETTYSBURG.level("2217"), GETTYSBURG.level("2216"))
    assert set(GETTYSBURG.around("2217")) & set(GETTYSBURG.around("2216")) >= {"2316"}, "Day"


@pytest.mark.rule(GAME, "12.5.bound", "12.5.terrain")
def test_mandatory_attacks_example() -> None:
    level = GETTYSBURG.level
    assert level("4913") > level("4912") >= level("4911") and GETTYSBURG.clear("4912", "4913")
    assert GETTYSBURG.ground("5411") == "woods" and GETTYSBURG.clear("5412") and level("5412") > level("5411")
    assert level("5213") > level("5113") == level("5112") > level("5111") and level("5112") > level("5212")
    assert GETTYSBURG.clear("5111", "5112", "5113", "5212", "5213")
    for a, b in pairs("5113-5213 5212-5213 5212-5112"):
        assert "steep" not in GETTYSBURG.sides(a, b)


@pytest.mark.rule(GAME, "G7.6.zoc", "6.3.4.who")
def test_interaction_2_and_required_retreats_on_cemetery_hill() -> None:
    level = GETTYSBURG.level
    assert "steep" in GETTYSBURG.sides("3718", "3819")
    assert GETTYSBURG.clear("3719", "3819", "3820", "3718", "3818", "3717", "3518", "3619")
    assert level("3719") > level("3819") and level("3719") > level("3820")
    assert level("3818") < level("3717") and level("3818") < level("3718")
    assert level("3718") > level("3719") >= 1 and level("3718") > level("3717")
    for name in ("3717", "3818", "3719"):
        assert "steep" not in GETTYSBURG.sides("3718", name)
    assert level("3719") >= level("3619") > level("3518")


def test_required_retreats_daniel_mahone_and_smith() -> None:
    level = GETTYSBURG.level
    assert GETTYSBURG.ground("3621") == "woods" and level("3621") > level("3721")
    assert not GETTYSBURG.clear("3424")
    above = [n for n in GETTYSBURG.around("3421") if GETTYSBURG.clear(n) and level(n) > level("3421")]
    assert GETTYSBURG.clear("3421")
    assert "3520" in above and "steep" not in GETTYSBURG.sides("3421", "3520"), "Stevens' Knoll"


def test_interaction_3_heights() -> None:
    level = GETTYSBURG.level
    assert GETTYSBURG.clear("3215", "3216", "3315", "3316")
    assert level("3216") > level("3215") and level("3216") > level("3315") and level("3316") > level("3315")
    assert GETTYSBURG.touch("3115", "3215") and not GETTYSBURG.touch("3115", "3315"), "Paul"


@pytest.mark.rule(GAME, "12.11.5", "8.3.town")
def test_the_town() -> None:
    town = GETTYSBURG.all_of("town")
    assert {"4116", "4216", "4219", "4318"} <= town and len(town) == 9
    assert GETTYSBURG.clear("4115", "4319", "4419") and "4019" not in town
    assert GETTYSBURG.flood("4218", lambda _, there: there in town) == town, "one block"
    level = GETTYSBURG.level
    assert level("4319") <= level("4219") and level("4419") <= level("4318"), "no height for Harrow or Smyth"


# Gettysburg: cut, sunken road, steep sides


@pytest.mark.rule(GAME, "G7.2.move", "G7.2.zoc")
def test_the_railroad_cut() -> None:
    cut = GETTYSBURG.all_of("railroad_cut")
    assert cut == {"4413", "4510", "4511", "4609"}
    for a, b in pairs("4413-4513 4510-4611 4511-4612 4508-4609"):
        assert "cut" in GETTYSBURG.sides(a, b)
    assert "cut" not in GETTYSBURG.sides("4510", "4610") and "cut" not in GETTYSBURG.sides("4413", "4313")
    for a, b in GETTYSBURG.pairs("cut"):
        assert a in cut and b not in cut, "the cut hex is named first"
        assert not GETTYSBURG.road(a, b) and GETTYSBURG.step(a, b) is None
    assert GETTYSBURG.clear("4313", "4610") and GETTYSBURG.level("4313") == 0
    level = GETTYSBURG.level
    assert level("4413") <= level("4513") and level("4511") <= level("4612")
    assert level("4510") <= max(level("4610"), level("4611")), "the odds of the example know no height"
    assert "cut" in GETTYSBURG.sides("4411", "4511") and not GETTYSBURG.sides("4509", "4510") & {"cut"}, (
        "C048"
    )


@pytest.mark.rule(GAME, "G2.3", "G7.3.zoc")
def test_the_sunken_road() -> None:
    sunken = GETTYSBURG.all_of("sunken_road")
    assert sunken == {"3915", "3815", "3714", "3614"}
    assert all(GETTYSBURG.touch(a, b) for a, b in pairwise(["3915", "3815", "3714", "3614"]))
    sides = GETTYSBURG.pairs("sunken_road")
    assert len(sides) == 8
    for a, b in sides:
        assert a in sunken and b not in sunken, "the sunken hex is named first"
        assert GETTYSBURG.bearing(a, b) in {"E", "SE"}, "towards Cemetery Hill"
    assert "sunken_road" in GETTYSBURG.sides("3614", "3615"), "C046"
    assert "sunken_road" not in GETTYSBURG.sides("3613", "3614"), "C046"


@pytest.mark.rule(GAME, "G7.6.def")
def test_steep_sides_fall_from_their_first_hex() -> None:
    sides = GETTYSBURG.pairs("steep")
    assert len(sides) == 11
    assert all(GETTYSBURG.level(high) > GETTYSBURG.level(low) for high, low in sides)
    little_round_top = {
        there for there in GETTYSBURG.around("2016") if "steep" in GETTYSBURG.sides("2016", there)
    }
    assert little_round_top == {"2015", "2115"}, "C044"
