"""11. The moves of an activation: one unit after the other, in the owner's order. Where a unit can go is in
reach.py."""

from __future__ import annotations

from bullrun.board.places import PlaceId
from bullrun.engine.action import Action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import NOTHING, About, Decision, SetOptions
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import END, MARCH, PATH, PIECE, PLACE, WORDS, Kind, Verb
from bullrun.games.clash_of_giants.rules import reach, second_bull_run, victory
from bullrun.games.clash_of_giants.rules.battlefield import QUARTER, Clash
from bullrun.games.clash_of_giants.rules.ground import held_by, in_play, may_stack, name, take_off
from bullrun.games.clash_of_giants.rules.reach import OFF_MAP, Leg, legs_of
from bullrun.games.clash_of_giants.rules.scoring import enter
from bullrun.games.clash_of_giants.rules.state import ENTRY, EXITED, MODES, NOBODY, STILL
from bullrun.games.clash_of_giants.rules.state import MARCH as MARCHING
from bullrun.games.clash_of_giants.rules.zones import next_to_enemies, zone
from bullrun.games.sides import SIDES

DONE: Action = ("done",)
RATES = ("", "11.6.rate", "11.7.rate", "11.3.clear", "11.5.start")
"""The rule of each of MODES."""
KINDS = ("move", "march", "withdraw", "exit")
"""The verbs, in the order of the fields of Legs."""
EXIT = KINDS.index("exit")


@enforces("11.1", "B8.5.back")
def ask_moves(position: Clash, frame: Frame) -> Decision | None:
    """Units that have not ended their moves, each with its ends; the activation's moves are over when the
    owner says so or nobody can move. Who must return east goes first."""
    state = position.state
    units = in_play(position, state.active & ~state.halted)
    owing = [unit for unit in units if reach.must_return(position, unit)]
    legs = [(position.rules.roster.ids[unit], reach.legs_of(position, unit)) for unit in owing or units]
    if not any(kinds.any() for _, kinds in legs):
        _all_done(position)
        return None
    board = position.rules.board
    groups = [
        ((verb, called), ways.ends)
        for called, kinds in legs
        for verb, ways in zip(KINDS[:EXIT], kinds[:EXIT], strict=True)
        if ways
    ]
    after: list[Action] = [
        ("exit", called) if end == OFF_MAP else ("exit", called, board.names[end])
        for called, kinds in legs
        for end in sorted(kinds.exits, key=lambda end: end == OFF_MAP)
    ]
    if not owing:
        after.append(DONE)
    moving = position.rules.roster.ids[state.moving] if state.moving != NOBODY else ""
    return Decision(
        SIDES[state.side],
        "Which unit moves, and where?",
        SetOptions(board.names, board.find, groups, (), after),
        "11.1",
        about=About(piece=moving) if moving else NOTHING,
    )


def answer_moves(position: Clash, frame: Frame, action: Action) -> None:
    """Who moves ends the move of whoever moved before."""
    if action == DONE:
        _all_done(position)
        return
    rules, state = position.rules, position.state
    unit = rules.roster.number[action[1]]
    end = OFF_MAP if len(action) == 2 else rules.board.place(action[2])
    leg = legs_of(position, unit)[KINDS.index(action[0])][end]
    if state.moving not in (NOBODY, unit):
        state.halted |= 1 << state.moving
    state.moving = unit
    walk(position, unit, leg)
    if action[0] == "exit":
        _leave(position, unit, end)


def walk(position: Clash, unit: int, leg: Leg) -> None:
    """A unit goes along a leg and pays for it; its move is over where it has to stop."""
    state = position.state
    start = name(position, state.at[unit])
    state.spent[unit] += leg.cost
    state.mode[unit] = leg.mode
    state.moved |= 1 << unit
    if leg.last:
        state.halted |= 1 << unit
    if leg.path:
        enter(position, unit, leg.path)
        position.emit(
            "moved",
            RATES[leg.mode],
            piece=position.rules.roster.ids[unit],
            path=[start, *(name(position, place) for place in leg.path)],
            mode=MODES[leg.mode],
            cost=in_points(leg.cost),
        )


def in_points(quarters: int) -> str:
    """5 -> "1 1/4"."""
    whole, rest = divmod(quarters, QUARTER)
    part = ("", "1/4", "1/2", "3/4")[rest]
    return f"{whole} {part}".strip() if whole else part or "0"


