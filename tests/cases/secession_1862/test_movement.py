"""9.4 Movement: costs, forced march, fronts, attacks prepared, mounting."""

from __future__ import annotations

import pytest

from tests.cases import asking
from tests.cases.secession_1862.scene import (
    GAME,
    ID,
    SecondBullRun,
    asked,
    at,
    column,
    ends,
    kinds,
    number,
    play,
    scene,
    settle,
    verbs,
    why,
)


def cost(position: SecondBullRun, piece: str, zone: str) -> str:
    """What the umpire says a march costs; "" when it is out of reach."""
    return next((row["cost"] for row in asking.reach(GAME, position, piece) if row["place"] == zone), "")


# --- 9.4.1 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.4.1")
def test_a_forced_march_adds_2_points_once_and_tires_at_the_end() -> None:
    position = scene({"Milroy": "77"}, acting="Milroy")
    assert "109" in ends(position, "move Milroy") and "111" not in ends(position, "move Milroy")
    play(position, "move Milroy 109", "force Milroy")
    assert asked(position).facts["points"] == 2 and "123" in ends(position, "move Milroy")
    play(position, "move Milroy 111")
    assert "force" not in verbs(position) and column(position, "fatigue", "Milroy") == 0
    play(position, "face Milroy 109")
    assert column(position, "fatigue", "Milroy") == 1


@pytest.mark.rule(ID, "9.4.1")
def test_it_leads_through_full_zones_in_which_nobody_could_stop() -> None:
    """The turnpike from 77 to 111 takes 7 points, and every zone of it that leaves 3 or fewer is full."""
    pairs = {"104": ("Meade", "Seymour"), "105": ("Patrick", "Gibbon"), "107": ("Duryea", "Tower"),
             "109": ("Nagle", "Ferrero")}  # fmt: skip
    position = scene(
        {"Milroy": "77", **{b: zone for zone, pair in pairs.items() for b in pair}}, acting="Milroy"
    )
    assert not ends(position, "move Milroy") & pairs.keys() and "111" not in ends(position, "move Milroy")
    play(position, "force Milroy", "move Milroy 111")
    assert asked(position).facts["points"] == 1
    play(position, "face Milroy 109")
    assert column(position, "fatigue", "Milroy") == 1
    open_road = scene({"Milroy": "77"}, acting="Milroy")
    assert why(open_road, "force Milroy") == "9.4.1", "the normal movement comes first"


@pytest.mark.rule(ID, "9.4.1")
def test_it_pays_for_an_attack() -> None:
    position = scene({"Milroy": "98", "Trimble": {"at": "115", "facing": "98"}}, acting="Milroy", points=1)
    assert "attack" not in verbs(position)
    play(position, "force Milroy", "attack Milroy 115")
    settle(position)
    assert column(position, "fatigue", "Milroy") == 1


@pytest.mark.rule(ID, "9.4.1")
@pytest.mark.parametrize(
    ("piece", "entry"),
    [
        ("Art_Union", {"at": "98"}),
        ("Buford", {"at": "98", "dismounted": True}),
        ("Milroy", {"at": "98", "fatigue": 2}),
    ],
)
def test_artillery_dismounted_cavalry_and_the_worn_out_do_not_force(
    piece: str, entry: dict[str, object]
) -> None:
    position = scene({piece: entry, "Trimble": {"at": "115", "facing": "98"}}, acting=piece, points=1)
    assert "force" not in verbs(position) and why(position, f"force {piece}") == "9.4.1"


# --- 9.4.2 to 9.4.4 ----------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.4.2")
def test_a_zone_costs_2_and_1_along_a_road() -> None:
    position = scene({"Milroy": "77"})
    assert cost(position, "Milroy", "99") == "1" and cost(position, "Milroy", "80") == "2"
    assert cost(position, "Milroy", "104") == "3" and cost(position, "Milroy", "101") == "3"


@pytest.mark.rule(ID, "9.4.2")
def test_a_road_does_not_count_into_or_out_of_an_enemy_zone_of_control() -> None:
    into = scene({"Milroy": "99", "Trimble": {"at": "115", "facing": "128"}})
    assert cost(into, "Milroy", "116") == "2"
    out = scene({"Milroy": "116", "Trimble": {"at": "115", "facing": "128"}})
    assert cost(out, "Milroy", "99") == "2"
    assert cost(scene({"Milroy": "99"}), "Milroy", "116") == "1"


