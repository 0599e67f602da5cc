"""Fog of war (O2.1, O2.2): dummies that hide a brigade leader and what stands with him."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bullrun.board.places import places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import PICK, PIECE, Kind, Verb
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import ground, name, place_of, put, stack, take_off
from bullrun.games.bull_run_1983.rules.roster import DUMMY, Roster
from bullrun.games.bull_run_1983.rules.state import CARD, FORMED, MAP, UNDER_DUMMY
from bullrun.games.sides import SIDES, UNION


@lru_cache(maxsize=64)
def all_dummies(roster: Roster) -> tuple[int, ...]:
    """Every dummy of the counter sheet."""
    return tuple(piece for piece in places_in(roster.of_side[UNION]) if roster.kind[piece] == DUMMY)


def hidden_under(position: BullRun, dummy: int) -> list[int]:
    """What a dummy stands for."""
    state = position.state
    return [p for p, holder in enumerate(state.holder) if holder == dummy and state.box[p] == UNDER_DUMMY]


# --- set-up -------------------------------------------------------------------------------------------


def _counter(position: BullRun, leader: int) -> int:
    """The counter on the map that is or contains a leader; -1 when there is none."""
    state = position.state
    counter = state.holder[leader] if state.box[leader] == FORMED else leader
    return counter if state.box[counter] == MAP else -1


@enforces("O2.1")
def ask_dummies(position: BullRun, frame: Frame) -> Decision | None:
    """After the Union set-up each dummy may take the place of its brigade leader. Frame: (dummies,) to
    choose one, (dummies, dummy) to choose what else in his hex goes under it."""
    state, roster = position.state, position.rules.roster
    if len(frame) > 1:
        dummy: int = frame[1]
        options: list[Action] = [
            ("hide", roster.ids[piece])
            for piece in stack(position, state.at[dummy])
            if roster.kind[piece] != DUMMY
        ]
        question = f"What else in {name(position, state.at[dummy])} does the dummy hide?"
        return Decision(SIDES[UNION], question, [*options, ("done",)], "O2.1")
    options = [
        ("dummy", roster.ids[dummy])
        for dummy in all_dummies(roster)
        if state.box[dummy] == CARD and _counter(position, roster.brigade_leader[roster.brigade[dummy]]) >= 0
    ]
    if not options:
        position.end()
        return None
    return Decision(SIDES[UNION], "Which dummies do you use?", [*options, ("done",)], "O2.1")


def answer_dummies(position: BullRun, frame: Frame, action: Action) -> None:
    """Use a dummy, hide a piece under it, or finish."""
    state, roster = position.state, position.rules.roster
    if action[0] == "dummy":
        dummy = roster.number[action[1]]
        leader = roster.brigade_leader[roster.brigade[dummy]]
        put(position, dummy, place_of(position, leader))
        state.frozen |= 1 << dummy
        _hide(position, dummy, _counter(position, leader))
        position.call("dummies", dummy)
    elif action[0] == "hide":
        _hide(position, frame[1], roster.number[action[1]])
    else:
        position.end()


def _hide(position: BullRun, dummy: int, piece: int) -> None:
    state = position.state
    take_off(position, piece, UNDER_DUMMY)
    state.holder[piece] = dummy
    _make_room(position, dummy, piece, 1)


def _make_room(position: BullRun, dummy: int, piece: int, sign: int) -> None:
    """What lies under a dummy keeps its room in the hex, so that it always fits when it comes back."""
    points, place = ground(position).points, position.state.at[dummy]
    points[place] = points.get(place, 0) + sign * position.rules.roster.defense[piece]


# --- play ---------------------------------------------------------------------------------------------


def uncover(position: BullRun, dummy: int) -> list[int]:
    """The dummy is unfrozen: all that it hides comes back to its hex, unfrozen, together."""
    state = position.state
    back = hidden_under(position, dummy)
    for piece in back:
        state.holder[piece] = -1
        _make_room(position, dummy, piece, -1)
        put(position, piece, state.at[dummy])
        state.frozen &= ~(1 << piece)
        for part in places_in(state.frozen):
            if state.holder[part] == piece:
                state.frozen &= ~(1 << part)
    return back


def uncovered(position: BullRun) -> Iterator[int]:
    """Dummies that were unfrozen and still lie on the map."""
    if position.state.side != UNION or not position.rules.has("fog-of-war"):
        return
    state = position.state
    for dummy in all_dummies(position.rules.roster):
        if state.box[dummy] == MAP and not state.frozen >> dummy & 1:
            yield dummy


@enforces("O2.2")
def remove_uncovered(position: BullRun) -> None:
    """At the end of the Union Command phase, in which an unfrozen dummy activates all pieces in its hex, it
    leaves play."""
    for dummy in list(uncovered(position)):
        take_off(position, dummy, CARD)
        position.emit("dummy_removed", "O2.2", piece=position.rules.roster.ids[dummy])


PROCEDURES = {"dummies": Procedure(ask_dummies, answer_dummies)}

VERBS = (
    Verb("dummy", PICK, (PIECE,), "Use {0}", "O2.1"),
    Verb("hide", PICK, (PIECE,), "Hide {0}", "O2.1"),
)

EVENTS = (Kind("dummy_removed", "The dummy {piece} has done its work and leaves play.", {"piece": PIECE}),)
