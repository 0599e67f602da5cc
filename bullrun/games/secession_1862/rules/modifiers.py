"""10.3 Modifiers: strength ratio, support and situation of a combat, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.secession_1862.rules.command import is_mounted
from bullrun.games.secession_1862.rules.facing import flank_zones
from bullrun.games.secession_1862.rules.ground import front_of, ground, stack
from bullrun.games.secession_1862.rules.losses import artillery_potential, combat_potential, fatigue_level
from bullrun.games.secession_1862.rules.roster import INFANTRY
from bullrun.games.vaevictis.odds import ATTACK, DEFENCE, SupportDie, Term, rounded_ratio, total_of


class Assessment(NamedTuple):
    """Everything that is known of a combat before the dice."""

    strengths: tuple[int, int]
    automatic: bool
    """The attacker is too weak: fatigue and a combat test for him without dice."""
    terms: tuple[Term, ...]
    dice: tuple[SupportDie, ...]
    attackers: tuple[int, ...]
    """The attacking brigades and the artillery that stands and fires with them."""
    defenders: tuple[int, ...]
    supporting: int
    """The attacker's artillery that takes part, as a bit set."""

    def total(self, side: int) -> int:
        """The sum of a side's certain modifiers."""
        return total_of(self.terms, side)


def zones_of(position: SecondBullRun, brigades: tuple[int, ...]) -> PlaceSet:
    """The zones where brigades stand."""
    zones = 0
    for brigade in brigades:
        zones |= 1 << position.state.at[brigade]
    return zones


def assess(position: SecondBullRun, marked: tuple[int, ...], target: PlaceId) -> Assessment:
    """All certain modifiers and all support dice of an attack on a zone."""
    roster = position.rules.roster
    defenders = stack(position, target)
    from_zones = zones_of(position, marked)
    terms: list[Term] = []
    dice: list[SupportDie] = []
    attack = sum(combat_potential(position, b) for b in marked if not roster.is_artillery[b])
    defence = sum(combat_potential(position, b) for b in defenders if not roster.is_artillery[b])
    automatic = not _ratio(position, attack, defence, terms)
    batteries = supporting_artillery(position, marked, target)
    _artillery(position, ATTACK, (*marked, *batteries), terms, dice)
    firing = (
        *firing_where_attacked(position, from_zones, target),
        *defending_artillery(position, from_zones, target),
    )
    _artillery(position, DEFENCE, firing, terms, dice)
    _sharpshooters(position, marked, defenders, dice)
    _stars(position, marked, target, terms)
    _fatigue(position, marked, defenders, terms)
    _terrain(position, from_zones, target, terms)
    _situation(position, from_zones, target, terms)
    _cavalry(position, marked, defenders, target, terms)
    engaged = tuple(b for b in batteries if from_zones >> position.state.at[b] & 1)
    supporting = sum(1 << b for b in batteries)
    return Assessment(
        (attack, defence), automatic, tuple(terms), tuple(dice), (*marked, *engaged), defenders, supporting
    )


# --- strength ratio -------------------------------------------------------------------------------


@enforces("10.3.1", "10.3.1b")
def _ratio(position: SecondBullRun, attack: int, defence: int, terms: list[Term]) -> bool:
    """The attacker's modifier for the ratio; False when it is below the table."""
    table = position.rules.tables["ratio"]
    if not defence:
        terms.append(Term(ATTACK, "artillery alone", table["artillery_alone"], "10.3.1b"))
        return True
    found = rounded_ratio(table["attacker"], attack, defence)
    if found is None:
        return False
    terms.append(Term(ATTACK, f"strength ratio {found[0]}", found[1], "10.3.1"))
    return True


# --- artillery and sharpshooters --------------------------------------------------------------------


@enforces("10.3.2")
def supporting_artillery(
    position: SecondBullRun, marked: tuple[int, ...], target: PlaceId
) -> tuple[int, ...]:
    """The attacker's artillery that takes part: it has the attacked zone in its front and its fire is not
    used up by another attack of this phase."""
    state = position.state
    roster = position.rules.roster
    side = roster.side[marked[0]]
    near = position.rules.around[target]
    return tuple(
        b
        for b in roster.batteries[side]
        if near >> state.at[b] & 1
        and not state.fired >> b & 1
        and b not in marked
        and front_of(position, b) >> target & 1
    )


