"""A slow oracle for declarations: it tries every set of attacks and keeps those that the rules allow, in the
words of the rules and with nothing of the search. Also fronts to try it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import NamedTuple

from bullrun.engine.frames import Procedure
from bullrun.games.clash_of_giants.rules import declaration, second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.clash_of_giants.rules.ground import held_by, may_stack, put, stack
from bullrun.games.clash_of_giants.rules.state import MAP, NOBODY, OPERATIONS, ClashState
from bullrun.games.loading import Agreed
from tests.cases.clash_of_giants.scene import rules as rules_of

Whole = dict[int, int]
"""Unit -> the hex that it attacks."""


class Attacker(NamedTuple):
    """A unit that has attacked in this action, or may."""

    place: int
    reach: frozenset[int]
    can: frozenset[int]
    zone: frozenset[int]
    above: frozenset[int]
    """The enemies that overlook it."""
    counted: frozenset[int]
    """Those of them that its stack has to attack if it can."""
    was_bound: bool
    has_attacked: bool
    formation: int


def _hexes(places: int) -> frozenset[int]:
    return frozenset(place for place in range(places.bit_length()) if places >> place & 1)


def attackers(position: Clash) -> dict[int, Attacker]:
    """Everybody who has to do with the declaration."""
    state, rules = position.state, position.rules
    side = state.side
    roster = rules.roster
    enemies = set()
    for unit in range(roster.unit_count):
        if state.box[unit] == MAP and roster.side[unit] != side:
            here = stack(position, state.at[unit])
            if rules.has("retreated-defend") or any(not state.fell_back >> other & 1 for other in here):
                enemies.add(state.at[unit])
    struck = _hexes(state.struck)
    found = {}
    for unit, place, target, zone in state.fought:
        reach = {
            place_
            for place_ in rules.board.neighbours[place]
            if place_ in enemies | struck and not rules.unattackable[place] >> place_ & 1
        }
        above = _hexes(state.duty[unit])
        found[unit] = Attacker(
            place,
            frozenset(reach),
            frozenset(),
            _hexes(zone) & (enemies | struck),
            above & (enemies | struck),
            above & (enemies | {target}),
            bool(above),
            True,
            -1,
        )
    barred = second_bull_run.wing_barred(position)
    limited = () if state.wing_released or state.wing_fights != NOBODY else second_bull_run.wing(rules)
    for unit in range(roster.unit_count):
        if not state.eligible >> unit & 1 or state.box[unit] != MAP:
            continue
        place = state.at[unit]
        reach = {
            other
            for other in rules.board.neighbours[place]
            if other in enemies
            and not rules.unattackable[place] >> other & 1
            and not (roster.cavalry >> unit & 1 and rules.rocks >> other & 1)
        }
        above = _hexes(state.duty[unit]) & enemies
        if barred >> unit & 1:
            reach &= above
        if reach - struck:
            formation = roster.formation[unit]
            found[unit] = Attacker(
                place,
                frozenset(reach),
                frozenset(reach - struck),
                _hexes(rules.zones[place]) & enemies,
                frozenset(above),
                frozenset(above),
                bool(state.duty[unit]) or bool(barred >> unit & 1),
                False,
                formation if formation in limited else -1,
            )
    return found


def obliged(field: Mapping[int, Attacker], whole: Whole, shared: bool = False) -> set[int]:
    """12.4: the hexes in the zones of units that attack one hex from two or more."""
    found: set[int] = set()
    for target in set(whole.values()):
        units = [field[unit] for unit in whole if whole[unit] == target]
        if len({unit.place for unit in units}) > 1:
            found |= {place for unit in units for place in unit.zone}
    if shared:
        for one, other in product(whole, whole):
            if field[one].place != field[other].place:
                found |= field[one].zone & field[other].zone
    return found


def faults(position: Clash, field: Mapping[int, Attacker], whole: Whole, wing: int) -> set[str]:
    """The rules that a set of attacks breaks, if this formation of Longstreet's wing is the one that
    fights."""
    state = position.state
    bad = set()
    usable = {
        unit: one for unit, one in field.items() if one.formation < 0 or one.formation == wing or one.above
    }
    for unit, target in whole.items():
        one = field[unit]
        if not one.has_attacked and one.formation not in (-1, wing) and target not in one.above:
            bad.add("B8.6.one")
    if obliged(field, whole, bool(state.special_attacks) and position.rules.has("shared-hex")) - set(
        whole.values()
    ):
        bad.add("12.4.joint")
    bound = {unit for unit, one in field.items() if one.above and (one.was_bound or not one.has_attacked)}
    if bound - set(whole):
        bad.add("12.5.bound")
    diverted = {unit for unit in bound if unit in whole and whole[unit] not in field[unit].above}
    for unit in diverted:
        target = whole[unit]
        alone = list(whole.values()).count(target) == 1
        excused = False
        for duty in field[unit].above:
            duties = {other: whole[other] for other in bound if other in whole} | {unit: duty}
            wanted = obliged(field, duties)
            free = [
                other
                for other, one in usable.items()
                if other not in bound
                and (one.formation < 0 or one.formation == wing)
                and not (one.was_bound and (field[unit].has_attacked or not state.duty[other]))
                and target in one.reach
                and whole.get(other) != target
                and not (
                    other in whole
                    and whole[other] in wanted
                    and list(whole.values()).count(whole[other]) == 1
                )
            ]
            excused = excused or (target in wanted and not free)
        if not (alone and excused):
            bad.add("12.5.divert")
    for place in {field[unit].place for unit in bound}:
        members = [unit for unit in bound if field[unit].place == place]
        above = {hex_ for unit in members for hex_ in field[unit].counted}
        hit = {whole[unit] for unit in members if unit in whole} & above
        if len(hit) < min(len(members), len(above)) - len(diverted & set(members)):
            bad.add("12.5.most")
    return bad


LAPSING: tuple[set[str], ...] = (
    set(),
    {"12.5.most"},
    {"12.5.most", "12.5.divert"},
    {"12.5.most", "12.5.divert", "12.5.bound"},
    {"12.5.most", "12.5.divert", "12.5.bound", "12.4.joint"},
)
"""Only if no set at all keeps every rule do they lapse, in this order."""


def wholes(position: Clash) -> tuple[list[Whole], Callable[[Whole], bool]]:
    """Every legal whole that contains what has been attacked and chosen; and whether a set is one."""
    field = attackers(position)
    made = {unit: target for unit, _, target, _ in position.state.fought}
    for target, units in position.state.declared:
        made |= dict.fromkeys(units, target)
    still = [unit for unit in field if unit not in made]
    wings = sorted({one.formation for one in field.values() if one.formation >= 0 and one.can - one.above})
    wings = wings or [-1]
    judged: list[tuple[Whole, list[set[str]]]] = []
    for choice in product(*[(None, *sorted(field[unit].can)) for unit in still]):
        whole = made | {unit: target for unit, target in zip(still, choice, strict=True) if target}
        judged.append((whole, [faults(position, field, whole, wing) for wing in wings]))
    for lapsed in LAPSING:
        legal = [whole for whole, bad in judged if any(not each - lapsed for each in bad)]
        if legal:
            break

    def is_legal(whole: Whole) -> bool:
        return any(not faults(position, field, whole, wing) - lapsed for wing in wings)

    return legal, is_legal


def steps(position: Clash) -> declaration.Steps:
    """What the declaration may offer, by trying everything."""
    state = position.state
    legal, is_legal = wholes(position)
    made = {unit: target for unit, _, target, _ in state.fought}
    chosen = {unit: target for target, units in state.declared for unit in units}
    whole = position.rules.has("declaration", "whole")
    pending = None if whole or not state.declared else state.declared[-1][0]
    attacks = {
        (unit, target)
        for one in legal
        for unit, target in one.items()
        if unit not in made and unit not in chosen and pending in (None, target)
    }
    fights = 0
    if pending is not None:
        mine = set(dict(state.declared)[pending])
        if any({unit for unit in one if one[unit] == pending} == mine for one in legal):
            fights = 1 << pending
    return declaration.Steps(tuple(sorted(attacks)), fights, pending is None and is_legal(made | chosen))


# --- fronts


def bare(scenario: str, combat: Callable[[Clash, tuple[int, ...]], None], **options: str) -> Battlefield:
    """Rules in which a fight is whatever the test makes of it."""

    def ask(position: Clash, frame: tuple[int, ...]) -> None:
        position.end()
        combat(position, frame)

    real = rules_of(scenario, **options)
    procedures = dict(real.procedures) | {"combat": Procedure(ask)}
    return Battlefield(Agreed(real.scenario, real.data, real.options, procedures, real.charts), {})


HOT = {
    "28-august": ["3010", "2910", "2409", "3407", "2907", "4504", "2109", "3015"],
    "gettysburg": [
        "3116", "3718", "3216", "4410", "5112", "3520", "2411", "4312", "3618", "4913", "5213", "3016",
        "1913",
    ],
}  # fmt: skip


def front(rules: Battlefield, random: Random, most: int, special: bool = False, turn: int = 10) -> Clash:
    """Units of both sides thrown together around a place that was fought for; one side declares."""
    state = ClashState(len(rules.pieces))
    position = Clash(rules, state)
    state.turn, state.phase, state.side = turn, OPERATIONS, random.randrange(2)
    roster, board = rules.roster, rules.board
    state.control = (NOBODY,) * len(rules.victory_hexes)
    middle = board.place(random.choice(HOT[rules.scenario]))
    area = [place for place in _hexes(board.within(middle, 2)) if not rules.entry_hexes >> place & 1]
    random.shuffle(area)
    for side, number in ((1 - state.side, random.randint(1, 4)), (state.side, random.randint(2, most))):
        if side == state.side:
            area = [place for place in area if board.neighbour_set[place] & held_by(position, 1 - side)]
        pool = sorted(_hexes(roster.of_side[side]))
        random.shuffle(pool)
        taken: list[int] = []
        while number and area:
            unit = pool.pop()
            state.steps[unit] = roster.steps[unit]
            mates = [place for place in taken if may_stack(position, unit, place)]
            place = random.choice(mates) if mates and random.random() < 0.8 else area.pop()
            rough = (rules.woods | rules.rocks) >> place & 1
            if roster.cavalry >> unit & 1 and rough and not rules.roads[place]:
                area.insert(0, place)
                continue
            put(position, unit, place)
            taken.append(place)
            number -= 1
    declaration.begin(position, roster.of_side[state.side], special)
    state.frames = [("attacks",)]
    return position


def walk(position: Clash, random: Random) -> Iterator[declaration.Steps]:
    """One way through a declaration, at random."""
    while position.state.frames and position.state.frames[-1][0] == "attacks":
        found = declaration.legal_steps(position)
        yield found
        decision = position.decision()
        if decision is None or position.state.frames[-1][0] != "attacks":
            return
        position.apply(random.choice(list(decision.options)))
