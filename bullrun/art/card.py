"""What counters and chits are cut from: cloths, bands, the card itself, and letters that fit their field."""

from __future__ import annotations

from bullrun.art.geometry import Point
from bullrun.art.metrics import counter_width
from bullrun.art.svg import num, path, star_data, text

FACE = 48.0
CLOTHS = ("blue", "navy", "grey", "butternut", "oat", "plain", "wild")
DARK_CLOTHS = ("blue", "navy")

# Colour, pattern and ink of each band: pattern and letters say the same without colour.
BANDS: dict[str, tuple[str, str, str]] = {
    "red": ("#b8352b", "", "#fff8e6"),
    "gold": ("#e8b433", "dots", "#20170d"),
    "green": ("#2f7350", "bars", "#fff8e6"),
    "white": ("#f7f0dd", "", "#20170d"),
    "sky": ("#7fbde0", "slant", "#20170d"),
    "plum": ("#6d3f78", "slant", "#fff8e6"),
    "black": ("#26211b", "", "#fff8e6"),
    "orange": ("#dd7a2b", "bars", "#20170d"),
    "teal": ("#1f6f78", "dots", "#fff8e6"),
    "rose": ("#e7a1a6", "bars", "#20170d"),
    "olive": ("#8d9440", "dots", "#14110a"),
    "brown": ("#6b4a2b", "bars", "#fff8e6"),
}

# Badges that the corps of 1863 wore, as plain shapes around (0, 0): they tell the corps without colour.
CORPS: dict[str, str] = {
    "disc": "M-3.4 0a3.4 3.4 0 106.8 0a3.4 3.4 0 10-6.8 0z",
    "trefoil": "M-.7 3.9v-1.8a2 2 0 11-1.1-3.3a2 2 0 113.6 0a2 2 0 11-1.1 3.3v1.8z",
    "diamond": "M0-4L4 0 0 4-4 0z",
    "saltire": "M-3.8-2.4L-2.4-3.8 0-.9 2.4-3.8 3.8-2.4.9 0 3.8 2.4 2.4 3.8 0 .9-2.4 3.8-3.8 2.4-.9 0z",
    "cross": "M-1.3-3.8h2.6v2.5h2.5v2.6h-2.5v2.5h-2.6v-2.5h-2.5v-2.6h2.5z",
    "crescent": "M1.6-3.8a3.9 3.9 0 100 7.6a3 3 0 110-7.6z",
    "star": star_data(4.3),
    "sabres": "M-4 3.2L3.4-3.8l.6.6L-3.4 3.8zM4 3.2L-3.4-3.8l-.6.6L3.4 3.8z",
}


def body() -> str:
    """Shadow, die-cut edge, face, and the two bevel strokes. No filters: they are slow to paint."""
    return (
        '<rect class="c-shadow" x="1.6" y="2.2" width="48" height="48" rx="4.6"/>'
        '<rect class="c-edge" width="48" height="48" rx="4.6"/>'
        '<rect class="c-face" x=".9" y=".9" width="46.2" height="46.2" rx="3.8"/>'
        + path("c-lit", "M2.1 44.4V5.2Q2.1 2.1 5.2 2.1H44.4")
        + path("c-low", "M45.9 3.6V42.8Q45.9 45.9 42.8 45.9H3.6")
    )


def fitted(cls: str, p: Point, words: str, most: float, size: float, smallest: float = 0.82) -> str:
    """Text that never outgrows its field: first a smaller size, then narrower letters."""
    width = counter_width(words, size)
    chosen = size if width <= most else max(size * smallest, size * most / width)
    tight = counter_width(words, chosen) > most * 1.001
    squeeze = f' textLength="{num(most)}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    return text(cls, p, words, f' style="font-size:{chosen:.3g}px"{squeeze}')
