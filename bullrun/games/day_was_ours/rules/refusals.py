"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.engine.why_not import Guide, Why
from bullrun.games.day_was_ours.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.day_was_ours.rules.sequence import phase
from bullrun.games.loading import collected
from bullrun.games.nouns import face_down_nouns, is_number_or_word, unknown_nouns
from bullrun.games.sides import SIDES


def _when(name: str) -> str:
    return "the set-up" if name == "set-up" else f"the {name.title()} Phase"


REASONS: dict[str, Why] = collected(CHAPTERS, "WHY_NOT")


GUIDE = Guide(
    SIDES,
    over="16.3.win",
    turns="4",
    verbs=VOCABULARY.verbs,
    phase=lambda position: phase(position)[2],
    nouns=(
        unknown_nouns("neither a counter nor a hex of this game", is_number_or_word),
        face_down_nouns("5.5.excluded", "chit"),
    ),
    reasons=REASONS,
    named=_when,
)
