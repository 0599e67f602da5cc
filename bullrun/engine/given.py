"""Reading positions that are given by hand: each value is checked, and errors name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bullrun.errors import BullrunError


class ImpossiblePosition(BullrunError):
    """A position that the rules do not allow; the message names the piece, the place and the rule."""


LONGEST = 2000
"""Characters of a text."""
LARGEST = 10**9
"""No number of a game is larger."""


def check_values(value: Any, where: str) -> None:
    """No text and no number may be such that it could not even be repeated in an answer."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise ImpossiblePosition(f"{where}: expected at most {LONGEST} characters, got {len(value)}")
        if not value.isprintable():
            raise ImpossiblePosition(f"{where}: unprintable characters in {ascii(value)[:60]}")
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
        raise ImpossiblePosition(f"{where}: expected a whole number of at most {LARGEST}")
    elif isinstance(value, dict):
        for key, item in value.items():
            check_values(key, where)
            check_values(item, key)
    elif isinstance(value, list):
        for item in value:
            check_values(item, where)


def check_given(given: Any) -> None:
    """A position given by hand has a turn, a side, a phase and pieces; what is in them the game reads."""
    if not isinstance(given, dict):
        raise ImpossiblePosition("a position has turn, side, phase and pieces")
    check_values(given, "a position")
    for key in ("turn", "side", "phase", "pieces"):
        if key not in given:
            raise ImpossiblePosition(f"{key}: missing; a position has turn, side, phase and pieces")
    if isinstance(given["turn"], bool) or not isinstance(given["turn"], int | str):
        raise ImpossiblePosition(f"turn: expected a number or a name, got {given['turn']!r}")
    text("side", given["side"])
    text("phase", given["phase"])
    if not isinstance(given["pieces"], list):
        raise ImpossiblePosition(f"pieces: expected a list, got {given['pieces']!r}")
    for number, entry in enumerate(given["pieces"], 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            raise ImpossiblePosition(f"pieces: entry {number} has no 'id'")
    for key in given:
        if not key.isidentifier() or key in ("self", "rules"):
            raise ImpossiblePosition(f"{key!r}: unknown key")


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
