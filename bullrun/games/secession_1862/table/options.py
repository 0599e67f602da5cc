"""Options in words, and what an option sets off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.events import listed
from bullrun.games.secession_1862.rules.battlefield import Battle, load_board, zone_words
from bullrun.games.secession_1862.rules.combat import attackers_of
from bullrun.games.secession_1862.rules.ground import stack
from bullrun.games.secession_1862.table.words import piece_name

_WORDS = {
    "designate": "Designate {0}",
    "activate": "Activate {0}",
    "act": "{0} acts",
    "rest": "{0} rests",
    "force": "{0} makes a forced march",
    "move": "Move {0} to {1}",
    "rush": "{0} goes from front to front into {1}, for a loss",
    "attack": "{0} prepares to attack {1}",
    "dismount": "{0} dismounts",
    "mount": "{0} mounts",
    "face": "{0} faces {1}",
    "test": "{0} tries to move",
    "displace": "{0} goes to {1}",
    "resolve": "Fight for {0}",
    "suffer": "{0} suffers",
    "retreat": "{0} retreats to {1}",
    "advance": "{0} advances to {1}",
    "halt": "Nobody else advances",
    "enter": "{0} enters by {1} and goes to {2}",
    "return": "{0} comes back by {1} and goes to {2}",
    "bring": "{0} comes now",
    "hold": "{0} is held back",
    "take": "Call {0} to the field",
    "decline": "Leave {0} where it is",
    "wait": "Wait",
    "counter-attack": "Declare the counter-attack",
    "stay": "{0} stays",
    "withdraw": "{0} withdraws",
    "move-out": "The corps of {0} moves out",
    "place": "Place {0} in {1}",
    "roll": "Roll {0}",
}


_CONFIRMED = {
    "rush": ("Take a loss to get there?", "9.4.5"),
    "take": ("The Union scores 2 points for this division.", "11.2.1a"),
    "counter-attack": ("It can be declared once, for the next two turns.", "11.2.2"),
}


def option_words(position: Battle, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    verb, nouns = action[0], list(action[1:])
    if verb != "roll":
        nouns = [piece_or_zone(word) for word in nouns]
    attack = attack_of(position, action)
    if verb == "done":
        says = f"{nouns[0]} is done" if nouns else "Done"
        return {"says": says, "attack": attack} if attack else says
    if verb == "use":
        return f"Use {listed(nouns)}"
    says = _WORDS[verb].format(*nouns)
    if attack:
        return {"says": says, "attack": attack}
    if verb in _CONFIRMED:
        question, rule = _CONFIRMED[verb]
        return {"says": says, "confirm": question, "rule": rule}
    return says


def piece_or_zone(word: str) -> str:
    """What a reader calls it."""
    return zone_words(word) if load_board().find(word) else piece_name(word)


def attack_of(position: Battle, action: Action) -> dict[str, Any] | None:
    """The fight that an option is about, as a question about `combat`; None when it is about none. A brigade
    that has prepared its attack can only face and be done."""
    rules, state = position.rules, position.state
    marked: tuple[int, ...] = ()
    after = {}
    if action[0] == "attack":
        brigade, target = rules.roster.number[action[1]], rules.board.place(action[2])
        marked, after = (brigade,), {"after": " ".join(action)}
    elif action[0] == "resolve":
        target = rules.board.place(action[1])
    elif action[0] in ("done", "face") and len(action) > 1:
        target = state.target[rules.roster.number[action[1]]]
    else:
        return None
    attackers = sorted({*marked, *attackers_of(position, target)}) if target else []
    defenders = stack(position, target) if target else ()
    if not attackers or not defenders:
        return None
    ids = rules.roster.ids
    return {"attackers": [ids[b] for b in attackers], "defenders": [ids[b] for b in defenders], **after}
