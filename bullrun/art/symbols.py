"""What stands on a counter: figures or box symbols for the arms, busts for officers, pictures for markers.

Everything is drawn around (0, 0) in a field about 26 wide and 17 high. Class `c-i` is filled and `c-s`
stroked in the counter's ink; `c-box` and `c-mark` are a light box and its dark lines.
"""

from __future__ import annotations

import math

from bullrun.art.svg import at, num, path

SOLDIER = (
    "M-1.9-7.3l3.6-.9.5 1.5 1.3.5-.1.6-1.6 0c0 1.2-.7 2.2-1.7 2.2s-1.8-.9-1.8-2.1z"  # cap and head
    "M-2.2-2.9c1-.6 3.2-.6 4.2 0l.5 4.5-.3 1 2.1 5.1.2.9h-2l-2.4-5.3-2 5.4h-2.2l.2-1 1.8-5.2z"  # coat, legs
    "M-4.4-1.7l1.9-1.2 1 1-1.6 1.9 1.6 1.5-.8 1z"  # arm
)
MUSKET = "M-3.6 2.6L3.4-10.6"
HORSE = (
    "M12.2-2.1l-3.1-4.1-.3-1.7-1.2 1.2c-1.9.5-3.5 2-4.6 4.2-1.2.7-2.5.9-4.2.8-2.2-.2-4.2-.7"
    "-6.2.1-2-.2-3.8.9-4.9 3.4-.3 1-.9 1.8-1.9 2.4 2.3.3 3.7-.6 4.6-2.2l.9-1.4c.1 1.1-.1 1.9-.6 2.7"
    "l-2.9 1.6-1.6 3.6 1.5.3 1.2-2.5 4-1.7 1.3-1.5-.4 2.3-2 3.9 1.6.3 2.4-4.1 1.2-3"
    "c1.7.7 3.7.9 6 .5l3.8 1.3 2.1 3.4 1.4-.7-2-3.9-2.7-1.2 3.7-.7 2.6 1.9 1.1-1.1"
    "-3-2.6-3.6-.4c.9-1 1.5-2.2 1.9-3.6l2.3.7 1.1 1.1 1.5-.6z"
)
RIDER = (
    "M-1.6-2.2l.5-4.3 1.4-1.2-.3-1.3.8-1.2-1.5-.5 4.3-.6-.3.7-.9.3.1 1.5-1 .8 1 1 2.3.6 1.6-1.4.7.7-2 2.2"
    "-2.8-.2-.6 1.8 2 3.4-.9 2.6 1.2.5-.2.6-2.6-.2.5-3-2.4-2.6z"
)
SABRE = "M5.2-7.4c1.6-1.2 3.2-2.6 4.4-4.6"
TUBE = "M-5.6-3.2l2-.6 13.4-2.9.6 2.1-13.5 3.9-2 .2-1.2-.9.1-1.2z"
TRAIL = "M-2.4-.6l1.7 1.4-8.2 6.4-2.4.5-.3-1.2z"
DRAWN_TRAIL = "M-2.4-.6l1.7 1.4-8.4 3-.6-1.4z"
BUST = (
    "M-6.4 7.6c.3-3.4 2.2-4.8 4.4-5.2l0-1.4c-1-.8-1.5-2-1.5-3.4l-1.6-.4 0-.8 1.9-.4-.1-1.8 6-1"
    " .5 2.3 2.1.6-.1.7-1.7.3c.1 1.6-.4 2.9-1.4 3.6l0 1.3c2.2.4 3.9 1.9 4.2 5.3a8.4 9.8 0 01-12.7.3z"
)
FLAG = "M.2-10.4c2-1.2 4 .8 7.4-.5v6c-3.4 1.3-5.4-.7-7.4.5z"

ARMS = ("infantry", "cavalry", "artillery", "limber", "brigade")
PEOPLE = ("officer", "headquarters")
MARKERS = ("stop", "abatis", "trestle", "unknown")
WORDS = "words"
SYMBOLS = (*ARMS, *PEOPLE, *MARKERS, WORDS, "none")
ECHELONS = ("", "I", "II", "III", "X", "XX", "XXX")


