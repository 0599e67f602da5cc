"""Refusals that explain: one ordered list of cited checks both filters options and says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bullrun.errors import BullrunError


class Refusal(NamedTuple):
    """Why something is not possible: the rule, the words, and the facts the words speak of."""

    rule: str
    says: str
    facts: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.says} [{self.rule}]" if self.rule else self.says


class Refused(BullrunError):
    """An action that the rules, the seat or the state number do not allow. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Check(NamedTuple):
    """One condition: `allows(*subject)` is true when the rule lets it pass."""

    rule: str
    says: str
    allows: Callable[..., bool]


def first_refusal(checks: Sequence[Check], *subject: Any, **facts: Any) -> Refusal | None:
    """The first check that does not pass, as a refusal."""
    for check in checks:
        if not check.allows(*subject):
            return Refusal(check.rule, check.says, facts)
    return None
