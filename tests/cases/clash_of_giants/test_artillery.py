"""13 Who may use which artillery marker in a combat."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules import artillery
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.state import DECLARED, FIRING, OVER
from tests.cases.clash_of_giants.fights import fighting, units
from tests.cases.clash_of_giants.scene import ID, at, options, place, play, refusal, scene, unit

Pieces = dict[str, Any]


def usable(position: Clash, target: str, *attackers: str, defends: bool = False) -> list[str]:
    """The markers that could be committed to an attack by these, or to the defence against it."""
    roster = position.rules.roster
    side = roster.side[unit(position, attackers[0])]
    found = artillery.usable(
        position,
        1 - side if defends else side,
        place(position, target),
        units(position, *attackers),
        not defends,
    )
    return [roster.ids[piece] for piece in found]


def why(position: Clash, marker: str, target: str, *attackers: str, defends: bool = False) -> str:
    """The rule against a marker; "" if there is none."""
    guns = position.rules.roster.guns_of[unit(position, marker)]
    found = artillery.why_not(
        position, guns, place(position, target), units(position, *attackers), not defends
    )
    return found.rule if found is not None else ""


GETTYSBURG = ["am-hood", "am-confederate-i-corps", "am-v-corps", "am-reserve-a", "am-us-sharpshooters"]


@pytest.mark.rule(ID, "G7.6.guns", "13.3.side")
def test_cases_67_and_68_no_guns_over_steep_sides() -> None:
    pieces: Pieces = {"u-vincent": "2016", "c-law": "2015", "c-robertson": "2115"}
    position = scene("gettysburg", pieces, turn=9, available=GETTYSBURG)
    both = ("c-law", "c-robertson")
    assert usable(position, "2016", *both) == usable(position, "2016", *both, defends=True) == []
    assert why(position, "am-hood", "2016", *both) == "13.3.side"
    position = scene("gettysburg", {**pieces, "c-law": "1916"}, turn=9, available=GETTYSBURG)
    assert usable(position, "2016", *both, defends=True) == [], "Law in woods, Robertson behind the side"


@pytest.mark.rule(ID, "G7.4.guns")
def test_case_69_no_guns_in_or_against_devils_den() -> None:
    pieces: Pieces = {"u-ward": "1913", "c-benning": "1912", "c-law": "2014"}
    available = ["am-hood", "am-iii-corps", "am-reserve-a"]
    position = scene("gettysburg", pieces, turn=9, available=available)
    assert usable(position, "1913", "c-benning", "c-law") == []
    assert usable(position, "1913", "c-benning", "c-law", defends=True) == []
    assert why(position, "am-reserve-a", "1913", "c-law", defends=True) == "G7.4.guns"
    assert usable(position, "2014", "u-ward") == [], "nor out of it"
    assert why(position, "am-iii-corps", "2014", "u-ward") == "G7.4.guns"


@pytest.mark.rule(ID, "13.3.att", "13.3.def")
def test_case_72_no_guns_on_woods_and_guns_of_the_defender_on_clear_ground() -> None:
    pieces: Pieces = {"c-trimble": "2707", "u-nagle": "2808", "u-ferrero": "2808"}
    available = ["am-ix-corps", "am-ewell"]
    position = scene("28-august", pieces, turn=10, available=available)
    assert usable(position, "2707", "u-nagle", "u-ferrero") == []
    assert why(position, "am-ix-corps", "2707", "u-nagle") == "13.3.att"
    assert usable(position, "2707", "u-nagle", "u-ferrero", defends=True) == ["am-ewell"]


@pytest.mark.rule(ID, "13.3.att", "13.3.def")
def test_combined_attack_example_woods_stop_guns_and_one_attacker_in_clear_is_enough() -> None:
    pieces: Pieces = {
        "c-hoke": "2217", "c-hays": "2217", "c-gordon": "2216", "c-smith": "2215",
        "u-day": "2316", "u-harrow": "2317", "u-irish": "2315",
    }  # fmt: skip
    available = ["am-early", "am-v-corps", "am-ii-corps"]
    position = scene("gettysburg", pieces, turn=6, available=available)
    assert usable(position, "2316", "c-hoke", "c-hays") == ["am-early"]
    assert usable(position, "2316", "c-hoke", "c-hays", defends=True) == [], "2217 is woods"
    assert why(position, "am-v-corps", "2316", "c-hoke", defends=True) == "13.3.def"
    assert usable(position, "2316", "c-hoke", "c-gordon", defends=True) == ["am-v-corps"]
    assert usable(position, "2315", "c-smith", "c-gordon") == []
    assert usable(position, "2315", "c-smith", "c-gordon", defends=True) == ["am-ii-corps"]
    assert usable(position, "2317", "c-hays") == usable(position, "2317", "c-hays", defends=True) == []


@pytest.mark.rule(ID, "13.3.att", "13.3.def")
def test_case_80_no_guns_on_a_town_and_guns_out_of_it() -> None:
    pieces: Pieces = {"c-doles": "4417", "u-ames": "4317"}
    position = scene("gettysburg", pieces, turn=3, available=["am-rodes", "am-xi-corps"])
    assert usable(position, "4317", "c-doles") == []
    assert usable(position, "4317", "c-doles", defends=True) == ["am-xi-corps"]


@pytest.mark.rule(ID, "G7.2.guns", "13.3.side", "13.2")
def test_railroad_cut_example_guns() -> None:
    pieces: Pieces = {
        "c-perrin": "4513", "c-archer": "4610", "c-thomas": "4611", "u-paul": "4413",
        "u-iron-brigade": "4510",
    }  # fmt: skip
    position = scene("gettysburg", pieces, turn=3, available=["am-pender", "am-i-corps"])
    assert usable(position, "4413", "c-perrin") == usable(position, "4413", "c-perrin", defends=True) == []
    assert usable(position, "4510", "c-archer", "c-thomas") == [], "only Thomas is of Pender's division"
    assert usable(position, "4510", "c-archer", "c-thomas", defends=True) == ["am-i-corps"]
    assert usable(position, "4510", "c-thomas", defends=True) == []
    assert why(position, "am-pender", "4510", "c-archer") == "13.2"


@pytest.mark.rule(ID, "B6.1.form", "B6.1.corps", "B6.2.div", "B6.2.wing", "13.2", "13.3.range")
def test_markers_serve_their_formation_division_corps_or_wing() -> None:
    pieces: Pieces = {"u-gibbon": "2909", "c-hood": "2910", "u-milroy": "2809", "c-archer": "2908"}
    available = [
        "am-king", "am-iii-corps", "am-i-corps", "am-hood", "am-kemper", "am-longstreets-wing", "am-light",
        "am-jacksons-wing",
    ]  # fmt: skip
    position = scene("28-august", pieces, turn=10, available=available)
    assert usable(position, "2910", "u-gibbon") == ["am-king", "am-iii-corps"]
    assert usable(position, "2910", "u-gibbon", "u-milroy") == ["am-i-corps", "am-king", "am-iii-corps"]
    assert usable(position, "2910", "u-gibbon", defends=True) == ["am-hood", "am-longstreets-wing"]
    assert usable(position, "2909", "c-hood", "c-archer") == [
        "am-light", "am-jacksons-wing", "am-hood", "am-longstreets-wing",
    ]  # fmt: skip


@pytest.mark.rule(ID, "G6.1.form", "G6.2.div", "G6.2.corps", "G6.1.reserve")
def test_markers_at_gettysburg_serve_formation_division_corps_or_anybody() -> None:
    pieces: Pieces = {"u-harrow": "3017", "c-garnett": "3016", "c-law": "2916"}
    available = ["am-ii-corps", "am-v-corps", "am-reserve-b", "am-pickett", "am-hood", "am-mclaws"]
    position = scene("gettysburg", pieces, turn=15, available=[*available, "am-confederate-i-corps"])
    assert usable(position, "3017", "c-garnett", defends=True) == ["am-ii-corps", "am-reserve-b"]
    assert usable(position, "3017", "c-garnett") == ["am-pickett", "am-confederate-i-corps"]
    assert usable(position, "3017", "c-law") == ["am-hood", "am-confederate-i-corps"]
    buford: Pieces = {"u-gamble-a": "4309", "c-archer": "4308"}
    position = scene("gettysburg", buford, turn=2, available=["am-buford", "am-i-corps"])
    assert usable(position, "4309", "c-archer", defends=True) == ["am-buford"]


@pytest.mark.rule(ID, "B6.2.six")
@pytest.mark.parametrize(
    ("near", "defender", "hex_", "attacker", "allowed"),
    [
        ("2310", "c-lawton", "2608", "2609", True),
        ("2212", "c-trimble", "2707", "2808", False),
        ("2212", "c-stonewall", "2508", "2509", True),
    ],
)
def test_case_115_sd_lee_defends_within_six_hexes(
    near: str, defender: str, hex_: str, attacker: str, allowed: bool
) -> None:
    pieces: Pieces = {"c-hunton": near, defender: hex_, "u-nagle": attacker}
    position = scene("28-august", pieces, turn=13, available=["am-sd-lee"])
    assert usable(position, hex_, "u-nagle", defends=True) == (["am-sd-lee"] if allowed else [])
    assert usable(position, attacker, defender) == [], "in attack only for the wing"


@pytest.mark.rule(ID, "B6.2.six", "B6.2.horse")
def test_stuarts_guns_need_cavalry_on_the_map() -> None:
    pieces: Pieces = {"c-stonewall": "2508", "u-nagle": "2509"}
    position = scene("28-august", pieces, turn=7, available=["am-stuart-horse"])
    assert usable(position, "2508", "u-nagle", defends=True) == []
    position = scene("28-august", {**pieces, "c-fitz-lee": "2507"}, turn=7, available=["am-stuart-horse"])
    assert usable(position, "2508", "u-nagle", defends=True) == ["am-stuart-horse"]


V_CORPS: Pieces = {"u-sweitzer": "2411", "c-kershaw": "2410", "u-harrow": "2413", "c-law": "2412"}


@pytest.mark.rule(ID, "G6.1.sharp", "13.1.one", "13.5")
def test_case_139_sharpshooters_once_a_game_in_defence_of_v_corps() -> None:
    available = ["am-us-sharpshooters", "am-reserve-b"]
    position = fighting("gettysburg", V_CORPS, "2411", "c-kershaw", turn=9, available=available)
    assert options(position) == ["pass", "commit am-reserve-b", "commit am-us-sharpshooters"]
    play(position, "commit am-us-sharpshooters")
    assert position.decision().about.roll == "combat", "one marker a side"
    assert at(position, "am-us-sharpshooters") is None and at(position, "am-reserve-b") == "available"
    again = scene("gettysburg", V_CORPS, turn=9, available=available)
    assert usable(again, "2413", "c-law", defends=True) == ["am-reserve-b"], "not for II Corps"
    assert why(again, "am-us-sharpshooters", "2410", "u-sweitzer") == "G6.1.sharp", "not in attack"


@pytest.mark.rule(ID, "G6.1.sharp")
def test_sharpshooters_help_on_any_ground_only_by_agreement() -> None:
    pieces: Pieces = {"u-sweitzer": "2316", "c-hays": "2217"}
    for chosen, wanted in [("off", []), ("on", ["am-us-sharpshooters"])]:
        position = scene(
            "gettysburg", pieces, turn=9, available=["am-us-sharpshooters"],
            options={"sharpshooters-any-ground": chosen},
        )  # fmt: skip
        assert usable(position, "2316", "c-hays", defends=True) == wanted


CORPS = ["am-confederate-iii-corps", "am-confederate-ii-corps", "am-confederate-i-corps"]
CHARGE: Pieces = {
    "c-garnett": "2815", "u-harrow": "2816", "c-daniel": "3315", "u-hall": "3316", "c-lane": "3416",
    "u-carroll": "3417",
}  # fmt: skip


@pytest.mark.rule(ID, "G6.2.any", "G6.2.grand")
def test_case_114_a_grand_battery_serves_anybody_within_five_hexes_in_one_activation() -> None:
    position = scene("gettysburg", CHARGE, turn=15, available=CORPS)
    state = position.state
    state.marker = unit(position, "cm-pickett")
    assert usable(position, "2816", "c-garnett") == ["am-confederate-i-corps"], "not declared"
    state.battery = DECLARED
    assert usable(position, "2816", "c-garnett") == CORPS
    artillery.spend(position, unit(position, CORPS[0]), place(position, "2816"))
    assert state.battery == FIRING
    assert usable(position, "3316", "c-daniel") == CORPS[1:], "five hexes"
    assert usable(position, "3417", "c-lane") == [], "six"
    assert why(position, CORPS[1], "3417", "c-lane") == "G6.2.any"
    assert usable(position, "2815", "u-harrow", defends=True) == [], "in attack only"
    assert why(position, CORPS[1], "2815", "u-harrow", defends=True) == "G6.2.grand"
    state.marker = unit(position, "cm-rodes")
    assert usable(position, "3316", "c-daniel") == [], "one activation"
    state.battery = OVER


@pytest.mark.rule(ID, "13.1", "13.5")
def test_a_marker_serves_one_combat_a_turn() -> None:
    position = scene("gettysburg", V_CORPS, turn=9, available=["am-v-corps"])
    assert usable(position, "2411", "c-kershaw", defends=True) == ["am-v-corps"]
    artillery.spend(position, unit(position, "am-v-corps"), place(position, "2411"))
    assert usable(position, "2411", "c-kershaw", defends=True) == []
    assert at(position, "am-v-corps") == "spent"


@pytest.mark.rule(ID, "12.6.am", "13.2")
def test_refusals_say_why_a_marker_is_not_usable() -> None:
    available = ["am-v-corps", "am-xi-corps"]
    position = fighting("gettysburg", V_CORPS, "2411", "c-kershaw", turn=9, available=available)
    assert options(position) == ["pass", "commit am-v-corps"]
    for action, rule in [
        ("commit am-xi-corps", "13.2"),
        ("commit am-ii-corps", "13.1"),
        ("commit u-sweitzer", "12.6.am"),
        ("commit", "12.6.am"),
    ]:
        assert refusal(position, "union", action).rule == rule, action
