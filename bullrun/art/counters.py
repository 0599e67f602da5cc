"""Counters as SVG from a plain description of what is printed on them.

A counter is a 48 x 48 field. From the top: the band (brigade letters, side and division), then symbol and
name, then the factors; 0.6 of the height identifies, 0.4 shows factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bullrun.art.badges import COUNT_SPOT, PLATES, SPOTS, Badge, count_parts, placed_badge, plate_parts
from bullrun.art.card import BANDS, CLOTHS, CORPS, DARK_CLOTHS, FACE, body, fitted
from bullrun.art.chips import CHIPS, chip_parts
from bullrun.art.geometry import Point
from bullrun.art.metrics import counter_width
from bullrun.art.svg import at, escape, num, path, star_data
from bullrun.art.symbols import (
    ARMS,
    ECHELONS,
    MARKERS,
    SYMBOLS,
    WORDS,
    box,
    bust,
    figure,
    headquarters,
    marker,
)

FAN = 0.0875  # how far each counter of a stack is moved against the next, as a part of its size
SHOWN = 4  # of a higher stack only the count grows
STEP = 1.12  # from one stack to the next in a place, as a part of a counter's size


@dataclass(frozen=True)
class CounterFace:
    """What one side of a counter shows. A game fills this in from its data; the art knows no game.

    cloth    colour of the face: "blue" (Union), "navy" (a second blue), "grey", "butternut", "oat" (a third
             light one), "plain", or "wild" (gold: of neither side)
    symbol   "infantry", "cavalry", "artillery" (unlimbered), "limber", "brigade" (formed), "officer",
             "headquarters", "unknown" (a dummy), "stop", "abatis", "trestle", "words" (a marker that
             shows its name in large letters, with one figure below if it has one), or "none"
    name     "69 NYM" is set in two lines beside the symbol; a name of one word gets a line of its own
    band     colour of the band, one of BANDS, or "" for a plain heading with the name in it
    code     left in the band: the letters of the brigade or division
    tag      right in the band: side and division or army, for example "U.S. 1"
    factors  printed figures from left to right, at most four, as text
    oval     the last factor stands in a red oval
    echelon  size mark over a box symbol: "", "I", "II", "III", "X", "XX" or "XXX"
    stars    stars of rank, at most three (four for the commander of all armies)
    disc     a disc instead of stars: a staff officer, such as a chief of artillery
    guns     artillery points as dots; horse: cavalry points as strokes (games that print them so)
    framed   a key line around the lower part, for counters that stand for several others
    quality  a figure in a pale disc low right; the factors then stand low left, and `weapon` small after them
    fragile  the quality stands in a diamond instead: a counter that has no worn side
    steps    (left, at full strength) as squares beside the strength, lost ones hollow
    worn     the other side of a counter that has suffered: torn band, hatched face
    corps    a corps badge right in the band instead of the tag, one of CORPS
    chip     a round chit: one of CHIPS says what it shows (see `chips.py`)
    status   a plate of badges.py under the name in a broad band, with `code` in it: the order of a brigade
    face_down  the back: only cloth and code show, on a lattice (dark cloth) or planks (light cloth)
    """

    cloth: str = "blue"
    symbol: str = "none"
    name: str = ""
    band: str = ""
    code: str = ""
    tag: str = ""
    factors: tuple[str, ...] = ()
    oval: bool = False
    echelon: str = ""
    stars: int = 0
    disc: bool = False
    guns: int = 0
    horse: int = 0
    framed: bool = False
    face_down: bool = False
    quality: str = ""
    fragile: bool = False
    weapon: str = ""
    steps: tuple[int, int] = (0, 0)
    worn: bool = False
    corps: str = ""
    chip: str = ""
    status: str = ""

    def __post_init__(self) -> None:
        for what, value, known in (
            ("cloth", self.cloth, CLOTHS),
            ("symbol", self.symbol, SYMBOLS),
            ("band", self.band, ("", *BANDS)),
            ("echelon", self.echelon, ECHELONS),
            ("corps", self.corps, ("", *CORPS)),
            ("chip", self.chip, ("", *CHIPS)),
            ("status", self.status, ("", *PLATES)),
        ):
            if value not in known:
                raise ValueError(
                    f"counter {self.name or self.code!r}: {what} {value!r} is not one of "
                    f"{', '.join(filter(None, known))}"
                )
        if len(self.factors) > 4:
            raise ValueError(f"counter {self.name!r}: {len(self.factors)} factors, at most four fit")


def draw_counter(face: CounterFace, style: str = "figures") -> str:
    """The face as a <g> in a 48 x 48 field. `style` is "figures" (silhouettes) or "boxes" (box symbols)."""
    if style not in ("figures", "boxes"):
        raise ValueError(f"style must be 'figures' or 'boxes', not {style!r}")
    if face.chip:
        return chip_parts(face.chip, face)
    if face.face_down:
        content = _back(face)
    elif face.status:
        content = _status(face)
    elif face.symbol in MARKERS and face.symbol != "unknown":
        content = marker(face.symbol)
    elif face.symbol == WORDS:
        content = _words(face)
    else:
        content = _heading(face) + _middle(face, style) + _factors(face) + _pips(face)
        content = _hatching(face) + content + _key_line(face)
        if face.framed:
            content += '<rect class="c-s c-thin" x="3.2" y="13.8" width="41.6" height="31.6" rx="1.6"/>'
    return f'<g class="c-{face.cloth}">{body()}{content}</g>'


def counter_symbol(name: str, face: CounterFace, style: str = "figures") -> str:
    """The face as a <symbol> to put into <defs> once and to <use> as often as it lies on the map."""
    drawing = draw_counter(face, style)
    return f'<symbol id="{escape(name)}" viewBox="0 0 48 48" overflow="visible">{drawing}</symbol>'


def use_counter(name: str) -> str:
    return f'<use href="#{escape(name)}" width="48" height="48"/>'


COUNTER_DEFS = (
    '<pattern id="p-dots" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r=".75" fill="#000" fill-opacity=".42"/></pattern>'
    '<pattern id="p-bars" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M1 0V4" stroke="#000" stroke-opacity=".35" stroke-width="1.1"/></pattern>'
    '<pattern id="p-slant" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M1 0V4" stroke="#000" stroke-opacity=".35" stroke-width="1.1"/></pattern>'
)


# ---------------------------------------------------------------- a counter and its badges on the map


def placed_counter(
    content: str, corner: Point, size: float = FACE, badges: Iterable[Badge] = (), count: int = 0
) -> str:
    """A counter (a face or a <use>), its upper left corner at a point, with badges and a stack's count."""
    shown = list(badges)
    dim = '<rect class="c-spent" width="48" height="48" rx="4.6"/>' if any(b.dims for b in shown) else ""
    marks = "".join(placed_badge(badge) for badge in shown)
    tally = at(COUNT_SPOT, count_parts(count)) if count > 1 else ""
    return at(corner, content + dim + marks + tally, scale=size / FACE)


