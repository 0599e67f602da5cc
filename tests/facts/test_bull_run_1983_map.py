"""What the rulebook of Bull Run (1983) says of its map, and what must hold for the game to be playable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from bullrun.board.hex_grid import HexBoard
from bullrun.board.map_file import load_map
from bullrun.board.places import PlaceSet, bit, places_in

loaded = load_map(files("bullrun.games.bull_run_1983") / "data" / "map.toml")
assert isinstance(loaded, HexBoard)
BOARD: HexBoard = loaded

RIVERS = {"Bull Run": ("O1", "TT34"), "Cub Run": ("KK5", "II18"), "Catharpin Creek": ("I4", "Q4")}
BULL_RUN_FORDS = {
    "Y8": "Farm Ford",
    "AA13": "Lewis Ford",
    "DD13": "Ball's Ford",
    "EE17": "Island Ford",
    "JJ18": "Cub Run Ford",
    "MM19": "Mitchell's Ford",
    "QQ19": "Blackburn's Ford",
    "TT22": "McLean's Ford",
    "WW30": "Union Mills Ford",
}
CUB_RUN_FORDS = ["JJ10", "II11", "JJ15"]
ROADS = ("road_major", "road_minor")
WATER = BOARD.line("Bull Run").places | BOARD.line("Cub Run").places | BOARD.line("Catharpin Creek").places
CROSSINGS = BOARD.terrain["ford"] | BOARD.terrain["bridge"]


def at(name: str) -> int:
    return BOARD.place(name)


def has(kind: str, name: str) -> bool:
    return bool(BOARD.terrain[kind] >> at(name) & 1)


def across(kinds: Iterable[str], place: int) -> PlaceSet:
    found = 0
    for kind in kinds:
        found |= BOARD.borders.across(kind)[place]
    return found


def roads(place: int) -> PlaceSet:
    return across(ROADS, place)


def bank(name: str) -> str:
    place = bit(at(name))
    return " ".join(region for region, places in BOARD.regions.items() if places & place)


def reach(start: str, step: Callable[[int], PlaceSet], closed: PlaceSet = 0) -> PlaceSet:
    """Everything that chains of steps lead to."""
    reached, fresh = bit(at(start)), [at(start)]
    while fresh:
        ahead = step(fresh.pop()) & ~closed & ~reached
        reached |= ahead
        fresh.extend(places_in(ahead))
    return reached


def holds(places: PlaceSet, names: str) -> bool:
    return all(places >> at(name) & 1 for name in names.split())


def described(name: str, place: int) -> str:
    """One hex in the words of bull_run_1983_hexes.txt."""
    if not BOARD.all >> place & 1:
        return f"{name} closed"
    land = bank(name).removesuffix("_bank") or "run"
    parts = [
        " ".join([name, land, *sorted(kind for kind in BOARD.terrain if BOARD.terrain[kind] >> place & 1)])
    ]
    for kind in BOARD.borders.kinds:
        if neighbours := BOARD.borders.across(kind)[place]:
            parts.append(" ".join([kind, *BOARD.names_of(neighbours)]))
    parts += [f"label {label.text}" for label in BOARD.labels if place in label.places]
    if leaving := sorted(line.name for line in BOARD.lines if place in line.exits):
        parts.append(f"exits {', '.join(leaving)}")
    parts += ["entry" for entry in BOARD.entries if entry.place == place]
    return " | ".join(parts)


def test_every_hex_is_as_written_down_hex_by_hex() -> None:
    text = (Path(__file__).parent / "bull_run_1983_hexes.txt").read_text(encoding="utf-8")
    expected = [line for line in text.splitlines() if not line.startswith("#")]
    assert [described(name, place) for place, name in enumerate(BOARD.names) if name] == expected


# The grid


def test_there_are_55_columns_of_35_hexes_and_only_tt35_is_closed() -> None:
    assert sum(1 for name in BOARD.names if name) == 55 * 35
    assert len(BOARD.places) == 55 * 35 - 1
    assert BOARD.col_row(at("A1")) == (1, 1) and BOARD.col_row(at("CCC35")) == (55, 35)
    assert "TT35" in BOARD.names and "TT35" not in BOARD.names_of(BOARD.all)


def test_adjacency_is_mutual_and_is_distance_one() -> None:
    for place in BOARD.places:
        for neighbour in BOARD.neighbours[place]:
            assert place in BOARD.neighbours[neighbour]
            assert BOARD.distance(place, neighbour) == 1


def test_from_zz31_only_bbb35_and_ccc35_near_that_corner_are_out_of_recon_range() -> None:
    """Designer's note 1 fixes which columns are raised: no other grid leaves just these two."""
    corner = BOARD.within(at("CCC35"), 3)
    assert BOARD.names_of(corner & ~BOARD.within(at("ZZ31"), 4)) == ["BBB35", "CCC35"]


