"""What a position is worth: points on the map, steps, order, the way to the objectives, and good attacks."""

from __future__ import annotations

from bullrun.board.places import PlaceId, places_in
from bullrun.games.bull_run_1861.battlefield import BullRun
from bullrun.games.bull_run_1861.combat import waiting_attackers
from bullrun.games.bull_run_1861.facing import enemies_met, front_of
from bullrun.games.bull_run_1861.ground import control_zone, ground
from bullrun.games.bull_run_1861.modifiers import Assessment, assess, distribution
from bullrun.games.bull_run_1861.roster import CONFEDERATE, SIDES, UNION
from bullrun.games.bull_run_1861.victory import score
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.mechanisms.movement import search

WIN = 1_000_000
POINT = 900
"""A victory point in hand."""
STEP = 160
FATIGUE = 40
WAY = 12
"""A movement point nearer to an objective that the enemy holds."""
FLANK = 50
FACED = 15
OUT_OF_COMMAND = 6
HIT = 260
TIRED = 40
FAR = 99


def worth(position: BullRun, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None:
        return WIN if outcome[0] == SIDES[side] else -WIN
    union, confederate = score(position)
    value = POINT * (union - confederate)
    value += _army(position, UNION) - _army(position, CONFEDERATE)
    attacks = _prepared_attacks(position)
    value += attacks if position.state.active == UNION else -attacks
    return value if side == UNION else -value


def _army(position: BullRun, side: int) -> int:
    state = position.state
    rules = position.rules
    roster = rules.roster
    enemy_control = control_zone(position, 1 - side)
    ways = _ways(position, side)
    total = 0
    for brigade in roster.of_side[side]:
        zone = state.at[brigade]
        total -= STEP * state.losses[brigade]
        if not zone:
            continue
        total -= FATIGUE * state.fatigue[brigade]
        total -= WAY * ways[zone] * roster.combat[brigade] // 4
        hq = roster.commander[brigade]
        if zone not in rules.free_reach(side, state, state.at[hq], roster.command_range[hq]).costs:
            total -= OUT_OF_COMMAND
    for zone, element in ground(position).front.items():
        if roster.side[element] == side and enemy_control >> zone & 1:
            met = enemies_met(position, zone, side)
            front = front_of(position, element)
            total += FACED * (met & front).bit_count() - FLANK * (met & ~front).bit_count()
    return total


_WAYS: dict[tuple[int, int], list[int]] = {}


def _ways(position: BullRun, side: int) -> list[int]:
    """For each zone the movement points to the nearest objective that the enemy holds."""
    northern = position.state.northern
    key = (side, northern)
    found = _WAYS.get(key)
    if found is None:
        rules = position.rules
        wanted = rules.objectives & (~northern if side == UNION else northern)
        if side == CONFEDERATE:
            # The South defends: it also gathers on what it holds.
            wanted |= rules.objectives & ~northern
        found = [FAR if wanted else 0] * rules.board.size
        steps = rules._steps[0]
        for goal in places_in(wanted):
            for zone, cost in search(steps, goal, FAR).costs.items():
                found[zone] = min(found[zone], cost)
        _WAYS[key] = found
    return found


_ODDS: dict[tuple[int, int, tuple[tuple[int, int], ...]], int] = {}


def _prepared_attacks(position: BullRun) -> int:
    """What the attack markers on the map promise their side, each against its best target."""
    total = 0
    for element, targets in waiting_attackers(position).items():
        total += max(expected_gain(position, (element,), (zone,)) for zone in places_in(targets))
    return total


def expected_gain(position: BullRun, attackers: tuple[int, ...], targets: tuple[PlaceId, ...]) -> int:
    """Hits and fatigue expected of a combat, as worth for the attacker."""
    found = assess(position, attackers, targets)
    dice = tuple((die.side, die.needed) for die in found.dice)
    key = (found.total(ATTACK), found.total(DEFENCE), dice)
    gain = _ODDS.get(key)
    if gain is None:
        gain = _ODDS[key] = _gain(found)
    return gain


def _gain(found: Assessment) -> int:
    odds = distribution(found)
    hits = odds[DEFENCE, True] - odds[ATTACK, True]
    defender = odds[DEFENCE, True] + odds[DEFENCE, False]
    return int(HIT * hits + TIRED * (2 * defender - 1))
