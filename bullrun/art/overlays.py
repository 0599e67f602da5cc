"""Highlights on a map: reach, paths, attacks and outlined places, each with a shape of its own."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bullrun.art.geometry import (
    Line,
    Point,
    add,
    direction,
    distance,
    inset,
    left_of,
    mean,
    mix,
    outlines,
    rounded,
    spaced,
    sub,
    unit,
)
from bullrun.art.svg import at, escape, path, polyline_data

PolygonOf: TypeAlias = Callable[[str], Line]
SpotOf: TypeAlias = Callable[[str], Point]


@dataclass(frozen=True)
class Reach:
    """Places a piece can reach, as one tinted area, each with what has been spent on arriving."""

    costs: Mapping[str, str]  # place to cost, "" to show none
    stops: frozenset[str] = frozenset()  # places where the movement must end: an octagon
    through: frozenset[str] = frozenset()  # places it may pass but not stop in: cost struck through


@dataclass(frozen=True)
class Route:
    """A path from place to place, with an arrow at its end."""

    places: tuple[str, ...]


@dataclass(frozen=True)
class Attack:
    """Arrows from every attacker's place to the target, which gets corner brackets."""

    origins: tuple[str, ...]
    target: str
    label: str = ""  # for example the number of the battle


@dataclass(frozen=True)
class Outline:
    """Outlined places: kind "selected" (heavy, double), "refused" (dashed) or "changed" (thin)."""

    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Front:
    """The border of a place towards some neighbours, heavy, with ticks outwards: which way troops face."""

    place: str
    towards: tuple[str, ...]


Overlay: TypeAlias = Reach | Route | Attack | Outline | Front


@dataclass(frozen=True)
class Canvas:
    """What overlays need to know of the map and of the counters that lie on it."""

    polygon: PolygonOf
    spot: SpotOf
    counter_size: float
    occupied: frozenset[str] = field(default_factory=frozenset)


def under_counters(overlays: Sequence[Overlay], canvas: Canvas) -> str:
    """Areas and outlines, which lie below the counters."""
    out = []
    for overlay in overlays:
        if isinstance(overlay, Reach):
            out.append(_reach_area(overlay, canvas))
        elif isinstance(overlay, Outline):
            out.append(_outline(overlay, canvas))
        elif isinstance(overlay, Front):
            out.append(_front(overlay, canvas))
    return "".join(out)


def over_counters(overlays: Sequence[Overlay], canvas: Canvas) -> str:
    """Costs, paths and arrows, which lie above them."""
    out = []
    for overlay in overlays:
        if isinstance(overlay, Reach):
            out.append(_costs(overlay, canvas))
        elif isinstance(overlay, Route):
            out.append(_route(overlay, canvas))
        elif isinstance(overlay, Attack):
            out.append(_attack(overlay, canvas))
    return "".join(out)


def _reach_area(reach: Reach, canvas: Canvas) -> str:
    rings = outlines(canvas.polygon(place) for place in reach.costs)
    return path("o-reach", "".join(polyline_data(ring, closed=True) for ring in rings))


_OCTAGON = "M-5.4-13h10.8l7.6 7.6v10.8l-7.6 7.6h-10.8l-7.6-7.6v-10.8z"


def _costs(reach: Reach, canvas: Canvas) -> str:
    out = []
    scale = canvas.counter_size / 48
    for place, cost in reach.costs.items():
        p = canvas.spot(place)
        if place in canvas.occupied:
            p = add(p, (0, canvas.counter_size * 0.5 + 5 * scale))
        octagon = path("o-stop", _OCTAGON) if place in reach.stops else ""
        cls = "o-cost" + (" stop" if place in reach.stops else " through" if place in reach.through else "")
        words = f'<text class="{cls}" y="4.6">{escape(cost)}</text>' if cost else ""
        if octagon or words:
            out.append(at(p, octagon + words, scale=scale))
    return "".join(out)


def _route(route: Route, canvas: Canvas) -> str:
    points = [canvas.spot(place) for place in route.places]
    if len(points) < 2:
        return ""
    scale = canvas.counter_size / 48
    way = unit(sub(points[-1], points[-2]))
    tip = add(points[-1], way, -canvas.counter_size * 0.18)
    line = [*points[:-1], add(tip, way, -10 * scale)]
    data = polyline_data(rounded(line, 3))
    head = at(tip, path("o-head", "M2 0L-13-8.5-9 0-13 8.5z"), direction(points[-2], points[-1]), scale)
    return path("o-path-case", data) + path("o-path", data) + head