@enforces("G4.1.2.gone")
def _leave(position: Clash, unit: int, end: PlaceId) -> None:
    """It is off the map for good, and no loss."""
    at = name(position, end or position.state.at[unit])
    take_off(position, unit, EXITED)
    position.emit("exited", "G4.1.2.gone", piece=position.rules.roster.ids[unit], at=at)
    victory.check_exit(position)


def _all_done(position: Clash) -> None:
    state = position.state
    state.halted |= state.active
    state.moving = NOBODY
    position.end()


# --- why not


def why_not_move(position: Clash, action: Action) -> Refusal | None:
    """Why a unit cannot do this."""
    rules, state = position.rules, position.state
    unit = rules.roster.number.get(action[1]) if len(action) > 1 else None
    if unit is None or unit >= rules.roster.unit_count:
        return Refusal("11.1", f"Name a unit and a hex: {action[0]} UNIT HEX.")
    facts = {"piece": action[1]}
    if position.state.frames[-1][0] != "moves":
        return Refusal("11.1", "Units move in the activation of their formation, before its combat.", facts)
    if not state.active >> unit & 1:
        return Refusal("6.3.order", f"{action[1]} is not activated now.", facts)
    if state.halted >> unit & 1:
        return Refusal("11.1", f"{action[1]} has ended its move.", facts)
    if action[0] == "exit":
        return _why_not_exit(position, unit, action)
    place = rules.board.find(action[2]) if len(action) == 3 else None
    if place is None:
        return Refusal("11.1", f"Name a unit and a hex: {action[0]} UNIT HEX.", facts)
    facts["at"] = action[2]
    reason = _why_not_mode(position, unit, action[0]) or _why_not_into(position, unit, place, action[0])
    if reason is None:
        reason = ("11.1", f"{action[1]} does not get to {action[2]} with the points it has left.")
    return Refusal(*reason, facts)


def _why_not_mode(position: Clash, unit: int, verb: str) -> tuple[str, str] | None:
    state = position.state
    called = position.rules.roster.ids[unit]
    if verb == "march" and not reach.may_march(position, unit):
        return "11.6.first", f"{called} does not leave its entry hex in its turn of arrival: it cannot march."
    if verb == "move" and state.mode[unit] == MARCHING:
        return "11.6.only", f"{called} is on a march and moves in no other way in this activation."
    if verb == "withdraw":
        if not state.zoned >> unit & 1:
            return "11.5.start", f"{called} did not begin in an enemy zone."
        if reach.is_out_of_command(position, unit):
            return "11.5.ooc", f"{called} is out of command and cannot withdraw."
        if state.mode[unit] != STILL:
            return "11.5.start", f"{called} has begun to move in another way."
    return None


def _why_not_into(position: Clash, unit: int, place: PlaceId, verb: str) -> tuple[str, str] | None:
    rules, state = position.rules, position.state
    side, at, called = rules.roster.side[unit], name(position, place), rules.roster.ids[unit]
    if state.at[unit] == place:
        return "11.1", f"{called} stands in {at}."
    if rules.entry_hexes >> place & 1:
        return "9.5", f"{at} is an entry hex."
    if held_by(position, 1 - side) >> place & 1:
        return "11.2", f"The enemy is in {at}."
    near = next_to_enemies(position, side) >> place & 1
    if near and verb == "march":
        return "11.6.enemy", f"{at} is next to an enemy."
    if near and reach.is_out_of_command(position, unit):
        return "10.4.cm", f"{at} is next to an enemy, and {called} is out of command."
    if near and verb == "withdraw":
        return "11.5.end", f"{at} is next to an enemy."
    if zone(position, 1 - side) >> place & 1 and state.zoned >> unit & 1:
        return "8.2.leave", f"{called} began in an enemy zone and enters no other."
    if zone(position, 1 - side) >> place & 1 and reach.is_calm(position):
        return "15.1.calm", f"{at} is in an enemy zone, and it is night."
    if verb == "march":
        return _why_not_march(position, unit, place)
    if second_bull_run.west_of_limit(position, unit) >> place & 1:
        return "B8.5.limit", f"{called} does not end its activation west of the limit of Jackson's wing."
    if second_bull_run.west_closed(position, unit) >> place & 1:
        return "B9.4.col21", f"{called} does not go so far west this turn."
    if not may_stack(position, unit, place):
        return "7.1.end", f"{called} cannot end with those in {at}."
    if verb == "withdraw":
        return "11.5.one", f"{called} has no door and no way by the compass to {at} with its points."
    return _why_not_ground(position, unit, place)


