"""What lies in the database, read with care: a damaged column costs no more than itself, and is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from bullrun.engine import chance
from bullrun.engine.action import parse_action
from bullrun.engine.given import check_given
from bullrun.engine.lines import folded
from bullrun.engine.record import OPEN, SEALED, TYPED, Record
from bullrun.errors import BullrunError


class Damaged(BullrunError):
    """A stored game does not read as a game."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"This game is damaged. {reason}.")
        self.reason = reason


class Saved(NamedTuple):
    """A game as it lies in the database."""

    id: str
    record: Record
    seats: dict[str, dict[str, Any]]
    title: str
    parent: str | None
    parent_step: int | None
    created: int
    changed: int
    revision: int
    summary: dict[str, Any]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text, got {_short(value)}")
    value.encode()  # half a character, as JSON can hold it, is no text
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"expected a whole number, got {_short(value)}")
    return value


def _object(value: Any) -> dict[str, Any]:
    try:
        found = json.loads(_text(value))
    except (ValueError, RecursionError):
        raise ValueError(f"does not read as JSON: {_short(value)}") from None
    if not isinstance(found, dict):
        raise ValueError(f"expected names and values, got {_short(value)}")
    return found


def _options(value: Any) -> dict[str, str]:
    return {_text(name): _text(choice) for name, choice in _object(value).items()}


def _charts(value: Any) -> dict[str, Any]:
    """What an owner typed in; a game of earlier days has none."""
    charts = {} if value is None else _object(value)
    for path in charts:
        if not _PATH.fullmatch(path):
            raise ValueError(f"expected the path of a chart, got {_short(path)}")
    return charts


def _given(value: Any) -> dict[str, Any]:
    """The position that it began with."""
    given = _object(value)
    check_given(given)
    return given


_PATH = re.compile(r"[!-~]+")
"""One word, as it stands in a record."""


def _seats(value: Any) -> dict[str, dict[str, Any]]:
    seats = _object(value)
    if not seats:
        raise ValueError("nobody sits there")
    for side, seat in seats.items():
        _text(side)
        for name in ("kind", "name", "level", "token"):
            if not isinstance(seat, dict) or name not in seat:
                raise ValueError(f"{side!r} lacks its {name}")
            _text(seat[name])
    return seats


def _summary(value: Any) -> dict[str, Any]:
    summary = _object(value)
    for name, blank in blank_summary().items():
        if name not in summary:
            raise ValueError(f"lacks {name!r}")
        reader = _number if isinstance(blank, int) else _text if isinstance(blank, str) else _maybe(_text)
        reader(summary[name])
    return summary


def blank_summary() -> dict[str, Any]:
    """What the lobby shows of a game of which nothing is known."""
    return {"turn": "", "side": "", "phase": "", "turns": 0, "owner": None, "last": "", "reason": None}


def _dice(value: Any) -> str:
    if value not in (SEALED, OPEN, TYPED):
        raise ValueError(f"expected {SEALED}, {OPEN} or {TYPED}, got {_short(value)}")
    return str(value)


def _branch(value: Any) -> tuple[str, int]:
    commitment, _, count = _text(value).rpartition(" ")
    if not (count.isascii() and count.isdecimal() and len(count) < 10):
        raise ValueError(f"expected a commitment and a number, got {_short(value)}")
    return commitment, int(count)


def _maybe(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else reader(value)


def _nothing() -> None:
    return None


_COLUMNS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "id": (_text, str),
    "game": (_text, str),
    "version": (_number, int),
    "scenario": (_text, str),
    "options": (_options, dict),
    "dice": (_dice, lambda: TYPED),
    "commitment": (_text, str),
    "key": (_text, str),
    "seats": (_seats, dict),
    "title": (_text, str),
    "parent": (_maybe(_text), _nothing),
    "parent_step": (_maybe(_number), _nothing),
    "branch": (_maybe(_branch), _nothing),
    "created": (_number, int),
    "changed": (_number, int),
    "revision": (_number, int),
    "actions": (_number, int),
    "winner": (_maybe(_text), _nothing),
    "rule": (_maybe(_text), _nothing),
    "reason": (_maybe(_text), _nothing),
    "summary": (_summary, blank_summary),
    "charts": (_charts, dict),
    "given": (_maybe(_given), _nothing),
}
"""How each column of a game is read, and what stands for it when it cannot be."""
DERIVED = ("summary",)
"""Columns that the next move writes anew: a game opens without them."""


def read_row(row: Mapping[Any, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """A row of games with every column as it should be, and what is wrong with it by column."""
    found: dict[str, Any] = {}
    troubles: dict[str, str] = {}
    for name, (reader, blank) in _COLUMNS.items():
        try:
            found[name] = reader(row[name])
        except (ValueError, KeyError, BullrunError) as error:
            found[name] = blank()
            troubles[name] = "is not there" if isinstance(error, KeyError) else str(error)
    wrong = "" if "key" in troubles or "dice" in troubles else _wrong_key(found)
    if wrong:
        found["key"] = ""
        troubles["key"] = wrong
    return found, troubles


def _wrong_key(row: Mapping[str, Any]) -> str:
    """What is wrong with the key of the dice."""
    if row["dice"] == TYPED and not row["commitment"]:
        return ""
    if not row["key"]:
        return "" if row["winner"] is not None else "that of the dice is not there"
    try:
        key = chance.parse_key(row["key"])
    except BullrunError as error:
        return str(error)
    return "" if chance.commitment(key) == row["commitment"] else "that of the dice does not fit the seal"


def read_saved(row: Mapping[str, Any], lines: Iterable[Mapping[Any, Any]]) -> tuple[Saved, dict[str, str]]:
    """A game from its cleaned row and its actions, as far as they read, and what is wrong with those."""
    record = Record(
        row["game"],
        row["version"],
        row["scenario"],
        row["options"],
        row["dice"],
        row["commitment"],
        row["key"],
        row["branch"],
        # Names of earlier versions may hold line breaks, which no record can.
        {side: folded(seat["name"]) or side for side, seat in row["seats"].items()},
        charts=row["charts"],
        given=row["given"],
    )
    wrong = ""
    for number, line in enumerate(lines, 1):
        try:
            if line["n"] != number:
                raise ValueError("not there")
            action = parse_action(_text(line["action"]))
            digest = _maybe(_text)(line["digest"])
            record.entries.append((_text(line["owner"]), action))
        except (ValueError, BullrunError) as error:
            wrong = f"number {number}: {error}"
            break
        if digest:
            record.digests[number] = digest
    if not wrong and len(record.entries) != row["actions"]:
        wrong = f"{len(record.entries)} of {row['actions']} actions are there"
    if row["winner"] is not None and not wrong:
        record.result = (row["winner"], row["rule"] or "")
    names = ("title", "parent", "parent_step", "created", "changed", "revision", "summary")
    title, parent, step, created, changed, revision, summary = (row[name] for name in names)
    title = folded(title)
    saved = Saved(row["id"], record, row["seats"], title, parent, step, created, changed, revision, summary)
    return saved, {"actions": wrong} if wrong else {}


def in_words(troubles: Mapping[str, str]) -> str:
    """All that is wrong with a game in one line."""
    return "; ".join(f"{name}: {says}" for name, says in troubles.items())


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
