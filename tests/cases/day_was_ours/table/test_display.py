"""What lies on the table besides the units."""

from __future__ import annotations

from typing import Any

import pytest

from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.state import BOXES
from tests.cases.day_was_ours.scene import at, given, play, start


def test_boxes_and_their_rules_are_known():
    found = GAME.table.display(start()).to_json()
    assert sorted(box["id"] for box in found["boxes"]) == sorted(BOXES)
    assert all(box["rule"] in GAME.ledger for box in found["boxes"])
    assert [box["id"] for box in found["boxes"] if box.get("is_cup")] == ["cup"]
    assert {box["id"]: box.get("side") for box in found["boxes"]}["held-union"] == "union"


def test_clock_control_and_points():
    position = given(
        "2 RI 1914", "8 NY in reorganize", turn="11:00 AM", lull="11:00 AM", control={"1914": "union"}
    )
    found = GAME.table.display(position)
    assert (found.clock.says, found.clock.turn, len(found.clock.turns)) == ("11:00 AM", 4, 17)
    assert {marker.at: marker.side for marker in found.markers}["1914"] == "union"
    assert "Lull" in [row.says for row in found.rows]
    assert at(position, "8 NY") == "reorganize"
    assert GAME.table.describe(position, position.rules.roster.number["USA-8-NY"])["values"] == "6S 1"


def track(position: Any, name: str) -> dict[str, list[str]]:
    """What the markers on the cells of a track say."""
    found: dict[str, list[str]] = {}
    [one] = [one for one in GAME.table.display(position).tracks if one.id == name]
    for marker in one.markers:
        assert marker.at in one.cells
        found.setdefault(marker.at, []).append(marker.says)
    return found


@pytest.mark.rule("day-was-ours", "5.5.open")
def test_what_was_drawn_this_turn_lies_in_its_order_and_says_what_it_did() -> None:
    chits = ("USA-chit-Hunter in cup", "USA-event-Rally in cup", "wild-Fortunes-of-War in cup")
    position = given("2 RI 1914", "4 SC a 2016", *chits, turn="10:00 AM")
    play(
        position, "draw USA-chit-Hunter", "activate USA-brigade-Burnside", "3", "order defend", "done", "done"
    )
    assert track(position, "drawn") == {"1": ["Hunter: Burnside, defend"]}
    play(position, "draw USA-event-Rally")
    assert track(position, "drawn")["2"] == ["Rally!, held by the Union"]
    marker = GAME.table.describe(position, position.rules.roster.number["USA-brigade-Burnside"])
    assert marker == {"activated": True, "order": "defend"}


def test_an_event_that_is_held_face_down_lies_face_down_among_what_was_drawn() -> None:
    position = given(
        "2 RI 1914",
        "4 SC a 2016",
        "USA-event-Rally in cup",
        "USA-chit-Hunter in cup",
        options={"held-chits": "hidden"},
    )
    play(position, "draw USA-event-Rally")
    assert track(position, "drawn") == {"1": ["An event of the Union, face down"]}
    assert position.rules.roster.number["USA-event-Rally"] not in position.state.drawn


def test_who_leads_and_from_where_on_a_side_wins() -> None:
    position = given("2 RI 1914", points={"union": 1, "confederate": 5}, turn="9:30 AM")
    found = track(position, "points")
    assert found["C4"] == ["Confederate ahead by 4"]
    assert found["C3"][0].startswith("From here on the Confederate wins; the hexes pay it")
    assert found["U3"][0].startswith("From here on the Union wins")
    far = given("2 RI 1914", points={"union": 30, "confederate": 5}, turn="9:30 AM")
    assert track(far, "points")["U9+"] == ["Union ahead by 25"]


@pytest.mark.rule("day-was-ours", "16.3.schedule")
def test_the_turns_say_who_comes_and_where() -> None:
    found = track(start(), "turns")
    assert found["9:30 AM"] == [
        "Porter, Reynolds and Martin at 1800; Carlisle at 4022",
        "Hampton and Imboden at 4035",
    ]
    assert "The present turn" in found["9:00 AM"]
