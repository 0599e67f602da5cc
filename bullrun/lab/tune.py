"""Better weights by self-play: SPSA (simultaneous perturbation stochastic approximation, Spall 1992).

A step shakes all weights at once, each up or down by the same factor, and lets the two shaken players meet on
paired seeds, sides swapped. The score moves every weight a little towards the side of the winner. Weights
move in proportion to their size: large and small ones learn alike. The state of the climb is one JSON file;
a climb that was stopped goes on from it and ends where it would have ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bullrun.bots import Bot, Seat, check_player, make_bot
from bullrun.bots.playing import decisions, keyed
from bullrun.engine.action import Action
from bullrun.engine.game import Game
from bullrun.errors import BullrunError
from bullrun.lab.play_out import game_key
from bullrun.lab.workers import Workers, processes
from bullrun.thinking.contract import thinking_of
from bullrun.thinking.weights import Weights, weights_text

METHOD = "SPSA"
SHAKE = 0.25
"""By how much weights are shaken in the first step; it shrinks with the sixth root of the step."""
RATE = 0.2
"""How far a clean sweep moves a weight in the first steps."""
PATIENCE = 10
DRAWN = 0.5
"""A drawn game counts for the better position, but never more than this much of a win."""
FAR_AHEAD = 10_000
"""A position worth this much is as good as a draw can be."""


@dataclass
class Climb:
    """A climb under way."""

    game: Game
    scenarios: tuple[str, ...]
    """The pairs of a step are shared out among them."""
    options: Mapping[str, str]
    player: str
    pairs: int
    seed: int
    start: dict[str, int]
    weights: dict[str, float]
    only: tuple[str, ...] = ()
    """The weights that are moved; all of them if none is named."""
    rate: float = RATE
    shake: float = SHAKE
    step: int = 0
    games: int = 0
    history: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def open(
        cls,
        game: Game,
        scenarios: Sequence[str],
        options: Mapping[str, str],
        player: str,
        pairs: int,
        seed: int,
        file: Path | None,
        only: Sequence[str] = (),
        rate: float = RATE,
        shake: float = SHAKE,
    ) -> Climb:
        """A new climb, or the one in the file."""
        weights = weights_of(game)
        for name in only:
            if name not in weights:
                raise BullrunError(f"weight {name!r}: {game.id} has {', '.join(weights)}")
        check_player(game, player)
        climb = cls(
            game,
            tuple(scenarios),
            options,
            player,
            pairs,
            seed,
            dict(weights),
            {k: float(v) for k, v in weights.items()},
            tuple(only),
            rate,
            shake,
        )
        if file is not None and file.exists():
            data = _read_state(file)
            for name, value in climb._header().items():
                if data.get(name) != value:
                    raise BullrunError(f"{file}: {name} is {data.get(name)!r}, this climb has {value!r}")
            climb.start = data["start"]
            climb.weights = data["weights"]
            climb.step, climb.games, climb.history = data["step"], data["games"], data["history"]
        return climb

    def _header(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "scenarios": list(self.scenarios),
            "options": dict(self.options),
            "player": self.player,
            "pairs": self.pairs,
            "seed": self.seed,
            "only": list(self.only),
            "rate": self.rate,
            "shake": self.shake,
        }

    def to_json(self) -> dict[str, Any]:
        """Everything needed to go on."""
        return {
            **self._header(),
            "method": METHOD,
            "step": self.step,
            "games": self.games,
            "start": self.start,
            "weights": self.weights,
            "history": self.history,
        }


def _read_state(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("method") != METHOD:
            raise ValueError(f"expected an object with the method {METHOD}")
    except OSError as error:
        raise BullrunError(f"{file}: {error.strerror or error}") from error
    except ValueError as error:
        raise BullrunError(f"{file}: not the state of a climb: {error}") from error
    return data


def weights_of(game: Game) -> Weights:
    """The weights of a game's judgment."""
    found = game.thinking.weights if game.thinking is not None else None
    if not isinstance(found, Weights):
        raise BullrunError(f"{game.id} has no weights to tune")
    return found


