"""What tells who wins: the signs of a game weighed by logistic regression over games played to the end.

Bots play a game against each other, taking now and then a plan or a whim at random, so that poor situations
come up too. Whenever a plan's stretch of play ends, the signs are noted; the end of the game says for whom
they spoke. The weights are the most likely ones with a light pull towards nought (ridge), found by Newton's
method.

A weight says what a change is worth. What was known a while before stands beside each moment in the
regression: otherwise an objective would get the credit for the superiority that took it, and a player who
goes for objectives at once would find them worth less. Where a game says how clearly it ended, the
weights are fitted to that, which tells more than the winner alone, above all where most games are drawn. Then
level and scale, and the signs that decide a game, are fitted for each stage to who has won, so that the
chance is right on its own.

A sign that a game calls plain never speaks against the side it counts for: the moments of a game are
much alike, so that a few hundred games may teach the contrary by accident, and a player would go for it. One
game in five is kept apart to see how good the forecast is on games it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import exp, log
from typing import Any, NamedTuple

from bullrun.bots import Seat
from bullrun.bots.colonel_bot import ColonelBot
from bullrun.bots.plans import TEMPERS, group_of, planning_of
from bullrun.bots.playing import decisions, keyed
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.play_out import game_key
from bullrun.lab.workers import processes
from bullrun.thinking.contract import Foresight
from bullrun.thinking.outlook import CERTAIN, LEVEL, MILLION, STAGES, Outlook, Signs, shares
from bullrun.thinking.plan import Plan

WANDER = 0.3
"""How often a plan is drawn by lot."""
RIDGE = 2.0
BEFORE = 4
"""How many stretches of play a moment is compared with the one before it: two rounds."""
APART = 5
"""One game in this many is kept for the test."""
STEPS = 25


def foresight_of(game: Game) -> Foresight:
    """The signs of a game that has some."""
    found: Foresight | None = game.thinking.foresight if game.thinking is not None else None
    if found is None or game.thinking.planning is None:
        raise BullrunError(f"{game.id} has no signs to weigh")
    return found


class _Wanderer(ColonelBot):
    """A colonel who now and then follows another plan or temper, or a whim where the game has them."""

    def _pick(self, seat: Seat, position: Position[Any, Any], plans: Sequence[Plan]) -> Plan | None:
        if plans and self._random.random() < WANDER:
            self._temper = self._random.choice(sorted(TEMPERS.values()))
            return self._random.choice(plans)
        planning = planning_of(seat.game)
        if plans and planning and planning.whims and self._random.random() < WANDER:
            return plans[0].with_a_whim(self._random)
        return super()._pick(seat, position, plans)


class Sample(NamedTuple):
    """A moment of a game, and how the game ended."""

    game: int
    row: tuple[float, ...]
    before: tuple[float, ...]
    """The row of a moment a while before, or of the first one."""
    won: float
    """1 if the first side won, 0 if not, a half for a draw."""
    credit: float
    """How clearly, from 0 to 1."""


def row_of(signs: Signs) -> tuple[float, ...]:
    """The signs as regression sees them: each sign, and 1, once for each stage."""
    stages = [share / 1000 for share in shares(signs.progress)]
    return tuple(value * share for value in (1, *signs.values) for share in stages)


def play(game_id: str, seed: int, number: int) -> list[Sample]:
    """One game's moments."""
    game = load_game(game_id)
    foresight = foresight_of(game)
    scenarios = list(game.scenarios)
    name = f"{game_id} fit {seed} {number}"
    key = game_key(name)
    bots = {side: _Wanderer(f"{name} {side}") for side in game.sides}
    position = game.start(scenarios[number % len(scenarios)], {})
    rows: list[tuple[float, ...]] = []
    group: tuple[str, str] | None = None
    for _ in decisions(game, position, bots, keyed(key)):
        now = group_of(game, position)
        if now != group:
            group = now
            rows.append(row_of(foresight.signs(position)))
    outcome = position.state.outcome
    winner = outcome[0] if outcome else ""
    won = 1.0 if winner == game.sides[0] else 0.0 if winner in game.sides else 0.5
    credit = foresight.share_of_win(position) / CERTAIN if foresight.share_of_win else won
    return [Sample(number, row, rows[max(0, n - BEFORE)], won, credit) for n, row in enumerate(rows)]


def gather(
    game: Game,
    games: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Sample]:
    """The moments of many games, the scenarios taking turns."""
    foresight_of(game)  # or an error before any game is played
    found: list[Sample] = []
    work = partial(play, game.id, seed)
    with processes(workers) as pool:
        for number, samples in enumerate(pool.map(work, range(games)), 1):
            found += samples
            if progress:
                progress(number)
    return found


