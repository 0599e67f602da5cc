"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import Guide, Why
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.bull_run_1983.rules.movement import why_not_move
from bullrun.games.bull_run_1983.rules.state import PHASES, SETUP
from bullrun.games.loading import collected
from bullrun.games.sides import SIDES


def _when(phase: str) -> str:
    return "the set-up" if phase == "set-up" else f"the {phase.capitalize()} phase"


def _unknown_nouns(position: BullRun, side: str, action: Action) -> Refusal | None:
    """Name the first word that is neither a piece, a hex nor a word of the game."""
    roster, board = position.rules.roster, position.rules.board
    for word in action[1:]:
        known = word in roster.number or board.find(word) is not None or word.isdecimal() or word.islower()
        if not known:
            return Refusal("", f"{word!r} is neither a piece nor a hex of this game.")
    return None


def _face_down_nouns(position: BullRun, side: str, action: Action) -> Refusal | None:
    """One answer for every piece that lies face down for this side, so that no refusal tells where it is."""
    number = position.rules.roster.number
    concealed = position.rules.concealed_by_side(position.state)[SIDES.index(side)]
    for word in action[1:]:
        if word in number and concealed >> number[word] & 1:
            return Refusal("2.6", "For all this side may know, a piece named here lies face down.")
    return None


def _why_move(position: BullRun, action: Action) -> Refusal | None:
    roster, board = position.rules.roster, position.rules.board
    if len(action) != 3 or action[1] not in roster.number or board.find(action[2]) is None:
        return Refusal("5.2", "A move names a piece and a hex: move PIECE HEX.")
    return why_not_move(position, roster.number[action[1]], board.place(action[2]))


REASONS: dict[str, Why] = {"move": _why_move, **collected(CHAPTERS, "WHY_NOT")}


GUIDE = Guide(
    SIDES,
    over="3.3",
    turns="2.2",
    verbs=VOCABULARY.verbs,
    phase=lambda position: "set-up" if position.state.phase == SETUP else PHASES[position.state.phase],
    nouns=(_unknown_nouns, _face_down_nouns),
    reasons=REASONS,
    named=_when,
)
