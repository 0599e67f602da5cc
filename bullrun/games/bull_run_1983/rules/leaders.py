"""12. Leaders in combat: who stays with whom, who is caught alone, and the Leader Elimination Table."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, END, LOSS, PICK, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import (
    control_zone,
    ground,
    ids,
    leaders_in,
    name,
    near_lone_leaders,
    put,
    take_off,
)
from bullrun.games.bull_run_1983.rules.state import LOST
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import die, pips

# --- escorts ----------------------------------------------------------------------------------------


@enforces("12.3")
def remove_unescorted(position: BullRun) -> None:
    """Eliminate every leader who stands in enemy control without a unit of his own side. Leaders have no
    control of their own, so two lone leaders do each other no harm."""
    on = ground(position)
    for side in range(len(SIDES)):
        for place in places_in(on.leaders[side] & ~on.units[side] & control_zone(position, 1 - side)):
            for leader in leaders_in(position, place, side):
                _lose(position, leader, place, "12.3")


@enforces("12.3")
def pass_by(position: BullRun, side: int, path: list[PlaceId]) -> None:
    """A unit of a side has come through these hexes: enemy leaders next to its way and without a unit of
    their own are eliminated, even if it does not stop there."""
    if near_lone_leaders(position, 1 - side) & set_of(path):
        on = ground(position)
        alone = on.leaders[1 - side] & ~on.units[1 - side]
        for place in places_in(alone & position.rules.board.spread(set_of(path))):
            for leader in leaders_in(position, place, 1 - side):
                _lose(position, leader, place, "12.3")


def _lose(position: BullRun, leader: int, place: PlaceId, rule: str) -> None:
    take_off(position, leader, LOST)
    position.emit("leader_lost", rule, piece=position.rules.roster.ids[leader], at=name(position, place))


# --- going along ------------------------------------------------------------------------------------


@enforces("12.4")
def come_along(position: BullRun, side: int, start: PlaceId, to: PlaceId) -> None:
    """A unit has retreated or advanced: leaders of the hex it left may go with it."""
    if leaders_in(position, start, side):
        position.call("follow", side, start, to)


def ask_follow(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (follow, side, from, to)."""
    _, side, start, to = frame
    leaders = leaders_in(position, start, side)
    if not leaders:
        position.end()
        return None
    options: list[Action] = [("follow", leader) for leader in ids(position, leaders)]
    return Decision(
        SIDES[side],
        f"Do leaders go along from {name(position, start)} to {name(position, to)}?",
        [*options, ("stay",)],
        "12.4",
    )


def answer_follow(position: BullRun, frame: Frame, action: Action) -> None:
    """One leader goes; or the rest stay."""
    _, _, start, to = frame
    if action[0] == "stay":
        position.end()
        return
    leader = position.rules.roster.number[action[1]]
    state = position.state
    put(position, leader, to)
    # He has moved with the unit, so he moves no farther this turn and cannot rally.
    state.moved |= 1 << leader
    state.halted |= 1 << leader
    position.emit(
        "leader_follows", "12.4", piece=action[1], start=name(position, start), to=name(position, to)
    )


# --- the Leader Elimination Table -------------------------------------------------------------------


@enforces("12.5")
def call_rolls(position: BullRun, side: int, places: PlaceSet, threats: tuple[PlaceId, ...]) -> None:
    """Combat has eliminated units in these hexes: where it was the last one, each leader of the side rolls.
    `threats` are the hexes of the enemies a leader must retreat from."""
    on = ground(position)
    bereft = places & on.leaders[side] & ~on.units[side]
    leaders = [leader for place in places_in(bereft) for leader in leaders_in(position, place, side)]
    if leaders:
        position.call("leader_rolls", side, tuple(leaders), threats)


def ask_leader_rolls(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (leader_rolls, side, leaders, threats)."""
    leaders = frame[2]
    if not leaders:
        position.end()
        return None
    leader = position.rules.roster.ids[leaders[0]]
    return die(f"Roll for {leader}: is he lost with his last unit?", "12.5", about=About(piece=leader))


def answer_leader_rolls(position: BullRun, frame: Frame, action: Action) -> None:
    """1-3 he retreats two hexes, 4-6 he is lost."""
    _, side, leaders, threats = frame
    leader = leaders[0]
    place = position.state.at[leader]
    result = position.rules.tables["leader_elimination"][action[1]]
    position.emit(
        "leader_roll",
        "12.5",
        piece=position.rules.roster.ids[leader],
        at=name(position, place),
        die=pips(action),
        result=result,
    )
    position.goto("leader_rolls", side, leaders[1:], threats)
    if result == "LE":
        _lose(position, leader, place, "12.5")
    else:
        position.call("retreats", side, (leader,), threats, 0)


def why_not_follow(position: BullRun, action: Action) -> Refusal | None:
    """Why a leader cannot go along now."""
    frame = position.state.frames[-1]
    if frame[0] != "follow":
        return Refusal("12.4", "No unit is retreating or advancing now.")
    says = f"Only leaders in {name(position, frame[2])}, the hex that the unit leaves, can go with it."
    return Refusal("12.4", says, {"piece": " ".join(action[1:])})


WHY_NOT = {"follow": why_not_follow}

PROCEDURES = {
    "follow": Procedure(ask_follow, answer_follow),
    "leader_rolls": Procedure(ask_leader_rolls, answer_leader_rolls),
}

VERBS = (
    Verb("follow", PICK, (PIECE,), "{0} goes along", "12.4"),
    Verb("stay", END, (), "The others stay", "12.4"),
)

EVENTS = (
    Kind(
        "leader_lost",
        "{piece} is eliminated in {at}.",
        {"piece": PIECE, "at": PLACE},
        tone=LOSS,
        join=Join(("piece",), "{piece} are eliminated in {at}."),
    ),
    Kind(
        "leader_follows",
        "{piece} goes along from {start} to {to}.",
        {"piece": PIECE, "to": PLACE, "start": PLACE},
    ),
    Kind(
        "leader_roll",
        "Die {die} for {piece} in {at}: {result}.",
        {"piece": PIECE, "at": PLACE, "die": DIE, "result": WORDS},
    ),
)
