"""Positions of the case book, and questions to them by hex numbers and unit ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.checks import Refusal
from bullrun.engine.why_not import why_not
from bullrun.games.clash_of_giants.game import GAME
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash

ID = "clash-of-giants"
Where = Mapping[str, Any]


def rules(scenario: str, **options: str) -> Battlefield:
    found: Battlefield = GAME.rules(
        scenario, {name.replace("_", "-"): value for name, value in options.items()}
    )
    return found


def scene(
    scenario: str,
    pieces: Where,
    turn: int | None = None,
    side: str = "union",
    phase: str = "operations",
    options: Mapping[str, str] | None = None,
    **extra: Any,
) -> Clash:
    """The position with these units in these hexes; a value may also be the whole entry of a unit."""
    entries = [{"id": unit, **(at if isinstance(at, Mapping) else {"at": at})} for unit, at in pieces.items()]
    first = rules(scenario).first_turn
    return GAME.given(
        scenario, options or {}, turn=turn or first, side=side, phase=phase, pieces=entries, **extra
    )


def unit(position: Clash, name: str) -> int:
    return position.rules.roster.number[name]


def hexes(position: Clash, places: int) -> list[str]:
    """The numbers of a set of hexes."""
    return sorted(position.rules.board.names_of(places))


def place(position: Clash, name: str) -> int:
    return position.rules.board.place(name)


def at(position: Clash, name: str) -> str | None:
    """Where a piece lies."""
    return GAME.table.place_of(position, unit(position, name))


def options(position: Clash) -> list[str]:
    decision = position.decision()
    assert decision is not None
    return [" ".join(option) for option in decision.options]


def owner(position: Clash) -> str:
    decision = position.decision()
    assert decision is not None
    return decision.owner


def play(position: Clash, *actions: str) -> None:
    """Take these options, each of which must be offered."""
    for action in actions:
        decision = position.decision()
        assert decision is not None and tuple(action.split()) in decision.options, (action, decision)
        position.apply(tuple(action.split()))


def refusal(position: Clash, side: str, action: str) -> Refusal:
    """Why an action is not possible; it must not be."""
    found = why_not(GAME.play.guide, position, side, tuple(action.split()))
    assert found is not None, f"{action} is possible"
    return found


def told(position: Clash, kind: str) -> list[Mapping[str, Any]]:
    """The facts of the events of a kind in the position's log."""
    assert position.log is not None
    return [event.facts for event in position.log if event.kind == kind]
