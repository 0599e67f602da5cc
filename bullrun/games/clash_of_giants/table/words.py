"""What happened, in sentences: the chapters declare one for each kind of event."""

from __future__ import annotations

from functools import partial

from bullrun.engine.events import Event, say
from bullrun.engine.vocabulary import template
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield
from bullrun.games.clash_of_giants.rules.chapters import VOCABULARY
from bullrun.games.clash_of_giants.rules.roster import Roster
from bullrun.games.sides import SIDE_NAMES


def called(roster: Roster, word: str) -> str:
    """A counter, formation or side by its name: "u-carr" is Carr; other words stay as they are."""
    number = roster.number.get(word)
    if number is not None:
        return roster.infos[number].name
    if word in roster.formation_ids:
        return roster.formations[roster.formation_index(word)].name
    return SIDE_NAMES.get(word, word)


def _word(roster: Roster, value: object) -> str:
    return called(roster, str(value))


def words(rules: Battlefield, event: Event) -> str:
    """One sentence for an event, or for a run of them."""
    form = template(VOCABULARY, event)
    if event.kind == "focus" and not event.facts["out"]:
        form = "Focus is {piece}; all are in command."
    says = say(form, event.facts, partial(_word, rules.roster))
    return says[:1].upper() + says[1:]
