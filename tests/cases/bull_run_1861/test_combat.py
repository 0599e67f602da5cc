"""11.1 Attack: who attacks whom, and in which order."""

from __future__ import annotations

import pytest

from tests.cases.bull_run_1861.scene import (
    GAME,
    combat,
    facing,
    goals,
    kinds,
    options,
    play,
    roll,
    scene,
    why,
)


@pytest.mark.rule(GAME, "11.1.1")
def test_only_brigades_with_a_marker_attack():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Howard": {"at": "Z24", "facing": "Z29"},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        phase="combat",
    )
    assert options(position) == ["strike Z29", "done"]
    play(position, "strike Z29")
    battle = next(event for event in position.log if event.kind == "battle")
    assert battle.facts["attackers"] == ["Keyes"]


@pytest.mark.rule(GAME, "11.1.1")
def test_without_a_marker_there_is_no_combat():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z37"}}, phase="combat"
    )
    assert not options(position, "strike")


@pytest.mark.rule(GAME, "11.1.1")
def test_a_brigade_turns_as_the_marker_is_placed_and_attacks_its_front():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z47"}, "Bee": {"at": "Z29", "facing": "Z37"}}, acting="Keyes"
    )
    assert goals(position, "attack", "Keyes") == {"Z38", "Z29", "Z28"}, "facings that have Bee in the front"
    assert why(position, "attack Keyes Z47") == "11.1.1"
    play(position, "attack Keyes Z28")
    assert facing(position, "Keyes") == "Z28"


@pytest.mark.rule(GAME, "11.1.1", "10.3.3")
def test_over_bull_run_only_at_a_crossing():
    bridge = scene({"Keyes": "Z58", "Evans": {"at": "Z57", "facing": "Z58"}}, acting="Keyes")
    assert options(bridge, "attack")
    no_crossing = scene({"Keyes": "Z49", "Evans": {"at": "Z57", "facing": "Z58"}}, acting="Keyes")
    assert not options(no_crossing, "attack")
    assert why(no_crossing, "attack Keyes Z57") == "10.3.3"


@pytest.mark.rule(GAME, "11.1.1")
def test_a_prepared_attack_may_be_given_up():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29", "attack": True}, "Bee": {"at": "Z29", "facing": "Z37"}},
        phase="combat",
    )
    play(position, "done")
    assert "battle" not in kinds(position) and position.state.attacking == 0


PAIR = {
    "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
    "Howard": {"at": "Z15", "facing": "Z24", "attack": True},
    "Bee": {"at": "Z29", "facing": "Z37"},
    "Early": {"at": "Z24", "facing": "Z15"},
}


@pytest.mark.rule(GAME, "11.1.2")
def test_the_attacker_chooses_the_order():
    position = scene(PAIR, phase="combat")
    assert options(position, "strike") == ["strike Z24", "strike Z29"]


@pytest.mark.rule(GAME, "11.1.2")
def test_a_zone_is_attacked_once_in_a_movement_phase():
    position = scene(
        {**PAIR, "Franklin": {"at": "Z30", "facing": "Z29", "attack": True}},
        phase="combat",
        attacked=["Z29"],
    )
    assert "strike Z29" not in options(position)
    assert why(position, "strike Z29") == "11.1.2"
    assert "strike Z24" in options(position)


@pytest.mark.rule(GAME, "11.1.2")
def test_the_next_movement_phase_allows_it_again():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": {"at": "Z29", "facing": "Z37"}},
        phase="combat",
        attacked=["Z29"],
        initiative="confederate",
        movement_phase=1,
    )
    position.decision()
    assert position.state.attacked == 0


@pytest.mark.rule(GAME, "11.1.3")
def test_neighbouring_zones_attack_one_zone_together():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        phase="combat",
    )
    play(position, "strike Z29")
    assert options(position) == ["join Keyes", "join Howard"]
    play(position, "join Keyes")
    assert options(position) == ["join Howard", "fight"]
    play(position, "join Howard")
    battle = next(event for event in position.log if event.kind == "battle")
    assert battle.facts["attackers"] == ["Keyes", "Howard"] and battle.facts["strengths"] == [8, 3]


