"""Points, curves and regions of the drawing plane. y grows downwards; closed lines run clockwise."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]
Cubic: TypeAlias = tuple[Point, Point, Point, Point]


class Box(NamedTuple):
    """An upright rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return ((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, p: Point) -> bool:
        return self.left <= p[0] <= self.right and self.top <= p[1] <= self.bottom

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def box_around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


# ---------------------------------------------------------------- points


def add(a: Point, b: Point, k: float = 1.0) -> Point:
    return (a[0] + b[0] * k, a[1] + b[1] * k)


def sub(a: Point, b: Point) -> Point:
    return (a[0] - b[0], a[1] - b[1])


def mix(a: Point, b: Point, t: float = 0.5) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def unit(v: Point) -> Point:
    n = math.hypot(v[0], v[1]) or 1.0
    return (v[0] / n, v[1] / n)


def left_of(v: Point) -> Point:
    """The unit normal on the left hand of someone walking along v."""
    u = unit(v)
    return (u[1], -u[0])


def towards(angle: float, far: float = 1.0) -> Point:
    return (math.cos(angle) * far, math.sin(angle) * far)


def direction(a: Point, b: Point) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


def mean(points: Sequence[Point]) -> Point:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def key_of(p: Point) -> tuple[int, int]:
    """Corners computed from both sides of a border must compare equal."""
    return (round(p[0] * 8), round(p[1] * 8))


class Near:
    """Weighted points in square cells: how much lies within a radius of here?"""

    def __init__(self, cell: float = 16.0) -> None:
        self.cell = cell
        self._cells: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)

    def add(self, points: Iterable[Point], weight: float = 1.0) -> None:
        cell, cells = self.cell, self._cells
        for x, y in points:
            cells[int(x // cell), int(y // cell)].append((x, y, weight))

    def weight(self, p: Point, radius: float) -> float:
        x0, y0 = p
        cell, cells, limit, total = self.cell, self._cells, radius * radius, 0.0
        rows = range(int((y0 - radius) // cell), int((y0 + radius) // cell) + 1)
        for i in range(int((x0 - radius) // cell), int((x0 + radius) // cell) + 1):
            for j in rows:
                for x, y, w in cells.get((i, j), ()):
                    if (x - x0) * (x - x0) + (y - y0) * (y - y0) < limit:
                        total += w
        return total

    def any(self, p: Point, radius: float) -> bool:
        x0, y0 = p
        cell, cells, limit = self.cell, self._cells, radius * radius
        rows = range(int((y0 - radius) // cell), int((y0 + radius) // cell) + 1)
        for i in range(int((x0 - radius) // cell), int((x0 + radius) // cell) + 1):
            for j in rows:
                for x, y, _ in cells.get((i, j), ()):
                    if (x - x0) * (x - x0) + (y - y0) * (y - y0) < limit:
                        return True
        return False


# ---------------------------------------------------------------- curves


def cubics(points: Sequence[Point]) -> list[Cubic]:
    """Cubic pieces of a smooth curve through the points; uneven spacing makes no loops."""
    last = len(points) - 1
    way = [unit(sub(points[min(i + 1, last)], points[max(i - 1, 0)])) for i in range(last + 1)]
    out: list[Cubic] = []
    for i in range(last):
        a, d = points[i], points[i + 1]
        third = distance(a, d) / 3
        out.append((a, add(a, way[i], third), add(d, way[i + 1], -third), d))
    return out


def sampled(points: Sequence[Point], step: float = 5.0) -> Line:
    """The smooth curve through the points as a dense polyline."""
    if len(points) < 2:
        return list(points)
    out = [points[0]]
    for a, b, c, d in cubics(points):
        n = max(2, round(distance(a, d) / step))
        for k in range(1, n + 1):
            t = k / n
            s = 1 - t
            w0, w1, w2, w3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            out.append(
                (
                    w0 * a[0] + w1 * b[0] + w2 * c[0] + w3 * d[0],
                    w0 * a[1] + w1 * b[1] + w2 * c[1] + w3 * d[1],
                )
            )
    return out


def rounded(points: Sequence[Point], times: int = 2, closed: bool = False) -> Line:
    """Chaikin's corner cutting: a chain of hexsides becomes a soft line that stays beside them."""
    line = list(points)
    for _ in range(times):
        ahead = line[1:] + line[:1] if closed else line[1:]
        cut = [q for a, b in zip(line, ahead, strict=False) for q in (mix(a, b, 0.25), mix(a, b, 0.75))]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def lengths(line: Sequence[Point]) -> list[float]:
    """Distance run at each point of a polyline."""
    out = [0.0]
    for a, b in itertools.pairwise(line):
        out.append(out[-1] + distance(a, b))
    return out


def spaced(points: Sequence[Point], step: float, closed: bool = False) -> Line:
    """Points at equal distances along a polyline; the step is adjusted so that it comes out even."""
    line = [*points, points[0]] if closed else list(points)
    total = sum(distance(a, b) for a, b in itertools.pairwise(line))
    count = max(3 if closed else 1, round(total / step))
    out, due = [line[0]], total / count
    for a, b in itertools.pairwise(line):
        length = distance(a, b)
        while length >= due > 0:
            out.append(mix(a, b, due / length))
            due += total / count
        due -= length
    return out[:count] if closed else [*out[:count], line[-1]]


def normals(line: Sequence[Point], closed: bool = False, reach: int = 2) -> Line:
    """Left normals of a polyline, averaged over some neighbours so that strokes fan out evenly."""
    n = len(line)
    raw = []
    for i in range(n):
        a = line[i - 1] if closed or i else line[0]
        b = line[(i + 1) % n] if closed or i < n - 1 else line[-1]
        raw.append(left_of(sub(b, a)))
    out = []
    for i in range(n):
        around = range(i - reach, i + reach + 1)
        near = [raw[j % n] for j in around if closed or 0 <= j < n]
        out.append(unit((sum(v[0] for v in near), sum(v[1] for v in near))))
    return out


def offset(line: Sequence[Point], by: float, closed: bool = False, reach: int = 2) -> Line:
    """The line moved to its left hand."""
    return [add(p, n, by) for p, n in zip(line, normals(line, closed, reach), strict=True)]


def inset(ring: Sequence[Point], by: float) -> Line:
    """A clockwise closed line moved inwards."""
    return offset(ring, by=-by, closed=True, reach=3)


def ribbon(line: Sequence[Point], width_at: Callable[[int], float]) -> Line:
    """The closed outline of a line whose width changes: rivers, streams."""
    side = normals(line, reach=1)
    half = [width_at(i) / 2 for i in range(len(line))]
    left = [add(p, n, h) for p, n, h in zip(line, side, half, strict=True)]
    right = [add(p, n, -h) for p, n, h in zip(line, side, half, strict=True)]
    return left + right[::-1]


# ---------------------------------------------------------------- regions


class Chain(NamedTuple):
    """Sides joined end to start."""

    points: Line
    closed: bool


def chains(sides: Iterable[tuple[Point, Point]]) -> list[Chain]:
    """Directed sides joined into lines, open ones first."""
    follows = {key_of(a): (a, b) for a, b in sides}
    ends = {key_of(b) for _, b in follows.values()}
    out = []
    for first in [k for k in follows if k not in ends] + list(follows):
        line: Line = []
        k = first
        last: Point | None = None
        while k in follows:
            a, last = follows.pop(k)
            line.append(a)
            k = key_of(last)
        if last is not None:
            closed = k == first
            out.append(Chain(line if closed else [*line, last], closed))
    return out


def undirected_chains(sides: Iterable[tuple[Point, Point]]) -> list[Chain]:
    """Sides joined into lines whatever their direction; lines end where three or more sides meet."""
    at: dict[tuple[int, int], list[int]] = defaultdict(list)
    kept = list(sides)
    for i, (a, b) in enumerate(kept):
        at[key_of(a)].append(i)
        at[key_of(b)].append(i)
    used: set[int] = set()

    def walk(start: tuple[int, int]) -> Line:
        line: Line = []
        k = start
        while True:
            ahead = [i for i in at[k] if i not in used]
            if not ahead or (line and len(at[k]) != 2):
                return line
            used.add(ahead[0])
            a, b = kept[ahead[0]]
            if key_of(a) != k:
                a, b = b, a
            line += [b] if line else [a, b]
            k = key_of(b)

    out = []
    for k in [k for k, sides_here in at.items() if len(sides_here) != 2] + list(at):
        while line := walk(k):
            closed = len(line) > 3 and key_of(line[0]) == key_of(line[-1])
            out.append(Chain(line[:-1] if closed else line, closed))
    return out


def outlines(rings: Iterable[Sequence[Point]]) -> list[Line]:
    """Outer borders of a union of places that share whole borders; the inside is on the right hand.

    Each ring runs clockwise. A side met in both directions is an inner one and vanishes.
    """
    sides: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Point, Point]] = {}
    for ring in rings:
        keys = [key_of(p) for p in ring]
        for i in range(len(ring)):
            j = (i + 1) % len(ring)
            if sides.pop((keys[j], keys[i]), None) is None:
                sides[keys[i], keys[j]] = (ring[i], ring[j])
    return [chain.points for chain in chains(sides.values())]


def area(ring: Sequence[Point]) -> float:
    """Positive when the ring runs clockwise (y grows downwards)."""
    ahead = [*ring[1:], ring[0]]
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ahead, strict=True)) / 2


def contains(ring: Sequence[Point], p: Point) -> bool:
    odd = False
    x, y = p
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
        x0, y0 = x1, y1
    return odd


class Region:
    """Closed lines taken together by the even-odd rule, with edges filed by height for fast questions."""

    BAND = 24.0

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self._bands: dict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
        for ring in rings:
            x0, y0 = ring[-1]
            for x1, y1 in ring:
                for band in range(int(min(y0, y1) // self.BAND), int(max(y0, y1) // self.BAND) + 1):
                    self._bands[band].append((x0, y0, x1, y1))
                x0, y0 = x1, y1

    def __contains__(self, p: Point) -> bool:
        x, y = p
        odd = False
        for x0, y0, x1, y1 in self._bands.get(int(y // self.BAND), ()):
            if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
                odd = not odd
        return odd


def segment_distance(p: Point, a: Point, b: Point) -> float:
    d = sub(b, a)
    size = d[0] * d[0] + d[1] * d[1]
    if not size:
        return distance(p, a)
    t = max(0.0, min(1.0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / size))
    return distance(p, add(a, d, t))


def roomiest_point(ring: Sequence[Point], step: float = 12.0) -> Point:
    """The point of a lattice inside the ring that lies farthest from its border."""
    box = box_around(ring)
    sides = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    best, room = mean(ring), -1.0
    for j in range(1, int(box.height / step) + 1):
        for i in range(1, int(box.width / step) + 1):
            p = (box.left + i * step, box.top + j * step)
            if contains(ring, p):
                here = min(segment_distance(p, a, b) for a, b in sides)
                if here > room + 1e-6:
                    best, room = p, here
    return best
