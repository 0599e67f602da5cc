"""12.1 to 12.5 The Combat Action, and the attacks of a special marker: who attacks whom, chosen unit by unit,
so that a legal whole can always be completed and every legal whole can be chosen (legal_sets.py). Each attack
is fought before the next is chosen, or by agreement after all have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, place_list
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import NOTHING as ABOUT_NOTHING
from bullrun.engine.decision import About, Decision, Fight
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import AIM, CHOOSE, END, PIECE, PLACE, SIDE, Kind, Verb
from bullrun.games.clash_of_giants.rules import orders, second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground, ids, name, on_map
from bullrun.games.clash_of_giants.rules.legal_sets import (
    FULL,
    NOTHING,
    WITHOUT_CHOICE,
    WITHOUT_DUTY,
    WITHOUT_SPLIT,
    Chosen,
    Part,
    attackable,
    complete,
    field,
    is_legal,
    possible_steps,
    strictness,
)
from bullrun.games.clash_of_giants.rules.state import ENTRY, MAP
from bullrun.games.clash_of_giants.rules.zones import enemies_in_zone, overlooking, targets
from bullrun.games.sides import SIDES

DECLARE: Action = ("declare",)
HOLD: Action = ("hold",)
STOP: Action = ("stop",)


class Steps(NamedTuple):
    """What may be done next in a declaration."""

    attacks: tuple[tuple[int, PlaceId], ...]
    """(unit, hex): it can join or begin the attack on that hex."""
    fights: PlaceSet
    """The hexes whose attack can be fought as it is."""
    may_stop: bool
    """Whether nothing is owed."""


# --- 12.1 the action


@enforces("12.1.once", "12.1.when", "12.1.free", "B8.8.no")
def ask_window(position: Clash, frame: Frame) -> Decision | None:
    """After a command-marker activation its side may declare its one Combat Action of the turn, if anybody
    could attack."""
    state = position.state
    able = _able(position)
    barred = state.acted >> state.side & 1 or not second_bull_run.may_declare(position, state.side)
    if barred or not any(targets(position, unit) for unit in on_map(position, able)):
        position.end()
        return None
    return Decision(
        SIDES[state.side], "Declare the Combat Action of this turn?", [DECLARE, HOLD], "12.1.once"
    )


def answer_window(position: Clash, frame: Frame, action: Action) -> None:
    """Declare it: who is overlooked is bound by that until the action is over."""
    state = position.state
    if action == HOLD:
        position.end()
        return
    state.acted |= 1 << state.side
    position.emit("combat_action", "12.1.once", side=SIDES[state.side])
    begin(position, _able(position), special=False)
    position.goto("attacks")


@enforces("12.1.all", "10.4.sit", "10.4.other", "12.5.ooc", "B9.4.freeze")
def _able(position: Clash) -> int:
    """Every unit of the side on the map takes part, but for those out of command in this very activation and
    those that are frozen."""
    state, roster = position.state, position.rules.roster
    out = state.active & ~state.commanded
    return roster.of_side[state.side] & ~out & ~second_bull_run.frozen_units(position)


@enforces("6.3.3.attack", "6.3.3.rider", "12.5.scm", "12.2.again")
def ask_special(position: Clash, frame: Frame) -> Decision | None:
    """The units that a special marker activated and that are in command may attack; riders only by
    agreement."""
    state = position.state
    able = state.active & state.commanded & ~second_bull_run.frozen_units(position)
    if not position.rules.has("rider-attacks"):
        able &= ~state.riders
    begin(position, able, special=True)
    position.goto("attacks")
    return None


@enforces("12.5.bound", "12.5.scm")
def begin(position: Clash, able: int, special: bool) -> None:
    """Nobody has attacked in this action; whom each unit must attack is settled now, unless a special marker
    gives the attacks."""
    state = position.state
    _clear(position)
    units = on_map(position, able)
    state.eligible = sum(1 << unit for unit in units)
    state.special_attacks = int(special)
    if not special:
        for unit in units:
            state.duty[unit] = overlooking(position, state.at[unit], state.side) & targets(position, unit)


def _clear(position: Clash) -> None:
    state = position.state
    state.eligible = state.struck = state.fell_back = state.special_attacks = 0
    state.fought = state.declared = ()
    state.duty[:] = [0] * len(state.duty)


# --- choosing attacks


def _is_whole(position: Clash) -> bool:
    return position.rules.has("declaration", "whole")


def chosen_in(position: Clash, part: Part) -> Chosen:
    """The attacks made and being chosen, in a part."""
    number = {one.unit: index for index, one in enumerate(part.fighters)}
    given = part.given()
    for target, attackers in position.state.declared:
        for unit in attackers:
            if unit in number:
                given[number[unit]] = part.hexes.index(target)
    return given


@enforces("12.2.order", "12.4.refuse")
def legal_steps(position: Clash) -> Steps:
    """What may be added to the attacks chosen so far, which attack may be fought now, and whether the side
    may stop: exactly what a legal whole allows."""
    whole = _is_whole(position)
    pending = [target for target, _ in position.state.declared]
    only = 0 if whole or not pending else 1 << pending[-1]
    attacks: list[tuple[int, PlaceId]] = []
    fights: PlaceSet = 0
    may_stop = whole or not pending
    for part in field(position):
        if only and not any(only >> place & 1 for place in part.hexes):
            continue
        given = chosen_in(position, part)
        choice = -1
        if only:
            choice = sum(1 << index for index, place in enumerate(part.hexes) if only >> place & 1)
        steps, level, found = possible_steps(part, given, choice)
        attacks += [(part.fighters[index].unit, part.hexes[target]) for index, target in steps]
        if only:
            target = choice.bit_length() - 1
            joined = any(at == target != given[index] for index, at in enumerate(found))
            if not joined or complete(part, given, choice, level, target, found) is not None:
                fights |= only
        elif may_stop:
            may_stop = is_legal(part, given, level)
    return Steps(tuple(sorted(attacks)), fights, may_stop)


@enforces("12.2.order", "12.2.split", "12.1.free")
def ask_attacks(position: Clash, frame: Frame) -> Decision | None:
    """Which unit attacks which hex, or whether the attack being put together is fought; to stop is possible
    when nothing is owed."""
    state = position.state
    steps = legal_steps(position)
    roster, names = position.rules.roster, position.rules.board.names
    options: list[Action] = [("attack", roster.ids[unit], names[place]) for unit, place in steps.attacks]
    options += [("fight", names[place]) for place in place_list(steps.fights)]
    if steps.may_stop:
        options.append(STOP)
    if options == [STOP]:
        _stop(position)
        return None
    building = bool(state.declared) and not _is_whole(position)
    if building:
        question = f"Who else attacks {names[state.declared[-1][0]]}?"
    elif steps.may_stop:
        question = "Which unit attacks which hex?"
    else:
        question = "Which unit attacks which hex? An attack is still owed."
    about = About(fight=_fight(position, *state.declared[-1])) if building else ABOUT_NOTHING
    return Decision(SIDES[state.side], question, options, "12.2.order", about=about)


def _fight(position: Clash, target: PlaceId, attackers: Sequence[int]) -> Fight:
    defenders = defending(position, target)
    return Fight(tuple(ids(position, attackers)), tuple(ids(position, defenders)), at=name(position, target))


@enforces("12.2.all")
def defending(position: Clash, target: PlaceId) -> list[int]:
    """The units that defend a hex: all in it, but by agreement not those that retreated into it in this
    action."""
    units = ground(position).stacks.get(target, [])
    if position.rules.has("retreated-defend"):
        return list(units)
    return [unit for unit in units if not position.state.fell_back >> unit & 1]


def answer_attacks(position: Clash, frame: Frame, action: Action) -> None:
    """Add a unit to an attack, fight the attack, or stop."""
    state, rules = position.state, position.rules
    if action == STOP:
        _stop(position)
        return
    if action[0] == "fight":
        _begin_fight(position, rules.board.place(action[1]))
        return
    unit, target = rules.roster.number[action[1]], rules.board.place(action[2])
    declared = dict(state.declared)
    declared[target] = tuple(sorted((*declared.get(target, ()), unit)))
    state.declared = tuple(declared.items())


def _stop(position: Clash) -> None:
    """No more attacks: those of a whole declaration are fought, or the action is over."""
    if position.state.declared:
        position.goto("fights")
    else:
        _clear(position)
        position.end()


@enforces("12.2.order")
def ask_fights(position: Clash, frame: Frame) -> Decision | None:
    """Attacks that were all declared first are fought in the attacker's order."""
    state = position.state
    if not state.declared:
        _clear(position)
        position.end()
        return None
    options: list[Action] = [("fight", name(position, target)) for target, _ in state.declared]
    return Decision(SIDES[state.side], "Which attack is fought next?", options, "12.2.order")


