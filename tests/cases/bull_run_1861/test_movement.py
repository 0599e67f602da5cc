"""10.3 Movement."""

from __future__ import annotations

import pytest

from bullrun.games.bull_run_1861.rules.command import command_costs
from bullrun.games.bull_run_1861.rules.reach import reach_report
from tests.cases.bull_run_1861.scene import (
    GAME,
    at,
    facing,
    fatigue,
    goals,
    has,
    kinds,
    moves,
    number,
    options,
    owner,
    play,
    scene,
    why,
)


@pytest.mark.rule(GAME, "10.3.2")
def test_two_points_a_zone_and_one_along_a_road():
    position = scene({"Keyes": "Z46", "Evans": "Z18"}, acting="Keyes")
    costs = moves(position, "Keyes")
    assert costs["Z44"] == "1" and costs["Z43"] == "2", "the turnpike"
    assert costs["Z47"] == "1" and costs["Z37"] == "2", "the Sudley road"
    assert costs["Z45"] == "2", "no road leads there"
    assert costs["Z36"] == "4", "two zones across country"


@pytest.mark.rule(GAME, "10.3.2")
def test_two_zones_of_one_road_that_it_does_not_join_cost_two():
    position = scene({"Keyes": "Z48", "Evans": "Z18"}, acting="Keyes")
    costs = moves(position, "Keyes")
    assert costs["Z47"] == "1", "Portici lane"
    assert costs["Z57"] == "2", "the turnpike runs through Z57, but not from Z48"


@pytest.mark.rule(GAME, "10.3.2")
def test_every_step_tells_its_cost_and_rule():
    position = scene({"Keyes": "Z58", "Evans": "Z18"}, acting="Keyes")
    row = next(r for r in reach_report(position, number(position, "Keyes")) if r["place"] == "Z46")
    assert row["path"] == ["Z58", "Z57", "Z46"] and row["cost"] == "3"
    assert [(t["says"], t["cost"], t["rule"]) for t in row["terms"]] == [
        ("ford or bridge", "2", "10.3.3"),
        ("road", "1", "10.3.2"),
    ]


@pytest.mark.rule(GAME, "10.3.3")
def test_a_crossing_costs_two_even_by_road():
    costs = moves(scene({"Keyes": "Z58", "Evans": "Z18"}, acting="Keyes"), "Keyes")
    assert costs["Z57"] == "2", "the turnpike over the Stone Bridge"
    costs = moves(scene({"Keyes": "Z49", "Evans": "Z18"}, acting="Keyes"), "Keyes")
    assert costs["Z48"] == "2", "Lewis Ford, without a road"


@pytest.mark.rule(GAME, "10.3.3")
def test_bull_run_is_crossed_nowhere_else():
    position = scene({"Keyes": "Z49", "Evans": "Z18"}, acting="Keyes")
    assert moves(position, "Keyes").get("Z57") == "4", "only by way of Lewis Ford"
    near = scene({"Keyes": "Z49", "Evans": "Z18"}, acting="Keyes", points=2)
    assert "Z57" not in moves(near, "Keyes")
    assert why(near, "move Keyes Z57") == "10.3.3"


@pytest.mark.rule(GAME, "10.3.3")
def test_a_village_or_hamlet_by_road_costs_one():
    costs = moves(scene({"Keyes": "Z47", "Evans": "Z18"}, acting="Keyes"), "Keyes")
    assert costs["Z37"] == "1" and costs["Z29"] == "2", "through New Market"
    costs = moves(scene({"Keyes": "Z70", "Evans": "Z18"}, acting="Keyes"), "Keyes")
    assert costs["Z71"] == "1", "Centreville"


@pytest.mark.rule(GAME, "10.3.3")
def test_poplar_ford_is_there_only_as_an_option():
    assert "Z56" not in moves(scene({"Keyes": "Z66", "Evans": "Z18"}, acting="Keyes", points=2), "Keyes")
    with_it = scene({"Keyes": "Z66", "Evans": "Z18"}, acting="Keyes", points=2, options={"poplar-ford": "on"})
    assert moves(with_it, "Keyes")["Z56"] == "2"


