"""10.6 Extended lines."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.rules.ground import control_zone
from bullrun.games.bull_run_1861.rules.results import retreat_modifiers
from bullrun.games.bull_run_1861.table.display import describe
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    combat,
    facing,
    fatigue,
    goals,
    has,
    losses,
    moves,
    number,
    options,
    owner,
    play,
    roll,
    scene,
    term,
    why,
)

LINE = {"Cocke": {"at": "Z29", "facing": "Z37"}, "Cocke-line": {"at": "Z30", "facing": "Z38"}}


@pytest.mark.rule(GAME, "10.6.1")
def test_two_points_spread_a_brigade_over_a_second_zone():
    position = scene({"Cocke": "Z29", "Keyes": "Z72"}, side="confederate", acting="Cocke")
    assert goals(position, "extend", "Cocke") == {"Z30", "Z24", "Z15", "Z28", "Z37"}
    play(position, "extend Cocke Z30")
    assert at(position, "Cocke") == "Z29" and at(position, "Cocke-line") == "Z30"
    play(position, "face Cocke-line Z38")
    assert position.decision().facts["points"] == 2
    poor = scene({"Cocke": "Z29", "Keyes": "Z72"}, side="confederate", acting="Cocke", points=1)
    assert not options(poor, "extend")
    assert why(poor, "extend Cocke Z30") == "10.6.1"


@pytest.mark.rule(GAME, "10.6.1", "10.5.1")
def test_within_stacking_free_of_enemies_and_not_across_bull_run():
    position = scene(
        {"Cocke": "Z38", "Bee": "Z37", "Early": {"at": "Z37", "line": "second"}, "Keyes": "Z72"},
        side="confederate",
        acting="Cocke",
    )
    assert goals(position, "extend", "Cocke") == {"Z30", "Z48"}
    assert why(position, "extend Cocke Z37") == "10.5.1"
    assert why(position, "extend Cocke Z50") == "10.6.1", "Ball's Ford"
    position = scene({"Cocke": "Z29", "Keyes": "Z37"}, side="confederate", acting="Cocke")
    assert why(position, "extend Cocke Z37") == "10.5.4"


@pytest.mark.rule(GAME, "10.6.1")
def test_the_marker_counts_as_a_brigade():
    position = scene({**LINE, "Keyes": "Z72"})
    board = position.rules.board
    controlled = set(board.names_of(control_zone(position, 1)))
    assert {"Z31", "Z32", "Z38"} <= controlled, "zones around the marker"
    full = scene(
        {**LINE, "Bee": "Z24", "Early": {"at": "Z30", "line": "second"}, "Keyes": "Z72"},
        side="confederate",
        acting="Bee",
    )
    assert "Z30" not in moves(full, "Bee"), "marker and Early fill the zone"


@pytest.mark.rule(GAME, "10.6.1", "10.4.2")
def test_a_marker_that_meets_the_enemy_faces_it_and_is_faced():
    position = scene(
        {"Cocke": "Z37", "Keyes": {"at": "Z24", "facing": "Z16"}}, side="confederate", acting="Cocke"
    )
    play(position, "extend Cocke Z29")
    assert owner(position) == "confederate"
    assert goals(position, "face", "Cocke-line") == {"Z30", "Z24", "Z15"}
    play(position, "face Cocke-line Z24")
    assert owner(position) == "union"
    play(position, "face Keyes Z29")
    assert facing(position, "Keyes") == "Z29"


@pytest.mark.rule(GAME, "10.6.2")
def test_two_points_regroup_it_in_either_zone():
    position = scene({**LINE, "Keyes": "Z72"}, side="confederate", acting="Cocke")
    assert goals(position, "regroup", "Cocke") == {"Z29", "Z30"}
    play(position, "regroup Cocke Z30")
    assert at(position, "Cocke") == "Z30" and at(position, "Cocke-line") == ""
    assert facing(position, "Cocke") == "Z38"
    assert position.decision().facts["points"] == 2
    play(position, "move Cocke Z38")


@pytest.mark.rule(GAME, "10.6.2")
def test_an_extended_line_does_not_move():
    position = scene({**LINE, "Keyes": "Z72"}, side="confederate", acting="Cocke")
    assert not options(position, "move")
    assert why(position, "move Cocke Z37") == "10.6.2"
    poor = scene({**LINE, "Keyes": "Z72"}, side="confederate", acting="Cocke", points=1)
    assert not options(poor, "regroup")
    assert why(poor, "regroup Cocke Z30") == "10.6.2"


@pytest.mark.rule(GAME, "10.6.2")
def test_extending_and_regrouping_are_allowed_in_an_enemy_zone_of_control():
    position = scene(
        {"Cocke": {"at": "Z29", "facing": "Z37"}, "Keyes": "Z37"}, side="confederate", acting="Cocke"
    )
    play(position, "extend Cocke Z30", "face Cocke-line Z38")
    assert "Z29" in goals(position, "regroup", "Cocke")
    play(position, "regroup Cocke Z29")
    assert at(position, "Cocke-line") == ""


@pytest.mark.rule(GAME, "10.6.3")
def test_each_part_has_half_the_potentials_rounded_up():
    position = scene({"Longstreet": "Z29", "Longstreet-line": "Z30", "Keyes": "Z72"})
    for part in ("Longstreet", "Longstreet-line"):
        facts = describe(position, number(position, part))
        assert (facts["combat"], facts["artillery"], facts["cavalry"]) == (3, 1, 1), "half of 5, 1 and 1"
    hurt = scene({"Longstreet": {"at": "Z29", "losses": 1}, "Longstreet-line": "Z30", "Keyes": "Z72"})
    assert describe(hurt, number(hurt, "Longstreet"))["combat"] == 2, "half of 4"


@pytest.mark.rule(GAME, "10.6.3", "11.2.1")
def test_the_halves_fight():
    position = scene({**LINE, "Keyes": {"at": "Z37", "facing": "Z29"}})
    report = combat(position, ["Keyes"], ["Cocke"])
    assert report["defense"] == "2" and term(report, "11.2.1", "attack") == 3, "4 against 2"


@pytest.mark.rule(GAME, "10.6.4", "11.3.7")
def test_plus_one_in_defence_for_either_part():
    position = scene(
        {**LINE, "Keyes": {"at": "Z37", "facing": "Z29"}, "Howard": {"at": "Z38", "facing": "Z30"}}
    )
    assert term(combat(position, ["Keyes"], ["Cocke"]), "11.3.7") == 1
    assert term(combat(position, ["Howard"], ["Cocke-line"]), "11.3.7") == 1
    whole = scene({"Cocke": {"at": "Z29", "facing": "Z37"}, "Keyes": {"at": "Z37", "facing": "Z29"}})
    assert term(combat(whole, ["Keyes"], ["Cocke"]), "11.3.7") == 0


@pytest.mark.rule(GAME, "10.6.4", "11.4.7")
def test_one_worse_when_it_tries_to_retreat():
    position = scene({**LINE, "Keyes": "Z72"})
    assert retreat_modifiers(position, number(position, "Cocke")) == [("extended line", 1, "10.6.4")]


@pytest.mark.rule(GAME, "10.6.5")
def test_each_part_may_attack_in_one_activation():
    position = scene(
        {
            **LINE,
            "Keyes": {"at": "Z37", "facing": "Z29"},
            "Howard": {"at": "Z32", "facing": "Z30"},
            "Bee": "Z18",
        },
        side="confederate",
        acting="Cocke",
    )
    play(position, "attack Cocke Z37", "attack Cocke-line Z32")
    assert has(position, "attacking", "Cocke") and has(position, "attacking", "Cocke-line")
    play(position, "done", "done")
    assert set(options(position, "strike")) == {"strike Z32", "strike Z37"}


@pytest.mark.rule(GAME, "10.6.5", "11.4.3")
def test_losses_and_fatigue_fall_on_the_whole_brigade():
    position = scene({**LINE, "Keyes": {"at": "Z37", "facing": "Z29", "attack": True}}, phase="combat")
    play(position, "strike Z29")
    roll(position, 6, 6, 1)
    play(position, "lose Cocke")
    assert losses(position, "Cocke") == 1 and fatigue(position, "Cocke") == 1
    facts = describe(position, number(position, "Cocke-line"))
    assert (facts["losses"], facts["fatigue"], facts["combat"]) == (1, 1, 2)


@pytest.mark.rule(GAME, "10.6.5", "11.1.2")
def test_each_part_is_attacked_for_itself():
    position = scene(
        {
            **LINE,
            "Keyes": {"at": "Z37", "facing": "Z29", "attack": True},
            "Howard": {"at": "Z38", "facing": "Z30", "attack": True},
        },
        phase="combat",
    )
    assert options(position, "strike") == ["strike Z29", "strike Z30"]
    play(position, "strike Z29")
    roll(position, 6, 3, 3)
    assert "strike Z30" in options(position), "the other part is another zone"


@pytest.mark.rule(GAME, "10.4.1", "10.6.5")
def test_the_part_that_does_not_attack_takes_its_facing():
    pieces = {
        "Keyes": {"at": "Z37", "facing": "Z29"}, "Keyes-line": {"at": "Z47", "facing": "Z57"}, "Bee": "Z29",
        "McDowell": "Z58",
    }  # fmt: skip
    position = scene(pieces, acting="Keyes")
    play(position, "attack Keyes Z29", "face Keyes-line Z46")
    assert facing(position, "Keyes-line") == "Z46" and facing(position, "Keyes") == "Z29"


@pytest.mark.rule(GAME, "10.4.1", "10.6.1")
def test_a_part_that_faced_on_arrival_does_not_turn_again():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Bee": "Z29", "McDowell": "Z58"}, acting="Keyes"
    )
    play(position, "extend Keyes Z47", "face Keyes-line Z57", "attack Keyes Z29")
    assert not options(position, "face") and facing(position, "Keyes-line") == "Z57"


@pytest.mark.rule(GAME, "10.3.4", "10.6.5")
def test_a_line_that_starts_at_farm_ford_may_attack_over_it():
    pieces = {"Keyes": "Z68", "Keyes-line": {"at": "Z67", "facing": "Z56"}, "Bee": "Z56", "McDowell": "Z69"}
    position = scene(pieces, acting="Keyes")
    play(position, "attack-ford Keyes-line Z56")
    assert has(position, "attacking", "Keyes-line") and position.state.farm_ford == 1


SPREADS = {"US_Cav": "Z65", "Evans": {"at": "Z46", "facing": "Z55"}, "McDowell": "Z74"}
"""Z55 is in Evans' zone of control, Z65 is not."""