@pytest.mark.rule(ID, "9.4.3")
def test_bridges_and_escarpments_cost_1_more() -> None:
    assert cost(scene({"Milroy": "137"}), "Milroy", "138") == "2"  # road 1 + 1
    assert cost(scene({"Milroy": "97"}), "Milroy", "96") == "3"
    assert cost(scene({"Milroy": "96"}), "Milroy", "97") == "2"  # down is free
    assert cost(scene({"Milroy": "93"}), "Milroy", "113") == "2"  # a road up the escarpment


@pytest.mark.rule(ID, "9.4.3")
def test_the_front_of_enemy_artillery_costs_1_more_once() -> None:
    one = scene({"Milroy": "99", "Art_Ewell": {"at": "128", "facing": "116"}})
    assert cost(one, "Milroy", "116") == "3"
    two = scene({"Milroy": "99", "Art_Ewell": {"at": "128", "facing": "116"}, "Art_W": "128"})
    assert cost(two, "Milroy", "116") == "3"
    flank = scene({"Milroy": "99", "Art_Ewell": {"at": "128", "facing": "142"}})
    assert cost(flank, "Milroy", "116") == "2"
    own = scene({"Milroy": "99", "Art_Union": {"at": "128", "facing": "116"}})
    assert cost(own, "Milroy", "116") == "1"


@pytest.mark.rule(ID, "9.4.4", "11.1.5")
def test_bull_run_is_crossed_at_bridges_only_and_streams_are_free() -> None:
    position = scene({"Milroy": "124"})
    assert cost(position, "Milroy", "138") == "4"  # by 137 and the Stone Bridge
    assert why(scene({"Milroy": "124"}, acting="Milroy", points=2), "move Milroy 138") == "9.4.4"
    assert cost(scene({"Milroy": "80"}), "Milroy", "102") == "2"  # Young's Branch lies between


# --- 9.4.5 -------------------------------------------------------------------------------------------

FRONTS = {"Milroy": "98", "Trimble": {"at": "115", "facing": "98"}}  # its front: 96, 98, 116


@pytest.mark.rule(ID, "9.4.5")
def test_from_front_to_front_costs_a_loss_and_stops() -> None:
    position = scene(FRONTS, acting="Milroy")
    assert ends(position, "rush Milroy") == {"96", "116"}
    play(position, "rush Milroy 116")
    settle(position)
    assert column(position, "losses", "Milroy") == 1 and at(position, "Milroy") == "116"
    assert not ends(position, "move Milroy")


@pytest.mark.rule(ID, "9.4.5")
def test_from_front_to_flank_it_only_stops() -> None:
    pieces = {"Milroy": "98", "Trimble": {"at": "115", "facing": "96"}}  # front: 96, 98, 127
    position = scene(pieces, acting="Milroy")
    assert ends(position, "rush Milroy") == {"96"}
    play(position, "move Milroy 116")
    settle(position)
    assert column(position, "losses", "Milroy") == 0 and not ends(position, "move Milroy")


@pytest.mark.rule(ID, "9.4.5")
def test_from_a_flank_into_a_front_there_is_no_loss() -> None:
    pieces = {"Milroy": "98", "Trimble": {"at": "115", "facing": "128"}}  # front: 116, 127, 128
    position = scene(pieces, acting="Milroy")
    assert "rush" not in verbs(position)
    play(position, "move Milroy 116")
    assert column(position, "losses", "Milroy") == 0


@pytest.mark.rule(ID, "9.4.5")
def test_by_a_free_zone_between_there_is_no_loss() -> None:
    position = scene(FRONTS, acting="Milroy")
    assert cost(position, "Milroy", "116") == "4"
    play(position, "move Milroy 99", "move Milroy 116")
    assert column(position, "losses", "Milroy") == 0


@pytest.mark.rule(ID, "9.4.5", "10.4.11")
def test_the_last_step_is_lost_in_a_rush() -> None:
    position = scene({**FRONTS, "Milroy": {"at": "98", "losses": 5}, "McDowell": "100"}, acting="Milroy")
    play(position, "rush Milroy 116")
    assert at(position, "Milroy") == "" and "eliminated" in kinds(position)


# --- 9.4.7 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.4.7")
def test_an_attack_costs_2_and_points_to_one_zone_it_could_enter() -> None:
    pieces = {"Milroy": "98", "Trimble": {"at": "115", "facing": "98"}, "Field": {"at": "96", "facing": "98"}}
    position = scene(pieces, acting="Milroy")
    assert ends(position, "attack Milroy") == {"115", "96"}
    play(position, "attack Milroy 96")
    assert position.rules.board.names[position.state.target[number("Milroy")]] == "96"
    assert asked(position).facts["points"] == 4 and "attack" not in verbs(position)