@pytest.mark.rule(GAME, "10.3.1")
def test_a_forced_march_gives_two_points_for_one_fatigue_at_the_end():
    position = scene({"Keyes": "Z72", "Evans": "Z18"}, acting="Keyes")
    assert not options(position, "force"), "the regular points come first"
    assert why(position, "force Keyes") == "10.3.1"
    play(position, "move Keyes Z60", "force Keyes")
    assert fatigue(position, "Keyes") == 0, "only at the end of its movement"
    assert position.decision().facts["points"] == 2
    play(position, "move Keyes Z58", "face Keyes Z57")
    assert fatigue(position, "Keyes") == 1 and at(position, "Keyes") == "Z58"


@pytest.mark.rule(GAME, "10.3.1")
def test_a_forced_march_leads_through_full_zones_in_which_nobody_could_stop():
    """To Z58 it takes 6 points by Z69 and Z60, the only zones on the way that leave fewer than 2."""
    pairs = {"Sherman": "Z69", "Schenck": "Z69", "Burnside": "Z60", "Porter": "Z60"}
    position = scene({"Keyes": "Z72", "Evans": "Z18", **pairs}, acting="Keyes")
    assert not {"Z69", "Z60", "Z58"} & moves(position, "Keyes").keys()
    play(position, "force Keyes", "move Keyes Z58")
    assert not options(position, "force"), "once"
    play(position, "face Keyes Z57")
    assert fatigue(position, "Keyes") == 1 and at(position, "Keyes") == "Z58"


@pytest.mark.rule(GAME, "10.3.1")
def test_cavalry_gains_three():
    position = scene({"US_Cav": "Z72", "Evans": "Z18"}, acting="US_Cav")
    play(position, "move US_Cav Z58", "force US_Cav")
    assert position.decision().facts["points"] == 3


@pytest.mark.rule(GAME, "10.3.1")
def test_a_point_that_is_left_over_adds_to_it():
    position = scene({"Keyes": "Z72", "Evans": "Z18"}, acting="Keyes")
    play(position, "move Keyes Z69", "force Keyes")
    assert position.decision().facts["points"] == 3


@pytest.mark.rule(GAME, "10.3.1")
def test_once_in_an_activation_and_never_beyond_fatigue_two():
    position = scene({"Keyes": {"at": "Z72", "fatigue": 1}, "Evans": "Z18"}, acting="Keyes")
    play(position, "move Keyes Z60", "force Keyes", "move Keyes Z58")
    assert not options(position, "force")
    assert why(position, "force Keyes") == "10.3.1"
    play(position, "face Keyes Z57")
    assert fatigue(position, "Keyes") == 2
    worn = scene({"Keyes": {"at": "Z72", "fatigue": 2}, "Evans": "Z18"}, acting="Keyes")
    play(worn, "move Keyes Z60")
    assert not options(worn, "force")
    assert why(worn, "force Keyes") == "10.3.1"


@pytest.mark.rule(GAME, "10.3.1")
@pytest.mark.parametrize(("fatigue_before", "marches"), [(0, 2), (1, 1), (2, 0)])
def test_read_otherwise_a_brigade_marches_on_until_it_is_worn_out(fatigue_before, marches):
    position = scene(
        {"Keyes": {"at": "Z72", "fatigue": fatigue_before}, "Evans": "Z18"},
        acting="Keyes",
        options={"forced-marches": "two"},
    )
    way = ["Z60", "Z58", "Z57"]
    play(position, f"move Keyes {way[0]}")
    for zone in way[1 : 1 + marches]:
        play(position, "force Keyes")
        assert position.decision().facts["points"] == 2
        play(position, f"move Keyes {zone}")
    assert not options(position, "force") and why(position, "force Keyes") == "10.3.1"
    play(position, options(position, "face")[0])
    assert fatigue(position, "Keyes") == 2 and at(position, "Keyes") == way[marches]


@pytest.mark.rule(GAME, "10.3.1")
def test_without_a_word_one_forced_march_is_made():
    position = scene({"Keyes": "Z72", "Evans": "Z18"}, acting="Keyes")
    assert position.rules.has("forced-marches", "one")
    play(position, "move Keyes Z60", "force Keyes", "move Keyes Z58")
    assert not options(position, "force")


@pytest.mark.rule(GAME, "10.3.1", "10.3.8")
def test_forced_points_may_pay_for_an_attack():
    position = scene({"Keyes": "Z46", "Evans": "Z29", "Bee": "Z18"}, acting="Keyes", points=2)
    play(position, "move Keyes Z37", "face Keyes Z29", "face Evans Z37")
    assert not options(position, "attack")
    play(position, "force Keyes", "attack Keyes Z29")
    assert fatigue(position, "Keyes") == 1 and has(position, "attacking", "Keyes")


