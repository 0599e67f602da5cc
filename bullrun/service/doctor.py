"""The doctor: looks at a folder's database and at every game in it. It works on a copy: the folder stays as
it is, unless a repair is asked for."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from bullrun.engine.game import Game
from bullrun.engine.lines import folded
from bullrun.errors import BullrunError
from bullrun.service import salvage
from bullrun.service.folder import DATABASE, StorageError, occupied, server_of
from bullrun.service.live import LiveGame
from bullrun.service.rows import DERIVED, in_words
from bullrun.service.storage import Storage, entries, games, meta

SOUND, DAMAGED, OTHER_RULES, LOST = "sound", "damaged", "of other rules", "lost"
MOST_TROUBLES = 20
MOST_BETWEEN = 1_000_000
"""At most this many rows between two broken places are looked for one by one."""


class Patient(NamedTuple):
    """One game and what the doctor found."""

    id: str
    title: str
    game: str
    state: str
    says: str
    """What is wrong."""
    saves: str
    """What can be saved of it."""
    record: str
    """The game as a file, as far as it goes; empty when nothing can be saved."""

    def to_json(self) -> dict[str, Any]:
        """For programs; the record itself is only saved."""
        return {name: value for name, value in self._asdict().items() if name != "record"}


class Findings(NamedTuple):
    """What is wrong with a folder."""

    server: str
    """The server that plays from it now, in words."""
    database: list[str]
    """What is wrong with the file, empty when it is sound or not there."""
    games: list[Patient]

    @property
    def is_sound(self) -> bool:
        """True when nothing is wrong."""
        return not self.database and all(one.state in (SOUND, OTHER_RULES) for one in self.games)


def examine(folder: Path, load_game: Callable[[str], Game]) -> Findings:
    """Look at everything, and change nothing."""
    if not (folder / DATABASE).is_file():
        return Findings("", [], [])
    server = server_of(folder)
    with _copied(folder, bool(server)) as copy:
        database = _integrity(copy)
        found = Findings(server, database, [])
        try:
            storage = _opened(folder, copy)
            if database:  # what reads is put together anew, so that no broken page is in the way
                storage.close()
                storage = _rescued(copy, copy.with_name("rescued"))
        except StorageError as error:
            database.append(str(error))
            return found
        with closing(storage):
            found.games.extend(_patient(storage, load_game, name) for name in _names(storage))
        return found


@contextlib.contextmanager
def _copied(folder: Path, in_use: bool) -> Iterator[Path]:
    """A copy of the database that may be written to; it goes when the doctor has looked."""
    source = folder / DATABASE
    with tempfile.TemporaryDirectory(prefix="bullrun-doctor-") as room:
        copy = Path(room) / DATABASE
        try:
            if in_use:  # only SQLite itself can copy what is being written
                read_only = f"{source.resolve().as_uri()}?mode=ro"
                with (
                    closing(sqlite3.connect(read_only, uri=True)) as old,
                    closing(sqlite3.connect(copy)) as new,
                ):
                    old.backup(new)
            else:
                for end in ("", "-wal"):
                    if Path(f"{source}{end}").is_file():
                        shutil.copyfile(f"{source}{end}", f"{copy}{end}")
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"database {source}: {error}") from error
        yield copy


def _opened(folder: Path, copy: Path) -> Storage:
    """The copy, ready to be read; errors speak of the original."""
    try:
        return Storage(f"sqlite:///{copy}")
    except StorageError as error:
        raise StorageError(str(error).replace(str(copy), str(folder / DATABASE))) from error


def _integrity(copy: Path) -> list[str]:
    """What SQLite says about the file."""
    with closing(sqlite3.connect(copy)) as connection:
        try:
            said = connection.execute(f"PRAGMA integrity_check({MOST_TROUBLES})").fetchall()
        except sqlite3.Error as error:
            return [str(error)]
    return [folded(str(row[0])) for row in said if row[0] != "ok"]


def _rescued(copy: Path, target: Path) -> Storage:
    """A new database with every row that can be read, whatever became of pages and indexes."""
    Storage(f"sqlite:///{target}").close()
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(target)) as new:
        old.text_factory = lambda data: data.decode(errors="replace")
        for table in meta.sorted_tables:
            columns = [column.name for column in table.columns]
            marks = ", ".join("?" * len(columns))
            insert = f"INSERT OR IGNORE INTO {table.name} VALUES ({marks})"
            with new:
                for row in _rows(old, f"SELECT rowid, {', '.join(columns)} FROM {table.name} NOT INDEXED"):
                    with contextlib.suppress(sqlite3.Error):
                        new.execute(insert, row[1:])
    return Storage(f"sqlite:///{target}")


def _rows(connection: sqlite3.Connection, select: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table from its beginning, then from its end, then one by one what lies between."""
    first, last = 0, 0
    for row in _until_broken(connection, f"{select} ORDER BY rowid"):
        first = row[0]
        yield row
    for row in _until_broken(connection, f"{select} ORDER BY rowid DESC"):
        last = row[0]
        if last <= first:
            return
        yield row
    for number in range(first + 1, min(last or first + 1, first + MOST_BETWEEN)):
        yield from _until_broken(connection, f"{select} WHERE rowid = {number}")


