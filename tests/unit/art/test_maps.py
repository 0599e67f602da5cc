"""Whole maps: well formed, repeatable, within budget, and true to their data."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from hashlib import sha256
from html import unescape
from importlib.resources import files

import pytest

from bullrun.art import Cartouche, draw_map, draw_position, map_picture
from bullrun.art import survey as survey_module
from bullrun.art.board_picture import north_of
from bullrun.art.geometry import Box, Region, area, outlines
from bullrun.art.hex_map import HexMap
from bullrun.art.hexes import Cell, HexSheet, neighbours
from bullrun.art.level_map import LevelMap
from bullrun.art.sites import setup_code
from bullrun.art.survey import CellPath, HexSurvey, SideSite, Site, plain_name, survey_hexes, survey_zones
from bullrun.art.woods import forest_outline
from bullrun.art.zone_map import ZoneMap
from bullrun.board.features import Feature
from bullrun.board.hex_grid import HexBoard
from bullrun.board.map_file import load_map
from bullrun.board.places import Board
from bullrun.board.zone_graph import ZoneBoard
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = (
    *("sheet", "ground", "hills", "woods", "slopes", "water", "trees", "hachures", "grid", "railroads"),
    *("roads", "buildings", "marks", "veil", "entries", "labels", "coords", "frame", "cartouche"),
)


def ids(svg: str) -> list[str]:
    return [e.get("id", "") for e in ET.fromstring(svg).iter() if e.get("id")]


def test_a_map_is_well_formed_and_described(board: Board):
    root = ET.fromstring(draw_map(board, "A title & more"))
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img" and "A title & more" in root.get("aria-label", "")
    assert root.get("class") == "bullrun-art"


def test_layers_stand_in_their_order(board: Board):
    wanted = ["borders" if layer == "grid" and board.kind == "zone" else layer for layer in LAYERS]
    found = [name for name in ids(draw_map(board)) if name in wanted]
    assert found == wanted


def test_no_id_occurs_twice(board: Board):
    names = ids(draw_map(board))
    assert len(names) == len(set(names))


def test_every_reference_has_its_target(board: Board):
    svg = draw_map(board)
    wanted = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert wanted <= set(ids(svg))


def test_no_filters_masks_or_rasters(board: Board):
    svg = draw_map(board)
    for heavy in ("<filter", "<mask", "<image", "mix-blend-mode", "data:"):
        assert heavy not in svg


def test_the_map_keeps_its_budget(hex_board: Board, zone_board: Board):
    assert len(draw_map(hex_board).encode()) < 1_000_000
    assert len(draw_map(zone_board).encode()) < 700_000


def test_styles_can_be_left_out(board: Board):
    assert "<style>" in draw_map(board) and "<style>" not in draw_map(board, theme_css=False)


def test_colours_are_variables(board: Board):
    body = draw_map(board, theme_css=False)
    assert not re.search(r'(?:fill|stroke)="#', body)
    assert not re.search(r"(?:fill|stroke|stop-color):#", body)


_DRAW = """
import hashlib
from importlib.resources import files
from bullrun.art import draw_map
from bullrun.board.map_file import load_map
svg = draw_map(load_map(files("bullrun.games") / "{game}" / "data" / "map.toml"))
print(hashlib.sha256(svg.encode()).hexdigest())
"""


@pytest.mark.parametrize("game", ["bull_run_1983", "bull_run_1861"])
def test_the_same_bytes_in_another_process_with_another_hash_seed(
    game: str, hex_board: Board, zone_board: Board
):
    here = draw_map(hex_board if game == "bull_run_1983" else zone_board)
    there = subprocess.run(
        [sys.executable, "-c", _DRAW.format(game=game)],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == sha256(here.encode()).hexdigest()


# ---------------------------------------------------------------- the hex map against its data


@pytest.fixture(scope="module")
def hexes(hex_board: HexBoard) -> HexMap:
    picture = map_picture(hex_board)
    assert isinstance(picture, HexMap)
    return picture


def test_no_line_strays_into_a_hex_that_its_data_does_not_name(hexes: HexMap):
    assert hexes.strays == {}


def test_woods_cover_the_centre_of_each_wooded_hex_and_of_no_other(hexes: HexMap):
    woods = hexes.survey.area("woods")
    wash = Region([forest_outline(r) for r in outlines(hexes.sheet.corners(c) for c in sorted(woods))])
    for cell in hexes.survey.names:
        assert (hexes.sheet.centre(cell) in wash) == (cell in woods), hexes.survey.names[cell]


def test_trees_stand_in_woods(hexes: HexMap):
    """Absolute start of each tree line, and every further tree, lies in a wooded hex or beyond the rim."""
    root = ET.fromstring(
        f'<g xmlns="http://www.w3.org/2000/svg">{hexes._trees(hexes._woods_with_margin())}</g>'
    )
    woods = hexes.survey.area("woods")
    count = 0
    for line in root.iter(SVG + "path"):
        start, steps = (
            re.match(r"M(-?[\d.]+) ?(-?[\d.]+)l(.*)", line.get("d", "")).groups()[:2],
            line.get("d", "").split("l")[1],
        )
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", steps)]
        x, y = float(start[0]), float(start[1])
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            cell = hexes.sheet.at((x, y))
            assert cell in woods or cell not in hexes.sheet.cells
            count += 1
    assert count > 2000


def test_every_playable_hex_has_its_coordinate_once_and_inside(hexes: HexMap, hex_board: Board):
    root = ET.fromstring(draw_map(hex_board))
    (layer,) = [g for g in root.iter(SVG + "g") if g.get("id") == "coords"]
    shown = {t.text: (float(t.get("x", 0)), float(t.get("y", 0))) for t in layer}
    assert len(shown) == len(layer) == len(hex_board.places)
    by_name = {name: cell for cell, name in hexes.survey.names.items()}
    for name, p in shown.items():
        assert name is not None and hexes.sheet.at(p) == by_name[name]


def test_every_ford_bridge_star_and_exit_is_drawn(hexes: HexMap, hex_board: Board):
    svg = draw_map(hex_board)
    marks = svg[svg.index('<g id="marks">') : svg.index('<g id="veil">')]
    kinds = {"ford": "shoal", "bridge": "deck", "trestle_site": "site", "star": "star-ring"}
    for kind, cls in kinds.items():
        assert marks.count(f'class="{cls}"') == hex_board.terrain[kind].bit_count()
    entries = svg[svg.index('<g id="entries">') : svg.index('<g id="labels">')]
    assert entries.count('class="entry"') == sum(len(line.exits) for line in hex_board.lines)


def test_every_printed_name_stands_on_the_map(hex_board: Board):
    words = set(re.findall(r">([^<>]+)</text", draw_map(hex_board).replace("&#x27;", "'")))
    words |= set(re.findall(r">([^<>]+)</textPath", draw_map(hex_board).replace("&#x27;", "'")))
    for name in (
        "MANASSAS",
        "CENTREVILLE",
        "Bull Run",
        "Henry Hill",
        "Stone Bridge",
        "Ball's Ford",
        "Sudley Road",
        "Carter",
    ):
        assert name in words


@pytest.mark.parametrize("which", ["near_names", "far_names"])
def test_upright_names_do_not_overlap(which: str, board: Board):
    names = getattr(map_picture(board), which).boxes
    for (a, one), (b, other) in itertools.combinations(names, 2):
        assert not one.meets(other), (a, b)


def test_crossings_are_not_hidden_by_names(hexes: HexMap):
    for site in hexes.survey.crossings:
        x, y = hexes._spot(site.cells[0])
        for words, box in hexes.near_names.boxes:
            assert not box.meets(Box(x - 6, y - 6, x + 6, y + 6)), (site.name, words)


# ---------------------------------------------------------------- features of other hex maps


def small_survey(**parts: object) -> HexSurvey:
    cells = [(3 * q, 2 * r + q % 2) for q in range(8) for r in range(6)]
    names = {cell: f"{q + 1:02}{i:02}" for i, cell in enumerate(cells) for q in [cell[0] // 3]}
    return HexSurvey(names=names, **parts)  # type: ignore[arg-type]


def layer(svg: str, name: str) -> str:
    found = re.search(rf'<g id="{name}">(.*?)</g>\n', svg, re.DOTALL)
    assert found
    return found[1]


def test_features_along_hexsides_each_have_their_own_drawing():
    a, b, c = (6, 4), (6, 6), (9, 5)
    kinds = {
        "creek": ("water", "stream"),
        "river": ("water", "bank"),
        "cut": ("hachures", "works-line"),
        "embankment": ("hachures", "bank-top"),
    }
    for kind, (where, cls) in kinds.items():
        picture = HexMap(small_survey(sides=(SideSite(kind, "", a, b), SideSite(kind, "", a, c))))
        assert f'class="{cls}"' in layer(picture.layers(), where), kind
    sunken = HexMap(small_survey(sides=(SideSite("sunken_road", "", a, b),))).layers()
    assert 'class="sunken"' in layer(sunken, "roads")
    for crossing, cls in (("ford", "shoal"), ("burned_bridge", "burnt")):
        sides = (SideSite("river", "", a, b), SideSite(crossing, "", a, b))
        assert f'class="{cls}"' in HexMap(small_survey(sides=sides)).layers()
    bridged = HexMap(small_survey(sides=(SideSite("river", "", a, b), SideSite("bridge", "", a, b)))).layers()
    assert 'class="deck"' in bridged


def test_a_creek_stays_on_its_hexsides():
    a, b, c = (6, 4), (6, 6), (9, 5)
    picture = HexMap(small_survey(sides=(SideSite("creek", "", a, b), SideSite("creek", "", a, c))))
    (line,) = picture.creeks
    ends = {p for s in ((a, b), (a, c)) for p in picture.sheet.side(*s)}
    box = Box(
        min(x for x, _ in ends), min(y for _, y in ends), max(x for x, _ in ends), max(y for _, y in ends)
    )
    assert all(box.grown(1e-6).holds(p) for p in line)


def test_each_level_has_its_ground_and_hachures_stand_only_on_slopes():
    ring = frozenset(neighbours((9, 5)))
    levels = dict.fromkeys(small_survey().names, 0) | dict.fromkeys(ring, 1) | {(9, 5): 2}
    bare = LevelMap(small_survey(levels=levels)).layers()
    assert all(f'class="lv{ground}"' in layer(bare, "levels") for ground in (0, 5, 7))
    assert layer(bare, "hachures") == "" and 'class="contour"' in layer(bare, "contours")
    slope, steep = ((9, 5), (9, 7)), ((9, 5), (9, 3))
    drawn = LevelMap(small_survey(levels=levels, slopes=frozenset({slope}), steeps=frozenset({steep})))
    assert drawn.relief.drawn == {"slope": {slope}, "steep": {steep}}
    for cls in ("slope-hachure", "steep-hachure", "steep-crest"):
        assert f'class="{cls}"' in layer(drawn.layers(), "hachures")


def test_hachures_stand_only_where_the_data_has_a_crest():
    assert layer(HexMap(small_survey(areas={"hilltop": frozenset({(9, 5)})})).layers(), "hachures") == ""
    crested = HexMap(small_survey(areas={"hilltop": frozenset({(9, 5)})}, crests=(((9, 5), (9, 7)),)))
    assert 'class="crest"' in layer(crested.layers(), "hachures")


def test_a_trail_is_not_a_road():
    paths = (
        CellPath("trail", "Lane", ((0, 0), (3, 1), (6, 2))),
        CellPath("major", "Pike", ((0, 4), (3, 5), (6, 4))),
    )
    roads = layer(HexMap(small_survey(paths=paths)).layers(), "roads")
    assert 'class="trail"' in roads and 'class="fill major"' in roads and "minor" not in roads


def test_an_empty_map_draws():
    ET.fromstring(f"<svg>{HexMap(small_survey()).layers()}</svg>")


def test_the_legend_has_what_the_map_has(hexes: HexMap):
    kinds = [kind for kind, _ in hexes.legend_items()]
    assert "woods" in kinds and "ford" in kinds and "rocks" not in kinds and "cut" not in kinds
    towned = HexMap(
        small_survey(towns=(Site("town", "Gettysburg", ((9, 5),)),), areas={"rocks": frozenset({(0, 0)})})
    )
    assert [kind for kind, _ in towned.legend_items()] == ["clear", "rocks", "town"]


# ---------------------------------------------------------------- the zone map against its data


@pytest.fixture(scope="module")
def zones(zone_board: ZoneBoard) -> ZoneMap:
    picture = map_picture(zone_board)
    assert isinstance(picture, ZoneMap)
    return picture


def test_swaying_borders_leave_no_gap_between_zones(zones: ZoneMap):
    whole = sum(area(ring) for ring in zones.rings.values())
    assert whole == pytest.approx(zones.box.width * zones.box.height, rel=1e-6)
    assert all(area(ring) > 0 for ring in zones.rings.values())
    assert len(outlines(zones.rings.values())) == 1


def test_counters_lie_inside_their_zone_and_names_beside_them(zones: ZoneMap):
    for name, spot in zones.spots.items():
        assert spot in Region([zones.rings[name]]), name
    covered = 0
    for x, y in zones.spots.values():
        heart = Box(x - 20, y - 20, x + 20, y + 20)
        covered += any(box.meets(heart) for _, box in zones.near_names.boxes)
    assert covered <= len(zones.spots) // 12


def test_every_zone_has_its_number_inside(zones: ZoneMap):
    shown = {words: box.middle for words, box in zones.near_names.boxes if words.isdigit()}
    assert len(shown) == len(zones.rings)
    for name, ring in zones.rings.items():
        assert shown[name.lstrip("Z").lstrip("0")] in Region([ring])


def test_the_river_follows_the_borders_it_is_named_on(zones: ZoneMap):
    """Every river border's ends lie close to the drawn river."""
    drawn = [p for river in zones.rivers for p in river.points]
    for border in zones.survey.borders:
        if border.river:
            for end in border.ends:
                x, y = zones.at(end)
                assert min((x - px) ** 2 + (y - py) ** 2 for px, py in drawn) < 25**2


