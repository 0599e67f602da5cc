"""B3.1, B9.3, G3.1 Setting up."""

from __future__ import annotations

from random import Random

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import stack
from bullrun.games.clash_of_giants.rules.setup import hold_victory_hexes
from bullrun.games.clash_of_giants.rules.state import SETUP
from bullrun.games.sides import CONFEDERATE, UNION
from tests.cases.clash_of_giants.scene import GAME, ID, at, options, owner, place, play, refusal, unit

SITES = ("site taliaferro 3010", "site ewell 2907", "site light 4504", "site stuart 2805")


def started(scenario: str = "28-august", **chosen: str) -> Clash:
    return GAME.start(scenario, {name.replace("_", "-"): value for name, value in chosen.items()})


def until_set_up(position: Clash, seed: int = 1) -> None:
    """Both sides put their units anywhere they may, until the first turn begins."""
    random = Random(seed)
    while position.state.frames[-1][0] != "turn":
        decision = position.rules.procedures[position.state.frames[-1][0]].ask(
            position, position.state.frames[-1]
        )
        if decision is not None:
            position.apply(decision.options[random.randrange(len(decision.options))])


@pytest.mark.rule(ID, "B3.1.1.first", "B3.1.1.taliaferro", "B3.1.1.ewell", "B3.1.1.light", "B3.1.1.fitz")
def test_the_confederate_first_chooses_one_of_two_sites_for_each_formation() -> None:
    position = started()
    for formation, sites in [
        ("taliaferro", ("3118", "3010")),
        ("ewell", ("3823", "2907")),
        ("light", ("2510", "4504")),
        ("stuart", ("2507", "2805")),
    ]:
        assert owner(position) == "confederate"
        assert options(position) == [f"site {formation} {site}" for site in sites]
        play(position, f"site {formation} {sites[0]}")
    assert owner(position) == "confederate" and options(position)[0].startswith("place c-stonewall")


@pytest.mark.rule(ID, "B3.1.1.three", "B3.1.1.ewell")
def test_case_4_within_three_hexes_of_the_site() -> None:
    position = started()
    play(position, "site taliaferro 3010", "site ewell 3823", "site light 4504", "site stuart 2805")
    assert "place c-early 3820" in options(position)
    for hex_ in ("3819", "3525", "3424"):
        said = refusal(position, "confederate", f"place c-early {hex_}")
        assert said.rule == "B3.1.1.three" and "4 hexes away" in said.says


@pytest.mark.rule(ID, "B3.1.1.fitz", "B3.1.1.hex")
def test_case_5_cavalry_in_woods_only_on_a_road() -> None:
    position = started()
    play(position, "site taliaferro 3010", "site ewell 2907", "site light 4504", "site stuart 2507")
    offered = options(position)
    assert "place c-fitz-lee 2605" in offered and "place c-fitz-lee 2505" in offered
    assert "place c-fitz-lee 2506" not in offered
    assert refusal(position, "confederate", "place c-fitz-lee 2506").rule == "B3.1.1.hex"


@pytest.mark.rule(ID, "B3.1.1.hex")
def test_nobody_is_set_up_in_an_entry_hex() -> None:
    position = started()
    assert "site taliaferro 3118" in options(position)
    position = started("29-august", confederate_setup="free")
    decision = position.decision()
    assert decision is not None
    entries = position.rules.board.names_of(position.rules.entry_hexes)
    assert not [option for option in decision.options if option[2] in entries]


@pytest.mark.rule(ID, "B3.1.1.three", "7.1.two", "7.1.division")
def test_a_formation_is_not_divided_and_keeps_to_stacking() -> None:
    position = started()
    play(position, *SITES, "place c-archer 4504", "place c-branch 4504")
    assert "place c-gregg 4504" not in options(position)
    assert refusal(position, "confederate", "place c-gregg 4504").rule == "7.1.two"
    assert refusal(position, "confederate", "site light 2510").rule == "B3.1.1.light"
    assert refusal(position, "confederate", "place c-gregg 2510").rule == "B3.1.1.three"
    assert refusal(position, "confederate", "place c-hood 4504").rule == "9.1.place"


