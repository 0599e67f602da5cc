"""2. Counters: brigades and commanders as columns by piece number, and the divisions they belong to.

Piece numbers: brigades first, then commanders, each in the order of the data file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bullrun.engine.game import PieceInfo
from bullrun.engine.ledger import enforces
from bullrun.errors import BullrunError
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.games.vaevictis.entries import Entry, check_tables

INFANTRY, ARTILLERY, CAVALRY = "infantry", "artillery", "cavalry"
KINDS = (INFANTRY, ARTILLERY, CAVALRY)
ARMY, CORPS = "army", "corps"
NONE = -1
"""No division, no corps."""
DIVISION_PREFIX = "DIV-"
"""Divisions have names like brigades, so their ids carry a prefix."""


class Division(NamedTuple):
    """A division: who commands it and which brigades it has."""

    id: str
    name: str
    side: int
    corps: int
    """The piece number of its corps commander; NONE for an independent (grey) division."""
    brigades: tuple[int, ...]
    band: str
    cavalry: bool


class Roster:
    """All pieces, loaded once. Lists are indexed by piece number."""

    @enforces("2.1.1", "2.2.2")
    def __init__(self, data: dict[str, Any], source: str) -> None:
        self._source = source
        brigades = [(piece, self._brigade(piece, entry)) for piece, entry in data["brigades"].items()]
        commanders = [(piece, self._commander(piece, entry)) for piece, entry in data["commanders"].items()]
        self.brigades = len(brigades)
        self.ids: list[str] = [piece for piece, _ in brigades] + [piece for piece, _ in commanders]
        self.number = {piece: number for number, piece in enumerate(self.ids)}
        if len(self.number) != len(self.ids):
            raise BullrunError(f"{source}: a piece id is given twice")
        entries = [entry for _, entry in brigades]
        self.side: list[int] = [SIDES.index(e["side"]) for _, e in (*brigades, *commanders)]
        self.kind: list[str] = [e["kind"] for e in entries]
        self.is_artillery: list[bool] = [kind == ARTILLERY for kind in self.kind]
        self.is_cavalry: list[bool] = [kind == CAVALRY for kind in self.kind]
        self.combat: list[int] = [e["combat"] for e in entries]
        self.artillery: list[int] = [e["artillery"] for e in entries]
        self.star: list[bool] = [e["star"] for e in entries]
        self.sharpshooters: list[bool] = [e["sharpshooters"] for e in entries]
        self.points: dict[str, int] = self._movement(data["movement"])
        self.divisions: list[Division] = self._divisions(data["divisions"], entries)
        self.division: list[int] = [NONE] * self.brigades
        self.corps: list[int] = [NONE] * self.brigades
        """The corps commander over each brigade; NONE for independent ones."""
        for number, division in enumerate(self.divisions):
            for brigade in division.brigades:
                self.division[brigade] = number
                self.corps[brigade] = division.corps
        self.division_number = {division.id: n for n, division in enumerate(self.divisions)}
        self._read_commanders(commanders)
        own = [[b for b in range(self.brigades) if self.side[b] == side] for side in (UNION, CONFEDERATE)]
        self.of_side: tuple[tuple[int, ...], ...] = tuple(tuple(of) for of in own)
        self.batteries: tuple[tuple[int, ...], ...] = tuple(
            tuple(b for b in of if self.is_artillery[b]) for of in own
        )
        self.infos: list[PieceInfo] = self._infos(brigades, commanders)

    def _read_commanders(self, commanders: list[tuple[str, dict[str, Any]]]) -> None:
        self.army_commander: list[int] = [NONE, NONE]
        corps: tuple[list[int], list[int]] = ([], [])
        self.movement_test: dict[int, int] = {}
        self.activation: dict[int, tuple[int, int]] = {}
        """Corps commander -> (available, activated) value."""
        self.combat_test: dict[int, int] = {}
        """Corps commander -> what he adds to the combat tests of his brigades."""
        for number, (_, entry) in enumerate(commanders, self.brigades):
            side = SIDES.index(entry["side"])
            if entry["rank"] == ARMY:
                self.army_commander[side] = number
                self.movement_test[number] = entry["movement_test"]
            else:
                corps[side].append(number)
                self.activation[number] = (entry["available"], entry["activated"])
                self.combat_test[number] = entry.get("combat_test", 0)
        self.corps_commanders: tuple[tuple[int, ...], ...] = (tuple(corps[0]), tuple(corps[1]))
        self.commanders: tuple[tuple[int, ...], ...] = tuple(
            (self.army_commander[side], *self.corps_commanders[side]) for side in (UNION, CONFEDERATE)
        )

    def _divisions(self, data: dict[str, Any], entries: list[dict[str, Any]]) -> list[Division]:
        for number, entry in enumerate(entries):
            if entry.get("division", "") not in ("", *data):
                raise BullrunError(
                    f"{self._source}: {self.ids[number]}: division {entry['division']!r} is not listed"
                )
        found = []
        for name, entry in data.items():
            corps = NONE
            if entry.get("corps"):
                if entry["corps"] not in self.number:
                    raise BullrunError(
                        f"{self._source}: division {name}: corps {entry['corps']!r} is unknown"
                    )
                corps = self.number[entry["corps"]]
            members = tuple(n for n, e in enumerate(entries) if e.get("division") == name)
            side = SIDES.index(Entry(self._source, name, entry).known("side", SIDES))
            cavalry = all(entries[n]["kind"] == CAVALRY for n in members)
            found.append(
                Division(DIVISION_PREFIX + name, entry["name"], side, corps, members, entry["band"], cavalry)
            )
        return found

    def _movement(self, data: dict[str, Any]) -> dict[str, int]:
        names = (*KINDS, "dismounted", "commander")
        read = Entry(self._source, "movement", data)
        return {name: read.number(name) for name in names}

    def _infos(
        self, brigades: list[tuple[str, dict[str, Any]]], commanders: list[tuple[str, dict[str, Any]]]
    ) -> list[PieceInfo]:
        infos = []
        for number, (piece, entry) in enumerate(brigades):
            facts = {k: v for k, v in entry.items() if k not in ("side", "kind", "name")}
            division = self.division[number]
            facts["band"] = self.divisions[division].band if division != NONE else "white"
            facts["movement"] = self.points[entry["kind"]]
            if self.corps[number] != NONE:
                facts["corps"] = self.ids[self.corps[number]]
            infos.append(PieceInfo(piece, entry["side"], entry["kind"], entry["name"], facts))
        for number, (piece, entry) in enumerate(commanders, self.brigades):
            facts = {k: v for k, v in entry.items() if k not in ("side", "name")}
            facts["movement"] = self.points["commander"]
            if entry["rank"] == CORPS:
                facts["divisions"] = [d.name for d in self.divisions if d.corps == number]
            infos.append(PieceInfo(piece, entry["side"], f"{entry['rank']} commander", entry["name"], facts))
        return infos

    # --- reading ----------------------------------------------------------------------------------

    def _brigade(self, piece: str, entry: dict[str, Any]) -> dict[str, Any]:
        read = Entry(self._source, piece, entry)
        read.check_id()
        read.known("side", SIDES)
        read.known("kind", KINDS)
        for field in ("combat", "artillery"):
            read.number(field)
        read.check_kinds(name=str, source=str, star=bool, sharpshooters=bool)
        return entry

    def _commander(self, piece: str, entry: dict[str, Any]) -> dict[str, Any]:
        read = Entry(self._source, piece, entry)
        read.check_id()
        read.known("side", SIDES)
        if read.known("rank", (ARMY, CORPS)) == ARMY:
            read.number("movement_test")
        else:
            for field in ("available", "activated"):
                if not isinstance(entry.get(field), int):
                    raise read.wrong(f"{field} must be a whole number")
        return entry


def read_roster(data: dict[str, Any]) -> Roster:
    """The roster of a file of counters."""
    source = "pieces.toml"
    check_tables(data, source, ("movement", "divisions", "brigades", "commanders"))
    return Roster(data, source)
