"""Every question that somebody asks about a position: why not, where to, at what odds, what is in sight.

Page, umpire, terminal and tests all ask here, so that all hear the same. Asking changes nothing, and an
answer depends on nothing that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from bullrun.engine.action import action_text, parse_action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import CHANCE, Decision, Fight
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
NOTHING_LEFT = "nothing is left to decide in this turn"
"""A position in which nobody has a choice plays on by itself; what comes in a later turn was not asked."""
T = TypeVar("T")


class BadAsk(BullrunError):
    """A question that is not one: which part of it, and what was expected."""

    def __init__(self, field: str, says: str) -> None:
        super().__init__(f"ask{field and '.'}{field}: {says}")
        self.field = field
        self.says = says


class Asker(NamedTuple):
    """Who asks about which position."""

    game: Game
    position: AnyPosition
    viewer: str
    """What may be known: a side, a spectator, or the referee, who knows all."""
    side: str
    """Who would act: a side, or chance where people roll real dice. A viewer that is neither cannot."""

    @property
    def known(self) -> AnyPosition:
        """The position as the viewer knows it."""
        return known_position(self.game, self.position, self.viewer)


def answer(asker: Asker, question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one question: a mapping with exactly one of the known keys, which is the answer's key too."""
    if len(question) != 1 or not set(question) <= set(ANSWERS):
        raise BadAsk("", f"expected exactly one of {', '.join(ANSWERS)}")
    ((kind, value),) = question.items()
    found = ANSWERS[kind](asker, value)
    return {kind: _plain(see_facts(asker.game, asker.position, found, asker.viewer))}


