"""The columns of a game of The Day Was Ours. Everything else is derived: see ground.py."""

from __future__ import annotations

from bullrun.engine.state import State, per_piece, per_piece_wide, piece_set, scalar, side

NOWHERE = 0
"""Not in this game, or not yet: a counter that the scenario does not use, a chit that has still to come."""

BOXES = (
    "to-set-up", "due", "broken-3", "broken-2", "broken-1", "reorganize", "eliminated", "left-map", "removed",
    "ready", "activated", "cup", "mix-union", "mix-confederate", "excluded-union", "excluded-confederate",
    "held-union", "held-confederate", "aside", "used-up",
)  # fmt: skip
"""Places beside the map. They stand below zero in the column of places, hexes above."""

(
    TO_SET_UP, DUE, BROKEN_3, BROKEN_2, BROKEN_1, REORGANIZE, ELIMINATED, LEFT_MAP, REMOVED,
    READY, ACTIVATED, CUP, MIX_UNION, MIX_CONFEDERATE, EXCLUDED_UNION, EXCLUDED_CONFEDERATE,
    HELD_UNION, HELD_CONFEDERATE, ASIDE, USED_UP,
) = range(-1, -1 - len(BOXES), -1)  # fmt: skip
"""Units: DUE waits to enter, REMOVED is out without points (16.3.9). Brigade markers: READY or ACTIVATED.
Chits: MIX is a side's pool, ASIDE what is spent or cancelled this turn, USED_UP out of the game for good."""

MIX = (MIX_UNION, MIX_CONFEDERATE)
EXCLUDED = (EXCLUDED_UNION, EXCLUDED_CONFEDERATE)
HELD = (HELD_UNION, HELD_CONFEDERATE)
"""By side."""
BROKEN_TRACK = (BROKEN_3, BROKEN_2, BROKEN_1, REORGANIZE)
"""The way of a broken unit, one box at each turn's end (12.8)."""
LOST = (*BROKEN_TRACK, ELIMINATED, LEFT_MAP)
"""What costs a point at the end (LEFT_MAP by an option)."""


def box_name(box: int) -> str:
    """The id of a box."""
    return BOXES[-1 - box]


SETUP, COMMAND, ARTILLERY_PHASE, CHIT_DRAW, END_TURN = range(5)
PHASES = ("set-up", "command decision", "artillery", "chit draw", "end turn")

NO_ORDER, ATTACK, DEFEND, MANEUVER, REGROUP, LIMITED, GUNS, FREE_MOVE = range(8)
ORDERS = ("", "attack", "defend", "maneuver", "regroup", "limited", "guns", "free move")
"""How units act now. GUNS: a battery's step in the Artillery Phase. FREE_MOVE: what an event or a wild chit
makes of one hex or unit, a firefight or a wayward move."""

NOBODY_ACTS = -1
NO_BRIGADE = -1
NO_KEY = -1
FACE_DOWN = (-1, -2)
"""By side: some Event chit of it."""
NEVER = -1
"""A turn that has not come."""
BARRED, OPEN, BLOWN_UP = range(3)
"""The Stone Bridge, for the Union; blown up it is closed to both sides."""


