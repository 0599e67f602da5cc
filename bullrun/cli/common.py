"""What several commands need: settings from arguments, records from files, events in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bullrun.cli.files import Sheet, check_free, read_text, remove, write_together
from bullrun.cli.terminal import SIDE_STYLES, Terminal
from bullrun.engine import chance
from bullrun.engine.chart_file import Faulty, read_charts
from bullrun.engine.events import GAME_OVER, Event
from bullrun.engine.game import NEUTRAL, Game, Rules
from bullrun.engine.match import Match
from bullrun.engine.record import Record, RecordError, parse_record
from bullrun.engine.view import see_story
from bullrun.engine.vocabulary import shows
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game


def setting(args: argparse.Namespace, game: Game) -> tuple[str, dict[str, str]]:
    """Scenario and options as the arguments give them."""
    options: dict[str, str] = {}
    for name, value in args.option:
        if name in options:
            raise BullrunError(f"--option {name}: given twice")
        options[name] = value
    return args.scenario or next(iter(game.scenarios)), options


def owners_charts(args: argparse.Namespace, game: Game) -> dict[str, Any]:
    """What the file of charts changes that the arguments name; everything that is wrong in it is said."""
    if args.charts is None:
        return {}
    try:
        return read_charts(game, read_text(args.charts))
    except Faulty as error:
        raise BullrunError("\n".join(f"{args.charts}: {fault}" for fault in error.faults)) from error


def charts_words(record: Record) -> str:
    """How many numbers of a game are an owner's; "" where it is played with the game's own."""
    number = len(record.charts)
    return f"Owner's charts: {number} number{'' if number == 1 else 's'} changed" if number else ""


def side_style(game: Game, side: str) -> str:
    """The colour of a side."""
    return SIDE_STYLES[game.sides.index(side) % len(SIDE_STYLES)] if side in game.sides else "yellow"


def side_name(game: Game, side: str) -> str:
    """A side as it is spoken of; where it is nobody's, or both act, neither."""
    return "neither side" if side == NEUTRAL else game.side_names.get(side, side)


def who_won(game: Game, winner: str) -> str:
    """The end of a game in words; where no side is the winner it is drawn."""
    return f"{side_name(game, winner)} has won" if winner in game.sides else "Nobody has won"


def read_record(name: str) -> tuple[Game, Record]:
    """A game file and its game; errors name the file and the line."""
    return _parsed(name, read_text(name))


def _parsed(name: str, text: str) -> tuple[Game, Record]:
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
    if not record.is_sealed or record.key:
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


def new_file(name: str, record: Record, *, replace: bool) -> None:
    """Begin a game file, with the key of sealed dice beside it; of an older game there nothing stays."""
    check_free(key_file(name), replace=replace)
    sheets = [Sheet(name, _text(record))]
    if _has_key_file(record):
        sheets.append(Sheet(key_file(name), record.key + "\n", private=True))
    write_together(sheets, replace=replace)
    if not _has_key_file(record):
        remove(key_file(name))


class GameFile:
    """A game file in play: it is always up to date, and nobody else's changes are written over."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._text = read_text(name)
        self.game, self.record = _parsed(name, self._text)
        add_key(name, self.record)

    def save(self, match: Match) -> None:
        """Write it. A sealed key stays in its own file until the game is over."""
        there = Path(self.name).exists()
        if there and read_text(self.name) != self._text:
            raise BullrunError(f"{self.name}: somebody else has changed it since it was opened here")
        text = _text(match.record)
        sheets = [Sheet(self.name, text)]
        if _has_key_file(match.record) and not Path(key_file(self.name)).exists():
            sheets.append(Sheet(key_file(self.name), match.record.key + "\n", private=True))
        write_together(sheets, replace=True)
        self._text = text
        if match.record.is_sealed and match.record.result is not None:
            remove(key_file(self.name))


def _has_key_file(record: Record) -> bool:
    return record.is_sealed and record.result is None and bool(record.key)


def _text(record: Record) -> str:
    return record.to_text(with_key=record.result is not None)


class Story:
    """Tells events in words, with headings for turns and phases in which something happens."""

    def __init__(
        self, terminal: Terminal, game: Game, rules: Rules, viewer: str, brief: bool = False
    ) -> None:
        self._terminal = terminal
        self._game = game
        self._rules = rules
        self._viewer = viewer
        self._brief = brief
        self._pending: list[Event] = []

    def tell(self, events: Iterable[Event]) -> int:
        """Print what the viewer may learn; returns how many sentences there were."""
        told = 0
        for seen in see_story(self._game, self._rules, events, self._viewer):
            level = self._level(seen)
            if level:
                self._pending = [event for event in self._pending if self._level(event) < level] + [seen]
                continue
            self._flush()
            told += 1
            if seen.kind == GAME_OVER:
                self._terminal.line()
                self._terminal.line(
                    "  " + self._terminal.style(self._game.table.words(self._rules, seen), "bold", "yellow")
                )
            elif not self._brief:
                mark = "•" if self._terminal.unicode else "*"
                self._terminal.item(
                    mark, self._game.table.words(self._rules, seen), f"[{seen.rule}]" if seen.rule else ""
                )
        return told

    def _level(self, event: Event) -> int:
        return self._game.vocabulary.level(event)

    def _flush(self) -> None:
        for event in self._pending:
            words = self._game.table.words(self._rules, event)
            if self._level(event) == 1:
                side = shows(self._game.vocabulary, event).side
                self._terminal.line()
                self._terminal.heading(words.rstrip("."), side_style(self._game, side))
            else:
                self._terminal.line(self._terminal.style(words, "cyan"))
        self._pending = []
