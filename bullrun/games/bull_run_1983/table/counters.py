"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.art.badges import Badge
from bullrun.art.counters import CounterFace
from bullrun.engine.game import PieceInfo

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


def hidden_face(side: str) -> CounterFace:
    """The back of a counter."""
    return CounterFace(cloth="blue" if side == "union" else "grey", face_down=True)


def badges(shown: Mapping[str, Any]) -> list[Badge]:
    """The states a player must see at a glance."""
    found = []
    if shown.get("frozen"):
        found.append(Badge("frozen"))
    elif shown.get("active") is False:
        found.append(Badge("inactive"))
    if shown.get("components"):
        found.append(Badge("formed"))
    if shown.get("fought"):
        found.append(Badge("fired"))
    if shown.get("halted") or shown.get("moved"):
        found.append(Badge("moved"))
    return found


def marker_face(kind: str) -> CounterFace:
    """ABATIS, TRESTLE and STOP."""
    return CounterFace(cloth="plain", symbol=kind)


MARKERS = {"abatis": "abatis", "trestle": "trestle"}
"""Keys of the public table whose lists of places hold a marker, and its symbol."""
