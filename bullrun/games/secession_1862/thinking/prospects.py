"""What a combat promises, before anybody has moved: exact chances for attackers where they could stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, PlaceSet
from bullrun.engine.charts import InForce
from bullrun.games.secession_1862 import HOME
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.command import is_mounted
from bullrun.games.secession_1862.rules.ground import against, control_zone, front_of, ground
from bullrun.games.secession_1862.rules.losses import (
    artillery_potential,
    combat_potential,
    fatigue_level,
    half_lost,
    loss_markers,
)
from bullrun.games.secession_1862.rules.modifiers import times_under, unattacked_fronts
from bullrun.games.secession_1862.rules.results import result_of
from bullrun.games.secession_1862.rules.roster import INFANTRY, NONE
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE, SupportDie, bonus_spread
from bullrun.thinking.weights import Weights, load_weights

_DATA = files(HOME) / "data"
WEIGHTS = load_weights(_DATA / "weights.toml")
"""What things are worth to bots with a plan."""
EAGER = load_weights(_DATA / "weights-without-plan.toml")
"""What they are worth to those without one. They see no further than the phase at hand, so order and cover
count for less and objectives for more: with the weights of those who plan they hardly fight."""

WHOLE = 1000
"""Chances are counted in thousandths."""


class Placed(NamedTuple):
    """A brigade where it would attack from, and the fatigue that a forced march would add."""

    brigade: int
    zone: PlaceId
    tired: int = 0


class Chances(NamedTuple):
    """How often each result comes, in thousandths. A brigade that is tested is tired too."""

    defence_tested: int
    defence_tired: int
    attack_tested: int
    attack_tired: int


@lru_cache(maxsize=100_000)
def chances(
    charts: InForce, attack: int, defence: int, needed: tuple[int, int], sharpshooters: tuple[int, int]
) -> Chances:
    """Over both combat dice, artillery dice (`needed`, 0 for none) and those of sharpshooters."""
    table = charts.file("tables.toml")["combat"]
    dice = [SupportDie(side, NONE, needed[side], "", "") for side in (ATTACK, DEFENCE) if needed[side]]
    for side in (ATTACK, DEFENCE):
        dice += [SupportDie(side, NONE, table["sharpshooters_hit"], "", "")] * sharpshooters[side]
    found = {(side, tested): Fraction(0) for side in (ATTACK, DEFENCE) for tested in (False, True)}
    for (more, less), weight in bonus_spread(dice).items():
        results = Counter(
            result_of(table, attack + more + first, defence + less + second)
            for first in range(1, 7)
            for second in range(1, 7)
        )
        for result, ways in results.items():
            found[result] += weight * ways / 36
    share = {key: int(WHOLE * value) for key, value in found.items()}
    return Chances(
        share[DEFENCE, True],
        share[DEFENCE, True] + share[DEFENCE, False],
        share[ATTACK, True],
        share[ATTACK, True] + share[ATTACK, False],
    )


class Test(NamedTuple):
    """What a combat test brings on average, in sixths."""

    losses: int
    leaves: int
    routs: int
    melees: int


@lru_cache(maxsize=1_000)
def test_of(charts: InForce, modifier: int) -> Test:
    """The six dice of a combat test under a modifier."""
    losses = leaves = routs = melees = 0
    tables = charts.file("tables.toml")
    table, effects = tables["combat_test"], tables["results"]
    for die in range(1, 7):
        rows = [row["result"] for row in table["results"] if die + modifier >= row["from"]]
        result = rows[-1] if rows else table["otherwise"]
        losses += effects[result]["losses"]
        leaves += effects[result]["zones"] > 0
        routs += result == "rout"
        melees += result == "melee"
    return Test(losses, leaves, routs, melees)


def test_modifier(position: SecondBullRun, brigade: int, tired: int, alone: bool) -> int:
    """What changes a brigade's combat test after this many more levels of fatigue."""
    rules = position.rules
    roster = rules.roster
    table = rules.tables["combat_test"]
    modifier: int = table["star"] if roster.star[brigade] else 0
    corps = roster.corps[brigade]
    if corps != NONE:
        modifier += roster.combat_test[corps]
    if not roster.is_artillery[brigade]:
        if fatigue_level(position, brigade) + tired >= rules.tables["fatigue"]["most"]:
            modifier += table["worn_out"]
    elif alone:
        modifier += table["artillery_alone"]
    if loss_markers(position, brigade):
        modifier += table["loss_marker"]
    if half_lost(position, brigade):
        modifier += table["half_lost"]
    return modifier


