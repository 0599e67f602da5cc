"""6 and 9. Operational movement: marked in the initiative phase, carried out in the administrative phase."""

from __future__ import annotations

from bullrun.board.places import PlaceId, PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import BEGIN, PICK, PIECE, Kind, Verb
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.facing import place_options
from bullrun.games.bull_run_1861.rules.ground import brigades_in, in_contact, is_extended
from bullrun.games.bull_run_1861.rules.movement import (
    arrive,
    arrive_together,
    march_goals,
    march_reach,
    tire,
    unknown_ford,
    walk,
)
from bullrun.games.bull_run_1861.rules.state import ADMINISTRATION, NO_HOST
from bullrun.games.sides import SIDES

# --- A: marking -----------------------------------------------------------------------------------


@enforces("6.6", "10.6.2")
def may_be_marked(position: BullRun, brigade: int) -> bool:
    """Neither fatigued nor in contact, and able to move: not an extended line, nor a Legion that moves
    with its host."""
    state = position.state
    zone = state.at[brigade]
    return bool(
        zone
        and not state.fatigue[brigade]
        and not is_extended(position, brigade)
        and not (brigade == position.rules.roster.legion and state.host != NO_HOST)
        and not in_contact(position, zone, position.rules.roster.side[brigade])
    )


def marked_zones(position: BullRun, side: int) -> dict[PlaceId, int]:
    """How many brigades of a side are marked in each zone."""
    zones: dict[PlaceId, int] = {}
    for brigade in places_in(position.state.operational):
        if position.rules.roster.side[brigade] == side:
            zone = position.state.at[brigade]
            zones[zone] = zones.get(zone, 0) + 1
    return zones


@enforces("6.7")
def candidates(position: BullRun, side: int) -> list[int]:
    """The brigades that a side can still mark: one zone for the South, two for the North."""
    table = position.rules.tables["operational"]
    zones = marked_zones(position, side)
    full = len(zones) >= table["zones"][SIDES[side]]
    found = []
    for brigade in position.rules.roster.of_side[side]:
        if position.state.operational >> brigade & 1 or not may_be_marked(position, brigade):
            continue
        marked = zones.get(position.state.at[brigade])
        if marked is None and full:
            continue
        if marked is None or marked < table["brigades_per_zone"]:
            found.append(brigade)
    return found


@enforces("6.4", "12.1")
def ask_mark(position: BullRun, frame: Frame) -> Decision | None:
    """Mark brigades one by one. On turn 1 of the historical placement some markers are compulsory."""
    side: int = frame[1]
    rules = position.rules
    state = position.state
    if state.turn == 1:
        for brigade in rules.data_operational:
            unmarked = rules.roster.side[brigade] == side and not state.operational >> brigade & 1
            if unmarked and may_be_marked(position, brigade):
                mark(position, brigade, "12.1")
    open_to = candidates(position, side)
    if not open_to:
        position.end()
        return None
    options = tuple(("mark", rules.roster.ids[brigade]) for brigade in open_to)
    question = "Mark a brigade for operational movement?"
    return Decision(SIDES[side], question, (*options, ("done",)), "6.4")


def answer_mark(position: BullRun, frame: Frame, action: Action) -> None:
    if action[0] == "done":
        position.end()
    else:
        mark(position, position.rules.roster.number[action[1]], "6.4")


@enforces("12.1")
def must_operate(position: BullRun) -> int:
    """The brigades that owe an operational movement: on turn 1 those that the historical placement marks."""
    if position.state.turn != 1:
        return 0
    return sum(1 << brigade for brigade in position.rules.data_operational)


def mark(position: BullRun, brigade: int, rule: str) -> None:
    """Put an operational movement marker on a brigade."""
    position.state.operational |= 1 << brigade
    position.emit("marked", rule, piece=position.rules.roster.ids[brigade])


# --- B: carrying out ------------------------------------------------------------------------------


@enforces("9.1")
def groups_of(position: BullRun, side: int) -> list[tuple[int, ...]]:
    """The brigades still marked; those in one zone form a group that moves and ends together."""
    zones: dict[PlaceId, list[int]] = {}
    for brigade in places_in(position.state.operational):
        if position.rules.roster.side[brigade] == side:
            zones.setdefault(position.state.at[brigade], []).append(brigade)
    return sorted(tuple(group) for group in zones.values())


@enforces("9.1", "12.1")
def ask_operations(position: BullRun, frame: Frame) -> Decision | None:
    """Choose the next group to move. Those left out stay and lose their markers, without fatigue; a group
    that owes its movement and has somewhere to go is not left out."""
    side: int = frame[1]
    groups = groups_of(position, side)
    if not groups:
        position.end()
        return None
    options = tuple(("operate", position.rules.roster.ids[group[0]]) for group in groups)
    question = "Which brigades carry out their operational movement?"
    if any(_owes(position, group) and _goals_at_start(position, group) for group in groups):
        return Decision(SIDES[side], question, options, "12.1")
    return Decision(SIDES[side], question, (*options, ("done",)), "9.1")


def _owes(position: BullRun, group: tuple[int, ...]) -> bool:
    owed = must_operate(position)
    return any(owed >> brigade & 1 for brigade in group)