def test_roads_pass_over_their_fords_and_bridges(zones: ZoneMap):
    carried = [c for c in zones.crossings if any(c.spot in road.points for road in zones.roads)]
    assert {"Stone Bridge", "Mitchell's Ford", "Blackburn's Ford"} <= {c.name for c in carried}


def test_surveys_tell_apart_houses_hills_and_descriptions(hex_board: HexBoard, zone_board: ZoneBoard):
    survey = survey_hexes(hex_board)
    assert "Henry Hill" in {hill.name for hill in survey.hills}
    assert not any("bluff" in hill.name for hill in survey.hills)
    places = {site.name: site.kind for site in survey.places}
    assert places["Carter"] == "house" and places["Bald Hill"] == "name" and "Signal Hill" not in places
    assert len([b for b in survey_zones(zone_board).borders if b.river]) == 28


def test_a_board_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="HexSheet"):
        draw_map(HexSheet([(0, 0)], (0, 0)))  # type: ignore[arg-type]


def test_words_around_the_map_are_those_given(hex_board: Board):
    svg = draw_map(hex_board, cartouche=Cartouche("The Field", "in July", "1,000 feet to a hex", 1000))
    for words in ("THE FIELD", "in July", "1,000 feet to a hex", "one mile"):
        assert words in svg
    assert "one mile" not in draw_map(hex_board, "No scale")


