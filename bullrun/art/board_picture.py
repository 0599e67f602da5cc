"""Whole pictures: a map on its sheet, a position with counters, a thumbnail, and the layout as data."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from bullrun.art import theme
from bullrun.art.badges import Badge
from bullrun.art.counters import (
    COUNTER_DEFS,
    STEP,
    CounterFace,
    counter_layout,
    counter_symbol,
    stack_parts,
    use_counter,
)
from bullrun.art.furniture import compass, legend, scale_bar, title_parts
from bullrun.art.geometry import Box, Point, add, box_around
from bullrun.art.hex_map import HexMap
from bullrun.art.level_map import LevelMap
from bullrun.art.overlays import Canvas, Overlay, over_counters, under_counters
from bullrun.art.survey import survey_hexes, survey_zones
from bullrun.art.svg import at, document, group, num
from bullrun.art.zone_map import ZoneMap
from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import Board
from bullrun.board.zone_graph import ZoneBoard


@dataclass(frozen=True)
class Cartouche:
    """The words around a map. A hex map has a scale bar when `feet_per_hex` is given.

    `north` is the direction of north on the sheet, in degrees clockwise from its top; without it, as the
    grid of the board lies.
    """

    title: str = ""
    subtitle: str = ""
    note: str = ""
    feet_per_hex: float = 0.0
    north: float | None = None


@dataclass(frozen=True)
class Stack:
    """Counters in one place, the bottom one first. Badges are those of the top counter."""

    place: str
    faces: tuple[CounterFace, ...]
    badges: tuple[Badge, ...] = ()


@dataclass
class _Drawn:
    """A map computed once, and its unchanging layers as text."""

    picture: HexMap | ZoneMap
    layers: str = ""
    thumbnail: str = ""
    cartouches: dict[Cartouche, str] = field(default_factory=dict)


_DRAWN: WeakKeyDictionary[Board, _Drawn] = WeakKeyDictionary()


def _drawn(board: Board) -> _Drawn:
    found = _DRAWN.get(board)
    if found is None:
        if isinstance(board, HexBoard):
            survey = survey_hexes(board)
            picture: HexMap | ZoneMap = LevelMap(survey) if survey.levels else HexMap(survey)
        elif isinstance(board, ZoneBoard):
            picture = ZoneMap(survey_zones(board))
        else:
            raise TypeError(f"no map can be drawn of a {type(board).__name__}")
        found = _DRAWN[board] = _Drawn(picture)
    return found


def map_picture(board: Board) -> HexMap | ZoneMap:
    """The computed geometry of a board's map, shared by all pictures of it."""
    return _drawn(board).picture


def _layers(drawn: _Drawn) -> str:
    drawn.layers = drawn.layers or drawn.picture.layers()
    return drawn.layers


def north_of(board: Board) -> float:
    """Where north lies on the sheet, in degrees clockwise from its top: a grid names its directions from the
    top of its columns."""
    if not isinstance(board, HexBoard):
        return 0.0
    return -BEARINGS[board.grid.directions[0]] % 360


BEARINGS = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}


def _cartouche(board: Board, words: Cartouche) -> str:
    drawn = _drawn(board)
    found = drawn.cartouches.get(words)
    if found is None:
        north = north_of(board) if words.north is None else words.north
        m = drawn.picture
        below = m.box.bottom
        bar = ""
        room = m.box.width - 240
        if words.feet_per_hex or isinstance(m, ZoneMap):
            mile = m.units_per_mile(words.feet_per_hex)
            left = m.box.right - 220 - mile
            room = left - m.box.left - 40
            bar = scale_bar((left, below + 146), mile, words.note)
        found = group(
            "cartouche",
            title_parts(m.page.middle[0], words.title, words.subtitle),
            legend((m.box.left, below + 62), m.legend_items(), room),
            bar,
            compass((m.box.right - 84, below + 150), 66, math.radians(north)),
        )
        drawn.cartouches[words] = found
    return found


def _sized(view: Box, width: float, fit: bool) -> tuple[float, float] | None:
    return None if fit else (width, width * view.height / view.width)


