"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.engine.display import Marker
from bullrun.engine.game import Counters, PieceInfo

UNION_BANDS = {
    "K": "red", "SC": "orange", "S": "gold", "R": "green",
    "P": "sky", "B": "plum", "F": "teal", "W": "rose", "H": "white",
    "BL": "black", "D": "green", "M": "white",
}  # fmt: skip
CONFEDERATE_BANDS = {
    "C": "teal", "K": "orange", "BO": "red", "L": "gold", "JO": "green", "EA": "sky", "EW": "plum",
    "H": "rose", "EV": "white", "W": "black", "JA": "gold", "BE": "sky", "BA": "green", "S": "red",
    "P": "black",
}  # fmt: skip
"""A colour for each brigade code; the letters say the same."""

CLOTHS = {"Union": "blue", "Potomac": "grey", "Shenandoah": "butternut", "both": "grey"}
TAGS = {"Union": "U.S.", "Potomac": "C.S. P", "Shenandoah": "C.S. S", "both": "C.S."}
STARS = {"army": 3, "division": 2, "brigade": 1, "artillery": 0}
SYMBOLS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "brigade": "brigade",
    "leader": "officer",
    "dummy": "unknown",
}


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """The printed side of a piece whose identity the viewer knows; `shown` is its described state."""
    facts = piece.facts
    army, code = facts["army"], facts.get("brigade", "")
    bands = UNION_BANDS if piece.side == "union" else CONFEDERATE_BANDS
    tag = f"{TAGS[army]} {facts['division']}" if "division" in facts else TAGS[army]
    rank = facts.get("rank", "")
    factors: tuple[str, ...]
    if piece.kind == "battery":
        printed = facts[shown.get("face", "mobile")]
        symbol = "artillery" if shown.get("face") == "battle" else "limber"
        factors = (str(printed["attack"]), str(printed["defense"]), str(printed["movement"]))
    else:
        symbol = SYMBOLS[piece.kind]
        names = ("movement",) if piece.kind == "leader" else ("attack", "defense", "movement")
        factors = tuple(str(facts[name]) for name in names if name in facts)
    return CounterFace(
        cloth=CLOTHS[army],
        symbol=symbol,
        name=piece.name,
        band=bands.get(code, "white"),
        code=code,
        tag=tag,
        factors=factors,
        oval=bool(facts.get("red", False)),
        stars=STARS.get(rank, 0),
        disc=rank == "artillery",
        framed=piece.kind == "brigade",
    )


def states(piece: PieceInfo) -> tuple[Mapping[str, Any], ...]:
    """The described states in which a piece shows different faces: a battery has two sides."""
    return ({"face": "mobile"}, {"face": "battle"}) if piece.kind == "battery" else ({},)


def back(side: str) -> CounterFace:
    """A counter that lies face down."""
    return CounterFace(cloth="blue" if side == "union" else "grey", face_down=True)


WEARS = {
    "frozen": Wears("crystal", "left high", "frozen"),
    "inactive": Wears("stop", "left high", "inactive"),
    "formed": Wears("ranks", "top", "a formed brigade"),
    "fired": Wears("fired", "right high", "has fought"),
    "moved": Wears("moved", "right", "has moved", dims=True),
    "leader": Wears("star", "top left", "with a leader"),
}


def badges(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The states a player must see at a glance."""
    found = []
    if shown.get("frozen"):
        found.append("frozen")
    elif shown.get("active") is False:
        found.append("inactive")
    if shown.get("components"):
        found.append("formed")
    if shown.get("fought"):
        found.append("fired")
    if shown.get("halted") or shown.get("moved"):
        found.append("moved")
    return [(state, "") for state in found]


def under(piece: PieceInfo) -> str:
    """Leaders lie under the units they are with."""
    return "leader" if piece.kind == "leader" else ""


def marker(shown: Marker) -> CounterFace:
    """ABATIS and TRESTLE."""
    return CounterFace(cloth="plain", symbol=shown.look)


COUNTERS = Counters(face, back, badges, WEARS, under=under, marker=marker, states=states)
