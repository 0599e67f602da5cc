"""Owner's charts: everything that reads tables or counters reads those in force."""

from __future__ import annotations

from bullrun.games.secession_1862.game import GAME
from bullrun.games.secession_1862.rules.activation import activation_modifiers, divisions_for
from bullrun.games.secession_1862.rules.losses import combat_potential
from tests.cases.secession_1862.scene import scene

MORE = [{"from": -2, "divisions": 1}, {"from": 0, "divisions": 5}]


def test_the_activation_table_is_the_one_in_force() -> None:
    plain, charted = (
        scene({"Sigel": "100", "Meade": "99"}, charts=charts)
        for charts in ({}, {"tables.activation.divisions": MORE})
    )
    assert [divisions_for(plain, total) for total in (-3, -2, 0, 3)] == [0, 0, 0, 2]
    assert [divisions_for(charted, total) for total in (-3, -2, 0, 3)] == [0, 1, 5, 5]
    shown = [GAME.table.tables(position.rules)[0]["rows"] for position in (plain, charted)]
    assert shown[0] == [["0 or less", "0"], ["1 - 2", "1"], ["3 - 5", "2"], ["6 or more", "3"]]
    assert shown[1] == [["-3 or less", "0"], ["-2 - -1", "1"], ["0 or more", "5"]]


def test_counters_count_by_their_own_numbers() -> None:
    charts = {"counters.brigades.Meade.combat": 1, "counters.commanders.Sigel.available": 6}
    position = scene({"Sigel": "100", "Meade": "99"}, charts=charts)
    number = position.rules.roster.number
    assert combat_potential(position, number["Meade"]) == 1
    assert 6 in [value for _, value, _ in activation_modifiers(position, number["Sigel"])]
