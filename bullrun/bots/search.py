"""Plans compared by playing them out: a few turns under the plan against the enemy's best, and then the
chance to win. Every plan meets the same imagined worlds and the same dice, so that chance differs little
between them; the poorer half drops out as the budget is used up."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from bullrun.bots.plans import best_plan, group_of, is_turn_of, planning_of, propose, rolled_for
from bullrun.bots.seat import Hurried, Seat
from bullrun.engine.action import Action
from bullrun.engine.chance import weighted_index
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.thinking.contract import chance_to_win, thinking_of
from bullrun.thinking.outlook import CERTAIN
from bullrun.thinking.plan import Plan

DEFAULT_NODES = 24
AHEAD = 2
"""How many stretches of play a play-out follows where the game does not say."""
CAP = 20_000
"""Without an outlook: a position worth more than this counts as this, for a win is a win."""
DECIDED = 100
"""A chance to win so near to none or to certainty is as good as that."""
LONGEST = 2_000
"""No play-out takes more decisions than this."""


class Budget(NamedTuple):
    """How long to think. With nodes alone the answer depends on nothing else."""

    nodes: int
    """Play-outs at most."""
    seconds: float | None = None
    """Time at most; a play-out under way when it ends is thrown away."""
    cores: int = 1
    """Processes that share the play-outs."""

    def share(self, part: float) -> Budget:
        """A part of it."""
        seconds = None if self.seconds is None else self.seconds * part
        return self._replace(nodes=round(self.nodes * part), seconds=seconds)


USUAL = Budget(DEFAULT_NODES)


def error_of(results: Sequence[int]) -> float:
    """The standard error of an average over worlds. A world and its mirror count as one, for what they bring
    strays in opposite ways; only where there are not even two such pairs each counts for itself."""
    if len(results) < 2:
        return float("inf")
    found: Sequence[float] = results
    if len(results) >= 4:
        found = [(results[n] + results[n + 1]) / 2 for n in range(0, len(results) - 1, 2)]
    mean = sum(found) / len(found)
    return sqrt(sum((r - mean) ** 2 for r in found) / (len(found) - 1) / len(found))


STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""How many standard errors a 95 % interval reaches to either side: with 1, 2 ... observations to spare."""


def interval_of(results: Sequence[int]) -> tuple[float, float] | None:
    """The 95 % interval of an average over worlds, a world and its mirror as one. None when the worlds say
    nothing about it: fewer than three pairs of them, or pairs that all brought the same, for a few that agree
    do not prove that the next will."""
    spare = len(results) // 2 - 1
    error = error_of(results)
    if spare < 2 or not error:
        return None
    reach = error * (STUDENT[spare - 1] if spare <= len(STUDENT) else 1.96 + 2.7 / spare)
    mean = sum(results) / len(results)
    return mean - reach, mean + reach


@dataclass
class Judged:
    """A plan and what came of it."""

    plan: Plan
    results: list[int] = field(default_factory=list)
    is_repeat: bool = False
    """It did the same as a plan before it."""

    @property
    def mean(self) -> float:
        """The average worth afterwards."""
        return sum(self.results) / len(self.results) if self.results else float("-inf")

    @property
    def error(self) -> float:
        """The standard error of the average."""
        return error_of(self.results)


class OutOfTime(Exception):
    """The clock ended a play-out."""


