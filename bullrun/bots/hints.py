"""Hints for a player: up to three plans that differ in what one can see, what they are expected to gain and
how sure that is, and why, in words with rules. Where the game proposes no plan for the question, the three
options that gain most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bullrun.bots.colonel_bot import serve
from bullrun.bots.judging import values
from bullrun.bots.plans import answer, group_of, planning_of, propose, rolled_for, variants
from bullrun.bots.search import (
    LONGEST,
    USUAL,
    Budget,
    Dice,
    Judged,
    compare,
    interval_of,
    is_better,
    play_alike,
)
from bullrun.bots.seat import Seat
from bullrun.engine.action import Action
from bullrun.engine.position import Position
from bullrun.engine.view import known_position
from bullrun.thinking.plan import Plan, Task

MOST = 3
WORLDS = 3
"""The number of imagined worlds in which options are tried where something is hidden."""
TO_CHOOSE = 1 / 3
"""The share of the budget that finds the plans to show; the rest finds out what they are worth, in worlds of
its own, so that the luck by which a plan was chosen does not count for it."""

BEST, WORSE, CLOSE, SAME, OPEN = "best", "worse", "close", "same", "open"
FARTHEST = 40
"""No plan is told farther ahead, in decisions."""
FEW = 6
"""With fewer play-outs nothing is said, even if they agree."""


class Reason(NamedTuple):
    """A rule that speaks for a hint."""

    rule: str
    title: str
    says: str


class Parting(NamedTuple):
    """Where a plan that starts like the first one does something else."""

    after: int
    """How many decisions are the same."""
    action: Action
    words: str
    instead_of: Action
    """What the first plan does there."""
    instead_words: str


class Ahead(NamedTuple):
    """A decision of the side that a plan goes on with."""

    action: Action
    words: str


class Hint(NamedTuple):
    """One plan or option as a player reads it."""

    name: str
    """The plan's; empty for a single option."""
    says: str
    """The plan in one sentence; empty for a single option, whose words the game has."""
    reasons: tuple[Reason, ...]
    gain: int
    """For a plan: what it comes to after some stretches of play, less what the first plan comes to in the
    same worlds. For an option: worth less that of the middling option."""
    unit: str
    """"percent": hundredths of a percent of the chance to win; "worth": the game's own units."""
    play_outs: int
    interval95: tuple[int, int] | None = None
    """Where the gain lies with 95 % certainty; None for the first plan, for options, and where the play-outs
    are too few to tell or all came to the same."""
    telling: str = ""
    """"best" for the first plan; for the others "worse" than it beyond chance, so "close" to it that it does
    not matter, the "same" distance from it in every play-out, or "open": they are too few to tell. Empty for
    options."""
    worth: int = 0
    """For a plan: what it comes to."""
    tasks: tuple[Task, ...] = ()
    """Who goes where to do what."""
    action: Action = ()
    """What it answers to the present question; empty when the plan says nothing about it."""
    starts_alike: bool = False
    """Whether it answers the present question as the first plan does."""
    parting: Parting | None = None
    """Where it then does something else, in one of the worlds that may be; None where it does not."""
    line: tuple[Ahead, ...] = ()
    """How it goes on from the present question, as far as the side decides alone: up to the dice, or to the
    enemy."""


def hints(seat: Seat, seed: str, budget: Budget = USUAL) -> list[Hint]:
    """The best plans for the side that must decide, or the best options, best first."""
    random = Random(seed)
    position = seat.imagine(random)
    plans = propose(seat.game, position, seat.side)
    planning = planning_of(seat.game)
    if plans:
        plans += variants(seat.game, position, seat.side, plans[0])
    served = {plan: _served(seat, position, plan) for plan in plans}
    if not any(served.values()):
        return _options(seat, random)
    ranked = compare(seat, plans, budget.share(TO_CHOOSE), random, is_curious=True)
    chosen = different([one for one in ranked if not one.is_repeat], served)
    judged = play_alike(seat, [one.plan for one in chosen], budget.share(1 - TO_CHOOSE), random)
    judged.sort(key=lambda one: -one.mean)
    first = judged[0]
    return [_hint(seat, position, one, first, served, planning.stake if planning else 0) for one in judged]


