"""11. Close combat: who assaults from where, what the defender does about it, the column, and who holds the
hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import PASS, About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import (
    AIM,
    BATTLE,
    CHOOSE,
    DIE,
    END,
    GAIN,
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
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.cohesion import test
from bullrun.games.day_was_ours.rules.fire import (
    DEFENSIVE,
    DONE,
    NOT_NAMED,
    SUPPORT,
    Shifted,
    call_fire,
    can_choose_short,
    number_text,
    shift_text,
    shooters,
)
from bullrun.games.day_was_ours.rules.ground import (
    cohesion,
    ids,
    is_foot,
    is_gun,
    is_mounted,
    is_shaken,
    lead_candidates,
    mode,
    name,
    occupied,
    put,
    side_of,
    stack,
    strength,
    under_chaos,
    whole_points,
)
from bullrun.games.day_was_ours.rules.limits import note_move, within_limit
from bullrun.games.day_was_ours.rules.lull import may_fight
from bullrun.games.day_was_ours.rules.morale import shake
from bullrun.games.day_was_ours.rules.retreat import retreat
from bullrun.games.day_was_ours.rules.stacking import is_over
from bullrun.games.day_was_ours.rules.state import ATTACK
from bullrun.games.day_was_ours.rules.tables import (
    AFTER_FIRE,
    CLOSE_COMBAT,
    CLOSE_TEST,
    REPULSE_TEST,
    test_of,
)
from bullrun.games.sides import SIDES
from bullrun.mechanisms.dice import dice, die, pips
from bullrun.mechanisms.offers import offer

CALL_OFF: Action = ("call_off",)
STAY_BACK: Action = ("stay_back",)


class Assault(NamedTuple):
    """What the frames of a close combat carry."""

    target: PlaceId
    origin: PlaceId
    """The Assaulting Hex."""
    units: tuple[int, ...]
    """All that were declared as attackers."""
    places: tuple[PlaceId, ...]
    """Where they stood then."""
    lead: int
    """The defending Lead Unit."""


# --- who may attack -----------------------------------------------------------------------------------


@enforces("11.1", "11.2", "7.3.exhaustion", "O.skirmish")
def why_no_attacker(position: Day, unit: int) -> Refusal | None:
    """Why a unit cannot attack at all in this activation."""
    state = position.state
    if state.order != ATTACK:
        return Refusal("11.1", "Only an Attack order allows close combat.")
    if state.exhausted:
        return Refusal("7.3.exhaustion", "Exhaustion lies on the brigade: no close combat.")
    if not state.active >> unit & 1:
        return Refusal(
            "11.2", "Only units of the activated brigade that were named for the attack take part."
        )
    if not may_act(position, unit):
        return Refusal("8.2", "It was moved by a result and does nothing more in this activation.")
    if state.attacked >> unit & 1:
        return Refusal("11.1", "It has attacked already in this activation.")
    if is_gun(position, unit):
        return Refusal("11.1", "Artillery never attacks.")
    if is_shaken(position, unit):
        return Refusal("11.1", "A Shaken unit never attacks.")
    if under_chaos(position, state.at[unit]):
        return Refusal("7.3.chaos.act", "Battlefield Chaos lies on its hex: it begins no combat.")
    effect = position.rules.plan.what_if.get("skirmisher")
    if effect is not None and position.rules.roster.ids[unit] == effect.text("unit"):
        return Refusal("O.skirmish", "In skirmish order it never attacks.")
    if not may_fight(position, unit):
        return Refusal("16.3.12w", "In the lull it may not fight.")
    return None


@enforces("11.1", "2.10e", "2.10g", "2.10h")
def assaultable(position: Day, unit: int) -> PlaceSet:
    """The enemy hexes that a unit may attack: next to it, not over Bull Run, a ford or a bridge, and not
    attacked before in this activation."""
    if why_no_attacker(position, unit) is not None:
        return 0
    rules, state = position.rules, position.state
    enemies = occupied(position, 1 - rules.roster.side[unit])
    return rules.assaultable[state.at[unit]] & enemies & ~state.assaulted


# --- declaring ----------------------------------------------------------------------------------------


@enforces("11.2")
def options(position: Day, units: Iterable[int]) -> list[Action]:
    """Every assault that these units can declare now: the hex attacked, the Assaulting Hex, and all who
    attack from it and from Flanking Hexes."""
    by_target: dict[PlaceId, list[int]] = {}
    for unit in sorted(units):
        for target in places_in(assaultable(position, unit)):
            by_target.setdefault(target, []).append(unit)
    found: list[Action] = []
    for target in sorted(by_target):
        for group in subsets(by_target[target]):
            for origin in sorted({position.state.at[unit] for unit in group}):
                hexes = name(position, target), name(position, origin)
                found.append(("assault", *hexes, *ids(position, group)))
    return found


def subsets(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All choices of one unit or more, smaller ones first."""
    for size in range(1, len(units) + 1):
        yield from combinations(units, size)


