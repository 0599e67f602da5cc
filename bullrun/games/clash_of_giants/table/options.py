"""Options in words, and what an option sets off."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.engine.action import Action
from bullrun.engine.decision import Fight, Said
from bullrun.engine.events import Event, listed
from bullrun.engine.vocabulary import spoken
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.chapters import VOCABULARY
from bullrun.games.clash_of_giants.rules.declaration import defending
from bullrun.games.clash_of_giants.rules.ground import ids
from bullrun.games.clash_of_giants.rules.state import NOBODY
from bullrun.games.clash_of_giants.table.words import called


def option_words(position: Clash, action: Action) -> Said:
    """What a button says, and the combat that it is about."""
    roster = position.rules.roster
    form, fight = VOCABULARY.form(action), fight_of(position, action)
    nouns = [called(roster, word) for word in action[1:]]
    if action[0] == "hurry":
        nouns = [next(group.title for group in position.rules.groups if group.id == action[1])]
    elif action[0] == "site":
        nouns[1] = position.rules.board.called(action[2])
    elif action[0] == "attack" and fight is not None:
        nouns[1] = f"{_names(position, fight.defenders)} in {action[2]}"
    elif action[0] == "fight" and fight is not None:
        nouns[0] = f"{action[1]} with {_names(position, fight.attackers)}"
    if form is None:
        return Said(" ".join([action[0], *nouns]))
    return Said(spoken(form, nouns), form.confirm, form.rule, fight)


def _names(position: Clash, pieces: Sequence[str]) -> str:
    return listed([called(position.rules.roster, piece) for piece in pieces])


def fight_of(position: Clash, action: Action) -> Fight | None:
    """The combat that an option adds to or begins, with all who attack that hex by then."""
    if action[0] == "commit":
        return _fight_with(position, action[1])
    if action[0] not in ("attack", "fight"):
        return None
    at = action[-1]
    place = position.rules.board.place(at)
    attackers = dict(position.state.declared).get(place, ())
    units = (
        sorted((*attackers, position.rules.roster.number[action[1]])) if action[0] == "attack" else attackers
    )
    return Fight(tuple(ids(position, units)), tuple(ids(position, defending(position, place))), at=at)


def _fight_with(position: Clash, guns: str) -> Fight | None:
    """The combat that is being fought, with an artillery marker more."""
    fought, board = position.state.fought, position.rules.board
    if not fought:
        return None
    target = fought[-1][2]
    attackers = [unit for unit, _, aim, _ in fought if aim == target]
    support = [piece for piece in position.state.support if piece != NOBODY]
    return Fight(
        tuple(ids(position, attackers)),
        tuple(ids(position, defending(position, target))),
        (*ids(position, support), guns),
        at=board.names[target],
    )


def sets_off(position: Clash, action: Action) -> list[Event]:
    """The combat that begins with this option, if nothing is left to decide before its dice."""
    if action[0] not in ("attack", "fight"):
        return []
    branch, log = position.copy(), list[Event]()
    branch.log = log
    branch.apply(action)
    decision = branch.decision()
    if decision is None or decision.weights is None:
        return []
    return [event for event in log if event.kind == "attack"]
