"""The counters: every leader, unit, brigade piece and dummy as columns by piece number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.game import PieceInfo
from bullrun.errors import BullrunError
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

LEADER, INFANTRY, CAVALRY, BATTERY, BRIGADE, DUMMY = range(6)
KINDS = ("leader", "infantry", "cavalry", "battery", "brigade", "dummy")

NO_RANK, ARTILLERY_RANK, BRIGADE_RANK, DIVISION_RANK, ARMY_RANK = range(5)
RANKS = ("", "artillery", "brigade", "division", "army")

ARMIES = {"Union": 1, "Potomac": 2, "Shenandoah": 4, "both": 6}
"""Armies as bits: Johnston and Beauregard are in both Confederate armies (2.4 of the pieces)."""

MOBILE, BATTLE = 0, 1


class Roster:
    """All pieces, loaded once. Lists are indexed by piece number; bit sets hold piece numbers."""

    def __init__(self, entries: list[dict[str, Any]], source: str) -> None:
        self.ids: list[str] = []
        self.infos: list[PieceInfo] = []
        self.side: list[int] = []
        self.kind: list[int] = []
        self.rank: list[int] = []
        self.army: list[int] = []
        self.division: list[int] = []
        self.brigade: list[str] = []
        """Side and code, e.g. "union K": the same code may exist on both sides. "" for none."""
        self.attack: list[tuple[int, int]] = []
        """Attack factor by face; both the same but for batteries."""
        self.defense: list[int] = []
        self.movement: list[tuple[int, int]] = []
        self.red: list[bool] = []
        for entry in entries:
            self._add(entry, source)
        self.to_move: list[tuple[str, str]] = [("move", piece) for piece in self.ids]
        """How every move of a piece begins."""
        self.number = {piece: number for number, piece in enumerate(self.ids)}
        if len(self.number) != len(self.ids):
            raise BullrunError(f"{source}: a piece id is given twice")
        self.all_units = self._set(lambda p: self.kind[p] in (INFANTRY, CAVALRY, BATTERY, BRIGADE))
        self.all_leaders = self._set(lambda p: self.kind[p] == LEADER)
        self.of_side = tuple(self._set(lambda p, s=s: self.side[p] == s) for s in (UNION, CONFEDERATE))
        self.batteries = self._set(lambda p: self.kind[p] == BATTERY)
        self.brigades = self._set(lambda p: self.kind[p] == BRIGADE)
        self.infantry = self._set(lambda p: self.kind[p] == INFANTRY)
        self.of_defense = {n: self._set(lambda p, n=n: self.defense[p] == n) for n in self.defense}
        """The pieces by their defense points."""
        self.brigade_piece: dict[str, int] = {}
        self.brigade_leader: dict[str, int] = {}
        self.brigade_infantry: dict[str, list[int]] = {}
        self.brigade_members: dict[str, list[int]] = {}
        for p, code in enumerate(self.brigade):
            if not code:
                continue
            self.brigade_members.setdefault(code, []).append(p)
            if self.kind[p] == BRIGADE:
                self.brigade_piece[code] = p
            elif self.kind[p] == LEADER and self.rank[p] == BRIGADE_RANK:
                self.brigade_leader[code] = p
            elif self.kind[p] == INFANTRY:
                self.brigade_infantry.setdefault(code, []).append(p)

    def _set(self, test: Any) -> int:
        return sum(1 << p for p in range(len(self.ids)) if test(p))

    def _add(self, entry: dict[str, Any], source: str) -> None:
        def need(field: str, kind: type, of: dict[str, Any] = entry) -> Any:
            value = of.get(field)
            if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
                what = entry.get("id", "a piece without id")
                raise BullrunError(f"{source}: {what}: {field} must be a {kind.__name__}, got {value!r}")
            return value

        def one_of(field: str, known: Any) -> Any:
            value = need(field, str)
            if value not in known:
                raise BullrunError(
                    f"{source}: {entry['id']}: {field} {value!r} is none of {', '.join(sorted(known))}"
                )
            return value

        piece = need("id", str)
        if not piece.isascii() or not piece.isprintable() or " " in piece:
            raise BullrunError(f"{source}: {piece!r}: an id is one printable word")
        side = SIDES.index(one_of("side", SIDES))
        kind = KINDS.index(one_of("kind", KINDS))
        faces = (entry, entry)
        if kind == BATTERY:
            faces = (need("mobile", dict), need("battle", dict))
        units = kind not in (LEADER, DUMMY)
        code = entry.get("brigade", "")
        self.ids.append(piece)
        self.side.append(side)
        self.kind.append(kind)
        self.rank.append(RANKS.index(one_of("rank", RANKS)) if kind == LEADER else NO_RANK)
        self.army.append(ARMIES[one_of("army", ARMIES)])
        self.division.append(entry.get("division", 0))
        self.brigade.append(f"{SIDES[side]} {code}" if code else "")
        attack = tuple(need("attack", int, face) if units else 0 for face in faces)
        movement = tuple(need("movement", int, face) if kind != DUMMY else 0 for face in faces)
        self.attack.append((attack[0], attack[1]))
        self.defense.append(need("defense", int, faces[0]) if units else 0)
        self.movement.append((movement[0], movement[1]))
        self.red.append(bool(entry.get("red", False)))
        facts = {k: v for k, v in entry.items() if k not in ("id", "side", "kind", "name")}
        self.infos.append(PieceInfo(piece, SIDES[side], KINDS[kind], need("name", str), facts))


def read_roster(data: Mapping[str, Any]) -> Roster:
    """The roster of a file of counters."""
    return Roster(data["pieces"], "pieces.toml")
