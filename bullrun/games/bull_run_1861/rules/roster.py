"""2. Counters: brigades, the markers of their extended lines, and headquarters, as columns by piece number.

Piece numbers: brigades first, then one line marker for each of them in the same order, then headquarters.
A brigade and its line marker are the two `elements` that can stand in a zone.
"""

from __future__ import annotations

from typing import Any

from bullrun.engine.game import PieceInfo
from bullrun.engine.ledger import enforces
from bullrun.errors import BullrunError
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.games.vaevictis.entries import Entry, check_tables

KINDS = ("infantry", "cavalry")
ARMIES = {"northeastern_virginia": "union", "potomac": "confederate", "shenandoah": "confederate"}
LINE_SUFFIX = "-line"


class Roster:
    """All pieces, loaded once. Lists are indexed by piece number."""

    @enforces("2.1", "2.2")
    def __init__(self, data: dict[str, Any], source: str) -> None:
        self._source = source
        points = data["movement"]
        brigades = list(data["brigades"].items())
        headquarters = list(data["headquarters"].items())
        self.brigades = len(brigades)
        """How many brigades there are; the line marker of brigade b is piece b + brigades."""
        self.ids: list[str] = [piece for piece, _ in brigades]
        self.ids += [piece + LINE_SUFFIX for piece, _ in brigades]
        self.ids += [piece for piece, _ in headquarters]
        entries = [self._brigade(piece, entry) for piece, entry in brigades]
        self.side: list[int] = [SIDES.index(e["side"]) for e in entries] * 2
        self.army: list[str] = [e["army"] for e in entries]
        self.is_cavalry: list[bool] = [e["kind"] == "cavalry" for e in entries]
        self.combat: list[int] = [e["combat"] for e in entries]
        self.artillery: list[int] = [e["artillery"] for e in entries]
        self.cavalry: list[int] = [e["cavalry"] for e in entries]
        self.star: list[bool] = [e["star"] for e in entries]
        self.option: list[str] = [e.get("option", "") for e in entries]
        self.movement: list[int] = [points[e["kind"]] for e in entries]
        self.legion: int = [bool(e.get("legion")) for e in entries].index(True)
        self.infos: list[PieceInfo] = []
        for (piece, _), entry in zip(brigades, entries, strict=True):
            facts = {k: v for k, v in entry.items() if k not in ("side", "kind", "name")}
            self.infos.append(PieceInfo(piece, entry["side"], entry["kind"], entry["name"], facts))
        for info in self.infos[: self.brigades]:
            line = f"{info.name} (line)"
            self.infos.append(PieceInfo(info.id + LINE_SUFFIX, info.side, "line", line, {"of": info.id}))
        self.headquarters: tuple[tuple[int, ...], ...]
        """For each side the piece numbers of its headquarters."""
        self.command_range: dict[int, int] = {}
        first = 2 * self.brigades
        of_army: dict[str, int] = {}
        for number, (piece, entry) in enumerate(headquarters, first):
            read = Entry(source, piece, entry)
            side, army = read.known("side", SIDES), read.known("army", ARMIES)
            self.side.append(SIDES.index(side))
            self.command_range[number] = read.number("command_range")
            of_army[army] = number
            facts = {"army": army, "command_range": entry["command_range"], "source": entry["source"]}
            self.infos.append(PieceInfo(piece, side, "headquarters", entry["name"], facts))
        self.commander: list[int] = [of_army[army] for army in self.army]
        """The headquarters that commands each brigade (10.1.5)."""
        pieces = range(first, first + len(headquarters))
        self.headquarters = tuple(tuple(h for h in pieces if self.side[h] == s) for s in (UNION, CONFEDERATE))
        self.headquarters_movement: int = points["headquarters"]
        self.number = {piece: number for number, piece in enumerate(self.ids)}
        if len(self.number) != len(self.ids):
            raise BullrunError(f"{source}: a piece id is given twice")
        own = [[b for b in range(self.brigades) if self.side[b] == s] for s in (UNION, CONFEDERATE)]
        self.of_side: tuple[tuple[int, ...], ...] = tuple(tuple(brigades) for brigades in own)
        self.elements: tuple[tuple[int, ...], ...] = tuple(
            (*brigades, *(b + self.brigades for b in brigades)) for brigades in own
        )

    def brigade_of(self, element: int) -> int:
        """The brigade of a counter or line marker."""
        return element if element < self.brigades else element - self.brigades

    def _brigade(self, piece: str, entry: dict[str, Any]) -> dict[str, Any]:
        read = Entry(self._source, piece, entry)
        read.check_id()
        side, army = read.known("side", SIDES), read.known("army", ARMIES)
        if ARMIES[army] != side:
            raise read.wrong(f"army {army} is not of side {side}")
        read.known("kind", KINDS)
        for field in ("combat", "artillery", "cavalry"):
            read.number(field)
        read.check_kinds(name=str, source=str, star=bool)
        return entry


def read_roster(data: dict[str, Any]) -> Roster:
    """The roster of a file of counters."""
    source = "pieces.toml"
    check_tables(data, source, ("movement", "brigades", "headquarters"))
    return Roster(data, source)
