"""What each counter looks like: printed faces and state badges, from what a viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.art.badges import Wears
from bullrun.art.counters import CounterFace
from bullrun.engine.display import Marker
from bullrun.engine.game import NEUTRAL, Counters, PieceInfo
from bullrun.games.day_was_ours.rules.charts import load_roster

BANDS = {
    "Burnside": "gold", "Porter": "sky", "Franklin": "green", "Willcox": "orange", "Howard": "white",
    "Sherman": "red", "Schenck": "plum", "Keyes": "rose",
    "Bartow": "red", "Bee": "sky", "Jackson": "gold", "Elzey": "green", "Hampton": "plum",
    "Stuart": "orange", "Evans": "white", "Cocke": "teal", "Bonham": "rose", "Early": "olive",
}  # fmt: skip
"""A colour for each brigade; the letters say the same. Batteries are black."""
SIDE_CLOTHS = {"union": "blue", "confederate": "grey", NEUTRAL: "wild"}
JOHNSTON = "butternut"
"""Of the Army of the Shenandoah."""
TAGS = {"Heintzelman": "Heintz.", "Beauregard": "P", "Johnston": "S"}
"""Of a division right in the band; a Confederate army has the letter that is printed."""
PICTURES = {
    "Blackberries": "berries", "Command Confusion": "crossing", "Firefight": "burst", "Rally!": "flag",
    "Regulars Forward": "arrow", "Rebel Yell!": "horn", "Signal Station": "signal",
    "Superior Artillery": "gun", "Low Ammo": "cartridge", "Exhaustion": "hourglass", "Fog of War": "fog",
    "Fortunes of War": "die", "Firing on Friends": "line",
}  # fmt: skip
"""Of an event or wild chit."""
ORDER_PLATES = {
    "attack": ("spearhead", "A"),
    "defend": ("buckler", "D"),
    "maneuver": ("arrow", "M"),
    "regroup": ("ring", "R"),
    "limited": ("ring", "L"),
    "free move": ("arrow", "F"),
}
"""The outline of an order and the letter in it."""
READY = ("ranks", "")
"""A brigade without an order stands in ranks."""


def face(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """The side of a counter that lies up; `shown` is its described state."""
    if piece.kind == "brigade":
        return _brigade(piece, shown)
    if piece.kind == "division":
        return _leader(piece, shown)
    if piece.kind in ("event", "wild"):
        cloth = SIDE_CLOTHS[piece.side]
        return CounterFace(cloth=cloth, name=piece.name, chip="event", code=PICTURES[piece.name])
    return _unit(piece, shown)


def _cloth(side: str, division: str) -> str:
    return JOHNSTON if division == "Johnston" else SIDE_CLOTHS[side]


def _unit(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    facts = piece.facts
    worn = bool(shown.get("battleworn"))
    printed = facts["battleworn" if worn else "fresh"]
    division = facts.get("division", "")
    band, code, tag = "black", "Art.", "U.S." if piece.side == "union" else "C.S."
    if division:
        band, code, tag = (
            BANDS[facts["brigade"]],
            facts["brigade"][:2].upper(),
            TAGS.get(division, division),
        )
    on_foot = piece.kind == "cavalry" and shown.get("mounted") is False
    return CounterFace(
        cloth=_cloth(piece.side, division),
        symbol="infantry" if on_foot else piece.kind,
        name=piece.name,
        band=band,
        code=code,
        tag=tag,
        factors=(str(printed["strength"]),),
        weapon=facts["weapon"],
        quality=str(printed["cohesion"]),
        fragile=bool(shown.get("fragile")),
        worn=worn,
    )


def _brigade(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    plate, letter = ORDER_PLATES.get(shown.get("order", ""), READY)
    return CounterFace(
        cloth=_cloth(piece.side, piece.facts["division"]),
        name=piece.name,
        band=BANDS[piece.name],
        code=letter,
        quality=str(piece.facts["coordination"]),
        status=plate,
    )


def _leader(piece: PieceInfo, shown: Mapping[str, Any]) -> CounterFace:
    """A division chit; an option may give a leader another rating than the printed one."""
    hurt = bool(shown.get("casualty"))
    rating = shown.get("rating", piece.facts["casualty_rating" if hurt else "rating"])
    return CounterFace(
        cloth=_cloth(piece.side, piece.name),
        name=piece.name,
        tag="Casualty" if hurt else "",
        factors=(str(rating),),
        chip="rating",
        worn=hurt,
    )


def back(side: str) -> CounterFace:
    """A chit that lies face down: only events do, and all of a side have one back."""
    return CounterFace(cloth=SIDE_CLOTHS[side], code="EVENT", chip="event", face_down=True)


WEARS = {
    "shaken": Wears("bolt", "left high", "shaken"),
    "hits": Wears("shield", "left", "morale hits"),
    "low ammo": Wears("cartridge", "left low", "low on ammunition"),
    "fired": Wears("fired", "right high", "has fired"),
    "moved": Wears("moved", "right", "has moved"),
    "activated": Wears("done", "right", "has acted this turn", dims=True),
    "guns": Wears("gun", "foot", "acts in the Artillery Phase"),
    "chaos": Wears("swirl", "top left", "Battlefield Chaos"),
    **{
        order: Wears(plate, "foot", f"acts under {order} orders" if order != "free move" else "moves freely")
        for order, (plate, _) in ORDER_PLATES.items()
    },
}


def badges(shown: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The states a player must see at a glance. A brigade's marker shows its order on its face."""
    found = [(state, "") for state in ("shaken", "low ammo") if shown.get(state)]
    if shown.get("hits"):
        found.append(("hits", str(shown["hits"])))
    order = shown.get("order", "")
    if not order and (shown.get("activated") or shown.get("acted")):
        found.append(("activated", ""))
        return found
    found += [(state, "") for state in ("fired", "moved") if shown.get(state)]
    if order and "values" in shown:
        found.append((order, ORDER_PLATES[order][1] if order in ORDER_PLATES else ""))
    return found


def under(piece: PieceInfo) -> str:
    """The Fog of War chit lies under the units of the hex that is in chaos."""
    return "chaos" if piece.name == "Fog of War" else ""


def marker(shown: Marker) -> CounterFace:
    """Who controls an objective or leads, chits and reinforcements on the tracks, the ford that is found."""
    if shown.look in ("control", "lead"):
        return CounterFace(cloth=SIDE_CLOTHS[shown.side or NEUTRAL], chip="control")
    look, _, of = shown.look.partition(" ")
    if look == "chit":
        number = load_roster().number.get(of)
        return back(shown.side) if number is None else face(load_roster().infos[number], {})
    if look == "due":
        return CounterFace(cloth=SIDE_CLOTHS[shown.side], symbol="words", name="Due", factors=(of,))
    if shown.look == "wins":
        return CounterFace(cloth=SIDE_CLOTHS[shown.side], symbol="words", name="Wins")
    if shown.look == "now":
        return CounterFace(cloth="plain", symbol="words", name="Now", band="gold")
    return CounterFace(cloth="plain", symbol="words", name="Ford found", band="sky")


COUNTERS = Counters(face, back, badges, WEARS, under=under, marker=marker)
