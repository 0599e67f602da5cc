"""Files in and out: whole or not at all, with errors that name them."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

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
    except OSError as error:
        raise BullrunError(f"{name}: {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise BullrunError(f"{name}: larger than {LARGEST // 2**20} MiB, which no file of ours is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BullrunError(f"{name}: line {line}: not UTF-8 text") from error


def write_text(name: str, text: str, *, private: bool = False, replace: bool = True) -> None:
    """Write a file in one stroke: a reader sees the old one or the new one, never a part."""
    path = Path(name)
    if not replace and path.exists():
        raise BullrunError(f"{name}: exists already; --force writes over it")
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(0o600 if private else mode)
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise BullrunError(f"{name}: {error.strerror or error}") from error


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def print_json(value: Any) -> None:
    """For programs: stable order, readable by people too."""
    sys.stdout.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
