"""16.3.4 to 16.3.10 Standing limits: who stays near which hex and until when, which brigades may not act
yet, and which crossings of Bull Run are closed."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, LOSS, PIECE, PLACE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import name, put
from bullrun.games.day_was_ours.rules.plan import Tie
from bullrun.games.day_was_ours.rules.state import BARRED, BLOWN_UP, NEVER, OPEN, REMOVED
from bullrun.games.day_was_ours.rules.victory import book
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die, pips

# --- 16.3.5 to 16.3.9 who stays where -----------------------------------------------------------------


@enforces("16.3.5", "16.3.6", "16.3.7", "16.3.8b", "16.3.8c", "16.3.9")
def tie_of(position: Day, unit: int) -> Tie | None:
    """The limit that binds a unit now."""
    state = position.state
    if state.freed >> unit & 1:
        return None
    for tie in position.rules.plan.ties:
        if tie.units >> unit & 1:
            crossed = "crossing" in tie.ends and state.crossed != NEVER
            lull = "lull" in tie.ends and state.lull != NEVER
            return None if crossed or lull else tie
    return None


def is_beyond(position: Day, tie: Tie, place: PlaceId) -> bool:
    """Whether a hex lies outside a limit; distances are counted over Bull Run, too."""
    return position.rules.board.distance(tie.centre, place) > tie.within


def within_limit(position: Day, unit: int, place: PlaceId) -> bool:
    """Whether a unit's limit lets it enter a hex of its own will: who stands beyond it may only come
    nearer."""
    tie = tie_of(position, unit)
    if tie is None or not is_beyond(position, tie, place):
        return True
    distance = position.rules.board.distance
    return distance(tie.centre, place) < distance(tie.centre, position.state.at[unit])


def hexes_within(position: Day, tie: Tie) -> PlaceSet:
    """The hexes inside a limit."""
    return position.rules.board.within(tie.centre, tie.within)


# --- how limits end -----------------------------------------------------------------------------------


def free(position: Day, unit: int, rule: str, why: str) -> None:
    """A unit's own limit ends for good."""
    position.state.freed |= 1 << unit
    position.emit("freed", rule, piece=position.rules.roster.ids[unit], why=why)


@enforces("16.3.5b", "16.3.6", "16.3.7")
def note_retreat(position: Day, unit: int) -> None:
    """A retreat that has ended far enough away frees a unit; for Cocke's and his batteries none does."""
    tie = tie_of(position, unit)
    if tie is None or "retreat" not in tie.ends or position.state.at[unit] <= 0:
        return
    if position.rules.board.distance(tie.released_of, position.state.at[unit]) > tie.released_within:
        free(position, unit, tie.rule, "it was driven away")


@enforces("16.3.5b")
def note_broken(position: Day, unit: int) -> None:
    """A unit that goes to the Broken Track is free of a limit that this ends."""
    tie = tie_of(position, unit)
    if tie is not None and "broken" in tie.ends:
        free(position, unit, tie.rule, "it has broken")


@enforces("16.3.9")
def note_retreat_step(position: Day, unit: int, place: PlaceId) -> bool:
    """Whether a retreat into this hex, even in passing, takes the unit out of the game; then it is taken
    off."""
    tie = tie_of(position, unit)
    if tie is None or not tie.removes or not is_beyond(position, tie, place):
        return False
    put(position, unit, REMOVED)
    position.emit("removed", tie.rule, piece=position.rules.roster.ids[unit], at=name(position, place))
    return True


@enforces("16.3.x")
def note_move(position: Day, unit: int) -> None:
    """After a unit's own move or advance: a Confederate who stands on the east bank has crossed Bull Run.
    A retreat or a wayward move does not count."""
    state, rules = position.state, position.rules
    if state.crossed != NEVER or rules.roster.side[unit] != CONFEDERATE or state.at[unit] <= 0:
        return
    if rules.board.regions["east_bank"] >> state.at[unit] & 1:
        state.crossed = state.turn
        at = name(position, state.at[unit])
        position.emit("crossed", "16.3.x", piece=rules.roster.ids[unit], at=at)


# --- 16.3.8 Cocke, 16.3.10 Sherman: who may act -------------------------------------------------------


@enforces("16.3.8", "16.3.10")
def may_be_activated(position: Day, marker: int) -> Refusal | None:
    """Why a brigade may not be activated this turn, fully or not; None when it may."""
    plan, state = position.rules.plan, position.state
    if marker not in plan.not_before or state.turn >= plan.not_before[marker]:
        return None
    if marker == plan.searcher and state.crossed != NEVER:
        return None
    who, when = position.rules.pieces[marker].name, position.rules.track[plan.not_before[marker]]
    rule = "16.3.10" if marker == plan.searcher else "16.3.8"
    return Refusal(
        rule, f"{who} is not activated before {when}.", {"piece": position.rules.roster.ids[marker]}
    )


@enforces("16.3.8b", "16.3.8c")
def may_release(position: Day) -> list[int]:
    """The regiments of Cocke's of which one more may be released: not those that never go, and one other
    on the map must stay."""
    plan, state = position.rules.plan, position.state
    for tie in plan.ties:
        if tie.id == "cocke":
            bound = tie.units & ~plan.never & ~state.freed
            found = [unit for unit in places_in(bound) if state.at[unit] > 0]
            return found if len(found) > plan.remain else []
    return []


