from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bullrun.board.hex_grid import HexBoard
from bullrun.board.map_file import MapError, build_board, load_map
from bullrun.board.places import Board
from bullrun.board.zone_graph import ZoneBoard
from bullrun.errors import BullrunError

HEX_MAP = """
title = "A small map"
kind = "hex"

[grid]
first = "A1"
last = "F6"
raised_columns = "odd"
source = "rulebook"

[[unplayable]]
at = "F6"
source = "deduced: so that the test has one"

[line_terrain.river]
unless = "ford"

[line_terrain.stream]
unless = "river ford"

[[lines]]
name = "The river"
kind = "river"
path = "C1 C2 C3 C4 C5 C6"
exits = "C1 C6"
source = "rulebook"

[[lines]]
name = "The brook"
kind = "stream"
path = "E3 D3 C4"
source = "reconstructed"

[[lines]]
name = "The road"
kind = "road_major"
path = "A3 B2 C3 D2 E3 F2"
exits = "A3 F2"
source = "reconstructed"

[[features]]
kind = "ford"
name = "The ford"
at = "C3"
source = "rulebook"

[[features]]
kind = "town"
name = "Twin town"
at = "E3 F2"
value = 2
side = "union"
note = "base"
source = "rulebook"

[[hills]]
name = "The hill"
tops = "A5 B5"
slopes = "A4 B4"
source = "reconstructed"

[terrain.woods]
source = "reconstructed"
D = "4-6"
E = "1 5-6"

[terrain.orchard]
source = "reconstructed"
at = "A1 B1"

[[borders]]
kind = "wall"
name = "The wall"
between = "D4-E4 D4-E5"
source = "reconstructed"

[[borders]]
kind = "drop"
between = "E1-F1"
one_way = true
marks = "ledge"
source = "reconstructed"

[[labels]]
text = "Farm"
at = "B6"
source = "reconstructed"

[[entries]]
at = "A3"
note = "comes in here"
source = "rulebook"

[[regions]]
name = "west"
from = "A1"
within = ["The river"]
source = "rulebook"

[[regions]]
name = "north_east"
at = "E1 F1"
source = "rulebook"
"""

ZONE_MAP = """
title = "Two zones"
kind = "zone"

[[zones]]
name = "1"
label = "Left"
centre = "5,5"
polygon = "0,0 10,0 10,10 0,10"
ring = "2 |"
source = "reconstructed"

[[zones]]
name = "2"
centre = "15,5"
polygon = "10,0 20,0 20,10 10,10"
ring = "| 1"
source = "rulebook"

[[borders]]
kind = "river"
between = "1-2"
source = "rulebook"

[[lines]]
name = "A path for the eye"
kind = "stream"
drawn = "0,0 5,9"
source = "reconstructed"

[[regions]]
name = "left_bank"
from = "1"
not_across = "river"
source = "rulebook"
"""


def board_of(text: str) -> Board:
    return build_board(tomllib.loads(text), "small.toml")


@pytest.fixture(scope="module")
def board() -> Board:
    return board_of(HEX_MAP)


def across(board: Board, kind: str, name: str) -> list[str]:
    return board.names_of(board.borders.across(kind)[board.place(name)])


def test_river_hexes_are_those_of_the_line_except_fords(board: Board) -> None:
    assert isinstance(board, HexBoard) and board.title == "A small map"
    assert board.names_of(board.terrain["river"]) == ["C1", "C2", "C4", "C5", "C6"]
    assert board.names_of(board.terrain["ford"]) == ["C3"]
    assert board.names_of(board.line("The river").places) == ["C1", "C2", "C3", "C4", "C5", "C6"]


def test_a_stream_ends_where_the_river_begins(board: Board) -> None:
    assert board.names_of(board.terrain["stream"]) == ["D3", "E3"]
    assert across(board, "stream", "C4") == ["D3"]


