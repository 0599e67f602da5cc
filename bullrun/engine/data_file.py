"""Data files: TOML, read with errors that name the file."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bullrun.errors import BullrunError

DataFile = Path | Traversable
"""A file on the disk, or one that comes with a package."""


def read_toml(path: DataFile) -> dict[str, Any]:
    """A TOML file, parsed."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BullrunError(f"{path.name}: {error}") from error
