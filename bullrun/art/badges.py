"""States of a counter as badges on its rim: each has its own outline, so that colour only helps.

A badge is a plate at a spot; a game says which of its states wears which. The left rim is for the condition
a piece is in, the right rim for what it has done this turn, the top for what it belongs to, the foot for its
orders; the upper right corner is the stack's. Spots are so far apart that no two badges meet, and none lies
on a factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bullrun.art.geometry import Box, Point
from bullrun.art.svg import at, escape, path, star_data
from bullrun.art.symbols import figure

HALF = 7.2  # no badge is wider or higher than twice this

# Where badges sit, in the counter's 48 x 48 field.
SPOTS: dict[str, Point] = {
    "top left": (3.0, -3.2),
    "top": (24.0, -3.5),
    "left high": (-3.0, 13.0),
    "left": (-3.4, 28.0),
    "left low": (-3.6, 43.0),
    "right high": (52.2, 19.5),
    "right": (53.2, 34.5),
    "foot": (24.0, 53.2),
}
COUNT_SPOT: Point = (47.5, -1.0)


class Plate(NamedTuple):
    """A drawing around (0, 0); where a value is written over it, and in which letters."""

    drawing: str
    height: float = 0.0
    """Of the base line of the value; 0 where it has none."""
    letters: str = "b-text b-light"
    x: float = 0.0


class Wears(NamedTuple):
    """The badge of a state, as a game declares it."""

    plate: str
    spot: str
    says: str = ""
    """What the state means, in a few words."""
    dims: bool = False
    """Whether the face is darkened too."""


@dataclass(frozen=True)
class Badge:
    """A badge to draw; `value` is the number or letter in it, where the plate has room for one."""

    plate: str
    spot: str
    value: str = ""
    dims: bool = False

    def __post_init__(self) -> None:
        _known("plate", self.plate, PLATES)
        _known("spot", self.spot, SPOTS)


def worn(wears: Wears, value: str = "") -> Badge:
    """The badge of a state with its value."""
    return Badge(wears.plate, wears.spot, value, wears.dims)


def spot_box(spot: str) -> Box:
    """The room that any badge takes at a spot."""
    x, y = SPOTS[spot]
    return Box(x - HALF, y - HALF, x + HALF, y + HALF)


_CRYSTAL = "".join(
    f'<path class="b-line" transform="rotate({60 * k})" d="M0 0V-4.8M-1.5-4L0-2.5 1.5-4"/>' for k in range(6)
)

PLATES: dict[str, Plate] = {
    # What it has done.
    "moved": Plate(
        path("b-plate", "M-6.6-4.4H.6V-7L7 0 .6 7V4.4H-6.6z") + '<text class="b-text" x="-1.4" y="3">M</text>'
    ),
    "fired": Plate(path("b-plate", star_data(7.2, 0.68, 9)) + '<text class="b-text" y="3">F</text>'),
    "done": Plate(
        path("b-plate", "M-6.8-6.2h13.6v12.4h-13.6z") + path("b-line b-heavy", "M-4 .2l2.8 3.2L4.4-4")
    ),
    "gun": Plate(
        '<circle class="b-plate" r="7.2"/>'
        + at((0.2, -0.4), figure("artillery").replace("c-i", "b-ink").replace("c-s", "b-line"), scale=0.56)
    ),
    # The condition it is in.
    "stop": Plate(
        path("b-warn", "M-2.9-7h5.8l4.1 4.1v5.8l-4.1 4.1h-5.8l-4.1-4.1v-5.8z")
        + '<text class="b-text b-light" y="2.1" textLength="11.6" lengthAdjust="spacingAndGlyphs" '
        'style="font-size:6px">STOP</text>'
    ),
    "crystal": Plate(path("b-plate", "M0-7.2l6.2 3.6v7.2l-6.2 3.6-6.2-3.6v-7.2z") + _CRYSTAL),
    "cross": Plate(
        path("b-plate", "M-6.6-6.6h13.2v13.2h-13.2z") + path("b-line", "M-4-4L4 4M-4 4L4-4"),
    ),
    "bolt": Plate(
        '<circle class="b-plate" r="7"/>' + path("b-ink", "M1.8-5.8L-3.6.9H-.3L-1.9 5.8 3.7-1.3H.4z")
    ),
    "routed": Plate(
        path("b-warn", "M-7-2.2L-1-7v3h7.8v8H-1v3z") + '<text class="b-text b-light" x="2" y="3">R</text>'
    ),
    "hourglass": Plate(path("b-plate", "M-5.8-7h11.6L1.4 0l4.4 7h-11.6L-1.4 0z"), 3.1, "b-text b-over"),
    "drop": Plate(
        path("b-warn", "M0-7.2C3.4-3.4 5.8-.8 5.8 2.2A5.8 5 0 01-5.8 2.2C-5.8-.8-3.4-3.4 0-7.2z"), 5.2
    ),
    "shield": Plate(path("b-warn", "M-6.4-6.8H6.4V2L0 7.2-6.4 2z"), 2.6),
    "cartridge": Plate(
        path("b-amber", "M-7-7h14v14h-14z")
        + path("b-ink", "M-2.6 5V-1.4C-2.6-3.8-1.2-5.4 0-6 1.2-5.4 2.6-3.8 2.6-1.4V5z")
        + path("b-struck", "M-5.6 5.6L5.6-5.6")
    ),
    "swirl": Plate(
        path("b-chaos", "M-2.9-7h5.8l4.1 4.1v5.8l-4.1 4.1h-5.8l-4.1-4.1v-5.8z")
        + path(
            "b-swirl",
            "M0 0c1-.9 2.3.3 1.8 1.7C1.2 3.3-1.5 3.4-2.6 1.7-3.7-.4-2.2-3.2.4-3.3 3.1-3.4 4.5-1 4.1 1.1",
        )
    ),
    # What it belongs to.
    "ranks": Plate(
        path("b-plate", "M-7-5.4h14v10.8h-14z")
        + path("b-ink", "M-5.4-3.4h3v6.8h-3zM-1.5-3.4h3v6.8h-3zM2.4-3.4h3v6.8h-3z")
    ),
    "star": Plate('<circle class="b-plate" r="6.6"/>' + path("b-ink", star_data(5.3))),
    # Its orders, with a letter in each.
    "spearhead": Plate(path("b-plate", "M0-7.2L7.2 6.4H-7.2z"), 5.2, "b-text"),
    "buckler": Plate(
        path("b-plate", "M-6.4-6.6H6.4V0C6.4 3.8 3.6 5.9 0 7.2-3.6 5.9-6.4 3.8-6.4 0z"), 2.8, "b-text"
    ),
    "arrow": Plate(path("b-plate", "M-6.6-4.4H.6V-7L7 0 .6 7V4.4H-6.6z"), 3.0, "b-text", -1.4),
    "ring": Plate('<circle class="b-plate" r="7"/>', 3.0, "b-text"),
}


def _known(what: str, name: str, among: dict[str, Plate] | dict[str, Point]) -> None:
    if name not in among:
        raise ValueError(f"no {what} is called {name!r}; there are {', '.join(among)}")


def plate_parts(name: str, value: str = "") -> str:
    """A plate around (0, 0) with its value."""
    _known("plate", name, PLATES)
    plate = PLATES[name]
    if not value or not plate.height:
        return plate.drawing
    beside = f' x="{plate.x}"' if plate.x else ""
    return plate.drawing + f'<text class="{plate.letters}"{beside} y="{plate.height}">{escape(value)}</text>'


def placed_badge(badge: Badge) -> str:
    """The badge at its spot on the rim."""
    return at(SPOTS[badge.spot], plate_parts(badge.plate, badge.value))


def count_parts(count: int) -> str:
    """How many counters lie in a stack, around (0, 0)."""
    plate = '<rect class="k-plate" x="-8" y="-7.4" width="16" height="14.8" rx="7.4"/>'
    return plate + f'<text class="k-text" y="3.6">{count}</text>'
