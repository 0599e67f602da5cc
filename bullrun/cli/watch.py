"""bullrun watch: a whole game between bots, in words."""

from __future__ import annotations

import argparse
from collections import Counter

from bullrun.bots import Seat
from bullrun.cli.common import Story, new_file, owners_charts, setting, side_name, side_style
from bullrun.cli.files import check_writable
from bullrun.cli.picture import board_of, draw_position
from bullrun.cli.terminal import Terminal
from bullrun.engine.match import Match
from bullrun.engine.record import OPEN
from bullrun.engine.view import REFEREE, check_viewer
from bullrun.games.registry import load_game
from bullrun.lab.play_out import game_key, seated


def run(args: argparse.Namespace) -> int:
    """Play, tell, and leave the record and the picture if asked."""
    game = load_game(args.game)
    scenario, options = setting(args, game)
    charts = owners_charts(args, game)
    players = args.players or ["greedy"] * len(game.sides)
    viewer = args.viewer or REFEREE
    check_viewer(game, viewer)
    bots = seated(game, players, args.seed)
    for name in filter(None, (args.record, args.svg)):
        check_writable(name, replace=args.force)
    if args.svg:
        board_of(game, scenario)
    seats = dict(zip(game.sides, players, strict=True))
    key = game_key(args.seed)
    match = Match.new(game, scenario, options, dice=OPEN, key=key, seats=seats, charts=charts)
    out = Terminal()
    out.line(out.style(game.title, "bold") + f": {game.scenarios[scenario].title}")
    out.table(
        ("", ""), [(out.style(side_name(game, s), side_style(game, s)), who) for s, who in seats.items()]
    )
    story = Story(out, game, match.position.rules, viewer, args.brief)
    story.tell(match.opening)
    for step in match.steps:
        story.tell(step.events)
    made: Counter[str] = Counter()
    try:
        while (decision := match.decision()) is not None:
            action = bots[decision.owner].choose(Seat(game, match.position, decision))
            step = match.submit(decision.owner, action)
            made[decision.owner] += 1
            story.tell(step.events)
    finally:
        # Also of a game that was broken off: what has been played is kept.
        if args.record:
            new_file(args.record, match.record, replace=args.force)
    out.line()
    counts = ", ".join(f"{side_name(game, side)} {made[side]}" for side in game.sides)
    out.line(f"  {match.number} actions: decisions {counts}; {match.position.state.draws} rolls of dice")
    if args.record:
        out.line(f"  record: {args.record}  (bullrun replay {args.record})")
    if args.svg:
        draw_position(game, match.position, args.svg, viewer, replace=args.force)
        out.line(f"  map:    {args.svg}")
    return 0
