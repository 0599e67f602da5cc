"""4. Object of the game, with the extra turn and automatic defeat."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.rules.results import lose_step
from bullrun.games.bull_run_1861.rules.victory import points_for_losses, score, steps_lost, victory_points
from tests.cases.bull_run_1861.scene import GAME, at, fresh, number, play, scene, settle

HILLS = {
    "Mountain View",
    "Matthews Hill",
    "Dogan Ridge",
    "Chinn Ridge - Bald Hill",
    "Henry House Hill",
    "Signal Hill (Wilcoxen)",
}
TOWNS = {"Manassas Junction", "Centreville"}


def last_turn(control, **options):
    """The administrative phase of turn 7 with these objectives under control."""
    return scene(
        {"Keyes": "Z72", "Evans": "Z37"},
        phase="administration",
        turn=7,
        control=control,
        options={name.replace("_", "-"): value for name, value in options.items()},
    )


@pytest.mark.rule(GAME, "4.1")
def test_more_points_win():
    position = last_turn({"Henry House Hill": "union", "Matthews Hill": "union", "Dogan Ridge": "union"})
    assert score(position) == (6, 4)
    assert position.decision() is None
    assert position.state.outcome[:2] == ("union", "4.1")


@pytest.mark.rule(GAME, "4.1")
def test_a_tie_is_a_southern_win():
    position = last_turn({"Henry House Hill": "union", "Matthews Hill": "union"})
    assert score(position) == (5, 5)
    assert position.decision() is None
    assert position.state.outcome[:2] == ("confederate", "4.1")


@pytest.mark.rule(GAME, "4.2")
@pytest.mark.parametrize(
    ("north", "south", "points"), [(2, 0, 0), (3, 0, 2), (5, 0, 2), (6, 0, 3), (9, 3, 3), (4, 1, 2)]
)
def test_fewer_losses_give_two_points_over_two_and_three_over_five(north, south, points):
    position = scene({"Keyes": "Z72", "Evans": "Z37"})
    for brigade, lost in (("Richardson", min(north, 4)), ("Porter", max(0, north - 4)), ("Bonham", south)):
        position.state.losses[number(position, brigade)] = lost
    assert steps_lost(position, 0) == north and steps_lost(position, 1) == south
    terms = points_for_losses(position)
    assert [(t.side, t.points) for t in terms] == ([(1, points)] if points else [])


@pytest.mark.rule(GAME, "4.2")
def test_the_north_gets_them_when_the_south_lost_more():
    position = scene({"Keyes": "Z72", "Evans": "Z37"})
    position.state.losses[number(position, "Bonham")] = 5
    assert [(t.side, t.points) for t in points_for_losses(position)] == [(0, 2)]


@pytest.mark.rule(GAME, "4.3")
def test_six_hills_are_worth_one_point_and_mountain_view_starts_northern():
    position = fresh()
    terms = {t.words: t for t in victory_points(position)}
    assert {name for name, t in terms.items() if t.points == 1} == HILLS
    assert terms["Mountain View"].side == 0
    assert all(terms[name].side == 1 for name in HILLS - {"Mountain View"})


@pytest.mark.rule(GAME, "4.3")
def test_the_hills_around_centreville_are_worth_nothing():
    position = fresh()
    hills = set(position.rules.board.names_of(position.rules.hills))
    around = {"Z63", "Z70", "Z72"}
    assert around < hills
    assert not around & set(position.rules.board.names_of(position.rules.objectives))


@pytest.mark.rule(GAME, "4.4")
def test_the_two_towns_are_worth_two_points_and_each_side_starts_with_one():
    terms = {t.words: t for t in victory_points(fresh())}
    assert {name for name, t in terms.items() if t.points == 2} == TOWNS
    assert terms["Centreville"].side == 0 and terms["Manassas Junction"].side == 1
    assert score(fresh()) == (3, 7)


@pytest.mark.rule(GAME, "4.5")
def test_a_brigade_takes_a_zone_by_going_through_it():
    position = scene({"Keyes": "Z65"}, acting="Keyes")
    play(position, "move Keyes Z46")
    assert at(position, "Keyes") == "Z46"
    assert position.state.northern >> position.rules.board.place("Z55") & 1, "Matthews Hill was passed"
    assert not position.state.northern >> position.rules.board.place("Z44") & 1


@pytest.mark.rule(GAME, "4.5")
def test_the_last_side_through_keeps_it_and_headquarters_do_not_count():
    position = scene({"Evans": "Z46"}, side="confederate", acting="Evans", control={"Matthews Hill": "union"})
    play(position, "move Evans Z65")
    assert not position.state.northern >> position.rules.board.place("Z55") & 1
    position = scene({"McDowell": "Z65", "Keyes": "Z75"}, phase="headquarters")
    play(position, "move McDowell Z55")
    assert not position.state.northern >> position.rules.board.place("Z55") & 1


@pytest.mark.rule(GAME, "4.5", "10.6.1")
def test_a_line_takes_the_zone_it_extends_into_like_a_brigade():
    position = scene({"Keyes": "Z46"}, acting="Keyes")
    play(position, "extend Keyes Z55")
    assert at(position, "Keyes-line") == "Z55"
    assert position.state.northern >> position.rules.board.place("Z55") & 1


@pytest.mark.rule(GAME, "13.5")
def test_a_close_game_has_an_eighth_turn():
    control = {"Henry House Hill": "union", "Matthews Hill": "union"}
    position = last_turn(control, extra_turn="on")
    assert position.decision() is not None
    assert position.state.turn == 8 == position.state.last_turn
    settle(position)
    assert position.state.outcome is not None and position.state.turn == 8, "there is no ninth"


@pytest.mark.rule(GAME, "13.5")
def test_no_extra_turn_without_the_option_or_when_three_points_part_them():
    assert last_turn({"Henry House Hill": "union", "Matthews Hill": "union"}).decision() is None
    apart = last_turn({}, extra_turn="on")
    assert score(apart) == (3, 7)
    assert apart.decision() is None
    close = last_turn({"Henry House Hill": "union"}, extra_turn="on")
    assert score(close) == (4, 6) and close.decision() is not None, "two points are close enough"


def bled(north, south, **options):
    position = scene(
        {"Keyes": {"at": "Z72", "losses": 1}, "Evans": "Z37"}, phase="administration", options=options
    )
    position.state.losses[number(position, "Richardson")] = 4
    position.state.losses[number(position, "Porter")] = north - 6
    position.state.losses[number(position, "Bonham")] = south
    lose_step(position, number(position, "Keyes"))
    return position


@pytest.mark.rule(GAME, "13.6")
def test_ten_steps_inflicted_with_seven_or_fewer_lost_win_at_the_end_of_the_turn():
    position = bled(10, 5, **{"automatic-defeat": "on"})
    assert steps_lost(position, 0) == 10
    assert position.state.outcome is None, "not before the end of the turn"
    assert position.decision() is None
    assert position.state.outcome[:2] == ("confederate", "13.6")


@pytest.mark.rule(GAME, "13.6")
def test_nine_steps_or_the_option_off_change_nothing():
    assert bled(9, 5, **{"automatic-defeat": "on"}).decision() is not None
    assert bled(10, 5).decision() is not None


@pytest.mark.rule(GAME, "13.6")
def test_a_victor_who_has_lost_eight_himself_does_not_win_so():
    position = bled(10, 5)
    position = scene(
        {"Keyes": {"at": "Z72", "losses": 1}, "Evans": "Z37"}, options={"automatic-defeat": "on"}
    )
    for brigade, lost in (("Richardson", 4), ("Porter", 4), ("Bonham", 5), ("Ewell", 3)):
        position.state.losses[number(position, brigade)] = lost
    lose_step(position, number(position, "Keyes"))
    assert steps_lost(position, 0) == 10 and steps_lost(position, 1) == 8
    assert position.state.doomed == -1
