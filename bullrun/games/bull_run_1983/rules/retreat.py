"""7.8 Retreats: two hexes, away from the enemies fought where that is possible, and what kills on the way."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import About, Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, PATH, PIECE, PLACE, Kind, Verb
from bullrun.games.bull_run_1983.rules import brigades, frozen
from bullrun.games.bull_run_1983.rules.battlefield import BullRun
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, name, points_in, put, take_off
from bullrun.games.bull_run_1983.rules.leaders import call_rolls, come_along, pass_by
from bullrun.games.bull_run_1983.rules.losses import can_rally_from, eliminate, standing
from bullrun.games.bull_run_1983.rules.roster import BRIGADE, LEADER
from bullrun.games.bull_run_1983.rules.state import LOST
from bullrun.games.sides import SIDES

Threats = tuple[PlaceId, ...]

# --- where to -----------------------------------------------------------------------------------------


@enforces("7.82")
def _enterable(position: BullRun, side: int) -> PlaceSet:
    """Hexes that a retreating piece of a side can enter and live: on the map, no river, no enemy control.
    No other terrain matters."""
    rules = position.rules
    return rules.board.all & ~rules.rivers(position.state.trestle) & ~control_zone(position, 1 - side)


def _ways(position: BullRun, piece: int) -> PlaceSet:
    """Hexes that a piece may pass through: not fords, not ABATIS, and for a brigade piece no bridges."""
    rules, state = position.rules, position.state
    around = rules.board.neighbour_set[state.at[piece]]
    closed = rules.fords | state.abatis | _no_place_for(position, piece)
    return around & _enterable(position, rules.roster.side[piece]) & ~closed


def _no_place_for(position: BullRun, piece: int) -> PlaceSet:
    """A brigade piece cannot enter fords, bridges and ABATIS: it must break up to retreat there."""
    rules, state = position.rules, position.state
    if rules.roster.kind[piece] == BRIGADE:
        return rules.no_brigades(state.abatis, state.trestle)
    return 0


@enforces("7.8", "7.83", "11.54", "M1.1")
def safe_ends(position: BullRun, piece: int) -> PlaceSet:
    """Hexes exactly two away that a piece can reach without being eliminated. It may end on a ford or
    ABATIS but not pass one, and must not end overstacked."""
    rules, state = position.rules, position.state
    board, side, start = rules.board, rules.roster.side[piece], state.at[piece]
    ways = _ways(position, piece)
    if not ways:
        return 0
    ends = board.spread(ways) & board.within(start, 2) & ~board.within(start, 1)
    ends &= _enterable(position, side) & ~_no_place_for(position, piece)
    points = rules.roster.defense[piece]
    if points:
        for place in places_in(ends):
            if points_in(position, place) + points > rules.stack_limit(place):
                ends &= ~(1 << place)
    return ends


@enforces("7.81")
def retreat_ends(position: BullRun, piece: int, threats: Threats, as_far: int) -> PlaceSet:
    """Where a piece may retreat to. If any safe end is two hexes farther from every enemy fought, one of
    those; otherwise any safe end. With `as_far`, the publisher's reading for bombardments, the second best
    is not any end but one that no other end beats for all the batteries that fired."""
    ends = safe_ends(position, piece)
    if not ends or not threats:
        return ends
    board, start = position.rules.board, position.state.at[piece]
    away = ends
    for threat in threats:
        away &= ~board.within(threat, board.distance(start, threat) + 1)
    if away:
        return away
    return _farthest(position, ends, threats) if as_far else ends


def _farthest(position: BullRun, ends: PlaceSet, threats: Threats) -> PlaceSet:
    board = position.rules.board
    gaps = {end: [board.distance(end, threat) for threat in threats] for end in places_in(ends)}
    kept = 0
    for end, mine in gaps.items():
        beaten = any(
            other != mine and all(o >= m for o, m in zip(other, mine, strict=True)) for other in gaps.values()
        )
        if not beaten:
            kept |= 1 << end
    return kept


def death_places(position: BullRun, piece: int) -> list[PlaceId]:
    """The hexes from which a piece without a safe retreat can step to its death: that is the last hex it
    occupied (14.22). Only those are distinguished that decide whether it goes to the RALLY box."""
    rules, state = position.rules, position.state
    board, side, start = rules.board, rules.roster.side[piece], state.at[piece]
    around = board.neighbour_set[start]
    enterable = _enterable(position, side) & around
    places = list(places_in(enterable))
    if enterable != around or len(board.neighbours[start]) < 6:
        places.append(start)
    fates: dict[bool, list[PlaceId]] = {}
    for place in sorted(places):
        fates.setdefault(can_rally_from(position, piece, place), []).append(place)
    if len(fates) == 2:
        return [fates[True][0], fates[False][0]]
    return [start if start in places else places[0]]


# --- the retreats of one side -------------------------------------------------------------------------


def call_retreats(
    position: BullRun, side: int, units: tuple[int, ...], threats: Threats, as_far: int = 0
) -> None:
    """These units must retreat two hexes from enemies in the hexes `threats`."""
    if units:
        position.call("retreats", side, units, threats, as_far)


@enforces("8.42")
def ask_retreats(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (retreats, side, pieces still to go, threats, as_far). Pieces go one at a time in the order
    their owner likes; brigade pieces may break up to go separately (8.42)."""
    _, side, units, threats, as_far = frame
    pieces = sorted(standing(position, units))
    if not pieces:
        position.end()
        return None
    rules, state = position.rules, position.state
    roster, board = rules.roster, rules.board
    groups: list[tuple[Action, PlaceSet]] = []
    doomed: list[int] = []
    massed = [p for p in pieces if roster.kind[p] == BRIGADE]
    known: dict[tuple[PlaceId, int], PlaceSet] = {}
    for piece in pieces:
        key = (state.at[piece], -1 - piece if roster.kind[piece] == BRIGADE else roster.defense[piece])
        ends = known.get(key)
        if ends is None:
            ends = known[key] = retreat_ends(position, piece, threats, as_far)
        if ends:
            groups.append((("retreat", roster.ids[piece]), ends))
        elif roster.kind[piece] != BRIGADE:
            doomed.append(piece)
    if not groups:
        if massed:
            # What has no way out as one piece may have one in parts; the leader keeps his chance to roll.
            brigades.break_up(position, massed[0])
            return None
        places = death_places(position, doomed[0])
        if len(places) == 1:
            _perish(position, frame, doomed[0], places[0])
            return None
        doomed = doomed[:1]
    breaks: list[Action] = [("break", roster.ids[piece]) for piece in massed]
    deaths: list[Action] = [
        ("perish", roster.ids[piece], name(position, place))
        for piece in doomed
        for place in death_places(position, piece)
    ]
    return Decision(
        SIDES[side],
        "Which piece retreats, and where?" if groups else "No way out: where is the piece eliminated?",
        SetOptions(board.names, board.find, groups, breaks, deaths),
        "7.8" if groups else "7.74",
    )


