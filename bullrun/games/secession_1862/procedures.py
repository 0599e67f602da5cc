"""All procedures of the game, by the name of their frame."""

from __future__ import annotations

from bullrun.engine.frames import Procedure
from bullrun.games.secession_1862 import (
    activation,
    administration,
    arrivals,
    combat,
    command,
    commanders,
    facing,
    initiative,
    losses,
    movement,
    night,
    results,
    retreat,
    sequence,
    setup,
    victory,
)

CHAPTERS = (
    victory,
    sequence,
    initiative,
    activation,
    commanders,
    administration,
    arrivals,
    command,
    movement,
    facing,
    combat,
    results,
    retreat,
    losses,
    setup,
    night,
)
"""In rulebook order."""


def all_procedures() -> dict[str, Procedure]:
    """Frame name -> procedure; each name belongs to one chapter."""
    found: dict[str, Procedure] = {}
    for chapter in CHAPTERS:
        for frame, procedure in getattr(chapter, "PROCEDURES", {}).items():
            if frame in found:
                raise ValueError(f"two chapters have a procedure {frame!r}")
            found[frame] = procedure
    return found