@enforces("8.2", "11.1")
def ask_assault_step(position: Day, frame: Frame) -> Decision | None:
    """Close combats are declared and finished one at a time, in the order the attacker likes."""
    found = options(position, places_in(position.state.active))
    if not found:
        position.end()
        return None
    return Decision(SIDES[position.state.acting], "Who assaults, and where?", [*found, DONE], "11.1")


def answer_assault_step(position: Day, frame: Frame, action: Action) -> None:
    """An assault is declared, or the step is over."""
    if action == DONE:
        position.end()
        return
    state, rules = position.state, position.rules
    target, origin = rules.board.place(action[1]), rules.board.place(action[2])
    units = tuple(rules.roster.number[piece] for piece in action[3:])
    state.attacked |= set_of(units)
    state.assaulted |= 1 << target
    position.emit(
        "assault",
        "11.2",
        attackers=ids(position, units),
        start=action[2],
        at=action[1],
        defenders=ids(position, stack(position, target)),
    )
    places = tuple(state.at[unit] for unit in units)
    position.call("assault", *Assault(target, origin, units, places, NOT_NAMED))


def fight_of(
    position: Day, units: Sequence[int], target: PlaceId, origin: PlaceId = 0, kind: str = CLOSE_COMBAT
) -> Fight:
    """The close combat for whoever shows it; units of the Assaulting Hex come first."""
    front = sorted(units, key=lambda unit: origin not in (0, position.state.at[unit]))
    return Fight(
        tuple(ids(position, front)),
        tuple(ids(position, stack(position, target))),
        kind=kind,
        at=name(position, target),
    )


# --- before the combat --------------------------------------------------------------------------------


@enforces("2.2c", "2.2d")
def ask_assault(position: Day, frame: Frame) -> Decision | None:
    """Frame: (assault, *assault). The defender names his Lead Unit among equals."""
    assault = Assault(*frame[1:])
    defenders = stack(position, assault.target)
    return Decision(
        SIDES[position.rules.roster.side[defenders[0]]],
        f"Which unit leads in {name(position, assault.target)}?",
        [("lead", piece) for piece in ids(position, lead_candidates(position, defenders))],
        "2.2d",
        about=About(fight=fight_of(position, assault.units, assault.target)),
    )


@enforces("7.W.assault")
def answer_assault(position: Day, frame: Frame, action: Action) -> None:
    """All is declared: first the defender may cancel it, then the attacker may yell."""
    assault = Assault(*frame[1:])._replace(lead=position.rules.roster.number[action[1]])
    position.goto("giving way", *assault)
    offer(position, "assault", assault.units, assault.origin, assault.target)


@enforces("7.3.friends.cancel", "7.3.friends.used", "11.4", "O.skirmish")
def ask_giving_way(position: Day, frame: Frame) -> Decision | None:
    """Frame: (giving way, *assault). A cancelled assault is over. Mounted cavalry attacked by infantry only
    may evade, a unit in skirmish order may slip away; then comes Defensive Fire."""
    assault = Assault(*frame[1:])
    state = position.state
    if state.stopped:
        state.stopped = state.yell = 0
        position.end()
        position.emit("assault_cancelled", "7.3.friends.cancel", at=name(position, assault.target))
        return None
    unit = _who_may_evade(position, assault)
    if unit is None:
        position.goto("given way", *assault)
        return None
    roster = position.rules.roster
    piece, verb = roster.ids[unit], "evade" if is_mounted(position, unit) else "slip"
    question = "Does it get out of the way of the assault?"
    options = [PASS, (verb, piece)]
    return Decision(SIDES[roster.side[unit]], question, options, "11.4", about=About(piece=piece))