# --- Second Bull Run 1862: what decides its combats must be seen ------------------------------------------


@pytest.fixture(scope="module")
def second_bull_run() -> ZoneBoard:
    board = load_game("secession-1862").data.board("map")
    assert isinstance(board, ZoneBoard)
    return board


def drawn(svg: str) -> str:
    return svg.split("</style>", 1)[1]


def test_a_star_has_the_colour_of_the_side_whose_objective_it_is(
    second_bull_run: ZoneBoard, zone_board: ZoneBoard
):
    """Three blue and three grey ones; in Bull Run 1861 a hill counts for whoever holds it."""
    svg = drawn(draw_map(second_bull_run))
    assert svg.count('class="star union"') == svg.count('class="star confederate"') == 3 + 1  # and the legend
    assert 'class="star"' not in svg
    plain = drawn(draw_map(zone_board))
    assert 'class="star"' in plain and "star union" not in plain


def test_every_escarpment_is_drawn_with_its_hachures_on_the_low_side(second_bull_run: ZoneBoard):
    survey = survey_zones(second_bull_run)
    climbs = second_bull_run.borders.across("climb")
    wanted = {
        (second_bull_run.name(low), second_bull_run.name(high))
        for low in second_bull_run.places
        for high in second_bull_run.places
        if climbs[low] >> high & 1
    }
    shown = {(b.a if b.high == b.b else b.b, b.high) for b in survey.borders if b.high}
    assert shown == wanted and ("97", "96") in shown
    picture = ZoneMap(survey)
    for slope in picture.steeps:
        zones = [zone for p in slope.foot for zone, ring in picture.rings.items() if p in Region([ring])]
        lows = sum(any(low == zone for low, _ in wanted) for zone in zones)
        assert lows > len(zones) * 0.8


