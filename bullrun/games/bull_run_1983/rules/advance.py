"""7.9 Advance after combat: into the hexes that an attack has emptied."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, Kind, Verb
from bullrun.games.bull_run_1983.rules import brigades, frozen
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.fords import count_ford_entry, ford_room
from bullrun.games.bull_run_1983.rules.ground import ground, name, points_in, put
from bullrun.games.bull_run_1983.rules.leaders import come_along
from bullrun.games.bull_run_1983.rules.losses import split, standing
from bullrun.games.bull_run_1983.rules.roster import BRIGADE
from bullrun.games.sides import SIDES

DONE = ("done",)


@enforces("7.9", "7.91", "7.92")
def advance_targets(position: BullRun, piece: int, emptied: PlaceSet) -> PlaceSet:
    """The emptied hexes a unit may enter: next to it and with room. Terrain and enemy control do not matter,
    but a ford takes a limited number of points a turn, and a brigade piece must break up to enter a ford,
    bridge or ABATIS (8.52)."""
    rules, state = position.rules, position.state
    near = emptied & rules.board.neighbour_set[state.at[piece]]
    if rules.roster.kind[piece] == BRIGADE:
        near &= ~rules.no_brigades(state.abatis, state.trestle)
    return _with_room(position, near, rules.roster.defense[piece])


def _with_room(position: BullRun, places: PlaceSet, points: int) -> PlaceSet:
    rules = position.rules
    for place in places_in(places):
        if points_in(position, place) + points > rules.stack_limit(place) or (
            rules.fords >> place & 1 and points > ford_room(position, place)
        ):
            places &= ~(1 << place)
    return places


def call_advance(position: BullRun, units: tuple[int, ...], targets: PlaceSet) -> None:
    """The surviving attackers may advance into those of the target hexes that hold no enemy unit now."""
    if targets & ~ground(position).units[1 - position.state.side]:
        position.call("advance", units, targets)


@enforces("8.42")
def ask_advance(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (advance, attackers that have not advanced, the hexes they attacked)."""
    _, units, targets = frame
    rules, state = position.rules, position.state
    emptied = targets & ~ground(position).units[1 - state.side]
    groups: list[tuple[Action, PlaceSet]] = []
    breaks: list[Action] = []
    for piece in sorted(standing(position, units)):
        found = advance_targets(position, piece, emptied)
        if found:
            groups.append((("advance", rules.roster.ids[piece]), found))
        if rules.roster.kind[piece] == BRIGADE and _part_fits(position, piece, emptied):
            breaks.append(("break", rules.roster.ids[piece]))
    if not groups and not breaks:
        position.end()
        return None
    return Decision(
        SIDES[state.side],
        "Which attackers advance into the emptied hex?",
        SetOptions(rules.board.names, rules.board.find, groups, breaks, [DONE]),
        "7.9",
    )


def _part_fits(position: BullRun, brigade: int, emptied: PlaceSet) -> bool:
    """Whether a unit of a brigade could advance if the brigade broke up (8.42)."""
    rules = position.rules
    near = emptied & rules.board.neighbour_set[position.state.at[brigade]]
    least = min(rules.roster.defense[unit] for unit in split(position, [brigade]))
    return bool(_with_room(position, near, least))


def answer_advance(position: BullRun, frame: Frame, action: Action) -> None:
    """One unit advances, a brigade breaks up, or nobody more goes."""
    _, units, targets = frame
    if action == DONE:
        position.end()
        return
    piece = position.rules.roster.number[action[1]]
    if action[0] == "break":
        brigades.break_up(position, piece)
        return
    holder = position.state.holder
    left = tuple(unit for unit in units if piece not in (unit, holder[unit]))
    position.goto("advance", left, targets)
    _advance(position, piece, position.rules.board.place(action[2]))


@enforces("7.93")
def _advance(position: BullRun, piece: int, to: PlaceId) -> None:
    """Enter the hex. A unit that has advanced does not attack again this turn."""
    rules, state = position.rules, position.state
    start = state.at[piece]
    put(position, piece, to)
    count_ford_entry(position, to, rules.roster.defense[piece])
    for flag in ("fought", "moved", "halted"):
        setattr(state, flag, getattr(state, flag) | 1 << piece)
    position.emit(
        "advanced",
        "7.9",
        piece=rules.roster.ids[piece],
        start=name(position, start),
        to=name(position, to),
    )
    frozen.watch(position, piece)
    come_along(position, state.side, start, to)


def why_not_advance(position: BullRun, action: Action) -> Refusal | None:
    """Why a unit cannot advance into a hex now."""
    rules = position.rules
    frame = position.state.frames[-1]
    if frame[0] != "advance":
        return Refusal("7.9", "There is no advance after combat now.")
    if len(action) != 3 or action[1] not in rules.roster.number or rules.board.find(action[2]) is None:
        return Refusal("7.9", "An advance names a unit and a hex: advance UNIT HEX.")
    _, units, targets = frame
    piece, to = rules.roster.number[action[1]], rules.board.place(action[2])
    facts = {"piece": action[1], "to": action[2]}
    if piece not in standing(position, units):
        return Refusal("7.9", "Only the adjacent units of this attack advance, each once.", facts)
    if not targets >> to & 1 or ground(position).units[1 - position.state.side] >> to & 1:
        return Refusal("7.9", "This attack has not emptied that hex.", facts)
    if not rules.board.adjacent(position.state.at[piece], to):
        return Refusal("7.9", "It is not adjacent to that hex.", facts)
    if not advance_targets(position, piece, 1 << to):
        state = position.state
        if rules.roster.kind[piece] == BRIGADE and rules.no_brigades(state.abatis, state.trestle) >> to & 1:
            says = "A brigade piece cannot enter a ford, bridge or ABATIS: break it up first."
            return Refusal("8.52", says, facts)
        if rules.fords >> to & 1:
            return Refusal("7.91", "The ford has no room for it this turn.", facts)
        return Refusal("5.4", f"{points_in(position, to)} DP are in the hex already.", facts)
    return None


WHY_NOT = {"advance": why_not_advance}

PROCEDURES = {"advance": Procedure(ask_advance, answer_advance)}

VERBS = (Verb("advance", CHOOSE, (PIECE, PLACE), "{0} advances to {1}", "7.9", "combat"),)

EVENTS = (
    Kind("advanced", "{piece} advances from {start} to {to}.", {"piece": PIECE, "to": PLACE, "start": PLACE}),
)