def _who_may_evade(position: Day, assault: Assault) -> int | None:
    defenders = stack(position, assault.target)
    effect = position.rules.plan.what_if.get("skirmisher")
    if effect is not None and position.rules.roster.number[effect.text("unit")] in defenders:
        return position.rules.roster.number[effect.text("unit")]
    if all(is_foot(position, unit) for unit in assault.units):
        return next((unit for unit in defenders if is_mounted(position, unit)), None)
    return None


@enforces("O.skirmish", "11.4")
def answer_giving_way(position: Day, frame: Frame, action: Action) -> None:
    """The die of cavalry, the skirmishers' retreat, or neither."""
    assault = Assault(*frame[1:])
    position.goto("given way", *assault)
    if action == PASS:
        return
    unit = position.rules.roster.number[action[1]]
    if action[0] == "evade":
        position.call("evading", unit, assault.origin)
        return
    effect = position.rules.plan.what_if["skirmisher"]
    position.emit("slipped", "O.skirmish", piece=action[1])
    retreat(position, unit, effect.number("may_retreat", 1, 9), assault.origin)


def ask_evading(position: Day, frame: Frame) -> Decision | None:
    """Frame: (evading, unit, origin). One die against its cohesion."""
    unit = frame[1]
    return die(
        f"Does {position.rules.pieces[unit].name} evade?",
        "11.4",
        about=About(piece=position.rules.roster.ids[unit], roll="evasion"),
        side=SIDES[position.rules.roster.side[unit]],
    )


@enforces("11.4")
def answer_evading(position: Day, frame: Frame, action: Action) -> None:
    """It retreats without a test, or stands."""
    _, unit, origin = frame
    evades = pips(action) <= cohesion(position, unit)
    piece = position.rules.roster.ids[unit]
    result = "evades" if evades else "stands"
    position.emit("evasion", "11.4", piece=piece, die=pips(action), result=result)
    position.end()
    if evades:
        retreat(position, unit, position.rules.tables.evasion_hexes, origin)


@enforces("11.4")
def ask_given_way(position: Day, frame: Frame) -> Decision | None:
    """Frame: (given way, *assault). Nobody is left: the attacker may advance. Others: the combat goes on
    against them, and their owner names a new Lead Unit if that has gone."""
    assault = Assault(*frame[1:])
    defenders = stack(position, assault.target)
    if not defenders:
        position.state.yell = 0
        front = attackers_in(position, assault, assault.origin)
        position.goto("advance", assault.target, assault.origin, front, False)
        return None
    if assault.lead in defenders:
        position.goto("defensive fire", *assault)
        return None
    return Decision(
        SIDES[position.rules.roster.side[defenders[0]]],
        f"Which unit leads in {name(position, assault.target)}?",
        [("lead", piece) for piece in ids(position, lead_candidates(position, defenders))],
        "2.2d",
        about=About(fight=fight_of(position, assault.units, assault.target)),
    )


def answer_given_way(position: Day, frame: Frame, action: Action) -> None:
    """The new Lead Unit is named."""
    assault = Assault(*frame[1:])._replace(lead=position.rules.roster.number[action[1]])
    position.goto("defensive fire", *assault)


# --- 11.3a defensive fire -----------------------------------------------------------------------------


@enforces("11.3a", "11.3a.chaos", "9.1b.hex")
def ask_defensive_fire(position: Day, frame: Frame) -> Decision | None:
    """Frame: (defensive fire, *assault). The defending hex fires at the Assaulting Hex with all it has;
    nobody is asked."""
    assault = Assault(*frame[1:])
    position.goto("support fire", *assault)
    firers = shooters(position, assault.target, DEFENSIVE, assault.origin)
    if firers:
        among = attackers_in(position, assault, assault.origin)
        call_fire(position, DEFENSIVE, firers, assault.origin, among)
    return None


def ask_support_fire(position: Day, frame: Frame) -> Decision | None:
    """Frame: (support fire, *assault). After that one artillery hex may fire at the Assaulting Hex as well,
    if an attacker is left in it."""
    assault = Assault(*frame[1:])
    options: list[Action] = []
    if attackers_in(position, assault, assault.origin):
        options = support_options(position, assault.target, assault.origin)
    if not options:
        position.goto("assaulting hex", *assault)
        return None
    side = SIDES[side_of(position, assault.target)]
    question = "Do batteries fire in support of the defender?"
    about = About(
        window="support",
        at=name(position, assault.origin),
        fight=fight_of(
            position, attackers_in(position, assault, assault.origin), assault.target, kind=AFTER_FIRE
        ),
    )
    return Decision(side, question, [PASS, *options], "11.3a.support", about=about)