# --- the modifiers of a combat that is only thought of ------------------------------------------------


def promise(
    position: SecondBullRun,
    attackers: Sequence[Placed],
    target: PlaceId,
    pinned: PlaceSet,
    prize: int = 0,
    weights: Weights = WEIGHTS,
) -> int:
    """What an attack is worth to the attacker on average. `pinned` are the zones that are attacked in the
    same phase, `prize` what the zone itself is worth."""
    rules, state = position.rules, position.state
    roster, table = rules.roster, rules.tables["combat"]
    on = ground(position)
    defenders = on.stacks[target]
    artillery = roster.is_artillery
    from_zones = 0
    strength = tired = starred = mounted = points = 0
    sharp = [0, 0]
    for brigade, zone, more in attackers:
        from_zones |= 1 << zone
        strength += combat_potential(position, brigade)
        points += artillery_potential(position, brigade)
        tired += fatigue_level(position, brigade) + more
        mounted += is_mounted(position, brigade)
        sharp[ATTACK] += roster.sharpshooters[brigade]
        if roster.star[brigade]:
            starred |= 1 << zone
    against = sum(combat_potential(position, b) for b in defenders if not artillery[b])
    ratio = _ratio_bonus(rules.charts, strength, against)
    if ratio is None:
        ours = _worst(position, [a.brigade for a in attackers], len(defenders))
        return -_test_cost(position, weights, ours, 0)
    side = roster.side[attackers[0].brigade]
    engaged = len(attackers)
    for battery in roster.batteries[side]:
        zone = state.at[battery]
        if (
            zone
            and rules.around[target] >> zone & 1
            and not state.fired >> battery & 1
            and front_of(position, battery) >> target & 1
        ):
            points += artillery_potential(position, battery)
            engaged += from_zones >> zone & 1
    attack = ratio + (from_zones.bit_count() - 1) * table["further_zone"] + starred.bit_count()
    attack -= min(tired, table["most_fatigue"]["attacker"])
    attack += table["under_front"] * times_menaced(position, 1 - side, pinned, from_zones)
    full, attack_die = divmod(points, table["artillery_points"])
    attack += full
    defence, defence_die = _defence(position, defenders, target, from_zones, side)
    if rules.woods >> target & 1:
        attack += table["mounted_in_woods"] * mounted
    sharp[DEFENCE] = sum(roster.sharpshooters[b] for b in defenders)
    odds = chances(rules.charts, attack, defence, (attack_die, defence_die), (sharp[0], sharp[1]))
    return _value(position, weights, attackers, defenders, engaged, odds, prize, target, side)


def known_attacks(
    position: SecondBullRun, side: int, target: PlaceId, prize: int, weights: Weights
) -> dict[Any, int]:
    """What attacks of a side on a zone are known to promise as things stand there, by attackers, their
    condition, and how often other fronts count against them. The same is asked again and again while a
    phase goes on, and in every play-out of it."""
    circumstances = _circumstances(position, side, target)
    key = (target, prize, *[weights[name] for name in WEIGHED], circumstances)
    memory = position.rules.known_attacks
    found = memory.get(key)
    if found is None:
        found = memory[key] = {}
    return found


WEIGHED = ("loss", "driven", "rout", "tired", "wear")
"""The weights that a promise depends on."""


