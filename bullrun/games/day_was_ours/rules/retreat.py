"""12.3 Retreat: hex by hex away from the enemy, by hard limits first and then by preferences in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bullrun.board.places import PlaceId, PlaceSet, places_in, set_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import MARCH, PATH, PIECE, PLACE, Kind, Verb
from bullrun.games.day_was_ours.rules.battlefield import Battlefield, Day
from bullrun.games.day_was_ours.rules.ground import is_mounted, mode, name, occupied, put, stack, zone
from bullrun.games.day_was_ours.rules.limits import is_closed, note_retreat, note_retreat_step
from bullrun.games.day_was_ours.rules.morale import NO_WAY, OWN_EDGE, break_up, hit, lose_markers
from bullrun.games.day_was_ours.rules.stacking import fits
from bullrun.games.day_was_ours.rules.state import ASIDE
from bullrun.games.sides import SIDES


def retreat(position: Day, unit: int, hexes: int, cause: PlaceId) -> None:
    """A unit retreats this number of hexes now, away from the hex that caused it."""
    position.call("retreat", unit, hexes, cause, (position.state.at[unit],), 0)


# --- where to -----------------------------------------------------------------------------------------


@enforces("12.3.path", "12.3.guns", "2.10g")
def open_hexes(position: Day, unit: int, been: Sequence[PlaceId]) -> PlaceSet:
    """What the hard limits leave: no enemy, no closed hexside, guns and mounted cavalry in and out of Woods
    by road only, no hex of this retreat again."""
    rules, at = position.rules, position.state.at[unit]
    way = mode(position, unit)
    found = rules.board.neighbour_set[at] & ~occupied(position, 1 - rules.roster.side[unit]) & ~set_of(been)
    for place in places_in(found):
        off_road = rules.needs_road(way, at, place) and not rules.roads[at] >> place & 1
        if off_road or not rules.may_stand(way, place) or is_closed(position, unit, at, place):
            found &= ~(1 << place)
    return found


@enforces("12.3.away", "12.3.engaged", "12.3.stack", "12.3.direction")
def retreat_hexes(position: Day, unit: int, cause: PlaceId, been: Sequence[PlaceId], last: bool) -> PlaceSet:
    """Where the next step may lead. Away from the cause, or as far if that cannot be, but never nearer; then
    each preference keeps the hexes that satisfy it if any does: no enemy next to it, room in the last hex,
    toward the own edges."""
    rules, board, at = position.rules, position.rules.board, position.state.at[unit]
    side = rules.roster.side[unit]
    possible = open_hexes(position, unit, been)
    far = board.distance(at, cause)
    found = _those(possible, lambda place: board.distance(place, cause) > far)
    if not found:
        found = _those(possible, lambda place: board.distance(place, cause) == far)
    found = found & ~zone(position, 1 - side) or found
    if last:
        found = _those(found, lambda place: fits(position, [unit], place)) or found
    toward = rules.tables.toward[side]
    return _those(found, lambda place: board.bearing(at, place) in toward) or found


def _those(places: PlaceSet, wanted: Callable[[PlaceId], bool]) -> PlaceSet:
    return set_of(place for place in places_in(places) if wanted(place))


def own_edge(rules: Battlefield, side: int) -> PlaceSet:
    """The hexes of the edges through which a side leaves."""
    found = 0
    for edge in rules.tables.own_edges[side]:
        found |= rules.board.regions[edge]
    return found


def has_way(position: Day, unit: int, cause: PlaceId) -> bool:
    """Whether a unit can retreat a hex and stay on the map."""
    at = position.state.at[unit]
    if own_edge(position.rules, position.rules.roster.side[unit]) >> at & 1:
        return False
    return bool(retreat_hexes(position, unit, cause, (at,), True))


# --- step by step -------------------------------------------------------------------------------------


@enforces("12.3.path", "12.3.none", "12.3.edge", "12.3.stack")
def ask_retreat(position: Day, frame: Frame) -> Decision | None:
    """Frame: (retreat, unit, hexes left, cause, hexes been in, Morale Hits to come)."""
    _, unit, left, cause, been, hits = frame
    rules, at = position.rules, position.state.at[unit]
    if not left:
        if not fits(position, [unit], at):
            position.goto("retreat", unit, 1, cause, been, hits)
            return None
        _arrive(position, frame)
        return None
    if own_edge(rules, rules.roster.side[unit]) >> at & 1:
        _lost(position, frame, OWN_EDGE, "12.3.edge")
        return None
    hexes = retreat_hexes(position, unit, cause, been, left == 1)
    if not hexes:
        _lost(position, frame, NO_WAY, "12.3.none")
        return None
    piece = rules.roster.ids[unit]
    return Decision(
        SIDES[rules.roster.side[unit]],
        f"Where does {rules.pieces[unit].name} retreat?",
        [("retreat", piece, name(position, place)) for place in places_in(hexes)],
        "12.3.direction",
        about=About(piece=piece),
    )


@enforces("12.3.hit", "16.3.9")
def answer_retreat(position: Day, frame: Frame, action: Action) -> None:
    """One hex; an Engaged one costs a Morale Hit in the end."""
    _, unit, left, cause, been, hits = frame
    to, start = position.rules.board.place(action[2]), position.state.at[unit]
    put(position, unit, to)
    position.state.driven |= 1 << unit
    if zone(position, 1 - position.rules.roster.side[unit]) >> to & 1:
        hits += position.rules.tables.engaged_retreat_hits
    position.goto("retreat", unit, left - 1, cause, (*been, to), hits)
    lift_chaos(position, start)
    if note_retreat_step(position, unit, to):
        lose_markers(position, unit)
        _tell(position, unit, (*been, to))
        position.end()


def _arrive(position: Day, frame: Frame) -> None:
    _, unit, _, _, been, hits = frame
    position.end()
    _tell(position, unit, been)
    note_retreat(position, unit)
    for _ in range(hits):
        if position.state.at[unit] > 0:
            hit(position, unit, "12.3.hit")


def _lost(position: Day, frame: Frame, how: str, rule: str) -> None:
    """The retreat cannot be completed."""
    _, unit, _, _, been, _ = frame
    position.end()
    _tell(position, unit, been)
    start = position.state.at[unit]
    break_up(position, unit, how, rule)
    lift_chaos(position, start)


def _tell(position: Day, unit: int, been: Sequence[PlaceId]) -> None:
    if len(been) > 1:
        path = [name(position, place) for place in been]
        position.emit("retreat", "12.3.path", piece=position.rules.roster.ids[unit], path=path)


@enforces("7.3.chaos.end")
def lift_chaos(position: Day, place: PlaceId) -> None:
    """Battlefield Chaos goes when the last unit has retreated out of its hex; it is not in the cup again
    before the next turn."""
    fog = position.rules.roster.fog
    if position.state.at[fog] == place and not stack(position, place):
        position.state.at[fog] = ASIDE
        position.emit("chaos_off", "7.3.chaos.end", at=name(position, place))


# --- why not ------------------------------------------------------------------------------------------


def why_not_retreat(position: Day, action: Action) -> Refusal | None:
    """Why a unit cannot retreat to a hex now."""
    frame, rules = position.state.frames[-1], position.rules
    if frame[0] != "retreat":
        return Refusal("12.3.path", "Nobody has to retreat now.")
    to = rules.board.find(action[2]) if len(action) == 3 else None
    if to is None or rules.roster.number.get(action[1]) != frame[1]:
        return Refusal("12.3.path", f"A retreat names {rules.roster.ids[frame[1]]} and the next hex.")
    _, unit, left, cause, been, _ = frame
    at, facts = position.state.at[unit], {"piece": action[1], "to": action[2]}
    if not rules.board.adjacent(at, to):
        return Refusal("12.3.path", "It retreats hex by hex.", facts)
    if occupied(position, 1 - rules.roster.side[unit]) >> to & 1:
        return Refusal("12.3.path", "An enemy unit is there.", facts)
    if to in been:
        return Refusal("12.3.path", "It has been there in this retreat.", facts)
    if is_closed(position, unit, at, to):
        return Refusal("12.3.path", "It may not cross that hexside.", facts)
    if not open_hexes(position, unit, been) >> to & 1:
        who = "Mounted cavalry goes" if is_mounted(position, unit) else "Guns go"
        return Refusal("12.3.guns", f"{who} into Woods and out of them by road only.", facts)
    return _why_not_preferred(position, unit, cause, been, left == 1, to)._replace(facts=facts)


def _why_not_preferred(
    position: Day, unit: int, cause: PlaceId, been: Sequence[PlaceId], last: bool, to: PlaceId
) -> Refusal:
    board, side = position.rules.board, position.rules.roster.side[unit]
    kept = list(places_in(retreat_hexes(position, unit, cause, been, last)))
    where = " or ".join(name(position, place) for place in kept)
    if all(board.distance(place, cause) > board.distance(to, cause) for place in kept):
        return Refusal("12.3.away", f"It must go further from {name(position, cause)}: {where}.")
    enemies = zone(position, 1 - side)
    if enemies >> to & 1 and not enemies >> kept[0] & 1:
        return Refusal("12.3.engaged", f"An enemy is next to that hex: {where}.")
    if last and not fits(position, [unit], to) and fits(position, [unit], kept[0]):
        return Refusal("12.3.stack", f"There is no room in that hex: {where}.")
    return Refusal("12.3.direction", f"Its side retreats toward its own edges: {where}.")


WHY_NOT = {"retreat": why_not_retreat}

PROCEDURES = {"retreat": Procedure(ask_retreat, answer_retreat)}

VERBS = (Verb("retreat", MARCH, (PIECE, PLACE), "{0} retreats to {1}", "12.3.path"),)

EVENTS = (
    Kind("retreat", "{piece} retreats: {path}.", {"piece": PIECE, "path": PATH}),
    Kind("chaos_off", "The chaos in {at} is over.", {"at": PLACE}),
)
