"""Counters and board pictures from `bullrun.art`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from bullrun.art import (
    COUNTER_DEFS,
    Badge,
    CounterFace,
    Stack,
    art_css,
    badge_parts,
    draw_counter,
    draw_position,
)
from bullrun.art.badges import BADGE_KINDS
from bullrun.art.counters import CLOTHS
from bullrun.board.places import Board
from bullrun.engine.game import NEUTRAL, Game, PieceInfo
from bullrun.errors import BullrunError

# --- faces --------------------------------------------------------------------------------------

_FACES: dict[str, dict[str, CounterFace]] = {}
"""For each game: faces by a name made from what is on them."""
_COMPLETE: set[str] = set()
"""Games all of whose faces have been named."""


class Look(Protocol):
    """Faces of the counters, as a game's `table/counters.py` offers them. A game without one gets plain faces
    made from its pieces' facts. A game that hides pieces also has `states(piece)`: every described state in
    which the piece shows another face, so that all faces can be named at once."""

    MARKERS: Mapping[str, str]
    """Keys of the public table whose lists of places hold a marker, and the marker's symbol."""

    def face(self, piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
        """What a known piece shows in the state that `describe` gave."""

    def hidden_face(self, side: str) -> CounterFace:
        """The back of a counter."""

    def badges(self, shown: Mapping[str, Any]) -> list[Badge]:
        """Badges on its rim."""

    def marker_face(self, kind: str) -> CounterFace:
        """A marker."""


class PlainLook:
    """Faces for a game that describes none: the side's cloth, the name, up to three printed numbers."""

    MARKERS: Mapping[str, str] = {}

    def __init__(self, game: Game) -> None:
        self._cloths = {side: CLOTHS[(0, 2, 3)[n % 3]] for n, side in enumerate(game.sides)}
        self._cloths[NEUTRAL] = "plain"

    def face(self, piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
        """A plain face."""
        numbers = [str(v) for v in piece.facts.values() if isinstance(v, int) and not isinstance(v, bool)]
        return CounterFace(cloth=self._cloths[piece.side], name=piece.name, factors=tuple(numbers[:3]))

    def hidden_face(self, side: str) -> CounterFace:
        """A plain back."""
        return CounterFace(cloth=self._cloths[side], face_down=True)

    def badges(self, shown: Mapping[str, Any]) -> list[Badge]:
        """States that happen to have a badge of the same name."""
        return [Badge(kind) for kind in BADGE_KINDS if shown.get(kind) is True]

    def marker_face(self, kind: str) -> CounterFace:
        """A marker."""
        return CounterFace(cloth="plain", symbol=kind)


_LOOKS: dict[str, Look] = {}
_INFOS: dict[str, Mapping[str, PieceInfo]] = {}


def look_of(game: Game) -> Look:
    """The game's own counters, or plain ones."""
    found = _LOOKS.get(game.id)
    if found is None:
        found = _LOOKS[game.id] = game.table.counters or PlainLook(game)
    return found


def face_name(game: Game, face: CounterFace) -> str:
    """A short name for a face; the same face has the same name everywhere."""
    name = _name_of(face)
    _FACES.setdefault(game.id, {})[name] = face
    return name


@lru_cache(maxsize=8192)
def _name_of(face: CounterFace) -> str:
    return "f" + hashlib.sha256(repr(face).encode()).hexdigest()[:11]


def dress(game: Game, view: dict[str, Any]) -> None:
    """Write into a seen position which face and badges each counter shows. Reads only what is seen there."""
    look = look_of(game)
    infos = piece_infos(game)
    for piece, shown in view["pieces"].items():
        badges = look.badges(shown)
        shown["look"] = face_name(game, look.face(infos[piece], shown))
        if badges:
            shown["badges"] = [[badge.kind, badge.value] for badge in badges]
    for heap in view["face_down"]:
        heap["look"] = face_name(game, look.hidden_face(heap["side"]))
    markers = []
    for key, symbol in getattr(look, "MARKERS", {}).items():
        face = face_name(game, look.marker_face(symbol))
        markers += [{"at": place, "kind": key, "look": face} for place in view["table"].get(key) or ()]
    view["markers"] = markers


def piece_infos(game: Game) -> Mapping[str, PieceInfo]:
    """Pieces by id."""
    found = _INFOS.get(game.id)
    if found is None:
        found = _INFOS[game.id] = game.counters
    return found


def _every_face(game: Game) -> None:
    """Name each face that a counter of the game can show: an answer that hung on what was shown before would
    tell which of the hidden counters are in use."""
    if game.id in _COMPLETE:
        return
    look = look_of(game)
    states = getattr(look, "states", None)
    for piece in game.counters.values():
        for shown in states(piece) if states else ({},):
            face_name(game, look.face(piece, shown))
    for side in dict.fromkeys((*game.sides, *(piece.side for piece in piece_infos(game).values()))):
        face_name(game, look.hidden_face(side))
    for symbol in getattr(look, "MARKERS", {}).values():
        face_name(game, look.marker_face(symbol))
    _COMPLETE.add(game.id)


def faces(game: Game, names: list[str], style: str) -> dict[str, str]:
    """The drawings of these faces, each in a field of 48 by 48."""
    _every_face(game)
    known = _FACES[game.id]
    return {name: _drawn(known[name], style) for name in names if name in known}


@lru_cache(maxsize=8192)
def _drawn(face: CounterFace, style: str) -> str:
    return draw_counter(face, style)


def counter_kit() -> dict[str, Any]:
    """What all counters share: patterns, and every badge around (0, 0)."""
    return {
        "defs": COUNTER_DEFS,
        "badges": {kind: badge_parts(Badge(kind)) for kind in BADGE_KINDS},
        "valued": {kind: badge_parts(Badge(kind, "{}")) for kind in BADGE_KINDS},
        "css": art_css(),
    }


# --- board pictures -----------------------------------------------------------------------------


def stacks(game: Game, board: Board, view: Mapping[str, Any]) -> list[Stack]:
    """A seen position as stacks for a picture."""
    on_map = set(board.names)
    known = _FACES.get(game.id, {})
    heaps: dict[str, list[tuple[CounterFace, tuple[Badge, ...]]]] = {}
    for heap in view["face_down"]:
        for _ in range(heap["count"]):
            heaps.setdefault(heap["at"], []).append((known[heap["look"]], ()))
    for shown in view["pieces"].values():
        badges = tuple(Badge(kind, value) for kind, value in shown.get("badges", ()))
        heaps.setdefault(shown["at"], []).append((known[shown["look"]], badges))
    for marker in view["markers"]:
        heaps.setdefault(marker["at"], []).insert(0, (known[marker["look"]], ()))
    return [
        Stack(place, tuple(face for face, _ in heap), heap[-1][1])
        for place, heap in sorted(heaps.items())
        if place in on_map and place
    ]


def board_picture(
    game: Game, board: Board | None, view: Mapping[str, Any], *, thumbnail: bool, theme: str
) -> str:
    """The board as one viewer sees it, as an SVG file."""
    if board is None:
        raise BullrunError(f"{game.title} has no board to draw.")
    found = stacks(game, board, view)
    return draw_position(board, found, thumbnail=thumbnail, theme_name=theme, fit=False)
