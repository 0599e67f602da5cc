"""bullrun simulate: many games between bots, with figures one can trust."""

from __future__ import annotations

import argparse
import os
from typing import Any

from bullrun.bots import check_player
from bullrun.cli.common import owners_charts, setting, side_name, side_style
from bullrun.cli.files import check_folder, keep_broken, print_json
from bullrun.cli.terminal import Progress, Terminal
from bullrun.engine.game import Game
from bullrun.games.registry import load_game
from bullrun.lab.simulate import Order, simulate


def run(args: argparse.Namespace) -> int:
    """Simulate and print; a game that broke leaves its record and makes the exit code 1."""
    game = load_game(args.game)
    scenario, options = setting(args, game)
    charts = owners_charts(args, game)
    players = args.players or ["random"] * len(game.sides)
    for player in players:
        check_player(game, player)
    order = Order(game.id, scenario, options, players, args.games, args.seed, charts)
    if args.failures:
        check_folder(args.failures)
    progress = Progress(args.games, "games")
    try:
        tally = simulate(order, args.workers or os.cpu_count() or 1, progress)
    finally:
        progress.close()
    stem = f"broken-{order.game}-{order.seed}"
    records = [keep_broken(args.failures or ".", f"{stem}-{f.number}", f.record) for f in tally.failures]
    found = tally.to_json()
    if args.json:
        print_json({**found, "records": records})
    else:
        _print(Terminal(), game, found, records)
    return 1 if tally.failures else 0


def _reasons(end: dict[str, Any]) -> str:
    """The commonest reasons, in the game's words."""
    reasons = list(end["reasons"].items())
    shown = [f"{reason} ({count})" if len(reasons) > 1 else reason for reason, count in reasons[:3]]
    more = [f"{len(reasons) - 3} more"] if len(reasons) > 3 else []
    return "; ".join(shown + more)


def _print(out: Terminal, game: Game, found: dict[str, Any], records: list[str]) -> None:
    out.heading(f"{game.title}: {found['finished']} games, {found['scenario']}, seed {found['seed']}")
    rows = []
    width = 24
    for side, wins in found["wins"].items():
        low, high = wins["interval95"]
        share = wins["share"] or 0
        bar = ("█" if out.unicode else "#") * round(share * width)
        rows.append(
            (
                side_name(game, side),
                found["players"].get(side, ""),
                f"{wins['games']}",
                f"{share:6.1%}",
                f"{low:.1%} to {high:.1%}",
                out.style(bar, side_style(game, side)),
            )
        )
    out.table(("side", "player", "wins", "share", "95% interval", ""), rows)
    out.line()
    measures = [("decisions a game", found["decisions"]), ("rolls a game", found["rolls"])]
    out.table(
        ("", "least", "median", "mean", "most"),
        [(name, *(str(m[k]) for k in ("least", "median", "mean", "most"))) for name, m in measures],
    )
    out.line()
    out.table(
        ("rule", "games", "winner", "why games ended"),
        [(e["rule"], str(e["games"]), side_name(game, e["winner"]), _reasons(e)) for e in found["ends"]],
    )
    out.line()
    out.table(("last turn", "games"), [(turn, str(count)) for turn, count in found["last_turn"].items()])
    for failure, name in zip(found["failed"], records, strict=True):
        reason = f"game {failure['game']} broke: {failure['reason']}"
        out.line(out.style(reason, "red") + (f"\n  bullrun replay {name}" if name else ""))
