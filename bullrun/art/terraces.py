"""Ground in levels: a wash for each, contours where the level changes, and hachures only on the sides that
the data calls slopes or steep.

Uphill is told by four signs that agree: darker ground above, a lit rim on the upper side, wedges that are
wide at the crest and run out downhill, shade below.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from bullrun.art.geometry import (
    Line,
    add,
    left_of,
    mix,
    normals,
    offset,
    outlines,
    rounded,
    spaced,
    sub,
)
from bullrun.art.hexes import Cell, HexSheet, neighbours
from bullrun.art.noise import noise_at
from bullrun.art.svg import Pen, path, polyline_data

FLAT, SLOPE, STEEP = "flat", "slope", "steep"
# Length of the wedges, their distance, half their width at the crest.
COMBS = {SLOPE: (9.5, 4.2, 0.95), STEEP: (15.0, 4.6, 2.25)}
RIM = 2.3  # how far uphill the lit rim lies

Sides = Set[tuple[Cell, Cell]]
"""(high, low)."""


@dataclass
class Terraces:
    """Path data of all ground above the lowest, drawn as steps; hachures fall to the lower side."""

    fills: list[tuple[int, str]] = field(default_factory=list)
    contours: str = ""
    rims: str = ""
    crests: dict[str, str] = field(default_factory=lambda: {SLOPE: "", STEEP: ""})
    wedges: dict[str, str] = field(default_factory=lambda: {SLOPE: "", STEEP: ""})
    falls: dict[str, str] = field(default_factory=lambda: {SLOPE: "", STEEP: ""})
    drawn: dict[str, set[tuple[Cell, Cell]]] = field(default_factory=lambda: {SLOPE: set(), STEEP: set()})
    foot: Line = field(default_factory=list)
    line: Line = field(default_factory=list)


def terraces(sheet: HexSheet, levels: Mapping[Cell, int], slopes: Sides, steeps: Sides) -> Terraces:
    """The relief of a map with levels."""
    out = Terraces()
    reach = beyond_the_rim(levels)
    for height in sorted(set(levels.values()))[1:]:
        fill = ""
        for ring in outlines(sheet.corners(cell) for cell in sorted(reach) if reach[cell] >= height):
            soft = rounded(ring, 2, closed=True)
            fill += polyline_data(soft, closed=True)
            out.line += soft
            kinds = [_side_kind(sheet, ring, i, height, reach, slopes, steeps, out) for i in range(len(ring))]
            # Rounded twice: points 4i to 4i + 2 belong to side i, 4i + 3 to the next one.
            labels = [kinds[(j // 4 + (j % 4 == 3)) % len(ring)] for j in range(len(soft))]
            for kind, run, closed in _runs(soft, labels):
                if kind == FLAT or len(run) < 2:
                    continue
                wedges, fall, foot = comb(run, closed, kind)
                out.rims += polyline_data(offset(run, -RIM, closed), closed)
                out.wedges[kind] += wedges
                out.falls[kind] += fall
                out.crests[kind] += polyline_data(run, closed)
                out.foot += foot
        out.contours += fill
        out.fills.append((height, fill))
    return out


def beyond_the_rim(levels: Mapping[Cell, int]) -> dict[Cell, int]:
    """Levels carried one hex past the rim, so that washes and contours run off the sheet."""
    out = dict(levels)
    for cell in levels:
        for other in neighbours(cell):
            if other not in levels:
                inner = sorted(levels[n] for n in neighbours(other) if n in levels)
                out[other] = inner[len(inner) // 2]
    return out


def _side_kind(
    sheet: HexSheet,
    ring: Line,
    i: int,
    height: int,
    levels: Mapping[Cell, int],
    slopes: Sides,
    steeps: Sides,
    out: Terraces,
) -> str:
    """What the side of a contour is. A drop of several levels is hachured once, on the highest contour."""
    a, b = ring[i], ring[(i + 1) % len(ring)]
    downhill = left_of(sub(b, a))
    high, low = sheet.at(add(mix(a, b), downhill, -12)), sheet.at(add(mix(a, b), downhill, 12))
    if levels.get(high) != height:
        return FLAT
    kind = STEEP if (high, low) in steeps else SLOPE if (high, low) in slopes else FLAT
    if kind != FLAT:
        out.drawn[kind].add((high, low))
    return kind


def _runs(points: Line, labels: list[str]) -> list[tuple[str, Line, bool]]:
    """Stretches of a closed line with one label; each goes on to the first point of the next."""
    n = len(points)
    starts = [i for i in range(n) if labels[i] != labels[i - 1]]
    if not starts:
        return [(labels[0], points, True)]
    out = []
    for k, start in enumerate(starts):
        size = (starts[(k + 1) % len(starts)] - start) % n or n
        out.append((labels[start], [points[(start + j) % n] for j in range(size + 1)], False))
    return out


def comb(line: Line, closed: bool, kind: str) -> tuple[str, str, Line]:
    """Wedges, heavy on the contour and running out downhill (to the left), the shade under them, their
    foot."""
    long, spacing, half = COMBS[kind]
    soft = spaced(line, spacing, closed)
    pen = Pen()
    foot: Line = []
    last = len(soft) - 1
    for i, (p, n) in enumerate(zip(soft, normals(soft, closed, reach=3), strict=True)):
        end = 1.0 if closed else min(1.0, 0.55 + min(i, last - i) / 4)
        reach = long * end * (0.82 + 0.36 * noise_at(p, 61))
        along = (-n[1], n[0])
        pen.move(add(p, along, half)).lines([add(p, along, -half), add(p, n, reach)]).close()
        foot.append(add(p, n, long * end))
    return str(pen), polyline_data(soft + foot[::-1], closed=True), foot


def ground_of(levels: Mapping[Cell, int]) -> dict[int, int]:
    """Level -> which of the seven grounds it has (0 is the paper). Of two or three levels the lowest is the
    paper and the others stand well apart; of more, each has the next darker one."""
    heights = sorted(set(levels.values()))
    if len(heights) <= 3:
        return dict(zip(heights, (0, 5, 7), strict=False))
    return {height: min(7, rank) for rank, height in enumerate(heights, 1)}


def shade_parts(relief: Terraces) -> str:
    return path("fall", relief.falls[SLOPE]) + path("fall steepfall", relief.falls[STEEP])


def contour_parts(relief: Terraces) -> str:
    return path("rim-lit", relief.rims) + path("contour", relief.contours)


def hachure_layers(relief: Terraces) -> str:
    return "".join(
        path(f"{kind}-hachure", relief.wedges[kind]) + path(f"{kind}-crest", relief.crests[kind])
        for kind in (SLOPE, STEEP)
    )