def _plain(value: Any) -> Any:
    """JSON values: exact fractions become texts such as "5/36"."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


# --- what may be done ---------------------------------------------------------------------------


def _why(asker: Asker, action: Any) -> dict[str, Any]:
    """Whether the side may do this now; if not, the first reason against it."""
    if not isinstance(action, str):
        raise BadAsk("why", "expected an action as text")
    words = parse_action(action)
    game, side = asker.game, asker.side
    if side not in (*game.sides, CHANCE):
        return _refused(Refusal("", "Only a side can act."))
    now, decision, is_later = _now(asker)
    guide = game.play.guide
    refusal = None
    if now.state != asker.position.state and (is_later or decision is None or decision.owner != side):
        # It has played on, for the side had nothing to decide: the position as it was tells why.
        reason = guide.reasons.get(words[0])
        refusal = reason(asker.position.copy(), words) if reason is not None else None
        if refusal is None and is_later:
            refusal = Refusal("", f"{NOTHING_LEFT.capitalize()}.")
    refusal = refusal or why_not(guide, now, side, words)
    if refusal is None:
        assert decision is not None
        return {"possible": True, "rule": decision.rule, "says": "This is possible.", "facts": {}}
    # Whoever asks, the side's own words: they are those in which it would be refused.
    reader = side if side in game.sides else asker.viewer
    return _refused(see_refusal(game, asker.position, refusal, reader))


def _refused(refusal: Refusal) -> dict[str, Any]:
    return {
        "possible": False,
        "rule": refusal.rule,
        "says": refusal.says,
        "facts": dict(refusal.facts),
    }


def _legal(asker: Asker, wanted: Any) -> dict[str, Any]:
    """What is to be decided; the options only for those who may know them."""
    if wanted is not True:
        raise BadAsk("legal", "expected true")
    _, decision, is_later = _now(asker)
    if is_later or decision is None:
        question = NOTHING_LEFT if is_later else "the game is over"
        return {"owner": None, "question": question, "rule": "", "actions": []}
    if asker.viewer != REFEREE and decision.owner not in (asker.viewer, asker.side):
        return {"owner": decision.owner, "question": "", "rule": "", "actions": []}
    found: dict[str, Any] = {
        "owner": decision.owner,
        "question": decision.question,
        "rule": decision.rule,
        "actions": [action_text(option) for option in decision.options],
    }
    if decision.owner == CHANCE and decision.weights is not None:
        found["weights"] = list(decision.weights)
    return found


def _now(asker: Asker) -> tuple[AnyPosition, Decision | None, bool]:
    """The position where somebody must decide, what, and whether that is in a later turn. A position that was
    made by hand plays on to there, but takes no step for the side that is asked about."""
    now = asker.position.copy()
    turn = asker.game.phase(now)[0]
    decision = now.decision(held=asker.side)
    return now, decision, asker.game.phase(now)[0] != turn


# --- what can be reckoned -----------------------------------------------------------------------


def _reach(asker: Asker, piece: Any) -> Any:
    number = _piece(asker, piece, "reach")
    reach = _of_game(asker.game.table.reach, "reach", "report of moves")
    # The other side's reach must not tell what this viewer cannot know.
    is_own = asker.position.rules.pieces[number].side == asker.viewer
    return reach(asker.position if is_own else asker.known, number)


def _way(asker: Asker, asked: Any) -> Any:
    """The way of a piece to a place, however many turns it takes."""
    if not isinstance(asked, Mapping) or set(asked) != {"piece", "to"}:
        raise BadAsk("way", "expected piece and to")
    number, place = _piece(asker, asked["piece"], "way.piece"), _place(asker, asked["to"], "way.to")
    return _of_game(asker.game.table.way, "way", "report of long marches")(asker.known, number, place)


def _sight(asker: Asker, ends: Any) -> Any:
    if not isinstance(ends, list) or len(ends) != 2:
        raise BadAsk("sight", "expected two places")
    a, b = (_place(asker, end, "sight") for end in ends)
    return _of_game(asker.game.table.sight, "sight", "lines of sight")(asker.known, a, b)


def _combat(asker: Asker, asked: Any) -> Any:
    fight = _fight(asker, asked)
    combat = _of_game(asker.game.table.combat, "combat", "report of attacks")
    return combat((_after(asker, fight.after) if fight.after else asker).known, fight)


def _fight(asker: Asker, asked: Any) -> Fight:
    """The fight that a question names, with pieces that the viewer knows."""
    expected = "expected attackers and defenders, and after where an act comes first"
    if not isinstance(asked, Mapping) or not {"attackers", "defenders"} <= set(asked):
        raise BadAsk("combat", expected)
    for key in asked:
        if key not in Fight._fields:
            raise BadAsk("combat", f"{_short(key)}: unknown key; {expected}")
    attackers, defenders = (_pieces(asker, asked[key], f"combat.{key}") for key in ("attackers", "defenders"))
    support = asked.get("support", [])
    if support != []:
        support = _pieces(asker, support, "combat.support")
    kind, at = (_word(asked.get(key, ""), f"combat.{key}") for key in ("kind", "at"))
    after = asked.get("after", "")
    if not isinstance(after, str):
        raise BadAsk("combat.after", "expected one of your options as text")
    if at:
        _place(asker, at, "combat.at")
    return Fight(attackers, defenders, tuple(support), kind, at, after)


def _after(asker: Asker, action: str) -> Asker:
    """The same asker once an option of the side has been taken, where nothing is hidden from the viewer."""
    then = asker.position.copy()
    decision = then.decision(held=asker.side)
    if decision is None or decision.owner != asker.side:
        raise BadAsk("combat.after", "expected one of your options as text")
    words = parse_action(action)
    if words not in decision.options:
        raise BadAsk("combat.after", "this is not among your options now")
    if hides_from(asker.game, asker.position, asker.viewer):
        raise BadAsk("combat.after", "what an act leads to is not said while something is hidden")
    then.apply(words)
    return asker._replace(position=then)


def _threats(asker: Asker, side: Any) -> Any:
    _side(asker, side, "threats")
    return _of_game(asker.game.table.threats, "threats", "report of threats")(asker.known, side)


def _overlay(asker: Asker, wanted: Any) -> Any:
    game = asker.game
    overlay = _of_game(game.table.overlay, "overlay", "overlays")
    if not isinstance(wanted, Mapping) or not set(wanted) <= {"name", "side", "at"} or "name" not in wanted:
        raise BadAsk("overlay", "expected name, and side and at where the overlay needs them")
    name, at = wanted["name"], wanted.get("at")
    names = [one["id"] for one in game.table.overlays]
    if name not in names:
        raise BadAsk("overlay.name", f"{_short(name)} is none of {', '.join(names)}")
    own = next(side for side in (asker.viewer, asker.side, game.sides[0]) if side in game.sides)
    side = wanted.get("side") or own
    _side(asker, side, "overlay.side")
    place = _place(asker, at, "overlay.at") if at is not None else None
    return overlay(asker.known, name, side, place)


def _ground(asker: Asker, place: Any) -> Any:
    name = _place(asker, place, "ground")
    return _of_game(asker.game.table.ground, "ground", "facts about places")(asker.known, name)


ANSWERS: dict[str, Callable[[Asker, Any], Any]] = {
    "why": _why,
    "legal": _legal,
    "reach": _reach,
    "way": _way,
    "sight": _sight,
    "combat": _combat,
    "threats": _threats,
    "overlay": _overlay,
    "ground": _ground,
}


# --- reading ------------------------------------------------------------------------------------


def _of_game(function: T | None, field: str, what: str) -> T:
    if function is None:
        raise BadAsk(field, f"this game has no {what}")
    return function


def _side(asker: Asker, name: Any, field: str) -> None:
    if name not in asker.game.sides:
        raise BadAsk(field, f"expected one of {', '.join(asker.game.sides)}")


def _word(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise BadAsk(field, "expected a word")
    return value


def _place(asker: Asker, name: Any, field: str) -> str:
    if not isinstance(name, str):
        raise BadAsk(field, "expected the name of a place")
    board = asker.position.rules.board
    if board is not None:
        board.place(name)
    return name


def _piece(asker: Asker, name: Any, field: str) -> int:
    game, position = asker.game, asker.position
    concealed = concealed_from(game, position.rules.concealed_by_side(position.state), asker.viewer)
    for number, piece in enumerate(position.rules.pieces):
        # A hidden piece and one that does not exist get the same answer.
        if piece.id == name and not concealed >> number & 1:
            return number
    raise BadAsk(field, f"no piece called {_short(name)} is known to you")


def _pieces(asker: Asker, names: Any, field: str) -> tuple[str, ...]:
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_PIECES:
        raise BadAsk(field, f"expected 1 to {MOST_PIECES} pieces")
    for number, name in enumerate(names):
        _piece(asker, name, field)
        if name in names[:number]:
            raise BadAsk(field, "a piece is listed twice")
    return tuple(names)


def _short(value: Any) -> str:
    return repr(str(value)[:60])