def test_zz31_is_within_three_hexes_of_union_mills_ford() -> None:
    assert BOARD.distance(at("ZZ31"), at("WW30")) == 3


@pytest.mark.parametrize("pair", ["QQ5 RR5", "FF32 GG32", "K17 L17", "JJ10 II11", "JJ18 II18"])
def test_hexes_the_rulebook_treats_as_adjacent(pair: str) -> None:
    one, other = pair.split()
    assert BOARD.adjacent(at(one), at(other))


# Hexsides


@pytest.mark.parametrize("kind", ["road_major", "road_minor", "railroad", "incomplete_rr", "stream", "river"])
def test_what_crosses_a_hexside_crosses_it_from_both_sides(kind: str) -> None:
    assert any(BOARD.borders.across(kind))
    for place in BOARD.places:
        for neighbour in places_in(BOARD.borders.across(kind)[place]):
            assert BOARD.adjacent(place, neighbour)
            assert BOARD.borders.has(kind, neighbour, place)


def test_each_crest_lies_between_a_hilltop_and_its_slope() -> None:
    """5.1, 5.2: slope lines radiate from the hilltop; only a crest makes a neighbour lower."""
    for place in BOARD.places:
        below, above = BOARD.borders.across("crest")[place], BOARD.borders.across("uphill")[place]
        assert bool(below) == bool(BOARD.terrain["hilltop"] >> place & 1)
        assert bool(above) == bool(BOARD.terrain["slope"] >> place & 1)
        assert below & ~BOARD.neighbour_set[place] == 0 == above & ~BOARD.neighbour_set[place]
        assert all(BOARD.borders.has("uphill", slope, place) for slope in places_in(below))
        assert all(BOARD.borders.has("crest", top, place) for top in places_in(above))


# Rivers and streams


@pytest.mark.parametrize("river", RIVERS)
def test_a_river_is_one_unbroken_line_between_its_two_named_ends(river: str) -> None:
    path = BOARD.line(river).path
    assert (BOARD.name(path[0]), BOARD.name(path[-1])) == RIVERS[river]
    assert len(set(path)) == len(path)
    assert all(BOARD.borders.has("river", a, b) for a, b in pairwise(path))


def test_only_the_three_rivers_are_rivers() -> None:
    assert {line.name for line in BOARD.lines if line.kind == "river"} == set(RIVERS)


def test_the_lesser_rivers_end_in_bull_run() -> None:
    assert holds(BOARD.line("Bull Run").places, "II18 Q4")


def test_rivers_begin_where_the_rulebook_says() -> None:
    assert has("river", "KK5") and not WATER >> at("KK4") & 1
    assert has("river", "I4") and not WATER >> at("I5") & 1


def test_a_ford_or_bridge_hex_is_no_river_hex() -> None:
    assert BOARD.terrain["river"] == WATER & ~CROSSINGS
    assert CROSSINGS & ~WATER == 0
    assert BOARD.terrain["ford"] & BOARD.terrain["bridge"] == 0


def test_a_hex_with_both_river_and_stream_is_a_river_hex() -> None:
    assert BOARD.terrain["stream"] & WATER == 0


