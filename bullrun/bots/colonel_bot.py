"""The bots that plan. A colonel takes the plan that promises most; a general plays the plans out first.
Both then make every small decision of the turn in the service of the plan they chose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bullrun.bots.judging import best, values
from bullrun.bots.plans import (
    BALANCED,
    answer,
    contenders,
    group_of,
    is_turn_of,
    planning_of,
    propose,
    variants,
)
from bullrun.bots.search import USUAL, Budget, Hands, Judged, compare
from bullrun.bots.seat import Imagination, Seat
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.thinking.plan import Plan

MOST_TRIED = 64
A_WHIM = 12
"""How many play-outs a general has for each whim it tries: with fewer it could not tell which is better."""
A_LATE_WHIM = 4
"""The same when it thinks again: less is open then, and ways are distinguished sooner."""
FIRST_SHARE = 0.25
"""The part of its budget that a general that will think again spends on the plan itself."""


class ColonelBot:
    """Plans for one stretch of play at a time, and remembers its plan until the next one."""

    def __init__(self, seed: str, temper: int = BALANCED) -> None:
        self._random = Random(seed)
        self._temper = temper
        self._imagination = Imagination()
        self._group: tuple[str, str] | None = None
        self.plan: Plan | None = None
        """What it is doing now."""

    def choose(self, seat: Seat) -> Action:
        """The option that serves the plan, or the best one where the plan is silent."""
        position = self._imagination.world(seat, self._random)
        group = group_of(seat.game, position)
        if group != self._group and (is_turn_of(group, seat.side) or self.plan is None):
            self._group = group
            plans = propose(seat.game, position, seat.side, self._temper)
            self.plan = self._pick(seat, position, plans)
        if self.plan is not None and is_turn_of(group, seat.side):
            self.plan = self._reconsider(seat, position, self.plan)
        found = serve(seat.game, position, seat.side, seat.decision, self.plan, self._random)
        return self._imagination.acts(found)

    def _pick(self, seat: Seat, position: Position[Any, Any], plans: Sequence[Plan]) -> Plan | None:
        return plans[0] if plans else None

    def _reconsider(self, seat: Seat, position: Position[Any, Any], plan: Plan) -> Plan:
        return plan


class GeneralBot(ColonelBot):
    """Compares the plans by playing them out, within a budget of play-outs or of seconds a decision group.
    Where a stretch of play has parts it first compares plans, and before each part ways to carry it out."""

    def __init__(self, seed: str, temper: int = BALANCED, budget: Budget = USUAL) -> None:
        super().__init__(seed, temper)
        self._budget = budget
        self._hands = Hands(budget.cores)
        self._parts = 0
        """The parts of the present stretch of play, when it first thought about one."""
        self._open = 0
        """The parts that were left when it last did."""
        self.judged: list[Judged] = []
        """The plans it last compared, best first."""

    def _pick(self, seat: Seat, position: Position[Any, Any], plans: Sequence[Plan]) -> Plan | None:
        self._parts = self._open = 0
        planning = planning_of(seat.game)
        if not plans or planning is None:
            return None
        plans = contenders(seat.game, position, seat.side, plans)
        # What it is about is the plan to beat: an army that changes its mind every turn gets nowhere.
        name = self.plan.name if self.plan else plans[0].name
        first, *others = sorted(plans, key=lambda plan: plan.name != name)
        # The same under another leader, in another mood, carried out in other ways: worth trying, too.
        others += variants(seat.game, position, seat.side, first)
        others += [first._replace(temper=self._temper + mood) for mood in planning.moods]
        if planning.parts_left is not None:
            return self._best(seat, [first, *others], self._budget.share(FIRST_SHARE))
        others += self._in_other_ways(first, min(planning.whims, self._budget.nodes // A_WHIM))
        return self._best(seat, [first, *others], self._budget)

    def _reconsider(self, seat: Seat, position: Position[Any, Any], plan: Plan) -> Plan:
        """Before each part of the stretch of play: the plan as it is, without its whim, or with another."""
        planning = planning_of(seat.game)
        if planning is None or planning.parts_left is None:
            return plan
        left = planning.parts_left(position)
        if not left or left == self._open:
            return plan
        self._open = left
        self._parts = self._parts or left
        budget = self._budget.share((1 - FIRST_SHARE) / self._parts)
        others = [plan._replace(whim=0)] if plan.whim else []
        others += self._in_other_ways(plan, min(planning.whims, budget.nodes // A_LATE_WHIM))
        return self._best(seat, [plan, *others], budget)

    def _in_other_ways(self, plan: Plan, number: int) -> list[Plan]:
        return [plan.with_a_whim(self._random) for _ in range(number)]

    def _best(self, seat: Seat, plans: Sequence[Plan], budget: Budget) -> Plan:
        self.judged = compare(seat, plans, budget, self._random, self._hands)
        return self.judged[0].plan


def serve(
    game: Game,
    position: Position[Any, Any],
    side: str,
    decision: Decision,
    plan: Plan | None,
    random: Random,
) -> Action:
    """One small decision under a plan."""
    if plan is not None:
        found = answer(game, position, side, decision, plan)
        if found is not None:
            return found
    return decision.options[best(values(game, position, side, decision, random, MOST_TRIED), random)]
