"""The file of a round robin: a header with the versions that played, then a game a line. A tournament that
was stopped goes on from it, and so does one with more games or more players."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import TracebackType
from typing import Any

from bullrun import __version__
from bullrun.engine.game import Game
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.arena import Broken, Ended, Match, Tournament

FORMAT = 3
VERSIONS = ("rules", "package", "weights")
"""Fields of the header that must be the same for games to be compared."""


class ArenaFile:
    """The games in a file, and a hand that adds to them."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.played: dict[Match, Ended] = {}
        self.dropped = ""
        """What was left of a line that a crash had torn; empty when the file was whole."""
        self._path = path
        head = _row(_header(tournament))
        try:
            data = path.read_bytes() if path.exists() else b""
            end = data.rfind(b"\n") + 1
            whole, torn = data[:end], data[end:]
            if whole:
                self._read(whole, _header(tournament))
            elif not head.startswith(torn):
                raise BullrunError(f"{path}: line 1: expected the header of an arena")
            self.dropped = torn.decode("utf-8", "replace")
            self._file = path.open("ab", buffering=0)
            # Without the torn line the next one begins a line of its own.
            self._file.truncate(len(whole))
        except OSError as error:
            raise self._named(error) from error
        if not whole:
            self._write(head)

    def _read(self, data: bytes, header: dict[str, Any]) -> None:
        for number, row in enumerate(data.split(b"\n")[:-1], 1):
            try:
                found = json.loads(row)
                if number == 1:
                    self._compare(found, header)
                else:
                    match, end = _game(found)
                    if end is not None:
                        self.played[match] = end
            except (ValueError, TypeError, RecursionError) as error:
                what = "one game as a JSON list" if number > 1 else "the header of an arena"
                raise BullrunError(f"{self._path}: line {number}: expected {what}") from error

    def _compare(self, found: Any, header: dict[str, Any]) -> None:
        if not isinstance(found, dict) or "arena" not in found:
            raise ValueError("no header")
        where = f"{self._path}: line 1"
        if found["arena"] != FORMAT:
            raise BullrunError(
                f"{where}: format {found['arena']!r} of arena files; it does not tell which versions of "
                f"rules and players it is about, as format {FORMAT} does: start another file"
            )
        found = {"charts": {}, **found}  # without them it was played with the game's own
        for name, here in {"charts": {}, **header}.items():
            if found.get(name) == here:
                continue
            if name in VERSIONS:
                raise BullrunError(
                    f"{where}: played with {name} {found.get(name)!r}, these are {here!r}; results of "
                    "different versions cannot be put together: start another file"
                )
            raise BullrunError(
                f"{where}: this is another tournament's file: {name} is {found.get(name)!r}, not {here!r}"
            )

    def keep(self, match: Match, end: Ended | Broken) -> None:
        """Write a game down. One that broke is noted, and tried again when the file is gone on from."""
        ending = [{"failed": end.reason}] if isinstance(end, Broken) else list(end)
        self._write(_row([*match, *ending]))

    def _write(self, row: bytes) -> None:
        try:
            if self._file.write(row) != len(row):
                raise OSError("written only in part")
        except OSError as error:
            raise self._named(error) from error

    def _named(self, error: OSError) -> BullrunError:
        return BullrunError(f"{self._path}: {error.strerror or error}")

    def __enter__(self) -> ArenaFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _row(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _header(tournament: Tournament) -> dict[str, Any]:
    game = load_game(tournament.game)
    return {
        "arena": FORMAT,
        "game": tournament.game,
        "rules": game.version,
        "package": __version__,
        "weights": weights_digest(game),
        "scenario": tournament.scenario,
        "options": dict(sorted(tournament.options.items())),
        **({"charts": dict(sorted(tournament.charts.items()))} if tournament.charts else {}),
        "seed": tournament.seed,
    }


def weights_digest(game: Game) -> str:
    """A name for the numbers the players judge with; empty for a game that has none."""
    weights = game.thinking.weights if game.thinking else None
    outlook = game.thinking.foresight.outlook() if game.thinking and game.thinking.foresight else None
    if weights is None and outlook is None:
        return ""
    numbers = [sorted((weights or {}).items()), sorted(outlook.weights.items()) if outlook else []]
    return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()[:16]


def _game(row: Any) -> tuple[Match, Ended | None]:
    """One line; None for a game that broke."""
    first, second, number, *end = row
    match = Match(first, second, number)
    if not (isinstance(first, str) and isinstance(second, str) and type(number) is int and number >= 0):
        raise ValueError("not a match")
    if len(end) == 1 and isinstance(end[0], dict) and "failed" in end[0]:
        return match, None
    winner, side, better = end
    if winner not in ("", first, second) or better not in ("", first, second) or not isinstance(side, str):
        raise ValueError("not an end")
    return match, Ended(winner, side, better)