def stack_parts(
    contents: Sequence[str],
    middle: Point,
    size: float = FACE,
    badges: Iterable[Badge] = (),
    shown: int = SHOWN,
) -> str:
    """Counters fanned up and to the right, the top one (the last) whole; above four only the count grows."""
    fan = size * FAN
    visible = contents[-shown:]
    spread = fan * (len(visible) - 1) / 2
    left, top = middle[0] - size / 2, middle[1] - size / 2
    out = []
    for depth in range(len(visible) - 1, 0, -1):
        off = fan * depth - spread
        out.append(at((left + off, top - off), visible[-1 - depth], scale=size / FACE))
    out.append(placed_counter(visible[-1], (left - spread, top + spread), size, badges))
    if len(contents) > 1:
        k = size / FACE
        out.append(
            at(
                (left + spread + COUNT_SPOT[0] * k, top - spread + COUNT_SPOT[1] * k),
                count_parts(len(contents)),
                scale=k,
            )
        )
    return '<g class="stack">' + "".join(out) + "</g>"


def counter_layout() -> dict[str, object]:
    """What a client needs to put badges on counters and counters on each other."""
    return {
        "size": FACE,
        "spots": {name: list(spot) for name, spot in SPOTS.items()},
        "count": list(COUNT_SPOT),
        "fan": FACE * FAN,
        "shown": SHOWN,
        "step": STEP,
    }


# ---------------------------------------------------------------- parts of a face

