"""bullrun verify: prove a game file."""

from __future__ import annotations

import argparse

from bullrun.cli.common import read_record, who_won
from bullrun.cli.files import print_json
from bullrun.cli.terminal import Terminal
from bullrun.engine.record import OPEN, SEALED, RecordError, header_facts, open_game, replay
from bullrun.errors import BullrunError


def run(args: argparse.Namespace) -> int:
    """Every action legal, every digest right, every die the key's."""
    game, record = read_record(args.file)
    try:
        position = open_game(game, record)
        for step in replay(game, record):
            position = step.position
        position.decision()
    except RecordError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    rolls = position.state.draws
    if record.key:
        dice = f"all {rolls} rolls are those of the {'open' if record.dice == OPEN else 'revealed'} key"
    elif record.dice == SEALED:
        dice = f"{rolls} rolls, sealed: provable once the key is revealed"
    else:
        dice = f"{rolls} rolls, typed by the players: nothing to prove"
    if record.branch:
        dice += f"; those of the first {record.branch[1]} actions belong to the game it branched from"
    facts = {
        **header_facts(record),
        "rolls": rolls,
        "digests": len(record.digests),
        "digest": position.state.digest(),
        "dice_proved": bool(record.key),
        "over": position.state.outcome is not None,
    }
    if args.json:
        print_json({"verified": True, **facts})
        return 0
    out = Terminal()
    outcome = position.state.outcome
    out.line(out.style("proved", "bold", "green") + f": {args.file}")
    out.table(
        ("", ""),
        [
            ("game", f"{game.id} version {record.version}, {record.scenario}"),
            ("actions", f"{len(record.entries)}, each one legal where it stands"),
            ("digests", f"{len(record.digests)} checked; now {position.state.digest()}"),
            ("dice", dice),
            (
                "result",
                f"{who_won(game, outcome[0])}: {outcome[2]} [{outcome[1]}]" if outcome else "not over yet",
            ),
        ],
    )
    return 0