def test_lines_cross_the_sides_between_hexes_that_follow_each_other(board: Board) -> None:
    assert across(board, "road_major", "C3") == ["B2", "D2"]
    assert across(board, "river", "C3") == ["C2", "C4"]
    assert [board.name(place) for place in board.line("The road").exits] == ["A3", "F2"]


def test_crests_lead_down_from_hilltops_to_slopes(board: Board) -> None:
    assert board.names_of(board.terrain["hilltop"]) == ["A5", "B5"]
    assert board.names_of(board.terrain["slope"]) == ["A4", "B4"]
    assert across(board, "crest", "A5") == ["A4", "B4"] and across(board, "crest", "B5") == ["B4"]
    assert across(board, "uphill", "B4") == ["A5", "B5"] and across(board, "crest", "B4") == []


def test_woods_by_column_and_by_name(board: Board) -> None:
    assert board.names_of(board.terrain["woods"]) == ["D4", "D5", "D6", "E1", "E5", "E6"]
    assert board.names_of(board.terrain["orchard"]) == ["A1", "B1"]


IN_PARTS = """
[levels]
rest = 0

[[levels.1]]
source = "rulebook: an example"
at = "A5 B5"

[[levels.1]]
source = "reconstructed"
E = "1"
"""


PARTED = HEX_MAP.replace(
    "[terrain.woods]", '[[terrain.woods]]\nsource = "rulebook"\nat = "A6"\n\n[[terrain.woods]]'
)


def test_terrain_and_levels_may_come_from_several_sources() -> None:
    board = board_of(PARTED + IN_PARTS)
    assert board.names_of(board.terrain["woods"]) == ["A6", "D4", "D5", "D6", "E1", "E5", "E6"]
    assert [place for place in ("A5", "B5", "E1", "E2") if board.levels[board.place(place)]] == [
        "A5",
        "B5",
        "E1",
    ]
    assert [(ground.kind, board.names_of(ground.places), ground.source) for ground in board.ground] == [
        ("level 1", ["A5", "B5"], "rulebook: an example"),
        ("level 1", ["E1"], "reconstructed"),
        ("woods", ["A6"], "rulebook"),
        ("woods", ["D4", "D5", "D6", "E1", "E5", "E6"], "reconstructed"),
        ("orchard", ["A1", "B1"], "reconstructed"),
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ('at = "A6"', 'at = "D5"', "terrain: woods: number 2: D5 is listed twice"),
        ('at = "A6"', 'at = "A7"', "terrain: woods: number 1: 'A7' is not a place on this map"),
        ('at = "A5 B5"', 'at = "A5 E1"', "levels: 1: number 2: E1 is on level 1 already"),
        ('source = "rulebook: an example"', "", "levels: 1: number 1: source is missing"),
        ("[terrain.orchard]", "[terrain]\nswamp = [3]\n[terrain.orchard]", "swamp must be a table or a list"),
    ],
)
def test_mistakes_in_parts_are_named(right: str, wrong: str, reason: str) -> None:
    assert right in PARTED + IN_PARTS
    with pytest.raises(MapError, match=re.escape(reason)):
        board_of((PARTED + IN_PARTS).replace(right, wrong, 1))


def test_borders_may_lead_one_way(board: Board) -> None:
    assert across(board, "wall", "D4") == ["E4", "E5"] and across(board, "wall", "E4") == ["D4"]
    assert across(board, "drop", "E1") == ["F1"] and across(board, "drop", "F1") == []
    assert board.names_of(board.terrain["ledge"]) == ["F1"]


def test_features_carry_what_is_printed_with_them(board: Board) -> None:
    town = next(feature for feature in board.features if feature.kind == "town")
    assert (town.name, town.value, town.side, town.note) == ("Twin town", 2, "union", "base")
    assert board.names_of(board.named("Twin town")) == ["E3", "F2"]
    assert [(label.text, label.kind) for label in board.labels] == [
        ("The ford", "ford"),
        ("Twin town", "town"),
        ("Farm", "place"),
    ]
    with pytest.raises(KeyError):
        board.named("Nowhere")


