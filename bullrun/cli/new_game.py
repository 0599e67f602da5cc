"""bullrun new: a game file to play, mail or hand to a bot."""

from __future__ import annotations

import argparse

from bullrun.bots import can_play, levels_for
from bullrun.cli.common import key_file, new_file, owners_charts, setting, side_name
from bullrun.cli.files import print_json
from bullrun.cli.terminal import Terminal
from bullrun.engine.match import Match
from bullrun.engine.record import SEALED, header_facts
from bullrun.errors import BullrunError
from bullrun.games.registry import load_game

HUMAN = "human"


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    game = load_game(args.game)
    scenario, options = setting(args, game)
    charts = owners_charts(args, game)
    seats = dict.fromkeys(game.sides, HUMAN)
    for side, who in args.seat:
        if side not in seats:
            raise BullrunError(f"--seat {side}: expected one of {', '.join(game.sides)}")
        if who != HUMAN and not can_play(game, who):
            levels = ", ".join(levels_for(game))
            raise BullrunError(f"--seat {side}={who}: expected {HUMAN} or a bot: {levels}")
        seats[side] = who
    match = Match.new(game, scenario, options, dice=args.dice, seats=seats, charts=charts)
    new_file(args.file, match.record, replace=args.force)
    if args.json:
        print_json({"file": args.file, **header_facts(match.record)})
        return 0
    out = Terminal()
    out.line(f"{out.style(args.file, 'bold')}: {game.title}, {game.scenarios[scenario].title}")
    out.table(("", ""), [(side_name(game, side), who) for side, who in seats.items()])
    if args.dice == SEALED:
        out.paragraph(
            f"Dice are sealed: the file holds their commitment, {key_file(args.file)} their key until the "
            "game is over. Whoever has the key could foretell the dice.",
            2,
        )
    elif match.record.is_sealed:
        out.paragraph(
            "You roll the dice; what nobody may see is drawn for you. The file holds the commitment of these "
            f"draws, {key_file(args.file)} their key until the game is over. Whoever has the key could "
            "foretell them.",
            2,
        )
    out.line(f"  Play it:  bullrun play {args.file}")
    return 0