# Centres, size and room of the figures, by how many there are; an officer's stand beside the portrait.
FACTOR_SPOTS: dict[int, tuple[float, ...]] = {
    1: (37.5,),
    2: (14.0, 34.0),
    3: (9.6, 24.0, 38.4),
    4: (8.0, 18.8, 29.4, 40.0),
}
FACTOR_SIZE = {1: 20.0, 2: 17.0, 3: 17.0, 4: 13.5}
FACTOR_ROOM = {1: 15.0, 2: 17.0, 3: 11.4, 4: 9.0}
OFFICER_SPOTS: dict[int, tuple[float, ...]] = {
    1: (35.0,),
    2: (29.0, 40.2),
    3: (26.8, 34.4, 42.0),
    4: (26.0, 31.6, 37.2, 42.8),
}
OFFICER_SIZE = {1: 14.5, 2: 13.0, 3: 9.5, 4: 7.5}
OFFICER_ROOM = {1: 11.4, 2: 9.0, 3: 5.8, 4: 4.4}
NAME_LINE = 19.6  # base line of a name that has a line of its own


def _heading(face: CounterFace) -> str:
    if not face.band:
        rule = path("c-s c-thin", "M4 13.6h40")
        return fitted("c-name c-i", (24, 11), face.name, 41, 9.2) + rule
    colour, pattern, ink = BANDS[face.band]
    if face.worn:  # the lower edge of the band is torn
        high, under = "7.6", ""
        fill = f'<path d="M2.8 2.8h42.4v7.6{"l-2.65 3.1l-2.65-3.1" * 8}z" fill="{colour}"/>'
    else:
        high, under = "9.4", path("c-rule", "M2.8 12.2h42.4")
        fill = f'<path d="M2.8 2.8h42.4v9.4h-42.4z" fill="{colour}"/>'
    tag_left = 34.4 if face.corps else 44 - counter_width(face.tag, 6.4)
    most = tag_left - 5.4
    code_width = counter_width(face.code, 8.6)
    start, end = 5.4 + min(code_width, most), tag_left - 1.2
    if pattern and end - start > 4:
        wide = num(min(9.0, end - start))
        fill += f'<path d="M{num(start)} 2.8h{wide}v{high}h-{wide}z" fill="url(#p-{pattern})"/>'
    code = ""
    if face.code and code_width <= most:
        code = f'<text class="c-code" x="4.4" y="10.6" fill="{ink}">{escape(face.code)}</text>'
    elif face.code:
        code = fitted("c-code", (4.4, 10.6), face.code, most, 8.6, 0.7).replace(
            "<text ", f'<text fill="{ink}" ', 1
        )
    tag = f'<text class="c-tag" x="44" y="9.9" fill="{ink}">{escape(face.tag)}</text>' if face.tag else ""
    if face.corps:
        tag = at((39.6, 7.4), f'<path d="{CORPS[face.corps]}" fill="{ink}"/>')
    return fill + under + code + tag


def _hatching(face: CounterFace) -> str:
    """The face of a worn counter, so that it is told from a fresh one without colour and at any size."""
    if not face.worn:
        return ""
    lines = "".join(f"M{x} 12L{x - 36} 48" for x in range(14, 84, 6))
    window = '<svg x="2.2" y="13" width="43.6" height="32.8" viewBox="2.2 13 43.6 32.8">'
    return window + path("c-worn", lines) + "</svg>"


def _key_line(face: CounterFace) -> str:
    """Light cloths are close to the sand of high ground: a pale line outside the dark edge parts them."""
    return (
        '<rect class="c-halo" x="-.9" y="-.9" width="49.8" height="49.8" rx="5.4"/>' if face.quality else ""
    )


def two_lines(name: str) -> tuple[str, str] | None:
    """'69 NYM' as number and state; None for a name that reads better on a line of its own."""
    number, _, state = name.partition(" ")
    fits = state and counter_width(number, 10) < 17 and counter_width(state, 7.2) < 19
    return (number, state) if fits else None


# Where a symbol stands, and how large, under a name that has a line of its own: between y = 20.4 and 32.6.
_UNDER_NAME: dict[str, tuple[float, float]] = {
    "infantry": (26.6, 0.70),
    "brigade": (27.4, 0.62),
    "cavalry": (27.6, 0.58),
    "artillery": (25.9, 0.78),
    "limber": (26.0, 0.78),
}


