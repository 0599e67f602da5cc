"""Where games live: tables, and the few statements on them. SQLite in WAL mode by default; only the pragmas
are peculiar to it, so another database needs only its URL."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bullrun.engine.action import action_text
from bullrun.engine.record import Record
from bullrun.errors import BullrunError
from bullrun.service.folder import DATABASE, StorageError, alone, make_folder
from bullrun.service.rows import DERIVED, Damaged, Saved, in_words, read_row, read_saved

meta = sa.MetaData()

games = sa.Table(
    "games",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("dice", sa.String(16), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("parent", sa.String(32), nullable=True),
    sa.Column("parent_step", sa.Integer, nullable=True),
    sa.Column("branch", sa.String(80), nullable=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("actions", sa.Integer, nullable=False),
    sa.Column("winner", sa.String(64), nullable=True),
    sa.Column("rule", sa.String(64), nullable=True),
    sa.Column("reason", sa.Text, nullable=True),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("charts", sa.Text, nullable=True),
    sa.Column("given", sa.Text, nullable=True),
)
entries = sa.Table(
    "entries",
    meta,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("digest", sa.String(32), nullable=True),
)
marks = sa.Table(
    "marks",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column(
        "game_id", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("viewer", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

BOOKMARK, NOTE, ORDERS, MAKER, WISH, STANDING = "bookmark", "note", "orders", "maker", "wish", "standing"
SINGLE = (NOTE, ORDERS, MAKER, WISH, STANDING)
"""Kinds of marks of which a viewer has one in a game."""


class NotStored(BullrunError):
    """A change could not be written: it has not happened."""


class NoSuchGame(BullrunError):
    """The lobby has no game of this id."""


class Overtaken(BullrunError):
    """The game in the database is not at the revision that the change was made for: nothing was stored."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Storage:
    """The database. Every method is one transaction."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        self.where = self.engine.url.database or self.engine.url.render_as_string()
        try:
            self._migrate()
        except (sa.exc.SQLAlchemyError, OSError) as error:
            self.close()
            raise StorageError(f"database {self.where}: {_short(error)}; see: bullrun doctor") from error
        except StorageError:
            self.close()
            raise

    @classmethod
    def in_folder(cls, folder: Path) -> Storage:
        """The database of a data folder, made if it is not there."""
        make_folder(folder)
        with alone(folder):
            return cls(f"sqlite:///{folder / DATABASE}")

    def _migrate(self) -> None:
        """Bring the tables to the present form, in one transaction."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        with self._writing() as connection:
            for form in MigrationContext.configure(connection).get_current_heads():
                if form not in known:
                    raise StorageError(
                        f"database {self.where}: a newer bullrun wrote it (form {form!r}, this one knows "
                        f"{known[0]!r} and older). Use that version, or another folder with --home"
                    )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            self._check_tables(connection)

    def _check_tables(self, connection: sa.Connection) -> None:
        inspector = sa.inspect(connection)
        for table in meta.sorted_tables:
            there = {column["name"] for column in inspector.get_columns(table.name)}
            lacking = [column.name for column in table.columns if column.name not in there]
            if lacking:
                says = f"table {table.name!r} lacks {', '.join(lacking)}; see: bullrun doctor"
                raise StorageError(f"database {self.where}: {says}")

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            says = f"The database does not read here ({_short(error)}); see: bullrun doctor"
            raise StorageError(says) from error

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that holds the database for itself from its first statement on."""
        with self.engine.connect().execution_options(writing=True) as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    # --- games --------------------------------------------------------------------------------

    def add(self, saved: Saved) -> None:
        """Store a new game with all its actions."""
        record = saved.record

        def write(connection: sa.Connection) -> None:
            connection.execute(
                games.insert().values(
                    id=saved.id,
                    game=record.game,
                    version=record.version,
                    scenario=record.scenario,
                    options=json.dumps(record.options, sort_keys=True),
                    dice=record.dice,
                    commitment=record.commitment,
                    key=record.key,
                    seats=json.dumps(saved.seats, sort_keys=True),
                    title=saved.title,
                    parent=saved.parent,
                    parent_step=saved.parent_step,
                    branch=f"{record.branch[0]} {record.branch[1]}" if record.branch else None,
                    created=saved.created,
                    changed=saved.changed,
                    revision=saved.revision,
                    actions=len(record.entries),
                    summary=json.dumps(saved.summary),
                    charts=json.dumps(record.charts, sort_keys=True) if record.charts else None,
                    given=json.dumps(record.given, sort_keys=True) if record.given is not None else None,
                    **_result(record, saved.summary),
                )
            )
            _write_entries(connection, saved.id, record, 0)

        self._do(write)

    def keep(self, game: str, record: Record, kept: int, revision: int, summary: Mapping[str, Any]) -> None:
        """Store a change as this revision: the first `kept` actions are already there, all others are
        replaced."""

        def write(connection: sa.Connection) -> None:
            _swap(
                connection,
                game,
                revision,
                actions=len(record.entries),
                changed=now(),
                summary=json.dumps(summary),
                **_result(record, summary),
            )
            connection.execute(entries.delete().where(entries.c.game_id == game, entries.c.n > kept))
            _write_entries(connection, game, record, kept)

        self._do(write)

    def set_seats(self, game: str, seats: Mapping[str, Any], revision: int) -> None:
        """Store who sits where, as this revision."""
        self._do(lambda c: _swap(c, game, revision, seats=json.dumps(seats, sort_keys=True)))

    def rename(self, game: str, title: str, revision: int) -> None:
        """Give a game another title, as this revision."""
        self._do(lambda c: _swap(c, game, revision, title=title))

    def set_summary(self, game: str, summary: Mapping[str, Any], revision: int) -> None:
        """Store what the lobby shows, as this revision."""
        self._do(lambda c: _swap(c, game, revision, summary=json.dumps(summary)))

    def remove(self, game: str) -> None:
        """Delete a game for good."""

        def write(connection: sa.Connection) -> None:
            # Its branches are now those of the game it left itself.
            row = connection.execute(
                sa.select(games.c.parent, games.c.parent_step).where(games.c.id == game)
            ).first()
            if row is not None:
                left = {"parent": row[0], "parent_step": row[1]}
                connection.execute(games.update().where(games.c.parent == game).values(**left))
            for table in (entries, marks):
                connection.execute(table.delete().where(table.c.game_id == game))
            connection.execute(games.delete().where(games.c.id == game))

        self._do(write)

    def load(self, game: str) -> Saved | None:
        """A game with all its actions; one that is damaged is refused with what is wrong."""
        found = self.salvage(game)
        if found is None:
            return None
        saved, troubles = found
        blocking = {name: says for name, says in troubles.items() if name not in DERIVED}
        if blocking:
            raise Damaged(in_words(blocking))
        return saved

    def salvage(self, game: str) -> tuple[Saved, dict[str, str]] | None:
        """A game as far as it reads, and what is wrong with it."""
        try:
            with self._reading() as connection:
                row = connection.execute(games.select().where(games.c.id == game)).mappings().first()
        except StorageError as error:
            raise Damaged(str(error)) from error
        if row is None:
            return None
        clean, troubles = read_row(row)
        saved, more = read_saved(clean, self._lines(game, troubles))
        return saved, {**troubles, **more}

    def _lines(self, game: str, troubles: dict[str, str]) -> Iterator[Mapping[Any, Any]]:
        """The actions of a game up to where the database does not read."""
        query = entries.select().where(entries.c.game_id == game).order_by(entries.c.n)
        try:
            with self._reading() as connection:
                yield from connection.execute(query).mappings()
        except StorageError as error:
            troubles["database"] = str(error)

    def listed(self) -> list[dict[str, Any]]:
        """All games without their actions, last changed first. `damage` says what is wrong with one."""
        rows: list[Mapping[Any, Any]]
        try:
            with self._reading() as connection:
                rows = list(connection.execute(games.select()).mappings())
        except StorageError:
            rows = [self._row(name) for name in self.names()]
        found = []
        for row in rows:
            clean, troubles = read_row(row)
            troubles = {"database": row["unreadable"]} if "unreadable" in row else troubles
            del clean["key"]
            found.append({**clean, "damage": in_words(troubles)})
        return sorted(found, key=lambda row: -int(row["changed"]))

    def _row(self, game: str) -> Mapping[Any, Any]:
        try:
            with self._reading() as connection:
                return connection.execute(games.select().where(games.c.id == game)).mappings().one()
        except StorageError as error:
            return {"id": game, "title": game, "unreadable": str(error)}

    def names(self) -> list[str]:
        """The ids of all games: from the index, which may read where the table does not."""
        with self._reading() as connection:
            return [str(name) for name in connection.execute(sa.select(games.c.id)).scalars()]

    def above(self, game: str) -> tuple[bool, str | None] | None:
        """Whether a game still runs, and which game it left; None if there is none of this id."""
        query = sa.select(games.c.winner, games.c.parent).where(games.c.id == game)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row[0] is None, row[1])

    def children(self, game: str) -> list[dict[str, Any]]:
        """The branches that leave a game."""
        query = sa.select(
            games.c.id, games.c.title, games.c.parent_step, games.c.actions, games.c.winner, games.c.reason
        ).where(games.c.parent == game)
        with self._reading() as connection:
            return [dict(row) for row in connection.execute(query.order_by(games.c.created)).mappings()]

    # --- bookmarks and notes ------------------------------------------------------------------

    def marks_of(self, game: str, viewer: str) -> list[dict[str, Any]]:
        """A viewer's bookmarks and notes, in the order of the steps."""
        query = (
            sa.select(marks.c.id, marks.c.kind, marks.c.n, marks.c.text)
            .where(marks.c.game_id == game, marks.c.viewer == viewer)
            .order_by(marks.c.n, marks.c.id)
        )
        with self._reading() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def add_mark(self, game: str, viewer: str, kind: str, n: int, text: str) -> None:
        """Keep a bookmark, or replace what there is only one of."""

        def write(connection: sa.Connection) -> None:
            if kind in SINGLE:
                connection.execute(
                    marks.delete().where(
                        marks.c.game_id == game, marks.c.viewer == viewer, marks.c.kind == kind
                    )
                )
            connection.execute(marks.insert().values(game_id=game, viewer=viewer, kind=kind, n=n, text=text))

        self._do(write)

    def drop_mark(self, game: str, viewer: str, mark: int) -> None:
        """Forget a bookmark."""
        self._do(
            lambda c: c.execute(
                marks.delete().where(marks.c.game_id == game, marks.c.viewer == viewer, marks.c.id == mark)
            )
        )

    def _do(self, write: Callable[[sa.Connection], Any]) -> None:
        try:
            with self._writing() as connection:
                write(connection)
        except sa.exc.SQLAlchemyError as error:
            raise NotStored(f"Not saved: {_short(error)}.") from error


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    # FULL: a move is on the disk before anybody hears of it.
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    connection.isolation_level = None  # Transactions begin where we say, also before tables are made.


def _begin_sqlite(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _swap(connection: sa.Connection, game: str, revision: int, **values: Any) -> None:
    """Change a game's row if it is still at the revision before this one; else nothing is stored."""
    at = games.update().where(games.c.id == game, games.c.revision == revision - 1)
    if connection.execute(at.values(revision=revision, **values)).rowcount != 1:
        raise Overtaken(f"Not saved: the game in the database is no longer at revision {revision - 1}.")


def _short(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def _result(record: Record, summary: Mapping[str, Any]) -> dict[str, Any]:
    winner, rule = record.result or (None, None)
    return {"winner": winner, "rule": rule, "reason": summary.get("reason") if winner else None}


def _write_entries(connection: sa.Connection, game: str, record: Record, after: int) -> None:
    rows = [
        {
            "game_id": game,
            "n": n,
            "owner": owner,
            "action": action_text(action),
            "digest": record.digests.get(n),
        }
        for n, (owner, action) in enumerate(record.entries[after:], after + 1)
    ]
    if rows:
        connection.execute(entries.insert(), rows)
