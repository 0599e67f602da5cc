"""Small positions for the case book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.decision import CHANCE, Decision
from bullrun.engine.why_not import why_not
from bullrun.games.secession_1862.game import GAME
from bullrun.games.secession_1862.rules.battlefield import SecondBullRun
from tests.cases import asking

ID = "secession-1862"


def scene(
    pieces: Mapping[str, str | Mapping[str, Any]],
    *,
    side: str = "union",
    phase: str = "action",
    turn: int | str = 5,
    scenario: str = "30-august",
    options: Mapping[str, str] | None = None,
    **table: Any,
) -> SecondBullRun:
    """`{"Meade": "77"}` or `{"Field": {"at": "96", "losses": 1}}`."""
    entries = [{"id": p, **({"at": v} if isinstance(v, str) else v)} for p, v in pieces.items()]
    position = GAME.given(scenario, options or {}, turn=turn, side=side, phase=phase, pieces=entries, **table)
    position.log = []
    return position


def start(scenario: str, **options: str) -> SecondBullRun:
    """A fresh game."""
    position = GAME.start(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    position.log = []
    position.decision()
    return position


def asked(position: SecondBullRun) -> Decision:
    """The present decision."""
    decision = position.decision()
    assert decision is not None, "the game is over"
    return decision


def options(position: SecondBullRun) -> list[str]:
    """The present options as texts; empty when the game is over."""
    decision = position.decision()
    return [" ".join(option) for option in decision.options] if decision else []


def verbs(position: SecondBullRun) -> set[str]:
    """The first words of the present options."""
    return {option.split()[0] for option in options(position)}


def ends(position: SecondBullRun, prefix: str) -> set[str]:
    """The last words of the options that start like this: `ends(p, "move Meade")`."""
    return {o.rsplit(" ", 1)[1] for o in options(position) if o.rsplit(" ", 1)[0] == prefix}


def play(position: SecondBullRun, *actions: str) -> None:
    """Take options by their text; each must be offered. "3" answers a die."""
    for text in actions:
        if text.isdecimal():
            roll(position, int(text))
            continue
        action = tuple(text.split())
        decision = asked(position)
        assert action in decision.options, f"{text!r} is not offered: {decision} {options(position)[:60]}"
        position.apply(action)
        position.decision()


def roll(position: SecondBullRun, *pips: int) -> None:
    """Answer the dice."""
    for pip in pips:
        decision = position.decision()
        assert decision is not None and decision.owner == CHANCE, f"no die to roll: {decision}"
        position.apply(("roll", str(pip)))
        position.decision()


def settle(position: SecondBullRun, verb: str = "face") -> None:
    """Take the first option as long as only this verb is asked for: what a test does not care about."""
    while (decision := position.decision()) is not None and {o[0] for o in decision.options} == {verb}:
        position.apply(decision.options[0])


def number(piece: str) -> int:
    return GAME.data.pieces("pieces").index(
        next(info for info in GAME.data.pieces("pieces") if info.id == piece)
    )


def at(position: SecondBullRun, piece: str) -> str:
    """Where a piece stands on the map, or ""."""
    place = position.state.at[number(piece)]
    return position.rules.board.names[place] if place else ""


def facing(position: SecondBullRun, piece: str) -> str:
    return position.rules.board.names[position.state.facing[number(piece)]]


def column(position: SecondBullRun, name: str, piece: str) -> Any:
    """A piece's entry of a state column: a number, or whether its flag is set."""
    value = getattr(position.state, name)
    return bool(value >> number(piece) & 1) if isinstance(value, int) else value[number(piece)]


def kinds(position: SecondBullRun) -> list[str]:
    """The kinds of events so far."""
    return [event.kind for event in position.log or []]


def last(position: SecondBullRun, kind: str) -> Mapping[str, Any]:
    """The facts of the last event of a kind."""
    return [event for event in position.log or [] if event.kind == kind][-1].facts


def why(position: SecondBullRun, text: str, side: str = "union") -> str:
    """The rule that refuses an action; "" when it is possible."""
    refusal = why_not(GAME.play.guide, position, side, tuple(text.split()))
    return refusal.rule if refusal else ""


def terms(position: SecondBullRun, attackers: list[str], defenders: list[str]) -> dict[str, int]:
    """The modifiers of a combat: "attack 10.3.1" -> value, summed."""
    found: dict[str, int] = {}
    for term in asking.combat(GAME, position, attackers, defenders)["terms"]:
        key = f"{term['side']} {term['rule']}"
        found[key] = found.get(key, 0) + term["value"]
    return found
