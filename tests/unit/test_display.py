"""What lies on the table besides pieces: as JSON, and through the gate."""

from __future__ import annotations

import json
from dataclasses import replace

from bullrun.engine.display import Box, Clock, Display, Marker, Phase, Row, Track, cell_name
from bullrun.engine.view import REFEREE, see_position
from tests.toys import cup

CLOCK = Clock("Turn 2, noon", ("morning", "noon"), 1, (Phase("march", "March"),))
TRACK = Track("losses", "Losses", "4", ("0", "1", "2"), (Marker("2", "flag", "blue"),))


def test_a_display_is_plain_values_without_what_is_empty():
    display = Display(
        CLOCK,
        (Box("cup", "The cup", "2", is_cup=True), Box("road", "From the west", "3", "red", at="A1")),
        (TRACK,),
        (Marker("A1", "fog", value="2", says="Fog", rule="5"),),
        (Row("Score", "3", "6"), Row("Weather", "rain")),
    )
    shown = display.to_json()
    assert (
        shown
        == json.loads(json.dumps(shown))
        == {
            "clock": {
                "says": "Turn 2, noon",
                "turns": ["morning", "noon"],
                "turn": 1,
                "phases": [{"id": "march", "title": "March"}],
            },
            "boxes": [
                {"id": "cup", "title": "The cup", "rule": "2", "is_cup": True},
                {"id": "road", "title": "From the west", "rule": "3", "side": "red", "at": "A1"},
            ],
            "tracks": [{"id": "losses", "title": "Losses", "rule": "4", "cells": ["0", "1", "2"]}],
            "markers": [
                {"at": "A1", "look": "fog", "value": "2", "says": "Fog", "rule": "5"},
                {"at": "losses/2", "look": "flag", "side": "blue"},
            ],
            "rows": [{"says": "Score", "value": "3", "rule": "6"}, {"says": "Weather", "value": "rain"}],
            "goals": [],
        }
    )


def test_a_cell_has_one_name_for_markers_and_readers():
    assert cell_name(TRACK, "2") == "losses/2"
    assert Display(CLOCK, tracks=(TRACK,)).to_json()["markers"][0]["at"] == cell_name(TRACK, "2")


def test_a_marker_on_a_piece_that_the_viewer_may_not_know_is_not_shown():
    """Nor is such a piece named anywhere else, whatever a game writes."""
    chit = cup.GAME.data.pieces("meadow")[-1]
    hidden = next(p for p in cup.GAME.data.pieces("meadow") if p.kind == cup.STORM and p.side == "red")
    telltale = replace(
        cup.GAME,
        table=cup.GAME.table._replace(
            display=lambda position: Display(
                CLOCK, markers=(Marker(hidden.id, "shaken"),), rows=(Row("Key", hidden.id),)
            )
        ),
    )
    position = telltale.start("meadow", {})
    position.decision()
    owner = see_position(telltale, position, "red")["display"]
    enemy = see_position(telltale, position, "blue")["display"]
    referee = see_position(telltale, position, REFEREE)["display"]
    assert referee["markers"] == [{"at": hidden.id, "look": "shaken"}]
    assert owner["markers"] == referee["markers"], "in the mix its owner knows it"
    assert enemy["markers"] == [] and enemy["rows"] == [{"says": "Key", "value": "?"}]
    assert chit.id != hidden.id
