"""4. Object of the game: victory points, the end of a turn and the end of the game, with 13.5 and 13.6."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import NUMBER, SIDE, WORDS, Kind
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.games.vaevictis.points import Points, sum_of_points


def steps_lost(position: BullRun, side: int) -> int:
    """All steps that a side has lost."""
    return sum(position.state.losses[b] for b in position.rules.roster.of_side[side])


@enforces("4.2")
def points_for_losses(position: BullRun) -> list[Points]:
    """The side that lost fewer steps is rewarded for a clear difference."""
    difference = steps_lost(position, UNION) - steps_lost(position, CONFEDERATE)
    side = CONFEDERATE if difference > 0 else UNION
    for row in position.rules.tables["victory"]["loss_difference"]:
        if abs(difference) > row["more_than"]:
            return [Points(side, row["points"], f"{abs(difference)} steps fewer lost", "4.2")]
    return []


@enforces("4.3", "4.4")
def points_for_zones(position: BullRun) -> list[Points]:
    """Hills and towns, each to the side that controls it."""
    rules = position.rules
    found = []
    for zone in places_in(rules.objectives):
        side = UNION if position.state.northern >> zone & 1 else CONFEDERATE
        value = rules.worth[zone]
        found.append(Points(side, value, rules.objective_names[zone], "4.4" if value > 1 else "4.3"))
    return found


@enforces("13.2")
def points_for_maneuver(position: BullRun) -> list[Points]:
    """The North loses points when too few of its brigades have crossed Sudley Ford."""
    if not position.rules.has("historical-maneuver"):
        return []
    table = position.rules.tables["options"]
    crossed = position.state.flanked.bit_count()
    if crossed >= table["maneuver_brigades"]:
        return []
    words = f"only {crossed} brigades over Sudley Ford"
    return [Points(UNION, -table["maneuver_penalty"], words, "13.2")]


def victory_points(position: BullRun) -> list[Points]:
    """Every term of the score as it stands."""
    return points_for_zones(position) + points_for_losses(position) + points_for_maneuver(position)


def score(position: BullRun) -> tuple[int, int]:
    """The victory points of the Union and of the Confederates."""
    return sum_of_points(victory_points(position))


@enforces("13.6")
def watch_defeat(position: BullRun) -> None:
    """The first side with ten steps inflicted and seven or fewer lost wins at the end of the turn."""
    state = position.state
    if state.doomed >= 0 or not position.rules.has("automatic-defeat"):
        return
    table = position.rules.tables["options"]
    lost = (steps_lost(position, UNION), steps_lost(position, CONFEDERATE))
    for side in (UNION, CONFEDERATE):
        if lost[side] >= table["defeat_losses"] and lost[1 - side] <= table["defeat_own_losses"]:
            state.doomed = side
            position.emit("doomed", "13.6", side=SIDES[side])


@enforces("4.1", "5.1", "13.5", "13.6")
def end_of_turn(position: BullRun) -> None:
    """Go on to the next turn, or decide the game."""
    state = position.state
    if state.doomed >= 0:
        loser, winner = SIDES[state.doomed], SIDES[1 - state.doomed]
        position.finish(winner, "13.6", f"the {loser} side has lost too many steps")
        return
    union, confederate = score(position)
    is_close = abs(union - confederate) <= position.rules.tables["options"]["extra_turn_margin"]
    if state.turn == position.rules.turns and is_close and position.rules.has("extra-turn"):
        state.last_turn = state.turn + 1
        position.emit("extra_turn", "13.5", union=union, confederate=confederate)
    if state.turn < state.last_turn:
        state.turn += 1
        position.goto("turn_of_play", 0)
        return
    tied = SIDES.index(position.rules.tables["victory"]["tie"])
    winner_side = UNION if union > confederate else CONFEDERATE if confederate > union else tied
    position.finish(SIDES[winner_side], "4.1", f"victory points: Union {union}, Confederates {confederate}")


EVENTS = (
    Kind("doomed", "{side} has lost too many steps: the game ends with this turn.", {"side": SIDE}),
    Kind(
        "extra_turn",
        "Victory points {union} to {confederate}: an extra turn is played.",
        {"union": NUMBER, "confederate": NUMBER},
    ),
    Kind("game_over", "{winner} wins: {reason}.", {"winner": WORDS, "reason": WORDS}),
)