def answer_fights(position: Clash, frame: Frame, action: Action) -> None:
    """Fight it."""
    _begin_fight(position, position.rules.board.place(action[1]))


@enforces("12.2.unit", "12.2.hex")
def _begin_fight(position: Clash, target: PlaceId) -> None:
    """The attack is made: its units have attacked and its hex has been attacked, whatever comes of it."""
    state = position.state
    attackers = dict(state.declared)[target]
    state.declared = tuple(attack for attack in state.declared if attack[0] != target)
    for unit in attackers:
        if not state.duty[unit] >> target & 1:
            second_bull_run.attacked_freely(position, unit)
        state.eligible &= ~(1 << unit)
        state.fought += ((unit, state.at[unit], target, enemies_in_zone(position, unit)),)
    state.struck |= 1 << target
    orders.attacked(position, defending(position, target))
    position.call("combat", target, sum(1 << unit for unit in attackers), 0)


# --- why not


def why_not_attack(position: Clash, action: Action) -> Refusal | None:
    """Why a unit cannot attack a hex now."""
    state, rules = position.state, position.rules
    roster = rules.roster
    unit = roster.number.get(action[1]) if len(action) in (2, 3) else None
    target = rules.board.find(action[2]) if len(action) == 3 else None
    if unit is not None and unit < roster.unit_count and target is None:
        refusal = _why_not_unit(position, unit, {"piece": action[1]})
        if refusal is not None:
            return refusal
    if unit is None or unit >= roster.unit_count or target is None:
        return Refusal("12.2.adjacent", "Name a unit and an enemy hex next to it: attack UNIT HEX.")
    facts = {"piece": action[1], "at": action[2]}
    refusal = _why_not_unit(position, unit, facts) or _why_not_target(position, unit, target, facts)
    if refusal is not None:
        return refusal
    pending = [place for place, _ in state.declared]
    if pending and not _is_whole(position) and pending[-1] != target:
        says = f"First fight the attack on {name(position, pending[-1])}."
        return Refusal("12.2.order", says, facts)
    for part in field(position):
        for index, one in enumerate(part.fighters):
            if one.unit == unit and target in part.hexes:
                given = chosen_in(position, part)
                given[index] = part.hexes.index(target)
                return _what_breaks(position, part, given, 0, facts)
    return Refusal("12.2.adjacent", "It cannot attack there.", facts)


