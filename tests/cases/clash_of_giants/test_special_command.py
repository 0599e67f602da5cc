"""6.3.3, B5, G5 Special markers: when they are played and whom they activate."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules import sequence
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.command import ids
from bullrun.games.clash_of_giants.rules.special_command import why_not_play, why_not_ride
from bullrun.games.clash_of_giants.rules.state import ASIDE, CUP, GONE, NOBODY, READY, SPENT
from tests.cases.clash_of_giants.fights import alone
from tests.cases.clash_of_giants.scene import ID, options, owner, play, refusal, scene, told, unit

OTHERS = ("orders", "moves", "combat", "required_retreats")
"""Procedures that play no part here."""


def operations(scenario: str, pieces: dict[str, str], turn: int, **extra: Any) -> Clash:
    """A turn from the moment at which special markers come to hand; nobody moves."""
    position = alone(scene(scenario, pieces, turn=turn, **extra), *OTHERS)
    position.state.frames = [("turn", sequence.NUMBER_OF["special_dice"])]
    position.log = []
    return position


def box(position: Clash, name: str) -> int:
    return position.state.box[unit(position, name)]


def marker(position: Clash) -> str:
    """The marker under which units act now."""
    return ids(position, [position.state.marker])[0] if position.state.marker != NOBODY else ""


def pass_all(position: Clash, *until: str) -> None:
    """Let every offer go by, roll threes, stop and hold until one of these can be played."""
    for _ in range(200):
        now = options(position)
        if set(until) & set(now):
            return
        focus = next((one for one in now if one.startswith("focus")), "")
        play(position, next(one for one in ("pass", "roll 3", "hold", "stop", focus, now[0]) if one in now))
    raise AssertionError(f"{until} never came")


# --- before the draw


@pytest.mark.rule(ID, "G3.1.3.first", "G5.2.archer", "6.3.3.first", "6.3.once")
def test_case_119_the_opening_of_gettysburg() -> None:
    pieces = {
        "u-cutler": "3914", "u-stone": "2712", "u-gamble-a": "4409", "c-archer": "4505", "c-davis": "4605",
        "c-pettigrew": "4801",
    }  # fmt: skip
    position = operations("gettysburg", pieces, 1)
    assert owner(position) == "confederate" and marker(position) == "scm-archer-davis"
    assert options(position) == ["focus c-archer", "focus c-davis"], "not Pettigrew"
    play(position, "focus c-archer", "roll 4")
    position.decision()
    assert marker(position) == "scm-reynolds" and owner(position) == "chance"
    play(position, "roll 4")
    assert options(position) == ["draw cm-buford", "draw cm-i-corps", "draw cm-heth"]
    assert [fact["piece"] for fact in told(position, "special_played")] == [
        "scm-archer-davis",
        "scm-reynolds",
    ]
    assert box(position, "scm-archer-davis") == GONE == box(position, "scm-reynolds")
    play(position, "draw cm-heth")
    assert set(options(position)) == {"focus c-archer", "focus c-davis", "focus c-pettigrew"}
    pass_all(position, "draw cm-i-corps")
    play(position, "draw cm-i-corps")
    assert options(position) == ["focus u-cutler", "focus u-stone"], "the corps acts again"


WING = {"c-hood": "2310", "c-corse": "2411", "c-toombs": "2510", "c-wilcox": "2610", "c-armistead": "2710"}


@pytest.mark.rule(ID, "B5.2.longstreet.turn", "B5.2.longstreet.once", "B8.6.rel3")
def test_case_128_longstreet_comes_on_a_one_or_on_turns_16_and_17() -> None:
    position = operations("28-august", WING, 10)
    assert owner(position) == "confederate" and options(position) == ["pass", "play scm-longstreet"]
    play(position, "play scm-longstreet")
    assert owner(position) == "chance" and not position.state.wing_released
    lucky = position.copy()
    play(lucky, "roll 1")
    lucky.decision()
    assert marker(lucky) == "scm-longstreet" and lucky.state.wing_released
    assert box(lucky, "scm-longstreet") == GONE
    play(position, "roll 2")
    position.decision()
    assert position.state.first == NOBODY and box(position, "scm-longstreet") == ASIDE
    assert not position.state.wing_released and marker(position) != "scm-longstreet"
    position.state.turn, position.state.frames = 11, [("turn", sequence.NUMBER_OF["special_dice"])]
    position._decision = None
    assert options(position) == ["pass", "play scm-longstreet"], "tried anew"
    late = operations("28-august", WING, 16)
    play(late, "play scm-longstreet")
    late.decision()
    assert marker(late) == "scm-longstreet", "without a die"
    early = operations("28-august", WING, 8)
    assert not [one for one in options(early) if one.startswith("play")]


@pytest.mark.rule(ID, "B5.2.longstreet.all", "B5.2.longstreet.cm", "6.3.3.all", "6.3.3.dice", "6.3.3.attack")
def test_case_129_longstreets_whole_wing_moves_and_then_attacks_and_acts_again() -> None:
    position = operations("28-august", {**WING, "u-meade": "2311", "u-milroy": "2711", "c-early": "2907"}, 16)
    play(position, "play scm-longstreet")
    assert owner(position) == "chance"
    play(position, *["roll 2"] * 5)
    position.decision()
    state = position.state
    row = position.rules.tables["movement_rows"]
    for name in WING:
        formation = position.rules.roster.formations[position.rules.roster.formation[unit(position, name)]]
        assert state.allowance[unit(position, name)] == row[formation.row][2], "2 + 1"
    attacks = {one.split()[1] for one in options(position) if one.startswith("attack")}
    assert {"c-hood", "c-corse", "c-armistead"} <= attacks and "c-early" not in attacks
    assert not state.acted
    play(position, "stop")
    drawn = {one.removeprefix("draw cm-") for one in options(position)}
    assert {"hood", "kemper", "jones", "wilcox", "anderson"} <= drawn, "their markers stay in the cup"


@pytest.mark.rule(ID, "B5.2.stuart.not", "B5.2.stuart.ride", "15.1.scm")
def test_case_127_stuart_rides_neither_with_longstreet_nor_at_night() -> None:
    pieces = {"c-hood": "2310", "c-early": "2907", "c-fitz-lee": "2805"}
    position = operations("28-august", pieces, 16)
    play(position, "play scm-longstreet", "roll 3")
    assert set(options(position)) == {"draw cm-ewell", "draw cm-hood"}, "nobody was asked"
    play(position, "draw cm-hood")
    assert options(position) == ["pass", "play scm-stuart"], "with a later marker he can"
    night = alone(
        scene("28-august", pieces, turn=6, cup=["cm-ewell"], available=["scm-stuart", "scm-jackson"]), *OTHERS
    )
    assert owner(night) == "chance" and options(night)[0].startswith("roll"), "no window at Ewell's marker"
    refused = why_not_play(night, ("play", "scm-jackson"))
    assert refused is not None and refused.rule == "15.1.scm"


@pytest.mark.rule(ID, "G5.2.l2.when", "G5.2.l2.cm", "G5.2.l2.who")
def test_case_137_longstreet_on_2_july() -> None:
    pieces = {"c-law": "1909", "c-kershaw": "2108", "c-lane": "3108", "u-ward": "3618"}
    position = operations("gettysburg", pieces, 9)
    pass_all(position, "play scm-longstreet-2-july")
    play(position, "play scm-longstreet-2-july")
    pieces_in_cup = lambda: {i for i in position.rules.roster.ids if box(position, i) == CUP}  # noqa: E731
    assert owner(position) == "chance" and pieces_in_cup() == {"cm-iii-corps", "cm-pender"}
    play(position, "roll 3", "roll 4")
    state = position.state
    assert {name for name in pieces if state.allowance[unit(position, name)]} == {"c-law", "c-kershaw"}
    assert box(position, "scm-longstreet-2-july") == GONE
    refused = why_not_play(position, ("play", "scm-longstreet-2-july"))
    assert refused is not None, "not on turn 10 as well"
    for turn, offered in [(8, False), (10, True), (11, False)]:
        other = scene("gettysburg", pieces, turn=turn)
        other.state.box[unit(other, "scm-longstreet-2-july")] = ASIDE
        found = why_not_play(other, ("play", "scm-longstreet-2-july"))
        assert found is not None
        ready = operations("gettysburg", pieces, turn) if turn != 11 else None
        if ready is not None:
            play(ready, "roll 3")
            assert ("play scm-longstreet-2-july" in options(ready)) == offered


CHARGE = {"c-garnett": "2410", "c-lane": "3011", "u-hall": "3116"}


@pytest.mark.rule(ID, "G5.2.l3.who", "G5.2.l3.when", "G5.2.l3.cm")
@pytest.mark.parametrize(("farthest", "allowed"), [("3612", True), ("3712", False)])
def test_case_113_all_units_of_the_three_formations_within_twelve_hexes(farthest: str, allowed: bool) -> None:
    position = operations("gettysburg", {**CHARGE, "c-archer": farthest}, 14)
    play(position, "roll 3")
    if not allowed:
        assert "play scm-longstreet-3-july" not in options(position)
        refused = why_not_play(position, ("play", "scm-longstreet-3-july"))
        assert refused is not None and refused.rule == "G5.2.l3.who"
        return
    assert options(position) == ["pass", "play scm-longstreet-3-july"]
    play(position, "play scm-longstreet-3-july")
    play(position, "choose pickett", "choose heth")
    position.decision()
    assert box(position, "scm-longstreet-3-july") == GONE
    assert [box(position, f"cm-{name}") for name in ("pickett", "heth", "pender")] == [ASIDE] * 3
    assert box(position, "cm-ii-corps") == CUP


@pytest.mark.rule(ID, "G5.2.l3.who", "G5.2.l3.when")
def test_the_owner_chooses_three_formations_one_after_the_other() -> None:
    pieces = {**CHARGE, "c-archer": "3612", "c-doles": "3712", "c-law": "2812"}
    position = operations("gettysburg", pieces, 14)
    play(position, "roll 3", "play scm-longstreet-3-july")
    assert set(options(position)) == {
        "choose " + one for one in ("pickett", "heth", "pender", "rodes", "hood")
    }
    play(position, "choose pickett")
    assert "choose rodes" not in options(position), "13 hexes from Garnett"
    assert refusal(position, "confederate", "choose rodes").rule == "G5.2.l3.who"
    play(position, "choose hood", "choose pender")
    position.decision()
    chosen = {position.rules.roster.formations[one].id for one in position.state.chosen}
    assert chosen == {"pickett", "hood", "pender"}
    before = operations("gettysburg", pieces, 13)
    play(before, "roll 3")
    assert not [one for one in options(before) if one.startswith("play")]


@pytest.mark.rule(ID, "12.2.again", "6.3.3.noaction")
def test_case_145_who_attacked_under_longstreet_may_attack_again_in_the_combat_action() -> None:
    pieces = {"c-garnett": "3108", "u-hall": "3109", "c-lane": "3011", "c-archer": "3612", "c-hays": "4009"}
    position = operations("gettysburg", pieces, 15)
    play(position, "roll 3", "play scm-longstreet-3-july")
    for name in ("pickett", "heth", "pender"):
        if f"choose {name}" in options(position):
            play(position, f"choose {name}")
    pass_all(position, "attack c-garnett 3109")
    play(position, "attack c-garnett 3109")
    pass_all(position, "draw cm-early")
    assert not position.state.acted
    play(position, "draw cm-early")
    pass_all(position, "declare")
    play(position, "declare")
    assert "attack c-garnett 3109" in options(position)


# --- in place of a drawn marker


@pytest.mark.rule(ID, "G5.1.howard", "6.3.3.noaction", "6.3.3.attack", "6.3.3.place", "12.1.once")
def test_case_120_howards_attacks_are_not_the_combat_action() -> None:
    pieces = {"u-ames": "3914", "c-hays": "3913", "u-cutler": "2712"}
    position = operations("gettysburg", pieces, 3)
    play(position, "roll 3")
    assert set(options(position)) == {"draw cm-xi-corps", "draw cm-i-corps", "draw cm-early"}
    play(position, "draw cm-xi-corps")
    assert owner(position) == "union" and options(position) == ["pass", "play scm-howard"]
    play(position, "play scm-howard")
    assert box(position, "scm-howard") == SPENT and marker(position) in ("", "scm-howard")
    play(position, "roll 3")
    assert options(position) == ["attack u-ames 3913", "stop"]
    play(position, "attack u-ames 3913")
    assert not position.state.acted
    pass_all(position, "draw cm-i-corps")
    play(position, "draw cm-i-corps")
    assert options(position)[0] == "roll 1", "Howard is spent"
    play(position, "roll 3")
    assert options(position) == ["declare", "hold"]
    play(position, "declare")
    assert "attack u-ames 3913" in options(position)


@pytest.mark.rule(ID, "G5.1.scm", "G5.1.howard", "G5.1.hancock", "G5.2.ewell")
@pytest.mark.parametrize(
    ("turn", "union", "confederate"),
    [
        (1, [], []),
        (2, ["howard"], ["ewell"]),
        (3, ["howard"], ["ewell"]),
        (4, ["hancock"], ["ewell"]),
        (6, [], []),
    ],
)
def test_the_turns_of_howard_hancock_and_ewell(turn: int, union: list[str], confederate: list[str]) -> None:
    position = operations("gettysburg", {"u-ames": "3914", "c-doles": "4909"}, turn)
    if turn > 1:
        play(position, "roll 6")
    for drawn, specials in (("cm-xi-corps", union), ("cm-rodes", confederate)):
        other = position.copy()
        pass_all(other, f"draw {drawn}")
        play(other, f"draw {drawn}")
        offered = [one for one in options(other) if one.startswith("play")]
        assert offered == [f"play scm-{name}" for name in specials]


@pytest.mark.rule(ID, "B5.2.jackson", "6.3.3.place", "6.3.once")
def test_case_122_jackson_takes_the_place_of_a_drawn_marker_once_a_turn() -> None:
    pieces = {"c-early": "2907", "c-archer": "4404", "c-starke": "3010"}
    position = operations("28-august", pieces, 3)
    play(position, "draw cm-ewell")
    assert owner(position) == "confederate" and options(position) == ["pass", "play scm-jackson"]
    play(position, "play scm-jackson")
    position.decision()
    assert marker(position) == "scm-jackson" and box(position, "cm-ewell") == ASIDE
    play(position, "roll 3")
    assert set(options(position)) == {"draw cm-light", "draw cm-taliaferro"}
    play(position, "draw cm-light")
    assert owner(position) == "chance", "once a turn"
    refused = why_not_play(position, ("play", "scm-jackson"))
    assert refused is not None and refused.rule == "6.3.3.place"


@pytest.mark.rule(ID, "B5.2.jackson")
def test_jackson_serves_his_own_wing_only() -> None:
    position = operations("28-august", {"c-hood": "2310", "c-early": "2907"}, 9)
    play(position, "pass", "draw cm-hood")
    assert owner(position) == "chance"
    refused = why_not_play(position, ("play", "scm-jackson"))
    assert refused is not None and refused.rule == "6.3.3.place" and "serve" in refused.says


@pytest.mark.rule(ID, "B5.2.stuart.ride", "6.3.3.along")
def test_case_126_stuart_rides_with_jackson_too() -> None:
    position = operations("28-august", {"c-starke": "3010", "c-fitz-lee": "2805", "c-early": "2907"}, 3)
    play(position, "draw cm-taliaferro", "play scm-jackson")
    assert options(position) == ["pass", "play scm-stuart"]
    play(position, "play scm-stuart")
    position.decision()
    assert marker(position) == "scm-jackson"
    assert position.state.riders == 1 << unit(position, "c-fitz-lee")
    pass_all(position, "roll 3")
    play(position, "roll 3", "roll 3")
    position.decision()
    assert owner(position) == "chance", "Ewell's marker follows, and Stuart has ridden"


@pytest.mark.rule(ID, "G5.2.lee.die", "15.1.scm")
def test_case_135_lees_die() -> None:
    for pip, wanted in [(1, READY), (2, ASIDE), (6, ASIDE)]:
        position = operations("gettysburg", {"c-hays": "4009", "u-ames": "3618"}, 6)
        position.state.frames = [("special_dice",)]
        assert owner(position) == "chance"
        play(position, f"roll {pip}")
        assert position.decision() is None and box(position, "scm-lee") == wanted
        sequence._clean_up(position)
        assert box(position, "scm-lee") == ASIDE, "this turn only"
    first = operations("gettysburg", {"c-hays": "4009", "u-ames": "3618"}, 1)
    first.state.frames = [("special_dice",)]
    assert first.decision() is None, "from turn 2 on"


@pytest.mark.rule(ID, "G5.2.ewell", "G5.2.lee.use", "6.3.3.single")
def test_case_136_ewell_or_lee_and_not_both() -> None:
    pieces = {"c-hays": "4009", "c-doles": "4909", "c-lane": "3108"}
    position = operations("gettysburg", pieces, 3)
    play(position, "roll 1", "draw cm-early")
    assert options(position) == ["pass", "play scm-lee", "play scm-ewell"]
    play(position, "play scm-ewell")
    position.decision()
    assert marker(position) == "scm-ewell" and owner(position) == "chance", "one for one"
    pass_all(position, "draw cm-rodes")
    play(position, "draw cm-rodes")
    assert options(position) == ["pass", "play scm-lee"]
    play(position, "pass")
    pass_all(position, "play scm-lee")
    assert position.state.drawn == unit(position, "cm-pender"), "Lee serves anybody"


# --- riding along


VIRGINIA = {"u-duryea": "2916", "u-meade": "3215", "u-milroy": "3411", "u-buford": "3210"}


@pytest.mark.rule(ID, "B8.3.who", "B8.3.once")
def test_case_132_buford_rides_once_a_turn_and_never_with_i_corps() -> None:
    position = operations("28-august", VIRGINIA, 9)
    position.decision()
    with_first = position.copy()
    play(with_first, "draw cm-i-corps")
    assert owner(with_first) == "chance"
    refused = why_not_ride(with_first, ("ride", "buford"))
    assert refused is not None and refused.rule == "B8.3.who"
    play(position, "draw cm-ricketts")
    assert owner(position) == "union" and options(position) == ["pass", "ride buford"]
    play(position, "ride buford")
    position.decision()
    assert position.state.riders == 1 << unit(position, "u-buford")
    pass_all(position, "draw cm-reynolds")
    play(position, "draw cm-reynolds")
    assert owner(position) == "chance"
    refused = why_not_ride(position, ("ride", "buford"))
    assert refused is not None and refused.rule == "B8.3.once"


@pytest.mark.rule(ID, "B8.3.who")
def test_buford_rides_at_night_too() -> None:
    position = alone(scene("28-august", VIRGINIA, turn=12, cup=["cm-reynolds", "cm-i-corps"]), *OTHERS)
    play(position, "draw cm-reynolds")
    assert options(position) == ["pass", "ride buford"]


# --- Warren


@pytest.mark.rule(ID, "G5.1.warren.when", "G5.1.warren.again", "G5.1.warren.stack")
def test_case_134_warren_interrupts_longstreet_before_his_dice() -> None:
    pieces = {"u-vincent": "2016", "u-ward": "2218", "c-law": "1909", "c-kershaw": "2108"}
    position = operations("gettysburg", pieces, 9, control={"2016": "union"})
    play(position, "roll 3", "play scm-longstreet-2-july")
    assert owner(position) == "union"
    assert options(position) == ["pass", "play scm-warren 2016", "play scm-warren 2218"]
    play(position, "play scm-warren 2016")
    assert owner(position) == "chance", "Warren's men moved; Longstreet's dice follow"
    acted = [fact["piece"] for fact in told(position, "activated")]
    assert acted == ["scm-warren", "scm-longstreet-2-july"]
    assert told(position, "activated")[0]["pieces"] == ["u-vincent"]
    assert box(position, "scm-warren") == GONE
    pass_all(position, "draw cm-v-corps")


@pytest.mark.rule(ID, "G5.1.warren.fight")
def test_warrens_units_have_eight_points_and_may_attack() -> None:
    pieces = {"u-vincent": "2016", "c-law": "2115", "c-benning": "1909"}
    position = operations("gettysburg", pieces, 8, control={"2016": "union"})
    pass_all(position, "draw cm-hood")
    play(position, "draw cm-hood", "play scm-warren 2016")
    assert owner(position) == "union" and options(position) == ["attack u-vincent 2115", "stop"]
    assert position.state.allowance[unit(position, "u-vincent")] == 8 and not position.state.acted
    play(position, "stop")
    position.decision()
    assert marker(position) == "cm-hood", "then the activation that he interrupted"


@pytest.mark.rule(ID, "G5.1.warren.when", "G5.1.warren.stack")
def test_case_112_who_is_near_enough_and_who_may_call_him() -> None:
    pieces = {"u-vincent": "2618", "u-ward": "2022", "u-ames": "2218", "u-cutler": "2611", "c-law": "1905"}
    cup = ["cm-hood", "cm-v-corps"]
    position = alone(
        scene("gettysburg", pieces, turn=8, cup=cup, available=["scm-warren"], control={"2016": "union"}),
        *OTHERS,
    )
    own = position.copy()
    play(position, "draw cm-hood")
    assert set(options(position)) == {"pass", *(f"play scm-warren {at}" for at in ("2022", "2218", "2618"))}
    assert refusal(position, "union", "play scm-warren 2611").rule == "G5.1.warren.stack"
    play(own, "draw cm-v-corps")
    assert owner(own) == "chance", "he interrupts Confederates only"
    lost = alone(
        scene(
            "gettysburg", pieces, turn=8, cup=cup, available=["scm-warren"], control={"2016": "confederate"}
        ),
        *OTHERS,
    )
    play(lost, "draw cm-hood")
    assert owner(lost) == "chance"
    refused = why_not_play(lost, ("play", "scm-warren", "2618"))
    assert refused is not None and refused.rule == "G5.1.warren.when"


@pytest.mark.rule(ID, "B8.3.who")
@pytest.mark.parametrize("word", ["rule", "source", "stuart", "nobody"])
def test_whoever_rides_with_nobody_is_refused_by_rule(word: str) -> None:
    position = operations("28-august", VIRGINIA, 9)
    play(position, "draw cm-ricketts")
    assert refusal(position, "union", f"ride {word}").rule == "B8.3.who"
