"""Ask the umpire: questions in JSON about a position that is put together by hand.

Here the position is read and set up; `answers.py` answers, so that a player of the cardboard game hears what
the page says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bullrun.answers import ANSWERS, Asker, BadAsk
from bullrun.answers import answer as answer_ask
from bullrun.engine.game import Game
from bullrun.engine.given import ImpossiblePosition, check_values
from bullrun.engine.view import REFEREE, AnyPosition
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game


class BadQuestion(BullrunError):
    """A question that is not one: the message names the key and what was expected."""


REQUIRED = ("game", "turn", "side", "phase", "pieces", "ask")
KNOWN = (*REQUIRED, "scenario", "options", "charts")
QUESTIONS = {"moves": "reach"} | {kind: kind for kind in ANSWERS if kind != "reach"}
"""What may be asked, and what answers it."""
TOO_DEEP = "not a question: nested too deeply"


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
    found = []
    for number, (kind, value) in enumerate(checked, 1):
        try:
            found.append({kind: answer_one(game, position, side, kind, value)})
        except BadAsk as error:
            field = error.field.replace(QUESTIONS[kind], kind, 1)
            raise BadQuestion(f"ask {number}: {field}: {error.says}") from error
        except BullrunError as error:
            raise BadQuestion(f"ask {number}: {kind}: {error}") from error
    return {"game": game.id, "answers": found}


def answer_one(game: Game, position: AnyPosition, side: str, kind: str, value: Any) -> Any:
    """The answer to one question of this side; whoever has laid out a position knows all of it."""
    name = QUESTIONS[kind]
    found = answer_ask(Asker(game, position.copy(), REFEREE, side), {name: value})[name]
    if kind == "why":
        return {"action": " ".join(value.split()), "legal": found.pop("possible"), **found}
    return found


def _check_values(value: Any, where: str) -> None:
    try:
        check_values(value, where)
    except ImpossiblePosition as error:
        raise BadQuestion(str(error)) from error


def _position(game: Game, spec: Mapping[str, Any]) -> AnyPosition:
    scenario = _text(spec.get("scenario", next(iter(game.scenarios))), "scenario")
    if scenario not in game.scenarios:
        raise BadQuestion(f"scenario: {scenario!r} is none of {', '.join(game.scenarios)}")
    options = {
        name: _text(value, f"options: {name}")
        for name, value in _object(spec.get("options", {}), "options").items()
    }
    charts = _object(spec.get("charts", {}), "charts")
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
        scenario, options, charts, turn=turn, side=side, phase=phase, pieces=pieces, **extra
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
    try:
        text = json.dumps(value)
    except RecursionError:  # it was read a few levels nearer to the limit
        return "something nested too deeply"
    return text if len(text) <= 60 else text[:57] + "..."