def draw_map(
    board: Board,
    title: str = "",
    *,
    cartouche: Cartouche | None = None,
    theme_css: bool = True,
    theme_name: str = "paper",
    fit: bool = False,
) -> str:
    """The whole map as one SVG file.

    theme_css    with styles; leave them out of a page that has `art_css()` already
    theme_name   the theme where no data-theme is set around the picture
    fit          the picture takes the size of its frame, and shows larger names and heavier lines when small:
                 for <img> and reports. Otherwise its size is fixed: for printing, editing and the client.
    """
    drawn = _drawn(board)
    m = drawn.picture
    words = cartouche or Cartouche(title or board.title)
    css = ""
    if theme_css:
        css = theme.variables_css(theme_name) + theme.scoped(theme.MAP_RULES) + theme.zoom_css()
        css += theme.width_zoom_css(m.page.width, m.place_width) if fit else ""
    label = f"Map: {words.title}, {len(board.places)} {'hexes' if board.kind == 'hex' else 'zones'}"
    content = (m.defs(), _layers(drawn), _cartouche(board, words))
    return document(m.page, _sized(m.page, m.page.width, fit), css, label, *content)


def draw_position(
    board: Board,
    stacks: Iterable[Stack],
    overlays: Sequence[Overlay] = (),
    *,
    cartouche: Cartouche | None = None,
    style: str = "figures",
    focus: Iterable[str] = (),
    width: float = 0.0,
    thumbnail: bool = False,
    theme_css: bool = True,
    theme_name: str = "paper",
    fit: bool = False,
) -> str:
    """The map with counters and highlights.

    style      "figures" or "boxes" for the arms
    focus      places that must be seen: only their surroundings are shown
    width      width of the picture in pixels; by default one pixel a unit, two in a close-up
    thumbnail  a small picture of the whole field: ground in few strokes, a block for every stack
    """
    drawn = _drawn(board)
    m = drawn.picture
    laid = list(stacks)
    words = cartouche or Cartouche(board.title)
    if thumbnail:
        return _thumbnail(drawn, laid, words, width or 360.0, theme_css, theme_name)
    close = _surroundings(m, list(focus))
    view = close or m.page
    symbols, ids = _symbols(laid, style)
    canvas = Canvas(m.polygon, m.spot, m.counter_size, frozenset(stack.place for stack in laid))
    css = ""
    if theme_css:
        css = theme.art_css(theme_name)
        css += theme.width_zoom_css(view.width, m.place_width) if fit else ""
    return document(
        view,
        _sized(view, width or view.width * (2 if close else 1), fit),
        css,
        f"{words.title}: {sum(len(stack.faces) for stack in laid)} counters on the map",
        m.defs(),
        f"<defs>{COUNTER_DEFS}{symbols}</defs>\n",
        _layers(drawn),
        "" if close else _cartouche(board, words),
        group("highlights", under_counters(overlays, canvas)),
        group("counters", *_stack_drawings(m, laid, ids)),
        group("arrows", over_counters(overlays, canvas)),
    )


def _symbols(stacks: Sequence[Stack], style: str) -> tuple[str, dict[CounterFace, str]]:
    """Each face once, in the order in which it is met."""
    ids: dict[CounterFace, str] = {}
    for stack in stacks:
        for face in stack.faces:
            ids.setdefault(face, f"c-{len(ids)}")
    return "".join(counter_symbol(name, face, style) for face, name in ids.items()), ids


def _spots(m: HexMap | ZoneMap, stacks: Sequence[Stack]) -> list[Point]:
    """Stacks that share a place lie side by side."""
    together: dict[str, int] = {}
    for stack in stacks:
        together[stack.place] = together.get(stack.place, 0) + 1
    seen: dict[str, int] = {}
    out = []
    for stack in stacks:
        n, i = together[stack.place], seen.get(stack.place, 0)
        seen[stack.place] = i + 1
        out.append(add(m.spot(stack.place), (m.counter_size * STEP * (i - (n - 1) / 2), 0)))
    return out


def _stack_drawings(m: HexMap | ZoneMap, stacks: Sequence[Stack], ids: dict[CounterFace, str]) -> list[str]:
    """From north to south, so that badges lie over the counters behind."""
    placed = zip(_spots(m, stacks), stacks, strict=True)
    return [
        stack_parts([use_counter(ids[face]) for face in stack.faces], p, m.counter_size, stack.badges)
        for p, stack in sorted(placed, key=lambda item: (item[0][1], item[0][0]))
        if stack.faces
    ]


