"""What only Gettysburg has: the grand battery, and Buford's men, who leave after turn 7."""

from __future__ import annotations

from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, NUMBER, PIECES, SIDE, Kind, Verb
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import ids, in_play, take_off
from bullrun.games.clash_of_giants.rules.scoring import eliminate
from bullrun.games.clash_of_giants.rules.state import (
    DECLARED,
    DUE,
    ENTRY,
    FIRING,
    GONE,
    NOBODY,
    NOT_YET,
    OVER,
    SAVED,
)
from bullrun.games.clash_of_giants.rules.surrender import can_trace

# --- the grand battery


def _in_play(position: Clash) -> list[int]:
    """The corps markers that have come into play and are not out of ammunition."""
    box = position.state.box
    roster = position.rules.roster
    return [guns.piece for guns in roster.guns if guns.grand_battery and box[guns.piece] not in (DUE, GONE)]


@enforces("G6.2.grand")
def ask_battery(position: Clash, frame: Frame) -> Decision | None:
    """Once a game, at the start of a day turn, while there is a corps marker to mass."""
    if position.state.battery != NOT_YET or not _in_play(position):
        position.end()
        return None
    side = position.rules.data["grand_battery"]["side"]
    options: list[Action] = [("wait",), ("mass",)]
    return Decision(side, "Is the grand battery formed this turn?", options, "G6.2.grand")


def answer_battery(position: Clash, frame: Frame, action: Action) -> None:
    """Its markers are kept out of the cup this turn."""
    position.end()
    if action[0] == "mass":
        position.state.battery = DECLARED
        side = position.rules.data["grand_battery"]["side"]
        position.emit("battery_declared", "G6.2.grand", side=side, pieces=ids(position, _in_play(position)))


@enforces("G6.2.gone")
def end_battery(position: Clash) -> None:
    """At the end of the turn in which it was declared its markers are out of the game, used or not; one that
    comes into play later is none of them."""
    state = position.state
    if state.battery not in (DECLARED, FIRING):
        return
    for piece in _in_play(position):
        state.box[piece] = GONE
    state.battery, state.battery_hexes, state.battery_marker = OVER, 0, NOBODY


def why_not_mass(position: Clash, action: Action) -> Refusal | None:
    """Why no grand battery can be formed."""
    return Refusal("G6.2.grand", "A grand battery is formed once a game, at the start of a turn by day.")


# --- Buford


@enforces("G8.4.leave", "G8.4.lost", "G4.1.1.buford")
def ask_buford(position: Clash, frame: Frame) -> Decision | None:
    """His units with a way out leave as survivors and the others are eliminated, judged for all at once; a
    brigade that got away whole scores, and his markers leave in any case."""
    state, rules = position.state, position.rules
    roster, data = rules.roster, rules.data["buford"]
    position.end()
    formation = roster.formation_index(data["formation"])
    units = in_play(position, roster.formations[formation].units)
    saved = [u for u in units if state.box[u] == ENTRY or can_trace(position, u, data["entries"])]
    for unit in units:
        if unit in saved:
            take_off(position, unit, SAVED)
    for unit in units:
        if unit not in saved:
            eliminate(position, unit, "G8.4.lost")
    whole = sum(all(state.box[rules.unit(unit)] == SAVED for unit in brigade) for brigade in data["brigades"])
    state.bufords += whole * data["points"]
    if saved:
        points = whole * data["points"]
        position.emit("saved", "G8.4.leave", pieces=ids(position, saved), points=points)
    for piece in bufords_markers(rules):
        state.box[piece] = GONE
    return None


def bufords_markers(rules: Battlefield) -> list[int]:
    """His command marker and his guns."""
    roster = rules.roster
    formation = roster.formation_index(rules.data["buford"]["formation"])
    guns = [guns.piece for guns in roster.guns if guns.formations == (formation,)]
    return [roster.formations[formation].marker, *guns]


PROCEDURES = {
    "grand_battery": Procedure(ask_battery, answer_battery),
    "buford_leaves": Procedure(ask_buford),
}
VERBS = (
    Verb("mass", CHOOSE, (), "Form the grand battery", "G6.2.grand", "turn start"),
    Verb("wait", END, (), "Form no grand battery yet", "G6.2.grand", "turn start"),
)
EVENTS = (
    Kind("battery_declared", "{side} forms a grand battery: {pieces}.", {"side": SIDE, "pieces": PIECES}),
    Kind("saved", "{pieces} get away: Union +{points}.", {"pieces": PIECES, "points": NUMBER}),
)
WHY_NOT = {"mass": why_not_mass}