def _hint(
    seat: Seat,
    position: Position[Any, Any],
    one: Judged,
    first: Judged,
    served: Mapping[Plan, Action],
    stake: int,
) -> Hint:
    gains = [a - b for a, b in zip(one.results, first.results, strict=False)]
    within = interval_of(gains)
    alike = one is not first and served[one.plan] == served[first.plan]
    return Hint(
        one.plan.name,
        one.plan.says,
        _reasons(seat, one.plan.rules),
        round(sum(gains) / len(gains)) if gains else 0,
        "percent" if seat.game.thinking.foresight else "worth",
        len(gains),
        None if within is None else (round(within[0]), round(within[1])),
        BEST if one is first else telling(gains, stake),
        round(one.mean) if one.results else 0,
        one.plan.tasks,
        served[one.plan],
        alike,
        _parting(seat, position, first.plan, one.plan) if alike else None,
        _line(seat, position, one.plan),
    )


def telling(gains: Sequence[int], stake: int) -> str:
    """What a plan's gains over the first one tell; a difference below the stake matters little."""
    within = interval_of(gains)
    if within is None:
        return SAME if len(gains) >= FEW else OPEN
    low, high = within
    if -stake <= low and high <= stake:
        return CLOSE
    return WORSE if high < 0 else OPEN


def different(ranked: Sequence[Judged], served: Mapping[Plan, Action]) -> list[Judged]:
    """A few plans that differ in what a player can see, best first: those that begin otherwise before those
    that only have other goals, and what is plainly worse only to fill up."""
    first = ranked[0]
    chosen = [first]

    def begins_otherwise(one: Judged) -> bool:
        return all(served[one.plan] != served[other.plan] for other in chosen)

    def aims_otherwise(one: Judged) -> bool:
        return all(_goals(one.plan) != _goals(other.plan) for other in chosen)

    def may_be_good(one: Judged) -> bool:
        return not is_better(first, one)

    wishes: list[Callable[[Judged], bool]] = [
        lambda one: may_be_good(one) and begins_otherwise(one),
        lambda one: may_be_good(one) and aims_otherwise(one),
        begins_otherwise,
        aims_otherwise,
    ]
    for wish in wishes:
        for one in ranked:
            if len(chosen) < MOST and one not in chosen and wish(one):
                chosen.append(one)
    return sorted(chosen, key=ranked.index)


def _goals(plan: Plan) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((task.does, task.where) for task in plan.tasks)


def _parting(seat: Seat, position: Position[Any, Any], first: Plan, other: Plan) -> Parting | None:
    """Where two plans that begin alike do different things, within the stretch of play that they cover."""
    game, side = seat.game, seat.side
    here, dice = position.copy(), Dice(0)
    group = group_of(game, here)
    lots = dice.lots(group)
    # Plans of their own: what a game works out for a plan must not pass from one world to another.
    first, other = first._replace(), other._replace()
    after = 0
    for _ in range(LONGEST):
        decision = here.decision()
        if decision is None or group_of(game, here) != group:
            return None
        if decision.weights is not None:
            here.apply(dice.roll(decision, (group, rolled_for(game, here, decision))))
            continue
        if decision.owner != side:
            here.apply(serve(game, here, decision.owner, decision, None, lots))
            continue
        usual = serve(game, here, side, decision, first, Random(after))
        action = serve(game, here, side, decision, other, Random(after))
        if action != usual:
            known = known_position(game, here, side)
            says = [game.said(known, one).says for one in (action, usual)]
            return Parting(after, action, says[0], usual, says[1])
        here.apply(action)
        after += 1
    return None


def _line(seat: Seat, position: Position[Any, Any], plan: Plan) -> tuple[Ahead, ...]:
    """The decisions that a plan goes on with, until dice, a secret or the enemy may change the picture."""
    game, side = seat.game, seat.side
    here, plan, found = position.copy(), plan._replace(), list[Ahead]()
    begun = _served(seat, position, plan)
    while len(found) < FARTHEST:
        decision = here.decision()
        if decision is None or decision.weights is not None or decision.owner != side:
            break
        action = serve(game, here, side, decision, plan, Random(len(found)))
        if not found and begun:
            action = begun
        found.append(Ahead(action, game.said(known_position(game, here, side), action).says))
        log = here.log = []
        here.apply(action)
        here.decision()
        if any(event.reveals for event in log):
            break
    return tuple(found)


def _served(seat: Seat, position: Position[Any, Any], plan: Any) -> Action:
    return answer(seat.game, position.copy(), seat.side, seat.decision, plan._replace()) or ()


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
    best = _differing(seat, sorted(means, key=lambda number: (-means[number], number)))
    return [
        Hint(
            "",
            "",
            _reasons(seat, (seat.decision.rule,)),
            round(means[number] - middle),
            "worth",
            0,
            action=seat.decision.options[number],
        )
        for number in best
    ]


def _differing(seat: Seat, ranked: list[int]) -> list[int]:
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
