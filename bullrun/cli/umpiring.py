"""bullrun umpire: answers about any position, as JSON."""

from __future__ import annotations

import argparse

from bullrun.cli.files import print_json, read_text
from bullrun.errors import BullrunError
from bullrun.umpire import answer_text


def run(args: argparse.Namespace) -> int:
    """Read the questions, print the answers."""
    text = read_text(args.file)
    try:
        print_json(answer_text(text))
    except BullrunError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    return 0
