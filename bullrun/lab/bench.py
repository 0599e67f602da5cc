"""How fast: figures of this package and of its peers, measured in turns within one run and in processor
time, so that a busy machine slows all of them alike and ratios can be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bullrun.board.hex_grid import HexBoard
from bullrun.board.places import PlaceSet, places_in
from bullrun.bots.plans import group_of, is_turn_of, planning_of, propose
from bullrun.bots.playing import keyed
from bullrun.bots.search import Dice, play_ahead
from bullrun.bots.seat import Seat
from bullrun.engine.data_file import read_toml
from bullrun.engine.game import Game
from bullrun.engine.position import Position
from bullrun.fast import Graph
from bullrun.lab.play_out import game_key, play_out, seated
from bullrun.mechanisms.sight import SightPolicy, Windows, is_clear, look
from bullrun.thinking.plan import Plan

OURS = "bullrun"
Work = Callable[[], int]
"""Does some of the work and says how many units of it."""

UNITS = 80
"""Enemy units on the map in the figures of ranges and control zones."""
BUDGET = 12
SIGHT = 10
LINES = 10_000


@dataclass
class Figure:
    """One thing that is measured, by each contender in turn."""

    name: str
    unit: str
    contenders: dict[str, Work]
    aims: dict[str, float] = field(default_factory=dict)
    """The ratio to each peer that we want at least."""
    least: float = 0
    """The rate that we want at least, where there is no peer."""
    rates: dict[str, list[float]] = field(default_factory=dict)

    def rate(self, contender: str) -> float:
        """Units a second: the median over the rounds."""
        return median(self.rates[contender])

    def to_json(self) -> dict[str, Any]:
        """Rates and ratios."""
        ours = self.rate(OURS)
        return {
            "name": self.name,
            "unit": self.unit,
            "rates": {name: float(f"{self.rate(name):.4g}") for name in self.rates},
            "ratios": {name: float(f"{ours / self.rate(name):.3g}") for name in self.rates if name != OURS},
            "aims": self.aims,
            **({"least": self.least} if self.least else {}),
            "rounds": len(self.rates[OURS]),
        }


def measure(figure: Figure, seconds: float, rounds: int = 7) -> None:
    """Let the contenders take turns, each for its slice of the time."""
    share = seconds / rounds / len(figure.contenders)
    for work in figure.contenders.values():
        began = process_time()
        work()  # a slice that does not count pays for imports and tables
        while process_time() - began < share:
            work()
    for _ in range(rounds):
        for name, work in figure.contenders.items():
            done = 0
            began = process_time()
            while (spent := process_time() - began) < share or not done:
                done += work()
            figure.rates.setdefault(name, []).append(done / spent)


# --- our side of each figure ----------------------------------------------------------------------


def random_play(game: Game, write_out: bool) -> Work:
    """A whole game at random a call; counts decisions. `write_out` makes every option list in full."""
    scenario = next(iter(game.scenarios))
    random = Random(1)

    def work() -> int:
        position = game.start(scenario, {})
        done = 0
        while (decision := position.decision()) is not None:
            options: Sequence[Any] = list(decision.options) if write_out else decision.options
            position.apply(options[int(random.random() * len(options))])
            done += 1
        return done

    return work


def random_games(game: Game) -> Work:
    """The same, counted in games."""
    play = random_play(game, False)

    def work() -> int:
        play()
        return 1

    return work


def middle_of_a_game(game: Game, actions: int = 400) -> Position[Any, Any]:
    """A position reached by random play."""
    position = game.start(next(iter(game.scenarios)), {})
    random = Random(2)
    for _ in range(actions):
        decision = position.decision()
        if decision is None:
            break
        before = position.copy()
        position.apply(decision.options[random.randrange(len(decision.options))])
        if position.is_over:
            return before
    return position


def crossroads(game: Game, most: int = 7) -> list[tuple[Position[Any, Any], str, Plan]]:
    """Where a general thinks in the course of a colonels' game: the position, whose it is, and a plan."""
    position = game.start(next(iter(game.scenarios)), {})
    bots = seated(game, ("colonel",) * len(game.sides), "crossroads")
    roll = keyed(game_key("crossroads"))
    last: tuple[str, str] | None = None
    found: list[list[tuple[Position[Any, Any], str, Plan]]] = []
    while (decision := position.decision()) is not None:
        if decision.weights is not None:
            position.apply(decision.options[roll(position, decision.weights)])
            continue
        group = group_of(game, position)
        if group != last and is_turn_of(group, decision.owner):
            last = group
            plans = propose(game, position, decision.owner)
            found.append([(position.copy(), decision.owner, plan) for plan in plans[:3]])
        position.apply(bots[decision.owner].choose(Seat(game, position, decision)))
    return [one for n in range(most) for one in found[n * len(found) // most]]


def play_outs(game: Game) -> Work:
    """The play-outs by which hints and generals judge plans, with other dice in each round of them."""
    asked = crossroads(game)
    seeds = count()

    def work() -> int:
        dice = Dice(next(seeds))
        for position, side, plan in asked:
            play_ahead(game, position.copy(), side, plan, dice)
        return len(asked)

    return work


def colonels_games(game: Game) -> Work:
    """A whole game between colonels a call."""
    players = ("colonel",) * len(game.sides)
    scenario = next(iter(game.scenarios))
    seeds = count()

    def work() -> int:
        play_out(game, scenario, {}, players, f"bench {next(seeds)}")
        return 1

    return work


def copies(game: Game) -> Work:
    """Copies of a position in the middle of a game."""
    position = middle_of_a_game(game)
    position.decision()

    def work() -> int:
        for _ in range(200):
            position.copy()
        return 200

    return work


def asked_anew(game: Game, entry: Mapping[str, Any]) -> Work:
    """The question of a position, asked each time as if for the first time."""
    given = {key: value for key, value in entry.items() if key not in ("name", "least", "scenario", "play")}
    position = game.given(entry["scenario"], {}, **given)
    for action in entry["play"]:
        position.decision()
        position.apply(tuple(action.split()))

    def work() -> int:
        position.copy().decision()
        return 1

    return work


def hard_questions(game: Game) -> list[Figure]:
    """The questions that a game says take long, in the file bench.toml among its data."""
    file = files(game.home.rpartition(".")[0]) / "data" / "bench.toml"
    entries = read_toml(file)["question"] if file.is_file() else []
    return [
        Figure(entry["name"], "questions/s", {OURS: asked_anew(game, entry)}, least=entry["least"])
        for entry in entries
    ]


@dataclass(frozen=True)
class Field:
    """A map with enemies on it: the same question for everybody."""

    board: HexBoard
    edges: Graph
    policy: SightPolicy
    units: PlaceSet
    zone: PlaceSet
    starts: tuple[int, ...]
    budget: int

    @property
    def stops(self) -> frozenset[int]:
        """Places that end a move."""
        return frozenset(places_in(self.zone))

    @property
    def closed(self) -> frozenset[int]:
        """Places that cannot be entered."""
        return frozenset(places_in(self.units))


def bull_run_field() -> Field:
    """The map of Bull Run (1983) with 80 units spread over it, and a hundred places to march from."""
    from bullrun.games.bull_run_1983.game import GAME
    from bullrun.games.bull_run_1983.rules.artillery import windows
    from bullrun.games.bull_run_1983.rules.battlefield import OTHER, SIXTH

    position = GAME.start("july-21", {})
    rules = position.rules
    random = Random(3)
    free = [p for p in rules.board.places if not rules.rivers(0) >> p & 1]
    units = 0
    for place in random.sample(free, UNITS):
        units |= 1 << place
    zone = rules.board.spread(units)
    starts = tuple(random.sample([p for p in free if not zone >> p & 1], 100))
    edges = rules.edges(OTHER, position.state)
    return Field(rules.board, edges, windows(rules.board).policy, units, zone, starts, BUDGET * SIXTH)


def ranges(field: Field) -> Work:
    """Movement ranges of 12 points with exact costs and ways, zones of control respected."""

    def work() -> int:
        for start in field.starts:
            field.edges.search(start, field.budget, field.zone, field.units)
        return len(field.starts)

    return work


def control_zones(field: Field) -> Work:
    """The zones of control of 80 units."""

    def work() -> int:
        for _ in range(100):
            field.board.spread(field.units)
        return 100

    return work


def sight_pairs(field: Field) -> list[tuple[int, int]]:
    """Ten thousand pairs of places up to ten hexes apart."""
    random = Random(5)
    pairs = []
    for place in random.choices(field.board.places, k=LINES):
        others = list(places_in(field.board.within(place, SIGHT) & ~(1 << place)))
        pairs.append((place, random.choice(others)))
    return pairs


def lines_of_sight(field: Field, pairs: Sequence[tuple[int, int]]) -> Work:
    """Lines with units in the way, through windows that were worked out once."""
    windows = Windows(field.board, field.policy, SIGHT)

    def work() -> int:
        for a, b in pairs:
            through = windows.through(a, b)
            if through is not None:
                is_clear(through, field.units)
        return len(pairs)

    return work


def walked_lines(field: Field, pairs: Sequence[tuple[int, int]]) -> Work:
    """The same lines, each walked hex by hex, exactly, when it is asked for."""
    some = pairs[:500]

    def work() -> int:
        for a, b in some:
            look(field.board, field.policy, field.units, a, b)
        return len(some)

    return work


def sampled_lines(field: Field, pairs: Sequence[tuple[int, int]]) -> Work:
    """The usual way: points along the line, each rounded to a hex. It decides ties by chance of rounding,
    and knows woods and units but no crests: less work than the rule asks for."""
    board = field.board
    cube = {place: board.axial(place) for place in board.places}
    place_at = {qr: place for place, qr in cube.items()}
    blocked = field.policy.woods | field.units
    some = pairs[:500]

    def is_open(a: int, b: int) -> bool:
        (q1, r1), (q2, r2) = cube[a], cube[b]
        steps = board.distance(a, b)
        for i in range(1, steps):
            t = i / steps
            q, r = q1 + (q2 - q1) * t, r1 + (r2 - r1) * t
            s = -q - r
            rounded_q, rounded_r, rounded_s = round(q), round(r), round(s)
            off_q, off_r, off_s = abs(rounded_q - q), abs(rounded_r - r), abs(rounded_s - s)
            if off_q > off_r and off_q > off_s:
                rounded_q = -rounded_r - rounded_s
            elif off_r > off_s:
                rounded_r = -rounded_q - rounded_s
            place = place_at.get((rounded_q, rounded_r))
            if place is not None and blocked >> place & 1:
                return False
        return True

    def work() -> int:
        for a, b in some:
            is_open(a, b)
        return len(some)

    return work


def figures(game: Game, with_peers: bool) -> list[Figure]:
    """All figures, with peers or alone."""
    field = bull_run_field()
    pairs = sight_pairs(field)
    found = [
        Figure("random play, option lists as needed", "decisions/s", {OURS: random_play(game, False)}),
        Figure("random play, option lists written out", "decisions/s", {OURS: random_play(game, True)}),
        Figure("whole games at random", "games/s", {OURS: random_games(game)}),
        Figure("copy of a position", "copies/s", {OURS: copies(game)}),
        Figure(
            f"range of {BUDGET} points among the zones of {UNITS} units", "ranges/s", {OURS: ranges(field)}
        ),
        Figure(f"zones of control of {UNITS} units", "maps/s", {OURS: control_zones(field)}),
        Figure(
            f"{LINES} lines of sight up to {SIGHT} hexes",
            "lines/s",
            {
                OURS: lines_of_sight(field, pairs),
                "sampled with floats": sampled_lines(field, pairs),
                "walked exactly": walked_lines(field, pairs),
            },
            {"walked exactly": 10},
        ),
    ]
    found += hard_questions(game)
    if planning_of(game) is not None:
        found += [
            Figure("play-outs of plans", "play-outs/s", {OURS: play_outs(game)}),
            Figure("whole games between colonels", "games/s", {OURS: colonels_games(game)}),
        ]
    if with_peers:
        from bullrun.lab.peers import add_peers

        add_peers(game, found, field)
    return found
