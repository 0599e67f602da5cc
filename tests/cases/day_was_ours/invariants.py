"""What must be true of any position of The Day Was Ours, whatever was played."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import ground, mode, name, standing
from bullrun.games.day_was_ours.rules.roster import BRIGADE, DIVISION, EVENT
from bullrun.games.day_was_ours.rules.stacking import is_over
from bullrun.games.day_was_ours.rules.state import (
    ACTIVATED,
    ASIDE,
    BOXES,
    BROKEN_TRACK,
    CUP,
    EXCLUDED,
    HELD,
    MIX,
    NOBODY_ACTS,
    NOWHERE,
    READY,
    USED_UP,
)

IN_MOTION = ("retreat", "moving", "walking", "others leave", "panic", "effects")
"""Frames during which a stack may be too high for a moment."""


def check(position: Day) -> None:
    """Every counter where its kind may be, stacks that fit, markers that mean something, occupancy that is
    what the state says."""
    rules, state = position.rules, position.state
    for unit in places_in(rules.roster.units):
        _unit(position, unit)
    in_motion = any(frame[0] in IN_MOTION for frame in state.frames)
    for place, units in ground(position).stacks.items():
        here = name(position, place)
        assert len({rules.roster.side[unit] for unit in units}) == 1, f"{here}: both sides [10.2]"
        assert in_motion or not is_over(position, units), f"{here}: over-stacked [3.1]"
    kept, fresh = ground(position), standing(position)
    assert (kept.stacks, kept.units) == (fresh.stacks, fresh.units)
    _chits(position)
    assert state.acting != NOBODY_ACTS or not state.active
    assert not state.active & ~rules.roster.units
    assert rules.plan.first_turn <= state.turn <= rules.plan.last_turn
    assert all(points >= 0 for points in state.points)
    assert state.regulars_used <= rules.plan.regulars_uses, "7.3.regulars.uses"


def _unit(position: Day, unit: int) -> None:
    rules, state = position.rules, position.state
    called, at, bit = rules.roster.ids[unit], position.state.at[unit], 1 << unit
    fragile, gun = rules.fragile & bit, rules.roster.guns & bit
    assert -len(BOXES) <= at < rules.board.size, f"{called}: at {at}"
    assert state.hits[unit] <= rules.tables.most_hits, f"{called}: {state.hits[unit]} hits [12.5b]"
    assert not (fragile and state.worn & bit), f"{called}: fragile and Battleworn [2.1d]"
    assert not (at in BROKEN_TRACK and (gun or fragile)), f"{called}: on the Broken Track [12.8]"
    assert not (state.dismounted & bit and not rules.roster.cavalry & bit), f"{called}: dismounted [10.9]"
    if at <= 0:
        markers = (state.shaken | state.low_ammo | state.dismounted) & bit
        assert not markers and not state.hits[unit], f"{called}: markers off the map [12.2]"
    else:
        assert rules.may_stand(mode(position, unit), at), f"{called}: in woods off the road [3.1a]"
        assert rules.board.all >> at & 1, f"{called}: off the map"


def _chits(position: Day) -> None:
    roster, at = position.rules.roster, position.state.at
    fog, friends = roster.fog, roster.friends
    for piece, kind in enumerate(roster.kind):
        called, side = roster.ids[piece], roster.side[piece]
        if kind == BRIGADE:
            assert at[piece] in (NOWHERE, READY, ACTIVATED), f"{called}: {at[piece]}"
        elif kind == DIVISION:
            assert at[piece] in (NOWHERE, CUP, ASIDE), f"{called}: {at[piece]}"
        elif kind == EVENT:
            boxes = (NOWHERE, MIX[side], CUP, EXCLUDED[side], HELD[side], ASIDE, USED_UP)
            assert at[piece] in boxes, f"{called}: {at[piece]}"
    assert at[roster.fortunes] in (CUP, ASIDE) and at[friends] in (NOWHERE, *HELD)
    assert at[fog] > 0 or at[fog] in (CUP, ASIDE)
