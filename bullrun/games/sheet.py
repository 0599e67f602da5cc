"""Reading data files: every value is checked as it is read, and errors name file, item and reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bullrun.errors import BullrunError


class Sheet:
    """One table of a data file, and where it stands."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BullrunError(f"{where}: expected a table, got {data!r}")
        self.data: Mapping[str, Any] = data
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def wrong(self, key: str, says: str) -> BullrunError:
        """The error about one of its values."""
        return self.fault(f"{key}: {says}")

    def fault(self, what: str) -> BullrunError:
        """The error about all of it."""
        return BullrunError(f"{self.where}: {what}")

    def _value(self, key: str, what: str, kind: type, default: Any = None) -> Any:
        value = self.data.get(key, default)
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            raise self.wrong(key, "is missing" if key not in self.data else f"expected {what}, got {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default not an empty one."""
        value: str = self._value(key, "a text", str, default)
        if not value and default is None:
            raise self.wrong(key, "is empty")
        return value

    def one_of(self, key: str, known: Sequence[str]) -> str:
        """One of the words known."""
        value = self.text(key)
        if value not in known:
            raise self.wrong(key, f"{value!r} is none of {', '.join(known)}")
        return value

    def index(self, key: str, known: Sequence[str]) -> int:
        """The place of a word among those known."""
        return known.index(self.one_of(key, known))

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within limits."""
        value: int = self._value(key, "a whole number", int, default)
        if not least <= value <= most:
            raise self.wrong(key, f"expected {least} to {most}, got {value}")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value: bool = self._value(key, "true or false", bool, default)
        return value

    def fraction(self, key: str, default: str | None = None) -> Fraction:
        """A number written as text, such as "1/2"; not below zero."""
        return read_fraction(self.text(key, default), self.where, key)

    def texts(self, key: str, known: Sequence[str] | None = None) -> tuple[str, ...]:
        """A list of texts, each of them known."""
        values: list[Any] = self._value(key, "a list of texts", list)
        for value in values:
            if not isinstance(value, str):
                raise self.wrong(key, f"expected texts, got {value!r}")
            if known is not None and value not in known:
                raise self.wrong(key, f"{value!r} is none of {', '.join(known)}")
        return tuple(values)

    def numbers(self, key: str, count: int, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers of this length."""
        values: list[Any] = self._value(key, f"{count} whole numbers", list)
        if len(values) != count or any(type(v) is not int or not least <= v <= most for v in values):
            raise self.wrong(key, f"expected {count} whole numbers from {least} to {most}, got {values!r}")
        return tuple(values)

    def table(self, key: str) -> Sheet:
        """A table inside."""
        return Sheet(self._value(key, "a table", dict), f"{self.where}: {key}")

    def tables(self, key: str) -> list[Sheet]:
        """A list of tables inside, each spoken of by its id, its title or its number."""
        entries: list[Any] = self._value(key, "a list of tables", list)
        found = []
        for number, entry in enumerate(entries, 1):
            called = entry.get("id") or entry.get("title") if isinstance(entry, Mapping) else None
            found.append(Sheet(entry, f"{self.where}: {key} {called or number}"))
        return found


def read_fraction(text: str, where: str, key: str) -> Fraction:
    """A number written as text."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BullrunError(f"{where}: {key}: {text!r} is not a number such as 1/2") from None
    if value < 0:
        raise BullrunError(f"{where}: {key}: {text!r} is below zero")
    return value
