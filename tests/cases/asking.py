"""Questions to a game by the ids of its pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bullrun.answers import Asker, answer
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import Fight
from bullrun.engine.game import Game
from bullrun.engine.view import REFEREE, see_decision
from bullrun.engine.why_not import why_not


def reach(game: Game, position: Any, piece: str) -> list[dict[str, Any]]:
    """Where a piece can move."""
    assert game.table.reach is not None
    return game.table.reach(position, _number(position, piece))


def combat(game: Game, position: Any, attackers: Sequence[str], defenders: Sequence[str]) -> dict[str, Any]:
    """The arithmetic of an attack."""
    assert game.table.combat is not None
    return game.table.combat(position, Fight(tuple(attackers), tuple(defenders)))


def _number(position: Any, name: str) -> int:
    return [piece.id for piece in position.rules.pieces].index(name)


def explain(game: Game, position: Any, side: str, action: Sequence[str]) -> Refusal | None:
    """The first reason against an action; None when it is an option of this side now."""
    return why_not(game.play.guide, position, side, tuple(action))


def ask(game: Game, position: Any, viewer: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """What a page answers a viewer."""
    return answer(Asker(game, position, viewer, viewer), question)


def why(game: Game, position: Any, side: str, action: str) -> dict[str, Any]:
    """What the umpire answers a side whose position was made by hand."""
    found: dict[str, Any] = answer(Asker(game, position, REFEREE, side), {"why": action})["why"]
    return found


def decision_seen(game: Game, position: Any, viewer: str) -> dict[str, Any] | None:
    """The present decision as a viewer sees it, with every option spelled out."""
    seen = see_decision(game, position, viewer)
    if seen is None or "options" not in seen:
        return seen
    return {**seen, "options": list(seen["options"])}
