"""What a position is worth: points on the map, losses, order, the way to the objectives, and good attacks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.decision import Decision, SetOptions
from bullrun.games.secession_1862.battlefield import Battle
from bullrun.games.secession_1862.combat import RESULTS, attackers_of, distribution
from bullrun.games.secession_1862.ground import control_zone, front_of, ground
from bullrun.games.secession_1862.losses import combat_potential
from bullrun.games.secession_1862.modifiers import Assessment, assess
from bullrun.games.secession_1862.roster import CONFEDERATE, SIDES, UNION
from bullrun.games.secession_1862.victory import losses_of, score
from bullrun.games.vaevictis.marches import flood
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE

WIN = 1_000_000
POINT = 900
"""A victory point in hand."""
LOSS = 150
FATIGUE = 30
ROUT = 120
WAY = 10
"""A movement point nearer to an objective, for a brigade of strength 6."""
FLANK = 40
FACED = 10
TEST = 400
TIRED = 40
FAR = 60


def worth(position: Battle, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None and outcome[0] in SIDES:
        return WIN if outcome[0] == SIDES[side] else -WIN
    union, confederate = score(position)
    value = POINT * (union - confederate)
    value += _army(position, UNION) - _army(position, CONFEDERATE)
    attacks = _prepared_attacks(position)
    value += attacks if position.state.active == UNION else -attacks
    return value if side == UNION else -value


def _army(position: Battle, side: int) -> int:
    state = position.state
    roster = position.rules.roster
    total = -LOSS * losses_of(position, side)
    ways = way_to_objectives(position, side)
    for brigade in roster.of_side[side]:
        zone = state.at[brigade]
        if zone:
            total -= FATIGUE * state.fatigue[brigade] + ROUT * (state.routed >> brigade & 1)
            total -= WAY * ways[zone] * combat_potential(position, brigade) // 6
    enemy_control = control_zone(position, 1 - side)
    on = ground(position)
    for zone in places_in(on.held[side] & enemy_control):
        met = position.rules.zoc[zone] & on.held[1 - side]
        front = front_of(position, on.stacks[zone][0])
        total += FACED * (met & front).bit_count() - FLANK * (met & ~front).bit_count()
    return total


_WAYS: dict[tuple[int, PlaceSet], list[int]] = {}


def way_to_objectives(position: Battle, side: int) -> list[int]:
    """For each zone the movement points to the nearest objective that the side wants or must guard."""
    rules = position.rules
    taken = position.state.taken
    wanted = (rules.objectives[side] & ~taken) | (rules.objectives[1 - side] & taken)
    wanted = wanted or rules.all_objectives
    found = _WAYS.get((side, wanted))
    if found is None:
        found = [FAR] * rules.board.size
        for goal in places_in(wanted):
            for zone, cost in flood(rules.quiet, goal, FAR, 0).items():
                found[zone] = min(found[zone], cost)
        _WAYS[side, wanted] = found
    return found


_ODDS: dict[tuple[int, int, bool, tuple[tuple[int, int], ...]], int] = {}


def _prepared_attacks(position: Battle) -> int:
    """What the attack markers on the map promise their side."""
    state = position.state
    targets = {state.target[b] for b in position.rules.roster.of_side[state.active]} - {0}
    held = ground(position).held[1 - state.active]
    total = 0
    for target in sorted(targets):
        if held >> target & 1:
            total += expected_gain(position, attackers_of(position, target), target)
    return total


def expected_gain(position: Battle, attackers: tuple[int, ...], target: PlaceId) -> int:
    """Tests and fatigue expected of a combat, as worth for the attacker."""
    found = assess(position, attackers, target)
    dice = tuple((die.side, die.needed) for die in found.dice)
    key = (found.total(ATTACK), found.total(DEFENCE), found.automatic, dice)
    gain = _ODDS.get(key)
    if gain is None:
        gain = _ODDS[key] = _gain(position, found)
    return gain


def _gain(position: Battle, found: Assessment) -> int:
    odds = distribution(position, found)
    tests = odds[RESULTS[DEFENCE, True]] - odds[RESULTS[ATTACK, True]]
    won = odds[RESULTS[DEFENCE, True]] + odds[RESULTS[DEFENCE, False]]
    return int(TEST * tests + TIRED * (2 * won - Fraction(1)))


# --- without trying: marches and entries ------------------------------------------------------------


def gains(position: Battle, side: int, decision: Decision) -> Sequence[int] | None:
    """What each option of a march or an entry gains at once; None where only trying tells."""
    options = decision.options
    if not isinstance(options, SetOptions) or not options.groups:
        return None
    if any(prefix[0] not in ("move", "enter", "face", "return") for prefix, _ in options.groups):
        return None
    if not any(prefix[0] in ("enter", "return") for prefix, _ in options.groups):
        return None
    ways = way_to_objectives(position, side)
    found = [0] * len(options.before)
    for _, zones in options.groups:
        found += [FAR - ways[zone] for zone in places_in(zones)]
    return found + [0] * len(options.after)
