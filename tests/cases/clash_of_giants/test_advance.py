"""12.13 Advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.clash_of_giants.rules.battlefield import Clash
from tests.cases.clash_of_giants.fights import units
from tests.cases.clash_of_giants.scene import ID, at, options, owner, place, play, refusal, scene, told, unit

Pieces = dict[str, Any]


def advancing(scenario: str, pieces: Pieces, into: str, *attackers: str, turn: int, **extra: Any) -> Clash:
    """These units have emptied a hex; somebody else decides afterwards."""
    position = scene(scenario, pieces, turn=turn, **extra)
    position.state.side = position.rules.roster.side[unit(position, attackers[0])]
    position.state.frames = [("advances", place(position, into), units(position, *attackers))]
    position.log = []
    return position


@pytest.mark.rule(ID, "12.13.adv", "12.13.stack")
def test_attackers_may_advance_one_hex_within_stacking_and_nobody_must() -> None:
    pieces: Pieces = {
        "c-law": "2909",
        "c-evans": "2910",
        "c-hood": "2909",
        "c-corse": "2911",
        "u-koltes": "3111",
    }
    position = advancing("28-august", pieces, "3010", "c-law", "c-evans", "c-hood", turn=16)
    assert owner(position) == "confederate"
    everybody = ["advance c-hood 3010", "advance c-law 3010", "advance c-evans 3010", "stay"]
    assert options(position) == everybody, "zones are ignored"
    assert refusal(position, "confederate", "advance c-corse 3010").rule == "12.13.adv"
    assert refusal(position, "confederate", "advance c-law 3009").rule == "12.13.adv"
    play(position, "advance c-law 3010")
    assert told(position, "advanced") == [{"piece": "c-law", "path": ["2909", "3010"]}]
    play(position, "advance c-hood 3010")
    assert position.is_over and at(position, "c-hood") == "3010", "two units of one division"
    position = advancing("28-august", pieces, "3010", "c-law", turn=16)
    play(position, "stay")
    assert position.is_over and at(position, "c-law") == "2909"


@pytest.mark.rule(ID, "12.13.stack")
def test_units_of_different_divisions_do_not_advance_together() -> None:
    pieces: Pieces = {"c-law": "2909", "c-corse": "2910"}
    position = advancing("28-august", pieces, "3010", "c-law", "c-corse", turn=16)
    play(position, "advance c-corse 3010")
    assert position.is_over


@pytest.mark.rule(ID, "B7.2.move", "12.13.side")
def test_case_87_nobody_advances_over_the_embankment_but_by_road() -> None:
    position = advancing("28-august", {"u-ferrero": "2808"}, "2707", "u-ferrero", turn=10)
    assert position.is_over
    position = advancing("28-august", {"u-nagle": "2609"}, "2608", "u-nagle", turn=10)
    assert options(position) == ["advance u-nagle 2608", "stay"]


@pytest.mark.rule(ID, "G7.2.move", "12.13.side")
def test_railroad_cut_example_perrin_does_not_advance() -> None:
    pieces: Pieces = {"c-perrin": "4513", "c-thomas": "4611", "c-archer": "4610"}
    assert advancing("gettysburg", pieces, "4413", "c-perrin", turn=3).is_over
    position = advancing("gettysburg", pieces, "4510", "c-archer", "c-thomas", turn=3)
    assert options(position) == ["advance c-archer 4510", "stay"]
    assert refusal(position, "confederate", "advance c-thomas 4510").rule == "12.13.side"


@pytest.mark.rule(ID, "B8.5.attack")
def test_case_88_jacksons_men_do_not_advance_into_column_22() -> None:
    assert advancing("28-august", {"c-early": "2310"}, "2210", "c-early", turn=4).is_over
    assert not advancing("28-august", {"c-early": "2310"}, "2210", "c-early", turn=6).is_over


@pytest.mark.rule(ID, "B9.4.col21")
def test_union_units_do_not_advance_west_of_column_21_on_the_first_turns_of_the_29th() -> None:
    for turn, held in [(7, True), (8, True), (9, False)]:
        position = advancing("29-august", {"u-gibbon": "2110"}, "2010", "u-gibbon", turn=turn)
        assert position.is_over is held


@pytest.mark.rule(ID, "12.13.cav", "G7.4.cav")
def test_cavalry_advances_into_woods_by_road_only_and_never_into_devils_den() -> None:
    assert advancing("28-august", {"u-buford": "2110"}, "2210", "u-buford", turn=10).is_over
    assert not advancing("28-august", {"u-buford": "2110"}, "2211", "u-buford", turn=10).is_over
    assert advancing("gettysburg", {"u-gamble-a": "2014"}, "1913", "u-gamble-a", turn=6).is_over


@pytest.mark.rule(ID, "12.13.adv", "B4.2.2")
def test_an_advance_into_a_victory_hex_takes_control_of_it() -> None:
    control = {"4504": "union"}
    position = advancing("28-august", {"c-hays": "4505"}, "4504", "c-hays", turn=10, control=control)
    play(position, "advance c-hays 4504")
    assert told(position, "control") == [{"side": "confederate", "at": "4504"}]
