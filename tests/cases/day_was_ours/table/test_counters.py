"""Faces, badges and markers: everything that a player reads from a counter stands on it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bullrun.art.badges import worn
from bullrun.art.counters import CounterFace, draw_counter
from bullrun.cli.picture import position_svg
from bullrun.engine.view import REFEREE, see_position
from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules import activation
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.charts import load_roster
from bullrun.games.day_was_ours.rules.state import GUNS
from bullrun.games.day_was_ours.table.counters import BANDS, COUNTERS
from bullrun.games.sides import UNION
from bullrun.tabletop import faces_of, heaps, with_faces
from tests.cases.day_was_ours.scene import given, unit

ID = "day-was-ours"


def face(position: Day, name: str) -> CounterFace:
    piece = unit(name)
    found: CounterFace = COUNTERS.face(position.rules.pieces[piece], GAME.table.describe(position, piece))
    return found


def badges(position: Day, name: str) -> dict[str, str]:
    return dict(COUNTERS.badges(GAME.table.describe(position, unit(name))))


def dressed(position: Day, viewer: str = REFEREE) -> dict[str, Any]:
    view = see_position(GAME, position, viewer)
    with_faces(GAME, position.rules, view)
    return view


def test_every_counter_has_a_face_that_can_be_drawn():
    for piece in load_roster().infos:
        for style in ("figures", "boxes"):
            ET.fromstring(draw_counter(COUNTERS.face(piece, {}), style))


def test_brigades_of_a_side_have_bands_of_their_own():
    roster = load_roster()
    for side in ("union", "confederate"):
        names = [roster.infos[m].name for m in roster.brigades if roster.infos[m].side == side]
        assert len({BANDS[name] for name in names}) == len(names)


@pytest.mark.rule(ID, "2.1d")
def test_a_unit_shows_strength_weapon_and_cohesion_of_the_side_that_lies_up():
    fresh, back = face(given("69 NY 1825"), "69 NY"), face(given("69 NY 1825 worn"), "69 NY")
    assert (fresh.factors, fresh.weapon, fresh.quality, fresh.worn) == (("15",), "S", "4", False)
    assert (back.factors, back.weapon, back.quality, back.worn) == (("10",), "S", "3", True)
    assert (fresh.cloth, fresh.band, fresh.code, fresh.tag) == ("blue", BANDS["Sherman"], "SH", "Tyler")


@pytest.mark.rule(ID, "2.1c")
def test_the_confederate_armies_differ_in_cloth_and_letter():
    position = given("33 VA 2227", "2 SC 2624", "Pelham 2326")
    shenandoah, potomac, guns = (face(position, name) for name in ("33 VA", "2 SC", "Pelham"))
    assert (shenandoah.cloth, shenandoah.tag) == ("butternut", "S")
    assert (potomac.cloth, potomac.tag) == ("grey", "P")
    assert (guns.band, guns.code, guns.tag) == ("black", "Art.", "C.S.")


@pytest.mark.rule(ID, "2.1d")
def test_a_fragile_unit_is_told_apart_unless_the_players_agree_that_none_is():
    assert face(given("Martin 1922"), "Martin").fragile
    assert not face(given("Martin 1922", options={"fragile": "none"}), "Martin").fragile
    assert not face(given("Griffin 2125"), "Griffin").fragile


@pytest.mark.rule(ID, "10.9")
def test_dismounted_cavalry_stands_on_foot():
    assert face(given("1 VA Cav 2029"), "1 VA Cav").symbol == "cavalry"
    assert face(given("1 VA Cav 2029 dismounted"), "1 VA Cav").symbol == "infantry"


def test_what_an_owner_typed_in_stands_on_his_counters():
    charts = {
        "units.USA-69-NY.fresh.strength": 9,
        "units.USA-69-NY.fresh.cohesion": 6,
        "units.USA-69-NY.weapon": "RS",
        "brigades.USA-brigade-Sherman.coordination": 1,
        "leaders.USA-chit-Tyler.rating": 6,
    }
    position = GAME.given(
        "whole-battle",
        {},
        charts,
        turn="2:30 PM",
        side="union",
        phase="chit draw",
        pieces=[{"id": "USA-69-NY", "at": "1825"}, {"id": "USA-chit-Tyler", "box": "cup"}],
    )
    view, faces = dressed(position), faces_of(GAME)
    shown = {piece: faces.named(view["pieces"][piece]["look"]) for piece in view["pieces"]}
    regiment, brigade, leader = (
        shown[piece] for piece in ("USA-69-NY", "USA-brigade-Sherman", "USA-chit-Tyler")
    )
    assert regiment is not None and brigade is not None and leader is not None
    assert (regiment.factors, regiment.weapon, regiment.quality) == (("9",), "RS", "6")
    assert brigade.quality == "1" and leader.factors == ("6",)


# --- states


def test_hits_shaken_and_low_ammo_are_on_the_rim():
    position = given("4 AL 2527 shaken hits=2 low_ammo", "6 NC 2427")
    assert badges(position, "4 AL") == {"shaken": "", "hits": "2", "low ammo": ""}
    assert badges(position, "6 NC") == {}
    worn_here = [COUNTERS.wears[state] for state in badges(position, "4 AL")]
    assert len({wears.spot for wears in worn_here}) == 3


@pytest.mark.rule(ID, "8.2")
@pytest.mark.parametrize(
    ("order", "plate", "letter"),
    [
        ("attack", "spearhead", "A"),
        ("defend", "buckler", "D"),
        ("maneuver", "arrow", "M"),
        ("regroup", "ring", "R"),
        ("limited", "ring", "L"),
    ],
)
def test_an_order_shows_on_the_brigade_and_on_its_units(order: str, plate: str, letter: str):
    position = given(
        "33 VA 2227", "4 AL 2527", side="confederate", phase="rally", brigade="Jackson", order=order
    )
    marker = face(position, "CSA-brigade-Jackson")
    assert (marker.status, marker.code, marker.quality) == (plate, letter, "5")
    assert badges(position, "33 VA") == {order: letter}
    assert COUNTERS.wears[order].plate == plate
    assert badges(position, "CSA-brigade-Jackson") == badges(position, "4 AL") == {}
    assert face(position, "CSA-brigade-Bee").status == "ranks"


@pytest.mark.rule(ID, "7.3.div.pick")
def test_an_activated_brigade_and_its_units_are_ticked_and_dimmed():
    position = given("4 AL 2527", "33 VA 2227", "CSA-brigade-Bee in activated")
    assert badges(position, "4 AL") == badges(position, "CSA-brigade-Bee") == {"activated": ""}
    assert badges(position, "33 VA") == badges(position, "CSA-brigade-Jackson") == {}
    assert COUNTERS.wears["activated"].dims


@pytest.mark.rule(ID, "6.2c")
def test_a_battery_that_has_acted_is_ticked_unless_an_event_lets_it_act_again():
    position = given("Griffin 2125", "Ricketts 2126", phase="artillery")
    position.state.acted = 1 << unit("Griffin")
    assert badges(position, "Griffin") == {"activated": ""} and badges(position, "Ricketts") == {}
    activation.begin(position, UNION, GUNS, [unit("Griffin")])
    assert badges(position, "Griffin") == {"guns": ""}


def test_who_has_fired_or_moved_shows_it():
    position = given(
        "27 VA 2327 fired",
        "5 VA 2325 moved",
        side="confederate",
        phase="movement",
        brigade="Jackson",
        order="attack",
    )
    assert badges(position, "27 VA") == {"fired": "", "attack": "A"}
    assert badges(position, "5 VA") == {"moved": "", "attack": "A"}


def test_every_badge_has_a_plate_and_words():
    for wears in COUNTERS.wears.values():
        worn(wears)
        assert wears.says


@pytest.mark.rule(ID, "7.3.chaos.place")
def test_chaos_lies_under_the_units_and_the_top_one_wears_its_swirl():
    view = dressed(given("14 NY 2027", "69 NY 1825", chaos="2027"))
    found = {heap.place: heap for heap in heaps(GAME, view)}
    assert ("chaos", "") in found["2027"].badges and len(found["2027"].layers) == 2
    assert found["1825"].badges == ()


# --- chits


@pytest.mark.rule(ID, "2.5c")
def test_a_division_chit_shows_its_rating_and_the_casualty_version_the_lower_one():
    position = given("69 NY 1825")
    piece = position.rules.pieces[unit("USA-chit-Tyler")]
    whole = COUNTERS.face(piece, {})
    hurt = COUNTERS.face(piece, {"casualty": True})
    assert (whole.chip, whole.factors, whole.worn) == ("rating", ("3",), False)
    assert (hurt.chip, hurt.factors, hurt.worn, hurt.tag) == ("rating", ("2",), True, "Casualty")
    position.state.wounded |= 1 << unit("USA-chit-Tyler")
    assert face(position, "USA-chit-Tyler") == hurt


@pytest.mark.rule(ID, "5.5.key")
def test_event_chits_that_lie_face_down_look_all_alike():
    position = given("69 NY 1825", "CSA-event-Rally in cup", "CSA-event-Rebel-Yell in cup")
    view = dressed(position, "union")
    looks = {heap["look"] for heap in view["face_down"] if heap["side"] == "confederate"}
    assert not {"CSA-event-Rally", "CSA-event-Rebel-Yell"} & set(view["pieces"])
    (back,) = (faces_of(GAME).named(look) for look in looks)
    assert back == COUNTERS.back("confederate") != COUNTERS.back("union")
    assert "RALLY" not in draw_counter(back).upper()


@pytest.mark.rule(ID, "2.5b")
def test_wild_chits_are_of_no_side():
    found = [COUNTERS.face(piece, {}) for piece in load_roster().infos if piece.kind == "wild"]
    assert [chit.cloth for chit in found] == ["wild"] * 3 and len({chit.code for chit in found}) == 3


# --- markers and pictures


@pytest.mark.rule(ID, "14.c")
def test_control_and_the_ford_are_marked_on_the_map():
    position = given("69 NY 1825", control={"1914": "union"}, ford_found="9:30 AM")
    found = {
        marker["kind"]: faces_of(GAME).named(marker["look"])
        for marker in dressed(position)["markers"]
        if marker["kind"] == "ford" or marker["at"] == "1914"
    }
    assert found == {
        "control": CounterFace("blue", chip="control"),
        "ford": CounterFace("plain", "words", "Ford found", "sky"),
    }


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_a_position_is_drawn_in_both_themes(theme: str):
    position = given("14 NY 2027 worn hits=1", "33 VA 2227 shaken", "Griffin 2125 low_ammo", chaos="2027")
    position.decision()
    for viewer in (REFEREE, "union", "confederate"):
        svg = position_svg(GAME, position, viewer, theme, ["1925", "2329"])
        ET.fromstring(svg)
        assert svg.count('class="stack"') >= 3