def answer_retreats(position: BullRun, frame: Frame, action: Action) -> None:
    """One piece goes, perishes, or breaks up."""
    piece = position.rules.roster.number[action[1]]
    if action[0] == "break":
        brigades.break_up(position, piece)
    elif action[0] == "perish":
        _perish(position, frame, piece, position.rules.board.place(action[2]))
    else:
        _retreat(position, frame, piece, position.rules.board.place(action[2]))


def _without(position: BullRun, frame: Frame, piece: int) -> None:
    """The piece has gone: the others remain to be asked for."""
    _, side, units, threats, as_far = frame
    holder = position.state.holder
    left = tuple(unit for unit in units if piece not in (unit, holder[unit]))
    position.goto("retreats", side, left, threats, as_far)


def _retreat(position: BullRun, frame: Frame, piece: int, to: PlaceId) -> None:
    """Move a piece two hexes; where it matters, its owner says by which hex it goes."""
    ways = list(places_in(_ways(position, piece) & position.rules.board.neighbour_set[to]))
    differing = {_what_it_meets(position, piece, way, to): way for way in reversed(ways)}
    if len(differing) > 1:
        position.call("way", piece, to, tuple(sorted(differing.values())))
    else:
        _go(position, piece, ways[0], to)


def _what_it_meets(position: BullRun, piece: int, way: PlaceId, to: PlaceId) -> tuple[PlaceSet, PlaceSet]:
    """What a retreating piece turns up or catches on its way: face-down enemies in recon range (4.82) and
    lone enemy leaders next to it (12.3)."""
    state, rules, on = position.state, position.rules, ground(position)
    enemy = 1 - rules.roster.side[piece]
    hidden = 0
    for other in places_in(state.frozen & rules.roster.of_side[enemy]):
        hidden |= 1 << state.at[other]
    caught = 0
    if rules.roster.kind[piece] != LEADER:
        caught = on.leaders[enemy] & ~on.units[enemy] & rules.board.spread(1 << way | 1 << to)
    return hidden & (frozen.recon_range(position, way) | frozen.recon_range(position, to)), caught


def ask_way(position: BullRun, frame: Frame) -> Decision | None:
    """Frame: (way, piece, end of its retreat, hexes it may pass)."""
    _, piece, to, ways = frame
    roster = position.rules.roster
    return Decision(
        SIDES[roster.side[piece]],
        f"By which hex does it retreat to {name(position, to)}?",
        [("by", name(position, way)) for way in ways],
        "7.8",
        about=About(piece=roster.ids[piece]),
    )