def test_a_bank_is_the_land_this_side_of_the_line(board: Board) -> None:
    west = [f"{column}{row}" for column in "AB" for row in range(1, 7)]
    assert board.names_of(board.regions["west"]) == west
    assert board.names_of(board.regions["north_east"]) == ["E1", "F1"]


def test_entries_are_called_by_their_hex_unless_named(board: Board) -> None:
    (entry,) = board.entries
    assert (entry.name, entry.place, entry.note) == ("A3", board.place("A3"), "comes in here")


def test_the_names_of_the_directions_belong_to_the_grid(board: Board) -> None:
    assert isinstance(board, HexBoard)
    assert board.bearing(board.place("C3"), board.place("C2")) == "N"
    lying = board_of(HEX_MAP.replace('last = "F6"', 'last = "F6"\ndirections = "W NW NE E SE SW"'))
    assert isinstance(lying, HexBoard)
    assert lying.bearing(lying.place("C3"), lying.place("C2")) == "W"
    assert lying.bearing(lying.place("C3"), lying.place("D2")) == "NW"


def test_an_entry_may_have_several_places_that_serve_alike() -> None:
    several = HEX_MAP.replace('at = "A3"\nnote', 'name = "West road"\nat = "A3 A4"\nnote')
    (entry,) = board_of(several).entries
    assert entry.name == "West road"
    assert [board_of(several).name(place) for place in entry.places] == ["A3", "A4"]
    assert entry.place == entry.places[0]


def test_a_region_may_be_the_places_along_a_line() -> None:
    board = board_of(HEX_MAP.replace('from = "A1"\nwithin = ["The river"]', 'along = "The brook"'))
    assert board.names_of(board.regions["west"]) == ["C4", "D3", "E3"]


LEVELS = """
[levels.1]
source = "rulebook: F5"
at = "F1 F2 F3 F4 F5"

[levels.3]
source = "reconstructed"
A = "1-6"
B = "1-6"
C = "1-6"
D = "1-6"
E = "1-6"

[[borders]]
kind = "steep"
between = "E1-F1 E2-F1"
drop = "2+"
source = "reconstructed"
"""

REST = """
[levels]
rest = 0
"""


def test_a_map_without_levels_is_flat(board: Board) -> None:
    assert board.levels == (0,) * board.size


def test_levels_by_column_and_by_name() -> None:
    board = board_of(HEX_MAP + LEVELS)
    assert len(board.levels) == board.size
    assert {board.name(place) for place in board.places if board.levels[place] == 1} == {
        "F1", "F2", "F3", "F4", "F5",
    }  # fmt: skip
    assert {board.levels[board.place(name)] for name in ("A1", "C3", "E6")} == {3}
    assert across(board, "steep", "F1") == ["E1", "E2"] and across(board, "steep", "E1") == ["F1"]


def test_places_that_no_level_names_are_on_the_level_of_the_rest() -> None:
    board = board_of(HEX_MAP + LEVELS.replace('E = "1-6"', "", 1).replace('"E1-F1 E2-F1"', '"D1-E2"') + REST)
    assert {board.levels[board.place(name)] for name in ("E1", "E6")} == {0}
    assert board.levels[board.place("A1")] == 3


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ('E = "1-6"', "", "levels: no level for E1 E2 E3 E4 E5 ..."),
        ('E = "1-6"', 'E = "1-6"\nF = "5"', "levels: 3: F5 is on level 1 already"),
        ('E = "1-6"', 'E = "1-7"', "levels: 3: 'E7' is not a place on this map"),
        ("[levels.3]", "[levels.high]", "levels: high: a level is a whole number"),
        ("[levels.3]", "[levels.2]", "borders: number 3: the drop should be 2+: E1 on level 2, F1 on 1"),
        ('drop = "2+"', 'drop = "1"', "borders: number 3: the drop should be 1: E1 on level 3, F1 on 1"),
        ('source = "rulebook: F5"', "", "levels: 1: source is missing"),
    ],
)
def test_mistakes_in_levels_are_named(right: str, wrong: str, reason: str) -> None:
    assert right in LEVELS
    with pytest.raises(MapError, match=re.escape(reason)) as caught:
        board_of(HEX_MAP + LEVELS.replace(right, wrong, 1))
    assert str(caught.value).startswith("small.toml: ")


