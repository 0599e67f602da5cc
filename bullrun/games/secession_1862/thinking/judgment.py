"""What a position is worth: points on the map, losses, order, the way to the objectives, and good attacks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.memory import memory_of
from bullrun.fast import Graph
from bullrun.games.secession_1862.rules.activation import activation_modifiers, divisions_for
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.secession_1862.rules.combat import RESULTS, attackers_of, distribution
from bullrun.games.secession_1862.rules.ground import control_zone, front_of, ground
from bullrun.games.secession_1862.rules.losses import combat_potential
from bullrun.games.secession_1862.rules.modifiers import Assessment, assess
from bullrun.games.secession_1862.rules.victory import controlled, losses_of, score
from bullrun.games.secession_1862.thinking.orders import Orders
from bullrun.games.secession_1862.thinking.prospects import EAGER
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
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
GUARD = 8
"""How many movement points farther an objective seems that is not the first business of the side."""
GOOD_ODDS, EVEN_ODDS, BAD_ODDS = 90, 25, -60
"""What it is worth to come up to an enemy with twice his potential, with as much, and with less."""
TERRAIN = 12
STRIDE, TOUCH = 6, 4
"""The movement points of an action, and what an enemy next to a brigade counts beside them."""
OBJECTIVE = 90
"""A brigade on an objective, whoever wants it."""
LAST_TURN = 1000
"""A brigade acts sooner or later: what that is worth, less how long it waits for its turn."""


def worth(position: SecondBullRun, side: int) -> int:
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


def _army(position: SecondBullRun, side: int) -> int:
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


HELD, WATCHED = 20, 6
"""How many movement points farther a way seems over a bridge that the enemy holds, or that leads next to him:
two brigades at a time cross it, and meet all who wait there."""
Tolls = tuple[int, ...]


def bridge_tolls(position: SecondBullRun, side: int) -> Tolls:
    """For each bridge how much farther the enemy makes the way over it seem to a side."""
    enemy, control = ground(position).held[1 - side], control_zone(position, 1 - side)
    return tuple(
        HELD if ends & enemy else WATCHED if ends & control else 0 for ends in position.rules.bridges
    )


def _steps(rules: Battlefield, tolls: Tolls) -> Graph:
    """The steps of a quiet march with those tolls on the bridges."""
    if not any(tolls):
        return rules.quiet
    known = memory_of(rules.memo, "steps with tolls", 1_000)
    found: Graph | None = known.get(tolls)
    if found is None:
        toll = dict(zip(rules.bridges, tolls, strict=True))
        found = known[tolls] = Graph(
            tuple((to, cost + toll.get(1 << zone | 1 << to, 0)) for to, cost in steps)
            for zone, steps in enumerate(rules.quiet.rows)
        )
    return found


def way_to_objectives(position: SecondBullRun, side: int) -> list[int]:
    """For each zone the movement points to the nearest objective that the side wants, or holds and must
    guard. The Union comes to attack; the Confederates stand at first."""
    rules = position.rules
    wanted, guarded = controlled(position, 1 - side), controlled(position, side)
    waits = side == CONFEDERATE and _is_waiting(position)
    tolls = bridge_tolls(position, side)
    key = (side + 2 * waits, wanted, guarded, tolls)
    known = memory_of(rules.memo, "ways to objectives", 5_000)
    found: list[int] | None = known.get(key)
    if found is None:
        found = [FAR] * rules.board.size
        for goals, more in ((wanted, GUARD if waits else 0), (guarded, 0 if waits else GUARD)):
            for goal in places_in(goals):
                for zone, cost in _steps(rules, tolls).flood(goal, FAR, 0).items():
                    found[zone] = min(found[zone], cost + more)
        known[key] = found
    return found


def way_table(position: SecondBullRun, goal: PlaceId, tolls: Tolls = ()) -> list[int]:
    """For each zone the movement points to a zone, with the toll of each bridge."""
    known = memory_of(position.rules.memo, "ways to a zone", 20_000)
    found: list[int] | None = known.get((goal, tolls))
    if found is None:
        steps = _steps(position.rules, tolls)
        found = known[goal, tolls] = steps.costs_to_nearest(1 << goal, FAR, 0, FAR)
    return found


def _is_waiting(position: SecondBullRun) -> bool:
    """Before Lee has come, and on the second day before the counter-attack, the Confederates stand."""
    state, rules = position.state, position.rules
    if rules.days[state.day].counter_attack:
        return not state.counter_attack
    return not state.at[rules.roster.army_commander[CONFEDERATE]]


_ODDS: dict[tuple[int, int, bool, tuple[tuple[int, int], ...]], int] = {}


def _prepared_attacks(position: SecondBullRun) -> int:
    """What the attack markers on the map promise their side."""
    state = position.state
    targets = {state.target[b] for b in position.rules.roster.of_side[state.active]} - {0}
    held = ground(position).held[1 - state.active]
    total = 0
    for target in sorted(targets):
        if held >> target & 1:
            total += expected_gain(position, attackers_of(position, target), target)
    return total


def expected_gain(position: SecondBullRun, attackers: tuple[int, ...], target: PlaceId) -> int:
    """Tests and fatigue expected of a combat, as worth for the attacker."""
    found = assess(position, attackers, target)
    dice = tuple((die.side, die.needed) for die in found.dice)
    key = (found.total(ATTACK), found.total(DEFENCE), found.automatic, dice)
    gain = _ODDS.get(key)
    if gain is None:
        gain = _ODDS[key] = _gain(position, found)
    return gain


def _gain(position: SecondBullRun, found: Assessment) -> int:
    odds = distribution(position, found)
    tests = odds[RESULTS[DEFENCE, True]] - odds[RESULTS[ATTACK, True]]
    won = odds[RESULTS[DEFENCE, True]] + odds[RESULTS[DEFENCE, False]]
    return int(TEST * tests + TIRED * (2 * won - Fraction(1)))


# --- without trying: what each option gains at once -------------------------------------------------


def gains(position: SecondBullRun, side: int, decision: Decision) -> Sequence[int]:
    """What each option gains at once, as far as the position alone shows it."""
    options = decision.options
    found: list[int] = []
    frame = position.state.frames[-1]
    if frame[0] == "act":
        return _orders(position, side).gains(decision, frame)
    if frame[0] == "brigades":
        orders, number = _orders(position, side), position.rules.roster.number
        return [LAST_TURN - orders.wait_of(number[o[1]]) if o[0] == "act" else 0 for o in options]
    if isinstance(options, SetOptions):
        found += [_plain_gain(position, side, option) for option in options.before]
        for prefix, zones in options.groups:
            found += _zone_gains(position, side, prefix, zones)
        found += [_plain_gain(position, side, option) for option in options.after]
        return found
    return [_plain_gain(position, side, option) for option in options]


def _orders(position: SecondBullRun, side: int) -> Orders:
    """The orders of a side without a plan: everybody goes for the nearest objective."""
    goals = dict.fromkeys(position.rules.roster.of_side[side], way_to_objectives(position, side))
    wanted = places_in(position.rules.all_objectives & ~controlled(position, side))
    return Orders(position, side, goals, dict.fromkeys(wanted, EAGER["prize"]), weights=EAGER)


def _plain_gain(position: SecondBullRun, side: int, option: Action) -> int:
    state, roster = position.state, position.rules.roster
    verb = option[0]
    if verb == "designate":
        return _corps_in_hand(position, side, roster.number[option[1]])
    if verb == "activate":
        return 1 + _pressing(position, side, option[1])
    if verb == "resolve":
        target = position.rules.board.place(option[1])
        return expected_gain(position, attackers_of(position, target), target)
    if verb == "suffer":
        brigade = roster.number[option[1]]
        return -state.fatigue[brigade] - state.losses[brigade]
    if verb == "move-out":
        commander = roster.number[option[1]]
        return -sum(1 for b in roster.of_side[UNION] if roster.corps[b] == commander and state.at[b])
    return PREFERRED.get(verb, 0)


PREFERRED = {"bring": 2, "decline": 1, "counter-attack": 1, "stay": 1, "test": -1}
"""Verbs without a noun to weigh; whatever is not listed is worth nothing."""


def _corps_in_hand(position: SecondBullRun, side: int, commander: int) -> int:
    """How much a corps commander could set in motion: the way that his brigades in range still have to go and
    the enemies they touch, over as many divisions as his die may give."""
    state, rules = position.state, position.rules
    area = rules.area(state.at[commander], rules.tables["command"]["range"])
    uses = []
    for _, brigades in rules.divisions_under[commander]:
        here = [b for b in brigades if state.at[b] and not state.routed >> b & 1]
        if any(area >> state.at[b] & 1 for b in here):
            uses.append(_to_do(position, side, here))
    uses.sort(reverse=True)
    modifier = sum(value for _, value, _ in activation_modifiers(position, commander))
    return sum(sum(uses[: divisions_for(position, die + modifier)]) for die in range(1, 7))


def _pressing(position: SecondBullRun, side: int, unit: str) -> int:
    """How much a division, or a brigade in its place, has to do: the way it can still go and the enemies
    it touches."""
    roster, state = position.rules.roster, position.state
    division = roster.division_number.get(unit)
    brigades = roster.divisions[division].brigades if division is not None else (roster.number[unit],)
    return _to_do(position, side, [b for b in brigades if state.at[b] and not state.routed >> b & 1])


def _to_do(position: SecondBullRun, side: int, brigades: Sequence[int]) -> int:
    ways = way_to_objectives(position, side)
    contact = control_zone(position, 1 - side)
    zones = [position.state.at[b] for b in brigades]
    return sum(min(STRIDE, ways[zone]) + TOUCH * (contact >> zone & 1) for zone in zones)


def _zone_gains(position: SecondBullRun, side: int, prefix: Action, zones: PlaceSet) -> list[int]:
    """The gains of options that end in a zone."""
    roster = position.rules.roster
    verb = prefix[0]
    piece = roster.number.get(prefix[1], -1) if len(prefix) > 1 else -1
    if verb == "face":
        return [_facing_gain(position, piece, zone) for zone in places_in(zones)]
    if piece >= roster.brigades:
        orders = Orders(position, side, {}, {})
        here = orders.seat_of(piece, position.state.at[piece])
        return [orders.seat_of(piece, zone) - here for zone in places_in(zones)]
    if verb in ("move", "advance", "enter", "return", "place"):
        here = _zone_worth(position, side, piece, position.state.at[piece])
        return [_zone_worth(position, side, piece, zone) - here for zone in places_in(zones)]
    return [0] * zones.bit_count()


def _zone_worth(position: SecondBullRun, side: int, brigade: int, zone: PlaceId) -> int:
    """What it is worth to have a brigade in a zone: the way that is left, cover, and the enemy next to it."""
    rules = position.rules
    if not zone:
        return -WAY * FAR
    potential = combat_potential(position, brigade)
    worth_ = -WAY * way_to_objectives(position, side)[zone] * potential // 6
    if rules.all_objectives >> zone & 1:
        worth_ += OBJECTIVE if controlled(position, side) >> zone & 1 else POINT
    if not control_zone(position, 1 - side) >> zone & 1:
        return worth_
    if rules.favourable >> zone & 1:
        worth_ += TERRAIN
    if rules.roster.is_artillery[brigade]:
        return worth_ + BAD_ODDS
    on = ground(position)
    own = on.held[side]
    best = BAD_ODDS
    for enemy in places_in(rules.zoc[zone] & on.held[1 - side]):
        defence = _potential_in(position, enemy)
        attack = potential
        for friend in places_in(rules.zoc[enemy] & own):
            if friend != position.state.at[brigade]:
                attack += _potential_in(position, friend)
        odds = GOOD_ODDS if attack >= 2 * defence else EVEN_ODDS if attack >= defence else BAD_ODDS
        best = max(best, odds)
    return worth_ + best


def _potential_in(position: SecondBullRun, zone: PlaceId) -> int:
    artillery = position.rules.roster.is_artillery
    return sum(combat_potential(position, b) for b in ground(position).stacks[zone] if not artillery[b])


def _facing_gain(position: SecondBullRun, brigade: int, faced: PlaceId) -> int:
    """Enemies in front, near and next."""
    rules = position.rules
    zone = position.state.at[brigade]
    enemy = ground(position).held[1 - rules.roster.side[brigade]]
    front = rules.fronts[zone][faced]
    return 3 * (front & enemy).bit_count() + (rules.spread(front, rules.near_on_foot) & enemy).bit_count()


def daring(position: SecondBullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """A bold player goes at the enemy where it promises nothing; a cautious one keeps away from even
    chances."""
    options = decision.options
    if position.state.frames[-1][0] != "act" or not isinstance(options, SetOptions):
        return None
    contact = control_zone(position, 1 - side)
    dare = EAGER["attack_by_temper"]
    found = [0] * len(options.before)
    for prefix, zones in options.groups:
        if prefix[0] == "attack":
            found += [2 * dare] * zones.bit_count()
        else:
            moves = prefix[0] in ("move", "rush")
            found += [dare * (moves and contact >> zone & 1) for zone in places_in(zones)]
    return found + [0] * len(options.after)
