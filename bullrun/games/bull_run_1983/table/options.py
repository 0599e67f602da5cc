"""Options in words, and what an option sets off."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.decision import Said
from bullrun.engine.events import Event
from bullrun.engine.game import PieceInfo
from bullrun.engine.vocabulary import spoken
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.chapters import VOCABULARY
from bullrun.games.bull_run_1983.rules.charts import load_roster
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground
from bullrun.games.bull_run_1983.rules.roster import BATTLE
from bullrun.games.bull_run_1983.table.words import piece_name
from bullrun.games.sides import SIDE_NAMES


def option_words(position: BullRun, action: Action) -> Said:
    """What a button says."""
    nouns = [piece_name(word) for word in action[1:]]
    if action[0] == "change":
        piece = load_roster().number[action[1]]
        to = "mobile" if position.state.face[piece] == BATTLE else "battle"
        return Said(f"{nouns[0]} changes to its {to} piece")
    form = VOCABULARY.form(action)
    return Said(spoken(form, nouns) if form is not None else " ".join([action[0], *nouns]))


def bodies(piece: PieceInfo) -> tuple[str, ...]:
    """Its brigade and its division, or its army for a piece of none."""
    roster, facts = load_roster(), piece.facts
    leader = roster.brigade_leader.get(roster.brigade[roster.number[piece.id]])
    division = facts.get("division")
    return (
        *((f"{roster.infos[leader].name}'s brigade",) if leader is not None else ()),
        *((f"division {division} of the {SIDE_NAMES[piece.side]}",) if division else ()),
    )


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
