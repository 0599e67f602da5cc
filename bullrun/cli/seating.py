"""`bullrun seats`: free a seat of a game in the data folder, for a player whose browser is lost."""

from __future__ import annotations

import argparse


def run(args: argparse.Namespace) -> int:
    """Free it."""
    from bullrun.service.folder import data_folder
    from bullrun.service.seats import free_in_folder

    free_in_folder(args.home or data_folder(), args.game, args.free)
    print(f"{args.game}: the seat of {args.free} is free; whoever opens the game first can take it.")
    return 0
