"""The arithmetic of a fire or a close combat before it is fought: every term with its rule, and all its
ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.decision import Fight
from bullrun.errors import BullrunError
from bullrun.games.day_was_ours.rules import close_combat, fire, prospects
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.fire import Shifted, Shot, number_text, shift_text
from bullrun.games.day_was_ours.rules.ground import (
    ids,
    is_gun,
    is_shaken,
    lead_candidates,
    name,
    occupied,
    stack,
    strength,
    under_chaos,
)
from bullrun.games.day_was_ours.rules.morale import nerve_of
from bullrun.games.day_was_ours.rules.tables import (
    AFTER_FIRE,
    BANDS,
    CLOSE_COMBAT,
    CLOSE_TEST,
    FIRE_TEST,
    NO_EFFECT,
    REPULSE_TEST,
)
from bullrun.games.day_was_ours.table import storm
from bullrun.games.sides import SIDES

TONES = {
    prospects.HOLDS: "bad",
    prospects.HITS: "even",
    prospects.SHAKEN: "fair",
    prospects.RETREATS: "fair",
    prospects.WORN: "good",
    prospects.BROKEN: "good",
}
SAYS = {
    prospects.HOLDS: "{unit} stands firm.",
    prospects.HITS: "{unit} takes a Morale Hit.",
    prospects.SHAKEN: "{unit} is Shaken and stays.",
    prospects.RETREATS: "{unit} retreats.",
    prospects.WORN: "{unit} is Battleworn, and retreats.",
    prospects.BROKEN: "{unit} is broken or lost.",
}


def attack_report(position: Day, fight: Fight) -> dict[str, Any]:
    """The report of a fight: of a close combat if it says so, otherwise of a fire of its kind."""
    number = position.rules.roster.number
    attackers = sorted(number[piece] for piece in fight.attackers)
    defenders = [number[piece] for piece in fight.defenders]
    target = _check(position, attackers, defenders)
    if fight.kind in (CLOSE_COMBAT, AFTER_FIRE):
        origin = position.state.at[number[fight.attackers[0]]]
        return close_report(position, attackers, origin, target, fight.kind == AFTER_FIRE)
    kind = fight.kind or (fire.BATTERY if is_gun(position, attackers[0]) else fire.VOLLEY)
    if kind not in fire.RULES:
        known = ", ".join((*fire.RULES, CLOSE_COMBAT, AFTER_FIRE))
        raise BullrunError(f"combat: kind: {kind!r} is none of {known}")
    return fire_report(position, kind, attackers, target, defenders)


def _check(position: Day, attackers: Sequence[int], defenders: Sequence[int]) -> PlaceId:
    """The hex that is fought for; whoever cannot be part of a fight is named."""
    roster, at = position.rules.roster, position.state.at
    for what, units in (("attackers", attackers), ("defenders", defenders)):
        if not units:
            raise BullrunError(f"combat: {what}: expected at least one unit")
        for unit in units:
            if not roster.units >> unit & 1 or at[unit] <= 0:
                raise BullrunError(f"combat: {what}: {roster.ids[unit]} is no unit on the map")
        if len({roster.side[unit] for unit in units}) > 1:
            raise BullrunError(f"combat: {what}: units of one side are needed")
    if roster.side[attackers[0]] == roster.side[defenders[0]]:
        raise BullrunError("combat: attackers and defenders are of the same side")
    hexes = {at[unit] for unit in defenders}
    if len(hexes) > 1:
        raise BullrunError("combat: the defenders must stand in one hex [2.2c]")
    return hexes.pop()


# --- fire ---------------------------------------------------------------------------------------------


def fire_report(
    position: Day, kind: str, firers: Sequence[int], target: PlaceId, among: Sequence[int]
) -> dict[str, Any]:
    """Each firer's strength and factor, each shift, the column, and all ends for the Lead Unit."""
    for unit in firers:
        if not fire.reaches(position, unit, target):
            why = fire.why_no_aim(position, unit, target)
            says = f"{why.says} [{why.rule}]" if why else "it cannot fire there [9.1a]"
            raise BullrunError(f"combat: {position.rules.roster.ids[unit]}: {says}")
    lead = lead_candidates(position, among)[0]
    found = fire.volley(position, kind, firers, target, lead, False)
    table = position.rules.tables.combat
    ends = prospects.fates(position, lead, FIRE_TEST, found.column)
    points = number_text(sum(shot.parts for shot in found.shots))
    return {
        "kind": kind,
        "at": name(position, target),
        "lead": position.rules.roster.ids[lead],
        "points": points,
        "column": table.columns[found.column],
        "figures": [
            {"value": points, "says": "firing strength"},
            {"value": table.columns[found.column], "says": "column"},
            _chance(fire_hits(position, found.column), "chance of a test"),
        ],
        "terms": [
            *(_shot_term(position, shot) for shot in found.shots),
            _start_term(position, found.points, found.start, "9.3.column"),
            *_shift_terms(found.shifts),
        ],
        "ladder": _ladder(position, found.column),
        "outcomes": _outcomes(position, lead, ends),
        "notes": _objections(position, kind, firers),
    }


