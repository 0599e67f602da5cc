"""9. Fire: who may fire at what and how far, combined fire, column and shifts, the dice and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    BATTLE,
    DIE,
    NUMBER,
    PICK,
    PIECE,
    PIECES,
    PLACE,
    RESULT,
    WORDS,
    Kind,
    Verb,
)
from bullrun.games.day_was_ours.rules.activation import may_act
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.cohesion import test
from bullrun.games.day_was_ours.rules.ground import (
    ids,
    is_engaged,
    is_gun,
    is_mounted,
    is_shaken,
    lead_candidates,
    name,
    occupied,
    stack,
    strength,
    under_chaos,
    whole_points,
)
from bullrun.games.day_was_ours.rules.lull import may_fight
from bullrun.games.day_was_ours.rules.sight import Sight, look_along, sight, sight_rule, why_so
from bullrun.games.day_was_ours.rules.state import LIMITED, ORDERS
from bullrun.games.day_was_ours.rules.tables import (
    CANISTER,
    EXTREME,
    FIRE_TEST,
    LONG,
    PARTS,
    SHORT,
    test_of,
)
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import dice, pips
from bullrun.mechanisms.levels import BLOCKED
from bullrun.mechanisms.offers import offer

VOLLEY, BATTERY = "volley", "battery fire"
"""Of units in an activation; of batteries in the Artillery Phase."""
OPPORTUNITY, DEFENSIVE, SUPPORT = "opportunity fire", "defensive fire", "support fire"
FIREFIGHT, SUPERIOR = "firefight", "superior artillery"
RULES = {
    VOLLEY: "9.3",
    BATTERY: "9.3",
    OPPORTUNITY: "10.7",
    DEFENSIVE: "11.3a",
    SUPPORT: "11.3a.support",
    FIREFIGHT: "7.3.firefight",
    SUPERIOR: "7.3.superior",
}
SMALL_ARMS = -1
"""The band of a unit that is no battery."""
NOT_NAMED = -1
"""The Lead Unit before it is named."""


class Shot(NamedTuple):
    """What one unit adds to a fire."""

    unit: int
    place: PlaceId
    band: int
    """Of a battery; SMALL_ARMS of the others."""
    factor: Fraction
    parts: int
    """Its strength times the factor, in parts of a point."""


class Shifted(NamedTuple):
    """One column shift of a fire or close combat: what for, how far, by which rule."""

    says: str
    by: int
    rule: str


class Volley(NamedTuple):
    """The arithmetic of a fire before the dice."""

    shots: tuple[Shot, ...]
    points: int
    """Rounded down after adding; 0 uses the column for half a point."""
    start: int
    """The column of the points."""
    shifts: tuple[Shifted, ...]
    column: int
    """After all shifts."""


# --- who may fire -------------------------------------------------------------------------------------


@enforces("9.1f", "6.5d", "2.10i")
def may_open_fire_here(position: Day, unit: int) -> bool:
    """A battery in Woods or Angled ground does not fire at all."""
    bad = position.rules.woods | position.rules.angled
    return not is_gun(position, unit) or not bad >> position.state.at[unit] & 1


@enforces("9.1a", "8.2", "7.3.chaos.act", "9.1g")
def why_not_ready(position: Day, unit: int) -> Refusal | None:
    """Why a unit of the present activation cannot fire at anything, whatever the target."""
    state = position.state
    if state.at[unit] <= 0:
        return Refusal("9.1a", "It is not on the map.")
    if not state.active >> unit & 1:
        return Refusal("9.1a", "Only units of the present activation fire.")
    if not may_act(position, unit):
        return Refusal("8.2", "It was moved by a result and does nothing more in this activation.")
    if state.fired >> unit & 1:
        return Refusal("9.1a", "It has fired already in this activation.")
    if state.moved >> unit & 1:
        return Refusal("8.2", "It has moved: fire comes before movement.")
    if under_chaos(position, state.at[unit]):
        return Refusal("7.3.chaos.act", "Battlefield Chaos lies on its hex: it begins no combat.")
    return _why_no_arms(position, unit)


def _why_no_arms(position: Day, unit: int) -> Refusal | None:
    if is_mounted(position, unit):
        return Refusal("9.1g", "Mounted cavalry fires only in defense.")
    if not may_open_fire_here(position, unit):
        return Refusal("9.1f", "A battery in Woods or Angled ground does not fire.")
    if not may_fight(position, unit):
        return Refusal("16.3.12w", "In the lull it may not fight.")
    return None


@enforces("9.1c", "9.1d", "9.1g", "9.1h", "8.1.limited", "12.6")
def hexes_in_range(position: Day, unit: int) -> PlaceSet:
    """The enemy hexes that a unit's weapon reaches: next to it only if it is Engaged, Shaken or in a limited
    activation. Bull Run does not matter."""
    rules, at = position.rules, position.state.at[unit]
    enemies = occupied(position, 1 - rules.roster.side[unit])
    if _adjacent_only(position, unit):
        return enemies & rules.board.neighbour_set[at]
    return enemies & rules.board.within(at, reach(rules, unit)) & ~(1 << at)


def _adjacent_only(position: Day, unit: int) -> bool:
    state = position.state
    limited = state.order == LIMITED and state.active >> unit & 1
    return bool(limited) or is_engaged(position, unit) or is_shaken(position, unit)


def reach(rules: Battlefield, unit: int) -> int:
    """How many hexes a unit's weapon reaches."""
    weapon = rules.roster.weapon[unit]
    if rules.roster.guns >> unit & 1:
        return max(rules.tables.band_ends[weapon])
    return len(rules.tables.small_arms[weapon].at)


