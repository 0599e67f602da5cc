"""How the battle stands between two turns: points left, who is near the stars and the bases."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import PlaceId, places_in
from bullrun.games.bull_run_1983.rules.battlefield import SIXTH, BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, units_in
from bullrun.games.bull_run_1983.rules.state import MAP, RALLY
from bullrun.games.bull_run_1983.thinking.marching import march_table
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.outlook import Signs

SIGNS = {
    "defense": "defense points on the map, ours less theirs",
    "attack": "attack points on the map",
    "rally": "defense points that wait for a rally",
    "best_star": "points within a march of the star where the Union stands best",
    "second_star": "the same for the second best",
    "all_stars": "points within three marches of the best star",
    "on_star": "Union points on a star, three for one, less the attack that can reach it, where that is best",
    "at_star": "Union attack that can reach a star less what defends it, three for one, where that is best",
    "free_star": "a star with a Union unit and no enemy control",
    "centreville": "points within three marches of Centreville",
    "manassas": "points within three marches of Manassas",
    "next": "whose turn begins",
}
"""What tells who is ahead, from the Union's view."""
PLAIN = tuple(sign for sign in SIGNS if sign not in ("rally", "next"))
"""Those that can only be good for whom they count."""
NEAR, WIDE = 7 * SIXTH, 15 * SIXTH
"""Marches of one turn and of three."""
MOST = 40
"""Points near a place beyond which more do not tell more."""


def signs(position: BullRun) -> Signs:
    """The signs of the moment, from the Union's view."""
    state, rules, roster = position.state, position.rules, position.rules.roster
    defense = attack = rally = 0
    for piece in places_in(roster.all_units):
        sign = 1 if roster.side[piece] == UNION else -1
        if state.box[piece] == MAP:
            defense += sign * roster.defense[piece]
            attack += sign * max(roster.attack[piece])
        elif state.box[piece] == RALLY:
            rally += sign * roster.defense[piece]
    near, wide = [], []
    on_star = at_star = -MOST
    for star in places_in(rules.stars):
        table = march_table(position, 1 << star)
        near.append(_balance(position, table, NEAR))
        wide.append(_balance(position, table, WIDE))
        holders = _points_on(position, star, UNION)
        if holders:
            on_star = max(on_star, 3 * holders - _attack_near(position, CONFEDERATE, table))
        keepers = _points_on(position, star, CONFEDERATE)
        at_star = max(at_star, _attack_near(position, UNION, table) - 3 * keepers)
    near.sort(reverse=True)
    free = ground(position).units[UNION] & rules.stars & ~control_zone(position, CONFEDERATE)
    progress = (2 * state.turn + state.side) * 1000 // (2 * len(rules.track) - 1)
    return Signs(
        min(1000, progress),
        (
            defense,
            attack,
            rally,
            near[0],
            near[1],
            max(wide),
            min(MOST, on_star),
            min(MOST, at_star),
            int(bool(free)),
            _balance(position, march_table(position, rules.base[UNION]), WIDE),
            _balance(position, march_table(position, rules.base[CONFEDERATE]), WIDE),
            1 if state.side == UNION else -1,
        ),
    )


def _points_on(position: BullRun, place: PlaceId, side: int) -> int:
    return sum(position.rules.roster.defense[unit] for unit in units_in(position, place, side))


def _attack_near(position: BullRun, side: int, table: Sequence[int]) -> int:
    """Attack points of a side within a march."""
    state, roster = position.state, position.rules.roster
    return sum(
        max(roster.attack[unit])
        for unit in places_in(roster.of_side[side] & roster.all_units)
        if state.box[unit] == MAP and table[state.at[unit]] < NEAR
    )


def _balance(position: BullRun, table: Sequence[int], reach: int) -> int:
    """Union less Confederate points near a place, those far off counting less."""
    state, roster = position.state, position.rules.roster
    total = 0
    for piece in places_in(roster.all_units):
        if state.box[piece] == MAP and (cost := table[state.at[piece]]) < reach:
            points = (roster.defense[piece] + max(roster.attack[piece])) * (reach - cost)
            total += points if roster.side[piece] == UNION else -points
    return max(-MOST, min(MOST, total // (2 * reach)))
