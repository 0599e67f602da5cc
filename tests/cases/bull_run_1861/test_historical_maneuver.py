"""13.2 Historical maneuver. The other options stand with the chapters they change."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.rules.victory import points_for_maneuver, score
from tests.cases.bull_run_1861.scene import GAME, at, has, options, play, roll, scene

ON = {"historical-maneuver": "on"}


@pytest.mark.rule(GAME, "13.2")
def test_brigades_that_cross_sudley_ford_are_counted():
    position = scene({"Keyes": "Z76", "Evans": "Z29"}, acting="Keyes", options=ON)
    play(position, "move Keyes Z55")
    assert has(position, "flanked", "Keyes")
    elsewhere = scene({"Keyes": "Z58", "Evans": "Z29"}, acting="Keyes", options=ON)
    play(elsewhere, "move Keyes Z57")
    assert not has(elsewhere, "flanked", "Keyes")


@pytest.mark.rule(GAME, "13.2")
def test_a_brigade_that_comes_back_has_still_crossed():
    position = scene({"Keyes": "Z75", "Evans": "Z29"}, acting="Keyes", options=ON)
    play(position, "move Keyes Z65", "move Keyes Z75")
    assert has(position, "flanked", "Keyes")
    other_way = scene({"Keyes": "Z65", "Evans": "Z29"}, acting="Keyes", options=ON)
    play(other_way, "move Keyes Z75")
    assert not has(other_way, "flanked", "Keyes"), "it has only come back that way"


@pytest.mark.rule(GAME, "13.2")
@pytest.mark.parametrize(("crossed", "penalty"), [(0, -2), (3, -2), (4, 0), (6, 0)])
def test_fewer_than_four_cost_the_north_two_points(crossed, penalty):
    position = scene({"Keyes": "Z72", "Evans": "Z29"}, options=ON)
    position.state.flanked = (1 << crossed) - 1
    assert sum(term.points for term in points_for_maneuver(position)) == penalty
    assert score(position)[0] == 3 + penalty


@pytest.mark.rule(GAME, "13.2")
def test_without_the_option_nobody_counts():
    assert points_for_maneuver(scene({"Keyes": "Z72", "Evans": "Z29"})) == []


@pytest.mark.rule(GAME, "13.2")
@pytest.mark.parametrize(("turn", "advances"), [(1, False), (2, True)])
def test_southern_attacks_over_the_river_are_no_crossing_but_the_advance_is(turn, advances):
    position = scene(
        {
            "Jackson": {"at": "Z41", "facing": "Z51", "attack": True},
            "US_Cav": {"at": "Z51", "facing": "Z41", "losses": 1},
        },
        side="confederate",
        phase="combat",
        turn=turn,
        options=ON,
    )
    play(position, "strike Z51")
    roll(position, 1, 6, 1)
    roll(position, 6)
    assert at(position, "US_Cav") == "", "hit, and the retreat failed"
    assert bool(options(position, "advance")) is advances