def test_a_stream_hex_has_a_stream_across_some_side_and_none_runs_into_a_ford_or_bridge() -> None:
    for place in places_in(BOARD.terrain["stream"]):
        assert BOARD.borders.across("stream")[place]
    for place in places_in(CROSSINGS):
        assert not BOARD.borders.across("stream")[place]


def test_every_stream_ends_in_water_or_at_the_edge_of_the_map() -> None:
    for line in BOARD.lines:
        if line.kind == "stream":
            mouth = line.path[-1]
            joins = BOARD.borders.across("stream")[mouth].bit_count() > 1
            assert WATER >> mouth & 1 or joins or len(BOARD.neighbours[mouth]) < 6, line.name


def test_no_woods_and_no_railroad_bed_in_the_water() -> None:
    assert BOARD.terrain["woods"] & WATER == 0
    assert all(not BOARD.borders.across("incomplete_rr")[place] for place in places_in(WATER))


# Fords, bridges, the trestle


@pytest.mark.parametrize("name", BULL_RUN_FORDS)
def test_named_fords_of_bull_run(name: str) -> None:
    assert has("ford", name)
    assert BOARD.named(BULL_RUN_FORDS[name]) == bit(at(name))
    assert at(name) in BOARD.line("Bull Run").path


def test_cub_run_has_exactly_its_three_unnamed_fords() -> None:
    path = BOARD.line("Cub Run").path
    assert [BOARD.name(place) for place in path if BOARD.terrain["ford"] >> place & 1] == CUB_RUN_FORDS
    unnamed = {feature.places for feature in BOARD.features if feature.kind == "ford" and not feature.name}
    assert unnamed == {(at(name),) for name in CUB_RUN_FORDS}


def test_stone_bridge_and_the_bridge_over_cub_run() -> None:
    assert has("bridge", "Y10") and BOARD.named("Stone Bridge") == bit(at("Y10"))
    assert at("Y10") in BOARD.line("Bull Run").path
    assert has("bridge", "II7") and at("II7") in BOARD.line("Cub Run").path
    assert BOARD.terrain["bridge"].bit_count() == 2


def test_the_two_fords_at_sudley_lie_either_side_of_p2_on_a_major_road() -> None:
    """The movement examples: Sudley Ford to P2 and on to Sudley Springs Ford at the major road rate."""
    (ford,) = places_in(BOARD.named("Sudley Ford"))
    (springs,) = places_in(BOARD.named("Sudley Springs Ford"))
    assert ford in BOARD.line("Bull Run").path and springs in BOARD.line("Catharpin Creek").path
    assert BOARD.borders.has("road_major", ford, at("P2"))
    assert BOARD.borders.has("road_major", at("P2"), springs)


def test_yates_ford_lies_below_union_mills_ford() -> None:
    path = BOARD.line("Bull Run").path
    (yates,) = places_in(BOARD.named("Yates Ford"))
    assert path.index(yates) > path.index(at("WW30"))


def test_there_are_fifteen_fords() -> None:
    assert BOARD.terrain["ford"].bit_count() == len(BULL_RUN_FORDS) + len(CUB_RUN_FORDS) + 3


@pytest.mark.parametrize("place", list(places_in(CROSSINGS)), ids=BOARD.name)
def test_a_road_meets_every_ford_and_bridge_on_both_banks(place: int) -> None:
    assert roads(place).bit_count() >= 2


@pytest.mark.parametrize("place", list(places_in(CROSSINGS & BOARD.line("Bull Run").places)), ids=BOARD.name)
def test_roads_really_cross_bull_run_at_its_fords_and_bridges(place: int) -> None:
    ends = roads(place) & ~CROSSINGS
    assert ends & BOARD.regions["union_bank"]
    # South-west of Sudley Ford the road goes on to P2, which the rulebook puts on the Confederate side.
    assert ends & BOARD.regions["confederate_bank"]


def test_no_road_enters_a_river_hex_except_the_railroad_at_the_trestle() -> None:
    for place in places_in(BOARD.terrain["river"] & ~BOARD.terrain["trestle_site"]):
        assert across((*ROADS, "railroad"), place) == 0


