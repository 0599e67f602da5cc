"""3 and 11.2. Object of the game: victory points, the end of a turn, a day and the game."""

from __future__ import annotations

from bullrun.board.places import PlaceSet, places_in
from bullrun.engine.ledger import enforces
from bullrun.engine.vocabulary import WORDS, Kind
from bullrun.games.secession_1862.rules.battlefield import Battlefield, SecondBullRun
from bullrun.games.sides import CONFEDERATE, SIDES, UNION
from bullrun.games.vaevictis.points import Points, sum_of_points

DRAW = "draw"


def losses_of(position: SecondBullRun, side: int) -> int:
    """The losses a side has suffered: those that show, and all of an eliminated brigade. Losses from the
    set-up count only when the players want it so."""
    rules = position.rules
    lost, gone, combat = position.state.losses, position.state.eliminated, rules.roster.combat
    brigades = rules.roster.of_side[side]
    losses = [combat[b] if gone >> b & 1 else lost[b] for b in brigades]
    if rules.has("starting-losses", "ignored"):
        losses = [max(0, n - rules.start_losses[b]) for b, n in zip(brigades, losses, strict=True)]
    return sum(losses)


def points_for_losses(position: SecondBullRun) -> list[Points]:
    """The side that has inflicted more scores, and more so when it is half as many again."""
    union, confederate = losses_of(position, UNION), losses_of(position, CONFEDERATE)
    side = UNION if confederate > union else CONFEDERATE
    inflicted, suffered = max(union, confederate), min(union, confederate)
    points = 0
    for row in position.rules.data["victory"]["losses"]:
        upper, lower = (int(part) for part in row["times"].split("/"))
        if inflicted * lower > suffered * upper:
            points = row["points"]
    if not points:
        return []
    rule = position.rules.data["rule"]
    return [Points(side, points, f"losses {inflicted} against {suffered}", rule)]


def controlled(position: SecondBullRun, side: int) -> PlaceSet:
    """The objectives that a side controls, its own and the other side's."""
    rules, taken = position.rules, position.state.taken
    return rules.objectives[side] & taken | rules.objectives[1 - side] & ~taken


def points_for_objectives(position: SecondBullRun) -> list[Points]:
    """Each side scores for its own objectives that it controls; if the players read it so, for those of the
    other side too that it has kept."""
    rules = position.rules
    worth = rules.data["victory"]["objective"]
    found = []
    for side in (UNION, CONFEDERATE):
        zones = controlled(position, side)
        if rules.has("objectives-counted", "own"):
            zones &= rules.objectives[side]
        for zone in places_in(zones):
            found.append(Points(side, worth, rules.objective_names[zone], "3.1"))
    return found


def objective_step(rules: Battlefield) -> int:
    """By how much the lead changes when an objective changes hands."""
    worth: int = rules.data["victory"]["objective"]
    return worth if rules.has("objectives-counted", "own") else 2 * worth


@enforces("11.2.1a")
def points_for_jones(position: SecondBullRun) -> list[Points]:
    """The Union is paid for division Jones."""
    if not position.state.jones:
        return []
    return [Points(UNION, position.rules.data["victory"]["jones"], "division Jones", "11.2.1a")]


def victory_points(position: SecondBullRun) -> list[Points]:
    """Every term of the score as it stands."""
    return points_for_objectives(position) + points_for_losses(position) + points_for_jones(position)


def score(position: SecondBullRun) -> tuple[int, int]:
    """The victory points of the Union and of the Confederates. Asked at every decision of a bot, so
    remembered."""
    state, known = position.state, position.rules.known_scores
    key = (state.taken, state.jones, state.eliminated, bytes(state.losses))
    found = known.get(key)
    if found is None:
        found = known[key] = sum_of_points(victory_points(position))
    return found


@enforces("8.F")
def end_of_turn(position: SecondBullRun) -> None:
    """Go on to the next turn, to the night, or decide the game."""
    state = position.state
    day = position.rules.days[state.day]
    if state.turn < day.last_turn:
        state.turn += 1
        position.goto("turn_of_play", 0)
    elif day.night:
        position.goto("night", 0)
    else:
        decide(position)


def decide(position: SecondBullRun) -> None:
    """A side that is far enough ahead has won; otherwise nobody has."""
    union, confederate = score(position)
    margin = position.rules.data["victory"]["margin"]
    winner = DRAW
    if abs(union - confederate) >= margin:
        winner = SIDES[UNION if union > confederate else CONFEDERATE]
    reason = f"victory points: Union {union}, Confederates {confederate}"
    position.finish(winner, position.rules.data["rule"], reason)


EVENTS = (Kind("game_over", "{winner}: {reason}.", {"winner": WORDS, "reason": WORDS}),)
