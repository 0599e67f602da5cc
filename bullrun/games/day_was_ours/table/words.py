"""What happened, in sentences: the chapters declare one for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bullrun.engine.events import UNKNOWN_PIECE, Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.day_was_ours.rules.battlefield import Battlefield
from bullrun.games.day_was_ours.rules.chapters import VOCABULARY
from bullrun.games.day_was_ours.rules.roster import BRIGADE, Roster
from bullrun.games.day_was_ours.rules.state import PHASES
from bullrun.games.sides import SIDE_NAMES

_PHASES = {phase: phase.title() for phase in PHASES}


def counter_name(roster: Roster, piece: str) -> str:
    """ "USA-2-RI" -> "2 RI"; other words stay as they are."""
    number = roster.number.get(piece)
    if number is None:
        return piece
    name = roster.infos[number].name
    return f"{name}'s brigade" if roster.kind[number] == BRIGADE else name


def _word(roster: Roster, value: object) -> str:
    if value == UNKNOWN_PIECE:
        return "a face-down chit"
    if isinstance(value, Mapping):
        return ", ".join(f"{_word(roster, k)} {_word(roster, v)}" for k, v in value.items())
    text = str(value)
    return SIDE_NAMES.get(text) or _PHASES.get(text) or counter_name(roster, text)


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    return say(template(VOCABULARY, event), event.facts, partial(_word, rules.roster))
