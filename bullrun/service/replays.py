"""Replay: the moments of a game as one viewer may see them, in stretches to play back and forth."""

from __future__ import annotations

from typing import Any

from bullrun.engine.action import action_text
from bullrun.engine.view import REFEREE, SPECTATOR
from bullrun.errors import BullrunError
from bullrun.service.live import LiveGame
from bullrun.service.outgoing import changes, event_lines, table_view

LONGEST = 400


def viewpoint(live: LiveGame, seat: str, wanted: str | None) -> str:
    """Whose eyes to look through: one's own while the game runs, anybody's after the end."""
    if wanted is None:
        return REFEREE if live.over else seat
    if wanted not in (*live.game.sides, SPECTATOR, REFEREE):
        raise BullrunError(f"viewer: expected one of {', '.join((*live.game.sides, SPECTATOR, REFEREE))}")
    if live.over or wanted in (seat, SPECTATOR):
        return wanted
    raise BullrunError("While the game runs, it is replayed from your own side only.")


def index(live: LiveGame, viewer: str) -> dict[str, Any]:
    """Where turns, phases and battles lie along the game."""
    steps = []
    battles = []
    fought = live.game.table.battle
    for moment in live.open_moments:
        turn, side, phase = moment.phase
        steps.append([moment.n, turn, side, phase, moment.owner])
        if fought is not None:
            for event in moment.events:
                battle = fought(event) if event.audience is None else None
                if battle is not None and battle.fight is not None:
                    battles.append(moment.n)
    return {"viewer": viewer, "steps": steps, "battles": battles}


def stretch(live: LiveGame, viewer: str, first: int, last: int) -> dict[str, Any]:
    """The moments number `first` to `last` (by place in the index): one whole view, then changes."""
    moments = live.open_moments
    if not 0 <= first <= last < len(moments):
        raise BullrunError(f"from, to: expected 0 to {len(moments) - 1} in order, got {first} and {last}")
    last = min(last, first + LONGEST)
    position = type(live.position)
    rules = live.position.rules
    view = table_view(live.game, position(rules, moments[first].state.copy()), viewer)
    whole = {**view, "events": event_lines(live.game, live.position.rules, moments[first].events, viewer)}
    steps = []
    for moment in moments[first + 1 : last + 1]:
        new = table_view(live.game, position(rules, moment.state.copy()), viewer)
        step: dict[str, Any] = {
            "n": moment.n,
            "owner": moment.owner,
            "events": event_lines(live.game, live.position.rules, moment.events, viewer),
            "changes": changes(view, new),
        }
        if viewer == REFEREE:
            step["actions"] = [f"{owner}: {action_text(action)}" for owner, action in moment.actions]
        steps.append(step)
        view = new
    return {"from": first, "to": last, "view": whole, "steps": steps}
