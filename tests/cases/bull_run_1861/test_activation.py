"""7. The movement phase: activation, one brigade after another, headquarters, then combat."""

from __future__ import annotations

import pytest

from bullrun.engine.decision import CHANCE
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    facing,
    fatigue,
    goals,
    has,
    kinds,
    moves,
    options,
    owner,
    play,
    roll,
    scene,
    why,
)

NEAR = {
    "Keyes": "Z72",
    "Howard": "Z70",
    "Sherman": "Z63",
    "Davies": "Z62",
    "Blenker": "Z81",
    "Evans": "Z37",
    "Bee": "Z24",
}


def activation(side, pip, **table):
    """The number of brigades for a die."""
    position = scene(NEAR, side=side, phase="movement", **table)
    position.state.frames[-1] = ("activation",)
    if owner(position) == CHANCE:
        roll(position, pip)
    return position.decision().facts["left"]


@pytest.mark.rule(GAME, "7.1")
@pytest.mark.parametrize(
    ("pip", "north", "south"), [(1, 2, 2), (2, 2, 3), (3, 3, 3), (4, 3, 3), (5, 4, 3), (6, 4, 4)]
)
def test_the_activation_table(pip, north, south):
    assert activation("union", pip) == north
    assert activation("confederate", pip) == south


@pytest.mark.rule(GAME, "7.1", "6.3")
def test_beyond_six_counts_as_six():
    assert activation("confederate", 6, offensive="confederate") == 4
    assert activation("union", 3, offensive="union") == 4


@pytest.mark.rule(GAME, "7.1")
def test_fewer_may_be_activated():
    position = scene(NEAR, activations=3)
    assert "done" in options(position)
    play(position, "done")
    assert position.state.phase == 3, "headquarters"


MUST = {"activations": "must"}


@pytest.mark.rule(GAME, "7.1")
def test_read_as_printed_the_whole_number_must_be_activated():
    position = scene(NEAR, activations=2, options=MUST)
    for brigade in ("Keyes", "Howard"):
        assert "done" not in options(position) and options(position, "activate")
        assert why(position, "done") == "7.1"
        play(position, f"activate {brigade}")
        while position.decision().about.piece == brigade:
            play(position, options(position, "face")[0])
    assert position.state.phase == 3, "headquarters"
    due = scene(NEAR, options=MUST)
    due.state.frames[-1] = ("activation",)
    roll(due, 3)
    assert "activation_due" in kinds(due) and "activation" not in kinds(due)


@pytest.mark.rule(GAME, "7.1", "6.5")
def test_as_far_as_brigades_are_left_and_marked_ones_too():
    few = scene({"Keyes": {"at": "Z72", "operational": True}, "Evans": "Z37"}, activations=3, options=MUST)
    few.decision()
    assert "activated" in kinds(few) and not has(few, "operational", "Keyes"), "the only brigade there is"
    play(few, options(few, "face")[0])
    assert few.state.phase == 3, "nobody else is left"


@pytest.mark.rule(GAME, "7.1")
def test_without_a_word_fewer_may_be_activated():
    assert scene(NEAR).rules.has("activations", "may")


@pytest.mark.rule(GAME, "7.1", "7.4")
@pytest.mark.parametrize("enemy", ["Z47", "Z08"])
def test_who_is_activated_may_stand_as_he_is(enemy):
    """So nobody is driven to do anything by the number rolled, in contact or out of it."""
    position = scene({"Keyes": {"at": "Z46", "facing": "Z45"}, "Cocke": enemy}, acting="Keyes")
    play(position, "face Keyes Z45")
    assert (at(position, "Keyes"), facing(position, "Keyes")) == ("Z46", "Z45")
    assert not options(position, "face"), "its activation is over"


@pytest.mark.rule(GAME, "7.2")
def test_one_brigade_a_phase_on_the_first_turn_without_a_die():
    assert activation("union", 6, turn=1) == 1
    assert activation("confederate", 6, turn=1) == 1


@pytest.mark.rule(GAME, "7.3")
def test_brigades_act_one_at_a_time_and_once_a_phase():
    position = scene(NEAR, activations=2)
    play(position, "activate Keyes")
    assert not options(position, "activate"), "Keyes must finish first"
    assert why(position, "activate Howard") == "7.3"
    play(position, "face Keyes Z71")
    assert "activate Keyes" not in options(position)
    assert why(position, "activate Keyes") == "7.3"
    play(position, "activate Howard", "face Howard Z69")
    assert not options(position, "activate"), "two were allowed"


@pytest.mark.rule(GAME, "7.3")
def test_a_brigade_may_act_again_in_the_next_movement_phase():
    position = scene({"Keyes": "Z72", "Evans": "Z37"}, movement_phase=1, activations=1)
    play(position, "activate Keyes", "face Keyes Z71", "done")
    roll(position, 1)
    play(position, "done", "done")
    roll(position, 1)
    assert position.state.movement_phase == 2
    assert "activate Keyes" in options(position)


