"""bullrun charts: the tables and counters in force, for an owner of the printed game to edit, and a check."""

from __future__ import annotations

import argparse

from bullrun.cli.common import read_record
from bullrun.cli.files import print_json, read_text
from bullrun.cli.terminal import Terminal
from bullrun.engine.chart_file import Fault, charts_of, look_through, write_charts
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game


def run(args: argparse.Namespace) -> int:
    """Write the charts in force, or say everything that is wrong in a file of charts."""
    game = load_game(args.game)
    charts = charts_of(game)
    if args.check and args.record:
        raise BullrunError("--check: goes without --record")
    if args.check:
        owners, faults = look_through(game, read_text(args.check))
        return _report(args, owners, faults)
    owners = {}
    if args.record:
        played, record = read_record(args.record)
        if played is not game:
            raise BullrunError(f"{args.record}: this is a game of {played.id}, not of {game.id}")
        owners = game.charted(record.charts)
    if args.json:
        print_json(
            {
                "game": game.id,
                "charts": {
                    path: {
                        "value": owners.get(path, item.value),
                        "takes": item.kind.says,
                        "provenance": charts.provenance(path, owners),
                        "source": item.source,
                    }
                    for path, item in charts.items.items()
                },
            }
        )
        return 0
    print(write_charts(game, owners), end="")
    return 0


def _report(args: argparse.Namespace, owners: dict[str, object], faults: list[Fault]) -> int:
    if args.json:
        print_json({"file": args.check, "changes": owners, "faults": [fault._asdict() for fault in faults]})
        return 1 if faults else 0
    out = Terminal()
    for fault in faults:
        out.line(f"{args.check}: {fault}")
    if faults:
        out.line(out.style(f"{_count(len(faults), 'item')} wrong; nothing of it can be used.", "red"))
        return 1
    changed = f"it changes {_count(len(owners), 'item')}" if owners else "it changes nothing"
    out.line(f"{args.check}: all in order; {changed}.")
    for path in owners:
        out.line(f"  {path}")
    return 0


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