def answer_operations(position: BullRun, frame: Frame, action: Action) -> None:
    state = position.state
    roster = position.rules.roster
    side: int = frame[1]
    groups = groups_of(position, side)
    if action[0] == "done":
        for group in groups:
            for brigade in group:
                state.operational &= ~(1 << brigade)
        position.end()
        return
    leader = roster.number[action[1]]
    group = next(group for group in groups if group[0] == leader)
    for brigade in group:
        state.operational &= ~(1 << brigade)
    position.call("operate", group, operational_points(position, group), state.at[leader], 0)


@enforces("6.5")
def operational_points(position: BullRun, group: tuple[int, ...]) -> int:
    """Twice the movement points of the slowest brigade."""
    factor: int = position.rules.tables["operational"]["movement_factor"]
    return factor * min(position.rules.roster.movement[brigade] for brigade in group)


def group_goals(position: BullRun, group: tuple[int, ...], points: int, start: PlaceId) -> PlaceSet:
    """Where a group can march: out of contact, to zones with room for all of it."""
    leader = group[0]
    side = position.rules.roster.side[leader]
    zone = position.state.at[leader]
    if in_contact(position, zone, side):
        return 0
    ford = unknown_ford(position, side, zone, start)
    return march_goals(position, leader, points, ford) & ~_too_small(position, group)


def operating_group(position: BullRun, brigade: int) -> tuple[tuple[int, ...], int, PlaceId] | None:
    """The group with which a brigade carries out its operational movement, now or when it is chosen, with the
    points it has left and the zone it started from; None if it does not."""
    state = position.state
    for frame in reversed(state.frames):
        if frame[0] == "operate" and brigade in frame[1]:
            return frame[1], frame[2], frame[3]
    if state.phase != ADMINISTRATION or not state.operational >> brigade & 1:
        return None
    groups = groups_of(position, position.rules.roster.side[brigade])
    group = next(group for group in groups if brigade in group)
    return group, operational_points(position, group), state.at[brigade]


def _goals_at_start(position: BullRun, group: tuple[int, ...]) -> PlaceSet:
    return group_goals(position, group, operational_points(position, group), position.state.at[group[0]])


@enforces("6.5", "9.1", "12.1")
def ask_operate(position: BullRun, frame: Frame) -> Decision | None:
    """Move the group on, or end. No command is needed, and neither a forced march nor an attack is
    possible; a zone of control stops it."""
    _, group, points, start, moved = frame
    state = position.state
    rules = position.rules
    leader = group[0]
    side = rules.roster.side[leader]
    zone = state.at[leader]
    goals = group_goals(position, group, points, start)
    name = rules.roster.ids[leader]
    after: tuple[Action, ...] = (("done", name),)
    limit = rules.tables["stacking"]["brigades"]
    owes = not moved and _owes(position, group)
    if owes or (moved and brigades_in(position, zone) > limit):
        after = ()
    if not goals:
        _end_operation(position, frame)
        return None
    options = place_options(position, [(("move", name), goals)], (), after)
    rule = "12.1" if owes else "6.5"
    return Decision(
        SIDES[side], "Where does the group march?", options, rule, about=About(piece=name), points=points
    )


def _too_small(position: BullRun, group: tuple[int, ...]) -> int:
    """Zones without room for the whole group."""
    brigades = sum(brigade != position.rules.roster.legion for brigade in group)
    if brigades < 2:
        return 0
    room = position.rules.tables["stacking"]["brigades"] - brigades
    taken = 0
    own = position.state.at[group[0]]
    for element in position.rules.roster.elements[position.rules.roster.side[group[0]]]:
        zone = position.state.at[element]
        if zone and zone != own and brigades_in(position, zone) > room:
            taken |= 1 << zone
    return taken


def answer_operate(position: BullRun, frame: Frame, action: Action) -> None:
    _, group, points, start, _ = frame
    rules = position.rules
    if action[0] == "done":
        _end_operation(position, frame)
        return
    leader = group[0]
    side = rules.roster.side[leader]
    zone = position.state.at[leader]
    ford = unknown_ford(position, side, zone, start)
    reach = march_reach(position, side, zone, points, ford)
    spent = walk(position, group, reach, rules.board.place(action[2]))
    position.goto("operate", group, points - spent, start, 1)
    if in_contact(position, position.state.at[leader], side):
        _end_operation(position, position.state.frames[-1])
    else:
        arrive(position, leader)


@enforces("6.5")
def _end_operation(position: BullRun, frame: Frame) -> None:
    """After an operational movement the brigades have Fatigue 2; then they take their lines and face."""
    _, group, _, _, moved = frame
    position.end()
    if not moved:
        return
    for brigade in group:
        tire(position, brigade, "6.5", position.rules.tables["operational"]["fatigue"])
    arrive_together(position, position.state.at[group[0]], group)


PROCEDURES = {
    "mark": Procedure(ask_mark, answer_mark),
    "operations": Procedure(ask_operations, answer_operations),
    "operate": Procedure(ask_operate, answer_operate),
}

VERBS = (
    Verb("mark", PICK, (PIECE,), "Mark {0} for operational movement", "6.4", "initiative"),
    Verb("operate", BEGIN, (PIECE,), "Operational movement of {0}", "9.1", "administration"),
)

EVENTS = (
    Kind(
        "marked",
        "{piece} is marked for operational movement.",
        {"piece": PIECE},
        join=Join(("piece",), "{piece} are marked for operational movement."),
    ),
)