@pytest.mark.rule(GAME, "7.3")
def test_nobody_activates_the_enemys_brigades():
    assert why(scene(NEAR), "activate Evans") == "7.3"


@pytest.mark.rule(GAME, "7.4", "10.4.3")
def test_recovering_takes_one_level_and_allows_a_new_facing():
    position = scene({"Keyes": {"at": "Z72", "fatigue": 2, "facing": "Z71"}, "Evans": "Z37"}, acting="Keyes")
    play(position, "rest Keyes")
    assert fatigue(position, "Keyes") == 1
    assert goals(position, "face", "Keyes") == {"Z83", "Z64", "Z71", "Z82"}
    play(position, "face Keyes Z83")
    assert facing(position, "Keyes") == "Z83"
    assert not goals(position, "move", "Keyes"), "it does not move as well"


@pytest.mark.rule(GAME, "7.4")
def test_a_brigade_recovers_or_moves_not_both():
    position = scene({"Keyes": {"at": "Z72", "fatigue": 1}, "Evans": "Z37"}, acting="Keyes")
    play(position, "move Keyes Z71")
    assert not options(position, "rest")
    assert why(position, "rest Keyes") == "7.4"


@pytest.mark.rule(GAME, "7.4")
def test_a_fresh_brigade_has_nothing_to_recover():
    position = scene({"Keyes": "Z72", "Evans": "Z37"}, acting="Keyes")
    assert not options(position, "rest")
    assert why(position, "rest Keyes") == "7.4"


@pytest.mark.rule(GAME, "7.5")
def test_combats_come_after_all_movement():
    position = scene(
        {
            "Keyes": "Z37",
            "Howard": "Z30",
            "McDowell": "Z47",
            "Bee": {"at": "Z29", "facing": "Z37"},
            "Evans": "Z18",
        },
        activations=2,
    )
    play(position, "activate Keyes", "attack Keyes Z29")
    assert "battle" not in kinds(position)
    play(position, "activate Howard", "face Howard Z29")
    assert "battle" not in kinds(position), "headquarters come first"
    play(position, "done", "strike Z29")
    assert "battle" in kinds(position)


@pytest.mark.rule(GAME, "7.5")
def test_then_the_other_player_acts():
    position = scene({"Keyes": "Z72", "Evans": "Z37"}, activations=1)
    play(position, "done", "done")
    roll(position, 1)
    assert owner(position) == "confederate" and options(position, "activate") == ["activate Evans"]


@pytest.mark.rule(GAME, "7.6")
def test_a_headquarters_moves_six_points_after_the_brigades():
    position = scene({"Keyes": "Z81", "Evans": "Z37"}, phase="headquarters")
    assert (
        moves(position, "McDowell")["Z58"] == "5" and max(map(int, moves(position, "McDowell").values())) == 6
    )
    play(position, "move McDowell Z58")
    assert at(position, "McDowell") == "Z58"
    assert has(position, "turned", "McDowell")


@pytest.mark.rule(GAME, "7.6")
def test_not_while_brigades_move():
    position = scene({"Keyes": "Z81", "Evans": "Z37"})
    assert why(position, "move McDowell Z70") == "7.6"


@pytest.mark.rule(GAME, "7.6")
def test_only_once_a_turn():
    position = scene(
        {"Keyes": "Z81", "Evans": "Z37", "McDowell": {"at": "Z71", "activated": True}}, phase="headquarters"
    )
    assert not options(position, "move")
    position = scene(
        {"Evans": "Z37", "Keyes": "Z81", "Beauregard": {"at": "Z08", "activated": True}},
        side="confederate",
        phase="headquarters",
    )
    assert {o.split()[1] for o in options(position, "move")} == {"Johnston"}
    assert why(position, "move Beauregard Z18") == "7.6"


@pytest.mark.rule(GAME, "7.6")
def test_never_into_contact_even_across_the_river():
    position = scene({"Keyes": "Z81", "Evans": "Z57"}, phase="headquarters")
    reached = moves(position, "McDowell")
    assert "Z59" in reached
    assert "Z58" not in reached, "Evans looks over the bridge"
    assert why(position, "move McDowell Z58") == "7.6"


@pytest.mark.rule(GAME, "7.6", "10.5.1")
def test_one_headquarters_to_a_zone():
    position = scene(
        {"Evans": "Z37", "Keyes": "Z81", "Johnston": "Z18"}, side="confederate", phase="headquarters"
    )
    assert "Z18" not in goals(position, "move", "Beauregard")
    assert why(position, "move Beauregard Z18") == "10.5.1"


@pytest.mark.rule(GAME, "7.6", "10.3.1")
def test_headquarters_make_no_forced_march():
    position = scene({"Keyes": "Z81", "Evans": "Z37"}, phase="headquarters")
    assert not options(position, "force")