def tune(
    climb: Climb,
    steps: int,
    progress: Callable[[int], None] | None = None,
    file: Path | None = None,
    workers: int = 1,
) -> None:
    """Take this many steps more and write the state after each; the games of a step are shared by
    processes."""
    with processes(workers) if workers > 1 else nullcontext() as pool:
        _climb(climb, steps, progress, file, pool)


def _climb(
    climb: Climb,
    steps: int,
    progress: Callable[[int], None] | None,
    file: Path | None,
    pool: Workers | None,
) -> None:
    for done in range(1, steps + 1):
        _step(climb, pool)
        if file is not None:
            # Written beside and moved over: an interrupt leaves the old state or the new one, whole.
            beside = file.with_suffix(file.suffix + ".new")
            beside.write_text(json.dumps(climb.to_json(), indent=1) + "\n", encoding="utf-8")
            beside.replace(file)
        if progress:
            progress(done)


def _step(climb: Climb, pool: Workers | None) -> None:
    random = Random(f"{climb.seed} {climb.step}")
    factor = 1 + climb.shake / (climb.step + 1) ** (1 / 6)
    signs = {
        name: random.choice((-1, 1)) if not climb.only or name in climb.only else 0 for name in climb.weights
    }
    up = {n: round(v * factor ** signs[n]) for n, v in climb.weights.items()}
    down = {n: round(v / factor ** signs[n]) for n, v in climb.weights.items()}
    jobs = [
        (
            climb.scenarios[pair % len(climb.scenarios)],
            (up, down) if first == 0 else (down, up),
            f"{climb.game.id} tune {climb.seed} {climb.step} {pair}",
        )
        for pair in range(climb.pairs)
        for first in (0, 1)
    ]
    work = partial(_job, climb.game, climb.options, climb.player)
    results = list(pool.map(work, jobs) if pool else map(work, jobs))
    climb.games += len(jobs)
    score = sum(-found if number % 2 else found for number, found in enumerate(results))
    share = score / (2 * climb.pairs)
    rate = climb.rate * PATIENCE / (PATIENCE + climb.step)
    climb.weights = {n: v * (1 + rate * share * signs[n]) for n, v in climb.weights.items()}
    climb.step += 1
    climb.history.append({"step": climb.step, "score": share, "signs": signs})


def _job(
    game: Game,
    options: Mapping[str, str],
    player: str,
    job: tuple[str, tuple[Mapping[str, int], Mapping[str, int]], str],
) -> float:
    scenario, values, seed = job
    return duel(game, scenario, options, player, values, seed)


class _Weighted:
    """A bot that thinks with weights of its own."""

    def __init__(self, bot: Bot, weights: Weights, values: Mapping[str, int]) -> None:
        self._bot, self._weights, self._values = bot, weights, values

    def choose(self, seat: Seat) -> Action:
        """As the bot does, with its weights in force."""
        with self._weights.replaced(self._values):
            return self._bot.choose(seat)


def duel(
    game: Game,
    scenario: str,
    options: Mapping[str, str],
    player: str,
    values: tuple[Mapping[str, int], Mapping[str, int]],
    seed: str,
) -> float:
    """One game between two sets of weights: 1 if the first side won, -1 if the second, and between them for a
    draw, by the position at its end."""
    weights = weights_of(game)
    bots = {
        side: _Weighted(make_bot(player, f"{seed} {side}"), weights, value)
        for side, value in zip(game.sides, values, strict=True)
    }
    position = game.start(scenario, options)
    for _ in decisions(game, position, bots, keyed(game_key(seed))):
        pass
    outcome = position.state.outcome
    first = game.sides[0]
    if outcome is not None and outcome[0] in game.sides:
        return 1.0 if outcome[0] == first else -1.0
    return max(
        -DRAWN, min(DRAWN, DRAWN * thinking_of(game).worth(position, game.sides.index(first)) / FAR_AHEAD)
    )


def weights_toml(climb: Climb) -> str:
    """The tuned weights as the game's data file, with where they come from."""
    source = (
        f"tuned by play: SPSA, {climb.step} steps, {climb.games} games of {climb.player} against itself, "
        f"{', '.join(climb.scenarios)}, seed {climb.seed}"
    )
    values = {name: round(value) for name, value in climb.weights.items()}
    return weights_text(values, weights_of(climb.game).says, source)
