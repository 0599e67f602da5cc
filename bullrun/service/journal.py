"""A running game as one viewer may take it away: own actions in full, all else in the words of the log."""

from __future__ import annotations

from bullrun.engine.action import action_text
from bullrun.engine.view import SPECTATOR
from bullrun.service.gate import event_lines
from bullrun.service.live import LiveGame

FORMAT = "bullrun journal 1"


def journal(live: LiveGame, viewer: str) -> str:
    """The journal as text, one line an action or event."""
    record = live.match.record
    out = [
        FORMAT,
        f"# {live.game.title}, {live.title}, as {live.game.side_names.get(viewer, viewer)} knows it",
        "# The complete record can be exported after the end of the game.",
        f"game {record.game} {record.version}",
        f"scenario {record.scenario}",
        *[f"option {name} {value}" for name, value in sorted(record.options.items())],
        f"dice {record.dice} {record.commitment}".rstrip(),
    ]
    turn = ""
    for moment in live.open_moments:
        if moment.phase[0] != turn:
            turn = moment.phase[0]
            out.append(f"# --- {turn}")
        if viewer != SPECTATOR:
            out += [f"{owner}: {action_text(action)}" for owner, action in moment.actions if owner == viewer]
        for line in event_lines(live.game, moment.events, viewer):
            rule = f" [{line['rule']}]" if line["rule"] else ""
            out.append(f"  {line['says']}{rule}")
    return "\n".join(out) + "\n"
