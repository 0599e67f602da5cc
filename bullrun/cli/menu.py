"""Options as a person picks them: by number, by typing the beginning, or word by word through a long list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bullrun.engine.action import Action, action_text

MOST_LISTED = 24
"""A longer list is shown by its next word first."""


class Line(NamedTuple):
    """One numbered line: an option to take, or a beginning that leads on to several."""

    words: Action
    leads_to: int
    """How many options begin so; 1 means that this is one."""


def narrowed(options: Sequence[Action], typed: Sequence[str]) -> list[Action]:
    """The options whose words begin with the typed words, one by one, whatever the case. Words typed in
    full count before words that only begin so."""
    found = list(options)
    for index, word in enumerate(typed):
        low = word.lower()
        exact = [option for option in found if len(option) > index and option[index].lower() == low]
        found = exact or [o for o in found if len(o) > index and o[index].lower().startswith(low)]
    return found


def lines_of(options: Sequence[Action], typed: Sequence[str] = ()) -> list[Line]:
    """What to show: the options themselves, or how they go on."""
    if len(options) <= MOST_LISTED:
        return [Line(option, 1) for option in options]
    depth = max(1, len(typed))
    while True:
        groups: dict[Action, int] = {}
        for option in options:
            groups[option[:depth]] = groups.get(option[:depth], 0) + 1
        if len(groups) > 1 or depth > 20:
            break
        depth += 1
    return [Line(words, count) for words, count in groups.items()]


def line_text(line: Line, note: Callable[[str], str]) -> str:
    """The line in words; `note` says more about a word, or nothing."""
    text = action_text(line.words)
    if line.leads_to > 1:
        text += f" ... ({line.leads_to})"
    notes = [said for word in line.words if (said := note(word))]
    return f"{text}  {'; '.join(notes)}" if notes else text


class Pick(NamedTuple):
    """What came of a typed line."""

    action: Action | None
    """The option it means, if only one is left."""
    lines: list[Line]
    """What to show instead; empty when nothing begins so."""
    typed: Action


def pick(options: Sequence[Action], shown: Sequence[Line], text: str, dice: bool = False) -> Pick:
    """Read what a person typed at a menu."""
    words = tuple(text.split())
    if dice:
        ends = [option for option in options if option[-len(words) :] == words]
        if len(ends) == 1:
            return Pick(ends[0], [], words)
    elif len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= len(shown):
        line = shown[int(words[0]) - 1]
        if line.leads_to == 1 and line.words in options:
            return Pick(line.words, [], line.words)
        words = line.words
    exact = [option for option in options if option == words]
    left = exact or narrowed(options, words)
    if len(left) == 1:
        return Pick(left[0], [], words)
    return Pick(None, lines_of(left, words), words)