def _why_not_unit(position: Clash, unit: int, facts: dict[str, str]) -> Refusal | None:
    state, called = position.state, facts["piece"]
    if state.box[unit] != MAP:
        where = "waits in an entry hex, off the map" if state.box[unit] == ENTRY else "is not on the map"
        return Refusal("12.1.all", f"{called} {where}.", facts)
    if any(unit == fought for fought, *_ in state.fought):
        return Refusal("12.2.unit", f"{called} has attacked in this action.", facts)
    if any(unit in attackers for _, attackers in state.declared):
        return Refusal("12.2.unit", f"{called} attacks already.", facts)
    if state.eligible >> unit & 1:
        return None
    if second_bull_run.frozen_units(position) >> unit & 1:
        return Refusal("B9.4.freeze", f"{called} neither moves nor attacks yet.", facts)
    if state.special_attacks and state.riders >> unit & 1:
        return Refusal("6.3.3.rider", f"{called} rides along and attacks only in a Combat Action.", facts)
    if state.special_attacks and not state.active >> unit & 1:
        return Refusal("6.3.3.attack", f"{called} was not activated by the special marker.", facts)
    return Refusal("10.4.sit", f"{called} is out of command in this activation.", facts)


def _why_not_target(position: Clash, unit: int, target: PlaceId, facts: dict[str, str]) -> Refusal | None:
    state, rules = position.state, position.rules
    place, called, hex_ = state.at[unit], facts["piece"], facts["at"]
    if state.struck >> target & 1:
        return Refusal("12.2.hex", f"{hex_} has been attacked in this action.", facts)
    if not rules.board.adjacent(place, target):
        return Refusal("12.2.adjacent", f"{hex_} is not next to {called}.", facts)
    if not ground(position).units[1 - state.side] >> target & 1:
        return Refusal("12.2.adjacent", f"No enemy stands in {hex_}.", facts)
    if rules.unattackable[place] >> target & 1:
        return Refusal("12.3", f"The river lies between {called} and {hex_}.", facts)
    if not targets(position, unit) >> target & 1:
        return Refusal("G7.4.cav", "Cavalry does not attack Devil's Den.", facts)
    if not attackable(position, state.side) >> target & 1:
        return Refusal("12.2.all", f"Who retreated into {hex_} in this action does not fight there.", facts)
    if second_bull_run.wing_barred(position) >> unit & 1 and not state.duty[unit] >> target & 1:
        return Refusal("B8.6.one", "Another formation of Longstreet's wing fights this turn.", facts)
    return None


