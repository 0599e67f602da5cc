"""Round robins between bots: sides swapped, the same dice for all, ratings with intervals.

Game k of every pairing is played with the dice and bot seeds of number k // 2, once from either side. So two
players meet the same luck from both sides, and all pairings meet the same luck.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import log10
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bullrun.bots import make_bot
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.play_out import play_out
from bullrun.lab.simulate import _leave_interrupts, wilson

RESAMPLES = 400
PRIOR = 0.5
"""Virtual games, half won, that every pairing starts with: a clean sweep gets a finite rating."""


class Match(NamedTuple):
    """One game of the round robin."""

    first: str
    second: str
    number: int
    """Which game of the pairing; even: the first player has the game's first side."""

    @property
    def luck(self) -> int:
        """The number of the seeds it is played with."""
        return self.number // 2

    @property
    def players(self) -> tuple[str, str]:
        """The players in the game's order of sides."""
        return (self.first, self.second) if self.number % 2 == 0 else (self.second, self.first)


@dataclass(frozen=True)
class Tournament:
    """What is played."""

    game: str
    scenario: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    games: int
    """Games of each pairing."""
    seed: int

    def matches(self) -> list[Match]:
        """All games, in a fixed order: every pairing's first, then every pairing's second ..."""
        return [
            Match(first, second, number)
            for number in range(self.games)
            for first, second in combinations(self.players, 2)
        ]


class Ended(NamedTuple):
    """How one game of the round robin ended."""

    winner: str
    """The winning player; "" for a draw."""
    side: str
    """The winning side, or the game's word for a draw."""
    better: str
    """The player who stood better at the end, won or drawn; "" for neither."""


@dataclass
class Standing:
    """What has been played."""

    tournament: Tournament
    ended: dict[Match, Ended] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Pairings by side, ratings with intervals; nothing depends on time or the number of processes."""
        t = self.tournament
        played = [m for m in t.matches() if m in self.ended]
        winners = {m: self.ended[m].winner for m in played}
        pairings = []
        for first, second in combinations(t.players, 2):
            own = [m for m in played if (m.first, m.second) == (first, second)]
            wins = Counter(winners[m] for m in own)
            points = wins[first] + wins[""] / 2
            decided = wins[first] + wins[second]
            sides = load_game(t.game).sides
            by_side = {}
            for index, side in enumerate(sides):
                seated = [m for m in own if m.players[index] == first]
                won = Counter(winners[m] for m in seated)
                drawn = Counter(self.ended[m].better for m in seated if not winners[m])
                by_side[side] = {
                    "games": len(seated),
                    "wins": won[first],
                    "draws": won[""],
                    "draws_ahead": drawn[first],
                    "draws_behind": drawn[second],
                }
            pairings.append(
                {
                    "players": [first, second],
                    "games": len(own),
                    "wins": [wins[first], wins[second]],
                    "draws": wins[""],
                    "share": round(points / len(own), 4) if own else None,
                    "interval95": [round(x, 4) for x in wilson(round(points), len(own))],
                    "decided": {
                        "games": decided,
                        "share": round(wins[first] / decided, 4) if decided else None,
                        "interval95": [round(x, 4) for x in wilson(wins[first], decided)],
                    },
                    "first_player_as": by_side,
                }
            )
        return {
            "game": t.game,
            "scenario": t.scenario,
            "options": dict(t.options),
            "seed": t.seed,
            "games": len(played),
            "pairings": pairings,
            "side_wins": dict(sorted(Counter(self.ended[m].side for m in played).items())),
            "ratings": ratings(t.players, played, winners, t.seed),
            "method": f"Bradley-Terry by maximum likelihood with {PRIOR} virtual games a pairing, Elo scale, "
            f"mean 0; 95% intervals from {RESAMPLES} bootstrap samples of the seeds",
        }


# --- ratings ----------------------------------------------------------------------------------------


def bradley_terry(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Ratings on the Elo scale by maximum likelihood. `points[a, b]` is what a scored against b."""
    strength = dict.fromkeys(players, 1.0)
    total = {
        p: sum(points.get((p, q), 0.0) + PRIOR / 2 for q in players if q != p) for p in players
    }  # fmt: skip
    for _ in range(500):
        new = {}
        for p in players:
            below = sum(
                (points.get((p, q), 0.0) + points.get((q, p), 0.0) + PRIOR) / (strength[p] + strength[q])
                for q in players
                if q != p
            )
            new[p] = total[p] / below
        scale = 1.0
        for value in new.values():
            scale *= value ** (1 / len(new))
        change = max(abs(new[p] / scale - strength[p]) for p in players)
        strength = {p: new[p] / scale for p in players}
        if change < 1e-9:
            break
    return {p: 400 * log10(strength[p]) for p in players}


