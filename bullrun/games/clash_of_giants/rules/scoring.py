"""Points and control as they change in play: steps that leave the map, steps that come back, victory hexes
that are entered. Who wins by them is in victory.py."""

from __future__ import annotations

from collections.abc import Iterable

from bullrun.board.places import PlaceId
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import GAIN, LOSS, NUMBER, PIECE, PLACE, SIDE, Kind
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import name, put, take_off
from bullrun.games.clash_of_giants.rules.state import LOST
from bullrun.games.sides import SIDES

RULES = {"second-bull-run": "B", "gettysburg": "G"}


def own_rule(position: Clash, rule: str) -> str:
    """A rule that both battles have under their own letter: "4.2.2" -> "B4.2.2"."""
    return RULES[position.rules.battle] + rule


def add(points: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    """Two sides' points with some added to one of them."""
    return (points[0] + more, points[1]) if side == 0 else (points[0], points[1] + more)


@enforces("3.2.steps", "B4.1.1.cas", "G4.1.1.cas")
def lose_steps(position: Clash, unit: int, steps: int, rule: str) -> bool:
    """A unit loses this many steps, all it has at most; its enemy scores for each. True when it is
    eliminated."""
    state, roster = position.state, position.rules.roster
    lost = min(steps, state.steps[unit])
    state.steps[unit] -= lost
    enemy = 1 - roster.side[unit]
    worth = lost * roster.formations[roster.formation[unit]].points_per_step
    state.casualties = add(state.casualties, enemy, worth)
    at = name(position, state.at[unit]) if state.at[unit] else ""
    gone = state.steps[unit] == 0
    if gone:
        take_off(position, unit, LOST)
    kind = "eliminated" if gone else "step_lost"
    position.emit(kind, rule, piece=roster.ids[unit], at=at, points=worth, side=SIDES[enemy])
    return gone


def eliminate(position: Clash, unit: int, rule: str) -> None:
    """A unit is removed with all the steps it has."""
    lose_steps(position, unit, position.state.steps[unit], rule)


@enforces("9.6.vp", "B4.1.1.repl")
def restore_step(position: Clash, unit: int, rule: str) -> None:
    """A unit gets a step back; the enemy's casualty points fall by what it was worth, never below 0. An
    eliminated one must have been put on the map first."""
    state, roster = position.state, position.rules.roster
    state.steps[unit] += 1
    enemy = 1 - roster.side[unit]
    worth = roster.formations[roster.formation[unit]].points_per_step
    state.casualties = add(state.casualties, enemy, -min(worth, state.casualties[enemy]))
    position.emit(
        "step_restored", rule, piece=roster.ids[unit], at=name(position, state.at[unit]), points=worth
    )


@enforces("B4.2.2", "G4.2.2")
def enter(position: Clash, unit: int, path: Iterable[PlaceId]) -> None:
    """A unit goes over these hexes, the last of which it stands in then. Infantry takes control of each
    victory hex that it enters; cavalry does not."""
    rules, state = position.rules, position.state
    side = rules.roster.side[unit]
    place = state.at[unit]
    for place in path:
        if rules.victory_set >> place & 1 and not rules.roster.cavalry >> unit & 1:
            take_control(position, place, side)
    put(position, unit, place)


def take_control(position: Clash, place: PlaceId, side: int) -> None:
    """A side controls a victory hex from now on."""
    rules, state = position.rules, position.state
    index = rules.victory_hexes.index(place)
    if state.control[index] == side:
        return
    state.control = (*state.control[:index], side, *state.control[index + 1 :])
    position.emit("control", own_rule(position, "4.2.2"), side=SIDES[side], at=name(position, place))


def controls(position: Clash, side: int, place: PlaceId) -> bool:
    """Whether a side controls a victory hex."""
    return position.state.control[position.rules.victory_hexes.index(place)] == side


EVENTS = (
    Kind(
        "step_lost",
        "{piece} loses a step in {at}: {side} +{points}.",
        {"piece": PIECE, "at": PLACE, "points": NUMBER, "side": SIDE},
        LOSS,
    ),
    Kind(
        "eliminated",
        "{piece} is eliminated in {at}: {side} +{points}.",
        {"piece": PIECE, "at": PLACE, "points": NUMBER, "side": SIDE},
        LOSS,
    ),
    Kind(
        "step_restored",
        "{piece} gets a step back in {at}: enemy points -{points}.",
        {"piece": PIECE, "at": PLACE, "points": NUMBER},
        GAIN,
    ),
    Kind("control", "{side} takes control of {at}.", {"side": SIDE, "at": PLACE}, GAIN),
)
