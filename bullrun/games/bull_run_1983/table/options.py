"""Options in words, and what an option sets off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.events import Event, listed
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground
from bullrun.games.bull_run_1983.rules.roster import BATTLE, load_roster
from bullrun.games.bull_run_1983.table.words import piece_name

_PLAIN = {
    "end-movement": "End the Movement phase",
    "end-declaration": "No more attacks",
    "end-rally": "End the Rally phase",
    "commit": "Attack so",
    "strike": "Strike",
    "keep": "Keep the brigades formed",
    "done": "Done",
    "stay": "The others stay",
    "unfreeze-all": "Turn up all",
}


_NAMED = {
    "move": "Move {0} to {1}",
    "enter": "{0} enters and goes to {1}",
    "break": "Break up {0}",
    "av": "Automatic victory on {all}",
    "join": "{0} takes part",
    "attack": "Attack {0}",
    "bombard": "Bombard {0}",
    "with": "{0} attacks",
    "support": "{0} supports from a distance",
    "also": "{0} is attacked too",
    "resolve": "Fight the battle against {0}",
    "lose": "Lose {0}",
    "retreat": "{0} retreats to {1}",
    "by": "By {0}",
    "perish": "{0} is eliminated, counted in {1}",
    "advance": "{0} advances to {1}",
    "follow": "{0} goes along",
    "abatis": "An ABATIS in {0}",
    "trestle": "The TRESTLE {0}",
    "unfreeze": "Turn up {0}",
    "dummy": "Use {0}",
    "hide": "Hide {0}",
    "clear": "Remove the ABATIS in {0}",
    "give-up": "Give up {0}",
    "rally": "Rally {0}",
    "roll": "Roll {0}",
}


def option_words(position: BullRun, action: Action) -> str | Mapping[str, Any]:
    """What a button says."""
    verb, nouns = action[0], [piece_name(word) for word in action[1:]]
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "form":
        return f"Form {nouns[0]} from {listed(nouns[1:])}"
    if verb == "change":
        piece = load_roster().number[action[1]]
        to = "mobile" if position.state.face[piece] == BATTLE else "battle"
        return f"{nouns[0]} changes to its {to} piece"
    if verb == "place":
        return f"Place {nouns[0]} in {nouns[-1]}" + (f", {nouns[1]} piece" if len(nouns) == 3 else "")
    template = _NAMED.get(verb)
    if template is None:
        return " ".join([verb, *nouns])
    return template.format(*nouns, "", all=listed(nouns))


_LAST = frozenset(
    {"attack", "bombard", "with", "support", "also", "commit", "end-declaration", "keep", "end-movement"}
)
"""What may be the last thing to decide before a battle."""


def sets_off(position: BullRun, action: Action) -> list[Event]:
    """The battles that begin with a choice: what is forced after it is not asked any more (6.3)."""
    state = position.state
    if action[0] not in _LAST:
        return []
    if action[0] == "end-movement" and not (
        ground(position).units[state.side] & control_zone(position, 1 - state.side)
    ):
        return []
    branch, log = position.copy(), list[Event]()
    branch.log = log
    branch.apply(action)
    branch.decision()
    return [event for event in log if event.kind == "battle"]
