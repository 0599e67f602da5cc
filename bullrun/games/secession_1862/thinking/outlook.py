"""How the battle stands between two action phases: points, losses, order, and who is near the objectives."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.losses import combat_potential
from bullrun.games.secession_1862.rules.victory import losses_of, score
from bullrun.games.secession_1862.thinking.judgment import way_table
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.games.vaevictis.grip import grip
from bullrun.thinking.outlook import CERTAIN, Signs

SIGNS = {
    "points": "victory points as they stand, ours less theirs",
    "enough": "whether that wins the battle",
    "losses": "losses, theirs less ours",
    "order": "levels of fatigue, a rout counting as three, theirs less ours",
    "grip": "hundredths of the fit strength near objectives that is ours less theirs",
    "next": "whose phase begins",
}
"""What tells who is ahead, from the Union's view."""
PLAIN = ("points", "enough", "losses", "order", "grip")
"""Those that can only be good for whom they count."""
REACH = 14
"""Movement points within which a brigade bears on an objective."""
ROUT = 3
"""A rout as levels of fatigue."""
FRESH = 4
"""What a fresh brigade counts for each point of its potential; a level of fatigue takes one off."""
LAST_PHASE = 5


def signs(position: SecondBullRun) -> Signs:
    """The signs of the moment, from the Union's view."""
    rules = position.rules
    union, confederate = score(position)
    ahead = union - confederate
    margin = rules.data["victory"]["margin"]
    return Signs(
        _progress(position),
        (
            ahead,
            (ahead >= margin) - (ahead <= -margin),
            losses_of(position, CONFEDERATE) - losses_of(position, UNION),
            _disorder(position, CONFEDERATE) - _disorder(position, UNION),
            _grips(position),
            1 if position.state.active == UNION else -1,
        ),
    )


def share_of_win(position: SecondBullRun) -> int:
    """How much of a win for the Union the end of a battle was: every point counts alike, and a lead of half
    as much again as wins the battle counts in full."""
    union, confederate = score(position)
    full: int = 3 * position.rules.data["victory"]["margin"] // 2
    lead = max(-full, min(full, union - confederate))
    return CERTAIN * (full + lead) // (2 * full)


def _progress(position: SecondBullRun) -> int:
    """How much of the scenario is over, in thousandths: the square of the time gone, for what decides the
    battle comes late and weights change fastest there."""
    state, days = position.state, position.rules.days
    turns = sum(day.last_turn - day.first_turn + 1 for day in days)
    before = sum(day.last_turn - day.first_turn + 1 for day in days[: state.day])
    done = (before + state.turn - days[state.day].first_turn) * LAST_PHASE + min(
        state.action_phase, LAST_PHASE
    )
    gone = min(1000, max(0, done * 1000 // (turns * LAST_PHASE)))
    return gone * gone // 1000


def _disorder(position: SecondBullRun, side: int) -> int:
    """Fatigue and routs on the map."""
    state = position.state
    brigades = [b for b in position.rules.roster.of_side[side] if state.at[b]]
    return sum(state.fatigue[b] + ROUT * (state.routed >> b & 1) for b in brigades)


def _grips(position: SecondBullRun) -> int:
    """Who has more near each objective: what is worn, tired or far off counts less, what is routed not at
    all."""
    union, confederate = _fit(position, UNION), _fit(position, CONFEDERATE)
    total = 0
    for zone in places_in(position.rules.all_objectives):
        table = way_table(position, zone)
        total += grip(_near(union, table), _near(confederate, table), REACH)
    return total


def _fit(position: SecondBullRun, side: int) -> list[tuple[PlaceId, int]]:
    """Where a side's brigades stand, and what they are fit for."""
    state = position.state
    return [
        (state.at[b], combat_potential(position, b) * (FRESH - state.fatigue[b]))
        for b in position.rules.roster.of_side[side]
        if state.at[b] and not state.routed >> b & 1
    ]


def _near(brigades: Sequence[tuple[PlaceId, int]], table: Sequence[int]) -> list[tuple[int, int]]:
    return [(fit, table[zone]) for zone, fit in brigades if table[zone] < REACH]