def test_the_uncompleted_railway_is_an_embankment_and_no_road(second_bull_run: ZoneBoard):
    picture = ZoneMap(survey_zones(second_bull_run))
    assert [rail.kind for rail in picture.rails] == ["embankment"]
    assert not any("railway" in road.name.lower() for road in picture.roads)
    items = dict(picture.legend_items())
    assert items["embankment line"] == "Railway embankment" and items["escarpment"] == "Escarpment"


def test_a_line_of_an_unknown_kind_is_an_error_and_not_a_road(second_bull_run: ZoneBoard, monkeypatch):
    monkeypatch.delitem(survey_module.LINE_KINDS, "embankment")
    with pytest.raises(BullrunError, match="'embankment'"):
        survey_zones(second_bull_run)


# ---------------------------------------------------------------- maps with levels, against their data


LEVEL_MAPS = {
    "the day was ours": ("day_was_ours", "map.toml"),
    "second bull run": ("clash_of_giants", "map-second-bull-run.toml"),
    "gettysburg": ("clash_of_giants", "map-gettysburg.toml"),
}


@pytest.fixture(scope="module", params=LEVEL_MAPS)
def ground(request: pytest.FixtureRequest) -> tuple[HexBoard, LevelMap]:
    folder, name = LEVEL_MAPS[request.param]
    board = load_map(files("bullrun.games") / folder / "data" / name)
    picture = map_picture(board)
    assert isinstance(board, HexBoard) and isinstance(picture, LevelMap)
    return board, picture


