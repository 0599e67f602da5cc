"""The data folder: where it is, and who may use it. Locks go with the process that holds them, however it
ends."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bullrun.errors import BullrunError

DATABASE = "games.sqlite3"
SERVER_LOCK, DATABASE_LOCK = "server.lock", "database.lock"
PATIENCE = 60.0
"""How many seconds a server that opens the database waits for another one that prepares it."""
MOMENT = 0.5
"""How many seconds a server waits for a program that only looks whether one is there."""


class StorageError(BullrunError):
    """The data folder or the database cannot be used."""


def data_folder() -> Path:
    """BULLRUN_HOME, or the platform's folder for user data."""
    given = os.environ.get("BULLRUN_HOME")
    if given:
        return Path(given).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "bullrun"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "bullrun"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "bullrun"


def make_folder(folder: Path) -> None:
    """The folder, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"data folder {folder}: {error.strerror}") from error


@contextlib.contextmanager
def occupied(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold a folder for the server of this process; refused by name while another one has it. Gives the
    function that tells others at which address this server is."""
    make_folder(folder)
    with _opened(folder / SERVER_LOCK) as file:
        if not _lock(file, MOMENT):
            raise StorageError(
                f"data folder {folder}: {_occupant(folder)} plays from it already. "
                "Use that one, stop it, or give this one another folder with --home"
            )

        def announce(address: str) -> None:
            words = json.dumps({"process": os.getpid(), "address": address})
            os.ftruncate(file, 0)
            os.lseek(file, 0, os.SEEK_SET)
            os.write(file, words.encode())

        announce("")
        try:
            yield announce
        finally:
            os.ftruncate(file, 0)


def server_of(folder: Path) -> str:
    """The server that has a folder now, in words; empty when there is none. Nothing is written."""
    path = folder / SERVER_LOCK
    if not path.is_file():
        return ""
    with _opened(path, os.O_RDONLY) as file:
        return "" if _try_lock(file) else _occupant(folder)


def _occupant(folder: Path) -> str:
    try:
        found = json.loads((folder / SERVER_LOCK).read_text())
        process, address = int(found["process"]), str(found["address"])
    except (OSError, ValueError, KeyError, TypeError):
        return "another server"
    return f"another server (process {process}{f' at {address}' if address else ''})"


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep others from opening the folder's database while it is made or brought to the present form."""
    with _opened(folder / DATABASE_LOCK) as file:
        if not _lock(file, PATIENCE):
            raise StorageError(f"data folder {folder}: another process has been preparing it for too long")
        yield


@contextlib.contextmanager
def _opened(path: Path, mode: int = os.O_RDWR | os.O_CREAT) -> Iterator[int]:
    try:
        file = os.open(path, mode, 0o600)
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error
    try:
        yield file
    finally:
        os.close(file)


def _lock(file: int, patience: float) -> bool:
    until = time.monotonic() + patience
    while not _try_lock(file):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        os.lseek(file, 1 << 30, os.SEEK_SET)  # beyond the words, which others must be able to read
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise StorageError(f"the data folder cannot be locked: {error.strerror}") from error
        return True
