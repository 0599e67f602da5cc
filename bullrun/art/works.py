"""What men have built, in ink, and ground of special kinds: embankments, cuts, burned bridges, towns, rocks,
angled ground, goals and entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from bullrun.art import sites
from bullrun.art.geometry import (
    Chain,
    Line,
    Near,
    Point,
    add,
    distance,
    left_of,
    mean,
    mix,
    normals,
    rounded,
    spaced,
    sub,
    unit,
)
from bullrun.art.hexes import CORNERS, Cell, HexSheet, R
from bullrun.art.noise import noise_at
from bullrun.art.svg import Pen, at, escape, num, path, polyline_data, star_data


def bank_parts(chain: Chain) -> str:
    """A railroad bank along hexsides: a crown with ties, wedges down both sides. It bars the way, so it is
    the strongest thing there."""
    line = rounded(chain.points, 2, chain.closed)
    soft = spaced(line, 4.4, chain.closed)
    pen = Pen()
    for p, n in zip(soft, normals(soft, chain.closed, reach=4), strict=True):
        along = (-n[1], n[0])
        for way in (1.0, -1.0):
            top = add(p, n, way * 3.6)
            pen.move(add(top, along, 0.9)).lines([add(top, along, -0.9), add(p, n, way * 10.5)]).close()
    data = polyline_data(line, chain.closed)
    return path("works", str(pen)) + path("bank-base", data) + path("bank-top", data) + path("bank-tie", data)


def cut_parts(side: tuple[Point, Point]) -> str:
    """One side of a railroad cut, the cut hex on the right hand: a firm lip, teeth that point down to the
    grade, a dark bed; which hex is the cut shows without a name."""
    a, b = side
    line = spaced([mix(a, b, 0.03), mix(a, b, 0.97)], 4.2)
    n = left_of(sub(b, a))
    along = unit(sub(b, a))
    pen = Pen()
    inner: Line = []
    for p in line:
        pen.move(add(p, along, 1.5)).lines([add(p, along, -1.5), add(p, n, -8.5)]).close()
        inner.append(add(p, n, -12))
    bed = path("cut-bed", polyline_data(line + inner[::-1], closed=True))
    return bed + path("works", str(pen)) + path("works-line", polyline_data([line[0], line[-1]]))


def burned_bridge(p: Point, angle: float, width: float) -> str:
    """Stumps on both banks, and a cross between: no way over."""
    w = width / 2 + 4
    stumps = "".join(
        f"M{num(s * (w + 4))} {num(8.2 * y)}L{num(s * w)} {num(4.8 * y)}H{num(s * w * 0.45)}"
        for s in (-1, 1)
        for y in (-1, 1)
    )
    cross = "M-4.4-4.4L4.4 4.4M-4.4 4.4L4.4-4.4"
    return at(p, path("burnt under", stumps + cross) + path("burnt", stumps + cross), angle)


CROSSINGS: dict[str, Callable[[Point, float, float], str]] = {
    **sites.CROSSINGS,
    "burned_bridge": burned_bridge,
}
BOULDERS = (
    (-27, -3, 1.0), (-17, -21, 0.95), (2, -27, 0.8), (20, -20, 1.05), (28, 1, 0.95), (17, 21, 1.0),
    (-3, 26, 0.9), (-20, 19, 1.0), (-6, -8, 1.25), (10, 6, 1.1), (-10, 9, 0.75), (8, -11, 0.7),
)  # fmt: skip


def boulders(p: Point) -> str:
    """Rocks over the whole hex, so that some show around a counter."""
    out = ""
    for x, y, k in BOULDERS:
        turn = (noise_at((x + p[0], y + p[1]), 71) - 0.5) * 1.4
        stone = path("boulder", "M-8 3.4L-6.6-3.2-1.4-6.2 5-5 8.2.6 6 5.2-2 6.4z")
        out += at((p[0] + x, p[1] + y), stone + path("boulder-lit", "M-5.2-2.4l4-2.3 4.4.8"), turn, k)
    return out


CARETS = (
    (-22, -14), (-8, -19), (8, -16), (22, -12), (-27, 3), (27, 4), (-19, 17), (-5, 22), (10, 20), (22, 15),
    (-12, 0), (3, -3), (14, 4), (-2, 11),
)  # fmt: skip


def angled(p: Point) -> str:
    """Broken ground: carets around the rim and over the hex."""
    x, y = p
    return path("angled", "".join(f"M{num(x + dx - 3.4)} {num(y + dy + 3)}l3.4-6 3.4 6" for dx, dy in CARETS))


def town_fill(sheet: HexSheet, cells: Set[Cell], roads: Near) -> list[tuple[Point, str]]:
    """Blocks in rows over every hex of a town, none on a road: all its hexes look built up."""
    centres = [sheet.centre(cell) for cell in sorted(cells)]
    middle = mean(centres)
    far = max(distance(middle, p) for p in centres) + R
    n = int(far / 11)
    out = []
    for j in range(-n, n + 1):
        for i in range(-n, n + 1):
            q = (middle[0] + i * 13, middle[1] + j * 11)
            around = [sheet.at(add(q, d)) for d in ((0, 0), (6, 0), (-6, 0), (0, 6), (0, -6))]
            if any(cell not in cells for cell in around) or roads.any(q, 7.4) or noise_at(q, 81) < 0.2:
                continue
            w, h = 7.6 + 2.6 * noise_at(q, 82), 5.6 + 1.8 * noise_at(q, 83)
            out.append((q, at(q, path("town", f"M{num(-w / 2)} {num(-h / 2)}h{num(w)}v{num(h)}h{num(-w)}z"))))
    return out


GOAL_STAR: Point = (29.0, 0.0)  # in the east corner, where it shows beside a counter


def goal(p: Point, points: str = "", early: bool = False, scale: float = 0.86) -> str:
    """A hex that counts: a ring inside it, and a star with its points. One that counts only for a part of
    the game, and not to the end, has a dashed ring and a hollow star."""
    data = polyline_data(_ring(p, scale), closed=True)
    when = " early" if early else ""
    ring = path("goal-halo", data) + path("goal-ring", data, ' stroke-dasharray="9 4"' if early else "")
    star = path(f"goal-star{when}", star_data(10.5, 0.5))
    word = f'<text class="goal-points{when}" y="3.6">{escape(points)}</text>' if points else ""
    return ring + at(add(p, GOAL_STAR), star + word)


def entry_hex(p: Point) -> str:
    """The hex where pieces come in."""
    return path("entry-hex", polyline_data(_ring(p, 0.93), closed=True))


def side_arrow(p: Point, inwards: float, side: str, word: str) -> str:
    """An entry of one side, in its colours."""
    arrow = at(p, path(f"entry {side}", "M3-6h10v-6L29 0 13 12v-6H3z"), inwards)
    disc = f'<circle class="entry {side}" r="10.5"/>'
    return arrow + at(p, disc + f'<text class="entry-side {side}" y="3.5">{escape(word)}</text>')


def _ring(p: Point, scale: float) -> Sequence[Point]:
    return [add(p, corner, scale) for corner in CORNERS]
