"""11.2.3 The night between the two days, in its five parts A to E."""

from __future__ import annotations

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.events import Join
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import CHOOSE, END, GAIN, NUMBER, PIECE, PLACE, Kind, Verb
from bullrun.games.secession_1862.rules.arrivals import enter, entry_goals
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from bullrun.games.secession_1862.rules.commanders import move_commander, push_all, push_commanders
from bullrun.games.secession_1862.rules.facing import arrive_in_retreat
from bullrun.games.secession_1862.rules.ground import (
    control_zone,
    enemies_met,
    full_zones,
    ground,
    put,
    set_routed,
    take_off,
)
from bullrun.games.secession_1862.rules.movement import march, march_mask, pass_through
from bullrun.games.secession_1862.rules.retreat import begin_retreat
from bullrun.games.secession_1862.rules.roster import NONE
from bullrun.games.secession_1862.rules.state import NIGHT, NOWHERE
from bullrun.games.sides import CONFEDERATE, SIDES, UNION

# The parts of the night, in order; the number is the local of the "night" frame. Part C has a second and a
# third round for brigades that are still in contact.
REST, RECOVER, PART, PART_AGAIN, PART_AT_LAST, MARCH, MOVE_OUT, MORNING = range(8)
DONE: Action = ("done",)


@enforces("11.2.3")
def ask_night(position: SecondBullRun, frame: Frame) -> None:
    """Go on with the next part of the night."""
    step: int = frame[1]
    state = position.state
    state.phase = NIGHT
    position.goto("night", step + 1)
    if step == REST:
        position.emit("phase", "11.2.3", phase="Night")
        position.emit("night", "11.2.3")
        rest(position)
    elif step == RECOVER:
        recover_losses(position)
    elif step in (PART, PART_AGAIN, PART_AT_LAST):
        part_the_lines(position, step == PART)
    elif step == MARCH:
        push_all(position)
        state.entered = ()
        position.call("night_march", CONFEDERATE, position.rules.tables["night"]["units"], 0)
        position.call("night_march", UNION, position.rules.tables["night"]["units"], 0)
    elif step == MOVE_OUT:
        position.call("move_out")
    else:
        state.day += 1
        state.turn = position.rules.days[state.day].first_turn
        position.goto("turn_of_play", 0)
        push_all(position)  # those whom the corps that moved out has left alone beside the enemy


# --- A and B ----------------------------------------------------------------------------------------


def rest(position: SecondBullRun) -> None:
    """A: all fatigue and rout markers are removed."""
    state = position.state
    state.fatigue[:] = bytes(len(state.fatigue))
    routed = list(places_in(state.routed))
    for brigade in reversed(routed):
        set_routed(position, brigade, False)
        arrive_in_retreat(position, brigade)


def recover_losses(position: SecondBullRun) -> None:
    """B: brigades with two or three losses recover one, those with more recover two; artillery none."""
    state = position.state
    table = position.rules.tables["night"]
    roster = position.rules.roster
    for brigade in range(roster.brigades):
        losses = state.losses[brigade]
        if roster.is_artillery[brigade] or not state.at[brigade] or losses < table["recovers_one_from"]:
            continue
        regained = 2 if losses >= table["recovers_two_from"] else 1
        state.losses[brigade] = losses - regained
        position.emit("night_recovery", "11.2.3", piece=roster.ids[brigade], losses=regained)


# --- C ------------------------------------------------------------------------------------------------


def may_remain(position: SecondBullRun, brigade: int) -> bool:
    """Whether a brigade in contact has favourable terrain and none of the enemies it touches has."""
    good = position.rules.favourable
    zone = position.state.at[brigade]
    met = enemies_met(position, zone, position.rules.roster.side[brigade])
    return bool(good >> zone & 1) and not good & met


