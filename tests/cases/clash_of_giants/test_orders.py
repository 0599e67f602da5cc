"""B8.7 Pope's Orders."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.orders import attacked, goal_of, lead_moves, owes, roads_to
from tests.cases.clash_of_giants.scene import ID, at, options, play, refusal, rules, scene, told, unit

BULL_RUN = "28-august"
Pieces = dict[str, Any]


def ordered(pieces: Pieces, formation: str, points: int, turn: int = 3, **extra: Any) -> Clash:
    """A formation under Orders is about to move, and nothing comes after it."""
    position = scene(
        BULL_RUN, pieces, turn=turn, phase="movement", marker=f"cm-{formation}", points=points, **extra
    )
    index = position.rules.roster.formation_index(formation)
    position.state.frames = [("orders", index)]
    position.log = []
    return position


def index(position: Clash, formation: str) -> int:
    return position.rules.roster.formation_index(formation)


def leads(position: Clash, name: str) -> set[tuple[str, ...]]:
    """The paths that a unit could take as the lead."""
    number, names = unit(position, name), position.rules.board.names
    goal = goal_of(position.rules, position.rules.roster.formation[number])
    assert goal is not None
    return {tuple(names[place] for place in path) for path in lead_moves(position, number, goal)}


def ends(position: Clash, name: str) -> set[str]:
    return {path[-1] for path in leads(position, name)}


def choose(position: Clash, name: str, end: str) -> None:
    """Take a shortest way of the lead that ends there."""
    found = [
        option for option in options(position) if option.startswith(f"lead {name} ") and option.endswith(end)
    ]
    play(position, min(found, key=len))


IX_CORPS = ("u-scammon", "u-christ", "u-leasure", "u-farnsworth", "u-nagle", "u-ferrero")
IN_E: Pieces = dict.fromkeys(IX_CORPS, "3225")


@pytest.mark.rule(ID, "B8.7.who4504", "B8.7.who3214", "B8.7.free.d")
def test_who_is_ordered_where_and_until_when() -> None:
    position = scene(BULL_RUN, {"u-poe": "3225"}, turn=3)
    goals: dict[str, set[str]] = {}
    for number, formation in enumerate(position.rules.roster.formations):
        goal = goal_of(position.rules, number)
        if goal is not None:
            goals.setdefault(position.rules.board.names[goal], set()).add(formation.id)
    assert goals == {
        "4504": {"king", "ricketts", "hooker", "kearny", "v-corps", "ix-corps"},
        "3214": {"i-corps", "reynolds"},
    }
    assert owes(position, index(position, "kearny")) and not owes(position, index(position, "vi-corps"))
    night = scene(BULL_RUN, {"u-poe": "3225"}, turn=6)
    assert owes(night, index(night, "kearny")), "Orders still bind at night"
    morning = scene(BULL_RUN, {"u-poe": "3225"}, turn=7)
    assert not owes(morning, index(morning, "kearny"))
    agreed = scene(BULL_RUN, {"u-poe": "3225"}, turn=3, options={"popes-orders": "off"})
    assert not owes(agreed, index(agreed, "kearny"))


@pytest.mark.rule(ID, "B8.7.ban", "B8.7.count", "B8.7.road")
def test_distances_count_road_hexes_without_the_haymarket_road() -> None:
    book = rules(BULL_RUN)
    place = book.board.place
    centreville, market = roads_to(book, place("4504")), roads_to(book, place("3214"))
    assert [centreville.far[place(name)] for name in ("3225", "4316", "3813", "4312")] == [30, 14, 17, 10]
    assert [market.far[place(name)] for name in ("1911", "2312", "2310", "2413")] == [13, 9, 9, 8]
    assert not centreville.links[place("2605")] >> place("2505") & 1
    road = next(line for line in book.board.lines if line.name == "Sudley Springs-Haymarket Road")
    inward = [
        book.board.names[hex_] for hex_ in road.path if book.board.neighbour_set[place("2903")] >> hex_ & 1
    ]
    position = ordered({"u-gibbon": "2903", "u-hatch": "2903"}, "king", 4)
    assert refusal(position, "union", f"lead u-gibbon {inward[0]}").rule == "B8.7.ban"


@pytest.mark.rule(ID, "B8.7.closer", "B8.7.far", "B8.7.any", "B8.7.follow")
def test_case_60_kearny_from_e() -> None:
    position = ordered(dict.fromkeys(("u-robinson", "u-birney", "u-poe"), "3225"), "kearny", 6, turn=2)
    assert len(leads(position, "u-robinson")) == 48
    assert {"4312", "4714"} <= ends(position, "u-robinson")
    assert not {"3722", "4316", "3823"} & ends(position, "u-robinson")
    choose(position, "u-robinson", "4312")
    assert told(position, "moved")[0]["cost"] == "6"
    assert sorted(options(position)) == ["follow u-birney 4314", "follow u-poe 4314"]
    assert refusal(position, "union", "follow u-poe 4313").rule == "B8.7.follow"
    play(position, "follow u-birney 4314")
    position.decision()
    assert position.is_over and at(position, "u-poe") == "4316"


@pytest.mark.rule(ID, "B8.7.closer", "B8.7.far", "B8.7.back")
def test_why_a_lead_does_not_take_a_way() -> None:
    position = ordered({"u-robinson": "4316"}, "kearny", 8)
    assert refusal(position, "union", "lead u-robinson 4315").rule == "B8.7.far"
    assert refusal(position, "union", "lead u-robinson 4315 4316").rule == "B8.7.back"
    assert refusal(position, "union", "lead u-robinson 4417").rule == "B8.7.road"
    assert refusal(position, "union", "lead u-robinson 4216").rule == "B8.7.closer"
    position.state.been[unit(position, "u-robinson")] = 1 << position.rules.board.place("4315")
    assert not any(path[0] == "4315" for path in leads(position, "u-robinson"))


@pytest.mark.rule(ID, "B8.7.free.a", "B8.7.any", "B8.7.end")
def test_case_61_i_corps_reaches_new_market() -> None:
    position = ordered({"u-stahel": "1911", "u-mclean": "1911"}, "i-corps", 4)
    ways = [path for path in leads(position, "u-stahel") if path[-1] == "3214" and len(path) == 13]
    assert any("2312" in path for path in ways) and any("2510" in path for path in ways)
    choose(position, "u-stahel", "3214")
    assert told(position, "moved")[0]["cost"] == "3 1/4"
    number = index(position, "i-corps")
    assert told(position, "orders_freed")[0]["reason"] == "it has arrived"
    assert owes(position, number), "until the activation ends"
    assert position.state.freed >> number & 1


@pytest.mark.rule(ID, "B8.7.zoc", "11.6.enemy")
def test_case_62_lawton_shuts_the_lane() -> None:
    position = ordered({"u-stahel": "1911", "c-lawton": "2514"}, "i-corps", 4)
    assert {"2413", "3214"} <= ends(position, "u-stahel") and "2312" not in ends(position, "u-stahel")


@pytest.mark.rule(ID, "B8.7.far", "B8.7.zoc", "B8.7.follow")
def test_book_example_1_ix_corps() -> None:
    position = ordered(IN_E | {"u-birney": "4221", "c-stonewall": "3521"}, "ix-corps", 6)
    assert ends(position, "u-scammon") == {"4021", "3721"}
    choose(position, "u-scammon", "4021")
    first = {option.split()[2] for option in options(position)}
    assert first == {"3822"}, "one hex is left between them"
    play(position, options(position)[0])
    for _ in range(2):
        play(position, next(o for o in options(position) if o.endswith("3722") and o.split()[1] in IX_CORPS))
    left = [name for name in IX_CORPS if at(position, name) == "3225"]
    assert len(left) == 2
    while not position.is_over:
        play(position, options(position)[0])
    assert all(at(position, name) == "3623" for name in left)


@pytest.mark.rule(ID, "B8.7.free.e", "B8.7.free.c")
def test_case_63_book_the_lead_stopped_by_stonewall() -> None:
    position = ordered(IN_E | {"u-birney": "4221", "c-stonewall": "3522"}, "ix-corps", 6)
    assert ends(position, "u-scammon") == {"3423"}
    choose(position, "u-scammon", "3423")
    assert told(position, "orders_freed")[0]["reason"] == "it has met the enemy"
    found = {option.split()[2] for option in options(position) if option.split()[1] == "u-nagle"}
    assert {"3323", "3422", "3623"} <= found
    play(position, "follow u-nagle 3623")
    assert "3323" in told(position, "moved")[-1]["path"]
    play(position, "follow u-ferrero 3422")


@pytest.mark.rule(ID, "B8.7.free.e")
def test_a_formation_that_arrives_later_is_free_beside_the_stopped_lead_too() -> None:
    pieces: Pieces = {"u-scammon": "3423", "u-poe": "3225", "c-stonewall": "3522"}
    position = ordered(pieces, "kearny", 6)
    position.decision()
    assert position.is_over and at(position, "u-poe") == "3323", "on the road, as far as it gets"
    position = ordered(pieces, "kearny", 6)
    position.state.stopped = 1 << unit(position, "u-scammon")
    assert "follow u-poe 3422" in options(position)
    pieces["u-poe"] = {"at": "3225", "arrived": 2}
    position = ordered(pieces, "kearny", 6)
    position.state.stopped = 1 << unit(position, "u-scammon")
    found = position.decision()
    assert found is None or ("follow", "u-poe", "3422") not in found.options


@pytest.mark.rule(ID, "B8.7.zoc", "B8.7.count", "B8.7.follow")
def test_book_example_2_kearny() -> None:
    pieces: Pieces = {"u-robinson": "4316", "u-poe": "4317", "u-birney": "4318", "u-grover": "4313"}
    position = ordered(pieces | {"c-stonewall": "4411"}, "kearny", 8)
    assert ends(position, "u-robinson") == {"4412", "4512", "5013"}


@pytest.mark.rule(ID, "B8.7.off")
def test_who_is_off_the_road_goes_to_the_nearest_road_first() -> None:
    position = ordered({"u-grover": "3820"}, "hooker", 6, turn=1)
    roads = roads_to(position.rules, position.rules.board.place("4504"))
    assert position.rules.board.place("3820") not in roads.far
    found = options(position)
    assert all(option.startswith("follow u-grover") for option in found)
    assert all(position.rules.board.place(option.split()[2]) in roads.far for option in found)
    assert refusal(position, "union", "lead u-grover 3821").rule == "B8.7.off"


@pytest.mark.rule(ID, "B8.7.free.b", "B8.7.free.not", "B8.7.end")
def test_an_attack_releases_and_a_neighbour_does_not() -> None:
    position = scene(BULL_RUN, {"u-poe": "3722", "c-stonewall": "3721"}, turn=3)
    number = index(position, "kearny")
    assert owes(position, number) and not position.state.freed, "an enemy beside it changes nothing"
    position.log = []
    attacked(position, [unit(position, "u-poe")])
    assert position.state.freed == 1 << number and owes(position, number)
    assert told(position, "orders_freed") == [
        {"formation": position.rules.roster.formations[number].name, "reason": "it is attacked"}
    ]


@pytest.mark.rule(ID, "B8.7.free.b", "B8.7.end")
def test_a_declared_attack_releases_from_the_end_of_the_activation() -> None:
    pieces: Pieces = {"c-stonewall": "3721", "u-poe": "3722"}
    position = scene(
        BULL_RUN, pieces, turn=3, side="confederate", phase="combat", marker="scm-jackson", points=4
    )
    number = index(position, "kearny")
    play(position, "attack c-stonewall 3722")
    if "fight 3722" in options(position):
        play(position, "fight 3722")
    assert position.state.freed >> number & 1 and not position.state.free >> number & 1


@pytest.mark.rule(ID, "B8.7.follow", "B8.7.far")
@pytest.mark.parametrize(
    ("lead", "poe", "birney"), [("4412", "4312", "4314"), ("4512", "4512", "4613"), ("5013", "4913", "4714")]
)
def test_book_example_2_who_follows_ends_where_the_book_says(lead: str, poe: str, birney: str) -> None:
    pieces: Pieces = {"u-robinson": "4316", "u-poe": "4317", "u-birney": "4319", "u-grover": "4313"}
    position = ordered(pieces | {"c-stonewall": "4411"}, "kearny", 8)
    choose(position, "u-robinson", lead)
    position.decision()
    assert position.is_over, "those who follow have no choice"
    assert [at(position, name) for name in ("u-robinson", "u-poe", "u-birney")] == [lead, poe, birney]
    freed = bool(position.state.freed >> index(position, "kearny") & 1)
    assert freed == (lead == "4412"), "only there the lead has met the enemy"
