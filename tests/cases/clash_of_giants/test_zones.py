"""3.1, 8 Directions, zones of control and who overlooks whom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import CAVALRY_STEPS, INFANTRY_STEPS
from bullrun.games.clash_of_giants.rules.ground import is_last_of_division, may_stack
from bullrun.games.clash_of_giants.rules.zones import overlooking, targets, uncancelled, zone
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.clash_of_giants.scene import ID, hexes, place, rules, scene, unit


def zones_reach(battle: str, a: str, b: str) -> bool:
    board = rules(battle).board
    return bool(rules(battle).zones[board.place(a)] >> board.place(b) & 1)


@pytest.mark.rule(ID, "3.1.grid", "3.1.dirs")
def test_cases_1_and_2_neighbours() -> None:
    board = rules("gettysburg").board
    around = {
        board.bearing(board.place("3116"), p): board.name(p) for p in board.neighbours[board.place("3116")]
    }
    assert around == {"W": "3115", "NW": "3216", "NE": "3217", "E": "3117", "SE": "3017", "SW": "3016"}
    board = rules("28-august").board
    around = {
        board.bearing(board.place("2608"), p): board.name(p) for p in board.neighbours[board.place("2608")]
    }
    assert around == {"N": "2607", "NE": "2707", "SE": "2708", "S": "2609", "SW": "2508", "NW": "2507"}


@pytest.mark.rule(ID, "3.1.within")
def test_case_3_distances() -> None:
    for battle, a, b, n in [
        ("28-august", "2510", "2812", 3),
        ("28-august", "2510", "2813", 4),
        ("gettysburg", "2016", "2611", 8),
        ("gettysburg", "2016", "2610", 9),
    ]:
        board = rules(battle).board
        assert board.distance(board.place(a), board.place(b)) == n


CASES_43_TO_49 = [
    ("B7.3.zoc", "28-august", "3408", "3308", False),
    ("B7.3.zoc", "28-august", "3308", "3408", False),
    ("8.3.river", "28-august", "3307", "3308", False),
    ("8.3.emb", "28-august", "2409", "2410", True),
    ("8.3.emb", "28-august", "2410", "2409", True),
    ("G7.4.zoc", "gettysburg", "1913", "1912", False),
    ("G7.4.zoc", "gettysburg", "1912", "1913", False),
    ("8.1", "gettysburg", "1912", "2012", True),
    ("G7.3.zoc", "gettysburg", "3614", "3615", True),
    ("G7.3.zoc", "gettysburg", "3615", "3614", False),
    ("G7.3.zoc", "gettysburg", "3613", "3614", True),
    ("8.3.town", "gettysburg", "4117", "4118", True),
    ("8.3.town", "gettysburg", "4118", "4117", False),
    ("8.3.town", "gettysburg", "4217", "4117", False),
    ("G7.2.zoc", "gettysburg", "4411", "4511", True),
    ("G7.2.zoc", "gettysburg", "4511", "4411", False),
    ("G7.2.zoc", "gettysburg", "4510", "4509", True),
    ("G7.2.zoc", "gettysburg", "4509", "4510", True),
]


@pytest.mark.rule(
    ID, "B7.3.zoc", "8.1", "8.3.river", "8.3.emb", "8.3.town", "G7.2.zoc", "G7.3.zoc", "G7.4.zoc"
)
@pytest.mark.parametrize(("rule", "battle", "a", "b", "reaches"), CASES_43_TO_49)
def test_cases_43_to_49_where_zones_reach(rule: str, battle: str, a: str, b: str, reaches: bool) -> None:
    assert zones_reach(battle, a, b) is reaches


@pytest.mark.rule(ID, "G7.6.zoc", "8.1")
def test_case_44_little_round_top() -> None:
    position = scene("gettysburg", {"u-vincent": "2016"}, turn=6)
    assert hexes(position, zone(position, UNION)) == ["1915", "1916", "2017", "2116"]


@pytest.mark.rule(ID, "9.1.wait")
def test_no_zone_from_or_into_an_entry_hex() -> None:
    position = scene("28-august", {"u-poe": "3225", "c-early": "3223"}, turn=2)
    assert zone(position, UNION) == 0
    assert "3225" not in hexes(position, rules("28-august").zones[place(position, "3224")])


@pytest.mark.rule(ID, "8.4", "8.2.friend")
def test_a_friend_cancels_a_zone_for_retreats_and_not_for_movement() -> None:
    position = scene(
        "gettysburg", {"u-stone": "4311", "u-biddle": "4312", "c-davis": "4410", "c-daniel": "4412"}
    )
    assert {"4312", "4311"} <= set(hexes(position, zone(position, CONFEDERATE)))
    assert not {"4312", "4311"} & set(hexes(position, uncancelled(position, UNION)))


@pytest.mark.rule(ID, "14.2")
def test_cavalry_has_zones_like_infantry() -> None:
    position = scene("gettysburg", {"u-gamble-a": "4409"})
    assert "4408" in hexes(position, zone(position, UNION))


@pytest.mark.rule(ID, "6.3.4.who", "6.3.4.hill", "6.3.4.excuse", "12.5.friend")
def test_cases_101_and_102_who_is_overlooked() -> None:
    pieces = {"u-o-smith": "3618", "c-lane": "3517", "c-thomas": "3617", "c-perrin": "3717"}
    position = scene("gettysburg", pieces, turn=4)
    for hex_ in ("3517", "3617", "3717"):
        assert hexes(position, overlooking(position, place(position, hex_), CONFEDERATE)) == ["3618"]
    position = scene("gettysburg", {**pieces, "c-scales": "3718"}, turn=4)
    for hex_ in ("3517", "3617", "3717", "3718"):
        assert not overlooking(position, place(position, hex_), CONFEDERATE)


@pytest.mark.rule(ID, "6.3.4.simul", "6.3.4.zone", "12.5.terrain")
def test_case_105_the_book_on_required_retreats() -> None:
    position = scene(
        "gettysburg",
        {
            "c-mahone": "3424",
            "c-wright": "3717",
            "c-wilcox": "3818",
            "c-hoke": "3819",
            "c-gordon": "3518",
            "c-iverson": "3719",
            "c-daniel": "3721",
            "c-smith": "3421",
            "u-ruger": "3718",
            "u-ames": "3619",
            "u-mcdougall": "3621",
            "u-greene": "3520",
        },
        turn=9,
    )
    below = {
        name: hexes(position, overlooking(position, position.state.at[unit(position, name)], CONFEDERATE))
        for name in (
            "c-mahone",
            "c-wright",
            "c-wilcox",
            "c-hoke",
            "c-gordon",
            "c-iverson",
            "c-daniel",
            "c-smith",
        )
    }
    assert below == {
        "c-mahone": [],
        "c-wright": ["3718"],
        "c-wilcox": ["3718"],
        "c-hoke": [],
        "c-gordon": [],
        "c-iverson": ["3718"],
        "c-daniel": [],
        "c-smith": ["3520"],
    }


@pytest.mark.rule(ID, "12.2.adjacent", "12.3", "G7.4.cav")
def test_who_can_be_attacked() -> None:
    position = scene(
        "28-august", {"u-milroy": "3307", "c-law": "3208", "c-hood": "3207", "c-evans": "3407"}, turn=9
    )
    assert hexes(position, targets(position, unit(position, "u-milroy"))) == ["3208", "3407"], (
        "not over the river"
    )
    position = scene("gettysburg", {"c-law": "1913", "u-gamble-a": "2014", "u-ward": "1914"}, turn=6)
    assert hexes(position, targets(position, unit(position, "u-gamble-a"))) == []
    assert hexes(position, targets(position, unit(position, "u-ward"))) == ["1913"]


@pytest.mark.rule(
    ID, "11.3.clear", "11.3.up", "11.3.creek", "G7.4.cost", "B7.3.cost", "B7.2.move", "11.3.river"
)
@pytest.mark.rule(
    ID, "B7.1.river", "B7.1.burned", "11.8.side", "11.8.cav", "G7.4.cav", "11.3.town", "G7.2.move"
)
def test_what_single_steps_cost() -> None:
    for battle, kind, a, b, points in [
        ("gettysburg", INFANTRY_STEPS, "4409", "4410", 3),
        ("gettysburg", INFANTRY_STEPS, "4410", "4409", 2),
        ("gettysburg", INFANTRY_STEPS, "2014", "2015", 2),
        ("gettysburg", INFANTRY_STEPS, "2015", "2016", 2),
        ("gettysburg", INFANTRY_STEPS, "1912", "1913", 2),
        ("gettysburg", INFANTRY_STEPS, "1914", "1913", 3),
        ("gettysburg", CAVALRY_STEPS, "1912", "1913", None),
        ("gettysburg", INFANTRY_STEPS, "4118", "4117", 1),
        ("gettysburg", INFANTRY_STEPS, "4413", "4513", None),
        ("28-august", INFANTRY_STEPS, "2608", "2609", 1),
        ("28-august", INFANTRY_STEPS, "2609", "2608", 3),
        ("28-august", INFANTRY_STEPS, "2608", "2708", None),
        ("28-august", INFANTRY_STEPS, "2508", "2509", None),
        ("28-august", INFANTRY_STEPS, "2806", "2805", 1),
        ("28-august", INFANTRY_STEPS, "3208", "3307", 2),
        ("28-august", INFANTRY_STEPS, "3207", "3306", None),
        ("28-august", INFANTRY_STEPS, "4917", "5017", None),
        ("28-august", CAVALRY_STEPS, "2605", "2505", 2),
        ("28-august", CAVALRY_STEPS, "2406", "2305", None),
        ("28-august", CAVALRY_STEPS, "2110", "2210", None),
        ("28-august", INFANTRY_STEPS, "3224", "3225", None),
    ]:
        field = rules(battle)
        cost = field.regular_cost(kind, field.board.place(a), field.board.place(b))
        assert cost == (None if points is None else 4 * points), (a, b)


@pytest.mark.rule(ID, "11.6.rate", "11.7.rate", "B7.3.cost")
def test_case_35_the_stone_bridge_by_road_and_march() -> None:
    field = rules("28-august")
    way = [field.board.place(name) for name in ("3108", "3208", "3307")]
    costs = {mode: [field.road_cost(mode, a, b) for a, b in pairwise(way)] for mode in ("road", "march")}
    assert costs == {"road": [4, 8], "march": [1, 5]}


@pytest.mark.rule(ID, "7.1.two", "7.1.division", "7.2", "7.2.single")
def test_case_55_stacking() -> None:
    pieces = {"u-ames": "4417", "u-coster": "4418", "u-o-smith": "4419", "u-ruger": "4420"}
    position = scene("gettysburg", pieces, turn=4)
    ames, smith = unit(position, "u-ames"), unit(position, "u-o-smith")
    here, other = place(position, "4418"), place(position, "4420")
    assert not may_stack(position, ames, here) and may_stack(position, smith, here)
    assert not may_stack(position, ames, other)
    position = scene("gettysburg", {**pieces, "u-von-gilsa": {"box": "lost"}}, turn=4)
    assert is_last_of_division(position, ames)
    assert may_stack(position, ames, here) and not may_stack(position, ames, other)
    full = scene("gettysburg", {"u-coster": "4418", "u-o-smith": "4418", "u-ames": "4417"}, turn=4)
    assert not may_stack(full, unit(full, "u-ames"), here)
    alone = scene("28-august", {"u-koltes": "3010", "u-milroy": "3011"}, turn=9)
    assert may_stack(alone, unit(alone, "u-milroy"), place(alone, "3010")), (
        "Koltes has no other brigade beside him"
    )
