"""The columns of a game. Nothing is hidden: chance only decides what comes out of the cups. Everything else
is derived: see ground.py and zones.py."""

from __future__ import annotations

from bullrun.engine.state import State, per_piece, per_piece_wide, piece_set, scalar

NOWHERE = 0
NOBODY = -1
"""No piece, no side, no formation."""

# Where a piece is (column `box`).
DUE, TO_SET_UP, MAP, ENTRY, LOST, EXITED, SAVED, CUP, READY, ASIDE, SPENT, GONE = range(12)
BOXES = (
    "to come", "to set up", "map", "entry hex", "lost", "left the map", "saved", "cup", "available",
    "set aside", "spent", "out of the game",
)  # fmt: skip
"""Units: DUE until they arrive; MAP; ENTRY while they wait in an entry hex, off the map (9.1); LOST; EXITED
(G4.1.2); SAVED, Buford's who got away (G8.4).
Command markers: DUE; CUP; ASIDE when drawn or left out this turn; GONE.
Special markers: DUE before their turns; READY to be played; ASIDE while a die or a condition bars them; SPENT
for this turn; GONE.
Artillery markers: DUE; CUP; READY when drawn or withheld for use; ASIDE when not drawn; SPENT for this turn;
GONE. Outside the operations of a turn markers in play are ASIDE."""

SETUP, START, ARRIVALS, MARKERS, OPERATIONS, RETREATS, NIGHT, END = range(-1, 7)
PHASES = ("turn start", "arrivals", "markers", "operations", "required retreats", "night", "turn end")

# How a unit is moving (column `mode`).
STILL, MARCH, ROAD, REGULAR, WITHDRAWAL = range(5)
MODES = ("", "march", "road", "regular", "withdrawal")

# The Grand Battery (column `battery`).
NOT_YET, DECLARED, FIRING, OVER = range(4)


