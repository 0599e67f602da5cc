"""What lies on the table besides the units."""

from __future__ import annotations

from bullrun.games.day_was_ours.game import GAME
from bullrun.games.day_was_ours.rules.state import BOXES
from tests.cases.day_was_ours.scene import at, given, start


def test_boxes_and_their_rules_are_known():
    found = GAME.table.display(start()).to_json()
    assert [box["id"] for box in found["boxes"]] == list(BOXES)
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
