"""What several commands need: settings from arguments, records from files, events in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from bullrun.cli.files import read_text, write_text
from bullrun.cli.terminal import SIDE_STYLES, Terminal
from bullrun.engine import chance
from bullrun.engine.events import Event
from bullrun.engine.game import Game
from bullrun.engine.record import SEALED, Record, RecordError, parse_record
from bullrun.engine.view import see_story
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game

HEADINGS = ("player_turn", "phase")
"""Events that open a part of the story: shown as headings, and only when something happens under them."""


def setting(args: argparse.Namespace, game: Game) -> tuple[str, dict[str, str]]:
    """Scenario and options as the arguments give them."""
    options: dict[str, str] = {}
    for name, value in args.option:
        if name in options:
            raise BullrunError(f"--option {name}: given twice")
        options[name] = value
    return args.scenario or next(iter(game.scenarios)), options


def side_style(game: Game, side: str) -> str:
    """The colour of a side."""
    return SIDE_STYLES[game.sides.index(side) % len(SIDE_STYLES)] if side in game.sides else "yellow"


def side_name(game: Game, side: str) -> str:
    """A side as it is spoken of."""
    return game.side_names.get(side, side)


def who_won(game: Game, winner: str) -> str:
    """The end of a game in words; where no side is the winner it is drawn."""
    return f"{side_name(game, winner)} has won" if winner in game.sides else "Nobody has won"


def read_record(name: str) -> tuple[Game, Record]:
    """A game file and its game; errors name the file and the line."""
    text = read_text(name)
    try:
        record = parse_record(text)
    except RecordError as error:
        raise BullrunError(f"{name}: {error}") from error
    return load_game(record.game), record


def key_file(name: str) -> str:
    """Where the key of a game's sealed dice waits for the end of the game."""
    return f"{name}.key"


def add_key(name: str, record: Record) -> None:
    """Give a sealed record its key, so that play can go on."""
    if record.dice != SEALED or record.key:
        return
    if not Path(key_file(name)).exists():
        raise BullrunError(
            f"{name}: its dice are sealed and their key, {key_file(name)}, is not here: "
            "only who keeps it can go on"
        )
    text = read_text(key_file(name)).strip()
    if chance.commitment(chance.parse_key(text)) != record.commitment:
        raise BullrunError(f"{key_file(name)}: this is not the key that {name} is sealed with")
    record.key = text


def save_record(name: str, record: Record) -> None:
    """Write a game file. A sealed key stays in its own file until the game is over."""
    over = record.result is not None
    if record.dice == SEALED and not over and record.key:
        path = Path(key_file(name))
        if not path.exists():
            write_text(str(path), record.key + "\n", private=True)
    write_text(name, record.to_text(with_key=over))
    if record.dice == SEALED and over:
        Path(key_file(name)).unlink(missing_ok=True)


class Story:
    """Tells events in words, with headings for turns and phases in which something happens."""

    def __init__(self, terminal: Terminal, game: Game, viewer: str, brief: bool = False) -> None:
        self._terminal = terminal
        self._game = game
        self._viewer = viewer
        self._brief = brief
        self._pending: list[Event] = []

    def tell(self, events: Iterable[Event]) -> int:
        """Print what the viewer may learn; returns how many sentences there were."""
        told = 0
        for seen in see_story(self._game, events, self._viewer):
            if seen.kind in HEADINGS:
                level = HEADINGS.index(seen.kind)
                self._pending = [e for e in self._pending if HEADINGS.index(e.kind) < level] + [seen]
                continue
            self._flush()
            told += 1
            if seen.kind == "game_over":
                self._terminal.line()
                self._terminal.line("  " + self._terminal.style(self._game.words(seen), "bold", "yellow"))
            elif not self._brief:
                mark = "•" if self._terminal.unicode else "*"
                self._terminal.item(mark, self._game.words(seen), f"[{seen.rule}]" if seen.rule else "")
        return told

    def _flush(self) -> None:
        for event in self._pending:
            words = self._game.words(event)
            if event.kind == HEADINGS[0]:
                side = str(event.facts.get("side", ""))
                self._terminal.line()
                self._terminal.heading(words.rstrip("."), side_style(self._game, side))
            else:
                self._terminal.line(self._terminal.style(words, "cyan"))
        self._pending = []
