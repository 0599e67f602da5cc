"""Options as data: what players agree on before the game, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.data_file import DataFile, read_toml
from bullrun.engine.game import Choice, Option, UnknownItem
from bullrun.errors import BullrunError


def load_options(path: DataFile) -> dict[str, Option]:
    """The `[[option]]` tables of a file; errors name the file, the option and the field."""
    data = read_toml(path)
    found: dict[str, Option] = {}
    for entry in data.get("option", []):
        option = _option(path.name, entry)
        if option.id in found:
            raise BullrunError(f"{path.name}: option {option.id} is given twice")
        found[option.id] = option
    return found


def _option(source: str, entry: Mapping[str, Any]) -> Option:
    name = entry.get("id")
    for field in ("id", "title", "says", "rule", "default"):
        if not isinstance(entry.get(field), str) or not entry[field]:
            raise BullrunError(f"{source}: option {name}: {field} must be a text")
    choices = entry.get("choices")
    if not isinstance(choices, dict) or not choices or not all(isinstance(c, str) for c in choices.values()):
        raise BullrunError(f"{source}: option {name}: choices must be a table of value = meaning")
    if entry["default"] not in choices:
        raise BullrunError(f"{source}: option {name}: default {entry['default']!r} is not among its choices")
    return Option(
        entry["id"],
        entry["title"],
        entry["says"],
        entry["rule"],
        entry["default"],
        tuple(Choice(value, meaning) for value, meaning in choices.items()),
    )


def complete_options(game: str, options: Mapping[str, Option], given: Mapping[str, str]) -> dict[str, str]:
    """The given options completed by defaults; errors name the option and what it takes."""
    chosen = {option.id: option.default for option in options.values()}
    for name, value in given.items():
        option = options.get(name)
        if option is None:
            known = ", ".join(sorted(options)) or "none"
            raise UnknownItem(f"option {name!r}: {game} has no such option; it has: {known}")
        if value not in [choice.id for choice in option.choices]:
            takes = ", ".join(choice.id for choice in option.choices)
            raise UnknownItem(f"option {name}: {value!r} is not possible; it takes: {takes}")
        chosen[name] = value
    return chosen