def fire_hits(position: Day, column: int) -> Fraction:
    """The chance that the dice call for a test."""
    return 1 - position.rules.tables.combat.distribution(column).get(NO_EFFECT, Fraction(0))


def _shot_term(position: Day, shot: Shot) -> dict[str, Any]:
    rules = position.rules
    how = BANDS[shot.band] if shot.band >= 0 else rules.tables.small_arms[rules.roster.weapon[shot.unit]].name
    factor = "" if shot.factor == 1 else f", x {shot.factor}"
    says = f"{rules.pieces[shot.unit].name}: {how}{factor}"
    return {"says": says, "value": number_text(shot.parts), "rule": "9.1d" if shot.band >= 0 else "9.1c"}


def _start_term(position: Day, points: int, column: int, rule: str) -> dict[str, Any]:
    """Where the shifts begin."""
    says = f"{points} points" if points > 1 else "one point" if points else "less than a point"
    return {"says": f"Column of {says}", "value": position.rules.tables.combat.columns[column], "rule": rule}


def _chance(chance: Fraction, says: str) -> dict[str, Any]:
    """A headline figure that is a chance."""
    return {"value": str(chance), "chance": str(chance), "says": says}


TURNED = {"good": "bad", "fair": "poor", "bad": "good"}


def turned(outcomes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ends of one's own units: what is good for the firer is bad for them."""
    return [{**one, "tone": TURNED.get(one["tone"], one["tone"])} for one in outcomes]


def _shift_terms(shifts: Sequence[Shifted]) -> list[dict[str, Any]]:
    return [{"says": one.says, "value": shift_text(one.by), "rule": one.rule} for one in shifts]


def _ladder(position: Day, column: int) -> list[dict[str, Any]]:
    columns = position.rules.tables.combat.columns
    return [{"name": heading, "on": number == column} for number, heading in enumerate(columns)]


def _outcomes(position: Day, unit: int, ends: Mapping[prospects.Fate, Fraction]) -> list[dict[str, Any]]:
    chances = prospects.by_end(nerve_of(position, unit), ends)
    called = position.rules.pieces[unit].name
    return [
        {"name": end, "says": SAYS[end].format(unit=called), "chance": str(chance), "tone": TONES[end]}
        for end, chance in chances.items()
        if chance
    ]


def _objections(position: Day, kind: str, firers: Sequence[int]) -> list[dict[str, Any]]:
    """What the rules have against it now, though its arithmetic can be told."""
    found = []
    for unit in firers:
        refusal = fire.why_not_ready(position, unit) if kind in (fire.VOLLEY, fire.BATTERY) else None
        if refusal is not None:
            called = position.rules.pieces[unit].name
            found.append({"says": f"{called}: {refusal.says}", "rule": refusal.rule})
    if kind in (fire.VOLLEY, fire.BATTERY) and not fire.may_combine(position, firers):
        found.append({"says": "They may not fire together.", "rule": "9.1b"})
    return found


# --- close combat -------------------------------------------------------------------------------------


def close_report(
    position: Day, units: Sequence[int], origin: PlaceId, target: PlaceId, fired: bool
) -> dict[str, Any]:
    """Strengths, each shift and the column as the units stand now, all ends for the defending Lead Unit after
    the Defensive Fire, which has a report of its own, and what a repulse would do."""
    for unit in units:
        if not position.rules.assaultable[position.state.at[unit]] >> target & 1:
            called = position.rules.roster.ids[unit]
            raise BullrunError(f"combat: {called} cannot attack {name(position, target)} [11.1]")
    lead = lead_candidates(position, stack(position, target))[0]
    found = close_combat.clash(position, units, origin, target, lead)
    table = position.rules.tables.combat
    front = [unit for unit in units if position.state.at[unit] == origin]
    first = lead_candidates(position, front)[0]
    repulse = prospects.fates_of_test(position, first, REPULSE_TEST, 0)
    names = position.rules.pieces
    all_told = storm.storm(position, units, origin, target, lead, fired)
    stages: list[dict[str, Any]] = []
    defense: dict[str, Any] | None = None
    if not fired and storm.defensive_fire(position, front, origin, target) is not None:
        firers = fire.shooters(position, target, fire.DEFENSIVE, origin)
        defense = fire_report(position, fire.DEFENSIVE, firers, origin, front)
        says = f"First its Defensive Fire: {defense['points']} SP, column {defense['column']}"
        stages.append({"says": says, "rule": "11.3a", "outcomes": turned(defense["outcomes"])})
    outcomes = _outcomes(position, lead, all_told.ends)
    if all_told.stopped:
        says = "No assault: nobody is left in the Assaulting Hex."
        chance = str(all_told.stopped)
        outcomes.append({"name": "stopped", "says": says, "chance": chance, "tone": "poor"})
    thrown = turned(_outcomes(position, first, repulse))
    stages.append({"says": "If it is repulsed", "rule": "11.3d.repulse", "outcomes": thrown})
    terms = [
        {"says": names[unit].name, "value": number_text(strength(position, unit)), "rule": "11.2"}
        for unit in units
    ]
    report: dict[str, Any] = {
        "kind": CLOSE_COMBAT,
        "at": name(position, target),
        "from": name(position, origin),
        "lead": position.rules.roster.ids[lead],
        "attack": number_text(found.attack),
        "defense": number_text(found.defense),
        "column": table.columns[found.column],
        "figures": [
            _chance(all_told.taken, f"{name(position, target)} is emptied"),
            _chance(all_told.stopped, "its fire stops the assault"),
            _chance(all_told.thrown_back, "the attack is thrown back"),
        ],
        "terms": [
            *terms,
            _start_term(position, found.points, found.start, "11.3b"),
            *_shift_terms(found.shifts),
        ],
        "ladder": _ladder(position, found.column),
        "outcomes": outcomes,
        "stages": stages,
        "if_repulsed": {"piece": position.rules.roster.ids[first], "outcomes": thrown},
        "notes": [],
    }
    if defense is not None:
        report["defensive_fire"] = defense
    if not fired and close_combat.support_hexes(position, target, origin):
        says = "A battery may fire in support as well; that is not in these chances."
        report["notes"].append({"says": says, "rule": "11.3a.support"})
    for unit in units:
        refusal = close_combat.why_no_attacker(position, unit)
        if refusal is not None:
            report["notes"].append({"says": f"{names[unit].name}: {refusal.says}", "rule": refusal.rule})
    return report


def threats(position: Day, side: str) -> list[dict[str, Any]]:
    """For each hex of a side that enemies could assault: all of them together, from the strongest hex."""
    me = SIDES.index(side)
    rules, rows = position.rules, []
    for place in places_in(occupied(position, me)):
        hexes: dict[PlaceId, list[int]] = {}
        for near in places_in(rules.assaultable[place] & occupied(position, 1 - me)):
            able = [
                unit
                for unit in stack(position, near)
                if not is_gun(position, unit) and not is_shaken(position, unit)
            ]
            if able and not under_chaos(position, near):
                hexes[near] = able
        if not hexes:
            continue
        origin = max(hexes, key=lambda near: (sum(strength(position, u) for u in hexes[near]), -near))
        units = [unit for near in hexes for unit in hexes[near]]
        lead = lead_candidates(position, stack(position, place))[0]
        found = close_combat.clash(position, units, origin, place, lead)
        ends = prospects.fates(position, lead, CLOSE_TEST, found.column)
        rows.append(
            {
                "at": name(position, place),
                "says": "could be assaulted by everybody next to it",
                "odds": f"{number_text(found.attack)} : {number_text(found.defense)}",
                "chance": str(prospects.chance_to_leave(ends)),
                "attackers": ids(position, units),
                "defenders": ids(position, stack(position, place)),
            }
        )
    return rows
