"""12.3: retreats, hex by hex."""

from __future__ import annotations

import pytest

from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.retreat import has_way, retreat
from tests.cases.day_was_ours.scene import at, explain, given, options, place, play, told, unit

GAME = "day-was-ours"


def retreats(*units: str, who: str, hexes: int = 1, cause: str = "2015", **more: object) -> Day:
    """A position in which a unit has to retreat."""
    position = given(*units, **more)
    position.state.frames = []
    retreat(position, unit(who), hexes, place(cause))
    position.decision()
    return position


def choices(position: Day) -> set[str]:
    return {words.split()[-1] for words in options(position) if words.startswith("retreat ")}


@pytest.mark.rule(GAME, "12.3.direction")
@pytest.mark.rule(GAME, "12.3.away")
def test_case_120_away_from_the_fire_and_toward_the_own_edges() -> None:
    position = retreats("4 SC a 2016", "2 RI 2015", who="4 SC a")
    assert choices(position) == {"2017", "1916"}
    refusal = explain(position, "retreat CSA-4-SC-a 2116")
    assert refusal is not None and refusal.rule == "12.3.direction"
    refusal = explain(position, "retreat CSA-4-SC-a 2115")
    assert refusal is not None and refusal.rule == "12.3.away"
    play(position, "retreat CSA-4-SC-a 2017")
    assert at(position, "4 SC a") == "2017" and position.state.driven >> unit("4 SC a") & 1


@pytest.mark.rule(GAME, "12.3.stack")
def test_case_121_the_last_hex_must_have_room() -> None:
    position = retreats("4 SC a 2016", "2 RI 2015", "8 GA 2017", who="4 SC a")
    assert at(position, "4 SC a") == "1916"


@pytest.mark.rule(GAME, "12.3.engaged")
def test_case_122_rather_not_next_to_an_enemy() -> None:
    position = retreats("4 SC a 2016", "2 RI 2015", "71 NY 2117", who="4 SC a")
    assert at(position, "4 SC a") == "1916"
    position = retreats("4 SC a 2016", "2 RI 2015", "71 NY 1917", who="4 SC a")
    assert at(position, "4 SC a") == "2116"


@pytest.mark.rule(GAME, "12.3.hit")
def test_case_123_each_engaged_hex_entered_costs_a_hit() -> None:
    position = retreats("4 SC a 2016", "2 RI 2015", "71 NY 2117", "1 RI 1917", who="4 SC a")
    assert choices(position) == {"2017", "1916"}
    play(position, "retreat CSA-4-SC-a 1916")
    assert position.state.hits[unit("4 SC a")] == 1


@pytest.mark.rule(GAME, "12.3.direction")
def test_case_124_north_alone_is_a_union_direction() -> None:
    position = retreats("11 NY 2125", "33 VA 2226", "4 VA 2325", who="11 NY", cause="2226")
    assert at(position, "11 NY") == "2124"


@pytest.mark.rule(GAME, "12.3.edge")
@pytest.mark.parametrize(
    "name, hex_, cause, box",
    [
        ("2 RI", "1800", "1701", "broken-1"),
        ("Griffin", "1800", "1701", "eliminated"),
        ("8 GA", "1940", "1939", "broken-1"),
        ("4 SC b", "1940", "1939", "eliminated"),
    ],
)
def test_case_125_over_the_own_edge(name: str, hex_: str, cause: str, box: str) -> None:
    position = retreats(f"{name} {hex_}", who=name, cause=cause)
    assert at(position, name) == box


@pytest.mark.rule(GAME, "12.3.edge")
@pytest.mark.rule(GAME, "12.3.away")
def test_case_126_other_edges_are_walls() -> None:
    position = retreats("8 GA 4035", "2 RI 3935", who="8 GA", cause="3935")
    assert at(position, "8 GA") == "4034"


@pytest.mark.rule(GAME, "12.3.path")
@pytest.mark.rule(GAME, "2.10g")
def test_case_127_no_retreat_over_bull_run() -> None:
    position = retreats("4 SC b 3721", "2 OH 3821", who="4 SC b", cause="3821")
    assert choices(position) == {"3621", "3622"}


@pytest.mark.rule(GAME, "12.3.path")
@pytest.mark.rule(GAME, "16.3.x")
def test_case_128_over_the_bridge_if_nothing_else_is_left_and_that_frees_nobody() -> None:
    position = retreats("4 SC b 3721", "2 RI 3622", "1 RI 3621", who="4 SC b", cause="3622")
    assert at(position, "4 SC b") == "3822"
    assert position.state.crossed < 0


