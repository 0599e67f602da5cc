"""Plans: who goes where to do what. A game proposes them and carries them out; this module asks it to, by the
names of sides, and says what stands where a game has no word for something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import NEUTRAL, Game
from bullrun.engine.position import Position
from bullrun.thinking.contract import Planning
from bullrun.thinking.plan import Plan

CAUTIOUS, BALANCED, BOLD = -1, 0, 1
TEMPERS = {"cautious": CAUTIOUS, "balanced": BALANCED, "bold": BOLD}
"""How much a player dares, by name."""

AnyPosition = Position[Any, Any]


def planning_of(game: Game) -> Planning | None:
    """How the game makes plans, if it does."""
    found: Planning | None = game.thinking.planning if game.thinking is not None else None
    return found


def propose(game: Game, position: AnyPosition, side: str, temper: int = BALANCED) -> list[Plan]:
    """The plans of a game, best promise first; none if the game makes none."""
    planning = planning_of(game)
    if planning is None:
        return []
    found = planning.plans(position, game.sides.index(side), temper)
    return sorted(found, key=lambda plan: -plan.promise)


def best_plan(game: Game, position: AnyPosition, side: str, temper: int = BALANCED) -> Plan | None:
    """The first of them; a game need not work out the others."""
    planning = planning_of(game)
    if planning is None:
        return None
    number = game.sides.index(side)
    if planning.best is not None:
        return planning.best(position, number, temper)
    return max(planning.plans(position, number, temper), key=lambda plan: plan.promise, default=None)


def contenders(game: Game, position: AnyPosition, side: str, plans: Sequence[Plan]) -> Sequence[Plan]:
    """The plans worth comparing by play-outs: all of them, unless the game knows better."""
    planning = planning_of(game)
    if planning is None or planning.contenders is None:
        return plans
    return planning.contenders(position, game.sides.index(side), plans)


def variants(game: Game, position: AnyPosition, side: str, plan: Plan) -> Sequence[Plan]:
    """A plan with what it leaves open settled one way or the other."""
    planning = planning_of(game)
    if planning is None or planning.variants is None:
        return ()
    return planning.variants(position, game.sides.index(side), plan)


def answer(game: Game, position: AnyPosition, side: str, decision: Decision, plan: Plan) -> Action | None:
    """The option that serves a plan; None where the plan says nothing about the question."""
    planning = planning_of(game)
    if planning is None:
        return None
    return planning.answer(position, game.sides.index(side), decision, plan)


def group_of(game: Game, position: AnyPosition) -> tuple[str, str]:
    """The stretch of play that one plan covers, and whose it is."""
    planning = planning_of(game)
    if planning is not None:
        return planning.group(position)
    turn, side, _ = game.phase(position)
    return turn, side


def is_turn_of(group: tuple[str, str], side: str) -> bool:
    """Whether a stretch of play is a side's: its own, or one in which both act."""
    return group[1] in (side, NEUTRAL)


def rolled_for(game: Game, position: AnyPosition, decision: Decision) -> object:
    """What chance is to decide: the procedure, and which of its dice."""
    planning = planning_of(game)
    if planning is not None and planning.rolled_for is not None:
        return planning.rolled_for(position, decision)
    return position.state.frames[-1][:2], decision.rule, decision.about.piece, decision.about.roll
