"""What each order would allow a brigade now, told before one is given."""

from __future__ import annotations

from fractions import Fraction

from bullrun.board.places import PlaceSet, places_in, set_of
from bullrun.engine.decision import Prospect
from bullrun.engine.events import listed
from bullrun.games.day_was_ours.rules import activation, fire
from bullrun.games.day_was_ours.rules.arrivals import entry_hexes, is_due
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import is_gun, name, occupied, stack
from bullrun.games.day_was_ours.rules.movement import entry_targets
from bullrun.games.day_was_ours.rules.orders import (
    RALLY,
    able_to_attack,
    coordinated,
    has_step,
    members_to_act,
)
from bullrun.games.day_was_ours.rules.rally import may_rally, rallies_on
from bullrun.games.day_was_ours.rules.reach import march_of, points_text
from bullrun.games.day_was_ours.rules.state import ATTACK, MANEUVER, ORDERS, REGROUP
from bullrun.games.day_was_ours.rules.tables import FOOT

RALLIES = " rallies"


def prospect(position: Day, marker: int, order: int) -> Prospect:
    """What a brigade could do under an order as things stand."""
    then: Day = position.copy()
    units = able_to_attack(then, marker) if order == ATTACK else members_to_act(then, marker, order)
    side = position.rules.roster.side[marker]
    activation.begin(then, side, order, units, marker)
    reach, targets, assaults = 0, 0, 0
    enemies = occupied(then, 1 - side)
    for unit in units:
        at = then.state.at[unit]
        moves = march_of(then, (unit,)).targets if at > 0 else entry_targets(then, unit)
        reach |= moves
        if at > 0 and then.rules.tables.orders[ORDERS[order]].fire and fire.may_fire(then, unit, fire.VOLLEY):
            targets |= fire.aims(then, unit)
        if order == ATTACK and at > 0 and not is_gun(then, unit):
            for place in (at, *places_in(moves)):
                assaults |= then.rules.assaultable[place] & enemies
    says = [_allows(then, order, len(units)), _entering(position, marker, order)]
    if targets:
        says.append(f"Can fire at {_hexes(then, targets)}.")
    if order == ATTACK:
        near = [unit for place in places_in(assaults) for unit in stack(then, place)]
        names = listed([then.rules.pieces[unit].name for unit in near])
        says.append(
            f"Within reach of an assault: {names}." if near else "No enemy is within reach of an assault."
        )
    rallies = _rallies(then, units, order)
    if rallies:
        names = listed([text.removesuffix(RALLIES) for text, _ in rallies])
        says.append(f"Could rally: {names}.")
    if not reach and not targets and not assaults and not rallies:
        says.append("There is nothing it could do under this order now.")
    chances = _coordination(position, marker) if order == ATTACK else tuple(rallies)
    names_of = then.rules.board.names_of
    return Prospect(
        " ".join(text for text in says if text),
        chances if len(chances) <= 3 else (),
        tuple(names_of(reach)),
        tuple(names_of(targets | assaults)),
    )


def _allows(position: Day, order: int, count: int) -> str:
    """The order in a sentence."""
    row = position.rules.tables.orders[ORDERS[order]]
    moves, after = points_text(row.allowance[FOOT]), points_text(row.fired[FOOT])
    who = "One unit" if count == 1 else f"{count} units"
    may = "may fire, then move" if row.fire else "may move"
    less = f" ({after} after firing)" if row.fire and after != moves else ""
    where = ", beside the enemy too, and then assault" if order == ATTACK else ", but not beside the enemy"
    if order == REGROUP:
        where = ", away from the enemy, and then rally"
    road = ", at half the cost along pike and road" if row.march_column and order == MANEUVER else ""
    return f"{who} {may} {moves}{less}{where}{road}." if count else "No unit could act."


def _entering(position: Day, marker: int, order: int) -> str:
    """Who comes onto the map with it, or has to wait."""
    due = [unit for unit in position.rules.roster.members[marker] if is_due(position, unit)]
    if not due:
        return ""
    if not position.rules.tables.orders[ORDERS[order]].enters:
        return f"{len(due)} of its units wait off the map."
    hexes = set_of(place for unit in due for place in places_in(entry_hexes(position, unit)[0]))
    return f"{len(due)} of them enter at {_hexes(position, hexes)}." if hexes else "Nobody can enter now."


def _hexes(position: Day, places: PlaceSet) -> str:
    return listed([name(position, place) for place in places_in(places)])


def _rallies(position: Day, units: list[int], order: int) -> list[tuple[str, Fraction]]:
    """Who could rally under an order, and the chance of each."""
    if not has_step(position, RALLY):
        return []
    found = []
    for unit in units:
        if position.state.at[unit] <= 0 or not may_rally(position, unit):
            continue
        add = position.rules.tables.orders[ORDERS[order]].rally or 0
        chance = Fraction(sum(rallies_on(position, unit, face, add) for face in range(1, 7)), 6)
        found.append((f"{position.rules.pieces[unit].name}{RALLIES}", chance))
    return found


def _coordination(position: Day, marker: int) -> tuple[tuple[str, Fraction], ...]:
    """How many units the die lets attack."""
    able = len(able_to_attack(position, marker))
    found: dict[int, Fraction] = {}
    faces = list(position.rules.tables.coordination)
    for face in faces:
        count = coordinated(position, marker, face)
        found[count] = found.get(count, Fraction(0)) + Fraction(1, len(faces))
    return tuple(
        (
            f"all {able} act" if count == able and able > 1 else f"{count} {'act' if count > 1 else 'acts'}",
            chance,
        )
        for count, chance in sorted(found.items())
    )