def answer_support_fire(position: Day, frame: Frame, action: Action) -> None:
    """One hex fires, or none."""
    assault = Assault(*frame[1:])
    position.goto("assaulting hex", *assault)
    if action == PASS:
        return
    hexes = support_hexes(position, assault.target, assault.origin)
    guns = dict(hexes)[position.rules.board.place(action[1])]
    among = attackers_in(position, assault, assault.origin)
    call_fire(position, SUPPORT, guns, assault.origin, among, short=action[0] == "support_short")


@enforces("11.3a.support")
def support_hexes(position: Day, target: PlaceId, origin: PlaceId) -> list[tuple[PlaceId, tuple[int, ...]]]:
    """The artillery hexes that may give Defensive Support Fire, with the batteries that fire: near enough, in
    sight, and not themselves attacked in this activation."""
    rules, state = position.rules, position.state
    near = rules.board.within(origin, rules.tables.support_within) & ~state.assaulted
    found = []
    for place in places_in(near & occupied(position, side_of(position, target))):
        guns = shooters(position, place, SUPPORT, origin)
        if guns:
            found.append((place, guns))
    return found


def support_options(position: Day, target: PlaceId, origin: PlaceId) -> list[Action]:
    """One artillery hex; its batteries may fire Short instead of canister."""
    found: list[Action] = []
    for place, guns in support_hexes(position, target, origin):
        found.append(("support", name(position, place)))
        if any(can_choose_short(position, gun, origin) for gun in guns):
            found.append(("support_short", name(position, place)))
    return found


# --- who is left --------------------------------------------------------------------------------------


@enforces("11.3a.drop")
def attackers(position: Day, assault: Assault) -> tuple[int, ...]:
    """The attackers that are left: who has retreated, broken or become Shaken drops out."""
    state = position.state
    return tuple(
        unit
        for unit, place in zip(assault.units, assault.places, strict=True)
        if state.at[unit] == place and not state.shaken >> unit & 1
    )


def attackers_in(position: Day, assault: Assault, place: PlaceId) -> tuple[int, ...]:
    """Those of them in one hex."""
    return tuple(unit for unit in attackers(position, assault) if position.state.at[unit] == place)


@enforces("11.3a.shift")
def ask_assaulting_hex(position: Day, frame: Frame) -> Decision | None:
    """Frame: (assaulting hex, *assault). With nobody left in it a Flanking Hex may go on in its place."""
    assault = Assault(*frame[1:])
    if attackers_in(position, assault, assault.origin):
        position.goto("close combat", *assault)
        return None
    hexes = sorted({position.state.at[unit] for unit in attackers(position, assault)})
    if not hexes:
        _call_off(position, assault)
        return None
    return Decision(
        SIDES[position.state.acting],
        "The Assaulting Hex is out of it: which hex goes on with the assault?",
        [*(("go_on", name(position, place)) for place in hexes), CALL_OFF],
        "11.3a.shift",
        about=About(fight=fight_of(position, attackers(position, assault), assault.target, kind=AFTER_FIRE)),
    )


def answer_assaulting_hex(position: Day, frame: Frame, action: Action) -> None:
    """A new Assaulting Hex without new Defensive Fire, or the attack is off."""
    assault = Assault(*frame[1:])
    if action == CALL_OFF:
        _call_off(position, assault)
    else:
        position.goto("close combat", *assault._replace(origin=position.rules.board.place(action[1])))


def _call_off(position: Day, assault: Assault) -> None:
    position.state.yell = 0
    position.end()
    position.emit("assault_off", "11.3a.shift", at=name(position, assault.target))


# --- the combat ---------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """The arithmetic of a close combat before the dice."""

    attack: int
    defense: int
    """Modified strength of all, in parts."""
    points: int
    """Of the Assaulting Hex."""
    start: int
    shifts: tuple[Shifted, ...]
    column: int


