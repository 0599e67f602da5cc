"""7 and 10.3. Headquarters: their own move, and how enemy brigades push them back."""

from __future__ import annotations

from bullrun.board.places import PlaceSet
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PIECE, PLACE, Kind, Verb
from bullrun.fast import Reach
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import place_options
from bullrun.games.bull_run_1861.rules.ground import ground, touched_zone
from bullrun.games.bull_run_1861.rules.state import COMBAT, HEADQUARTERS
from bullrun.games.sides import SIDES
from bullrun.games.vaevictis.displacement import displacement_zones


@enforces("7.6")
def headquarters_reach(position: BullRun, hq: int) -> Reach:
    """Where a headquarters can go, with costs and ways: 6 points, no forced march, and never next to an
    enemy brigade, while it moves or at the end."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[hq]
    barred = touched_zone(position, 1 - side)
    points = rules.roster.headquarters_movement
    return rules.steps(side, state).search(state.at[hq], points, 0, barred)


@enforces("10.5.1")
def other_headquarters(position: BullRun, hq: int) -> PlaceSet:
    """The zones taken by another headquarters of the same side: one to a zone."""
    taken = 0
    for other in position.rules.roster.headquarters[position.rules.roster.side[hq]]:
        if other != hq:
            taken |= 1 << position.state.at[other]
    return taken


def headquarters_goals(position: BullRun, hq: int) -> PlaceSet:
    """The zones of `headquarters_reach` where a headquarters may end its move."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[hq]
    barred = touched_zone(position, 1 - side)
    points = rules.roster.headquarters_movement
    zones = rules.free_reach(side, state, state.at[hq], points).mask
    if zones & barred:
        zones = rules.step_sets(side, state).in_reach(state.at[hq], points, 0, barred)
    return zones & ~other_headquarters(position, hq)


@enforces("7.5", "7.6")
def ask_headquarters(position: BullRun, frame: Frame) -> Decision | None:
    """After the brigades and before combat, each headquarters not yet activated may move."""
    state = position.state
    state.phase = HEADQUARTERS
    side = state.active
    roster = position.rules.roster
    groups: list[tuple[Action, PlaceSet]] = []
    for hq in roster.headquarters[side]:
        if state.at[hq] and not state.turned >> hq & 1:
            goals = headquarters_goals(position, hq)
            if goals:
                groups.append((("move", roster.ids[hq]), goals))
    if not groups:
        _go_to_combat(position)
        return None
    options = place_options(position, groups, (), (("done",),))
    return Decision(SIDES[side], "Move a headquarters?", options, "7.6")


def answer_headquarters(position: BullRun, frame: Frame, action: Action) -> None:
    if action == ("done",):
        _go_to_combat(position)
        return
    state = position.state
    hq = position.rules.roster.number[action[1]]
    state.at[hq] = position.rules.board.place(action[2])
    state.turned |= 1 << hq
    position.emit("headquarters_moved", "7.6", piece=action[1], zone=action[2])


def _go_to_combat(position: BullRun) -> None:
    position.state.phase = COMBAT
    position.goto("combat")


# --- pushed back ----------------------------------------------------------------------------------


def touched_headquarters(position: BullRun, zone: int, side: int) -> list[int]:
    """The enemy headquarters that an element of a side in this zone is in contact with, river or not."""
    at = position.state.at
    near = position.rules.around[zone] | 1 << zone
    return [hq for hq in position.rules.roster.headquarters[1 - side] if near >> at[hq] & 1]


def push_headquarters(position: BullRun, zone: int, side: int) -> bool:
    """Call for the displacement of every enemy headquarters next to a zone just entered."""
    touched = touched_headquarters(position, zone, side)
    for hq in reversed(touched):
        position.call("displace", hq)
    return bool(touched)


@enforces("10.3.6")
def displacement_goals(position: BullRun, hq: int) -> PlaceSet:
    """One or two zones away and out of contact; farther only if there is no such zone."""
    state = position.state
    rules = position.rules
    side = rules.roster.side[hq]
    passable = rules.open_sets(side, state)
    enemy = ground(position).held[1 - side]
    bad = touched_zone(position, 1 - side) | other_headquarters(position, hq)
    return displacement_zones(passable, state.at[hq], enemy, bad)


@enforces("10.3.6")
def ask_displace(position: BullRun, frame: Frame) -> Decision | None:
    """The owner chooses where a headquarters goes; it is activated by that."""
    hq = frame[1]
    state = position.state
    roster = position.rules.roster
    side = roster.side[hq]
    if not touched_zone(position, 1 - side) >> state.at[hq] & 1:
        position.end()
        return None
    goals = displacement_goals(position, hq)
    if not goals:
        state.turned |= 1 << hq
        position.emit("headquarters_trapped", "10.3.6", piece=roster.ids[hq])
        position.end()
        return None
    options = place_options(position, [(("displace", roster.ids[hq]), goals)])
    return Decision(
        SIDES[side], "Where does the headquarters go?", options, "10.3.6", about=About(piece=roster.ids[hq])
    )


def answer_displace(position: BullRun, frame: Frame, action: Action) -> None:
    state = position.state
    hq = frame[1]
    state.at[hq] = position.rules.board.place(action[2])
    state.turned |= 1 << hq
    position.emit("headquarters_displaced", "10.3.6", piece=action[1], zone=action[2])
    position.end()


PROCEDURES = {
    "headquarters": Procedure(ask_headquarters, answer_headquarters),
    "displace": Procedure(ask_displace, answer_displace),
}

VERBS = (Verb("displace", CHOOSE, (PIECE, PLACE), "{0} goes to {1}", "10.3.6"),)

EVENTS = (
    Kind("headquarters_moved", "{piece} moves to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("headquarters_displaced", "{piece} is pushed back to {zone}.", {"piece": PIECE, "zone": PLACE}),
    Kind("headquarters_trapped", "{piece} has nowhere to go.", {"piece": PIECE}),
)
