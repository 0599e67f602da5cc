"""Events: all that logs, animation and statistics read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

UNKNOWN_PIECE = "?"
"""What a fact shows in place of a piece that the viewer may not know."""


class Event(NamedTuple):
    """Something that happened. `concealed` holds, for each side, the pieces it could not know just then.

    Facts are strings, numbers, or lists and mappings of them; pieces and places stand by id and name.
    `audience` None means everybody, otherwise the sides that may learn of it at all.
    """

    kind: str
    rule: str
    facts: Mapping[str, Any]
    concealed: tuple[int, ...]
    audience: tuple[str, ...] | None = None
    reveals: bool = False

    def to_json(self) -> dict[str, Any]:
        """Kind, rule and facts; who may see what is the gate's business."""
        return {"kind": self.kind, "rule": self.rule, "facts": dict(self.facts)}


_FIELD = re.compile(r"\{(\w+)\}")


def say(template: str, facts: Mapping[str, Any], name: Callable[[Any], str]) -> str:
    """The template with each `{fact}` replaced by its name; lists read as "a, b and c"."""

    def word(match: re.Match[str]) -> str:
        value = facts.get(match.group(1), "")
        if isinstance(value, list | tuple):
            return listed([name(v) for v in value])
        return name(value)

    return _FIELD.sub(word, template)


def listed(words: list[str]) -> str:
    """`["a", "b", "c"]` -> `"a, b and c"`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