def _middle(face: CounterFace, style: str) -> str:
    if face.symbol in ("officer", "headquarters"):
        return _officer(face)
    named = _name_line(face) if face.band else ""
    if face.symbol == "unknown":
        return named + '<text class="c-num c-i" x="24" y="42.5" style="font-size:24px">?</text>'
    if face.symbol not in ARMS:
        return named
    boxed = style == "boxes"
    parts = two_lines(face.name) if face.band else None
    if parts:
        number, state = parts
        words = fitted("c-name c-i", (36.8, 22.2), number, 15.5, 10) + fitted(
            "c-name c-i", (36.8, 29.8), state, 15.4, 7.2
        )
        drawing = box(face.symbol, face.echelon) if boxed else figure(face.symbol)
        return words + at((16.0, 24.9) if boxed else (15.8, 22.9), drawing, scale=0.84)
    if not face.band:
        drawing = box(face.symbol, face.echelon) if boxed else figure(face.symbol, room=40.0)
        star = "".join(at((41.0 - 8 * k, 19.4), path("c-i", star_data(4))) for k in range(face.stars))
        return at((17.0, 24.6), drawing, scale=0.8) + star
    if boxed:
        return named + at((24.0, 28.1), box(face.symbol, face.echelon), scale=0.66)
    y, scale = _UNDER_NAME[face.symbol]
    if face.quality:  # the strength is set larger
        y, scale = y - 0.7, scale * 0.88
    return named + at((24.0, y), figure(face.symbol, room=40.0), scale=scale)


def _name_line(face: CounterFace) -> str:
    return fitted("c-name c-i", (24, NAME_LINE), face.name, 41, 7.8)


def _officer(face: CounterFace) -> str:
    """Bust to the left, stars of rank to the right over the movement factor; the name has its own line."""
    name = _name_line(face) if face.band else ""
    portrait = at((13.6, 33.6), bust() if face.symbol == "officer" else headquarters(), scale=1.0)
    if face.disc:
        rank = '<circle class="c-i" cx="35" cy="26.4" r="3.2"/>'
    else:
        step = 6.6 if face.stars > 3 else 7.4
        first = 35 - step * (face.stars - 1) / 2
        rank = "".join(at((first + step * k, 26.4), path("c-i", star_data(3.7))) for k in range(face.stars))
    return name + portrait + rank


def _factors(face: CounterFace) -> str:
    """Figures from left to right; a movement factor in a red oval is always active."""
    values = face.factors
    if face.quality:
        return _strength(face) + _quality(face)
    if not values:
        return ""
    officer = face.symbol in ("officer", "headquarters")
    spots = (OFFICER_SPOTS if officer else FACTOR_SPOTS)[len(values)]
    size = (OFFICER_SIZE if officer else FACTOR_SIZE)[len(values)]
    room = (OFFICER_ROOM if officer else FACTOR_ROOM)[len(values)]
    rise = size * 0.355
    out = []
    for i, (x, value) in enumerate(zip(spots, values, strict=False)):
        last = i == len(values) - 1
        if last and face.oval:
            out.append(
                f'<ellipse class="c-oval" cx="{num(x)}" cy="{num(44.9 - rise)}" '
                f'rx="{num(size * 0.42)}" ry="{num(size * 0.44)}"/>'
            )
        cls = "c-num c-oval-num" if last and face.oval else "c-num c-i"
        out.append(fitted(cls, (x, 44.9), value, room, size, smallest=0.7))
        if not last:
            middle = (x + spots[i + 1]) / 2
            out.append(path("c-s c-dash", f"M{num(middle - 1.2)} {num(44.9 - rise)}h2.4"))
    return "".join(out)


DISC = (40.2, 38.6)  # the middle of the disc with the quality


def _strength(face: CounterFace) -> str:
    """Low left: the strength, with the weapon after it or the steps beside it."""
    strength = face.factors[0] if face.factors else ""
    out = fitted("c-num c-i", (3.7, 45), strength, 19.6, 19, 0.8)
    out = out.replace('style="', 'style="text-anchor:start;', 1)
    right = 4.2 + min(19.6, counter_width(strength, 19))
    if face.weapon:
        out += fitted("c-arm c-i", (right + 0.6, 45), face.weapon, min(33.2 - right, 11.5), 9.4, 0.72)
    left, full = face.steps
    for k in range(full):
        cls = "c-step" if k < left else "c-step-lost"
        out += f'<rect class="{cls}" x="{num(right + 3)}" y="{num(40.6 - 6 * k)}" width="4.4" height="4.4"/>'
    return out


