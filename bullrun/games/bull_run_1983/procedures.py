"""All procedures of the game, by the name of their frame."""

from __future__ import annotations

from bullrun.engine.frames import Procedure
from bullrun.games.bull_run_1983 import (
    advance,
    artillery,
    automatic_victory,
    battle,
    brigades,
    command,
    declaration,
    dummies,
    frozen,
    leaders,
    losses,
    movement,
    rally,
    reinforcements,
    retreat,
    sequence,
    setup,
    uncertain,
    victory,
)

CHAPTERS = (
    setup,
    sequence,
    victory,
    command,
    frozen,
    movement,
    brigades,
    declaration,
    battle,
    artillery,
    losses,
    retreat,
    advance,
    automatic_victory,
    leaders,
    reinforcements,
    rally,
    uncertain,
    dummies,
)
"""In rulebook order."""


def all_procedures() -> dict[str, Procedure]:
    """Frame name -> procedure; each name belongs to one chapter."""
    found: dict[str, Procedure] = {}
    for chapter in CHAPTERS:
        for frame, procedure in chapter.PROCEDURES.items():
            if frame in found:
                raise ValueError(f"two chapters have a procedure {frame!r}")
            found[frame] = procedure
    return found
