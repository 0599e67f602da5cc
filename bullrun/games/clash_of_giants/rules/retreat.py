"""12.10 Retreats after combat, and the required retreats of 6.3.4 at the end of the operations."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, place_list, places_in, union_of
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import MARCH, PATH, PIECE, PIECES, PLACE, Kind, Verb
from bullrun.games.clash_of_giants.rules import second_bull_run
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import held_by, ids, may_stack, name, on_map
from bullrun.games.clash_of_giants.rules.reach import compass_steps
from bullrun.games.clash_of_giants.rules.scoring import eliminate, enter, lose_steps
from bullrun.games.clash_of_giants.rules.zones import overlooking, zone
from bullrun.games.sides import SIDES, UNION

Path = tuple[PlaceId, ...]


# --- 12.10 where a retreat leads


@enforces("12.10.dir", "12.10.hex", "12.10.zone", "12.10.cav", "B2.2", "G2.2", "B7.3.retreat")
def _next(position: Clash, unit: int, place: PlaceId) -> PlaceSet:
    """The hexes into which a retreat goes on from a hex: on the compass, over open sides, into no enemy, no
    entry hex, and into an enemy zone only where a friend stands. In required retreats the enemies' hexes and
    zones are those of the moment when all were judged."""
    rules = position.rules
    side = rules.roster.side[unit]
    enemies, zones = held_by(position, 1 - side), zone(position, 1 - side)
    then = position.state.closed[side]
    if then:
        enemies, zones = enemies | then, union_of(rules.zones, then)
    found = compass_steps(rules, side)[place] & ~rules.closed_sides[place] & ~rules.entry_hexes & ~enemies
    found &= ~zones | held_by(position, side)
    if rules.roster.cavalry >> unit & 1:
        for to in place_list(found):
            if rules.cavalry_barred(place, to):
                found &= ~(1 << to)
    return found


@enforces("12.10.away")
def _farther(position: Clash, unit: int, paths: dict[PlaceId, Path], hexes: int) -> dict[PlaceId, Path]:
    """One hex on from each of these paths, so that it ends `hexes` from the start. Of several paths to
    a hex the one counts that takes most victory hexes."""
    board, start = position.rules.board, position.state.at[unit]
    found: dict[PlaceId, Path] = {}
    for place, path in sorted(paths.items()):
        for to in places_in(_next(position, unit, place)):
            if board.distance(start, to) != hexes:
                continue
            new = (*path, to)
            if to not in found or _takes(position, unit, new) > _takes(position, unit, found[to]):
                found[to] = new
    return found


def _takes(position: Clash, unit: int, path: Path) -> int:
    """How many victory hexes a path enters that its side does not control."""
    rules, control = position.rules, position.state.control
    side = rules.roster.side[unit]
    return sum(
        rules.victory_set >> place & 1 and control[rules.victory_hexes.index(place)] != side for place in path
    )


@enforces("12.10.1")
def _length(position: Clash, unit: int, hexes: int) -> int:
    """How far a retreat of this length goes: at least three out of a town."""
    rules = position.rules
    in_town = rules.town >> position.state.at[unit] & 1
    return max(hexes, rules.tables["retreat"]["town"]) if in_town else hexes


@enforces("12.10.stack", "12.10.1", "B8.5.except")
def ends(position: Clash, unit: int, hexes: int) -> dict[PlaceId, Path]:
    """The ends of a unit's retreat of this length, with the way to each. Out of a town it goes at least
    three hexes, and out of the town if it can. Where it may not stop it goes on, hex by hex. Jackson's wing
    ends west of its limit only if it cannot end anywhere else."""
    rules, start = position.rules, position.state.at[unit]
    hexes = _length(position, unit, hexes)
    paths: dict[PlaceId, Path] = {start: ()}
    for far in range(1, hexes + 1):
        paths = _farther(position, unit, paths, far)
    found: dict[PlaceId, Path] = {}
    while paths:
        crowded: dict[PlaceId, Path] = {}
        for end, path in paths.items():
            (found if may_stack(position, unit, end) else crowded)[end] = path
        hexes += 1
        paths = _farther(position, unit, crowded, hexes)
    unwanted = [second_bull_run.west_of_limit(position, unit)]
    if rules.town >> start & 1:
        unwanted.append(rules.town)
    for places in unwanted:
        found = {end: path for end, path in found.items() if not places >> end & 1} or found
    return dict(sorted(found.items()))


@enforces("O.shortfall")
def _short(position: Clash, unit: int, hexes: int) -> dict[PlaceId, Path]:
    """The ends of a retreat that cannot be made in full: as far as it goes."""
    paths: dict[PlaceId, Path] = {position.state.at[unit]: ()}
    found: dict[PlaceId, Path] = {}
    for far in range(1, _length(position, unit, hexes)):
        paths = _farther(position, unit, paths, far)
        found = {end: path for end, path in paths.items() if may_stack(position, unit, end)} or found
    return dict(sorted(found.items()))


# --- the owner's choice


def _full(position: Clash, side: int) -> dict[int, dict[PlaceId, Path]]:
    """The units of a side that have to go and can, with their ends."""
    state = position.state
    units = on_map(position, state.falling_back & position.rules.roster.of_side[side])
    found = {unit: ends(position, unit, state.lengths[unit]) for unit in units}
    return {unit: ways for unit, ways in found.items() if ways}


def _cut_short(position: Clash, side: int) -> dict[int, dict[PlaceId, Path]]:
    """The same for those that cannot go all the way, where players agreed that this costs a step."""
    state = position.state
    if not position.rules.has("short-retreats", "step"):
        return {}
    units = on_map(position, state.falling_back & position.rules.roster.of_side[side])
    found = {unit: _short(position, unit, state.lengths[unit]) for unit in units}
    return {unit: ways for unit, ways in found.items() if ways}


def _asked(position: Clash, side: int, ways: dict[int, dict[PlaceId, Path]], rule: str) -> Decision:
    roster = position.rules.roster
    options: list[Action] = [
        ("retreat", roster.ids[unit], name(position, end)) for unit, found in ways.items() for end in found
    ]
    about = About(piece=options[0][1] if len(ways) == 1 else "")
    return Decision(SIDES[side], "Which unit retreats, and where?", options, rule, about=about)


@enforces("12.10.fail", "B8.8.lift", "O.shortfall")
def ask_retreats(position: Clash, frame: Frame) -> Decision | None:
    """The owner's units go one after the other, in his order. When nobody left has a full way, those left are
    eliminated, or, by agreement, stop short and lose a step."""
    side: int = frame[1]
    state = position.state
    ways = _full(position, side) or _cut_short(position, side)
    if ways:
        return _asked(position, side, ways, "12.10.dir")
    for unit in on_map(position, state.falling_back & position.rules.roster.of_side[side]):
        if position.rules.has("short-retreats", "step"):
            gone = lose_steps(position, unit, 1, "O.shortfall")
        else:
            eliminate(position, unit, "12.10.fail")
            gone = True
        if gone:
            second_bull_run.lost_in_defence(position, unit)
    state.falling_back = 0
    position.end()
    return None


def answer_retreats(position: Clash, frame: Frame, action: Action) -> None:
    """It goes; who stops short loses a step."""
    rules = position.rules
    unit, end = rules.roster.number[action[1]], rules.board.place(action[2])
    full = _full(position, frame[1])
    path = full[unit][end] if full else _cut_short(position, frame[1])[unit][end]
    position.state.falling_back &= ~(1 << unit)
    fall_back(position, unit, path, "12.10.dir")
    if not full and lose_steps(position, unit, 1, "O.shortfall"):
        second_bull_run.lost_in_defence(position, unit)


def fall_back(position: Clash, unit: int, path: Path, rule: str) -> None:
    """A unit retreats along a path."""
    state = position.state
    start = name(position, state.at[unit])
    enter(position, unit, path)
    state.moved |= 1 << unit
    state.fell_back |= 1 << unit
    position.emit(
        "retreated",
        rule,
        piece=position.rules.roster.ids[unit],
        path=[start, *(name(position, place) for place in path)],
    )


# --- 6.3.4 required retreats


@enforces("6.3.4.four", "6.3.4.simul")
def ask_required(position: Clash, frame: Frame) -> Decision | None:
    """All units that are overlooked now have to go, whoever goes first: Union, then Confederates."""
    rules, state = position.rules, position.state
    due = [
        unit
        for side in range(2)
        for unit in on_map(position, rules.roster.of_side[side])
        if overlooking(position, state.at[unit], side)
    ]
    position.end()
    if not due:
        return None
    state.falling_back = sum(1 << unit for unit in due)
    for unit in due:
        state.lengths[unit] = rules.tables["retreat"]["required"]
    state.closed = (held_by(position, 1), held_by(position, 0))
    position.emit("must_retreat", "6.3.4.who", pieces=ids(position, due))
    position.call("required_of", UNION)
    return None


@enforces("6.3.4.fail")
def ask_required_of(position: Clash, frame: Frame) -> Decision | None:
    """The units of one side go in the owner's order; who cannot make all four hexes stays and loses a
    step."""
    side: int = frame[1]
    state, roster = position.state, position.rules.roster
    ways = _full(position, side)
    if ways:
        return _asked(position, side, ways, "6.3.4.four")
    for unit in on_map(position, state.falling_back & roster.of_side[side]):
        lose_steps(position, unit, 1, "6.3.4.fail")
    state.falling_back &= ~roster.of_side[side]
    if side == UNION:
        position.goto("required_of", 1 - side)
        return None
    state.closed = (0, 0)
    state.fell_back = 0
    position.end()
    return None


def answer_required_of(position: Clash, frame: Frame, action: Action) -> None:
    """It goes its four hexes."""
    rules = position.rules
    unit, end = rules.roster.number[action[1]], rules.board.place(action[2])
    path = _full(position, frame[1])[unit][end]
    position.state.falling_back &= ~(1 << unit)
    fall_back(position, unit, path, "6.3.4.four")


# --- why not


def why_not_retreat(position: Clash, action: Action) -> Refusal | None:
    """Why a unit does not retreat there."""
    rules, state, frame = position.rules, position.state, position.state.frames[-1]
    unit = rules.roster.number.get(action[1]) if len(action) == 3 else None
    place = rules.board.find(action[2]) if len(action) == 3 else None
    if unit is None or unit >= rules.roster.unit_count or place is None:
        return Refusal("12.10.dir", "Name a unit and the hex where its retreat ends: retreat UNIT HEX.")
    facts = {"piece": action[1], "at": action[2]}
    if frame[0] == "riding_off":
        if not frame[1] >> unit & 1:
            return Refusal("14.3.when", f"{action[1]} is not asked whether it retreats before combat.", facts)
        hexes = rules.tables["cavalry"]["retreat_before_combat"]
    elif frame[0] not in ("retreats", "required_of") or not state.falling_back >> unit & 1:
        return Refusal("12.10.who", f"{action[1]} does not have to retreat.", facts)
    else:
        hexes = state.lengths[unit]
    side, at = rules.roster.side[unit], action[2]
    enemies = held_by(position, 1 - side) | state.closed[side]
    if (enemies | rules.entry_hexes) >> place & 1:
        return Refusal("12.10.hex", f"No retreat enters {at}.", facts)
    if rules.town >> state.at[unit] & 1 and hexes <= rules.tables["retreat"]["town"]:
        rule, hexes = "12.10.1", rules.tables["retreat"]["town"]
    else:
        rule = "12.10.away"
    if rules.board.distance(state.at[unit], place) < hexes:
        return Refusal(rule, f"{action[1]} retreats {hexes} hexes; {at} is not so far away.", facts)
    if not may_stack(position, unit, place):
        return Refusal("12.10.stack", f"{action[1]} cannot stop with those in {at}.", facts)
    if zone(position, 1 - side) >> place & 1 and not held_by(position, side) >> place & 1:
        return Refusal("12.10.zone", f"{at} is in an enemy zone, and no friend is there.", facts)
    return Refusal("12.10.dir", f"No way by the compass leads {action[1]} to {at} in {hexes} hexes.", facts)


PROCEDURES = {
    "retreats": Procedure(ask_retreats, answer_retreats),
    "required_retreats": Procedure(ask_required),
    "required_of": Procedure(ask_required_of, answer_required_of),
}
VERBS = (Verb("retreat", MARCH, (PIECE, PLACE), "Retreat {0} to {1}", "12.10.dir"),)
EVENTS = (
    Kind("retreated", "{piece} retreats: {path}.", {"piece": PIECE, "path": PATH}),
    Kind("must_retreat", "Overlooked, and have to retreat: {pieces}.", {"pieces": PIECES}),
)
WHY_NOT = {"retreat": why_not_retreat}