@pytest.mark.rule(ID, "B3.1.2.e")
def test_hooker_waits_in_e_if_ewell_is_at_manassas_junction() -> None:
    position = started()
    play(position, "site taliaferro 3010", "site ewell 3823", "site light 4504", "site stuart 2805")
    until_set_up(position)
    assert [at(position, name) for name in ("u-grover", "u-carr", "u-excelsior")] == ["3225"] * 3
    assert position.state.arrival[unit(position, "u-carr")] == 1, "as if he arrived on turn 1"


@pytest.mark.rule(ID, "B3.1.2.else")
def test_otherwise_hooker_is_set_up_at_the_junction_by_the_union() -> None:
    position = started(confederate_setup="historical")
    assert owner(position) == "union"
    assert {word.split()[1] for word in options(position)} == {"u-grover", "u-carr", "u-excelsior"}
    assert "place u-carr 3820" in options(position) and "place u-carr 3819" not in options(position)


@pytest.mark.rule(ID, "B9.3.csa", "B9.3.usa", "B9.2")
def test_the_29th_of_august() -> None:
    position = started("29-august")
    assert position.state.turn == 7
    offered = options(position)
    printed = {"c-early": "2111", "c-garnett": "2409", "c-starke": "2409", "c-stonewall": "2508"}
    assert {name: at(position, name) for name in printed} == printed
    reduced = [
        name
        for name in position.rules.roster.ids[: position.rules.roster.unit_count]
        if position.state.steps[unit(position, name)] < position.rules.roster.steps[unit(position, name)]
    ]
    assert reduced == ["u-doubleday", "c-stonewall", "c-taliaferro"]
    assert "place u-scammon 4507" in offered and "place u-scammon 4508" not in offered, "case 6"
    assert {word.split()[2] for word in offered if word.split()[1] == "u-milroy"} == {
        "3010", "3009", "3011", "3109", "3110", "2909", "2910",
    }, "case 7"  # fmt: skip
    other = started("29-august", centreville_setup="4503")
    assert "place u-scammon 4507" not in options(other)


@pytest.mark.rule(ID, "G3.1.1", "G3.1.2")
def test_gettysburg_is_set_up_as_printed() -> None:
    position = started("gettysburg")
    until_set_up(position)
    printed = {"u-gamble-a": "4409", "u-iron-brigade": "3813", "u-stone": "2712", "c-davis": "4605"}
    assert {name: at(position, name) for name in printed} == printed


@pytest.mark.rule(ID, "B4.2.1")
def test_case_155_control_at_start_is_for_who_stands_in_the_hex() -> None:
    position = started()
    play(position, *SITES, "place c-archer 4404")
    until_set_up(position)
    position.state.control = (-1, -1, -1)
    hold_victory_hexes(position)
    for index, hex_ in enumerate(("2507", "3823", "4504")):
        units = stack(position, place(position, hex_))
        holder = position.rules.roster.side[units[0]] if units else -1
        assert position.state.control[index] == holder


@pytest.mark.rule(ID, "B9.4.vp", "G4.2.1")
def test_what_the_scenario_says_is_held_and_scored_before_the_first_turn() -> None:
    position = started("29-august", union_setup="historical")
    until_set_up(position)
    hold_victory_hexes(position)
    assert position.state.control == (CONFEDERATE, UNION, UNION) and position.state.casualties == (2, 1)
    position = started("gettysburg")
    until_set_up(position)
    hold_victory_hexes(position)
    assert position.state.control == (UNION,) * 7


@pytest.mark.parametrize("scenario", ["28-august", "29-august"])
@pytest.mark.parametrize("seed", range(5))
def test_every_set_up_can_be_completed(scenario: str, seed: int) -> None:
    position = started(scenario)
    until_set_up(position, seed)
    assert position.state.phase == SETUP
    units = [unit for entry in position.rules.setups for unit in entry.units]
    assert all(position.state.at[unit] for unit in units)
    assert all(len(units) <= 2 for units in position.cache.stacks.values())


def test_ready_positions_stand_within_the_areas() -> None:
    free, ready = (
        started("28-august"),
        started("28-august", confederate_setup="historical", union_setup="historical"),
    )
    until_set_up(ready)
    for entry in free.rules.setups:
        for one, hex_ in entry.ready.items():
            assert any(free.rules.board.distance(site, hex_) <= entry.within for site in entry.sites)
            assert ready.state.at[one] == hex_
