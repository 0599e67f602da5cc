"""Writing SVG: short numbers, relative path data, and the few elements the art needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape as _escape

from bullrun.art.geometry import Box, Point, cubics


def num(v: float) -> str:
    """One decimal, without needless zeros: 0.5 -> '.5', -0.04 -> '0'."""
    s = f"{v:.1f}"
    if s.endswith(".0"):
        s = s[:-2]
    if s == "-0":
        return "0"
    if s.startswith("0."):
        return s[1:]
    if s.startswith("-0."):
        return "-" + s[2:]
    return s


def pair(x: float, y: float) -> str:
    a, b = num(x), num(y)
    return a + b if b.startswith("-") else f"{a} {b}"


def joined(numbers: Sequence[str]) -> str:
    """Numbers one after another, a space only where no minus sign separates them."""
    return "".join(s if i == 0 or s.startswith("-") else " " + s for i, s in enumerate(numbers))


class Pen:
    """Builds path data with relative commands; rounding errors do not add up."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._x = self._y = 0.0

    def _step(self, p: Point) -> str:
        dx, dy = round(p[0] - self._x, 1), round(p[1] - self._y, 1)
        self._x, self._y = self._x + dx, self._y + dy
        return pair(dx, dy)

    def move(self, p: Point) -> Pen:
        self._x, self._y = round(p[0], 1), round(p[1], 1)
        self._parts.append("M" + pair(self._x, self._y))
        return self

    def lines(self, points: Sequence[Point]) -> Pen:
        self._parts.append("l" + joined([self._step(p) for p in points]))
        return self

    def arc(self, p: Point, radius: float, sweep: int = 1) -> Pen:
        r = num(radius)
        self._parts.append(f"a{r} {r} 0 0{sweep}{self._step(p)}")
        return self

    def curve(self, b: Point, c: Point, d: Point) -> Pen:
        x, y = self._x, self._y
        first, second = pair(b[0] - x, b[1] - y), pair(c[0] - x, c[1] - y)
        self._parts.append("c" + joined([first, second, self._step(d)]))
        return self

    def close(self) -> Pen:
        self._parts.append("z")
        return self

    def __str__(self) -> str:
        return "".join(self._parts)


def polyline_data(points: Sequence[Point], closed: bool = False) -> str:
    pen = Pen().move(points[0]).lines(points[1:])
    return str(pen.close() if closed else pen)


def curve_data(points: Sequence[Point]) -> str:
    """A smooth curve through the points."""
    pen = Pen().move(points[0])
    for _, b, c, d in cubics(points):
        pen.curve(b, c, d)
    return str(pen)


def star_data(radius: float, inner: float = 0.42, points: int = 5) -> str:
    """A star around (0, 0), one point up."""
    out = []
    for i in range(points * 2):
        angle, far = math.pi * i / points - math.pi / 2, radius if i % 2 == 0 else radius * inner
        out.append((far * math.cos(angle), far * math.sin(angle)))
    return polyline_data(out, closed=True)


def escape(words: object) -> str:
    return _escape(str(words), quote=True)


def path(cls: str, data: str, extra: str = "") -> str:
    return f'<path class="{cls}" d="{data}"{extra}/>' if data else ""


def text(cls: str, p: Point, words: object, extra: str = "") -> str:
    return f'<text class="{cls}" x="{num(p[0])}" y="{num(p[1])}"{extra}>{escape(words)}</text>'


def rect(cls: str, box: Box, extra: str = "") -> str:
    return (
        f'<rect class="{cls}" x="{num(box.left)}" y="{num(box.top)}" '
        f'width="{num(box.width)}" height="{num(box.height)}"{extra}/>'
    )


def group(name: str, *content: str) -> str:
    """A layer: a group with an id."""
    return f'<g id="{name}">' + "".join(content) + "</g>\n"


def at(p: Point, content: str, angle: float = 0.0, scale: float = 1.0) -> str:
    """Content drawn around (0, 0), moved, turned (radians) and scaled."""
    turn = f" rotate({num(math.degrees(angle))})" if angle else ""
    size = f" scale({scale:.3g})" if scale != 1.0 else ""
    return f'<g transform="translate({num(p[0])} {num(p[1])}){turn}{size}">{content}</g>'


def document(view: Box, size: tuple[float, float] | None, css: str, label: str, *content: str) -> str:
    """A whole SVG file: `view` in drawing units, `size` in pixels, or None to fill the frame it is put in."""
    box = f"{num(view.left)} {num(view.top)} {num(view.width)} {num(view.height)}"
    fixed = f' width="{num(size[0])}" height="{num(size[1])}"' if size else ""
    style = f"<style>{css}</style>\n" if css else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bullrun-art"{fixed} viewBox="{box}" role="img" '
        f'aria-label="{escape(label)}">\n{style}' + "".join(content) + "</svg>\n"
    )