def test_the_trestle_site_is_a_river_hex_with_the_railroad_on_both_banks() -> None:
    assert BOARD.names_of(BOARD.terrain["trestle_site"]) == ["UU28"]
    assert has("river", "UU28") and not has("bridge", "UU28")
    rails = BOARD.borders.across("railroad")[at("UU28")]
    assert rails & BOARD.regions["union_bank"] and rails & BOARD.regions["confederate_bank"]
    assert at("UU28") in BOARD.line("Bull Run").path


# The two banks

SOUTH = "P2 GG24 CC20 EE34 FF32 GG32 S29 QQ23 QQ32 U17 R15 Y19 A18 A21 CC35"
NORTH = "R3 SS18 R1 DD1 QQ5 RR5 CCC2 CCC35 BBB35 ZZ31 NN12 AAA10 II7 KK4"


@pytest.mark.parametrize("name", SOUTH.split())
def test_hexes_of_the_confederate_side(name: str) -> None:
    assert bank(name) == "confederate_bank"


@pytest.mark.parametrize("name", NORTH.split())
def test_hexes_of_the_union_side(name: str) -> None:
    assert bank(name) == "union_bank"


def test_every_hex_lies_on_one_bank_or_in_the_run() -> None:
    run, south, north = BOARD.line("Bull Run").places, *BOARD.regions.values()
    assert run | south | north == BOARD.all
    assert run & south == run & north == south & north == 0
    assert (run.bit_count(), south.bit_count(), north.bit_count()) == (66, 1197, 661)


def test_without_its_fords_and_bridges_bull_run_cannot_be_crossed() -> None:
    def dry(place: int) -> PlaceSet:
        return BOARD.neighbour_set[place] & ~BOARD.terrain["river"]

    crossings = CROSSINGS & BOARD.line("Bull Run").places
    south, north = reach("FF32", dry, crossings), reach("QQ5", dry, crossings)
    assert south & north == 0
    assert south & ~BOARD.regions["confederate_bank"] == 0
    assert holds(north, "R1 CCC35 DD1") and not holds(south, "R3")
    assert holds(reach("FF32", dry), "QQ5"), "with them it can"


# Towns, stars, roads, railroads


def test_towns_and_stars() -> None:
    assert BOARD.names_of(BOARD.named("Centreville")) == ["QQ5", "RR5"]
    assert BOARD.names_of(BOARD.named("Manassas")) == ["FF32", "GG32"]
    assert BOARD.terrain["town"] == BOARD.named("Centreville") | BOARD.named("Manassas")
    assert BOARD.names_of(BOARD.terrain["star"]) == ["S29", "QQ23", "QQ32"]


@pytest.mark.parametrize("name", ["S29", "QQ23", "QQ32"])
def test_each_star_lies_on_a_road_or_railroad(name: str) -> None:
    assert across((*ROADS, "railroad"), at(name))


def exits(name: str) -> set[str]:
    return {line.kind for line in BOARD.lines if at(name) in line.exits}


@pytest.mark.parametrize("name", ["R1", "DD1", "CCC2", "CCC35", "A21"])
def test_a_road_leaves_the_map(name: str) -> None:
    assert exits(name) & set(ROADS)


@pytest.mark.parametrize("name", ["A18", "CC35"])
def test_a_railroad_leaves_the_map(name: str) -> None:
    assert "railroad" in exits(name)


def test_exits_are_at_the_edge() -> None:
    for line in BOARD.lines:
        for place in line.exits:
            column, row = BOARD.col_row(place)
            assert column in (1, 55) or row in (1, 35)


def test_entries_are_the_hexes_the_rulebook_names() -> None:
    names = {entry.name for entry in BOARD.entries}
    assert names == {"R1", "DD1", "CCC2", "CCC35", "A18", "A21", "CC35", "CC20", "EE34"}


