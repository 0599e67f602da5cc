"""What a position is worth: points on the map, steps, order, the way to the objectives, and good attacks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.memory import memory_of
from bullrun.games.bull_run_1861 import HOME
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.combat import may_join, targets_of, waiting_attackers
from bullrun.games.bull_run_1861.rules.ground import control_zone, ground
from bullrun.games.bull_run_1861.rules.modifiers import Assessment, assess, distribution
from bullrun.games.bull_run_1861.rules.movement import forced_marches
from bullrun.games.bull_run_1861.rules.victory import points_for_maneuver, points_for_zones
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE
from bullrun.thinking.weights import load_weights

WIN = 1_000_000
FAR = 99

WEIGHTS = load_weights(files(HOME) / "data" / "weights.toml")


def worth(position: BullRun, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None:
        return WIN if outcome[0] == SIDES[side] else -WIN
    union, confederate = _army(position, UNION), _army(position, CONFEDERATE)
    value = union - confederate + WEIGHTS["point"] * _lead(position)
    attacks = _prepared_attacks(position) if position.state.attacking else 0
    attacks -= WEIGHTS["fatigue"] * _forced_marches(position)
    value += attacks if position.state.active == UNION else -attacks
    return value if side == UNION else -value


def _forced_marches(position: BullRun) -> int:
    """How many forced marches the acting brigade has made, which tire it in the end."""
    return sum(forced_marches(frame[4]) for frame in position.state.frames if frame[0] == "act")


def _lead(position: BullRun) -> int:
    """By how many victory points the North leads, losses apart: these are counted step by step."""
    enough = position.state.flanked.bit_count() >= position.rules.tables["options"]["maneuver_brigades"]
    key = (position.state.northern, enough or not position.rules.has("historical-maneuver"))
    known = memory_of(position.rules.memo, "leads", 1_000)
    found: int | None = known.get(key)
    if found is None:
        terms = points_for_zones(position) + points_for_maneuver(position)
        found = known[key] = sum(t.points if t.side == UNION else -t.points for t in terms)
    return found


def _army(position: BullRun, side: int) -> int:
    state = position.state
    rules = position.rules
    roster = rules.roster
    at, losses, fatigue = state.at, state.losses, state.fatigue
    combat, commander = roster.combat, roster.commander
    ways = _ways(position, side)
    commanded = {
        hq: rules.free_reach(side, state, at[hq], roster.command_range[hq]).costs
        for hq in roster.headquarters[side]
        if at[hq]
    }
    step, tired, march = WEIGHTS["step"], WEIGHTS["fatigue"], WEIGHTS["way"]
    lost_touch, flank, faced = WEIGHTS["out_of_command"], WEIGHTS["flank"], WEIGHTS["faced"]
    total = 0
    for brigade in roster.of_side[side]:
        total -= step * losses[brigade]
        zone = at[brigade]
        if zone:
            total -= tired * fatigue[brigade] + march * ways[zone] * combat[brigade] // 4
            if zone not in commanded.get(commander[brigade], ()):
                total -= lost_touch
    enemy_control = control_zone(position, 1 - side)
    on = ground(position)
    for zone in places_in(on.held[side] & enemy_control):
        met = rules.zoc[zone] & on.held[1 - side]
        front = rules.fronts[zone][state.facing[on.front[zone]]]
        total += faced * (met & front).bit_count() - flank * (met & ~front).bit_count()
    return total


def _ways(position: BullRun, side: int) -> list[int]:
    """For each zone the movement points to the nearest objective that the enemy holds."""
    northern = position.state.northern
    key = (side, northern)
    known = memory_of(position.rules.memo, "ways to objectives", 1_000)
    found: list[int] | None = known.get(key)
    if found is None:
        rules = position.rules
        wanted = rules.objectives & (~northern if side == UNION else northern)
        if side == CONFEDERATE:
            # The South defends: it also gathers on what it holds.
            wanted |= rules.objectives & ~northern
        found = known[key] = ways_to(position, wanted) if wanted else [0] * rules.board.size
    return found


def _prepared_attacks(position: BullRun) -> int:
    """What the attack markers on the map promise their side, each against its best target."""
    total = 0
    for element, targets in waiting_attackers(position).items():
        total += max(expected_gain(position, (element,), (zone,)) for zone in places_in(targets))
    return total


def ways_to(position: BullRun, goals: PlaceSet) -> list[int]:
    """For each zone the movement points to the nearest of these zones."""
    known = memory_of(position.rules.memo, "ways", 1_000)
    found: list[int] | None = known.get(goals)
    if found is None:
        found = known[goals] = position.rules._steps[0].costs_to_nearest(goals, FAR, 0, FAR)
    return found


_ODDS: dict[tuple[int, int, int, int, tuple[tuple[int, int], ...]], int] = {}


def expected_gain(position: BullRun, attackers: tuple[int, ...], targets: tuple[PlaceId, ...]) -> int:
    """Hits and fatigue expected of a combat, as worth for the attacker."""
    found = assess(position, attackers, targets)
    dice = tuple((die.side, die.needed) for die in found.dice)
    key = (WEIGHTS["hit"], WEIGHTS["tired"], found.total(ATTACK), found.total(DEFENCE), dice)
    gain = _ODDS.get(key)
    if gain is None:
        gain = _ODDS[key] = _gain(found)
    return gain


def _gain(found: Assessment) -> int:
    odds = distribution(found)
    hits = odds[DEFENCE, True] - odds[ATTACK, True]
    defender = odds[DEFENCE, True] + odds[DEFENCE, False]
    return int(WEIGHTS["hit"] * hits + WEIGHTS["tired"] * (2 * defender - 1))


# --- combats, judged without rolling every die ---------------------------------------------------------


def gains(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """What each combat, or each brigade that joins one, is expected to gain; None where only trying tells."""
    frame = position.state.frames[-1]
    if frame[0] == "combat":
        return [_gain_of_combat(position, option) for option in decision.options]
    if frame[0] == "gather":
        return [_gain_of_joining(position, frame[1], frame[2], option) for option in decision.options]
    return None


def _gain_of_combat(position: BullRun, option: Action) -> int:
    if option[0] == "done":
        return 0
    if option[0] == "sweep":
        element = position.rules.roster.number[option[1]]
        return expected_gain(position, (element,), tuple(places_in(targets_of(position, element))))
    zone = position.rules.board.place(option[1])
    chosen: tuple[int, ...] = ()
    total = 0
    while joiners := may_join(position, zone, chosen):
        gain, element = max((_gain_of_element(position, zone, chosen, e), -e) for e in joiners)
        if chosen and gain <= 0:
            break
        chosen = tuple(sorted((*chosen, -element)))
        total += gain
    return total


def _gain_of_joining(position: BullRun, zone: PlaceId, chosen: tuple[int, ...], option: Action) -> int:
    if option[0] == "fight":
        return 0
    return _gain_of_element(position, zone, chosen, position.rules.roster.number[option[1]])


def _gain_of_element(position: BullRun, zone: PlaceId, chosen: tuple[int, ...], element: int) -> int:
    """What an element adds to an attack, less what it could gain elsewhere on its own."""
    together = tuple(sorted((*chosen, element)))
    gain = expected_gain(position, together, (zone,))
    if not chosen:
        return gain
    others = targets_of(position, element) & ~(1 << zone)
    missed = max((expected_gain(position, (element,), (z,)) for z in places_in(others)), default=0)
    return gain - expected_gain(position, chosen, (zone,)) - max(0, missed)


SEEK = frozenset(("attack", "attack-ford", "lead"))
"""What a brigade does to fight."""


def daring(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """A bold player attacks where it promises little, and a cautious one asks for more."""
    if position.state.frames[-1][0] != "act":
        return None
    return [WEIGHTS["attack_by_temper"] * (option[0] in SEEK) for option in decision.options]
