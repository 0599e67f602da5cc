"""What lies on the table besides the pieces: the clock, tracks, boxes, markers and rows of figures.

A piece is what a rule draws, holds, flips or moves; a marker only shows a number or a flag. A game makes its
display from a known position, so nothing here can depend on what the viewer may not know.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Phase(NamedTuple):
    """A step of the sequence of play."""

    id: str
    """As `phase` of the game names it."""
    title: str


class Clock(NamedTuple):
    """How far the game has come."""

    says: str
    """The present turn as a player says it: "Turn 3, 10:30 AM"."""
    turns: tuple[str, ...]
    """Every turn by name, in order; names may repeat."""
    turn: int
    """Which of them is played now, counted from 0."""
    phases: tuple[Phase, ...] = ()
    """The steps of the present turn, in order."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        phases = [phase._asdict() for phase in self.phases]
        return {"says": self.says, "turns": list(self.turns), "turn": self.turn, "phases": phases}


class Marker(NamedTuple):
    """A marker that shows something where it lies."""

    at: str
    """A place, the id of a piece, a box; on a track the name of a cell."""
    look: str
    """What the game's `counters.marker` draws it by."""
    side: str = ""
    value: str = ""
    says: str = ""
    """What it means, in words."""
    rule: str = ""

    def to_json(self) -> dict[str, str]:
        """Without what is empty."""
        return _filled(self._asdict())


class Track(NamedTuple):
    """A row of cells with markers on some of them."""

    id: str
    title: str
    rule: str
    cells: tuple[str, ...]
    """Names of the cells, each once."""
    markers: tuple[Marker, ...] = ()
    beside: str = ""
    """The box after which it lies; without, it lies after all of them."""

    def to_json(self) -> dict[str, Any]:
        """Without its markers, which are listed with all others."""
        shown = {"id": self.id, "title": self.title, "rule": self.rule, "cells": list(self.cells)}
        return {**shown, "beside": self.beside} if self.beside else shown


class Box(NamedTuple):
    """A place beside the map that `place_of` names."""

    id: str
    title: str
    rule: str
    side: str = ""
    """Whose it is; "" for both."""
    is_cup: bool = False
    """Whether what lies in it is drawn unseen."""
    at: str = ""
    """The place on the map to which an entry leads."""
    row: str = ""
    """Of boxes printed in a row, which its pieces go along one by one: the name of the row."""

    def to_json(self) -> dict[str, Any]:
        """Without what is empty."""
        return _filled(self._asdict())


class Row(NamedTuple):
    """A figure or a word that players keep an eye on."""

    says: str
    value: str
    rule: str = ""

    def to_json(self) -> dict[str, str]:
        """Without what is empty."""
        return _filled(self._asdict())


class Goal(NamedTuple):
    """What a side plays for, and how far it has come."""

    side: str
    says: str
    """What counts: "Victory points"."""
    now: str
    """How much of it there is: "7"."""
    needs: str = ""
    """What is still missing: "3 more"; "" when nothing is."""
    rule: str = ""
    wins: bool = False
    """Whether the side would win by it if the game ended now."""

    def to_json(self) -> dict[str, Any]:
        """Without what is empty."""
        return _filled(self._asdict())


class Display(NamedTuple):
    """All of it."""

    clock: Clock
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    markers: tuple[Marker, ...] = ()
    rows: tuple[Row, ...] = ()
    goals: tuple[Goal, ...] = ()
    """The chief one of each side first."""

    def to_json(self) -> dict[str, Any]:
        """Plain values; markers on tracks stand among the others, at "track/cell"."""
        on_tracks = [m._replace(at=cell_name(track, m.at)) for track in self.tracks for m in track.markers]
        return {
            "clock": self.clock.to_json(),
            "boxes": [box.to_json() for box in self.boxes],
            "tracks": [track.to_json() for track in self.tracks],
            "markers": [marker.to_json() for marker in (*self.markers, *on_tracks)],
            "rows": [row.to_json() for row in self.rows],
            "goals": [goal.to_json() for goal in self.goals],
        }


def cell_name(track: Track, cell: str) -> str:
    """A cell of a track as `at` of a marker names it: "losses/7"."""
    return f"{track.id}/{cell}"


def _filled(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}
