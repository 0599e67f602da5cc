"""Hints for a player: up to three plans with what they are expected to gain, and why, in words with rules.
Where the game proposes no plan for the question, the three options that gain most."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any, NamedTuple

from bullrun.bots.judging import values
from bullrun.bots.plans import Task, planner_of, propose
from bullrun.bots.search import USUAL, Budget, Outlook, compare
from bullrun.bots.seat import Seat
from bullrun.engine.action import Action
from bullrun.engine.position import Position

MOST = 3
WORLDS = 3
"""In so many imagined worlds options are tried where something is hidden."""


class Reason(NamedTuple):
    """A rule that speaks for a hint."""

    rule: str
    title: str
    says: str


class Hint(NamedTuple):
    """One plan or option as a player reads it."""

    name: str
    """The plan's; empty for a single option."""
    says: str
    """The plan in one sentence; empty for a single option, whose words the game has."""
    reasons: tuple[Reason, ...]
    gain: int
    """For a plan: worth expected after the turn and the reply, less that of the poorest plan compared. For an
    option: worth less that of the middling option."""
    error: int
    """The standard error of it; 0 when it is not an estimate."""
    unit: str
    """"percent": hundredths of a percent of the chance to win; "worth": the game's own units."""
    play_outs: int
    tasks: tuple[Task, ...] = ()
    """Who goes where to do what."""
    action: Action = ()
    """What it answers to the present question; empty when the plan says nothing about it."""


def hints(seat: Seat, seed: str, budget: Budget = USUAL) -> list[Hint]:
    """The best plans for the side that must decide, or the best options, best first."""
    random = Random(seed)
    position = seat.imagine(random)
    plans = propose(seat.game, position, seat.side, random)
    planner = planner_of(seat.game)
    if plans and planner is not None:
        plans += planner.settled(position, seat.side, plans[0])
    served = {plan: _served(seat, position, plan) for plan in plans}
    if not any(served.values()):
        return _options(seat, random)
    judged = [one for one in compare(seat, plans, budget, random, is_curious=True) if not one.is_repeat]
    floor = min((one.mean for one in judged if one.results), default=0.0)
    return [
        Hint(
            one.plan.name,
            one.plan.says,
            _reasons(seat, one.plan.rules),
            round(one.mean - floor) if one.results else 0,
            round(one.error) if len(one.results) > 1 else 0,
            "percent" if isinstance(seat.game, Outlook) else "worth",
            len(one.results),
            one.plan.tasks,
            served[one.plan],
        )
        for one in judged[:MOST]
    ]


def _served(seat: Seat, position: Position[Any, Any], plan: Any) -> Action:
    planner = planner_of(seat.game)
    if planner is None:
        return ()
    return planner.serve(position.copy(), seat.side, seat.decision, plan._replace()) or ()


def _options(seat: Seat, random: Random) -> list[Hint]:
    """The options that gain most at once, chance averaged, over a few worlds the side may be in."""
    sums: dict[int, list[float]] = {}
    sample = random.getrandbits(64)
    for _ in range(WORLDS):
        position = seat.imagine(random)
        # The same sample of a long list in every world: only then can worths be compared.
        drawn = Random(sample)
        for number, value in values(seat.game, position, seat.side, seat.decision, drawn):
            sums.setdefault(number, []).append(float(value))
    means = {number: sum(worths) / len(worths) for number, worths in sums.items()}
    middle = median(means.values())
    best = _different(seat, sorted(means, key=lambda number: (-means[number], number)))
    return [
        Hint(
            "",
            "",
            _reasons(seat, (seat.decision.rule,)),
            round(means[number] - middle),
            0,
            "worth",
            0,
            (),
            seat.decision.options[number],
        )
        for number in best
    ]


def _different(seat: Seat, ranked: list[int]) -> list[int]:
    """The first few that do something else or with somebody else; then the next best."""
    options = seat.decision.options
    first: dict[Action, int] = {}
    for number in ranked:
        first.setdefault(options[number][:2], number)
    chosen = sorted(first.values(), key=ranked.index)[:MOST]
    rest = [number for number in ranked[:MOST] if number not in chosen]
    return sorted([*chosen, *rest[: MOST - len(chosen)]], key=ranked.index)


def _reasons(seat: Seat, rules: tuple[str, ...]) -> tuple[Reason, ...]:
    ledger = seat.game.ledger
    known = [rule for rule in rules if rule in ledger]
    return tuple(Reason(rule, ledger[rule].title, ledger[rule].says) for rule in known)
