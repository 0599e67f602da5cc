"""The counters: units, brigade markers, division, event and wild chits as columns by piece number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from bullrun.engine.game import NEUTRAL, PieceInfo
from bullrun.engine.ledger import enforces
from bullrun.errors import BullrunError
from bullrun.games.sheet import Sheet
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

INFANTRY, CAVALRY, ARTILLERY, BRIGADE, DIVISION, EVENT, WILD = range(7)
KINDS = ("infantry", "cavalry", "artillery", "brigade", "division", "event", "wild")
UNIT_KINDS = KINDS[:3]
WEAPONS = ("R", "RS", "MX", "S", "CC")
GUN_WEAPONS = ("R", "MX", "S")
ARMIES = {"Union": UNION, "Potomac": CONFEDERATE, "Shenandoah": CONFEDERATE}
LEADER_OF = {"Potomac": "Beauregard", "Shenandoah": "Johnston"}
"""The Confederate armies count as divisions (2.1c)."""
NOBODY = -1
"""The side of a wild chit; the brigade of a battery; the division of all but brigade markers."""
WINDOWS = ("gap", "passed", "order", "fire", "fired", "assault", "end")

FRESH, WORN = 0, 1


class Roster:
    """All counters, read once. Lists are indexed by piece number; bit sets hold piece numbers."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self.ids: list[str] = []
        self.infos: list[PieceInfo] = []
        self.side: list[int] = []
        """UNION, CONFEDERATE, or NOBODY of a wild chit."""
        self.kind: list[int] = []
        self.weapon: list[str] = []
        self.strength: list[tuple[int, int]] = []
        """Printed strength, Fresh and Battleworn."""
        self.cohesion: list[tuple[int, int]] = []
        self.fragile: list[bool] = []
        """Printed on one side only; whether that is played is an option (Battlefield.fragile)."""
        self.brigade: list[int] = []
        """Of a unit: the marker of its brigade; NOBODY of a battery and of all that is no unit."""
        self.division: list[int] = []
        """Of a brigade marker: the chit of its division."""
        self.coordination: list[int] = []
        """Of a brigade marker: its Attack Coordination Rating."""
        self.entry: list[str] = []
        """Of a brigade marker: the hex where it comes in, or is rebuilt when nothing of it is on the map."""
        self.rating: list[tuple[int, int]] = []
        """Of a division chit: Command Rating, and that of its Casualty version (2.5c)."""
        self.windows: list[tuple[str, ...]] = []
        """Of a chit: when it may be played."""
        self.event: list[str] = []
        """Of an event or wild chit: its printed name, the same for both sides."""
        self.number: dict[str, int] = {}
        sheet = Sheet(data, source)
        self._read(sheet)
        self.units = self._set(lambda p: self.kind[p] in (INFANTRY, CAVALRY, ARTILLERY))
        self.guns = self._set(lambda p: self.kind[p] == ARTILLERY)
        self.cavalry = self._set(lambda p: self.kind[p] == CAVALRY)
        self.of_side = tuple(self._set(lambda p, s=s: self.side[p] == s) for s in (UNION, CONFEDERATE))
        self.brigades = tuple(p for p, kind in enumerate(self.kind) if kind == BRIGADE)
        self.leaders = tuple(p for p, kind in enumerate(self.kind) if kind == DIVISION)
        self.events = tuple(
            tuple(p for p, kind in enumerate(self.kind) if kind == EVENT and self.side[p] == s)
            for s in (UNION, CONFEDERATE)
        )
        """The event chits of each side."""
        self.members: dict[int, tuple[int, ...]] = {
            marker: tuple(p for p, own in enumerate(self.brigade) if own == marker)
            for marker in self.brigades
        }
        """The units of each brigade, by its marker."""
        self.of_division: dict[int, tuple[int, ...]] = {
            chit: tuple(m for m in self.brigades if self.division[m] == chit) for chit in self.leaders
        }
        """The brigade markers of each division, by its chit."""
        self.marker: dict[str, int] = {self.infos[m].name: m for m in self.brigades}
        """Brigade markers by the brigade's name."""
        self._check(source)
        self.fog = self._wild("Fog of War", source)
        self.fortunes = self._wild("Fortunes of War", source)
        self.friends = self._wild("Firing on Friends", source)
        self.hampton = self.members[self.marker["Hampton"]][0]
        self.stuart = self.members[self.marker["Stuart"]][0]
        self.regulars_chit = self._named("Regulars Forward", source)
        self.regulars = self._unit("USA-US-Inf-Bn", source)
        """The battalion that acts by Regulars Forward."""

    def _set(self, test: Callable[..., bool]) -> int:
        return sum(1 << p for p in range(len(self.ids)) if test(p))

    # --- reading ------------------------------------------------------------------------------

    @enforces("2.5a", "2.5b")
    def _read(self, sheet: Sheet) -> None:
        """Units first: of two that are alike in everything the first is taken (2.2d). Brigades and divisions
        are found by name when all are read."""
        units, brigades = sheet.tables("units"), sheet.tables("brigades")
        chits, events = sheet.tables("division_chits"), sheet.tables("event_chits")
        for item in units:
            self._add(item, item.one_of("kind", UNIT_KINDS), item.one_of("side", SIDES))
        for item in brigades:
            self._add(item, "brigade", item.one_of("side", SIDES))
        for item in chits:
            self._add(item, "division", item.one_of("side", SIDES))
        for item in events:
            self._add(item, "event", item.one_of("side", SIDES))
        for item in sheet.tables("wild_chits"):
            item.one_of("side", ("neutral",))
            self._add(item, "wild", NEUTRAL)
        chit_of = {item.text("name"): self.number[item.text("id")] for item in chits}
        marker_of = {item.text("name"): self.number[item.text("id")] for item in brigades}
        for item in brigades:
            self._own_division(item, chit_of)
        for item in units:
            self._own_brigade(item, marker_of)

    def _add(self, item: Sheet, kind: str, side: str) -> None:
        piece = item.text("id")
        if not re.fullmatch(r"[\w-]+", piece):
            raise item.wrong("id", "expected letters, digits and hyphens only")
        if piece in self.number:
            raise item.wrong("id", "is given twice")
        self.number[piece] = len(self.ids)
        self.ids.append(piece)
        self.side.append(SIDES.index(side) if side else NOBODY)
        self.kind.append(KINDS.index(kind))
        is_unit, is_gun = kind in UNIT_KINDS, kind == "artillery"
        weapons = GUN_WEAPONS if is_gun else WEAPONS
        self.weapon.append(item.one_of("weapon", weapons) if is_unit else "")
        faces = [item.table(face) for face in ("fresh", "battleworn")] if is_unit else []
        strength = [face.number("strength", 1, 30) for face in faces] or [0, 0]
        cohesion = [face.number("cohesion", 0, 6) for face in faces] or [0, 0]
        self.strength.append((strength[0], strength[1]))
        self.cohesion.append((cohesion[0], cohesion[1]))
        self.fragile.append(item.flag("fragile") if "fragile" in item else False)
        self.brigade.append(NOBODY)
        self.division.append(NOBODY)
        self.coordination.append(item.number("coordination", 1, 6) if kind == "brigade" else 0)
        self.entry.append(item.text("entry") if kind == "brigade" else "")
        ratings = (0, 0)
        if kind == "division":
            ratings = (item.number("rating", 1, 6), item.number("casualty_rating", 0, 6))
        self.rating.append(ratings)
        self.windows.append(item.texts("windows", WINDOWS) if "windows" in item else ())
        self.event.append(item.text("name") if kind in ("event", "wild") else "")
        facts = {k: v for k, v in item.data.items() if k not in ("id", "side", "kind", "name")}
        self.infos.append(PieceInfo(piece, side, kind, item.text("name"), facts))

    @enforces("2.1a", "2.1c")
    def _own_division(self, item: Sheet, chits: Mapping[str, int]) -> None:
        marker, chit = self.number[item.text("id")], chits[item.one_of("division", tuple(chits))]
        if self.side[chit] != self.side[marker]:
            raise item.wrong("division", f"{item.data['division']} is of the other side")
        self.division[marker] = chit

    @enforces("2.1a", "2.1b", "2.1c")
    def _own_brigade(self, item: Sheet, markers: Mapping[str, int]) -> None:
        unit = self.number[item.text("id")]
        if self.kind[unit] == ARTILLERY:
            for key in ("brigade", "army"):
                if key in item:
                    raise item.wrong(key, "a battery belongs to no brigade and no army [2.1b]")
            return
        marker = markers[item.one_of("brigade", tuple(markers))]
        army = item.one_of("army", tuple(ARMIES))
        if not self.side[unit] == self.side[marker] == ARMIES[army]:
            raise item.wrong("brigade", f"{item.data['brigade']} or its army {army} is of the other side")
        leader = self.infos[self.division[marker]].name
        if LEADER_OF.get(army, leader) != leader:
            raise item.wrong("army", f"{item.data['brigade']} is of {leader}'s [2.1c]")
        self.brigade[unit] = marker
        info = self.infos[unit]
        self.infos[unit] = info._replace(facts={**info.facts, "division": leader})

    def _check(self, source: str) -> None:
        for marker, units in self.members.items():
            if not units:
                raise BullrunError(f"{source}: brigades {self.ids[marker]}: no unit belongs to it")
        for name in ("Hampton", "Stuart"):
            if name not in self.marker or len(self.members[self.marker[name]]) != 1:
                raise BullrunError(f"{source}: brigades {name}: expected a brigade of one unit [2.1a]")

    def _wild(self, name: str, source: str) -> int:
        for piece, kind in enumerate(self.kind):
            if kind == WILD and self.event[piece] == name:
                return piece
        raise BullrunError(f"{source}: wild_chits: {name} is missing [2.5b]")

    def _named(self, event: str, source: str) -> int:
        for piece, kind in enumerate(self.kind):
            if kind == EVENT and self.event[piece] == event:
                return piece
        raise BullrunError(f"{source}: event_chits: {event} is missing [2.5b]")

    def _unit(self, unit: str, source: str) -> int:
        if unit not in self.number:
            raise BullrunError(f"{source}: units: {unit} is missing [7.3.regulars]")
        return self.number[unit]