def figure(symbol: str, room: float = 26.0) -> str:
    """The arm as a silhouette; with more room there are more men in line."""
    if symbol == "cavalry":
        return path("c-i", HORSE) + path("c-i", RIDER) + path("c-s", SABRE)
    if symbol in ("artillery", "limber"):
        return _gun(symbol == "limber")
    men = 3 if room < 30 else 5
    step = 8.2 if men == 3 else 7.6
    files = [step * (i - (men - 1) / 2) for i in range(men)]
    if symbol == "brigade":  # the colours take the middle of the line
        left, right = files[: men // 2], files[men // 2 + 1 :]
        files = [x - 1.0 for x in left] + [x + 2.0 for x in right]
    line = "".join(at((x, 0.6), path("c-i", SOLDIER) + path("c-s", MUSKET), scale=0.86) for x in files)
    return line + (
        path("c-s", "M-1.4 7.5V-10.5") + at((-1.4, 0), path("c-i", FLAG)) if symbol == "brigade" else ""
    )


def _gun(limbered: bool) -> str:
    spokes = "".join(
        f"M{num(1.2 * math.cos(a))} {num(3 + 1.2 * math.sin(a))}"
        f"L{num(4.9 * math.cos(a))} {num(3 + 4.9 * math.sin(a))}"
        for a in (math.tau * k / 8 for k in range(8))
    )
    wheel = (
        '<circle class="c-s c-tyre" cy="3" r="5.2"/>'
        + path("c-s c-spoke", spokes)
        + '<circle class="c-i" cy="3" r="1.5"/>'
    )
    if not limbered:
        return path("c-i", TUBE) + path("c-i", TRAIL) + wheel
    limber = path("c-i", "M-7-1.6h7v3.6h-7z") + path("c-s", "M-7 4H-13.5")
    limber += '<circle class="c-s c-tyre" cx="-4" cy="3.6" r="4.2"/>' + path(
        "c-s c-spoke", "M-4-.4v8M-8 3.6h8"
    )
    gun = path("c-i", TUBE) + path("c-i", DRAWN_TRAIL) + wheel
    return f'<g transform="translate(6 0) scale(.86 .9)">{gun}</g>' + at((-1.4, 0.6), limber, scale=0.86)


def box(symbol: str, echelon: str = "") -> str:
    """The arm as a box symbol, with the mark of its size above: I, III, X ..."""
    inside = {
        "infantry": "M-11-6.5L11 6.5M-11 6.5L11-6.5",
        "brigade": "M-11-6.5L11 6.5M-11 6.5L11-6.5",
        "cavalry": "M-11 6.5L11-6.5",
    }
    dot = '<circle class="c-dot" r="3.4"/>' if symbol in ("artillery", "limber") else ""
    if symbol == "limber":
        dot += "".join(f'<circle class="c-mark" cx="{x}" cy="4.1" r="1.6"/>' for x in (-6.4, 6.4))
    marks = path("c-s", _echelon_marks(echelon))
    return path("c-box", "M-11-6.5h22v13h-22z") + path("c-mark", inside.get(symbol, "")) + dot + marks


def _echelon_marks(echelon: str) -> str:
    step = 2.6 if "I" in echelon else 4.8
    start = -step * (len(echelon) - 1) / 2
    strokes = {"I": "M{0}-11.2v3.4", "X": "M{1}-11.2l3.6 3.4M{2}-11.2l-3.6 3.4"}
    return "".join(
        strokes[mark].format(num(x), num(x - 1.8), num(x + 1.8))
        for mark, x in ((mark, start + step * i) for i, mark in enumerate(echelon))
    )


def bust() -> str:
    """An officer's head and shoulders in an oval."""
    return '<ellipse class="c-box" rx="8.6" ry="10"/>' + path("c-dot", BUST)


def headquarters() -> str:
    """A headquarters flag on its staff."""
    return (
        path("c-s", "M-9 9V-9")
        + path("c-box", "M-9-9h18v10h-18z")
        + path("c-dot", "M-5.6-6.6l5 2.6-5 2.6zM1-6.4h5.6v4.8h-5.6z")
    )


def marker(symbol: str) -> str:
    """The picture of a marker in a 48 x 48 field, with its word."""
    if symbol == "stop":
        return path("b-warn", "M17 8h14l10 10v14l-10 10h-14l-10-10v-14z") + (
            '<text class="b-text b-light" x="24" y="29.4" style="font-size:12.5px" textLength="29" '
            'lengthAdjust="spacingAndGlyphs">STOP</text>'
        )
    if symbol == "abatis":
        stakes = "".join(f"M{x} 33L{x + 7} 12M{x + 7} 33L{x} 14" for x in (7, 17, 27, 35))
        return (
            path("c-mark c-heavy", f"{stakes}M5 33h39") + '<text class="b-text" x="24" y="43">ABATIS</text>'
        )
    if symbol == "trestle":
        bents = "M4 14h40M4 18h40" + "".join(f"M{x} 18l-3 15M{x} 18l3 15M{x - 2} 26h5" for x in (10, 24, 38))
        return path("c-mark c-heavy", bents) + (
            '<text class="b-text" x="24" y="43" textLength="38" lengthAdjust="spacingAndGlyphs">'
            "TRESTLE</text>"
        )
    raise ValueError(f"no marker is called {symbol!r}; there are {', '.join(MARKERS)}")
