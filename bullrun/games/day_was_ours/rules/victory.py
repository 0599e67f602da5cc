"""Points and winning: objectives at a turn's end, losses at the end of the game, and the margin."""

from __future__ import annotations

from bullrun.board.places import places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import NUMBER, PLACE, SIDE, WORDS, Kind
from bullrun.games.day_was_ours.rules.battlefield import Day
from bullrun.games.day_was_ours.rules.ground import name
from bullrun.games.day_was_ours.rules.lull import in_lull, is_after_lull
from bullrun.games.day_was_ours.rules.state import LEFT_MAP, LOST
from bullrun.games.sides import CONFEDERATE, SIDE_NAMES, SIDES, UNION

RULES = {
    "matthews-hill": ("16.1.vp", "16.1.win"),
    "henry-house-hill": ("16.2.vp", "16.2.win"),
    "whole-battle": ("16.3.vp", "16.3.win"),
}
"""The rules about points and about winning, by scenario."""


def rule_of_points(position: Day) -> str:
    return RULES[position.rules.scenario][0]


def rule_of_winning(position: Day) -> str:
    return RULES[position.rules.scenario][1]


def book(position: Day, side: int, points: int) -> None:
    """Add points to a side's tally; a point that one side pays is a point for the other."""
    held = position.state.points
    position.state.points = (held[0] + points, held[1]) if side == UNION else (held[0], held[1] + points)


def objective_points(position: Day) -> list[tuple[int, int, int]]:
    """What the objectives pay now: (number of the objective, side, points). None on lull turns."""
    if in_lull(position):
        return []
    after = is_after_lull(position)
    found = []
    for number, objective in enumerate(position.rules.plan.objectives):
        side = position.state.control[number]
        points = (objective.after if after else objective.before)[side] if side >= 0 else 0
        if points:
            found.append((number, side, points))
    return found


@enforces("16.1.vp", "16.2.vp", "16.3.vp", "O.barnard", "O.march", "O.courier", "O.patterson")
def score_objectives(position: Day) -> None:
    """At a turn's end every objective pays the side that controls it."""
    rule = rule_of_points(position)
    for number, side, points in objective_points(position):
        book(position, side, points)
        place = position.rules.plan.objectives[number].place
        position.emit("scored", rule, side=SIDES[side], points=points, at=name(position, place))


@enforces("10.12", "16.3.9")
def losses(position: Day, side: int) -> int:
    """Units of a side that cost a point each: on the Broken Track, eliminated, or (by an option) gone from
    the map; not Rogers and Latham when their rule removed them, nor units that never entered."""
    counted = [box for box in LOST if box != LEFT_MAP or position.rules.has("left-map-scores", "yes")]
    roster = position.rules.roster
    return sum(position.state.at[unit] in counted for unit in places_in(roster.units & roster.of_side[side]))


@enforces("16.1.win", "16.2.win", "16.3.win")
def finish(position: Day) -> None:
    """After the last turn losses are counted, and the margin decides."""
    plan, rule = position.rules.plan, rule_of_winning(position)
    for side in (UNION, CONFEDERATE):
        lost = losses(position, 1 - side) * plan.for_each_loss
        book(position, side, lost)
        position.emit("scored_losses", rule, side=SIDES[side], points=lost)
    union, confederate = position.state.points
    reason = f"{SIDE_NAMES['union']} {union} points, {SIDE_NAMES['confederate']} {confederate}"
    if abs(union - confederate) >= plan.margin:
        winner = SIDES[UNION if union > confederate else CONFEDERATE]
    else:
        winner, reason = "draw", f"{reason}; a lead of {plan.margin} wins"
    position.finish(winner, rule, reason)


EVENTS = (
    Kind("scored", "{side}: {points} for {at}.", {"side": SIDE, "points": NUMBER, "at": PLACE}),
    Kind("scored_losses", "{side}: {points} for enemy losses.", {"side": SIDE, "points": NUMBER}),
    Kind("control", "{side} takes control of {at}.", {"side": SIDE, "at": PLACE}),
    Kind("game_over", "The game is over: {winner} ({reason}).", {"winner": WORDS, "reason": WORDS}),
)
