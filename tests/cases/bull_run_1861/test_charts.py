"""Owner's charts: everything that reads tables or counters reads those in force."""

from __future__ import annotations

from typing import Any

from bullrun.games.bull_run_1861.game import GAME
from tests.cases.bull_run_1861.scene import scene

KEYES = "counters.brigades.Keyes"


def charted(charts: dict[str, Any], pieces: dict[str, Any], **more: Any) -> Any:
    return scene(pieces, charts=charts, **more)


def test_counters_fight_by_their_own_numbers():
    pieces = {"Keyes": "Z46", "Evans": "Z57"}
    plain, strong = (
        charted(charts, pieces) for charts in ({}, {f"{KEYES}.combat": 6, f"{KEYES}.star": True})
    )
    roster = strong.rules.roster
    assert roster.combat[roster.number["Keyes"]] == 6 and roster.star[roster.number["Keyes"]]
    number, facts, faces = roster.number["Keyes"], [], []
    for position in (plain, strong):
        info = position.rules.pieces[number]
        facts.append(info.facts["combat"])
        faces.append(GAME.table.counters.face(info, GAME.table.describe(position, number)))
    assert facts == [4, 6] and faces[0] != faces[1]


def test_the_activation_table_is_the_one_in_force():
    rows = [9, 9, 9, 9, 9, 9]
    position = GAME.start("historical", {}, {"tables.activation.union": rows})
    table = GAME.table.tables(position.rules)[0]
    assert [row[1] for row in table["rows"]] == ["9"] * 6
    assert position.rules.tables["activation"]["union"] == rows
    assert GAME.start("historical", {}).rules.tables["activation"]["union"] == [2, 2, 3, 3, 4, 4]


def test_a_headquarters_commands_as_far_as_its_counter_says():
    near = GAME.rules("historical", {}, {"counters.headquarters.McDowell.command_range": 0})
    far = GAME.rules("historical", {})
    number = far.roster.number["McDowell"]
    assert near.roster.command_range[number] == 0 < far.roster.command_range[number]
