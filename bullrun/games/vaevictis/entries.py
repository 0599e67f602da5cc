"""Reading the counters of a data file: errors name the file, the piece and the field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from bullrun.errors import BullrunError


def check_tables(data: Mapping[str, Any], source: str, tables: Iterable[str]) -> None:
    """The data of a game's counters must have all its tables."""
    for table in tables:
        if not isinstance(data.get(table), dict):
            raise BullrunError(f"{source}: expected a table [{table}]")


class Entry(NamedTuple):
    """One entry of a data file."""

    source: str
    piece: str
    fields: Mapping[str, Any]

    def check_id(self) -> None:
        """An id must be one word of an action."""
        if not self.piece.isascii() or not self.piece.isprintable() or " " in self.piece:
            raise BullrunError(f"{self.source}: {self.piece!r}: an id is one printable word")

    def check_kinds(self, **kinds: type) -> None:
        """Fields that need only be of a kind."""
        for field, kind in kinds.items():
            if not isinstance(self.fields.get(field), kind):
                raise self.wrong(f"{field} must be a {kind.__name__}")

    def known(self, field: str, known: Collection[str]) -> str:
        """A word among those known."""
        value = self.fields.get(field)
        if value not in known:
            raise self.wrong(f"{field} {value!r} is none of {', '.join(known)}")
        return str(value)

    def number(self, field: str) -> int:
        """A number from 0 up."""
        value = self.fields.get(field)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.wrong(f"{field} must be a number from 0 up, got {value!r}")
        return value

    def wrong(self, says: str) -> BullrunError:
        """What is wrong with this entry."""
        return BullrunError(f"{self.source}: {self.piece}: {says}")
