"""A seen position dressed for the eye: faces, badges, markers and stacks. Read by service, terminal and
pictures, so that all of them show the same table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from bullrun.art import (
    COUNTER_DEFS,
    PLATES,
    Cartouche,
    CounterFace,
    Stack,
    art_css,
    draw_counter,
    draw_position,
    plate_parts,
)
from bullrun.art.badges import worn
from bullrun.art.card import CLOTHS
from bullrun.board.places import Board
from bullrun.engine.display import Marker
from bullrun.engine.game import NEUTRAL, Counters, Game, PieceInfo, Rules
from bullrun.errors import BullrunError

MOST_FACES = 8192
"""Faces and dressed counters that are kept for one game; of more, the older half is forgotten."""


# --- faces --------------------------------------------------------------------------------------


class Worn(NamedTuple):
    """What a counter shows: the name of its face, and its badges."""

    look: str
    badges: tuple[tuple[str, str], ...]


class Faces:
    """The faces that counters of one game show, by short names made from what is on them."""

    def __init__(self, game: Game) -> None:
        self.counters: Counters = game.table.counters or plain_counters(game)
        self.pieces = game.counters
        self._by_name: dict[str, CounterFace] = {}
        self._wardrobes: WeakKeyDictionary[Any, Wardrobe] = WeakKeyDictionary()
        self._name_all(self.pieces.values())
        for side in dict.fromkeys((*game.sides, *(piece.side for piece in self.pieces.values()))):
            self.name(self.counters.back(side))
        self._always = dict(self._by_name)

    def _name_all(self, pieces: Iterable[PieceInfo]) -> None:
        """Name all faces that these may show: an answer that hung on what was shown before would tell which
        of the hidden counters are in use."""
        for piece in pieces:
            for shown in self.counters.states(piece):
                self.name(self.counters.face(piece, shown))

    def name(self, face: CounterFace) -> str:
        """A short name for a face; the same face has the same name everywhere."""
        name = _name_of(face)
        if name not in self._by_name:
            if len(self._by_name) >= MOST_FACES:
                newer = list(self._by_name.items())[MOST_FACES // 2 :]
                self._by_name = {**self._always, **dict(newer)}
                self._wardrobes.clear()
            self._by_name[name] = face
        return name

    def named(self, name: str) -> CounterFace | None:
        """The face of that name; None for one that is not known."""
        return self._by_name.get(name)

    def names(self) -> frozenset[str]:
        """All that can be asked for."""
        return frozenset(self._by_name)

    def under(self, rules: Rules) -> Wardrobe:
        """What counters wear under some rules: a player may have typed in what is printed on his."""
        found = self._wardrobes.get(rules)
        if found is None:
            self._name_all(rules.pieces)
            found = self._wardrobes[rules] = Wardrobe(self, rules)
        return found


class Wardrobe:
    """What each counter of some rules wears in each state, found once."""

    def __init__(self, faces: Faces, rules: Rules) -> None:
        self._faces = faces
        self._pieces = {piece.id: piece for piece in rules.pieces}
        self._worn: dict[tuple[Any, ...], Worn] = {}

    def worn(self, piece: str, shown: Mapping[str, Any]) -> Worn:
        """What a known piece shows in the state that `describe` gave."""
        key = (piece, *((name, _frozen(value)) for name, value in shown.items() if name != "at"))
        found = self._worn.get(key)
        if found is None:
            counters = self._faces.counters
            look = self._faces.name(counters.face(self._pieces[piece], shown))
            found = Worn(look, tuple(counters.badges(shown)))
            if len(self._worn) >= MOST_FACES:
                self._worn.clear()
            self._worn[key] = found
        return found


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return tuple((k, _frozen(v)) for k, v in value.items()) if isinstance(value, dict) else value


@lru_cache(maxsize=MOST_FACES)
def _name_of(face: CounterFace) -> str:
    """Made from what differs from a blank face: a new kind of print leaves the names of all others."""
    printed = [(f.name, v) for f in fields(face) if (v := getattr(face, f.name)) != f.default]
    return "f" + hashlib.sha256(repr(printed).encode()).hexdigest()[:11]


_FACES: WeakKeyDictionary[Game, Faces] = WeakKeyDictionary()
"""They go when their game goes."""


def faces_of(game: Game) -> Faces:
    """The faces of a game."""
    found = _FACES.get(game)
    if found is None:
        found = _FACES[game] = Faces(game)
    return found


def plain_counters(game: Game) -> Counters:
    """For a game that says nothing of its counters: the side's cloth, the name, up to three printed numbers;
    markers show their words."""
    cloths = {side: CLOTHS[(0, 2, 3)[n % 3]] for n, side in enumerate(game.sides)}
    cloths[NEUTRAL] = "plain"

    def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
        numbers = [str(v) for v in piece.facts.values() if isinstance(v, int) and not isinstance(v, bool)]
        return CounterFace(cloth=cloths[piece.side], name=piece.name, factors=tuple(numbers[:3]))

    def back(side: str) -> CounterFace:
        return CounterFace(cloth=cloths[side], face_down=True)

    def marker(shown: Marker) -> CounterFace:
        words, value = shown.look.replace("-", " "), (shown.value,) if shown.value else ()
        return CounterFace(cloth=cloths[shown.side], symbol="words", name=words, factors=value)

    return Counters(face, back, marker=marker)


def drawings(game: Game, names: Sequence[str], style: str) -> dict[str, str]:
    """The drawings of these faces, each in a field of 48 by 48."""
    faces = faces_of(game)
    found = {name: faces.named(name) for name in names}
    return {name: _drawn(face, style) for name, face in found.items() if face is not None}


@lru_cache(maxsize=MOST_FACES)
def _drawn(face: CounterFace, style: str) -> str:
    return draw_counter(face, style)


def counter_kit() -> dict[str, Any]:
    """What the counters of all games share: patterns, styles, and every plate around (0, 0)."""
    return {"defs": COUNTER_DEFS, "plates": {name: plate_parts(name) for name in PLATES}, "css": art_css()}


# --- a seen position ----------------------------------------------------------------------------


def with_faces(game: Game, rules: Rules, view: dict[str, Any]) -> None:
    """Write into a seen position which face and badges each counter shows, and list all markers with theirs.
    Reads only what is seen there."""
    faces = faces_of(game)
    wardrobe = faces.under(rules)
    for piece, shown in view["pieces"].items():
        found = wardrobe.worn(piece, shown)
        shown["look"] = found.look
        if found.badges:
            shown["badges"] = [list(badge) for badge in found.badges]
    for heap in view["face_down"]:
        heap["look"] = faces.name(faces.counters.back(heap["side"]))
    view["markers"] = [_marker(game, faces, marker) for marker in view["display"].pop("markers")]


def _marker(game: Game, faces: Faces, shown: Mapping[str, str]) -> dict[str, str]:
    """A marker with the name of its face; `kind` is what its game calls it."""
    draw = faces.counters.marker
    assert draw is not None, f"{game.id} shows markers, and its counters draw none"
    return {**shown, "kind": shown["look"], "look": faces.name(draw(Marker(**shown)))}


class Layer(NamedTuple):
    """One counter of a stack."""

    look: str
    badges: tuple[tuple[str, str], ...] = ()


class Heap(NamedTuple):
    """Counters that lie on each other in one place, the bottom one first: markers, what lies under its
    units, the known counters as the roster has them, those that lie face down. A marker on a piece lies
    right under it."""

    place: str
    side: str
    layers: tuple[Layer, ...]
    badges: tuple[tuple[str, str], ...]
    """Of the top counter, with those it wears for what lies under it."""


def heaps(game: Game, view: Mapping[str, Any]) -> list[Heap]:
    """A dressed view as the eye finds it: one heap a place, or one for each side where a game lays them
    apart. Heaps of markers only come first, those that lie face down last."""
    faces, apart = faces_of(game), game.table.apart
    marks: dict[str, list[Layer]] = {}
    for marker in view["markers"]:
        marks.setdefault(marker["at"], []).append(Layer(marker["look"]))
    known: dict[tuple[str, str], list[tuple[str, Layer, list[Layer]]]] = {}
    for piece, shown in view["pieces"].items():
        info = faces.pieces[piece]
        layer = Layer(shown["look"], tuple((state, value) for state, value in shown.get("badges", ())))
        key = (shown["at"], info.side if apart else "")
        known.setdefault(key, []).append((faces.counters.under(info), layer, marks.pop(piece, [])))
    down: dict[tuple[str, str], list[Layer]] = {}
    for heap in view["face_down"]:
        key = (heap["at"], heap["side"] if apart else "")
        down.setdefault(key, []).extend([Layer(heap["look"])] * heap["count"])

    def order(key: tuple[str, str]) -> tuple[int, tuple[str, str]]:
        return (1 if key in known else 2 if key in down else 0), key

    found = []
    for key in sorted({*((at, "") for at in marks), *known, *down}, key=order):
        layers = list(marks.get(key[0], ())) if not key[1] else []
        pieces = sorted(known.get(key, ()), key=lambda entry: not entry[0])
        for _, layer, on_it in pieces:
            layers += [*on_it, layer]
        layers += down.get(key, ())
        below = [under for under, layer, _ in pieces if under and layer is not layers[-1]]
        badges = (*layers[-1].badges, *((badge, "") for badge in dict.fromkeys(below)))
        found.append(Heap(*key, tuple(layers), badges))
    return found


def stacks(game: Game, board: Board, view: Mapping[str, Any]) -> list[Stack]:
    """A dressed view as stacks for a picture of the map."""
    faces = faces_of(game)
    found = []
    for heap in heaps(game, view):
        if board.find(heap.place) is None:
            continue
        shown = [faces.named(layer.look) for layer in heap.layers]
        badges = [worn(faces.counters.wears[state], value) for state, value in heap.badges]
        found.append(Stack(heap.place, tuple(face for face in shown if face is not None), tuple(badges)))
    return found


def board_picture(
    game: Game,
    board: Board | None,
    view: Mapping[str, Any],
    *,
    thumbnail: bool = False,
    theme: str = "paper",
    title: str = "",
    focus: Sequence[str] = (),
) -> str:
    """The board with a dressed view on it, as an SVG file."""
    if board is None:
        raise BullrunError(f"{game.title} has no board to draw.")
    return draw_position(
        board,
        stacks(game, board, view),
        cartouche=Cartouche(title) if title else None,
        focus=focus,
        thumbnail=thumbnail,
        theme_name=theme,
    )
