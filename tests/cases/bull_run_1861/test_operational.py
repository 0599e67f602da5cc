"""6 and 9. Operational movement."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    facing,
    fatigue,
    fresh,
    goals,
    has,
    kinds,
    options,
    owner,
    play,
    roll,
    scene,
    settle,
    why,
)

ARMIES = {
    "Keyes": "Z72", "Howard": "Z72", "Sherman": "Z70", "Schenck": "Z63", "Davies": "Z62",
    "Evans": "Z37", "Bee": "Z24", "Jackson": "Z24", "Jones": "Z18",
}  # fmt: skip


def marking(pieces=ARMIES, **table):
    """Turn 2 with the North as player 1, before the South marks."""
    position = scene(pieces, phase="initiative", turn=2, **table)
    play(position, "hold", "hold")
    roll(position, 6, 1)
    return position


def marks(position):
    return {option.split()[1] for option in options(position, "mark")}


def operation(pieces, **table):
    return scene(pieces, phase="administration", **table)


@pytest.mark.rule(GAME, "6.4")
def test_player_two_marks_before_player_one():
    position = marking()
    assert owner(position) == "confederate"
    play(position, "mark Bee", "done")
    assert owner(position) == "union"
    play(position, "mark Keyes", "done")
    assert has(position, "operational", "Bee") and has(position, "operational", "Keyes")


@pytest.mark.rule(GAME, "6.4")
def test_nobody_has_to_mark():
    position = marking()
    play(position, "done", "done")
    assert position.state.operational == 0


@pytest.mark.rule(GAME, "6.6")
def test_fatigued_brigades_and_brigades_in_contact_are_not_marked():
    position = marking({**ARMIES, "Jones": {"at": "Z18", "fatigue": 1}, "Burnside": "Z47"})
    assert marks(position) == {"Bee", "Jackson"}, "Evans touches Burnside, Jones is tired"
    assert why(position, "mark Jones") == "6.6" and why(position, "mark Evans") == "6.6"
    play(position, "done")
    assert "Burnside" not in marks(position)


@pytest.mark.rule(GAME, "6.6", "10.2.1")
def test_an_enemy_across_bull_run_is_no_contact():
    position = marking({"Sherman": "Z58", "Evans": "Z57"})
    assert marks(position) == {"Evans"}


@pytest.mark.rule(GAME, "6.7")
def test_the_south_marks_one_zone_with_up_to_two_brigades():
    position = marking()
    play(position, "mark Bee")
    assert marks(position) == {"Jackson"}
    assert why(position, "mark Jones") == "6.7"
    play(position, "mark Jackson")
    assert owner(position) == "union", "nothing is left to mark"


@pytest.mark.rule(GAME, "6.7")
def test_the_north_marks_two_zones_with_up_to_four_brigades():
    position = marking()
    play(position, "done", "mark Keyes", "mark Sherman")
    assert marks(position) == {"Howard"}, "Schenck and Davies would be a third zone"
    play(position, "mark Howard")
    assert position.state.operational.bit_count() == 3


@pytest.mark.rule(GAME, "6.6", "10.6.2")
def test_an_extended_line_cannot_be_marked():
    position = marking({**ARMIES, "Bee": "Z16", "Bee-line": "Z15", "Jackson": "Z32"})
    assert "Bee" not in marks(position)
    assert why(position, "mark Bee") == "10.6.2"


@pytest.mark.rule(GAME, "6.5")
def test_a_marked_brigade_moves_at_the_turns_end_out_of_command_with_doubled_points():
    position = operation({"Keyes": {"at": "Z75", "operational": True}, "Evans": "Z37"})
    assert at(position, "McDowell") == "Z71", "far away"
    play(position, "operate Keyes")
    reached = goals(position, "move", "Keyes")
    assert "Z60" in reached and "Z59" in reached, "8 movement points by the flank road"
    play(position, "move Keyes Z60", "done Keyes")
    assert fatigue(position, "Keyes") == 2


@pytest.mark.rule(GAME, "6.5")
def test_cavalry_has_twelve_points_and_a_mixed_stack_eight():
    alone = operation({"US_Cav": {"at": "Z75", "operational": True}, "Evans": "Z37"})
    play(alone, "operate US_Cav")
    assert alone.decision().facts["points"] == 12
    mixed = operation(
        {
            "US_Cav": {"at": "Z75", "operational": True},
            "Franklin": {"at": "Z75", "operational": True},
            "Evans": "Z37",
        }
    )
    play(mixed, options(mixed)[0])
    assert mixed.decision().facts["points"] == 8


@pytest.mark.rule(GAME, "6.5")
def test_operational_movement_stops_in_a_zone_of_control_and_never_attacks():
    position = operation({"Keyes": {"at": "Z65", "operational": True}, "Evans": "Z46"})
    play(position, "operate Keyes")
    reached = goals(position, "move", "Keyes")
    assert "Z55" in reached, "next to Evans"
    assert "Z57" not in reached and "Z47" not in reached, "beyond his zone of control"
    play(position, "move Keyes Z55")
    assert options(position)[0].startswith("face Keyes")
    assert not options(position, "attack") and not options(position, "force")
    play(position, "face Keyes Z46")
    assert not has(position, "attacking", "Keyes")


@pytest.mark.rule(GAME, "6.5", "9.1")
def test_a_marked_brigade_may_stay_and_is_then_not_tired():
    position = operation({"Keyes": {"at": "Z75", "operational": True}, "Evans": "Z37"})
    play(position, "done")
    assert fatigue(position, "Keyes") == 0 and not has(position, "operational", "Keyes")


@pytest.mark.rule(GAME, "6.5", "7.3")
def test_activation_costs_the_marker():
    position = scene({"Keyes": {"at": "Z72", "operational": True}, "Evans": "Z37"})
    play(position, "activate Keyes")
    assert not has(position, "operational", "Keyes")


@pytest.mark.rule(GAME, "6.8")
def test_enemy_contact_cancels_the_marker():
    position = scene({"Keyes": "Z65", "Evans": {"at": "Z46", "operational": True}}, acting="Keyes")
    play(position, "move Keyes Z55")
    assert not has(position, "operational", "Evans")
    assert "marker_lost" in kinds(position)


@pytest.mark.rule(GAME, "6.8")
def test_an_enemy_two_zones_away_or_across_the_river_does_not():
    position = scene({"Keyes": "Z65", "Evans": {"at": "Z57", "operational": True}}, acting="Keyes")
    play(position, "move Keyes Z55")
    assert has(position, "operational", "Evans")
    position = scene({"Keyes": "Z60", "Evans": {"at": "Z57", "operational": True}}, acting="Keyes")
    play(position, "move Keyes Z58")
    assert has(position, "operational", "Evans"), "only the bridge between them"


@pytest.mark.rule(GAME, "6.8", "11.1.2")
def test_an_attack_over_a_crossing_cancels_it_too():
    position = scene(
        {
            "Keyes": {"at": "Z58", "facing": "Z57", "attack": True},
            "Evans": {"at": "Z57", "operational": True},
        },
        phase="combat",
    )
    play(position, "strike Z57")
    assert not has(position, "operational", "Evans")


@pytest.mark.rule(GAME, "9.1")
def test_a_stack_moves_and_ends_together():
    position = operation(
        {
            "Porter": {"at": "Z68", "operational": True},
            "Burnside": {"at": "Z68", "operational": True},
            "Evans": "Z37",
        }
    )
    assert options(position) == ["operate Porter", "done"], "one group"
    play(position, "operate Porter", "move Porter Z75", "done Porter")
    assert at(position, "Porter") == at(position, "Burnside") == "Z75"
    play(position, "front Burnside", "face Burnside Z65")
    assert facing(position, "Porter") == "Z65"
    assert fatigue(position, "Porter") == fatigue(position, "Burnside") == 1, (
        "2, and the same phase takes one off"
    )


@pytest.mark.rule(GAME, "9.1", "10.5.1")
def test_a_stack_cannot_end_where_only_one_finds_room():
    position = operation(
        {
            "Porter": {"at": "Z68", "operational": True},
            "Burnside": {"at": "Z68", "operational": True},
            "Keyes": "Z78",
            "Evans": "Z37",
        }
    )
    play(position, "operate Porter")
    reached = goals(position, "move", "Porter")
    assert "Z78" not in reached and "Z77" in reached, "it may pass"


@pytest.mark.rule(GAME, "9.1")
def test_player_one_carries_out_his_moves_first():
    pieces = {"Keyes": {"at": "Z72", "operational": True}, "Evans": {"at": "Z37", "operational": True}}
    assert owner(operation(pieces, initiative="confederate")) == "confederate"
    assert owner(operation(pieces, initiative="union")) == "union"


@pytest.mark.rule(GAME, "12.1", "6.4")
def test_the_historical_flank_march_is_marked_on_turn_one():
    position = fresh()
    settle(position, "initiative")
    settle(position, "movement")
    marked = {b for b in ("Porter", "Burnside", "US_Cav", "Franklin") if has(position, "operational", b)}
    assert marked == {"Porter", "Burnside", "US_Cav", "Franklin"}
    assert not has(position, "operational", "Howard")


FLANK_MARCH = {
    "Porter": {"at": "Z68", "operational": True}, "Burnside": {"at": "Z68", "operational": True},
    "US_Cav": {"at": "Z60", "operational": True}, "Franklin": {"at": "Z60", "operational": True},
    "Keyes": "Z59", "Evans": "Z37",
}  # fmt: skip


@pytest.mark.rule(GAME, "12.1", "6.6")
def test_of_the_flank_march_only_brigades_are_marked_that_stand_free_on_the_map():
    pieces = {"Porter": "Z68", "Burnside": "Z55", "US_Cav": {"at": "Z60", "fatigue": 1}, "Evans": "Z46"}
    position = scene(pieces, phase="initiative", turn=1)
    play(position, "done")
    assert has(position, "operational", "Porter")
    assert not any(has(position, "operational", b) for b in ("Burnside", "US_Cav", "Franklin"))


@pytest.mark.rule(GAME, "12.1")
def test_the_historical_flank_march_is_not_given_up_for_an_activation():
    position = scene(FLANK_MARCH, turn=1)
    assert options(position) == ["activate Keyes", "done"]
    assert why(position, "activate Porter") == why(position, "move Porter Z69") == "12.1"
    later = scene(FLANK_MARCH, turn=2)
    assert "activate Porter" in options(later), "only on turn 1"


@pytest.mark.rule(GAME, "12.1", "6.8")
def test_a_brigade_of_the_flank_march_that_has_lost_its_marker_may_act():
    position = scene({**FLANK_MARCH, "Porter": "Z68"}, turn=1)
    assert "activate Porter" in options(position)


@pytest.mark.rule(GAME, "12.1", "9.1")
def test_the_historical_flank_march_must_be_carried_out():
    position = operation(FLANK_MARCH, turn=1)
    assert options(position) == ["operate Porter", "operate Franklin"]
    assert why(position, "done") == "12.1"
    play(position, "operate Porter")
    assert not options(position, "done") and why(position, "done Porter") == "12.1"
    play(position, "move Porter Z69")
    assert "done Porter" in options(position), "how far is its own affair"
    later = operation(FLANK_MARCH, turn=2)
    assert "done" in options(later)


@pytest.mark.rule(GAME, "12.1", "9.1")
def test_a_flank_march_with_nowhere_to_go_holds_nobody_up():
    pieces = {"Porter": {"at": "Z46", "operational": True}, "Evans": "Z37", "Jones": "Z45", "Bee": "Z57"}
    position = operation(pieces, turn=1)
    assert options(position) == ["operate Porter", "done"], "in contact"


@pytest.mark.rule(GAME, "6.6", "6.8", "11.3.1")
def test_a_second_line_that_supports_an_attack_loses_its_marker():
    position = scene(
        {
            "Bee": {"at": "Z57", "line": "front", "attack": True, "facing": "Z58"},
            "Jackson": {"at": "Z57", "line": "second", "operational": True},
            "Sherman": {"at": "Z58", "facing": "Z57"},
        },
        side="confederate",
        phase="combat",
    )
    play(position, "strike Z58")
    assert not has(position, "operational", "Jackson")


LEGION = {"Hampton": {"at": "Z32", "with": "Bee", "operational": True}, "Bee": "Z32"}


@pytest.mark.rule(GAME, "6.5", "10.5.5")
def test_a_marked_legion_that_acts_with_its_host_loses_its_marker():
    position = scene({**LEGION, "Keyes": "Z72"}, side="confederate")
    play(position, "activate Bee")
    assert not has(position, "operational", "Hampton")


@pytest.mark.rule(GAME, "6.8", "10.5.5")
def test_a_marked_legion_that_is_met_with_its_host_loses_its_marker():
    position = scene({**LEGION, "Keyes": "Z39"}, acting="Keyes")
    play(position, "move Keyes Z33")
    assert not has(position, "operational", "Hampton")


@pytest.mark.rule(GAME, "6.6", "11.3.3")
def test_a_second_line_that_retreats_with_the_other_part_of_a_line_loses_its_marker():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Keyes-line": {"at": "Z47", "line": "front", "facing": "Z57"},
            "Howard": {"at": "Z47", "line": "second", "operational": True},
            "Bee": {"at": "Z29", "facing": "Z37"},
            "Jackson": {"at": "Z29", "line": "second"},
        },
        phase="combat",
    )
    play(position, "strike Z29")
    while owner(position) == "chance":
        roll(position, 6 if position.decision().question == "Combat die of the defender" else 1)
    assert has(position, "operational", "Howard")
    play(position, "retreat Keyes")
    roll(position, 1)
    while not fatigue(position, "Howard"):
        play(position, options(position)[0])
    assert not has(position, "operational", "Howard")
