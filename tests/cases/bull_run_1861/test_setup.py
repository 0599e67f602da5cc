"""12. Scenarios: historical and free placement, reinforcements; 13.1 and 13.4."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.rules.setup import placement_zones
from tests.cases import asking
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    facing,
    fresh,
    goals,
    has,
    line,
    number,
    options,
    owner,
    play,
    scene,
    settle,
    why,
)

MARKS = {
    "Evans": "Z57", "Cocke": "Z38", "Stuart": "Z30", "Bonham": "Z33", "Longstreet": "Z41", "Jones": "Z34",
    "Early": "Z34", "Bee": "Z32", "Jackson": "Z32", "Hampton": "Z32", "Bartow": "Z25", "Ewell": "Z19",
    "Holmes": "Z19", "Porter": "Z68", "Burnside": "Z68", "US_Cav": "Z60", "Franklin": "Z60", "Howard": "Z69",
    "Willcox": "Z69", "Sherman": "Z58", "Schenck": "Z58", "Keyes": "Z59", "Blenker": "Z72", "Davies": "Z62",
    "Richardson": "Z51", "McDowell": "Z71", "Beauregard": "Z08", "Johnston": "Z08",
}  # fmt: skip
LATER = ("Smith", "Militia", "Volunteers", "McCunn", "30th_Virginia")


@pytest.mark.rule(GAME, "12.1")
def test_every_brigade_starts_on_its_mark():
    position = fresh()
    assert {piece: at(position, piece) for piece in MARKS} == MARKS
    assert all(at(position, piece) == "" for piece in LATER)


@pytest.mark.rule(GAME, "12.1")
def test_cocke_starts_in_an_extended_line_of_his_choice():
    position = fresh()
    assert owner(position) == "confederate"
    assert at(position, "Cocke-line") == "Z48", "as it stands"
    assert goals(position, "extend", "Cocke") == {"Z30", "Z37"}, "not across Bull Run"
    play(position, "extend Cocke Z37")
    assert at(position, "Cocke-line") == "Z37"
    assert not options(position, "extend"), "each thing is changed once"


@pytest.mark.rule(GAME, "12.1", "10.4.1")
def test_all_stand_facing_the_enemy_and_one_answer_a_side_leaves_it_so():
    position = fresh()
    assert options(position)[0] == "as-they-stand"
    assert facing(position, "Evans") in {"Z58", "Z59", "Z61", "Z60"}, "toward Stone Bridge and Sudley"
    before = {piece: facing(position, piece) for piece in MARKS if piece not in ("Hampton",)}
    play(position, "as-they-stand")
    assert owner(position) == "union"
    assert all(facing(position, piece) == before[piece] for piece in ("Evans", "Ewell", "Jones"))
    play(position, "as-they-stand")
    assert position.decision().owner != "confederate" or position.state.phase != 0


@pytest.mark.rule(GAME, "12.1", "10.4.1")
def test_a_facing_is_changed_by_naming_another():
    position = fresh()
    other = next(iter(goals(position, "face", "Ewell")))
    play(position, f"face Ewell {other}")
    assert facing(position, "Ewell") == other
    assert not goals(position, "face", "Ewell")
    assert why(position, "face Ewell Z10") == "12.1"


@pytest.mark.rule(GAME, "12.1")
def test_each_player_faces_his_own_brigades_the_south_first():
    position = fresh()
    asked = []
    while position.state.phase == 0:
        decision = position.decision()
        asked.append(decision.owner)
        position.apply(decision.options[0])
        position.decision()
    assert set(asked) == {"confederate", "union"}
    assert asked == sorted(asked), "the South has finished before the North begins"
    for piece in MARKS:
        if piece not in ("McDowell", "Beauregard", "Johnston", "Hampton"):
            assert facing(position, piece), piece


@pytest.mark.rule(GAME, "12.1", "10.5.2", "10.5.5")
def test_stacks_choose_their_front_line_and_the_legion_its_host():
    position = fresh()
    assert options(position)[0] == "as-they-stand"
    assert position.state.host == number(position, "Bee"), "the front line, as it stands"
    play(position, "front Jackson", "face Jackson Z24")
    assert line(position, "Bee") == "second" and facing(position, "Bee") == "Z24"
    play(position, "attach Hampton Jackson")
    assert position.state.host == number(position, "Jackson")


@pytest.mark.rule(GAME, "12.1", "6.4")
def test_the_flank_march_is_under_operational_movement():
    position = fresh()
    settle(position, "movement")
    assert all(has(position, "operational", b) for b in ("Porter", "Burnside", "US_Cav", "Franklin"))


# --- free placement -----------------------------------------------------------------------------------


def zones_for(position, brigade):
    return set(position.rules.board.names_of(placement_zones(position, number(position, brigade))))


@pytest.mark.rule(GAME, "12.2")
def test_the_south_places_first_and_then_the_north():
    position = fresh("free")
    assert owner(position) == "confederate" and options(position)[0].startswith("place Evans")
    while owner(position) == "confederate":
        decision = position.decision()
        position.apply(decision.options[-1] if ("done",) in decision.options else decision.options[0])
    assert options(position)[0].startswith("place Keyes")


@pytest.mark.rule(GAME, "12.2")
def test_three_potomac_brigades_anywhere_south_of_bull_run_one_to_a_zone():
    position = fresh("free")
    south = set(position.rules.board.names_of(position.rules.banks[1]))
    assert zones_for(position, "Evans") == south
    play(position, "place Evans Z57", "place Cocke Z65")
    assert "Z57" not in zones_for(position, "Bonham"), "one to a zone out there"
    play(position, "place Bonham Z55")
    assert "Z46" not in zones_for(position, "Longstreet"), "three are enough"
    assert "Z33" in zones_for(position, "Longstreet")


@pytest.mark.rule(GAME, "12.2")
def test_the_rest_within_five_points_of_manassas_up_to_two_to_a_zone():
    position = fresh("free")
    near = zones_for(position, "Jackson")
    assert "Z08" in near and "Z37" in near and "Z47" in near, "5 points up the Sudley road"
    assert "Z46" not in near and "Z57" not in near
    play(position, "place Evans Z18", "place Cocke Z18")
    assert "Z18" not in zones_for(position, "Bonham")


@pytest.mark.rule(GAME, "12.2")
def test_the_north_within_five_points_of_centreville_and_not_next_to_bull_run():
    position = fresh("free")
    near = zones_for(position, "Keyes")
    assert {"Z71", "Z72", "Z60", "Z59"} <= near
    assert "Z58" not in near, "5 points away, but next to the river"
    assert "Z51" not in near and "Z78" not in near


@pytest.mark.rule(GAME, "12.2")
def test_the_printed_distance_is_an_option():
    position = fresh("free", free_setup_distance="beyond")
    far = zones_for(position, "Jackson")
    assert "Z46" in far and "Z47" in far and "Z18" not in far
    north = zones_for(position, "Keyes")
    assert "Z71" not in north and "Z78" in north and "Z58" not in north


@pytest.mark.rule(GAME, "12.2")
def test_southern_brigades_may_start_in_extended_lines_northern_ones_not():
    position = fresh("free")
    while not options(position, "extend"):
        position.apply(position.decision().options[0])
    assert "done" in options(position)
    play(position, options(position, "extend")[0])
    while owner(position) == "confederate":
        decision = position.decision()
        position.apply(decision.options[-1] if ("done",) in decision.options else decision.options[0])
    while position.state.phase == 0:
        assert not options(position, "extend")
        position.apply(position.decision().options[0])
        position.decision()


@pytest.mark.rule(GAME, "12.2")
@pytest.mark.parametrize("distance", ["within", "beyond"])
def test_both_armies_find_room(distance):
    position = fresh("free", free_setup_distance=distance)
    while position.state.phase == 0:
        decision = position.decision()
        position.apply(decision.options[0])
        position.decision()
    assert all(at(position, piece) for piece in MARKS)


# --- reinforcements -----------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "12.3")
def test_smith_arrives_at_manassas_at_the_end_of_turn_two():
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, phase="administration", turn=2)
    assert goals(position, "face", "Smith") == {"Z18", "Z09", "Z02", "Z01", "Z07", "Z16", "Z17"}
    assert at(position, "Smith") == "Z08" and position.state.turn == 2
    play(position, "face Smith Z18")
    assert position.state.turn == 3


@pytest.mark.rule(GAME, "12.3")
def test_not_earlier_and_not_later():
    for turn in (1, 3):
        position = scene({"Keyes": "Z72", "Evans": "Z29"}, phase="administration", turn=turn)
        position.decision()
        assert at(position, "Smith") == ""


@pytest.mark.rule(GAME, "12.3")
def test_when_manassas_is_full_or_taken_he_comes_to_the_nearest_zone_with_room():
    position = scene(
        {"Keyes": "Z72", "Evans": "Z08", "Bee": {"at": "Z08", "line": "second"}},
        phase="administration",
        turn=2,
    )
    position.decision()
    assert at(position, "Smith") in ("Z01", "Z09", "Z16", "Z17", "Z18")
    taken = scene(
        {"Keyes": "Z08", "Evans": "Z29", "Beauregard": "Z24", "Johnston": "Z30"},
        phase="administration",
        turn=2,
    )
    taken.decision()
    assert at(taken, "Smith") not in ("", "Z08")


@pytest.mark.rule(GAME, "13.4")
def test_three_northern_brigades_arrive_together_at_centreville_at_the_end_of_turn_three():
    on = {"northern-reinforcements": "on"}
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, phase="administration", turn=3, options=on)
    assert options(position) == ["front Militia", "front Volunteers", "front McCunn"]
    assert {at(position, b) for b in ("Militia", "Volunteers", "McCunn")} == {"Z71"}
    play(position, "front Militia", "face Militia Z70")
    assert line(position, "McCunn") == "second" and position.state.turn == 4


@pytest.mark.rule(GAME, "13.4")
def test_only_by_choice_and_only_then():
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, phase="administration", turn=3)
    position.decision()
    assert at(position, "Militia") == ""
    early = scene(
        {"Keyes": "Z72", "Evans": "Z29"},
        phase="administration",
        turn=1,
        options={"northern-reinforcements": "on"},
    )
    early.decision()
    assert at(early, "Militia") == ""


@pytest.mark.rule(GAME, "13.4")
def test_those_who_find_no_room_stand_nearby():
    on = {"northern-reinforcements": "on"}
    position = scene(
        {"Keyes": "Z71", "Howard": {"at": "Z71", "line": "second"}, "Evans": "Z29"},
        phase="administration",
        turn=3,
        options=on,
    )
    position.decision()
    at_centreville = [b for b in ("Militia", "Volunteers", "McCunn") if at(position, b) == "Z71"]
    assert len(at_centreville) == 1 and all(at(position, b) for b in ("Militia", "Volunteers", "McCunn"))


# --- the 30th Virginia --------------------------------------------------------------------------------


@pytest.mark.rule(GAME, "13.1")
def test_the_30th_virginia_starts_at_most_one_zone_from_beauregard():
    position = fresh(thirtieth_virginia="on")
    assert owner(position) == "confederate"
    assert goals(position, "place", "30th_Virginia") == {
        "Z08",
        "Z18",
        "Z09",
        "Z02",
        "Z01",
        "Z07",
        "Z16",
        "Z17",
    }
    play(position, "place 30th_Virginia Z18")
    assert at(position, "30th_Virginia") == "Z18"
    assert not any(position.rules.cavalry), "and cavalry potentials no longer count"


@pytest.mark.rule(GAME, "13.1")
def test_without_the_option_it_takes_no_part():
    position = fresh()
    assert not options(position, "place") and at(position, "30th_Virginia") == ""
    assert any(position.rules.cavalry)


@pytest.mark.rule(GAME, "12.2", "10.6.1")
def test_extended_lines_keep_to_the_limits_of_placement():
    position = fresh("free")
    near = placement_zones(position, number(position, "Jackson"))
    wanted = {"Evans": "Z57", "Cocke": "Z47", "Bonham": "Z46"}
    while (option := options(position)[0].split())[0] == "place":
        behind = goals(position, "place", option[1]) & {"Z06", "Z07", "Z09", "Z10", "Z13", "Z14", "Z15"}
        zone = wanted.get(option[1]) or min(behind)
        play(position, f"place {option[1]} {zone}")
    board = position.rules.board
    assert near >> board.place("Z47") & 1 and not near >> board.place("Z57") & 1
    assert goals(position, "extend", "Cocke") == {"Z37"}, "inside the distance, and its line too"
    beyond = goals(position, "extend", "Evans")
    assert {"Z48", "Z56"} <= beyond, "anywhere"
    assert "Z46" not in beyond, "but one brigade to a zone"
    play(position, "extend Evans Z56")
    assert "Z56" not in goals(position, "extend", "Bonham")


@pytest.mark.rule(GAME, "12.1", "12.2", "10.6.1")
def test_what_is_refused_before_the_first_turn_is_explained():
    position = fresh()
    assert options(position, "extend") and why(position, "extend Cocke Z50") == "10.6.1", "over Ball's Ford"
    assert why(position, "extend Evans Z56") == "12.1"
    position = fresh("free")
    assert why(position, "place Evans Z71") == why(position, "place Cocke Z08") == "12.2"
    while "Stuart" not in position.decision().about.piece:
        position.apply(position.decision().options[0])
    said = asking.explain(THE_GAME, position, "confederate", ("place", "Stuart", "Z57"))
    assert said.rule == "12.2" and "movement points" in said.says, "Stuart is of the other army"
    position = fresh("free", thirtieth_virginia="on")
    while position.decision().about.piece != "30th_Virginia":
        position.apply(position.decision().options[0])
    assert why(position, "place 30th_Virginia Z57") == "13.1"
