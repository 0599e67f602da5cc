"""Ask the umpire: questions about any position, answered as plain data.

The reader here checks the form of a question; the answers come from the game's own rules, so that a
player of the cardboard game, a test and the client all hear the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from bullrun.engine.action import Action, action_text, parse_action
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import CHANCE
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.engine.why_not import why_not
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game

AnyPosition = Position[Any, Any]


class BadQuestion(BullrunError):
    """A question that is not one: the message names the key and what was expected."""


REQUIRED = ("game", "turn", "side", "phase", "pieces", "ask")
KNOWN = (*REQUIRED, "scenario", "options")
QUESTIONS = ("moves", "why", "sight", "combat", "legal")
TOO_DEEP = "not a question: nested too deeply"
LONGEST = 2000
"""Characters of a text."""
LARGEST = 10**9
"""No number of a game is larger."""


def answer_text(text: str) -> dict[str, Any]:
    """The answers to a question in JSON text."""
    try:
        asked = json.loads(text, object_pairs_hook=_no_doubles)
    except json.JSONDecodeError as error:
        raise BadQuestion(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except BullrunError:
        raise
    except ValueError as error:
        raise BadQuestion("not a question: a number has more digits than can be read") from error
    except RecursionError as error:
        raise BadQuestion(TOO_DEEP) from error
    return answer(asked)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise BadQuestion(f"{double!r}: given twice")
    return found


def answer(asked: Any) -> dict[str, Any]:
    """The answers, in the order of the questions."""
    try:
        _check_values(asked, "the question")
    except RecursionError as error:
        raise BadQuestion(TOO_DEEP) from error
    spec = _object(asked, "the question")
    for key in REQUIRED:
        if key not in spec:
            raise BadQuestion(f"{key!r}: missing; a question has {', '.join(REQUIRED)}")
    game = load_game(_text(spec["game"], "game"))
    position = _position(game, spec)
    questions = _list(spec["ask"], "ask")
    checked = [_question(number, question) for number, question in enumerate(questions, 1)]
    side = _text(spec["side"], "side")
    answers = []
    for number, (kind, value) in enumerate(checked, 1):
        try:
            answers.append({kind: _plain(_ANSWERS[kind](game, position.copy(), side, value))})
        except BullrunError as error:
            raise BadQuestion(f"ask {number}: {kind}: {error}") from error
    return {"game": game.id, "answers": answers}


def _check_values(value: Any, where: str) -> None:
    """No text and no number may be such that it could not even be repeated in an answer."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise BadQuestion(f"{where}: expected at most {LONGEST} characters, got {len(value)}")
        if not value.isprintable():
            raise BadQuestion(f"{where}: unprintable characters in {_short(value)}")
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
        raise BadQuestion(f"{where}: expected a whole number of at most {LARGEST}")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_values(key, where)
            _check_values(item, key)
    elif isinstance(value, list):
        for item in value:
            _check_values(item, where)


