"""What must be true of any position of Bull Run 1983, whatever was played."""

from __future__ import annotations

from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import Ground, control_zone, units_in
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, BRIGADE, DUMMY, LEADER
from bullrun.games.bull_run_1983.rules.state import CARD, FORMED, MAP, NOWHERE, SETUP, UNDER_DUMMY, WAITING


def check(position: BullRun) -> None:
    """One place for each piece, stacks that fit, brigades that add up, and derived ground that is right."""
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    for piece, name in enumerate(roster.ids):
        box, at, holder = state.box[piece], state.at[piece], state.holder[piece]
        assert (at != NOWHERE) == (box == MAP), f"{name}: box {box} at {at}"
        assert (holder >= 0) == (box in (FORMED, UNDER_DUMMY)), f"{name}: box {box} held by {holder}"
        if holder >= 0:
            kind = roster.kind[holder]
            assert kind == (BRIGADE if box == FORMED else DUMMY), f"{name}: held by {roster.ids[holder]}"
            assert state.box[holder] in (MAP, UNDER_DUMMY, CARD, WAITING), f"{name}: its holder is lost"
        assert state.face[piece] != BATTLE or roster.kind[piece] == BATTERY, f"{name}: has no other face"
        if roster.kind[piece] == BRIGADE:
            assert box in (MAP, CARD, UNDER_DUMMY, WAITING), f"{name}: in box {box}"
            parts = [p for p, h in enumerate(state.holder) if h == piece and state.box[p] == FORMED]
            if box == MAP:
                points = sum(roster.defense[p] for p in parts)
                assert points == roster.defense[piece], f"{name}: made of {points} DP [8.21]"
                assert roster.brigade_leader[roster.brigade[piece]] in parts, f"{name}: without leader"
    _stacks(position)
    _derived(position)
    leaders_are_safe(position)
    assert 0 <= state.turn < len(rules.track)
    assert all(place in board.places for place in state.at if place)


def _stacks(position: BullRun) -> None:
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    stacks: dict[int, list[int]] = {}
    for piece, place in enumerate(state.at):
        if place:
            stacks.setdefault(place, []).append(piece)
    for place, pieces in stacks.items():
        here = board.names[place]
        units = [p for p in pieces if roster.all_units >> p & 1]
        assert len({roster.side[p] for p in units}) <= 1, f"{here}: units of both sides [5.82]"
        assert not rules.rivers(state.trestle) >> place & 1, f"{here}: pieces in the river [5.5]"
        if state.phase != SETUP and not _in_motion(position):
            points = sum(roster.defense[p] for p in units)
            assert points <= rules.stack_limit(place), f"{here}: {points} DP [5.4, 5.52]"


def _in_motion(position: BullRun) -> bool:
    """Stacks may be too high for a moment while pieces retreat or advance."""
    return any(frame[0] not in ("sequence", "movement", "declaration") for frame in position.state.frames)


def _derived(position: BullRun) -> None:
    kept: Ground | None = position.cache
    if kept is None:
        return
    fresh = Ground(type(position)(position.rules, position.state))
    for name in ("stacks", "units", "leaders"):
        assert getattr(kept, name) == getattr(fresh, name), f"derived {name} are stale"
    points = {place: count for place, count in kept.points.items() if count}
    assert points == {place: count for place, count in fresh.points.items() if count}, (
        "derived points are stale"
    )


def leaders_are_safe(position: BullRun) -> None:
    """No leader stands alone in enemy control when a player decides about something else (12.3)."""
    roster, state = position.rules.roster, position.state
    for piece, place in enumerate(state.at):
        if place and roster.kind[piece] == LEADER and not _in_motion(position) and state.phase != SETUP:
            side = roster.side[piece]
            lonely = control_zone(position, 1 - side) >> place & 1 and not units_in(position, place, side)
            assert not lonely, f"{roster.ids[piece]}: alone in enemy control [12.3]"