@pytest.mark.rule(GAME, "10.3.5", "10.6.1")
@pytest.mark.parametrize("gathers_in", ["Z55", "Z65"])
def test_a_brigade_that_extends_into_an_enemy_zone_of_control_marches_no_more(gathers_in):
    position = scene(SPREADS, acting="US_Cav")
    play(position, "extend US_Cav Z55", "face US_Cav-line Z46", f"regroup US_Cav {gathers_in}")
    assert position.decision().facts["points"] == 2
    assert not options(position, "move") and not options(position, "force")
    assert why(position, "move US_Cav Z56") == "10.3.5"
    free = scene(SPREADS, acting="US_Cav")
    play(free, "extend US_Cav Z74", "face US_Cav-line Z65", "regroup US_Cav Z74")
    assert options(free, "move"), "where no enemy stops it"


@pytest.mark.rule(GAME, "10.4.2", "10.6.2")
def test_a_brigade_that_gathers_where_its_line_met_the_enemy_keeps_facing_him():
    position = scene(SPREADS, acting="US_Cav")
    play(position, "extend US_Cav Z55", "face US_Cav-line Z46", "regroup US_Cav Z55")
    assert facing(position, "US_Cav") == "Z46"
    assert not options(position, "face") and why(position, "face US_Cav Z65") == "10.4.2"
    back = scene(SPREADS, acting="US_Cav")
    play(back, "extend US_Cav Z55", "face US_Cav-line Z46", "regroup US_Cav Z65")
    assert goals(back, "face", "US_Cav") == {"Z54", "Z55", "Z74", "Z75"}, "there it has met nobody"


@pytest.mark.rule(GAME, "10.5.5", "10.6.2")
@pytest.mark.parametrize("part", ["Cocke", "Cocke-line"])
@pytest.mark.parametrize("gathers_in", ["Z29", "Z30"])
def test_the_legion_goes_with_its_brigade_when_the_line_gathers(part, gathers_in):
    where = {"Cocke": "Z29", "Cocke-line": "Z30"}[part]
    pieces = {**LINE, "Hampton": {"at": where, "with": part}, "Keyes": "Z72"}
    position = scene(pieces, side="confederate", acting="Cocke")
    play(position, f"regroup Cocke {gathers_in}")
    assert at(position, "Cocke") == at(position, "Hampton") == gathers_in
    assert position.state.host == number(position, "Cocke")
    acted = {**pieces, "Hampton": {"at": where, "with": part, "acted": True}}
    position = scene(acted, side="confederate", acting="Cocke")
    play(position, f"regroup Cocke {gathers_in}")
    assert at(position, "Hampton") == where, "it has acted already and stays"
