"""What may be wrong with the words after a verb, whatever the verb is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.games.sides import SIDES

Nouns = Callable[[Any, str, Action], Refusal | None]


def unknown_nouns(things: str, is_known: Callable[[Any, str], bool] = lambda rules, word: False) -> Nouns:
    """Name the first word that is neither a piece, a place of the board nor one that the game knows besides;
    `things` says so in the game's words."""

    def unknown(position: Any, side: str, action: Action) -> Refusal | None:
        rules = position.rules
        for word in action[1:]:
            if (
                word not in rules.roster.number
                and rules.board.find(word) is None
                and not is_known(rules, word)
            ):
                return Refusal("", f"{word!r} is {things}.")
        return None

    return unknown


def is_number_or_word(rules: Any, word: str) -> bool:
    """What stands in actions besides pieces and places: numbers, and words in small letters."""
    return word.isdecimal() or word.islower()


def face_down_nouns(rule: str, thing: str) -> Nouns:
    """One answer for every piece that a side may not know, so that no refusal tells where it is."""

    def face_down(position: Any, side: str, action: Action) -> Refusal | None:
        rules = position.rules
        concealed = rules.concealed_by_side(position.state)[SIDES.index(side)]
        for word in action[1:]:
            if word in rules.roster.number and concealed >> rules.roster.number[word] & 1:
                return Refusal(rule, f"For all this side may know, a {thing} named here lies face down.")
        return None

    return face_down
