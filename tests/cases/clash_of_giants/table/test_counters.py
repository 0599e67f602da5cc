"""Faces, badges and markers: everything that a player reads from a counter stands on it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bullrun.art.badges import worn
from bullrun.art.counters import CounterFace, draw_counter
from bullrun.cli.picture import position_svg
from bullrun.engine.view import REFEREE, see_position
from bullrun.games.clash_of_giants.game import GAME
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.charts import COUNTERS as SETS
from bullrun.games.clash_of_giants.rules.charts import load_roster
from bullrun.games.clash_of_giants.table.counters import BANDS, COUNTERS
from bullrun.tabletop import faces_of, with_faces
from tests.cases.clash_of_giants.scene import ID, scene, unit

AUGUST, JULY = "29-august", "gettysburg"


def face(position: Clash, name: str) -> CounterFace:
    piece = unit(position, name)
    found: CounterFace = COUNTERS.face(position.rules.pieces[piece], GAME.table.describe(position, piece))
    return found


def badges(position: Clash, name: str) -> dict[str, str]:
    return dict(COUNTERS.badges(GAME.table.describe(position, unit(position, name))))


def dressed(position: Clash) -> dict[str, Any]:
    view = see_position(GAME, position, REFEREE)
    with_faces(GAME, position.rules, view)
    return view


@pytest.mark.parametrize("name", SETS)
def test_every_counter_has_a_face_that_can_be_drawn(name: str):
    for piece in load_roster(name).infos:
        for style in ("figures", "boxes"):
            ET.fromstring(draw_counter(COUNTERS.face(piece, {}), style))


@pytest.mark.rule(ID, "3.2.formation")
@pytest.mark.parametrize("name", SETS)
def test_each_formation_of_a_side_has_a_colour_of_its_own(name: str):
    formations = load_roster(name).formations
    for side in (0, 1):
        own = [formation.id for formation in formations if formation.side == side]
        assert len({BANDS[formation] for formation in own}) == len(own)


@pytest.mark.rule(ID, "3.2.steps")
@pytest.mark.rule(ID, "3.2.ter")
def test_a_unit_shows_the_strength_of_the_steps_it_has_left():
    for steps, strength in ((2, "2"), (1, "1")):
        position = scene(AUGUST, {"c-stonewall": {"at": "2508", "steps": steps}})
        found = face(position, "c-stonewall")
        assert (found.factors, found.steps, found.worn) == ((strength,), (steps, 2), steps < 2)
        assert (found.quality, found.code, found.band) == ("5", "Taliaferro", BANDS["taliaferro"])
    gone = face(scene(AUGUST, {"c-stonewall": {"box": "lost"}}), "c-stonewall")
    assert (gone.factors, gone.steps, gone.worn) == (("1",), (0, 2), True)


@pytest.mark.rule(ID, "G8.4.half")
def test_buford_s_men_have_half_a_point():
    found = face(scene(JULY, {"u-gamble-a": "4409"}), "u-gamble-a")
    assert (found.factors, found.symbol, found.name, found.steps) == (("½",), "cavalry", "Gamble a", (1, 1))


def test_a_rating_by_die_shows_once_it_is_rolled():
    assert face(scene(JULY, {"u-vermont": "2612"}, turn=4), "u-vermont").quality == "?"
    assert face(scene(JULY, {"u-vermont": {"at": "2612", "rating": 4}}, turn=4), "u-vermont").quality == "4"


def test_cloth_tells_army_wing_and_corps():
    august, july = (load_roster(name) for name in SETS)

    def cloth(roster: Any, piece: str) -> str:
        found: str = COUNTERS.face(roster.infos[roster.number[piece]], {}).cloth
        return found

    assert [cloth(august, u) for u in ("u-grover", "u-gibbon", "cm-king", "am-iii-corps")] == [
        "blue",
        "navy",
        "navy",
        "navy",
    ]
    assert [cloth(august, u) for u in ("c-archer", "c-law", "scm-jackson", "am-sd-lee")] == [
        "butternut",
        "grey",
        "butternut",
        "grey",
    ]
    assert [cloth(july, u) for u in ("c-archer", "c-hays", "c-kershaw", "u-cutler", "scm-lee")] == [
        "oat",
        "butternut",
        "grey",
        "blue",
        "grey",
    ]


def test_corps_badges_are_those_of_1863_only():
    found = {
        name: {COUNTERS.face(piece, {}).corps for piece in load_roster(name).infos if piece.side == side}
        for name, side in ((SETS[0], "union"), (SETS[1], "union"))
    }
    assert found[SETS[0]] == {""}
    assert found[SETS[1]] - {""} == {
        "disc",
        "trefoil",
        "diamond",
        "saltire",
        "cross",
        "crescent",
        "star",
        "sabres",
    }


def test_a_unit_to_come_shows_when_and_where_instead_of_its_badge():
    position = scene(JULY, {"u-cutler": "3914"})
    coming, here = face(position, "u-von-gilsa"), face(position, "u-cutler")
    assert (coming.tag, coming.corps) == ("2I", "")
    assert (here.tag, here.corps) == ("", "disc")


def test_what_an_owner_typed_in_stands_on_his_counters():
    charts = {"second-bull-run.c-stonewall.steps": 1, "second-bull-run.c-stonewall.rating": 6}
    position = GAME.given(
        AUGUST,
        {},
        charts,
        turn=9,
        side="union",
        phase="operations",
        pieces=[{"id": "c-stonewall", "at": "2508"}],
    )
    found = faces_of(GAME).named(dressed(position)["pieces"]["c-stonewall"]["look"])
    assert found is not None
    assert (found.factors, found.steps, found.worn, found.quality) == (("1",), (1, 1), False, "6")


# --- markers


def test_command_special_and_artillery_markers():
    roster = load_roster(SETS[1])

    def shown(piece: str) -> CounterFace:
        found: CounterFace = COUNTERS.face(roster.infos[roster.number[piece]], {})
        return found

    command = shown("cm-ii-corps")
    assert (command.chip, command.name, command.tag, command.corps) == (
        "command",
        "II Corps",
        "Good",
        "trefoil",
    )
    assert (shown("scm-lee").chip, shown("scm-lee").tag) == ("leader", "+1")
    assert shown("scm-longstreet-2-july") != shown("scm-longstreet-3-july")
    own, corps = shown("am-buford"), shown("am-confederate-ii-corps")
    assert (own.chip, own.factors, own.band) == ("guns", ("+½",), BANDS["buford"])
    assert (corps.factors, corps.band, corps.cloth) == (("+1",), "white", "butternut")


def test_control_of_victory_hexes_is_marked():
    position = scene(AUGUST, {"u-grover": "2709"})
    names = [position.rules.board.names[place] for place in position.rules.victory_hexes]
    other = scene(AUGUST, {"u-grover": "2709"}, control={names[0]: "confederate"})
    found = {
        marker["at"]: faces_of(GAME).named(marker["look"])
        for marker in dressed(other)["markers"]
        if marker["kind"] == "control"
    }
    assert found[names[0]] == CounterFace("grey", chip="control")
    assert set(found) <= set(names)


# --- states


def test_units_that_act_show_their_points_and_who_is_out_of_command():
    position = scene(
        AUGUST,
        {"c-stonewall": "2508", "c-starke": "2408", "u-grover": "2709"},
        side="confederate",
        phase="movement",
        marker="cm-taliaferro",
        points=6,
    )
    position.state.commanded &= ~(1 << unit(position, "c-starke"))
    assert badges(position, "c-stonewall") == {"points": "6"}
    assert "out of command" in badges(position, "c-starke")
    assert badges(position, "u-grover") == {}
    assert badges(position, "cm-taliaferro") == {"acting": ""} and badges(position, "cm-ewell") == {}
    position.state.halted |= 1 << unit(position, "c-stonewall")
    assert badges(position, "c-stonewall") == {"halted": ""} and COUNTERS.wears["halted"].dims


@pytest.mark.parametrize(
    ("mode", "letter"), [("march", "M"), ("road", "R"), ("regular", ""), ("withdrawal", "W")]
)
def test_how_a_unit_moves_shows_as_a_letter(mode: str, letter: str):
    shown = {"active": True, "in_command": True, "movement_points": 3, "moves_by": mode}
    assert COUNTERS.badges(shown) == [("moves", letter), ("points", "3")]


def test_a_unit_in_its_entry_hex_waits():
    rules = scene(JULY, {}).rules
    entry = next(rules.board.names[p] for p in rules.board.places if rules.entry_hexes >> p & 1)
    assert badges(scene(JULY, {"u-cutler": entry}), "u-cutler") == {"waiting": ""}


def test_attacks_retreats_and_guns_in_use_are_shown():
    position = scene(AUGUST, {"c-stonewall": "2508", "u-grover": "2709"})
    stonewall, grover = unit(position, "c-stonewall"), unit(position, "u-grover")
    position.state.declared = ((position.state.at[grover], (stonewall,)),)
    position.state.falling_back, position.state.lengths[grover] = 1 << grover, 2
    position.state.support = (unit(position, "am-taliaferro"), -1)
    assert badges(position, "c-stonewall") == {"attacks": ""}
    assert badges(position, "u-grover") == {"must retreat": ""}
    assert badges(position, "am-taliaferro") == {"in use": ""} and badges(position, "am-ewell") == {}


def test_every_badge_has_a_plate_and_words():
    for wears in COUNTERS.wears.values():
        worn(wears)
        assert wears.says


@pytest.mark.parametrize("theme", ["paper", "night"])
@pytest.mark.parametrize(
    ("scenario", "places"),
    [(AUGUST, {"c-stonewall": "2508", "u-grover": "2709"}), (JULY, {"u-cutler": "3914", "c-archer": "4409"})],
)
def test_a_position_is_drawn_in_both_themes(theme: str, scenario: str, places: dict[str, str]):
    svg = position_svg(GAME, scene(scenario, places), REFEREE, theme, list(places.values()))
    ET.fromstring(svg)
    assert svg.count('class="stack"') >= 2
