"""What happened, in sentences: one template for each kind of event, collected from the chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.events import Event, Join, say
from bullrun.games.loading import collected
from bullrun.games.secession_1862.rules.battlefield import Battlefield, zone_words
from bullrun.games.secession_1862.rules.chapters import CHAPTERS
from bullrun.games.secession_1862.rules.roster import load_roster
from bullrun.games.sides import SIDES

TEMPLATES: dict[str, str] = {"game_over": "{winner}: {reason}.", **collected(CHAPTERS, "WORDS")}
JOINS: dict[str, Join] = collected(CHAPTERS, "JOINED")
ZONES = frozenset(("zone", "zones", "entry", "path"))
"""Facts that are zones."""


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


def _with_names(rules: Battlefield, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with zones as a reader knows them."""
    named = dict(facts)
    for fact in ZONES & facts.keys():
        value = facts[fact]
        if isinstance(value, list) and len(value) > 1:
            named[fact] = [rules.board.called(zone) for zone in value]
        else:
            named[fact] = zone_words(value[0] if isinstance(value, list) else value)
    return named


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    join = JOINS.get(event.kind)
    if join is not None and join.is_made(event):
        return say(join.says, _with_names(rules, event.facts), _word)
    return say(TEMPLATES[event.kind], _with_names(rules, event.facts), _word)
