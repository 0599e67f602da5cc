"""10.5 Stacking, front and second line, and Hampton's Legion."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1861.table.display import describe
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    combat,
    facing,
    fatigue,
    has,
    line,
    losses,
    moves,
    number,
    options,
    owner,
    play,
    roll,
    scene,
    why,
)


@pytest.mark.rule(GAME, "10.5.1")
def test_two_brigades_to_a_zone():
    position = scene({"Keyes": "Z72", "Howard": "Z70", "Sherman": "Z70", "Evans": "Z29"}, acting="Keyes")
    costs = moves(position, "Keyes")
    assert "Z70" not in costs
    assert why(position, "move Keyes Z70") == "10.5.1"
    assert costs["Z69"] == "3", "it may pass through"
    one = scene({"Keyes": "Z72", "Howard": "Z70", "Evans": "Z29"}, acting="Keyes")
    assert moves(one, "Keyes")["Z70"] == "2"


@pytest.mark.rule(GAME, "10.5.1")
def test_a_headquarters_takes_no_room():
    position = scene({"Keyes": "Z72", "Howard": "Z71", "McDowell": "Z71", "Evans": "Z29"}, acting="Keyes")
    assert "Z71" in moves(position, "Keyes")


@pytest.mark.rule(GAME, "10.5.1")
def test_a_full_zone_in_enemy_control_cannot_even_be_passed():
    position = scene({"Keyes": "Z65", "Howard": "Z55", "Sherman": "Z55", "Evans": "Z46"}, acting="Keyes")
    assert "Z55" not in moves(position, "Keyes")
    assert "Z56" not in moves(position, "Keyes"), "beyond it"


@pytest.mark.rule(GAME, "10.5.2")
def test_the_last_to_arrive_chooses_its_line():
    position = scene(
        {"Keyes": "Z72", "Howard": {"at": "Z70", "facing": "Z69"}, "Evans": "Z29"}, acting="Keyes"
    )
    play(position, "move Keyes Z70", "second Keyes")
    assert (line(position, "Keyes"), line(position, "Howard")) == ("second", "front")
    position = scene(
        {"Keyes": "Z72", "Howard": {"at": "Z70", "facing": "Z69"}, "Evans": "Z29"}, acting="Keyes"
    )
    play(position, "move Keyes Z70", "face Keyes Z61")
    assert (line(position, "Keyes"), line(position, "Howard")) == ("front", "second")


@pytest.mark.rule(GAME, "10.5.2")
def test_the_order_may_change_when_either_is_activated():
    stack = {
        "Keyes": {"at": "Z70", "line": "second"},
        "Howard": {"at": "Z70", "facing": "Z69"},
        "Evans": "Z29",
    }
    rear = scene(stack, acting="Keyes")
    play(rear, "face Keyes Z69")
    assert (line(rear, "Keyes"), line(rear, "Howard")) == ("front", "second")
    front = scene(stack, acting="Howard")
    play(front, "second Howard")
    assert (line(front, "Keyes"), line(front, "Howard")) == ("front", "second")


@pytest.mark.rule(GAME, "10.5.2")
def test_a_second_line_takes_the_front_to_attack():
    position = scene(
        {
            "Keyes": {"at": "Z37", "line": "second"},
            "Howard": {"at": "Z37", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        acting="Keyes",
    )
    assert not options(position, "attack")
    assert why(position, "attack Keyes Z29") == "11.3.1"
    play(position, "lead Keyes", "attack Keyes Z29")
    assert line(position, "Howard") == "second" and has(position, "attacking", "Keyes")


@pytest.mark.rule(GAME, "10.5.2", "11.1.1")
def test_a_brigade_that_attacks_keeps_the_front():
    position = scene(
        {
            "Keyes": "Z47",
            "Howard": {"at": "Z37", "facing": "Z29", "attack": True},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        acting="Keyes",
    )
    play(position, "move Keyes Z37")
    assert line(position, "Keyes") == "second", "there is no choice"
    assert not options(position, "lead")


@pytest.mark.rule(GAME, "10.5.2", "10.4.1")
def test_why_a_brigade_behind_an_attack_does_not_face():
    pieces = {"Keyes": "Z59", "Howard": {"at": "Z58", "facing": "Z57", "attack": True}, "Bee": "Z57"}
    position = scene(pieces, acting="Keyes")
    play(position, "move Keyes Z58")
    assert "second Keyes" in options(position) and not options(position, "face")
    assert why(position, "face Keyes Z59") == "10.5.2" and why(position, "face Howard Z59") == "10.4.1"


@pytest.mark.rule(GAME, "10.5.3")
def test_a_stack_has_the_facing_of_its_front_line():
    position = scene(
        {"Keyes": "Z72", "Howard": {"at": "Z70", "facing": "Z69"}, "Evans": "Z29"}, acting="Keyes"
    )
    play(position, "move Keyes Z70", "second Keyes")
    assert facing(position, "Keyes") == "Z69"
    position = scene(
        {"Keyes": "Z72", "Howard": {"at": "Z70", "facing": "Z69"}, "Evans": "Z29"}, acting="Keyes"
    )
    play(position, "move Keyes Z70", "face Keyes Z61")
    assert facing(position, "Howard") == "Z61"


@pytest.mark.rule(GAME, "10.5.3")
def test_a_stack_turns_to_an_enemy_together():
    position = scene(
        {"Keyes": "Z45", "Bee": {"at": "Z29", "facing": "Z15"}, "Early": {"at": "Z29", "line": "second"}},
        acting="Keyes",
    )
    play(position, "move Keyes Z37", "face Keyes Z29", "face Bee Z37")
    assert facing(position, "Early") == "Z37"


@pytest.mark.rule(GAME, "10.5.4")
def test_a_zone_with_an_enemy_brigade_cannot_be_entered():
    position = scene({"Keyes": "Z55", "Evans": "Z46"}, acting="Keyes")
    assert "Z46" not in moves(position, "Keyes")
    assert why(position, "move Keyes Z46") == "10.5.4"


@pytest.mark.rule(GAME, "10.5.4", "10.6.1")
def test_nor_one_with_an_enemy_line_marker():
    position = scene({"Keyes": "Z55", "Evans": "Z47", "Evans-line": "Z46"}, acting="Keyes")
    assert "Z46" not in moves(position, "Keyes")


# --- Hampton's Legion ---------------------------------------------------------------------------------

TRIO = {
    "Bee": {"at": "Z32", "facing": "Z33"},
    "Jackson": {"at": "Z32", "line": "second"},
    "Hampton": {"at": "Z32", "with": "Jackson"},
}


@pytest.mark.rule(GAME, "10.5.5", "12.1")
def test_the_legion_stacks_beyond_the_limit():
    position = scene({**TRIO, "Keyes": "Z72"}, side="confederate")
    assert at(position, "Hampton") == "Z32"
    alone = scene(
        {"Hampton": "Z25", "Bee": "Z32", "Jackson": {"at": "Z32", "line": "second"}, "Keyes": "Z72"},
        side="confederate",
        acting="Hampton",
    )
    assert "Z32" in moves(alone, "Hampton")
    play(alone, "move Hampton Z32")
    assert options(alone, "attach") == ["attach Hampton Jackson", "attach Hampton Bee"]
    play(alone, "attach Hampton Jackson")
    assert alone.state.host == number(alone, "Jackson")


@pytest.mark.rule(GAME, "10.5.5")
def test_it_adds_its_strength_to_its_brigade():
    position = scene(
        {"Bee": {"at": "Z29", "facing": "Z37"}, "Hampton": "Z29", "Keyes": {"at": "Z37", "facing": "Z29"}}
    )
    assert combat(position, ["Keyes"], ["Bee"])["defense"] == "4", "3 + 1"


@pytest.mark.rule(GAME, "10.5.5")
def test_in_second_line_it_adds_nothing():
    position = scene({**TRIO, "Keyes": {"at": "Z30", "facing": "Z32"}})
    assert combat(position, ["Keyes"], ["Bee"])["defense"] == "3", "it is with Jackson"


@pytest.mark.rule(GAME, "10.5.5")
def test_it_shares_facing_line_and_fatigue():
    position = scene(
        {"Bee": {"at": "Z29", "facing": "Z37", "fatigue": 1}, "Hampton": "Z29", "Keyes": "Z72"},
        side="confederate",
        acting="Bee",
    )
    facts = describe(position, number(position, "Hampton"))
    assert (facts["facing"], facts["line"], facts["fatigue"], facts["with"]) == ("Z37", "front", 1, "Bee")
    play(position, "rest Bee", "face Bee Z24")
    facts = describe(position, number(position, "Hampton"))
    assert (facts["facing"], facts["fatigue"]) == ("Z24", 0)


@pytest.mark.rule(GAME, "10.5.5")
def test_it_moves_with_its_brigade_and_has_then_acted():
    position = scene({"Bee": "Z29", "Hampton": "Z29", "Keyes": "Z72"}, side="confederate", acting="Bee")
    play(position, "move Bee Z24", "face Bee Z30")
    assert at(position, "Hampton") == "Z24" and has(position, "acted", "Hampton")


@pytest.mark.rule(GAME, "10.5.5")
def test_it_may_march_off_by_itself_and_keeps_the_fatigue():
    position = scene(
        {"Bee": {"at": "Z29", "fatigue": 1}, "Hampton": "Z29", "Keyes": "Z72"},
        side="confederate",
        acting="Hampton",
    )
    play(position, "move Hampton Z24", "face Hampton Z30")
    assert at(position, "Hampton") == "Z24" and at(position, "Bee") == "Z29"
    assert position.state.host == -1 and fatigue(position, "Hampton") == 1


@pytest.mark.rule(GAME, "10.5.5")
def test_a_brigade_that_joins_it_takes_it_in():
    position = scene({"Bee": "Z29", "Hampton": "Z24", "Keyes": "Z72"}, side="confederate", acting="Bee")
    play(position, "move Bee Z24", "face Bee Z30")
    assert position.state.host == number(position, "Bee")


@pytest.mark.rule(GAME, "10.5.5")
def test_passing_it_by_does_not():
    position = scene({"Bee": "Z29", "Hampton": "Z24", "Keyes": "Z72"}, side="confederate", acting="Bee")
    play(position, "move Bee Z17", "face Bee Z18")
    assert at(position, "Hampton") == "Z24" and line(position, "Hampton") == "front"


def hit_bee():
    """Bee with the Legion is hit and takes the loss."""
    position = scene(
        {
            "Bee": {"at": "Z29", "facing": "Z37"},
            "Hampton": "Z29",
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
        },
        phase="combat",
    )
    play(position, "strike Z29")
    roll(position, 6, 6, 1)
    play(position, "lose Bee")
    assert owner(position) == CHANCE
    return position


@pytest.mark.rule(GAME, "10.5.5")
@pytest.mark.parametrize("pip", [1, 2])
def test_on_one_or_two_it_takes_the_loss_and_is_eliminated(pip):
    position = hit_bee()
    roll(position, pip)
    assert at(position, "Hampton") == "" and losses(position, "Hampton") == 1
    assert losses(position, "Bee") == 0 and position.state.host == -1


@pytest.mark.rule(GAME, "10.5.5")
def test_otherwise_the_brigade_does():
    position = hit_bee()
    roll(position, 3)
    assert losses(position, "Bee") == 1 and at(position, "Hampton") == "Z29"


@pytest.mark.rule(GAME, "10.5.5")
def test_alone_it_is_a_brigade_of_strength_one():
    position = scene(
        {"Hampton": {"at": "Z29", "facing": "Z37"}, "Keyes": {"at": "Z37", "facing": "Z29", "attack": True}},
        phase="combat",
    )
    assert combat(position, ["Keyes"], ["Hampton"])["defense"] == "1"
    play(position, "strike Z29")
    roll(position, 6, 1)
    assert owner(position) in (CHANCE, "confederate"), "a step would leave nothing: it must try to retreat"
    roll(position, 6)
    assert at(position, "Hampton") == ""


@pytest.mark.rule(GAME, "10.5.5", "10.6.1")
def test_the_legion_forms_no_extended_line():
    position = scene({"Hampton": "Z29", "Keyes": "Z72"}, side="confederate", acting="Hampton")
    assert not options(position, "extend")
    assert why(position, "extend Hampton Z24") == "10.6.1"


JOINED = {"Hampton": "Z32", "Bee": "Z24", "Johnston": "Z16", "Beauregard": "Z15", "Keyes": "Z72"}


@pytest.mark.rule(GAME, "7.3", "10.5.5")
def test_a_legion_that_has_acted_does_not_march_on_with_the_brigade_it_joined():
    position = scene(JOINED, side="confederate")
    play(
        position, "activate Hampton", "move Hampton Z24", "attach Hampton Bee", "activate Bee", "move Bee Z17"
    )
    assert at(position, "Bee") == "Z17" and at(position, "Hampton") == "Z24"
    assert position.state.host == -1 and line(position, "Hampton") == "front"


@pytest.mark.rule(GAME, "7.3", "10.5.5")
def test_a_legion_that_is_left_behind_joins_the_brigade_that_stays():
    position = scene({**JOINED, "Jones": "Z24"}, side="confederate")
    play(
        position, "activate Hampton", "move Hampton Z24", "attach Hampton Bee", "activate Bee", "move Bee Z17"
    )
    assert at(position, "Hampton") == "Z24" and position.state.host == number(position, "Jones")
    assert line(position, "Jones") == "front"


@pytest.mark.rule(GAME, "7.3", "10.1.2", "10.5.5")
def test_it_stays_behind_a_brigade_that_acts_on_its_own_initiative_too():
    pieces = {**JOINED, "Johnston": "Z43", "Bee": "Z32", "Hampton": {"at": "Z32", "acted": True}}
    position = scene(pieces, side="confederate")
    play(position, "activate Bee")
    roll(position, 1)
    play(position, "move Bee Z24")
    assert at(position, "Hampton") == "Z32"


@pytest.mark.rule(GAME, "7.3", "10.5.5")
def test_a_legion_that_has_not_acted_marches_with_its_brigade():
    position = scene({**JOINED, "Hampton": "Z24"}, side="confederate")
    play(position, "activate Bee", "move Bee Z17")
    assert at(position, "Hampton") == "Z17"