@pytest.mark.rule(GAME, "10.3.4")
def test_the_first_northern_brigade_pays_four_for_farm_ford_from_next_to_it():
    position = scene({"Keyes": "Z67", "Evans": "Z18"}, acting="Keyes")
    assert moves(position, "Keyes")["Z56"] == "4"
    play(position, "move Keyes Z56")
    assert position.state.farm_ford == 1 and "ford_found" in kinds(position)


@pytest.mark.rule(GAME, "10.3.4")
def test_it_must_start_there():
    position = scene({"US_Cav": "Z68", "Evans": "Z18"}, acting="US_Cav")
    assert "Z56" not in moves(position, "US_Cav")
    play(position, "move US_Cav Z67")
    assert position.decision().facts["points"] == 4, "enough, but it did not start its activation here"
    assert "Z56" not in goals(position, "move", "US_Cav")
    assert why(position, "move US_Cav Z56") == "10.3.4"


@pytest.mark.rule(GAME, "10.3.4")
def test_afterwards_it_is_a_ford_like_the_others():
    position = scene({"Keyes": "Z67", "Evans": "Z18"}, acting="Keyes", farm_ford_known=True)
    assert moves(position, "Keyes")["Z56"] == "2"


@pytest.mark.rule(GAME, "10.3.4")
def test_the_south_always_knew_it():
    position = scene({"Evans": "Z56", "Keyes": "Z72"}, side="confederate", acting="Evans")
    assert moves(position, "Evans")["Z67"] == "2"
    play(position, "move Evans Z67")
    assert position.state.farm_ford == 0, "and tells nobody"


@pytest.mark.rule(GAME, "10.3.4", "11.1.1")
def test_an_attack_over_the_unknown_ford_costs_four():
    position = scene({"Keyes": "Z67", "Evans": {"at": "Z56", "facing": "Z67"}}, acting="Keyes")
    assert not options(position, "attack")
    assert goals(position, "attack-ford", "Keyes") == {"Z57", "Z56", "Z66"}
    play(position, "attack-ford Keyes Z56")
    assert position.state.farm_ford == 1 and has(position, "attacking", "Keyes")
    tired = scene({"Keyes": "Z67", "Evans": {"at": "Z56", "facing": "Z67"}}, acting="Keyes", points=3)
    assert not options(tired, "attack-ford")
    known = scene(
        {"Keyes": "Z67", "Evans": {"at": "Z56", "facing": "Z67"}},
        acting="Keyes",
        points=2,
        farm_ford_known=True,
    )
    assert options(known, "attack")


@pytest.mark.rule(GAME, "10.3.4")
def test_command_does_not_run_over_a_ford_the_north_does_not_know():
    unknown = scene({"Keyes": "Z56", "McDowell": "Z68", "Evans": "Z18"})
    known = scene({"Keyes": "Z56", "McDowell": "Z68", "Evans": "Z18"}, farm_ford_known=True)
    zone = known.rules.board.place("Z56")
    assert command_costs(known, number(known, "McDowell"))[zone] == 4
    assert command_costs(unknown, number(unknown, "McDowell"))[zone] > 4


@pytest.mark.rule(GAME, "10.3.5")
def test_entering_an_enemy_zone_of_control_stops():
    position = scene({"US_Cav": "Z65", "Evans": {"at": "Z46", "facing": "Z55"}}, acting="US_Cav")
    assert "Z44" not in moves(position, "US_Cav") or int(moves(position, "US_Cav")["Z44"]) > 2
    play(position, "move US_Cav Z55", "face US_Cav Z46")
    assert position.decision().facts["points"] == 5
    assert not options(position, "move")
    assert why(position, "move US_Cav Z65") == "10.3.5"


@pytest.mark.rule(GAME, "10.3.5")
def test_it_may_still_turn_and_attack_with_what_is_left():
    position = scene({"Keyes": "Z65", "Evans": {"at": "Z46", "facing": "Z55"}}, acting="Keyes")
    play(position, "move Keyes Z55", "face Keyes Z56")
    assert goals(position, "attack", "Keyes") == {"Z56", "Z46", "Z44"}
    play(position, "attack Keyes Z44")
    assert facing(position, "Keyes") == "Z44"


