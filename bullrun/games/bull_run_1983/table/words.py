"""What happened, in sentences: the chapters declare one for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

from bullrun.engine.events import UNKNOWN_PIECE, Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield
from bullrun.games.bull_run_1983.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1983.rules.charts import load_roster
from bullrun.games.bull_run_1983.rules.roster import BRIGADE
from bullrun.games.sides import SIDES

_SIDE_NAMES = {side: side.capitalize() for side in SIDES}
_PLAIN = {
    "panic": "Panic",
    "command": "Command",
    "movement": "Movement",
    "combat": "Combat",
    "rally": "Rally",
}


def piece_name(piece: str) -> str:
    """ "USA-I-B-2NH" -> "2 NH"; other words stay as they are."""
    roster = load_roster()
    number = roster.number.get(piece)
    if number is None:
        return piece
    name = roster.infos[number].name
    return f"{name}'s brigade" if roster.kind[number] == BRIGADE else name


def _word(value: object) -> str:
    if value == UNKNOWN_PIECE:
        return "a face-down piece"
    if isinstance(value, Mapping):
        return ", ".join(f"{_word(k)} {_word(v)}" for k, v in value.items())
    text = str(value)
    return _SIDE_NAMES.get(text) or _PLAIN.get(text) or piece_name(text)


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    return say(template(VOCABULARY, event), event.facts, _word)