def _why_not_march(position: Clash, unit: int, place: PlaceId) -> tuple[str, str]:
    rules = position.rules
    side, at = rules.roster.side[unit], name(position, place)
    if not rules.roads[place]:
        return "11.6.first", f"No road leads to {at}, and a march stays on roads."
    if held_by(position, side) >> place & 1:
        return "11.6.empty", f"{at} is not empty."
    if held_by(position, side) & rules.board.neighbour_set[place] and not rules.town >> place & 1:
        return "11.6.gap", f"A march comes no closer to a friend on its road than two hexes: not to {at}."
    return "11.6.rate", f"No march leads to {at} with the points that are left."


def _why_not_ground(position: Clash, unit: int, place: PlaceId) -> tuple[str, str] | None:
    rules, start = position.rules, position.state.at[unit]
    cavalry = rules.roster.cavalry >> unit & 1
    at, called = name(position, place), rules.roster.ids[unit]
    if rules.round_top >> place & 1 and not rules.round_top >> start & 1:
        return "G7.5", f"{at} takes all points of a unit that starts next to it."
    if cavalry and rules.rocks >> place & 1:
        return "G7.4.cav", f"{called} is cavalry and does not enter {at}."
    if rules.board.neighbour_set[start] >> place & 1:
        if rules.closed_sides[start] >> place & 1:
            river = rules.rivers[start] >> place & 1
            rule = "11.3.river" if river else "G7.2.move" if rules.cuts[start] >> place & 1 else "B7.2.move"
            return rule, f"The side between {name(position, start)} and {at} is closed."
        if cavalry and rules.cavalry_barred(start, place):
            return "11.8.cav", f"{called} is cavalry: it enters and leaves woods by road only."
    return None


def _why_not_exit(position: Clash, unit: int, action: Action) -> Refusal:
    rules, state = position.rules, position.state
    facts = {"piece": action[1]}
    if "exit" not in rules.data or SIDES[rules.roster.side[unit]] != rules.data["exit"]["side"]:
        return Refusal("9.5", "Nobody of this side leaves the map.", facts)
    if state.mode[unit] == MARCHING:
        return Refusal("G4.1.2.zone", f"{action[1]} is on a march and does not leave the map.", facts)
    waiting = [u for u in range(rules.roster.unit_count) if state.box[u] == ENTRY]
    if len(action) == 3 and any(name(position, state.at[u]) == action[2] for u in waiting):
        return Refusal("G4.1.2.cost", f"Somebody waits in {action[2]}.", facts)
    return Refusal("G4.1.2.cost", f"{action[1]} does not get to the exit with a point to spare.", facts)


PROCEDURES = {"moves": Procedure(ask_moves, answer_moves)}
VERBS = (
    Verb("move", MARCH, (PIECE, PLACE), "Move {0} to {1}", "11.1", "operations"),
    Verb("march", MARCH, (PIECE, PLACE), "March {0} to {1}", "11.6.first", "operations"),
    Verb("withdraw", MARCH, (PIECE, PLACE), "Withdraw {0} to {1}", "11.5.start", "operations"),
    Verb("exit", MARCH, (PIECE,), "Take {0} off the map", "G4.1.2.cost", "operations"),
    Verb("exit", MARCH, (PIECE, PLACE), "Take {0} off the map by {1}", "G4.1.2.cost", "operations"),
    Verb("done", END, (), "End the moves", "11.1", "operations"),
)
EVENTS = (
    Kind(
        "moved",
        "{piece} moves: {path} ({mode}, cost {cost}).",
        {"piece": PIECE, "path": PATH, "mode": WORDS, "cost": WORDS},
    ),
    Kind("exited", "{piece} leaves the map at {at}.", {"piece": PIECE, "at": PLACE}),
)
WHY_NOT = dict.fromkeys(KINDS, why_not_move)
