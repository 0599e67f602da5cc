"""Small things on the ground: fords, bridges, farms, towns, victory stars, set-up codes, entry arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bullrun.art.geometry import Line, Near, Point, add, direction, left_of, sub
from bullrun.art.noise import noise_at
from bullrun.art.svg import at, escape, num, path, star_data

# ---------------------------------------------------------------- crossings


def ford(p: Point, angle: float, width: float) -> str:
    """A shoal across the water, its track dotted, ripples up and down stream."""
    w = width / 2 + 5
    shoal = f"M{num(-w)}-6.2Q0-9.4 {num(w)}-6.2V6.2Q0 9.4{num(-w)} 6.2z"
    track = f"M{num(-w - 1)}-2.9H{num(w + 1)}M{num(-w - 1)} 2.9H{num(w + 1)}"
    ripples = "M-3.4-10.6q1.7-1.6 3.4 0t3.4 0M-3.4 10.8q1.7-1.6 3.4 0t3.4 0"
    return at(p, path("shoal", shoal) + path("wade", track) + path("ripple", ripples), angle)


def bridge(p: Point, angle: float, width: float) -> str:
    """A deck with two parapets that splay at both ends."""
    w = width / 2 + 4
    deck = f"M{num(-w)}-4.8H{num(w)}V4.8H{num(-w)}z"
    walls = "".join(
        f"M{num(-w - 4)} {num(8.2 * y)}L{num(-w)} {num(4.8 * y)}H{num(w)}L{num(w + 4)} {num(8.2 * y)}"
        for y in (-1, 1)
    )
    return at(p, path("deck", deck) + path("parapet", walls), angle)


def trestle_site(p: Point, angle: float, width: float) -> str:
    """A dashed box with bents: a bridge that may be built."""
    w = width / 2 + 8
    bents = "".join(f"M{num(w * x)}-6.5V6.5" for x in (-0.66, -0.22, 0.22, 0.66))
    box = f"M{num(-w)}-6.5H{num(w)}V6.5H{num(-w)}z"
    return at(p, path("site", box) + path("parapet thin", bents), angle)


CROSSINGS: dict[str, Callable[[Point, float, float], str]] = {
    "ford": ford,
    "bridge": bridge,
    "trestle_site": trestle_site,
}

# ---------------------------------------------------------------- buildings


def farm(p: Point) -> str:
    """House and barn in a small fenced plot."""
    plot = path("plot", "M-9.5-7.5H9.5V7.5H-9.5z")
    return at(
        p, plot + path("house", "M-5.4-3.6h6.2v4.6h-6.2zM2.6.6h4v4.6h-4z"), (noise_at(p, 31) - 0.5) * 0.7
    )


def church(p: Point) -> str:
    return at(
        p, path("house", "M-4.6-1.6h9.2v6.8h-9.2zM-.9-9.4h1.8v2.2h2.2v1.8H.9v3.2h-1.8v-3.2h-2.2v-1.8h2.2z")
    )


def hamlet(p: Point) -> str:
    blocks = "M-9-5.4h5.2v4.4h-5.2zM1.6-6.2h6.4v4.4h-6.4zM-7.4 2.4h6.4v4h-6.4zM3.2 1.8h4.4v5.2h-4.4z"
    return at(p, path("house", blocks), (noise_at(p, 32) - 0.5) * 0.5)


def mill(p: Point) -> str:
    wheel = '<circle class="house-line" cx="4.4" cy="1" r="3.6"/>' + path(
        "house-line", "M.8 1h7.2M4.4-2.6v7.2"
    )
    return at(p, path("house", "M-6-4h7v7.4h-7z") + wheel)


def house(p: Point) -> str:
    return at(p, path("house", "M-5-3.4h10v6.8h-10z"), (noise_at(p, 33) - 0.5) * 0.4)


HOUSES: dict[str, Callable[[Point], str]] = {
    "farm": farm,
    "church": church,
    "hamlet": hamlet,
    "mill": mill,
    "house": house,
}


def house_kind(words: str) -> str:
    """What a name says about the building it names."""
    for word, kind in (
        ("Church", "church"),
        ("Chapel", "church"),
        ("Mill", "mill"),
        ("Market", "hamlet"),
        ("Junction", "hamlet"),
        ("Groveton", "hamlet"),
        ("Stone House", "house"),
        ("Seminary", "house"),
    ):
        if word in words:
            return kind
    return "farm"


def town_blocks(
    lines: Iterable[Sequence[Point]], roads: Near, inside: Callable[[Point], bool], thin: float = 0.0
) -> list[tuple[Point, str]]:
    """Rows of houses on both sides of the roads that pass through a town; none on a road.

    `thin` (0 to 1) thins them out towards a hamlet.
    """
    out: list[tuple[Point, str]] = []
    taken = Near(12)
    for line in lines:
        for i, p in enumerate(line[2:-2:2], 2):
            n = left_of(sub(line[min(i + 2, len(line) - 1)], line[i - 1]))
            for side in (-1, 1):
                for row, gap in enumerate((8.2, 16.4)):
                    q = add(p, n, side * gap)
                    left_out = noise_at(q, 43) < 0.16 + 0.3 * row + thin
                    if left_out or not inside(q) or roads.any(q, 6.0) or taken.any(q, 8.4):
                        continue
                    taken.add([q])
                    w, h = 6.5 + 3 * noise_at(q, 41), 4.8 + 1.8 * noise_at(q, 42)
                    block = path("town", f"M{num(-w / 2)} {num(-h / 2)}h{num(w)}v{num(h)}h{num(-w)}z")
                    out.append((q, at(q, block, direction((0.0, 0.0), (-n[1], n[0])))))
    return out


# ---------------------------------------------------------------- marks


def victory_star(p: Point, words: str = "", scale: float = 1.0, side: str = "") -> str:
    """A star in the colour of the side whose objective it is, if it is one side's."""
    of = f" {side}" if side else ""
    inner = f'<circle class="star-ring{of}" r="15.5"/>' + path(f"star{of}", star_data(13))
    if words:
        inner += f'<text class="points" y="4">{escape(words)}</text>'
    return at(p, inner, scale=scale)


# Where pieces start or come in: one side's codes stand on a disc, the other's on a square, those of both on a
# lozenge.
SETUP_SHAPES = {
    "union": '<circle r="16" class="setup union"/>',
    "confederate": '<path class="setup confederate" d="M-14.5-14.5h29v29h-29z"/>',
    "both": '<path class="setup both" d="M0-20L20 0 0 20-20 0z"/>',
}


def setup_code(p: Point, code: str, side: str) -> str:
    """Where pieces of a side start; of both without a side."""
    whose = side or "both"
    return at(p, SETUP_SHAPES[whose] + f'<text class="setup-code {whose}" y="6.4">{escape(code)}</text>')


def entry_arrow(p: Point, inwards: float, code: str = "") -> str:
    """An arrow that points into the map, with the letter of the entry where it has one."""
    arrow = at(p, path("entry", "M3-6h10v-6L29 0 13 12v-6H3z"), inwards)
    return arrow + (
        at(p, f'<circle class="entry" r="10"/><text class="entry-code" y="4.6">{escape(code)}</text>')
        if code
        else ""
    )


def marsh(box_points: Line) -> str:
    """Tufts of reeds at the given points."""
    return path(
        "marsh",
        "".join(
            f"M{num(x - 5)} {num(y)}h10M{num(x)} {num(y)}v-5"
            f"M{num(x - 2.6)} {num(y)}l-1.2-4M{num(x + 2.6)} {num(y)}l1.2-4"
            for x, y in box_points
        ),
    )
