"""Errors as JSON {error, says, rule, field, facts}: `error` is for programs, `says` for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bullrun.board.places import UnknownPlace
from bullrun.engine.action import MalformedAction
from bullrun.engine.chart_file import Faulty
from bullrun.engine.checks import Refused
from bullrun.engine.record import RecordError
from bullrun.errors import BullrunError, UnknownItem
from bullrun.service.folder import StorageError
from bullrun.service.house import HouseFull, NoSuchGame, NotYours
from bullrun.service.jobs import NoSuchJob, TooMuch
from bullrun.service.live import Stale
from bullrun.service.rows import Damaged
from bullrun.service.storage import NotStored

STATUS: tuple[tuple[type[BullrunError], int, str], ...] = (
    (Refused, 409, "refused"),
    (Stale, 409, "stale"),
    (NoSuchGame, 404, "not-found"),
    (NoSuchJob, 404, "not-found"),
    (TooMuch, 429, "too-many"),
    (NotYours, 403, "not-yours"),
    (NotStored, 507, "not-saved"),
    (HouseFull, 503, "full"),
    (Damaged, 409, "damaged"),
    (StorageError, 503, "database"),
    (RecordError, 400, "broken-record"),
    (MalformedAction, 400, "malformed"),
    (Faulty, 400, "broken-charts"),
    (UnknownItem, 400, "unknown"),
    (UnknownPlace, 400, "unknown"),
    (BullrunError, 400, "not-possible"),
)
MOST_FAULTS = 200
"""Faults of a file of charts that are named at once."""
LONGEST_FIELD = 200
"""Characters of a name that is given back to its sender."""
_FIELD = re.compile(r"^([a-z][\w.\[\]-]*)(?: '[^']*')?:")


BUG = "The server made a mistake. The game is as it was before; the server's log has the details."


class NoToken(BullrunError):
    """A seat token is needed and none came."""


def error_body(
    error: str, says: str, rule: str = "", field: str = "", facts: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The one shape of errors."""
    return {"error": error, "says": says, "rule": rule, "field": field, "facts": dict(facts or {})}


def describe_error(error: BullrunError) -> tuple[int, dict[str, Any]]:
    """Status and body for an error that a user caused."""
    if isinstance(error, NoToken):
        return 401, error_body("no-token", str(error))
    for kind, status, word in STATUS:
        if isinstance(error, kind):
            if isinstance(error, Refused):
                refusal = error.refusal
                return status, error_body(word, refusal.says, refusal.rule, "", refusal.facts)
            if isinstance(error, Faulty):
                faults = [str(fault) for fault in error.faults[:MOST_FAULTS]]
                facts = {"faults": faults, "count": len(error.faults)}
                return status, error_body(word, str(error), field="charts", facts=facts)
            found = _FIELD.match(str(error))
            return status, error_body(word, str(error), field=found.group(1) if found else "")
    raise error


def shape_error_body(first: Mapping[str, Any]) -> dict[str, Any]:
    """The body for input of a wrong shape, from the first fault that was found."""
    where = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    field = ".".join(where)[:LONGEST_FIELD]
    return error_body("malformed", f"{field or 'body'}: {first['msg']}", field=field)
