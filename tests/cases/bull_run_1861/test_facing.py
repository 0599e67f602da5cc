"""10.2 Zones of control, facing and front; 10.4 changing facing."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.rules.facing import front_of
from bullrun.games.bull_run_1861.rules.ground import control_zone
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    facing,
    goals,
    kinds,
    moves,
    number,
    options,
    owner,
    play,
    scene,
    why,
)


def zoc(position, side):
    return set(position.rules.board.names_of(control_zone(position, side)))


def front(position, piece):
    return set(position.rules.board.names_of(front_of(position, number(position, piece))))


@pytest.mark.rule(GAME, "10.2.1")
def test_a_brigade_controls_every_zone_around_it():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    assert zoc(position, 1) == {"Z30", "Z24", "Z15", "Z28", "Z37"}


@pytest.mark.rule(GAME, "10.2.1")
def test_never_across_bull_run_even_at_a_bridge():
    position = scene({"Keyes": "Z72", "Evans": "Z57"})
    assert zoc(position, 1) == {"Z48", "Z47", "Z46", "Z56"}, "not Z58 beyond the Stone Bridge"


@pytest.mark.rule(GAME, "10.2.1")
def test_friends_do_not_cancel_it():
    position = scene({"Keyes": "Z65", "Howard": "Z44", "Evans": "Z46"}, acting="Keyes")
    assert "Z47" not in moves(position, "Keyes")
    held = scene({"Keyes": "Z43", "Howard": "Z44", "Evans": "Z46"}, acting="Keyes")
    assert "Z55" not in moves(held, "Keyes"), "Howard in Z44 does not open the way past Evans"
    assert moves(held, "Keyes")["Z44"] == "1"


@pytest.mark.rule(GAME, "10.2.1")
def test_headquarters_control_nothing():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    assert not {"Z18", "Z16", "Z17"} & zoc(position, 1)


@pytest.mark.rule(GAME, "10.2.2")
def test_the_front_is_the_faced_zone_and_one_on_either_side():
    position = scene({"Keyes": "Z72", "Evans": {"at": "Z29", "facing": "Z37"}})
    assert front(position, "Evans") == {"Z28", "Z37", "Z30"}
    position = scene({"Keyes": "Z72", "Evans": {"at": "Z24", "facing": "Z16"}})
    assert front(position, "Evans") == {"Z17", "Z16", "Z15"}


@pytest.mark.rule(GAME, "10.2.2")
def test_at_the_edge_of_the_map_only_zones_that_exist():
    position = scene({"Keyes": {"at": "Z72", "facing": "Z83"}, "Evans": "Z29"})
    assert front(position, "Keyes") == {"Z82", "Z83"}, "east of Z83 lies the edge of the map"


@pytest.mark.rule(GAME, "10.2.2")
def test_a_brigade_faces_a_neighbouring_zone():
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, acting="Keyes")
    assert goals(position, "face", "Keyes") == {"Z83", "Z64", "Z71", "Z82"}
    assert why(position, "face Keyes Z60") == "10.2.2"


@pytest.mark.rule(GAME, "10.4.1")
def test_a_brigade_faces_as_it_likes_at_the_end_of_its_move():
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, acting="Keyes")
    play(position, "move Keyes Z64")
    assert goals(position, "face", "Keyes") == {"Z53", "Z63", "Z72"}
    play(position, "face Keyes Z53")
    assert facing(position, "Keyes") == "Z53"


@pytest.mark.rule(GAME, "10.4.1")
def test_headquarters_have_no_facing():
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, phase="headquarters")
    assert not options(position, "face")
    assert why(position, "face McDowell Z70") == "10.4.1"
    play(position, "move McDowell Z70")
    assert not options(position, "face")


@pytest.mark.rule(GAME, "10.4.2")
def test_who_comes_into_contact_must_have_the_enemy_in_his_front():
    position = scene({"Keyes": "Z45", "Evans": {"at": "Z29", "facing": "Z37"}}, acting="Keyes")
    play(position, "move Keyes Z37")
    assert owner(position) == "union"
    # Ring of Z37: Z48 Z38 Z29 Z28 Z45 Z47.
    assert goals(position, "face", "Keyes") == {"Z38", "Z29", "Z28"}
    assert why(position, "face Keyes Z47") == "10.4.2"


@pytest.mark.rule(GAME, "10.4.2")
def test_the_enemy_turns_to_him():
    position = scene({"Keyes": "Z45", "Evans": {"at": "Z29", "facing": "Z15"}}, acting="Keyes")
    play(position, "move Keyes Z37", "face Keyes Z29")
    assert owner(position) == "confederate"
    # Ring of Z29: Z30 Z24 Z15 Z28 Z37.
    assert goals(position, "face", "Evans") == {"Z28", "Z37", "Z30"}
    play(position, "face Evans Z30")
    assert facing(position, "Evans") == "Z30"
    assert "turned" in kinds(position)


@pytest.mark.rule(GAME, "10.4.2")
def test_an_enemy_who_has_him_in_front_keeps_his_facing():
    position = scene({"Keyes": "Z45", "Evans": {"at": "Z29", "facing": "Z28"}}, acting="Keyes")
    play(position, "move Keyes Z37", "face Keyes Z29")
    assert owner(position) == "union" and facing(position, "Evans") == "Z28"


@pytest.mark.rule(GAME, "10.4.2")
def test_an_enemy_who_already_faces_an_enemy_does_not_turn():
    position = scene(
        {"Keyes": "Z45", "Howard": "Z24", "Evans": {"at": "Z29", "facing": "Z24"}}, acting="Keyes"
    )
    play(position, "move Keyes Z37", "face Keyes Z29")
    assert owner(position) == "union" and facing(position, "Evans") == "Z24", "Keyes has got his flank"


@pytest.mark.rule(GAME, "10.4.2")
def test_of_several_enemies_as_many_as_possible_come_into_the_front():
    position = scene({"Keyes": "Z36", "Evans": "Z47", "Bee": "Z44", "Early": "Z46"}, acting="Keyes")
    play(position, "move Keyes Z45")
    # Ring of Z45: Z46 Z47 Z37 Z36 Z43 Z44; Z44, Z46 and Z47 stand side by side.
    assert facing(position, "Keyes") == "Z46", "the one facing that has all three"


@pytest.mark.rule(GAME, "10.4.2", "10.2.1")
def test_no_contact_and_no_turning_across_the_river():
    position = scene({"Keyes": "Z60", "Evans": {"at": "Z57", "facing": "Z47"}}, acting="Keyes")
    play(position, "move Keyes Z58", "face Keyes Z59")
    assert facing(position, "Evans") == "Z47"


@pytest.mark.rule(GAME, "10.4.2")
def test_a_brigade_that_stays_in_contact_may_turn_as_it_likes():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}}, acting="Keyes"
    )
    assert "Z45" in goals(position, "face", "Keyes"), "it does not come into contact now"


@pytest.mark.rule(GAME, "10.4.3")
def test_recovering_allows_a_new_facing_in_contact_too():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z45", "fatigue": 1}, "Evans": {"at": "Z29", "facing": "Z37"}},
        acting="Keyes",
    )
    play(position, "rest Keyes", "face Keyes Z29")
    assert facing(position, "Keyes") == "Z29" and at(position, "Keyes") == "Z37"