class DayState(State):
    """Units, chits, markers and clock."""

    # --- all counters
    at: list[int] = per_piece_wide(NOWHERE)
    """A hex above zero, a box below."""

    # --- brigade markers
    ordered: bytearray = per_piece()
    """The order that the brigade has been given this turn, for all to see."""

    # --- units
    worn: int = piece_set()
    """Lies on its Battleworn side; a Fragile unit never does."""
    hits: bytearray = per_piece()
    """Morale Hits."""
    shaken: int = piece_set()
    low_ammo: int = piece_set()
    dismounted: int = piece_set()
    freed: int = piece_set()
    """Its own standing limit has ended: by a retreat, by the Broken Track, or released by Cocke (20.4)."""

    # --- units in the present activation; emptied when one begins
    active: int = piece_set()
    """May act in it."""
    fired: int = piece_set()
    moved: int = piece_set()
    """Has moved by any distance, or entered the map, or mounted or dismounted."""
    spent: bytearray = per_piece()
    """Movement points spent, in halves."""
    halted: int = piece_set()
    """Its move is finished."""
    attacked: int = piece_set()
    """Has taken part in a close combat that was declared."""
    rallied: int = piece_set()
    """Has rolled to rally."""
    driven: int = piece_set()
    """Was moved by a result, or advanced: does nothing more in this activation."""
    changed: int = piece_set()
    """Has mounted or dismounted (10.9)."""
    charging: int = piece_set()
    """Mounted, and its move so far makes a close combat against Clear ground a charge (11.4.charge)."""
    run_up: bytearray = per_piece()
    """Clear hexes, or hexes at the rate of a road, that mounted cavalry has entered one after the other, as
    many as a charge needs."""
    approached: int = piece_set()
    """Has come too near to an enemy for an extended march (10.6)."""
    extended: int = piece_set()
    """Has made an extended march, whose die is still to come."""
    reacted: int = piece_set()
    """Has given Opportunity Fire in this enemy activation (10.7c)."""
    supported: int = piece_set()
    """Has given Defensive Support Fire in this enemy activation (11.3a.support)."""
    wrong_side: int = piece_set()
    """Began this activation on the wrong side of Young's Branch in a lull (16.3.12w)."""

    # --- units in the present phase
    acted: int = piece_set()
    """Batteries that have acted in this Artillery Phase (6.2c)."""

    # --- chits
    wounded: int = piece_set()
    """Division chits that are replaced by their Casualty version."""
    union_key: int = scalar(NO_KEY, side(0))
    confederate_key: int = scalar(NO_KEY, side(1))
    """The Key Chit while it lies in the cup."""
    dealt: int = scalar(0)
    """1 from the first choice of a Key Chit to the turn's end: Event chits that are not drawn lie face
    down."""
    mixing: int = scalar(0)
    """1 while the others are mixed: now their owner does not see them either."""
    fortunes: int = scalar(0)
    """1 when the next chit drawn has no effect (7.3.fortunes)."""
    drawn: tuple[int, ...] = scalar(())
    """What has come out of the cup this turn, in order; after a Division chit the brigade that it named, and
    for an Event chit that is held face down one of FACE_DOWN."""
    drawn_rally: int = scalar(0)
    """Sides, as bits, whose Rally! chit has been drawn and not been cancelled this turn."""
    kept_rally: int = scalar(0)
    """Sides, as bits, whose Rebuild dice are one lower at this turn's end."""
    regulars_used: int = scalar(0)
    """How often Regulars Forward has been played."""

    # --- clock and table
    turn: int = scalar(0)
    """Index on the turn track of 21 half hours; 7:00 AM is 0, whatever the first turn is."""
    phase: int = scalar(SETUP)
    drawer: int = scalar(NOBODY_ACTS)
    """The side that draws chits this turn."""
    points: tuple[int, int] = scalar((0, 0))
    control: tuple[int, ...] = scalar(())
    """Of each objective of the plan: who controls it, -1 for nobody."""
    lull: int = scalar(NEVER)
    """The turn in which the lull began."""
    ford_found: int = scalar(NEVER)
    """The turn in which Farm Ford was found; the first turn where it is known from the start."""
    crossed: int = scalar(NEVER)
    """The turn in which the Confederates crossed Bull Run."""
    bridge: int = scalar(BARRED)

    # --- the activation in progress
    acting: int = scalar(NOBODY_ACTS)
    """The side whose activation, battery step or event is under way."""
    brigade: int = scalar(NO_BRIGADE)
    """The marker of the brigade that is activated."""
    order: int = scalar(NO_ORDER)
    exhausted: int = scalar(0)
    """1 when Exhaustion lies on the brigade."""
    assaulted: int = scalar(0)
    """The hexes that have been attacked in this activation."""
    superior: int = scalar(0)
    """1 while a fire has the shift of Superior Artillery."""
    stopped: int = scalar(0)
    """1 when Firing on Friends has been played on the fire or close combat in progress; the reader clears
    it."""
    yell: int = scalar(0)
    """1 when Rebel Yell! has been played on the close combat in progress."""
    confused: int = scalar(0)
    """1 when Command Confusion makes the present activation a limited one."""
    delayed: int = scalar(0)
    """1 when Blackberries ends the present activation."""
