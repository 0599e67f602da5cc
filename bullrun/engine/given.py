"""Reading positions that are given by hand: each value is checked, and errors name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bullrun.errors import BullrunError


class ImpossiblePosition(BullrunError):
    """A position that the rules do not allow; the message names the piece, the place and the rule."""


def one_of(what: str, value: Any, known: Sequence[str]) -> int:
    """The index of a word among those known."""
    if not isinstance(value, str) or value not in known:
        raise ImpossiblePosition(f"{what}: {value!r} is none of {', '.join(known)}")
    return known.index(value)


def number(what: str, value: Any, least: int, most: int) -> int:
    """A whole number within limits."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ImpossiblePosition(f"{what}: expected a number from {least} to {most}, got {value!r}")
    return value


def flag(what: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ImpossiblePosition(f"{what}: expected true or false, got {value!r}")
    return value


def text(what: str, value: Any) -> str:
    """A name."""
    if not isinstance(value, str):
        raise ImpossiblePosition(f"{what}: expected a name, got {value!r}")
    return value


def texts(what: str, value: Any) -> list[str]:
    """A list of names."""
    if not isinstance(value, list | tuple):
        raise ImpossiblePosition(f"{what}: expected a list of names, got {value!r}")
    return [text(what, name) for name in value]


def by_name(what: str, value: Any) -> Mapping[str, Any]:
    """Values by name."""
    if not isinstance(value, Mapping):
        raise ImpossiblePosition(f"{what}: expected values by name, got {value!r}")
    return value


def only_known(what: str, entry: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse keys that mean nothing."""
    unknown = sorted(set(entry) - set(known))
    if unknown:
        raise ImpossiblePosition(f"{what}: unknown key {unknown[0]!r}; known: {', '.join(known)}")


def piece_entries(
    pieces: Iterable[Mapping[str, Any]], number: Mapping[str, int], known: Sequence[str]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The pieces that are given, by their numbers, each at most once and with no key that means nothing."""
    seen: set[str] = set()
    for entry in pieces:
        only_known("pieces", entry, known)
        name = entry.get("id")
        if not isinstance(name, str) or name not in number:
            raise ImpossiblePosition(f"pieces: unknown piece {name!r}")
        if name in seen:
            raise ImpossiblePosition(f"pieces: {name} is listed twice")
        seen.add(name)
        yield number[name], entry
