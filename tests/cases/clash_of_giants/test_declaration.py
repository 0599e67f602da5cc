"""12.1 to 12.5 Combat Actions and the attacks of special markers: which attacks are legal as a whole."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bullrun.engine.frames import Procedure
from bullrun.games.clash_of_giants.rules import declaration, second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import may_stack, on_map, put, stack, take_off
from bullrun.games.clash_of_giants.rules.state import LOST, READY
from tests.cases.clash_of_giants.declarations import bare, front, steps, walk
from tests.cases.clash_of_giants.fights import WHOLE, alone, declarations, declaring, ended
from tests.cases.clash_of_giants.scene import ID, options, owner, place, play, refusal, scene, told, unit
from tests.cases.clash_of_giants.scene import rules as rules_of

Declared = dict[str, str]


def nothing(position: Clash, frame: tuple[int, ...]) -> None:
    """A fight that changes nothing."""


def wholes(
    scenario: str, pieces: dict[str, object], side: str, special: bool = False, **extra: object
) -> list[Declared]:
    """Every legal declaration."""
    chosen = {**WHOLE, **extra.pop("options", {})}
    return declarations(declaring(scenario, pieces, side, special=special, options=chosen, **extra))


def same(found: list[Declared], wanted: list[Declared]) -> bool:
    return sorted(sorted(one.items()) for one in found) == sorted(sorted(one.items()) for one in wanted)


# --- the case book

ANGLE: dict[str, object] = {
    "u-hall": "3016", "u-philadelphia": "3116", "u-smyth": "3216",
    "c-garnett": "3015", "c-armistead": "3115", "c-kemper": "3115", "c-archer": "3215",
}  # fmt: skip


@pytest.mark.rule(ID, "12.5.bound", "12.5.most", "12.4.joint")
def test_case_90_the_angle_has_four_declarations() -> None:
    wanted = [
        {"c-garnett": "3016", "c-archer": "3216", one: "3116", other: at}
        for one, other in (("c-armistead", "c-kemper"), ("c-kemper", "c-armistead"))
        for at in ("3016", "3216")
    ]
    assert same(wholes("gettysburg", ANGLE, "confederate", turn=15), wanted)


@pytest.mark.rule(ID, "12.5.scm", "12.4.scm", "12.4.refuse")
def test_case_91_under_longstreet_nobody_must_attack_but_joint_attacks_oblige() -> None:
    found = wholes("gettysburg", ANGLE, "confederate", special=True, turn=15)
    assert {} in found and {"c-armistead": "3116", "c-kemper": "3116"} in found
    joint = [one for one in found if one.get("c-garnett") == one.get("c-armistead") == "3016"]
    assert joint and all({"3116", "3216"} <= set(one.values()) for one in joint)
    assert {"c-garnett": "3016", "c-armistead": "3016"} not in found


@pytest.mark.rule(ID, "12.5.most")
def test_case_92_a_stack_below_two_enemies_attacks_both() -> None:
    pieces = {name: at for name, at in ANGLE.items() if name != "u-smyth"}
    wanted = [
        {"c-garnett": "3016", one: "3016", other: "3116"}
        for one, other in (("c-armistead", "c-kemper"), ("c-kemper", "c-armistead"))
    ]
    assert same(wholes("gettysburg", pieces, "confederate", turn=15), wanted)


@pytest.mark.rule(ID, "12.5.choice", "12.4.joint")
def test_case_93_bald_hill_has_one_declaration() -> None:
    pieces = {
        "c-hood": "2909",
        "c-jenkins": "2810",
        "c-corse": "2810",
        "u-mclean": "2910",
        "u-stahel": "3010",
    }
    found = wholes("28-august", dict(pieces), "confederate", turn=16, wing_released=True)
    assert found == [{"c-hood": "3010", "c-jenkins": "2910", "c-corse": "2910"}]


@pytest.mark.rule(ID, "12.5.bound", "12.4.joint", "12.4.first")
def test_case_94_an_attack_from_both_hexes_obliges_the_hex_beside() -> None:
    pieces: dict[str, object] = {
        "u-butterfield": "2509", "u-roberts": "2509", "u-griffin": "2410",
        "c-garnett": "2409", "c-starke": "2409", "c-taliaferro": {"at": "2508", "steps": 1},
    }  # fmt: skip
    wanted = [
        {"u-griffin": "2409", one: "2409", other: "2508"}
        for one, other in (("u-butterfield", "u-roberts"), ("u-roberts", "u-butterfield"))
    ]
    assert same(wholes("28-august", pieces, "union", turn=16), wanted)


@pytest.mark.rule(ID, "12.5.friend", "12.1.free")
def test_case_95_a_friend_at_the_height_of_the_enemy_lifts_the_duty() -> None:
    below: dict[str, object] = {"u-koltes": "3010", "c-law": "2909"}
    assert {} not in wholes("28-august", below, "confederate", turn=16)
    assert {} in wholes("28-august", {**below, "c-hood": "2910"}, "confederate", turn=16)
    position = scene("28-august", dict(below), turn=16, side="confederate", phase="combat", marker="cm-hood")
    play(position, "hold")
    assert not position.state.acted, "without a Combat Action nobody must attack"


@pytest.mark.rule(ID, "12.5.bound", "12.5.terrain", "12.5.friend", "12.4.anyone")
def test_case_96_vincent_must_attack_after_all() -> None:
    pieces: dict[str, object] = {
        "u-zouaves": "4912", "u-carr": "5411", "u-vincent": "5111", "u-tilton": "5113", "u-burling": "5212",
        "c-iverson": "4911", "c-daniel": "4913", "c-wright": "5412", "c-ramseur": "5112", "c-doles": "5213",
    }  # fmt: skip
    found = wholes("gettysburg", pieces, "union", turn=6)
    assert found
    for one in found:
        assert one["u-zouaves"] == "4913" and one["u-tilton"] == one["u-burling"] == "5213"
        assert one["u-vincent"] == "5112"
    assert any("u-carr" not in one for one in found)


FLANK: dict[str, object] = {
    "u-zouaves": "3713", "u-cross": "3712", "c-wilcox": "3613", "c-wright": "3813", "c-mahone": "3814",
}  # fmt: skip


@pytest.mark.rule(ID, "12.5.bound", "12.4.joint", "12.5.divert")
def test_flank_example_mandatory_attacks_make_a_joint_attack() -> None:
    found = wholes("gettysburg", FLANK, "confederate", turn=6)
    assert found == [{"c-wilcox": "3712", "c-wright": "3712", "c-mahone": "3713"}]
    without = {name: at for name, at in FLANK.items() if name != "c-mahone"}
    found = wholes("gettysburg", without, "confederate", turn=6)
    assert len(found) == 2 and all(sorted(one.values()) == ["3712", "3713"] for one in found)


COMBINED: dict[str, object] = {
    "c-hoke": "2217", "c-hays": "2217", "c-gordon": "2216", "c-smith": "2215",
    "u-day": "2316", "u-harrow": "2317", "u-irish": "2315", "u-smyth": "2214",
}  # fmt: skip


@pytest.mark.rule(ID, "12.4.joint", "12.4.single", "12.4.refuse", "12.2.split", "12.1.free")
def test_combined_attack_example() -> None:
    found = wholes("gettysburg", COMBINED, "confederate", turn=6)
    assert {} in found and {"c-hoke": "2316", "c-hays": "2316"} in found, "one hex obliges nothing"
    assert {"c-hoke": "2316", "c-hays": "2317"} in found, "a stack may split"
    met = {"c-hoke": "2316", "c-gordon": "2316", "c-hays": "2317", "c-smith": "2315"}
    assert met in found, "Smyth is in nobody's zone who attacks jointly"
    assert {name: at for name, at in met.items() if name != "c-smith"} not in found
    assert not [one for one in found if one.get("c-smith") == one.get("c-gordon") == "2315"]
    without = {name: at for name, at in COMBINED.items() if name != "u-smyth"}
    found = wholes("gettysburg", without, "confederate", turn=6)
    assert {"c-smith": "2315", "c-gordon": "2315", "c-hoke": "2316"} in found
    assert {"c-smith": "2315", "c-gordon": "2315"} not in found


@pytest.mark.rule(ID, "12.4.anyone", "12.5.most", "12.5.divert", "12.5.friend")
def test_interaction_1() -> None:
    pieces: dict[str, object] = {
        "u-jackson": "3307", "u-nagle": "3506", "u-ferrero": "3506", "u-milroy": "3308", "u-mclean": "3308",
        "u-stahel": {"box": "lost"}, "c-taliaferro": "3407", "c-trimble": "3505", "c-early": "3408",
    }  # fmt: skip
    found = wholes("28-august", pieces, "union", turn=7)
    assert found
    for one in found:
        assert one["u-jackson"] == "3407" and sorted((one["u-nagle"], one["u-ferrero"])) == ["3407", "3505"]
        assert "3408" in (one.get("u-milroy"), one.get("u-mclean"))
    assert any("u-milroy" not in one for one in found), "at least one, not necessarily both"
    assert {} in wholes("28-august", {**pieces, "u-gibbon": "3406"}, "union", turn=7)


@pytest.mark.rule(ID, "12.5.choice", "12.5.terrain", "G7.6.zoc")
def test_interaction_2() -> None:
    pieces: dict[str, object] = {
        "c-scales": "3820", "c-perrin": "3819", "c-lane": "3818",
        "u-von-gilsa": "3719", "u-ames": "3718", "u-baxter": "3717",
    }  # fmt: skip
    wanted = [{"c-scales": "3719", "c-perrin": "3719", "c-lane": at} for at in ("3717", "3718")]
    assert same(wholes("gettysburg", pieces, "confederate", turn=4), wanted)


INTERACTION_3: dict[str, object] = {
    "c-archer": "3215", "c-davis": "3315", "c-pettigrew": "3315",
    "u-paul": "3115", "u-cutler": "3216", "u-iron-brigade": "3316",
}  # fmt: skip


@pytest.mark.rule(ID, "12.4.first", "12.5.most", "12.4.scm", "12.5.scm")
def test_interaction_3() -> None:
    wanted = [
        {"c-archer": "3115", one: "3216", other: "3316"}
        for one, other in (("c-davis", "c-pettigrew"), ("c-pettigrew", "c-davis"))
    ]
    assert same(wholes("gettysburg", INTERACTION_3, "confederate", turn=4), wanted)
    special = wholes("gettysburg", INTERACTION_3, "confederate", special=True, turn=4)
    assert {} in special and {"c-davis": "3216", "c-pettigrew": "3216"} in special
    assert not [
        one
        for one in special
        if one.get("c-archer") == "3216" and "3216" in (one.get("c-davis"), one.get("c-pettigrew"))
    ]
    assert {"c-archer": "3115", "c-davis": "3316"} in special


@pytest.mark.rule(ID, "O.shared")
def test_the_longer_reading_obliges_the_hex_that_two_attacking_hexes_share() -> None:
    found = wholes(
        "gettysburg", INTERACTION_3, "confederate", special=True, turn=4, options={"shared-hex": "on"}
    )
    both = [one for one in found if "c-archer" in one and len(one) > 1]
    assert both and all("3216" in one.values() for one in both)
    assert {"c-archer": "3115", "c-davis": "3316"} not in found
    assert {"c-archer": "3115", "c-davis": "3216"} in found and {"c-davis": "3316"} in found


@pytest.mark.rule(ID, "12.5.divert", "12.4.joint")
def test_case_161_one_free_unit_and_two_hexes_that_are_wanted() -> None:
    pieces: dict[str, object] = {
        "c-iverson": "3619", "c-wright": "3717", "c-scales": "3819",
        "u-o-smith": "3618", "u-ames": "3818", "u-coster": "3719",
    }  # fmt: skip
    wanted = [
        {"c-scales": "3719", "c-iverson": "3618", "c-wright": "3818"},
        {"c-scales": "3818", "c-iverson": "3719", "c-wright": "3618"},
    ]
    assert same(wholes("gettysburg", pieces, "confederate", turn=4), wanted)


@pytest.mark.rule(ID, "12.5.divert", "12.4.anyone")
def test_case_162_brawner_farm() -> None:
    pieces: dict[str, object] = {
        "c-law": "2009", "c-hood": "2110", "c-evans": "1910", "c-corse": "2211",
        "u-patrick": "2010", "u-gibbon": "2109", "u-doubleday": "2210", "u-hatch": "2111",
    }  # fmt: skip
    found = wholes("28-august", pieces, "confederate", turn=16, wing_released=True)
    wanted = [
        {"c-law": "2109", one: "2111", other: "2210", **more}
        for one, other in (("c-hood", "c-corse"), ("c-corse", "c-hood"))
        for more in ({}, {"c-evans": "2010"})
    ]
    assert same(found, wanted)


@pytest.mark.rule(ID, "12.5.vol", "12.5.divert")
def test_case_163_a_voluntary_joint_attack_excuses_nobody() -> None:
    pieces: dict[str, object] = {
        "c-lane": "3617", "c-perrin": "3717", "c-thomas": "3817",
        "u-o-smith": "3618", "u-coster": "3716", "u-biddle": "3517", "u-ames": "3917",
    }  # fmt: skip
    wanted: list[Declared] = [
        {"c-perrin": "3618", "c-lane": "3517", **more}
        for more in ({}, {"c-thomas": "3716"}, {"c-thomas": "3917"})
    ]
    assert same(wholes("gettysburg", pieces, "confederate", turn=4), wanted)


# --- who takes part, and when


def acting(scenario: str, pieces: dict[str, str], marker: str, side: str, turn: int, **extra: Any) -> Clash:
    """The units of a marker have moved; fights change nothing and nothing comes after this activation."""
    position = scene(scenario, pieces, turn=turn, side=side, phase="combat", marker=marker, **extra)
    position.state.frames = position.state.frames[-1:]
    position.log = []
    return alone(position, "combat")


@pytest.mark.rule(ID, "12.1.once", "12.1.when", "12.1.all")
def test_a_side_declares_once_a_turn_and_all_its_units_may_attack() -> None:
    pieces = {"c-law": "2909", "c-archer": "2907", "u-koltes": "3010", "u-meade": "2908"}
    position = acting("28-august", pieces, "cm-hood", "confederate", 16)
    assert owner(position) == "confederate" and options(position) == ["declare", "hold"]
    play(position, "declare")
    assert told(position, "combat_action") == [{"side": "confederate"}]
    assert "attack c-archer 2908" in options(position), "not only the formation that was activated"
    assert position.state.acted == 2
    assert acting("28-august", pieces, "cm-hood", "confederate", 16, acted=["confederate"]).is_over


@pytest.mark.rule(ID, "B8.8.no", "B8.8.jackson", "12.5.scm")
def test_case_123_no_confederate_combat_action_on_the_28th_but_jacksons_men_may_attack() -> None:
    pieces = {"c-starke": "2909", "u-grover": "3010"}
    assert acting("28-august", pieces, "cm-taliaferro", "confederate", 2).is_over
    position = acting("28-august", pieces, "scm-jackson", "confederate", 2)
    assert options(position) == ["attack c-starke 3010", "stop"], "and 12.5 does not bind them"
    lifted = acting("28-august", pieces, "cm-taliaferro", "confederate", 2, bar_lifted=True)
    assert options(lifted) == ["declare", "hold"]


@pytest.mark.rule(ID, "B8.8.lift")
def test_cases_124_and_125_the_bar_is_lifted_by_a_unit_lost_in_defence() -> None:
    pieces = {"c-starke": "2909", "u-grover": "3010", "c-archer": "2409", "c-hays": "2507"}
    position = acting("28-august", pieces, "cm-taliaferro", "confederate", 4)
    second_bull_run.lost_in_defence(position, unit(position, "c-archer"))
    assert options(position) == ["declare", "hold"]


@pytest.mark.rule(ID, "O.action", "6.3.3.noaction")
def test_case_121_no_combat_action_after_a_special_marker_unless_agreed() -> None:
    pieces = {"c-gregg": "2909", "u-grover": "3010"}
    position = acting("28-august", pieces, "scm-jackson", "confederate", 9)
    play(position, "stop")
    assert position.is_over and not position.state.acted
    agreed = {"action-after-special": "on"}
    position = acting("28-august", pieces, "scm-jackson", "confederate", 9, options=agreed)
    play(position, "stop")
    assert options(position) == ["declare", "hold"]


@pytest.mark.rule(ID, "10.4.sit", "10.4.other", "12.5.ooc")
def test_case_133_out_of_command_units_sit_out_the_action_after_their_own_activation() -> None:
    pieces = {
        "c-archer": "4505", "u-iron-brigade": "4504", "c-pettigrew": "3115", "u-hall": "3116",
        "c-lane": "3415",
    }  # fmt: skip
    position = acting("gettysburg", pieces, "cm-heth", "confederate", 4, focus=["c-archer"])
    play(position, "declare")
    assert options(position) == ["attack c-archer 4504", "stop"], "nor must he"
    assert refusal(position, "confederate", "attack c-pettigrew 3116").rule == "10.4.sit"
    position = acting("gettysburg", pieces, "cm-pender", "confederate", 4, focus=["c-lane"])
    play(position, "declare")
    assert options(position) == ["attack c-archer 4504", "attack c-pettigrew 3116"], "he must"
    assert refusal(position, "confederate", "stop").rule == "12.5.bound"


@pytest.mark.rule(ID, "6.3.3.noaction", "12.1.once", "12.2.again", "6.3.3.attack")
def test_cases_120_and_145_attacks_of_a_special_marker_are_not_the_combat_action() -> None:
    pieces = {"u-ames": "4317", "u-cutler": "4210", "c-doles": "4417"}
    position = acting("gettysburg", pieces, "scm-howard", "union", 3)
    position.state.active = position.state.commanded = 1 << unit(position, "u-ames")
    assert options(position) == ["attack u-ames 4417", "stop"]
    play(position, "attack u-ames 4417")
    assert position.is_over and not position.state.acted
    later = acting("gettysburg", pieces, "cm-i-corps", "union", 3)
    play(later, "declare")
    assert options(later) == ["attack u-ames 4417", "stop"], "XI Corps too, again"


@pytest.mark.rule(ID, "6.3.3.rider", "B5.2.stuart.ride")
def test_case_126_a_rider_attacks_with_a_special_marker_only_by_agreement() -> None:
    pieces = {"c-starke": "2909", "c-fitz-lee": "3009", "u-grover": "3010"}
    for chosen, wanted in [("off", False), ("on", True)]:
        position = acting(
            "28-august", pieces, "scm-jackson", "confederate", 3,
            riders=["stuart"], options={"rider-attacks": chosen},
        )  # fmt: skip
        assert ("attack c-fitz-lee 3010" in options(position)) is wanted
        if not wanted:
            assert refusal(position, "confederate", "attack c-fitz-lee 3010").rule == "6.3.3.rider"


@pytest.mark.rule(ID, "B8.6.one", "B8.6.must", "12.4.bar")
def test_case_130_one_formation_of_longstreets_wing_fights_and_others_do_what_they_must() -> None:
    pieces = {
        "c-law": "2705", "u-meade": "2706", "c-toombs": "2909", "u-koltes": "3010",
        "c-corse": "2510", "u-gibbon": "2610",
    }  # fmt: skip
    position = declaring("28-august", pieces, "confederate", turn=9)
    assert {"attack c-law 2706", "attack c-corse 2610", "attack c-toombs 3010"} <= set(options(position))
    after = position.copy()
    play(after, "attack c-law 2706")  # nobody else can join: it is fought at once, and Toombs must attack
    assert after.is_over and after.state.wing_fights == after.rules.roster.formation_index("hood")
    position.state.wing_fights = position.rules.roster.formation_index("hood")
    found = declaration.why_not_attack(position, ("attack", "c-corse", "2610"))
    assert found is not None and found.rule == "B8.6.one"
    left = declaration.legal_steps(position)
    assert [position.rules.roster.ids[one] for one, _ in left.attacks] == ["c-law", "c-toombs"]
    assert not left.may_stop


@pytest.mark.rule(ID, "B8.6.one")
def test_case_130_whole_only_one_formation_attacks_freely() -> None:
    pieces: dict[str, object] = {"c-law": "2705", "u-meade": "2706", "c-corse": "2510", "u-gibbon": "2610"}
    found = wholes("28-august", pieces, "confederate", turn=9)
    assert same(found, [{}, {"c-law": "2706"}, {"c-corse": "2610"}])
    released = wholes("28-august", pieces, "confederate", turn=9, wing_released=True)
    assert {"c-law": "2706", "c-corse": "2610"} in released


@pytest.mark.rule(ID, "B9.4.freeze")
def test_frozen_units_neither_may_nor_must_attack() -> None:
    pieces = {"c-garnett": "2909", "u-koltes": "3010"}
    assert acting("29-august", pieces, "cm-light", "confederate", 7).is_over
    free = acting("29-august", pieces, "cm-light", "confederate", 7, thawed=["taliaferro"])
    assert options(free) == ["declare", "hold"]


# --- one after the other


@pytest.mark.rule(ID, "12.2.hex", "12.2.unit", "12.2.order")
def test_case_144_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    pieces = {"c-hoke": "2217", "c-gordon": "2216", "c-hays": "2217", "u-day": "2316", "u-harrow": "2317"}
    position = declaring("gettysburg", pieces, "confederate", turn=6)
    play(position, "attack c-hoke 2316")
    assert refusal(position, "confederate", "attack c-hays 2317").rule == "12.2.order"
    assert refusal(position, "confederate", "stop").rule == "12.2.order"
    play(position, "fight 2316")
    assert refusal(position, "confederate", "attack c-gordon 2316").rule == "12.2.hex"
    assert refusal(position, "confederate", "attack c-hoke 2317").rule == "12.2.unit"
    assert options(position) == ["attack c-hays 2317", "stop"]


TOWN: dict[str, object] = {"c-stonewall": "4318", "c-nichols": "4219", "u-harrow": "4319", "u-smyth": "4419"}


@pytest.mark.rule(ID, "12.2.order", "12.4.refuse", "8.3.town")
def test_case_100_nichols_decides_after_stonewalls_attack() -> None:
    position = declaring("gettysburg", TOWN, "confederate", turn=6)
    position.state.declared = ((place(position, "4319"), (unit(position, "c-stonewall"),)),)
    found = declaration.why_not_attack(position, ("attack", "c-nichols", "4319"))
    assert found is not None and found.rule == "12.4.refuse"
    position = declaring("gettysburg", TOWN, "confederate", turn=6)
    play(position, "attack c-stonewall 4419")
    assert options(position) == ["attack c-nichols 4319", "stop"]


@pytest.mark.rule(ID, "12.2.order", "12.4.joint")
def test_what_a_joint_attack_obliges_to_is_owed_until_the_enemy_has_left() -> None:
    position = declaring("gettysburg", COMBINED, "confederate", turn=6)
    play(position, "attack c-hoke 2316", "attack c-gordon 2316")  # Hays is owed elsewhere: it is fought
    assert set(options(position)) == {"attack c-hays 2317", "attack c-smith 2315"}
    assert refusal(position, "confederate", "stop").rule == "12.4.refuse"
    take_off(position, unit(position, "u-irish"), LOST)
    take_off(position, unit(position, "u-harrow"), LOST)
    ids = position.rules.roster.ids
    found = declaration.legal_steps(position)
    assert [ids[one] for one, _ in found.attacks] == ["c-smith"] and found.may_stop


@pytest.mark.rule(ID, "12.5.bound")
def test_a_duty_lapses_when_the_enemy_above_has_left() -> None:
    pieces = {"c-law": "2909", "c-evans": "3009", "u-koltes": "3010"}
    position = declaring("28-august", pieces, "confederate", turn=16, wing_released=True)
    position.state.declared = ((place(position, "3010"), (unit(position, "c-law"),)),)
    assert not declaration.legal_steps(position).fights, "Evans must join"
    found = declaration.why_not_fight(position, ("fight", "3010"))
    assert found is not None and found.rule == "12.5.bound"
    put(position, unit(position, "u-koltes"), place(position, "3212"))
    position.state.declared = ()
    assert declaration.legal_steps(position) == declaration.Steps((), 0, True)


@pytest.mark.rule(ID, "12.2.all")
def test_units_that_fell_back_defend_where_they_are_unless_agreed_otherwise() -> None:
    for chosen, wanted in [("on", 1), ("off", 0)]:
        position = declaring(
            "28-august", {"c-law": "2909", "u-koltes": "3010"}, "confederate", turn=16,
            options={"retreated-defend": chosen},
        )  # fmt: skip
        position.state.fell_back = 1 << unit(position, "u-koltes")
        assert len(declaration.legal_steps(position).attacks) == wanted


@pytest.mark.rule(ID, "12.2.adjacent", "12.3", "G7.4.cav")
def test_refusals_name_what_is_in_the_way() -> None:
    pieces = {"c-law": "3408", "u-meade": "3307", "u-seymour": "3409", "u-gibbon": "3207", "c-hood": "3306"}
    position = declaring("28-august", pieces, "confederate", turn=16, wing_released=True)
    for action, rule in [
        ("attack c-law 3207", "12.2.adjacent"),
        ("attack c-law 3309", "12.2.adjacent"),
        ("attack c-hood 3207", "12.3"),
        ("attack c-drayton 3307", "12.1.all"),
        ("attack c-law", "12.2.adjacent"),
    ]:
        assert refusal(position, "confederate", action).rule == rule, action
    position = declaring("gettysburg", {"u-gamble-a": "2014", "c-law": "1913"}, "union", turn=6)
    assert declaration.why_not_attack(position, ("attack", "u-gamble-a", "1913")).rule == "G7.4.cav"


@pytest.mark.rule(ID, "B8.6.rel3")
def test_a_release_counts_at_once_though_nobody_has_moved() -> None:
    pieces = {"c-law": "2705", "u-meade": "2706", "c-corse": "2510", "u-gibbon": "2610"}
    position = declaring("28-august", pieces, "confederate", turn=9)
    law, corse = unit(position, "c-law"), unit(position, "c-corse")
    position.state.declared = ((place(position, "2706"), (law,)),)
    position.rules = alone(declaring("28-august", pieces, "confederate", turn=9, options=WHOLE)).rules
    assert corse not in [one for one, _ in declaration.legal_steps(position).attacks]
    second_bull_run.release_wing(position, "B8.6.rel3")
    assert corse in [one for one, _ in declaration.legal_steps(position).attacks]


@pytest.mark.rule(ID, "12.2.order", "12.1.once")
@pytest.mark.parametrize("scenario", ["28-august", "gettysburg"])
@pytest.mark.parametrize("chosen", [{}, WHOLE])
def test_actions_played_at_random_end_and_leave_nothing_behind(scenario: str, chosen: dict[str, str]) -> None:
    """With real combats; who would have to retreat is taken off instead."""

    def gone(position: Clash, frame: tuple[int, ...]) -> None:
        position.end()
        for one in on_map(position, position.state.falling_back):
            take_off(position, one, LOST)
        position.state.falling_back = 0

    rules = bare(scenario, nothing, **chosen)
    real = rules_of(scenario).procedures
    rules.procedures = {
        **real,
        "cavalry_retreat": Procedure(ended),
        "retreats": Procedure(gone),
    }
    fights = 0
    for seed in range(60):
        random = Random(seed)
        position = front(rules, random, most=8, special=seed % 4 == 0)
        state = position.state
        for marker in rules.roster.guns:
            state.box[marker.piece] = READY
        position.log = []
        while (decision := position.decision()) is not None:
            position.apply(random.choice(list(decision.options)))
        fights += len(told(position, "attack"))
        targets = [fact["at"] for fact in told(position, "attack")]
        attackers = [one for fact in told(position, "attack") for one in fact["attackers"]]
        assert len(set(targets)) == len(targets) and len(set(attackers)) == len(attackers)
        assert (state.eligible, state.struck, state.fought, state.declared) == (0, 0, (), ())
        assert (state.support, state.falling_back, state.special_attacks) == ((-1, -1), 0, 0)
        assert not any(state.duty)
    assert fights > 30


# --- the oracle


@pytest.mark.rule(ID, "12.4.joint", "12.5.bound", "12.5.divert", "12.5.most", "12.4.refuse", "12.5.vol")
@pytest.mark.parametrize("scenario", ["28-august", "gettysburg"])
@pytest.mark.parametrize("chosen", [{}, {"declaration": "whole"}, {"shared_hex": "on"}])
def test_every_step_agrees_with_trying_all_sets(scenario: str, chosen: dict[str, str]) -> None:
    rules = bare(scenario, nothing, **chosen)
    asked = 0
    for seed in range(120):
        random = Random(seed)
        position = front(rules, random, most=6, special=seed % (2 if chosen else 5) == 0)
        for found in walk(position, random):
            assert found == steps(position), (seed, position.state.declared, position.state.fought)
            asked += 1
    assert asked > 200


@pytest.mark.rule(ID, "12.2.order")
@pytest.mark.parametrize("scenario", ["28-august", "gettysburg"])
@pytest.mark.parametrize("defend", ["on", "off"])
def test_every_step_agrees_with_trying_all_sets_when_fights_change_the_ground(
    scenario: str, defend: str
) -> None:
    random = Random(0)

    def fight(position: Clash, frame: tuple[int, ...]) -> None:
        """Defenders are lost or driven anywhere near; an attacker advances or is lost."""
        _, target, attackers, _ = frame
        board = position.rules.board
        for defender in list(stack(position, target)):
            luck = random.random()
            near = [
                hex_
                for hex_ in range(board.size)
                if board.within(target, 2) >> hex_ & 1
                and hex_ != target
                and not position.rules.entry_hexes >> hex_ & 1
                and not any(
                    position.rules.roster.side[u] == position.state.side for u in stack(position, hex_)
                )
                and may_stack(position, defender, hex_)
            ]
            if luck < 0.25:
                take_off(position, defender, LOST)
            elif luck < 0.6 and near:
                put(position, defender, random.choice(near))
                position.state.fell_back |= 1 << defender
        if not stack(position, target):
            mover = random.choice(on_map(position, attackers))
            if random.random() < 0.3:
                take_off(position, mover, LOST)
            else:
                put(position, mover, target)

    rules = bare(scenario, fight, retreated_defend=defend)
    for seed in range(150):
        random.seed(seed)
        position = front(rules, random, most=6, special=seed % 5 == 0)
        for found in walk(position, random):
            assert found == steps(position), (seed, position.state.declared, position.state.fought)


def test_twenty_attackers_are_searched_by_their_duties(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search stays small before a long ridge: it is as deep as there are duties, and it looks at those
    near the step in question first."""
    from bullrun.games.clash_of_giants.rules import legal_sets

    asked = 0
    real = legal_sets.Search.run

    def counted(search: legal_sets.Search) -> bool:
        nonlocal asked
        asked += 1
        return real(search)

    monkeypatch.setattr(legal_sets.Search, "run", counted)
    ridge = ["3016", "3116", "3216", "3316", "2916", "2816"]
    union = ["u-hall", "u-philadelphia", "u-smyth", "u-willard", "u-harrow", "u-carroll"]
    below = ["3015", "3115", "3215", "3315", "2915", "2815", "3415", "2715", "3414", "2716"]
    pairs = [
        ("c-garnett", "c-kemper"), ("c-archer", "c-pettigrew"), ("c-perrin", "c-lane"),
        ("c-thomas", "c-scales"), ("c-wilcox", "c-mahone"), ("c-wright", "c-perry"), ("c-daniel", "c-doles"),
        ("c-iverson", "c-ramseur"), ("c-law", "c-robertson"), ("c-benning", "c-g-t-anderson"),
    ]  # fmt: skip
    pieces: dict[str, object] = dict(zip(union, ridge, strict=True))
    for hex_, pair in zip(below, pairs, strict=True):
        pieces |= dict.fromkeys(pair, hex_)
    position = declaring("gettysburg", pieces, "confederate", turn=15)
    found = declaration.legal_steps(position)
    assert len(found.attacks) > 20 and asked < 400


@pytest.mark.rule(ID, "12.1.all")
def test_a_unit_that_cannot_attack_at_all_is_told_so_before_a_hex_is_named() -> None:
    pieces = {"c-lane": "1419", "c-scales": {"box": "lost"}, "u-cutler": "1519"}
    position = declaring("gettysburg", pieces, "confederate", turn=3)
    assert refusal(position, "confederate", "attack c-scales").says == "c-scales is not on the map."
    assert refusal(position, "confederate", "attack c-lane").rule == "12.2.adjacent"