@pytest.mark.rule(GAME, "10.3.6")
def test_contact_pushes_an_enemy_headquarters_back():
    position = scene({"Keyes": "Z44", "Evans": "Z18", "Johnston": "Z47"}, acting="Keyes")
    play(position, "move Keyes Z46")
    assert owner(position) == "confederate"
    reached = goals(position, "displace", "Johnston")
    assert {"Z48", "Z37"} <= reached, "one zone"
    assert {"Z38", "Z29", "Z28"} <= reached, "two zones"
    assert not {"Z57", "Z45", "Z55"} & reached, "still in contact"
    assert "Z24" not in reached, "three zones"
    play(position, "displace Johnston Z29")
    assert at(position, "Johnston") == "Z29" and has(position, "turned", "Johnston")
    assert owner(position) == "union", "and the brigade goes on"
    assert options(position, "move")


@pytest.mark.rule(GAME, "10.3.6")
def test_even_across_bull_run():
    position = scene({"Keyes": "Z59", "Evans": "Z18", "Johnston": "Z57"}, acting="Keyes")
    play(position, "move Keyes Z58")
    assert owner(position) == "confederate" and options(position, "displace")
    assert "Z48" in goals(position, "displace", "Johnston")


@pytest.mark.rule(GAME, "10.3.6")
def test_a_march_that_meets_a_headquarters_goes_on_after_it_has_gone():
    position = scene({"Keyes": "Z65", "Evans": "Z18", "Johnston": "Z46"}, acting="Keyes")
    play(position, "move Keyes Z47")
    assert at(position, "Keyes") == "Z55", "Johnston is next to Z55"
    play(position, "displace Johnston Z57")
    assert position.decision().facts["points"] == 3
    play(position, "move Keyes Z47")
    assert at(position, "Keyes") == "Z46", "and meets it again"
    assert owner(position) == "confederate"


@pytest.mark.rule(GAME, "10.3.7")
def test_a_brigade_leaves_a_zone_of_control_but_not_straight_into_another():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}}, acting="Keyes"
    )
    costs = moves(position, "Keyes")
    assert costs["Z47"] == "1", "out of it"
    assert "Z28" not in costs, "Z28 is also next to Evans"
    assert "Z30" not in costs or int(costs["Z30"]) > 2
    assert why(position, "move Keyes Z28") == "10.3.7"


@pytest.mark.rule(GAME, "10.3.7")
def test_after_a_free_zone_it_may_enter_another_and_stops():
    position = scene(
        {"US_Cav": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}}, acting="US_Cav"
    )
    costs = moves(position, "US_Cav")
    assert costs["Z38"] == "1" and costs["Z30"] == "3", "round by Ball's Ford"
    assert "Z24" not in costs and "Z32" not in costs, "Z30 is in Evans' zone of control again"


@pytest.mark.rule(GAME, "10.3.8")
def test_attacking_costs_two_points_and_a_marker():
    position = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}}, acting="Keyes"
    )
    play(position, "attack Keyes Z29")
    assert has(position, "attacking", "Keyes")
    poor = scene(
        {"Keyes": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}},
        acting="Keyes",
        points=1,
    )
    assert not options(poor, "attack")
    assert why(poor, "attack Keyes Z29") == "10.3.8"


@pytest.mark.rule(GAME, "10.3.8")
def test_without_an_enemy_next_to_it_there_is_no_attack():
    position = scene({"Keyes": "Z46", "Evans": "Z29"}, acting="Keyes")
    assert not options(position, "attack")
    assert why(position, "attack Keyes Z47") == "10.3.8"


@pytest.mark.rule(GAME, "10.3.8")
def test_a_brigade_with_an_attack_marker_moves_no_more():
    position = scene(
        {"US_Cav": {"at": "Z37", "facing": "Z29"}, "Evans": {"at": "Z29", "facing": "Z37"}, "Bee": "Z18"},
        acting="US_Cav",
    )
    play(position, "attack US_Cav Z29")
    assert not goals(position, "move", "US_Cav")


@pytest.mark.rule(GAME, "13.2")
def test_with_the_historical_maneuver_the_south_stays_behind_bull_run_on_turn_one():
    pieces = {"Evans": "Z57", "Keyes": "Z72"}
    on = {"historical-maneuver": "on"}
    position = scene(pieces, side="confederate", acting="Evans", turn=1, options=on)
    assert "Z58" not in moves(position, "Evans")
    assert why(position, "move Evans Z58") == "13.2"
    assert "Z58" in moves(scene(pieces, side="confederate", acting="Evans", turn=2, options=on), "Evans")
    assert "Z58" in moves(scene(pieces, side="confederate", acting="Evans", turn=1), "Evans")
