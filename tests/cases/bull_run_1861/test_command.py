"""10.1 Command."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1861.rules.command import command_costs, in_command, initiative_modifiers
from bullrun.games.bull_run_1861.table.odds import command_report
from tests.cases.bull_run_1861.scene import GAME, has, kinds, number, options, owner, play, roll, scene


def commanded(position, brigade):
    return in_command(position, number(position, brigade))


def modifier(position, brigade):
    return sum(value for _, value, _ in initiative_modifiers(position, number(position, brigade)))


@pytest.mark.rule(GAME, "10.1.1")
def test_eight_points_for_the_north_six_for_the_south():
    position = scene({"Keyes": "Z57", "Howard": "Z47", "Evans": "Z37", "Early": "Z30", "Beauregard": "Z08"})
    costs = command_costs(position, number(position, "McDowell"))
    names = position.rules.board.names
    assert max(costs.values()) == 8 and costs[position.rules.board.place("Z57")] == 7
    assert names[next(z for z, c in costs.items() if c == 0)] == "Z71"
    assert max(command_costs(position, number(position, "Beauregard")).values()) == 6


@pytest.mark.rule(GAME, "10.1.1")
def test_roads_count_one_and_crossings_two():
    position = scene({"Keyes": "Z59", "Howard": "Z57", "Evans": "Z18"})
    report = command_report(position, number(position, "Keyes"))
    assert report["distance"] == 4 and report["in_command"]
    assert command_report(position, number(position, "Howard"))["distance"] == 7, "5 to the bridge, 2 over it"


@pytest.mark.rule(GAME, "10.1.1")
def test_beyond_the_range_there_is_no_command():
    position = scene({"Keyes": "Z55", "Evans": "Z37", "Early": "Z57"})
    assert not commanded(position, "Keyes")
    assert commanded(position, "Early") is False, "seven points from Manassas Junction"


@pytest.mark.rule(GAME, "10.1.1")
def test_not_through_a_zone_with_an_enemy_brigade():
    free = scene({"Keyes": "Z57", "Bee": "Z18"})
    assert commanded(free, "Keyes")
    blocked = scene({"Keyes": "Z57", "Bee": "Z58"})
    assert not commanded(blocked, "Keyes"), "Bee stands on the bridge road"


@pytest.mark.rule(GAME, "10.1.1")
def test_enemy_zones_of_control_do_not_break_it():
    position = scene({"Keyes": "Z57", "Bee": "Z68"})
    assert commanded(position, "Keyes"), "the turnpike runs through Bee's zone of control"


@pytest.mark.rule(GAME, "10.1.2")
@pytest.mark.parametrize(("pip", "acts"), [(1, True), (3, True), (4, False), (6, False)])
def test_out_of_command_one_to_three_acts(pip, acts):
    position = scene({"Keyes": "Z65", "Howard": "Z72", "Evans": "Z29"})
    play(position, "activate Keyes")
    assert owner(position) == CHANCE
    roll(position, pip)
    assert bool(options(position, "face")) is acts
    assert has(position, "acted", "Keyes"), "one that stays counts as having moved"
    if not acts:
        assert options(position, "activate") == ["activate Howard"]


@pytest.mark.rule(GAME, "10.1.2")
def test_a_failed_test_uses_up_an_activation():
    position = scene({"Keyes": "Z65", "Howard": "Z72", "Evans": "Z29"}, activations=1)
    play(position, "activate Keyes")
    roll(position, 6)
    assert not options(position, "activate")


@pytest.mark.rule(GAME, "10.1.2")
def test_in_command_no_test_is_needed():
    position = scene({"Keyes": "Z72", "Evans": "Z29"})
    play(position, "activate Keyes")
    assert options(position, "face") and "initiative_test" not in kinds(position)


@pytest.mark.rule(GAME, "10.1.3")
def test_minus_one_for_a_star_or_cavalry_and_minus_one_for_contact():
    position = scene(
        {
            "Keyes": "Z65",
            "Sherman": "Z54",
            "US_Cav": "Z74",
            "Howard": "Z37",
            "Richardson": "Z28",
            "Evans": "Z29",
        }
    )
    assert modifier(position, "Keyes") == 0
    assert modifier(position, "Sherman") == -1, "star"
    assert modifier(position, "US_Cav") == -1, "cavalry"
    assert modifier(position, "Howard") == -1, "contact"
    assert modifier(position, "Richardson") == -2, "star and contact"
    assert modifier(position, "Evans") == -2


@pytest.mark.rule(GAME, "10.1.3", "10.6.1")
def test_contact_of_either_part_of_a_line_counts():
    position = scene({"Keyes": "Z45", "Keyes-line": "Z37", "Bee": "Z29"})
    assert modifier(position, "Keyes") == -1


@pytest.mark.rule(GAME, "10.1.3")
def test_the_modifiers_count():
    position = scene({"Richardson": "Z54", "Evans": "Z44"})
    play(position, "activate Richardson")
    roll(position, 5)
    assert options(position, "face"), "5 - 2 = 3"


@pytest.mark.rule(GAME, "10.1.4")
def test_command_is_checked_when_the_brigade_begins():
    position = scene({"Keyes": "Z57", "Evans": "Z29"})
    play(position, "activate Keyes", "move Keyes Z46", "move Keyes Z55")
    assert "initiative_test" not in kinds(position), "it left the range on the way"
    assert not commanded(position, "Keyes")


@pytest.mark.rule(GAME, "10.1.5")
def test_each_southern_headquarters_commands_its_own_army():
    position = scene(
        {"Jackson": "Z18", "Early": "Z18", "Keyes": "Z72", "Beauregard": "Z08", "Johnston": "Z55"},
        side="confederate",
    )
    assert commanded(position, "Early"), "Beauregard is near"
    assert not commanded(position, "Jackson"), "Johnston is far, and Beauregard does not command him"
    position = scene(
        {"Jackson": "Z18", "Early": "Z18", "Keyes": "Z72", "Beauregard": "Z55", "Johnston": "Z08"},
        side="confederate",
    )
    assert commanded(position, "Jackson") and not commanded(position, "Early")


@pytest.mark.rule(GAME, "10.1.5")
def test_hampton_and_holmes_are_beauregards():
    position = scene(
        {"Hampton": "Z18", "Holmes": "Z18", "Keyes": "Z72", "Johnston": "Z55"}, side="confederate"
    )
    assert commanded(position, "Hampton") and commanded(position, "Holmes")