_BROKEN = (
    (WITHOUT_DUTY, "12.4.refuse", "a hex that joint attacks oblige to attack could not be attacked"),
    (WITHOUT_CHOICE, "12.5.bound", "a unit that must attack the enemy above it could not"),
    (WITHOUT_SPLIT, "12.5.divert", "a unit would be taken off the enemy above it without need"),
    (FULL, "12.5.most", "a stack would attack fewer of the hexes above it than it can"),
)


def _what_breaks(
    position: Clash, part: Part, given: Sequence[int], closed: int, facts: dict[str, str]
) -> Refusal | None:
    """Which rule could not be kept any more."""
    level, _ = strictness(part, chosen_in(position, part))
    for most, rule, says in _BROKEN:
        if level <= most and complete(part, given, closed, most) is None:
            if len(part.formations) > 1:
                return Refusal(
                    "B8.6.one", f"Of Longstreet's wing one formation fights a turn; {says}.", facts
                )
            return Refusal(rule, f"Then {says}.", facts)
    return None


def why_not_fight(position: Clash, action: Action) -> Refusal | None:
    """Why the attack on a hex is not fought now."""
    target = position.rules.board.find(action[1]) if len(action) == 2 else None
    if target is None:
        return Refusal("12.2.order", "Name the hex whose attack is fought: fight HEX.")
    facts = {"at": action[1]}
    if target not in dict(position.state.declared):
        return Refusal("12.2.order", f"No attack on {action[1]} is declared.", facts)
    if _is_whole(position) and position.state.frames[-1][0] == "attacks":
        return Refusal("12.2.order", "All attacks are declared before the first is fought.", facts)
    for part in field(position):
        if target in part.hexes:
            closed = 1 << part.hexes.index(target)
            return _what_breaks(position, part, chosen_in(position, part), closed, facts)
    return None


def why_not_stop(position: Clash, action: Action) -> Refusal | None:
    """What is still owed."""
    if position.state.declared and not _is_whole(position):
        return Refusal(
            "12.2.order", f"First fight the attack on {name(position, position.state.declared[-1][0])}."
        )
    for part in field(position):
        given = chosen_in(position, part)
        level, found = strictness(part, given)
        if level == NOTHING or is_legal(part, given, level):
            continue
        owed = [
            f"{position.rules.roster.ids[one.unit]} on {name(position, part.hexes[target])}"
            for one, target, now in zip(part.fighters, found, given, strict=True)
            if now < 0 <= target
        ]
        refusal = _what_breaks(position, part, given, -1, {})
        rule = refusal.rule if refusal is not None else "12.5.bound"
        return Refusal(rule, f"Attacks are still owed, for example {', '.join(owed)}.")
    return None


PROCEDURES = {
    "combat_window": Procedure(ask_window, answer_window),
    "special_attacks": Procedure(ask_special),
    "attacks": Procedure(ask_attacks, answer_attacks),
    "fights": Procedure(ask_fights, answer_fights),
}
VERBS = (
    Verb("declare", CHOOSE, (), "Declare the Combat Action", "12.1.once", "operations"),
    Verb("hold", END, (), "Hold the Combat Action back", "12.1.free", "operations"),
    Verb("attack", AIM, (PIECE, PLACE), "Attack {1} with {0}", "12.2.adjacent", "operations"),
    Verb("fight", CHOOSE, (PLACE,), "Fight for {0}", "12.2.order", "operations"),
    Verb("stop", END, (), "Attack no more", "12.1.free", "operations"),
)
EVENTS = (Kind("combat_action", "{side} declares its Combat Action.", {"side": SIDE}, level=3),)
WHY_NOT = {"attack": why_not_attack, "fight": why_not_fight, "stop": why_not_stop}
