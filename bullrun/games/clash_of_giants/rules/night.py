"""9.6 Replacements: in night turns units get steps back, and eliminated ones return."""

from __future__ import annotations

from bullrun.board.places import PlaceSet, places_in, union_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, DIE, PICK, PIECE, PLACE, SIDE, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ids, name, on_map, put, stackable
from bullrun.games.clash_of_giants.rules.scoring import restore_step
from bullrun.games.clash_of_giants.rules.state import LOST, MAP
from bullrun.games.clash_of_giants.rules.surrender import can_trace, home_entries
from bullrun.games.clash_of_giants.rules.zones import next_to_enemies
from bullrun.games.sides import SIDE_NAMES, SIDES
from bullrun.mechanisms.dice import die, pips


def ask_replacements(position: Clash, frame: Frame) -> Decision | None:
    """The Union, then the Confederates."""
    position.goto("replacement_die", 0)
    return None


@enforces("9.6.die")
def ask_die(position: Clash, frame: Frame) -> Decision | None:
    """One die for each side; none for a side that can restore nothing."""
    side: int = frame[1]
    if side == len(SIDES):
        position.end()
        return None
    if not _options(position, side):
        position.goto("replacement_die", side + 1)
        return None
    called = SIDES[side]
    question = f"Steps that the {SIDE_NAMES[called]} side gets back"
    return die(question, "9.6.die", about=About(roll="replacements"), side=called)


def answer_die(position: Clash, frame: Frame, action: Action) -> None:
    """How many steps may come back."""
    state, side = position.state, frame[1]
    state.steps_back = (pips(action), 0) if side == 0 else (0, pips(action))
    position.emit("replacement_roll", "9.6.die", side=SIDES[side], die=pips(action))
    position.goto("restore", side)


# --- who may


def why_not_fit(position: Clash, unit: int) -> Refusal | None:
    """Why a unit on the map is in no state to be restored, or to have others come back to it."""
    state, roster = position.state, position.rules.roster
    called = roster.ids[unit]
    if state.moved >> unit & 1:
        return Refusal("9.6.unit", f"{called} has moved or retreated this turn.")
    if state.strayed >> unit & 1:
        return Refusal("9.6.unit", f"{called} was out of command this turn.")
    if next_to_enemies(position, roster.side[unit]) >> state.at[unit] & 1:
        return Refusal("9.6.unit", f"{called} stands next to an enemy.")
    if not can_trace(position, unit, home_entries(position, unit)):
        return Refusal("9.6.unit", f"{called} has no path home.")
    return None


@enforces("9.6.limit", "G8.4.norepl")
def why_not_counted(position: Clash, unit: int) -> Refusal | None:
    """Why a unit, or its formation, gets no more steps this night."""
    state, rules = position.state, position.rules
    roster, limits = rules.roster, rules.tables["replacements"]
    formation = roster.formations[roster.formation[unit]]
    called = roster.ids[unit]
    if formation.id in rules.data.get("no_replacements", {}).get("formations", ()):
        return Refusal("G8.4.norepl", f"{called} is never replaced.")
    if state.steps[unit] == roster.steps[unit]:
        return Refusal("9.6.limit", f"{called} has all its steps.")
    if state.replaced >> unit & 1:
        return Refusal("9.6.limit", f"{called} got a step back this night.")
    if (formation.units & state.replaced).bit_count() >= limits["per_formation"]:
        return Refusal("9.6.limit", f"{formation.name} got {limits['per_formation']} steps back this night.")
    return None


@enforces("9.6.unit")
def restorable(position: Clash, unit: int) -> bool:
    """Whether a reduced unit on the map may get a step back."""
    on = position.state.box[unit] == MAP
    return on and why_not_counted(position, unit) is None and why_not_fit(position, unit) is None


