"""Names on the map: each goes where it hides least, and names placed first are respected by the rest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bullrun.art.geometry import Box, Line, Point, add, distance, left_of, mean, normals, spaced, sub
from bullrun.art.metrics import words_width
from bullrun.art.svg import curve_data, escape, pair, text

CELL = 6.0
NAME_ON_NAME = 60.0  # against 1 for a line, 2 for a river, 2 to 12 for a symbol


class Cover:
    """A fine raster of what a name would hide: a weight for every cell of the sheet."""

    def __init__(self, box: Box) -> None:
        self._left, self._top = box.left, box.top
        self._columns, self._rows = int(box.width / CELL) + 2, int(box.height / CELL) + 2
        self._weights = [0.0] * (self._columns * self._rows)

    def copy(self) -> Cover:
        twin = object.__new__(Cover)
        twin.__dict__ = {**self.__dict__, "_weights": self._weights[:]}
        return twin

    def _index(self, p: Point) -> int:
        i, j = int((p[0] - self._left) / CELL), int((p[1] - self._top) / CELL)
        return j * self._columns + i if 0 <= i < self._columns and 0 <= j < self._rows else -1

    def add(self, points: Iterable[Point], weight: float) -> None:
        for p in points:
            i = self._index(p)
            if i >= 0:
                self._weights[i] += weight

    def raise_to(self, points: Iterable[Point], weight: float) -> None:
        """Lines leave several points in a cell; the cell is covered once."""
        for p in points:
            i = self._index(p)
            if i >= 0 and self._weights[i] < weight:
                self._weights[i] = weight

    def add_box(self, box: Box, weight: float) -> None:
        for x in range(int((box.left - self._left) / CELL), int((box.right - self._left) / CELL) + 1):
            for y in range(int((box.top - self._top) / CELL), int((box.bottom - self._top) / CELL) + 1):
                if 0 <= x < self._columns and 0 <= y < self._rows:
                    self._weights[y * self._columns + x] += weight

    def weight(self, p: Point) -> float:
        i = self._index(p)
        return self._weights[i] if i >= 0 else 6.0  # off the sheet

    def box_weight(self, box: Box) -> float:
        total = 0.0
        x0, x1 = int((box.left - self._left) / CELL), int((box.right - self._left) / CELL)
        y0, y1 = int((box.top - self._top) / CELL), int((box.bottom - self._top) / CELL)
        if x0 < 0 or y0 < 0 or x1 >= self._columns or y1 >= self._rows:
            return 6.0 * (x1 - x0 + 1) * (y1 - y0 + 1)
        for y in range(y0, y1 + 1):
            start = y * self._columns
            total += sum(self._weights[start + x0 : start + x1 + 1])
        return total


@dataclass(frozen=True)
class Style:
    """How one class of names is set; `cls` has the same values in the style sheet."""

    cls: str
    size: float
    spacing: float = 0.0
    small_caps: bool = False

    def width(self, words: str) -> float:
        return words_width(words, self.size, self.spacing, self.small_caps)


TOWN = Style("townname", 25, 4)
RIVER = Style("river", 23, 5)
VILLAGE = Style("townname village", 17, 2.4)
HILL = Style("hillname", 15.5, 2.6, small_caps=True)
CROSSING = Style("crossing", 13)
PLACE = Style("place", 13, 0.4, small_caps=True)
MAIN_ROAD = Style("roadname", 13, 1.8, small_caps=True)
ROAD = Style("roadname minor", 12, 1)
BROOK = Style("brook", 13, 1.2)
MAIN_BROOK = Style("brook main", 19, 2.6)
ZONE = Style("zone", 20, 0.8, small_caps=True)
ZONE_NUMBER = Style("zone-id", 18, 0.5)

FAR_TOWN = Style("townname", 46, 6)
FAR_RIVER = Style("river", 42, 8)
FAR_BROOK = Style("brook main", 34, 6)
FAR_HILL = Style("hillname", 33, 3, small_caps=True)
FAR_CROSSING = Style("crossing", 30)
FAR_ZONE = Style("zone", 30, 0.8, small_caps=True)

# Sides of a point, best first. (1, y): to the right, y of the gap lower; (x, 1): below, x of the width aside.
_BESIDE = (
    (1.0, 0.0),
    (-1.0, 0.0),
    (1.0, -0.5),
    (1.0, 0.5),
    (-1.0, -0.5),
    (-1.0, 0.5),
    (1.0, -1.0),
    (-1.0, -1.0),
)
_ABOVE_BELOW = tuple((x, y) for x in (0.0, 0.25, -0.25, 0.45, -0.45) for y in (-1.0, 1.0))


class Lettering:
    """Names placed one after another, most important first."""

    def __init__(self, cover: Cover, prefix: str = "n") -> None:
        self.cover = cover.copy()
        self.prefix = prefix
        self.placed: Line = []  # points along every name, which trees keep clear of
        self.boxes: list[tuple[str, Box]] = []  # upright names with the room they take
        self._paths: list[str] = []
        self._items: list[str] = []

    def parts(self) -> str:
        return "<defs>" + "".join(self._paths) + "</defs>" + "".join(self._items)

    # -- keeping

    def _keep_box(self, words: str, box: Box) -> None:
        self.cover.add_box(box.grown(2), NAME_ON_NAME)
        self.boxes.append((words, box))
        step = max(2, int(box.width / 8))
        y = box.middle[1]
        self.placed += [(box.left + box.width * i / step, y) for i in range(step + 1)]

    def _keep_body(self, body: Sequence[Point], size: float) -> None:
        side = normals(body, reach=2)
        for k in (-0.5, 0.0, 0.5):
            self.cover.add([add(p, n, k * size) for p, n in zip(body, side, strict=True)], NAME_ON_NAME)
        self.placed += body

    # -- upright names

    def beside(
        self,
        style: Style,
        at: Point,
        words: str,
        gap: float,
        limit: float = math.inf,
    ) -> bool:
        """A name beside a point. With a `limit`, it is left out rather than hide that much."""
        width = style.width(words)
        half = style.size * 0.42
        found: tuple[float, int, Point, Box] | None = None
        rank = 0
        for far in (1.0, 1.5, 2.1):
            beside = [(dx * (gap * far + width / 2), dy * gap * far) for dx, dy in _BESIDE]
            stacked = [(dx * width, dy * (gap * far + half)) for dx, dy in _ABOVE_BELOW]
            for dx, dy in beside + stacked:
                x, y = at[0] + dx, at[1] + dy
                box = Box(x - width / 2, y - half, x + width / 2, y + half)
                cost = self.cover.box_weight(box) + rank * 0.2
                if found is None or cost < found[0]:
                    found = (cost, rank, (x, y), box)
                rank += 1
        assert found is not None
        cost, _, middle, box = found
        if cost > limit:
            return False
        self._keep_box(words, box)
        self._items.append(
            text(
                f"lbl {style.cls}", (middle[0], middle[1] + style.size * 0.34), words, ' text-anchor="middle"'
            )
        )
        return True

    def lines_at(self, rows: Sequence[tuple[Style, str]], middle: Point) -> None:
        """Words in rows, centred on a point that has been chosen already."""
        y = middle[1] - sum(style.size for style, _ in rows) / 2
        for style, words in rows:
            width = style.width(words)
            box = Box(middle[0] - width / 2, y, middle[0] + width / 2, y + style.size)
            self._keep_box(words, box)
            self._items.append(
                text(f"lbl {style.cls}", (middle[0], y + style.size * 0.82), words, ' text-anchor="middle"')
            )
            y += style.size

    # -- names along a line

    def along(
        self,
        style: Style,
        points: Sequence[Point],
        words: str,
        shift: float,
        times: int = 1,
        limit: float = 900.0,
    ) -> int:
        """A name set along a line at its calmest and emptiest stretches; returns how often it fitted.

        `shift` is the distance of the base line from the line; the name may lie on either side.
        """
        width = style.width(words) * 1.05 + style.size
        line = spaced(points, CELL)
        count = int(width / CELL) + 1
        if len(line) <= count + 2:
            return 0
        calm = _smoothed(line, 5 if style.size < 20 else 9)
        side = normals(calm, reach=4)
        body_off = shift + style.size * 0.36
        hidden = {hand: self._hidden_along(calm, side, hand * body_off, style.size) for hand in (1, -1)}
        turn = [0.0] * len(calm)
        for i in range(1, len(calm) - 1):
            a, b = sub(calm[i], calm[i - 1]), sub(calm[i + 1], calm[i])
            turn[i] = abs(math.remainder(math.atan2(b[1], b[0]) - math.atan2(a[1], a[0]), math.tau))
        bends = [0.0, *accumulate(turn)]
        options = []
        margin = max(1, int(len(line) * 0.05))
        for i in range(margin, max(margin + 1, len(line) - margin - count), 2):
            j = min(i + count, len(calm) - 1)
            reverse = calm[j][0] < calm[i][0]
            way = sub(calm[j], calm[i])
            steep = math.atan2(abs(way[1]), abs(way[0]))
            for hand in (1, -1):
                above = (hand == 1) != reverse
                cost = (
                    hidden[hand][j]
                    - hidden[hand][i]
                    + (bends[j] - bends[i]) * 7
                    + steep * (2.5 if style.size < 20 else 9.0)
                    + (0 if above else 1.5)
                )
                options.append((cost, i, j, hand, reverse, above))
        used: list[int] = []
        for cost, i, j, hand, reverse, above in sorted(options):
            if len(used) == times or cost > limit:
                break
            if all(abs(i - other) > len(line) / (times + 0.6) for other in used):
                used.append(i)
                base_off = hand * (shift if above else shift + style.size * 0.72)
                stretch = range(max(0, i - 2), min(len(calm), j + 3))
                base = [add(calm[k], side[k], base_off) for k in stretch]
                body = [add(calm[k], side[k], hand * body_off) for k in stretch]
                self._keep_body(body, style.size)
                self._on_path(style, curve_data(_every(base[::-1] if reverse else base, 4)), words)
        return len(used)

    def _hidden_along(
        self, line: Sequence[Point], side: Sequence[Point], off: float, size: float
    ) -> list[float]:
        """Running total of what a name beside the line would hide."""
        total, out = 0.0, [0.0]
        for p, n in zip(line, side, strict=True):
            total += sum(self.cover.weight(add(p, n, off + k * size)) for k in (-0.36, 0.0, 0.36))
            out.append(total)
        return out

    # -- names on an arc

    def arched(self, style: Style, cells: Sequence[Point], words: str, limit: float = math.inf) -> bool:
        """A name on a slight arc along the long axis of a hill, never steeper than 40 degrees."""
        middle = mean(cells)
        angle = _long_axis(cells)
        width = style.width(words) + style.size * 0.5
        best: tuple[float, Point, float] | None = None
        for turn in (angle, 0.0) if angle else (0.0,):
            d = (math.cos(turn), math.sin(turn))
            up = left_of(d)
            for off in (0, 10, -10, 20, -20, 30, -30, 42, -42, 54, -54, 66, -66):
                for slide in (0, 18, -18, 36, -36, 54, -54):
                    at = add(add(middle, up, off), d, slide)
                    cost = self._hidden_on_arc(at, d, up, width, style.size)
                    cost += abs(off) * 0.16 + abs(slide) * 0.1 + (10 if turn != angle else 0)
                    if best is None or cost < best[0]:
                        best = (cost, at, turn)
        assert best is not None
        cost, at, turn = best
        if cost > limit:
            return False
        d = (math.cos(turn), math.sin(turn))
        up = left_of(d)
        self._keep_body(_arc(at, d, up, width), style.size)
        low = add(at, up, -style.size * 0.34)
        a, b = add(low, d, -width / 2), add(low, d, width / 2)
        self._on_path(style, f"M{pair(*a)}Q{pair(*add(low, up, width * _RISE))} {pair(*b)}", words)
        return True

    def _hidden_on_arc(self, at: Point, d: Point, up: Point, width: float, size: float) -> float:
        return sum(
            self.cover.weight(add(p, up, k * size))
            for p in _arc(at, d, up, width)
            for k in (-0.38, 0.0, 0.38)
        )

    def _on_path(self, style: Style, data: str, words: str) -> None:
        name = f"{self.prefix}{len(self._paths)}"
        self._paths.append(f'<path id="{name}" d="{data}"/>')
        self._items.append(
            f'<text class="lbl {style.cls}"><textPath href="#{name}" startOffset="50%" text-anchor="middle">'
            f"{escape(words)}</textPath></text>"
        )


_RISE = 0.10  # of an arc, to its width


def _arc(at: Point, d: Point, up: Point, width: float) -> Line:
    n = max(2, int(width / CELL))
    out = []
    for i in range(n + 1):
        t = i / n
        out.append(add(add(at, d, width * (t - 0.5)), up, width * _RISE * 2 * t * (1 - t)))
    return out


def _long_axis(points: Sequence[Point]) -> float:
    """The direction in which points spread most, flattened to 40 degrees; 0 for a round or upright group."""
    if len(points) < 2:
        return 0.0
    mx, my = mean(points)
    sxx = sum((p[0] - mx) ** 2 for p in points)
    syy = sum((p[1] - my) ** 2 for p in points)
    sxy = sum((p[0] - mx) * (p[1] - my) for p in points)
    angle = 0.5 * math.atan2(2 * sxy, sxx - syy)
    return max(-0.7, min(0.7, angle)) if abs(angle) < 1.2 else 0.0


def _smoothed(line: Sequence[Point], reach: int) -> Line:
    """Moving mean: a base line calmer than the river it follows. The ends stay where they are."""
    n = len(line)
    xs = [0.0, *accumulate(p[0] for p in line)]
    ys = [0.0, *accumulate(p[1] for p in line)]
    out = []
    for i in range(n):
        k = min(reach, i, n - 1 - i)
        size = 2 * k + 1
        out.append(((xs[i + k + 1] - xs[i - k]) / size, (ys[i + k + 1] - ys[i - k]) / size))
    return out


def _every(line: Sequence[Point], step: int) -> Line:
    kept = list(line[::step])
    return kept if distance(kept[-1], line[-1]) < 1e-6 else [*kept, line[-1]]
