"""bullrun verify: prove a game file."""

from __future__ import annotations

import argparse

from bullrun.cli.common import charts_words, read_record, who_won
from bullrun.cli.files import print_json
from bullrun.cli.terminal import Terminal
from bullrun.engine.proof import prove
from bullrun.engine.record import RecordError, header_facts
from bullrun.errors import BullrunError


def run(args: argparse.Namespace) -> int:
    """Every action legal, every digest right, and what is proved of the dice."""
    game, record = read_record(args.file)
    try:
        position, proof = prove(game, record)
    except RecordError as error:
        raise BullrunError(f"{args.file}: {error}") from error
    facts = {
        **header_facts(record),
        "rolls": proof.rolls,
        "proof": proof.to_json(),
        "digests": len(record.digests),
        "digest": position.state.digest(),
        "dice_proved": proof.is_whole,
        "over": position.state.outcome is not None,
    }
    if args.json:
        print_json({"verified": True, **facts})
        return 0
    out = Terminal()
    outcome = position.state.outcome
    if proof.is_whole:
        found = out.style("proved", "bold", "green")
    else:
        found = out.style("legal, but not all dice are proved", "bold", "yellow")
    out.line(f"{found}: {args.file}")
    out.table(
        ("", ""),
        [
            ("game", f"{game.id} version {record.version}, {record.scenario}"),
            *([("charts", charts_words(record))] if record.charts else []),
            ("actions", f"{len(record.entries)}, each one legal where it stands"),
            ("digests", f"{len(record.digests)} checked; now {position.state.digest()}"),
            ("dice", proof.says),
            *(
                [("seal", f"{record.commitment}: compare it with what you saw before the first move")]
                if record.commitment
                else []
            ),
            (
                "result",
                f"{who_won(game, outcome[0])}: {outcome[2]} [{outcome[1]}]" if outcome else "not over yet",
            ),
        ],
    )
    return 0