def _quality(face: CounterFace) -> str:
    x, y = DISC
    figure_ = fitted("c-disc-num", (x, y + 4.2), face.quality, 11, 12, 0.6)
    plate = f'<circle class="c-disc" cx="{x}" cy="{y}" r="6.4"/>'
    if face.fragile:
        plate = at(DISC, path("c-disc", "M0-7.5L7.2 0 0 7.5-7.2 0z"))
    return f'<g class="c-grow">{plate}{figure_}</g>'


def _status(face: CounterFace) -> str:
    """How a formation stands: its band, the order in its outline, the quality in a disc."""
    colour, pattern, ink = BANDS[face.band or "white"]
    fill = f'<path d="M2.8 2.8h42.4v17h-42.4z" fill="{colour}"/>'
    if pattern:
        fill += f'<path d="M2.8 13.8h42.4v6h-42.4z" fill="url(#p-{pattern})"/>'
    name = fitted("c-name", (24, 12), face.name, 40, 9, 0.7).replace("<text ", f'<text fill="{ink}" ', 1)
    order = at((16, 33), plate_parts(face.status, face.code), scale=1.45)
    x, y = DISC
    disc = ""
    if face.quality:
        disc = f'<circle class="c-disc" cx="{x - 2}" cy="{y - 3}" r="7.4"/>'
        disc += fitted("c-disc-num", (x - 2, y + 1.6), face.quality, 13, 13, 0.6)
    return fill + path("c-rule", "M2.8 19.8h42.4") + name + order + disc


def _pips(face: CounterFace) -> str:
    dots = "".join(f'<circle class="c-i" cx="{num(7 + 6 * k)}" cy="42" r="2.1"/>' for k in range(face.guns))
    strokes = "".join(f"M{num(5 + 6 * k)} 37.6l4-3.6" for k in range(face.horse))
    return dots + path("c-s c-dash", strokes)


def _words(face: CounterFace) -> str:
    """A marker of words, one below the other, in letters as large as they fit; the band says what it is
    about by its colour."""
    lines = face.name.upper().split() or [""]
    figure_room = 17.0 if face.factors else 0.0
    room = 40.0 - figure_room
    size = min(13.0, room / len(lines) * 0.92)
    top = 4.0 + (room - size * len(lines)) / 2
    fill = ""
    if face.band:
        colour, pattern, _ = BANDS[face.band]
        fill = f'<path d="M2.8 2.8h42.4v3h-42.4zM2.8 42.2h42.4v3h-42.4z" fill="{colour}"/>'
        if pattern:
            fill += f'<path d="M2.8 2.8h42.4v3h-42.4zM2.8 42.2h42.4v3h-42.4z" fill="url(#p-{pattern})"/>'
    words = "".join(
        fitted("c-name c-i", (24, top + size * (i + 0.86)), line, 40, size, smallest=0.5)
        for i, line in enumerate(lines)
    )
    value = fitted("c-num c-i", (24, 40.6), face.factors[0], 38, 17.0) if face.factors else ""
    return fill + words + value


def _back(face: CounterFace) -> str:
    """Only the side and the brigade's letters can be known."""
    if face.cloth in DARK_CLOTHS:
        pattern = "".join(f"M{x} 2.8L{x - 42} 44.8M{x - 42} 2.8L{x} 44.8" for x in (24, 36, 48, 60, 72))
    else:
        pattern = "".join(f"M2.8 {y}H45.2" for y in range(8, 46, 6))
    window = '<svg x="2.8" y="2.8" width="42.4" height="42.4" viewBox="2.8 2.8 42.4 42.4">'
    clipped = window + path("c-back", pattern) + "</svg>"
    if not face.code:
        return clipped
    plate = '<rect class="c-box" x="8" y="14.5" width="32" height="19" rx="2"/>'
    return clipped + plate + fitted("b-text", (24, 29.4), face.code, 28, 15)
