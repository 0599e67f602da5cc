"""12.13 Advance after combat: attackers may enter the hex that they have emptied."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, MARCH, PATH, PIECE, PLACE, Kind, Verb
from bullrun.games.clash_of_giants.rules import second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ids, may_stack, name, on_map
from bullrun.games.clash_of_giants.rules.scoring import enter
from bullrun.games.sides import SIDES

STAY: Action = ("stay",)


def why_not_into(position: Clash, unit: int, place: PlaceId) -> Refusal | None:
    """Why an attacker cannot advance into a hex next to it; zones do not matter (12.13.stack)."""
    return _closed(position, unit, place) or _limited(position, unit, place)


@enforces("12.13.side", "12.13.cav", "B7.2.move", "G7.2.move", "9.5")
def _closed(position: Clash, unit: int, place: PlaceId) -> Refusal | None:
    rules, at = position.rules, position.state.at[unit]
    called = rules.roster.ids[unit]
    if rules.closed_sides[at] >> place & 1:
        return Refusal("12.13.side", f"{called} cannot cross the side to {name(position, place)}.")
    if rules.entry_hexes >> place & 1:
        return Refusal("9.5", f"{name(position, place)} is an entry hex.")
    if rules.roster.cavalry >> unit & 1 and rules.cavalry_barred(at, place):
        return Refusal("12.13.cav", f"{called} enters and leaves woods by road only, and no rocks.")
    return None


@enforces("12.13.stack", "B8.5.attack", "B9.4.col21")
def _limited(position: Clash, unit: int, place: PlaceId) -> Refusal | None:
    called = position.rules.roster.ids[unit]
    if second_bull_run.west_of_limit(position, unit) >> place & 1:
        return Refusal("B8.5.attack", f"{called} does not advance so far west.")
    if second_bull_run.west_closed(position, unit) >> place & 1:
        return Refusal("B9.4.col21", f"{called} does not advance so far west this turn.")
    if not may_stack(position, unit, place):
        return Refusal("12.13.stack", f"{called} cannot stand with those in {name(position, place)}.")
    return None


@enforces("12.13.adv", "12.13.stack")
def ask_advances(position: Clash, frame: Frame) -> Decision | None:
    """One attacker after the other, one hex, as many as may stand there; nobody must."""
    _, place, attackers = frame
    state = position.state
    able = [
        unit
        for unit in on_map(position, attackers)
        if state.at[unit] != place and why_not_into(position, unit, place) is None
    ]
    if not able:
        position.end()
        return None
    to = name(position, place)
    options: list[Action] = [("advance", unit, to) for unit in ids(position, able)]
    about = About(piece=options[0][1] if len(able) == 1 else "")
    return Decision(SIDES[state.side], f"Who advances into {to}?", [*options, STAY], "12.13.adv", about=about)


def answer_advances(position: Clash, frame: Frame, action: Action) -> None:
    """It enters the hex, which changes control like any other way of entering."""
    if action == STAY:
        position.end()
        return
    unit = position.rules.roster.number[action[1]]
    start = name(position, position.state.at[unit])
    enter(position, unit, (frame[1],))
    position.emit("advanced", "12.13.adv", piece=action[1], path=[start, name(position, frame[1])])


def why_not_advance(position: Clash, action: Action) -> Refusal | None:
    """Why a unit does not advance."""
    roster, frame = position.rules.roster, position.state.frames[-1]
    unit = roster.number.get(action[1]) if len(action) == 3 else None
    if unit is None or unit >= roster.unit_count:
        return Refusal("12.13.adv", "Name a unit and the hex that it enters: advance UNIT HEX.")
    if frame[0] != "advances":
        return Refusal("12.13.adv", "Units advance when their attack has emptied a hex.")
    _, place, attackers = frame
    if action[2] != name(position, place):
        return Refusal("12.13.adv", f"The hex that was emptied is {name(position, place)}.")
    if not attackers >> unit & 1:
        return Refusal("12.13.adv", f"{action[1]} took no part in this combat.")
    if position.state.at[unit] == place:
        return Refusal("12.13.stack", f"{action[1]} has advanced.")
    return why_not_into(position, unit, place)


PROCEDURES = {"advances": Procedure(ask_advances, answer_advances)}
VERBS = (
    Verb("advance", MARCH, (PIECE, PLACE), "Advance {0} to {1}", "12.13.adv", "operations"),
    Verb("stay", END, (), "Stay", "12.13.adv", "operations"),
)
EVENTS = (Kind("advanced", "{piece} advances: {path}.", {"piece": PIECE, "path": PATH}),)
WHY_NOT = {"advance": why_not_advance}