@enforces("11.3b", "11.3c.odds", "11.3c.guns", "11.3c.cr", "11.3c.slope", "11.3c.smooth", "11.3c.yell")
@enforces("11.3c.flank", "11.3c.cavalry", "11.3c.charge")
def clash(position: Day, units: Sequence[int], origin: PlaceId, target: PlaceId, lead: int) -> Clash:
    """The column of a close combat: that of the strength in the Assaulting Hex, and its shifts."""
    rules, state, tables = position.rules, position.state, position.rules.tables
    roster, defenders = rules.roster, stack(position, target)
    front = [unit for unit in units if state.at[unit] == origin]
    attack, defense = total(position, units), total(position, defenders)
    points = whole_points(total(position, front))
    start = tables.combat.column_for(points)
    shifts: list[Shifted] = []

    def shift(key: str, says: str, holds: bool) -> None:
        by, rule = tables.close_shifts[key]
        if holds and by:
            shifts.append(Shifted(says, by, rule))

    odds = odds_shift(position, attack, defense)
    if odds:
        shifts.append(Shifted("odds", odds, tables.odds_rule))
    guns = [unit for unit in defenders if is_gun(position, unit)]
    shift("guns", "half or more of the defenders are guns", is_half(position, guns, defense))
    best = max(cohesion(position, unit) for unit in front)
    against = cohesion(position, lead)
    shift("better_cohesion", f"cohesion {best} against {against}", best > against)
    shift("worse_cohesion", f"cohesion {best} against {against}", best < against)
    slope = rules.slope(origin, target)
    shift("slope", "up a Slope", slope == "slope_up")
    shift("steep", "up a Steep Slope", slope == "steep_up")
    smooth = {unit for unit in (*units, *defenders) if tables.small_arms[roster.weapon[unit]].smooth}
    shift("smooth_attacker", "smoothbores attack", is_half(position, smooth & set(units), attack))
    shift("smooth_defender", "smoothbores defend", is_half(position, smooth & set(defenders), defense))
    shift("rebel_yell", "Rebel Yell!", bool(state.yell))
    shift("flanking_attack", "Flanking Attack", is_flanking_attack(position, units, origin))
    shift("cavalry_defender", "the defender is cavalry", is_mounted(position, lead))
    shift("charge", "charge", is_charge(position, units, target) and not is_mounted(position, lead))
    column = tables.combat.shift(start, sum(one.by for one in shifts))
    return Clash(attack, defense, points, start, tuple(shifts), column)


def total(position: Day, units: Iterable[int]) -> int:
    """The modified strength of some units, in parts."""
    return sum(strength(position, unit) for unit in units)


def is_half(position: Day, some: Iterable[int], all_of_them: int) -> bool:
    """Whether some units are half or more of a strength."""
    part = total(position, some)
    return part > 0 and 2 * part >= all_of_them


@enforces("11.3c.odds")
def odds_shift(position: Day, attack: int, defense: int) -> int:
    """The one odds shift that applies; odds are exact, fractions kept."""
    for one, other, at_least, by in position.rules.tables.odds:
        if attack * other >= one * defense if at_least else attack * other <= one * defense:
            return by
    return 0


@enforces("11.3c.flank")
def is_flanking_attack(position: Day, units: Iterable[int], origin: PlaceId) -> bool:
    """A Flanking Hex at least two hexes from the Assaulting Hex, or two Flanking Hexes anywhere."""
    tables, board = position.rules.tables, position.rules.board
    flanks = {position.state.at[unit] for unit in units} - {origin}
    if len(flanks) >= tables.attack_flanks:
        return True
    return any(board.distance(origin, place) >= tables.attack_apart for place in flanks)


@enforces("11.4.charge")
def is_charge(position: Day, units: Sequence[int], target: PlaceId) -> bool:
    """All attackers are mounted and came on over open ground or by road, against Clear ground."""
    if position.rules.terrain(target) != "clear":
        return False
    charging = position.state.charging
    return all(charging >> unit & 1 and is_mounted(position, unit) for unit in units)


def ask_close_combat(position: Day, frame: Frame) -> Decision | None:
    """Frame: (close combat, *assault). The combat dice."""
    assault = Assault(*frame[1:])
    units = attackers(position, assault)
    found = clash(position, units, assault.origin, assault.target, assault.lead)
    return dice(
        f"Close combat for {name(position, assault.target)}",
        "11.3d",
        about=About(
            fight=fight_of(position, units, assault.target, assault.origin, AFTER_FIRE), roll="combat"
        ),
        side=SIDES[position.state.acting],
        column=position.rules.tables.combat.columns[found.column],
    )