class ClashState(State):
    """Units, markers, points and clock."""

    # --- where everything is
    at: list[int] = per_piece_wide(NOWHERE)
    """The hex of each unit in MAP or ENTRY, NOWHERE for all other pieces."""
    box: bytearray = per_piece(DUE)
    steps: bytearray = per_piece()
    """Steps that a unit has left."""
    rating: bytearray = per_piece()
    """The rating that a die has given a unit; 0 before, and for all whose rating is printed (G8.1)."""
    arrival: bytearray = per_piece()
    """The turn in which a unit was put into its entry hex; 0 for those set up on the map (R51)."""

    # --- the turn
    turn: int = scalar(0)
    """As printed: 1 is the first of the campaign."""
    phase: int = scalar(SETUP)
    side: int = scalar(NOBODY)
    """Whose activation it is; NOBODY between activations and outside the operations."""
    sites: tuple[int, ...] = scalar(())
    """The site that each entry of the set-up list has chosen; 0 before, and where there is no choice."""
    control: tuple[int, ...] = scalar(())
    """Who controls each victory hex, in the scenario's order; NOBODY for neither."""
    acted: int = scalar(0)
    """Bit set of the sides that have declared their Combat Action this turn (12.1)."""
    moved: int = piece_set()
    """Has moved or retreated this turn (9.6)."""
    strayed: int = piece_set()
    """Was out of command in its command-marker activation this turn (9.6)."""
    replaced: int = piece_set()
    """Got a step back this night (9.6)."""

    # --- points (R82)
    casualties: tuple[int, int] = scalar((0, 0))
    """By the side that scores them."""
    delays: tuple[int, int] = scalar((0, 0))
    """By the side whose formations were late: it scores them."""
    williams: int = scalar(0)
    """What the Union has paid the Confederates (B8.2)."""
    bufords: int = scalar(0)
    """For Buford's brigades that got away whole (G4.1.1)."""
    grounds: tuple[int, int] = scalar((0, 0))
    """For victory hexes at the end of the game."""

    # --- arrivals, by the index of the scenario's group
    due: tuple[int, ...] = scalar(())
    """The turn on which each group comes; 0 for one that never will unless it is bought."""
    settled: int = scalar(0)
    """Bit set of the groups that need no more dice."""
    here: int = scalar(0)
    """Bit set of the groups that have been put into their entry hexes."""
    hurried: int = scalar(0)
    """Bit set of the groups that try to come early this turn."""
    late: int = scalar(0)
    """Bit set of the formations that have scored Delay points (9.4.vp)."""

    # --- the activation in progress
    first: int = scalar(NOBODY)
    """The special marker that its owner plays first this turn."""
    chosen: tuple[int, ...] = scalar(())
    """The formations that it activates."""
    drawn: int = scalar(NOBODY)
    """The command marker just drawn, while its windows are open and its formation acts."""
    swap: int = scalar(NOBODY)
    """The special marker that takes its place."""
    rider: int = scalar(NOBODY)
    """The formation that rides along."""
    rode: int = scalar(0)
    """Bit set of the formations that have ridden along this turn (B5.2, B8.3)."""
    marker: int = scalar(NOBODY)
    """The command or special marker under which units act now."""
    active: int = piece_set()
    """All units that act now, riders among them."""
    riders: int = piece_set()
    commanded: int = piece_set()
    """Those of them in command range (10.4)."""
    focus: int = piece_set()
    allowance: bytearray = per_piece()
    """Movement points of each active unit."""
    spent: bytearray = per_piece()
    """Quarters of a movement point spent in this activation."""
    mode: bytearray = per_piece()
    """How an active unit moves: see MODES."""
    zoned: int = piece_set()
    """Active units that began the activation in an enemy zone (8.2)."""
    halted: int = piece_set()
    """Active units whose move is over."""
    moving: int = scalar(NOBODY)
    """The unit in the middle of its move."""

    # --- combat
    special_attacks: int = scalar(0)
    """1 in the attacks of a special activation, which are no Combat Action."""
    eligible: int = piece_set()
    """Units that may attack in the present action and have not (12.2.unit)."""
    duty: list[int] = per_piece_wide(0)
    """The enemy hexes that overlooked a unit when the action was declared (12.5)."""
    struck: int = scalar(0)
    """The hexes attacked in the present action (12.2.hex)."""
    fought: tuple[tuple[int, int, int, int], ...] = scalar(())
    """(unit, its hex, the hex that it attacked, the enemy hexes that were in its zone) of each attack made in
    the present action: what joint attacks oblige to follows from it (12.4)."""
    declared: tuple[tuple[int, tuple[int, ...]], ...] = scalar(())
    """(target hex, attackers) declared and not yet resolved, the one being put together last."""
    support: tuple[int, int] = scalar((NOBODY, NOBODY))
    """The artillery marker of attacker and defender in the present combat."""
    fell_back: int = piece_set()
    """Retreated in the present action (option retreated-defend)."""
    falling_back: int = piece_set()
    """Must retreat and has not: after a combat, or by 6.3.4."""
    lengths: bytearray = per_piece()
    """Hexes that such a unit must go."""
    closed: tuple[int, int] = scalar((0, 0))
    """For each side the hexes closed to its required retreats: where enemies stood when they began (R41)."""

    # --- Second Bull Run
    been: list[int] = per_piece_wide(0)
    """The hexes that a unit has entered under Orders (B8.7)."""
    free: int = scalar(0)
    """Bit set of the formations released from Orders."""
    freed: int = scalar(0)
    """Bit set of those that will be at the end of the running activation (B8.7.end)."""
    lead: tuple[int, ...] = scalar(())
    """The lead unit of the formation that moves under Orders, then its path with the start (R38)."""
    stopped: int = piece_set()
    """Leads stopped in an enemy zone in their turn of arrival, this turn (B8.7.free.e)."""
    thawed: int = scalar(0)
    """Bit set of the formations freed from B9.4."""
    bar_lifted: int = scalar(0)
    """1 once the Confederates may declare Combat Actions again (B8.8)."""
    wing_released: int = scalar(0)
    """1 once Longstreet's limit is over (B8.6)."""
    wing_fights: int = scalar(NOBODY)
    """The formation of Longstreet's wing that attacks this turn."""

    # --- Gettysburg
    battery: int = scalar(NOT_YET)
    """The Grand Battery: see NOT_YET and the others (G6.2)."""
    battery_hexes: int = scalar(0)
    """The hexes attacked with it."""
    battery_marker: int = scalar(NOBODY)
    """The marker under whose activation it fires."""

    # --- night
    steps_back: tuple[int, int] = scalar((0, 0))
    """Steps that each side may still restore this night (9.6)."""
