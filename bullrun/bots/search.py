"""Plans compared by playing them out: the side's own turn under the plan, the enemy's reply, and the worth
of what is left. Every plan meets the same imagined worlds and the same dice, so that chance differs little
between them; the poorer half drops out as the budget is used up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bullrun.bots.plans import Plan, propose
from bullrun.bots.seat import Seat
from bullrun.engine.chance import weighted_index
from bullrun.engine.game import Game
from bullrun.engine.position import Position

DEFAULT_NODES = 24
REPLIES = 1
"""So many turns of the enemy are played after the side's own."""
CAP = 20_000
"""A position worth more than this counts as this: a win is a win."""
LONGEST = 2_000
"""No play-out takes more decisions than this."""


class Budget(NamedTuple):
    """How long to think about one turn. With nodes alone the answer depends on nothing else."""

    nodes: int
    """Play-outs at most."""
    seconds: float | None = None
    """Time at most; a play-out under way when it ends is thrown away."""


USUAL = Budget(DEFAULT_NODES)


@dataclass
class Judged:
    """A plan and what came of it."""

    plan: Plan
    results: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The average worth afterwards."""
        return sum(self.results) / len(self.results) if self.results else float("-inf")

    @property
    def error(self) -> float:
        """The standard error of the average."""
        n = len(self.results)
        if n < 2:
            return float("inf")
        mean = self.mean
        return sqrt(sum((r - mean) ** 2 for r in self.results) / (n - 1) / n)


@runtime_checkable
class Outlook(Protocol):
    """A game that judges positions between two turns better than by what single moves gain."""

    def outlook(self, position: Position[Any, Any], side: str) -> int:
        """How the position stands for a side."""


class OutOfTime(Exception):
    """The clock ended a play-out."""


def compare(seat: Seat, plans: Sequence[Plan], budget: Budget, random: Random) -> list[Judged]:
    """All plans with their results, the one to take first. Halving: each stage uses its share of the budget
    on the plans that are still in, then the poorer half goes out. The first plan given is the one to beat: it
    stays in to the end, and another is taken only if it is better by more than chance makes likely."""
    deadline = None if budget.seconds is None else monotonic() + budget.seconds
    judged = [Judged(plan) for plan in plans]
    alive = list(judged)
    stages = max(1, (len(plans) - 1).bit_length())
    left = budget.nodes
    try:
        for stage in range(stages):
            rounds = max(1, left // (stages - stage) // len(alive))
            for _ in range(rounds):
                if left < len(alive):
                    break
                world, dice = seat.imagine(random), random.getrandbits(64)
                scores = [
                    play_ahead(seat.game, world.copy(), seat.side, j.plan, Random(dice), deadline)
                    for j in alive
                ]
                for one, score in zip(alive, scores, strict=True):
                    one.results.append(score)
                left -= len(alive)
            alive.sort(key=lambda j: (-j.mean, -j.plan.promise))
            if stage < stages - 1:
                kept = alive[: max(1, (len(alive) + 1) // 2)]
                alive = kept if judged[0] in kept else [*kept[:-1], judged[0]] if len(kept) > 1 else kept
    except OutOfTime:
        pass
    first = judged[0]
    for other in sorted(alive, key=lambda j: (-j.mean, -j.plan.promise)):
        if other is not first and is_better(other, first):
            first = other
            break
    rest = [j for j in judged if j is not first]
    return [first, *sorted(rest, key=lambda j: (-j.mean, -j.plan.promise))]


def is_better(one: Judged, other: Judged) -> bool:
    """Whether a plan beat another by more than the error of the difference, in the worlds both met."""
    pairs = list(zip(one.results, other.results, strict=False))
    if len(pairs) < 2:
        return False
    gains = [a - b for a, b in pairs]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean > sqrt(spread / len(gains))


def play_ahead(
    game: Game,
    position: Position[Any, Any],
    side: str,
    plan: Plan,
    dice: Random,
    deadline: float | None = None,
) -> int:
    """The worth for the side when its turn under the plan and the enemy's replies are over. The enemy follows
    the plan that promises him most."""
    from bullrun.bots.colonel_bot import serve

    # A plan of its own: what a game works out for a plan must not pass from one world to another.
    minds: dict[str, Plan | None] = {side: plan._replace()}
    planned: dict[str, tuple[str, str]] = {}
    turn = game.phase(position)[:2]
    planned[side] = (turn[0], turn[1])
    passed = 0
    for _ in range(LONGEST):
        decision = position.decision()
        if decision is None:
            break
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime
        now = game.phase(position)[:2]
        if now != turn:
            turn = now
            passed += 1
            if passed > REPLIES:
                break
        if decision.weights is not None:
            drawn = dice.randrange(sum(decision.weights))
            position.apply(decision.options[weighted_index(decision.weights, drawn)])
            continue
        owner = decision.owner
        if owner not in minds or (turn[1] == owner and planned.get(owner) != turn):
            planned[owner] = (turn[0], turn[1])
            found = propose(game, position, owner, dice)
            minds[owner] = found[0] if found else None
        position.apply(serve(game, position, owner, decision, minds[owner], dice))
    judge = game.outlook if isinstance(game, Outlook) else game.worth
    return max(-CAP, min(CAP, judge(position, side)))
