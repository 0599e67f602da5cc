"""Why not? The answer to any action that is not among the options, with the rule."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import Guide, Why
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.chapters import CHAPTERS, VOCABULARY
from bullrun.games.clash_of_giants.rules.sequence import phase
from bullrun.games.loading import collected
from bullrun.games.nouns import unknown_nouns
from bullrun.games.sides import SIDES


def _when(name: str) -> str:
    return {
        "set-up": "the set-up",
        "turn start": "the start of the turn",
        "turn end": "the end of the turn",
    }.get(name, f"the phase of {name}")


def _is_known(rules: Battlefield, word: str) -> bool:
    return word in rules.roster.formation_ids or word.islower()


def _enemy_units(position: Clash, side: str, action: Action) -> Refusal | None:
    """A side uses its own units and markers."""
    roster = position.rules.roster
    if len(action) > 1 and action[1] in roster.number:
        piece = roster.number[action[1]]
        if SIDES[roster.side[piece]] != side:
            return Refusal("", f"{action[1]} belongs to the other side.")
    return None


REASONS: dict[str, Why] = collected(CHAPTERS, "WHY_NOT")

GUIDE = Guide(
    SIDES,
    over="6.5",
    turns="6.3.order",
    verbs=VOCABULARY.verbs,
    phase=lambda position: phase(position)[2],
    nouns=(unknown_nouns("neither a unit, a marker nor a hex of this battle", _is_known), _enemy_units),
    reasons=REASONS,
    named=_when,
)