def _circumstances(position: SecondBullRun, side: int, target: PlaceId) -> tuple[Any, ...]:
    """All that the promise of an attack depends on beside the attackers: the defenders and their front, the
    batteries of both sides in range, and the zones that are free for a retreat."""
    rules, state, on = position.rules, position.state, ground(position)
    at, losses, fired = state.at, state.losses, state.fired
    around = rules.around[target]
    found: list[Any] = []
    for brigade in on.stacks[target]:
        found += (brigade, condition(position, brigade))
    front = NONE
    if rules.zoc[target] & on.held[side]:
        front = 0
        for brigade in on.stacks[target]:
            front |= front_of(position, brigade)
    found.append(front)
    for battery in rules.roster.batteries[side]:
        zone = at[battery]
        if around >> zone & 1 and not fired >> battery & 1 and front_of(position, battery) >> target & 1:
            found += (battery, zone, losses[battery])
    for battery in rules.roster.batteries[1 - side]:
        zone = at[battery]
        if zone and zone != target:
            covered = front_of(position, battery) & around
            if covered:
                found += (battery, covered, losses[battery])
    closed = control_zone(position, side) | on.held[side] | on.held[1 - side]
    found.append(rules.passable[target] & ~closed)
    return tuple(found)


def condition(position: SecondBullRun, brigade: int) -> int:
    """Losses, fatigue, rout and saddle of a brigade in one number."""
    state = position.state
    marks = (state.routed >> brigade & 1) + 2 * (state.dismounted >> brigade & 1)
    return (state.losses[brigade] << 4) + (state.fatigue[brigade] << 2) + marks


@lru_cache(maxsize=10_000)
def _ratio_bonus(charts: InForce, strength: int, against: int) -> int | None:
    table = charts.file("tables.toml")["ratio"]
    if not against:
        alone: int = table["artillery_alone"]
        return alone
    found = None
    for row in table["attacker"]:
        above, below = row["ratio"].split("/")
        if strength * int(below) >= against * int(above):
            found = row["bonus"]
    return found


def menace(position: SecondBullRun, enemy: int, pinned: PlaceSet) -> PlaceSet:
    """The zones under the front of enemies that nobody attacks."""
    known = against(position, enemy)
    key = ("menace", pinned, position.state.struck)
    covered: PlaceSet | None = known.get(key)
    if covered is None:
        covered = 0
        for front in unattacked_fronts(position, enemy, pinned):
            covered |= front
        known[key] = covered
    return covered


def times_menaced(position: SecondBullRun, enemy: int, pinned: PlaceSet, zones: PlaceSet) -> int:
    """How often the fronts of enemies that nobody attacks count against an attack from these zones."""
    covered = zones & menace(position, enemy, pinned)
    if not covered or position.rules.has("unattacked-fronts", "attacking"):
        return covered.bit_count()
    return times_under(position.rules, zones, unattacked_fronts(position, enemy, pinned))


def _defence(
    position: SecondBullRun, defenders: tuple[int, ...], target: PlaceId, from_zones: PlaceSet, side: int
) -> tuple[int, int]:
    """The defender's certain modifiers and his artillery die."""
    rules, state = position.rules, position.state
    roster, table = rules.roster, rules.tables["combat"]
    on = ground(position)
    front = 0
    if rules.zoc[target] & on.held[side]:
        for brigade in defenders:
            front |= front_of(position, brigade)
    elif not state.routed >> defenders[0] & 1:
        # Nobody is near yet: the stack will turn to the first who comes.
        first = (from_zones & -from_zones).bit_length() - 1
        front = rules.fronts[target].get(first, 0)
    firing = defenders
    if not rules.has("attacked-guns", "fire"):
        silent = state.routed if front & from_zones else -1
        firing = tuple(b for b in defenders if not (roster.is_artillery[b] and silent >> b & 1))
    points = sum(artillery_potential(position, b) for b in firing)
    for battery in roster.batteries[1 - side]:
        zone = state.at[battery]
        if zone and zone != target and front_of(position, battery) & from_zones:
            points += artillery_potential(position, battery)
    total, die = divmod(points, table["artillery_points"])
    total += any(roster.star[b] for b in defenders)
    fatigue = sum(fatigue_level(position, b) for b in defenders)
    total -= min(fatigue, table["most_fatigue"]["defender"])
    kinds = bool(rules.climbed_from[target] & from_zones) + (not from_zones & ~rules.crossing[target])
    kinds += rules.woods >> target & 1
    kinds += rules.village >> target & 1
    kinds += rules.embankment >> target & 1
    total += min(kinds, table["most_terrain"])
    total += table["flank_zone"] * (from_zones & ~front).bit_count()
    if rules.woods >> target & 1 and all(roster.kind[b] != INFANTRY for b in defenders):
        total += table["mounted_in_woods"] * sum(is_mounted(position, b) for b in defenders)
    return total, die