def part_the_lines(position: SecondBullRun, first: bool) -> None:
    """C: brigades in contact go back from one another."""
    roster = position.rules.roster
    state = position.state
    in_touch = [
        b
        for b in range(roster.brigades)
        if state.at[b] and enemies_met(position, state.at[b], roster.side[b])
    ]
    choices = [b for b in in_touch if may_remain(position, b)]
    for brigade in sorted(in_touch, key=lambda b: (roster.side[b], b), reverse=True):
        threats = enemies_met(position, state.at[brigade], roster.side[brigade])
        if brigade not in choices:
            position.call("withdraw", brigade, 0, threats)
        elif first:
            position.call("withdraw", brigade, 1, threats)


def ask_withdraw(position: SecondBullRun, frame: Frame) -> Decision | None:
    """Go back a zone from the enemies touched before; a side that may remain decides."""
    _, brigade, free, threats = frame
    roster = position.rules.roster
    if not position.state.at[brigade]:
        position.end()
        return None
    if free:
        name = roster.ids[brigade]
        options = (("stay", name), ("withdraw", name))
        side = SIDES[roster.side[brigade]]
        return Decision(side, "Does it withdraw in the night?", options, "11.2.3", about=About(piece=name))
    position.end()
    begin_retreat(position, brigade, 1, threats, "11.2.3")
    return None


def answer_withdraw(position: SecondBullRun, frame: Frame, action: Action) -> None:
    if action[0] == "withdraw":
        position.goto("withdraw", frame[1], 0, frame[3])
    else:
        position.end()


# --- D ------------------------------------------------------------------------------------------------


def ask_night_march(position: SecondBullRun, frame: Frame) -> Decision | None:
    """D: up to three brigades of a side; first those that left the map come back, then others march, without
    forced march and not into enemy zones of control."""
    _, side, left, moved = frame
    state = position.state
    rules = position.rules
    groups: list[tuple[Action, PlaceSet]] = []
    if left:
        gone = [b for b in rules.roster.of_side[side] if state.exited >> b & 1]
        groups = _returning(position, side, gone)
        if not groups:
            groups = _marching(position, side, moved)
    if not groups:
        position.end()
        return None
    options = rules.zone_options(groups, (), (DONE,))
    return Decision(SIDES[side], "Which brigade marches in the night?", options, "11.2.3", left=left)


def _returning(position: SecondBullRun, side: int, gone: list[int]) -> list[tuple[Action, PlaceSet]]:
    rules = position.rules
    control = control_zone(position, 1 - side) | ground(position).held[1 - side]
    found: list[tuple[Action, PlaceSet]] = []
    for brigade in gone:
        for letter in rules.tables["night"]["entries"][SIDES[side]]:
            zone = rules.entries[letter]
            goals = 0 if control >> zone & 1 else entry_goals(position, brigade, zone)
            if goals:
                found.append((("return", rules.roster.ids[brigade], rules.board.names[zone]), goals))
    return found


def _marching(position: SecondBullRun, side: int, moved: int) -> list[tuple[Action, PlaceSet]]:
    rules = position.rules
    state = position.state
    control = control_zone(position, 1 - side)
    found = []
    for brigade in rules.roster.of_side[side]:
        if state.at[brigade] and not moved >> brigade & 1:
            points = night_points(position, brigade)
            goals = march_mask(position, side, state.at[brigade], points, True) & ~control
            goals &= ~full_zones(position, brigade)
            if goals:
                found.append((rules.move_prefix[brigade], goals))
    return found


def night_points(position: SecondBullRun, brigade: int) -> int:
    """The movement points of a night march."""
    dismounted = position.state.dismounted >> brigade & 1
    return position.rules.roster.points["dismounted"] if dismounted else position.rules.allowance[brigade]


