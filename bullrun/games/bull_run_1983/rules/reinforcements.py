"""13. Reinforcements: groups that come by road, or by rail when on schedule."""

from __future__ import annotations

from typing import NamedTuple

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import PICK, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.bull_run_1983.rules.battlefield import GUNS, Battlefield, BullRun, in_sixths
from bullrun.games.bull_run_1983.rules.frozen import watch
from bullrun.games.bull_run_1983.rules.ground import control_zone, ground, ids, name, points_in, put, units_in
from bullrun.games.bull_run_1983.rules.leaders import pass_by
from bullrun.games.bull_run_1983.rules.losses import eliminate
from bullrun.games.bull_run_1983.rules.state import DUE
from bullrun.games.sides import SIDES

ROADS = ("road_major", "road_minor", "railroad")
EARLY = 2
"""How many turns before its hour a group can come, when hours are rolled for (O1)."""


class Group(NamedTuple):
    """Pieces that arrive together."""

    number: int
    title: str
    side: int
    turn: int
    """Scheduled turn, as an index on the track."""
    entry: PlaceId
    line: tuple[PlaceId, ...]
    """The railroad from the entry hex to where it must stop; empty for a group that comes by road."""
    uncertain: bool
    pieces: tuple[int, ...]
    costs: tuple[int, ...]
    """What each piece pays for the entry hex, in sixths."""


def groups(rules: Battlefield) -> list[Group]:
    """The scenario's reinforcements in the order of its file."""
    found: list[Group] | None = rules.memo.get("reinforcements")
    if found is None:
        found = rules.memo["reinforcements"] = _read_groups(rules)
    return found


def _read_groups(rules: Battlefield) -> list[Group]:
    board, number = rules.board, rules.roster.number
    found = []
    for index, entry in enumerate(rules.data.get("reinforcements", ())):
        place = board.place(entry["hex"])
        pieces = tuple(number[piece] for piece in entry["pieces"])
        rate = rules.tables["road_rate"]["major" if _road_out(board, place) == "road_major" else "minor"]
        found.append(
            Group(
                index,
                entry["title"],
                SIDES.index(entry["side"]),
                rules.track.index(entry["turn"]),
                place,
                _railroad(board, place, board.place(entry["rail_to"])) if entry["by"] == "rail" else (),
                entry["uncertain"],
                pieces,
                tuple(
                    in_sixths(rate["battery" if rules.movement_class(piece) == GUNS else "other"])
                    for piece in pieces
                ),
            )
        )
    return found


def _road_out(board: HexBoard, place: PlaceId) -> str:
    """The best kind of road that leaves the map in a hex."""
    kinds = {line.kind for line in board.lines if place in line.exits}
    return next(kind for kind in ROADS if kind in kinds)


def _railroad(board: HexBoard, start: PlaceId, end: PlaceId) -> tuple[PlaceId, ...]:
    for line in board.lines:
        if line.kind == "railroad" and {start, end} <= {line.path[0], line.path[-1]}:
            return line.path if line.path[0] == start else line.path[::-1]
    raise ValueError(f"no railroad from {board.name(start)} to {board.name(end)}")


@enforces("13.1")
def is_called(position: BullRun, group: Group) -> bool:
    """Whether a group's hour has come: by the clock, or by its roll (uncertain times)."""
    state = position.state
    if _is_rolled_for(position, group):
        return bool(state.events_done >> event_bit(group) & 1)
    return state.turn >= group.turn


def _is_rolled_for(position: BullRun, group: Group) -> bool:
    """Rolled arrivals come by rail at their roll or, once delayed, not at all (O1)."""
    return group.uncertain and position.rules.has("uncertain-times")


def event_bit(group: Group) -> int:
    """Where `events_done` remembers a group's roll; bit 0 is the unfreezing."""
    return group.number + 1


@enforces("13.11")
def _is_blocked(position: BullRun, group: Group) -> bool:
    return bool(control_zone(position, 1 - group.side) >> group.entry & 1)


def _due(position: BullRun, group: Group) -> list[int]:
    box = position.state.box
    return [piece for piece in group.pieces if box[piece] == DUE]


@enforces("13.4")
def arrive_by_rail(position: BullRun) -> None:
    """At the start of the Movement phase: groups on schedule come by rail. A group whose entry hex is in
    enemy control is delayed, and later enters by normal movement."""
    state = position.state
    for group in groups(position.rules):
        if group.side != state.side or state.arrived >> group.number & 1 or not is_called(position, group):
            continue
        if not _due(position, group):
            state.arrived |= 1 << group.number
        elif _is_blocked(position, group):
            position.emit(
                "reinforcements_delayed", "13.11", group=group.title, at=name(position, group.entry)
            )
        elif _comes_by_rail(position, group):
            take_the_cars(position, group)


