"""10 and 6.3 The cup, focus and range, the command roll."""

from __future__ import annotations

import pytest

from bullrun.games.clash_of_giants.rules import command
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import ASIDE, CUP
from tests.cases.clash_of_giants.scene import ID, options, owner, place, play, refusal, scene, unit


def activated(position: Clash, marker: str, riders: int = 0) -> Clash:
    """A marker's activation, as it begins."""
    roster = position.rules.roster
    piece = roster.number[marker]
    special = roster.special_of.get(piece)
    units = (
        roster.formations[roster.formation[piece]].units
        if special is None
        else roster.units_of(special.serves)
    )
    position.state.frames = []
    command.activate(position, piece, units, riders)
    return position


def names(position: Clash, units: int) -> set[str]:
    return {position.rules.roster.ids[p] for p in range(position.rules.roster.unit_count) if units >> p & 1}


@pytest.mark.rule(ID, "6.3.cup", "6.3.empty")
def test_the_cup_holds_the_markers_of_formations_with_units_on_the_map_or_in_entry_hexes() -> None:
    position = scene("gettysburg", {"u-vincent": "2016", "u-torbert": "2627", "c-law": "1909"}, turn=9)
    position.state.frames = [("command_cup",)]
    assert position.decision() is None
    roster = position.rules.roster
    in_cup = {roster.ids[p] for p in roster.commands if position.state.box[p] == CUP}
    assert in_cup == {"cm-v-corps", "cm-vi-corps", "cm-hood"}


@pytest.mark.rule(ID, "G5.2.l2.cm", "B5.2.longstreet.cm")
def test_longstreet_keeps_markers_out_at_gettysburg_and_not_at_second_bull_run() -> None:
    for scenario, turn, special, formation in [
        ("gettysburg", 9, "scm-longstreet-2-july", "hood"),
        ("28-august", 16, "scm-longstreet", "hood"),
    ]:
        position = scene(scenario, {"c-law": "2510"}, turn=turn)
        state, roster = position.state, position.rules.roster
        state.first, state.chosen = roster.number[special], (roster.formation_index(formation),)
        state.frames = [("command_cup",)]
        assert position.decision() is None
        assert state.box[roster.number["cm-hood"]] == (ASIDE if scenario == "gettysburg" else CUP)


@pytest.mark.rule(ID, "6.3.draw", "6.3.once")
def test_a_marker_that_is_drawn_is_out_for_the_turn() -> None:
    pieces = {"u-vincent": "2016", "c-law": "1909"}
    position = scene("gettysburg", pieces, turn=6, cup=["cm-v-corps", "cm-hood"])
    assert owner(position) == "chance" and options(position) == ["draw cm-v-corps", "draw cm-hood"]
    play(position, "draw cm-hood")
    assert position.state.box[unit(position, "cm-hood")] == ASIDE
    assert position.state.drawn == unit(position, "cm-hood")


@pytest.mark.rule(ID, "10.3", "6.3.order")
def test_the_owner_names_a_unit_of_the_formation_as_focus_before_the_roll() -> None:
    pieces = {"c-law": "1909", "c-benning": "1813", "c-kershaw": "1908"}
    position = activated(scene("gettysburg", pieces, turn=6), "cm-hood")
    assert owner(position) == "confederate" and options(position) == ["focus c-law", "focus c-benning"]
    assert refusal(position, "confederate", "focus c-kershaw").rule == "10.3"
    play(position, "focus c-law")
    assert owner(position) == "chance" and options(position) == [f"roll {n}" for n in range(1, 7)]


@pytest.mark.rule(ID, "10.4.range", "10.4.count")
def test_case_26_command_range() -> None:
    pieces = {"c-law": "1909", "c-robertson": "2311", "c-benning": "1905", "c-g-t-anderson": "1904"}
    position = activated(scene("gettysburg", pieces, turn=6), "cm-hood")
    play(position, "focus c-law")
    state = position.state
    assert names(position, state.commanded) == {"c-law", "c-robertson", "c-benning"}
    assert names(position, state.strayed) == {"c-g-t-anderson"} and not state.halted, "he may still move"


@pytest.mark.rule(ID, "6.3.3.range")
def test_under_a_special_marker_units_out_of_range_do_nothing() -> None:
    position = activated(scene("28-august", {"c-early": "2907", "c-trimble": "3310"}, turn=3), "scm-jackson")
    play(position, "focus c-early")
    assert names(position, position.state.halted) == {"c-trimble"} and not position.state.strayed


def points(position: Clash, focus: str, die: int) -> int:
    if f"focus {focus}" in options(position):
        play(position, f"focus {focus}")
    command.answer_roll(position, position.state.frames[-1], ("roll", str(die)))
    return position.state.allowance[unit(position, focus)]


@pytest.mark.rule(ID, "10.2.row", "10.2.roll")
@pytest.mark.parametrize(
    ("scenario", "turn", "marker", "focus", "die", "allowance"),
    [
        ("gettysburg", 6, "cm-v-corps", "u-day", 2, 4),
        ("gettysburg", 6, "cm-ii-corps", "u-hall", 3, 6),
        ("28-august", 3, "cm-ix-corps", "u-nagle", 4, 6),
        ("gettysburg", 3, "cm-rodes", "c-doles", 6, 10),
        ("gettysburg", 3, "cm-xi-corps", "u-ames", 3, 4),
        ("28-august", 3, "cm-light", "c-gregg", 5, 8),
        ("28-august", 3, "scm-jackson", "c-gregg", 5, 10),
        ("28-august", 3, "scm-jackson", "c-hays", 6, 8),
    ],
)
def test_cases_22_23_and_25_the_die_gives_the_points_of_the_row(
    scenario: str, turn: int, marker: str, focus: str, die: int, allowance: int
) -> None:
    assert points(activated(scene(scenario, {focus: "3010"}, turn=turn), marker), focus, die) == allowance