def cell_of(picture: LevelMap, board: HexBoard, place: int) -> Cell:
    return picture._cell_of[board.name(place)]


def test_every_slope_and_steep_side_has_hachures_and_no_other_side_has(ground):
    board, picture = ground
    sides = {kind: [f for f in board.features if f.between and f.kind == kind] for kind in ("slope", "steep")}
    wanted = {
        kind: {frozenset(cell_of(picture, board, p) for p in f.places) for f in found}
        for kind, found in sides.items()
    }
    levels = {cell_of(picture, board, p): board.levels[p] for p in board.places}
    changes = {
        frozenset((a, b)) for a in levels for b in neighbours(a) if levels.get(b, levels[a]) != levels[a]
    }
    assert wanted["slope"] | wanted["steep"] <= changes
    if not wanted["slope"]:  # a map that names no slopes: each change of level is one
        wanted["slope"] = changes - wanted["steep"]
    drawn = {kind: {frozenset(side) for side in found} for kind, found in picture.relief.drawn.items()}
    assert drawn == wanted


def test_hachures_fall_from_the_higher_hex(ground):
    _, picture = ground
    for found in picture.relief.drawn.values():
        for high, low in found:
            assert picture.survey.levels[high] > picture.survey.levels[low]


def test_each_ground_is_that_of_its_level(ground):
    board, picture = ground
    heights = sorted({board.levels[place] for place in board.places})
    assert list(picture._grounds) == heights and len(set(picture._grounds.values())) == len(heights)
    assert list(picture._grounds.values()) == sorted(picture._grounds.values()), "the lowest is the lightest"
    svg = picture.layers()
    for height in heights:
        assert f'class="lv{picture._grounds[height]}"' in layer(svg, "levels")


