"""Options in words, and what an option sets off."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Fight, Said
from bullrun.engine.events import Event
from bullrun.engine.vocabulary import spoken
from bullrun.games.day_was_ours.rules import fire
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.chapters import VOCABULARY
from bullrun.games.day_was_ours.rules.ground import ids, is_gun, stack
from bullrun.games.day_was_ours.rules.state import ORDERS
from bullrun.games.day_was_ours.rules.tables import CLOSE_COMBAT
from bullrun.games.day_was_ours.table.order_prospects import prospect
from bullrun.games.day_was_ours.table.words import counter_name

RECOVERIES = {
    "shaken": "Shaken, and a Morale Hit",
    "hits": "all Morale Hits",
    "ammo": "Low Ammo",
    "fresh": "being Battleworn",
}


def option_words(position: Day, action: Action) -> Said:
    """What a button says, and the fight that it begins."""
    form = VOCABULARY.form(action)
    if action[0] == "order":
        marker = position.state.drawn[-1]  # whoever is to get an order came last out of the cup
        rule = f"8.1.{action[1]}"
        return Said(
            action[1].capitalize(), rule=rule, prospect=prospect(position, marker, ORDERS.index(action[1]))
        )
    nouns = [counter_name(position.rules.roster, word) for word in action[1:]]
    if action[0] == "recover":
        nouns[1] = RECOVERIES[action[2]]
    if form is None:
        return Said(" ".join([action[0], *nouns]))
    return Said(spoken(form, nouns), form.confirm, form.rule, fight_of(position, action))


def fight_of(position: Day, action: Action) -> Fight | None:
    """The fire or assault that an option declares."""
    if action[0] not in ("fire", "short", "assault"):
        return None
    first = 3 if action[0] == "assault" else 2
    defenders = tuple(ids(position, stack(position, position.rules.board.place(action[1]))))
    if action[0] == "assault":
        # The report takes the hex of the first attacker for the Assaulting Hex.
        number, at = position.rules.roster.number, position.rules.board.place(action[2])
        units = sorted(action[first:], key=lambda piece: position.state.at[number[piece]] != at)
        return Fight(tuple(units), defenders, kind=CLOSE_COMBAT, at=action[1])
    guns = is_gun(position, position.rules.roster.number[action[first]])
    kind = fire.BATTERY if guns else fire.VOLLEY
    return Fight(tuple(action[first:]), defenders, kind=kind, at=action[1])


def sets_off(position: Day, action: Action) -> list[Event]:
    """The fire or assault that begins with this option, if nothing is left to decide before its dice."""
    if action[0] not in ("fire", "short", "assault", "support", "support_short", "react", "lead"):
        return []
    branch, log = position.copy(), list[Event]()
    branch.log = log
    branch.apply(action)
    branch.decision()
    return [event for event in log if event.kind in ("fire", "assault")]
