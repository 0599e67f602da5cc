"""6.2 The artillery cup, by the numbers of the case book."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bullrun.games.clash_of_giants.rules import artillery
from bullrun.games.clash_of_giants.rules.artillery_markers import in_cup
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import ASIDE, DECLARED, GONE, READY
from tests.cases.clash_of_giants.scene import ID, options, owner, play, refusal, scene, told, unit

ONE_OF_EACH = {
    "28-august": "u-grover c-starke c-early c-archer c-fitz-lee",
    "gettysburg": "u-gamble-a u-cutler c-archer",
}
BR_8 = "u-robinson u-christ u-stahel u-meade u-gibbon u-roberts u-duryea c-hood c-corse c-toombs"
GB_4 = "u-ames u-graham u-ruger c-lane c-doles c-hays c-wright c-jones"
GB_14 = "u-irish u-vincent u-torbert c-kershaw c-law c-garnett"


def filled(scenario: str, turn: int, more: str = "", **extra: object) -> Clash:
    """The marker phase with one unit of each of these formations on the map, each in a row of its own."""
    names = [*ONE_OF_EACH[scenario].split(), *more.split()]
    columns = {"28-august": "3412", "gettysburg": "3005"}[scenario]
    start = int(columns)
    pieces = {name: str(start + 100 * (number % 14) + number // 14) for number, name in enumerate(names)}
    position = scene(scenario, pieces, turn=turn, phase="markers", **extra)  # type: ignore[arg-type]
    position.state.frames = [("artillery_cup",)]
    position.log = []
    return position


def draw_all(position: Clash) -> list[str]:
    """Draw as many as may be drawn."""
    drawn: list[str] = []
    while position.decision() is not None:
        assert owner(position) == "chance"
        drawn.append(options(position)[0])
        play(position, drawn[-1])
    return drawn


def boxes(position: Clash, names: Sequence[str]) -> list[int]:
    return [position.state.box[unit(position, name)] for name in names]


@pytest.mark.rule(ID, "B3.1.3", "6.2.half", "B6.2.horse", "6.2.cup")
def test_case_8_the_first_turn_of_second_bull_run() -> None:
    position = filled("28-august", 1)
    assert options(position) == [
        "draw am-hooker", "draw am-taliaferro", "draw am-ewell", "draw am-light", "draw am-jacksons-wing",
    ]  # fmt: skip
    assert len(draw_all(position)) == 2
    assert unit(position, "am-stuart-horse") in artillery.available(position, 1), "without the cup"
    assert boxes(position, ["am-hooker", "am-taliaferro", "am-ewell"]) == [READY, READY, ASIDE]


@pytest.mark.rule(ID, "6.2.cup", "6.2.half")
@pytest.mark.parametrize(("turn", "more", "size"), [(8, BR_8, 18), (13, BR_8 + " c-wilcox c-wright", 21)])
def test_case_9_turns_8_and_13(turn: int, more: str, size: int) -> None:
    position = filled("28-august", turn, more)
    position.decision()
    assert len(in_cup(position)) == size and len(draw_all(position)) == size // 2


@pytest.mark.rule(ID, "G3.1.3.am", "G6.3")
def test_case_10_the_first_turn_of_gettysburg() -> None:
    position = filled("gettysburg", 1)
    assert options(position) == ["draw am-buford", "draw am-i-corps", "draw am-heth"], "no Cemetery Hill yet"
    assert len(draw_all(position)) == 1


@pytest.mark.rule(ID, "G6.3", "G6.4")
@pytest.mark.parametrize(("answer", "size"), [("withhold am-xi-corps", 12), ("pass", 13)])
def test_case_11_cemetery_hill(answer: str, size: int) -> None:
    position = filled("gettysburg", 4, GB_4, control={"3618": "union"})
    assert owner(position) == "union" and options(position)[0] == "pass"
    assert refusal(position, "union", "withhold am-reserve-a").rule == "G6.3"
    play(position, answer)
    position.decision()
    assert len(in_cup(position)) == size and len(draw_all(position)) == 6
    if size == 12:
        assert boxes(position, ["am-xi-corps"]) == [READY]
        assert told(position, "withheld") == [{"piece": "am-xi-corps", "side": "union"}]


@pytest.mark.rule(ID, "G6.3")
def test_the_confederates_keep_a_marker_back_if_they_hold_the_hill() -> None:
    position = filled("gettysburg", 4, GB_4, control={"3618": "confederate"})
    assert owner(position) == "confederate" and "withhold am-heth" in options(position)
    assert "withhold am-xi-corps" not in options(position)
    assert refusal(position, "confederate", "withhold am-xi-corps").rule in ("", "G6.3")


@pytest.mark.rule(ID, "G6.2.grand", "G6.3", "G6.4", "G6.1.reserve", "G8.4.lost")
def test_case_12_a_grand_battery_and_a_marker_kept_back() -> None:
    position = filled("gettysburg", 14, GB_4 + " " + GB_14, control={"3618": "union"})
    state = position.state
    state.box[unit(position, "am-buford")] = GONE
    state.battery = DECLARED
    assert not {"withhold am-buford", "withhold am-reserve-a"} & set(options(position))
    play(position, "withhold am-vi-corps")
    position.decision()
    assert len(in_cup(position)) == 15 and len(draw_all(position)) == 7
    outside = [f"am-confederate-{corps}-corps" for corps in ("iii", "ii", "i")]
    outside += ["am-reserve-a", "am-reserve-e", "am-us-sharpshooters"]
    assert boxes(position, outside) == [READY] * 6


@pytest.mark.rule(ID, "13.6", "B6.3")
def test_markers_of_lost_formations_stay_in_the_cup_as_blanks() -> None:
    position = filled("28-august", 3, "u-robinson")
    position.decision()
    size = len(in_cup(position))
    units = {"c-early": "2907", "c-starke": "3010", "c-archer": "4504", "u-grover": "3823"}
    lost = {name: {"box": "lost"} for name in ("u-robinson", "u-birney", "u-poe")}
    position = scene("28-august", {**units, **lost}, turn=3, phase="markers")
    position.state.frames = [("artillery_cup",)]
    assert "draw am-kearny" in options(position) and len(in_cup(position)) == size == 6


@pytest.mark.rule(ID, "B6.2.horse")
def test_stuarts_guns_wait_for_cavalry_on_the_map() -> None:
    position = scene("28-august", {"c-early": "2907", "u-grover": "3823"}, turn=3, phase="markers")
    position.state.frames = [("artillery_cup",)]
    position.decision()
    assert boxes(position, ["am-stuart-horse"]) == [READY]
    assert unit(position, "am-stuart-horse") not in artillery.available(position, 1)


@pytest.mark.rule(ID, "G6.1.reserve")
def test_the_reserve_comes_on_its_printed_turns_and_serves_anybody() -> None:
    position = filled("gettysburg", 7)
    play(position, "pass")
    position.decision()
    names = [f"am-reserve-{letter}" for letter in "abcde"]
    assert boxes(position, names)[:4] == [READY] * 4 and boxes(position, names)[4] != READY
    roster = position.rules.roster
    assert all(roster.guns_of[unit(position, name)].serves == roster.of_side[0] for name in names)
