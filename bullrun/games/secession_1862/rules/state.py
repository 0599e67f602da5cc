"""The columns of a Second Bull Run game. Everything else is derived: see ground.py."""

from __future__ import annotations

from bullrun.engine.state import State, per_piece, piece_set, scalar

NOWHERE = 0

SETUP, INITIATIVE, ACTION, COMMANDERS, COMBAT, CONTINUATION, ADMINISTRATION, NIGHT = range(8)
PHASES = (
    "set-up",
    "initiative",
    "action",
    "commanders",
    "combat",
    "continuation",
    "administration",
    "night",
)

MANEUVER, ASSAULT = 1, 2
"""Values of `tactics`; 0 when no die was rolled."""


class BattleState(State):
    """Counters, markers and the clock."""

    # --- counters: brigades and commanders
    at: bytearray = per_piece(NOWHERE)
    """The zone of each piece; NOWHERE off the map."""
    facing: bytearray = per_piece(NOWHERE)
    """The neighbouring zone that a brigade faces (9.3)."""
    target: bytearray = per_piece(NOWHERE)
    """The zone that a brigade's attack marker points to (9.4); NOWHERE without a marker."""
    losses: bytearray = per_piece()
    """Losses of each brigade."""
    fatigue: bytearray = per_piece()
    """Fatigue level of each brigade, 0 to 2."""
    routed: int = piece_set()
    """Brigades with a rout marker (10.4)."""
    dismounted: int = piece_set()
    """Cavalry on its dismounted side (9.4)."""
    acted: int = piece_set()
    """Brigades that have acted in this action phase (6.1)."""
    turned: int = piece_set()
    """Commanders on their activated side (2.2)."""
    fired: int = piece_set()
    """Artillery that supports no more attacks in this action phase (10.3.2)."""
    struck: int = piece_set()
    """Brigades that have been attacked in this action phase (10.3.6)."""
    eliminated: int = piece_set()
    """Brigades out of the game."""
    exited: int = piece_set()
    """Eliminated brigades that left the map in retreat: the night brings them back (11.2.3)."""

    # --- the table
    day: int = scalar(0)
    """Index of the day in the scenario."""
    turn: int = scalar(1)
    phase: int = scalar(SETUP)
    """Index into PHASES."""
    action_phase: int = scalar(0)
    """Number of the action phase, 1 to 5."""
    first: int = scalar(0)
    """The side with the initiative: player 1."""
    active: int = scalar(0)
    """The side that is to act."""
    designated: int = scalar(-1)
    """The corps commander designated in this action phase; -1 for none."""
    selected: int = scalar(0)
    """Divisions activated in this action phase, as a bit set of their numbers."""
    taken: int = scalar(0)
    """Objectives held by the side they are an objective of; the others are where they started."""
    arrived: int = scalar(0)
    """Groups of the arrival list that have entered or will not come, as a bit set."""
    released: int = scalar(0)
    """Groups that may enter now: their die was good, or they need none."""
    entry_of: tuple[tuple[int, int], ...] = scalar(())
    """(group, entry zone) of the groups that have begun to enter."""
    entered: tuple[tuple[int, int], ...] = scalar(())
    """(entry zone, brigades that entered there in this segment) (11.1.3)."""
    away: int = scalar(0)
    """Groups of the arrival list that were moved out in the night (11.2.3)."""
    jones: int = scalar(0)
    """1 when the Confederates have taken division Jones (11.2.1a)."""
    tactics: tuple[int, int] = scalar((0, 0))
    """Each side's tactical option this turn (11.2.1b)."""
    counter_attack: int = scalar(0)
    """The turn in which the Confederates declared their counter-attack; 0 before (11.2.2)."""