@enforces("16.3.8b")
def release(position: Day, unit: int) -> None:
    """A regiment of Cocke's may leave Lewis Ford: its price is booked at once and for good."""
    position.state.freed |= 1 << unit
    book(position, 1 - position.rules.roster.side[unit], position.rules.plan.price)


# --- 2.10g, 16.3.4, 16.3.10b crossings ----------------------------------------------------------------


@enforces("16.3.10b")
def ford_is_open(position: Day, unit: int) -> bool:
    """Whether a unit may use Farm Ford: nobody before it is found; then everybody, or by an option the
    brigades of Sherman and Keyes alone."""
    rules = position.rules
    if position.state.ford_found == NEVER:
        return False
    if rules.has("farm-ford-users", "everyone"):
        return True
    markers = (rules.roster.marker["Sherman"], rules.roster.marker["Keyes"])
    return rules.roster.brigade[unit] in markers


@enforces("16.3.4", "O.bridge")
def bridge_is_open(position: Day, side: int) -> bool:
    """Whether a side may use the Stone Bridge: the Union is barred from it, and when it is blown up
    everybody."""
    rules, bridge = position.rules, position.state.bridge
    if rules.plan.bridge is None or bridge == OPEN:
        return True
    return bridge == BARRED and side != UNION


@enforces("2.10g", "2.10e", "2.10h")
def why_closed(position: Day, unit: int, place: PlaceId, to: PlaceId) -> Refusal | None:
    """Why a unit may not cross a hexside, by move, advance or retreat; None when it may."""
    rules = position.rules
    if not rules.rivers[place] >> to & 1:
        return None
    if not rules.crossings[place] >> to & 1:
        return Refusal("2.10g", "Bull Run is crossed at fords and bridges only.")
    if place in rules.plan.farm_ford and to in rules.plan.farm_ford and not ford_is_open(position, unit):
        if position.state.ford_found == NEVER:
            return Refusal("16.3.10b", "Farm Ford has not been found.")
        return Refusal("16.3.10b", "Only Sherman's and Keyes' brigades use Farm Ford.")
    if is_bridge(position, place, to) and not bridge_is_open(position, rules.roster.side[unit]):
        if position.state.bridge == BLOWN_UP:
            return Refusal("O.bridge", "The Stone Bridge is blown up.")
        return Refusal("16.3.4", "Union units do not cross the Stone Bridge.")
    return None


def is_closed(position: Day, unit: int, place: PlaceId, to: PlaceId) -> bool:
    """Whether a unit may not cross a hexside."""
    return why_closed(position, unit, place, to) is not None


def is_bridge(position: Day, place: PlaceId, to: PlaceId) -> bool:
    """Whether a step goes over the Stone Bridge."""
    bridge = position.rules.plan.bridge
    return bridge is not None and place in bridge and to in bridge


# --- O.bridge -----------------------------------------------------------------------------------------


@enforces("O.bridge")
def may_try_bridge(position: Day, unit: int) -> bool:
    """Whether this regiment may be the first of Schenck's to step on the bridge: once in the game, when his
    brigade is activated."""
    state, rules = position.state, position.rules
    schenck = rules.roster.marker["Schenck"]
    return (
        "bridge" in rules.plan.what_if
        and state.bridge == BARRED
        and rules.roster.brigade[unit] == schenck
        and state.brigade == schenck
    )


def ask_bridge(position: Day, frame: Frame) -> Decision | None:
    """Frame: (bridge, unit). Is it mined?"""
    unit = frame[1]
    piece = position.rules.roster.ids[unit]
    return die(
        f"{position.rules.pieces[unit].name} steps on the Stone Bridge",
        "O.bridge",
        about=About(piece=piece, roll="bridge"),
        side=SIDES[UNION],
        unit=piece,
    )


@enforces("O.bridge")
def answer_bridge(position: Day, frame: Frame, action: Action) -> None:
    """It blows up under the regiment and is closed to all, or it is open to the Union and the limits on
    Schenck and Carlisle end."""
    unit, state, rules = frame[1], position.state, position.rules
    effect, rolled = rules.plan.what_if["bridge"], pips(action)
    blown = rolled <= effect.number("explodes_to", 0, 6)
    position.end()
    result = "it blows up" if blown else "it is not mined"
    position.emit("bridge_tried", "O.bridge", piece=rules.roster.ids[unit], die=rolled, result=result)
    if blown:
        state.bridge = BLOWN_UP
        position.call("blown up", unit)
        return
    state.bridge = OPEN
    for tie in rules.plan.ties:
        if tie.id in ("schenck", "carlisle"):
            for bound in places_in(tie.units & ~state.freed):
                free(position, bound, "O.bridge", "the bridge is open")


PROCEDURES = {"bridge": Procedure(ask_bridge, answer_bridge)}

EVENTS = (
    Kind("freed", "{piece} may go where it will: {why}.", {"piece": PIECE, "why": WORDS}),
    Kind(
        "crossed",
        "{piece} stands on the east bank in {at}: the Confederates have crossed Bull Run.",
        {"piece": PIECE, "at": PLACE},
    ),
    Kind(
        "removed",
        "{piece} is driven from Lewis Ford to {at} and leaves the game.",
        {"piece": PIECE, "at": PLACE},
        LOSS,
    ),
    Kind(
        "bridge_tried",
        "{piece} steps on the Stone Bridge: {die}, {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
    ),
)