@enforces("9.6.back")
def returns(position: Clash, unit: int) -> PlaceSet:
    """Where an eliminated unit may come back: with or beside a unit of its division that could itself be
    restored, not next to an enemy, within stacking, and where it could stand."""
    state, rules = position.state, position.rules
    roster, board = rules.roster, rules.board
    if state.box[unit] != LOST or why_not_counted(position, unit) is not None:
        return 0
    friends = on_map(position, roster.divisions[roster.division[unit]])
    hexes = 0
    for friend in friends:
        if why_not_fit(position, friend) is None:
            hexes |= 1 << state.at[friend]
    found: PlaceSet = (hexes | union_of(board.neighbour_set, hexes)) & stackable(position, unit)
    found &= ~next_to_enemies(position, roster.side[unit])
    if roster.cavalry >> unit & 1:
        found &= ~rules.rocks
        for place in places_in(found & rules.woods):
            if not rules.roads[place]:
                found &= ~(1 << place)
    return found


def _options(position: Clash, side: int) -> list[Action]:
    found: list[Action] = []
    units = list(places_in(position.rules.roster.of_side[side]))
    for unit, called in zip(units, ids(position, units), strict=True):
        if restorable(position, unit):
            found.append(("restore", called))
        found += [("restore", called, name(position, place)) for place in places_in(returns(position, unit))]
    return found


def ask_restore(position: Clash, frame: Frame) -> Decision | None:
    """The owner chooses units one by one; he may take fewer than the die."""
    side: int = frame[1]
    options = _options(position, side) if position.state.steps_back[side] else []
    if not options:
        position.state.steps_back = (0, 0)
        position.goto("replacement_die", side + 1)
        return None
    return Decision(SIDES[side], "Which unit gets a step back?", [PASS, *options], "9.6.die")


def answer_restore(position: Clash, frame: Frame, action: Action) -> None:
    """It has a step more, or comes back with one."""
    state, rules, side = position.state, position.rules, frame[1]
    if action == PASS:
        state.steps_back = (0, 0)
        return
    unit = rules.roster.number[action[1]]
    if len(action) == 3:
        put(position, unit, rules.board.place(action[2]))
    restore_step(position, unit, "9.6.back" if len(action) == 3 else "9.6.unit")
    state.replaced |= 1 << unit
    left = state.steps_back[side] - 1
    state.steps_back = (left, 0) if side == 0 else (0, left)


def why_not_restore(position: Clash, action: Action) -> Refusal | None:
    """Why a unit gets no step back."""
    rules, state = position.rules, position.state
    roster = rules.roster
    unit = roster.number.get(action[1]) if len(action) in (2, 3) else None
    if unit is None or unit >= roster.unit_count:
        return Refusal("9.6.die", "Name a unit, and a hex for one that comes back: restore UNIT or UNIT HEX.")
    refusal = why_not_counted(position, unit)
    if refusal is not None:
        return refusal
    if state.box[unit] == MAP:
        if len(action) == 3:
            return Refusal("9.6.unit", f"{action[1]} is on the map: restore {action[1]}.")
        return why_not_fit(position, unit)
    if state.box[unit] != LOST:
        return Refusal("9.6.unit", f"{action[1]} is neither on the map nor eliminated.")
    return Refusal(
        "9.6.back", f"{action[1]} comes back beside a unit of its division that is free of enemies."
    )


PROCEDURES = {
    "replacements": Procedure(ask_replacements),
    "replacement_die": Procedure(ask_die, answer_die),
    "restore": Procedure(ask_restore, answer_restore),
}
VERBS = (
    Verb("restore", PICK, (PIECE,), "Give {0} a step back", "9.6.die", "night"),
    Verb("restore", CHOOSE, (PIECE, PLACE), "Bring {0} back in {1}", "9.6.die", "night"),
)
EVENTS = (Kind("replacement_roll", "{side} may restore {die}.", {"side": SIDE, "die": DIE}),)
WHY_NOT = {"restore": why_not_restore}
