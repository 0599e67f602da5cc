"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.engine.display import Marker
from bullrun.engine.game import NEUTRAL, Counters, PieceInfo

BANDS = {
    "hooker": "red", "kearny": "orange", "ix-corps": "green", "king": "teal", "ricketts": "rose",
    "reynolds": "plum", "williams": "olive",
    "i-corps": "sky", "v-corps": "gold", "vi-corps": "white", "buford": "black",
    "ii-corps": "red", "iii-corps": "orange", "xi-corps": "plum", "xii-corps": "teal",
    "taliaferro": "gold", "ewell": "red", "light": "green", "stuart": "orange", "kemper": "plum",
    "jones": "white", "wilcox": "teal",
    "hood": "sky", "anderson": "rose",
    "heth": "red", "pender": "white", "rodes": "gold", "early": "green", "johnson": "plum",
    "mclaws": "teal", "pickett": "orange",
}  # fmt: skip
"""A colour for each formation, in each battle another for each of a side; the letters say the same."""
SIDE_CLOTHS = {"union": "blue", "confederate": "grey", NEUTRAL: "plain"}
ARMY_CLOTHS = {"Army of Virginia": "navy"}
CORPS_CLOTHS = {
    "Jackson's Wing": "butternut",
    "II Corps": "butternut",
    "Cavalry": "butternut",
    "III Corps": "oat",
}
"""Of Confederates: the wing or corps tells two that meet apart; all others are grey."""


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """The side of a counter that lies up; `shown` is its described state."""
    facts = piece.facts
    if piece.kind == "command":
        return CounterFace(
            cloth=_cloth(piece),
            name=piece.name,
            band=BANDS[facts["formation"]],
            tag=facts["row"].capitalize(),
            corps=facts.get("badge", ""),
            chip="command",
        )
    if piece.kind == "special":
        name, _, day = piece.name.partition(" (")
        more = f"+{facts['modifier']}" if facts.get("modifier") else ""
        return CounterFace(cloth=_cloth(piece), name=name, tag=day.rstrip(")") or more, chip="leader")
    if piece.kind == "artillery":
        band = BANDS[facts["serves"][0]] if facts["scope"] == "formation" else "white"
        more = f"+{_halves(Fraction(facts.get('strength', '1')))}"
        return CounterFace(cloth=_cloth(piece), name=_short(piece), band=band, factors=(more,), chip="guns")
    return _unit(piece, shown)


def _unit(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """Strength goes with the steps left; before it has come, a unit shows when and where it comes."""
    facts = piece.facts
    full = facts["steps"]
    left = shown.get("steps", full)
    printed = max(left, 1)  # a counter that is lost lies there as it was last
    rating = shown.get("rating", facts.get("rating"))
    comes = shown.get("comes", "")
    return CounterFace(
        cloth=_cloth(piece),
        symbol=piece.kind,
        name=_short(piece),
        band=BANDS[facts["formation"]],
        code=facts["formation_name"].removesuffix(" Division"),
        tag=comes,
        factors=(_halves(printed * Fraction(facts.get("strength", "1"))),),
        quality=str(rating) if isinstance(rating, int) else "?",
        steps=(left, full),
        worn=left < full,
        corps="" if comes else facts.get("badge", ""),
    )


def _cloth(piece: PieceInfo) -> str:
    """Army, wing or corps; of what serves several, the side."""
    if piece.side == "confederate":
        return CORPS_CLOTHS.get(piece.facts.get("command", ""), SIDE_CLOTHS[piece.side])
    return ARMY_CLOTHS.get(piece.facts.get("army", ""), SIDE_CLOTHS[piece.side])


def _short(piece: PieceInfo) -> str:
    """ "Excelsior (Taylor)" is Excelsior, "Gamble (a)" keeps its letter; an army is told by the cloth."""
    name, _, more = piece.name.partition(",")[0].partition(" (")
    return f"{name} {more[0]}" if len(more) == 2 else name


def _halves(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def back(side: str) -> CounterFace:
    """A marker that lies face down."""
    return CounterFace(cloth=SIDE_CLOTHS[side], chip="words", face_down=True)


WEARS = {
    "waiting": Wears("hourglass", "left high", "waits in its entry hex"),
    "out of command": Wears("cross", "left high", "out of command"),
    "must retreat": Wears("routed", "left", "must retreat"),
    "attacks": Wears("fired", "right high", "attacks"),
    "in use": Wears("gun", "right high", "supports the present combat"),
    "moves": Wears("arrow", "right", "moves: M march, R by road, W withdrawal"),
    "halted": Wears("moved", "right", "its move is over", dims=True),
    "points": Wears("ring", "foot", "acts now, with these movement points"),
    "acting": Wears("star", "foot", "its units act now"),
}
MODE_LETTERS = {"march": "M", "road": "R", "regular": "", "withdrawal": "W"}


def badges(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The states a player must see at a glance."""
    found = []
    if shown.get("waiting"):
        found.append(("waiting", ""))
    elif shown.get("active") and not shown["in_command"]:
        found.append(("out of command", ""))
    if "must_retreat" in shown:
        found.append(("must retreat", ""))
    for fact, badge in (("attacks", "attacks"), ("in_use", "in use"), ("acting", "acting")):
        if shown.get(fact):
            found.append((badge, ""))
    if shown.get("halted"):
        found.append(("halted", ""))
    elif shown.get("active"):
        if "moves_by" in shown:
            found.append(("moves", MODE_LETTERS[shown["moves_by"]]))
        found.append(("points", str(shown["movement_points"])))
    return found


def marker(shown: Marker) -> CounterFace:
    """Who controls a victory hex."""
    return CounterFace(cloth=SIDE_CLOTHS[shown.side], chip="control")


COUNTERS = Counters(face, back, badges, WEARS, marker=marker)