def test_railroads_meet_only_at_manassas_junction() -> None:
    rails = BOARD.borders.across("railroad")
    line = reach("A18", lambda place: rails[place])
    assert holds(line, "EE34 CC35 UU28")
    assert rails[at("A18")].bit_count() == 1 and rails[at("EE34")].bit_count() == 3
    assert [BOARD.name(place) for place in places_in(line) if rails[place].bit_count() > 2] == ["EE34"]


def test_march_routes_lead_to_centreville_without_a_ford_or_stone_bridge() -> None:
    open_roads = reach("QQ5", roads, BOARD.terrain["ford"] | bit(at("Y10")))
    assert holds(open_roads, "II7 DD1 CCC2 RR5 CCC35")


def test_r1_can_end_a_march_route() -> None:
    assert BOARD.borders.has("road_major", at("R1"), at("R2"))
    assert not has("ford", "R1") and not has("ford", "R2")


def test_the_road_net_is_one_piece() -> None:
    net = reach("QQ5", roads)
    assert holds(net, "FF32 EE34 Y10 Q3 P3 A21 QQ23 QQ32 CC20")
    assert holds(net, " ".join([*BULL_RUN_FORDS, *CUB_RUN_FORDS]))
    with_road = [place for place in BOARD.places if roads(place)]
    assert [BOARD.name(place) for place in with_road if not net >> place & 1] == []


def test_a_road_ends_only_at_the_edge_or_at_the_junction() -> None:
    ends = {BOARD.name(place) for place in BOARD.places if roads(place).bit_count() == 1}
    assert all(exits(name) for name in ends - {"EE34"})


def test_the_turnpike_is_a_major_road_from_stone_bridge_over_ii7_to_centreville() -> None:
    assert holds(reach("Y10", lambda place: BOARD.borders.across("road_major")[place]), "II7 QQ5")
    assert at("II7") in BOARD.line("Warrenton Turnpike (east)").path


def test_sudley_road_is_major_all_the_way_to_manassas() -> None:
    path = BOARD.line("Sudley Road").path
    assert {at("P2"), at("FF32")} <= set(path)
    assert all(BOARD.borders.has("road_major", a, b) for a, b in pairwise(path))


def test_union_mills_road_outranks_the_old_alexandria_road() -> None:
    assert BOARD.line("Union Mills Road").kind == "road_major"
    assert BOARD.line("Old Alexandria Road").kind == "road_minor"


# Hills and odd hexes


def test_the_rulebooks_hill_ridge_and_valley() -> None:
    """5: Y19 is a hill, NN12 on a ridge, AAA10 in a valley."""
    assert has("hilltop", "Y19") and BOARD.borders.across("crest")[at("Y19")].bit_count() == 6
    assert has("hilltop", "NN12") or has("slope", "NN12")
    assert has("slope", "AAA10") and BOARD.borders.across("uphill")[at("AAA10")].bit_count() >= 2


def test_bald_hill_has_no_slopes_but_streams_all_round() -> None:
    assert not any(has(kind, "R15") for kind in ("slope", "hilltop", "stream"))
    assert (BOARD.neighbour_set[at("R15")] & BOARD.terrain["stream"]).bit_count() >= 3


def test_the_sight_examples_stream_and_open_hex() -> None:
    assert has("stream", "K17")
    assert not any(has(kind, "L17") for kind in ("stream", "ford", "bridge", "woods", "river"))


def test_hexes_of_the_examples_are_land() -> None:
    land = ["U17", "CC20", "EE34", "S29", "QQ23", "QQ32", "FF32", "GG32", "QQ5", "RR5"]
    assert BOARD.set_named(land) & WATER == 0


# Room to set up


@pytest.mark.parametrize("name", [*BULL_RUN_FORDS, "Y10"])
def test_there_is_room_to_set_up_at_and_behind_each_crossing(name: str) -> None:
    land = BOARD.all & ~WATER
    assert (BOARD.within(at(name), 3) & land).bit_count() >= 12
    assert (BOARD.within(at(name), 4) & land & BOARD.regions["confederate_bank"]).bit_count() >= 12