@enforces("9.1e.over", "9.1e.side")
def has_line(position: Day, unit: int, target: PlaceId) -> bool:
    """Whether the line is not blocked and passes over no friends, save a battery's."""
    found = line(position, unit, target)
    return found.result != BLOCKED and (is_gun(position, unit) or not found.over_friends)


def line(position: Day, unit: int, target: PlaceId) -> Sight:
    """What a unit's line to a hex within range meets."""
    return sight(position, position.rules.roster.side[unit], position.state.at[unit], target)


def aims(position: Day, unit: int) -> PlaceSet:
    """The enemy hexes that a unit could fire at, as far as range and sight go."""
    in_range = hexes_in_range(position, unit)
    return set_of(place for place in places_in(in_range) if has_line(position, unit, place))


@enforces("7.3.firefight", "7.3.superior", "7.3.chaos.act")
def may_fire(position: Day, unit: int, kind: str) -> bool:
    """Whether a unit on the map may take part in a fire of this kind, whatever the target: in its own
    activation by the rules of 9.1, in an event infantry or guns as it says, in defense whoever has a
    weapon."""
    if kind in (VOLLEY, BATTERY):
        return why_not_ready(position, unit) is None
    state = position.state
    if not may_fight(position, unit) or not may_open_fire_here(position, unit):
        return False
    if kind == DEFENSIVE:
        return True
    if under_chaos(position, state.at[unit]) or is_mounted(position, unit):
        return False
    if kind == OPPORTUNITY:
        return not state.reacted >> unit & 1
    if kind == SUPPORT:
        return is_gun(position, unit) and not state.supported >> unit & 1
    return is_gun(position, unit) == (kind == SUPERIOR)


def targets(position: Day, place: PlaceId, units: Iterable[int], kind: str) -> PlaceSet:
    """The hexes that any of these units in a hex may fire at."""
    found = 0
    for unit in units:
        if position.state.at[unit] == place and may_fire(position, unit, kind):
            found |= aims(position, unit)
    return found


@enforces("9.1b.hex", "10.7c", "11.3a", "11.3a.support", "7.3.firefight", "7.3.superior")
def shooters(position: Day, place: PlaceId, kind: str, target: PlaceId) -> tuple[int, ...]:
    """Who of a hex would fire at another as one: in defense everything in it that can, guns and infantry
    together; in support its batteries; in an event those that the event speaks of."""
    return tuple(
        unit
        for unit in stack(position, place)
        if may_fire(position, unit, kind) and reaches(position, unit, target)
    )