@enforces("10.3.2")
def firing_where_attacked(position: SecondBullRun, from_zones: PlaceSet, target: PlaceId) -> tuple[int, ...]:
    """The brigades in the attacked zone whose artillery counts: all, as they are engaged; or, if the players
    have agreed so, of the artillery there only what has an attacking zone in its front."""
    defenders = stack(position, target)
    if position.rules.has("attacked-guns", "fire"):
        return defenders
    artillery = position.rules.roster.is_artillery
    return tuple(b for b in defenders if not artillery[b] or front_of(position, b) & from_zones)


def defending_artillery(position: SecondBullRun, from_zones: PlaceSet, target: PlaceId) -> tuple[int, ...]:
    """The defender's artillery outside the attacked zone that has an attacking zone in its front."""
    state = position.state
    roster = position.rules.roster
    side = roster.side[stack(position, target)[0]]
    return tuple(
        b
        for b in roster.batteries[side]
        if state.at[b] and state.at[b] != target and front_of(position, b) & from_zones
    )


def _artillery(
    position: SecondBullRun, side: int, brigades: tuple[int, ...], terms: list[Term], dice: list[SupportDie]
) -> None:
    """+1 for every full 6 points, and a die for the rest."""
    table = position.rules.tables["combat"]
    points = sum(artillery_potential(position, b) for b in brigades)
    full, rest = divmod(points, table["artillery_points"])
    if full:
        terms.append(Term(side, f"artillery {points}", full * table["artillery"], "10.3.2"))
    if rest:
        dice.append(SupportDie(side, -1, rest, f"artillery {points}", "10.3.2"))


@enforces("10.3.2b")
def _sharpshooters(
    position: SecondBullRun, attackers: tuple[int, ...], defenders: tuple[int, ...], dice: list[SupportDie]
) -> None:
    """A die for each brigade with sharpshooters."""
    roster = position.rules.roster
    needed = position.rules.tables["combat"]["sharpshooters_hit"]
    for side, brigades in ((ATTACK, attackers), (DEFENCE, defenders)):
        for brigade in brigades:
            if roster.sharpshooters[brigade]:
                words = f"sharpshooters of {roster.infos[brigade].name}"
                dice.append(SupportDie(side, brigade, needed, words, "10.3.2b"))


# --- command, fatigue, terrain ----------------------------------------------------------------------


@enforces("10.3.3")
def _stars(position: SecondBullRun, attackers: tuple[int, ...], target: PlaceId, terms: list[Term]) -> None:
    """+1 for every zone from which a brigade with a star fights."""
    roster = position.rules.roster
    value = position.rules.tables["combat"]["star"]
    starred = zones_of(position, tuple(b for b in attackers if roster.star[b])).bit_count()
    if starred:
        terms.append(Term(ATTACK, "command bonus", value * starred, "10.3.3"))
    if any(roster.star[b] for b in stack(position, target)):
        terms.append(Term(DEFENCE, "command bonus", value, "10.3.3"))


@enforces("10.3.4")
def _fatigue(
    position: SecondBullRun, attackers: tuple[int, ...], defenders: tuple[int, ...], terms: list[Term]
) -> None:
    """Minus the sum of fatigue levels, up to a limit that is lower for the defender."""
    most = position.rules.tables["combat"]["most_fatigue"]
    for side, brigades, limit in (
        (ATTACK, attackers, most["attacker"]),
        (DEFENCE, defenders, most["defender"]),
    ):
        levels = sum(fatigue_level(position, b) for b in brigades)
        if levels:
            terms.append(Term(side, f"fatigue {levels}", -min(levels, limit), "10.3.4"))