@pytest.mark.rule(GAME, "11.1.3")
def test_zones_apart_from_each_other_do_not():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Howard": {"at": "Z15", "facing": "Z29", "attack": True},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        phase="combat",
    )
    play(position, "strike Z29", "join Keyes")
    battle = next(event for event in position.log if event.kind == "battle")
    assert battle.facts["attackers"] == ["Keyes"], "Z15 is not next to Z37"
    report = combat(position, ["Keyes", "Howard"], ["Bee"])
    assert "11.1.3" in {o["rule"] for o in report["objections"]}


@pytest.mark.rule(GAME, "11.1.3")
def test_a_chain_of_zones_does():
    position = scene(
        {
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Howard": {"at": "Z28", "facing": "Z29", "attack": True},
            "US_Cav": {"at": "Z30", "facing": "Z29", "attack": True},
            "Schenck": {"at": "Z24", "facing": "Z29", "attack": True},
            "Bee": {"at": "Z29", "facing": "Z37"},
        },
        phase="combat",
    )
    play(position, "strike Z29", "join Schenck")
    assert options(position) == ["join US_Cav", "fight"], "Keyes and Howard are not next to Z24"


@pytest.mark.rule(GAME, "11.1.3")
def test_one_brigade_takes_on_every_enemy_in_its_front():
    position = scene(
        {
            "Richardson": {"at": "Z45", "facing": "Z46", "attack": True},
            "Bee": {"at": "Z46", "facing": "Z45"},
            "Bartow": {"at": "Z47", "facing": "Z45"},
        },
        phase="combat",
    )
    assert options(position) == ["strike Z46", "strike Z47", "sweep Richardson", "done"]
    play(position, "sweep Richardson")
    battle = next(event for event in position.log if event.kind == "battle")
    assert battle.facts["defenders"] == ["Bee", "Bartow"] and battle.facts["strengths"] == [5, 5]


@pytest.mark.rule(GAME, "11.1.3")
def test_it_leaves_out_only_zones_that_a_friend_has_attacked():
    position = scene(
        {
            "Richardson": {"at": "Z45", "facing": "Z46", "attack": True},
            "Keyes": {"at": "Z43", "facing": "Z44", "attack": True},
            "Bee": {"at": "Z46", "facing": "Z45"},
            "Bartow": {"at": "Z47", "facing": "Z45"},
            "Holmes": {"at": "Z44", "facing": "Z45"},
        },
        phase="combat",
    )
    play(position, "strike Z44", "join Keyes", "fight")
    roll(position, 6, 3, 3)
    play(position, "sweep Richardson")
    battle = [event for event in position.log if event.kind == "battle"][-1]
    assert battle.facts["defenders"] == ["Bee", "Bartow"], "Keyes has attacked Holmes"


@pytest.mark.rule(GAME, "11.1.3")
def test_or_it_attacks_one_of_them_alone():
    position = scene(
        {
            "Richardson": {"at": "Z45", "facing": "Z46", "attack": True},
            "Bee": {"at": "Z46", "facing": "Z45"},
            "Bartow": {"at": "Z47", "facing": "Z45"},
        },
        phase="combat",
    )
    play(position, "strike Z47")
    battle = next(event for event in position.log if event.kind == "battle")
    assert battle.facts["zones"] == ["Z47"]


@pytest.mark.rule(GAME, "11.1.3")
def test_never_several_against_several():
    position = scene(
        {
            "Richardson": {"at": "Z45", "facing": "Z46"},
            "Keyes": {"at": "Z44", "facing": "Z46"},
            "Bee": {"at": "Z46", "facing": "Z45"},
            "Bartow": {"at": "Z47", "facing": "Z45"},
        },
    )
    report = combat(position, ["Richardson", "Keyes"], ["Bee", "Bartow"])
    assert "11.1.3" in {o["rule"] for o in report["objections"]}
    assert combat(position, ["Richardson"], ["Bee", "Bartow"])["objections"] == []