@enforces("13.4")
def ask_trains(position: BullRun, frame: Frame) -> None:
    """After an automatic victory, if the players have agreed so: a group whose entry hex it has freed on
    schedule comes by rail after all."""
    position.end()
    for group in groups(position.rules):
        if (
            group.side == position.state.side
            and _comes_by_rail(position, group)
            and not _is_blocked(position, group)
        ):
            take_the_cars(position, group)
            ground(position).marches = None


def _comes_by_rail(position: BullRun, group: Group) -> bool:
    """Whether a group waits that is on schedule for the train."""
    return bool(
        group.line
        and position.state.turn == group.turn
        and not _is_rolled_for(position, group)
        and _due(position, group)
    )


@enforces("13.41", "13.42")
def take_the_cars(position: BullRun, group: Group) -> None:
    """The whole group goes to the end of the line, or to the last hex before enemy control, and moves no
    more this turn. It cannot choose: if the hex is too full then, room must be made before the phase ends."""
    state, rules = position.state, position.rules
    pieces = _due(position, group)
    travelled = _follow_the_line(position, group, pieces[0])
    stop = travelled[-1]
    for piece in pieces:
        put(position, piece, stop)
        state.active |= 1 << piece
        state.moved |= 1 << piece
        state.halted |= 1 << piece
        position.emit("arrived_by_rail", "13.41", piece=rules.roster.ids[piece], at=name(position, stop))
    if any(rules.roster.defense[piece] for piece in pieces):
        pass_by(position, group.side, travelled)
    if points_in(position, stop) > rules.stack_limit(stop):
        # Asked when the Movement phase is over: the frame lies beneath that of the phase.
        frames = state.frames
        index = max(i for i, frame in enumerate(frames) if frame[0] == "movement")
        frames.insert(index, ("excess", stop))


@enforces("4.82", "13.41")
def _follow_the_line(position: BullRun, group: Group, first: int) -> list[PlaceId]:
    """The hexes that the group passes and the one where it stops. Its first piece looks out from each in
    turn: what it turns up, from under a dummy too, may control the line ahead."""
    travelled: list[PlaceId] = []
    for place in group.line:
        if travelled and control_zone(position, 1 - group.side) >> place & 1:
            break
        travelled.append(place)
        put(position, first, place)
        watch(position, first)
    return travelled


@enforces("5.4")
def ask_excess(position: BullRun, frame: Frame) -> Decision | None:
    """A side that overstacks by no choice of its own gives up units until the hex is within the limit."""
    place: PlaceId = frame[1]
    side = position.state.side
    if points_in(position, place) <= position.rules.stack_limit(place):
        position.end()
        return None
    options: list[Action] = [("give-up", unit) for unit in ids(position, units_in(position, place, side))]
    question = f"{name(position, place)} holds too much: which unit do you give up?"
    return Decision(SIDES[side], question, options, "5.4")


def answer_excess(position: BullRun, frame: Frame, action: Action) -> None:
    """Give up one unit."""
    eliminate(position, position.rules.roster.number[action[1]], frame[1], "5.4")


@enforces("13.2", "13.3")
def entering(position: BullRun) -> list[tuple[int, PlaceId, int]]:
    """Pieces that must come on by road now: (piece, entry hex, road rate for it in sixths). They come
    unformed and with mobile battery pieces, are active, and the phase does not end while one can enter."""
    state = position.state
    found = []
    for group in groups(position.rules):
        if (
            group.side == state.side
            and not state.arrived >> group.number & 1
            and is_called(position, group)
            and not _is_blocked(position, group)
        ):
            for piece, cost in zip(group.pieces, group.costs, strict=True):
                if state.box[piece] == DUE:
                    found.append((piece, group.entry, cost))
    return found


def why_not_now(position: BullRun, piece: int, facts: dict[str, str]) -> Refusal | None:
    """Why a piece does not come on by road now, wherever it would go."""
    state, rules = position.state, position.rules
    group = next((group for group in groups(rules) if piece in group.pieces), None)
    if group is None or state.box[piece] != DUE or group.side != state.side:
        return Refusal("13.1", "It is no reinforcement of this side that waits to enter.", facts)
    if not is_called(position, group):
        if _is_rolled_for(position, group):
            return Refusal("O1", "It has not been rolled for with success yet.", facts)
        return Refusal("13.1", f"It is due at {rules.track[group.turn]}.", facts)
    if _is_blocked(position, group):
        return Refusal("13.11", f"Its entry hex {name(position, group.entry)} is in enemy control.", facts)
    return None


PROCEDURES = {"excess": Procedure(ask_excess, answer_excess), "trains": Procedure(ask_trains)}

VERBS = (Verb("give-up", PICK, (PIECE,), "Give up {0}", "5.4"),)

EVENTS = (
    Kind(
        "reinforcements_delayed",
        "{group} cannot enter: {at} is in enemy control.",
        {"at": PLACE, "group": WORDS},
    ),
    Kind(
        "arrived_by_rail",
        "{piece} comes by rail to {at}.",
        {"piece": PIECE, "at": PLACE},
        join=Join(("piece",), "{piece} come by rail to {at}."),
    ),
)