@pytest.mark.rule(ID, "9.4.7")
def test_no_attack_with_one_point_nor_across_the_river() -> None:
    short = scene(
        {"Milroy": {"at": "98", "fatigue": 2}, "Trimble": {"at": "115", "facing": "98"}},
        acting="Milroy",
        points=1,
    )
    assert "attack" not in verbs(short) and why(short, "attack Milroy 115") == "9.4.7"
    river = scene({"Milroy": "124", "Gregg": "138"}, acting="Milroy")
    assert "attack" not in verbs(river) and why(river, "attack Milroy 138") == "9.4.7"
    bridge = scene({"Milroy": "137", "Gregg": "138"}, acting="Milroy")
    assert ends(bridge, "attack Milroy") == {"138"}


@pytest.mark.rule(ID, "9.4.7", "10.4.12")
def test_artillery_prepares_no_attack() -> None:
    position = scene({"Art_Union": "98", "Trimble": {"at": "115", "facing": "98"}}, acting="Art_Union")
    assert "attack" not in verbs(position) and why(position, "attack Art_Union 115") == "10.4.12"


@pytest.mark.rule(ID, "9.4.7")
def test_the_front_matters_only_by_option() -> None:
    # Milroy must face the two brigades in 115; Field in 97 is then behind him
    pieces = {
        "Milroy": "98", "Trimble": {"at": "115", "facing": "98"}, "Early": "115", "Field": "76",
        "Archer": "116",
    }  # fmt: skip
    assert "76" in ends(scene(pieces, acting="Milroy"), "attack Milroy")
    strict = scene(pieces, acting="Milroy", options={"attack-direction": "front"})
    assert "76" not in ends(strict, "attack Milroy")


# --- 9.4.8 -------------------------------------------------------------------------------------------


@pytest.mark.rule(ID, "9.4.8")
def test_cavalry_may_move_before_it_dismounts() -> None:
    position = scene({"Buford": {"at": "79", "fatigue": 1, "losses": 1}}, acting="Buford")
    play(position, "move Buford 99", "dismount Buford")
    assert column(position, "dismounted", "Buford")
    assert (column(position, "fatigue", "Buford"), column(position, "losses", "Buford")) == (1, 1)
    assert asked(position).facts["points"] == 2  # no more than dismounted cavalry has


@pytest.mark.rule(ID, "9.4.8")
def test_it_does_not_move_after_mounting() -> None:
    position = scene({"Buford": {"at": "79", "dismounted": True}}, acting="Buford")
    assert asked(position).facts["points"] == 2
    play(position, "mount Buford")
    assert not column(position, "dismounted", "Buford")
    assert not ends(position, "move Buford")
    assert verbs(position) == {"face"}


@pytest.mark.rule(ID, "9.4.8")
def test_two_points_are_needed_and_only_cavalry_does_it() -> None:
    short = scene({"Buford": "79"}, acting="Buford", points=1)
    assert "dismount" not in verbs(short) and why(short, "dismount Buford") == "9.4.8"
    foot = scene({"Milroy": "79"}, acting="Milroy")
    assert "dismount" not in verbs(foot) and why(foot, "dismount Milroy") == "9.4.8"


def test_the_umpire_tells_each_step() -> None:
    position = scene({"Milroy": "79", "Trimble": {"at": "115", "facing": "98"}})
    row = next(row for row in asking.reach(GAME, position, "Milroy") if row["place"] == "116")
    assert row["path"] == ["79", "77", "99", "116"] and row["stops"] and row["cost"] == "4"
    assert [term["cost"] for term in row["terms"]] == ["1", "1", "2"]
    assert [term["says"] for term in row["terms"]] == ["road", "road", "road in an enemy zone of control"]


@pytest.mark.rule(ID, "9.4.3")
def test_the_umpire_tells_of_guns_across_the_river() -> None:
    position = scene({"Milroy": "186", "Art_Hill": {"at": "205", "facing": "186"}, "Robinson": "164"})
    row = next(row for row in asking.reach(GAME, position, "Robinson") if row["place"] == "186")
    (term,) = row["terms"]
    assert (term["says"], term["cost"], term["rule"]) == ("road and front of artillery", "2", "9.4.3")
