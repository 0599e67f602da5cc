"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import Guide, Why
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.day_was_ours.rules.sequence import phase
from bullrun.games.loading import collected
from bullrun.games.sides import SIDES


def _when(name: str) -> str:
    return "the set-up" if name == "set-up" else f"the {name.title()} Phase"


def _unknown_nouns(position: Day, side: str, action: Action) -> Refusal | None:
    """Name the first word that is neither a counter, a hex nor a word of the game."""
    roster, board = position.rules.roster, position.rules.board
    for word in action[1:]:
        known = word in roster.number or board.find(word) is not None or word.isdecimal() or word.islower()
        if not known:
            return Refusal("", f"{word!r} is neither a counter nor a hex of this game.")
    return None


def _face_down_nouns(position: Day, side: str, action: Action) -> Refusal | None:
    """One answer for every chit that this side may not know, so that no refusal tells where it lies."""
    if side not in SIDES:
        return None
    number = position.rules.roster.number
    concealed = position.rules.concealed_by_side(position.state)[SIDES.index(side)]
    for word in action[1:]:
        if word in number and concealed >> number[word] & 1:
            return Refusal("5.5.excluded", "For all this side may know, a chit named here lies face down.")
    return None


REASONS: dict[str, Why] = collected(CHAPTERS, "WHY_NOT")


GUIDE = Guide(
    SIDES,
    over="16.3.win",
    turns="4",
    verbs=VOCABULARY.verbs,
    phase=lambda position: phase(position)[2],
    nouns=(_unknown_nouns, _face_down_nouns),
    reasons=REASONS,
    named=_when,
)