class Hands:
    """Who plays the play-outs of one player: this process, or several when there are cores to spare."""

    def __init__(self, cores: int = 1) -> None:
        self.cores = cores
        self._pool: ProcessPoolExecutor | None = None
        self._rules: Any = None

    def play(
        self, seat: Seat, plans: Sequence[Plan], worlds: Sequence[World], deadline: float | None
    ) -> list[list[int | None]]:
        """For each world what each plan came to; None for one that the clock cut short."""
        if self.cores < 2:
            game, side = seat.game, seat.side
            return [[_play(game, world, side, plan, deadline) for plan in plans] for world in worlds]
        rules = worlds[0].position.rules
        if self._pool is None or self._rules is not rules:
            self.close()
            self._rules = rules
            self._pool = ProcessPoolExecutor(
                self.cores,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_learn,
                initargs=(seat.game, type(worlds[0].position), rules),
            )
        left = None if deadline is None else deadline - monotonic()
        jobs = [
            [
                self._pool.submit(
                    _play_far, world.position.state, world.dice, world.is_mirror, seat.side, plan, left
                )
                for plan in plans
            ]
            for world in worlds
        ]
        return [[job.result() for job in row] for row in jobs]

    def close(self) -> None:
        """Let the other processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class World(NamedTuple):
    """What a plan is tried in: a position the side cannot tell from the real one, and dice."""

    position: Position[Any, Any]
    dice: int
    is_mirror: bool = False
    """Whether the dice show their other side."""


def worlds_of(seat: Seat, random: Random) -> Iterator[World]:
    """Worlds without end, each followed by its mirror: luck in one is bad luck in the other, so that the two
    together stray far less from what a plan is worth than two others would."""
    while True:
        world = World(seat.imagine(random), random.getrandbits(64))
        yield world
        yield world._replace(is_mirror=True)


_FAR: list[Any] = []
"""In a helping process: the game, and how positions are made."""


def _learn(game: Game, position: type[Position[Any, Any]], rules: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _FAR[:] = [game, position, rules]


def _leave_with_parent() -> None:
    """A thinker that is killed leaves nobody behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _play_far(
    state: Any, dice: int, is_mirror: bool, side: str, plan: Plan, left: float | None
) -> int | None:
    game, position, rules = _FAR
    deadline = None if left is None else monotonic() + left
    return _play(game, World(position(rules, state), dice, is_mirror), side, plan, deadline)


def _play(game: Game, world: World, side: str, plan: Plan, deadline: float | None) -> int | None:
    try:
        dice = Dice(world.dice, world.is_mirror)
        return play_ahead(game, world.position.twin(), side, plan, dice, deadline)
    except OutOfTime:
        return None


