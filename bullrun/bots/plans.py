"""Plans: who goes where to do what. A game's judgment proposes them and carries them out; this module only
says what a plan is and asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Protocol, runtime_checkable

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.plan import Plan, Task
from bullrun.engine.position import Position

__all__ = [
    "BALANCED",
    "BOLD",
    "CAUTIOUS",
    "TEMPERS",
    "Plan",
    "Planner",
    "Task",
    "group_of",
    "planner_of",
    "propose",
    "rolled_for",
]

CAUTIOUS, BALANCED, BOLD = -1, 0, 1
TEMPERS = {"cautious": CAUTIOUS, "balanced": BALANCED, "bold": BOLD}
"""How much a player dares, by name."""


@runtime_checkable
class Planner(Protocol):
    """A game that proposes plans and knows how small decisions serve one."""

    look_ahead: int
    """How many stretches of play show what a plan is good for: its own, the enemy's reply, and so on."""
    moods: Sequence[int]
    """How much bolder (above 0) or more cautious it is worth trying to be."""
    whims: int
    """In how many other ways it is worth trying to carry out a plan."""

    has_parts: bool
    """Whether a stretch of play falls into parts that are worth a thought of their own."""
    stake: int
    """When no plan gains so much, in parts of CERTAIN, there is nothing to think about."""

    def plans(
        self, position: Position[Any, Any], side: str, random: Random, temper: int = BALANCED
    ) -> Sequence[Plan]:
        """Plans worth trying at the start of the side's turn, the most promising first; may be empty."""

    def best_plan(
        self, position: Position[Any, Any], side: str, random: Random, temper: int = BALANCED
    ) -> Plan | None:
        """The first of them; a game need not work out the others."""

    def contenders(self, position: Position[Any, Any], side: str, plans: Sequence[Plan]) -> Sequence[Plan]:
        """Those of a side's plans that are worth comparing by play-outs, the first of them among them. Where
        it takes longer than a play-out to see that a plan leads nowhere, its promise must tell."""

    def settled(self, position: Position[Any, Any], side: str, plan: Plan) -> Sequence[Plan]:
        """The plan with something settled, one way or the other, that it leaves open: who leads, say."""

    def decision_group(self, position: Position[Any, Any]) -> tuple[str, str]:
        """The stretch of play that one plan covers, and whose it is: a player-turn, say."""

    def parts_left(self, position: Position[Any, Any]) -> int:
        """How many parts of the present stretch of play are to come when one is about to begin: the divisions
        that a die has allowed to act, say. 0 at all other times."""

    def rolled_for(self, position: Position[Any, Any], decision: Decision) -> object:
        """What chance is to decide: the battle for a zone, say, whoever attacks it and how strongly. When
        plans are compared, what is rolled for the same thing falls the same under all of them."""

    def serve(self, position: Position[Any, Any], side: str, decision: Decision, plan: Plan) -> Action | None:
        """The option that serves the plan; None where the plan says nothing about the question."""


def planner_of(game: Any) -> Planner | None:
    """The game as a planner, if it is one; asked at every decision, so remembered."""
    return _as_planner(game)


@cache
def _as_planner(game: Any) -> Planner | None:
    return game if isinstance(game, Planner) else None


def propose(
    game: Any, position: Position[Any, Any], side: str, random: Random, temper: int = BALANCED
) -> list[Plan]:
    """The plans of a game, best promise first; none if the game has no planner."""
    planner = planner_of(game)
    if planner is None:
        return []
    found = list(planner.plans(position, side, random, temper))
    return sorted(found, key=lambda plan: -plan.promise)


def group_of(game: Any, position: Position[Any, Any]) -> tuple[str, str]:
    """The stretch of play that one plan covers, and whose it is."""
    planner = planner_of(game)
    if planner is not None:
        return planner.decision_group(position)
    turn, side, _ = game.phase(position)
    return turn, side


def rolled_for(game: Any, position: Position[Any, Any], decision: Decision) -> object:
    """What chance is to decide."""
    planner = planner_of(game)
    return planner.rolled_for(position, decision) if planner is not None else position.state.frames[-1]
