"""Many games between bots over several processes, with the same results on any number of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from bullrun.games.registry import load_game
from bullrun.lab.play_out import Failed, Result, play_out, seated
from bullrun.lab.workers import processes

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Failure:
    """A game that broke, with its record as text."""

    number: int
    reason: str
    record: str


@dataclass(frozen=True)
class Order:
    """What to simulate."""

    game: str
    scenario: str
    options: Mapping[str, str]
    players: Sequence[str]
    games: int
    seed: int
    charts: Mapping[str, Any] = field(default_factory=dict)
    """An owner's, as `read_charts` gives them."""


@dataclass
class Tally:
    """The results of an order, in the order of the games' numbers."""

    order: Order
    results: list[Result] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """All figures; nothing in it depends on time or on the number of processes."""
        order = self.order
        finished = len(self.results)
        wins = Counter(result.winner for result in self.results)
        sides = [*load_game(order.game).sides]
        sides += sorted(set(wins) - set(sides))
        turns = Counter(r.turn for r in self.results)
        ends = Counter((r.winner, r.rule) for r in self.results)
        return {
            "game": order.game,
            "scenario": order.scenario,
            "options": dict(order.options),
            **({"charts": dict(order.charts)} if order.charts else {}),
            "players": dict(zip(load_game(order.game).sides, order.players, strict=True)),
            "seed": order.seed,
            "games": order.games,
            "finished": finished,
            "failed": [{"game": f.number, "reason": f.reason} for f in self.failures],
            "wins": {
                side: {
                    "games": wins[side],
                    "share": round(wins[side] / finished, 6) if finished else None,
                    "interval95": [round(x, 6) for x in wilson(wins[side], finished)],
                }
                for side in sides
            },
            "decisions": spread([r.decisions for r in self.results]),
            "rolls": spread([r.rolls for r in self.results]),
            "ends": [
                {"winner": winner, "rule": rule, "games": games, "reasons": self._reasons(winner, rule)}
                for (winner, rule), games in _by_count(ends)
            ],
            "last_turn": dict(_by_count(turns)),
        }

    def _reasons(self, winner: str, rule: str) -> dict[str, int]:
        found = Counter(r.reason for r in self.results if (r.winner, r.rule) == (winner, rule))
        return dict(_by_count(found))


def _by_count(counts: Counter[Any]) -> list[tuple[Any, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def wilson(hits: float, tries: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share."""
    if tries == 0:
        return (0.0, 1.0)
    share = hits / tries
    scale = 1 + z * z / tries
    centre = (share + z * z / (2 * tries)) / scale
    half = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / scale
    return (0.0 if hits == 0 else centre - half, 1.0 if hits == tries else centre + half)


def spread(values: Sequence[int]) -> dict[str, Any]:
    """Least, median, mean and most."""
    if not values:
        return {"least": None, "median": None, "mean": None, "most": None}
    ordered = sorted(values)
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return {
        "least": ordered[0],
        "median": middle,
        "mean": round(sum(ordered) / len(ordered), 3),
        "most": ordered[-1],
    }


def simulate(order: Order, workers: int = 1, progress: Callable[[int], None] | None = None) -> Tally:
    """Play all games. Each is settled by the seed and its number alone."""
    game = load_game(order.game)
    game.start(order.scenario, order.options, order.charts)
    seated(game, order.players, "")
    tally = Tally(order)
    work = partial(_one, order)
    numbers = range(1, order.games + 1)
    if workers <= 1 or order.games <= 1:
        for done, found in enumerate(map(work, numbers), 1):
            _enter(tally, found)
            if progress:
                progress(done)
        return tally
    with processes(min(workers, order.games)) as pool:
        chunk = max(1, min(16, order.games // (32 * workers)))
        for done, found in enumerate(pool.map(work, numbers, chunk), 1):
            _enter(tally, found)
            if progress:
                progress(done)
    return tally


def _one(order: Order, number: int) -> Result | Failure:
    seed = f"{order.game} {order.seed} {number}"
    try:
        game = load_game(order.game)
        return play_out(game, order.scenario, order.options, order.players, seed, order.charts)[0]
    except Failed as failed:
        return Failure(number, failed.reason, failed.text())


def _enter(tally: Tally, found: Result | Failure) -> None:
    if isinstance(found, Failure):
        tally.failures.append(found)
    else:
        tally.results.append(found)
