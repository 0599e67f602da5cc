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
from bullrun.games.nouns import face_down_nouns, is_number_or_word, unknown_nouns
from bullrun.games.sides import SIDES


def _when(phase: str) -> str:
    return "the set-up" if phase == "set-up" else f"the {phase.capitalize()} phase"


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
    nouns=(
        unknown_nouns("neither a piece nor a hex of this game", is_number_or_word),
        face_down_nouns("2.6", "piece"),
    ),
    reasons=REASONS,
    named=_when,
)
