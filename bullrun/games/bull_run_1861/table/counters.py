"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.engine.game import Counters, PieceInfo
from bullrun.games.vaevictis.look import back

CLOTHS = {"northeastern_virginia": "blue", "potomac": "grey", "shenandoah": "butternut"}
TAGS = {"northeastern_virginia": "U.S.", "potomac": "C.S. P", "shenandoah": "C.S. S"}
DIVISIONS = {"Tyler": "red", "Hunter": "gold", "Heintzelman": "green", "Miles": "sky", "Runyon": "white"}
"""The band of a Northern division; Southern brigades belong to none."""
ARMY_BANDS = {"northeastern_virginia": "white", "potomac": "red", "shenandoah": "green"}


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """The side of a counter that lies up; `shown` is its described state."""
    facts = piece.facts
    if piece.kind == "line":
        cloth = "blue" if piece.side == "union" else "grey"
        return CounterFace(cloth=cloth, symbol="brigade", name=piece.name, framed=True)
    army = facts["army"]
    if piece.kind == "headquarters":
        return CounterFace(
            cloth=CLOTHS[army],
            symbol="headquarters",
            name=piece.name,
            tag=TAGS[army],
            factors=(str(facts["command_range"]),),
            stars=3,
        )
    division = facts.get("division", "")
    combat = shown.get("combat", facts["combat"])
    return CounterFace(
        cloth=CLOTHS[army],
        symbol=piece.kind,
        name=piece.name,
        band=DIVISIONS.get(division, ARMY_BANDS[army]),
        code=division[:3].upper(),
        tag=TAGS[army],
        factors=(str(combat),),
        oval=bool(shown.get("losses")),
        stars=int(facts["star"]),
        guns=shown.get("artillery", facts["artillery"]),
        horse=shown.get("cavalry", facts["cavalry"]),
    )


WEARS = {
    "fatigue": Wears("hourglass", "left", "fatigue"),
    "losses": Wears("drop", "left low", "steps lost"),
    "fired": Wears("fired", "right high", "attacks"),
    "formed": Wears("ranks", "top", "in operational movement"),
    "moved": Wears("moved", "right", "has acted", dims=True),
}


def badges(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The states a player must see at a glance."""
    found = []
    if shown.get("fatigue"):
        found.append(("fatigue", str(shown["fatigue"])))
    if shown.get("losses"):
        found.append(("losses", str(shown["losses"])))
    if shown.get("attack"):
        found.append(("fired", ""))
    if shown.get("operational"):
        found.append(("formed", ""))
    if shown.get("acted") or shown.get("activated"):
        found.append(("moved", ""))
    return found


COUNTERS = Counters(face, back, badges, WEARS)
