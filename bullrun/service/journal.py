"""A running game as one viewer may take it away: own actions in full, all else in the words of the log."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.engine.action import action_text
from bullrun.engine.game import Game
from bullrun.engine.record import Record, chart_lines
from bullrun.engine.view import SPECTATOR
from bullrun.service.live import LiveGame, Moment
from bullrun.service.outgoing import event_lines

FORMAT = "bullrun journal 1"


def journal(live: LiveGame, viewer: str) -> str:
    """The journal of a game in play."""
    return journal_of(live.game, live.title, live.match.record, live.open_moments, viewer)


def journal_of(game: Game, title: str, record: Record, moments: Iterable[Moment], viewer: str) -> str:
    """The journal as text, one line an action or event."""
    out = [
        FORMAT,
        f"# {game.title}, {title}, as {game.side_names.get(viewer, viewer)} knows it",
        "# The complete record can be exported after the end of the game.",
        f"game {record.game} {record.version}",
        f"scenario {record.scenario}",
        *[f"option {name} {value}" for name, value in sorted(record.options.items())],
        *chart_lines(record.charts),
        f"dice {record.dice} {record.commitment}".rstrip(),
    ]
    turn = ""
    for moment in moments:
        if moment.phase[0] != turn:
            turn = moment.phase[0]
            out.append(f"# --- {turn}")
        if viewer != SPECTATOR:
            out += [f"{owner}: {action_text(action)}" for owner, action in moment.actions if owner == viewer]
        # Not before there is a moment: a damaged game may name a scenario that there is not.
        rules = game.rules(record.scenario, record.options, record.charts)
        for line in event_lines(game, rules, moment.events, viewer):
            rule = f" [{line['rule']}]" if line["rule"] else ""
            out.append(f"  {line['says']}{rule}")
    return "\n".join(out) + "\n"
