"""High ground: washes that seem to rise, crests with hachures downhill, banks, sunken roads. Ground in levels
is drawn by `terraces.py`.

Hachures stand only where the data has a crest: no slope is invented.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bullrun.art.geometry import Chain, Line, Point, add, inset, normals, offset, outlines, rounded, spaced
from bullrun.art.noise import noise_at
from bullrun.art.svg import Pen, path, polyline_data


@dataclass(frozen=True)
class Slope:
    """One crest as path data, and the points at its foot that trees and names keep clear of."""

    crest: str
    hachures: str
    shades: tuple[str, ...]
    foot: Line


def hachured(chain: Chain, long: float = 15.0, spacing: float = 2.9) -> Slope:
    """Crest line, hachures and shade on the left (downhill) side of a chain of borders."""
    line = spaced(rounded(chain.points, 2, chain.closed), spacing, chain.closed)
    side = normals(line, chain.closed, reach=4)
    strokes = Pen()
    near_band: Line = []
    far_band: Line = []
    for i, (p, n) in enumerate(zip(line, side, strict=True)):
        end = 1.0 if chain.closed else min(1.0, 0.45 + min(i, len(line) - 1 - i) / 7)
        reach = long * end * (0.78 + 0.44 * noise_at(p, 11))
        along = (-n[1], n[0])
        _stroke(strokes, add(p, n, 1.2), along, 0.85, add(p, n, reach))
        if i % 2:
            _stroke(
                strokes,
                add(p, n, reach * 1.12),
                along,
                0.5,
                add(p, n, reach * (1.55 + 0.3 * noise_at(p, 12))),
            )
        near_band.append(add(p, n, long * end * 0.95))
        far_band.append(add(p, n, long * end * 1.75))
    shades = tuple(polyline_data(line + band[::-1], closed=True) for band in (near_band, far_band))
    foot = [add(p, n, long * 0.6) for p, n in zip(line, side, strict=True)]
    return Slope(polyline_data(line, chain.closed), str(strokes), shades, foot)


def _stroke(pen: Pen, top: Point, along: Point, half: float, tip: Point) -> None:
    """A thin triangle, heavy at the crest and running out downhill."""
    pen.move(add(top, along, half)).lines([add(top, along, -half), tip]).close()


def embankment(chain: Chain) -> str:
    """A bank along a line: short hachures down both sides."""
    return _two_rows(chain, head=3.0, tip=11.0)


def _two_rows(chain: Chain, head: float, tip: float) -> str:
    line = spaced(rounded(chain.points, 2, chain.closed), 3.2, chain.closed)
    pen = Pen()
    for p, n in zip(line, normals(line, chain.closed, reach=4), strict=True):
        for hand in (1.0, -1.0):
            _stroke(pen, add(p, n, hand * head), (-n[1], n[0]), 0.9, add(p, n, hand * tip))
    return str(pen)


def sunken_road(chain: Chain) -> tuple[str, str]:
    """A road worn into the ground: its bed, and two lines with ticks that point inwards."""
    line = spaced(rounded(chain.points, 1, chain.closed), 5.0, chain.closed)
    bed = polyline_data(line, chain.closed)
    pen = Pen()
    for hand in (4.4, -4.4):
        edge = offset(line, hand, chain.closed)
        pen.move(edge[0]).lines(edge[1:] + (edge[:1] if chain.closed else []))
        for p, n in zip(edge[1:-1], normals(line, chain.closed)[1:-1], strict=True):
            pen.move(p).lines([add(p, n, -hand * 0.55)])
    return bed, str(pen)


def slope_parts(slopes: Iterable[Slope]) -> str:
    """The shade under the hachures, in two overlapping bands."""
    return "".join(path("slope", band) for slope in slopes for band in slope.shades)


def hachure_parts(slopes: Sequence[Slope], cls: str = "crest") -> str:
    return path("hachure", "".join(s.hachures for s in slopes)) + path(cls, "".join(s.crest for s in slopes))


def hill_parts(rings: Iterable[Sequence[Point]]) -> str:
    """Hilltops in three washes, each drawn further in, with a dotted foot where no crest says the same."""
    loops = [spaced(rounded(ring, 2, closed=True), 6, closed=True) for ring in outlines(rings)]
    washes = ["".join(polyline_data(inset(loop, by), closed=True) for loop in loops) for by in (1, 7, 14)]
    return "".join(path("hill", wash) for wash in washes) + path("foot", washes[0])
