"""11.2 and 11.3. Strength ratio and combat modifiers, each with its rule, and the exact odds of a combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.ledger import enforces
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import front_of
from bullrun.games.bull_run_1861.rules.ground import ground, is_extended
from bullrun.games.vaevictis.odds import (
    ATTACK,
    DEFENCE,
    SupportDie,
    Term,
    bonus_spread,
    rounded_ratio,
    total_of,
)


class Assessment(NamedTuple):
    """Everything that is known of a combat before the dice."""

    strengths: tuple[int, int]
    terms: tuple[Term, ...]
    dice: tuple[SupportDie, ...]

    def total(self, side: int) -> int:
        """The sum of a side's certain modifiers."""
        return total_of(self.terms, side)


# --- strengths ------------------------------------------------------------------------------------


@enforces("10.6.3", "11.4.10")
def reduced(position: BullRun, element: int, printed: int) -> int:
    """A potential after losses, and half of it (rounded up) for a part of an extended line."""
    brigade = position.rules.roster.brigade_of(element)
    value = max(0, printed - position.state.losses[brigade])
    return (value + 1) // 2 if is_extended(position, brigade) else value


@enforces("10.5.5", "11.4.10")
def combat_strength(position: BullRun, element: int) -> int:
    """The combat strength of an element, with that of the Legion if it is attached."""
    roster = position.rules.roster
    strength = reduced(position, element, roster.combat[roster.brigade_of(element)])
    if position.state.host == element:
        strength += roster.combat[roster.legion] - position.state.losses[roster.legion]
    return strength


def artillery_strength(position: BullRun, element: int) -> int:
    """The artillery potential that an element has left."""
    roster = position.rules.roster
    return reduced(position, element, roster.artillery[roster.brigade_of(element)])


def cavalry_strength(position: BullRun, element: int) -> int:
    """The cavalry potential that an element has left."""
    rules = position.rules
    return reduced(position, element, rules.cavalry[rules.roster.brigade_of(element)])


@enforces("11.2.1")
def ratio_bonus(table: list[dict[str, Any]], attack: int, defence: int) -> tuple[int, int, str]:
    """(side, bonus, ratio): the greatest printed ratio not above the true one, for the stronger side."""
    side = ATTACK if attack >= defence else DEFENCE
    greater, lesser = max(attack, defence), max(1, min(attack, defence))
    found = rounded_ratio(table, greater, lesser)
    assert found is not None, "the table starts at 1/1"
    return side, found[1], found[0]


# --- the assessment -------------------------------------------------------------------------------


def assess(position: BullRun, attackers: tuple[int, ...], targets: tuple[PlaceId, ...]) -> Assessment:
    """All certain modifiers and all support dice of a combat."""
    on = ground(position)
    defenders = tuple(on.front[zone] for zone in targets)
    attack = sum(combat_strength(position, element) for element in attackers)
    defence = sum(combat_strength(position, element) for element in defenders)
    side, bonus, ratio = ratio_bonus(position.rules.tables["ratio"]["bonus"], attack, defence)
    terms = [Term(side, f"strength ratio {ratio}", bonus, "11.2.1")]
    dice: list[SupportDie] = []
    _second_lines(position, ATTACK, attackers, terms, dice)
    _second_lines(position, DEFENCE, defenders, terms, dice)
    _cavalry(position, attackers, dice)
    _stars(position, attackers, defenders, terms)
    _terrain(position, attackers, targets, terms)
    _fatigue(position, attackers, defenders, terms)
    _flanks(position, attackers, defenders, terms)
    _confusion(position, terms)
    return Assessment((attack, defence), tuple(terms), tuple(dice))


@enforces("11.3.1", "11.3.2", "11.3.4")
def _second_lines(
    position: BullRun, side: int, elements: tuple[int, ...], terms: list[Term], dice: list[SupportDie]
) -> None:
    """The support of each zone's second line, and the artillery dice of the front line."""
    table = position.rules.tables["combat"]
    ids = position.rules.roster.ids
    for element in elements:
        guns = artillery_strength(position, element)
        supporter = support_of(position, element) if side == ATTACK or _defenders_supported(position) else -1
        help_for_guns = 0
        if supporter >= 0:
            if combat_strength(position, supporter) >= table["support_needs_combat"]:
                terms.append(Term(side, f"second line {ids[supporter]}", table["support"], "11.3.1"))
            if artillery_strength(position, supporter) >= table["support_needs_artillery"]:
                help_for_guns = -table["support_artillery_die"]
        if guns:
            words = f"artillery of {ids[element]}"
            dice.append(SupportDie(side, element, guns + help_for_guns, words, "11.3.4"))


def _defenders_supported(position: BullRun) -> bool:
    return position.rules.has("defensive-support")


@enforces("11.3.1")
def support_of(position: BullRun, element: int) -> int:
    """The second-line element that supports a front line, -1 for none: never one with Fatigue 2."""
    state = position.state
    rules = position.rules
    worn_out = rules.tables["fatigue"]["most"]
    best, best_key = -1, (-1, -1)
    for other in ground(position).rear.get(state.at[element], ()):
        if state.fatigue[rules.roster.brigade_of(other)] < worn_out:
            key = (combat_strength(position, other), artillery_strength(position, other))
            if key > best_key:
                best, best_key = other, key
    return best


