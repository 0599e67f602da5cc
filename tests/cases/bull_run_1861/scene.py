"""Small positions for the case book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.checks import Refusal
from bullrun.engine.decision import CHANCE
from bullrun.games.bull_run_1861.game import GAME as THE_GAME
from bullrun.games.bull_run_1861.rules.battlefield import BullRun
from bullrun.games.bull_run_1861.rules.reach import reach_report
from bullrun.games.bull_run_1861.table.odds import combat_report
from tests.cases import asking

GAME = "bull-run-1861"
TOWNS: dict[str, Any] = {"McDowell": "Z71", "Beauregard": "Z08", "Johnston": "Z08"}


def scene(
    pieces: Mapping[str, str | Mapping[str, Any]],
    *,
    side: str = "union",
    phase: str = "movement",
    turn: int | str = 3,
    scenario: str = "historical",
    options: Mapping[str, str] | None = None,
    **table: Any,
) -> BullRun:
    """`{"Keyes": "Z46"}` or `{"Keyes": {"at": "Z46", "facing": "Z57", "fatigue": 1}}`. Headquarters stand in
    their towns unless they are given a place."""
    entries = [
        {"id": p, **({"at": v} if isinstance(v, str) else v)} for p, v in (TOWNS | dict(pieces)).items()
    ]
    position = THE_GAME.given(
        scenario, options or {}, turn=turn, side=side, phase=phase, pieces=entries, **table
    )
    position.log = []
    return position


def fresh(scenario: str = "historical", **options: str) -> BullRun:
    """A new game before set-up."""
    position = THE_GAME.start(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    position.log = []
    return position


def options(position: BullRun, verb: str = "") -> list[str]:
    """The present options as texts, of one verb if it is given; empty when the game is over."""
    decision = position.decision()
    if decision is None:
        return []
    return [" ".join(option) for option in decision.options if not verb or option[0] == verb]


def goals(position: BullRun, *prefix: str) -> set[str]:
    """The zones that options with this beginning lead to."""
    decision = position.decision()
    assert decision is not None
    return {option[-1] for option in decision.options if option[: len(prefix)] == prefix}


def owner(position: BullRun) -> str:
    decision = position.decision()
    return decision.owner if decision else ""


def play(position: BullRun, *actions: str) -> None:
    """Take options by their text; each must be offered."""
    for text in actions:
        action = tuple(text.split())
        decision = position.decision()
        assert decision is not None, f"the game is over before {text!r}"
        assert action in decision.options, f"{text!r} is not offered: {decision} {options(position)[:40]}"
        position.apply(action)
        position.decision()  # forced steps follow by themselves


def roll(position: BullRun, *pips: int) -> None:
    """Answer the dice."""
    for pip in pips:
        decision = position.decision()
        assert decision is not None and decision.owner == CHANCE, (
            f"no die to roll: {decision} {options(position)[:20]}"
        )
        position.apply(("roll", str(pip)))
        position.decision()


def settle(position: BullRun, phase: str = "") -> None:
    """Take the first option until the phase is reached (or the game is over); dice show 3."""
    while (decision := position.decision()) is not None:
        if phase and THE_GAME.phase(position)[2] == phase:
            return
        position.apply(("roll", "3") if decision.owner == CHANCE else decision.options[-1])


def number(position: BullRun, piece: str) -> int:
    return position.rules.roster.number[piece]


def at(position: BullRun, piece: str) -> str:
    """Where a piece stands on the map, or ""."""
    place = position.state.at[number(position, piece)]
    return position.rules.board.names[place] if place else ""


def facing(position: BullRun, piece: str) -> str:
    return position.rules.board.names[position.state.facing[number(position, piece)]]


def line(position: BullRun, piece: str) -> str:
    return "second" if position.state.second >> number(position, piece) & 1 else "front"


def fatigue(position: BullRun, piece: str) -> int:
    return position.state.fatigue[number(position, piece)]


def losses(position: BullRun, piece: str) -> int:
    return position.state.losses[number(position, piece)]


def has(position: BullRun, column: str, piece: str) -> bool:
    """Whether a piece is in one of the state's sets of pieces."""
    flags: int = getattr(position.state, column)
    return bool(flags >> number(position, piece) & 1)


def moves(position: BullRun, piece: str) -> dict[str, str]:
    """Each zone a piece can move to, with its cost."""
    return {row["place"]: row["cost"] for row in reach_report(position, number(position, piece))}


def why(position: BullRun, action: str, side: str = "") -> str:
    """The rule against an action; "" when it is legal."""
    refusal: Refusal | None = asking.explain(
        THE_GAME, position, side or owner(position), tuple(action.split())
    )
    return refusal.rule if refusal else ""


def combat(position: BullRun, attackers: list[str], defenders: list[str]) -> dict[str, Any]:
    return combat_report(
        position, [number(position, p) for p in attackers], [number(position, p) for p in defenders]
    )


def term(report: dict[str, Any], rule: str, side: str = "") -> int:
    """The sum of a report's modifiers under a rule."""
    return sum(t["value"] for t in report["terms"] if t["rule"] == rule and side in ("", t["side"]))


def kinds(position: BullRun) -> list[str]:
    """The kinds of events so far."""
    return [event.kind for event in position.log or []]
