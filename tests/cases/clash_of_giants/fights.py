"""Declarations and combats of the case book, without the chapters that they call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bullrun.engine.frames import Procedure
from bullrun.games.clash_of_giants.rules import combat, declaration
from bullrun.games.clash_of_giants.rules.battlefield import Battlefield, Clash
from bullrun.games.loading import Agreed
from bullrun.games.sides import SIDES
from tests.cases.clash_of_giants.scene import Where, place, scene, unit


def ended(position: Clash, frame: tuple[object, ...]) -> None:
    """A procedure of another chapter that has nothing to do."""
    position.end()


def alone(position: Clash, *others: str) -> Clash:
    """The same position under rules in which these procedures end at once."""
    real = position.rules
    procedures = dict(real.procedures) | {name: Procedure(ended) for name in others}
    position.rules = Battlefield(
        Agreed(real.scenario, real.data, real.options, procedures, real.charts), real.windows
    )
    return position


def declaring(
    scenario: str,
    pieces: Where,
    side: str,
    turn: int | None = None,
    special: bool = False,
    options: Mapping[str, str] | None = None,
    **extra: Any,
) -> Clash:
    """A side chooses its attacks; fights change nothing."""
    position = alone(
        scene(scenario, pieces, turn=turn, side=side, options=options, **extra), "combat", "cavalry_retreat"
    )
    position.state.side = SIDES.index(side)
    declaration.begin(position, position.rules.roster.of_side[position.state.side], special)
    position.state.frames = [("attacks",)]
    return position


def declarations(position: Clash) -> list[dict[str, str]]:
    """Every whole that can be declared step by step, each once, in no order that matters."""
    assert position.rules.has("declaration", "whole")
    names, ids = position.rules.board.names, position.rules.roster.ids
    seen: set[frozenset[tuple[str, str]]] = set()
    found: list[dict[str, str]] = []

    def go(now: Clash) -> None:
        chosen = {ids[u]: names[target] for target, units in now.state.declared for u in units}
        key = frozenset(chosen.items())
        if key in seen:
            return
        seen.add(key)
        steps = declaration.legal_steps(now)
        assert steps.attacks or steps.may_stop, "every way can be completed"
        if steps.may_stop:
            found.append(chosen)
        for one, target in steps.attacks:
            after = now.copy()
            declaration.answer_attacks(after, ("attacks",), ("attack", ids[one], names[target]))
            go(after)

    go(position)
    return found


WHOLE = {"declaration": "whole"}


def units(position: Clash, *names: str) -> int:
    """A set of units."""
    return sum(1 << unit(position, name) for name in names)


def fighting(
    scenario: str,
    pieces: Where,
    target: str,
    *attackers: str,
    turn: int | None = None,
    options: Mapping[str, str] | None = None,
    others: tuple[str, ...] = ("cavalry_retreat", "retreats", "advances"),
    **extra: Any,
) -> Clash:
    """These units attack a hex now."""
    position = alone(scene(scenario, pieces, turn=turn, options=options, **extra), *others)
    position.state.side = position.rules.roster.side[unit(position, attackers[0])]
    position.state.frames = [("combat", place(position, target), units(position, *attackers), 0)]
    return position


def odds(position: Clash, target: str, *attackers: str, guns: tuple[int, int] = (0, 0)) -> combat.Odds:
    """The odds of an attack; artillery in halves."""
    return combat.odds(position, place(position, target), units(position, *attackers), guns)


def sums(found: combat.Odds) -> tuple[int, int]:
    """The strengths of both sides, in halves."""
    return sum(term[1] for term in found.attack), sum(term[1] for term in found.defence)


def falling_back(position: Clash) -> dict[str, int]:
    """Who must retreat, and how far."""
    state, ids = position.state, position.rules.roster.ids
    return {
        ids[u]: state.lengths[u]
        for u in range(position.rules.roster.unit_count)
        if state.falling_back >> u & 1
    }
