"""How the battle stands between two turns: points, what objectives promise, nerve, and who is near them."""

from __future__ import annotations

from collections.abc import Sequence

from bullrun.board.places import places_in
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import on_map, strength
from bullrun.games.day_was_ours.rules.tables import PARTS
from bullrun.games.day_was_ours.rules.victory import losses
from bullrun.games.day_was_ours.thinking.judgment import to_come, ways_to
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.thinking.outlook import Signs

SIGNS = {
    "points": "victory points as they stand, losses on the map included, ours less theirs",
    "promised": "points that objectives will still pay if nothing changes hands, ours less theirs",
    "enough": "whether points and promises together win the battle",
    "nerve": "Morale Hits, Shaken units as two, Battleworn ones as three, theirs less ours",
    "grip": "hundredths of the strength near objectives that is ours less theirs, by points at stake",
}
"""What tells who is ahead, from the Union's view."""
PLAIN = ("points", "promised", "enough", "nerve", "grip")
"""Those that can only be good for whom they count."""
REACH = 24
"""Halves of a movement point within which a unit bears on an objective."""
SHAKEN, WORN = 2, 3


def signs(position: Day) -> Signs:
    """The signs of the moment, from the Union's view."""
    plan = position.rules.plan
    ahead, promised = lead(position), promise(position)
    margin = plan.margin
    turns = plan.last_turn - plan.first_turn + 1
    gone = position.state.turn - plan.first_turn
    return Signs(
        max(0, min(1000, 1000 * gone // turns)),
        (
            ahead,
            promised,
            (ahead + promised >= margin) - (ahead + promised <= -margin),
            _disorder(position, CONFEDERATE) - _disorder(position, UNION),
            _grips(position),
        ),
    )


def lead(position: Day) -> int:
    """The Union's points less the enemy's, as if losses were counted now."""
    union, confederate = position.state.points
    lost = losses(position, CONFEDERATE) - losses(position, UNION)
    return union - confederate + lost * position.rules.plan.for_each_loss


def promise(position: Day) -> int:
    """What the objectives will still pay the Union, less what they will pay the enemy."""
    total = 0
    for number, owner in enumerate(position.state.control):
        if owner >= 0:
            pays = to_come(position, number, owner)
            total += pays if owner == UNION else -pays
    return total


def _disorder(position: Day, side: int) -> int:
    state, roster = position.state, position.rules.roster
    units = on_map(position, places_in(roster.units & roster.of_side[side]))
    return sum(
        state.hits[unit] + SHAKEN * (state.shaken >> unit & 1) + WORN * (state.worn >> unit & 1)
        for unit in units
    )


def _grips(position: Day) -> int:
    """Who has more near each objective: what is weak or far off counts less."""
    fit = [_fit(position, side) for side in (UNION, CONFEDERATE)]
    total = at_stake = 0
    for number, objective in enumerate(position.rules.plan.objectives):
        stake = sum(to_come(position, number, side) for side in (UNION, CONFEDERATE))
        if stake:
            tables = [ways_to(position, objective.place, side) for side in (UNION, CONFEDERATE)]
            ours, theirs = _near(fit[UNION], tables[UNION]), _near(fit[CONFEDERATE], tables[CONFEDERATE])
            total += stake * 100 * (ours - theirs) // (ours + theirs)
            at_stake += stake
    return total // at_stake if at_stake else 0


def _near(units: Sequence[tuple[int, int]], table: Sequence[int]) -> int:
    """Strength by how near it is to a hex; never quite none."""
    return 1 + sum(points * max(0, REACH - table[at]) for at, points in units)


def _fit(position: Day, side: int) -> list[tuple[int, int]]:
    state, roster = position.state, position.rules.roster
    units = on_map(position, places_in(roster.units & roster.of_side[side]))
    return [
        (state.at[unit], strength(position, unit) // PARTS) for unit in units if not state.shaken >> unit & 1
    ]