def _until_broken(connection: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    with contextlib.suppress(sqlite3.Error):
        yield from connection.execute(query)


def _names(storage: Storage) -> list[str]:
    """The ids of all games of which anything is left."""
    with storage.engine.connect() as connection:
        heads = connection.execute(sa.select(games.c.id).order_by(games.c.created)).scalars().all()
        parts = connection.execute(sa.select(entries.c.game_id).distinct()).scalars().all()
    return list(dict.fromkeys(str(name) for name in (*heads, *parts)))


def _patient(storage: Storage, load_game: Callable[[str], Game], name: str) -> Patient:
    try:
        found = salvage.examine(storage, load_game, name)
        if found is None:
            return Patient(name, "", "", LOST, "its row is gone", "nothing", "")
        above = storage.above(name)
    except BullrunError as error:
        return Patient(name, "", "", LOST, str(error), "nothing", "")
    saved, record = found.saved, found.record
    is_over = above is not None and not above[0]
    state, says, saves = SOUND, "", "all of it"
    if found.troubles:
        state, says = DAMAGED, in_words(found.troubles)
        if salvage.HEADER & set(found.troubles):
            saves = f"its {len(record.entries)} actions, which cannot be proved"
        elif not set(found.troubles) <= {*DERIVED, "key", "seats", "title"}:
            saves = f"{len(record.entries)} actions from its beginning"
    elif found.other:
        state, says = (
            OTHER_RULES,
            f"played by version {found.other} of its rules, which cannot be proved here",
        )
    text = salvage.as_record(found, with_key=is_over)
    return Patient(name, saved.title, record.game, state, says, saves, text)


def files(findings: Findings, target: Path) -> dict[Path, str]:
    """Every game of which something can be saved, as a file of a folder."""
    names = {one.id: "".join(char for char in one.id if char.isalnum()) for one in findings.games}
    return {target / f"{names[one.id]}.bullrun": one.record for one in findings.games if one.record}


def repair(folder: Path, load_game: Callable[[str], Game]) -> tuple[Path, int]:
    """Put every row that reads into a new database in place of the old one, which stays beside it. Says
    where, and how many games the new one has."""
    source = folder / DATABASE
    if not source.is_file():
        raise StorageError(f"database {source}: there is none")
    with occupied(folder), _copied(folder, in_use=False) as copy:
        _opened(folder, copy).close()
        made = folder / f"new-{DATABASE}"
        made.unlink(missing_ok=True)
        with closing(_rescued(copy, made)) as new:
            names = new.names()
            for name in names:
                _freshen(new, load_game, name)
        number = 1
        while (aside := folder / f"damaged-{number}-{DATABASE}").exists():
            number += 1
        for end in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{source}{end}").rename(f"{aside}{end}")
        source.rename(aside)
        made.rename(source)
    return aside, len(names)


def _freshen(storage: Storage, load_game: Callable[[str], Game], name: str) -> None:
    """Make the lobby's line of a game anew where it does not read."""
    with contextlib.suppress(BullrunError):
        found = storage.salvage(name)
        if found is not None and set(found[1]) == set(DERIVED):
            saved = found[0]
            summary = LiveGame(load_game(saved.record.game), saved, storage).summary()
            storage.set_summary(name, summary, saved.revision + 1)