def _plain(value: Any) -> Any:
    """JSON values: exact fractions become texts such as "5/36"."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _position(game: Game, spec: Mapping[str, Any]) -> AnyPosition:
    scenario = _text(spec.get("scenario", next(iter(game.scenarios))), "scenario")
    if scenario not in game.scenarios:
        raise BadQuestion(f"scenario: {scenario!r} is none of {', '.join(game.scenarios)}")
    options = {
        name: _text(value, f"options: {name}")
        for name, value in _object(spec.get("options", {}), "options").items()
    }
    turn = spec["turn"]
    if isinstance(turn, bool) or not isinstance(turn, int | str):
        raise BadQuestion(f"turn: expected a number or a name, got {_short(turn)}")
    side = _text(spec["side"], "side")
    if side not in game.sides:
        raise BadQuestion(f"side: {side!r} is none of {', '.join(game.sides)}")
    pieces = []
    for number, entry in enumerate(_list(spec["pieces"], "pieces"), 1):
        piece = _object(entry, f"pieces: entry {number}")
        if "id" not in piece:
            raise BadQuestion(f"pieces: entry {number} has no 'id'")
        _text(piece["id"], f"pieces: entry {number}: id")
        pieces.append(piece)
    extra = {key: value for key, value in spec.items() if key not in KNOWN}
    for key in extra:
        if not key.isidentifier() or key == "self":
            raise BadQuestion(f"{key!r}: unknown key")
    phase = _text(spec["phase"], "phase")
    position: AnyPosition = game.given(
        scenario, options, turn=turn, side=side, phase=phase, pieces=pieces, **extra
    )
    return position


def _question(number: int, question: Any) -> tuple[str, Any]:
    entry = _object(question, f"ask {number}")
    if len(entry) != 1:
        raise BadQuestion(f"ask {number}: expected one of {', '.join(QUESTIONS)}, got {len(entry)} keys")
    kind, value = next(iter(entry.items()))
    if kind not in QUESTIONS:
        raise BadQuestion(f"ask {number}: {kind!r} is none of {', '.join(QUESTIONS)}")
    return kind, value


# --- the five questions -------------------------------------------------------------------------


def _moves(game: Game, position: AnyPosition, side: str, value: Any) -> Any:
    piece = game.piece(_text(value, "piece"))
    if game.table.reach is None:
        raise BadQuestion(f"{game.id} has no report of moves")
    return game.table.reach(position, piece)


def _why(game: Game, position: AnyPosition, side: str, value: Any) -> Any:
    action = parse_action(_text(value, "action"))
    return why(game, position, side, action)


def _sight(game: Game, position: AnyPosition, side: str, value: Any) -> Any:
    places = [_text(place, "place") for place in _list(value, "two places")]
    if len(places) != 2:
        raise BadQuestion(f"expected two places, got {len(places)}")
    if game.table.sight is None:
        raise BadQuestion(f"{game.id} has no lines of sight")
    return game.table.sight(position, *places)


def _combat(game: Game, position: AnyPosition, side: str, value: Any) -> Any:
    spec = _object(value, "battle")
    for key in spec:
        if key not in ("attackers", "defenders"):
            raise BadQuestion(f"{key!r}: unknown key; a battle has attackers and defenders")
    sides = []
    for key in ("attackers", "defenders"):
        names = [game.piece(_text(p, key)) for p in _list(spec.get(key), key)]
        if not names:
            raise BadQuestion(f"{key}: expected at least one piece")
        if len(set(names)) != len(names):
            raise BadQuestion(f"{key}: a piece is listed twice")
        sides.append(names)
    if game.table.combat is None:
        raise BadQuestion(f"{game.id} has no report of attacks")
    return game.table.combat(position, *sides)


def _legal(game: Game, position: AnyPosition, side: str, value: Any) -> Any:
    if value is not True:
        raise BadQuestion(f"expected true, got {_short(value)}")
    turn = game.phase(position)[0]
    decision = position.decision(held=side)
    if game.phase(position)[0] != turn:
        return {"owner": None, "question": NOTHING_LEFT, "rule": "", "actions": []}
    if decision is None:
        return {"owner": None, "question": "the game is over", "rule": "", "actions": []}
    found: dict[str, Any] = {
        "owner": decision.owner,
        "question": decision.question,
        "rule": decision.rule,
        "actions": [action_text(option) for option in decision.options],
    }
    if decision.owner == CHANCE and decision.weights is not None:
        found["weights"] = list(decision.weights)
    return found


NOTHING_LEFT = "nothing is left to decide in this turn"
"""A position in which nobody has a choice plays on by itself; what comes in a later turn was not asked."""


def why(game: Game, position: AnyPosition, side: str, action: Action) -> dict[str, Any]:
    """Legal, or the rule, the words and the facts."""
    asked, turn = position.copy(), game.phase(position)[0]
    decision = position.decision(held=side)
    is_later = game.phase(position)[0] != turn
    if not is_later and decision is not None and decision.owner == side:
        if action in decision.options:
            return {"action": action_text(action), "legal": True, "rule": decision.rule}
        refusal = why_not(game.play.guide, position, side, action)
    else:
        # The side had nothing to decide: the position as it was given tells why.
        reason = game.play.guide.reasons.get(action[0])
        refusal = reason(asked, action) if reason is not None else None
        if refusal is None and is_later:
            refusal = Refusal("", f"{NOTHING_LEFT.capitalize()}.")
        refusal = refusal or why_not(game.play.guide, position, side, action)
    if refusal is None:
        says = "This is not among the options now."
        return {"action": action_text(action), "legal": False, "rule": "", "says": says, "facts": {}}
    return {
        "action": action_text(action),
        "legal": False,
        "rule": refusal.rule,
        "says": refusal.says,
        "facts": dict(refusal.facts),
    }


_ANSWERS: dict[str, Callable[[Game, AnyPosition, str, Any], Any]] = {
    "moves": _moves,
    "why": _why,
    "sight": _sight,
    "combat": _combat,
    "legal": _legal,
}


# --- reading ------------------------------------------------------------------------------------


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadQuestion(f"{name}: expected an object, got {_short(value)}")
    return value


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadQuestion(f"{name}: expected a list, got {_short(value)}")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value:
        raise BadQuestion(f"{name}: expected a text, got {_short(value)}")
    return value


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