def reaches(position: Day, unit: int, target: PlaceId) -> bool:
    """Whether range and sight let a unit fire at a hex, whoever stands in it."""
    distance = position.rules.board.distance(position.state.at[unit], target)
    if distance > (1 if _adjacent_only(position, unit) else reach(position.rules, unit)):
        return False
    return distance > 0 and has_line(position, unit, target)


# --- what it adds -------------------------------------------------------------------------------------


@enforces("9.1c", "9.1d", "9.1e.over", "11.3a.chaos", "7.3.chaos.act", "9.1g", "10.7", "O.skirmish")
def shot(position: Day, unit: int, target: PlaceId, kind: str = VOLLEY, short: bool = False) -> Shot:
    """What a unit adds to a fire that it may take part in. A battery in canister range fires Short over
    friends, or if it likes."""
    rules, tables, at = position.rules, position.rules.tables, position.state.at[unit]
    weapon, distance = rules.roster.weapon[unit], rules.board.distance(at, target)
    if is_gun(position, unit):
        band = tables.band(weapon, distance)
        assert band is not None, "out of range"
        if band == CANISTER and (short or line(position, unit, target).over_friends):
            band = SHORT
        factor = tables.band_factor[band]
    else:
        band, factor = SMALL_ARMS, tables.small_arms[weapon].at[distance - 1]
    if kind == OPPORTUNITY:
        factor *= tables.opportunity_fire
    if kind == DEFENSIVE and under_chaos(position, at):
        factor *= tables.chaos_fire
    if is_mounted(position, unit):
        factor *= tables.mounted_fire
    factor *= skirmish_factor(rules, unit)
    parts = strength(position, unit) * factor
    return Shot(unit, at, band, factor, parts.numerator // parts.denominator)


def skirmish_factor(rules: Battlefield, unit: int) -> Fraction:
    """The part of its strength with which a unit in skirmish order fires (O.skirmish)."""
    effect = rules.plan.what_if.get("skirmisher")
    if effect is None or rules.roster.ids[unit] != effect.text("unit"):
        return Fraction(1)
    return effect.fraction("fire_factor")


@enforces("9.3.column", "9.3.ends", "9.3.woods", "9.3.over", "9.3.units", "9.3.cavalry", "9.3.ammo")
@enforces("9.3.canister", "9.3.mixed", "9.1b.line", "7.3.superior", "2.2b", "O.skirmish")
def volley(position: Day, kind: str, units: Sequence[int], target: PlaceId, lead: int, short: bool) -> Volley:
    """The column of a fire: strengths with their factors are added, rounded down, and shifted."""
    rules, state, table = position.rules, position.state, position.rules.tables.combat
    shots = tuple(shot(position, unit, target, kind, short) for unit in units)
    points = whole_points(sum(one.parts for one in shots))
    start = table.column_for(points)
    by_name = rules.tables.fire_shifts
    shifts: list[Shifted] = []

    def shift(key: str, says: str, times: int = 1) -> None:
        by, rule = by_name[key]
        if times and by:
            shifts.append(Shifted(says, by * times, rule))

    shift("target_in_woods", "target in Woods", rules.woods >> target & 1)
    lines = [line(position, unit, target) for unit in units]
    shift("over_woods", "over Woods", any(one.over_woods for one in lines))
    shift("over_units", "over units", any(one.over_units for one in lines))
    shift("cavalry_target", "target is cavalry", is_cavalry_target(position, lead))
    shift("low_ammo", "Low Ammo", (state.low_ammo & set_of(units)).bit_count())
    guns = [one for one in shots if one.band != SMALL_ARMS]
    canister = [one for one in guns if one.band == CANISTER and rules.roster.weapon[one.unit] == "S"]
    mixed = [one for one in guns if one.band in (LONG, EXTREME) and rules.roster.weapon[one.unit] == "MX"]
    shift("smoothbore_canister", "smoothbores fire canister", is_half(position, canister, guns))
    shift("flanking_fire", "Flanking Fire", is_flanking(position, shots, target))
    shift("mixed_at_distance", "mixed guns at distance", is_half(position, mixed, guns))
    shift("superior_artillery", "Superior Artillery", kind == SUPERIOR or bool(state.superior))
    effect = rules.plan.what_if.get("skirmisher")
    if effect is not None and rules.roster.ids[lead] == effect.text("unit"):
        shifts.append(Shifted("target in skirmish order", effect.number("fire_at_it", -16, 16), "O.skirmish"))
    column = table.shift(start, sum(one.by for one in shifts))
    return Volley(shots, points, start, tuple(shifts), column)


def is_half(position: Day, some: Iterable[Shot], guns: Iterable[Shot]) -> bool:
    """Whether some of the firing batteries are half or more of their strength, before factors."""
    part = sum(strength(position, one.unit) for one in some)
    return part > 0 and 2 * part >= sum(strength(position, one.unit) for one in guns)


@enforces("9.3.cavalry")
def is_cavalry_target(position: Day, lead: int) -> bool:
    """Whether the Lead Unit is cavalry, mounted unless the option says that troopers on foot count too."""
    if not position.rules.roster.cavalry >> lead & 1:
        return False
    return is_mounted(position, lead) or position.rules.has("cavalry-target", "always")


@enforces("9.3c")
def is_flanking(position: Day, shots: Sequence[Shot], target: PlaceId) -> bool:
    """Flanking Fire: from near by (guns: canister), with a firing hex and a friendly hex next to the target
    far enough apart, or from three friendly hexes in all."""
    rules, tables, board = position.rules, position.rules.tables, position.rules.board
    firing = {one.place for one in shots}
    if any(board.distance(place, target) > tables.flank_within for place in firing):
        return False
    if any(one.band not in (SMALL_ARMS, CANISTER) for one in shots):
        return False
    around = board.neighbour_set[target]
    friends = occupied(position, rules.roster.side[shots[0].unit]) & around
    beside = {place for place in places_in(friends) if _stands_by(position, place)}
    beside |= {place for place in firing if around >> place & 1}
    if len(beside | firing) >= tables.flank_hexes:
        return True
    for place in firing:
        apart = tables.flank_apart[0 if around >> place & 1 else 1]
        if any(board.distance(place, other) >= apart for other in beside):
            return True
    return False


def _stands_by(position: Day, place: PlaceId) -> bool:
    """Whether a hex holds a unit that is neither Shaken nor under Chaos."""
    return not under_chaos(position, place) and any(
        not is_shaken(position, unit) for unit in stack(position, place)
    )


@enforces("12.3.cause")
def cause_of(position: Day, shots: Sequence[Shot], target: PlaceId) -> PlaceId:
    """The hex from which the target retreats: of two firing hexes the one with more strength in this fire,
    then the nearer, then that of the lower number."""
    parts: dict[PlaceId, int] = {}
    for one in shots:
        parts[one.place] = parts.get(one.place, 0) + one.parts
    board = position.rules.board
    return min(parts, key=lambda place: (-parts[place], board.distance(place, target), name(position, place)))


# --- one fire, from its declaration to what follows ---------------------------------------------------


def call_fire(
    position: Day,
    kind: str,
    firers: Iterable[int],
    target: PlaceId,
    targets: Iterable[int] = (),
    short: bool = False,
) -> None:
    """These units fire at a hex now. `targets` are the units among which the Lead Unit is sought, if not all
    in the hex: the movers in Opportunity Fire, the attackers in Defensive Fire."""
    position.call("fire", 0, kind, tuple(sorted(firers)), target, tuple(targets), NOT_NAMED, short)


NAME_LEAD, WINDOW, ROLL, FOLLOW = range(4)


@enforces("9.3", "2.2c", "2.2d")
def ask_fire(position: Day, frame: Frame) -> Decision | None:
    """Frame: (fire, stage, kind, firers, target, targets, lead, short). The owner of the target names its
    Lead Unit among equals; the enemy of the firer may cancel the fire; then the dice are rolled."""
    _, stage, kind, firers, target, among, lead, short = frame
    if stage == NAME_LEAD:
        candidates = lead_candidates(position, among or stack(position, target))
        return Decision(
            SIDES[position.rules.roster.side[candidates[0]]],
            f"Which unit leads in {name(position, target)}?",
            [("lead", piece) for piece in ids(position, candidates)],
            "2.2d",
            about=About(fight=fight_of(position, kind, firers, target, among)),
        )
    if stage == WINDOW:
        _declared(position, frame)
        return None
    if stage == FOLLOW:
        position.end()
        offer(position, "fired", firers, target, kind)
        return None
    if position.state.stopped:
        _cancel(position, frame)
        return None
    found = volley(position, kind, firers, target, lead, short)
    return dice(
        f"{kind.capitalize()} at {name(position, target)}",
        RULES[kind],
        about=About(fight=fight_of(position, kind, firers, target, among), roll="fire"),
        side=SIDES[position.rules.roster.side[firers[0]]],
        column=position.rules.tables.combat.columns[found.column],
    )


def answer_fire(position: Day, frame: Frame, action: Action) -> None:
    """The Lead Unit is named, or the dice are rolled."""
    _, stage, kind, firers, target, among, _, short = frame
    if stage == NAME_LEAD:
        lead = position.rules.roster.number[action[1]]
        position.goto("fire", WINDOW, kind, firers, target, among, lead, short)
    else:
        _resolve(position, frame, pips(action))


@enforces("9.1a", "10.7c", "11.3a.support", "7.W.fire")
def _declared(position: Day, frame: Frame) -> None:
    """Firers, target and column are known: the units count as having fired, and the window opens."""
    _, _, kind, firers, target, among, lead, short = frame
    state, bits = position.state, set_of(firers)
    if kind == OPPORTUNITY:
        state.reacted |= bits
    elif kind == SUPPORT:
        state.supported |= bits
    elif kind != DEFENSIVE:
        state.fired |= bits
    found, table = volley(position, kind, firers, target, lead, short), position.rules.tables.combat
    position.emit(
        "fire",
        RULES[kind],
        attackers=ids(position, firers),
        defenders=ids(position, among or stack(position, target)),
        at=name(position, target),
        how=kind,
        strength=number_text(sum(one.parts for one in found.shots)),
        shifts=[f"{one.says} {shift_text(one.by)}" for one in found.shifts],
        column=table.columns[found.column],
    )
    position.goto("fire", ROLL, kind, firers, target, among, lead, short)
    offer(position, "fire", firers, target, kind)


@enforces("7.3.friends.cancel", "7.3.friends.used")
def _cancel(position: Day, frame: Frame) -> None:
    """Firing on Friends: no dice, and the units have fired all the same."""
    position.state.stopped = 0
    position.end()
    pieces = ids(position, frame[3])
    position.emit("fire_cancelled", "7.3.friends.cancel", pieces=pieces, at=name(position, frame[4]))


@enforces("9.3", "7.W.fired")
def _resolve(position: Day, frame: Frame, rolled: int) -> None:
    """Read the table; the Lead Unit tests, and when all is applied the enemy may lay Low Ammo."""
    _, _, kind, firers, target, among, lead, short = frame
    table = position.rules.tables.combat
    found = volley(position, kind, firers, target, lead, short)
    result = table.result(rolled, found.column)
    position.emit(
        "fire_result",
        RULES[kind],
        dice=rolled,
        column=table.columns[found.column],
        result=result,
        piece=position.rules.roster.ids[lead],
    )
    position.goto("fire", FOLLOW, kind, firers, target, among, lead, short)
    n = test_of(result)
    if n is not None:
        test(position, lead, FIRE_TEST, n, cause_of(position, found.shots, target))


def fight_of(
    position: Day, kind: str, firers: Sequence[int], target: PlaceId, among: Sequence[int] = ()
) -> Fight:
    """The fire for whoever shows it."""
    return Fight(
        tuple(ids(position, firers)),
        tuple(ids(position, among or stack(position, target))),
        kind=kind,
        at=name(position, target),
    )


def shift_text(by: int) -> str:
    """A shift as it is spoken of: 2 R, 1 L."""
    return f"{abs(by)} {'R' if by > 0 else 'L'}"


def number_text(parts: int) -> str:
    """A strength in parts as points with a fraction: 4 1/2."""
    whole, rest = divmod(parts, PARTS)
    if not rest:
        return str(whole)
    fraction = str(Fraction(rest, PARTS))
    return f"{whole} {fraction}" if whole else fraction


# --- declaring a fire ---------------------------------------------------------------------------------


@enforces("9.1b", "2.1b")
def options(position: Day, units: Iterable[int], kind: str) -> list[Action]:
    """Every fire that these units can declare now: units of one brigade in one hex or two adjacent ones, or
    batteries of one hex; `short` where a battery that could fire canister fires Short instead."""
    by_target: dict[PlaceId, list[int]] = {}
    for unit in sorted(units):
        if may_fire(position, unit, kind):
            for target in places_in(aims(position, unit)):
                by_target.setdefault(target, []).append(unit)
    found: list[Action] = []
    for target in sorted(by_target):
        at = name(position, target)
        for group in _groups(position, by_target[target]):
            found.append(("fire", at, *ids(position, group)))
            if any(can_choose_short(position, unit, target) for unit in group):
                found.append(("short", at, *ids(position, group)))
    return found


def _groups(position: Day, units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets of some units that may fire together, smaller ones first."""
    for size in range(1, len(units) + 1):
        for group in combinations(units, size):
            if may_combine(position, group):
                yield group


@enforces("9.1b")
def may_combine(position: Day, units: Sequence[int]) -> bool:
    """One brigade in one hex or two adjacent hexes, batteries in one hex, never infantry with artillery."""
    if len(units) == 1:
        return True
    roster, guns = position.rules.roster, is_gun(position, units[0])
    if any(roster.brigade[unit] != roster.brigade[units[0]] for unit in units):
        return False
    hexes = sorted({position.state.at[unit] for unit in units})
    if len(hexes) == 1:
        return True
    return len(hexes) == 2 and not guns and position.rules.board.adjacent(*hexes)


@enforces("9.1d")
def can_choose_short(position: Day, unit: int, target: PlaceId) -> bool:
    """Whether a battery would fire canister and may fire Short instead."""
    return is_gun(position, unit) and shot(position, unit, target).band == CANISTER


def declare(position: Day, kind: str, action: Action) -> None:
    """Carry out one of the options."""
    number = position.rules.roster.number
    firers = [number[piece] for piece in action[2:]]
    call_fire(position, kind, firers, position.rules.board.place(action[1]), short=action[0] == "short")


DONE: Action = ("done",)


@enforces("8.2", "8.1.limited")
def ask_fire_step(position: Day, frame: Frame) -> Decision | None:
    """Units fire one after the other, alone or together, each result before the next declaration; the step
    ends when its owner says so or nobody can fire."""
    state = position.state
    found = options(position, places_in(state.active), VOLLEY)
    if not found:
        position.end()
        return None
    return Decision(SIDES[state.acting], "Who fires, and at what?", [*found, DONE], "8.2")


def answer_fire_step(position: Day, frame: Frame, action: Action) -> None:
    """A fire is declared, or the step is over."""
    if action == DONE:
        position.end()
    else:
        declare(position, VOLLEY, action)


# --- why not ------------------------------------------------------------------------------------------


def why_not_fire(position: Day, action: Action) -> Refusal | None:
    """Why these units cannot fire at a hex now."""
    rules, state = position.rules, position.state
    target = rules.board.find(action[1]) if len(action) > 2 else None
    units = [rules.roster.number.get(word, NOT_NAMED) for word in action[2:]]
    if target is None or any(unit < 0 or not rules.roster.units >> unit & 1 for unit in units):
        return Refusal("9.3", f"A fire names a hex and units: {action[0]} HEX UNIT ...")
    for unit in units:
        facts = {"piece": rules.roster.ids[unit], "at": action[1]}
        if rules.roster.side[unit] != state.acting:
            return Refusal("9.1a", "Only the side that is activated fires.", facts)
        order = rules.tables.orders.get(ORDERS[state.order])
        if order is not None and state.moved:
            return Refusal("8.2", "Movement has begun: nobody fires any more.", facts)
        if order is not None and not order.fire:
            return Refusal(f"8.1.{ORDERS[state.order]}", f"{order.name} allows no fire.", facts)
        refusal = why_not_ready(position, unit) or why_no_aim(position, unit, target)
        if refusal is not None:
            return refusal._replace(facts=facts)
    return _why_not_together(position, action, units, target)


def _why_not_together(position: Day, action: Action, units: Sequence[int], target: PlaceId) -> Refusal | None:
    guns = {is_gun(position, unit) for unit in units}
    if len(guns) == 2:
        return Refusal("9.1b", "Artillery never fires together with infantry.")
    if not may_combine(position, units):
        where = (
            "batteries of one hex" if True in guns else "units of one brigade in one hex or two adjacent ones"
        )
        return Refusal("9.1b", f"Only {where} fire together.")
    if action[0] == "short" and not any(can_choose_short(position, unit, target) for unit in units):
        return Refusal("9.1d", "Only a battery that could fire canister fires Short instead.")
    if list(units) != sorted(set(units)):
        known = " ".join(ids(position, sorted(set(units))))
        return Refusal("9.1b", f"Name each unit once, in this order: {known}.")
    return None


def why_no_aim(position: Day, unit: int, target: PlaceId) -> Refusal | None:
    """Why a unit that may fire cannot fire at a hex."""
    rules, at = position.rules, position.state.at[unit]
    if not occupied(position, 1 - rules.roster.side[unit]) >> target & 1:
        return Refusal("9.1b", "No enemy unit stands there.")
    distance = rules.board.distance(at, target)
    if distance > 1 and _adjacent_only(position, unit):
        if position.state.order == LIMITED:
            return Refusal("8.1.limited", "In a limited activation only adjacent enemies are fired at.")
        if is_engaged(position, unit):
            return Refusal("9.1g", "An Engaged unit fires only at adjacent enemies.")
        return Refusal("12.6", "A Shaken unit fires only at adjacent enemies.")
    gun = is_gun(position, unit)
    if distance > reach(rules, unit):
        return Refusal("9.1d" if gun else "9.1c", f"Its weapon does not reach {distance} hexes.")
    seen = look_along(position, at, target)
    if seen.result == BLOCKED:
        return Refusal(sight_rule(rules, at, target, seen), why_so(position, at, target, seen))
    if not gun and line(position, unit, target).over_friends:
        return Refusal("9.1e.over", "Infantry and cavalry do not fire over friends.")
    return None


WHY_NOT = {"fire": why_not_fire, "short": why_not_fire}

PROCEDURES = {
    "fire step": Procedure(ask_fire_step, answer_fire_step),
    "fire": Procedure(ask_fire, answer_fire),
}

VERBS = (
    Verb("fire", AIM, (PLACE, PIECES), "{1}: fire at {0}", "9.3"),
    Verb("short", AIM, (PLACE, PIECES), "{1}: fire Short at {0}", "9.1d"),
    Verb("lead", PICK, (PIECE,), "{0} leads", "2.2d"),
)

EVENTS = (
    Kind(
        "fire",
        "{attackers}: {how} at {at} ({defenders}), {strength} SP {shifts}: column {column}.",
        {
            "at": PLACE,
            "attackers": PIECES,
            "defenders": PIECES,
            "how": WORDS,
            "strength": NUMBER,
            "shifts": WORDS,
            "column": WORDS,
        },
        BATTLE,
    ),
    Kind(
        "fire_cancelled",
        "Firing on Friends: {pieces} hold their fire.",
        {"at": PLACE, "pieces": PIECES},
        RESULT,
    ),
    Kind(
        "fire_result",
        "{dice} in column {column}: {result} for {piece}.",
        {"dice": DIE, "column": WORDS, "result": WORDS, "piece": PIECE},
        RESULT,
    ),
)
