"""The same work done by well-known packages. They are installed only to be measured: `pip install
bullrun[bench]`."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from bullrun.engine.game import Game
from bullrun.errors import BullrunError
from bullrun.lab.bench import OURS, Field, Figure, Work

PACKAGES = ("catanatron", "chess", "networkx", "numpy", "scipy")


PLAY_AIMS = {
    "bull-run-1983": 0.9,
    "bull-run-1861": 1.6,
    "secession-1862": 1.0,
    "day-was-ours": 0.5,
    "clash-of-giants": 0.5,
}
"""How many of our decisions we want for each of catanatron's at random play, with the compiled part."""


def add_peers(game: Game, figures: list[Figure], field: Field) -> None:
    """Give each figure its peers and the ratios we aim at."""
    missing = [name for name in PACKAGES if not _is_there(name)]
    if missing:
        raise BullrunError(f"--peers: {', '.join(missing)} not installed: pip install 'bullrun[bench]'")
    play, written, games, copy, ranges, zones = figures[:6]
    for figure in (play, written):
        figure.contenders |= {"catanatron": catanatron_play(), "python-chess": chess_play()}
    if game.id in PLAY_AIMS:
        play.aims = {"catanatron": PLAY_AIMS[game.id]}
    games.contenders |= {
        "catanatron": _counted_in_games(catanatron_play()),
        "python-chess": _counted_in_games(chess_play()),
    }
    copy.contenders["catanatron"] = catanatron_copies()
    copy.aims = {"catanatron": 5}
    ranges.contenders |= {
        "networkx": networkx_ranges(field, False),
        "scipy": scipy_ranges(field, False),
        "networkx, zones beforehand": networkx_ranges(field, True),
        "scipy, zones beforehand": scipy_ranges(field, True),
    }
    ranges.aims = {"networkx": 3, "scipy": 1}
    zones.contenders["sets of tuples"] = tuple_zones(field)
    zones.aims = {"sets of tuples": 20}


def versions() -> dict[str, str]:
    """Which releases were measured."""
    from importlib.metadata import version

    return {name: version(name) for name in PACKAGES}


def _is_there(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def _counted_in_games(play: Work) -> Work:
    def work() -> int:
        play()
        return 1

    return work


def catanatron_play() -> Work:
    """A game of two random players a call; every tick counts, forced ones too."""
    catanatron: Any = import_module("catanatron")

    def work() -> int:
        players = [catanatron.RandomPlayer(color) for color in (catanatron.Color.RED, catanatron.Color.BLUE)]
        game = catanatron.Game(players)
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
        return ticks

    return work


def catanatron_copies() -> Work:
    """Copies of a game in its middle."""
    catanatron: Any = import_module("catanatron")
    players = [catanatron.RandomPlayer(color) for color in (catanatron.Color.RED, catanatron.Color.BLUE)]
    game = catanatron.Game(players, seed=1)
    for _ in range(100):
        game.play_tick()

    def work() -> int:
        for _ in range(50):
            game.copy()
        return 50

    return work


def chess_play() -> Work:
    """A random game a call; the list of legal moves is made at each move."""
    chess: Any = import_module("chess")
    random = Random(4)

    def work() -> int:
        board = chess.Board()
        moves = 0
        while True:
            options = list(board.legal_moves)
            if not options or board.is_insufficient_material() or board.halfmove_clock >= 100:
                return moves
            board.push(options[int(random.random() * len(options))])
            moves += 1

    return work


def _reduced_edges(field: Field) -> list[tuple[int, int, int]]:
    """The steps that zones of control leave, worked out beforehand: the peers need not pay for it."""
    stops, closed = field.stops, field.closed
    return [
        (place, to, cost)
        for place in field.board.places
        if place not in stops
        for to, cost in field.edges.rows[place]
        if to not in closed
    ]


def _expected(field: Field) -> dict[int, int]:
    return field.edges.search(field.starts[0], field.budget, field.zone, field.units).costs


def networkx_ranges(field: Field, beforehand: bool) -> Work:
    """Dijkstra's search with a cut-off; costs only. Zones of control come in through the weight of a step,
    or, `beforehand`, through a graph made for them."""
    networkx: Any = import_module("networkx")
    lengths = networkx.single_source_dijkstra_path_length
    stops, closed = field.stops, field.closed
    graph = networkx.DiGraph()
    graph.add_nodes_from(field.board.places)
    steps = [(place, to, cost) for place in field.board.places for to, cost in field.edges.rows[place]]
    graph.add_weighted_edges_from(_reduced_edges(field) if beforehand else steps)

    def cost_of(place: int, to: int, step: dict[str, int]) -> int | None:
        return None if place in stops or to in closed else step["weight"]

    weight = "weight" if beforehand else cost_of
    found = lengths(graph, field.starts[0], cutoff=field.budget, weight=weight)
    _same(OURS, "networkx", _expected(field), dict(found))

    def work() -> int:
        for start in field.starts:
            lengths(graph, start, cutoff=field.budget, weight=weight)
        return len(field.starts)

    return work


def scipy_ranges(field: Field, beforehand: bool) -> Work:
    """Dijkstra's search in compiled code with a limit; costs only. The matrix is made from the zones of
    control for each question, as ours takes them with each question, or once `beforehand`."""
    numpy: Any = import_module("numpy")
    sparse: Any = import_module("scipy.sparse")
    csgraph: Any = import_module("scipy.sparse.csgraph")
    size = field.board.size
    steps = [(place, to, cost) for place in field.board.places for to, cost in field.edges.rows[place]]
    rows, columns, costs = (numpy.array(part) for part in zip(*steps, strict=True))
    costs = costs.astype(float)
    stops, closed = numpy.zeros(size, bool), numpy.zeros(size, bool)
    stops[list(field.stops)] = True
    closed[list(field.closed)] = True

    def matrix() -> Any:
        kept = ~(stops[rows] | closed[columns])
        return sparse.csr_matrix((costs[kept], (rows[kept], columns[kept])), shape=(size, size))

    made = matrix()
    found = csgraph.dijkstra(made, indices=field.starts[0], limit=field.budget)
    reached = {place: int(cost) for place, cost in enumerate(found.tolist()) if cost != float("inf")}
    _same(OURS, "scipy", _expected(field), reached)

    def work() -> int:
        for start in field.starts:
            csgraph.dijkstra(made if beforehand else matrix(), indices=start, limit=field.budget)
        return len(field.starts)

    return work


def tuple_zones(field: Field) -> Work:
    """Zones of control as a set of (column, row), neighbour by neighbour."""
    board = field.board
    where = {place: board.col_row(place) for place in board.places}
    units = {where[place] for place in field.closed}
    on_map = set(where.values())
    sample = board.places[len(board.places) // 2]
    around: dict[int, list[tuple[int, int]]] = {}
    for place in (sample, next(n for n in board.neighbours[sample] if where[n][0] != where[sample][0])):
        column, row = where[place]
        around[column % 2] = [(where[n][0] - column, where[n][1] - row) for n in board.neighbours[place]]

    def zones() -> set[tuple[int, int]]:
        found = set(units)
        for column, row in units:
            for right, down in around[column % 2]:
                spot = (column + right, row + down)
                if spot in on_map:
                    found.add(spot)
        return found

    if zones() != {where[place] for place in field.stops}:
        raise AssertionError("the set of tuples is not the zone")

    def work() -> int:
        for _ in range(20):
            zones()
        return 20

    return work


def _same(one: str, other: str, first: dict[int, int], second: dict[int, int]) -> None:
    if first != second:
        raise AssertionError(f"{one} and {other} do not agree about a range")
