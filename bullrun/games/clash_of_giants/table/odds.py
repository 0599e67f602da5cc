"""Everything about one combat before it is fought: strengths with every term and its rule, odds, and the
exact chance of each outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.clash_of_giants.rules import artillery, combat
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import ground, name, rating, stack
from bullrun.games.clash_of_giants.rules.roster import HALF
from bullrun.games.clash_of_giants.rules.state import MAP
from bullrun.games.clash_of_giants.rules.zones import targets
from bullrun.games.sides import SIDES
from bullrun.mechanisms.odds import odds_text, parse_odds, rank

PIPS = range(1, 7)
Chances = dict[int, Fraction]


class UnitChances(NamedTuple):
    """What a combat may do to one unit."""

    unit: int
    defends: bool
    loses: Fraction
    """That it loses a step."""
    retreats: Chances
    """Of a defender that loses a step, each number of hexes with its chance; 0 when it is lost instead."""


class Outcome(NamedTuple):
    """The exact chances of a combat."""

    units: tuple[UnitChances, ...]
    losses: dict[tuple[int, int], Fraction]
    """(steps of defenders, steps of attackers) that the dice cost -> chance."""
    emptied: Fraction
    """That every defender loses a step, and so leaves the hex or the game."""


def points(halves: int) -> str:
    """A strength as text: "1/2", "3"."""
    return str(Fraction(halves, HALF))


def _ratings(position: Clash, unit: int) -> Chances:
    """The rating of a unit; where a die has still to decide it, each with its chance."""
    known = rating(position, unit)
    if known:
        return {known: Fraction(1)}
    found: Chances = {}
    for one in position.rules.roster.rating_by_die[unit]:
        found[one] = found.get(one, Fraction(0)) + Fraction(1, 6)
    return found


def _unit_chances(
    position: Clash, unit: int, defends: bool, found: combat.Odds, no_retreat: bool
) -> UnitChances:
    loses = Fraction(0)
    retreats: Chances = {}
    change = found.modifier if defends else -found.modifier
    for own, weight in _ratings(position, unit).items():
        for pip in PIPS:
            one = combat.check(position, pip, own, change, found.flank and defends)
            if one.loses:
                loses += weight / 6
                lost = no_retreat or position.state.steps[unit] == 1
                hexes = 0 if lost else _hexes(position, unit, one.hexes)
                if defends:
                    retreats[hexes] = retreats.get(hexes, Fraction(0)) + weight / 6
    return UnitChances(unit, defends, loses, dict(sorted(retreats.items())))


def _hexes(position: Clash, unit: int, hexes: int) -> int:
    """How far it has to go: out of a town at least three hexes (12.10.1)."""
    rules = position.rules
    in_town = rules.town >> position.state.at[unit] & 1
    return max(hexes, rules.tables["retreat"]["town"]) if in_town else hexes


def outcome(
    position: Clash, target: PlaceId, attackers: int, found: combat.Odds, defenders: Iterable[int]
) -> Outcome:
    """The chances of a combat at these odds: all dice are independent, but for the rating of a unit that is
    rolled once for itself."""
    cut = combat.across_cut(position, target, combat.places_of(position, attackers))
    units = (
        *(_unit_chances(position, unit, True, found, cut) for unit in defenders),
        *(_unit_chances(position, unit, False, found, False) for unit in places_in(attackers)),
    )
    losses: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    emptied = Fraction(1)
    for one in units:
        cost = position.state.steps[one.unit] if one.defends and cut else 1
        step = (cost, 0) if one.defends else (0, cost)
        if one.defends:
            emptied *= one.loses
        after: dict[tuple[int, int], Fraction] = {}
        for (defence, attack), chance in losses.items():
            for (more, less), part in (((0, 0), 1 - one.loses), (step, one.loses)):
                if part:
                    key = defence + more, attack + less
                    after[key] = after.get(key, Fraction(0)) + chance * part
        losses = after
    return Outcome(units, dict(sorted(losses.items())), emptied)


# --- reports


class _Sides(NamedTuple):
    target: PlaceId
    attackers: int
    defenders: list[int]
    guns: tuple[int, int]


def _read(position: Clash, fight: Fight) -> _Sides:
    """The units and markers that a fight names; an impossible one is an error that names what is wrong."""
    state, rules = position.state, position.rules
    roster = rules.roster

    def numbers(what: str, names: Sequence[str]) -> list[int]:
        if not names:
            raise BullrunError(f"combat: {what}: at least one unit is needed")
        found = []
        for one in names:
            unit = roster.number.get(one)
            if unit is None or unit >= roster.unit_count:
                raise BullrunError(f"combat: {what}: {one} is no unit of this battle")
            if state.box[unit] != MAP:
                raise BullrunError(f"combat: {what}: {one} is not on the map")
            found.append(unit)
        if len(set(found)) != len(found):
            raise BullrunError(f"combat: {what}: a unit is named twice")
        if len({roster.side[unit] for unit in found}) > 1:
            raise BullrunError(f"combat: {what}: units of both sides")
        return found

    attackers, defenders = numbers("attackers", fight.attackers), numbers("defenders", fight.defenders)
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")
    target = state.at[defenders[0]]
    if any(state.at[unit] != target for unit in defenders):
        raise BullrunError("combat: defenders: they stand in several hexes [12.2.all]")
    for unit in attackers:
        if not targets(position, unit) >> target & 1:
            who, where = roster.ids[unit], name(position, target)
            raise BullrunError(f"combat: attackers: {who} cannot attack {where} [12.2.adjacent]")
    guns = [0, 0]
    for one in fight.support:
        marker = roster.guns_of.get(roster.number.get(one, -1))
        if marker is None:
            raise BullrunError(f"combat: support: {one} is no artillery marker of this battle")
        part = int(marker.side != roster.side[attackers[0]])
        if guns[part]:
            raise BullrunError("combat: support: one marker a side [13.1.one]")
        guns[part] = marker.halves
    return _Sides(target, sum(1 << unit for unit in attackers), sorted(defenders), (guns[0], guns[1]))


def combat_report(position: Clash, fight: Fight) -> dict[str, Any]:
    """Strengths, odds, and the exact chance of every outcome of an attack by these units on those."""
    rules = position.rules
    sides = _read(position, fight)
    defenders = sum(1 << unit for unit in sides.defenders)
    found = combat.odds(position, sides.target, sides.attackers, sides.guns, defenders)
    chances = outcome(position, sides.target, sides.attackers, found, sides.defenders)
    return {
        "figures": [
            {"value": points(sum(term[1] for term in found.attack)), "says": "attack"},
            {"value": points(sum(term[1] for term in found.defence)), "says": "defence"},
            {"value": odds_text(found.ratio), "says": "odds"},
        ],
        "terms": [
            {"part": part, "says": _called(position, says), "value": points(halves), "rule": rule}
            for part, terms in (("attack", found.attack), ("defence", found.defence))
            for says, halves, rule in terms
        ],
        "ladder": _ladder(position, found),
        "says": _modifier_text(found),
        "outcomes": [
            {
                "name": f"{defence}:{attack}",
                "says": f"The defenders lose {_steps(defence)}, the attackers {_steps(attack)}.",
                "chance": str(chance),
                "tone": _tone(defence, attack),
            }
            for (defence, attack), chance in chances.losses.items()
        ],
        "emptied": str(chances.emptied),
        "units": [
            {
                "piece": rules.roster.ids[one.unit],
                "defends": one.defends,
                "loses": str(one.loses),
                "retreats": {str(hexes): str(chance) for hexes, chance in one.retreats.items()},
            }
            for one in chances.units
        ],
        "notes": _notes(position, sides, found, chances),
    }


def _called(position: Clash, says: str) -> str:
    number = position.rules.roster.number.get(says)
    return position.rules.roster.infos[number].name if number is not None else says


def _ladder(position: Clash, found: combat.Odds) -> list[dict[str, Any]]:
    columns: list[str] = position.rules.tables["odds"]["columns"]
    here = max(0, min(rank(found.ratio) - rank(parse_odds(columns[0])), len(columns) - 1))
    return [{"name": column, "on": number == here} for number, column in enumerate(columns)]


def _modifier_text(found: combat.Odds) -> str:
    flank = "; flank attack: ratings of the defenders two lower" if found.flank else ""
    if not found.modifier:
        return f"No change to the dice{flank}"
    return f"{found.modifier:+} on the defenders' dice, {-found.modifier:+} on the attackers'{flank}"


def _steps(number: int) -> str:
    return "nothing" if not number else "a step" if number == 1 else f"{number} steps"


def _tone(defence: int, attack: int) -> str:
    if defence == attack:
        return "even"
    better = defence > attack
    far = abs(defence - attack) > 1 or not min(defence, attack)
    return ("good" if far else "fair") if better else ("bad" if far else "poor")


def _notes(position: Clash, sides: _Sides, found: combat.Odds, chances: Outcome) -> list[dict[str, str]]:
    """What the numbers do not say."""
    roster = position.rules.roster
    notes = [
        {
            "says": f"Chance that every defender must leave or is lost: {chances.emptied}.",
            "rule": "12.10.who",
        }
    ]
    if found.flank:
        notes.append({"says": "Attackers in opposite hexes.", "rule": "12.12.opp"})
    if combat.across_cut(position, sides.target, combat.places_of(position, sides.attackers)):
        notes.append({"says": "Defenders in the cut cannot retreat.", "rule": "G7.2.elim"})
    for one in chances.units:
        if not rating(position, one.unit):
            says = f"{roster.infos[one.unit].name} has still to roll for its rating: a mean over the die."
            notes.append({"says": says, "rule": "G8.2" if roster.side[one.unit] == 0 else "G8.1.die"})
    attacker = roster.side[next(iter(places_in(sides.attackers)))]
    for side, attacking in ((attacker, True), (1 - attacker, False)):
        usable = artillery.usable(position, side, sides.target, sides.attackers, attacking)
        if usable:
            names = ", ".join(roster.infos[piece].name for piece in usable)
            says = f"Artillery for the {'attack' if attacking else 'defence'}: {names}."
            notes.append({"says": says, "rule": "13.2"})
    return notes


def threats(position: Clash, side: str) -> list[dict[str, Any]]:
    """For each stack of a side next to enemies: the odds if all that can attack it did, and the chance that
    they empty its hex."""
    me = SIDES.index(side)
    on, board, roster = ground(position), position.rules.board, position.rules.roster
    rows = []
    for place in places_in(on.units[me]):
        attackers = [
            unit
            for near in board.neighbours[place]
            if on.units[1 - me] >> near & 1
            for unit in stack(position, near)
            if targets(position, unit) >> place & 1
        ]
        if not attackers:
            continue
        all_of_them = sum(1 << unit for unit in attackers)
        defenders = stack(position, place)
        found = combat.odds(position, place, all_of_them, defenders=sum(1 << unit for unit in defenders))
        chances = outcome(position, place, all_of_them, found, defenders)
        rows.append(
            {
                "at": board.names[place],
                "says": "could be attacked by everything beside it",
                "odds": odds_text(found.ratio),
                "chance": str(chances.emptied),
                "attackers": [roster.ids[unit] for unit in attackers],
                "defenders": [roster.ids[unit] for unit in defenders],
            }
        )
    return rows
