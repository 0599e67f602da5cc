"""What must be true of any position of Second Bull Run 1862, whatever was played."""

from __future__ import annotations

from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.ground import Ground, ground, may_share

MOVING = ("act", "retreat")
"""Frames during which a stack may be too high for a moment."""


def check(position: SecondBullRun) -> None:
    """One place for each piece, stacks that fit and share a facing, potentials and points that add up, and
    occupancy that is what the state says."""
    rules, state = position.rules, position.state
    roster, names = rules.roster, rules.board.names
    for piece, name in enumerate(roster.ids):
        assert 0 <= state.at[piece] < rules.board.size, f"{name}: at {state.at[piece]}"
        if piece >= roster.brigades:
            continue
        off_map = not state.at[piece]
        assert not (state.eliminated >> piece & 1 and state.at[piece]), f"{name}: eliminated on the map"
        assert state.losses[piece] <= roster.combat[piece], f"{name}: {state.losses[piece]} losses"
        assert off_map or state.losses[piece] < roster.combat[piece], f"{name}: nothing is left of it"
        assert state.fatigue[piece] <= 2 and not (state.fatigue[piece] and roster.is_artillery[piece])
        if off_map:
            assert not state.facing[piece] and not state.target[piece] and not state.routed >> piece & 1, name
        assert not state.dismounted >> piece & 1 or roster.is_cavalry[piece], f"{name}: dismounted"
    in_motion = any(frame[0] in MOVING for frame in state.frames)
    for zone, brigades in ground(position).stacks.items():
        here = names[zone]
        assert len({roster.side[b] for b in brigades}) == 1, f"{here}: both sides [9.6.3]"
        if not in_motion:
            assert len(brigades) <= 2, f"{here}: {len(brigades)} brigades [9.6.1]"
            corps = [roster.corps[b] for b in brigades]
            assert may_share(corps[0], corps[-1]), f"{here}: two corps [9.6.1]"
        facings = {state.facing[b] for b in brigades if not state.routed >> b & 1}
        assert len(facings) <= 1, f"{here}: two facings [9.6.2]"
        assert all(rules.around[zone] >> faced & 1 for faced in facings), f"{here}: faces {facings}"
    kept, fresh = ground(position), Ground(position)
    assert (kept.held, kept.packed, kept.stacks) == (fresh.held, fresh.packed, fresh.stacks)
    assert not state.taken & ~rules.all_objectives
    assert not state.arrived & state.released