@pytest.mark.rule(ID, "B8.7.v", "10.2.clamp")
def test_case_24_v_corps_is_slow_on_the_29th_from_the_turn_after_it_came() -> None:
    for turn, die, allowance in [(7, 5, 8), (8, 1, 4), (8, 2, 4), (8, 5, 6), (11, 5, 6), (12, 5, 8)]:
        position = scene("28-august", {"u-griffin": {"at": "3323", "arrived": 7}}, turn=turn)
        assert points(activated(position, "cm-v-corps"), "u-griffin", die) == allowance


@pytest.mark.rule(ID, "B8.4")
def test_case_38_king_has_two_points_on_his_turn_of_entry_without_a_die() -> None:
    for turn, fixed in [(5, True), (6, False)]:
        position = scene("28-august", {"u-gibbon": {"at": "1911", "arrived": 5}}, turn=turn)
        command.begin(position, unit(position, "cm-king"), 1 << unit(position, "u-gibbon"))
        position.state.frames = [("command_roll", position.rules.roster.formation_index("king"))]
        assert (position.decision() is None) is fixed
        assert position.state.allowance[unit(position, "u-gibbon")] == (2 if fixed else 0)


@pytest.mark.rule(ID, "6.3.3.rider", "6.3.3.along", "6.3.3.drm")
def test_case_126_a_rider_has_its_own_focus_and_die_without_the_bonus() -> None:
    position = scene("28-august", {"c-starke": "2409", "c-fitz-lee": "2306"}, turn=3)
    roster = position.rules.roster
    stuart = roster.formations[roster.formation_index("stuart")]
    command.begin(
        position,
        unit(position, "scm-jackson"),
        roster.units_of([roster.formation_index("taliaferro")]),
        stuart.units,
    )
    position.state.frames = [
        ("command_roll", roster.formation_index("stuart")),
        ("command_roll", roster.formation_index("taliaferro")),
    ]
    play(position, "roll 4", "roll 3")
    assert position.state.allowance[unit(position, "c-starke")] == 8, "4 + 1"
    assert position.state.allowance[unit(position, "c-fitz-lee")] == 8, "3"


@pytest.mark.rule(ID, "G5.1.reynolds")
def test_reynolds_waives_the_range_unless_agreed_otherwise() -> None:
    pieces = {"u-cutler": "3914", "u-stone": "2712"}
    for chosen, commanded in [("waived", {"u-cutler", "u-stone"}), ("four", {"u-cutler"})]:
        position = activated(scene("gettysburg", pieces, options={"reynolds-range": chosen}), "scm-reynolds")
        if chosen == "four":
            play(position, "focus u-cutler")
        position.decision()
        assert names(position, position.state.commanded) == commanded


JACKSON = {"c-garnett": "2409", "c-stonewall": "2508", "c-lawton": "2608", "c-trimble": "2707"}


@pytest.mark.rule(ID, "B9.4.freeze", "B9.4.free")
@pytest.mark.parametrize(
    ("marker", "friends", "enemy", "free"),
    [
        ("cm-taliaferro", JACKSON, "2510", True),
        ("cm-taliaferro", JACKSON, "2611", False),
        ("cm-ewell", JACKSON, "2709", True),
        ("cm-ewell", JACKSON, "2710", False),
        ("cm-ewell", {"c-hays": "2109"}, "2311", False),
        ("cm-ewell", {"c-early": "2111"}, "2313", False),
        ("cm-ewell", {"c-early": "2111", "c-hays": "2109"}, "2311", True),
    ],
)
def test_cases_116_and_117_a_union_unit_within_two_hexes_frees_the_whole_formation(
    marker: str, friends: dict[str, str], enemy: str, free: bool
) -> None:
    position = scene("29-august", {**friends, "u-milroy": enemy}, turn=7)
    roster = position.rules.roster
    formation = roster.formation[unit(position, marker)]
    command.begin(position, unit(position, marker), roster.formations[formation].units)
    own = {name for name in friends if roster.formation[unit(position, name)] == formation}
    assert names(position, position.state.active) == (own if free else set())
    assert position.state.thawed == (1 << formation if free else 0)


def test_an_activation_leaves_nothing_behind() -> None:
    position = scene("gettysburg", {"c-law": "1909"}, turn=6)
    command.begin(position, unit(position, "cm-hood"), 1 << unit(position, "c-law"))
    position.state.freed = 4
    command.finish(position)
    state = position.state
    assert (state.active, state.marker, state.side, state.freed, state.free) == (0, -1, -1, 0, 4)


@pytest.mark.rule(ID, "10.4.count")
def test_a_unit_in_an_entry_hex_counts_by_that_hex() -> None:
    position = scene("28-august", {"u-robinson": "3225", "u-poe": "3323", "u-birney": "4120"}, turn=2)
    activated(position, "cm-kearny")
    play(position, "focus u-robinson")
    assert names(position, position.state.commanded) == {"u-robinson", "u-poe"}
    assert position.state.at[unit(position, "u-robinson")] == place(position, "3225")
