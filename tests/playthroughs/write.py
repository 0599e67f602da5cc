"""Golden playthroughs: games in words, as each viewer reads them.

    python -m tests.playthroughs.write          tell the recorded games anew
    python -m tests.playthroughs.write --games  play and record them anew first

A record (`*.game`) settles what happens; the texts beside it show every event, question and number of
options on the way. A change of rules, words or secrecy shows as a difference one can read. `views.json`
holds digests of all that each viewer is sent, so that no byte of it changes unnoticed.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bullrun.bots import levels_for
from bullrun.cli.common import Story
from bullrun.cli.terminal import Terminal
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.record import Record, open_game, parse_record, replay
from bullrun.engine.view import REFEREE, SPECTATOR, see_decision
from bullrun.games.registry import game_ids, load_game
from bullrun.lab.play_out import play_out
from bullrun.service.outgoing import event_lines, question_view, table_view
from tests.toys import cup, ford

HERE = Path(__file__).parent
MOST_ACTIONS = 300
"""Longer games are cut for everybody but the referee: secrecy shows early or never."""
VIEWS_EVERY = 25
VIEWS = HERE / "views.json"


def names() -> Iterator[tuple[str, Game, str]]:
    """A game for each scenario of each registered game."""
    yield "toy-ford", ford.GAME, "ford"
    for scenario in cup.GAME.scenarios:
        yield f"toy-cup-{scenario}", cup.GAME, scenario
    for name in game_ids():
        game = load_game(name)
        for scenario in game.scenarios:
            yield f"{name}-{scenario}", game, scenario


def viewers(game: Game) -> tuple[str, ...]:
    """All who are told a story of their own."""
    return (REFEREE, *game.sides, SPECTATOR)


def tell(game: Game, record: Record, viewer: str) -> str:
    """The game in words for one viewer."""
    text = io.StringIO()
    out = Terminal(text)
    out.width, out.unicode, out.colour = 110, True, False
    position = open_game(game, record)
    story = Story(out, game, position.rules, viewer)
    position.log = opening = []
    position.decision()
    out.line(f"{game.title}: {game.scenarios[record.scenario].title}. Told to: {viewer}.")
    story.tell(opening)
    before = see_decision(game, position, viewer)
    for step in replay(game, record):
        if viewer != REFEREE and step.number > MOST_ACTIONS:
            break
        asked = before or {}
        if "options" in asked:
            out.line(f"{step.number:>5} {step.owner}: {asked['question']} [{asked['rule']}] "
                     f"{' '.join(step.action)} (of {len(asked['options'])})")  # fmt: skip
        else:
            out.line(f"{step.number:>5} {step.owner} decides")
        story.tell(step.events)
        before = see_decision(game, step.position, viewer)
    return text.getvalue()


def views(game: Game, record: Record) -> dict[str, list[str]]:
    """For each viewer a digest of what is sent after every few actions: the table, the question, and the
    lines of the log since."""
    found: dict[str, list[str]] = {viewer: [] for viewer in viewers(game)}
    since: list[Event] = []
    for step in replay(game, record):
        since += step.events
        if step.number % VIEWS_EVERY and step.number != len(record.entries):
            continue
        for viewer, digests in found.items():
            sent = [
                table_view(game, step.position, viewer),
                question_view(game, step.position, viewer),
                event_lines(game, step.position.rules, since, viewer),
            ]
            digests.append(hashlib.sha256(json.dumps(sent).encode()).hexdigest()[:12])
        since = []
    return found


def record_of(name: str) -> Record:
    """The recorded game."""
    return parse_record((HERE / f"{name}.game").read_text(encoding="utf-8"))


def main() -> None:
    """Write everything anew."""
    sent = {}
    for name, game, scenario in names():
        file = HERE / f"{name}.game"
        if "--games" in sys.argv or not file.exists():
            players = ["greedy" if "greedy" in levels_for(game) else "random"] * len(game.sides)
            file.write_text(
                play_out(game, scenario, {}, players, "playthrough")[1].to_text(), encoding="utf-8"
            )
        for viewer in viewers(game):
            (HERE / f"{name}.{viewer}.txt").write_text(tell(game, record_of(name), viewer), encoding="utf-8")
        sent[name] = views(game, record_of(name))
        print(name)
    VIEWS.write_text(json.dumps(sent, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
