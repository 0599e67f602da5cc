"""bullrun bench: figures and ratios from one run."""

from __future__ import annotations

import argparse
import platform
from typing import Any

from bullrun.cli.files import print_json
from bullrun.cli.terminal import Progress, Terminal
from bullrun.fast import COMPILED
from bullrun.games.registry import load_game
from bullrun.lab.bench import OURS, figures, measure


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    game = load_game(args.game)
    found = figures(game, args.peers)
    progress = Progress(len(found), "figures")
    try:
        for done, figure in enumerate(found, 1):
            measure(figure, args.seconds)
            progress(done)
    finally:
        progress.close()
    report: dict[str, Any] = {
        "game": game.id,
        "python": platform.python_version(),
        "compiled": COMPILED,
        "seconds_per_figure": args.seconds,
        "peers": {},
        "figures": [figure.to_json() for figure in found],
    }
    if args.peers:
        from bullrun.lab.peers import versions

        report["peers"] = versions()
    if args.json:
        print_json(report)
    else:
        _print(Terminal(), report)
    return 0


def _rate(figure: dict[str, Any], contender: str) -> str:
    rate = figure["rates"][contender]
    return f"{rate:,.0f} {figure['unit']}" if rate >= 100 else f"{rate:.3g} {figure['unit']}"


def _print(out: Terminal, report: dict[str, Any]) -> None:
    part = "with" if report["compiled"] else "without"
    out.heading(f"{report['game']}, Python {report['python']}, {part} the compiled part, one core")
    if report["peers"]:
        out.line("  " + ", ".join(f"{name} {version}" for name, version in report["peers"].items()))
    for figure in report["figures"]:
        out.line()
        out.line("  " + out.style(figure["name"], "bold"))
        least = figure.get("least")
        reached = "" if least is None else "reached" if figure["rates"][OURS] >= least else "missed"
        rows = [(OURS, _rate(figure, OURS), "", f"aim {least:g}: {reached}" if reached else "")]
        for peer, ratio in figure["ratios"].items():
            aim = figure["aims"].get(peer)
            verdict = "" if aim is None else f"aim {aim:g}: {'reached' if ratio >= aim else 'missed'}"
            rows.append((peer, _rate(figure, peer), f"we are {ratio:g} times as fast", verdict))
        out.table(("", "", "", ""), rows, indent=4)
