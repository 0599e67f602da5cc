"""What a game says to bots. Sides are numbers, as chapters count them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from bullrun.engine.action import Action
from bullrun.engine.decision import Decision
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.errors import BullrunError
from bullrun.thinking.outlook import CERTAIN, Outlook, Signs
from bullrun.thinking.plan import Plan
from bullrun.thinking.weights import Weights

AnyPosition = Position[Any, Any]


class Planning(NamedTuple):
    """Plans, and how small decisions serve one."""

    plans: Callable[[Any, int, int], Sequence[Plan]]
    """(position, side, temper): plans worth trying at the start of the side's turn; may be empty."""
    answer: Callable[[Any, int, Decision, Plan], Action | None]
    """(position, side, decision, plan): the option that serves the plan; None where it says nothing about
    the question."""
    group: Callable[[Any], tuple[str, str]]
    """The stretch of play that one plan covers, and whose it is: a player-turn, say."""
    look_ahead: int
    """How many stretches of play show what a plan is good for: its own, the enemy's reply, and so on."""
    best: Callable[[Any, int, int], Plan | None] | None = None
    """The plan that promises most, where it can be found without working out the others."""
    contenders: Callable[[Any, int, Sequence[Plan]], Sequence[Plan]] | None = None
    """Those of a side's plans that are worth comparing by play-outs, the first of them among them. Where it
    takes longer than a play-out to see that a plan leads nowhere, its promise must tell."""
    variants: Callable[[Any, int, Plan], Sequence[Plan]] | None = None
    """A plan with something settled, one way or the other, that it leaves open: who leads, say."""
    parts_left: Callable[[Any], int] | None = None
    """How many parts of the present stretch of play are to come when one is about to begin: the divisions
    that a die has allowed to act, say. 0 at all other times; None where a stretch has no parts worth a
    thought of their own."""
    rolled_for: Callable[[Any, Decision], object] | None = None
    """What chance is to decide: the battle for a zone, say, whoever attacks it and how strongly. When plans
    are compared, what is rolled for the same thing falls the same under all of them."""
    moods: Sequence[int] = (-1, 1)
    """How much bolder (above 0) or more cautious it is worth trying to be."""
    whims: int = 0
    """In how many other ways it is worth trying to carry out a plan."""
    stake: int = CERTAIN // 100
    """When no plan gains this much, in parts of CERTAIN, there is nothing to think about."""


class Foresight(NamedTuple):
    """Signs of how a game will end, and what they are worth."""

    signs: Callable[[Any], Signs]
    names: Mapping[str, str]
    """Each sign with what it means."""
    outlook: Callable[[], Outlook]
    """What the signs are worth, fitted by play."""
    plain: Collection[str] = ()
    """Signs whose weights are the same at every stage."""
    deciding: Collection[str] = ()
    """Signs that are fitted to the winner alone."""
    share_of_win: Callable[[Any], int] | None = None
    """How much of a win an end was for the first side, in parts of CERTAIN, where narrow ends count."""


class Thinking(NamedTuple):
    """What bots know of a game."""

    worth: Callable[[Any, int], int]
    """How good a position is for a side, for bots that look one step ahead."""
    gains: Callable[[Any, int, Decision], Sequence[int] | None] | None = None
    """What each option adds to the side's worth, parallel to the options; None to have them tried."""
    daring: Callable[[Any, int, Decision], Sequence[int] | None] | None = None
    """How much more each option is worth to a bold player than it is, parallel to the options; a cautious
    one finds it worth less by as much. None where no option seeks or shuns a fight."""
    planning: Planning | None = None
    foresight: Foresight | None = None
    weights: Weights | None = None


def thinking_of(game: Game) -> Thinking:
    """What bots know of a game; an error where they know nothing, and can only take any option."""
    found: Thinking | None = game.thinking
    if found is None:
        raise BullrunError(f"{game.title} can be played but not judged: bots know nothing about it.")
    return found


def chance_to_win(game: Game, position: AnyPosition, side: str) -> int | None:
    """The side's chance to win, in parts of CERTAIN; None for a game without foresight."""
    foresight: Foresight | None = game.thinking.foresight if game.thinking is not None else None
    if foresight is None:
        return None
    outcome = position.state.outcome
    if outcome is not None:
        return CERTAIN if outcome[0] == side else 0 if outcome[0] in game.sides else CERTAIN // 2
    found = foresight.outlook().chance(foresight.signs(position))
    return found if side == game.sides[0] else CERTAIN - found
