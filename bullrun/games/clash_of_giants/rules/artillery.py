"""13 Artillery markers in combat: which of them can be used, by whom and against whom. How they come out of
their cup is in artillery_markers.py; when they are committed, in combat.py."""

from __future__ import annotations

from bullrun.board.places import PlaceId, places_in
from bullrun.engine.checks import Refusal
from bullrun.engine.ledger import enforces
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.declaration import defending
from bullrun.games.clash_of_giants.rules.ground import name, on_map
from bullrun.games.clash_of_giants.rules.roster import Guns
from bullrun.games.clash_of_giants.rules.state import DECLARED, FIRING, GONE, READY, SPENT


@enforces("13.1", "B6.2.horse", "G6.2.grand")
def available(position: Clash, side: int) -> list[int]:
    """The markers that a side could still use this turn: drawn or withheld for use and not spent; horse
    artillery only while its side has cavalry on the map, a grand battery only in its one activation."""
    state, roster = position.state, position.rules.roster
    return [
        guns.piece
        for guns in roster.guns
        if guns.side == side
        and state.box[guns.piece] == READY
        and (not guns.needs_cavalry or on_map(position, roster.cavalry & roster.of_side[side]))
        and (not _is_massed(position, guns) or _may_fire(position))
    ]


def _is_massed(position: Clash, guns: Guns) -> bool:
    """Whether a marker belongs to a grand battery that has been declared this turn."""
    return guns.grand_battery and position.state.battery in (DECLARED, FIRING)


def _may_fire(position: Clash) -> bool:
    """A grand battery fires in one activation: the first in which one of its markers is used."""
    state = position.state
    return state.battery == DECLARED or state.battery_marker == state.marker


@enforces("13.5", "G6.1.sharp", "G6.2.grand")
def spend(position: Clash, guns: int, target: PlaceId) -> None:
    """A committed marker is spent for the turn, whatever it changes; one that serves once a game is out."""
    state = position.state
    marker = position.rules.roster.guns_of[guns]
    state.box[guns] = GONE if marker.once_a_game else SPENT
    if _is_massed(position, marker):
        state.battery, state.battery_marker = FIRING, state.marker
        state.battery_hexes |= 1 << target


def usable(position: Clash, side: int, target: PlaceId, attackers: int, attacking: bool) -> list[int]:
    """The markers that a side can commit to a combat."""
    guns_of = position.rules.roster.guns_of
    return [
        piece
        for piece in available(position, side)
        if why_not(position, guns_of[piece], target, attackers, attacking) is None
    ]


def why_not(position: Clash, guns: Guns, target: PlaceId, attackers: int, attacking: bool) -> Refusal | None:
    """Why a marker cannot be used in a combat."""
    test = _why_not_attack if attacking else _why_not_defend
    return test(position, guns, target, attackers)


@enforces("13.2", "13.3.att", "13.3.side", "13.3.range", "G7.2.guns", "G7.4.guns", "G7.6.guns")
@enforces("B6.1.form", "B6.1.corps", "B6.2.div", "B6.2.wing", "G6.1.form", "G6.2.div", "G6.2.corps")
def _why_not_attack(position: Clash, guns: Guns, target: PlaceId, attackers: int) -> Refusal | None:
    """On a clear hex only, with an attacker that it serves, however far away, who is neither in Devil's Den
    nor behind a steep or cut side."""
    rules, state = position.rules, position.state
    called, at = rules.roster.ids[guns.piece], name(position, target)
    if guns.defence_only:
        return Refusal("G6.1.sharp", f"{called} is used in defence only.")
    if not rules.clear >> target & 1:
        return Refusal("13.3.att", f"{at} is not clear.")
    massed = _is_massed(position, guns)
    if massed and not _within_battery(position, target):
        return Refusal("G6.2.any", f"{at} is too far from what the grand battery has fired at.")
    served = attackers if massed else attackers & guns.serves
    if not served:
        return Refusal("13.2", f"{called} serves no unit of this attack.")
    places = [state.at[unit] for unit in places_in(served)]
    if all(rules.rocks >> place & 1 for place in places):
        return Refusal("G7.4.guns", "No artillery is used from Devil's Den.")
    if all(_is_sheltered(position, place, target) or rules.rocks >> place & 1 for place in places):
        return Refusal("13.3.side", f"Its units are behind a steep or cut side of {at}.")
    return None


@enforces("G6.2.any")
def _within_battery(position: Clash, target: PlaceId) -> bool:
    """A grand battery serves any formation, if all hexes attacked with it are close to each other."""
    rules = position.rules
    near = rules.board.within(target, rules.data["grand_battery"]["within"])
    return not position.state.battery_hexes & ~near


@enforces("13.2", "13.3.def", "13.3.side", "B6.2.six", "G6.1.sharp", "G6.2.grand", "G7.4.guns")
def _why_not_defend(position: Clash, guns: Guns, target: PlaceId, attackers: int) -> Refusal | None:
    """For a defender that it serves, not in Devil's Den, if an attacker stands in clear and not behind a
    steep or cut side. Sharpshooters need no such attacker by agreement."""
    rules, state = position.rules, position.state
    called = rules.roster.ids[guns.piece]
    if rules.rocks >> target & 1:
        return Refusal("G7.4.guns", "No artillery is used in Devil's Den.")
    if _is_massed(position, guns):
        return Refusal("G6.2.grand", "A grand battery attacks only.")
    defenders = sum(1 << unit for unit in defending(position, target))
    if not defenders & guns.serves and not _reaches(position, guns, target):
        return Refusal("13.2", f"{called} serves no unit in {name(position, target)}.")
    if guns.defence_only and rules.has("sharpshooters-any-ground"):
        return None
    places = [state.at[unit] for unit in places_in(attackers)]
    if not any(rules.clear >> place & 1 for place in places):
        return Refusal("13.3.def", "No attacker stands in clear.")
    if not any(rules.clear >> place & 1 and not _is_sheltered(position, place, target) for place in places):
        return Refusal("13.3.side", "The attackers in clear are behind a steep or cut side.")
    return None


def _reaches(position: Clash, guns: Guns, target: PlaceId) -> bool:
    """S.D. Lee's and Stuart's guns also defend whoever is near a unit of their own formation on the map."""
    if not guns.defends_within:
        return False
    near = position.rules.board.within(target, guns.defends_within)
    return any(near >> position.state.at[unit] & 1 for unit in on_map(position, guns.serves))


def _is_sheltered(position: Clash, place: PlaceId, target: PlaceId) -> bool:
    """Whether a steep or a cut side lies between two hexes."""
    rules = position.rules
    return bool((rules.steep[place] | rules.cuts[place]) >> target & 1)