@enforces("11.3.5")
def _cavalry(position: BullRun, attackers: tuple[int, ...], dice: list[SupportDie]) -> None:
    """Cavalry companies help only in attack."""
    for element in attackers:
        horse = cavalry_strength(position, element)
        if horse:
            words = f"cavalry of {position.rules.roster.ids[element]}"
            dice.append(SupportDie(ATTACK, element, horse, words, "11.3.5"))


@enforces("11.3.6")
def _stars(
    position: BullRun, attackers: tuple[int, ...], defenders: tuple[int, ...], terms: list[Term]
) -> None:
    """A star in the front line counts once for its side."""
    roster = position.rules.roster
    for side, elements in ((ATTACK, attackers), (DEFENCE, defenders)):
        for element in elements:
            if roster.star[roster.brigade_of(element)]:
                value = position.rules.tables["combat"]["star"]
                terms.append(Term(side, f"command bonus of {roster.ids[element]}", value, "11.3.6"))
                break


@enforces("10.6.4", "11.3.7")
def _terrain(
    position: BullRun, attackers: tuple[int, ...], targets: tuple[PlaceId, ...], terms: list[Term]
) -> None:
    """What favours the defender where he stands. When several zones are attacked the best one counts."""
    rules = position.rules
    at = position.state.at
    table = rules.tables["combat"]
    best: list[Term] = []
    for zone in targets:
        found = []
        if rules.hills >> zone & 1:
            found.append(Term(DEFENCE, "hill", table["hill"], "11.3.7"))
        over_water = [bool(rules.crossing[zone] >> at[element] & 1) for element in attackers]
        if all(over_water) or (any(over_water) and rules.has("ford-bonus", "any")):
            found.append(Term(DEFENCE, "ford or bridge", table["crossing"], "11.3.7"))
        if rules.woods >> zone & 1:
            found.append(Term(DEFENCE, "woods", table["woods"], "11.3.7"))
        defender = ground(position).front[zone]
        if is_extended(position, rules.roster.brigade_of(defender)):
            found.append(Term(DEFENCE, "extended line", table["extended_line"], "11.3.7"))
        if sum(term.value for term in found) > sum(term.value for term in best):
            best = found
    terms.extend(best)


@enforces("11.3.8")
def _fatigue(
    position: BullRun, attackers: tuple[int, ...], defenders: tuple[int, ...], terms: list[Term]
) -> None:
    """Only the most fatigued front-line brigade of a side counts."""
    roster = position.rules.roster
    for side, elements in ((ATTACK, attackers), (DEFENCE, defenders)):
        worst = max(position.state.fatigue[roster.brigade_of(element)] for element in elements)
        if worst:
            terms.append(Term(side, f"fatigue {worst}", -worst, "11.3.8"))


@enforces("11.3.9")
def _flanks(
    position: BullRun, attackers: tuple[int, ...], defenders: tuple[int, ...], terms: list[Term]
) -> None:
    """A defender struck in flank, and enemies in contact on the flank of either side."""
    state = position.state
    table = position.rules.tables["combat"]
    comes_from = 0
    for element in attackers:
        comes_from |= 1 << state.at[element]
    for defender in defenders:
        near = position.rules.around[state.at[defender]]
        if comes_from & near & ~front_of(position, defender):
            terms.append(Term(DEFENCE, "attacked in flank", table["defender_flank"], "11.3.9"))
            break
        if enemy_on_flank(position, defender):
            terms.append(Term(DEFENCE, "enemy on the flank", table["defender_flank"], "11.3.9"))
            break
    for element in attackers:
        if enemy_on_flank(position, element):
            terms.append(Term(ATTACK, "enemy on the flank", table["attacker_flank"], "11.3.9"))
            break


def enemy_on_flank(position: BullRun, element: int) -> bool:
    """Whether an enemy in contact stands outside an element's front."""
    rules = position.rules
    zone = position.state.at[element]
    enemy = ground(position).held[1 - rules.roster.side[element]]
    return bool(rules.zoc[zone] & enemy & ~front_of(position, element))


@enforces("13.3")
def _confusion(position: BullRun, terms: list[Term]) -> None:
    table = position.rules.tables["options"]
    if position.rules.has("confusion") and position.state.turn <= table["confusion_turns"]:
        terms.append(Term(ATTACK, "confusion", table["confusion"], "13.3"))


# --- result and odds ------------------------------------------------------------------------------


@enforces("11.4.1", "11.4.2")
def result_of(attack: int, defence: int, least: int = 1, hit_factor: int = 2) -> tuple[int, bool]:
    """(losing side, whether it is hit) for two totals; equal totals go against the attacker."""
    attack, defence = max(least, attack), max(least, defence)
    if attack > defence:
        return DEFENCE, attack >= hit_factor * defence
    return ATTACK, defence > attack and defence >= hit_factor * attack


def distribution(assessment: Assessment) -> dict[tuple[int, bool], Fraction]:
    """The exact chance of each result, over all support dice and both combat dice."""
    results = {(side, hit): Fraction(0) for side in (ATTACK, DEFENCE) for hit in (False, True)}
    base = assessment.total(ATTACK), assessment.total(DEFENCE)
    for (attack, defence), weight in bonus_spread(assessment.dice).items():
        for first in range(1, 7):
            for second in range(1, 7):
                result = result_of(base[0] + attack + first, base[1] + defence + second)
                results[result] += weight / 36
    return results


def zones_of(position: BullRun, elements: tuple[int, ...]) -> tuple[PlaceId, ...]:
    """The zones where elements stand, each once, ascending."""
    zones = 0
    for element in elements:
        zones |= 1 << position.state.at[element]
    return tuple(places_in(zones))
