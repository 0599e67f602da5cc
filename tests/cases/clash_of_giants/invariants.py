"""What must be true of any position of Clash of Giants, whatever was played."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground, name, standing
from bullrun.games.clash_of_giants.rules.state import (
    CUP,
    ENTRY,
    GONE,
    LOST,
    MAP,
    NOBODY,
    NOWHERE,
    READY,
    SETUP,
    SPENT,
)
from bullrun.games.clash_of_giants.rules.zones import zone

IN_MOTION = ("retreat", "retreats", "moves", "orders", "advances")
"""Frames during which a stack may be too high for a moment."""


def check(position: Clash) -> None:
    """Every unit where a unit may be, with the steps that go with it, stacks that fit, markers that lie where
    their kind may, points that agree with losses, occupancy and zones that are what the state says."""
    rules, state = position.rules, position.state
    roster = rules.roster
    for unit in range(roster.unit_count):
        _unit(position, unit)
    for piece in range(roster.unit_count, len(rules.pieces)):
        assert state.at[piece] == NOWHERE and state.box[piece] not in (MAP, ENTRY, LOST), roster.ids[piece]
    in_motion = any(frame[0] in IN_MOTION for frame in state.frames)
    for place, units in ground(position).stacks.items():
        here = name(position, place)
        assert len({roster.side[unit] for unit in units}) == 1, f"{here}: both sides [11.2]"
        assert in_motion or len(units) <= 2, f"{here}: more than two [7.1.two]"
        assert len({roster.formation[unit] for unit in units}) == 1, f"{here}: two formations [7.1.division]"
        assert not rules.entry_hexes >> place & 1, f"{here}: an entry hex [9.5]"
    kept, fresh = ground(position), standing(position)
    assert (kept.stacks, kept.units) == (fresh.stacks, fresh.units)
    for side in range(2):
        assert zone(position, side) == _zone_anew(position, side)
    _points(position)
    assert rules.first_turn <= state.turn <= rules.last_turn or not state.turn
    assert not state.commanded & ~state.active and not state.focus & ~state.active
    if state.marker == NOBODY:
        assert not state.active
    for piece in state.support:
        assert piece == NOBODY or state.box[piece] in (SPENT, READY, GONE), roster.ids[piece]


def _unit(position: Clash, unit: int) -> None:
    state, roster = position.state, position.rules.roster
    called, box = roster.ids[unit], state.box[unit]
    assert 0 <= state.steps[unit] <= roster.steps[unit], f"{called}: {state.steps[unit]} steps"
    assert (state.at[unit] != NOWHERE) == (box in (MAP, ENTRY)), f"{called}: at {state.at[unit]}"
    assert (state.steps[unit] == 0) == (box == LOST) or box not in (MAP, ENTRY, LOST), called
    assert box != CUP, f"{called}: a unit in the cup"
    assert box != ENTRY or position.rules.entry_hexes >> state.at[unit] & 1, called
    assert state.spent[unit] <= state.allowance[unit] * 4, f"{called}: more spent than it had [11.1]"


def _zone_anew(position: Clash, side: int) -> int:
    rules, found = position.rules, 0
    for place in places_in(ground(position).units[side]):
        found |= rules.zones[place]
    return found


def _points(position: Clash) -> None:
    """Casualty points are what the enemy's missing steps are worth, and what the scenario gave; steps that
    came back are off, but never below nothing."""
    state, roster = position.state, position.rules.roster
    if state.phase == SETUP:  # what the scenario gives comes after it
        return
    given = position.rules.data["start"].get("points", {})
    reduced = {unit for entry in position.rules.setups for unit in places_in(entry.reduced)}
    for side, called in enumerate(("union", "confederate")):
        lost = sum(
            (roster.steps[unit] - (unit in reduced) - state.steps[unit])
            * roster.formations[roster.formation[unit]].points_per_step
            for unit in range(roster.unit_count)
            if roster.side[unit] != side
        )
        assert state.casualties[side] >= max(0, lost + given.get(called, 0)), (called, state.casualties, lost)
