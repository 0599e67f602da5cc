"""Options as a person picks them: by the line they stand on, by typing the beginning, or word by word through
a long list. A name always means the thing: where places are numbers, a line is `#3` and never `3`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from string import digits
from typing import NamedTuple

from bullrun.engine.action import Action, action_text
from bullrun.engine.game import Rules

MOST_LISTED = 24
"""A longer list is shown by its next word first."""
LINE_MARK = "#"


class Line(NamedTuple):
    """One line: an option to take, or a beginning that leads on to several."""

    words: Action
    leads_to: int
    """How many options begin so; 1 means that this is one."""


class Names:
    """What is on the table by its full name: a word that is one never stands for the beginning of another."""

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        places = [board.name(place) for place in board.places] if board is not None else []
        self._known = {name.lower() for name in (*places, *(piece.id for piece in rules.pieces))}
        self.numbered: dict[int, str] = {}
        """Places by their number, where all are of one series (1, 2 ... or Z01, Z02 ...)."""
        series = {name.rstrip(digits) for name in places}
        if len(series) == 1:
            letters = len(series.pop())
            self.numbered = {int(name[letters:]): name for name in places}

    def full(self, word: str) -> str:
        """The name of the place of this number; any other word as it is."""
        number = whole_number(word)
        return self.numbered.get(number, word) if number is not None else word

    def has(self, word: str) -> bool:
        """Whether a piece or a place is called exactly so."""
        return self.full(word).lower() in self._known


def whole_number(word: str) -> int | None:
    """The number that a word is, if it is one that anybody would type."""
    return int(word) if word.isdecimal() and len(word) < 7 else None


def narrowed(options: Sequence[Action], typed: Sequence[str], names: Names) -> list[Action]:
    """The options whose words begin with the typed words, one by one, whatever the case. Words typed in
    full count before words that only begin so; numbers and names are always typed in full."""
    found = list(options)
    for index, word in enumerate(typed):
        wanted = {word.lower(), names.full(word).lower()}
        exact = [option for option in found if len(option) > index and option[index].lower() in wanted]
        if not exact and not word.isdecimal() and not names.has(word):
            low = word.lower()
            exact = [o for o in found if len(o) > index and o[index].lower().startswith(low)]
        found = exact
    return found


def lines_of(options: Sequence[Action], typed: Sequence[str] = ()) -> list[Line]:
    """What to show: the options themselves, or how they go on."""
    if len(options) <= MOST_LISTED:
        return [Line(option, 1) for option in options]
    depth = max(1, len(typed))
    while True:
        groups: dict[Action, list[Action]] = {}
        for option in options:
            groups.setdefault(option[:depth], []).append(option)
        if len(groups) > 1 or depth > 20:
            break
        depth += 1
    return [
        Line(words, len(group)) if len(group) > 1 else Line(group[0], 1) for words, group in groups.items()
    ]


def begins(lines: Sequence[Line]) -> Action:
    """The words that all lines begin with: what is typed next may go on from there."""
    first, last = min(line.words for line in lines), max(line.words for line in lines)
    alike = len([1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))])
    return first[: min(alike, len(first) - (first == last))]


def are_marked(lines: Sequence[Line], names: Names) -> bool:
    """Whether a bare number could be a thing, so that the number of a line needs its mark."""
    return bool(names.numbered) or any(word.isdecimal() for line in lines for word in line.words)


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
    """What to show instead; empty when nothing is called so."""
    meant: Action
    """The action to explain where there is nothing to show; empty if it was none."""
    says: str = ""
    """How to go on from there."""


def pick(options: Sequence[Action], shown: Sequence[Line], text: str, names: Names) -> Pick:
    """Read what a person typed at a menu."""
    words = tuple(text.split())
    before = begins(shown)
    is_line = len(words) == 1 and words[0].startswith(LINE_MARK)
    number = whole_number(words[0].removeprefix(LINE_MARK)) if len(words) == 1 else None
    if is_line or (number is not None and not are_marked(shown, names)):
        if number is not None and 1 <= number <= len(shown):
            return _go_on(options, shown[number - 1])
        if is_line:
            return Pick(None, [], (), f"There is no line {words[0]}; Enter shows what there is.")
    readings = [narrowed(options, words, names)]
    if before:
        readings.append(narrowed(options, (*before, *words), names))
    left = list(dict.fromkeys(option for reading in readings for option in reading))
    exact = [option for option in left if option == words]
    if exact or len(left) == 1:
        return Pick((exact or left)[0], [], words)
    if left:
        return Pick(None, lines_of(left, words), words)
    if not before and len(words) == 1 and names.has(words[0]):
        there = [option for option in options if names.full(words[0]).lower() in map(str.lower, option)]
        if there:
            return Pick(None, lines_of(there), words)
    meant = (words[0], *map(names.full, words[1:]))
    if before and (words[0].isdecimal() or names.has(words[0])):
        meant = (*before, *map(names.full, words))
    is_hint = number is not None and 1 <= number <= len(shown)
    return Pick(None, [], meant, f"Line {number} is {LINE_MARK}{number}." if is_hint else "")


def _go_on(options: Sequence[Action], line: Line) -> Pick:
    if line.leads_to == 1:
        return Pick(line.words, [], line.words)
    left = [option for option in options if option[: len(line.words)] == line.words]
    return Pick(None, lines_of(left, line.words), line.words)