def _surroundings(m: HexMap | ZoneMap, places: Sequence[str]) -> Box | None:
    if not places:
        return None
    box = box_around(p for place in places for p in m.polygon(place)).grown(m.place_width * 1.2)
    return Box(
        max(box.left, m.box.left),
        max(box.top, m.box.top),
        min(box.right, m.box.right),
        min(box.bottom, m.box.bottom),
    )


# ---------------------------------------------------------------- thumbnails


def _thumbnail(
    drawn: _Drawn, stacks: Sequence[Stack], words: Cartouche, width: float, theme_css: bool, theme_name: str
) -> str:
    m = drawn.picture
    drawn.thumbnail = drawn.thumbnail or m.thumbnail_layers()
    size = m.box.width / 44
    blocks = "".join(
        _block(p, stack, size) for p, stack in zip(_spots(m, stacks), stacks, strict=True) if stack.faces
    )
    body = (
        m.defs().split("<marker")[0].removesuffix("</defs>\n")
        + "</defs>\n"
        + drawn.thumbnail
        + group("counters", blocks)
    )
    css = ""
    if theme_css:
        css = theme.variables_css(theme_name) + _used(
            theme.scoped(theme.MAP_RULES) + theme.counter_css(), body
        )
        css += f"{theme.SCOPE}{{--k:2.6}}"
    return document(m.box, _sized(m.box, width, False), css, f"{words.title}, small", body)


def _block(p: Point, stack: Stack, size: float) -> str:
    """A stack as a square in its cloth; higher stacks are a little larger."""
    side = size * (1 + 0.12 * min(3, len(stack.faces) - 1))
    edge, face, rim = num(side), num(side * 0.8), num(side * 0.1)
    return at(
        (p[0] - side / 2, p[1] - side / 2),
        f'<g class="c-{stack.faces[-1].cloth}"><rect class="c-edge" width="{edge}" height="{edge}" rx="6"/>'
        f'<rect class="c-face" x="{rim}" y="{rim}" width="{face}" height="{face}" rx="3"/></g>',
    )


def _used(css: str, body: str) -> str:
    """Only the rules that some class in the picture can need."""
    present = {name for found in re.findall(r'class="([^"]+)"', body) for name in found.split()} | {
        "bullrun-art"
    }

    def needed(selector: str) -> bool:
        return set(re.findall(r"\.([a-z][\w-]*)", selector)) <= present

    rules = css.splitlines()
    return "".join(rule + "\n" for rule in rules if any(needed(s) for s in rule.split("{")[0].split(",")))


# ---------------------------------------------------------------- the layout as data


def board_layout(board: Board) -> dict[str, object]:
    """Where everything lies, for a client that finds places by arithmetic. Plain data, ready for JSON.

    Units are those of the map's viewBox; a place's `centre` is where its counters lie. For hexes, `hex` has
    the constants of the lattice, so that no polygon need be searched.
    """
    m = map_picture(board)

    def rounded(p: Point) -> list[float]:
        return [round(p[0], 1), round(p[1], 1)]

    places = []
    for place in board.places:
        name = board.name(place)
        ring = m.polygon(name)
        places.append({"name": name, "centre": rounded(m.spot(name)), "polygon": [rounded(p) for p in ring]})
    out: dict[str, object] = {
        "kind": board.kind,
        "viewBox": [round(v, 1) for v in (m.page.left, m.page.top, m.page.width, m.page.height)],
        "neat": [round(v, 1) for v in m.box],
        "placeWidth": m.place_width,
        "counterSize": m.counter_size,
        "zoom": {"far": 36, "mid": 60},
        "counter": counter_layout(),
        "places": places,
    }
    if isinstance(m, HexMap):
        first = m.sheet.centre(min(m.sheet.cells))
        out["hex"] = {
            "radius": 40.0,
            "columnStep": 60.0,
            "rowStep": round(40 * 3**0.5, 4),
            "first": rounded(first),
        }
    return out
