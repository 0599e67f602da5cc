"""The bots that plan. A colonel takes the plan that promises most; a general plays the plans out first.
Both then make every small decision of the turn in the service of the plan they chose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bullrun.bots.judging import best, values
from bullrun.bots.plans import BALANCED, Plan, group_of, planner_of, propose
from bullrun.bots.search import USUAL, Budget, Hands, Judged, compare
from bullrun.bots.seat import Seat
from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position

MOST_TRIED = 64
A_WHIM = 12
"""A general tries one whim for so many play-outs: with fewer he could not tell which is better."""


class ColonelBot:
    """Plans for one stretch of play at a time, and remembers its plan until the next one."""

    def __init__(self, seed: str, temper: int = BALANCED) -> None:
        self._random = Random(seed)
        self._temper = temper
        self._group: tuple[str, str] | None = None
        self.plan: Plan | None = None
        """What it is doing now."""

    def choose(self, seat: Seat) -> Action:
        """The option that serves the plan, or the best one where the plan is silent."""
        position = seat.imagine(self._random)
        group = group_of(seat.game, position)
        if group != self._group and (group[1] == seat.side or self.plan is None):
            self._group = group
            plans = propose(seat.game, position, seat.side, self._random, self._temper)
            self.plan = self._pick(seat, position, plans)
        return serve(seat.game, position, seat.side, seat.decision, self.plan, self._random)

    def _pick(self, seat: Seat, position: Position[Any, Any], plans: Sequence[Plan]) -> Plan | None:
        return plans[0] if plans else None


class GeneralBot(ColonelBot):
    """Compares the plans by playing them out, within a budget of play-outs or of seconds a decision group."""

    def __init__(self, seed: str, temper: int = BALANCED, budget: Budget = USUAL) -> None:
        super().__init__(seed, temper)
        self._budget = budget
        self._hands = Hands(budget.cores)
        self.judged: list[Judged] = []
        """The plans it last compared, best first."""

    def _pick(self, seat: Seat, position: Position[Any, Any], plans: Sequence[Plan]) -> Plan | None:
        planner = planner_of(seat.game)
        if not plans or planner is None:
            return None
        # What he is about is the plan to beat: an army that changes its mind every turn gets nowhere.
        name = self.plan.name if self.plan else plans[0].name
        first, *others = sorted(plans, key=lambda plan: plan.name != name)
        # The same under another leader, in another mood, carried out in other ways: worth trying, too.
        others += planner.settled(position, seat.side, first)
        others += [first._replace(temper=self._temper + mood) for mood in planner.moods]
        whims = min(planner.whims, self._budget.nodes // A_WHIM)
        others += [first.with_a_whim(self._random) for _ in range(whims)]
        self.judged = compare(seat, [first, *others], self._budget, self._random, self._hands)
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
    planner = planner_of(game)
    if plan is not None and planner is not None:
        found = planner.serve(position, side, decision, plan)
        if found is not None:
            return found
    return decision.options[best(values(game, position, side, decision, random, MOST_TRIED), random)]
