"""Questions about a position that change nothing: why not, where to, at what odds, what does it see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bullrun.engine.action import parse_action
from bullrun.engine.game import Game
from bullrun.engine.view import (
    REFEREE,
    AnyPosition,
    concealed_from,
    hides_from,
    known_position,
    see_facts,
    see_refusal,
)
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError

MOST_PIECES = 60


def ask(game: Game, position: AnyPosition, viewer: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one question: a mapping with exactly one of the known keys."""
    found = [key for key in question if key in ANSWERS]
    if len(question) != 1 or len(found) != 1:
        raise BullrunError(f"ask: expected exactly one of {', '.join(ANSWERS)}")
    answer = ANSWERS[found[0]](game, position, viewer, question[found[0]])
    return {found[0]: see_facts(game, position, answer, viewer)}


def _why(game: Game, position: AnyPosition, viewer: str, action: Any) -> Any:
    if not isinstance(action, str):
        raise BullrunError("ask.why: expected an action as text")
    words = parse_action(action)
    if viewer not in game.sides:
        return {"possible": False, "rule": "", "says": "Only a side can act.", "facts": {}}
    decision = position.decision()
    if decision is not None and decision.owner == viewer and words in decision.options:
        return {"possible": True, "rule": decision.rule, "says": "This is possible.", "facts": {}}
    refusal = why_not(game.play.guide, position, viewer, words)
    if refusal is None:
        if decision is None:
            says = "The game is over."
        elif decision.owner != viewer:
            says = f"It is for {game.side_names.get(decision.owner, decision.owner)} to decide now."
        else:
            says = "This is not among the options now."
        return {"possible": False, "rule": decision.rule if decision else "", "says": says, "facts": {}}
    seen = see_refusal(game, position, refusal, viewer)
    return {"possible": False, "rule": seen.rule, "says": seen.says, "facts": dict(seen.facts)}


def _reach(game: Game, position: AnyPosition, viewer: str, piece: Any) -> Any:
    name = _piece(game, position, viewer, piece, "reach")
    if game.table.reach is None:
        return []
    # The other side's reach must not tell what this viewer cannot know.
    side = next(p.side for p in game.pieces if p.id == name)
    seen = position if viewer in (side, REFEREE) else known_position(game, position, viewer)
    return game.table.reach(seen, game.piece(name))


def _sight(game: Game, position: AnyPosition, viewer: str, ends: Any) -> Any:
    if not isinstance(ends, list) or len(ends) != 2:
        raise BullrunError("ask.sight: expected two places")
    a, b = (_place(game, end, "sight") for end in ends)
    if game.table.sight is None:
        raise BullrunError("ask.sight: this game has no lines of sight")
    return game.table.sight(known_position(game, position, viewer), a, b)


def _combat(game: Game, position: AnyPosition, viewer: str, sides: Any) -> Any:
    if not isinstance(sides, Mapping) or set(sides) - {"after"} != {"attackers", "defenders"}:
        raise BullrunError("ask.combat: expected attackers and defenders, and after where an act comes first")
    attackers, defenders = (
        _pieces(game, position, viewer, sides[key], f"combat.{key}") for key in ("attackers", "defenders")
    )
    if game.table.combat is None:
        raise BullrunError("ask.combat: this game has no report of attacks")
    then = _after(game, position, viewer, sides["after"]) if "after" in sides else position
    numbers = ([game.piece(name) for name in names] for names in (attackers, defenders))
    return game.table.combat(known_position(game, then, viewer), *numbers)


def _after(game: Game, position: AnyPosition, viewer: str, action: Any) -> AnyPosition:
    """The position once an option of the viewer has been taken, where nothing is hidden from him."""
    decision = position.decision()
    if not isinstance(action, str) or decision is None or decision.owner != viewer:
        raise BullrunError("ask.combat.after: expected one of your options as text")
    words = parse_action(action)
    if words not in decision.options:
        raise BullrunError("ask.combat.after: this is not among your options now")
    if hides_from(game, position, viewer):
        raise BullrunError("ask.combat.after: what an act leads to is not told while something is hidden")
    then = position.copy()
    then.apply(words)
    return then


def _threats(game: Game, position: AnyPosition, viewer: str, side: Any) -> Any:
    if side not in game.sides:
        raise BullrunError(f"ask.threats: expected one of {', '.join(game.sides)}")
    if game.table.threats is None:
        return []
    return game.table.threats(known_position(game, position, viewer), side)


def _overlay(game: Game, position: AnyPosition, viewer: str, wanted: Any) -> Any:
    if not isinstance(wanted, Mapping) or not set(wanted) <= {"name", "side", "at"} or "name" not in wanted:
        raise BullrunError("ask.overlay: expected name, and side and at where the overlay needs them")
    if game.table.overlay is None:
        raise BullrunError("ask.overlay: this game has no overlays")
    names = [overlay["id"] for overlay in game.table.overlays]
    if wanted["name"] not in names:
        raise BullrunError(f"ask.overlay.name: {wanted['name']!r} is none of {', '.join(names)}")
    side = wanted.get("side") or (viewer if viewer in game.sides else game.sides[0])
    if side not in game.sides:
        raise BullrunError(f"ask.overlay.side: expected one of {', '.join(game.sides)}")
    at = wanted.get("at")
    place = _place(game, at, "overlay.at") if at is not None else None
    return game.table.overlay(known_position(game, position, viewer), wanted["name"], side, place)


def _ground(game: Game, position: AnyPosition, viewer: str, place: Any) -> Any:
    name = _place(game, place, "ground")
    if game.table.ground is None:
        return []
    return game.table.ground(known_position(game, position, viewer), name)


ANSWERS: dict[str, Callable[[Game, AnyPosition, str, Any], Any]] = {
    "why": _why,
    "reach": _reach,
    "sight": _sight,
    "combat": _combat,
    "threats": _threats,
    "overlay": _overlay,
    "ground": _ground,
}


def _place(game: Game, name: Any, field: str) -> str:
    if not isinstance(name, str):
        raise BullrunError(f"ask.{field}: expected the name of a place")
    board = game.board
    if board is not None:
        board.place(name)
    return name


def _piece(game: Game, position: AnyPosition, viewer: str, name: Any, field: str) -> str:
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), viewer)
    for number, piece in enumerate(game.pieces):
        # A hidden piece and one that does not exist get the same answer.
        if piece.id == name and not concealed >> number & 1:
            return piece.id
    raise BullrunError(f"ask.{field}: no piece called {str(name)[:60]!r} is known to you")


def _pieces(game: Game, position: AnyPosition, viewer: str, names: Any, field: str) -> Sequence[str]:
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_PIECES:
        raise BullrunError(f"ask.{field}: expected 1 to {MOST_PIECES} pieces")
    return [_piece(game, position, viewer, name, field) for name in names]