@enforces("11.3d", "11.3d.repulse")
def answer_close_combat(position: Day, frame: Frame, action: Action) -> None:
    """The defending Lead Unit tests; if nothing happens to it, the assault is repulsed."""
    assault = Assault(*frame[1:])
    table, rolled = position.rules.tables.combat, pips(action)
    units = attackers(position, assault)
    found = clash(position, units, assault.origin, assault.target, assault.lead)
    result = table.result(rolled, found.column)
    position.emit(
        "assault_result",
        "11.3d",
        attack=number_text(found.attack),
        defense=number_text(found.defense),
        shifts=[f"{one.says} {shift_text(one.by)}" for one in found.shifts],
        column=table.columns[found.column],
        dice=rolled,
        result=result,
        piece=position.rules.roster.ids[assault.lead],
        at=name(position, assault.target),
    )
    position.goto("assault decided", *assault)
    n = test_of(result)
    if n is not None:
        test(position, assault.lead, CLOSE_TEST, n, assault.origin)


@enforces("11.3d", "11.3d.others", "11.3d.repulse")
def ask_assault_decided(position: Day, frame: Frame) -> Decision | None:
    """Frame: (assault decided, *assault). If the Lead Unit has left the hex the others follow and the
    attacker advances; otherwise the Lead Unit of the Assaulting Hex is repulsed."""
    assault = Assault(*frame[1:])
    if position.state.at[assault.lead] != assault.target:
        position.goto("hex taken", *assault)
        position.call("others leave", assault.target, assault.origin)
        return None
    front = attackers_in(position, assault, assault.origin)
    if not front:
        position.goto("assault over", assault.units, assault.target)
        return None
    return Decision(
        SIDES[position.state.acting],
        f"Which unit leads in {name(position, assault.origin)}?",
        [("lead", piece) for piece in ids(position, lead_candidates(position, front))],
        "11.3d.repulse",
        about=About(fight=fight_of(position, front, assault.target)),
    )


@enforces("11.3d.repulse", "12.1.repulse")
def answer_assault_decided(position: Day, frame: Frame, action: Action) -> None:
    """The repulsed Lead Unit tests; the other attackers stay where they are."""
    assault = Assault(*frame[1:])
    position.emit("repulsed", "11.3d.repulse", piece=action[1], at=name(position, assault.target))
    position.goto("assault over", assault.units, assault.target)
    test(position, position.rules.roster.number[action[1]], REPULSE_TEST, 0, assault.target)


@enforces("11.3d.others", "12.7")
def ask_others_leave(position: Day, frame: Frame) -> Decision | None:
    """Frame: (others leave, target, origin). The other defenders retreat, batteries only if they are not
    captured; their owner says in which order."""
    left = stack(position, frame[1])
    if not left:
        position.end()
        return None
    return Decision(
        SIDES[position.rules.roster.side[left[0]]],
        f"Which unit leaves {name(position, frame[1])} next?",
        [("next", piece) for piece in ids(position, left)],
        "11.3d.others",
    )


def answer_others_leave(position: Day, frame: Frame, action: Action) -> None:
    """It goes."""
    unit = position.rules.roster.number[action[1]]
    position.call("leaving", unit, frame[2])
    if is_gun(position, unit):
        position.call("capture", unit)


def ask_leaving(position: Day, frame: Frame) -> Decision | None:
    """Frame: (leaving, unit, origin). Whoever was not captured retreats."""
    _, unit, origin = frame
    position.end()
    if position.state.at[unit] > 0:
        retreat(position, unit, position.rules.tables.others_retreat, origin)
    return None


# --- advance ------------------------------------------------------------------------------------------


def ask_hex_taken(position: Day, frame: Frame) -> Decision | None:
    """Frame: (hex taken, *assault). The hex is empty."""
    assault = Assault(*frame[1:])
    position.goto("assault over", assault.units, assault.target)
    front = attackers_in(position, assault, assault.origin)
    position.call("advance", assault.target, assault.origin, front, True)
    return None


@enforces("11.3d.advance")
def may_advance(position: Day, unit: int, origin: PlaceId, target: PlaceId) -> bool:
    """Whether a unit may go into the hex and stand there: cavalry in Woods by road only, nobody beyond a
    standing limit."""
    rules, way = position.rules, mode(position, unit)
    off_road = rules.needs_road(way, origin, target) and not rules.roads[origin] >> target & 1
    return not off_road and rules.may_stand(way, target) and within_limit(position, unit, target)


