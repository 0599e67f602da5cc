"""How the battle stands between two action phases: points, losses, order, and who is near the objectives."""

from __future__ import annotations

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.outlook import Signs
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.ground import control_zone, front_of, ground
from bullrun.games.secession_1862.judgment import way_table
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.secession_1862.roster import CONFEDERATE, UNION
from bullrun.games.secession_1862.victory import losses_of, score

SIGNS = {
    "points": "victory points as they stand, ours less theirs",
    "enough": "whether that wins the battle",
    "nearly": "whether an objective more would win it",
    "losses": "losses, theirs less ours",
    "strength": "combat potential on the map",
    "fatigue": "levels of fatigue",
    "routed": "routed brigades",
    "flanks": "enemies on the flanks of brigades",
    "to_take": "potential near our open objectives that is not matched there",
    "to_lose": "the same of the enemy near his",
    "kept": "potential near our taken objectives, beyond what threatens them",
    "next": "whose phase begins",
}
"""What tells who is ahead, from the Union's view."""
REACH = 12
"""Movement points within which a brigade bears on an objective."""
MOST = 30
"""Potential beyond which more does not tell more."""
LAST_PHASE = 5


def signs(position: Battle) -> Signs:
    """The signs of the moment, from the Union's view."""
    state, rules = position.state, position.rules
    union, confederate = score(position)
    ahead = union - confederate
    margin, step = rules.data["victory"]["margin"], rules.data["victory"]["objective"]
    ours, theirs = _army(position, UNION), _army(position, CONFEDERATE)
    to_take = to_lose = kept = 0
    for zone in places_in(rules.objectives[UNION]):
        balance = _balance(position, zone)
        if state.taken >> zone & 1:
            kept += balance
        else:
            to_take += max(0, balance)
    for zone in places_in(rules.objectives[CONFEDERATE]):
        balance = _balance(position, zone)
        if state.taken >> zone & 1:
            kept += balance
        else:
            to_lose += min(0, balance)
    return Signs(
        _progress(position),
        (
            ahead,
            (ahead >= margin) - (ahead <= -margin),
            (ahead >= margin - step) - (ahead <= step - margin),
            losses_of(position, CONFEDERATE) - losses_of(position, UNION),
            *(a - b for a, b in zip(ours, theirs, strict=True)),
            to_take,
            to_lose,
            kept,
            1 if state.active == UNION else -1,
        ),
    )


def _progress(position: Battle) -> int:
    """How much of the scenario is over, in thousandths."""
    state, days = position.state, position.rules.days
    turns = sum(day.last_turn - day.first_turn + 1 for day in days)
    before = sum(day.last_turn - day.first_turn + 1 for day in days[: state.day])
    done = (before + state.turn - days[state.day].first_turn) * LAST_PHASE + min(
        state.action_phase, LAST_PHASE
    )
    return min(1000, max(0, done * 1000 // (turns * LAST_PHASE)))


def _army(position: Battle, side: int) -> tuple[int, int, int, int]:
    """Potential on the map, fatigue, routs, and enemies on flanks."""
    state, rules, on = position.state, position.rules, ground(position)
    strength = fatigue = routed = flanks = 0
    for brigade in rules.roster.of_side[side]:
        if state.at[brigade]:
            strength += combat_potential(position, brigade)
            fatigue += state.fatigue[brigade]
            routed += state.routed >> brigade & 1
    for zone in places_in(on.held[side] & control_zone(position, 1 - side)):
        met = rules.zoc[zone] & on.held[1 - side]
        flanks += (met & ~front_of(position, on.stacks[zone][0])).bit_count()
    return strength, fatigue, routed, flanks


def _balance(position: Battle, zone: PlaceId) -> int:
    """Union less Confederate potential near a zone, what is far off counting less."""
    state, roster = position.state, position.rules.roster
    table = way_table(position, zone)
    total = 0
    for side, sign in ((UNION, 1), (CONFEDERATE, -1)):
        for brigade in roster.of_side[side]:
            near = REACH - table[state.at[brigade]] if state.at[brigade] else 0
            if near > 0:
                total += sign * near * combat_potential(position, brigade)
    return max(-MOST, min(MOST, total // REACH))
