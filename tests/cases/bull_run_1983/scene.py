"""Small positions for the case book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bullrun.board.places import places_in
from bullrun.engine.checks import Refusal
from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1983.game import GAME
from bullrun.games.bull_run_1983.rules.battlefield import Battlefield, BullRun
from bullrun.games.bull_run_1983.rules.given import given_position
from tests.cases import asking

explain = partial(asking.explain, GAME)


def rules(scenario: str = "july-21", **options: str) -> Battlefield:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    found: Battlefield = GAME.rules(scenario, given)
    return found


def scene(
    pieces: Mapping[str, str | Mapping[str, Any]],
    *,
    side: str = "union",
    phase: str = "combat",
    turn: int | str = "NOON",
    abatis: Sequence[str] = (),
    trestle: bool = False,
    battlefield: Battlefield | None = None,
) -> BullRun:
    """`{"USA-I-B-2NH": "U17"}` or `{"USA-A-SC-E2US": {"at": "U17", "face": "battle"}}`."""
    entries = [{"id": p, **({"at": v} if isinstance(v, str) else v)} for p, v in pieces.items()]
    position = given_position(
        battlefield or rules(),
        turn=turn,
        side=side,
        phase=phase,
        pieces=entries,
        abatis=abatis,
        trestle=trestle,
    )
    position.log = []
    return position


def options(position: BullRun) -> list[str]:
    """The present options as texts; empty when the game is over."""
    decision = position.decision()
    return [" ".join(option) for option in decision.options] if decision else []


def play(position: BullRun, *actions: str) -> None:
    """Take options by their text; each must be offered."""
    for text in actions:
        action = tuple(text.split())
        decision = position.decision()
        assert decision is not None, f"the game is over before {text!r}"
        assert action in decision.options, f"{text!r} is not offered: {decision} {options(position)[:40]}"
        position.apply(action)


def roll(position: BullRun, *pips: int) -> None:
    """Answer the dice."""
    for pip in pips:
        decision = position.decision()
        assert decision is not None and decision.owner == CHANCE, f"no die to roll: {decision}"
        position.apply(("roll", str(pip)))


def at(position: BullRun, piece: str) -> str:
    """Where a piece stands on the map, or ""."""
    rules = position.rules
    place = position.state.at[rules.roster.number[piece]]
    return rules.board.names[place] if place else ""


def kinds(position: BullRun) -> list[str]:
    """The kinds of events so far."""
    return [event.kind for event in position.log or []]


def names(position: BullRun, pieces: int) -> set[str]:
    """The ids of a set of pieces."""
    return {position.rules.roster.ids[piece] for piece in places_in(pieces)}


def refused(position: BullRun, text: str, side: str = "union") -> Refusal:
    """Why an action is not possible; it must not be."""
    refusal = explain(position, side, tuple(text.split()))
    assert refusal is not None, f"{text} is an option"
    return refusal
