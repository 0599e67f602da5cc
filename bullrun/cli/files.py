"""Files in and out: whole or not at all, with errors that name them. Nothing that exists is written over
unless somebody says so."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from bullrun.errors import BullrunError

LARGEST = 64 * 1024 * 1024
"""Bytes; no record or question is longer."""


def read_text(name: str) -> str:
    """A file, or standard input when the name is `-`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise _named(name, error) from error
    if len(data) > LARGEST:
        raise BullrunError(f"{name}: larger than {LARGEST // 2**20} MiB, which no file of ours is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BullrunError(f"{name}: line {line}: not UTF-8 text") from error


class Sheet(NamedTuple):
    """A file to be written."""

    name: str
    text: str
    private: bool = False


def write_text(name: str, text: str, *, replace: bool) -> None:
    """Write one file; see `write_together`."""
    write_together([Sheet(name, text)], replace=replace)


def write_together(sheets: list[Sheet], *, replace: bool) -> None:
    """Write files in one stroke: a reader sees the old ones or the new ones, never a part, and if one of them
    cannot be written, none has changed."""
    for sheet in sheets:
        check_free(sheet.name, replace=replace)
    ready: list[tuple[Path, Path]] = []
    try:
        for sheet in sheets:
            try:
                path = _target(sheet.name)
                if _is_device(path):
                    path.write_text(sheet.text, encoding="utf-8")
                else:
                    ready.append((_beside(path, sheet), path))
            except (OSError, ValueError) as error:
                raise _named(sheet.name, error) from error
        while ready:
            temporary, path = ready[0]
            try:
                temporary.replace(path)
            except OSError as error:
                raise _named(str(path), error) from error
            ready.pop(0)
    finally:
        for temporary, _ in ready:
            with contextlib.suppress(OSError):
                temporary.unlink()


def check_free(name: str, *, replace: bool) -> None:
    """Refuse a name that is taken, unless it may be written over. A device or a pipe takes what it gets."""
    try:
        path = Path(name)
        taken = path.exists() and not _is_device(path)
    except (OSError, ValueError) as error:
        raise _named(name, error) from error
    if taken and not replace:
        raise BullrunError(f"{name}: exists already; --force writes over it")


def check_writable(name: str, *, replace: bool) -> None:
    """Refuse at once what could not be written after an hour of work."""
    check_free(name, replace=replace)
    try:
        path = _target(name)
        if not _is_device(path):
            _beside(path, Sheet(name, "")).unlink()
    except (OSError, ValueError) as error:
        raise _named(name, error) from error


def check_folder(name: str) -> None:
    """Refuse a folder in which nothing can be written."""
    try:
        with tempfile.TemporaryFile(dir=name):
            pass
    except (OSError, ValueError) as error:
        raise _named(name, error) from error


def _free_name(folder: str, stem: str, ending: str) -> str:
    """A name in a folder that is not taken: `stem.ending`, `stem-2.ending` ..."""
    path, number = Path(folder) / f"{stem}{ending}", 1
    while path.exists():
        number += 1
        path = Path(folder) / f"{stem}-{number}{ending}"
    return str(path)


def keep_broken(folder: str, stem: str, record: str) -> str:
    """Where the record of a game that broke was put. Nothing is written over, and a folder that takes no
    files costs only the record, not what else was found: then it is said so, and the name is empty."""
    name = _free_name(folder, stem, ".game")
    try:
        write_text(name, record, replace=False)
    except BullrunError as error:
        print(f"bullrun: {error}", file=sys.stderr)
        return ""
    return name


def remove(name: str) -> None:
    """Take a file away if it is there."""
    try:
        Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise _named(name, error) from error


def _target(name: str) -> Path:
    """The file itself: a link stays a link."""
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return path


def _beside(path: Path, sheet: Sheet) -> Path:
    """The text in a new file in the same folder, safely on the disk and with its final permissions."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:200]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(sheet.text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o600 if sheet.private else mode)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
    return Path(temporary)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _named(name: str, error: OSError | ValueError) -> BullrunError:
    """A name with a NUL byte or a half character is a ValueError, everything else an OSError."""
    return BullrunError(f"{name}: {getattr(error, 'strerror', None) or error}")


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def print_json(value: Any) -> None:
    """For programs: stable order, readable by people too."""
    sys.stdout.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