class Fit(NamedTuple):
    """What came out."""

    outlook: Outlook
    moments: int
    error: float
    """Mean log-loss on the games kept apart."""
    plain: float
    """The same for a forecast that knows only how often the first side wins."""


def fit(game: Game, samples: Sequence[Sample], games: int, seed: int) -> Fit:
    """The weights, and how well they foretell."""
    foresight = foresight_of(game)
    learn = [s for s in samples if s.game % APART]
    test = [s for s in samples if s.game % APART == 0]
    if not learn or not test:
        raise BullrunError(f"too few games: at least {APART + 1} are needed")
    names = (LEVEL, *foresight.names)
    stages = len(STAGES)

    def columns(wanted: Collection[str]) -> list[int]:
        return [
            n * stages + stage for n, name in enumerate(names) for stage in range(stages) if name in wanted
        ]

    plain = columns(foresight.plain)
    won = [s.won for s in learn]
    rows = [(*s.row, *s.before[stages:]) for s in learn]
    found = regress_plain(rows, [s.credit for s in learn], plain)
    weights = scaled_by_stage(
        found[: len(names) * stages], [s.row for s in learn], won, columns(foresight.deciding)
    )
    share = sum(s.won for s in learn) / len(learn)
    source = (
        f"fitted by play: logistic regression over {len(samples)} moments of {games} games between wandering "
        f"colonels, {', '.join(game.scenarios)} in turn, seed {seed}; what a change within {BEFORE} "
        f"stretches of play is worth"
    )
    table = {
        name: [round(MILLION * w) for w in weights[n * stages : (n + 1) * stages]]
        for n, name in enumerate(names)
    }
    return Fit(
        Outlook(tuple(foresight.names), table, source, foresight.names),
        len(samples),
        _loss([_chance(weights, s.row) for s in test], [s.won for s in test]),
        _loss([share] * len(test), [s.won for s in test]),
    )


def _chance(weights: Sequence[float], row: Sequence[float]) -> float:
    total = sum(w * x for w, x in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def _loss(chances: Sequence[float], won: Sequence[float]) -> float:
    total = 0.0
    for p, y in zip(chances, won, strict=True):
        p = min(1 - 1e-6, max(1e-6, p))
        total -= y * log(p) + (1 - y) * log(1 - p)
    return total / len(won)


def scaled_by_stage(
    weights: Sequence[float],
    rows: Sequence[Sequence[float]],
    won: Sequence[float],
    deciding: Collection[int] = (),
) -> list[float]:
    """The weights of signs as they are to each other, with the level and scale of each stage that foretell
    best who wins; the weights in the columns of `deciding` signs are fitted to that alone."""
    stages = len(STAGES)
    scaled = [k for k in range(stages, len(weights)) if k not in deciding]
    decided = sorted(deciding)
    found = []
    for row in rows:
        parts = [0.0] * stages
        for k in scaled:
            parts[k % stages] += weights[k] * row[k]
        found.append((*row[:stages], *parts, *(row[k] for k in decided)))
    fitted = regress_plain(found, won, range(stages, len(found[0])))
    result = [*fitted[:stages], *weights[stages:]]
    for k in scaled:
        result[k] *= fitted[stages + k % stages]
    for k, weight in zip(decided, fitted[2 * stages :], strict=True):
        result[k] = weight
    return result


def regress_plain(
    rows: Sequence[Sequence[float]], won: Sequence[float], plain: Collection[int]
) -> list[float]:
    """The same as `regress`, with no weight of the plain columns below nought: those that would be are left
    out, one round after the other."""
    used = list(range(len(rows[0])))
    while True:
        found = regress([[row[k] for k in used] for row in rows], won)
        against = {k for k, w in zip(used, found, strict=True) if w < 0 and k in plain}
        if not against:
            weights = dict(zip(used, found, strict=True))
            return [weights.get(k, 0.0) for k in range(len(rows[0]))]
        used = [k for k in used if k not in against]


def regress(rows: Sequence[Sequence[float]], won: Sequence[float]) -> list[float]:
    """Logistic regression with a ridge, by Newton's method on signs scaled to like sizes."""
    try:
        import numpy as np
    except ImportError as error:
        raise BullrunError("lab fit needs numpy: install bullrun[lab]") from error
    table = np.asarray(rows, dtype=float)
    spread = np.maximum(1e-9, np.sqrt((table**2).mean(axis=0)))
    table /= spread
    wanted = np.asarray(won, dtype=float)
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (wanted - chance) - RIDGE * weights
        bend = (table * (chance * (1 - chance))[:, None]).T @ table + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    found: list[float] = (weights / spread).tolist()
    return found