@enforces("11.3d.advance", "3.1d")
def advance_options(position: Day, units: Sequence[int], origin: PlaceId, target: PlaceId) -> list[Action]:
    """Who may advance together: as many as the hex holds, or one larger unit."""
    able = [unit for unit in units if may_advance(position, unit, origin, target)]
    groups = [group for group in subsets(able) if not is_over(position, group)]
    return [("advance", *ids(position, group)) for group in groups]


@enforces("11.3d.advance", "11.4")
def ask_advance(position: Day, frame: Frame) -> Decision | None:
    """Frame: (advance, target, origin, units, must). At least one unit of the Assaulting Hex goes, if any
    may; into a hex that cavalry or skirmishers have left nobody must."""
    _, target, origin, units, must = frame
    found = advance_options(position, units, origin, target)
    if not found:
        position.end()
        return None
    return Decision(
        SIDES[position.state.acting],
        f"Who advances into {name(position, target)}?",
        found if must else [*found, STAY_BACK],
        "11.3d.advance",
    )


@enforces("11.3d.advance")
def answer_advance(position: Day, frame: Frame, action: Action) -> None:
    """They advance and are done for this activation."""
    target = frame[1]
    position.end()
    if action == STAY_BACK:
        return
    for piece in action[1:]:
        unit = position.rules.roster.number[piece]
        put(position, unit, target)
        position.state.driven |= 1 << unit
    position.emit("advanced", "11.3d.advance", pieces=list(action[1:]), at=name(position, target))
    for piece in action[1:]:
        note_move(position, position.rules.roster.number[piece])


@enforces("11.4.charge")
def ask_assault_over(position: Day, frame: Frame) -> Decision | None:
    """Frame: (assault over, units, target). The close combat is over; cavalry that charged is Shaken."""
    _, units, target = frame
    position.end()
    position.state.yell = 0
    if is_charge(position, units, target):
        for unit in units:
            if position.state.at[unit] > 0:
                shake(position, unit, "11.4.charge")
    return None


# --- why not ------------------------------------------------------------------------------------------


def why_not_assault(position: Day, action: Action) -> Refusal | None:
    """Why these units cannot assault a hex from there now."""
    rules = position.rules
    places = [rules.board.find(word) for word in action[1:3]]
    units = [rules.roster.number.get(word, NOT_NAMED) for word in action[3:]]
    known = len(action) > 3 and all(unit >= 0 and rules.roster.units >> unit & 1 for unit in units)
    if not known or places[0] is None or places[1] is None:
        return Refusal("11.2", "An assault names the hex attacked, the Assaulting Hex and units.")
    for unit in units:
        refusal = _why_no_part(position, unit, places[0])
        if refusal is not None:
            return refusal._replace(facts={"piece": rules.roster.ids[unit], "at": action[1]})
    if places[1] not in [position.state.at[unit] for unit in units]:
        return Refusal("11.2", f"None of them attacks from {action[2]}, the Assaulting Hex.")
    if units != sorted(set(units)):
        once = " ".join(ids(position, sorted(set(units))))
        return Refusal("11.2", f"Name each unit once, in this order: {once}.")
    return None


def _why_no_part(position: Day, unit: int, target: PlaceId) -> Refusal | None:
    rules, state = position.rules, position.state
    if rules.roster.side[unit] != state.acting:
        return Refusal("11.1", "Only the side that is activated attacks.")
    if state.at[unit] <= 0:
        return Refusal("11.1", "It is not on the map.")
    refusal = why_no_attacker(position, unit)
    if refusal is not None:
        return refusal
    if not occupied(position, 1 - rules.roster.side[unit]) >> target & 1:
        return Refusal("11.1", "No enemy unit stands there.")
    if not rules.board.adjacent(state.at[unit], target):
        return Refusal("11.1", "It is not adjacent to that hex.")
    water = rules.water(state.at[unit], target)
    if water:
        what = {"river": "Bull Run", "ford": "a ford"}.get(water, "a bridge")
        return Refusal("11.1", f"There is no close combat across {what}.")
    if state.assaulted >> target & 1:
        return Refusal("11.1", "That hex has been attacked already in this activation.")
    return None