# --- what it comes to -------------------------------------------------------------------------------


def _worst(position: SecondBullRun, brigades: Sequence[int], count: int) -> list[int]:
    """Those who suffer: the strongest first, artillery last."""
    artillery = position.rules.roster.is_artillery
    ranked = sorted(brigades, key=lambda b: (artillery[b], -combat_potential(position, b), b))
    return ranked[:count]


def _test_cost(
    position: SecondBullRun, weights: Weights, brigades: Sequence[int], trapped: int, prize: int = 0
) -> int:
    """What a combat test of each of these costs their side."""
    artillery = position.rules.roster.is_artillery
    alone = all(artillery[b] for b in brigades)
    loss, driven, rout = weights["loss"], weights["driven"], weights["rout"]
    total = 0
    for brigade in brigades:
        test = test_of(position.rules.charts, test_modifier(position, brigade, 1, alone))
        total += (test.losses - test.melees) * loss + test.leaves * (driven + trapped * loss)
        total += test.routs * rout
        total += test.leaves * prize // len(brigades)
    return total // 6


def _fatigue_cost(position: SecondBullRun, weights: Weights, brigades: Sequence[int]) -> int:
    artillery, fatigue = position.rules.roster.is_artillery, position.state.fatigue
    most: int = position.rules.tables["fatigue"]["most"]
    return weights["tired"] * sum(not artillery[b] and fatigue[b] < most for b in brigades)


def _value(
    position: SecondBullRun,
    weights: Weights,
    attackers: Sequence[Placed],
    defenders: tuple[int, ...],
    engaged: int,
    odds: Chances,
    prize: int,
    target: PlaceId,
    side: int,
) -> int:
    artillery = position.rules.roster.is_artillery
    theirs = _worst(position, defenders, engaged)
    ours = _worst(position, [a.brigade for a in attackers], len(defenders))
    worn = _fatigue_cost(position, weights, theirs)
    if worn and prize:
        # A guard of a prize under our eyes does not recover: the next attack finds it tired.
        worn += prize * weights["wear"] // 100
    total = odds.defence_tired * worn
    total -= odds.attack_tired * _fatigue_cost(position, weights, ours)
    if odds.defence_tested:
        trapped = int(_is_trapped(position, target, side, attackers))
        whole = prize if len(theirs) == len(defenders) else 0
        total += odds.defence_tested * _test_cost(position, weights, theirs, trapped, whole)
    if odds.attack_tested:
        total -= odds.attack_tested * _test_cost(position, weights, ours, 0)
    if all(artillery[b] for b in defenders):
        total -= WHOLE * weights["loss"] // 6
    return total // WHOLE


def _is_trapped(position: SecondBullRun, target: PlaceId, side: int, attackers: Sequence[Placed]) -> bool:
    """Whether every way back from a zone leads through our zones of control."""
    on = ground(position)
    zones = control_zone(position, side) | on.held[side]
    zoc = position.rules.zoc
    for _, zone, _ in attackers:
        zones |= zoc[zone] | 1 << zone
    return not position.rules.passable[target] & ~zones & ~on.held[1 - side]
