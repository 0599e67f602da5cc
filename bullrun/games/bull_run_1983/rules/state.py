"""The columns of a Bull Run game. Everything else is derived: see ground.py."""

from __future__ import annotations

from bullrun.engine.state import State, per_piece, per_piece_wide, piece_set, scalar

NOWHERE = 0

# Where a piece is (column `box`).
CARD, MAP, WAITING, DUE, RALLY, LOST, FORMED, UNDER_DUMMY = range(8)
BOXES = ("card", "map", "to set up", "reinforcement", "rally box", "lost", "in a brigade", "under a dummy")
"""CARD: on the order of battle card, out of play (a brigade piece not formed, a dummy not used).
FORMED: represented by the brigade piece named in `holder`. UNDER_DUMMY: hidden under that dummy."""

SETUP, PANIC, COMMAND, MOVEMENT, COMBAT, RALLYING = range(-1, 5)
PHASES = ("panic", "command", "movement", "combat", "rally")


class BullRunState(State):
    """Pieces, markers and clock."""

    # --- pieces
    at: list[int] = per_piece_wide(NOWHERE)
    """Place of each piece in MAP, NOWHERE for all others."""
    box: bytearray = per_piece(CARD)
    holder: list[int] = per_piece_wide(-1)
    """The brigade piece or dummy that stands for this piece on the map; -1 for none."""
    face: bytearray = per_piece()
    """Batteries: MOBILE or BATTLE (9.1)."""
    spent: bytearray = per_piece()
    """Movement points spent this Movement phase, in sixths."""
    frozen: int = piece_set()
    """Frozen, face-down pieces (4.8)."""
    active: int = piece_set()
    """Active this player-turn (4.1)."""
    moved: int = piece_set()
    """Has moved this player-turn, by any distance."""
    halted: int = piece_set()
    """Has finished moving this player-turn: another piece moved since, it met a zone of control or came by
    rail (5.2, 5.81)."""
    fought: int = piece_set()
    """Attacked or advanced this player-turn, in whatever phase: attacks no more (7.93, 10.5)."""
    changed: int = piece_set()
    """Batteries that changed pieces and brigade pieces that formed this player-turn: once a phase is enough,
    and the phase always ends (8.2, 9.12)."""
    struck: int = piece_set()
    """Leaders bombarded in the last enemy turn: active in their next Command phase (4.32)."""
    settled: int = piece_set()
    """Began the Movement phase out of enemy control (11.6, 14.3)."""
    revived: int = piece_set()
    """Rallied at least once (optional rule 3)."""
    from_r1: int = piece_set()
    """Union units whose march route went to R1 (optional rule 3)."""

    # --- the table
    turn: int = scalar(0)
    """Index on the turn track."""
    side: int = scalar(0)
    """Whose player-turn it is: the attacker."""
    phase: int = scalar(SETUP)
    trestle: int = scalar(0)
    """1 when the TRESTLE stands in UU28 (11.1)."""
    abatis: int = scalar(0)
    """The hexes that hold an ABATIS."""
    ford_entries: tuple[tuple[int, int], ...] = scalar(())
    """(ford, defense points that entered it this player-turn), in order of first entry (5.52)."""
    battles: tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...] = scalar(())
    """Declared and not yet resolved: (adjacent attackers, long-range batteries, defenders)."""
    third_only: int = scalar(0)
    """The hexes where at set-up only march routes to CCC35 led, the 3rd Division's own (1.33)."""
    arrived: int = scalar(0)
    """Bit set of the scenario's reinforcement groups that need no more watching."""
    unfrozen_all: int = scalar(0)
    """1 once every Confederate piece has been released (4.82)."""
    events_done: int = scalar(0)
    """Bit set of the uncertain events that have happened (optional rule 1)."""
    rallied: int = scalar(0)
    """1 when the attacker has rallied this player-turn (14.4)."""