def test_every_goal_entry_crossing_and_kind_of_hexside_is_drawn(ground):
    board, picture = ground
    svg = picture.layers()
    goals = [p for f in board.features if f.kind == "objective" for p in f.places]
    assert svg.count('class="goal-ring"') == len(goals)
    assert svg.count('class="entry-hex"') == sum(len(entry.places) for entry in board.entries)
    drawings = {
        "river": 'class="bank"', "creek": 'class="stream"', "ford": 'class="shoal"', "bridge": 'class="deck"',
        "burned_bridge": 'class="burnt"', "embankment": 'class="bank-top"', "cut": 'class="cut-bed"',
        "sunken_road": 'class="sunken"', "slope": 'class="slope-crest"', "steep": 'class="steep-crest"',
    }  # fmt: skip
    for kind in {feature.kind for feature in board.features if feature.between}:
        assert drawings[kind] in svg, kind
    for kind, cls in (("rocks", "boulder"), ("angled", "angled"), ("woods", "wood-wash")):
        assert (f'class="{cls}"' in svg) == bool(board.terrain.get(kind)), kind


def test_maps_with_levels_are_well_formed_and_no_line_strays(ground):
    board, picture = ground
    ET.fromstring(draw_map(board))
    ET.fromstring(draw_position(board, [], thumbnail=True))
    assert picture.strays == {}


def test_every_name_of_a_crossing_stands_on_the_map(ground):
    board, picture = ground
    lettered = unescape(re.sub(r"<[^>]+>", " ", picture.near_names.parts()))
    for feature in board.features:
        if feature.between and feature.kind in ("ford", "bridge", "burned_bridge"):
            assert feature.name in lettered, feature.name


def test_a_remark_in_a_name_is_left_out_and_the_rest_kept():
    assert plain_name("Fairfield (Hagerstown) Road") == "Fairfield Road"
    assert plain_name("Five Forks Lane (south)") == "Five Forks Lane"
    assert plain_name("Willoughby Run, east branch") == "Willoughby Run"


def test_north_lies_where_the_grid_says():
    north = {}
    for name, (folder, file) in LEVEL_MAPS.items():
        north[name] = north_of(load_map(files("bullrun.games") / folder / "data" / file))
    assert north == {"the day was ours": 0, "second bull run": 0, "gettysburg": 90}
    board = load_map(files("bullrun.games") / "clash_of_giants" / "data" / "map-gettysburg.toml")
    rose = re.compile(r'<g transform="translate\([^)]*\) rotate\(90\)"><circle class="frame"')
    assert rose.search(draw_map(board))
    assert not rose.search(draw_map(board, cartouche=Cartouche("x", north=0)))


def test_a_hexside_of_an_unknown_kind_is_an_error(hex_board: HexBoard, monkeypatch):
    a, b = hex_board.places[0], next(iter(hex_board.neighbours[hex_board.places[0]]))
    hedge = Feature("hedge", "", (a, b), "made up", between=True)
    monkeypatch.setattr(hex_board, "features", (*hex_board.features, hedge))
    with pytest.raises(BullrunError, match="hexside of kind 'hedge'"):
        survey_hexes(hex_board)


def test_the_side_of_an_entry_comes_from_the_data(second_bull_run: ZoneBoard):
    codes = {mark.words: mark.side for mark in survey_zones(second_bull_run).marks if mark.kind == "code"}
    assert codes == {entry.name: entry.side for entry in second_bull_run.entries}
    assert {codes["A"], codes["B"], codes["G"]} == {"confederate", "union", ""}
    for side in ("union", "confederate", ""):
        assert f'class="setup {side or "both"}"' in setup_code((0, 0), "X", side)


def test_an_unfinished_grade_is_not_drawn_again_through_its_bank(ground):
    _, picture = ground
    banked = {c for s in picture.survey.sides if s.kind == "embankment" for c in (s.a, s.b)}
    for rail in picture.rails:
        if rail.kind == "unbuilt" and banked:
            inside = [p for p in rail.points if picture.sheet.at(p) in banked]
            assert len(inside) < len(rail.points) / 2