def test_a_zone_map() -> None:
    board = board_of(ZONE_MAP)
    assert isinstance(board, ZoneBoard)
    left, right = board.place("1"), board.place("2")
    assert board.borders.has("river", left, right)
    assert board.names_of(board.regions["left_bank"]) == ["1"]
    assert board.source(left) == "reconstructed" and board.source(right) == "rulebook"
    assert [(label.text, label.places) for label in board.labels] == [("Left", (left,))]
    (stream,) = board.lines
    assert stream.path == () and stream.drawn == ((0, 0), (5, 9))
    assert board.terrain["stream"] == 0


# One mistake each: what to change in the map above, and what the error must say.
MISTAKES = [
    ('kind = "hex"', 'kind = "square"', "map: kind must be 'hex' or 'zone', not 'square'"),
    ('title = "A small map"', "", "map: title is missing"),
    ('title = "A small map"', "title = 7", "map: title must be text, not 7"),
    ('title = "A small map"', 'title = "A"\nscale = 3', "map: unknown field scale"),
    ('raised_columns = "odd"', 'raised_columns = "some"', "grid: raised_columns must be 'odd' or 'even'"),
    ('last = "F6"', 'last = "F6"\nwidth = 3', "grid: unknown field width"),
    (
        'last = "F6"',
        'last = "F6"\ndirections = "N E S W"',
        "grid: directions must be the six of N NE SE S SW NW or of W NW NE E SE SW, not N E S W",
    ),
    ('at = "F6"', 'at = "G6"', "unplayable: G6: G6 is off the grid A1 to F6"),
    ('path = "E3 D3 C4"', 'path = "E3 C4"', "lines: The brook: E3 and C4 are not adjacent"),
    ('path = "E3 D3 C4"', 'path = "E3"', "lines: The brook: a path needs two places or more"),
    ('path = "E3 D3 C4"', 'path = "E3 D3 D7"', "lines: The brook: 'D7' is not a place on this map"),
    ('path = "E3 D3 C4"', 'path = "F5 F6"', "lines: The brook: F6 is printed on this map but is not in play"),
    ('path = "E3 D3 C4"', 'path = "E3 D3 C4"\nexits = "D3"', "exit D3 is not an end of the path"),
    ('path = "E3 D3 C4"', 'path = "E3 D3 C4"\nexits = "C4"', "exit C4 is not at the edge of the map"),
    ('name = "The brook"', 'name = "The river"', "lines: The river: another line has this name"),
    ('kind = "stream"', "", "lines: The brook: kind is missing"),
    ('name = "The ford"', 'name = "The ford"\ndepth = 1', "features: The ford: unknown field depth"),
    ('at = "E3 F2"', 'at = "E3 E3"', "features: Twin town: E3 is listed twice"),
    ('at = "E3 F2"', 'at = ""', "features: Twin town: no place is named"),
    ("value = 2", "value = true", "features: Twin town: value must be a whole number, not True"),
    ('slopes = "A4 B4"', 'slopes = "A4 B4 A1"', "hills: The hill: slope A1 has no hilltop beside it"),
    ('tops = "A5 B5"', 'tops = "A5 B5 E5"', "hills: The hill: hilltop E5 has no slope beside it"),
    ('slopes = "A4 B4"', 'slopes = "A4 B4 B5"', "hills: The hill: B5 is both hilltop and slope"),
    ('D = "4-6"', 'D = "6-4"', "terrain: woods: D: '6-4' is not a row or a range of rows"),
    ('D = "4-6"', 'D = "4-9"', "terrain: woods: 'D7' is not a place on this map"),
    (
        'between = "D4-E4 D4-E5"',
        'between = "D4"',
        "borders: The wall: 'D4' must be two places joined by a hyphen",
    ),
    ('between = "D4-E4 D4-E5"', 'between = "D4-A1"', "borders: The wall: D4 and A1 are not adjacent"),
    ("one_way = true", "", "borders: number 2: marks needs one_way"),
    ('within = ["The river"]', 'within = ["The sea"]', "regions: west: within: no line is called 'The sea'"),
    ('from = "A1"', 'from = "C2"', "regions: west: C2 lies on the line that bounds the region"),
    ('from = "A1"', 'from = "A1"\nnot_across = "sea"', "not_across: no border is of the kind 'sea'"),
    ('name = "north_east"', 'name = "west"', "regions: west: another region has this name"),
    (
        'unless = "river ford"',
        'unless = "swamp"',
        "line_terrain: stream: unless swamp: no place has this terrain",
    ),
    ("[line_terrain.stream]", "[line_terrain.canal]", "line_terrain: canal: no line is of this kind"),
    ('note = "comes in here"', "", "entries: A3: note is missing"),
    ('at = "A3"', 'at = "A3 A4"', "entries: A3 A4: an entry of several places needs a name"),
    ('from = "A1"', 'along = "The sea"', "regions: west: along: no line is called 'The sea'"),
    (
        "one_way = true",
        'one_way = true\ndrop = "far"',
        "drop must be a number of levels such as 1 or 2+, not 'far'",
    ),
    ("one_way = true", 'one_way = true\ndrop = "1"', "the drop should be 1: E1 on level 0, F1 on 0"),
]


