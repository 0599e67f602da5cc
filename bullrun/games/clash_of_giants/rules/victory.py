"""B4.1 and G4.1 The end of a turn and who has won: automatic victory where it is due, points for ground and
the totals after the last turn. Points as they are scored in play are in scoring.py."""

from __future__ import annotations

from fractions import Fraction

from bullrun.engine.action import Action
from bullrun.engine.decision import About, Decision
from bullrun.engine.frames import Procedure
from bullrun.engine.ledger import enforces
from bullrun.engine.state import Frame
from bullrun.engine.vocabulary import DIE, NUMBER, PLACE, SIDE, WORDS, Kind
from bullrun.games.clash_of_giants.rules import gettysburg
from bullrun.games.clash_of_giants.rules.battlefield import Clash
from bullrun.games.clash_of_giants.rules.ground import name
from bullrun.games.clash_of_giants.rules.scoring import add, controls, own_rule
from bullrun.games.clash_of_giants.rules.state import EXITED, NOBODY
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.mechanisms.dice import die, pips


@enforces("6.5", "B4.1.2.when", "B4.1.2.t17", "G4.1.2.when", "G4.1.2.t16")
def ask_turn_end(position: Clash, frame: Frame) -> Decision | None:
    """Automatic victory on the turns that the battle names; after the last turn then the ground."""
    state, rules = position.state, position.rules
    position.end()
    gettysburg.end_battery(position)
    if state.turn in rules.data["victory"]["checks"] and _won_at_once(position):
        return None
    if state.turn == rules.last_turn:
        position.call("ground_points", 0)
    return None


# --- automatic victory


def _won_at_once(position: Clash) -> bool:
    """Whether a side wins an automatic victory at the end of this turn; the game is over then."""
    return _by_all_hexes(position) or _by_target(position)


@enforces("B4.1.2.hexes", "B8.7.variant")
def _by_all_hexes(position: Clash) -> bool:
    """All victory hexes win before anything else counts; without Pope's Orders the Union wins by them at the
    end of the last turn only."""
    rules = position.rules
    if not rules.data["victory"]["all_hexes"]:
        return False
    for side in range(len(SIDES)):
        if not all(controls(position, side, place) for place in rules.victory_hexes):
            continue
        if side == UNION and rules.without_orders and position.state.turn < rules.last_turn:
            continue
        position.finish(SIDES[side], "B4.1.2.hexes", "it controls all victory hexes")
        return True
    return False


def toward_target(position: Clash, side: int) -> int:
    """The points that count for automatic victory: casualties, and at Second Bull Run the price of
    Williams."""
    state = position.state
    return state.casualties[side] + (state.williams if side == CONFEDERATE else 0)


@enforces("B4.1.2.target", "B4.1.2.own", "G4.1.2.target", "G4.1.1.geoav")
def target(position: Clash, side: int) -> int:
    """What a side needs: the battle's number and its opponent's Delay points. Its own count for nothing, nor
    does ground."""
    needed: int = position.rules.data["victory"]["target"]
    return needed + position.state.delays[1 - side]


@enforces("B4.1.2.both", "G4.1.2.both", "B8.7.variant")
def _by_target(position: Clash) -> bool:
    """Who has reached his target wins; of two the one with more casualty points, the Union if they are
    equal. Without Pope's Orders that is no way for the Union to win."""
    state, rules = position.state, position.rules
    reached = [side for side in range(2) if toward_target(position, side) >= target(position, side)]
    if rules.without_orders:
        reached = [side for side in reached if side != UNION]
    if not reached:
        return False
    winner = reached[0]
    if len(reached) > 1 and state.casualties[CONFEDERATE] > state.casualties[UNION]:
        winner = CONFEDERATE
    rule = own_rule(position, "4.1.2.both" if len(reached) > 1 else "4.1.2.target")
    counted = f"{toward_target(position, winner)} points against a target of {target(position, winner)}"
    position.finish(SIDES[winner], rule, counted)
    return True


@enforces("G4.1.2.exit", "G4.1.2.turns")
def check_exit(position: Clash) -> None:
    """Enough brigades that have left the map, in whatever turns, win at once."""
    rules, box = position.rules, position.state.box
    if "exit" not in rules.data:
        return
    gone = [unit for unit in range(rules.roster.unit_count) if box[unit] == EXITED]
    if len(gone) >= rules.data["exit"]["brigades"]:
        reason = f"{len(gone)} brigades have left the map"
        position.finish(rules.data["exit"]["side"], "G4.1.2.exit", reason)


# --- after the last turn


@enforces("B4.1.1.geo", "G4.1.1.geo")
def ask_ground(position: Clash, frame: Frame) -> Decision | None:
    """Each victory hex scores for its holder, in order: a fixed number of points, or by a die."""
    rules, state = position.rules, position.state
    number: int = frame[1]
    if number == len(rules.victory_hexes):
        position.end()
        _count(position)
        return None
    if state.control[number] == NOBODY:
        position.goto("ground_points", number + 1)
        return None
    place = rules.victory_hexes[number]
    if "hex_points" in rules.data["victory"]:
        _score_ground(position, number, rules.data["victory"]["hex_points"], 0)
        return None
    return die(f"Points for {name(position, place)}", "G4.1.1.geo", about=About(roll="ground"))


def answer_ground(position: Clash, frame: Frame, action: Action) -> None:
    """Half of the die, rounded down, and no less than the least."""
    data = position.rules.data["victory"]
    points = max(int(Fraction(data["hex_die"]) * pips(action)), data["hex_least"])
    _score_ground(position, frame[1], points, pips(action))


def _score_ground(position: Clash, number: int, points: int, thrown: int) -> None:
    state, rules = position.state, position.rules
    side = state.control[number]
    state.grounds = add(state.grounds, side, points)
    at, rule = name(position, rules.victory_hexes[number]), own_rule(position, "4.1.1.geo")
    position.goto("ground_points", number + 1)
    if thrown:
        position.emit("ground_roll", rule, at=at, die=thrown, points=points, side=SIDES[side])
    else:
        position.emit("ground", rule, at=at, points=points, side=SIDES[side])


def total(position: Clash, side: int) -> int:
    """All points of a side."""
    state = position.state
    own = state.bufords if side == UNION else state.williams
    return state.casualties[side] + state.delays[side] + state.grounds[side] + own


@enforces("B4.1.3", "G4.1.3", "B8.7.variant")
def _count(position: Clash) -> None:
    """More points win, and the Union wins a tie; without Pope's Orders the Confederates have won, since the
    Union did not hold all hexes."""
    union, confederate = total(position, UNION), total(position, CONFEDERATE)
    if position.rules.without_orders:
        position.finish(SIDES[CONFEDERATE], "B8.7.variant", "the Union does not control all victory hexes")
        return
    winner = UNION if union >= confederate else CONFEDERATE
    position.finish(SIDES[winner], own_rule(position, "4.1.3"), f"{union} Union points to {confederate}")


PROCEDURES = {
    "turn_end": Procedure(ask_turn_end),
    "ground_points": Procedure(ask_ground, answer_ground),
}
EVENTS = (
    Kind(
        "ground_roll",
        "Ground in {at}: a die of {die}, {side} +{points}.",
        {"at": PLACE, "die": DIE, "points": NUMBER, "side": SIDE},
    ),
    Kind("ground", "Ground in {at}: {side} +{points}.", {"at": PLACE, "points": NUMBER, "side": SIDE}),
    Kind("game_over", "{winner} wins: {reason}.", {"winner": WORDS, "reason": WORDS}),
)