def answer_night_march(position: SecondBullRun, frame: Frame, action: Action) -> None:
    _, side, left, moved = frame
    if action == DONE:
        position.end()
        return
    rules = position.rules
    state = position.state
    brigade = rules.roster.number[action[1]]
    position.goto("night_march", side, left - 1, moved | 1 << brigade)
    if action[0] == "return":
        state.exited &= ~(1 << brigade)
        state.eliminated &= ~(1 << brigade)
        position.emit("returned", "11.2.3", piece=action[1])
        enter(position, brigade, rules.board.place(action[2]), rules.board.place(action[3]))
        return
    goal = rules.board.place(action[2])
    points = night_points(position, brigade)
    way = march(position, side, state.at[brigade], points, True).path(goal)
    for zone in way:
        pass_through(position, side, zone)
    put(position, brigade, goal)
    position.emit("night_march", "11.2.3", piece=action[1], zone=action[2])
    position.call("orient", brigade)
    push_commanders(position, goal, 1 - side)


# --- E ------------------------------------------------------------------------------------------------


def corps_on_map(position: SecondBullRun, commander: int) -> list[int]:
    """The pieces of a corps on the map, its commander first."""
    at = position.state.at
    roster = position.rules.roster
    pieces = [commander, *(b for b in roster.of_side[UNION] if roster.corps[b] == commander)]
    return [piece for piece in pieces if at[piece]]


def ask_move_out(position: SecondBullRun, frame: Frame) -> Decision | None:
    """E: the Union moves out a corps of its choice, and all its independent brigades."""
    roster = position.rules.roster
    options = [
        ("move-out", roster.ids[commander])
        for commander in roster.corps_commanders[UNION]
        if corps_on_map(position, commander)
    ]
    if not options:
        move_out(position, [])
        position.end()
        return None
    return Decision(SIDES[UNION], "Which corps is moved out?", options, "11.2.3")


def answer_move_out(position: SecondBullRun, frame: Frame, action: Action) -> None:
    commander = position.rules.roster.number[action[1]]
    move_out(position, corps_on_map(position, commander))
    position.emit("moved_out", "11.2.3", piece=action[1])
    position.end()


def move_out(position: SecondBullRun, pieces: list[int]) -> None:
    """Take these pieces and the independent brigades off the map; they wait as reinforcements."""
    state = position.state
    rules = position.rules
    roster = rules.roster
    pieces = pieces + [b for b in roster.of_side[UNION] if roster.division[b] == NONE and state.at[b]]
    for piece in pieces:
        if piece < roster.brigades:
            take_off(position, piece)
        else:
            move_commander(position, piece, NOWHERE)
    for number, group in enumerate(rules.groups):
        if any(piece in group.pieces for piece in pieces):
            if group.night:
                state.away |= 1 << number
            else:
                # What has not come up yet of such a division waits with it.
                state.arrived |= 1 << number
                state.released &= ~(1 << number)


PROCEDURES = {
    "night": Procedure(ask_night),
    "withdraw": Procedure(ask_withdraw, answer_withdraw),
    "night_march": Procedure(ask_night_march, answer_night_march),
    "move_out": Procedure(ask_move_out, answer_move_out),
}

VERBS = (
    Verb("stay", END, (PIECE,), "{0} stays", "11.2.3"),
    Verb("withdraw", CHOOSE, (PIECE,), "{0} withdraws", "11.2.3", "night"),
    Verb("return", CHOOSE, (PIECE, PLACE, PLACE), "{0} comes back by {1} and goes to {2}", "11.2.3", "night"),
    Verb("move-out", CHOOSE, (PIECE,), "The corps of {0} moves out", "11.2.3", "night"),
)

EVENTS = (
    Kind("night", "Night falls; fatigue and rout are forgotten."),
    Kind(
        "night_recovery",
        "{piece} recovers {losses} in the night.",
        {"piece": PIECE, "losses": NUMBER},
        tone=GAIN,
        join=Join(("piece", "losses"), "In the night recover: {piece by losses}."),
    ),
    Kind("returned", "{piece} comes back to the field.", {"piece": PIECE}, tone=GAIN),
    Kind("night_march", "{piece} marches to {zone} in the night.", {"piece": PIECE, "zone": PLACE}),
    Kind(
        "moved_out", "The corps of {piece} leaves the field with the independent brigades.", {"piece": PIECE}
    ),
)
