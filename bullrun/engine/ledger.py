"""The rules ledger: every rule id of a game, our summary, where it is enforced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from bullrun.engine.data_file import DataFile, read_toml
from bullrun.errors import BullrunError

F = TypeVar("F", bound=Callable[..., Any])


def enforces(*rules: str) -> Callable[[F], F]:
    """Marks the one findable place where rules are enforced; `bullrun rules --coverage` reads the marks."""

    def mark(function: F) -> F:
        return function

    return mark


class Rule(NamedTuple):
    """One rule in our own words."""

    id: str
    title: str
    says: str
    chapter: str
    source: str


class Ledger(Mapping[str, Rule]):
    """All rules of a game in rulebook order."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self._rules = dict(rules)

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def load_ledger(path: DataFile) -> Ledger:
    """The ledger from its data file; errors name the file, the rule and the field."""
    data = read_toml(path)
    rules: dict[str, Rule] = {}
    entries = data.get("rules")
    if not isinstance(entries, dict):
        raise BullrunError(f'{path.name}: expected tables [rules."id"]')
    for rule, entry in entries.items():
        if not isinstance(entry, dict):
            raise BullrunError(f"{path.name}: rule {rule}: expected a table")
        fields = {}
        for field in ("title", "says", "chapter", "source"):
            value = entry.get(field)
            if not isinstance(value, str) or not value.strip():
                raise BullrunError(f"{path.name}: rule {rule}: {field} must be a text")
            fields[field] = value
        unknown = sorted(set(entry) - set(fields) - {"note"})
        if unknown:
            raise BullrunError(f"{path.name}: rule {rule}: unknown field {unknown[0]}")
        rules[rule] = Rule(rule, **fields)
    return Ledger(rules)