def compare(
    seat: Seat,
    plans: Sequence[Plan],
    budget: Budget,
    random: Random,
    hands: Hands | None = None,
    is_curious: bool = False,
) -> list[Judged]:
    """All plans with their results, the one to take first. All are played in one world, or in two if most
    come to the same there; those that do the same as another are left out. Then halving: each stage uses its
    share of the budget on the plans that are still in, and the poorer half goes out. The first plan given is
    the one to beat: it stays in to the end, and another is taken only if it is better by more than chance
    makes likely. When nothing is at stake the search ends early, unless somebody is curious what each plan is
    worth."""
    hands = hands or Hands()
    planning = planning_of(seat.game)
    stake = planning.stake if planning else 0
    end = None if budget.seconds is None else monotonic() + budget.seconds
    judged = [Judged(plan) for plan in plans]
    alive = list(judged)
    left = budget.nodes
    worlds = worlds_of(seat, random)
    try:
        left -= _try(seat, alive, 1, left, end, 1, worlds, hands)
        alive = _distinct(judged)
        if 2 * len(alive) < len(judged):
            # Perhaps the dice left nothing to do in that world.
            left -= _try(seat, judged, 1, left, end, 1, worlds, hands)
            alive = _distinct(judged)
        stages = (len(alive) - 1).bit_length()
        for stage in range(stages):
            left -= _try(seat, alive, left // (stages - stage), left, end, stages - stage, worlds, hands)
            alive.sort(key=lambda j: (-j.mean, -j.plan.promise))
            if alive[0].mean - judged[0].mean < stake and not is_curious:
                break
            if stage < stages - 1:
                kept = alive[: max(2, (len(alive) + 1) // 2)]
                alive = kept if judged[0] in kept else [*kept[:-1], judged[0]]
    except Hurried:
        hands.close()  # what is known so far decides
    first = judged[0]
    for other in alive:
        if other is not first and is_better(other, first):
            first = other
            break
    rest = [j for j in judged if j is not first]
    return [first, *sorted(rest, key=lambda j: (-j.mean, -j.plan.promise))]


def play_alike(seat: Seat, plans: Sequence[Plan], budget: Budget, random: Random) -> list[Judged]:
    """All these plans in the same worlds, as many as the budget allows, and none drops out: what they come to
    can be set against each other, world by world."""
    judged = [Judged(plan) for plan in plans]
    end = None if budget.seconds is None else monotonic() + budget.seconds
    nodes = max(budget.nodes, len(plans))
    _try(seat, judged, nodes, nodes, end, 1, worlds_of(seat, random), Hands(budget.cores))
    return judged


def _distinct(judged: Sequence[Judged]) -> list[Judged]:
    """Without those that came to exactly the same as one before them: they did the same. A battle that is as
    good as over is no proof of that, for many ways lead there."""
    found: dict[object, Judged] = {}
    for number, one in enumerate(judged):
        open_still = one.results and DECIDED < one.results[0] < CERTAIN - DECIDED
        one.is_repeat = found.setdefault(tuple(one.results) if open_still else number, one) is not one
    return list(found.values())


def _try(
    seat: Seat,
    alive: Sequence[Judged],
    share: int,
    nodes: int,
    end: float | None,
    stages: int,
    worlds: Iterator[World],
    hands: Hands,
) -> int:
    """Play all these plans in as many worlds as this stage's share of play-outs and of time allows, one at
    least, and say how many play-outs that took."""
    plans = [one.plan for one in alive]
    pause = None
    if end is not None:
        now = monotonic()
        pause = now + (end - now) / stages
    rounds = max(1, share // len(plans))
    used = 0
    while rounds > 0 and used + len(plans) <= nodes and (pause is None or monotonic() < pause):
        together = min(rounds, (nodes - used) // len(plans))
        # As many worlds at a time as keep all cores busy, and no more: the clock may cut them short.
        together = min(together, max(1, 2 * hands.cores // len(plans)))
        found = hands.play(seat, plans, list(islice(worlds, together)), end)
        for number, one in enumerate(alive):
            for row in found:
                result = row[number]
                if result is None:
                    break  # results stand in the order of the worlds
                one.results.append(result)
        used += together * len(plans)
        rounds -= together
    return used


def is_better(one: Judged, other: Judged) -> bool:
    """Whether a plan beat another by more than the error of the difference, in the worlds both met."""
    gains = [a - b for a, b in zip(one.results, other.results, strict=False)]
    return bool(gains) and sum(gains) / len(gains) > error_of(gains)


class Dice:
    """The dice of a world. What is rolled for the same thing falls the same under every plan that comes to
    it, so that plans differ by what they do and not by luck elsewhere. Mirrored dice show the other side: the
    worst for the best."""

    def __init__(self, seed: int, is_mirror: bool = False) -> None:
        self._seed = seed
        self._is_mirror = is_mirror
        self._rolled: dict[object, int] = {}

    def roll(self, decision: Decision, cause: object) -> Action:
        """The outcome of a decision that is chance's; `cause` is what it is rolled for."""
        assert decision.weights is not None
        count = self._rolled[cause] = self._rolled.get(cause, 0) + 1
        total = sum(decision.weights)
        drawn = Random(f"{self._seed} {cause} {count}").randrange(total)
        if self._is_mirror:
            drawn = total - 1 - drawn
        return decision.options[weighted_index(decision.weights, drawn)]

    def lots(self, group: tuple[str, str]) -> Random:
        """What players draw lots by in a stretch of play."""
        return Random(f"{self._seed} {group}")


def play_ahead(
    game: Game,
    position: Position[Any, Any],
    side: str,
    plan: Plan,
    dice: Dice,
    deadline: float | None = None,
) -> int:
    """What comes of a plan for the side: it is followed, the enemy follows what promises it most, and
    after some stretches of play, or when the game is over, the outlook is taken."""
    from bullrun.bots.colonel_bot import serve

    # A plan of its own: what a game works out for a plan must not pass from one world to another.
    minds: dict[str, Plan | None] = {side: plan._replace()}
    group = group_of(game, position)
    lots = dice.lots(group)
    planned = {side: group}
    planning = planning_of(game)
    left = planning.look_ahead if planning else AHEAD
    for _ in range(LONGEST):
        decision = position.decision()
        if decision is None:
            break
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime
        now = group_of(game, position)
        if now != group:
            left -= 1
            if left == 0:
                break
            group = now
            lots = dice.lots(group)
        if decision.weights is not None:
            position.apply(dice.roll(decision, (group, rolled_for(game, position, decision))))
            continue
        owner = decision.owner
        if owner not in minds or (is_turn_of(group, owner) and planned.get(owner) != group):
            planned[owner] = group
            minds[owner] = _next_plan(game, position, owner, lots, plan if owner == side else None)
        position.apply(serve(game, position, owner, decision, minds[owner], lots))
    found = chance_to_win(game, position, side)
    if found is None:
        found = thinking_of(game).worth(position, game.sides.index(side))
    return max(-CAP, min(CAP, found))


def _next_plan(
    game: Game, position: Position[Any, Any], owner: str, lots: Random, former: Plan | None
) -> Plan | None:
    """The plan that promises most, or the former one worked out anew while it is still to be had."""
    if former is None:
        return best_plan(game, position, owner)
    found = propose(game, position, owner, former.temper)
    for plan in found:
        if plan.name == former.name:
            return plan
    return found[0] if found else None
