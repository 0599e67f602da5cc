"""What a position is worth: strength on the map, the way to the objectives, contact at good odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision, SetOptions
from bullrun.engine.memory import Memory
from bullrun.games.bull_run_1983.rules.battlefield import OTHER, BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, units_in
from bullrun.games.bull_run_1983.rules.roster import BATTERY, BATTLE, LEADER
from bullrun.games.bull_run_1983.rules.state import MAP, RALLY
from bullrun.games.bull_run_1983.rules.strength import (
    ASSAULT,
    BOMBARDMENT,
    column_of,
    sums,
    table_of,
    total,
)
from bullrun.games.sides import CONFEDERATE, UNION
from bullrun.mechanisms.tables import OddsTable

POINT = 60
"""A defense point on the map."""
ATTACK = 20
RALLY_POINT = 25
LEADER_WORTH = 50
WIN = 100_000
BASE = 6_000
STAR = 150
DARE = 40
"""What a fight more is worth to a bold player."""
FAR = 14
"""Beyond this many hexes an enemy is not looked for."""


def worth(position: BullRun, side: int) -> int:
    """The position's worth for a side: the other side's is its negative."""
    outcome = position.state.outcome
    if outcome is not None:
        return WIN if outcome[0] == ("union", "confederate")[side] else -WIN
    return _strength(position, side) - _strength(position, 1 - side)


def _strength(position: BullRun, side: int) -> int:
    state, roster = position.state, position.rules.roster
    total = 0
    table = _place_worth(position, side)
    for piece in places_in(roster.of_side[side]):
        box = state.box[piece]
        if box == MAP:
            total += _piece_worth(position, piece, table[state.at[piece]])
        elif box == RALLY:
            total += RALLY_POINT * roster.defense[piece]
    units = ground(position).units[side]
    total += BASE * bool(units & position.rules.base[1 - side])
    if side == UNION:
        total += STAR * (state.turn + 1) * (units & position.rules.stars).bit_count()
    return total


def _piece_worth(position: BullRun, piece: int, place_worth: int) -> int:
    roster = position.rules.roster
    if roster.kind[piece] == LEADER:
        return LEADER_WORTH + place_worth
    points = roster.defense[piece]
    return points * (POINT + place_worth) + ATTACK * roster.attack[piece][1]


def _place_worth(position: BullRun, side: int) -> list[int]:
    """For each hex what it adds for a unit of this side: near the objectives, near the enemy."""
    memo = ground(position).memo
    key = f"place worth {side}"
    found: list[int] | None = memo.get(key)
    if found is None:
        found = memo[key] = _make_place_worth(position, side)
    return found


def _make_place_worth(position: BullRun, side: int) -> list[int]:
    table = list(_way_to_objectives(position, side))
    zone: PlaceSet = ground(position).units[1 - side]
    board = position.rules.board
    for distance in range(FAR):
        nearer = board.spread(zone)
        for place in places_in(nearer & ~zone):
            table[place] += 2 * (FAR - distance) if side == CONFEDERATE else FAR - distance
        zone = nearer
    return table


def _worth_of_place(position: BullRun, side: int, place: PlaceId) -> int:
    """The same for one hex. A unit that retreats or advances looks at a few hexes near the enemy, who is
    found in fewer rings than a table of the whole map takes."""
    worth = _way_to_objectives(position, side)[place]
    zone: PlaceSet = ground(position).units[1 - side]
    if zone >> place & 1:
        return worth
    for nearness in range(FAR, 0, -1):
        zone = position.rules.board.spread(zone)
        if zone >> place & 1:
            return worth + (2 * nearness if side == CONFEDERATE else nearness)
    return worth


def _way_to_objectives(position: BullRun, side: int) -> list[int]:
    """Minus the marching cost to the nearest objective, in half movement points. The Union goes for the
    stars and Manassas, the Confederates for Centreville, more gently: they also win by staying."""
    rules, state = position.rules, position.state
    known: Memory[Any, list[int]] = rules.memo.setdefault("ways to objectives", Memory(64))
    key = (side, state.abatis, state.trestle)
    found = known.get(key)
    if found is None:
        goals = rules.stars | rules.base[CONFEDERATE] if side == UNION else rules.base[UNION]
        edges = rules.edges(OTHER, state)
        best = [-240] * rules.board.size
        for goal in places_in(goals):
            for place, cost in edges.search(goal, 700).costs.items():
                best[place] = max(best[place], -cost // (3 if side == UNION else 9))
        found = known[key] = best
    return found


# --- one step ahead without trying: what each option gains -------------------------------------------


def gains(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """What each option adds to the position's worth, chance averaged exactly; None where only trying
    tells."""
    frame = position.state.frames[-1]
    judge = _JUDGES.get(frame[0])
    if judge is not None:
        return [judge(position, side, option) for option in decision.options]
    if frame[0] in ("movement", "place"):
        return _gains_of_movement(position, side, decision)
    return None


def _gains_of_movement(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    options = decision.options
    if not isinstance(options, SetOptions):
        return None
    roster = position.rules.roster
    table = _place_worth(position, side)
    zone = control_zone(position, 1 - side)
    contact: dict[PlaceId, tuple[int, int]] = {}
    stars = position.rules.stars if side == UNION else 0
    star = STAR * (position.state.turn + 1)
    held = ground(position).units[side]
    found: list[int] = []
    for option in options.before:
        found.append(_gain_of_form(position, side, option[0], roster.number.get(option[1], -1)))
    for prefix, targets in options.groups:
        piece = roster.number[prefix[1]]
        here = position.state.at[piece]
        weight = max(1, roster.defense[piece])
        start = table[here] if here else -1_000
        leader = roster.kind[piece] == LEADER
        now = _contact_gain(position, side, piece, here, contact) if here and zone >> here & 1 else 0
        if not leader and stars >> here & 1 and len(units_in(position, here, side)) == 1:
            now += star
        for place in places_in(targets):
            gain = weight * (table[place] - start) - now
            if not leader and stars & ~held & ~zone & 1 << place:
                gain += star
            if zone >> place & 1:
                if leader:
                    gain = gain if units_in(position, place, side) else -LEADER_WORTH * 2
                else:
                    gain += _contact_gain(position, side, piece, place, contact)
            found.append(gain)
    found += [0] * len(options.after)
    return found


def daring(position: BullRun, side: int, decision: Decision) -> Sequence[int] | None:
    """To step next to the enemy is to fight him (6.3): the bold like it, the cautious do not."""
    options = decision.options
    if position.state.frames[-1][0] != "movement" or not isinstance(options, SetOptions):
        return None
    zone = control_zone(position, 1 - side)
    found = [0] * len(options.before)
    for prefix, targets in options.groups:
        unit = position.rules.roster.kind[position.rules.roster.number[prefix[1]]] != LEADER
        found += [DARE * (unit and zone >> place & 1) for place in places_in(targets)]
    return found + [0] * len(options.after)


def _contact_gain(
    position: BullRun, side: int, piece: int, place: PlaceId, known: dict[PlaceId, tuple[int, int]]
) -> int:
    """Standing next to the enemy is worth it at two to one, and dear at less than one to one."""
    roster, board = position.rules.roster, position.rules.board
    sums_here = known.get(place)
    if sums_here is None:
        defense = attack = 0
        touching: PlaceSet = 0
        for near in board.neighbours[place]:
            if ground(position).units[1 - side] >> near & 1:
                defense += sum(roster.defense[p] for p in units_in(position, near, 1 - side))
                touching |= board.neighbour_set[near]
        for near in places_in(touching & ground(position).units[side]):
            attack += sum(roster.attack[p][position.state.face[p]] for p in units_in(position, near, side))
        sums_here = known[place] = (attack, defense)
    attack, defense = sums_here
    if position.state.at[piece] != place:
        attack += roster.attack[piece][position.state.face[piece]]
    if attack >= 2 * defense:
        return 25 * defense
    if attack >= defense:
        return 5 * defense
    return -30 * (defense - attack)


def _gain_of_form(position: BullRun, side: int, verb: str, piece: int) -> int:
    """Form up and unlimber near the enemy, march in column far from him."""
    if verb == "av":
        return 400
    state = position.state
    place = state.at[piece] if piece >= 0 else 0
    if verb == "form":
        leader = position.rules.roster.brigade_leader[position.rules.roster.brigade[piece]]
        place = state.at[leader]
    near = bool(ground(position).units[1 - side] & position.rules.board.within(place, 5)) if place else False
    if verb == "form":
        return 30 if near else -10
    if verb == "break":
        return -30 if near else 20
    if verb == "change" and position.rules.roster.kind[piece] == BATTERY:
        return 15 if near == (state.face[piece] != BATTLE) else -15
    return 0


# --- battles -----------------------------------------------------------------------------------------


def _worth_of_battle(
    position: BullRun, attackers: Sequence[int], support: Sequence[int], defenders: Sequence[int]
) -> int:
    """What a battle is expected to gain its attacker, by the table; points lost count in full, a retreat
    for a third of what retreats."""
    if not attackers and not support:
        return -10_000
    # While a battle is declared, each option is held against the same battle without it.
    memo = ground(position).memo
    state = position.state
    key = (tuple(attackers), tuple(support), tuple(defenders), bytes(state.face), state.trestle)
    found: int | None = memo.get(key)
    if found is None:
        totals = sums(position, attackers, support, defenders)
        kind = ASSAULT if attackers else BOMBARDMENT
        column = column_of(position.rules, kind, totals.odds)
        table = table_of(position.rules, kind)
        found = memo[key] = _expected(table, column, total(totals.attackers), total(totals.defenders))
    return found


@lru_cache(maxsize=50_000)
def _expected(table: OddsTable, column: int, mine: int, theirs: int) -> int:
    """What a battle in a column of its table is expected to gain the attacker; worth in halves."""
    if column < 0:
        return -POINT * mine // 2
    swing = {
        "DE": min(mine, theirs),
        "AE": -min(mine, theirs),
        "DB2": theirs // 3,
        "AB2": -mine // 3,
        "DL1": 4,
    }
    gain = sum(
        chance * swing.get(word, 0)
        for result, chance in table.distribution(column).items()
        for word in result.split()
    )
    return int(gain * POINT / 2)


def _judge_declaration(position: BullRun, side: int, option: Action) -> int:
    """Begin with anything; add what makes the battle better; close it when nothing does."""
    frame = position.state.frames[-1]
    if len(frame) == 1:
        return {"attack": 2, "bombard": 1}.get(option[0], 0)
    attackers, guns, defenders = (list(places_in(units)) for units in frame[2:5])
    if option[0] == "commit":
        return 0
    unit = position.rules.roster.number[option[1]]
    now = _worth_of_battle(position, attackers, guns, defenders)
    if option[0] == "also":
        return _worth_of_battle(position, attackers, guns, [*defenders, unit]) - now
    if option[0] == "support" or frame[1] == "bombard":
        return _worth_of_battle(position, attackers, [*guns, unit], defenders) - now
    return _worth_of_battle(position, [*attackers, unit], guns, defenders) - now


def _judge_resolution(position: BullRun, side: int, option: Action) -> int:
    """The best battle first."""
    defender = position.rules.roster.number[option[1]]
    for attackers, support, defenders in position.state.battles:
        if defender in defenders:
            return _worth_of_battle(position, attackers, support, defenders)
    return 0


def _judge_victory(position: BullRun, side: int, option: Action) -> int:
    return 1 if option[0] == "strike" else 0


def _judge_losses(position: BullRun, side: int, option: Action) -> int:
    """Pay exactly, with what attacks least."""
    roster = position.rules.roster
    if option[0] == "done":
        return 0
    due: int = position.state.frames[-1][2]
    piece = roster.number[option[1]]
    if option[0] == "break":
        return 0 if due < 2 * roster.defense[piece] else -1_000
    too_much = max(0, 2 * roster.defense[piece] - due)
    return -POINT * roster.defense[piece] - ATTACK * roster.attack[piece][1] - 2 * POINT * too_much


def _judge_step(position: BullRun, side: int, option: Action) -> int:
    """Retreats and advances: the better hex; leaders stay with their men."""
    if option[0] in ("done", "stay"):
        return 0
    if option[0] == "follow":
        return LEADER_WORTH
    roster, board = position.rules.roster, position.rules.board
    piece = roster.number[option[1]]
    if option[0] in ("break", "perish"):
        return -POINT
    there = _worth_of_place(position, side, board.place(option[2]))
    here = _worth_of_place(position, side, position.state.at[piece])
    return max(1, roster.defense[piece]) * (there - here)


def _judge_rally(position: BullRun, side: int, option: Action) -> int:
    if option[0] == "rally":
        return POINT * max(
            position.rules.roster.defense[position.rules.roster.number[word]] for word in option[1:]
        )
    return 10 if option[0] == "clear" else 0


def _judge_unfreezing(position: BullRun, side: int, option: Action) -> int:
    """Frozen men do not march: all of them up, and at once."""
    return {"unfreeze-all": 2, "done": 0}.get(option[0], 1)


def _judge_break(position: BullRun, side: int, option: Action) -> int:
    return 1 if option[0] == "keep" else 0


_JUDGES = {
    "declaration": _judge_declaration,
    "combat": _judge_resolution,
    "victory": _judge_victory,
    "losses": _judge_losses,
    "retreats": _judge_step,
    "advance": _judge_step,
    "follow": _judge_step,
    "rally": _judge_rally,
    "before_combat": _judge_break,
    "unfreeze": _judge_unfreezing,
}
"""For each procedure how its options are judged."""
