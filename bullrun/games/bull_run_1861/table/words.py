"""What happened, in sentences: the chapters declare one for each kind of event."""

from __future__ import annotations

from typing import Any

from bullrun.engine.events import Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield
from bullrun.games.bull_run_1861.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1861.rules.charts import load_roster
from bullrun.games.sides import SIDES


def piece_name(word: str) -> str:
    """A piece by its name; other words stay as they are."""
    roster = load_roster()
    number = roster.number.get(word)
    return word if number is None else roster.infos[number].name


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return text.capitalize() if text in SIDES else piece_name(text)


def _with_names(rules: Battlefield, event: Event) -> dict[str, Any]:
    """The facts with zones as a reader knows them."""
    called = rules.board.called
    named = dict(event.facts)
    for fact in VOCABULARY.places(event):
        value = named[fact]
        named[fact] = [called(zone) for zone in value] if isinstance(value, list) else called(value)
    return named


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    return say(template(VOCABULARY, event), _with_names(rules, event), _word)