@enforces("10.3.5")
def _terrain(position: SecondBullRun, from_zones: PlaceSet, target: PlaceId, terms: list[Term]) -> None:
    """+1 for each kind of terrain that helps the defender, +2 at most. An escarpment helps against an attack
    that climbs it, a bridge when all attacks come over it."""
    rules = position.rules
    table = rules.tables["combat"]
    kinds = []
    if rules.climbed_from[target] & from_zones:
        kinds.append("escarpment")
    if not from_zones & ~rules.crossing[target]:
        kinds.append("bridge")
    for kind, zones in (("woods", rules.woods), ("village", rules.village), ("embankment", rules.embankment)):
        if zones >> target & 1:
            kinds.append(kind)
    if kinds:
        value = min(table["terrain"] * len(kinds), table["most_terrain"])
        terms.append(Term(DEFENCE, " and ".join(kinds), value, "10.3.5"))


# --- situation --------------------------------------------------------------------------------------


@enforces("10.3.6")
def _situation(position: SecondBullRun, from_zones: PlaceSet, target: PlaceId, terms: list[Term]) -> None:
    """Further attacking zones, fronts of enemies who are not attacked, and flank attacks."""
    table = position.rules.tables["combat"]
    further = from_zones.bit_count() - 1
    if further:
        terms.append(Term(ATTACK, "further zones", further * table["further_zone"], "10.3.6"))
    fronts = unattacked_fronts(position, *_attacked(position, target))
    if position.rules.has("unattacked-fronts", "attacking"):
        words = "zones under the front of an enemy not attacked"
    else:
        words = "enemy zones not attacked with their front on an attacker"
    menaced = times_under(position.rules, from_zones, fronts)
    if menaced:
        terms.append(Term(ATTACK, words, menaced * table["under_front"], "10.3.6"))
    flanks = (from_zones & flank_zones(position, target)).bit_count()
    if flanks:
        terms.append(Term(DEFENCE, "attacked in flank", flanks * table["flank_zone"], "10.3.6"))


def _attacked(position: SecondBullRun, target: PlaceId) -> tuple[int, PlaceSet]:
    """The defender's side, and his zones that are attacked in this phase or marked for it."""
    state = position.state
    roster = position.rules.roster
    side = roster.side[stack(position, target)[0]]
    zones = 1 << target
    for brigade in roster.of_side[1 - side]:
        if state.target[brigade]:
            zones |= 1 << state.target[brigade]
    return side, zones


def unattacked_fronts(position: SecondBullRun, side: int, attacked: PlaceSet) -> list[PlaceSet]:
    """For each zone of a side that nobody attacks in this phase, the front of its brigades."""
    on = ground(position)
    zoc, struck = position.rules.zoc, position.state.struck
    fronts = []
    for zone in places_in(on.held[side] & ~attacked):
        front = 0
        for brigade in on.stacks[zone]:
            if not struck >> brigade & 1:
                front |= front_of(position, brigade) & zoc[zone]
        if front:
            fronts.append(front)
    return fronts


def times_under(rules: Battlefield, from_zones: PlaceSet, fronts: Iterable[PlaceSet]) -> int:
    """How often such fronts count against an attack: once for each attacking zone that lies in one, or once
    for each enemy zone with its front on an attacker, as the players have agreed."""
    if not rules.has("unattacked-fronts", "attacking"):
        return sum(1 for front in fronts if front & from_zones)
    covered = 0
    for front in fronts:
        covered |= front
    return (from_zones & covered).bit_count()


@enforces("10.3.7")
def _cavalry(
    position: SecondBullRun,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    target: PlaceId,
    terms: list[Term],
) -> None:
    """Mounted brigades fare badly in woods: in attack, and in defence without infantry."""
    rules = position.rules
    if not rules.woods >> target & 1:
        return
    value = rules.tables["combat"]["mounted_in_woods"]
    mounted = sum(is_mounted(position, b) for b in attackers)
    if mounted:
        terms.append(Term(ATTACK, "mounted against woods", mounted * value, "10.3.7"))
    if all(rules.roster.kind[b] != INFANTRY for b in defenders):
        mounted = sum(is_mounted(position, b) for b in defenders)
        if mounted:
            terms.append(Term(DEFENCE, "mounted in woods", mounted * value, "10.3.7"))
