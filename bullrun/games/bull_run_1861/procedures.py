"""All procedures of the game, by the name of their frame."""

from __future__ import annotations

from bullrun.engine.frames import Procedure
from bullrun.games.bull_run_1861 import (
    activation,
    combat,
    command,
    facing,
    headquarters,
    initiative,
    movement,
    operational,
    reinforcements,
    results,
    sequence,
    setup,
    victory,
)

CHAPTERS = (
    victory,
    sequence,
    initiative,
    operational,
    activation,
    headquarters,
    command,
    movement,
    facing,
    combat,
    results,
    setup,
    reinforcements,
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