def why_not_advance(position: Day, action: Action) -> Refusal | None:
    """Why these units cannot advance now, or why nobody may stay back."""
    frame, roster = position.state.frames[-1], position.rules.roster
    if frame[0] != "advance":
        return Refusal("11.3d.advance", "No hex has been taken.")
    _, target, origin, units, _ = frame
    if action == STAY_BACK:
        return Refusal("11.3d.advance", "At least one unit of the Assaulting Hex must advance.")
    for piece in action[1:]:
        unit = roster.number.get(piece)
        if unit is None or unit not in units:
            return Refusal("11.3d.advance", "Only attackers that are left in the Assaulting Hex advance.")
        if not may_advance(position, unit, origin, target):
            return Refusal("11.3d.advance", "It may not stand in that hex.", {"piece": piece})
    return Refusal("3.1d", "The hex does not hold that many units, or they are not named in order.")


WHY_NOT = {"assault": why_not_assault, "advance": why_not_advance, "stay_back": why_not_advance}

PROCEDURES = {
    "assault step": Procedure(ask_assault_step, answer_assault_step),
    "assault": Procedure(ask_assault, answer_assault),
    "giving way": Procedure(ask_giving_way, answer_giving_way),
    "evading": Procedure(ask_evading, answer_evading),
    "given way": Procedure(ask_given_way, answer_given_way),
    "defensive fire": Procedure(ask_defensive_fire),
    "support fire": Procedure(ask_support_fire, answer_support_fire),
    "assaulting hex": Procedure(ask_assaulting_hex, answer_assaulting_hex),
    "close combat": Procedure(ask_close_combat, answer_close_combat),
    "assault decided": Procedure(ask_assault_decided, answer_assault_decided),
    "others leave": Procedure(ask_others_leave, answer_others_leave),
    "leaving": Procedure(ask_leaving),
    "hex taken": Procedure(ask_hex_taken),
    "advance": Procedure(ask_advance, answer_advance),
    "assault over": Procedure(ask_assault_over),
}

VERBS = (
    Verb("assault", AIM, (PLACE, PLACE, PIECES), "{2}: assault {0} from {1}", "11.2"),
    Verb("evade", CHOOSE, (PIECE,), "{0} tries to evade", "11.4"),
    Verb("slip", CHOOSE, (PIECE,), "{0} slips away", "O.skirmish"),
    Verb("support", AIM, (PLACE,), "The batteries in {0} fire", "11.3a.support"),
    Verb("support_short", AIM, (PLACE,), "The batteries in {0} fire Short", "11.3a.support"),
    Verb("go_on", CHOOSE, (PLACE,), "{0} goes on with the assault", "11.3a.shift"),
    Verb("call_off", END, (), "Call the assault off", "11.3a.shift"),
    Verb("advance", PICK, (PIECES,), "Advance: {0}", "11.3d.advance"),
    Verb("stay_back", END, (), "Nobody advances", "11.4"),
)

EVENTS = (
    Kind(
        "assault",
        "{attackers} assault {at} from {start}, against {defenders}.",
        {"at": PLACE, "start": PLACE, "attackers": PIECES, "defenders": PIECES},
        BATTLE,
    ),
    Kind("assault_cancelled", "Firing on Friends: no assault on {at}.", {"at": PLACE}, RESULT),
    Kind("assault_off", "The assault on {at} is off.", {"at": PLACE}, RESULT),
    Kind("slipped", "{piece} slips away before the assault.", {"piece": PIECE}),
    Kind(
        "evasion",
        "{piece} tries to evade: {die}, it {result}.",
        {"piece": PIECE, "die": DIE, "result": WORDS},
    ),
    Kind(
        "assault_result",
        "{attack} against {defense} SP {shifts}: {dice} in column {column}, {result} for {piece} in {at}.",
        {
            "at": PLACE,
            "piece": PIECE,
            "attack": NUMBER,
            "defense": NUMBER,
            "shifts": WORDS,
            "column": WORDS,
            "dice": DIE,
            "result": WORDS,
        },
        RESULT,
    ),
    Kind("repulsed", "{piece} is repulsed before {at}.", {"piece": PIECE, "at": PLACE}, RESULT),
    Kind("advanced", "{pieces} advance into {at}.", {"at": PLACE, "pieces": PIECES}, GAIN),
)
