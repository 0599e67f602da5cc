"""How the battle stands between two action phases: points, losses, order, and who is near the objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.outlook import CERTAIN, Signs
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.judgment import way_table
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.secession_1862.roster import CONFEDERATE, UNION
from bullrun.games.secession_1862.victory import losses_of, score
from bullrun.games.vaevictis.grip import grip

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


def signs(position: Battle) -> Signs:
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
            sum(_grip(position, zone) for zone in places_in(rules.all_objectives)),
            1 if position.state.active == UNION else -1,
        ),
    )


def credit(position: Battle) -> int:
    """How much of a win for the Union the end of a battle was: every point counts alike, and a lead of half
    as much again as wins the battle counts in full."""
    union, confederate = score(position)
    full: int = 3 * position.rules.data["victory"]["margin"] // 2
    lead = max(-full, min(full, union - confederate))
    return CERTAIN * (full + lead) // (2 * full)


def _progress(position: Battle) -> int:
    """How much of the scenario is over, in thousandths."""
    state, days = position.state, position.rules.days
    turns = sum(day.last_turn - day.first_turn + 1 for day in days)
    before = sum(day.last_turn - day.first_turn + 1 for day in days[: state.day])
    done = (before + state.turn - days[state.day].first_turn) * LAST_PHASE + min(
        state.action_phase, LAST_PHASE
    )
    return min(1000, max(0, done * 1000 // (turns * LAST_PHASE)))


def _disorder(position: Battle, side: int) -> int:
    """Fatigue and routs on the map."""
    state = position.state
    brigades = [b for b in position.rules.roster.of_side[side] if state.at[b]]
    return sum(state.fatigue[b] + ROUT * (state.routed >> b & 1) for b in brigades)


def _grip(position: Battle, zone: PlaceId) -> int:
    """Who has more near a zone: what is worn, tired or far off counts less, what is routed not at all."""
    table = way_table(position, zone)
    return grip(_near(position, UNION, table), _near(position, CONFEDERATE, table), REACH)


def _near(position: Battle, side: int, table: Sequence[int]) -> Iterator[tuple[int, int]]:
    state = position.state
    for brigade in position.rules.roster.of_side[side]:
        zone = state.at[brigade]
        if zone and table[zone] < REACH and not state.routed >> brigade & 1:
            yield combat_potential(position, brigade) * (FRESH - state.fatigue[brigade]), table[zone]
