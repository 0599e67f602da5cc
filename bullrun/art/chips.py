"""Chits: whatever comes out of a cup is round, and whatever stands on the map is square.

A chit shows what its kind says, from the same fields as a counter:

    rating   the name over a large figure (`factors`); a black ribbon with the `tag` when it is worn
    event    a picture (`code`, one of ICONS) over the name
    command  the band over the upper half with the corps badge or a flag, the name, and the `tag` below
    leader   a bust over the name, a star and the `tag`
    guns     a gun over the name, and the figure on an arc in the colour of the band
    control  a star
    words    only the name, in letters as large as they fit
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bullrun.art.card import BANDS, CORPS, DARK_CLOTHS, fitted
from bullrun.art.metrics import counter_width
from bullrun.art.svg import at, path, star_data
from bullrun.art.symbols import BUST, figure

if TYPE_CHECKING:
    from bullrun.art.counters import CounterFace

CHIPS = ("rating", "event", "command", "leader", "guns", "control", "words")

# Pictures of events, around (0, 0), about 18 wide and high.
ICONS: dict[str, str] = {
    "star": path("c-i", star_data(8)),
    "burst": path("c-i", star_data(8, 0.45, 9)),
    "flag": path("c-s", "M-5 8V-8") + path("c-i", "M-5-8c4-2 7 1.6 12-.4v8.4c-5 2-8-1.6-12 .4z"),
    "horn": path("c-i", "M-8-2.4h4L3-7V7l-7-4.6h-4z") + path("c-s", "M5.4-4q2.4 4 0 8M8.4-6.4q4 6.4 0 12.8"),
    "signal": path("c-s", "M-7 8L5-8M7 8L-5-8") + path("c-i", "M5-8l5 3-4 4.6-4.6-3zM-5-8l-5 3 4 4.6 4.6-3z"),
    "arrow": path("c-i", "M0-8.6l6.6 7.4H3v9h-6v-9h-3.6z"),
    "crossing": path("c-s", "M-7 3h6l3-6h6M-7-3h6l3 6h6M6-5l2.4 2L6-1M6 1l2.4 2L6 5"),
    "berries": "".join(
        f'<circle class="c-i" cx="{x}" cy="{y}" r="2.6"/>'
        for x, y in ((-4, -1), (1.4, -3), (4.8, 1.2), (-0.6, 2.6))
    )
    + path("c-s", "M1-5.6q2-3.4 5-2.6"),
    "cartridge": path("c-i", "M-2.6 7V-2C-2.6-5-1.2-7 0-8 1.2-7 2.6-5 2.6-2V7z") + path("c-s", "M-7 7L7-7"),
    "hourglass": path("c-i", "M-6-8h12L1.2 0 6 8h-12L-1.2 0z"),
    "fog": path("c-s", "M-9-4q3-3 6 0t6 0 6 0M-9 0q3-3 6 0t6 0 6 0M-9 4q3-3 6 0t6 0 6 0"),
    "die": path("c-s", "M-6.4-6.4h12.8v12.8h-12.8z")
    + "".join(f'<circle class="c-i" cx="{x}" cy="{x}" r="1.5"/>' for x in (-3, 0, 3)),
    "clock": '<circle class="c-s" r="8"/>' + path("c-s", "M0-5V0l3.6 2.4"),
    "gun": figure("artillery"),
    "horse": figure("cavalry"),
    "line": figure("infantry"),
}


def chip_parts(kind: str, face: CounterFace) -> str:
    """A chit in a 48 x 48 field."""
    if face.face_down:
        return _chip(face.cloth, _back(face))
    return _chip(face.cloth, _DRAWN[kind](face), rim=kind != "command")


def _chip(cloth: str, inside: str, rim: bool = True) -> str:
    ring = '<circle class="c-chip-rim" cx="24" cy="24" r="21.4"/>' if rim else ""
    return (
        f'<g class="c-{cloth}"><circle class="c-shadow" cx="25.6" cy="26.2" r="23.6"/>'
        f'<circle class="c-chip" cx="24" cy="24" r="23.4"/>{ring}{inside}</g>'
    )


def _back(face: CounterFace) -> str:
    """What lies face down: the side, and a word for what kind of chit it is."""
    if face.cloth in DARK_CLOTHS:
        lines = "".join(f"M{x} 0L{x - 48} 48M{x - 48} 0L{x} 48" for x in range(4, 96, 8))
    else:
        lines = "".join(f"M0 {y}H48" for y in range(3, 48, 5))
    window = '<svg x="6" y="6" width="36" height="36" viewBox="6 6 36 36">' + path("c-back", lines) + "</svg>"
    if not face.code:
        return window
    plate = '<rect class="c-box" x="7" y="17.4" width="34" height="13.6" rx="2"/>'
    return window + plate + fitted("b-text", (24, 27.2), face.code, 31, 8, 0.72)


def _rating(face: CounterFace) -> str:
    figure_ = face.factors[0] if face.factors else ""
    if not face.worn:
        name = fitted("c-name c-i", (24, 16.4), face.name, 31, 7.4, 0.7)
        return name + fitted("c-num c-i", (24, 35.4), figure_, 30, 21) + path("c-i", "M12 39.6h24v1h-24z")
    name = fitted("c-name c-i", (24, 15.6), face.name, 29, 7, 0.7)
    ribbon = path("c-mourn", "M1.4 19.4h45.2v9.6h-45.2z")
    ribbon += fitted("c-mourn-text", (24, 26.8), face.tag.upper(), 40, 7, 0.7)
    return name + fitted("c-num c-i", (24, 42.6), figure_, 20, 15) + ribbon


def _event(face: CounterFace) -> str:
    if face.code not in ICONS:
        raise ValueError(
            f"chit {face.name!r}: no picture is called {face.code!r}; there are {', '.join(ICONS)}"
        )
    lines = _two_lines(face.name)
    words = "".join(
        fitted("c-name c-i", (24, 31.6 + 6.8 * i), line, 32 - 6 * i, 6.8, 0.72)
        for i, line in enumerate(lines)
    )
    return at((24, 16.4), ICONS[face.code]) + words


def _two_lines(name: str) -> list[str]:
    """A long name broken after the word that leaves both lines most alike."""
    words = name.split()
    if len(name) <= 9 or len(words) == 1:
        return [name]
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return list(min(breaks, key=lambda lines: max(len(line) for line in lines)))


def _command(face: CounterFace) -> str:
    colour, pattern, ink = BANDS[face.band or "white"]
    top = f'<path d="M3.6 24A20.4 20.4 0 0144.4 24z" fill="{colour}"/>'
    if pattern:
        top += (
            '<path d="M3.6 24A20.4 20.4 0 016.3 14h35.4A20.4 20.4 0 0144.4 24z" '
            f'fill="url(#p-{pattern})" fill-opacity=".55"/>'
        )
    sign = f'<path d="M-6 8V-7h1.2V8zM-4.8-7h12l-3 3.4 3 3.4h-12z" fill="{ink}"/>'
    flag = at((24, 14.4), sign, scale=0.9)
    if face.corps:
        flag = at((24, 14), f'<path d="{CORPS[face.corps]}" fill="{ink}"/>', scale=1.7)
    name = fitted("c-name c-i", (24, 33.4), face.name, 36, 9, 0.6)
    return (
        top + path("c-rule", "M3 24h42") + flag + name + fitted("c-name c-i", (24, 41), face.tag, 26, 6, 0.7)
    )


def _leader(face: CounterFace) -> str:
    name = fitted("c-name c-i", (24, 32.6), face.name, 34, 7.6, 0.6)
    width = min(14.0, counter_width(face.tag, 6.6))
    left = 24 - (8.0 + width) / 2 if face.tag else 20.6  # star and note stand in the middle together
    star = at((left + 3.4, 39), path("c-i", star_data(3.4)))
    note = fitted("c-name c-i", (left + 8 + width / 2, 41.4), face.tag, 14, 6.6, 0.7) if face.tag else ""
    return at((24, 15.6), path("c-i", BUST), scale=1.12) + name + star + note


def _guns(face: CounterFace) -> str:
    colour, _, ink = BANDS[face.band or "white"]
    arc = f'<path d="M7 35A20.4 20.4 0 0041 35z" fill="{colour}"/>'
    name = fitted("c-name c-i", (24, 32.6), face.name, 38, 7.4, 0.6)
    value = face.factors[0] if face.factors else ""
    figure_ = fitted("c-name", (24, 41.6), value, 20, 7.4).replace("<text ", f'<text fill="{ink}" ', 1)
    return arc + at((23, 17.4), figure("artillery"), scale=1.05) + name + (figure_ if value else "")


def _control(face: CounterFace) -> str:
    return at((24, 25), path("c-i", star_data(15)))


def _words(face: CounterFace) -> str:
    lines = _two_lines(face.name.upper())
    size = 10.0
    top = 24 - size * len(lines) / 2
    return "".join(
        fitted("c-name c-i", (24, top + size * (i + 0.86)), line, 36, size, 0.5)
        for i, line in enumerate(lines)
    )


_DRAWN = {
    "rating": _rating,
    "event": _event,
    "command": _command,
    "leader": _leader,
    "guns": _guns,
    "control": _control,
    "words": _words,
}