def _points(matches: Sequence[Match], winners: Mapping[Match, str]) -> dict[tuple[str, str], float]:
    points: dict[tuple[str, str], float] = {}
    for match in matches:
        pair = (match.first, match.second)
        winner = winners[match]
        for a, b in (pair, pair[::-1]):
            points[a, b] = points.get((a, b), 0.0) + (1.0 if winner == a else 0.5 if winner == "" else 0.0)
    return points


def ratings(
    players: Sequence[str], matches: Sequence[Match], winners: Mapping[Match, str], seed: int
) -> list[dict[str, Any]]:
    """The ratings, best first, with bootstrap intervals over the seeds that the games share."""
    if len(players) < 2 or not matches:
        return []
    best = bradley_terry(players, _points(matches, winners))
    by_luck: dict[int, list[Match]] = {}
    for match in matches:
        by_luck.setdefault(match.luck, []).append(match)
    lucks = sorted(by_luck)
    random = Random(seed)
    samples: dict[str, list[float]] = {p: [] for p in players}
    for _ in range(RESAMPLES):
        drawn = [match for _ in lucks for match in by_luck[random.choice(lucks)]]
        for player, rating in bradley_terry(players, _points(drawn, winners)).items():
            samples[player].append(rating)
    rows = []
    for player in sorted(players, key=lambda p: (-best[p], p)):
        ordered = sorted(samples[player])
        low, high = ordered[int(0.025 * RESAMPLES)], ordered[int(0.975 * RESAMPLES) - 1]
        rows.append(
            {"player": player, "rating": round(best[player]), "interval95": [round(low), round(high)]}
        )
    return rows


# --- playing ----------------------------------------------------------------------------------------


def play_match(tournament: Tournament, match: Match) -> Ended:
    """One game."""
    game = load_game(tournament.game)
    seed = f"{tournament.game} arena {tournament.seed} {match.luck}"
    result, _ = play_out(game, tournament.scenario, tournament.options, match.players, seed)
    seated = dict(zip(game.sides, match.players, strict=True))
    return Ended(seated.get(result.winner, ""), result.winner, seated.get(result.better, ""))


def run(
    tournament: Tournament,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    file: Path | None = None,
) -> Standing:
    """Play the tournament. With a file, games already in it are not played again, and every game is
    written down as soon as it and all before it are over; an interrupt keeps what is there."""
    load_game(tournament.game).start(tournament.scenario, tournament.options)
    if len(set(tournament.players)) != len(tournament.players) or len(tournament.players) < 2:
        raise BullrunError("players: expected at least two different bots")
    for player in tournament.players:
        make_bot(player, "")
    standing = Standing(tournament)
    if file is not None and file.exists():
        _read(file, standing)
    open_matches = [m for m in tournament.matches() if m not in standing.ended]
    done = len(standing.ended)
    work = partial(play_match, tournament)

    def enter(match: Match, found: Ended) -> None:
        nonlocal done
        standing.ended[match] = found
        done += 1
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps([*match, *found]) + "\n")
        if progress:
            progress(done)

    if file is not None and not file.exists():
        file.write_text(json.dumps(_header(tournament)) + "\n", encoding="utf-8")
    if workers <= 1:
        for match in open_matches:
            enter(match, work(match))
        return standing
    with ProcessPoolExecutor(workers, initializer=_leave_interrupts) as pool:
        try:
            for match, found in zip(open_matches, pool.map(work, open_matches), strict=True):
                enter(match, found)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return standing


def _header(tournament: Tournament) -> dict[str, Any]:
    return {
        "arena": 2,
        "game": tournament.game,
        "scenario": tournament.scenario,
        "options": dict(sorted(tournament.options.items())),
        "seed": tournament.seed,
    }


def _read(file: Path, standing: Standing) -> None:
    """Take over the games of a file of the same tournament; other players and more games may be added."""
    rows = file.read_text(encoding="utf-8").splitlines()
    wanted = set(standing.tournament.matches())
    for number, row in enumerate(rows, 1):
        try:
            data = json.loads(row)
            if number == 1:
                if data != _header(standing.tournament):
                    raise BullrunError(f"{file}: line 1: this is another tournament's file")
                continue
            first, second, game, winner, side, better = data
        except (ValueError, TypeError) as error:
            raise BullrunError(f"{file}: line {number}: expected one game as a JSON list") from error
        match = Match(first, second, game)
        if match in wanted:
            standing.ended[match] = Ended(winner, side, better)