@pytest.mark.rule(GAME, "12.3.none")
@pytest.mark.parametrize("name, box", [("4 SC b", "eliminated"), ("4 SC a", "broken-2")])
def test_case_129_no_hex_left(name: str, box: str) -> None:
    position = retreats(f"{name} 3721", "2 RI 3622", "1 RI 3621", "1 OH 3822", who=name, cause="3622")
    assert at(position, name) == box


@pytest.mark.rule(GAME, "12.3.guns")
def test_case_130_guns_leave_woods_by_the_road() -> None:
    position = retreats("Griffin 1707", "8 GA 1607", who="Griffin", cause="1607")
    assert at(position, "Griffin") == "1708"


@pytest.mark.rule(GAME, "16.3.9")
def test_case_132_rogers_is_removed_beyond_his_radius() -> None:
    position = retreats("Rogers 3532", "2 RI 3531", who="Rogers", hexes=2, cause="3531", turn="10:00 AM")
    while (decision := position.decision()) is not None:
        position.apply(decision.options[0])
    assert at(position, "Rogers") == "removed"


@pytest.mark.rule(GAME, "12.3.stack")
@pytest.mark.rule(GAME, "12.3.hit")
def test_case_202_over_stacked_at_the_end_it_goes_one_hex_further() -> None:
    position = retreats("4 SC a 2016", "2 RI 2015", "71 NY 1916", "1 RI 2116", "8 GA 2017", who="4 SC a")
    assert at(position, "4 SC a") == "2018"
    assert position.state.hits[unit("4 SC a")] == 1
    assert told(position, "retreat")[0]["path"] == ["2016", "2017", "2018"]


@pytest.mark.rule(GAME, "12.3.path")
def test_the_full_number_of_hexes_and_none_of_them_twice() -> None:
    position = retreats("27 NY 2015", "8 GA 2016", who="27 NY", hexes=3, cause="2016")
    for _ in range(3):
        decision = position.decision()
        if decision is None:
            break
        position.apply(decision.options[0])
    position.decision()
    (facts,) = told(position, "retreat")
    assert len(set(facts["path"])) == 4


@pytest.mark.rule(GAME, "12.3.path")
def test_the_union_does_not_retreat_over_the_barred_bridge_nor_a_ford_that_is_not_found() -> None:
    position = retreats("1 OH 3822", "8 GA 4023", "7 GA 3922", who="1 OH", cause="4023")
    assert "3721" not in choices(position) and at(position, "1 OH") != "3721"
    closed = retreats("13 NY 3416", "8 GA 3415", who="13 NY", cause="3415", turn="10:00 AM")
    assert "3316" not in choices(closed)


@pytest.mark.rule(GAME, "12.3.away")
def test_never_nearer_to_the_cause() -> None:
    position = given("8 GA 4035", "2 RI 4034", "1 RI 3934")
    assert has_way(position, unit("8 GA"), place("4034"))
    blocked = given("8 GA 4036", "2 RI 4035", "1 RI 3936", "71 NY 4037", "2 NH 3935")
    assert not has_way(blocked, unit("8 GA"), place("4035"))


@pytest.mark.rule(GAME, "7.3.chaos.end")
def test_case_211_chaos_goes_with_the_last_unit_that_retreats() -> None:
    position = retreats("2 RI 1914", "1 RI 1915", "8 GA 1916", who="2 RI", cause="1916", chaos="1914")
    while (decision := position.decision()) is not None:
        position.apply(decision.options[0])
    assert told(position, "chaos_off") == [{"at": "1914"}]
    assert position.state.at[unit("wild-Fog-of-War")] < 0
    held = retreats("2 RI 1914 worn", "Arnold 1914", "8 GA 1915", who="2 RI", cause="1915", chaos="1914")
    while (decision := held.decision()) is not None:
        held.apply(decision.options[0])
    assert told(held, "chaos_off") == [], "a unit is left in it"


@pytest.mark.rule(GAME, "14.c")
def test_a_retreat_takes_control_of_what_it_passes_through() -> None:
    position = retreats("4 SC a 1913", "2 RI 1912", who="4 SC a", cause="1912", control={"1914": "union"})
    play(position, "retreat CSA-4-SC-a 1914")
    assert position.state.control[position.rules.plan.objective_at[place("1914")]] == 1