def _attack(attack: Attack, canvas: Canvas) -> str:
    target = canvas.spot(attack.target)
    scale = canvas.counter_size / 48
    out = [_brackets(canvas.polygon(attack.target))]
    for origin in attack.origins:
        a = canvas.spot(origin)
        full = distance(a, target)
        angle = direction(a, target)
        start, end = mix(a, target, 0.36), mix(a, target, 1 - min(0.36, 20 * scale / full))
        out.append(at(start, path("o-attack", _arrow(distance(start, end) / scale)), angle, scale))
    if attack.label:
        corner = (canvas.counter_size * 0.5 + 4 * scale, -canvas.counter_size * 0.5 - 4 * scale)
        tag = (
            f'<circle class="o-tag" r="10.5"/><text class="o-tag-text" y="4.7">{escape(attack.label)}</text>'
        )
        out.append(at(add(target, corner), tag, scale=scale))
    return "".join(out)


def _arrow(long: float) -> str:
    """An arrow along the x axis that swells towards its head."""
    neck = max(4.0, long - 13)
    return f"M0-2.2L{neck:.1f}-4.4V-9.6L{long:.1f} 0 {neck:.1f} 9.6V4.4L0 2.2z"


def _brackets(ring: Line) -> str:
    """The corners of a place, without the middles of its sides."""
    soft = inset(spaced(ring, 4, closed=True), 3)
    size = len(soft)
    corners = sorted({_nearest(soft, corner) for corner in _sharpest(ring)})
    reach = max(2, round(size / 30))
    data = "".join(polyline_data([soft[(i + k) % size] for k in range(-reach, reach + 1)]) for i in corners)
    return path("o-target-case", data) + path("o-target", data)


def _nearest(line: Line, p: Point) -> int:
    return min(range(len(line)), key=lambda i: distance(line[i], p))


def _sharpest(ring: Line, most: int = 6) -> Line:
    """The corners of a ring: the points where it turns most."""
    n = len(ring)
    reach = 1 if n <= 8 else 3

    def turn(i: int) -> float:
        a, b = sub(ring[i], ring[i - reach]), sub(ring[(i + reach) % n], ring[i])
        return abs(math.remainder(math.atan2(b[1], b[0]) - math.atan2(a[1], a[0]), math.tau))

    chosen: list[int] = []
    for i in sorted(range(n), key=lambda i: (-turn(i), i)):
        if len(chosen) == most:
            break
        if all(min((i - j) % n, (j - i) % n) > 2 * reach - 1 for j in chosen):
            chosen.append(i)
    return [ring[i] for i in chosen]


def _outline(outline: Outline, canvas: Canvas) -> str:
    classes = {"selected": ("o-select", "o-select-in"), "refused": ("o-refused",), "changed": ("o-changed",)}
    if outline.kind not in classes:
        raise ValueError(f"no outline is called {outline.kind!r}; there are {', '.join(classes)}")
    data = "".join(
        polyline_data(inset(spaced(canvas.polygon(place), 4, closed=True), 3), closed=True)
        for place in outline.places
    )
    return "".join(path(cls, data) for cls in classes[outline.kind])


def _front(front: Front, canvas: Canvas) -> str:
    """The sides shared with the neighbours faced, drawn just inside the place."""
    ring = canvas.polygon(front.place)
    middle = mean(ring)
    out = []
    for other in front.towards:
        shared = {(round(x, 1), round(y, 1)) for x, y in canvas.polygon(other)}
        side = _longest_run([(round(x, 1), round(y, 1)) in shared for x, y in ring], ring)
        if len(side) < 2:
            continue
        line = [mix(p, middle, 0.1) for p in spaced(side, 12)]
        out.append(path("o-front", polyline_data(line)))
        ticks = ""
        for a, b in itertools.pairwise(line):
            base, n = mix(a, b), left_of(sub(b, a))
            ticks += polyline_data([base, add(base, n, 9)])
        out.append(path("o-front-tick", ticks))
    return "".join(out)


def _longest_run(flags: Sequence[bool], ring: Line) -> Line:
    """The longest unbroken stretch of a ring whose points are flagged."""
    n = len(ring)
    best: list[int] = []
    for start in range(n):
        if flags[start] and not flags[start - 1]:
            run = [start]
            while len(run) < n and flags[(run[-1] + 1) % n]:
                run.append((run[-1] + 1) % n)
            best = max(best, run, key=len)
    return [ring[i] for i in best]
