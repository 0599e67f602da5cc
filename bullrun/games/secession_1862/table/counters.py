"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.engine.game import Counters, PieceInfo
from bullrun.games.vaevictis.look import back

BANDS = {
    "red": "red", "orange": "orange", "yellow": "gold", "dark green": "green", "light green": "teal",
    "brown": "black", "purple": "plum", "mauve": "plum", "turquoise": "teal", "blue": "sky", "pink": "rose",
    "white": "white",
}  # fmt: skip
"""The band of a division on our counters; the letters say the same."""


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """The side of a counter that lies up; `shown` is its described state."""
    facts = piece.facts
    cloth = "blue" if piece.side == "union" else "grey"
    if "rank" in facts:
        army = facts["rank"] == "army"
        value = facts["movement_test"] if army else shown.get("activation", facts["available"])
        return CounterFace(
            cloth=cloth,
            symbol="officer",
            name=piece.name,
            tag="U.S." if cloth == "blue" else "C.S.",
            factors=(f"{value}" if army else f"{value:+}", str(facts["movement"])),
            stars=3 if army else 2,
        )
    symbol = "infantry" if shown.get("dismounted") else piece.kind
    combat = shown.get("combat", facts["combat"])
    guns = shown.get("artillery", facts["artillery"])
    is_battery = piece.kind == "artillery"
    return CounterFace(
        cloth=cloth,
        symbol=symbol,
        name=piece.name,
        band=BANDS[facts["band"]],
        code=facts.get("division", "")[:3].upper(),
        tag=facts.get("corps", "")[:4] + (" S" if facts["sharpshooters"] else ""),
        factors=(f"({combat})", str(guns)) if is_battery else (str(combat),),
        guns=0 if is_battery else guns,
        oval=bool(shown.get("losses")),
        stars=int(facts["star"]),
    )


WEARS = {
    "routed": Wears("routed", "left high", "routed"),
    "fatigue": Wears("hourglass", "left", "fatigue"),
    "losses": Wears("drop", "left low", "losses"),
    "fired": Wears("fired", "right high", "attacks"),
    "moved": Wears("moved", "right", "has acted", dims=True),
}


def badges(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The states a player must see at a glance."""
    found = []
    if shown.get("routed"):
        found.append(("routed", ""))
    elif shown.get("fatigue"):
        found.append(("fatigue", str(shown["fatigue"])))
    if shown.get("losses"):
        found.append(("losses", str(shown["losses"])))
    if shown.get("attack"):
        found.append(("fired", ""))
    if shown.get("acted") or shown.get("activated"):
        found.append(("moved", ""))
    return found


COUNTERS = Counters(face, back, badges, WEARS)
