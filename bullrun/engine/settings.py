"""Settings: what players agree on before the game, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bullrun.engine.data_file import DataFile, read_toml
from bullrun.errors import BullrunError, UnknownItem

SET_UP, OPTIONAL_RULE, RULING = "set-up", "optional rule", "ruling"
GROUPS = (SET_UP, OPTIONAL_RULE, RULING)
"""What a setting is: who places the pieces, a rule printed as optional, or a point that players dispute."""


class Choice(NamedTuple):
    """One value of a setting, with what it means."""

    id: str
    says: str


class Setting(NamedTuple):
    """An optional rule, a disputed ruling or the kind of set-up."""

    id: str
    title: str
    says: str
    rule: str
    default: str
    choices: tuple[Choice, ...]
    group: str = OPTIONAL_RULE
    scenarios: tuple[str, ...] = ()
    """Where it has a meaning; everywhere without."""
    balance: str = ""
    """What it does to the balance where that was measured."""


def load_settings(path: DataFile) -> dict[str, Setting]:
    """The `[[option]]` tables of a file; errors name the file, the option and the field."""
    data = read_toml(path)
    found: dict[str, Setting] = {}
    for entry in data.get("option", []):
        setting = _setting(path.name, entry)
        if setting.id in found:
            raise BullrunError(f"{path.name}: option {setting.id} is given twice")
        found[setting.id] = setting
    return found


def _setting(source: str, entry: Mapping[str, Any]) -> Setting:
    name = entry.get("id")
    for field in ("id", "title", "says", "rule", "default"):
        if not isinstance(entry.get(field), str) or not entry[field]:
            raise BullrunError(f"{source}: option {name}: {field} must be a text")
    choices = entry.get("choices")
    if not isinstance(choices, dict) or not choices or not all(isinstance(c, str) for c in choices.values()):
        raise BullrunError(f"{source}: option {name}: choices must be a table of value = meaning")
    if entry["default"] not in choices:
        raise BullrunError(f"{source}: option {name}: default {entry['default']!r} is not among its choices")
    group = entry.get("group", OPTIONAL_RULE)
    if group not in GROUPS:
        raise BullrunError(f"{source}: option {name}: group {group!r} is none of {', '.join(GROUPS)}")
    return Setting(
        entry["id"],
        entry["title"],
        entry["says"],
        entry["rule"],
        entry["default"],
        tuple(Choice(value, meaning) for value, meaning in choices.items()),
        group,
        tuple(entry.get("scenarios", ())),
        entry.get("balance", ""),
    )


def complete_settings(game: str, settings: Mapping[str, Setting], given: Mapping[str, str]) -> dict[str, str]:
    """The given settings completed by defaults; errors name the option and what it takes."""
    chosen = {setting.id: setting.default for setting in settings.values()}
    for name, value in given.items():
        setting = settings.get(name)
        if setting is None:
            known = ", ".join(sorted(settings)) or "none"
            raise UnknownItem(f"option {name!r}: {game} has no such option; it has: {known}")
        if value not in [choice.id for choice in setting.choices]:
            takes = ", ".join(choice.id for choice in setting.choices)
            raise UnknownItem(f"option {name}: {value!r} is not possible; it takes: {takes}")
        chosen[name] = value
    return chosen