@pytest.mark.parametrize(("right", "wrong", "reason"), MISTAKES)
def test_each_mistake_is_named_with_file_item_and_reason(right: str, wrong: str, reason: str) -> None:
    assert right in HEX_MAP
    with pytest.raises(MapError, match=re.escape(reason)) as caught:
        board_of(HEX_MAP.replace(right, wrong, 1))
    assert str(caught.value).startswith("small.toml: ")


@pytest.mark.parametrize(
    "table", ["grid", "unplayable", "lines", "features", "hills", "borders", "labels", "regions"]
)
def test_every_item_must_say_where_it_comes_from(table: str) -> None:
    head, _, tail = HEX_MAP.partition(f"[{table}]")
    before, _, after = tail.partition("source = ")
    _, _, rest = after.partition("\n")
    with pytest.raises(MapError, match=f"{table}.*source is missing"):
        board_of(f"{head}[{table}]{before}{rest}")


def test_a_source_is_one_of_four_words() -> None:
    with pytest.raises(
        MapError, match="source must start with rulebook, deduced, published, reconstructed, not 'hearsay'"
    ):
        board_of(HEX_MAP.replace('source = "rulebook"', 'source = "hearsay"', 1))


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ('ring = "2 |"', 'ring = "2"', "small.toml: map: zone 1: the ring is given as 2"),
        ('centre = "5,5"', 'centre = "5"', "small.toml: zones: 1: centre: '5' must be two whole numbers"),
        ('centre = "5,5"', 'centre = "5,5 6,6"', "small.toml: zones: 1: centre must be one point"),
        ('name = "2"', 'name = "1"', "zone 1 is listed twice"),
    ],
)
def test_mistakes_in_zones_are_named(right: str, wrong: str, reason: str) -> None:
    with pytest.raises(MapError, match=re.escape(reason)):
        board_of(ZONE_MAP.replace(right, wrong, 1))


def test_a_file_that_is_missing_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"map\.toml: cannot be read: No such file"):
        load_map(tmp_path / "map.toml")
    (tmp_path / "map.toml").write_text("title = ", encoding="utf-8")
    with pytest.raises(MapError, match=r"map\.toml: not a TOML file"):
        load_map(tmp_path / "map.toml")
    (tmp_path / "map.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(BullrunError, match=r"map\.toml: not a TOML file"):
        load_map(tmp_path / "map.toml")


def test_a_good_file_loads(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(HEX_MAP, encoding="utf-8")
    assert load_map(tmp_path / "map.toml").title == "A small map"
