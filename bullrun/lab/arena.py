"""Round robins between bots: sides swapped, the same dice for all, ratings with intervals.

Game k of every pairing is played with the dice and bot seeds of number k // 2, once from either side. So two
players meet the same luck from both sides, and all pairings meet the same luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import log10
from random import Random
from typing import Any, NamedTuple

from bullrun.bots import check_player
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game
from bullrun.lab.play_out import Failed, play_out
from bullrun.lab.simulate import wilson
from bullrun.lab.workers import processes

SAMPLES = 4000
PRIOR = 1.0
"""Virtual games, half won, that every pairing starts with (Jeffreys): a clean sweep gets a finite rating."""


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
    charts: Mapping[str, Any] = field(default_factory=dict)
    """An owner's, as `read_charts` gives them."""

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


class Broken(NamedTuple):
    """A game of the round robin that broke, with its record as text."""

    reason: str
    record: str


@dataclass
class Standing:
    """What has been played."""

    tournament: Tournament
    ended: dict[Match, Ended] = field(default_factory=dict)
    broken: dict[Match, str] = field(default_factory=dict)
    """Games that count for nobody, and why."""

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
            **({"charts": dict(t.charts)} if t.charts else {}),
            "seed": t.seed,
            "games": len(played),
            "failed": [
                {"players": list(match.players), "game": match.number, "reason": reason}
                for match, reason in self.broken.items()
            ],
            "pairings": pairings,
            "side_wins": dict(sorted(Counter(self.ended[m].side for m in played).items())),
            "ratings": ratings(t.players, played, winners, t.seed),
            "method": f"Bradley-Terry by maximum likelihood with {PRIOR:g} virtual game a pairing, Elo "
            f"scale, mean 0; 95% intervals from {SAMPLES} draws of the ratings that these results allow",
        }


# --- ratings ----------------------------------------------------------------------------------------


def bradley_terry(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Ratings on the Elo scale by maximum likelihood. `points[a, b]` is what a scored against b."""
    strength = dict.fromkeys(players, 1.0)
    total = _totals(players, points)
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


def _totals(players: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, float]:
    return {p: sum(points.get((p, q), 0.0) + PRIOR / 2 for q in players if q != p) for p in players}


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
    """The ratings, best first, each with the interval that holds the middle 95 % of what it may be."""
    if len(players) < 2 or not matches:
        return []
    points = _points(matches, winners)
    best = bradley_terry(players, points)
    samples: dict[str, list[float]] = {p: [] for p in players}
    for drawn in posterior(players, points, Random(seed)):
        for player, rating in drawn.items():
            samples[player].append(rating)
    rows = []
    for player in sorted(players, key=lambda p: (-best[p], p)):
        ordered = sorted(samples[player])
        low, high = ordered[int(0.025 * SAMPLES)], ordered[int(0.975 * SAMPLES) - 1]
        rows.append(
            {"player": player, "rating": round(best[player]), "interval95": [round(low), round(high)]}
        )
    return rows


def posterior(
    players: Sequence[str], points: Mapping[tuple[str, str], float], random: Random
) -> Iterator[dict[str, float]]:
    """Ratings that the results allow, each as often as it is likely: the same virtual games as for the best
    ones, drawn by turns (Caron and Doucet 2012). A clean sweep leaves open how much better the winner is, and
    so do these."""
    pairs = list(combinations(players, 2))
    games = {(p, q): points.get((p, q), 0.0) + points.get((q, p), 0.0) + PRIOR for p, q in pairs}
    total = _totals(players, points)
    strength = {p: 10 ** (rating / 400) for p, rating in bradley_terry(players, points).items()}
    for _ in range(SAMPLES):
        met = dict.fromkeys(players, 0.0)
        for p, q in pairs:
            drawn = random.gammavariate(games[p, q], 1 / (strength[p] + strength[q]))
            met[p] += drawn
            met[q] += drawn
        logs = {p: log10(random.gammavariate(total[p], 1 / met[p])) for p in players}
        middle = sum(logs.values()) / len(logs)
        strength = {p: 10 ** (log - middle) for p, log in logs.items()}
        yield {p: 400 * (log - middle) for p, log in logs.items()}


# --- playing ----------------------------------------------------------------------------------------


def play_match(tournament: Tournament, match: Match) -> Ended | Broken:
    """One game."""
    game = load_game(tournament.game)
    seed = f"{tournament.game} arena {tournament.seed} {match.luck}"
    try:
        result, _ = play_out(
            game, tournament.scenario, tournament.options, match.players, seed, tournament.charts
        )
    except Failed as failed:
        return Broken(failed.reason, failed.text())
    seated = dict(zip(game.sides, match.players, strict=True))
    return Ended(seated.get(result.winner, ""), result.winner, seated.get(result.better, ""))


def run(
    tournament: Tournament,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    played: Mapping[Match, Ended] | None = None,
    keep: Callable[[Match, Ended | Broken], None] | None = None,
) -> Standing:
    """Play the tournament but for the games that were played before. `keep` gets every game as soon as it and
    all before it are over; a game that breaks counts for nobody and ends nothing."""
    check(tournament)
    matches = tournament.matches()
    standing = Standing(tournament, {m: played[m] for m in matches if m in played} if played else {})
    still_open = [match for match in matches if match not in standing.ended]
    done = len(standing.ended)
    work = partial(play_match, tournament)
    with processes(workers) if workers > 1 else nullcontext() as pool:
        found = pool.map(work, still_open) if pool else map(work, still_open)
        for match, end in zip(still_open, found, strict=True):
            if isinstance(end, Broken):
                standing.broken[match] = end.reason
            else:
                standing.ended[match] = end
            if keep:
                keep(match, end)
            done += 1
            if progress:
                progress(done)
    return standing


def check(tournament: Tournament) -> None:
    """Refuse what cannot be played."""
    load_game(tournament.game).start(tournament.scenario, tournament.options, tournament.charts)
    if len(set(tournament.players)) != len(tournament.players) or len(tournament.players) < 2:
        raise BullrunError("players: expected at least two different bots")
    for player in tournament.players:
        check_player(load_game(tournament.game), player)
