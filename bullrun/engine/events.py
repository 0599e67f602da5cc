"""Events: all that logs, animation and statistics read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

UNKNOWN_PIECE = "?"
"""What a fact shows in place of a piece that the viewer may not know."""


GAME_OVER = "game_over"
"""The kind of the last event of every game; each says it in its own words."""


class Event(NamedTuple):
    """Something that happened. `concealed` holds, for each side, the pieces it could not know just then.

    Facts are strings, numbers, or lists and mappings of them; pieces and places stand by id and name.
    `audience` None means everybody, otherwise the sides that may learn of it at all. `openly` is the rule
    that is cited to a viewer who may not know a piece in the facts: `rule` itself can depend on which it is.
    """

    kind: str
    rule: str
    facts: Mapping[str, Any]
    concealed: tuple[int, ...]
    audience: tuple[str, ...] | None = None
    reveals: bool = False
    openly: str = ""

    def to_json(self) -> dict[str, Any]:
        """Kind, rule and facts; who may see what is the gate's business."""
        return {"kind": self.kind, "rule": self.rule, "facts": dict(self.facts)}


class Join(NamedTuple):
    """How one sentence tells a run of like events of one cause."""

    vary: tuple[str, ...]
    """The facts in which they may differ; in the joined event they are lists, side by side."""
    says: str

    def is_made(self, event: Event) -> bool:
        """Whether this is a joined event."""
        return isinstance(event.facts[self.vary[0]], list)


def joined(events: Iterable[Event], joins: Mapping[str, Join]) -> list[Event]:
    """Events as a viewer may know them, with every run of like ones as one event: all facts are kept."""

    def likeness(event: Event) -> object:
        join = joins.get(event.kind)
        if join is None:
            return id(event)
        same = [(key, value) for key, value in event.facts.items() if key not in join.vary]
        return event.kind, event.rule, event.audience, same

    found = []
    for _, group in groupby(list(events), likeness):
        run = list(group)
        first = run[0]
        if len(run) > 1:
            lists = {key: [event.facts[key] for event in run] for key in joins[first.kind].vary}
            reveals = any(event.reveals for event in run)
            first = first._replace(facts={**first.facts, **lists}, reveals=reveals)
        found.append(first)
    return found


_FIELD = re.compile(r"\{(\w+)(?: (\w+) (\w+))?\}")


def say(template: str, facts: Mapping[str, Any], name: Callable[[Any], str]) -> str:
    """The template with each `{fact}` replaced by its name; lists read as "a, b and c". Two lists side by
    side are told as `{piece in at}`: "a and b in X; c in Y"."""

    def word(match: re.Match[str]) -> str:
        value = facts.get(match.group(1), "")
        if match.group(2):
            by_other: dict[str, list[str]] = {}
            for one, other in zip(value, facts[match.group(3)], strict=True):
                by_other.setdefault(name(other), []).append(name(one))
            return "; ".join(f"{listed(ones)} {match.group(2)} {other}" for other, ones in by_other.items())
        if isinstance(value, list | tuple):
            return listed([name(v) for v in value])
        return name(value)

    return _FIELD.sub(word, template)


def listed(words: list[str]) -> str:
    """`["a", "b", "c"]` -> `"a, b and c"`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
