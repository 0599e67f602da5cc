"""The columns of a Bull Run 1861 game. Everything else is derived: see ground.py."""

from __future__ import annotations

from bullrun.engine.state import State, per_piece, piece_set, scalar

NOWHERE = 0
NO_HOST = -1

SETUP, INITIATIVE, MOVEMENT, HEADQUARTERS, COMBAT, CONTINUATION, ADMINISTRATION = range(7)
PHASES = ("setup", "initiative", "movement", "headquarters", "combat", "continuation", "administration")


class BullRunState(State):
    """Counters, markers and the clock."""

    # --- counters: brigades, line markers, headquarters
    at: bytearray = per_piece(NOWHERE)
    """The zone of each piece; NOWHERE off the map."""
    facing: bytearray = per_piece(NOWHERE)
    """The neighbouring zone that an element faces (10.2)."""
    losses: bytearray = per_piece()
    """Steps lost by each brigade."""
    fatigue: bytearray = per_piece()
    """Fatigue level of each brigade, 0 to 2."""
    second: int = piece_set()
    """Elements in the second line of their zone (10.5)."""
    acted: int = piece_set()
    """Brigades activated in this movement phase (7.3)."""
    operational: int = piece_set()
    """Brigades marked for operational movement (6.4)."""
    attacking: int = piece_set()
    """Elements with an attack marker whose combat is still to come (10.3.8)."""
    turned: int = piece_set()
    """Activated headquarters (7.6)."""
    flanked: int = piece_set()
    """Northern brigades that crossed Sudley Ford (13.2)."""

    # --- the table
    turn: int = scalar(1)
    phase: int = scalar(SETUP)
    """Index into PHASES."""
    movement_phase: int = scalar(0)
    """Number of the movement phase, 1 to 5."""
    first: int = scalar(0)
    """The side with the initiative: player 1."""
    active: int = scalar(0)
    """The side that is to act."""
    offensive: int = scalar(-1)
    """The side whose major offensive it is this turn; -1 for none."""
    launched: int = scalar(0)
    """Bit set of the sides that have used their major offensive."""
    northern: int = scalar(0)
    """Objective zones that the North controls; the South has the others."""
    farm_ford: int = scalar(0)
    """1 once the North knows Farm Ford (10.3.4)."""
    attacked: int = scalar(0)
    """Zones attacked in this movement phase (11.1.2)."""
    host: int = scalar(NO_HOST)
    """The element that Hampton's Legion is stacked with (10.5)."""
    doomed: int = scalar(-1)
    """The side that has lost by automatic defeat at the end of this turn (13.6); -1 for none."""
    last_turn: int = scalar(7)
