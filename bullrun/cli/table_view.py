"""What lies on the table, in words: for the terminal, for those who do not see pictures, for a mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.board.places import Board, places_in
from bullrun.cli.common import side_name, side_style, who_won
from bullrun.cli.terminal import Terminal
from bullrun.engine.game import NEUTRAL, Game
from bullrun.engine.position import Position
from bullrun.engine.view import see_position
from bullrun.errors import BullrunError


def print_position(
    out: Terminal, game: Game, position: Position[Any, Any], viewer: str, words: list[str] | None = None
) -> None:
    """The position as a viewer sees it; with words, only what matches all of them."""
    seen = see_position(game, position, viewer)
    wanted = [word.lower() for word in words or []]
    whose = f"{side_name(game, seen['side'])}, " if seen["side"] else ""
    out.heading(f"{seen['turn']}: {whose}{seen['phase']}", side_style(game, seen["side"]))
    names = {piece.id: piece for piece in position.rules.pieces}
    boxes = {box["id"]: box["title"] for box in seen["display"]["boxes"]}
    for side in (*game.sides, NEUTRAL):
        rows = []
        for piece, shown in seen["pieces"].items():
            if names[piece].side != side:
                continue
            facts = ", ".join(
                _fact(key, value) for key, value in shown.items() if key != "at" and value != []
            )
            row = (boxes.get(shown["at"], shown["at"]), piece, names[piece].name, facts)
            if all(any(word in cell.lower() for cell in row) for word in wanted):
                rows.append(row)
        rows += [
            (boxes.get(spot["at"], spot["at"]), "?", f"{spot['count']} face down", "")
            for spot in seen["face_down"]
            if spot["side"] == side
            and all(word in boxes.get(spot["at"], spot["at"]).lower() for word in wanted)
        ]
        if rows:
            rows.sort(key=lambda row: (row[0], row[1]))
            name = side_name(game, side)
            out.line(out.style(name[:1].upper() + name[1:], "bold", side_style(game, side)))
            out.table(("at", "id", "name", ""), rows)
    if not wanted:
        out.table(("", "", "rule"), display_rows(seen["display"]))
    if seen["outcome"]:
        winner, rule, reason = seen["outcome"]
        out.line(out.style(f"{who_won(game, winner)}: {reason} [{rule}]", "bold", "yellow"))


def display_rows(display: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(what, value, rule) for everything that lies open besides the pieces: the clock, tracks with what is on
    them, markers and rows."""
    rows = [("Turn", display["clock"]["says"], "")]
    cells = {f"{track['id']}/{cell}": (track, cell) for track in display["tracks"] for cell in track["cells"]}
    on_tracks: dict[str, list[str]] = {track["id"]: [] for track in display["tracks"]}
    markers = []
    for marker in display["markers"]:
        says = " ".join(filter(None, (marker.get("says") or marker["look"], marker.get("value"))))
        if marker["at"] in cells:
            track, cell = cells[marker["at"]]
            on_tracks[track["id"]].append(f"{says} at {cell}")
        else:
            markers.append((says, marker["at"], marker.get("rule", "")))
    rows += [
        (track["title"], ", ".join(on_tracks[track["id"]]), track["rule"]) for track in display["tracks"]
    ]
    return rows + markers + [(row["says"], row["value"], row.get("rule", "")) for row in display["rows"]]


def print_near(
    out: Terminal, game: Game, position: Position[Any, Any], viewer: str, name: str, reach: int
) -> None:
    """A place and what lies around it, near things first: ground, what is crossed, and who stands there."""
    board: Board | None = position.rules.board
    if board is None:
        raise BullrunError(f"near: {game.id} is played without a map")
    place = board.place(name)
    seen = see_position(game, position, viewer)
    names = {piece.id: piece for piece in position.rules.pieces}
    there: dict[str, list[str]] = {}
    for piece, shown in seen["pieces"].items():
        there.setdefault(shown["at"], []).append(
            f"{names[piece].name} ({side_name(game, names[piece].side)})"
        )
    for spot in seen["face_down"]:
        who = f"{spot['count']} face down ({side_name(game, spot['side'])})"
        there.setdefault(spot["at"], []).append(who)
    rows = []
    for other in sorted(places_in(board.within(place, reach)), key=lambda p: (board.distance(place, p), p)):
        here = board.name(other)
        away = board.distance(place, other)
        if away > 1 and here not in there:
            continue
        ground = [kind for kind, places in sorted(board.terrain.items()) if places >> other & 1]
        across = board.borders.between(place, other) if away == 1 else ()
        over = f"; over {', '.join(across)}" if across else ""
        rows.append((str(away), here, (", ".join(ground) or "clear") + over, ", ".join(there.get(here, []))))
    out.table(("away", "place", "ground", "who"), rows)


def _fact(key: str, value: Any) -> str:
    if value is True:
        return key
    if value is False:
        return f"not {key}"
    return f"{key.replace('_', ' ')} {_plain(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value) or "-"
    return str(value)
