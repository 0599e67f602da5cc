"""States of a counter as badges on its rim: each has its own outline, so that colour only helps.

The left rim says what condition the piece is in, the right rim what it has done this turn, the top what it
belongs to; the upper right corner is the stack's. Spots are so far apart that no two badges meet, and none
lies on a factor.
"""

from __future__ import annotations

from dataclasses import dataclass

from bullrun.art.geometry import Box, Point
from bullrun.art.svg import at, escape, path, star_data

HALF = 7.2  # no badge is wider or higher than twice this


@dataclass(frozen=True)
class Badge:
    """A state to show; `value` is the number in it, where the kind has one."""

    kind: str
    value: str = ""


# Where each badge sits, in the counter's 48 x 48 field.
BADGE_SPOTS: dict[str, Point] = {
    "leader": (3.0, -3.2),  # an officer is with the piece
    "formed": (24.0, -3.5),  # part of a formed brigade
    "inactive": (-3.0, 13.0),  # may not act
    "frozen": (-3.0, 13.0),  # not released yet
    "disordered": (-3.0, 13.0),
    "routed": (-3.0, 13.0),
    "fatigue": (-3.4, 28.0),
    "losses": (-3.6, 43.0),
    "fired": (52.2, 19.5),  # has fired, fought or attacked
    "moved": (53.2, 34.5),
}
COUNT_SPOT: Point = (47.5, -1.0)
DIMS = frozenset({"moved"})  # states that also darken the face


def badge_box(kind: str) -> Box:
    x, y = BADGE_SPOTS[kind]
    return Box(x - HALF, y - HALF, x + HALF, y + HALF)


_CRYSTAL = "".join(
    f'<path class="b-line" transform="rotate({60 * k})" d="M0 0V-4.8M-1.5-4L0-2.5 1.5-4"/>' for k in range(6)
)

# Plate of each badge around (0, 0); the value, if any, is written over it at the height given.
_PLATES: dict[str, tuple[str, float]] = {
    "moved": (
        path("b-plate", "M-6.6-4.4H.6V-7L7 0 .6 7V4.4H-6.6z")
        + '<text class="b-text" x="-1.4" y="3">M</text>',
        0,
    ),
    "fired": (path("b-plate", star_data(7.2, 0.68, 9)) + '<text class="b-text" y="3">F</text>', 0),
    "inactive": (
        path("b-warn", "M-2.9-7h5.8l4.1 4.1v5.8l-4.1 4.1h-5.8l-4.1-4.1v-5.8z")
        + '<text class="b-text b-light" y="2.1" textLength="11.6" lengthAdjust="spacingAndGlyphs" '
        'style="font-size:6px">STOP</text>',
        0,
    ),
    "frozen": (path("b-plate", "M0-7.2l6.2 3.6v7.2l-6.2 3.6-6.2-3.6v-7.2z") + _CRYSTAL, 0),
    "disordered": (path("b-plate", "M-6.6-6.6h13.2v13.2h-13.2z") + path("b-line", "M-4-4L4 4M-4 4L4-4"), 0),
    "routed": (
        path("b-warn", "M-7-2.2L-1-7v3h7.8v8H-1v3z") + '<text class="b-text b-light" x="2" y="3">R</text>',
        0,
    ),
    "fatigue": (path("b-plate", "M-5.8-7h11.6L1.4 0l4.4 7h-11.6L-1.4 0z"), 3.1),
    "losses": (
        path("b-warn", "M0-7.2C3.4-3.4 5.8-.8 5.8 2.2A5.8 5 0 01-5.8 2.2C-5.8-.8-3.4-3.4 0-7.2z"),
        5.2,
    ),
    "formed": (
        path("b-plate", "M-7-5.4h14v10.8h-14z")
        + path("b-ink", "M-5.4-3.4h3v6.8h-3zM-1.5-3.4h3v6.8h-3zM2.4-3.4h3v6.8h-3z"),
        0,
    ),
    "leader": ('<circle class="b-plate" r="6.6"/>' + path("b-ink", star_data(5.3)), 0),
}
BADGE_KINDS = tuple(_PLATES)


def _known(kind: str) -> tuple[str, float]:
    if kind not in _PLATES:
        raise ValueError(f"no badge is called {kind!r}; there are {', '.join(BADGE_KINDS)}")
    return _PLATES[kind]


def badge_parts(badge: Badge) -> str:
    """A badge around (0, 0)."""
    plate, height = _known(badge.kind)
    if not badge.value or not height:
        return plate
    cls = "b-text b-over" if badge.kind == "fatigue" else "b-text b-light"
    return plate + f'<text class="{cls}" y="{height}">{escape(badge.value)}</text>'


def placed_badge(badge: Badge) -> str:
    """The badge at its spot on the rim."""
    _known(badge.kind)
    return at(BADGE_SPOTS[badge.kind], badge_parts(badge))


def count_parts(count: int) -> str:
    """How many counters lie in a stack, around (0, 0)."""
    plate = '<rect class="k-plate" x="-8" y="-7.4" width="16" height="14.8" rx="7.4"/>'
    return plate + f'<text class="k-text" y="3.6">{count}</text>'
