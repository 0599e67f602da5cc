"""What happened, in sentences: the chapters declare one for each kind of event."""

from __future__ import annotations

from typing import Any

from bullrun.engine.events import Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.secession_1862.rules.battlefield import Battlefield, zone_words
from bullrun.games.secession_1862.rules.chapters import VOCABULARY
from bullrun.games.secession_1862.rules.charts import load_roster
from bullrun.games.sides import SIDES


def piece_name(word: str) -> str:
    """A piece or a division by its name; other words stay as they are."""
    roster = load_roster()
    number = roster.number.get(word)
    if number is not None:
        return roster.infos[number].name
    division = roster.division_number.get(word)
    return word if division is None else f"{roster.divisions[division].name}'s division"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if text == "draw":
        return "Nobody wins"
    return text.capitalize() if text in SIDES else piece_name(text)


def _with_names(rules: Battlefield, event: Event) -> dict[str, Any]:
    """The facts with zones as a reader knows them."""
    named = dict(event.facts)
    for fact in VOCABULARY.places(event):
        value = named[fact]
        if isinstance(value, list) and len(value) > 1:
            named[fact] = [rules.board.called(zone) for zone in value]
        else:
            named[fact] = zone_words(value[0] if isinstance(value, list) else value)
    return named


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    return say(template(VOCABULARY, event), _with_names(rules, event), _word)
