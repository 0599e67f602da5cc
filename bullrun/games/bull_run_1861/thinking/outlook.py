"""How the battle stands between two player phases: victory points, steps, order, and ways to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.ground import ground
from bullrun.games.bull_run_1861.rules.victory import score, steps_lost
from bullrun.games.bull_run_1861.thinking.judgment import ways_to
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.games.vaevictis.grip import grip
from bullrun.thinking.outlook import Signs

SIGNS = {
    "points": "victory points as they stand, ours less theirs",
    "held": "points of objectives with our brigades on them, less the enemy's",
    "steps": "steps lost, theirs less ours",
    "fatigue": "levels of fatigue, theirs less ours",
    "grip": "hundredths of the fit strength near objectives that is ours less theirs, by their points",
    "next": "whose phase begins",
}
"""What tells who is ahead, from the Union's view."""
PLAIN = ("points", "held", "steps", "fatigue", "grip")
"""Those that can only be good for whom they count."""
REACH = 8
"""Movement points within which a brigade threatens an objective."""
FRESH = 3
"""What a fresh brigade counts for each point of its strength; a level of fatigue takes one off."""
LAST_PHASE = 5


def signs(position: BullRun) -> Signs:
    """The signs of the moment, from the Union's view."""
    state, rules = position.state, position.rules
    union, confederate = score(position)
    done = (state.turn - 1) * LAST_PHASE + min(state.movement_phase, LAST_PHASE)
    return Signs(
        min(1000, done * 1000 // (rules.turns * LAST_PHASE)),
        (
            union - confederate,
            _held(position, UNION) - _held(position, CONFEDERATE),
            steps_lost(position, CONFEDERATE) - steps_lost(position, UNION),
            _fatigue(position, CONFEDERATE) - _fatigue(position, UNION),
            sum(_grip(position, zone) * rules.worth[zone] for zone in places_in(rules.objectives)),
            1 if state.active == UNION else -1,
        ),
    )


def _held(position: BullRun, side: int) -> int:
    """The points of objectives that a side's brigades stand on."""
    rules = position.rules
    return sum(rules.worth[zone] for zone in places_in(rules.objectives & ground(position).held[side]))


def _fatigue(position: BullRun, side: int) -> int:
    """Levels of fatigue on the map."""
    state = position.state
    return sum(state.fatigue[b] for b in position.rules.roster.of_side[side] if state.at[b])


def _grip(position: BullRun, zone: PlaceId) -> int:
    """Who has more near a zone: what is worn, tired or far off counts less."""
    table = ways_to(position, 1 << zone)
    return grip(_near(position, UNION, table), _near(position, CONFEDERATE, table), REACH)


def _near(position: BullRun, side: int, table: Sequence[int]) -> Iterator[tuple[int, int]]:
    state, roster = position.state, position.rules.roster
    for brigade in roster.of_side[side]:
        zone = state.at[brigade]
        if zone:
            fit = max(0, roster.combat[brigade] - state.losses[brigade])
            yield fit * (FRESH - state.fatigue[brigade]), table[zone]
