"""What surrounds a map: the sheet, its frame, title, legend, scale and compass rose."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from bullrun.art.geometry import Box, Chain, Line, Near, Point, Region, inset, sampled, spaced
from bullrun.art.hexes import CORNERS
from bullrun.art.relief import embankment, hachure_parts, hachured, hill_parts, slope_parts, sunken_road
from bullrun.art.roads import rail_parts, road_parts
from bullrun.art.sites import bridge, entry_arrow, farm, ford, town_blocks, victory_star
from bullrun.art.svg import Pen, at, curve_data, group, num, path, polyline_data, rect, text
from bullrun.art.terraces import SLOPE, STEEP, comb
from bullrun.art.water import River, stream_data
from bullrun.art.woods import plant, tree_parts, woods_parts
from bullrun.art.works import angled, bank_parts, boulders, burned_bridge, cut_parts, goal

MARGIN, HEAD, FOOT = 74.0, 186.0, 270.0  # room around the neat line


def sheet_around(box: Box) -> Box:
    """The whole sheet of a map whose neat line is `box`; its upper left corner is (0, 0)."""
    return Box(0.0, 0.0, box.right + MARGIN, box.bottom + FOOT)


def sheet_defs(sheet: Box, neat: Box) -> str:
    """The vignette towards the rim of the paper, and the clip at the neat line."""
    x, y = sheet.middle
    return (
        f'<radialGradient id="vignette" gradientUnits="userSpaceOnUse" cx="{num(x)}" cy="{num(y)}" '
        f'r="{num(max(sheet.width, sheet.height) * 0.62)}"><stop class="vignette-in" offset=".45"/>'
        f'<stop class="vignette-out" offset="1"/></radialGradient>'
        f'<clipPath id="neat">{rect("", neat)}</clipPath>'
    )


def frame(box: Box, across: Iterable[tuple[float, str]], down: Iterable[tuple[float, str]]) -> str:
    """Neat line, a band with the letters and numbers of columns and rows, and a chequered outer rule."""
    out = [
        rect("frame", box.grown(by), f' stroke-width="{weight}"')
        for by, weight in ((0, 2), (28, 1), (35, 1), (40, 3.2))
    ]
    out.append(path("frame-fill", _chequers(box, 28, 35)))
    out += [text("rim", (x, y), words) for x, words in across for y in (box.top - 9, box.bottom + 19)]
    out += [text("rim", (x, y + 5), words) for y, words in down for x in (box.left - 14, box.right + 14)]
    return group("frame", *out)


def _chequers(box: Box, inner: float, outer: float) -> str:
    """Every second piece of the band between two rules, as on surveyed maps."""
    pen = Pen()
    a, b = box.grown(inner), box.grown(outer)
    for low, high, near, far, upright in (
        (a.left, a.right, b.top, a.top, False),
        (a.left, a.right, a.bottom, b.bottom, False),
        (a.top, a.bottom, b.left, a.left, True),
        (a.top, a.bottom, a.right, b.right, True),
    ):
        count = 2 * round((high - low) / 120) + 1
        step = (high - low) / count
        for i in range(0, count, 2):
            u, v = low + i * step, low + (i + 1) * step
            corners: Line = [(u, near), (v, near), (v, far), (u, far)]
            pen.move(corners[0][::-1] if upright else corners[0])
            pen.lines([p[::-1] if upright else p for p in corners[1:]]).close()
    return str(pen)


def title_parts(middle: float, title: str, subtitle: str) -> str:
    """Title and subtitle with a rule that ends in lozenges."""
    out = text("title", (middle, 82), title.upper()) if title else ""
    if subtitle:
        out += text("subtitle", (middle, 122), subtitle)
    return out


def compass(p: Point, radius: float, north: float = 0.0) -> str:
    """A rose of eight points; `north` turns it (radians clockwise) where the map is not north up."""
    out = [
        f'<circle class="frame" r="{num(radius * k)}" stroke-width="{w}"/>'
        for k, w in ((0.62, 1), (0.56, 0.6))
    ]
    for i in range(8):
        long = radius if i % 2 == 0 else radius * 0.6
        foot = f"{num(radius * 0.12)} {num(-radius * 0.14)}L0 0z"
        half = f"M0 {num(-long)}L"
        out.append(
            f'<g transform="rotate({45 * i})"><path class="rose" d="{half}{foot}"/>'
            f'<path class="rose-lit" d="{half}-{foot}"/></g>'
        )
    out.append(f'<text class="rim north" y="{num(-radius - 7)}">N</text>')
    return at(p, "".join(out), north)


def scale_bar(p: Point, mile: float, note: str) -> str:
    """A bar of one mile in quarters."""
    quarter = mile / 4
    cells = "".join(
        f'<rect class="{cls}" x="{num(quarter * i)}" width="{num(quarter)}" height="7"/>'
        for i, cls in enumerate(("rose", "rose-lit") * 2)
    )
    bar = f'<rect class="frame" width="{num(mile)}" height="7"/>'
    words = text("note", (-5, -7), "0") + text("note", (mile, -7), "one mile", ' text-anchor="middle"')
    return at(p, cells + bar + words + text("note soft", (mile / 2, 32), note, ' text-anchor="middle"'))


# ---------------------------------------------------------------- the legend

_RING: Line = [(x, y) for x, y in CORNERS]
_FLOW: Line = [(-38, 12), (-16, 2), (4, 6), (22, -6), (38, -10)]
_LEVEL: Line = [(-38, 4), (0, -3), (38, 3)]
_RIM = path("grid", polyline_data(_RING, closed=True), ' style="stroke-opacity:.6"')


def _woods() -> str:
    core = Region([inset(spaced(_RING, 8, closed=True), 9)])
    trees = plant(Box(-34, -28, 34, 30), lambda p: p in core, Near())
    return woods_parts([_RING]) + tree_parts(trees) + _RIM


def _crest() -> str:
    slope = hachured(Chain(_RING[3:] + _RING[:1], closed=False))
    return hill_parts([_RING]) + slope_parts([slope]) + _RIM + hachure_parts([slope])


def _river(crossing: str = "") -> str:
    river = River("", _FLOW, 9, 12)
    return _RIM + path("bank", river.outline()) + path("water", river.outline()) + crossing


def _town() -> str:
    line = sampled(_LEVEL, 5)
    roads = Near()
    roads.add(line)
    inside = Region([_RING])
    return (
        _RIM
        + road_parts([("major", _LEVEL)])
        + "".join(b for _, b in town_blocks([line], roads, lambda q: q in inside))
    )


def _side_chain() -> Chain:
    return Chain(_RING[2:6], closed=False)


def levels_swatch(grounds: Sequence[str]) -> str:
    """The grounds side by side, the lowest at the left, with their contours."""
    step = 76 / len(grounds)
    out = ""
    for k, ground in enumerate(grounds):
        x = num(-38 + step * k)
        out += path(f"lv{ground}", f"M{x}-28h{num(step + 0.3)}v56h-{num(step + 0.3)}z")
        out += path("contour", f"M{x}-28v56") if k else ""
    return out + path("grid", "M-38-28h76v56h-76z", ' style="stroke-opacity:.6"')


def _fall(kind: str) -> str:
    """Higher ground above, lower below, and what falls between."""
    upper = [_RING[3], _RING[4], _RING[5], _RING[0]]
    line: Line = [(40.0, 0.0), (0.0, 0.0), (-40.0, 0.0)]
    wedges, fall, _ = comb(line, False, kind)
    return (
        path("lv3", polyline_data(_RING, closed=True))
        + path("lv5", polyline_data(upper, closed=True))
        + path("fall steepfall" if kind == STEEP else "fall", fall)
        + _RIM
        + path(f"{kind}-hachure", wedges)
        + path(f"{kind}-crest", polyline_data(line))
    )


def _sunken() -> str:
    bed, lines = sunken_road(_side_chain())
    return _RIM + path("sunken-bed", bed) + path("sunken", lines)


SWATCHES: dict[str, Callable[[], str]] = {
    "clear": lambda: _RIM,
    "woods": _woods,
    "hilltop": lambda: hill_parts([_RING]) + _RIM,
    "crest": _crest,
    "slope": lambda: _fall(SLOPE),
    "steep": lambda: _fall(STEEP),
    "escarpment": lambda: _RIM + hachure_parts([hachured(_side_chain(), long=9.0, spacing=2.4)], "steep"),
    "angled": lambda: _RIM + angled((0, 0)),
    "cut": lambda: _RIM + cut_parts((_RING[3], _RING[4])),
    "sunken_road": _sunken,
    "river": _river,
    "stream": lambda: _RIM + path("stream", stream_data(_FLOW)),
    "main stream": lambda: _RIM + path("main-stream", stream_data(_FLOW, 3.4, 5.6)),
    "dry stream": lambda: _RIM + path("dry", curve_data(_FLOW)),
    "creek": lambda: _RIM + path("stream", stream_data(_RING[2:6], 3.2, 3.2)),
    "ford": lambda: _river(ford((3, 5), math.pi / 2 - 0.1, 10)),
    "bridge": lambda: _river(bridge((3, 5), math.pi / 2 - 0.1, 11)),
    "burned_bridge": lambda: _river(burned_bridge((3, 5), math.pi / 2 - 0.1, 11)),
    "road": lambda: _RIM + road_parts([("road", _LEVEL)]),
    "major": lambda: _RIM + road_parts([("major", _LEVEL)]),
    "minor": lambda: _RIM + road_parts([("minor", _LEVEL)]),
    "trail": lambda: _RIM + road_parts([("trail", _LEVEL)]),
    "rail": lambda: _RIM + rail_parts([_LEVEL], []),
    "unbuilt": lambda: _RIM + rail_parts([], [_LEVEL]),
    "embankment": lambda: _RIM + bank_parts(_side_chain()),
    "embankment line": lambda: (
        _RIM + rail_parts([], [_LEVEL]) + path("hachure", embankment(Chain(_LEVEL, False)))
    ),
    "town": _town,
    "village": _town,
    "farm": lambda: _RIM + farm((0, 0)),
    "rocks": lambda: _RIM + at((0, 0), boulders((0.0, 0.0)), scale=0.85),
    "goal": lambda: _RIM + goal((0, 0), scale=0.9),
    "early goal": lambda: _RIM + goal((0, 0), early=True, scale=0.9),
    "star": lambda: _RIM + victory_star((0, 0)),
    "star union": lambda: _RIM + victory_star((0, 0), side="union"),
    "star confederate": lambda: _RIM + victory_star((0, 0), side="confederate"),
    "entry": lambda: _RIM + entry_arrow((-14, 0), 0.0),
}


def swatch(kind: str) -> str:
    """A kind of ground as the map draws it; "levels 1 2 3" has the grounds side by side."""
    name, *grounds = kind.split()
    return levels_swatch(grounds) if name == "levels" else SWATCHES[kind]()


KEY_STEP = 260.0  # an entry of the key, with its words


def legend(p: Point, items: Sequence[tuple[str, str]], width: float) -> str:
    """The key, in two rows, or in three smaller ones where two would not fit: each kind of ground as the map
    draws it, with its name."""
    columns = (len(items) + 1) // 2
    if width / columns >= KEY_STEP:
        scale, high = 1.0, 94.0
    else:
        columns = -(-len(items) // 3)
        scale, high = min(0.68, width / columns / KEY_STEP), 64.0
    step = width / columns
    out = []
    for i, (kind, words) in enumerate(items):
        spot = (p[0] + 50 * scale + (i % columns) * step, p[1] + 34 * scale + (i // columns) * high)
        drawn = swatch(kind) + text("note", (52, 7), words)
        out.append(at(spot, drawn) if scale == 1.0 else at(spot, drawn, scale=scale))
    return "".join(out)