def answer_way(position: BullRun, frame: Frame, action: Action) -> None:
    """The piece goes this way."""
    _, piece, to, _ = frame
    position.end()
    _go(position, piece, position.rules.board.place(action[1]), to)


def _go(position: BullRun, piece: int, through: PlaceId, to: PlaceId) -> None:
    rules, state = position.rules, position.state
    side, start = rules.roster.side[piece], state.at[piece]
    _without(position, state.frames[-1], piece)
    state.moved |= 1 << piece
    state.halted |= 1 << piece
    position.emit(
        "retreated",
        "7.8",
        piece=rules.roster.ids[piece],
        start=name(position, start),
        to=name(position, to),
        path=[name(position, through), name(position, to)],
    )
    for place in (through, to):
        put(position, piece, place)
        frozen.watch(position, piece)
    if rules.roster.kind[piece] != LEADER:
        pass_by(position, side, [through, to])
        come_along(position, side, start, to)


def _perish(position: BullRun, frame: Frame, piece: int, place: PlaceId) -> None:
    """A piece without a safe retreat is eliminated; leaders it leaves alone roll (12.5)."""
    _, side, _, threats, _ = frame
    start = position.state.at[piece]
    _without(position, frame, piece)
    if position.rules.roster.kind[piece] == LEADER:
        take_off(position, piece, LOST)
        position.emit("leader_lost", "7.83", piece=position.rules.roster.ids[piece], at=name(position, start))
        return
    eliminate(position, piece, place, "7.83")
    call_rolls(position, side, 1 << start, threats)


# --- why not ------------------------------------------------------------------------------------------


def why_not_retreat(position: BullRun, action: Action) -> Refusal | None:
    """Why a piece cannot retreat to a hex now."""
    rules, state = position.rules, position.state
    frame = state.frames[-1]
    if frame[0] != "retreats":
        return Refusal("7.8", "Nothing has to retreat now.")
    if len(action) != 3 or action[1] not in rules.roster.number or rules.board.find(action[2]) is None:
        return Refusal("7.8", "A retreat names a piece and a hex: retreat PIECE HEX.")
    _, side, units, threats, as_far = frame
    piece, to = rules.roster.number[action[1]], rules.board.place(action[2])
    facts = {"piece": action[1], "to": action[2]}
    if piece not in standing(position, units):
        return Refusal("7.8", "This piece does not have to retreat.", facts)
    start = state.at[piece]
    if rules.board.distance(start, to) != 2:
        return Refusal("7.8", "A retreat ends exactly two hexes away.", facts)
    if safe_ends(position, piece) >> to & 1:
        if retreat_ends(position, piece, threats, as_far) >> to & 1:
            return None
        return Refusal("7.81", "Another safe hex lies two hexes farther from every enemy it fought.", facts)
    closed = _no_place_for(position, piece)
    between = rules.board.neighbour_set[start] & rules.board.neighbour_set[to]
    bridges = closed & between & rules.bridges(state.trestle) & _enterable(position, side)
    if closed >> to & 1 or (bridges and not _ways(position, piece) & between):
        says = "A brigade piece cannot enter a ford, bridge or ABATIS: break it up first."
        return Refusal("8.52", says, facts)
    return Refusal("7.83", _what_kills(position, side, piece, to), facts)


def _what_kills(position: BullRun, side: int, piece: int, to: PlaceId) -> str:
    rules = position.rules
    if rules.rivers(position.state.trestle) >> to & 1:
        return "It would be eliminated in the river."
    if control_zone(position, 1 - side) >> to & 1:
        return "It would be eliminated by entering enemy control."
    if not _ways(position, piece) & rules.board.neighbour_set[to]:
        return "Every way there leads through a river, enemy control, a ford or an ABATIS."
    return f"It would be overstacked there: {points_in(position, to)} DP are in the hex."


WHY_NOT = {"retreat": why_not_retreat}

PROCEDURES = {
    "retreats": Procedure(ask_retreats, answer_retreats),
    "way": Procedure(ask_way, answer_way),
}

VERBS = (
    Verb("retreat", CHOOSE, (PIECE, PLACE), "{0} retreats to {1}", "7.8", "combat"),
    Verb("by", CHOOSE, (PLACE,), "By {0}", "7.8", "combat"),
    Verb("perish", CHOOSE, (PIECE, PLACE), "{0} is eliminated, counted in {1}", "7.8"),
)

EVENTS = (
    Kind(
        "retreated",
        "{piece} retreats from {start} to {to}.",
        {"piece": PIECE, "to": PLACE, "start": PLACE, "path": PATH},
    ),
)
