"""Counts of decision sequences from small positions, chance enumerated: option lists cannot drift unseen.

    python -m tests.perft.perft          print the counts
    python -m tests.perft.perft --write  write them down as the new truth

A position is what the umpire reads (positions.json); `depth` counts decisions, forced steps are none, and
nothing is followed beyond the phase it began in. Two positions with the same state are one: each is
followed once and counted as often as it was met.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bullrun.engine.position import Position
from bullrun.games.registry import load_game
from tests.toys.ford import GAME as TOY

HERE = Path(__file__).parent


def perft(position: Position[Any, Any], depth: int, phase: Callable[[Any], Any] = lambda _: 0) -> list[int]:
    """How many sequences of 1, 2, ... decisions there are; a game that is over has no more, and neither has
    a phase."""
    first = phase(position)
    level = {position.state.digest(): (position, 1)}
    counts = []
    for _ in range(depth):
        following: dict[str, tuple[Position[Any, Any], int]] = {}
        total = 0
        for here, ways in level.values():
            decision = here.decision()
            if decision is None or phase(here) != first:
                continue
            total += ways * len(decision.options)
            for option in decision.options:
                after = here.copy()
                after.apply(option)
                after.decision()
                digest = after.state.digest()
                known = following.get(digest)
                following[digest] = (after, ways + (known[1] if known else 0))
        counts.append(total)
        level = following
        if not total:
            break
    return counts


def positions() -> dict[str, dict[str, Any]]:
    """The positions by name."""
    found: dict[str, dict[str, Any]] = json.loads((HERE / "positions.json").read_text(encoding="utf-8"))
    return found


def truth() -> dict[str, list[int]]:
    """The counts as they were written down."""
    found: dict[str, list[int]] = json.loads((HERE / "counts.json").read_text(encoding="utf-8"))
    return found


def count(spec: dict[str, Any]) -> list[int]:
    """The counts of one position."""
    given = {
        key: value
        for key, value in spec.items()
        if key not in ("depth", "game", "scenario", "options", "why")
    }
    game: Any = TOY if spec["game"] == TOY.id else load_game(spec["game"])
    scenario, options = spec.get("scenario", next(iter(game.scenarios))), spec.get("options", {})
    position = game.given(scenario, options, **given) if given else game.start(scenario, options)
    position.decision()
    return perft(position, spec["depth"], game.phase if given else lambda _: 0)


def main() -> None:
    """Print or write."""
    found = {name: count(spec) for name, spec in positions().items()}
    text = "{\n" + ",\n".join(f" {json.dumps(n)}: {json.dumps(c)}" for n, c in found.items()) + "\n}\n"
    if "--write" in sys.argv:
        (HERE / "counts.json").write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
