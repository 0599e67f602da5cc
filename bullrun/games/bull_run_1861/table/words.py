"""What happened, in sentences: one template for each kind of event, collected from the chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.events import Event, Join, say
from bullrun.games.bull_run_1861.rules.battlefield import Battlefield
from bullrun.games.bull_run_1861.rules.chapters import CHAPTERS
from bullrun.games.bull_run_1861.rules.roster import load_roster
from bullrun.games.loading import collected
from bullrun.games.sides import SIDES

TEMPLATES: dict[str, str] = collected(CHAPTERS, "WORDS")
JOINS: dict[str, Join] = collected(CHAPTERS, "JOINED")
ZONES = frozenset(("zone", "zones", "entry", "path"))
"""Facts that are zones."""


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


def _with_names(rules: Battlefield, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with zones as a reader knows them."""
    called = rules.board.called
    named = dict(facts)
    for fact in ZONES & facts.keys():
        value = facts[fact]
        named[fact] = [called(zone) for zone in value] if isinstance(value, list) else called(value)
    return named


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    join = JOINS.get(event.kind)
    if join is not None and join.is_made(event):
        return say(join.says, _with_names(rules, event.facts), _word)
    return say(TEMPLATES[event.kind], _with_names(rules, event.facts), _word)
